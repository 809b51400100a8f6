/* table.h - tables in columns, aligned by how wide a text looks on a terminal. */
#ifndef CANTRIP_TOOLS_SCREEN_TABLE_H
#define CANTRIP_TOOLS_SCREEN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { TABLE_COLUMNS = 24 };

struct table {
    int columns;
    bool right[TABLE_COLUMNS]; /* numbers: aligned at the right */
    bool wrap;                 /* the last column goes on below itself, nothing is cut */
    bool
        split; /* columns without room follow below, behind the first one again; nothing is cut */
    char **cell; /* row by row; the first row is the heading */
    size_t n, cap;
};

/* Starts from {0} with `columns` set, or with their heads: "name|>cards", a column each, with >
 * aligned at the right. Cells are copied. */
void table_heads(struct table *t, const char *heads);
void table_add(struct table *t, const char *cell);
void table_addf(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints with two spaces between columns, the heading bold if `colour`; a line is cut at
 * `width` (0: never). Columns that are empty below the heading are left out. */
void table_print(const struct table *t, FILE *out, int width, bool colour);
/* The same on stdout, as commands show tables; frees it. */
void table_show(struct table *t);
/* How wide it is when nothing is cut. */
int table_width(const struct table *t);
void table_free(struct table *t);

/* Columns that UTF-8 text takes on a terminal: combining marks none, wide characters two. */
int text_width(const char *text);
/* Bytes of the longest beginning of text that is at most `width` wide. */
size_t text_cut(const char *text, int width);
/* Prints text that came from elsewhere: a path, a name, a message. What a terminal acts on and what
 * would forge a line is written out (base/shown.h). All functions here that print do so. */
void text_put(FILE *out, const char *text);
/* The same of a message, whose lines go on indented. */
void text_put_message(FILE *out, const char *text);
/* Width of the terminal, 0 if `out` is none. */
int terminal_width(FILE *out);
/* … of help, which is prose: where there is no terminal, below 80. */
int help_width(FILE *out);
/* Its height in lines, 0 likewise. */
int terminal_height(FILE *out);
/* Prints text from column `at` on; lines end between words before `width` (0: never), the next
 * ones begin at column `indent`. */
void text_wrap(FILE *out, const char *text, int at, int indent, int width);
/* The same to the end of the line. */
void text_put_line(FILE *out, const char *text, int at, int indent, int width);
/* Lines of text, each wrapped so at the width of the terminal, what does not fit two columns
 * behind their beginnings. */
void text_put_lines(FILE *out, const char *text);
/* The same cut nowhere, each behind `before`. */
void text_put_behind(FILE *out, const char *text, const char *before);
/* A formatted line, wrapped so at the width of the terminal, and its end. */
void text_wrapf(FILE *out, int indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Prints lines of our own that are too wide for `width` anew: those that follow each other and are
 * not indented are one paragraph. */
void text_fill(FILE *out, const char *text, int width);

/* Letters without accents and case, for comparing what a person types: "Œuf" -> "oeuf". Writes
 * at most cap bytes with the end; returns the length. */
size_t text_fold(const char *text, char *out, size_t cap);

#endif

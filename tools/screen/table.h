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
/* Adds several, "%s|%d": a '|' in the format is between two. */
void table_addf(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints with two spaces between columns, the heading bold if `colour`; a line is cut at
 * `width` (0: never). Columns that are empty below the heading are left out. */
void table_print(const struct table *t, FILE *out, int width, bool colour);
/* Prints it on stdout, as commands show tables, and frees it. */
void table_show(struct table *t);
/* How wide it is when nothing is cut. */
int table_width(const struct table *t);
void table_free(struct table *t);

/* Columns of UTF-8 text on a terminal: combining marks take none, wide characters two. */
int text_width(const char *text);
/* Bytes of the longest beginning of text that is at most `width` wide. */
size_t text_cut(const char *text, int width);
/* Prints text from elsewhere: a path, a name, a message. Control characters, and what would
 * forge a line, are escaped (base/shown.h). All functions here that print do so. */
void text_put(FILE *out, const char *text);
/* The terminal's width. 0: `out` is no terminal. */
int terminal_width(FILE *out);
/* The width for help texts. Without a terminal it is below 80. */
int help_width(FILE *out);
/* Its height in lines, 0 likewise. */
int terminal_height(FILE *out);
/* Prints text from column `at` on; lines end between words before `width` (0: never), the next
 * ones begin at column `indent`. */
void text_wrap(FILE *out, const char *text, int at, int indent, int width);
/* Does so to the end of the line. */
void text_put_line(FILE *out, const char *text, int at, int indent, int width);
/* Prints lines, each wrapped at the terminal's width, with two columns of indent for the rest. All in one write, so that
 * messages of several processes do not mix. */
void text_put_lines(FILE *out, const char *text);
/* Prints lines uncut, each after `before`. */
void text_put_behind(FILE *out, const char *text, const char *before);
/* A formatted line, wrapped so at the width of the terminal, and its end. */
void text_wrapf(FILE *out, int indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Reflows our own lines that are too wide for `width`. Consecutive lines without indent are one
 * paragraph. */
void text_fill(FILE *out, const char *text, int width);

/* Letters without accents and case, to compare typed text: "Œuf" -> "oeuf". Writes at most cap
 * bytes with the end. Returns the length. */
size_t text_fold(const char *text, char *out, size_t cap);

#endif

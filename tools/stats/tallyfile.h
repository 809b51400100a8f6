/* tallyfile.h - what was counted in numbered games, as a file: a tally. Tallies of parts of a run add up to the very
 * bytes of that of the whole, in any order and grouping.
 *
 *     cantrip tally 1
 *     command: sim                          fields: what was played; tallies that belong together have the same
 *     seed: 1
 *     numbers: 1-250 of 1000 games          which of them were; the last field
 *     list cards 2                          names, in an order that means something: the same in both, too
 *     farmer Farmer
 *     knight Knight
 *     notes broken 1                        texts behind numbers, ascending: those of both, in their order
 *     17 a law is broken
 *     table cards 2 picked+ least< most>    (behind all lists) whole numbers in rows: the names of the columns, and how they add up
 *     rows 1
 *     0 1 120 -3 7                          two keys, ascending, then what was counted; -: nothing yet
 *     end: 0123456789abcdef                 XXH64 of all before
 *
 * Nobody who reads or merges tallies needs to know what is counted in them. A file that is not written exactly so is
 * refused, and no text in it acts on a terminal.
 */
#ifndef CANTRIP_TOOLS_STATS_TALLYFILE_H
#define CANTRIP_TOOLS_STATS_TALLYFILE_H

#include "numbers.h"

#include <stdlib.h>

enum { TALLY_KEYS = 3, TALLY_COLUMNS = 40 };

/* How a column adds up: "+" sums, "<" the least, ">" the greatest, "%" sums modulo 2^64. */
struct tally_table {
    char *name, *columns; /* columns: as it is written, "picked+ least<" */
    int keys, ncolumns;
    char rule[TALLY_COLUMNS];
    size_t rows, cap;
    uint32_t *key;   /* [row][keys], ascending */
    __int128 *value; /* [row][ncolumns]; a least or greatest of nothing is TALLY_NOTHING */
};
#define TALLY_NOTHING ((__int128)1 << 126)

struct tally_field {
    char *name, *value;
};
struct tally_list {
    char *name, **line;
    size_t n, cap;
    bool notes; /* each line begins with a number, and a blank */
};
/* Starts from {0}; tallyfile_free. */
struct tally_file {
    char *path; /* for messages, or NULL */
    struct tally_field *field;
    struct tally_list *list;
    struct tally_table *table;
    size_t nfields, nlists, ntables, field_cap, list_cap, table_cap;
    struct numbers numbers;
    uint64_t of;      /* so many there are in the run, */
    const char *unit; /* … of these: "games", "deals", "groups", "mutants" */
};

void tallyfile_free(struct tally_file *f);

/* ---- making one ---- */

/* Texts are copied. A text that is no line (ct_is_line) cannot be kept: false. */
bool tallyfile_field(struct tally_file *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The field has another value, if there is one of this name. */
void tallyfile_set(struct tally_file *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* An empty list; the lines are added to it. It lives until the next list is made. */
struct tally_list *tallyfile_list(struct tally_file *f, const char *name);
struct tally_list *tallyfile_notes(struct tally_file *f, const char *name);
bool tallyfile_line(struct tally_list *l, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The lines of a text, each behind a number. */
bool tallyfile_lines(struct tally_list *l, uint64_t number, const char *text);
/* An empty table; rows are added in the order of their keys. It lives until the next table is made. */
struct tally_table *tallyfile_table(struct tally_file *f, const char *name, int keys,
                                    const char *columns);
/* The values of a new row, to be set: sums are 0, the others nothing. They live until the next row. */
__int128 *tallyfile_row(struct tally_table *t, uint32_t a, uint32_t b, uint32_t c);
/* The bytes of the file; free(). */
char *tallyfile_text(const struct tally_file *f, size_t *n);

/* ---- reading and merging ---- */

/* False: *wrong (NULL before; free()) says in one line why not. */
bool tallyfile_read(struct tally_file *f, const char *path, char **wrong);
/* The same of n bytes that were read there, with a zero byte behind them; they are written over. */
bool tallyfile_take(struct tally_file *f, const char *path, char *text, size_t n, char **wrong);
/* The first field of this name from `from` on, or NULL. */
const struct tally_field *tallyfile_get(const struct tally_file *f, const char *name,
                                        size_t from);
const struct tally_list *tallyfile_names(const struct tally_file *f, const char *name);
/* The number before a line; the text of the lines from *at on that have the same, free(); *at: behind them. */
static inline uint64_t tallylist_number(const struct tally_list *l, size_t i)
{
    return strtoull(l->line[i], NULL, 10);
}
char *tallylist_text(const struct tally_list *l, size_t *at);
/* A table with these keys and columns, or NULL. */
const struct tally_table *tallyfile_find(const struct tally_file *f, const char *name, int keys,
                                         const char *columns);
/* The values of a row. */
const __int128 *tallyfile_values(const struct tally_table *t, size_t row);
const uint32_t *tallyfile_keys(const struct tally_table *t, size_t row);

/* Are these two parts of one run? Else *wrong says what differs. */
bool tallyfile_belongs(const struct tally_file *a, const struct tally_file *b, char **wrong);
/* Adds the numbers and rows of a part of the same run with other numbers. False: sums that are too large. */
bool tallyfile_merge(struct tally_file *into, const struct tally_file *from);

#endif

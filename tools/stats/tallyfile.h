/* tallyfile.h - a tally: counts of numbered games, as a file. Tallies of parts of a run add up to
 * the bytes of the whole run's tally, in any order and grouping.
 *
 *     cantrip tally 1
 *     command: sim                          fields describe the run; all its tallies have the same
 *     seed: 1
 *     numbers: 1-250 of 1000 games          the last field: the games played
 *     list cards 2                          names in a fixed order, the same in all tallies
 *     farmer Farmer
 *     knight Knight
 *     notes broken 1                        texts with ascending numbers; merged in this order
 *     17 a law is broken
 *     table cards 2 picked+ least< most>    tables come last; columns, and how each adds up
 *     rows 1
 *     0 1 120 -3 7                          two keys (ascending), then the counts; -: no value
 *     end: 0123456789abcdef                 XXH64 of everything above
 *
 * Reading and merging do not depend on what is counted. A file in any other form is refused. No
 * text in it can control a terminal.
 */
#ifndef CANTRIP_TOOLS_STATS_TALLYFILE_H
#define CANTRIP_TOOLS_STATS_TALLYFILE_H

#include "numbers.h"

#include <stdlib.h>

enum { TALLY_KEYS = 3, TALLY_COLUMNS = 40 };

/* How a column adds up: "+" sum, "<" least, ">" greatest, "%" sum modulo 2^64. */
struct tally_table {
    char *name, *columns; /* columns: as written, "picked+ least<" */
    int keys, ncolumns;
    char rule[TALLY_COLUMNS];
    size_t rows, cap;
    uint32_t *key;   /* [row][keys], ascending */
    __int128 *value; /* [row][ncolumns]; TALLY_NOTHING: a least or greatest without values */
};
#define TALLY_NOTHING ((__int128)1 << 126)

struct tally_field {
    char *name, *value;
};
struct tally_list {
    char *name, **line;
    size_t n, cap;
    bool notes; /* each line begins with a number and a blank */
};
/* Starts from {0}; tallyfile_free. */
struct tally_file {
    char *path; /* for messages, or NULL */
    struct tally_field *field;
    struct tally_list *list;
    struct tally_table *table;
    size_t nfields, nlists, ntables, field_cap, list_cap, table_cap;
    struct numbers numbers;
    uint64_t of;      /* size of the run */
    const char *unit; /* its unit: "games", "deals", "groups", "mutants" */
};

void tallyfile_free(struct tally_file *f);

/* ---- making one ---- */

/* Adds a field with a copy of the text. False: the text is not one line (ct_is_line). */
bool tallyfile_field(struct tally_file *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Changes the value of a field, if it exists. */
void tallyfile_set(struct tally_file *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds an empty list for lines. The pointer lives until the next list is made. */
struct tally_list *tallyfile_list(struct tally_file *f, const char *name);
struct tally_list *tallyfile_notes(struct tally_file *f, const char *name);
bool tallyfile_line(struct tally_list *l, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds the lines of a text, each with the number before it. */
bool tallyfile_lines(struct tally_list *l, uint64_t number, const char *text);
/* Adds an empty table; add its rows in the order of their keys. The pointer lives until the next
 * table is made. */
struct tally_table *tallyfile_table(struct tally_file *f, const char *name, int keys,
                                    const char *columns);
/* The values of a new row, to be set. Sums start at 0, others at TALLY_NOTHING. The pointer
 * lives until the next row. */
__int128 *tallyfile_row(struct tally_table *t, uint32_t a, uint32_t b, uint32_t c);
/* The bytes of the file; free(). */
char *tallyfile_text(const struct tally_file *f, size_t *n);

/* ---- reading and merging ---- */

/* Reads a file. False: *wrong (NULL before; free()) says why in one line. */
bool tallyfile_read(struct tally_file *f, const char *path, char **wrong);
/* Reads n bytes of a file from memory and overwrites them. A zero byte follows them. */
bool tallyfile_take(struct tally_file *f, const char *path, char *text, size_t n, char **wrong);
/* The first field of this name from `from` on, or NULL. */
const struct tally_field *tallyfile_get(const struct tally_file *f, const char *name,
                                        size_t from);
const struct tally_list *tallyfile_names(const struct tally_file *f, const char *name);
/* The number of line i; then the joined text of the lines from *at on with the same number
 * (free()), moving *at behind them. */
static inline uint64_t tallylist_number(const struct tally_list *l, size_t i)
{
    return strtoull(l->line[i], NULL, 10);
}
char *tallylist_text(const struct tally_list *l, size_t *at);
/* The table with these keys and columns, or NULL. */
const struct tally_table *tallyfile_find(const struct tally_file *f, const char *name, int keys,
                                         const char *columns);
/* The values of a row. */
const __int128 *tallyfile_values(const struct tally_table *t, size_t row);
const uint32_t *tallyfile_keys(const struct tally_table *t, size_t row);

/* Are they parts of one run? If not, *wrong says what differs. */
bool tallyfile_belongs(const struct tally_file *a, const struct tally_file *b, char **wrong);
/* Adds the numbers and rows of another part of the run. False: sums are too large. */
bool tallyfile_merge(struct tally_file *into, const struct tally_file *from);

#endif

/* columns.h - what is counted, told field by field once: so it is added up, written into a tally and read from one.
 *
 *     #define COUNTED   struct kind_count
 *     #define FIELDS(X) X(COUNT, picks) X(COUNT, choices) X(MOST, most) X(FIRST, game)
 *     const struct columns kind_columns = COLUMNS(FIELDS);
 */
#ifndef CANTRIP_TOOLS_STATS_COLUMNS_H
#define CANTRIP_TOOLS_STATS_COLUMNS_H

#include "tallyrun.h"

/* What a field is, and the columns of a tally that it has. */
#define COLUMN_COUNT_HEAD(f)  " " f "+" /* uint64_t, a sum: of games, picks, seats */
#define COLUMN_SUM_HEAD(f)    " " f "+" /* __int128, a sum that may be less than 0 */
#define COLUMN_FIRST_HEAD(f)  " " f "<" /* uint64_t, the least number of a game; 0: none */
#define COLUMN_MOST_HEAD(f)   " " f ">" /* uint64_t, the greatest */
#define COLUMN_HASH_HEAD(f)   " " f "%" /* uint64_t, a sum modulo 2^64 */
#define COLUMN_EVER_HEAD(f)   " " f ">" /* bool: was it ever so? */
#define COLUMN_WHY_HEAD(f)    " " f ">" /* enum ct_forfeit, the last of CT_FORFEITS */
#define COLUMN_SPREAD_HEAD(f) " " f "_n+ " f "_sum+ " f "_squares+ " f "_least< " f "_most>"
#define COLUMN_ASIDE_HEAD(f)  "" /* uint64_t, a sum that no tally has */
enum column_is {
    COLUMN_COUNT,
    COLUMN_SUM,
    COLUMN_FIRST,
    COLUMN_MOST,
    COLUMN_HASH,
    COLUMN_EVER,
    COLUMN_WHY,
    COLUMN_SPREAD,
    COLUMN_ASIDE
};
struct columns {
    const char *heads; /* as a tally has them, behind a blank */
    size_t size, n;    /* of the struct; so many fields */
    const struct counted_field {
        size_t at;
        enum column_is is;
    } * v;
    bool (*good)(const void *counted); /* can it have been counted so? NULL: always */
};
#define COLUMN_HEAD(is, field) COLUMN_##is##_HEAD(#field)
#define COLUMN_AT(is, field)   {offsetof(COUNTED, field), COLUMN_##is},
#define COLUMNS(FIELDS, ...)                                                                   \
    {                                                                                          \
        FIELDS(COLUMN_HEAD), sizeof(COUNTED),                                                  \
            sizeof((struct counted_field[]){FIELDS(COLUMN_AT)}) /                              \
                sizeof(struct counted_field),                                                  \
            (const struct counted_field[]){FIELDS(COLUMN_AT)}, __VA_ARGS__                     \
    }

/* Of plain numbers, uint64_t, that a tally calls so. */
#define COLUMN_OF_NUMBERS(head)                                                                \
    {                                                                                          \
        " " head "+", sizeof(uint64_t), 1, (const struct counted_field[]){{0, COLUMN_COUNT}},  \
            NULL                                                                               \
    }

/* Adds n structs to as many others. */
void columns_merge(const struct columns *c, void *into, const void *from, size_t n);
/* Writes one as a row, with these keys. Reads one; `table`: what the tally lacks, where this is no such row. */
void columns_put(const struct columns *c, const void *counted, struct tally_table *t,
                 uint32_t a, uint32_t b, uint32_t d);
void columns_get(const struct columns *c, void *counted, struct tally_loader *l,
                 const char *table, const __int128 *values);
/* The rows of a table of these columns, NULL where it is not there. */
struct tally_table *columns_table(const struct columns *c, struct tally_saver *s,
                                  const char *name, int keys);
const struct tally_table *columns_found(const struct columns *c, struct tally_loader *l,
                                        const char *name, int keys);

/* A table of a tally: structs of one kind, by up to two keys. */
struct cells {
    const char *name;
    int keys;
    const struct columns *of;
    void *v;
    int n, m;        /* so many by the first key, if there is one; by the second */
    bool whole;      /* each has a row; else those in which anything is counted */
    const int *only; /* … of this first key alone, -1 or NULL: of each; */
    bool last;       /* … and of the last */
};
/* Writes it or reads it: one of the two is given. */
struct tally_way {
    struct tally_saver *to;
    struct tally_loader *from;
};
void cells_pass(const struct tally_way *way, const struct cells *c);

#endif

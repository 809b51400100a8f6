/* columns.h - lists the fields of a counting struct once, to add up, write and read them:
 *
 *     #define COUNTED struct kind_count
 *     const struct columns kind_columns = COLUMNS(NULL, COUNT(picks), FIRST(game));
 */
#ifndef CANTRIP_TOOLS_STATS_COLUMNS_H
#define CANTRIP_TOOLS_STATS_COLUMNS_H

#include "tallyrun.h"

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
    const struct counted_field {
        size_t at;
        const char *name;
        enum column_is is;
    } * v;
    size_t n, size;                    /* number of fields; size of the struct */
    bool (*good)(const void *counted); /* are the counts possible? NULL: always */
};
#define COLUMN(is, field)                                                                      \
    {                                                                                          \
        offsetof(COUNTED, field), #field, COLUMN_##is                                          \
    }
#define COUNT(field)  COLUMN(COUNT, field)  /* uint64_t, a sum: of games, picks, seats */
#define SUM(field)    COLUMN(SUM, field)    /* __int128, a sum that may be negative */
#define FIRST(field)  COLUMN(FIRST, field)  /* uint64_t, the least game number; 0: none */
#define MOST(field)   COLUMN(MOST, field)   /* uint64_t, the greatest */
#define HASH(field)   COLUMN(HASH, field)   /* uint64_t, a sum modulo 2^64 */
#define EVER(field)   COLUMN(EVER, field)   /* bool: was it ever true? */
#define WHY(field)    COLUMN(WHY, field)    /* enum ct_forfeit, the last of CT_FORFEITS */
#define SPREAD(field) COLUMN(SPREAD, field) /* struct spread */
#define ASIDE(field)  COLUMN(ASIDE, field)  /* uint64_t, a sum that tallies leave out */
#define COLUMNS(good, ...)                                                                     \
    {                                                                                          \
        (const struct counted_field[]){__VA_ARGS__},                                           \
            sizeof((struct counted_field[]){__VA_ARGS__}) / sizeof(struct counted_field),      \
            sizeof(COUNTED), good                                                              \
    }

/* Plain numbers (uint64_t), with this head in a tally. */
#define COLUMN_OF_NUMBERS(head)                                                                \
    {                                                                                          \
        (const struct counted_field[]){{0, head, COLUMN_COUNT}}, 1, sizeof(uint64_t), NULL     \
    }

/* Adds n structs to n others. */
void columns_merge(const struct columns *c, void *into, const void *from, size_t n);

/* A table of a tally: structs of one kind, with up to three keys. */
struct cells {
    const char *name;
    int keys;
    const struct columns *of;
    void *v;
    int n, m, k;     /* size of each key; n 0: the first is left out */
    bool whole;      /* every struct has a row, not only those with counts */
    const int *only; /* only this first key; -1 or NULL: all */
    bool last;       /* … and only the last */
    /* Finds the struct of these keys. If `read`, it is made. NULL result: none. Without this
     * function the structs are an array. */
    void *(*at)(void *v, const uint32_t *key, bool read);
};
/* Writes or reads the table. */
void cells_pass(struct tally_way *way, const struct cells *c);

#endif

/* columns.h - what is counted, told field by field once: so it is added up, written into a tally and read from one.
 *
 *     #define COUNTED struct kind_count
 *     const struct columns kind_columns = COLUMNS(NULL, COUNT(picks), COUNT(choices), MOST(most), FIRST(game));
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
    size_t n, size;                    /* so many fields; of the struct */
    bool (*good)(const void *counted); /* can it have been counted so? NULL: always */
};
#define COLUMN(is, field)                                                                      \
    {                                                                                          \
        offsetof(COUNTED, field), #field, COLUMN_##is                                          \
    }
#define COUNT(field)  COLUMN(COUNT, field)  /* uint64_t, a sum: of games, picks, seats */
#define SUM(field)    COLUMN(SUM, field)    /* __int128, a sum that may be less than 0 */
#define FIRST(field)  COLUMN(FIRST, field)  /* uint64_t, the least number of a game; 0: none */
#define MOST(field)   COLUMN(MOST, field)   /* uint64_t, the greatest */
#define HASH(field)   COLUMN(HASH, field)   /* uint64_t, a sum modulo 2^64 */
#define EVER(field)   COLUMN(EVER, field)   /* bool: was it ever so? */
#define WHY(field)    COLUMN(WHY, field)    /* enum ct_forfeit, the last of CT_FORFEITS */
#define SPREAD(field) COLUMN(SPREAD, field) /* struct spread */
#define ASIDE(field)  COLUMN(ASIDE, field)  /* uint64_t, a sum that no tally has */
#define COLUMNS(good, ...)                                                                     \
    {                                                                                          \
        (const struct counted_field[]){__VA_ARGS__},                                           \
            sizeof((struct counted_field[]){__VA_ARGS__}) / sizeof(struct counted_field),      \
            sizeof(COUNTED), good                                                              \
    }

/* Of plain numbers, uint64_t, that a tally calls so. */
#define COLUMN_OF_NUMBERS(head)                                                                \
    {                                                                                          \
        (const struct counted_field[]){{0, head, COLUMN_COUNT}}, 1, sizeof(uint64_t), NULL     \
    }

/* Adds n structs to as many others. */
void columns_merge(const struct columns *c, void *into, const void *from, size_t n);

/* A table of a tally: structs of one kind, by up to three keys. */
struct cells {
    const char *name;
    int keys;
    const struct columns *of;
    void *v;
    int n, m, k; /* so many by the first key, if there is one; by the second, by the third */
    bool whole;  /* each has a row; else those in which anything is counted */
    const int *only; /* … of this first key alone, -1 or NULL: of each; */
    bool last;       /* … and of the last */
    /* Where the struct of these keys is, which is made if it is to be read; NULL: there is none. Without it they follow each other. */
    void *(*at)(void *v, const uint32_t *key, bool read);
};
/* Writes it or reads it. */
void cells_pass(struct tally_way *way, const struct cells *c);

#endif

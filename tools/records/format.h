/* format.h - what each kind of file does to write records. */
#ifndef CANTRIP_TOOLS_RECORDS_FORMAT_H
#define CANTRIP_TOOLS_RECORDS_FORMAT_H

#include "records.h"

/* Tables with rows of each game. Picks and offers only if wanted. */
enum records_table { GAMES, SEATS, CARDS, PICKS, OFFERS, NTABLES };
/* A value of a row. */
struct value {
    enum { IS_NOTHING, IS_NUMBER, IS_REAL, IS_TEXT } is;
    int64_t number;
    double real;
    const char *text; /* a number's name, for files without tables of names; or NULL */
    bool once;        /* the same in all games: a database keeps it in a table of its own */
};
#define NUMBER_IF(there, n)                                                                    \
    ((struct value){.is = (there) ? IS_NUMBER : IS_NOTHING, .number = (int64_t)(n)})
#define NUMBER(n)   NUMBER_IF(true, n)
#define NAMED(n, t) ((struct value){.is = IS_NUMBER, .number = (n), .text = (t)})
#define REAL(x)     ((struct value){.is = IS_REAL, .real = (x)})
#define TEXT(t)     ((struct value){.is = IS_TEXT, .text = (t)})

struct format {
    const char *ending; /* ".csv" */
    /* Opens the file. NULL after a message. */
    void *(*open)(const char *path, const struct records_run *run, const char *command);
    /* Adds a row. NULL: it has no rows. */
    void (*row)(void *to, enum records_table table, const struct value *v, int n);
    /* After a game's rows. False: it cannot be written, close says why. */
    bool (*game)(void *to, const struct record *game);
    bool (*close)(void *to, bool wanted); /* false after a message */
};
extern const struct format format_sqlite, format_ndjson, format_csv;

/* May the file be overwritten: is it missing, empty, or has `mark` at this place? If not, says so. */
bool records_may_replace(const char *path, long at, const char *mark, const char *command);
/* The seats whose picks `sim --cards` counts: those of the first player's kind. */
bool seat_counts(const struct records_run *run, int seat);
/* A seat's share of the win, 0 … 1. */
static inline double share_of(const struct record *game, int seat)
{
    return (double)game->result.share[seat] / CT_WHOLE;
}

#endif

/* format.h - how records are written: a kind of file each. */
#ifndef CANTRIP_TOOLS_RECORDS_FORMAT_H
#define CANTRIP_TOOLS_RECORDS_FORMAT_H

#include "records.h"

struct format {
    const char *ending; /* ".csv" */
    /* What is written to; NULL after a message. */
    void *(*open)(const char *path, const struct records_run *run, const char *command);
    /* False: it cannot be written; close says why. */
    bool (*game)(void *to, const struct record *game);
    bool (*close)(void *to, bool wanted); /* false after a message */
};
extern const struct format format_sqlite, format_ndjson, format_csv;

/* May a file be written there: there is none, it is empty, or has `mark` at this place? Else says so. */
bool records_may_replace(const char *path, long at, const char *mark, const char *command);
/* What a card, kind of choice and zone are called. NULL: none such. */
static inline const char *name_of_card(const struct records_run *run, int card)
{
    return ct_card_id(run->def, card);
}
/* The seats whose picks `sim --cards` counts: those of the first player's kind. */
bool seat_counts(const struct records_run *run, int seat);
/* Of a seat's share of the win, 0 … 1. */
static inline double share_of(const struct record *game, int seat)
{
    return (double)game->result.share[seat] / CT_WHOLE;
}

#endif

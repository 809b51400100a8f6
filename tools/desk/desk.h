/* desk.h - a game while you write it: its rules, one open table, what is wrong, and what its
 * scenarios and replays say.
 *
 * Each save loads the rules beside the old ones. With errors the old game goes on. Else the table
 * goes on by the new rules, at the same place if its picks can still be made. */
#ifndef CANTRIP_TOOLS_DESK_DESK_H
#define CANTRIP_TOOLS_DESK_DESK_H

#include "sources.h"
#include "tools/serve/house.h"
#include "trials.h"
#include "worth.h"

struct desk {
    struct house *house;
    const char *name, *folder;
    char key[SECRET_ROOM];
    struct trials *trials;
    struct worth *worth;

    pthread_mutex_t lock;    /* for all below; its holder may take the house's */
    struct game *rules;      /* held */
    struct gametable *table; /* held */
    struct sources sources;
    unsigned saves;   /* counts loads, with errors or not */
    bool broken;      /* the last load had errors, so `rules` are older */
    json_t *findings; /* of the last load */
    json_t *changed;  /* where files changed, as sources_changed */
    json_t *carried;  /* how far the table was: {picks, done, first, ...}; null: not at all */
};

/* A table of the desk's game. */
struct desk_wish {
    int people; /* players; 0: as few as the game allows */
    const char *lang;
    struct list options;
    uint64_t seed;
};

/* Takes the rules (the caller holds them, too) and opens a table: a new one by `wish`, or the last
 * one if `wish` is NULL and it can be opened. False after a message. In each case call desk_close
 * after house_rest. */
bool desk_open(struct desk *d, struct house *h, struct game *rules,
               const struct desk_wish *wish);
void desk_close(struct desk *d);
/* Something was written: maybe a scenario, maybe the rules. */
void desk_look(struct desk *d);
/* The present rules, held; game_drop. */
struct game *desk_rules(struct desk *d);
/* The open table, locked; house_done unlocks it. */
struct gametable *desk_table(struct desk *d);
/* Opens another table. False: *wrong says why (free()). */
bool desk_begin(struct desk *d, const struct desk_wish *wish, char **wrong);
/* Opens a table with a kept replay, a file in the game's folder replays/. */
bool desk_replay(struct desk *d, const char *file, char **wrong);

#endif

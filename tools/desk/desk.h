/* desk.h - a game that is being written: its rules as they are now, one open table, what is wrong, and what its scenarios and
 * replays say.
 *
 * On each save the rules are loaded beside the old ones. With errors the old game goes on; else the table goes on by the new
 * ones, at the same place if its picks can be made there.
 */
#ifndef CANTRIP_TOOLS_DESK_DESK_H
#define CANTRIP_TOOLS_DESK_DESK_H

#include "sources.h"
#include "tools/serve/house.h"
#include "trials.h"
#include "watch.h"
#include "worth.h"

struct desk {
    struct house *house;
    const char *name, *folder;
    char key[SECRET_ROOM];
    struct watch *watch;
    struct trials *trials;
    struct worth *worth;
    pthread_t watcher;
    bool watching;

    pthread_mutex_t lock;    /* of what follows; who has it may take the house's */
    struct game *rules;      /* held */
    struct gametable *table; /* held */
    struct sources sources;
    unsigned saves;   /* counts what was loaded, with errors or not */
    bool broken;      /* the last one has errors: `rules` are older */
    json_t *findings; /* of the last load */
    json_t *changed;  /* where the files changed, as sources_changed says */
    json_t
        *carried; /* how the table fared: {picks, done, first, ...}; null: it was not touched */
};

/* A table of the desk's game for so many people. */
struct desk_wish {
    int people; /* 0: as few as the game allows */
    const char *lang;
    struct list options;
    uint64_t seed;
};

/* Takes the rules (held by the caller, too) and begins: with the table that was open last, if `wish` is NULL and it can be opened, else
 * with a new one. False after a message. desk_close in both cases. */
bool desk_open(struct desk *d, struct house *h, struct game *rules,
               const struct desk_wish *wish);
void desk_close(struct desk *d);
/* The rules of now, held; game_drop. */
struct game *desk_rules(struct desk *d);
/* The open table, locked; house_done lets go of it. */
struct gametable *desk_table(struct desk *d);
/* Another table is the open one. False: *wrong (free()). */
bool desk_begin(struct desk *d, const struct desk_wish *wish, char **wrong);
/* The same by a kept replay, a file of the game's folder replays/. */
bool desk_replay(struct desk *d, const char *file, char **wrong);

#endif

/* house.h - all tables that are served, and the workers that let programs think while others are answered. */
#ifndef CANTRIP_TOOLS_SERVE_HOUSE_H
#define CANTRIP_TOOLS_SERVE_HOUSE_H

#include "gametable.h"

#include <jansson.h>

enum { WORKERS_MOST = 16 };
struct answer;
struct request;

struct house {
    pthread_mutex_t lock; /* of what follows; who has it takes no other */
    pthread_cond_t work;
    struct game **game; /* held */
    int ngames;
    const char *folder; /* of the tables' files */
    int most, days;     /* tables; how long one is kept that nobody plays at */
    struct gametable *tables;
    int ntables;
    struct gametable **queue; /* tables where a program is to think, the oldest first */
    int nqueue, queue_cap;
    pthread_t worker[WORKERS_MOST];
    int nworkers;
    bool closing;
    bool closed; /* games were closed since memory was given back; the sweep's own, as is: */
    time_t returned; /* when it was */
    /* answers for addresses below /api/desk; NULL: there is no desk */
    struct answer (*desk)(void *ctx, const struct request *r, json_t *body);
    void *desk_ctx;
    void (*wake)(struct gametable *t); /* tells all who look that there is something new */
    void (*leave)(struct gametable *t,
                  int seat); /* ends the streams of a seat whose key was taken */
};

/* Reads the tables of the folder and starts the workers. False after a message. */
bool house_open(struct house *h, int workers);
/* Stops the workers; who waits for a hint gets none. */
void house_rest(struct house *h);
/* Writes all games and frees everything but the games. */
void house_close(struct house *h);

/* The game of this name, held for the caller (game_drop); NULL. */
struct game *house_game(struct house *h, const char *name);
/* The table with this id, locked, its game opened (or `error` said); NULL. house_done lets go of it. */
struct gametable *house_table(struct house *h, const char *id);
void house_done(struct house *h, struct gametable *t);
/* A new table, which is the house's from now on; it is not locked. False: there are too many. */
bool house_add(struct house *h, struct gametable *t);
/* Something changed at a table that the caller holds: who looks is told, and programs that are asked think. */
void house_changed(struct house *h, struct gametable *t);
/* Lets go of games that nobody has looked at for a minute, and forgets tables that nobody plays at any more. */
void house_sweep(struct house *h, time_t now);

#endif

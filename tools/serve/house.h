/* house.h - all tables, and the workers that play them and let bots think. */
#ifndef CANTRIP_TOOLS_SERVE_HOUSE_H
#define CANTRIP_TOOLS_SERVE_HOUSE_H

#include "gametable.h"

#include <jansson.h>

/* One game uses at most half of a crew. */
enum { PLAYERS = 8, THINKERS_MOST = 32 };
/* Thousands of units of work for one decision. It is a quarter of the default of `limits: work`,
 * because many games share the machine. */
enum { SERVED_WORK = 5000 };
struct answer;
struct asking;

/* A worker and the table it works for; NULL: none. */
struct worker {
    pthread_t thread;
    struct crew *crew;
    const struct gametable *t;
    const struct game *game;
};
/* Workers for one kind of job. */
struct crew {
    struct house *house;
    pthread_cond_t work;
    struct job *jobs, **end; /* waiting jobs */
    struct worker worker[THINKERS_MOST];
    int n;
    bool rests; /* its workers are gone: house_do runs jobs at once */
};

struct house {
    pthread_mutex_t lock; /* guards what follows; a thread that has it takes no other lock */
    struct game **game;   /* references held */
    int ngames;
    const char *folder; /* folder of the tables' files */
    int most, days;     /* most tables; days for which an unused one is kept */
    int each;           /* tables begun from one address in a day; 0: no limit */
    bool lists;         /* whoever visits may see the tables that want it */
    int away;           /* seconds after which the others may let a bot play for a player */
    int empty; /* minutes for which a table is kept if no one sat down; -1: like any other */
    struct gametable *tables;
    int ntables;
    struct crew playing, thinking; /* for rules; for bots */
    atomic_bool closing;
    bool closed; /* games were closed since memory was last given back (only for the sweep) */
    time_t returned; /* of that */
    /* answers requests below /api/desk; NULL: no desk */
    struct answer (*desk)(const struct asking *q);
    void *desk_ctx;
    void (*wake)(struct gametable *t); /* tells the table's observers that there is news */
    void (*leave)(struct gametable *t,
                  int seat); /* ends the streams of a seat that lost its key */
};

/* Reads the tables of the folder and starts the workers, `thinkers` of them for bots. With 0 there
 * are none at all: jobs wait for house_step. False after a message. */
bool house_open(struct house *h, int thinkers);
/* Stops the workers. Waiting jobs run with `closing` set; waiting requests for advice get none. */
void house_rest(struct house *h);
/* Gives a job to a crew. While the house closes, it runs at once. The job's table is held until
 * the job calls house_let_go. */
void house_do(struct crew *c, struct job *j);
/* Runs a job that waits for this crew, which has no workers. False: none waits. */
bool house_step(struct crew *c);
/* Writes all games to disk and frees everything but the games. */
void house_close(struct house *h);

/* The game with this name; the caller holds a reference (game_drop). NULL: none. */
struct game *house_game(struct house *h, const char *name);
/* The table with this id, locked and with its game opened (or `error` set). Release it with
 * house_done. NULL: none. */
struct gametable *house_table(struct house *h, const char *id);
void house_done(struct house *h, struct gametable *t);
/* The table with this id, held but not locked or opened. Release it with house_let_go. NULL:
 * none. */
struct gametable *house_hold(struct house *h, const char *id);
void house_let_go(struct house *h, struct gametable *t);
/* Adds a new table, not locked; the house owns it. False: there are too many. */
bool house_add(struct house *h, struct gametable *t);
/* Has this address or key begun as many tables today as it may? */
bool house_enough(struct house *h, const char *from, const char *with);
/* A player has come to a seat of this table, or left. The caller holds the table. */
void house_hurry(struct house *h, struct gametable *t);
/* Something changed at this table. Observers are told, and bots whose turn it is think. The
 * caller holds the table. */
void house_changed(struct house *h, struct gametable *t);
/* Closes games without a request for a minute. Forgets tables that are unused for too long. */
void house_sweep(struct house *h, time_t now);

#endif

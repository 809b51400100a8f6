/* house.h - all tables that are served, and the workers that play them and let programs think while others are answered. */
#ifndef CANTRIP_TOOLS_SERVE_HOUSE_H
#define CANTRIP_TOOLS_SERVE_HOUSE_H

#include "gametable.h"

#include <jansson.h>

/* Half of a crew is always left to other games than the one that keeps it busiest. */
enum { PLAYERS = 8, THINKERS_MOST = 32 };
/* Thousands of units of work that a decision may take: a quarter of what `limits: work` is where it is not written, for
 * many games share the machine. */
enum { SERVED_WORK = 5000 };
struct answer;
struct asking;

/* One who works, and for whom now; NULL: for nobody. */
struct worker {
    pthread_t thread;
    struct crew *crew;
    const struct gametable *t;
    const struct game *game;
};
/* Those who do one kind of work. */
struct crew {
    struct house *house;
    pthread_cond_t work;
    struct job *jobs, **end; /* that wait */
    struct worker worker[THINKERS_MOST];
    int n;
    bool rests; /* its workers have gone: what is to be done is done at once */
};

struct house {
    pthread_mutex_t lock; /* of what follows; who has it takes no other */
    struct game **game;   /* held */
    int ngames;
    const char *folder; /* of the tables' files */
    int most, days;     /* tables; how long one is kept that nobody plays at */
    int each;           /* tables begun from one address in a day; 0: any */
    int empty; /* minutes that one is kept at which nobody sat down; -1: as any other */
    struct gametable *tables;
    int ntables;
    struct crew playing, thinking; /* rules; programs */
    atomic_bool closing;
    bool closed; /* games were closed since memory was given back; the sweep's own, as is: */
    time_t returned; /* when it was */
    /* answers for addresses below /api/desk; NULL: there is no desk */
    struct answer (*desk)(const struct asking *q);
    void *desk_ctx;
    void (*wake)(struct gametable *t); /* tells all who look that there is something new */
    void (*leave)(struct gametable *t,
                  int seat); /* ends the streams of a seat whose key was taken */
};

/* Reads the tables of the folder and starts the workers, so many to think. False after a message. */
bool house_open(struct house *h, int thinkers);
/* Stops the workers; what waits for them is run with `closing` set, and who waits for a hint gets none. */
void house_rest(struct house *h);
/* Lets a worker of a crew do it; while the house closes it is done at once. Its table is held until house_let_go, which the
 * job calls. */
void house_do(struct crew *c, struct job *j);
/* Writes all games and frees everything but the games. */
void house_close(struct house *h);

/* The game of this name, held for the caller (game_drop); NULL. */
struct game *house_game(struct house *h, const char *name);
/* The table with this id, locked, its game opened (or `error` said); NULL. house_done lets go of it. */
struct gametable *house_table(struct house *h, const char *id);
void house_done(struct house *h, struct gametable *t);
/* The same table held and not locked, nor opened: NULL, or house_let_go. */
struct gametable *house_hold(struct house *h, const char *id);
void house_let_go(struct house *h, struct gametable *t);
/* A new table, which is the house's from now on; it is not locked. False: there are too many. */
bool house_add(struct house *h, struct gametable *t);
/* Has one address, or one key, begun as many tables in a day as it may? */
bool house_enough(struct house *h, const char *from, const char *with);
/* Somebody has come to a seat of a table that the caller holds, or has gone. */
void house_hurry(struct house *h, struct gametable *t);
/* Something changed at a table that the caller holds: who looks is told, and programs that are asked think. */
void house_changed(struct house *h, struct gametable *t);
/* Lets go of games that nobody has looked at for a minute, and forgets tables that nobody plays at any more, or sat down
 * at. */
void house_sweep(struct house *h, time_t now);

#endif

/* gametable.h - one table: a game under way, who sits there, and what each of them was told.
 *
 * Whoever calls holds the table's lock. What its seats may know comes from the kernel's views alone.
 */
#ifndef CANTRIP_TOOLS_SERVE_GAMETABLE_H
#define CANTRIP_TOOLS_SERVE_GAMETABLE_H

#include "game.h"
#include "limits.h"
#include "secret.h"
#include "told.h"
#include "tools/bots.h"

#include <pthread.h>
#include <time.h>

enum { TABLE_ID = 12, NAME_ROOM = 124, LEVEL_ROOM = 12 };

enum who { WHO_NOBODY, WHO_PERSON, WHO_BOT };
struct place {
    enum who who;
    char key[SECRET_ROOM]; /* of the person; "" until there is one */
    char name[NAME_ROOM];  /* "": the game's own name for the seat is shown */
    bool opened;           /* somebody came by its link */
    time_t asked; /* since when the owner would like it back; 0: it was not asked for */
    char level[LEVEL_ROOM];
    int here; /* streams that are open */
};

/* A seat that nobody else may take: its link was opened, or it was given a name. */
static inline bool place_taken(const struct place *p)
{
    return p->opened || *p->name;
}

/* A pick that was made; choice -1: the game went on in another world of this seat's. */
struct made {
    int seat, choice, choices;
    uint64_t drawn; /* random numbers that its player had used; NOT_KNOWN */
    bool person;
};
#define NOT_KNOWN UINT64_MAX

/* What an observer sees beside the log, made once for each version. */
struct seen {
    uint64_t version, sum;
    char *text;
};

/* A question of a person's to a worker: what is each choice worth? */
struct hint {
    int seat;
    char *json;                    /* the answer, or NULL: there is none; freed by who asked */
    void (*ready)(struct hint *h); /* called when it is answered, by the worker */
    void *ctx;
};

/* How a game fared under other rules. */
struct carried {
    size_t picks, done; /* so many there were; so many could be made again */
    int first, was,
        now; /* the first pick that was one among `was` choices and is one among `now`; -1: none */
    char *prompt; /* the question there */
    char *other;  /* since when the table was another one; NULL: it never was */
    char *why;    /* why pick `done` could not be made; NULL: all could */
};
void carried_free(struct carried *c);

struct gametable;
/* Something that a worker does. Rules are played by workers alone: the threads that speak HTTP never wait for a game. */
struct job {
    void (*run)(struct job *j); /* once, also when the house closes meanwhile */
    void *ctx;
    struct gametable
        *t; /* whose it is, held, or NULL; jobs of one table are done one after the other */
    const struct game *game; /* at most half of the workers are at one game; NULL: at none */
    bool first;              /* somebody waits for it: before those for which nobody does */
    struct job *next;
};

struct stream;
struct gametable {
    pthread_mutex_t lock;
    struct gametable *next;
    char id[TABLE_ID + 1], watch[SECRET_ROOM], rematch[TABLE_ID + 1];
    char owner[SECRET_ROOM]; /* the key of whoever began it, who alone may free a seat; or "" */
    char from[ADDRESS_ROOM],
        with[SECRET_ROOM]; /* the address and the key by which it was begun, or "" */
    bool sat;              /* somebody came by the link of a seat */
    struct game *game;     /* it holds */
    const char *lang;
    const char *folder; /* where it is kept */

    ct_engine *engine;
    ct_state *state; /* NULL: it was not looked at since the start */
    ct_audience *audience;
    struct ct_replay rec;
    ct_file *kept;
    struct list options;
    int people, nseats;
    struct place seat[CT_MAX_SEATS];
    /* of an open game, NULL while it rests: its programs; by seat what was told, the spectators' behind */
    struct player *players;
    struct told *told;
    struct made *made;
    size_t nmade, made_cap;
    /* the game as it was before other rules cut it, and what was made in it, until somebody picks; or NULL */
    char *whole;
    struct made *whole_made;
    struct seen seen[CT_MAX_SEATS + 1];

    uint64_t epoch;   /* another one whenever what was told is told anew */
    uint64_t version; /* counts what anybody could see */
    unsigned rules;   /* counts by how many rules it was played */
    unsigned news;    /* counts what its desk has to tell; 0: it has none */
    int undo_by;      /* the seat that wants picks back, or -1 */
    unsigned undo_agreed;
    bool over;
    char *error;       /* the game broke, or cannot be opened: why */
    int thinking;      /* the seat for which a worker thinks, or -1 */
    bool queued;       /* it waits for a worker that thinks, or has one */
    struct job think;  /* that one's; its `first` is the house's */
    int users;         /* who holds it; the house guards it */
    struct hint *hint; /* that waits for a worker, or NULL */
    struct stream *streams;
    time_t begun;                   /* 0: a rematch, or not known */
    _Atomic time_t touched, looked; /* the last pick; when somebody asked for it */
};

/* Who looks: a seat, or CT_SPECTATOR; his number among `told` and `seen`. */
static inline int gametable_place(const struct gametable *t, int observer)
{
    return observer >= 0 ? observer : t->nseats;
}

/* An empty table with secrets of its own; it belongs to the caller (gametable_free). */
struct gametable *gametable_new(struct game *game, const char *lang, const char *folder);
/* Another one of the same game, language, people and options, at which nobody sits yet. */
struct gametable *gametable_like(const struct gametable *t);
void gametable_free(struct gametable *t);
/* Makes room for a game that is opened (or was, and could not be): `players` and `told`. */
void gametable_wake(struct gametable *t);
/* Lets go of its game, which is kept; what stays is who sits there. */
void gametable_close(struct gametable *t);

/* Adds an option, "name=value", to those that its game starts with. */
void gametable_option(struct gametable *t, const char *text);
/* Starts its game: options and people are set. False: *wrong says why (free()). */
bool gametable_start(struct gametable *t, uint64_t seed, char **wrong);
/* The game of a replay or save that was read into `rec`, as far as it was played. The same. With `carried` the rules may be
 * other ones: then as far as its picks can be made. */
bool gametable_restore(struct gametable *t, struct carried *carried, char **wrong);
/* The game goes on by other rules, at the same place if its picks can be made there. Those that cannot are tried again by
 * the rules after them, as long as nobody has picked. False: it cannot be begun by them, or
 * fails before its picks are made; *wrong says why, and all is as it was. */
bool gametable_carry(struct gametable *t, struct game *game, struct carried *carried,
                     char **wrong);
/* Gives the program of a seat its level, "random" too. False: there is no such level. */
bool gametable_level(struct gametable *t, int seat, const char *level);

/* Says names in what follows; `you`: the seat spoken to, or -1. */
void gametable_names(struct gametable *t, int you);
/* Makes choice number `choice` of a seat that is asked, and plays on to the next question. False: the game is broken,
 * `error` says how. */
bool gametable_pick(struct gametable *t, int seat, int choice);
/* The game goes on in another world that `seat` cannot tell from this one (ct_enter_world); nothing before it is taken
 * back any more. False: not in this one. */
bool gametable_world(struct gametable *t, int seat, uint64_t stream);
/* A program that is asked and may answer: its seat, or -1. */
int gametable_program(const struct gametable *t);

/* The number of picks up to which `seat` would take back; -1: it has made none that can be. */
int gametable_undo_to(const struct gametable *t, int seat);
/* Takes back all picks from number `to` on. */
bool gametable_undo(struct gametable *t, size_t to);
/* Persons who sit at the table, as a mask. */
unsigned gametable_persons(const struct gametable *t);
/* A copy of the game as it stood after so many picks; ct_state_free. NULL: it cannot be played again. */
ct_state *gametable_past(struct gametable *t, size_t picks);
/* Tells an observer the game from its start again. False: no memory. */
bool gametable_again(struct gametable *t, int observer, struct told *to);

#endif

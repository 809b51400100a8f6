/* gametable.h - one table: its game, its seats, and what each observer was told.
 *
 * The caller holds the table's lock. What a seat may know comes from the kernel's views only.
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
/* Why a bot plays a player's seat to the end. */
enum gone { GONE_NOT, GONE_GAVE_UP, GONE_TIME };
extern const char *const gone_names[3];
struct place {
    enum who who;
    char key[SECRET_ROOM]; /* of the player; "": no player yet */
    char name[NAME_ROOM];  /* "": the page shows the game's own name for the seat */
    bool opened;           /* a player has opened its link */
    time_t asked;          /* when the owner asked for the seat back; 0: never */
    char level[LEVEL_ROOM];
    int here; /* number of open streams */
    enum gone gone;
    time_t left;      /* when a stream of it last opened or closed; 0: not in this server */
    unsigned replace; /* the seats that agree to a bot here, while its player is away */
    int colour;       /* its player's colour, from 1; 0: none was chosen */
    bool shows;       /* its player lets spectators see the cards */
    bool came;        /* its player has been here */
    struct clock {
        int64_t left, since; /* milliseconds, as of `since`; 0: it stands still */
    } clock, told;           /* its own, and as the others may see it */
};

/* Is the seat reserved? It is when its link was opened or it has a name. */
static inline bool place_taken(const struct place *p)
{
    return p->opened || *p->name;
}

/* A pick that was made. Choice -1: the game went on in another world that looks the same to the
 * seat. */
struct made {
    int seat, choice, choices;
    uint64_t drawn; /* random numbers that its player had used; NOT_KNOWN */
    bool person;
};
#define NOT_KNOWN UINT64_MAX

/* What an observer sees beside the log, kept for one version. */
struct seen {
    uint64_t version, sum;
    char *text;
};

enum { COLOURS = 8 };
/* The newest lines of the chat that are kept, and the longest one, in bytes. */
enum { CHAT_LINES = 50, CHAT_ROOM = 301 };

/* A player's request for advice: what is each choice worth? */
struct hint {
    int seat;
    char *json; /* the advice, or NULL: there is none; the requester frees it */
    void (*ready)(struct hint *h); /* the worker calls it when the advice is there */
    void *ctx;
};

/* What became of a game under other rules. */
struct carried {
    size_t picks, done; /* all picks; those that could be made again */
    int first, was,
        now; /* index of the first pick with another number of choices (before, now); -1: none */
    char *prompt; /* the question at that pick */
    char *other;  /* the first moment at which the table differs; NULL: never */
    char *why;    /* why pick `done` could not be made; NULL: all were made */
};
void carried_free(struct carried *c);

struct gametable;
/* A job for a worker. Only workers play rules, so the HTTP threads never wait for a game. */
struct job {
    void (*run)(struct job *j); /* called once, also when the house closes before it */
    void *ctx;
    struct gametable *t;     /* the table, held, or NULL; its jobs run one after the other */
    const struct game *game; /* at most half of the workers serve one game; NULL: no limit */
    bool first;              /* a player waits for it, so it goes before the others */
    struct job *next;
};

struct stream;
struct gametable {
    pthread_mutex_t lock;
    struct gametable *next;
    char id[TABLE_ID + 1], watch[SECRET_ROOM], rematch[TABLE_ID + 1];
    char owner[SECRET_ROOM]; /* key of the player who began it and may free seats; or "" */
    char from[ADDRESS_ROOM], with[SECRET_ROOM]; /* its creator's address and key, or "" */
    bool sat;                                   /* a player has opened the link of a seat */
    bool shown;                                 /* spectators have seen all cards */
    bool listed;                                /* everyone at the server may find it */
    struct game *game;                          /* a reference is held */
    const char *lang;
    const char *folder; /* folder of its files */

    ct_engine *engine;
    ct_state *state; /* NULL: not opened since the start */
    ct_audience *audience;
    struct ct_replay rec;
    ct_file *kept;
    struct list options;
    int people, nseats;
    struct place seat[CT_MAX_SEATS];
    /* while the game is open: its bots, and what each observer was told (by seat, spectators
     * last); else NULL */
    struct player *players;
    struct told *told;
    struct made *made;
    size_t nmade, made_cap;
    /* the text of the game before other rules cut it, with the picks of that game; kept until
     * the next pick, or NULL */
    char *whole;
    struct made *whole_made;
    struct seen seen[CT_MAX_SEATS + 1];

    uint64_t epoch;   /* changes whenever the game is told again from its start */
    uint64_t version; /* counts changes that any observer could see */
    unsigned rules;   /* counts the versions of the rules played here */
    unsigned news;    /* counts news of the desk; 0: none */
    int undo_by;      /* the seat that asks to take picks back, or -1 */
    unsigned undo_agreed;
    bool over;
    char *error;       /* why the game broke or cannot be opened */
    int thinking;      /* the seat whose bot is thinking, or -1 */
    bool queued;       /* it waits for a thinking worker, or has one */
    struct job think;  /* the job for that worker; the house sets its `first` */
    int users;         /* number of holders; guarded by the house's lock */
    struct hint *hint; /* waits for a worker, or NULL */
    struct stream *streams;
    time_t begun; /* 0: unknown, or a rematch */
    time_t since; /* when this server made or read it */
    struct {
        int seat;
        char text[CHAT_ROOM];
    } * chat;           /* line n at n % CHAT_LINES; NULL: nobody has said anything */
    size_t said;        /* number of lines */
    int minutes, plus;  /* of each player's clock, 0: none; seconds added for a pick */
    uint64_t clocks_at; /* number of public events when clocks were last told */
    _Atomic time_t touched, looked; /* the last pick; the last request */
};

/* The observer's index in `told` and `seen`: a seat, or CT_SPECTATOR. */
static inline int gametable_place(const struct gametable *t, int observer)
{
    return observer >= 0 ? observer : t->nseats;
}

/* Makes an empty table with its own secrets. The caller owns it (gametable_free). */
struct gametable *gametable_new(struct game *game, const char *lang, const char *folder);
/* Makes an empty table with the same game, language, number of players and options. */
struct gametable *gametable_like(const struct gametable *t);
void gametable_free(struct gametable *t);
/* Makes room for an opened game: `players` and `told`. */
void gametable_wake(struct gametable *t);
/* Closes the game, which is kept on disk. The seats stay. */
void gametable_close(struct gametable *t);

/* Adds an option "name=value" for the start of the game. */
void gametable_option(struct gametable *t, const char *text);
/* Starts the game. Set the options and players before. False: *wrong says why (free()). */
bool gametable_start(struct gametable *t, uint64_t seed, char **wrong);
/* Plays the game in `rec` (a replay or save) up to its last pick. With `carried` the rules may
 * differ: it then stops before the first pick that cannot be made. False: *wrong says why
 * (free()). */
bool gametable_restore(struct gametable *t, struct carried *carried, char **wrong);
/* Continues the game by other rules, at the same place if its picks can be made. Picks that
 * cannot be made are tried again by the next rules, unless a new pick was made before. False:
 * the rules cannot start the game, or fail before its picks are made. Then *wrong says why and
 * nothing changes. */
bool gametable_carry(struct gametable *t, struct game *game, struct carried *carried,
                     char **wrong);
/* Sets the level of a seat's bot; "random" is one, too. False: no such level. */
bool gametable_level(struct gametable *t, int seat, const char *level);
/* Gives a seat to a bot of this level, or to a random one. */
void gametable_bot(struct gametable *t, int seat, const char *level);
/* A seat's player says a line. */
void gametable_say(struct gametable *t, int seat, const char *text);
/* Is the game over because all but one have given up, or all players? */
bool gametable_given_up(const struct gametable *t);

/* Sets the names for the texts that follow. `you`: the seat that reads them, or -1. */
void gametable_names(struct gametable *t, int you);
/* Makes choice number `choice` of a seat and plays on to the next question. False: the game
 * broke; `error` says why. */
bool gametable_pick(struct gametable *t, int seat, int choice);
/* Continues in another world that `seat` cannot tell from this one (ct_enter_world). Earlier
 * picks cannot be taken back any more. False: not possible here. */
bool gametable_world(struct gametable *t, int seat, uint64_t stream);
/* The seat of a bot that may pick now, or -1. */
int gametable_program(const struct gametable *t);

/* The number of picks that remain if `seat` takes back. -1: no pick to take back. */
int gametable_undo_to(const struct gametable *t, int seat);
/* Takes back all picks from number `to` on. */
bool gametable_undo(struct gametable *t, size_t to);
/* May spectators see all cards? All players must agree, and no seat may be free. */
bool gametable_open(const struct gametable *t);
/* The seats of players (not bots), as a mask. */
unsigned gametable_persons(const struct gametable *t);
/* A copy of the game after `picks` picks (ct_state_free). NULL: it cannot be played again. */
ct_state *gametable_past(struct gametable *t, size_t picks);
/* Tells an observer the game from its start again. False: out of memory. */
bool gametable_again(struct gametable *t, int observer, struct told *to);

#endif

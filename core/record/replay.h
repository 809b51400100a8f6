/* replay.h - a game as the picks that made it: text that people can read and compare.
 *
 *     cantrip replay 1
 *     ruleset: NAME or path            as it was given
 *     rules: HEX HEX                   fingerprints: behaviour, layout
 *     people: 2
 *     seed: 7
 *     option: NAME=VALUE               every option there is
 *     seat: Alice, human               each seat in order; "none": no person sits there
 *     seat: Bob, random
 *
 *     Alice: keep owl = 3f2a           who, what (identifiers), the table before the pick
 *     Bob: unknown #2 = 91c0           the second of those that are written alike
 *     end: over HEX HEX                or open, unfinished; hash, position key
 *     result: Alice 12 wins, Bob 7     scores, if there are any
 *
 * Empty lines and lines that begin with # mean nothing. A file may hold several. Answers that
 * the kernel gives (one choice) are not written. The four digits are a sum of what lies where,
 * by identifiers: it tells the first pick before which a changed game is another one.
 *
 * A save (save.h) is a replay followed by the block.
 */
#ifndef CANTRIP_RECORD_REPLAY_H
#define CANTRIP_RECORD_REPLAY_H

#include "base/str.h"
#include "cantrip.h"

struct replay_seat {
    char *name, *player; /* player NULL: nobody sits there */
    uint64_t drawn;      /* random numbers that its program has used (saves) */
};
struct replay_pick {
    int seat;
    char *text; /* "keep owl", "unknown #2" */
    int check;  /* the table before it, -1: not given */
    int line;
};
struct replay_option {
    char *text; /* "name=value" */
    int line;
};
enum replay_end { REPLAY_OPEN, REPLAY_OVER, REPLAY_UNFINISHED };

struct replay {
    char *path; /* of the file, for messages; NULL: not read from one */
    char *ruleset;
    uint64_t behaviour, layout, seed;
    int people;
    struct replay_option *option;
    int noptions;
    struct replay_seat seat[CT_MAX_SEATS];
    int nseats;
    struct replay_pick *pick;
    size_t npicks, cap;
    enum replay_end end;
    uint64_t hash, position;
    char *result; /* NULL: none */
    int line, people_line, end_line;
    bool save;      /* "cantrip save" */
    uint8_t *block; /* of a save */
    size_t nblock;
    int block_line;
};

/* The words that begin a line which is no pick. */
#define REPLAY_KEYS                                                                            \
    "ruleset", "rules", "people", "seed", "option", "seat", "end", "result", "block"

/* ---- writing ---- */

/* A replay of a game that has just begun; names and players: replay_player. */
void replay_init(struct replay *r, ct_engine *engine, ct_state *game, const char *ruleset);
void replay_player(struct replay *r, int seat, const char *player);
void replay_free(struct replay *r);
/* Notes the pick that is about to be made: choice i of those listed last, for this seat. */
void replay_note(struct replay *r, ct_engine *engine, ct_state *game, int seat, int i);
/* Forgets the picks from number n on. */
void replay_cut(struct replay *r, size_t n);
/* Notes how the game stands now. 0 or -1 (ct_error). */
int replay_close(struct replay *r, ct_engine *engine, ct_state *game);
void replay_write(const struct replay *r, struct str *to);
/* The sum of what lies where: 0 … 65535. */
int replay_check(ct_engine *engine, ct_state *game);
/* "Alice 12 wins, Bob 7": how a game stands; "" if nothing can be said. */
void replay_result(struct str *to, ct_engine *engine, ct_state *game);

/* ---- reading ---- */

/* Reads the replay or save that begins at *at, which is moved behind it; *line likewise. False:
 * it is refused, *wrong says "PATH:LINE: why". */
bool replay_read(struct replay *r, const char *path, const char *text, size_t n, size_t *at,
                 int *line, struct str *wrong);

/* Identifier `was` is called `now` in all picks: a card was renamed. How many picks it changed.
 */
size_t replay_rename(struct replay *r, const char *was, const char *now);

/* ---- playing it again ---- */

/* Names the seats as the replay does, for texts and for its picks. */
void replay_names(const struct replay *r, ct_engine *engine, int you);
/* The game at its start. Options that the game has not any more are left out and told in *said,
 * if its fingerprints have changed. NULL: *wrong says why. */
ct_state *replay_start(const struct replay *r, ct_engine *engine, struct str *said,
                       struct str *wrong);
/* Told of each pick before it is made: its number, and which of how many choices. */
typedef void (*replay_fn)(void *ctx, size_t pick, int choice, int choices);
struct replay_run {
    size_t done;       /* picks made */
    bool other;        /* the table was another one before … */
    size_t other_at;   /* … this pick (or the end) */
    size_t hook_from;  /* first pick that answers the script hook under way; = done: none */
    uint64_t hook_run; /* which run of a hook that is */
    replay_fn each;    /* or NULL */
    void *ctx;
};
/* Plays on to pick number `to`, and to the question or end that follows. 1: done; 0: the next
 * pick (run->done) cannot be made, *why says so in words; -1: the ruleset fails, *why. */
int replay_play(const struct replay *r, ct_engine *engine, ct_state *game, size_t to,
                struct replay_run *run, struct str *why);
/* Does the game stand as the replay says? Adds what differs to *why. */
bool replay_agrees(const struct replay *r, ct_engine *engine, ct_state *game,
                   const struct replay_run *run, struct str *why);
/* Since when the table was another one (run->other), a line. */
void replay_other_words(struct str *to, const struct replay *r, const struct replay_run *run);
/* "pick 3 (FILE:20), Alice: keep owl" */
void replay_pick_words(struct str *to, const struct replay *r, size_t pick);
/* Were these the rules? */
bool replay_same_rules(const struct replay *r, const ct_definition *def);
/* What has changed since, a sentence. */
void replay_change_words(struct str *to, const struct replay *r, const ct_definition *def);

#endif

/* play.h - a game at the terminal, new (`play`) or saved (`resume`). */
#ifndef CANTRIP_TOOLS_PLAY_H
#define CANTRIP_TOOLS_PLAY_H

#include "session.h"
#include "tools/term/term.h"

struct play {
    const char *command; /* for messages */
    ct_definition *def;
    struct ct_setup setup;
    struct player players[CT_MAX_SEATS];
    struct board board;
    struct session session;
    struct buffer place; /* path of a save that was not given a name */
    const char *lang, *bots, *level, *as;
    struct list seat_flags;
    bool named[CT_MAX_SEATS]; /* [seat of a player]: was a player named for it? */
    const char *wrong;        /* why a player failed, or NULL: ct_error */
    int observer;
    int people, at_keyboard;     /* players at this keyboard; seat + 1 of the last one asked */
    bool terminal, plain, lines; /* plain: no shortcut; lines: no full screen */
    bool seeded, show_seed;      /* --seed was given; --show-seed */
    bool seed_told, over;        /* over: played to its end */
    bool quiet;                  /* the log is kept, not printed: it was told before */
};

/* Makes the engine. lang: --lang, or NULL. False after a message. */
bool play_engine(struct play *p, const char *lang);
/* Settles whose view is shown, by who plays and --as. The log follows it from now on. False after
 * a message. */
bool play_observer(struct play *p);
/* Plays the game in board.game to its end. Its session has begun. The exit status. */
int play_on(struct play *p);
void play_free(struct play *p);

#endif

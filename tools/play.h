/* play.h - a game at the terminal, new (`play`) or saved (`resume`). */
#ifndef CANTRIP_TOOLS_PLAY_H
#define CANTRIP_TOOLS_PLAY_H

#include "session.h"
#include "tools/screen/board.h"
#include "tools/screen/prompt.h"
#include "tools/term/term.h"

struct play {
    const char *command; /* for messages */
    ct_definition *def;
    struct ct_setup setup;
    struct player players[CT_MAX_SEATS];
    struct board board;
    struct prompt prompt;
    struct term term; /* where a person sits at a terminal that can do it */
    struct session session;
    struct buffer place; /* of a save that nobody named */
    const char *lang, *bots, *level, *as;
    struct list seat_flags;
    bool named[CT_MAX_SEATS]; /* by person: who plays there was said */
    const char *wrong;        /* what a player that failed says, or NULL: ct_error */
    int observer;
    int people, at_keyboard;      /* persons who sit here; seat + 1 of who was asked last */
    size_t read_to[CT_MAX_SEATS]; /* so much of the log was told each of them */
    bool terminal, plain, lines;  /* plain: no shortcut; lines: no full screen */
    bool seeded, show_seed;       /* --seed was given; --show-seed */
    bool seed_told, over;         /* over: played to its end */
    bool quiet;                   /* the log is remembered, not printed: what was told before */
};

/* Makes the engine; lang: NULL or --lang. False after a message. */
bool play_engine(struct play *p, const char *lang);
/* What may be seen, by who plays and --as; the log goes there from now on. False after a
 * message. */
bool play_observer(struct play *p);
/* Plays the game in board.game, whose session has begun, to its end. The exit status. */
int play_on(struct play *p);
void play_free(struct play *p);

#endif

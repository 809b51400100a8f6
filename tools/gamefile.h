/* gamefile.h - replays and saves on the command line. */
#ifndef CANTRIP_TOOLS_GAMEFILE_H
#define CANTRIP_TOOLS_GAMEFILE_H

#include "bots.h"

/* A file with one game or several. */
struct gamefile {
    const char *path;
    char *text;
    size_t n, at;
    int line;
};

/* False after a message. */
bool gamefile_open(struct gamefile *f, const char *path);
void gamefile_close(struct gamefile *f);
/* The next game: 1; at the end 0; -1 after a message. Call ct_replay_free in each case. */
int gamefile_next(struct gamefile *f, struct ct_replay *r);
/* Game number n (from 1) of a file: 0, or -1 after a message. */
int gamefile_nth(struct gamefile *f, int64_t n, struct ct_replay *r);
/* Applies each --rename WAS=NOW. `any`: a game may lack the card. False after a message. */
bool gamefile_rename(struct ct_replay *r, const char *command, const struct list *renames,
                     bool any);
/* Loads the game of a replay, or `ruleset` if it is given. NULL after a message. */
ct_definition *gamefile_ruleset(const struct ct_replay *r, const char *ruleset);
/* Who sat there. Unknown players become random bots. */
void gamefile_players(const struct ct_replay *r, struct player *players);
/* "spectator", "all", or a seat by number or name. False after a message. */
bool gamefile_observer(const struct ct_replay *r, const char *command, const char *as,
                       int *out);

#endif

/* session.h - what `play` and `resume` keep of a game under way: its picks, for the save, the
 * replay and undo. */
#ifndef CANTRIP_TOOLS_SESSION_H
#define CANTRIP_TOOLS_SESSION_H

#include "bots.h"
#include "buffer.h"

/* What a pick changes in its player. Small, because a game may have a million picks. */
struct past_player {
    uint64_t drawn; /* random numbers */
    enum player_kind kind;
};

struct session {
    struct ct_replay rec;
    const char *save, *record;  /* files, or NULL */
    ct_file *kept;              /* the open save: nobody else can write it */
    struct past_player *before; /* [i]: of pick from + i: its player before it */
    size_t from, cap;
    bool fresh, failed; /* fresh: something is not saved; failed: saving failed last time */
};

/* Opens the save (any kind is read), if there is a path, and checks that the replay can be
 * written. False after a message. */
bool session_files(struct session *s, const char *command, const char *kind);
/* From now on keeps the game in a new save in your folder of saves. The path, which is in `place`,
 * or NULL after a message. */
const char *session_save_place(struct session *s, const char *command, const char *game,
                               struct buffer *place);
/* Notes who plays. */
void session_players(struct session *s, const struct player *players);
/* Notes the pick that is about to be made (listed last, for this seat), and its player before it. */
void session_note(struct session *s, ct_engine *engine, ct_state *game, int seat, int choice,
                  const struct player *player);
/* Saves if there is a file and something new. `durable` as in record/save.h. False after a
 * message. */
bool session_save(struct session *s, ct_engine *engine, ct_state *game,
                  const struct player *players, bool durable);
/* Takes back the seat's last n picks and all later ones, also in the players. 0; -1: ct_error; -2:
 * the seat has made no pick; else how many it has made: fewer than n. */
int session_undo(struct session *s, ct_engine *engine, ct_state *game, int seat, int n,
                 struct player *players);
/* Writes the replay. False after a message. */
bool session_end(struct session *s, ct_engine *engine, ct_state *game);
void session_free(struct session *s);

#endif

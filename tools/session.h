/* session.h - what `play` and `resume` keep of a game under way: its picks, for the save, the
 * replay and undo.
 */
#ifndef CANTRIP_TOOLS_SESSION_H
#define CANTRIP_TOOLS_SESSION_H

#include "bots.h"
#include "buffer.h"

/* What a pick changes of its player. Small: a game may have a million picks. */
struct past_player {
    uint64_t drawn; /* random numbers */
    enum player_kind kind;
};

struct session {
    struct ct_replay rec;
    const char *save, *record;  /* files, or NULL */
    ct_file *kept;              /* the save, while nobody else may write it */
    struct past_player *before; /* of pick from + i: who made it, as they were before */
    size_t from, cap;
    bool fresh, failed; /* something is not saved; saving failed last time */
};

/* Keeps the save (of any kind: it is read then), if there is a path, and asks whether the replay can be
 * written. False after a message. */
bool session_files(struct session *s, const char *command, const char *kind);
/* Keeps the game from now on in a save of its own in the person's folder of saves, whose path is put into `place`. The
 * path, or NULL after a message. */
const char *session_save_place(struct session *s, const char *command, const char *game,
                               struct buffer *place);
/* Notes who plays. */
void session_players(struct session *s, const struct player *players);
/* Notes the pick that is about to be made (listed last, for this seat) and its player as they were before they
 * chose it. */
void session_note(struct session *s, ct_engine *engine, ct_state *game, int seat, int choice,
                  const struct player *player);
/* Saves, if there is a file and something new; `durable` as in record/save.h. False after a
 * message. */
bool session_save(struct session *s, ct_engine *engine, ct_state *game,
                  const struct player *players, bool durable);
/* Takes back the seat's last n picks and all that came later; game and players are as they were
 * before. 0: done; -1: ct_error; -2: the seat has made no pick; else how many it has made:
 * fewer. */
int session_undo(struct session *s, ct_engine *engine, ct_state *game, int seat, int n,
                 struct player *players);
/* Writes the replay. False after a message. */
bool session_end(struct session *s, ct_engine *engine, ct_state *game);
void session_free(struct session *s);

#endif

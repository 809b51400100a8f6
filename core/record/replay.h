/* replay.h - a game as the picks that made it: a text to read and compare.
 *
 *     cantrip replay 1
 *     ruleset: NAME or path            as it was given
 *     rules: HEX HEX                   fingerprints: behaviour, layout
 *     blocks: 9                        the version of blocks
 *     people: 2
 *     seed: 7
 *     option: NAME=VALUE               every option there is
 *     seat: Alice, human               each seat in order; "none": no person sits there
 *     seat: Bob, random, 12 drawn      of a save: random numbers that the bot has used
 *
 *     Alice: keep owl = 3f2a           who, what (identifiers), the table before the pick
 *     Bob: unknown #2 = 91c0           the second of equal texts
 *     Bob: meld ant+bee+cat = 0b1f     a set of cards
 *     world: Alice, 3 = 91c0           goes on in a world that looks the same to Alice
 *     end: over HEX HEX                or open, unfinished, broken; hash, position key
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

/* Words that begin a line without a pick. REPLAY_HEAD_KEYS of them come before the picks. */
enum { REPLAY_HEAD_KEYS = 7 };
#define REPLAY_KEYS                                                                            \
    "ruleset", "rules", "blocks", "people", "seed", "option", "seat", "end", "result",         \
        "block", "world"

/* How a game can stand, by enum ct_status. */
extern const char *const replay_ends[];
/* Room for one more pick. */
bool replay_room(struct ct_replay *r);
/* Memory losses of a growing text are noted (mem_losses). */
void replay_write(const struct ct_replay *r, bool save, struct str *to);
/* "Alice 12 wins, Bob 7": how a game stands; "" if nothing can be said. */
void replay_result(struct str *to, ct_engine *engine, ct_state *game);

#endif

/* solve.h - exact search in games for one: can this deal be won, its draws known?
 *
 * Depth first over all picks, each position (ct_position) looked at once, positions that the
 * ruleset calls hopeless not at all. What the generator still has to say is taken as the seed
 * has it; a game whose draws are all laid down by the deal is solved exactly.
 */
#ifndef CANTRIP_BOT_SOLVE_H
#define CANTRIP_BOT_SOLVE_H

#include "cantrip.h"

struct solver;

enum solve_answer { SOLVE_WINNABLE, SOLVE_LOST, SOLVE_UNDECIDED, SOLVE_FAILED };
struct solve_report {
    uint64_t nodes;  /* picks tried */
    uint64_t pruned; /* positions that were called hopeless */
    uint64_t wrong;  /* of these, winnable all the same: `check` only */
    int depth;       /* picks of the win */
    bool no_memory;  /* why it failed; else ct_error of the engine */
};

struct solver *solver_new(ct_engine *engine);
void solver_free(struct solver *s);
/* Solves the game from `deal` on, with at most `nodes` picks. With `check` nothing is pruned:
 * hopeless positions are searched like any, and each that can be won is counted. SOLVE_FAILED:
 * ct_error of the engine says why. All deals of a solver are of one game. */
enum solve_answer solver_run(struct solver *s, const ct_state *deal, uint64_t nodes, bool check,
                             struct solve_report *out);

#endif

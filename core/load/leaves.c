/* leaves.c: which effects may change something that no line of the log tells: a counter, a
 * watcher, a waiting effect, cards shown to one seat. For all other effects some player sees
 * whether they did anything. */
#include "load/parts.h"

enum known { UNKNOWN, UNDER_WAY, LEAVES, LEAVES_NOTHING };
struct leaves {
    const struct loader *ld;
    uint8_t *known; /* enum known, at the start of each stretch */
};

static bool walk(struct leaves *w, int32_t pc);

static bool op_leaves(struct leaves *w, const struct kop *op)
{
    struct inner in;
    bool leaves = false;

    switch ((enum op)op->op) {
    case OP_JUMP:
    case OP_UNLESS:
    case OP_PHASE:
    case OP_ITER:
    case OP_ITER_END:
    case OP_DEAL:
    case OP_MAKE:
    case OP_MOVE:
    case OP_PASS:
    case OP_FILL:
    case OP_TURN:
    case OP_SHUFFLE:
    case OP_CANCEL:
    case OP_TELL:
    case OP_SAY:
    case OP_FINISH: return false;
    case OP_CHOOSE:
    case OP_CALL:
        for (int i = 0; !leaves && inner_pc(w->ld, op, i, &in); i++)
            leaves = walk(w, in.pc);
        return leaves;
    case OP_HOOK: return !w->ld->hook_leaves || w->ld->hook_leaves[op->list];
    default: return true;
    }
}

/* A loop through a choice is not followed again. It counts as leaving something. */
static bool walk(struct leaves *w, int32_t pc)
{
    bool leaves = false;

    if (pc < 0)
        return false;
    if (w->known[pc] != UNKNOWN)
        return w->known[pc] != LEAVES_NOTHING;
    w->known[pc] = UNDER_WAY;
    for (const struct kop *op = &w->ld->prog.v[pc]; op->op != OP_END && !leaves; op++)
        leaves = op_leaves(w, op);
    w->known[pc] = leaves ? LEAVES : LEAVES_NOTHING;
    return leaves;
}

void leaves_find(struct loader *ld)
{
    struct leaves w = {ld, arena_alloc(ld->mem, ld->prog.n + 1)};

    for (uint32_t i = 0; i < ld->effects.n; i++)
        ld->effect_infos.v[i].leaves = ld->effects.v[i].pc < 0 || walk(&w, ld->effects.v[i].pc);
}

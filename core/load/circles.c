/* circles.c: calls through a choice: a step offers an action that calls the step.
 *
 * Direct calls of itself are reported while compiling (calls.c). Here the whole program exists
 * and is searched. An action that only offers itself again is no error: it ends when no player
 * takes it.
 */
#include <string.h>

#include "load/parts.h"

/* The path from the start of the search to a stretch of the program. */
struct way {
    int32_t pc;
    uint32_t call; /* place in the files of the call that leads to it; 0: none */
    const struct way *up;
};
struct walk {
    struct loader *ld;
    const char **name; /* the step, verb or action that begins at each pc, or NULL */
    uint8_t *seen;     /* 0, UNDER_WAY, DONE */
};
enum { UNDER_WAY = 1, DONE };

/* "a → b → a", from the first of WAY to its last and back. */
static void say_circle(struct walk *w, const struct way *way, int32_t first, uint32_t call)
{
    struct loader *ld = w->ld;
    const char *text = "", *name = NULL;
    for (const struct way *at = way; at; at = at->pc == first ? NULL : at->up) {
        if (w->name[at->pc])
            text = arena_printf(ld->mem, " → %s%s", name = w->name[at->pc], text);
        if (!call && at->pc != first)
            call = at->call;
    }
    if (!call)
        return;
    struct node at = node_at(&ld->pos.v[call]);
    SAY(ld, &at, "STEP-CIRCLE", "write a loop as an 'each' or a phase with 'while'",
        "'%s' calls itself: %s → %s", name, text + strlen(" → "), name);
}

static void visit(struct walk *w, const struct way *up, int32_t pc, uint32_t call)
{
    const struct way way = {pc, call, up};
    if (pc < 0 || w->seen[pc] == DONE)
        return;
    if (w->seen[pc] == UNDER_WAY) {
        say_circle(w, up, pc, call);
        return;
    }
    w->seen[pc] = UNDER_WAY;
    for (const struct kop *op = &w->ld->prog.v[pc]; op->op != OP_END; op++) {
        if (op->op == OP_CALL)
            visit(w, &way, w->ld->effects.v[op->list].pc, op->src);
        if (op->op != OP_CHOOSE)
            continue;
        const struct kchoose *c = &w->ld->chooses.v[op->list];
        for (int i = 0; i < c->nactions; i++)
            visit(w, &way, w->ld->actions.v[w->ld->acts.v[c->actions + i]].pc, 0);
        visit(w, &way, c->else_pc, 0);
        visit(w, &way, c->declined_pc, 0);
    }
    w->seen[pc] = DONE;
}

void circles_check(struct loader *ld)
{
    struct walk w = {ld, arena_alloc(ld->mem, (ld->prog.n + 1) * sizeof *w.name),
                     arena_alloc(ld->mem, ld->prog.n + 1)};
    bool any = false;
    for (uint32_t i = 0; i < ld->effects.n; i++)
        if (ld->effects.v[i].call && ld->effects.v[i].pc >= 0) {
            w.name[ld->effects.v[i].pc] = ld->verbs.v[ld->effects.v[i].verb].info.name.id;
            any = true;
        }
    for (uint32_t i = 0; i < ld->actions.n; i++)
        if (ld->actions.v[i].named && ld->actions.v[i].pc >= 0)
            w.name[ld->actions.v[i].pc] = ld->action_names.v[i].id;
    for (uint32_t pc = 0; any && pc < ld->prog.n; pc++)
        if (!pc || ld->prog.v[pc - 1].op == OP_END)
            visit(&w, NULL, (int32_t)pc, 0);
}

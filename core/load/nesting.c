/* nesting.c: choices within each other. Each keeps answers open while those within it are asked, and there is room for
 * four: a fifth could never be asked. Calls and named actions count as if they were written there; what only play
 * knows (an effect that is carried out while a choice is open, a circle of actions) fails there (LIMIT-CHOOSE).
 */
#include <string.h>

#include "load/parts.h"

struct nesting {
    struct loader *ld;
    uint8_t *deepest; /* of each stretch: within how many choices it was walked, plus 1 */
    bool *under_way;
    bool *said;                  /* of each op */
    uint32_t open[OPEN_CHOICES]; /* places of the choices around */
};

static void say_nested(struct nesting *t, const struct kop *op)
{
    struct loader *ld = t->ld;
    const struct position *p = &ld->pos.v[op->src];
    struct node at = {.kind = NODE_SCALAR, .src = p->src, .line = p->line, .col = p->col};
    const char *lines = "";
    for (int i = 0; i < OPEN_CHOICES; i++) {
        const struct position *o = &ld->pos.v[t->open[i]];
        const char *where = o->src == p->src ? "" : arena_printf(ld->mem, "%s:", o->src->path);
        lines = arena_printf(ld->mem, "%s%s%s%d", lines,
                             i == OPEN_CHOICES - 1 ? " and "
                             : i                   ? ", "
                                                   : "",
                             where, o->line);
    }
    SAY(ld, &at, "LIMIT-CHOOSE",
        "let a choice end before the next: its answer may stand in a counter",
        "a choice within %d others, in lines %s: it could never be asked", OPEN_CHOICES, lines);
}

static void walk(struct nesting *t, int32_t pc, unsigned within);

static void walk_choose(struct nesting *t, const struct kop *op, unsigned within)
{
    const struct loader *ld = t->ld;
    const struct kchoose *c = &ld->chooses.v[op->list];
    if (within == OPEN_CHOICES) {
        bool *said = &t->said[op - ld->prog.v];
        if (!*said)
            say_nested(t, op);
        *said = true;
        return;
    }
    walk(t, c->else_pc, within); /* it ends before */
    t->open[within] = op->src;
    for (int i = 0; i < c->nactions; i++)
        walk(t, ld->actions.v[ld->acts.v[c->actions + i]].pc, within + 1);
    walk(t, c->declined_pc, within + 1);
}

static void walk(struct nesting *t, int32_t pc, unsigned within)
{
    if (pc < 0 || t->under_way[pc] || t->deepest[pc] > within)
        return;
    t->deepest[pc] = (uint8_t)(within + 1);
    t->under_way[pc] = true;
    for (const struct kop *op = &t->ld->prog.v[pc]; op->op != OP_END; op++)
        if (op->op == OP_CALL)
            walk(t, t->ld->effects.v[op->list].pc, within);
        else if (op->op == OP_CHOOSE)
            walk_choose(t, op, within);
    t->under_way[pc] = false;
}

void nesting_check(struct loader *ld)
{
    size_t n = ld->prog.n + 1;
    struct nesting t = {.ld = ld,
                        .deepest = arena_alloc(ld->mem, n),
                        .under_way = arena_alloc(ld->mem, n * sizeof(bool)),
                        .said = arena_alloc(ld->mem, n * sizeof(bool))};
    for (uint32_t pc = 0; pc < ld->prog.n; pc++)
        if (!pc || ld->prog.v[pc - 1].op == OP_END)
            walk(&t, (int32_t)pc, 0);
}

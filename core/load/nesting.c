/* nesting.c: limits of nesting. A choice keeps answers open while inner choices are asked, and
 * there is room for four. A fifth could never be asked (LIMIT-CHOOSE). Each running phase,
 * choice, action and call takes a frame, and there is room for `limits: depth` of them (LIMIT-
 * DEPTH). Calls and named actions count as if written in place. What only happens in play (an
 * effect in between, a circle) fails there. */

#include "load/parts.h"

struct nesting {
    struct loader *ld;
    uint8_t *deepest; /* by stretch: 1 + the most choices around it when walked */
    bool *under_way;
    bool *said;                  /* by op */
    uint32_t open[OPEN_CHOICES]; /* places of the choices around */
    uint16_t *frames;            /* by stretch: 1 + the frames below it when walked */
    unsigned most;               /* limit of frames */
    const struct kop *too_deep;  /* the first op without room, or NULL */
};

static void say_nested(struct nesting *t, const struct kop *op)
{
    struct loader *ld = t->ld;
    const struct position *p = &ld->pos.v[op->src];
    struct node at = node_at(&ld->pos.v[op->src]);
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
        "end one choice before the next, and keep its answer in a counter",
        "this choice is inside %d others (lines %s), so no player could ever be asked",
        OPEN_CHOICES, lines);
}

static void walk(struct nesting *t, int32_t pc, unsigned within)
{
    if (pc < 0 || t->under_way[pc] || t->deepest[pc] > within)
        return;
    t->deepest[pc] = (uint8_t)(within + 1);
    t->under_way[pc] = true;
    for (const struct kop *op = &t->ld->prog.v[pc]; op->op != OP_END; op++) {
        bool *said = &t->said[op - t->ld->prog.v];
        if (op->op == OP_CHOOSE && within == OPEN_CHOICES) {
            if (!*said)
                say_nested(t, op);
            *said = true;
            continue;
        }
        struct inner in;
        for (int i = 0; inner_pc(t->ld, op, i, &in); i++) {
            if (in.asking)
                t->open[within] = op->src;
            walk(t, in.pc, within + in.asking);
        }
    }
    t->under_way[pc] = false;
}

/* ---- frames ---- */

static void dig(struct nesting *t, int32_t pc, int32_t end, unsigned frames);

/* Walks a stretch with a frame of its own. */
static void dig_within(struct nesting *t, const struct kop *op, int32_t pc, int32_t end,
                       unsigned frames)
{
    if (pc < 0)
        return;
    if (++frames > t->ld->def->k.limits.depth && !t->too_deep)
        t->too_deep = op;
    t->most = frames > t->most ? frames : t->most;
    dig(t, pc, end, frames);
}

static void dig(struct nesting *t, int32_t pc, int32_t end, unsigned frames)
{
    const struct kop *prog = t->ld->prog.v;
    int32_t from = pc;
    if (t->under_way[from] || t->frames[from] > frames)
        return;
    t->frames[from] = (uint16_t)(frames + 1);
    t->under_way[from] = true;
    for (; pc != end && prog[pc].op != OP_END; pc++) {
        const struct kop *op = &prog[pc];
        struct inner in;
        for (int i = 0; inner_pc(t->ld, op, i, &in); i++)
            dig_within(t, op, in.pc, -1, frames + in.asking);
        if (op->op == OP_PHASE) {
            dig_within(t, op, pc + 1, op->jump, frames);
            pc = op->jump - 1;
        }
    }
    t->under_way[from] = false;
}

static void depth_warn(struct nesting *t)
{
    const struct loader *ld = t->ld;
    if (ld->prog.n && ld->def->k.start_pc >= 0)
        dig(t, ld->def->k.start_pc, -1, 1);
    if (!t->too_deep)
        return;
    struct node at = node_at(&ld->pos.v[t->too_deep->src]);
    WARN(ld, &at, "LIMIT-DEPTH",
         arena_printf(ld->mem, "write limits: {depth: %u}, or more if effects add to it",
                      t->most),
         "the steps here are %u deep, but `limits: depth` allows %u. The game stops here",
         t->most, (unsigned)ld->def->k.limits.depth);
}

void nesting_check(struct loader *ld)
{
    size_t n = ld->prog.n + 1;
    struct nesting t = {.ld = ld,
                        .deepest = arena_alloc(ld->mem, n),
                        .under_way = arena_alloc(ld->mem, n * sizeof(bool)),
                        .said = arena_alloc(ld->mem, n * sizeof(bool)),
                        .frames = arena_alloc(ld->mem, n * sizeof(uint16_t))};
    for (uint32_t pc = 0; pc < ld->prog.n; pc++)
        if (!pc || ld->prog.v[pc - 1].op == OP_END)
            walk(&t, (int32_t)pc, 0);
    depth_warn(&t);
}

/* plan.c - what can be found out about a definition before any game, once per engine. */
#include "kernel/ask/ask.h"

#include <stdlib.h>

/* kplan.sel */
static uint16_t plan_select(const struct kdef *d, const struct kselect *q, bool one)
{
    bool ranks = has_ranks(q), this = q->this_only || q->not_this;
    bool best = ranks && (q->each & q->first & q->last & q->random) == REF_NONE;
    bool plain = (q->where & q->except & q->bits) == REF_NONE && !q->nany && !q->ntests &&
                 q->face == FACE_ANY;
    bool lies = plain && !ranks && !this, mine = q->src == SRC_ZONES && q->nzones;
    bool bound = q->src == SRC_BOUND && q->bound && !(q->bound & (q->bound - 1));

    for (int i = 0; i < q->nzones && mine; i++)
        mine = d->zones[q->zone[i]].per == PER_TABLE ? !q->of_given : is_you(d, q->of);
    return (ranks ? SEL_RANKS : 0) | (this ? SEL_THIS : 0) | (plain ? SEL_LYING : 0) |
           (mine ? SEL_MINE : 0) | (mine && !ranks && one ? SEL_ONE : 0) |
           (best && !this ? SEL_BEST : 0) | (lies && mine ? SEL_OWN : 0) |
           (lies && bound && q->bound != BOUND_SET ? SEL_BOUND : 0);
}

/* Lays out one test for sets.c. */
static struct kask lay_ask(const struct kengine *e, unsigned test)
{
    const struct ktest *t = e->d->tests + test;
    const struct ktrait *tr = &e->d->traits[t->id];
    const struct ksteps *k = &e->plan->steps[t->id];
    bool number = t->kind == TEST_NUMBER && k->first && t->cmp != CMP_EXCEPT;
    struct kask a = {.kind = t->kind == TEST_WORD ? ASK_WORD
                             : number             ? ASK_NUMBER
                                                  : ASK_EACH,
                     .cmp = t->cmp,
                     .value = t->value,
                     .formulas = e->plan->nsets + 1,
                     .looks = t->kind != TEST_COUNTER,
                     .test = (ref)test};

    if (t->kind == TEST_COUNTER) {
        bool flag = e->d->counters[e->d->card_ctr[t->id]].is == V_FLAG;
        a.kind = flag ? ASK_FLAG : ASK_COUNTER;
        a.first = t->id;
        a.least = e->plan->card_start[t->id];
    } else if (a.kind == ASK_WORD) {
        a.first = tr->bits;
        a.n = tr->nwords;
    } else if (a.kind == ASK_NUMBER) {
        a.first = k->first;
        a.least = k->least;
        a.n = k->n;
        a.formulas = k->formulas;
        a.each = tr->formula;
    }
    a.each |= a.kind == ASK_EACH;
    const struct kexpr *v = e->d->exprs + t->value;
    bool plain = v->op == X_CONST || v->op == X_GAME || v->op == X_PARAM || v->op == X_ARG ||
                 (v->op == X_SEATCTR && v->a == REF_NONE);
    a.leaf = (uint8_t)(v->op == X_BOUNDTRAIT ? !e->d->traits[v->imm].formula : 2 * plain);
    a.from = a.least + (t->cmp == CMP_AT_LEAST);
    a.flip = t->cmp == CMP_AT_LEAST || t->cmp == CMP_EXCEPT ? ~(uint64_t)0 : 0;
    a.exact = a.kind == ASK_NUMBER && t->cmp == CMP_IS;
    return a;
}

/* Who sees a side of cards in a selector's zone (kquick.up)? OWNER only if that is `you`. */
static uint8_t side_sight(const struct kzone *z, uint8_t sight, bool mine)
{
    bool own = mine && z->per != PER_TABLE;

    return sight == SIGHT_OTHERS || (sight == SIGHT_OWNER && !own) ? SIGHT_NOBODY : sight;
}

static void lay_zones(struct kengine *e, const struct kselect *q, struct kquick *k)
{
    k->nzones = q->src == SRC_ZONES ? q->nzones : 0;
    memcpy(k->zone, q->zone, sizeof k->zone);
    k->up = k->down = SIGHT_ALL;
    for (int i = 0; i < k->nzones; i++) {
        const struct kzone *z = &e->d->zones[q->zone[i]];
        uint8_t up = side_sight(z, z->up, k->mine), down = side_sight(z, z->down, k->mine);
        k->up = up < k->up ? up : k->up;
        k->down = down < k->down ? down : k->down;
        k->endless |= z->endless != 0;
        k->twice |= i && memchr(q->zone, q->zone[i], (size_t)i) != NULL;
    }
    k->owned = q->of_given;
    k->of = q->of;
}

/* Lays out selector i. */
static void lay_quick(struct kengine *e, unsigned i)
{
    const struct kselect *q = &e->d->sels[i];
    struct kquick *k = e->plan->quick + i;
    const struct kask *a = e->plan->asks + (q->ntests ? q->tests : 0), *end = a + q->ntests;
    bool ranks = e->plan->sel[i] & SEL_RANKS, openly = false;

    k->set = q->bits == REF_NONE ? NO_SET : q->bits;
    k->mine = e->plan->sel[i] & SEL_MINE;
    lay_zones(e, q, k);
    k->counts = k->nzones && !k->twice && !ranks;
    k->face = q->face;
    k->this = ranks ? 0 : q->this_only ? THIS_ONLY : q->not_this ? THIS_NOT : 0;
    k->where = q->where;
    k->others = q->nany || q->except != REF_NONE;
    k->each = k->others || q->where != REF_NONE;
    k->looks = k->set != NO_SET;
    k->at_most = REF_NONE;
    k->asks = (uint32_t)(a - e->plan->asks);
    k->nasks = (uint8_t)q->ntests;
    for (; a < end; a++) {
        k->each |= a->each;
        k->looks |= a->looks;
        openly |= a->kind == ASK_FLAG || a->kind == ASK_COUNTER ||
                  (a->kind == ASK_WORD && a->cmp == CMP_IS);
    }
    a = end - k->nasks;
    k->open = k->this || (k->nasks > 1 && openly);
    k->guarded = k->looks && (k->up & k->down) != SIGHT_ALL;
    k->all = k->set == NO_SET ? e->plan->nsets : k->set;
    bool one = k->nasks == 1, set = one && a->leaf && !a->each && !a->exact;
    bool quick = !k->this && (!k->nasks || (set && a->kind <= ASK_WORD));
    k->usual = quick && k->mine;
    bool of_seats = !k->mine && k->nzones == 1 && !k->each && !k->this &&
                    e->d->zones[k->zone[0]].per != PER_TABLE;
    k->several = quick && of_seats;
    const struct kexpr *v = one ? e->d->exprs + a->value : NULL;
    k->marks = of_seats && !SLOW(e, MARKED) && one && !k->guarded && openly &&
               a->kind != ASK_WORD && v->op == X_CONST && v->imm != K_ABSENT &&
               !compare(a->cmp, a->least, v->imm); /* not at its start */
    k->rows = k->counts && !SLOW(e, TURNS);
    for (int i = 0; i < k->nzones; i++)
        k->rows &= e->d->zones[k->zone[i]].as != AS_SET;
    k->whole = k->nzones == 1 && e->plan->sel[i] & SEL_OWN;
    k->bare =
        k->usual && !k->nasks && !k->each && k->face == FACE_ANY && k->counts && !SLOW(e, BARE);
    k->swift = quick && !SLOW(e, SWIFT) && k->mine && k->face == FACE_ANY;
}

/* a trait with a wider range of values has no steps */
enum { MANY_STEPS = 64 };

/* Makes the sets of a trait in plan.bits, from `at` on; without `write` counts them. How many. */
static unsigned settle_steps(struct kengine *e, unsigned trait, unsigned at, bool write)
{
    const struct kdef *d = e->d;
    struct ksteps *k = &e->plan->steps[trait];
    int64_t least = INT32_MAX, most = INT32_MIN;

    if (d->traits[trait].type == T_EFFECTS) {
        k->first = e->plan->nsets + at;
        for (unsigned c = 0; c < d->ncards && write; c++)
            set_put(e->plan->bits + (size_t)at * d->bits.nwords, c,
                    d->trait_list[(size_t)c * d->ntraits + trait].n != 0);
        return 1;
    }
    if (d->traits[trait].type != T_NUMBER || !d->ncards)
        return 0;
    for (unsigned c = 0; c < d->ncards; c++) {
        int32_t v = d->trait_value[c * d->ntraits + trait];
        if (d->trait_expr[c * d->ntraits + trait] != REF_NONE)
            continue;
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    if (most < least || most - least >= MANY_STEPS || least == INT32_MIN)
        return 0;
    uint32_t first = e->plan->nsets + at, n = (uint32_t)(most - least) + 2;
    bool formulas = d->traits[trait].formula;
    *k = (struct ksteps){first, (int32_t)least - 1, (int32_t)n,
                         formulas ? first + n : e->plan->nsets + 1};
    for (unsigned c = 0; c < d->ncards && write; c++) { /* all sets from its own number on */
        uint64_t *bits = e->plan->bits + (size_t)at * d->bits.nwords;
        size_t of = (size_t)c * d->ntraits + trait;
        bool formula = d->trait_expr[of] != REF_NONE;
        for (int32_t v = formula ? k->n : d->trait_value[of] - k->least; v < k->n + formula;
             v++)
            set_put(bits + (size_t)v * d->bits.nwords, c, true);
    }
    return n + formulas;
}

/* Makes the plan's own bitsets: all definitions, none, then those of traits. */
static int settle_sets(struct kengine *e)
{
    const struct kdef *d = e->d;
    struct kplan *p = e->plan;
    unsigned n = 2;

    for (unsigned t = 0; t < d->ntraits; t++)
        n += settle_steps(e, t, n, false);
    p->nbits = n;
    p->bits = calloc((n + 1u) * (d->bits.nwords + 1u), sizeof *p->bits);
    if (!p->bits)
        return -1;
    memset(p->bits, 0xFF, d->bits.nwords * sizeof *p->bits);
    n = 2;
    for (unsigned t = 0; t < d->ntraits; t++)
        n += settle_steps(e, t, n, true);
    return 0;
}

/* Does the action take one card of the seat's own zones and nothing else, with no watcher? */
static bool own_card(const struct kengine *e, const struct kaction *a)
{
    const struct kdef *d = e->d;
    const struct kselect *q = &d->sels[a->card];
    bool own = e->plan->one_own[a - d->actions] && !(a->named && d->event_used[EV_ACTION]);

    for (int i = 0; own && i < q->nzones; i++)
        own = d->zones[q->zone[i]].per != PER_TABLE && !d->zones[q->zone[i]].endless;
    return own;
}

/* Does the step need only the context of a frame? A move must not need the frame's `you`: it moves
 * the picked card, or goes to a zone of the table. */
static bool plain_op(const struct kengine *e, const struct kop *op)
{
    const struct kdef *d = e->d;

    if (op->op == OP_ADD || op->op == OP_SET || op->op == OP_TURN || op->op == OP_FINISH ||
        op->op == OP_SAY)
        return true;
    if (op->op != OP_MOVE)
        return false;
    return d->exprs[op->to].op == X_CONST && d->zones[d->exprs[op->to].imm].per == PER_TABLE
               ? true
               : moves_picked(e, op);
}

/* Does the step only set counters of the picked card to constants? */
static bool marks_picked(const struct kengine *e, const struct kop *op)
{
    bool marks = on_picked(e, op) && (op->op == OP_ADD || op->op == OP_SET);

    for (int i = 0; i < op->n && marks; i++) {
        const struct kassign *a = &e->d->assigns[op->list + i];
        const struct kexpr *v = e->d->exprs + a->value;
        marks = e->d->counters[a->counter].per == PER_CARD && v->op == X_CONST &&
                v->imm != K_ABSENT;
    }
    return marks;
}

/* The selector of a step that moves cards, as they lie, to the end of one zone. NULL: another step */
static const struct kselect *moves_lying(const struct kengine *e, const struct kop *op)
{
    bool plain = op->op == OP_MOVE && op->cards != REF_NONE && op->place == PLACE_LAST &&
                 !op->flags && op->from == REF_NONE && e->d->exprs[op->to].op == X_CONST;

    return plain && (e->plan->sel[op->cards] & (SEL_LYING | SEL_RANKS | SEL_THIS)) == SEL_LYING
               ? &e->d->sels[op->cards]
               : NULL;
}

/* Does it move whole zones, one or several of seats? */
static bool moves_zone(const struct kengine *e, const struct kop *op)
{
    const struct kselect *q = moves_lying(e, op);

    if (!q || q->src != SRC_ZONES || !q->nzones)
        return false;
    if (q->nzones == 1)
        return e->d->zones[q->zone[0]].per != PER_TABLE || !q->of_given;
    for (int i = 0; i < q->nzones; i++)
        if (e->d->zones[q->zone[i]].per == PER_TABLE)
            return false;
    return !e->plan->quick[op->cards].twice;
}

/* Does it move cards in slots to a zone of the table? */
static bool moves_bound(const struct kengine *e, const struct kop *op)
{
    const struct kselect *q = moves_lying(e, op);

    return q && op->of == REF_NONE && q->src == SRC_BOUND &&
           !(q->bound & ~(BIT(BOUND_IT) - 1)) &&
           e->d->zones[e->d->exprs[op->to].imm].per == PER_TABLE && !e->plan->has_endless;
}

/* Is it a `finish` that cannot happen with these options? */
static bool never_ends(const struct kengine *e, const struct kop *op)
{
    bool never = op->op == OP_FINISH && op->n && !SLOW(e, NEVER);

    for (int i = 0; i < op->n && never; i++) {
        ref cond = e->d->reasons[op->list + i].cond;
        never = cond != REF_NONE && e->d->exprs[cond].op == X_CONST && !e->d->exprs[cond].imm;
    }
    return never;
}

/* Does it depend on no seat and no card, and never fail? */
static bool is_same_for_all(const struct kdef *d, ref r)
{
    const struct kexpr *x = d->exprs + r;
    bool sure = x->op != X_DIV && x->op != X_MOD
                    ? x->op != X_MUL
                    : d->exprs[x->b].op == X_CONST && d->exprs[x->b].imm > 0;

    return x->op == X_CONST || x->op == X_GAME || x->op == X_PHASE ||
           (x->op == X_NOT && is_same_for_all(d, x->a)) ||
           (x->op >= X_ADD && x->op <= X_MAX && sure && is_same_for_all(d, x->a) &&
            is_same_for_all(d, x->b));
}

/* Is it the seat to the left or right, with a condition that is the same for all seats? */
static bool is_beside(const struct kdef *d, ref seat)
{
    const struct kexpr *x = d->exprs + seat;

    return x->op == X_IF
               ? is_same_for_all(d, x->a) && is_beside(d, x->b) && is_beside(d, x->c)
               : x->op == X_SEATREF && !x->a && (x->imm == SS_LEFT || x->imm == SS_RIGHT);
}

/* Do all pass a hidden set, as it lies, to a seat beside them? */
static bool passes_beside(const struct kengine *e, const struct kop *op)
{
    const struct kquick *p = op->op == OP_PASS ? e->plan->quick + op->cards : NULL;
    const struct kzone *z = p && p->whole ? e->d->zones + p->zone[0] : NULL;

    return z && op->who != REF_NONE && e->d->seats[op->who].op == SS_ALL &&
           (z->per == PER_PLAYER || z->per == PER_SEAT) && lies_plainly(z) && !z->gone &&
           z->up != SIGHT_ALL && z->down != SIGHT_ALL && is_beside(e->d, op->of);
}

static uint8_t how_done(const struct kengine *e, const struct kop *op)
{
    if (never_ends(e, op))
        return HOW_NOTHING;
    if (!SLOW(e, BODIES) && moves_picked(e, op) && e->d->exprs[op->to].op == X_CONST)
        return HOW_MOVE;
    if ((!SLOW(e, WHOLE) && moves_zone(e, op)) || (!SLOW(e, BESIDE) && passes_beside(e, op)))
        return HOW_WHOLE;
    if (!SLOW(e, BOUND) && moves_bound(e, op))
        return HOW_BOUND;
    return !SLOW(e, BODIES) && marks_picked(e, op) ? HOW_MARK : HOW_ANY;
}

/* Settles how the body at pc (-1: none) runs. If somebody is told, the log looks at frames. */
static void plan_body(struct kengine *e, int32_t pc, bool effect)
{
    /* ops that never wait, and need only the context of a frame */
    const uint64_t never_wait =
        BIT64(OP_JUMP) | BIT64(OP_UNLESS) | BIT64(OP_DEAL) | BIT64(OP_MOVE) | BIT64(OP_FILL) |
        BIT64(OP_TURN) | BIT64(OP_ADD) | BIT64(OP_SET) | BIT64(OP_TRIGGER) | BIT64(OP_SAY);
    bool plain = !effect, mute = !SLOW(e, MUTE) && (!effect || !e->plan->adds_up);

    if (pc < 0)
        return;
    for (const struct kop *op = e->d->prog + pc; op->op != OP_END; op++) {
        plain &= plain_op(e, op);
        mute &= never_wait >> op->op & 1;
    }
    e->plan->body[pc] = plain ? BODY_HERE : mute ? BODY_MUTE : BODY_FRAMED;
}

static void plan_bodies(struct kengine *e)
{
    const struct kdef *d = e->d;

    for (int i = 0; i < d->nexprs; i++)
        e->plan->adds_up |= d->exprs[i].op == X_DUE;
    for (int i = 0; i < d->neffects; i++)
        if (!d->effects[i].call)
            plan_body(e, d->effects[i].pc, true);
    for (int i = 0; i < d->nverbs; i++)
        plan_body(e, d->verbs[i].pc, true);
    for (int i = 0; i < d->nactions; i++)
        plan_body(e, d->actions[i].pc, false);
}

/* Does it only move, turn or mark the picked card, say, or queue its effects? With no watcher. */
static bool on_own(const struct kengine *e, const struct kop *op)
{
    const uint8_t *used = e->d->event_used;

    if (op->op == OP_UNLESS || op->op == OP_JUMP || op->op == OP_SAY)
        return true;
    if (!on_picked(e, op) || (op->op == OP_MOVE && used[EV_MOVE]) ||
        (op->op == OP_TURN && used[EV_TURN]) || (op->op == OP_ADD && used[EV_ADD]))
        return false;
    return op->op == OP_TRIGGER ? !used[EV_LIST] : plain_op(e, op) && op->of == REF_NONE;
}

/* Does the action take a card from one set of the seat's own, seen and not endless? */
static bool own_set(const struct kengine *e, unsigned action)
{
    const struct kdef *d = e->d;

    if (!e->plan->one_own[action])
        return false;
    const struct kselect *q = &d->sels[d->actions[action].card];
    const struct kzone *z = &d->zones[q->zone[0]];
    return q->nzones == 1 && z->per != PER_TABLE && lies_plainly(z) && z->up != SIGHT_NOBODY &&
           z->up != SIGHT_OTHERS;
}

/* Does the action only lay the card down face up, with at most one step that marks it? Nothing
 * watches that, nor names the card afterwards. */
static bool quick_body(const struct kengine *e, unsigned action)
{
    const struct kdef *d = e->d;
    const struct kplan *p = e->plan;
    int32_t pc = d->actions[action].pc;
    const struct kop *op = d->prog + pc;

    if (pc < 0 || p->how[pc] != HOW_MOVE || op->face == FACE_DOWN || p->waits[EV_MOVE] ||
        p->waits[EV_ADD] || p->keeps[pc] || p->nref_game || p->nref_seat || p->nref_card)
        return false;
    const struct kzone *z = &d->zones[d->exprs[op->to].imm],
                       *from = &d->zones[d->sels[d->actions[action].card].zone[0]];
    bool all_have = z->per == PER_TABLE || (z->per == from->per && z->kind == from->kind);
    bool marks = p->how[pc + 1] == HOW_MARK && op[2].op == OP_END &&
                 (z->as != AS_SET || z->up == SIGHT_ALL);
    for (int i = 0; i < op[1].n && marks; i++) { /* can all cards have these counters there? */
        const struct kcounter *k = &d->counters[d->assigns[op[1].list + i].counter];
        marks = k->is <= V_FLAG && k->bits == REF_NONE;
    }
    return !z->endless && !z->gone && all_have && (op[1].op == OP_END || marks);
}

static uint8_t plan_choose(const struct kengine *e, const struct kchoose *ch)
{
    bool one = ch->nactions == 1 && !ch->quiet && own_set(e, e->d->acts[ch->actions]);
    bool once = ch->order.from == REF_NONE && ch->order.reversed == REF_NONE &&
                !ch->order.nby && !ch->order.by_random &&
                (ch->times == REF_NONE || e->d->exprs[ch->times].op == X_CONST ||
                 e->d->exprs[ch->times].op == X_PARAM);
    uint8_t plain = (one && !SLOW(e, ORDINARY) ? CHOOSE_ORDINARY : 0) |
                    (once && !SLOW(e, BEGINS) ? CHOOSE_ONCE : 0);
    bool over = once && !SLOW(e, BEGINS) && ch->times == REF_NONE && !ch->any && !ch->all_pass;

    plain |= over && !ch->together ? CHOOSE_OVER : 0;
    if (ch->may_if != REF_NONE) /* `may` is asked when choices are listed */
        return (uint8_t)(plain & ~CHOOSE_ORDINARY);
    if (ch->declined_pc >= 0)
        return plain;
    for (int i = 0; i < ch->nactions; i++) {
        const struct kaction *a = &e->d->actions[e->d->acts[ch->actions + i]];

        if (!own_card(e, a))
            return plain;
        for (const struct kop *op = e->d->prog + a->pc; a->pc >= 0 && op->op != OP_END; op++)
            if (!on_own(e, op))
                return plain;
    }
    if (one && !SLOW(e, QUICK) && !ch->all_pass && quick_body(e, e->d->acts[ch->actions]))
        plain |= (ch->else_pc < 0 ? CHOOSE_QUICK : 0) | (over ? CHOOSE_OVER : 0);
    return (SLOW(e, APART) ? 0 : CHOOSE_APART) | plain;
}

static struct kplain plan_plain(const struct kengine *e, const struct kchoose *ch,
                                unsigned plan)
{
    unsigned action = e->d->acts[ch->actions], pc = (unsigned)e->d->actions[action].pc;
    struct kplain p = {.action = (uint16_t)action,
                       .zone = e->plan->quick[e->d->actions[action].card].zone[0],
                       .done = ch->may || ch->any,
                       .notes = plan & CHOOSE_NOTED};

    if (!(plan & CHOOSE_QUICK))
        return p;
    p.to = (uint8_t)e->d->exprs[e->d->prog[pc].to].imm;
    p.mark = e->d->prog[pc + 1].op == OP_END ? 0 : (uint16_t)(pc + 1);
    return p;
}

static struct kgiven plan_given(const struct kengine *e, const struct keffect *f)
{
    const struct kverb *v = f->verb == REF_NONE ? NULL : &e->d->verbs[f->verb];
    struct kgiven g = {0};

    for (int i = 0; v && i < v->nparams; i++) {
        bool absent = f->param[i] == REF_NONE, number = !absent && v->type[i] != V_SEATS;
        const struct kexpr *x = number ? e->d->exprs + f->param[i] : NULL;
        bool fixed = !SLOW(e, GIVEN) && (absent || (x && x->op == X_CONST));

        g.fixed[i] = fixed && x ? x->imm : K_ABSENT;
        g.asked |= (uint8_t)(!fixed << i);
    }
    return g;
}

/* Lists the counters that end with each phase; in a plain engine all counters for each. */
static void plan_ends(struct kengine *e)
{
    const struct kdef *d = e->d;
    uint16_t *ending = e->plan->ending, n = 0;

    for (uint16_t i = 0; i < d->ncounters && SLOW(e, ENDS); i++)
        ending[n++] = i;
    for (unsigned p = 0; p < d->nphases; p++) {
        struct klist *l = e->plan->ends + p;
        l->first = SLOW(e, ENDS) ? 0 : n;
        for (uint16_t i = 0; i < d->ncounters && !SLOW(e, ENDS); i++)
            if (d->counters[i].lasts == p)
                ending[n++] = i;
        l->n = (uint16_t)(n - l->first);
    }
}

static void plan_lists(struct kengine *e)
{
    for (int i = 0; i < e->d->nzones; i++)
        e->plan->has_endless |= e->d->zones[i].endless != 0;
    for (unsigned i = 0; i < e->d->ntraits; i++)
        if (e->d->traits[i].type == T_WATCHES)
            e->plan->standing[e->plan->nstanding++] = (uint16_t)i;
    plan_ends(e);
    for (int i = 0; i < e->d->nwatches; i++)
        e->plan->waits[e->d->watches[i].event] |= (uint64_t)1 << (e->d->watches[i].id & 63);
    if (SLOW(e, WAITS))
        memset(e->plan->waits, 0xFF, sizeof e->plan->waits);
    for (int i = 0; i < e->d->neffects; i++)
        e->plan->given[i] = plan_given(e, e->d->effects + i);
    for (int i = 0; i < e->d->neffects; i++)
        if (e->d->effects[i].verb != REF_NONE && !e->d->effects[i].call)
            e->plan->verb_effect[e->d->effects[i].verb] = (uint16_t)i;
}

static void plan_counters(struct kengine *e)
{
    const struct kdef *d = e->d;

    for (int i = 0; i < d->ngame; i++)
        if (d->counters[d->game_ctr[i]].is == V_CARD)
            e->plan->ref_game[e->plan->nref_game++] = (uint8_t)i;
    for (int i = 0; i < d->nseat; i++)
        if (d->counters[d->seat_ctr[i]].is == V_CARD)
            e->plan->ref_seat[e->plan->nref_seat++] = (uint8_t)i;
    for (int i = 0; i < d->ncardctr; i++) {
        e->plan->card_start[i] = d->counters[d->card_ctr[i]].start;
        e->plan->stays |= d->counters[d->card_ctr[i]].in != REF_NONE;
        if (d->counters[d->card_ctr[i]].is == V_CARD)
            e->plan->ref_card[e->plan->nref_card++] = (uint8_t)i;
    }
}

/* Weighs the keys of `order`: each weighs more than all later ones together. The loader allows each
 * key once, and `arrival` is among them, so the sum stays below 2^49. */
static void plan_order(struct kengine *e)
{
    static const uint8_t bits[ORD_KEYS] = {[ORD_CLASS] = 8,
                                           [ORD_GIVEN] = 1,
                                           [ORD_SEAT] = 8,
                                           [ORD_ARRIVAL] = 16,
                                           [ORD_NEWEST] = 16};
    const struct kdef *d = e->d;
    uint64_t unit = 1;

    e->plan->chosen = REF_NONE;
    for (int n = d->norder; n-- > 0; unit <<= bits[d->order[n].key]) {
        e->plan->rank.by[d->order[n].key] += unit;
        if (d->order[n].key == ORD_CHOSEN)
            e->plan->chosen = d->order[n].arg;
    }
    for (unsigned i = 0; i < d->neffects; i++) {
        const struct keffect *f = d->effects + i;
        bool given = f->verb != REF_NONE && (f->given & d->given_bit[f->verb]);
        e->plan->given[i].rank =
            f->cls * e->plan->rank.by[ORD_CLASS] + !given * e->plan->rank.by[ORD_GIVEN];
    }
}

static unsigned names_of(struct kengine *e, ref expr);

/* What a selector depends on (NAMES_*). */
static unsigned select_names(struct kengine *e, const struct kselect *q)
{
    const struct kdef *d = e->d;
    unsigned names = NAMES_CARDS | (q->this_only || q->not_this ? BIT(BOUND_THIS) : 0);
    bool more =
        q->src != SRC_ZONES || has_ranks(q) || q->where != REF_NONE || q->nany ||
        q->except != REF_NONE ||
        !(is_you(d, q->of) || d->seats[q->of].op == SS_ALL || d->seats[q->of].op == SS_OTHERS);

    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = d->tests + q->tests + i;
        more |= t->kind == TEST_NUMBER && d->traits[t->id].formula;
        names |= names_of(e, t->value);
    }
    return more ? NAMES_MORE : names;
}

/* What an expression depends on (kplan.names). */
static unsigned look_for_names(struct kengine *e, const struct kexpr *x)
{
    switch ((enum xop)x->op) {
    case X_CONST:
    case X_GAME:
    case X_PHASE: return 0;
    case X_BOUND: return BIT(x->imm) | NAMES_LYING;
    case X_BOUNDTRAIT: return e->d->traits[x->imm].formula ? NAMES_MORE : BIT(x->a);
    case X_NOT:
    case X_ISSET: return names_of(e, x->a);
    case X_PARAM:
    case X_ARG:
    case X_NUMBER: return NAMES_CARDS;
    case X_SEATCTR: return x->a == REF_NONE ? 0 : NAMES_CARDS | names_of(e, x->a);
    case X_CARDDEF:
        return NAMES_CARDS |
               (names_of(e, x->a) & ~(e->d->exprs[x->a].op == X_BOUND ? NAMES_LYING : 0u));
    case X_CARDCTR:
    case X_CARDOWNER:
    case X_CARDZONE:
    case X_CARDAT:
    case X_NEG: return NAMES_CARDS | names_of(e, x->a);
    case X_IF: return NAMES_CARDS | names_of(e, x->a) | names_of(e, x->b) | names_of(e, x->c);
    case X_COUNT:
    case X_HAS: return select_names(e, e->d->sels + x->a);
    case X_PASSES:
        return BIT(BOUND_IT) | NAMES_LYING | names_of(e, e->d->tests[x->imm].value) |
               (e->d->tests[x->imm].kind == TEST_COUNTER ? NAMES_CARDS : 0);
    default: break;
    }
    if (x->op < X_ADD || x->op > X_MAX)
        return NAMES_MORE;
    return names_of(e, x->a) | names_of(e, x->b) |
           (x->op >= X_EQ && x->op <= X_OR ? 0 : NAMES_CARDS);
}

static unsigned names_of(struct kengine *e, ref expr)
{
    uint16_t *names = e->plan->names + expr;

    if (!*names)
        *names = (uint16_t)(look_for_names(e, e->d->exprs + expr) | NAMES_KNOWN);
    return *names;
}

/* Notes each X_HAS that compares with a number of `it`, if both traits have sets (NAMES_NUMBER). */
static void plan_numbers(struct kengine *e)
{
    for (unsigned i = 0; i < e->d->nexprs; i++) {
        const struct kexpr *x = e->d->exprs + i;
        const struct kquick *p = x->op == X_HAS ? e->plan->quick + x->a : NULL;
        const struct kask *a = e->plan->asks + (p ? p->asks : 0);
        const struct kexpr *v = e->d->exprs + a->value;
        bool number = p && p->usual && !p->each && p->nasks && a->kind == ASK_NUMBER &&
                      v->op == X_BOUNDTRAIT && v->a == BOUND_IT;
        if (number && e->plan->steps[v->imm].first)
            e->plan->names[i] |= NAMES_NUMBER;
    }
}

/* Can it never fail while nobody is asked? */
static bool never_fails(struct kengine *e, ref expr)
{
    return expr == REF_NONE || !(names_of(e, expr) & (NAMES_CARDS | NAMES_MORE));
}

/* As never_fails, for an X_DUE of any effect. */
static bool due_never_fails(struct kengine *e)
{
    const struct kdef *d = e->d;
    bool sure = true;

    for (const struct keffect *f = d->effects; f < d->effects + d->neffects && sure; f++) {
        sure = f->verb == REF_NONE || never_fails(e, f->cond);
        for (int i = 0; sure && f->verb != REF_NONE && i < d->verbs[f->verb].nparams; i++)
            sure = d->verbs[f->verb].type[i] != V_SEATS
                       ? never_fails(e, f->param[i])
                       : f->param[i] == REF_NONE || d->seats[f->param[i]].op <= SS_KIND;
    }
    return sure;
}

/* Do two selectors of one zone, with at most one test, ask the same? Their contexts may differ in
 * `you`. */
static bool same_cards(const struct kengine *e, const struct kquick *p, const struct kquick *q)
{
    const struct kask *a = e->plan->asks + p->asks, *b = e->plan->asks + q->asks;
    const struct kexpr *v = e->d->exprs + a->value, *w = e->d->exprs + b->value;
    bool same = a->kind == b->kind && a->cmp == b->cmp && a->first == b->first;

    return p->zone[0] == q->zone[0] && p->face == q->face && p->all == q->all &&
           p->nasks == q->nasks &&
           (!p->nasks ||
            (same && v->op == w->op && v->op != X_SEATCTR && v->imm == w->imm && v->a == w->a));
}

/* Finds selectors of the form "cards of seats with at most N of them" (kquick.at_most). */
static void plan_few(struct kengine *e)
{
    const struct kdef *d = e->d;

    for (unsigned i = 0; i < d->nsels; i++) {
        struct kquick *p = e->plan->quick + i;
        const struct kseats *of = p->several && p->of != REF_NONE ? d->seats + p->of : NULL;
        const struct kexpr *x = of && of->op == SS_WHERE ? d->exprs + of->a : NULL;
        if (!x || x->op != X_LE || d->exprs[x->a].op != X_COUNT || d->exprs[x->a].imm != 1 ||
            !(never_fails(e, x->b) || (d->exprs[x->b].op == X_DUE && due_never_fails(e))))
            continue;
        const struct kquick *q = e->plan->quick + d->exprs[x->a].a;
        if (!q->usual || q->each || !q->counts || q->nzones != 1 || !same_cards(e, p, q))
            continue;
        p->at_most = x->b;
        p->among = of->b ? (ref)(of->b - 1) : REF_NONE;
    }
}

/* May its value turn out to be the same for all cards? A part of it reads no card and cannot
 * fail. */
static bool may_be_sure(struct kengine *e, ref expr)
{
    const struct kexpr *x = e->d->exprs + expr;

    if (x->op == X_NOT)
        return may_be_sure(e, x->a);
    return names_of(e, expr) == NAMES_KNOWN || ((x->op == X_AND || x->op == X_OR) &&
                                                (may_be_sure(e, x->a) || may_be_sure(e, x->b)));
}

/* The parts that may be sure and cannot fail while the action's own cards are seen: a bit each. */
static uint32_t sure_parts(struct kengine *e, const struct kaction *a)
{
    uint32_t fails = ~(uint32_t)(NAMES_LYING | NAMES_KNOWN), parts = 0;
    const ref sel[3] = {a->card, a->helper, a->target};

    for (unsigned i = 0; i < 3; i++)
        fails &= sel[i] == REF_NONE ? ~0u : ~BIT(BOUND_CARD + i);
    for (unsigned i = 0; i < a->part_end[WHEN_ALL] && i < 32; i++) {
        ref part = e->d->parts[a->parts + i];
        if (!(names_of(e, part) & fails) && may_be_sure(e, part))
            parts |= BIT(i);
    }
    return parts;
}

/* May the cards for part k come from sets? A selector that asks card by card would ask before later
 * parts are looked at, and once more if something fails. So it may only be the first part; and the
 * only one, if it has `any` or `except`, or asking may draw lots or run a script. */
static bool is_swift(const struct kengine *e, const struct kbinds *b, int k)
{
    const struct kquick *p = e->plan->quick + b->sel[k];
    bool lots = p->others || (p->where != REF_NONE && e->plan->names[p->where] & NAMES_MORE);

    return p->swift && e->plan->sel[b->sel[k]] & SEL_ONE && p->nzones == 1 && !p->endless &&
           p->zone[0] < 64 && !(p->each && (k || (b->n > 1 && lots)));
}

/* Does a set tell whether the selector has any card, and can nothing fail before that? */
static bool may_lack(const struct kquick *p)
{
    return p->mine && p->nzones == 1 && !(p->looks && p->up == SIGHT_NOBODY);
}

static struct kbinds plan_binds(struct kengine *e, const struct kaction *a)
{
    const ref sel[3] = {a->card, a->helper, a->target};
    struct kbinds b = {.ends = a->cards == REF_NONE && a->seat == REF_NONE &&
                               a->from == REF_NONE && !may_fall(a, 0)};

    b.none = k_no_choice;
    b.none.action = (uint16_t)(a - e->d->actions);
    b.parts = a->cond == REF_NONE || SLOW(e, SURE) ? 0 : sure_parts(e, a);
    b.bare = b.ends && a->cond == REF_NONE;
    b.backs = a->cards != REF_NONE || SLOW(e, BACKS);
    bool sure = true; /* does nothing fail before a missing card is noticed? */
    for (unsigned i = 0; i < 3; i++) {
        if (sel[i] == REF_NONE)
            continue;
        const struct kquick *p = e->plan->quick + sel[i];
        bool falls = i && may_fall(a, (int)i);
        if (a->fixed & BIT(BOUND_CARD + i) && !falls)
            b.fixed |= (uint8_t)BIT(b.n);
        b.falls |= falls ? (uint8_t)BIT(b.n) : 0;
        b.part[b.n] = (uint8_t)i;
        b.backs |= !p->nzones || p->up == SIGHT_NOBODY;
        const struct kask *test = p->nasks ? e->plan->asks + p->asks : NULL;
        const struct kexpr *v = e->d->exprs + (test ? test->value : 0);
        bool own = test && v->op == X_BOUNDTRAIT && v->a >= BOUND_CARD &&
                   v->a < BOUND_CARD + i && sel[v->a - BOUND_CARD] != REF_NONE;
        b.from[b.n] =
            (struct kfrom){test, p->all, p->zone[0], own ? (uint8_t)v->a : 0, (uint16_t)v->imm};
        b.each |= p->each ? (uint8_t)BIT(b.n) : 0;
        sure &= !(a->asks_backs & BIT(BOUND_CARD + i));
        b.need |= sure && !falls && may_lack(p) ? (uint8_t)BIT(b.n) : 0;
        sure &= a->sure >> (BOUND_CARD + i) & 1;
        b.sel[b.n++] = sel[i];
    }
    bool swift = b.ends && b.n && a->part_end[WHEN_FIRST] == a->part_end[WHEN_ALL];
    for (int k = 0; k < b.n; k++) {
        swift &= is_swift(e, &b, k);
        b.swift |= BIT64(b.from[k].zone & 63);
    }
    b.swift = swift ? b.swift : ~(uint64_t)0;
    sure &= !(a->asks_backs & BOUND_SET);
    b.sel[BINDS_SET] = a->cards;
    if (a->cards != REF_NONE && sure && may_lack(e->plan->quick + a->cards))
        b.need |= BIT(BINDS_SET);
    if (b.n + (a->cards != REF_NONE) < 2) /* a single selector notices that by itself */
        b.need = 0;
    return b;
}

/* The next op that does something, if no effect waits and nothing is shown; else i. Then emptying
 * the queue and the end of a leaf do nothing, nor does the end of a round that is neither told nor
 * watched. Options may make conditions constant. */
static uint32_t leads_to(const struct kengine *e, uint32_t i, bool told)
{
    const struct kop *op = e->d->prog + i;
    const struct kexpr *cond = op->op == OP_UNLESS ? e->d->exprs + op->count : NULL;
    bool unmet = !told && !may_wait(e, EV_PHASE_END);

    switch (op->op) {
    case OP_SETTLE: return e->d->always.n ? i : i + 1;
    case OP_LEAF: return i + 1;
    case OP_ITER_END: return unmet || e->d->phases[op->list].name == REF_NONE ? i + 1 : i;
    case OP_JUMP: return op->jump > (int32_t)i ? (uint32_t)op->jump : i;
    case OP_FINISH: return never_ends(e, op) ? i + 1 : i;
    case OP_UNLESS:
        return cond->op != X_CONST     ? i
               : cond->imm             ? i + 1
               : op->jump > (int32_t)i ? (uint32_t)op->jump
                                       : i;
    default: return i;
    }
}

static void plan_next(struct kengine *e, uint16_t *next, bool told)
{
    for (uint32_t i = e->d->nprog; i-- > 0;) {
        uint32_t to = SLOW(e, LEADS) ? i : leads_to(e, i, told);
        next[i] = to == i ? (uint16_t)i : next[to];
    }
}

/* The phase's OP_LASTS if a round of the phase around the choose at op i is only this CHOOSE_QUICK
 * question of all, and at most a pass. The next round then needs no new frame. Else 0. */
static uint16_t plan_round(const struct kengine *e, uint32_t i)
{
    const struct kop *prog = e->d->prog, *op = prog + e->plan->next_mute[i + 1], *then = op + 1;
    const struct kchoose *ch = e->d->chooses + prog[i].list;
    const struct kplain *p = e->plan->plain + prog[i].list;
    const uint16_t *next = e->plan->next_mute;
    unsigned all = CHOOSE_QUICK | CHOOSE_OVER;

    if ((e->plan->choose[prog[i].list] & all) != all || !ch->together || !p->notes || p->done ||
        ch->who == REF_NONE || e->d->seats[ch->who].op != SS_ALL || op->op != OP_LASTS ||
        next[op->jump + 1] != i || may_wait(e, EV_PHASE))
        return 0;
    const struct kphase *ph = e->d->phases + op->list;
    if (then->op == OP_PASS && e->plan->how[then - prog] == HOW_WHOLE &&
        !e->plan->keeps[then - prog])
        then = prog + next[then + 1 - prog];
    bool round = ph->loop == LOOP_REPEAT && ph->cond == REF_NONE &&
                 (ph->name == REF_NONE || !e->plan->ends[ph->name].n);
    return round && !SLOW(e, ROUNDS) && (!ph->between || (then > op + 1 && then->op == OP_JUMP))
               ? (uint16_t)(op - prog)
               : 0;
}

/* Sets keeps for the ops of the stretch at pc, up to op `last` (-1: all). True: keeps changed. */
static bool stretch_keeps(struct kengine *e, int32_t pc, int32_t last)
{
    bool more = false;

    for (; pc >= 0; pc++) {
        more |= !e->plan->keeps[pc];
        e->plan->keeps[pc] = true;
        if (pc == last || e->d->prog[pc].op == OP_END)
            break;
    }
    return more;
}

/* May the body of one answer ask while other answers of the round wait? */
static bool asks_amid(struct kengine *e, const struct kchoose *ch)
{
    bool asks = ch->together && ch->declined_pc >= 0 && e->plan->keeps[ch->declined_pc];

    for (int k = 0; k < ch->nactions && ch->together; k++) {
        int32_t pc = e->d->actions[e->d->acts[ch->actions + k]].pc;
        asks |= pc >= 0 && e->plan->keeps[pc];
    }
    return asks;
}

/* Sets keeps for the bodies that op i runs, if somebody may be asked after them: in the body of op
 * i, or in one that waits for it. True: keeps changed. */
static bool within_keeps(struct kengine *e, uint32_t i)
{
    const struct kop *op = e->d->prog + i;
    bool under = e->plan->keeps[i], later = under && e->plan->keeps[i + 1];

    if (op->op == OP_CALL && later)
        return stretch_keeps(e, e->d->effects[op->list].pc, -1);
    if (op->op != OP_CHOOSE)
        return false;
    const struct kchoose *ch = e->d->chooses + op->list;
    bool once = ch->who == REF_NONE && ch->times == REF_NONE && !ch->any;
    if (!later && !(under && !once) && !asks_amid(e, ch))
        return false;
    bool more = stretch_keeps(e, ch->else_pc, -1);
    more |= stretch_keeps(e, ch->declined_pc, -1);
    for (int k = 0; k < ch->nactions; k++)
        more |= stretch_keeps(e, e->d->actions[e->d->acts[ch->actions + k]].pc, -1);
    return more;
}

/* Works out kplan.keeps. `phases` and each body are stretches of their own. In one with a loop
 * every op is before the one that asks. */
static void plan_keeps(struct kengine *e)
{
    const struct kdef *d = e->d;
    bool more = true;

    while (more) {
        more = false;
        bool round = false;
        for (int32_t i = 0, begin = 0; i < (int32_t)d->nprog; i++) {
            const struct kop *op = d->prog + i;
            bool ends = op->op == OP_END;
            bool asks = op->op == OP_CHOOSE || op->op == OP_HOOK ||
                        (op->op == OP_CALL && e->plan->keeps[d->effects[op->list].pc]);
            round |= op->op == OP_PHASE;
            more |= asks && stretch_keeps(e, begin, round ? -1 : i);
            begin = ends ? i + 1 : begin;
            round &= !ends;
        }
    }
    /* in `phases` cards are bound only in loops over cards */
    for (uint32_t i = (uint32_t)d->start_pc, loop = 0;; i++) {
        const struct kop *op = d->prog + i;
        if (op->op == OP_PHASE && d->phases[op->list].loop == LOOP_CARDS && loop <= i)
            loop = (uint32_t)op->jump;
        e->plan->keeps[i] = i < loop;
        if (op->op == OP_END)
            break;
    }
    for (more = true; more;) {
        more = false;
        for (uint32_t i = 0; i + 1 < d->nprog; i++)
            more |= within_keeps(e, i);
    }
    for (uint32_t i = 0; i < d->nprog; i++)
        e->plan->any_keeps |= e->plan->keeps[i];
}

/* The arrays of a plan, and the number of their entries. */
#define PLAN_ARRAYS(X)                                                                         \
    X(sel, d->nsels)                                                                           \
    X(quick, d->nsels)                                                                         \
    X(asks, tests)                                                                             \
    X(steps, d->ntraits)                                                                       \
    X(choose, d->nchooses)                                                                     \
    X(plain, d->nchooses)                                                                      \
    X(zones, d->nchooses)                                                                      \
    X(one_own, d->nactions)                                                                    \
    X(binds, d->nactions)                                                                      \
    X(acts, acts)                                                                              \
    X(names, d->nexprs)                                                                        \
    X(body, d->nprog)                                                                          \
    X(how, d->nprog)                                                                           \
    X(next, d->nprog)                                                                          \
    X(next_mute, d->nprog)                                                                     \
    X(keeps, d->nprog)                                                                         \
    X(verb_effect, d->nverbs)                                                                  \
    X(given, d->neffects)                                                                      \
    X(ends, d->nphases)                                                                        \
    X(ending, d->ncounters)                                                                    \
    X(standing, d->ntraits)

static int plan_room(struct kplan *p, const struct kdef *d)
{
    size_t tests = 0, acts = 0;
    bool ok = true;

    for (int i = 0; i < d->nsels; i++)
        if (d->sels[i].ntests && (size_t)d->sels[i].tests + d->sels[i].ntests > tests)
            tests = (size_t)d->sels[i].tests + d->sels[i].ntests;
    for (int i = 0; i < d->nexprs; i++) /* behind the tests of selectors */
        if (d->exprs[i].op == X_PASSES && (size_t)d->exprs[i].imm >= tests)
            tests = (size_t)d->exprs[i].imm + 1;
    p->ntests = (unsigned)tests;
    for (int i = 0; i < d->nchooses; i++)
        acts = d->chooses[i].actions + d->chooses[i].nactions > acts
                   ? (size_t)(d->chooses[i].actions + d->chooses[i].nactions)
                   : acts;
#define X(array, n) ok &= (p->array = calloc((n) + 1u, sizeof *p->array)) != NULL;
    PLAN_ARRAYS(X)
#undef X
    return ok ? 0 : -1;
}

int plan_make(struct kengine *e)
{
    const struct kdef *d = e->d;

    e->plan->nsets = count_rows(d);
    if (plan_room(e->plan, d) || settle_sets(e) || casts_begin(e->plan))
        return -1;
    plan_counters(e);
    plan_lists(e);
    plan_keeps(e);
    plan_order(e);
    for (unsigned t = 0; t < e->plan->ntests; t++)
        e->plan->asks[t] = lay_ask(e, t);
    for (unsigned i = 0; i < d->nsels; i++) {
        e->plan->sel[i] = plan_select(d, &d->sels[i], !SLOW(e, DISTINCT));
        lay_quick(e, i);
    }
    plan_next(e, e->plan->next, true);
    plan_next(e, e->plan->next_mute, false);
    for (uint32_t i = 0; i < d->nprog; i++)
        e->plan->how[i] = how_done(e, d->prog + i);
    plan_bodies(e);
    for (int i = 0; i < d->nactions; i++)
        e->plan->one_own[i] =
            only_card(&d->actions[i]) && (e->plan->sel[d->actions[i].card] & SEL_OWN);
    for (unsigned i = 0; i < d->nexprs; i++)
        names_of(e, (ref)i);
    plan_numbers(e);
    if (!SLOW(e, FEW))
        plan_few(e);
    for (unsigned i = 0; i < d->nsels; i++) {
        const struct kselect *q = d->sels + i;
        struct kquick *p = e->plan->quick + i;
        bool kinds = q->src == SRC_ZONES && q->each != REF_NONE && by_kind(e, q->each) &&
                     (q->most & q->least & q->first & q->last & q->random) == REF_NONE;
        p->few = !SLOW(e, FEW_CARDS) && p->nzones && !p->twice && !p->this && !p->others &&
                 p->face == FACE_ANY &&
                 (p->where == REF_NONE || !(e->plan->names[p->where] & NAMES_MORE));
        if (kinds && !q->this_only && !q->not_this && !SLOW(e, KINDS))
            e->plan->sel[i] |= SEL_KINDS;
    }
    for (int i = 0; i < d->nactions; i++)
        e->plan->binds[i] = plan_binds(e, d->actions + i);
    if (plan_adds(e))
        return -1;
    for (int i = 0; i < d->nchooses; i++) {
        uint8_t *plan = &e->plan->choose[i];
        *plan = plan_choose(e, &d->chooses[i]);
        *plan |= d->chooses[i].together && !(*plan & CHOOSE_APART) ? CHOOSE_SIGNS : 0;
        if (!d->most_chosen && !(*plan & CHOOSE_SIGNS) && !SLOW(e, NOTED))
            *plan |= CHOOSE_NOTED;
        if (*plan & (CHOOSE_ORDINARY | CHOOSE_QUICK))
            e->plan->plain[i] = plan_plain(e, &d->chooses[i], *plan);
    }
    for (uint32_t i = 0; i < d->nprog; i++)
        if (d->prog[i].op == OP_CHOOSE)
            e->plan->plain[d->prog[i].list].lasts = plan_round(e, i);
    for (int i = 0; i < d->nchooses; i++)
        for (int k = 0; k < d->chooses[i].nactions; k++) {
            unsigned at = (unsigned)(d->chooses[i].actions + k);
            const struct kbinds *b = e->plan->acts[at] = e->plan->binds + d->acts[at];
            e->plan->zones[i] |= ~b->swift ? b->swift : 0;
        }
    return 0;
}

void plan_free(struct kplan *p)
{
    casts_free(p);
    free(p->bits);
    free(p->adds);
#define X(array, n) free(p->array);
    PLAN_ARRAYS(X)
#undef X
}

/* plan.c - what of a definition can be settled before any game, once per engine. */
#include "kernel/internal.h"

#include <limits.h>
#include <stdlib.h>

static bool is_you(const struct kdef *d, ref seats)
{
    return seats == REF_NONE || d->seats[seats].op == SS_YOU;
}

/* Are these zones of `you`, or of the table whoever owns what lies there? */
bool own_zones(const struct kdef *d, const struct kselect *q)
{
    for (int i = 0; i < q->nzones; i++)
        if (d->zones[q->zone[i]].per == PER_TABLE ? q->of_given : !is_you(d, q->of))
            return false;
    return q->nzones > 0;
}

static uint16_t plan_select(const struct kdef *d, const struct kselect *q, unsigned tests)
{
    uint16_t plan = 0;

    if (q->most != REF_NONE || q->least != REF_NONE || q->each != REF_NONE ||
        q->first != REF_NONE || q->last != REF_NONE || q->random != REF_NONE)
        plan |= SEL_RANKS;
    if (q->this_only || q->not_this)
        plan |= SEL_THIS;
    if (q->src == SRC_ZONES && own_zones(d, q))
        plan |= SEL_MINE;
    if ((plan & SEL_MINE) && q->nzones == 1 && d->zones[q->zone[0]].as == AS_SET &&
        !d->zones[q->zone[0]].endless && !(plan & (SEL_RANKS | SEL_THIS)))
        plan |= SEL_ONE;
    if (q->where != REF_NONE || q->nany || q->except != REF_NONE)
        plan |= SEL_MORE;
    else if (!tests)
        plan |= SEL_SETS;
    if ((plan & SEL_SETS) && q->face == FACE_ANY && q->bits == REF_NONE && !q->ntests)
        plan |= SEL_PLAIN;
    if ((plan & ~(SEL_MINE | SEL_ONE)) != (SEL_PLAIN | SEL_SETS))
        return plan;
    if (q->src == SRC_SLOTS && q->slots && !(q->slots & (q->slots - 1)))
        plan |= SEL_BOUND;
    if (q->src == SRC_ZONES && own_zones(d, q))
        plan |= SEL_OWN;
    return plan;
}

/* Takes out of `bits` the definitions whose number does not pass a test against a constant. */
static void only_passing(const struct kdef *d, const struct ktest *t, uint64_t *bits)
{
    int32_t v = d->exprs[t->value].imm;

    for (unsigned c = 0; c < d->ncards; c++) {
        int32_t left = d->trait_value[c * d->ntraits + t->id];
        bool ok = t->cmp == CMP_IS         ? left == v
                  : t->cmp == CMP_EXCEPT   ? left != v
                  : t->cmp == CMP_AT_LEAST ? left >= v
                                           : left <= v;
        if (!ok)
            bits[c >> 6] &= ~(1ull << (c & 63));
    }
}

/* A number that no card works out, against a constant. */
static bool is_settled(const struct kdef *d, const struct ktest *t)
{
    return t->kind == TEST_NUMBER && !d->traits[t->id].formula &&
           d->exprs[t->value].op == X_CONST && d->exprs[t->value].imm != K_ABSENT;
}

/* Which definitions pass, and which tests are left to ask. */
static void settle_tests(struct kengine *e, unsigned sel)
{
    const struct kdef *d = e->d;
    const struct kselect *q = &d->sels[sel];
    struct ksettled *p = &e->plan->settled[sel];
    uint64_t *bits = e->plan->bits + (size_t)sel * d->bits.nwords;

    p->set = q->bits == REF_NONE ? NO_SET : q->bits;
    for (unsigned w = 0; w < d->bits.nwords; w++)
        bits[w] = q->bits == REF_NONE ? ~(uint64_t)0
                                      : d->bits.word[(size_t)q->bits * d->bits.nwords + w];
    for (int i = 0; i < q->ntests; i++) {
        if (!is_settled(d, &d->tests[q->tests + i])) {
            p->tests |= (uint16_t)BIT(i);
            continue;
        }
        only_passing(d, &d->tests[q->tests + i], bits);
        p->set = e->plan->nsets + sel;
    }
}

/* Its values lie within so many of each other. */
enum { MANY_STEPS = 64 };

/* Sets from `first` on, the bitsets from plan.bits + at; none are written if there is no room yet. */
static unsigned settle_steps(struct kengine *e, unsigned trait, unsigned at, bool write)
{
    const struct kdef *d = e->d;
    struct ksteps *k = &e->plan->steps[trait];
    int64_t least = INT32_MAX, most = INT32_MIN;

    if (d->traits[trait].type != T_NUMBER || d->traits[trait].formula || !d->ncards)
        return 0;
    for (unsigned c = 0; c < d->ncards; c++) {
        int32_t v = d->trait_value[c * d->ntraits + trait];
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    if (most - least >= MANY_STEPS)
        return 0;
    *k = (struct ksteps){e->plan->nsets + at, (int32_t)least, (int32_t)(most - least)};
    for (unsigned c = 0; c < d->ncards && write; c++)
        for (int64_t v = d->trait_value[c * d->ntraits + trait]; v < most; v++)
            set_put(e->plan->bits + (at + (size_t)(v - least)) * d->bits.nwords, c, true);
    return (unsigned)k->n;
}

/* All bitsets that no word of the definition names: a selector's, then a number's. */
static int settle_sets(struct kengine *e)
{
    const struct kdef *d = e->d;
    struct kplan *p = e->plan;
    unsigned n = d->nsels;

    for (unsigned t = 0; t < d->ntraits; t++)
        n += settle_steps(e, t, n, false);
    p->nbits = n;
    p->bits = calloc((n + 1u) * (d->bits.nwords + 1u), sizeof *p->bits);
    if (!p->bits)
        return -1;
    for (unsigned i = 0; i < d->nsels; i++)
        settle_tests(e, i);
    n = d->nsels;
    for (unsigned t = 0; t < d->ntraits; t++)
        n += settle_steps(e, t, n, true);
    return 0;
}

/* How many bitsets the definition has: those that selectors and traits name. */
static unsigned count_sets(const struct kdef *d)
{
    unsigned n = 0;

    for (int i = 0; i < d->nsels; i++)
        if (d->sels[i].bits != REF_NONE && d->sels[i].bits >= n)
            n = d->sels[i].bits + 1u;
    for (int i = 0; i < d->ntraits; i++)
        if (d->traits[i].bits != REF_NONE && d->traits[i].bits + d->traits[i].nwords > n)
            n = d->traits[i].bits + d->traits[i].nwords;
    return n;
}

/* A choice of one card of one's own zone and nothing else. */
static bool own_card(const struct kengine *e, const struct kaction *a)
{
    const struct kdef *d = e->d;

    if (!e->plan->one_own[a - d->actions] || (a->named && d->event_used[EV_ACTION]))
        return false;
    const struct kselect *q = &d->sels[a->card];
    for (int i = 0; i < q->nzones; i++)
        if (d->zones[q->zone[i]].per == PER_TABLE || d->zones[q->zone[i]].endless)
            return false;
    return true;
}

/* Does the step need nothing of a frame but its context? A move must not ask whose turn it is:
 * where it is not the picked card it goes to a zone of the table. */
static bool plain_op(const struct kengine *e, const struct kop *op)
{
    const struct kdef *d = e->d;

    if (op->op == OP_ADD || op->op == OP_SET || op->op == OP_TURN)
        return true;
    if (op->op != OP_MOVE)
        return false;
    return d->exprs[op->to].op == X_CONST && d->zones[d->exprs[op->to].imm].per == PER_TABLE
               ? true
               : moves_picked(e, op);
}

/* Do all assignments add a constant to counters of cards? */
static bool marks_only(const struct kdef *d, const struct kop *op)
{
    for (int i = 0; i < op->n; i++) {
        const struct kassign *a = &d->assigns[op->list + i];
        if (d->counters[a->counter].per != PER_CARD || d->exprs[a->value].op != X_CONST ||
            d->exprs[a->value].imm == K_ABSENT)
            return false;
    }
    return true;
}

static uint8_t how_done(const struct kengine *e, const struct kop *op)
{
    if (moves_picked(e, op) && e->d->exprs[op->to].op == X_CONST)
        return HOW_MOVE;
    return (op->op == OP_ADD || op->op == OP_SET) && on_picked(e, op) && marks_only(e->d, op)
               ? HOW_MARK
               : HOW_ANY;
}

/* Such a body cannot wait. */
static bool plain_body(const struct kengine *e, int32_t pc)
{
    for (const struct kop *op = e->d->prog + pc; pc >= 0 && op->op != OP_END; op++)
        if (!plain_op(e, op))
            return false;
    return pc >= 0;
}

/* Does the body do no more than move, turn or mark the card that was picked? */
static bool stays_own(const struct kengine *e, int32_t pc)
{
    const struct kdef *d = e->d;

    if (d->event_used[EV_MOVE] || d->event_used[EV_TURN] || d->event_used[EV_ADD])
        return false;
    for (const struct kop *op = d->prog + pc; pc >= 0 && op->op != OP_END; op++)
        if (!on_picked(e, op) || !plain_op(e, op) || op->of != REF_NONE)
            return false;
    return true;
}

/* A choice of a card of a seat's own sets, which he sees and of which none runs out. */
static bool own_sets(const struct kengine *e, unsigned action)
{
    const struct kdef *d = e->d;

    if (!e->plan->one_own[action])
        return false;
    const struct kselect *q = &d->sels[d->actions[action].card];
    for (int i = 0; i < q->nzones; i++) {
        const struct kzone *z = &d->zones[q->zone[i]];
        if (z->per == PER_TABLE || z->as != AS_SET || z->shuffled || z->refill != REF_NONE ||
            z->endless || z->up == SIGHT_NOBODY)
            return false;
    }
    return true;
}

static uint8_t plan_choose(const struct kengine *e, const struct kchoose *ch)
{
    bool one = ch->nactions == 1 && own_sets(e, e->d->acts[ch->actions]);
    uint8_t plain = one ? CHOOSE_PLAIN : 0;

    for (int i = 0; i < ch->nactions; i++) {
        const struct kaction *a = &e->d->actions[e->d->acts[ch->actions + i]];

        if (!own_card(e, a) || !stays_own(e, a->pc))
            return plain;
    }
    return CHOOSE_APART | plain;
}

/* May counting stop early, so that nobody notices? Not if asking of a card may fail. */
static bool may_stop(const struct kengine *e, ref sel)
{
    const struct kselect *q = &e->d->sels[sel];

    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &e->d->tests[q->tests + i];
        if (t->kind == TEST_NUMBER && e->d->traits[t->id].formula)
            return false;
    }
    return q->src == SRC_ZONES && !(e->plan->sel[sel] & (SEL_RANKS | SEL_MORE));
}

/* How far a count matters to a comparison with it. */
static int enough_for(const struct kengine *e, const struct kexpr *count, const struct kexpr *k)
{
    bool known = k->op == X_CONST && k->imm >= 0 && k->imm < INT_MAX;

    return known && count->imm == 1 && may_stop(e, count->a) ? k->imm + 1 : INT_MAX;
}

/* A count that is only compared need not go on for ever; two bounds may share one. */
static void plan_counts(struct kengine *e)
{
    const struct kdef *d = e->d;
    int *enough = e->plan->enough;

    for (const struct kexpr *x = d->exprs; x < d->exprs + d->nexprs; x++) {
        if (x->op < X_EQ || x->op > X_GE || d->exprs[x->a].op != X_COUNT)
            continue;
        int n = enough_for(e, d->exprs + x->a, d->exprs + x->b);
        enough[x->a] = n > enough[x->a] ? n : enough[x->a];
    }
    for (int i = 0; i < d->nexprs; i++)
        enough[i] = enough[i] ? enough[i] : INT_MAX;
}

static void plan_lists(struct kengine *e)
{
    for (int i = 0; i < e->d->nzones; i++)
        e->plan->has_endless |= e->d->zones[i].endless != 0;
    for (unsigned i = 0; i < e->d->ntraits; i++)
        if (e->d->traits[i].type == T_WATCHES)
            e->plan->standing[e->plan->nstanding++] = (uint16_t)i;
    for (int i = 0; i < e->d->ncounters; i++)
        if (e->d->counters[i].lasts != REF_NONE)
            e->plan->ends[e->d->counters[i].lasts] = true;
    for (int i = 0; i < e->d->neffects; i++)
        if (e->d->effects[i].verb != REF_NONE)
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
    for (int i = 0; i < d->ncardctr; i++)
        e->plan->card_start[i] = d->counters[d->card_ctr[i]].start;
}

/* Each key of `order` is worth more than all after it together: from the last, `unit`, upwards. They
 * stay below 2^49, for the loader takes each key once. */
static struct krank plan_rank(const struct korder *order, int n, uint64_t unit)
{
    struct krank k = {0};

    while (n-- > 0)
        switch (order[n].key) {
        case ORD_CLASS:
            k.cls = unit;
            unit <<= 8;
            break;
        case ORD_GIVEN:
            k.not_given = unit;
            unit <<= 1;
            break;
        case ORD_SEAT:
            k.seat = unit;
            unit <<= 8;
            break;
        case ORD_ARRIVAL:
            k.arrival += unit;
            unit <<= 16;
            break;
        default: break;
        }
    return k;
}

static void plan_order(struct kengine *e)
{
    const struct kdef *d = e->d;
    int upto = 0;

    while (upto < d->norder && d->order[upto].key != ORD_CHOSEN)
        upto++;
    e->plan->chosen = upto < d->norder ? d->order[upto].arg : REF_NONE;
    e->plan->rank_upto = plan_rank(d->order, upto, 1);
    e->plan->rank = plan_rank(d->order, d->norder, 1 << 16);
    e->plan->rank.arrival += 1; /* equals by arrival */
}

static int plan_room(struct kengine *e)
{
    const struct kdef *d = e->d;
    struct kplan *p = e->plan;

    p->sel = calloc(d->nsels + 1u, sizeof *p->sel);
    p->settled = calloc(d->nsels + 1u, sizeof *p->settled);
    p->steps = calloc(d->ntraits + 1u, sizeof *p->steps);
    p->choose = malloc(d->nchooses + 1u);
    p->one_own = malloc(d->nactions + 1u);
    p->plain_body = malloc(d->nactions + 1u);
    p->how = malloc(d->nprog + 1u);
    p->enough = calloc(d->nexprs + 1u, sizeof *p->enough);
    p->verb_effect = calloc(d->nverbs + 1u, sizeof *p->verb_effect);
    p->ends = calloc(d->nphases + 1u, sizeof *p->ends);
    p->standing = calloc(d->ntraits + 1u, sizeof *p->standing);
    return p->sel && p->settled && p->steps && p->choose && p->one_own && p->plain_body &&
                   p->how && p->enough && p->verb_effect && p->ends && p->standing
               ? 0
               : -1;
}

int plan_make(struct kengine *e)
{
    const struct kdef *d = e->d;

    e->plan->cast = e->plan->casts;
    e->plan->nsets = count_sets(d);
    if (plan_room(e) || settle_sets(e))
        return -1;
    plan_counters(e);
    plan_lists(e);
    plan_order(e);
    for (int i = 0; i < d->nsels; i++)
        e->plan->sel[i] = plan_select(d, &d->sels[i], e->plan->settled[i].tests);
    for (uint32_t i = 0; i < d->nprog; i++)
        e->plan->how[i] = how_done(e, d->prog + i);
    for (int i = 0; i < d->nactions; i++)
        e->plan->plain_body[i] = plain_body(e, d->actions[i].pc);
    for (int i = 0; i < d->nactions; i++)
        e->plan->one_own[i] =
            only_card(&d->actions[i]) && (e->plan->sel[d->actions[i].card] & SEL_OWN);
    for (int i = 0; i < d->nchooses; i++)
        e->plan->choose[i] = plan_choose(e, &d->chooses[i]);
    plan_counts(e);
    return 0;
}

void plan_free(struct kplan *p)
{
    casts_free(p);
    free(p->settled);
    free(p->bits);
    free(p->steps);
    free(p->sel);
    free(p->choose);
    free(p->one_own);
    free(p->plain_body);
    free(p->how);
    free(p->enough);
    free(p->verb_effect);
    free(p->ends);
    free(p->standing);
}

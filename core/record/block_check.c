/* block_check.c - is every number of a block in its range?
 *
 * The kernel trusts a block, so one that comes from outside is gone through once, part by part,
 * against the definition: first the part that is fixed when a game starts (it must be that of a
 * fresh game), then lists, stacks and the script hook under way, then its checkpoint.
 */
#include "record/block.h"

#include <stdlib.h>
#include <string.h>

/* Which places of the program and which of its tables can be reached at all. */
struct reach {
    const struct kdef *k;
    uint8_t *pc, *phase, *choose, *watch;   /* by index */
    int32_t *stack;
    size_t n, cap;                           /* of stack */
};
enum { PLACES = 65536 };                     /* program counters and refs have 16 bits */

static void reach_pc(struct reach *r, int32_t pc)
{
    if (pc < 0 || pc >= PLACES || r->pc[pc])
        return;
    r->pc[pc] = 1;
    if (r->n == r->cap) {
        r->cap = r->cap ? r->cap * 2 : 256;
        r->stack = mem_realloc(r->stack, r->cap * sizeof *r->stack);
    }
    r->stack[r->n++] = pc;
}

static void reach_effect(struct reach *r, unsigned effect)
{
    const struct keffect *e = &r->k->effects[effect];

    reach_pc(r, e->pc);
    if (e->verb != REF_NONE && r->k->verbs[e->verb].hook == REF_NONE)
        reach_pc(r, r->k->verbs[e->verb].pc);
}

static void reach_op(struct reach *r, int32_t pc)
{
    const struct kop *op = &r->k->prog[pc];

    switch (op->op) {
    case OP_PHASE: case OP_ITER: case OP_ITER_END: case OP_LASTS:
        r->phase[op->list] = 1;
        reach_pc(r, op->jump);
        break;
    case OP_JUMP: case OP_UNLESS:
        reach_pc(r, op->jump);
        break;
    case OP_CHOOSE: {
        const struct kchoose *c = &r->k->chooses[op->list];
        r->choose[op->list] = 1;
        for (int i = 0; i < c->nactions; i++)
            reach_pc(r, r->k->actions[r->k->acts[c->actions + i]].pc);
        reach_pc(r, c->else_pc);
        break;
    }
    case OP_WATCH:
        r->watch[op->list] = 1;
        reach_effect(r, r->k->watches[op->list].effect);
        break;
    default:
        break;
    }
    if (op->op != OP_END && op->op != OP_JUMP)
        reach_pc(r, pc + 1);
}

static void reach_all(struct reach *r, const struct ct_definition *def)
{
    const struct kdef *k = &def->k;

    *r = (struct reach){.k = k, .pc = mem_alloc(PLACES * 4u)};
    memset(r->pc, 0, PLACES * 4u);
    r->phase = r->pc + PLACES;
    r->choose = r->phase + PLACES;
    r->watch = r->choose + PLACES;
    reach_pc(r, k->start_pc);
    for (unsigned i = 0; i < def->neffects; i++)
        reach_effect(r, i);
    for (unsigned v = 0; v < def->nverbs; v++)
        if (k->verbs[v].hook == REF_NONE)
            reach_pc(r, k->verbs[v].pc);
    for (size_t i = 0; i < (size_t)k->ncards * k->ntraits; i++)
        if (k->traits[i % k->ntraits].type == T_WATCHES)
            for (unsigned w = 0; w < k->trait_list[i].n; w++) {
                unsigned watch = k->trait_list[i].first + w;
                r->watch[watch] = 1;
                reach_effect(r, k->watches[watch].effect);
            }
    while (r->n)
        reach_op(r, r->stack[--r->n]);
}

static void reach_free(struct reach *r)
{
    free(r->pc);
    free(r->stack);
}

/* ---- small tests ---- */

static bool card_ok(const struct kstate *s, unsigned c)
{
    return c == NO_CARD || c < s->ninst;
}

static bool seat_ok(const struct kstate *s, unsigned seat)
{
    return seat == NO_SEAT || seat < s->nseats;
}

static bool mask_ok(const struct kstate *s, uint32_t mask)
{
    return !(mask >> s->nseats);
}

static bool choice_ok(const struct kstate *s, const struct kchoice *c)
{
    return card_ok(s, c->card) && card_ok(s, c->helper) && card_ok(s, c->target)
        && seat_ok(s, c->seat);
}

/* ---- the fixed part ---- */

static bool fixed_ok(const struct kdef *k, struct kstate *s, struct kstate *like)
{
    struct kstate a = *s, b = *like;

    a.stop_forced = b.stop_forced = a.track = b.track = 0;
    a.seed = b.seed = a.stamp = b.stamp = 0;
    return s->stop_forced < 2 && s->track < 2 && !memcmp(&a, &b, sizeof a)
        && !memcmp(k_slotinfo(s), k_slotinfo(like), s->nslots * sizeof(struct kslotinfo))
        && !memcmp(k_zonebase(s), k_zonebase(like), (k->nzones + 1u) * sizeof(uint16_t));
}

/* ---- cards and zones ---- */

static bool slot_ok(struct kstate *s, unsigned slot, uint8_t *seen)
{
    const struct kslot *z = &k_slots(s)[slot];
    const struct kinst *in = k_insts(s);
    unsigned n = 0, before = NO_CARD, c = z->head;

    for (; c != NO_CARD; before = c, c = in[c].next, n++)
        if (c >= s->ninst || seen[c]++ || in[c].slot != slot || in[c].prev != before)
            return false;
    return n == z->count && z->tail == before;
}

/* Every instance lies in one list (a card that a scenario took out lies in none). */
static const char *cards_fault(const struct kdef *k, struct kstate *s)
{
    uint8_t *seen = mem_alloc(s->ninst + 1u);
    bool ok = true;

    memset(seen, 0, s->ninst + 1u);
    for (unsigned i = 0; i < s->nslots && ok; i++)
        ok = slot_ok(s, i, seen);
    for (unsigned c = 0; c < s->ninst && ok; c++) {
        const struct kinst *in = &k_insts(s)[c];
        ok = in->def < k->ncards && in->face <= FACE_DOWN && seat_ok(s, in->owner)
          && (in->slot < s->nslots || in->slot == REF_NONE) && seen[c] == (in->slot < s->nslots);
    }
    free(seen);
    return ok ? NULL : "the game's bytes contradict each other (cards)";
}

static bool counter_ok(const struct kstate *s, const struct kcounter *c, int32_t v)
{
    if (c->is == V_SEAT)
        return v >= -1 && v < s->nseats;
    if (c->is == V_CARD)
        return v >= -1 && v < s->ninst;
    return true;
}

static const char *counters_fault(const struct kdef *k, struct kstate *s)
{
    bool ok = true;

    for (int i = 0; i < k->ngame; i++)
        ok &= counter_ok(s, &k->counters[k->game_ctr[i]], k_gamectr(s)[i]);
    for (int i = 0; i < k->nseat * s->nseats; i++)
        ok &= counter_ok(s, &k->counters[k->seat_ctr[i % k->nseat]], k_seatctr(s)[i]);
    for (int i = 0; i < k->ncardctr * s->ninst; i++)
        ok &= counter_ok(s, &k->counters[k->card_ctr[i % k->ncardctr]], k_cardctr(s)[i]);
    return ok ? NULL : "the game's bytes contradict each other (counters)";
}

/* ---- the stacks ---- */

/* Parameters of a verb: words, zones, seats and cards that there are. */
static bool params_ok(const struct kdef *k, const struct kstate *s, unsigned verb,
                      const int32_t *param)
{
    const struct kverb *v = &k->verbs[verb];
    bool ok = true;

    for (int i = 0; i < v->nparams; i++) {
        int32_t p = param[i];
        if (p == K_ABSENT)
            continue;
        switch (v->type[i]) {
        case V_WORD:
            ok &= v->word_trait[i] == REF_NONE
               || (p >= 0 && p < k->traits[v->word_trait[i]].nwords);
            break;
        case V_ZONE: ok &= p >= 0 && p < k->nzones; break;
        case V_SEATS: ok &= p >= 0 && mask_ok(s, (uint32_t)p); break;
        case V_SEAT: ok &= p >= -1 && p < s->nseats; break;
        case V_CARD: ok &= p >= -1 && p < s->ninst; break;
        default: break;
        }
    }
    return ok;
}

static bool frame_ok(const struct ct_definition *def, struct kstate *s, const struct reach *r,
                     const struct kframe *f)
{
    const struct kdef *k = &def->k;
    bool ok = r->pc[f->pc] && f->kind <= FRAME_CHOOSE && seat_ok(s, f->you) && seat_ok(s, f->them)
           && seat_ok(s, f->seat) && f->norder <= K_MAX_SEATS && f->at <= K_MAX_SEATS
           && f->round <= k_rules(s)->nrounds;

    for (int i = 0; i < 4; i++)
        ok &= card_ok(s, f->card[i]);
    for (int i = 0; i < f->norder && i < K_MAX_SEATS; i++)
        ok &= f->order[i] < s->nseats;
    if (f->kind == FRAME_PHASE)
        ok &= r->phase[f->what];
    else if (f->kind == FRAME_CHOOSE)
        ok &= r->choose[f->what];
    else if (f->kind == FRAME_EFFECT && f->what != REF_NONE) {
        ok &= f->what < def->neffects;
        if (ok && k->effects[f->what].verb != REF_NONE)
            ok &= params_ok(k, s, k->effects[f->what].verb, f->param);
    }
    return ok;
}

static bool queued_ok(const struct ct_definition *def, const struct kstate *s,
                      const struct kqueued *q)
{
    if ((q->effect != REF_NONE && q->effect >= def->neffects) || !card_ok(s, q->card)
        || !card_ok(s, q->evcard) || !seat_ok(s, q->you) || !seat_ok(s, q->them))
        return false;
    if (q->effect == REF_NONE || q->own_param)
        return q->verb < def->nverbs && params_ok(&def->k, s, q->verb, q->param);
    return q->verb == REF_NONE || q->verb < def->nverbs;
}

static bool mask_entry_ok(const struct kdef *k, const struct kstate *s, const struct kmasked *m)
{
    unsigned most = m->kind == MASK_ADD ? k->ncounters : m->kind == MASK_TURN ? 3u : k->nzones;

    return m->kind <= MASK_MOVE && m->what < most && mask_ok(s, m->seats) && seat_ok(s, m->you)
        && (m->lasts == REF_NONE || m->lasts < k->nphases);
}

static const char *stacks_fault(const struct ct_definition *def, struct kstate *s,
                                const struct reach *r)
{
    const struct kdef *k = &def->k;
    struct krules *u = k_rules(s);
    bool ok = u->status <= K_UNFINISHED && u->decision <= DEC_ORDER && mask_ok(s, u->asked)
        && !(u->pending & ~u->asked) && u->nframes <= k->limits.depth && u->nrounds <= 4
        && u->nqueue <= k->limits.queue && u->nwatch <= k->limits.watchers
        && u->nmask <= k->limits.masks && (u->hook == REF_NONE || u->hook < k->nhooks)
        && mask_ok(s, u->won) && mask_ok(s, u->lost) && (u->nframes || u->status != K_RUNNING)
        && (u->finish_pc == -1 || (u->finish_pc >= 0 && u->finish_pc < PLACES
                                   && r->pc[u->finish_pc]
                                   && k->prog[u->finish_pc].op == OP_FINISH));

    for (unsigned i = 0; ok && i < u->nframes; i++)
        ok = frame_ok(def, s, r, &k_frames(s)[i]);
    for (unsigned i = 0; ok && i < u->nrounds * (unsigned)s->nseats; i++)
        ok = k_rounds(s)[i].state <= ANS_AGAIN
          && (k_rounds(s)[i].state != ANS_GIVEN || choice_ok(s, &k_rounds(s)[i].pick));
    for (unsigned i = 0; ok && i < u->nqueue; i++)
        ok = queued_ok(def, s, &k_queue(s)[i]);
    for (unsigned i = 0; ok && i < u->nwatch; i++)
        ok = r->watch[k_watch(s)[i].watch] && card_ok(s, k_watch(s)[i].card)
          && seat_ok(s, k_watch(s)[i].you);
    for (unsigned i = 0; ok && i < u->nmask; i++)
        ok = mask_entry_ok(k, s, &k_masks(s)[i]);
    return ok ? NULL : "the game's bytes contradict each other (what is under way)";
}

/* ---- knowledge, the hook under way ---- */

static const char *classes_fault(struct kstate *s)
{
    bool ok = true;

    for (int o = 0; s->track && o < s->nobs; o++)
        for (unsigned c = 0; c < s->ninst; c++)
            ok &= k_classes(s, o)[c] < s->ninst;
    return ok ? NULL : "the game's bytes contradict each other (knowledge)";
}

static bool question_ok(const struct ct_definition *def, const struct kstate *s,
                        const struct kasked *q)
{
    bool ok = mask_ok(s, q->seats) && !(q->given & ~q->seats) && q->nargs <= K_MAX_ARGS
           && (q->prompt == REF_NONE || q->prompt < def->nwords);
    bool sel = q->sel == REF_NONE;

    for (int i = 0; i < def->nscript_sels; i++)
        sel |= def->script_sels[i].sel == q->sel;
    return ok && sel;
}

static const char *hook_fault(const struct ct_definition *def, struct kstate *s)
{
    const struct khookpart *h = k_hook(s);
    bool ok = h->nanswers <= K_MAX_ANSWERS && h->open < 2
           && h->nanswers + h->open <= K_MAX_ANSWERS;

    for (unsigned i = 0; ok && i < (unsigned)h->nanswers + h->open; i++) {
        ok = question_ok(def, s, &h->q[i]);
        for (int seat = 0; ok && seat < s->nseats; seat++)
            ok = !(h->q[i].given >> seat & 1) || choice_ok(s, &h->pick[i][seat]);
    }
    return ok ? NULL : "the game's bytes contradict each other (the script under way)";
}

static const char *rules_fault(const struct ct_definition *def, struct kstate *s,
                               const struct reach *r)
{
    const char *why = cards_fault(&def->k, s);

    if (!why)
        why = counters_fault(&def->k, s);
    if (!why)
        why = stacks_fault(def, s, r);
    return why;
}

/* The checkpoint is a second [rules]: looked at as if it were the first. */
static const char *checkpoint_fault(const struct ct_definition *def, const struct kstate *s,
                                    const struct reach *r)
{
    struct kstate *copy = mem_alloc(s->size);
    const char *why;

    memcpy(copy, s, s->size);
    memcpy((char *)copy + s->o_rules, (const char *)s + s->o_check, s->o_know - s->o_rules);
    why = rules_fault(def, copy, r);
    free(copy);
    return why;
}

const char *block_fault(const struct ct_definition *def, struct kstate *s, struct kstate *like)
{
    struct reach r;
    const char *why;

    if (!fixed_ok(&def->k, s, like))
        return "the game's bytes contradict each other (fixed part)";
    reach_all(&r, def);
    why = rules_fault(def, s, &r);
    if (!why)
        why = classes_fault(s);
    if (!why && k_rules(s)->hook != REF_NONE) {
        why = hook_fault(def, s);
        if (!why)
            why = checkpoint_fault(def, s, &r);
    }
    reach_free(&r);
    return why;
}

/* coverage.c - how often each part of the rules ran. The kernel counts ops and effects (kran) of a
 * game that is played beside, without knowledge, and without shortcuts that leave one out.
 */
#include "battery/coverage.h"

#include <stdlib.h>

bool coverage_begin(struct battery *t)
{
    const struct kdef *k = &t->def->k;

    t->coverage = ct_coverage_of(t->def);
    t->ran.op = calloc(k->nprog + 1u, sizeof *t->ran.op);
    t->ran.effect = calloc(k->neffects + 1u, sizeof *t->ran.effect);
    t->counting = ct_engine_new(t->def, NULL);
    if (!t->coverage || !t->ran.op || !t->ran.effect || !t->counting)
        return false;
    t->out->nran = t->coverage->n;
    t->out->ran = calloc((size_t)t->coverage->n + 1, sizeof *t->out->ran);
    if (!t->out->ran || ct_count_hooks(t->counting, true))
        return false;
    k_without(&t->counting->k, ~((uint64_t)1 << FAST_PURE)); /* no op is counted in a script */
    t->counting->k.ran = &t->ran;
    return true;
}

/* Errors here are ignored: the straight game reports them. */
static void stop_counting(struct battery *t)
{
    ct_state_free(t->counted);
    t->counted = NULL;
}

void coverage_game(struct battery *t, struct ct_setup setup)
{
    stop_counting(t);
    setup.flags &= ~(unsigned)CT_TRACK;
    if (t->coverage)
        t->counted = ct_game_new(t->counting, &setup);
}

static void count(struct battery *t, int part, uint64_t n)
{
    if (part != NO_PART)
        t->out->ran[part] += n;
}

/* Is it where the ruleset puts it when a game begins? */
static bool held_there(const struct kdef *k, unsigned zone, unsigned def)
{
    const struct kzone *z = &k->zones[zone];

    for (int i = 0; i < z->nhold; i++) {
        const struct khold *h = &k->holds[z->hold + i];
        if (h->bits == REF_NONE || bits_has(k, h->bits, (uint16_t)def))
            return true;
    }
    return false;
}

/* Does an endless zone give it? Then its copies are out of the game until they are given. */
static bool given_endlessly(const struct kdef *k, unsigned def)
{
    for (unsigned zone = 0; zone < k->nzones; zone++)
        if (k->zones[zone].endless && held_there(k, zone, def))
            return true;
    return false;
}

/* The cards that are elsewhere than at the start. */
static void count_cards(struct battery *t)
{
    const struct kdef *k = &t->def->k;
    struct kstate *s = block(t->counted);

    for (unsigned i = 0; i < s->ninst; i++) {
        const struct kinst *in = k_insts(s) + i;
        bool there = in->slot != REF_NONE &&
                     (k_left_game(s, i) ? given_endlessly(k, in->def)
                                        : held_there(k, k_slotinfo(s)[in->slot].zone, in->def));
        if (!there)
            count(t, t->coverage->card[in->def], 1);
    }
}

void coverage_advance(struct battery *t)
{
    if (!t->counted)
        return;
    if (ct_advance(t->counting, t->counted) < 0)
        stop_counting(t);
    else
        count_cards(t);
}

void coverage_pick(struct battery *t, int seat, int i)
{
    struct ct_choice c;

    if (!t->counted)
        return;
    if (!ct_get_choice(t->straight, t->a, seat, i, &c) && c.action >= 0)
        count(t, t->coverage->action[c.action], 1);
    if (ct_pick(t->round, t->counted, seat, i)) /* no op runs: any engine may list choices */
        stop_counting(t);
}

void coverage_over(struct battery *t)
{
    const struct krules *r = t->counted ? k_rules(block(t->counted)) : NULL;
    const struct kop *op = r && r->finish_pc >= 0 ? &t->def->k.prog[r->finish_pc] : NULL;
    struct ct_result scored; /* called for its formulas, like hooks for searches */
    int64_t worth[CT_MAX_SEATS];
    bool lost;

    if (r) {
        (void)ct_get_result(t->counting, t->counted, &scored);
        (void)ct_bot_worths(t->counting, t->counted, worth);
        (void)ct_bot_value(t->counting, t->counted, 0, worth);
        (void)ct_bot_hopeless(t->counting, t->counted, 0, &lost);
    }
    for (int i = 0; op && i < op->n && i < 64; i++)
        if (r->reasons >> i & 1)
            count(t, t->coverage->reason[op->list + i], 1);
}

void coverage_end(struct battery *t)
{
    if (t->out->ran) {
        const struct ct_coverage *c = t->coverage;
        const struct kdef *k = &t->def->k;
        const char *name;
        uint64_t runs, reruns;
        for (uint32_t pc = 0; pc < k->nprog; pc++) {
            count(t, c->op[pc], t->ran.op[pc]);
            if (c->held[pc] != NO_PART && t->ran.op[pc] > t->ran.op[pc + 1])
                count(t, c->held[pc], t->ran.op[pc] - t->ran.op[pc + 1]);
        }
        for (int i = 0; i < k->neffects; i++)
            count(t, c->effect[i], t->ran.effect[i]);
        for (int i = 0; i < k->nactions; i++)
            if (k->actions[i].pc >= 0)
                count(t, c->action[i], t->ran.op[k->actions[i].pc]);
        for (int i = 0; ct_get_hook(t->counting, i, &name, &runs, &reruns); i++)
            count(t, c->hook[i], runs);
    }
    stop_counting(t);
    ct_engine_free(t->counting);
    free(t->ran.op);
    free(t->ran.effect);
    ct_coverage_free(t->coverage);
}

/* rename.c - the same game with other instances: what happened to instance c happened to to[c].
 *
 * There are two ways to make a world in which c is what to[c] is here: c gets another definition,
 * or to[c] takes its place wherever the block names c. Rules, views and keys cannot tell them
 * apart. In the second way every instance keeps its definition, so the sets of the cast stay valid
 * (cast.c). */
#include "kernel/know/know.h"

uint32_t card_params(const struct kdef *d, unsigned verb)
{
    uint32_t cards = 0;

    for (unsigned i = 0; verb != REF_NONE && i < d->verbs[verb].nparams; i++)
        cards |= d->verbs[verb].type[i] == V_CARD ? BIT(i) : 0;
    return cards;
}

uint32_t queued_params(const struct kdef *d, const struct kqueued *q)
{
    return q->own_param ? card_params(d, q->verb) : 0;
}

uint32_t frame_params(const struct kdef *d, const struct kframe *f)
{
    return gives_params(f->kind) ? card_params(d, d->effects[f->effect.id].verb) : 0;
}

static void rename_value(struct renaming *r, int32_t *v)
{
    *v = (int32_t)renamed(r, (unsigned)*v);
}

static void rename_params(struct renaming *r, uint32_t which, int32_t *param)
{
    for (; which; which &= which - 1)
        rename_value(r, &param[__builtin_ctz(which)]);
}

void rename_frame(struct renaming *r, struct kframe *f)
{
    for (unsigned k = 0; k < 4; k++)
        rename_card(r, &f->card[k]);
    rename_params(r, frame_params(r->d, f), f->effect.param);
}

void rename_queued(struct renaming *r, struct kqueued *q)
{
    for (unsigned k = 0; k < BOUND_IT; k++)
        rename_card(r, &q->bound[k]);
    rename_params(r, queued_params(r->d, q), q->param);
}

void rename_mask(struct renaming *r, struct kmasked *m)
{
    if (m->kind == MASK_SHOW)
        rename_card(r, &m->what);
}

void rename_pick(struct renaming *r, struct kchoice *c)
{
    rename_card(r, &c->card);
    rename_card(r, &c->helper);
    rename_card(r, &c->target);
}

/* Instance j takes the place of c in the sets of odd cards. One of the two is odd. */
APART static void lie_oddly(struct renaming *r, struct kstate *s, struct kstate *from,
                            unsigned c, unsigned j)
{
    unsigned n = r->d->ncardctr;

    set_put(k_odd(s), j, set_has(k_odd(from), c));
    set_put(k_down(s), j, set_has(k_down(from), c));
    set_put(k_owned(s), j, set_has(k_owned(from), c));
    for (unsigned i = 0; i < n; i++) {
        set_put(k_marked(s, i), j, set_has(k_marked(from, i), c));
        k_cardctr(s)[j * n + i] = k_cardctr(from)[c * n + i];
    }
}

static void rename_slots(struct renaming *r, struct kstate *s)
{
    for (unsigned slot = 0; slot < s->nslots; slot++) {
        rename_card(r, &k_slots(s)[slot].head);
        rename_card(r, &k_slots(s)[slot].tail);
    }
}

static void rename_cards(struct renaming *r, struct kstate *s, struct kstate *from)
{
    const struct kinst *was = READY(k_insts(from));
    struct kinst *in = READY(k_insts(s));
    const uint64_t *odd = READY(k_odd(from));
    uint64_t *held = READY(k_held(s, 0));
    unsigned words = s->words, n = r->n;

    for (unsigned c = 0; c < n; c++) {
        unsigned j = r->to[c];
        struct kinst *it = in + j;
        if (j != c) {
            uint16_t def = it->def;
            if (was[c].slot != was[j].slot) {
                set_put(held + was[j].slot * words, j, false);
                set_put(held + was[c].slot * words, j, true);
            }
            *it = was[c];
            it->def = def;
            if (set_has(odd, c) || set_has(odd, j))
                lie_oddly(r, s, from, c, j);
        }
        if ((it->next & it->prev) == NO_CARD) /* in no list, as most cards */
            continue;
        rename_card(r, &it->next);
        rename_card(r, &it->prev);
    }
    rename_slots(r, s);
}

void rename_names(struct renaming *r, const struct kplan *plan, struct kstate *s)
{
    const struct krules *rules = k_rules(s);
    unsigned answers = (unsigned)rules->nrounds * s->nseats;

    for (unsigned i = 0; i < rules->nframes; i++)
        rename_frame(r, k_frames(s) + i);
    for (unsigned i = 0; i < rules->neach; i++) {
        unsigned group = k_each(s)[i] & EACH_GROUP;
        r->at -= !group; /* a group counts as one place */
        k_each(s)[i] = (uint16_t)(renamed(r, each_at(s, i)) | group);
    }
    for (unsigned i = 0; i < answers; i++)
        if (!r->order || k_rounds(s)[i].state == ANS_GIVEN)
            rename_pick(r, &k_rounds(s)[i].pick);
    for (unsigned i = 0; i < answers * s->most_chosen; i++)
        rename_card(r, k_set_of(s, 0) + i);
    for (unsigned i = 0; i < rules->nqueue; i++)
        rename_queued(r, k_queued(s, i));
    for (unsigned i = 0; i < rules->nwatch; i++)
        rename_card(r, &k_watch(s)[i].card);
    for (unsigned i = 0; i < rules->nmask; i++)
        rename_mask(r, k_masks(s) + i);
    for (unsigned i = 0; i < plan->nref_game; i++)
        rename_value(r, &k_gamectr(s)[plan->ref_game[i]]);
    for (unsigned i = 0; i < plan->nref_seat; i++)
        for (unsigned p = 0; p < s->nseats; p++)
            rename_value(r, &k_seatctr(s)[p * r->d->nseat + plan->ref_seat[i]]);
}

/* Does the answer name a card that is another in the sample? */
static bool is_renamed(struct kstate *s, const uint16_t *to, unsigned answer)
{
    const struct kchoice *c = &k_rounds(s)[answer].pick;
    const uint16_t card[3] = {c->card, c->helper, c->target};
    bool renamed = false;

    for (unsigned k = 0; k < 3; k++)
        renamed |= card[k] != NO_CARD && to[card[k]] != card[k];
    for (int k = 0; k < set_members(c); k++)
        renamed |= to[k_set_of(s, answer)[k]] != k_set_of(s, answer)[k];
    return renamed;
}

/* Facts about c become facts about to[c], which lies there now. */
static void rename_facts(struct renaming *r, struct kstate *s, struct kstate *from, int o)
{
    for (unsigned c = 0; c < r->n; c++)
        memcpy(k_barred(s, o, r->to[c]), k_barred(from, o, c),
               s->fact_words * sizeof(uint64_t));
}

bool know_signs_stand(struct kengine *e, struct kstate *s, const uint16_t *to)
{
    bool back, stand = true;

    k_at(e, s);
    for (unsigned i = 0; stand && i < (unsigned)k_rules(s)->nrounds * s->nseats; i++) {
        const struct kanswer *a = k_rounds(s) + i;
        stand = !a->sign || !is_renamed(s, to, i) ||
                pick_sign(e, (int)(i % s->nseats), &a->pick, &back) == a->sign;
    }
    return stand;
}

void know_sign_anew(struct kengine *e, struct kstate *dst, struct kstate *s, const uint16_t *to)
{
    bool back;

    for (unsigned i = 0; i < (unsigned)k_rules(s)->nrounds * s->nseats; i++) {
        const struct kanswer *was = k_rounds(s) + i;
        struct kanswer *a = k_rounds(dst) + i;
        int seat = (int)(i % s->nseats);
        if (!was->sign || !is_renamed(s, to, i))
            continue;
        k_at(e, s);
        bool stands = pick_sign(e, seat, &was->pick, &back) == was->sign;
        k_at(e, dst);
        a->sign = stands ? pick_sign(e, seat, &a->pick, &back) : was->sign;
    }
}

void know_renumber(struct kengine *e, struct kstate *s, unsigned n, const uint16_t *to)
{
    struct renaming r = {.d = e->d, .to = to, .n = n};

    for (unsigned c = 0; c < n; c++) {
        rename_card(&r, &k_insts(s)[to[c]].next);
        rename_card(&r, &k_insts(s)[to[c]].prev);
        for (unsigned i = 0; i < e->plan->nref_card; i++)
            rename_value(&r, &k_cardctr(s)[to[c] * e->d->ncardctr + e->plan->ref_card[i]]);
    }
    rename_slots(&r, s);
    rename_names(&r, e->plan, s);
}

bool know_rename(struct kengine *e, struct kstate *dst, struct kstate *s, int o,
                 const uint16_t *to)
{
    struct renaming r = {.d = e->d, .to = to, .n = s->ninst};

    for (unsigned i = 0; i < e->d->ncardctr; i++)
        if (e->d->counters[e->d->card_ctr[i]].is == V_CARD)
            return false;
    if (!know_signs_stand(e, s, to))
        return false;
    rename_cards(&r, dst, s);
    rename_names(&r, e->plan, dst);
    know_sign_anew(e, dst, s, to);
    if (facts_live(s))
        rename_facts(&r, dst, s, o);
    if (facts_live(s) && o != s->nseats)
        rename_facts(&r, dst, s, s->nseats);
    return true;
}

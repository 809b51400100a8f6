/* why.c - why a card is not offered: asks the keys of a selector, then the slots and the `if` of an
 * action, until one fails. It may only look at what may be looked at while choices are listed. */
#include "kernel/run/run.h"

/* Does c pass all tests? If not, notes the first that it fails. */
static bool tests_hold(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c,
                       struct kwhy *w)
{
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &e->d->tests[q->tests + i];
        int64_t v = k_eval(e, t->value, x);

        if (sel_test(e, t, v, x, c))
            continue;
        w->what = WHY_TEST;
        w->test = (ref)(q->tests + i);
        w->asked = v;
        w->has = t->kind == TEST_COUNTER || t->kind == TEST_NUMBER ? sel_left(e, t, x, c) : 0;
        return false;
    }
    return true;
}

static bool in_one(struct kengine *e, const struct kselect *q, struct kctx *x, unsigned c)
{
    int i = 0;

    while (i < q->nany && !sel_holds(e, e->d->selrefs[q->any + i], x, c))
        i++;
    return !q->nany || i < q->nany;
}

/* Finds the first key of the selector that c fails, in the order in which keys work
 * (rulesets/guide/reference/rules/selector.md). */
static void selector_why(struct kengine *e, ref sel, struct kctx *x, unsigned c, struct kwhy *w)
{
    const struct kselect *q = &e->origin->sels[sel];
    const struct kinst *in = k_insts(e->s) + c;
    struct kctx own = *x;

    own.card[BOUND_IT] = (uint16_t)c;
    w->sel = sel;
    if (!sel_lies(e, q, x, c))
        w->what = WHY_ZONE;
    else if (q->face != FACE_ANY && in->face != q->face)
        w->what = WHY_FACE;
    else if (q->bits != REF_NONE && !bits_has(e->d, q->bits, in->def))
        w->what = WHY_SORT;
    else if (!tests_hold(e, q, x, c, w))
        return;
    else if (q->where != REF_NONE && !k_eval(e, q->where, &own))
        w->what = WHY_WHERE;
    else if (!in_one(e, q, x, c))
        w->what = WHY_ANY;
    else if (q->except != REF_NONE && sel_holds(e, q->except, x, c))
        w->what = WHY_EXCEPT;
    else if (!sel_this(q, x, c))
        w->what = WHY_THIS;
    else if (!sel_among(e, sel, x, c))
        w->what = WHY_RANK;
}

/* Binds the first card that fits. False: there is none. */
static bool bind_first(struct kengine *e, ref sel, struct kctx *x, int bound)
{
    uint16_t *list = k_list(e);
    int n = list ? k_select(e, sel, x, list) : 0;

    if (n > 0)
        x->card[bound] = list[0];
    k_unlist(e, list);
    return n > 0;
}

static bool parts_hold(struct kengine *e, const struct kaction *a, enum when upto,
                       struct kctx *x)
{
    for (int i = 0; a->cond != REF_NONE && i < a->part_end[upto]; i++)
        if (!k_eval(e, e->d->parts[a->parts + i], x))
            return false;
    return true;
}

/* With c bound as card, helper or target (`at`): what fails in the rest of the action? */
static void rest_why(struct kengine *e, const struct kaction *a, int at, struct kctx *x,
                     struct kwhy *w)
{
    const ref sel[] = {a->card, a->helper, a->target};

    for (int i = at + 1; i < 3; i++)
        if (sel[i] != REF_NONE && (!may_fall(a, i) || k_eval(e, a->slot_if[i], x)) &&
            !bind_first(e, sel[i], x, BOUND_CARD + i)) {
            w->what = WHY_CARD;
            w->bound = (uint8_t)(BOUND_CARD + i);
            w->sel = sel[i];
            return;
        }
    if (a->cards != REF_NONE) { /* no set is tried: there may be thousands */
        uint16_t *list = k_list(e);
        int n = list ? k_select(e, a->cards, x, list) : 0, fewest;
        bool has = n && sets_sizes(e, a, x, n, &fewest, e->d->most_chosen);
        k_unlist(e, list);
        w->what = has ? WHY_IF : WHY_CARD;
        w->bound = has ? w->bound : WHY_OF_SET;
        w->sel = has ? REF_NONE : a->cards;
        return;
    }
    if (a->seat != REF_NONE && !k_seatset(e, a->seat, x))
        w->what = WHY_SEAT;
    else if (a->from != REF_NONE && k_eval(e, a->from, x) > k_eval(e, a->to, x))
        w->what = WHY_NUMBER;
    else
        w->what = WHY_IF;
}

/* As which part is c closest to being offered? Earlier parts get the first card that fits. */
static void action_why(struct kengine *e, const struct kaction *a, const struct kctx *frame,
                       unsigned c, struct kwhy *out)
{
    const ref sel[] = {a->card, a->helper, a->target};
    struct kctx x = *frame;
    bool found = false;

    for (int i = 0; i < 3; i++) {
        struct kwhy w = {.bound = (uint8_t)(BOUND_CARD + i), .sel = REF_NONE, .test = REF_NONE};
        struct kctx own = x;
        if (sel[i] == REF_NONE)
            continue;
        selector_why(e, sel[i], &x, c, &w);
        own.card[BOUND_CARD + i] = (uint16_t)c;
        if (w.what == WHY_OFFERED) {
            w.sel = REF_NONE;
            if (parts_hold(e, a, (enum when)(WHEN_CARD + i), &own))
                rest_why(e, a, i, &own, &w);
            else
                w.what = WHY_IF;
        }
        if (!found || w.what > out->what)
            *out = w;
        found = true;
        if (!bind_first(e, sel[i], &x, BOUND_CARD + i))
            return; /* later slots are never reached */
    }
    if (a->cards == REF_NONE)
        return;
    struct kwhy w = {.bound = WHY_OF_SET, .sel = REF_NONE, .test = REF_NONE};
    selector_why(e, a->cards, &x, c, &w);
    if (w.what == WHY_OFFERED)
        rest_why(e, a, 3, &x, &w);
    if (!found || w.what > out->what)
        *out = w;
}

/* Is a the card c, or one of the same set that looks the same? */
static bool is_like(struct kengine *e, unsigned a, unsigned c)
{
    const struct kinst *in = k_insts(e->s);

    return a == c ||
           (in[a].slot == in[c].slot && !k_ordered(e->s, in[c].slot) && !card_order(e, a, c));
}

/* Is c, or a card like it, among the choices? */
static bool is_offered(struct kengine *e, unsigned action, unsigned c)
{
    for (uint32_t i = 0; i < e->nopts; i++) {
        const struct kchoice *o = &e->opts[i];
        const uint16_t card[] = {o->card, o->helper, o->target};
        if (o->action != (action == ACT_NONE ? ACT_CARD : action))
            continue;
        if (c == NO_CARD)
            return true;
        const uint16_t *set;
        int n = k_choice_set(e, e->s, o, &set);
        for (int k = 0; k < n; k++)
            if (is_like(e, set[k], c))
                return true;
        for (int k = 0; k < 3; k++)
            if (card[k] != NO_CARD && is_like(e, card[k], c))
                return true;
    }
    return false;
}

int k_seen_of(struct kengine *e, struct kstate *s, int seat, unsigned def, uint16_t *out)
{
    const struct kinst *in = k_insts(s);
    int n = 0;

    k_at(e, s);
    for (unsigned c = 0; c < s->ninst; c++) {
        int i = 0;
        if (in[c].def != def || k_left_game(s, c) || !card_seen(e, s, seat, c))
            continue;
        while (i < n && (in[out[i]].slot != in[c].slot || card_order(e, out[i], c)))
            i++;
        if (i == n)
            out[n++] = (uint16_t)c;
    }
    return n;
}

int k_asked_actions(struct kengine *e, struct kstate *s, ref *out, int cap)
{
    const struct krules *r = k_rules(s);
    struct kctx x;
    int n = 0;

    k_at(e, s);
    const struct kasked *q = r->decision == DEC_HOOK ? hook_question(e, 0, &x) : NULL;
    if (q && q->action != ACT_SEVERAL)
        out[n++] = q->action;
    while (q && q->action == ACT_SEVERAL && n < q->nargs && n < cap) {
        out[n] = (ref)q->arg[n];
        n++;
    }
    if (r->decision != DEC_CHOOSE)
        return n;
    const struct kchoose *ch = &e->d->chooses[k_top(s)->choose.id];
    while (n < ch->nactions && n < cap) {
        out[n] = e->d->acts[ch->actions + n];
        n++;
    }
    return n;
}

int k_why(struct kengine *e, struct kstate *s, int seat, unsigned action, unsigned c,
          struct kwhy *out)
{
    struct kctx x;
    ref sel = REF_NONE;

    *out = (struct kwhy){
        .what = WHY_OFFERED, .bound = BOUND_CARD, .sel = REF_NONE, .test = REF_NONE};
    if (k_choices_of(e, s, seat) < 0)
        return -1;
    if (is_offered(e, action, c))
        return 0;
    if (k_rules(s)->decision == DEC_HOOK)
        sel = hook_question(e, seat, &x)->sel;
    else
        context_of(k_top(s), &x);
    x.you = (uint8_t)seat;
    x.card[BOUND_IT] = NO_CARD;
    ask_as(e, seat);
    e->judging = true;
    bool was[FAST_WAYS], plain = e->plain;
    memcpy(was, e->off, sizeof was);
    memset(e->off, true, sizeof was); /* the keys as written */
    e->plain = true;
    lower_for(e);
    if (action != ACT_NONE && c == NO_CARD)
        rest_why(e, &e->d->actions[action], -1, &x, out);
    else if (action != ACT_NONE)
        action_why(e, &e->d->actions[action], &x, c, out);
    else if (sel != REF_NONE)
        selector_why(e, sel, &x, c, out);
    memcpy(e->off, was, sizeof was);
    e->plain = plain;
    lower_for(e);
    e->judging = false;
    e->asker = NO_SEAT;
    if (e->err.code || out->what == WHY_OFFERED)
        out->what = WHY_OTHER;
    e->err = (struct kerror){0};
    return 0;
}

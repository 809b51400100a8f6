/* apart.c - what tells apart two choices that read alike: where their cards lie, whose they are, how they lie,
 * what names them; of effects that wait, what they do.
 */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <string.h>

/* A card of a choice, as far as it may differ from one of the same name. */
struct there {
    struct ct_card card;
    uint16_t inst;
    enum knaming naming;
    unsigned
        of; /* K_COUNTS: which counter, K_HELD: the definition of the card that holds it in one */
};
enum { PARTS = 3 + K_MAX_CHOSEN };

/* In which ways a part differs from that of some choice that reads alike. */
enum {
    BY_ZONE = 1,
    BY_PLACE = 2,
    BY_OWNER = 4,
    BY_FACE = 8,
    BY_ID = 16,
    BY_NAMING = 32,
    BY_COUNTER = 64
};

static bool reads_alike(const ct_engine *e, const struct ct_choice *a,
                        const struct ct_choice *b)
{
    struct tongue t = e->naming.voice.t;
    bool same = a->is == b->is && a->action == b->action && a->seat == b->seat &&
                a->word == b->word && a->number == b->number && a->ncards == b->ncards;

    for (int i = 0; same && i < a->ncards; i++) {
        int x = a->card[i].card, y = b->card[i].card;
        same = a->part[i] == b->part[i] && (x < 0) == (y < 0) &&
               (x == y ||
                !strcmp(card_name(e->def, (unsigned)x, t), card_name(e->def, (unsigned)y, t)));
    }
    return same;
}

static bool is_row(const ct_engine *e, const struct ct_card *c)
{
    return c->zone >= 0 && e->def->k.zones[c->zone].as != AS_SET;
}

static bool counts_otherwise(const ct_engine *e, const struct kstate *s, unsigned a, unsigned b)
{
    unsigned n = e->def->k.ncardctr;
    const int32_t *ctr = CAT(s, s->o_cardctr, int32_t);

    return n && memcmp(ctr + a * n, ctr + b * n, n * sizeof *ctr) != 0;
}

static unsigned differs(const ct_engine *e, const struct kstate *s, const struct there *a,
                        const struct there *b)
{
    const struct ct_card *x = &a->card, *y = &b->card;
    unsigned by = 0;

    by |= x->zone != y->zone || x->seat != y->seat ? BY_ZONE : 0;
    by |= !by && is_row(e, x) && x->place != y->place ? BY_PLACE : 0;
    by |= x->owner != y->owner ? BY_OWNER : 0;
    by |= x->up != y->up ? BY_FACE : 0;
    by |= x->card != y->card ? BY_ID : 0;
    by |= a->naming != b->naming || a->of != b->of ? BY_NAMING : 0;
    by |= counts_otherwise(e, s, a->inst, b->inst) ? BY_COUNTER : 0;
    return by;
}

static void add(struct str *to, const char *text)
{
    if (*text)
        str_addf(to, "%s%s", to->n ? ", " : "", text);
}

/* "your hand", "card 2 of the Enemies" */
static void add_place(struct str *to, ct_engine *e, const struct ct_card *c, bool place)
{
    const struct voice *v = &e->naming.voice;
    struct str where = {0};

    card_where(&where, v, c, place);
    add(to, str_of(&where));
    str_free(&where);
}

/* The counters that the card has and another has not so. */
static void add_counters(struct str *to, ct_engine *e, const struct kstate *s, unsigned c)
{
    const struct kdef *d = &e->def->k;
    const int32_t *ctr = CAT(s, s->o_cardctr, int32_t) + c * d->ncardctr;

    for (unsigned i = 0; i < d->ncardctr; i++) {
        const struct kcounter *k = d->counters + d->card_ctr[i];
        struct str name = {0};
        if (ctr[i] == k->start || e->def->counters[d->card_ctr[i]].untold)
            continue;
        counter_name(&name, e->def, d->card_ctr[i], ctr[i], e->naming.voice.t);
        if (k->is == V_NUMBER)
            str_addf(&name, " %d", ctr[i]);
        if (k->is == V_WORDS) {
            str_add(&name, " ");
            words_of_set(&name, e->def, d->card_ctr[i], ctr[i], e->naming.voice.t);
        }
        add(to, str_of(&name));
        str_free(&name);
    }
}

static void add_naming(struct str *to, ct_engine *e, const struct there *a)
{
    struct tongue t = e->naming.voice.t;
    struct str name = {0};

    if (a->naming == K_COUNTS)
        counter_name(&name, e->def, a->of, 1, t);
    else if (a->naming == K_HELD)
        str_add(&name, card_name(e->def, a->of, t));
    else if (a->naming != K_UNNAMED)
        str_add(&name, own(a->naming == K_LASTS   ? W_APART_LASTS
                           : a->naming == K_WAITS ? W_APART_WAITS
                                                  : W_APART_UNDER_WAY,
                           t));
    add(to, str_of(&name));
    str_free(&name);
}

static void add_difference(struct str *to, ct_engine *e, const struct kstate *s,
                           const struct there *a, unsigned by)
{
    const struct voice *v = &e->naming.voice;
    struct str owner = {0};

    if (by & BY_ID)
        add(to, e->def->cards[a->card.card].id);
    if (by & (BY_ZONE | BY_PLACE) && a->card.zone >= 0)
        add_place(to, e, &a->card, by & BY_PLACE);
    if (by & BY_OWNER && a->card.owner >= 0 && !(by & BY_ZONE && a->card.seat >= 0)) {
        if (a->card.owner == v->you)
            str_add(&owner, own(W_APART_OWN, v->t));
        else
            SAY(&owner, W_APART_OWNER, v->t,
                TEXT("who", voice_seat(v, (unsigned)a->card.owner)));
        add(to, str_of(&owner));
        str_free(&owner);
    }
    if (by & BY_FACE)
        add(to, own(a->card.up ? W_APART_UP : W_APART_DOWN, v->t));
    if (by & BY_COUNTER)
        add_counters(to, e, s, a->inst);
    if (by & BY_NAMING)
        add_naming(to, e, a);
}

/* The same of card p of a set of several, by its name: else nobody could say which of them is meant. */
static void add_part(struct str *to, ct_engine *e, const struct kstate *s,
                     const struct ct_choice *c, int p, const struct there *a, unsigned by)
{
    struct tongue t = e->naming.voice.t;
    bool one = c->part[p] != CT_PART_SET ||
               (p + 1 == c->ncards && (!p || c->part[p - 1] != CT_PART_SET));
    struct str what = {0}, named = {0};

    add_difference(&what, e, s, a, by);
    if (what.n && !one && a->card.card >= 0)
        str_addf(&named, "%s%s", card_name(e->def, (unsigned)a->card.card, t), own(W_COLON, t));
    if (what.n)
        str_add(&named, str_of(&what));
    add(to, str_of(&named));
    str_free(&what);
    str_free(&named);
}

/* The cards of a choice, NO_CARD for a part that it has not: card, helper, target, its set. How many places. */
static int cards_of(ct_engine *e, struct kstate *s, const struct kchoice *at,
                    uint16_t out[PARTS])
{
    const uint16_t *set;
    int n = k_choice_set(&e->k, s, at, &set);

    out[0] = at->card, out[1] = at->helper, out[2] = at->target;
    for (int i = 0; i < n; i++)
        out[3 + i] = set[i];
    return 3 + n;
}

/* The parts of a choice that are seen cards; how many. */
static int parts_of(ct_engine *e, struct kstate *s, const struct kchoice *at,
                    const struct ct_choice *c, struct there *out)
{
    uint16_t inst[PARTS];
    int n = 0, places = cards_of(e, s, at, inst);

    for (int i = 0; i < places; i++)
        if (inst[i] != NO_CARD) {
            out[n] = (struct there){c->card[n], inst[i], K_UNNAMED, 0};
            if (c->card[n].card >= 0)
                out[n].naming = k_naming(&e->k, s, inst[i], &out[n].of);
            if (out[n].naming == K_HELD)
                out[n].of = CAT(s, s->o_insts, struct kinst)[out[n].of].def;
            n++;
        }
    return n;
}

/* Without a look at the words: false where two seen cards have other names. There may be thousands of
 * choices, each held against all. */
static bool may_read_alike(ct_engine *e, struct kstate *s, int seat, const struct kchoice *a,
                           const struct kchoice *b)
{
    uint16_t x[PARTS], y[PARTS];
    struct tongue t = e->naming.voice.t;

    if (a->seat != b->seat || (a->number != b->number && a->action != ACT_EFFECT))
        return false;
    int n = cards_of(e, s, a, x);
    if (cards_of(e, s, b, y) != n)
        return false;
    for (int p = 0; p < n; p++) {
        if (x[p] == y[p])
            continue;
        if (x[p] == NO_CARD || y[p] == NO_CARD)
            return false;
        unsigned dx = k_insts(s)[x[p]].def, dy = k_insts(s)[y[p]].def;
        if (dx != dy && strcmp(card_name(e->def, dx, t), card_name(e->def, dy, t)) != 0 &&
            k_sees(&e->k, s, seat, x[p]) && k_sees(&e->k, s, seat, y[p]))
            return false;
    }
    return true;
}

/* What waits with this number of arrival, as a choice has it. */
static const struct kqueued *waiting(struct kstate *s, int32_t arrival)
{
    const struct kqueued *q = k_queue(s);

    while (q->arrival != arrival)
        q++;
    return q;
}

/* The verb of what a script has queued, without parameters: these may be somebody's secret. */
static void verb_alone(struct str *to, ct_engine *e, unsigned verb)
{
    const struct named *name = &e->def->verbs[verb].name;
    const char *says = text_in(&name->says, e->naming.voice.t.text);

    str_add(to, *says && !strpbrk(says, "{[") ? says : name->id);
    str_capital(to, 0);
}

/* What it does; whose it is, too, where its card is not seen or was lost. */
static void add_effect(struct str *to, ct_engine *e, const struct kqueued *q, bool seen)
{
    struct tongue t = e->naming.voice.t;
    unsigned of = e->def->k.effects[q->effect].card;
    struct str says = {0};

    if (!seen && q->known && !q->own_param && of != REF_NONE)
        add(to, card_name(e->def, of, t));
    if (q->own_param)
        verb_alone(&says, e, q->verb);
    else if (e->def->effects[q->effect].node)
        effect_text(&says, e->def, q->effect, NULL, t);
    add(to, str_of(&says));
    str_free(&says);
}

/* An action that is offered by what is chosen alone (`says: none`). */
static bool nameless(const ct_engine *e, const struct kchoice *at)
{
    return at->action < e->def->k.nactions && e->def->k.actions[at->action].named &&
           e->def->actions[at->action].untold;
}

/* Does another such action offer what reads the same? Then it is told by its name. */
static void add_action(struct str *to, ct_engine *e, struct kstate *s, int seat, int n,
                       const struct kchoice *at, const struct ct_choice *c)
{
    bool twice = false;
    struct str name = {0};
    struct ct_choice d;

    for (int j = 0; j < n && nameless(e, at) && !twice; j++) {
        struct kchoice with = e->k.opts[j];
        if (with.action == at->action || !nameless(e, &with) ||
            !may_read_alike(e, s, seat, at, &with))
            continue;
        choice_told(e, s, seat, seat, &with, &d);
        d.action = c->action;
        twice = reads_alike(e, c, &d);
    }
    if (twice) {
        name_add(&name, &e->def->actions[at->action], e->naming.voice.t);
        add(to, str_of(&name));
    }
    str_free(&name);
}

void set_apart(ct_engine *e, struct kstate *s, int seat, int i)
{
    unsigned by[PARTS] = {0};
    struct there mine[PARTS], other[PARTS];
    struct ct_choice c, d;
    int n = k_choices_of(&e->k, s, seat);

    if (n < 2 || i >= n)
        return;
    struct kchoice at = e->k.opts[i];
    choice_told(e, s, seat, seat, &at, &c);
    int parts = parts_of(e, s, &at, &c, mine);
    const struct kqueued *q = c.is == CT_CHOSEN_EFFECT ? waiting(s, at.number) : NULL;
    bool seen = parts && mine[0].card.card >= 0;
    bool does = q && !seen; /* nothing else tells which it is */
    for (int j = 0; parts && j < n; j++) {
        struct kchoice with = e->k.opts[j];
        if (j == i || with.action != at.action || !may_read_alike(e, s, seat, &at, &with))
            continue;
        choice_told(e, s, seat, seat, &with, &d);
        if (!reads_alike(e, &c, &d) || parts_of(e, s, &with, &d, other) != parts)
            continue;
        for (int p = 0; p < parts; p++)
            by[p] |= mine[p].card.card >= 0 ? differs(e, s, mine + p, other + p) : 0;
        does |= q && waiting(s, with.number)->effect != q->effect;
    }
    struct str what = {0}, all = {0};
    if (c.ncards || c.seat >= 0 || c.numbered || c.word >= 0) /* else its name stands there */
        add_action(&what, e, s, seat, n, &at, &c);
    for (int p = 0; p < parts; p++)
        add_part(&what, e, s, &c, p, mine + p, by[p]);
    if (does)
        add_effect(&what, e, q, seen);
    if (what.n) {
        SAY(&all, W_APART, e->naming.voice.t, TEXT("choice", str_of(&e->text)),
            TEXT("what", str_of(&what)));
        str_free(&e->text);
        e->text = all;
    }
    str_free(&what);
}

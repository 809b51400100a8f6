/* apart.c - what distinguishes choices that read alike: the places, owners, faces and marks of
 * their cards; parts that the action's words leave out; what a waiting effect does. */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <string.h>

/* A card of a choice, with everything that may distinguish it from one with the same name. */
struct there {
    struct ct_card card;
    uint16_t inst;
    enum knaming naming;
    unsigned of; /* K_COUNTS: the counter. K_HELD: the definition of a held card */
};
enum { PARTS = 3 + K_MAX_CHOSEN };

/* In which ways a part differs from those of choices that read alike. */
enum {
    BY_ZONE = 1,
    BY_PLACE = 2,
    BY_OWNER = 4,
    BY_FACE = 8,
    BY_ID = 16,
    BY_NAMING = 32,
    BY_COUNTER = 64,
    BY_NAME = 128 /* the words do not name it */
};

/* The parts that the words of a choice name, as 1 << enum ct_part. */
enum {
    SAYS_SEAT = 16,
    SAYS_NUMBER = 32, /* or the word */
    SAYS_ALL = 63,
    SAYS_ELSE =
        64 /* they name something else of the part: a form, a trait, an optional piece */
};

/* The question at hand. */
struct asked {
    ct_engine *e;
    struct kstate *s;
    int seat;
    unsigned says; /* what the choice's words name */
};

static bool is_row(const ct_engine *e, const struct ct_card *c)
{
    return c->zone >= 0 && e->def->k.zones[c->zone].as != AS_SET;
}

static unsigned differs(const ct_engine *e, const struct kstate *s, const struct there *a,
                        const struct there *b)
{
    const struct ct_card *x = &a->card, *y = &b->card;
    unsigned by = 0, n = e->def->k.ncardctr;
    const int32_t *ctr = CAT(s, s->o_cardctr, int32_t);

    by |= x->zone != y->zone || x->seat != y->seat ? BY_ZONE : 0;
    by |= !by && is_row(e, x) && x->place != y->place ? BY_PLACE : 0;
    by |= x->owner != y->owner ? BY_OWNER : 0;
    by |= x->up != y->up ? BY_FACE : 0;
    by |= x->card != y->card ? BY_ID : 0;
    by |= a->naming != b->naming || a->of != b->of ? BY_NAMING : 0;
    if (n && memcmp(ctr + a->inst * n, ctr + b->inst * n, n * sizeof *ctr) != 0)
        by |= BY_COUNTER;
    return by;
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
        str_join_made(to, ", ", &name);
    }
}

static void add_naming(struct str *to, ct_engine *e, const struct there *a)
{
    struct tongue t = e->naming.voice.t;
    struct str name = {0};

    if (a->naming == K_COUNTS && e->def->counters[a->of].untold)
        return;
    if (a->naming == K_COUNTS)
        counter_name(&name, e->def, a->of, 1, t);
    else if (a->naming == K_HELD)
        str_add(&name, card_name(e->def, a->of, t));
    else if (a->naming != K_UNNAMED)
        str_add(&name, own(a->naming == K_LASTS   ? W_APART_LASTS
                           : a->naming == K_WAITS ? W_APART_WAITS
                                                  : W_APART_UNDER_WAY,
                           t));
    str_join_made(to, ", ", &name);
}

static void add_difference(struct str *to, ct_engine *e, const struct kstate *s,
                           const struct there *a, unsigned by)
{
    const struct voice *v = &e->naming.voice;
    struct str where = {0}, owner = {0};

    if (by & BY_ID)
        str_join(to, ", ", e->def->cards[a->card.card].id);
    if (by & (BY_ZONE | BY_PLACE) &&
        a->card.zone >= 0) /* "your hand", "card 2 of the Enemies" */
        card_where(&where, v, &a->card, by & BY_PLACE && is_row(e, &a->card));
    str_join_made(to, ", ", &where);
    if (by & BY_OWNER && a->card.owner >= 0 && !(by & BY_ZONE && a->card.seat >= 0)) {
        if (a->card.owner == v->you)
            str_add(&owner, own(W_APART_OWN, v->t));
        else
            SAY(&owner, W_APART_OWNER, v->t,
                TEXT("who", voice_seat(v, (unsigned)a->card.owner)));
        str_join_made(to, ", ", &owner);
    }
    if (by & BY_FACE)
        str_join(to, ", ", own(a->card.up ? W_APART_UP : W_APART_DOWN, v->t));
    if (by & BY_COUNTER)
        add_counters(to, e, s, a->inst);
    if (by & BY_NAMING)
        add_naming(to, e, a);
}

/* A part with its name, unless the words contain only that name. In a set of several always,
 * because it must be clear which card is meant. */
static void part_text(struct str *to, ct_engine *e, const struct kstate *s,
                      const struct there *a, unsigned by, bool one)
{
    const struct voice *v = &e->naming.voice;
    struct str what = {0};

    if (by & ~BY_NAME)
        add_difference(&what, e, s, a, by);
    if (by & BY_NAME || (what.n && !one && a->card.card >= 0))
        choice_card_name(to, v, &a->card, 1);
    if (to->n && what.n)
        str_add(to, own(W_COLON, v->t));
    str_move(to, &what);
}

/* Card p of a choice. Equal texts of several cards in a set appear once. */
static void add_part(struct str *to, ct_engine *e, const struct kstate *s,
                     const struct ct_choice *c, int p, const struct there *mine,
                     const unsigned *by)
{
    bool set = c->part[p] == CT_PART_SET;
    bool one = !set || (p + 1 == c->ncards && (!p || c->part[p - 1] != CT_PART_SET));
    struct str text = {0}, other = {0}, all = {0};
    int same = 1;

    part_text(&text, e, s, mine + p, by[p], one);
    for (int q = 0; set && q < c->ncards && text.n; q++) {
        str_clear(&other);
        if (q != p && c->part[q] == CT_PART_SET)
            part_text(&other, e, s, mine + q, by[q], one);
        if (strcmp(str_of(&other), str_of(&text)) != 0)
            continue;
        same++;
        if (q < p)
            str_clear(&text);
    }
    if (text.n && same > 1 && mine[p].card.card < 0) { /* backs have nothing but their name */
        choice_card_name(&all, &e->naming.voice, &mine[p].card, same);
    } else {
        if (text.n && same > 1)
            str_addf(&all, "%d × ", same);
        str_add(&all, str_of(&text));
    }
    str_join_made(to, ", ", &all);
    str_free(&text);
    str_free(&other);
}

/* The cards of a choice, NO_CARD for a part that it has not: card, helper, target, its set. How
 * many places. */
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

/* Have the two the same name? Backs in one set do. */
static bool same_name(const struct asked *q, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(q->s);
    struct kengine *k = &q->e->k;
    struct tongue t = q->e->naming.voice.t;

    if (a == b || a == NO_CARD || b == NO_CARD)
        return a == b;
    if (in[a].def == in[b].def ||
        !strcmp(card_name(q->e->def, in[a].def, t), card_name(q->e->def, in[b].def, t)))
        if (k_sees(k, q->s, q->seat, a) && k_sees(k, q->s, q->seat, b))
            return true;
    return in[a].slot == in[b].slot && in[a].slot < q->s->nslots &&
           !k_slotinfo(q->s)[in[a].slot].ordered && !k_sees(k, q->s, q->seat, a) &&
           !k_sees(k, q->s, q->seat, b);
}

/* The card of set b to compare with each card of a: itself, or one with its name. False: the
 * names of the sets differ, in any order. */
static bool pair_sets(const struct asked *q, const uint16_t *a, const uint16_t *b, int n,
                      uint8_t with[K_MAX_CHOSEN])
{
    uint32_t used = 0, paired = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (a[i] == b[j]) {
                with[i] = (uint8_t)j;
                used |= 1u << j;
                paired |= 1u << i;
            }
    for (int i = 0; i < n; i++) {
        int j = 0;
        if (paired >> i & 1)
            continue;
        while (j < n && (used >> j & 1 || !same_name(q, a[i], b[j])))
            j++;
        if (j == n)
            return false;
        with[i] = (uint8_t)j;
        used |= 1u << j;
    }
    return true;
}

/* Are the two equal in all parts that the words name? *unsaid: other parts with different names.
 * It makes no texts, because thousands of choices may be compared with each other. */
static bool same_said(const struct asked *q, const struct kchoice *a, const struct kchoice *b,
                      unsigned *unsaid, uint8_t with[K_MAX_CHOSEN])
{
    uint16_t x[PARTS], y[PARTS];
    unsigned other = a->seat != b->seat ? SAYS_SEAT : 0;

    if (a->number != b->number && a->action != ACT_EFFECT)
        other |= SAYS_NUMBER;
    if (other & q->says)
        return false;
    int n = cards_of(q->e, q->s, a, x), m = cards_of(q->e, q->s, b, y);
    for (int p = 0; p < 3 && !(other & q->says); p++)
        other |= same_name(q, x[p], y[p]) ? 0 : 1u << p;
    if (!(other & q->says) && (n != m || !pair_sets(q, x + 3, y + 3, n - 3, with)))
        other |= 1u << CT_PART_SET;
    *unsaid = other;
    return !(other & q->says);
}

/* Finds the parts that the action's words name. */
static unsigned says_of(const ct_engine *e, unsigned action)
{
    static const struct {
        const char *name;
        unsigned bit;
    } slots[] = {{"card}", 1u << CT_PART_CARD},
                 {"helper}", 1u << CT_PART_HELPER},
                 {"target}", 1u << CT_PART_TARGET},
                 {"cards}", 1u << CT_PART_SET},
                 {"seat}", SAYS_SEAT},
                 {"number}", SAYS_NUMBER},
                 {"word}", SAYS_NUMBER}};
    const char *says = action < e->def->k.nactions
                           ? text_in(&e->def->actions[action].says, e->naming.voice.t.text)
                           : "";
    unsigned all = 0;
    int optional = 0;

    if (!*says)
        return SAYS_ALL;
    for (; *says; says++) {
        unsigned bit = SAYS_ELSE;
        optional += (*says == '[') - (*says == ']');
        for (size_t i = 0; *says == '{' && !optional && i < sizeof slots / sizeof *slots; i++)
            if (!strncmp(says + 1, slots[i].name, strlen(slots[i].name)))
                bit = slots[i].bit;
        all |= *says == '{' ? bit : 0;
    }
    return all;
}

/* Are the words of choice b those that the engine has made? */
static bool same_text(const struct asked *q, const struct kchoice *b)
{
    struct ct_choice d;
    struct str text = {0};

    choice_told(q->e, q->s, q->seat, q->seat, b, &d);
    choice_text(&text, &q->e->naming.voice, &d, false);
    bool same = !strcmp(str_of(&text), str_of(&q->e->text));
    str_free(&text);
    return same;
}

/* The waiting effect with this number of arrival, as a choice has it. */
static const struct kqueued *waiting(struct kstate *s, int32_t arrival)
{
    unsigned i = 0;

    while (k_queued(s, i)->arrival != arrival)
        i++;
    return k_queued(s, i);
}

/* What the effect does. Also its owner, if its card is not seen or was lost. */
static void add_effect(struct str *to, ct_engine *e, const struct kqueued *q, bool seen)
{
    struct tongue t = e->naming.voice.t;
    unsigned of = e->def->k.effects[q->effect].card;
    struct str says = {0};

    if (!seen && q->known && !q->own_param && of != REF_NONE)
        str_join(to, ", ", card_name(e->def, of, t));
    if (q->own_param) { /* its parameters may be secret */
        const struct named *name = &e->def->verbs[q->verb].name;
        const char *verb = text_in(&name->says, t.text);
        str_add(&says, *verb && !strpbrk(verb, "{[") ? verb : name->id);
        str_capital(&says, 0);
    } else if (e->def->effects[q->effect].node) {
        effect_text(&says, e->def, q->effect, NULL, t);
    }
    str_join_made(to, ", ", &says);
}

/* An action that is told only by its parts (`says: none`). */
static bool nameless(const ct_engine *e, const struct kchoice *at)
{
    return at->action < e->def->k.nactions && e->def->k.actions[at->action].named &&
           e->def->actions[at->action].untold;
}

/* Does another such action offer a choice that reads the same? Then its name is shown. */
static void add_action(struct str *to, const struct asked *q, int n, const struct kchoice *at)
{
    bool twice = false;
    uint8_t with[K_MAX_CHOSEN];
    unsigned unsaid;
    struct str name = {0};

    for (int j = 0; j < n && nameless(q->e, at) && !twice; j++) {
        struct kchoice other = q->e->k.opts[j];
        twice = other.action != at->action && nameless(q->e, &other) &&
                same_said(q, at, &other, &unsaid, with) && same_text(q, &other);
    }
    if (twice) {
        name_add(&name, &q->e->def->actions[at->action], q->e->naming.voice.t);
        str_join(to, ", ", str_of(&name));
    }
    str_free(&name);
}

/* A note on one card of a set is made on all with its name. Its place in a row is given if
 * another of that name is there. */
static void spread(const struct asked *q, const struct ct_choice *c, const struct there *mine,
                   unsigned *by)
{
    unsigned was[PARTS];

    memcpy(was, by, (size_t)c->ncards * sizeof *was);
    for (int i = 0; i < c->ncards; i++)
        for (int j = 0; j < c->ncards; j++) {
            const struct ct_card *a = &mine[i].card, *b = &mine[j].card;
            if (i == j || c->part[i] != CT_PART_SET || c->part[j] != CT_PART_SET ||
                !same_name(q, mine[i].inst, mine[j].inst))
                continue;
            by[i] |= was[j];
            if (by[i] & BY_ZONE && a->zone == b->zone && a->seat == b->seat)
                by[i] |= BY_PLACE;
        }
}

/* A choice, and what distinguishes it. */
struct differing {
    const struct kchoice *at;
    struct ct_choice c;
    struct there part[PARTS];
    int parts;
    unsigned by[PARTS], unsaid;
    bool does; /* of a waiting effect: what it does */
};

/* Holds it against another choice of the list. */
static void hold_against(const struct asked *q, struct differing *d, const struct kchoice *with)
{
    struct there other[PARTS];
    struct ct_choice c;
    uint8_t paired[K_MAX_CHOSEN];
    unsigned unsaid;

    if (with->action != d->at->action || !same_said(q, d->at, with, &unsaid, paired) ||
        (q->says & SAYS_ELSE && !same_text(q, with)))
        return;
    d->unsaid |= unsaid;
    if (unsaid)
        return;
    choice_told(q->e, q->s, q->seat, q->seat, with, &c);
    int n = parts_of(q->e, q->s, with, &c, other), set = 0;
    while (set < n && c.part[set] != CT_PART_SET)
        set++;
    for (int p = 0; p < n; p++)
        if (d->part[p].card.card >= 0)
            d->by[p] |=
                differs(q->e, q->s, d->part + p, other + (p < set ? p : set + paired[p - set]));
    if (c.is == CT_CHOSEN_EFFECT)
        d->does |= waiting(q->s, with->number)->effect != waiting(q->s, d->at->number)->effect;
}

/* The seat, the number or the word that the words do not name. */
static void add_unsaid(struct str *to, const struct asked *q, const struct differing *d)
{
    const struct voice *v = &q->e->naming.voice;
    struct str what = {0};

    if (d->unsaid & SAYS_SEAT && d->c.seat >= 0)
        str_join(to, ", ", seat_within(v, (unsigned)d->c.seat));
    if (d->unsaid & SAYS_NUMBER && d->c.word >= 0)
        word_name(&what, v->def, (unsigned)d->c.trait, (unsigned)d->c.word, v->t);
    else if (d->unsaid & SAYS_NUMBER)
        str_addf(&what, "%d", d->c.number);
    str_join_made(to, ", ", &what);
}

void set_apart(ct_engine *e, struct kstate *s, int seat, int i)
{
    int n = k_choices_of(&e->k, s, seat);
    struct asked q = {e, s, seat, SAYS_ALL};

    if (n < 2 || i >= n)
        return;
    struct kchoice at = e->k.opts[i];
    struct differing d = {.at = &at};
    choice_told(e, s, seat, seat, &at, &d.c);
    d.parts = parts_of(e, s, &at, &d.c, d.part);
    const struct kqueued *waits = d.c.is == CT_CHOSEN_EFFECT ? waiting(s, at.number) : NULL;
    bool seen = d.parts && d.part[0].card.card >= 0;
    d.does = waits && !seen; /* nothing else distinguishes it */
    struct str what = {0}, all = {0};
    if (d.c.ncards || d.c.seat >= 0 || d.c.numbered ||
        d.c.word >= 0) /* otherwise its name is there */
        add_action(&what, &q, n, &at);
    q.says = says_of(e, at.action);
    for (int j = 0; (d.parts || q.says != SAYS_ALL) && j < n; j++) {
        struct kchoice with = e->k.opts[j];
        if (j != i)
            hold_against(&q, &d, &with);
    }
    spread(&q, &d.c, d.part, d.by);
    for (int p = 0; p < d.parts; p++)
        d.by[p] |= d.unsaid >> d.c.part[p] & 1 ? BY_NAME : 0;
    for (int p = 0; p < d.parts; p++)
        add_part(&what, e, s, &d.c, p, d.part, d.by);
    add_unsaid(&what, &q, &d);
    if (d.does)
        add_effect(&what, e, waits, seen);
    if (what.n) {
        SAY(&all, W_APART, e->naming.voice.t, TEXT("choice", str_of(&e->text)),
            MADE("what", what));
        str_free(&e->text);
        e->text = all;
    }
}

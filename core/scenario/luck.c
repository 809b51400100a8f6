/* luck.c - `luck`: the results of shuffles, draws and rolls, strictly in order.
 *
 * A shuffle of equal cards and a draw among one need no entry. A hook that asks runs again from
 * its start. Its draws then repeat from the first entry of the hook. After each recorded answer
 * they continue where they were when the question was answered. When a program continues the
 * scenario, random results after the last entry are noted as new entries.
 */
#include "scenario/scenario.h"

#include <string.h>

enum { NO_SUCH_CARD = -2 };

static int luck_fail(struct luck_state *l, const struct luck_entry *at, const char *what)
{
    if (l->failed)
        return -1;
    l->failed = true;
    if (at)
        str_addf(l->out, "luck, line %d: %s\n", at->node->line, what);
    else
        str_addf(l->out, "%s\n", what);
    return -1;
}

/* The entry is of another kind than the result that is needed. */
static int luck_other(struct luck_state *l, const struct luck_entry *entry, const char *happens,
                      const char *wanted)
{
    struct str text = {0};

    str_addf(&text, "%s: %s is needed, not ", happens, wanted);
    if (entry->kind != LUCK_CARDS && entry->node->kind == NODE_SCALAR)
        str_add(&text, entry->node->text);
    else
        show_list(l->sc, &text, &entry->list);
    luck_fail(l, entry, str_of(&text));
    str_free(&text);
    return -1;
}

/* In a hook: moves to the entry for the last answer that this run has met. */
static void meet_answers(struct luck_state *l, const struct kengine *e)
{
    if (!e->in_hook)
        return;
    for (; l->met < e->rerun_at && l->met < K_MAX_ANSWERS; l->met++) {
        if (l->met_pos[l->met] < 0)
            l->met_pos[l->met] = l->pos;
        l->pos = l->met_pos[l->met];
    }
}

const struct luck_entry *luck_at(const struct luck_state *l, int i)
{
    int given = l->sc->nluck;

    return i < given ? &l->sc->luck[i] : i < given + l->nmade ? &l->made[i - given] : NULL;
}

/* Finds the card of that name in this ruleset. */
static int card_here(const struct luck_state *l, int def)
{
    const struct ct_definition *here = l->sc->g->def, *there = l->lead->sc->g->def;
    int card = PLACE_OF(here->cards, here->k.ncards, there->cards[def].id);

    return card < 0 ? NO_SUCH_CARD : card;
}

/* Notes the next result of the lead as an entry of its own. False: none is left. */
static bool note_followed(struct luck_state *l)
{
    const struct luck_entry *theirs = l->lead ? luck_at(l->lead, l->pos) : NULL;

    if (!theirs)
        return false;
    struct luck_entry *own = LIST_ADD(l->notes, l->made, l->nmade);
    *own = *theirs;
    own->node = l->sc->node;
    if (own->kind == LUCK_CARD)
        own->value = card_here(l, (int)theirs->value);
    own->list.v = arena_alloc(l->notes, ((size_t)own->list.n + 1) * sizeof *own->list.v);
    for (int i = 0; i < own->list.n; i++) {
        own->list.v[i] = theirs->list.v[i];
        own->list.v[i].def = card_here(l, theirs->list.v[i].def);
    }
    return true;
}

/* The next entry. NULL: there is none (an error, unless the rest is left open). */
static const struct luck_entry *luck_next(struct luck_state *l, const struct kengine *e,
                                          const char *what)
{
    char text[200];

    meet_answers(l, e);
    if (luck_at(l, l->pos) || note_followed(l))
        return luck_at(l, l->pos++);
    if (l->lead || (!l->sc->luck_rest && !l->notes)) {
        snprintf(text, sizeof text,
                 "%s, but 'luck' does not say how; 'luck: [...]' allows any result", what);
        luck_fail(l, NULL, text);
    }
    return NULL;
}

static bool all_alike(struct kengine *e, const uint16_t *cards, int n)
{
    for (int i = 1; i < n; i++)
        if (k_insts(e->s)[cards[i]].def != k_insts(e->s)[cards[0]].def)
            return false;
    return true;
}

/* Shuffles the cards `from` … n - 1. */
static void shuffle(struct krng *rng, uint16_t *cards, int from, int n)
{
    for (int i = n - 1; i > from; i--) {
        int j = from + (int)krng_below(rng, (uint32_t)(i - from + 1));
        uint16_t c = cards[i];

        cards[i] = cards[j];
        cards[j] = c;
    }
}

/* Puts the wanted cards first, in their order. The generator shuffles the rest. */
static int order_cards(struct luck_state *l, struct kengine *e, const struct luck_entry *entry,
                       uint16_t *cards, int n)
{
    const struct card_list *list = &entry->list;
    int placed = 0;

    for (int i = 0; i < list->n; i++)
        for (int k = 0; k < list->v[i].copies; k++) {
            int at = placed;

            while (at < n && k_insts(e->s)[cards[at]].def != list->v[i].def)
                at++;
            if (at >= n)
                return luck_fail(l, entry, "it names a card that is not shuffled");
            uint16_t c = cards[at];
            memmove(cards + placed + 1, cards + placed, (size_t)(at - placed) * sizeof *cards);
            cards[placed++] = c;
        }
    if (placed < n && !list->rest)
        return luck_fail(l, entry,
                         "more cards are shuffled than it names. End the list with '...'?");
    shuffle(&l->rng, cards, placed, n);
    return 1;
}

/* ---- noting results ---- */

static struct luck_entry *note(struct luck_state *l, enum luck_kind kind)
{
    struct luck_entry *made = LIST_ADD(l->notes, l->made, l->nmade);

    *made = (struct luck_entry){.kind = kind, .node = l->sc->node};
    l->pos++;
    return made;
}

static int luck_shuffle(void *ctx, struct kengine *e, unsigned slot, uint16_t *cards, int n)
{
    struct luck_state *l = ctx;
    char what[120];

    if (n < 2 || all_alike(e, cards, n))
        return l->notes ? 0 : 1;
    snprintf(what, sizeof what, "%s is shuffled", l->sc->slot_name[slot]);
    const struct luck_entry *entry = luck_next(l, e, what);
    if (!entry && l->notes && !l->failed) {
        /* shuffled as the kernel does, so it gives what a game with this seed gives */
        struct card_want *v = arena_alloc(l->notes, (size_t)n * sizeof *v);
        shuffle(&k_rules(e->s)->rng, cards, 0, n);
        for (int i = 0; i < n; i++)
            v[i] = (struct card_want){
                .def = k_insts(e->s)[cards[i]].def, .copies = 1, .owner = -1};
        note(l, LUCK_CARDS)->list = (struct card_list){.v = v, .n = n};
        return 1;
    }
    if (!entry)
        return l->failed ? -1 : 0;
    if (entry->kind != LUCK_CARDS)
        return luck_other(l, entry, what, "a list of cards");
    return order_cards(l, e, entry, cards, n);
}

static int64_t draw_card(struct luck_state *l, struct kengine *e,
                         const struct luck_entry *entry, uint32_t n, const uint16_t *cards)
{
    for (uint32_t i = 0; i < n && entry->kind == LUCK_CARD; i++)
        if (k_insts(e->s)[cards[i]].def == entry->value)
            return i;
    return entry->kind == LUCK_CARD ? luck_fail(l, entry, "this card cannot be drawn")
                                    : luck_other(l, entry, "a card is drawn", "a card");
}

static int64_t luck_draw(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards)
{
    struct luck_state *l = ctx;

    if (n < 2)
        return l->notes ? -2 : 0;
    char what[80], wanted[40];

    snprintf(what, sizeof what, "one of %u is picked at random (%s)", n,
             e->in_hook ? "a roll" : "an order of seats: the last one");
    snprintf(wanted, sizeof wanted, "a number from 1 to %u", n);
    const struct luck_entry *entry = luck_next(l, e, cards ? "a card is drawn" : what);
    if (!entry && l->notes && !l->failed) {
        /* the first of several equal cards stands for all, as when the entry is read */
        uint32_t i = krng_below(&k_rules(e->s)->rng, n), first = 0;
        if (!cards) {
            note(l, LUCK_NUMBER)->value = i + 1;
            return i;
        }
        int def = k_insts(e->s)[cards[i]].def;
        while (k_insts(e->s)[cards[first]].def != def)
            first++;
        note(l, LUCK_CARD)->value = def;
        return first;
    }
    if (!entry)
        return l->failed ? -1 : -2;
    if (cards)
        return draw_card(l, e, entry, n, cards);
    if (entry->kind != LUCK_NUMBER || entry->value < 1 || entry->value > n)
        return luck_other(l, entry, what, wanted);
    return entry->value - 1;
}

/* A hook that runs again repeats its draws. */
static enum hook_result luck_acting(void *ctx, struct kengine *e, unsigned hook)
{
    struct luck_state *l = ctx;
    int n = k_hook(e->s)->nanswers;

    if (n == 0) {
        l->hook_pos = l->pos;
        memset(l->met_pos, -1, sizeof l->met_pos);
    } else {
        l->met_pos[n - 1] = l->pos;
        l->pos = l->hook_pos;
    }
    l->met = 0;
    enum hook_result res = l->inner.acting(l->inner.ctx, e, hook);
    meet_answers(l, e);
    return res;
}

static int64_t luck_pure(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    struct luck_state *l = ctx;

    return l->inner.pure(l->inner.ctx, e, hook, arg, n);
}

void luck_begin(struct luck_state *l, const struct scene *sc, struct kengine *e, uint64_t seed,
                struct str *out)
{
    *l = (struct luck_state){
        .sc = sc, .out = out, .rng = krng_stream(seed, 77), .inner = e->host};
    l->luck = (struct kluck){l, luck_shuffle, luck_draw};
    e->luck = &l->luck;
    if (e->host.acting)
        e->host = (struct khost){.ctx = l, .acting = luck_acting, .pure = luck_pure};
}

void luck_end(struct luck_state *l, struct kengine *e)
{
    e->luck = NULL;
    e->host = l->inner;
}

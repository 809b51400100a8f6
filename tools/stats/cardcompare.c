/* cardcompare.c - the worth of cards in two rulesets, and the difference. */
#include "cardreport.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first requested kind from k on that both rulesets have. -1: no more. */
int changes_next_kind(const struct cards_side *a, const struct cards_side *b, int kind, int k,
                      int *other)
{
    for (; k < a->tally->kinds; k++) {
        *other = card_kind_find(b->names, a->names->kind[k]);
        if ((kind == EVERY_KIND || kind == k) && *other != NO_KIND)
            return k;
    }
    return -1;
}

static int number_of_card(const struct card_names *names, const char *id)
{
    int i = 0;

    while (i < names->cards && strcmp(names->id[i], id) != 0)
        i++;
    return i < names->cards ? i : -1;
}

/* A kind of choice in both rulesets. Its cards may be measured by having them; the first ruleset
 * decides that. */
struct asked {
    int kind[2];
    bool having;
};

/* The counts of a card. NULL: it is not in this ruleset. */
static const struct card_count *count_of(const struct cards_side *from,
                                         const struct asked *asked, int at, int card)
{
    const struct card_tally *t = from->tally;

    return card < 0        ? NULL
           : asked->having ? &t->having.count[HAVING_ANY * t->cards + card]
                           : cardtally_of(t, asked->kind[at], card);
}

/* Its worth in one ruleset, from the counts N. NULL: it is not in the ruleset. */
static void look_at(const struct cards_side *from, const struct card_count *n, int card,
                    struct change *c, int at)
{
    if (!n)
        return;
    struct card_worth share = card_share(n), score = card_score(n);
    c->id = from->names->id[card];
    c->name = from->names->name[card];
    c->share[at] = share.known && (n->share.u || n->share.v);
    c->score[at] = score.known && from->tally->scored;
    c->of_share[at] = share.gain;
    c->of_score[at] = score.gain;
}

static bool is_offered(const struct cards_side *from, int kind, int card)
{
    return card >= 0 && cardtally_of(from->tally, kind, card)->games;
}

/* False: neither ruleset has a value for the card, and its text is the same. A card with a new
 * text is always shown. */
static bool change_of(const struct cards_side *a, const struct cards_side *b,
                      const struct versus_tally *versus, const struct asked *asked,
                      const int card[2], struct change *c)
{
    const struct card_count *first = count_of(a, asked, 0, card[0]),
                            *second = count_of(b, asked, 1, card[1]);
    int kind = asked->having ? versus->kinds - 1 : asked->kind[0];

    *c = (struct change){.card = {card[0], card[1]}};
    look_at(b, second, card[1], c, 1);
    look_at(a, first, card[0], c, 0);
    c->is = !first                                               ? CARD_NEW
            : !second                                            ? CARD_GONE
            : a->names->look[card[0]] != b->names->look[card[1]] ? CARD_CHANGED
                                                                 : CARD_KEPT;
    if (first && second) {
        c->versus = &versus->count[kind * versus->cards + card[0]];
        if (c->share[0] && c->share[1])
            c->share_by = versus_share(c->versus, first, second);
        if (c->score[0] && c->score[1])
            c->score_by = versus_score(c->versus, first, second);
    }
    return (c->share[0] || c->share[1] || c->score[0] || c->score[1] || c->is != CARD_KEPT) &&
           (is_offered(a, asked->kind[0], card[0]) || is_offered(b, asked->kind[1], card[1]));
}

static bool in_both(const struct change *c)
{
    return (c->share[0] && c->share[1]) || (c->score[0] && c->score[1]);
}

static double in_errors(const struct estimate *e)
{
    return e->error > 0 ? fabs(e->mean) / e->error : fabs(e->mean);
}

/* The change in standard errors, to sort the surest first. A card of only one ruleset has no
 * change; it comes after all others, by its gain. */
static double weight(const struct change *c)
{
    if (in_both(c))
        return in_errors(c->share[0] && c->share[1] ? &c->share_by : &c->score_by);
    int at = c->share[1] || c->score[1];
    return in_errors(c->share[at] ? &c->of_share[at] : &c->of_score[at]) - 1e9;
}

static int by_weight(const void *a, const void *b)
{
    double x = weight(a), y = weight(b);

    return x > y   ? -1
           : x < y ? 1
                   : strcmp(((const struct change *)a)->id, ((const struct change *)b)->id);
}

struct changes changes_of(const struct cards_side *a, const struct cards_side *b,
                          const struct versus_tally *versus, int kind_a, int kind_b)
{
    size_t most = (size_t)a->tally->cards + (size_t)b->tally->cards;
    const struct asked asked = {{kind_a, kind_b}, cardtally_asks_having(a->tally, kind_a)};
    struct changes l = {.v = mem_alloc(most * sizeof *l.v)};

    for (int i = 0; i < a->tally->cards; i++) {
        const int card[] = {i, number_of_card(b->names, a->names->id[i])};
        l.n += change_of(a, b, versus, &asked, card, &l.v[l.n]);
    }
    for (int i = 0; i < b->tally->cards; i++) {
        const int card[] = {-1, i};
        if (number_of_card(a->names, b->names->id[i]) < 0)
            l.n += change_of(a, b, versus, &asked, card, &l.v[l.n]);
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_weight);
    return l;
}

/* cardreport.c - which cards win, the best first. */
#include "cardreport.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

int card_kind_find(const struct card_names *names, const char *id)
{
    if (!strcmp(id, "all"))
        return EVERY_KIND;
    for (int kind = 0; kind < names->kinds; kind++)
        if (!strcmp(names->kind[kind], id))
            return kind;
    return NO_KIND;
}

int card_kind(const struct card_names *names, const char *command, const char *ruleset,
              const char *id)
{
    const char *known[256];
    int found = card_kind_find(names, id);
    size_t n = 0;

    if (found != NO_KIND)
        return found;
    for (int kind = 0; kind < names->kinds; kind++)
        if (*names->kind[kind] && n + 1 < sizeof known / sizeof *known)
            known[n++] = names->kind[kind];
    known[n++] = "all";
    struct buffer all = {0};
    for (size_t i = 0; i < n; i++)
        buffer_add(&all, "%s%s", i ? ", " : "", known[i]);
    complain_near(id, known, (int)n, "%s: --cards '%s' is not a kind of choice of %s, only %s",
                  command, id, ruleset, buffer_text(&all));
    buffer_free(&all);
    return NO_KIND;
}

/* ---- the lines of a table ---- */

/* Sorts by worth, in shares or else in points. Cards without either come last. */
static int by_worth(const void *a, const void *b)
{
    const struct card_line *x = a, *y = b;
    double gx = x->share.gain.mean, gy = y->share.gain.mean;

    if (x->share.known != y->share.known)
        return x->share.known ? -1 : 1;
    if (gx == gy) {
        gx = x->score.gain.mean;
        gy = y->score.gain.mean;
    }
    return gx > gy ? -1 : gx < gy ? 1 : x->card - y->card;
}

static void add_card(struct card_lines *l, int card, const struct card_count *c,
                     const struct card_count *told)
{
    l->v[l->n++] = (struct card_line){card, c, told, card_share(told), card_score(told)};
    l->shares |= c->share.u || c->share.v;
}

struct card_lines card_lines_of(const struct card_tally *t, int kind)
{
    struct card_lines l = {.v = mem_alloc(((size_t)t->cards + 1) * sizeof *l.v),
                           .having = cardtally_asks_having(t, kind),
                           .scores = t->scored};

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = cardtally_of(t, kind, card);
        if (c->games)
            add_card(&l, card, c, cardtally_answer(t, kind, card));
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_worth);
    return l;
}

struct card_lines having_lines_of(const struct card_tally *t)
{
    struct card_lines l = {.v = mem_alloc(((size_t)t->cards + 1) * sizeof *l.v)};

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = &t->having.count[HAVING_ANY * t->cards + card];
        if (c->picked)
            add_card(&l, card, c, c);
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_worth);
    return l;
}

/* mend.c - the smallest change that removes a finding: a number of a card, found as `tune` does. */
#include "attack.h"

#include "tools/memory.h"
#include "tools/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4, MOST_MENDED = 2 };

/* The card's number as its file has it. */
static bool number_of(const struct attack *a, int card, const char *field, int64_t *value)
{
    struct ct_written w;
    char *end;

    if (!ct_card_written(a->def, card, field, &w))
        return false;
    *value = strtoll(w.text, &end, 10);
    return end != w.text && !*end;
}

/* Values to try: from 0 to twice the present one, and farther if that is below 1. */
static char *values_of(const char *id, const char *field, int64_t is)
{
    int64_t least = is > 0 ? STEPS : 2 * STEPS, reach = llabs(is) < least ? least : llabs(is),
            last = INT64_MIN;
    struct buffer b = {0};

    buffer_add(&b, "%s.%s=", id, field);
    for (int64_t i = -STEPS; i <= STEPS; i++) {
        int64_t v = is + i * reach / STEPS;
        if (v != last)
            buffer_add(&b, "%s%" PRId64, last == INT64_MIN ? "" : ",", v);
        last = v;
    }
    return buffer_take(&b);
}

/* Finds the number of the card that needs the smallest relative change. */
static void mend(struct attack *a, struct finding *f, int card)
{
    struct player players[CT_MAX_SEATS];
    struct tune_asked asked = {a->name,     players,   &a->options, 2 * (uint64_t)a->games,
                               a->seed + 5, a->people, a->jobs};
    struct ct_trait_info info;
    double least = INFINITY, value, error;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        players[i] = attack_player(a, true);
    for (int t = 0; ct_get_trait(a->def, t, &info); t++) {
        int64_t is;
        if (info.is != CT_TRAIT_NUMBER || attack_over(a, 1) ||
            !number_of(a, card, info.id, &is))
            continue;
        char *what = values_of(f->about[0], info.id, is);
        bool even = tune_even(&asked, what, &value, &error);
        double part = even ? fabs(value - (double)is) / fmax(1, fabs((double)is)) : INFINITY;
        if (part < least) {
            least = part;
            free(f->mend);
            f->mend = mem_printf("It is fair with '%s' at about %.1f ± %.1f instead of %" PRId64
                                 ", says cantrip tune %s.",
                                 info.id, value, error, is, what);
        }
        free(what);
    }
}

void mend_all(struct attack *a)
{
    int mended = 0;

    for (size_t i = 0; i < a->found.n && mended < MOST_MENDED; i++) {
        struct finding *f = &a->found.v[i];
        for (int card = 0; card < a->names.cards; card++)
            if ((f->is == FIND_STRONG || f->is == FIND_WEAK) &&
                !strcmp(a->names.id[card], f->about[0])) {
                mend(a, f, card);
                mended++;
            }
    }
}

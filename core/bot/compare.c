/* compare.c - compares a card with others of its choice, and with those in a row on the table. */
#include "bot/compare.h"

#include "bot/features.h"

#include <stdlib.h>

static bool add_trait(struct compare_trait *t, int *n, const ct_definition *def, int cards,
                      int trait)
{
    bool differ = false;

    t->name = features_name("trait", ct_trait_id(def, trait));
    t->value = malloc((size_t)cards * sizeof *t->value);
    if (!t->value)
        return false;
    for (int i = 0; i < cards; i++) {
        t->value[i] = -1;
        ct_card_value(def, i, trait, &t->value[i]);
        differ |= t->value[i] != t->value[0];
    }
    if (differ) {
        ++*n;
    } else {
        free(t->value);
        t->value = NULL;
    }
    return true;
}

bool compare_init(struct compare *r, const ct_definition *def)
{
    struct ct_info info = ct_get_info(def, NULL);
    struct ct_trait_info t;
    struct ct_zone_info z;
    int32_t value;

    *r = (struct compare){.is_row = calloc((size_t)info.zones + 1, sizeof *r->is_row)};
    bool good = r->is_row;
    for (int i = 0; good && i < info.zones; i++)
        r->is_row[i] = ct_get_zone(def, i, &z) && z.as == CT_ROW;
    for (int i = 0; good && i < info.traits; i++) {
        if (!ct_get_trait(def, i, &t) || !ct_card_value(def, 0, i, &value))
            continue;
        if (t.is == CT_TRAIT_NUMBER && r->nnumbers < COMPARE_NUMBERS)
            good = add_trait(&r->number[r->nnumbers], &r->nnumbers, def, info.cards, i);
        else if (t.is == CT_TRAIT_WORD && r->nwords < COMPARE_WORDS)
            good = add_trait(&r->word[r->nwords], &r->nwords, def, info.cards, i);
    }
    return good;
}

void compare_free(struct compare *r)
{
    for (int i = 0; i < COMPARE_NUMBERS; i++)
        free(r->number[i].value);
    for (int i = 0; i < COMPARE_WORDS; i++)
        free(r->word[i].value);
    free(r->is_row);
    *r = (struct compare){0};
}

void compare_see(struct compare *r, const struct ct_card *seen, int n)
{
    int zone = -1;

    r->seen = seen;
    r->nspans = 0;
    for (int i = 0; i < n && r->nnumbers; i++) {
        const struct ct_card *c = &seen[i];
        bool there = c->zone >= 0 && c->seat < 0 && c->card >= 0 && c->up && r->is_row[c->zone];
        if (there && c->zone == zone) {
            r->span[r->nspans - 1].to = i + 1;
        } else if (there && r->nspans < COMPARE_ROWS) {
            r->span[r->nspans++] = (struct compare_span){i, i + 1};
            zone = c->zone;
        }
    }
}

/* Among cards of the span with the card's word (NULL: all): are there any, do none, one or more
 * have a greater number? */
static uint32_t exceeded(const struct compare *r, const struct compare_span *s, int card,
                         const struct compare_trait *number, const struct compare_trait *word)
{
    uint32_t any = 0, more = 0;

    for (int i = s->from; i < s->to; i++) {
        int other = r->seen[i].card;
        if (other < 0 || (word && word->value[other] != word->value[card]))
            continue;
        any = 1;
        more += number->value[other] > number->value[card];
    }
    return any + (more < 2 ? more : 2);
}

uint32_t compare_with_row(const struct compare *r, int i, int card, const uint32_t *zone)
{
    int per = 1 + r->nwords, word = i % per, number = i / per % r->nnumbers;
    const struct compare_span *s = &r->span[i / per / r->nnumbers];
    const struct compare_trait *of = &r->number[number],
                               *among = word ? &r->word[word - 1] : NULL;
    uint32_t names =
        features_mix(of->name + (among ? among->name : 0), zone[r->seen[s->from].zone]);

    return features_mix(names, exceeded(r, s, card, of, among));
}

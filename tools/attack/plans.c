/* plans.c - makes plans of one rule from what the rules declare. */
#include "attack.h"

#include "tools/memory.h"

#include <stdlib.h>

static const char *const says[] = {
#define X(name, says) says,
    PLANS(X)
#undef X
};

static void add(struct attack *a, enum plan_kind is, int kind, int card, int trait, int word)
{
    MEM_MORE(a->plan, a->plans, a->cap);
    a->plan[a->plans++] = (struct plan){is, kind, card, trait, word};
}

/* How many kinds of choices offered the card. */
static int kinds_of(const struct attack *a, int card)
{
    int n = 0;

    for (int kind = 0; kind < a->names.kinds; kind++)
        n += cardtally_of(&a->cards.card, kind, card)->games > 0;
    return n;
}

static void add_cards(struct attack *a)
{
    for (int card = 0; card < a->names.cards; card++) {
        int n = kinds_of(a, card);
        if (n)
            add(a, PLAN_CARD, -1, card, -1, -1);
        for (int kind = 0; n > 1 && kind < a->names.kinds; kind++)
            if (cardtally_of(&a->cards.card, kind, card)->games)
                add(a, PLAN_KIND_CARD, kind, card, -1, -1);
    }
}

static void add_traits(struct attack *a)
{
    struct ct_trait_info info;

    for (int t = 0; ct_get_trait(a->def, t, &info); t++) {
        for (int w = 0; ct_trait_word(a->def, t, w); w++)
            add(a, PLAN_WORD, -1, -1, t, w);
        if (info.is == CT_TRAIT_NUMBER) {
            add(a, PLAN_MOST, -1, -1, t, -1);
            add(a, PLAN_LEAST, -1, -1, t, -1);
        }
    }
}

void plans_make(struct attack *a)
{
    for (int i = PLAN_GREATEST; i <= PLAN_CHANCE; i++)
        add(a, (enum plan_kind)i, -1, -1, -1, -1);
    for (int kind = 0; kind < a->names.kinds; kind++)
        if (a->course.kind[kind].offered) {
            add(a, PLAN_KIND, kind, -1, -1, -1);
            add(a, PLAN_NOT_KIND, kind, -1, -1, -1);
        }
    add_traits(a);
    add_cards(a);
}

/* How much the plan prefers a choice. */
static int64_t rank(const struct plan *p, const ct_definition *def, const struct ct_choice *c,
                    int kind, int card)
{
    int32_t value = 0;
    bool has = p->trait >= 0 && card >= 0 && ct_card_value(def, card, p->trait, &value);

    switch (p->is) {
    case PLAN_KIND: return kind == p->kind;
    case PLAN_NOT_KIND: return kind != p->kind;
    case PLAN_CARD: return card == p->card;
    case PLAN_KIND_CARD: return card == p->card && kind == p->kind;
    case PLAN_WORD: return card >= 0 && ct_card_is(def, card, p->trait, p->word);
    case PLAN_MOST: return has ? value : INT32_MIN;
    case PLAN_LEAST: return has ? -(int64_t)value : INT32_MIN;
    case PLAN_GREATEST: return c->numbered ? c->number : INT32_MIN;
    case PLAN_SMALLEST: return c->numbered ? -(int64_t)c->number : INT32_MIN;
    case PLAN_DONE: return c->is == CT_CHOSEN_DONE;
    default: return 0;
    }
}

int plan_pick(const struct plan *p, ct_engine *engine, ct_state *game, int seat, int n,
              int pick, struct player *player, bool *said)
{
    const ct_definition *def = ct_engine_definition(engine);
    int64_t best = INT64_MIN, least = INT64_MAX, own = 0;
    double most = 0, worth;
    int at = pick;

    *said = true;
    if (p->is == PLAN_FIRST)
        return 0;
    if (p->is == PLAN_CHANCE)
        return (int)ct_rng_below(&player->rng, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        struct ct_choice c;
        if (ct_get_choice(engine, game, seat, i, &c))
            return -1;
        int64_t r = rank(p, def, &c, ct_choice_kind(engine, game, seat, i),
                         ct_choice_card(engine, game, seat, i));
        own = i == pick ? r : own;
        least = r < least ? r : least;
        if (!player_worth(player, i, &worth))
            worth = 0;
        if (r < best || (r == best && worth <= most))
            continue;
        best = r;
        most = worth;
        at = i;
    }
    *said = best != least;
    return own == best ? pick : at;
}

void plan_about(const struct attack *a, const struct plan *p, const char *about[2])
{
    const char *trait = p->word >= 0    ? ct_trait_word(a->def, p->trait, p->word)
                        : p->trait >= 0 ? ct_trait_id(a->def, p->trait)
                                        : NULL;

    about[0] = p->kind >= 0   ? ct_kind_id(a->def, p->kind)
               : p->card >= 0 ? a->names.id[p->card]
                              : trait;
    about[1] = p->is == PLAN_KIND_CARD ? a->names.id[p->card] : NULL;
}

char *plan_text(const struct attack *a, const struct plan *p)
{
    const char *about[2];
    struct buffer b = {0};

    plan_about(a, p, about);
    for (const char *s = says[p->is], **next = about; *s; s++)
        if (s[0] == '%' && s[1] == 's') {
            buffer_add(&b, "%s", *next++);
            s++;
        } else {
            buffer_add(&b, "%c", *s);
        }
    return buffer_take(&b);
}

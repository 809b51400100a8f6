/* lists.c - what a call works with: lists of cards and choices, work, counts, a checkpoint. */
#include "kernel/state/zone.h"

#include <stdlib.h>

/* Lists in use at once: more than nested formulas need (card_formula), in plain engines too. */
enum { LISTS = 480 };

static size_t lists_room(const struct kstate *s)
{
    return LISTS * k_list_places(s);
}

int k_overspent(struct kengine *e)
{
    return k_fail(e, K_E_WORK, 0, 0, 0);
}

/* At the start of a call: frees all lists of cards, and gives the call its work. The number of
 * lists does not depend on earlier games, so they run out at the same place everywhere. */
void lists_reset(struct kengine *e, const struct kstate *s)
{
    if (!e->advancing) {
        k_ran_back(e, 0);
        e->left = e->origin->limits.work * INT64_C(1000);
        e->calls++;
        if (e->ran)
            e->ran->left = e->left;
    }
    e->tmp_next = e->tmp;
    if (e->tmp_words == s->words)
        return;
    size_t room = lists_room(s);
    e->tmp_end = e->tmp && e->tmp_room >= room ? e->tmp + room : e->tmp;
    e->tmp_words = s->words;
}

/* Makes room for a larger game's lists. Else lists ran out: steps are nested too deep. */
uint16_t *k_list_grow(struct kengine *e)
{
    size_t room = lists_room(e->s);

    if (e->tmp_next != e->tmp) {
        k_fail(e, K_E_DEPTH, 0, 1, 0);
        return NULL;
    }
    uint16_t *grown = realloc(e->tmp, room * sizeof *grown);
    if (!grown) {
        k_fail(e, K_E_NOMEM, 0, 0, 0);
        return NULL;
    }
    e->tmp = grown;
    e->tmp_room = room;
    e->tmp_words = e->s->words;
    e->tmp_end = grown + room;
    e->tmp_next = grown + k_list_places(e->s);
    return grown;
}

bool choices_grow(struct kengine *e, uint32_t n)
{
    uint32_t cap = e->now->cap ? 2 * e->now->cap : 64;

    while (cap < e->now->len + n)
        cap *= 2;
    struct kchoice *grown =
        cap > MANY_CHOICES ? NULL : realloc(e->now->buf, cap * sizeof *grown);
    if (!grown) {
        k_fail(e, cap > MANY_CHOICES ? K_E_CHOICES : K_E_NOMEM, 0, 0, 0);
        return false;
    }
    e->now->buf = grown;
    e->now->cap = cap;
    return true;
}

uint32_t k_ran_at(struct kengine *e, uint32_t src, unsigned times, unsigned cards)
{
    struct kran *r = e->ran;
    uint32_t was = r->at;

    if (!r->cost || r->paused)
        return was;
    r->cost[was].work += (uint64_t)(r->left - e->left);
    r->cost[src].times += times;
    r->cost[src].cards += cards;
    r->left = e->left;
    r->at = src;
    return was;
}

void ran_pause(struct kengine *e, bool pause)
{
    if (!e->ran)
        return;
    k_ran_at(e, e->ran->at, 0, 0);
    e->ran->paused = pause;
    e->ran->left = e->left;
}

/* Turns cards that needed no checkpoint (k_turn_set) back for the copy, and then over again. */
void hook_checkpoint(struct kengine *e)
{
    struct kstate *s = e->s;

    for (int i = 0; i < 2; i++) {
        if (i)
            rules_keep(s);
        for (unsigned w = 0; w < FEW_WORDS && w < s->words; w++)
            if (e->turned[w])
                turn_over(e, w, e->turned[w]);
    }
    s->cast_back = s->cast;
    e->checkpointed = true;
}

/* each.c - loops over cards. Somebody may be asked in the body, so the cards still to come are on a
 * stack in the block.
 *
 * The cards are chosen when the loop begins. Those of a row or pile come by place, those of a set
 * in its order. But if not everyone sees the cards of a set, the order would tell what they are, so
 * the next one is drawn each time. Everyone who sees a card is told when it comes. Otherwise it
 * would be a secret of the frame. */
#include "kernel/run/move.h"

/* Puts the cards on the stack, the first on top. In the list, cards of one zone stand together. */
static void put(struct kengine *e, const uint16_t *list, int n)
{
    const struct kinst *in = k_insts(e->s);
    uint16_t *top = k_each(e->s) + k_rules(e->s)->neach;

    for (int i = n, k; i > 0; i = k) {
        for (k = i - 1; k > 0 && in[list[k - 1]].slot == in[list[i - 1]].slot; k--)
            ;
        bool hidden = k_hidden_set(e, list + k, i - k);
        for (int at = i; at > k; at--)
            *top++ = (uint16_t)(list[at - 1] | (at == i || !hidden ? EACH_GROUP : 0));
    }
    k_rules(e->s)->neach += (uint16_t)n;
}

RARE static bool comes_before(struct kengine *e, const struct korder_of *o, struct kctx *x,
                              uint16_t a, uint16_t b)
{
    for (int k = 0; k < o->nby; k++) {
        x->card[BOUND_CARD] = a;
        int64_t one = k_value(e, e->d->xargs[o->by + k], x);
        x->card[BOUND_CARD] = b;
        int64_t other = k_value(e, e->d->xargs[o->by + k], x);
        if (one != other)
            return one < other;
    }
    return false;
}

/* Sorts the cards by ascending keys; equal ones keep their order. Everyone sees the order, so keys
 * may only use what everyone sees. */
RARE static void sort_by(struct kengine *e, const struct korder_of *o, const struct kctx *outer,
                         uint16_t *list, int n)
{
    struct eyes was = eyes_open(e, e->s, THE_PUBLIC);
    struct kctx x = *outer;

    for (int i = 1; i < n && !e->err.code; i++) {
        uint16_t c = list[i];
        int at = 0, end = i;
        while (at < end) {
            int mid = (at + end) / 2;
            bool before = comes_before(e, o, &x, c, list[mid]);
            at = before ? at : mid + 1;
            end = before ? mid : end;
        }
        memmove(list + at + 1, list + at, (size_t)(i - at) * sizeof *list);
        list[at] = c;
    }
    eyes_close(e, &was);
}

int each_begin(struct kengine *e, const struct kphase *p, struct kctx *x, uint32_t src)
{
    uint16_t *list = k_list(e);
    int n = list ? k_cards_of(e, p->arg, x, list) : -1;

    if (n > 1 && p->order.nby && !e->err.code)
        sort_by(e, &p->order, x, list, n);
    if (n > 0 && (e->err.code || k_spend(e, n)))
        n = -1;
    if (n > 0 && k_rules(e->s)->neach + (size_t)n > each_room(e->d, e->s))
        n = k_fail(e, K_E_DEPTH, src, 0, 0);
    if (n > 0)
        put(e, list, n);
    k_unlist(e, list);
    return n;
}

int each_next(struct kengine *e, const struct kphase *p, uint16_t *card)
{
    struct krules *r = k_rules(e->s);
    uint16_t *end = k_each(e->s) + r->neach, *group = end - 1;

    while (!(*group & EACH_GROUP))
        group--;
    uint32_t n = (uint32_t)(end - group);
    uint16_t *list = n > 1 ? k_list(e) : NULL;
    int64_t v = n > 1 ? -1 : 0;
    for (unsigned i = 0; list && i < n; i++)
        list[i] = group[i] & (EACH_GROUP - 1u);
    if (list)
        v = k_draw(e, n, list);
    k_unlist(e, list);
    if (v < 0)
        return -1;
    *card = group[v] & (EACH_GROUP - 1u);
    for (uint16_t *at = group + v; at + 1 < end; at++)
        *at = (uint16_t)(at[1] | (*at & EACH_GROUP));
    r->neach--;
    if (!k_telling(e))
        return 0;
    bool gone = k_left_game(e->s, *card);
    struct kevent ev = gone ? k_event(TELL_EACH) : k_event_of(e, TELL_EACH, *card);
    ev.number = p->asks;
    k_emit(e, &ev, gone ? 0 : know_seen_by(e, e->s, *card));
    return 0;
}

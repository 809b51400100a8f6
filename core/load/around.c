/* around.c: does an expression ask for the `it` around it?
 *
 * Where a selector asks of each card, that card is `it` (`where`, `most`, `least`,
 * `one_of_each`); in its other keys `it` is still the card that is asked about outside. So what
 * such a key becomes must not be moved into a `where`.
 */
#include "load/parts.h"

static bool select_asks(const struct loader *ld, ref sel);

static bool seats_ask(const struct loader *ld, ref seats)
{
    if (seats == REF_NONE)
        return false;
    const struct kseats *q = &ld->seats.v[seats];
    switch ((enum seat_op)q->op) {
    case SS_VALUE: return asks_around(ld, q->a);
    case SS_LEFT:
    case SS_RIGHT: return asks_around(ld, (ref)(q->a - 1)) || seats_ask(ld, (ref)(q->b - 1));
    case SS_MOST:
    case SS_LEAST:
    case SS_WHERE: return asks_around(ld, q->a) || seats_ask(ld, (ref)(q->b - 1));
    case SS_OWNERS: return select_asks(ld, q->a);
    default: return false;
    }
}

static bool select_asks(const struct loader *ld, ref sel)
{
    if (sel == REF_NONE)
        return false;
    const struct kselect *q = &ld->sels.v[sel];
    bool asks = (q->bound >> BOUND_IT & 1) || asks_around(ld, q->value) ||
                asks_around(ld, q->first) || asks_around(ld, q->last) ||
                asks_around(ld, q->random) || seats_ask(ld, q->of) ||
                select_asks(ld, q->except);
    for (int i = 0; i < q->ntests; i++)
        asks |= asks_around(ld, ld->tests.v[q->tests + i].value);
    for (int i = 0; i < q->nany; i++)
        asks |= select_asks(ld, ld->selrefs.v[q->any + i]);
    return asks;
}

bool asks_around(const struct loader *ld, ref expr)
{
    if (expr == REF_NONE)
        return false;
    const struct kexpr *x = &ld->exprs.v[expr];
    bool asks = false;
    if (expr_is_leaf(x))
        return x->op == X_BOUND && x->imm == BOUND_IT;
    switch ((enum xop)x->op) {
    case X_SEATREF: return asks_around(ld, (ref)(x->a - 1));
    case X_SEATSET:
    case X_SEATCOUNT: return seats_ask(ld, x->a);
    case X_COUNT:
    case X_ONLY:
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF: return select_asks(ld, x->a); /* what it sums is about its own cards */
    case X_OVERSEATS: return seats_ask(ld, x->a) || asks_around(ld, x->b);
    case X_PURE:
        for (int i = 0; i < x->b; i++)
            asks |= asks_around(ld, ld->xargs.v[x->a + i]);
        return asks;
    default: return asks_around(ld, x->a) || asks_around(ld, x->b) || asks_around(ld, x->c);
    }
}

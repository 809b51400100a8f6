/* eval.c - works out expressions and sets of seats in a context.
 *
 * Values are int64. K_ABSENT stands for a parameter that was not given. The loader has checked
 * types, so only division and ranges are checked here. */
#include "kernel/ask/ask.h"

/* The context of the top frame, or of the body without one. When the game is over there is no
 * `you`, except in a game for one. */
void k_context(struct kengine *e, struct kctx *x)
{
    if (e->body)
        *x = *e->body;
    else if (k_rules(e->s)->nframes)
        context_of(k_top(e->s), x);
    else
        *x = ctx_of(k_solo(e->s));
}

/* Fails at the expression's place: its value is no number of 64 bits. */
RARE static int64_t no_number(struct kengine *e, const struct kexpr *x, enum kerrcode code)
{
    k_fail(e, code, k_written(e->origin, (ref)(x - e->d->exprs)), 0, 0);
    return 0;
}

static inline int64_t add(struct kengine *e, const struct kexpr *x, int64_t a, int64_t b)
{
    int64_t v;

    return UNLIKELY(__builtin_add_overflow(a, b, &v)) ? no_number(e, x, K_E_RANGE) : v;
}

static inline int64_t subtract(struct kengine *e, const struct kexpr *x, int64_t a, int64_t b)
{
    int64_t v;

    return UNLIKELY(__builtin_sub_overflow(a, b, &v)) ? no_number(e, x, K_E_RANGE) : v;
}

/* X_DIV and X_MOD, which round down. */
static int64_t divide(struct kengine *e, const struct kexpr *x, int64_t a, int64_t b)
{
    if (b == 0)
        return no_number(e, x, K_E_DIV);
    if (b == -1) /* INT64_MIN / -1 overflows */
        return x->op == X_DIV ? subtract(e, x, 0, a) : 0;
    bool down = a % b != 0 && (a < 0) != (b < 0);
    return x->op == X_DIV ? a / b - down : a % b + (down ? b : 0);
}

APART static int64_t seat_counter(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    struct kstate *s = e->s;
    int64_t seat = x->a == REF_NONE ? c->you : k_leaf(e, x->a, c);

    if (seat < 0 || seat >= s->nseats)
        return e->d->counters[e->d->seat_ctr[x->imm]].start;
    return k_seatctr(s)[seat * e->d->nseat + x->imm];
}

APART static int64_t card_counter(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t card = k_leaf(e, x->a, c);

    if (card < 0 || card >= e->s->ninst)
        return e->d->counters[e->d->card_ctr[x->imm]].start;
    return k_cardctr(e->s)[card * e->d->ncardctr + x->imm];
}

int32_t k_own_counter(struct kengine *e, unsigned i, unsigned c)
{
    const struct kcounter *k = e->d->counters + e->d->card_ctr[i];
    const struct kinst *in = k_insts(e->s) + (c < e->s->ninst ? c : 0);
    bool has =
        c < e->s->ninst && zone_all_see(e, in->slot, in->face) && brings(e->d, k, in->def);

    return has ? k_cardctr(e->s)[c * e->d->ncardctr + i] : counter_nothing(k);
}

APART static int64_t own_counter(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    return k_own_counter(e, (unsigned)x->imm, (unsigned)k_leaf(e, x->a, c));
}

/* Formulas of traits may ask for others. Nested deeper than FORMULAS they ask for themselves, or
 * the C stack may not hold them. Each counts UNIT, or its own depth (kdef.deep) if that is more. */
enum { UNIT = 64, FORMULAS = 100 * UNIT };

int64_t card_formula(struct kengine *e, ref expr, struct kctx *x)
{
    unsigned was = e->formulas, deep = e->origin->deep ? e->origin->deep[expr] : 1;

    /* else a formula that asks for itself twice would not end */
    if (e->err.code || k_spend(e, 1))
        return 0;
    if (was >= FORMULAS)
        return k_fail(e, K_E_FORMULA, k_written(e->origin, expr), 0, 0);
    e->formulas = (uint16_t)(was + (deep > UNIT ? deep : UNIT));
    int64_t v = UNLIKELY(e->ran != NULL) ? ran_expr(e, expr, x, 1) : k_eval(e, expr, x);
    e->formulas = was;
    return v;
}

int64_t formula_of(struct kengine *e, ref expr, unsigned card, const struct kctx *c)
{
    const struct kinst *in = k_insts(e->s) + card;
    struct kctx own = *c;

    own.card[BOUND_THIS] = (uint16_t)card;
    own.card[BOUND_IT] = NO_CARD;
    if (in->owner != NO_SEAT)
        own.you = in->owner;
    return card_formula(e, expr, &own);
}

/* A trait of no card. */
RARE static int64_t trait_of_none(const struct kdef *d, int trait)
{
    return d->traits[trait].type == T_WORD || d->traits[trait].type == T_CARD ? -1 : 0;
}

INLINE static inline int64_t trait_at(struct kengine *e, const struct kexpr *x, uint64_t card,
                                      const struct kctx *c)
{
    if (card >= e->s->ninst)
        return trait_of_none(e->d, x->imm);
    if (!may_look(e, (unsigned)card) && !k_may_look(e, (unsigned)card))
        return 0;
    uint32_t at = (uint32_t)k_insts(e->s)[card].def * e->d->ntraits + (uint32_t)x->imm;
    ref formula = e->d->trait_expr[at];
    return formula == REF_NONE ? e->d->trait_value[at]
                               : formula_of(e, formula, (unsigned)card, c);
}

APART static int64_t trait_of(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    return trait_at(e, x, (uint64_t)k_leaf(e, x->a, c), c);
}

APART static int64_t bound_trait(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    return trait_at(e, x, c->card[x->a], c);
}

APART static int64_t passes(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    const struct ktest *t = e->d->tests + x->imm;
    unsigned card = c->card[BOUND_IT];

    if (t->kind != TEST_COUNTER && !may_look(e, card) && !k_may_look(e, card))
        return 0;
    return sel_test(e, t, k_leaf(e, t->value, c), c, card);
}

/* The seat whose neighbour SS_LEFT or SS_RIGHT means. */
static int64_t beside_whom(struct kengine *e, unsigned whose, struct kctx *c)
{
    return whose ? k_eval(e, (ref)(whose - 1), c) : c->you == NO_SEAT ? -1 : c->you;
}

APART static int64_t seat_ref(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    switch (x->imm) {
    case SS_YOU: return c->you == NO_SEAT ? -1 : c->you;
    case SS_THEM: return c->them == NO_SEAT ? -1 : c->them;
    case SS_CHOSEN: return c->seat == NO_SEAT ? -1 : c->seat;
    default:
        return seat_beside(e->s, beside_whom(e, x->a, c), e->s->people_seats,
                           x->imm == SS_LEFT ? 1 : -1);
    }
}

int64_t k_gather(struct kengine *e, const struct kexpr *x, int op, bool any, int64_t had,
                 int64_t v)
{
    if (op == X_SUM)
        return add(e, x, had, v);
    return !any || (op == X_MOSTOF ? v > had : v < had) ? v : had;
}

APART static int64_t over_cards(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    uint16_t *list = k_list(e);
    int n = list ? k_select_any(e, x->a, c, list) : 0;
    int64_t best = 0;
    struct kctx in = *c;

    n = e->err.code || k_spend(e, n) ? 0 : n;
    k_ran_cards(e, n);
    for (int i = 0; i < n && !e->err.code; i++) {
        in.card[BOUND_IT] = list[i];
        int64_t v = k_value(e, x->b, &in);
        best = k_gather(e, x, x->op, i > 0, best, v);
    }
    k_unlist(e, list);
    return best;
}

APART static int64_t over_seats(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    uint32_t who = k_seatset(e, x->a, c);
    struct kctx in = *c;
    int64_t best = 0;

    for (uint32_t left = who; left && !e->err.code && !k_spend(e, 1); left &= left - 1) {
        in.you = (uint8_t)__builtin_ctz(left);
        int64_t v = k_value(e, x->b, &in);
        best = k_gather(e, x, x->imm, left != who, best, v);
    }
    return best;
}

/* Is no other person's value greater (smaller) than yours; imm: nor equal? */
APART static int64_t has_most(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t mine = k_value(e, x->a, c);
    struct kctx other = *c;

    for (int i = 0; i < e->s->nseats; i++) {
        if (e->s->seat_kind[i] || i == c->you || e->err.code || k_spend(e, 1))
            continue;
        other.you = (uint8_t)i;
        int64_t v = k_value(e, x->a, &other);
        if ((x->op == X_HASMOST ? v > mine : v < mine) || (x->imm && v == mine))
            return 0;
    }
    return 1;
}

static int64_t run_pure(struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    if (e->hook_stat)
        e->hook_stat[e->d->nhooks + hook].hooks++;
    return e->host.pure(e->host.ctx, e, hook, arg, n);
}

/* The value of a pure hook. While choices are listed, equal arguments call it once. */
static int64_t kept_pure(struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    uint64_t h = hook;

    for (int i = 0; i < n; i++)
        h = kmix(h + (uint64_t)arg[i]);
    struct kkept *k = &e->kept[h % KEPT_VALUES];
    size_t size = (size_t)n * sizeof *arg;
    if (k->listing == e->listing && k->hook == hook && k->nargs == n &&
        !memcmp(k->arg, arg, size))
        return k->value;
    int64_t v = run_pure(e, hook, arg, n);
    k->listing = e->err.code ? 0 : e->listing;
    k->hook = (uint16_t)hook;
    k->nargs = (uint8_t)n;
    memcpy(k->arg, arg, size);
    k->value = v;
    return v;
}

APART static int64_t call_pure(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t arg[8];
    int n = x->b < 8 ? x->b : 8;
    bool same = e->listing && n <= KEPT_ARGS && !SLOW(e, PURE); /* may its value be kept? */

    for (int i = 0; i < n; i++) {
        ref r = e->d->xargs[x->a + i];
        arg[i] = k_leaf(e, r, c);
        same &= e->d->exprs[r].op != X_CHOSEN; /* its set changes while its value stays */
    }
    if (e->err.code || !e->host.pure)
        return 0;
    int64_t v =
        same ? kept_pure(e, (unsigned)x->imm, arg, n) : run_pure(e, (unsigned)x->imm, arg, n);
    if (UNLIKELY(e->err.code) && !e->err.src)
        e->err.src = k_written(e->origin, (ref)(x - e->d->exprs));
    return v;
}

APART static int64_t binary(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    const struct kexpr *right = e->d->exprs + x->b;
    int64_t a = k_leaf(e, x->a, c), b = right->op == X_CONST ? right->imm : k_leaf(e, x->b, c);

    switch (x->op) {
    case X_ADD: return add(e, x, a, b);
    case X_SUB: return subtract(e, x, a, b);
    case X_MUL:
        if (a > INT32_MAX || a < INT32_MIN || b > INT32_MAX || b < INT32_MIN)
            return no_number(e, x, K_E_RANGE);
        return a * b;
    case X_DIV:
    case X_MOD: return divide(e, x, a, b);
    case X_EQ: return a == b;
    case X_NE: return a != b;
    case X_LT: return a < b;
    case X_LE: return a <= b;
    case X_GT: return a > b;
    case X_GE: return a >= b;
    case X_MIN: return a < b ? a : b;
    default: return a > b ? a : b; /* MAX */
    }
}

/* The second operand is not asked if the first decides. */
APART static int64_t logic(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    bool first = k_leaf(e, x->a, c) != 0;

    return first == (x->op == X_OR) ? first : k_leaf(e, x->b, c) != 0;
}

APART static int64_t one_seat(struct kengine *e, ref seats, struct kctx *c)
{
    uint32_t m = k_seatset(e, seats, c);

    return m && !(m & (m - 1)) ? __builtin_ctz(m) : -1;
}

APART static int64_t if_else(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    return k_eval(e, k_leaf(e, x->a, c) ? x->b : x->c, c);
}

APART static int64_t unary(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t v = k_leaf(e, x->a, c);

    return x->op == X_NEG ? subtract(e, x, 0, v) : x->op == X_NOT ? !v : v >= 0;
}

APART static int64_t def_or_owner(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t card = k_leaf(e, x->a, c);

    if (card < 0 || (x->op == X_CARDDEF && !k_may_look(e, (unsigned)card)))
        return -1;
    const struct kinst *in = k_insts(e->s) + card;
    return x->op == X_CARDDEF ? in->def : in->owner == NO_SEAT ? -1 : in->owner;
}

/* The zone of a card (X_CARDZONE), or its place there (X_CARDAT). */
APART static int64_t where_it_lies(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t card = k_leaf(e, x->a, c);
    bool zone = x->op == X_CARDZONE;

    if (card < 0 || k_left_game(e->s, (unsigned)card))
        return zone ? -1 : 0;
    unsigned slot = k_insts(e->s)[card].slot;
    if (zone || !k_ordered(e->s, slot))
        return zone ? k_zone_of(e->s, slot) : 0;
    unsigned before = zone_place(e->s, (unsigned)card);
    e->left -= before;
    return before + 1;
}

APART static int64_t as_seat(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t seat = k_leaf(e, x->a, c);
    struct kctx in = *c;

    if (seat < 0 || seat >= e->s->nseats)
        return x->imm;
    in.you = (uint8_t)seat;
    return k_eval(e, x->b, &in);
}

APART static int64_t one_card(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    uint16_t *list = k_list(e);
    int n = list ? k_select_any(e, x->a, c, list) : 0;
    int64_t card = n == 1 ? list[0] : -1;

    k_unlist(e, list);
    return card;
}

APART static int64_t of_words(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    int64_t a = k_leaf(e, x->a, c), word = x->op == X_HOLDS ? k_leaf(e, x->b, c) : a;
    int64_t bit = word < 0 || word >= K_MAX_WORDS ? 0 : 1ll << word;

    return x->op == X_WORDS ? bit : x->op == X_HOLDS ? (a & bit) != 0 : members((uint64_t)a);
}

APART static int64_t count(struct kengine *e, const struct kexpr *x, struct kctx *c)
{
    return (int64_t)k_count(e, x->a, c) * x->imm;
}

int64_t k_eval(struct kengine *e, ref expr, struct kctx *c)
{
    const struct kexpr *x = e->d->exprs + expr;

    e->left--;
    switch ((enum xop)x->op) {
    case X_CONST: return x->imm;
    case X_GAME: return k_gamectr(e->s)[x->imm];
    case X_SEATCTR: return seat_counter(e, x, c);
    case X_CARDCTR: return card_counter(e, x, c);
    case X_OWNCTR: return own_counter(e, x, c);
    case X_TRAIT: return trait_of(e, x, c);
    case X_BOUNDTRAIT: return bound_trait(e, x, c);
    case X_CARDDEF:
    case X_CARDOWNER: return def_or_owner(e, x, c);
    case X_CARDAT:
    case X_CARDZONE: return where_it_lies(e, x, c);
    case X_HOLDS:
    case X_SIZE:
    case X_WORDS: return of_words(e, x, c);
    case X_ONLY: return one_card(e, x, c);
    case X_BOUND: return c->card[x->imm] == NO_CARD ? -1 : c->card[x->imm];
    case X_SEATREF: return seat_ref(e, x, c);
    case X_SEATSET: return one_seat(e, x->a, c);
    case X_OPTION: return k_options(e->s)[x->imm];
    case X_PHASE: return k_phase(e->s)[x->imm];
    case X_PLAYERS: return e->s->people;
    case X_PARAM: return c->param ? c->param[x->imm] : K_ABSENT;
    case X_ARG: return c->arg ? c->arg[x->imm] : K_ABSENT;
    case X_NUMBER: return c->number;
    case X_CHOSEN: return c->set;
    case X_NEG:
    case X_NOT:
    case X_ISSET: return unary(e, x, c);
    case X_IF: return if_else(e, x, c);
    case X_COUNT: return count(e, x, c);
    case X_HAS: return sel_has(e, x, c);
    case X_SUM:
    case X_MOSTOF:
    case X_LEASTOF: return over_cards(e, x, c);
    case X_OVERSEATS: return over_seats(e, x, c);
    case X_OVERSETS: return over_sets(e, x, c);
    case X_HASMOST:
    case X_HASLEAST: return has_most(e, x, c);
    case X_DUE: return k_due(e, (unsigned)x->imm, c->you);
    case X_PURE: return call_pure(e, x, c);
    case X_PASSES: return passes(e, x, c);
    case X_SEATCOUNT: return __builtin_popcount(k_seatset(e, x->a, c));
    case X_AS: return as_seat(e, x, c);
    case X_AND:
    case X_OR: return logic(e, x, c);
    case X_RAN: return ran_expr(e, expr, c, 0);
    default: return binary(e, x, c);
    }
}

static uint32_t asked_among(struct kengine *e, const struct kseats *q, struct kctx *c)
{
    return q->b ? k_seatset(e, (ref)(q->b - 1), c) : e->s->people_seats;
}

/* Of the seats `among`, those with the greatest or least value, or for whom it holds. */
APART static uint32_t seats_by(struct kengine *e, const struct kseats *q, struct kctx *c)
{
    struct kctx x = *c;
    int64_t best = 0;
    uint32_t m = 0, among = asked_among(e, q, c);

    for (; among && !e->err.code && !k_spend(e, 1); among &= among - 1) {
        unsigned i = (unsigned)__builtin_ctz(among);
        x.you = (uint8_t)i;
        int64_t v = k_eval(e, q->a, &x);
        if (q->op == SS_LEAST)
            v = ~v; /* reverses the order, of INT64_MIN too */
        if (q->op == SS_WHERE) {
            m |= v ? BIT(i) : 0;
        } else if (!m || v > best) {
            best = v;
            m = BIT(i);
        } else if (v == best) {
            m |= BIT(i);
        }
    }
    return m;
}

static uint32_t seat_bit(int64_t seat)
{
    return seat < 0 || seat >= 32 ? 0 : BIT(seat);
}

APART static uint32_t seats_beside(struct kengine *e, const struct kseats *q, struct kctx *c)
{
    return seat_bit(seat_beside(e->s, beside_whom(e, q->a, c), asked_among(e, q, c),
                                q->op == SS_LEFT ? 1 : -1));
}

APART static uint32_t seat_of_value(struct kengine *e, const struct kseats *q, struct kctx *c)
{
    return seat_bit(k_eval(e, q->a, c));
}

uint32_t k_seatset(struct kengine *e, ref seats, struct kctx *c)
{
    const struct kseats *q = e->d->seats + seats;
    struct kstate *s = e->s;
    uint32_t m = 0;

    if (seats == REF_NONE)
        return seat_bit(c->you);
    switch ((enum seat_op)q->op) {
    case SS_YOU: return seat_bit(c->you);
    case SS_THEM: return seat_bit(c->them);
    case SS_CHOSEN: return seat_bit(c->seat);
    case SS_ALL: return s->people_seats;
    case SS_OTHERS: return s->people_seats & ~seat_bit(c->you);
    case SS_SEATS: return BIT(s->nseats) - 1;
    case SS_KIND:
        for (int i = 0; i < s->nseats; i++)
            m |= s->seat_kind[i] == q->a + 1 ? BIT(i) : 0;
        return m;
    case SS_LEFT:
    case SS_RIGHT: return seats_beside(e, q, c);
    case SS_VALUE: return seat_of_value(e, q, c);
    case SS_MOST:
    case SS_LEAST:
    case SS_WHERE: return seats_by(e, q, c);
    case SS_OWNERS: return k_owners(e, q->a, c);
    case SS_PARAM: return c->param && c->param[q->a] != K_ABSENT ? (uint32_t)c->param[q->a] : 0;
    case SS_ARG: /* nil: without the key `of` means `you` */
        return c->arg && c->arg[q->a] != K_ABSENT ? (uint32_t)c->arg[q->a] : seat_bit(c->you);
    default: return 0;
    }
}

/* normal.c - one form for every wording of a rule, so that wording does not change speed.
 *
 * `where: it.rank <= 3`, `if: card.rank < 4` and `rank: {at_most: 3}` say the same. This pass turns
 * the first two into the third: comparisons of a card become tests of the selector that looks for
 * it. Tests whose outcome never changes become its set of definitions. Only a lowering changes. A
 * plain engine runs the definition as written.
 *
 * A test is asked before the rest of a `where`. So a comparison becomes a test only if neither its
 * value nor anything before it can fail. For clauses of an `if`, load/listing.c has checked
 * that. */
#include "kernel/ask/ask.h"

#include <stdlib.h>

enum { MANY = 16, MANY_LOOSE = 1000 };

/* A lowering under way: the arrays it writes, and the room in them. */
struct normal {
    struct kdef *d;
    struct kparts written; /* the definition before this pass */
    struct kexpr *x;
    struct kselect *sels;
    struct ktest *tests;
    struct kaction *actions;
    ref *parts;
    uint64_t *rows; /* sets of definitions */
    unsigned nx, xroom, ntests, nrows, room;
    unsigned spare;      /* tests that may still be added */
    ref one;             /* the expression 1 */
    struct ktest *loose; /* tests of X_PASSES, which go behind all others */
    unsigned nloose;
};

/* A condition, or (no) its opposite. */
struct part {
    ref r;
    bool no;
};

/* ---- adding expressions ---- */

static ref add_expr(struct normal *n, uint8_t op, ref a, ref b, int32_t imm)
{
    if (n->nx >= n->xroom)
        return REF_NONE;
    n->x[n->nx] = (struct kexpr){.op = op, .a = a, .b = b, .c = REF_NONE, .imm = imm};
    return (ref)n->nx++;
}

/* v + by */
static ref shifted(struct normal *n, ref v, int by)
{
    const struct kexpr *x = n->x + v;

    if (x->op != X_CONST)
        return add_expr(n, by < 0 ? X_SUB : X_ADD, v, n->one, 0);
    bool fits = x->imm > INT32_MIN + 1 && x->imm < INT32_MAX - 1;
    return fits ? add_expr(n, X_CONST, REF_NONE, REF_NONE, x->imm + by) : REF_NONE;
}

/* ---- what may become a test ---- */

/* Can it never fail, whatever card is bound at `slot`? */
static bool is_sure(const struct normal *n, ref r, unsigned slot)
{
    const struct kexpr *x = n->x + r;

    switch ((enum xop)x->op) {
    case X_CONST: return x->imm != K_ABSENT;
    case X_GAME:
    case X_PHASE:
    case X_OPTION:
    case X_PLAYERS: return true;
    case X_NUMBER: return slot == BOUND_IT;
    case X_SEATCTR: return x->a == REF_NONE;
    case X_BOUNDTRAIT:
        return x->a >= BOUND_CARD && x->a < slot && !n->d->traits[x->imm].formula;
    case X_NOT: return is_sure(n, x->a, slot);
    case X_ADD:
    case X_SUB:
    case X_EQ:
    case X_NE:
    case X_LT:
    case X_LE:
    case X_GT:
    case X_GE:
    case X_AND:
    case X_OR: return is_sure(n, x->a, slot) && is_sure(n, x->b, slot);
    default: return false;
    }
}

/* Does each card have a word of the trait? Else, without a lead, `suit: lead` selects no card, but
 * a condition would select the cards without a suit. */
static bool all_worded(const struct kdef *d, unsigned trait)
{
    bool all = true;

    for (unsigned c = 0; c < d->ncards; c++)
        all &= d->trait_value[c * d->ntraits + trait] >= 0;
    return all;
}

/* Can a test ask r of the card bound at `slot`? Sets the test's kind and id. */
static bool is_asked(const struct normal *n, ref r, unsigned slot, struct ktest *t)
{
    const struct kexpr *x = n->x + r;
    const struct kexpr *of = x->op == X_CARDCTR || x->op == X_CARDDEF ? n->x + x->a : NULL;

    if (of && (of->op != X_BOUND || of->imm != (int)slot))
        return false;
    if (of) {
        t->kind = x->op == X_CARDCTR ? TEST_COUNTER : TEST_DEF;
        t->id = x->op == X_CARDCTR ? (uint16_t)x->imm : 0;
        return true;
    }
    if (x->op != X_BOUNDTRAIT || x->a != slot || n->d->traits[x->imm].formula)
        return false;
    uint8_t type = n->d->traits[x->imm].type;
    t->kind = type == T_WORD ? TEST_WORD : TEST_NUMBER;
    t->id = (uint16_t)x->imm;
    return type == T_WORD || type == T_NUMBER || type == T_FLAG || type == T_CONDITION;
}

/* Makes `asked op v` a test. False: impossible. */
static bool compares(struct normal *n, uint8_t op, ref v, struct ktest *t)
{
    bool word = t->kind == TEST_WORD, equal = op == X_EQ || op == X_NE;

    if ((word || t->kind == TEST_DEF) && !equal)
        return false;
    if (word && !(n->x[v].op == X_CONST && n->x[v].imm >= 0) && !all_worded(n->d, t->id))
        return false;
    t->cmp = op == X_EQ                 ? CMP_IS
             : op == X_NE               ? CMP_EXCEPT
             : op == X_LE || op == X_LT ? CMP_AT_MOST
                                        : CMP_AT_LEAST;
    t->value = op == X_LT ? shifted(n, v, -1) : op == X_GT ? shifted(n, v, 1) : v;
    return t->value != REF_NONE;
}

/* Is the part a comparison of the card bound at `slot`, or a flag of it? Makes it a test. */
static bool as_test(struct normal *n, struct part p, unsigned slot, struct ktest *t)
{
    static const uint8_t exchanged[] = {X_EQ, X_NE, X_GT, X_GE, X_LT, X_LE};
    const struct kexpr x = n->x[p.r];

    if (x.op >= X_EQ && x.op <= X_GE) {
        uint8_t op = p.no ? opposite(x.op) : x.op;
        for (int side = 0; side < 2; side++)
            if (is_asked(n, side ? x.b : x.a, slot, t) && is_sure(n, side ? x.a : x.b, slot))
                return compares(n, side ? exchanged[op - X_EQ] : op, side ? x.a : x.b, t);
        return false;
    }
    if (!is_asked(n, p.r, slot, t) || (t->kind != TEST_COUNTER && t->kind != TEST_NUMBER))
        return false;
    t->cmp = CMP_IS; /* it is a flag: a number is no condition */
    t->value = p.no ? add_expr(n, X_CONST, REF_NONE, REF_NONE, 0) : n->one;
    return t->value != REF_NONE;
}

/* Splits a condition at its outermost `and`s into parts. How many. */
static int split(const struct normal *n, struct part p, struct part *out, int room)
{
    const struct kexpr *x = n->x + p.r;

    if (x->op == X_NOT)
        return split(n, (struct part){x->a, !p.no}, out, room);
    if (x->op != (p.no ? X_OR : X_AND) || room < 2) {
        *out = p;
        return 1;
    }
    int had = split(n, (struct part){x->a, p.no}, out, room - 1);
    return had + split(n, (struct part){x->b, p.no}, out + had, room - had);
}

/* The condition that all parts hold. REF_NONE: always, or (*ok false) there is no room. */
static ref joined(struct normal *n, const struct part *p, int count, bool *ok)
{
    ref all = REF_NONE;

    for (int i = 0; i < count; i++) {
        ref r = p[i].no ? add_expr(n, X_NOT, p[i].r, REF_NONE, 0) : p[i].r;
        all = r == REF_NONE || all == REF_NONE ? r : add_expr(n, X_AND, all, r, 0);
        if (all == REF_NONE)
            *ok = false;
    }
    return all;
}

/* ---- sets of definitions ---- */

/* The set `above` places above the last one; used as scratch space. */
static uint64_t *row_above(const struct normal *n, unsigned above)
{
    return n->rows + (size_t)(n->nrows + above) * n->d->bits.nwords;
}

/* Puts the definitions that pass a test into this scratch set. False: its outcome may change */
static bool row_of_test(struct normal *n, const struct ktest *t, unsigned above)
{
    const struct kexpr *v = n->x + t->value;
    uint64_t *row = row_above(n, above);

    if (t->kind == TEST_COUNTER || v->op != X_CONST || v->imm == K_ABSENT ||
        n->nrows + above >= n->room || (t->kind == TEST_NUMBER && n->d->traits[t->id].formula))
        return false;
    memset(row, 0, n->d->bits.nwords * sizeof *row);
    for (unsigned def = 0; def < n->d->ncards; def++)
        set_put(row, def, def_passes(n->d, t, v->imm, def));
    return true;
}

/* As row_of_test, for a part made of comparisons, `and` and `or`. */
static bool row_of(struct normal *n, struct part p, unsigned slot, unsigned above)
{
    const struct kexpr x = n->x[p.r];
    struct ktest t;

    if (x.op == X_NOT)
        return row_of(n, (struct part){x.a, !p.no}, slot, above);
    if (x.op != X_AND && x.op != X_OR)
        return as_test(n, p, slot, &t) && row_of_test(n, &t, above);
    if (!row_of(n, (struct part){x.a, p.no}, slot, above) ||
        !row_of(n, (struct part){x.b, p.no}, slot, above + 1))
        return false;
    uint64_t *row = row_above(n, above), *other = row_above(n, above + 1);
    for (unsigned w = 0; w < n->d->bits.nwords; w++)
        row[w] = (x.op == X_AND) != p.no ? row[w] & other[w] : row[w] | other[w];
    return true;
}

/* Keeps in the selector's set only the definitions of the scratch set. */
static void keep_row(struct normal *n, struct kselect *q)
{
    unsigned words = n->d->bits.nwords, same = 0;
    uint64_t *row = row_above(n, 0);

    for (unsigned w = 0; w < words && q->bits != REF_NONE; w++)
        row[w] &= n->rows[(size_t)q->bits * words + w];
    while (memcmp(n->rows + (size_t)same * words, row, words * sizeof *row))
        same++;
    n->nrows += same == n->nrows;
    q->bits = (ref)same;
}

/* ---- the rest, about `it` ---- */

struct names {
    const struct kparts *p; /* as written */
    unsigned slot;
};

static bool names_slot(void *ctx, enum part_is is, ref r, bool each)
{
    const struct names *of = ctx;
    const struct kexpr *x = of->p->exprs + r;
    (void)each;

    if (r == REF_NONE)
        return false;
    if (is == IS_EXPR && x->op == X_BOUNDTRAIT)
        return x->a == of->slot;
    if (is == IS_EXPR && x->op == X_BOUND)
        return x->imm == (int)of->slot;
    if (is == IS_SELECT && of->p->sels[r].bound & BIT(of->slot))
        return true;
    return k_any_part(of->p, is, r, names_slot, ctx);
}

static bool names(const struct normal *n, ref r, unsigned slot)
{
    return names_slot(&(struct names){&n->written, slot}, IS_EXPR, r, false);
}

/* Turns a condition about the card bound at `slot` into one about `it`. Its comparisons become
 * X_PASSES, which sets answer. Without changes it stays the same expression. REF_NONE: impossible.
 * *found: there was a comparison. */
static ref about_it(struct normal *n, ref r, unsigned slot, bool *found)
{
    const struct kexpr x = n->x[r];
    struct ktest t;

    if (x.op == X_AND || x.op == X_OR || x.op == X_NOT) {
        ref a = about_it(n, x.a, slot, found),
            b = x.op == X_NOT ? x.b : about_it(n, x.b, slot, found);
        bool ok = a != REF_NONE && (x.op == X_NOT || b != REF_NONE);
        return !ok ? REF_NONE : a == x.a && b == x.b ? r : add_expr(n, x.op, a, b, 0);
    }
    if (n->nloose < MANY_LOOSE && n->nx + 2 < n->xroom &&
        as_test(n, (struct part){r, false}, slot, &t)) {
        *found = true;
        n->loose[n->nloose] = t;
        return add_expr(n, X_PASSES, REF_NONE, REF_NONE, (int32_t)n->nloose++);
    }
    return slot == BOUND_IT || !names(n, r, slot) ? r : REF_NONE;
}

/* ---- selectors and actions ---- */

/* Gives the selector the tests that a condition can give. ordered: it is asked in its order. What
 * is left of it; REF_NONE: nothing */
static ref take(struct normal *n, ref cond, unsigned slot, bool ordered, struct kselect *q)
{
    struct kselect was = *q;
    bool open = q->nzones != 0; /* do its cards lie where everyone sees both sides? */
    struct part p[MANY];
    int parts = split(n, (struct part){cond, false}, p, MANY), left = 0, taken = 0;
    bool sure = true, looked = false, ok = true, sets = false;

    for (int i = 0; i < q->nzones; i++)
        open &= (n->d->zones[q->zone[i]].up & n->d->zones[q->zone[i]].down) == SIGHT_ALL;
    for (int i = 0; i < parts; i++) {
        struct ktest t;
        if (sure && row_of(n, p[i], slot, 0)) {
            keep_row(n, q);
            looked = sets = true;
            continue;
        }
        bool take = sure && n->spare && as_test(n, p[i], slot, &t);
        if (take && ordered && t.kind == TEST_COUNTER && looked && !open)
            take = false;
        if (take) {
            looked |= t.kind != TEST_COUNTER;
            n->tests[n->ntests + (unsigned)taken++] = t;
            n->spare--;
            continue;
        }
        sure &= !ordered || is_sure(n, p[i].r, slot);
        p[left++] = p[i];
    }
    ref rest = taken || sets ? joined(n, p, left, &ok) : cond;
    if (!ok) {
        *q = was;
        return cond;
    }
    n->ntests += (unsigned)taken;
    q->ntests = (uint16_t)(q->ntests + taken);
    return rest;
}

/* Does it read an earlier card of the action? */
static bool names_earlier(const struct normal *n, ref r)
{
    const struct kexpr *x = n->x + r;

    return x->op == X_BOUNDTRAIT || ((x->op == X_ADD || x->op == X_SUB) &&
                                     (names_earlier(n, x->a) || names_earlier(n, x->b)));
}

/* Of an action's clauses up to `when`, removes those from number `to` on. */
static void drop_clauses(struct normal *n, struct kaction *a, int when, unsigned to)
{
    unsigned end = a->part_end[when], all = a->part_end[WHEN_ALL];
    ref *part = n->parts + a->parts;

    memmove(part + to, part + end, (all - end) * sizeof *part);
    for (; when < WHEN_COUNT; when++)
        a->part_end[when] = (uint8_t)(a->part_end[when] - (end - to));
    if (!a->part_end[WHEN_ALL])
        a->cond = REF_NONE;
}

/* Turns clauses of an action that are asked once its card, helper or target (j) is bound into
 * tests. The rest becomes a condition about `it`, if sets answer a part of it. */
static void take_clauses(struct normal *n, struct kaction *a, int j, struct kselect *q)
{
    unsigned first = a->part_end[WHEN_CARD + j - 1], end = a->part_end[WHEN_CARD + j],
             to = first;

    for (unsigned i = first; i < end; i++) {
        unsigned had = n->ntests, slot = BOUND_CARD + (unsigned)j;
        ref rest = take(n, n->parts[a->parts + i], slot, false, q);
        for (; had < n->ntests; had++)
            if (names_earlier(n, n->tests[had].value))
                a->fixed &= (uint8_t)~BIT(slot);
        if (rest == REF_NONE)
            continue;
        bool found = false;
        ref it = about_it(n, rest, slot, &found);
        ref where = !found || it == REF_NONE || q->where == REF_NONE
                        ? it
                        : add_expr(n, X_AND, q->where, it, 0);
        if (!found || where == REF_NONE) { /* it cannot be said there */
            n->parts[a->parts + to++] = rest;
            continue;
        }
        q->where = where;
        for (unsigned k = BOUND_CARD; k < slot; k++)
            if (names(n, rest, k))
                a->fixed &= (uint8_t)~BIT(slot);
    }
    drop_clauses(n, a, WHEN_CARD + j, to);
}

/* Removes clauses that always hold. */
static void drop_true(struct normal *n, struct kaction *a)
{
    for (int w = 0; w < WHEN_COUNT && a->cond != REF_NONE; w++) {
        unsigned to = w ? a->part_end[w - 1] : 0;
        for (unsigned i = to; i < a->part_end[w]; i++) {
            ref clause = n->parts[a->parts + i];
            if (n->x[clause].op != X_CONST || !n->x[clause].imm)
                n->parts[a->parts + to++] = clause;
        }
        drop_clauses(n, a, w, to);
    }
}

static void normal_select(struct normal *n, unsigned i)
{
    struct kselect *q = n->sels + i;
    const struct ktest *was = n->d->tests + q->tests;

    if (q->ntests)
        memcpy(n->tests + n->ntests, was, q->ntests * sizeof *was);
    q->tests = (ref)n->ntests;
    n->ntests += q->ntests;
    if (q->src == SRC_ZONES && q->where != REF_NONE)
        q->where = take(n, q->where, BOUND_IT, true, q);
    bool found = false;
    ref it = q->src == SRC_ZONES && q->where != REF_NONE
                 ? about_it(n, q->where, BOUND_IT, &found)
                 : REF_NONE;
    q->where = it != REF_NONE ? it : q->where;
    for (unsigned k = 0; k < n->d->nactions && q->src == SRC_ZONES; k++) {
        struct kaction *a = n->actions + k;
        const ref sel[] = {a->card, a->helper, a->target};
        for (int j = 0; j < 3 && a->cond != REF_NONE; j++)
            if (sel[j] == i &&
                (!j || !may_fall(a, j))) /* each slot has a selector of its own */
                take_clauses(n, a, j, q);
    }
    n->ntests = q->tests;
    /* what never changes goes into the selector's set */
    for (unsigned k = 0; k < q->ntests; k++)
        if (row_of_test(n, n->tests + q->tests + k, 0))
            keep_row(n, q);
        else
            n->tests[n->ntests++] = n->tests[q->tests + k];
    q->ntests = (uint16_t)(n->ntests - q->tests);
}

/* ---- a definition ---- */

static unsigned at_least(unsigned n, ref first, unsigned many)
{
    return first != REF_NONE && first + many > n ? first + many : n;
}

unsigned count_rows(const struct kdef *d)
{
    unsigned n = 0;

    for (unsigned i = 0; i < d->nsels; i++)
        n = at_least(n, d->sels[i].bits, 1);
    for (unsigned i = 0; i < d->ntraits; i++)
        n = at_least(n, d->traits[i].bits, d->traits[i].nwords);
    for (unsigned i = 0; i < d->ncounters; i++)
        n = at_least(n, d->counters[i].bits, 1);
    for (unsigned i = 0; i < d->nzones; i++)
        for (unsigned k = 0; k < d->zones[i].nhold; k++)
            n = at_least(n, d->holds[d->zones[i].hold + k].bits, 1);
    return n;
}

/* A copy of `size` bytes with room for `more`. The caller frees it. NULL: no memory */
static void *copy_of(const void *from, size_t size, size_t more)
{
    void *to = malloc(size + more + 1);

    if (to && size)
        memcpy(to, from, size);
    return to;
}

void normal_form(struct kdef *d, struct kexpr *x, unsigned room, struct kselect *sels,
                 const struct kselect *written)
{
    unsigned tests = 0, parts = 0, rows = count_rows(d), most = rows + 2u * d->nsels + MANY;
    size_t width = d->bits.nwords * sizeof *d->bits.word;

    for (unsigned i = 0; i < d->nsels; i++)
        tests += sels[i].ntests;
    for (unsigned i = 0; i < d->nactions; i++)
        parts = at_least(parts, d->actions[i].cond == REF_NONE ? REF_NONE : d->actions[i].parts,
                         d->actions[i].part_end[WHEN_ALL]);
    unsigned spare = MANY * (d->nsels + parts), full = REF_NONE - 1u - MANY_LOOSE;
    spare = tests >= full ? 0 : tests + spare > full ? full - tests : spare;
    struct normal n = {.d = d,
                       .written = {x, d->xargs, d->seats, written, d->selrefs, d->tests},
                       .x = x,
                       .sels = sels,
                       .tests = malloc((tests + spare + MANY_LOOSE) * sizeof *n.tests),
                       .actions = copy_of(d->actions, d->nactions * sizeof *n.actions, 0),
                       .parts = copy_of(d->parts, parts * sizeof *n.parts, 0),
                       .rows = copy_of(d->bits.word, rows * width, (most - rows) * width),
                       .loose = malloc(MANY_LOOSE * sizeof *n.loose),
                       .spare = spare,
                       .nx = d->nexprs,
                       .xroom = room,
                       .nrows = rows,
                       .room = most < REF_NONE ? most : REF_NONE - 1u};
    bool ok = n.tests && n.actions && n.parts && n.rows && n.loose && tests < full &&
              room > d->nexprs;
    if (!ok) {
        free(n.tests), free(n.actions), free(n.parts), free(n.rows), free(n.loose);
        return;
    }
    d->bits.word = n.rows;
    n.one = add_expr(&n, X_CONST, REF_NONE, REF_NONE, 1);
    for (unsigned i = 0; i < d->nactions; i++)
        drop_true(&n, n.actions + i);
    for (unsigned i = 0; i < d->nsels; i++)
        normal_select(&n, i);
    memcpy(n.tests + n.ntests, n.loose, n.nloose * sizeof *n.loose);
    free(n.loose);
    for (unsigned i = d->nexprs; i < n.nx; i++)
        if (x[i].op == X_PASSES)
            x[i].imm += (int32_t)n.ntests;
    d->nexprs = (uint16_t)n.nx;
    d->tests = n.tests;
    d->actions = n.actions;
    d->parts = n.parts;
}

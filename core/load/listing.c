/* listing.c: when the kernel may check each clause of an action's `if`.
 *
 * Nested loops find the choices of an action: over its cards, helpers, targets, seats, numbers. A
 * clause is a part of the `if` between its outermost `and`s. It can be checked as soon as its cards
 * are bound. Then the inner loops skip what it rules out.
 *
 * The result must not change, errors included. So a clause is only checked early if neither it
 * nor a clause before it can fail. Nothing that it skips may fail either (later selectors,
 * seats, bounds), or be refused because the asked seat does not see a card.
 */
#include <string.h>

#include "load/parts.h"

enum { NEEDS_SEAT = 1 << BOUND_COUNT, NEEDS_NUMBER = 2 << BOUND_COUNT }; /* beside BOUND_SET */

/* The needs of an expression or selector. */
struct needs {
    const struct loader *ld;
    bool turned; /* some card of this game may lie face down */
    /* what it uses: a bit for each card (enum bound), NEEDS_SEAT, NEEDS_NUMBER */
    uint32_t names;
    bool unsure;  /* it may fail, or draws at random */
    bool refused; /* it may look at what the asked seat does not see (HIDDEN-FILTER) */
};

static bool all_seen(const struct loader *ld, const struct kselect *s, bool turned);

/* Does the value fit 32 bits? Then a product of two does not overflow. */
static bool is_small(const struct loader *ld, ref expr)
{
    uint8_t op = ld->exprs.v[expr].op;
    return op == X_CONST || op == X_GAME || op == X_SEATCTR || op == X_CARDCTR ||
           op == X_OWNCTR || op == X_TRAIT || op == X_OPTION || op == X_NUMBER ||
           op == X_PLAYERS || op == X_PHASE || op == X_CARDAT;
}

static bool may_fail(const struct loader *ld, const struct kexpr *x)
{
    switch ((enum xop)x->op) {
    case X_PURE:
    case X_OVERSETS: return true;
    case X_OVERSEATS:
    case X_AS:
        return true; /* `you` is another seat, with cards that the asked one may not see */
    case X_TRAIT: return ld->traits.v[x->imm].formula;
    case X_MUL: return !is_small(ld, x->a) || !is_small(ld, x->b);
    case X_DIV:
    case X_MOD: return ld->exprs.v[x->b].op != X_CONST || !ld->exprs.v[x->b].imm;
    default: return false;
    }
}

static void expr_needs(const struct kexpr *x, struct needs *n)
{
    n->unsure |= may_fail(n->ld, x);
    n->refused |= x->op == X_AS || x->op == X_OVERSEATS;
    n->names |= x->op == X_BOUND                            ? 1u << x->imm
                : x->op == X_NUMBER                         ? NEEDS_NUMBER
                : x->op == X_CHOSEN                         ? BOUND_SET
                : x->op == X_SEATREF && x->imm == SS_CHOSEN ? NEEDS_SEAT
                                                            : 0;
}

static void select_needs(const struct kselect *q, struct needs *n)
{
    n->names |= q->bound;
    n->refused |= q->src == SRC_ZONES && !q->hidden_ok && !all_seen(n->ld, q, n->turned);
    n->unsure |= n->refused || q->random != REF_NONE;
    for (int i = 0; i < q->ntests; i++) {
        const struct ktest *t = &n->ld->tests.v[q->tests + i];
        n->unsure |= t->kind == TEST_NUMBER && n->ld->traits.v[t->id].formula;
    }
}

/* Adds the needs of r and everything inside it to the needs. */
static bool part_needs(void *needs, enum part_is is, ref r, bool each)
{
    struct needs *n = needs;
    const struct kparts p = parts_so_far(n->ld);
    (void)each;
    if (r == REF_NONE)
        return false;
    if (is == IS_EXPR)
        expr_needs(p.exprs + r, n);
    else if (is == IS_SELECT)
        select_needs(p.sels + r, n);
    else if (p.seats[r].op == SS_CHOSEN)
        n->names |= NEEDS_SEAT;
    return k_any_part(&p, is, r, part_needs, n);
}

/* ---- cards that the asked seat may not see ---- */

/* May any card of this game be face down? */
static bool cards_turned(const struct loader *ld)
{
    for (uint32_t i = 0; i < ld->prog.n; i++)
        if (ld->prog.v[i].face == FACE_DOWN)
            return true;
    for (int i = 0; i < ld->def->nscripts; i++)
        if (strstr(ld->def->scripts[i].text, "down"))
            return true;
    return false;
}

/* Does the asked seat see every card that the selector can find? */
static bool all_seen(const struct loader *ld, const struct kselect *s, bool turned)
{
    bool own = s->of == REF_NONE || ld->seats.v[s->of].op == SS_YOU;
    bool others = s->of != REF_NONE && ld->seats.v[s->of].op == SS_OTHERS;
    for (int i = 0; i < s->nzones; i++) {
        const struct kzone *z = &ld->zones.v[s->zone[i]];
        enum sight his = z->per == PER_TABLE ? SIGHT_ALL
                         : own               ? SIGHT_OWNER
                         : others            ? SIGHT_OTHERS
                                             : SIGHT_ALL;
        bool up = z->up == SIGHT_ALL || z->up == his;
        bool down = z->down == SIGHT_ALL || z->down == his;
        if ((s->face != FACE_DOWN && !up) || (s->face != FACE_UP && turned && !down))
            return false;
    }
    return s->src == SRC_ZONES && s->nzones;
}

/* ---- an action ---- */

struct plan {
    /* bound: the cards, seat and number so far; backs: of these, the cards that may be hidden */
    uint32_t bound, backs;
    int floor; /* no clause may be checked before this is bound: enum when */
    bool turned;
};

static void at_least(int *when, int then)
{
    if (*when < then)
        *when = then;
}

/* Goes through the selectors in order: their names, and whether they may fail. */
static void plan_cards(const struct loader *ld, struct kaction *a, struct plan *p)
{
    const ref sel[] = {a->card, a->helper, a->target};
    for (int i = 0; i < 3; i++) {
        if (sel[i] == REF_NONE)
            continue;
        const struct kselect *s = &ld->sels.v[sel[i]];
        struct needs n = {.ld = ld, .turned = p->turned};
        bool seen = all_seen(ld, s, p->turned);
        part_needs(&n, IS_SELECT, sel[i], false);
        part_needs(&n, IS_EXPR, a->slot_if[i], false);
        a->asked_later |= (uint8_t)(n.names & p->bound);
        if (!n.refused)
            a->sure |= (uint8_t)(1u << (BOUND_CARD + i));
        if (n.names & p->backs)
            a->asks_backs |= (uint8_t)(1u << (BOUND_CARD + i));
        if (!n.unsure && !(n.names & p->bound))
            a->fixed |= (uint8_t)(1u << (BOUND_CARD + i));
        if (n.unsure || (n.names & p->backs) || (!seen && !s->hidden_ok))
            at_least(&p->floor, WHEN_CARD + i);
        p->bound |= 1u << (BOUND_CARD + i);
        p->backs |= seen ? 0 : 1u << (BOUND_CARD + i);
    }
}

/* The set comes after the single cards. It is searched once for each choice of these. */
static void plan_set(const struct loader *ld, struct kaction *a, struct plan *p)
{
    const struct kselect *s = &ld->sels.v[a->cards];
    struct needs n = {.ld = ld, .turned = p->turned};
    bool seen = all_seen(ld, s, p->turned);
    part_needs(&n, IS_SELECT, a->cards, false);
    part_needs(&n, IS_EXPR, a->fewest, false);
    part_needs(&n, IS_EXPR, a->most, false);
    a->asked_later |= (uint8_t)(n.names & p->bound);
    bool fixed = a->most != REF_NONE && ld->exprs.v[a->most].op == X_CONST;
    if (n.names & p->backs)
        a->asks_backs |= BOUND_SET;
    if (n.unsure || (n.names & p->backs) || !seen || !fixed)
        at_least(&p->floor, WHEN_SET);
    p->bound |= BOUND_SET;
    p->backs |= seen ? 0 : BOUND_SET;
}

static int when_bound(uint32_t names)
{
    return names & NEEDS_NUMBER        ? WHEN_ALL
           : names & NEEDS_SEAT        ? WHEN_SEAT
           : names & BOUND_SET         ? WHEN_SET
           : names & 1 << BOUND_TARGET ? WHEN_TARGET
           : names & 1 << BOUND_HELPER ? WHEN_HELPER
           : names & 1 << BOUND_CARD   ? WHEN_CARD
                                       : WHEN_FIRST;
}

enum { MANY_PARTS = 16 };
struct parts {
    ref expr[MANY_PARTS];
    int n;
};

static void split(const struct loader *ld, ref cond, struct parts *to, int most)
{
    const struct kexpr *x = &ld->exprs.v[cond];
    if (x->op != X_AND || most < 2) {
        to->expr[to->n++] = cond;
        return;
    }
    int had = to->n;
    split(ld, x->a, to, most - 1);
    split(ld, x->b, to, most - (to->n - had));
}

static void plan_parts(struct loader *ld, struct kaction *a, const struct plan *p)
{
    struct parts parts = {.n = 0};
    int when[MANY_PARTS] = {0};
    bool unsure = false;
    split(ld, a->cond, &parts, MANY_PARTS);
    for (int i = 0; i < parts.n; i++) {
        struct needs n = {.ld = ld, .turned = p->turned};
        part_needs(&n, IS_EXPR, parts.expr[i], false);
        unsure |= n.unsure;
        when[i] = p->floor;
        at_least(&when[i], unsure ? WHEN_ALL : when_bound(n.names & p->bound));
    }
    a->parts = (ref)ld->parts.n;
    for (int w = 0; w < WHEN_COUNT; w++) {
        for (int i = 0; i < parts.n; i++)
            if (when[i] == w)
                TABLE_ADD(ld, parts, parts.expr[i]);
        a->part_end[w] = (uint8_t)(ld->parts.n - a->parts);
    }
}

void listing_plan(struct loader *ld)
{
    bool turned = cards_turned(ld);
    for (uint32_t i = 0; i < ld->actions.n; i++) {
        struct kaction *a = &ld->actions.v[i];
        struct plan p = {0, 0, WHEN_FIRST, turned};
        plan_cards(ld, a, &p);
        struct needs seat = {.ld = ld, .turned = p.turned}, bounds = seat, cond = seat;
        part_needs(&seat, IS_SEATS, a->seat, false);
        if (a->cards != REF_NONE)
            plan_set(ld, a, &p);
        p.bound |= a->seat == REF_NONE ? 0 : NEEDS_SEAT;
        if (seat.unsure)
            at_least(&p.floor, WHEN_SEAT);
        part_needs(&bounds, IS_EXPR, a->from, false);
        part_needs(&bounds, IS_EXPR, a->to, false);
        p.bound |= a->from == REF_NONE ? 0 : NEEDS_NUMBER;
        part_needs(&cond, IS_EXPR, a->cond, false);
        if (bounds.unsure || ((bounds.names | cond.names) & p.backs))
            at_least(&p.floor, WHEN_ALL);
        a->asked_later |= (uint8_t)((bounds.names | cond.names) & p.bound);
        if (a->cond != REF_NONE)
            plan_parts(ld, a, &p);
    }
}

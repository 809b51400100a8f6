/* result.c - who has won: `finish` first, then scores and ties (`result` in a ruleset). */
#include "kernel/run/run.h"
#include "kernel/wide.h"

static int64_t value_of(struct kengine *e, ref expr, struct kctx *x)
{
    return blamed_on(e, k_written(e->origin, expr), k_eval(e, expr, x));
}

/* Finds the sides: persons with an equal value of `side` play together. */
static void find_sides(struct kengine *e, struct kctx *x, uint16_t *side)
{
    struct kstate *s = e->s;
    int64_t of[K_MAX_SEATS] = {0};

    for (int i = 0; i < s->nseats; i++) {
        if (s->seat_kind[i])
            continue;
        side[i] = (uint16_t)BIT(i);
        if (e->d->side == REF_NONE)
            continue;
        x->you = (uint8_t)i;
        of[i] = value_of(e, e->d->side, x);
        for (int j = 0; j < i; j++)
            if (!s->seat_kind[j] && of[j] == of[i]) {
                side[i] |= (uint16_t)BIT(j);
                side[j] |= (uint16_t)BIT(i);
            }
    }
}

/* These seats and all on their sides. */
static uint16_t with_sides(const struct kresult *r, uint32_t seats)
{
    uint16_t all = (uint16_t)seats;

    for (uint32_t m = seats; m; m &= m - 1)
        all |= r->side[__builtin_ctz(m)];
    return all;
}

static uint8_t count_sides(const struct kresult *r, uint32_t seats)
{
    uint8_t n = 0;

    for (uint32_t m = seats; m; m &= ~(uint32_t)with_sides(r, m & -m))
        n++;
    return n;
}

/* a + b, of what persons of one side have of `expr`. */
static int64_t together(struct kengine *e, ref expr, int64_t a, int64_t b)
{
    int64_t v;

    if (!__builtin_add_overflow(a, b, &v))
        return v;
    k_fail(e, K_E_RANGE, k_written(e->origin, expr), 0, 0);
    return 0;
}

/* Gives each side the sum of its persons' scores. */
static void add_up_sides(struct kengine *e, const struct kstate *s, struct kresult *r)
{
    for (int i = 0; i < s->nseats; i++)
        for (uint32_t m = r->side[i]; m; m &= m - 1)
            r->side_score[i] =
                together(e, e->d->score, r->side_score[i], r->score[__builtin_ctz(m)]);
}

static int64_t side_tie(struct kengine *e, const struct kresult *r, struct kctx *x, ref tie,
                        int seat)
{
    int64_t sum = 0;

    for (uint32_t m = r->side[seat]; m; m &= m - 1) {
        x->you = (uint8_t)__builtin_ctz(m);
        sum = together(e, tie, sum, value_of(e, tie, x));
    }
    return sum;
}

/* Below 0 if a's side ranks before b's. */
static int ranks_before(struct kengine *e, const struct kresult *r, struct kctx *x, int a,
                        int b)
{
    const struct kdef *d = e->d;
    int64_t sa = r->side_score[a], sb = r->side_score[b];

    if (sa != sb)
        return (sa > sb) == !d->least_wins ? -1 : 1;
    for (int i = 0; i < d->nties; i++) {
        int64_t ta = side_tie(e, r, x, d->xargs[d->ties + i], a);
        int64_t tb = side_tie(e, r, x, d->xargs[d->ties + i], b);
        if (ta != tb)
            return ta > tb ? -1 : 1;
    }
    return 0;
}

static uint16_t best_by_score(struct kengine *e, const struct kresult *r, struct kctx *x,
                              uint32_t among)
{
    struct kstate *s = e->s;
    uint16_t win = 0;
    int best = -1;

    for (int i = 0; i < s->nseats; i++) {
        if (!(among & BIT(i)))
            continue;
        int c = best < 0 ? -1 : ranks_before(e, r, x, i, best);
        if (c < 0) {
            best = i;
            win = (uint16_t)BIT(i);
        } else if (c == 0) {
            win |= (uint16_t)BIT(i);
        }
    }
    return !e->d->tied_share && count_sides(r, win) > 1 ? 0 : win;
}

static void reasons(struct kengine *e, struct kresult *out)
{
    const struct krules *r = k_rules(e->s);

    if (r->finish_pc >= 0) {
        const struct kop *op = &e->d->prog[r->finish_pc];
        for (int i = 0; i < op->n && i < 63; i++)
            if ((r->reasons >> i & 1) && out->nwhy < 8)
                out->why[out->nwhy++] = e->d->reasons[op->list + i].word;
    } else if (r->finish_op_n) {
        out->why[out->nwhy++] = (uint16_t)(r->finish_op_n - 1);
    }
}

/* Begins a result: how the game stands, without scores. */
static struct kctx result_begin(struct kengine *e, struct kstate *s, struct kresult *out)
{
    const struct krules *r = k_rules(s);

    memset(out, 0, sizeof *out);
    memset(&e->err, 0, sizeof e->err);
    lists_reset(e, s);
    k_at(e, s);
    out->status = r->status;
    out->won = r->won;
    out->lost = r->lost;
    out->has_score = e->d->score != REF_NONE;
    return ctx_of(k_solo(s));
}

/* Finds each person's score and side, unless hidden. Returns whose scores are known. */
static uint32_t find_scores(struct kengine *e, const struct kstate *s, struct kctx *x,
                            struct kresult *out)
{
    uint32_t known = 0;

    for (int i = 0; out->has_score && i < s->nseats && !e->err.code; i++) {
        if (s->seat_kind[i])
            continue;
        x->you = (uint8_t)i;
        int64_t score = value_of(e, e->d->score, x);
        if (was_hidden(e))
            continue;
        out->score[i] = score;
        known |= BIT(i);
    }
    find_sides(e, x, out->side);
    if (was_hidden(e))
        memset(out->side, 0, sizeof out->side);
    return known;
}

int k_result_seen(struct kengine *e, struct kstate *s, int o, struct kresult *out,
                  uint32_t *known)
{
    struct kctx x = result_begin(e, s, out);
    struct eyes was = eyes_open(e, s, o);

    *known = find_scores(e, s, &x, out);
    eyes_close(e, &was);
    add_up_sides(e, s, out);
    for (int i = 0; i < s->nseats; i++)
        if (out->side[i] & ~*known) /* not known of the whole side */
            out->side_score[i] = 0;
    return e->err.code ? -1 : 0;
}

/* The part of `out_of` that persons of the seat's side have reached, on average: 0 to K_WHOLE. */
static int32_t part_reached(const struct kresult *r, int seat)
{
    int64_t sum = 0;
    int n = 0;

    for (uint32_t m = r->side[seat]; m; m &= m - 1, n++) {
        int i = __builtin_ctz(m);
        int64_t got = r->score[i] < 0              ? 0
                      : r->score[i] > r->out_of[i] ? r->out_of[i]
                                                   : r->score[i];
        sum += part_of(K_WHOLE, (uint64_t)got, (uint64_t)r->out_of[i]);
    }
    return (int32_t)(sum / n);
}

/* A graded game's result: who reached `out_of` wins. `finish` gives its seats all, or nothing. */
static void grade(struct kengine *e, const struct kstate *s, struct kctx *x, struct kresult *r)
{
    uint32_t won = with_sides(r, r->won), lost = with_sides(r, r->lost);

    for (int i = 0; i < s->nseats && !e->err.code; i++) {
        if (s->seat_kind[i])
            continue;
        x->you = (uint8_t)i;
        r->out_of[i] = value_of(e, e->d->out_of, x);
        if (r->out_of[i] < 1)
            k_fail(e, K_E_RANGE, k_written(e->origin, e->d->out_of), 0, 0);
    }
    for (int i = 0; i < s->nseats && !e->err.code; i++)
        if (!s->seat_kind[i]) {
            r->share[i] = won & BIT(i) ? K_WHOLE : lost & BIT(i) ? 0 : part_reached(r, i);
            r->winners |= r->status == K_OVER && r->share[i] == K_WHOLE ? (uint16_t)BIT(i) : 0;
        }
}

/* What is left of the points a person began with, plus what they won; at least 0. */
static int64_t left_of_stake(struct kengine *e, struct kctx *x, const struct kresult *r,
                             int seat)
{
    ref stake = e->d->stake;

    x->you = (uint8_t)seat;
    int64_t had = value_of(e, stake, x);
    if (had < 1 && !e->err.code)
        k_fail(e, K_E_RANGE, k_written(e->origin, stake), 0, 0);
    int64_t left = together(e, stake, had, e->d->least_wins ? -r->score[seat] : r->score[seat]);
    return left < 0 ? 0 : left;
}

/* Every point counts: each side gets its part of all points. The parts add up to a whole. */
static void share_points(struct kengine *e, const struct kstate *s, struct kctx *x,
                         struct kresult *r)
{
    int64_t left[K_MAX_SEATS] = {0}, all = 0, before = 0;
    uint32_t sides = 0;

    for (int i = 0; i < s->nseats && !e->err.code; i++)
        if (!s->seat_kind[i]) {
            left[i] = left_of_stake(e, x, r, i);
            all = together(e, e->d->stake, all, left[i]);
            sides |= r->side[i] & -r->side[i];
        }
    bool none = !all;
    all = none ? __builtin_popcount(sides) : all;
    for (int32_t given = 0; sides && !e->err.code; sides &= sides - 1) {
        uint32_t side = r->side[__builtin_ctz(sides)];
        before += none;
        for (uint32_t m = none ? 0 : side; m; m &= m - 1)
            before += left[__builtin_ctz(m)];
        int32_t share = (int32_t)part_of(K_WHOLE, (uint64_t)before, (uint64_t)all) - given;
        for (given += share; side; side &= side - 1)
            r->share[__builtin_ctz(side)] = share;
    }
}

int64_t k_judge(struct kengine *e, struct kstate *s, int seat, ref formula)
{
    struct kctx x = ctx_of((uint8_t)seat);

    k_at(e, s);
    return value_of(e, formula, &x);
}

int k_result(struct kengine *e, struct kstate *s, struct kresult *out)
{
    struct kctx x = result_begin(e, s, out), own = x;
    /* asking changes nothing, so no lots are drawn */
    struct eyes was = eyes_open(e, s, K_ALL_SEEING);

    find_scores(e, s, &x, out);
    add_up_sides(e, s, out);
    out->graded = out->has_score && e->d->out_of != REF_NONE;
    if (out->graded)
        grade(e, s, &x, out);
    out->staked = out->has_score && e->d->stake != REF_NONE;
    if (out->staked)
        share_points(e, s, &x, out);
    if (out->status == K_OVER) {
        uint32_t among = s->people_seats & ~(uint32_t)with_sides(out, out->lost);
        if (out->won)
            out->winners = with_sides(out, out->won);
        else if (out->has_score && !out->graded)
            out->winners = best_by_score(e, out, &own, among);
        else if (out->lost && !out->graded)
            out->winners = (uint16_t)among;
        out->sides = out->graded ? out->winners != 0 : count_sides(out, out->winners);
        for (uint32_t m = out->graded || out->staked ? 0 : out->winners; m; m &= m - 1)
            out->share[__builtin_ctz(m)] = K_WHOLE / out->sides;
        reasons(e, out);
    }
    eyes_close(e, &was);
    return e->err.code ? -1 : 0;
}

/* Which of `ties` broke a tie for first place: of those who lost it the one who came nearest, the
 * first in which their sides differ; -1. */
static int tie_broken(struct kengine *e, const struct kresult *r, struct kctx *x,
                      uint32_t among)
{
    int broken = -1, first = __builtin_ctz(r->winners);

    for (uint32_t m = among & ~(uint32_t)r->winners; m; m &= m - 1) {
        int seat = __builtin_ctz(m), i = 0;
        const ref *ties = e->d->xargs + e->d->ties;
        if (r->side_score[seat] != r->side_score[first])
            continue;
        while (i < e->d->nties &&
               side_tie(e, r, x, ties[i], seat) == side_tie(e, r, x, ties[i], first))
            i++;
        broken = i < e->d->nties && i > broken ? i : broken;
    }
    return broken;
}

int k_places(struct kengine *e, struct kstate *s, struct kplaces *out)
{
    struct kresult r;

    *out = (struct kplaces){.tie = -1};
    if (k_result(e, s, &r))
        return -1;
    if (r.status != K_OVER || !r.has_score || r.graded || r.won)
        return 0;
    struct kctx x = ctx_of(k_solo(s));
    struct eyes was = eyes_open(e, s, K_ALL_SEEING);
    uint32_t among = s->people_seats & ~(uint32_t)with_sides(&r, r.lost);
    for (uint32_t m = among; m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        uint32_t before = 0;
        for (uint32_t o = among; o; o &= o - 1)
            if (ranks_before(e, &r, &x, __builtin_ctz(o), seat) < 0)
                before |= o & -o;
        out->place[seat] = (uint8_t)(1 + count_sides(&r, before));
    }
    out->tie = r.winners ? (int8_t)tie_broken(e, &r, &x, among) : -1;
    if (out->tie >= 0)
        out->tie_value =
            side_tie(e, &r, &x, e->d->xargs[e->d->ties + out->tie], __builtin_ctz(r.winners));
    eyes_close(e, &was);
    return e->err.code ? -1 : 0;
}

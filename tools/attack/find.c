/* find.c - turns counts into findings. */
#include "attack.h"

#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 100, MOST_TOLD = 3 };

static const double least_of[] = {
#define X(name, id, says, least) least,
    FINDINGS(X)
#undef X
};

static struct finding *finding_add(struct attack *a, enum finding_kind is, const char *about,
                                   const char *other)
{
    struct findings *f = &a->found;

    MEM_MORE(f->v, f->n, f->cap);
    f->v[f->n] = (struct finding){.is = is, .about = {about, other}};
    return &f->v[f->n++];
}

/* Notes how often luck alone would bring a number as far beyond the least worth reporting. */
static void test(struct attack *a, struct finding *f, struct estimate e, double size)
{
    double z = e.error > 0 ? (size - least_of[f->is]) / e.error : 0;

    f->number = e;
    f->harm = size;
    f->tested = true;
    f->p = z > 0 ? p_normal(z) / 2 : 1;
    a->looked++;
}

/* ---- seats, leaders ---- */

static void find_seat(struct attack *a)
{
    const struct game_tally *t = &a->course.games;
    double n = (double)t->ended, even = 1.0 / a->people;
    struct estimate worst = {0, 0};
    int at = -1;

    for (int i = 0; n > 1 && a->people > 1 && t->persons >> i; i++) {
        double mean = (double)t->seat[i].share / n, square = (double)t->product[i][i].share / n;
        struct estimate e = {mean / CT_WHOLE - even,
                             sqrt(fmax(square - mean * mean, 0) / (n - 1)) / CT_WHOLE};
        if (!(t->persons >> i & 1) || (at >= 0 && fabs(e.mean) <= fabs(worst.mean)))
            continue;
        worst = e;
        at = i;
    }
    if (at < 0)
        return;
    struct finding *f = finding_add(a, FIND_SEAT, NULL, NULL);
    test(a, f, worst, fabs(worst.mean));
    f->p = fmin(1, f->p * a->people); /* the worst of several seats */
    f->says = mem_printf(
        "Seat %d wins %.3f ± %.3f of the games between trained bots, and %.3f would be fair.",
        at + 1, worst.mean + even, worst.error, even);
    f->shows = t->seat[at].won_in;
    f->game = (struct shown){.seat = -1, .seed = game_seed(a->seed, t->seat[at].won_in)};
}

static void find_leader(struct attack *a)
{
    double n = (double)a->course.led;

    if (n < ENOUGH || a->people < 2)
        return;
    double part = (double)a->course.kept / n;
    struct estimate e = {part, share_error(sqrt(part * (1 - part) / n), part, n)};
    struct finding *f = finding_add(a, FIND_LEADER, NULL, NULL);
    test(a, f, e, part);
    f->harm = part - 0.5;
    f->says = mem_printf(
        "In %.3f ± %.3f of the games the player who leads at half time wins in the end.", part,
        e.error);
    f->shows = a->course.kept_in;
    f->game = (struct shown){.seat = -1, .seed = game_seed(a->seed, a->course.kept_in)};
}

/* ---- cards ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, by_value);
    return n ? (v[n / 2] + v[(n - 1) / 2]) / 2 : 0;
}

/* The worth of having the card. */
static struct card_worth having(const struct attack *a, int card)
{
    struct card_count c = havingtally_of(&a->cards.card.having, HAVING_ANY, card);

    return card_share(&c);
}

/* What taking the card does, in the kind of choice where it does most (`sign` 1) or least (-1). */
static struct causal_gain taking(const struct attack *a, int card, int sign, int *kind)
{
    struct causal_gain best = {.known = false};

    for (int k = 0; k < a->names.kinds; k++) {
        struct causal_gains g = causal_gains(a->cards.causal, k);
        for (int i = 0; i < g.n; i++)
            if (g.shares && g.v[i].card == card && g.v[i].tested &&
                (!best.known || sign * g.v[i].share.mean > sign * best.share.mean)) {
                best = g.v[i];
                best.known = true;
                *kind = k;
            }
        free(g.v);
    }
    return best;
}

/* How much the gains of having a card differ: their middle, and a standard deviation that ignores
 * outliers. */
static double spread_of_gains(const struct attack *a, double *middle)
{
    double *gain = mem_alloc((size_t)(a->names.cards + 1) * sizeof *gain);
    size_t n = 0;

    for (int i = 0; i < a->names.cards; i++) {
        struct card_worth w = having(a, i);
        if (w.known && w.gain.error > 0)
            gain[n++] = w.gain.mean;
    }
    *middle = median(gain, n);
    for (size_t i = 0; i < n; i++)
        gain[i] = fabs(gain[i] - *middle);
    double spread = 1.4826 * median(gain, n);
    free(gain);
    return spread;
}

/* Too strong: taking it wins much, and having it wins far more than having any other card. */
static void find_strong(struct attack *a, int card, double middle, double spread)
{
    struct card_worth w = having(a, card);
    int kind = -1;
    struct causal_gain t = taking(a, card, 1, &kind);
    double beyond = w.gain.mean - middle - (t.known ? 4 : 8) * spread;

    if (!w.known || w.gain.error <= 0)
        return;
    struct finding *f = finding_add(a, FIND_STRONG, a->names.id[card], NULL);
    test(a, f, w.gain, beyond);
    double p = f->p;
    if (t.known) {
        a->looked--;
        test(a, f, t.share, t.share.mean);
    }
    f->p = fmax(p, f->p); /* both must hold */
    f->harm = w.gain.mean;
    f->says = mem_printf(
        "Players with '%s' win %+.3f ± %.3f more of the games than players without it. For an "
        "average card this is %+.3f. Taking it wins %+.3f ± %.3f.",
        a->names.id[card], w.gain.mean, w.gain.error, middle, t.share.mean, t.share.error);
    f->shows = t.known && t.count->better_in;
    f->game = (struct shown){.seat = -1,
                             .soft = true,
                             .seed = game_seed(a->seed + 1, f->shows ? t.count->better_in : 1)};
}

/* Never worth it: trained bots leave it, and players who take it lose much. */
static void find_weak(struct attack *a, int card)
{
    const struct course *c = &a->course;
    int kind = -1;
    struct causal_gain t = taking(a, card, 1, &kind);

    if (!t.known || c->card[card].shown < ENOUGH ||
        c->card[card].taken * ENOUGH > c->card[card].shown)
        return;
    struct finding *f = finding_add(a, FIND_WEAK, a->names.id[card], NULL);
    test(a, f, t.share, -t.share.mean);
    f->says = mem_printf("Trained bots take '%s' in %" PRIu64 " of %" PRIu64
                         " choices that offer it. Taking it wins %+.3f ± %.3f.",
                         a->names.id[card], c->card[card].taken, c->card[card].shown,
                         t.share.mean, t.share.error);
    f->shows = t.count->worse_in;
    f->game = (struct shown){
        .seat = -1, .soft = true, .seed = game_seed(a->seed + 1, t.count->worse_in)};
}

static void find_cards(struct attack *a)
{
    double middle, spread = spread_of_gains(a, &middle);

    for (int i = 0; i < a->names.cards; i++) {
        find_strong(a, i, middle, spread);
        find_weak(a, i);
    }
}

/* ---- the data of cards, without a game ---- */

/* The trait that is a price: a number that more of the offered cards have than any other. -1:
 * none. */
static int price_of(const struct attack *a)
{
    struct ct_trait_info info;
    int most = 0, price = -1;

    for (int t = 0; ct_get_trait(a->def, t, &info); t++) {
        int have = 0;
        int32_t v;
        for (int i = 0; info.is == CT_TRAIT_NUMBER && i < a->names.cards; i++)
            have += a->course.card[i].shown && ct_card_value(a->def, i, t, &v) && v > 0;
        price = have > most ? t : have == most ? -1 : price;
        most = have > most ? have : most;
    }
    return price;
}

/* Does one card cost more than the other, have nothing more, and something less? */
static bool is_dominated(const struct attack *a, int one, int other, int price)
{
    struct ct_trait_info info;
    bool dearer = false, less = false, same = true;

    for (int t = 0; same && ct_get_trait(a->def, t, &info); t++) {
        int32_t v = 0, w = 0;
        if (info.is == CT_TRAIT_NUMBER && ct_card_value(a->def, one, t, &v) &&
            ct_card_value(a->def, other, t, &w)) {
            dearer |= t == price && v > w;
            less |= t != price && v < w;
            same = t == price ? v >= w : v <= w;
            continue;
        }
        char *x = ct_card_text(a->def, NULL, one, t, -1, NULL),
             *y = ct_card_text(a->def, NULL, other, t, -1, NULL);
        same = (!x && !y) || (x && y && !strcmp(x, y));
        free(x);
        free(y);
    }
    return same && dearer && less;
}

static void find_dominated(struct attack *a)
{
    int price = price_of(a);

    for (int i = 0; price >= 0 && i < a->names.cards; i++)
        for (int k = 0; k < a->names.cards; k++) {
            if (i == k || !a->course.card[i].shown || !a->course.card[k].shown ||
                !is_dominated(a, i, k, price))
                continue;
            struct card_worth x = having(a, i), y = having(a, k);
            struct finding *f = finding_add(a, FIND_DOMINATED, a->names.id[i], a->names.id[k]);
            f->number =
                (struct estimate){x.gain.mean - y.gain.mean, hypot(x.gain.error, y.gain.error)};
            f->harm = fmax(0, -f->number.mean);
            f->says = mem_printf("'%s' has a higher '%s' than '%s', and nothing better for it. "
                                 "Compared with the other card it wins %+.3f ± %.3f.",
                                 a->names.id[i], ct_trait_id(a->def, price), a->names.id[k],
                                 f->number.mean, f->number.error);
            break;
        }
}

static void find_pairs(struct attack *a)
{
    for (int kind = 0; a->cards.card.pairs && kind < a->names.kinds; kind++) {
        const struct pair_counts *k = &a->cards.card.pairs[kind];
        for (int b = 1; k->both && b < a->names.cards; b++)
            for (int c = 0; c < b; c++) {
                struct pair_worth w = card_pair(k, c, b);
                if (!w.known)
                    continue;
                struct finding *f = finding_add(a, FIND_PAIR, a->names.id[c], a->names.id[b]);
                test(a, f, w.share, w.share.mean);
                f->says =
                    mem_printf("'%s' and '%s' together are worth %.3f ± %.3f of a win more "
                               "than each alone.",
                               a->names.id[c], a->names.id[b], w.share.mean, w.share.error);
                f->shows = k->both[pair_place(c, b)].first;
                f->game = (struct shown){
                    .seat = -1,
                    .soft = true,
                    .seed = game_seed(a->seed + 1, k->both[pair_place(c, b)].first)};
            }
    }
}

/* ---- decisions ---- */

static void find_idle(struct attack *a)
{
    const struct course *c = &a->course;

    for (int kind = 0; kind < c->kinds; kind++) {
        double gain = (double)c->kind[kind].gain;
        if (c->kind[kind].swapped < ENOUGH || c->kind[kind].differed ||
            gain * gain > 9 * (double)c->kind[kind].gains) /* three standard errors */
            continue;
        struct finding *f = finding_add(a, FIND_IDLE, ct_kind_id(a->def, kind), NULL);
        f->number = (struct estimate){0, 3 / (double)c->kind[kind].swapped};
        f->says = mem_printf("In %" PRIu64 " games another choice replaced '%s', with the same "
                             "picks after it, and no result changed.",
                             c->kind[kind].swapped, ct_kind_id(a->def, kind));
    }
}

/* ---- what never ran ---- */

static void ran_in(struct attack *a, const struct ct_setup *setup, uint64_t games,
                   struct ct_battery *sums)
{
    struct ct_battery got;

    if (!ct_battery(a->def, setup, 0, games, &got)) {
        sums->games += got.games;
        for (int i = 0; got.ran && i < got.nran && i < sums->nran; i++)
            sums->ran[i] += got.ran[i];
    }
    ct_battery_free(&got);
}

/* Plays the games also with other numbers of players, and with each option changed. */
static void ran_in_all(struct attack *a, struct ct_battery *sums)
{
    struct ct_info info = ct_get_info(a->def, NULL);
    struct ct_setup setup = a->setup;
    struct ct_option o;

    ran_in(a, &setup, 2 * ENOUGH, sums);
    for (int people = info.min_people; people <= info.max_people; people++) {
        setup.people = people;
        if (people != a->people && !attack_over(a, 1))
            ran_in(a, &setup, ENOUGH / 4, sums);
    }
    setup.people = a->people;
    for (int i = 0; ct_get_option(a->def, i, NULL, &o); i++)
        for (int v = 0; v < (o.kind == CT_FLAG ? 2 : o.kind == CT_WORD ? o.values : 0); v++) {
            char *text = mem_printf("%s=%s", o.name,
                                    o.kind == CT_WORD ? ct_option_value(a->def, i, v)
                                    : v               ? "true"
                                                      : "false");
            setup.options = (const char *const[]){text};
            setup.noptions = 1;
            if (!attack_over(a, 1))
                ran_in(a, &setup, ENOUGH / 4, sums);
            free(text);
        }
}

/* How often a part could have run: as often as the parts before it. */
static uint64_t chances(const struct ct_covered *p, const struct ct_battery *sums)
{
    uint64_t n = p->nafter ? 0 : sums->games;

    for (int i = 0; i < p->nafter; i++)
        n += sums->ran[p->after[i]];
    return n;
}

static bool was_taken(const struct attack *a, const struct ct_covered *p)
{
    for (int kind = 0; p->is == CT_COVERS_ACTION && kind < a->names.kinds; kind++)
        if (!strcmp(ct_kind_id(a->def, kind), p->name) && a->course.kind[kind].picked)
            return true;
    return false;
}

static void find_unused(struct attack *a)
{
    ct_coverage *c = ct_coverage_of(a->def);
    struct ct_battery sums = {.nran = c ? ct_coverage_count(c) : 0};
    struct ct_covered p;

    sums.ran = mem_zero(((size_t)sums.nran + 1) * sizeof *sums.ran);
    ran_in_all(a, &sums);
    for (int i = 0; c && ct_coverage_get(c, i, &p); i++) {
        uint64_t n = chances(&p, &sums);
        if (sums.ran[i] || n < ENOUGH || p.is == CT_COVERS_ELSE || p.is == CT_COVERS_REASON ||
            was_taken(a, &p))
            continue;
        struct finding *f = finding_add(a, FIND_UNUSED, *p.name ? p.name : NULL, NULL);
        f->number = (struct estimate){0, 3 / (double)n};
        f->says = mem_printf("%s:%d:%d: in %" PRIu64
                             " games %s%s%s, though it could have %" PRIu64 " times.",
                             p.file ? p.file : "", p.line, p.column, sums.games,
                             ct_covers_says(p.is), *p.name ? ": " : "", p.name, n);
    }
    free(sums.ran);
    ct_coverage_free(c);
}

/* ---- plans ---- */

static void find_plan(struct attack *a, const struct line *l)
{
    struct ct_learn_share s = line_share(a, l);
    double even = 1.0 / a->people;
    const char *about[2];
    char *plan = plan_text(a, l->plan);

    plan_about(a, l->plan, about);
    struct finding *f = finding_add(a, FIND_PLAN, about[0], about[1]);
    test(a, f, (struct estimate){s.share - even, s.error}, s.share - even);
    f->says = mem_printf("The plan \"%s\" wins %.3f ± %.3f of the games against trained bots, "
                         "and %.3f would be fair.",
                         plan, s.share, s.error, even);
    f->shows = l->got.won_in;
    f->game = line_game(a, l, l->got.won_in);
    free(plan);
}

/* A plan that works alone does more harm than one that the others must play along with. */
static void find_endless(struct attack *a, const struct line *l)
{
    double part = (double)l->got.unended / (double)l->got.games;
    struct shown game = line_game(a, l, l->got.unended_in);
    char *plan = plan_text(a, l->plan), *loop = game_loop(a, &game);
    const char *about[2];

    plan_about(a, l->plan, about);
    if (loop || a->longest == 0) {
        struct finding *f = finding_add(a, loop ? FIND_LOOP : FIND_ENDLESS, about[0], about[1]);
        f->number =
            (struct estimate){part, share_error(sqrt(part * (1 - part) / (double)l->got.games),
                                                part, (double)l->got.games)};
        f->harm = part / (l->all ? a->people : 1);
        f->says = mem_printf(
            "When %s plays \"%s\", %.3f ± %.3f of the games do not end within %" PRIu64
            " picks%s%s.",
            l->all ? "everyone" : "one player", plan, part, f->number.error, a->longest,
            loop ? ": " : "", loop ? loop : "");
        f->shows = true;
        f->game = game;
    }
    free(plan);
    free(loop);
}

static void find_broken(struct attack *a, const struct line *l)
{
    struct shown game = line_game(a, l, l->got.failed_in);
    char *plan = plan_text(a, l->plan), *why = game_fails(a, &game);
    const char *about[2];

    plan_about(a, l->plan, about);
    struct finding *f = finding_add(a, FIND_BROKEN, about[0], about[1]);
    f->harm = 1;
    f->number = (struct estimate){(double)l->got.failed / (double)l->got.games, 0};
    f->says = mem_printf("When %s plays \"%s\", the game fails: %s",
                         l->all ? "everyone" : "one player", plan, why ? why : "");
    free(plan);
    free(why);
}

static int by_share(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    double d = (double)y->got.sums.share * (double)x->got.sums.deals -
               (double)x->got.sums.share * (double)y->got.sums.deals;

    return d > 0 ? 1 : d < 0 ? -1 : (x->plan > y->plan) - (x->plan < y->plan);
}

/* Reports endless and failing games once for each plan, first those with one player of the plan. */
static void find_stuck(struct attack *a, struct line *l, size_t n)
{
    int told = 0;

    for (size_t i = 0; i < n && told < MOST_TOLD; i++) {
        size_t before = a->found.n;
        if (l[i].got.failed_in)
            find_broken(a, &l[i]);
        else if (l[i].got.unended_in)
            find_endless(a, &l[i]);
        told += a->found.n > before;
    }
}

/* An action that is offered to trained bots, that they never take, and that loses if you always
 * take it. */
static void find_never(struct attack *a, const struct line *l)
{
    int kind = l->plan->kind;
    const char *id = kind >= 0 ? ct_kind_id(a->def, kind) : NULL;

    if (l->plan->is != PLAN_KIND || a->course.kind[kind].picked ||
        a->course.kind[kind].offered < ENOUGH)
        return;
    struct ct_learn_share s = line_share(a, l);
    struct finding *f = finding_add(a, FIND_NEVER, id, NULL);
    test(a, f, (struct estimate){s.share - 1.0 / a->people, s.error},
         1.0 / a->people - s.share);
    f->harm = 0;
    f->says = mem_printf(
        "Trained bots never took '%s' in %" PRIu64
        " choices that offered it. Players who always take it win %.3f ± %.3f of the games.",
        id, a->course.kind[kind].offered, s.share, s.error);
    f->shows = true;
    f->game = line_game(a, l, 1);
}

static void play_plans(struct attack *a)
{
    enum { FINALISTS = 8, ALONE = 4 };
    uint64_t few = (uint64_t)a->games / 10 < 8 ? 8 : (uint64_t)a->games / 10;
    struct line *one = mem_zero((a->plans + 1) * sizeof *one),
                *all = mem_zero((a->plans + 1) * sizeof *all);

    for (size_t i = 0; i < a->plans; i++) {
        one[i] = (struct line){.plan = &a->plan[i], .seed = a->seed + 2, .deals = few};
        all[i] = (struct line){
            .plan = &a->plan[i], .all = true, .seed = a->seed + 3, .deals = ALONE};
    }
    lines_play(a, one, a->plans, 0.75, NULL);
    lines_play(a, all, a->plans, 0.8, NULL);
    find_stuck(a, one, a->plans);
    find_stuck(a, all, a->plans);
    for (size_t i = 0; i < a->plans; i++)
        find_never(a, &one[i]);
    qsort(one, a->plans, sizeof *one, by_share);
    size_t n = 0;
    for (size_t i = 0; i < a->plans; i++)
        if (one[i].got.said)
            one[n++] = one[i];
    n = n < FINALISTS ? n : FINALISTS;
    for (size_t i = 0; i < n; i++)
        one[i] = (struct line){
            .plan = one[i].plan, .seed = a->seed + 4, .deals = (uint64_t)a->games};
    lines_play(a, one, n, 0.95, NULL);
    for (size_t i = 0; i < n; i++)
        if (one[i].got.sums.deals > 1)
            find_plan(a, &one[i]);
    free(one);
    free(all);
}

/* ---- which are told ---- */

static int by_harm(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;

    return x->harm != y->harm ? (x->harm < y->harm ? 1 : -1)
           : x->is != y->is   ? (int)x->is - (int)y->is
                              : strcmp(x->says, y->says);
}

static void drop(struct finding *f)
{
    free(f->says);
    free(f->mend);
    free(f->file);
}

static void settle(struct attack *a)
{
    struct findings *f = &a->found;
    double *p = mem_alloc((f->n + 1) * sizeof *p);
    int told[NFINDINGS] = {0};
    size_t n = 0, kept = 0;

    qsort(f->v, f->n, sizeof *f->v, by_harm);
    for (size_t i = 0; i < f->n; i++)
        if (f->v[i].tested)
            p[n++] = f->v[i].p;
    false_rates(p, n);
    n = 0;
    for (size_t i = 0; i < f->n; i++) {
        bool sure = !f->v[i].tested || p[n++] <= RATE;
        if (sure && told[f->v[i].is]++ < MOST_TOLD)
            f->v[kept++] = f->v[i];
        else
            drop(&f->v[i]);
    }
    f->n = kept;
    free(p);
}

void find_all(struct attack *a)
{
    plans_make(a);
    play_plans(a);
    find_seat(a);
    find_leader(a);
    find_cards(a);
    find_dominated(a);
    find_pairs(a);
    find_idle(a);
    find_unused(a);
    settle(a);
}

void findings_free(struct findings *f)
{
    for (size_t i = 0; i < f->n; i++)
        drop(&f->v[i]);
    free(f->v);
}

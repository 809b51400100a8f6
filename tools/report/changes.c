/* changes.c - how two rulesets differ in games of the same seeds. */
#include "sections.h"

#include "html.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <math.h>
#include <stdlib.h>

/* The table of one kind of choice. */
struct table {
    struct changes all;
    double *rate;         /* [card]: its rate of false findings; 1 if nothing was tested */
    bool shares, scores;  /* is there anything to report of either? */
    int known, sure;      /* known changes; those that luck does not explain */
    double reach;         /* how far intervals go from 0 */
    double least, points; /* the least half intervals, in shares and in points */
};

static struct cards_side side(const struct sim_result *r)
{
    return (struct cards_side){&r->card, &r->names, r->name};
}

/* ---- cards ---- */

/* Puts changed, new and gone cards first. The rest stays sorted, the surest first. */
static void put_changed_first(struct changes *all)
{
    struct change *v = mem_alloc(((size_t)all->n + 1) * sizeof *v);
    int n = 0;

    for (enum card_is is = CARD_CHANGED; is <= CARD_GONE; is++)
        for (int i = 0; i < all->n; i++)
            if (all->v[i].is == is)
                v[n++] = all->v[i];
    for (int i = 0; i < all->n; i++)
        if (all->v[i].is == CARD_KEPT)
            v[n++] = all->v[i];
    free(all->v);
    all->v = v;
}

static bool both(const struct table *t, const struct change *c)
{
    return t->shares ? c->share[0] && c->share[1] : c->score[0] && c->score[1];
}

static const struct estimate *tested(const struct table *t, const struct change *c)
{
    return t->shares ? &c->share_by : &c->score_by;
}

static double half_of(const struct change *c, const struct estimate *e)
{
    return e->error > 0 ? half_width(e->error, (double)c->versus->games) : 0;
}

static void test(struct table *t)
{
    double *p = mem_alloc(((size_t)t->all.n + 1) * sizeof *p);

    for (int i = 0; i < t->all.n; i++) {
        const struct change *c = &t->all.v[i];
        t->rate[i] = 1;
        if (!both(t, c))
            continue;
        p[t->known++] = p_of(tested(t, c));
        t->reach = fmax(t->reach, fabs(tested(t, c)->mean) + half_of(c, tested(t, c)));
        t->least = lesser_width(t->least, half_of(c, &c->share_by));
        t->points = lesser_width(t->points, half_of(c, &c->score_by));
    }
    false_rates(p, (size_t)t->known);
    for (int i = 0, k = 0; i < t->all.n; i++)
        if (both(t, &t->all.v[i])) {
            t->rate[i] = p[k++];
            t->sure += t->rate[i] <= RATE;
        }
    free(p);
}

static struct table table_of(const struct sim_result *one, const struct sim_result *two,
                             int kind, int other)
{
    struct cards_side a = side(one), b = side(two);
    struct table t = {.all = changes_of(&a, &b, one->versus, kind, other)};

    put_changed_first(&t.all);
    t.rate = mem_alloc(((size_t)t.all.n + 1) * sizeof *t.rate);
    for (int i = 0; i < t.all.n; i++) {
        t.shares |= t.all.v[i].share[0] || t.all.v[i].share[1];
        t.scores |= t.all.v[i].score[0] || t.all.v[i].score[1];
    }
    test(&t);
    return t;
}

static void table_free_all(struct table *t)
{
    free(t->all.v);
    free(t->rate);
}

static void gain_cell(struct buffer *b, bool known, double gain, int decimals)
{
    if (known)
        cell_number(b, gain, decimals, true);
    else
        cell_none(b);
}

static void card_row(struct buffer *b, const struct table *t, int i)
{
    static const char *const says[] = {"", "changed", "new", "gone"};
    const struct change *c = &t->all.v[i];
    const struct scale scale = {-t->reach, t->reach, 0};
    int decimals = decimals_for(100 * t->least), points = decimals_for(t->points);
    bool known = both(t, c);

    row_begin(b, c->name, NULL);
    cell_text(b, says[c->is]);
    for (int k = 0; t->shares && k < 2; k++)
        gain_cell(b, c->share[k], 100 * c->of_share[k].mean, decimals);
    for (int k = 0; !t->shares && k < 2; k++)
        gain_cell(b, c->score[k], c->of_score[k].mean, points);
    if (t->shares)
        cell_interval_if(b, known, 100 * c->share_by.mean, 100 * half_of(c, &c->share_by),
                         decimals);
    if (known && t->reach > 0)
        cell_drawn(b, &scale, tested(t, c)->mean, half_of(c, tested(t, c)), t->rate[i] <= RATE);
    else
        cell_none(b);
    cell_sure(b, known, t->rate[i]);
    if (t->scores)
        cell_interval_if(b, c->score[0] && c->score[1], c->score_by.mean,
                         half_of(c, &c->score_by), points);
    if (c->versus)
        cell_count(b, c->versus->differ);
    else
        cell_none(b);
    cell_game(b, c->versus ? c->versus->first : 0);
    row_end(b);
}

static void card_table(struct buffer *b, const struct table *t, const char *kind)
{
    table_begin(b, true, "What changes for cards in choices of %s", kind);
    head_cells(b, t->shares ? "card|is|>gain before|>gain after|>change|>drawn|sure"
                            : "card|is|>points before|>points after|>drawn|sure");
    head_cells(b, t->scores ? ">in points|>games that differ|>first"
                            : ">games that differ|>first");
    head_end(b);
    for (int i = 0; i < t->all.n; i++)
        card_row(b, t, i);
    table_end(b);
}

static void cards(struct buffer *b, const struct sim_result *one, const struct sim_result *two)
{
    struct cards_side a = side(one), c = side(two);

    for (int other, k = changes_next_kind(&a, &c, one->kind, 0, &other); k >= 0;
         k = changes_next_kind(&a, &c, one->kind, k + 1, &other)) {
        struct table t = table_of(one, two, k, other);
        if (t.all.n) {
            part_head(b, one->names.kind[k]);
            buffer_add(b,
                       "<p>%s</p>\n"
                       "<p>The gains of %d of %d cards change more than luck explains.</p>\n",
                       cardtally_asked(cardtally_asks_having(&one->card, k)), t.sure, t.known);
            card_table(b, &t, one->names.kind[k]);
        }
        table_free_all(&t);
    }
}

/* ---- games ---- */

static double mean_of(__int128 sum, const struct sim_result *r)
{
    return r->report->games.ended ? (double)sum / (double)r->report->games.ended : 0;
}

/* `unit`: what one of it is shown as. */
static void game_row(struct buffer *b, const char *head, double first, double second,
                     const struct versus_sum *s, uint64_t games, double unit)
{
    struct estimate by = versus_mean(s, games);
    double half = unit * (by.error > 0 ? half_width(by.error, (double)games) : 0);
    int decimals = decimals_for(half);

    row_begin(b, head, NULL);
    cell_number(b, unit * first, decimals, false);
    cell_number(b, unit * second, decimals, false);
    cell_interval(b, unit * by.mean, half, decimals, true);
    cell_count(b, s->differ);
    cell_game(b, s->first);
    row_end(b);
}

static void seat_rows(struct buffer *b, const struct sim_result *one,
                      const struct sim_result *two, bool scores)
{
    const struct versus_tally *t = one->versus;
    const struct game_tally *x = &one->report->games, *y = &two->report->games;
    char head[64];

    for (int i = 0; i < one->seats && i < two->seats; i++) {
        if (!one->bot[i])
            continue;
        snprintf(head, sizeof head, scores ? "points of seat %d" : "share of seat %d, %%", i);
        if (scores)
            game_row(b, head, mean_of(x->seat[i].score, one), mean_of(y->seat[i].score, two),
                     &t->sum[VERSUS_SCORE][i], t->games, 1);
        else
            game_row(b, head, mean_of(x->seat[i].share, one), mean_of(y->seat[i].share, two),
                     &t->sum[VERSUS_SHARE][i], t->games, 100.0 / CT_WHOLE);
    }
}

static void games(struct buffer *b, const struct sim_result *one, const struct sim_result *two)
{
    const struct versus_tally *t = one->versus;

    table_begin(b, true, "What changes in games");
    head_cells(b, "of a game|>before|>after|>change|>games that differ|>first");
    head_end(b);
    seat_rows(b, one, two, false);
    if (one->card.scored && two->card.scored)
        seat_rows(b, one, two, true);
    game_row(b, "picks", spread_mean(&one->total.length), spread_mean(&two->total.length),
             t->sum[VERSUS_PICKS], t->games, 1);
    table_end(b);
}

/* ---- the section ---- */

static void say_differ(struct buffer *b, const struct versus_tally *t)
{
    if (!t->differ) {
        buffer_add(b, "No game differs in any number that is counted.");
        return;
    }
    html_count(b, t->differ);
    buffer_add(b, " of ");
    html_count(b, t->games > t->differ ? t->games : t->differ);
    buffer_add(b, " games differ, game <a href=\"#see\">%llu</a> first.",
               (unsigned long long)t->first);
}

void section_changes(struct buffer *b, const struct sim_result *one,
                     const struct sim_result *two)
{
    section_begin(b, "changes", "What changes");
    buffer_add(b, "<p class=\"verdict\">");
    say_differ(b, one->versus);
    buffer_add(
        b, "</p>\n"
           "<p>Each game is compared with the game of the same seed by the old rules. "
           "<b>change</b> is the new number less the old one: percentage points of a win, or "
           "points. A number that the new rules do not touch has a change of exactly 0. ± is "
           "the error of the differences, pair of games by pair of games. New and gone cards "
           "and those with a new text come first, then the surest changes.</p>\n");
    games(b, one, two);
    cards(b, one, two);
    section_end(b);
}

/* Names up to three sure ones. */
static void name_some(struct buffer *b, const struct table *t)
{
    for (int i = 0, told = 0; i < t->all.n && told < 3; i++) {
        if (t->rate[i] > RATE || !both(t, &t->all.v[i]))
            continue;
        buffer_add(b, "%s", told++ ? ", " : ": ");
        html_gain(b, t->all.v[i].name, (t->shares ? 100 : 1) * tested(t, &t->all.v[i])->mean);
    }
}

void glance_changes(struct buffer *b, const struct sim_result *one,
                    const struct sim_result *two)
{
    struct cards_side x = side(one), y = side(two);

    html_add(b, "<li>Against <code>%s</code>: ", one->name);
    say_differ(b, one->versus);
    for (int other, k = changes_next_kind(&x, &y, one->kind, 0, &other); k >= 0;
         k = changes_next_kind(&x, &y, one->kind, k + 1, &other)) {
        struct table t = table_of(one, two, k, other);
        if (t.sure) {
            html_add(b, " <b>%s", one->names.kind[k]);
            buffer_add(b, "</b>: the gains of %d of %d cards change more than luck explains",
                       t.sure, t.known);
            name_some(b, &t);
            buffer_add(b, ".");
        }
        table_free_all(&t);
    }
    buffer_add(b, "</li>\n");
}

/* skill.c - how much skill and how much luck the game has, and how deep it is. */
#include "sections.h"

#include "html.h"
#include "tools/stats/inference.h"

#include <math.h>

/* What a bot of one level won against others. */
struct line {
    const struct skill_match *match;
    const struct skill_count *count;
    double share, half, fair;
    bool sure; /* the fair share is outside the interval */
};

static struct line line_of(const struct sim_result *r, int match)
{
    struct line l = {.match = &r->skill->match[match], .count = &r->skill->count[match]};
    struct estimate e = skill_share(l.count);

    l.share = e.mean;
    l.half = half_width_share(e.error, (double)l.count->games);
    l.fair = 1.0 / r->run.people;
    l.sure = l.count->games > 1 && fabs(l.share - l.fair) > l.half;
    return l;
}

/* The highest level against the lowest. */
static int widest(const struct skill_tally *t)
{
    for (int i = 0; i < t->matches; i++)
        if (t->match[i].level == t->levels - 1 && t->match[i].others == 0)
            return i;
    return -1;
}

/* How many levels beat the one below, and by how many rating points in all. */
static int steps(const struct sim_result *r, double *points)
{
    int n = 0;

    *points = 0;
    for (int i = 0; i < r->skill->matches; i++) {
        struct line l = line_of(r, i);
        if (l.match->others < 0 || l.match->others != l.match->level - 1 || !l.sure ||
            l.share < l.fair)
            continue;
        *points += skill_rating(l.share, r->run.people - 1);
        n++;
    }
    return n;
}

static void say_skill(struct buffer *b, const struct sim_result *r)
{
    int at = widest(r->skill);
    struct line l = line_of(r, at);
    double part = (l.share - l.fair) / (1 - l.fair), half = l.half / (1 - l.fair);
    int decimals = decimals_for(100 * half);

    html_add(b, "One <code>%s</code> among <code>%s</code> has ",
             r->skill->title[l.match->level], r->skill->title[0]);
    html_number(b, 100 * l.share, decimals_for(100 * l.half), false);
    buffer_add(b, " %% of the wins, and %.1f %% would be fair. Skill gains <b>", 100 * l.fair);
    html_number(b, 100 * part, decimals, false);
    buffer_add(b, " %%</b> \xc2\xb1 ");
    html_number(b, 100 * half, decimals, false);
    buffer_add(b, " of what it could gain. Luck keeps the rest.");
}

static bool is_told(const struct sim_result *r)
{
    return r->skill && widest(r->skill) >= 0 && r->skill->count[widest(r->skill)].games > 1;
}

void glance_skill(struct buffer *b, const struct sim_result *r)
{
    if (!is_told(r))
        return;
    buffer_add(b, "<li>");
    say_skill(b, r);
    buffer_add(b, "</li>\n");
}

static void say_depth(struct buffer *b, const struct sim_result *r)
{
    double points;
    int n = steps(r, &points);

    buffer_add(b,
               "<p>Depth: of %d levels, %d beat%s the level below by more than luck explains",
               r->skill->levels, n, n == 1 ? "s" : "");
    if (n && isfinite(points))
        buffer_add(b, ", by %.0f rating points in all (400 points are ten wins to one)",
                   points);
    buffer_add(b, ".</p>\n");
}

static void skill_row(struct buffer *b, const struct sim_result *r, const struct line *l)
{
    const struct scale scale = {0, 1, l->fair};
    bool among = l->match->others >= 0;
    double rating = among ? skill_rating(l->share, r->run.people - 1) : 0;

    row_begin(b, r->skill->title[l->match->level], NULL);
    if (among)
        cell_text(b, r->skill->title[l->match->others]);
    cell_count(b, l->count->games);
    cell_interval(b, 100 * l->share, 100 * l->half, decimals_for(100 * l->half), false);
    if (among) {
        cell_drawn(b, &scale, l->share, l->half, l->sure);
        if (isfinite(rating))
            cell_number(b, rating, 0, true);
        else
            cell_none(b);
    }
    cell_game(b, l->count->won_in);
    row_end(b);
}

static void skill_table(struct buffer *b, const struct sim_result *r)
{
    table_begin(b, true, "Share of the win by level");
    head_cells(b, r->run.people > 1 ? "one|among|>games|>share, %|>drawn|>rating|>wins in game"
                                    : "one|>games|>share, %|>wins in game");
    head_end(b);
    for (int i = 0; i < r->skill->matches; i++) {
        struct line l = line_of(r, i);
        if (l.count->games)
            skill_row(b, r, &l);
    }
    table_end(b);
}

void section_skill(struct buffer *b, const struct sim_result *r)
{
    if (!r->skill)
        return;
    section_begin(b, "skill", "Skill and luck");
    if (r->run.people > 1) {
        buffer_add(
            b,
            "<p>Do better players win more? For each of the first games Cantrip plays more "
            "games with the same seed. One bot of a level sits among bots of a lower level, at "
            "each seat in turn. To see game 1, take the command <a href=\"#see\">below</a>, "
            "with <code>--bots</code> for the others and <code>--seat 0=</code> for the one. "
            "For game 2 it is <code>--seat 1=</code>, and so on.</p>\n");
        if (is_told(r)) {
            buffer_add(b, "<p class=\"verdict\">");
            say_skill(b, r);
            buffer_add(b, "</p>\n");
        }
        say_depth(b, r);
    } else {
        buffer_add(b, "<p>Do better players win more? Each of these bots plays the first games "
                      "with the same seeds.</p>\n");
    }
    skill_table(b, r);
    section_end(b);
}

/* simtally.c - the results of `sim`, to and from a tally. */
#include "simresult.h"

#include "tools/memory.h"
#include "tools/stats/tallyrun.h"

#include <stdlib.h>
#include <string.h>

/* The parts of a run: two rulesets, a report, causal gains. */
struct parts {
    bool both, report, causal;
};

/* The bots of the seats; "none": an empty seat. */
static void pass_seats(struct tally_way *w, struct sim_result *r)
{
    static const char none[] = "none";

    for (int i = 0; i < r->seats; i++)
        r->bot[i] = r->bot[i] ? r->bot[i] : none;
    r->seats =
        way_each(w, "seat", r->bot, r->seats, CT_MAX_SEATS, "weights", r->weights, false);
    if (!r->seats)
        way_lacks(w, "seat");
    for (int i = 0; i < r->seats; i++)
        r->bot[i] = strcmp(r->bot[i], none) != 0 ? r->bot[i] : NULL;
}

/* ---- names ---- */

static void pass_names(struct tally_way *w, struct sim_result *r, const struct parts *p)
{
    struct card_names *n = &r->names;
    int named = n->cards, said = n->words;

    n->kind = way_list(w, "kinds", n->kind, &n->kinds);
    n->id = way_list(w, "cards", n->id, &n->cards);
    n->name = way_list(w, "card-names", n->name, &named);
    if (named < n->cards)
        way_lacks(w, "card-names");
    n->cards = named < n->cards ? named : n->cards;
    if (w->from)
        r->kind = r->cards ? card_kind_find(n, r->cards) : EVERY_KIND;
    if (r->kind == NO_KIND)
        way_lacks(w, "of-cards");
    if (p->both && w->from)
        n->look = mem_zero(((size_t)n->cards + 1) * sizeof *n->look);
    if (p->both)
        way_hexes(w, "card-looks", n->look, n->cards);
    if (!p->report)
        return;
    n->phase = way_list(w, "phases", n->phase, &n->phases);
    n->word = way_list(w, "words", n->word, &n->words);
    n->said = way_list(w, "word-texts", n->said, &said);
    if (said < n->words)
        way_lacks(w, "word-texts");
    n->option = way_list(w, "options", n->option, &n->options);
    if (n->options > MOST_OPTIONS)
        way_lacks(w, "options");
}

/* ---- what is counted ---- */

/* Seats that had a kind of choice (0), and pairs of such seats (1). */
static void *choosers_at(void *v, const uint32_t *key, bool read)
{
    struct pair_counts *pairs = ((struct card_tally *)v)->pairs + key[0];

    (void)read;
    return key[1] ? &pairs->two : &pairs->all;
}

/* Pairs a <= b of cards, by b. */
static void *pair_at(void *v, const uint32_t *key, bool read)
{
    struct card_tally *t = v;
    struct seat_sums *both = key[2] > key[1] ? NULL
                             : read          ? cardtally_pairs(t, (int)key[0])
                                             : t->pairs[key[0]].both;

    return both ? &both[pair_place((int)key[2], (int)key[1])] : NULL;
}

static void pass_cards(struct tally_way *w, struct card_tally *t, const int *kind)
{
    int n = t->kinds, m = t->cards;

    cells_pass(w, &(struct cells){"cards", 2, &card_columns, t->count, n, m, .only = kind});
    cells_pass(w,
               &(struct cells){"having", 2, &card_columns, t->having.count, HAVINGS, .m = m});
    if (!t->pairs)
        return;
    cells_pass(w, &(struct cells){"choosers", 2, &chooser_columns, t, n, 2, .only = kind,
                                  .at = choosers_at});
    cells_pass(w, &(struct cells){"pairs", 3, &chooser_columns, t, n, m, m, .only = kind,
                                  .at = pair_at});
}

static void pass_skill(struct tally_way *w, struct sim_result *r)
{
    struct skill_tally t = r->skill ? *r->skill : (struct skill_tally){0};

    if (skilltally_pass(&t, r->run.people, w) && w->from) {
        r->skill = mem_alloc(sizeof t);
        *r->skill = t;
    }
}

/* Passes all counts of one ruleset. */
static void pass_counts(struct tally_way *w, struct sim_result *r)
{
    r->total.scored = r->card.scored;
    tally_tables(&r->total, r->seats, w);
    r->card.scored = r->total.scored;
    if (sim_counts_cards(r))
        pass_cards(w, &r->card, &r->kind);
    if (r->causal)
        causaltally_tables(r->causal, w);
    if (r->report)
        report_tables(r, w);
    if (w->from && (r->total.games != numbers_count(&w->from->numbers) ||
                    r->total.unfinished > r->total.games))
        way_lacks(w, "totals");
    pass_skill(w, r);
}

/* ---- the whole ---- */

static void pass_ruleset(struct tally_way *w, struct sim_result *r, const struct parts *p)
{
    if (p->both || p->report)
        r->name = way_text(w, "name", r->name);
    pass_seats(w, r);
}

/* Passes what both rulesets share. */
static void pass_said(struct tally_way *w, struct sim_result *r, const struct parts *p)
{
    r->cards = way_text_if(w, "of-cards", r->cards);
    r->pairs = way_flag(w, "pairs", "yes", r->pairs) && r->cards;
    way_flag(w, "causal", "yes", p->causal);
    way_flag(w, "report", "yes", p->report);
    r->until = way_text_if(w, "until", r->until);
    way_numbers(w, "games", &r->numbers, &r->of);
}

static void pass_side(struct tally_way *w, struct sim_result *r, const struct parts *p)
{
    if (r->cards || p->report) {
        pass_names(w, r, p);
        if (w->from)
            sim_begin_counts(r, r, p->report, p->causal);
    }
    pass_counts(w, r);
}

static void pass(struct tally_way *w, struct sim_result *a, struct sim_result *b, bool both)
{
    const struct parts p = {both, way_has(w, "report", a->report),
                            way_has(w, "causal", a->causal)};

    way_run(w, "sim", &a->run);
    pass_ruleset(w, a, &p);
    if (both && w->from) {
        way_run(w, "sim", &b->run);
        pass_said(w, b, &p);
    }
    if (both) {
        w->side = "against-";
        way_rules(w, &b->run);
        pass_ruleset(w, b, &p);
        w->side = NULL;
    }
    pass_said(w, a, &p);
    pass_side(w, a, &p);
    if (!both)
        return;
    w->side = "against-";
    pass_side(w, b, &p);
    w->side = NULL;
    if (!sim_counts_cards(a)) {
        way_lacks(w, "cards");
        return;
    }
    if (w->from)
        a->versus = versus_new(&a->names, &b->names);
    versus_tables(a->versus, a->kind, w);
}

bool sim_save(struct tally_file *f, const struct sim_result *a, const struct sim_result *b)
{
    struct tally_way w = {.to = f};
    struct sim_result one = *a, two = b ? *b : *a;

    pass(&w, &one, &two, b);
    return way_end(&w, "sim", NULL);
}

bool sim_load_totals(const struct tally_file *f, struct sim_result *r, char **wrong)
{
    struct tally_way w = {.from = f};

    *r = (struct sim_result){0};
    way_run(&w, "sim", &r->run);
    pass_seats(&w, r);
    tally_tables(&r->total, r->seats, &w);
    return way_end(&w, "sim", wrong);
}

bool sim_load(const struct tally_file *f, struct sim_result *a, struct sim_result *b,
              char **wrong)
{
    struct tally_way w = {.from = f};

    *a = *b = (struct sim_result){0};
    pass(&w, a, b, way_has(&w, "against-ruleset", false));
    return way_end(&w, "sim", wrong);
}

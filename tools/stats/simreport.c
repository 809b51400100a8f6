/* simreport.c - the tables and JSON of `sim`, and of `merge` for its tallies. */
#include "simresult.h"

#include "partial.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>

void sim_result_free(struct sim_result *r)
{
    tally_clear(&r->total);
    cardtally_free(&r->card);
    reporttally_free(r->report);
    versus_free(r->versus);
    free(r->skill);
    causaltally_free(r->causal);
    card_names_free(&r->names);
    numbers_free(&r->numbers);
    free(r->run.loaded);
}

void sim_merge(struct sim_result *into, const struct sim_result *from)
{
    tally_merge(&into->total, &from->total);
    if (sim_counts_cards(into))
        cardtally_merge(&into->card, &from->card);
    if (into->report)
        reporttally_merge(into->report, from->report);
    if (into->versus && from->versus)
        versus_merge(into->versus, from->versus);
    if (into->skill && from->skill)
        skilltally_merge(into->skill, from->skill);
    if (into->causal && from->causal)
        causaltally_merge(into->causal, from->causal);
    numbers_join(&into->numbers, &from->numbers);
}

void sim_begin_counts(struct sim_result *r, const struct sim_result *like, bool report,
                      bool causal)
{
    if (like->cards || report)
        cardtally_begin(&r->card, like->names.kinds, like->names.cards,
                        like->pairs || report ? like->kind : NO_KIND);
    r->report = report ? reporttally_new(&like->names) : NULL;
    r->causal = causal ? causaltally_new(like->names.kinds, like->names.cards) : NULL;
}

void sim_begin_like(struct sim_result *r, const struct sim_result *like,
                    const struct sim_result *other)
{
    *r = (struct sim_result){.cards = like->cards};
    sim_begin_counts(r, like, like->report, like->causal);
    if (other)
        r->versus = versus_new(&like->names, &other->names);
}

static const char *seat_bot(const struct sim_result *r, int seat)
{
    return r->bot[seat] ? r->bot[seat] : "none";
}

/* ---- JSON ---- */

static json_t *count_if(bool told, uint64_t n)
{
    return told ? json_integer((json_int_t)n) : NULL;
}

static json_t *seats_json(const struct sim_result *r)
{
    json_t *seats = json_array();

    for (int i = 0; i < r->seats; i++) {
        const struct seat_tally *t = &r->total.seat[i];
        bool named = t->named_won || t->named_lost;
        json_array_append_new(
            seats,
            json_pack("{s:o*, s:I, s:I, s:o*, s:o*, s:o, s:o*, s:s*}", "bot",
                      json_string(seat_bot(r, i)), "wins", (json_int_t)t->wins, "shared",
                      (json_int_t)t->shared, "won", count_if(named, t->named_won), "lost",
                      count_if(named, t->named_lost), "score", spread_json(&t->score),
                      "forfeits", count_if(t->forfeits, t->forfeits), "forfeits_why",
                      t->forfeits ? ct_forfeit_says(t->amiss) : NULL));
    }
    return seats;
}

static json_t *sides_json(const struct tally *t)
{
    json_t *sides = json_array();

    for (const struct side_tally *s = t->side; s < t->side + t->nsides; s++) {
        json_t *seats = json_array();
        for (int i = 0; s->seats >> i; i++)
            if (s->seats >> i & 1)
                json_array_append_new(seats, json_integer(i));
        json_array_append_new(
            sides, json_pack("{s:o, s:I, s:I, s:I, s:o}", "seats", seats, "games",
                             (json_int_t)s->games, "wins", (json_int_t)s->wins, "shared",
                             (json_int_t)s->shared, "score", spread_json(&s->score)));
    }
    return sides;
}

json_t *sim_json(const struct sim_result *r)
{
    const struct tally *t = &r->total;
    const struct card_names *n = &r->names;
    json_t *o = run_json(&r->run, &r->numbers, r->of);

    json_object_update_new(
        o,
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o*, s:o, s:o*, s:o*, s:o*, s:o*, "
                  "s:o*}",
                  "games", (json_int_t)t->games, "unfinished", (json_int_t)t->unfinished,
                  "ties", (json_int_t)t->ties, "nobody", (json_int_t)t->nobody, "picks",
                  (json_int_t)t->picks, "forced", (json_int_t)t->forced, "length",
                  spread_json(&t->length), "reached",
                  t->reached.n ? json_real(spread_mean(&t->reached) / CT_WHOLE) : NULL, "seats",
                  seats_json(r), "sides", t->nsides ? sides_json(t) : NULL, "cards",
                  r->cards ? cards_json(&r->card, n, r->kind) : NULL, "having",
                  r->cards ? having_json(&r->card, n) : NULL, "pairs",
                  r->pairs ? pairs_json(&r->card, n, r->kind) : NULL, "causal",
                  r->cards && r->causal ? causal_json(r->causal, &r->card, n, r->kind) : NULL));
    return o;
}

/* ---- tables ---- */

/* Do the games name losers? (In a game for one, every game without a win is lost.) */
static bool names_losers(const struct sim_result *r)
{
    for (int i = 0; i < r->seats && r->run.people > 1; i++)
        if (r->total.seat[i].named_lost)
            return true;
    return false;
}

static double percent(uint64_t n, uint64_t of)
{
    return of ? 100.0 * (double)n / (double)of : 0;
}

/* Mean, sd, min and max; blank without values. */
static void add_spread(struct table *t, const struct spread *s)
{
    if (!s->n) {
        for (int i = 0; i < 4; i++)
            table_add(t, "");
        return;
    }
    table_addf(t, "%.2f", spread_mean(s));
    table_addf(t, "%.2f", spread_sd(s));
    table_addf(t, "%" PRId64, s->least);
    table_addf(t, "%" PRId64, s->most);
}

static void print_seats(const struct sim_result *r)
{
    struct table t = {.split = 1};
    uint64_t finished = r->total.games - r->total.unfinished;
    bool lost = names_losers(r);

    table_heads(&t, "seat|player|>wins|>shared|>% of games");
    if (lost)
        table_heads(&t, ">lost|>% lost");
    table_heads(&t, ">mean|>sd|>min|>max");
    for (int i = 0; i < r->seats; i++) {
        const struct seat_tally *s = &r->total.seat[i];
        if (!r->bot[i] && !s->wins && !s->shared && !s->named_lost)
            continue; /* a seat without a player that never won */
        table_addf(&t, "%d", i);
        table_add(&t, seat_bot(r, i));
        table_addf(&t, "%" PRIu64, s->wins);
        table_addf(&t, "%" PRIu64, s->shared);
        table_addf(&t, "%.1f", percent(s->wins, finished));
        if (lost) {
            table_addf(&t, "%" PRIu64, s->named_lost);
            table_addf(&t, "%.1f", percent(s->named_lost, finished));
        }
        add_spread(&t, &s->score);
    }
    table_show(&t);
}

static void print_sides(const struct tally *total)
{
    struct table t = {.split = 1};

    table_heads(&t, "side|>games|>wins|>shared|>% of games|>mean|>sd|>min|>max");
    for (size_t k = 0; k < total->nsides; k++) {
        const struct side_tally *s = &total->side[k];
        char seats[4 * CT_MAX_SEATS] = "";
        for (int i = 0, n = 0; s->seats >> i; i++)
            if (s->seats >> i & 1)
                n += sprintf(seats + n, n ? "+%d" : "%d", i);
        table_add(&t, seats);
        table_addf(&t, "%" PRIu64, s->games);
        table_addf(&t, "%" PRIu64, s->wins);
        table_addf(&t, "%" PRIu64, s->shared);
        table_addf(&t, "%.1f", percent(s->wins, s->games));
        add_spread(&t, &s->score);
    }
    putchar('\n');
    table_show(&t);
}

/* A bot that failed was replaced by a random one, so the numbers are not its own. */
static void print_forfeits(const struct sim_result *r)
{
    for (int i = 0; i < r->seats; i++) {
        const struct seat_tally *t = &r->total.seat[i];
        if (t->forfeits)
            printf("seat %d, %s: %" PRIu64 " %s forfeited and made at random (%s)\n", i,
                   seat_bot(r, i), t->forfeits, t->forfeits == 1 ? "choice" : "choices",
                   ct_forfeit_says(t->amiss));
    }
}

void sim_print(const struct sim_result *r)
{
    const struct tally *t = &r->total;

    printf("%s: %" PRIu64 " game%s, seed %" PRIu64 "\n", r->run.title, t->games,
           t->games == 1 ? "" : "s", r->run.seed);
    partial_print(&r->numbers, r->of, "games");
    for (int i = 0; i < r->names.options; i++)
        printf("played with %s in turn and counted together; --report has a column for each "
               "value\n",
               r->names.option[i]);
    printf("a game has %.1f picks (sd %.1f, %" PRId64 " to %" PRId64 ") and %.1f forced ones\n",
           spread_mean(&t->length), spread_sd(&t->length), t->length.least, t->length.most,
           t->games ? (double)t->forced / (double)t->games : 0.0);
    printf("%" PRIu64 " ended %s", t->ties,
           names_losers(r) ? "with several winners" : "in a tie");
    if (t->nobody)
        printf(", %" PRIu64 " without a winner", t->nobody);
    if (t->unfinished)
        printf(", %" PRIu64 " unfinished", t->unfinished);
    if (t->reached.n)
        printf("\non average %.1f %% of the highest possible score was reached (sd %.1f)",
               100 * spread_mean(&t->reached) / CT_WHOLE,
               100 * spread_sd(&t->reached) / CT_WHOLE);
    puts("\n");
    print_seats(r);
    if (t->nsides)
        print_sides(t);
    print_forfeits(r);
    if (r->cards)
        cards_print(&r->card, &r->names, r->kind, r->causal);
    if (r->pairs)
        pairs_print(&r->card, &r->names, r->kind);
    if (r->cards && r->causal)
        causal_print(r->causal, &r->card, &r->names, r->kind);
}

/* ---- two rulesets ---- */

static struct cards_side side(const struct sim_result *r)
{
    return (struct cards_side){&r->card, &r->names, r->name};
}

void sim_print_both(const struct sim_result *a, const struct sim_result *b)
{
    struct cards_side one = side(a), two = side(b);

    text_put(stdout, a->name);
    fputs(" and ", stdout);
    text_put(stdout, b->name);
    printf(": %" PRIu64 " game%s each, seed %" PRIu64 "\n", a->total.games,
           a->total.games == 1 ? "" : "s", a->run.seed);
    partial_print(&a->numbers, a->of, "games");
    if (a->cards)
        cards_print_both(&one, &two, a->versus, a->kind);
}

json_t *sim_json_both(const struct sim_result *a, const struct sim_result *b)
{
    struct cards_side one = side(a), two = side(b);
    json_t *o =
        json_pack("{s:o, s:o, s:s, s:o, s:I, s:i}", "ruleset", json_text(a->name), "against",
                  json_text(b->name), "version", a->run.version, "seed", json_seed(a->run.seed),
                  "games", (json_int_t)a->total.games, "people", a->run.people);

    if (a->cards)
        json_object_set_new(o, "cards", cards_json_both(&one, &two, a->versus, a->kind));
    partial_json(o, &a->numbers, a->of);
    return o;
}

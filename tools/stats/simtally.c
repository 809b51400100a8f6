/* simtally.c - what `sim` has counted, as a tally, and back. */
#include "simresult.h"

#include "cardcolumns.h"
#include "tools/memory.h"
#include "tools/stats/tallyrun.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the columns of tables: fields of the structs that are counted into ---- */

#define TOTALS(X) X(games) X(unfinished) X(nobody) X(ties) X(picks) X(forced)
#define SEATS(X)  X(wins) X(shared) X(named_won) X(named_lost)
#define SIDES(X)  X(games) X(wins) X(shared)
#define SPREAD(n) " " n "_n+ " n "_sum+ " n "_squares+ " n "_least< " n "_most>"
#define PAIRS(X)  X(n) X(share) X(share2) X(score) X(score2)

#define COLUMN(field) " " #field "+"
static const char totals_columns[] =
    TOTALS(COLUMN) " scored>" SPREAD("length") SPREAD("reached");
static const char seats_columns[] = SEATS(COLUMN) " forfeits+ amiss>" SPREAD("score");
static const char sides_columns[] = SIDES(COLUMN) SPREAD("score");
static const char pairs_columns[] = PAIRS(COLUMN) " first<";
#undef COLUMN
enum {
#define COUNT(field) +1
    NTOTALS = 0 TOTALS(COUNT),
    NSEATS = 0 SEATS(COUNT),
    NSIDES = 0 SIDES(COUNT),
    SPREAD_COLUMNS = 5
#undef COUNT
};

static void put_spread(__int128 *v, const struct spread *s)
{
    v[0] = s->n;
    v[1] = s->sum;
    v[2] = s->squares;
    v[3] = s->n ? s->least : TALLY_NOTHING;
    v[4] = s->n ? s->most : TALLY_NOTHING;
}

static bool get_spread(struct spread *s, const __int128 *v)
{
    bool any = tally_is_count(v[0]) && v[0];

    *s = (struct spread){.n = (uint64_t)v[0], .sum = v[1], .squares = v[2]};
    if (any && v[3] >= INT64_MIN && v[4] <= INT64_MAX && v[3] <= v[4]) {
        s->least = (int64_t)v[3];
        s->most = (int64_t)v[4];
        return true;
    }
    return !v[0] && !v[1] && !v[2] && v[3] == TALLY_NOTHING && v[4] == TALLY_NOTHING;
}

/* ---- saving ---- */

static void save_ruleset(struct tally_saver *s, const struct sim_result *r)
{
    if (r->name)
        saver_text(s, "name", r->name);
    for (int i = 0; i < r->seats; i++) {
        saver_text(s, "seat", r->bot[i] ? r->bot[i] : "none");
        if (r->weights[i])
            saver_fingerprint(s, "weights", r->weights[i]);
    }
}

static void save_texts(struct tally_saver *s, const char *name, const char **text, int n)
{
    char own[64];
    struct tally_list *l = tallyfile_list(s->f, saver_name(s, name, own));

    for (int i = 0; i < n; i++)
        s->good &= tallyfile_line(l, "%s", text[i]);
}

static void save_looks(struct tally_saver *s, const struct card_names *n)
{
    char own[64];
    struct tally_list *l = tallyfile_list(s->f, saver_name(s, "card-looks", own));

    for (int i = 0; i < n->cards; i++)
        s->good &= tallyfile_line(l, "%016" PRIx64, n->look[i]);
}

static void save_names(struct tally_saver *s, const struct sim_result *r)
{
    const struct card_names *n = &r->names;

    save_texts(s, "kinds", n->kind, n->kinds);
    save_texts(s, "cards", n->id, n->cards);
    save_texts(s, "card-names", n->name, n->cards);
    if (n->look)
        save_looks(s, n);
    if (!r->report)
        return;
    save_texts(s, "phases", n->phase, n->phases);
    save_texts(s, "words", n->word, n->words);
    save_texts(s, "options", n->option, n->options);
}

static void save_totals(struct tally_saver *s, const struct sim_result *r)
{
    const struct tally *t = &r->total;
    int n = 0;
    struct tally_table *table = saver_table(s, "totals", 0, totals_columns + 1);
    __int128 *v = tallyfile_row(table, 0, 0, 0);

#define X(field) v[n++] = t->field;
    TOTALS(X)
#undef X
    v[n++] = r->card.scored;
    put_spread(v + n, &t->length);
    put_spread(v + n + SPREAD_COLUMNS, &t->reached);
}

static void save_seats(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *table = saver_table(s, "seats", 1, seats_columns + 1);

    for (int i = 0; i < r->seats; i++) {
        const struct seat_tally *seat = &r->total.seat[i];
        __int128 *v = tallyfile_row(table, (uint32_t)i, 0, 0);
        int n = 0;
#define X(field) v[n++] = seat->field;
        SEATS(X)
#undef X
        v[n++] = (__int128)r->forfeits[i];
        v[n++] = r->amiss[i];
        put_spread(v + n, &seat->score);
    }
}

static void save_sides(struct tally_saver *s, const struct tally *t)
{
    struct tally_table *table = saver_table(s, "sides", 1, sides_columns + 1);

    for (const struct side_tally *side = t->side; side < t->side + t->nsides; side++) {
        __int128 *v = tallyfile_row(table, side->seats, 0, 0);
#define X(field) *v++ = side->field;
        SIDES(X)
#undef X
        put_spread(v, &side->score);
    }
}

static bool is_asked(const struct sim_result *r, int kind)
{
    return r->kind == EVERY_KIND || r->kind == kind;
}

/* KINDS times CARDS counts, of one kind or of EVERY_KIND. */
static void save_cards(struct tally_saver *s, const char *name, int kinds, int cards, int kind,
                       const struct card_count *count)
{
    struct tally_table *table = saver_table(s, name, 2, cardcolumns());

    for (int k = 0; k < kinds; k++)
        for (int card = 0; (kind == EVERY_KIND || kind == k) && card < cards; card++)
            if (count[k * cards + card].games)
                cardcolumns_save(tallyfile_row(table, (uint32_t)k, (uint32_t)card, 0),
                                 &count[k * cards + card]);
}

static void save_sums(struct tally_table *table, int kind, int a, int b,
                      const struct seat_sums *sums)
{
    __int128 *v = tallyfile_row(table, (uint32_t)kind, (uint32_t)a, (uint32_t)b);

#define X(field) *v++ = sums->field;
    PAIRS(X)
#undef X
    *v = sums->first ? (__int128)sums->first : TALLY_NOTHING;
}

/* Pairs a <= b of cards, by b; before them all seats that had this kind of choice (0) and each two of them (1), a table
 * of its own. */
static void save_pairs(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *table = saver_table(s, "choosers", 2, pairs_columns + 1);

    for (int k = 0; k < r->card.kinds; k++) {
        if (is_asked(r, k) && r->card.pairs[k].all.n)
            save_sums(table, k, 0, 0, &r->card.pairs[k].all);
        if (is_asked(r, k) && r->card.pairs[k].two.n)
            save_sums(table, k, 1, 0, &r->card.pairs[k].two);
    }
    table = saver_table(s, "pairs", 3, pairs_columns + 1);
    for (int k = 0; k < r->card.kinds; k++) {
        const struct seat_sums *both = r->card.pairs[k].both;
        for (int b = 0; is_asked(r, k) && both && b < r->card.cards; b++)
            for (int a = 0; a <= b; a++)
                if (both[pair_place(a, b)].n)
                    save_sums(table, k, b, a, &both[pair_place(a, b)]);
    }
}

static void save_counts(struct tally_saver *s, const struct sim_result *r)
{
    if (sim_counts_cards(r))
        save_names(s, r);
    save_totals(s, r);
    save_seats(s, r);
    save_sides(s, &r->total);
    if (sim_counts_cards(r)) {
        save_cards(s, "cards", r->card.kinds, r->card.cards, r->kind, r->card.count);
        save_cards(s, "having", HAVINGS, r->card.cards, EVERY_KIND, r->card.having.count);
    }
    if (r->card.pairs)
        save_pairs(s, r);
    if (r->causal)
        causal_save(s, r);
    if (r->report)
        report_save(s, r);
    if (r->skill)
        skilltally_save(s, r->skill);
}

bool sim_save(struct tally_file *f, const struct sim_result *a, const struct sim_result *b)
{
    struct tally_saver s = {f, "", true}, other = {f, "against-", true};

    saver_run(&s, "sim", &a->run);
    save_ruleset(&s, a);
    if (b) {
        saver_rules(&other, &b->run);
        save_ruleset(&other, b);
    }
    if (a->cards)
        saver_text(&s, "of-cards", a->cards);
    if (a->pairs)
        saver_text(&s, "pairs", "yes");
    if (a->causal)
        saver_text(&s, "causal", "yes");
    if (a->report)
        saver_text(&s, "report", "yes");
    if (a->until)
        saver_text(&s, "until", a->until);
    f->unit = "games";
    f->of = a->of;
    numbers_join(&f->numbers, &a->numbers);
    save_counts(&s, a);
    if (b) {
        save_counts(&other, b);
        versus_save(&s, a);
    }
    s.good &= other.good;
    return saver_end(&s, "sim");
}

/* ---- loading ---- */

static void load_seats(struct tally_loader *l, struct sim_result *r)
{
    char seat[64], weights[64];

    snprintf(seat, sizeof seat, "%sseat", l->side);
    snprintf(weights, sizeof weights, "%sweights", l->side);
    for (size_t i = 0; i < l->f->nfields; i++) {
        const struct tally_field *field = &l->f->field[i];
        if (!strcmp(field->name, weights) && r->seats)
            r->weights[r->seats - 1] = loader_fingerprint(l, field->value);
        if (strcmp(field->name, seat) != 0)
            continue;
        if (r->seats == CT_MAX_SEATS) {
            loader_lacks(l, "seat");
            return;
        }
        r->bot[r->seats++] = strcmp(field->value, "none") != 0 ? field->value : NULL;
    }
    if (!r->seats)
        loader_lacks(l, "seat");
}

static void load_totals(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "totals", 0, totals_columns + 1);
    struct tally *t = &r->total;
    int n = 0;

    if (!table || table->rows != 1) {
        loader_lacks(l, "totals");
        return;
    }
    const __int128 *v = tallyfile_values(table, 0);
    for (int i = 0; i < NTOTALS; i++)
        if (!tally_is_count(v[i]))
            loader_lacks(l, "totals");
#define X(field) t->field = (uint64_t)v[n++];
    TOTALS(X)
#undef X
    r->card.scored = v[n++] == 1;
    if (!get_spread(&t->length, v + n) || !get_spread(&t->reached, v + n + SPREAD_COLUMNS) ||
        t->games != numbers_count(&l->f->numbers) || t->unfinished > t->games)
        loader_lacks(l, "totals");
}

static void load_seat_counts(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "seats", 1, seats_columns + 1);

    if (!table || table->rows != (size_t)r->seats) {
        loader_lacks(l, "seats");
        return;
    }
    for (int i = 0; i < r->seats; i++) {
        struct seat_tally *seat = &r->total.seat[i];
        const __int128 *v = tallyfile_values(table, (size_t)i);
        int n = 0;
        for (int k = 0; k <= NSEATS; k++)
            if (!tally_is_count(v[k]))
                loader_lacks(l, "seats");
#define X(field) seat->field = (uint64_t)v[n++];
        SEATS(X)
#undef X
        r->forfeits[i] = (uint64_t)v[n++];
        if (v[n] < 0 || v[n] > CT_FORFEIT_RANGE)
            loader_lacks(l, "seats");
        r->amiss[i] = (enum ct_forfeit)v[n++];
        if (!get_spread(&seat->score, v + n) ||
            tallyfile_keys(table, (size_t)i)[0] != (uint32_t)i)
            loader_lacks(l, "seats");
    }
}

static void load_side_counts(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "sides", 1, sides_columns + 1);

    for (size_t i = 0; table && i < table->rows; i++) {
        uint32_t seats = tallyfile_keys(table, i)[0];
        const __int128 *v = tallyfile_values(table, i);
        for (int k = 0; k < NSIDES; k++)
            if (!tally_is_count(v[k]))
                loader_lacks(l, "sides");
        if (!seats || seats >> r->seats) {
            loader_lacks(l, "sides");
            return;
        }
        struct side_tally *side = tally_side(&r->total, seats);
#define X(field) side->field = (uint64_t)*v++;
        SIDES(X)
#undef X
        if (!get_spread(&side->score, v))
            loader_lacks(l, "sides");
    }
}

static void load_names(struct tally_loader *l, struct sim_result *r)
{
    int named;

    r->names.kind = loader_list(l, "kinds", &r->names.kinds);
    r->names.id = loader_list(l, "cards", &r->names.cards);
    r->names.name = loader_list(l, "card-names", &named);
    if (named < r->names.cards)
        loader_lacks(l, "card-names");
    r->names.cards = named < r->names.cards ? named : r->names.cards;
    r->kind = r->cards ? card_kind_find(&r->names, r->cards) : EVERY_KIND;
    if (r->kind == NO_KIND)
        loader_lacks(l, "of-cards");
}

static void load_looks(struct tally_loader *l, struct card_names *n)
{
    int looks;
    const char **text = loader_list(l, "card-looks", &looks);

    n->look = mem_zero(((size_t)n->cards + 1) * sizeof *n->look);
    if (looks < n->cards)
        loader_lacks(l, "card-looks");
    for (int i = 0; i < looks && i < n->cards; i++)
        n->look[i] = loader_fingerprint(l, text[i]);
    free(text);
}

/* KINDS times CARDS counts. */
static void load_cards(struct tally_loader *l, const char *name, int kinds, int cards,
                       struct card_count *count)
{
    const struct tally_table *table = loader_table(l, name, 2, cardcolumns());

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= (uint32_t)kinds || key[1] >= (uint32_t)cards) {
            loader_lacks(l, name);
            return;
        }
        cardcolumns_load(l, name, tallyfile_values(table, row),
                         &count[key[0] * (uint32_t)cards + key[1]]);
    }
}

static void load_sums(struct tally_loader *l, const __int128 *v, struct seat_sums *sums)
{
    if (!tally_is_count(*v) || !*v)
        loader_lacks(l, "pairs");
#define X(field) sums->field = (__typeof__(sums->field))*v++;
    PAIRS(X)
#undef X
    sums->first = loader_game(l, "pairs", *v);
}

static void load_pairs(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = loader_table(l, "choosers", 2, pairs_columns + 1);
    uint32_t kinds = (uint32_t)r->card.kinds, cards = (uint32_t)r->card.cards;

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= kinds || key[1] > 1) {
            loader_lacks(l, "choosers");
            return;
        }
        struct pair_counts *kind = &r->card.pairs[key[0]];
        load_sums(l, tallyfile_values(table, row), key[1] ? &kind->two : &kind->all);
    }
    table = loader_table(l, "pairs", 3, pairs_columns + 1);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= kinds || key[1] >= cards || key[2] > key[1]) {
            loader_lacks(l, "pairs");
            return;
        }
        struct seat_sums *both = cardtally_pairs(&r->card, (int)key[0]);
        load_sums(l, tallyfile_values(table, row), &both[pair_place((int)key[2], (int)key[1])]);
    }
}

static void load_side(struct tally_loader *l, struct sim_result *r)
{
    bool report = tallyfile_get(l->f, "report", 0) != NULL;

    load_seats(l, r);
    if (r->cards || report) {
        load_names(l, r);
        if (tallyfile_get(l->f, "against-ruleset", 0))
            load_looks(l, &r->names);
        if (report) {
            r->names.phase = loader_list(l, "phases", &r->names.phases);
            r->names.word = loader_list(l, "words", &r->names.words);
            r->names.option = loader_list(l, "options", &r->names.options);
            if (r->names.options > MOST_OPTIONS)
                loader_lacks(l, "options");
        }
        r->report = report ? reporttally_new(&r->names) : NULL;
        sim_begin_cards(r, &r->card);
        load_cards(l, "cards", r->card.kinds, r->card.cards, r->card.count);
        load_cards(l, "having", HAVINGS, r->card.cards, r->card.having.count);
        if (r->card.pairs)
            load_pairs(l, r);
        if (tallyfile_get(l->f, "causal", 0))
            causal_load(l, r);
    }
    load_totals(l, r);
    load_seat_counts(l, r);
    load_side_counts(l, r);
    if (report)
        report_load(l, r);
    r->skill = mem_zero(sizeof *r->skill);
    if (!skilltally_load(l, r->skill, r->run.people)) {
        free(r->skill);
        r->skill = NULL;
    }
}

/* What is said once of both. */
static void load_run(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_field *cards = tallyfile_get(l->f, "of-cards", 0),
                             *until = tallyfile_get(l->f, "until", 0);

    loader_run(l, &r->run);
    r->cards = cards ? cards->value : NULL;
    r->pairs = cards && tallyfile_get(l->f, "pairs", 0);
    r->until = until ? until->value : NULL;
    r->of = l->f->of;
    numbers_join(&r->numbers, &l->f->numbers);
}

bool sim_load(const struct tally_file *f, struct sim_result *a, struct sim_result *b,
              char **wrong)
{
    struct tally_loader l = {.f = f, .side = ""};

    *a = *b = (struct sim_result){0};
    load_run(&l, a);
    load_side(&l, a);
    if (a->report || tallyfile_get(f, "against-ruleset", 0))
        a->name = loader_text(&l, "name");
    if (tallyfile_get(f, "against-ruleset", 0)) {
        load_run(&l, b);
        l.side = "against-";
        b->name = loader_text(&l, "name");
        loader_rules(&l, &b->run);
        load_side(&l, b);
        l.side = "";
        if (sim_counts_cards(a))
            versus_load(&l, a, b);
        else
            loader_lacks(&l, "cards");
    }
    return loader_end(&l, "sim", wrong);
}

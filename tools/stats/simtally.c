/* simtally.c - what `sim` has counted, as a tally, and back. */
#include "simresult.h"

#include "tools/memory.h"
#include "tools/stats/tallyrun.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool is_asked(const struct sim_result *r, int kind)
{
    return r->kind == EVERY_KIND || r->kind == kind;
}

/* KINDS times CARDS counts; of ONLY one kind, or of EVERY_KIND. */
static void pass_cards(const char *name, struct card_count *count, int kinds, int cards,
                       const int *only, const struct tally_way *way)
{
    cells_pass(way, &(struct cells){name, 2, &card_columns, count, kinds, cards, .only = only});
}

/* Pairs a <= b of cards, by b; before them all seats that had this kind of choice (0) and each two of them (1), a table
 * of its own. */
static void save_pairs(struct tally_saver *s, const struct sim_result *r)
{
    struct tally_table *choosers = columns_table(&chooser_columns, s, "choosers", 2);

    for (int k = 0; k < r->card.kinds; k++) {
        const struct pair_counts *pairs = &r->card.pairs[k];
        if (is_asked(r, k) && pairs->all.n)
            columns_put(&chooser_columns, &pairs->all, choosers, (uint32_t)k, 0, 0);
        if (is_asked(r, k) && pairs->two.n)
            columns_put(&chooser_columns, &pairs->two, choosers, (uint32_t)k, 1, 0);
    }
    struct tally_table *table = columns_table(&chooser_columns, s, "pairs", 3);
    for (int k = 0; k < r->card.kinds; k++) {
        const struct seat_sums *both = r->card.pairs[k].both;
        for (int b = 0; is_asked(r, k) && both && b < r->card.cards; b++)
            for (int a = 0; a <= b; a++)
                if (both[pair_place(a, b)].n)
                    columns_put(&chooser_columns, &both[pair_place(a, b)], table, (uint32_t)k,
                                (uint32_t)b, (uint32_t)a);
    }
}

static void load_pairs(struct tally_loader *l, struct sim_result *r)
{
    const struct tally_table *table = columns_found(&chooser_columns, l, "choosers", 2);
    uint32_t kinds = (uint32_t)r->card.kinds, cards = (uint32_t)r->card.cards;

    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= kinds || key[1] > 1) {
            loader_lacks(l, "choosers");
            return;
        }
        struct pair_counts *kind = &r->card.pairs[key[0]];
        columns_get(&chooser_columns, key[1] ? &kind->two : &kind->all, l, "choosers",
                    tallyfile_values(table, row));
    }
    table = columns_found(&chooser_columns, l, "pairs", 3);
    for (size_t row = 0; table && row < table->rows; row++) {
        const uint32_t *key = tallyfile_keys(table, row);
        if (key[0] >= kinds || key[1] >= cards || key[2] > key[1]) {
            loader_lacks(l, "pairs");
            return;
        }
        struct seat_sums *both = cardtally_pairs(&r->card, (int)key[0]);
        columns_get(&chooser_columns, &both[pair_place((int)key[2], (int)key[1])], l, "pairs",
                    tallyfile_values(table, row));
    }
}

/* All that is counted of one ruleset. */
static void pass_counts(struct sim_result *r, const struct tally_way *way)
{
    struct card_tally *t = &r->card;

    r->total.scored = t->scored;
    tally_tables(&r->total, r->seats, way);
    t->scored = r->total.scored;
    if (sim_counts_cards(r)) {
        pass_cards("cards", t->count, t->kinds, t->cards, &r->kind, way);
        pass_cards("having", t->having.count, HAVINGS, t->cards, NULL, way);
    }
    if (t->pairs && way->to)
        save_pairs(way->to, r);
    else if (t->pairs)
        load_pairs(way->from, r);
    if (r->causal)
        causaltally_tables(r->causal, way);
    if (r->report)
        report_tables(r, way);
}

static void save_counts(struct tally_saver *s, struct sim_result *r)
{
    if (sim_counts_cards(r))
        save_names(s, r);
    pass_counts(r, &(struct tally_way){.to = s});
    if (r->skill)
        skilltally_save(s, r->skill);
}

bool sim_save(struct tally_file *f, struct sim_result *a, struct sim_result *b)
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
        versus_tables(a->versus, a->kind, &(struct tally_way){.to = &s});
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

static void load_totals(struct tally_loader *l, struct sim_result *r)
{
    pass_counts(r, &(struct tally_way){.from = l});
    if (r->total.games != numbers_count(&l->f->numbers) || r->total.unfinished > r->total.games)
        loader_lacks(l, "totals");
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
        if (tallyfile_get(l->f, "causal", 0))
            r->causal = causaltally_new(r->names.kinds, r->names.cards);
    }
    load_totals(l, r);
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
        if (sim_counts_cards(a)) {
            a->versus = versus_new(&a->names, &b->names);
            versus_tables(a->versus, a->kind, &(struct tally_way){.from = &l});
        } else
            loader_lacks(&l, "cards");
    }
    return loader_end(&l, "sim", wrong);
}

/* data.c - what `sim` and `arena` counted, as a Lua table. Seats, kinds and cards have their numbers as in C,
 * from 0; lists begin at 1. */
#include "data.h"

#include "tools/memory.h"
#include "tools/stats/inference.h"
#include "tools/stats/partial.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Ranges of missing games that are named. */
enum { MOST_NAMED = 8 };

static void push_estimate(lua_State *L, const struct estimate *e)
{
    data_new(L, "f:mean f:error", e->mean, e->error);
}

static void push_worth(lua_State *L, const struct card_worth *w)
{
    data_new(L, "b:known e:picked e:passed e:gain", w->known, &w->picked, &w->passed, &w->gain);
}

static void set_fields(lua_State *L, const char *fields, va_list args)
{
    for (size_t n; *fields; fields += n + (fields[n] == ' ')) {
        char type = *fields;
        fields += 2;
        n = strcspn(fields, " ");
        lua_pushlstring(L, fields, n);
        switch (type) {
        case 's': lua_pushstring(L, va_arg(args, const char *)); break;
        case 'd': lua_pushinteger(L, va_arg(args, int)); break;
        case 'u': lua_pushinteger(L, (lua_Integer)va_arg(args, uint64_t)); break;
        case 'f': lua_pushnumber(L, va_arg(args, double)); break;
        case 'e': push_estimate(L, va_arg(args, const struct estimate *)); break;
        case 'w': push_worth(L, va_arg(args, const struct card_worth *)); break;
        default: lua_pushboolean(L, va_arg(args, int)); break;
        }
        lua_rawset(L, -3);
    }
}

#define SET_FIELDS                                                                             \
    va_list args;                                                                              \
    va_start(args, fields);                                                                    \
    set_fields(L, fields, args);                                                               \
    va_end(args)

void data_set(lua_State *L, const char *fields, ...)
{
    SET_FIELDS;
}

void data_new(lua_State *L, const char *fields, ...)
{
    lua_newtable(L);
    SET_FIELDS;
}

void data_row(lua_State *L, const char *fields, ...)
{
    lua_newtable(L);
    SET_FIELDS;
    data_append(L);
}

void data_append(lua_State *L)
{
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

void data_text(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    data_append(L);
}

void data_texts(lua_State *L, const char *name, const char *const *texts, int n)
{
    lua_newtable(L);
    for (int i = 0; i < n; i++)
        data_text(L, texts[i]);
    lua_setfield(L, -2, name);
}

static void push_spread(lua_State *L, const struct spread *s)
{
    data_new(L, "u:n f:mean f:sd u:least u:most", s->n, spread_mean(s), spread_sd(s),
             (uint64_t)s->least, (uint64_t)s->most);
}

/* Pushes the fields of a counting struct. */
static void push_counted(lua_State *L, const struct columns *c, const void *counted)
{
    lua_newtable(L);
    for (const struct counted_field *f = c->v; f < c->v + c->n; f++) {
        const void *at = (const char *)counted + f->at;
        switch (f->is) {
        case COLUMN_SUM: lua_pushnumber(L, (double)*(const __int128 *)at); break;
        case COLUMN_SPREAD: push_spread(L, at); break;
        case COLUMN_EVER: lua_pushboolean(L, *(const bool *)at); break;
        case COLUMN_WHY: lua_pushinteger(L, *(const enum ct_forfeit *)at); break;
        default: lua_pushinteger(L, (lua_Integer) * (const uint64_t *)at); break;
        }
        lua_setfield(L, -2, f->name);
    }
}

/* A list of n counting structs. */
static void set_all(lua_State *L, const char *name, const struct columns *c, const void *v,
                    int n)
{
    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        push_counted(L, c, (const char *)v + (size_t)i * c->size);
        data_append(L);
    }
    lua_setfield(L, -2, name);
}

/* ---- games ---- */

static void push_histogram(lua_State *L, const struct histogram *h)
{
    struct spread s = {0};

    for (int32_t i = 0; i < h->bins; i++) {
        int64_t number = bin_number(h->first + i);
        __int128 n = h->v[i].n;
        spread_merge(
            &s, &(struct spread){h->v[i].n, n * number, n * number * number, number, number});
    }
    push_spread(L, &s);
    for (int32_t i = 0; i < h->bins; i++) {
        if (!h->v[i].n)
            continue;
        push_counted(L, &bin_columns, &h->v[i]);
        data_set(L, "u:number", (uint64_t)bin_number(h->first + i));
        data_append(L);
    }
}

static void set_histograms(lua_State *L, const struct histogram *h)
{
    static const char *const names[] = {
#define X(id, name) #name,
        HISTOGRAMS(X)
#undef X
    };

    lua_newtable(L);
    for (int i = 0; i < NHISTOGRAMS; i++) {
        push_histogram(L, &h[i]);
        lua_setfield(L, -2, names[i]);
    }
    lua_setfield(L, -2, "histograms");
}

static void set_seats(lua_State *L, const struct sim_result *r)
{
    const struct game_tally *t = r->report ? &r->report->games : NULL;

    lua_newtable(L);
    for (int i = 0; i < r->seats; i++) {
        push_counted(L, &seat_columns, &r->total.seat[i]);
        data_set(L, "s:bot s:forfeits_why", r->bot[i], ct_forfeit_says(r->total.seat[i].amiss));
        if (t) {
            push_counted(L, &outcome_columns, &t->seat[i]);
            lua_setfield(L, -2, "outcome");
            set_all(L, "products", &product_columns, t->product[i], r->seats);
        }
        data_append(L);
    }
    lua_setfield(L, -2, "seats");
}

/* The sides of games with teams. */
static void set_sides(lua_State *L, const struct tally *t)
{
    lua_newtable(L);
    for (size_t i = 0; i < t->nsides; i++) {
        push_counted(L, &side_columns, &t->side[i]);
        data_set(L, "d:seats", (int)t->side[i].seats);
        data_append(L);
    }
    lua_setfield(L, -2, "sides");
}

static void set_games(lua_State *L, const struct sim_result *r)
{
    static const char *const endings[] = {
#define X(id, says) says,
        ENDINGS(X)
#undef X
    };
    const struct game_tally *t = &r->report->games;
    struct spread scores = {0};

    for (int i = 0; i < r->seats; i++)
        spread_merge(&scores, &r->total.seat[i].score);
    push_spread(L, &scores);
    lua_setfield(L, -2, "scores");
    data_set(L, "u:ended", t->ended);
    set_histograms(L, t->histogram);
    set_all(L, "endings", &game_columns, t->ending, NENDINGS);
    data_texts(L, "endings_say", endings, NENDINGS);
    set_all(L, "reasons", &game_columns, t->reason, t->words);
    set_all(L, "picks", &pick_columns, t->kind, t->kinds);
}

/* ---- cards ---- */

static void push_line(lua_State *L, const struct sim_result *r, const struct card_line *line)
{
    const struct card_count *c = line->count, *told = line->told;

    data_new(L,
             "d:card s:id s:name u:picked u:passed u:games u:won_in u:lost_in u:passed_in "
             "w:share w:score",
             line->card, r->names.id[line->card], r->names.name[line->card], c->picked,
             c->passed, told->games, told->won_in, told->lost_in, told->passed_in, &line->share,
             &line->score);
}

static void set_lines(lua_State *L, const struct sim_result *r, int kind)
{
    struct card_lines l = card_lines_of(&r->card, kind);

    data_set(L, "b:having b:shares b:scores s:asked", l.having, l.shares, l.scores,
             cardtally_asked(l.having));
    lua_newtable(L);
    for (const struct card_line *line = l.v; line && line < l.v + l.n; line++) {
        push_line(L, r, line);
        if (l.having) { /* what picking it is worth, too */
            const struct card_worth share = card_share(line->count),
                                    score = card_score(line->count);
            data_new(L, "w:share w:score", &share, &score);
            lua_setfield(L, -2, "own");
        }
        data_append(L);
    }
    lua_setfield(L, -2, "lines");
    free(l.v);
}

static void set_ends(lua_State *L, const struct sim_result *r, int kind, bool always)
{
    int *card = mem_alloc(((size_t)r->card.cards + 1) * sizeof *card);
    int n = cardtally_ends(&r->card, kind, always, card);

    lua_newtable(L);
    for (int i = 0; i < n; i++)
        data_text(L, r->names.name[card[i]]);
    lua_setfield(L, -2, always ? "always" : "never");
    free(card);
}

static void set_pairs(lua_State *L, const struct sim_result *r, int kind)
{
    struct card_pairs p = card_pairs_of(&r->card, kind);

    data_new(L, "b:shares b:scores", p.shares, p.scores);
    for (int i = 0; i < p.n; i++) {
        const struct card_pair *pair = &p.v[i];
        data_row(L, "s:name s:other s:id s:other_id u:n f:won u:first e:share e:score",
                 r->names.name[pair->a], r->names.name[pair->b], r->names.id[pair->a],
                 r->names.id[pair->b], pair->both->n, (double)pair->both->share,
                 pair->both->first, &pair->worth.share, &pair->worth.score);
    }
    lua_setfield(L, -2, "pairs");
    free(p.v);
}

static void set_gains(lua_State *L, const struct sim_result *r, int kind)
{
    struct causal_gains g = causal_gains(r->causal, kind);

    data_new(L, "d:tested d:sure b:shares b:margins", g.tested, g.sure, g.shares, g.margins);
    for (const struct causal_gain *one = g.v; one && one < g.v + g.n; one++) {
        const struct card_count *c = cardtally_answer(&r->card, kind, one->card);
        const struct card_worth plain = card_share(c);
        data_new(L, "s:id s:name u:samples u:same u:better_in u:worse_in",
                 r->names.id[one->card], r->names.name[one->card], one->count->samples,
                 one->count->same, one->count->better_in, one->count->worse_in);
        data_set(L, "b:known b:tested b:plain_known u:plain_games e:share e:margin e:plain",
                 one->known, one->tested, plain.known, c->games, &one->share, &one->margin,
                 &plain.gain);
        if (one->tested)
            data_set(L, "f:rate", one->rate);
        data_append(L);
    }
    lua_setfield(L, -2, "gains");
    free(g.v);
}

static void set_fates(lua_State *L, const struct fate_tally *t, int kind)
{
    lua_newtable(L);
    for (int card = 0; card < t->cards; card++) {
        const struct fate_count *c = fatetally_of(t, kind, card);
        const struct estimate part = fate_dead(c);
        if (!c->taken)
            continue;
        push_counted(L, &fate_columns, c);
        data_set(L, "e:part", &part);
        lua_rawseti(L, -2, card);
    }
    lua_setfield(L, -2, "fates");
}

static void set_kinds(lua_State *L, const struct sim_result *r)
{
    lua_newtable(L);
    for (int k = 0; k < r->card.kinds; k++) {
        data_new(L, "d:number s:name b:shown", k, r->names.kind[k],
                 r->kind == EVERY_KIND || r->kind == k);
        set_lines(L, r, k);
        set_ends(L, r, k, true);
        set_ends(L, r, k, false);
        if (r->card.pairs)
            set_pairs(L, r, k);
        if (r->causal)
            set_gains(L, r, k);
        if (r->report)
            set_fates(L, &r->report->fates, k);
        data_append(L);
    }
    lua_setfield(L, -2, "kinds");
}

/* The worth of having each card, by how seats came by it. */
static void set_having(lua_State *L, const struct sim_result *r)
{
    static const struct {
        const char *id, *head;
    } ways[] = {
#define X(name, id, head) {#id, head},
        HAVINGS_ALL(X)
#undef X
    };
    const struct having_tally *t = &r->card.having;
    struct card_lines l = having_lines_of(&r->card);

    lua_newtable(L);
    for (int how = 0; how < HAVINGS; how++) {
        bool shown = false;
        for (int card = 0; how != HAVING_ANY && card < t->cards; card++)
            shown |= t->count[how * t->cards + card].games_picked > 1;
        data_row(L, "s:id s:head b:shown", ways[how].id, ways[how].head, shown);
    }
    lua_setfield(L, -2, "ways");
    lua_newtable(L);
    for (const struct card_line *line = l.v; line && line < l.v + l.n; line++) {
        push_line(L, r, line);
        lua_newtable(L);
        for (int how = 0; how < HAVINGS; how++) {
            const struct card_count c = havingtally_of(t, (enum having)how, line->card);
            const struct card_worth w = card_share(&c);
            push_worth(L, &w);
            data_append(L);
        }
        lua_setfield(L, -2, "ways");
        data_append(L);
    }
    lua_setfield(L, -2, "having");
    free(l.v);
}

/* What cards gain by round: those that were taken and left often enough. */
static void set_rounds(lua_State *L, const struct round_tally *t)
{
    lua_newtable(L);
    for (const struct round_count *one = t->v; one && one < t->v + t->n; one++) {
        const struct card_count *c = &one->count;
        const struct card_worth share = card_share(c), score = card_score(c);
        if (c->games_picked < FEW || c->games_passed < FEW)
            continue;
        data_row(L, "d:kind d:phase d:round d:card u:games u:game w:share w:score",
                 one->key.kind, one->key.phase, one->key.round, one->key.card, c->games,
                 earlier(c->won_in, c->lost_in), &share, &score);
    }
    lua_setfield(L, -2, "rounds");
}

static void set_skill(lua_State *L, const struct skill_tally *t)
{
    lua_newtable(L);
    data_texts(L, "titles", t->title, t->levels);
    lua_newtable(L);
    for (int i = 0; i < t->matches; i++) {
        const struct estimate share = skill_share(&t->count[i]);
        data_row(L, "d:level d:others u:games u:won_in e:share", t->match[i].level,
                 t->match[i].others, t->count[i].games, t->count[i].won_in, &share);
    }
    lua_setfield(L, -2, "matches");
    lua_setfield(L, -2, "skill");
}

/* ---- two rulesets ---- */

static void push_sum(lua_State *L, const struct versus_sum *s, uint64_t games)
{
    const struct estimate by = versus_mean(s, games);

    data_new(L, "f:mean f:error u:differ u:first", by.mean, by.error, s->differ, s->first);
}

static void set_sums(lua_State *L, const char *name, const struct versus_sum *s, int n,
                     uint64_t games)
{
    lua_newtable(L);
    for (int i = 0; i < n; i++) {
        push_sum(L, &s[i], games);
        data_append(L);
    }
    lua_setfield(L, -2, name);
}

/* A card's gain in the first and in the second ruleset, and how it changes. */
static void set_change(lua_State *L, const char *name, const bool *known,
                       const struct estimate *of, const char *by_name,
                       const struct estimate *by)
{
    lua_newtable(L);
    for (int i = 0; i < 2; i++)
        data_row(L, "b:known f:mean f:error", known[i], of[i].mean, of[i].error);
    lua_setfield(L, -2, name);
    push_estimate(L, by);
    lua_setfield(L, -2, by_name);
}

static void push_changes(lua_State *L, const struct changes *all)
{
    static const char *const is[] = {"", "changed", "new", "gone"};

    lua_newtable(L);
    for (const struct change *c = all->v; c && c < all->v + all->n; c++) {
        data_new(L, "s:id s:name s:is u:first", c->id, c->name, is[c->is],
                 c->versus ? c->versus->first : (uint64_t)0);
        if (c->versus)
            data_set(L, "u:games u:differ", c->versus->games, c->versus->differ);
        set_change(L, "share", c->share, c->of_share, "share_by", &c->share_by);
        set_change(L, "score", c->score, c->of_score, "score_by", &c->score_by);
        data_append(L);
    }
}

static void set_versus(lua_State *L, const struct sim_result *r, const struct sim_result *other)
{
    const struct versus_tally *t = r->versus;
    const struct cards_side a = {&r->card, &r->names, r->name},
                            b = {&other->card, &other->names, other->name};

    data_new(L, "u:games u:differ u:first", t->games, t->differ, t->first);
    set_sums(L, "share", t->sum[VERSUS_SHARE], r->seats, t->games);
    set_sums(L, "score", t->sum[VERSUS_SCORE], r->seats, t->games);
    push_sum(L, t->sum[VERSUS_PICKS], t->games);
    lua_setfield(L, -2, "picks");
    lua_newtable(L);
    for (int k2, k = changes_next_kind(&a, &b, r->kind, 0, &k2); k >= 0;
         k = changes_next_kind(&a, &b, r->kind, k + 1, &k2)) {
        struct changes all = changes_of(&a, &b, t, k, k2);
        data_new(L, "s:name s:asked d:number d:other", r->names.kind[k],
                 cardtally_asked(cardtally_asks_having(&r->card, k)), k, k2);
        push_changes(L, &all);
        lua_setfield(L, -2, "changes");
        data_append(L);
        free(all.v);
    }
    lua_setfield(L, -2, "kinds");
    lua_setfield(L, -2, "versus");
}

/* ---- the whole ---- */

static void set_run(lua_State *L, const struct tally_run *run, const struct numbers *played,
                    uint64_t of)
{
    struct numbers lacks = partial_missing(played, of);
    char *missing = lacks.n ? numbers_text(&lacks, MOST_NAMED) : NULL,
         *all = lacks.n ? numbers_text(&lacks, 0) : NULL, seed[32], rules[32];

    snprintf(seed, sizeof seed, "%" PRIu64, run->seed);
    snprintf(rules, sizeof rules, "%016" PRIx64, run->behaviour);
    data_set(L, "s:id s:title s:version s:seed s:rules d:people", run->id, run->title,
             run->version, seed, rules, run->people);
    data_set(L, "u:of u:played s:missing s:all_missing", of, numbers_count(played), missing,
             all);
    data_texts(L, "options", run->options, run->noptions);
    free(missing);
    free(all);
    numbers_free(&lacks);
}

void data_push(lua_State *L, const struct sim_result *r, const struct sim_result *other)
{
    lua_newtable(L);
    set_run(L, &r->run, &r->numbers, r->of);
    data_set(L, "s:name s:stopped b:of_cards b:of_pairs d:kind", r->name, r->until,
             r->cards != NULL, r->pairs, r->kind);
    push_counted(L, &tally_columns, &r->total);
    lua_setfield(L, -2, "total");
    set_seats(L, r);
    set_sides(L, &r->total);
    set_kinds(L, r);
    if (r->report) {
        set_games(L, r);
        set_rounds(L, &r->report->rounds);
    }
    if (r->cards)
        set_having(L, r);
    data_texts(L, "phases", r->names.phase, r->names.phases);
    data_texts(L, "words", r->names.word, r->names.words);
    data_texts(L, "words_say", r->names.said, r->names.words);
    data_texts(L, "varied", r->names.option, r->names.options);
    data_set(L, "b:scored", r->card.scored);
    if (r->skill)
        set_skill(L, r->skill);
    if (r->causal) {
        data_new(L, "u:cut", r->causal->cut);
        lua_setfield(L, -2, "causal");
    }
    if (other && r->versus)
        set_versus(L, r, other);
}

/* ---- arena ---- */

/* `at`: a player's seat, or -1 for all. */
static void push_measure(lua_State *L, const struct arena_counts *c, int bot, int at)
{
    struct measure m = arena_measure(c, bot, at);

    data_new(L, "u:games f:share f:error", m.games, m.share,
             share_error(m.error, m.share, (double)m.deals));
}

static void push_bot(lua_State *L, const struct arena_result *r, int i)
{
    const struct arena_counts *c = &r->counts;
    const struct arena_bot *b = &c->bot[i];
    struct measure ahead = arena_ahead(c, i);

    push_measure(L, c, i, -1);
    data_set(L, "s:name u:refused u:forfeits s:forfeits_why", r->name[i], b->refused,
             b->forfeits, ct_forfeit_says(b->amiss));
    data_new(L, "u:games f:share f:error", ahead.games, ahead.share, ahead.error);
    lua_setfield(L, -2, "ahead");
    lua_newtable(L);
    for (int p = 0; p < c->people; p++) {
        push_measure(L, c, i, p);
        data_append(L);
    }
    lua_setfield(L, -2, "seats");
}

static void set_rating(lua_State *L, const struct arena_counts *c, const struct rating *rating,
                       int i)
{
    data_new(L, "b:met f:value f:error", rating->met, rating->value, rating->error);
    lua_newtable(L);
    for (int j = 0; j < c->bots; j++) {
        lua_pushinteger(L, c->wins[i * c->bots + j]);
        data_append(L);
    }
    lua_setfield(L, -2, "half_wins");
    lua_setfield(L, -2, "rating");
}

void data_push_arena(lua_State *L, const struct arena_result *r)
{
    const struct arena_counts *c = &r->counts;
    struct rating *ratings = arena_ratings(c, numbers_count(&r->numbers));

    lua_newtable(L);
    set_run(L, &r->run, &r->numbers, r->of);
    data_set(L, "d:seats d:places u:games u:unfinished u:uneven", c->people, r->places,
             c->games, c->unfinished, c->uneven);
    lua_newtable(L);
    for (int i = 0; i < c->bots; i++) {
        push_bot(L, r, i);
        if (ratings)
            set_rating(L, c, &ratings[i], i);
        data_append(L);
    }
    lua_setfield(L, -2, "bots");
    free(ratings);
}

/* ---- check --deep ---- */

static void set_never(lua_State *L, const struct deep_result *r)
{
    struct deep_part p;

    lua_newtable(L);
    for (int i = 0; i < r->sums.nran; i++) {
        if (!deep_part_never(r, i, &p))
            continue;
        data_new(L, "s:says s:file d:line d:column b:card", ct_covers_says(p.is),
                 *p.file ? p.file : NULL, p.row, p.column, p.is == CT_COVERS_CARD);
        if (p.nname) {
            lua_pushlstring(L, p.name, (size_t)p.nname);
            lua_setfield(L, -2, "name");
        }
        data_append(L);
    }
    lua_setfield(L, -2, "never");
}

static void set_hooks(lua_State *L, const struct deep_result *r)
{
    lua_newtable(L);
    for (int i = 0; i < r->sums.nhooks; i++) {
        const struct ct_battery_hook *h = &r->sums.hook[i];
        if (!h->samples)
            continue;
        data_row(L, "s:name u:tried u:accepted", r->hook[i], h->samples, h->accepted);
    }
    lua_setfield(L, -2, "hooks");
}

void data_push_deep(lua_State *L, const struct deep_result *r)
{
    const struct ct_battery *b = &r->sums;
    bool whole = !r->broken && !r->hash_only;
    char hash[20];

    snprintf(hash, sizeof hash, "%016" PRIx64, b->hash);
    lua_newtable(L);
    set_run(L, &r->run, &r->numbers, r->of);
    data_set(L, "b:whole s:broken s:hash u:games u:picks u:held u:samples u:unfinished s:unit",
             whole, r->broken ? r->message : NULL, hash, b->games, b->picks, b->held,
             b->samples, b->unfinished, whole && r->games == r->each ? "games" : "groups");
    data_set(L, "d:from d:to", r->from, r->to);
    lua_newtable(L);
    for (int people = r->from; people <= r->to; people++) {
        lua_pushstring(L, r->refused[people]);
        lua_rawseti(L, -2, people);
    }
    lua_setfield(L, -2, "not_with");
    if (whole) {
        set_hooks(L, r);
        set_never(L, r);
    }
}

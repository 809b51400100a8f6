/* cardtally.c - which cards win. */
#include "cardtally.h"

#include "cantrip.h"
#include "tally.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the seats did with one card in the present game. */
struct card_met {
    uint32_t at;
    struct card_deeds did;
};

/* What one seat did, once the game is over. */
struct card_did {
    int kind, seat, card;
    bool picked;
};

/* Collects the texts of `of`, and their number. */
static const char **texts_of(const ct_definition *def,
                             const char *(*of)(const ct_definition *def, int i), int *n)
{
    *n = 0;
    while (of(def, *n))
        ++*n;
    const char **text = mem_alloc(((size_t)*n + 1) * sizeof *text);
    for (int i = 0; i < *n; i++)
        text[i] = of(def, i);
    return text;
}

void card_names_of(struct card_names *n, const ct_definition *def)
{
    n->kind = texts_of(def, ct_kind_id, &n->kinds);
    n->id = texts_of(def, ct_card_id, &n->cards);
    n->phase = texts_of(def, ct_phase_id, &n->phases);
    n->word = texts_of(def, ct_word_id, &n->words);
    n->said = texts_of(def, ct_word_text, &n->words);
    n->name = mem_alloc(((size_t)n->cards + 1) * sizeof *n->name);
    for (int i = 0; i < n->cards; i++)
        n->name[i] = ct_card_name(def, i, NULL);
}

void card_names_option(struct card_names *n, const char *option)
{
    n->option = mem_realloc(n->option, (size_t)(n->options + 1) * sizeof *n->option);
    n->option[n->options++] = option;
}

/* FNV-1a, of 64 bits. */
static void look_on(uint64_t *look, const char *text)
{
    const char *s = text;

    do
        *look = (*look ^ (unsigned char)*s) * 1099511628211u;
    while (*s++);
}

static uint64_t look_of(const ct_definition *def, int card)
{
    uint64_t look = 14695981039346656037u;
    char *count = mem_had(ct_card_count(def, card, NULL));

    look_on(&look, ct_card_name(def, card, NULL));
    look_on(&look, count);
    free(count);
    for (int i = 0; ct_trait_id(def, i); i++) {
        char *text = mem_had(ct_card_text(def, NULL, card, i, -1, NULL));
        look_on(&look, ct_trait_id(def, i));
        look_on(&look, text);
        free(text);
    }
    return look;
}

uint64_t *card_looks(const ct_definition *def, int cards)
{
    uint64_t *look = mem_alloc(((size_t)cards + 1) * sizeof *look);

    for (int i = 0; i < cards; i++)
        look[i] = look_of(def, i);
    return look;
}

void card_names_free(struct card_names *n)
{
    free(n->kind);
    free(n->id);
    free(n->name);
    free(n->phase);
    free(n->word);
    free(n->said);
    free(n->look);
    free(n->option);
    memset(n, 0, sizeof *n);
}

void cardtally_begin(struct card_tally *t, int kinds, int cards, int pairs)
{
    size_t cells = (size_t)kinds * (size_t)cards;

    *t = (struct card_tally){.kinds = kinds, .cards = cards, .pairs_of = pairs};
    t->count = mem_zero((cells + 1) * sizeof *t->count);
    t->at = mem_zero((cells + 1) * sizeof *t->at);
    t->seen = mem_zero((cells + 1) * sizeof *t->seen);
    havingtally_begin(&t->having, cards);
    if (pairs != NO_KIND)
        t->pairs = mem_zero(((size_t)kinds + 1) * sizeof *t->pairs);
}

struct seat_sums *cardtally_pairs(struct card_tally *t, int kind)
{
    struct pair_counts *k = &t->pairs[kind];

    if (!k->both)
        k->both = mem_zero((pair_place(0, t->cards) + 1) * sizeof *k->both);
    return k->both;
}

void cardtally_free(struct card_tally *t)
{
    for (int i = 0; t->pairs && i < t->kinds; i++)
        free(t->pairs[i].both);
    free(t->pairs);
    free(t->did);
    free(t->offer);
    free(t->ended);
    free(t->count);
    free(t->at);
    free(t->seen);
    free(t->met);
    havingtally_free(&t->having);
    memset(t, 0, sizeof *t);
}

static struct card_met *met(struct card_tally *t, int cell)
{
    if (t->at[cell])
        return &t->met[t->at[cell] - 1];
    MEM_MORE(t->met, t->nmet, t->cap);
    t->met[t->nmet] = (struct card_met){.at = (uint32_t)cell};
    t->at[cell] = (uint32_t)++t->nmet;
    return &t->met[t->nmet - 1];
}

/* Finds the cells in which choice i of a seat counts, one for each of its cards. `cells` has
 * room for CT_MAX_CHOSEN. Returns how many. */
static int cells_of(const struct card_tally *t, ct_engine *engine, ct_state *game, int seat,
                    int i, int *cells)
{
    int n = ct_choice_cards(engine, game, seat, i, cells),
        kind = n > 0 ? ct_choice_kind(engine, game, seat, i) : 0;

    for (int k = 0; k < n; k++)
        cells[k] += kind * t->cards;
    return n;
}

bool cardtally_has(const struct card_tally *t, ct_engine *engine, ct_state *game, int seat,
                   int i, int cell)
{
    int cells[CT_MAX_CHOSEN], n = cells_of(t, engine, game, seat, i, cells);

    while (n > 0 && cells[n - 1] != cell)
        n--;
    return n > 0;
}

/* Counts each card of a choice once per decision, in however many choices it is. */
static void offered(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int i,
                    bool picked)
{
    int cells[CT_MAX_CHOSEN], n = cells_of(t, engine, game, seat, i, cells);

    t->sets |= n > 1;
    for (int k = 0; k < n; k++) {
        if (t->seen[cells[k]] == t->decision)
            continue;
        t->seen[cells[k]] = t->decision;
        MEM_MORE(t->offer, t->noffers, t->offer_cap);
        t->offer[t->noffers++] = (struct card_offer){cells[k], picked};
    }
}

void cardtally_pick(struct card_tally *t, ct_engine *engine, ct_state *game, int seat, int n,
                    int pick)
{
    t->decision++;
    t->noffers = 0;
    t->sets = false;
    offered(t, engine, game, seat, pick, true);
    for (int i = 0; i < n; i++)
        offered(t, engine, game, seat, i, false);
    for (int i = 0; i < t->noffers; i++)
        carddeeds_add(&met(t, t->offer[i].cell)->did, seat, t->offer[i].picked);
}

/* Has the seat picked the card in this game, in any kind of choice? */
static bool has_picked(const void *ctx, int seat, int card)
{
    const struct card_tally *t = ctx;

    for (int kind = 0; kind < t->kinds; kind++) {
        uint32_t at = t->at[kind * t->cards + card];
        if (at && t->met[at - 1].did.seat[seat].picked)
            return true;
    }
    return false;
}

void cardtally_look(struct card_tally *t, ct_engine *engine, ct_state *game)
{
    havingtally_look(&t->having, engine, game, has_picked, t);
}

/* ---- two cards at a time ---- */

static void add_seat(struct seat_sums *s, const struct ct_result *r, unsigned seat,
                     uint64_t number)
{
    __int128 share = r->share[seat], score = r->scored ? r->score[seat] : 0;

    s->n++;
    s->first = earlier(s->first, number);
    s->share += share;
    s->share2 += share * share;
    s->score += score;
    s->score2 += score * score;
}

/* By kind, then seat, then card. Picked cards come last. */
static int by_seat(const void *a, const void *b)
{
    const struct card_did *x = a, *y = b;

    return x->kind != y->kind       ? x->kind - y->kind
           : x->seat != y->seat     ? x->seat - y->seat
           : x->picked != y->picked ? x->picked - y->picked
                                    : x->card - y->card;
}

/* Sorts what the seats did in the finished game into t->did. Returns how many entries. */
static size_t sort_done(struct card_tally *t)
{
    size_t n = 0;

    t->did = mem_realloc(t->did, (t->nmet * CT_MAX_SEATS + 1) * sizeof *t->did);
    for (size_t i = 0; i < t->nmet; i++) {
        const struct card_met *m = &t->met[i];
        int kind = (int)m->at / t->cards, card = (int)m->at % t->cards;
        if (t->pairs_of != EVERY_KIND && t->pairs_of != kind)
            continue;
        for (int seat = 0; seat < CT_MAX_SEATS; seat++)
            if (m->did.seat[seat].picked + m->did.seat[seat].passed)
                t->did[n++] = (struct card_did){kind, seat, card, m->did.seat[seat].picked > 0};
    }
    qsort(t->did, n, sizeof *t->did, by_seat);
    return n;
}

/* Adds all pairs of seats that had a kind of choice in a game. */
static void add_twos(struct seat_sums *two, const struct ct_result *r, unsigned seats)
{
    for (unsigned i = 0; seats >> i; i++)
        for (unsigned k = 0; seats >> i & 1 && seats >> k; k++) {
            if (k == i || !(seats >> k & 1))
                continue;
            two->n++;
            two->share += r->share[i];
            two->share2 += (__int128)r->share[i] * r->share[k];
            two->score += r->scored ? r->score[i] : 0;
            two->score2 += r->scored ? (__int128)r->score[i] * r->score[k] : 0;
        }
}

static void count_pairs(struct card_tally *t, const struct ct_result *r, uint64_t number)
{
    size_t n = sort_done(t);
    unsigned seats = 0;

    for (size_t i = 0, end; i < n; i = end) {
        int kind = t->did[i].kind, seat = t->did[i].seat;
        struct seat_sums *both = cardtally_pairs(t, kind);
        add_seat(&t->pairs[kind].all, r, (unsigned)seat, number);
        seats |= 1u << seat;
        while (i < n && t->did[i].kind == kind && t->did[i].seat == seat && !t->did[i].picked)
            i++;
        for (end = i; end < n && t->did[end].kind == kind && t->did[end].seat == seat; end++)
            for (size_t k = i; k <= end; k++)
                add_seat(&both[pair_place(t->did[k].card, t->did[end].card)], r, (unsigned)seat,
                         number);
        if (end == n || t->did[end].kind != kind) {
            add_twos(&t->pairs[kind].two, r, seats);
            seats = 0;
        }
    }
}

/* ---- a game that is over ---- */

/* Seats that were offered the card and had it without picking it. */
static int owners_of(const struct card_tally *t, const struct card_met *m)
{
    int n = 0;

    for (int seat = 0; seat < CT_MAX_SEATS; seat++)
        n += (m->did.seat[seat].picked || m->did.seat[seat].passed) &&
             havingtally_was_given(&t->having, seat, (int)m->at % t->cards);
    return n;
}

void cardtally_game(struct card_tally *t, ct_engine *engine, ct_state *game, unsigned seats,
                    const struct ct_result *r, uint64_t number)
{
    bool over = r->status == CT_OVER;

    cardtally_look(t, engine, game);
    havingtally_game(&t->having, r, seats, number, has_picked, t);
    if (t->pairs && t->nmet && over)
        count_pairs(t, r, number);
    if (t->nmet > t->ended_cap)
        t->ended = mem_realloc(t->ended, (t->ended_cap = t->cap) * sizeof *t->ended);
    t->nended = 0;
    for (size_t i = 0; i < t->nmet; i++) {
        uint32_t cell = t->met[i].at;
        t->at[cell] = 0;
        if (!over)
            continue;
        struct card_ended *e = &t->ended[t->nended++];
        *e = (struct card_ended){(int)cell, card_game_of(&t->met[i].did, r)};
        e->game.owners = owners_of(t, &t->met[i]);
        cardcount_add(&t->count[cell], &e->game, number);
    }
    t->nmet = 0;
    havingtally_forget(&t->having);
    t->scored |= over && r->scored;
}

#define COUNTED struct seat_sums
static bool is_counted(const void *counted)
{
    return ((const struct seat_sums *)counted)->n;
}
const struct columns chooser_columns = COLUMNS(is_counted, COUNT(n), SUM(share), SUM(share2),
                                               SUM(score), SUM(score2), FIRST(first));

void cardtally_merge(struct card_tally *into, const struct card_tally *from)
{
    columns_merge(&card_columns, into->count, from->count,
                  (size_t)from->kinds * (size_t)from->cards);
    for (int k = 0; from->pairs && k < from->kinds; k++) {
        const struct pair_counts *pairs = &from->pairs[k];
        if (!pairs->all.n)
            continue;
        columns_merge(&chooser_columns, cardtally_pairs(into, k), pairs->both,
                      pair_place(0, from->cards));
        columns_merge(&chooser_columns, &into->pairs[k].all, &pairs->all, 1);
        columns_merge(&chooser_columns, &into->pairs[k].two, &pairs->two, 1);
    }
    columns_merge(&card_columns, into->having.count, from->having.count,
                  HAVINGS * (size_t)from->cards);
    into->scored |= from->scored;
}

/* ---- what they say ---- */

const struct card_count *cardtally_of(const struct card_tally *t, int kind, int card)
{
    return &t->count[kind * t->cards + card];
}

bool cardtally_asks_having(const struct card_tally *t, int kind)
{
    uint64_t owners = 0, holders = 0;
    int offered = 0, known = 0;

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = cardtally_of(t, kind, card),
                                *had = &t->having.count[HAVING_ANY * t->cards + card];
        owners += c->owners;
        holders += c->holders;
        offered += c->games > 0;
        known += c->games > 0 && card_share(had).known;
    }
    return 2 * owners > holders && 2 * known > offered;
}

const struct card_count *cardtally_answer(const struct card_tally *t, int kind, int card)
{
    return cardtally_asks_having(t, kind) ? &t->having.count[HAVING_ANY * t->cards + card]
                                          : cardtally_of(t, kind, card);
}

const char *cardtally_asked(bool having)
{
    return having ? "Players pick from their own cards, so this compares having a card with "
                    "never having it."
                  : "This compares players who picked a card with players who could have "
                    "picked it and did not.";
}

int cardtally_ends(const struct card_tally *t, int kind, bool always, int *card)
{
    enum { MANY_OFFERS = 30 };
    int n = 0;

    for (int i = 0; i < t->cards; i++) {
        const struct card_count *c = cardtally_of(t, kind, i);
        if (!(always ? c->passed : c->picked) && c->picked + c->passed >= MANY_OFFERS)
            card[n++] = i;
    }
    return n;
}

static double root(double v)
{
    return v > 0 ? sqrt(v) : 0;
}

/* ---- pairs ---- */

static struct seat_sums seats_less(struct seat_sums a, const struct seat_sums *b)
{
    a.n -= b->n;
    a.share -= b->share;
    a.share2 -= b->share2;
    a.score -= b->score;
    a.score2 -= b->score2;
    return a;
}

/* The factor on the variance of a difference of means: 1 less the correlation of two seats of a
 * game. Seats of a game depend on each other, because they take from each other. */
static double taken(double n, double sum, double squares, double twos, double first,
                    double products)
{
    double mean = sum / n, variance = squares / n - mean * mean,
           together = twos > 0 ? (products - 2 * mean * first) / twos + mean * mean : 0;

    return together < 0 && variance > 0 ? 1 - together / variance : 1;
}

/* The difference of differences of four means: +0 -1 -2 +3. */
static struct estimate differing(const double n[4], const double sum[4],
                                 const double squares[4], double more, double unit)
{
    static const int sign[] = {1, -1, -1, 1};
    struct estimate e = {0, 0};

    for (int i = 0; i < 4; i++) {
        double mean = sum[i] / n[i], spread = squares[i] - sum[i] * mean;
        e.mean += sign[i] * mean / unit;
        e.error += (spread > 0 ? spread : 0) / (n[i] - 1) / n[i] / unit / unit;
    }
    e.error = root(e.error * more);
    return e;
}

struct pair_worth card_pair(const struct pair_counts *k, int a, int b)
{
    const struct seat_sums *one = &k->both[pair_place(a, a)], *two = &k->both[pair_place(b, b)],
                           *both = &k->both[pair_place(a, b)];
    struct seat_sums only_one = seats_less(*one, both), only_two = seats_less(*two, both),
                     neither = seats_less(seats_less(k->all, one), &only_two);
    const struct seat_sums *seats[] = {both, &only_one, &only_two, &neither};
    double n[4], share[4], share2[4], score[4], score2[4];

    for (int i = 0; i < 4; i++) {
        if (seats[i]->n < FEW)
            return (struct pair_worth){0};
        n[i] = (double)seats[i]->n;
        share[i] = (double)seats[i]->share;
        share2[i] = (double)seats[i]->share2;
        score[i] = (double)seats[i]->score;
        score2[i] = (double)seats[i]->score2;
    }
    const struct seat_sums *all = &k->all, *t = &k->two;
    double shares = taken((double)all->n, (double)all->share, (double)all->share2, (double)t->n,
                          (double)t->share, (double)t->share2),
           scores = taken((double)all->n, (double)all->score, (double)all->score2, (double)t->n,
                          (double)t->score, (double)t->score2);
    return (struct pair_worth){true, differing(n, share, share2, shares, CT_WHOLE),
                               differing(n, score, score2, scores, 1)};
}

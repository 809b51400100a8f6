/* features.c - gathers what a seat may know, in one sweep of ct_look, and what its choices are.
 *
 * It asks only what cantrip.h tells this seat. So two positions that the seat cannot tell apart
 * have the same features and heads. */
#include "bot/features.h"

#include "bot/memory.h"

#include <stdlib.h>

enum whose { OWN, LEFT, RIGHT, OTHER, PARTNER, TABLE, WHOSE };
enum { MOST_PHASES = 8 };

uint32_t features_name(const char *sort, const char *id)
{
    uint32_t h = 2166136261u;

    for (const char *s = sort; *s; s++)
        h = (h ^ (uint8_t)*s) * 16777619u;
    h = (h ^ ':') * 16777619u;
    for (const char *s = id ? id : ""; *s; s++)
        h = (h ^ (uint8_t)*s) * 16777619u;
    return features_mix(h, 0);
}

typedef const char *(*name_fn)(const ct_definition *def, int i);

static uint32_t *names_of(const ct_definition *def, const char *sort, name_fn name, int n)
{
    uint32_t *out = malloc(((size_t)n + 1) * sizeof *out);

    for (int i = 0; out && i < n; i++)
        out[i] = features_name(sort, name(def, i));
    return out;
}

static int kinds_of(const ct_definition *def)
{
    int n = 0;

    while (ct_kind_id(def, n))
        n++;
    return n;
}

bool features_init(struct features *f, const ct_definition *def)
{
    struct ct_info info = ct_get_info(def, NULL);

    *f = (struct features){.def = def, .info = info};
    f->card = names_of(def, "card", ct_card_id, info.cards);
    f->zone = names_of(def, "zone", ct_zone_id, info.zones);
    f->kind = names_of(def, "kind", ct_kind_id, kinds_of(def));
    f->counter = names_of(def, "counter", ct_counter_id, info.counters);
    f->phase = names_of(def, "phase", ct_phase_id, info.phases);
    f->values = malloc(((size_t)info.counters + 1) * sizeof *f->values);
    /* the start values of card counters */
    struct mark *out = malloc(((size_t)info.card_counters + 1) * sizeof *out);
    struct ct_counter_info c;
    for (int k = 0; out && k < info.card_counters; k++) {
        out[k].counter = ct_card_counter(def, k);
        out[k].start = ct_get_counter(def, out[k].counter, &c) ? c.start : 0;
    }
    f->mark = out;
    return compare_init(&f->compare, def) && f->mark && f->card && f->zone && f->kind &&
           f->counter && f->phase && f->values;
}

void features_free(struct features *f)
{
    compare_free(&f->compare);
    free(f->card);
    free(f->zone);
    free(f->kind);
    free(f->counter);
    free(f->phase);
    free(f->values);
    free(f->mark);
    free(f->seen);
    free(f->marks);
    free(f->at);
    free(f->head);
    free(f->first);
    *f = (struct features){0};
}

int features_begin(struct features *f, ct_engine *engine, ct_state *game)
{
    struct ct_result r;

    if (ct_get_result(engine, game, &r))
        return -1;
    f->seats = ct_seats(game);
    for (int a = 0; a < f->seats; a++)
        for (int b = 0; b < f->seats; b++) {
            int away = (b - a + f->seats) % f->seats;
            bool side = ct_is_person(game, a) && ct_is_person(game, b) && r.side[a] >> b & 1;
            f->whose[a][b] = !away                  ? OWN
                             : side                 ? PARTNER
                             : f->seats == 2        ? OTHER
                             : away == 1            ? LEFT
                             : away == f->seats - 1 ? RIGHT
                                                    : OTHER;
        }
    return 0;
}

static uint32_t whose_of(const struct features *f, int seat, int whose)
{
    return whose < 0 ? TABLE : f->whose[seat][whose];
}

/* A number as a step: 0 … 8 have one each, then there are four for each doubling. */
static uint32_t in_steps(int64_t value)
{
    uint64_t v = value < 0 ? (uint64_t)-value : (uint64_t)value;
    uint32_t step = 0;

    while (v > 8) {
        step += 4;
        v = v / 2 + (v == 9);
    }
    return (uint32_t)(v + step) << 1 | (value < 0);
}

static void add(struct features *f, uint32_t feature)
{
    f->at[f->n++] = feature;
}

/* ---- the position ---- */

/* What a counter holds: a number in steps, a card or word by name, a seat as seen from this one. */
static uint32_t held(const struct features *f, int counter, int32_t value, int seat)
{
    struct ct_counter_info c;

    if (!ct_get_counter(f->def, counter, &c))
        return 0;
    switch (c.is) {
    case CT_COUNTS_SEAT: return value < 0 || value >= f->seats ? 99 : f->whose[seat][value];
    case CT_COUNTS_CARD: return value < 0 || value >= f->info.cards ? 99 : f->card[value];
    case CT_COUNTS_WORD: return features_name("word", ct_counter_word(f->def, counter, value));
    case CT_COUNTS_WORDS: return (uint32_t)value;
    default: return in_steps(value);
    }
}

static void add_counters(struct features *f, ct_engine *engine, ct_state *game, int seat,
                         int whose)
{
    ct_counters(engine, game, whose, f->values);
    for (int c = 0; c < f->info.counters; c++)
        if (f->values[c] != CT_ABSENT && f->values[c])
            add(f, features_mix(f->counter[c] + whose_of(f, seat, whose),
                                held(f, c, f->values[c], seat)));
}

enum { COUNTED = 4 }; /* equal cards that count one by one; more count in steps */

/* Adds a card that the seat knows: where and whose it is, how it lies, its counters. */
static void add_card(struct features *f, const struct ct_card *c, const int32_t *marks,
                     int seat)
{
    uint32_t lies = c->up ? 1 : c->remembered ? 2 : 0;
    uint32_t there = c->zone < 0 ? 1 : f->zone[c->zone];
    uint32_t it =
        features_mix(f->card[c->card], there + whose_of(f, seat, c->seat) * WHOSE + lies);

    /* Copies count up to a limit. In a pile of fifty each weight would count fifty times, and a
     * step of learning 2,500 times. */
    f->run = it == f->last ? f->run + 1 : 1;
    f->last = it;
    if (f->run <= COUNTED || !(f->run & (f->run - 1)))
        add(f, it);
    for (int k = 0; k < f->info.card_counters; k++) {
        int counter = f->mark[k].counter;
        if (marks[k] != f->mark[k].start)
            add(f, features_mix(it ^ f->counter[counter], held(f, counter, marks[k], seat)));
    }
}

/* Looks at all cards that the seat knows. How many; -1 */
static int look(struct features *f, ct_engine *engine, ct_state *game, int seat)
{
    int per = f->info.card_counters;

    for (;;) {
        int room = per && f->cap_marks / per < f->cap_seen ? f->cap_marks / per : f->cap_seen;
        int n = ct_look(engine, game, seat, CT_KNOWN, f->seen, per ? f->marks : NULL, room);
        if (n <= room)
            return n;
        if (!bot_room(&f->seen, &f->cap_seen, n, sizeof *f->seen) ||
            (per && !bot_room(&f->marks, &f->cap_marks, n * per, sizeof *f->marks)))
            return -1;
    }
}

static int gather_position(struct features *f, ct_engine *engine, ct_state *game, int seat)
{
    int per = f->info.card_counters, n = look(f, engine, game, seat);
    int most = n * (1 + per) + (f->seats + 1) * f->info.counters + MOST_PHASES;

    if (n < 0 || !bot_room(&f->at, &f->cap, most, sizeof *f->at))
        return -1;
    f->n = f->run = 0;
    compare_see(&f->compare, f->seen, n);
    struct ct_phase p[MOST_PHASES];
    int phases = ct_phases(engine, game, p, MOST_PHASES);
    for (int i = 0; i < phases && i < MOST_PHASES; i++) {
        uint32_t turn = p[i].seat < 0 ? TABLE : f->whose[seat][p[i].seat];
        add(f, features_mix(f->phase[p[i].phase] + turn, in_steps(p[i].number)));
    }
    if (f->info.counters > per)
        for (int s = -1; s < f->seats; s++)
            add_counters(f, engine, game, seat, s);
    for (int i = 0; i < n; i++)
        if (f->seen[i].card >= 0)
            add_card(f, &f->seen[i], per ? &f->marks[i * per] : NULL, seat);
    return 0;
}

/* ---- the choices ---- */

static uint32_t card_name(const struct features *f, const struct ct_card *c, int seat)
{
    uint32_t there = c->zone < 0 ? 1 : f->zone[c->zone];

    return c->card >= 0 ? f->card[c->card] : there + whose_of(f, seat, c->seat);
}

/* What a choice says besides its kind and first card; 0: nothing. */
static uint32_t rest_of(const struct features *f, const struct ct_choice *c, int seat, int from)
{
    uint32_t h = 0;

    for (int i = from; i < c->ncards; i++)
        if (c->part[i] != CT_PART_SET)
            h = features_mix(h + c->part[i], card_name(f, &c->card[i], seat) +
                                                 whose_of(f, seat, c->card[i].seat));
    if (c->seat >= 0)
        h = features_mix(h + 11, whose_of(f, seat, c->seat));
    if (c->numbered && c->is != CT_CHOSEN_EFFECT)
        h = features_mix(h + 12, (uint32_t)c->number);
    if (c->word >= 0)
        h = features_mix(h + 13,
                         features_name("word", ct_trait_word(f->def, c->trait, c->word)));
    return h;
}

static bool add_head(struct features *f, uint32_t head)
{
    if (!bot_room(&f->head, &f->cap_heads, f->nheads + 1, sizeof *f->head))
        return false;
    f->head[f->nheads++] = head;
    return true;
}

/* Compares the choice's first card with those in rows on the table, and with its other cards. */
static bool add_comparisons(struct features *f, uint32_t kind, const struct ct_choice *c)
{
    const struct compare *by = &f->compare;
    int card = c->card[0].card;
    bool good = true;

    for (int i = 0; card >= 0 && good && i < compare_rows(by); i++)
        good = add_head(f, features_mix(kind + 1, compare_with_row(by, i, card, f->zone)));
    for (int i = 1; card >= 0 && good && i < c->ncards; i++) {
        if (c->part[i] == CT_PART_SET || c->card[i].card < 0)
            continue;
        for (int n = 0; good && n < by->nnumbers; n++)
            good =
                add_head(f, features_mix(kind + by->number[n].name + c->part[i],
                                         in_steps(compare_pair(by, n, card, c->card[i].card))));
    }
    return good;
}

/* One head for kind and first card, one for the whole choice if there is more; comparisons; one for
 * each card of a set. */
static bool add_choice(struct features *f, const struct ct_choice *c, int seat)
{
    uint32_t kind = f->kind[c->kind] + (uint32_t)c->is;
    bool single = c->ncards && c->part[0] != CT_PART_SET;
    uint32_t head = features_mix(kind, single ? card_name(f, &c->card[0], seat) : 0);
    uint32_t rest = rest_of(f, c, seat, single);

    if (!add_head(f, head) || (rest && !add_head(f, features_mix(head, rest))) ||
        (single && !add_comparisons(f, kind, c)))
        return false;
    for (int i = single; i < c->ncards; i++)
        if (c->part[i] == CT_PART_SET &&
            !add_head(f, features_mix(kind + CT_PART_SET, card_name(f, &c->card[i], seat))))
            return false;
    return true;
}

int features_gather(struct features *f, ct_engine *engine, ct_state *game, int seat, int n)
{
    struct ct_choice c;

    if (gather_position(f, engine, game, seat) ||
        !bot_room(&f->first, &f->cap_first, n + 1, sizeof *f->first))
        return -1;
    f->nheads = 0;
    for (int i = 0; i < n; i++) {
        f->first[i] = f->nheads;
        if (ct_get_choice(engine, game, seat, i, &c) || !add_choice(f, &c, seat))
            return -1;
    }
    f->first[n] = f->nheads;
    return 0;
}

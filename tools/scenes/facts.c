/* facts.c - what a scenario can expect of a position. */
#include "facts.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the cards of the table ---- */

/* All cards as an observer sees them, zone by zone, with their counters. */
struct sight {
    struct ct_card *card;
    int32_t *counter; /* [i * counters + c]: counter each[c] of card i */
    int n, counters;
};

static struct sight look_at(struct look *l, int observer)
{
    int cap = 64;
    struct sight s = {.counters = ct_get_info(l->def, NULL).card_counters};

    for (;; cap = s.n) {
        s.card = mem_alloc((size_t)(cap + 1) * sizeof *s.card);
        s.counter = mem_alloc(((size_t)cap * (size_t)s.counters + 1) * sizeof *s.counter);
        s.n = ct_look(l->engine, l->game, observer, CT_EVERY, s.card, s.counter, cap);
        if (s.n <= cap)
            return s;
        free(s.card);
        free(s.counter);
    }
}

static void sight_free(struct sight *s)
{
    free(s->card);
    free(s->counter);
}

char *facts_value(const struct look *l, int counter, int32_t value)
{
    struct buffer b = {0};
    struct ct_counter_info c;
    const char *gap = "", *word;

    ct_get_counter(l->def, counter, &c);
    if (c.is == CT_COUNTS_NUMBER)
        buffer_add(&b, "%" PRId32, value);
    else if (c.is == CT_COUNTS_FLAG)
        buffer_add(&b, value ? "true" : "false");
    for (int w = 0; c.is == CT_COUNTS_WORDS && (word = ct_trait_word(l->def, c.trait, w)); w++)
        if (w < 31 && value >> w & 1) {
            buffer_add(&b, "%s%s", gap, word);
            gap = "+";
        }
    word = value < 0                ? NULL
           : c.is == CT_COUNTS_SEAT ? l->seat[value]
           : c.is == CT_COUNTS_CARD ? ct_card_id(l->def, value)
           : c.is == CT_COUNTS_WORD ? ct_trait_word(l->def, c.trait, value)
                                    : NULL;
    if (word)
        buffer_add(&b, "%s", word);
    if (!b.n)
        buffer_add(&b, "none");
    return buffer_take(&b);
}

/* Adds the card's counters that are not at their start, and those of `marks`. */
static void add_counters(struct look *l, struct buffer *b, const int32_t *has, int n)
{
    struct ct_counter_info c;

    for (int i = 0; i < n && i < 64; i++) {
        int counter = ct_card_counter(l->def, i);
        if (!ct_get_counter(l->def, counter, &c) || (has[i] == c.start && !(l->marks >> i & 1)))
            continue;
        char *value = facts_value(l, counter, has[i]);
        buffer_add(b, " %s=%s", c.id, value);
        free(value);
    }
}

/* The card as scenarios write it. */
static char *card_text(struct look *l, const struct sight *s, int i, bool all)
{
    const struct ct_card *c = &s->card[i];
    struct buffer b = {0};
    struct ct_zone_info z;

    if (c->card < 0)
        return mem_strdup("unknown");
    buffer_add(&b, "%s", ct_card_id(l->def, c->card));
    if (!c->up)
        buffer_add(&b, " down");
    if (all && ct_get_zone(l->def, c->zone, &z) && z.table && c->owner >= 0)
        buffer_add(&b, " of %s", l->seat[c->owner]);
    if (all)
        add_counters(l, &b, s->counter + (size_t)i * (size_t)s->counters, s->counters);
    return buffer_take(&b);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_set(const struct look *l, int zone)
{
    struct ct_zone_info z;

    return (ct_get_zone(l->def, zone, &z) && z.as == CT_SET) ||
           (l->beside && ct_get_zone(l->beside, zone, &z) && z.as == CT_SET);
}

/* The cards of a zone as texts; a set is sorted by them. */
static char **zone_texts(struct look *l, const struct sight *s, bool all, int zone, int seat,
                         int *n)
{
    char **v = mem_alloc((size_t)(s->n + 1) * sizeof *v);

    *n = 0;
    for (int i = 0; i < s->n; i++)
        if (s->card[i].zone == zone && s->card[i].seat == seat)
            v[(*n)++] = card_text(l, s, i, all);
    if (is_set(l, zone))
        qsort(v, (size_t)*n, sizeof *v, by_text);
    return v;
}

char **facts_cards(struct look *l, int observer, int zone, int seat, int *n)
{
    struct sight s = look_at(l, observer);
    char **v = zone_texts(l, &s, observer == CT_ALL, zone, seat, n);

    sight_free(&s);
    return v;
}

char *facts_zone_key(const struct look *l, int zone, int seat)
{
    struct buffer b = {0};

    buffer_add(&b, "%s%s%s", seat < 0 ? "" : l->seat[seat], seat < 0 ? "" : ".",
               ct_zone_id(l->def, zone));
    return buffer_take(&b);
}

/* ---- facts ---- */

struct look look_at_scene(ct_scene *scene)
{
    ct_engine *engine = ct_scene_engine(scene);
    struct look l = {.def = ct_engine_definition(engine),
                     .engine = engine,
                     .game = ct_scene_game(scene),
                     .scene = scene};

    for (int i = 0; i < ct_seats(l.game) && i < CT_MAX_SEATS; i++)
        l.seat[i] = ct_scene_seat(scene, i);
    return l;
}

struct look look_at_past(ct_scene *scene, ct_state *game)
{
    struct look l = look_at_scene(scene);

    l.game = game;
    l.scene = NULL;
    return l;
}

static void add(struct facts *f, enum fact_kind kind, char *key, char *value)
{
    MEM_MORE(f->v, f->n, f->cap);
    f->v[f->n++] = (struct fact){kind, key, value};
}

/* "[2x coin, rock]". Frees the texts. */
static char *list_text(char **v, int n)
{
    struct buffer b = {0};
    const char *gap = "";

    buffer_add(&b, "[");
    for (int i = 0, same; i < n; i += same) {
        for (same = 1; i + same < n && !strcmp(v[i + same], v[i]);)
            same++;
        if (same > 1)
            buffer_add(&b, "%s%dx %s", gap, same, v[i]);
        else
            buffer_add(&b, "%s%s", gap, v[i]);
        gap = ", ";
    }
    buffer_add(&b, "]");
    for (int i = 0; i < n; i++)
        free(v[i]);
    free(v);
    return buffer_take(&b);
}

static void add_zone(struct look *l, struct facts *f, const struct sight *s, int zone, int seat)
{
    int n;
    char **v = zone_texts(l, s, true, zone, seat, &n);
    char *key = facts_zone_key(l, zone, seat);

    add(f, FACT_COUNT, mem_printf("%s.count", key), mem_printf("%d", n));
    add(f, FACT_CARDS, key, list_text(v, n));
}

static void add_zones(struct look *l, struct facts *f)
{
    struct sight s = look_at(l, CT_ALL);
    struct ct_info info = ct_get_info(l->def, NULL);

    for (int z = 0; z < info.zones; z++)
        for (int seat = -1; seat < ct_seats(l->game); seat++)
            if (ct_zone_count(l->engine, l->game, z, seat) >= 0)
                add_zone(l, f, &s, z, seat);
    sight_free(&s);
}

/* What a seat sees of the zones, if that is not all. */
static void add_sights(struct look *l, struct facts *f, int observer)
{
    struct sight s = look_at(l, observer);
    struct ct_info info = ct_get_info(l->def, NULL);
    int n;

    for (int z = 0; z < info.zones; z++)
        for (int seat = -1; seat < ct_seats(l->game); seat++) {
            if (ct_zone_count(l->engine, l->game, z, seat) < 1)
                continue;
            char *key = facts_zone_key(l, z, seat), **v = zone_texts(l, &s, false, z, seat, &n);
            char *list = list_text(v, n);
            add(f, FACT_SEES, mem_printf("%s.sees", l->seat[observer]),
                mem_printf("{%s: %.300s}", key, list));
            free(key);
            free(list);
        }
    sight_free(&s);
}

static void add_counters_of(struct look *l, struct facts *f, int seat)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    struct ct_counter_info c;
    int32_t value;

    for (int i = 0; i < info.counters; i++)
        if (ct_counter(l->engine, l->game, i, seat, &value) && ct_get_counter(l->def, i, &c))
            add(f, FACT_COUNTER,
                mem_printf("%s%s%s", seat < 0 ? "" : l->seat[seat], seat < 0 ? "" : ".", c.id),
                facts_value(l, i, value));
}

static char *seats_text(const struct look *l, unsigned seats)
{
    struct buffer b = {0};
    const char *gap = "";

    buffer_add(&b, "[");
    for (int i = 0; i < ct_seats(l->game); i++)
        if (seats >> i & 1) {
            buffer_add(&b, "%s%s", gap, l->seat[i]);
            gap = ", ";
        }
    buffer_add(&b, "]");
    return buffer_take(&b);
}

static void add_phases(struct look *l, struct facts *f)
{
    struct ct_phase p[64];
    int n = ct_phases(l->engine, l->game, p, 64);
    struct buffer at = {0};

    for (int i = 0; i < n && i < 64; i++) {
        const char *id = ct_phase_id(l->def, p[i].phase);
        buffer_add(&at, "%s%s", i ? " " : "", id);
        add(f, FACT_PHASE, mem_strdup(id), mem_printf("%d", p[i].number));
    }
    if (n > 0)
        add(f, FACT_PHASE, mem_strdup("at"), mem_strdup(buffer_text(&at)));
    buffer_free(&at);
}

enum { MOST_OFFERS = 40 };

static void add_offers(struct look *l, struct facts *f, int seat)
{
    int n = ct_choices(l->engine, l->game, seat);
    char **v = mem_alloc((size_t)(n > 0 ? n : 1) * sizeof *v);

    if (n < 1 || n > MOST_OFFERS) {
        free(v);
        add(f, FACT_OFFERS, NULL, mem_printf("%d", n));
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *pick = l->scene ? ct_scene_choice(l->scene, seat, i)
                                    : ct_choice_pick(l->engine, l->game, seat, i);
        v[i] = mem_strdup(pick ? pick : "?");
    }
    qsort(v, (size_t)n, sizeof *v, by_text);
    struct buffer b = {0};
    buffer_add(&b, "{%s: [", l->seat[seat]);
    for (int i = 0; i < n; i++) {
        buffer_add(&b, "%s%s", i ? ", " : "", v[i]);
        free(v[i]);
    }
    buffer_add(&b, "]}");
    free(v);
    add(f, FACT_OFFERS, mem_printf("offers %s", l->seat[seat]), buffer_take(&b));
}

static void add_reasons(struct look *l, struct facts *f)
{
    int why[8], n = ct_reason_words(l->engine, l->game, why, 8);
    struct buffer b = {0};

    if (n < 1)
        return;
    for (int i = 0; i < n && i < 8; i++)
        buffer_add(&b, "%s%s", i ? ", " : "", ct_word_id(l->def, why[i]));
    add(f, FACT_RESULT, mem_strdup("why"), mem_printf("[%s]", buffer_text(&b)));
    buffer_free(&b);
}

static void add_result(struct look *l, struct facts *f)
{
    struct ct_result r;
    bool over;

    if (ct_get_result(l->engine, l->game, &r))
        return;
    over = r.status != CT_RUNNING;
    const char *is = r.status == CT_RUNNING ? "running"
                     : r.status == CT_OVER  ? "over"
                                            : "unfinished";
    add(f, FACT_RESULT, mem_strdup("result"), mem_strdup(is));
    if (over)
        add(f, FACT_RESULT, mem_strdup("winners"), seats_text(l, r.winners));
    for (int i = 0; r.scored && i < ct_seats(l->game); i++)
        if (ct_is_person(l->game, i))
            add(f, over ? FACT_RESULT : FACT_COUNT, mem_printf("%s.score", l->seat[i]),
                mem_printf("%" PRId64, r.score[i]));
    if (over)
        add_reasons(l, f);
}

void facts_of(struct look *l, struct facts *out)
{
    unsigned pending = ct_pending(l->game);

    *out = (struct facts){0};
    add_result(l, out);
    add(out, FACT_ASKS, mem_strdup("asks"), seats_text(l, pending));
    for (int seat = -1; seat < ct_seats(l->game); seat++)
        add_counters_of(l, out, seat);
    add_zones(l, out);
    add_phases(l, out);
    for (int seat = 0; seat < ct_seats(l->game); seat++) {
        if (pending >> seat & 1)
            add_offers(l, out, seat);
        if (ct_is_person(l->game, seat))
            add_sights(l, out, seat);
    }
}

void facts_free(struct facts *f)
{
    for (int i = 0; i < f->n; i++) {
        free(f->v[i].key);
        free(f->v[i].value);
    }
    free(f->v);
    *f = (struct facts){0};
}

/* ---- comparing ---- */

static bool same_key(const struct fact *a, const struct fact *b)
{
    return a->kind == b->kind && !strcmp(a->key ? a->key : "", b->key ? b->key : "");
}

/* Has B this fact of A? Facts of one key have the same order in both. */
static bool is_in(const struct fact *a, const struct facts *b)
{
    for (int i = 0; i < b->n; i++)
        if (same_key(a, &b->v[i]) && !strcmp(a->value, b->v[i].value))
            return true;
    return false;
}

static int by_kind(const void *a, const void *b)
{
    const struct fact *x = *(const struct fact *const *)a, *y = *(const struct fact *const *)b;

    if (x->kind != y->kind)
        return (int)x->kind - (int)y->kind;
    size_t m = strlen(x->value), n = strlen(y->value);
    return m != n ? (m < n ? -1 : 1) : x < y ? -1 : x > y;
}

int facts_apart(const struct facts *a, const struct facts *b, const struct fact **out, int cap)
{
    const struct fact **v = mem_alloc((size_t)(a->n + 1) * sizeof *v);
    int n = 0;

    for (int i = 0; i < a->n; i++)
        if (!is_in(&a->v[i], b))
            v[n++] = &a->v[i];
    qsort(v, (size_t)n, sizeof *v, by_kind);
    for (int i = 0; i < n && i < cap; i++)
        out[i] = v[i];
    free(v);
    return n;
}

uint64_t facts_marks(struct look *l)
{
    struct sight s = look_at(l, CT_ALL);
    struct ct_counter_info c;
    uint64_t marks = 0;

    for (int k = 0; k < s.counters && k < 64; k++)
        for (int i = 0; i < s.n && ct_get_counter(l->def, ct_card_counter(l->def, k), &c); i++)
            if (s.counter[(size_t)i * (size_t)s.counters + (size_t)k] != c.start)
                marks |= (uint64_t)1 << k;
    sight_free(&s);
    return marks;
}

/* ---- as one number ---- */

static uint64_t mix(uint64_t sum, uint64_t v)
{
    sum = (sum ^ v) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 29;
}

static uint64_t mix_text(uint64_t sum, const char *text)
{
    for (; text && *text; text++)
        sum = (sum ^ (unsigned char)*text) * 0x100000001B3u;
    return mix(sum, 1);
}

/* Of a set, the sums of its cards are added up. */
static uint64_t sum_cards(struct look *l, uint64_t sum, int observer)
{
    struct sight s = look_at(l, observer);
    uint64_t sets = 0;

    for (int i = 0; i < s.n; i++) {
        const struct ct_card *c = &s.card[i];
        bool set = is_set(l, c->zone);
        uint64_t one = mix_text(set ? 3 : sum, c->card < 0 ? "" : ct_card_id(l->def, c->card));
        one = mix(one, (uint64_t)c->up << 40 | (uint64_t)(uint8_t)c->owner << 32 |
                           (uint64_t)(uint8_t)c->seat << 16 | (uint16_t)c->zone);
        for (int k = 0; observer == CT_ALL && k < s.counters; k++)
            one = mix(one, (uint32_t)s.counter[i * s.counters + k]);
        if (set)
            sets += one;
        else
            sum = one;
    }
    sight_free(&s);
    return mix(sum, sets);
}

static uint64_t sum_result(struct look *l, uint64_t sum)
{
    struct ct_result r;
    int why[8], n;

    if (ct_get_result(l->engine, l->game, &r))
        return mix(sum, 77);
    sum = mix(sum, (uint64_t)r.status << 32 | (r.status == CT_RUNNING ? 0 : r.winners));
    for (int i = 0; r.scored && i < ct_seats(l->game); i++)
        sum = mix(sum, (uint64_t)r.score[i]);
    n = r.status == CT_RUNNING ? 0 : ct_reason_words(l->engine, l->game, why, 8);
    for (int i = 0; i < n && i < 8; i++)
        sum = mix_text(sum, ct_word_id(l->def, why[i]));
    return sum;
}

static uint64_t sum_choices(struct look *l, uint64_t sum)
{
    unsigned pending = ct_pending(l->game);

    sum = mix(sum, pending);
    for (int seat = 0; seat < ct_seats(l->game); seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(l->engine, l->game, seat);
        uint64_t all = 0;
        for (int i = 0; i < n && i < MOST_OFFERS; i++)
            all += mix_text(5, ct_choice_pick(l->engine, l->game, seat, i));
        sum = mix(mix(sum, all), (uint64_t)n);
    }
    return sum;
}

uint64_t facts_sum(struct look *l)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    struct ct_phase p[64];
    uint64_t sum = sum_choices(l, sum_result(l, 1));
    int32_t value;

    for (int seat = -1; seat < ct_seats(l->game); seat++)
        for (int c = 0; c < info.counters; c++)
            if (ct_counter(l->engine, l->game, c, seat, &value))
                sum = mix(sum, (uint32_t)value);
    int n = ct_phases(l->engine, l->game, p, 64);
    for (int i = 0; i < n && i < 64; i++)
        sum = mix_text(mix(sum, (uint64_t)p[i].number), ct_phase_id(l->def, p[i].phase));
    sum = sum_cards(l, sum, CT_ALL);
    for (int seat = 0; seat < ct_seats(l->game); seat++)
        if (ct_is_person(l->game, seat))
            sum = sum_cards(l, sum, seat);
    return sum;
}

/* `key: value` as JSON, with lists of words, maps and numbers as in YAML. */
json_t *fact_json(const struct fact *f)
{
    const char *v = f->value;
    json_t *out;

    if (*v == '[') {
        char *copy = mem_strndup(v + 1, strlen(v) - 2), *save = NULL;
        out = json_array();
        for (char *w = strtok_r(copy, ",", &save); w; w = strtok_r(NULL, ",", &save))
            json_array_append_new(out, json_string(w + (*w == ' ')));
        free(copy);
        return out;
    }
    if (*v == '{') { /* {KEY: [ … ]} */
        const char *colon = strstr(v, ": ");
        char *key = mem_strndup(v + 1, (size_t)(colon - v - 1));
        char *rest = mem_strndup(colon + 2, strlen(colon + 2) - 1);
        out = json_object();
        json_object_set_new(out, key, fact_json(&(struct fact){.value = rest}));
        free(key);
        free(rest);
        return out;
    }
    return fact_word(v);
}

json_t *fact_word(const char *text)
{
    char *end;
    long long number = strtoll(text, &end, 10);

    return *text && !*end           ? json_integer(number)
           : !strcmp(text, "true")  ? json_true()
           : !strcmp(text, "false") ? json_false()
                                    : json_string(text);
}

/* other.c - what else may stand in the place of a name, a word, a seat, a card. */
#include "mutate/mutate.h"

#include <string.h>

/* ---- names of the ruleset ---- */

/* The next after number `at` that is of its kind, round and round; NULL: it is the only one. */
typedef bool (*alike_fn)(const struct ct_definition *def, int a, int b);
static const char *next_alike(const struct ct_definition *def, const struct named *v, int n,
                              int at, alike_fn alike)
{
    for (int i = 1; i < n; i++) {
        int other = (at + i) % n;
        if (alike(def, at, other))
            return v[other].id;
    }
    return NULL;
}

static bool zones_alike(const struct ct_definition *def, int a, int b)
{
    const struct kzone *x = &def->k.zones[a], *y = &def->k.zones[b];
    return x->per == y->per && x->kind == y->kind && !x->gone == !y->gone;
}

static bool counters_alike(const struct ct_definition *def, int a, int b)
{
    const struct kcounter *x = &def->k.counters[a], *y = &def->k.counters[b];
    return x->per == y->per && x->kind == y->kind && x->is == y->is &&
           (x->is < V_WORD || x->trait == y->trait);
}

static bool traits_alike(const struct ct_definition *def, int a, int b)
{
    return def->k.traits[a].type == def->k.traits[b].type;
}

static bool always(const struct ct_definition *def, int a, int b)
{
    (void)def, (void)a, (void)b;
    return true;
}

/* Trait and option infos begin with their names, and are larger. */
static const char *other_trait(const struct ct_definition *def, const char *id)
{
    int n = def->k.ntraits, at = 0;

    while (at < n && strcmp(def->traits[at].name.id, id) != 0)
        at++;
    for (int i = 1; at < n && i < n; i++)
        if (traits_alike(def, at, (at + i) % n))
            return def->traits[(at + i) % n].name.id;
    return NULL;
}

static const char *other_option(const struct ct_definition *def, const char *id)
{
    int n = def->k.noptions, at = 0;

    while (at < n && strcmp(def->options[at].name.id, id) != 0)
        at++;
    for (int i = 1; at < n && i < n; i++)
        if (def->options[at].is == def->options[(at + i) % n].is)
            return def->options[(at + i) % n].name.id;
    return NULL;
}

const char *other_name(const struct ct_definition *def, const char *id, bool *zone)
{
    const struct kdef *k = &def->k;
    int at = named_at(def->zones, k->nzones, id);

    *zone = at >= 0;
    if (at >= 0)
        return next_alike(def, def->zones, k->nzones, at, zones_alike);
    at = named_at(def->counters, k->ncounters, id);
    if (at >= 0)
        return next_alike(def, def->counters, k->ncounters, at, counters_alike);
    at = named_at(def->phases, k->nphases, id);
    if (at >= 0)
        return next_alike(def, def->phases, k->nphases, at, always);
    at = named_at(def->classes, k->ncls, id);
    if (at >= 0)
        return next_alike(def, def->classes, k->ncls, at, always);
    const char *trait = other_trait(def, id);
    return trait ? trait : other_option(def, id);
}

/* ---- words ---- */

const char *other_of(struct arena *mem, const char *words, const char *id, int i)
{
    char *save = NULL, *copy = arena_strdup(mem, words);

    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        if (strcmp(w, id) != 0 && i-- == 0)
            return w;
    return NULL;
}

static const char *next_word(const struct words *words, const char *id)
{
    int at = words_at(words, id);
    return at < 0 || words->n < 2 ? NULL : words->v[(at + 1) % words->n].id;
}

const char *other_word(const struct ct_definition *def, int trait, const char *id)
{
    const char *other = NULL;

    for (int t = 0; t < def->k.ntraits && !other; t++)
        if (trait < 0 || trait == t)
            other = next_word(&def->traits[t].words, id);
    for (int i = 0; i < def->k.noptions && !other && trait < 0; i++)
        other = next_word(&def->options[i].values, id);
    return other;
}

const char *other_card(const struct ct_definition *def, const char *id)
{
    int n = def->k.ncards;

    for (int i = 0; i < n && n > 1; i++)
        if (!strcmp(def->cards[i].id, id))
            return def->cards[(i + 1) % n].id;
    return NULL;
}

/* ---- keys ---- */

static const struct {
    const char *a, *b;
    enum ct_mutator by;
} opposites[] = {
    {"at_least", "at_most", CT_MUTATOR_OPPOSITE}, {"most", "least", CT_MUTATOR_OPPOSITE},
    {"first", "last", CT_MUTATOR_OPPOSITE},       {"left", "right", CT_MUTATOR_OPPOSITE},
    {"this", "other", CT_MUTATOR_OPPOSITE},       {"all", "any", CT_MUTATOR_LOGIC},
};

const char *opposite_key(const char *key, enum ct_mutator *by)
{
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
        *by = opposites[i].by;
        if (!strcmp(key, opposites[i].a))
            return opposites[i].b;
        if (!strcmp(key, opposites[i].b))
            return opposites[i].a;
    }
    return NULL;
}

/* ---- seats ---- */

/* What a slip would write: who acts instead, too few or too many. */
static const struct {
    const char *id, *other[2];
} seats[] = {
    {"you", {"all", "left"}},    {"them", {"you", NULL}},   {"all", {"you", "others"}},
    {"others", {"all", "left"}}, {"seats", {"all", "you"}}, {"left", {"right", NULL}},
    {"right", {"left", NULL}},   {"owner", {"you", NULL}},  {"seat", {"you", NULL}},
};

const char *other_seats(const char *id, int i)
{
    for (size_t k = 0; k < sizeof seats / sizeof *seats; k++)
        if (!strcmp(seats[k].id, id))
            return i < 2 ? seats[k].other[i] : NULL;
    return NULL;
}

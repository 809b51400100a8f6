/* other.c - replacements for a name, a word, a seat, a card. */
#include "mutate/mutate.h"

#include <string.h>

/* ---- names of the ruleset ---- */

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

static bool options_alike(const struct ct_definition *def, int a, int b)
{
    return def->options[a].is == def->options[b].is;
}

/* A list of named things, which begin with their names. */
struct kind {
    const void *v;
    int n;
    size_t size;
    bool (*alike)(const struct ct_definition *def, int a, int b); /* NULL: each with each */
};

/* The next name of the same kind, cyclically. NULL: none. */
static const char *next_alike(const struct ct_definition *def, const struct kind *k,
                              const char *id)
{
    int at = text_place(k->v, (size_t)k->n, k->size, id);

    for (int i = 1; at >= 0 && i < k->n; i++) {
        int other = (at + i) % k->n;
        if (!k->alike || k->alike(def, at, other))
            return *(const char *const *)(const void *)((const char *)k->v +
                                                        (size_t)other * k->size);
    }
    return NULL;
}

const char *other_name(const struct ct_definition *def, const char *id, bool *zone)
{
    const struct kdef *k = &def->k;
    const struct kind kinds[] = {
        {def->zones, k->nzones, sizeof *def->zones, zones_alike},
        {def->counters, k->ncounters, sizeof *def->counters, counters_alike},
        {def->phases, k->nphases, sizeof *def->phases, NULL},
        {def->classes, k->ncls, sizeof *def->classes, NULL},
        {def->traits, k->ntraits, sizeof *def->traits, traits_alike},
        {def->options, k->noptions, sizeof *def->options, options_alike}};
    const struct kind *of = kinds, *traits = kinds + 4;

    while (of < traits && text_place(of->v, (size_t)of->n, of->size, id) < 0)
        of++;
    *zone = of == kinds;
    const char *other = next_alike(def, of, id);
    return other || of < traits ? other : next_alike(def, traits + 1, id);
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
    return next_alike(NULL, &(struct kind){words->v, words->n, sizeof *words->v, NULL}, id);
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
    return next_alike(def, &(struct kind){def->cards, def->k.ncards, sizeof *def->cards, NULL},
                      id);
}

/* ---- signs ---- */

/* Longer ones come before those they begin with. */
static const struct sign signs[] = {
    {"<=", "<", CT_MUTATOR_COMPARE},    {">=", ">", CT_MUTATOR_COMPARE},
    {"<", "<=", CT_MUTATOR_COMPARE},    {">", ">=", CT_MUTATOR_COMPARE},
    {"!=", "==", CT_MUTATOR_COMPARE},   {"~=", "==", CT_MUTATOR_COMPARE},
    {"and", "or", CT_MUTATOR_LOGIC},    {"or", "and", CT_MUTATOR_LOGIC},
    {"+", "-", CT_MUTATOR_ARITHMETIC},  {"-", "+", CT_MUTATOR_ARITHMETIC},
    {"*", "+", CT_MUTATOR_ARITHMETIC},  {"//", "*", CT_MUTATOR_ARITHMETIC},
    {"%", "//", CT_MUTATOR_ARITHMETIC}, {"true", "false", CT_MUTATOR_FLAG},
    {"false", "true", CT_MUTATOR_FLAG},
};

const struct sign *other_sign(const char *text, size_t n, bool lua)
{
    static const struct sign equals[] = {{"==", "!=", CT_MUTATOR_COMPARE},
                                         {"==", "~=", CT_MUTATOR_COMPARE}};

    if (!strncmp(text, "==", 2) && (!n || n == 2))
        return &equals[lua];
    for (const struct sign *s = signs; s < signs + sizeof signs / sizeof *signs; s++)
        if (!strncmp(text, s->is, strlen(s->is)) && (!n || n == strlen(s->is)))
            return s;
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

/* Likely mistakes: another seat acts; one too few or too many. */
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

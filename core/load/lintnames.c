/* lintnames.c: the names that may stand in a place of a script. */
#include "load/lint.h"

#include <stddef.h>
#include <string.h>

static void add(const struct lint *k, struct name_set *s, const char *id)
{
    s->v = arena_room(k->mem, s->v, (size_t)s->n, sizeof *s->v);
    s->v[s->n++] = id;
}

static void add_words(const struct lint *k, struct name_set *s, const char *words)
{
    for (size_t n; *words; words += n + (words[n] != 0)) {
        n = strcspn(words, " ");
        add(k, s, arena_strndup(k->mem, words, n));
    }
}

static void add_all(const struct lint *k, struct name_set *s, const struct swords *words)
{
    for (int i = 0; i < words->n; i++)
        add(k, s, words->v[i]);
}

/* ---- by what they are ---- */

static bool trait_is(const struct lint *k, uint32_t i, enum name_list list)
{
    const struct ktrait *t = &k->ld->traits.v[i];
    bool words = t->type == T_WORD || t->type == T_WORDSET;

    if (t->type == TYPE_TOLD)
        return true;
    switch (list) {
    case NL_LISTS: return t->type == T_EFFECTS;
    case NL_WRITTEN: return !t->formula && (words || t->type == T_NUMBER || t->type == T_FLAG);
    case NL_MEASURES: return t->type <= T_FLAG;
    case NL_HAS_WORDS: return words;
    default: return true;
    }
}

static void add_traits(const struct lint *k, struct name_set *s, enum name_list list)
{
    for (uint32_t i = 0; i < k->ld->traits.n; i++)
        if (trait_is(k, i, list))
            add(k, s, k->ld->trait_infos.v[i].name.id);
}

static void add_counters(const struct lint *k, struct name_set *s, enum sv_kind of, bool sets)
{
    for (uint32_t i = 0; i < k->ld->counters.n; i++) {
        const struct kcounter *c = &k->ld->counters.v[i];

        if (lint_holder(c) == of && (!sets || c->is == V_WORDS))
            add(k, s, k->ld->counter_names.v[i].id);
    }
}

static void add_measures(const struct lint *k, struct name_set *s)
{
    add_traits(k, s, NL_MEASURES);
    for (uint32_t i = 0; i < k->ld->counters.n; i++) {
        const struct kcounter *c = &k->ld->counters.v[i];

        if (c->per == PER_CARD && c->is != V_WORD && c->is != V_WORDS)
            add(k, s, k->ld->counter_names.v[i].id);
    }
}

static void add_seat_words(const struct lint *k, struct name_set *s)
{
    for (int i = 0; i < SEAT_WORDS; i++)
        add(k, s, seat_words[i].id);
    add_all(k, s, &k->names->kinds);
    for (uint32_t i = 0; i < k->ld->counters.n; i++)
        if (k->ld->counters.v[i].is == V_SEAT && k->ld->counters.v[i].per != PER_CARD)
            add(k, s, k->ld->counter_names.v[i].id);
}

static void add_calls(const struct lint *k, struct name_set *s, const char *of)
{
    for (int i = 0; i < script_ncalls; i++)
        if (!strcmp(script_calls[i].of, of))
            add(k, s, script_calls[i].name);
}

static void add_params(const struct lint *k, struct name_set *s, int verb)
{
    for (int i = 0; verb >= 0 && i < k->names->verbs[verb].nparams; i++)
        add(k, s, k->names->verbs[verb].param[i]);
}

/* The fields of a handle; of an effect, those of that verb. */
static void add_fields(const struct lint *k, struct name_set *s, enum sv_kind of, int verb)
{
    if (of == SV_EFFECT)
        add_params(k, s, verb);
    for (int i = 0; i < lint_nown; i++)
        if (lint_own[i].of == of)
            add(k, s, lint_own[i].name);
    if (of == SV_GAME)
        add_all(k, s, &k->names->phases);
    if (of == SV_CARD)
        add_traits(k, s, NL_TRAITS);
    if (of == SV_EFFECT)
        return;
    add_counters(k, s, of, false);
    add_calls(k, s, lint_handles[of].calls);
}

/* What a list is called; the ruleset's names in it, words that are always in it. */
#define ALL(names) offsetof(struct snames, names)
static const struct {
    const char *says;
    size_t all; /* a struct swords of struct snames; 0: none */
    const char *words;
} lists[NL_LISTS_ALL] = {
    [NL_ZONES] = {"a zone", ALL(zones), ""},
    [NL_COUNTERS] = {"a counter", ALL(counters), ""},
    [NL_TRAITS] = {"a trait", 0, ""},
    [NL_LISTS] = {"a trait that is effects", 0, ""},
    [NL_WRITTEN] = {"a trait that is written on cards", 0, ""},
    [NL_MEASURES] = {"a trait or counter of cards that is a number", 0, ""},
    [NL_PHASES] = {"a phase", ALL(phases), ""},
    [NL_UNTIL] = {"a phase, or \"game\"", ALL(phases), "game"},
    [NL_WORDS] = {"a key of `words`", ALL(words), ""},
    [NL_VERBS] = {"a verb", 0, ""},
    [NL_PARAMS] = {"a parameter of the verb", 0, ""},
    [NL_ACTIONS] = {"an action", ALL(actions), ""},
    [NL_LETS] = {"a name of `let`", ALL(lets), ""},
    [NL_CARDS] = {"the id of a card", ALL(cards), ""},
    [NL_OPTIONS] = {"an option", ALL(options), ""},
    [NL_KINDS] = {"a kind of seat", ALL(kinds), ""},
    [NL_SEATS] = {"a seat or a word for seats", 0, ""},
    [NL_FACES] = {"a face (\"up\" or \"down\")", 0, "up down"},
    [NL_PLACES] = {"a place (\"first\", \"last\" or a number)", 0, "first last"},
    [NL_ALL] = {"a number or \"all\"", 0, "all"},
    [NL_BLOCKED] = {"\"add\", \"turn\" or \"move\"", 0, "add turn move"},
};

struct name_set names_list(const struct lint *k, enum name_list list, int of)
{
    const struct snames *n = k->names;
    struct name_set s = {0};

    if (lists[list].words)
        add_words(k, &s, lists[list].words);
    if (lists[list].all)
        add_all(k, &s, (const void *)((const char *)n + lists[list].all));
    switch (list) {
    case NL_TRAITS:
    case NL_LISTS:
    case NL_WRITTEN: add_traits(k, &s, list); break;
    case NL_MEASURES: add_measures(k, &s); break;
    case NL_HAS_WORDS:
        if (of == SV_CARD)
            add_traits(k, &s, NL_HAS_WORDS);
        add_counters(k, &s, (enum sv_kind)of, true);
        break;
    case NL_VERBS:
        for (int i = 0; i < n->nverbs; i++)
            add(k, &s, n->verbs[i].name);
        break;
    case NL_PARAMS: add_params(k, &s, of); break;
    case NL_OPTION_WORDS: add_all(k, &s, &n->option[of].words); break;
    case NL_TRAIT_WORDS: add_all(k, &s, &n->trait_words[of]); break;
    case NL_SEATS: add_seat_words(k, &s); break;
    case NL_GAME_FIELDS: add_fields(k, &s, SV_GAME, of); break;
    case NL_CARD_FIELDS: add_fields(k, &s, SV_CARD, of); break;
    case NL_SEAT_FIELDS: add_fields(k, &s, SV_SEAT, of); break;
    case NL_EFFECT_FIELDS: add_fields(k, &s, SV_EFFECT, of); break;
    default: break;
    }
    return s;
}

const char *names_says(const struct lint *k, enum name_list list, int of)
{
    switch (list) {
    case NL_TRAIT_WORDS: return arena_printf(k->mem, "a word of %s", k->names->traits.v[of]);
    case NL_OPTION_WORDS:
        return arena_printf(k->mem, "a value of the option %s", k->names->options.v[of]);
    case NL_HAS_WORDS:
        return of == SV_CARD ? "a trait of words, or a counter of cards that is a set of words"
               : of == SV_SEAT ? "a counter of seats that is a set of words"
                               : "a counter of the game that is a set of words";
    default: return lists[list].says ? lists[list].says : "a name";
    }
}

bool names_hold(const struct name_set *s, const char *text)
{
    return PLACE_OF(s->v, s->n, text) >= 0;
}

const char *names_hint(const struct lint *k, const struct name_set *s, const char *text)
{
    return hint_among(k->ld, text, s->v, (size_t)s->n);
}

const struct script_call *lint_method_find(const char *of, const char *name)
{
    for (int i = 0; i < script_ncalls; i++)
        if (!strcmp(script_calls[i].of, of) && !strcmp(script_calls[i].name, name))
            return &script_calls[i];
    return NULL;
}

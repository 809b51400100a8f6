/* lintnames.c: the names allowed in a place of a script. */
#include "load/lint.h"

#include <stddef.h>
#include <string.h>

static void add(const struct lint *k, struct name_set *s, const char *id)
{
    *LIST_ADD(k->mem, s->v, s->n) = id;
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

static bool trait_is(const struct ktrait *t, enum name_list list, int of)
{
    bool words = t->type == T_WORD || t->type == T_WORDSET;

    switch (t->type == TYPE_TOLD ? NL_TRAITS : list) {
    case NL_LISTS: return t->type == T_EFFECTS;
    case NL_WRITTEN: return !t->formula && (words || t->type == T_NUMBER || t->type == T_FLAG);
    case NL_MEASURES: return t->type <= T_FLAG;
    case NL_HAS_WORDS: return words && of == SV_CARD;
    default: return true;
    }
}

static void add_traits(const struct lint *k, struct name_set *s, enum name_list list, int of)
{
    for (uint32_t i = 0; i < k->ld->traits.n; i++)
        if (trait_is(&k->ld->traits.v[i], list, of))
            add(k, s, k->ld->trait_infos.v[i].name.id);
}

static bool counter_is(const struct kcounter *c, enum name_list list, int of)
{
    switch (list) {
    case NL_MEASURES: return c->per == PER_CARD && c->is != V_WORD && c->is != V_WORDS;
    case NL_SEATS: return c->is == V_SEAT && c->per != PER_CARD;
    default:
        return lint_holder(c) == (enum sv_kind)of && (list != NL_HAS_WORDS || c->is == V_WORDS);
    }
}

static void add_counters(const struct lint *k, struct name_set *s, enum name_list list, int of)
{
    for (uint32_t i = 0; i < k->ld->counters.n; i++)
        if (counter_is(&k->ld->counters.v[i], list, of))
            add(k, s, k->ld->counter_names.v[i].id);
}

void lint_add_calls(const struct lint *k, struct name_set *s, const char *of)
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

/* Adds the fields of a handle; for an effect, those of that verb. */
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
        add_traits(k, s, NL_TRAITS, of);
    if (of == SV_EFFECT)
        return;
    add_counters(k, s, NL_NONE, of);
    lint_add_calls(k, s, lint_handles[of].calls);
}

/* A list's name; the ruleset's names in it; fixed words, which come first; does trait_is or
 * counter_is select from it? The kind of argument that is one of them. */
#define ALL(names)               offsetof(struct snames, names)
#define SEAT_WORD(id, word, ...) #word " "
static const struct {
    const char *says;
    size_t all; /* a struct swords of struct snames; 0: none */
    const char *words;
    bool traits, counters;
    const char *kind;
} lists[NL_LISTS_ALL] = {
    [NL_NONE] = {"a name", 0, "", false, false, NULL},
    [NL_ZONES] = {"a zone", ALL(zones), "", false, false, "zone"},
    [NL_COUNTERS] = {"a counter", ALL(counters), "", false, false, "counter"},
    [NL_TRAITS] = {"a trait", 0, "", true, false, "trait"},
    [NL_LISTS] = {"a trait that is effects", 0, "", true, false, "list"},
    [NL_WRITTEN] = {"a trait that is written on cards", 0, "", true, false, "written"},
    [NL_MEASURES] = {"a trait or counter of cards that is a number", 0, "", true, true,
                     "measure"},
    [NL_HAS_WORDS] = {NULL, 0, "", true, true, "has_words"},
    [NL_PHASES] = {"a phase", ALL(phases), "", false, false, "phase"},
    [NL_UNTIL] = {"a phase, or \"game\"", ALL(phases), "game", false, false, "until"},
    [NL_WORDS] = {"a key of `words`", ALL(words), "", false, false, "word"},
    [NL_VERBS] = {"a verb", 0, "", false, false, "verb"},
    [NL_PARAMS] = {"a parameter of the verb", 0, "", false, false, "param"},
    [NL_ACTIONS] = {"an action", ALL(actions), "", false, false, NULL},
    [NL_LETS] = {"a name of `let`", ALL(lets), "", false, false, "let"},
    [NL_CARDS] = {"the id of a card", ALL(cards), "", false, false, "id"},
    [NL_OPTIONS] = {"an option", ALL(options), "", false, false, NULL},
    [NL_KINDS] = {"a kind of seat", ALL(kinds), "", false, false, NULL},
    [NL_SEATS] = {"a seat or a word for seats", ALL(kinds),
#include "kernel/seats.def"
                  , false, true, NULL},
    [NL_FACES] = {"a face (\"up\" or \"down\")", 0, "up down", false, false, "face"},
    [NL_PLACES] = {"a place (\"first\", \"last\" or a number)", 0, "first last", false, false,
                   NULL},
    [NL_ALL] = {"a number or \"all\"", 0, "all", false, false, NULL},
    [NL_BLOCKED] = {"\"add\", \"turn\" or \"move\"", 0, "add turn move", false, false,
                    "blocked"},
};

enum name_list names_of_kind(const char *kind)
{
    int list = NL_LISTS_ALL - 1;
    while (list > NL_NONE && (!lists[list].kind || strcmp(lists[list].kind, kind) != 0))
        list--;
    return (enum name_list)list;
}

struct name_set names_list(const struct lint *k, enum name_list list, int of)
{
    const struct snames *n = k->names;
    struct name_set s = {0};

    if (lists[list].words)
        add_words(k, &s, lists[list].words);
    if (lists[list].all)
        add_all(k, &s, (const void *)((const char *)n + lists[list].all));
    if (lists[list].traits)
        add_traits(k, &s, list, of);
    if (lists[list].counters)
        add_counters(k, &s, list, of);
    switch (list) {
    case NL_VERBS:
        for (int i = 0; i < n->nverbs; i++)
            add(k, &s, n->verbs[i].name);
        break;
    case NL_PARAMS: add_params(k, &s, of); break;
    case NL_OPTION_WORDS: add_all(k, &s, &n->option[of].words); break;
    case NL_TRAIT_WORDS: add_all(k, &s, &n->trait_words[of]); break;
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

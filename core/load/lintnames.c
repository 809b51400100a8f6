/* lintnames.c: the names that may stand in a place of a script. */
#include "load/lint.h"

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

int lint_named(const struct lint *k, enum name_kind kind, const char *id)
{
    const struct name *name = name_find(k->ld, id);

    return name && name->kind == kind ? name->index : -1;
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

/* Whose a counter is, as what a script holds. */
static enum sv_kind counter_of(const struct kcounter *c)
{
    return c->per == PER_CARD ? SV_CARD : c->per == PER_GAME ? SV_GAME : SV_SEAT;
}

static void add_counters(const struct lint *k, struct name_set *s, enum sv_kind of, bool sets)
{
    for (uint32_t i = 0; i < k->ld->counters.n; i++) {
        const struct kcounter *c = &k->ld->counters.v[i];

        if (counter_of(c) == of && (!sets || c->is == V_WORDS))
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

static void add_verbs(const struct lint *k, struct name_set *s)
{
    for (int i = 0; i < k->names->nverbs; i++)
        add(k, s, k->names->verbs[i].name);
}

static void add_fields(const struct lint *k, struct name_set *s, enum name_list list, int of)
{
    switch (list) {
    case NL_GAME_FIELDS:
        add_words(k, s, "players you option");
        add_all(k, s, &k->names->phases);
        add_counters(k, s, SV_GAME, false);
        add_calls(k, s, "g");
        break;
    case NL_CARD_FIELDS:
        add_words(k, s, "id owner zone at face");
        add_traits(k, s, NL_TRAITS);
        add_counters(k, s, SV_CARD, false);
        add_calls(k, s, "card");
        break;
    case NL_SEAT_FIELDS:
        add_words(k, s, "index left right kind");
        add_counters(k, s, SV_SEAT, false);
        add_calls(k, s, "seat");
        break;
    default:
        add_params(k, s, of);
        add_words(k, s, "this you them card helper target seat number");
    }
}

static void add_has_words(const struct lint *k, struct name_set *s, enum sv_kind of)
{
    if (of == SV_CARD)
        add_traits(k, s, NL_HAS_WORDS);
    add_counters(k, s, of, true);
}

struct name_set names_list(const struct lint *k, enum name_list list, int of)
{
    const struct snames *n = k->names;
    struct name_set s = {0};

    switch (list) {
    case NL_ZONES: add_all(k, &s, &n->zones); break;
    case NL_COUNTERS: add_all(k, &s, &n->counters); break;
    case NL_TRAITS:
    case NL_LISTS:
    case NL_WRITTEN: add_traits(k, &s, list); break;
    case NL_MEASURES: add_measures(k, &s); break;
    case NL_HAS_WORDS: add_has_words(k, &s, (enum sv_kind)of); break;
    case NL_UNTIL: add_words(k, &s, "game"); /* fall through */
    case NL_PHASES: add_all(k, &s, &n->phases); break;
    case NL_WORDS: add_all(k, &s, &n->words); break;
    case NL_VERBS: add_verbs(k, &s); break;
    case NL_PARAMS: add_params(k, &s, of); break;
    case NL_ACTIONS: add_all(k, &s, &n->actions); break;
    case NL_LETS: add_all(k, &s, &n->lets); break;
    case NL_CARDS: add_all(k, &s, &n->cards); break;
    case NL_OPTIONS: add_all(k, &s, &n->options); break;
    case NL_OPTION_WORDS: add_all(k, &s, &n->option_words[of]); break;
    case NL_TRAIT_WORDS: add_all(k, &s, &n->trait_words[of]); break;
    case NL_KINDS: add_all(k, &s, &n->kinds); break;
    case NL_SEATS: add_seat_words(k, &s); break;
    case NL_FACES: add_words(k, &s, "up down"); break;
    case NL_PLACES: add_words(k, &s, "first last"); break;
    case NL_ALL: add_words(k, &s, "all"); break;
    case NL_BLOCKED: add_words(k, &s, "add turn move"); break;
    case NL_GAME_FIELDS:
    case NL_CARD_FIELDS:
    case NL_SEAT_FIELDS:
    case NL_EFFECT_FIELDS: add_fields(k, &s, list, of); break;
    case NL_LIBRARY_FIELDS:
    case NL_NONE: break;
    }
    return s;
}

const char *names_says(const struct lint *k, enum name_list list, int of)
{
    static const char *const says[] = {
        [NL_ZONES] = "a zone",
        [NL_COUNTERS] = "a counter",
        [NL_TRAITS] = "a trait",
        [NL_LISTS] = "a trait that is effects",
        [NL_WRITTEN] = "a trait that is written on cards",
        [NL_MEASURES] = "a trait or counter of cards that is a number",
        [NL_PHASES] = "a phase",
        [NL_UNTIL] = "a phase, or \"game\"",
        [NL_WORDS] = "a key of `words`",
        [NL_VERBS] = "a verb",
        [NL_PARAMS] = "a parameter of the verb",
        [NL_ACTIONS] = "an action",
        [NL_LETS] = "a name of `let`",
        [NL_CARDS] = "the id of a card",
        [NL_OPTIONS] = "an option",
        [NL_KINDS] = "a kind of seats",
        [NL_SEATS] = "a seat or a word for seats",
        [NL_FACES] = "a face (\"up\" or \"down\")",
        [NL_PLACES] = "a place (\"first\", \"last\" or a number)",
        [NL_ALL] = "a number or \"all\"",
        [NL_BLOCKED] = "\"add\", \"turn\" or \"move\"",
    };

    switch (list) {
    case NL_TRAIT_WORDS: return arena_printf(k->mem, "a word of %s", k->names->traits.v[of]);
    case NL_OPTION_WORDS:
        return arena_printf(k->mem, "a value of the option %s", k->names->options.v[of]);
    case NL_HAS_WORDS:
        return of == SV_CARD ? "a trait of words, or a counter of cards that is a set of words"
               : of == SV_SEAT ? "a counter of seats that is a set of words"
                               : "a counter of the game that is a set of words";
    default: return list < sizeof says / sizeof *says && says[list] ? says[list] : "a name";
    }
}

bool names_hold(const struct name_set *s, const char *text)
{
    return PLACE_OF(s->v, s->n, text) >= 0;
}

const struct script_call *lint_method_find(const char *of, const char *name)
{
    for (int i = 0; i < script_ncalls; i++)
        if (!strcmp(script_calls[i].of, of) && !strcmp(script_calls[i].name, name))
            return &script_calls[i];
    return NULL;
}

/* lintargs.c: the arguments of a script's call: their number, kinds and names.
 *
 * `takes` in script/calls.def says what is needed. Its kinds are the rows of `kinds` below; they
 * match sc_*_arg in script/args.c.
 */
#include "load/lint.h"

#include <string.h>

#define BIT(kind) (1u << SV_##kind)
#define SEATY     (BIT(SEAT) | BIT(SEATS) | BIT(SELECTOR) | BIT(BOUND) | BIT(CHOSEN))
#define CARDY     (BIT(CARD) | BIT(SELECTOR) | BIT(BOUND) | BIT(CHOSEN) | BIT(TABLE))
#define EVERY     (~0u)

/* What an argument must be. For a name of a list see names_of_kind. */
struct want {
    unsigned mask; /* 1 << kinds; for TEXT one of this list: */
    enum name_list list;
    int of;
    const char *says;
};

static const struct arg_kind {
    const char *name, *says;
    unsigned mask;
    enum name_list list;
} kinds[] = {
    {"any", "", EVERY, NL_NONE},
    {"seats", NULL, SEATY, NL_SEATS},
    {"seat", "a seat", SEATY, NL_SEATS},
    {"giver", "\"left\", \"right\" or a seat", SEATY, NL_SEATS},
    {"owner", "a seat, or false", SEATY | BIT(FLAG), NL_SEATS},
    {"cards", "a selector or a card", CARDY, NL_CARDS},
    {"selector", "a selector without open places", BIT(SELECTOR), NL_NONE},
    {"question", "a selector, an action or a list of actions",
     BIT(SELECTOR) | BIT(BOUND) | BIT(TABLE), NL_ACTIONS},
    {"offer", "a selector", BIT(SELECTOR) | BIT(BOUND), NL_NONE},
    {"place", NULL, BIT(NUMBER), NL_PLACES},
    {"count", NULL, BIT(NUMBER), NL_ALL},
    {"number", "a number", BIT(NUMBER), NL_NONE},
    {"flag", "true or false", EVERY, NL_NONE},
    {"said", "a number, a card or a seat", SEATY | BIT(CARD) | BIT(NUMBER) | BIT(NIL),
     NL_SEATS},
    {"text", "a text", BIT(TEXT) | BIT(NUMBER), NL_NONE},
    {"figure", "a number", BIT(TEXT) | BIT(NUMBER), NL_NONE},
    {"table", "a table", BIT(TABLE), NL_NONE},
    {"function", "a function", BIT(FUNCTION) | BIT(CALL) | BIT(OPEN), NL_NONE},
};

/* ---- what a value is, in words --------------------------------------------------- */

const char *lint_says(const struct lint *k, const struct sv *v)
{
    static const char *const says[SV_KINDS] = {
        "something",        "nil",
        "true or false",    "a number",
        "a text",           "a table",
        "a function",       "a card",
        "a seat",           "a set of seats",
        "a selector",       "a selector with open places",
        "a bound selector", "the cards of g:choose_cards",
        "the game",         "the effect",
        "the options",      "a function",
        "a library",        "a table of hooks",
        "a loop",
    };

    if (v->kind == SV_TEXT && v->text)
        return arena_printf(k->mem, "\"%.60s\"", v->text);
    if (v->kind == SV_NUMBER && v->text)
        return arena_printf(k->mem, "%.20s", v->text);
    return says[v->kind];
}

/* ---- does it fit? ---------------------------------------------------------------- */

static bool fits(const struct lint *k, const struct sv *v, unsigned mask, enum name_list list,
                 int of)
{
    if (v->kind == SV_ANY || (mask >> v->kind & 1))
        return true;
    if (v->kind != SV_TEXT || list == NL_NONE)
        return false;
    struct name_set names = names_list(k, list, of);
    return !v->text || names_hold(&names, v->text);
}

const struct sv *sv_misfit(const struct lint *k, const struct svs *v, unsigned mask,
                           enum name_list list, int of)
{
    const struct sv *first = NULL;
    bool all = true;

    for (int i = 0; i < v->n; i++) {
        const struct sv *one = &v->v[i];

        if (lint_excused(k, one) || fits(k, one, mask, list, of)) {
            all = false;
        } else if (one->flags & SV_ALONE) {
            return one;
        } else if (!first) {
            first = one;
        }
    }
    return all ? first : NULL;
}

/* ---- what is wrong with one ------------------------------------------------------ */

static const char *hint_for(const struct lint *k, const struct sv *v, const struct want *w)
{
    struct name_set names = names_list(k, w->list, w->of);

    const struct name *known = v->kind == SV_TEXT && v->text ? name_find(k->ld, v->text) : NULL;
    if (w->list == NL_SEATS && known && known->kind == NAME_LET)
        return arena_printf(k->mem,
                            "use the `let` in a selector, sel{of = \"%.64s\"}, or loop over "
                            "\"all\" and test each seat",
                            v->text);
    if (v->kind == SV_TEXT && v->text)
        return names_hint(k, &names, v->text);
    if (v->kind == SV_OPEN && w->mask & BIT(SELECTOR))
        return "call it with the values of its places: selector(value, …)";
    if (v->kind == SV_TABLE && w->mask & BIT(SELECTOR))
        return "selectors are made by sel{…} when the script loads";
    return NULL;
}

/* Reports the value of NAME in a call of WHAT. */
static void misfit_say(struct lint *k, const struct syn_expr *at, const struct sv *v,
                       const struct want *w, const char *what, const char *name)
{
    bool word = v->kind == SV_TEXT && v->text && w->list != NL_NONE;
    const char *hint = hint_for(k, v, w);
    const char *wanted = w->says ? w->says : names_says(k, w->list, w->of);

    if (v->at && (v->flags & SV_PASSED || v->kind == SV_TEXT || v->flags & SV_ALONE))
        at = v->at;
    if (word)
        lint_say(k, at, "SCRIPT-WORD", hint, "%s: \"%.60s\" is not %s", what, v->text, wanted);
    else
        lint_say(k, at, "SCRIPT-TYPE", hint, "%s: `%s` must be %s, not %s", what, name, wanted,
                 lint_says(k, v));
}

/* As named_as in script/sel.c. */
static bool param_fits(const struct sverb *v, int i, unsigned type, ref trait)
{
    if (v->type[i] == type)
        return type != V_WORD || v->trait[i] == trait;
    return (type == V_SEAT && v->type[i] == V_SEATS) ||
           (type == V_NUMBER && v->type[i] == V_NUMBER_OR_ALL) ||
           (type == V_WORD && trait == REF_NONE && v->type[i] == V_CARD);
}

/* Is it a hook that formulas call, never with a seat? Then it has no `you`. */
static bool pure_without_seat(const struct lint *k)
{
    const struct spure *sig =
        k->hook == HOOK_PURE && !k->ld->solo ? lint_pure_sig(k, k->hook_name) : NULL;

    for (int i = 0; sig && i < sig->nargs; i++)
        if (sig->arg[i] == V_SEAT)
            return false;
    return sig != NULL;
}

/* Checks a selector that names `you` or parameters of the hook's verb. */
static void named_check(struct lint *k, const struct syn_expr *at, const struct sv *v)
{
    bool is = (v->kind == SV_SELECTOR || v->kind == SV_BOUND) && v->of >= 0 &&
              k->hook != HOOK_UNKNOWN && !lint_excused(k, v);
    const struct sselector *s = is ? &k->ld->script_sels.v[v->of] : NULL;
    struct name_set has = names_list(k, NL_PARAMS, k->verb);
    const struct sverb *verb = k->verb < 0 ? NULL : &k->names->verbs[k->verb];

    if (s && s->names & NAMES_YOU && !k->asks_you && pure_without_seat(k))
        lint_say(k, at, "SCRIPT-NAME",
                 "in a pure hook, `you` is the first argument that is a seat",
                 "this selector needs `you`, but pure.%s gets no seat", k->hook_name);
    for (int i = s ? K_MAX_ARGS - s->nnamed : K_MAX_ARGS; i < K_MAX_ARGS; i++) {
        int param = verb ? PLACE_OF(verb->param, verb->nparams, s->named[i]) : -1;

        if (!verb || param < 0)
            lint_say(k, at, "SCRIPT-NAME", names_hint(k, &has, s->named[i]),
                     "this selector needs $%s, which only hooks of a verb with a parameter "
                     "`%s` have",
                     s->named[i], s->named[i]);
        else if (!param_fits(verb, param, s->arg[i].type, s->arg[i].trait))
            lint_say(k, at, "SCRIPT-TYPE", NULL,
                     "$%s of %s does not fit its place in this selector", s->named[i],
                     verb->name);
    }
}

static void value_check(struct lint *k, const struct syn_expr *at, const struct svs *v,
                        const struct want *w, const char *what, const char *name)
{
    const struct sv *bad = sv_misfit(k, v, w->mask, w->list, w->of);

    if (bad)
        misfit_say(k, at, bad, w, what, name);
    else if (v->n == 1)
        named_check(k, at, v->v);
}

/* The values of a type: what it is, and what sc_value_arg takes for it. */
static const struct type {
    uint8_t is; /* enum sv_kind */
    unsigned mask;
    enum name_list list;
    const char *says;
} types[] = {
    [V_NUMBER] = {SV_NUMBER, BIT(NUMBER), NL_NONE, "a number"},
    [V_FLAG] = {SV_FLAG, BIT(FLAG), NL_NONE, "true or false"},
    [V_SEAT] = {SV_SEAT, SEATY, NL_SEATS, "a seat"},
    [V_SEATS] = {SV_SEATS, SEATY, NL_SEATS, NULL},
    [V_CARD] = {SV_CARD, BIT(CARD), NL_NONE, "a card"},
    [V_ZONE] = {SV_TEXT, 0, NL_ZONES, NULL},
    [V_SELECTOR] = {SV_SELECTOR, BIT(SELECTOR), NL_NONE, "a selector without open places"},
    [V_NUMBER_OR_ALL] = {SV_NUMBER, BIT(NUMBER), NL_ALL, NULL},
    [V_WORDS] = {SV_NUMBER, EVERY, NL_NONE, NULL}, /* as a value their number */
};

/* The row of a type. A word's depends on its trait. */
static struct type type_of(unsigned type, ref trait)
{
    if (type == V_WORD)
        return (struct type){SV_TEXT, trait == REF_NONE ? BIT(CARD) : 0,
                             trait == OF_WORDS   ? NL_WORDS
                             : trait == REF_NONE ? NL_CARDS
                                                 : NL_TRAIT_WORDS,
                             NULL};
    return type < sizeof types / sizeof *types ? types[type]
                                               : (struct type){SV_ANY, EVERY, NL_NONE, NULL};
}

struct svs sv_of_type(unsigned type, ref trait)
{
    const struct type t = type_of(type, trait);
    struct svs v = t.is == SV_TEXT ? sv_text(t.list, t.list == NL_TRAIT_WORDS ? trait : -1)
                                   : sv_one((enum sv_kind)t.is);
    if (type == V_NUMBER_OR_ALL)
        sv_or(&v, sv_text(t.list, -1).v);
    return v;
}

/* What is taken for this type. nil is always allowed. */
static struct want want_type(unsigned type, ref trait)
{
    const struct type t = type_of(type, trait);

    if (type == UINT8_MAX)
        return (struct want){.mask = BIT(NIL), .says = "nothing: the selector does not use it"};
    return (struct want){t.mask | BIT(NIL), t.list, type == V_WORD ? trait : 0, t.says};
}

/* ---- counters and words: one argument decides about the next ---- */

const char *lint_text_of(const struct lint_args *a, int i)
{
    return i >= 0 && i < a->n && a->v[i].n == 1 && a->v[i].v[0].kind == SV_TEXT
               ? a->v[i].v[0].text
               : NULL;
}

static const char *of_whom(const struct kcounter *c)
{
    return c->per == PER_GAME ? "the game" : c->per == PER_CARD ? "cards" : "seats";
}

/* Checks whose counter is changed. `of`: the argument that says it; -1: the handle. */
static void owner_check(struct lint *k, const struct lint_args *a, int of,
                        const struct kcounter *c, const char *id)
{
    const struct syn_expr *at = a->at[of < 0 ? 0 : of];
    bool cards = c->per == PER_CARD, game = c->per == PER_GAME;
    const struct sv *bad;

    if (a->self != SV_GAME) {
        if (a->self == SV_CARD ? !cards : cards || game)
            lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a counter of %s, not of %s", id,
                     of_whom(c), a->self == SV_CARD ? "cards" : "seats");
    } else if (of < 0) {
        if (cards)
            lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a counter of cards. Say of which card",
                     id);
    } else if (game) {
        lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a counter of the game: g:%s(\"%s\", …)", id,
                 a->call->name, id);
    } else if ((bad = sv_misfit(k, &a->v[of], cards ? CARDY : SEATY,
                                cards ? NL_CARDS : NL_SEATS, 0))) {
        lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a counter of %s, not of %s", id, of_whom(c),
                 lint_says(k, bad));
    }
}

/* Does the word begin with `-`, so that it is removed? */
static bool takes_out(const struct lint *k, const struct svs *v, int trait)
{
    struct name_set words = names_list(k, NL_TRAIT_WORDS, trait);

    return v->n == 1 && v->v[0].kind == SV_TEXT && v->v[0].text && v->v[0].text[0] == '-' &&
           names_hold(&words, v->v[0].text + 1);
}

static struct want want_of_counter(const struct kcounter *c, bool add)
{
    struct want w = want_type(c->is, c->trait);

    if (c->is == V_WORDS)
        w = (struct want){BIT(TABLE) | (add ? 0 : BIT(NIL)), NL_TRAIT_WORDS, c->trait, NULL};
    else if (c->is == V_NUMBER || c->is == V_FLAG)
        w.mask &= ~BIT(NIL);
    return w;
}

/* Checks every written entry of the list. */
static void list_check(struct lint *k, const struct syn_expr *at, struct want w,
                       const char *what, const char *name)
{
    for (int i = 0; at->kind == LX_TABLE && i < at->n; i++) {
        struct svs one = lint_eval(k, at->item[i]);
        value_check(k, at->item[i], &one, &w, what, name);
    }
}

/* Checks the value for the counter in the argument before. */
static void counter_check(struct lint *k, const struct lint_args *a, int i, const char *what)
{
    static const struct svs nil = {1, {{.kind = SV_NIL}}};
    const char *text = lint_text_of(a, i - 1);
    int counter = text ? name_index(k->ld, text, NAME_COUNTER) : -1;
    bool add = strcmp(a->call->name, "add") == 0;

    const struct svs *v = i < a->n ? &a->v[i] : &nil;
    if (counter < 0 && add && i < a->n) { /* reports a value that fits no counter at all */
        const struct want w = {BIT(NUMBER) | BIT(TEXT) | BIT(TABLE), NL_NONE, 0,
                               "a number or words"};
        value_check(k, a->at[i], v, &w, what, "n");
        list_check(k, a->at[i], (struct want){BIT(TEXT), NL_NONE, 0, "a word"}, what, "n");
    }
    if (counter < 0)
        return;
    const struct kcounter *c = &k->ld->counters.v[counter];
    struct want w = want_of_counter(c, add);
    owner_check(k, a, i - 2, c, text);
    if (c->is == TYPE_TOLD)
        return;
    if (add && c->is != V_NUMBER && c->is != V_WORDS)
        lint_say(k, a->at[i - 1], "SCRIPT-TYPE", NULL, "%s is not a number. Use set", text);
    else if ((i < a->n || !a->more) && !(add && c->is == V_WORDS && takes_out(k, v, c->trait)))
        value_check(k, i < a->n ? a->at[i] : a->e, v, &w, what, text);
    if (i < a->n && c->is == V_WORDS)
        list_check(k, a->at[i], (struct want){0, NL_TRAIT_WORDS, c->trait, NULL}, what, text);
}

/* Checks a word or value for the trait or counter in the argument before. */
static void word_check(struct lint *k, const struct lint_args *a, int i, bool optional,
                       const char *what)
{
    const char *text = lint_text_of(a, i - 1);
    int trait = text ? name_index(k->ld, text, NAME_TRAIT) : -1,
        counter = text ? name_index(k->ld, text, NAME_COUNTER) : -1;
    struct want w = {.list = NL_TRAIT_WORDS};

    if (counter >= 0)
        trait =
            k->ld->counters.v[counter].is == V_WORDS ? k->ld->counters.v[counter].trait : -1;
    if (trait < 0 || i >= a->n)
        return;
    switch (k->ld->traits.v[trait].type) {
    case T_WORD:
    case T_WORDSET: w.of = trait; break;
    case T_NUMBER: w = (struct want){BIT(NUMBER), NL_NONE, 0, "a number"}; break;
    case T_FLAG: w = (struct want){BIT(FLAG), NL_NONE, 0, "true or false"}; break;
    default: return;
    }
    w.mask |= optional ? BIT(NIL) : 0;
    value_check(k, a->at[i], &a->v[i], &w, what, text);
}

/* g:block(KIND, what): KIND says what is blocked. */
static void blocked_check(struct lint *k, const struct lint_args *a, int i, const char *what)
{
    const char *text = lint_text_of(a, i - 1);
    struct want w = {0};

    if (!text || i >= a->n)
        return;
    w.list = !strcmp(text, "add")    ? NL_COUNTERS
             : !strcmp(text, "turn") ? NL_FACES
             : !strcmp(text, "move") ? NL_ZONES
                                     : NL_NONE;
    if (w.list != NL_NONE)
        value_check(k, a->at[i], &a->v[i], &w, what, text);
}

/* ---- g:queue --------------------------------------------------------------------- */

/* {parameter = …} */
static void named_params_check(struct lint *k, const struct syn_expr *table,
                               const struct sverb *v, int verb)
{
    struct name_set names = names_list(k, NL_PARAMS, verb);

    for (int i = 0; i < table->n; i++) {
        const struct syn_expr *key = table->key[i];

        if (!key || key->kind != LX_TEXT) {
            if (!key)
                lint_say(k, table->item[i], "SCRIPT-NAME", NULL,
                         "g:queue: name the parameters of %s: {NAME = …}", v->name);
            continue;
        }
        if (!names_hold(&names, key->text)) {
            lint_say(k, key, "SCRIPT-NAME", names_hint(k, &names, key->text),
                     "%s has no parameter `%s`", v->name, key->text);
            continue;
        }
        int p = PLACE_OF(v->param, v->nparams, key->text);
        if (p >= 0) {
            struct svs value = lint_eval(k, table->item[i]);
            struct want w = want_type(v->type[p], v->trait[p]);
            value_check(k, table->item[i], &value, &w, v->name, key->text);
        }
    }
}

/* Checks the parameters of the queued verb, from argument i on. */
static void params_check(struct lint *k, const struct lint_args *a, int i)
{
    const char *text = lint_text_of(a, i - 1);
    int verb = text ? verb_find(k->ld, text) : -1;

    if (verb < 0 || verb >= k->names->nverbs)
        return;
    const struct sverb *v = &k->names->verbs[verb];
    if (i < a->n && a->at[i]->kind == LX_TABLE) {
        named_params_check(k, a->at[i], v, verb);
        return;
    }
    for (int p = 0; i + p < a->n; p++) {
        if (p >= v->nparams) {
            lint_say(k, a->at[i + p], "SCRIPT-COUNT", NULL, "%s has %d parameters, but gets %d",
                     v->name, v->nparams, a->n - i);
            return;
        }
        struct want w = want_type(v->type[p], v->trait[p]);
        w.mask |= p == 0 ? BIT(TABLE) : 0; /* perhaps a table of names */
        value_check(k, a->at[i + p], &a->v[i + p], &w, v->name, v->param[p]);
    }
}

/* ---- how many -------------------------------------------------------------------- */

/* One entry of `takes`. */
struct param {
    char name[24], kind[24];
    bool optional, rest;
};

/* Reads the entry at p. Returns the text behind it, or NULL at the end. */
static const char *param_read(const char *p, struct param *out)
{
    size_t n = strcspn(p, ":"), kind;

    if (*p == '\0' || *p == '|')
        return NULL;
    *out = (struct param){.optional = n && p[n - 1] == '?',
                          .rest = n == 3 && !memcmp(p, "...", 3)};
    memcpy(out->name, p, n - out->optional);
    kind = strcspn(p + n + 1, " |");
    memcpy(out->kind, p + n + 1, kind);
    p += n + 1 + kind;
    return *p == ' ' ? p + 1 : p;
}

/* How many values a way to call takes: least, and most (-1: no limit). */
static int takes_most(const char *way, int *least)
{
    struct param param;
    int most = 0;

    *least = 0;
    for (const char *p = way; (p = param_read(p, &param));) {
        if (param.rest)
            return -1;
        most++;
        *least += !param.optional;
    }
    return most;
}

/* The way that this call uses: the first with room for n values, else the last. */
static const char *way_of(const char *takes, int n)
{
    for (;;) {
        const char *other = strchr(takes, '|');
        int least, most = takes_most(takes, &least);

        if (!other || most < 0 || n <= most)
            return takes;
        takes = other + 1;
    }
}

/* "g:turn" */
static const char *call_name(const struct lint *k, const struct lint_args *a)
{
    bool method = a->self != SV_ANY && a->call->of[0];

    return a->call->of[0]
               ? arena_printf(k->mem, "%s%c%s", a->call->of, method ? ':' : '.', a->call->name)
               : a->call->name;
}

/* "g:turn(cards, face)" */
static const char *call_says(const struct lint *k, const struct lint_args *a)
{
    const char *out = arena_printf(k->mem, "%s(", call_name(k, a)), *between = "";
    struct param param;

    for (const char *p = way_of(a->call->takes, a->n); (p = param_read(p, &param));
         between = ", ")
        out = arena_printf(k->mem, "%s%s%s%s", out, between, param.rest ? "…" : param.name,
                           param.optional ? "?" : "");
    return arena_printf(k->mem, "%s)", out);
}

/* What an argument must be if no other argument decides. */
static struct want want_kind(const struct lint *k, const struct lint_args *a,
                             const struct param *param)
{
    enum name_list list = names_of_kind(param->kind);
    int of = list == NL_PARAMS ? k->verb : list == NL_HAS_WORDS ? (int)a->self : 0;
    struct want w = {list == NL_NONE ? EVERY : 0, list, of, NULL};
    int at = PLACE_OF(kinds, sizeof kinds / sizeof *kinds, param->kind);

    if (at >= 0)
        w = (struct want){kinds[at].mask, kinds[at].list, 0, kinds[at].says};
    w.mask |= param->optional ? BIT(NIL) : 0;
    return w;
}

static void arg_check(struct lint *k, const struct lint_args *a, int i,
                      const struct param *param, const char *what)
{
    if (!strcmp(param->kind, "change") || !strcmp(param->kind, "value")) {
        counter_check(k, a, i, what);
    } else if (!strcmp(param->kind, "word_of")) {
        word_check(k, a, i, param->optional, what);
    } else if (!strcmp(param->kind, "what")) {
        blocked_check(k, a, i, what);
    } else if (!strcmp(param->kind, "given")) {
        params_check(k, a, i);
    } else if (i < a->n && strcmp(param->kind, "whose") != 0) {
        struct want w = want_kind(k, a, param);
        value_check(k, a->at[i], &a->v[i], &w, what, param->name);
        if (!strcmp(param->kind, "question"))
            list_check(k, a->at[i], (struct want){0, NL_ACTIONS, 0, NULL}, what, param->name);
    }
}

/* False: too few or too many (reported). */
static bool count_check(struct lint *k, const struct lint_args *a, const char *way)
{
    int least, most = takes_most(way, &least), n = a->n - a->more;
    struct param param;

    if (most >= 0 && n > most)
        return lint_say(k, a->at[most], "SCRIPT-COUNT", NULL,
                        "%s takes at most %d, but gets %d", call_says(k, a), most, n);
    if (a->more || a->n >= least)
        return true;
    for (int i = 0; (way = param_read(way, &param)); i++)
        if (i >= a->n && !param.optional && !param.rest)
            return lint_say(k, a->e, "SCRIPT-COUNT", NULL, "%s needs `%s`", call_says(k, a),
                            param.name);
    return true;
}

/* A sentence takes at most one of each: a number, a card, a seat. */
static void said_check(struct lint *k, const struct lint_args *a, const char *what)
{
    static const struct {
        unsigned mask;
        const char *says;
    } each[] = {{BIT(NUMBER), "a number"}, {BIT(CARD), "a card"}, {BIT(SEAT), "a seat"}};

    for (size_t kind = 0; kind < sizeof each / sizeof *each; kind++)
        for (int i = 1, n = 0; i < a->n; i++) {
            const struct svs *v = &a->v[i];
            bool certain = v->n == 1 && (each[kind].mask >> v->v[0].kind & 1) &&
                           !(v->v[0].flags & SV_PASSED);
            if (certain && n++)
                lint_say(k, a->at[i], "SCRIPT-COUNT", NULL, "%s: %s is given twice", what,
                         each[kind].says);
        }
}

void lint_args_check(struct lint *k, const struct lint_args *a)
{
    const char *way, *what = call_name(k, a);
    struct param param;

    if (!a->call->takes)
        return;
    way = way_of(a->call->takes, a->n - a->more);
    if (!count_check(k, a, way))
        return;
    if (strstr(way, ":said"))
        said_check(k, a, what);
    for (int i = 0; (way = param_read(way, &param)); i++) {
        arg_check(k, a, i, &param, what);
        for (int more = i + 1; param.rest && strcmp(param.kind, "given") != 0 && more < a->n;
             more++)
            arg_check(k, a, more, &param, what);
    }
}

/* ---- open places ----------------------------------------------------------------- */

void lint_places_check(struct lint *k, const struct lint_args *a, const struct sselector *sel)
{
    static const char *const places[K_MAX_ARGS] = {"$1", "$2", "$3", "$4",
                                                   "$5", "$6", "$7", "$8"};

    if (a->n - a->more > sel->nargs) {
        lint_say(k, a->at[sel->nargs], "SCRIPT-COUNT", NULL,
                 "this selector has %d open place%s, but gets %d values", sel->nargs,
                 sel->nargs == 1 ? "" : "s", a->n - a->more);
        return;
    }
    for (int i = 0; i < a->n && i < sel->nargs; i++) {
        struct want w = want_type(sel->arg[i].type, sel->arg[i].trait);
        value_check(k, a->at[i], &a->v[i], &w, "the selector", places[i]);
    }
}

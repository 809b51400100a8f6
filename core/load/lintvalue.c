/* lintvalue.c: fields and calls in a script, and their values. */
#include "load/lint.h"

#include <string.h>

/* ---- values ---------------------------------------------------------------------- */

struct svs sv_one(enum sv_kind kind)
{
    return (struct svs){1, {{.kind = (uint8_t)kind, .of = -1}}};
}

struct svs sv_any(void)
{
    return sv_one(SV_ANY);
}

struct svs sv_text(enum name_list list, int of)
{
    struct svs v = sv_one(SV_TEXT);

    v.v[0].list = (uint8_t)list;
    v.v[0].of = of;
    return v;
}

static bool same(const struct sv *a, const struct sv *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->list == b->list && a->of == b->of &&
           a->at == b->at && a->func == b->func && a->call == b->call;
}

void sv_or(struct svs *to, const struct sv *v)
{
    for (int i = 0; i < to->n; i++)
        if (same(&to->v[i], v))
            return;
    if (to->n < SV_MOST)
        to->v[to->n++] = *v;
    else
        *to = sv_any();
}

/* ---- fields of handles ----------------------------------------------------------- */

/* Matches sc_given() in script/handles.c. */
const struct lint_own lint_own[] = {
    {"id", SV_CARD, SV_TEXT, NL_CARDS},   {"owner", SV_CARD, SV_SEAT, 0},
    {"zone", SV_CARD, SV_TEXT, NL_ZONES}, {"at", SV_CARD, SV_NUMBER, 0},
    {"face", SV_CARD, SV_TEXT, NL_FACES}, {"index", SV_SEAT, SV_NUMBER, 0},
    {"left", SV_SEAT, SV_SEAT, 0},        {"right", SV_SEAT, SV_SEAT, 0},
    {"kind", SV_SEAT, SV_TEXT, NL_KINDS}, {"players", SV_GAME, SV_NUMBER, 0},
    {"you", SV_GAME, SV_SEAT, 0},         {"option", SV_GAME, SV_OPTIONS, 0},
    {"this", SV_EFFECT, SV_CARD, 0},      {"you", SV_EFFECT, SV_SEAT, 0},
    {"them", SV_EFFECT, SV_SEAT, 0},      {"card", SV_EFFECT, SV_CARD, 0},
    {"helper", SV_EFFECT, SV_CARD, 0},    {"target", SV_EFFECT, SV_CARD, 0},
    {"seat", SV_EFFECT, SV_SEAT, 0},      {"number", SV_EFFECT, SV_NUMBER, 0},
};
const int lint_nown = sizeof lint_own / sizeof *lint_own;

const struct lint_handle lint_handles[SV_KINDS] = {
    [SV_GAME] = {"g", "g", NL_GAME_FIELDS},
    [SV_CARD] = {"card", "a card", NL_CARD_FIELDS},
    [SV_SEAT] = {"seat", "a seat", NL_SEAT_FIELDS},
    [SV_OPTIONS] = {NULL, "g.option", NL_OPTIONS},
    [SV_EFFECT] = {NULL, "e", NL_EFFECT_FIELDS},
    [SV_TEXT] = {"string", NULL, NL_NONE},
};

enum sv_kind lint_holder(const struct kcounter *c)
{
    return c->per == PER_CARD ? SV_CARD : c->per == PER_GAME ? SV_GAME : SV_SEAT;
}

/* Reports a missing field. Of a call, the nearest call comes first. */
static void no_field(struct lint *k, const struct syn_expr *at, const struct lint_handle *h,
                     const char *name)
{
    struct name_set names = names_list(k, (enum name_list)h->fields, k->verb);
    struct near near = near_begin(k->ld, name);

    for (int i = 0; i < names.n && at->kind == LX_METHOD; i++)
        if (lint_method_find(h->calls ? h->calls : "", names.v[i]))
            near_try(&near, names.v[i]);
    lint_say(k, at, "SCRIPT-NAME",
             near.best ? hint_near(k->ld, near.best) : names_hint(k, &names, name),
             "%s has no `%.60s`", h->says, name);
}

static struct svs own_value(enum sv_kind of, const char *name)
{
    for (int i = 0; i < lint_nown; i++)
        if (lint_own[i].of == of && !strcmp(lint_own[i].name, name)) {
            struct svs v = sv_one((enum sv_kind)lint_own[i].is);
            v.v[0].list = lint_own[i].list;
            return v;
        }
    return (struct svs){0};
}

static struct svs trait_value(struct lint *k, const struct syn_expr *at, int trait)
{
    const char *name = k->ld->trait_infos.v[trait].name.id;

    switch (k->ld->traits.v[trait].type) {
    case T_NUMBER: return sv_one(SV_NUMBER);
    case T_CONDITION:
    case T_FLAG: return sv_one(SV_FLAG);
    case T_WORD: return sv_text(NL_TRAIT_WORDS, trait);
    case T_CARD: return sv_text(NL_CARDS, -1);
    case T_WORDSET:
        lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a set of words: use card:is(\"%s\", WORD)",
                 name, name);
        return sv_any();
    default:
        lint_say(k, at, "SCRIPT-TYPE", NULL, "%s is a list of effects and cannot be read",
                 name);
        return sv_any();
    }
}

/* The value of a field of a card, a seat or the game. */
static struct svs handle_field(struct lint *k, enum sv_kind of, const struct syn_expr *at,
                               const char *name)
{
    struct svs v = own_value(of, name);
    int trait = of == SV_CARD ? name_index(k->ld, name, NAME_TRAIT) : -1,
        i = name_index(k->ld, name, NAME_COUNTER);
    const struct kcounter *c = i < 0 ? NULL : &k->ld->counters.v[i];

    k->asks_you |= of == SV_GAME && !strcmp(name, "you");
    if (v.n)
        return v;
    if (trait >= 0)
        return trait_value(k, at, trait);
    if (of == SV_GAME && phase_find(k->ld, name) >= 0)
        return sv_one(SV_NUMBER);
    v = c && lint_holder(c) == of ? sv_of_type(c->is, c->trait) : sv_one(SV_CALL);
    if (v.v[0].kind == SV_CALL)
        v.v[0].call = lint_method_find(lint_handles[of].calls, name);
    return v.v[0].kind == SV_CALL && !v.v[0].call ? (struct svs){0} : v;
}

static struct svs option_field(const struct lint *k, const char *name)
{
    int i = name_index(k->ld, name, NAME_OPTION), type = i < 0 ? -1 : k->names->option[i].type;

    return i < 0            ? (struct svs){0}
           : type == V_WORD ? sv_text(NL_OPTION_WORDS, i)
                            : sv_of_type((unsigned)type, REF_NONE);
}

struct svs lint_effect_field(const struct lint *k, const char *name)
{
    const struct sverb *v = k->verb < 0 ? NULL : &k->names->verbs[k->verb];
    int param = v ? PLACE_OF(v->param, v->nparams, name) : -1;

    return param >= 0 ? sv_of_type(v->type[param], v->trait[param])
                      : own_value(SV_EFFECT, name);
}

static struct svs library_field(struct lint *k, const struct syn_expr *at, const char *library,
                                const char *name)
{
    struct svs v = sv_one(SV_CALL);
    const struct script_call *c = lint_method_find(library, name);
    struct name_set names = {0};

    v.v[0].call = c;
    if (c)
        return c->takes ? v : sv_one(SV_NUMBER);
    lint_add_calls(k, &names, library);
    lint_say(k, at, "SCRIPT-NAME", names_hint(k, &names, name), "%s has nothing named `%.60s`",
             library, name);
    return sv_any();
}

/* Field NAME of one possible value. An empty list: no such field; the caller reports it. */
static struct svs field_of(struct lint *k, const struct sv *v, const struct syn_expr *at,
                           const char *name)
{
    switch (v->kind) {
    case SV_GAME:
    case SV_CARD:
    case SV_SEAT: return handle_field(k, (enum sv_kind)v->kind, at, name);
    case SV_OPTIONS: return option_field(k, name);
    case SV_EFFECT:
        return k->hook == HOOK_EFFECT || k->hook == HOOK_STEP ? lint_effect_field(k, name)
                                                              : sv_any();
    case SV_TEXT: return library_field(k, at, "string", name);
    case SV_LIBRARY: return library_field(k, at, v->text, name);
    case SV_ANY:
    case SV_NIL:
    case SV_TABLE:
    case SV_HOOKS: return sv_any();
    default: return (struct svs){0};
    }
}

/* Reports that a value has no such field. */
static void no_field_of(struct lint *k, const struct sv *v, const struct syn_expr *at,
                        const char *name)
{
    const unsigned selectors =
        1u << SV_SELECTOR | 1u << SV_OPEN | 1u << SV_BOUND | 1u << SV_CHOSEN;

    if (v->kind == SV_GAME && name_index(k->ld, name, NAME_OPTION) >= 0)
        lint_say(k, at, "SCRIPT-NAME", NULL, "read an option as g.option.%s", name);
    else if (lint_handles[v->kind].says)
        no_field(k, at, &lint_handles[v->kind], name);
    else
        lint_say(k, at, "SCRIPT-TYPE",
                 v->kind == SV_SEATS        ? "for seat in g:seats(set) do … end"
                 : selectors >> v->kind & 1 ? "give it to g:cards, g:count, g:choose …"
                                            : NULL,
                 "%s has no fields (`%.60s`)", lint_says(k, v), name);
}

/* The field of all possible values. Reports it if surely none has it. */
static struct svs fields_of(struct lint *k, const struct svs *of, const struct syn_expr *at,
                            const char *name)
{
    struct svs out = {0};
    const struct sv *without = NULL;

    for (int i = 0; i < of->n; i++) {
        const struct sv *v = &of->v[i];
        struct svs one =
            lint_excused(k, v) || v->flags & SV_FALSE ? sv_any() : field_of(k, v, at, name);

        if (!one.n)
            without = without ? without : v;
        for (int j = 0; j < one.n; j++)
            sv_or(&out, &one.v[j]);
    }
    if (out.n || !without)
        return out.n ? out : sv_any();
    no_field_of(k, without, at, name);
    return sv_any();
}

struct svs lint_field(struct lint *k, const struct syn_expr *e)
{
    struct svs of = lint_eval(k, e->a), key = lint_eval(k, e->b);

    if (key.n != 1 || key.v[0].kind != SV_TEXT || !key.v[0].text || key.v[0].flags & SV_PASSED)
        return sv_any();
    return fields_of(k, &of, e->b, key.v[0].text);
}

void lint_write(struct lint *k, const struct syn_expr *target, const struct svs *value)
{
    static const char *const how[SV_KINDS] = {
        [SV_CARD] = "card:set(COUNTER, VALUE)",
        [SV_SEAT] = "seat:set(COUNTER, VALUE)",
        [SV_GAME] = "g:set(COUNTER, VALUE)",
    };
    static const char *const bots[] = {"value", "hopeless"};
    struct svs of = lint_eval(k, target->a);

    lint_eval(k, target->b);
    if (of.n == 1 && of.v[0].kind >= SV_CARD && of.v[0].kind <= SV_OPTIONS &&
        !(of.v[0].flags & SV_PASSED))
        lint_say(k, target->b, "SCRIPT-TYPE", how[of.v[0].kind], "%s cannot be written to",
                 lint_says(k, &of.v[0]));
    if (of.n == 1 && of.v[0].kind == SV_HOOKS && target->b->kind == LX_TEXT && value->n == 1 &&
        value->v[0].kind == SV_FUNCTION) {
        enum hook_kind kind = (enum hook_kind)PLACE_OF(lint_tables, HOOK_BOT + 1, of.v[0].text);
        const char *name = target->b->text;
        *LIST_ADD(k->mem, k->hooks, k->nhooks) =
            (struct lint_hook){kind, name, value->v[0].func, k->in};
        if (kind == HOOK_BOT && PLACE_OF(bots, 2, name) < 0)
            lint_say(k, target->b, "SCRIPT-NAME", hint_among(k->ld, name, bots, 2),
                     "unknown bot.%.60s: there are only bot.value and bot.hopeless", name);
    } else {
        lint_escapes(k, value);
    }
}

/* ---- calls ----------------------------------------------------------------------- */

/* The kind of an answer: a card if a selector was offered. */
static bool offers_cards(const struct lint_args *a, int what)
{
    return what < a->n && a->v[what].n == 1 &&
           (a->v[what].v[0].kind == SV_SELECTOR || a->v[what].v[0].kind == SV_BOUND);
}

static struct svs trait_gives(struct lint *k, const struct lint_args *a)
{
    const char *name = lint_text_of(a, a->first + 1);
    int trait = name ? name_index(k->ld, name, NAME_TRAIT) : -1;

    if (a->n > a->first + 2)
        return sv_one(SV_FLAG);
    return trait < 0 || k->ld->traits.v[trait].type >= T_WORDSET ? sv_any()
                                                                 : trait_value(k, a->e, trait);
}

static struct svs gives(struct lint *k, const struct lint_args *a)
{
    struct svs v = sv_one(SV_LOOP);
    const char *first = lint_text_of(a, a->first);
    int let = first ? PLACE_OF(k->names->lets.v, k->names->lets.n, first) : -1;

    v.v[0].gives = a->call->gives;
    switch (a->call->gives) {
    case GIVES_NUMBER: return sv_one(SV_NUMBER);
    case GIVES_FLAG: return sv_one(SV_FLAG);
    case GIVES_TEXT: return sv_text(NL_NONE, -1);
    case GIVES_CARD: return sv_one(SV_CARD);
    case GIVES_CHOSEN: return sv_one(SV_CHOSEN);
    case GIVES_ANSWER: return offers_cards(a, a->first + 1) ? sv_one(SV_CARD) : sv_any();
    case GIVES_ANSWERS: v.v[0].of = offers_cards(a, a->first + 1); return v;
    case GIVES_CARDS:
    case GIVES_SEATS:
    case GIVES_PAIRS: return v;
    case GIVES_LET:
        return let < 0 ? sv_any()
                       : sv_of_type(k->names->let[let].type, k->names->let[let].trait);
    case GIVES_TRAIT: return trait_gives(k, a);
    default: return sv_any();
    }
}

static void all_escape(struct lint *k, const struct lint_args *a)
{
    for (int i = 0; i < a->n; i++)
        lint_escapes(k, &a->v[i]);
}

static struct svs bridge_call(struct lint *k, struct lint_args *a)
{
    if (a->call->acts && k->hook >= HOOK_PURE && k->act && !k->act->judged)
        lint_say(k, a->e, "SCRIPT-PURE", NULL, "%s.%s may not change the game: %s:%s",
                 lint_tables[k->hook], k->hook_name, a->call->of, a->call->name);
    lint_args_check(k, a);
    all_escape(k, a);
    return gives(k, a);
}

/* Reads the values of a call's arguments after `first` free places. */
static void args_read(struct lint *k, const struct syn_expr *e, struct lint_args *a)
{
    a->e = e;
    a->n = e->n;
    a->at = (const struct syn_expr *const *)e->item;
    a->v = arena_alloc(k->mem, ((size_t)e->n + 1) * sizeof *a->v);
    for (int i = 0; i < e->n; i++)
        a->v[i] = lint_eval(k, e->item[i]);
    a->more = e->n && lint_several(e->item[e->n - 1]) &&
              !lint_single(e->item[e->n - 1], &a->v[e->n - 1]);
}

/* sel{…}: the value comes from what the loader made of it. */
static struct svs sel_call(struct lint *k, const struct syn_expr *e)
{
    struct svs v = sv_one(SV_SELECTOR);

    if (k->hook != HOOK_UNKNOWN && k->act && !k->act->judged)
        lint_say(k, e, "SCRIPT-TYPE",
                 "write it outside of hooks and leave places open (\"$1\")",
                 "sel{…} is compiled while the script loads, and this is a hook");
    if (e->note <= 0 || (uint32_t)e->note > k->ld->script_sels.n) /* or out of memory */
        return sv_any();
    v.v[0].of = e->note - 1;
    v.v[0].kind = k->ld->script_sels.v[e->note - 1].nargs ? SV_OPEN : SV_SELECTOR;
    return v;
}

static struct svs no_call(struct lint *k, const struct syn_expr *e, const struct sv *v)
{
    if (!(v->flags & SV_PASSED))
        lint_say(k, e, "SCRIPT-TYPE", NULL, "%s is not a function, so it cannot be called",
                 lint_says(k, v));
    return sv_any();
}

/* g.count(g, cards): the handle is the first argument. */
static struct svs dotted_call(struct lint *k, struct lint_args *a,
                              const struct script_call *call)
{
    struct lint_args rest = *a;

    rest.call = call;
    for (int kind = SV_CARD; kind <= SV_GAME; kind++) {
        if (!lint_handles[kind].calls || strcmp(call->of, lint_handles[kind].calls) != 0)
            continue;
        rest.self = (enum sv_kind)kind;
        if ((!a->n && !a->more) ||
            (a->n && sv_misfit(k, &a->v[0], 1u << rest.self, NL_NONE, 0))) {
            lint_say(k, a->e, "SCRIPT-TYPE", NULL, "write %s:%s(…), with a colon", call->of,
                     call->name);
            return gives(k, &rest);
        }
        if (a->n == a->more)
            return gives(k, &rest);
        rest.v++;
        rest.at++;
        rest.n--;
        break;
    }
    return bridge_call(k, &rest);
}

struct svs lint_call(struct lint *k, const struct syn_expr *e)
{
    struct svs fn = lint_eval(k, e->a);
    struct lint_args a = {.self = SV_ANY};
    const struct sv *v = &fn.v[0];
    int missing;

    args_read(k, e, &a);
    if (fn.n != 1) {
        all_escape(k, &a);
        return sv_any();
    }
    switch (v->kind) {
    case SV_FUNCTION:
        missing = a.more || v->flags & SV_PASSED ? -1 : lint_misses(v->func, a.n);
        if (missing >= 0)
            lint_say(k, e, "SCRIPT-COUNT", NULL,
                     "this function needs `%.60s`, but does not get it",
                     v->func->param[missing]->name);
        return lint_enter(k, v->func, a.v, a.n, a.more);
    case SV_OPEN:
        if (v->of >= 0)
            lint_places_check(k, &a, &k->ld->script_sels.v[v->of]);
        fn.v[0] = (struct sv){.kind = SV_BOUND, .of = v->of};
        return fn;
    case SV_SELECTOR:
        if (a.n > a.more)
            lint_say(k, a.at[0], "SCRIPT-COUNT", NULL, "this selector has no open places");
        return fn;
    case SV_CALL:
        if (!strcmp(v->call->name, "sel") && !v->call->of[0])
            return sel_call(k, e);
        return dotted_call(k, &a, v->call);
    case SV_ANY:
    case SV_TABLE:
    case SV_LIBRARY:
    case SV_HOOKS:
    case SV_LOOP: all_escape(k, &a); return sv_any();
    default: return no_call(k, e, v);
    }
}

/* The method of all possible values, if it is the same. */
struct svs lint_method(struct lint *k, const struct syn_expr *e)
{
    struct svs self = lint_eval(k, e->a), fn = fields_of(k, &self, e, e->text);
    struct lint_args a = {0};

    args_read(k, e, &a);
    if (self.n != 1 || fn.n != 1 || lint_excused(k, self.v) ||
        !lint_handles[self.v[0].kind].calls) {
        all_escape(k, &a);
        return sv_any();
    }
    a.self = (enum sv_kind)self.v[0].kind;
    a.call = lint_method_find(lint_handles[a.self].calls, e->text);
    if (!a.call) {
        all_escape(k, &a);
        return fn.v[0].kind == SV_ANY ? fn : no_call(k, e, &fn.v[0]);
    }
    if (a.self == SV_TEXT) { /* the text itself is the first argument */
        struct svs *v = arena_alloc(k->mem, ((size_t)a.n + 1) * sizeof *v);
        const struct syn_expr **at = arena_alloc(k->mem, ((size_t)a.n + 1) * sizeof *at);

        v[0] = self;
        at[0] = e->a;
        memcpy(v + 1, a.v, (size_t)a.n * sizeof *v);
        for (int i = 0; i < a.n; i++)
            at[i + 1] = a.at[i];
        a.v = v;
        a.at = at;
        a.n++;
    }
    return bridge_call(k, &a);
}

/* ---- comparing ------------------------------------------------------------------- */

/* Can the other side never be this text? */
static void word_compare(struct lint *k, const struct svs *of, const struct svs *word)
{
    const struct sv *w = &word->v[0], *v = &of->v[0];

    if (of->n != 1 || word->n != 1 || w->kind != SV_TEXT || !w->text || w->flags & SV_PASSED ||
        v->flags & SV_PASSED)
        return;
    if (v->kind == SV_TEXT && v->list != NL_NONE && !v->text) {
        struct name_set names = names_list(k, (enum name_list)v->list, v->of);
        if (!names_hold(&names, w->text))
            lint_say(k, w->at, "SCRIPT-WORD", names_hint(k, &names, w->text),
                     "this is never true: \"%.60s\" is not %s", w->text,
                     names_says(k, (enum name_list)v->list, v->of));
    } else if (v->kind == SV_CARD) {
        lint_say(k, w->at, "SCRIPT-TYPE", "compare its id: card.id == \"…\"",
                 "this is never true: a card is not a text");
    } else if (v->kind == SV_SEAT || v->kind == SV_SEATS || v->kind == SV_NUMBER ||
               v->kind == SV_FLAG) {
        lint_say(k, w->at, "SCRIPT-TYPE", NULL, "this is never true: %s is not a text",
                 lint_says(k, v));
    }
}

void lint_compare(struct lint *k, const struct svs *a, const struct svs *b)
{
    if (!k->in->own) /* a script for several games may test for what only one has */
        return;
    word_compare(k, a, b);
    word_compare(k, b, a);
}

/* exprname.c: names in expressions: bound cards, reserved words, names of the ruleset, parameters
 * and open places, fields after a dot, functions of scripts.
 *
 * A `let` is compiled again at each use, in the scope of that place.
 */
#include "load/expr_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

enum { MAX_LETS = 16 };

/* ---- what is bound ---- */

void fail_unbound(const struct xplace *x, size_t at, const char *hint, const char *what)
{
    const struct let_use *use = x->sc->lets;
    if (!use) {
        ERROR(x, at, "UNBOUND", hint, "%s here", what);
        return;
    }
    while (use->up)
        use = use->up;
    /* at its definition, so that it is reported once */
    ERROR(x, at, "UNBOUND", hint, "%s where '%s' is used (line %d)", what, use->let->id,
          use->node->line);
}

bool seat_bound(const struct xplace *x, size_t at, enum seat_op op, const char *hint)
{
    bool yours = op == SS_YOU || op == SS_LEFT || op == SS_RIGHT;
    if (yours && x->sc->args && !x->sc->each)
        x->sc->args->names |= NAMES_YOU;
    if (op == SS_THEM && !x->sc->them)
        fail_unbound(x, at, NULL, "'them' is unknown here");
    else if (op == SS_CHOSEN && !x->sc->seat)
        fail_unbound(x, at, NULL, "no seat was chosen, so 'seat' is unknown");
    else if (yours && !x->sc->you && !x->ld->solo)
        fail_unbound(x, at,
                     hint ? hint : "name a seat ('leader.score'), or put it into an 'each'",
                     "it is nobody's turn here, so 'you' is unknown");
    else
        return true;
    return false;
}

bool expr_under_way(const struct xplace *x, size_t at)
{
    const struct let_use *use = x->sc->lets;
    const struct node *n = x->node;
    if (!x->sc->early)
        return true;
    for (; use; use = use->up) {
        n = use->node;
        at = use->at;
    }
    text_error(x->ld->diags, n, at, "EARLY", "use only options and 'players'",
               "before the game begins there are no cards and counters");
    return false;
}

const char *const bound_names[BOUND_COUNT] = {"this", "card", "helper", "target", "it"};
static const char *const other_words[] = {"owner", "players", "number", "word", "true", "false",
                                          "and",   "or",      "not",    "if",   "min",  "max",
                                          "due",   "none",    "done",   "in"};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static int bound_find(const char *id)
{
    return PLACE_OF(bound_names, BOUND_COUNT, id);
}

bool name_reserved(const char *id)
{
    return PLACE_OF(other_words, COUNT(other_words), id) >= 0 || seat_word_find(id) ||
           bound_find(id) >= 0;
}

/* The bound card whose trait was probably meant, for hints. */
static const char *bound_name(const struct scope *sc)
{
    static const int order[] = {BOUND_CARD, BOUND_THIS, BOUND_TARGET, BOUND_HELPER, BOUND_IT};
    size_t i = 0;
    while (i < COUNT(order) && !sc->card[order[i]])
        i++;
    return i < COUNT(order) ? bound_names[order[i]] : NULL;
}

void this_is_asked(struct loader *ld, const struct scope *sc)
{
    ld->this_asked++;
    if (sc->verb >= 0)
        ld->verbs.v[sc->verb].k.asks_this = true;
}

/* An effect names a slot of the action that triggered it. */
static void slot_is_asked(const struct xplace *x, int slot)
{
    if (!x->ld->slot_asked[slot])
        x->ld->slot_asked[slot] = x->node;
    if (x->sc->verb >= 0)
        x->ld->verbs.v[x->sc->verb].slots |= (uint8_t)(1u << slot);
}

void slots_check(struct loader *ld)
{
    unsigned has = 0;
    for (uint32_t i = 0; i < ld->actions.n; i++)
        has |= (unsigned)(ld->actions.v[i].helper != REF_NONE) << BOUND_HELPER |
               (unsigned)(ld->actions.v[i].target != REF_NONE) << BOUND_TARGET;
    for (int b = BOUND_HELPER; b <= BOUND_TARGET; b++)
        if (ld->slot_asked[b] && !(has >> b & 1) && !ld->diags->errors)
            SAY(ld, ld->slot_asked[b], "UNBOUND",
                arena_printf(ld->mem, "give the action that triggers it a '%s'",
                             bound_names[b]),
                "an effect's '%s' is that of its action, and no action has one",
                bound_names[b]);
}

static struct xval bound_value(const struct xplace *x, size_t at, int bound)
{
    if (x->sc->card[bound] && x->sc->args && bound != BOUND_IT)
        x->sc->args->names |= (uint8_t)(1u << bound);
    if (bound == BOUND_THIS)
        this_is_asked(x->ld, x->sc);
    if (x->sc->slots >> bound & 1)
        slot_is_asked(x, bound);
    if (x->sc->card[bound])
        return expr_leaf(x, X_BOUND, bound, XT_CARD);
    const char *near = bound_name(x->sc);
    fail_unbound(x, at, near ? arena_printf(x->ld->mem, "use '%s'", near) : NULL,
                 arena_printf(x->ld->mem, "there is no card '%s'", bound_names[bound]));
    return bad;
}

/* `owner`: of the present card, first that of a selector. */
static struct xval owner_value(const struct xplace *x, size_t at)
{
    const bool *has = x->sc->card;
    int bound = has[BOUND_IT] ? BOUND_IT : has[BOUND_CARD] ? BOUND_CARD : BOUND_THIS;
    if (has[bound])
        return expr_of(x, X_CARDOWNER, bound_value(x, at, bound).r, 0, XT_SEAT);
    fail_unbound(x, at, "if there is a card, write 'card.owner'",
                 "there is no card, so 'owner' is unknown");
    return bad;
}

/* The chosen word of a trait. */
static struct xval chosen_word(const struct xplace *x, size_t at)
{
    if (x->sc->word == 0)
        fail_unbound(x, at, NULL, "no word was chosen, so 'word' is unknown");
    if (x->sc->word <= 0)
        return bad;
    struct xval v = expr_leaf(x, X_NUMBER, 0, XT_WORD);
    v.trait = x->sc->word - 1;
    return v;
}

/* ---- names: reserved words ---- */

static bool reserved_value(const struct xplace *x, const struct ast *a, struct xval *out)
{
    int bound = bound_find(a->id);
    const struct name *declared = name_reserved(a->id) ? name_find(x->ld, a->id) : NULL;
    const struct seat_word *word = seat_word_find(a->id);
    *out = bad;
    if (declared && declared->kind != NAME_CLASS)
        return true; /* an error, and reported */
    if (bound >= 0)
        *out = bound_value(x, a->at, bound);
    else if (word && word->one)
        *out = seat_bound(x, a->at, word->op, NULL)
                   ? expr_of(x, X_SEATREF, 0, (int)word->op, XT_SEAT)
                   : bad;
    else if (x->sc->set && strcmp(a->id, "cards") == 0)
        ERROR(x, a->at, "TYPE",
              "count them with '{count: {among: cards}}', or call a script's function: "
              "'NAME(cards)'",
              "'cards' is a set of cards, not a single value");
    else if (!name_reserved(a->id))
        return false;
    else if (strcmp(a->id, "owner") == 0)
        *out = owner_value(x, a->at);
    else if (strcmp(a->id, "players") == 0)
        *out = expr_leaf(x, X_PLAYERS, 0, XT_NUMBER);
    else if (strcmp(a->id, "word") == 0)
        *out = chosen_word(x, a->at);
    else if (strcmp(a->id, "number") != 0)
        ERROR(x, a->at, "TYPE",
              strcmp(a->id, "none") == 0 ? "to test for no seat, card or word, write 'not …', "
                                           "for example 'not card.suit'"
                                         : NULL,
              "'%s' is not a single value", a->id);
    else if (x->sc->number || x->sc->event_number)
        *out = expr_leaf(x, X_NUMBER, 0, XT_NUMBER);
    else
        fail_unbound(x, a->at, NULL, "no number was chosen, so 'number' is unknown");
    return true;
}

/* ---- names: of the ruleset ---- */

/* A hint for a question to a zone as if it were a card or a number. */
static const char *of_zone_hint(const struct xplace *x, const struct ast *a)
{
    const char *zone = a->a && a->a->kind == AST_NAME ? a->a->id : "…";

    return arena_printf(x->ld->mem,
                        "use a 'let': {card: {zone: %s}} is its one card, {count: {zone: %s}} "
                        "the number of cards",
                        zone, zone);
}

/* The card whose trait or counter `a` is: `base`, or `it`. -1 after an error. */
static ref card_asked(const struct xplace *x, const struct ast *a, const struct xval *base)
{
    if (base && base->t == XT_CARD)
        return base->r;
    if (base && base->t == XT_ANY)
        return expr_coerce(x, a->from, *base, XT_CARD, -1);
    if (!base && x->sc->card[BOUND_IT])
        return expr_leaf(x, X_BOUND, BOUND_IT, XT_CARD).r;
    const char *bound = bound_name(x->sc);
    if (!base)
        ERROR(x, a->at, "NEEDS-CARD",
              bound ? arena_printf(x->ld->mem, "write '%s.%s'", bound, a->id) : NULL,
              "'%s' belongs to a card. Say which", a->id);
    else
        ERROR(x, a->at, "TYPE", base->t == XT_ZONE ? of_zone_hint(x, a) : NULL,
              "'%s' belongs to a card, and this is %s", a->id, xtype_name(x->ld, *base));
    return REF_NONE;
}

static struct xval trait_value(const struct xplace *x, const struct ast *a, int trait,
                               const struct xval *base)
{
    static const uint8_t types[] = {
        [T_NUMBER] = XT_NUMBER, [T_CONDITION] = XT_FLAG, [T_FLAG] = XT_FLAG,
        [T_WORD] = XT_WORD,     [T_CARD] = XT_DEF,       [T_WATCHES] = XT_BAD};
    if (x->ld->traits.v[trait].type == TYPE_TOLD)
        return bad;
    enum xtype t = types[x->ld->traits.v[trait].type];
    if (t == XT_BAD) {
        bool set = x->ld->traits.v[trait].type == T_WORDSET;
        return BAD(x, a->at, "TYPE", set ? "use a selector: '{count: {…}}'" : NULL,
                   "'%s' is a %s, not a value", a->id,
                   set ? "set of words" : "list of effects");
    }
    struct xval v = expr_of(x, X_TRAIT, card_asked(x, a, base), trait, t);
    if (v.t == XT_WORD)
        v.trait = trait;
    return v;
}

/* Sets *seat to the seat of counter `a` (REF_NONE: you). False after an error. */
bool expr_seat_asked(const struct xplace *x, const struct ast *a, const struct xval *base,
                     ref *seat)
{
    *seat = REF_NONE;
    if (!base)
        return seat_bound(x, a->at, SS_YOU, NULL);
    if (base->t == XT_SEAT || base->t == XT_ANY) {
        *seat = expr_coerce(x, a->from, *base, XT_SEAT, -1);
        return *seat != REF_NONE;
    }
    return ERROR(x, a->at, "TYPE", base->t == XT_CARD ? "write '.owner' between them" : NULL,
                 "'%s' belongs to a seat, and this is %s", a->id, xtype_name(x->ld, *base));
}

enum xop counter_op(const struct kcounter *c)
{
    return c->per != PER_CARD ? X_SEATCTR : c->bits == REF_NONE ? X_CARDCTR : X_OWNCTR;
}

static struct xval counter_value(const struct xplace *x, const struct ast *a, int counter,
                                 const struct xval *base)
{
    const struct kcounter *c = &x->ld->counters.v[counter];
    if (c->is == TYPE_TOLD || !expr_under_way(x, a->at))
        return bad;
    enum xtype t = xtype_of(c->is);
    struct xval v = bad;
    ref of = REF_NONE;
    if (c->per == PER_GAME && base)
        ERROR(x, a->at, "TYPE", "leave out the part before the dot",
              "there is one '%s' for the whole game", a->id);
    else if (c->per == PER_GAME)
        v = expr_leaf(x, X_GAME, c->index, t);
    else if (c->per != PER_CARD ? expr_seat_asked(x, a, base, &of)
                                : (of = card_asked(x, a, base)) != REF_NONE)
        v = expr_typed(expr_add(x->ld, x->node, counter_op(c), of, REF_NONE, c->index), t);
    v.trait = t == XT_WORD || t == XT_WORDS ? c->trait : -1;
    return v;
}

/* The scope for compiling the named let. False after an error. */
static bool let_scope(const struct xplace *x, size_t at, const struct name *let,
                      struct let_use *use, struct scope *inside)
{
    for (const struct let_use *u = x->sc->lets; u; u = u->up)
        if (u->let == let)
            return ERROR(x, at, "LET-LOOP", NULL, "'%s' depends on itself", let->id);
    if (x->sc->let_depth >= MAX_LETS)
        return ERROR(x, at, "LET-DEPTH", NULL, "more than %d 'let' inside each other",
                     MAX_LETS);
    x->ld->here = x->node;
    if (x->ld->let_uses++ >= CAP_LET_USES)
        load_too_large(x->ld, "uses of 'let', counting those inside others", CAP_LET_USES);
    *use = (struct let_use){let, x->node, at, x->sc->lets};
    *inside = *x->sc;
    inside->let_depth++;
    inside->lets = use;
    return true;
}

ref let_seats(const struct xplace *x, size_t at, const struct name *let)
{
    struct let_use use;
    struct scope inside;
    return let_scope(x, at, let, &use, &inside) ? compile_seats(x->ld, let->node, &inside)
                                                : REF_NONE;
}

/* A let that is one seat: {left: …}, {owner: …}. {where: …} may be several. */
static struct xval let_seat(const struct xplace *x, const struct ast *a, const struct name *let)
{
    if (node_get(let->node, "where"))
        return BAD(
            x, a->at, "TYPE",
            arena_printf(x->ld->mem,
                         "count them with '{players: %s}'. The next of them is '{left: %s}'",
                         let->id, let->id),
            "'%s' may be several seats, and one seat is needed", let->id);
    return expr_of(x, X_SEATSET, let_seats(x, a->at, let), 0, XT_SEAT);
}

static struct xval let_as_value(const struct xplace *x, const struct ast *a,
                                const struct name *let, struct xval like)
{
    struct let_use use;
    struct scope inside;
    if (is_seats(let->node))
        return let_seat(x, a, let);
    if (!let_scope(x, a->at, let, &use, &inside))
        return bad;
    return expr_value(x->ld, let->node, &inside, false, like.t == XT_WORD ? like.trait : -1);
}

/* A `let` after a dot: computed with that seat as `you`. */
static struct xval let_of_seat(const struct xplace *x, const struct ast *a,
                               const struct name *let, const struct xval *base,
                               struct xval like)
{
    struct scope inside = *x->sc;
    struct xplace place = *x;
    ref seat;
    if (base->t == XT_CARD)
        return BAD(x, a->at, "TYPE",
                   "for a value of a card, use a trait with a formula as its 'default'. For "
                   "its owner, write '.owner' between them",
                   "'%s' is a 'let' and needs a seat, and this is %s", a->id,
                   xtype_name(x->ld, *base));
    if (!expr_seat_asked(x, a, base, &seat))
        return bad;
    inside.you = inside.each = true;
    place.sc = &inside;
    struct xval v = let_as_value(&place, a, let, like);
    bool none =
        v.t == XT_SEAT || v.t == XT_CARD || v.t == XT_DEF || v.t == XT_WORD || v.t == XT_ZONE;
    if (v.t != XT_BAD)
        v.r = expr_add(x->ld, x->node, X_AS, seat, v.r, none ? -1 : 0);
    return v;
}

static struct xval named_value(const struct xplace *x, const struct ast *a,
                               const struct name *name, struct xval like)
{
    struct xval v;
    switch (name->kind) {
    case NAME_OPTION:
        v = expr_leaf(x, X_OPTION, name->index,
                      x->ld->option_infos.v[name->index].is == V_FLAG ? XT_FLAG : XT_NUMBER);
        if (x->ld->option_infos.v[name->index].is == V_WORD)
            v.option = name->index;
        return v;
    case NAME_TRAIT: return trait_value(x, a, name->index, NULL);
    case NAME_COUNTER: return counter_value(x, a, name->index, NULL);
    case NAME_ZONE: return expr_leaf(x, X_CONST, name->index, XT_ZONE);
    case NAME_PHASE:
        return !expr_under_way(x, a->at) ? bad : expr_leaf(x, X_PHASE, name->index, XT_PHASE);
    case NAME_LET: return let_as_value(x, a, name, like);
    default:
        return BAD(x, a->at, "TYPE", NULL, "'%s' is %s, not a value", name->id,
                   name->kind == NAME_ACTION ? "an action" : "a class of effects");
    }
}

/* The words of the trait or option of `like`. */
static struct words words_like(const struct loader *ld, struct xval like)
{
    if (like.t == XT_WORD && like.trait >= 0)
        return ld->trait_infos.v[like.trait].words;
    if (like.t == XT_NUMBER && like.option >= 0)
        return ld->option_infos.v[like.option].values;
    return (struct words){0};
}

bool expr_word_like(const struct xplace *x, const char *id, struct xval like, struct xval *out)
{
    struct words words = words_like(x->ld, like);
    int i = words_at(&words, id);
    if (i >= 0)
        *out = like.t == XT_WORD
                   ? expr_word(x, like.trait, i)
                   : expr_leaf(x, X_CONST, x->ld->option_infos.v[like.option].value_is[i],
                               XT_NUMBER);
    return i >= 0;
}

/* The first trait that has the word, or NULL. */
static const char *word_trait(const struct loader *ld, const char *id)
{
    for (uint32_t t = 0; t < ld->trait_infos.n; t++)
        if (word_find(ld, (int)t, id) >= 0)
            return ld->trait_infos.v[t].name.id;
    return NULL;
}

/* A hint about another thing with that name: a parameter, a kind of seats, a word, a card. */
static const char *other_hint(const struct xplace *x, const char *id)
{
    const struct loader *ld = x->ld;
    const struct verb_info *verb = x->sc->verb < 0 ? NULL : &ld->verbs.v[x->sc->verb].info;

    if (verb && PLACE_OF(verb->param, verb->nparams, id) >= 0)
        return arena_printf(ld->mem, "for the parameter, write $%s", id);
    if (kind_find(ld, id) >= 0)
        return arena_printf(ld->mem,
                            "there may be several such seats. Keep the one you mean in a "
                            "counter that is a seat: 'set: {bank: %s}'",
                            id);
    if (word_trait(ld, id))
        return arena_printf(ld->mem, "it is a word of '%s'. Compare it with a value",
                            word_trait(ld, id));
    if (card_find(ld, id) >= 0)
        return arena_printf(
            ld->mem,
            "it is a card. Use it in a selector, {card: %s}, or give it a trait for formulas",
            id);
    return NULL;
}

/* The names and hyphens around byte *AT of the formula as one word; *AT moves to its start. */
static const char *hyphened_at(const struct xplace *x, size_t *at)
{
    const struct node *n = x->node;
    size_t from = *at;

    if (!n || n->kind != NODE_SCALAR || from >= n->len)
        return "";
    while (from > 0 && strchr(WORD_CHARS, n->text[from - 1]))
        from--;
    *at = from;
    return arena_strndup(x->ld->mem, n->text + from, strspn(n->text + from, WORD_CHARS));
}

const char *hyphens_hint(const struct xplace *x, size_t at)
{
    const char *id = hyphened_at(x, &at), *trait = word_trait(x->ld, id),
               *other = strchr(id, '-') ? other_hint(x, id) : NULL;

    if (other && trait)
        other = arena_printf(
            x->ld->mem,
            "it is a word of '%s'. Use it in a selector, {%s: %s}, or write it with _", trait,
            trait, id);
    return other ? arena_printf(x->ld->mem, "in a formula '-' is minus. If you mean '%s', %s",
                                id, other)
                 : NULL;
}

/* Can the name give a value of this type? Flags can be asked of everything. */
static bool may_give(const struct loader *ld, const struct name *name, enum xtype t)
{
    bool any = t == XT_BAD || t == XT_ANY || t == XT_FLAG, number = any || t == XT_NUMBER;
    switch (name->kind) {
    case NAME_ACTION:
    case NAME_CLASS: return false;
    case NAME_OPTION:
    case NAME_PHASE: return number;
    case NAME_TRAIT: return t != XT_ZONE && t != XT_SEAT;
    case NAME_ZONE: return t == XT_ZONE || t == XT_BAD;
    case NAME_COUNTER:
        return any ||
               (name->index < ld->counters.n && xtype_of(ld->counters.v[name->index].is) == t);
    default: return true;
    }
}

/* The name that was probably meant, among those with the wanted type. */
static const char *name_near(const struct xplace *x, const char *id, enum xtype t)
{
    const struct loader *ld = x->ld;
    struct near near = near_begin(ld, id);
    for (int i = 0; i < BOUND_COUNT; i++)
        near_try(&near, x->sc->card[i] && t != XT_ZONE ? bound_names[i] : NULL);
    near_each(&near, seat_words, t != XT_ZONE ? SEAT_WORDS : 0);
    if (t == XT_BAD || t == XT_ANY || t == XT_FLAG || t == XT_NUMBER)
        near_try(&near, "players");
    for (uint32_t i = 0; i < ld->names.n; i++)
        if (may_give(ld, &ld->names.v[i], t))
            near_try(&near, ld->names.v[i].id);
    return near.best;
}

/* A hint for a flag or number written as a word, or for a function of other languages. */
static const char *foreign_hint(const struct xplace *x, const char *id)
{
    static const struct {
        const char *words, *hint;
    } foreign[] = {
        {" true yes on ", "write 'true'"},
        {" false no off ", "write 'false'"},
        {" nil null undefined nobody ", "write 'none'"},
        {" me myself ", "write 'you'"},
        {" zero one two three four five six seven eight nine ten ",
         "write a number or a formula"},
    };
    char word[16];

    if (snprintf(word, sizeof word, " %s ", id) < (int)sizeof word) {
        for (char *c = word; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
            if (strstr(foreign[i].words, word))
                return foreign[i].hint;
    }
    return scripts_define(x->ld, id)
               ? arena_printf(x->ld->mem, "call a script's function with brackets: %s()", id)
               : "a formula has only numbers and names of the ruleset";
}

static struct xval unknown_name(const struct xplace *x, const struct ast *a, struct xval like)
{
    enum { FEW_ZONES = 10 };
    struct loader *ld = x->ld;
    struct words words = words_like(ld, like);
    struct near near = near_begin(ld, a->id);
    near_each(&near, words.v, words.n);
    if (x->sc->word)
        near_try(&near, "word");
    near_try(&near, name_near(x, a->id, (enum xtype)like.t));
    const char *hint = hint_near(ld, near.best), *other = other_hint(x, a->id),
               *hyphens = hyphens_hint(x, a->at);
    if (other && near.best)
        other = arena_printf(ld->mem, "%s; or did you mean '%s'?", other, near.best);
    size_t at = a->at;
    if (hyphens) { /* the parts are one mistake in one place */
        hint = other = hyphens;
        (void)hyphened_at(x, &at);
    }
    if (!hint && like.t == XT_ZONE && ld->zone_names.n && ld->zone_names.n <= FEW_ZONES)
        hint = arena_printf(ld->mem, "the zones are %s",
                            texts_joined(ld, ", ",
                                         TEXTS_IN(ld, ld->zone_names.v, ld->zone_names.n),
                                         ld->zone_names.n));
    if (!hint)
        hint = foreign_hint(x, a->id);
    if (words.n > 0)
        ERROR(x, at, "WORD-UNKNOWN", hint, "'%s' is neither a word of '%s' nor a name", a->id,
              like.t == XT_WORD ? ld->trait_infos.v[like.trait].name.id
                                : ld->option_infos.v[like.option].name.id);
    else
        ERROR(x, at, "NAME-UNKNOWN", other && like.t != XT_ZONE ? other : hint,
              "unknown name '%s'", a->id);
    return bad;
}

struct xval expr_name(const struct xplace *x, const struct ast *a, struct xval like)
{
    struct xval v;
    if (expr_word_like(x, a->id, like, &v) || reserved_value(x, a, &v))
        return v;
    const struct name *name = name_find(x->ld, a->id);
    if (name && name->twice)
        return bad;
    int phase =
        name && name->kind == NAME_ZONE && like.t != XT_ZONE ? phase_find(x->ld, a->id) : -1;
    if (phase >= 0)
        return BAD(x, a->at, "NAME-TAKEN",
                   arena_printf(x->ld->mem, "the zone is in %s, the phase in %s",
                                place_said(x->ld, name->node),
                                place_said(x->ld, x->ld->phase_names.v[phase].node)),
                   "'%s' is a zone and a phase, so a formula is ambiguous. Rename one", a->id);
    return name ? named_value(x, a, name, like) : unknown_name(x, a, like);
}

/* ---- parameters, fields, calls ---- */

int param_find(const struct xplace *x, size_t at, const char *id)
{
    if (x->sc->lets) /* a let has none anywhere; lets_check reports it once */
        return -1;
    if (x->sc->verb < 0) {
        fail_unbound(
            x, at,
            x->ld->in_lets
                ? "a 'let' has no parameters. Make it a verb, a step or a script's function"
                : NULL,
            "there is no verb with parameters");
        return -1;
    }
    const struct verb_build *of = &x->ld->verbs.v[x->sc->verb];
    const struct verb_info *verb = &of->info;
    int place = PLACE_OF(verb->param, verb->nparams, id);
    if (place < 0)
        ERROR(x, at, "PARAM-UNKNOWN", HINT_IN(x->ld, id, verb->param, verb->nparams),
              "the %s '%s' has no parameter '%s'", of->step ? "step" : "verb", verb->name.id,
              id);
    return place;
}

/* A script's selector has no verb. For `due` the parameter must have the same index in all verbs
 * that have it. */
int param_find_any(const struct xplace *x, size_t at, const char *id, bool due)
{
    const struct loader *ld = x->ld;
    const struct verb_info *in = NULL;
    const char **ids = arena_alloc(x->ld->mem, (ld->verbs.n * K_MAX_PARAMS + 1) * sizeof *ids);
    size_t n = 0;
    int found = -1;
    for (uint32_t v = 0; v < ld->verbs.n && !ld->verbs.v[v].step; v++)
        for (int i = 0; i < ld->verbs.v[v].info.nparams; i++) {
            const struct verb_info *verb = &ld->verbs.v[v].info;
            ids[n++] = verb->param[i].id;
            if (strcmp(verb->param[i].id, id) != 0 || i == found)
                continue;
            if (in && due) {
                ERROR(x, at, "PARAM-UNKNOWN", "use g:due in a hook",
                      "'%s' is parameter %d of '%s', and %d of '%s'", id, found + 1,
                      in->name.id, i + 1, verb->name.id);
                return -1;
            }
            in = verb;
            found = i;
        }
    if (found < 0)
        ERROR(x, at, "PARAM-UNKNOWN", hint_near(ld, near_word(ld, id, ids, n)),
              "no verb has a parameter '%s'", id);
    return found;
}

/* Open places with names of parameters come last. */
static int named_place(const struct xplace *x, size_t at, const char *id)
{
    struct sselector *args = x->sc->args;
    int place = K_MAX_ARGS - 1;
    if (param_find_any(x, at, id, false) < 0)
        return -1;
    while (args && args->nnamed >= K_MAX_ARGS - place && strcmp(args->named[place], id) != 0)
        place--;
    if (!args || args->nnamed >= K_MAX_ARGS - place)
        return args ? place : 0;
    if (place < args->nargs) {
        ERROR(x, at, "OPEN-PLACE", NULL, "a selector has at most %d open places", K_MAX_ARGS);
        return -1;
    }
    args->arg[place].type = UINT8_MAX;
    args->arg[place].trait = REF_NONE;
    args->named[place] = arena_printf(x->ld->mem, "%s", id);
    args->nnamed++;
    return place;
}

int open_place(const struct xplace *x, size_t at, const char *id)
{
    if (id[0] >= '1' && id[0] <= '0' + K_MAX_ARGS && !id[1])
        return id[0] - '1';
    if (!(id[0] >= '0' && id[0] <= '9'))
        return named_place(x, at, id);
    ERROR(x, at, "OPEN-PLACE", NULL, "open places are $1 to $%d", K_MAX_ARGS);
    return -1;
}

struct xval expr_param(const struct xplace *x, const struct ast *a)
{
    int i = x->sc->script ? open_place(x, a->at, a->id) : param_find(x, a->at, a->id);
    if (i < 0 || x->sc->script)
        return i < 0 ? bad : expr_leaf(x, X_ARG, i, XT_ANY);
    const struct param_info *p = &x->ld->verbs.v[x->sc->verb].info.param[i];
    if (p->type == V_SELECTOR)
        return BAD(x, a->at, "TYPE", NULL, "'$%s' is a selector, which only a script can read",
                   a->id);
    if (p->type == V_SEATS) {
        ref set =
            (ref)TABLE_ADD(x->ld, seats, ((struct kseats){.op = SS_PARAM, .a = (uint16_t)i}));
        return expr_of(x, X_SEATSET, set, 0, XT_SEAT);
    }
    if (p->word_trait != REF_NONE && x->ld->traits.v[p->word_trait].type == TYPE_TOLD)
        return bad;
    struct xval v = expr_leaf(x, X_PARAM, i, xtype_of(p->type));
    v.trait = p->type == V_WORD && p->word_trait != REF_NONE ? p->word_trait : -1;
    return v;
}

/* May the name follow the dot of a card or seat? Only their own traits and counters may. */
static bool is_field(const struct loader *ld, const struct name *name, enum xtype base)
{
    bool card = base != XT_SEAT, seat = base != XT_CARD;
    if (name->kind == NAME_COUNTER && name->index < ld->counters.n)
        return ld->counters.v[name->index].per == PER_CARD   ? card
               : ld->counters.v[name->index].per == PER_GAME ? false
                                                             : seat;
    return (name->kind == NAME_TRAIT && card) || (name->kind == NAME_LET && seat);
}

/* What every card has. */
static const struct {
    const char *id;
    enum xop op;
    enum xtype type;
} of_cards[] = {{"card", X_CARDDEF, XT_DEF},
                {"owner", X_CARDOWNER, XT_SEAT},
                {"zone", X_CARDZONE, XT_ZONE},
                {"at", X_CARDAT, XT_NUMBER}};

static struct xval unknown_field(const struct xplace *x, const struct ast *a, enum xtype base)
{
    const struct loader *ld = x->ld;
    struct near near = near_begin(ld, a->id);
    near_each(&near, of_cards, base != XT_SEAT ? COUNT(of_cards) : 0);
    if (base != XT_CARD) {
        near_try(&near, "left");
        near_try(&near, "right");
    }
    for (uint32_t i = 0; i < ld->names.n; i++)
        if (is_field(ld, &ld->names.v[i], base))
            near_try(&near, ld->names.v[i].id);
    const char *side = base != XT_CARD ? meant_seat(a->id) : NULL;
    if (side && strcmp(side, "left") != 0 && strcmp(side, "right") != 0)
        side = NULL;
    const struct meant *other = meant_key(AT_SEATS, a->id);
    const char *hint = base == XT_ZONE                           ? of_zone_hint(x, a)
                       : other && base == XT_SEAT && !other->key ? other->hint
                                                                 : NULL;
    if (!hint && name_index(ld, a->id, NAME_ZONE) >= 0)
        hint = arena_printf(ld->mem, "it is a zone. Name the player beside it: '%s, of: %.*s'",
                            a->id, (int)(a->a->to - a->a->from), x->node->text + a->a->from);
    if (a->a->id && node_get(byword_words(ld, a->a->id), a->id))
        hint = arena_printf(ld->mem, "write '%s_%s'", a->a->id, a->id);
    if (!hint)
        hint = hint_near(ld, side ? side : near.best);
    ERROR(x, a->at, "NAME-UNKNOWN", hint, "there is no trait, counter or 'let' '%s'", a->id);
    return bad;
}

struct xval expr_dot(const struct xplace *x, const struct ast *a, struct xval like)
{
    bool is_card = strcmp(a->id, "card") == 0;
    bool this_card = is_card && a->a->kind == AST_NAME && strcmp(a->a->id, "this") == 0;
    if (this_card && like.t == XT_WORD && like.trait >= 0 && x->sc->own_card >= 0) {
        struct xval v;
        if (expr_word_like(x, x->ld->card_infos.v[x->sc->own_card].id, like, &v))
            return v;
        return BAD(x, a->at, "WORD-UNKNOWN", NULL, "'%s' is not a word of '%s'",
                   x->ld->card_infos.v[x->sc->own_card].id,
                   x->ld->trait_infos.v[like.trait].name.id);
    }
    struct xval base = expr_tree(x, a->a, bad);
    if (base.t == XT_BAD)
        return bad;
    int i = PLACE_OF(of_cards, COUNT(of_cards), a->id);
    const struct name *name = name_find(x->ld, a->id);
    if (name && i >= 0 && base.t == XT_CARD && !is_field(x->ld, name, XT_CARD))
        name = NULL; /* seats have it, cards do not */
    if (name && name->kind == NAME_TRAIT)
        return trait_value(x, a, name->index, &base);
    if (name && name->kind == NAME_COUNTER)
        return counter_value(x, a, name->index, &base);
    bool left = strcmp(a->id, "left") == 0;
    ref seat;
    if (left || strcmp(a->id, "right") == 0)
        return expr_seat_asked(x, a, &base, &seat)
                   ? expr_of(x, X_SEATREF, (ref)(seat + 1), left ? SS_LEFT : SS_RIGHT, XT_SEAT)
                   : bad;
    if (name && name->kind == NAME_LET)
        return let_of_seat(x, a, name, &base, like);
    if (i < 0)
        return unknown_field(x, a, (enum xtype)base.t);
    return expr_of(x, of_cards[i].op, card_asked(x, a, &base), 0, of_cards[i].type);
}

/* Index of the pure function, new or known. */
static int pure_index(const struct xplace *x, const struct ast *a, const struct spure *sig)
{
    struct loader *ld = x->ld;
    struct node at = {.kind = NODE_SCALAR, .src = x->node->src, .line = x->node->line};
    int known = PLACE_OF(ld->pures.v, ld->pures.n, a->id);
    if (known >= 0)
        return known;
    at.col = text_column(x->node, a->at);
    TABLE_ADD(ld, pure_sigs, *sig);
    TABLE_ADD(ld, pure_calls, at);
    return (int)TABLE_ADD(ld, pures, a->id);
}

struct xval expr_pure(const struct xplace *x, const struct ast *a)
{
    struct loader *ld = x->ld;
    struct spure sig = {.nargs = (uint8_t)a->nargs, .result = UINT8_MAX};
    ref arg[K_MAX_ARGS];
    if (name_find(ld, a->id) || name_reserved(a->id))
        return BAD(x, a->at, "TYPE", NULL, "there is no function '%s'", a->id);
    if (!expr_under_way(x, a->at))
        return bad;
    for (int i = 0; i < a->nargs; i++) {
        bool set = x->sc->set && a->arg[i]->kind == AST_NAME && !strcmp(a->arg[i]->id, "cards");
        struct xval v =
            set ? expr_leaf(x, X_CHOSEN, 0, XT_CARDS) : expr_tree(x, a->arg[i], bad);
        enum xtype t = v.t == XT_ANY || v.t == XT_WORDS ? XT_NUMBER
                       : v.t == XT_DEF                  ? XT_CARD
                                                        : (enum xtype)v.t;
        arg[i] = expr_coerce(x, a->arg[i]->from, v, t, -1);
        if (arg[i] == REF_NONE)
            return bad;
        sig.arg[i] = (uint8_t)xtype_noted(t);
        sig.trait[i] = v.t == XT_WORD && v.trait >= 0 ? (ref)v.trait : REF_NONE;
    }
    int pure = pure_index(x, a, &sig);
    sig.result = ld->pure_sigs.v[pure].result;
    if (sig.nargs > ld->pure_sigs.v[pure].nargs) { /* report it where arguments are missing */
        SAY(ld, &ld->pure_calls.v[pure], "PURE-TYPES", NULL,
            "'%s' has fewer values here than elsewhere", a->id);
        ld->pure_sigs.v[pure] = sig;
    }
    if (memcmp(&ld->pure_sigs.v[pure], &sig, sizeof sig) != 0)
        return BAD(x, a->at, "PURE-TYPES", NULL,
                   "'%s' has other values here than elsewhere (their number or type differs)",
                   a->id);
    ref first = (ref)ld->xargs.n;
    for (int i = 0; i < a->nargs; i++)
        TABLE_ADD(ld, xargs, arg[i]);
    return expr_typed(expr_add(ld, x->node, X_PURE, first, (ref)a->nargs, pure), XT_ANY);
}

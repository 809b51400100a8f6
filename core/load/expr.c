/* expr.c: formulas and conditions: names looked up, types checked, records written.
 *
 * A scalar is parsed (exprparse.c) and its tree turned into records; maps are read by
 * formula.c. Each value carries its type; an XT_BAD value means that the error was told already.
 * A `let` is compiled anew at each use, in the scope of that place.
 */
#include "load/expr.h"

#include <stdlib.h>
#include <string.h>

#include "load/suggest.h"
#include "load/wordlist.h"

enum { MAX_LETS = 16 };
static const struct xval bad = {REF_NONE, XT_BAD, -1, -1};

static struct xval ast_value(const struct xplace *x, const struct ast *a, struct xval like);

#define ERROR(x, at, ...) text_error((x)->ld->diags, (x)->node, at, __VA_ARGS__)
#define KIND(k) (1u << (k))

/* ---- records ---- */

ref expr_add(struct loader *ld, const struct node *at, enum xop op, ref a, ref b, int32_t imm)
{
    if (!pool_room(ld, at, ld->exprs.n))
        return REF_NONE;
    struct kexpr e = {.op = (uint8_t)op, .a = a, .b = b, .c = REF_NONE, .imm = imm};
    return (ref)POOL_ADD(ld, ld->exprs, e);
}

ref expr_const(struct loader *ld, int32_t value)
{
    return expr_add(ld, NULL, X_CONST, REF_NONE, REF_NONE, value);
}

bool expr_is_const(const struct loader *ld, ref r, int32_t *value)
{
    if (r == REF_NONE || ld->exprs.v[r].op != X_CONST)
        return false;
    *value = ld->exprs.v[r].imm;
    return true;
}

struct xval expr_typed(ref r, enum xtype t)
{
    return r == REF_NONE ? bad : (struct xval){r, (uint8_t)t, -1, -1};
}

struct xval expr_leaf(const struct xplace *x, enum xop op, int imm, enum xtype t)
{
    return expr_typed(expr_add(x->ld, x->node, op, REF_NONE, REF_NONE, imm), t);
}

static struct xval word_value(const struct xplace *x, int trait, int word)
{
    struct xval v = expr_leaf(x, X_CONST, word, XT_WORD);
    v.trait = trait;
    return v;
}

/* ---- types ---- */

static const char *type_name(const struct loader *ld, struct xval v)
{
    static const char *const names[] = {"nothing", "anything", "a number", "a flag", "a seat",
        "a card", "the kind of a card", "a zone", "a word", "a phase"};
    if (v.t == XT_WORD && v.trait >= 0)
        return arena_printf(ld->mem, "a word of '%s'", ld->trait_infos.v[v.trait].name.id);
    return names[v.t];
}

static bool is_number(struct xval v)
{
    return v.t == XT_NUMBER || v.t == XT_PHASE;
}

static enum value_type noted_type(enum xtype t)
{
    switch (t) {
    case XT_FLAG: return V_FLAG;
    case XT_SEAT: return V_SEAT;
    case XT_CARD: return V_CARD;
    case XT_ZONE: return V_ZONE;
    case XT_WORD: case XT_DEF: return V_WORD;    /* a definition: a word of no trait, the card's id */
    default: return V_NUMBER;
    }
}

bool open_place_is(const struct xplace *x, size_t at, int place, enum value_type type, int trait)
{
    struct script_sel *args = x->sc->args;
    ref noted = trait < 0 ? REF_NONE : (ref)trait;
    if (!args)
        return true;
    while (args->nargs <= place) {
        args->arg_type[args->nargs] = UINT8_MAX;
        args->arg_trait[args->nargs++] = REF_NONE;
    }
    if (args->arg_type[place] != UINT8_MAX
        && (args->arg_type[place] != type || args->arg_trait[place] != noted)) {
        ERROR(x, at, "OPEN-PLACE", "give it a number of its own",
              "$%d is used for two different things", place + 1);
        return false;
    }
    args->arg_type[place] = (uint8_t)type;
    args->arg_trait[place] = noted;
    return true;
}

/* Notes what a script's function is used as; false after an error (used in two ways). */
static bool note_result(const struct xplace *x, size_t at, struct xval v, enum xtype want)
{
    const struct kexpr *e = &x->ld->exprs.v[v.r];
    if (e->op == X_PURE && want == XT_WORD) {
        ERROR(x, at, "PURE-TYPES", NULL, "a word is wanted here, and '%s', a script's function, gives none",
              x->ld->pures.v[e->imm]);
        return false;
    }
    if (e->op != X_PURE || (want != XT_NUMBER && want != XT_FLAG && want != XT_SEAT && want != XT_CARD))
        return true;
    struct pure_sig *sig = &x->ld->pure_sigs.v[e->imm];
    if (sig->result == UINT8_MAX)
        sig->result = (uint8_t)noted_type(want);
    if (sig->result == noted_type(want))
        return true;
    static const char *const names[] = {[V_NUMBER] = "a number", [V_FLAG] = "true or false",
        [V_SEAT] = "a seat", [V_CARD] = "a card"};
    ERROR(x, at, "PURE-TYPES", NULL, "'%s' is %s here, and %s elsewhere", x->ld->pures.v[e->imm],
          names[noted_type(want)], names[sig->result]);
    return false;
}

static bool settle_any(const struct xplace *x, size_t at, struct xval v, enum xtype want, int trait)
{
    const struct kexpr *e = &x->ld->exprs.v[v.r];
    if (e->op != X_ARG)
        return note_result(x, at, v, want);
    return open_place_is(x, at, e->imm, noted_type(want), trait);
}

static const char *type_hint(const struct loader *ld, struct xval v, enum xtype want)
{
    int32_t known;
    if (want == XT_NUMBER && v.t == XT_FLAG && expr_is_const(ld, v.r, &known))
        return known ? "write 1" : "write 0";
    if (want == XT_NUMBER && v.t == XT_FLAG)
        return "write 'if(…, 1, 0)'";
    if (want == XT_SEAT && v.t == XT_CARD)
        return "add '.owner'";
    if (want == XT_CARD && v.t == XT_ZONE)
        return "write '{zone: …}'";
    if (want == XT_WORD && v.t == XT_DEF)
        return "'this.card' is a word only where a card is written";
    if (want == XT_WORD && v.option >= 0)
        return arena_printf(ld->mem, "'%s' is an option", ld->option_infos.v[v.option].name.id);
    return NULL;
}

ref expr_coerce(const struct xplace *x, size_t at, struct xval v, enum xtype want, int trait)
{
    if (v.t == XT_BAD)
        return REF_NONE;
    if (v.t == XT_ANY)
        return settle_any(x, at, v, want, trait) ? v.r : REF_NONE;
    if (want == XT_NUMBER && is_number(v))
        return v.r;
    if (want == XT_DEF && v.t == XT_CARD)
        return expr_add(x->ld, x->node, X_CARDDEF, v.r, REF_NONE, 0);
    if (v.t == want && (want != XT_WORD || trait < 0 || v.trait == trait))
        return v.r;
    struct xval wanted = {REF_NONE, (uint8_t)want, trait, -1};
    ERROR(x, at, "TYPE", type_hint(x->ld, v, want), "%s is wanted here, this is %s",
          type_name(x->ld, wanted), type_name(x->ld, v));
    return REF_NONE;
}

/* Whether it is a counter that holds a word. */
static bool counted_word(const struct xplace *x, struct xval v)
{
    enum xop op = v.t == XT_WORD ? (enum xop)x->ld->exprs.v[v.r].op : X_CONST;
    return op == X_GAME || op == X_SEATCTR || op == X_CARDCTR;
}

/* A condition: flags, and what can be there or not. `text` of `len`: as it is written. */
static struct xval condition(const struct xplace *x, size_t at, struct xval v, const char *text,
                             size_t len)
{
    if (v.t == XT_SEAT || v.t == XT_CARD || v.t == XT_DEF || counted_word(x, v))
        return expr_typed(expr_add(x->ld, x->node, X_ISSET, v.r, REF_NONE, 0), XT_FLAG);
    if (v.t == XT_PHASE) {
        ref zero = expr_const(x->ld, 0);
        return expr_typed(expr_add(x->ld, x->node, X_NE, v.r, zero, 0), XT_FLAG);
    }
    if (v.t == XT_WORD && x->ld->exprs.v[v.r].op == X_PARAM) {    /* was it given? */
        ref absent = expr_const(x->ld, K_ABSENT);
        return expr_typed(expr_add(x->ld, x->node, X_NE, v.r, absent, 0), XT_FLAG);
    }
    if (v.t == XT_ANY && !settle_any(x, at, v, XT_FLAG, -1))
        return bad;
    if (v.t == XT_BAD || v.t == XT_FLAG || v.t == XT_ANY)
        return v.t == XT_BAD ? v : expr_typed(v.r, XT_FLAG);
    const char *hint = v.t == XT_ZONE ? "write '{count: {zone: …}}'" : NULL;
    int32_t known;
    if (v.t == XT_NUMBER && v.option < 0 && expr_is_const(x->ld, v.r, &known))
        hint = known ? "write true" : "write false";
    else if (v.t == XT_NUMBER && text)
        hint = arena_printf(x->ld->mem, "write '%.*s %s'", (int)len, text,
                            v.option >= 0 ? "== …" : "> 0");
    ERROR(x, at, "NOT-CONDITION", hint, "%s is not a condition", type_name(x->ld, v));
    return bad;
}

static ref ast_condition(const struct xplace *x, const struct ast *a)
{
    struct xval none = bad;
    struct xval v = ast_value(x, a, none);
    return condition(x, a->from, v, x->node->text + a->from, a->to - a->from).r;
}

static ref ast_number(const struct xplace *x, const struct ast *a)
{
    return expr_coerce(x, a->from, ast_value(x, a, bad), XT_NUMBER, -1);
}

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
    text_error(x->ld->diags, use->node, use->at, "UNBOUND", hint, "'%s' cannot be used here: %s",
               use->let->id, what);
}

bool seat_bound(const struct xplace *x, size_t at, enum seat_op op)
{
    if (op == SS_THEM && !x->sc->them)
        fail_unbound(x, at, NULL, "nobody is 'them'");
    else if (op == SS_SLOT && !x->sc->seat)
        fail_unbound(x, at, NULL, "no 'seat' was chosen");
    else if ((op == SS_YOU || op == SS_LEFT || op == SS_RIGHT) && !x->sc->you && !x->ld->solo)
        fail_unbound(x, at, "say whose: a seat before the name ('leader.score'), 'each', 'who'",
                     "nobody is 'you'");
    else
        return true;
    return false;
}

static const char *const slot_names[SLOT_COUNT] = {"this", "card", "helper", "target", "it"};
static const struct { const char *id; enum seat_op op; } seat_words[] = {
    {"you", SS_YOU}, {"them", SS_THEM}, {"seat", SS_SLOT}, {"left", SS_LEFT}, {"right", SS_RIGHT},
};
static const char *const other_words[] = {"owner", "players", "number", "word", "all", "others", "seats",
    "true", "false", "and", "or", "not", "if", "min", "max", "due", "none", "done"};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static int slot_find(const char *id)
{
    for (int i = 0; i < SLOT_COUNT; i++)
        if (strcmp(slot_names[i], id) == 0)
            return i;
    return -1;
}

bool name_reserved(const char *id)
{
    for (size_t i = 0; i < COUNT(seat_words); i++)
        if (strcmp(seat_words[i].id, id) == 0)
            return true;
    for (size_t i = 0; i < COUNT(other_words); i++)
        if (strcmp(other_words[i], id) == 0)
            return true;
    return slot_find(id) >= 0;
}

/* The slot that a bare trait may have meant, for hints. */
static const char *bound_slot(const struct scope *sc)
{
    static const int order[] = {SLOT_CARD, SLOT_THIS, SLOT_TARGET, SLOT_HELPER};
    for (size_t i = 0; i < COUNT(order); i++)
        if (sc->slot[order[i]])
            return slot_names[order[i]];
    return NULL;
}

static struct xval slot_value(const struct xplace *x, size_t at, int slot)
{
    if (x->sc->slot[slot])
        return expr_leaf(x, X_CARDSLOT, slot, XT_CARD);
    const char *near = bound_slot(x->sc);
    fail_unbound(x, at, near ? arena_printf(x->ld->mem, "there is '%s'", near) : NULL,
                 arena_printf(x->ld->mem, "no card is '%s'", slot_names[slot]));
    return bad;
}

/* `owner`: of the card in question, that of a selector first. */
static struct xval owner_value(const struct xplace *x, size_t at)
{
    static const int order[] = {SLOT_IT, SLOT_CARD, SLOT_THIS};
    for (size_t i = 0; i < COUNT(order); i++)
        if (x->sc->slot[order[i]]) {
            struct xval card = slot_value(x, at, order[i]);
            return expr_typed(expr_add(x->ld, x->node, X_CARDOWNER, card.r, REF_NONE, 0), XT_SEAT);
        }
    fail_unbound(x, at, "write 'card.owner' where there is a card", "no card has an 'owner'");
    return bad;
}

/* The chosen word of a trait. */
static struct xval chosen_word(const struct xplace *x, size_t at)
{
    if (x->sc->word == 0)
        fail_unbound(x, at, NULL, "no 'word' was chosen");
    if (x->sc->word <= 0)
        return bad;
    struct xval v = expr_leaf(x, X_NUMBER, 0, XT_WORD);
    v.trait = x->sc->word - 1;
    return v;
}

/* ---- names: reserved words ---- */

static bool reserved_value(const struct xplace *x, const struct ast *a, struct xval *out)
{
    int slot = slot_find(a->id);
    *out = bad;
    if (slot >= 0) {
        *out = slot_value(x, a->at, slot);
        return true;
    }
    for (size_t i = 0; i < COUNT(seat_words); i++)
        if (strcmp(a->id, seat_words[i].id) == 0) {
            enum seat_op op = seat_words[i].op;
            if (seat_bound(x, a->at, op))
                *out = expr_typed(expr_add(x->ld, x->node, X_SEATREF, 0, REF_NONE, (int32_t)op),
                                XT_SEAT);
            return true;
        }
    if (!name_reserved(a->id))
        return false;
    if (strcmp(a->id, "owner") == 0)
        *out = owner_value(x, a->at);
    else if (strcmp(a->id, "players") == 0)
        *out = expr_leaf(x, X_PLAYERS, 0, XT_NUMBER);
    else if (strcmp(a->id, "word") == 0)
        *out = chosen_word(x, a->at);
    else if (strcmp(a->id, "number") != 0)
        ERROR(x, a->at, "TYPE", strcmp(a->id, "none") == 0 ? "write 'not …'" : NULL,
              "'%s' is no single value", a->id);
    else if (x->sc->number || x->sc->event_number)
        *out = expr_leaf(x, X_NUMBER, 0, XT_NUMBER);
    else
        fail_unbound(x, a->at, NULL, "there is no 'number'");
    return true;
}

/* ---- names: of the ruleset ---- */

static struct xval needs_card(const struct xplace *x, const struct ast *a)
{
    const char *slot = bound_slot(x->sc);
    ERROR(x, a->at, "NEEDS-CARD",
          slot ? arena_printf(x->ld->mem, "write '%s.%s'", slot, a->id) : NULL,
          "'%s' belongs to a card: say which", a->id);
    return bad;
}

/* The card that trait or counter `a` is asked of: `base`, or `it`; -1 after an error. */
static ref card_asked(const struct xplace *x, const struct ast *a, const struct xval *base)
{
    if (base && base->t == XT_CARD)
        return base->r;
    if (base && base->t == XT_ANY)
        return expr_coerce(x, a->from, *base, XT_CARD, -1);
    if (!base && x->sc->slot[SLOT_IT])
        return expr_leaf(x, X_CARDSLOT, SLOT_IT, XT_CARD).r;
    if (!base)
        return needs_card(x, a).r;
    ERROR(x, a->at, "TYPE", NULL, "'%s' belongs to a card, this is %s", a->id,
          type_name(x->ld, *base));
    return REF_NONE;
}

static struct xval trait_value(const struct xplace *x, const struct ast *a, int trait,
                               const struct xval *base)
{
    static const uint8_t types[] = {[T_NUMBER] = XT_NUMBER, [T_CONDITION] = XT_FLAG,
        [T_FLAG] = XT_FLAG, [T_WORD] = XT_WORD, [T_CARD] = XT_DEF, [T_WATCHES] = XT_BAD};
    enum xtype t = types[x->ld->traits.v[trait].type];
    if (t == XT_BAD) {
        bool set = x->ld->traits.v[trait].type == T_WORDSET;
        ERROR(x, a->at, "TYPE", set ? "ask with a selector: '{count: {…}}'" : NULL,
              "'%s' is a %s, not a value", a->id, set ? "set of words" : "list of effects");
        return bad;
    }
    ref card = card_asked(x, a, base);
    if (card == REF_NONE)
        return bad;
    struct xval v = expr_typed(expr_add(x->ld, x->node, X_TRAIT, card, REF_NONE, trait), t);
    if (t == XT_WORD)
        v.trait = trait;
    return v;
}

/* The seat that counter `a` is asked of, into *seat (REF_NONE: you); false after an error. */
static bool seat_asked(const struct xplace *x, const struct ast *a, const struct xval *base,
                       ref *seat)
{
    *seat = REF_NONE;
    if (!base)
        return seat_bound(x, a->at, SS_YOU);
    if (base->t == XT_SEAT || base->t == XT_ANY) {
        *seat = expr_coerce(x, a->from, *base, XT_SEAT, -1);
        return *seat != REF_NONE;
    }
    ERROR(x, a->at, "TYPE", base->t == XT_CARD ? "write '.owner' between them" : NULL,
          "'%s' belongs to a seat, this is %s", a->id, type_name(x->ld, *base));
    return false;
}

static struct xval counter_value(const struct xplace *x, const struct ast *a, int counter,
                                 const struct xval *base)
{
    const struct kcounter *c = &x->ld->counters.v[counter];
    enum xtype t = c->is == V_FLAG ? XT_FLAG : c->is == V_SEAT ? XT_SEAT
                 : c->is == V_CARD ? XT_CARD : c->is == V_WORD ? XT_WORD : XT_NUMBER;
    struct xval v = bad;
    ref of = REF_NONE;
    if (c->per == PER_GAME && base)
        ERROR(x, a->at, "TYPE", "leave out what stands before the dot",
              "'%s' is one for the whole game", a->id);
    else if (c->per == PER_GAME)
        v = expr_leaf(x, X_GAME, c->index, t);
    else if (c->per != PER_CARD ? seat_asked(x, a, base, &of)
                                : (of = card_asked(x, a, base)) != REF_NONE)
        v = expr_typed(expr_add(x->ld, x->node, c->per == PER_CARD ? X_CARDCTR : X_SEATCTR, of,
                                REF_NONE, c->index), t);
    v.trait = t == XT_WORD ? c->trait : -1;
    return v;
}

static struct xval let_value(const struct xplace *x, const struct ast *a, const struct name *let,
                             struct xval like)
{
    for (const struct let_use *u = x->sc->lets; u; u = u->up)
        if (u->let == let) {
            ERROR(x, a->at, "LET-LOOP", NULL, "'%s' is worked out from itself", let->id);
            return bad;
        }
    if (x->sc->let_depth >= MAX_LETS) {
        ERROR(x, a->at, "LET-DEPTH", NULL, "more than %d 'let' within each other", MAX_LETS);
        return bad;
    }
    if (x->ld->full)
        return bad;
    struct let_use use = {let, x->node, a->at, x->sc->lets};
    struct scope inside = *x->sc;
    inside.let_depth++;
    inside.lets = &use;
    return expr_value(x->ld, let->node, &inside, false, like.t == XT_WORD ? like.trait : -1);
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
    case NAME_PHASE: return expr_leaf(x, X_PHASE, name->index, XT_PHASE);
    case NAME_LET: return let_value(x, a, name, like);
    default:
        ERROR(x, a->at, "TYPE", NULL, "'%s' is %s, not a value", name->id,
              name->kind == NAME_ACTION ? "an action" : "a class of effects");
        return bad;
    }
}

/* Words of the trait or option that `like` belongs to. */
static struct words words_like(const struct loader *ld, struct xval like)
{
    if (like.t == XT_WORD && like.trait >= 0)
        return ld->trait_infos.v[like.trait].words;
    if (like.t == XT_NUMBER && like.option >= 0)
        return ld->option_infos.v[like.option].values;
    return (struct words){0};
}

static bool word_like(const struct xplace *x, const char *id, struct xval like, struct xval *out)
{
    struct words words = words_like(x->ld, like);
    int i = words_at(&words, id);
    if (i >= 0)
        *out = like.t == XT_WORD ? word_value(x, like.trait, i)
             : expr_leaf(x, X_CONST, x->ld->option_infos.v[like.option].value_is[i], XT_NUMBER);
    return i >= 0;
}

/* The trait that has such a word, for hints. */
static const char *word_hint(const struct loader *ld, const char *id)
{
    for (uint32_t t = 0; t < ld->trait_infos.n; t++)
        if (word_find(ld, (int)t, id) >= 0)
            return arena_printf(ld->mem, "it is a word of '%s': compare it with one",
                                ld->trait_infos.v[t].name.id);
    return NULL;
}

static struct xval unknown_name(const struct xplace *x, const struct ast *a, struct xval like)
{
    struct loader *ld = x->ld;
    struct words words = words_like(ld, like);
    size_t n = 0, room = words.n + SLOT_COUNT + COUNT(seat_words) + COUNT(other_words) + 1;
    const char **ids = mem_alloc(room * sizeof *ids);
    for (int i = 0; i < words.n; i++)
        ids[n++] = words.v[i].id;
    for (int i = 0; i < SLOT_COUNT; i++)
        if (x->sc->slot[i])
            ids[n++] = slot_names[i];
    for (size_t i = 0; i < COUNT(seat_words); i++)
        ids[n++] = seat_words[i].id;
    if (x->sc->word)
        ids[n++] = "word";
    ids[n++] = "players";
    ids[n++] = name_suggest(ld, a->id, ~(KIND(NAME_ACTION) | KIND(NAME_CLASS)));
    const char *hint = hint_near(ld, suggest(a->id, ids, n));
    free(ids);
    if (words.n > 0)
        ERROR(x, a->at, "WORD-UNKNOWN", hint, "'%s' is no word of '%s' and no name", a->id,
              like.t == XT_WORD ? ld->trait_infos.v[like.trait].name.id
                                : ld->option_infos.v[like.option].name.id);
    else
        ERROR(x, a->at, "NAME-UNKNOWN", hint ? hint : word_hint(ld, a->id), "unknown name '%s'",
              a->id);
    return bad;
}

static struct xval name_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    struct xval v;
    if (word_like(x, a->id, like, &v) || reserved_value(x, a, &v))
        return v;
    const struct name *name = name_find(x->ld, a->id);
    return name ? named_value(x, a, name, like) : unknown_name(x, a, like);
}

/* ---- parameters, fields, calls ---- */

int param_find(const struct xplace *x, size_t at, const char *id)
{
    const char *ids[K_MAX_PARAMS];
    if (x->sc->verb < 0) {
        fail_unbound(x, at, NULL, "there is no verb with parameters");
        return -1;
    }
    const struct verb_info *verb = &x->ld->verbs.v[x->sc->verb].info;
    for (int i = 0; i < verb->nparams; i++) {
        ids[i] = verb->param[i].id;
        if (strcmp(ids[i], id) == 0)
            return i;
    }
    ERROR(x, at, "PARAM-UNKNOWN", hint_near(x->ld, suggest(id, ids, verb->nparams)),
          "the verb '%s' has no parameter '%s'", verb->name.id, id);
    return -1;
}

int open_place(const struct node *n, const struct scope *sc)
{
    bool is = sc->script && n->kind == NODE_SCALAR && n->len == 2 && n->text[0] == '$'
           && n->text[1] >= '1' && n->text[1] <= '0' + K_MAX_ARGS;
    return is ? n->text[1] - '1' : -1;
}

static struct xval argument_value(const struct xplace *x, const struct ast *a)
{
    if (a->id[0] >= '1' && a->id[0] <= '0' + K_MAX_ARGS && !a->id[1])
        return expr_leaf(x, X_ARG, a->id[0] - '1', XT_ANY);
    ERROR(x, a->at, "OPEN-PLACE", NULL, "open places are $1 to $%d", K_MAX_ARGS);
    return bad;
}

static struct xval param_value(const struct xplace *x, const struct ast *a)
{
    if (x->sc->script)
        return argument_value(x, a);
    int i = param_find(x, a->at, a->id);
    if (i < 0)
        return bad;
    const struct param_info *p = &x->ld->verbs.v[x->sc->verb].info.param[i];
    static const uint8_t types[] = {[V_NUMBER] = XT_NUMBER, [V_FLAG] = XT_FLAG,
        [V_SEAT] = XT_SEAT, [V_CARD] = XT_CARD, [V_ZONE] = XT_ZONE, [V_WORD] = XT_WORD,
        [V_SEATS] = XT_SEAT, [V_SELECTOR] = XT_BAD, [V_NUMBER_OR_ALL] = XT_NUMBER};
    if (types[p->type] == XT_BAD) {
        ERROR(x, a->at, "TYPE", NULL, "'$%s' is a selector: only a script can read it", a->id);
        return bad;
    }
    if (p->type == V_SEATS) {
        if (!pool_room(x->ld, x->node, x->ld->seats.n))
            return bad;
        ref set = (ref)POOL_ADD(x->ld, x->ld->seats,
                                ((struct kseats){.op = SS_PARAM, .a = (uint16_t)i}));
        return expr_typed(expr_add(x->ld, x->node, X_SEATSET, set, REF_NONE, 0), XT_SEAT);
    }
    struct xval v = expr_leaf(x, X_PARAM, i, (enum xtype)types[p->type]);
    v.trait = p->type == V_WORD && p->word_trait != REF_NONE ? p->word_trait : -1;
    return v;
}

static struct xval unknown_field(const struct xplace *x, const struct ast *a)
{
    const char *ids[] = {"owner", "card", name_suggest(x->ld, a->id,
                         KIND(NAME_TRAIT) | KIND(NAME_COUNTER))};
    ERROR(x, a->at, "NAME-UNKNOWN", hint_near(x->ld, suggest(a->id, ids, COUNT(ids))),
          "'%s' is no trait and no counter", a->id);
    return bad;
}

static struct xval dot_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    bool is_card = strcmp(a->id, "card") == 0;
    bool this_card = is_card && a->a->kind == AST_NAME && strcmp(a->a->id, "this") == 0;
    if (this_card && like.t == XT_WORD && like.trait >= 0 && x->sc->own_card >= 0) {
        struct xval v;
        if (word_like(x, x->ld->card_infos.v[x->sc->own_card].id, like, &v))
            return v;
        ERROR(x, a->at, "WORD-UNKNOWN", NULL, "'%s' is no word of '%s'",
              x->ld->card_infos.v[x->sc->own_card].id, x->ld->trait_infos.v[like.trait].name.id);
        return bad;
    }
    struct xval base = ast_value(x, a->a, bad);
    if (base.t == XT_BAD)
        return bad;
    const struct name *name = name_find(x->ld, a->id);
    if (name && name->kind == NAME_TRAIT)
        return trait_value(x, a, name->index, &base);
    if (name && name->kind == NAME_COUNTER)
        return counter_value(x, a, name->index, &base);
    if (!is_card && strcmp(a->id, "owner") != 0)
        return unknown_field(x, a);
    ref card = card_asked(x, a, &base);
    if (card == REF_NONE)
        return bad;
    return expr_typed(expr_add(x->ld, x->node, is_card ? X_CARDDEF : X_CARDOWNER, card, REF_NONE, 0),
                    is_card ? XT_DEF : XT_SEAT);
}

/* Index of the pure function, new or known. */
static int pure_index(struct loader *ld, const char *id, const struct pure_sig *sig)
{
    for (uint32_t i = 0; i < ld->pures.n; i++)
        if (strcmp(ld->pures.v[i], id) == 0)
            return (int)i;
    POOL_ADD(ld, ld->pure_sigs, *sig);
    return (int)POOL_ADD(ld, ld->pures, id);
}

static struct xval pure_value(const struct xplace *x, const struct ast *a)
{
    struct loader *ld = x->ld;
    struct pure_sig sig = {.nargs = (uint8_t)a->nargs, .result = UINT8_MAX};
    ref arg[K_MAX_ARGS];
    if (name_find(ld, a->id) || name_reserved(a->id)) {
        ERROR(x, a->at, "TYPE", NULL, "'%s' is no function", a->id);
        return bad;
    }
    for (int i = 0; i < a->nargs; i++) {
        struct xval v = ast_value(x, a->arg[i], bad);
        enum xtype t = v.t == XT_ANY ? XT_NUMBER : v.t == XT_DEF ? XT_CARD : (enum xtype)v.t;
        arg[i] = expr_coerce(x, a->arg[i]->from, v, t, -1);
        if (arg[i] == REF_NONE)
            return bad;
        sig.arg_type[i] = (uint8_t)noted_type(t);
        sig.arg_trait[i] = v.t == XT_WORD && v.trait >= 0 ? (ref)v.trait : REF_NONE;
    }
    int pure = pure_index(ld, a->id, &sig);
    sig.result = ld->pure_sigs.v[pure].result;
    if (memcmp(&ld->pure_sigs.v[pure], &sig, sizeof sig) != 0) {
        ERROR(x, a->at, "PURE-TYPES", NULL,
              "'%s' is called with other values than elsewhere (number or kind of them)", a->id);
        return bad;
    }
    if (!pool_room(ld, x->node, ld->xargs.n + K_MAX_ARGS))
        return bad;
    ref first = (ref)ld->xargs.n;
    for (int i = 0; i < a->nargs; i++)
        POOL_ADD(ld, ld->xargs, arg[i]);
    return expr_typed(expr_add(ld, x->node, X_PURE, first, (ref)a->nargs, pure), XT_ANY);
}

/* ---- operators ---- */

/* Both become one type, that of the other where one may be anything. */
static bool unify(const struct xplace *x, size_t at, struct xval *l, struct xval *r)
{
    if (l->t == XT_BAD || r->t == XT_BAD)
        return false;
    if (l->t == XT_ANY || r->t == XT_ANY) {
        struct xval *any = l->t == XT_ANY ? l : r, *other = any == l ? r : l;
        enum xtype t = other->t == XT_ANY || other->t == XT_PHASE ? XT_NUMBER : other->t;
        bool open = x->ld->exprs.v[any->r].op == X_ARG || other->t != XT_ANY;
        if (open && !settle_any(x, at, *any, t, other->trait))
            return false;
        any->t = (uint8_t)t;
        any->trait = other->trait;
        return other->t != XT_ANY || unify(x, at, l, r);
    }
    if (is_number(*l) && is_number(*r)) {
        l->t = r->t = XT_NUMBER;
        return true;
    }
    return l->t == r->t && (l->t != XT_WORD || l->trait == r->trait);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t fold(enum xop op, int64_t a, int64_t b)
{
    switch (op) {
    case X_ADD: return a + b;
    case X_SUB: return a - b;
    case X_MUL: return a * b;
    case X_DIV: return floor_div(a, b);
    case X_MOD: return a - floor_div(a, b) * b;
    case X_EQ: return a == b;
    case X_NE: return a != b;
    case X_LT: return a < b;
    case X_LE: return a <= b;
    case X_GT: return a > b;
    case X_GE: return a >= b;
    case X_AND: return a && b;
    case X_OR: return a || b;
    case X_MIN: return a < b ? a : b;
    default: return a > b ? a : b; /* X_MAX */
    }
}

/* The record of a binary operator, worked out here if both sides are known. */
struct xval expr_operate(const struct xplace *x, size_t at, enum xop op, ref a, ref b,
                           enum xtype t)
{
    int32_t va, vb;
    if (a == REF_NONE || b == REF_NONE)
        return bad;
    bool right = expr_is_const(x->ld, b, &vb);
    if ((op == X_DIV || op == X_MOD) && right && vb == 0) {
        ERROR(x, at, "DIVISION-BY-ZERO", NULL, "this divides by zero");
        return bad;
    }
    if (!right || !expr_is_const(x->ld, a, &va))
        return expr_typed(expr_add(x->ld, x->node, op, a, b, 0), t);
    int64_t v = fold(op, va, vb);
    if (v < -EXPR_MAX_NUMBER || v > EXPR_MAX_NUMBER) {
        ERROR(x, at, "RANGE", NULL, "the result is out of range: numbers go up to %d",
              EXPR_MAX_NUMBER);
        return bad;
    }
    return expr_leaf(x, X_CONST, (int)v, t);
}

/* A bare name that means nothing by itself: a word that the other side explains. */
static bool is_free(const struct xplace *x, const struct ast *a)
{
    return a->kind == AST_NAME && !name_reserved(a->id) && !name_find(x->ld, a->id);
}

static struct xval compare(const struct xplace *x, const struct ast *a)
{
    bool order = a->op != X_EQ && a->op != X_NE;
    struct xval l = bad, r;
    if (is_free(x, a->a)) {
        r = ast_value(x, a->b, bad);
        l = r.t == XT_BAD ? bad : ast_value(x, a->a, r);
    } else {
        l = ast_value(x, a->a, bad);
        r = l.t == XT_BAD && is_free(x, a->b) ? bad : ast_value(x, a->b, l);
    }
    if (l.t == XT_BAD || r.t == XT_BAD)
        return bad;
    struct xval was_l = l, was_r = r;
    if (!unify(x, a->at, &l, &r))
        ERROR(x, a->at, "TYPE", NULL, "%s and %s cannot be compared", type_name(x->ld, was_l),
              type_name(x->ld, was_r));
    else if (order && l.t != XT_NUMBER)
        ERROR(x, a->at, "TYPE", NULL, "only numbers have an order, this is %s",
              type_name(x->ld, was_l));
    else
        return expr_operate(x, a->at, a->op, l.r, r.r, XT_FLAG);
    return bad;
}

static struct xval binary_value(const struct xplace *x, const struct ast *a)
{
    if (a->op >= X_EQ && a->op <= X_GE)
        return compare(x, a);
    if (a->op == X_AND || a->op == X_OR) {
        ref l = ast_condition(x, a->a), r = ast_condition(x, a->b);
        return expr_operate(x, a->at, a->op, l, r, XT_FLAG);
    }
    ref l = ast_number(x, a->a), r = ast_number(x, a->b);
    return expr_operate(x, a->at, a->op, l, r, XT_NUMBER);
}

static struct xval unary_value(const struct xplace *x, const struct ast *a)
{
    int32_t known;
    ref r = a->op == X_NOT ? ast_condition(x, a->a) : ast_number(x, a->a);
    enum xtype t = a->op == X_NOT ? XT_FLAG : XT_NUMBER;
    if (r == REF_NONE)
        return bad;
    if (expr_is_const(x->ld, r, &known))
        return expr_leaf(x, X_CONST, a->op == X_NOT ? !known : -known, t);
    return expr_typed(expr_add(x->ld, x->node, a->op, r, REF_NONE, 0), t);
}

struct xval expr_if(const struct xplace *x, ref c, struct xval yes, struct xval no)
{
    if (c == REF_NONE)
        return bad;
    ref r = expr_add(x->ld, x->node, X_IF, c, yes.r, 0);
    if (r == REF_NONE)
        return bad;
    x->ld->exprs.v[r].c = no.r;
    yes.r = r;
    yes.option = -1;
    return yes;
}

static struct xval if_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    if (a->nargs != 3) {
        ERROR(x, a->at, "EXPR-SYNTAX", "write 'if(condition, value, other value)'",
              "'if' takes three values, not %d", a->nargs);
        return bad;
    }
    ref c = ast_condition(x, a->arg[0]);
    struct xval yes = ast_value(x, a->arg[1], like), no = ast_value(x, a->arg[2], like);
    struct xval was_yes = yes, was_no = no;
    if (yes.t == XT_BAD || no.t == XT_BAD)
        return bad;
    if (yes.t == XT_ANY && no.t == XT_ANY)
        return expr_if(x, c, yes, no);
    if (unify(x, a->arg[2]->from, &yes, &no))
        return expr_if(x, c, yes, no);
    ERROR(x, a->arg[2]->from, "TYPE", NULL, "'if' gives %s or %s: both must be the same",
          type_name(x->ld, was_yes), type_name(x->ld, was_no));
    return bad;
}

/* due(PARAM): the parameter, summed with that of the like effects that wait for `you`. */
static struct xval due_value(const struct xplace *x, const struct ast *a)
{
    struct ast param;
    ref seat;
    if (a->nargs != 1 || (a->arg[0]->kind != AST_NAME && a->arg[0]->kind != AST_PARAM)) {
        ERROR(x, a->at, "EXPR-SYNTAX", NULL, "'due' takes the name of one parameter of the verb");
        return bad;
    }
    param = *a->arg[0];
    param.kind = AST_PARAM;
    if (param_value(x, &param).t == XT_BAD || !seat_asked(x, a, NULL, &seat))
        return bad;
    int i = param_find(x, param.at, param.id);
    return expr_leaf(x, X_DUE, i, XT_NUMBER);
}

static struct xval call_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    bool min = strcmp(a->id, "min") == 0;
    if (strcmp(a->id, "if") == 0)
        return if_value(x, a, like);
    if (strcmp(a->id, "due") == 0)
        return due_value(x, a);
    if (!min && strcmp(a->id, "max") != 0)
        return pure_value(x, a);
    if (a->nargs < 2) {
        ERROR(x, a->at, "EXPR-SYNTAX", NULL, "'%s' takes two values or more", a->id);
        return bad;
    }
    struct xval v = expr_typed(ast_number(x, a->arg[0]), XT_NUMBER);
    for (int i = 1; i < a->nargs; i++)
        v = expr_operate(x, a->at, min ? X_MIN : X_MAX, v.r, ast_number(x, a->arg[i]), XT_NUMBER);
    return v;
}

/* `like`: what it is compared with; its words may stand bare. */
static struct xval ast_value(const struct xplace *x, const struct ast *a, struct xval like)
{
    switch (a->kind) {
    case AST_INT: return expr_leaf(x, X_CONST, (int)a->value, XT_NUMBER);
    case AST_FLAG: return expr_leaf(x, X_CONST, (int)a->value, XT_FLAG);
    case AST_NAME: return name_value(x, a, like);
    case AST_PARAM: return param_value(x, a);
    case AST_DOT: return dot_value(x, a, like);
    case AST_CALL: return call_value(x, a, like);
    case AST_UNARY: return unary_value(x, a);
    default: return binary_value(x, a);
    }
}

/* ---- whole values ---- */

static struct xval number_value(const struct xplace *x, int64_t number)
{
    if (number >= -EXPR_MAX_NUMBER && number <= EXPR_MAX_NUMBER)
        return expr_leaf(x, X_CONST, (int)number, XT_NUMBER);
    ERROR(x, 0, "RANGE", NULL, "numbers go from -%d to %d", EXPR_MAX_NUMBER, EXPR_MAX_NUMBER);
    return bad;
}

struct xval expr_value(struct loader *ld, const struct node *n, const struct scope *sc,
                       bool as_cond, int trait)
{
    struct xplace x = {ld, n, sc};
    struct xval like = {REF_NONE, trait >= 0 ? XT_WORD : XT_BAD, trait, -1}, v;
    int64_t number;
    bool flag;
    if (n->kind == NODE_MAP)
        return formula_value(&x, as_cond);
    if (n->kind == NODE_SCALAR && word_like(&x, n->text, like, &v)) /* may have hyphens */
        return v;
    if (n->kind == NODE_LIST || node_is_null(n)) {
        node_error(ld->diags, n, "TYPE", as_cond ? "write '{all: […]}' or '{any: […]}'" : NULL,
                   "a %s is wanted here, not %s", as_cond ? "condition" : "value",
                   n->kind == NODE_LIST ? "a list" : "nothing");
        return bad;
    }
    if (node_int(n, &number))
        return number_value(&x, number);
    if (node_bool(n, &flag))
        return expr_leaf(&x, X_CONST, flag, XT_FLAG);
    const struct ast *a = expr_parse(ld->mem, ld->diags, n);
    return a ? ast_value(&x, a, like) : bad;
}

ref compile_cond(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    struct xval v = expr_value(ld, n, sc, true, -1);
    bool text = n->kind == NODE_SCALAR;
    return condition(&x, 0, v, text ? n->text : NULL, text ? n->len : 0).r;
}

bool bare_word(const struct loader *ld, const struct node *n)
{
    const char *t = n->text;
    if (n->kind != NODE_SCALAR || n->len == 0 || name_reserved(t) || name_find(ld, t))
        return false;
    for (size_t i = 0; i < n->len; i++)
        if (!(t[i] >= 'a' && t[i] <= 'z') && !(t[i] >= 'A' && t[i] <= 'Z')
            && !(t[i] >= '0' && t[i] <= '9') && t[i] != '_' && (t[i] != '-' || i == 0))
            return false;
    return true;
}

/* The word of the trait that was meant, or the counter that holds one. */
static const char *word_near(struct loader *ld, const char *word, int trait)
{
    const struct trait_info *t = &ld->trait_infos.v[trait];
    const char **ids = mem_alloc((t->words.n + ld->counters.n + 1u) * sizeof *ids);
    size_t n = 0;
    for (int i = 0; i < t->words.n; i++)
        ids[n++] = t->words.v[i].id;
    for (uint32_t i = 0; i < ld->counters.n; i++)
        if (ld->counters.v[i].is == V_WORD && ld->counters.v[i].trait == trait)
            ids[n++] = ld->counter_names.v[i].id;
    const char *hint = hint_near(ld, suggest(word, ids, n));
    free(ids);
    return hint;
}

static bool known_word(struct loader *ld, const struct node *n, int trait)
{
    if (!bare_word(ld, n) || word_find(ld, trait, n->text) >= 0)
        return true;
    node_error(ld->diags, n, "WORD-UNKNOWN", word_near(ld, n->text, trait), "'%s' is no word of '%s'",
               n->text, ld->trait_infos.v[trait].name.id);
    return false;
}

ref compile_word(struct loader *ld, const struct node *n, const struct scope *sc, int trait)
{
    struct xplace x = {ld, n, sc};
    if (trait >= 0 && !known_word(ld, n, trait))
        return REF_NONE;
    return expr_coerce(&x, 0, expr_value(ld, n, sc, false, trait), XT_WORD, trait);
}

ref compile_def(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct xplace x = {ld, n, sc};
    struct xval v = expr_value(ld, n, sc, false, -1);
    enum xop op = v.t == XT_BAD ? X_CONST : (enum xop)ld->exprs.v[v.r].op;
    ref r = expr_coerce(&x, 0, v, v.t == XT_ANY ? XT_CARD : XT_DEF, -1);
    if (r == REF_NONE || (op != X_ARG && op != X_PARAM))
        return r;
    /* What was not given stays so, and its key falls away. */
    struct xval absent = expr_typed(expr_const(ld, K_ABSENT), XT_DEF);
    ref missing = expr_add(ld, n, X_EQ, v.r, absent.r, 0);
    struct xval def = expr_typed(expr_add(ld, n, X_CARDDEF, v.r, REF_NONE, 0), XT_DEF);
    return expr_if(&x, missing, absent, def).r;
}

ref compile_expr(struct loader *ld, const struct node *n, const struct scope *sc,
                 enum value_type want)
{
    static const uint8_t types[] = {[V_NUMBER] = XT_NUMBER, [V_CARD] = XT_CARD,
        [V_ZONE] = XT_ZONE, [V_NUMBER_OR_ALL] = XT_NUMBER};
    switch (want) {
    case V_FLAG: return compile_cond(ld, n, sc);
    case V_SEAT: return compile_seat(ld, n, sc);
    case V_SEATS: return compile_seats(ld, n, sc);
    case V_SELECTOR: return compile_cards(ld, n, sc);
    case V_WORD: return compile_word(ld, n, sc, -1);
    default: break;
    }
    struct xplace x = {ld, n, sc};
    if (want == V_NUMBER_OR_ALL && n->kind == NODE_SCALAR && strcmp(n->text, "all") == 0)
        return expr_const(ld, K_ALL);
    return expr_coerce(&x, 0, expr_value(ld, n, sc, false, -1), (enum xtype)types[want], -1);
}

/* handles.c - what scripts hold: card, seat, a set of seats, g, e. All are read-only.
 *
 * A handle is made once for each index and kept as long as the engine (S26, S27), so `==` compares
 * what it should. C functions read fields straight from the block. */
#include "script/internal.h"

#include <stdlib.h>

/* ---- pushing --------------------------------------------------------------------- */

static int new_handle(lua_State *L, enum handle_kind kind, unsigned index, int mt)
{
    struct handle *h = lua_newuserdatauv(L, sizeof *h, 0);

    *h = (struct handle){.kind = (uint8_t)kind, .index = (uint16_t)index};
    lua_rawgeti(L, LUA_REGISTRYINDEX, mt);
    lua_setmetatable(L, -2);
    script_of(L)->ours = true; /* a hook does not pay for it: it may exist already */
    int r = luaL_ref(L, LUA_REGISTRYINDEX);
    script_of(L)->ours = false;
    return r;
}

void sc_push_seats(struct script *S, uint32_t seats)
{
    int *r = &S->seats_ref[seats & ((1u << K_MAX_SEATS) - 1)];

    if (*r == LUA_NOREF)
        *r = new_handle(S->L, H_SEATS, seats, S->seats_mt);
    lua_rawgeti(S->L, LUA_REGISTRYINDEX, *r);
}

static void more_cards(struct script *S, int card)
{
    int n = card < 64 ? 64 : card * 2;
    int *grown = realloc(S->card_ref, (size_t)n * sizeof *grown);

    if (!grown)
        sc_no_memory(S->L);
    for (int i = S->ncards; i < n; i++)
        grown[i] = LUA_NOREF;
    S->card_ref = grown;
    S->ncards = n;
}

void sc_push_card(struct script *S, int64_t card)
{
    if (card < 0 || card >= NO_CARD) {
        lua_pushnil(S->L);
        return;
    }
    if (card >= S->ncards)
        more_cards(S, (int)card);
    if (S->card_ref[card] == LUA_NOREF)
        S->card_ref[card] = new_handle(S->L, H_CARD, (unsigned)card, S->card_mt);
    lua_rawgeti(S->L, LUA_REGISTRYINDEX, S->card_ref[card]);
}

static void push_name(struct script *S, const struct swords *list, int64_t i)
{
    if (i < 0 || i >= list->n)
        lua_pushnil(S->L);
    else
        sc_push_name(S, list->v[i]);
}

void sc_push_cards(struct script *S, const uint16_t *cards, int n)
{
    lua_createtable(S->L, n, 0);
    for (int i = 0; i < n; i++) {
        sc_push_card(S, cards[i]);
        lua_rawseti(S->L, -2, i + 1);
    }
}

static void push_chosen(struct script *S, int64_t set)
{
    const uint16_t *cards = NULL;
    int n = k_chosen(S->cur->e, set, &cards);

    sc_push_cards(S, cards, n);
}

/* Pushes a value that sc_push_made does not. */
static void push_other(struct script *S, unsigned type, ref trait, int64_t v)
{
    lua_State *L = S->L;

    switch (type) {
    case V_CARD: sc_push_card(S, v); break;
    case V_CARDS: push_chosen(S, v); break;
    case V_SEATS: sc_push_seats(S, (uint32_t)v); break;
    case V_ZONE: push_name(S, &S->names.zones, v); break;
    case V_WORD:
        if (trait < S->names.traits.n)
            push_name(S, &S->names.trait_words[trait], v);
        else
            push_name(S, trait == OF_WORDS ? &S->names.words : &S->names.cards, v);
        break;
    case V_SELECTOR: {
        struct selector *sel = lua_newuserdatauv(L, sizeof *sel, 0);

        *sel = (struct selector){.h = {.kind = H_SELECTOR}, .s = {.sel = (ref)v}};
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->selector_mt);
        lua_setmetatable(L, -2);
        break;
    }
    default:
        if (type == V_NUMBER_OR_ALL && v == K_ALL)
            sc_push_field(S, F_ALL);
        else
            lua_pushinteger(L, v);
    }
}

void sc_push_value(struct script *S, unsigned type, ref trait, int64_t v)
{
    if (!sc_push_made(S, type, v))
        push_other(S, type, trait, v);
}

/* ---- cards ----------------------------------------------------------------------- */

/* Raises if choices are being listed for a person who does not see the card. Otherwise their
 * choices would tell what it is. */
void sc_look(struct script *S, int card)
{
    if (S->cur->e->asker != NO_SEAT && !k_may_look(S->cur->e, (unsigned)card))
        sc_raise_kernel(S);
}

/* A number, flag, word or card trait of a card. Formulas are worked out for its owner. */
int64_t sc_trait_of(struct script *S, unsigned trait, int card)
{
    struct kengine *e = S->cur->e;

    sc_look(S, card);
    const struct kinst *in = &k_insts(e->s)[card];
    size_t at = (size_t)in->def * e->d->ntraits + trait;
    ref expr = e->d->trait_expr[at];

    if (!e->d->traits[trait].formula || expr == REF_NONE)
        return e->d->trait_value[at];
    struct kctx x = *sc_context(S);
    x.card[BOUND_THIS] = (uint16_t)card;
    if (in->owner != NO_SEAT)
        x.you = in->owner;
    int64_t v = k_eval(e, expr, &x);
    sc_check_kernel(S);
    return v;
}

static void push_trait_value(struct script *S, unsigned trait, int64_t v)
{
    switch (S->cur->e->d->traits[trait].type) {
    case T_CONDITION:
    case T_FLAG: lua_pushboolean(S->L, v != 0); break;
    case T_WORD: sc_push_value(S, V_WORD, (ref)trait, v); break;
    case T_CARD: push_name(S, &S->names.cards, v); break;
    default: lua_pushinteger(S->L, v);
    }
}

/* Sets of words need a word to ask for; lists of effects cannot be read. */
static void want_value(struct script *S, unsigned trait, const char *ask)
{
    const char *name = S->names.traits.v[trait];

    if (S->cur->e->d->traits[trait].type == T_WORDSET)
        sc_raise(S->L, "%s is a set of words: use %s\"%s\", WORD)", name, ask, name);
    if (S->cur->e->d->traits[trait].type > T_CARD)
        sc_raise(S->L, "%s is a list of effects and cannot be read", name);
}

/* Do the definition's words of the trait at idx hold the word behind it? */
static int push_holds(struct script *S, int idx, uint16_t def)
{
    const struct word *w = sc_word_at(S, idx);
    const struct kdef *d = S->cur->e->d;

    if (!w || w->trait < 0 ||
        (d->traits[w->trait].type != T_WORD && d->traits[w->trait].type != T_WORDSET))
        sc_unwanted(S, idx, "a trait of words", 0, NULL);
    int32_t v = sc_value_arg(S, idx + 1, V_WORD, (ref)w->trait, w->s);
    if (v == K_ABSENT)
        sc_raise(S->L, "the word of %s is missing", w->s);
    lua_pushboolean(S->L, bits_has(d, (ref)(d->traits[w->trait].bits + v), def));
    return 1;
}

/* g:trait(ID, TRAIT, WORD?): what all cards of that id have, even if none is in the game. */
int sc_game_trait(lua_State *L)
{
    struct script *S = sc_reading(L, "g:trait");
    const struct kdef *d = S->cur->e->d;

    sc_context(S);
    int def = sc_name_arg(S, 2, AS_CARD), trait = sc_name_arg(S, 3, AS_TRAIT);
    if (!lua_isnoneornil(L, 4))
        return push_holds(S, 3, (uint16_t)def);
    want_value(S, (unsigned)trait, "g:trait(ID, ");
    size_t at = (size_t)def * d->ntraits + (unsigned)trait;
    if (d->trait_expr[at] != REF_NONE)
        sc_raise(L, "%s of %s is worked out for each card: read it from a card",
                 lua_tostring(L, 3), lua_tostring(L, 2));
    push_trait_value(S, (unsigned)trait, d->trait_value[at]);
    return 1;
}

/* Does the counter at idx, a set of words, hold the word behind it? seat -1: of the game or of a
 * card. */
static int push_in_set(struct script *S, int idx, int seat, int card)
{
    const struct kengine *e = S->cur->e;
    const struct word *w = sc_word_at(S, idx);
    const struct kcounter *k = w && w->counter >= 0 ? &e->d->counters[w->counter] : NULL;
    unsigned per = card >= 0 ? PER_CARD : seat >= 0 ? PER_SEAT : PER_GAME;

    if (!k || k->is != V_WORDS ||
        per != (k->per == PER_CARD || k->per == PER_GAME ? k->per : PER_SEAT))
        sc_unwanted(S, idx, "a counter that is a set of words", 0, NULL);
    int32_t word = sc_value_arg(S, idx + 1, V_WORD, k->trait, w->s);
    if (word == K_ABSENT)
        sc_raise(S->L, "the word of %s is missing", w->s);
    int32_t set = card >= 0   ? sc_counter_of(S, w->counter, card)
                  : seat >= 0 ? k_seatctr(e->s)[seat * e->d->nseat + k->index]
                              : k_gamectr(e->s)[k->index];
    lua_pushboolean(S->L, set >> word & 1);
    return 1;
}

int sc_game_is(lua_State *L)
{
    struct script *S = sc_reading(L, "g:is");

    sc_context(S);
    return push_in_set(S, 2, -1, -1);
}

int sc_seat_is(lua_State *L)
{
    struct script *S = sc_reading(L, "seat:is");

    return push_in_set(S, 2, sc_seat_arg(S, 1), -1);
}

/* card:is(TRAIT, WORD): for words and sets of words, of traits and counters. */
int sc_card_is(lua_State *L)
{
    struct script *S = sc_reading(L, "card:is");
    int card = sc_card_arg(S, 1);
    const struct word *w = sc_word_at(S, 2);

    if (w && w->trait < 0 && w->counter >= 0)
        return push_in_set(S, 2, -1, card);
    sc_look(S, card);
    return push_holds(S, 2, k_insts(S->cur->e->s)[card].def);
}

/* The place in its row or pile, from 1. nil in a set, whose order means nothing. */
static void push_place(struct script *S, int card, int zone)
{
    struct kengine *e = S->cur->e;
    const struct kinst *in = k_insts(e->s);
    int n = 1;

    if (zone < 0 || zone >= e->d->nzones || e->d->zones[zone].as == AS_SET) {
        lua_pushnil(S->L);
        return;
    }
    for (unsigned c = in[card].prev; c != NO_CARD && n <= e->s->ninst; c = in[c].prev)
        n++;
    lua_pushinteger(S->L, n);
}

static void push_counter(struct script *S, int counter, int32_t v)
{
    const struct kcounter *c = &S->cur->e->d->counters[counter];

    if (c->is == V_WORDS) /* as in formulas: how many */
        lua_pushinteger(S->L, __builtin_popcount((uint32_t)v));
    else
        sc_push_value(S, c->is, c->trait, v);
}

int32_t sc_counter_of(struct script *S, int counter, int card)
{
    struct kengine *e = S->cur->e;
    const struct kcounter *k = &e->d->counters[counter];

    if (k->bits != REF_NONE)
        return k_own_counter(e, k->index, (unsigned)card);
    return k_cardctr(e->s)[(size_t)card * e->d->ncardctr + k->index];
}

static bool card_field(struct script *S, const struct word *w, int card)
{
    struct kengine *e = S->cur->e;
    const struct kinst *in = &k_insts(e->s)[card];
    int zone = in->slot < e->s->nslots ? k_slotinfo(e->s)[in->slot].zone : -1;

    switch (w->field) {
    case F_ID:
        sc_look(S, card);
        push_name(S, &S->names.cards, in->def);
        return true;
    case F_OWNER: sc_push_seat(S, in->owner == NO_SEAT ? -1 : in->owner); return true;
    case F_ZONE: push_name(S, &S->names.zones, zone); return true;
    case F_AT: push_place(S, card, zone); return true;
    case F_FACE: sc_push_field(S, in->face == FACE_DOWN ? F_DOWN : F_UP); return true;
    default: break;
    }
    if (w->trait >= 0) {
        want_value(S, (unsigned)w->trait, "card:is(");
        push_trait_value(S, (unsigned)w->trait, sc_trait_of(S, (unsigned)w->trait, card));
        return true;
    }
    if (w->counter >= 0 && e->d->counters[w->counter].per == PER_CARD) {
        push_counter(S, w->counter, sc_counter_of(S, w->counter, card));
        return true;
    }
    return false;
}

static bool is_card_name(const struct script *S, const struct word *w)
{
    (void)S;
    return w->trait >= 0 || w->counter >= 0 || w->card_method ||
           (w->field >= F_ID && w->field <= F_FACE);
}

_Noreturn RARE static void unknown_field(struct script *S, const char *of, unsigned means,
                                         word_fn *fits)
{
    char got[80], near[80] = "";

    sc_plain_name(S->L, 2, got, sizeof got);
    if (lua_type(S->L, 2) != LUA_TSTRING)
        sc_raise(S->L, "name a field of %s by a text, not %s", of, got);
    sc_hint(S, lua_tostring(S->L, 2), means, fits, near, sizeof near);
    sc_raise(S->L, "%s has no %s%s", of, got, near);
}

static int card_index(lua_State *L)
{
    struct script *S = script_of(L);
    const struct word *w = sc_word_at(S, 2);

    if (w && w->card_method) {
        lua_pushcfunction(L, w->card_method);
        return 1;
    }
    S = sc_reading(L, "a card");
    int card = sc_card_arg(S, 1);
    if (!w || !card_field(S, w, card))
        unknown_field(S, "a card", 0, is_card_name);
    return 1;
}

/* ---- seats ----------------------------------------------------------------------- */

static bool is_seat_name(const struct script *S, const struct word *w)
{
    (void)S;
    return w->counter >= 0 || w->seat_method || (w->field >= F_INDEX && w->field <= F_KIND);
}

static bool seat_field(struct script *S, const struct word *w, int seat)
{
    const struct kengine *e = S->cur->e;

    switch (w->field) {
    case F_INDEX: lua_pushinteger(S->L, seat); return true;
    case F_LEFT: sc_push_seat(S, sc_seat_next(e->s, seat, 1)); return true;
    case F_RIGHT: sc_push_seat(S, sc_seat_next(e->s, seat, -1)); return true;
    case F_KIND: push_name(S, &S->names.kinds, e->s->seat_kind[seat] - 1); return true;
    default: break;
    }
    if (w->counter < 0)
        return false;
    const struct kcounter *c = &e->d->counters[w->counter];
    if (c->per == PER_GAME || c->per == PER_CARD)
        return false;
    push_counter(S, w->counter, k_seatctr(e->s)[seat * e->d->nseat + c->index]);
    return true;
}

static int seat_index(lua_State *L)
{
    struct script *S = script_of(L);
    const struct word *w = sc_word_at(S, 2);

    if (w && w->seat_method) {
        lua_pushcfunction(L, w->seat_method);
        return 1;
    }
    S = sc_reading(L, "a seat");
    const struct handle *h = lua_touserdata(L, 1);
    sc_context(S);
    if (h->index >= S->cur->e->s->nseats)
        sc_raise(L, "this seat is from another game");
    if (!w || !seat_field(S, w, h->index))
        unknown_field(S, "a seat", 0, is_seat_name);
    return 1;
}

static int set_index(lua_State *L)
{
    sc_raise(L, "a set of seats has no fields: `for seat in g:seats(set) do ... end`");
}

/* ---- the game -------------------------------------------------------------------- */

static bool is_game_name(const struct script *S, const struct word *w)
{
    (void)S;
    return w->counter >= 0 || w->phase >= 0 || w->field == F_PLAYERS || w->field == F_YOU ||
           w->field == F_OPTION;
}

/* A field of g. The table with this metatable has the methods. Argument 2 is the key. */
static int game_index(lua_State *L)
{
    struct script *S = sc_reading(L, "g");
    const struct word *w = sc_word_at(S, 2);

    sc_context(S);
    const struct kengine *e = S->cur->e;
    if (w && w->field == F_PLAYERS) {
        lua_pushinteger(L, e->s->people);
    } else if (w && w->field == F_YOU) {
        sc_push_seat(S, S->cur->x.you == NO_SEAT ? -1 : S->cur->x.you);
    } else if (w && w->field == F_OPTION) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->option_ref);
    } else if (w && w->phase >= 0) {
        int32_t n = k_phase(e->s)[w->phase];

        if (!e->d->counted[w->phase]) /* its number is no part of a position (load/finish.c) */
            sc_raise(L, "read a phase by its name: g.%s", w->s);
        if (n)
            lua_pushinteger(L, n);
        else
            lua_pushnil(L);
    } else if (w && w->counter >= 0 && e->d->counters[w->counter].per == PER_GAME) {
        push_counter(S, w->counter, k_gamectr(e->s)[e->d->counters[w->counter].index]);
    } else if (w && w->option >= 0) {
        sc_raise(L, "read an option as g.option.%s", w->s);
    } else {
        unknown_field(S, "g", 0, is_game_name);
    }
    return 1;
}

static int option_index(lua_State *L)
{
    struct script *S = sc_reading(L, "g.option");
    const struct word *w = sc_word_at(S, 2);

    sc_context(S);
    if (!w || w->option < 0)
        unknown_field(S, "g.option", 1u << AS_OPTION, NULL);
    const struct soption *o = &S->names.option[w->option];
    int32_t v = k_options(S->cur->e->s)[w->option];
    for (int i = 0; i < o->words.n; i++)
        if ((o->values ? o->values[i] : i) == v) {
            push_name(S, &o->words, i);
            return 1;
        }
    sc_push_value(S, o->type == V_FLAG ? V_FLAG : V_NUMBER, REF_NONE, v);
    return 1;
}

/* ---- the effect under way -------------------------------------------------------- */

bool sc_given(const struct script *S, int verb, const struct word *w, struct given *out)
{
    int i = sc_param(S, verb, w);

    *out =
        (struct given){.param = (int8_t)i, .field = w ? w->field : F_NONE, .trait = REF_NONE};
    if (i >= 0) {
        out->type = S->names.verbs[verb].type[i];
        out->trait = S->names.verbs[verb].trait[i];
        return true;
    }
    switch (out->field) {
    case F_THIS:
    case F_CARD:
    case F_HELPER:
    case F_TARGET: out->type = V_CARD; return true;
    case F_YOU:
    case F_THEM:
    case F_CHOSEN: out->type = V_SEAT; return true;
    case F_NUMBER: out->type = V_NUMBER; return true;
    default: return false;
    }
}

static int64_t or_none(unsigned v, unsigned none)
{
    return v == none ? -1 : (int64_t)v;
}

int64_t sc_bound_value(enum field field, const struct kctx *x)
{
    switch (field) {
    case F_THIS: return or_none(x->card[BOUND_THIS], NO_CARD);
    case F_CARD: return or_none(x->card[BOUND_CARD], NO_CARD);
    case F_HELPER: return or_none(x->card[BOUND_HELPER], NO_CARD);
    case F_TARGET: return or_none(x->card[BOUND_TARGET], NO_CARD);
    case F_YOU: return or_none(x->you, NO_SEAT);
    case F_THEM: return or_none(x->them, NO_SEAT);
    case F_CHOSEN: return or_none(x->seat, NO_SEAT);
    default: return x->number;
    }
}

bool sc_is_given(const struct script *S, const struct word *w)
{
    struct given a;

    return sc_given(S, S->acting[S->cur->hook].verb, w, &a);
}

static int effect_index(lua_State *L)
{
    struct script *S = sc_acting(L, "e");
    const struct word *w = sc_word_at(S, 2);
    const struct kctx *x = sc_context(S);
    struct given a;

    if (!sc_given(S, S->acting[S->cur->hook].verb, w, &a))
        unknown_field(S, "e", 0, sc_is_given);
    sc_push_value(S, a.type, a.trait, sc_given_value(&a, x));
    return 1;
}

/* ---- metatables ------------------------------------------------------------------ */

static int no_write(lua_State *L)
{
    static const char *const how[] = {
        [H_CARD] = "card:set(COUNTER, VALUE)",
        [H_SEAT] = "seat:set(COUNTER, VALUE)",
        [H_GAME] = "g:set(COUNTER, VALUE)",
    };
    const struct handle *h = lua_touserdata(L, 1);
    char got[80], of[80];

    sc_plain_name(L, 2, got, sizeof got);
    sc_plain_name(L, 1, of, sizeof of);
    if (h->kind == H_CARD || h->kind == H_SEAT || h->kind == H_GAME)
        sc_raise(L, "%s cannot be written to (%s): %s changes a counter", of, got,
                 how[h->kind]);
    sc_raise(L, "%s cannot be written to (%s)", of, got);
}

/* Pops an __index and makes a metatable with it. Its reference. */
static int metatable(lua_State *L)
{
    lua_createtable(L, 0, 4);
    lua_insert(L, -2);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, no_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int plain_metatable(lua_State *L, lua_CFunction index)
{
    lua_pushcfunction(L, index);
    return metatable(L);
}

static int selector_index(lua_State *L)
{
    sc_raise(L, "a selector has no fields: give it to g:cards, g:count, g:choose ...");
}

void sc_make_handles(lua_State *L)
{
    struct script *S = script_of(L);
    /* methods of g are in a table, found without a call; the rest is in game_index */
    lua_createtable(L, 0, 40);
    luaL_setfuncs(L, sc_game_readers, 0);
    luaL_setfuncs(L, sc_game_steps, 0);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, game_index);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    int game_mt = metatable(L);

    S->card_mt = plain_metatable(L, card_index);
    S->seat_mt = plain_metatable(L, seat_index);
    S->seats_mt = plain_metatable(L, set_index);
    S->selector_mt = plain_metatable(L, selector_index);
    lua_rawgeti(L, LUA_REGISTRYINDEX, S->selector_mt);
    lua_pushcfunction(L, sc_call_selector);
    lua_setfield(L, -2, "__call");
    lua_pop(L, 1);
    S->g_ref = new_handle(L, H_GAME, 0, game_mt);
    S->e_ref = new_handle(L, H_EFFECT, 0, plain_metatable(L, effect_index));
    S->option_ref = new_handle(L, H_OPTION, 0, plain_metatable(L, option_index));
    for (int i = 0; i < K_MAX_SEATS; i++)
        S->seat_ref[i] = new_handle(L, H_SEAT, (unsigned)i, S->seat_mt);
    for (int i = 0; i < 1 << K_MAX_SEATS; i++)
        S->seats_ref[i] = LUA_NOREF;
    for (int i = 0; i < S->ncards; i++)
        S->card_ref[i] = LUA_NOREF;
}

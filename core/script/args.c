/* args.c - arguments of a call: what a script wrote, as the kernel needs it.
 *
 * Each function raises an error that names what was written. Only integers that fit 32 bits go into
 * the kernel (S35). */
#include "base/rows.h"
#include "script/internal.h"

#include <math.h>
#include <stdio.h>

/* The context of a reading hook: the kernel's top frame. In a pure hook `you` is its first seat. */
struct kctx *sc_make_context(struct script *S)
{
    struct call *c = S->cur;

    if (!c->e || !c->e->s)
        sc_raise(S->L, "no game is running");
    if (c->kind == CALL_PURE && k_rules(c->e->s)->nframes) {
        k_context(c->e, &c->x);
    } else {
        c->x = (struct kctx){.you = NO_SEAT, .them = NO_SEAT, .seat = NO_SEAT};
        for (int i = 0; i < BOUND_COUNT; i++)
            c->x.card[i] = NO_CARD;
        if (c->kind == CALL_CHECK)
            c->x.you = 0;
    }
    if (c->you >= 0 && c->you < c->e->s->nseats)
        c->x.you = (uint8_t)c->you;
    c->has_x = true;
    return &c->x;
}

void sc_refuse(struct script *S, const char *what)
{
    char name[96];

    if (S->may & MAY_TRACE) {
        if (S->trace.fed < S->trace.nfed)
            sc_raise(S->L, "the hook does something else when it is called again with the "
                           "same values");
        S->acting[S->cur->hook].traced = false;
        S->may = S->cur->may = MAY_READ | MAY_ACT;
        return;
    }
    sc_check_sticky(S->L, S);
    if (!S->cur || S->cur->kind == CALL_LOAD)
        sc_raise(S->L, "%s works only inside hooks: no game is running while scripts load",
                 what);
    sc_hook_name(S, S->cur, name, sizeof name);
    sc_raise(S->L, "%s may not change the game: %s", name, what);
}

/* The value at idx, for messages. */
const char *sc_plain_name(lua_State *L, int idx, char *buf, size_t cap)
{
    const struct handle *h;
    double v;

    switch (lua_type(L, idx)) {
    case LUA_TSTRING: snprintf(buf, cap, "`%s`", lua_tostring(L, idx)); break;
    case LUA_TNUMBER:
        v = lua_tonumber(L, idx);
        if (lua_isinteger(L, idx))
            snprintf(buf, cap, "%lld", (long long)lua_tointeger(L, idx));
        else /* the sign of a NaN depends on the machine */
            snprintf(buf, cap, "%.14g", isnan(v) ? fabs(v) : v);
        break;
    case LUA_TBOOLEAN:
        snprintf(buf, cap, "%s", lua_toboolean(L, idx) ? "true" : "false");
        break;
    case LUA_TNIL:
    case LUA_TNONE: snprintf(buf, cap, "nothing"); break;
    case LUA_TUSERDATA:
        h = lua_touserdata(L, idx);
        snprintf(buf, cap, "%s",
                 h->kind == H_CARD       ? "a card"
                 : h->kind == H_SEAT     ? "a seat"
                 : h->kind == H_SEATS    ? "a set of seats"
                 : h->kind == H_SELECTOR ? "a selector"
                 : h->kind == H_GAME     ? "the game"
                 : h->kind == H_EFFECT   ? "the effect"
                 : h->kind == H_LENGTH   ? "the length operator"
                                         : "the options");
        break;
    case LUA_TLIGHTUSERDATA: snprintf(buf, cap, "a bound selector"); break;
    case LUA_TFUNCTION:
        snprintf(buf, cap, "%s",
                 sc_open_selector(L, idx) ? "a selector with open places" : "a function");
        break;
    default: snprintf(buf, cap, "a %s", luaL_typename(L, idx));
    }
    return buf;
}

int sc_unwanted(struct script *S, int idx, const char *wanted, unsigned means, word_fn *fits)
{
    char got[80], near[80] = "";

    sc_plain_name(S->L, idx, got, sizeof got);
    if ((means || fits) && lua_type(S->L, idx) == LUA_TSTRING)
        sc_hint(S, lua_tostring(S->L, idx), means, fits, near, sizeof near);
    sc_raise(S->L, "%s is needed, not %s%s", wanted, got, near);
}

/* ---- seats ----------------------------------------------------------------------- */

static uint32_t every_seat(const struct kstate *s)
{
    return ((uint32_t)1 << s->nseats) - 1;
}

/* The next person from `seat`. step 1: clockwise; -1: the other way. */
int sc_seat_next(const struct kstate *s, int seat, int step)
{
    for (int i = 1; i <= s->nseats; i++) {
        int at = (seat + step * i + s->nseats * i) % s->nseats;

        if (s->people_seats & (1u << at))
            return at;
    }
    return seat;
}

static uint32_t one_seat(int seat)
{
    return seat >= 0 && seat < K_MAX_SEATS ? (uint32_t)1 << seat : 0;
}

static int64_t counter_seats(struct script *S, int counter)
{
    const struct kengine *e = S->cur->e;
    const struct kcounter *c = &e->d->counters[counter];
    int you = sc_context(S)->you;

    if (c->is != V_SEAT || c->per == PER_CARD)
        return -1;
    if (c->per == PER_GAME)
        return one_seat(k_gamectr(e->s)[c->index]);
    return you == NO_SEAT ? 0 : one_seat(k_seatctr(e->s)[you * e->d->nseat + c->index]);
}

/* The seats of a word; -1: it is none. */
static int64_t sc_seats_of_word(struct script *S, const struct word *w)
{
    const struct kstate *s = S->cur->e->s;
    const struct kctx *x = sc_context(S);
    uint32_t seats = 0;

    switch (w->field) {
    case F_YOU: return one_seat(x->you);
    case F_THEM: return one_seat(x->them);
    case F_CHOSEN: return one_seat(x->seat);
    case F_ALL: return s->people_seats;
    case F_OTHERS: return s->people_seats & ~one_seat(x->you);
    case F_SEATS: return every_seat(s);
    case F_LEFT: return x->you == NO_SEAT ? 0 : one_seat(sc_seat_next(s, x->you, 1));
    case F_RIGHT: return x->you == NO_SEAT ? 0 : one_seat(sc_seat_next(s, x->you, -1));
    default: break;
    }
    if (w->kind >= 0) {
        for (int i = 0; i < s->nseats; i++)
            if (s->seat_kind[i] == w->kind + 1)
                seats |= one_seat(i);
        return seats;
    }
    return w->counter >= 0 ? counter_seats(S, w->counter) : -1;
}

static bool is_seat_word(const struct script *S, const struct word *w)
{
    return (w->field != F_NONE && w->field < F_SEAT_WORDS_END) || w->kind >= 0 ||
           (w->counter >= 0 && S->cur->e->d->counters[w->counter].is == V_SEAT);
}

/* A selector given for seats: the owners of its cards, like the seat word {owner: SEL}. */
static int64_t owners_at(struct script *S, int idx, void *p)
{
    const struct kinst *in = k_insts(S->cur->e->s);
    struct cards c;
    int64_t seats = 0;

    sc_what_at(S, idx, p, &c.of, UINT8_MAX);
    if (c.of.sel != REF_NONE) {
        struct kctx x = S->cur->x;

        x.arg = c.of.arg;
        seats = k_owners(S->cur->e, c.of.sel, &x);
        sc_check_kernel(S);
        return seats;
    }
    sc_cards_get(S, &c);
    for (int i = 0; i < c.n; i++)
        if (in[c.v[i]].owner != NO_SEAT)
            seats |= one_seat(in[c.v[i]].owner);
    sc_cards_done(S, &c);
    return seats;
}

/* The seats at idx; -1: the value is none. */
static int64_t seats_at(struct script *S, int idx)
{
    void *p = lua_touserdata(S->L, idx);

    sc_context(S);
    if ((uintptr_t)p & LIGHT_BITS)
        return owners_at(S, idx, p);
    if (p) {
        const struct kstate *s = S->cur->e->s;
        const struct handle *h = p;

        if (h->kind == H_SEAT && h->index < s->nseats)
            return one_seat(h->index);
        if (h->kind == H_SEATS)
            return h->index & every_seat(s);
        return h->kind == H_SELECTOR ? owners_at(S, idx, p) : -1;
    }
    const struct word *w = sc_word_at(S, idx);
    return w ? sc_seats_of_word(S, w) : -1;
}

uint32_t sc_seats_arg(struct script *S, int idx)
{
    int64_t seats = seats_at(S, idx);

    if (seats < 0)
        return (uint32_t)sc_unwanted(S, idx, "a seat or a seat word", 0, is_seat_word);
    return (uint32_t)seats;
}

int sc_seat_arg(struct script *S, int idx)
{
    int64_t seats = seats_at(S, idx);

    if (seats < 0)
        return sc_unwanted(S, idx, "a seat", 0, is_seat_word);
    if (seats == 0 || (seats & (seats - 1))) {
        char got[80];

        sc_raise(S->L, "one seat is needed, but %s is %s",
                 sc_plain_name(S->L, idx, got, sizeof got), seats ? "several" : "none");
    }
    return __builtin_ctz((unsigned)seats);
}

int sc_you(struct script *S)
{
    if (sc_context(S)->you == NO_SEAT)
        sc_raise(S->L, "it is nobody's turn here, so `you` is unknown. Name a seat");
    return sc_context(S)->you;
}

/* ---- cards and names ------------------------------------------------------------- */

int sc_card_arg(struct script *S, int idx)
{
    const struct handle *h = sc_handle_at(S->L, idx, H_CARD);

    if (!h)
        return sc_unwanted(S, idx, "a card", 0, NULL);
    if (!S->cur->e || !S->cur->e->s || h->index >= S->cur->e->s->ninst)
        sc_raise(S->L, "this card is from another game");
    return h->index;
}

int sc_card_named(struct script *S, int idx)
{
    const struct word *w = lua_type(S->L, idx) == LUA_TSTRING ? sc_word_at(S, idx) : NULL;

    return w ? w->card : -1;
}

_Noreturn RARE static void no_number(struct script *S, int idx, const char *what, bool whole,
                                     lua_Integer v)
{
    char got[80];

    if (!whole)
        sc_raise(S->L, "%s must be a whole number, not %s", what,
                 sc_plain_name(S->L, idx, got, sizeof got));
    sc_raise(S->L, "%s is out of range: %lld", what, (long long)v);
}

int32_t sc_number_arg(struct script *S, int idx, const char *what)
{
    int isint = lua_isinteger(S->L, idx);
    lua_Integer v = 0;

    if (LIKELY(isint))
        v = lua_tointeger(S->L, idx);
    else if (lua_type(S->L, idx) == LUA_TNUMBER)
        v = lua_tointegerx(S->L, idx, &isint);
    if (UNLIKELY(!isint || v <= INT32_MIN || v > INT32_MAX))
        no_number(S, idx, what, isint, v);
    return (int32_t)v;
}

int sc_name_arg(struct script *S, int idx, enum meaning as)
{
    static const char *const wanted[] = {MEANINGS(ROW_TEXT)};
    const struct word *w = sc_word_at(S, idx);

    return w && w->as[as] >= 0 ? w->as[as] : sc_unwanted(S, idx, wanted[as], 1u << as, NULL);
}

int sc_face_arg(struct script *S, int idx)
{
    const struct word *w = sc_word_at(S, idx);

    if (w && (w->field == F_UP || w->field == F_DOWN))
        return w->field == F_UP ? FACE_UP : FACE_DOWN;
    if (lua_isnoneornil(S->L, idx))
        return FACE_ANY;
    return sc_unwanted(S, idx, "a face (\"up\" or \"down\")", 0, NULL);
}

/* ---- values of a stated type ----------------------------------------------------- */

static int32_t word_value(struct script *S, int idx, ref trait, const char *what)
{
    const struct word *w = sc_word_at(S, idx);
    const struct handle *h = sc_handle_at(S->L, idx, H_CARD);
    char got[80];
    int v;

    if (trait == OF_WORDS)
        return sc_name_arg(S, idx, AS_TEXT);
    if (trait == REF_NONE || trait >= S->names.traits.n) { /* a card by its definition */
        if (h) {
            int card = sc_card_arg(S, idx);
            sc_look(S, card);
            return k_insts(S->cur->e->s)[card].def;
        }
        if (w && w->card >= 0)
            return w->card;
        sc_raise(S->L, "%s must be a card, not %s", what,
                 sc_plain_name(S->L, idx, got, sizeof got));
    }
    v = w ? sc_value_of(S, w, trait) : -1;
    if (v < 0)
        sc_raise(S->L, "%s must be a word of %s, not %s", what, S->names.traits.v[trait],
                 sc_plain_name(S->L, idx, got, sizeof got));
    return v;
}

static int32_t flag_value(struct script *S, int idx, const char *what)
{
    char got[80];

    if (!lua_isboolean(S->L, idx))
        sc_raise(S->L, "%s must be true or false, not %s", what,
                 sc_plain_name(S->L, idx, got, sizeof got));
    return lua_toboolean(S->L, idx);
}

/* nil, rare types and errors */
RARE static int32_t any_value(struct script *S, int idx, unsigned type, ref trait,
                              const char *what)
{
    const struct sselector *sel;
    const struct word *w;

    if (lua_isnoneornil(S->L, idx))
        return K_ABSENT;
    switch (type) {
    case V_FLAG: return flag_value(S, idx, what);
    case V_SEAT: return sc_seat_arg(S, idx);
    case V_SEATS: return (int32_t)sc_seats_arg(S, idx);
    case V_CARD: return sc_card_arg(S, idx);
    case V_ZONE: return sc_name_arg(S, idx, AS_ZONE);
    case V_WORD: return word_value(S, idx, trait, what);
    case V_SELECTOR:
        sel = sc_closed_selector(S->L, idx);
        return sel ? sel->sel : sc_unwanted(S, idx, "a selector without open places", 0, NULL);
    case V_UNUSED: sc_raise(S->L, "the selector does not use %s", what);
    case V_NUMBER_OR_ALL:
        w = sc_word_at(S, idx);
        if (w && w->field == F_ALL)
            return K_ALL;
        return sc_number_arg(S, idx, what);
    default: return sc_number_arg(S, idx, what);
    }
}

int32_t sc_value_arg(struct script *S, int idx, unsigned type, ref trait, const char *what)
{
    const struct handle *h;
    const struct word *w;
    int v;

    switch (type) {
    case V_NUMBER:
        if (!lua_isnoneornil(S->L, idx))
            return sc_number_arg(S, idx, what);
        break;
    case V_SEAT:
    case V_SEATS:
        h = sc_any_handle(S->L, idx);
        if (h && h->kind == H_SEAT && sc_context(S) && h->index < S->cur->e->s->nseats)
            return type == V_SEAT ? h->index : (int32_t)one_seat(h->index);
        if (h && h->kind == H_SEATS && type == V_SEATS)
            return h->index & (int32_t)every_seat(S->cur->e->s);
        if (!h && lua_isnil(S->L, idx))
            return K_ABSENT;
        break;
    case V_WORD:
        w = trait < S->names.traits.n ? sc_word_at(S, idx) : NULL;
        v = w ? sc_value_of(S, w, trait) : -1;
        if (v >= 0)
            return v;
        break;
    default: break;
    }
    return any_value(S, idx, type, trait, what);
}

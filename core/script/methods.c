/* methods.c - what acting hooks do: the steps as methods, and the questions put to a seat.
 *
 * Arguments are in the order of the guide's pages about steps, who or cards first. A step of g
 * takes them from stack place 2. As a method of a card or seat the handle is the first of them, so
 * the same function starts at 1. All other arguments are read before a list is taken from the
 * kernel, since reading them may raise. */
#include "script/internal.h"

/* The result of a step: how many cards or seats changed. */
static int stepped(struct script *S, int rc)
{
    if (rc < 0 || S->cur->e->err.code != K_OK)
        sc_raise_kernel(S);
    lua_pushinteger(S->L, rc);
    return 1;
}

static int stepped_cards(struct script *S, struct cards *c, int rc)
{
    sc_cards_done(S, c);
    return stepped(S, rc);
}

/* ---- cards ----------------------------------------------------------------------- */

/* deal: who from to count face */
static int g_deal(lua_State *L)
{
    struct script *S = sc_acting(L, "g:deal");
    uint32_t who = sc_seats_arg(S, 2);
    int from = sc_name_arg(S, 3, AS_ZONE), to = sc_name_arg(S, 4, AS_ZONE);
    int32_t n = sc_value_arg(S, 5, V_NUMBER_OR_ALL, REF_NONE, "the count");

    return stepped(S, k_deal(S->cur->e, who, (unsigned)from, (unsigned)to,
                             n == K_ABSENT ? 1 : n, sc_face_arg(S, 6)));
}

static uint8_t place_arg(struct script *S, int idx, int64_t *at)
{
    const struct word *w = sc_word_at(S, idx);
    char got[80];

    if (lua_isnoneornil(S->L, idx) || (w && w->field == F_LAST))
        return PLACE_LAST;
    if (w && w->field == F_FIRST)
        return PLACE_FIRST;
    if (lua_type(S->L, idx) != LUA_TNUMBER)
        sc_raise(S->L,
                 "a place is \"first\", \"last\" or a number, not %s (the order is: cards, to, "
                 "of, face, place, owner)",
                 sc_plain_name(S->L, idx, got, sizeof got));
    *at = sc_number_arg(S, idx, "the place");
    if (*at < 1)
        sc_raise(S->L, "places begin with 1");
    return PLACE_AT;
}

/* false: nobody; nil: unchanged (kengine.to_owner) */
static int owner_arg(struct script *S, int idx)
{
    if (lua_isnoneornil(S->L, idx))
        return OWNER_KEPT;
    if (lua_isboolean(S->L, idx) && !lua_toboolean(S->L, idx))
        return OWNER_NONE;
    int seat = sc_seat_arg(S, idx);
    return seat < 0 ? OWNER_NONE : OWNER_SEAT + seat;
}

/* A script's list may name a card twice: it moves once. */
static int each_once(uint16_t *v, int n)
{
    uint64_t met[(K_MAX_INSTS + 63) / 64] = {0};
    int kept = 0;

    for (int i = 0; i < n; i++) {
        uint64_t *word = met + (v[i] >> 6), bit = 1ull << (v[i] & 63);
        if (!(*word & bit))
            v[kept++] = v[i];
        *word |= bit;
    }
    return kept;
}

/* move: cards to of face place owner */
static int do_move(lua_State *L, int i)
{
    struct script *S = sc_acting(L, i == 1 ? "card:move" : "g:move");
    struct cards c;
    struct kmove m = {.zone = (unsigned)sc_name_arg(S, i + 1, AS_ZONE), .text = REF_NONE};

    m.of = lua_isnoneornil(L, i + 2) ? -1 : sc_seat_arg(S, i + 2);
    m.face = (uint8_t)sc_face_arg(S, i + 3);
    m.place = place_arg(S, i + 4, &m.at);
    m.owner = owner_arg(S, i + 5);
    sc_cards_arg(S, i, &c);
    m.sel = c.of.sel;
    if (c.of.table || c.of.list)
        c.n = each_once(c.v, c.n);
    return stepped_cards(S, &c, k_move(S->cur->e, c.v, c.n, &m));
}

LUA_CALL(g_move, do_move(L, 2))
LUA_CALL(card_move, do_move(L, 1))

/* turn: cards face */
static int do_turn(lua_State *L, int i)
{
    struct script *S = sc_acting(L, i == 1 ? "card:turn" : "g:turn");
    struct cards c;
    int face = sc_face_arg(S, i + 1);

    if (face == FACE_ANY)
        sc_raise(L, "turn: a face (\"up\" or \"down\") is needed");
    sc_what_arg(S, i, &c.of);
    int n = sc_turn_set(S, &c.of, face);
    if (n >= 0)
        return stepped(S, n);
    sc_cards_get(S, &c);
    return stepped_cards(S, &c, k_turn(S->cur->e, c.v, c.n, face, REF_NONE));
}

TRACED_CALL(g_turn, MADE_TURN, do_turn(L, 2))
LUA_CALL(card_turn, do_turn(L, 1))

/* cancel: cards */
static int do_cancel(lua_State *L, int i)
{
    struct script *S = sc_acting(L, i == 1 ? "card:cancel" : "g:cancel");
    struct cards c;

    sc_cards_arg(S, i, &c);
    return stepped_cards(S, &c, k_cancel(S->cur->e, c.v, c.n));
}

TRACED_CALL(g_cancel, MADE_CANCEL, do_cancel(L, 2))
LUA_CALL(card_cancel, do_cancel(L, 1))

/* pass: who cards to. The kernel asks the selector for each seat, as `you`. */
static int g_pass(lua_State *L)
{
    struct script *S = sc_acting(L, "g:pass");
    uint32_t who = sc_seats_arg(S, 2);
    const struct sselector *given = sc_closed_selector(L, 3);
    const struct word *w = sc_word_at(S, 4);
    const struct kstate *s = S->cur->e->s;
    uint8_t give[K_MAX_SEATS];
    int step = w && w->field == F_LEFT ? 1 : w && w->field == F_RIGHT ? -1 : 0, to = 0;

    if (!given)
        sc_raise(L, "g:pass(who, cards, to): the cards are a selector without open places");
    if (!step)
        to = sc_seat_arg(S, 4);
    for (int i = 0; i < K_MAX_SEATS; i++)
        give[i] = (uint8_t)(i >= s->nseats ? i : step ? sc_seat_next(s, i, step) : to);
    return stepped(S, k_pass(S->cur->e, who, given->sel, give));
}

/* fill: who zone from */
static int g_fill(lua_State *L)
{
    struct script *S = sc_acting(L, "g:fill");
    uint32_t who = sc_seats_arg(S, 2);
    int zone = sc_name_arg(S, 3, AS_ZONE);

    return stepped(
        S, k_fill(S->cur->e, who, (unsigned)zone, (unsigned)sc_name_arg(S, 4, AS_ZONE)));
}

/* shuffle: zone of */
static int g_shuffle(lua_State *L)
{
    struct script *S = sc_acting(L, "g:shuffle");
    struct kengine *e = S->cur->e;
    int zone = sc_name_arg(S, 2, AS_ZONE);
    uint32_t who = 0;

    if (e->d->zones[zone].per != PER_TABLE)
        who = lua_isnoneornil(L, 3) ? (uint32_t)1 << sc_you(S) : sc_seats_arg(S, 3);
    return stepped(S, k_shuffle(e, who, (unsigned)zone));
}

/* show: to cards lasts (a phase, or "game"; nil: the leaf) */
static int g_show(lua_State *L)
{
    struct script *S = sc_acting(L, "g:show");
    uint32_t to = sc_seats_arg(S, 2);
    bool game = lua_type(L, 4) == LUA_TSTRING && !strcmp(lua_tostring(L, 4), "game");
    ref lasts = lua_isnoneornil(L, 4) ? UNTIL_LEAF
                : game                ? REF_NONE
                                      : (ref)sc_name_arg(S, 4, AS_PHASE);
    struct cards c;

    sc_cards_arg(S, 3, &c);
    return stepped_cards(S, &c, k_show(S->cur->e, to, c.v, c.n, lasts));
}

/* The definitions whose trait at idx has the value at idx + 1 (is false: has it not). */
static void defs_having(struct script *S, int idx, bool is, uint64_t *out)
{
    const struct kdef *d = S->cur->e->d;
    const struct word *w = sc_word_at(S, idx);

    if (!w || w->trait < 0)
        sc_raise(S->L, "tell: a trait of cards is needed");
    const struct ktrait *t = d->traits + w->trait;
    bool words = t->type == T_WORD || t->type == T_WORDSET;
    if (t->formula || (!words && t->type != T_NUMBER && t->type != T_FLAG))
        sc_raise(S->L, "tell: '%s' is nothing that is written on cards",
                 lua_tostring(S->L, idx));
    int32_t v = sc_value_arg(S, idx + 1,
                             words               ? V_WORD
                             : t->type == T_FLAG ? V_FLAG
                                                 : V_NUMBER,
                             (ref)w->trait, "tell");
    memset(out, is ? 0 : 0xFF, d->bits.nwords * sizeof *out); /* also behind the last card */
    for (unsigned c = 0; c < d->ncards; c++)
        set_put(out, c, def_has(d, (unsigned)w->trait, v, (uint16_t)c) == is);
}

/* tell: cards trait value is */
static int g_tell(lua_State *L)
{
    struct script *S = sc_acting(L, "g:tell");
    uint64_t may[K_MAX_DEF_WORDS];
    struct cards c;

    sc_cards_arg(S, 2, &c);
    defs_having(S, 3, lua_isnoneornil(L, 5) || lua_toboolean(L, 5), may);
    return stepped_cards(S, &c, k_tell(S->cur->e, c.v, c.n, may, REF_NONE));
}

/* trigger: list cards who */
static int g_trigger(lua_State *L)
{
    struct script *S = sc_acting(L, "g:trigger");
    const struct word *list = sc_word_at(S, 2);
    int seat = lua_isnoneornil(L, 4) ? -1 : sc_seat_arg(S, 4);
    struct cards c;

    if (!list || list->trait < 0 || S->cur->e->d->traits[list->trait].type != T_EFFECTS)
        sc_unwanted(S, 2, "g:trigger: a list of effects", 0, NULL);
    sc_cards_arg(S, 3, &c);
    return stepped_cards(S, &c, k_trigger(S->cur->e, (unsigned)list->trait, c.v, c.n, seat));
}

/* ---- counters -------------------------------------------------------------------- */

static int32_t word_of_set(struct script *S, int idx, const struct kcounter *c,
                           const char *name)
{
    int32_t w = sc_value_arg(S, idx, V_WORD, c->trait, name);

    if (w == K_ABSENT)
        sc_raise(S->L, "a word for %s is missing", name);
    return 1 << w;
}

/* A set of words: one, a list of them, nil for none. "-WORD", which add takes out of a set: the
 * complement, a number below 0. */
static int64_t words_arg(struct script *S, int idx, const struct kcounter *c, const char *name,
                         bool add)
{
    lua_State *L = S->L;
    int64_t set = 0;

    if (lua_isnoneornil(L, idx) && !add)
        return 0;
    if (add && lua_type(L, idx) == LUA_TSTRING && lua_tostring(L, idx)[0] == '-') {
        lua_pushstring(L, lua_tostring(L, idx) + 1);
        set = ~(int64_t)word_of_set(S, lua_gettop(L), c, name);
        lua_pop(L, 1);
        return set;
    }
    if (!lua_istable(L, idx))
        return word_of_set(S, idx, c, name);
    sc_want_table(L, idx, "a list of words");
    lua_Integer n = sc_border(L, idx);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, idx, i);
        set |= word_of_set(S, lua_gettop(L), c, name);
        lua_pop(L, 1);
    }
    return set;
}

/* A value for a counter: a number, a flag, a seat, a card or a word (nil = none). */
static int64_t counter_value(struct script *S, int counter, int idx, bool add)
{
    const struct kcounter *c = &S->cur->e->d->counters[counter];
    unsigned is = c->is;
    const char *name = S->names.counters.v[counter];

    if (is == V_WORDS)
        return words_arg(S, idx, c, name, add);
    if (add && is != V_NUMBER)
        sc_raise(S->L, "%s is not a number. Use set", name);
    int32_t v = sc_value_arg(S, idx, is, c->trait, name);
    if (v != K_ABSENT)
        return v;
    if (is != V_SEAT && is != V_CARD && is != V_WORD)
        sc_raise(S->L, "a value for %s is missing", name);
    return -1; /* nil: none */
}

/* add, set: [who or cards] counter value. i: place of the operand; 0: none was given. */
static int do_counter(lua_State *L, struct script *S, int i, int name, bool add)
{
    const struct kassign a = {(uint16_t)sc_name_arg(S, name, AS_COUNTER), REF_NONE};
    int64_t v = counter_value(S, a.counter, name + 1, add);
    struct kengine *e = S->cur->e;
    unsigned per = e->d->counters[a.counter].per;
    const char *word = S->names.counters.v[a.counter];
    struct cards c;
    uint32_t who = 0;

    c.n = 0;
    c.v = NULL;
    c.listed = false;
    if (per == PER_CARD) {
        if (!i || !sc_is_what(S, i))
            sc_raise(L, "%s is a counter of cards. Say of which card", word);
        sc_cards_arg(S, i, &c);
    } else if (per != PER_GAME) {
        if (i && sc_is_what(S, i))
            sc_raise(L, "%s is a counter of seats, not of cards", word);
        who = i ? sc_seats_arg(S, i) : (uint32_t)1 << sc_you(S);
    } else if (i) {
        sc_raise(L, "%s is a counter of the game: g:%s(\"%s\", VALUE)", word,
                 add ? "add" : "set", word);
    }
    return stepped_cards(S, &c, k_assign(e, &a, v, add, who, sc_context(S), c.v, c.n));
}

static int g_counter(lua_State *L, const char *what, bool add)
{
    struct script *S = sc_acting(L, what);

    if (lua_gettop(L) >= 4)
        return do_counter(L, S, 2, 3, add);
    lua_settop(L, 3);
    return do_counter(L, S, 0, 2, add);
}

LUA_CALL(g_add, g_counter(L, "g:add", true))
LUA_CALL(g_set, g_counter(L, "g:set", false))
LUA_CALL(card_add, do_counter(L, sc_acting(L, "card:add"), 1, 2, true))
LUA_CALL(card_set, do_counter(L, sc_acting(L, "card:set"), 1, 2, false))
LUA_CALL(seat_add, do_counter(L, sc_acting(L, "seat:add"), 1, 2, true))
LUA_CALL(seat_set, do_counter(L, sc_acting(L, "seat:set"), 1, 2, false))

/* ---- masks, the end, what is told ------------------------------------------------ */

/* block: add|turn|move what who lasts */
static int g_block(lua_State *L)
{
    struct script *S = sc_acting(L, "g:block");
    const struct word *w = sc_word_at(S, 2);
    unsigned what;
    uint8_t kind;

    if (w && w->field == F_ADD) {
        kind = MASK_ADD;
        what = (unsigned)sc_name_arg(S, 3, AS_COUNTER);
    } else if (w && w->field == F_TURN) {
        kind = MASK_TURN;
        what = (unsigned)sc_face_arg(S, 3);
        if (what == FACE_ANY)
            sc_raise(L, "g:block(\"turn\", ...): a face is needed");
    } else if (w && w->field == F_MOVE) {
        kind = MASK_MOVE;
        what = (unsigned)sc_name_arg(S, 3, AS_ZONE);
    } else {
        sc_unwanted(S, 2, "g:block: \"add\", \"turn\" or \"move\"", 0, NULL);
    }
    uint32_t who = lua_isnoneornil(L, 4) ? (uint32_t)1 << sc_you(S) : sc_seats_arg(S, 4);
    ref lasts = lua_isnoneornil(L, 5) ? REF_NONE : (ref)sc_name_arg(S, 5, AS_PHASE);
    return stepped(S, k_block(S->cur->e, kind, what, who, lasts));
}

/* finish: because won lost */
static int g_finish(lua_State *L)
{
    struct script *S = sc_acting(L, "g:finish");
    unsigned word = lua_isnoneornil(L, 2) ? REF_NONE : (unsigned)sc_name_arg(S, 2, AS_TEXT);
    uint32_t won = lua_isnoneornil(L, 3) ? 0 : sc_seats_arg(S, 3);
    uint32_t lost = lua_isnoneornil(L, 4) ? 0 : sc_seats_arg(S, 4);

    return stepped(S, k_finish(S->cur->e, word, won, lost));
}

/* say: word, then a number, a card and a seat in any order */
static int g_say(lua_State *L)
{
    struct script *S = sc_acting(L, "g:say");
    int word = sc_name_arg(S, 2, AS_TEXT), card = -1, seat = -1;
    int64_t number = 0;

    for (int i = 3; i <= lua_gettop(L); i++) {
        if (lua_type(L, i) == LUA_TNUMBER)
            number = sc_number_arg(S, i, "the number");
        else if (sc_handle_at(L, i, H_CARD))
            card = sc_card_arg(S, i);
        else if (!lua_isnil(L, i))
            seat = sc_seat_arg(S, i);
    }
    k_say(S->cur->e, (unsigned)word, number, card, seat, -1, REF_NONE);
    sc_check_kernel(S);
    return 0;
}

/* ---- chance ---------------------------------------------------------------------- */

static int roll(lua_State *L, int i, const char *what)
{
    struct script *S = sc_acting(L, what);
    int64_t low = 1, high = sc_number_arg(S, i, "the greatest number");

    if (!lua_isnoneornil(L, i + 1)) {
        low = high;
        high = sc_number_arg(S, i + 1, "the greatest number");
    }
    if (high < low)
        sc_raise(L, "%s: there is no number from %lld to %lld", what, (long long)low,
                 (long long)high);
    int64_t n = k_roll(S->cur->e, high - low + 1);
    sc_check_kernel(S);
    lua_pushinteger(L, low + n - 1);
    return 1;
}

int sc_lib_random(lua_State *L)
{
    return roll(L, 1, "math.random");
}

LUA_CALL(g_roll, roll(L, 2, "g:roll"))

/* g:due(PARAM, seat): what is due of this effect and of waiting ones like it. */
static int g_due(lua_State *L)
{
    struct script *S = sc_acting(L, "g:due");
    const struct word *w = sc_word_at(S, 2);
    int i = sc_param(S, S->acting[S->cur->hook].verb, w);

    if (i < 0)
        sc_raise(L, "g:due needs the name of a parameter of the verb, and a seat");
    int seat = sc_seat_arg(S, 3);
    lua_pushinteger(L, k_due(S->cur->e, (unsigned)i, seat));
    sc_check_kernel(S);
    return 1;
}

/* ---- queue ----------------------------------------------------------------------- */

/* Every key of the table of parameters must be one. Of several wrong ones the first by name is
 * told, as tables have no fixed order. */
static void check_params(struct script *S, int table, int verb)
{
    lua_State *L = S->L;
    char got[80], least[80] = "";

    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (sc_param(S, verb, sc_word_at(S, -2)) >= 0)
            continue;
        sc_plain_name(L, -2, got, sizeof got);
        if (!*least || strcmp(got, least) < 0)
            memcpy(least, got, sizeof got);
    }
    if (*least)
        sc_raise(L, "%s has no parameter %s", S->names.verbs[verb].name, least);
}

static int32_t default_of(struct script *S, const struct sverb *v, int i)
{
    ref def = v->def ? v->def[i] : REF_NONE;
    int64_t value = K_ABSENT;

    if (def == REF_NONE)
        return K_ABSENT;
    if (v->type[i] == V_SEATS)
        value = k_seatset(S->cur->e, def, sc_context(S));
    else
        value = k_eval(S->cur->e, def, sc_context(S));
    sc_check_kernel(S);
    if (value < INT32_MIN || value > INT32_MAX)
        sc_raise(S->L, "the default of a parameter is out of range");
    return (int32_t)value;
}

/* queue: verb, then its parameters in their order, or one table with their names */
static int g_queue(lua_State *L)
{
    struct script *S = sc_acting(L, "g:queue");
    int verb = sc_name_arg(S, 2, AS_VERB);
    const struct sverb *v = &S->names.verbs[verb];
    bool named = lua_type(L, 3) == LUA_TTABLE;
    int32_t param[K_MAX_PARAMS];
    uint8_t given = 0;

    sc_context(S);
    if (named) {
        sc_want_table(L, 3, "g:queue");
        check_params(S, 3, verb);
    } else if (lua_gettop(L) - 2 > v->nparams) {
        sc_raise(L, "%s has %d parameters, but gets %d", v->name, v->nparams,
                 lua_gettop(L) - 2);
    }
    for (int i = 0; i < K_MAX_PARAMS; i++) {
        param[i] = K_ABSENT;
        if (i >= v->nparams)
            continue;
        if (named)
            lua_getfield(L, 3, v->param[i]);
        param[i] = sc_value_arg(S, named ? lua_gettop(L) : i + 3, v->type[i], v->trait[i],
                                v->param[i]);
        if (param[i] != K_ABSENT)
            given |= (uint8_t)(1u << i);
        else
            param[i] = default_of(S, v, i);
        if (named)
            lua_pop(L, 1);
    }
    return stepped(S, k_queue_verb(S->cur->e, (unsigned)verb, param, given, sc_context(S)));
}

/* ---- questions put to seats ------------------------------------------------------ */

struct question {
    struct what w;
    /* or ACT_SEVERAL: those of w.arg; ACT_NONE: a selector */
    unsigned action;
    ref prompt;
};

/* {ACTION, …}: one of these is asked for. A file's table is frozen: its entries are in __index. */
static void several_args(struct script *S, int idx, struct question *q)
{
    lua_State *L = S->L;
    char got[80];

    for (lua_geti(L, idx, 1); !lua_isnil(L, -1); lua_geti(L, idx, q->w.nargs + 1)) {
        const struct word *w = sc_word_at(S, -1);
        if (!w || w->action < 0)
            sc_raise(L, "an action is needed in the list, not %s",
                     sc_plain_name(L, -1, got, sizeof got));
        if (q->w.nargs == K_MAX_ARGS)
            sc_raise(L, "a question offers at most %d actions", K_MAX_ARGS);
        for (int i = 0; i < q->w.nargs; i++)
            if (q->w.arg[i] == w->action)
                sc_raise(L, "the action %s is twice in the list",
                         sc_plain_name(L, -1, got, sizeof got));
        q->w.arg[q->w.nargs++] = w->action;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    if (!q->w.nargs)
        sc_raise(L, "the list has no action, so there is nothing to offer");
    q->action = ACT_SEVERAL;
}

static void question_args(struct script *S, int idx, struct question *q)
{
    void *cards = lua_touserdata(S->L, idx);
    const struct word *w = cards ? NULL : sc_word_at(S, idx);
    char got[80];

    *q = (struct question){
        .w = {.sel = REF_NONE, .card = -1}, .action = ACT_NONE, .prompt = REF_NONE};
    if (!lua_isnoneornil(S->L, idx + 1))
        q->prompt = (ref)sc_name_arg(S, idx + 1, AS_TEXT);
    if (w && w->action >= 0) {
        q->action = (unsigned)w->action;
        return;
    }
    if (!cards && lua_istable(S->L, idx)) {
        several_args(S, idx, q);
        return;
    }
    if (w || (!cards && lua_type(S->L, idx) == LUA_TSTRING))
        sc_unwanted(S, idx, "a selector or an action", 1u << AS_ACTION, NULL);
    sc_what_at(S, idx, cards, &q->w, NAMES_YOU - 1); /* `you` is each seat that is asked */
    if (q->w.sel == REF_NONE)
        sc_raise(S->L, "a question offers the cards of a selector, not %s",
                 sc_plain_name(S->L, idx, got, sizeof got));
}

/* The answers: of which seats, to which question (struct question), each in its seat's place. */
struct answers {
    uint32_t seats;
    unsigned asked;
    const struct kchoice *pick;
};

/* What a question gives the script. */
enum gives { ONE_ANSWER, ALL_ANSWERS, THEIR_CARDS };
static int give(struct script *S, enum gives what, const struct answers *a);

/* The hook is resumed at its question: the kernel has the answers. */
static int ask_again(lua_State *L, int status, lua_KContext what)
{
    struct script *S = script_of(L);
    struct answers a;

    if (S->may & MAY_TRACE) /* it was noted when it was asked */
        sc_spend(S, CALL_WORK);
    else
        sc_acting(L, "a question");
    const struct kasked *q = k_hook_answers(S->cur->e, &a.pick);

    (void)status;
    a.seats = q->seats;
    a.asked = q->action;
    return give(S, (enum gives)what, &a);
}

static inline int ask(struct script *S, uint32_t seats, const struct question *q,
                      enum gives what)
{
    struct answers a = {.seats = seats, .asked = q->action};
    size_t gross = S->gross;

    if (!seats)
        return give(S, what, &a);
    if (!(S->acting[S->cur->hook].does & DOES_ASK)) /* the kernel kept nothing to go back to */
        sc_raise(S->L, "a hook asks with g:choose and g:choose_all, written like this");
    int rc = k_hook_ask(S->cur->e, seats, q->w.sel, q->action, q->w.arg, q->w.nargs, q->prompt,
                        &a.pick);

    if (rc < 0)
        sc_raise_kernel(S);
    if (!a.pick) /* after `finish` nobody is asked */
        a.seats = 0;
    if (rc > 0 && S->mask) /* a new stretch, as for a hook that has waited here */
        sc_count_start(S);
    if (rc > 0)
        return give(S, what, &a);
    S->gross = gross; /* without what pure hooks used while choices were listed */
    sc_abandon(S, ask_again, what);
}

/* Pushes the parts of an answer: the card of a selector, or the parts of an action. If there are
 * several actions, first which one it is. */
static int push_parts(struct script *S, unsigned asked, const struct kchoice *c)
{
    int top = lua_gettop(S->L);
    const uint16_t *set;

    if (asked == ACT_NONE) {
        sc_push_card(S, c->card);
        return 1;
    }
    const struct kaction *a = &S->cur->e->d->actions[c->action];
    if (asked == ACT_SEVERAL)
        sc_push_name(S, S->names.actions.v[c->action]);
    if (a->card != REF_NONE)
        sc_push_card(S, c->card);
    if (a->helper != REF_NONE)
        sc_push_card(S, c->helper);
    if (a->target != REF_NONE)
        sc_push_card(S, c->target);
    if (a->cards != REF_NONE) {
        int n = k_choice_set(S->cur->e, S->cur->e->s, c, &set);
        sc_push_cards(S, set, n);
    }
    if (a->seat != REF_NONE)
        sc_push_seat(S, c->seat == NO_SEAT ? -1 : c->seat);
    if (a->word != REF_NONE)
        sc_push_value(S, V_WORD, a->word, c->number);
    else if (a->from != REF_NONE)
        lua_pushinteger(S->L, c->number);
    if (lua_gettop(S->L) == top)
        lua_pushboolean(S->L, 1); /* an action without parts was taken */
    return lua_gettop(S->L) - top;
}

static bool nothing(const struct kchoice *c, unsigned asked)
{
    return c->action == ACT_NONE || c->action == ACT_DONE ||
           (asked == ACT_NONE && c->card == NO_CARD);
}

/* An inline question has no action: its picks may have any number below ACT_DONE. */
static int give_answer(struct script *S, const struct answers *a)
{
    const struct kchoice *c = a->seats ? &a->pick[__builtin_ctz(a->seats)] : NULL;

    if (!c || nothing(c, a->asked)) {
        lua_pushnil(S->L);
        return 1;
    }
    return push_parts(S, a->asked, c);
}

/* An entry of a loop over answers: seat, then the choice. */
#define ANSWER_WORDS (1 + (sizeof(struct kchoice) + 1) / 2)

static int next_answer(lua_State *L)
{
    struct script *S = sc_acting(L, "a loop over answers");
    struct card_loop *l = sc_loop_arg(S, 1);
    struct kchoice c;

    if (l->stride != ANSWER_WORDS || l->pos >= l->n) {
        sc_loop_end(S, l);
        lua_pushnil(L);
        return 1;
    }
    const uint16_t *at = S->loop_mem + l->off + l->pos;
    memcpy(&c, at + 1, sizeof c);
    l->pos += ANSWER_WORDS;
    sc_push_seat(S, at[0]);
    return 1 + push_parts(S, l->asked, &c);
}

static int give_all(struct script *S, const struct answers *a)
{
    struct card_loop *l;
    uint32_t n = 0;
    uint16_t *out = sc_loop_new(S, K_MAX_SEATS * ANSWER_WORDS, ANSWER_WORDS, &l);

    for (uint32_t left = a->seats; left; left &= left - 1) {
        int i = __builtin_ctz(left);

        if (nothing(&a->pick[i], a->asked))
            continue;
        out[n * ANSWER_WORDS] = (uint16_t)i;
        memcpy(out + n * ANSWER_WORDS + 1, &a->pick[i], sizeof a->pick[i]);
        n++;
    }
    sc_loop_shrink(S, l, n * ANSWER_WORDS);
    l->asked = (uint16_t)a->asked;
    lua_pushcfunction(S->L, next_answer);
    sc_push_loop(S, l);
    return 2;
}

struct card_loop *sc_answered_cards(struct script *S, uint32_t seats, unsigned asked,
                                    const struct kchoice *pick)
{
    struct card_loop *l;
    uint32_t n = 0;
    uint16_t *out = sc_loop_new(S, K_MAX_SEATS, 1, &l);

    for (; seats; seats &= seats - 1) {
        const struct kchoice *c = &pick[__builtin_ctz(seats)];

        if (!nothing(c, asked))
            out[n++] = c->card;
    }
    sc_loop_shrink(S, l, n);
    return l;
}

static inline int give(struct script *S, enum gives what, const struct answers *a)
{
    if (what != THEIR_CARDS)
        return what == ONE_ANSWER ? give_answer(S, a) : give_all(S, a);
    sc_push_loop(S, sc_answered_cards(S, a->seats, a->asked, a->pick));
    return 1;
}

static int choose(lua_State *L, const char *name, enum gives what)
{
    struct script *S = sc_acting(L, name);
    struct question q;
    uint32_t seats = what == ONE_ANSWER ? (uint32_t)1 << sc_seat_arg(S, 2) : sc_seats_arg(S, 2);

    question_args(S, 3, &q);
    if (what == THEIR_CARDS && q.action != ACT_NONE)
        sc_raise(L, "g:choose_cards needs a selector. For an action, use g:choose_all");
    return ask(S, seats, &q, what);
}

LUA_CALL(g_choose, choose(L, "g:choose", ONE_ANSWER))
LUA_CALL(g_choose_all, choose(L, "g:choose_all", ALL_ANSWERS))
TRACED_CALL(g_choose_cards, MADE_ASK, choose(L, "g:choose_cards", THEIR_CARDS))

/* The steps, and other calls. */
const luaL_Reg sc_game_steps[] = {
#define G_CALL(name, ...) {#name, g_##name},
#include "kernel/steps.def"
#define G_CALL(name, ...) {#name, g_##name},
#include "script/calls.def"
    {NULL, NULL},
};
const luaL_Reg sc_card_steps[] = {
#define CARD_CALL(name, ...) {#name, card_##name},
#include "kernel/steps.def"
    {NULL, NULL},
};
const luaL_Reg sc_seat_steps[] = {
#define SEAT_CALL(name, ...) {#name, seat_##name},
#include "kernel/steps.def"
    {NULL, NULL},
};

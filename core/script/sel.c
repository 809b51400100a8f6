/* sel.c - selectors: sel{...} while loading, binding their open places, asking them.
 *
 * A bound selector is an entry of a ring (no memory is needed), named by a light userdata with a
 * serial number. So an overwritten one is noticed. A loop over cards is fixed when it is called.
 * Its cards are in the script's loop memory, named by a light userdata, too. */
#include "base/arena.h"
#include "script/internal.h"

#include <stdlib.h>

#define MAX_TREE_DEPTH 16

/* ---- binding --------------------------------------------------------------------- */

/* Calls a selector with open places. Upvalue: the selector. */
static int bind_selector(lua_State *L)
{
    static const char *const places[K_MAX_ARGS] = {"$1", "$2", "$3", "$4",
                                                   "$5", "$6", "$7", "$8"};
    struct script *S = sc_reading(L, "a selector");
    struct selector *sel = lua_touserdata(L, lua_upvalueindex(1));
    int given = lua_gettop(L);
    int32_t arg[K_MAX_ARGS] = {0};

    if (given > sel->s.nargs)
        sc_raise(L, "this selector has %d open place%s, but gets %d values", sel->s.nargs,
                 sel->s.nargs == 1 ? "" : "s", given);
    for (int i = 0; i < sel->s.nargs; i++)
        arg[i] = sc_value_arg(S, i + 1, sel->s.arg[i].type, sel->s.arg[i].trait, places[i]);
    struct ring *ring = S->ring;
    /* only now: a value may have bound others */
    struct bound_sel *b = &ring->at[ring->serial % MAX_RING];
    b->name = ring->serial++ << 2 | LIGHT_BOUND;
    b->of = sel;
    memcpy(b->arg, arg, sizeof arg);
    lua_pushlightuserdata(L, (void *)b->name);
    return 1;
}

/* NULL: this light userdata is no bound selector. */
static const struct bound_sel *bound_of(struct script *S, uintptr_t p)
{
    if ((p & LIGHT_BITS) != LIGHT_BOUND)
        return NULL;
    const struct bound_sel *b = &S->ring->at[(p >> 2) % MAX_RING];
    if (b->name != p)
        sc_raise(S->L, "this selector was bound too long ago: bind it where it is used");
    return b;
}

const struct sselector *sc_open_selector(lua_State *L, int idx)
{
    if (lua_tocfunction(L, idx) != bind_selector || !lua_getupvalue(L, idx, 1))
        return NULL;
    const struct selector *sel = lua_touserdata(L, -1);
    lua_pop(L, 1); /* the function holds it */
    return &sel->s;
}

const struct sselector *sc_closed_selector(lua_State *L, int idx)
{
    const struct handle *h = sc_handle_at(L, idx, H_SELECTOR);
    const struct sselector *s = h ? &((const struct selector *)(const void *)h)->s : NULL;

    return s && !s->nnamed ? s : NULL;
}

/* Calls a selector without open places. */
int sc_call_selector(lua_State *L)
{
    sc_reading(L, "a selector");
    if (lua_gettop(L) > 1)
        sc_raise(L, "this selector has no open places, but gets %d values", lua_gettop(L) - 1);
    return 1;
}

/* ---- sel{...} -------------------------------------------------------------------- */

/* Makes nodes of a Lua table. They are userdata, kept in the table at `keep`, so that an error
 * loses nothing. */
static void *keep_memory(lua_State *L, int keep, size_t size)
{
    void *p = lua_newuserdatauv(L, size ? size : 1, 0);

    lua_rawseti(L, keep, (lua_Integer)lua_rawlen(L, keep) + 1);
    return memset(p, 0, size);
}

static struct node *keep_text(lua_State *L, int keep, const char *s)
{
    struct node *n = keep_memory(L, keep, sizeof *n + strlen(s) + 1);

    *n = (struct node){.plain = true, .text = (char *)(n + 1), .len = strlen(s)};
    memcpy(n->text, s, n->len);
    return n;
}

static struct node *read_tree(lua_State *L, int keep, int depth);

static int compare_texts(const void *a, const void *b)
{
    return strcmp((*(struct node *const *)a)->text, (*(struct node *const *)b)->text);
}

/* Fills a map from the table on top, which has n string keys: sorted bytewise. */
static void read_map(lua_State *L, struct node *to, int keep, int depth)
{
    int table = lua_gettop(L);
    size_t i = 0;

    to->kind = NODE_MAP;
    to->key = keep_memory(L, keep, to->n * sizeof *to->key);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            sc_raise(L, "sel: a table has both named and numbered entries");
        to->key[i++] = keep_text(L, keep, lua_tostring(L, -2));
    }
    qsort(to->key, to->n, sizeof *to->key, compare_texts);
    for (i = 0; i < to->n; i++) {
        lua_getfield(L, table, to->key[i]->text);
        to->item[i] = read_tree(L, keep, depth + 1);
        lua_pop(L, 1);
    }
}

/* Reads the value on top. */
static struct node *read_tree(lua_State *L, int keep, int depth)
{
    struct node *n;
    char buf[80];

    luaL_checkstack(L, 8, "sel: nested too deep");
    switch (lua_type(L, -1)) {
    case LUA_TSTRING: return keep_text(L, keep, lua_tostring(L, -1));
    case LUA_TNUMBER:
        if (!lua_isinteger(L, -1))
            break;
        return keep_text(L, keep, sc_plain_name(L, -1, buf, sizeof buf));
    case LUA_TBOOLEAN: return keep_text(L, keep, lua_toboolean(L, -1) ? "true" : "false");
    case LUA_TTABLE:
        n = keep_memory(L, keep, sizeof *n);
        sc_want_table(L, lua_gettop(L), "sel");
        if (depth > MAX_TREE_DEPTH)
            sc_raise(L, "sel: tables are nested too deep");
        for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
            n->n++;
        n->kind = NODE_LIST;
        n->item = keep_memory(L, keep, n->n * sizeof *n->item);
        if (!n->n || (size_t)sc_border(L, -1) != n->n)
            read_map(L, n, keep, depth);
        for (size_t i = 0; n->kind == NODE_LIST && i < n->n; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            n->item[i] = read_tree(L, keep, depth + 1);
            lua_pop(L, 1);
        }
        return n;
    default: break;
    }
    sc_raise(L, "sel: %s cannot stand in a selector", sc_plain_name(L, -1, buf, sizeof buf));
}

/* Compiles it with the loader, or takes what the first load gave for this call. */
static void compile(lua_State *L, struct script *S, struct sselector *out)
{
    char msg[256] = "";
    lua_Debug ar;

    if (!S->loader || !S->loader->selector) {
        if (S->met_sels >= S->nsels)
            sc_raise(L, "sel is called more often than when the ruleset was loaded");
        *out = S->sels[S->met_sels++];
        return;
    }
    lua_createtable(L, 16, 0);
    int keep = lua_gettop(L);
    lua_pushvalue(L, 1);
    const struct node *n = read_tree(L, keep, 0);
    memset(&ar, 0, sizeof ar);
    if (lua_getstack(L, 1, &ar))
        lua_getinfo(L, "Sl", &ar);
    if (S->loader->selector(S->loader->ctx, n, ar.source ? ar.source + 1 : "", ar.currentline,
                            out, msg, sizeof msg))
        sc_raise(L, "%s", msg[0] ? msg : "this selector has an error");
    if (!mem_room(&S->sels, (size_t)S->nsels, sizeof *S->sels))
        sc_no_memory(L);
    S->sels[S->nsels++] = *out;
    S->met_sels++;
}

int sc_lib_sel(lua_State *L)
{
    struct script *S = script_of(L);
    char got[80];

    sc_check_sticky(L, S);
    if (!S->cur || S->cur->kind != CALL_LOAD)
        sc_raise(L,
                 "sel{...} is compiled while the script loads. Write it outside of hooks and "
                 "leave places open (\"$1\")");
    if (lua_type(L, 1) != LUA_TTABLE)
        sc_raise(L, "sel{...} takes a table, not %s", sc_plain_name(L, 1, got, sizeof got));
    struct sselector s = {0};
    compile(L, S, &s);
    struct selector *sel = lua_newuserdatauv(L, sizeof *sel, 0);
    *sel = (struct selector){.h = {.kind = H_SELECTOR}, .s = s, .verb = NO_VERB};
    for (int i = K_MAX_ARGS - s.nnamed; i < K_MAX_ARGS; i++)
        sel->named[i] = sc_word_find(S, s.named[i]);
    lua_rawgeti(L, LUA_REGISTRYINDEX, S->selector_mt);
    lua_setmetatable(L, -2);
    if (s.nargs)
        lua_pushcclosure(L, bind_selector, 1);
    return 1;
}

/* ---- what stands where cards are wanted ------------------------------------------ */

bool sc_is_what(struct script *S, int idx)
{
    const void *p = lua_touserdata(S->L, idx);
    const struct handle *h = p;

    if (!p || (uintptr_t)p & LIGHT_BITS)
        return p || lua_istable(S->L, idx) || sc_open_selector(S->L, idx) ||
               sc_card_named(S, idx) >= 0;
    return h->kind == H_CARD || h->kind == H_SELECTOR;
}

/* The index of a table of cards. */
RARE static int table_arg(struct script *S, int idx)
{
    lua_State *L = S->L;

    if (sc_open_selector(L, idx))
        sc_raise(L, "this selector has open places: call it with their values");
    if (!lua_istable(L, idx))
        sc_unwanted(S, idx, "a selector or a card", 1u << AS_CARD, NULL);
    idx = lua_absindex(L, idx);
    sc_want_table(L, idx, "a list of cards");
    size_t n = (size_t)sc_border(L, idx);
    if (n > S->cur->e->s->ninst)
        sc_raise(L, "a list of %zu cards: there are not so many", n);
    for (size_t i = 1; i <= n; i++) {
        lua_rawgeti(L, idx, (lua_Integer)i);
        sc_card_arg(S, -1);
        lua_pop(L, 1);
    }
    if (n == 0) {
        lua_pushnil(L);
        if (lua_next(L, idx))
            sc_raise(
                L, "a list of cards is needed; selectors are made by sel{...} when the script "
                   "loads");
    }
    return idx;
}

/* Raises if the selector names a card, or `you`, that is not here: else it would find nothing. */
static void want_names(struct script *S, unsigned named)
{
    static const char *const names[BOUND_COUNT] = {"this", "card", "helper", "target", "it"};

    if (named & NAMES_YOU && S->cur->x.you == NO_SEAT)
        sc_raise(
            S->L,
            "it is nobody's turn here, so `you` is unknown. Say whose (of = \"all\", or of = "
            "\"$1\" and give the seat)");
    named &= NAMES_YOU - 1;
    for (int i = 0; named; i++, named >>= 1)
        if (named & 1 && S->cur->x.card[i] == NO_CARD)
            sc_raise(S->L,
                     "there is no card `%s` here: leave a place open (\"$1\") and give "
                     "it%s",
                     names[i], i == BOUND_CARD ? "; the card asked about is `it`" : "");
}

/* Raises unless the verb of this hook has the parameter whose `due` is asked for. */
RARE static void want_due(struct script *S, int verb, const char *name, unsigned at)
{
    const struct sverb *v = verb < 0 ? NULL : &S->names.verbs[verb];

    if (!v || at >= (unsigned)v->nparams || strcmp(v->param[at], name) != 0)
        sc_raise(S->L,
                 "this selector needs due(%s), which only hooks of a verb with a parameter "
                 "`%s` have",
                 name, name);
}

/* Converts a parameter to the other type of its place, as if it had been given there. */
RARE static int32_t named_as(struct script *S, const struct selector *sel, int place,
                             unsigned type, int32_t v)
{
    const struct sarg *want = &sel->s.arg[place];
    bool card = type == V_CARD && v >= 0 && v != NO_CARD;

    if (type == V_CARD && !card)
        return K_ABSENT;
    if (card && want->type == V_CARD)
        return v;
    if (want->type == V_SEAT && type == V_SEATS && v && !(v & (v - 1)))
        return __builtin_ctz((unsigned)v);
    if (want->type == V_NUMBER && type == V_NUMBER_OR_ALL && v != K_ALL)
        return v;
    if (!card || want->type != V_WORD || want->trait != REF_NONE)
        sc_raise(S->L, "$%s does not fit its place in this selector", sel->s.named[place]);
    sc_look(S, v);
    return k_insts(S->cur->e->s)[v].def;
}

void sc_find_named(struct script *S, struct selector *sel, int verb)
{
    const struct sverb *v = S->names.verbs + verb;

    sel->verb = NO_VERB;
    sel->other = 0;
    if (sel->s.due)
        want_due(S, verb, sel->s.due, sel->s.due_at);
    for (int i = K_MAX_ARGS - sel->s.nnamed; i < K_MAX_ARGS; i++) {
        int at = sc_param(S, verb, sel->named[i]);

        if (at < 0)
            sc_raise(S->L,
                     "this selector needs $%s, which only hooks of a verb with a parameter "
                     "`%s` have",
                     sel->s.named[i], sel->s.named[i]);
        bool same = v->type[at] == sel->s.arg[i].type && v->type[at] != V_CARD &&
                    (v->type[at] != V_WORD || v->trait[at] == sel->s.arg[i].trait);
        sel->at[i] = (uint8_t)at;
        sel->other |= (uint8_t)(!same << i);
    }
    sel->verb = verb;
}

/* Reads a selector whose open places are filled. */
static void selector_arg(struct script *S, struct selector *of, struct what *w, unsigned wanted)
{
    w->sel = of->s.sel;
    w->nargs = of->s.nnamed ? K_MAX_ARGS : of->s.nargs;
    want_names(S, of->s.names & wanted);
    if (of->s.nnamed || of->s.due) {
        /* fills named places with parameters of this hook's effect */
        const struct call *c = S->cur;
        const int32_t *param = c->x.param;
        if (of->verb != c->verb)
            sc_find_named(S, of, c->verb);
        for (int i = K_MAX_ARGS - of->s.nnamed; i < K_MAX_ARGS; i++) {
            unsigned at = of->at[i];
            w->arg[i] = param ? param[at] : K_ABSENT;
            if (of->other >> i & 1 && w->arg[i] != K_ABSENT)
                w->arg[i] = named_as(S, of, i, S->names.verbs[c->verb].type[at], w->arg[i]);
        }
    }
}

/* Reads any value for cards. */
NOINLINE static void what_anyhow(struct script *S, int idx, void *p, struct what *w,
                                 unsigned wanted)
{
    const struct bound_sel *b = bound_of(S, (uintptr_t)p);
    const struct handle *h = (uintptr_t)p & LIGHT_BITS ? NULL : p;

    sc_context(S);
    if (b) {
        memcpy(w->arg, b->arg, sizeof w->arg);
        selector_arg(S, b->of, w, wanted);
    } else if (((uintptr_t)p & LIGHT_BITS) == LIGHT_LOOP) {
        const struct card_loop *l = sc_loop_arg(S, idx);

        if (l->stride != 1)
            sc_raise(S->L, "cards are needed, not answers");
        w->list = S->loop_mem + l->off;
        w->nlist = (int)l->n;
    } else if (h && h->kind == H_SELECTOR) {
        selector_arg(S, p, w, wanted);
    } else if (h && h->kind == H_CARD) {
        w->card = sc_card_arg(S, idx);
    } else if ((w->def = sc_card_named(S, idx)) < 0) {
        w->table = table_arg(S, idx);
    }
}

/* Usually a selector without open places, or with named ones of the right types. */
void sc_what_at(struct script *S, int idx, void *p, struct what *w, unsigned wanted)
{
    const struct selector *of = p;

    *w = (struct what){.sel = REF_NONE, .card = -1, .def = -1};
    if (!p || (uintptr_t)p & LIGHT_BITS || of->h.kind != H_SELECTOR ||
        !sc_places_held(S, of, wanted, w->arg)) {
        what_anyhow(S, idx, p, w, wanted);
        return;
    }
    w->sel = of->s.sel;
    w->nargs = of->s.nnamed ? K_MAX_ARGS : 0;
}

/* k_select, or k_select_any. */
typedef int select_fn(struct kengine *e, ref sel, struct kctx *x, uint16_t *out);

/* Writes its cards to `out` (ninst places). How many; -1: the kernel's error. Never raises. */
static inline int fill(struct script *S, const struct what *w, uint16_t *out, select_fn *select)
{
    if (w->card >= 0) {
        out[0] = (uint16_t)w->card;
        return 1;
    }
    if (w->list) {
        memcpy(out, w->list, (size_t)w->nlist * sizeof *out);
        return w->nlist;
    }
    if (w->sel != REF_NONE) {
        struct kctx x = S->cur->x;

        x.arg = w->arg;
        int n = select(S->cur->e, w->sel, &x, out);
        return S->cur->e->err.code == K_OK ? n : -1;
    }
    if (w->def >= 0)
        return k_bearers(S->cur->e, (unsigned)w->def, out);
    int n = (int)sc_border(S->L, w->table);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(S->L, w->table, i + 1);
        out[i] = ((const struct handle *)lua_touserdata(S->L, -1))->index;
        lua_pop(S->L, 1);
    }
    return n;
}

int sc_still_there(struct kstate *s, uint16_t *v, int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (!k_left_game(s, v[i]))
            v[kept++] = v[i];
    return kept;
}

void sc_cards_get(struct script *S, struct cards *c)
{
    const struct what *w = &c->of;

    c->v = &c->one;
    c->listed = false;
    if (w->card < 0) {
        c->v = k_list(S->cur->e);
        c->listed = c->v != NULL;
        if (!c->listed)
            sc_raise_kernel(S);
    }
    c->n = fill(S, w, c->v, k_select);
    if (c->n < 0) {
        sc_cards_done(S, c);
        sc_raise_kernel(S);
    }
    S->cur->e->left -= c->n;
    if (w->sel == REF_NONE && w->def < 0)
        c->n = sc_still_there(S->cur->e->s, c->v, c->n);
}

int sc_turn_set(struct script *S, const struct what *w, int face)
{
    struct kctx x;

    if (w->sel == REF_NONE)
        return -1;
    x = S->cur->x;
    x.arg = w->arg;
    return k_turn_set(S->cur->e, w->sel, &x, face);
}

/* ---- loops ----------------------------------------------------------------------- */

uint16_t *sc_loop_new(struct script *S, uint32_t words, unsigned stride,
                      struct card_loop **made)
{
    if (!S->loops) {
        S->loops = malloc(MAX_LOOPS * sizeof *S->loops);
        S->loop_mem = malloc(LOOP_WORDS * sizeof *S->loop_mem);
        if (!S->loops || !S->loop_mem) {
            free(S->loops);
            free(S->loop_mem);
            S->loops = NULL;
            S->loop_mem = NULL;
            sc_no_memory(S->L);
        }
    }
    if (!sc_loop_fits(S, words))
        sc_raise(S->L, "too many loops over cards were left by `break` in one hook");
    struct card_loop *l = &S->loops[S->nloops++];
    *l = (struct card_loop){.off = S->loop_top, .n = words, .stride = (uint8_t)stride};
    S->loop_top += words;
    *made = l;
    return S->loop_mem + l->off;
}

void sc_loop_shrink(struct script *S, struct card_loop *l, uint32_t words)
{
    if (l == &S->loops[S->nloops - 1])
        S->loop_top = l->off + words;
    l->n = words;
}

void sc_push_loop(struct script *S, const struct card_loop *l)
{
    lua_pushlightuserdata(S->L, (void *)((uintptr_t)(l - S->loops) << 2 | LIGHT_LOOP));
}

struct card_loop *sc_loop_arg(struct script *S, int idx)
{
    uintptr_t p = (uintptr_t)lua_touserdata(S->L, idx);

    if ((p & LIGHT_BITS) != LIGHT_LOOP || p >> 2 >= S->nloops)
        sc_raise(S->L, "this loop is over");
    return &S->loops[p >> 2];
}

void sc_loop_end(struct script *S, struct card_loop *l)
{
    if (l != &S->loops[S->nloops - 1])
        return;
    S->loop_top = l->off;
    S->nloops--;
}

static int next_card(lua_State *L)
{
    struct script *S = sc_reading(L, "a loop over cards");
    struct card_loop *l = sc_loop_arg(S, 1);

    if (l->pos >= l->n) {
        sc_loop_end(S, l);
        lua_pushnil(L);
    } else {
        sc_push_card(S, S->loop_mem[l->off + l->pos++]);
    }
    return 1;
}

/* ---- questions ------------------------------------------------------------------- */

/* The cards of the value at idx, in loop memory. */
static inline struct card_loop *loop_of(struct script *S, int idx, select_fn *select)
{
    struct what w;
    struct card_loop *l;

    sc_what_arg(S, idx, &w);
    uint16_t *out = sc_loop_new(S, S->cur->e->s->ninst, 1, &l);
    int n = fill(S, &w, out, select);
    if (n < 0)
        sc_raise_kernel(S);
    sc_loop_shrink(S, l, (uint32_t)n);
    return l;
}

static int game_cards(lua_State *L)
{
    struct script *S = sc_reading(L, "g:cards");
    const struct card_loop *l = loop_of(S, 2, k_select);

    lua_pushcfunction(L, next_card);
    sc_push_loop(S, l);
    return 2;
}

static int game_card(lua_State *L)
{
    struct script *S = sc_reading(L, "g:card");
    struct cards c;

    sc_cards_arg(S, 2, &c);
    int first = c.n ? c.v[0] : -1;
    sc_cards_done(S, &c);
    sc_push_card(S, first);
    return 1;
}

static int count(struct script *S, int idx)
{
    struct cards c;
    const struct what *w = &c.of;

    sc_what_arg(S, idx, &c.of);
    if (w->card >= 0)
        return 1;
    if (w->sel == REF_NONE && w->def < 0)
        return w->list ? w->nlist : (int)sc_border(S->L, idx);
    if (w->def >= 0) {
        sc_cards_get(S, &c);
        sc_cards_done(S, &c);
        return c.n;
    }
    struct kctx x = S->cur->x;
    x.arg = w->arg;
    int n = k_count(S->cur->e, w->sel, &x);
    sc_check_kernel(S);
    return n;
}

TRACED_CALL(game_count, MADE_COUNT, (lua_pushinteger(L, count(sc_reading(L, "g:count"), 2)), 1))
TRACED_CALL(game_has, MADE_HAS, (lua_pushboolean(L, count(sc_reading(L, "g:has"), 2) > 0), 1))

/* F for one card: a number trait or a card counter. */
static int64_t value_of_card(struct script *S, const struct word *w, int card)
{
    return w->trait >= 0 ? sc_trait_of(S, (unsigned)w->trait, card)
                         : sc_counter_of(S, w->counter, card);
}

static const struct word *value_name(struct script *S, int idx)
{
    const struct word *w = sc_word_at(S, idx);
    const struct kdef *d = S->cur->e->d;

    if (w && w->trait >= 0 && d->traits[w->trait].type <= T_FLAG)
        return w;
    if (w && w->trait < 0 && w->counter >= 0 && d->counters[w->counter].per == PER_CARD &&
        d->counters[w->counter].is != V_WORD && d->counters[w->counter].is != V_WORDS)
        return w;
    sc_unwanted(S, idx, "a trait or counter of cards",
                w ? 0 : 1u << AS_TRAIT | 1u << AS_COUNTER, NULL);
}

enum fold { FOLD_SUM, FOLD_MOST, FOLD_LEAST };

/* Cards are kept in loop memory, since a formula may raise. */
static int fold(lua_State *L, const char *what, enum fold how)
{
    struct script *S = sc_reading(L, what);
    int64_t total = 0;

    sc_context(S);
    const struct word *f = value_name(S, 2);
    struct card_loop *l = loop_of(S, 3, k_select_any);
    for (uint32_t i = 0; i < l->n; i++) {
        int64_t v = value_of_card(S, f, S->loop_mem[l->off + i]);

        if (how == FOLD_SUM) {
            if (__builtin_add_overflow(total, v, &total))
                sc_raise(S->L, "the sum is too large");
        } else if (i == 0 || (how == FOLD_MOST ? v > total : v < total))
            total = v;
    }
    sc_loop_end(S, l);
    lua_pushinteger(L, total);
    return 1;
}

LUA_CALL(game_sum, fold(L, "g:sum", FOLD_SUM))
LUA_CALL(game_most, fold(L, "g:most", FOLD_MOST))
LUA_CALL(game_least, fold(L, "g:least", FOLD_LEAST))

/* The iterator of g:seats: the set and the last seat give the next. Nothing is kept. */
static int next_seat(lua_State *L)
{
    struct script *S = sc_reading(L, "a loop over seats");
    const struct handle *set = sc_handle_at(L, 1, H_SEATS), *prev = sc_handle_at(L, 2, H_SEAT);

    if (!set)
        sc_raise(L, "this loop is over");
    unsigned rest = set->index & (prev ? ~0u << prev->index << 1 : ~0u);
    sc_push_seat(S, rest ? __builtin_ctz(rest) : -1);
    return 1;
}

static int game_seats(lua_State *L)
{
    struct script *S = sc_reading(L, "g:seats");

    sc_context(S);
    uint32_t seats = sc_seats_arg(S, 2);
    lua_pushcfunction(L, next_seat);
    sc_push_seats(S, seats);
    return 2;
}

static int game_let(lua_State *L)
{
    struct script *S = sc_reading(L, "g:let");
    int let = sc_name_arg(S, 2, AS_LET);

    const struct slet *is = &S->names.let[let];
    if (is->expr == REF_NONE)
        sc_raise(L,
                 "`%s` looks at a card, or may be several seats, and cannot be asked for here",
                 S->names.lets.v[let]);
    struct kctx x = *sc_context(S);
    if (!lua_isnoneornil(L, 3))
        x.you = (uint8_t)sc_seat_arg(S, 3);
    int64_t v = k_eval(S->cur->e, is->expr, &x);
    sc_check_kernel(S);
    sc_push_value(S, is->type, is->trait, v);
    return 1;
}

const luaL_Reg sc_game_readers[] = {
#define G_READ(name, fn, ...) {#name, fn},
#include "script/calls.def"
    {NULL, NULL},
};

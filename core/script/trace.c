/* trace.c - notes what hooks did, so that Lua need not run them again.
 *
 * What a hook does follows from its arguments and from what its calls give: it keeps nothing, and
 * reads nothing without a call. So it is a tree: the same arguments and results lead to the same
 * call. The tree is noted while hooks run, as steps that are found by what came before. When a hook
 * is called again its calls are made directly, step by step. If it comes to something new, Lua runs
 * it from its start: calls already made get their old results, others are made and noted. A
 * question is a step like others: a hook waits at it without Lua.
 *
 * Only the calls of `enum made` are known. A hook that makes another call, or is given cards, is
 * noted no more. Nor are rulesets with pure hooks, whose errors tell who called them. A plain
 * engine notes none. */
#include "script/internal.h"

#include <stdlib.h>

enum { MAX_STEPS = 4096, CELLS = 2 * MAX_STEPS };

/* What the hook did after step `before` gave `gave`. The first steps stand for the hooks. */
struct step {
    int64_t gave;
    uint16_t before;
    uint8_t depth, made, face;
    ref prompt;
    struct selector *cards, *who; /* cards NULL: those that the last question gave */
};

struct steps {
    unsigned n;
    uint16_t cell[CELLS]; /* of steps; 0: none */
    struct step v[MAX_STEPS];
};

/* ---- finding steps ----------------------------------------------------------------- */

/* The step after the last result; 0: none is known, *cell is where it belongs. */
static inline uint16_t next_step(const struct script *S, uint32_t *cell)
{
    const struct trace *t = &S->trace;
    const struct steps *all = S->steps;
    uint64_t key = ((uint64_t)t->at << 48) + (uint64_t)t->gave;
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 51);
    uint16_t at;

    for (; (at = all->cell[i % CELLS]) != 0; i++)
        if (all->v[at].before == t->at && all->v[at].gave == t->gave)
            return at;
    *cell = i % CELLS;
    return 0;
}

/* Notes what the hook does now. False: no room, the hook is noted no more. */
static bool note(struct script *S, struct step what)
{
    struct steps *all = S->steps;
    uint32_t cell = 0;
    uint16_t at = next_step(S, &cell);

    if (!at) {
        what.before = S->trace.at;
        what.gave = S->trace.gave;
        what.depth = (uint8_t)(all->v[what.before].depth + 1);
        if (all->n == MAX_STEPS || what.depth > MAX_FED) {
            S->acting[S->cur->hook].traced = false;
            return false;
        }
        at = (uint16_t)all->n++;
        all->cell[cell] = at;
        all->v[at] = what;
    }
    S->trace.at = at;
    return true;
}

/* Can the hook be noted? Its parameters must be plain numbers. */
void sc_trace_bind(struct script *S, struct acting *a)
{
    a->traced = S->npures == 0 && S->nhooks <= MAX_STEPS / 4;
    for (int i = 0; i < a->nargs; i++)
        if (a->arg[i].type == V_CARD || a->arg[i].type == V_CARDS ||
            a->arg[i].type == V_SELECTOR)
            a->traced = false;
}

void script_only_lua(struct script *S)
{
    for (int i = 0; i < S->nhooks; i++)
        S->acting[i].traced = false;
}

/* All steps name selectors of the Lua state. */
void sc_trace_forget(struct script *S)
{
    free(S->steps);
    S->steps = NULL;
}

bool sc_trace_begin(struct script *S, unsigned hook)
{
    const struct acting *a = &S->acting[hook];

    if (!S->steps) {
        S->steps = calloc(1, sizeof *S->steps);
        if (!S->steps)
            return false;
        S->steps->n = (unsigned)S->nhooks;
    }
    sc_trace_at(S, (uint16_t)hook);
    for (int i = 0; i < a->nargs; i++) {
        if (!note(S, (struct step){.made = MADE_VALUE}))
            return false;
        S->trace.gave = sc_given_value(&a->arg[i], &S->cur->x);
    }
    return true;
}

/* ---- going from step to step ------------------------------------------------------- */

/* Fills the open places of a step's selector. Two verbs may take turns with it. */
static bool fill(struct script *S, struct selector *of, unsigned wanted, int32_t *arg)
{
    if (of->s.nnamed && of->verb != S->cur->verb)
        sc_find_named(S, of, S->cur->verb);
    return sc_places_held(S, of, wanted, arg);
}

/* Turns the cards that the last question gave. Below 0: it failed */
static int turn_answers(struct script *S, int face)
{
    const struct card_loop *l = &S->loops[S->nloops - 1];
    struct kengine *e = S->cur->e;
    uint16_t v[K_MAX_SEATS];

    memcpy(v, S->loop_mem + l->off, l->n * sizeof *v);
    e->left -= l->n;
    return k_turn(e, v, sc_still_there(e->s, v, (int)l->n), face, REF_NONE);
}

/* Turns what a selector selects, or takes it out of the queue. */
static int change(struct script *S, const struct step *st, struct kctx *x)
{
    struct kengine *e = S->cur->e;
    bool turn = st->made == MADE_TURN;
    int n = turn ? k_turn_set(e, st->cards->s.sel, x, st->face) : -1;
    uint16_t *v = n < 0 && !e->err.code ? k_list(e) : NULL;

    if (!v)
        return n;
    n = k_select(e, st->cards->s.sel, x, v);
    e->left -= e->err.code ? 0 : n;
    if (!e->err.code)
        n = turn ? k_turn(e, v, n, st->face, REF_NONE) : k_cancel(e, v, n);
    k_unlist(e, v);
    return n;
}

/* Asks the question. 1: answered; 0: it waits; below 0: it failed */
static int ask_cards(struct script *S, const struct step *st, struct kctx *x,
                     const int32_t *arg)
{
    struct kengine *e = S->cur->e;
    const struct kchoice *pick = NULL;
    uint32_t seats = k_owners(e, st->who->s.sel, x);
    int rc = 1;

    if (e->err.code)
        return -1;
    if (seats)
        rc = k_hook_ask(e, seats, st->cards->s.sel, ACT_NONE, arg,
                        st->cards->s.nnamed ? K_MAX_ARGS : 0, st->prompt, &pick);
    if (rc > 0)
        sc_answered_cards(S, pick ? seats : 0, ACT_NONE, pick);
    return rc;
}

/* Makes the call of the step. FOLLOW_LUA: Lua must make it, or tell why it failed (trace.fails). */
static enum followed make(struct script *S, const struct step *st)
{
    struct trace *t = &S->trace;
    struct kengine *e = S->cur->e;
    struct kctx x = S->cur->x;
    int32_t arg[K_MAX_ARGS] = {0}, whose[K_MAX_ARGS] = {0};
    bool asks = st->made == MADE_ASK;
    int64_t n;

    if (e->left < CALL_WORK ||
        (st->cards && !fill(S, st->cards, asks ? NAMES_YOU - 1 : UINT8_MAX, arg)) ||
        (asks && (!fill(S, st->who, UINT8_MAX, whose) || !sc_loop_fits(S, K_MAX_SEATS))))
        return FOLLOW_LUA;
    e->left -= CALL_WORK;
    x.arg = asks ? whose : arg;
    if (asks)
        n = ask_cards(S, st, &x, arg);
    else if (st->made <= MADE_HAS)
        n = k_count(e, st->cards->s.sel, &x);
    else
        n = st->cards ? change(S, st, &x) : turn_answers(S, st->face);
    t->at = (uint16_t)(st - S->steps->v);
    t->gave = asks ? 0 : st->made == MADE_HAS ? n > 0 : n;
    t->fails = n < 0 || e->err.code;
    return t->fails ? FOLLOW_LUA : asks && !n ? FOLLOW_ASKS : FOLLOW_ON;
}

/* Goes on at the answered question. False: its work ran out */
static bool answered(struct script *S)
{
    const struct kchoice *pick;

    if (S->cur->e->left < CALL_WORK)
        return false;
    S->cur->e->left -= CALL_WORK;
    const struct kasked *q = k_hook_answers(S->cur->e, &pick);
    sc_answered_cards(S, q->seats, q->action, pick);
    return true;
}

enum followed sc_trace_follow(struct script *S, bool on)
{
    enum followed f = FOLLOW_ON;
    uint32_t cell = 0;

    S->trace.fails = on && !answered(S);
    while (f == FOLLOW_ON && !S->trace.fails) {
        uint16_t at = next_step(S, &cell);

        if (at && S->steps->v[at].made == MADE_END)
            return FOLLOW_END;
        f = at ? make(S, &S->steps->v[at]) : FOLLOW_LUA;
    }
    if (f == FOLLOW_ASKS) {
        S->abandoned = true;
        S->may = 0;
    }
    return f == FOLLOW_ON ? FOLLOW_LUA : f;
}

/* ---- Lua runs it ------------------------------------------------------------------- */

/* Lets Lua repeat the calls that were made without it. */
void sc_trace_feed(struct script *S)
{
    struct trace *t = &S->trace;
    const struct step *v = S->steps->v;
    int n = 0;

    for (unsigned at = t->at; at >= (unsigned)S->nhooks; at = v[at].before)
        n += v[at].made != MADE_VALUE;
    t->nfed = (uint8_t)n;
    for (unsigned at = t->at; at >= (unsigned)S->nhooks; at = v[at].before)
        if (v[at].made != MADE_VALUE)
            t->path[--n] = (uint16_t)at;
}

/* What the call gave when it was made without Lua. */
static int64_t fed(lua_State *L, struct script *S, enum made kind)
{
    struct trace *t = &S->trace;
    const struct step *v = S->steps->v;

    if (v[t->path[t->fed++]].made != kind)
        sc_raise(L,
                 "the hook does something else when it is called again with the same values");
    if (t->fed < t->nfed)
        return v[t->path[t->fed]].gave;
    if (t->fails)
        sc_check_kernel(S);
    if (t->fails)
        sc_overspent(S);
    return t->gave;
}

static int push_fed(lua_State *L, struct script *S, enum made kind)
{
    int64_t gave = fed(L, S, kind);
    int asked = 0;

    for (int i = 0; kind == MADE_ASK && i < S->trace.fed; i++)
        asked += S->steps->v[S->trace.path[i]].made == MADE_ASK;
    if (kind == MADE_ASK && S->mask)
        sc_count_start(S);
    if (asked)
        sc_push_loop(S, &S->loops[asked - 1]);
    else if (kind == MADE_HAS)
        lua_pushboolean(L, gave != 0);
    else
        lua_pushinteger(L, gave);
    return 1;
}

/* The selector at idx, if it needs no Lua; else NULL. */
static struct selector *selector_at(struct script *S, int idx, unsigned wanted)
{
    void *p = lua_touserdata(S->L, idx);
    struct what w;

    if ((uintptr_t)p & LIGHT_BITS || !sc_handle_at(S->L, idx, H_SELECTOR))
        return NULL;
    sc_what_at(S, idx, p, &w, wanted);
    return sc_places_held(S, p, wanted, w.arg) ? p : NULL;
}

/* Reads the call as a step. False: impossible */
static bool read_call(lua_State *L, struct script *S, enum made kind, struct step *st)
{
    int cards = kind == MADE_ASK ? 3 : 2;
    const struct word *w = kind == MADE_TURN  ? sc_word_at(S, 3)
                           : kind == MADE_ASK ? sc_word_at(S, 4)
                                              : NULL;
    uintptr_t p = (uintptr_t)lua_touserdata(L, cards);

    *st = (struct step){.made = (uint8_t)kind, .prompt = REF_NONE};
    if (kind == MADE_TURN && (!w || (w->field != F_UP && w->field != F_DOWN)))
        return false;
    if (kind == MADE_TURN)
        st->face = w->field == F_UP ? FACE_UP : FACE_DOWN;
    if (kind == MADE_ASK && !lua_isnoneornil(L, 4)) {
        if (!w || w->text < 0)
            return false;
        st->prompt = (ref)w->text;
    }
    if (kind == MADE_ASK && (!(S->acting[S->cur->hook].does & DOES_ASK) ||
                             !(st->who = selector_at(S, 2, UINT8_MAX))))
        return false;
    if (kind == MADE_TURN && S->nloops && p == ((uintptr_t)(S->nloops - 1) << 2 | LIGHT_LOOP))
        return true;
    st->cards = selector_at(S, cards, kind == MADE_ASK ? NAMES_YOU - 1 : UINT8_MAX);
    return st->cards != NULL;
}

int sc_traced(lua_State *L, enum made kind, lua_CFunction call)
{
    struct script *S = script_of(L);
    struct step st;

    if (S->trace.fed < S->trace.nfed)
        return push_fed(L, S, kind);
    bool known = read_call(L, S, kind, &st);
    if (!known)
        S->acting[S->cur->hook].traced = false;
    if (!known || !note(S, st))
        S->cur->may = MAY_READ | MAY_ACT;
    S->may = MAY_READ | MAY_ACT;
    S->trace.gave = 0;
    int n = call(L);
    S->may = S->cur->may;
    if (kind == MADE_HAS)
        S->trace.gave = lua_toboolean(L, -1);
    else if (kind != MADE_ASK)
        S->trace.gave = lua_tointeger(L, -1);
    return n;
}

void sc_trace_end(struct script *S)
{
    if (S->trace.fed == S->trace.nfed)
        note(S, (struct step){.made = MADE_END});
}

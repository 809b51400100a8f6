/* count.c - counts what Lua does as work (k_spend). So whether a limit is met depends on nothing
 * else, and at least as much is counted as it takes.
 *
 * Instructions: a count hook makes each of them slower (S5). So a hook that cannot take long runs
 * without one (sc_is_short of scan.c: few instructions, none repeated except after a call, which is
 * counted). All others are counted, in stretches.
 *
 * One instruction may take long: it may compare texts byte by byte, or go through all keys of a
 * table with equal hashes (which keys these are is no secret). So each counts more, by the longest
 * text and the largest table that the hook has met (struct grown), and blocks of memory count when
 * they are made. Lists of arguments and results are bounded where they could grow: in functions
 * with `...`, and in those that return values before all of another call (scan.c). Some
 * instructions are slow for some values (`%` of floats, their texts, `<` of texts with zero bytes).
 * If the files have both, all instructions count as much as these. */
#include "base/shown.h"
#include "script/internal.h"

#include <stdio.h>

enum {
    TEXT_WORTH = 32, /* bytes of a text, keys of a table that cost an instruction more */
    KEYS_WORTH = 16,
    SLOW_WORTH = 16, /* for floats: `%`, writing them */
    /* bytes of a text: each 0 in it begins a comparison again (lvm.c, l_strcmp) */
    ZEROS_WORTH = 4,
    BLOCK_WORTH = 64,  /* bytes, list places that a growing table looks at */
    CHAIN_WORTH = 128, /* pairs of keys that it may compare */
    BIG_BLOCK = 1024,
    LONG_TEXT = 128, /* a hook with a text of this length is counted */
    FEW_KEYS = 8,    /* or with more keys than these */
    NODE = 24,       /* bytes of a key with value, of a list place (lobject.h, 5.4) */
    PLACE = 16
};

void sc_weigh(struct script *S)
{
    const unsigned texts = KIND_ZEROS | KIND_COMPARES, numbers = KIND_FLOATS | KIND_WRITES;
    bool zeros = (S->kinds & texts) == texts, slow = zeros || (S->kinds & numbers) == numbers;

    S->weight = (slow ? SLOW_WORTH : 1) + S->grown.text / (zeros ? ZEROS_WORTH : TEXT_WORTH) +
                S->grown.keys / KEYS_WORTH;
}

/* Work without Lua does not count this, so this hook is traced no more. */
static void untrace(struct script *S)
{
    if (S->may & MAY_TRACE)
        S->acting[S->cur->hook].traced = false;
}

_Noreturn static void too_many(lua_State *L, lua_Debug *ar, const char *does)
{
    char name[80];

    lua_getinfo(L, "nS", ar);
    snprintf(name, sizeof name, "the function of line %d", ar->linedefined);
    if (ar->name) /* else a tail call */
        shown_copy(name, sizeof name, ar->name, strlen(ar->name));
    sc_raise(L, "%s: a call %s at most %d values", name, does, MAX_VALUES);
}

void sc_check_values(lua_State *L, int n)
{
    lua_Debug ar;

    if (n > MAX_VALUES && lua_getstack(L, 0, &ar))
        too_many(L, &ar, "takes");
}

/* From here on work counts for this line (kengine.ran). */
static void line_begins(struct script *S, lua_State *L, lua_Debug *ar)
{
    struct kengine *e = S->cur ? S->cur->e : NULL;
    int i = 0;

    if (!e || !e->ran || !e->ran->cost)
        return;
    lua_getinfo(L, "S", ar);
    while (i < S->nsrc && strcmp(S->src[i].path, ar->source + 1) != 0)
        i++;
    if (i < S->nsrc)
        k_ran_at(e, S->lines[i] + (unsigned)ar->currentline, 1, 0);
}

static void on_event(lua_State *L, lua_Debug *ar)
{
    struct script *S = script_of(L);

    if (ar->event == LUA_HOOKLINE) {
        line_begins(S, L, ar);
    } else if (ar->event == LUA_HOOKCOUNT) {
        untrace(S);
        sc_spend(S, S->stretch * S->weight);
    } else if (ar->event == LUA_HOOKRET) {
        lua_getinfo(L, "r", ar);
        if (ar->ntransfer > MAX_VALUES)
            too_many(L, ar, "gives");
    } else {
        lua_getinfo(L, "u", ar);
        if (ar->isvararg && lua_getlocal(L, ar, -(MAX_VALUES - ar->nparams + 1)))
            too_many(L, ar, "takes");
    }
}

void sc_count_start(struct script *S)
{
    S->stretch = S->weight < STRETCH ? STRETCH / (int)S->weight : 1;
    lua_sethook(S->L, on_event, S->mask | (S->lines ? LUA_MASKLINE : 0), S->stretch);
}

void sc_count_none(const struct script *S, lua_State *L)
{
    lua_sethook(L, S->lines ? on_event : NULL, S->lines ? LUA_MASKLINE : 0, 0);
}

void sc_count_stop(struct script *S)
{
    sc_count_none(S, S->L);
}

void script_tell_lines(struct script *S, const uint32_t *first)
{
    S->lines = first;
    script_only_lua(S); /* once traced, a hook's lines would run no more */
    for (int i = 0; i < THREADS; i++)
        sc_count_none(S, S->thread_of[i].L);
    sc_count_none(S, S->main);
}

/* Counts this hook's instructions from now on, and all of the stretch so far. */
static void count_now(struct script *S, int64_t *left)
{
    int before = S->mask & LUA_MASKCOUNT ? S->stretch : 0;

    sc_weigh(S);
    if (S->weight < STRETCH ? STRETCH / S->weight == before : before == 1)
        return;
    *left -= STRETCH;
    S->mask |= LUA_MASKCOUNT;
    sc_count_start(S);
}

/* The keys that a block has room for if it is a table's: a table that grows gets a new block. */
static uint32_t keys_of(size_t bytes)
{
    size_t n = bytes / NODE;

    return bytes % NODE == 0 && (n & (n - 1)) == 0 ? (uint32_t)n : 0;
}

bool sc_count_block(struct script *S, int tag, size_t bytes)
{
    struct grown *g = &S->grown;
    uint32_t keys = tag || S->parsing ? 0 : keys_of(bytes);
    bool text =
             tag == LUA_TSTRING && bytes >= (S->kinds & KIND_ZEROS ? LONG_TEXT / 2 : LONG_TEXT),
         heavy = text || keys > FEW_KEYS;
    int64_t work = bytes < BIG_BLOCK || !(tag || keys) ? 0 : (int64_t)(bytes / BLOCK_WORTH);
    int64_t *left = S->cur->e ? &S->cur->e->left : &S->load_left;

    if (keys)
        work += (int64_t)keys * keys / CHAIN_WORTH + g->places / BLOCK_WORTH;
    if (text && bytes > g->text)
        g->text = (uint32_t)bytes;
    if (keys > g->keys)
        g->keys = keys;
    S->grew |= text || keys;
    if (!work && !heavy)
        return true;
    untrace(S);
    if (heavy)
        count_now(S, left);
    *left -= work;
    S->overspent |= *left < 0;
    return *left >= 0;
}

/* Lists that grow have room for a power of two. Lua's stacks, which outlive hooks, never do. */
void sc_count_places(struct script *S, size_t bytes)
{
    if (!S->parsing && (bytes & (bytes - 1)) == 0 && bytes >= BIG_BLOCK &&
        bytes / PLACE > S->grown.places)
        S->grown.places = (uint32_t)(bytes / PLACE);
    S->grew |= S->grown.places > 0;
}

/* ---- hooks ----------------------------------------------------------------------- */

void sc_count_within(struct script *S, struct call *c)
{
    c->mask = S->mask;
    c->grown = S->grown;
    uint8_t mask = sc_mask_of(S, c->kind, c->hook);
    if (!mask)
        return;
    c->e->left -= STRETCH; /* what the outer hook did not count, and this one's end */
    S->mask |= mask;
    sc_count_start(S);
}

void sc_count_without(struct script *S, const struct call *c)
{
    bool counted = S->mask != c->mask || sc_mask_of(S, c->kind, c->hook);

    S->mask = c->mask;
    S->grown = c->grown;
    sc_weigh(S);
    if (S->mask)
        sc_count_start(S);
    else if (counted)
        sc_count_stop(S);
}

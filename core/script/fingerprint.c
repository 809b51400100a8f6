/* fingerprint.c - a hash of everything that hooks can reach. If two fingerprints differ, a hook has
 * kept something (S23). Nothing should be able to (freeze.c, scan.c). This is the slow way to check
 * that, too slow for play: `check --deep` compares them.
 *
 * It is canonical: objects are numbered as they are met, tables are read in order of their keys,
 * and functions are hashed by their code. So addresses and the history of a table do not matter. */
#include "script/internal.h"

struct walk {
    lua_State *L;
    int seen, todo; /* object -> number; number -> object */
    uint64_t h;
};

static void mix(struct walk *w, uint64_t v)
{
    w->h = kmix(w->h ^ v) + 0x9e3779b97f4a7c15u;
}

static void mix_bytes(struct walk *w, const void *p, size_t n)
{
    const unsigned char *s = p;
    uint64_t h = 0xcbf29ce484222325u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ s[i]) * 0x100000001b3u;
    mix(w, h ^ n);
}

static int mix_dump(lua_State *L, const void *p, size_t n, void *ud)
{
    (void)L;
    mix_bytes(ud, p, n);
    return 0;
}

/* The number of an object. A new one is added to the list. */
static lua_Integer number_of(struct walk *w, int idx)
{
    lua_State *L = w->L;
    lua_Integer n;

    lua_pushvalue(L, idx);
    if (lua_rawget(L, w->seen) == LUA_TNIL) {
        n = (lua_Integer)lua_rawlen(L, w->todo) + 1;
        lua_pushvalue(L, idx);
        lua_rawseti(L, w->todo, n);
        lua_pushvalue(L, idx);
        lua_pushinteger(L, n);
        lua_rawset(L, w->seen);
    } else {
        n = lua_tointeger(L, -1);
    }
    lua_pop(L, 1);
    return n;
}

static void mix_handle(struct walk *w, int idx)
{
    const struct handle *h = lua_touserdata(w->L, idx);

    mix(w, (uint64_t)h->kind << 32 | h->index);
    if (h->kind == H_SELECTOR)
        mix(w, ((const struct selector *)(const void *)h)->s.sel);
}

static void mix_value(struct walk *w, int idx)
{
    lua_State *L = w->L;
    const struct sselector *open;
    size_t len;
    const char *s;
    lua_Number f;

    idx = lua_absindex(L, idx);
    mix(w, (uint64_t)lua_type(L, idx));
    switch (lua_type(L, idx)) {
    case LUA_TBOOLEAN: mix(w, (uint64_t)lua_toboolean(L, idx)); break;
    case LUA_TNUMBER:
        f = lua_tonumber(L, idx);
        if (lua_isinteger(L, idx))
            mix(w, (uint64_t)lua_tointeger(L, idx));
        else
            mix_bytes(w, &f, sizeof f);
        break;
    case LUA_TSTRING:
        s = lua_tolstring(L, idx, &len);
        mix_bytes(w, s, len);
        break;
    case LUA_TUSERDATA: mix_handle(w, idx); break;
    case LUA_TTABLE:
    case LUA_TFUNCTION:
        open = sc_open_selector(L, idx);
        if (open)
            mix(w, open->sel);
        else
            mix(w, (uint64_t)number_of(w, idx));
        break;
    default: break;
    }
}

static void mix_table(struct walk *w, int idx)
{
    lua_State *L = w->L;
    size_t n = 0, sorted;
    struct key *v;

    if (sc_thaw(L, idx)) {
        mix_table(w, lua_gettop(L));
        lua_pop(L, 1);
        return;
    }
    if (lua_getmetatable(L, idx)) { /* a library */
        lua_pop(L, 1);
        return;
    }
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1))
        n++;
    sorted = sc_sorted_keys(L, idx, (lua_Integer)n, &v);
    mix(w, n << 16 | (n - sorted));
    for (size_t i = 0; i < sorted; i++) {
        lua_rawgeti(L, -2, v[i].at);
        mix_value(w, -1);
        lua_rawget(L, idx);
        mix_value(w, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

static void mix_function(struct walk *w, int idx)
{
    lua_State *L = w->L;

    lua_pushvalue(L, idx);
    lua_dump(L, mix_dump, w, 1);
    lua_pop(L, 1);
    for (int u = 1; lua_getupvalue(L, idx, u); u++) {
        mix_value(w, -1);
        lua_pop(L, 1);
    }
}

/* Argument: where the result goes. */
static int fingerprint(lua_State *L)
{
    struct script *S = script_of(L);
    uint64_t *out = lua_touserdata(L, 1);
    struct walk w = {.L = L, .h = 0x43616e74};

    lua_newtable(L);
    lua_newtable(L);
    w.todo = lua_gettop(L);
    w.seen = w.todo - 1;
    for (int i = 0; i < S->ndefs; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->defs[i].ref);
        mix_value(&w, -1);
        lua_pop(L, 1);
    }
    for (lua_Integer i = 1; lua_rawgeti(L, w.todo, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        int at = lua_gettop(L);

        if (lua_isfunction(L, at))
            mix_function(&w, at);
        else
            mix_table(&w, at);
    }
    *out = w.h;
    return 0;
}

uint64_t script_fingerprint(struct script *S)
{
    uint64_t h = 0;

    if (S->dead || !S->L || S->cur)
        return 0;
    if (S->print)
        return S->print;
    lua_pushcfunction(S->L, fingerprint);
    lua_pushlightuserdata(S->L, &h);
    if (lua_pcall(S->L, 1, 0, 0) != LUA_OK)
        h = 0;
    lua_settop(S->L, AT_HANDLER);
    lua_gc(S->L, LUA_GCSTEP, 0);
    sc_threads_shrunk(S);
    return S->print = h;
}

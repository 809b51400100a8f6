/* sort.c - orders that are the same on every machine: pairs, next and table.sort.
 *
 * Keys come in this order: integers, texts byte by byte, seats (S17). The sort is a stable merge
 * sort. It calls the comparator at most n log n times, and writes the table only at its end (S18,
 * S37). */
#include "script/internal.h"

#include <stdlib.h>

static int compare_text(const char *a, size_t la, const char *b, size_t lb)
{
    int d = memcmp(a, b, la < lb ? la : lb);

    return d ? d : la < lb ? -1 : la > lb;
}

static int compare_keys(const void *pa, const void *pb)
{
    const struct key *a = pa, *b = pb;

    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->kind == KEY_TEXT)
        return compare_text(a->s, a->len, b->s, b->len);
    return a->number < b->number ? -1 : a->number > b->number;
}

/* False: it has no order (a table, a function). */
static bool read_any_key(lua_State *L, int idx, struct key *k)
{
    const struct handle *h = sc_any_handle(L, idx);
    int type = lua_type(L, idx);
    lua_Number f;

    *k = (struct key){.kind = KEY_OTHER + type};
    if (lua_isinteger(L, idx)) {
        k->kind = KEY_NUMBER;
        k->number = lua_tointeger(L, idx);
    } else if (type == LUA_TSTRING) {
        k->kind = KEY_TEXT;
        k->s = lua_tolstring(L, idx, &k->len);
    } else if (h) {
        k->kind = h->kind == H_SEAT ? KEY_SEAT : KEY_OTHER + type;
        k->number = (lua_Integer)h->kind << 32 | h->index;
    } else if (type == LUA_TBOOLEAN) {
        k->number = lua_toboolean(L, idx);
    } else if (type == LUA_TNUMBER) {
        f = lua_tonumber(L, idx);
        memcpy(&k->number, &f, sizeof f);
    } else {
        return false;
    }
    return true;
}

/* False: it has no order for scripts. */
static bool read_key(lua_State *L, int idx, struct key *k)
{
    return read_any_key(L, idx, k) && k->kind < KEY_OTHER;
}

_Noreturn static void no_order(lua_State *L, const char *fn, const char *what)
{
    sc_raise(L, "%s: a key is %s, which has no order (whole numbers, texts and seats have one)",
             fn, what);
}

/* Raises: the table at 1 has a key without order. The first by name is told. */
_Noreturn static void no_order_in(lua_State *L, const char *fn)
{
    char got[80], least[80] = "";
    struct key k;

    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        if (read_key(L, -2, &k))
            continue;
        sc_plain_name(L, -2, got, sizeof got);
        if (!*least || strcmp(got, least) < 0)
            memcpy(least, got, sizeof got);
    }
    no_order(L, fn, least);
}

/* Upvalues: table, keys or nil (1 .. n), sorted records, n, place, did the file itself ask? */
static int next_pair(lua_State *L)
{
    if (lua_toboolean(L, lua_upvalueindex(6)) && script_of(L)->cur->kind != CALL_LOAD)
        sc_raise(L, "this `pairs` belongs to the file, and a hook cannot keep its place in "
                    "the table");

    lua_Integer n = lua_tointeger(L, lua_upvalueindex(4));
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(5));
    const struct key *keys = lua_touserdata(L, lua_upvalueindex(3));

    sc_check_sticky(L, script_of(L));
    while (i < n) {
        if (!keys) {
            lua_pushinteger(L, ++i);
            lua_rawgeti(L, lua_upvalueindex(1), i);
        } else {
            lua_rawgeti(L, lua_upvalueindex(2), keys[i++].at);
            lua_pushvalue(L, -1);
            lua_rawget(L, lua_upvalueindex(1));
        }
        if (!lua_isnil(L, -1)) { /* else removed meanwhile */
            lua_pushinteger(L, i);
            lua_replace(L, lua_upvalueindex(5));
            return 2;
        }
        lua_pop(L, 2);
    }
    lua_pushinteger(L, n);
    lua_replace(L, lua_upvalueindex(5));
    lua_pushnil(L);
    return 1;
}

size_t sc_sorted_keys(lua_State *L, int idx, lua_Integer n, struct key **out)
{
    struct key *keys;
    size_t i = 0;

    lua_createtable(L, (int)n, 0);
    keys = lua_newuserdatauv(L, (size_t)n * sizeof *keys, 0);
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
        if (!read_any_key(L, -2, &keys[i]))
            continue;
        i++;
        keys[i - 1].at = (lua_Integer)i;
        lua_pushvalue(L, -2);
        lua_rawseti(L, -5, (lua_Integer)i);
    }
    qsort(keys, i, sizeof *keys, compare_keys);
    *out = keys;
    return i;
}

int sc_lib_pairs(lua_State *L)
{
    lua_Integer n = 0, len;
    bool list = true;

    lua_settop(L, 1);
    sc_want_table(L, 1, "pairs");
    len = sc_border(L, 1);
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        n++;
        sc_spend_here(script_of(L), script_of(L)->weight);
        list = list && lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 &&
               lua_tointeger(L, -2) <= len;
    }
    lua_pushvalue(L, 1);
    if (list) { /* keys 1 .. len, with holes */
        lua_pushnil(L);
        lua_pushnil(L);
        n = len;
    } else {
        lua_remove(L, -1);
        /* keys and records of the n keys */
        struct key *keys;
        sc_spend_here(script_of(L), 10 * n * script_of(L)->weight);
        if (sc_sorted_keys(L, 1, n, &keys) < (size_t)n || keys[n - 1].kind >= KEY_OTHER)
            no_order_in(L, "pairs");
        lua_pushvalue(L, 1);
        lua_insert(L, -3);
    }
    lua_pushinteger(L, n);
    lua_pushinteger(L, 0);
    lua_pushboolean(L, script_of(L)->cur->kind == CALL_LOAD);
    lua_pushcclosure(L, next_pair, 6);
    return 1;
}

/* next(t [, key]): the key after this one. Walks through the table at each call. */
int sc_lib_next(lua_State *L)
{
    struct key after = {0}, best = {0};
    bool first, found = false;
    char got[80];

    lua_settop(L, 2);
    sc_want_table(L, 1, "next");
    first = lua_isnil(L, 2);
    if (!first && !read_key(L, 2, &after))
        no_order(L, "next", sc_plain_name(L, 2, got, sizeof got));
    lua_pushnil(L); /* 3: the best key so far */
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        struct key k;
        if (!read_key(L, -2, &k))
            no_order_in(L, "next");
        sc_spend_here(script_of(L), script_of(L)->weight);

        if ((!first && compare_keys(&k, &after) <= 0) ||
            (found && compare_keys(&k, &best) >= 0))
            continue;
        best = k;
        found = true;
        lua_pushvalue(L, -2);
        lua_replace(L, 3);
    }
    if (!found)
        return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

/* ---- sort ------------------------------------------------------------------------ */

struct sorting {
    lua_State *L;
    int base;
    bool with;
}; /* values at base + 1 ..; comparator at 2 */

static bool less_plain(lua_State *L, int a, int b)
{
    char x[80], y[80];

    if (lua_type(L, a) == LUA_TNUMBER && lua_type(L, b) == LUA_TNUMBER)
        return lua_compare(L, a, b, LUA_OPLT);
    if (lua_type(L, a) == LUA_TSTRING && lua_type(L, b) == LUA_TSTRING) {
        size_t la, lb;
        const char *sa = lua_tolstring(L, a, &la), *sb = lua_tolstring(L, b, &lb);

        return compare_text(sa, la, sb, lb) < 0;
    }
    sc_raise(L, "table.sort: %s and %s have no order: give a comparator",
             sc_plain_name(L, a, x, sizeof x), sc_plain_name(L, b, y, sizeof y));
}

static bool less(const struct sorting *t, unsigned a, unsigned b)
{
    lua_State *L = t->L;

    if (!t->with)
        return less_plain(L, t->base + 1 + (int)a, t->base + 1 + (int)b);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, t->base + 1 + (int)a);
    lua_pushvalue(L, t->base + 1 + (int)b);
    lua_call(L, 2, 1);
    bool r = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return r;
}

static void merge(const struct sorting *t, const uint16_t *in, uint16_t *out, int lo, int mid,
                  int hi)
{
    for (int i = lo, j = mid, k = lo; k < hi; k++) {
        if (i < mid && (j >= hi || !less(t, in[j], in[i])))
            out[k] = in[i++];
        else
            out[k] = in[j++];
    }
}

int sc_lib_sort(lua_State *L)
{
    uint16_t one[MAX_SORT], two[MAX_SORT], *in = one, *out = two;

    lua_settop(L, 2);
    sc_want_own_table(L, 1, "table.sort");
    size_t len = (size_t)sc_border(L, 1);
    if (len > MAX_SORT)
        sc_raise(L, "table.sort: more than %d entries", MAX_SORT);
    if (!lua_isnil(L, 2))
        luaL_checktype(L, 2, LUA_TFUNCTION);
    int n = (int)len;
    struct sorting t = {L, 2, !lua_isnil(L, 2)};
    luaL_checkstack(L, n + 8, "table.sort");
    for (int width = 1; width < n; width *= 2)
        sc_spend_here(script_of(L), n * script_of(L)->weight);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 1, i + 1);
        one[i] = (uint16_t)i;
    }
    for (int width = 1; width < n; width *= 2) {
        for (int lo = 0; lo < n; lo += 2 * width) {
            int mid = lo + width < n ? lo + width : n,
                hi = lo + 2 * width < n ? lo + 2 * width : n;

            merge(&t, in, out, lo, mid, hi);
        }
        uint16_t *swap = in;
        in = out;
        out = swap;
    }
    for (int i = 0; i < n; i++) {
        lua_pushvalue(L, t.base + 1 + in[i]);
        lua_rawseti(L, 1, i + 1);
    }
    return 0;
}

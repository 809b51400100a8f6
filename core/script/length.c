/* length.c - prepares a text before Lua compiles it: `#` that is the same on every machine, and few
 * jumps.
 *
 * For a list with holes Lua's own `#` gives one of several lengths. It depends on the table's
 * history and on the seed of its hash, which differs between processes (S20). Lua has no way to
 * redefine `#` for plain tables. So `#x` is compiled as `__n^x`: both operators bind equally to
 * their right, and `^` asks the value __n, a parameter of each file. */
#include "base/luatext.h"
#include "script/internal.h"

#include <stdlib.h>

/* A border (Lua manual, 3.4.7), found by the entries alone: by doubling strides, then by halves. */
lua_Integer sc_border(lua_State *L, int idx)
{
    lua_Integer there = 0, hole = 1;

    idx = lua_absindex(L, idx);
    for (; lua_rawgeti(L, idx, hole) != LUA_TNIL; lua_pop(L, 1)) {
        there = hole;
        hole *= 2;
    }
    lua_pop(L, 1);
    while (hole - there > 1) {
        lua_Integer mid = there + (hole - there) / 2;

        if (lua_rawgeti(L, idx, mid) != LUA_TNIL)
            there = mid;
        else
            hole = mid;
        lua_pop(L, 1);
    }
    return there;
}

/* __pow of __n: `#` of argument 2. */
static int length(lua_State *L)
{
    char got[80];

    switch (lua_type(L, 2)) {
    case LUA_TSTRING: lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 2)); return 1;
    case LUA_TTABLE:
        if (sc_thaw(L, 2))
            lua_replace(L, 2);
        lua_pushinteger(L, sc_border(L, 2));
        return 1;
    default:
        sc_raise(L, "`#` needs a list or a text, not %s", sc_plain_name(L, 2, got, sizeof got));
    }
}

void sc_push_length(lua_State *L)
{
    struct handle *h =
        lua_newuserdatauv(L, sizeof *h, 0); /* like all userdata that scripts can have */

    *h = (struct handle){.kind = H_LENGTH};
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, length);
    lua_setfield(L, -2, "__pow");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

/* ---- the text -------------------------------------------------------------------- */

/* Behind the comment or text that begins at s; s if none does. */
static const char *skip_text(const char *s, const char *end)
{
    size_t comment = lua_comment(s, end);

    return s + (comment ? comment : lua_text(s, end));
}

/* Copies the text to `out` (NULL: only counts), with each `#` as __n^. *powers: it has a `^` of its
 * own. */
static size_t rewrite(const char *s, const char *end, char *out, bool *powers)
{
    static const char sign[] = "__n^";
    size_t n = 0;

    while (s < end) {
        const char *next = skip_text(s, end), *from = s;
        size_t len;

        if (next == s && *s == '^')
            *powers = true;
        if (next == s && *s == '#') {
            from = sign;
            len = sizeof sign - 1;
            next = s + 1;
        } else {
            next = next == s ? s + 1 : next;
            len = (size_t)(next - s);
        }
        if (out)
            memcpy(out + n, from, len);
        n += len;
        s = next;
    }
    return n;
}

/* To add a jump, Lua's compiler goes through all jumps of a list (lcode.c, luaK_concat; lparser.c,
 * solvegotos). A file full of these words would take minutes. */
static bool is_jump(const char *word, size_t len)
{
    static const char *const jumps[] = {"and", "or", "elseif", "break", "goto"};
    size_t i = 0;

    while (i < sizeof jumps / sizeof *jumps &&
           (strlen(jumps[i]) != len || memcmp(jumps[i], word, len) != 0))
        i++;
    return i < sizeof jumps / sizeof *jumps;
}

int sc_too_many_jumps(const char *text, size_t len, int *so_far)
{
    const char *end = text + len, *from = text;
    int line = 1, n = *so_far;

    for (const char *s = text; s < end && n <= MANY_JUMPS;) {
        const char *next = skip_text(s, end);
        if (next == s)
            while (next < end && name_char(*next))
                next++;
        if (next == s)
            next += *s == ':' && s + 1 < end && s[1] == ':' ? 2 : 1;
        n += next == s + 2 && *s == ':' ? 1 : is_jump(s, (size_t)(next - s));
        s = next;
        for (; n > MANY_JUMPS && from < s; from++)
            line += *from == '\n';
    }
    *so_far = n;
    return n > MANY_JUMPS ? line : 0;
}

int sc_load_text(lua_State *L, const char *text, size_t len, const char *chunk)
{
    static const char before[] = "local __n <const> = ...;";
    size_t head = sizeof before - 1, n;
    bool powers = false;

    n = rewrite(text, text + len, NULL, &powers);
    script_of(L)->kinds |= powers ? KIND_FLOATS : 0;
    /* first as it is, so that errors quote the text as written */
    int status = luaL_loadbufferx(L, text, len, chunk, "t");

    if (status != LUA_OK || n == len)
        return status;
    lua_pop(L, 1);
    char *again = lua_newuserdatauv(L, head + n, 0);
    memcpy(again, before, head);
    rewrite(text, text + len, again + head, &powers);
    status = luaL_loadbufferx(L, again, head + n, chunk, "t");
    lua_remove(L, -2);
    return status;
}

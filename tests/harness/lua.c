/* lua.c - a stranger's script, read and not run: as tokens, as a tree, as the tokens that mutants change. Held against Lua itself:
 * what Lua takes is read; each name stands where the tree says. */
#include "shared/oracle.h"

#include "base/arena.h"
#include "script/syntax.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 5000, CLEAN_UP = 64 };

static lua_State *L;

static bool lua_takes(const char *text, size_t n)
{
    static int many;
    bool good = luaL_loadbufferx(L, text, n, "=t", "t") == LUA_OK;

    lua_settop(L, 0);
    if (++many % CLEAN_UP == 0)
        lua_gc(L, LUA_GCCOLLECT);
    return good;
}

/* ---- tokens ---- */

static bool later(struct syn_at a, struct syn_at b)
{
    return a.line > b.line || (a.line == b.line && a.col > b.col);
}

/* One behind the other, each where it says. False: there is something that is no token. */
static bool tell_tokens(struct arena *mem, const char *text, size_t n, struct transcript *t)
{
    struct syn_lexer l;
    const char *end = text;
    struct syn_at at = {1, 0};

    syn_lex_begin(&l, mem, text, n);
    for (int i = 0; i < MOST_TOKENS; i++) {
        syn_lex(&l);
        if (l.token == LT_END || l.token == LT_WRONG)
            return l.token == LT_END;
        if (l.from < end || l.to <= l.from || l.to > text + n || !later(l.begins, at))
            finding("token %d, of %d:%d, does not come behind the one before it", i,
                    l.begins.line, l.begins.col);
        if (l.token == LT_NAME &&
            (l.len != (size_t)(l.to - l.from) || memcmp(l.value, l.from, l.len) != 0))
            finding("a name is not what is written at %d:%d", l.begins.line, l.begins.col);
        tell_bytes(t, "a token", l.from, (size_t)(l.to - l.from));
        if (l.token == LT_TEXT)
            tell_bytes(t, "what a text means", l.value, l.len);
        end = l.to;
        at = l.begins;
    }
    return true;
}

/* ---- the tree ---- */

/* The bytes at a place, by counting again. */
static const char *bytes_at(const char *text, size_t n, struct syn_at at)
{
    const char *s = text, *end = text + n;
    int line = 1;

    /* a line for the system, which ends with LF alone */
    if (n && *s == '#' && line < at.line) {
        while (s < end && *s != '\n')
            s++;
        s += s < end;
        line++;
    }
    for (; line < at.line && s < end; s++)
        if (*s == '\n' || *s == '\r') {
            line++;
            s += s + 1 < end && (s[1] == '\n' || s[1] == '\r') && s[1] != *s;
        }
    for (int col = 1; col < at.col && s < end; col++)
        for (bool more = (unsigned char)*s++ >= 0xC0;
             more && s < end && ((unsigned char)*s & 0xC0) == 0x80;)
            s++;
    return s;
}

static void tell_name(const char *text, size_t n, const char *name, size_t len,
                      struct syn_at at, struct transcript *t)
{
    const char *s = bytes_at(text, n, at);

    if ((size_t)(text + n - s) < len || memcmp(s, name, len) != 0)
        finding("'%.*s' does not stand at %d:%d", (int)len, name, at.line, at.col);
    tell_bytes(t, "a name", name, len);
    tell_number(t, "where it stands", (uint64_t)at.line << 32 | (uint32_t)at.col);
}

static void tell_file(const struct syn_file *f, const char *text, size_t n,
                      struct transcript *t)
{
    for (int i = 0; i < f->nglobals; i++)
        tell_name(text, n, f->global[i]->text, f->global[i]->len, f->global[i]->at, t);
    for (int i = 0; i < f->nlocals; i++) {
        const struct syn_local *v = f->local[i];
        if (!(v->param && v->of->method && v == v->of->param[0]))
            tell_name(text, n, v->name, v->len, v->at, t);
    }
    for (int i = 0; i < f->ncalls; i++) {
        const struct syn_expr *c = f->call[i];
        if (c->kind == LX_METHOD)
            tell_name(text, n, c->text, c->len, c->at, t);
        if (c->kind != LX_METHOD && c->kind != LX_CALL)
            finding("a call is none");
    }
    for (int i = 0; i < f->nfuncs; i++)
        if (f->func[i] != f->main && !later(f->func[i]->ends, f->func[i]->at))
            finding("a function ends before it begins");
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct arena *mem = arena_new();
    const char *text = (const char *)data;
    bool tokens = tell_tokens(mem, text, n, t);
    const struct syn_file *file = syn_read(mem, text, n);

    if (lua_takes(text, n) && (!file || !tokens))
        finding("Lua takes it, and it is not read");
    if (file && !tokens)
        finding("it is a tree and no tokens");
    if (file)
        tell_file(file, text, n, t);
    arena_free(mem);
    return file ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    L = luaL_newstate();
    return L ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

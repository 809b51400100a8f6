/* lua.c - a script as tokens, and which of its statements the rules need.
 *
 * Statements of the file are needed if they define an effect, a step or a function for formulas,
 * or a name that a needed one mentions. Names that only `bot` and `check` hooks mention are no
 * rules.
 */
#include "mutate/mutate.h"
#include "script/syntax.h"

#include <string.h>

/* ---- tokens ---- */

struct lua_tokens lua_read(struct arena *mem, const char *text, size_t len)
{
    struct lua_tokens t = {.text = arena_strndup(mem, text, len)};
    struct syn_lexer l;

    syn_lex_begin(&l, mem, t.text, len);
    do {
        syn_lex(&l);
        t.v = arena_room(mem, t.v, t.n, sizeof *t.v);
        t.v[t.n++] = (struct lua_token){.is = l.token == LT_TEXT     ? LUA_STRING
                                              : l.token == LT_NUMBER ? LUA_NUMBER
                                              : l.token == LT_END    ? LUA_END
                                              : l.token <= LT_WHILE  ? LUA_NAME
                                                                     : LUA_SIGN,
                                        .from = (size_t)(l.from - t.text),
                                        .to = (size_t)(l.to - t.text),
                                        .line = l.begins.line,
                                        .col = l.begins.col};
    } while (l.token != LT_END);
    return t;
}

bool lua_at(const struct lua_tokens *t, size_t i, const char *words)
{
    size_t n = i < t->n && t->v[i].is != LUA_STRING ? t->v[i].to - t->v[i].from : 0, len;

    for (const char *at = words; n && *at; at += len + strspn(at + len, " ")) {
        len = strcspn(at, " ");
        if (len == n && !memcmp(t->text + t->v[i].from, at, n))
            return true;
    }
    return false;
}

/* ---- which are needed ---- */

static bool names_part(const struct lua_tokens *t, size_t i, const char *kind)
{
    return lua_at(t, i, kind) && lua_at(t, i + 1, ".");
}

static bool calls_pure(const struct ct_definition *def, const struct lua_tokens *t, size_t name)
{
    for (int i = 0; i < def->k.npures; i++)
        if (lua_at(t, name, def->pures[i]))
            return true;
    return false;
}

/* Does the statement define something that the rules call? */
static bool is_root(const struct ct_definition *def, const struct lua_tokens *t, size_t from)
{
    size_t i = from + (lua_at(t, from, "function") ? 1 : 0);

    if (names_part(t, i, "pure"))
        return calls_pure(def, t, i + 2);
    return names_part(t, i, "effect step");
}

/* The name after `local` or `local function`. t->n: none. */
static size_t local_name(const struct lua_tokens *t, size_t from)
{
    if (!lua_at(t, from, "local"))
        return t->n;
    return from + 1 + (lua_at(t, from + 1, "function") ? 1 : 0);
}

static bool same_token(const struct lua_tokens *t, size_t a, size_t b)
{
    size_t n = t->v[a].to - t->v[a].from;

    return t->v[b].is == LUA_NAME && t->v[b].to - t->v[b].from == n &&
           !memcmp(t->text + t->v[a].from, t->text + t->v[b].from, n);
}

static bool wanted_names(const struct lua_tokens *t, size_t name)
{
    for (size_t i = 0; i + 1 < t->n; i++)
        if (t->v[i].wanted && same_token(t, name, i))
            return true;
    return false;
}

/* The token with which a statement begins; t->n - 1: there is no such statement. */
static size_t statement_at(const struct lua_tokens *t, const struct syn_block *b, int s)
{
    size_t i = 0;

    while (i + 1 < t->n &&
           (s >= b->n || t->v[i].line < b->v[s]->at.line ||
            (t->v[i].line == b->v[s]->at.line && t->v[i].col < b->v[s]->at.col)))
        i++;
    return i;
}

void lua_mark_wanted(struct arena *mem, const struct ct_definition *def, struct lua_tokens *t)
{
    const struct syn_file *f = syn_read(mem, t->text, t->v[t->n - 1].to);
    bool more = f;

    while (more) {
        more = false;
        for (int s = 0; s < f->main->body.n; s++) {
            size_t from = statement_at(t, &f->main->body, s), name = local_name(t, from);
            size_t to = statement_at(t, &f->main->body, s + 1);
            if (t->v[from].wanted ||
                !(is_root(def, t, from) || (name < t->n && wanted_names(t, name))))
                continue;
            for (size_t i = from; i < to; i++)
                t->v[i].wanted = true;
            more = true;
        }
    }
}

/* ---- mentioned names ---- */

bool lua_mentions(const struct lua_tokens *t, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + 1 < t->n; i++) {
        const char *p = t->text + t->v[i].from, *end = t->text + t->v[i].to;
        for (; t->v[i].wanted && p + n <= end; p++)
            if (!memcmp(p, word, n) && (p == t->text || !name_char(p[-1])) && !name_char(p[n]))
                return true;
    }
    return false;
}

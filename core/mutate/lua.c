/* lua.c - a script as tokens, and which of its statements the rules need.
 *
 * A top-level statement begins at a `local`, a `function` or a name outside all blocks and
 * brackets. Statements are needed if they define an effect, a step or a function for formulas,
 * or a name that a needed one mentions. Names that only `bot` and `check` hooks mention are no
 * rules.
 */
#include "mutate/mutate.h"

#include <ctype.h>
#include <string.h>

/* ---- tokens ---- */

static size_t sign(const char *p)
{
    static const char *const signs[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(p, signs[i], strlen(signs[i])))
            return strlen(signs[i]);
    return 1;
}

/* The token at P: its length. */
static size_t token(const char *p, const char *end, enum lua_is *is)
{
    size_t n = 0;

    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        *is = LUA_NUMBER;
        while (name_char(p[n]) || (p[n] == '.' && p[n + 1] != '.'))
            n++;
        return n;
    }
    *is = LUA_NAME;
    while (name_char(p[n]))
        n++;
    if (n)
        return n;
    *is = LUA_STRING;
    n = lua_text(p, end);
    if (n)
        return n;
    *is = LUA_SIGN;
    return sign(p);
}

static void add_token(struct arena *mem, struct lua_tokens *t, struct lua_token one)
{
    t->v = arena_room(mem, t->v, t->n, sizeof *t->v);
    t->v[t->n++] = one;
}

/* The line and column after N more bytes. */
static void pass(const char *p, size_t n, int *line, int *col)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] == '\n') {
            ++*line;
            *col = 1;
        } else if (((unsigned char)p[i] & 0xC0) != 0x80) {
            ++*col;
        }
}

struct lua_tokens lua_read(struct arena *mem, const char *text, size_t len)
{
    struct lua_tokens t = {.text = arena_strndup(mem, text, len)};
    int line = 1, col = 1;

    for (size_t at = 0, n; at < len; at += n) {
        struct lua_token one = {.from = at, .line = line, .col = col};
        const char *p = t.text + at, *end = t.text + len;
        n = isspace((unsigned char)*p) ? 1 : lua_comment(p, end);
        if (!n) {
            n = token(p, end, &one.is);
            one.to = at + n;
            add_token(mem, &t, one);
        }
        pass(p, n, &line, &col);
    }
    add_token(mem, &t, (struct lua_token){LUA_END, len, len, line, col, false});
    return t;
}

bool lua_at(const struct lua_tokens *t, size_t i, const char *word)
{
    size_t n = strlen(word);

    return i < t->n && t->v[i].is != LUA_STRING && t->v[i].to - t->v[i].from == n &&
           !memcmp(t->text + t->v[i].from, word, n);
}

bool lua_at_one(const struct lua_tokens *t, size_t i, const char *const *words, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (lua_at(t, i, words[k]))
            return true;
    return false;
}

/* ---- statements of the file ---- */

/* How many blocks and brackets token i opens (1) or closes (-1). */
static int opens(const struct lua_tokens *t, size_t i)
{
    static const char *const open[] = {"function", "do", "then", "repeat", "(", "{", "["};
    static const char *const close[] = {"end", "until", "elseif", ")", "}", "]"};

    return lua_at_one(t, i, open, sizeof open / sizeof *open)      ? 1
           : lua_at_one(t, i, close, sizeof close / sizeof *close) ? -1
                                                                   : 0;
}

/* Does a statement begin at token i, which is outside all blocks? A name may also continue the
 * one before. */
static bool begins(const struct lua_tokens *t, size_t i)
{
    static const char *const joins[] = {
        "local", "function", ".",  ":", ",",  "=",  "and", "or",    "not",
        "==",    "~=",       "<",  ">", "<=", ">=", "+",   "-",     "*",
        "//",    "%",        "..", "/", "^",  "#",  "in",  "return"};

    if (t->v[i].is != LUA_NAME)
        return false;
    if (i == 0 || lua_at(t, i, "local"))
        return true;
    return !lua_at_one(t, i - 1, joins, sizeof joins / sizeof *joins);
}

/* The token after the statement that begins at token i. */
static size_t statement_end(const struct lua_tokens *t, size_t i)
{
    int depth = 0;

    for (size_t k = i; k + 1 < t->n; k++) {
        if (k > i && depth == 0 && begins(t, k) && !opens(t, k))
            return k;
        if (k > i && depth == 0 && lua_at(t, k, "function") && begins(t, k))
            return k;
        depth += opens(t, k);
    }
    return t->n - 1;
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
    return names_part(t, i, "effect") || names_part(t, i, "step");
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

static void want(struct lua_tokens *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        t->v[i].wanted = true;
}

void lua_mark_wanted(const struct ct_definition *def, struct lua_tokens *t)
{
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0, end; i + 1 < t->n; i = end) {
            end = statement_end(t, i);
            size_t name = local_name(t, i);
            if (t->v[i].wanted ||
                !(is_root(def, t, i) || (name < t->n && wanted_names(t, name))))
                continue;
            want(t, i, end);
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

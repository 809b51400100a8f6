/* script.c - the changes of a script, token by token. */
#include "mutate/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct script_text {
    struct ct_mutants *m;
    const char *path;
    const struct source *src;
    struct lua_tokens t;
    size_t selector; /* the last `}` of a selector that was met */
};

/* ---- one change ---- */

static struct node here(const struct script_text *s, size_t i)
{
    return (struct node){
        .kind = NODE_SCALAR, .src = s->src, .line = s->t.v[i].line, .col = s->t.v[i].col};
}

/* Replaces the bytes from … to; the change is shown at token i. FMT takes the old bytes and
 * TEXT. */
static void change(struct script_text *s, enum ct_mutator by, size_t i, size_t from, size_t to,
                   const char *text, const char *fmt, const char *was)
{
    struct node at = here(s, i);
    struct edit e = {.does = EDIT_BYTES,
                     .path = s->path,
                     .line = at.line,
                     .col = at.col,
                     .at = from,
                     .with = to,
                     .text = text};

    mutant_add(s->m, by, e, &at, 0, fmt, was, text);
}

static const char *token_text(const struct script_text *s, size_t i)
{
    const struct lua_token *t = &s->t.v[i];
    return arena_strndup(s->m->mem, s->t.text + t->from, t->to - t->from);
}

static void becomes(struct script_text *s, enum ct_mutator by, size_t i, const char *text)
{
    const struct lua_token *t = &s->t.v[i];

    change(s, by, i, t->from, t->to, text, "`%s` becomes `%s`", token_text(s, i));
}

/* Tokens from … up to `to` as they are told: on one line, cut where it is long. */
static const char *stretch(const struct script_text *s, size_t from, size_t to)
{
    size_t a = s->t.v[from].from, n = s->t.v[to - 1].to - a, k = 0;
    char *text = arena_alloc(s->m->mem, n + 1);

    for (size_t i = 0; i < n; i++) {
        char c = s->t.text[a + i];
        bool space = c == '\n' || c == ' ' || c == '\t';
        if (!space || (k && text[k - 1] != ' '))
            text[k++] = space ? ' ' : c;
    }
    return mutant_cut(s->m, text, k);
}

static void left_out(struct script_text *s, enum ct_mutator by, size_t from, size_t to)
{
    change(s, by, from, s->t.v[from].from, s->t.v[to - 1].to, "", "`%s` is left out%s",
           stretch(s, from, to));
}

/* ---- signs, keywords, numbers ---- */

static bool other_token(struct script_text *s, size_t i)
{
    const struct lua_token *t = &s->t.v[i];
    const struct sign *sign =
        t->is == LUA_STRING ? NULL : other_sign(s->t.text + t->from, t->to - t->from, true);

    if (sign)
        becomes(s, sign->by, i, sign->other);
    if (sign)
        return true;
    if (lua_at(&s->t, i, "not")) {
        left_out(s, CT_MUTATOR_DROP_NOT, i, i + 1);
        return true;
    }
    return false;
}

static void number_mutants(struct script_text *s, size_t i)
{
    char *end;
    const char *text = token_text(s, i);
    long long v = strtoll(text, &end, 10);

    if (*end)
        return;
    becomes(s, CT_MUTATOR_NUMBER, i, arena_printf(s->m->mem, "%lld", v + 1));
    if (v > 0)
        becomes(s, CT_MUTATOR_NUMBER, i, arena_printf(s->m->mem, "%lld", v - 1));
}

/* ---- names behind a dot ---- */

static bool is_library(const struct script_text *s, size_t i)
{
    return lua_at(&s->t, i, "effect step pure bot check table string e");
}

/* ---- strings: words, names, formulas ---- */

static void quoted(struct script_text *s, enum ct_mutator by, size_t i, const char *other)
{
    if (other)
        becomes(s, by, i, arena_printf(s->m->mem, "\"%s\"", other));
}

/* Is it written as a name, so that it is no expression? */
static bool is_word(const char *text)
{
    return text[strspn(text,
                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$")] ==
           '\0';
}

static void word_mutants(struct script_text *s, size_t i, const char *id)
{
    static const char *const pairs[] = {"up down", "first last"};
    const struct ct_definition *def = s->m->def;
    bool zone;
    const char *other;

    for (size_t k = 0; k < 2; k++)
        if ((!strncmp(id, pairs[k], strlen(id)) && pairs[k][strlen(id)] == ' ') ||
            !strcmp(strchr(pairs[k], ' ') + 1, id)) {
            quoted(s, CT_MUTATOR_WORD, i, other_of(s->m->mem, pairs[k], id, 0));
            return;
        }
    for (int k = 0; k < 2 && other_seats(id, 0) && !s->m->solo; k++)
        quoted(s, CT_MUTATOR_SEATS, i, other_seats(id, k));
    if (other_seats(id, 0))
        return;
    if ((other = other_name(def, id, &zone)))
        quoted(s, zone ? CT_MUTATOR_ZONE : CT_MUTATOR_NAME, i, other);
    else if ((other = other_word(def, -1, id)))
        quoted(s, CT_MUTATOR_WORD, i, other);
    else
        quoted(s, CT_MUTATOR_CARD, i, other_card(def, id));
}

static void string_mutants(struct script_text *s, size_t i)
{
    const struct lua_token *t = &s->t.v[i];
    struct node at = here(s, i);

    if (s->t.text[t->from] == '[' || t->to - t->from < 3 ||
        memchr(s->t.text + t->from, '\\', t->to - t->from))
        return;
    const char *id = arena_strndup(s->m->mem, s->t.text + t->from + 1, t->to - t->from - 2);
    if (is_word(id))
        word_mutants(s, i, id);
    else
        formula_in_script(s->m, s->path, &at, t->from + 1, t->to - 1);
}

/* ---- conditions ---- */

/* if C then, elseif C then, while C do: not (C) */
static void negate(struct script_text *s, size_t i)
{
    const char *ends = lua_at(&s->t, i, "while") ? "do" : "then";
    size_t to = i + 1;

    while (to + 1 < s->t.n && !lua_at(&s->t, to, ends))
        to++;
    if (to == i + 1 || lua_at(&s->t, i + 1, "not"))
        return;
    size_t from = s->t.v[i + 1].from, end = s->t.v[to - 1].to;
    const char *text =
        arena_printf(s->m->mem, "not (%.*s)", (int)(end - from), s->t.text + from);
    change(s, CT_MUTATOR_NEGATE, i + 1, from, end, text, "not `%s`", stretch(s, i + 1, to));
}

/* ---- statements and fields ---- */

static size_t closing(const struct script_text *s, size_t i)
{
    int depth = 0;

    for (; i + 1 < s->t.n; i++) {
        depth += lua_at(&s->t, i, "( { [") - lua_at(&s->t, i, ") } ]");
        if (depth == 0)
            return i;
    }
    return i;
}

/* The token after the call that begins at token i: NAME { .NAME | :NAME } ARGUMENTS. 0: no call. */
static size_t call_end(const struct script_text *s, size_t i)
{
    const struct lua_tokens *t = &s->t;

    while (t->v[i].is == LUA_NAME && lua_at(t, i + 1, ". :"))
        i += 2;
    if (t->v[i].is != LUA_NAME)
        return 0;
    if (t->v[i + 1].is == LUA_STRING)
        return i + 2;
    return lua_at(t, i + 1, "( {") ? closing(s, i + 1) + 1 : 0;
}

/* Does a statement begin at token i: after a word that opens a block, or first in its line? */
static bool begins(const struct script_text *s, size_t i)
{
    if (i == 0 || lua_at(&s->t, i - 1, "then do else repeat ;"))
        return i > 0;
    if (s->t.v[i - 1].line == s->t.v[i].line || lua_at(&s->t, i - 1, "and or not return in"))
        return false;
    return s->t.v[i - 1].is != LUA_SIGN || lua_at(&s->t, i - 1, ") } ]");
}

/* Does one end there: at the end of its block, or of its line? */
static bool ends(const struct script_text *s, size_t i)
{
    return lua_at(&s->t, i, "end else elseif") ||
           (s->t.v[i].line > s->t.v[i - 1].line && s->t.v[i].is == LUA_NAME &&
            !lua_at(&s->t, i, "and or"));
}

static void statement_mutants(struct script_text *s, size_t i)
{
    if (!begins(s, i))
        return;
    if (lua_at(&s->t, i, "return") && ends(s, i + 1))
        left_out(s, CT_MUTATOR_DROP_STEP, i, i + 1);
    if (lua_at(&s->t, i, "if for while local return else elseif end function repeat"))
        return;
    if (lua_at(&s->t, i + 1, ":") && lua_at(&s->t, i + 2, "say"))
        return; /* the log is no rule */
    size_t end = call_end(s, i);
    if (end && ends(s, end))
        left_out(s, CT_MUTATOR_DROP_STEP, i, end);
}

/* The token behind the field that token i begins, of the table that token CLOSE ends. */
static size_t field_end(const struct script_text *s, size_t i, size_t close)
{
    while (i < close && !lua_at(&s->t, i, ","))
        i = lua_at(&s->t, i, "{") ? closing(s, i) + 1 : i + 1;
    return i;
}

/* The table of a selector, at `{`: each key left out, those within it too; its opposite. */
static void table_mutants(struct script_text *s, size_t open, bool inner)
{
    size_t close = closing(s, open);
    bool alone = field_end(s, open + 1, close) == close;

    for (size_t k = open + 1, end; k < close; k = end + 1) {
        end = field_end(s, k, close);
        if (!lua_at(&s->t, k + 1, "="))
            continue;
        if (!(inner && alone))
            left_out(s, CT_MUTATOR_DROP_KEY, k, end < close ? end + 1 : end);
        enum ct_mutator by;
        const char *other = opposite_key(token_text(s, k), &by);
        if (other)
            becomes(s, by, k, other);
        for (size_t i = k + 2; i < end; i = lua_at(&s->t, i, "{") ? closing(s, i) + 1 : i + 1)
            if (lua_at(&s->t, i, "{"))
                table_mutants(s, i, true);
    }
}

/* ---- the whole ---- */

static void token_mutants(struct script_text *s, size_t i)
{
    const struct lua_token *t = &s->t.v[i];

    if (t->is == LUA_NUMBER)
        number_mutants(s, i);
    else if (t->is == LUA_STRING)
        string_mutants(s, i);
    else if (!other_token(s, i) && t->is == LUA_NAME && i > 1 && lua_at(&s->t, i - 1, ".")) {
        const char *id = token_text(s, i);
        bool zone, low = !strcmp(id, "min");
        if (lua_at(&s->t, i - 2, "math") && (low || !strcmp(id, "max")))
            becomes(s, CT_MUTATOR_ARITHMETIC, i, low ? "max" : "min");
        else if (!is_library(s, i - 2) && !lua_at(&s->t, i - 2, "math")) {
            const char *other = other_name(s->m->def, id, &zone);
            if (other && !zone)
                becomes(s, CT_MUTATOR_NAME, i, other);
        }
    }
    if (lua_at(&s->t, i, "if elseif while"))
        negate(s, i);
    if (lua_at(&s->t, i, "sel") && lua_at(&s->t, i + 1, "{"))
        table_mutants(s, i + 1, false);
    if (lua_at(&s->t, i, "sel") && lua_at(&s->t, i + 1, "{"))
        s->selector = closing(s, i + 1);
    if (t->is == LUA_NAME)
        statement_mutants(s, i);
}

void scripts_mutants(struct ct_mutants *m, bool (*skip)(void *ctx, const char *path), void *ctx)
{
    for (int k = 0; k < m->def->nscripts; k++) {
        const struct script_file *f = &m->def->scripts[k];
        struct script_text s = {.m = m, .path = f->path, .t = m->script[k]};
        if (skip(ctx, f->path))
            continue;
        s.src = source_new(m->mem, f->path, f->text, f->len);
        for (size_t i = 0; i + 1 < s.t.n; i++) {
            int n = m->n;
            if (s.t.v[i].wanted)
                token_mutants(&s, i);
            for (; n < m->n; n++)
                m->v[n].selector = i < s.selector;
        }
    }
}

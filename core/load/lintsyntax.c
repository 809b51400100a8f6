/* lintsyntax.c: where a file stops being Lua. Lua names a line, often far below the mistake:
 * after a missing bracket or `end`, it is where the next token cannot follow. This finds the
 * token that Lua means. For an unclosed block it finds the one with the wrong indentation. */
#include "load/lint.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An open block or bracket. */
struct opener {
    int token;
    struct syn_at at;
    int indent;
    bool waits; /* for its `do` */
};
struct tokens {
    struct syn_lexer l;
    struct syn_at last_end; /* end of the token before */
    int indent, line;       /* of the present line */
    struct opener open[200];
    int n;
};

static bool token_next(struct tokens *t)
{
    t->last_end = t->l.at;
    syn_lex(&t->l);
    if (t->l.begins.line != t->line) {
        t->line = t->l.begins.line;
        t->indent = t->l.begins.col;
    }
    return t->l.token != LT_END && t->l.token != LT_WRONG;
}

static void tokens_begin(struct tokens *t, struct arena *mem, const struct source *src)
{
    memset(t, 0, sizeof *t);
    syn_lex_begin(&t->l, mem, src->text, src->len);
    t->last_end = (struct syn_at){1, 1};
}

/* ---- blocks ---------------------------------------------------------------------- */

static void note_opener(struct tokens *t)
{
    struct opener *top = t->n ? &t->open[t->n - 1] : NULL;
    int token = t->l.token;

    if (token == LT_DO && top && top->waits) { /* of a loop */
        top->waits = false;
        return;
    }
    if (token != LT_FUNCTION && token != LT_IF && token != LT_REPEAT && token != LT_FOR &&
        token != LT_WHILE && token != LT_DO)
        return;
    if (t->n < (int)(sizeof t->open / sizeof *t->open))
        t->open[t->n++] = (struct opener){token, t->l.begins, t->indent,
                                          token == LT_FOR || token == LT_WHILE};
}

/* Moves to the first `end` in another column than its opener (FURTHER: further right). Returns
 * the opener. NULL: none. */
static const struct opener *misfit_find(struct tokens *t, bool further)
{
    while (token_next(t)) {
        bool ends = t->l.token == LT_ENDS || t->l.token == LT_UNTIL,
             first = t->l.begins.col == t->indent;

        note_opener(t);
        if (!ends)
            continue;
        if (!t->n)
            return NULL;
        const struct opener *o = &t->open[t->n - 1];
        if (first && o->at.line != t->l.begins.line &&
            (further ? t->indent > o->indent : t->indent < o->indent))
            return o;
        t->n--;
    }
    return NULL;
}

/* ---- the token that Lua means ---------------------------------------------------- */

/* Moves to the token with this text in that line. */
static bool token_find(struct tokens *t, int line, const char *near, size_t len)
{
    while (token_next(t)) {
        if (t->l.begins.line > line)
            return false;
        if (t->l.begins.line == line && (size_t)(t->l.to - t->l.from) == len &&
            memcmp(t->l.from, near, len) == 0)
            return true;
    }
    if (t->l.token == LT_WRONG && t->l.begins.line == line && len == 1 && *t->l.from == *near)
        return true;
    return t->l.token == LT_END && len == 5 && !memcmp(near, "<eof>", 5);
}

/* The token in Lua's message: "… near 'x'". */
static const char *near_of(const char *message, size_t *len)
{
    const char *at = strstr(message, " near "), *end;

    if (!at)
        return NULL;
    at += 6;
    if (*at != '\'') {
        *len = strlen(at);
        return at;
    }
    end = strrchr(++at, '\'');
    *len = end ? (size_t)(end - at) : strlen(at);
    return at;
}

static bool block_told(struct tokens *t, const struct opener *o, const char *what,
                       struct syn_at *place, char *hint, size_t cap)
{
    if (!o)
        return false;
    *place = t->l.begins;
    snprintf(hint, cap, what, syn_word(o->token), o->at.line);
    return true;
}

/* ---- what other languages write -------------------------------------------------- */

/* `a += 1`: the length of the name that ends at AT. */
static size_t name_before(const char *text, const char *at)
{
    const char *end = at, *from;

    while (end > text && end[-1] == ' ')
        end--;
    for (from = end;
         from > text && (isalnum((unsigned char)from[-1]) || strchr("_.", from[-1]));)
        from--;
    return (size_t)(end - from);
}

/* A hint if the present token belongs to another language. */
static bool foreign_token(const struct tokens *t, const struct source *src, char *hint,
                          size_t cap)
{
    static const struct {
        const char *token, *hint;
    } foreign[] = {
        {"elif", "Lua writes `elseif`"}, {"elsif", "Lua writes `elseif`"},
        {"!=", "Lua writes `~=`"},       {"!", "Lua writes `not`"},
        {"&&", "Lua writes `and`"},      {"||", "Lua writes `or`"},
    };
    const char *at = t->l.from, *end = src->text + src->len;
    size_t word = t->l.token == LT_NAME ? (size_t)(t->l.to - at) : 0;

    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        size_t n = strlen(foreign[i].token);
        if ((word && word != n) || (size_t)(end - at) < n ||
            memcmp(at, foreign[i].token, n) != 0)
            continue;
        snprintf(hint, cap, "%s", foreign[i].hint);
        return true;
    }
    size_t n = name_before(src->text, at);
    if (end - at < 2 || !strchr("+-*/%", *at) || (at[1] != '=' && memcmp(at, "++", 2) != 0) ||
        !n || n > 40)
        return false;
    const char *name = at;
    while (name[-1] == ' ')
        name--;
    snprintf(hint, cap, "write %.*s = %.*s %c %s", (int)n, name - n, (int)n, name - n, *at,
             at[1] == '=' ? "…" : "1");
    return true;
}

struct syn_at lint_wrong_at(struct arena *mem, const struct source *src, int line,
                            const char *message, char *hint, size_t cap)
{
    struct tokens *t = arena_alloc(mem, sizeof *t);
    struct syn_at place = {line, 1};
    size_t len;
    const char *near = near_of(message, &len), *began = strstr(message, "(starting at line ");

    *hint = 0;
    if (began) { /* an unfinished text or comment */
        place.line = (int)strtol(began + strlen("(starting at line "), NULL, 10);
        return place;
    }
    if (!near)
        return place;
    tokens_begin(t, mem, src);
    if (strstr(message, "'end' expected") &&
        block_told(t, misfit_find(t, false),
                   "the '%s' of line %d is not closed. Is an 'end' missing above?", &place,
                   hint, cap))
        return place;
    tokens_begin(t, mem, src);
    if (strstr(message, "<eof> expected") &&
        block_told(t, misfit_find(t, true),
                   "it closes the '%s' of line %d. Is it one too many?", &place, hint, cap))
        return place;
    tokens_begin(t, mem, src);
    if (!token_find(t, line, near, len))
        return place;
    if (foreign_token(t, src, hint, cap))
        return t->l.begins;
    /* something is missing before this token */
    bool before = strstr(message, "' expected") && t->last_end.line < line;
    return before ? t->last_end : t->l.begins;
}

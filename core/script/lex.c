/* lex.c - the tokens of Lua 5.4 (manual, 3.1), with their places. */
#include "base/luatext.h"
#include "script/syntax.h"

#include <stdlib.h>
#include <string.h>

static const char *const syn_words[] = {
    "and",      "break",  "do",   "else", "elseif", "end",   "false", "for",
    "function", "goto",   "if",   "in",   "local",  "nil",   "not",   "or",
    "repeat",   "return", "then", "true", "until",  "while",
};

const char *syn_word(int token)
{
    return syn_words[token - LT_AND];
}

void syn_lex_begin(struct syn_lexer *l, struct arena *mem, const char *text, size_t len)
{
    *l = (struct syn_lexer){
        .p = text, .end = text + len, .text = text, .mem = mem, .at = {1, 1}};
    if (len && *text == '#') /* a first line for the system, which Lua skips */
        while (l->p < l->end && *l->p != '\n')
            l->p++;
}

/* ---- characters ------------------------------------------------------------------ */

static int peek(const struct syn_lexer *l, size_t n)
{
    return (size_t)(l->end - l->p) > n ? (unsigned char)l->p[n] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Goes on by one character. The end of a line, of one or two bytes, is one. */
static void next(struct syn_lexer *l)
{
    int c = peek(l, 0), then = peek(l, 1);

    if (c == '\n' || c == '\r') {
        l->p += (then == '\n' || then == '\r') && then != c ? 2 : 1;
        l->at = (struct syn_at){l->at.line + 1, 1};
        return;
    }
    l->p++;
    while (c >= 0xc0 && l->p < l->end && (*l->p & 0xc0) == 0x80)
        l->p++;
    l->at.col++;
}

static void skip(struct syn_lexer *l, int n)
{
    while (n-- > 0)
        next(l);
}

/* ---- texts ----------------------------------------------------------------------- */

/* Skips a long text of n bytes (lua_text). False: it does not end. */
static bool long_text(struct syn_lexer *l, size_t n)
{
    size_t side = strspn(l->p + 1, "=") + 2; /* bytes of a bracket */
    const char *end = l->p + n, *closes = end - side;
    bool ends = n >= 2 * side && *closes == ']' && end[-1] == ']' &&
                strspn(closes + 1, "=") == side - 2;

    skip(l, (int)side);
    if (l->p < end && (*l->p == '\n' || *l->p == '\r'))
        next(l);
    l->value = l->p;
    l->len = ends ? (size_t)(closes - l->p) : 0;
    while (l->p < end)
        next(l);
    return ends;
}

/* A code point as UTF-8. Scripts may have up to 2^31. */
static char *put_utf8(char *out, uint32_t c)
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : c < 0x200000 ? 3 : 4;

    if (!more) {
        *out++ = (char)c;
        return out;
    }
    *out++ = (char)((0xff00 >> (more + 1) & 0xff) | c >> (6 * more));
    while (more-- > 0)
        *out++ = (char)(0x80 | (c >> (6 * more) & 0x3f));
    return out;
}

static int hex_value(int c)
{
    return is_digit(c) ? c - '0' : (c | 32) - 'a' + 10;
}

/* Reads \ddd, \xXX or \u{X…} behind the backslash, or the character that it stands for. */
static char *escape(struct syn_lexer *l, char *out)
{
    static const char names[] = "abfnrtv", means[] = "\a\b\f\n\r\t\v";
    int c = peek(l, 0);
    const char *named = c > 0 ? strchr(names, c) : NULL;
    uint32_t v = 0;

    if (is_digit(c)) {
        for (int i = 0; i < 3 && is_digit(peek(l, 0)); i++, next(l))
            v = v * 10 + (uint32_t)(peek(l, 0) - '0');
        *out++ = (char)v;
    } else if (c == 'x' && is_hex(peek(l, 1)) && is_hex(peek(l, 2))) {
        *out++ = (char)(hex_value(peek(l, 1)) << 4 | hex_value(peek(l, 2)));
        skip(l, 3);
    } else if (c == 'u' && peek(l, 1) == '{') {
        for (skip(l, 2); is_hex(peek(l, 0)); next(l))
            v = (v << 4 | (uint32_t)hex_value(peek(l, 0))) & 0x7fffff;
        out = put_utf8(out, v);
        if (peek(l, 0) == '}')
            next(l);
    } else if (c == 'z') {
        for (next(l); peek(l, 0) > 0 && strchr(" \t\n\v\f\r", peek(l, 0));)
            next(l);
    } else if (l->p < l->end) {
        *out++ = named ? means[named - names] : c == '\r' ? '\n' : (char)c;
        next(l);
    }
    return out;
}

/* False: it does not end in its line. */
static bool quoted(struct syn_lexer *l)
{
    int quote = peek(l, 0);
    size_t most = lua_text(l->p, l->end);
    char *out = arena_alloc(l->mem, most + 16), *at = out;
    const char *room = out + most + 8;
    for (next(l); l->p < l->end && *l->p != quote && *l->p != '\n' && at < room;) {
        const char *from = l->p;
        if (*from == '\\') {
            next(l);
            at = escape(l, at);
            continue;
        }
        next(l);
        memcpy(at, from, (size_t)(l->p - from));
        at += l->p - from;
    }
    l->value = out;
    l->len = (size_t)(at - out);
    if (peek(l, 0) != quote)
        return false;
    next(l);
    return true;
}

/* ---- tokens ---------------------------------------------------------------------- */

static void number(struct syn_lexer *l)
{
    bool hex = peek(l, 0) == '0' && (peek(l, 1) | 32) == 'x';

    l->whole = true;
    skip(l, hex ? 2 : 0);
    for (int c; (c = peek(l, 0)) > 0 && (is_hex(c) || is_letter(c) || c == '.');) {
        bool power = (c | 32) == (hex ? 'p' : 'e');

        l->whole &= c != '.' && !power;
        next(l);
        if (power && (peek(l, 0) == '+' || peek(l, 0) == '-'))
            next(l);
    }
    l->token = LT_NUMBER;
}

static void sign(struct syn_lexer *l)
{
    static const struct {
        char s[4];
        int token;
    } several[] = {
        {"...", LT_DOTS}, {"..", LT_CONCAT}, {"==", LT_EQ},  {"~=", LT_NE},  {"<=", LT_LE},
        {">=", LT_GE},    {"//", LT_IDIV},   {"<<", LT_SHL}, {">>", LT_SHR}, {"::", LT_LABEL},
    };

    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        size_t n = strlen(several[i].s);
        if ((size_t)(l->end - l->p) >= n && memcmp(l->p, several[i].s, n) == 0) {
            l->token = several[i].token;
            skip(l, (int)n);
            return;
        }
    }
    l->token = strchr("+-*/%^#&~|<>=(){}[];:,.", *l->p) && *l->p ? *l->p : LT_WRONG;
    next(l);
}

/* Skips blanks and comments. False: a comment does not end. */
static bool pass_blanks(struct syn_lexer *l)
{
    for (int c; (c = peek(l, 0)) >= 0;) {
        const char *end = l->p + lua_comment(l->p, l->end);

        if (c != ' ' && (c < '\t' || c > '\r') && end == l->p)
            break;
        if (end == l->p) {
            next(l);
            continue;
        }
        skip(l, 2);
        if (l->p < end && *l->p == '[' && lua_text(l->p, l->end) &&
            !long_text(l, (size_t)(end - l->p)))
            return false;
        while (l->p < end)
            next(l);
    }
    return true;
}

void syn_lex(struct syn_lexer *l)
{
    bool good = pass_blanks(l);
    int c = peek(l, 0);

    l->begins = l->at;
    l->from = l->p;
    if (!good) {
        l->token = LT_WRONG;
    } else if (c < 0) {
        l->token = LT_END;
    } else if (is_letter(c)) {
        l->value = l->p;
        while (is_letter(peek(l, 0)) || is_digit(peek(l, 0)))
            next(l);
        l->len = (size_t)(l->p - l->value);
        l->token = LT_NAME;
        for (size_t i = 0; i < sizeof syn_words / sizeof *syn_words; i++)
            if (strlen(syn_words[i]) == l->len && memcmp(syn_words[i], l->value, l->len) == 0)
                l->token = LT_AND + (int)i;
        if (l->token == LT_NAME)
            l->value = arena_strndup(l->mem, l->value, l->len);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1)))) {
        number(l);
    } else if (c == '"' || c == '\'') {
        l->token = quoted(l) ? LT_TEXT : LT_WRONG;
    } else if (lua_text(l->p, l->end)) {
        l->token = long_text(l, lua_text(l->p, l->end)) ? LT_TEXT : LT_WRONG;
        l->value = arena_strndup(l->mem, l->value, l->len);
    } else {
        sign(l);
    }
    l->to = l->p;
}

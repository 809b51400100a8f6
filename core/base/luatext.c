/* luatext.c: comments and texts of Lua (its manual, 3.1), found by their ends alone. */
#include "base/luatext.h"

#include <string.h>

bool name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

bool text_names(const char *text, const char *word, bool dashes)
{
    size_t len = strlen(word);

    for (const char *p = text; (p = strstr(p, word)); p += len) {
        char before = p == text ? 0 : p[-1], after = p[len];
        if (!name_char(before) && !name_char(after) &&
            !(dashes && (before == '-' || after == '-')))
            return true;
    }
    return false;
}

/* How many signs of equality stand from P on. */
static size_t level_of(const char *p, const char *end)
{
    size_t n = 0;

    while (p + n < end && p[n] == '=')
        n++;
    return n;
}

static size_t long_bracket(const char *p, const char *end)
{
    if (p >= end || *p != '[')
        return 0;
    size_t level = level_of(p + 1, end);
    const char *q = p + 1 + level;
    if (q >= end || *q != '[')
        return 0;
    for (q++; q < end; q++)
        if (*q == ']' && level_of(q + 1, end) == level && q + 1 + level < end &&
            q[1 + level] == ']')
            return (size_t)(q + 2 + level - p);
    return (size_t)(end - p);
}

static size_t quoted(const char *p, const char *end)
{
    const char *q = p + 1;

    while (q < end && *q != *p)
        q += *q == '\\' && q + 1 < end ? 2 : 1;
    return (size_t)(q - p) + (q < end);
}

size_t lua_comment(const char *p, const char *end)
{
    if (end - p < 2 || p[0] != '-' || p[1] != '-')
        return 0;
    size_t n = long_bracket(p + 2, end);
    if (n)
        return n + 2;
    while (p + n < end && p[n] != '\n' && p[n] != '\r')
        n++;
    return n;
}

size_t lua_text(const char *p, const char *end)
{
    return p < end && (*p == '"' || *p == '\'') ? quoted(p, end) : long_bracket(p, end);
}

bool lua_names(const char *text, size_t len, const char *word)
{
    const char *end = text + len;
    size_t n = strlen(word);
    char before = 0;

    for (const char *p = text; p < end; before = *p++) {
        p += lua_comment(p, end);
        if ((size_t)(end - p) >= n && !memcmp(p, word, n) && !name_char(before) &&
            !(p + n < end && name_char(p[n])))
            return true;
    }
    return false;
}

/* shown.c: text from elsewhere, fit to be shown. */
#include "base/shown.h"

#include <stdio.h>
#include <string.h>

size_t shown_utf8(const char *text, size_t len, uint32_t *cp)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *s = (const unsigned char *)text;
    if (len == 0)
        return 0;
    size_t n = s[0] < 0x80   ? 1
               : s[0] < 0xC2 ? 0
               : s[0] < 0xE0 ? 2
               : s[0] < 0xF0 ? 3
               : s[0] < 0xF5 ? 4
                             : 0;
    if (n == 0 || n > len)
        return 0;
    uint32_t c = n == 1 ? s[0] : s[0] & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3F);
    }
    if (c < smallest[n] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *cp = c;
    return n;
}

bool shown_unfit(uint32_t c)
{
    return c < 0x20 ||
           (c >= 0x7F && (c < 0xA0 || c == 0x061C || c == 0xFEFF || c == 0xFFFE ||
                          c == 0xFFFF || (c >= 0x200E && c <= 0x200F) ||
                          (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)));
}

/* The bytes of the next character, and whether it may be shown. */
static size_t next(const char *text, size_t len, bool *fit)
{
    uint32_t c = 0;
    size_t n = shown_utf8(text, len, &c);

    *fit = n && !shown_unfit(c);
    return n ? n : 1;
}

size_t shown_fit(const char *text, size_t len)
{
    size_t at = 0;
    bool fit = true;

    while (at < len) {
        size_t n = next(text + at, len - at, &fit);
        if (!fit)
            break;
        at += n;
    }
    return at;
}

/* Adds N bytes, written out. */
static void put_shown(struct str *to, const char *text, size_t n)
{
    static const char digits[] = "0123456789ABCDEF";

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        str_addn(to, (char[]){'\\', 'x', digits[c >> 4], digits[c & 15]}, 4);
    }
}

void shown_add(struct str *to, const char *text, size_t len)
{
    while (len) {
        size_t n = shown_fit(text, len);
        bool fit;
        str_addn(to, text, n);
        text += n;
        len -= n;
        if (!len)
            return;
        n = next(text, len, &fit);
        put_shown(to, text, n);
        text += n;
        len -= n;
    }
}

void shown_add_cut(struct str *to, const char *text, size_t len, size_t most)
{
    if (len > most) {
        len = most;
        while (len && ((unsigned char)text[len] & 0xC0) == 0x80)
            len--;
    }
    shown_add(to, text, len);
}

void shown_add_message(struct str *to, const char *text, size_t len)
{
    while (len) {
        const char *stop = memchr(text, '\n', len);
        size_t n = stop ? (size_t)(stop - text) : len;
        shown_add(to, text, n);
        text += n;
        len -= n;
        if (!len)
            return;
        if (len == 1 || text[1] == ' ')
            str_add(to, "\n");
        else
            put_shown(to, text, 1);
        text++;
        len--;
    }
}

void shown_copy(char *out, size_t cap, const char *text, size_t len)
{
    size_t at = 0;
    bool fit;

    for (size_t n; len; text += n, len -= n) {
        n = next(text, len, &fit);
        if (at + (fit ? n : 4 * n) >= cap)
            break;
        if (fit)
            memcpy(out + at, text, n);
        for (size_t i = 0; i < n && !fit; i++)
            snprintf(out + at + 4 * i, 5, "\\x%02X", (unsigned char)text[i]);
        at += fit ? n : 4 * n;
    }
    if (cap)
        out[at] = 0;
}

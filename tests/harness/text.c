/* text.c - a stranger's text, to be shown: in a line, in a message of several, cut. Held against UTF-8 and the list of characters as
 * they are written here once more. Its first line is a mistyped word, the others are names that may have been meant. */
#include "shared/oracle.h"

#include "base/shown.h"
#include "base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAMES = 32, LONGEST_WORD = 64 };

/* The bytes of the character that begins here (table 3-7 of the Unicode Standard), 0: it is none. */
static size_t character(const uint8_t *s, size_t n, uint32_t *c)
{
    static const struct {
        uint8_t first, last, low, high; /* the first byte, and between what the second lies */
        uint8_t more;
    } rows[] = {
        {0x00, 0x7F, 0, 0, 0},       {0xC2, 0xDF, 0x80, 0xBF, 1}, {0xE0, 0xE0, 0xA0, 0xBF, 2},
        {0xE1, 0xEC, 0x80, 0xBF, 2}, {0xED, 0xED, 0x80, 0x9F, 2}, {0xEE, 0xEF, 0x80, 0xBF, 2},
        {0xF0, 0xF0, 0x90, 0xBF, 3}, {0xF1, 0xF3, 0x80, 0xBF, 3}, {0xF4, 0xF4, 0x80, 0x8F, 3},
    };
    size_t row = 0;

    while (row < 9 && !(s[0] >= rows[row].first && s[0] <= rows[row].last))
        row++;
    size_t more = row < 9 ? rows[row].more : 0;
    if (row == 9 || n <= more || (more && (s[1] < rows[row].low || s[1] > rows[row].high)))
        return 0;
    uint32_t v = more ? s[0] & (0x3Fu >> more) : s[0];
    for (size_t i = 1; i <= more; i++) {
        if (i > 1 && (s[i] < 0x80 || s[i] > 0xBF))
            return 0;
        v = v << 6 | (s[i] & 0x3Fu);
    }
    *c = v;
    return more + 1;
}

static bool acts(uint32_t c)
{
    static const uint32_t lists[][2] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
                                        {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069},
                                        {0xFEFF, 0xFEFF}, {0xFFFE, 0xFFFF}};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (c >= lists[i][0] && c <= lists[i][1])
            return true;
    return false;
}

static char hex[256][5]; /* "\x0A" */

/* What is to be shown of n bytes, and how many of them stand as they are at the beginning. */
static size_t written_out(const uint8_t *s, size_t n, struct str *out)
{
    size_t plain = 0, at = 0;

    while (at < n) {
        uint32_t c = 0, again = 0;
        size_t len = character(s + at, n - at, &c);
        if (shown_utf8((const char *)s + at, n - at, &again) != len || c != again)
            finding("byte %zu is decoded as %x, not %x", at, again, c);
        bool fit = len && !acts(c);
        len = len ? len : 1;
        plain += fit && plain == at ? len : 0;
        for (size_t i = 0; i < len && !fit; i++)
            str_addn(out, hex[s[at + i]], 4);
        if (fit)
            str_addn(out, (const char *)s + at, len);
        at += len;
    }
    return plain;
}

static void same(const char *what, const struct str *is, const struct str *should)
{
    if (is->n != should->n || memcmp(str_of(is), str_of(should), is->n) != 0)
        finding("%s is '%s', not '%s'", what, str_of(is), str_of(should));
}

static void tell_fit(const char *text, size_t n, struct transcript *t)
{
    struct str shown = {0}, should = {0}, again = {0};
    size_t plain = written_out((const uint8_t *)text, n, &should);

    if (shown_fit(text, n) != plain)
        finding("%zu bytes can be shown, not %zu", plain, shown_fit(text, n));
    shown_add(&shown, text, n);
    same("what is shown", &shown, &should);
    shown_add(&again, str_of(&shown), shown.n);
    same("what is shown of what is shown", &again, &shown);
    tell_line(t, "shown", str_of(&shown));
    str_free(&shown);
    str_free(&should);
    str_free(&again);
}

/* Cut: it begins like the whole, and no character is cut in two. */
static void tell_cut(const char *text, size_t n, size_t most, struct transcript *t)
{
    struct str whole = {0}, cut = {0};
    char *room = malloc(most + 1);

    shown_add(&whole, text, n);
    shown_copy(room, most + 1, text, n);
    if (strlen(room) > most || strncmp(str_of(&whole), room, strlen(room)) != 0)
        finding("cut to %zu bytes it is '%s'", most, room);
    tell_line(t, "copied", room);
    shown_add_cut(&cut, text, n, most);
    if (shown_fit(text, n) == n && strncmp(str_of(&whole), str_of(&cut), cut.n) != 0)
        finding("of %zu bytes there stands '%s'", most, str_of(&cut));
    tell_line(t, "cut", str_of(&cut));
    str_free(&whole);
    str_free(&cut);
    free(room);
}

/* No line of a message looks like one of ours. */
static void tell_message(const char *text, size_t n, struct transcript *t)
{
    struct str s = {0};

    shown_add_message(&s, text, n);
    for (const char *line = str_of(&s); (line = strchr(line, '\n')); line++)
        if (line[1] && line[1] != ' ')
            finding("a line of a message begins with '%s'", line + 1);
    tell_text(t, "a message", strdup(str_of(&s)));
    str_free(&s);
}

static void tell_meant(char *text, struct transcript *t)
{
    const char *names[NAMES], *same = NULL;
    size_t n = 0;

    for (char *line = strchr(text, '\n'); line && n < NAMES; line = strchr(line, '\n')) {
        *line++ = 0;
        names[n++] = line;
    }
    if (n)
        names[n - 1] = strtok((char *)(uintptr_t)names[n - 1], "\n");
    for (size_t i = n; i-- > 0;)
        same = names[i] && !strcmp(names[i], text) ? names[i] : same;
    const char *meant = suggest(text, names, n);
    size_t i = 0;
    while (i < n && names[i] != meant)
        i++;
    if (meant && i == n)
        finding("'%s' is no name that was given", meant);
    if (same && *text && strlen(text) <= LONGEST_WORD &&
        strcasecmp(meant ? meant : "", same) != 0)
        finding("'%s' is a name, and '%s' is said to be meant", same, meant ? meant : "");
    tell_number(t, "which was meant", meant ? i : n);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    char *text = malloc(n + 1);

    memcpy(text, data, n);
    text[n] = 0;
    tell_fit(text, n, t);
    tell_cut(text, n, n ? data[0] % 64u : 0, t);
    tell_message(text, n, t);
    if (memchr(text, 0, n) == NULL && ct_is_line(text) != (shown_fit(text, n) == n))
        finding("it is a line, or not");
    tell_text(t, "a text", ct_shown(text, true));
    tell_meant(text, t);
    free(text);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    for (int c = 0; c < 256; c++)
        snprintf(hex[c], sizeof hex[c], "\\x%X%X", c >> 4, c & 15);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

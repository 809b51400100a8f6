/* name.c - names of players. */
#include "name.h"

#include "gametable.h"
#include "tools/screen/table.h"

#include <string.h>

enum { LETTERS = 30, MARKS = 3 };

/* How a character looks. BLANK: a space. MARK: an accent on the letter before. JOINER and
 * HIDDEN: invisible, but some scripts and emoji need joiners. */
enum look { LETTER, BLANK, JOINER, HIDDEN, MARK };

static enum look look_of(uint32_t c)
{
    static const struct {
        uint32_t from, to;
        enum look look;
    } looks[] = {
        {0x20, 0x20, BLANK},        {0xA0, 0xA0, BLANK},        {0xAD, 0xAD, HIDDEN},
        {0x300, 0x34E, MARK},       {0x34F, 0x34F, HIDDEN},     {0x350, 0x36F, MARK},
        {0x483, 0x489, MARK},       {0x591, 0x5BD, MARK},       {0x5BF, 0x5C7, MARK},
        {0x610, 0x61A, MARK},       {0x64B, 0x65F, MARK},       {0x6D6, 0x6ED, MARK},
        {0xE31, 0xE31, MARK},       {0xE34, 0xE3A, MARK},       {0xE47, 0xE4E, MARK},
        {0x115F, 0x1160, HIDDEN},   {0x1680, 0x1680, BLANK},    {0x17B4, 0x17B5, HIDDEN},
        {0x180B, 0x180F, HIDDEN},   {0x1AB0, 0x1AFF, MARK},     {0x1DC0, 0x1DFF, MARK},
        {0x2000, 0x200A, BLANK},    {0x200B, 0x200B, HIDDEN},   {0x200C, 0x200D, JOINER},
        {0x202F, 0x202F, BLANK},    {0x205F, 0x205F, BLANK},    {0x2060, 0x206F, HIDDEN},
        {0x20D0, 0x20FF, MARK},     {0x2800, 0x2800, BLANK},    {0x3000, 0x3000, BLANK},
        {0x3164, 0x3164, HIDDEN},   {0xFE00, 0xFE0D, HIDDEN},   {0xFE0E, 0xFE0F, JOINER},
        {0xFE20, 0xFE2F, MARK},     {0xFFA0, 0xFFA0, HIDDEN},   {0xFFF9, 0xFFFB, HIDDEN},
        {0x1D173, 0x1D17A, HIDDEN}, {0xE0000, 0xE0FFF, HIDDEN},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (c >= looks[i].from && c <= looks[i].to)
            return looks[i].look;
    return LETTER;
}

bool name_fits(const char *name)
{
    size_t n = strlen(name), letters = 0, marks = 0;
    enum look look = BLANK;
    bool drawn = false;
    uint32_t c;

    if (n >= NAME_ROOM || !ct_is_line(name))
        return false;
    for (size_t at = 0; at < n; letters++) {
        at += ct_utf8(name + at, n - at, &c);
        look = look_of(c);
        marks = look == MARK ? marks + 1 : 0;
        if (look == HIDDEN || marks > MARKS || (!letters && look != LETTER))
            return false;
        drawn |= look == LETTER;
    }
    return drawn && letters <= LETTERS && look != BLANK;
}

/* The part of a name that comparisons look at. `out` has NAME_ROOM bytes. */
static void outline(const char *name, char *out)
{
    char folded[NAME_ROOM + 3];
    size_t n, at = 0;
    uint32_t c;

    text_fold(name, folded, sizeof folded);
    for (const char *s = folded; (n = ct_utf8(s, strlen(s), &c)); s += n) {
        enum look look = look_of(c);
        if (look == LETTER) {
            memcpy(out + at, s, n);
            at += n;
        } else if (look == BLANK && at && out[at - 1] != ' ') {
            out[at++] = ' ';
        }
    }
    out[at] = 0;
}

bool name_alike(const char *a, const char *b)
{
    char one[NAME_ROOM], other[NAME_ROOM];

    outline(a, one);
    outline(b, other);
    return !strcmp(one, other);
}

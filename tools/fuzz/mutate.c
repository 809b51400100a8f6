/* mutate.c - spoils texts at random. */
#include "mutate.h"

#include "say/text.h"
#include "tools/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 40, MOST_WORDS = 200000 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '$';
}

void corpus_add(struct corpus *c, const char *text, size_t n)
{
    c->text = mem_realloc(c->text, (c->ntexts + 1) * sizeof *c->text);
    c->size = mem_realloc(c->size, (c->ntexts + 1) * sizeof *c->size);
    c->text[c->ntexts] = mem_strndup(text, n);
    c->size[c->ntexts++] = n;
    for (size_t i = 0, from = 0; i <= n && c->nwords < MOST_WORDS; i++) {
        if (i < n && is_word(text[i]))
            continue;
        if (i > from && i - from <= LONGEST_WORD) {
            if (!(c->nwords & (c->nwords - 1))) /* room doubles */
                c->word =
                    mem_realloc(c->word, (c->nwords ? 2 * c->nwords : 1) * sizeof *c->word);
            c->word[c->nwords++] = mem_strndup(text + from, i - from);
        }
        from = i + 1;
    }
}

void corpus_free(struct corpus *c)
{
    for (size_t i = 0; i < c->ntexts; i++)
        free(c->text[i]);
    for (size_t i = 0; i < c->nwords; i++)
        free(c->word[i]);
    free(c->text);
    free(c->size);
    free(c->word);
    memset(c, 0, sizeof *c);
}

/* ---- one change ---- */

/* A stretch of the text: from … to - 1. */
struct stretch {
    size_t from, to;
};

static size_t below(struct ct_rng *rng, size_t n)
{
    return n ? ct_rng_below(rng, (uint32_t)n) : 0;
}

static struct stretch some_line(struct ct_rng *rng, const struct str *s)
{
    size_t at = below(rng, s->n);
    struct stretch l = {at, at};

    while (l.from && s->s[l.from - 1] != '\n')
        l.from--;
    while (l.to < s->n && s->s[l.to] != '\n')
        l.to++;
    l.to += l.to < s->n;
    return l;
}

static struct stretch some_word(struct ct_rng *rng, const struct str *s)
{
    size_t at = below(rng, s->n);
    struct stretch w;

    while (at < s->n && !is_word(s->s[at]))
        at++;
    w = (struct stretch){at, at};
    while (w.from && is_word(s->s[w.from - 1]))
        w.from--;
    while (w.to < s->n && is_word(s->s[w.to]))
        w.to++;
    return w;
}

/* The text with `n` bytes in place of a stretch. */
static void put(struct str *s, struct stretch at, const char *with, size_t n)
{
    struct str out = {0};

    str_addn(&out, s->s, at.from);
    str_addn(&out, with, n);
    str_addn(&out, s->s + at.to, s->n - at.to);
    str_free(s);
    *s = out;
}

static void put_text(struct str *s, struct stretch at, const char *with)
{
    put(s, at, with, strlen(with));
}

static void other_word(const struct corpus *c, struct ct_rng *rng, struct str *s)
{
    if (c->nwords)
        put_text(s, some_word(rng, s), c->word[below(rng, c->nwords)]);
}

static void odd_word(struct ct_rng *rng, struct str *s)
{
    static const char *const odd[] = {"0",
                                      "-1",
                                      "1",
                                      "255",
                                      "256",
                                      "65535",
                                      "65536",
                                      "2147483647",
                                      "2147483648",
                                      "-2147483649",
                                      "9223372036854775808",
                                      "1e9",
                                      "0.5",
                                      "none",
                                      "all",
                                      "you",
                                      "it",
                                      "this",
                                      "true",
                                      "~",
                                      "",
                                      "\"",
                                      "'",
                                      "é",
                                      "\xff",
                                      "[]",
                                      "{}",
                                      "nil",
                                      "a.b.c",
                                      "$1",
                                      "&a",
                                      "*a",
                                      "!!int",
                                      "<<"};

    put_text(s, some_word(rng, s), odd[below(rng, sizeof odd / sizeof *odd)]);
}

static void odd_mark(struct ct_rng *rng, struct str *s)
{
    static const char marks[] = "{}[]():,.;\"'#|>&*!%@`?-+=/\\ \t\n\r\x01\x7f\xc3";
    size_t at = below(rng, s->n + 1);
    char mark = marks[below(rng, sizeof marks - 1)];

    put(s, (struct stretch){at, at + (at < s->n && below(rng, 2))}, &mark, 1);
}

static void line_gone(struct ct_rng *rng, struct str *s)
{
    put(s, some_line(rng, s), "", 0);
}

static void line_twice(struct ct_rng *rng, struct str *s)
{
    struct stretch l = some_line(rng, s), at = some_line(rng, s);
    char *copy = mem_strndup(s->s + l.from, l.to - l.from);

    put_text(s, (struct stretch){at.from, at.from}, copy);
    free(copy);
}

static void line_moved_in(struct ct_rng *rng, struct str *s)
{
    struct stretch l = some_line(rng, s);
    bool in = below(rng, 2);
    size_t blank = l.from < s->n && s->s[l.from] == ' ';

    put_text(s, (struct stretch){l.from, l.from + (in ? 0 : blank)}, in ? "  " : "");
}

static void cut_short(struct ct_rng *rng, struct str *s)
{
    size_t at = below(rng, s->n);

    put(s, (struct stretch){at, s->n}, "", 0);
}

/* A piece of another text. */
static void piece(const struct corpus *c, struct ct_rng *rng, struct str *s)
{
    size_t k = below(rng, c->ntexts), at = below(rng, s->n + 1);
    struct str other = {0};

    if (!c->ntexts)
        return;
    str_addn(&other, c->text[k], c->size[k]);
    struct stretch l = some_line(rng, &other);
    put(s, (struct stretch){at, at}, other.s + l.from, l.to - l.from);
    str_free(&other);
}

static void one_bit(struct ct_rng *rng, struct str *s)
{
    if (s->n)
        s->s[below(rng, s->n)] ^= (char)(1 << below(rng, 8));
}

char *mutated(const struct corpus *c, struct ct_rng *rng, const char *text, size_t *n)
{
    struct str s = {0};

    str_addn(&s, text, *n);
    for (size_t k = 1 + below(rng, 4); k > 0; k--)
        switch (below(rng, 12)) {
        case 0:
        case 1:
        case 2: other_word(c, rng, &s); break;
        case 3:
        case 4: odd_word(rng, &s); break;
        case 5: odd_mark(rng, &s); break;
        case 6: line_gone(rng, &s); break;
        case 7: line_twice(rng, &s); break;
        case 8: line_moved_in(rng, &s); break;
        case 9: piece(c, rng, &s); break;
        case 10: one_bit(rng, &s); break;
        default: cut_short(rng, &s); break;
        }
    char *out = mem_strndup(str_of(&s), s.n);
    *n = s.n;
    str_free(&s);
    return out;
}

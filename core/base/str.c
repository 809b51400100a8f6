/* str.c - growing strings. */
#include "base/str.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without room the text stays as it is, and the loss is noted (mem_losses). */
static bool str_room(struct str *to, size_t more)
{
    if (more < to->cap - to->n)
        return true;
    size_t cap = (to->n + more + 1) * 2;
    char *grown = realloc(to->s, cap);
    if (!grown) {
        mem_lose();
        return false;
    }
    to->s = grown;
    to->cap = cap;
    return true;
}

void str_addn(struct str *to, const char *text, size_t n)
{
    if (!str_room(to, n))
        return;
    if (n)
        memcpy(to->s + to->n, text, n);
    to->n += n;
    to->s[to->n] = 0;
}

void str_add(struct str *to, const char *text)
{
    str_addn(to, text, strlen(text));
}

void str_vaddf(struct str *to, const char *fmt, va_list args)
{
    va_list again;

    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    if (n > 0 && str_room(to, (size_t)n)) {
        vsnprintf(to->s + to->n, (size_t)n + 1, fmt, again);
        to->n += (size_t)n;
    }
    va_end(again);
}

void str_addf(struct str *to, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    str_vaddf(to, fmt, args);
    va_end(args);
}

void str_clear(struct str *to)
{
    to->n = 0;
    if (to->s)
        to->s[0] = 0;
}

void str_move(struct str *to, struct str *from)
{
    str_add(to, str_of(from));
    str_free(from);
}

void str_join(struct str *to, const char *between, const char *text)
{
    if (*text)
        str_addf(to, "%s%s", to->n ? between : "", text);
}

void str_join_made(struct str *to, const char *between, struct str *made)
{
    str_join(to, between, str_of(made));
    str_free(made);
}

void str_give(struct str_given *g)
{
    unsigned lost = mem_losses();
    struct str all = {0};

    if (g->text && g->words.n) {
        str_add(&all, *g->text ? *g->text : "");
        str_addn(&all, g->words.s, g->words.n);
    }
    if (all.s && mem_losses() == lost) {
        free(*g->text);
        *g->text = all.s;
    } else {
        str_free(&all);
    }
    str_free(&g->words);
}

char *str_take(struct str *s, unsigned lost)
{
    str_add(s, "");
    if (mem_losses() != lost)
        str_free(s);
    return s->s;
}

void str_free(struct str *to)
{
    free(to->s);
    *to = (struct str){0};
}

void str_drop(void *str)
{
    str_free(str);
}

const char *str_of(const struct str *s)
{
    return s->s ? s->s : "";
}

void str_capital(struct str *s, size_t at)
{
    if (at >= s->n)
        return;
    unsigned char *c = (unsigned char *)s->s + at;
    if (*c >= 'a' && *c <= 'z')
        *c = (unsigned char)(*c - 'a' + 'A');
    else if (c[0] == 0xC3 && c[1] >= 0xA0 && c[1] != 0xB7 && c[1] < 0xBF)
        c[1] = (unsigned char)(c[1] - 0x20); /* à … þ */
}

void str_one_stop(struct str *s)
{
    if (s->n > 1 && s->s[s->n - 1] == '.' &&
        (strchr(".?!", s->s[s->n - 2]) || (s->n > 3 && !memcmp(s->s + s->n - 4, "…", 3))))
        s->s[--s->n] = 0;
}

int text_place(const void *v, size_t n, size_t size, const char *text)
{
    for (size_t i = 0; i < n; i++) {
        const char *const *at = (const void *)((const char *)v + i * size);
        if (*at && !strcmp(*at, text))
            return (int)i;
    }
    return -1;
}

int text_order(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool is_among(const char *words, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == n && strncmp(at, word, n) == 0)
            return true;
        at += length;
    }
    return false;
}

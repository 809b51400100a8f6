/* numbers.c - a set of numbers, as ranges. */
#include "numbers.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void numbers_free(struct numbers *s)
{
    free(s->v);
    *s = (struct numbers){0};
}

/* The first range that ends at or after `number`. */
static size_t find(const struct numbers *s, uint64_t number)
{
    size_t from = 0, to = s->n;

    while (from < to) {
        size_t mid = from + (to - from) / 2;
        if (s->v[mid].last < number)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

void numbers_add(struct numbers *s, uint64_t first, uint64_t last)
{
    if (last < first)
        return;
    size_t from = find(s, first ? first - 1 : 0), to = from;
    struct range all = {first, last};

    while (to < s->n && s->v[to].first <= last + 1) { /* overlaps it or is next to it */
        all.first = s->v[to].first < all.first ? s->v[to].first : all.first;
        all.last = s->v[to].last > all.last ? s->v[to].last : all.last;
        to++;
    }
    if (from == to)
        MEM_MORE(s->v, s->n, s->cap);
    memmove(s->v + from + 1, s->v + to, (s->n - to) * sizeof *s->v);
    s->v[from] = all;
    s->n = s->n + 1 - (to - from);
}

void numbers_join(struct numbers *into, const struct numbers *from)
{
    for (size_t i = 0; i < from->n; i++)
        numbers_add(into, from->v[i].first, from->v[i].last);
}

struct numbers numbers_common(const struct numbers *a, const struct numbers *b)
{
    struct numbers out = {0};

    for (size_t i = 0; i < a->n; i++)
        for (size_t k = find(b, a->v[i].first); k < b->n && b->v[k].first <= a->v[i].last;
             k++) {
            uint64_t first = a->v[i].first, last = a->v[i].last;
            first = b->v[k].first > first ? b->v[k].first : first;
            last = b->v[k].last < last ? b->v[k].last : last;
            numbers_add(&out, first, last);
        }
    return out;
}

struct numbers numbers_without(const struct numbers *all, const struct numbers *s)
{
    struct numbers out = {0};

    for (size_t i = 0; i < all->n; i++) {
        uint64_t next = all->v[i].first, last = all->v[i].last;
        for (size_t k = find(s, next); k < s->n && s->v[k].first <= last; k++) {
            if (s->v[k].first > next)
                numbers_add(&out, next, s->v[k].first - 1);
            next = s->v[k].last + 1;
        }
        numbers_add(&out, next, last);
    }
    return out;
}

uint64_t numbers_count(const struct numbers *s)
{
    uint64_t count = 0;

    for (size_t i = 0; i < s->n; i++)
        count += s->v[i].last - s->v[i].first + 1;
    return count;
}

uint64_t numbers_last(const struct numbers *s)
{
    return s->n ? s->v[s->n - 1].last : 0;
}

char *numbers_text(const struct numbers *s, size_t most)
{
    struct buffer b = {0};

    for (size_t i = 0; i < s->n && (!most || i < most); i++) {
        buffer_add(&b, "%s%" PRIu64, i ? "," : "", s->v[i].first);
        if (s->v[i].last > s->v[i].first)
            buffer_add(&b, "-%" PRIu64, s->v[i].last);
    }
    if (!s->n)
        buffer_add(&b, "none");
    if (most && s->n > most)
        buffer_add(&b, ",... (%" PRIu64 " in all)", numbers_count(s));
    return buffer_take(&b);
}

bool number_read(const char **text, uint64_t most, uint64_t *out)
{
    const char *s = *text;
    uint64_t n = 0;

    if (*s < '0' || *s > '9' || (*s == '0' && s[1] >= '0' && s[1] <= '9'))
        return false;
    for (; *s >= '0' && *s <= '9'; s++) {
        if (n > (most - (uint64_t)(*s - '0')) / 10)
            return false;
        n = 10 * n + (uint64_t)(*s - '0');
    }
    *text = s;
    *out = n;
    return true;
}

bool numbers_read(struct numbers *s, const char *text)
{
    if (!strcmp(text, "none"))
        return true;
    for (uint64_t before = 0;;) {
        struct range r;
        if (!number_read(&text, UINT64_MAX - 1, &r.first) || !r.first ||
            (before && r.first < before + 2))
            return false;
        r.last = r.first;
        if (*text == '-' &&
            (text++, !number_read(&text, UINT64_MAX - 1, &r.last) || r.last <= r.first))
            return false;
        numbers_add(s, r.first, r.last);
        before = r.last;
        if (!*text)
            return true;
        if (*text++ != ',')
            return false;
    }
}

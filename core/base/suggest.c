/* suggest.c: restricted Damerau-Levenshtein distance over bytes, ASCII case folded.
 *
 * Words longer than MAX_WORD get no suggestion: nobody mistypes such a key, and the table
 * stays on the stack.
 */
#include "base/suggest.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORD = 64, MIN_PREFIX = 3 };

/* Not tolower(): that asks the locale. */
static int fold(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many changes make b of a, lengths that differ by at most `most`; more than `most`: that it is more. Only cells that
 * can lie on such a way are worked out: `most` beside the diagonal. */
static int distance(const char *a, int la, const char *b, int lb, int most)
{
    int row[3][MAX_WORD + 2]; /* rows i-2, i-1, i, in turn */
    int best = 0, best_before;
    for (int j = 0; j <= lb + 1; j++)
        row[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        int from = i - most > 1 ? i - most : 1, to = least(lb, i + most);
        now[from - 1] = from > 1 ? most + 1 : i;
        best_before = best;
        best = now[from - 1];
        for (int j = from; j <= to; j++) {
            int change = last[j - 1] + (fold(a[i - 1]) != fold(b[j - 1]));
            now[j] = least(change, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) &&
                fold(a[i - 2]) == fold(b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
            best = least(best, now[j]);
        }
        now[to + 1] = most + 1;
        if (best > most && best_before > most) /* a row is made of the two before it */
            return best;
    }
    return row[la % 3][lb];
}

int name_distance(const char *a, const char *b, int most)
{
    size_t la = strlen(a), lb = strlen(b);
    bool near = la <= lb + (size_t)most && lb <= la + (size_t)most;

    return near && la <= MAX_WORD && lb <= MAX_WORD ? distance(a, (int)la, b, (int)lb, most)
                                                    : most + 1;
}

/* Its letters, a bit each: two words that differ in many are far apart. */
static uint32_t letters(const char *word)
{
    uint32_t set = 0;

    for (; *word; word++)
        set |= (uint32_t)1 << (fold(*word) & 31);
    return set;
}

static int is_prefix(const char *a, int la, const char *b, int lb)
{
    int n = least(la, lb);
    if (n < MIN_PREFIX)
        return 0;
    for (int i = 0; i < n; i++)
        if (fold(a[i]) != fold(b[i]))
            return 0;
    return 1;
}

/* Lower is better. Prefixes come after every typing error, the nearest in length first. */
static int badness(const char *word, int len, uint32_t has, const char *name)
{
    size_t name_size = strlen(name);
    if (name_size > MAX_WORD)
        return -1;
    int name_len = (int)name_size;
    int allowed = len <= 3 ? 1 : len <= 6 ? 2 : 3;
    int other = __builtin_popcount(has & ~letters(name)); /* each is one change at least */
    if (abs(len - name_len) <= allowed && other <= allowed) {
        int d = distance(word, len, name, name_len, allowed);
        /* not every letter may be wrong, nor half of them with the first */
        if (d <= allowed && (d < len || d == 0) && (2 * d < len || fold(*word) == fold(*name)))
            return d;
    }
    return is_prefix(word, len, name, name_len) ? 10 + abs(len - name_len) : -1;
}

struct near near_to(const char *word)
{
    size_t size = strlen(word);

    return (struct near){
        .word = word, .len = size > MAX_WORD ? 0 : (int)size, .has = letters(word)};
}

void near_try(struct near *n, const char *name)
{
    int bad = n->len && name ? badness(n->word, n->len, n->has, name) : -1;

    if (bad >= 0 && (!n->best || bad < n->bad)) {
        n->best = name;
        n->bad = bad;
    }
}

const char *suggest(const char *word, const char *const *names, size_t n)
{
    struct near near = near_to(word);

    for (size_t i = 0; i < n; i++)
        near_try(&near, names[i]);
    return near.best;
}

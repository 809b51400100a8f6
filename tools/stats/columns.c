/* columns.c - adds up counts, writes them into tallies and reads them back, field by field. */
#include "columns.h"

#include "tally.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_nothing(const void *counted, size_t n)
{
    const char *c = counted;

    return !*c && !memcmp(c, c + 1, n - 1);
}

/* ---- adding up ---- */

void spread_merge(struct spread *into, const struct spread *from)
{
    if (!from->n)
        return;
    if (!into->n || from->least < into->least)
        into->least = from->least;
    if (!into->n || from->most > into->most)
        into->most = from->most;
    into->n += from->n;
    into->sum += from->sum;
    into->squares += from->squares;
}

static void merge_field(enum column_is is, void *into, const void *from)
{
    uint64_t *a = into;
    const uint64_t *b = from;

    switch (is) {
    case COLUMN_COUNT:
    case COLUMN_HASH:
    case COLUMN_ASIDE: *a += *b; break;
    case COLUMN_SUM: *(__int128 *)into += *(const __int128 *)from; break;
    case COLUMN_FIRST: *a = earlier(*a, *b); break;
    case COLUMN_MOST: *a = *a > *b ? *a : *b; break;
    case COLUMN_EVER: *(bool *)into |= *(const bool *)from; break;
    case COLUMN_WHY:
        if (*(const enum ct_forfeit *)from > *(enum ct_forfeit *)into)
            *(enum ct_forfeit *)into = *(const enum ct_forfeit *)from;
        break;
    case COLUMN_SPREAD: spread_merge(into, from); break;
    }
}

void columns_merge(const struct columns *c, void *into, const void *from, size_t n)
{
    char *a = into;
    const char *b = from;

    for (; n--; a += c->size, b += c->size)
        for (size_t i = 0; i < c->n && (i || !is_nothing(b, c->size)); i++)
            merge_field(c->v[i].is, a + c->v[i].at, b + c->v[i].at);
}

/* ---- writing ---- */

static void put_spread(const struct spread *s, __int128 *v)
{
    v[0] = s->n;
    v[1] = s->sum;
    v[2] = s->squares;
    v[3] = s->n ? s->least : TALLY_NOTHING;
    v[4] = s->n ? s->most : TALLY_NOTHING;
}

/* Writes the values of a field to v. Returns how many. */
static int put_field(enum column_is is, const void *field, __int128 *v)
{
    switch (is) {
    case COLUMN_COUNT:
    case COLUMN_MOST:
    case COLUMN_HASH: *v = *(const uint64_t *)field; return 1;
    case COLUMN_SUM: *v = *(const __int128 *)field; return 1;
    case COLUMN_FIRST:
        *v = *(const uint64_t *)field ? *(const uint64_t *)field : TALLY_NOTHING;
        return 1;
    case COLUMN_EVER: *v = *(const bool *)field; return 1;
    case COLUMN_WHY: *v = *(const enum ct_forfeit *)field; return 1;
    case COLUMN_SPREAD: put_spread(field, v); return 5;
    case COLUMN_ASIDE: return 0;
    }
    return 0;
}

/* The heads of the columns in a tally: a field's name and how two values add up. */
static char *heads(const struct columns *c)
{
    static const char *const ends[][6] = {
        [COLUMN_COUNT] = {"+"},
        [COLUMN_SUM] = {"+"},
        [COLUMN_FIRST] = {"<"},
        [COLUMN_MOST] = {">"},
        [COLUMN_HASH] = {"%"},
        [COLUMN_EVER] = {">"},
        [COLUMN_WHY] = {">"},
        [COLUMN_SPREAD] = {"_n+", "_sum+", "_squares+", "_least<", "_most>"},
        [COLUMN_ASIDE] = {NULL},
    };
    struct buffer b = {0};

    for (const struct counted_field *f = c->v; f < c->v + c->n; f++)
        for (const char *const *end = ends[f->is]; *end; end++)
            buffer_add(&b, "%s%s%s", b.n ? " " : "", f->name, *end);
    return buffer_take(&b);
}

static size_t cells_of(const struct cells *c)
{
    return (size_t)(c->keys ? c->n : 1) * (size_t)(c->keys > 1 ? c->m : 1) *
           (size_t)(c->keys > 2 ? c->k : 1);
}

/* The keys of cell number i; rows ascend. */
static void keys_of(const struct cells *c, size_t i, uint32_t *key)
{
    const int most[] = {c->n, c->m, c->k};

    for (int k = c->keys; k-- > 0; i /= (size_t)most[k])
        key[k] = (uint32_t)(i % (size_t)most[k]);
}

/* The struct with these keys. NULL: none can exist. */
static char *cell(const struct cells *c, const uint32_t *key, bool read)
{
    const int most[] = {c->n, c->m, c->k};
    size_t i = 0;

    for (int k = 0; k < c->keys; i = i * (size_t)most[k] + key[k], k++)
        if (key[k] >= (uint32_t)most[k])
            return NULL;
    return c->at ? c->at(c->v, key, read) : (char *)c->v + i * c->of->size;
}

static bool is_asked(const struct cells *c, int n)
{
    return !c->only || *c->only < 0 || *c->only == n || (c->last && n + 1 == c->n);
}

static void save(struct tally_table *t, const struct cells *c)
{
    uint32_t key[TALLY_KEYS] = {0};

    for (size_t i = 0; i < cells_of(c); i++) {
        keys_of(c, i, key);
        const char *counted = is_asked(c, (int)key[0]) ? cell(c, key, false) : NULL;
        if (!counted || (c->keys && !c->whole && is_nothing(counted, c->of->size)))
            continue;
        __int128 *v = tallyfile_row(t, key[0], key[1], key[2]);
        for (size_t k = 0; k < c->of->n; k++)
            v += put_field(c->of->v[k].is, counted + c->of->v[k].at, v);
    }
}

/* ---- reading ---- */

static bool get_spread(struct spread *s, const __int128 *v)
{
    bool any = tally_is_count(v[0]) && v[0];

    *s = (struct spread){.n = (uint64_t)v[0], .sum = v[1], .squares = v[2]};
    if (any && v[3] >= INT64_MIN && v[4] <= INT64_MAX && v[3] <= v[4]) {
        s->least = (int64_t)v[3];
        s->most = (int64_t)v[4];
        return true;
    }
    return !v[0] && !v[1] && !v[2] && v[3] == TALLY_NOTHING && v[4] == TALLY_NOTHING;
}

/* Sets a field from its values. Returns how many, or 0 - n if they are impossible. */
static int get_field(enum column_is is, void *field, const __int128 *v, uint64_t of)
{
    switch (is) {
    case COLUMN_COUNT:
    case COLUMN_MOST: *(uint64_t *)field = (uint64_t)*v; return tally_is_count(*v) ? 1 : -1;
    case COLUMN_SUM: *(__int128 *)field = *v; return 1;
    case COLUMN_FIRST:
        *(uint64_t *)field = *v == TALLY_NOTHING ? 0 : (uint64_t)*v;
        return *v == TALLY_NOTHING || (*v >= 1 && *v <= (__int128)of) ? 1 : -1;
    case COLUMN_HASH: *(uint64_t *)field = (uint64_t)*v; return 1;
    case COLUMN_EVER: *(bool *)field = *v == 1; return 1;
    case COLUMN_WHY:
        *(enum ct_forfeit *)field = (enum ct_forfeit) * v;
        return *v >= 0 && *v <= CT_FORFEIT_RANGE ? 1 : -1;
    case COLUMN_SPREAD: return get_spread(field, v) ? 5 : -5;
    case COLUMN_ASIDE: return 0;
    }
    return 0;
}

/* False: no game can give these counts. */
static bool get_row(const struct columns *c, char *counted, const __int128 *values, uint64_t of)
{
    bool good = true;

    for (size_t i = 0; i < c->n; i++) {
        int n = get_field(c->v[i].is, counted + c->v[i].at, values, of);
        good &= n >= 0;
        values += n < 0 ? -n : n;
    }
    return good && (!c->good || c->good(counted));
}

static void load(struct tally_way *way, const struct tally_table *t, const struct cells *c)
{
    uint32_t key[TALLY_KEYS] = {0};
    size_t all = 0;

    for (size_t i = 0; (c->whole || !c->keys) && i < cells_of(c); i++) {
        keys_of(c, i, key);
        all += cell(c, key, false) != NULL;
    }
    if (!t || (all && t->rows != all))
        way_lacks(way, c->name);
    for (size_t row = 0; t && row < t->rows; row++) {
        char *counted = cell(c, tallyfile_keys(t, row), true);
        if (!counted || !get_row(c->of, counted, tallyfile_values(t, row), way->from->of))
            way_lacks(way, c->name);
        if (!counted)
            return;
    }
}

void cells_pass(struct tally_way *way, const struct cells *c)
{
    char *columns = heads(c->of),
         *name = mem_printf("%s%s", way->side ? way->side : "", c->name);

    if (way->to)
        save(tallyfile_table(way->to, name, c->keys, columns), c);
    else
        load(way, tallyfile_find(way->from, name, c->keys, columns), c);
    free(columns);
    free(name);
}

/* tallyfile.c - writes and merges tallies. tallyread.c reads them. */
#include "tallyfile.h"

#include "cantrip.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/stats/tallyparts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

void tallyfile_free(struct tally_file *f)
{
    for (size_t i = 0; i < f->nfields; i++) {
        free(f->field[i].name);
        free(f->field[i].value);
    }
    for (size_t i = 0; i < f->nlists; i++) {
        for (size_t k = 0; k < f->list[i].n; k++)
            free(f->list[i].line[k]);
        free(f->list[i].line);
        free(f->list[i].name);
    }
    for (size_t i = 0; i < f->ntables; i++) {
        free(f->table[i].name);
        free(f->table[i].columns);
        free(f->table[i].key);
        free(f->table[i].value);
    }
    free(f->field);
    free(f->list);
    free(f->table);
    free(f->path);
    numbers_free(&f->numbers);
    *f = (struct tally_file){0};
}

/* ---- making one ---- */

void tallyfile_put_field(struct tally_file *f, char *name, char *value)
{
    MEM_MORE(f->field, f->nfields, f->field_cap);
    f->field[f->nfields++] = (struct tally_field){name, value};
}

void tallyfile_put_line(struct tally_list *l, char *line)
{
    MEM_MORE(l->line, l->n, l->cap);
    l->line[l->n++] = line;
}

bool tallyfile_field(struct tally_file *f, const char *name, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *value = mem_vprintf(fmt, args);
    va_end(args);
    bool good = ct_is_line(value);
    tallyfile_put_field(f, mem_strdup(name), value);
    return good;
}

void tallyfile_set(struct tally_file *f, const char *name, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *value = mem_vprintf(fmt, args);
    va_end(args);
    for (size_t i = 0; i < f->nfields; i++)
        if (!strcmp(f->field[i].name, name)) {
            free(f->field[i].value);
            f->field[i].value = mem_strdup(value);
        }
    free(value);
}

struct tally_list *tallyfile_list(struct tally_file *f, const char *name)
{
    MEM_MORE(f->list, f->nlists, f->list_cap);
    f->list[f->nlists] = (struct tally_list){.name = mem_strdup(name)};
    return &f->list[f->nlists++];
}

struct tally_list *tallyfile_notes(struct tally_file *f, const char *name)
{
    struct tally_list *l = tallyfile_list(f, name);

    l->notes = true;
    return l;
}

bool tallyfile_line(struct tally_list *l, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *line = mem_vprintf(fmt, args);
    va_end(args);
    bool good = ct_is_line(line);
    tallyfile_put_line(l, line);
    return good;
}

bool tallyfile_lines(struct tally_list *l, uint64_t number, const char *text)
{
    bool good = true;

    while (*text) {
        int n = (int)strcspn(text, "\n");
        good &= tallyfile_line(l, "%" PRIu64 " %.*s", number, n, text);
        text += n + (text[n] == '\n');
    }
    return good;
}

/* Reads how the columns add up. False: the columns are badly written. */
static bool read_columns(struct tally_table *t)
{
    for (const char *s = t->columns; *s; s++) {
        size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_.");
        if (!n || t->ncolumns == TALLY_COLUMNS || !s[n] || !strchr("+<>%", s[n]))
            return false;
        t->rule[t->ncolumns++] = s[n];
        s += n + 1;
        if (!*s)
            return true;
        if (*s != ' ')
            return false;
    }
    return false;
}

struct tally_table *tallyfile_table(struct tally_file *f, const char *name, int keys,
                                    const char *columns)
{
    struct tally_table t = {
        .name = mem_strdup(name), .columns = mem_strdup(columns), .keys = keys};

    if (!read_columns(&t)) {
        free(t.name);
        free(t.columns);
        return NULL;
    }
    MEM_MORE(f->table, f->ntables, f->table_cap);
    f->table[f->ntables] = t;
    return &f->table[f->ntables++];
}

void tallytable_reserve(struct tally_table *t, size_t rows)
{
    if (rows <= t->cap)
        return;
    t->cap = rows;
    t->key = mem_realloc(t->key, (rows * (size_t)t->keys + 1) * sizeof *t->key);
    t->value = mem_realloc(t->value, rows * (size_t)t->ncolumns * sizeof *t->value);
}

__int128 *tallyfile_row(struct tally_table *t, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t key[TALLY_KEYS] = {a, b, c};

    if (t->rows == t->cap)
        tallytable_reserve(t, t->cap ? 2 * t->cap : 16);
    memcpy(t->key + t->rows * (size_t)t->keys, key, (size_t)t->keys * sizeof *key);
    __int128 *value = t->value + t->rows++ * (size_t)t->ncolumns;
    for (int i = 0; i < t->ncolumns; i++)
        value[i] = strchr("<>", t->rule[i]) ? TALLY_NOTHING : 0;
    return value;
}

/* ---- writing ---- */

static void put_number(FILE *to, __int128 v)
{
    char digits[48], *at = digits + sizeof digits;
    unsigned __int128 rest = v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;

    do
        *--at = (char)('0' + (int)(rest % 10));
    while (rest /= 10);
    if (v < 0)
        *--at = '-';
    fwrite(at, 1, (size_t)(digits + sizeof digits - at), to);
}

static void put_row(FILE *to, const struct tally_table *t, size_t row)
{
    const uint32_t *key = tallyfile_keys(t, row);
    const __int128 *value = tallyfile_values(t, row);

    for (int i = 0; i < t->keys; i++) {
        put_number(to, key[i]);
        putc(' ', to);
    }
    for (int i = 0; i < t->ncolumns; i++) {
        if (value[i] == TALLY_NOTHING)
            putc('-', to);
        else
            put_number(to, value[i]);
        putc(i + 1 < t->ncolumns ? ' ' : '\n', to);
    }
}

char *tallyfile_text(const struct tally_file *f, size_t *n)
{
    struct buffer text = {0};
    FILE *to = buffer_stream(&text);
    char *numbers = numbers_text(&f->numbers, 0);

    fputs(TALLY_FIRST_LINE "\n", to);
    for (size_t i = 0; i < f->nfields; i++)
        fprintf(to, "%s: %s\n", f->field[i].name, f->field[i].value);
    fprintf(to, "numbers: %s of %" PRIu64 " %s\n", numbers, f->of, f->unit);
    for (size_t i = 0; i < f->nlists; i++) {
        fprintf(to, "%s %s %zu\n", f->list[i].notes ? "notes" : "list", f->list[i].name,
                f->list[i].n);
        for (size_t k = 0; k < f->list[i].n; k++)
            fprintf(to, "%s\n", f->list[i].line[k]);
    }
    for (size_t i = 0; i < f->ntables; i++) {
        const struct tally_table *t = &f->table[i];
        fprintf(to, "table %s %d %s\nrows %zu\n", t->name, t->keys, t->columns, t->rows);
        for (size_t row = 0; row < t->rows; row++)
            put_row(to, t, row);
    }
    if (fflush(to))
        mem_die();
    buffer_add(&text, "end: %016" PRIx64 "\n", (uint64_t)XXH64(text.s, text.n, 0));
    free(numbers);
    *n = text.n;
    return buffer_take(&text);
}

/* ---- what is in it ---- */

const struct tally_field *tallyfile_get(const struct tally_file *f, const char *name,
                                        size_t from)
{
    for (size_t i = from; i < f->nfields; i++)
        if (!strcmp(f->field[i].name, name))
            return &f->field[i];
    return NULL;
}

const struct tally_list *tallyfile_names(const struct tally_file *f, const char *name)
{
    for (size_t i = 0; i < f->nlists; i++)
        if (!strcmp(f->list[i].name, name))
            return &f->list[i];
    return NULL;
}

char *tallylist_text(const struct tally_list *l, size_t *at)
{
    struct buffer b = {0};

    for (uint64_t number = tallylist_number(l, *at);
         *at < l->n && tallylist_number(l, *at) == number; ++*at) {
        const char *blank = strchr(l->line[*at], ' ');
        buffer_add(&b, "%s\n", blank ? blank + 1 : "");
    }
    return buffer_take(&b);
}

const struct tally_table *tallyfile_find(const struct tally_file *f, const char *name, int keys,
                                         const char *columns)
{
    for (size_t i = 0; i < f->ntables; i++)
        if (!strcmp(f->table[i].name, name))
            return f->table[i].keys == keys && !strcmp(f->table[i].columns, columns)
                       ? &f->table[i]
                       : NULL;
    return NULL;
}

const __int128 *tallyfile_values(const struct tally_table *t, size_t row)
{
    return t->value + row * (size_t)t->ncolumns;
}

const uint32_t *tallyfile_keys(const struct tally_table *t, size_t row)
{
    return t->key + row * (size_t)t->keys;
}

/* ---- do they belong together? ---- */

static bool differ(char **wrong, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool differ(char **wrong, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    *wrong = mem_vprintf(fmt, args);
    va_end(args);
    return false;
}

/* Several fields may have the same name: options, players. */
static bool same_fields(const struct tally_file *a, const struct tally_file *b, char **wrong)
{
    for (size_t i = 0; i < a->nfields || i < b->nfields; i++) {
        const struct tally_field *x = i < a->nfields ? &a->field[i] : NULL,
                                 *y = i < b->nfields ? &b->field[i] : NULL;
        if (x && y && !strcmp(x->name, y->name) && !strcmp(x->value, y->value))
            continue;
        if (x && y && !strcmp(x->name, y->name))
            return differ(wrong, "%s is '%s', not '%s'", x->name, y->value, x->value);
        /* one has an additional field, or another one */
        const struct tally_field *extra = y && !tallyfile_get(a, y->name, i) ? y : x ? x : y;
        return differ(wrong, "only %s has %s '%s'", extra == y ? b->path : a->path, extra->name,
                      extra->value);
    }
    return a->of == b->of && !strcmp(a->unit, b->unit)
               ? true
               : differ(wrong, "numbers is of %" PRIu64 " %s, not of %" PRIu64 " %s", b->of,
                        b->unit, a->of, a->unit);
}

static bool same_lists(const struct tally_file *a, const struct tally_file *b, char **wrong)
{
    if (a->nlists != b->nlists)
        return differ(wrong, "their lists of names differ");
    for (size_t i = 0; i < a->nlists; i++) {
        const struct tally_list *x = &a->list[i], *y = &b->list[i];
        if (strcmp(x->name, y->name) != 0 || x->notes != y->notes)
            return differ(wrong, "their lists '%s' differ", x->name);
        if (x->notes)
            continue;
        for (size_t k = 0; k < x->n && k < y->n; k++)
            if (strcmp(x->line[k], y->line[k]) != 0)
                return differ(wrong, "number %zu of its %s is '%s', not '%s'", k + 1, x->name,
                              y->line[k], x->line[k]);
        if (x->n != y->n)
            return differ(wrong, "it has %zu %s, not %zu", y->n, x->name, x->n);
    }
    return true;
}

bool tallyfile_belongs(const struct tally_file *a, const struct tally_file *b, char **wrong)
{
    if (!same_fields(a, b, wrong) || !same_lists(a, b, wrong))
        return false;
    if (a->ntables != b->ntables)
        return differ(wrong, "they count other things");
    for (size_t i = 0; i < a->ntables; i++)
        if (strcmp(a->table[i].name, b->table[i].name) != 0 ||
            a->table[i].keys != b->table[i].keys ||
            strcmp(a->table[i].columns, b->table[i].columns) != 0)
            return differ(wrong, "their tables '%s' differ", a->table[i].name);
    return true;
}

/* ---- adding up ---- */

static bool add_value(__int128 *to, __int128 v, char rule)
{
    switch (rule) {
    case '%': *to = (__int128)((uint64_t)*to + (uint64_t)v); return true;
    case '<':
        if (*to == TALLY_NOTHING || (v != TALLY_NOTHING && v < *to))
            *to = v;
        return true;
    case '>':
        if (*to == TALLY_NOTHING || (v != TALLY_NOTHING && v > *to))
            *to = v;
        return true;
    default: *to += v; return tallytable_fits(*to);
    }
}

static bool add_row(struct tally_table *t, size_t row, const __int128 *value)
{
    __int128 *to = t->value + row * (size_t)t->ncolumns;
    bool fits = true;

    for (int i = 0; i < t->ncolumns; i++)
        fits &= add_value(&to[i], value[i], t->rule[i]);
    return fits;
}

static int compare_keys(const uint32_t *a, const uint32_t *b, int keys)
{
    for (int i = 0; i < keys; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

bool tallytable_ascends(const struct tally_table *t, size_t row)
{
    return !row ||
           compare_keys(tallyfile_keys(t, row - 1), tallyfile_keys(t, row), t->keys) < 0;
}

/* Moves row `from` of the table to the place of row `to`. */
static void move_row(struct tally_table *t, size_t from, size_t to)
{
    size_t keys = (size_t)t->keys, columns = (size_t)t->ncolumns;

    if (from == to)
        return;
    memcpy(t->key + to * keys, t->key + from * keys, keys * sizeof *t->key);
    memcpy(t->value + to * columns, t->value + from * columns, columns * sizeof *t->value);
}

/* How many rows of `from` have keys that `t` lacks. */
static size_t new_rows(const struct tally_table *t, const struct tally_table *from)
{
    size_t at = 0, fresh = 0;

    for (size_t i = 0; i < from->rows; i++) {
        int c = -1;
        while (at < t->rows &&
               (c = compare_keys(tallyfile_keys(t, at), tallyfile_keys(from, i), t->keys)) < 0)
            at++;
        fresh += at == t->rows || c != 0;
    }
    return fresh;
}

/* From the end, so that each row moves only once. */
static bool merge_table(struct tally_table *t, const struct tally_table *from)
{
    size_t fresh = new_rows(t, from), a = t->rows, b = from->rows, to = a + fresh;
    bool fits = true;

    tallytable_reserve(t, to);
    t->rows = to;
    while (b) {
        int c = a ? compare_keys(tallyfile_keys(t, a - 1), tallyfile_keys(from, b - 1), t->keys)
                  : -1;
        to--;
        if (c >= 0) {
            move_row(t, --a, to);
            fits &= c || add_row(t, to, tallyfile_values(from, b - 1));
            b -= !c;
        } else {
            b--;
            memcpy(t->key + to * (size_t)t->keys, tallyfile_keys(from, b),
                   (size_t)t->keys * sizeof *t->key);
            memcpy(t->value + to * (size_t)t->ncolumns, tallyfile_values(from, b),
                   (size_t)t->ncolumns * sizeof *t->value);
        }
    }
    return fits;
}

/* Merges the notes of both by number. No number is in both. */
static void merge_notes(struct tally_list *to, const struct tally_list *from)
{
    struct tally_list all = {.name = to->name, .notes = true};

    for (size_t a = 0, b = 0; a < to->n || b < from->n;) {
        bool first =
            b == from->n || (a < to->n && tallylist_number(to, a) < tallylist_number(from, b));
        tallyfile_put_line(&all, first ? to->line[a++] : mem_strdup(from->line[b++]));
    }
    free(to->line);
    *to = all;
}

bool tallyfile_merge(struct tally_file *into, const struct tally_file *from)
{
    bool fits = true;

    numbers_join(&into->numbers, &from->numbers);
    for (size_t i = 0; i < into->nlists; i++)
        if (into->list[i].notes)
            merge_notes(&into->list[i], &from->list[i]);
    for (size_t i = 0; i < into->ntables; i++)
        fits &= merge_table(&into->table[i], &from->table[i]);
    return fits;
}

/* tallyread.c - reads tallies, which may be damaged or hostile. */
#include "cantrip.h"
#include "tools/memory.h"
#include "tools/stats/tallyparts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MOST_ROWS = 1 << 26 };
static const char SMALL[] = "abcdefghijklmnopqrstuvwxyz-_";

struct reader {
    struct tally_file *f;
    char *at, *end; /* the rest of the text; lines already read end with a zero byte */
    int line;
    char **wrong;
};

static bool refuse(const struct reader *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(const struct reader *r, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *why = mem_vprintf(fmt, args),
         *shown = mem_had(ct_shown(why, false)); /* it may quote the file */
    va_end(args);
    *r->wrong = r->line ? mem_printf("%s:%d: %s", r->f->path, r->line, shown)
                        : mem_printf("%s: %s", r->f->path, shown);
    free(why);
    free(shown);
    return false;
}

/* The next line without its end. NULL: no more. */
static char *next_line(struct reader *r)
{
    char *line = r->at, *end = memchr(line, '\n', (size_t)(r->end - line));

    if (!end)
        return NULL;
    *end = 0;
    r->at = end + 1;
    r->line++;
    return line;
}

/* ---- the whole ---- */

/* Is it a tally of this version with the right checksum at its end? Then the end is cut off. */
static bool whole(struct reader *r)
{
    static const char kind[] = "cantrip tally ";
    static const size_t last = sizeof "end: 0123456789abcdef"; /* with its newline */
    size_t n = (size_t)(r->end - r->at), first = strcspn(r->at, "\n");
    char want[40];

    if (strncmp(r->at, kind, sizeof kind - 1) != 0)
        return refuse(r, "this is not a tally (a file of --tally begins with '%s')",
                      TALLY_FIRST_LINE);
    if (first != sizeof TALLY_FIRST_LINE - 1 || strncmp(r->at, TALLY_FIRST_LINE, first) != 0)
        return refuse(
            r, "it begins with '%.*s', but this version reads '%s': play its games again",
            (int)(first < 40 ? first : 40), r->at, TALLY_FIRST_LINE);
    if (n < first + 1 + last)
        return refuse(r, "it is cut: its last line, 'end: …', is missing");
    r->end -= last;
    snprintf(want, sizeof want, "end: %016" PRIx64 "\n",
             (uint64_t)XXH64(r->at, (size_t)(r->end - r->at), 0));
    if (memcmp(r->end, "end: ", 5) != 0 || r->end[-1] != '\n' || r->end[last - 1] != '\n')
        return refuse(r, "it is cut: its last line, 'end: …', is missing");
    if (memcmp(r->end, want, last) != 0)
        return refuse(r, "it is damaged: its checksum differs");
    if (memchr(r->at, 0, (size_t)(r->end - r->at)))
        return refuse(r, "it is not text: it has a zero byte");
    *r->end = 0;
    return true;
}

/* ---- fields ---- */

/* "1-250 of 1000 games" */
static bool read_numbers(struct reader *r, char *value)
{
    static const char *const units[] = {"games", "deals", "groups", "mutants"};
    struct tally_file *f = r->f;
    char *of = strstr(value, " of ");
    const char *rest = of ? of + 4 : NULL;

    if (of)
        *of = 0;
    if (!of || !numbers_read(&f->numbers, value) || !number_read(&rest, INT64_MAX, &f->of) ||
        *rest++ != ' ' || numbers_last(&f->numbers) > f->of)
        return refuse(r, "write numbers like '1-250 of 1000 games'");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(rest, units[i]))
            f->unit = units[i];
    return f->unit || refuse(r, "a tally does not count '%s'", rest);
}

static bool read_fields(struct reader *r)
{
    char *line;

    while ((line = next_line(r))) {
        size_t n = strspn(line, SMALL);
        if (!n || line[n] != ':' || line[n + 1] != ' ' || !ct_is_line(line))
            break;
        line[n] = 0;
        if (!strcmp(line, "numbers"))
            return read_numbers(r, line + n + 2);
        tallyfile_put_field(r->f, mem_strndup(line, n), mem_strdup(line + n + 2));
    }
    return refuse(r, "expected a field, or 'numbers: …'");
}

/* ---- lists and tables ---- */

/* Cuts "NAME REST" in two. NULL: not of this form. */
static char *behind_name(char *line)
{
    size_t n = strspn(line, SMALL);

    if (!n || line[n] != ' ')
        return NULL;
    line[n] = 0;
    return line + n + 1;
}

/* Does line i of the notes begin with a number of the run that is not less than the one before? */
static bool is_note(const struct reader *r, const struct tally_list *l, size_t i)
{
    const char *s = l->line[i];
    uint64_t number;

    return number_read(&s, r->f->of, &number) && *s == ' ' && number &&
           (!i || number >= tallylist_number(l, i - 1));
}

static bool read_list(struct reader *r, char *name, bool notes)
{
    const char *rest = behind_name(name);
    uint64_t n;

    if (!rest || !number_read(&rest, (uint64_t)(r->end - r->at), &n) || *rest)
        return refuse(r, "expected a name, and how many lines there are");
    struct tally_list *l = notes ? tallyfile_notes(r->f, name) : tallyfile_list(r->f, name);
    for (uint64_t i = 0; i < n; i++) {
        char *line = next_line(r);
        if (!line || !ct_is_line(line))
            return refuse(r, "expected line %" PRIu64 " of %" PRIu64 " of the list '%s'", i + 1,
                          n, l->name);
        tallyfile_put_line(l, mem_strdup(line));
        if (notes && !is_note(r, l, i))
            return refuse(r, "this is not a note of '%s'", l->name);
    }
    return true;
}

/* Reads a whole number. Up to 18 digits (most values) it uses 64-bit arithmetic. */
static bool read_value(const char **text, __int128 *out)
{
    const char *s = *text;
    bool minus = *s == '-';
    uint64_t part = 0;
    __int128 v;

    s += minus;
    const char *digits = s;
    while (*s >= '0' && *s <= '9' && s - digits < 18)
        part = 10 * part + (uint64_t)(*s++ - '0');
    if (s == digits || (*digits == '0' && (s - digits > 1 || minus)))
        return false;
    for (v = (__int128)part; *s >= '0' && *s <= '9'; s++) {
        if (v >> 122) /* ten times this is too large, perhaps even for the type */
            return false;
        v = 10 * v + (*s - '0');
        if (!tallytable_fits(v))
            return false;
    }
    *text = s;
    *out = minus ? -v : v;
    return true;
}

static bool read_row(struct tally_table *t, const char *s)
{
    uint32_t key[TALLY_KEYS] = {0};
    uint64_t k;

    for (int i = 0; i < t->keys; i++) {
        if (!number_read(&s, INT32_MAX, &k) || *s++ != ' ')
            return false;
        key[i] = (uint32_t)k;
    }
    __int128 *value = tallyfile_row(t, key[0], key[1], key[2]);
    for (int i = 0; i < t->ncolumns; i++) {
        bool nothing = *s == '-' && (s[1] == ' ' || !s[1]) && value[i] == TALLY_NOTHING;
        if (nothing)
            s++;
        else if (!read_value(&s, &value[i]))
            return false;
        if (t->rule[i] == '%' && (value[i] < 0 || value[i] > UINT64_MAX))
            return false;
        if (*s++ != (i + 1 < t->ncolumns ? ' ' : 0))
            return false;
    }
    return tallytable_ascends(t, t->rows - 1);
}

static bool read_table(struct reader *r, char *name)
{
    char *keys = behind_name(name), *columns = keys && *keys ? keys + 2 : NULL;
    struct tally_table *t = NULL;
    uint64_t rows = 0;

    if (columns && *keys >= '0' && *keys <= '0' + TALLY_KEYS && keys[1] == ' ')
        t = tallyfile_table(r->f, name, *keys - '0', columns);
    if (!t)
        return refuse(r, "expected 'table NAME', how many keys and which columns it has");
    const char *line = next_line(r);
    if (!line || strncmp(line, "rows ", 5) != 0 ||
        (line += 5, !number_read(&line, MOST_ROWS, &rows)) || *line ||
        rows > (uint64_t)(r->end - r->at))
        return refuse(r, "expected 'rows', and how many the table '%s' has", t->name);
    tallytable_reserve(t, rows);
    for (uint64_t i = 0; i < rows; i++)
        if (!(line = next_line(r)) || !read_row(t, line))
            return refuse(r, "this is not a row of the table '%s'", t->name);
    return true;
}

/* ---- the file ---- */

static bool read_all(struct reader *r)
{
    if (!whole(r))
        return false;
    next_line(r);
    if (!read_fields(r))
        return false;
    for (char *line; (line = next_line(r));) {
        bool list = !strncmp(line, "list ", 5), notes = !strncmp(line, "notes ", 6),
             table = !strncmp(line, "table ", 6);
        if (!table && ((!list && !notes) || r->f->ntables)) /* tables come last */
            return refuse(r, r->f->ntables ? "expected a table"
                                           : "expected a list, notes or a table");
        if (table ? !read_table(r, line + 6) : !read_list(r, line + (notes ? 6 : 5), notes))
            return false;
    }
    return true;
}

bool tallyfile_take(struct tally_file *f, const char *path, char *text, size_t n, char **wrong)
{
    *f = (struct tally_file){.path = mem_had(ct_shown(path, false))};
    struct reader r = {.f = f, .at = text, .end = text + n, .wrong = wrong};
    return read_all(&r);
}

bool tallyfile_read(struct tally_file *f, const char *path, char **wrong)
{
    size_t n;
    char *text = ct_file_read(path, &n, wrong);

    *f = (struct tally_file){0};
    if (!text)
        return false;
    bool good = tallyfile_take(f, path, text, n, wrong);
    free(text);
    return good;
}

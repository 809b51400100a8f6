/* deepparts.c - the parts of the rules that ran in no game of `check --deep`. In a tally each part
 * is a line:
 *
 *     IS LINE COLUMN AFTER NAME FILE    (AFTER: 3,7,12 or -; NAME: or -; FILE: may be empty)
 */
#include "deepresult.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static char *part_line(const struct ct_covered *p)
{
    struct buffer b = {0};

    buffer_add(&b, "%d %d %d %s", (int)p->is, p->line, p->column, p->nafter ? "" : "-");
    for (int i = 0; i < p->nafter; i++)
        buffer_add(&b, "%s%d", i ? "," : "", p->after[i]);
    buffer_add(&b, " %s %s", *p->name ? p->name : "-", p->file ? p->file : "");
    return buffer_take(&b);
}

void deep_parts_of(struct deep_result *r, const ct_definition *def)
{
    ct_coverage *c = ct_coverage_of(def);
    struct ct_covered p;

    if (!c)
        mem_die();
    r->sums.nran = ct_coverage_count(c);
    r->sums.ran = mem_zero(((size_t)r->sums.nran + 1) * sizeof *r->sums.ran);
    r->part = mem_zero(((size_t)r->sums.nran + 1) * sizeof *r->part);
    for (int i = 0; ct_coverage_get(c, i, &p); i++)
        r->part[i] = part_line(&p);
    ct_coverage_free(c);
}

void deep_parts_free(struct deep_result *r)
{
    for (int i = 0; r->part && i < r->sums.nran; i++)
        free(r->part[i]);
    free(r->part);
}

/* The fields of a part's line. */
struct part_read {
    enum ct_covers is;
    int row, column, nname; /* nname 0: no name */
    const char *after, *name, *file;
};

static bool read_part(const char *line, struct part_read *to)
{
    int is = 0, after = 0, name = 0, end = 0;

    if (sscanf(line, "%d %d %d %n%*s %n%*s%n", &is, &to->row, &to->column, &after, &name,
               &end) < 3 ||
        is < 0 || is >= CT_NCOVERS || !end)
        return false;
    to->is = (enum ct_covers)is;
    to->after = line + after;
    to->name = line + name;
    to->nname = line[name] == '-' && end == name + 1 ? 0 : end - name;
    to->file = line + end + (line[end] == ' ');
    return true;
}

const char *deep_part_file(const char *line)
{
    struct part_read p;

    return read_part(line, &p) ? p.file : line + strlen(line);
}

/* ---- telling ---- */

/* Did any part run that comes before this one? */
static bool was_due(const struct deep_result *r, const char *after)
{
    char *end;

    if (*after == '-')
        return true;
    for (;; after = end + 1) {
        unsigned long i = strtoul(after, &end, 10);
        if (end == after)
            return false;
        if (i < (unsigned long)r->sums.nran && r->sums.ran[i])
            return true;
        if (*end != ',')
            return false;
    }
}

/* Only the first part that never ran is reported, not those that depend on it. */
static bool is_told(const struct deep_result *r, int i)
{
    struct part_read p;

    return !r->sums.ran[i] && read_part(r->part[i], &p) && was_due(r, p.after);
}

/* Cards that one entry makes (`for`) have the same place. */
static bool is_one_place(const struct part_read *a, const struct part_read *b)
{
    return a->is == b->is && a->nname && b->nname && *a->file && !strcmp(a->file, b->file) &&
           a->row == b->row && a->column == b->column;
}

/* Prints part i with the names of the following parts at its place. Returns the last of them. */
static int print_part(const struct deep_result *r, int i)
{
    struct part_read p, next;

    if (!read_part(r->part[i], &p))
        return i;
    if (*p.file)
        printf("%s:%d:%d: note: %s", p.file, p.row, p.column, ct_covers_says(p.is));
    else
        printf("%s: note: %s", r->run.id, ct_covers_says(p.is));
    if (p.nname)
        printf(": %.*s", p.nname, p.name);
    for (int k = i + 1; k < r->sums.nran; k++) {
        if (!is_told(r, k))
            continue;
        if (!read_part(r->part[k], &next) || !is_one_place(&p, &next))
            break;
        printf(", %.*s", next.nname, next.name);
        i = k;
    }
    puts("");
    return i;
}

/* Are part i and the following ones cards of more places than are listed one by one? Returns the
 * number of cards; *last is the last part. */
static int many_cards(const struct deep_result *r, int i, int *last)
{
    enum { PLACES = 3 };
    struct part_read at, next;
    int cards = 0, places = 0;

    for (int k = i; k < r->sums.nran; k++) {
        if (!is_told(r, k))
            continue;
        if (!read_part(r->part[k], &next) || next.is != CT_COVERS_CARD || !*next.file)
            break;
        places += !cards || !is_one_place(&at, &next);
        at = next;
        cards++;
        *last = k;
    }
    return places > PLACES ? cards : 0;
}

/* Prints them all in one line, a few by name. */
static void print_many(const struct deep_result *r, int i, int cards)
{
    enum { NAMED = 5 };
    struct part_read p;
    int named = 0;

    if (!read_part(r->part[i], &p))
        return;
    printf("%s:%d:%d: note: %d cards never leave where they begin: ", p.file, p.row, p.column,
           cards);
    for (; named < NAMED && named < cards; i++)
        if (is_told(r, i) && read_part(r->part[i], &p))
            printf("%s%.*s", named++ ? ", " : "", p.nname, p.name);
    puts(named < cards ? ", …" : "");
}

json_t *deep_parts_json(const struct deep_result *r)
{
    json_t *list = json_array();
    struct part_read p;

    for (int i = 0; i < r->sums.nran; i++) {
        if (!is_told(r, i) || !read_part(r->part[i], &p))
            continue;
        json_t *o = json_pack("{s: s}", "says", ct_covers_says(p.is));
        if (p.nname)
            json_object_set_new(o, "name", json_stringn(p.name, (size_t)p.nname));
        if (*p.file) {
            json_object_set_new(o, "file", json_string(p.file));
            json_object_set_new(o, "line", json_integer(p.row));
            json_object_set_new(o, "column", json_integer(p.column));
        }
        json_array_append_new(list, o);
    }
    return list;
}

void deep_parts_print(const struct deep_result *r)
{
    int n = 0;

    for (int i = 0; i < r->sums.nran; i++)
        n += is_told(r, i);
    if (!n)
        return;
    printf("%s: these random games never used all of the rules:\n", r->run.id);
    for (int i = 0, last = 0; i < r->sums.nran; i++) {
        if (!is_told(r, i))
            continue;
        int cards = many_cards(r, i, &last);
        if (cards)
            print_many(r, i, cards);
        i = cards ? last : print_part(r, i);
    }
}

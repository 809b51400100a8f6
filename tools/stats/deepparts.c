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

static bool read_part(const char *line, struct deep_part *to)
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
    struct deep_part p;

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

bool deep_part_never(const struct deep_result *r, int i, struct deep_part *p)
{
    return !r->sums.ran[i] && read_part(r->part[i], p) && was_due(r, p->after);
}

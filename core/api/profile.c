/* profile.c - what each line of a game's files costs: the kernel counts by place (kengine.ran), here places become lines.
 *
 * Why the cards of a line are asked one by one is read off the plan by which the engine went last.
 */
#include "api/internal.h"

#include <stdlib.h>

/* A file, by lines: its first is number `first` of all. */
struct paged {
    const char *path, *text;
    size_t len;
    uint32_t first, lines;
};
/* A line. Of several rules that begin in it the first says how often it was worked out: that at column `col`. */
struct lined {
    uint64_t work, times, cards;
    int col;
    enum ct_asked why;
};
struct ct_profile {
    const ct_definition *def;
    struct paged *file;
    int nfiles;
    struct lined *line; /* [0]: no rule's */
    uint32_t nlines, *order, nordered;
    uint32_t *at; /* [place of the kernel]: its line */
    uint32_t nplaces;
};

static uint32_t lines_of(const char *text, size_t len)
{
    uint32_t n = 2; /* one that nothing ends, and they are counted from 1 */

    for (size_t i = 0; text && i < len; i++)
        n += text[i] == '\n';
    return n;
}

/* ---- counting ---- */

int ct_engine_profile(ct_engine *e)
{
    const ct_definition *def = e->def;
    uint32_t n = def->npos, *first = malloc(((size_t)def->nscripts + 1) * sizeof *first);
    struct kran *ran = calloc(1, sizeof *ran);

    for (int i = 0; first && i < def->nscripts; i++) {
        first[i] = n;
        n += lines_of(def->scripts[i].text, def->scripts[i].len);
    }
    if (ran)
        ran->cost = calloc((size_t)n + 1, sizeof *ran->cost);
    if (!first || !ran || !ran->cost) {
        free(first);
        free(ran);
        return engine_no_memory(e);
    }
    free(e->script_lines);
    e->script_lines = first;
    e->profile = e->k.ran = ran;
    if (e->script)
        script_tell_lines(e->script, first);
    return 0;
}

/* ---- why cards are asked one by one ---- */

struct looking {
    const struct kparts *parts;
    bool script;
};

static bool runs_script(void *ctx, enum part_is is, ref r, bool each)
{
    struct looking *l = ctx;

    (void)each;
    return (is == IS_EXPR && l->parts->exprs[r].op == X_PURE) ||
           k_any_part(l->parts, is, r, runs_script, l);
}

/* Does a script work out anything within this formula? */
static bool has_script(const struct kdef *d, ref expr)
{
    const struct kparts p = {d->exprs, d->xargs, d->seats, d->sels, d->selrefs, d->tests};
    struct looking l = {&p, false};

    return expr != REF_NONE && runs_script(&l, IS_EXPR, expr, false);
}

/* Is some part of a condition asked of each card? */
static bool asks_each(const struct kplan *p, ref expr)
{
    const struct kexpr *x = p->d.exprs + expr;

    if (!(p->names[expr] & 1u << BOUND_IT) || p->names[expr] & NAMES_NUMBER)
        return false;
    if (x->op == X_NOT)
        return asks_each(p, x->a);
    return (x->op != X_AND && x->op != X_OR) || asks_each(p, x->a) || asks_each(p, x->b);
}

static enum ct_asked slow_select(const struct kplan *p, const struct kdef *d, unsigned i)
{
    const struct kselect *q = p->d.sels + i;
    const struct kquick *k = p->quick + i;

    if (has_script(d, q->where))
        return CT_ASKED_SCRIPT;
    if (q->where != REF_NONE && asks_each(p, q->where))
        return CT_ASKED_WHERE;
    if (k->others)
        return CT_ASKED_AMONG;
    for (int a = 0; a < k->nasks; a++)
        if (p->asks[k->asks + a].each)
            return CT_ASKED_TRAIT;
    return q->most != REF_NONE || q->least != REF_NONE || q->each != REF_NONE ? CT_ASKED_RANK
                                                                              : CT_ASKED_SETS;
}

static enum ct_asked slow_action(const struct kplan *p, unsigned i)
{
    const struct kaction *a = p->d.actions + i;
    const struct kbinds *b = p->binds + i;

    return a->cards != REF_NONE                        ? CT_ASKED_TRIED
           : b->n > 1 && ~b->fixed & ((1 << b->n) - 1) ? CT_ASKED_PARTS
           : a->cond != REF_NONE                       ? CT_ASKED_IF
                                                       : CT_ASKED_SETS;
}

static void blame(struct ct_profile *p, uint32_t place, enum ct_asked why)
{
    struct lined *l = p->line + (place < p->nplaces ? p->at[place] : 0);

    if (why && (l->cards || why == CT_ASKED_SCRIPT) && (!l->why || why < l->why))
        l->why = why;
}

static void find_why(struct ct_profile *p, const struct kplan *plan)
{
    const struct kdef *d = &p->def->k;
    const int traits = d->ncards * d->ntraits;

    for (unsigned i = 0; i < d->nsels; i++)
        blame(p, d->sels[i].src_pos, slow_select(plan, d, i));
    for (unsigned i = 0; i < d->nactions; i++)
        blame(p, d->actions[i].src, slow_action(plan, i));
    for (unsigned i = 0; i < d->nexprs; i++) {
        unsigned op = d->exprs[i].op;
        blame(p, d->expr_src[i],
              op == X_PURE                     ? CT_ASKED_SCRIPT
              : op >= X_SUM && op <= X_LEASTOF ? CT_ASKED_SUM
                                               : CT_ASKED_SETS);
    }
    for (int i = 0; i < traits; i++)
        if (d->trait_expr[i] != REF_NONE)
            blame(p, d->expr_src[d->trait_expr[i]], CT_ASKED_FORMULA);
    for (uint32_t i = p->def->npos; i < p->nplaces; i++)
        if (p->line[p->at[i]].work)
            p->line[p->at[i]].why = CT_ASKED_SCRIPT;
}

const char *ct_asked_word(enum ct_asked why)
{
    static const char *const word[] = {
#define X(id, word, says) word,
        CT_ASKED(X)
#undef X
    };
    return word[why];
}

const char *ct_asked_says(enum ct_asked why)
{
    static const char *const says[] = {
#define X(id, word, says) says,
        CT_ASKED(X)
#undef X
    };
    return says[why];
}

/* ---- lines ---- */

/* The line of a file, whose lines are numbered behind those before if it is new. */
static uint32_t line_at(struct ct_profile *p, const char *path, const char *text, size_t len,
                        int line)
{
    int i = 0;

    while (i < p->nfiles && strcmp(p->file[i].path, path) != 0)
        i++;
    if (i == p->nfiles) {
        struct paged *v = mem_room(p->file, (size_t)p->nfiles, sizeof *v);
        if (!v)
            return 0;
        p->file = v;
        v[p->nfiles++] = (struct paged){path, text, len, p->nlines, lines_of(text, len)};
        p->nlines += v[i].lines;
    }
    return (uint32_t)line < p->file[i].lines ? p->file[i].first + (uint32_t)line : 0;
}

/* Finds the line of each place. */
static void find_lines(struct ct_profile *p)
{
    const ct_definition *def = p->def;
    uint32_t n = 1;

    for (; n < def->npos; n++) {
        const struct position *at = &def->pos[n];
        p->at[n] =
            at->src ? line_at(p, at->src->path, at->src->text, at->src->len, at->line) : 0;
    }
    for (int i = 0; i < def->nscripts; i++) {
        const struct script_file *f = &def->scripts[i];
        for (uint32_t k = 0, of = lines_of(f->text, f->len); k < of; k++)
            p->at[n++] = line_at(p, f->path, f->text, f->len, (int)k);
    }
}

ct_profile *ct_profile_new(const ct_definition *def)
{
    ct_profile *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->def = def;
    p->nlines = 1;
    p->nplaces = def->npos ? def->npos : 1;
    for (int i = 0; i < def->nscripts; i++)
        p->nplaces += lines_of(def->scripts[i].text, def->scripts[i].len);
    p->at = calloc(p->nplaces, sizeof *p->at);
    if (p->at)
        find_lines(p);
    p->line = p->at ? calloc(p->nlines, sizeof *p->line) : NULL;
    p->order = p->line ? calloc(p->nlines, sizeof *p->order) : NULL;
    if (p->order)
        return p;
    ct_profile_free(p);
    return NULL;
}

void ct_profile_free(ct_profile *p)
{
    if (!p)
        return;
    free(p->file);
    free(p->line);
    free(p->order);
    free(p->at);
    free(p);
}

void ct_profile_add(ct_profile *p, ct_engine *e)
{
    struct kcost *cost = e->profile ? e->profile->cost : NULL;

    if (!cost)
        return;
    k_ran_at(&e->k, 0, 0, 0);
    for (uint32_t i = 0; i < p->nplaces; i++) {
        struct lined *l = p->line + p->at[i];
        int col = i < p->def->npos ? p->def->pos[i].col : 1;

        l->work += cost[i].work;
        l->cards += cost[i].cards;
        if (cost[i].times && (!l->col || col < l->col)) {
            l->col = col;
            l->times = 0;
        }
        l->times += col == l->col ? cost[i].times : 0;
        cost[i] = (struct kcost){0};
    }
    find_why(p, e->k.plan);
    p->nordered = 0;
    for (uint32_t i = 0; i < p->nlines; i++) {
        uint32_t k = p->line[i].work ? p->nordered++ : 0;
        for (; k && p->line[p->order[k - 1]].work < p->line[i].work; k--)
            p->order[k] = p->order[k - 1];
        if (p->line[i].work)
            p->order[k] = i;
    }
}

uint64_t ct_profile_work(const ct_profile *p)
{
    uint64_t work = 0;

    for (uint32_t i = 0; i < p->nlines; i++)
        work += p->line[i].work;
    return work;
}

/* The line as it is written, without what is blank around it. */
static void text_of(const struct paged *f, int line, struct ct_profiled *out)
{
    const char *s = f->text, *end = s ? s + f->len : NULL, *stop;

    for (; s && line > 1; line--)
        s = (s = memchr(s, '\n', (size_t)(end - s))) ? s + 1 : NULL;
    if (!s)
        return;
    stop = memchr(s, '\n', (size_t)(end - s));
    stop = stop ? stop : end;
    while (s < stop && (*s == ' ' || *s == '\t'))
        s++;
    while (stop > s && (stop[-1] == ' ' || stop[-1] == '\r'))
        stop--;
    out->text = s;
    out->len = (size_t)(stop - s);
}

bool ct_profile_get(const ct_profile *p, int i, struct ct_profiled *out)
{
    if (i < 0 || (uint32_t)i >= p->nordered)
        return false;
    uint32_t at = p->order[i];
    const struct lined *l = p->line + at;
    *out = (struct ct_profiled){
        .work = l->work, .times = l->times, .cards = l->cards, .why = l->why, .text = ""};
    for (int k = 0; k < p->nfiles && at; k++)
        if (at - p->file[k].first < p->file[k].lines) {
            out->file = p->file[k].path;
            out->line = (int)(at - p->file[k].first);
            text_of(p->file + k, out->line, out);
        }
    return true;
}

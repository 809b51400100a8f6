/* profile.c - the cost of each line of a game's files. The kernel counts by place (kengine.ran);
 * here places become lines. */
#include "api/internal.h"
#include "base/rows.h"

#include <stdlib.h>

/* Reasons why cards are asked one by one. The first of several is reported. */
#define REASONS(X)                                                                             \
    X(SCRIPT, "script",                                                                        \
      "Lua runs each time. A selector or formula in YAML is often answered by sets.")          \
    X(WHERE, "where",                                                                          \
      "The condition is asked card by card. Keys such as `suit: S` or `cost: {at_most: N}` "   \
      "are answered by sets.")                                                                 \
    X(AMONG, "any, except", "These selectors are asked card by card.")                         \
    X(TRAIT, "trait", "The trait is a formula on some cards. Plain values need no asking.")    \
    X(RANK, "ranking",                                                                         \
      "`most`, `least` and `one_of_each` compare the cards one by one. Ask less often or of "  \
      "fewer cards.")                                                                          \
    X(FORMULA, "formula", "A card's formula is worked out each time somebody asks for it.")    \
    X(SUM, "sum", "Each card is looked at. A `count` is often answered by sets.")              \
    X(TRIED, "sets tried", "Each set of cards that may be picked is tried.")                   \
    X(IF, "if", "The `if` is asked for each card, or pair of cards, that may be picked.")
enum slow {
    NO_REASON,
#define X(id, word, says) SLOW_##id,
    REASONS(X)
#undef X
};
static const char *const reason[][2] = {{NULL, NULL}, REASONS(ROW_PAIR)};

struct paged {
    const char *path, *text;
    size_t len;
    uint32_t first, lines; /* its line 0 is number `first` of all lines */
};
/* A line. If several rules begin in it, the first (at column `col`) gives the count: its step or
 * action, or its formula, whichever ran more often. (The formula of an `if` is at the place of
 * its step.) */
struct lined {
    struct kcost cost;
    uint64_t times[2];
    int col;
    enum slow why;
};
struct ct_profile {
    const ct_definition *def;
    struct paged *file;
    int nfiles;
    struct lined *line; /* [0]: no rule's */
    uint32_t nlines, *order, nordered;
    uint32_t *at, nplaces; /* [place of the kernel]: its line */
    bool *formula;         /* … a formula stands there */
    uint64_t work, ticks;
};

/* Lines are counted from 1, and nothing need end the last. */
static uint32_t lines_of(const char *text, size_t len)
{
    uint32_t n = 2;

    for (size_t i = 0; text && i < len; i++)
        n += text[i] == '\n';
    return n;
}

int ct_engine_profile(ct_engine *e)
{
    const ct_definition *def = e->def;
    uint32_t n = def->npos + 1, *first = calloc((size_t)def->nscripts + 1, sizeof *first);
    struct kran *ran = calloc(1, sizeof *ran);

    e->script_lines = first;
    e->profile = ran;
    for (int i = 0; first && i < def->nscripts; i++) {
        first[i] = n;
        n += lines_of(def->scripts[i].text, def->scripts[i].len);
    }
    if (!first || !ran || !(ran->cost = calloc(n, sizeof *ran->cost)))
        return engine_no_memory(e);
    e->k.ran = ran;
    if (e->script)
        script_tell_lines(e->script, first);
    return 0;
}

void ct_profile_tick(ct_engine *e)
{
    if (e->k.ran)
        e->k.ran->cost[e->k.ran->at].ticks++;
}

/* ---- why cards are asked one by one ---- */

/* Is some part of a condition asked of each card? */
static bool asks_each(const struct kplan *p, ref expr)
{
    const struct kexpr *x = p->d.exprs + expr;

    if (expr == REF_NONE || !(p->names[expr] & 1u << BOUND_IT) || p->names[expr] & NAMES_NUMBER)
        return false;
    switch ((enum xop)x->op) {
    case X_PASSES: return p->asks[x->imm].each;
    case X_NOT: return asks_each(p, x->a);
    case X_AND:
    case X_OR: return asks_each(p, x->a) || asks_each(p, x->b);
    case X_IF: return asks_each(p, x->a) || asks_each(p, x->b) || asks_each(p, x->c);
    default: return true;
    }
}

static enum slow of_select(const struct kplan *p, const struct kselect *q,
                           const struct kquick *k)
{
    bool trait = false;

    for (int a = 0; a < k->nasks; a++)
        trait |= p->asks[k->asks + a].each;
    return asks_each(p, q->where)                       ? SLOW_WHERE
           : k->others                                  ? SLOW_AMONG
           : trait                                      ? SLOW_TRAIT
           : (q->most & q->least & q->each) != REF_NONE ? SLOW_RANK
                                                        : NO_REASON;
}

/* A reason counts where cards were looked at; that of a script always. */
static void blame(struct ct_profile *p, uint32_t place, enum slow why)
{
    struct lined *l = p->line + p->at[place];

    if (why && (l->cost.cards || why == SLOW_SCRIPT) && (!l->why || why < l->why))
        l->why = why;
}

/* For the engine's last plan. */
static void find_reasons(struct ct_profile *p, const struct kplan *plan)
{
    const struct kdef *d = &p->def->k;

    for (uint32_t i = 0; i < d->nprog; i++)
        blame(p, d->prog[i].src, d->prog[i].op == OP_HOOK ? SLOW_SCRIPT : NO_REASON);
    for (unsigned i = 0; i < d->nsels; i++)
        blame(p, d->sels[i].src_pos, of_select(plan, plan->d.sels + i, plan->quick + i));
    for (unsigned i = 0; i < d->nactions; i++) {
        const struct kaction *a = plan->d.actions + i;
        blame(p, d->actions[i].src,
              a->cards != REF_NONE                              ? SLOW_TRIED
              : a->part_end[WHEN_ALL] > a->part_end[WHEN_FIRST] ? SLOW_IF
                                                                : NO_REASON);
    }
    for (unsigned i = 0; i < d->nexprs; i++) {
        unsigned op = d->exprs[i].op;
        bool sum = (op >= X_SUM && op <= X_LEASTOF) || op == X_OVERSETS;
        blame(p, d->expr_src[i], op == X_PURE ? SLOW_SCRIPT : sum ? SLOW_SUM : NO_REASON);
    }
    for (unsigned i = 0; i < (unsigned)d->ncards * d->ntraits; i++)
        if (d->trait_expr[i] != REF_NONE)
            blame(p, d->expr_src[d->trait_expr[i]], SLOW_FORMULA);
    for (uint32_t i = p->def->npos + 1; i < p->nplaces; i++)
        blame(p, i, SLOW_SCRIPT);
}

/* ---- lines ---- */

/* The number of a line of a file; 0 is no rule's. */
static uint32_t line_at(struct ct_profile *p, const char *path, const char *text, size_t len,
                        uint32_t line)
{
    int i = PLACE_OF(p->file, p->nfiles, path);

    if (i < 0) {
        if (!mem_room(&p->file, (size_t)p->nfiles, sizeof *p->file))
            return 0;
        i = p->nfiles++;
        p->file[i] = (struct paged){path, text, len, p->nlines, lines_of(text, len)};
        p->nlines += p->file[i].lines;
    }
    return line < p->file[i].lines ? p->file[i].first + line : 0;
}

ct_profile *ct_profile_new(const ct_definition *def)
{
    ct_profile *p = calloc(1, sizeof *p);
    uint32_t n = def->npos + 1;

    if (!p)
        return NULL;
    p->def = def;
    p->nlines = 1;
    p->nplaces = n;
    for (int i = 0; i < def->nscripts; i++)
        p->nplaces += lines_of(def->scripts[i].text, def->scripts[i].len);
    p->at = calloc(p->nplaces, sizeof *p->at);
    for (uint32_t i = 1; p->at && i < def->npos; i++) {
        const struct source *f = def->pos[i].src;
        p->at[i] = f ? line_at(p, f->path, f->text, f->len, (uint32_t)def->pos[i].line) : 0;
    }
    for (int i = 0; p->at && i < def->nscripts; i++) {
        const struct script_file *f = &def->scripts[i];
        for (uint32_t k = 0, of = lines_of(f->text, f->len); k < of; k++)
            p->at[n++] = line_at(p, f->path, f->text, f->len, k);
    }
    p->line = calloc(p->nlines, sizeof *p->line);
    p->order = calloc(p->nlines, sizeof *p->order);
    p->formula = calloc(p->nplaces, sizeof *p->formula);
    for (uint32_t i = 0; p->formula && i < def->k.nexprs; i++)
        p->formula[def->k.expr_src[i]] = true;
    if (p->at && p->line && p->order && p->formula)
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
    free(p->formula);
    free(p);
}

/* Adds the cost of the rule at column `col`. */
static void line_add(struct lined *l, int col, bool formula, const struct kcost *cost)
{
    l->cost.work += cost->work;
    l->cost.cards += cost->cards;
    l->cost.ticks += cost->ticks;
    if (cost->times && (!l->col || col < l->col)) {
        l->col = col;
        l->times[0] = l->times[1] = 0;
    }
    l->times[formula] += col == l->col ? cost->times : 0;
    l->cost.times = l->times[l->times[1] > l->times[0]];
}

/* So few looks say nothing of a line. */
enum { FEW_TICKS = 100 };

static bool is_timed(const struct ct_profile *p)
{
    return p->ticks >= FEW_TICKS;
}

static uint64_t price(const struct ct_profile *p, uint32_t line)
{
    return is_timed(p) ? p->line[line].cost.ticks : p->line[line].cost.work;
}

void ct_profile_add(ct_profile *p, ct_engine *e)
{
    struct kcost *cost = e->k.ran ? e->k.ran->cost : NULL;

    if (!cost)
        return;
    k_ran_at(&e->k, 0, 0, 0);
    for (uint32_t i = 0; i < p->nplaces; i++) {
        line_add(p->line + p->at[i], i < p->def->npos ? p->def->pos[i].col : 1, p->formula[i],
                 cost + i);
        p->work += cost[i].work;
        p->ticks += cost[i].ticks;
        cost[i] = (struct kcost){0};
    }
    if (e->k.plan->options) /* otherwise this engine has played nothing */
        find_reasons(p, e->k.plan);
    p->nordered = 0;
    for (uint32_t i = 0; i < p->nlines; i++) {
        uint32_t k = p->nordered;
        if (!p->line[i].cost.work)
            continue;
        for (; k && price(p, p->order[k - 1]) < price(p, i); k--)
            p->order[k] = p->order[k - 1];
        p->order[k] = i;
        p->nordered++;
    }
}

/* The line without blanks at its ends. */
static void text_of(const struct paged *f, int line, struct ct_profiled *out)
{
    const char *s = f->text, *end = s ? s + f->len : NULL;

    for (; s && line > 1; line--)
        s = (s = memchr(s, '\n', (size_t)(end - s))) ? s + 1 : NULL;
    if (!s)
        return;
    const char *stop = memchr(s, '\n', (size_t)(end - s));
    for (stop = stop ? stop : end; s < stop && *s == ' '; s++) {
    }
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
    *out = (struct ct_profiled){.text = "",
                                .work = l->cost.work,
                                .share = (double)l->cost.work / (double)p->work,
                                .time =
                                    is_timed(p) ? (double)l->cost.ticks / (double)p->ticks : -1,
                                .times = l->cost.times,
                                .cards = l->cost.cards,
                                .why = reason[l->why][0],
                                .advice = reason[l->why][1]};
    for (int k = 0; k < p->nfiles && at; k++)
        if (at - p->file[k].first < p->file[k].lines) {
            out->file = p->file[k].path;
            out->line = (int)(at - p->file[k].first);
            text_of(p->file + k, out->line, out);
        }
    return true;
}

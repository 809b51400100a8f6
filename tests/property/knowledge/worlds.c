/* worlds.c - the worlds that an observer's classes allow, by dealing the definitions of each
 * class among its instances in every way; and what he is shown and offered.
 */
#include "knowledge.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

void set64_add(struct set64 *s, uint64_t v)
{
    if (s->n == s->cap)
        s->v = mem_realloc(s->v, (size_t)(s->cap = s->cap ? 2 * s->cap : 8) * sizeof *s->v);
    s->v[s->n++] = v;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

void set64_sort(struct set64 *s)
{
    int n = 0;

    if (s->n)
        qsort(s->v, (size_t)s->n, sizeof *s->v, by_value);
    for (int i = 0; i < s->n; i++)
        if (!n || s->v[n - 1] != s->v[i])
            s->v[n++] = s->v[i];
    s->n = n;
}

bool set64_has(const struct set64 *s, uint64_t v)
{
    return s->n && bsearch(&v, s->v, (size_t)s->n, sizeof *s->v, by_value) != NULL;
}

uint64_t world_key(struct kengine *e, struct scratch *x, const struct kstate *s, int o)
{
    k_clone(x->a, s);
    k_unanswer_others(x->a, o);
    return k_position_of_equals(e, x->a);
}

struct dealing {
    struct kengine *e;
    struct kstate *s;           /* being dealt */
    struct kinst *live, *check; /* check: the checkpoint's cards, NULL = none */
    const uint16_t *cls;
    struct set64 *out;
    uint16_t def[64]; /* as it is */
    bool both[64];    /* the checkpoint's card follows */
    bool used[64];    /* this instance's definition is given away */
    int o;            /* whose facts bar some of them; -1: there are none */
};

/* Deals to instance i and those after it. */
static void deal(struct dealing *w, unsigned i)
{
    if (i == w->s->ninst) {
        set64_add(w->out, k_position_of_equals(w->e, w->s));
        return;
    }
    for (unsigned j = 0; j < w->s->ninst; j++) {
        bool again = w->used[j] || w->cls[j] != w->cls[i];

        if (!again && w->o >= 0)
            again = set_has(k_barred(w->s, w->o, i), w->def[j]);

        for (unsigned k = 0; k < j && !again; k++) /* the first free one of a definition */
            again = !w->used[k] && w->cls[k] == w->cls[i] && w->def[k] == w->def[j];
        if (again)
            continue;
        w->used[j] = true;
        w->live[i].def = w->def[j];
        if (w->both[i])
            w->check[i].def = w->def[j];
        deal(w, i + 1);
        w->used[j] = false;
    }
}

double class_worlds(struct kengine *e, struct scratch *x, const struct kstate *s, int o,
                    struct set64 *out)
{
    struct dealing w = {.e = e, .s = x->a, .out = out};
    double ways = 1;

    k_clone(x->a, s);
    x->a->cast = x->a->cast_back = 0; /* others are dealt */
    k_unanswer_others(x->a, o);
    w.live = k_insts(x->a);
    w.cls = k_classes(x->a, o);
    w.o = facts_live(x->a) ? o : -1;
    if (k_rules(x->a)->hook != REF_NONE)
        w.check = AT(x->a, x->a->o_insts - x->a->o_rules + x->a->o_check, struct kinst);
    for (unsigned i = 0; i < s->ninst && i < 64; i++) {
        unsigned before = 1;

        w.def[i] = w.live[i].def;
        w.both[i] = w.check && w.check[i].def == w.def[i];
        for (unsigned j = 0; j < i; j++)
            before += w.cls[j] == w.cls[i];
        ways *= before;
    }
    out->n = 0;
    deal(&w, 0);
    set64_sort(out);
    return ways;
}

static uint64_t mix_bytes(const uint8_t *p, uint32_t n)
{
    uint64_t h = n;

    for (uint32_t i = 0; i < n; i++)
        h = kmix(h ^ p[i]) + 0x9e3779b97f4a7c15ull;
    return h;
}

uint64_t view_hash(struct kengine *e, struct scratch *x, struct kstate *s, int o)
{
    uint32_t n = k_view_bytes(e, s, o, x->bytes, x->cap);

    if (n > x->cap) {
        x->bytes = mem_realloc(x->bytes, x->cap = 2 * n);
        n = k_view_bytes(e, s, o, x->bytes, x->cap);
    }
    return mix_bytes(x->bytes, n);
}

uint64_t options_hash(struct kengine *e, struct kstate *s, int o)
{
    if (k_rules(s)->status != K_RUNNING || o >= s->nseats || !(k_rules(s)->pending >> o & 1))
        return 0;
    int n = k_choices_of(e, s, o);
    uint64_t h = (uint64_t)n + 1;
    for (int i = 0; i < n; i++)
        h = kmix(h ^ k_choice_key(e, s, o, &e->opts[i])) + 1;
    return h;
}

uint64_t class_key(struct kengine *e, struct scratch *x, const struct kstate *s, int o)
{
    k_clone(x->a, s);
    k_unanswer_others(x->a, o);
    uint16_t facts = k_know(x->a)->facts;
    memset(k_know(x->a), 0, sizeof(struct kknow));
    k_know(x->a)->facts = facts;
    for (int i = 0; i < s->nobs; i++)
        if (i != o)
            memset(k_classes(x->a, i), 0, s->ninst * sizeof(uint16_t));
    for (int i = 0; i < s->nobs && facts_live(x->a); i++)
        if (i != o)
            memset(k_barred(x->a, i, 0), 0,
                   (size_t)s->ninst * s->fact_words * sizeof(uint64_t));
    return k_hash(e, x->a);
}

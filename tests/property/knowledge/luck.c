/* luck.c - every outcome of shuffles, draws and rolls, one after the other.
 *
 * A tape is an odometer: each question to luck reads one place of it and notes how many
 * answers there were; tape_next() turns it on. Cards that nobody can tell apart count once.
 * What a script hook drew before its question is kept in a memo and drawn again in its re-run.
 */
#include "knowledge.h"

#include <string.h>

bool tape_next(struct tape *t)
{
    for (t->n = t->pos; t->n > 0; t->n--)
        if (++t->value[t->n - 1] < t->arity[t->n - 1]) {
            t->pos = 0;
            return true;
        }
    t->pos = 0;
    return false;
}

/* In a hook: the memo's place that belongs to the last answer it has met. */
static void meet_answers(struct luck *l, const struct kengine *e)
{
    struct memo *m = &l->memo;

    for (; e->in_hook && m->met < e->rerun_at && m->met < K_MAX_ANSWERS; m->met++) {
        if (m->met_pos[m->met] < 0)
            m->met_pos[m->met] = m->n;
        m->pos = m->met_pos[m->met];
    }
}

static unsigned ask_tape(struct luck *l, unsigned arity)
{
    struct tape *t = l->tape;

    if (!t || arity < 2)
        return 0;
    if (t->pos == MAX_TAPE) {
        l->full = true;
        return 0;
    }
    if (t->pos == t->n) {
        t->value[t->n] = 0;
        t->arity[t->n++] = (uint8_t)arity;
    }
    return t->value[t->pos++];
}

/* One answer out of `arity`. */
static unsigned ask(struct luck *l, struct kengine *e, unsigned arity)
{
    struct memo *m = &l->memo;
    bool hook = k_rules(e->s)->hook != REF_NONE;
    unsigned v;

    meet_answers(l, e);
    if (hook && e->in_hook && m->pos < m->n)
        return m->value[m->pos++];
    v = ask_tape(l, arity);
    if (hook && !e->sampling) {
        if (m->n == MAX_MEMO)
            l->full = true;
        else
            m->value[m->n++] = (uint8_t)v;
        m->pos = m->n;
    }
    return v;
}

static bool answer_names(const struct kchoice *p, const uint16_t *set, int chosen, unsigned c)
{
    bool names = p->card == c || p->helper == c || p->target == c;

    for (int i = 0; i < chosen && p->nset; i++)
        names |= set[i] == c;
    return names;
}

/* Does what is under way, or what waits, name the card? */
static bool is_named(struct kstate *s, unsigned c)
{
    const struct krules *r = k_rules(s);
    const struct khookpart *h = k_hook(s);
    bool named = false;

    for (int i = 0; i < r->nframes; i++) {
        const struct kframe *f = k_frames(s) + i;
        for (int k = 0; k < 4; k++)
            named |= f->card[k] == c;
        for (int k = 0; k < s->most_chosen && f->set; k++)
            named |= k_set_of(s, f->set - 1u)[k] == c;
        for (int k = 0; k < K_MAX_PARAMS && gives_params(f->kind); k++)
            named |= f->effect.param[k] == (int32_t)c;
    }
    for (int i = 0; i < r->neach; i++)
        named |= each_at(s, (unsigned)i) == c;
    for (int i = 0; i < r->nrounds * s->nseats; i++)
        named |=
            k_rounds(s)[i].state == ANS_GIVEN &&
            answer_names(&k_rounds(s)[i].pick, k_set_of(s, (unsigned)i), s->most_chosen, c);
    for (int i = 0; i < h->nanswers && r->hook != REF_NONE; i++)
        for (int p = 0; p < s->nseats; p++)
            named |= (h->q[i].given >> p & 1) &&
                     answer_names(&k_hook_picks(s, (unsigned)i)[p],
                                  k_set_of(s, hook_answer(s, (unsigned)i, (unsigned)p)),
                                  s->most_chosen, c);
    for (int i = 0; i < r->nqueue; i++)
        named |= k_queued(s, (unsigned)i)->card == c || k_queued(s, (unsigned)i)->evcard == c;
    for (int i = 0; i < r->nwatch; i++)
        named |= k_watch(s)[i].card == c;
    return named;
}

/* Can anybody, or the rules, tell these two apart? */
static bool alike(struct kstate *s, unsigned a, unsigned b)
{
    const struct kinst *in = k_insts(s);

    if (is_named(s, a) || is_named(s, b))
        return false;
    if (in[a].def != in[b].def || in[a].face != in[b].face || in[a].owner != in[b].owner ||
        in[a].slot != in[b].slot)
        return false;
    for (int o = 0; o < s->nobs; o++)
        if (k_classes(s, o)[a] != k_classes(s, o)[b])
            return false;
    return true;
}

/* Puts the first of each kind in front; how many kinds. */
static unsigned kinds_first(struct kstate *s, uint16_t *cards, unsigned n)
{
    unsigned kinds = 0;

    for (unsigned i = 0; i < n; i++) {
        bool again = false;

        for (unsigned k = 0; k < kinds && !again; k++)
            again = alike(s, cards[k], cards[i]);
        if (again)
            continue;
        uint16_t c = cards[i];
        memmove(cards + kinds + 1, cards + kinds, (i - kinds) * sizeof *cards);
        cards[kinds++] = c;
    }
    return kinds;
}

static int shuffle(void *ctx, struct kengine *e, unsigned slot, uint16_t *cards, int n)
{
    (void)slot;
    for (int i = 0; i < n; i++) {
        unsigned kinds = kinds_first(e->s, cards + i, (unsigned)(n - i));
        unsigned v = ask(ctx, e, kinds);
        uint16_t c = cards[i + (int)v];

        cards[i + (int)v] = cards[i];
        cards[i] = c;
    }
    return 1;
}

static int64_t draw(void *ctx, struct kengine *e, uint32_t n, const uint16_t *cards)
{
    uint16_t sorted[MAX_TAPE];

    if (!cards || n > MAX_TAPE)
        return ask(ctx, e, n);
    memcpy(sorted, cards, n * sizeof *cards);
    unsigned v = ask(ctx, e, kinds_first(e->s, sorted, n));
    uint16_t c = sorted[v];
    for (uint32_t i = 0; i < n; i++)
        if (cards[i] == c)
            return i;
    return 0;
}

static enum hook_result acting(void *ctx, struct kengine *e, unsigned hook)
{
    struct luck *l = ctx;
    struct memo *m = &l->memo;
    int n = k_hook(e->s)->nanswers;

    if (!e->sampling && n == 0) {
        m->n = 0;
        memset(m->met_pos, -1, sizeof m->met_pos);
    } else if (!e->sampling) {
        m->met_pos[n - 1] = m->n;
    }
    m->pos = m->met = 0;
    return l->inner.acting(l->inner.ctx, e, hook);
}

static int64_t pure(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg, int n)
{
    struct luck *l = ctx;

    return l->inner.pure(l->inner.ctx, e, hook, arg, n);
}

void luck_install(struct luck *l, struct kengine *e)
{
    memset(l, 0, sizeof *l);
    l->inner = e->host;
    l->k = (struct kluck){l, shuffle, draw};
    e->luck = &l->k;
    if (e->host.acting)
        e->host = (struct khost){.ctx = l, .acting = acting, .pure = pure};
}

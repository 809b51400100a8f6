/* resample.c - another world that an observer cannot tell from this one (a sample).
 *
 * Within their classes any instance may be what another is. The generator gets a new stream, and
 * other seats' open answers are taken back. In the sample card c is what to[c] is here: to[c] takes
 * the place of c (rename.c), which keeps the cast. In the middle of a hook, whose draws would then
 * hit other instances, c gets that definition instead, in the live block and the checkpoint. The
 * sample counts if the hook, run again, reaches the same view and leaves the same waiting. */
#include "kernel/run/run.h"

#include <stdlib.h>

/* Fisher-Yates over the members of each class: each swaps with an earlier one. */
static void shuffle_classes(struct kengine *e, const uint16_t *cls, struct krng *rng,
                            uint16_t *to)
{
    enum { ALONE = 1, MET = 2 };
    unsigned n = e->s->ninst, sum = 0;
    uint16_t *size = k_list(e) /* then MET and how many members were met */, *first = k_list(e),
             *member = k_list(e); /* class by class, from first[class] */

    if (!member)
        return;
    memset(size, 0, n * sizeof *size);
    for (unsigned i = 0; i < n; i++)
        size[cls[i]]++;
    for (unsigned i = 0; i < n; i++) {
        unsigned c = cls[i];
        to[i] = (uint16_t)i;
        if (size[c] == ALONE)
            continue;
        if (c == i) { /* a class is named after its first member */
            first[c] = (uint16_t)sum;
            sum += size[c];
            size[c] = MET;
        }
        uint16_t *mine = member + first[c];
        unsigned before = size[c]++ - MET;
        unsigned pick = before ? krng_below(rng, before + 1) : 0;
        mine[before] = (uint16_t)i;
        to[i] = to[mine[pick]];
        to[mine[pick]] = (uint16_t)i;
    }
    k_unlist(e, size);
}

/* Gives card c the definition of to[c]; also in the checkpoint, if c was the same there. */
static void deal_definitions(struct kstate *dst, const struct kstate *s, const uint16_t *to)
{
    const struct kinst *was = CAT(s, s->o_insts, struct kinst);
    uint32_t check = s->o_insts - s->o_rules + s->o_check;
    bool in_hook = CAT(s, s->o_rules, struct krules)->hook != REF_NONE;

    for (unsigned i = 0; i < s->ninst; i++) {
        uint16_t def = was[to[i]].def;
        k_insts(dst)[i].def = def;
        if (in_hook && was[i].def == CAT(s, check, struct kinst)[i].def)
            AT(dst, check, struct kinst)[i].def = def;
    }
    dst->cast = dst->cast_back = 0;
}

static void permute(struct kengine *e, struct kstate *dst, struct kstate *s, int o,
                    struct krng *rng)
{
    uint16_t *to = k_list(e);
    bool renamed = !SLOW(e, RENAMES) && k_rules(s)->hook == REF_NONE;

    if (!to)
        return;
    shuffle_classes(e, k_classes(s, o), rng, to);
    if (facts_live(s))
        deal_by_facts(e, s, o, rng, to);
    if (!e->err.code && !(renamed && know_rename(e, dst, s, o, to))) {
        deal_definitions(dst, s, to);
        know_sign_anew(e, dst, s, to);
    }
    k_unlist(e, to);
}

static void clear_others(struct kengine *e, struct kstate *dst, int o)
{
    struct kknow *k = k_know(dst);
    struct krules *r = k_rules(dst);

    for (int i = 0; i < dst->nobs; i++)
        if (i != o) {
            k->digest[i] = 0;
            memset(k_classes(dst, i), 0, dst->ninst * sizeof(uint16_t));
            if (facts_live(dst) && i != dst->nseats) /* all know what the spectator heard */
                memset(k_barred(dst, i, 0), 0,
                       (size_t)dst->ninst * dst->fact_words * sizeof(uint64_t));
        }
    if (e->break_rule != BREAK_ANSWERS)
        k_unanswer_others(dst, o);
    r->recheck = r->asked != 0;
}

/* Writes the view of o into the first half of e->views. Its length; 0: no memory */
static uint32_t view_before(struct kengine *e, struct kstate *s, int o)
{
    uint32_t n = k_view_bytes(e, s, o, e->views, e->views_cap);

    if (n <= e->views_cap)
        return n;
    uint8_t *grown = realloc(e->views, 2 * ((size_t)n + 256));
    if (!grown) {
        k_fail(e, K_E_NOMEM, 0, 0, 0);
        return 0;
    }
    e->views = grown;
    e->views_cap = n + 256;
    return k_view_bytes(e, s, o, e->views, e->views_cap);
}

/* Do the same things wait in both, for the same cards? Views do not show it, but it was told. */
static bool same_waits(struct kstate *a, struct kstate *b)
{
    const struct krules *r = k_rules(a), *t = k_rules(b);
    bool same = r->nqueue == t->nqueue && r->nwatch == t->nwatch;

    for (unsigned i = 0; same && i < r->nqueue; i++) {
        const struct kqueued *p = k_queued(a, i), *q = k_queued(b, i);
        same = p->effect == q->effect && p->card == q->card && p->you == q->you &&
               p->them == q->them;
    }
    for (int i = 0; same && i < r->nwatch; i++)
        same = k_watch(a)[i].watch == k_watch(b)[i].watch &&
               k_watch(a)[i].card == k_watch(b)[i].card;
    return same;
}

/* Runs the hook again in the sample. Does o see the same while the question is open? 1; 0; -1 */
static int hook_reaches(struct kengine *e, struct kstate *dst, struct kstate *s, int o)
{
    struct khookpart *h = k_hook(dst);
    struct kasked open = h->q[h->nanswers];
    struct kchoice mine = {ACT_NONE, NO_CARD, NO_CARD, NO_CARD, NO_SEAT, 0, 0, 0};
    bool has = o < dst->nseats && (open.given & BIT(o));
    uint32_t n = view_before(e, s, o);
    int rc;

    if (!n)
        return -1;
    uint16_t set[K_MAX_CHOSEN];
    if (has) {
        mine = k_hook_picks(dst, h->nanswers)[o];
        memcpy(set, k_set_of(dst, hook_answer(dst, h->nanswers, (unsigned)o)),
               2u * dst->most_chosen);
    }
    k_rules(dst)->decision = DEC_NONE;
    h->open = 0;
    e->sampling = true;
    rc = hook_rerun(e);
    e->sampling = false;
    k_quiet(e, false);
    const struct kasked *q = &h->q[h->nanswers];
    bool same = rc == 1 && !e->err.code && h->open && q->seats == open.seats &&
                q->sel == open.sel && q->action == open.action && q->prompt == open.prompt &&
                same_waits(dst, s) &&
                k_view_bytes(e, dst, o, e->views + e->views_cap, e->views_cap) == n &&
                !memcmp(e->views, e->views + e->views_cap, n);
    if (e->err.code == K_E_NOMEM)
        return -1;
    memset(&e->err, 0, sizeof e->err);
    if (!same)
        return 0;
    if (has) {
        k_hook_picks(dst, h->nanswers)[o] = mine;
        memcpy(k_set_of(dst, hook_answer(dst, h->nanswers, (unsigned)o)), set,
               2u * dst->most_chosen);
        h->q[h->nanswers].given |= (uint16_t)BIT(o);
        k_rules(dst)->pending &= (uint16_t)~BIT(o);
    }
    k_rules(dst)->recheck = 1;
    return 1;
}

static int resample(struct kengine *e, struct kstate *dst, struct kstate *s, int o,
                    uint64_t stream)
{
    bool in_hook = k_rules(s)->hook != REF_NONE;
    struct krng rng = krng_stream(kmix(stream) ^ 0x5eedull, 1);

    lists_reset(e, s);
    k_at(e, s);
    k_copy(dst, s);
    dst->stamp = 0;
    k_at(e, dst);
    if (s->track)
        permute(e, dst, s, o, &rng);
    k_at(e, dst);
    clear_others(e, dst, o);
    if (in_hook && k_rules(s)->decision == DEC_HOOK) {
        struct kknow keep = *k_know(dst);
        int rc = hook_reaches(e, dst, s, o);
        *k_know(dst) = keep;
        if (rc <= 0)
            return rc;
    }
    k_rules(dst)->rng = krng_stream(rng.key, 2);
    return e->err.code ? -1 : 1;
}

/* Can s not go on? Sets the engine's error. */
static bool is_broken(struct kengine *e, struct kstate *s)
{
    bool broken = k_rules(s)->status == K_BROKEN;

    e->err = (struct kerror){.code = broken ? K_E_BROKEN : K_OK};
    return broken;
}

int k_other_luck(struct kengine *e, struct kstate *dst, struct kstate *s, uint64_t stream)
{
    if (is_broken(e, s))
        return -1;
    k_at(e, s); /* dst is no longer at hand */
    k_copy(dst, s);
    k_know(dst)->digest[dst->nseats] = 0; /* a search adds here what all are told (tell.c) */
    k_rules(dst)->rng = krng_stream(kmix(stream) ^ 0x5eedull, 2);
    return 1;
}

int k_resample(struct kengine *e, struct kstate *dst, struct kstate *s, int o, uint64_t stream)
{
    if (is_broken(e, s))
        return -1;
    int rc = resample(e, dst, s, o, stream);
    if (rc <= 0)
        k_break(e, dst);
    return rc;
}

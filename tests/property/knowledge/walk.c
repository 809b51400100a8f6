/* walk.c - every history of a ruleset, seen by one observer after the other.
 *
 * At every decision, and at the end, the state is held against the group of all histories in
 * which the observer was told the same: same digest, same view, same choices, same worlds; the
 * true world among those his classes allow; and what resample makes of it among them too.
 */
#include "knowledge.h"

#include "kernel/run/run.h"
#include "tools/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLED_FULLY = 40, FEW_SAMPLES = 6 };

struct walk {
    struct game *g;
    struct kengine *e;
    struct count *c;
    struct luck luck;
    struct groups groups;
    struct scratch x;
    struct set64 tmp;
    int o;         /* the observer */
    uint64_t seen; /* what he was told so far */
    int full[2];   /* groups whose every world was sampled: in the phases, in a hook */
    bool stop;
};

static void fail(struct walk *w, const char *what)
{
    if (!w->c->error[0])
        snprintf(w->c->error, sizeof w->c->error, "%s (error %d, place %u)", what,
                 (int)w->e->err.code, w->e->err.src);
    w->stop = true;
}

/* Counts a finding; the first is kept in words. */
static void find(struct walk *w, struct kstate *s, bool wrong, long *count, const char *what)
{
    if (!wrong)
        return;
    ++*count;
    if (!w->c->first[0])
        snprintf(w->c->first, sizeof w->c->first,
                 "%s: observer %d, %s, asked %x, pending %x, pick %llu", what, w->o,
                 k_rules(s)->hook != REF_NONE ? "in a hook" : "in the phases",
                 (unsigned)k_rules(s)->asked, (unsigned)k_rules(s)->pending,
                 (unsigned long long)k_know(s)->picks + k_know(s)->forced);
}

/* A card of an answer as he sees it: where it lies, its place if that can be named, which it is. */
static uint64_t card_told(struct walk *w, struct kstate *s, unsigned c)
{
    if (c == NO_CARD)
        return 0;
    unsigned slot = k_insts(s)[c].slot;
    uint64_t place = k_ordered(s, slot) ? zone_place(s, c) + 1 : 0;

    return 1 | (uint64_t)slot << 8 | place << 24 |
           (uint64_t)(k_sees(w->e, s, w->o, c) ? k_insts(s)[c].def : REF_NONE) << 40;
}

/* An answer that is in: all of it but what lies hidden; nothing new to him who gave it. */
static uint64_t answer_told(struct walk *w, struct kstate *s, const struct kevent *ev)
{
    const struct kchoice *c = &ev->pick;
    uint64_t h =
        kmix((uint64_t)c->action << 40 | (uint64_t)c->seat << 32 | (uint32_t)c->number);

    if (ev->seat == w->o)
        return 0;
    h = kmix(h + card_told(w, s, c->card));
    h = kmix(h + card_told(w, s, c->helper));
    return kmix(h + card_told(w, s, c->target));
}

/* The observer's own record of what he is told: independent of the kernel's digest. */
static void told(void *ctx, struct kstate *s, const struct kevent *ev)
{
    struct walk *w = ctx;
    uint64_t h = w->seen;
    uint64_t part[] = {ev->kind,
                       ev->seat,
                       ev->seats,
                       ev->card == NO_CARD,
                       ev->def,
                       ev->from,
                       ev->to,
                       ev->place,
                       ev->from_place,
                       ev->id,
                       (uint64_t)(uint32_t)ev->number,
                       (uint64_t)(uint32_t)ev->extra};

    if (ev->kind == TELL_PICK)
        part[3] = k_choice_key(w->e, s, w->o, &ev->pick);
    if (ev->kind == TELL_ANSWER)
        part[3] = answer_told(w, s, ev);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        h = kmix(h ^ part[i]) + 0x9e3779b97f4a7c15ull;
    w->seen = h;
}

/* ---- samples ---- */

/* One sample: does it look the same, is it among the worlds? Its key, 0 = refused. */
static uint64_t sample(struct walk *w, struct kstate *s, const struct group *g, uint64_t stream)
{
    struct memo keep = w->luck.memo;
    struct tape *tape = w->luck.tape;
    ktell_fn tell = w->e->tell;

    w->luck.tape = NULL;
    w->e->tell = NULL;
    int rc = k_resample(w->e, w->x.b, s, w->o, stream);
    w->luck.memo = keep;
    uint64_t world = 0;
    if (rc < 0)
        fail(w, "resample failed");
    if (rc > 0) {
        w->c->samples++;
        world = k_position_of_equals(w->e, w->x.b);
        find(w, s, !set64_has(&g->worlds, world), &w->c->unsound,
             "a sample is no world of the classes");
        find(w, s, k_digest(w->x.b, w->o) != g->digest, &w->c->leaking,
             "a sample has another digest");
        find(w, s, view_hash(w->e, &w->x, w->x.b, w->o) != g->view, &w->c->leaking,
             "a sample has another view");
        find(w, s, options_hash(w->e, w->x.b, w->o) != g->options, &w->c->leaking,
             "a sample offers other choices");
    }
    w->e->tell = tell;
    w->luck.tape = tape;
    return world;
}

/* Enough samples to meet every world; which they met is kept with the group. */
static void sample_all(struct walk *w, struct kstate *s, struct group *g, double ways)
{
    bool in_hook = k_rules(s)->hook != REF_NONE;
    bool fully = ways <= 48 && w->full[in_hook] < SAMPLED_FULLY;
    int n = fully ? (int)(14 * ways) : FEW_SAMPLES;
    struct set64 reached = {0};

    w->full[in_hook] += fully;
    for (int i = 0; i < n && !w->stop; i++) {
        uint64_t got = sample(w, s, g, (uint64_t)i + 1);

        if (got)
            set64_add(&reached, got);
    }
    set64_sort(&reached);
    if (fully && !w->stop)
        find(w, s, !in_hook && reached.n != g->worlds.n, &w->c->unsound,
             "no sample is a certain world of the classes");
    g->sampled = fully;
    g->reached = reached;
}

/* At the end: a group that was sampled fully has met every true world of its histories. */
static void check_reached(struct walk *w, struct kstate *s)
{
    for (int i = 0; i < w->groups.n; i++) {
        const struct group *g = &w->groups.v[i];

        for (int k = 0; k < g->real.n && g->sampled; k++)
            find(w, s, !set64_has(&g->reached, g->real.v[k]), &w->c->unsound,
                 "no sample is a certain true world");
    }
}

/* ---- one state ---- */

static uint64_t hash_set(const struct set64 *s)
{
    uint64_t h = (uint64_t)s->n;

    for (int i = 0; i < s->n; i++)
        h = kmix(h ^ s->v[i]) + 1;
    return h;
}

/* Which worlds the classes allow here, as a hash; `ways` only when worked out. */
static uint64_t worlds_here(struct walk *w, struct kstate *s)
{
    uint64_t key = class_key(w->e, &w->x, s, w->o), hash;

    if (groups_memo(&w->groups, key, &hash))
        return hash;
    class_worlds(w->e, &w->x, s, w->o, &w->tmp);
    hash = hash_set(&w->tmp);
    groups_memo_add(&w->groups, key, hash);
    return hash;
}

static void first_of_group(struct walk *w, struct kstate *s, struct group *g, uint64_t world)
{
    double ways = class_worlds(w->e, &w->x, s, w->o, &g->worlds);

    g->digest = k_digest(s, w->o);
    g->view = view_hash(w->e, &w->x, s, w->o);
    g->options = options_hash(w->e, s, w->o);
    g->worlds_hash = hash_set(&g->worlds);
    set64_add(&g->real, world);
    find(w, s, !set64_has(&g->worlds, world), &w->c->unsound,
         "the true world is no world of the classes");
    sample_all(w, s, g, ways);
}

static void add_real(struct group *g, uint64_t world)
{
    for (int i = 0; i < g->real.n; i++)
        if (g->real.v[i] == world)
            return;
    set64_add(&g->real, world);
}

static void look(struct walk *w, struct kstate *s)
{
    bool fresh;
    uint64_t seen = w->seen, world = world_key(w->e, &w->x, s, w->o);
    struct group *g = groups_get(&w->groups, seen, &fresh);

    w->c->points++;
    find(w, s, !groups_digest(&w->groups, k_digest(s, w->o), seen), &w->c->leaking,
         "one digest for different observations");
    if (fresh) {
        first_of_group(w, s, g, world);
    } else {
        find(w, s, g->digest != k_digest(s, w->o), &w->c->leaking,
             "different digests for one observation");
        find(w, s, g->view != view_hash(w->e, &w->x, s, w->o), &w->c->leaking,
             "different views");
        find(w, s, g->options != options_hash(w->e, s, w->o), &w->c->leaking,
             "different choices");
        find(w, s, g->worlds_hash != worlds_here(w, s), &w->c->leaking,
             "different worlds of the classes");
        find(w, s, !set64_has(&g->worlds, world), &w->c->unsound,
             "a true world is none of the classes");
        add_real(g, world);
    }
    g->histories++;
    w->seen = seen;
    if (w->g->stop_at_first && (w->c->unsound || w->c->leaking))
        w->stop = true;
}

/* ---- all histories ---- */

static void visit(struct walk *w, struct kstate *s);

/* Seat picks number i; then every outcome of luck up to the next decision. */
static void follow(struct walk *w, const struct kstate *s, struct kstate *next, int seat, int i)
{
    struct tape *tape = mem_alloc(sizeof *tape);
    struct memo memo = w->luck.memo;
    uint64_t seen = w->seen;

    tape->n = tape->pos = 0;
    do {
        k_clone(next, s);
        w->luck.memo = memo;
        w->luck.tape = tape;
        w->seen = seen;
        if (k_pick(w->e, next, seat, i) || k_advance(w->e, next) < 0)
            fail(w, "a step failed");
        else
            visit(w, next);
    } while (!w->stop && tape_next(tape));
    w->luck.memo = memo;
    w->seen = seen;
    free(tape);
}

static void visit(struct walk *w, struct kstate *s)
{
    struct tape *tape = w->luck.tape;

    if (w->luck.full)
        fail(w, "too much luck for the tape");
    look(w, s);
    if (k_rules(s)->status != K_RUNNING) {
        w->c->histories++;
        w->luck.tape = tape;
        return;
    }
    int seat = __builtin_ctz(k_rules(s)->pending), n = k_choices_of(w->e, s, seat);
    struct kstate *next = mem_alloc(s->size);
    if (n < 0)
        fail(w, "no choices");
    for (int i = 0; i < n && !w->stop; i++)
        follow(w, s, next, seat, i);
    free(next);
    w->luck.tape = tape;
}

static void start(struct walk *w, struct kstate *s, const int32_t *options)
{
    struct tape tape = {0};

    do {
        w->luck.tape = &tape;
        w->seen = 0;
        if (k_start(w->e, s, w->g->def->k.min_people, options, 1, true)) {
            fail(w, "the game does not start");
            break;
        }
        s->stop_forced = w->g->stop_forced;
        if (k_advance(w->e, s) < 0)
            fail(w, "a step failed");
        else
            visit(w, s);
    } while (!w->stop && tape_next(&tape));
    w->luck.tape = NULL;
}

static void walk_observer(struct game *g, int o, uint32_t size, const int32_t *options,
                          struct count *c)
{
    struct walk w = {.g = g, .e = &g->e, .c = c, .o = o};
    struct kstate *s = mem_alloc(size);

    w.x = (struct scratch){mem_alloc(size), mem_alloc(size), mem_alloc(4096), 4096};
    luck_install(&w.luck, w.e);
    w.e->tell = told;
    w.e->tell_ctx = &w;
    w.e->viewer = o;
    start(&w, s, options);
    if (!w.stop)
        check_reached(&w, s);
    for (int i = 0; i < w.groups.n && !w.stop; i++) {
        c->sets++;
        c->looseness += (double)w.groups.v[i].worlds.n / w.groups.v[i].real.n;
    }
    w.e->host = w.luck.inner;
    w.e->luck = NULL;
    w.e->tell = NULL;
    groups_free(&w.groups);
    free(w.tmp.v);
    free(w.x.a);
    free(w.x.b);
    free(w.x.bytes);
    free(s);
}

int walk_game(struct game *g, struct count *c)
{
    int32_t options[64] = {0};
    int people = g->def->k.min_people, observers = 0;

    for (int i = 0; i < g->def->k.noptions && i < 64; i++)
        options[i] = g->def->options[i].def;
    memset(c, 0, sizeof *c);
    uint32_t size = k_size(&g->e, people, options, true);
    struct kstate *s = size ? mem_alloc(size) : NULL;
    if (!s || k_start(&g->e, s, people, options, 1, true)) {
        snprintf(c->error, sizeof c->error, "the game does not start");
        free(s);
        return -1;
    }
    for (int o = 0; o <= s->nseats && !c->error[0]; o++) {
        if (o < s->nseats && s->seat_kind[o])
            continue; /* nobody sits there */
        walk_observer(g, o, size, options, c);
        observers++;
        if (g->stop_at_first && (c->unsound || c->leaking))
            break;
    }
    c->histories /= observers ? observers : 1;
    free(s);
    return c->error[0] ? -1 : 0;
}

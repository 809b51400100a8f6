/* plain.c - an engine that takes no shortcut (kengine.plain) goes as the usual one: every ruleset, told
 * and mute, side by side, compared at every pick. And at every pick each selector, asked in the context
 * of each frame and as each person, brings the same cards as the reference (core/kernel/reference.c).
 *
 * The short form plays a few picks of each and asks a part of the selectors; CT_LONG asks all.
 */
#include "every_ruleset.h"

struct pair {
    struct game fast, plain;
    const char *name;
    uint8_t *view[2];
    uint32_t cap;
    uint16_t *list[2];
    unsigned turn; /* which part of the selectors is asked */
    bool parted;   /* in the game under way */
    bool keeps; /* a hook has kept something, against the law: it shows where it is run again */
    uint64_t print[2];
    int faults;
};

static bool is_long;

static uint64_t print_of(const struct game *g)
{
    return g->script ? script_fingerprint(g->script) : 0;
}

/* They part here: said once for a game, which is then left. */
__attribute__((format(printf, 2, 3))) static void part(struct pair *p, const char *fmt, ...)
{
    const struct kstate *s = p->fast.s;
    char text[300];
    va_list ap;

    if (p->parted)
        return;
    p->parted = true;
    p->keeps = print_of(&p->fast) != p->print[0] || print_of(&p->plain) != p->print[1];
    if (p->keeps)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    print_error("%s, %d people, seed %u, %s, pick %u: %s\n", p->name, s->people,
                (unsigned)s->seed, s->track ? "told" : "mute",
                (unsigned)k_know(p->fast.s)->picks, text);
}

/* ---- the same game ---- */

static void same_views(struct pair *p)
{
    struct kstate *a = p->fast.s, *b = p->plain.s;

    for (int o = 0; o < a->nobs && a->track; o++) {
        if (k_digest(a, o) != k_digest(b, o))
            part(p, "observer %d was told other things", o);
        uint32_t n = k_view_bytes(&p->fast.e, a, o, p->view[0], p->cap);
        uint32_t m = k_view_bytes(&p->plain.e, b, o, p->view[1], p->cap);
        if (n != m || memcmp(p->view[0], p->view[1], n < p->cap ? n : p->cap) != 0)
            part(p, "observer %d sees another table", o);
    }
}

/* Bytes are not compared where the usual way leaves out what only a second check of answers asks for. */
static bool apart_now(struct pair *p)
{
    const struct kframe *f = k_frames(p->fast.s);

    for (int i = 0; i < k_rules(p->fast.s)->nframes; i++)
        if (f[i].kind == FRAME_CHOOSE &&
            (p->fast.e.plan->choose[f[i].choose.id] & CHOOSE_APART))
            return true;
    return false;
}

static void same_state(struct pair *p)
{
    struct krules *a = k_rules(p->fast.s), *b = k_rules(p->plain.s);

    if (a->pending != b->pending || a->status != b->status || a->nframes != b->nframes)
        part(p, "another seat is asked");
    if (a->rng.count != b->rng.count)
        part(p, "%u numbers drawn, plain %u", (unsigned)a->rng.count, (unsigned)b->rng.count);
    if (k_position(&p->fast.e, p->fast.s) != k_position(&p->plain.e, p->plain.s))
        part(p, "another position");
    if (!apart_now(p) && k_hash(&p->fast.e, p->fast.s) != k_hash(&p->plain.e, p->plain.s))
        part(p, "other bytes");
    same_views(p);
}

static bool same_error(const struct kengine *a, const struct kengine *b)
{
    return a->err.code == b->err.code && a->err.src == b->err.src && a->err.a == b->err.a &&
           a->err.b == b->err.b;
}

/* The result, as it would be now. */
static void same_result(struct pair *p)
{
    struct kresult a = {0}, b = {0};
    int rc = k_result(&p->fast.e, p->fast.s, &a), rd = k_result(&p->plain.e, p->plain.s, &b);

    if (rc != rd || (rc < 0 && !same_error(&p->fast.e, &p->plain.e)))
        part(p, "the result gives error %d, plain %d", rc ? p->fast.e.err.code : 0,
             rd ? p->plain.e.err.code : 0);
    for (int i = 0; i < p->fast.s->nseats && !rc; i++)
        if (a.score[i] != b.score[i] || a.share[i] != b.share[i])
            part(p, "seat %d has %d points (share %d), plain %d (%d)", i, (int)a.score[i],
                 (int)a.share[i], (int)b.score[i], (int)b.share[i]);
}

static void same_choices(struct pair *p, int seat, int n, int m)
{
    struct kengine *a = &p->fast.e, *b = &p->plain.e;

    if (n != m || (n < 0 && !same_error(a, b)))
        part(p, "seat %d has %d choices (error %d at %u), plain %d (%d at %u)", seat, n,
             a->err.code, a->err.src, m, b->err.code, b->err.src);
    for (int i = 0; i < n; i++) {
        const struct kchoice *x = &a->opts[i], *y = &b->opts[i];
        uint64_t key = k_choice_key(a, p->fast.s, seat, x);
        if (x->action != y->action || x->card != y->card || x->helper != y->helper ||
            x->target != y->target || x->seat != y->seat || x->number != y->number ||
            key != k_choice_key(b, p->plain.s, seat, y))
            part(p, "seat %d: choice %d of %d is another: card %u, plain %u", seat, i, n,
                 x->card, y->card);
        for (int j = 0; j < i && n < 200; j++)
            if (k_choice_key(a, p->fast.s, seat, &a->opts[j]) == key)
                part(p, "seat %d cannot tell choices %d and %d apart", seat, j, i);
    }
}

/* ---- the same cards ---- */

/* What is asked next is worked out by the fast engine, the usual way or the plain one. */
static void begin_as(struct kengine *e, bool plain, int asker)
{
    e->plain = plain;
    e->err = (struct kerror){0};
    e->s->low = 0; /* the definition as it was written, or lowered */
    k_at(e, e->s);
    lists_reset(e, e->s);
    e->asker = (uint8_t)asker;
}

static void end_as(struct kengine *e)
{
    e->plain = false;
    e->asker = NO_SEAT;
    e->s->low = 0;
    k_at(e, e->s);
}

/* One selector in one context, the usual way or by the reference. */
static int select_as(struct kengine *e, bool plain, ref sel, const struct kctx *in, int asker,
                     uint16_t *out)
{
    struct krng rng = k_rules(e->s)->rng;
    struct kctx x = *in;

    begin_as(e, plain, asker);
    int n = plain ? select_ref(e, sel, &x, out) : k_select(e, sel, &x, out);
    if (!e->err.code && k_count(e, sel, &x) != n && e->d->sels[sel].random == REF_NONE)
        n = -1;
    end_as(e);
    k_rules(e->s)->rng = rng;
    return n;
}

/* Where a selector is written. */
static const char *written_at(const struct pair *p, ref sel)
{
    static char text[80];
    const struct position *at = &p->fast.def->pos[p->fast.e.d->sels[sel].src_pos];

    snprintf(text, sizeof text, "selector %u (%s:%d:%d)", sel, at->src ? at->src->path : "?",
             at->line, at->col);
    return text;
}

static void same_cards(struct pair *p, ref sel, const struct kctx *x, int asker)
{
    struct kengine *e = &p->fast.e;
    int n = select_as(e, false, sel, x, asker, p->list[0]);
    enum kerrcode wrong = e->err.code;
    int m = select_as(e, true, sel, x, asker, p->list[1]);

    if (wrong != e->err.code)
        part(p, "%s, asked by %d: error %d, reference %d", written_at(p, sel), asker, wrong,
             e->err.code);
    if (!wrong && (n < 0 || n != m || memcmp(p->list[0], p->list[1], (size_t)n * 2) != 0))
        part(p, "%s, asked by %d: %d cards, reference %d", written_at(p, sel), asker, n, m);
}

/* A filter that names no zone: of each card. */
static void same_filter(struct pair *p, ref sel, const struct kctx *in, int asker)
{
    struct kengine *e = &p->fast.e;

    for (unsigned c = 0; c < e->s->ninst; c++) {
        bool holds[2] = {false, false};
        enum kerrcode wrong[2] = {K_OK, K_OK};
        for (int i = 0; i < 2 && !k_left_game(e->s, c); i++) {
            struct kctx x = *in;
            begin_as(e, i, asker);
            holds[i] = i ? holds_ref(e, sel, &x, c) : sel_holds(e, sel, &x, c);
            wrong[i] = e->err.code;
        }
        end_as(e);
        if (wrong[0] != wrong[1] || (!wrong[0] && holds[0] != holds[1]))
            part(p, "filter %u at %u, asked by %d, of card %u: %d, reference %d", sel,
                 e->d->sels[sel].src_pos, asker, c, holds[0], holds[1]);
    }
}

/* An expression's value, or its error. What asks for a count may let it stop early: not asked alone. */
static void same_value(struct pair *p, ref expr, const struct kctx *in, int asker)
{
    struct kengine *e = &p->fast.e;
    int64_t v[2];
    enum kerrcode wrong[2];

    for (int i = 0; i < 2; i++) {
        struct krng rng = k_rules(e->s)->rng;
        struct kctx x = *in;
        begin_as(e, i, asker);
        v[i] = k_eval(e, expr, &x);
        wrong[i] = e->err.code;
        end_as(e);
        k_rules(e->s)->rng = rng;
    }
    if (wrong[0] != wrong[1] || (!wrong[0] && v[0] != v[1]))
        part(p, "expression %u (op %d), asked by %d: %lld (error %d), reference %lld (%d)",
             expr, e->d->exprs[expr].op, asker, (long long)v[0], wrong[0], (long long)v[1],
             wrong[1]);
}

enum { PARTS = 16 };

/* All selectors and expressions (in the short form one of PARTS) in one context. */
static void same_all(struct pair *p, const struct kctx *x, int asker)
{
    const struct kdef *d = p->fast.e.d;
    unsigned step = is_long ? 1 : PARTS, from = p->turn++ % step;

    for (unsigned i = from; i < d->nsels; i += step)
        if (d->sels[i].src == SRC_ZONES && !d->sels[i].nzones)
            same_filter(p, (ref)i, x, asker);
        else
            same_cards(p, (ref)i, x, asker);
    for (unsigned i = from; i < d->nexprs; i += step)
        if (d->exprs[i].op != X_COUNT)
            same_value(p, (ref)i, x, asker);
}

static bool same_numbers(const int32_t *a, const int32_t *b, size_t n)
{
    return a == b || (a && b && memcmp(a, b, n * sizeof *a) == 0);
}

/* Whoever is asked, the frame binds what one before it does: nothing else could be answered. */
static bool asked_before(struct kstate *s, int frame)
{
    struct kctx x, y;

    context_of(k_frames(s) + frame, &x);
    for (int f = 0; f < frame; f++) {
        context_of(k_frames(s) + f, &y);
        if (x.you == y.you && x.them == y.them && x.seat == y.seat && x.set == y.set &&
            x.number == y.number && memcmp(x.card, y.card, sizeof x.card) == 0 &&
            same_numbers(x.param, y.param, K_MAX_PARAMS) &&
            same_numbers(x.arg, y.arg, K_MAX_ARGS))
            return true;
    }
    return false;
}

/* In the context of each frame, when nobody is asked and when each person is. */
static void same_answers(struct pair *p)
{
    struct kengine *e = &p->fast.e;
    struct kstate *s = e->s = p->fast.s;
    struct kctx x;

    for (int f = 0; f < k_rules(s)->nframes; f++) {
        if (asked_before(s, f))
            continue;
        context_of(k_frames(s) + f, &x);
        same_all(p, &x, NO_SEAT);
        for (int asker = 0; asker < s->nseats; asker++) {
            x.you = (uint8_t)asker;
            if (!s->seat_kind[asker])
                same_all(p, &x, asker);
        }
    }
    e->err = (struct kerror){0};
}

/* ---- games ---- */

static bool pick_both(struct pair *p, int seat, struct krng *rng)
{
    struct kengine *a = &p->fast.e, *b = &p->plain.e;
    int n = k_choices_of(a, p->fast.s, seat), m = k_choices_of(b, p->plain.s, seat);

    same_choices(p, seat, n, m);
    if (n < 0)
        return false;
    int at = (int)krng_below(rng, (uint32_t)n);
    int rc = k_pick(a, p->fast.s, seat, at), rd = k_pick(b, p->plain.s, seat, at);
    if (rc != rd || (rc && !same_error(a, b)))
        part(p, "the pick gives error %d, plain %d", rc ? a->err.code : 0,
             rd ? b->err.code : 0);
    return !rc;
}

static void play_pair(struct pair *p, uint64_t seed, int most)
{
    struct krng rng = krng_stream(seed, 7);

    for (int picks = 0; picks < most && !p->parted; picks++) {
        int rc = k_advance(&p->fast.e, p->fast.s), rd = k_advance(&p->plain.e, p->plain.s);
        if (rc != rd || (rc < 0 && !same_error(&p->fast.e, &p->plain.e)))
            part(p, "advance gives %d (error %d at %u), plain %d (%d at %u)", rc,
                 p->fast.e.err.code, p->fast.e.err.src, rd, p->plain.e.err.code,
                 p->plain.e.err.src);
        if (rc < 0) /* some rulesets of the tests are wrong by intent */
            return;
        same_state(p);
        same_answers(p);
        same_result(p);
        if (!rc)
            return;
        for (int i = 0; i < p->fast.s->nseats; i++)
            if ((k_rules(p->fast.s)->pending & BIT(i)) && !pick_both(p, i, &rng))
                return;
    }
}

static bool starts(struct game *g, int people, uint64_t seed, bool track)
{
    uint32_t size = k_size(&g->e, people, g->opt, track);

    free(g->s);
    g->s = size ? calloc(1, size) : NULL;
    return g->s && !k_start(&g->e, g->s, people, g->opt, seed, track);
}

static void room_for(struct pair *p)
{
    p->cap = p->fast.s->size * 2;
    for (int i = 0; i < 2; i++) {
        p->view[i] = realloc(p->view[i], p->cap);
        p->list[i] = realloc(p->list[i], (p->fast.s->ninst + 1u) * sizeof *p->list[i]);
        assert_true(p->view[i] && p->list[i]);
    }
}

struct tally {
    int played, faults;
};

static void play_ruleset(const char *path, void *ctx)
{
    struct pair p = {.name = path};
    struct tally *tally = ctx;
    bool open = opens(&p.fast, path);
    int games = is_long ? 2 : 1, most = is_long ? 300 : 40;

    if (opens(&p.plain, path) && open) {
        p.plain.e.plain = true;
        p.print[0] = print_of(&p.fast);
        p.print[1] = print_of(&p.plain);
        for (int people = p.fast.def->k.min_people; people <= p.fast.def->k.max_people;
             people++)
            for (int i = 0; i < 2 * games; i++) {
                uint64_t seed = (uint64_t)(i / 2 + 1);
                bool told = i % 2;
                if (!starts(&p.fast, people, seed, told) ||
                    !starts(&p.plain, people, seed, told))
                    continue;
                room_for(&p);
                p.parted = p.keeps = false;
                play_pair(&p, seed, most);
                p.faults += p.parted && !p.keeps;
                tally->played++;
            }
    }
    struct game *both[] = {&p.fast, &p.plain};
    for (int i = 0; i < 2; i++) {
        if (both[i]->def)
            game_close(both[i]);
        free(p.view[i]);
        free(p.list[i]);
    }
    tally->faults += p.faults;
}

static void goes_as_plain(void **state)
{
    struct tally all = {0, 0};

    (void)state;
    is_long = getenv("CT_LONG") != NULL;
    each_ruleset(play_ruleset, &all);
    assert_int_equal(all.faults, 0);
    assert_true(all.played > (getenv("CT_QUICK") ? 10 : 250));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_as_plain)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* plain.c - an engine that takes no shortcut (kengine.off) goes as the usual one: every ruleset,
 * told and mute, side by side. What is compared is what a game is, not how an engine comes to it:
 * who is asked, which choices there are and how many, what is drawn, told and shown, the position
 * and its bytes, the result. At a question not only the pick that is played is made: others are
 * tried on copies, as far as the next question.
 *
 * The short form plays and tries a few picks of each; CT_LONG many.
 */
#include "every_ruleset.h"

#include <xxhash.h>

struct pair {
    struct game fast, plain;
    struct kstate *copy[2]; /* on which picks are tried */
    const char *name;
    uint8_t *view[2];
    uint32_t cap;
    unsigned turn;
    uint64_t tried, met; /* picks on copies; questions compared */
    uint64_t ways;       /* of fastways.def that are off */
    bool parted;         /* in the game under way */
    bool keeps; /* a hook has kept something, against the law: it shows where it is run again */
    uint64_t print[2];
    int faults;
};

static bool is_long;
static const char *const names[] = {
#define WAY(id, what) #id,
#include "kernel/fastways.def"
#undef WAY
};

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
    for (unsigned i = 0; i < FAST_WAYS && p->ways != K_EVERY_WAY; i++)
        if (p->ways >> i & 1)
            print_error("  without %s\n", names[i]);
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

    k_level(p->fast.s);
    k_level(p->plain.s);
    if (a->decision != b->decision || a->asked != b->asked || a->pending != b->pending)
        part(p, "others are asked");
    if (a->status != b->status || a->won != b->won || a->lost != b->lost)
        part(p, "it ends otherwise");
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

static bool same_sets(struct pair *p, const struct kchoice *x, const struct kchoice *y)
{
    const uint16_t *v, *w;
    int n = k_choice_set(&p->fast.e, p->fast.s, x, &v);

    return n == k_choice_set(&p->plain.e, p->plain.s, y, &w) &&
           (!n || memcmp(v, w, (size_t)n * sizeof *v) == 0);
}

/* The choices of a seat, listed; `n`: how many the usual engine has counted. */
static void same_choices(struct pair *p, int seat, int n)
{
    struct kengine *a = &p->fast.e, *b = &p->plain.e;
    int listed = k_choices_of(a, p->fast.s, seat), m = k_choices_of(b, p->plain.s, seat);

    if (n != listed || n != m || (n < 0 && !same_error(a, b)))
        part(p,
             "seat %d: %d choices are counted, %d listed (error %d at %u), plain %d (%d at %u)",
             seat, n, listed, a->err.code, a->err.src, m, b->err.code, b->err.src);
    for (int i = 0; i < n && !p->parted; i++) {
        const struct kchoice *x = &a->opts[i], *y = &b->opts[i];
        uint64_t key = k_choice_key(a, p->fast.s, seat, x);
        if (x->action != y->action || x->card != y->card || x->helper != y->helper ||
            x->target != y->target || x->seat != y->seat || x->number != y->number ||
            !same_sets(p, x, y) || key != k_choice_key(b, p->plain.s, seat, y))
            part(p, "seat %d: choice %d of %d is another: card %u, plain %u", seat, i, n,
                 x->card, y->card);
        for (int j = 0; j < i && n < 200; j++)
            if (k_choice_key(a, p->fast.s, seat, &a->opts[j]) == key)
                part(p, "seat %d cannot tell choices %d and %d apart", seat, j, i);
    }
}

/* ---- games ---- */

static bool pick_both(struct pair *p, int seat, int at)
{
    struct kengine *a = &p->fast.e, *b = &p->plain.e;
    int rc = k_pick(a, p->fast.s, seat, at), rd = k_pick(b, p->plain.s, seat, at);

    if (rc != rd || (rc && !same_error(a, b)))
        part(p, "the pick gives error %d, plain %d", rc ? a->err.code : 0,
             rd ? b->err.code : 0);
    return !rc && !p->parted;
}

/* How many choices the seat has; now and then it is left at that, as programs do which only
 * count them. */
static int choices_of_both(struct pair *p, int seat)
{
    int n = k_count_choices(&p->fast.e, p->fast.s, seat);

    if (n >= 0 && p->turn++ % 3 == 0) {
        if (k_count_choices(&p->plain.e, p->plain.s, seat) != n)
            part(p, "seat %d has %d choices, not as many as in the plain engine", seat, n);
    } else {
        same_choices(p, seat, n);
    }
    return p->parted ? -1 : n;
}

/* Both go on to the next question. 1; 0: the game is over; -1: it fails, or they have parted */
static int advance_both(struct pair *p)
{
    int rc = k_advance(&p->fast.e, p->fast.s), rd = k_advance(&p->plain.e, p->plain.s);

    if (rc != rd || (rc < 0 && !same_error(&p->fast.e, &p->plain.e)))
        part(p, "advance gives %d (error %d at %u), plain %d (%d at %u)", rc,
             p->fast.e.err.code, p->fast.e.err.src, rd, p->plain.e.err.code,
             p->plain.e.err.src);
    if (rc < 0) /* some rulesets of the tests are wrong by intent */
        return -1;
    same_state(p);
    same_result(p);
    p->met++;
    return p->parted ? -1 : rc;
}

/* All who are asked pick by chance; seat `first` that choice, if it has so many. False: that
 * failed. */
static bool all_pick(struct pair *p, struct krng *rng, int first, int choice)
{
    for (uint32_t m = k_rules(p->fast.s)->pending; m; m &= m - 1) {
        int seat = __builtin_ctz(m), n = choices_of_both(p, seat);
        if (n < 1)
            return false;
        int at = (int)krng_below(rng, (uint32_t)n);
        if (!pick_both(p, seat, seat == first && choice < n ? choice : at))
            return false;
    }
    return true;
}

/* Tries picks on copies: of each who is asked some, one after the other, all if there are few. */
static void try_picks(struct pair *p, struct krng *rng)
{
    struct kstate *own[2] = {p->fast.s, p->plain.s};
    int most = is_long ? 40 : 4;

    for (uint32_t m = k_rules(own[0])->pending; m && !p->parted; m &= m - 1) {
        int seat = __builtin_ctz(m), n = k_count_choices(&p->fast.e, own[0], seat);
        int step = n > most ? n / most : 1;
        for (int i = n > most ? (int)(p->turn % (unsigned)step) : 0; i < n && !p->parted;
             i += step) {
            k_clone(p->copy[0], own[0]);
            k_clone(p->copy[1], own[1]);
            p->fast.s = p->copy[0];
            p->plain.s = p->copy[1];
            if (all_pick(p, rng, seat, i) && advance_both(p) == 1)
                for (uint32_t next = k_rules(p->fast.s)->pending; next; next &= next - 1)
                    choices_of_both(p, __builtin_ctz(next));
            p->tried++;
            p->fast.s = own[0];
            p->plain.s = own[1];
        }
    }
}

static void play_pair(struct pair *p, uint64_t seed, int most)
{
    struct krng rng = krng_stream(seed, 7);

    for (int picks = 0; picks < most && !p->parted; picks++) {
        if (advance_both(p) < 1)
            return;
        try_picks(p, &rng);
        if (p->parted || !all_pick(p, &rng, -1, 0))
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
        p->copy[i] = realloc(p->copy[i], p->fast.s->size);
        assert_true(p->view[i] && p->copy[i]);
    }
}

/* By lot one in eight of the fast ways, others in each game. */
static uint64_t some_ways(const char *path, int game)
{
    uint64_t lot = XXH64(path, strlen(path), (uint64_t)game);

    return lot & XXH64(&lot, sizeof lot, 1) & XXH64(&lot, sizeof lot, 2);
}

struct tally {
    bool by_lot;
    int played, faults;
    uint64_t tried, met;
};

static void play_ruleset(const char *path, void *ctx)
{
    struct pair p = {.name = path};
    struct tally *tally = ctx;
    bool open = opens(&p.fast, path);
    int games = is_long ? 2 : 1, most = is_long ? 300 : tally->by_lot ? 15 : 40;

    if (opens(&p.plain, path) && open) {
        p.print[0] = print_of(&p.fast);
        p.print[1] = print_of(&p.plain);
        for (int people = p.fast.def->k.min_people; people <= p.fast.def->k.max_people;
             people++)
            for (int i = 0; i < 2 * games; i++) {
                uint64_t seed = (uint64_t)(i / 2 + 1);
                bool told = i % 2;
                p.ways = tally->by_lot ? some_ways(path, people * 8 + i) : K_EVERY_WAY;
                k_without(&p.plain.e, p.ways);
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
        free(p.copy[i]);
    }
    tally->faults += p.faults;
    tally->tried += p.tried;
    tally->met += p.met;
}

static void goes_alike(bool by_lot)
{
    struct tally all = {.by_lot = by_lot};

    is_long = getenv("CT_LONG") != NULL;
    each_ruleset(play_ruleset, &all);
    assert_int_equal(all.faults, 0);
    assert_true(all.played > (getenv("CT_QUICK") ? 10 : 250));
    assert_true(all.tried > 20u * (unsigned)all.played);
}

static void goes_as_plain(void **state)
{
    (void)state;
    goes_alike(false);
}

static void goes_without_some_ways(void **state)
{
    (void)state;
    goes_alike(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_as_plain),
                                       cmocka_unit_test(goes_without_some_ways)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

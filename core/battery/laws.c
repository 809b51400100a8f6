/* laws.c - the laws themselves, held against one game at one pick.
 *
 * Every law returns false when it is broken, after it has said so. A ruleset can break some of
 * them (`runs`, `ends`, `keeps`, `checks`, `judges`); where another breaks, the library is at
 * fault.
 */
#include "battery/internal.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WATCHED = 48, /* calls of a hook that are looked at one by one */
    STREAMS = 8   /* tried for one sample in the middle of a hook */
};

/* ---- listening to the scripts ---- */

/* After a call of a hook: has it kept something? */
static void look_at_hook(struct battery *t, const char *kind, const char *name, unsigned *calls)
{
    snprintf(t->hook, sizeof t->hook, "%s%s", kind, name);
    if (++*calls > WATCHED || t->keeper[0])
        return;
    uint64_t now = script_fingerprint(t->straight->script);
    /* 0: called by another hook, which is checked at its end */
    if (now && now != t->print)
        memcpy(t->keeper, t->hook, sizeof t->keeper);
}

static enum hook_result heard_acting(void *ctx, struct kengine *e, unsigned hook)
{
    struct battery *t = ctx;
    enum hook_result r = t->inner.acting(t->inner.ctx, e, hook);

    look_at_hook(t, "", t->def->hooks[hook], &t->watched[hook]);
    return r;
}

static enum hook_result heard_going_on(void *ctx, struct kengine *e, unsigned hook)
{
    struct battery *t = ctx;
    enum hook_result r = t->inner.go_on ? t->inner.go_on(t->inner.ctx, e, hook) : HOOK_GONE;

    if (r != HOOK_GONE)
        look_at_hook(t, "", t->def->hooks[hook], &t->watched[hook]);
    return r;
}

static int64_t heard_pure(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg,
                          int n)
{
    struct battery *t = ctx;
    int64_t v = t->inner.pure(t->inner.ctx, e, hook, arg, n);

    look_at_hook(t, "pure.", t->def->pures[hook], &t->watched_pure[hook]);
    return v;
}

void laws_listen(struct battery *t)
{
    if (!t->straight->script || t->only_play)
        return;
    t->print = script_fingerprint(t->straight->script);
    t->keeper[0] = 0;
    t->straight->k.host = (struct khost){
        .ctx = t, .acting = heard_acting, .go_on = heard_going_on, .pure = heard_pure};
}

/* Have the scripts kept something? Out of memory it is unknown, which is noted. */
static bool has_kept(struct battery *t)
{
    uint64_t now = script_fingerprint(t->straight->script);

    if (!now || !t->print)
        battery_no_memory(t);
    return now != t->print;
}

/* The first picks are checked law by law. Later ones are checked once, after all scripts. */
static bool looks_closely(const struct battery *t)
{
    return t->watched_laws < WATCHED;
}

bool law_keeps(struct battery *t)
{
    static const char says[] = "a table or variable of the script has another value after it";

    if (!t->straight->script)
        return true;
    if (t->keeper[0])
        return law_broken(t, CT_LAW_KEEPS, "%s keeps something: %s", t->keeper, says);
    if (looks_closely(t) && has_kept(t))
        return law_broken(t, CT_LAW_KEEPS, "%s, or a hook before it, keeps something: %s",
                          t->hook[0] ? t->hook : "a hook", says);
    return true;
}

bool law_checks(struct battery *t)
{
    struct script *script = t->straight->script;
    struct serror err = {0};

    if (!script)
        return true;
    t->straight->k.s = block(t->a);
    int rc = script_checks(script, &t->straight->k, &err);
    if (rc == 0)
        return law_broken(t, CT_LAW_CHECKS, "%s is false", err.hook);
    if (rc < 0)
        return law_error(t, CT_LAW_CHECKS, t->straight, "a check fails");
    if (looks_closely(t) && has_kept(t))
        return law_broken(t, CT_LAW_KEEPS, "a check hook keeps something");
    return true;
}

bool law_judges(struct battery *t)
{
    bool lost = false, closely = looks_closely(t);
    int64_t v, worth[CT_MAX_SEATS];

    if (ct_bot_worths(t->straight, t->a, worth) < 0)
        return law_error(t, CT_LAW_JUDGES, t->straight, "bot.worth fails");
    for (int seat = 0; seat < ct_seats(t->a); seat++) {
        if (!ct_is_person(t->a, seat))
            continue;
        if (ct_bot_value(t->straight, t->a, seat, &v) < 0)
            return law_error(t, CT_LAW_JUDGES, t->straight, "bot.value fails");
        if (ct_bot_hopeless(t->straight, t->a, seat, &lost) < 0)
            return law_error(t, CT_LAW_JUDGES, t->straight, "bot.hopeless fails");
        t->hopeless |= (uint32_t)lost << seat;
    }
    t->watched_laws += closely;
    if (t->straight->script && has_kept(t))
        return law_broken(t, CT_LAW_KEEPS, "a %sbot hook keeps something",
                          closely ? "" : "hook, a check or a ");
    return true;
}

bool law_given_up(struct battery *t, uint32_t winners)
{
    uint32_t wrong = t->hopeless & winners;

    return !wrong ||
           law_broken(t, CT_LAW_JUDGES, "bot.hopeless was true of seat %d, and it wins",
                      __builtin_ctz(wrong));
}

/* ---- two states that should be one ---- */

static bool look(struct battery *t, ct_engine *e, ct_state *s, int observer, struct bytes *to)
{
    to->n = ct_view(e, s, observer, to->v, to->cap);
    if (to->n <= to->cap)
        return to->n || battery_no_memory(t);
    return battery_room(t, to, to->n) &&
           (ct_view(e, s, observer, to->v, to->cap) || battery_no_memory(t));
}

enum { NOBODY = -3 };

/* Observer number i: the seats, then the spectator. NOBODY: a seat without a player. */
static int observer(const ct_state *s, int i)
{
    if (i == ct_seats(s))
        return CT_SPECTATOR;
    return ct_is_person(s, i) ? i : NOBODY;
}

static void observer_name(int o, char out[16])
{
    if (o == CT_SPECTATOR)
        memcpy(out, "the spectator", sizeof "the spectator");
    else
        snprintf(out, 16, "seat %d", o);
}

static struct bytes *view_of(struct battery *t, int o)
{
    return &t->view[o == CT_SPECTATOR ? CT_MAX_SEATS : o];
}

bool law_look(struct battery *t)
{
    t->position = ct_position(t->straight, t->a);
    if (!t->position)
        return battery_no_memory(t);
    for (int i = 0; i <= ct_seats(t->a); i++) {
        int o = observer(t->a, i);
        if (o != NOBODY && !look(t, t->straight, t->a, o, view_of(t, o)))
            return false;
    }
    return true;
}

/* What differs between a (straight) and s (round) for this observer. NULL: nothing. */
static const char *seen_apart(struct battery *t, ct_state *s, int o)
{
    const struct bytes *seen = view_of(t, o);

    if (!look(t, t->round, s, o, &t->view_b) || seen->n != t->view_b.n ||
        memcmp(seen->v, t->view_b.v, seen->n) != 0)
        return "view";
    return ct_digest(t->a, o) == ct_digest(s, o) ? NULL : "digest";
}

/* b := b by way of bytes, with rubbish in its dead bytes. */
static bool by_way_of_bytes(struct battery *t)
{
    struct bytes *w = &t->written;

    w->n = ct_serialize(t->round, t->b, w->v, w->cap);
    if (!w->n)
        return battery_no_memory(t);
    if (w->n > w->cap &&
        (!battery_room(t, w, w->n) || !ct_serialize(t->round, t->b, w->v, w->cap)))
        return battery_no_memory(t);
    ct_state *read = ct_deserialize(t->round, w->v, w->n);
    if (!read)
        return law_error(t, CT_LAW_SAME, t->round, "the bytes of a game are refused");
    ct_state_free(t->b);
    t->b = read;
    k_scribble(block(t->b), t->rubbish);
    return true;
}

static bool same_keys(struct battery *t)
{
    const char *differs = NULL;
    uint64_t position = ct_position(t->round, t->b);

    if (!position)
        return battery_no_memory(t);
    if (t->hash != ct_hash(t->round, t->b))
        differs = "the hash";
    else if (t->position != position)
        differs = "the position key";
    else if (ct_pending(t->a) != ct_pending(t->b) || ct_asked(t->a) != ct_asked(t->b))
        differs = "who is asked";
    return !differs || law_broken(t, CT_LAW_SAME,
                                  "%s of the twin that goes on from bytes differs", differs);
}

bool law_same(struct battery *t)
{
    if (!by_way_of_bytes(t) || !same_keys(t))
        return false;
    for (int i = 0; i <= ct_seats(t->a); i++) {
        int o = observer(t->a, i);
        const char *what = o == NOBODY ? NULL : seen_apart(t, t->b, o);
        char name[16];
        if (!what)
            continue;
        observer_name(o, name);
        return law_broken(t, CT_LAW_SAME,
                          "the %s of %s differs in the twin that goes on from bytes", what,
                          name);
    }
    return true;
}

/* ---- choices ---- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* The choices of a seat as one number, in their order: as keys, and in words. */
static uint64_t choices_of(ct_engine *e, ct_state *s, int seat, int *n)
{
    uint64_t h = 1;

    *n = ct_choices(e, s, seat);
    for (int i = 0; i < *n; i++) {
        const char *text = ct_choice_pick(e, s, seat, i);
        h = kmix(h ^ ct_choice_key(e, s, seat, i));
        h = text ? k_hash_bytes(text, strlen(text), h) : h;
    }
    return h;
}

/* No two choices of `seat` have one key. */
static bool distinct(struct battery *t, int seat)
{
    int n = ct_choices(t->straight, t->a, seat);
    uint64_t *key;

    if (n < 1)
        return law_error(t, CT_LAW_RUNS, t->straight, "choices cannot be listed");
    if (!battery_room(t, &t->keys, (size_t)n * sizeof *key))
        return false;
    key = (uint64_t *)(void *)t->keys.v;
    for (int i = 0; i < n; i++)
        key[i] = ct_choice_key(t->straight, t->a, seat, i);
    qsort(key, (size_t)n, sizeof *key, by_value);
    for (int i = 1; i < n; i++)
        if (key[i] == key[i - 1])
            return law_broken(t, CT_LAW_CHOICES,
                              "two of the %d choices of seat %d are the same", n, seat);
    return true;
}

bool law_choices(struct battery *t)
{
    unsigned pending = ct_pending(t->a);
    int n, m;

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        if (!distinct(t, seat))
            return false;
        uint64_t x = choices_of(t->straight, t->a, seat, &n);
        uint64_t y = choices_of(t->round, t->b, seat, &m);
        t->choices[seat] = x;
        t->nchoices[seat] = n;
        if (x != y || n != m)
            return law_broken(t, CT_LAW_SAME, "the choices of seat %d differ (%d; twin %d)",
                              seat, n, m);
    }
    return true;
}

/* ---- what observers cannot know ---- */

static const uint16_t *classes(ct_state *s, int o)
{
    struct kstate *k = block(s);

    return k_classes(k, o == CT_SPECTATOR ? k->nseats : o);
}

/* Have both the same classes, each with the same definitions in any order? */
static bool same_classes(ct_state *a, ct_state *b, int o)
{
    const struct kinst *x = k_insts(block(a)), *y = k_insts(block(b));
    const uint16_t *cls = classes(a, o);
    unsigned n = block(a)->ninst;
    uint64_t more = 0; /* in a than in b, as a sum of hashes */

    for (unsigned i = 0; i < n; i++)
        if (x[i].def != y[i].def)
            more += kmix((uint64_t)cls[i] << 16 | x[i].def) -
                    kmix((uint64_t)cls[i] << 16 | y[i].def);
    return !memcmp(cls, classes(b, o), n * sizeof *cls) && !more;
}

/* For an observer who knows every card, the only sample is the true world. The running hook, run
 * again in it, must reach the same position. */
static bool true_world(struct battery *t, int o)
{
    struct kstate *s = block(t->other);
    int seat = o == CT_SPECTATOR ? s->nseats : o;
    uint64_t want, got;

    ct_copy(t->other, t->a);
    for (unsigned i = 0; i < s->ninst; i++)
        k_classes(s, seat)[i] = (uint16_t)i;
    if (ct_resample(t->round, t->sample, t->other, o, ct_rng_next(&t->rng)) != 1)
        return law_broken(t, CT_LAW_WORLD,
                          "the hook, run again, does not come to its question");
    k_unanswer_others(s, seat);
    want = ct_position(t->round, t->other);
    got = ct_position(t->round, t->sample);
    if (!want || !got)
        return battery_no_memory(t);
    if (want != got)
        return law_broken(t, CT_LAW_WORLD, "the hook, run again, comes to another position");
    return true;
}

/* t->sample := another world of o's. 1; 0: no stream was accepted; -1: a law is broken. */
static int make_sample(struct battery *t, int o)
{
    uint16_t hook = k_rules(block(t->a))->hook;
    int rc = 0;

    for (int i = 0; i < STREAMS && !rc; i++) {
        rc = ct_resample(t->round, t->sample, t->a, o, ct_rng_next(&t->rng));
        if (hook != REF_NONE && hook < t->out->nhooks) {
            t->out->hook[hook].samples++;
            t->out->hook[hook].accepted += rc == 1;
        }
    }
    if (rc < 0)
        law_error(t, CT_LAW_WORLD, t->round, "resample fails");
    t->out->samples += rc == 1;
    return rc;
}

static bool looks_alike(struct battery *t, int o)
{
    const char *what = seen_apart(t, t->sample, o);
    char name[16];
    int n;

    observer_name(o, name);
    if (what)
        return law_broken(t, CT_LAW_SECRET, "the %s of %s shows what it cannot know", what,
                          name);
    if (!same_classes(t->a, t->sample, o))
        return law_broken(t, CT_LAW_WORLD, "a sample of %s cannot reach the true world", name);
    if (o < 0 || !(ct_pending(t->a) >> o & 1))
        return true;
    uint64_t h = choices_of(t->round, t->sample, o, &n); /* the game's: law_choices */
    if (n < 1)
        return law_error(t, CT_LAW_WORLD, t->round, "a sample cannot list choices");
    if (h != t->choices[o] || n != t->nchoices[o])
        return law_broken(
            t, CT_LAW_SECRET,
            "the choices of %s depend on what it cannot know (%d; %d in a sample)", name,
            t->nchoices[o], n);
    return true;
}

/* A random pick for every pending seat, and on. As ct_advance. */
static int plays_on(struct battery *t, ct_state *s)
{
    unsigned pending = ct_pending(s);

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(t->round, s, seat);
        if (n < 1 || ct_pick(t->round, s, seat, (int)ct_rng_below(&t->rng, (uint32_t)n)))
            return -1;
    }
    return ct_advance(t->round, s);
}

/* The sample must be playable; where it is not, the game itself may be at fault. */
static bool goes_on(struct battery *t)
{
    char text[5000];

    if (plays_on(t, t->sample) >= 0)
        return true;
    enum kerrcode code = t->round->k.err.code;
    snprintf(text, sizeof text, "%s", ct_error(t->round));
    /* the game itself may reach the same error, played at random to its end */
    int more = 1;
    ct_copy(t->other, t->a);
    while (more > 0)
        more = plays_on(t, t->other);
    if (more < 0 && t->round->k.err.code == code)
        return law_error(t, CT_LAW_RUNS, t->round, "played on from here, the game fails");
    return law_fault(t, CT_LAW_RUNS, code,
                     "in a world that a seat holds for possible the game fails", text);
}

bool law_worlds(struct battery *t)
{
    for (int i = 0; i <= ct_seats(t->a); i++) {
        int o = observer(t->a, i), rc;
        if (o == NOBODY)
            continue;
        if (k_rules(block(t->a))->decision == DEC_HOOK && !true_world(t, o))
            return false;
        rc = make_sample(t, o);
        if (rc < 0 || (rc && !(looks_alike(t, o) && goes_on(t))))
            return false;
    }
    return ct_hash(t->straight, t->a) == t->hash ||
           law_broken(t, CT_LAW_WORLD, "resample has changed the game it was made from");
}

/* ---- undo ---- */

/* Picks `from` … `to` - 1 again from the state kept before `from`. */
static bool again(struct battery *t, ct_state *kept, size_t from, size_t to)
{
    const struct past *p = &t->past;

    ct_copy(t->b, kept);
    for (size_t i = from; i < to; i++) {
        if (ct_hash(t->round, t->b) != p->v[i].hash)
            return law_broken(t, CT_LAW_UNDO, "back at pick %zu, pick %zu meets another state",
                              from, i);
        if (ct_pick(t->round, t->b, p->v[i].seat, p->v[i].index) ||
            ct_advance(t->round, t->b) < 0)
            return law_error(t, CT_LAW_UNDO, t->round, "what was picked is refused after undo");
    }
    if (ct_hash(t->round, t->b) != (to == p->n ? t->end : p->v[to].hash))
        return law_broken(t, CT_LAW_UNDO, "back at pick %zu, pick %zu meets another state",
                          from, to);
    return true;
}

bool law_undo(struct battery *t)
{
    const struct past *p = &t->past;

    for (size_t i = p->nkept; i-- > 0;)
        if (!again(t, p->kept[i], i * p->stride, i + 1 < p->nkept ? (i + 1) * p->stride : p->n))
            return false;
    return p->nkept == 0 || again(t, p->kept[0], 0, p->n);
}

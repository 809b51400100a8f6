/* deep.c - `check --deep`.
 *
 * Two engines play the same game. One goes straight. The other goes on, at every pick, from a
 * clone that was written to bytes, read back, and whose dead bytes were filled with rubbish.
 * After every step both must have the same hash, position, views, digests and choices. And at
 * every pick each person's knowledge is resampled: the sample must look the same to him, offer
 * him the same, and play on without error; the game must not have noticed.
 */
#include "deep.h"

#include "api_internal.h"
#include "bots.h"
#include "load/arena.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VIEW_BYTES = 65536 };

struct deep {
    const ct_definition *def;
    ct_engine *straight, *round; /* round: by way of clone and bytes */
    ct_state *a, *b, *sample;
    struct ct_rng rng;
    uint64_t game, seed, pick;
    const struct ct_setup *setup;
    uint64_t script_print;
    uint8_t *view_a, *view_b, *bytes;
    size_t nbytes;
    char last_effect[96]; /* the script hook that ran last */
    struct deep_counts *counts;
    char **wrong;
    bool failed;
};

/* ---- saying where they part ---- */

/* The hook that is open, else the one that ran last: where to look first. */
static const char *hook_near(struct deep *d, const ct_state *s)
{
    uint16_t open = k_rules(block(s))->hook;

    if (open != REF_NONE && open < d->def->k.nhooks)
        return d->def->hooks[open];
    return d->last_effect[0] ? d->last_effect : "none";
}

static void part(struct deep *d, const char *what)
{
    struct str s = {0};

    if (d->failed)
        return;
    d->failed = true;
    str_addf(&s,
             "%s: %s\n  at pick %" PRIu64 " of game %" PRIu64 " (%d people, seed %" PRIu64
             "); hook: %s",
             d->def->id, what, d->pick, d->game, d->setup->people, d->seed,
             d->a ? hook_near(d, d->a) : "none");
    *d->wrong = mem_strndup(str_of(&s), s.n);
    str_free(&s);
}

static void part_error(struct deep *d, ct_engine *e, const char *what)
{
    char text[4096];

    snprintf(text, sizeof text, "%s: %s", what, ct_error(e));
    part(d, text);
}

static void note_effect(void *ctx, struct kstate *s, const struct kevent *ev)
{
    struct deep *d = ctx;

    (void)s;
    if (ev->kind != TELL_EFFECT || ev->id >= d->def->neffects)
        return;
    uint16_t verb = d->def->k.effects[ev->id].verb;
    if (verb != REF_NONE && d->def->k.verbs[verb].hook != REF_NONE)
        snprintf(d->last_effect, sizeof d->last_effect, "%s",
                 d->def->hooks[d->def->k.verbs[verb].hook]);
}

/* ---- comparing two states ---- */

static bool same_views(struct deep *d, ct_state *x, ct_state *y, const char *what)
{
    for (int seat = 0; seat <= ct_seats(x); seat++) {
        char text[160];
        int o = seat == ct_seats(x) ? CT_SPECTATOR : seat;
        if (seat < ct_seats(x) && !ct_is_person(x, seat))
            continue;
        size_t n = ct_view(d->straight, x, o, d->view_a, VIEW_BYTES);
        size_t m = ct_view(d->round, y, o, d->view_b, VIEW_BYTES);
        bool view = n == m && !memcmp(d->view_a, d->view_b, n < VIEW_BYTES ? n : VIEW_BYTES);
        if (view && ct_digest(x, o) == ct_digest(y, o))
            continue;
        snprintf(text, sizeof text, "the %s of seat %d differs %s", view ? "digest" : "view",
                 seat, what);
        part(d, text);
        return false;
    }
    return true;
}

static bool same_state(struct deep *d, ct_state *x, ct_state *y, const char *what)
{
    char text[160];
    const char *differs = NULL;

    if (ct_hash(d->straight, x) != ct_hash(d->round, y))
        differs = "the hash";
    else if (ct_position(d->straight, x) != ct_position(d->round, y))
        differs = "the position key";
    else if (ct_pending(x) != ct_pending(y) || ct_asked(x) != ct_asked(y))
        differs = "who is asked";
    if (!differs)
        return same_views(d, x, y, what);
    snprintf(text, sizeof text, "%s differs %s", differs, what);
    part(d, text);
    return false;
}

/* The keys of a seat's choices, in order, mixed; and how many. */
static uint64_t choice_keys(ct_engine *e, ct_state *s, int seat, int *n)
{
    uint64_t h = 0;

    *n = ct_choices(e, s, seat);
    for (int i = 0; i < *n; i++)
        h = kmix(h ^ ct_choice_key(e, s, seat, i));
    return h;
}

static bool same_choices(struct deep *d, ct_state *x, ct_state *y, int seat, const char *what)
{
    int n, m;
    char text[160];
    uint64_t kx = choice_keys(d->straight, x, seat, &n),
             ky = choice_keys(d->round, y, seat, &m);

    if (n < 1) {
        part_error(d, d->straight, "no choices can be listed");
        return false;
    }
    if (n == m && kx == ky)
        return true;
    snprintf(text, sizeof text, "the choices of seat %d differ %s (%d and %d)", seat, what, n,
             m);
    part(d, text);
    return false;
}

/* ---- what is done at every pick ---- */

/* b := b by way of bytes, with rubbish in its dead bytes. */
static bool through_bytes(struct deep *d)
{
    size_t n = ct_serialize(d->round, d->b, d->bytes, d->nbytes);
    ct_state *read;

    if (n > d->nbytes) {
        d->nbytes = n;
        d->bytes = mem_realloc(d->bytes, n);
        ct_serialize(d->round, d->b, d->bytes, n);
    }
    read = ct_deserialize(d->round, d->bytes, n);
    if (!read) {
        part_error(d, d->round, "the bytes of a game are refused");
        return false;
    }
    ct_state_free(d->b);
    d->b = ct_clone(read);
    ct_state_free(read);
    k_scribble(block(d->b), (uint8_t)ct_rng_next(&d->rng));
    return same_state(d, d->a, d->b, "after clone, bytes, and rubbish in dead bytes");
}

/* Plays one pick for every pending seat of the sample: it must be playable. */
static bool sample_goes_on(struct deep *d)
{
    unsigned pending = ct_pending(d->sample);

    for (int seat = 0; pending >> seat; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = ct_choices(d->round, d->sample, seat);
        if (n < 1 ||
            ct_pick(d->round, d->sample, seat, (int)ct_rng_below(&d->rng, (uint32_t)n))) {
            part_error(d, d->round, "a sample cannot be played on");
            return false;
        }
    }
    if (ct_advance(d->round, d->sample) >= 0)
        return true;
    part_error(d, d->round, "a sample cannot be played on");
    return false;
}

static bool resample_for(struct deep *d, int seat)
{
    uint64_t before = ct_hash(d->straight, d->a);
    int rc = 0;

    for (int tries = 0; tries < 8 && !rc; tries++) {
        rc = ct_resample(d->round, d->sample, d->a, seat, ct_rng_next(&d->rng));
        d->counts->refused += rc == 0;
    }
    if (rc < 0) {
        part_error(d, d->round, "resample fails");
        return false;
    }
    if (ct_hash(d->straight, d->a) != before) {
        part(d, "resample has changed the game it was made from");
        return false;
    }
    if (!rc)
        return true;
    d->counts->resampled++;
    size_t n = ct_view(d->straight, d->a, seat, d->view_a, VIEW_BYTES);
    size_t m = ct_view(d->round, d->sample, seat, d->view_b, VIEW_BYTES);
    if (n != m || memcmp(d->view_a, d->view_b, n < VIEW_BYTES ? n : VIEW_BYTES) ||
        ct_digest(d->a, seat) != ct_digest(d->sample, seat)) {
        part(d, "a sample looks different to the seat it was made for");
        return false;
    }
    if ((ct_pending(d->a) >> seat & 1) &&
        !same_choices(d, d->a, d->sample, seat, "in a sample"))
        return false;
    return sample_goes_on(d);
}

static bool scripts_hold(struct deep *d)
{
    struct script *script = d->straight->script;
    struct serror err = {0};
    char text[1024];

    if (!script)
        return true;
    if (script_fingerprint(script) != d->script_print) {
        part(d,
             "a script keeps something between its hooks (it must be a function of the game)");
        return false;
    }
    d->straight->k.s = block(d->a);
    if (script_checks(script, &d->straight->k, &err) == 1)
        return true;
    snprintf(text, sizeof text, "%s does not hold%s%s", err.hook, err.message[0] ? ": " : "",
             err.message);
    part(d, text);
    return false;
}

static bool laws_hold(struct deep *d)
{
    if (!scripts_hold(d) || !through_bytes(d))
        return false;
    for (int seat = 0; seat < ct_seats(d->a); seat++)
        if (ct_is_person(d->a, seat) && !resample_for(d, seat))
            return false;
    return true;
}

/* The same random pick of the seat in both. */
static bool pick_both(struct deep *d, int seat)
{
    if (!same_choices(d, d->a, d->b, seat, "after clone and bytes"))
        return false;
    int n = ct_choices(d->straight, d->a, seat);
    int i = (int)ct_rng_below(&d->rng, (uint32_t)n);
    if (ct_pick(d->straight, d->a, seat, i)) {
        part_error(d, d->straight, "a choice that is offered is refused");
        return false;
    }
    ct_choices(d->round, d->b, seat);
    if (ct_pick(d->round, d->b, seat, i)) {
        part_error(d, d->round, "a choice that is offered is refused after clone and bytes");
        return false;
    }
    d->pick++;
    return true;
}

/* ---- a game ---- */

static void play_game(struct deep *d)
{
    int x, y;

    while (!d->failed) {
        x = ct_advance(d->straight, d->a);
        if (x < 0) {
            part_error(d, d->straight, "the game fails");
            return;
        }
        y = ct_advance(d->round, d->b);
        if (y < 0) {
            part_error(d, d->round,
                       "the game fails after clone and bytes, not when played straight");
            return;
        }
        if (x != y) {
            part(d, "one game is over and its twin is not");
            return;
        }
        if (!same_state(d, d->a, d->b, "between straight play and clone with bytes") || !x)
            return;
        unsigned pending = ct_pending(d->a);
        for (int seat = 0; pending >> seat && !d->failed; seat++)
            if ((pending >> seat & 1) && laws_hold(d))
                pick_both(d, seat);
    }
}

static void one_game(struct deep *d, uint64_t seed)
{
    struct ct_setup setup = *d->setup;
    struct ct_result r;

    setup.seed = seed;
    setup.flags = CT_TRACK;
    d->seed = seed;
    d->pick = 0;
    d->last_effect[0] = 0;
    d->rng = ct_rng_make(seed, 77);
    d->a = ct_game_new(d->straight, &setup);
    d->b = d->a ? ct_game_new(d->round, &setup) : NULL;
    if (!d->b) {
        part(d, ct_error(d->a ? d->round : d->straight));
    } else {
        d->sample = ct_clone(d->a);
        d->script_print = d->straight->script ? script_fingerprint(d->straight->script) : 0;
        play_game(d);
        if (!d->failed && ct_get_result(d->straight, d->a, &r))
            part_error(d, d->straight, "there is no result");
        if (!d->failed)
            d->counts->unfinished += r.status == CT_UNFINISHED;
        d->counts->picks += d->pick;
    }
    ct_state_free(d->a);
    ct_state_free(d->b);
    ct_state_free(d->sample);
    d->a = d->b = d->sample = NULL;
}

/* May a game of these people and options begin at all? */
static bool may_start(struct deep *d, char **why)
{
    ct_state *game = ct_game_new(d->straight, d->setup);
    bool forbidden = !game && d->straight->k.err.code == K_E_REQUIRES;

    if (forbidden)
        *why = mem_strndup(ct_error(d->straight), strlen(ct_error(d->straight)));
    ct_state_free(game);
    return !forbidden;
}

int deep_check(const ct_definition *def, const struct ct_setup *setup, uint64_t first_game,
               uint64_t games, uint64_t seed, struct deep_counts *counts, char **wrong)
{
    struct deep d = {.def = def, .setup = setup, .counts = counts, .wrong = wrong};

    d.straight = ct_engine_new(def, wrong);
    d.round = d.straight ? ct_engine_new(def, wrong) : NULL;
    if (!d.round) {
        ct_engine_free(d.straight);
        return EXIT_USAGE;
    }
    d.straight->k.tell = note_effect;
    d.straight->k.tell_ctx = &d;
    d.straight->log_observer = CT_ALL;
    d.view_a = mem_alloc(VIEW_BYTES);
    d.view_b = mem_alloc(VIEW_BYTES);
    if (!may_start(&d, wrong))
        games = 0;
    for (uint64_t i = 0; i < games && !d.failed; i++) {
        struct ct_rng r = ct_rng_make(seed, first_game + i);
        d.game = first_game + i + 1;
        one_game(&d, ct_rng_next(&r));
        counts->games++;
    }
    free(d.view_a);
    free(d.view_b);
    free(d.bytes);
    ct_engine_free(d.straight);
    ct_engine_free(d.round);
    return d.failed ? EXIT_FINDING : EXIT_OK;
}

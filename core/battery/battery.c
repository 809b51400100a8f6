/* battery.c - random games held against the laws of the library (laws.c). */
#include "battery/internal.h"

#include "base/arena.h"
#include "base/rows.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 2048, FEW_GAMES = 4 };

static const struct {
    const char *name, *says;
} laws[] = {CT_LAWS(ROW_NAMED_PAIR)};

const char *ct_law_name(enum ct_law law)
{
    return laws[law].name;
}

const char *ct_law_says(enum ct_law law)
{
    return laws[law].says;
}

/* ---- reports which law is broken, and where ---- */

/* The hook to blame: the running one, else the last one. */
static const char *hook_near(const struct battery *t)
{
    uint16_t open = t->a ? k_rules(block(t->a))->hook : REF_NONE;

    return open != REF_NONE && open < t->def->k.nhooks ? t->def->hooks[open] : t->hook;
}

bool battery_no_memory(struct battery *t)
{
    t->no_memory = true;
    return false;
}

bool battery_room(struct battery *t, struct bytes *to, size_t size)
{
    int cap = (int)to->cap;
    bool room = mem_fit(&to->v, &cap, (int)size, 1);

    to->cap = (size_t)cap;
    return room || battery_no_memory(t);
}

/* Did memory run out? Then an apparently broken law may hold. */
static bool lacks_memory(const struct battery *t)
{
    return t->no_memory || mem_losses() != t->losses || t->straight->k.err.code == K_E_NOMEM ||
           t->round->k.err.code == K_E_NOMEM;
}

bool law_broken(struct battery *t, enum ct_law law, const char *fmt, ...)
{
    struct ct_battery *out = t->out;
    struct str s = {0};
    const char *hook = hook_near(t);
    va_list args;

    if (out->broken)
        return false;
    if (lacks_memory(t))
        return battery_no_memory(t);
    out->broken = true;
    out->law = law;
    str_addf(&s, "%s breaks the law `%s`: %s\n  ", t->def->id, laws[law].name, laws[law].says);
    va_start(args, fmt);
    str_vaddf(&s, fmt, args);
    va_end(args);
    str_addf(&s, "\n  at pick %zu of game %" PRIu64 " (%d players, seed %" PRIu64 ")",
             t->past.n, t->game, t->setup->people, t->seed);
    if (*hook && !t->named)
        str_addf(&s, "; %s: %s",
                 t->a && k_rules(block(t->a))->hook != REF_NONE ? "hook under way"
                                                                : "the hook that ran last",
                 hook);
    out->message = mem_copy(str_of(&s), s.n);
    str_free(&s);
    if (lacks_memory(t)) { /* a message that was cut short is not given */
        out->broken = false;
        free(out->message);
        out->message = NULL;
        return battery_no_memory(t);
    }
    return false;
}

bool law_fault(struct battery *t, enum ct_law law, enum kerrcode code, const char *what,
               const char *text)
{
    if (code == K_E_NOMEM) /* another game has pushed it out */
        return battery_no_memory(t);
    t->named = code == K_E_HOOK;
    return law_broken(t, law, "%s: %s", what, text);
}

bool law_error(struct battery *t, enum ct_law law, ct_engine *e, const char *what)
{
    char text[5000];

    snprintf(text, sizeof text, "%s", ct_error(e));
    return law_fault(t, law, e->k.err.code, what, text);
}

/* ---- the past ---- */

/* Notes the pick that is about to be made. */
static bool past_add(struct battery *t, int seat, int index)
{
    struct past *p = &t->past;

    if (!mem_room(&p->v, p->n, sizeof *p->v))
        return battery_no_memory(t);
    if (p->nkept == MAX_KEPT) { /* every second one is enough */
        for (size_t i = 0; i < MAX_KEPT; i += 2) {
            ct_state *even = p->kept[i];
            p->kept[i] = p->kept[i / 2];
            p->kept[i / 2] = even;
        }
        p->nkept /= 2;
        p->stride *= 2;
    }
    if (!t->only_play && p->n == p->nkept * p->stride) {
        if (p->nkept < p->nstates)
            k_clone(block(p->kept[p->nkept]), block(t->a));
        else if (!(p->kept[p->nstates++] = ct_clone(t->a)))
            return battery_no_memory(t);
        p->nkept++;
    }
    p->v[p->n++] = (struct past_pick){(uint8_t)seat, index, t->hash};
    return true;
}

/* ---- a game ---- */

static bool laws_hold(struct battery *t)
{
    return law_keeps(t) && law_checks(t) && law_judges(t) && law_choices(t) && law_worlds(t) &&
           law_ways(t);
}

static int random_seat(struct battery *t, unsigned pending)
{
    unsigned n = 0, at;

    for (unsigned m = pending; m; m &= m - 1)
        n++;
    at = ct_rng_below(&t->picks, n);
    for (int seat = 0;; seat++)
        if ((pending >> seat & 1) && at-- == 0)
            return seat;
}

/* A game of more work than this is only played from then on, without checks. Most games need far
 * less. */
enum { MANY_PICKS = 10000, MUCH_WORK = 4 * 1000 * 1000 };

/* A random pick of one of the pending seats, in both games. */
static bool pick(struct battery *t)
{
    int seat = random_seat(t, ct_pending(t->a));
    int n = ct_choices(t->straight, t->a, seat);

    if (n < 1)
        return law_error(t, CT_LAW_RUNS, t->straight, "choices cannot be listed");
    int i = (int)ct_rng_below(&t->picks, (uint32_t)n);
    if (!past_add(t, seat, i))
        return false;
    coverage_pick(t, seat, i);
    if (ct_pick(t->straight, t->a, seat, i))
        return law_error(t, CT_LAW_CHOICES, t->straight, "what is offered is refused");
    t->out->held += t->held;
    t->rubbish = (uint8_t)ct_rng_next(&t->rng);
    if (t->held && ct_pick(t->round, t->b, seat, i))
        return law_error(t, CT_LAW_SAME, t->round, "the twin refuses what is offered");
    return true;
}

/* Both games run on. 1: a seat is asked. 0: over, or a law is broken. */
static int go_on(struct battery *t)
{
    int x, y;

    /* it is checked up to the next pick; once it is not, the twin stays behind */
    t->held = t->held && t->past.n < MANY_PICKS && block(t->a)->work < MUCH_WORK;
    x = ct_advance(t->straight, t->a);

    if (x < 0 && t->straight->k.err.code == K_E_COUNTER_TELLS)
        return law_error(t, CT_LAW_TELLS, t->straight, "on the way to this pick");
    if (x < 0)
        return law_error(t, CT_LAW_RUNS, t->straight, "the game fails");
    t->hash = ct_hash(t->straight, t->a);
    if (!t->held)
        return x;
    y = ct_advance(t->round, t->b);
    if (y < 0)
        return law_error(t, CT_LAW_SAME, t->round, "only the twin fails");
    if (x != y)
        return law_broken(t, CT_LAW_SAME, "one game is over and its twin is not");
    coverage_advance(t);
    return law_look(t) && law_same(t) && x;
}

static void play_game(struct battery *t)
{
    struct ct_result r = {0};

    while (go_on(t) && (!t->held || laws_hold(t)) && pick(t))
        ;
    if (t->out->broken || t->no_memory)
        return;
    t->end = t->hash;
    if (ct_get_result(t->straight, t->a, &r)) {
        law_error(t, CT_LAW_RUNS, t->straight, "there is no result");
        return;
    }
    t->out->unfinished += r.status == CT_UNFINISHED;
    coverage_over(t);
    t->watched_laws = 0;
    if (t->held && law_keeps(t) && law_checks(t) && law_given_up(t, r.winners))
        law_undo(t);
}

/* Random games may run into the limit of picks, but not most of them. */
static void law_ends(struct battery *t)
{
    const struct ct_battery *out = t->out;

    if (!t->no_memory && !t->only_play && out->games >= FEW_GAMES &&
        2 * out->unfinished > out->games)
        law_broken(t, CT_LAW_ENDS,
                   "%" PRIu64 " of %" PRIu64 " games were stopped unfinished (limits: picks)",
                   out->unfinished, out->games);
}

/* One number for the game: each state before a pick, and the last. */
static uint64_t game_hash(const struct battery *t)
{
    uint64_t h = kmix(t->seed);

    for (size_t i = 0; i < t->past.n; i++)
        h = kmix(h ^ t->past.v[i].hash);
    return kmix(h ^ t->end);
}

static void one_game(struct battery *t, uint64_t seed)
{
    struct ct_setup setup = *t->setup;

    setup.seed = t->seed = seed;
    setup.flags = CT_TRACK | (t->game % 2 ? 0 : CT_STOP_FORCED);
    t->picks = ct_rng_make(seed, 77);
    t->rng = ct_rng_make(seed, 78);
    t->past.n = t->past.nkept = 0;
    t->past.stride = 1;
    t->hook[0] = 0;
    t->hopeless = 0;
    t->watched_laws = 0;
    t->held = !t->only_play;
    t->a = ct_game_new(t->straight, &setup);
    if (!t->a) {
        law_error(t, CT_LAW_RUNS, t->straight, "the game does not begin");
        return;
    }
    t->b = ct_clone(t->a);
    t->sample = ct_clone(t->a);
    t->other = ct_clone(t->a);
    bool ways = t->only_play || ways_begin(t);
    coverage_game(t, setup);
    laws_listen(t);
    if (t->straight->k.owed)
        memset(t->straight->k.owed, 0, sizeof *t->straight->k.owed);
    if (t->b && t->sample && t->other && ways)
        play_game(t);
    else
        battery_no_memory(t);
    t->out->games++;
    t->out->picks += t->past.n;
    t->out->hash += game_hash(t);
    ct_state_free(t->a);
    ct_state_free(t->b);
    ct_state_free(t->sample);
    ct_state_free(t->other);
    ways_end(t);
    t->a = t->b = t->sample = t->other = NULL;
}

/* ---- the battery ---- */

/* May a game with these players and options begin? -1: they are invalid. */
static int may_start(struct battery *t)
{
    ct_state *game = ct_game_new(t->straight, t->setup);
    enum kerrcode code = t->straight->k.err.code;
    bool full = code == K_E_SEATS && t->straight->k.err.b > 0; /* with the seats of kinds */
    bool unknown =
        !game && (t->straight->has_wrong || (code == K_E_SEATS && !full) || code == K_E_NOMEM);

    t->out->cannot_start = !game && (code == K_E_REQUIRES || full);
    if (t->out->cannot_start || unknown)
        t->out->message = mem_copy(ct_error(t->straight), strlen(ct_error(t->straight)));
    ct_state_free(game);
    return unknown ? -1 : !t->out->cannot_start;
}

static void battery_end(struct battery *t)
{
    for (size_t i = 0; i < t->past.nstates; i++)
        ct_state_free(t->past.kept[i]);
    free(t->past.v);
    free(t->past.kept);
    for (int i = 0; i <= CT_MAX_SEATS; i++)
        free(t->view[i].v);
    free(t->view_b.v);
    free(t->written.v);
    free(t->keys.v);
    free(t->watched);
    free(t->watched_pure);
    coverage_end(t);
    if (t->straight)
        free(t->straight->k.owed);
    ct_engine_free(t->straight);
    ct_engine_free(t->round);
}

static int run(struct battery *t, uint64_t first, uint64_t games)
{
    const struct kdef *k = &t->def->k;

    *t->out = (struct ct_battery){.nhooks = k->nhooks};
    t->losses = mem_losses();
    t->straight = ct_engine_new(t->def, &t->out->message);
    t->round = t->straight ? ct_engine_new(t->def, &t->out->message) : NULL;
    if (!t->round) {
        battery_end(t);
        return -1;
    }
    t->out->hook = calloc(k->nhooks + 1u, sizeof *t->out->hook);
    t->past.kept = calloc(MAX_KEPT, sizeof(ct_state *));
    t->watched = calloc(k->nhooks + 1u, sizeof *t->watched);
    t->watched_pure = calloc(k->npures + 1u, sizeof *t->watched_pure);
    t->straight->k.owed = t->only_play ? NULL : calloc(1, sizeof *t->straight->k.owed);
    t->no_memory = (!t->only_play && !t->straight->k.owed) || !t->out->hook || !t->past.kept ||
                   !t->watched || !t->watched_pure || (!t->only_play && !coverage_begin(t));
    t->inner = t->straight->k.host;
    int may = t->no_memory ? -1 : may_start(t);
    for (uint64_t i = 0; may > 0 && i < games && !t->out->broken && !t->no_memory; i++) {
        struct ct_rng r = ct_rng_make(t->setup->seed, first + i);
        t->game = first + i + 1;
        one_game(t, ct_rng_next(&r));
    }
    law_ends(t);
    battery_end(t);
    if (t->no_memory && !t->out->message)
        t->out->message = mem_copy("out of memory", 13);
    return may < 0 || t->no_memory ? -1 : t->out->broken;
}

int ct_battery(const ct_definition *def, const struct ct_setup *setup, uint64_t first,
               uint64_t games, struct ct_battery *out)
{
    struct battery t = {.def = def, .setup = setup, .out = out};

    return run(&t, first, games);
}

int ct_battery_hash(const ct_definition *def, const struct ct_setup *setup, uint64_t first,
                    uint64_t games, struct ct_battery *out)
{
    struct battery t = {.def = def, .setup = setup, .out = out, .only_play = true};

    return run(&t, first, games);
}

void ct_battery_free(struct ct_battery *out)
{
    free(out->hook);
    free(out->ran);
    free(out->message);
    *out = (struct ct_battery){0};
}

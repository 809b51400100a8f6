/* differ.c - a mutant and the original play the same games: do they ever part?
 *
 * Game i has its own seed, random players, and the players and options of its number, so that all
 * come in turn. Both games go on some picks at a time and are compared by bytes, which is quick. If
 * these differ, the game is played again pick by pick, comparing what a scenario could see. A game
 * that neither can start does not count.
 */
#include "mutate.h"
#include "tools/scenes/facts.h"

#include "tools/memory.h"

#include <stdlib.h>

/* MOST_WORK: units, of the original's games. It takes fewer games if they are long. */
enum { PLIES = 12, MOST_OPTIONS = 32, MOST_WORK = 400 * 1000 * 1000 };

/* ---- players and options by number ---- */

static int values_of(const struct ct_option *o)
{
    return o->kind == CT_FLAG ? 2 : o->kind == CT_WORD ? o->values : 3;
}

/* Value v of the option: of a number its default, one more, one less. */
static void name_value(const ct_definition *def, int i, const struct ct_option *o, int v,
                       char *to, size_t cap)
{
    if (o->kind == CT_FLAG)
        snprintf(to, cap, "%s=%s", o->name, v ? "true" : "false");
    else if (o->kind == CT_WORD)
        snprintf(to, cap, "%s=%s", o->name, ct_option_value(def, i, v));
    else
        snprintf(to, cap, "%s=%lld", o->name,
                 strtoll(o->standard, NULL, 10) + (v == 2 ? -1 : v));
}

void terms_of(const ct_definition *def, uint64_t number, struct terms *t)
{
    struct ct_info info = ct_get_info(def, NULL);
    unsigned people = (unsigned)(info.max_people - info.min_people + 1);
    struct ct_option o;

    *t = (struct terms){.people = info.min_people + (int)(number % people)};
    number /= people;
    for (int i = 0; i < info.options && i < MOST_OPTIONS && ct_get_option(def, i, NULL, &o);
         i++) {
        unsigned n = (unsigned)values_of(&o);
        name_value(def, i, &o, (int)(number % n), t->text[i], sizeof t->text[i]);
        t->option[i] = t->text[i];
        t->noptions = i + 1;
        number /= n;
    }
}

/* ---- two games ---- */

struct pair {
    const ct_definition *def[2];
    ct_engine *engine[2];
    ct_state *game[2];
    uint64_t work; /* done by the first game, added up */
};

static void close_games(struct pair *p)
{
    p->work += p->game[0] ? ct_get_stats(p->game[0]).work : 0;
    for (int k = 0; k < 2; k++) {
        ct_state_free(p->game[k]);
        p->game[k] = NULL;
    }
}

/* 1: both begin. 0: neither. -1: only one of them. */
static int open_games(struct pair *p, const struct terms *t, uint64_t seed)
{
    struct ct_setup setup = {.people = t->people,
                             .seed = seed,
                             .flags = CT_TRACK | CT_STOP_FORCED,
                             .options = t->option,
                             .noptions = t->noptions};

    for (int k = 0; k < 2; k++)
        p->game[k] = ct_game_new(p->engine[k], &setup);
    return !p->game[0] != !p->game[1] ? -1 : p->game[0] != NULL;
}

static void name_seats(const struct pair *p, int k, struct look *l)
{
    *l = (struct look){.def = p->def[k], .engine = p->engine[k], .game = p->game[k]};
    for (int i = 0; i < ct_seats(p->game[k]); i++)
        l->seat[i] = "";
}

static bool same_facts(const struct pair *p)
{
    struct look l[2];

    for (int k = 0; k < 2; k++) {
        name_seats(p, k, &l[k]);
        l[k].beside = p->def[!k];
    }
    return facts_sum(&l[0]) == facts_sum(&l[1]);
}

/* Plays some picks at a time and compares bytes. At the end it compares what is visible, because
 * the result is computed then. */
static bool bytes_part(struct pair *p, uint64_t seed)
{
    struct ct_rng rng[2] = {ct_rng_make(seed, 1), ct_rng_make(seed, 1)};
    int more[2] = {1, 1};

    while (more[0] == 1 && more[1] == 1) {
        uint64_t hash[2];
        for (int k = 0; k < 2; k++) {
            more[k] = ct_playout(p->engine[k], p->game[k], &rng[k], 1, PLIES, NULL);
            hash[k] = more[k] < 0 ? 0 : ct_hash(p->engine[k], p->game[k]);
        }
        if (more[0] != more[1] || hash[0] != hash[1])
            return true;
    }
    return more[0] >= 0 && !same_facts(p);
}

static bool has_nothing(ct_engine *engine, ct_state *game, int seat)
{
    struct ct_choice choice;

    return ct_choices(engine, game, seat) == 1 &&
           !ct_get_choice(engine, game, seat, 0, &choice) && choice.is == CT_CHOSEN_NONE;
}

/* Runs on to the next decision with a choice, as a scenario does. Returns as ct_advance. */
static int advance(ct_engine *engine, ct_state *game)
{
    for (;;) {
        int more = ct_advance(engine, game);
        bool answered = false;
        for (int seat = 0; more == 1 && seat < ct_seats(game); seat++) {
            if (!(ct_pending(game) >> seat & 1) || !has_nothing(engine, game, seat))
                continue;
            answered = true;
            if (ct_pick(engine, game, seat, 0))
                return -1;
        }
        if (!answered || (more == 1 && ct_pending(game)))
            return more;
    }
}

/* Compares after every pick what is visible. */
static bool facts_part(struct pair *p, uint64_t seed)
{
    struct ct_rng rng = ct_rng_make(seed, 1);

    for (;;) {
        int more[2];
        for (int k = 0; k < 2; k++)
            more[k] = advance(p->engine[k], p->game[k]);
        if (more[0] != more[1])
            return true;
        if (more[0] < 0)
            return false;
        if (!same_facts(p))
            return true;
        if (!more[0])
            return false;
        int seat = ct_next_seat(p->game[0]);
        int n = ct_choices(p->engine[0], p->game[0], seat);
        int i = n > 1 ? (int)ct_rng_below(&rng, (uint32_t)n) : 0;
        for (int k = 0; k < 2; k++)
            if (ct_pick(p->engine[k], p->game[k], seat, i))
                return k == 1;
    }
}

static bool game_parts(struct pair *p, const ct_definition *original, uint64_t number,
                       uint64_t own)
{
    struct terms t;

    terms_of(original, number, &t);
    int begun = open_games(p, &t, own);
    bool part = begun < 0 || (begun && bytes_part(p, own));
    close_games(p);
    if (!part || begun < 0)
        return part;
    part = open_games(p, &t, own) == 1 && facts_part(p, own);
    close_games(p);
    return part;
}

int64_t differ_next(const struct subject *s, const ct_definition *mutant, int64_t from,
                    int64_t games)
{
    const ct_definition *original = ct_mutants_original(s->mutants);
    struct pair p = {.def = {original, mutant}};
    int64_t found = -1;

    for (int k = 0; k < 2; k++)
        p.engine[k] = ct_engine_new(p.def[k], NULL);
    if (!p.engine[0] || !p.engine[1])
        mem_die();
    for (int64_t i = from; i < games && found < 0 && p.work < MOST_WORK && !mutate_stopped(s);
         i++)
        if (game_parts(&p, original, (uint64_t)i, game_seed(s->seed, (uint64_t)i + 1)))
            found = i;
    ct_engine_free(p.engine[0]);
    ct_engine_free(p.engine[1]);
    return found;
}

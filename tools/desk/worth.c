/* worth.c - plays games, a few at a time as a job of the house, and counts what they say of cards. */
#include "worth.h"

#include "tools/clock.h"
#include "tools/common.h"
#include "tools/look.h"
#include "tools/memory.h"
#include "tools/policies.h"
#include "tools/report/report.h"
#include "tools/stats/profilereport.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 2000, AT_ONCE = 500, PROFILED = 50 };
#define MOMENT 0.02 /* seconds for which one job plays */

/* Games of one kind of players. */
struct series {
    struct worth *all;
    struct game *rules; /* held; NULL: no series is under way */
    unsigned number;
    int by, games; /* of `kinds`; those that were played */
    struct ct_setup setup;
    struct player players[CT_MAX_SEATS];
    ct_engine *engine;
    ct_state *game;
    struct card_names names;
    struct card_tally cards;
    ct_profile *profile; /* or NULL: it counts cards */
    double share[CT_MAX_SEATS], score[CT_MAX_SEATS];
    int unfinished;
    char *wrong;
};
/* Training takes long, so it needs a house with workers. */
static const char *const kinds[] = {"random", "random", "learnt,games=1000"};

struct worth {
    struct house *house;
    struct job job;
    void (*changed)(void *ctx);
    void *ctx;
    struct series now;
    pthread_mutex_t lock; /* for all below */
    struct game *rules;   /* held, nothing played yet; or NULL */
    unsigned number;      /* counts the beginnings */
    bool given;           /* the house has the job */
    json_t *told, *profile;
};

static bool is_last(const struct series *s)
{
    pthread_mutex_lock(&s->all->lock);
    bool last = s->number == s->all->number && !s->all->house->closing;
    pthread_mutex_unlock(&s->all->lock);
    return last;
}

/* Puts a new object in place: a reader may still have the old one. */
static void tell_as(const struct series *s, json_t **as, json_t *told)
{
    pthread_mutex_lock(&s->all->lock);
    bool last = s->number == s->all->number;
    if (last) {
        json_decref(*as);
        *as = told;
    } else {
        json_decref(told);
    }
    pthread_mutex_unlock(&s->all->lock);
    if (last)
        s->all->changed(s->all->ctx);
}

/* Of each seat its mean share of the win, and its mean score. */
static json_t *seats_json(const struct series *s)
{
    json_t *out = json_array();

    for (int i = 0; i < s->setup.people && s->games; i++)
        json_array_append_new(out, json_pack("{sf sf}", "share", s->share[i] / s->games,
                                             "score", s->score[i] / s->games));
    return out;
}

static void tell(const struct series *s)
{
    const struct sim_result r = {
        .names = s->names, .card = s->cards, .cards = "all", .kind = EVERY_KIND};

    tell_as(s, &s->all->told,
            json_pack("{si ss ss? si so so}", "games", s->games, "by", kinds[s->by], "wrong",
                      s->wrong, "unfinished", s->unfinished, "seats", seats_json(s), "cards",
                      report_sim_json("cards", &r, NULL)));
}

static void tell_profile(const struct series *s)
{
    ct_profile_add(s->profile, s->engine);
    tell_as(s, &s->all->profile,
            json_pack("{si so}", "games", s->games, "lines", profile_json(s->profile)));
}

static int play_seat(struct series *s, int seat)
{
    const char *why = NULL;
    int n, pick = player_ask(&s->players[seat], s->engine, s->game, seat, &n, &why);

    if (pick < 0)
        return -1;
    if (n > 1)
        cardtally_pick(&s->cards, s->engine, s->game, seat, n, pick);
    return ct_pick(s->engine, s->game, seat, pick);
}

static int play_out(struct series *s)
{
    int rc;

    while ((rc = ct_advance(s->engine, s->game)) == 1) {
        cardtally_look(&s->cards, s->engine, s->game);
        for (unsigned pending = ct_pending(s->game), seat = 0; pending >> seat; seat++)
            if (pending >> seat & 1 && play_seat(s, (int)seat))
                return -1;
    }
    return rc;
}

/* 0, or -1: the rules failed. */
static int play_game(struct series *s, uint64_t seed)
{
    struct ct_result r;

    s->setup.seed = seed;
    players_seed(s->players, CT_MAX_SEATS, seed);
    if (s->game ? ct_game_restart(s->engine, s->game, seed) != 0
                : !(s->game = ct_game_new(s->engine, &s->setup)))
        return -1;
    if (play_out(s) < 0 || ct_get_result(s->engine, s->game, &r))
        return -1;
    cardtally_game(&s->cards, s->engine, s->game, persons_of(s->game), &r, seed);
    s->unfinished += r.status == CT_UNFINISHED;
    for (int i = 0; i < s->setup.people; i++) {
        s->share[i] += (double)r.share[i] / CT_WHOLE;
        s->score[i] += (double)r.score[i];
    }
    return 0;
}

/* Plays for a moment. False: that was all. */
static bool play_on(struct series *s)
{
    int games = s->profile ? PROFILED : GAMES;
    double until = seconds_now() + MOMENT;

    while (s->engine && s->games < games && !s->wrong && is_last(s)) {
        if (seconds_now() > until)
            return true;
        if (play_game(s, (uint64_t)s->games + 1))
            s->wrong = mem_strdup(ct_error(s->engine));
        else if (++s->games % AT_ONCE == 0)
            tell(s);
        else if (s->profile && (s->games == 1 || s->games == PROFILED / 5))
            tell_profile(s); /* early, even if games are long */
    }
    if (s->wrong)
        tell(s);
    if (s->profile && s->engine)
        tell_profile(s);
    return false;
}

/* Begins a series. Without its players it has no games. */
static void begin(struct series *s)
{
    struct ct_info info = ct_get_info(s->rules->def, NULL);
    ct_engine *engine = engine_open(s->rules->def, &s->wrong);

    s->setup = (struct ct_setup){.people = info.min_people};
    if (!s->by && engine && !ct_engine_profile(engine))
        s->profile = ct_profile_new(s->rules->def);
    card_names_of(&s->names, s->rules->def);
    cardtally_begin(&s->cards, s->names.kinds, s->names.cards, NO_KIND);
    if (engine && !players_read("desk", kinds[s->by], false, s->players, CT_MAX_SEATS) &&
        !policies_read("desk", s->rules->def, &s->setup, s->players, info.min_people)) {
        if (players_need_knowledge(s->players, CT_MAX_SEATS))
            s->setup.flags |= CT_TRACK;
        s->engine = engine;
    } else {
        ct_engine_free(engine);
    }
}

static void end(struct series *s)
{
    cardtally_free(&s->cards);
    card_names_free(&s->names);
    players_free(s->players, CT_MAX_SEATS);
    policies_free(s->players, CT_MAX_SEATS);
    ct_state_free(s->game);
    ct_engine_free(s->engine);
    ct_profile_free(s->profile);
    free(s->wrong);
}

static struct game *take(struct worth *w, unsigned *number)
{
    struct game *rules = NULL;

    pthread_mutex_lock(&w->lock);
    if (!w->house->closing) {
        rules = w->rules;
        w->rules = NULL;
    }
    w->given = rules != NULL;
    *number = w->number;
    pthread_mutex_unlock(&w->lock);
    return rules;
}

static bool fails(struct worth *w)
{
    pthread_mutex_lock(&w->lock);
    bool wrong = json_is_string(json_object_get(w->told, "wrong"));
    pthread_mutex_unlock(&w->lock);
    return wrong;
}

/* Begins the series after this one: of other players, or by new rules. False: there is none, and
 * the job is the house's no longer. */
static bool next(struct worth *w)
{
    struct series *s = &w->now;
    struct series then = {.all = w, .rules = s->rules, .number = s->number, .by = s->by + 1};
    int n = (int)(sizeof kinds / sizeof *kinds) - !w->house->thinking.n;

    if (then.rules && (then.by == n || !is_last(s) || fails(w))) {
        game_drop(then.rules);
        then.rules = s->rules = NULL;
    }
    if (!then.rules) {
        then.by = 0;
        if (!(then.rules = take(w, &then.number)))
            return false;
    }
    *s = then;
    begin(s);
    return true;
}

static void work(struct job *j)
{
    struct worth *w = j->ctx;
    bool begun = w->now.rules, on = begun && play_on(&w->now);

    if (begun && !on)
        end(&w->now);
    if (on || next(w))
        house_do(&w->house->thinking, j);
}

struct worth *worth_open(struct house *h, void (*changed)(void *ctx), void *ctx)
{
    struct worth *w = mem_zero(sizeof *w);

    pthread_mutex_init(&w->lock, NULL);
    w->house = h;
    w->job = (struct job){.run = work, .ctx = w};
    w->changed = changed;
    w->ctx = ctx;
    w->told = json_object();
    w->profile = json_object();
    return w;
}

void worth_begin(struct worth *w, struct game *rules)
{
    pthread_mutex_lock(&w->lock);
    game_drop(w->rules);
    w->rules = game_hold(rules);
    w->number++;
    json_decref(w->told);
    w->told = json_object();
    bool given = w->given;
    w->given = true;
    pthread_mutex_unlock(&w->lock);
    if (!given)
        house_do(&w->house->thinking, &w->job);
}

static json_t *copy_of(struct worth *w, json_t *const *told)
{
    pthread_mutex_lock(&w->lock);
    json_t *out = json_deep_copy(*told);
    pthread_mutex_unlock(&w->lock);
    return out;
}

json_t *worth_json(struct worth *w)
{
    return copy_of(w, &w->told);
}

json_t *worth_profile(struct worth *w)
{
    return copy_of(w, &w->profile);
}

void worth_close(struct worth *w)
{
    if (!w)
        return;
    game_drop(w->rules);
    json_decref(w->told);
    json_decref(w->profile);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

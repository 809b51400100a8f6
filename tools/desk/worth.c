/* worth.c - plays games in a thread, and counts what they say of cards. */
#include "worth.h"

#include "tools/common.h"
#include "tools/look.h"
#include "tools/memory.h"
#include "tools/policies.h"
#include "tools/report/report.h"
#include "tools/stats/profilereport.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 2000, AT_ONCE = 50, PROFILED = 50 };

struct worth {
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_t thread;
    void (*changed)(void *ctx);
    void *ctx;
    struct game *rules; /* held, nothing played yet; or NULL */
    unsigned number;    /* counts the beginnings */
    bool closing;
    json_t *told, *profile;
};

/* Games of one kind of players. */
struct series {
    struct worth *all;
    struct game *rules;
    unsigned number;
    const char *by;
    struct ct_setup setup;
    struct player players[CT_MAX_SEATS];
    ct_engine *engine;
    ct_state *game;
    struct card_names names;
    struct card_tally cards;
    ct_profile *profile; /* or NULL: it counts cards */
    char *wrong;
};

static bool is_last(const struct series *s)
{
    pthread_mutex_lock(&s->all->lock);
    bool last = s->number == s->all->number && !s->all->closing;
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

static void tell(const struct series *s, int games)
{
    const struct sim_result r = {
        .names = s->names, .card = s->cards, .cards = "all", .kind = EVERY_KIND};

    tell_as(s, &s->all->told,
            json_pack("{si ss ss? so}", "games", games, "by", s->by, "wrong", s->wrong, "cards",
                      report_sim_json("cards", &r, NULL)));
}

static void tell_profile(const struct series *s, int games)
{
    ct_profile_add(s->profile, s->engine);
    tell_as(s, &s->all->profile,
            json_pack("{si so}", "games", games, "lines", profile_json(s->profile)));
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
    return 0;
}

static void play_series(struct series *s)
{
    int n = 0, games = s->profile ? PROFILED : GAMES;

    for (; n < games && is_last(s); n++) {
        if (play_game(s, (uint64_t)n + 1)) {
            s->wrong = mem_strdup(ct_error(s->engine));
            break;
        }
        if ((n + 1) % (AT_ONCE * 10) == 0)
            tell(s, n + 1);
        if (s->profile && (!n || n + 1 == PROFILED / 5)) /* early, even if games are long */
            tell_profile(s, n + 1);
    }
    if (s->wrong)
        tell(s, n);
    if (s->profile)
        tell_profile(s, n);
}

/* Plays a series, if its players can be had: for the costs of lines, or for the worth of cards. */
static void run(struct worth *w, struct game *rules, unsigned number, const char *by,
                bool profiled)
{
    struct ct_info info = ct_get_info(rules->def, NULL);
    struct series s = {.all = w, .rules = rules, .number = number, .by = by};

    s.setup = (struct ct_setup){.people = info.min_people};
    s.engine = engine_open(rules->def, &s.wrong);
    if (profiled && s.engine && !ct_engine_profile(s.engine))
        s.profile = ct_profile_new(rules->def);
    card_names_of(&s.names, rules->def);
    cardtally_begin(&s.cards, s.names.kinds, s.names.cards, NO_KIND);
    if (s.engine && !players_read("desk", by, false, s.players, CT_MAX_SEATS) &&
        !policies_read("desk", rules->def, &s.setup, s.players, info.min_people)) {
        if (players_need_knowledge(s.players, CT_MAX_SEATS))
            s.setup.flags |= CT_TRACK;
        play_series(&s);
    }
    cardtally_free(&s.cards);
    card_names_free(&s.names);
    players_free(s.players, CT_MAX_SEATS);
    policies_free(s.players, CT_MAX_SEATS);
    ct_state_free(s.game);
    ct_engine_free(s.engine);
    ct_profile_free(s.profile);
    free(s.wrong);
}

static struct game *take(struct worth *w, unsigned *number)
{
    pthread_mutex_lock(&w->lock);
    while (!w->rules && !w->closing)
        pthread_cond_wait(&w->work, &w->lock);
    struct game *rules = w->closing ? NULL : w->rules;
    if (rules)
        w->rules = NULL;
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

static void *work(void *ctx)
{
    static const char *const players[] = {"random", "random", "learnt,games=1000"};
    struct worth *w = ctx;
    struct game *rules;
    unsigned number;

    while ((rules = take(w, &number))) {
        for (size_t i = 0; i < sizeof players / sizeof *players && !fails(w); i++) {
            const struct series s = {.all = w, .number = number};
            if (is_last(&s))
                run(w, rules, number, players[i], !i);
        }
        game_drop(rules);
    }
    return NULL;
}

struct worth *worth_open(void (*changed)(void *ctx), void *ctx)
{
    struct worth *w = mem_zero(sizeof *w);

    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    w->changed = changed;
    w->ctx = ctx;
    w->told = json_object();
    w->profile = json_object();
    if ((errno = pthread_create(&w->thread, NULL, work, w))) {
        json_decref(w->told);
        json_decref(w->profile);
        free(w);
        return NULL;
    }
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
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
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
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    game_drop(w->rules);
    json_decref(w->told);
    json_decref(w->profile);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

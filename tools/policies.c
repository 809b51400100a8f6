/* policies.c - reads policies. All players of one policy share it.
 *
 * A player that names no file gets the policy of the game, its players and options: the one that
 * the game brings, else one of the cache, else one that is trained now, from seed 0 and on the
 * same number of games everywhere. Levels ask for few games. They take what the game brings for
 * another number of players, so nobody waits. One that is trained now trains on while it does not beat random bots. If it never
 * does, a search plays instead. */
#include "policies.h"

#include "cache.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/stopped.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Training games of players that name no file. Alone at the table games are short and a win may be
 * rare, so there are more. */
enum { LESSONS = 5000, LESSONS_ALONE = 50000 };
/* Games that measure it then, and how often it may train on, on twice as many. */
enum { MEASURED = 400, MOST_DOUBLED = 2 };
/* Plays where training failed. */
#define INSTEAD "mcts:200"
enum { MOST_NAMED = 5 };

/* Set by Ctrl-C where that ends only the training. */
static volatile sig_atomic_t asked_to_stop;
static bool may_stop;
/* The program ends: no more training. */
static atomic_bool ending;
/* One training at a time: the second thread finds what the first has kept. */
static pthread_mutex_t one_game = PTHREAD_MUTEX_INITIALIZER;

static bool stops(void)
{
    return asked_to_stop || ending;
}

static void say_new(const ct_definition *def, const ct_policy *policy, const char *path)
{
    struct ct_policy_info info = ct_policy_get_info(policy);
    char names[320] = "";
    size_t n = 0;

    for (int i = 0; i < info.fresh && i < MOST_NAMED && n < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "",
                              ct_card_id(def, ct_policy_new_card(policy, i)));
    if (info.fresh)
        complain("note: %s: %d %s new to it: %s%s", path, info.fresh,
                 info.fresh == 1 ? "card is" : "cards are", names,
                 info.fresh > MOST_NAMED ? ", ..." : "");
}

ct_policy *policy_open(const char *command, const ct_definition *def, const char *path)
{
    char *wrong = NULL;
    size_t n;
    char *text = ct_file_read(path, &n, &wrong);
    ct_policy *policy = text ? ct_policy_read(def, path, text, n, &wrong) : NULL;

    free(text);
    if (policy)
        say_new(def, policy, path);
    succeeded(policy, command, &wrong);
    return policy;
}

static bool learnt(const struct player *p)
{
    return p->kind == PLAYER_BOT && (p->spec.kind == CT_BOT_LEARNT || p->spec.guided);
}

static uint64_t lessons(const struct player *p, const struct ct_setup *setup)
{
    return p->spec.games        ? (uint64_t)p->spec.games
           : setup->people == 1 ? LESSONS_ALONE
                                : LESSONS;
}

/* The policy of an earlier player with the same file or number of games. */
static const ct_policy *read_before(const struct player *players, int n)
{
    for (int i = 0; i < n; i++)
        if (learnt(&players[i]) && players[i].spec.policy &&
            players[i].spec.games == players[n].spec.games &&
            !strcmp(players[i].spec.command, players[n].spec.command))
            return players[i].spec.policy;
    return NULL;
}

/* ---- who names no file ---- */

/* Does it play well, as far as was measured? Alone at the table there is nobody to beat. */
static bool plays_well(const ct_policy *p)
{
    struct ct_policy_info i = ct_policy_get_info(p);

    return i.people == 1 || !i.measured || policy_is_above(i.share, i.error, i.even);
}

/* In a game without choices one batch is enough. 0 or -1. */
static int learn_until(ct_learner *l, uint64_t most)
{
    uint64_t games = ct_learner_get(l).games;
    struct progress progress;
    int rc = 0;

    progress_begin(&progress, "training games", most - games);
    while (!rc && !stops() && games < most && (!games || ct_learner_get(l).choices)) {
        rc = ct_learner_batch(l, most - games);
        progress_add(&progress, ct_learner_get(l).games - games);
        games = ct_learner_get(l).games;
    }
    progress_end(&progress);
    return rc;
}

/* Trains until it wins more than its share, or has trained long enough. 0 or -1. */
static int learn_to_win(ct_learner *l, uint64_t most)
{
    struct ct_learn_share share;

    for (int doubled = 0;; doubled++) {
        if (learn_until(l, most))
            return -1;
        if (stops() || !ct_learner_get(l).choices)
            return 0;
        if (ct_learner_measure(l, MEASURED, &share, NULL))
            return -1;
        if (policy_is_above(share.share, share.error, share.even) || doubled == MOST_DOUBLED)
            return 0;
        complain("note: it has %.3f of the win against random bots (%.3f is even): training "
                 "for %" PRIu64 " games more",
                 share.share, share.even, most);
        most *= 2;
    }
}

static char *learn_now(const char *command, const ct_definition *def,
                       const struct ct_setup *setup, uint64_t most, const ct_policy *from,
                       size_t *n)
{
    struct ct_setup own = *setup;
    char *wrong = NULL, *text = NULL;
    int rc = 0;

    own.seed = 0;
    ct_learner *l = ct_learner_new(def, &own, from, processors(), &wrong);
    if (l) {
        rc = from || own.people == 1 ? learn_until(l, most) : learn_to_win(l, most);
        text = rc || stops() ? NULL : ct_learner_text(l, n);
    }
    if (!text && !stops())
        complain("%s: %s", command, rc ? mem_said(ct_learner_error(l)) : reason(wrong));
    free(wrong);
    ct_learner_free(l);
    return text;
}

static ct_policy *learn_and_keep(const char *command, const ct_definition *def,
                                 const struct ct_setup *setup, uint64_t games, const char *path)
{
    ct_policy *policy = cache_read(def, path); /* another process may have trained it */
    char *text;
    size_t n;

    if (policy || stops())
        return policy;
    complain("note: training bots for %s with %d player%s: %" PRIu64 " games%s",
             ct_get_info(def, NULL).id, setup->people, setup->people == 1 ? "" : "s", games,
             may_stop ? " (or stop it with Ctrl-C)" : "");
    text = learn_now(command, def, setup, games, NULL, &n);
    policy = text ? ct_policy_read(def, path, text, n, NULL) : NULL;
    if (policy)
        cache_keep(path, text, n);
    free(text);
    return policy;
}

/* The policy of a player that names no file; NULL after a message. */
static ct_policy *policy_of_game(const char *command, const ct_definition *def,
                                 const struct ct_setup *setup, const struct player *p)
{
    uint64_t games = lessons(p, setup);
    char path[CACHE_PATH];

    if (!cache_path(command, def, setup, games, path))
        return NULL;
    ct_policy *policy = cache_brought(command, def, setup, (uint64_t)p->spec.games);
    if (policy || (policy = cache_read(def, path)))
        return policy;
    pthread_mutex_lock(&one_game);
    policy = learn_and_keep(command, def, setup, games, path);
    pthread_mutex_unlock(&one_game);
    return policy;
}

/* ---- all players ---- */

bool policy_fits(const char *command, const char *path, const ct_policy *policy, int people)
{
    int of = ct_policy_get_info(policy).people;

    return of == people ||
           complain("%s: %s: it was trained for %d %s, and %d %s", command, path, of,
                    of == 1 ? "player" : "players", people, people == 1 ? "plays" : "play");
}

/* 0 or -1 after a message. */
static int read_own(const char *command, const ct_definition *def, const struct ct_setup *setup,
                    struct player *p)
{
    p->policy = *p->spec.command ? policy_open(command, def, p->spec.command)
                                 : policy_of_game(command, def, setup, p);
    p->spec.policy = p->policy;
    return p->policy && (!*p->spec.command ||
                         policy_fits(command, p->spec.command, p->policy, setup->people))
               ? 0
               : -1;
}

/* Players that name no file search instead, if their policy does not win more than its share. */
static void search_instead(const char *command, const ct_definition *def,
                           struct player *players, int n)
{
    static _Atomic uint64_t said; /* the last game that this was said of */
    struct ct_info game = ct_get_info(def, NULL);

    for (int i = 0; i < n; i++) {
        struct player *p = &players[i], search;
        if (!learnt(p) || *p->spec.command || plays_well(p->spec.policy))
            continue;
        struct ct_policy_info info = ct_policy_get_info(p->spec.policy);
        if (atomic_exchange(&said, game.behaviour) != game.behaviour)
            complain(
                "note: trained bots for '%s' have %.3f ±%.3f of the win against random bots "
                "(%.3f is even): " INSTEAD " plays in its place",
                game.id, info.share, info.error, info.even);
        player_read(command, INSTEAD, false, &search);
        p->spec = search.spec;
    }
}

int policies_read(const char *command, const ct_definition *def, const struct ct_setup *setup,
                  struct player *players, int n)
{
    for (int i = 0; i < n; i++) {
        struct player *p = &players[i];
        if (learnt(p) && !p->spec.policy && !(p->spec.policy = read_before(players, i)) &&
            read_own(command, def, setup, p))
            return -1;
    }
    search_instead(command, def, players, n);
    return 0;
}

void policies_stop(void)
{
    ending = true;
}

bool policies_stopped(void)
{
    return ending;
}

static void stop(int sig)
{
    stop_asked(&asked_to_stop, sig);
}

int policies_try(const char *command, const ct_definition *def, const struct ct_setup *setup,
                 struct player *players, int n)
{
    struct sigaction now = {.sa_handler = stop}, then;

    may_stop = !sigaction(SIGINT, &now, &then);
    int rc = policies_read(command, def, setup, players, n);
    if (may_stop)
        sigaction(SIGINT, &then, NULL);
    may_stop = false;
    asked_to_stop = 0;
    return rc;
}

int policies_unnamed(const struct player *players, int n)
{
    int k = 0;

    for (int i = 0; i < n; i++)
        k += learnt(&players[i]) && !*players[i].spec.command;
    return k;
}

/* `from` if it knows all cards of the game, else a copy that has trained on. NULL after a message. */
static const ct_policy *learn_on(const char *command, const ct_definition *def,
                                 const struct ct_setup *setup, const ct_policy *from,
                                 struct player *owner)
{
    uint64_t games = lessons(owner, setup);
    const char *id = ct_get_info(def, NULL).id;
    char *wrong = NULL;
    size_t n;
    char *text = ct_policy_text(from, &n);
    ct_policy *met = text ? ct_policy_read(def, id, text, n, &wrong) : NULL;
    int fresh = met ? ct_policy_get_info(met).fresh : 0;

    free(text);
    succeeded(met, command, &wrong);
    if (!met || !fresh) {
        ct_policy_free(met);
        return met ? from : NULL;
    }
    complain("note: %d %s of '%s' %s new to the bots: training them for %" PRIu64
             " games, for both",
             fresh, fresh == 1 ? "card" : "cards", id, fresh == 1 ? "is" : "are", games);
    text = learn_now(command, def, setup, games, met, &n);
    ct_policy_free(met);
    owner->policy = text ? ct_policy_read(def, id, text, n, NULL) : NULL;
    free(text);
    return owner->policy;
}

int policies_share(const char *command, const ct_definition *def, const struct ct_setup *setup,
                   struct player *first, struct player *second, int n)
{
    for (int i = 0; i < n; i++) {
        const ct_policy *from = first[i].spec.policy, *to;
        if (learnt(&second[i]) && !learnt(&first[i]))
            second[i].spec = first[i].spec; /* a search plays instead */
        if (!learnt(&first[i]) || second[i].spec.policy)
            continue;
        if (!(to = learn_on(command, def, setup, from, &second[i])))
            return -1;
        for (int k = i; k < n; k++)
            if (first[k].spec.policy == from)
                first[k].spec.policy = second[k].spec.policy = to;
    }
    return 0;
}

bool policy_is_above(double share, double error, double even)
{
    return share - 2 * error > even;
}

uint64_t policy_fingerprint(const ct_policy *policy)
{
    size_t n;
    char *text = mem_had(ct_policy_text(policy, &n));
    uint64_t sum = XXH64(text, n, 0);

    free(text);
    return sum ? sum : 1;
}

uint64_t policies_fingerprint(const struct player *player)
{
    return learnt(player) && player->spec.policy ? policy_fingerprint(player->spec.policy) : 0;
}

void policies_free(struct player *players, int n)
{
    for (int i = 0; i < n; i++) {
        ct_policy *one = players[i].policy;
        for (int k = i; one && k < n; k++)
            if (players[k].policy == one) /* a seat may have been copied to another */
                players[k].policy = NULL;
        ct_policy_free(one);
        players[i].spec.policy = NULL;
    }
}

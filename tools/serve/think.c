/* think.c - a bot's pick at a table, and advice. */
#include "think.h"

#include "keep.h"
#include "tools/memory.h"
#include "tools/policies.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* State of a thinking bot. `mine` borrows the bot and its training from the table's player until
 * the end. */
struct thought {
    struct player mine;
    struct ct_setup setup;
    ct_state *game;
    struct game *rules;        /* held: the table may change to other rules */
    int seat, choices, choice; /* -1: no pick, because the server ends */
    uint64_t epoch;
    char level[LEVEL_ROOM];
};

/* Plays at random from now on. A game that is unfinished, or that bots cannot train, should
 * still run. */
static void give_up(struct thought *x, const char *why)
{
    complain("serve: note: %s plays at random: %s", x->level, why);
    x->mine.kind = PLAYER_RANDOM;
    x->choice = player_pick(&x->mine, x->choices);
}

static void choose(struct thought *x)
{
    if (policies_read("serve", x->rules->def, &x->setup, &x->mine, 1)) {
        x->choice = -1;
        if (!policies_stopped())
            give_up(x, "it is not trained for this game");
        return;
    }
    x->choice = player_choose(&x->mine, x->rules->def, x->game, x->seat, x->choices);
    if (x->choice < 0)
        give_up(x, player_error(&x->mine));
}

static bool begin(struct thought *x, struct gametable *t, int seat)
{
    struct player *p = &t->players[seat];

    *x = (struct thought){
        .mine = *p,
        .setup = {.people = t->people, .options = t->options.v, .noptions = t->options.n},
        .rules = game_hold(t->game),
        .seat = seat,
        .epoch = t->epoch};
    x->choices = ct_choices(t->engine, t->state, seat);
    x->game = x->choices > 0 ? ct_clone(t->state) : NULL;
    if (!x->game) {
        game_drop(x->rules);
        return false;
    }
    memcpy(x->level, t->seat[seat].level, LEVEL_ROOM);
    p->bot = NULL;
    p->policy = NULL;
    t->thinking = seat;
    t->version++;
    return true;
}

/* The table may have changed meanwhile: picks were taken back, or a player took the seat. */
static void end(struct thought *x, struct gametable *t)
{
    struct place *s = &t->seat[x->seat];
    struct player *p = &t->players[x->seat];
    bool same = s->who == WHO_BOT && !strcmp(s->level, x->level) && t->game == x->rules;

    t->thinking = -1;
    t->version++;
    if (x->choice >= 0 && same && t->epoch == x->epoch && !t->error && !t->over &&
        ct_pending(t->state) >> x->seat & 1)
        gametable_pick(t, x->seat, x->choice);
    else
        x->mine.rng = p->rng;
    if (same && !p->bot && !p->policy) {
        *p = x->mine;
    } else {
        players_free(&x->mine, 1);
        policies_free(&x->mine, 1);
    }
    game_drop(x->rules);
}

void think_once(struct gametable *t, void (*wake)(struct gametable *t))
{
    int seat = gametable_program(t);
    struct thought x;
    char *wrong = NULL;

    if (seat < 0)
        return;
    if (begin(&x, t, seat)) {
        wake(t);
        pthread_mutex_unlock(&t->lock);
        choose(&x);
        pthread_mutex_lock(&t->lock);
        end(&x, t);
        ct_state_free(x.game);
    } else if (!t->error) {
        t->error = mem_strdup(ct_error(t->engine));
    }
    if (gametable_program(t) < 0 && !t->error && !keep_game(t, t->over, &wrong))
        complain("serve: table %s is not saved: %s", t->id, reason(wrong));
    free(wrong);
}

/* ---- advice ---- */

/* A small search is cheap in every game and needs no training. */
#define ADVISER "mcts:200"

/* The seat's choices with the bot's values, the best first. */
static json_t *advice(struct thought *x, ct_engine *engine)
{
    json_t *list = json_array();
    struct ct_bot_estimate e;

    for (int i = 0; ct_bot_get_estimate(x->mine.bot, i, &e); i++) {
        char key[17];
        size_t at = 0;
        snprintf(key, sizeof key, "%016" PRIx64, ct_choice_key(engine, x->game, x->seat, i));
        while (at < json_array_size(list) &&
               json_real_value(json_object_get(json_array_get(list, at), "share")) >= e.share)
            at++;
        json_array_insert_new(list, at, json_pack("{ss sf}", "key", key, "share", e.share));
    }
    return json_pack("{so}", "hints", list);
}

static char *advise(struct thought *x)
{
    char *wrong = NULL, *text = NULL;
    ct_engine *engine = engine_open(x->rules->def, &wrong);

    if (engine && player_choose(&x->mine, x->rules->def, x->game, x->seat, x->choices) >= 0) {
        json_t *o = advice(x, engine);
        text = json_dumps(o, JSON_COMPACT);
        json_decref(o);
    }
    free(wrong);
    ct_engine_free(engine);
    players_free(&x->mine, 1);
    return text;
}

void think_hint(struct gametable *t)
{
    struct hint *h = t->hint;
    struct thought x = {.rules = game_hold(t->game), .seat = h->seat};

    if (!t->over && !t->error && ct_pending(t->state) >> h->seat & 1 &&
        !player_read("serve", ADVISER, false, &x.mine)) {
        x.mine.seed = ct_digest(t->state, h->seat);
        x.choices = ct_choices(t->engine, t->state, h->seat);
        x.game = x.choices > 0 ? ct_clone(t->state) : NULL;
    }
    if (x.game) {
        pthread_mutex_unlock(&t->lock);
        h->json = advise(&x);
        ct_state_free(x.game);
        pthread_mutex_lock(&t->lock);
    }
    game_drop(x.rules);
    t->hint = NULL;
    h->ready(h);
}

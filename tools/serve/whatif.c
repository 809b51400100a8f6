/* whatif.c - a new table that continues from a point of a finished game. */
#include "whatif.h"

#include "tools/levels.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 1000 }; /* attempts: within a script some worlds are refused */

/* A table with the same players, with bots at all seats but one. */
static struct gametable *one_person(const struct gametable *t, int seat, const char *level)
{
    struct gametable *next = gametable_like(t);

    for (int i = 0, person = 0; i < t->nseats; i++) {
        if (t->seat[i].who == WHO_NOBODY)
            continue;
        struct place *to = &next->seat[person];
        to->who = i == seat ? WHO_PERSON : WHO_BOT;
        snprintf(to->name, NAME_ROOM, "%s", t->seat[i].name);
        if (i == seat)
            secret_make(to->key, SECRET);
        else
            gametable_level(next, person, level);
        person++;
    }
    return next;
}

/* Makes the first `to` picks of the other table. */
static bool same_picks(struct gametable *next, const struct gametable *t, size_t to)
{
    for (size_t i = 0; i < to && !next->error; i++) {
        const struct made *m = &t->made[i];
        bool ok = m->choice < 0
                      ? gametable_world(next, m->seat, t->rec.pick[i].stream)
                      : ct_pending(next->state) >> m->seat & 1 &&
                            ct_choices(next->engine, next->state, m->seat) > m->choice &&
                            gametable_pick(next, m->seat, m->choice);
        if (!ok)
            return false;
    }
    return !next->error;
}

/* Leaves *wrong NULL if there is nothing to continue. */
static bool go_on_from(struct gametable *next, const struct gametable *t, size_t to, int seat,
                       char **wrong)
{
    uint64_t stream = seed_by_chance();

    if (!gametable_start(next, t->rec.seed, wrong) || !same_picks(next, t, to))
        return false;
    if (next->over)
        return false;
    for (int i = 0; i < WORLDS; i++)
        if (gametable_world(next, seat, stream + (uint64_t)i))
            return true;
    return false;
}

struct answer whatif(const struct asking *q)
{
    struct gametable *t = q->t;
    const json_t *picks = json_object_get(q->body, "to"), *as = json_object_get(q->body, "as");
    const char *level = json_string_value(json_object_get(q->body, "bot"));
    json_int_t to = json_integer_value(picks), seat = json_integer_value(as);
    char *wrong = NULL;

    struct answer a;

    if (!t->over)
        return answer_error(409, "the game is not over");
    if (!json_is_integer(picks) || to < 0 || (size_t)to > t->nmade || !json_is_integer(as) ||
        seat < 0 || seat >= t->nseats || t->seat[seat].who == WHO_NOBODY)
        return answer_error(
            400, "`to` must be a number of picks from 0 to %zu, and `as` a seat", t->nmade);
    if (!level || (level_find(level) < 0 && strcmp(level, player_name(PLAYER_RANDOM)) != 0))
        return answer_error(400, NO_LEVEL);
    if (!route_may_begin(q->h, q->r, &a))
        return a;
    struct gametable *next = one_person(t, (int)seat, level);
    if (go_on_from(next, t, (size_t)to, (int)seat, &wrong))
        return route_keep(q->h, q->r, next);
    a = answer_error(409, "the game cannot continue from here%s%s", wrong ? ": " : "",
                     wrong ? wrong : "");
    free(wrong);
    gametable_free(next);
    return a;
}

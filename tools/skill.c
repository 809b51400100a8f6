/* skill.c - games of one bot of a level among bots of a lower one. */
#include "skill.h"

#include "policies.h"

bool skill_read(struct skill *s, const char *command, const char *list,
                const ct_definition *def, const struct ct_setup *setup, uint64_t games,
                struct skill_tally *to)
{
    s->setup = *setup;
    s->games = games;
    s->levels = players_count(list);
    if (s->levels < 2 || s->levels > MOST_LEVELS)
        return complain("%s: --skill needs two to %d bots, the weakest first, not '%s'",
                        command, MOST_LEVELS, list);
    if (players_read(command, list, false, s->level, s->levels) ||
        policies_read(command, def, setup, s->level, s->levels))
        return false;
    if (players_need_knowledge(s->level, s->levels))
        s->setup.flags |= CT_TRACK;
    skilltally_begin(to, s->levels, setup->people);
    to->most = games;
    for (int i = 0; i < s->levels; i++) {
        to->title[i] = player_title(&s->level[i], s->title[i], sizeof s->title[i]);
        to->weights[i] = policies_fingerprint(&s->level[i]);
    }
    return true;
}

void skill_free(struct skill *s)
{
    policies_free(s->level, s->levels);
}

void skill_begin(const struct skill *s, struct skill_worker *w, const struct skill_tally *like)
{
    w->tally = *like;
    skilltally_clear(&w->tally);
    for (int i = 0; i < s->levels; i++)
        for (int k = 0; k < CT_MAX_SEATS; k++)
            w->player[i][k] = s->level[i];
}

void skill_end(struct skill_worker *w)
{
    for (int i = 0; i < w->tally.levels; i++)
        players_free(w->player[i], CT_MAX_SEATS);
    ct_state_free(w->game);
}

/* The player whose turn it is to have the other level in this game. */
static int one_of(const ct_state *game, uint64_t number)
{
    int persons = 0, at = 0;

    for (int i = 0; i < ct_seats(game); i++)
        persons += ct_is_person(game, i);
    for (int k = (int)((number - 1) % (uint64_t)persons); k || !ct_is_person(game, at); at++)
        k -= ct_is_person(game, at);
    return at;
}

static const char *play(const struct skill *s, struct skill_worker *w, ct_engine *engine,
                        int match, uint64_t number, uint64_t seed)
{
    const struct skill_match *m = &w->tally.match[match];
    struct player *player[CT_MAX_SEATS];
    const char *wrong = NULL;
    struct ct_result r;
    int one = one_of(w->game, number);

    for (int i = 0; i < CT_MAX_SEATS; i++)
        player[i] = &w->player[i == one || m->others < 0 ? m->level : m->others][i];
    for (int i = 0; i < s->levels; i++)
        players_seed(w->player[i], CT_MAX_SEATS, seed);
    if (players_finish(player, engine, w->game, &wrong) || ct_get_result(engine, w->game, &r))
        return wrong ? wrong : ct_error(engine);
    if (r.status == CT_OVER)
        skilltally_add(&w->tally, match, r.share[one], number);
    return NULL;
}

const char *skill_play(const struct skill *s, struct skill_worker *w, ct_engine *engine,
                       uint64_t number, uint64_t seed)
{
    struct ct_setup setup = s->setup;
    const char *wrong = NULL;

    setup.seed = seed;
    for (int i = 0; number <= s->games && i < w->tally.matches && !wrong; i++) {
        if (w->game && ct_game_restart(engine, w->game, seed))
            return ct_error(engine);
        if (!w->game && !(w->game = ct_game_new(engine, &setup)))
            return ct_error(engine);
        wrong = play(s, w, engine, i, number, seed);
    }
    return wrong;
}

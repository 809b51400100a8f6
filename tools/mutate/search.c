/* search.c - finds where a mutant and the original differ: first in the positions of the scenarios,
 * then in games.
 *
 * Both are played side by side, along a scenario's picks and then at random. Where they differ,
 * the position at the start of a phase (the latest first) becomes a scenario, with the picks
 * since then.
 */
#include "draft.h"
#include "tools/memory.h"
#include "tools/scenes/position.h"
#include "tools/scenes/shots.h"

#include <stdlib.h>
#include <string.h>

enum { WALK = 14, WALKS = 2, MOST_PICKS = 5000 };

struct walk {
    struct bench *b;
    ct_scene *scene[2];
    struct draft draft; /* the position at its start, and its picks so far */
    struct shots shots;
    ct_state *start; /* a game from its start: as the cards lay there; or NULL */
    struct ct_rng rng;
};

/* ---- positions as `given` ---- */

/* Things only a scenario can set: watchers, knowledge of observers. */
static void keep_given(const struct walk *w, json_t *given)
{
    static const char *const keys[] = {"watching", "seen"};
    json_t *old = json_object_get(w->draft.scene, "given");

    for (int k = 0; k < 2; k++)
        if (json_object_get(old, keys[k]))
            json_object_set(given, keys[k], json_object_get(old, keys[k]));
}

static void add_picks(const struct walk *w, int from, struct draft *out)
{
    for (int i = from; i < w->draft.npicks; i++)
        draft_pick(out, w->draft.pick[i].seat, w->draft.pick[i].text);
}

/* The draft that begins with the start of the game, with the cards as they lay. */
static struct draft draft_from_start(const struct walk *w)
{
    struct look l = look_at_past(w->scene[0], w->start);
    struct draft d = {.scene = json_copy(w->draft.scene)};

    json_object_set_new(d.scene, "given", position_cards(&l));
    add_picks(w, 0, &d);
    return d;
}

/* The draft that begins where the snapshot was made. False: no scenario can begin there. */
static bool draft_from(const struct walk *w, const struct shot *shot, struct draft *out)
{
    struct look l = look_at_past(w->scene[0], shot->game);
    char at[POSITION_AT];
    json_t *given = position_given(&l, at);

    if (!given)
        return false;
    keep_given(w, given);
    *out = (struct draft){.scene = json_copy(w->draft.scene)};
    json_object_set_new(out->scene, "at", json_string(at));
    json_object_set_new(out->scene, "given", given);
    json_object_del(out->scene, "luck");
    add_picks(w, shot->picks, out);
    return true;
}

/* ---- side by side ---- */

static bool begin(struct walk *w, int first[2], uint64_t seed)
{
    for (int k = 0; k < 2; k++)
        w->scene[k] = ct_scene_new(w->b->all[k], first[k], seed);
    if (w->scene[0] && w->scene[1])
        ct_scene_follow(w->scene[1], w->scene[0]);
    w->rng = ct_rng_make(seed, 1);
    const char *at = json_string_value(json_object_get(w->draft.scene, "at"));
    if (w->scene[0] && at && !strcmp(at, "start"))
        w->start = ct_clone(ct_scene_game(w->scene[0]));
    return w->scene[0] && w->scene[1];
}

static void end(struct walk *w)
{
    shots_end(&w->shots);
    ct_scene_free(w->scene[0]);
    ct_scene_free(w->scene[1]);
    w->scene[0] = w->scene[1] = NULL;
    ct_state_free(w->start);
    w->start = NULL;
}

enum step { STEP_SAME, STEP_APART, STEP_OVER };

/* Both look at the next decision. */
static enum step compare(struct walk *w)
{
    if (ct_scene_settle(w->scene[0]) != 1)
        return STEP_OVER;
    if (ct_scene_settle(w->scene[1]) != 1)
        return STEP_APART;
    return scenes_differ(w->scene) ? STEP_APART : STEP_SAME;
}

static enum step pick(struct walk *w, int seat, const char *text)
{
    draft_pick(&w->draft, seat, text);
    w->shots.picks++;
    w->b->picks++;
    if (ct_scene_pick(w->scene[0], seat, text) != 1)
        return STEP_OVER;
    return scene_pick_too(w->scene[1], w->scene[0], seat, text) != 1 ? STEP_APART : STEP_SAME;
}

/* The scenario's own picks; both are compared where it looks. */
static enum step own_lines(struct walk *w)
{
    enum step s = compare(w);
    int seat;

    for (int i = 0; i < ct_scene_lines(w->scene[0]) && s == STEP_SAME; i++) {
        const char *text = ct_scene_line_pick(w->scene[0], i, &seat);
        s = text ? pick(w, seat, text) : compare(w);
    }
    return s == STEP_SAME ? compare(w) : s;
}

/* A random pick of an asked seat. */
static enum step chance_pick(struct walk *w)
{
    ct_engine *engine = ct_scene_engine(w->scene[0]);
    ct_state *game = ct_scene_game(w->scene[0]);
    int seat = ct_next_seat(game), n = seat < 0 ? 0 : ct_choices(engine, game, seat);
    int i = n > 1 ? (int)ct_rng_below(&w->rng, (uint32_t)n) : 0;
    const char *text = n < 1 ? NULL : ct_scene_choice(w->scene[0], seat, i);

    if (!text)
        return STEP_OVER;
    enum step s = pick(w, seat, text);
    return s == STEP_SAME ? compare(w) : s;
}

static enum step by_chance(struct walk *w, int picks)
{
    enum step s = compare(w);

    for (int i = 0; i < picks && s == STEP_SAME; i++)
        s = chance_pick(w);
    return s;
}

/* ---- the draft ---- */

static bool good_draft(struct walk *w, struct draft *d, struct draft *out)
{
    bool good = draft_try(w->b, d);

    if (good)
        *out = *d;
    else
        draft_free(d);
    return good;
}

/* The draft to keep: from its start, if that is a scenario's position few picks ago; else from
 * the start of the latest phase. */
static bool make_draft(struct walk *w, struct draft *out)
{
    bool placed = json_object_get(w->draft.scene, "given") != NULL;
    bool first = placed && w->draft.npicks <= WALK;
    struct draft from[SHOTS + 3];
    int n = 0;
    bool good = false;

    if (first)
        from[n++] = draft_copy(&w->draft);
    for (int i = w->shots.n - 1; i >= 0; i--)
        n += draft_from(w, &w->shots.v[i], &from[n]);
    if (w->start)
        from[n++] = draft_from_start(w);
    if (!first)
        from[n++] = draft_copy(&w->draft);
    end(w); /* its scenes stand in the way of others */
    for (int i = 0; i < n; i++) {
        if (good)
            draft_free(&from[i]);
        else
            good = good_draft(w, &from[i], out);
    }
    return good;
}

/* One walk from the scenario read as first[]; `lines`: along its own lines first. */
static bool walked(struct bench *b, json_t *scene, int first[2], uint64_t seed, bool lines,
                   int picks, struct draft *out)
{
    struct walk w = {.b = b, .draft = {.scene = json_incref(scene)}};
    enum step s = STEP_OVER;
    bool good = false;

    if (begin(&w, first, seed)) {
        shots_begin(&w.shots, w.scene[0]);
        s = lines ? own_lines(&w) : STEP_SAME;
        if (s == STEP_SAME && picks)
            s = by_chance(&w, picks);
    }
    if (s == STEP_APART)
        good = make_draft(&w, out);
    end(&w);
    draft_free(&w.draft);
    return good;
}

/* ---- from the scenarios ---- */

/* The scenario as a file of its own, for both games. */
static bool read_alone(struct bench *b, json_t *scene, int first[2])
{
    json_t *file = json_pack("{s:i, s:[O]}", "cantrip", 1, "scenarios", scene);
    char *text = mem_had(json_dumps(file, JSON_COMPACT));
    bool ok = bench_read(b, text, first) && first[1] >= 0;

    json_decref(file);
    free(text);
    return ok;
}

/* Plays its own lines and continues, then plays at random from its position. */
static bool from_scenario(struct bench *b, json_t *scene, uint64_t seed, struct draft *out)
{
    json_t *bare = json_copy(scene);
    bool good = false;
    int first[2];

    json_object_del(bare, "then");
    for (int k = 0; k <= WALKS && !good && read_alone(b, scene, first); k++)
        good = walked(b, bare, first, seed + (uint64_t)k, k == 0, k ? WALK : WALK / 2, out);
    json_decref(bare);
    return good;
}

static bool from_file(struct bench *b, const char *path, struct draft *out)
{
    ct_scenarios *own = ct_scenarios_new(b->s->places);
    bool good = false;

    if (!own)
        mem_die();
    ct_scenarios_read(own, path);
    for (int i = 0; i < ct_scenarios_count(own) && !good && !mutate_stopped(b->s); i++) {
        char *text = mem_had(ct_scenario_json(own, i));
        json_t *scene = json_loads(text, 0, NULL);
        good = from_scenario(b, scene, b->s->seed + (uint64_t)i * 16, out);
        json_decref(scene);
        free(text);
    }
    ct_scenarios_free(own);
    return good;
}

bool search_scenarios(struct bench *b, struct draft *out)
{
    bool good = false;

    for (int f = 0; f < b->s->files.n && !good; f++)
        good = from_file(b, b->s->files.v[f], out);
    return good;
}

/* ---- from games ---- */

/* A game that only one of the two can start. */
static bool one_starts(struct bench *b, const json_t *scene, struct draft *out)
{
    *out = (struct draft){.scene = json_copy((json_t *)(uintptr_t)scene)};
    if (draft_proves(b, out)) /* the original */
        return true;
    json_object_del(out->scene, "at");
    json_object_set_new(out->scene, "starts", json_false());
    if (draft_proves(b, out))
        return true;
    draft_free(out);
    return false;
}

bool search_game(struct bench *b, int64_t number, struct draft *out)
{
    const ct_definition *def = ct_mutants_original(b->s->mutants);
    uint64_t seed = game_seed(b->s->seed, (uint64_t)number + 1);
    struct terms t;
    int first[2];

    terms_of(def, (uint64_t)number, &t);
    json_t *scene = position_start(def, t.people, t.option, t.noptions),
           *read = json_copy(scene);
    json_object_set_new(read, "then", json_pack("[{s:{}}]", "expect"));
    bool good = read_alone(b, read, first)
                    ? walked(b, scene, first, seed, false, MOST_PICKS, out)
                    : one_starts(b, scene, out);
    json_decref(scene);
    json_decref(read);
    return good;
}

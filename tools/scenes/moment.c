/* moment.c - makes a scenario of a moment: plays the game again as a scenario from its start, and
 * keeps the beginnings of the first and the last phases. The scenario begins at the last of these
 * from which the position can be reached. */
#include "moment.h"

#include "position.h"
#include "shots.h"
#include "tools/memory.h"
#include "written.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    const struct moment *m;
    ct_scenarios *all;
    ct_scene *scene;
    json_t *start, *picks; /* the scenario from the start; the lines of its `then` */
    struct shots shots;
};

static json_t *luck_of(const ct_scene *scene)
{
    char *text = mem_had(ct_scene_luck(scene));
    json_t *luck = json_loads(text, 0, NULL);

    free(text);
    return luck;
}

/* ---- the game, played again ---- */

/* Reads one scenario. Its number, or -1 with its errors in *wrong. */
static int read_one(struct walk *w, const char *text, char **wrong)
{
    int first = ct_scenarios_count(w->all);
    bool ok = !ct_scenarios_read_text(w->all, w->m->path, text, strlen(text)) &&
              ct_scenarios_count(w->all) == first + 1;

    if (ok)
        return first;
    struct ct_diag d;
    const ct_diags *diags = ct_scenarios_diags(w->all);
    bool told = ct_diags_count(diags) && ct_diags_get(diags, ct_diags_count(diags) - 1, &d);
    *wrong = mem_strdup(told ? d.message : "it cannot be read");
    return -1;
}

static json_t *line_of(const struct walk *w, int seat, const char *pick)
{
    bool alone = json_array_size(json_object_get(w->start, "seats")) < 2;
    const char *name = alone ? NULL : ct_scene_seat(w->scene, seat);

    return json_pack("{s:s}", name ? name : "pick", pick);
}

static bool pick(struct walk *w, int seat, int choice)
{
    const char *text = ct_scene_choice(w->scene, seat, choice);

    if (!text)
        return false;
    json_array_append_new(w->picks, line_of(w, seat, text));
    w->shots.picks++;
    return ct_scene_pick(w->scene, seat, text) == 1;
}

/* A seat that is asked and has no choice, so the game answers for it; -1: none. */
static int forced_seat(struct look *l)
{
    unsigned asked = ct_pending(l->game);

    for (int seat = 0; seat < ct_seats(l->game); seat++)
        if (asked >> seat & 1 && ct_choices(l->engine, l->game, seat) == 1)
            return seat;
    return -1;
}

/* Makes pick p, after the picks that the game made by itself. */
static bool go_on(struct walk *w, const struct moment_pick *p)
{
    for (;;) {
        if (ct_scene_settle(w->scene) != 1)
            return false;
        struct look l = look_at_scene(w->scene);
        int forced = forced_seat(&l);
        if (forced < 0)
            break;
        if (!pick(w, forced, 0))
            return false;
    }
    return pick(w, p->seat, p->choice);
}

static bool play(struct walk *w)
{
    bool ok = true;

    for (int i = 0; i < w->m->npicks && ok; i++)
        ok = go_on(w, &w->m->pick[i]);
    return ok && ct_scene_settle(w->scene) == 1;
}

static bool play_again(struct walk *w, char **wrong)
{
    json_t *scene = json_copy(w->start);

    json_object_set_new(scene, "then", json_pack("[{s:{}}]", "expect"));
    json_t *file = json_pack("{s:i, s:[o]}", "cantrip", 1, "scenarios", scene);
    char *text = mem_had(json_dumps(file, JSON_COMPACT));
    int i = read_one(w, text, wrong);
    json_decref(file);
    free(text);
    w->scene = i < 0 ? NULL : ct_scene_new(w->all, i, w->m->seed);
    if (!w->scene)
        return false;
    shots_begin(&w->shots, w->scene);
    bool ok = play(w);
    shots_stop(&w->shots);
    if (!ok) {
        const char *why = ct_scene_error(w->scene);
        *wrong = mem_strdup(*why ? why : "by the present rules this game goes another way");
    }
    return ok;
}

/* ---- the scenario ---- */

static json_t *tail(const json_t *list, size_t from)
{
    json_t *out = json_array();

    for (size_t i = from; i < json_array_size(list); i++)
        json_array_append(out, json_array_get(list, i));
    return out;
}

/* Adds what follows the shot: luck, picks, and the facts of the position. */
static void add_course(struct walk *w, const struct shot *shot, const struct facts *now,
                       json_t *scene)
{
    struct look l = look_at_scene(w->scene), before = look_at_past(w->scene, shot->game);
    struct facts was;
    struct ct_result r;
    bool over = !ct_get_result(l.engine, l.game, &r) && r.status != CT_RUNNING;
    json_t *luck = luck_of(w->scene), *then = tail(w->picks, (size_t)shot->picks);

    facts_of(&before, &was);
    json_array_append_new(then, position_expected(now, &was, over));
    facts_free(&was);
    json_object_set_new(scene, "then", then);
    if (json_array_size(luck) > (size_t)shot->luck) {
        json_t *own = tail(luck, (size_t)shot->luck);
        json_array_append_new(own,
                              json_string("...")); /* if you write on, more luck may follow */
        json_object_set_new(scene, "luck", own);
    }
    json_decref(luck);
}

/* The scenario that begins with the shot. NULL: none can begin there. */
static json_t *scene_from(struct walk *w, const struct shot *shot, const struct facts *now)
{
    struct look l = look_at_past(w->scene, shot->game);
    char at[POSITION_AT];
    json_t *given = position_given(&l, at), *scene = given ? json_copy(w->start) : NULL;
    if (!given)
        return NULL;
    json_object_set_new(scene, "at", json_string(at));
    json_object_set_new(scene, "given", given);
    add_course(w, shot, now, scene);
    return scene;
}

static char *text_of(const struct walk *w, const char *name, json_t *scene)
{
    char *entry = written_entry(name, scene);
    const char *one = entry;
    char *text = written_file(ct_get_info(w->m->def, NULL).id, &one, 1);

    free(entry);
    return text;
}

/* Are the facts the same? Not counting what seats came to know, which `given` cannot say. */
static bool is_same(const struct facts *a, const struct facts *b)
{
    const struct fact *apart[1];
    int n = facts_apart(a, b, apart, 1);

    return !n || apart[0]->kind == FACT_SEES;
}

/* Do its own lines lead to a position with these facts? */
static bool leads_to(ct_scene *scene, const struct facts *now, uint64_t marks)
{
    bool ok = ct_scene_settle(scene) == 1;
    struct facts here;
    int seat;

    for (int i = 0; i < ct_scene_lines(scene) && ok; i++) {
        const char *text = ct_scene_line_pick(scene, i, &seat);
        ok = text ? ct_scene_pick(scene, seat, text) == 1 : ct_scene_settle(scene) == 1;
    }
    if (!ok)
        return false;
    struct look l = look_at_scene(scene);
    l.marks = marks;
    facts_of(&l, &here);
    ok = is_same(now, &here) && is_same(&here, now);
    facts_free(&here);
    return ok;
}

/* The scenario without its empty zones: zones are empty by default, most of them. */
static json_t *without_empty(const json_t *scene)
{
    json_t *out = json_deep_copy(scene), *given = json_object_get(out, "given"), *value;
    const char *key;
    void *next;

    json_object_foreach_safe(given, next, key, value)
    {
        if (json_is_array(value) && !json_array_size(value))
            json_object_del(given, key);
    }
    return out;
}

static bool holds(struct walk *w, const char *text, const struct facts *now, uint64_t marks)
{
    char *wrong = NULL;
    int i = read_one(w, text, &wrong);
    bool ok = i >= 0 && ct_scenario_play(w->all, i, NULL) == 1;
    ct_scene *scene = ok ? ct_scene_new(w->all, i, w->m->seed) : NULL;

    ok = scene && leads_to(scene, now, marks);
    ct_scene_free(scene);
    free(wrong);
    return ok;
}

/* Its text if it holds, else NULL. */
static char *held_text(struct walk *w, const char *name, json_t *scene, const struct facts *now,
                       uint64_t marks)
{
    json_t *bare = without_empty(scene);
    char *text = text_of(w, name, bare);

    json_decref(bare);
    if (holds(w, text, now, marks))
        return text;
    free(text);
    text = text_of(w, name, scene);
    if (holds(w, text, now, marks))
        return text;
    free(text);
    return NULL;
}

/* The scenario that begins last and holds, or NULL. */
static char *latest(struct walk *w, const char *name)
{
    struct look l = look_at_scene(w->scene);
    uint64_t marks = l.marks = facts_marks(&l);
    json_t *scene[SHOTS];
    struct facts now;
    char *text = NULL;
    int n = 0;

    facts_of(&l, &now);
    for (int i = w->shots.n; i > 0; i--) {
        scene[n] = scene_from(w, &w->shots.v[i - 1], &now);
        n += scene[n] != NULL;
    }
    ct_scene_free(w->scene); /* only one may be open */
    w->scene = NULL;
    for (int i = 0; i < n; i++) {
        if (!text)
            text = held_text(w, name, scene[i], &now, marks);
        json_decref(scene[i]);
    }
    facts_free(&now);
    return text;
}

char *moment_text(const struct moment *m, const char *name, char **wrong)
{
    struct walk w = {.m = m, .all = ct_scenarios_new(m->places), .picks = json_array()};
    char *text = NULL;

    if (!w.all)
        mem_die();
    w.start = position_start(m->def, m->people, m->option, m->noptions);
    bool played = play_again(&w, wrong);
    if (played)
        text = latest(&w, name);
    if (played && !text)
        *wrong = mem_strdup("no phase has begun that a scenario could start from");
    ct_scene_free(w.scene);
    shots_end(&w.shots);
    json_decref(w.start);
    json_decref(w.picks);
    ct_scenarios_free(w.all);
    return text;
}

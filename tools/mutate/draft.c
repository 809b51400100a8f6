/* draft.c - a scenario under way: tried, and seen to tell the mutant from the original. */
#include "draft.h"

#include "tools/memory.h"
#include "tools/scenes/facts.h"

#include <stdlib.h>
#include <string.h>

/* Scenarios in a collection before it is made anew; seeds for one that depends on luck. These
 * are more than for later runs, because the scenario is kept. */
enum { READS = 150, SEEDS = 64 };

/* ---- drafts ---- */

void draft_free(struct draft *d)
{
    for (int i = 0; i < d->npicks; i++)
        free(d->pick[i].text);
    free(d->pick);
    json_decref(d->scene);
    json_decref(d->expect);
    *d = (struct draft){0};
}

void draft_pick(struct draft *d, int seat, const char *text)
{
    MEM_MORE(d->pick, d->npicks, d->cap);
    d->pick[d->npicks++] = (struct pick){seat, mem_strdup(text)};
}

struct draft draft_copy(const struct draft *d)
{
    struct draft c = {.scene = json_deep_copy(d->scene), .expect = json_incref(d->expect)};

    for (int i = 0; i < d->npicks; i++)
        draft_pick(&c, d->pick[i].seat, d->pick[i].text);
    return c;
}

static void cut_picks(struct draft *d, int n)
{
    while (d->npicks > n)
        free(d->pick[--d->npicks].text);
}

void draft_drop_pick(struct draft *d, int i)
{
    free(d->pick[i].text);
    memmove(d->pick + i, d->pick + i + 1, (size_t)(d->npicks - i - 1) * sizeof *d->pick);
    d->npicks--;
}

/* ---- as a file ---- */

static const char *seat_of(const struct draft *d, int seat)
{
    return json_string_value(json_array_get(json_object_get(d->scene, "seats"), (size_t)seat));
}

static json_t *then_json(const struct draft *d)
{
    json_t *then = json_array();
    bool alone = json_array_size(json_object_get(d->scene, "seats")) < 2;

    for (int i = 0; i < d->npicks; i++) {
        const char *seat = d->pick[i].seat < 0 || alone ? "pick" : seat_of(d, d->pick[i].seat);
        json_array_append_new(then, json_pack("{s:s}", seat ? seat : "pick", d->pick[i].text));
    }
    if (d->expect)
        json_array_append(then, d->expect);
    if (!json_array_size(then))
        json_array_append_new(then, json_pack("{s:{}}", "expect"));
    return then;
}

char *draft_json(const struct draft *d)
{
    json_t *scene = json_copy(d->scene), *file;

    if (!json_object_get(scene, "starts"))
        json_object_set_new(scene, "then", then_json(d));
    file = json_pack("{s:i, s:O, s:[o]}", "cantrip", 1, "ruleset",
                     json_object_get(d->scene, "ruleset"), "scenarios", scene);
    json_object_del(scene, "ruleset");
    char *text = json_dumps(file, JSON_COMPACT);
    json_decref(file);
    return mem_had(text);
}

/* ---- both games ---- */

static void open_collections(struct bench *b)
{
    for (int k = 0; k < 2; k++) {
        ct_scenarios_free(b->all[k]);
        b->all[k] = ct_scenarios_new(b->s->places);
        if (!b->all[k])
            mem_die();
        ct_scenarios_seeds(b->all[k], SEEDS);
        ct_scenarios_mutant(b->all[k], b->s->mutants, k ? b->mutant : -1);
    }
    b->reads = 0;
}

void bench_open(struct bench *b, const struct subject *s, int mutant, const char *path)
{
    *b = (struct bench){.s = s, .mutant = mutant, .path = path};
    open_collections(b);
}

void bench_close(struct bench *b)
{
    ct_scenarios_free(b->all[0]);
    ct_scenarios_free(b->all[1]);
}

bool bench_read(struct bench *b, const char *text, int first[2])
{
    if (b->reads++ >= READS)
        open_collections(b);
    for (int k = 0; k < 2; k++) {
        int was = ct_scenarios_count(b->all[k]);
        bool ok = !ct_scenarios_read_text(b->all[k], b->path, text, strlen(text)) &&
                  ct_scenarios_count(b->all[k]) == was + 1;
        first[k] = ok ? was : -1;
        if (!ok)
            b->reads = READS; /* otherwise the next one would find its errors again */
        if (!ok && k == 0)
            return false;
    }
    return true;
}

/* ---- playing it ---- */

/* One of two scenes, beside the other. */
static struct look look_of(ct_scene *scene[2], int k)
{
    struct look l = look_at_scene(scene[k]);

    l.beside = ct_engine_definition(ct_scene_engine(scene[!k]));
    return l;
}

/* The facts of a scene with these card counters, and which facts differ from the start. */
static struct facts facts_in(ct_scene *scene[2], int k, uint64_t marks, uint64_t *own)
{
    struct look l = look_of(scene, k);
    struct facts f;

    l.marks = marks;
    *own = facts_marks(&l);
    facts_of(&l, &f);
    return f;
}

static json_t *line_json(const struct fact *f)
{
    if (f->kind == FACT_OFFERS)
        return f->key ? json_pack("{s:o}", "offers", fact_json(f)) : NULL;
    return json_pack("{s:{s:o}}", "expect", f->key, fact_json(f));
}

enum { APART = 400, LINES = 12 };

/* A line that the original fulfils and the mutant does not: number *which among the best of each
 * kind of facts. NULL: no more; their number is taken off *which. */
static json_t *difference(ct_scene *scene[2], int *which)
{
    uint64_t marks[2], none[2];
    struct facts f[2];
    const struct fact *apart[APART];
    json_t *line = NULL;

    for (int k = 0; k < 2; k++) {
        f[k] = facts_in(scene, k, 0, &marks[k]);
        facts_free(&f[k]);
    }
    for (int k = 0; k < 2; k++)
        f[k] = facts_in(scene, k, marks[0] | marks[1], &none[k]);
    int n = facts_apart(&f[0], &f[1], apart, APART);
    for (int i = 0; i < n && i < APART && !line; i++) {
        bool next = i == 0 || apart[i]->kind != apart[i - 1]->kind;
        if (next && (line = line_json(apart[i])) && (*which)-- > 0) {
            json_decref(line);
            line = NULL;
        }
    }
    facts_free(&f[0]);
    facts_free(&f[1]);
    return line;
}

int scene_pick_too(ct_scene *mutant, const ct_scene *original, int seat, const char *text)
{
    const char *name = seat < 0 ? NULL : ct_scene_seat(original, seat), *other;
    int own = name ? ct_seats(ct_scene_game(mutant)) : seat;

    while (name && --own >= 0 && (!(other = ct_scene_seat(mutant, own)) || strcmp(other, name)))
        ;
    return name && own < 0 ? 0 : ct_scene_pick(mutant, own, text);
}

static bool same_position(ct_scene *scene[2])
{
    uint64_t sum[2];

    for (int k = 0; k < 2; k++) {
        struct look l = look_of(scene, k);
        sum[k] = facts_sum(&l);
    }
    return sum[0] == sum[1];
}

bool scenes_differ(ct_scene *scene[2])
{
    int first = 0;
    json_t *line = same_position(scene) ? NULL : difference(scene, &first);

    json_decref(line);
    return line != NULL;
}

/* How far both went: to a difference that can be said, or to where the mutant cannot go on. */
struct course {
    int picks;    /* facts that tell them apart; -1: none */
    bool stuck;   /* that the mutant cannot go on tells them apart, without any word */
    json_t *line; /* what to expect; NULL: stuck */
    json_t *luck; /* those needed so far */
};

static struct course end_here(ct_scene *scene[2], int picks, json_t *line)
{
    char *luck = ct_scene_luck(scene[0]);
    struct course c = {picks, !line, line, luck ? json_loads(luck, 0, NULL) : NULL};

    free(luck);
    return c;
}

/* Line number `which` of all differences on the way. The last one is that the mutant cannot
 * continue. */
static struct course go(const struct draft *d, ct_scene *scene[2], int which)
{
    for (int i = 0; i <= d->npicks; i++) {
        if (ct_scene_settle(scene[0]) != 1)
            break;
        bool stuck = ct_scene_settle(scene[1]) != 1;
        json_t *line = stuck || !same_position(scene) ? difference(scene, &which) : NULL;
        if (line || stuck)
            return end_here(scene, i, line);
        if (i == d->npicks || ct_scene_pick(scene[0], d->pick[i].seat, d->pick[i].text) != 1)
            break;
        if (scene_pick_too(scene[1], scene[0], d->pick[i].seat, d->pick[i].text) != 1)
            return end_here(scene, i + 1, NULL);
    }
    return (struct course){.picks = -1};
}

static struct course course_of(struct bench *b, const struct draft *d, int which)
{
    struct draft bare = {.scene = d->scene};
    char *text = draft_json(&bare);
    ct_scene *scene[2] = {NULL, NULL};
    struct course c = {.picks = -1};
    int first[2];

    if (bench_read(b, text, first))
        for (int k = 0; k < 2 && first[k] >= 0; k++)
            scene[k] = ct_scene_new(b->all[k], first[k], 1);
    if (scene[0] && scene[1]) {
        ct_scene_follow(scene[1], scene[0]);
        c = go(d, scene, which);
    } else if (scene[0] && first[1] < 0) {
        c = (struct course){.picks = 0, .stuck = true};
    }
    ct_scene_free(scene[0]);
    ct_scene_free(scene[1]);
    free(text);
    return c;
}

bool bench_proves(struct bench *b, const char *text)
{
    int first[2];

    return bench_read(b, text, first) && ct_scenario_play(b->all[0], first[0], NULL) == 1 &&
           (first[1] < 0 || ct_scenario_play(b->all[1], first[1], NULL) == 0);
}

bool draft_proves(struct bench *b, const struct draft *d)
{
    char *text = draft_json(d);
    bool ok = bench_proves(b, text);

    free(text);
    return ok;
}

bool draft_try(struct bench *b, struct draft *d)
{
    bool good = false;

    if (b->most-- <= 0)
        return false;
    b->tried++;
    for (int which = 0; which < LINES && !good; which++) {
        struct course c = course_of(b, d, which);
        struct draft t = c.picks < 0 ? (struct draft){0} : draft_copy(d);
        if (c.picks >= 0) {
            cut_picks(&t, c.picks);
            json_decref(t.expect);
            t.expect = json_incref(c.line);
            if (json_array_size(c.luck))
                json_object_set(t.scene, "luck", c.luck);
            else
                json_object_del(t.scene, "luck");
            good = draft_proves(b, &t);
        }
        bool over = !c.line;
        json_decref(c.line);
        json_decref(c.luck);
        if (good) {
            draft_free(d);
            *d = t;
        } else {
            draft_free(&t);
        }
        if (over)
            break;
    }
    return good;
}

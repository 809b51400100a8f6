/* scenario.c - positions of the desk as scenarios. */
#include "scenario.h"

#include "own.h"

#include "tools/buffer.h"
#include "tools/folder.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/scenes/moment.h"
#include "tools/scenes/position.h"
#include "tools/scenes/written.h"
#include "tools/testfiles.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *path_to(const struct desk *d, const char *file)
{
    return mem_printf("%s/scenarios%s%s", d->folder, *file ? "/" : "", file);
}

/* ---- of a moment ---- */

/* A moment's parts of the table, copied so that the table need not wait. */
struct played {
    struct moment_pick *pick;
    struct list options;
};

static void played_free(struct played *p)
{
    list_free(&p->options);
    free(p->pick);
}

/* False: the game went on in another world, and its picks alone do not lead there. */
static bool copy_table(const struct gametable *t, size_t to, struct played *p, struct moment *m)
{
    p->pick = mem_alloc((to + 1) * sizeof *p->pick);
    for (size_t i = 0; i < to; i++) {
        if (t->made[i].choice < 0)
            return false;
        p->pick[i] = (struct moment_pick){t->made[i].seat, t->made[i].choice};
    }
    for (int i = 0; i < t->options.n; i++)
        list_add(&p->options, mem_strdup(t->options.v[i]));
    m->people = t->people;
    m->seed = t->rec.seed;
    m->pick = p->pick;
    m->npicks = (int)to;
    m->option = p->options.v;
    m->noptions = p->options.n;
    return true;
}

static int is_scenario_file(const struct dirent *e)
{
    size_t n = strlen(e->d_name);

    return n > 5 && *e->d_name != '.' && !strcmp(e->d_name + n - 5, ".yaml");
}

static json_t *kept_files(const struct desk *d)
{
    char *folder = path_to(d, "");
    struct dirent **e = NULL;
    int n = scandir(folder, &e, is_scenario_file, alphasort);
    json_t *out = json_array();

    for (int i = 0; i < n; i++) {
        json_array_append_new(out, json_text(e[i]->d_name));
        free(e[i]);
    }
    free(e);
    free(folder);
    return out;
}

/* The moment as text. NULL: *wrong says why. */
static char *draft_of(struct desk *d, struct moment *m, char **wrong)
{
    const char **places = ruleset_places();
    char *path = path_to(d, "desk.yaml"), name[100];

    struct game *rules = desk_rules(d);
    m->def = rules->def;
    m->path = path;
    m->places = places;
    snprintf(name, sizeof name, "after %d picks of seed %llu", m->npicks,
             (unsigned long long)m->seed);
    char *text = moment_text(m, name, wrong);
    game_drop(rules);
    free(path);
    ruleset_places_free(places);
    return text;
}

struct answer scenario_draft(struct desk *d, size_t to)
{
    struct gametable *t = desk_table(d);
    struct played played = {0};
    struct moment m = {0};
    char *wrong = NULL, *text = NULL;
    bool there = to <= t->nmade, own = there && copy_table(t, to, &played, &m);

    house_done(d->house, t);
    if (own)
        text = draft_of(d, &m, &wrong);
    played_free(&played);
    struct answer a;
    if (!there)
        a = answer_error(400, "`to` is more than the picks that were made");
    else if (!own)
        a = answer_error(
            409, "this game continued with other hidden cards, so no scenario leads there");
    else if (text)
        a = answer_yes(json_pack("{so so}", "text", json_text(text), "files", kept_files(d)));
    else
        a = answer_error(409, "this game gives no scenario: %s", reason(wrong));
    free(wrong);
    free(text);
    return a;
}

/* ---- of one that is kept ---- */

struct wanted {
    const char *file;
    bool there;
};

static int look_for(void *ctx, const char *path)
{
    struct wanted *w = ctx;

    w->there |= !strcmp(path, w->file);
    return 0;
}

/* The scenario that begins in this line, as a file of its own. NULL: there is none. */
static char *text_at(const char *file, int line)
{
    const char **places = ruleset_places();
    ct_scenarios *all = ct_scenarios_new(places);
    struct ct_scenario sc;
    char *text = NULL;

    if (!all)
        mem_die();
    ct_scenarios_read(all, file);
    for (int i = 0; i < ct_scenarios_count(all) && !text; i++) {
        if (!ct_get_scenario(all, i, &sc) || sc.line != line)
            continue;
        char *own = mem_had(ct_scenario_json(all, i));
        json_t *scene = json_loads(own, 0, NULL);
        char *entry = written_entry(sc.name, scene);
        const char *one = entry;
        text = written_file(json_string_value(json_object_get(scene, "ruleset")), &one, 1);
        json_decref(scene);
        free(entry);
        free(own);
    }
    ct_scenarios_free(all);
    ruleset_places_free(places);
    return text;
}

struct answer scenario_open(struct desk *d, const char *file, int line)
{
    struct wanted w = {file, false};
    char *text =
        testfiles_in(d->folder, look_for, &w) > 0 && w.there ? text_at(file, line) : NULL;
    struct answer a =
        text ? answer_yes(json_pack("{so so}", "text", json_text(text), "files", kept_files(d)))
             : answer_error(409, "no scenario of this game begins on this line");

    free(text);
    return a;
}

/* ---- tried ---- */

static json_t *offers_json(ct_scene *scene)
{
    ct_state *game = ct_scene_game(scene);
    unsigned asked = ct_pending(game);
    json_t *out = json_array();

    for (int seat = 0; seat < ct_seats(game); seat++) {
        if (!(asked >> seat & 1))
            continue;
        json_t *picks = json_array();
        int n = ct_choices(ct_scene_engine(scene), game, seat);
        for (int i = 0; i < n; i++)
            json_array_append_new(picks, json_text(ct_scene_choice(scene, seat, i)));
        json_array_append_new(out,
                              json_pack("{so so}", "seat",
                                        json_text(ct_scene_seat(scene, seat)), "picks", picks));
    }
    return out;
}

static struct facts facts_now(ct_scene *scene)
{
    struct look l = look_at_scene(scene);
    struct facts out;

    l.marks = facts_marks(&l);
    facts_of(&l, &out);
    return out;
}

/* Plays the lines. Returns the facts at the last line that looked. */
static struct facts play_lines(ct_scene *scene)
{
    bool ok = ct_scene_settle(scene) == 1;
    struct facts seen = facts_now(scene);
    int seat;

    for (int i = 0; i < ct_scene_lines(scene) && ok; i++) {
        const char *text = ct_scene_line_pick(scene, i, &seat);
        ok = text ? ct_scene_pick(scene, seat, text) == 1 : ct_scene_settle(scene) == 1;
        if (!text && ok) {
            facts_free(&seen);
            seen = facts_now(scene);
        }
    }
    if (ok)
        ct_scene_settle(scene);
    return seen;
}

static json_t *expect_json(ct_scene *scene, const struct facts *seen)
{
    struct facts now = facts_now(scene);
    const struct fact *apart[1];
    struct ct_result r;
    bool over = !ct_get_result(ct_scene_engine(scene), ct_scene_game(scene), &r) &&
                r.status != CT_RUNNING;
    json_t *out = json_null();

    if (facts_apart(&now, seen, apart, 1)) {
        json_t *line = position_expected(&now, seen, over);
        char *text = written_line(line);
        out = json_text(text);
        free(text);
        json_decref(line);
    }
    facts_free(&now);
    return out;
}

static void add_position(json_t *out, ct_scenarios *all)
{
    ct_scene *scene = ct_scene_new(all, 0, 1);

    if (!scene)
        return;
    struct facts seen = play_lines(scene);
    char *view = ct_view_json(ct_scene_engine(scene), ct_scene_game(scene), CT_ALL, true);
    if (view)
        json_object_set_new(out, "view", json_loads(view, 0, NULL));
    json_object_set_new(out, "offers", offers_json(scene));
    json_object_set_new(out, "expect", expect_json(scene, &seen));
    free(view);
    facts_free(&seen);
    ct_scene_free(scene);
}

/* Reads the text as if it were in that file. The caller frees the collection. */
static ct_scenarios *read_text(const struct desk *d, const char *file, const char *text)
{
    const char **places = ruleset_places();
    char *path = path_to(d, file);
    ct_scenarios *all = ct_scenarios_new(places);

    if (!all)
        mem_die();
    ct_scenarios_read_text(all, path, text, strlen(text));
    free(path);
    ruleset_places_free(places);
    return all;
}

struct answer scenario_try(struct desk *d, const char *text)
{
    ct_scenarios *all = read_text(d, "desk.yaml", text);
    json_t *out = json_object();
    char *report = NULL;

    json_object_set_new(out, "findings", json_findings(ct_scenarios_diags(all)));
    json_object_set_new(out, "passed", json_null());
    if (ct_scenarios_count(all) > 0) {
        int rc = ct_scenario_play(all, 0, &report);
        if (rc >= 0)
            json_object_set_new(out, "passed", json_boolean(rc));
        json_object_set_new(out, "report", json_text(report));
        add_position(out, all);
    }
    free(report);
    ct_scenarios_free(all);
    return answer_yes(out);
}

/* ---- kept ---- */

/* Where the entries of a file of scenarios begin. NULL: it has none. */
static const char *entries_of(const char *text)
{
    static const char key[] = "scenarios:";

    for (const char *line = text; line; line = strchr(line, '\n'), line += line ? 1 : 0)
        if (!strncmp(line, key, sizeof key - 1) && line[strcspn(line, "\n")])
            return line + strcspn(line, "\n") + 1;
    return NULL;
}

/* The old file, and the entries of the text after its own. */
static char *joined(const char *old, const char *text)
{
    const char *own = entries_of(text);
    struct buffer b = {0};
    size_t n = strlen(old);

    while (n && old[n - 1] == '\n')
        n--;
    if (n && own)
        buffer_add(&b, "%.*s\n\n%s", (int)n, old, own);
    else
        buffer_add(&b, "%s", text);
    return buffer_take(&b);
}

/* Is the file's last scenario that of the text, and are the others unchanged? *line: where it is. */
static bool is_added(const struct desk *d, const char *file, const char *old, const char *text,
                     const char *whole, int *line)
{
    ct_scenarios *before = *old ? read_text(d, file, old) : NULL,
                 *own = read_text(d, file, text), *now = read_text(d, file, whole);
    int n = ct_scenarios_count(now), was = before ? ct_scenarios_count(before) : 0;
    struct ct_scenario sc = {0};
    bool ok = n == was + 1 && ct_scenarios_count(own) == 1 &&
              !findings_bad(ct_scenarios_diags(now)) && ct_get_scenario(now, n - 1, &sc);

    if (ok) {
        char *a = mem_had(ct_scenario_json(own, 0)), *b = mem_had(ct_scenario_json(now, n - 1));
        ok = !strcmp(a, b);
        free(a);
        free(b);
    }
    *line = sc.line;
    ct_scenarios_free(before);
    ct_scenarios_free(own);
    ct_scenarios_free(now);
    return ok;
}

/* The present text; "" if there is no such file. NULL: *wrong says why. */
static char *old_text(const char *path, char **wrong)
{
    size_t n;
    char *text = ct_file_read(path, &n, wrong);

    if (!text && errno == ENOENT) {
        free(*wrong);
        *wrong = NULL;
        return mem_strdup("");
    }
    if (text && strlen(text) != n) { /* all after a NUL would be lost */
        free(text);
        *wrong = mem_strdup("this is not text");
        return NULL;
    }
    return text;
}

struct answer scenario_keep(struct desk *d, const char *text, const char *file)
{
    char *path = path_to(d, file), *folder = path_to(d, ""), *wrong = NULL;
    char *old = own_file(d->folder, "scenarios", file, &wrong) ? old_text(path, &wrong) : NULL,
         *whole = old ? joined(old, text) : NULL;
    int line = 0;
    struct answer a;

    if (!old)
        a = answer_error(409, "%s: %s", path, reason(wrong));
    else if (!is_added(d, file, old, text, whole, &line))
        a = answer_error(409, "%s: this file cannot take another scenario at its end", path);
    else if (!folder_make(folder) || !ct_file_replace(path, whole, strlen(whole), true, &wrong))
        a = answer_error(409, "%s: %s", path, wrong ? wrong : strerror(errno));
    else
        a = answer_yes(json_pack("{so si}", "file", json_text(path), "line", line));
    free(path);
    free(folder);
    free(old);
    free(whole);
    free(wrong);
    return a;
}

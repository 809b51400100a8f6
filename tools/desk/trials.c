/* trials.c - plays scenarios and replays as a job of the house. */
#include "trials.h"

#include "own.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/testfiles.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct trials {
    struct house *house;
    struct job job;
    void (*changed)(void *ctx);
    void *ctx;
    pthread_mutex_t lock; /* for all below */
    struct game *rules;   /* held; NULL: nothing to try */
    unsigned number;      /* counts the runs */
    bool given;           /* the house has the job */
    bool running;
    int passed, of;
    json_t *failed, *findings, *replays;
};

/* One run. It stops when another one begins. */
struct run {
    struct trials *all;
    struct game *rules;
    unsigned number;
};

static bool is_last(const struct run *r)
{
    pthread_mutex_lock(&r->all->lock);
    bool last = r->number == r->all->number && !r->all->house->closing;
    pthread_mutex_unlock(&r->all->lock);
    return last;
}

/* Adds to a list, unless another run has begun. */
static void add(const struct run *r, json_t *list, json_t *what)
{
    pthread_mutex_lock(&r->all->lock);
    if (r->number == r->all->number)
        json_array_append_new(list, what);
    else
        json_decref(what);
    pthread_mutex_unlock(&r->all->lock);
}

static void tell(const struct run *r)
{
    if (is_last(r))
        r->all->changed(r->all->ctx);
}

/* ---- scenarios ---- */

static int read_scenarios(void *ctx, const char *path)
{
    ct_scenarios_read(ctx, path); /* its errors say why not */
    return 0;
}

static void play_scenario(const struct run *r, ct_scenarios *all, int i)
{
    struct ct_scenario sc;
    char *report = NULL;

    if (!ct_get_scenario(all, i, &sc))
        return;
    int rc = ct_scenario_play(all, i, &report);
    if (rc)
        rc = 1;
    pthread_mutex_lock(&r->all->lock);
    if (r->number == r->all->number)
        r->all->passed += rc;
    pthread_mutex_unlock(&r->all->lock);
    if (!rc)
        add(r, r->all->failed,
            json_pack("{so so si so}", "name", json_text(sc.name), "file", json_text(sc.file),
                      "line", sc.line, "report", json_text(mem_said(report))));
    free(report);
}

static void try_scenarios(const struct run *r)
{
    const char **places = ruleset_places();
    ct_scenarios *all = ct_scenarios_new(places);

    if (all && testfiles_in(r->rules->folder, read_scenarios, all) > 0) {
        int n = ct_scenarios_count(all);
        json_t *findings = json_findings(ct_scenarios_diags(all));
        pthread_mutex_lock(&r->all->lock);
        if (r->number == r->all->number) {
            r->all->of = n;
            json_array_extend(r->all->findings, findings);
        }
        pthread_mutex_unlock(&r->all->lock);
        json_decref(findings);
        for (int i = 0; i < n && is_last(r); i++)
            play_scenario(r, all, i);
    }
    ct_scenarios_free(all);
    ruleset_places_free(places);
    tell(r);
}

/* ---- replays ---- */

static char *says_of(const struct ct_replay *rec, const struct ct_replay_run *run, int rc,
                     char *why)
{
    if (rc != 1 && why)
        return mem_strdup(why);
    return run->other ? ct_replay_other(rec, run) : NULL;
}

static json_t *try_record(const struct ct_replay *rec, const char *name, ct_engine *engine)
{
    struct ct_replay_run run = {0};
    char *said = NULL, *why = NULL;
    ct_state *game = ct_replay_start(rec, engine, &said, &why);
    int rc = game ? ct_replay_play(rec, engine, game, rec->npicks, &run, &why) : -1;
    char *says = says_of(rec, &run, rc, why ? why : said);
    json_t *out =
        json_pack("{ss si si sb so}", "file", name, "picks", (int)rec->npicks, "done",
                  (int)run.done, "same", rc == 1 && !run.other, "says", json_text(says));

    free(says);
    free(said);
    free(why);
    ct_state_free(game);
    return out;
}

static void try_file(const struct run *r, const char *folder, const char *name,
                     ct_engine *engine)
{
    struct buffer path = {0};
    struct ct_replay rec = {0};
    char *wrong = NULL;
    size_t n, at = 0;
    int line = 0;

    buffer_add(&path, "%s/replays/%s", folder, name);
    char *text = own_file(folder, "replays", name, &wrong)
                     ? ct_file_read(buffer_text(&path), &n, &wrong)
                     : NULL;
    bool ok = text && ct_replay_read(&rec, name, text, n, &at, &line, &wrong);
    add(r, r->all->replays,
        ok ? try_record(&rec, name, engine)
           : json_pack("{ss si si sb so}", "file", name, "picks", 0, "done", 0, "same", false,
                       "says", json_text(reason(wrong))));
    if (text)
        ct_replay_free(&rec);
    free(text);
    free(wrong);
    buffer_free(&path);
}

static bool is_replay(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && *name != '.' && !strcmp(dot, ".replay") && ct_is_line(name);
}

static void try_replays(const struct run *r)
{
    struct buffer folder = {0};
    struct dirent **v = NULL;
    char *wrong = NULL;

    buffer_add(&folder, "%s/replays", r->rules->folder);
    int n = scandir(buffer_text(&folder), &v, NULL, alphasort);
    ct_engine *engine = n > 0 ? engine_open(r->rules->def, &wrong) : NULL;
    for (int i = 0; i < n; i++) {
        if (engine && is_replay(v[i]->d_name) && is_last(r))
            try_file(r, r->rules->folder, v[i]->d_name, engine);
        free(v[i]);
    }
    free(v);
    free(wrong);
    ct_engine_free(engine);
    buffer_free(&folder);
}

/* ---- the job ---- */

static struct game *take(struct trials *t, unsigned *number)
{
    struct game *rules = NULL;

    pthread_mutex_lock(&t->lock);
    if (!t->house->closing) {
        rules = t->rules;
        t->rules = NULL;
    }
    t->given = rules != NULL;
    *number = t->number;
    pthread_mutex_unlock(&t->lock);
    return rules;
}

static void work(struct job *j)
{
    struct trials *t = j->ctx;
    struct run r = {.all = t};

    while ((r.rules = take(t, &r.number))) {
        try_scenarios(&r);
        try_replays(&r);
        pthread_mutex_lock(&t->lock);
        if (r.number == t->number)
            t->running = false;
        pthread_mutex_unlock(&t->lock);
        game_drop(r.rules);
        tell(&r);
    }
}

struct trials *trials_open(struct house *h, void (*changed)(void *ctx), void *ctx)
{
    struct trials *t = mem_zero(sizeof *t);

    pthread_mutex_init(&t->lock, NULL);
    t->house = h;
    t->job = (struct job){.run = work, .ctx = t};
    t->changed = changed;
    t->ctx = ctx;
    t->failed = json_array();
    t->findings = json_array();
    t->replays = json_array();
    return t;
}

void trials_begin(struct trials *t, struct game *rules)
{
    pthread_mutex_lock(&t->lock);
    game_drop(t->rules);
    t->rules = game_hold(rules);
    t->number++;
    t->running = true;
    t->passed = t->of = 0;
    json_array_clear(t->failed);
    json_array_clear(t->findings);
    json_array_clear(t->replays);
    bool given = t->given;
    t->given = true;
    pthread_mutex_unlock(&t->lock);
    if (!given)
        house_do(&t->house->thinking, &t->job);
}

json_t *trials_json(struct trials *t)
{
    pthread_mutex_lock(&t->lock);
    json_t *out = json_pack("{sb si si so so so}", "running", t->running, "passed", t->passed,
                            "of", t->of, "failed", json_deep_copy(t->failed), "findings",
                            json_deep_copy(t->findings), "replays", json_deep_copy(t->replays));
    pthread_mutex_unlock(&t->lock);
    return out;
}

void trials_close(struct trials *t)
{
    if (!t)
        return;
    game_drop(t->rules);
    json_decref(t->failed);
    json_decref(t->findings);
    json_decref(t->replays);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

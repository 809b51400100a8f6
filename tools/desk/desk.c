/* desk.c - a game while you write it. */
#include "desk.h"

#include "own.h"

#include "tools/buffer.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/serve/keep.h"
#include "tools/text/reader.h"

#include <stdlib.h>
#include <string.h>

struct game *desk_rules(struct desk *d)
{
    pthread_mutex_lock(&d->lock);
    struct game *rules = game_hold(d->rules);
    pthread_mutex_unlock(&d->lock);
    return rules;
}

struct gametable *desk_table(struct desk *d)
{
    pthread_mutex_lock(&d->lock);
    struct gametable *t = d->table;
    pthread_mutex_lock(&d->house->lock);
    t->users++;
    pthread_mutex_unlock(&d->house->lock);
    pthread_mutex_unlock(&d->lock);
    pthread_mutex_lock(&t->lock);
    t->looked = time(NULL);
    return t;
}

static void tell_table(struct house *h, struct gametable *t)
{
    t->news++;
    t->version++;
    if (h->wake)
        h->wake(t);
}

/* Tells open pages that there is something new. */
static void desk_news(struct desk *d)
{
    struct gametable *t = desk_table(d);

    tell_table(d->house, t);
    house_done(d->house, t);
}

/* ---- which table is open ---- */

static char *path_of_open(const struct desk *d)
{
    return mem_printf("%s/open", d->house->folder);
}

static void note_open(const struct desk *d, const char *id)
{
    char *path = path_of_open(d), *wrong = NULL;

    succeeded(ct_file_replace(path, id, strlen(id), true, &wrong), "desk", &wrong);
    free(path);
}

/* Makes this the open table. The one before stays in the house. */
static void open_table(struct desk *d, struct gametable *t)
{
    pthread_mutex_lock(&d->lock);
    struct gametable *was = d->table;
    d->table = t;
    pthread_mutex_lock(&d->house->lock);
    t->users++;
    pthread_mutex_unlock(&d->house->lock);
    json_decref(d->carried);
    d->carried = json_null();
    pthread_mutex_unlock(&d->lock);
    note_open(d, t->id);
    if (!was)
        return;
    pthread_mutex_lock(&was->lock);
    tell_table(d->house, was);
    house_done(d->house, was); /* the open table was held */
}

static bool keep_table(struct desk *d, struct gametable *t, char **wrong)
{
    if (!keep_seats(t, wrong) || !keep_game(t, true, wrong))
        return false;
    if (house_add(d->house, t))
        return true;
    *wrong = mem_strdup("there are too many open tables");
    return false;
}

/* All seats play at this screen, under the names that seats have by default. */
static void seat_all(struct gametable *t)
{
    for (int i = 0; i < CT_MAX_SEATS; i++)
        if (t->seat[i].who == WHO_PERSON && !*t->seat[i].name)
            snprintf(t->seat[i].name, NAME_ROOM, "%s",
                     mem_said(ct_seat_name(t->engine, t->state, i)));
    gametable_names(t, -1);
}

static void people_of(struct gametable *t, int people)
{
    t->people = people;
    for (int i = 0; i < people; i++) {
        t->seat[i].who = WHO_PERSON;
        secret_make(t->seat[i].key, SECRET);
    }
}

static struct gametable *table_of(struct desk *d, struct game *rules, const char *lang)
{
    const char *own = game_language(rules, lang);

    return gametable_new(rules, own ? own : ct_language(rules->def, 0), d->house->folder);
}

bool desk_begin(struct desk *d, const struct desk_wish *wish, char **wrong)
{
    struct game *rules = desk_rules(d);
    struct ct_info info = ct_get_info(rules->def, NULL);
    struct gametable *t = table_of(d, rules, wish->lang);

    people_of(t, wish->people ? wish->people : info.min_people);
    for (int i = 0; i < wish->options.n; i++)
        gametable_option(t, wish->options.v[i]);
    bool ok = gametable_start(t, wish->seed, wrong);
    if (ok)
        seat_all(t);
    ok = ok && keep_table(d, t, wrong);
    game_drop(rules);
    if (ok)
        open_table(d, t);
    else
        gametable_free(t);
    return ok;
}

/* A table with a recorded game, as far as its picks are still offered. */
static struct gametable *table_by(struct desk *d, const char *path, struct carried *carried,
                                  char **wrong)
{
    struct game *rules = desk_rules(d);
    struct gametable *t = table_of(d, rules, NULL);
    size_t n, at = 0;
    int line = 0;
    char *text = ct_file_read(path, &n, wrong);
    bool ok = text && ct_replay_read(&t->rec, path, text, n, &at, &line, wrong);

    game_drop(rules);
    free(text);
    if (ok) {
        people_of(t, t->rec.people);
        ok = gametable_restore(t, carried, wrong);
    }
    if (!ok) {
        gametable_free(t);
        return NULL;
    }
    seat_all(t);
    return t;
}

bool desk_replay(struct desk *d, const char *file, char **wrong)
{
    struct buffer path = {0};
    struct carried carried = {0};

    buffer_add(&path, "%s/replays/%s", d->folder, file);
    struct gametable *t = own_file(d->folder, "replays", file, wrong)
                              ? table_by(d, buffer_text(&path), &carried, wrong)
                              : NULL;
    bool ok = t && keep_table(d, t, wrong);
    if (ok)
        open_table(d, t);
    else
        gametable_free(t);
    carried_free(&carried);
    buffer_free(&path);
    return ok;
}

/* ---- other rules ---- */

static json_t *carried_json(const struct carried *c)
{
    json_t *out = json_pack("{si si so so}", "picks", (int)c->picks, "done", (int)c->done,
                            "other", json_text(c->other), "why", json_text(c->why));

    if (c->first >= 0) {
        json_object_set_new(out, "first", json_integer(c->first));
        json_object_set_new(out, "was", json_integer(c->was));
        json_object_set_new(out, "now", json_integer(c->now));
        json_object_set_new(out, "prompt", json_text(c->prompt));
    }
    return out;
}

/* Carries the table over to these rules, and says how far that went. */
static json_t *carry(struct desk *d, struct game *rules)
{
    struct gametable *t = desk_table(d);
    struct carried c = {.first = -1};
    char *wrong = NULL;
    json_t *out;

    if (gametable_carry(t, rules, &c, &wrong)) {
        out = carried_json(&c);
        if (!t->error && !keep_game(t, true, &wrong))
            complain("desk: the table is not saved: %s", reason(wrong));
        house_changed(d->house, t);
    } else {
        out = json_pack("{so}", "refused", json_text(reason(wrong)));
    }
    free(wrong);
    carried_free(&c);
    house_done(d->house, t);
    return out;
}

/* Puts the new rules in the place of the old ones. */
static void adopt(struct desk *d, struct game *rules, struct sources *now)
{
    struct house *h = d->house;

    pthread_mutex_lock(&d->lock);
    struct game *was = d->rules;
    d->rules = rules;
    json_decref(d->changed);
    d->changed = sources_changed(&d->sources, now);
    sources_free(&d->sources);
    d->sources = *now;
    pthread_mutex_lock(&h->lock);
    h->game[0] = game_hold(rules);
    pthread_mutex_unlock(&h->lock);
    pthread_mutex_unlock(&d->lock);
    game_drop(was);
    game_drop(was); /* held by the house */
}

static void note(struct desk *d, bool broken, json_t *findings, json_t *carried)
{
    pthread_mutex_lock(&d->lock);
    d->saves++;
    d->broken = broken;
    json_decref(d->findings);
    d->findings = findings;
    if (carried) {
        json_decref(d->carried);
        d->carried = carried;
    }
    pthread_mutex_unlock(&d->lock);
}

static bool same_texts(const struct desk *d, const struct sources *now)
{
    json_t *changed = sources_changed(&d->sources, now);
    bool same = json_array_size(changed) == 0;

    json_decref(changed);
    return same;
}

void desk_look(struct desk *d)
{
    ct_diags *diags = NULL;
    ct_definition *def = ruleset_open(d->folder, &diags);
    if (def)
        reader_proof(def, NULL, diags);
    json_t *findings = json_findings(diags);

    ct_diags_free(diags);
    if (!def) {
        note(d, true, findings, NULL);
        desk_news(d);
        return;
    }
    struct sources now = sources_read(def);
    if (same_texts(d, &now)) {
        sources_free(&now);
        ct_free(def);
        trials_begin(d->trials, d->rules);
        note(d, false, findings, NULL);
    } else {
        struct game *rules = game_new(d->name, d->folder, def);
        adopt(d, rules, &now);
        json_t *fared = carry(d, rules);
        trials_begin(d->trials, rules);
        worth_begin(d->worth, rules);
        note(d, false, findings, fared);
    }
    desk_news(d);
}

/* ---- open and close ---- */

static void news(void *ctx)
{
    desk_news(ctx);
}

/* Opens the last open table by the present rules. */
static bool open_last(struct desk *d)
{
    char *path = path_of_open(d), *wrong = NULL;
    struct carried c = {.first = -1};
    struct gametable *t = NULL;
    size_t n;
    char *id = ct_file_read(path, &n, NULL);

    for (t = id ? d->house->tables : NULL; t && strcmp(t->id, id) != 0;)
        t = t->next;
    bool ok = t && keep_open_by(t, &c, &wrong);
    if (ok) {
        open_table(d, t);
        d->carried = c.done < c.picks || c.other ? carried_json(&c) : json_null();
    } else if (t) {
        complain("desk: note: the table that was open last cannot be opened: %s",
                 reason(wrong));
        gametable_close(t);
    }
    carried_free(&c);
    free(wrong);
    free(id);
    free(path);
    return ok;
}

bool desk_open(struct desk *d, struct house *h, struct game *rules,
               const struct desk_wish *wish)
{
    char *wrong = NULL;

    pthread_mutex_init(&d->lock, NULL);
    d->house = h;
    d->rules = game_hold(rules);
    d->findings = json_array();
    d->changed = json_array();
    d->carried = json_null();
    d->sources = sources_read(rules->def);
    secret_make(d->key, SECRET);
    d->trials = trials_open(h, news, d);
    d->worth = worth_open(h, news, d);
    if (!(wish ? false : open_last(d)) &&
        !desk_begin(d, wish ? wish : &(struct desk_wish){.seed = seed_by_chance()}, &wrong))
        return succeeded(false, "desk", &wrong);
    trials_begin(d->trials, rules);
    worth_begin(d->worth, rules);
    return true;
}

void desk_close(struct desk *d)
{
    trials_close(d->trials);
    worth_close(d->worth);
    if (d->table) {
        pthread_mutex_lock(&d->table->lock);
        house_done(d->house, d->table);
    }
    game_drop(d->rules);
    sources_free(&d->sources);
    json_decref(d->findings);
    json_decref(d->changed);
    json_decref(d->carried);
    pthread_mutex_destroy(&d->lock);
}

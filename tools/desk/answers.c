/* answers.c - answers what the desk's page asks. */
#include "answers.h"

#include "gallery.h"
#include "own.h"
#include "scenario.h"

#include "tools/buffer.h"
#include "tools/folder.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/serve/about.h"
#include "tools/serve/keep.h"
#include "tools/serve/sitting.h"
#include "tools/text/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- how it stands ---- */

static json_t *keys_json(const struct gametable *t)
{
    json_t *keys = json_array();

    for (int i = 0; i < t->nseats; i++)
        json_array_append_new(keys,
                              *t->seat[i].key ? json_string(t->seat[i].key) : json_null());
    return keys;
}

static json_t *table_json(const struct gametable *t)
{
    return json_pack("{ss so ss si si so}", "id", t->id, "keys", keys_json(t), "watch",
                     t->watch, "people", t->people, "picks", (int)t->nmade, "error",
                     json_text(t->error));
}

static struct answer stand(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    struct gametable *t = desk_table(d);
    json_t *table = table_json(t);

    house_done(d->house, t);
    pthread_mutex_lock(&d->lock);
    json_t *out = json_pack(
        "{ss so si sb so so so so}", "title", ct_get_info(d->rules->def, NULL).title, "folder",
        json_text(d->folder), "saves", (int)d->saves, "broken", (int)d->broken, "findings",
        json_deep_copy(d->findings), "changed", json_deep_copy(d->changed), "carried",
        json_deep_copy(d->carried), "table", table);
    pthread_mutex_unlock(&d->lock);
    json_object_set_new(out, "trials", trials_json(d->trials));
    json_object_set_new(out, "profile", worth_profile(d->worth));
    json_object_set_new(out, "played", worth_json(d->worth));
    return answer_yes(out);
}

static struct answer game(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;

    struct game *rules = desk_rules(d);
    json_t *out = about_game(rules, q->r->lang);

    json_object_set_new(out, "gallery", gallery_json(rules));
    game_drop(rules);
    return answer_yes(out);
}

static struct answer worth(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;

    return answer_yes(worth_json(d->worth));
}

/* ---- back and forth ---- */

static struct answer past(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    struct gametable *t = desk_table(d);
    char *end = NULL;
    long to = q->r->to ? strtol(q->r->to, &end, 10) : -1;
    struct answer a;
    int as;

    if (to < 0 || (size_t)to > t->nmade || *end || !sitting_observer(t, q->r->as, &as))
        a = answer_error(
            400,
            "`to` must be a number of picks from 0 to %zu, and `as` a seat, spectator or all",
            t->nmade);
    else
        a = sitting_past(t, (size_t)to, as);
    house_done(d->house, t);
    return a;
}

static struct answer back(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const json_t *picks = json_object_get(q->body, "to");
    json_int_t to = json_integer_value(picks);
    struct gametable *t = desk_table(d);
    struct answer a = answer_yes(json_object());
    char *wrong = NULL;

    if (!json_is_integer(picks) || to < 0 || (size_t)to > t->nmade) {
        answer_free(&a);
        a = answer_error(400, "`to` must be a number of picks from 0 to %zu", t->nmade);
    } else {
        gametable_undo(t, (size_t)to);
        if (!t->error && !keep_game(t, true, &wrong))
            complain("desk: the table is not saved: %s", reason(wrong));
        house_changed(d->house, t);
    }
    free(wrong);
    house_done(d->house, t);
    return a;
}

/* ---- another game ---- */

/* Reads {"NAME": "VALUE"} as NAME=VALUE. False: it is something else. */
static bool options_of(json_t *o, struct list *to)
{
    const char *name;
    json_t *value;

    json_object_foreach(o, name, value)
    {
        if (!json_is_string(value))
            return false;
        list_add(to, mem_printf("%s=%s", name, json_string_value(value)));
    }
    return true;
}

static struct answer begin(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *seed = json_string_value(json_object_get(q->body, "seed"));
    json_int_t people = json_integer_value(json_object_get(q->body, "people"));
    bool own = seed && *seed, fits = people >= 0 && people <= CT_MAX_SEATS;
    char *wrong = NULL;
    struct desk_wish wish = {.people = fits ? (int)people : 0,
                             .lang = json_string_value(json_object_get(q->body, "lang")),
                             .seed = own ? 0 : seed_by_chance()};
    struct answer a;

    if (!fits || (own && !seed_read(seed, &wish.seed)) ||
        !options_of(json_object_get(q->body, "options"), &wish.options))
        a = answer_error(400,
                         "`people` must be a number from 0 to %d, `seed` a number of 64 bits "
                         "as a text, and `options` texts",
                         CT_MAX_SEATS);
    else if (desk_begin(d, &wish, &wrong))
        a = answer_yes(json_object());
    else
        a = answer_error(409, "%s", reason(wrong));
    free(wrong);
    list_free(&wish.options);
    return a;
}

/* ---- replays that are kept ---- */

static bool is_file_name(const char *name, const char *ending)
{
    size_t n = name ? strlen(name) : 0, end = strlen(ending);

    return n > end && n < 80 && !strcmp(name + n - end, ending) && *name != '.' &&
           !strpbrk(name, "/\\") && ct_is_line(name);
}

static struct answer open_replay(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *file = json_string_value(json_object_get(q->body, "file"));
    char *wrong = NULL;

    if (!is_file_name(file, ".replay"))
        return answer_error(400, "`file` must be the name of a replay");
    struct answer a = desk_replay(d, file, &wrong) ? answer_yes(json_object())
                                                   : answer_error(409, "%s", reason(wrong));
    free(wrong);
    return a;
}

/* The open game as text (free()). NULL: *wrong says why. */
static char *record_text(struct desk *d, char **wrong)
{
    struct gametable *t = desk_table(d);
    char *text = NULL;

    ct_replay_names(&t->rec, t->engine, -1);
    if (!ct_replay_close(&t->rec, t->engine, t->state))
        text = ct_replay_text(&t->rec);
    gametable_names(t, -1);
    if (!text)
        *wrong = mem_strdup(ct_error(t->engine));
    house_done(d->house, t);
    return text;
}

static struct answer keep_replay(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *file = json_string_value(json_object_get(q->body, "file"));
    struct buffer path = {0};
    char *wrong = NULL;

    if (!is_file_name(file, ".replay"))
        return answer_error(400, "a replay's name ends with .replay and has no '/'");
    buffer_add(&path, "%s/replays", d->folder);
    char *folder = mem_strndup(buffer_text(&path), path.n);
    buffer_add(&path, "/%s", file);
    char *text = NULL;
    if (own_file(d->folder, "replays", file, &wrong)) {
        if (!access(buffer_text(&path), F_OK))
            wrong = mem_strdup("this name is taken. Choose another one");
        else
            text = record_text(d, &wrong);
    }
    bool ok = text && folder_make(folder) &&
              ct_file_replace(buffer_text(&path), text, strlen(text), true, &wrong);
    struct answer a =
        ok ? answer_yes(json_pack("{so}", "file", json_text(buffer_text(&path))))
           : answer_error(409, "%s: %s", buffer_text(&path), wrong ? wrong : strerror(errno));
    free(folder);
    free(text);
    free(wrong);
    buffer_free(&path);
    return a;
}

/* ---- scenarios ---- */

static struct answer draft(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    char *end = NULL;
    long to = q->r->to ? strtol(q->r->to, &end, 10) : -1;

    if (to < 0 || *end)
        return answer_error(400, "`to` must be a number of picks");
    return scenario_draft(d, (size_t)to);
}

static struct answer try_scenario(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *text = json_string_value(json_object_get(q->body, "text"));

    return text ? scenario_try(d, text) : answer_error(400, "text: a file with a scenario");
}

static struct answer open_scenario(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *file = json_string_value(json_object_get(q->body, "file"));

    return file ? scenario_open(d, file,
                                (int)json_integer_value(json_object_get(q->body, "line")))
                : answer_error(400, "`file` and `line` must be those of a scenario");
}

static struct answer keep_scenario(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *text = json_string_value(json_object_get(q->body, "text"));
    const char *file = json_string_value(json_object_get(q->body, "file"));

    if (!text)
        return answer_error(400, "text: a file with a scenario");
    if (!is_file_name(file, ".yaml"))
        return answer_error(400, "the name of a scenario file ends with .yaml and has no '/'");
    return scenario_keep(d, text, file);
}

/* ---- sentences ---- */

/* What a card is to say, in the language of the table, as YAML. */
static struct answer read_sentence(const struct asking *q)
{
    struct desk *d = q->h->desk_ctx;
    const char *text = json_string_value(json_object_get(q->body, "text"));
    enum { MOST = 1000 };

    if (!text || strlen(text) > MOST)
        return answer_error(400, "`text` must be a sentence of at most %d bytes", MOST);
    struct gametable *t = desk_table(d);
    char *lang = mem_strdup(t->lang); /* it goes with the rules */
    house_done(d->house, t);
    struct answer a = answer_yes(reader_answer(d->folder, lang, text));
    free(lang);
    return a;
}

static const struct verb verbs[] = {
    {"", "GET", stand},
    {"/game", "GET", game},
    {"/past", "GET", past},
    {"/back", "POST", back},
    {"/begin", "POST", begin},
    {"/open", "POST", open_replay},
    {"/keep", "POST", keep_replay},
    {"/worth", "GET", worth},
    {"/text", "POST", read_sentence},
    {"/scenario", "GET", draft},
    {"/scenario/open", "POST", open_scenario},
    {"/scenario/try", "POST", try_scenario},
    {"/scenario/keep", "POST", keep_scenario},
};

struct answer desk_answer(const struct asking *q)
{
    const struct desk *d = q->h->desk_ctx;

    if (!secret_is(d->key, q->r->key ? q->r->key : ""))
        return answer_error(
            403,
            "this link does not belong to the desk. Open the one that cantrip desk prints");
    return route_verb(verbs, sizeof verbs / sizeof *verbs, q->r->path + strlen("/api/desk"), q);
}

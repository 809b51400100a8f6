/* routes.c - the requests over HTTP. */
#include "routes.h"

#include "about.h"
#include "clocks.h"
#include "keep.h"
#include "name.h"
#include "sitting.h"
#include "tools/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct answer answer_yes(json_t *json)
{
    return (struct answer){.status = 200, .json = json};
}

struct answer answer_error(int status, const char *fmt, ...)
{
    char said[1024];
    va_list args;

    va_start(args, fmt);
    vsnprintf(said, sizeof said, fmt, args);
    va_end(args);
    char *shown = mem_had(ct_shown(said, false));
    struct answer a = {.status = status, .json = json_pack("{ss}", "error", shown)};
    free(shown);
    return a;
}

void answer_free(struct answer *a)
{
    json_decref(a->json);
    free(a->text);
    *a = (struct answer){0};
}

/* ---- the lobby ---- */

static struct answer words(const struct asking *q)
{
    const char *lang = q->r->lang && !strncmp(q->r->lang, "fr", 2) ? "fr" : "en";

    return answer_yes(json_pack("{ss s[ss] so}", "lang", lang, "languages", "en", "fr", "words",
                                about_words(NULL, lang)));
}

static struct answer games(const struct asking *q)
{
    json_t *list = json_array();

    for (int i = 0; i < q->h->ngames; i++)
        json_array_append_new(list, about_game(q->h->game[i], q->r->lang));
    return answer_yes(json_pack("{so}", "games", list));
}

/* Sets one seat: a name, a bot's level, or free. NULL, or what is wrong. */
static const char *seat_one(struct gametable *t, int i, const json_t *o)
{
    const char *name = json_string_value(json_object_get(o, "name")),
               *bot = json_string_value(json_object_get(o, "bot"));
    struct place *s = &t->seat[i];

    if (!json_is_object(o) || (name && bot))
        return "write a seat as {}, {\"name\": ...} or {\"bot\": ...}";
    if (name && !name_fits(name))
        return NAME_UNFIT;
    s->who = bot ? WHO_BOT : WHO_PERSON;
    if (bot)
        return gametable_level(t, i, bot) ? NULL : NO_LEVEL;
    secret_make(s->key, SECRET);
    snprintf(s->name, sizeof s->name, "%s", name ? name : "");
    return NULL;
}

static const char *seat_all(struct gametable *t, const json_t *seats)
{
    size_t n = json_array_size(seats);
    const char *wrong = NULL;

    if (!json_is_array(seats))
        return "'seats' must be a list";
    t->people = (int)n; /* the game says if it is too many or too few */
    n = n < CT_MAX_SEATS ? n : CT_MAX_SEATS;
    for (size_t i = 0; i < n && !wrong; i++)
        wrong = seat_one(t, (int)i, json_array_get(seats, i));
    for (size_t i = 0; i < n && !wrong; i++)
        for (size_t k = 0; k < i; k++)
            if (*t->seat[i].name && *t->seat[k].name &&
                name_alike(t->seat[i].name, t->seat[k].name))
                wrong = "two seats have the same name, or names that look alike";
    return wrong;
}

static const char *options_all(struct gametable *t, json_t *options)
{
    const char *name;
    json_t *value;

    if (options && !json_is_object(options))
        return "write 'options' as {\"NAME\": \"value\"}";
    json_object_foreach(options, name, value)
    {
        char text[256];
        char number[24];
        const char *is = json_is_string(value)    ? json_string_value(value)
                         : json_is_true(value)    ? "true"
                         : json_is_false(value)   ? "false"
                         : json_is_integer(value) ? number
                                                  : NULL;
        if (!is)
            return "an option's value must be a text, a whole number, true or false";
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        snprintf(text, sizeof text, "%s=%s", name, is);
        gametable_option(t, text);
    }
    return NULL;
}

/* {"minutes", "plus"}: a clock for each player; absent: none. */
static const char *clock_of(struct gametable *t, const json_t *clock)
{
    const json_t *minutes = json_object_get(clock, "minutes"),
                 *plus = json_object_get(clock, "plus");
    json_int_t m = json_integer_value(minutes), p = json_integer_value(plus);

    if (!clock)
        return NULL;
    if (!json_is_integer(minutes) || m < 1 || m > CLOCK_MINUTES ||
        (plus && !json_is_integer(plus)) || p < 0 || p > CLOCK_PLUS)
        return "a clock has `minutes` from 1 to 600 and `plus`, seconds from 0 to 600";
    clocks_set(t, (int)m, (int)p);
    return NULL;
}

static const char *spoken(const struct game *game, const char *lang)
{
    const char *own = game_language(game, lang);

    return own ? own : ct_language(game->def, 0);
}

static struct answer created(struct gametable *t)
{
    json_t *keys = json_array();

    for (int i = 0; i < t->nseats; i++)
        json_array_append_new(keys,
                              *t->seat[i].key ? json_string(t->seat[i].key) : json_null());
    return (struct answer){.status = 201,
                           .json = json_pack("{ss so ss ss}", "table", t->id, "keys", keys,
                                             "watch", t->watch, "owner", t->owner)};
}

bool route_may_begin(struct house *h, const struct request *r, struct answer *no)
{
    if (!house_enough(h, r->from, r->key))
        return true;
    *no = answer_error(429,
                       "no more tables today: one address may begin %d a day, and one key %d. "
                       "Try again in some hours",
                       h->each, (int)KEY_TABLES);
    no->retry = 3600;
    return false;
}

struct answer route_begin(struct house *h, const struct request *r, struct gametable *t)
{
    char *wrong = NULL;

    bool begun = gametable_start(t, seed_by_chance(), &wrong);
    if (begun && !t->error)
        return route_keep(h, r, t);
    struct answer a = answer_error(400, "%s", reason(begun ? t->error : wrong));
    free(wrong);
    gametable_free(t);
    return a;
}

struct answer route_keep(struct house *h, const struct request *r, struct gametable *t)
{
    char *wrong = NULL;
    struct answer a;

    snprintf(t->from, sizeof t->from, "%s", r->from);
    snprintf(t->with, sizeof t->with, "%s", r->key);

    if (!keep_seats(t, &wrong) || !keep_game(t, true, &wrong))
        a = answer_error(503, "the table cannot be saved: %s", reason(wrong));
    else if (!house_add(h, t))
        a = answer_error(503, "the server is full: it has %d tables. Try again later", h->most);
    else {
        free(wrong);
        pthread_mutex_lock(&t->lock);
        a = created(t);
        house_changed(h, t);
        pthread_mutex_unlock(&t->lock);
        return a;
    }
    free(wrong);
    keep_forget(t);
    gametable_free(t);
    return a;
}

static bool is_part(const char *key)
{
    static const char *const parts[] = {"game", "lang", "seats", "options", "clock", "listed"};
    bool is = false;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        is |= !strcmp(key, parts[i]);
    return is;
}

/* A seed is refused, as all else that a table does not have: its sender would know every card. */
static struct answer create(const struct asking *q)
{
    const char *name = json_string_value(json_object_get(q->body, "game")), *key;
    json_t *value;

    json_object_foreach(q->body, key, value) if (!is_part(key)) return answer_error(
        400, "a table has no '%s': send game, lang, seats, options, clock and listed", key);
    struct game *game = name ? house_game(q->h, name) : NULL;
    if (!game)
        return answer_error(400, "there is no game '%s' here", name ? name : "");
    struct gametable *t = gametable_new(
        game, spoken(game, json_string_value(json_object_get(q->body, "lang"))), q->h->folder);
    game_drop(game);
    const char *wrong = seat_all(t, json_object_get(q->body, "seats"));
    if (!wrong)
        wrong = options_all(t, json_object_get(q->body, "options"));
    t->listed = q->h->lists && json_is_true(json_object_get(q->body, "listed"));
    if (!wrong)
        wrong = clock_of(t, json_object_get(q->body, "clock"));
    struct answer no;
    if (!wrong && route_may_begin(q->h, q->r, &no))
        return route_begin(q->h, q->r, t);
    gametable_free(t);
    if (!wrong)
        return no;
    return answer_error(400, "%s", wrong);
}

/* ---- open tables ---- */

/* A table for the list, which is locked. NULL: nobody is there, or no seat is free. */
static json_t *open_table(const struct gametable *t, const char *lang)
{
    json_t *names = json_array();
    int nfree = 0;

    for (int i = 0; i < t->nseats; i++) {
        const struct place *p = &t->seat[i];
        nfree += p->who == WHO_PERSON && !place_taken(p);
        if (p->who == WHO_PERSON && *p->name)
            json_array_append_new(names, json_string(p->name));
    }
    if (t->streams && nfree && !t->over && !t->shown)
        return json_pack("{ss ss ss ss so si si}", "table", t->id, "watch", t->watch, "game",
                         t->game->name, "title", ct_get_info(t->game->def, lang).title, "names",
                         names, "free", nfree, "minutes", t->minutes);
    json_decref(names);
    return NULL;
}

enum { LISTED_MOST = 100 };

/* The newest ones that may be found. No one waits for a table that is busy. */
static struct answer open_tables(const struct asking *q)
{
    json_t *list = json_array();

    pthread_mutex_lock(&q->h->lock);
    for (struct gametable *t = q->h->tables; t && q->h->lists; t = t->next) {
        if (!t->listed || json_array_size(list) == LISTED_MOST ||
            pthread_mutex_trylock(&t->lock))
            continue;
        json_t *one = open_table(t, q->r->lang);
        if (one)
            json_array_append_new(list, one);
        pthread_mutex_unlock(&t->lock);
    }
    pthread_mutex_unlock(&q->h->lock);
    return answer_yes(json_pack("{sb so}", "lists", q->h->lists, "tables", list));
}

/* ---- which ---- */

bool route_table(const char *path, char *id, const char **rest)
{
    static const char before[] = "/api/tables/";

    if (strncmp(path, before, sizeof before - 1) != 0)
        return false;
    path += sizeof before - 1;
    snprintf(id, TABLE_ID + 1, "%s", path);
    if (!secret_shaped(id, TABLE_ID) || (path[TABLE_ID] && path[TABLE_ID] != '/'))
        return false;
    *rest = path + TABLE_ID + (path[TABLE_ID] == '/');
    return true;
}

/* Takes the seat, so no other player may sit there. A table with a player is kept for long. */
static void sit_down(struct house *h, struct gametable *t, int seat)
{
    if (!t->state || (t->sat && place_taken(&t->seat[seat])))
        return;
    t->sat = t->seat[seat].opened = true;
    keep_seats_or_say(t);
    t->version++;
    house_changed(h, t);
}

bool route_observer(struct house *h, struct gametable *t, const char *key, int *observer)
{
    bool any = false;

    for (int i = 0; i < t->nseats; i++)
        if (secret_is(t->seat[i].key, key)) {
            *observer = i;
            any = true;
        }
    if (any)
        sit_down(h, t, *observer);
    if (!any && (secret_is(t->watch, key) || secret_is(t->owner, key))) {
        *observer = CT_SPECTATOR;
        any = true;
    }
    return any;
}

bool route_hint(struct house *h, const struct request *r, const char *id, struct hint *hint,
                struct answer *no)
{
    struct gametable *t = house_table(h, id);
    bool waits = false;

    if (!t) {
        *no = answer_error(404, NO_TABLE);
        return false;
    }
    if (!route_observer(h, t, r->key ? r->key : "", &hint->seat) || hint->seat < 0) {
        *no = answer_error(403, "this link does not belong to a seat of the table");
    } else if (!t->state || t->over || t->error || !(ct_pending(t->state) >> hint->seat & 1)) {
        *no = answer_error(409, "it is not this seat's turn to choose");
    } else if (t->hint) {
        *no = answer_error(409, "a hint is on its way already");
    } else {
        waits = true;
        t->hint = hint;
        house_changed(h, t);
    }
    house_done(h, t);
    return waits;
}

/* Answers a request for a table, made with a key. */
static struct answer at_table(struct asking *q, const char *id, const char *verb)
{
    const struct verb *v = sitting_find(verb);

    if (!v)
        return answer_error(404, "a table has no '%s'", verb);
    if (strcmp(v->method, q->r->method) != 0) {
        struct answer a = answer_error(405, "'%s' needs the method %s", verb, v->method);
        a.allow = v->method;
        return a;
    }
    q->t = house_table(q->h, id);
    if (!q->t)
        return answer_error(404, NO_TABLE);
    struct answer a;
    if (!route_observer(q->h, q->t, q->r->key ? q->r->key : "", &q->observer))
        a = answer_error(403, NO_KEY);
    else if (!q->t->state)
        a = answer_error(409, "the table cannot be opened: %s", reason(q->t->error));
    else
        a = v->answer(q);
    house_done(q->h, q->t);
    return a;
}

struct answer route_verb(const struct verb *verbs, size_t n, const char *name,
                         const struct asking *q)
{
    const char *other = NULL;

    for (size_t i = 0; i < n; i++) {
        if (strcmp(verbs[i].name, name) != 0)
            continue;
        if (!strcmp(verbs[i].method, q->r->method))
            return verbs[i].answer(q);
        other = verbs[i].method;
    }
    if (!other)
        return answer_error(404, "there is nothing at this address");
    struct answer a = answer_error(405, "this address needs the method %s", other);
    a.allow = other;
    return a;
}

bool route_quick(const struct request *r)
{
    return !strcmp(r->method, "GET") && strncmp(r->path, "/api/tables/", 12) != 0 &&
           strncmp(r->path, "/api/desk", 9) != 0;
}

struct game *route_game(struct house *h, const struct request *r)
{
    if (strcmp(r->path, "/api/tables") != 0)
        return NULL;
    json_t *body = json_loadb(r->nbody ? r->body : "", r->nbody, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(body, "game"));
    struct game *game = name ? house_game(h, name) : NULL;
    json_decref(body);
    return game;
}

static struct answer find(struct asking *q)
{
    static const struct verb lobby[] = {
        {"/api/words", "GET", words},
        {"/api/games", "GET", games},
        {"/api/tables", "POST", create},
        {"/api/tables", "GET", open_tables},
    };
    char id[TABLE_ID + 1];
    const char *rest;

    if (route_table(q->r->path, id, &rest))
        return at_table(q, id, rest);
    if (q->h->desk && !strncmp(q->r->path, "/api/desk", 9))
        return q->h->desk(q);
    return route_verb(lobby, sizeof lobby / sizeof *lobby, q->r->path, q);
}

/* Why a body is refused, even if other readers would take it for JSON. */
static const char *unread(const json_error_t *wrong)
{
    switch (json_error_code(wrong)) {
    case json_error_null_character:
    case json_error_null_byte_in_key: return "a text may not have the character \\u0000";
    case json_error_numeric_overflow: return "a number is too large";
    case json_error_stack_overflow: return "lists and objects are nested too deeply";
    case json_error_duplicate_key: return "the body has a key twice";
    default: return "the body must be a JSON object";
    }
}

struct answer route(struct house *h, const struct request *r)
{
    json_t *body = NULL;
    json_error_t wrong = {0};

    if (!strcmp(r->method, "POST")) {
        body = json_loadb(r->nbody ? r->body : "", r->nbody, JSON_REJECT_DUPLICATES, &wrong);
        if (!json_is_object(body)) {
            struct answer a = answer_error(400, "%s", unread(&wrong));
            json_decref(body);
            return a;
        }
    }
    struct answer a = find(&(struct asking){.h = h, .r = r, .body = body});
    json_decref(body);
    if (!a.json && !a.text)
        mem_die();
    return a;
}

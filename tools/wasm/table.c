/* table.c - the server's tables without a server: the same requests and answers as over HTTP, one
 * at a time and without threads (worker.js). */
#include "export.h"
#include "tools/memory.h"
#include "tools/serve/art.h"
#include "tools/serve/keep.h"
#include "tools/serve/routes.h"
#include "tools/serve/stream.h"

#include <stdlib.h>
#include <string.h>

static struct house house = {
    .most = 1000, .days = 3650, .empty = -1, .wake = stream_wake, .leave = stream_end};

/* Serves the game of a folder; tables are kept in another one. */
EXPORT bool js_serve(ct_definition *def, const char *folder, const char *data)
{
    ct_limit_work(def, SERVED_WORK);
    house.folder = data;
    house.game = mem_alloc(sizeof *house.game);
    house.game[house.ngames++] = game_new(ct_get_info(def, NULL).id, folder, def);
    return house_open(&house, 0);
}

static struct request request_of(const json_t *o)
{
#define TEXT(key) json_string_value(json_object_get(o, key))
    const char *body = TEXT("body"), *key = TEXT("key");

    return (struct request){.method = TEXT("method"),
                            .path = TEXT("path"),
                            .key = key ? key : "",
                            .lang = TEXT("lang"),
                            .to = TEXT("to"),
                            .as = TEXT("as"),
                            .from = "",
                            .body = body,
                            .nbody = strlen(mem_said(body ? body : ""))};
#undef TEXT
}

/* {status, json} or {status, text}. */
static char *said(struct answer *a)
{
    json_t *o = a->text ? json_pack("{si ss}", "status", a->status, "text", a->text)
                        : json_pack("{si sO}", "status", a->status, "json", a->json);
    char *text = mem_had(json_dumps(o, JSON_COMPACT));

    json_decref(o);
    answer_free(a);
    return text;
}

/* Answers a request: {method, path, key, body, lang, to, as}. */
EXPORT char *js_ask(const char *request)
{
    json_t *o = json_loads(request, 0, NULL);
    struct request r = request_of(o);
    struct answer a = route(&house, &r);

    char *text = said(&a);
    json_decref(o);
    return text;
}

/* ---- streams ---- */

static void nothing(struct stream *s)
{
    (void)s;
}

/* Opens a table's stream. NULL: *no is the answer instead. */
EXPORT struct stream *js_listen_to(const char *id, const char *key, const char *last, char **no)
{
    struct gametable *t = house_table(&house, id);
    struct stream *s = NULL;
    struct answer a;
    int observer;

    if (!t)
        a = answer_error(404, NO_TABLE);
    else if (!route_observer(&house, t, key, &observer))
        a = answer_error(403, NO_KEY);
    else
        s = stream_new(&house, t, NULL, observer, last, nothing);
    if (t)
        house_done(&house, t);
    *no = s ? NULL : said(&a);
    return s;
}

/* What has come, at most n bytes. 0: nothing; -1: the stream has ended. */
EXPORT int js_hear(struct stream *s, char *to, size_t n)
{
    return (int)stream_read(s, to, n, nothing);
}

EXPORT void js_leave(struct stream *s)
{
    stream_free(s);
}

/* ---- advice ---- */

struct asked {
    struct hint hint;
    bool ready;
};

static void ready(struct hint *h)
{
    ((struct asked *)h->ctx)->ready = true;
}

/* Asks for advice. NULL: *no is the answer instead. */
EXPORT struct asked *js_ask_hint(const char *id, const char *key, char **no)
{
    struct asked *asked = mem_zero(sizeof *asked);
    struct request r = {.key = key};
    struct answer a;

    asked->hint = (struct hint){.ready = ready, .ctx = asked};
    if (route_hint(&house, &r, id, &asked->hint, &a))
        return asked;
    free(asked);
    *no = said(&a);
    return NULL;
}

/* The answer, which frees `asked`. NULL: it is not there yet. */
EXPORT char *js_hint(struct asked *asked)
{
    struct answer a;

    if (!asked->ready)
        return NULL;
    json_t *o = asked->hint.json ? json_loads(asked->hint.json, 0, NULL) : NULL;
    a = o ? answer_yes(o) : answer_error(409, "there is no hint now");
    free(asked->hint.json);
    free(asked);
    return said(&a);
}

/* ---- work that waits ---- */

/* Does a piece of it: a bot's pick, say. False: there is none. */
EXPORT bool js_step(void)
{
    return house_step(&house.playing) || house_step(&house.thinking);
}

/* The bytes of a card's picture, by its address. */
EXPORT char *js_art(const char *path, size_t *n, const char **type)
{
    return art_read(&house, path, n, type);
}

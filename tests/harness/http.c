/* http.c - strangers' requests to the tables of `cantrip serve`, without a socket: a line METHOD PATH KEY, then a line
 * that is the body. A table is begun first: `@T` is its id, `@0` and `@1` are the keys of its seats, `@W` is that of its watchers, `@O`
 * its owner's. No answer has the key of somebody else, and none is a fault of the server. */
#include "shared/game.h"

#include "base/str.h"
#include "tools/serve/house.h"
#include "tools/serve/routes.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20 };
enum { TABLE, FIRST, SECOND, WATCH, OWNER, SECRETS };

static struct game *kuhn;
static char secret[SECRETS][80];

static void wake(struct gametable *t)
{
    (void)t;
}
static void leave(struct gametable *t, int seat)
{
    (void)t, (void)seat;
}

/* The text with each `@` word as what it stands for. */
static char *meant(const char *text, size_t n)
{
    static const char letters[] = "T01WO";
    struct str out = {0};

    for (size_t i = 0; i < n; i++) {
        const char *at =
            text[i] == '@' && i + 1 < n && text[i + 1] ? strchr(letters, text[i + 1]) : NULL;
        if (at)
            str_add(&out, secret[at - letters]);
        else
            str_addn(&out, text + i, 1);
        i += at != NULL;
    }
    char *copy = strdup(str_of(&out));
    str_free(&out);
    return copy;
}

static void keep_secret(int which, const json_t *text)
{
    snprintf(secret[which], sizeof secret[which], "%s",
             json_is_string(text) ? json_string_value(text) : "");
}

static void begin(struct house *h)
{
    static const char body[] =
        "{\"game\": \"kuhn\", \"lang\": \"en\", \"options\": {}, \"seats\": [{\"name\": "
        "\"A\"}, {\"name\": \"B\"}]}";
    struct request r = {.method = "POST",
                        .path = "/api/tables",
                        .from = "here",
                        .body = body,
                        .nbody = sizeof body - 1};
    struct answer a = route(h, &r);
    const json_t *keys = json_object_get(a.json, "keys");

    if (a.status != 201)
        finding("no table is begun: %d %s", a.status, json_dumps(a.json, 0));
    keep_secret(TABLE, json_object_get(a.json, "table"));
    keep_secret(FIRST, json_array_get(keys, 0));
    keep_secret(SECOND, json_array_get(keys, 1));
    keep_secret(WATCH, json_object_get(a.json, "watch"));
    keep_secret(OWNER, json_object_get(a.json, "owner"));
    answer_free(&a);
}

/* A key of seats that the request does not bring is in no answer. */
static void look_for_secrets(const struct request *r, const char *said)
{
    for (int i = FIRST; i <= SECOND; i++)
        if (*secret[i] && strstr(said, secret[i]) && !strstr(r->path, secret[i]) &&
            !strstr(r->body, secret[i]) && strcmp(r->key, secret[i]) != 0 &&
            strcmp(r->key, secret[OWNER]) != 0)
            finding("%s %s by '%s' tells a key: %s", r->method, r->path, r->key, said);
}

static void ask(struct house *h, const char *line, size_t n, const char *body, size_t nbody,
                struct transcript *t)
{
    char *words = meant(line, n), *said = meant(body, nbody), *rest = NULL;
    const char *method = strtok_r(words, " ", &rest), *path = strtok_r(NULL, " ", &rest),
               *key = strtok_r(NULL, " ", &rest);
    struct request r = {.method = method ? method : "GET",
                        .path = path ? path : "/",
                        .key = key ? key : "",
                        .from = "here",
                        .body = said,
                        .nbody = strlen(said)};
    struct answer a = route(h, &r);

    if (a.status >= 500 && a.status != 503)
        finding("%s %s: %d", r.method, r.path, a.status);
    char *text = a.text ? strdup(a.text) : json_dumps(a.json, JSON_COMPACT);
    if (!text)
        finding("%s %s: an answer that is no JSON", r.method, r.path);
    look_for_secrets(&r, text);
    tell_number(t, "a status", (uint64_t)a.status);
    free(text);
    answer_free(&a);
    for (int i = 0; i < STEPS && (house_step(&h->playing) || house_step(&h->thinking)); i++)
        continue;
    free(words);
    free(said);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    static struct house empty;
    char tables[256];
    const char *text = (const char *)data, *end = text + n;

    snprintf(tables, sizeof tables, "%stables", folder());
    remove_folder("tables");
    write_file("tables/nothing", "", 0);
    struct house h = empty;
    h.most = 8, h.days = 1, h.empty = -1, h.wake = wake, h.leave = leave, h.folder = tables;
    h.lists = true;
    h.game = malloc(sizeof *h.game);
    h.game[h.ngames++] = game_hold(kuhn);
    if (!house_open(&h, 0))
        finding("the house does not open");
    begin(&h);
    while (text < end) {
        size_t line = strcspn(text, "\n"), body;
        const char *at = text + line + (text + line < end);
        body = at < end ? strcspn(at, "\n") : 0;
        ask(&h, text, line, at, body, t);
        text = at + body + 1;
    }
    house_rest(&h);
    house_close(&h);
    game_drop(kuhn);
    free(h.game);
    return RAN_WHOLE;
}

/* The bytes as a text, since lines are looked for. */
static enum ran run_text(const uint8_t *data, size_t n, struct transcript *t)
{
    char *copy = malloc(n + 1);

    memcpy(copy, data, n);
    copy[n] = 0;
    enum ran ran = run((uint8_t *)copy, strlen(copy), t);
    free(copy);
    return ran;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    kuhn = game_new("kuhn", "rulesets/kuhn", load_own("rulesets/kuhn"));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run_text, data, n);
}

/* lsp.c - a stranger's editor: a message a line, each `@` a folder with a game in it. All that the server says is JSON. */
#include "shared/game.h"
#include "shared/served.h"

#include "tools/lsp/lsp.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char rules[] = "cantrip: 1\n"
                            "title: Well\n"
                            "players: 2\n"
                            "cards: [cards.yaml]\n"
                            "zones:\n"
                            "  deck: {as: pile, seen_by: nobody, holds: [{}]}\n"
                            "phases: [{do: [{shuffle: deck}]}]\n"
                            "result: {score: 1}\n",
                  cards[] = "cantrip: 1\ncards:\n  stone: {name: Stone, copies: 3}\n";

static void frame(struct str *to, const char *line, size_t n)
{
    struct str message = {0};

    add_with_folder(&message, line, n);
    str_addf(to, "Content-Length: %zu\r\n\r\n", message.n);
    str_addn(to, str_of(&message), message.n);
    str_free(&message);
}

/* Reads what the server said, and tells it. Paths have a folder that differs from run to run. */
static void hear(struct transcript *t, const char *said)
{
    while (*said) {
        char *end;
        unsigned long n =
            !strncmp(said, "Content-Length: ", 16) ? strtoul(said + 16, &end, 10) : 0;
        if (!n || strncmp(end, "\r\n\r\n", 4) != 0 || strlen(end + 4) < n)
            finding("the server says: %s", said);
        json_t *message = json_loadb(end + 4, n, 0, NULL);
        if (!message)
            finding("the server says no JSON: %s", said);
        json_decref(message);
        tell_number(t, "a message", n);
        said = end + 4 + n;
    }
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    static const char first[] = "{\"id\": 0, \"method\": \"initialize\"}";
    struct str in = {0};
    const char *text = (const char *)data;

    write_file("well/ruleset.yaml", rules, sizeof rules - 1);
    write_file("well/cards.yaml", cards, sizeof cards - 1);
    frame(&in, first, sizeof first - 1);
    for (size_t at = 0; at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        frame(&in, text + at, length);
        at += length + 1;
    }
    struct str said = served(lsp_serve, str_of(&in), in.n);
    hear(t, str_of(&said));
    str_free(&said);
    str_free(&in);
    return RAN_WHOLE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

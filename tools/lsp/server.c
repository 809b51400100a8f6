/* server.c - what a client says, message by message. */
#include "lsp.h"

#include "rpc.h"
#include "tools/common.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAUSE = 150
}; /* milliseconds without a message, after which what was typed is checked */

struct session {
    struct lsp s;
    struct rpc in;
    bool shut, leaves;
    char *refused; /* why what was asked is not done; free() */
};

static const char *uri_in(const json_t *params)
{
    return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

/* ---- notifications ---- */

static void did_open(struct session *c, const json_t *params)
{
    const json_t *text = json_object_get(json_object_get(params, "textDocument"), "text");

    if (uri_in(params) && json_is_string(text))
        document_open(&c->s, uri_in(params), text);
    c->s.changed = true;
}

/* The whole text each time: games are small. */
static void did_change(struct session *c, const json_t *params)
{
    const json_t *changes = json_object_get(params, "contentChanges");
    const json_t *text =
        json_object_get(json_array_get(changes, json_array_size(changes) - 1), "text");
    struct document *d = document_find(&c->s, uri_in(params));

    if (d && json_is_string(text))
        document_set(d, text);
    c->s.changed = true;
}

static void did_save(struct session *c, const json_t *params)
{
    struct document *d = document_find(&c->s, uri_in(params));

    if (d)
        document_games(&c->s, d);
    c->s.changed = true;
}

static void did_close(struct session *c, const json_t *params)
{
    document_close(&c->s, uri_in(params));
    c->s.changed = true;
}

static void leave(struct session *c, const json_t *params)
{
    (void)params;
    c->leaves = true;
}

/* ---- requests ---- */

static json_t *initialize(struct session *c, const json_t *params)
{
    (void)c;
    (void)params;
    return json_pack("{s: {s: s, s: {s: b, s: i, s: b}, s: b, s: b, s: b, s: b, s: {}, s: {s: "
                     "b}, s: {s: [s]}}, "
                     "s: {s: s, s: s}}",
                     "capabilities", "positionEncoding", "utf-16", "textDocumentSync",
                     "openClose", 1, "change", 1, "save", 1, "hoverProvider", 1,
                     "definitionProvider", 1, "referencesProvider", 1, "documentSymbolProvider",
                     1, "completionProvider", "renameProvider", "prepareProvider", 1,
                     "codeActionProvider", "codeActionKinds", "quickfix", "serverInfo", "name",
                     "cantrip", "version", CT_VERSION);
}

static json_t *shutdown(struct session *c, const json_t *params)
{
    (void)params;
    c->shut = true;
    return json_null();
}

/* Names are those of the text as it stands. */
static void be_fresh(struct session *c)
{
    if (c->s.changed)
        findings_publish(&c->s);
}

static json_t *hover(struct session *c, const json_t *params)
{
    be_fresh(c);
    return asked_hover(&c->s, params);
}

static json_t *definition(struct session *c, const json_t *params)
{
    be_fresh(c);
    return asked_definition(&c->s, params);
}

static json_t *code_action(struct session *c, const json_t *params)
{
    be_fresh(c);
    return fixes_asked(&c->s, params);
}

static json_t *references(struct session *c, const json_t *params)
{
    be_fresh(c);
    return places_of_name(&c->s, params);
}

static json_t *symbols(struct session *c, const json_t *params)
{
    be_fresh(c);
    return places_declared(&c->s, params);
}

static json_t *completion(struct session *c, const json_t *params)
{
    be_fresh(c);
    return asked_completion(&c->s, params);
}

static json_t *prepare_rename(struct session *c, const json_t *params)
{
    be_fresh(c);
    return rename_prepare(&c->s, params);
}

static json_t *rename_all(struct session *c, const json_t *params)
{
    be_fresh(c);
    return rename_asked(&c->s, params, &c->refused);
}

/* ---- dispatch ---- */

static void answer(struct session *c, const json_t *id, json_t *result)
{
    if (c->refused)
        rpc_refuse(id, RPC_FAILED, c->refused);
    else
        rpc_answer(id, result);
    free(c->refused);
    c->refused = NULL;
}

static void handle(struct session *c, const json_t *message)
{
    static const struct {
        const char *name;
        void (*note)(struct session *c, const json_t *params);
        json_t *(*request)(struct session *c, const json_t *params);
    } methods[] = {
        {"initialize", NULL, initialize},
        {"shutdown", NULL, shutdown},
        {"exit", leave, NULL},
        {"textDocument/didOpen", did_open, NULL},
        {"textDocument/didChange", did_change, NULL},
        {"textDocument/didSave", did_save, NULL},
        {"textDocument/didClose", did_close, NULL},
        {"textDocument/hover", NULL, hover},
        {"textDocument/definition", NULL, definition},
        {"textDocument/completion", NULL, completion},
        {"textDocument/codeAction", NULL, code_action},
        {"textDocument/references", NULL, references},
        {"textDocument/documentSymbol", NULL, symbols},
        {"textDocument/prepareRename", NULL, prepare_rename},
        {"textDocument/rename", NULL, rename_all},
    };
    const char *name = json_string_value(json_object_get(message, "method"));
    const json_t *id = json_object_get(message, "id"),
                 *params = json_object_get(message, "params");

    for (size_t i = 0; name && i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, name) != 0)
            continue;
        if (methods[i].note)
            methods[i].note(c, params);
        else if (id)
            answer(c, id, methods[i].request(c, params));
        return;
    }
    if (name && id) /* other notifications may be passed over */
        rpc_refuse(id, RPC_NO_METHOD, "there is no such method here");
}

int lsp_serve(void)
{
    struct session c = {.s = {.shown = json_object(), .places = ruleset_places()}};

    while (!c.leaves && !c.in.over) {
        json_t *message = rpc_read(&c.in, c.s.changed ? PAUSE : -1);
        if (message)
            handle(&c, message);
        else if (c.s.changed && !c.in.over)
            findings_publish(&c.s);
        json_decref(message);
    }
    bool lost = c.in.lost;
    lsp_free(&c.s);
    rpc_free(&c.in);
    if (lost)
        return EXIT_USAGE;
    return c.shut || !c.leaves ? EXIT_OK : EXIT_FINDING; /* as the protocol has it */
}

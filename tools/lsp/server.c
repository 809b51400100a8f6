/* server.c - handles a client's messages. */
#include "lsp.h"

#include "rpc.h"
#include "tools/common.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PAUSE = 150 }; /* milliseconds without a message before edits are checked */

struct session {
    struct lsp s;
    struct rpc in;
    bool begun, shut, leaves;
    char *refused; /* why a request failed; free() */
};

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
    (void)params;
    c->begun = true;
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

/* Names are those of the present text. */
static void be_fresh(struct session *c)
{
    if (c->s.changed)
        findings_publish(&c->s);
}

typedef json_t *ask_fn(struct lsp *s, const json_t *params);

static json_t *ask_fresh(struct session *c, ask_fn *ask, const json_t *params)
{
    be_fresh(c);
    return ask(&c->s, params);
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

void lsp_tell(struct session *c, const json_t *message)
{
    static const struct {
        const char *name;
        void (*note)(struct session *c, const json_t *params);
        json_t *(*request)(struct session *c, const json_t *params);
        ask_fn *ask; /* of the present text */
    } methods[] = {
        {"initialize", .request = initialize},
        {"shutdown", .request = shutdown},
        {"exit", .note = leave},
        {"textDocument/didOpen", .note = did_open},
        {"textDocument/didChange", .note = did_change},
        {"textDocument/didSave", .note = did_save},
        {"textDocument/didClose", .note = did_close},
        {"textDocument/hover", .ask = asked_hover},
        {"textDocument/definition", .ask = asked_definition},
        {"textDocument/completion", .ask = asked_completion},
        {"textDocument/codeAction", .ask = fixes_asked},
        {"textDocument/references", .ask = places_of_name},
        {"textDocument/documentSymbol", .ask = places_declared},
        {"textDocument/prepareRename", .ask = rename_prepare},
        {"textDocument/rename", .request = rename_all},
    };
    const json_t *method = json_object_get(message, "method"),
                 *id = json_object_get(message, "id"),
                 *params = json_object_get(message, "params");
    const char *name = json_string_value(method);

    if (!c->begun && name && strcmp(name, "initialize") != 0 && strcmp(name, "exit") != 0) {
        if (id)
            rpc_refuse(id, RPC_NOT_BEGUN, "`initialize` comes first");
        return;
    }
    for (size_t i = 0; name && i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, name) != 0)
            continue;
        if (methods[i].note)
            methods[i].note(c, params);
        else if (id && methods[i].ask)
            answer(c, id, ask_fresh(c, methods[i].ask, params));
        else if (id)
            answer(c, id, methods[i].request(c, params));
        return;
    }
    if (method && !name)
        rpc_refuse(id, RPC_NO_REQUEST, "a method must be a text");
    else if (name && id) /* other notifications may be passed over */
        rpc_refuse(id, RPC_NO_METHOD, "this server does not have this method");
}

struct session *lsp_begin(void)
{
    struct session *c = mem_zero(sizeof *c);

    c->s = (struct lsp){.shown = json_object(), .places = ruleset_places()};
    return c;
}

void lsp_rest(struct session *c)
{
    be_fresh(c);
}

int lsp_serve(void)
{
    struct session *c = lsp_begin();

    while (!c->leaves && !c->in.over) {
        json_t *message = rpc_read(&c->in, c->s.changed ? PAUSE : -1);
        if (message)
            lsp_tell(c, message);
        else if (!c->in.over)
            lsp_rest(c);
        json_decref(message);
    }
    bool ends = c->shut || !c->leaves; /* as the protocol has it */
    int rc = c->in.lost ? EXIT_USAGE : ends ? EXIT_OK : EXIT_FINDING;
    lsp_free(&c->s);
    rpc_free(&c->in);
    free(c);
    return rc;
}

/* desk.c - the desk without a server, and the language server without its pipe, for JavaScript
 * (desk.js). */
#include "export.h"
#include "table.h"
#include "tools/desk/answers.h"
#include "tools/lsp/lsp.h"
#include "tools/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Opens a desk with the game of a folder; tables are kept in another one. Its key is in it. NULL
 * after a message. */
EXPORT struct desk *js_desk(ct_definition *def, const char *folder, const char *data)
{
    struct desk *d = mem_zero(sizeof *d);
    struct house *h = js_serve(def, folder, data);

    d->name = h->game[0]->name;
    d->folder = folder;
    h->desk = desk_answer;
    h->desk_ctx = d;
    return desk_open(d, h, h->game[0], NULL) ? d : NULL;
}

EXPORT const char *js_desk_key(const struct desk *d)
{
    return d->key;
}

/* Files were written. */
EXPORT void js_desk_look(struct desk *d)
{
    desk_look(d);
}

/* The files that its game is read from. */
EXPORT char *js_desk_files(const struct desk *d)
{
    json_t *out = json_array();

    for (int i = 0; i < d->sources.n; i++)
        json_array_append_new(out, json_string(d->sources.v[i].path));
    char *text = mem_had(json_dumps(out, JSON_COMPACT));
    json_decref(out);
    return text;
}

/* `places`: where games lie, as $CANTRIP_PATH has them. */
EXPORT lua_State *js_lsp(const char *places)
{
    setenv("CANTRIP_PATH", places, true);
    return lsp_begin();
}

/* Handles a message; NULL: no more have come. What it answers is printed, with its headers. */
EXPORT void js_lsp_tell(lua_State *L, const char *message)
{
    json_t *o = message ? json_loads(message, 0, NULL) : NULL;

    lsp_tell(L, o);
    puts("");
    json_decref(o);
}

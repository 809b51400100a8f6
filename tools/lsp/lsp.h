/* lsp.h - a language server for games. Its rules are in lsp.lua. */
#ifndef CANTRIP_TOOLS_LSP_LSP_H
#define CANTRIP_TOOLS_LSP_LSP_H

#include "cantrip.h"

#include <jansson.h>
#include <lua.h>
#include <stdbool.h>

/* A path as "file:///a%20b"; free(). */
char *uri_of(const char *path);

/* Loads the game in folder [1] of the stack with the files [2], {path =, text =}, in place of those
 * on disk. Pushes its findings, and the paths that were read. `proof`: also those of cards' texts.
 * NULL: it does not load. */
ct_definition *lsp_load(lua_State *L, bool begins, bool proof);
/* A list of the names that a game declares. */
void lsp_push_names(lua_State *L, const ct_definition *def);

lua_State *lsp_begin(void);
/* Handles a message of the client; NULL: no more have come, so findings are published if a text
 * has changed. What it answers is on stdout. */
void lsp_tell(lua_State *L, const json_t *message);
/* Serves stdin until the client leaves. The exit status. */
int lsp_serve(void);

/* Replaces words that findings say are probably meant otherwise ("did you mean 'close'?"). A
 * replacement stays if the game then has fewer findings. Files of other games stay as they are.
 * Tells each on stderr, and writes the files. False after a message: a file cannot be written. */
bool fix_game(const char *folder);

#endif

/* table.h - tables without a server (table.c). */
#ifndef CANTRIP_TOOLS_WASM_TABLE_H
#define CANTRIP_TOOLS_WASM_TABLE_H

#include "tools/serve/house.h"

/* Serves the game of a folder; tables are kept in another one. NULL after a message. */
struct house *js_serve(ct_definition *def, const char *folder, const char *data);

#endif

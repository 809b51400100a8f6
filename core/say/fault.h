/* fault.h - errors of a running game in words, with their place in the files. */
#ifndef CANTRIP_SAY_FAULT_H
#define CANTRIP_SAY_FAULT_H

#include "kernel/kernel.h"
#include "say/text.h"
#include "script/script.h"

/* Adds a message: the error, its subject, file:line:col with the line, and for a script the hook
 * and the traceback (`script` may be NULL). */
void fault_text(struct str *to, const struct ct_definition *def, const struct kerror *err,
                const struct serror *script);
/* Adds it as an error of a game that no number of players can begin. */
void fault_find(struct diags *found, const struct ct_definition *def, const struct kerror *err);
/* Does so for a script that failed outside a game. */
void fault_script(struct str *to, const struct ct_definition *def, const struct serror *err);
/* The code for its kind, or of the script call that failed. "": no error. */
const char *fault_code(const struct kerror *err, const struct serror *script);

#endif

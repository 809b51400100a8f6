/* fault.h - what went wrong while a game ran, in words with its place in the files. */
#ifndef CANTRIP_SAY_FAULT_H
#define CANTRIP_SAY_FAULT_H

#include "kernel/kernel.h"
#include "say/text.h"
#include "script/script.h"

/* Adds a message: the error, what it is about, file:line:col with the line, and for a script
 * the hook and the traceback (`script` may be NULL). */
void fault_text(struct str *to, const struct ct_definition *def, const struct kerror *err,
                const struct serror *script);
/* The same as a finding, of a game that no number of people can begin. */
void fault_find(struct diags *found, const struct ct_definition *def, const struct kerror *err);
/* The same for a script that failed outside a game. */
void fault_script(struct str *to, const struct ct_definition *def, const struct serror *err);
/* The code of its kind, that of the call for which a script failed; "" if nothing is wrong. */
const char *fault_code(const struct kerror *err, const struct serror *script);

#endif

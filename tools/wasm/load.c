/* load.c - loading a game, for JavaScript (bridge.js). */
#include "export.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"

#include <stdlib.h>

EXPORT const char *js_version(void)
{
    return CT_VERSION;
}

/* `places`: where games lie that it extends, as $CANTRIP_PATH has them. NULL: there are errors.
 * *findings: all of them, and warnings. */
EXPORT ct_definition *js_load(const char *folder, const char *places, char **findings)
{
    ct_diags *diags = NULL;

    setenv("CANTRIP_PATH", places, true);
    ct_definition *def = ruleset_open(folder, &diags);

    if (def && ct_begins(def, diags)) {
        ct_free(def);
        def = NULL;
    }
    json_t *found = json_findings(diags);
    *findings = mem_had(json_dumps(found, JSON_COMPACT));
    json_decref(found);
    ct_diags_free(diags);
    return def;
}

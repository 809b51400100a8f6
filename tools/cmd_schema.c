/* cmd_schema.c - `cantrip schema`: for editors that complete and check a file while you type. */
#include "common.h"
#include "memory.h"

#include <stdlib.h>

static const char *const more =
    "Without RULESET you get the schema of any ruleset.yaml. With it, you get the schema of "
    "that game's card\n"
    "files, with its traits, words and verbs. Name it in the first line of a file, and the "
    "YAML language\n"
    "server of your editor uses it:\n"
    "  # yaml-language-server: $schema=../../fairytale.schema.json\n";

int cmd_schema(int argc, char **argv)
{
    bool scenarios = false;
    const struct flag flags[] = {
        SET_FLAG("scenarios", &scenarios, "for files of scenarios"),
    };
    const struct usage usage =
        USAGE("schema", flags, 0, 1, more,
              "cantrip schema > ruleset.schema.json\n"
              "cantrip schema fairytale > fairytale.schema.json\n"
              "cantrip schema fairytale --scenarios > scenarios.schema.json");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    ct_definition *def = NULL;

    if (rc < 0) {
        def = rest.n ? ruleset_load(rest.v[0]) : NULL;
        rc = rest.n && !def ? EXIT_USAGE : EXIT_OK;
        if (rc == EXIT_OK) {
            char *schema = mem_had(scenarios ? ct_schema_scenarios(def) : ct_schema(def));
            puts(schema);
            free(schema);
        }
    }
    ct_free(def);
    args_free(&rest);
    return rc;
}

/* cmd_rules.c - `cantrip rules`: prints a game's rules for players. */
#include "common.h"

#include "tools/screen/markdown.h"
#include "tools/screen/table.h"
#include "tools/screen/words.h"

#include <stdlib.h>

int cmd_rules(int argc, char **argv)
{
    const char *lang = NULL;
    const struct flag flags[] = {LANG_FLAG(&lang)};
    const struct usage usage = USAGE("rules", flags, 1, 1, NULL,
                                     "cantrip rules fairytale\n"
                                     "cantrip rules fairytale --lang fr | less");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    ct_definition *def = rc < 0 ? ruleset_load(rest.v[0]) : NULL;

    if (rc < 0)
        rc = EXIT_USAGE;
    lang = def ? language_of(def, lang) : NULL;
    char *text = lang ? rules_told(&(struct speech){def, lang}) : NULL;
    if (text) {
        markdown_print(stdout, text, terminal_width(stdout), use_colour(stdout));
        rc = EXIT_OK;
    } else if (lang) {
        complain(NO_RULES, "rules", rest.v[0]);
    }
    free(text);
    ct_free(def);
    args_free(&rest);
    return rc;
}

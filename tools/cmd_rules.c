/* cmd_rules.c - `cantrip rules`: how a game is played, as its file of rules tells players. */
#include "common.h"

#include "tools/buffer.h"
#include "tools/screen/markdown.h"
#include "tools/screen/table.h"

#include <stdlib.h>

/* The words that the game explains, as a list in Markdown. */
static void words_add(struct buffer *b, const ct_definition *def, const char *lang)
{
    struct ct_name name;
    bool any = false;

    for (int i = 0; ct_get_name(def, i, &name); i++) {
        char *word;
        const char *means = ct_meaning(def, i, lang, &word);
        if (means && !any)
            buffer_add(b, "\n## %s\n\n", ct_own_text(def, lang, ct_own_find("PAGE_WORDS")));
        if (means)
            buffer_add(b, "* **%s**: %s\n", word, means);
        any |= means != NULL;
        free(word);
    }
}

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
    char *text = lang ? ct_rules(def, lang) : NULL;
    if (text) {
        struct buffer all = {0};
        buffer_add(&all, "%s", text);
        words_add(&all, def, lang);
        markdown_print(stdout, buffer_text(&all), terminal_width(stdout), use_colour(stdout));
        buffer_free(&all);
        rc = EXIT_OK;
    } else if (lang) {
        complain("rules: %s has no rules for players. Add 'rules: FILE.md' to its ruleset.yaml",
                 rest.v[0]);
    }
    free(text);
    ct_free(def);
    args_free(&rest);
    return rc;
}

/* cmd_text.c - `cantrip text`: sentences on cards become the YAML that says them. */
#include "common.h"

#include "tools/text/reader.h"

int cmd_text(int argc, char **argv)
{
    const char *lang = NULL, *read = NULL;
    bool check = false;
    const struct flag flags[] = {
        TEXT_FLAG("read", &read, "TEXT", "read this sentence (else each line of stdin)"),
        SET_FLAG("check", &check, "read back what every card of the game says"),
        LANG_FLAG(&lang)};
    const struct usage usage = USAGE(
        "text", flags, 1, 1,
        "Type what a card is to say, and you get the YAML for it. The sentence is one that "
        "the game's own words make.\n",
        "cantrip text fairytale --read 'Everyone: close 2 Shadow cards'\n"
        "cantrip text card-ring --check --lang fr");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    ct_definition *def = rc < 0 ? ruleset_load(rest.v[0]) : NULL;

    if (rc < 0)
        rc = EXIT_USAGE;
    lang = def ? language_of(def, lang) : NULL;
    if (lang)
        rc = reader_run(ct_get_info(def, lang).folder, lang, read, check);
    ct_free(def);
    args_free(&rest);
    return rc;
}

/* about.c: `about:` and `rules:`, which players read before a game. They do not change the game. */
#include <string.h>

#include "load/parts.h"

/* Checks for a file of the game, next to the ruleset that names it. False after an error. */
static bool file_is_there(struct loader *ld, const struct node *n, const struct file_at *at)
{
    enum file_kind kind = file_kind(at);
    struct file_names near = {0};

    if (kind == FILE_IS_FILE)
        return true;
    file_names_add(ld->mem, &near, at->dir, ".md");
    return SAY(ld, n, kind == FILE_IS_MISSING ? "FILE-MISSING" : "FILE-KIND",
               hint_of(ld, n->text, near.v, near.n),
               kind == FILE_IS_MISSING ? "there is no file '%s' beside the ruleset"
                                       : "'%s' is a link or a folder: a file is needed",
               n->text);
}

/* Reads the rules; lang/LL.md has them in the language LL. */
static void rules_load(struct loader *ld)
{
    const struct node *n = node_get(ld->root, "rules");
    const char *name = read_word(ld, n, "the file with the rules for players");
    struct file_at *rules = ld->def->rules;

    if (!name)
        return;
    if (!file_name_ok(name)) {
        SAY(ld, n, "FILE-NAME", NULL, "'%s' leads out of the game's folder", name);
        return;
    }
    rules[0] = file_at(ld->mem, node_dir(ld->mem, n), name);
    if (!file_is_there(ld, n, &rules[0]))
        return;
    for (int i = 1; i < ld->def->nlanguages; i++) {
        const char *below = arena_printf(ld->mem, "lang/%s.md", ld->def->languages[i]);
        rules[i] = file_at(ld->mem, rules[0].dir, below);
        if (!file_name_ok(below) || file_kind(&rules[i]) != FILE_IS_FILE)
            rules[i] = rules[0];
    }
}

void about_load(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "about");
    struct about *a = &ld->def->about;

    rules_load(ld);
    if (!read_is_map_or(ld, map, "about", "write '{line: One sentence.}'"))
        return;
    keys_check(ld, map, AT_ABOUT);
    a->line = text_or_none(ld, map, "line");
    a->kind = read_word(ld, node_get(map, "kind"), "a kind of game");
    a->minutes = (uint16_t)read_int(ld, map, "minutes", 0, 1, 1000);
    a->weight = (uint8_t)read_int(ld, map, "weight", 0, 1, 5);
}

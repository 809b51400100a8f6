/* langfile.c: reads files lang/LL.yaml beside rulesets and in folders of cards.
 *
 * A ruleset gets its own texts before another extends it. Its cards get theirs after all changes
 * to them (cards.c). LL becomes a language of the game.
 */
#include <string.h>

#include "load/lang.h"
#include "load/parts.h"

/* ---- languages ---- */

static const struct node *language_list(const struct node *root)
{
    const struct node *list = node_get(root, "languages");
    return list && list->kind == NODE_LIST && list->n > 0 ? list : NULL;
}

/* The language in which a ruleset is written. */
static const char *own_language(const struct node *root)
{
    const struct node *list = language_list(root);
    return list && list->item[0]->kind == NODE_SCALAR ? list->item[0]->text : "en";
}

/* ---- a file ---- */

/* A file's name without its ending. */
static const char *file_word(struct loader *ld, const struct file_at *at)
{
    const char *name = strrchr(at->path, '/');
    name = name ? name + 1 : at->path;
    return arena_strndup(ld->mem, name, strlen(name) - strlen(".yaml"));
}

/* The language in a file's name. NULL after an error. */
static const char *language_of_file(struct loader *ld, const struct file_at *at,
                                    const char *own)
{
    const char *lang = file_word(ld, at);
    if (word_syntax(lang) && strcmp(lang, own) != 0)
        return lang;
    diags_add(ld->diags, DIAG_ERROR, "LANGUAGE-FILE", at->path, 0, 0, NULL, NULL,
              word_syntax(lang) ? "the ruleset itself is written in '%s'"
                                : "'%s' is not a valid name of a language",
              lang);
    return NULL;
}

static struct lang_file *file_keep(struct loader *ld, const char *lang, const char *own,
                                   const struct node *root)
{
    struct lang_file *f = arena_alloc(ld->mem, sizeof *f);
    const struct node *cards = ld->edit ? NULL : node_get(root, "cards");
    f->lang = lang;
    f->own = own;
    f->cards = read_is_map(ld, cards, "cards") ? cards : NULL;
    for (size_t i = 0; f->cards && i < f->cards->n; i++)
        idmap_add(&f->place, ld->mem, f->cards->key[i]->text, (int)i);
    return f;
}

/* NULL after an error. */
static struct node *file_read_texts(struct loader *ld, const struct file_at *at)
{
    struct node *root = game_file_load(ld, at);
    bool good = read_is_map(ld, root, "a file of texts") && version_check(ld, root);
    return good ? root : NULL;
}

/* The file without keys that are no part of the ruleset. */
static struct node *texts_of(struct loader *ld, const struct node *root)
{
    struct node *out = node_map_at(ld->mem, root);
    for (size_t i = 0; i < root->n; i++)
        if (strncmp(root->key[i]->text, "x-", 2) != 0 &&
            !is_among("cantrip notes cards", root->key[i]->text))
            node_map_add(ld->mem, out, root->key[i], root->item[i]);
    return out;
}

static struct node *lay_file(struct loader *ld, const struct file_at *at, struct node *root,
                             int depth)
{
    const char *own = own_language(root), *lang = language_of_file(ld, at, own);
    struct node *over = lang ? file_read_texts(ld, at) : NULL;
    if (!over)
        return root;
    struct lay l = {ld, own, lang, false};
    struct lang_file **end = &ld->langs, *f = file_keep(ld, lang, own, over);
    while (*end)
        end = &(*end)->next;
    *end = f;
    f->depth = depth;
    if (ld->edit) /* a mutant needs no texts, and may lack what they are for */
        return root;
    return lay_part(&l, root, texts_of(ld, over), IN_RULESET);
}

/* The files in lang/ of the folder DIR below ROOT. Returns how many, or -1. */
static int files_in(struct loader *ld, const char *root, const char *dir,
                    struct file_at **files)
{
    struct file_at folder = file_at(ld->mem, root, file_join(ld->mem, dir, "lang"));
    enum file_kind kind = file_kind(&folder);
    if (kind == FILE_IS_LINK)
        game_file_load(ld, &folder); /* reports why not */
    if (kind != FILE_IS_FOLDER)
        return 0;
    int n = file_list(ld->mem, &folder, ".yaml", MAX_LANGUAGES, files);
    if (n >= 0 && n <= MAX_LANGUAGES)
        return n;
    diags_add(ld->diags, DIAG_ERROR, n < 0 ? "FILE-UNREADABLE" : "LIMIT-FILES", folder.path, 0,
              0, NULL, NULL, n < 0 ? "the folder cannot be read" : "more than %d .yaml files",
              MAX_LANGUAGES);
    return -1;
}

struct node *lang_lay(struct loader *ld, const struct file_at *at, struct node *root, int depth)
{
    struct file_at *files;
    int n = files_in(ld, at->dir, file_dir(ld->mem, at->below), &files);
    for (int i = 0; i < n; i++)
        root = lay_file(ld, &files[i], root, depth);
    /* `languages` names those of added files, too */
    const struct node *old = node_get(root, "languages");
    if (!ld->langs || (old && !language_list(root)))
        return root;
    struct node *list = old ? node_copy(ld->mem, old) : node_list_at(ld->mem, root);
    if (!old)
        node_list_add(ld->mem, list, node_word_at(ld->mem, root, own_language(root)));
    for (const struct lang_file *f = ld->langs; f; f = f->next) {
        const char *both[] = {f->own, f->lang};
        for (int i = 0; i < 2; i++)
            if (!list_has(list, both[i]))
                node_list_add(ld->mem, list, node_word_at(ld->mem, list, both[i]));
    }
    struct node *out = node_map_at(ld->mem, root);
    for (size_t i = 0; i < root->n; i++)
        node_map_add(ld->mem, out, root->key[i], root->item[i] == old ? list : root->item[i]);
    if (!old)
        node_map_add(ld->mem, out, node_word_at(ld->mem, root, "languages"), list);
    return out;
}

/* ---- of a folder of cards ---- */

static void say_no_card(struct loader *ld, const struct node *key, const char *const *ids,
                        size_t n)
{
    SAY(ld, key, "TEXT-UNMATCHED",
        ld->diags->n < DIAGS_PRINTED ? hint_of(ld, key->text, ids, n) : NULL,
        "there is no card '%s'", key->text);
}

/* The first language of the game without a file in the folder. The folder's own texts are taken
 * for it. */
static const char *language_left(struct loader *ld, const struct file_at *files, int n)
{
    for (int i = 0; i < ld->def->nlanguages; i++) {
        bool has = false;
        for (int k = 0; k < n; k++)
            has |= strcmp(file_word(ld, &files[k]), ld->def->languages[i]) == 0;
        if (!has)
            return ld->def->languages[i];
    }
    return NULL;
}

static void deck_file(struct loader *ld, const struct file_at *at, const char *own,
                      const struct idmap *has, const char *const *ids, size_t n)
{
    const char *lang = language_of_file(ld, at, "");
    struct node *root = lang ? file_read_texts(ld, at) : NULL;
    if (!root || !keys_check(ld, root, AT_CARD_LANG))
        return;
    struct lang_file *f = file_keep(ld, lang, own, root);
    for (size_t i = 0; f->cards && i < f->cards->n; i++)
        if (idmap_find(has, f->cards->key[i]->text) < 0)
            say_no_card(ld, f->cards->key[i], ids, n);
    if (PLACE_OF(ld->def->languages, ld->def->nlanguages, lang) >= 0) {
        f->deck = true;
        f->next = ld->langs;
        ld->langs = f;
    }
}

void lang_deck(struct loader *ld, const struct file_at *folder, const char *const *ids,
               size_t n)
{
    struct file_at *files;
    struct idmap has = {0};
    int count = files_in(ld, folder->dir, folder->below, &files);
    for (size_t i = 0; count > 0 && i < n; i++)
        idmap_add(&has, ld->mem, ids[i], (int)i);
    const char *own = language_left(ld, files, count);
    for (int i = 0; i < count; i++)
        deck_file(ld, &files[i], own, &has, ids, n);
}

/* ---- cards ---- */

/* TEXTS of a card without those of fields in CHANGED. */
static const struct node *texts_left(struct loader *ld, const struct node *texts,
                                     const struct node *changed)
{
    if (!changed || node_is_null(texts))
        return texts;
    if (texts->kind == NODE_SCALAR)
        return node_get(changed, "name") ? NULL : texts;
    struct node *out = node_map_at(ld->mem, texts);
    struct idmap place = {0};
    for (size_t i = 0; i < changed->n; i++)
        idmap_add(&place, ld->mem, changed->key[i]->text, (int)i);
    for (size_t i = 0; texts->kind == NODE_MAP && i < texts->n; i++)
        if (idmap_find(&place, texts->key[i]->text) < 0)
            node_map_add(ld->mem, out, texts->key[i], texts->item[i]);
    return out;
}

/* A ruleset further out may list the cards anew. Then files of inner rulesets may have texts for
 * cards that are gone. */
static bool is_lenient(const struct loader *ld, const struct lang_file *f)
{
    return f->depth > ld->cards_depth;
}

struct node *lang_card(struct loader *ld, struct node *card, const char *id,
                       const struct node *changed)
{
    for (const struct lang_file *f = ld->langs; f; f = f->next) {
        int at = idmap_find(&f->place, id);
        struct lay l = {ld, f->own, f->lang, f->deck ? changed != NULL : is_lenient(ld, f)};
        const struct node *texts = at < 0 ? NULL : f->cards->item[at];
        if (texts && l.lenient)
            texts = texts_left(ld, texts, changed);
        if (texts)
            card = lay_part(&l, card, texts, IN_CARD);
    }
    return card;
}

void lang_check_cards(struct loader *ld)
{
    const char **ids = TEXTS_IN(ld, ld->card_infos.v, ld->card_infos.n);
    for (const struct lang_file *f = ld->langs; f; f = f->next)
        for (size_t i = 0; f->cards && !f->deck && !is_lenient(ld, f) && i < f->cards->n; i++)
            if (card_find(ld, f->cards->key[i]->text) < 0)
                say_no_card(ld, f->cards->key[i], ids, ld->card_infos.n);
}

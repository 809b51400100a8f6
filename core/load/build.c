/* build.c: pools, lookups and bitsets that all parts of the loader use. */

#include <stdlib.h>
#include <string.h>

#include "load/parts.h"

/* ---- pools ---- */

void pool_grow(struct arena *mem, void *v, uint32_t *cap, uint32_t n, size_t size)
{
    void *old;
    uint32_t room = *cap ? *cap * 2 : 16;
    if (n < *cap)
        return;
    arena_count(mem, room * size, *cap * size);
    memcpy(&old, v, sizeof old);
    old = realloc(old, room * size);
    if (!old)
        arena_fail(mem);
    *cap = room;
    memcpy(v, &old, sizeof old);
}

void pool_drop(void *v)
{
    void *old;
    memcpy(&old, v, sizeof old);
    free(old);
}

static const struct {
    uint32_t most;
    const char *what;
} tables[] = {
#define X(table, type, most, what, kept, as) {most, what},
    LOAD_TABLES(X)
#undef X
};

void load_too_large(struct loader *ld, const char *what, uint32_t most)
{
    ld->too_large = true;
    node_error(ld->told, ld->here ? ld->here : ld->root, "LIMIT-DEFINITION", NULL,
               "the game is too large: it has more than %u %s", (unsigned)most, what);
    arena_fail(ld->mem);
}

void table_grow(struct loader *ld, enum load_table table, void *v, uint32_t *cap, uint32_t n,
                size_t size)
{
    if (n < *cap && n < tables[table].most)
        return;
    if (n >= tables[table].most)
        load_too_large(ld, tables[table].what, tables[table].most);
    pool_grow(ld->mem, v, cap, n, size);
}

/* ---- names ---- */

/* Is ID how the name that is declared should be written? */
static bool is_mended(const char *id, const char *declared)
{
    for (; *declared && *id; declared++, id++) {
        char c = *declared == '-' || *declared == ' '   ? '_'
                 : *declared >= 'A' && *declared <= 'Z' ? (char)(*declared - 'A' + 'a')
                                                        : *declared;
        if (c != *id)
            return false;
    }
    return *declared == *id;
}

const struct name *name_find(const struct loader *ld, const char *id)
{
    for (uint32_t i = 0; i < ld->names.n; i++)
        if (strcmp(ld->names.v[i].id, id) == 0)
            return &ld->names.v[i];
    for (uint32_t i = 0; ld->misspelt && i < ld->names.n; i++)
        if (is_mended(id, ld->names.v[i].id))
            return &ld->names.v[i];
    return NULL;
}

struct near near_begin(const struct loader *ld, const char *word)
{
    return near_to(ld->diags->n < DIAGS_KEPT ? word : "");
}

const char *near_word(const struct loader *ld, const char *word, const char *const *names,
                      size_t n)
{
    return ld->diags->n < DIAGS_KEPT ? suggest(word, names, n) : NULL;
}

const char *name_suggest(const struct loader *ld, const char *word, unsigned kinds)
{
    struct near near = near_begin(ld, word);
    for (uint32_t i = 0; i < ld->names.n; i++)
        if (kinds >> ld->names.v[i].kind & 1u)
            near_try(&near, ld->names.v[i].id);
    return near.best;
}

const char *hint_near(const struct loader *ld, const char *near)
{
    return near ? arena_printf(ld->mem, DIAG_NEAR, near) : NULL;
}

const char *hint_key(const struct loader *ld, const char *word, const struct node *map)
{
    struct near near = near_begin(ld, word);
    for (size_t i = 0; i < map->n; i++)
        near_try(&near, map->key[i]->text);
    return hint_near(ld, near.best);
}

const char *hint_braces(const struct loader *ld, const struct node *n)
{
    bool braces = n->kind == NODE_MAP && n->n == 1 && node_is_null(n->item[0]);
    return braces ? arena_printf(
                        ld->mem,
                        "braces open a map. For the value from 'for', add quotes: \"{%s}\"",
                        n->key[0]->text)
                  : NULL;
}

/* The text that element I begins with. */
static const char *text_at(const void *v, size_t i, size_t size)
{
    return *(const char *const *)((const char *)v + i * size);
}

const char **texts_in(const struct loader *ld, const void *v, size_t n, size_t size)
{
    const char **ids = arena_alloc(ld->mem, (n + 1) * sizeof *ids);
    for (size_t i = 0; i < n; i++)
        ids[i] = text_at(v, i, size);
    return ids;
}

void near_try_all(struct near *near, const void *v, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        near_try(near, text_at(v, i, size));
}

const char *near_in(const struct loader *ld, const char *word, const void *v, size_t n,
                    size_t size)
{
    struct near near = near_begin(ld, word);
    near_try_all(&near, v, n, size);
    return near.best;
}

const char *texts_joined(const struct loader *ld, const char *between, const char *const *ids,
                         size_t n)
{
    const char *all = n ? ids[0] : "";
    for (size_t i = 1; i < n; i++)
        all = arena_printf(ld->mem, "%s%s%s", all, between, ids[i]);
    return all;
}

enum { FEW = 8 };

const char *hint_among(const struct loader *ld, const char *word, const char *const *ids,
                       size_t n)
{
    const char *near = near_word(ld, word, ids, n);
    if (near || !n || n > FEW)
        return hint_near(ld, near);
    return arena_printf(ld->mem, n == 1 ? "only '%s' may stand here" : "one of: %s",
                        texts_joined(ld, ", ", ids, n));
}

static int named_find(const struct loader *ld, const struct named *v, uint32_t n,
                      const char *id)
{
    int at = named_at(v, (int)n, id);
    for (uint32_t i = 0; at < 0 && ld->misspelt && i < n; i++)
        at = is_mended(id, v[i].id) ? (int)i : -1;
    return at;
}

int word_find(const struct loader *ld, int trait, const char *word)
{
    return words_at(&ld->trait_infos.v[trait].words, word);
}

int card_find(const struct loader *ld, const char *id)
{
    return idmap_find(&ld->card_place, id);
}

int callable_find(const struct loader *ld, const char *id)
{
    int at = PLACE_OF(ld->verbs.v, ld->verbs.n, id);
    for (uint32_t i = 0; at < 0 && ld->misspelt && i < ld->verbs.n; i++)
        at = is_mended(id, ld->verbs.v[i].info.name.id) ? (int)i : -1;
    return at;
}

int verb_find(const struct loader *ld, const char *id)
{
    int at = callable_find(ld, id);
    return at >= 0 && !ld->verbs.v[at].step ? at : -1;
}

int phase_find(const struct loader *ld, const char *id)
{
    return named_find(ld, ld->phase_names.v, ld->phase_names.n, id);
}

int name_index(const struct loader *ld, const char *id, enum name_kind kind)
{
    const struct name *name = name_find(ld, id);
    return name && name->kind == kind ? name->index
           : kind == NAME_PHASE       ? phase_find(ld, id)
                                      : -1;
}

int kind_find(const struct loader *ld, const char *id)
{
    return named_find(ld, ld->kind_names.v, ld->kind_names.n, id);
}

int text_word_find(const struct loader *ld, const char *id)
{
    return named_find(ld, ld->words.v, ld->words.n, id);
}

/* ---- places ---- */

uint32_t pos_of(struct loader *ld, const struct node *n)
{
    if (ld->pos.n == 0)
        TABLE_ADD(ld, pos, (struct position){0});
    if (!n)
        return 0;
    ld->here = n;
    const struct position *last = &ld->pos.v[ld->pos.n - 1];
    if (last->src != n->src || last->line != n->line || last->col != n->col)
        TABLE_ADD(ld, pos, ((struct position){n->src, n->line, n->col}));
    return ld->pos.n - 1;
}

/* ---- bitsets of definitions ---- */

static uint32_t words_per_set(const struct loader *ld)
{
    return ld->bit_words ? ld->bit_words : 1;
}

ref bits_new(struct loader *ld)
{
    uint32_t set = ld->bits.n / words_per_set(ld);
    if (set >= CAP_REF)
        load_too_large(ld, tables[TABLE_bits].what, CAP_REF);
    for (uint32_t i = 0; i < words_per_set(ld); i++)
        TABLE_ADD(ld, bits, 0);
    return (ref)set;
}

void bit_set(struct loader *ld, ref set, int card)
{
    ld->bits.v[set * words_per_set(ld) + (uint32_t)card / 64] |= (uint64_t)1 << (card % 64);
}

/* ---- texts ---- */

bool text_line(struct loader *ld, const struct node *n)
{
    if (n->len > CAP_TEXT)
        return SAY(ld, n, "TEXT-LINE", NULL, "a text for players may have at most %d bytes",
                   CAP_TEXT);
    if (!strpbrk(n->text, "\n\t"))
        return true;
    return SAY(ld, n, "TEXT-LINE", "in a block text, '>-' drops the last line break",
               "a text for players must be one line without tabs");
}

/* `Giant #2`: to YAML the end of it is a comment. */
static void text_cut(struct loader *ld, const struct node *n)
{
    char *line = n->plain && n->src ? source_line(n->src, n->line) : NULL;
    const char *at = line && n->len ? strstr(line, n->text) : NULL;

    if (at && !strncmp(at + n->len, " #", 2) && strchr("123456789", at[n->len + 2]) &&
        at[n->len + 2])
        WARN(ld, n, "TEXT-CUT", "put the text in quotes",
             "the text ends here, because ' #' begins a comment");
    free(line);
}

static void text_language(struct loader *ld, struct text *text, const struct node *key,
                          const struct node *value)
{
    const char *const *langs = ld->def->languages;
    size_t n = (size_t)ld->def->nlanguages;
    int i = PLACE_OF(langs, n, key->text);
    if (i < 0)
        SAY(ld, key, "LANGUAGE-UNKNOWN", hint_among(ld, key->text, langs, n),
            "'%s' is not one of the ruleset's languages", key->text);
    else if (value->kind != NODE_SCALAR || node_is_null(value))
        SAY(ld, value, "TEXT", NULL, "a text is needed here");
    else if (text_line(ld, value))
        text->by_lang[i] = value->text;
    if (value->kind == NODE_SCALAR)
        text_cut(ld, value);
}

struct text text_of(struct loader *ld, const struct node *n)
{
    struct text text = {{NULL}};
    if (n && n->kind == NODE_SCALAR && !node_is_null(n)) {
        text_line(ld, n);
        text_cut(ld, n);
        text.by_lang[0] = n->text;
        return text;
    }
    if (!n || n->kind != NODE_MAP) {
        SAY(ld, n, "TEXT", "write a text, or one for each language: {en: …, fr: …}",
            "a text is needed here");
        return text;
    }
    size_t before = ld->diags->errors;
    for (size_t i = 0; i < n->n; i++)
        text_language(ld, &text, n->key[i], n->item[i]);
    if (!text.by_lang[0] && ld->def->nlanguages > 0 && ld->diags->errors == before)
        SAY(ld, n, "LANGUAGE-MISSING", NULL,
            "the text is missing in '%s', the first language of the ruleset",
            ld->def->languages[0]);
    return text;
}

/* icons.c - icons before the words of a text. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "icons.h"

#include "tools/common.h"
#include "tools/memory.h"

#include <stdlib.h>

struct icons {
    const struct edition *e;
    struct picture **art; /* of each icon, or NULL */
    char **word;          /* folded; NULL: it has no icon here */
    GRegex *words;        /* any of them, with a usual ending; NULL: there are none */
};

static void open_one(struct icons *c, int i, const struct print_job *job,
                     struct print_done *done)
{
    const struct edition_icon *icon = &c->e->icon[i];

    if (icon->file && icon->bytes && picture_good(icon->bytes, icon->n))
        c->art[i] = picture_open(icon->bytes, icon->n);
    if (icon->file && !c->art[i]) {
        complain("%s: the icon %s of '%s' cannot be drawn", job->command, icon->text,
                 icon->word);
        done->unpainted++;
    } else {
        c->word[i] = g_utf8_casefold(icon->word, -1);
    }
}

/* A longer word goes before one that it begins with. */
static int by_length(const void *a, const void *b)
{
    size_t n = strlen(*(char *const *)a), m = strlen(*(char *const *)b);

    return (n < m) - (n > m);
}

/* Words as the page finds them (tools/web/tip.js). The names of cards are found, too: a word inside one has no icon. */
static GRegex *pattern(const struct icons *c)
{
    const ct_definition *def = c->e->def;
    int n = 0, cards = 0;

    while (ct_card_id(def, cards))
        cards++;
    const char **word = mem_alloc((size_t)(c->e->nicons + cards) * sizeof *word + 1);
    GString *all = g_string_new("(?<!\\pL)(");
    for (int i = 0; i < c->e->nicons; i++)
        if (c->word[i])
            word[n++] = c->e->icon[i].word;
    for (int i = 0; n && i < cards; i++)
        word[n++] = ct_card_name(def, i, c->e->lang);
    qsort(word, (size_t)n, sizeof *word, by_length);
    for (int i = 0; i < n; i++) {
        char *escaped = g_regex_escape_string(word[i], -1);
        g_string_append_printf(all, "%s%s", i ? "|" : "", escaped);
        g_free(escaped);
    }
    g_string_append(all, ")(?:e?[sdx])?(?!\\pL)");
    GRegex *words = n ? g_regex_new(all->str, G_REGEX_CASELESS, 0, NULL) : NULL;
    g_string_free(all, TRUE);
    free(word);
    return words;
}

struct icons *icons_open(const struct print_job *job, struct print_done *done)
{
    struct icons *c = mem_zero(sizeof *c);

    c->e = job->edition;
    c->art = mem_zero((size_t)c->e->nicons * sizeof *c->art + 1);
    c->word = mem_zero((size_t)c->e->nicons * sizeof *c->word + 1);
    for (int i = 0; i < c->e->nicons; i++)
        open_one(c, i, job, done);
    c->words = pattern(c);
    return c;
}

void icons_free(struct icons *c)
{
    for (int i = 0; i < c->e->nicons; i++) {
        picture_free(c->art[i]);
        g_free(c->word[i]);
    }
    if (c->words)
        g_regex_unref(c->words);
    free(c->art);
    free(c->word);
    free(c);
}

/* The number of the icon for a word that was found; -1: none. A word with a capital letter is
 * another without it. */
static int icon_of(const struct icons *c, const char *word)
{
    char *folded = g_utf8_casefold(word, -1);
    int i = c->e->nicons - 1;

    while (i >= 0 && g_strcmp0(folded, c->word[i]) != 0)
        i--;
    g_free(folded);
    gunichar first = i < 0 ? 0 : g_utf8_get_char(c->e->icon[i].word);
    return g_unichar_isupper(first) && first != g_utf8_get_char(word) ? -1 : i;
}

int icons_next(const struct icons *c, const char *text, int *from, int *end)
{
    GMatchInfo *found = NULL;
    int i = -1;

    while (i < 0 && c->words && g_regex_match_full(c->words, text, -1, *end, 0, &found, NULL)) {
        char *word = g_match_info_fetch(found, 1);
        g_match_info_fetch_pos(found, 0, from, end);
        i = icon_of(c, word);
        g_free(word);
        g_match_info_unref(found);
        found = NULL;
    }
    if (found)
        g_match_info_unref(found);
    return i;
}

void icons_put(const struct icons *c, int i, GString *to, GArray *insets)
{
    const char *text = c->e->icon[i].text;
    bool letter = g_unichar_isalnum(g_utf8_get_char(text));
    struct inset in = {to->len, c->art[i], text};

    if (!c->art[i] && !letter) {
        g_string_append_printf(to, "%s\u00a0", text);
        return;
    }
    g_string_append(to, "\u2007\u2007"); /* as wide as a line is high, and joined to the word */
    g_array_append_val(insets, in);
}
#else
typedef int something_for_the_compiler;
#endif

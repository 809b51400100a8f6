/* cardview.c - cards as a player reads them. */
#include "cardview.h"

#include "table.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

bool trait_is_list(const struct ct_trait_info *trait)
{
    return trait->is == CT_TRAIT_EFFECTS || trait->is == CT_TRAIT_WATCHES;
}

char *trait_name(const struct showing *s, int trait)
{
    return mem_had(ct_trait_name(s->in.def, trait, s->in.lang));
}

char *card_text(const struct showing *s, int card, int trait, int entry)
{
    return mem_had(ct_card_text(s->in.def, s->game, card, trait, entry, s->in.lang));
}

void list_summary(struct buffer *to, const struct showing *s, int card, int trait)
{
    struct ct_trait_info info;
    char *text = card_text(s, card, trait, -1), *name = trait_name(s, trait);

    ct_get_trait(s->in.def, trait, &info);
    if (*text)
        buffer_add(to, "%s%s%s%s", to->n ? own_word(&s->in, "SEMICOLON") : "",
                   info.headed ? name : "", info.headed ? own_word(&s->in, "COLON") : "", text);
    free(text);
    free(name);
}

void card_summary(struct buffer *to, const struct showing *s, int card)
{
    struct ct_trait_info trait;

    for (int t = 0; ct_get_trait(s->in.def, t, &trait); t++) {
        if (trait.untold || !ct_card_has(s->in.def, card, t))
            continue;
        if (trait_is_list(&trait)) {
            list_summary(to, s, card, t);
            continue;
        }
        char *text = card_text(s, card, t, -1), *name = trait_name(s, t);
        bool named = trait.is != CT_TRAIT_WORD;
        int32_t set = 0;
        bool flag = trait.is == CT_TRAIT_FLAG && ct_card_value(s->in.def, card, t, &set) && set;
        if (*text)
            buffer_add(to, "%s%s%s%s", to->n ? own_word(&s->in, "SEMICOLON") : "",
                       named ? name : "", named && !flag ? " " : "", flag ? "" : text);
        free(text);
        free(name);
    }
}

/* Enough of a name to stand for it, if no other begins so: three letters, no number cut short. */
static bool begins_name(const char *name, const char *want, size_t len)
{
    return len >= 3 && !strncmp(name, want, len) && strspn(name + len - 1, "0123456789") < 2;
}

/* Cards whose names begin with the word; the first `near` of them do not fit. */
struct naming {
    int found, begins, several, near;
};

static void name_try(struct naming *to, const char *name, int card, const char *want,
                     size_t len)
{
    char have[256];
    bool first = to->begins != card;

    text_fold(name, have, sizeof have);
    if (!strcmp(have, want) && to->found < 0)
        to->found = card;
    if (begins_name(have, want, len)) {
        to->several += first;
        to->begins = card;
    } else if (len && !strncmp(have, want, len) && to->near < 0) {
        to->near = card;
    }
}

enum { NAMED_AT_MOST = 5 };

/* The names of cards that begin so, a few; how many there are. */
static int begin_so(const struct showing *s, const char *want, size_t len, struct buffer *to)
{
    int n = 0, cards = ct_get_info(s->in.def, s->in.lang).cards;

    for (int c = 0; c < cards; c++) {
        const char *name = ct_card_name(s->in.def, c, s->in.lang);
        char have[256];
        text_fold(name, have, sizeof have);
        if (strncmp(have, want, len) != 0)
            continue;
        if (n < NAMED_AT_MOST)
            buffer_add(to, "%s%s", n ? ", " : "", name);
        n++;
    }
    return n;
}

/* No card is called so; some, or one, begin so. */
static void complain_of_many(const char *where, const struct showing *s, const char *word,
                             const char *want, const char *near)
{
    struct ct_info game = ct_get_info(s->in.def, s->in.lang);
    struct buffer names = {0};
    int n = begin_so(s, want, strlen(want), &names);

    if (n > 1)
        complain("%s%s has no card '%s'; several begin so: %s%s", where, game.id, word,
                 buffer_text(&names), n > NAMED_AT_MOST ? ", …" : "");
    else
        complain("%s%s has no card '%s'; did you mean '%s'?", where, game.id, word, near);
    buffer_free(&names);
}

int card_named(const char *where, const struct showing *s, const char *word)
{
    struct ct_info game = ct_get_info(s->in.def, s->in.lang);
    int n = game.cards;
    const char **ids = mem_alloc((2u * (size_t)n + 1) * sizeof *ids);
    struct naming is = {-1, -1, 0, -1};
    char want[256];
    size_t len = text_fold(word, want, sizeof want);

    for (int c = 0; c < n; c++) {
        ids[2 * c] = ct_card_id(s->in.def, c);
        ids[2 * c + 1] = ct_card_name(s->in.def, c, s->in.lang);
        name_try(&is, ids[2 * c], c, want, len);
        name_try(&is, ids[2 * c + 1], c, want, len);
    }
    for (int c = 0; c < n; c++)
        if (!strcmp(ids[2 * c], word))
            is.found = c;
    if (is.found < 0 && is.several == 1)
        is.found = is.begins;
    if (is.found < 0 && is.several > 1)
        complain("%s'%s' is the beginning of %d cards' names", where, word, is.several);
    else if (is.found < 0 && is.near >= 0)
        complain_of_many(where, s, word, want, ids[2 * is.near]);
    else if (is.found < 0)
        complain_near(word, ids, 2 * n, "%s%s has no card '%s'", where, game.id, word);
    free(ids);
    return is.found;
}

static void show_field(const struct showing *s, const char *name, const char *text)
{
    const char *colon = own_word(&s->in, "COLON");

    printf("  %s%s", name, colon);
    text_put_line(stdout, text, 2 + text_width(name) + text_width(colon), 4,
                  terminal_width(stdout));
}

static void show_list(const struct showing *s, int card, int trait, const char *name)
{
    int n = ct_card_entries(s->in.def, card, trait), told = 0;
    const char *colon = own_word(&s->in, "COLON"); /* with a space behind it */

    for (int i = 0; i < n; i++) {
        char *text = card_text(s, card, trait, i);
        if (*text && !told++)
            printf("  %s%.*s\n", name, (int)strlen(colon) - 1, colon);
        if (*text) {
            fputs("    - ", stdout);
            text_put_line(stdout, text, 6, 6, terminal_width(stdout));
        }
        free(text);
    }
}

static void show_trait(const struct showing *s, int card, int trait, bool list)
{
    char *name = trait_name(s, trait);

    if (list) {
        show_list(s, card, trait, name);
    } else {
        char *text = card_text(s, card, trait, -1);
        if (*text)
            show_field(s, name, text);
        free(text);
    }
    free(name);
}

void card_print(const struct showing *s, int card)
{
    const ct_definition *def = s->in.def;
    const char *source = ct_card_source(def, card), *key;
    struct ct_trait_info trait;
    char *text = mem_had(ct_card_count(def, card, s->in.lang));

    printf("%s%s%s (%s)\n", s->colour ? "\033[1m" : "", ct_card_name(def, card, s->in.lang),
           s->colour ? "\033[0m" : "", ct_card_id(def, card));
    show_field(s, own_word(&s->in, "COPIES"), text);
    free(text);
    if (source)
        show_field(s, own_word(&s->in, "SOURCE"), source);
    for (int t = 0; ct_get_trait(def, t, &trait); t++)
        if (ct_card_has(def, card, t) && (s->notes || !trait.untold))
            show_trait(s, card, t, trait_is_list(&trait));
    for (int i = 0; (key = ct_card_field(def, card, i, s->in.lang, &text)); i++) {
        show_field(s, key, mem_had(text));
        free(text);
    }
}

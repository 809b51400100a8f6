/* cardview.c - cards as a person reads them. */
#include "cardview.h"

#include "base/arena.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

bool trait_is_list(const ct_definition *def, unsigned trait)
{
    unsigned type = def->k.traits[trait].type;

    return type == T_EFFECTS || type == T_WATCHES;
}

void card_summary(struct str *to, const struct showing *s, unsigned card)
{
    for (unsigned t = 0; t < s->def->k.ntraits; t++) {
        struct str text = {0};
        unsigned type = s->def->k.traits[t].type;
        if (trait_given(s->def, card, t) && !s->def->traits[t].name.untold)
            trait_text(&text, s->def, card, t, s->t);
        if (text.n && to->n)
            str_add(to, own(W_SEMICOLON, s->t));
        if (text.n && type != T_WORD && !trait_is_list(s->def, t)) {
            name_add(to, &s->def->traits[t].name, s->t);
            str_add(to, " ");
        }
        str_add(to, str_of(&text));
        str_free(&text);
    }
}

/* Enough of a name to stand for it, if no other begins so: three letters, no number cut short. */
static bool begins_name(const char *name, const char *want, size_t len)
{
    return len >= 3 && !strncmp(name, want, len) && strspn(name + len - 1, "0123456789") < 2;
}

/* What a word may mean: cards whose names begin so, `near` of them such as will not do. */
struct naming {
    int found, begins, several, near;
};

static void name_try(struct naming *to, const char *name, unsigned card, const char *want,
                     size_t len)
{
    char have[256];
    bool first = to->begins != (int)card;

    text_fold(name, have, sizeof have);
    if (!strcmp(have, want) && to->found < 0)
        to->found = (int)card;
    if (begins_name(have, want, len)) {
        to->several += first;
        to->begins = (int)card;
    } else if (len && !strncmp(have, want, len) && to->near < 0) {
        to->near = (int)card;
    }
}

int card_named(const char *where, const struct showing *s, const char *word)
{
    unsigned n = s->def->k.ncards;
    const char **ids = mem_alloc((2u * n + 1) * sizeof *ids);
    struct naming is = {-1, -1, 0, -1};
    char want[256];
    size_t len = text_fold(word, want, sizeof want);

    for (unsigned c = 0; c < n; c++) {
        ids[2 * c] = s->def->cards[c].id;
        ids[2 * c + 1] = card_name(s->def, c, s->t);
        name_try(&is, ids[2 * c], c, want, len);
        name_try(&is, ids[2 * c + 1], c, want, len);
    }
    for (unsigned c = 0; c < n; c++)
        if (!strcmp(ids[2 * c], word))
            is.found = (int)c;
    if (is.found < 0 && is.several == 1)
        is.found = is.begins;
    if (is.found < 0 && is.several > 1)
        complain("%s'%s' is the beginning of %d cards' names", where, word, is.several);
    else if (is.found < 0 && is.near >= 0)
        complain("%s%s has no card '%s'; did you mean '%s'?", where, s->def->id, word,
                 ids[2 * is.near]);
    else if (is.found < 0)
        complain_near(word, ids, (int)(2 * n), "%s%s has no card '%s'", where, s->def->id,
                      word);
    free(ids);
    return is.found;
}

static void show_field(const struct showing *s, const char *name, const char *text)
{
    const char *colon = own(W_COLON, s->t);

    printf("  %s%s", name, colon);
    text_wrap(stdout, text, 2 + text_width(name) + text_width(colon), 4,
              terminal_width(stdout));
    putchar('\n');
}

static void show_list(const struct showing *s, unsigned card, unsigned trait)
{
    struct klist list = s->def->k.trait_list[(size_t)card * s->def->k.ntraits + trait];
    struct str name = {0};

    name_add(&name, &s->def->traits[trait].name, s->t);
    printf("  %s%.*s:\n", str_of(&name), *own(W_COLON, s->t) == ' ', " ");
    for (unsigned i = 0; i < list.n; i++) {
        unsigned effect = s->def->k.traits[trait].type == T_WATCHES
                              ? s->def->k.watches[list.first + i].effect
                              : list.first + i;
        str_clear(&name);
        effect_text(&name, s->def, effect, NULL, s->t);
        fputs("    - ", stdout);
        text_wrap(stdout, str_of(&name), 6, 6, terminal_width(stdout));
        putchar('\n');
    }
    str_free(&name);
}

/* Fields of the card that are no traits: notes, art, x-… */
static void show_other(const struct showing *s, unsigned card)
{
    static const char *const known[] = {"name", "copies", "source", "like", "for"};
    const struct node *n = s->def->cards[card].node;

    for (size_t i = 0; n && n->kind == NODE_MAP && i < n->n; i++) {
        bool other = true;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            other &= strcmp(known[k], n->key[i]->text) != 0;
        for (unsigned t = 0; t < s->def->k.ntraits; t++)
            other &= strcmp(s->def->traits[t].name.id, n->key[i]->text) != 0;
        if (!other)
            continue;
        struct str text = {0};
        node_text(&text, n->item[i]);
        show_field(s, n->key[i]->text, str_of(&text));
        str_free(&text);
    }
}

void card_print(const struct showing *s, unsigned card)
{
    const struct card_info *info = &s->def->cards[card];

    printf("%s%s%s (%s)\n", s->colour ? "\033[1m" : "", card_name(s->def, card, s->t),
           s->colour ? "\033[0m" : "", info->id);
    char copies[16];
    snprintf(copies, sizeof copies, "%d", s->def->k.cards[card].copies);
    show_field(s, own(W_COPIES, s->t), copies);
    if (info->source)
        show_field(s, own(W_SOURCE, s->t), info->source);
    for (unsigned t = 0; t < s->def->k.ntraits; t++) {
        if (!trait_given(s->def, card, t))
            continue;
        if (trait_is_list(s->def, t)) {
            show_list(s, card, t);
            continue;
        }
        struct str name = {0}, text = {0};
        name_add(&name, &s->def->traits[t].name, s->t);
        trait_text(&text, s->def, card, t, s->t);
        if (text.n)
            show_field(s, str_of(&name), str_of(&text));
        str_free(&name);
        str_free(&text);
    }
    show_other(s, card);
}

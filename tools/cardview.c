/* cardview.c - cards as a person reads them. */
#include "cardview.h"

#include "load/arena.h"
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
        if (trait_given(s->def, card, t))
            trait_text(&text, s->def, card, t, s->t);
        if (text.n && to->n)
            str_add(to, "; ");
        if (text.n && type != T_WORD && !trait_is_list(s->def, t)) {
            name_add(to, &s->def->traits[t].name, s->t);
            str_add(to, " ");
        }
        str_add(to, str_of(&text));
        str_free(&text);
    }
}

int card_named(const char *where, const struct showing *s, const char *word)
{
    unsigned n = s->def->k.ncards;
    const char **ids = mem_alloc((2u * n + 1) * sizeof *ids);
    char want[256], have[256];
    int found = -1, begins = -1, several = 0;
    size_t len = text_fold(word, want, sizeof want);

    for (unsigned c = 0; c < n && found < 0; c++) {
        bool begin = false;
        ids[2 * c] = s->def->cards[c].id;
        ids[2 * c + 1] = card_name(s->def, c, s->t);
        for (int i = 0; i < 2; i++) {
            text_fold(ids[2 * c + (unsigned)i], have, sizeof have);
            if (!strcmp(have, want))
                found = (int)c;
            begin |= len && !strncmp(have, want, len);
        }
        if (begin) {
            several++;
            begins = (int)c;
        }
    }
    if (found < 0 && several == 1)
        found = begins;
    if (found < 0 && several > 1)
        complain("%s'%s' is the beginning of %d cards' names", where, word, several);
    else if (found < 0)
        complain_near(word, ids, (int)(2 * n), "%s%s has no card '%s'", where, s->def->id,
                      word);
    free(ids);
    return found;
}

static void show_list(const struct showing *s, unsigned card, unsigned trait)
{
    struct klist list = s->def->k.trait_list[(size_t)card * s->def->k.ntraits + trait];
    struct str name = {0};

    name_add(&name, &s->def->traits[trait].name, s->t);
    printf("  %s:\n", str_of(&name));
    for (unsigned i = 0; i < list.n; i++) {
        unsigned effect = s->def->k.traits[trait].type == T_WATCHES
                              ? s->def->k.watches[list.first + i].effect
                              : list.first + i;
        str_clear(&name);
        effect_text(&name, s->def, effect, NULL, s->t);
        printf("    - %s\n", str_of(&name));
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
        printf("  %s: %s\n", n->key[i]->text, str_of(&text));
        str_free(&text);
    }
}

void card_print(const struct showing *s, unsigned card)
{
    const struct card_info *info = &s->def->cards[card];

    printf("%s%s%s (%s)\n", s->colour ? "\033[1m" : "", card_name(s->def, card, s->t),
           s->colour ? "\033[0m" : "", info->id);
    printf("  copies: %d\n", s->def->k.cards[card].copies);
    if (info->source)
        printf("  source: %s\n", info->source);
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
            printf("  %s: %s\n", str_of(&name), str_of(&text));
        str_free(&name);
        str_free(&text);
    }
    show_other(s, card);
}

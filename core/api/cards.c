/* cards.c - the public interface: what a card is and has, as a person reads it. */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <string.h>

const char *ct_card_id(const ct_definition *def, int i)
{
    return i >= 0 && i < def->k.ncards ? def->cards[i].id : NULL;
}

const char *ct_card_name(const ct_definition *def, int i, const char *lang)
{
    return i >= 0 && i < def->k.ncards ? card_name(def, (unsigned)i, tongue_of(def, lang))
                                       : NULL;
}

int ct_card_copies(const ct_definition *def, int i)
{
    return i >= 0 && i < def->k.ncards ? def->k.cards[i].copies : 0;
}

const char *ct_card_source(const ct_definition *def, int i)
{
    return i >= 0 && i < def->k.ncards ? def->cards[i].source : NULL;
}

/* ---- traits ---- */

/* ORDER: enum trait_type */
_Static_assert((int)CT_TRAIT_NUMBER == (int)T_NUMBER && (int)CT_TRAIT_CARD == (int)T_CARD &&
                   (int)CT_TRAIT_WATCHES == (int)T_WATCHES,
               "traits");

bool ct_get_trait(const ct_definition *def, int trait, struct ct_trait_info *out)
{
    if (trait < 0 || trait >= def->k.ntraits)
        return false;
    *out = (struct ct_trait_info){.id = def->traits[trait].name.id,
                                  .is = (enum ct_trait_kind)def->k.traits[trait].type,
                                  .untold = def->traits[trait].name.untold};
    return true;
}

/* The text for the caller, if nothing of it was lost since. */
static char *given_away(struct str *text, unsigned lost)
{
    char *out = mem_losses() == lost ? mem_copy(str_of(text), text->n) : NULL;

    str_free(text);
    return out;
}

char *ct_trait_name(const ct_definition *def, int trait, const char *lang)
{
    unsigned lost = mem_losses();
    struct str text = {0};

    if (trait < 0 || trait >= def->k.ntraits)
        return NULL;
    name_add(&text, &def->traits[trait].name, tongue_of(def, lang));
    return given_away(&text, lost);
}

static bool is_there(const ct_definition *def, int card, int trait)
{
    return card >= 0 && card < def->k.ncards && trait >= 0 && trait < def->k.ntraits;
}

bool ct_card_has(const ct_definition *def, int card, int trait)
{
    return is_there(def, card, trait) && trait_given(def, (unsigned)card, (unsigned)trait);
}

int ct_card_entries(const ct_definition *def, int card, int trait)
{
    return is_there(def, card, trait)
               ? def->k.trait_list[(size_t)card * def->k.ntraits + (size_t)trait].n
               : 0;
}

char *ct_card_text(const ct_definition *def, int card, int trait, int entry, const char *lang)
{
    unsigned lost = mem_losses();
    struct tongue t = tongue_of(def, lang);
    struct str text = {0};

    if (!is_there(def, card, trait))
        return NULL;
    if (entry < 0)
        trait_text(&text, def, (unsigned)card, (unsigned)trait, t);
    else if (!entry_text(&text, def, (unsigned)card, (unsigned)trait, (unsigned)entry, t))
        return NULL;
    return given_away(&text, lost);
}

/* ---- what means nothing to the game ---- */

static bool is_known(const ct_definition *def, const char *key)
{
    static const char *const known[] = {"name", "copies", "source", "like", "for"};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k], key))
            return true;
    return trait_index(def, key) >= 0;
}

const char *ct_card_field(const ct_definition *def, int card, int i, char **text)
{
    const struct node *n = card >= 0 && card < def->k.ncards ? def->cards[card].node : NULL;
    unsigned lost = mem_losses();
    struct str value = {0};

    for (size_t k = 0; n && n->kind == NODE_MAP && k < n->n; k++)
        if (!is_known(def, n->key[k]->text) && !i--) {
            node_text(&value, n->item[k]);
            *text = given_away(&value, lost);
            return n->key[k]->text;
        }
    return NULL;
}

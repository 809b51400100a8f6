/* cards.c - the public interface: a card's values, as a player reads them. */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <string.h>

const char *ct_card_name(const ct_definition *def, int i, const char *lang)
{
    return i >= 0 && i < def->k.ncards ? card_name(def, (unsigned)i, tongue_of(def, lang))
                                       : NULL;
}

const char *ct_card_file(const ct_definition *def, int i, int *line)
{
    const struct node *n = i >= 0 && i < def->k.ncards ? def->cards[i].node : NULL;

    if (!n || !n->src)
        return NULL;
    *line = n->line;
    return n->src->path;
}

bool ct_card_written(const ct_definition *def, int i, const char *field, struct ct_written *out)
{
    const struct node *card = i >= 0 && i < def->k.ncards ? def->cards[i].node : NULL;
    const struct node *n = card && field ? node_get(card, field) : card;

    if (!n || (field && n->kind != NODE_SCALAR) || !n->src)
        return false;
    *out = (struct ct_written){.file = n->src->path,
                               .text = n->text,
                               .line = n->line,
                               .column = n->col,
                               .quoted = field && !n->plain};
    return true;
}

void ct_card_warn(const ct_definition *def, int i, const char *field, ct_diags *diags,
                  const char *code, const char *message, const char *hint)
{
    node_warning(&diags->d, node_get(def->cards[i].node, field), code, hint, "%s", message);
}

/* ---- traits ---- */

/* ORDER: enum trait_type */
_Static_assert((int)CT_TRAIT_NUMBER == (int)T_NUMBER && (int)CT_TRAIT_CARD == (int)T_CARD &&
                   (int)CT_TRAIT_WATCHES == (int)T_WATCHES,
               "traits");

/* Is the trait a list that players are told of? */
static bool is_told_list(const ct_definition *def, int trait)
{
    unsigned type = def->k.traits[trait].type;

    return (type == T_EFFECTS || type == T_WATCHES) && !def->traits[trait].name.untold;
}

static bool other_list(const ct_definition *def, int trait)
{
    for (int t = 0; t < def->k.ntraits; t++)
        if (t != trait && is_told_list(def, t))
            return true;
    return false;
}

bool ct_get_trait(const ct_definition *def, int trait, struct ct_trait_info *out)
{
    if (trait < 0 || trait >= def->k.ntraits)
        return false;
    *out = (struct ct_trait_info){.id = def->traits[trait].name.id,
                                  .is = (enum ct_trait_kind)def->k.traits[trait].type,
                                  .untold = def->traits[trait].name.untold,
                                  .headed = is_told_list(def, trait) && other_list(def, trait)};
    return true;
}

struct ct_drawing ct_get_drawing(const ct_definition *def)
{
    const struct drawing *d = &def->drawing;
    struct ct_drawing out = {
        d->colour == REF_NONE ? -1 : d->colour, {-1, -1, -1, -1}, {d->face.below, d->face.dir}};

    for (int i = 0; i < d->ncorners; i++)
        out.corner[i] = d->corner[i] == REF_NONE ? -1 : d->corner[i];
    return out;
}

bool ct_card_red(const ct_definition *def, int card)
{
    const struct drawing *d = &def->drawing;

    for (int i = 0; i < d->nred; i++)
        if (ct_card_is(def, card, d->colour, d->red[i]))
            return true;
    return false;
}

/* ---- how many there are ---- */

/* The only zone and line of `holds` that the card starts in. NULL: none, or several. */
static const struct khold *starts_in(const struct kdef *k, unsigned card,
                                     const struct kzone **zone)
{
    const struct khold *found = NULL;

    for (int z = 0; z < k->nzones; z++)
        for (int i = 0; i < k->zones[z].nhold; i++) {
            const struct khold *h = k->holds + k->zones[z].hold + i;
            if (h->bits != REF_NONE && !bits_has(k, h->bits, (uint16_t)card))
                continue;
            if (found)
                return NULL;
            found = h;
            *zone = k->zones + z;
        }
    return found;
}

char *ct_card_count(const ct_definition *def, int i, const char *lang)
{
    unsigned lost = mem_losses();
    struct str text = {0};
    const struct kzone *zone = NULL;

    if (!ct_card_id(def, i))
        return NULL;
    const struct khold *h = starts_in(&def->k, (unsigned)i, &zone);
    const struct kexpr *n = h && h->copies != REF_NONE ? def->k.exprs + h->copies : NULL;
    bool known = h && h->first == REF_NONE && h->cond == REF_NONE && (!n || n->op == X_CONST);
    int64_t copies = known && n ? n->imm : ct_card_copies(def, i);

    if (zone && zone->endless && h)
        str_add(&text, own(W_NO_END, tongue_of(def, lang)));
    else if (known && zone->per != PER_TABLE)
        SAY(&text, W_COPIES_EACH, tongue_of(def, lang), NUMBER("n", copies));
    else
        str_addf(&text, "%lld", (long long)copies);
    return str_take(&text, lost);
}

char *ct_trait_name(const ct_definition *def, int trait, const char *lang)
{
    unsigned lost = mem_losses();
    struct str text = {0};

    if (trait < 0 || trait >= def->k.ntraits)
        return NULL;
    name_add(&text, &def->traits[trait].name, tongue_of(def, lang));
    return str_take(&text, lost);
}

static bool is_there(const ct_definition *def, int card, int trait)
{
    return card >= 0 && card < def->k.ncards && trait >= 0 && trait < def->k.ntraits;
}

bool ct_card_has(const ct_definition *def, int card, int trait)
{
    return is_there(def, card, trait) && trait_given(def, (unsigned)card, (unsigned)trait);
}

bool ct_card_value(const ct_definition *def, int card, int trait, int32_t *out)
{
    if (!is_there(def, card, trait))
        return false;
    const struct kdef *k = &def->k;
    const struct ktrait *t = &k->traits[trait];
    bool one = t->type == T_NUMBER || t->type == T_FLAG || t->type == T_WORD;
    if (!one || t->formula)
        return false;
    *out = k->trait_value[(size_t)card * k->ntraits + (size_t)trait];
    return true;
}

bool ct_card_is(const ct_definition *def, int card, int trait, int word)
{
    if (!is_there(def, card, trait) || !ct_trait_word(def, trait, word))
        return false;
    const struct ktrait *t = &def->k.traits[trait];
    return bits_has(&def->k, (ref)(t->bits + word), (uint16_t)card);
}

int ct_card_entries(const ct_definition *def, int card, int trait)
{
    return is_there(def, card, trait)
               ? def->k.trait_list[(size_t)card * def->k.ntraits + (size_t)trait].n
               : 0;
}

char *ct_card_text(const ct_definition *def, const ct_state *game, int card, int trait,
                   int entry, const char *lang)
{
    unsigned lost = mem_losses();
    struct tongue t = tongue_of(def, lang);
    struct str text = {0};

    if (!is_there(def, card, trait))
        return NULL;
    t.options = game ? k_options(block(game)) : NULL;
    if (entry < 0)
        trait_text(&text, def, (unsigned)card, (unsigned)trait, t);
    else if (!entry_text(&text, def, (unsigned)card, (unsigned)trait, (unsigned)entry, t))
        return NULL;
    return str_take(&text, lost);
}

/* ---- fields that do not change the game ---- */

/* A field is a text in several languages if all its keys are languages of the game. */
static const struct node *in_language(const ct_definition *def, const struct node *n,
                                      const char *lang)
{
    const struct node *text = NULL;

    for (size_t k = 0; n->kind == NODE_MAP && k < n->n; k++) {
        int l = 0;
        while (l < def->nlanguages && strcmp(def->languages[l], n->key[k]->text) != 0)
            l++;
        if (l == def->nlanguages)
            return n;
    }
    if (n->kind == NODE_MAP)
        text = node_get(n, def->languages[tongue_of(def, lang).text]);
    return text ? text : n;
}

/* The counters that a card brings, with their values: "charges 3; aim blue". */
static void counters_text(struct str *to, const ct_definition *def, int card, struct tongue t)
{
    for (unsigned i = 0; i < def->k.ncounters; i++) {
        const struct kcounter *k = &def->k.counters[i];
        const char *word = counter_word(def, i, k->start);
        if (k->bits == REF_NONE || !bits_has(&def->k, k->bits, (uint16_t)card))
            continue;
        str_add(to, to->n ? own(W_SEMICOLON, t) : "");
        counter_name(to, def, i, k->start, t);
        if (word)
            str_addf(to, " %s", word);
        else if (k->is == V_NUMBER && k->start)
            str_addf(to, " %d", (int)k->start);
    }
}

const char *ct_card_field(const ct_definition *def, int card, int i, const char *lang,
                          char **text)
{
    const struct node *n = card >= 0 && card < def->k.ncards ? def->cards[card].node : NULL;
    unsigned lost = mem_losses();
    struct str value = {0};

    for (size_t k = 0; n && n->kind == NODE_MAP && k < n->n; k++)
        if (!is_among("name copies source like for", n->key[k]->text) &&
            trait_index(def, n->key[k]->text) < 0 && !i--) {
            if (strcmp(n->key[k]->text, "counters") == 0)
                counters_text(&value, def, card, tongue_of(def, lang));
            else
                node_text(&value, in_language(def, n->item[k], lang));
            *text = str_take(&value, lost);
            return n->key[k]->text;
        }
    return NULL;
}

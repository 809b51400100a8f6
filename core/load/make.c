/* make.c: the cards of the step `make`. It takes copies from the endless zones that hold them. A
 * ruleset without an endless zone gets one, `tokens`, which holds what its steps make.
 */
#include <string.h>

#include "load/parts.h"

static const char tokens[] = "tokens";

static void tokens_add(struct loader *ld, const struct node *at)
{
    struct khold hold = {bits_new(ld), expr_const(ld, 1), REF_NONE, REF_NONE};
    struct kzone zone = {.per = PER_TABLE,
                         .as = AS_ROW,
                         .up = SIGHT_ALL,
                         .down = SIGHT_NOBODY,
                         .size = REF_NONE,
                         .refill = REF_NONE,
                         .endless = READY_COPIES,
                         .grows = true,
                         .hold = (uint16_t)ld->holds.n,
                         .nhold = 1};
    struct named named = {.id = tokens, .node = node_word_at(ld->mem, at, tokens)};
    const struct name *old = name_find(ld, tokens);
    if (old)
        SAY(ld, at, "NAME-TAKEN", "give the game a zone with 'endless: true' for these cards",
            "'make' needs a zone '%s', and this is already %s", tokens,
            name_kind_says(old->kind));
    else
        TABLE_ADD(ld, names,
                  ((struct name){tokens, NAME_ZONE, (uint16_t)ld->zones.n, named.node, false}));
    TABLE_ADD(ld, holds, hold);
    TABLE_ADD(ld, zones, zone);
    TABLE_ADD(ld, zone_names, named);
    ld->made = (ref)ld->zones.n;
}

/* A step `make` in the tree, or NULL. */
static const struct node *make_in(const struct node *n)
{
    const struct node *found = NULL;
    for (size_t i = 0; n && i < n->n && !found; i++) {
        const struct node *item = n->item[i];
        bool is = n->kind == NODE_MAP && strcmp(n->key[i]->text, "make") == 0 &&
                  node_get(item, "card") && node_get(item, "to");
        found = is ? n->key[i] : make_in(item);
    }
    return found;
}

/* The names of the endless zones. */
static struct node *supplies(struct loader *ld, const struct node *at)
{
    struct node *list = node_list_at(ld->mem, at);
    for (uint32_t z = 0; z < ld->zones.n; z++)
        if (ld->zones.v[z].endless)
            node_list_add(ld->mem, list, node_word_at(ld->mem, at, ld->zone_names.v[z].id));
    return list;
}

void make_zone(struct loader *ld)
{
    const struct node *step = supplies(ld, ld->root)->n ? NULL : make_in(ld->root);
    for (uint32_t c = 0; c < ld->card_infos.n && !step; c++)
        step = make_in(ld->card_infos.v[c].node);
    if (step && !supplies(ld, step)->n)
        tokens_add(ld, step);
}

/* Does an endless zone hold the card? */
static bool is_supplied(const struct loader *ld, size_t card)
{
    bool is = false;
    for (const struct kzone *z = ld->zones.v; z < ld->zones.v + ld->zones.n; z++)
        for (const struct khold *h = &ld->holds.v[z->hold];
             h < &ld->holds.v[z->hold + z->nhold]; h++)
            is |= z->endless && h->bits != REF_NONE &&
                  ld->bits.v[(size_t)h->bits * ld->bit_words + card / 64] >> (card % 64) & 1u;
    return is;
}

/* Cards without copies are in no deck. They are what a selector may mean. */
static void keep_made(struct loader *ld, int card)
{
    ref set = ld->holds.v[ld->zones.v[ld->made - 1].hold].bits;
    for (uint32_t c = 0; c < ld->cards.n; c++)
        if (card < 0 ? ld->cards.v[c].copies == 0 : (int)c == card)
            bit_set(ld, set, (int)c);
}

ref make_cards(struct loader *ld, const struct node *n, const struct scope *sc)
{
    struct node *map = node_map_at(ld->mem, n);
    int card = n->kind == NODE_SCALAR ? card_find(ld, n->text) : -1;
    node_map_add(ld->mem, map, node_word_at(ld->mem, n, "zone"), supplies(ld, n));
    if (n->kind == NODE_MAP) {
        keys_refuse(ld, n, "zone of", NULL,
                    "'make' takes cards of endless zones, so '%s' is no "
                    "choice here");
        for (size_t i = 0; i < n->n; i++)
            node_map_add(ld->mem, map, n->key[i], n->item[i]);
    } else {
        node_map_add(ld->mem, map, node_word_at(ld->mem, n, "card"), (struct node *)n);
    }
    if (ld->made && (card >= 0 || n->kind == NODE_MAP))
        keep_made(ld, card);
    else if (card >= 0 && !is_supplied(ld, (size_t)card))
        SAY(ld, n, "CARD-UNKNOWN", "add it to the 'holds' of one", "no endless zone holds '%s'",
            n->text);
    return compile_selector(ld, map, sc);
}

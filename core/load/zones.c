/* zones.c: kinds of seats, counters and zones. */
#include <string.h>

#include "load/parts.h"

/* Reads `per:`, one of WORDS ("table player seat") or a kind of seats (*KIND). *PER is an enum
 * per. */
static void read_per(struct loader *ld, const struct node *map, const char *words,
                     const uint8_t *per_of, uint8_t *per, uint8_t *kind)
{
    const struct node *n = node_get(map, "per");
    int at = n && n->kind == NODE_SCALAR ? kind_find(ld, n->text) : -1;
    *kind = 0;
    if (at >= 0) {
        *per = PER_KIND;
        *kind = (uint8_t)at;
        return;
    }
    /* a misspelt word does not mean the table, so it causes no further errors */
    *per = per_of[read_enum(ld, map, "per", words, n ? 1 : 0)];
}

/* Are there enough seats besides those of kinds for all players, as far as the numbers are
 * written? */
static void seats_suffice(struct loader *ld, const struct node *map)
{
    int64_t others = 0;
    int32_t n;
    for (uint32_t i = 0; i < ld->kinds.n; i++)
        if (ld->kinds.v[i].cond == REF_NONE && expr_is_const(ld, ld->kinds.v[i].count, &n) &&
            n > 0)
            others += n;
    int64_t room = K_MAX_SEATS - others;
    if (others && room < ld->def->k.min_people)
        SAY(ld, map, "PLAYERS", NULL, "%d player%s and %lld seats of kinds are more than %d",
            ld->def->k.min_people, ld->def->k.min_people == 1 ? "" : "s", (long long)others,
            K_MAX_SEATS);
    else if (others && room < ld->def->k.max_people)
        WARN(ld, map, "PLAYERS", NULL,
             "beside %lld seats of kinds there is room for %lld players, not %d",
             (long long)others, (long long)room, ld->def->k.max_people);
}

/* A scope before the game begins: for `holds` and kinds of seats. */
static struct scope scope_early(const struct loader *ld)
{
    struct scope sc = scope_none(ld);
    sc.you = false;
    sc.early = true;
    return sc;
}

void kinds_load(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "seats");
    struct scope sc = scope_early(ld);
    for (size_t i = 0; i < ld->kind_names.n; i++) {
        const struct node *n = map->item[i];
        struct kseatkind k = {REF_NONE, REF_NONE, true, false};
        if (read_is_map(ld, n, "a kind of seat")) {
            keys_check(ld, n, AT_KIND);
            k.cond = compile_cond(ld, node_get(n, "if"), &sc);
            k.count = compile_amount(ld, "count", node_get(n, "count"), &sc);
            k.at_end = read_enum(ld, n, "sits", "between end", 1) == 1;
            k.random = read_enum(ld, n, "plays", "first random", 0) == 1;
        }
        if (k.count == REF_NONE)
            k.count = expr_const(ld, 1);
        TABLE_ADD(ld, kinds, k);
    }
    seats_suffice(ld, map);
}

/* ---- counters ---- */

/* A word of the trait, or none. */
static int32_t word_start(struct loader *ld, const struct node *start, ref trait)
{
    const char *id = read_word(ld, start, "a word");
    int w = id ? word_find(ld, trait, id) : -1;
    if (w >= 0)
        site_note(ld, SITE_WORD, start, trait);
    if (id && w < 0 && strcmp(id, "none") != 0)
        SAY(ld, start, "WORD-UNKNOWN", words_hint(ld, &ld->trait_infos.v[trait].words, id),
            "'%s' is not a word of '%s'", id, ld->trait_infos.v[trait].name.id);
    return w;
}

static int32_t counter_start(struct loader *ld, const struct node *n, const struct kcounter *k)
{
    const struct node *kinds = node_get(ld->root, "seats"), *start = node_get(n, "start");
    int32_t set = 0;
    switch (k->is) {
    case TYPE_TOLD: return 0;
    case V_FLAG: return read_flag(ld, n, "start", false);
    case V_SEAT: /* exists with the fewest players; kinds are not counted here */
        return read_int(ld, n, "start", -1, -1,
                        (!kinds || !kinds->n ? ld->def->k.min_people : K_MAX_SEATS) - 1);
    case V_CARD:
        if (start)
            SAY(ld, start, "KEY-CONFLICT", NULL, "a counter that is a card starts empty");
        return -1;
    case V_WORD: return word_start(ld, start, k->trait);
    case V_WORDS:
        for (size_t i = 0; node_nth(start, i); i++) {
            int w = word_start(ld, node_nth(start, i), k->trait);
            set |= w < 0 ? 0 : 1 << w;
        }
        return set;
    default: return read_int(ld, n, "start", 0, -1000000000, 1000000000);
    }
}

/* The traits with words, after the names in `words`. */
static int word_traits(struct loader *ld, const char **words, ref *trait, int most)
{
    int n = 0;
    for (uint32_t t = 0; t < ld->traits.n && n < most; t++)
        if (has_words(ld, (int)t)) {
            *words = arena_printf(ld->mem, "%s%s%s", *words, **words ? " " : "",
                                  ld->trait_infos.v[t].name.id);
            trait[n++] = (ref)t;
        }
    return n;
}

/* Reads `is:`, a type or the trait whose words it holds, or `set_of:`, the trait whose words the
 * set may contain. */
static void counter_type(struct loader *ld, const struct node *n, struct kcounter *k)
{
    static const uint8_t is_of[] = {V_NUMBER, V_FLAG, V_SEAT, V_CARD};
    const struct node *set = node_get(n, "set_of"), *is = node_get(n, "is");
    const char *words = set ? "" : "number flag seat card";
    int own = set ? 0 : sizeof is_of;
    k->is = TYPE_TOLD;
    if (node_get(n, "number_of")) { /* those of the ruleset are laid out: byword.c */
        SAY(ld, n, "KEY-CONFLICT", NULL, "a counter of cards cannot have 'number_of'");
        return;
    }
    ref trait[256];
    bool some = word_traits(ld, &words, trait, 256);
    if (set && is)
        SAY(ld, is, "KEY-CONFLICT", NULL, "write 'is' or 'set_of', not both");
    if (set && !some)
        SAY(ld, set, "TRAIT-UNKNOWN", NULL, "there is no trait of words");
    int at =
        set && !some ? -1 : read_enum(ld, n, set ? "set_of" : "is", words, set || is ? -1 : 0);
    k->is = at < 0 ? TYPE_TOLD : at < own ? is_of[at] : set ? V_WORDS : V_WORD;
    if (at < own)
        return;
    const struct trait_info *t = &ld->trait_infos.v[trait[at - own]];
    k->trait = trait[at - own];
    if (ld->traits.v[k->trait].type == TYPE_TOLD)
        k->is = TYPE_TOLD;
    if (word_find(ld, k->trait, "none") >= 0)
        SAY(ld, set ? set : is, "NAME-RESERVED", NULL,
            "'none' is a word of '%s', but in a counter it means no word", t->name.id);
    if (k->is == V_WORDS && t->words.n > K_MAX_WORDS)
        SAY(ld, set, "LIMIT-WORDS", NULL, "'%s' has %d words; a set has at most %d", t->name.id,
            t->words.n, K_MAX_WORDS);
}

static void counter_read(struct loader *ld, const struct node *n, struct kcounter *k,
                         struct named *named)
{
    static const uint8_t per_of[] = {PER_GAME, PER_PLAYER, PER_SEAT, PER_CARD};
    const char *start = n->kind == NODE_SCALAR && n->len
                            ? arena_printf(ld->mem, "write '{start: %s}'", n->text)
                            : NULL;
    if (!read_is_map_or(ld, n, "a counter", start)) {
        k->is = TYPE_TOLD;
        return;
    }
    keys_check(ld, n, AT_COUNTER);
    says_or_none(ld, n, named);
    read_per(ld, n, "game player seat card", per_of, &k->per, &k->kind);
    counter_type(ld, n, k);
    k->start = counter_start(ld, n, k);
    k->lasts = read_lasts(ld, node_get(n, "lasts"));
    k->in = read_ref(ld, node_get(n, "in"), NAME_ZONE);
}

static void counter_add(struct loader *ld, struct kcounter *k, const struct named *named)
{
    struct kdef *d = &ld->def->k;
    uint16_t *count = k->per == PER_GAME   ? &d->ngame
                      : k->per == PER_CARD ? &d->ncardctr
                                           : &d->nseat;
    if (*count == K_MAX_COUNTERS)
        SAY(ld, named->node, "LIMIT-COUNTERS", NULL,
            "more than %d counters of the game, seats or cards", K_MAX_COUNTERS);
    k->index = (*count)++;
    TABLE_ADD(ld, counters, *k);
    TABLE_ADD(ld, counter_names, *named);
}

static struct kcounter counter_blank(void)
{
    struct kcounter k = {.is = V_NUMBER};
    k.lasts = k.trait = k.bits = k.in = REF_NONE;
    return k;
}

/* ---- counters that cards bring ---- */

/* Does this card declare the counter like the first card did? `like` and defaults give the same
 * node. */
static void same_counter(struct loader *ld, const struct node *key, const struct node *n,
                         const struct name *old)
{
    const struct kcounter *first = &ld->counters.v[old->index];
    struct named named = {.id = key->text, .node = key};
    struct kcounter k = counter_blank();
    if (n == old->node)
        return;
    counter_read(ld, n, &k, &named);
    if (k.is != first->is || k.trait != first->trait || k.start != first->start ||
        k.lasts != first->lasts || k.in != first->in)
        SAY(ld, key, "COUNTER-TWICE",
            arena_printf(ld->mem, "the other stands in line %d", old->node->line),
            "another card brings a different '%s'", key->text);
}

static void counter_of_card(struct loader *ld, const struct node *key, const struct node *n,
                            int card)
{
    const struct name *old = name_find(ld, key->text);
    bool brought =
        old && old->kind == NAME_COUNTER && ld->counters.v[old->index].bits != REF_NONE;
    const struct node *per = node_get(n, "per");
    if (per && (per->kind != NODE_SCALAR || strcmp(per->text, "card") != 0))
        SAY(ld, per, "KEY-CONFLICT", "declare it in the ruleset's 'counters'",
            "a card can bring only a counter of cards");
    if (brought) {
        same_counter(ld, key, n, old);
    } else {
        struct named named = {.id = key->text, .node = key};
        struct kcounter k = counter_blank();
        counter_declare(ld, key, n);
        if (old)
            return;
        counter_read(ld, n, &k, &named);
        k.per = PER_CARD;
        k.bits = bits_new(ld);
        ld->def->k.own_counters = true;
        counter_add(ld, &k, &named);
    }
    bit_set(ld, ld->counters.v[name_find(ld, key->text)->index].bits, card);
}

static void counters_of_cards(struct loader *ld)
{
    for (uint32_t c = 0; c < ld->card_infos.n; c++) {
        const struct node *map = node_get(ld->card_infos.v[c].node, "counters");
        if (!read_is_map(ld, map, "counters"))
            continue;
        for (size_t i = 0; i < map->n; i++)
            if (read_is_map(ld, map->item[i], "a counter"))
                counter_of_card(ld, map->key[i], map->item[i], (int)c);
    }
}

void counters_load(struct loader *ld)
{
    const struct node *map = section(ld, "counters");
    for (size_t i = 0; i < map->n; i++) {
        struct named named = {.id = map->key[i]->text, .node = map->key[i]};
        struct kcounter k = counter_blank();
        counter_read(ld, map->item[i], &k, &named);
        if (k.in != REF_NONE && k.per != PER_CARD)
            SAY(ld, node_get(map->item[i], "in"), "KEY-CONFLICT",
                "it goes back to its start when its card leaves that zone",
                "'in' needs `per: card`");
        counter_add(ld, &k, &named);
    }
    counters_of_cards(ld);
}

/* ---- zones ---- */

static void holds_read(struct loader *ld, const struct node *list, struct kzone *k)
{
    struct scope sc = scope_early(ld);
    if (!read_is_list(ld, list, "holds"))
        return;
    site_note(ld, SITE_LIST, list, 0);
    struct khold *hold = arena_alloc(ld->mem, (list->n + 1) * sizeof *hold), *h = hold;
    for (size_t i = 0; i < list->n; i++) {
        const struct node *n = list->item[i];
        if (!read_is_map(ld, n, "an entry of 'holds'"))
            continue;
        h->bits = compile_static(ld, n);
        h->copies = compile_expr(ld, node_get(n, "copies"), &sc, V_NUMBER);
        h->first = compile_expr(ld, node_get(n, "first"), &sc, V_NUMBER);
        h->cond = compile_cond(ld, node_get(n, "if"), &sc);
        h++;
    }
    k->hold = (uint16_t)ld->holds.n;
    k->nhold = (uint16_t)(h - hold);
    for (const struct khold *one = hold; one < h; one++)
        TABLE_ADD(ld, holds, *one);
}

/* Mutants leave the form of a zone and who sees it: piles and rows have the same order, and the
 * owner of a table card rarely says who sees it. */
static uint8_t read_lying(struct loader *ld, const struct node *map, const char *key,
                          const char *words, int otherwise, const char *slips)
{
    struct sites *sites = ld->sites;
    ld->sites = NULL;
    int at = read_enum(ld, map, key, words, otherwise);
    ld->sites = sites;
    if (node_get(map, key))
        site_one_of(ld, node_get(map, key), slips);
    return (uint8_t)at;
}

static void zone_read(struct loader *ld, const struct node *n, struct kzone *k,
                      struct named *named)
{
    static const uint8_t per_of[] = {PER_TABLE, PER_PLAYER, PER_SEAT};
    if (!read_is_map_or(ld, n, "a zone",
                        "write '{seen_by: all}', or more; see `cantrip keys zone`"))
        return;
    keys_check(ld, n, AT_ZONE);
    says_or_none(ld, n, named);
    read_per(ld, n, "table player seat", per_of, &k->per, &k->kind);
    const char *sights = k->per == PER_TABLE ? "nobody all" : "nobody owner all";
    /* a misspelt word does not mean a set, which has no order */
    k->as = read_lying(ld, n, "as", ZONE_WORDS, node_get(n, "as") ? AS_PILE : AS_SET,
                       node_get(n, "as") ? "set" : "");
    k->up = read_lying(ld, n, "seen_by", SIGHT_WORDS, SIGHT_ALL, sights);
    k->down = read_lying(ld, n, "down_seen_by", SIGHT_WORDS, SIGHT_NOBODY, sights);
    k->shuffled = read_flag(ld, n, "shuffled", false);
    k->gone = read_flag(ld, n, "gone", false);
    const struct node *endless = node_get(n, "endless");
    int64_t copies;
    k->grows = node_is(endless, "true");
    if (k->grows)
        k->endless = READY_COPIES;
    else if (endless && !node_int(endless, &copies))
        SAY(ld, endless, "TYPE-NUMBER", "write 'true' for a zone that never runs out",
            "'endless' must be true or a whole number");
    else
        k->endless = read_int(ld, n, "endless", 0, 1, 10000);
}

static void refill_read(struct loader *ld, const struct node *zone, size_t z)
{
    const struct node *n = node_get(zone, "refill");
    int from = n ? read_name(ld, n, NAME_ZONE) : -1;
    if (from < 0)
        return;
    const struct kzone *a = &ld->zones.v[z], *b = &ld->zones.v[from];
    if (b->per != PER_TABLE && (a->per != b->per || a->kind != b->kind))
        SAY(ld, n, "ZONE-OWNER", NULL, "'%s' belongs to a seat and cannot refill '%s'", n->text,
            ld->zone_names.v[z].id);
    ld->zones.v[z].refill = (ref)from;
}

void zones_load(struct loader *ld)
{
    const struct node *map = section(ld, "zones");
    for (size_t i = 0; i < map->n; i++) {
        struct named named = {.id = map->key[i]->text, .node = map->key[i]};
        struct kzone k = {.size = REF_NONE, .refill = REF_NONE};
        zone_read(ld, map->item[i], &k, &named);
        TABLE_ADD(ld, zones, k);
        TABLE_ADD(ld, zone_names, named);
    }
    for (size_t i = 0; i < map->n;
         i++) { /* parts that may use any zone wait until all zones exist */
        struct scope sc = scope_none(ld);
        refill_read(ld, map->item[i], i);
        sc.you = sc.you || ld->zones.v[i].per != PER_TABLE;
        ref size = compile_expr(ld, node_get(map->item[i], "size"), &sc, V_NUMBER);
        ld->zones.v[i].size = size;
        holds_read(ld, node_get(map->item[i], "holds"), &ld->zones.v[i]);
    }
    make_zone(ld);
}

/* drawing.c: `layout:`, how a table is drawn. It does not change the game. */

#include "load/parts.h"

/* The trait that gives colours by default. */
static ref usual_colour(const struct loader *ld)
{
    for (uint32_t t = 0; t < ld->traits.n; t++) {
        const struct trait_info *i = &ld->trait_infos.v[t];
        if (ld->traits.v[t].type == T_WORD && !i->name.untold && i->words.n >= 2 &&
            i->words.n <= 8)
            return (ref)t;
    }
    return REF_NONE;
}

static ref colour_read(struct loader *ld, const struct node *n)
{
    if (!n || node_is(n, "none"))
        return n ? REF_NONE : usual_colour(ld);
    int trait = read_name(ld, n, NAME_TRAIT);
    if (trait < 0 || has_words(ld, trait))
        return trait < 0 ? REF_NONE : (ref)trait;
    SAY(ld, n, "TRAIT-UNKNOWN", NULL,
        "'%s' is not a trait of words (one_of, set_of, is: word), so it cannot have colours",
        n->text);
    return REF_NONE;
}

static void red_read(struct loader *ld, const struct node *list, struct drawing *d)
{
    const struct node *n;
    size_t most = 0;
    while (node_nth(list, most))
        most++;
    int *red = arena_alloc(ld->mem, (most + 1) * sizeof *red);
    d->red = red;
    for (size_t i = 0; (n = node_nth(list, i)); i++) {
        const char *id = read_word(ld, n, "a word of `colour`");
        int word = d->colour != REF_NONE ? word_of_trait(ld, n, id, d->colour) : -1;
        if (word >= 0)
            red[d->nred++] = word;
        else if (id && d->colour == REF_NONE)
            SAY(ld, n, "KEY-CONFLICT", NULL, "'red' needs a trait of words as 'colour'");
    }
}

static void corners_read(struct loader *ld, const struct node *list, struct drawing *d)
{
    const struct node *n;
    for (size_t i = 0; (n = node_nth(list, i)); i++) {
        int trait = node_is(n, "none") ? -1 : read_name(ld, n, NAME_TRAIT);
        if (trait < 0 && !node_is(n, "none"))
            continue;
        uint8_t type = trait < 0 ? T_NUMBER : ld->traits.v[trait].type;
        if (type == T_EFFECTS || type == T_WATCHES)
            SAY(ld, n, "TRAIT-UNKNOWN", NULL, "'%s' is a list, too long for a corner", n->text);
        else if (d->ncorners == 4)
            SAY(ld, n, "VALUE-RANGE", NULL, "a card has four corners");
        else
            d->corner[d->ncorners++] = trait < 0 ? REF_NONE : (ref)trait;
    }
}

/* Zones of the table are in the middle and those of seats on each mat, so they share no row. */
static void row_read(struct loader *ld, const struct node *row, uint8_t at,
                     struct drawn_zone *zones)
{
    const struct node *n;
    int first = -1;
    if (!node_nth(row, 0)) /* limits the rows to the number of zones */
        SAY(ld, row, "VALUE-RANGE", NULL, "a row needs at least one zone");
    for (size_t i = 0; (n = node_nth(row, i)); i++) {
        int zone = read_name(ld, n, NAME_ZONE);
        if (zone < 0)
            continue;
        bool table = ld->zones.v[zone].per == PER_TABLE;
        if (zones[zone].row)
            SAY(ld, n, "KEY-CONFLICT", NULL, "'%s' is already in a row", n->text);
        else if (first >= 0 && table != (ld->zones.v[first].per == PER_TABLE))
            SAY(ld, n, "KEY-CONFLICT", NULL,
                "zones of the table and of seats cannot share a row: give '%s' its own row",
                n->text);
        zones[zone].row = at;
        zones[zone].column = (uint8_t)(i + 1);
        first = first < 0 ? zone : first;
    }
}

/* A numeric counter of cards, or -1. */
static int coordinate_read(struct loader *ld, const struct node *n)
{
    int counter = read_name(ld, n, NAME_COUNTER);

    if (counter < 0)
        return -1;
    const struct kcounter *k = &ld->counters.v[counter];
    if (k->per == PER_CARD && (k->is == V_NUMBER || k->is == TYPE_TOLD))
        return counter;
    SAY(ld, n, "COUNTER-UNKNOWN", NULL,
        "'%s' must be a counter of cards ('per: card') that is a number", n->text);
    return -1;
}

/* {ZONE: [across, down]} */
static void grids_read(struct loader *ld, const struct node *map, struct drawn_zone *zones)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct node *pair = map->item[i];
        int zone = read_name(ld, map->key[i], NAME_ZONE);
        if (pair->kind != NODE_LIST || pair->n != 2) {
            SAY(ld, pair, "VALUE-RANGE", "for example 'garden: [column, line]'",
                "a grid needs two counters of cards, for across and down");
            continue;
        }
        int across = coordinate_read(ld, pair->item[0]),
            down = coordinate_read(ld, pair->item[1]);
        if (zone < 0 || across < 0 || down < 0)
            continue;
        zones[zone].across = (ref)across;
        zones[zone].down = (ref)down;
    }
}

void drawing_load(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "layout"), *rows;
    struct drawn_zone *zones = arena_alloc(ld->mem, (ld->zones.n + 1) * sizeof *zones);
    struct drawing *d = &ld->def->drawing;
    if (!read_is_map(ld, map, "layout"))
        map = NULL;
    keys_check(ld, map, AT_LAYOUT);
    d->colour = colour_read(ld, node_get(map, "colour"));
    d->zones = zones;
    for (uint32_t z = 0; z < ld->zones.n; z++)
        zones[z].across = zones[z].down = REF_NONE;
    red_read(ld, node_get(map, "red"), d);
    corners_read(ld, node_get(map, "corners"), d);
    const struct node *small = node_get(map, "small"), *n;
    for (size_t i = 0; (n = node_nth(small, i)); i++) {
        int zone = read_name(ld, n, NAME_ZONE);
        if (zone >= 0)
            zones[zone].small = true;
    }
    rows = node_get(map, "rows");
    if (read_is_list(ld, rows, "rows"))
        for (size_t i = 0; i < rows->n; i++)
            row_read(ld, rows->item[i], (uint8_t)(i + 1), zones);
    read_file(ld, node_get(map, "template"), "an SVG file", ".svg", &d->face);
    const struct node *grids = node_get(map, "grids");
    if (read_is_map(ld, grids, "grids"))
        grids_read(ld, grids, zones);
}

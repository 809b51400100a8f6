/* pitfalls.c: warnings about rules that load but are probably mistakes: OF-OWNER CARDS-NOWHERE
 * WATCH-ZONE COUNTER-HIDDEN WORD-ALONE LIST-UNNAMED VALUE-EMPTY RESULT-NONE FOREVER. */
#include <string.h>

#include "load/parts.h"

/* ---- OF-OWNER: cards on the table without an owner --------------------------------- */

static bool on_table(const struct loader *ld, unsigned zone)
{
    return ld->zones.v[zone].per == PER_TABLE;
}

/* Does this op move cards without an owner to another zone of the table? Notes that zone. */
static bool spreads(const struct loader *ld, const struct kop *op, bool *nobodys)
{
    bool deals = op->op == OP_DEAL || op->op == OP_FILL, from = false;
    int32_t to = deals ? op->to : -1;

    if ((op->op == OP_MOVE || op->op == OP_MAKE) && op->from == REF_NONE)
        expr_is_const(ld, op->to, &to);
    if (to < 0 || (uint32_t)to >= ld->zones.n || !on_table(ld, (unsigned)to) || nobodys[to])
        return false;
    if (deals)
        from = op->zone < ld->zones.n && nobodys[op->zone];
    for (int i = 0, z; !deals && (z = zone_in(ld, op->cards, i)) >= 0; i++)
        from |= nobodys[z];
    nobodys[to] = from;
    return from;
}

/* In a table zone where some seats do not see face-up cards, cards lose their owner
 * (zone_forget). */
static bool forgets(const struct loader *ld, unsigned zone)
{
    return on_table(ld, zone) && ld->zones.v[zone].up != SIGHT_ALL;
}

/* Finds the zones of the table with cards that have no owner: from the start, by zone_forget, or
 * moved from such a zone. */
static void find_nobodys(const struct loader *ld, bool *nobodys)
{
    bool more = true;

    for (uint32_t z = 0; z < ld->zones.n; z++)
        nobodys[z] = forgets(ld, z) || (on_table(ld, z) && ld->zones.v[z].nhold > 0);
    while (more) {
        more = false;
        for (uint32_t i = 0; i < ld->prog.n; i++)
            more |= spreads(ld, &ld->prog.v[i], nobodys);
    }
}

/* Checks an `of`: it finds no card without an owner. */
static void owners_check(struct loader *ld, ref sel, const bool *nobodys)
{
    const struct kselect *s = &ld->sels.v[sel];
    const struct node at = node_at(&ld->pos.v[s->src_pos]);
    bool seats = false, forgotten = true;
    int table = -1, first = zone_in(ld, sel, 0);

    for (int i = 0, z; (z = zone_in(ld, sel, i)) >= 0; i++) {
        seats |= !on_table(ld, (unsigned)z);
        forgotten &= forgets(ld, (unsigned)z);
        table = nobodys[z] ? z : table;
    }
    if (!s->of_given || first < 0 || !s->src_pos)
        return;
    bool all = s->of != REF_NONE &&
               (ld->seats.v[s->of].op == SS_ALL || ld->seats.v[s->of].op == SS_SEATS);
    if (all && seats && table >= 0)
        WARN(ld, &at, "OF-OWNER",
             "use two selectors: zones of seats with 'of', zones of the table without",
             "on the table 'of' means the owner, so it skips cards in '%s' without one",
             ld->zone_names.v[table].id);
    if (forgotten) /* cards lose their owner there */
        WARN(ld, &at, "OF-OWNER",
             "leave 'of' out, or use a zone of seats or one that everyone sees",
             "cards in '%s' have no owner, so 'of' finds none", ld->zone_names.v[first].id);
}

/* ---- CARDS-NOWHERE: no zone holds any card ------------------------------------------- */

static void nowhere_pitfall(struct loader *ld)
{
    const struct node *zones = node_get(ld->root, "zones");

    for (uint32_t z = 0; z < ld->zones.n; z++)
        if (ld->diags->errors || ld->zones.v[z].nhold || node_get(zones->item[z], "holds"))
            return;
    if (ld->zones.n && ld->card_infos.n)
        WARN(ld, zones, "CARDS-NOWHERE", "write 'holds: [{}]' in the zone where they start",
             "no zone holds any of the cards");
}

/* ---- WATCH-ZONE: the zone of a card after its move -------------------------------- */

static void watch_check(struct loader *ld, const struct kwatch *w)
{
    int first = zone_in(ld, w->cards, 0);

    for (int i = 0, z; (z = zone_in(ld, w->cards, i)) >= 0; i++)
        if (z == w->id)
            return;
    if (w->event != EV_MOVE || first < 0)
        return;
    const struct node at = node_at(&ld->pos.v[w->src]);
    WARN(ld, &at, "WATCH-ZONE",
         arena_printf(ld->mem, "cards: {zone: %s%s, …}", ld->zone_names.v[w->id].id,
                      on_table(ld, w->id) ? "" : ", of: all"),
         "it never acts: a card that moved to '%s' is not among the cards in '%s'",
         ld->zone_names.v[w->id].id, ld->zone_names.v[first].id);
}

/* ---- COUNTER-HIDDEN: a hidden card gets a counter ---------------------------------- */

/* Is it a set that some seats do not see? */
static bool is_hidden_set(const struct loader *ld, const struct node *name)
{
    int z = name->kind == NODE_SCALAR ? name_index(ld, name->text, NAME_ZONE) : -1;

    return z >= 0 && ld->zones.v[z].as == AS_SET && ld->zones.v[z].up != SIGHT_ALL;
}

/* Are all zones that a selector searches such sets? */
static bool finds_hidden(const struct loader *ld, const struct node *sel)
{
    const struct node *zone = node_get(sel, "zone");

    if (!sel || sel->kind != NODE_MAP || node_get(sel, "among") || node_get(sel, "any"))
        return false;
    if (!zone)
        zone = node_get(ld->field, "zone");
    bool hidden = node_nth(zone, 0);
    for (size_t i = 0; node_nth(zone, i); i++)
        hidden &= is_hidden_set(ld, node_nth(zone, i));
    return hidden;
}

/* Checks the steps of a `do` that mark a card chosen there, up to the first that may move it. */
static void marks_check(struct loader *ld, const struct node *list)
{
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *entry = list->item[i], *add = node_get(entry, "add");
        const struct node *step = add ? add : node_get(entry, "set");
        if (!step || node_get(entry, "if"))
            return;
        const struct node *key = NULL, *cards = node_get(step, "cards");
        for (size_t k = 0; step->kind == NODE_MAP && k < step->n && !key; k++) {
            int counter = name_index(ld, step->key[k]->text, NAME_COUNTER);
            key = counter >= 0 && ld->counters.v[counter].per == PER_CARD ? step->key[k] : NULL;
        }
        if (key && (!cards || node_is(cards, "card")))
            WARN(ld, key, "COUNTER-HIDDEN",
                 "mark them after the 'move', where everyone sees them",
                 "cards in a set that not everyone sees keep no counters: this %s",
                 add ? "does nothing" : "is an error when it runs");
    }
}

static void hidden_in(struct loader *ld, const struct node *n)
{
    if (n->kind == NODE_MAP && finds_hidden(ld, node_get(n, "card")))
        marks_check(ld, node_get(n, "do"));
    for (size_t i = 0; i < n->n; i++)
        hidden_in(ld, n->item[i]);
}

/* ---- WORD-ALONE: a free word on only one card --------------------------------------- */

static bool names_word(const char *text, const char *word)
{
    return text_names(text, word, true);
}

/* Does a text of the map, except under this key, name the word? */
static bool names_beside(const struct node *map, const char *but, const char *word)
{
    for (size_t i = 0; i < map->n; i++)
        if (strcmp(map->key[i]->text, but) != 0 &&
            (names_word(map->key[i]->text, word) || node_any(map->item[i], names_word, word)))
            return true;
    return false;
}

static bool word_is_asked(const struct loader *ld, const char *word, const char *trait)
{
    if (card_find(ld, word) >= 0 ||
        names_beside(ld->root, "cards", word)) /* `this.card` reads an id */
        return true;
    for (uint32_t c = 0; c < ld->card_infos.n; c++)
        if (names_beside(ld->card_infos.v[c].node, trait, word))
            return true;
    return scripts_name(ld, word, true);
}

static int bearers(const struct loader *ld, ref set)
{
    const uint64_t *bits = &ld->bits.v[(size_t)set * ld->bit_words];
    int n = 0;

    for (int i = 0; i < ld->bit_words; i++)
        n += __builtin_popcountll(bits[i]);
    return n;
}

/* Checks a trait that is a set of free words. Shared words have a meaning. If most are unique,
 * they are only labels. */
static void words_check(struct loader *ld, uint32_t t)
{
    enum { MOST = 50 }; /* so many are searched in all files */
    int shared = 0;
    const struct words *words = &ld->trait_infos.v[t].words;
    const char *trait = ld->trait_infos.v[t].name.id;

    for (int w = 0; w < words->n; w++)
        shared += bearers(ld, (ref)(ld->traits.v[t].bits + w)) > 1;
    if (2 * shared <= words->n)
        return;
    for (int w = 0, looked = 0; w < words->n && looked < MOST; w++) {
        const struct named *word = &words->v[w];
        struct near near = near_begin(ld, word->id);

        if (bearers(ld, (ref)(ld->traits.v[t].bits + w)) != 1 ||
            (looked++, word_is_asked(ld, word->id, trait)))
            continue;
        for (int i = 0; i < words->n; i++)
            near_try(&near, i != w ? words->v[i].id : NULL);
        WARN(ld, word->node, "WORD-ALONE", hint_near(ld, near.best),
             "only this card has the word '%s' of '%s', and no rule uses it", word->id, trait);
    }
}

/* ---- LIST-UNNAMED: lists with nothing but identifiers ----------------------------------- */

static bool is_unnamed_list(const struct loader *ld, uint32_t t)
{
    const struct named *name = &ld->trait_infos.v[t].name;
    unsigned type = ld->traits.v[t].type;

    return (type == T_EFFECTS || type == T_WATCHES) && !name->untold && !name->says.by_lang[0];
}

static void lists_pitfall(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "traits");
    int n = 0;

    for (uint32_t t = 0; t < ld->traits.n; t++)
        n += is_unnamed_list(ld, t);
    for (uint32_t t = 0; t < ld->traits.n && n > 1; t++)
        if (is_unnamed_list(ld, t))
            WARN(ld, map->key[t], "LIST-UNNAMED",
                 "write its name for players: 'says: when played'",
                 "the list '%s' has no name for players, and the card has other lists",
                 ld->trait_infos.v[t].name.id);
}

/* ---- VALUE-EMPTY: a trait without a value --------------------------------------------- */

/* To YAML `points:` is null, as if it were absent. To mean that, write `~`. */
static void empty_pitfall(struct loader *ld)
{
    const struct node *told = NULL;

    for (uint32_t c = 0; c < ld->card_infos.n; c++) {
        const struct node *card = ld->card_infos.v[c].node;

        for (size_t i = 0; card && card->kind == NODE_MAP && i < card->n; i++) {
            const struct node *v = card->item[i];
            if (!node_is_null(v) || v->len)
                continue;
            /* with `for` many cards share the place */
            if (!told || told->src != v->src || told->line != v->line || told->col != v->col)
                WARN(ld, v, "VALUE-EMPTY", "write a value, or ~ if there is none",
                     "nothing follows '%s:'", card->key[i]->text);
            told = v;
        }
    }
}

/* ---- RESULT-NONE, FOREVER: no winner, no end -------------------------------------------- */

/* The first loop of a list of phases without an end, or NULL. */
static const struct node *endless(const struct node *list)
{
    const struct node *found = NULL, *n;

    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n && !found; i++) {
        bool is;
        n = node_get(list->item[i], "forever");
        found = n && node_bool(n, &is) && is && !node_get(list->item[i], "while") ? n : NULL;
        found = found ? found : endless(node_get(list->item[i], "phases"));
        found = found ? found : endless(node_get(list->item[i], "else"));
    }
    return found;
}

static void end_pitfall(struct loader *ld)
{
    const struct node *loop = endless(node_get(ld->root, "phases"));
    bool finishes = scripts_name(ld, "finish", false);

    for (uint32_t i = 0; i < ld->prog.n; i++)
        finishes |= ld->prog.v[i].op == OP_FINISH;
    if (ld->diags->errors || finishes) /* with errors, parts may be missing */
        return;
    if (loop)
        WARN(ld, loop, "FOREVER", "write a 'finish' in it, or 'while:' or 'repeat:' instead",
             "nothing ends the game, because no rule has a 'finish'");
    if (!node_get(ld->root, "result"))
        WARN(ld, ld->root, "RESULT-NONE", "write 'result: {score: FORMULA}', or a 'finish'",
             "nobody ever wins: no 'result' and no 'finish'");
}

void pitfalls_check(struct loader *ld)
{
    bool nobodys[CAP_zones + 1] = {false};

    end_pitfall(ld);
    nowhere_pitfall(ld);
    find_nobodys(ld, nobodys);
    for (uint32_t i = 0; i < ld->sels.n; i++)
        owners_check(ld, (ref)i, nobodys);
    for (uint32_t i = 0; i < ld->watches.n; i++)
        watch_check(ld, &ld->watches.v[i]);
    hidden_in(ld, ld->root);
    for (uint32_t c = 0; c < ld->card_infos.n; c++)
        hidden_in(ld, ld->card_infos.v[c].node);
    for (uint32_t t = 0; t < ld->traits.n; t++)
        if (node_is(node_get(section(ld, "traits")->item[t], "set_of"), "word"))
            words_check(ld, t);
    lists_pitfall(ld);
    empty_pitfall(ld);
}

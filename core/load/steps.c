/* steps.c: compiles the steps (kernel/steps.def) to ops. For `choose` see actions.c.
 *
 * The same function compiles a leaf of `phases`, the `do` of an action, verb or watcher, and a
 * bare step in a card's list. The scope says what is bound there.
 */
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

/* The step being compiled. */
struct step {
    struct loader *ld;
    struct code *code;
    const struct node *key, *map; /* its name; its parameters */
    const struct place *place;
};

/* ---- parameters ---- */

static const struct node *param(const struct step *s, const char *key)
{
    return node_get(s->map, key);
}

static ref opt_seats(const struct step *s, const char *key)
{
    return compile_seats(s->ld, param(s, key), &s->place->sc);
}

/* Seats; by default `you`, if there is one. HINT: what to write; NULL: `KEY: all`. */
static ref who_or(const struct step *s, const char *key, const char *hint)
{
    const struct node *n = param(s, key);
    if (n)
        return compile_seats(s->ld, n, &s->place->sc);
    if (!hint)
        hint = arena_printf(s->ld->mem, "write '%s: all', or put it into an 'each'", key);
    if (!s->place->sc.you)
        SAY(s->ld, s->key, "WHO-MISSING", hint, "it is nobody's turn here, so '%s' needs '%s'",
            s->key->text, key);
    return REF_NONE;
}

static ref who(const struct step *s, const char *key)
{
    return who_or(s, key, NULL);
}

static ref cards(const struct step *s)
{
    const struct node *n = param(s, "cards");
    if (n)
        return compile_cards(s->ld, n, &s->place->sc);
    if (s->place->sc.card[BOUND_CARD])
        return select_bound(s->ld, BOUND_CARD, s->key);
    SAY(s->ld, s->key, "SLOT-UNBOUND", "write 'cards: …'",
        "'%s' needs 'cards', because no card was chosen here", s->key->text);
    return REF_NONE;
}

static ref zone(const struct step *s, const char *key)
{
    const struct node *n = param(s, key);
    int z = n ? zone_of_name(s->ld, n, &s->place->sc) : -1;
    return z < 0 ? REF_NONE : (ref)z;
}

static ref number(const struct step *s, const char *key)
{
    return compile_expr(s->ld, param(s, key), &s->place->sc, V_NUMBER);
}

static bool per_seat(const struct step *s, ref zone)
{
    return zone != REF_NONE && zone < s->ld->zones.n && s->ld->zones.v[zone].per != PER_TABLE;
}

/* ---- the steps ---- */

/* A hint for a `deal` to a zone of the table, which has no seat. */
static const char *deal_hint(const struct step *s, const struct kop *op)
{
    const struct node *count = param(s, "count");
    if (op->to == REF_NONE || op->zone == REF_NONE || per_seat(s, op->to))
        return NULL;
    return arena_printf(s->ld->mem, "write 'move: {cards: {zone: %s, first: %s}, to: %s}'",
                        param(s, "from")->text,
                        !count                       ? "1"
                        : count->kind == NODE_SCALAR ? count->text
                                                     : "…",
                        param(s, "to")->text);
}

/* Warns of a deal from, or shuffle of, a zone without order: `as: pile` is probably missing. */
static void wants_order(const struct step *s, const char *key, ref zone, const char *what)
{
    if (zone != REF_NONE && zone < s->ld->zones.n && s->ld->zones.v[zone].as == AS_SET &&
        s->ld->card_infos.n > 1)
        WARN(s->ld, param(s, key), "SET-ORDER", "give the zone 'as: pile'",
             "'%s' is a set without an order: %s", s->ld->zone_names.v[zone].id, what);
}

static const char *const first_ones = "these are the first of the card files";

static void load_deal(struct step *s, struct kop *op)
{
    wants_order(s, "from", op->zone, first_ones);
    if (op->to == op->zone && op->to < s->ld->zones.n)
        WARN(s->ld, param(s, "from"), "KEY-CONFLICT", NULL,
             "'%s' is dealt from itself, so a dealt card may be dealt again",
             s->ld->zone_names.v[op->to].id);
    op->who = who_or(s, "who", deal_hint(s, op));
    op->count = compile_amount(s->ld, "count", param(s, "count"), &s->place->sc);
}

static void place_of(struct step *s, struct kop *op)
{
    const struct node *n = param(s, "place");
    if (!n)
        return;
    if (n->kind == NODE_SCALAR && !(n->text[0] >= '0' && n->text[0] <= '9'))
        site_one_of(s->ld, n, "first last");
    if (node_is(n, "first")) {
        op->place = PLACE_FIRST;
    } else if (!node_is(n, "last")) {
        int64_t at;
        op->place = PLACE_AT;
        op->count = number(s, "place");
        if (node_int(n, &at) && at < 1)
            SAY(s->ld, n, "VALUE-RANGE", "'first', 'last', or a number from 1",
                "places begin with 1");
    }
}

/* `owner`: a seat, or none. In a seat's zone or a hidden one the owner is fixed. */
static void owner_of(struct step *s, struct kop *op)
{
    const struct node *n = param(s, "owner");
    int32_t zone;
    if (!n)
        return;
    bool none = node_is(n, "none");
    op->from = none ? expr_const(s->ld, -1) : compile_seat(s->ld, n, &s->place->sc);
    if (!expr_is_const(s->ld, op->to, &zone))
        return;
    if (per_seat(s, (ref)zone))
        SAY(s->ld, n, "KEY-CONFLICT", "use 'of' to say whose zone it is",
            "'%s' is a seat's zone, so its cards belong to that seat",
            s->ld->zone_names.v[zone].id);
    else if (s->ld->zones.v[zone].up != SIGHT_ALL)
        SAY(s->ld, n, "KEY-CONFLICT", NULL,
            "not everyone sees the cards in '%s', so they have no owner there",
            s->ld->zone_names.v[zone].id);
}

/* The step's text in the log in place of the usual one. `none`: no line. */
static void step_says(struct step *s, struct kop *op)
{
    static const char *const ids[] = {"who", "cards", "what"};
    const struct node *n = param(s, "says");
    if (!n)
        return;
    struct named named = {0};
    says_or_none(s->ld, s->map, &named);
    text_places_check(s->ld, n, ids, op->op == OP_TELL ? 3 : 2, NULL);
    op->list = (ref)s->ld->step_texts.n;
    TABLE_ADD(s->ld, step_texts, named.untold ? (struct text){{""}} : named.says);
}

#define load_turn step_says

/* Refuses to move ownerless table cards that some seat does not see to a seat's zone, if there
 * is no `you`. */
static void goes_to_somebody(struct step *s, const struct kop *op)
{
    int32_t to;
    if (s->place->sc.you || op->of != REF_NONE || !expr_is_const(s->ld, op->to, &to) ||
        !per_seat(s, (ref)to))
        return;
    for (int i = 0, z; (z = zone_in(s->ld, op->cards, i)) >= 0; i++) {
        const struct kzone *from = &s->ld->zones.v[z];
        if (from->per == PER_TABLE && from->up != SIGHT_ALL)
            SAY(s->ld, s->key, "WHO-MISSING",
                "write 'of: SEAT', or 'deal: {who: all, …}', or put it into an 'each'",
                "whose '%s'? The cards of '%s' are nobody's, and it is nobody's turn here, so "
                "'you' is unknown here",
                s->ld->zone_names.v[to].id, s->ld->zone_names.v[z].id);
    }
}

static void load_move(struct step *s, struct kop *op)
{
    step_says(s, op);
    const struct node *of = param(s, "of");
    int32_t zone;
    op->to = compile_expr(s->ld, param(s, "to"), &s->place->sc, V_ZONE);
    op->of = compile_seat(s->ld, of, &s->place->sc);
    if (of && expr_is_const(s->ld, op->to, &zone) && !per_seat(s, (ref)zone))
        SAY(s->ld, of, "KEY-CONFLICT", NULL, "'%s' is a zone of the table, so it has no owner",
            s->ld->zone_names.v[zone].id);
    owner_of(s, op);
    place_of(s, op);
    if (read_flag(s->ld, s->map, "reversed", false))
        op->flags |= MOVE_REVERSED;
    goes_to_somebody(s, op);
}

static void load_make(struct step *s, struct kop *op)
{
    const struct node *of = param(s, "of");
    int32_t to;
    step_says(s, op);
    op->to = compile_expr(s->ld, param(s, "to"), &s->place->sc, V_ZONE);
    op->of = compile_seat(s->ld, of, &s->place->sc);
    op->cards = make_cards(s->ld, param(s, "card"), &s->place->sc);
    op->count = compile_amount(s->ld, "count", param(s, "count"), &s->place->sc);
    if (!of && expr_is_const(s->ld, op->to, &to) && per_seat(s, (ref)to))
        who_or(s, "of", "write 'of: SEAT', or put it into an 'each'");
}

static void load_pass(struct step *s, struct kop *op)
{
    struct place giver = *s->place;
    struct step inner = *s;
    giver.sc.you = true;
    inner.place = &giver;
    if (param(s, "cards"))
        op->cards = cards(&inner);
    op->of = compile_seat(s->ld, param(s, "to"), &giver.sc);
    for (int i = 0, z; (z = zone_in(s->ld, op->cards, i)) >= 0; i++)
        if (!per_seat(s, (ref)z))
            SAY(s->ld, param(s, "cards"), "ZONE-OWNER", NULL,
                "'%s' is the table's, and a player passes cards of their own zones",
                s->ld->zone_names.v[z].id);
}

static void load_fill(struct step *s, struct kop *op)
{
    wants_order(s, "from", op->zone, first_ones);
    op->who = per_seat(s, op->to) ? who(s, "who") : opt_seats(s, "who");
    if (op->to != REF_NONE && op->to < s->ld->zones.n &&
        s->ld->zones.v[op->to].size == REF_NONE)
        SAY(s->ld, param(s, "zone"), "KEY-MISSING", "give the zone a 'size'",
            "'fill' needs a zone with a size");
    if (op->to != REF_NONE && op->to == op->zone)
        SAY(s->ld, param(s, "from"), "KEY-CONFLICT", NULL, "'%s' cannot be filled from itself",
            s->ld->zone_names.v[op->to].id);
}

static void load_shuffle(struct step *s, struct kop *op)
{
    op->who = per_seat(s, op->zone) ? who(s, "of") : opt_seats(s, "of");
    wants_order(s, "zone", op->zone, "nothing is shuffled");
}

static void load_trigger(struct step *s, struct kop *op)
{
    const struct node *list = param(s, "list");
    int trait = list ? read_name(s->ld, list, NAME_TRAIT) : -1;
    if (trait >= 0 && s->ld->traits.v[trait].type != T_EFFECTS &&
        s->ld->traits.v[trait].type != TYPE_TOLD)
        SAY(s->ld, list, "TRAIT-UNKNOWN", NULL, "'%s' is not a list of effects", list->text);
    op->list = (ref)(trait < 0 ? 0 : trait);
    op->who = opt_seats(s, "who");
}

/* ---- add, set ---- */

/* A set of words. In `add` they are added, or removed if written with a minus. */
static ref words_value(const struct step *s, const struct kcounter *k, const struct node *n,
                       const struct scope *sc, bool add)
{
    bool less = add && n->kind == NODE_SCALAR && n->text[0] == '-';
    if (less)
        n = node_new_scalar(s->ld->mem, n->src, n->line, n->col + 1, n->text + 1, n->len - 1,
                            n->plain);
    ref set = compile_words(s->ld, n, sc, k->trait);
    int32_t known;
    return !less || set == REF_NONE ? set
           : expr_is_const(s->ld, set, &known)
               ? expr_const(s->ld, ~known)
               : expr_add(s->ld, n, X_SUB, expr_const(s->ld, -1), set, 0);
}

/* The new value of a counter. */
static ref counter_value(const struct step *s, const struct kcounter *k, const struct node *n,
                         bool add)
{
    struct scope sc = s->place->sc;
    bool none = node_is_null(n) || node_is(n, "none");
    sc.card[BOUND_IT] = sc.card[BOUND_IT] || k->per == PER_CARD;
    switch (k->is) {
    case TYPE_TOLD: return REF_NONE;
    case V_FLAG: return compile_cond(s->ld, n, &sc);
    case V_SEAT: return none ? expr_const(s->ld, -1) : compile_seat(s->ld, n, &sc);
    case V_CARD: return none ? expr_const(s->ld, -1) : compile_expr(s->ld, n, &sc, V_CARD);
    case V_WORD: return none ? expr_const(s->ld, -1) : compile_word(s->ld, n, &sc, k->trait);
    case V_WORDS: return none ? expr_const(s->ld, 0) : words_value(s, k, n, &sc, add);
    default: return compile_expr(s->ld, n, &sc, V_NUMBER);
    }
}

/* Writes the assignments. Returns whose counters they are: bit 1 game, 2 seats, 4 cards; 8: some
 * are unknown after an error. */
static unsigned assign(struct step *s, struct kop *op, const struct node *map)
{
    struct loader *ld = s->ld;
    unsigned per = 0;
    for (size_t i = 0; i < map->n; i++) {
        const struct node *key = map->key[i], *parts = byword_spread(ld, key, map->item[i]);
        const struct name *name = name_find(ld, key->text);
        if (byword_words(ld, key->text))
            per |= parts ? assign(s, op, parts) : 8u;
        if (is_among("who cards", key->text) || !name || name->kind != NAME_COUNTER)
            continue;
        if (op->n == K_MAX_COUNTERS) {
            SAY(ld, key, "LIMIT-COUNTERS", NULL, "more than %d counters in one step",
                K_MAX_COUNTERS);
            break;
        }
        const struct kcounter *k = &ld->counters.v[name->index];
        per |= k->per == PER_GAME ? 1u : k->per == PER_CARD ? 4u : 2u;
        if (op->op == OP_ADD && k->is != V_NUMBER && k->is != V_WORDS && k->is != TYPE_TOLD) {
            SAY(ld, key, "COUNTER-KIND", "use 'set'",
                "'%s' is not a number, so nothing can be added", key->text);
            continue;
        }
        ref value = counter_value(s, k, map->item[i], op->op == OP_ADD);
        TABLE_ADD(ld, assigns, ((struct kassign){name->index, value}));
        op->n++;
    }
    return per;
}

/* Reports counters for cards that cannot keep them: `add` would do nothing, and `set` would be
 * wrong. */
static void hidden_counters(struct step *s, ref sel)
{
    bool kept = zone_in(s->ld, sel, 0) < 0;
    for (int i = 0, z; (z = zone_in(s->ld, sel, i)) >= 0; i++) {
        const struct kzone *k = &s->ld->zones.v[z];
        uint8_t face = s->ld->sels.v[sel].face;
        kept |= k->as != AS_SET || (face != FACE_DOWN && k->up == SIGHT_ALL) ||
                (face != FACE_UP && k->down == SIGHT_ALL);
    }
    const char *hint = "mark them after the 'move', where everyone sees them",
               *what = "cards in a set that not everyone sees keep no counters";
    if (!kept && strcmp(s->key->text, "set") == 0)
        SAY(s->ld, s->key, "COUNTER-HIDDEN", hint, "%s: there is nothing to set", what);
    else if (!kept)
        WARN(s->ld, s->key, "COUNTER-HIDDEN", hint, "%s: this does nothing", what);
}

static void load_add(struct step *s, struct kop *op)
{
    size_t before = s->ld->diags->errors;
    op->list = (ref)s->ld->assigns.n;
    unsigned per = assign(s, op, s->map);
    if (op->n == 0 && !(per & 8u) && s->ld->diags->errors == before)
        SAY(s->ld, s->key, "KEY-MISSING", NULL, "'%s' needs a counter", s->key->text);
    if (per & 4u && per & 3u)
        SAY(s->ld, s->key, "COUNTER-KIND", "write two steps",
            "counters of cards and others in one '%s'", s->key->text);
    if (per == 4u && param(s, "who"))
        SAY(s->ld, param(s, "who"), "COUNTER-KIND", "use 'cards'",
            "these are counters of cards");
    if (!(per & 4u) && param(s, "cards") && op->n)
        SAY(s->ld, param(s, "cards"), "COUNTER-KIND", "use 'who'",
            "these are not counters of cards");
    if (per & 4u)
        hidden_counters(s, op->cards = cards(s));
    else
        op->who = per & 2u ? who(s, "who") : opt_seats(s, "who");
}

#define load_set load_add

/* ---- block, finish, run ---- */

static void mask_add(struct step *s, struct kop *op, enum mask_kind kind, int what)
{
    if (what < 0)
        return;
    TABLE_ADD(s->ld, masks, ((struct kmask){(uint8_t)kind, (uint16_t)what}));
    op->n++;
}

static void load_show(struct step *s, struct kop *op)
{
    const struct node *lasts = param(s, "lasts");
    bool sets = zone_in(s->ld, op->cards, 0) >= 0;
    op->n = lasts != NULL;
    op->lasts = read_lasts(s->ld, lasts);
    for (int i = 0, z; (z = zone_in(s->ld, op->cards, i)) >= 0; i++)
        sets &= s->ld->zones.v[z].as == AS_SET;
    if (lasts && sets)
        SAY(s->ld, lasts, "SHOW-SET", "'as: row' or 'as: pile' in the zone",
            "cards of a set have no places, so a known card is lost among them");
}

static void tells_something(struct loader *ld, const struct node *map, const char *key)
{
    if (map && map->kind == NODE_MAP && !map->n)
        SAY(ld, map, "KEY-MISSING", NULL,
            "'%s' has no trait, so it tells nothing about the cards", key);
}

static void load_tell(struct step *s, struct kop *op)
{
    const struct node *are = param(s, "are"), *not = param(s, "are_not");
    step_says(s, op);
    op->of = compile_written(s->ld, are, &s->place->sc);
    op->from = compile_written(s->ld, not, &s->place->sc);
    if (!are && !not )
        SAY(s->ld, s->key, "KEY-MISSING", NULL, "'tell' needs 'are' or 'are_not'");
    tells_something(s->ld, are, "are");
    tells_something(s->ld, not, "are_not");
}

static void load_say(struct step *s, struct kop *op)
{
    const struct node *says = param(s, "says"), *card = param(s, "card");
    struct named named = {0};
    says_or_none(s->ld, s->map, &named);
    if (named.untold || (says->kind == NODE_SCALAR && !says->len))
        SAY(s->ld, says, "TEXT-NONE", "leave the step out", "this 'say' has no text");
    else
        say_text_check(s->ld, s->map);
    op->of = compile_seat(s->ld, param(s, "seat"), &s->place->sc);
    op->from = compile_said(s->ld, param(s, "word"), &s->place->sc, &op->n);
    if (card && card->kind == NODE_LIST)
        SAY(s->ld, card, "TYPE", "write a 'say' for each",
            "a 'say' takes one card, not a list");
    else if (card)
        op->cards = compile_cards(s->ld, card, &s->place->sc);
    op->list = (ref)s->ld->step_texts.n;
    TABLE_ADD(s->ld, step_texts, named.says);
}

static void load_block(struct step *s, struct kop *op)
{
    const struct node *add = param(s, "add"), *move = param(s, "move");
    size_t before = s->ld->diags->errors;
    op->list = (ref)s->ld->masks.n;
    for (size_t i = 0; node_nth(add, i); i++)
        mask_add(s, op, MASK_ADD, read_name(s->ld, node_nth(add, i), NAME_COUNTER));
    if (param(s, "turn")) {
        int face = read_enum(s->ld, s->map, "turn", "up down", -1);
        mask_add(s, op, MASK_TURN, face < 0 ? -1 : face == 0 ? FACE_UP : FACE_DOWN);
    }
    if (move)
        mask_add(s, op, MASK_MOVE, zone_of_name(s->ld, move, &s->place->sc));
    if (op->n == 0 && s->ld->diags->errors == before)
        SAY(s->ld, s->key, "KEY-MISSING", NULL, "'block' needs 'add', 'turn' or 'move'");
    op->who = who(s, "who");
    op->lasts = read_lasts(s->ld, param(s, "lasts"));
}

static void load_finish(struct step *s, struct kop *op)
{
    const struct node *because = param(s, "because");
    const char *hint =
        because && because->kind == NODE_SCALAR && because->len
            ? arena_printf(s->ld->mem, "write 'because: {%s: true}'", because->text)
            : NULL;
    bool is_map = read_is_map_or(s->ld, because, "because", hint);
    site_note(s->ld, SITE_LIST, is_map ? because : NULL, 0);
    struct kreason got[CAP_REASONS];
    op->list = (ref)s->ld->reasons.n;
    if (is_map && because->n > CAP_REASONS)
        SAY(s->ld, because, "LIMIT-REASONS", NULL, "more than %d reasons", CAP_REASONS);
    for (; is_map && op->n < because->n && because->n <= CAP_REASONS; op->n++) {
        const struct node *cond = because->item[op->n];
        int word = read_text_word(s->ld, because->key[op->n]);
        ref r = node_is(cond, "true") && cond->plain ? REF_NONE
                                                     : compile_cond(s->ld, cond, &s->place->sc);
        got[op->n] = (struct kreason){(uint16_t)(word < 0 ? 0 : word), r};
    }
    for (int i = 0; i < op->n; i++)
        TABLE_ADD(s->ld, reasons, got[i]);
    op->who = opt_seats(s, "won");
    op->from = opt_seats(s, "lost");
}

static void emit_run(struct step *s)
{
    const char *name = read_word(s->ld, s->map, "the name of a script's step");
    struct kop op = op_new(s->ld, OP_HOOK, s->map);
    if (!s->place->leaf)
        SAY(s->ld, s->key, "RUN-PLACE", "use a verb of a script instead",
            "'run' is possible only directly in 'phases'");
    if (!name)
        return;
    op.list = hook_of(s->ld, "step", name);
    code_emit(s->code, op);
}

static void emit_choose(struct step *s)
{
    choose_emit(s->ld, s->code, s->key, s->map, s->place);
}

static void emit_spend(struct step *s)
{
    struct sites *sites = s->ld->sites;
    struct place inner = *s->place;
    const struct node *steps = NULL;
    if (!s->place->sc.you)
        SAY(s->ld, s->key, "WHO-MISSING", "put it into an 'each'",
            "it is nobody's turn here, so nobody can spend anything");
    else if (read_is_map_or(s->ld, s->map, "'spend'", "write 'spend: {COUNTER: card.COST}'") &&
             keys_check(s->ld, s->map, AT_SPEND))
        steps = byword_spend(s->ld, s->key, s->map);
    if (!steps)
        return;
    inner.leaf = false;
    s->ld->sites = NULL; /* they stand in no file */
    steps_compile(s->ld, s->code, steps, &inner);
    s->ld->sites = sites;
}

/* ---- an entry ---- */

/* Is a key of the map a language of the ruleset, or written like one? */
static bool in_languages(const struct loader *ld, const struct node *map)
{
    bool is = false;
    for (size_t i = 0; i < map->n; i++)
        is |= strlen(map->key[i]->text) == 2 ||
              PLACE_OF(ld->def->languages, ld->def->nlanguages, map->key[i]->text) >= 0;
    return is;
}

/* `say: TEXT` as {says: TEXT}. NULL: it is a map already, or no text. */
static const struct node *as_says(struct loader *ld, const struct node *value)
{
    if (!text_alone(value) || (value->kind == NODE_MAP && !in_languages(ld, value)))
        return NULL;
    struct node *map = node_map_at(ld->mem, value);
    node_map_add(ld->mem, map, node_word_at(ld->mem, value, "says"), node_copy(ld->mem, value));
    return map;
}

#define ROW(id, name) AT_##id, NULL, NULL
#define OWN(id, name) AT_##id, load_##name, NULL
#define ALL(id, name) AT_STEP, NULL, emit_##name
static const struct row {
    const char *name;
    enum op op;
    enum key_place keys;
    void (*load)(struct step *s, struct kop *op); /* handles keys without a row in `fields` */
    void (*emit)(struct step *s);                 /* replaces everything else */
    bool text;                                    /* a text alone is its `says` */
} rows[] = {
#define STEP(id, name, run, load, ...)      {#name, OP_##id, load(id, name), false},
#define TEXT_STEP(id, name, run, load, ...) {#name, OP_##id, load(id, name), true},
#include "kernel/steps.def"
    {"spend", OP_COUNT, AT_SPEND, NULL, emit_spend, false}, /* other steps: byword.c */
};
static const struct {
    enum op op;
    const char *key;
    enum key_type type;
    size_t at; /* offset in struct kop; 0: the step's own function reads it */
} fields[] = {
#define KEY(id, name, type, needed, field, ...)                                                \
    {OP_##id, #name, KT_##type, offsetof(struct kop, field)},
#include "kernel/steps.def"
};

/* Fills the fields for keys of the step. */
static void fill_fields(const struct step *s, struct kop *op)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        ref *to = (ref *)(void *)((char *)op + fields[i].at);
        if (fields[i].op != op->op || !fields[i].at)
            continue;
        switch (fields[i].type) {
        case KT_CARDS: *to = cards(s); break;
        case KT_SEATS: *to = who(s, fields[i].key); break;
        case KT_ZONE: *to = zone(s, fields[i].key); break;
        case KT_FORMULA: *to = number(s, fields[i].key); break;
        default:
            op->face = read_enum(s->ld, s->map, "face", "up down", 0) ? FACE_DOWN : FACE_UP;
        }
    }
}

/* What a list under an unknown key of `phases` probably means. */
static const char *hint_phase(struct loader *ld, const struct node *key)
{
    return arena_printf(
        ld->mem, "for a phase of that name, write '- name: %s' and 'phases: […]'", key->text);
}

/* What a plain value such as `turn: up` probably means: the first needed key; for a list, phases
 * of that name. NULL: unknown. */
static const char *meant_map(struct loader *ld, const struct node *key,
                             const struct node *value, enum key_place at,
                             const struct place *place)
{
    if (value->kind == NODE_LIST && place->keys == AT_PHASE)
        return hint_phase(ld, key);
    if (value->kind != NODE_SCALAR || node_is_null(value))
        return NULL;
    if (at == AT_SET || at == AT_ADD) /* `turn = left`, `ended` */
        return arena_printf(ld->mem, "write '%s: {%.*s: %s}'", key->text,
                            (int)strcspn(value->text, " =+-"), value->text,
                            strchr(value->text, '=')
                                ? strchr(value->text, '=') + 1 +
                                      strspn(strchr(value->text, '=') + 1, " ")
                                : "true");
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && load_keys[i].needed)
            return arena_printf(ld->mem, "write '%s: {%s: %s}'", key->text, load_keys[i].key,
                                value->text);
    return NULL;
}

void step_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place)
{
    struct step s = {ld, code, key, value, place};
    const struct row *row = rows;
    if (!key_row(AT_STEP, key->text)) {
        call_emit(ld, code, key, value, place);
        return;
    }
    while (strcmp(row->name, key->text) != 0)
        row++;
    if (row->emit) {
        row->emit(&s);
        return;
    }
    if (row->text && value->kind != NODE_MAP && !text_alone(value)) {
        SAY(ld, value, "TEXT", "write a text, or {says: …} with its values",
            "'%s' needs a text", key->text);
        return;
    }
    const struct node *text = row->text ? as_says(ld, value) : NULL;
    s.map = value = text ? text : value;
    if (!read_is_map_or(ld, value, arena_printf(ld->mem, "'%s'", key->text),
                        meant_map(ld, key, value, row->keys, place)) ||
        !keys_check(ld, value, row->keys))
        return;
    struct kop op = op_new(ld, row->op, key);
    fill_fields(&s, &op);
    if (row->load)
        row->load(&s, &op);
    code_emit(code, op);
}

bool is_loop(const char *key)
{
    return is_among("phases repeat forever while each between", key);
}

void say_loop(struct loader *ld, const struct node *key)
{
    SAY(ld, key, "LOOP-PLACE",
        strcmp(key->text, "each") == 0 ? "write 'each: …, do: [STEP, …]'"
                                       : "for several, use 'each' with 'do', or 'who', 'cards' "
                                         "and 'times' of a step. Else write a script",
        strcmp(key->text, "each") == 0
            ? "'%s' cannot stand beside a step"
            : "'%s' is only for phases. Among steps the only loop is 'each'",
        key->text);
}

/* Reports a key that is neither a step nor a key of the place. */
static void say_no_step(struct loader *ld, const struct node *key, const struct node *value,
                        enum key_place keys)
{
    const char *comma = hint_comma(key->text),
               *hint = comma ? comma : meant_step(ld, key->text, keys);
    if (name_index(ld, key->text, NAME_COUNTER) >= 0)
        hint =
            arena_printf(ld->mem, "to change a counter, write 'add: {%s: …}' or 'set: {%s: …}'",
                         key->text, key->text);
    if (keys == AT_PHASE && value->kind == NODE_LIST && name_syntax(key->text))
        hint = hint_phase(ld, key);
    if (keys == AT_DO && strcmp(key->text, "do") == 0)
        hint = "to put several steps under one 'if', name them in 'steps:', or write 'each: "
               "you, if: …, do: […]'";
    if (is_loop(key->text))
        say_loop(ld, key);
    else if (keys == AT_ENTRY && strcmp(key->text, "else") == 0)
        keys_unknown(ld, key, keys, keys);
    else
        SAY(ld, key, "KEY-UNKNOWN", hint, "unknown key '%s'", key->text);
}

const struct node *step_find(struct loader *ld, const struct node *entry, enum key_place keys,
                             const struct node **key)
{
    const struct node *found = NULL;
    bool other = false;
    if (entry && entry->kind == NODE_SCALAR && is_call(ld, entry->text, keys)) {
        *key = entry; /* only a name: a call without parameters */
        return node_word_at(ld->mem, entry, "");
    }
    if (bare_slip(ld, entry, keys) || !read_is_map(ld, entry, "a step"))
        return NULL;
    for (size_t i = 0; i < entry->n; i++) {
        const char *id = entry->key[i]->text;
        if (!key_row(AT_STEP, id) && !is_call(ld, id, keys)) {
            if (!key_row(keys, id) && !(other && is_loop(id))) {
                say_no_step(ld, entry->key[i], entry->item[i], keys);
                other = true;
            }
        } else if (found) {
            SAY(ld, entry->key[i], "STEP-SEVERAL", "write it as its own entry",
                "'%s' and '%s' in one entry", (*key)->text, id);
        } else {
            *key = entry->key[i];
            found = entry->item[i];
        }
    }
    if (!found && !other)
        SAY(ld, entry, "STEP-MISSING",
            node_get(entry, "else") ? "write 'if: not …' and the step of the 'else'"
            : node_get(entry, "do") && keys == AT_PHASE
                ? "write 'phases' instead of 'do', which needs 'each'"
            : node_get(entry, "do")
                ? "for several steps, name them in 'steps:', or write 'each: you, do: […]'"
                : NULL,
            "there is no step here");
    return found;
}

static void do_entry(struct loader *ld, struct code *code, const struct node *entry,
                     const struct place *place)
{
    bool each = is_each(entry);
    const struct node *key = NULL, *value = each ? entry : step_find(ld, entry, AT_DO, &key);
    if (!value)
        return;
    uint32_t unless = if_emit(ld, code, entry, &place->sc);
    if (each)
        each_emit(ld, code, entry, place);
    else
        step_emit(ld, code, key, value, place);
    if (else_emit(ld, code, entry, &unless))
        steps_compile(ld, code, node_get(entry, "else"), place);
    code_here(code, unless);
}

const char *hint_listed(const struct loader *ld, const struct node *n, const char *otherwise)
{
    for (size_t i = 0; n && n->kind == NODE_MAP && i < n->n; i++) {
        const char *key = n->key[i]->text;
        if (key_row(AT_STEP, key) || callable_find(ld, key) >= 0)
            return arena_printf(ld->mem, "write a list, even of one step: [{%s: …}]", key);
    }
    return otherwise;
}

void entries_compile(struct loader *ld, struct code *code, const struct node *list,
                     const struct place *place, entry_emit *emit)
{
    struct sites *sites = ld->sites;
    if (ld->steps_deep >= CAP_STEPS_DEEP) {
        SAY(ld, list, "LIMIT-STEPS", NULL,
            "more than %d lists of steps inside each other, counting called ones",
            CAP_STEPS_DEEP);
        return;
    }
    ld->steps_deep++;
    site_note(ld, SITE_STEPS, list, 0);
    for (size_t i = 0; i < list->n; i++) {
        ld->sites = only_says(list->item[i]) ? NULL : sites;
        emit(ld, code, list->item[i], place);
    }
    ld->sites = sites;
    ld->steps_deep--;
}

void steps_compile(struct loader *ld, struct code *code, const struct node *list,
                   const struct place *place)
{
    if (read_is_list_or(ld, list, "a list of steps",
                        hint_listed(ld, list, "write '- move: …', an entry for each step")))
        entries_compile(ld, code, list, place, do_entry);
}

int32_t steps_stretch(struct loader *ld, const struct node *list, const struct place *place)
{
    struct code code;
    struct place inner = *place;
    if (!list)
        return -1;
    code_begin(ld, &code);
    inner.leaf = false;
    steps_compile(ld, &code, list, &inner);
    return code_end(ld, &code);
}

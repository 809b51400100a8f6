/* actions.c: actions, and the step `choose` that offers them.
 *
 * A `choose` names actions in `any_of` and may define some of them there. Or it is itself one
 * action, with `card`, `do` … among its own keys. Slots are bound in order, so a later slot may
 * use an earlier one.
 */
#include <stdio.h>
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

/* slot_if: the condition of its own, if it may have one (helper, target). */
static ref part_card(struct loader *ld, const struct node *map, const char *key,
                     enum bound bound, struct scope *sc, ref *slot_if)
{
    const struct node *n = node_get(map, key), *cond = slot_if ? node_get(n, "if") : NULL;
    bool ok =
        read_is_map_or(ld, n, key, meant_zone(ld, n)) && (!cond || keys_check(ld, n, AT_SLOT));
    ref sel = REF_NONE;
    if (ok && cond)
        *slot_if = compile_cond(ld, cond, sc);
    if (ok)
        sel = cond ? compile_beside(ld, n, sc, AT_SLOT) : compile_selector(ld, n, sc);
    if (n) {
        sc->card[bound] = true;
        sc->slots &= (uint8_t) ~(1u << bound);
    }
    return sel;
}

/* The trait with the words to choose from. -1 after an error. */
static int word_trait(struct loader *ld, const struct node *n)
{
    static const char *const taken[] = {"word", "none", "done"};
    int t = read_name(ld, n, NAME_TRAIT);
    if (t < 0 || ld->traits.v[t].type == TYPE_TOLD)
        return -1;
    if (!has_words(ld, t)) {
        SAY(ld, n, "TRAIT-UNKNOWN", NULL, "'%s' is not a trait of words", n->text);
        return -1;
    }
    if (ld->trait_infos.v[t].words.n == 0)
        SAY(ld, n, "LIST-EMPTY", NULL, "'%s' has no words, so there is nothing to choose",
            n->text);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (word_find(ld, t, taken[i]) >= 0)
            SAY(ld, n, "NAME-RESERVED", NULL,
                "'%s' is a word of '%s', and means something else where a word is chosen",
                taken[i], n->text);
    return t;
}

/* To the kernel a word is a number: its index in the list. */
static void part_word(struct loader *ld, const struct node *map, struct kaction *a,
                      struct scope *sc)
{
    const struct node *word = node_get(map, "word");
    if (!word)
        return;
    if (node_get(map, "number"))
        SAY(ld, word, "KEY-CONFLICT", NULL,
            "an action chooses a 'number' or a 'word', not both");
    int t = word_trait(ld, word);
    sc->word = t + 1 ? t + 1 : -1;
    sc->number = sc->event_number = node_get(map, "number");
    if (t < 0)
        return;
    a->word = (ref)t;
    a->from = expr_const(ld, 0);
    a->to = expr_const(ld, ld->trait_infos.v[t].words.n - 1);
}

/* Is the range from `from` to `to` non-empty, as far as known? If not, reports it at the second. */
static bool ends_fit(struct loader *ld, const struct node *to, ref from, ref most)
{
    int32_t a, b;

    return !expr_is_const(ld, from, &a) || !expr_is_const(ld, most, &b) || a <= b ||
           SAY(ld, to, "VALUE-RANGE", NULL, "there is no number from %d to %d", a, b);
}

static void part_number(struct loader *ld, const struct node *map, struct kaction *a,
                        struct scope *sc)
{
    const struct node *number = node_get(map, "number");
    if (!number)
        return;
    if (read_is_map(ld, number, "number") && keys_check(ld, number, AT_NUMBER)) {
        a->from = compile_expr(ld, node_get(number, "from"), sc, V_NUMBER);
        a->to = compile_expr(ld, node_get(number, "to"), sc, V_NUMBER);
        ends_fit(ld, node_get(number, "to"), a->from, a->to);
    }
    sc->number = true;
    sc->word = 0;
}

#define MAY_NONE "to allow none at all, write 'may: true'"
/* A hint for a count below 1: `2-3` is a difference. */
static const char *count_hint(struct loader *ld, const struct node *n)
{
    int from, to;

    return n->kind == NODE_SCALAR && sscanf(n->text, "%d - %d", &from, &to) == 2 && from < to
               ? arena_printf(ld->mem, "write '{from: %d, to: %d}'", from, to)
               : MAY_NONE;
}

/* `count` of a set: a number, or {from, to}. */
static void set_count(struct loader *ld, const struct node *n, struct kaction *a,
                      const struct scope *sc)
{
    const struct node *from = node_get(n, "from"), *to = node_get(n, "to");
    int32_t most = K_MAX_CHOSEN, fewest = 1;
    if (from || to) {
        if (!keys_check(ld, n, AT_NUMBER))
            return;
        a->fewest = compile_expr(ld, from, sc, V_NUMBER);
        a->most = compile_expr(ld, to, sc, V_NUMBER);
    } else {
        a->fewest = a->most = compile_expr(ld, n, sc, V_NUMBER);
    }
    if (a->fewest == REF_NONE || a->most == REF_NONE)
        return;
    bool known = expr_is_const(ld, a->most, &most);
    if (expr_is_const(ld, a->fewest, &fewest) && fewest < 1)
        SAY(ld, from ? from : n, "VALUE-RANGE", from ? MAY_NONE : count_hint(ld, n),
            "a set needs at least one card");
    else if (known && most > K_MAX_CHOSEN)
        SAY(ld, to ? to : n, "VALUE-RANGE", NULL, "a set has at most %d cards", K_MAX_CHOSEN);
    else
        ends_fit(ld, to, a->fewest, a->most);
}

void sets_read(struct loader *ld, const struct node *n, const char *key, struct kaction *a,
               struct scope *sc)
{
    const struct node *cond = node_get(n, "if");
    if (!read_is_map_or(ld, n, key, meant_zone(ld, n)))
        return;
    if (keys_check(ld, n, AT_CHOSEN)) {
        a->cards = compile_beside(ld, n, sc, AT_CHOSEN);
        set_count(ld, node_get(n, "count"), a, sc);
    }
    sc->set = true;
    if (cond)
        a->cond = compile_cond(ld, cond, sc);
}

/* `cards`: a set. Its `if` is checked before the action's. */
static void part_set(struct loader *ld, const struct node *map, struct kaction *a,
                     struct scope *sc)
{
    const struct node *n = node_get(map, "cards");
    int32_t most = K_MAX_CHOSEN;
    if (!n)
        return;
    sets_read(ld, n, "cards", a, sc);
    if (a->most != REF_NONE && (!expr_is_const(ld, a->most, &most) || most <= K_MAX_CHOSEN) &&
        most > ld->def->k.most_chosen)
        ld->def->k.most_chosen = (uint8_t)most;
}

struct kaction no_action(void)
{
    struct kaction a = {.pc = -1};

    a.card = a.helper = a.target = a.cards = a.fewest = a.most = a.seat = a.from = a.to =
        a.word = a.cond = a.slot_if[0] = a.slot_if[1] = a.slot_if[2] = REF_NONE;
    return a;
}

static struct kaction action_read(struct loader *ld, const struct node *key,
                                  const struct node *map, const struct place *place)
{
    struct kaction a = no_action();
    struct place inner = *place;

    a.src = pos_of(ld, key);
    inner.sc.you = true;
    inner.leaf = false;
    /* its parts, and what they bind */
    const struct node *seat = node_get(map, "seat");
    a.card = part_card(ld, map, "card", BOUND_CARD, &inner.sc, NULL);
    a.helper = part_card(ld, map, "helper", BOUND_HELPER, &inner.sc, &a.slot_if[1]);
    a.target = part_card(ld, map, "target", BOUND_TARGET, &inner.sc, &a.slot_if[2]);
    part_set(ld, map, &a, &inner.sc);
    a.seat = compile_seats(ld, seat, &inner.sc);
    inner.sc.seat = inner.sc.seat || seat;
    part_number(ld, map, &a, &inner.sc);
    part_word(ld, map, &a, &inner.sc);
    struct xplace x = {ld, node_get(map, "if"), &inner.sc};
    ref cond = compile_cond(ld, x.node, &inner.sc);
    if (a.cond == REF_NONE)
        a.cond = cond;
    else if (cond != REF_NONE) /* beside that of the set */
        a.cond = expr_operate(&x, 0, X_AND, a.cond, cond, XT_FLAG).r;
    a.pc = steps_stretch(ld, node_get(map, "do"), &inner);
    return a;
}

/* Named actions have the first ids. They are reserved before any choose within a verb takes one. */
void actions_declare(struct loader *ld)
{
    const struct node *map = section(ld, "actions");
    for (size_t i = 0; i < map->n; i++) {
        struct named named = {.id = map->key[i]->text, .node = map->key[i]};
        struct kaction a = no_action();
        says_or_none(ld, map->item[i], &named);
        TABLE_ADD(ld, action_names, named);
        TABLE_ADD(ld, actions, a);
    }
}

void actions_load(struct loader *ld)
{
    const struct node *map = section(ld, "actions");
    struct place place = {scope_none(ld), false, AT_DO};
    for (size_t i = 0; i < map->n; i++) {
        if (!read_is_map(ld, map->item[i], "an action"))
            continue;
        keys_check(ld, map->item[i], AT_ACTION);
        struct kaction a = action_read(ld, map->key[i], map->item[i], &place);
        a.named = true;
        ld->actions.v[i] = a;
    }
}

/* ---- choose ---- */

#define ASKED "card cards helper target seat number word"

static const struct node *name_offered(const struct node *entry)
{
    return entry->kind == NODE_MAP && entry->n ? entry->key[0] : entry;
}

/* Compiles a named action written where it is offered. No other place can offer it. Its number,
 * or -1 after an error. */
static int offer_written(struct loader *ld, const struct node *entry, const struct place *place)
{
    const struct node *key = name_offered(entry), *map = entry->n == 1 ? entry->item[0] : NULL;
    if (!map)
        SAY(ld, entry, "KEY-CONFLICT", "for example [{fight: {…}}, {flee: {…}}]",
            "write each action as its own entry: {NAME: {says, do}}");
    if (!map || !action_name_fits(ld, key) || !read_is_map(ld, map, "an action") ||
        !keys_check(ld, map, AT_ACTION))
        return -1;
    struct kaction a = action_read(ld, key, map, place);
    struct named named = {.id = key->text, .node = key};
    a.named = true;
    says_or_none(ld, map, &named);
    action_text_check(ld, map);
    ld->here = key;
    TABLE_ADD(ld, action_names, named);
    return (int)TABLE_ADD(ld, actions, a);
}

/* Is another action with that name offered? */
static bool offered_twice(struct loader *ld, const struct node *list, size_t at)
{
    const struct node *name = name_offered(list->item[at]);
    for (size_t i = 0; i < at && name->text; i++)
        if (node_is(name_offered(list->item[i]), name->text))
            return !SAY(ld, name, "NAME-TAKEN", NULL, "'%s' is offered twice", name->text);
    return false;
}

static void offer_named(struct loader *ld, const struct node *list, const struct place *place,
                        struct kchoose *c)
{
    ref got[CAP_OFFERS] = {0};
    if (list->kind == NODE_SCALAR && list->len)
        SAY(ld, list, "TYPE-LIST", arena_printf(ld->mem, "write 'any_of: [%s]'", list->text),
            "any_of must be a list: [a, b]");
    else if (!read_is_list_or(ld, list, "any_of", "write '- NAME: {…}', an entry for each"))
        return;
    if (list->kind != NODE_LIST)
        return;
    site_note(ld, SITE_LIST, list, 0);
    if (!list->n)
        SAY(ld, list, "LIST-EMPTY", NULL,
            "'any_of' names no action, so there is nothing to choose");
    if (list->n > CAP_OFFERS)
        SAY(ld, list, "LIMIT-ACTIONS", NULL, "more than %d actions", CAP_OFFERS);
    for (size_t i = 0; i < list->n && i < CAP_OFFERS; i++) {
        const struct node *n = list->item[i];
        int a = offered_twice(ld, list, i) ? -1
                : n->kind == NODE_MAP      ? offer_written(ld, n, place)
                                           : read_name(ld, n, NAME_ACTION);
        if (a >= 0)
            got[c->nactions++] = (ref)a;
    }
    c->actions = (ref)ld->acts.n;
    for (int i = 0; i < c->nactions; i++)
        TABLE_ADD(ld, acts, got[i]);
}

static void offer_own(struct loader *ld, const struct node *key, const struct node *map,
                      const struct place *place, struct kchoose *c)
{
    struct kaction a = action_read(ld, key, map, place);
    struct named named = {.id = "", .node = key};
    says_or_none(ld, map, &named);
    if (node_get(map, "means"))
        SAY(ld, node_get(map, "means"), "KEY-CONFLICT",
            "give the action a name: 'any_of: [{NAME: {means: …}}]'",
            "only an action with a name can have 'means'");
    ld->here = key;
    ref id = (ref)TABLE_ADD(ld, actions, a);
    TABLE_ADD(ld, action_names, named);
    c->actions = (ref)TABLE_ADD(ld, acts, id);
    c->nactions = 1;
}

/* Checks that no keys of an action are beside `any_of`. False after an error at the first one. */
static bool beside_any_of(struct loader *ld, const struct node *map)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct node *key = map->key[i];
        bool steps = strcmp(key->text, "do") == 0, cond = strcmp(key->text, "if") == 0;
        if (!steps && !cond && !is_among(ASKED, key->text))
            continue;
        return SAY(
            ld, key, "KEY-CONFLICT",
            steps ? "give each action its own 'do': 'any_of: [{NAME: {…, do: […]}}]'. Write "
                    "what follows all of them after the 'choose'"
            : cond ? "write it beside 'choose', or in an action: 'any_of: [{NAME: {…, if: …}}]'"
                   : "write 'any_of: [{NAME: {…}}]', or an action under 'actions'",
            "'%s' belongs to an action, not beside 'any_of'", key->text);
    }
    return true;
}

/* {any_of: a, b} lacks its brackets, so b looks like a key. This is reported as one error. */
static bool brackets_missing(struct loader *ld, const struct node *map)
{
    const struct node *first = node_get(map, "any_of");
    const char *all = first && first->kind == NODE_SCALAR ? first->text : NULL;
    bool more = false;

    for (size_t i = 0; all && i < map->n; i++) {
        const struct name *name = name_find(ld, map->key[i]->text);
        if (!name || name->kind != NAME_ACTION || !node_is_null(map->item[i]))
            continue;
        all = arena_printf(ld->mem, "%s, %s", all, name->id);
        more = true;
    }
    if (more)
        SAY(ld, first, "TYPE-LIST", arena_printf(ld->mem, "write 'any_of: [%s]'", all),
            "any_of must be a list: [a, b]");
    return more;
}

static bool choose_keys(struct loader *ld, const struct node *key, const struct node *map)
{
    bool ok = true, named = node_get(map, "any_of"), own = node_key_among(map, ASKED);
    site_note(ld, SITE_KEYS, map, AT_CHOOSE);
    site_note(ld, SITE_KEYS, map, AT_ACTION);
    if (brackets_missing(ld, map))
        return false;
    for (size_t i = 0; i < map->n; i++)
        if (!key_row(AT_CHOOSE, map->key[i]->text) && !key_row(AT_ACTION, map->key[i]->text)) {
            keys_unknown(ld, map->key[i], AT_CHOOSE, AT_ACTION);
            ok = false;
        }
    if (named) {
        ok &= beside_any_of(ld, map);
    } else if (!own && ok) {
        SAY(ld, key, "KEY-MISSING", NULL,
            "'choose' needs 'any_of', card, cards, target, seat, number or word");
        ok = false;
    }
    return ok;
}

static void asked_read(struct loader *ld, const struct node *key, const struct node *map,
                       const struct place *place, struct kchoose *c)
{
    const struct node *who = node_get(map, "who"), *times = node_get(map, "times");
    struct scope each = place->sc;
    each.you = true;
    if (who)
        c->who = compile_seats(ld, who, &place->sc);
    else if (!place->sc.you)
        SAY(ld, key, "WHO-MISSING", "write 'who: all', or put it into an 'each'",
            "'choose' needs 'who' here");
    c->order = order_compile(ld, map, &place->sc);
    c->any = node_is(times, "any");
    if (times && !c->any)
        c->times = compile_amount(ld, "times", times, &each);
    int word = read_text_word(ld, node_get(map, "prompt"));
    c->prompt = word < 0 ? REF_NONE : (ref)word;
    struct place decliner = *place;
    decliner.sc.you = true;
    c->else_pc = steps_stretch(ld, node_get(map, "else"), place);
    c->declined_pc = steps_stretch(ld, node_get(map, "declined"), &decliner);
}

/* Can a player decline it forever? */
static void declined_check(struct loader *ld, const struct node *map, const struct kchoose *c)
{
    const struct node *declined = node_get(map, "declined");
    if (declined && !node_get(map, "may") && !c->any)
        SAY(ld, declined, "KEY-CONFLICT", "write 'may: true'",
            "'declined' needs a choice with 'may'");
    else if (declined && c->all_pass)
        SAY(ld, declined, "KEY-CONFLICT", NULL,
            "with 'done: all_pass' no pass is final, so 'declined' never happens");
}

/* A quiet choice tells nobody who could choose. */
static void quiet_check(struct loader *ld, const struct node *map, const struct kchoose *c)
{
    const struct node *quiet = node_get(map, "quiet"), *other = node_get(map, "else");
    if (c->quiet && (!c->may || c->may_if != REF_NONE))
        SAY(ld, quiet, "KEY-CONFLICT", "write 'may: true'",
            "'quiet' needs a choice that anyone may decline");
    if (c->quiet && other)
        SAY(ld, other, "KEY-CONFLICT", "write 'declined', which happens for each who passes",
            "'else' would tell that nobody had a choice, and this one is 'quiet'");
}

void choose_emit(struct loader *ld, struct code *code, const struct node *key,
                 const struct node *map, const struct place *place)
{
    struct kchoose c = {
        .else_pc = -1, .declined_pc = -1, .src = pos_of(ld, key), .settle = place->leaf};
    const struct node *may = node_get(map, "may");
    c.who = c.times = c.may_if = c.prompt = c.actions = REF_NONE;
    if (!read_is_map(ld, map, "'choose'") || !choose_keys(ld, key, map))
        return;
    asked_read(ld, key, map, place, &c);
    c.together = read_flag(ld, map, "together", false);
    c.all_pass = read_enum(ld, map, "done", "final all_pass", 0) == 1;
    if (c.all_pass && !c.together)
        SAY(ld, node_get(map, "done"), "KEY-CONFLICT", NULL,
            "'all_pass' needs 'together: true'");
    declined_check(ld, map, &c);
    if (node_get(map, "any_of"))
        offer_named(ld, node_get(map, "any_of"), place, &c);
    else
        offer_own(ld, key, map, place, &c);
    struct scope each = place->sc; /* each seat is asked, before each pick */
    each.you = true;
    if (may && node_bool(may, &c.may))
        site_note(ld, SITE_FLAG, may, 0);
    else if (may)
        c.may_if = compile_cond(ld, may, &each);
    c.may = c.may || c.any || c.may_if != REF_NONE;
    c.may_if = c.any ? REF_NONE : c.may_if;
    c.quiet = read_flag(ld, map, "quiet", false);
    quiet_check(ld, map, &c);
    struct kop op = op_new(ld, OP_CHOOSE, key);
    op.list = (ref)TABLE_ADD(ld, chooses, c);
    code_emit(code, op);
}

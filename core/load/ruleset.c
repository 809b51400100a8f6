/* ruleset.c: the plain parts of a ruleset: head, about, options, limits, resolution, result. */
#include <string.h>

#include "load/parts.h"

static void languages_load(struct loader *ld)
{
    struct ct_definition *def = ld->def;
    const struct node *list = node_get(ld->root, "languages");
    bool given = read_is_list(ld, list, "languages");
    for (size_t i = 0; given && i < list->n; i++) {
        const char *id = read_word(ld, list->item[i], "a language");
        if (id && def->nlanguages < MAX_LANGUAGES)
            def->languages[def->nlanguages++] = id;
        else if (id)
            SAY(ld, list->item[i], "LIMIT-NAMES", NULL, "at most %d languages", MAX_LANGUAGES);
    }
    if (def->nlanguages == 0)
        def->languages[def->nlanguages++] = "en";
}

/* Names of players who have given none. */
static void person_names_load(struct loader *ld, const struct node *list, size_t most)
{
    struct ct_definition *def = ld->def;
    struct text *names = arena_alloc(ld->mem, K_MAX_SEATS * sizeof *names);

    if (!read_is_list(ld, list, "names"))
        return;
    for (size_t i = 0; i < list->n; i++) {
        struct text name = text_of(ld, list->item[i]);
        if (name.by_lang[0] && !*name.by_lang[0])
            SAY(ld, list->item[i], "PLAYERS", NULL, "a name is empty");
        for (size_t j = 0; j < i && j < most; j++)
            if (name.by_lang[0] && names[j].by_lang[0] &&
                !strcmp(name.by_lang[0], names[j].by_lang[0]))
                SAY(ld, list->item[i], "PLAYERS", NULL, "there is already a player '%s'",
                    name.by_lang[0]);
        if (i < most)
            names[i] = name;
        else
            SAY(ld, list->item[i], "PLAYERS", NULL, "there are %zu players", most);
    }
    def->person_names = names;
    def->nperson_names = (uint8_t)(list->n < most ? list->n : most);
}

/* Reads the rules for players; lang/LL.md has them in the language LL. */
static void rules_load(struct loader *ld)
{
    const struct node *n = node_get(ld->root, "rules");
    struct file_at *rules = ld->def->rules;

    if (!read_file(ld, n, "the file with the rules for players", ".md", &rules[0]))
        return;
    for (int i = 1; i < ld->def->nlanguages; i++) {
        const char *below = arena_printf(ld->mem, "lang/%s.md", ld->def->languages[i]);
        rules[i] = file_at(ld->mem, rules[0].dir, below);
        if (!file_name_ok(below) || file_kind(&rules[i]) != FILE_IS_FILE)
            rules[i] = rules[0];
    }
}

/* What players read before a game. It does not change the game. */
static void about_load(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "about");
    struct about *a = &ld->def->about;

    rules_load(ld);
    if (!read_is_map_or(ld, map, "about", "write '{line: One sentence.}'"))
        return;
    keys_check(ld, map, AT_ABOUT);
    a->line = text_or_none(ld, map, "line");
    a->kind = read_word(ld, node_get(map, "kind"), "a kind of game");
    a->minutes = (uint16_t)read_int(ld, map, "minutes", 0, 1, 1000);
    a->weight = (uint8_t)read_int(ld, map, "weight", 0, 1, 5);
}

static void players_load(struct loader *ld)
{
    const struct node *n = node_get(ld->root, "players");
    struct kdef *k = &ld->def->k;
    int64_t one = 0;
    int32_t min = 1, max = 1;
    if (n && n->kind == NODE_MAP) {
        keys_check(ld, n, AT_PLAYERS);
        max = read_int(ld, n, "max", K_MAX_SEATS, 1, K_MAX_SEATS);
        min = read_int(ld, n, "min", 1, 1, K_MAX_SEATS);
        if (min > max)
            SAY(ld, n, "PLAYERS", NULL, "min is greater than max");
        person_names_load(ld, node_get(n, "names"), (size_t)max);
    } else if (n && (!node_int(n, &one) || one < 1 || one > K_MAX_SEATS)) {
        SAY(ld, n, "PLAYERS", NULL, "write a number from 1 to %d, or {min: 2, max: 5}",
            K_MAX_SEATS);
    } else if (n) {
        min = max = (int32_t)one;
    }
    k->min_people = (uint8_t)min;
    k->max_people = (uint8_t)max;
    ld->solo = max == 1;
}

void head_load(struct loader *ld)
{
    keys_check(ld, ld->root, AT_RULESET);
    languages_load(ld);
    ld->def->title = text_or_none(ld, ld->root, "title");
    if (!ld->def->title.by_lang[0])
        ld->def->title.by_lang[0] = ld->def->id;
    about_load(ld);
    players_load(ld);
    const struct node *map = node_get(ld->root, "limits");
    struct kdef *k = &ld->def->k;
    if (!read_is_map(ld, map, "limits"))
        map = NULL;
    keys_check(ld, map, AT_LIMITS);
    k->limits.queue = (uint16_t)read_int(ld, map, "queue", 64, 1, K_MAX_QUEUE);
    k->limits.watchers = (uint16_t)read_int(ld, map, "watchers", 32, 1, 4000);
    k->limits.masks = (uint16_t)read_int(ld, map, "masks", 8, 1, 1000);
    k->limits.depth = (uint16_t)read_int(ld, map, "depth", 12, 2, 200);
    k->limits.picks = (uint32_t)read_int(ld, map, "picks", 100000, 1, 100000);
    k->limits.effects = (uint32_t)read_int(ld, map, "effects", 10000, 1, 1000000);
    k->limits.sets = (uint16_t)read_int(ld, map, "sets", USUAL_SETS, 1, MANY_SETS);
    k->limits.work = (uint32_t)read_int(ld, map, "work", USUAL_WORK, 1, 100000);
    k->limits.game_work = (uint32_t)read_int(ld, map, "game_work", USUAL_GAME_WORK, 1, 700000);
}

/* ---- options ---- */

enum { OPTION_MOST = 1000000000 };

static void option_of_words(struct loader *ld, const struct node *n, struct option_info *o)
{
    const struct node *values = node_get(n, "one_of"), *def = node_get(n, "default");
    o->is = V_WORD;
    o->values = words_read(ld, values, &o->value_is);
    o->def = o->values.n ? o->value_is[0] : 0;
    if (!values)
        SAY(ld, n, "KEY-MISSING", NULL, "the key 'one_of' is missing");
    const char *id = read_word(ld, def, "a word of the option");
    int at = id ? words_at(&o->values, id) : -1;
    if (at >= 0)
        site_one_of(ld, def,
                    texts_joined(ld, " ", TEXTS_IN(ld, o->values.v, o->values.n), o->values.n));
    if (at >= 0)
        o->def = o->value_is[at];
    else if (id)
        SAY(ld, def, "WORD-UNKNOWN", words_hint(ld, &o->values, id),
            "'%s' is not a word of this option", id);
}

/* The range of a number. Values outside are refused, so no scenario can test it, and mutants
 * leave it. */
static void option_of_numbers(struct loader *ld, const struct node *n, struct option_info *o)
{
    struct sites *sites = ld->sites;
    ld->sites = NULL;
    o->from = read_int(ld, n, "from", -OPTION_MOST, -OPTION_MOST, OPTION_MOST);
    o->to = read_int(ld, n, "to", OPTION_MOST, -OPTION_MOST, OPTION_MOST);
    ld->sites = sites;
    if (o->from > o->to) {
        SAY(ld, node_get(n, "to") ? node_get(n, "to") : node_get(n, "from"), "VALUE-RANGE",
            NULL, "'from' is greater than 'to'");
        o->from = o->to;
    }
    o->is = V_NUMBER;
    int32_t usual = o->from > 0 ? o->from : o->to < 0 ? o->to : 0;
    o->def = read_int(ld, n, "default", usual, o->from, o->to);
}

static struct option_info option_read(struct loader *ld, const struct node *key,
                                      const struct node *n)
{
    struct option_info o = {.name = {.id = key->text, .node = key}, .is = V_FLAG};
    if (!read_is_map(ld, n, "an option"))
        return o;
    keys_check(ld, n, AT_OPTION);
    o.name.says = text_or_none(ld, n, "says");
    int is = read_enum(ld, n, "is", "flag number one_of", -1);
    if (is == 2 || node_get(n, "one_of")) {
        if (is == 0 || is == 1)
            SAY(ld, node_get(n, "one_of"), "KEY-CONFLICT", NULL,
                "write 'one_of' or 'is', not both");
        option_of_words(ld, n, &o);
    } else if (is == 1) {
        option_of_numbers(ld, n, &o);
    } else {
        if (!node_get(n, "is"))
            SAY(ld, n, "KEY-MISSING", NULL, "say what it is: is: flag, is: number, or one_of");
        o.def = read_flag(ld, n, "default", false);
    }
    const struct node *bound = node_get(n, "from") ? node_get(n, "from") : node_get(n, "to");
    if (bound && o.is != V_NUMBER)
        SAY(ld, bound, "KEY-CONFLICT", NULL, "'from' and 'to' go with 'is: number'");
    return o;
}

void options_load(struct loader *ld)
{
    const struct node *map = section(ld, "options");
    for (size_t i = 0; i < map->n; i++) {
        struct option_info o = option_read(ld, map->key[i], map->item[i]);
        TABLE_ADD(ld, options, ((struct koption){o.def}));
        TABLE_ADD(ld, option_infos, o);
    }
}

/* ---- resolution ---- */

static int order_of_word(struct loader *ld, const struct node *n)
{
    int order = node_is(n, "seat")      ? ORD_SEAT
                : node_is(n, "arrival") ? ORD_ARRIVAL
                : node_is(n, "newest")  ? ORD_NEWEST
                                        : -1;
    if (order < 0)
        SAY(ld, n, "VALUE-UNKNOWN", NULL,
            "write {class: [...]}, {given: PARAMETER}, seat, newest, {chosen: OPTION} or "
            "arrival");
    return order;
}

static int order_of_map(struct loader *ld, const struct node *n, uint16_t *arg)
{
    const struct node *given = node_get(n, "given"), *chosen = node_get(n, "chosen");
    if (!keys_check(ld, n, AT_ORDER))
        return -1;
    if (given) {
        const char *id = read_word(ld, given, "a parameter");
        const struct node *map = section(ld, "verbs");
        bool known = false;
        for (size_t i = 0; id && i < map->n; i++)
            known |= node_get(node_get(map->item[i], "params"), id) != NULL;
        if (id && !known)
            SAY(ld, given, "PARAM-UNKNOWN", NULL, "no verb has a parameter '%s'", id);
        return ORD_GIVEN;
    }
    if (chosen) {
        int option = read_name(ld, chosen, NAME_OPTION);
        *arg = (uint16_t)(option < 0 ? 0 : option);
        return ORD_CHOSEN;
    }
    site_note(ld, SITE_ORDERED, node_get(n, "class"), 0);
    return node_get(n, "class") ? ORD_CLASS : -1;
}

/* For the order in the kdef see loader_finish. */
void order_load(struct loader *ld)
{
    const struct node *list = node_get(ld->root, "resolution");
    struct korder order[8] = {{0, 0}};
    uint8_t n = 0;
    unsigned seen = 0;
    if (!read_is_list(ld, list, "resolution"))
        list = NULL;
    site_note(ld, SITE_ORDERED, list, 0);
    for (size_t i = 0; list && i < list->n && n < 7; i++) {
        uint16_t arg = 0;
        const struct node *item = list->item[i];
        int key =
            item->kind == NODE_MAP ? order_of_map(ld, item, &arg) : order_of_word(ld, item);
        if (key < 0)
            continue;
        if (seen >> key & 1u)
            SAY(ld, item, "KEY-CONFLICT", NULL, "this order is here twice");
        seen |= 1u << key;
        order[n++] = (struct korder){(uint8_t)key, arg};
    }
    if (!(seen >> ORD_ARRIVAL & 1u))
        order[n++] = (struct korder){ORD_ARRIVAL, 0};
    struct korder *copy = arena_alloc(ld->mem, n * sizeof *copy);
    memcpy(copy, order, n * sizeof *copy);
    ld->def->k.order = copy;
    ld->def->k.norder = n;
    ld->def->k.ncls = (uint8_t)(ld->classes.n ? ld->classes.n : 1);
}

/* ---- result, requires ---- */

static void ties_load(struct loader *ld, const struct node *list, const struct scope *sc)
{
    struct kdef *k = &ld->def->k;
    ref tie[CAP_TIES] = {0};
    if (!read_is_list(ld, list, "ties"))
        return;
    site_note(ld, SITE_ORDERED, list, 0);
    ld->def->ties = list;
    if (list->n > CAP_TIES)
        SAY(ld, list, "VALUE-RANGE", NULL, "at most %d formulas break ties", CAP_TIES);
    for (size_t i = 0; i < list->n && i < CAP_TIES; i++)
        tie[k->nties++] = compile_expr(ld, list->item[i], sc, V_NUMBER);
    k->ties = (ref)ld->xargs.n;
    for (int i = 0; i < k->nties; i++)
        TABLE_ADD(ld, xargs, tie[i]);
}

static void requires_load(struct loader *ld)
{
    const struct node *list = node_get(ld->root, "requires");
    struct scope sc = scope_none(ld);
    if (!read_is_list(ld, list, "requires") || list->n == 0)
        return;
    site_note(ld, SITE_LIST, list, 0);
    ref *conds = arena_alloc(ld->mem, list->n * sizeof *conds);
    const struct node **nodes = arena_alloc(ld->mem, list->n * sizeof(struct node *));
    uint8_t n = 0;
    if (list->n > CAP_REQUIRES)
        SAY(ld, list, "LIMIT-NAMES", NULL, "more than %d requirements", CAP_REQUIRES);
    for (size_t i = 0; i < list->n && i < CAP_REQUIRES; i++) {
        const struct node *item = list->item[i];
        if (!read_is_map(ld, item, "a requirement") || !keys_check(ld, item, AT_REQUIRES))
            continue;
        text_of(ld, node_get(item, "says"));
        nodes[n] = item;
        conds[n++] = compile_cond(ld, node_get(item, "if"), &sc);
    }
    ld->def->k.requires_ = conds;
    ld->def->k.nrequires = n;
    ld->def->requires_nodes = nodes;
    ld->def->nrequires = n;
}

/* `out_of` and `stake`: a number of points, at least 1. With it, the keys BESIDE have no meaning.
 * REF_NONE: absent. */
static ref points_load(struct loader *ld, const struct node *map, const char *key,
                       const char *beside, const char *why, const struct scope *sc)
{
    const struct node *n = node_get(map, key);
    int32_t all;

    if (!n)
        return REF_NONE;
    ref points = compile_expr(ld, n, sc, V_NUMBER);
    if (expr_is_const(ld, points, &all) && all < 1)
        SAY(ld, n, "VALUE-RANGE", NULL, "'%s' must be at least 1", key);
    if (!node_get(map, "score"))
        SAY(ld, n, "KEY-MISSING", NULL, "'%s' needs 'score'", key);
    keys_refuse(ld, map, beside, NULL, why);
    return points;
}

/* `bot`: the values for search bots. */
static void bot_load(struct loader *ld, const struct scope *sc)
{
    struct kdef *k = &ld->def->k;
    const struct node *map = node_get(ld->root, "bot");
    struct sites *sites = ld->sites;

    k->bot_value = k->bot_worth = k->bot_hopeless = REF_NONE;
    if (!read_is_map_or(ld, map, "bot", "write '{value: FORMULA}'") ||
        !keys_check(ld, map, AT_BOT))
        return;
    ld->sites = NULL; /* mutants leave it */
    k->bot_value = compile_expr(ld, node_get(map, "value"), sc, V_NUMBER);
    k->bot_worth = compile_expr(ld, node_get(map, "worth"), sc, V_NUMBER);
    if (node_get(map, "value") && node_get(map, "worth"))
        SAY(ld, node_get(map, "worth"), "KEY-CONFLICT",
            "remove one of the two. To remove that of the extended ruleset, write 'worth: ~'",
            "'worth' and 'value' both judge a position");
    k->bot_hopeless = compile_cond(ld, node_get(map, "hopeless"), sc);
    ld->sites = sites;
}

void result_load(struct loader *ld)
{
    struct kdef *k = &ld->def->k;
    const struct node *map = node_get(ld->root, "result");
    struct scope sc = scope_none(ld);
    sc.you = true;
    k->score = k->ties = k->side = k->out_of = k->stake = REF_NONE;
    k->tied_share = true;
    if (read_is_map_or(ld, map, "result", "write '{score: FORMULA}'")) {
        keys_check(ld, map, AT_RESULT);
        k->score = compile_expr(ld, node_get(map, "score"), &sc, V_NUMBER);
        k->out_of = points_load(
            ld, map, "out_of", "ties tied wins",
            "'%s' beside 'out_of': with it, players do not play against each other", &sc);
        k->stake = points_load(ld, map, "stake", "out_of",
                               "'%s' beside 'stake': write only one of the two", &sc);
        if (node_get(map, "side"))
            k->side = compile_any(ld, node_get(map, "side"), &sc);
        ties_load(ld, node_get(map, "ties"), &sc);
        k->tied_share = read_enum(ld, map, "tied", "share nobody", 0) == 0;
        k->least_wins = read_enum(ld, map, "wins", "most least", 0) == 1;
    }
    bot_load(ld, &sc);
    requires_load(ld);
}

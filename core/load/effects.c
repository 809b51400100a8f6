/* effects.c: lists of effects and watchers on cards.
 *
 * An entry is a verb with parameters, a bare step, or a watcher {when, do}. Entries of a list
 * are stored in a row, so they are collected first. A watcher queues its `do` as separate
 * effects: each verb is one, and steps in a row are one.
 */
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

/* The entry's own text, which may name options. It is never `none`. */
static struct text says_of_entry(struct loader *ld, const struct node *entry)
{
    const struct node *says = node_get(entry, "says");
    text_places_check(ld, says, NULL, 0, NULL);
    if (says_none(entry))
        SAY(ld, says, "TEXT-NONE", "leave 'says' out: the text is then made from the steps",
            "a card must say what it does, and this would read \"none\"");
    return text_or_none(ld, entry, "says");
}

/* The owner of the list. */
struct list {
    struct loader *ld;
    size_t card;
    uint16_t trait;
    struct scope sc;
};

struct gathered {
    struct keffect effect;
    struct effect_info info;
};
typedef POOL(struct gathered) effect_pool;

static struct keffect effect_new(const struct list *l, const struct node *at)
{
    struct keffect f = effect_of_rules(l->ld, at);
    f.card = (uint16_t)l->card;
    f.trait = l->trait;
    return f;
}

/* The verb of an entry, or -1; a bare word is a verb without parameters. */
static int verb_of(struct loader *ld, const struct node *entry, const struct node **key,
                   const struct node **value)
{
    *value = NULL;
    if (entry->kind == NODE_SCALAR) {
        *key = entry;
        return verb_find(ld, entry->text);
    }
    for (size_t i = 0; entry->kind == NODE_MAP && i < entry->n; i++) {
        int verb = verb_find(ld, entry->key[i]->text);
        *key = entry->key[i];
        *value = entry->item[i];
        if (verb >= 0)
            return verb;
    }
    return -1;
}

/* An entry's keys beside its verb. */
static bool verb_keys(struct loader *ld, const struct node *entry, const struct node *verb)
{
    bool ok = true;
    for (size_t i = 0; entry->kind == NODE_MAP && i < entry->n; i++) {
        const struct node *key = entry->key[i];
        if (key == verb || key_row(AT_ENTRY, key->text))
            continue;
        if (callable_find(ld, key->text) >= 0 || key_row(AT_STEP, key->text))
            SAY(ld, key, "STEP-SEVERAL", "write it as its own entry",
                "'%s' and '%s' in one entry", verb->text, key->text);
        else if (is_loop(key->text))
            say_loop(ld, key);
        else
            keys_unknown(ld, key, AT_ENTRY, AT_ENTRY);
        ok = false;
    }
    return ok;
}

/* Reports an entry that is neither verb nor step, with the nearest name. */
static void say_unknown(struct loader *ld, const struct node *entry)
{
    const struct node *bad = entry;
    for (size_t i = 0; entry->kind == NODE_MAP && i < entry->n; i++)
        if (!key_row(AT_ENTRY, entry->key[i]->text)) {
            bad = entry->key[i];
            break;
        }
    if (bad->kind != NODE_SCALAR || (bad == entry && !bad->text[0]))
        SAY(ld, entry, "STEP-MISSING", NULL, "a verb or step is needed here");
    else if (is_loop(bad->text))
        say_loop(ld, bad);
    else if (bad == entry && (key_row(AT_STEP, bad->text) || key_row(AT_ENTRY, bad->text)))
        read_is_map(ld, entry, "a step");
    else
        say_no_verb(ld, bad, AT_ENTRY);
}

/* Is it a named step? Verbs are effects of their own here. */
static bool is_named(const struct loader *ld, const char *id)
{
    int at = callable_find(ld, id);
    return at >= 0 && ld->verbs.v[at].step && is_call(ld, id, AT_ENTRY);
}

static bool has_step(const struct loader *ld, const struct node *entry)
{
    bool has = is_each(entry) || (entry->kind == NODE_SCALAR && is_named(ld, entry->text));
    for (size_t i = 0; entry->kind == NODE_MAP && i < entry->n && !has; i++)
        has = key_row(AT_STEP, entry->key[i]->text) || is_named(ld, entry->key[i]->text);
    return has;
}

/* A verb or bare step as an effect. False after an error. */
static bool entry_effect(struct list *l, const struct node *entry, const struct scope *sc,
                         struct keffect *f)
{
    struct loader *ld = l->ld;
    const struct node *key = NULL, *value = NULL;
    bool each = is_each(entry);
    int verb = each ? -1 : verb_of(ld, entry, &key, &value);
    uint32_t asked = ld->this_asked;
    *f = effect_new(l, entry);
    if (verb < 0 && !has_step(ld, entry)) {
        say_unknown(ld, entry);
        return false;
    }
    f->cond = compile_cond(ld, node_get(entry, "if"), sc);
    site_note(ld, SITE_KEYS, entry->kind == NODE_MAP ? entry : NULL, AT_ENTRY);
    if (verb < 0)
        value = each ? entry : step_find(ld, entry, AT_ENTRY, &key);
    if (verb < 0 ? !value : !verb_keys(ld, entry, key))
        return false;
    if (verb >= 0) {
        params_give(ld, verb, key, value, sc, f);
    } else {
        struct code code;
        struct place place = {*sc, false, AT_ENTRY};
        code_begin(ld, &code);
        if (each)
            each_emit(ld, &code, entry, &place);
        else
            step_emit(ld, &code, key, value, &place);
        f->pc = code_end(ld, &code);
    }
    f->cls = class_of(ld, entry, verb < 0 ? -1 : ld->verbs.v[verb].info.cls);
    f->asks_this = ld->this_asked != asked;
    return true;
}

/* ---- watchers ---- */

enum { NAME_FACE = NAME_CLASS + 1 }; /* a face instead of a name */
static const struct {
    enum event event;
    const char *key; /* "": the name is the whole entry */
    unsigned names;  /* enum name_kind */
} events[] = {
#define EVENT(id, key, names, ...) {EV_##id, #key, NAME_##names},
#define NAME_EVENT(id, names)      {EV_##id, "", NAME_##names},
#include "kernel/events.def"
};
enum { EVENTS = sizeof events / sizeof *events };

static void when_word(struct loader *ld, const struct node *n, struct kwatch *w)
{
    unsigned kinds = 0;
    for (int i = 0; i < EVENTS; i++) {
        if (*events[i].key)
            continue;
        enum name_kind kind = (enum name_kind)events[i].names;
        int index = name_index(ld, n->text, kind);
        kinds |= 1u << kind;
        if (index >= 0 && (kind != NAME_TRAIT || ld->traits.v[index].type == T_EFFECTS)) {
            w->event = (uint8_t)events[i].event;
            w->id = (uint16_t)index;
            return;
        }
    }
    SAY(ld, n, "VALUE-UNKNOWN", hint_near(ld, name_suggest(ld, n->text, kinds)),
        "there is no phase, action or list of effects '%s'", n->text);
}

static void when_map(struct loader *ld, const struct node *n, struct kwatch *w)
{
    if (!keys_check(ld, n, AT_WHEN))
        return;
    const struct node *from = node_get(n, "from");
    if (n->n != (from ? 2 : 1) || (from && !node_get(n, "move"))) {
        SAY(ld, n, "KEY-CONFLICT", NULL,
            "one of {end: PHASE}, {add: COUNTER}, {turn: up}, {move: ZONE}, {move: ZONE, from: "
            "ZONE} is needed here");
        return;
    }
    w->from = read_ref(ld, from, NAME_ZONE);
    for (int i = 0; i < EVENTS; i++) {
        const struct node *named = node_get(n, events[i].key);
        if (!named)
            continue;
        int id = events[i].names != NAME_FACE
                     ? read_name(ld, named, (enum name_kind)events[i].names)
                 : read_enum(ld, n, events[i].key, "up down", 0) == 0 ? FACE_UP
                                                                      : FACE_DOWN;
        w->event = (uint8_t)events[i].event;
        w->id = (uint16_t)(id < 0 ? 0 : id);
    }
}

static struct kwatch watch_read(struct list *l, const struct node *n, struct scope *sc)
{
    struct loader *ld = l->ld;
    const struct node *when = node_get(n, "when");
    struct kwatch w = {.src = pos_of(ld, n), .event = EV_KINDS, .from = REF_NONE};
    if (when && when->kind == NODE_MAP)
        when_map(ld, when, &w);
    else if (read_word(ld, when, "an event"))
        when_word(ld, when, &w);
    *sc = scope_of_card(ld); /* and what the event brings */
    sc->own_card = l->sc.own_card;
    w.by = compile_seats(ld, node_get(n, "by"), sc);
    bool phase = w.event == EV_PHASE || w.event == EV_PHASE_END, add = w.event == EV_ADD;
    bool seats = add && w.id < ld->counters.n && ld->counters.v[w.id].per != PER_CARD;
    sc->them = !phase;
    sc->card[BOUND_CARD] = !phase && !seats;
    sc->number = sc->event_number = add;
    const struct node *action =
        w.event == EV_ACTION ? section(ld, "actions")->item[w.id] : NULL;
    for (int b = BOUND_HELPER; b <= BOUND_TARGET; b++) {
        sc->card[b] = node_get(action, bound_names[b]);
        sc->slots |= (uint8_t)(sc->card[b] << b);
    }
    w.cards = compile_selector(ld, node_get(n, "cards"), sc);
    w.cond = compile_cond(ld, node_get(n, "if"), sc);
    w.lasts = read_lasts(ld, node_get(n, "lasts"));
    w.once = read_flag(ld, n, "once", false);
    return w;
}

uint16_t effect_keep(struct loader *ld, struct keffect f, struct effect_info info)
{
    TABLE_ADD(ld, effect_infos, info);
    return (uint16_t)TABLE_ADD(ld, effects, f);
}

static bool only_steps(struct loader *ld, const struct node *entry)
{
    const struct node *key, *value;
    return has_step(ld, entry) && verb_of(ld, entry, &key, &value) < 0;
}

/* Compiles the bare steps from LIST[*i] on as one effect; *i moves to the last of them. */
static bool steps_effect(struct list *l, const struct node *n, const struct node *list,
                         size_t *i, const struct scope *sc, struct keffect *f)
{
    struct node *part = node_list_at(l->ld->mem, list);
    for (; *i < list->n && only_steps(l->ld, list->item[*i]); ++*i)
        node_list_add(l->ld->mem, part, list->item[*i]);
    --*i;
    struct place place = {*sc, false, AT_DO};
    *f = effect_new(l, part->item[0]);
    uint32_t asked = l->ld->this_asked;
    f->pc = steps_stretch(l->ld, part, &place);
    f->cls = class_of(l->ld, n, -1);
    f->asks_this = l->ld->this_asked != asked;
    return true;
}

typedef POOL(struct kwatch) watch_pool;

/* The watchers of an entry: one for each effect of its `do`. */
static void watches_of(struct list *l, const struct node *n, bool standing, watch_pool *out)
{
    struct scope sc;
    const struct node *list = node_get(n, "do");
    if (!keys_check(l->ld, n, AT_WATCH))
        return;
    uint32_t asked = l->ld->this_asked;
    struct kwatch w = watch_read(l, n, &sc);
    bool watch_asks = l->ld->this_asked != asked;
    if (!read_is_list(l->ld, list, "do"))
        return;
    site_note(l->ld, SITE_STEPS, list, 0);
    if (list->n == 0)
        SAY(l->ld, list, "STEP-MISSING", NULL, "the watcher does nothing");
    for (size_t i = 0; i < list->n; i++) {
        const struct node *entry = list->item[i];
        struct keffect f;
        bool steps = only_steps(l->ld, entry);
        bool ok =
            steps ? steps_effect(l, n, list, &i, &sc, &f) : entry_effect(l, entry, &sc, &f);
        if (!ok)
            continue;
        if (node_get(n, "class") && !steps)
            f.cls = class_of(l->ld, n, -1);
        w.cls = f.cls;
        w.asks_this = watch_asks;
        struct effect_info info = {.node = entry,
                                   .says = says_of_entry(l->ld, entry),
                                   .standing = standing ? n : NULL};
        if (standing && i == 0)
            info.standing_says = says_of_entry(l->ld, n);
        w.effect = effect_keep(l->ld, f, info);
        POOL_ADD(l->ld, *out, w);
        if (w.event < EV_KINDS)
            l->ld->def->k.event_used[w.event] = 1;
    }
}

/* ---- lists ---- */

static void list_entry(struct list *l, const struct node *n, effect_pool *out)
{
    struct gathered g = {.info.node = n};
    if (node_get(n, "when")) {
        /* A watcher in a list of effects becomes an effect that installs it */
        watch_pool pool = {0};
        struct held h;
        struct code code;
        arena_hold(l->ld->mem, &h, &pool.v, pool_drop);
        code_begin(l->ld, &code);
        struct keffect f = effect_new(l, n);
        uint32_t first = 0;
        watches_of(l, n, false, &pool);
        for (uint32_t i = 0; i < pool.n; i++) {
            struct kop op = op_new(l->ld, OP_WATCH, n);
            op.list = (ref)TABLE_ADD(l->ld, watches, pool.v[i]);
            first = i == 0 ? op.list : first;
            f.cls = i == 0 ? pool.v[i].cls : f.cls;
            code_emit(&code, op);
        }
        f.pc = code_end(l->ld, &code);
        struct effect_info info = {.node = n, .is_watch = true, .watch = (uint16_t)first};
        if (pool.n) {
            info.says = says_of_entry(l->ld, n);
            POOL_ADD(l->ld, *out, ((struct gathered){f, info}));
        }
        arena_release(l->ld->mem, &h);
    } else if (entry_effect(l, n, &l->sc, &g.effect)) {
        g.info.says = says_of_entry(l->ld, n);
        POOL_ADD(l->ld, *out, g);
    }
}

static void standing_watch(struct list *l, const struct node *n, watch_pool *out)
{
    if (!read_is_map(l->ld, n, "a watcher"))
        return;
    keys_refuse(l->ld, n, "lasts once", "only a watcher that an effect sets up can have an end",
                "a watcher in a trait lasts while its card is in its zone, so it has no '%s'");
    watches_of(l, n, true, out);
}

static struct klist list_read(struct list *l, const struct node *list, bool watchers)
{
    struct loader *ld = l->ld;
    effect_pool effects = {0};
    watch_pool watches = {0};
    struct held h, w;
    arena_hold(ld->mem, &h, &effects.v, pool_drop);
    arena_hold(ld->mem, &w, &watches.v, pool_drop);
    site_note(ld, SITE_EFFECTS, list, 0);
    for (size_t i = 0; i < list->n; i++)
        watchers ? standing_watch(l, list->item[i], &watches)
                 : list_entry(l, list->item[i], &effects);
    struct klist out = {(uint16_t)(watchers ? ld->watches.n : ld->effects.n),
                        (uint16_t)(effects.n + watches.n)};
    for (uint32_t i = 0; i < effects.n; i++)
        effect_keep(ld, effects.v[i].effect, effects.v[i].info);
    for (uint32_t i = 0; i < watches.n; i++)
        TABLE_ADD(ld, watches, watches.v[i]);
    arena_release(ld->mem, &w);
    arena_release(ld->mem, &h);
    return out;
}

static void card_list(struct loader *ld, size_t card, size_t t)
{
    struct list l = {ld, card, (uint16_t)t, scope_of_effect(ld)};
    const struct node *n = node_get(ld->card_infos.v[card].node, ld->trait_infos.v[t].name.id);
    if (!n || node_is_null(n))
        n = node_get(node_get(ld->root, "traits")->item[t], "default");
    if (!n || node_is_null(n) || !read_is_list(ld, n, ld->trait_infos.v[t].name.id))
        return;
    l.sc.own_card = (int)card;
    struct klist got = list_read(&l, n, ld->traits.v[t].type == T_WATCHES);
    ld->trait_list.v[card * ld->traits.n + t] = got;
}

void lists_load(struct loader *ld)
{
    for (size_t c = 0; c < ld->card_infos.n; c++)
        for (size_t t = 0; t < ld->traits.n; t++)
            if (ld->traits.v[t].type == T_EFFECTS || ld->traits.v[t].type == T_WATCHES)
                card_list(ld, c, t);
    /* finally one effect for each verb, for entries that scripts queue */
    for (uint32_t v = 0; v < ld->verbs.n && !ld->verbs.v[v].step; v++) {
        struct list l = {ld, REF_NONE, REF_NONE, scope_none(ld)};
        struct keffect f = effect_new(&l, ld->verbs.v[v].node);
        f.verb = (uint16_t)v;
        f.cls = ld->verbs.v[v].info.cls;
        f.pc = 0;
        effect_keep(ld, f, (struct effect_info){0});
    }
}

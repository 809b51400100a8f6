/* check.c: checks after everything is compiled: unused lets, texts with unknown names, choices
 * that look at hidden cards. */
#include <string.h>

#include "load/parts.h"

/* ---- let ---- */

static const struct node *let_node(const struct loader *ld, size_t i)
{
    return node_get(ld->root, "let")->item[i];
}

/* Compiles a let: as seats, or as a value. */
static struct xval let_in(struct loader *ld, size_t i, const struct scope *sc)
{
    const struct xplace x = {ld, let_node(ld, i), sc};
    return is_seats(x.node) ? expr_of(&x, X_SEATSET, compile_seats(ld, x.node, sc), 0, XT_SEAT)
                            : expr_value(ld, x.node, sc, false, -1);
}

/* Compiles a let in a scope without reporting errors. */
static struct xval try_let(struct loader *ld, size_t i, const struct scope *sc)
{
    struct quiet q;
    quiet_begin(ld, ld->mem, &q);
    struct xval v = let_in(ld, i, sc);
    quiet_end(ld, ld->mem, &q);
    return v;
}

/* Compiles a `let` for a script: with `you` and no cards. XT_BAD: it needs more, or may be
 * several seats. */
struct xval let_value(struct loader *ld, size_t i)
{
    struct scope sc = scope_none(ld);
    sc.you = true;
    if (is_seats(let_node(ld, i)) && node_get(let_node(ld, i), "where"))
        return (struct xval){REF_NONE, XT_BAD, -1, -1};
    return try_let(ld, i, &sc);
}

/* Does the let compile after some action has chosen a word? Tries each trait of words; the last
 * one stays in SC. */
static bool let_of_words(struct loader *ld, size_t i, struct scope *sc)
{
    bool good = false;
    sc->word = 0;
    for (uint32_t a = 0; a < ld->actions.n && !good; a++) {
        int word = ld->actions.v[a].word == REF_NONE ? 0 : ld->actions.v[a].word + 1;
        if (!word || word == sc->word)
            continue;
        sc->word = word;
        good = try_let(ld, i, sc).t != XT_BAD;
    }
    return good;
}

void lets_check(struct loader *ld)
{
    const struct node *map = section(ld, "let");
    struct scope sc = scope_of_all(ld);
    sc.card[BOUND_IT] = true;
    ld->aside = ld->in_lets = true;
    for (size_t i = 0; i < map->n; i++)
        if (let_value(ld, i).t == XT_BAD && !let_of_words(ld, i, &sc))
            let_in(ld, i, &sc);
    ld->aside = ld->in_lets = false;
}

/* ---- texts ---- */

static const char told_plainly[] = "only texts of counters, verbs and actions have values";

/* Checks {ID.TRAIT}: only a card's traits and its owner can be shown. `from` begins at the dot. */
static void trait_check(struct loader *ld, const struct node *n, const char *id,
                        const char *from)
{
    const char *trait = arena_strndup(ld->mem, from + 1, strcspn(from + 1, "}:"));
    const struct name *name = name_find(ld, trait);
    bool of_card = is_among("card helper target", id);
    if (of_card && (!strcmp(trait, "owner") || (name && name->kind == NAME_TRAIT)))
        return;
    const char *near =
        of_card ? hint_near(ld, name_suggest(ld, trait, 1u << NAME_TRAIT)) : NULL;
    SAY(ld, n, "TEXT-PLACE", near ? near : "after the dot write a trait of the card, or owner",
        "the text has {%s.%s}, which is unknown here", id, trait);
}

/* Checks each {name} of a text. `ids` are the allowed names. */
static void text_check(struct loader *ld, const struct node *n, const char *const *ids,
                       size_t count, const char *otherwise)
{
    for (const char *p = n->text; (p = strchr(p, '{')); p++) {
        size_t len = strcspn(p + 1, "}:.");
        char *id = arena_strndup(ld->mem, p + 1, len);
        bool own = PLACE_OF(ids, count, id) >= 0;
        /* an option shows its value, but a name is shown as it is */
        bool option = otherwise != told_plainly && name_index(ld, id, NAME_OPTION) >= 0;
        bool known = own || option;
        if (known && !strchr(p, '}'))
            SAY(ld, n, "TEXT-PLACE", "write a value in braces: {…}",
                "the text opens {%s and does not close it", id);
        if (own && p[1 + len] == '.')
            trait_check(ld, n, id, p + 1 + len);
        if (known && p[1 + len] == ':' && strcspn(p, "|") > strcspn(p, "}"))
            SAY(ld, n, "TEXT-PLACE", arena_printf(ld->mem, "as in {%s:ONE|SEVERAL}", id),
                "{%s: needs two forms of a word, and here is one", id);
        if (known)
            continue;
        const char *near = hint_of(ld, id, ids, count);
        SAY(ld, n, "TEXT-PLACE", near ? near : otherwise,
            "the text has {%s}, which is unknown here", id);
    }
}

void text_places_check(struct loader *ld, const struct node *n, const char *const *ids,
                       size_t count, const char *otherwise)
{
    if (!n)
        return;
    if (n->kind == NODE_SCALAR)
        text_check(ld, n, ids, count, otherwise);
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++)
        if (n->item[i]->kind == NODE_SCALAR)
            text_check(ld, n->item[i], ids, count, otherwise);
}

/* Does the text name {ID}, or {ID:…}, in some language? */
static bool text_has(const struct node *n, const char *id)
{
    bool has = false;
    for (const char *p = n->kind == NODE_SCALAR ? n->text : ""; (p = strchr(p, '{')); p++)
        has |= strncmp(p + 1, id, strlen(id)) == 0 && strchr(":}", p[1 + strlen(id)]);
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++)
        has |= text_has(n->item[i], id);
    return has;
}

/* Only the name of a card is shown. */
static void no_trait_check(struct loader *ld, const struct node *n)
{
    if (n->kind == NODE_SCALAR && strstr(n->text, "{card."))
        SAY(ld, n, "TEXT-PLACE", "use 'number: card.…' and write {number}",
            "a 'say' prints only the name of a card, {card}, not {card.…}");
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++)
        no_trait_check(ld, n->item[i]);
}

void say_text_check(struct loader *ld, const struct node *map)
{
    static const char *const values[] = {"number", "seat", "word", "card"};
    enum { VALUES = sizeof values / sizeof *values };
    const struct node *says = node_get(map, "says");
    const char *ids[VALUES];
    size_t n = 0;

    for (int i = 0; i < VALUES; i++)
        if (node_get(map, values[i]))
            ids[n++] = values[i];
    size_t before = ld->diags->errors;
    text_places_check(
        ld, says, ids, n,
        "to use {seat}, write 'say: {says: …, seat: …}'. So with {number}, {word} and {card}");
    if (ld->diags->errors == before)
        no_trait_check(ld, says);
    for (size_t i = 0; i < n && ld->diags->errors == before; i++)
        if (!text_has(says, ids[i]))
            WARN(ld, node_get(map, ids[i]), "TEXT-UNUSED",
                 arena_printf(ld->mem, "write {%s} into the text, or leave it out", ids[i]),
                 "the text does not use the %s", ids[i]);
}

/* Is the word a prompt, or the reason of a game's end? */
static bool is_told(const struct loader *ld, ref word)
{
    for (uint32_t i = 0; i < ld->reasons.n; i++)
        if (ld->reasons.v[i].word == word)
            return true;
    for (uint32_t i = 0; i < ld->chooses.n; i++)
        if (ld->chooses.v[i].prompt == word)
            return true;
    return false;
}

/* Checks `words`: prompts and reasons, which may show counters of the game, and all others, which
 * scripts use. */
static void words_check(struct loader *ld)
{
    static const char *const said[] = {"number", "seat", "card"};
    const struct node *words = section(ld, "words");
    const char **ids = arena_alloc(ld->mem, (ld->counters.n + 1) * sizeof *ids);
    size_t n = 0;

    for (uint32_t i = 0; i < ld->counters.n; i++)
        if (ld->counters.v[i].per == PER_GAME)
            ids[n++] = ld->counter_names.v[i].id;
    for (size_t i = 0; i < words->n; i++) {
        int word = text_word_find(ld, words->key[i]->text);
        if (word >= 0 && is_told(ld, (ref)word))
            text_places_check(ld, words->item[i], ids, n,
                              "a prompt or the reason of an end may use counters of the game");
        else
            text_places_check(ld, words->item[i], said, sizeof said / sizeof *said,
                              "a script's text may use {number}, {seat} and {card}");
    }
}

/* A counter's name may have forms: a number's by its value, a flag's by true or false. */
static void forms_check(struct loader *ld, const struct node *n, bool flag)
{
    if (!n || n->kind != NODE_SCALAR)
        return;
    for (const char *p = n->text; (p = strchr(p, '{')); p++) {
        size_t len = strcspn(p, "}"), bar = strcspn(p, "|");
        if (strncmp(p, "{n:", 3) != 0 || !p[len] || bar > len)
            SAY(ld, n, "TEXT-PLACE",
                flag ? "for example \"{n:is locked out|may come back}\""
                     : "for example \"{n:token|tokens}\"",
                "the name of a %s may have only {n:%s}", flag ? "flag" : "counter",
                flag ? "SO|NO MORE" : "ONE|SEVERAL");
    }
}

static void counters_check(struct loader *ld)
{
    const struct node *counters = section(ld, "counters");

    for (size_t i = 0; i < counters->n; i++) {
        const struct node *says = node_get(counters->item[i], "says");
        bool flag = node_is(node_get(counters->item[i], "is"), "flag");
        forms_check(ld, says, flag);
        for (size_t k = 0; says && says->kind == NODE_MAP && k < says->n; k++)
            forms_check(ld, says->item[k], flag);
    }
}

/* Names of things that are not carried out or counted appear as they are, without values. So do
 * those of their words. */
static void names_check(struct loader *ld, const struct node *map)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct node *words = node_get(map->item[i], "one_of");
        text_places_check(ld, node_get(map->item[i], "says"), NULL, 0, told_plainly);
        for (size_t k = 0; words && words->kind == NODE_MAP && k < words->n; k++)
            text_places_check(ld, node_get(words->item[k], "says"), NULL, 0, told_plainly);
    }
}

void action_text_check(struct loader *ld, const struct node *action)
{
    static const char *const parts[] = {"card", "helper", "target", "cards",
                                        "seat", "number", "word"};
    enum { PARTS = sizeof parts / sizeof *parts };
    const char *ids[PARTS];
    size_t n = 0;
    for (size_t k = 0; k < PARTS; k++)
        if (node_get(action, parts[k]))
            ids[n++] = parts[k];
    text_places_check(ld, node_get(action, "says"), ids, n, NULL);
}

void texts_check(struct loader *ld)
{
    const struct node *actions = section(ld, "actions");
    static const char *const named[] = {"options", "seats", "traits", "zones"};
    counters_check(ld);
    words_check(ld);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        names_check(ld, section(ld, named[i]));
    for (size_t i = 0; i < actions->n; i++)
        action_text_check(ld, actions->item[i]);
    for (uint32_t i = 0; i < ld->verbs.n; i++) {
        const struct verb_info *v = &ld->verbs.v[i].info;
        const char *ids[K_MAX_PARAMS + 1];
        size_t n = 0;
        for (int k = 0; k < v->nparams; k++)
            ids[n++] = v->param[k].id;
        ids[n++] = "card";
        text_places_check(ld, node_get(ld->verbs.v[i].node, "says"), ids, n, NULL);
    }
}

/* ---- choices ---- */

/* Zones whose cards some `show` may reveal. */
struct shown {
    bool zone[256];
    bool all;
};

static void shown_find(const struct loader *ld, struct shown *shown)
{
    memset(shown, 0, sizeof *shown);
    shown->all = ld->scripts_show;
    for (uint32_t i = 0; i < ld->prog.n; i++) {
        const struct kop *op = &ld->prog.v[i];
        if (op->op != OP_SHOW || op->cards == REF_NONE)
            continue;
        const struct kselect *s = &ld->sels.v[op->cards];
        shown->all |= s->src != SRC_ZONES;
        for (int z = 0; z < s->nzones; z++)
            shown->zone[s->zone[z]] = true;
    }
}

/* Does `of` never mean the seat that is asked? */
static bool never_own(const struct loader *ld, const struct kselect *s)
{
    if (s->of == REF_NONE)
        return false;
    const struct kseats *q = &ld->seats.v[s->of];
    bool next = (q->op == SS_LEFT || q->op == SS_RIGHT) && !q->a && !q->b;
    return q->op == SS_OTHERS || q->op == SS_KIND || next;
}

static bool never_seen(const struct loader *ld, const struct kselect *s, int zone)
{
    const struct kzone *z = &ld->zones.v[zone];
    bool own = s->of == REF_NONE || ld->seats.v[s->of].op == SS_YOU;
    enum sight never = never_own(ld, s)             ? SIGHT_OWNER
                       : z->per != PER_TABLE && own ? SIGHT_OTHERS
                                                    : SIGHT_NOBODY;
    bool up = z->up != SIGHT_NOBODY && z->up != never;
    bool down = z->down != SIGHT_NOBODY && z->down != never;
    return !((s->face != FACE_DOWN && up) || (s->face != FACE_UP && down));
}

static void choice_check(struct loader *ld, ref sel, const struct shown *shown)
{
    const struct kselect *s = sel == REF_NONE ? NULL : &ld->sels.v[sel];
    if (!s || s->src != SRC_ZONES || s->hidden_ok || shown->all)
        return;
    for (int i = 0; i < s->nzones; i++) {
        if (shown->zone[s->zone[i]] || !never_seen(ld, s, s->zone[i]))
            continue;
        struct node at = node_at(&ld->pos.v[s->src_pos]);
        SAY(ld, &at, "HIDDEN-FILTER",
            "use only zone, face and number, or 'show' the cards first",
            "the asked player never sees the cards in '%s', so they cannot tell them apart",
            ld->zone_names.v[s->zone[i]].id);
    }
}

void choices_check(struct loader *ld)
{
    struct shown shown;
    shown_find(ld, &shown);
    for (uint32_t i = 0; i < ld->actions.n; i++) {
        choice_check(ld, ld->actions.v[i].card, &shown);
        choice_check(ld, ld->actions.v[i].helper, &shown);
        choice_check(ld, ld->actions.v[i].target, &shown);
    }
}

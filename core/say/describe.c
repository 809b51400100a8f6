/* describe.c - selectors, seat words and formulas in words. */
#include "say/describe_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sentences with values ---- */

static bool filled(void *ctx, const char *name, struct text_value *out)
{
    for (const struct filling *f = ctx; f->name; f++)
        if (!strcmp(f->name, name)) {
            if (f->says && f->node)
                f->says(&out->words, f->s, f->node);
            else if (f->made || f->text)
                str_add(&out->words, f->made ? str_of(f->made) : f->text);
            out->kind = f->is_seat ? VALUE_SEAT : f->is_number ? VALUE_NUMBER : VALUE_TEXT;
            out->number = f->number;
            out->you = f->you;
            out->absent = f->absent || (!f->text && !f->made && !f->is_number);
            return true;
        }
    return false;
}

void template_fill(struct str *to, const char *text, struct tongue t,
                   const struct filling *with)
{
    template_add(to, text, t, filled, (void *)with);
    for (; with->name; with++)
        if (with->made)
            str_free(with->made);
}

void say(struct str *to, enum own_word w, struct tongue t, const struct filling *with)
{
    template_fill(to, own(w, t), t, with);
}

int trait_index(const struct ct_definition *def, const char *id)
{
    return PLACE_OF(def->traits, def->k.ntraits, id);
}

static int option_index(const struct ct_definition *def, const char *id)
{
    return PLACE_OF(def->options, def->k.noptions, id);
}

/* ---- options in force ---- */

int condition_settled(const struct subject *s, const struct node *n)
{
    char name[64], sign[3], word[64], more;
    int got, option;

    if (n && n->kind == NODE_MAP && n->n == 1 && node_get(n, "not")) {
        got = condition_settled(s, n->item[0]);
        return got < 0 ? got : !got;
    }
    if (!n || n->kind != NODE_SCALAR)
        return -1;
    if (node_is(n, "true") || node_is(n, "false"))
        return *n->text == 't';
    bool not = !strncmp(n->text, "not ", 4);
    got = sscanf(n->text + (not ? 4 : 0), "%63s %2s %63s %c", name, sign, word, &more);
    option = got == 1 || got == 3 ? option_index(s->def, name) : -1;
    if (option < 0)
        return -1;
    const struct option_info *o = &s->def->options[option];
    int32_t now = option_now(s->t, (unsigned)option);
    if (got == 1)
        return o->is == V_FLAG ? (now != 0) != not : -1;
    int v = o->is == V_WORD ? words_at(&o->values, word) : -1, is = v < 0 ? v : o->value_is[v];
    return is < 0 || not         ? -1
           : !strcmp(sign, "==") ? now == is
           : !strcmp(sign, "!=") ? now != is
                                 : -1;
}

/* ---- YAML as text ---- */

/* On one line: formulas and notes may have several. */
static void add_line(struct str *to, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n\t");
        str_addn(to, text, n);
        text += n;
        n = strspn(text, "\n\t ");
        if (n && text[n])
            str_add(to, " ");
        text += n;
    }
}

void node_text(struct str *to, const struct node *n)
{
    if (!n)
        return;
    if (n->kind == NODE_SCALAR) {
        add_line(to, n->text);
        return;
    }
    bool map = n->kind == NODE_MAP;
    str_add(to, map ? "{" : "[");
    for (size_t i = 0; i < n->n; i++) {
        if (i)
            str_add(to, ", ");
        if (map)
            str_addf(to, "%s: ", n->key[i]->text);
        node_text(to, n->item[i]);
    }
    str_add(to, map ? "}" : "]");
}

/* ---- names and words in YAML ---- */

/* Has the node at most `room` parts? Otherwise the rest of room is below 0. */
static int room_left(const struct node *n, int room)
{
    room--;
    for (size_t i = 0; i < n->n && room >= 0; i++)
        room = room_left(n->item[i], room);
    return room;
}

/* The value of a trait of the described card. Formulas may name each other or themselves, and
 * long ones many times. So inside a formula, or for a long one, the trait's name is shown. */
static void own_trait(struct str *to, const struct subject *s, unsigned trait)
{
    enum { LONG = 64 };
    const struct kdef *k = &s->def->k;
    unsigned card = (unsigned)s->card;
    const struct node *n = node_get(s->def->cards[card].node, s->def->traits[trait].name.id);
    bool formula = k->trait_expr[(size_t)card * k->ntraits + trait] != REF_NONE && n;

    if (formula && (s->formula || room_left(n, LONG) < 0))
        name_add(to, &s->def->traits[trait].name, s->t);
    else
        trait_text(to, s->def, card, trait, s->t);
}

/* The `says` of a formula in this language, or else in the game's first. */
static const char *own_words(const struct subject *s, const struct node *n)
{
    const struct node *says = node_get(n, "says"), *text = says;

    if (says && says->kind == NODE_MAP) {
        text = node_get(says, s->def->languages[s->t.text]);
        text = text ? text : node_get(says, s->def->languages[0]);
    }
    return text ? text->text : NULL;
}

/* The `says` of a `let`, or NULL. */
static const char *let_words(const struct subject *s, const char *id)
{
    int let = named_at(s->def->lets, s->def->nlets, id);

    return let < 0 ? NULL : own_words(s, s->def->let_of[let]);
}

/* "this.faction", "this.card" and plain names. `it` is the thing the text is about. */
static void scalar_text(struct str *to, const struct subject *s, const char *text)
{
    int trait, card, counter, option;

    if (s->card >= 0 && !strcmp(text, "this.card")) {
        str_add(to, card_name(s->def, (unsigned)s->card, s->t));
        return;
    }
    if (s->card >= 0 && !strncmp(text, "this.", 5) &&
        (trait = trait_index(s->def, text + 5)) >= 0) {
        own_trait(to, s, (unsigned)trait);
        return;
    }
    card = card_index(s->def, text);
    if (!strncmp(text, "it.", 3))
        text += 3;
    trait = trait_index(s->def, text);
    counter = named_at(s->def->counters, s->def->k.ncounters, text);
    option = option_index(s->def, text);
    if (card >= 0)
        str_add(to, card_name(s->def, (unsigned)card, s->t));
    else if (trait >= 0)
        name_add(to, &s->def->traits[trait].name, s->t);
    else if (counter >= 0)
        counter_name(to, s->def, (unsigned)counter, 2, s->t);
    else if (option >= 0 && s->def->options[option].is == V_NUMBER)
        str_addf(to, "%d", (int)option_now(s->t, (unsigned)option));
    else if (option >= 0)
        name_add(to, &s->def->options[option].name, s->t);
    else if (!strcmp(text, "true") || !strcmp(text, "false"))
        str_add(to, own(*text == 't' ? W_YES : W_NO, s->t));
    else if (let_words(s, text))
        str_add(to, let_words(s, text));
    else
        add_line(to, text);
}

/* A word of trait `trait` (or a list of them, joined by "or"). */
static void trait_words(struct str *to, const struct subject *s, int trait,
                        const struct node *n)
{
    const struct words *words = &s->def->traits[trait].words;

    if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (i)
                str_addf(to, " %s ", own(W_OR, s->t));
            trait_words(to, s, trait, n->item[i]);
        }
        return;
    }
    if (n->kind != NODE_SCALAR) {
        node_text(to, n);
        return;
    }
    int w = named_at(words->v, words->n, n->text);
    if (w >= 0)
        word_name(to, s->def, (unsigned)trait, (unsigned)w, s->t);
    else
        scalar_text(to, s, n->text);
}

static const struct {
    const char *word;
    enum own_word says;
} seat_words[] = {
#define SEAT_WORD(id, word, one) {#word, W_##id},
#include "kernel/seats.def"
    {"owner", W_OWNER},
};

static const struct {
    const char *key;
    enum own_word says;
    describe_fn *of;
} seat_maps[] = {
    {"most", W_WHO_MOST, describe_formula},
    {"least", W_WHO_LEAST, describe_formula},
    {"owner", W_OWNERS_OF, describe_selector},
    {"where", W_WHO_WHERE, describe_formula},
};

void describe_seats(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_SCALAR && s->you && !strcmp(n->text, "you")) {
        str_add(to, s->you);
        return;
    }
    if (n->kind == NODE_SCALAR) {
        int word = PLACE_OF(seat_words, sizeof seat_words / sizeof *seat_words, n->text);
        int kind = named_at(s->def->kinds, s->def->k.nkinds, n->text);
        if (word >= 0)
            str_add(to, own(seat_words[word].says, s->t));
        else if (kind >= 0)
            name_add(to, &s->def->kinds[kind], s->t);
        else
            str_add(to, n->text);
        return;
    }
    bool one = n->kind == NODE_MAP && n->n == 1;
    int key =
        one ? PLACE_OF(seat_maps, sizeof seat_maps / sizeof *seat_maps, n->key[0]->text) : -1;
    if (key >= 0)
        SAY(to, seat_maps[key].says, s->t, SAID("what", seat_maps[key].of, s, n->item[0]));
    else
        node_text(to, n);
}

/* ---- selectors ---- */

static void say_behind(struct str *to, enum own_word w, const struct subject *s,
                       const char *separator, const struct filling *with)
{
    struct str part = {0};

    say(&part, w, s->t, with);
    str_join_made(to, separator, &part);
}

/* Adds the sentence after the present text. */
#define SAY_BEHIND(to, w, s, separator, ...)                                                   \
    say_behind(to, w, s, separator, (const struct filling[]){__VA_ARGS__, {0}})

/* All entries of a list, with that word between them. */
static void joined(struct str *to, const struct subject *s, const struct node *list,
                   enum own_word with, describe_fn *one)
{
    for (size_t i = 0; i < list->n; i++) {
        if (i)
            str_addf(to, " %s ", own(with, s->t));
        one(to, s, list->item[i]);
    }
}

/* {at_least: 3} and similar; a plain value stays as it is. */
static void bounds(struct str *to, const struct subject *s, const struct node *n)
{
    static const struct {
        const char *key;
        enum own_word says;
    } forms[] = {
        {"at_least", W_AT_LEAST},
        {"at_most", W_AT_MOST},
        {"except", W_EXCEPT},
    };

    if (n->kind != NODE_MAP) {
        describe_formula(to, s, n);
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        int f = PLACE_OF(forms, sizeof forms / sizeof *forms, n->key[i]->text);
        if (f >= 0)
            SAY_BEHIND(to, forms[f].says, s, ", ", SAID("n", describe_formula, s, n->item[i]));
    }
}

/* The parts of a selector while its keys are read. */
struct parts {
    struct str before, noun, words, after;
};

/* How many cards a set has. */
static void size_text(struct str *to, const struct subject *s, const struct node *n)
{
    const struct node *most = node_get(n, "to");

    describe_formula(to, s, most ? node_get(n, "from") : n);
    str_add(to, most ? "–" : "");
    if (most)
        describe_formula(to, s, most);
}

/* The sets of cards of a formula. */
static void sets_text(struct str *to, const struct subject *s, const struct node *n)
{
    struct subject several = *s;

    several.one = false;
    SAY(to, W_SETS_OF, s->t, NUMBER("n", s->one ? 1 : 2),
        SAID("what", describe_selector, &several, n));
}

static void with_formula(struct str *to, enum own_word w, const struct subject *s,
                         const struct node *n)
{
    describe_fn *of = w == W_SEL_EXCEPT ? describe_selector
                      : w == W_SET_SIZE ? size_text
                                        : describe_formula;
    int64_t number;

    if (node_int(n, &number) && number == 1)
        w = w == W_SEL_FIRST ? W_SEL_FIRST_ONE : w == W_SEL_LAST ? W_SEL_LAST_ONE : w;
    SAY_BEHIND(to, w, s, " ", SAID("what", of, s, n), SAID("n", of, s, n));
}

void describe_zones(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_LIST) {
        joined(to, s, n, W_OR, describe_zones);
        return;
    }
    int z = n->kind == NODE_SCALAR ? named_at(s->def->zones, s->def->k.nzones, n->text) : -1;
    if (z >= 0)
        zone_name(to, s->def, (unsigned)z, s->t);
    else
        node_text(to, n);
}

static void of_text(struct str *to, const struct subject *s, const struct node *n)
{
    if (node_is(n, "you"))
        str_join(to, " ", own(W_SEL_OF_YOU, s->t));
    else if (node_is(n, "all"))
        str_join(to, " ", own(W_SEL_OF_ALL, s->t));
    else
        SAY_BEHIND(to, W_SEL_OF, s, " ", SAID("who", describe_seats, s, n));
}

/* A key that is a trait or a counter. */
static void filter_text(struct parts *p, const struct subject *s, const char *key,
                        const struct node *n)
{
    int trait = trait_index(s->def, key);
    unsigned type = trait >= 0 ? s->def->k.traits[trait].type : 0;
    struct str part = {0}, whole = {0};

    if (trait >= 0 && (type == T_WORD || type == T_WORDSET) && n->kind != NODE_MAP) {
        trait_words(&part, s, trait, n);
        str_join_made(&p->words, " ", &part);
    } else {
        bounds(&part, s, n);
        if (trait >= 0)
            name_add(&whole, &s->def->traits[trait].name, s->t);
        else
            str_add(&whole, key);
        str_add(&whole, " ");
        str_move(&whole, &part);
        SAY_BEHIND(&p->after, W_SEL_WHERE, s, " ", MADE("what", whole));
    }
}

/* The word, of one card or of several. */
static void by_number(struct str *to, const struct subject *s, enum own_word w)
{
    SAY_BEHIND(to, w, s, " ", NUMBER("n", s->one ? 1 : 2));
}

/* The identifier of a card, or the source of one. */
static void card_text(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_SCALAR)
        scalar_text(to, s, n->text);
    else
        node_text(to, n);
}

static void selector_key(struct parts *p, const struct subject *s, const char *key,
                         const struct node *n)
{
    static const struct {
        const char *key;
        enum own_word says;
        bool before;
    } forms[] = {
        {"where", W_SEL_WHERE, false},      {"except", W_SEL_EXCEPT, false},
        {"if", W_SEL_WHERE, false},         {"count", W_SET_SIZE, true},
        {"most", W_SEL_MOST, false},        {"least", W_SEL_LEAST, false},
        {"one_of_each", W_SEL_EACH, false}, {"first", W_SEL_FIRST, true},
        {"last", W_SEL_LAST, true},         {"random", W_SEL_RANDOM, true},
    };
    int f = PLACE_OF(forms, sizeof forms / sizeof *forms, key);
    struct str part = {0};

    if (f >= 0)
        with_formula(forms[f].before ? &p->before : &p->after, forms[f].says, s, n);
    else if (!strcmp(key, "of") || !strcmp(key, "zone"))
        ; /* said at the end */
    else if (!strcmp(key, "face") && n->kind == NODE_SCALAR)
        by_number(&p->before, s, !strcmp(n->text, "up") ? W_SEL_UP : W_SEL_DOWN);
    else if (!strcmp(key, "this"))
        str_join(&p->noun, " ", own(W_SEL_THIS, s->t));
    else if (!strcmp(key, "other"))
        by_number(&p->before, s, W_SEL_OTHER);
    else if (!strcmp(key, "card") && n->kind != NODE_LIST)
        card_text(&part, s, n);
    else if (!strcmp(key, "card"))
        joined(&part, s, n, W_OR, card_text);
    else if (!strcmp(key, "any") && n->kind == NODE_LIST)
        joined(&part, s, n, W_OR, describe_selector);
    else
        filter_text(p, s, key, n);
    str_join_made(&p->noun, " ", &part);
}

/* Words alone name cards if they are cards' names. */
static bool called_by_words(const struct subject *s, const struct node *map)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct node *n = map->item[i];
        int trait = trait_index(s->def, map->key[i]->text);
        if (trait >= 0 && n->kind == NODE_SCALAR && words_are_cards(s->def, (unsigned)trait) &&
            (card_index(s->def, n->text) >= 0 || !strcmp(n->text, "this.card")))
            return true;
    }
    return false;
}

/* Which cards, without their zone and owner. */
static void cards_text(struct str *to, const struct subject *s, const struct node *n)
{
    struct parts p = {{0}, {0}, {0}, {0}};

    for (size_t i = 0; i < n->n; i++)
        selector_key(&p, s, n->key[i]->text, n->item[i]);
    if (!p.noun.n && !called_by_words(s, n))
        by_number(&p.noun, s, W_SEL_CARDS);
    /* English puts words before the noun, French after it. */
    bool after = s->t.own == OWN_FR;
    size_t start = to->n;
    struct str *order[4] = {&p.before, after ? &p.noun : &p.words, after ? &p.words : &p.noun,
                            &p.after};
    for (int i = 0; i < 4; i++) {
        if (to->n > start && order[i]->n)
            str_add(to, " ");
        str_move(to, order[i]);
    }
}

static void place_text(struct str *to, const struct subject *s, const struct node *zone,
                       const struct node *of)
{
    if (zone) {
        str_addf(to, " %s ", own(W_SEL_IN, s->t));
        describe_zones(to, s, zone);
    }
    if (of)
        of_text(to, s, of);
    else if (s->yours)
        str_addf(to, " %s", own(W_SEL_OF_YOU, s->t));
}

void describe_selector(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_SCALAR) {
        str_add(to, !strcmp(n->text, "this") ? own(W_SEL_THIS, s->t) : n->text);
    } else if (n->kind != NODE_MAP) {
        node_text(to, n);
    } else if (node_get(n, "sets")) {
        sets_text(to, s, node_get(n, "sets"));
    } else {
        cards_text(to, s, n);
        place_text(to, s, node_get(n, "zone"), node_get(n, "of"));
    }
}

void describe_one(struct str *to, const struct subject *s, const struct node *n, bool placed)
{
    struct subject one = *s;
    const struct node *of = node_get(n, "of");
    struct str what = {0};

    if (!n || n->kind != NODE_MAP) {
        str_add(to, n ? "" : own(W_A_CARD, s->t));
        if (n)
            describe_selector(to, s, n);
        return;
    }
    one.one = true;
    one.yours = false;
    cards_text(&what, &one, n);
    if (called_by_words(s, n) || node_key_among(n, "this card any first last random"))
        str_move(to, &what); /* one certain card has no article */
    else
        SAY(to, strchr("aeiouAEIOU", *str_of(&what)) ? W_AN_SUCH : W_A_SUCH, s->t,
            MADE("what", what));
    if (node_is(of, "all"))
        of = NULL;
    place_text(to, &one, placed ? NULL : node_get(n, "zone"), of);
}

/* ---- formulas ---- */

/* What a `most` or `sum` counts. A plain count names its cards. */
static void measure_text(struct str *to, const struct subject *s, const struct node *n)
{
    if (node_get(n, "count") && n->n == 1)
        describe_selector(to, s, node_get(n, "count"));
    else
        describe_formula(to, s, n);
}

/* Does the selector ask for cards by their names? Then "at least 1" of them goes without saying. */
static bool names_a_card(const struct subject *s, const struct node *sel)
{
    return sel && sel->kind == NODE_MAP && (node_get(sel, "card") || called_by_words(s, sel));
}

/* {count: SEL}, {players: SEATS}: a number, or a condition where one is wanted or bounds stand. */
static void count_text(struct str *to, const struct subject *s, const struct node *n, bool cond)
{
    const struct node *times = node_get(n, "times"), *is = node_get(n, "is");
    struct str what = {0};
    bool bounded = node_get(n, "at_least") || node_get(n, "at_most") || is;
    struct subject one = *s;

    one.one = !bounded; /* "at least 1 card", "for each card" */
    if (node_get(n, "players"))
        describe_seats(&what, s, node_get(n, "players"));
    else
        describe_selector(&what, &one, node_get(n, "count"));
    if (bounded) {
        bounds(to, s, n);
        node_text(to, is);
        str_add(to, " ");
        str_move(to, &what);
    } else if (cond) {
        if (!names_a_card(s, node_get(n, "count"))) {
            SAY(to, W_AT_LEAST, s->t, TEXT("n", "1"));
            str_add(to, " ");
        }
        str_move(to, &what);
    } else {
        struct filling factor = SAID("n", describe_formula, s, times);
        factor.text = "1";
        SAY(to, names_a_card(s, node_get(n, "count")) ? W_FOR_EACH_NAMED : W_FOR_EACH, s->t,
            factor, MADE("what", what));
    }
}

/* sum, most, least: with `cards` or `seats` a value, without a condition about the seats. */
static void over_text(struct str *to, const struct subject *s, const struct node *n,
                      const char *key, enum own_word value, enum own_word condition)
{
    const struct node *cards = node_get(n, "cards"), *tied = node_get(n, "tied");
    const struct node *seats = node_get(n, "seats"), *sets = node_get(n, "sets");
    const struct node *of = cards ? cards : seats ? seats : sets;
    bool most = condition == W_HAS_MOST;

    if (condition_settled(s, tied) == 0)
        condition = most ? W_HAS_MOST_ALONE : W_HAS_LEAST_ALONE;
    SAY(to, of ? value : condition, s->t, SAID("f", measure_text, s, node_get(n, key)),
        SAID("what",
             cards  ? describe_selector
             : sets ? sets_text
                    : describe_seats,
             s, of));
    if (of || !tied || condition_settled(s, tied) >= 0)
        return;
    str_add(to, " "); /* may others have as much? that depends */
    SAY(to, most ? W_TIED_IF : W_TIED_IF_LEAST, s->t,
        SAID("cond", describe_condition, s, tied));
}

static void any_formula(struct str *to, const struct subject *s, const struct node *n,
                        bool cond)
{
    const char *says = own_words(s, n);

    if (says)
        str_add(to, says);
    else if (n->kind == NODE_SCALAR)
        scalar_text(to, s, n->text);
    else if (n->kind != NODE_MAP)
        node_text(to, n);
    else if (node_get(n, "count") || node_get(n, "players"))
        count_text(to, s, n, cond);
    else if (node_get(n, "card"))
        describe_selector(to, s, node_get(n, "card"));
    else if (node_get(n, "sum"))
        over_text(to, s, n, "sum", W_SUM_OF, W_SUM_OF);
    else if (node_get(n, "most"))
        over_text(to, s, n, "most", W_GREATEST, W_HAS_MOST);
    else if (node_get(n, "least"))
        over_text(to, s, n, "least", W_SMALLEST, W_HAS_LEAST);
    else if (node_get(n, "all"))
        joined(to, s, node_get(n, "all"), W_AND, describe_condition);
    else if (node_get(n, "any"))
        joined(to, s, node_get(n, "any"), W_OR, describe_condition);
    else if (node_get(n, "not"))
        SAY(to, W_NOT, s->t, SAID("what", describe_condition, s, node_get(n, "not")));
    else if (node_get(n, "is"))
        any_formula(to, s, node_get(n, "is"), cond);
    else
        node_text(to, n);
}

void describe_formula(struct str *to, const struct subject *s, const struct node *n)
{
    any_formula(to, s, n, false);
}

void describe_condition(struct str *to, const struct subject *s, const struct node *n)
{
    any_formula(to, s, n, true);
}

/* ---- for everybody ---- */

/* The first selector in a compiled expression, or NULL. For each asked seat it means its own
 * cards. */
static const struct kselect *first_selector(const struct kdef *k, ref x, int depth)
{
    const struct kexpr *e = x == REF_NONE || depth > 8 ? NULL : &k->exprs[x];

    if (e && ((e->op >= X_COUNT && e->op <= X_LEASTOF) || e->op == X_ONLY))
        return &k->sels[e->a];
    if (!e || e->op < X_NEG || e->op > X_MAX || e->op == X_ISSET)
        return NULL;
    const struct kselect *found = first_selector(k, e->a, depth + 1);
    return found ? found : first_selector(k, e->b, depth + 1);
}

/* Does a selector without a seat mean one's own cards? The compiled form says so, because it
 * includes `field`. */
static bool means_yours(const struct ct_definition *def, int card, const struct node *n)
{
    for (unsigned t = 0; card >= 0 && t < def->k.ntraits; t++) {
        ref x = def->k.trait_expr[(size_t)card * def->k.ntraits + t];
        if (x == REF_NONE || node_get(def->cards[card].node, def->traits[t].name.id) != n)
            continue;
        const struct kselect *sel = first_selector(&def->k, x, 0);
        return sel && sel->nzones && def->k.zones[sel->zone[0]].per != PER_TABLE &&
               def->k.max_people > 1;
    }
    return false;
}

void formula_text(struct str *to, const struct ct_definition *def, int card, bool condition,
                  const struct node *n, struct tongue t)
{
    struct subject s = {def, t, card, NULL, means_yours(def, card, n), false, true};

    any_formula(to, &s, n, condition);
}

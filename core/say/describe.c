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
            if (f->text)
                str_add(&out->words, f->text);
            out->kind = f->is_seat ? VALUE_SEAT : f->is_number ? VALUE_NUMBER : VALUE_TEXT;
            out->number = f->number;
            out->you = f->you;
            out->absent = !f->text && !f->is_number;
            return true;
        }
    return false;
}

void say(struct str *to, enum own_word w, struct tongue t, const struct filling *with)
{
    template_add(to, own(w, t), t, filled, (void *)with);
}

int trait_index(const struct ct_definition *def, const char *id)
{
    for (unsigned i = 0; i < def->k.ntraits; i++)
        if (!strcmp(def->traits[i].name.id, id))
            return (int)i;
    return -1;
}

static int option_index(const struct ct_definition *def, const char *id)
{
    for (unsigned i = 0; i < def->k.noptions; i++)
        if (!strcmp(def->options[i].name.id, id))
            return (int)i;
    return -1;
}

/* ---- options in force ---- */

/* The number of a one_of option's word; -1: no such. */
static int word_of_option(const struct option_info *o, const char *id)
{
    int v = o->is == V_WORD ? words_at(&o->values, id) : -1;

    return v < 0 ? -1 : o->value_is[v];
}

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
    int32_t now = option_now(s->t, (unsigned)option),
            is = got == 3 ? word_of_option(o, word) : 0;
    if (got == 1)
        return o->is == V_FLAG ? (now != 0) != not : -1;
    return is < 0 || not         ? -1
           : !strcmp(sign, "==") ? now == is
           : !strcmp(sign, "!=") ? now != is
                                 : -1;
}

/* ---- YAML as it stands ---- */

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
    bool map;

    if (!n)
        return;
    if (n->kind == NODE_SCALAR) {
        add_line(to, n->text);
        return;
    }
    map = n->kind == NODE_MAP;
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

/* Has the node at most `room` parts? Else what is left of room is below 0. */
static int room_left(const struct node *n, int room)
{
    room--;
    for (size_t i = 0; i < n->n && room >= 0; i++)
        room = room_left(n->item[i], room);
    return room;
}

/* A trait of the card whose text it is: what it comes to. Formulas may name each other and themselves, and many may name
 * a long one, so within one, and in place of a long one, stands the trait's name. */
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

/* The `says` of a formula in the language spoken, else in the game's first. */
static const char *own_words(const struct subject *s, const struct node *n)
{
    const struct node *says = node_get(n, "says"), *text = says;

    if (says && says->kind == NODE_MAP) {
        text = node_get(says, s->def->languages[s->t.text]);
        text = text ? text : node_get(says, s->def->languages[0]);
    }
    return text ? text->text : NULL;
}

/* What a `let` says of itself, or NULL. */
static const char *let_words(const struct subject *s, const char *id)
{
    int let = named_at(s->def->lets, s->def->nlets, id);

    return let < 0 ? NULL : own_words(s, s->def->let_of[let]);
}

/* "this.faction", "this.card" and plain names; `it` is what is spoken of anyway. */
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

void describe_seats(struct str *to, const struct subject *s, const struct node *n)
{
    struct str what = {0};

    if (n->kind == NODE_SCALAR && s->you && !strcmp(n->text, "you")) {
        str_add(to, s->you);
        return;
    }
    if (n->kind == NODE_SCALAR) {
        for (size_t i = 0; i < sizeof seat_words / sizeof *seat_words; i++)
            if (!strcmp(seat_words[i].word, n->text)) {
                str_add(to, own(seat_words[i].says, s->t));
                return;
            }
        int kind = named_at(s->def->kinds, s->def->k.nkinds, n->text);
        if (kind >= 0)
            name_add(to, &s->def->kinds[kind], s->t);
        else
            str_add(to, n->text);
        return;
    }
    if (n->kind != NODE_MAP || n->n != 1) {
        node_text(to, n);
        return;
    }
    const char *key = n->key[0]->text;
    if (!strcmp(key, "owner"))
        describe_selector(&what, s, n->item[0]);
    else
        describe_formula(&what, s, n->item[0]);
    enum own_word w = !strcmp(key, "most")    ? W_WHO_MOST
                      : !strcmp(key, "least") ? W_WHO_LEAST
                      : !strcmp(key, "owner") ? W_OWNERS_OF
                      : !strcmp(key, "where") ? W_WHO_WHERE
                                              : W_COUNT;
    if (w == W_COUNT)
        node_text(to, n);
    else
        SAY(to, w, s->t, TEXT("what", str_of(&what)));
    str_free(&what);
}

/* ---- selectors ---- */

static void add_separated(struct str *to, const char *separator, const char *text)
{
    if (to->n && *text)
        str_add(to, separator);
    str_add(to, text);
}

/* {at_least: 3} and the like; a plain value as it is. */
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
    for (size_t i = 0; i < n->n; i++)
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
            if (!strcmp(n->key[i]->text, forms[f].key)) {
                struct str what = {0}, part = {0};
                describe_formula(&what, s, n->item[i]);
                SAY(&part, forms[f].says, s->t, TEXT("n", str_of(&what)));
                add_separated(to, ", ", str_of(&part));
                str_free(&what);
                str_free(&part);
            }
}

/* The parts of a selector while its keys are read. */
struct parts {
    struct str before, noun, words, after;
};

static void with_formula(struct str *to, enum own_word w, const struct subject *s,
                         const struct node *n)
{
    struct str what = {0}, part = {0};
    int64_t number;

    if (node_int(n, &number) && number == 1)
        w = w == W_SEL_FIRST ? W_SEL_FIRST_ONE : w == W_SEL_LAST ? W_SEL_LAST_ONE : w;
    if (w == W_SEL_EXCEPT)
        describe_selector(&what, s, n);
    else
        describe_formula(&what, s, n);
    SAY(&part, w, s->t, TEXT("what", str_of(&what)), TEXT("n", str_of(&what)));
    add_separated(to, " ", str_of(&part));
    str_free(&what);
    str_free(&part);
}

static void zones_text(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (i)
                str_addf(to, " %s ", own(W_OR, s->t));
            zones_text(to, s, n->item[i]);
        }
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
    struct str who = {0}, part = {0};

    if (node_is(n, "you")) {
        str_add(&part, own(W_SEL_OF_YOU, s->t));
    } else if (node_is(n, "all")) {
        str_add(&part, own(W_SEL_OF_ALL, s->t));
    } else {
        describe_seats(&who, s, n);
        SAY(&part, W_SEL_OF, s->t, TEXT("who", str_of(&who)));
    }
    add_separated(to, " ", str_of(&part));
    str_free(&who);
    str_free(&part);
}

/* A key that is a trait or a counter. */
static void filter_text(struct parts *p, const struct subject *s, const char *key,
                        const struct node *n)
{
    int trait = trait_index(s->def, key);
    unsigned type = trait >= 0 ? s->def->k.traits[trait].type : 0;
    struct str part = {0};

    if (trait >= 0 && (type == T_WORD || type == T_WORDSET) && n->kind != NODE_MAP) {
        trait_words(&part, s, trait, n);
        add_separated(&p->words, " ", str_of(&part));
    } else {
        bounds(&part, s, n);
        struct str whole = {0};
        if (trait >= 0)
            name_add(&whole, &s->def->traits[trait].name, s->t);
        else
            str_add(&whole, key);
        str_addf(&whole, " %s", str_of(&part));
        add_separated(&p->after, ", ", "");
        struct str phrase = {0};
        SAY(&phrase, W_SEL_WHERE, s->t, TEXT("what", str_of(&whole)));
        add_separated(&p->after, " ", str_of(&phrase));
        str_free(&phrase);
        str_free(&whole);
    }
    str_free(&part);
}

/* The word, of one card or of several. */
static const char *by_number(struct str *to, const struct subject *s, enum own_word w)
{
    SAY(to, w, s->t, NUMBER("n", s->one ? 1 : 2));
    return str_of(to);
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
        {"most", W_SEL_MOST, false},        {"least", W_SEL_LEAST, false},
        {"one_of_each", W_SEL_EACH, false}, {"first", W_SEL_FIRST, true},
        {"last", W_SEL_LAST, true},         {"random", W_SEL_RANDOM, true},
    };
    struct str part = {0};

    if (!strcmp(key, "of") || !strcmp(key, "zone"))
        return; /* said at the end */
    if (!strcmp(key, "face") && n->kind == NODE_SCALAR) {
        add_separated(&p->before, " ",
                      by_number(&part, s, !strcmp(n->text, "up") ? W_SEL_UP : W_SEL_DOWN));
    } else if (!strcmp(key, "this")) {
        add_separated(&p->noun, " ", own(W_SEL_THIS, s->t));
    } else if (!strcmp(key, "other")) {
        add_separated(&p->before, " ", by_number(&part, s, W_SEL_OTHER));
    } else if (!strcmp(key, "card")) {
        for (size_t i = 0; i < (n->kind == NODE_LIST ? n->n : 1); i++) {
            const struct node *one = n->kind == NODE_LIST ? n->item[i] : n;
            if (i)
                str_addf(&part, " %s ", own(W_OR, s->t));
            if (one->kind == NODE_SCALAR)
                scalar_text(&part, s, one->text);
            else
                node_text(&part, one);
        }
        add_separated(&p->noun, " ", str_of(&part));
    } else if (!strcmp(key, "any") && n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (i)
                str_addf(&part, " %s ", own(W_OR, s->t));
            describe_selector(&part, s, n->item[i]);
        }
        add_separated(&p->noun, " ", str_of(&part));
    } else {
        size_t f = 0, count = sizeof forms / sizeof *forms;
        while (f < count && strcmp(forms[f].key, key) != 0)
            f++;
        if (f < count)
            with_formula(forms[f].before ? &p->before : &p->after, forms[f].says, s, n);
        else
            filter_text(p, s, key, n);
    }
    str_free(&part);
}

/* Cards are called by words alone where these are cards' names. */
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

/* Which cards, but not where they lie nor whose they are. */
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
    const struct str *order[4] = {&p.before, after ? &p.noun : &p.words,
                                  after ? &p.words : &p.noun, &p.after};
    for (int i = 0; i < 4; i++) {
        if (to->n > start && order[i]->n)
            str_add(to, " ");
        str_add(to, str_of(order[i]));
    }
    str_free(&p.before);
    str_free(&p.noun);
    str_free(&p.words);
    str_free(&p.after);
}

static void place_text(struct str *to, const struct subject *s, const struct node *zone,
                       const struct node *of)
{
    if (zone) {
        str_addf(to, " %s ", own(W_SEL_IN, s->t));
        zones_text(to, s, zone);
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
    } else {
        cards_text(to, s, n);
        place_text(to, s, node_get(n, "zone"), node_get(n, "of"));
    }
}

/* Is it clear which card is meant, so that no article goes with it? */
static bool is_definite(const struct subject *s, const struct node *cards)
{
    static const char *const keys[] = {"this", "card", "any", "first", "last", "random"};
    bool is = called_by_words(s, cards);

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        is |= node_get(cards, keys[i]) != NULL;
    return is;
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
    if (is_definite(s, n))
        str_add(to, str_of(&what));
    else
        SAY(to, strchr("aeiouAEIOU", *str_of(&what)) ? W_AN_SUCH : W_A_SUCH, s->t,
            TEXT("what", str_of(&what)));
    if (node_is(of, "all"))
        of = NULL;
    place_text(to, &one, placed ? NULL : node_get(n, "zone"), of);
    str_free(&what);
}

/* ---- formulas ---- */

static void joined(struct str *to, const struct subject *s, const struct node *list,
                   enum own_word with)
{
    for (size_t i = 0; i < list->n; i++) {
        if (i)
            str_addf(to, " %s ", own(with, s->t));
        describe_condition(to, s, list->item[i]);
    }
}

/* What a `most` or `sum` counts; of a plain count the cards are named. */
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
    struct str what = {0}, factor = {0};

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
        str_addf(to, " %s", str_of(&what));
    } else if (cond) {
        if (!names_a_card(s, node_get(n, "count"))) {
            SAY(to, W_AT_LEAST, s->t, TEXT("n", "1"));
            str_add(to, " ");
        }
        str_add(to, str_of(&what));
    } else {
        if (times)
            describe_formula(&factor, s, times);
        bool named = names_a_card(s, node_get(n, "count"));
        SAY(to, named ? W_FOR_EACH_NAMED : W_FOR_EACH, s->t,
            TEXT("n", times ? str_of(&factor) : "1"), TEXT("what", str_of(&what)));
    }
    str_free(&what);
    str_free(&factor);
}

/* May others have as much? `tied` says: no, yes, or a condition. */
static void tied_text(struct str *to, const struct subject *s, const struct node *tied,
                      enum own_word w)
{
    struct str cond = {0};

    if (!tied || condition_settled(s, tied) >= 0)
        return;
    describe_condition(&cond, s, tied);
    str_add(to, " ");
    SAY(to, w, s->t, TEXT("cond", str_of(&cond)));
    str_free(&cond);
}

/* sum, most, least: with `cards` or `seats` a value, without a condition about the seats. */
static void over_text(struct str *to, const struct subject *s, const struct node *n,
                      const char *key, enum own_word value, enum own_word condition)
{
    const struct node *cards = node_get(n, "cards"), *tied = node_get(n, "tied");
    bool alone = condition_settled(s, tied) == 0;
    bool most = condition == W_HAS_MOST;
    const struct node *seats = node_get(n, "seats");
    struct str f = {0}, what = {0};

    if (alone)
        condition = most ? W_HAS_MOST_ALONE : W_HAS_LEAST_ALONE;
    measure_text(&f, s, node_get(n, key));
    if (cards)
        describe_selector(&what, s, cards);
    else if (seats)
        describe_seats(&what, s, seats);
    SAY(to, cards || seats ? value : condition, s->t, TEXT("f", str_of(&f)),
        TEXT("what", str_of(&what)));
    if (!cards && !seats)
        tied_text(to, s, tied, most ? W_TIED_IF : W_TIED_IF_LEAST);
    str_free(&f);
    str_free(&what);
}

static void any_formula(struct str *to, const struct subject *s, const struct node *n,
                        bool cond)
{
    struct str what = {0};
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
        joined(to, s, node_get(n, "all"), W_AND);
    else if (node_get(n, "any"))
        joined(to, s, node_get(n, "any"), W_OR);
    else if (node_get(n, "not")) {
        describe_condition(&what, s, node_get(n, "not"));
        SAY(to, W_NOT, s->t, TEXT("what", str_of(&what)));
    } else if (node_get(n, "is"))
        any_formula(to, s, node_get(n, "is"), cond);
    else
        node_text(to, n);
    str_free(&what);
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

/* The first selector that a compiled expression looks at, or NULL. What is asked of each seat is about its own. */
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

/* Does a selector that names nobody mean cards of one's own? Known from the compiled form,
 * where `field` has been filled in. */
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

/* choice.c - a player's choices as values and in words: by the action's `says`, or by its parts. */
#include "say/describe_internal.h"

#include <stdlib.h>
#include <string.h>

const char *voice_seat(const struct voice *v, unsigned seat)
{
    if (seat == (unsigned)v->you && v->you >= 0)
        return own(W_CAP_YOU, v->t);
    return seat < K_MAX_SEATS && v->names[seat] ? v->names[seat] : "?";
}

const char *seat_within(const struct voice *v, unsigned seat)
{
    return (int)seat == v->you ? own(W_YOU, v->t) : voice_seat(v, seat);
}

void counter_value_add(struct str *to, const struct voice *v, unsigned counter, int32_t value)
{
    const struct kcounter *k = &v->def->k.counters[counter];

    if (k->is == V_FLAG)
        str_add(to, own(value ? W_YES : W_NO, v->t));
    else if (k->is == V_SEAT)
        str_add(to, value < 0 ? own(W_NOBODY, v->t) : seat_within(v, (unsigned)value));
    else if (k->is == V_CARD)
        str_add(to, value < 0 ? own(W_NONE, v->t) : card_name(v->def, (unsigned)value, v->t));
    else if (k->is == V_WORD && value < 0)
        str_add(to, own(W_NONE, v->t));
    else if (k->is == V_WORD)
        word_name(to, v->def, k->trait, (unsigned)value, v->t);
    else if (k->is == V_WORDS)
        words_of_set(to, v->def, counter, value, v->t);
    else
        str_addf(to, "%d", (int)value);
}

struct chosen {
    const struct voice *v;
    const struct ct_choice *c;
    bool given;           /* it was given: a card that is not seen is no longer one at random */
    const struct str *to; /* nothing stands there while the text begins */
};

/* A seat. After other words or after the player who chose, the reader does not begin a sentence. */
static const char *seat_of(const struct chosen *ch, unsigned seat, bool begins)
{
    return ch->given || !begins || ch->to->n ? seat_within(ch->v, seat)
                                             : voice_seat(ch->v, seat);
}

/* The card in this part of the choice, or NULL. */
static const struct ct_card *part_of(const struct ct_choice *c, enum ct_part part)
{
    for (int i = 0; i < c->ncards; i++)
        if (c->part[i] == part)
            return &c->card[i];
    return NULL;
}

void card_where(struct str *to, const struct voice *v, const struct ct_card *card, bool place)
{
    struct str zone = {0}, where = {0};

    zone_name(&zone, v->def, (unsigned)card->zone, v->t);
    SAY(&where,
        card->seat < 0         ? W_ZONE_OF_TABLE
        : card->seat == v->you ? W_ZONE_OF_YOU
                               : W_ZONE_OF,
        v->t, MADE("zone", zone), TEXT("who", voice_seat(v, (unsigned)card->seat)));
    if (place)
        SAY(to, W_CARD_OF, v->t, MADE("where", where), NUMBER("n", card->place + 1));
    else
        str_move(to, &where);
}

/* "a card of Bob's hand at random"; where places are seen "card 2 of Bob's row". */
static void part_name(struct str *to, const struct chosen *ch, const struct ct_card *card)
{
    const struct voice *v = ch->v;
    struct str where = {0};

    if (card->card >= 0) {
        str_add(to, card_name(v->def, (unsigned)card->card, v->t));
    } else if (card->zone >= 0 && !ch->given) {
        card_where(&where, v, card, false);
        SAY(to, v->def->k.zones[card->zone].as == AS_SET ? W_CARD_OF_AT_RANDOM : W_CARD_OF,
            v->t, MADE("where", where), NUMBER("n", card->place + 1));
    } else {
        str_add(to, own(ch->given ? W_A_CARD : W_CARD_AT_RANDOM, v->t));
    }
}

/* Several that bear one name: "2 × Ant", "2 cards of Bob's hand at random". */
static void several_name(struct str *to, const struct chosen *ch, const struct ct_card *card,
                         int n)
{
    struct str where = {0};
    enum own_word w = ch->given         ? W_N_CARDS
                      : card->zone >= 0 ? W_CARDS_OF_AT_RANDOM
                                        : W_CARDS_AT_RANDOM;

    if (n == 1 || card->card >= 0) {
        if (n > 1)
            str_addf(to, "%d × ", n);
        part_name(to, ch, card);
        return;
    }
    if (w == W_CARDS_OF_AT_RANDOM)
        card_where(&where, ch->v, card, false);
    SAY(to, w, ch->v->t, NUMBER("n", n), MADE("where", where));
}

void choice_card_name(struct str *to, const struct voice *v, const struct ct_card *card, int n)
{
    several_name(to, &(struct chosen){v, NULL, false, to}, card, n);
}

/* How many of the set's cards are called like its card i; 0: one before it is. */
static int same_names(const struct chosen *ch, int i)
{
    const struct ct_choice *c = ch->c;
    struct str name = {0}, other = {0};
    int n = 1;

    part_name(&name, ch, &c->card[i]);
    for (int k = 0; k < c->ncards && n; k++) {
        if (k == i || c->part[k] != CT_PART_SET)
            continue;
        str_clear(&other);
        part_name(&other, ch, &c->card[k]);
        if (!strcmp(str_of(&other), str_of(&name)))
            n = k < i ? 0 : n + 1;
    }
    str_free(&name);
    str_free(&other);
    return n;
}

/* "Ant, 2 × Bee and Cat", of others "Ant and 2 cards": the set of cards. It is the last part. */
static void set_names(struct str *to, const struct chosen *ch)
{
    const struct ct_choice *c = ch->c;
    struct str last = {0};

    for (int i = 0; i < c->ncards; i++) {
        int n = c->part[i] == CT_PART_SET ? same_names(ch, i) : 0;
        if (n && last.n) {
            str_addf(to, "%s%s", to->n ? ", " : "", str_of(&last));
            str_clear(&last);
        }
        if (n)
            several_name(&last, ch, &c->card[i], n);
    }
    if (to->n)
        str_add(to, own(W_LAST_AND, ch->v->t));
    str_move(to, &last);
}

static const char *const parts[] = {"card", "helper", "target"};

/* The part that "card.cost" begins with; *trait is the text after the dot. -1: none. */
static int part_named(const char *name, const char **trait)
{
    for (int p = 0; p < 3; p++) {
        size_t n = strlen(parts[p]);
        if (!strncmp(name, parts[p], n) && name[n] == '.') {
            *trait = name + n + 1;
            return p;
        }
    }
    return -1;
}

/* Adds the trait at "{card.cost" if some card works it out. */
static void add_worth(const struct ct_definition *def, const char *at, struct worths *to)
{
    enum { LONGER = 128 }; /* longer than any such name */
    char name[LONGER];
    const char *trait;
    size_t length = strcspn(at, "}:]");

    if (length >= sizeof name || to->n == CT_MAX_WORTH)
        return;
    memcpy(name, at, length);
    name[length] = 0;
    int part = part_named(name, &trait), t = part < 0 ? -1 : trait_index(def, trait);
    if (t < 0 || def->k.traits[t].type != T_NUMBER || !def->k.traits[t].formula)
        return;
    for (int i = 0; i < to->n; i++)
        if (to->v[i].part == part && to->v[i].trait == t)
            return;
    to->v[to->n++] = (struct ct_worth){(uint8_t)part, (int16_t)t, 0};
}

struct worths *says_worths(const struct ct_definition *def)
{
    struct worths *all = calloc(def->k.nactions + 1u, sizeof *all);

    for (int i = 0; all && i < def->k.nactions; i++)
        for (int l = 0; l < def->nlanguages; l++)
            for (const char *at = text_in(&def->actions[i].says, l); (at = strchr(at, '{'));
                 at++)
                add_worth(def, at + 1, &all[i]);
    return all;
}

/* The value of a trait of this part, if a formula computes it. */
static bool is_worth(const struct ct_choice *c, int part, int trait, struct text_value *out)
{
    for (int i = 0; i < c->nworth; i++)
        if (c->worth[i].part == part && c->worth[i].trait == trait) {
            out->kind = VALUE_NUMBER;
            out->number = c->worth[i].value;
            return true;
        }
    return false;
}

static void seat_value(const struct chosen *ch, int seat, struct text_value *out)
{
    out->kind = VALUE_SEAT;
    out->absent = seat < 0;
    out->you = !out->absent && seat == ch->v->you;
    if (!out->absent)
        str_add(&out->words, seat_of(ch, (unsigned)seat, true));
}

/* "card.cost": a trait of a chosen card, or its owner. */
static bool part_trait(const struct chosen *ch, int part, const char *trait,
                       struct text_value *out)
{
    const struct ct_definition *def = ch->v->def;
    const struct ct_card *card = part_of(ch->c, (enum ct_part)part);
    int t = trait_index(def, trait);

    if (!strcmp(trait, "owner")) {
        seat_value(ch, card ? card_whose(card) : -1, out);
        return true;
    }
    if (t < 0)
        return false;
    if (!card || card->card < 0) {
        out->absent = true;
        return true;
    }
    size_t at = (size_t)card->card * def->k.ntraits + (unsigned)t;
    if (def->k.traits[t].type == T_NUMBER && def->k.trait_expr[at] == REF_NONE) {
        out->kind = VALUE_NUMBER;
        out->number = def->k.trait_value[at];
    } else if (!is_worth(ch->c, part, t, out)) {
        trait_text(&out->words, def, (unsigned)card->card, (unsigned)t, ch->v->t);
        out->absent = !out->words.n;
    }
    return true;
}

/* The chosen word, as players read it. */
static void word_of_choice(struct str *to, const struct chosen *ch)
{
    word_name(to, ch->v->def, (unsigned)ch->c->trait, (unsigned)ch->c->word, ch->v->t);
}

static bool choice_value(void *ctx, const char *name, struct text_value *out)
{
    const struct chosen *ch = ctx;
    const char *trait;
    int part = part_named(name, &trait);

    if (part >= 0)
        return part_trait(ch, part, trait, out);
    for (int p = 0; p < 3; p++)
        if (!strcmp(name, parts[p])) {
            const struct ct_card *card = part_of(ch->c, (enum ct_part)p);
            out->absent = !card;
            if (card)
                part_name(&out->words, ch, card);
            return true;
        }
    if (!strcmp(name, "cards")) {
        out->kind = VALUE_NUMBER;
        for (int i = 0; i < ch->c->ncards; i++)
            out->number += ch->c->part[i] == CT_PART_SET;
        out->absent = !out->number;
        set_names(&out->words, ch);
        return true;
    }
    if (!strcmp(name, "seat")) {
        seat_value(ch, ch->c->seat, out);
        return true;
    }
    if (!strcmp(name, "number")) {
        out->kind = VALUE_NUMBER;
        out->number = ch->c->number;
        return true;
    }
    if (!strcmp(name, "word")) {
        word_of_choice(&out->words, ch);
        return true;
    }
    return false;
}

const char *choice_word(const struct ct_definition *def, const struct kchoice *c)
{
    ref trait = c->action < ACT_EFFECT ? def->k.actions[c->action].word : REF_NONE;

    return trait == REF_NONE ? NULL : def->traits[trait].words.v[c->number].id;
}

int action_word(const struct ct_definition *def, unsigned action, const char *id)
{
    ref trait = def->k.actions[action].word;

    return trait == REF_NONE ? -1 : words_at(&def->traits[trait].words, id);
}

/* Adds ": 3" or ": word" to the text, or just "3" to an empty one. */
static void number_part(struct str *to, const struct chosen *ch)
{
    bool word = ch->c->word >= 0;

    str_add(to, !to->n ? "" : word ? own(W_COLON, ch->v->t) : ": ");
    if (word)
        word_of_choice(to, ch);
    else
        str_addf(to, "%d", ch->c->number);
}

/* Sets `to` to the sentence `w` of its old text (under `name`) and of `part`. If it was empty,
 * to the part. */
static void join_part(struct str *to, enum own_word w, struct tongue t, const char *name,
                      const struct str *part)
{
    struct str next = {0};

    if (to->n)
        SAY(&next, w, t, TEXT("card", str_of(to)), TEXT(name, str_of(part)));
    else
        str_add(&next, str_of(part));
    str_free(to);
    *to = next;
}

/* "Card with Helper on Target with Set for Seat: 3". */
static void plain_choice(struct str *to, const struct chosen *ch)
{
    static const struct {
        enum own_word w;
        const char *name;
    } joins[] = {{W_WITH, "card"}, {W_WITH, "helper"}, {W_ON, "target"}};
    const struct ct_choice *c = ch->c;
    struct tongue t = ch->v->t;
    struct str s = {0}, part = {0};

    for (int p = 0; p < 3; p++) {
        const struct ct_card *card = part_of(c, (enum ct_part)p);
        if (!card ||
            (card->card < 0 && c->is == CT_CHOSEN_EFFECT)) /* it is not a random card */
            continue;
        str_clear(&part);
        part_name(&part, ch, card);
        join_part(&s, joins[p].w, t, joins[p].name, &part);
    }
    if (part_of(c, CT_PART_SET)) {
        str_clear(&part);
        set_names(&part, ch);
        join_part(&s, W_WITH, t, "helper", &part);
    }
    if (c->seat >= 0) {
        str_clear(&part);
        str_add(&part, seat_of(ch, (unsigned)c->seat, !s.n));
        join_part(&s, W_FOR, t, "seat", &part);
    }
    if (c->numbered || c->word >= 0)
        number_part(&s, ch);
    str_add(to, s.n ? str_of(&s) : own(c->is == CT_CHOSEN_EFFECT ? W_AN_EFFECT : W_NONE, t));
    str_free(&s);
    str_free(&part);
}

void choice_text(struct str *to, const struct voice *v, const struct ct_choice *c, bool given)
{
    struct chosen ch = {v, c, given, to};
    const struct named *action;
    const char *says;

    if (c->is == CT_CHOSEN_DONE || c->is == CT_CHOSEN_NONE) {
        str_add(to, own(c->is == CT_CHOSEN_DONE ? W_DONE : W_NONE, v->t));
        return;
    }
    action = c->is == CT_CHOSEN_ACTION ? &v->def->actions[c->action] : NULL;
    says = action ? text_in(&action->says, v->t.text) : "";
    if (*says) {
        template_add(to, says, tongue_in(&action->says, v->t), choice_value, &ch);
        return;
    }
    bool bare = !part_of(c, CT_PART_CARD) && !part_of(c, CT_PART_TARGET) &&
                !part_of(c, CT_PART_SET) && c->seat < 0 && !c->numbered && c->word < 0;
    if (action && v->def->k.actions[c->action].named && (bare || !action->untold)) {
        name_add(to, action, v->t);
        if (bare)
            return;
        str_add(to, own(W_COLON, v->t));
    }
    plain_choice(to, &ch);
}

static void add_word(struct str *to, const char *word, const char *behind)
{
    str_add(to, word);
    str_add(to, behind);
}

void choice_pick(struct str *to, const struct voice *v, const struct ct_choice *c)
{
    if (c->is == CT_CHOSEN_DONE || c->is == CT_CHOSEN_NONE) {
        str_add(to, c->is == CT_CHOSEN_DONE ? "done" : "none");
        return;
    }
    if (c->is == CT_CHOSEN_ACTION && v->def->k.actions[c->action].named)
        add_word(to, v->def->actions[c->action].id, " ");
    if (c->is == CT_CHOSEN_EFFECT && !c->ncards) /* of a lost card, or of none */
        str_add(to, "effect");
    for (int i = 0; i < c->ncards; i++) {
        bool more = c->part[i] == CT_PART_SET && i + 1 < c->ncards;
        add_word(to, c->card[i].card < 0 ? "unknown" : v->def->cards[c->card[i].card].id,
                 more ? "+" : " ");
    }
    if (c->seat >= 0)
        add_word(to, c->seat < K_MAX_SEATS && v->names[c->seat] ? v->names[c->seat] : "?", " ");
    if (c->word >= 0)
        add_word(to, v->def->traits[c->trait].words.v[c->word].id, " ");
    else if (c->numbered)
        str_addf(to, "%d ", c->number);
    if (to->n && to->s[to->n - 1] == ' ')
        to->s[--to->n] = 0;
}

/* ---- from the kernel's record ---- */

_Static_assert(CT_MAX_CHOSEN >= 3 + K_MAX_CHOSEN, "the cards of a choice");

static void add_card(struct ct_choice *to, enum ct_part part, unsigned card, uint16_t def)
{
    if (card == NO_CARD)
        return;
    to->part[to->ncards] = (uint8_t)part;
    to->card[to->ncards++] = (struct ct_card){
        .card = def == REF_NONE ? -1 : def, .owner = -1, .seat = -1, .zone = -1, .place = -1};
}

void choice_value_of(struct ct_choice *to, const struct ct_definition *def, int asked,
                     const struct kchoice *c, const uint16_t defs[3], const uint16_t *chosen)
{
    const struct kaction *a = c->action < ACT_EFFECT ? &def->k.actions[c->action] : NULL;

    to->key = 0;
    to->is = c->action == ACT_NONE     ? CT_CHOSEN_NONE
             : c->action == ACT_DONE   ? CT_CHOSEN_DONE
             : c->action == ACT_CARD   ? CT_CHOSEN_CARD
             : c->action == ACT_EFFECT ? CT_CHOSEN_EFFECT
                                       : CT_CHOSEN_ACTION;
    to->asked = asked;
    to->action = a ? c->action : -1;
    to->kind = a && a->named ? c->action : -1;
    to->seat = c->seat == NO_SEAT ? -1 : c->seat;
    to->trait = a && a->word != REF_NONE ? a->word : -1;
    to->word = to->trait >= 0 ? c->number : -1;
    to->numbered = a && a->from != REF_NONE && to->trait < 0;
    to->number = to->numbered ? c->number : 0;
    to->ncards = to->nworth = 0;
    add_card(to, CT_PART_CARD, c->card, defs[0]);
    add_card(to, CT_PART_HELPER, c->helper, defs[1]);
    add_card(to, CT_PART_TARGET, c->target, defs[2]);
    for (int i = 0; i < set_members(c); i++)
        add_card(to, CT_PART_SET, 0, chosen[i]);
}

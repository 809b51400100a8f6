/* choice.c - what a player may choose, in words: by the action's `says`, else by its parts. */
#include "say/describe_internal.h"

#include <string.h>

const char *voice_seat(const struct voice *v, unsigned seat)
{
    if (seat == (unsigned)v->you && v->you >= 0)
        return own(W_CAP_YOU, v->t);
    return seat < K_MAX_SEATS && v->names[seat] ? v->names[seat] : "?";
}

struct chosen {
    const struct voice *v;
    const struct kchoice *c;
    const uint16_t *defs;
    enum own_word unseen; /* a card that the reader does not see */
};

/* "a card of Bob's hand at random"; where places are seen "card 2 of Bob's row". */
static void back_name(struct str *to, const struct voice *v, unsigned card)
{
    const struct kinst *in = k_insts(v->at);
    const struct kslotinfo *lies = &k_slotinfo(v->at)[in[card].slot];
    bool set = v->def->k.zones[lies->zone].as == AS_SET;
    struct str zone = {0}, where = {0};
    int place = 1;

    for (unsigned c = in[card].prev; c != NO_CARD; c = in[c].prev)
        place++;
    zone_name(&zone, v->def, lies->zone, v->t);
    SAY(&where,
        lies->seat == NO_SEAT  ? W_ZONE_OF_TABLE
        : lies->seat == v->you ? W_ZONE_OF_YOU
                               : W_ZONE_OF,
        v->t, TEXT("zone", str_of(&zone)), TEXT("who", voice_seat(v, lies->seat)));
    SAY(to, set ? W_CARD_OF_AT_RANDOM : W_CARD_OF, v->t, TEXT("where", str_of(&where)),
        NUMBER("n", place));
    str_free(&zone);
    str_free(&where);
}

static void part_name(struct str *to, const struct chosen *ch, int part)
{
    const uint16_t cards[] = {ch->c->card, ch->c->helper, ch->c->target};
    const struct voice *v = ch->v;

    if (ch->defs[part] != REF_NONE)
        str_add(to, card_name(v->def, ch->defs[part], v->t));
    else if (v->at && k_insts(v->at)[cards[part]].slot < v->at->nslots - 1)
        back_name(to, v, cards[part]);
    else
        str_add(to, own(ch->unseen, v->t));
}

/* "card.cost": a trait of a chosen card. */
static bool part_trait(const struct chosen *ch, int part, const char *trait,
                       struct text_value *out)
{
    const struct ct_definition *def = ch->v->def;
    int t = trait_index(def, trait);

    if (t < 0)
        return false;
    if (ch->defs[part] == REF_NONE) {
        out->absent = true;
        return true;
    }
    size_t at = (size_t)ch->defs[part] * def->k.ntraits + (unsigned)t;
    if (def->k.traits[t].type == T_NUMBER && def->k.trait_expr[at] == REF_NONE) {
        out->kind = VALUE_NUMBER;
        out->number = def->k.trait_value[at];
        str_addf(&out->words, "%d", def->k.trait_value[at]);
    } else {
        trait_text(&out->words, def, ch->defs[part], (unsigned)t, ch->v->t);
    }
    return true;
}

/* The chosen word as people call it. */
static void word_of_choice(struct str *to, const struct chosen *ch)
{
    const struct ct_definition *def = ch->v->def;

    word_name(to, def, def->k.actions[ch->c->action].word, (unsigned)ch->c->number, ch->v->t);
}

static bool choice_value(void *ctx, const char *name, struct text_value *out)
{
    static const char *const parts[] = {"card", "helper", "target"};
    const struct chosen *ch = ctx;
    const uint16_t cards[] = {ch->c->card, ch->c->helper, ch->c->target};

    for (int p = 0; p < 3; p++) {
        size_t n = strlen(parts[p]);
        if (!strcmp(name, parts[p])) {
            out->absent = cards[p] == NO_CARD;
            if (!out->absent)
                part_name(&out->words, ch, p);
            return true;
        }
        if (!strncmp(name, parts[p], n) && name[n] == '.')
            return part_trait(ch, p, name + n + 1, out);
    }
    if (!strcmp(name, "seat")) {
        out->kind = VALUE_SEAT;
        out->absent = ch->c->seat == NO_SEAT;
        out->you = !out->absent && ch->c->seat == ch->v->you;
        if (!out->absent)
            str_add(&out->words, voice_seat(ch->v, ch->c->seat));
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

/* Is it an action of the ruleset, and not one of the kernel's own: none, done, a card, an
 * effect? */
static bool is_action(const struct kchoice *c)
{
    return c->action < ACT_EFFECT;
}

const char *choice_word(const struct ct_definition *def, const struct kchoice *c)
{
    ref trait = is_action(c) ? def->k.actions[c->action].word : REF_NONE;

    return trait == REF_NONE ? NULL : def->traits[trait].words.v[c->number].id;
}

int action_word(const struct ct_definition *def, unsigned action, const char *id)
{
    ref trait = def->k.actions[action].word;

    return trait == REF_NONE ? -1 : words_at(&def->traits[trait].words, id);
}

static bool has_number(const struct ct_definition *def, const struct kchoice *c)
{
    return is_action(c) && def->k.actions[c->action].from != REF_NONE;
}

/* Adds ": 3" or ": word" to the text so far, or just "3" if there is none. */
static void number_part(struct str *to, const struct chosen *ch)
{
    bool word = choice_word(ch->v->def, ch->c);

    str_add(to, !to->n ? "" : word ? own(W_COLON, ch->v->t) : ": ");
    if (word)
        word_of_choice(to, ch);
    else
        str_addf(to, "%d", ch->c->number);
}

/* "Card with Helper on Target for Seat: 3". */
static void plain_choice(struct str *to, const struct chosen *ch)
{
    const struct kchoice *c = ch->c;
    struct tongue t = ch->v->t;
    struct str s = {0}, next = {0}, part = {0};

    if (c->card != NO_CARD)
        part_name(&s, ch, 0);
    if (c->helper != NO_CARD) {
        part_name(&part, ch, 1);
        SAY(&next, W_WITH, t, TEXT("card", str_of(&s)), TEXT("helper", str_of(&part)));
        str_clear(&s);
        str_add(&s, str_of(&next));
    }
    if (c->target != NO_CARD) {
        str_clear(&next);
        str_clear(&part);
        part_name(&part, ch, 2);
        if (s.n)
            SAY(&next, W_ON, t, TEXT("card", str_of(&s)), TEXT("target", str_of(&part)));
        else
            str_add(&next, str_of(&part));
        str_clear(&s);
        str_add(&s, str_of(&next));
    }
    if (c->seat != NO_SEAT) {
        str_clear(&next);
        if (s.n)
            SAY(&next, W_FOR, t, TEXT("card", str_of(&s)),
                TEXT("seat", voice_seat(ch->v, c->seat)));
        else
            str_add(&next, voice_seat(ch->v, c->seat));
        str_clear(&s);
        str_add(&s, str_of(&next));
    }
    if (has_number(ch->v->def, c))
        number_part(&s, ch);
    str_add(to, s.n ? str_of(&s) : own(W_NONE, t));
    str_free(&s);
    str_free(&next);
    str_free(&part);
}

static void choice_words(struct str *to, const struct voice *v, const struct kchoice *c,
                         const uint16_t defs[3], enum own_word unseen)
{
    struct chosen ch = {v, c, defs, unseen};
    const struct named *action;
    const char *says;

    if (c->action == ACT_DONE || c->action == ACT_NONE) {
        str_add(to, own(c->action == ACT_DONE ? W_DONE : W_NONE, v->t));
        return;
    }
    action = is_action(c) ? &v->def->actions[c->action] : NULL;
    says = action ? text_in(&action->says, v->t.text) : "";
    if (*says) {
        template_add(to, says, v->t, choice_value, &ch);
        return;
    }
    if (action && v->def->k.actions[c->action].named) {
        name_add(to, action, v->t);
        if (c->card == NO_CARD && c->target == NO_CARD && c->seat == NO_SEAT &&
            !has_number(v->def, c))
            return;
        str_add(to, own(W_COLON, v->t));
    }
    plain_choice(to, &ch);
}

void choice_text(struct str *to, const struct voice *v, const struct kchoice *c,
                 const uint16_t defs[3])
{
    choice_words(to, v, c, defs, W_CARD_AT_RANDOM);
}

void answer_text(struct str *to, const struct voice *v, const struct kchoice *c,
                 const uint16_t defs[3])
{
    choice_words(to, v, c, defs, W_A_CARD);
}

void choice_pick(struct str *to, const struct voice *v, const struct kchoice *c,
                 const uint16_t defs[3])
{
    const uint16_t cards[] = {c->card, c->helper, c->target};

    if (c->action == ACT_DONE || c->action == ACT_NONE) {
        str_add(to, c->action == ACT_DONE ? "done" : "none");
        return;
    }
    if (is_action(c) && v->def->k.actions[c->action].named)
        str_addf(to, "%s ", v->def->actions[c->action].id);
    for (int p = 0; p < 3; p++)
        if (cards[p] != NO_CARD)
            str_addf(to, "%s ", defs[p] == REF_NONE ? "unknown" : v->def->cards[defs[p]].id);
    if (c->seat != NO_SEAT)
        str_addf(to, "%s ",
                 c->seat < K_MAX_SEATS && v->names[c->seat] ? v->names[c->seat] : "?");
    const char *word = choice_word(v->def, c);
    if (word)
        str_addf(to, "%s ", word);
    else if (has_number(v->def, c))
        str_addf(to, "%d ", c->number);
    if (to->n && to->s[to->n - 1] == ' ')
        to->s[--to->n] = 0;
}

/* describe.h - rules in words: effects, formulas, conditions, choices.
 *
 * The text comes from the card files: verbs by their templates, steps, selectors and formulas by
 * words.def, and the rest as YAML.
 */
#ifndef CANTRIP_SAY_DESCRIBE_H
#define CANTRIP_SAY_DESCRIBE_H

#include "cantrip.h"
#include "kernel/kernel.h"
#include "kernel/state/state.h"
#include "say/text.h"

/* Entry `effect` of a card's effect list, as a sentence without a full stop. `you`: the name of
 * the seat whose effect it is; NULL: the reader. */
void effect_text(struct str *to, const struct ct_definition *def, unsigned effect,
                 const char *you, struct tongue t);
/* Is it only a note of the rules: a step that changes only counters of `says: none`? */
bool effect_untold(const struct ct_definition *def, unsigned effect);
/* A card's trait in words; nothing is added for a list that is empty. Lists: entries by "; ".
 */
void trait_text(struct str *to, const struct ct_definition *def, unsigned card, unsigned trait,
                struct tongue t);
/* Entry i of a trait that is a list. False: there is none. */
bool entry_text(struct str *to, const struct ct_definition *def, unsigned card, unsigned trait,
                unsigned i, struct tongue t);
/* Does the card differ from the default (0, false, no list) in this trait? */
bool trait_given(const struct ct_definition *def, unsigned card, unsigned trait);
/* A formula or condition in YAML (`card`: the card it is on, or -1). */
void formula_text(struct str *to, const struct ct_definition *def, int card, bool condition,
                  const struct node *n, struct tongue t);
/* The YAML on one line. */
void node_text(struct str *to, const struct node *n);

/* The voice: language and names of seats. */
struct voice {
    const struct ct_definition *def;
    struct tongue t;
    const char *names[K_MAX_SEATS];
    int you; /* the seat spoken to, -1 */
};
/* A seat's name; `You` for the one spoken to. */
const char *voice_seat(const struct voice *v, unsigned seat);
/* Does so inside a sentence. */
const char *seat_within(const struct voice *v, unsigned seat);
/* A counter's value in words: a number, a seat, a card (its definition), "none". */
void counter_value_add(struct str *to, const struct voice *v, unsigned counter, int32_t value);
/* The seat of the card's zone, or on the table the card's owner. -1: none. */
static inline int8_t card_whose(const struct ct_card *card)
{
    return card->seat >= 0 ? card->seat : card->owner;
}
/* The kernel's record of a choice of seat `asked` as a value, without key and places. `defs`:
 * definitions of its card, helper, target, `chosen` of its set, as they may be told (REF_NONE: a
 * back). */
void choice_value_of(struct ct_choice *to, const struct ct_definition *def, int asked,
                     const struct kchoice *c, const uint16_t defs[3], const uint16_t *chosen);
/* The formulas that the words of an action may name, in any language, without their values. */
struct worths {
    int n;
    struct ct_worth v[CT_MAX_WORTH];
};
/* Those of each action; NULL: no memory. Freed by the caller. */
struct worths *says_worths(const struct ct_definition *def);
/* Where a card of a choice is: "your hand", "the Enemies"; with its place: "card 2 of the
 * Enemies". */
void card_where(struct str *to, const struct voice *v, const struct ct_card *card, bool place);
/* A choice in words. given: a pick that was made; a hidden card is then "a card", no longer "one at
 * random". */
void choice_text(struct str *to, const struct voice *v, const struct ct_choice *c, bool given);
/* An offered card by its name or as a back: "Ant", "card 2 of Bob's row". n: number of cards
 * with that name. */
void choice_card_name(struct str *to, const struct voice *v, const struct ct_card *card, int n);
/* Why the asked seat is not offered the card (a definition). It tries each place where the seat
 * sees the card and each action of the question (or `only` this one; -1: all). Each gives its
 * first obstacle; the one closest to being offered is reported, with the line of the ruleset.
 * -1: the seat is not asked. */
int why_text(struct str *to, const struct voice *v, struct kengine *e, struct kstate *s,
             int seat, unsigned card, int only);
/* Does so for an action by name, with any cards. False: the seat is not asked. */
bool why_action(struct str *to, const struct voice *v, struct kengine *e, struct kstate *s,
                int seat, const char *id);
/* Gives the result as data: one card in one place, one action (or ACT_NONE: a script's
 * question). */
struct why {
    uint16_t card, action; /* an instance */
    struct kwhy against;
};
typedef void (*why_fn)(void *ctx, const struct why *why);
/* How many there are, or -1. */
int why_each(struct kengine *e, struct kstate *s, int seat, unsigned card, why_fn fn,
             void *ctx);
/* In a player's words, and where in the files it is written (or NULL). */
void why_words(struct str *to, const struct voice *v, struct kstate *s, const struct why *why);
const struct position *why_place(const struct ct_definition *def, const struct why *why);
/* Identifier of the chosen word. NULL: the choice has none. */
const char *choice_word(const struct ct_definition *def, const struct kchoice *c);
/* The number of a word that the action chooses, by identifier. -1: none. */
int action_word(const struct ct_definition *def, unsigned action, const char *id);
/* The choice as a scenario or replay writes it. */
void choice_pick(struct str *to, const struct voice *v, const struct ct_choice *c);

#endif

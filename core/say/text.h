/* text.h - texts of a game in a language: names, templates.
 *
 * A template is what stands in `says:` (rulesets/guide/reference/rules/texts.md):
 *     {name}                 the value's words
 *     {name:card|cards}      by number; for a seat: you|another|several
 *     [ … ]                  left out if a value in it is missing or 0
 * Cantrip's own words (seat words, usual zone names, sentences) come from words.def.
 */
#ifndef CANTRIP_SAY_TEXT_H
#define CANTRIP_SAY_TEXT_H

#include "base/str.h"
#include "load/definition.h"

/* ---- languages -------------------------------------------------------------------------- */

enum own_language { OWN_EN, OWN_FR, OWN_COUNT };
/* A language: its number in the ruleset, the one for Cantrip's own words, and that of the
 * ruleset's first language. The game, and its options in force (NULL: the defaults). */
struct tongue {
    int text;
    enum own_language own, first;
    const struct ct_definition *def;
    const int32_t *options;
};
/* The value of an option that is in force. */
int32_t option_now(struct tongue t, unsigned option);
/* NULL or a language the ruleset has not: its first. */
struct tongue tongue_of(const struct ct_definition *def, const char *lang);
/* The text in a language, or in the first one, or "". */
const char *text_in(const struct text *text, int lang);
/* The language that text_in then has it in: its forms go by that. */
struct tongue tongue_in(const struct text *text, struct tongue t);

enum own_word {
#define X(id, en, fr) W_##id,
#include "say/words.def"
#undef X
    W_COUNT
};
const char *own(enum own_word w, struct tongue t);

/* ---- names ----------------------------------------------------------------------------------
 * What the ruleset `says`, else the usual word for such a name (zones, phases), else the
 * identifier with spaces. They add to `to`. */

void name_add(struct str *to, const struct named *n, struct tongue t);
void zone_name(struct str *to, const struct ct_definition *def, unsigned zone, struct tongue t);
void phase_name(struct str *to, const struct ct_definition *def, unsigned phase,
                struct tongue t);
/* The counted thing, `n` of it. Its `says` may have forms ("{n:token|tokens}"). For a flag: what
 * is so, or (n = 0) no longer is. */
bool counter_has_forms(const struct ct_definition *def, unsigned counter, struct tongue t);
void counter_name(struct str *to, const struct ct_definition *def, unsigned counter, int64_t n,
                  struct tongue t);
const char *card_name(const struct ct_definition *def, unsigned card, struct tongue t);
/* Identifier of the word that a counter holds as `value`. NULL: none, or it holds no words. */
/* The words that a counter holds as a set: "red, blue". */
void words_of_set(struct str *to, const struct ct_definition *def, unsigned counter,
                  int32_t set, struct tongue t);
const char *counter_word(const struct ct_definition *def, unsigned counter, int32_t value);
/* Number of the card with this identifier, or -1. */
int card_index(const struct ct_definition *def, const char *id);
/* Are all of a trait's words cards of the game? If not, a word that is also a card's name means
 * no card. */
bool words_are_cards(const struct ct_definition *def, unsigned trait);
/* Word w of a trait; where its words are cards it is called like the card. */
void word_name(struct str *to, const struct ct_definition *def, unsigned trait, unsigned w,
               struct tongue t);

/* ---- templates: {NAME} of an option stands in each --------------------------------------- */

struct text_value {
    enum {
        VALUE_TEXT,
        VALUE_NUMBER,
        VALUE_SEAT,
        VALUE_WORD
    } kind;      /* WORD: its form by `number` */
    bool absent; /* not given (a NUMBER that is 0 is absent in brackets too) */
    bool you;    /* SEAT: the one spoken to */
    bool many;   /* SEAT: several, as the words have it */
    int64_t number;
    struct str words; /* freed by the renderer; a NUMBER without words is written out */
};
/* Sets the value of `name` (zeroed by the caller). False: there is none. The function may be
 * NULL: no values. */
typedef bool (*text_value_fn)(void *ctx, const char *name, struct text_value *out);
void template_add(struct str *to, const char *text, struct tongue t, text_value_fn value,
                  void *ctx);

#endif

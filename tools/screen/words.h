/* words.h - Cantrip's own words and sentences (words.def) in the language of a game. */
#ifndef CANTRIP_TOOLS_SCREEN_WORDS_H
#define CANTRIP_TOOLS_SCREEN_WORDS_H

#include "cantrip.h"

/* A game and a language. */
struct speech {
    const ct_definition *def;
    const char *lang; /* NULL: the game's first */
};
/* A word by its name in words.def: "AND". */
const char *own_word(const struct speech *s, const char *name);
/* A sentence; freed by the caller. */
char *own_sentence(const struct speech *s, const char *name, const struct ct_filling *with,
                   int n);
/* The game's rules for players in Markdown, with the words it explains. NULL: none. Freed by the
 * caller. */
char *rules_told(const struct speech *s);
/* The message of a command about a game without any. */
#define NO_RULES "%s: %s has no rules for players. Add 'rules: FILE.md' to its ruleset.yaml"
#define SENTENCE(s, name, ...)                                                                 \
    own_sentence(s, name, (const struct ct_filling[]){__VA_ARGS__}, FILLINGS(__VA_ARGS__))
#define FILLINGS(...)                                                                          \
    ((int)(sizeof(const struct ct_filling[]){__VA_ARGS__} / sizeof(struct ct_filling)))

#define TEXT(what, words)                                                                      \
    {                                                                                          \
        .name = (what), .is = CT_FILLED_TEXT, .text = (words)                                  \
    }
#define NUMBER(what, value)                                                                    \
    {                                                                                          \
        .name = (what), .is = CT_FILLED_NUMBER, .number = (value)                              \
    }
#define SEAT(what, words, spoken_to)                                                           \
    {                                                                                          \
        .name = (what), .is = CT_FILLED_SEAT, .text = (words), .you = (spoken_to)              \
    }

#endif

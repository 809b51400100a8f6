/* describe_internal.h - shared by the files that put rules into words. */
#ifndef CANTRIP_SAY_DESCRIBE_INTERNAL_H
#define CANTRIP_SAY_DESCRIBE_INTERNAL_H

#include "say/describe.h"

/* What is being described. */
struct subject {
    const struct ct_definition *def;
    struct tongue t;
    int card;        /* the described card, or -1 */
    const char *you; /* the name for "you"; NULL: the reader */
    bool yours;      /* a selector without `of` means your cards */
    bool one;        /* of cards one is spoken of: "for each card" */
    bool formula;    /* of a formula of its card: within it others are called by their names */
};
typedef void describe_fn(struct str *to, const struct subject *s, const struct node *n);
/* Values for the sentences of words.def, by name, up to a NULL name. NULL texts are missing. */
struct filling {
    const char *name, *text;
    int64_t number;
    bool is_number, you, is_seat, absent;
    describe_fn *says; /* of a node that is not NULL, instead of the text */
    const struct subject *s;
    const struct node *node;
    struct str *made; /* the caller's text, freed afterwards */
};

#define FILLING(...)     ((struct filling){__VA_ARGS__})
#define TEXT(n, words)   FILLING(.name = (n), .text = (words))
#define MADE(n, words)   FILLING(.name = (n), .made = &(words))
#define NUMBER(n, value) FILLING(.name = (n), .number = (value), .is_number = true)
#define COUNTED(n, words, many)                                                                \
    FILLING(.name = (n), .made = &(words), .number = (many), .is_number = true)
#define SEAT(n, words, is_you)                                                                 \
    FILLING(.name = (n), .text = (words), .you = (is_you), .is_seat = true)
#define SAID(n, how, subject, of)                                                              \
    FILLING(.name = (n), .text = "", .says = (how), .s = (subject), .node = (of))

/* Adds a text with these values. */
void template_fill(struct str *to, const char *text, struct tongue t,
                   const struct filling *with);
#define FILL(to, text, t, ...)                                                                 \
    template_fill(to, text, t, (const struct filling[]){__VA_ARGS__, {0}})
/* Does so with the sentence `w`. */
void say(struct str *to, enum own_word w, struct tongue t, const struct filling *with);
#define SAY(to, w, t, ...) say(to, w, t, (const struct filling[]){__VA_ARGS__, {0}})

describe_fn describe_selector, describe_formula, describe_condition, describe_seats,
    describe_zones;
/* One card that N selects, or any (NULL). PLACED: its place was named already. */
void describe_one(struct str *to, const struct subject *s, const struct node *n, bool placed);
/* Do the options in force decide the written condition? 1: true, 0: false, -1: not decided. */
int condition_settled(const struct subject *s, const struct node *n);
/* Index of a name among n, -1. */
int trait_index(const struct ct_definition *def, const char *id);

#endif

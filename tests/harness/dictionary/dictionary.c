/* dictionary.c - the words that libFuzzer puts into inputs: those of the tables of keys (core/load/keys.def,
 * core/kernel .def), so that a new key is tried as soon as there is one. */
#include "cantrip.h"

#include "record/replay.h"

#include <stdio.h>
#include <string.h>

static void word(const char *text, size_t n)
{
    if (n)
        printf("\"%.*s\"\n", (int)n, text);
}

/* Those of "up down N". */
static void words(const char *text)
{
    for (size_t n; text && *text; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        word(text, n);
    }
}

static void keys(void)
{
    struct ct_key_place place;
    struct ct_key k;

    for (int i = 0; ct_get_key(i, &k); i++) {
        printf("\"%s: \"\n", k.key);
        words(k.words);
    }
    for (int i = 0; ct_get_key_place(i, &place); i++)
        word(place.name, strlen(place.name));
}

int main(void)
{
    static const char *const others[] = {
#define SEAT_WORD(id, word, one)              #word,
#define SEAT_KEY(id, key, type, beside, says) #key,
#include "kernel/seats.def"
#define EVENT(id, key, names, type, words, says) #key,
#include "kernel/events.def"
        REPLAY_KEYS,
    };
    static const char *const calls[] = {
#define G_CALL(name, ...)    "g:" #name "(",
#define CARD_CALL(name, ...) "card:" #name "(",
#define SEAT_CALL(name, ...) "seat:" #name "(",
#include "kernel/steps.def"
    };
    /* what no table has: between the parts of an input, marks of YAML, formulas, numbers at the edge */
    static const char *const marks[] = {
        "\\x0a===\\x0a", "sel{",     "&a ",   "*a",    "<<: ",       "!!str ",
        "{sum: ",        "count: {", "if(",   " and ", " not ",      "$who",
        "2147483648",    "-1",       "65536", "1.5",   "rules: now", "function("};

    keys();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        word(others[i], strlen(others[i]));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        word(calls[i], strlen(calls[i]));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        word(marks[i], strlen(marks[i]));
    return 0;
}

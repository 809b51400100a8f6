/* caps.h: how much of everything a game may have. A load that comes to an end of a table stops there with a
 * finding (LIMIT-DEFINITION) that nothing can mute, so that its time and memory are bounded too; what is counted where it is
 * written is told there (LIMIT-NAMES and its like) and the load goes on.
 */
#ifndef CANTRIP_LOAD_CAPS_H
#define CANTRIP_LOAD_CAPS_H

/* Numbers of entries are 16 bits wide; 0xFFFF means none, and some are kept plus 1. */
enum { CAP_REF = 65000 };

/* The tables of struct loader: name, the most entries, what these are to who writes a game. */
#define LOAD_TABLES(X)                                                                         \
    X(names, 5000, "names")                                                                    \
    X(exprs, CAP_REF, "formulas and their parts")                                              \
    X(expr_pos, CAP_REF, "formulas and their parts")                                           \
    X(xargs, CAP_REF, "arguments and keys of orders")                                          \
    X(seats, CAP_REF, "sets of seats")                                                         \
    X(sels, CAP_REF, "selectors")                                                              \
    X(selrefs, CAP_REF, "entries of 'any'")                                                    \
    X(tests, CAP_REF, "conditions of selectors")                                               \
    X(sets, CAP_REF, "words of traits and sets of cards")                                      \
    X(bits, CAP_REF * 64, "words of traits and sets of cards")                                 \
    X(prog, CAP_REF, "steps")                                                                  \
    X(assigns, CAP_REF, "changes of counters")                                                 \
    X(masks, CAP_REF, "entries of 'block'")                                                    \
    X(reasons, CAP_REF, "reasons of ends")                                                     \
    X(phases, 4000, "phases")                                                                  \
    X(chooses, CAP_REF, "choices")                                                             \
    X(actions, 4000, "actions and choices")                                                    \
    X(parts, CAP_REF, "conditions of actions")                                                 \
    X(action_names, 4000, "actions and choices")                                               \
    X(acts, CAP_REF, "actions of choices")                                                     \
    X(effects, CAP_REF, "effects")                                                             \
    X(effect_infos, CAP_REF, "effects")                                                        \
    X(step_texts, CAP_REF, "texts of steps")                                                   \
    X(watches, CAP_REF, "watchers")                                                            \
    X(holds, 4000, "entries of 'holds'")                                                       \
    X(zones, 250, "zones")                                                                     \
    X(zone_names, 250, "zones")                                                                \
    X(counters, 250, "counters")                                                               \
    X(counter_names, 250, "counters")                                                          \
    X(traits, 250, "traits")                                                                   \
    X(trait_infos, 250, "traits")                                                              \
    X(options, 250, "options")                                                                 \
    X(option_infos, 250, "options")                                                            \
    X(kinds, 8, "kinds of seats")                                                              \
    X(kind_names, 8, "kinds of seats")                                                         \
    X(phase_names, 1000, "names of phases")                                                    \
    X(classes, 64, "classes of effects")                                                       \
    X(words, 4096, "entries of 'words'")                                                       \
    X(verbs, 4096, "verbs")                                                                    \
    X(cards, CAP_CARDS, "cards")                                                               \
    X(card_infos, CAP_CARDS, "cards")                                                          \
    X(trait_value, CAP_CARDS * 250, "values of cards")                                         \
    X(trait_expr, CAP_CARDS * 250, "values of cards")                                          \
    X(trait_list, CAP_CARDS * 250, "values of cards")                                          \
    X(hooks, 1000, "hooks of scripts")                                                         \
    X(pures, 1000, "functions of scripts in formulas")                                         \
    X(pure_sigs, 1000, "functions of scripts in formulas")                                     \
    X(pos, 4000000, "places in its files")                                                     \
    X(script_sels, 4000, "selectors of scripts")

enum {
    CAP_CARDS = 4096,
    CAP_COPIED =
        1000000,      /* that all `for` together may make: values, and each 16 bytes of text */
    CAP_MADE = 65536, /* bytes of a text that `for` makes */
    CAP_FILES = 1000, /* card files of a folder */
    CAP_READ = 16 << 20,     /* bytes of its YAML files, */
    CAP_READ_NODES = 500000, /* and their values (an alias counts as a copy) */
    CAP_MEMORY = 192 << 20,  /* bytes that a load takes */
    CAP_TEXT = 1000,         /* bytes of a text that is shown */
    CAP_NAME = 64,           /* of a name or id */
    CAP_LETS = 1000,
    CAP_LET_USES =
        200000,       /* those within each other counted: also where one comes to nothing */
    CAP_WORDS = 4096, /* of one trait or option */
    CAP_OFFERS = 64,  /* actions of one `any_of` */
    CAP_VALUES = 64,  /* of a list in a selector, selectors of one `any` */
    CAP_TESTS = 16,   /* conditions of one selector */
    CAP_REASONS = 63, /* of one `finish`: krules.reasons holds a bit for each */
    CAP_REQUIRES = 64,
    CAP_TIES = 16,
    CAP_ORDER = 8, /* keys of one `by` */
    CAP_SCRIPTS = 64,
    CAP_DEPTH = 1000,     /* formulas and selectors within each other */
    CAP_STEPS_DEEP = 100, /* lists of steps and phases within each other, through calls */
#define X(table, most, what) CAP_##table = (most),
    LOAD_TABLES(X)
#undef X
};
enum load_table {
#define X(table, most, what) TABLE_##table,
    LOAD_TABLES(X)
#undef X
};

#endif

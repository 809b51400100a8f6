/* caps.h: limits of a game's size. If a table is full, loading stops with an error that cannot
 * be muted (LIMIT-DEFINITION), so that time and memory are bounded. Other limits are reported
 * where the file exceeds them (LIMIT-NAMES and similar), and loading goes on. */
#ifndef CANTRIP_LOAD_CAPS_H
#define CANTRIP_LOAD_CAPS_H

/* Indexes have 16 bits. 0xFFFF means none, and some are stored plus 1. */
enum { CAP_REF = 65000 };

/* The tables of struct loader: name, type of an entry, maximum, its name for authors, and where
 * it ends: an array of struct kdef (COUNTED or PLAIN) or of struct ct_definition (NAMES) with
 * that name, or elsewhere (APART). */
#define LOAD_TABLES(X)                                                                         \
    X(names, struct name, 5000, "names", APART, names)                                         \
    X(exprs, struct kexpr, CAP_REF, "formulas and their parts", COUNTED, exprs)                \
    X(expr_pos, uint32_t, CAP_REF, "formulas and their parts", PLAIN, expr_src)                \
    X(xargs, ref, CAP_REF, "arguments and keys of orders", PLAIN, xargs)                       \
    X(seats, struct kseats, CAP_REF, "sets of seats", PLAIN, seats)                            \
    X(sels, struct kselect, CAP_REF, "selectors", COUNTED, sels)                               \
    X(selrefs, ref, CAP_REF, "entries of 'any'", PLAIN, selrefs)                               \
    X(tests, struct ktest, CAP_REF, "conditions of selectors", PLAIN, tests)                   \
    X(bits, uint64_t, CAP_REF * 64, "words of traits and sets of cards", APART, bits)          \
    X(prog, struct kop, CAP_REF, "steps", COUNTED, prog)                                       \
    X(assigns, struct kassign, CAP_REF, "changes of counters", PLAIN, assigns)                 \
    X(masks, struct kmask, CAP_REF, "entries of 'block'", PLAIN, masks)                        \
    X(reasons, struct kreason, CAP_REF, "reasons of ends", PLAIN, reasons)                     \
    X(phases, struct kphase, 4000, "phases", PLAIN, phases)                                    \
    X(chooses, struct kchoose, CAP_REF, "choices", COUNTED, chooses)                           \
    X(actions, struct kaction, 4000, "actions and choices", COUNTED, actions)                  \
    X(parts, ref, CAP_REF, "conditions of actions", PLAIN, parts)                              \
    X(action_names, struct named, 4000, "actions and choices", NAMES, actions)                 \
    X(acts, ref, CAP_REF, "actions of choices", PLAIN, acts)                                   \
    X(effects, struct keffect, CAP_REF, "effects", COUNTED, effects)                           \
    X(effect_infos, struct effect_info, CAP_REF, "effects", NAMES, effects)                    \
    X(step_texts, struct text, CAP_REF, "texts of steps", NAMES, step_texts)                   \
    X(watches, struct kwatch, CAP_REF, "watchers", COUNTED, watches)                           \
    X(holds, struct khold, 4000, "entries of 'holds'", PLAIN, holds)                           \
    X(zones, struct kzone, 250, "zones", COUNTED, zones)                                       \
    X(zone_names, struct named, 250, "zones", NAMES, zones)                                    \
    X(counters, struct kcounter, 250, "counters", COUNTED, counters)                           \
    X(counter_names, struct named, 250, "counters", NAMES, counters)                           \
    X(traits, struct ktrait, 250, "traits", COUNTED, traits)                                   \
    X(trait_infos, struct trait_info, 250, "traits", NAMES, traits)                            \
    X(options, struct koption, 250, "options", COUNTED, options)                               \
    X(option_infos, struct option_info, 250, "options", NAMES, options)                        \
    X(kinds, struct kseatkind, 8, "kinds of seats", COUNTED, kinds)                            \
    X(kind_names, struct named, 8, "kinds of seats", NAMES, kinds)                             \
    X(phase_names, struct named, 1000, "names of phases", NAMES, phases)                       \
    X(classes, struct named, 64, "classes of effects", NAMES, classes)                         \
    X(words, struct named, 4096, "entries of 'words'", NAMES, words)                           \
    X(verbs, struct verb_build, 4096, "verbs", APART, verbs)                                   \
    X(cards, struct kcard, CAP_CARDS, "cards", COUNTED, cards)                                 \
    X(card_infos, struct card_info, CAP_CARDS, "cards", NAMES, cards)                          \
    X(trait_value, int32_t, CAP_CARDS * 250, "values of cards", PLAIN, trait_value)            \
    X(trait_expr, ref, CAP_CARDS * 250, "values of cards", PLAIN, trait_expr)                  \
    X(trait_list, struct klist, CAP_CARDS * 250, "values of cards", PLAIN, trait_list)         \
    X(hooks, const char *, 1000, "hooks of scripts", NAMES, hooks)                             \
    X(pures, const char *, 1000, "functions of scripts in formulas", NAMES, pures)             \
    X(pure_sigs, struct spure, 1000, "functions of scripts in formulas", APART, pure_sigs)     \
    X(pure_calls, struct node, 1000, "functions of scripts in formulas", APART, pure_calls)    \
    X(pos, struct position, 4000000, "places in its files", NAMES, pos)                        \
    X(script_sels, struct sselector, 4000, "selectors of scripts", NAMES, script_sels)

enum {
    CAP_CARDS = 4096,
    CAP_COPIED = 1000000,    /* all that `for` may make: values, and each 16 bytes of text */
    CAP_MADE = 65536,        /* bytes of one text made by `for` */
    CAP_FILES = 1000,        /* card files in a folder */
    CAP_READ = 16 << 20,     /* bytes of its YAML files, */
    CAP_READ_NODES = 500000, /* values in them (an alias counts as a copy) */
    CAP_MEMORY = 192 << 20,  /* bytes for a load */
    CAP_TEXT = 1000,         /* bytes of a text for players */
    CAP_NAME = 64,           /* of a name or id */
    CAP_LETS = 1000,
    CAP_LET_USES = 200000, /* nested ones included, even if they make nothing */
    CAP_WORDS = 4096,      /* of one trait or option */
    CAP_OFFERS = 64,       /* actions of one `any_of` */
    CAP_VALUES = 64,       /* of a list in a selector, selectors of one `any` */
    CAP_TESTS = 16,        /* conditions of one selector */
    CAP_REASONS = 63,      /* of one `finish`: krules.reasons holds a bit for each */
    CAP_REQUIRES = 64,
    CAP_ALWAYS = 64,
    CAP_TIES = 16,
    CAP_ORDER = 8, /* keys of one `by` */
    CAP_SCRIPTS = 64,
    CAP_DEPTH = 1000,     /* nested formulas and selectors */
    CAP_STEPS_DEEP = 100, /* nested lists of steps and phases, through calls */
#define X(table, type, most, what, kept, as) CAP_##table = (most),
    LOAD_TABLES(X)
#undef X
};
enum load_table {
#define X(table, type, most, what, kept, as) TABLE_##table,
    LOAD_TABLES(X)
#undef X
};

#endif

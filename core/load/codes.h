/* codes.h: the codes of all findings that loading a game can make, each with what it means.
 *
 * A code never changes its meaning: editors, CI and translations key on it. The list is sorted
 * within each group; the test of the loader holds it against the sources.
 */
#ifndef CT_LOAD_CODES_H
#define CT_LOAD_CODES_H

/* X(CODE, what it means) */
#define LOAD_CODES(X)                                                                          \
    /* files and YAML (node.c) */                                                              \
    X("FILE-EMPTY", "the file holds nothing")                                                  \
    X("FILE-ENCODING", "no UTF-8, or a control character or mark of direction in the file")    \
    X("FILE-KIND", "not a regular file")                                                       \
    X("FILE-MISSING", "there is no such file or folder")                                       \
    X("FILE-NAME", "a file's name may not lead out of the game's folders")                     \
    X("FILE-SIZE", "the file is too large")                                                    \
    X("FILE-UNREADABLE", "the file or folder cannot be read")                                  \
    X("KEY-BOOLEAN", "a key that other YAML readers take for true or false")                   \
    X("KEY-DUPLICATE", "a key stands twice in one map")                                        \
    X("KEY-EMPTY", "a key is empty")                                                           \
    X("KEY-KIND", "a key is not a plain word")                                                 \
    X("TEXT-CHARACTER", "a control character or mark of direction in a text")                  \
    X("YAML-ALIAS", "an alias that names no anchor, or itself")                                \
    X("YAML-DOCUMENTS", "more than one document in a file")                                    \
    X("YAML-LIMIT", "nested too deep or too many nodes")                                       \
    X("YAML-MERGE", "the merge key << is not allowed")                                         \
    X("YAML-NUL", "a NUL character")                                                           \
    X("YAML-SYNTAX", "not valid YAML")                                                         \
    X("YAML-TAG", "tags (!x) are not allowed")                                                 \
    /* shape of the files */                                                                   \
    X("EXTENDS-CYCLE", "a ruleset extends itself")                                             \
    X("EXTENDS-NEW", "an extending ruleset adds what it was perhaps meant to change")          \
    X("KEY-CONFLICT", "keys that exclude each other")                                          \
    X("KEY-INDENT", "what belongs to a key stands beside it")                                  \
    X("KEY-MISSING", "a key that must be given")                                               \
    X("KEY-UNKNOWN", "no such key here")                                                       \
    X("REMOVES-NOTHING", "null removes what is not there")                                     \
    X("TYPE-FLAG", "true or false is wanted")                                                  \
    X("TYPE-LIST", "a list is wanted")                                                         \
    X("TYPE-MAP", "a map is wanted")                                                           \
    X("TYPE-NUMBER", "a whole number is wanted")                                               \
    X("TYPE-WORD", "a single word is wanted")                                                  \
    X("VALUE-RANGE", "a number is outside what is possible")                                   \
    X("VALUE-UNKNOWN", "not one of the words that may stand here")                             \
    X("VERSION-MISSING", "the file does not begin with `cantrip: 1`")                          \
    X("VERSION-UNKNOWN", "a format version that this interpreter does not know")               \
    /* names */                                                                                \
    X("ACTION-UNKNOWN", "no such action")                                                      \
    X("CARD-UNKNOWN", "no such card")                                                          \
    X("CLASS-UNKNOWN", "no such class of effects")                                             \
    X("COUNTER-TWICE", "cards bring counters of one name that are not the same")               \
    X("COUNTER-UNKNOWN", "no such counter")                                                    \
    X("KIND-UNKNOWN", "no such kind of seats")                                                 \
    X("NAME-RESERVED", "a word of the language cannot be a name")                              \
    X("NAME-SYNTAX", "not how a name is written")                                              \
    X("NAME-TAKEN", "the name is taken")                                                       \
    X("NAME-UNUSED", "what is declared and never named")                                       \
    X("OPTION-UNKNOWN", "no such option")                                                      \
    X("PHASE-UNKNOWN", "no such phase")                                                        \
    X("TRAIT-UNKNOWN", "no such trait")                                                        \
    X("VERB-UNKNOWN", "no such verb or step")                                                  \
    X("WORD-UNKNOWN", "no such word")                                                          \
    X("ZONE-UNKNOWN", "no such zone")                                                          \
    /* formulas and selectors */                                                               \
    X("DIVISION-BY-ZERO", "a division by the number 0")                                        \
    X("EXPR-EMPTY", "a formula is empty")                                                      \
    X("EXPR-LONG", "a formula is too long or nested too deep")                                 \
    X("EXPR-SYNTAX", "not a formula")                                                          \
    X("IT-AROUND", "`it` of outside where a selector asks of its own cards")                   \
    X("KEY-MISPLACED", "a key that cannot stand in such a selector")                           \
    X("LET-DEPTH", "lets mention each other too deep")                                         \
    X("LET-LOOP", "a let is worked out from itself")                                           \
    X("LIMIT-TESTS", "a selector holds too much")                                              \
    X("LIST-EMPTY", "a list holds nothing")                                                    \
    X("NAME-UNKNOWN", "a name in a formula that the ruleset does not have")                    \
    X("NEEDS-CARD", "a trait or counter of cards without a card")                              \
    X("NOT-CONDITION", "a number, zone or word is no condition")                               \
    X("NOT-STATIC", "something that must be known before the game")                            \
    X("OPEN-PLACE", "an open place of a script's selector is used in two ways")                \
    X("OF-OWNER", "`of` leaves out cards of the table that nobody had")                        \
    X("PURE-TYPES", "a script's function is called with other types than elsewhere, or wants") \
    X("RANGE", "a number is too large")                                                        \
    X("SET-ORDER",                                                                             \
      "a set is dealt from, shuffled or asked for its first cards: it has no order")           \
    X("TYPE", "a value of another type is wanted")                                             \
    X("UNBOUND", "a card, seat or number that is not there at this place")                     \
    X("FIELD-LOOP", "`field` is worked out from itself")                                       \
    X("ZONE-MISSING", "a selector names no zone and there is no `field`")                      \
    /* cards */                                                                                \
    X("CARDS-IGNORED", "a file or folder that looks like cards is not read")                   \
    X("CARDS-NONE", "the game has no cards")                                                   \
    X("CARD-NEW", "a card in the ruleset was perhaps meant to change another")                 \
    X("CARD-TWICE", "a card is written twice")                                                 \
    X("FOR-LENGTH", "the lists of a `for` differ in length")                                   \
    X("LIST-UNNAMED", "cards have several lists, and two of them have no name for people")     \
    X("LIKE-CHANGED", "cards are like one that the ruleset changes or removes")                \
    X("LIKE-CYCLE", "cards are like each other in a circle")                                   \
    X("SAME-AS-CYCLE", "verbs are the same as each other in a circle")                         \
    X("VALUE-EMPTY", "nothing stands behind a trait's colon")                                  \
    X("WORD-ALONE", "one card alone has this free word of a set")                              \
    /* steps, effects, phases */                                                               \
    X("BETWEEN-LOOP", "`between` without a loop")                                              \
    X("CLASS-MISSING", "an effect needs a class, because the resolution orders by class")      \
    X("DO-EMPTY", "an `each` does nothing")                                                    \
    X("FOREVER", "a loop goes on for ever, and nothing ends the game")                         \
    X("RESULT-NONE", "nothing says who wins")                                                  \
    X("SHOW-SET", "a card of a set is to stay in sight")                                       \
    X("CARDS-NOWHERE", "no zone holds any card when the game starts")                          \
    X("WATCH-ZONE", "a watcher for cards that come to one zone asks for cards of another")     \
    X("COUNTER-HIDDEN", "cards in a set that not everybody sees keep no counters")             \
    X("COUNTER-KIND", "the step does not fit this counter")                                    \
    X("HIDDEN-FILTER", "a choice looks at cards that the asked seat never sees")               \
    X("LOOP-PLACE", "loops stand in `phases` only")                                            \
    X("PARAM-MISSING", "a parameter of the verb must be given")                                \
    X("PARAM-TYPE", "not a type of parameters")                                                \
    X("PARAM-UNKNOWN", "the verb has no such parameter")                                       \
    X("PARAM-UNUSED", "a verb or step does nothing with its parameter")                        \
    X("RUN-PLACE", "`run` stands only as a leaf of phases")                                    \
    X("SLOT-UNBOUND", "no card is bound here")                                                 \
    X("STEP-CIRCLE", "a step or verb calls itself")                                            \
    X("STEP-MISSING", "no step stands here")                                                   \
    X("STEP-PLACE", "a step that has phases stands among steps")                               \
    X("STEP-SEVERAL", "more than one step in an entry")                                        \
    X("STEP-UNUSED", "nothing calls the step")                                                 \
    X("TEXT-PLACE", "a text names something that it cannot show")                              \
    X("TEXT-UNUSED", "what is given to a text does not stand in it")                           \
    X("WHO-MISSING", "which seat does it must be said here")                                   \
    X("EARLY", "asks what only a game under way can tell")                                     \
    X("ZONE-OWNER", "zones whose owners do not fit together")                                  \
    /* scripts */                                                                              \
    X("HOOK-MISSING", "a script lacks a function that the ruleset wants")                      \
    X("HOOK-UNUSED", "a script defines an effect or step that nothing uses")                   \
    X("SCRIPT", "a script cannot be loaded")                                                   \
    X("SCRIPT-COUNT", "a script gives a call too few or too many values")                      \
    X("SCRIPT-NAME", "a script uses a name, field or method that there is not")                \
    X("SCRIPT-PURE", "a function that may only look changes the game")                         \
    X("SCRIPT-TYPE", "a script gives a value of a kind that does not fit")                     \
    X("SCRIPT-WORD", "a script writes a word that is not one of those that fit")               \
    /* sizes */                                                                                \
    X("LIMIT-ACTIONS", "too many actions and choices")                                         \
    X("LIMIT-CARDS", "too many cards")                                                         \
    X("LIMIT-CHOOSE", "more choices within each other than may be open")                       \
    X("LIMIT-COUNTERS", "too many counters of one kind")                                       \
    X("LIMIT-DEFINITION", "the game is too large")                                             \
    X("LIMIT-DEPTH", "steps within each other need more room than `limits: depth` has")        \
    X("LIMIT-FILES", "too many files")                                                         \
    X("LIMIT-MEMORY", "the game takes too much memory")                                        \
    X("LIMIT-NAMES", "too many names of one kind")                                             \
    X("LIMIT-REASONS", "too many reasons of one end")                                          \
    X("LIMIT-STEPS", "steps within each other too deep")                                       \
    X("LIMIT-WORDS", "a trait has too many words for a set of them")                           \
    X("PLAYERS", "a number of players that is not possible")                                   \
    /* texts */                                                                                \
    X("LANGUAGE-FILE", "a file in lang/ is not called as another language is")                 \
    X("LANGUAGE-MISSING", "a text lacks the ruleset's first language")                         \
    X("LANGUAGE-UNKNOWN", "not one of the ruleset's languages")                                \
    X("TEXT", "a text is wanted")                                                              \
    X("TEXT-CUT", "a text loses its end to a comment")                                         \
    X("TEXT-LINE", "a text that is shown has several lines, tabs, or is too long")             \
    X("TEXT-NONE", "a step or effect is told to say nothing")                                  \
    X("TEXT-UNMATCHED", "a text in lang/ for which the ruleset has none")

#endif

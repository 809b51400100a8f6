/* keys.c: the table of keys, and the check that every map of a game's files is held against. */
#include "load/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

const struct key load_keys[] = {
    {AT_RULESET, "cantrip", KT_NUMBER, false, "1",
     "format version; version_check() asks for it"},
    {AT_RULESET, "extends", KT_WORD, false, NULL, "the ruleset that this one changes"},
    {AT_RULESET, "title", KT_TEXT, false, NULL, "the game's name"},
    {AT_RULESET, "notes", KT_ANY, false, NULL, "for people; not read"},
    {AT_RULESET, "languages", KT_WORDS, false, NULL,
     "languages of its texts; the first is the one to fall back to"},
    {AT_RULESET, "players", KT_NUMBER, true, NULL, "how many persons"},
    {AT_RULESET, "seats", KT_MAP, false, NULL,
     "seats without a person: {KIND: {if, count, sits, plays}}"},
    {AT_RULESET, "options", KT_MAP, false, NULL, "what a table settles before the game"},
    {AT_RULESET, "requires", KT_LIST, false, NULL,
     "conditions that must hold when a game starts"},
    {AT_RULESET, "limits", KT_MAP, false, NULL, "sizes of the parts of a game's state"},
    {AT_RULESET, "cards", KT_LIST, false, NULL, "folders or files of cards, or a map of cards"},
    {AT_RULESET, "scripts", KT_LIST, false, NULL, "Lua files"},
    {AT_RULESET, "traits", KT_MAP, false, NULL, "what a card may have"},
    {AT_RULESET, "zones", KT_MAP, false, NULL, "where cards lie"},
    {AT_RULESET, "counters", KT_MAP, false, NULL, "what the game, a seat or a card counts"},
    {AT_RULESET, "field", KT_MAP, false, NULL,
     "what a selector means that names no zone: {zone, of, face}"},
    {AT_RULESET, "let", KT_MAP, false, NULL, "named formulas, conditions and seats"},
    {AT_RULESET, "verbs", KT_MAP, false, NULL, "what effects may do"},
    {AT_RULESET, "actions", KT_MAP, false, NULL, "what a player may do"},
    {AT_RULESET, "resolution", KT_LIST, false, NULL,
     "the order in which effects leave the queue"},
    {AT_RULESET, "phases", KT_PHASES, true, NULL, "the course of the game"},
    {AT_RULESET, "result", KT_MAP, false, NULL, "scores and ties"},
    {AT_RULESET, "words", KT_MAP, false, NULL, "prompts and reasons"},
    {AT_CARD_FILE, "cantrip", KT_NUMBER, false, "1", "format version"},
    {AT_CARD_FILE, "notes", KT_ANY, false, NULL, "for people; not read"},
    {AT_CARD_FILE, "defaults", KT_MAP, false, NULL,
     "fields of every card of the file that does not write them itself"},
    {AT_CARD_FILE, "cards", KT_MAP, true, NULL, "{ID: card}"},
    {AT_CARD, "name", KT_TEXT, false, NULL, "what it is called; its id if not given"},
    {AT_CARD, "copies", KT_NUMBER, false, NULL, "how many of it there are (1)"},
    {AT_CARD, "source", KT_WORD, false, NULL, "where it comes from: rulebook, ours, …"},
    {AT_CARD, "notes", KT_ANY, false, NULL, "for people; not read"},
    {AT_CARD, "art", KT_ANY, false, NULL, "for people and tools; not read"},
    {AT_CARD, "like", KT_WORD, false, NULL,
     "take over every field of that card that is not written here"},
    {AT_CARD, "for", KT_MAP, false, NULL,
     "{a: [...], b: [...]}: written once for each place of the lists"},
    {AT_PLAYERS, "min", KT_NUMBER, false, NULL, "fewest"},
    {AT_PLAYERS, "max", KT_NUMBER, false, NULL, "most"},
    {AT_KIND, "if", KT_COND, false, NULL, "only then"},
    {AT_KIND, "count", KT_FORMULA, false, NULL, "how many (1)"},
    {AT_KIND, "sits", KT_WORD, false, "between end", "where they sit (end)"},
    {AT_KIND, "plays", KT_WORD, false, "first random", "which choice it takes (first)"},
    {AT_KIND, "says", KT_TEXT, false, NULL,
     "what they are called; several are numbered from 1"},
    {AT_OPTION, "is", KT_WORD, false, "flag number one_of", ""},
    {AT_OPTION, "one_of", KT_LIST, false, NULL,
     "its words: a list, or {word: {is: NUMBER, says: TEXT}}"},
    {AT_OPTION, "default", KT_ANY, false, NULL, ""},
    {AT_OPTION, "says", KT_TEXT, false, NULL, ""},
    {AT_LIMITS, "queue", KT_NUMBER, false, NULL, "effects that wait (64)"},
    {AT_LIMITS, "watchers", KT_NUMBER, false, NULL, "watchers at a time (32)"},
    {AT_LIMITS, "masks", KT_NUMBER, false, NULL, "masks of `block` at a time (8)"},
    {AT_LIMITS, "picks", KT_NUMBER, false, NULL,
     "picks after which a game ends as unfinished (100000)"},
    {AT_LIMITS, "depth", KT_NUMBER, false, NULL, "steps and phases within each other (12)"},
    {AT_LIMITS, "effects", KT_NUMBER, false, NULL, "effects between two decisions (10000)"},
    {AT_LIMITS, "work", KT_NUMBER, false, NULL,
     "thousands of units of work between two decisions (20000)"},
    {AT_LIMITS, "game_work", KT_NUMBER, false, NULL,
     "thousands of units of work in a game (500000)"},
    {AT_TRAIT, "is", KT_WORD, false, "number condition flag word card effects watches", ""},
    {AT_TRAIT, "one_of", KT_LIST, false, NULL,
     "one of these words: a list, or {word: {says: TEXT}}"},
    {AT_TRAIT, "set_of", KT_LIST, false, NULL, "several of these words; `word` = any words"},
    {AT_TRAIT, "in", KT_ZONE, false, NULL,
     "for `watches`: they work while the card lies there"},
    {AT_TRAIT, "default", KT_ANY, false, NULL, "of the cards that do not write it"},
    {AT_TRAIT, "says", KT_TEXT, false, NULL,
     "what people call it; none: they are not told of it"},
    {AT_ZONE, "per", KT_WORD, false, "table player seat KIND",
     "one for the table (so if not given), or one for each"},
    {AT_ZONE, "as", KT_WORD, false, "set row pile", "whether order means something (set: no)"},
    {AT_ZONE, "seen_by", KT_WORD, true, "nobody owner all", "who sees cards that lie face up"},
    {AT_ZONE, "down_seen_by", KT_WORD, false, "nobody owner all",
     "who sees cards that lie face down (nobody)"},
    {AT_ZONE, "holds", KT_LIST, false, NULL, "what it starts with"},
    {AT_ZONE, "shuffled", KT_FLAG, false, NULL, "at the start"},
    {AT_ZONE, "size", KT_FORMULA, false, NULL, "a `fill` stops there"},
    {AT_ZONE, "refill", KT_ZONE, false, NULL,
     "is shuffled in when a card is wanted and none is left"},
    {AT_ZONE, "endless", KT_NUMBER, false, NULL,
     "each card is a stamp; so many of them may be taken in all"},
    {AT_ZONE, "gone", KT_FLAG, false, NULL, "cards put here leave the game"},
    {AT_ZONE, "says", KT_TEXT, false, NULL,
     "what people call it; none: they are not told of it"},
    {AT_HOLD, "copies", KT_FORMULA, false, NULL, "instead of the card's own"},
    {AT_HOLD, "first", KT_FORMULA, false, NULL, "only the first so many"},
    {AT_HOLD, "if", KT_COND, false, NULL, "only then"},
    {AT_COUNTER, "per", KT_WORD, false, "game player seat KIND card", "whose it is (game)"},
    {AT_COUNTER, "is", KT_WORD, false, "number flag seat card TRAIT", "what it holds (number)"},
    {AT_COUNTER, "start", KT_ANY, false, NULL, "what it starts with and goes back to"},
    {AT_COUNTER, "lasts", KT_WORD, false, NULL, "phase at whose end it goes back to its start"},
    {AT_COUNTER, "says", KT_TEXT, false, NULL,
     "what people call it; none: they are not told of it"},
    {AT_FIELD, "zone", KT_ZONE, false, NULL, ""},
    {AT_FIELD, "of", KT_SEATS, false, NULL, ""},
    {AT_FIELD, "face", KT_WORD, false, "up down any", ""},
    {AT_VERB, "class", KT_WORD, false, NULL, "a class of the resolution"},
    {AT_VERB, "params", KT_MAP, false, NULL, "{NAME: TYPE [= DEFAULT], NAME: TYPE optional}"},
    {AT_VERB, "main", KT_WORD, false, NULL, "the parameter that `VERB: value` means"},
    {AT_VERB, "says", KT_TEXT, false, NULL, "how an effect reads"},
    {AT_VERB, "do", KT_STEPS, false, NULL,
     "what it does; without it `effect.VERB` of a script"},
    {AT_VERB, "same_as", KT_WORD, false, NULL, "other words for that verb"},
    {AT_ACTION, "card", KT_SELECTOR, false, NULL, "the card"},
    {AT_ACTION, "helper", KT_SELECTOR, false, NULL, "a second card"},
    {AT_ACTION, "target", KT_SELECTOR, false, NULL, "what it is done to"},
    {AT_ACTION, "seat", KT_SEATS, false, NULL, "a seat"},
    {AT_ACTION, "number", KT_MAP, false, NULL, "a number: {from, to}"},
    {AT_ACTION, "word", KT_WORD, false, NULL, "a word of this trait"},
    {AT_ACTION, "if", KT_COND, false, NULL, "asked of every combination"},
    {AT_ACTION, "says", KT_TEXT, false, NULL, "how a choice reads"},
    {AT_ACTION, "do", KT_STEPS, false, NULL, ""},
    {AT_NUMBER, "from", KT_FORMULA, true, NULL, ""},
    {AT_NUMBER, "to", KT_FORMULA, true, NULL, ""},
    {AT_ORDER, "class", KT_WORDS, false, NULL, "classes, the first first"},
    {AT_ORDER, "given", KT_WORD, false, NULL, "effects with this parameter first"},
    {AT_ORDER, "chosen", KT_WORD, false, NULL,
     "with this option the seat picks among its equals"},
    {AT_PHASE, "name", KT_WORD, false, NULL, ""},
    {AT_PHASE, "says", KT_TEXT, false, NULL, ""},
    {AT_PHASE, "phases", KT_PHASES, false, NULL, "a sequence"},
    {AT_PHASE, "repeat", KT_FORMULA, false, NULL, "so often"},
    {AT_PHASE, "forever", KT_FLAG, false, NULL, "until `finish`"},
    {AT_PHASE, "while", KT_COND, false, NULL, "as long as; also beside `repeat` and `each`"},
    {AT_PHASE, "between", KT_PHASES, false, NULL, "between two iterations"},
    {AT_PHASE, "each", KT_SEATS, false, NULL, "once for each seat, as `you`"},
    {AT_PHASE, "from", KT_SEAT, false, NULL, "with `each`: who is first"},
    {AT_PHASE, "by", KT_LIST, false, NULL,
     "with `each`: the order, smallest first; `random` at the end"},
    {AT_PHASE, "if", KT_COND, false, NULL, ""},
    {AT_PHASE, "else", KT_PHASES, false, NULL, ""},
    {AT_DO, "if", KT_COND, false, NULL, ""},
    {AT_DO, "else", KT_STEPS, false, NULL, ""},
    {AT_RESULT, "score", KT_FORMULA, false, NULL, "of each person"},
    {AT_RESULT, "side", KT_FORMULA, false, NULL,
     "persons for whom it is the same win together"},
    {AT_RESULT, "ties", KT_LIST, false, NULL, "formulas that break ties, in order"},
    {AT_RESULT, "tied", KT_WORD, false, "share nobody", "who wins a tie that is left (share)"},
    {AT_RESULT, "wins", KT_WORD, false, "most least", "(most)"},
    {AT_REQUIRES, "if", KT_COND, true, NULL, ""},
    {AT_REQUIRES, "says", KT_TEXT, true, NULL, "why a game cannot start"},
    {AT_VALUE, "is", KT_NUMBER, false, NULL, "its number in formulas"},
    {AT_VALUE, "says", KT_TEXT, false, NULL, ""},
    {AT_ENTRY, "if", KT_COND, false, NULL, "asked when it is taken from the queue"},
    {AT_ENTRY, "class", KT_WORD, false, NULL, "instead of the verb's"},
    {AT_ENTRY, "says", KT_TEXT, false, NULL, "instead of the text made from the verb"},
    {AT_WATCH, "when", KT_ANY, true, NULL,
     "PHASE, {end: PHASE}, ACTION, LIST, {add: COUNTER}, {turn: up}, {move: ZONE}"},
    {AT_WATCH, "by", KT_SEATS, false, NULL, "whose event (you)"},
    {AT_WATCH, "if", KT_COND, false, NULL, "asked when it happens"},
    {AT_WATCH, "cards", KT_SELECTOR, false, NULL, "the event's card is one of these"},
    {AT_WATCH, "lasts", KT_WORD, false, NULL, "a phase, or `game` (game)"},
    {AT_WATCH, "once", KT_FLAG, false, NULL, "only the first time"},
    {AT_WATCH, "do", KT_EFFECTS, true, NULL, ""},
    {AT_WATCH, "class", KT_WORD, false, NULL, ""},
    {AT_WATCH, "says", KT_TEXT, false, NULL, ""},
    {AT_WHEN, "end", KT_WORD, false, NULL, "a phase ends"},
    {AT_WHEN, "add", KT_WORD, false, NULL, "this counter was added to"},
    {AT_WHEN, "turn", KT_WORD, false, "up down", "a card was turned"},
    {AT_WHEN, "move", KT_ZONE, false, NULL, "a card came there"},
    {AT_STEP, "deal", KT_MAP, false, NULL, "the first cards of a pile to each seat"},
    {AT_STEP, "move", KT_MAP, false, NULL, "cards to another zone"},
    {AT_STEP, "pass", KT_MAP, false, NULL, "all at once, each seat's cards to another seat"},
    {AT_STEP, "fill", KT_MAP, false, NULL, "a zone up to its size"},
    {AT_STEP, "turn", KT_MAP, false, NULL, "cards face up or down"},
    {AT_STEP, "shuffle", KT_MAP, false, NULL, ""},
    {AT_STEP, "show", KT_MAP, false, NULL, "a seat sees cards until the leaf is done"},
    {AT_STEP, "add", KT_MAP, false, NULL, "to counters"},
    {AT_STEP, "set", KT_MAP, false, NULL, "counters; masks do not matter"},
    {AT_STEP, "choose", KT_MAP, false, NULL, "asks"},
    {AT_STEP, "trigger", KT_MAP, false, NULL, "puts a list of effects of cards into the queue"},
    {AT_STEP, "cancel", KT_MAP, false, NULL, "takes later effects of cards out of the queue"},
    {AT_STEP, "block", KT_MAP, false, NULL, "such changes do not happen"},
    {AT_STEP, "finish", KT_MAP, false, NULL, "ends the game"},
    {AT_STEP, "run", KT_WORD, false, NULL, "`step.NAME` of a script"},
    {AT_DEAL, "who", KT_SEATS, false, NULL, ""},
    {AT_DEAL, "from", KT_ZONE, true, NULL, ""},
    {AT_DEAL, "to", KT_ZONE, true, NULL, ""},
    {AT_DEAL, "count", KT_FORMULA, false, NULL, "how many to each (1)"},
    {AT_DEAL, "face", KT_WORD, false, "up down", ""},
    {AT_MOVE, "cards", KT_CARDS, false, NULL, ""},
    {AT_MOVE, "to", KT_ZONE, true, NULL, "may be a formula"},
    {AT_MOVE, "of", KT_SEAT, false, NULL, "whose (the card's owner's)"},
    {AT_MOVE, "face", KT_WORD, false, "up down", ""},
    {AT_MOVE, "place", KT_WORD, false, "first last N", "(last)"},
    {AT_MOVE, "reversed", KT_FLAG, false, NULL,
     "the last card first, as a pile that is turned over"},
    {AT_PASS, "who", KT_SEATS, false, NULL, ""},
    {AT_PASS, "cards", KT_CARDS, true, NULL, ""},
    {AT_PASS, "to", KT_SEAT, true, NULL, "to whom, for each giver"},
    {AT_FILL, "who", KT_SEATS, false, NULL, ""},
    {AT_FILL, "zone", KT_ZONE, true, NULL, ""},
    {AT_FILL, "from", KT_ZONE, true, NULL, ""},
    {AT_TURN, "cards", KT_CARDS, false, NULL, ""},
    {AT_TURN, "face", KT_WORD, true, "up down", ""},
    {AT_SHUFFLE, "zone", KT_ZONE, true, NULL, ""},
    {AT_SHUFFLE, "of", KT_SEATS, false, NULL, ""},
    {AT_SHOW, "to", KT_SEATS, true, NULL, "who sees them"},
    {AT_SHOW, "cards", KT_CARDS, false, NULL, ""},
    {AT_ADD, "who", KT_SEATS, false, NULL, ""},
    {AT_ADD, "cards", KT_CARDS, false, NULL, ""},
    {AT_SET, "who", KT_SEATS, false, NULL, ""},
    {AT_SET, "cards", KT_CARDS, false, NULL, ""},
    {AT_CHOOSE, "who", KT_SEATS, false, NULL, ""},
    {AT_CHOOSE, "together", KT_FLAG, false, NULL, "all at once"},
    {AT_CHOOSE, "from", KT_SEAT, false, NULL, "who is asked first"},
    {AT_CHOOSE, "by", KT_LIST, false, NULL, "the order, smallest first; `random` at the end"},
    {AT_CHOOSE, "times", KT_FORMULA, false, NULL,
     "how often each picks; `any` = as often as wanted"},
    {AT_CHOOSE, "may", KT_COND, false, NULL, "`done` is offered too"},
    {AT_CHOOSE, "any_of", KT_WORDS, false, NULL, "these actions"},
    {AT_CHOOSE, "prompt", KT_WORD, false, NULL, "one of `words`"},
    {AT_CHOOSE, "else", KT_STEPS, false, NULL, "when nobody had a choice"},
    {AT_TRIGGER, "list", KT_WORD, true, NULL, "a trait that is effects"},
    {AT_TRIGGER, "cards", KT_CARDS, false, NULL, ""},
    {AT_TRIGGER, "who", KT_SEATS, false, NULL, "whose effects they are (each card's owner's)"},
    {AT_CANCEL, "cards", KT_CARDS, false, NULL, ""},
    {AT_BLOCK, "who", KT_SEATS, false, NULL, ""},
    {AT_BLOCK, "add", KT_WORDS, false, NULL, "counters that get nothing"},
    {AT_BLOCK, "turn", KT_WORD, false, "up down", ""},
    {AT_BLOCK, "move", KT_ZONE, false, NULL, ""},
    {AT_BLOCK, "lasts", KT_WORD, true, NULL, "a phase, or `game`"},
    {AT_FINISH, "because", KT_MAP, true, NULL, "{WORD: condition}: if one holds"},
    {AT_FINISH, "won", KT_SEATS, false, NULL, ""},
    {AT_FINISH, "lost", KT_SEATS, false, NULL, ""},
    {AT_SELECTOR, "zone", KT_ZONE, false, NULL, ""},
    {AT_SELECTOR, "of", KT_SEATS, false, NULL, "(you)"},
    {AT_SELECTOR, "face", KT_WORD, false, "up down any", ""},
    {AT_SELECTOR, "card", KT_ANY, false, NULL, "its id, [several], or {except: id}"},
    {AT_SELECTOR, "where", KT_COND, false, NULL, "for each card, called `it`"},
    {AT_SELECTOR, "any", KT_LIST, false, NULL, "in one of these"},
    {AT_SELECTOR, "except", KT_SELECTOR, false, NULL, "but not these"},
    {AT_SELECTOR, "most", KT_FORMULA, false, NULL, "those with the greatest"},
    {AT_SELECTOR, "least", KT_FORMULA, false, NULL, "those with the smallest"},
    {AT_SELECTOR, "one_of_each", KT_FORMULA, false, NULL,
     "of cards for which this is the same only the first"},
    {AT_SELECTOR, "first", KT_FORMULA, false, NULL, ""},
    {AT_SELECTOR, "last", KT_FORMULA, false, NULL, ""},
    {AT_SELECTOR, "random", KT_FORMULA, false, NULL, ""},
    {AT_SELECTOR, "this", KT_FLAG, false, NULL, "only the card whose effect it is"},
    {AT_SELECTOR, "other", KT_FLAG, false, NULL, "all but that card"},
    {AT_FORMULA, "count", KT_SELECTOR, false, NULL, ""},
    {AT_FORMULA, "players", KT_SEATS, false, NULL, "how many seats"},
    {AT_FORMULA, "times", KT_NUMBER, false, NULL, ""},
    {AT_FORMULA, "at_least", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "at_most", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "is", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "sum", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "most", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "least", KT_FORMULA, false, NULL, ""},
    {AT_FORMULA, "cards", KT_SELECTOR, false, NULL, ""},
    {AT_FORMULA, "tied", KT_COND, false, NULL, "false: nor as much as you"},
    {AT_FORMULA, "all", KT_LIST, false, NULL, ""},
    {AT_FORMULA, "any", KT_LIST, false, NULL, ""},
    {AT_FORMULA, "not", KT_COND, false, NULL, ""},
    {AT_FORMULA, "says", KT_TEXT, false, NULL, "how it reads"},
    {AT_SEATS, "left", KT_SEATS, false, NULL,
     "the next of these, clockwise: a kind, others, {where: …}"},
    {AT_SEATS, "right", KT_SEATS, false, NULL, "the same, the other way"},
    {AT_SEATS, "of", KT_SEAT, false, NULL, "beside these two: whose neighbour (you)"},
    {AT_SEATS, "most", KT_FORMULA, false, NULL,
     "all persons with the greatest, each asked as `you`"},
    {AT_SEATS, "least", KT_FORMULA, false, NULL, "all persons with the smallest"},
    {AT_SEATS, "where", KT_COND, false, NULL, "all persons for whom it holds"},
    {AT_SEATS, "among", KT_SEATS, false, NULL, "beside these three: who is asked about"},
    {AT_SEATS, "owner", KT_CARDS, false, NULL, "whose these cards are"},
};
const size_t load_nkeys = sizeof load_keys / sizeof *load_keys;

const struct key_where load_places[AT_PLACES] = {
    [AT_RULESET] = {"ruleset", "the top of ruleset.yaml"},
    [AT_CARD_FILE] = {"card-file", "the top of a file of cards"},
    [AT_CARD] = {"card", "cards: {ID: …} and defaults: of a file of cards"},
    [AT_PLAYERS] = {"players", "players: of a ruleset"},
    [AT_KIND] = {"kind", "seats: {KIND: …}"},
    [AT_OPTION] = {"option", "options: {NAME: …}"},
    [AT_LIMITS] = {"limits", "limits:"},
    [AT_TRAIT] = {"trait", "traits: {NAME: …}"},
    [AT_ZONE] = {"zone", "zones: {NAME: …}"},
    [AT_HOLD] = {"hold", "holds: [ … ] of a zone; the keys of a selector, too"},
    [AT_COUNTER] = {"counter", "counters: {NAME: …}"},
    [AT_FIELD] = {"field", "field:"},
    [AT_VERB] = {"verb", "verbs: {NAME: …}"},
    [AT_ACTION] = {"action", "actions: {NAME: …}, and in a choose:"},
    [AT_NUMBER] = {"number", "number: of an action"},
    [AT_ORDER] = {"order", "resolution: [ … ]"},
    [AT_PHASE] = {"phase", "phases: [ … ]; beside a step, too"},
    [AT_DO] = {"do", "do: [ … ], beside a step"},
    [AT_RESULT] = {"result", "result:"},
    [AT_REQUIRES] = {"requires", "requires: [ … ]"},
    [AT_VALUE] = {"word", "one_of: {WORD: …}"},
    [AT_ENTRY] = {"effect", "a card's list of effects, beside a verb or a step"},
    [AT_WATCH] = {"watch", "a watcher in a card's list"},
    [AT_WHEN] = {"when", "when: of a watcher"},
    [AT_STEP] = {"step", "the steps: in phases:, do: and lists of effects"},
    [AT_DEAL] = {"deal", "deal:"},
    [AT_MOVE] = {"move", "move:"},
    [AT_PASS] = {"pass", "pass:"},
    [AT_FILL] = {"fill", "fill:"},
    [AT_TURN] = {"turn", "turn:"},
    [AT_SHUFFLE] = {"shuffle", "shuffle:"},
    [AT_SHOW] = {"show", "show:"},
    [AT_ADD] = {"add", "add:, beside counters"},
    [AT_SET] = {"set", "set:, beside counters"},
    [AT_CHOOSE] = {"choose", "choose:; the keys of an action, too"},
    [AT_TRIGGER] = {"trigger", "trigger:"},
    [AT_CANCEL] = {"cancel", "cancel:"},
    [AT_BLOCK] = {"block", "block:"},
    [AT_FINISH] = {"finish", "finish:"},
    [AT_SELECTOR] = {"selector",
                     "which cards: card:, cards:, count: …; beside traits and counters"},
    [AT_FORMULA] = {"formula", "a number or a condition that is written as a map"},
    [AT_SEATS] = {"seats", "which seats, written as a map: who:, of:, by: …"},
};

static const struct {
    enum key_place at;
    const char *key;
    enum key_nest nest;
    enum key_place inside;
} nests[] = {
    {AT_RULESET, "players", NEST_MAP, AT_PLAYERS},
    {AT_RULESET, "seats", NEST_NAMES, AT_KIND},
    {AT_RULESET, "options", NEST_NAMES, AT_OPTION},
    {AT_RULESET, "requires", NEST_LIST, AT_REQUIRES},
    {AT_RULESET, "limits", NEST_MAP, AT_LIMITS},
    {AT_RULESET, "cards", NEST_NAMES, AT_CARD},
    {AT_RULESET, "traits", NEST_NAMES, AT_TRAIT},
    {AT_RULESET, "zones", NEST_NAMES, AT_ZONE},
    {AT_RULESET, "counters", NEST_NAMES, AT_COUNTER},
    {AT_RULESET, "field", NEST_MAP, AT_FIELD},
    {AT_RULESET, "let", NEST_NAMES, AT_FORMULA},
    {AT_RULESET, "verbs", NEST_NAMES, AT_VERB},
    {AT_RULESET, "actions", NEST_NAMES, AT_ACTION},
    {AT_RULESET, "resolution", NEST_LIST, AT_ORDER},
    {AT_RULESET, "result", NEST_MAP, AT_RESULT},
    {AT_CARD_FILE, "defaults", NEST_MAP, AT_CARD},
    {AT_CARD_FILE, "cards", NEST_NAMES, AT_CARD},
    {AT_OPTION, "one_of", NEST_NAMES, AT_VALUE},
    {AT_TRAIT, "one_of", NEST_NAMES, AT_VALUE},
    {AT_TRAIT, "set_of", NEST_NAMES, AT_VALUE},
    {AT_ZONE, "holds", NEST_LIST, AT_HOLD},
    {AT_ACTION, "number", NEST_MAP, AT_NUMBER},
    {AT_PHASE, "by", NEST_LIST, AT_FORMULA},
    {AT_RESULT, "ties", NEST_LIST, AT_FORMULA},
    {AT_WATCH, "when", NEST_MAP, AT_WHEN},
    {AT_STEP, "deal", NEST_MAP, AT_DEAL},
    {AT_STEP, "move", NEST_MAP, AT_MOVE},
    {AT_STEP, "pass", NEST_MAP, AT_PASS},
    {AT_STEP, "fill", NEST_MAP, AT_FILL},
    {AT_STEP, "turn", NEST_MAP, AT_TURN},
    {AT_STEP, "shuffle", NEST_MAP, AT_SHUFFLE},
    {AT_STEP, "show", NEST_MAP, AT_SHOW},
    {AT_STEP, "add", NEST_MAP, AT_ADD},
    {AT_STEP, "set", NEST_MAP, AT_SET},
    {AT_STEP, "choose", NEST_MAP, AT_CHOOSE},
    {AT_STEP, "trigger", NEST_MAP, AT_TRIGGER},
    {AT_STEP, "cancel", NEST_MAP, AT_CANCEL},
    {AT_STEP, "block", NEST_MAP, AT_BLOCK},
    {AT_STEP, "finish", NEST_MAP, AT_FINISH},
    {AT_CHOOSE, "by", NEST_LIST, AT_FORMULA},
    {AT_FINISH, "because", NEST_NAMES, AT_FORMULA},
    {AT_SELECTOR, "any", NEST_LIST, AT_SELECTOR},
    {AT_FORMULA, "all", NEST_LIST, AT_FORMULA},
    {AT_FORMULA, "any", NEST_LIST, AT_FORMULA},
};

enum key_nest keys_nest(const struct key *k, enum key_place *inside)
{
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        if (nests[i].at == k->at && strcmp(nests[i].key, k->key) == 0) {
            *inside = nests[i].inside;
            return nests[i].nest;
        }
    return NEST_NONE;
}

unsigned keys_names(enum key_place at)
{
    switch (at) {
    case AT_CARD:
    case AT_HOLD: return 1u << NAME_TRAIT;
    case AT_SELECTOR: return 1u << NAME_TRAIT | 1u << NAME_COUNTER;
    case AT_ADD:
    case AT_SET: return 1u << NAME_COUNTER;
    default: return 0;
    }
}

bool keys_has(enum key_place at, const char *key)
{
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && strcmp(load_keys[i].key, key) == 0)
            return true;
    return false;
}

static bool own_field(enum key_place at, const char *key)
{
    return (at == AT_RULESET || at == AT_CARD_FILE || at == AT_CARD) &&
           strncmp(key, "x-", 2) == 0;
}

static bool may_stand(const struct loader *ld, const char *key, enum key_place at)
{
    if (keys_has(at, key) || own_field(at, key) ||
        (at == AT_HOLD && keys_has(AT_SELECTOR, key)))
        return true;
    const struct name *name = name_find(ld, key);
    return name && keys_names(at) >> name->kind & 1u;
}

const char *keys_unknown(struct loader *ld, const struct node *key, enum key_place at,
                         enum key_place also)
{
    unsigned kinds = keys_names(at) | keys_names(also);
    struct held h;
    const char **ids = arena_borrow(ld->mem, &h, (load_nkeys + ld->names.n + 1) * sizeof *ids);
    size_t n = 0;
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at || load_keys[i].at == also)
            ids[n++] = load_keys[i].key;
    for (uint32_t i = 0; i < ld->names.n; i++)
        if (kinds >> ld->names.v[i].kind & 1u)
            ids[n++] = ld->names.v[i].id;
    const char *near = suggest(key->text, ids, n);
    arena_release(ld->mem, &h);
    const struct name *name = name_find(ld, key->text);
    const char *hint = hint_near(ld, near);
    if ((at == AT_ADD || at == AT_SET) && !name)
        node_error(ld->diags, key, "KEY-UNKNOWN",
                   hint ? hint : "declare it in the ruleset's 'counters'", "'%s' is no counter",
                   key->text);
    else
        node_error(ld->diags, key, "KEY-UNKNOWN", hint, "unknown key '%s'", key->text);
    return near;
}

/* Would other errors follow if the key were missing? */
static bool key_missed(enum key_place at, const char *key)
{
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && strcmp(load_keys[i].key, key) == 0)
            return load_keys[i].needed || at == AT_RULESET || at == AT_PHASE;
    return false;
}

bool keys_check(struct loader *ld, const struct node *map, enum key_place at)
{
    bool ok = true;
    if (!map || map->kind != NODE_MAP)
        return true;
    for (size_t i = 0; i < map->n; i++)
        if (!may_stand(ld, map->key[i]->text, at)) {
            const struct node *key = map->key[i];
            const char *near = keys_unknown(ld, key, at, at);
            if (near && key_missed(at, near) && !node_get(map, near))
                map->key[i] = node_new_scalar(ld->mem, key->src, key->line, key->col, near,
                                              strlen(near), true);
            ok = false;
        }
    for (size_t i = 0; i < load_nkeys; i++)
        if (load_keys[i].at == at && load_keys[i].needed && !node_get(map, load_keys[i].key)) {
            node_error(ld->diags, map, "KEY-MISSING", NULL, "the key '%s' is missing",
                       load_keys[i].key);
            ok = false;
        }
    return ok;
}

/* tools.h - the tools of `cantrip mcp`.
 *
 * ARG(name, kind, "what it is"): the arguments of all tools. Kinds: PATH, FOLDER, GAME (a folder in here, or the
 * name of an installed game), TEXT, LIST (of texts), COUNT, BOTS.
 * TOOL(name, changes files, "what it does", "command line"): {x} stands for an argument, {x*} for each of a list. What
 * stands in [ ] falls away without its argument.
 * FILE_TOOL(name, changes files, "what it does", "its arguments", function) */
#ifndef ARG
#define ARG(...)
#endif
#ifndef TOOL
#define TOOL(...)
#endif
#ifndef FILE_TOOL
#define FILE_TOOL(...)
#endif
ARG(as, TEXT, "whose view: a seat's number, spectator or all")
ARG(bots, BOTS, "players by seat, with commas: random, first, greedy, flat:N, mcts:N, learnt")
ARG(card, TEXT, "the id of a card")
ARG(code, TEXT, "the code of an error or warning, as NAME-UNKNOWN")
ARG(field, TEXT, "what to change and to which values: CARD.FIELD=VALUES, as tower.cost=2..5")
ARG(filter, TEXT, "only scenarios with this text in their names")
ARG(folder, FOLDER, "a folder in here")
ARG(from, COUNT, "the first line (1)")
ARG(game, GAME, "the folder of a game, or the name of an installed one")
ARG(games, COUNT, "how many games")
ARG(key, TEXT, "a key of the files, or a place such as zone or choose")
ARG(kind, TEXT, "draft, trick, deckbuilding, shedding or solitaire")
ARG(lang, TEXT, "a language of the game, as fr")
ARG(like, GAME, "the game that the new one extends")
ARG(lines, COUNT, "how many lines (all)")
ARG(name, PATH, "a name for the folder: small letters, digits, hyphens")
ARG(now, TEXT, "the new text")
ARG(options, LIST, "options of the game, each as NAME=VALUE")
ARG(out, PATH, "the file to write")
ARG(page, TEXT, "a page of the guide, as howto/bid-for-trump, or a topic")
ARG(path, PATH, "a file in here, as my-game/ruleset.yaml")
ARG(picks, LIST, "the picks so far, in order, as `choices` writes them")
ARG(picked, TEXT,
    "an action or a prompt's word: which cards win when they are picked there; or all")
ARG(seats, COUNT, "number of players")
ARG(seconds, COUNT, "stop after so many seconds")
ARG(seed, COUNT, "the same seed gives the same game (1)")
ARG(text, TEXT, "the whole text of the file")
ARG(was, TEXT, "the text to replace, which stands there once")
ARG(why, TEXT, "the id of a card or an action")

FILE_TOOL(list_files, false, "Lists the files in here with their sizes.", "[{folder}]",
          files_list)
FILE_TOOL(read_file, false, "Reads a file, or some lines of it.", "{path} [{from}] [{lines}]",
          files_read)
FILE_TOOL(write_file, true, "Writes a whole file. Says what check finds in it.",
          "{path} {text}", files_write)
FILE_TOOL(edit_file, true, "Replaces a text of a file by another. Says what check finds in it.",
          "{path} {was} {now}", files_edit)
FILE_TOOL(delete_file, true, "Deletes a file.", "{path}", files_delete)
TOOL(list_games, false,
     "Lists the installed games by kind. Those in here are what list_files shows.",
     "list --json")
TOOL(new_game, true, "Begins a small game that plays, in a folder of its own.",
     "new {name} [--kind {kind}] [--like {like}]")
TOOL(guide, false, "Shows a page of the guide. Without a page it lists all: begin there.",
     "guide [{page}]")
TOOL(keys, false, "Says which keys the files may have, and where.", "keys [{key}]")
TOOL(explain, false, "Explains an error or warning, with an example and the fix.",
     "explain {code}")
TOOL(rules, false, "Tells players how the game is played.", "rules {game} [--lang {lang}]")
TOOL(show, false, "Lists a game's cards, or all about one card.",
     "show {game} [{card}] [--lang {lang}]")
TOOL(check, false,
     "Finds every error of a game, with its place and often the fix. Run it after each change.",
     "check {game} --json")
TOOL(fix, true, "Mends the errors of a game whose fix is certain.", "check {folder} --fix")
TOOL(test, false, "Runs the scenarios of a game.", "test {game} [--filter {filter}] --json")
TOOL(mutate, false, "Changes the rules, one at a time: does a scenario notice?",
     "mutate {game} [--time {seconds}] --json")
TOOL(position, false, "Plays to a position: what a seat sees there, and what it may choose.",
     "view {game} [--seats {seats}] [--seed {seed}] [--option {options*}] [--pick {picks*}] "
     "[--as {as}]")
TOOL(why_not, false, "Says why a card or an action is not offered in a position.",
     "view {game} [--seats {seats}] [--seed {seed}] [--option {options*}] [--pick {picks*}] "
     "--why {why}")
TOOL(watch, false, "Bots play one game. Tells the whole story.",
     "play {game} [--seats {seats}] [--seed {seed}] [--option {options*}] --bots {bots}")
TOOL(simulate, false, "Bots play many games: who wins, how long they take, which cards win.",
     "sim {game} [--seats {seats}] [--games {games}] [--bots {bots}] [--cards {picked}] "
     "[--seed {seed}] [--option {options*}] --json")
TOOL(tune, false, "Finds the value that makes a card fair.",
     "tune {game} {field} [--seats {seats}] [--games {games}] --json")
TOOL(bundle, true, "Writes the game as one file that plays in a browser.",
     "bundle {game} --out {out}")
TOOL(attack, false, "Looks for what breaks a game: plans, cards, seats, games without end.",
     "attack {game} --time {seconds} [--seats {seats}] --json")
#undef ARG
#undef TOOL
#undef FILE_TOOL

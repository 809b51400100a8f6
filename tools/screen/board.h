/* board.h - a game as a player sees it, and what they are asked: the table, the log, the prompt, the
 * end. The words are in board.lua and prompt.lua; the full screen is in tools/term. */
#ifndef CANTRIP_TOOLS_SCREEN_BOARD_H
#define CANTRIP_TOOLS_SCREEN_BOARD_H

#include "tools/bots.h"
#include "tools/buffer.h"
#include "words.h"

#include <lua.h>

/* What to show, and how. It begins as {0}. */
struct board {
    struct speech in;
    ct_engine *engine;
    ct_state *game;
    struct player *players;
    bool colour, memory;   /* memory: with cards that one should remember */
    bool terminal;         /* line editing; if false, plain lines from stdin */
    bool screen;           /* the full screen is open */
    struct player adviser; /* of hints, made when it is first asked */
    lua_State *L;          /* its scripts, from the first call on */
    struct buffer page;    /* what they write, for a moment */
};

/* What asking returns where nothing is chosen. Below PROMPT_UNDO one pick more is taken back for
 * each. */
enum { PROMPT_QUIT = -1, PROMPT_END = -2, PROMPT_ERROR = -3, PROMPT_UNDO = -4 };

/* Calls a function of the scripts. `args` has a letter for each argument: s const char *, d int, b
 * bool. Returns the whole number that it returns, or 0. The game must have begun. */
int board_call(struct board *b, const char *function, const char *args, ...);
/* A sentence of words.def on a line. `name`, unless NULL: a word in it, and its text. */
void board_say(struct board *b, const char *word, const char *name, const char *text);
/* The player at a seat, as shown: "human", "mcts:200". May write into `out`. */
const char *board_player(const struct board *b, int seat, char *out, size_t cap);
void board_free(struct board *b);

#endif

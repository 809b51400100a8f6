/* board.h - a game as a player sees it: the table, a seat, the lines of the log, the end. */
#ifndef CANTRIP_TOOLS_SCREEN_BOARD_H
#define CANTRIP_TOOLS_SCREEN_BOARD_H

#include "tools/bots.h"
#include "tools/buffer.h"
#include "words.h"

/* How much of a question is shown if the terminal is too low: one line for each choice, or also
 * for each zone and each seat's counters. Cut lines end in `…`. */
enum brevity { BOARD_IN_FULL, BOARD_SHORT_CHOICES, BOARD_SHORT_ZONES, BOARD_BREVITIES };

/* What to show, and how. */
struct board {
    struct speech in;
    ct_engine *engine;
    ct_state *game;
    struct player *players;
    bool colour, memory; /* memory: with cards that one should remember */
    FILE *out;
    int width;          /* of its lines; 0: the terminal's width, or no limit */
    enum brevity brief; /* of a question */
};

int board_width(const struct board *b);

/* Everything on the table as `observer` sees it. */
void board_print(const struct board *b, int observer);
/* A single card with its face. An unknown one by its place in the row. */
void board_card(const struct board *b, struct buffer *to, const struct ct_card *c);
/* One seat's cards and counters; seat -1: the table's own. */
void board_seat(const struct board *b, int observer, int seat);
/* The counters of a seat, or of the table (-1), in words; `brief`: those that say something. */
void board_counters(const struct board *b, struct buffer *to, int seat, bool brief);
/* Other visible cards, in few lines, for the player who is asked: zones of the table, and other
 * seats' zones with few cards. */
void board_open(const struct board *b, int observer);
/* One line of the log, indented by its depth; headings set apart. */
void board_line(const struct board *b, const struct ct_line *line);
/* A sentence of words.def on a line. */
void board_say(const struct board *b, const char *word, const struct ct_filling *with, int n);
#define BOARD_SAY(b, word, ...)                                                                \
    board_say(b, word, (const struct ct_filling[]){__VA_ARGS__}, FILLINGS(__VA_ARGS__))
/* The player at a seat, as shown: "human", "mcts:200". May write into `out`. */
const char *board_player(const struct board *b, int seat, char *out, size_t cap);
/* Why the game ended, winners with scores and ranks, and the scores card by card. `you`: the
 * seat to speak to, -1: none. 0, or -1 (ct_error). */
int board_scores(const struct board *b, int you);
/* Cards that the observer did not see, then board_scores. 0, or -1 (ct_error). */
int board_end(const struct board *b, int observer, int you);

#endif

/* board.h - a game as a person sees it: the table, a seat, the lines of the log, the end. */
#ifndef CANTRIP_TOOLS_SCREEN_BOARD_H
#define CANTRIP_TOOLS_SCREEN_BOARD_H

#include "tools/bots.h"
#include "tools/buffer.h"
#include "words.h"

/* How much of a question is told where the terminal is too low for all of it: of each choice a
 * line; of each zone and of each seat's counters, too. What is cut ends in `…`. */
enum brevity { BOARD_IN_FULL, BOARD_SHORT_CHOICES, BOARD_SHORT_ZONES, BOARD_BREVITIES };

/* What is shown, and how. */
struct board {
    struct speech in;
    ct_engine *engine;
    ct_state *game;
    struct player *players;
    bool colour, memory; /* memory: with cards that one should remember */
    FILE *out;
    int width; /* of its lines; 0: as wide as the terminal that `out` is, else never cut */
    enum brevity brief; /* of a question */
};

int board_width(const struct board *b);

/* Everything on the table as `observer` sees it. */
void board_print(const struct board *b, int observer);
/* A card by itself, with how it lies; one that is not known by its place in the row. */
void board_card(const struct board *b, struct buffer *to, const struct ct_card *c);
/* One seat's cards and counters; seat -1: the table's own. */
void board_seat(const struct board *b, int observer, int seat);
/* The counters of a seat, or of the table (-1), in words; `brief`: those that say something. */
void board_counters(const struct board *b, struct buffer *to, int seat, bool brief);
/* What lies open elsewhere, in few lines, for who is asked: the table's zones and, where they
 * hold few cards, other seats'. */
void board_open(const struct board *b, int observer);
/* One line of the log, indented by its depth; headings set apart. */
void board_line(const struct board *b, const struct ct_line *line);
/* A sentence of words.def on a line. */
void board_say(const struct board *b, const char *word, const struct ct_filling *with, int n);
#define BOARD_SAY(b, word, ...)                                                                \
    board_say(b, word, (const struct ct_filling[]){__VA_ARGS__}, FILLINGS(__VA_ARGS__))
/* Who plays at a seat, as people call them: "human", "mcts:200". Writes into `out` where it has
 * to. */
const char *board_player(const struct board *b, int seat, char *out, size_t cap);
/* Why the game ended, who wins with what and on which place, and the score card by card; `you`:
 * the seat that is spoken to, -1: none. 0, or -1 (ct_error). */
int board_scores(const struct board *b, int you);
/* What the observer did not see, and board_scores.
 * 0, or -1 (ct_error). */
int board_end(const struct board *b, int observer, int you);

#endif

/* term.h - a game at a full-screen table: what `play` and `resume` show on a terminal.
 *
 * Cards are placed by arrange.h, the question is below, the log at the side if it fits. It tells
 * a player the same as the prompt.
 */
#ifndef CANTRIP_TOOLS_TERM_TERM_H
#define CANTRIP_TOOLS_TERM_TERM_H

#include "offers.h"
#include "think.h"
#include "tools/screen/prompt.h"

enum { TERM_HEADINGS = 4 };

/* The screen's content, and the player's input. */
struct term {
    const struct board *board;
    struct prompt *prompt; /* keeps the log and answers typed commands */
    struct arrangement all;
    struct offers offers;
    int at, scroll;  /* the cell under the cursor; lines scrolled away */
    int item, first; /* the choice under the cursor; the first that is shown */
    bool on_cards;   /* the cursor is among the cards; false: in the list */
    bool typing;     /* letters are a part of a choice's text */
    int last;        /* the last player at the screen, -1 */
    int people;      /* players at this keyboard */
    char *note;      /* said once, at the foot */
    char heading[TERM_HEADINGS][64];
    struct player adviser; /* of hints */
    bool open;
};

/* Takes the terminal if there is a suitable one; if not, `open` stays false. *t begins as {0}
 * and may already have lines. */
void term_open(struct term *t, const struct board *b, struct prompt *p, int people);
/* Gives it back. */
void term_close(struct term *t);
/* Did a signal ask to stop? */
bool term_stopped(void);
/* A line of the log was told (the prompt keeps it). */
void term_line(struct term *t, const struct ct_line *line);
/* Says something at the foot; the text is freed. */
void term_say(struct term *t, char *text);
/* A bot's choice, as player_choose, while the table is shown. THINK_STOPPED: a signal asks to
 * stop. */
int term_choose(struct term *t, struct player *p, int observer, int seat, int n);
/* Asks a player, as prompt_ask. PROMPT_QUIT also if a signal asks to stop. */
int term_ask(struct term *t, int seat);
/* Shows how it ended, until a key is hit. */
void term_end(struct term *t, int observer);

#endif

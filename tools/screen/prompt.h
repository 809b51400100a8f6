/* prompt.h - asking a person. */
#ifndef CANTRIP_TOOLS_SCREEN_PROMPT_H
#define CANTRIP_TOOLS_SCREEN_PROMPT_H

#include "board.h"

enum { PROMPT_QUIT = -1, PROMPT_END = -2, PROMPT_ERROR = -3, PROMPT_UNDO = -4 };

enum { PROMPT_LOG = 4096 };

struct prompt {
    const struct board *board;
    ct_bot *adviser; /* of `hint`, made when it is first asked */
    int undo;        /* PROMPT_UNDO: how many picks */
    bool terminal;   /* line editing; else plain lines from stdin */
    char *log
        [PROMPT_LOG]; /* the last lines that were told, for `log`: line i at i % PROMPT_LOG */
    size_t log_from, log_to;
};

/* Asks the seat, which must be pending; answers `?`, `table`, `card`, `log` meanwhile. The
 * number of the choice; or PROMPT_QUIT: the person wants to stop; PROMPT_END: the input has
 * ended; PROMPT_UNDO: they take back their last p->undo picks. */
int prompt_ask(struct prompt *p, int seat);
/* Between two people at one keyboard: the terminal is emptied, scrolled lines and what was typed
 * too, until the next one hits Enter; then the log from line `from` on, and 0. Else PROMPT_QUIT,
 * PROMPT_UNDO (who sat there before takes back), PROMPT_END: the input has ended. */
int prompt_hand_over(struct prompt *p, int seat, size_t from);
/* What the prompt answers to a command that is no choice ("hint", "rules"), a text; freed by the
 * caller. */
char *prompt_said(struct prompt *p, int seat, const char *command);
/* Remembers a line of the log. */
void prompt_log(struct prompt *p, const struct ct_line *line);
/* Forgets those before line `n` (log_to when it was told). */
void prompt_forget(struct prompt *p, size_t n);
void prompt_free(struct prompt *p);

#endif

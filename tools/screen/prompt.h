/* prompt.h - asking a person. */
#ifndef CANTRIP_TOOLS_SCREEN_PROMPT_H
#define CANTRIP_TOOLS_SCREEN_PROMPT_H

#include "board.h"

enum { PROMPT_QUIT = -1, PROMPT_END = -2, PROMPT_ERROR = -3, PROMPT_UNDO = -4 };

struct prompt {
    const struct board *board;
    ct_bot *adviser; /* of `hint`, made when it is first asked */
    int undo;        /* PROMPT_UNDO: how many picks */
    bool terminal;   /* line editing; else plain lines from stdin */
    char **log;
    size_t nlog, cap_log; /* what was told so far, for `log` */
};

/* Asks the seat, which must be pending; answers `?`, `table`, `card`, `log` meanwhile. The
 * number of the choice; or PROMPT_QUIT: the person wants to stop; PROMPT_END: the input has
 * ended; PROMPT_UNDO: he takes back his last p->undo picks. */
int prompt_ask(struct prompt *p, int seat);
/* Remembers a line of the log. */
void prompt_log(struct prompt *p, const struct ct_line *line);
/* Forgets the first n of them. */
void prompt_forget(struct prompt *p, size_t n);
void prompt_free(struct prompt *p);

#endif

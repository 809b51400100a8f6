/* prompt.h - asks a player. */
#ifndef CANTRIP_TOOLS_SCREEN_PROMPT_H
#define CANTRIP_TOOLS_SCREEN_PROMPT_H

#include "board.h"
#include "habits.h"

enum { PROMPT_QUIT = -1, PROMPT_END = -2, PROMPT_ERROR = -3, PROMPT_UNDO = -4 };

enum { PROMPT_LOG = 4096 };

struct prompt {
    const struct board *board;
    ct_bot *adviser;                  /* of `hint`, made when it is first asked */
    int undo;                         /* PROMPT_UNDO: how many picks */
    struct habit habit[CT_MAX_SEATS]; /* what each player decided for more than one pick */
    bool terminal;                    /* line editing; if false, plain lines from stdin */
    char *log
        [PROMPT_LOG]; /* the last lines that were told, for `log`: line i at i % PROMPT_LOG */
    size_t log_from, log_to;
};

/* Asks the seat, which must be pending. Meanwhile answers `?`, `table`, `card`, `log`. Returns
 * the number of the choice. Or PROMPT_QUIT: the player wants to stop. PROMPT_END: the input has
 * ended. PROMPT_UNDO: they take back their last p->undo picks. */
int prompt_ask(struct prompt *p, int seat);
/* Between two players at one keyboard: clears the terminal, its scrollback and typed text, until
 * the next player presses Enter. Then shows the log from line `from` on and returns 0. Else
 * PROMPT_QUIT, PROMPT_UNDO (the player before takes back), or PROMPT_END: the input has ended. */
int prompt_hand_over(struct prompt *p, int seat, size_t from);
/* The pick by `all` or `pass`, which may go on for later questions (prompt_goes_on); -1 with *why:
 * it cannot be done now. */
int prompt_decide(struct prompt *p, int seat, const char *command, const char **why);
/* The pick that the seat has decided before. -1: it must be asked. */
int prompt_goes_on(struct prompt *p, int seat);
/* The prompt's answer to a command ("hint", "rules") as a text; freed by the caller. */
char *prompt_said(struct prompt *p, int seat, const char *command);
/* Remembers a line of the log. */
void prompt_log(struct prompt *p, const struct ct_line *line);
/* Forgets those before line `n` (log_to when it was told). */
void prompt_forget(struct prompt *p, size_t n);
void prompt_free(struct prompt *p);

#endif

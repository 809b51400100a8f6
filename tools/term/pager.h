/* pager.h - a longer text on the full screen: help, a card, the log, the rules. */
#ifndef CANTRIP_TOOLS_TERM_PAGER_H
#define CANTRIP_TOOLS_TERM_PAGER_H

#include <stdbool.h>

/* A text in lines that end between words; `[i]` is a line, a copy. */
struct wrapped {
    char **line;
    int n, cap;
};
void wrap_text(struct wrapped *to, const char *text, int width);
void wrap_free(struct wrapped *w);

/* Shows it until the player leaves. `end`: starts at its end. `foot`: the last line, which says
 * how to leave. */
void pager(const char *title, const char *text, const char *foot, bool end);

#endif

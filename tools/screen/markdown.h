/* markdown.h - a page of Markdown on a terminal: rules for players, a page of the guide. */
#ifndef CANTRIP_TOOLS_SCREEN_MARKDOWN_H
#define CANTRIP_TOOLS_SCREEN_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Prints a text. Paragraphs and entries of lists fill `width`, without the signs for bold,
 * emphasis and code. With `colour` headings and ** are bold. Width 0: prints it unchanged.
 * Comments are always left out. */
void markdown_print(FILE *out, const char *text, int width, bool colour);

#endif

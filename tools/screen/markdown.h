/* markdown.h - a page of Markdown on a terminal: rules for players, a page of the guide. */
#ifndef CANTRIP_TOOLS_SCREEN_MARKDOWN_H
#define CANTRIP_TOOLS_SCREEN_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Prints it. Paragraphs and entries of lists fill `width`, without the marks for bold, emphasis
 * and code; with `colour` headings and what stands in ** are bold. With a width of 0 it is printed
 * as it is. Comments are left out in both. */
void markdown_print(FILE *out, const char *text, int width, bool colour);

#endif

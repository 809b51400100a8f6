/* markdown.h - a page of Markdown on a terminal: rules for players, a page of the guide. */
#ifndef CANTRIP_TOOLS_SCREEN_MARKDOWN_H
#define CANTRIP_TOOLS_SCREEN_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Prints it. On a terminal paragraphs and entries of lists fill its width; headings and what stands in ** are bold if
 * `colour`. Elsewhere it is printed as it is. Comments are left out in both. */
void markdown_print(FILE *out, const char *text, bool colour);

#endif

/* complete.h - completion for shells: the words that may come next in a command line, from the
 * tables that make --help.
 *
 * Prints one line for each word: the word, a tab, a description. A line that begins with a tab
 * asks the shell for names of its own: `files` or `folders`, then a tab and the part of the word
 * before the name. No blank follows a word that ends in = : or , */
#ifndef CANTRIP_TOOLS_COMPLETE_H
#define CANTRIP_TOOLS_COMPLETE_H

#include "common.h"

/* Completes the last of a command's arguments. */
void complete_command(const struct usage *u, int argc, char **argv);

#endif

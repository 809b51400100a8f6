/* complete.h - how a command line may go on: for the completion of shells, from the tables that --help is
 * made from.
 *
 * What is printed: a line for each word that may stand there, then a tab and what it is; a line that begins
 * with a tab says what the shell is to look for itself, `files` or `folders`, then a tab and what of the
 * word stands before the name. A word that ends in = : or , goes on: no blank follows it.
 */
#ifndef CANTRIP_TOOLS_COMPLETE_H
#define CANTRIP_TOOLS_COMPLETE_H

#include "common.h"

/* For a command's arguments, the last of which is being typed. */
void complete_command(const struct usage *u, int argc, char **argv);

#endif

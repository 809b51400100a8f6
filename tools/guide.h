/* guide.h - the pages of the guide, for commands that name them. */
#ifndef CANTRIP_TOOLS_GUIDE_H
#define CANTRIP_TOOLS_GUIDE_H

#include "common.h"

/* Prints the page about a step, key, command or call, or which pages there are, or that there is
 * none; -1, and nothing, if there is no guide. */
int guide_tell(const char *topic);
/* Prints a line with the names of the reference's pages about this, if there are any. */
void guide_name_pages(const char *topic);

#endif

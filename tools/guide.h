/* guide.h - the pages of the guide, for commands that name them. */
#ifndef CANTRIP_TOOLS_GUIDE_H
#define CANTRIP_TOOLS_GUIDE_H

#include "common.h"

/* Prints the page about a step, key, command or call; a list if several pages are about it; or
 * that none is. -1, and nothing, if there is no guide. */
int guide_tell(const char *topic);

#endif

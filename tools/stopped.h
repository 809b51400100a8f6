/* stopped.h - a long command that is asked to stop (Ctrl-C): what is under way ends, and what there is is printed. */
#ifndef CANTRIP_TOOLS_STOPPED_H
#define CANTRIP_TOOLS_STOPPED_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP only asks; the second ends us at once. One that is ignored stays so. */
void stopped_heed(void);
/* Were we asked? From any thread. */
bool stopped(void);

#endif

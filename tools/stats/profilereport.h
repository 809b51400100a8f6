/* profilereport.h - the cost of each line of the rules (ct_profile), as a table and as JSON. */
#ifndef CANTRIP_TOOLS_PROFILEREPORT_H
#define CANTRIP_TOOLS_PROFILEREPORT_H

#include "cantrip.h"

#include <jansson.h>

/* Prints the most expensive lines until the rest is small. File names omit `folder`. */
void profile_print(const ct_profile *profile, const char *folder);
/* All lines: [{file, line, text, share, work, times, cards, why, advice}], and `time` if there are
 * ticks (struct ct_profiled). */
json_t *profile_json(const ct_profile *profile);

#endif

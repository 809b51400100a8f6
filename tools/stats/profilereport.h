/* profilereport.h - what each line of the rules costs (ct_profile), as a table and for programs. */
#ifndef CANTRIP_TOOLS_PROFILEREPORT_H
#define CANTRIP_TOOLS_PROFILEREPORT_H

#include "cantrip.h"

#include <jansson.h>

/* To stdout: the dearest lines, until what is left is little. Files in this folder are named without it. */
void profile_print(const ct_profile *profile, const char *folder);
/* All lines: [{file, line, text, share, work, times, cards, why, advice, with ticks time}] (struct ct_profiled). */
json_t *profile_json(const ct_profile *profile);

#endif

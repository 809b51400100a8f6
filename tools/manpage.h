/* manpage.h - pages for man(1), made from the tables that --help is made from. */
#ifndef CANTRIP_TOOLS_MANPAGE_H
#define CANTRIP_TOOLS_MANPAGE_H

#include "common.h"

/* cantrip-COMMAND(1), and cantrip(1), on stdout. Dated by SOURCE_DATE_EPOCH, else today. */
void manpage(const struct usage *u);
void manpage_overview(void);

#endif

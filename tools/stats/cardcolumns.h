/* cardcolumns.h - what is counted of a card, as a row of a tally. */
#ifndef CANTRIP_TOOLS_STATS_CARDCOLUMNS_H
#define CANTRIP_TOOLS_STATS_CARDCOLUMNS_H

#include "cardcount.h"
#include "tallyrun.h"

/* Their names. */
const char *cardcolumns(void);
void cardcolumns_save(__int128 *v, const struct card_count *c);
/* `table`: what the tally lacks, where this is no such row. */
void cardcolumns_load(struct tally_loader *l, const char *table, const __int128 *v,
                      struct card_count *c);

#endif

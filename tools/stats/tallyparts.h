/* tallyparts.h - what of tallyfile.c its reader needs. */
#ifndef CANTRIP_TOOLS_STATS_TALLYPARTS_H
#define CANTRIP_TOOLS_STATS_TALLYPARTS_H

#include "tallyfile.h"

#define TALLY_FIRST_LINE "cantrip tally 2"

/* They take over the texts. */
void tallyfile_put_field(struct tally_file *f, char *name, char *value);
void tallyfile_put_line(struct tally_list *l, char *line);
/* Room for so many rows in all. */
void tallytable_reserve(struct tally_table *t, size_t rows);
/* Are the keys of a row greater than those of the row before? */
bool tallytable_ascends(const struct tally_table *t, size_t row);
/* May a value be so large? Two that may be can be added. */
static inline bool tallytable_fits(__int128 v)
{
    const __int128 most = (__int128)1 << 125;

    return v > -most && v < most;
}

#endif

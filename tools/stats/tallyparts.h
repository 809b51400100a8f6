/* tallyparts.h - parts of tallyfile.c that the reader needs. */
#ifndef CANTRIP_TOOLS_STATS_TALLYPARTS_H
#define CANTRIP_TOOLS_STATS_TALLYPARTS_H

#include "tallyfile.h"

#define TALLY_FIRST_LINE "cantrip tally 2"

/* These take ownership of the texts. */
void tallyfile_put_field(struct tally_file *f, char *name, char *value);
void tallyfile_put_line(struct tally_list *l, char *line);
/* Makes room for `rows` rows in all. */
void tallytable_reserve(struct tally_table *t, size_t rows);
/* Is the key of this row greater than that of the row before? */
bool tallytable_ascends(const struct tally_table *t, size_t row);
/* Is the value small enough? Then two such values can be added. */
static inline bool tallytable_fits(__int128 v)
{
    const __int128 most = (__int128)1 << 125;

    return v > -most && v < most;
}

#endif

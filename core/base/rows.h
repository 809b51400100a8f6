/* rows.h - what a list of rows becomes: LIST(ROW_PAIR) is a table of its names and texts. */
#ifndef CANTRIP_BASE_ROWS_H
#define CANTRIP_BASE_ROWS_H

/* of rows (id, says) */
#define ROW_SAYS(id, says) says,
/* of rows (id, name, says) */
#define ROW_NAME(id, name, says)       #name,
#define ROW_TEXT(id, name, says)       says,
#define ROW_PAIR(id, name, says)       {name, says},
#define ROW_NAMED_PAIR(id, name, says) {#name, says},

#endif

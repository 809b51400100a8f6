/* csv.h: a table of cards, as spreadsheets write it, read as the YAML of a card file.
 * Code: CSV-SYNTAX.
 */
#ifndef CANTRIP_BASE_CSV_H
#define CANTRIP_BASE_CSV_H

#include "base/node.h"

/* The tree of a table, {cantrip: 1, cards: {ID: {KEY: VALUE}}}, owned by ARENA; its nodes stand where the cells do and are
 * counted in SRC. The source is fit (source_fit). NULL with at least one error in DIAGS. */
struct node *csv_read(struct source *src, struct arena *arena, struct diags *diags);

#endif

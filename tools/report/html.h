/* html.h - the parts of a report's page: text, numbers, tables, small drawings (inline SVG).
 * Everything is escaped. */
#ifndef CANTRIP_TOOLS_REPORT_HTML_H
#define CANTRIP_TOOLS_REPORT_HTML_H

#include "tools/buffer.h"
#include "tools/stats/histogram.h"

#include <stdbool.h>
#include <stdint.h>

void html_text(struct buffer *b, const char *text);
/* Adds the format, with a text for each %s. It may have no other conversion but %%. */
void html_add(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "Ant +1.5": a card and its gain. */
void html_gain(struct buffer *b, const char *name, double gain);
/* "1,234,567". */
void html_count(struct buffer *b, uint64_t n);
/* Adds a number with so many decimals and a real minus sign; `sign`: with "+", too. */
void html_number(struct buffer *b, double value, int decimals, bool sign);
/* Adds a p value: "p < 0.001", "p = 0.03". */
void html_p(struct buffer *b, double p);
/* How many decimals (0 to 4) show a width within a sixth of it. */
int decimals_for(double least);
/* The smaller width. 0 and infinity are none. */
double lesser_width(double a, double b);

/* A section: its heading, then a sentence or two by the caller between these two calls, then the
 * rest; section_end. */
void section_begin(struct buffer *b, const char *id, const char *title);
void section_end(struct buffer *b);
/* A heading within a section. */
void part_head(struct buffer *b, const char *title);

/* ---- tables ---- */

/* `label`: for screen readers. `sorts`: columns can be sorted if scripts run. Then come its heads,
 * then its rows. */
void table_begin(struct buffer *b, bool sorts, const char *label, ...)
    __attribute__((format(printf, 3, 4)));
/* The head of a column of numbers or words. Of several, "card|>offered": '>' marks numbers. */
void head_cell(struct buffer *b, const char *head, bool number);
void head_cells(struct buffer *b, const char *heads);
void head_end(struct buffer *b);
void table_end(struct buffer *b);
/* A row with its head; `more` (or NULL) is below it in small letters. */
void row_begin(struct buffer *b, const char *head, const char *more);
void row_end(struct buffer *b);
void cell_none(struct buffer *b);
void cell_text(struct buffer *b, const char *text);
void cell_count(struct buffer *b, uint64_t n);
void cell_number(struct buffer *b, double value, int decimals, bool sign);
/* value ± half. */
void cell_interval(struct buffer *b, double value, double half, int decimals, bool sign);
/* As above, with the number of a game beside it. `sure`: luck does not explain the value. */
void cell_interval_in(struct buffer *b, double value, double half, int decimals, bool sure,
                      uint64_t game);
/* As above if it is `known`, else empty. */
void cell_interval_if(struct buffer *b, bool known, double value, double half, int decimals);
/* Does luck explain the value? By its rate of false findings. Not `known`: nothing was tested. */
void cell_sure(struct buffer *b, bool known, double rate);
/* The number of a game; 0: empty. */
void cell_game(struct buffer *b, uint64_t game);

/* ---- drawings ---- */

/* A cell with an interval between `from` and `to`, and a line at `zero`. `sure`: luck does not
 * explain the value. */
struct scale {
    double from, to, zero;
};
void cell_drawn(struct buffer *b, const struct scale *s, double value, double half, bool sure);

/* Bars that show how often each number came, and the same as a table to open. `label`: for screen
 * readers; `unit`: of the numbers. Nothing if nothing came. */
void draw_histogram(struct buffer *b, const struct histogram *h, const char *label,
                    const char *unit);

#endif

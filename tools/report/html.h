/* html.h - what a report's page is made of: text, numbers, tables, small drawings (inline SVG). Everything is escaped. */
#ifndef CANTRIP_TOOLS_REPORT_HTML_H
#define CANTRIP_TOOLS_REPORT_HTML_H

#include "tools/buffer.h"
#include "tools/stats/histogram.h"

#include <stdbool.h>
#include <stdint.h>

void html_text(struct buffer *b, const char *text);
/* The format with a text in the place of each %s; no other than that and %% may stand in it. */
void html_add(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "Ant +1.5": what one gains. */
void html_gain(struct buffer *b, const char *name, double gain);
/* "1,234,567". */
void html_count(struct buffer *b, uint64_t n);
/* With so many decimals and a real minus sign; `sign`: "+" too. */
void html_number(struct buffer *b, double value, int decimals, bool sign);
/* How a p value is told: "p < 0.001", "p = 0.03". */
void html_p(struct buffer *b, double p);
/* So many decimals that a width is told within a sixth of it; from 0 to 4. */
int decimals_for(double least);
/* The lesser width, of which 0 and infinity are none. */
double lesser_width(double a, double b);

/* A heading and what the section shows, in a sentence or two, written by the caller between these two; then the rest;
 * section_end. */
void section_begin(struct buffer *b, const char *id, const char *title);
void section_end(struct buffer *b);
/* A heading within it. */
void part_head(struct buffer *b, const char *title);

/* ---- tables ---- */

/* `label`: what a screen reader calls it. `sorts`: columns can be sorted, where there are scripts. Then its heads, then
 * its rows. */
void table_begin(struct buffer *b, bool sorts, const char *label, ...)
    __attribute__((format(printf, 3, 4)));
/* The head of a column, of numbers or of words. Of several, "card|>offered": of numbers behind '>'. */
void head_cell(struct buffer *b, const char *head, bool number);
void head_cells(struct buffer *b, const char *heads);
void head_end(struct buffer *b);
void table_end(struct buffer *b);
/* A row with its head; `more` stands below that in small letters, or NULL. */
void row_begin(struct buffer *b, const char *head, const char *more);
void row_end(struct buffer *b);
void cell_none(struct buffer *b);
void cell_text(struct buffer *b, const char *text);
void cell_count(struct buffer *b, uint64_t n);
void cell_number(struct buffer *b, double value, int decimals, bool sign);
/* value ± half. */
void cell_interval(struct buffer *b, double value, double half, int decimals, bool sign);
/* The same with the number of a game beside it; `sure`: it is one that chance does not explain. */
void cell_interval_in(struct buffer *b, double value, double half, int decimals, bool sure,
                      uint64_t game);
/* The same where it is `known`, else nothing. */
void cell_interval_if(struct buffer *b, bool known, double value, double half, int decimals);
/* Is it one that chance does not explain? By its rate of false findings; not `known`: nothing was tested. */
void cell_sure(struct buffer *b, bool known, double rate);
/* The number of a game; 0: none. */
void cell_game(struct buffer *b, uint64_t game);

/* ---- drawings ---- */

/* An interval between `from` and `to`, with a line at `zero`: a cell. `sure`: it is one that chance does not explain. */
struct scale {
    double from, to, zero;
};
void cell_drawn(struct buffer *b, const struct scale *s, double value, double half, bool sure);

/* How often each number came, as bars beside each other; `label`: what a screen reader calls it, `unit`: what the
 * numbers are. With a table of the same that can be opened. Nothing where nothing came. */
void draw_histogram(struct buffer *b, const struct histogram *h, const char *label,
                    const char *unit);

#endif

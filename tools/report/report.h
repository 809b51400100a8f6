/* report.h - what `sim` counted, as a page: one file of HTML that needs nothing else.
 *
 * All of it comes from whole numbers that add up over threads and machines, so the same games give
 * the same bytes. */
#ifndef CANTRIP_TOOLS_REPORT_REPORT_H
#define CANTRIP_TOOLS_REPORT_REPORT_H

#include "tools/buffer.h"
#include "tools/stats/simresult.h"

/* May the file be overwritten by the report? If not, `command` says why. */
bool report_may_become(const char *command, const char *path);
/* Writes the file at once. With `then`, it is about that one, and what it changes against `r`.
 * False after a message. */
bool report_write(const char *command, const char *path, const struct sim_result *r,
                  const struct sim_result *then);
/* For pages of other commands: all up to the first paragraph of the head, which stays open (`more`
 * follows the title in the browser's bar). Then the caller adds </p>, </header>, <main> and its
 * content. */
void report_begin(struct buffer *b, const char *title, const char *more);
/* Ends the page, writes it at once, and frees it. False after a message. */
bool report_end(struct buffer *b, const char *command, const char *path);

#endif

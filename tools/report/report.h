/* report.h - what `sim` counted, as a page: one file of HTML that needs nothing else.
 *
 * All of it comes from whole numbers that add up over threads and machines, so the same games give
 * the same bytes. */
#ifndef CANTRIP_TOOLS_REPORT_REPORT_H
#define CANTRIP_TOOLS_REPORT_REPORT_H

#include "tools/buffer.h"
#include "tools/stats/simresult.h"

/* May it become the report? Then `command` says why not. */
bool report_may_become(const char *command, const char *path);
/* Writes it, at one stroke: of `then` and what it changes where that is not NULL (`r` is what it is compared with). False after
 * a message. */
bool report_write(const char *command, const char *path, const struct sim_result *r,
                  const struct sim_result *then);
/* For pages of other commands: all up to the first paragraph of the head, which is open (`more` stands behind the title in the
 * browser's bar); then </p>, </header>, <main> and what the page has. */
void report_begin(struct buffer *b, const char *title, const char *more);
/* The rest; writes the page at one stroke, and frees it. False after a message. */
bool report_end(struct buffer *b, const char *command, const char *path);

#endif

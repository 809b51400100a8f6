/* scenario.h - scenarios at the desk: made from a moment of the open game, or written; tried, and
 * kept. */
#ifndef CANTRIP_TOOLS_DESK_SCENARIO_H
#define CANTRIP_TOOLS_DESK_SCENARIO_H

#include "desk.h"
#include "tools/serve/routes.h"

/* The open game after `to` picks, as a file with one scenario: {text, files: [names of kept
 * ones]}. */
struct answer scenario_draft(struct desk *d, size_t to);
/* A kept scenario, by file and line: {text, files}. */
struct answer scenario_open(struct desk *d, const char *file, int line);
/* Plays a scenario by the rules in the files: {findings, passed, report, view, offers: [{seat,
 * picks}], expect}. The view is the one that hides nothing, after its last line. `expect` is a
 * line for what changed since the last line that looked, or null. Nothing is kept. */
struct answer scenario_try(struct desk *d, const char *text);
/* Adds it to scenarios/FILE in the game's folder: {file, line}. */
struct answer scenario_keep(struct desk *d, const char *text, const char *file);

#endif

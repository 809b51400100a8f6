/* scenario.h - positions of the desk as scenarios: made of a moment of the open game, written by hand, tried, kept. */
#ifndef CANTRIP_TOOLS_DESK_SCENARIO_H
#define CANTRIP_TOOLS_DESK_SCENARIO_H

#include "desk.h"
#include "tools/serve/routes.h"

/* The open game after `to` picks as a file with one scenario: {text, files: [names of those that are kept]}. */
struct answer scenario_draft(struct desk *d, size_t to);
/* The same of a scenario that is kept, by its file and line. */
struct answer scenario_open(struct desk *d, const char *file, int line);
/* Plays the scenario of a text by the rules as they are in the files: {findings, passed, report, view, offers: [{seat, picks}],
 * expect}; the view, where its last line leads, is with nobody's eyes: all is seen. `expect` is a line for what changed since the last
 * one that looked; null: nothing did. Nothing is kept. */
struct answer scenario_try(struct desk *d, const char *text);
/* Adds it to scenarios/FILE of the game's folder: {file, line}. */
struct answer scenario_keep(struct desk *d, const char *text, const char *file);

#endif

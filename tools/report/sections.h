/* sections.h - the parts of a report's page. Those that have nothing to show write nothing. */
#ifndef CANTRIP_TOOLS_REPORT_SECTIONS_H
#define CANTRIP_TOOLS_REPORT_SECTIONS_H

#include "tools/buffer.h"
#include "tools/stats/simresult.h"

/* The sections: enum, id in the page, its title. */
#define SECTIONS(X)                                                                            \
    X(SEATS, seats, "Seats")                                                                   \
    X(SCORES, scores, "Scores")                                                                \
    X(LENGTH, length, "Length and choices")                                                    \
    X(CARDS, cards, "Cards")                                                                   \
    X(PAIRS, pairs, "Two cards together")
#define X(name, id, title) void section_##id(struct buffer *b, const struct sim_result *r);
SECTIONS(X)
#undef X

/* How often chance alone would bring a mean so far from 0. */
double p_of(const struct estimate *e);

/* Sentences of the summary, each a <li>. */
void glance_seats(struct buffer *b, const struct sim_result *r);
void glance_games(struct buffer *b, const struct sim_result *r);
void glance_cards(struct buffer *b, const struct sim_result *r);

#endif

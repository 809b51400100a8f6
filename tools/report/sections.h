/* sections.h - the parts of a report's page. Those that have nothing to show write nothing. */
#ifndef CANTRIP_TOOLS_REPORT_SECTIONS_H
#define CANTRIP_TOOLS_REPORT_SECTIONS_H

#include "tools/buffer.h"
#include "tools/stats/simresult.h"

/* The sections: enum, id in the page, its title. */
#define SECTIONS(X)                                                                            \
    X(SEATS, seats, "Seats")                                                                   \
    X(SKILL, skill, "Skill and luck")                                                          \
    X(SCORES, scores, "Scores")                                                                \
    X(LENGTH, length, "Length and choices")                                                    \
    X(LEAD, lead, "Who leads")                                                                 \
    X(ENDS, ends, "How games end")                                                             \
    X(CARDS, cards, "Cards")                                                                   \
    X(CAUSAL, causal, "What taking a card does")                                               \
    X(ROUNDS, rounds, "Cards by round")                                                        \
    X(OPTIONS, options, "Cards by option")                                                     \
    X(FATES, fates, "What becomes of cards")                                                   \
    X(PAIRS, pairs, "Two cards together")
#define X(name, id, title) void section_##id(struct buffer *b, const struct sim_result *r);
SECTIONS(X)
#undef X

/* "6.4 % ± 0.3": so many of all. */
void cell_part(struct buffer *b, uint64_t n, uint64_t all);
/* Of what stands in the bins: the mean and the rest, in words. */
struct spread spread_of(const struct histogram *h);
void say_spread(struct buffer *b, const struct spread *s, int decimals);

/* The kinds of choice that the report has. */
static inline bool shows_kind(const struct sim_result *r, int kind)
{
    return r->kind == EVERY_KIND || r->kind == kind;
}

/* What differs between two rulesets, of the same games. */
void section_changes(struct buffer *b, const struct sim_result *one,
                     const struct sim_result *two);
void glance_changes(struct buffer *b, const struct sim_result *one,
                    const struct sim_result *two);

/* How often chance alone would bring a mean so far from 0. */
double p_of(const struct estimate *e);

/* Sentences of the summary, each a <li>. */
void glance_seats(struct buffer *b, const struct sim_result *r);
void glance_skill(struct buffer *b, const struct sim_result *r);
void glance_games(struct buffer *b, const struct sim_result *r);
void glance_lead(struct buffer *b, const struct sim_result *r);
void glance_cards(struct buffer *b, const struct sim_result *r);
void glance_causal(struct buffer *b, const struct sim_result *r);

#endif

/* sections.h - the sections of a report's page. One with nothing to show writes nothing. */
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

/* "6.4 % ± 0.3": a part of all. */
void cell_part(struct buffer *b, uint64_t n, uint64_t all);
/* A histogram's mean and spread. */
struct spread spread_of(const struct histogram *h);
void say_spread(struct buffer *b, const struct spread *s, int decimals);

/* The kinds of choice that the report has. */
static inline bool shows_kind(const struct sim_result *r, int kind)
{
    return r->kind == EVERY_KIND || r->kind == kind;
}

/* How two rulesets differ in the same games. */
void section_changes(struct buffer *b, const struct sim_result *one,
                     const struct sim_result *two);
void glance_changes(struct buffer *b, const struct sim_result *one,
                    const struct sim_result *two);

/* How often luck alone brings a mean as far from 0. */
double p_of(const struct estimate *e);

/* Items of the summary, each an <li>. */
void glance_seats(struct buffer *b, const struct sim_result *r);
void glance_skill(struct buffer *b, const struct sim_result *r);
void glance_games(struct buffer *b, const struct sim_result *r);
void glance_lead(struct buffer *b, const struct sim_result *r);
void glance_cards(struct buffer *b, const struct sim_result *r);
void glance_causal(struct buffer *b, const struct sim_result *r);

#endif

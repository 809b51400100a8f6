/* simtarget.c - the value of a target of `sim --until`, and its standard error. */
#include "simresult.h"
#include "target.h"

#include "tools/common.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool find_seat(struct target *t, const char *command, const struct sim_result *r)
{
    char *end;
    long seat;

    errno = 0;
    seat = strtol(t->of, &end, 10);
    if (*t->of >= '0' && *t->of <= '9' && !*end && !errno && seat < r->seats && r->bot[seat]) {
        t->at = (int)seat;
        return true;
    }
    return complain("%s: --until: there is no seat '%s'", command, t->of);
}

/* "KIND CARD", or "CARD" if only one kind of choice is reported. */
static bool find_card(struct target *t, const char *command, const struct sim_result *r)
{
    const char *blank = strchr(t->of, ' '), *card = blank ? blank + 1 : t->of;
    char kind[sizeof t->of];

    if (!r->cards)
        return complain("%s: --until '%s' needs --cards", command, t->text);
    snprintf(kind, sizeof kind, "%.*s", blank ? (int)(blank - t->of) : 0, t->of);
    t->in = *kind ? card_kind_find(&r->names, kind) : r->kind;
    if (!r->cards || t->in < 0 || (r->kind != EVERY_KIND && t->in != r->kind))
        return complain("%s: --until: '%s' needs a kind of choice that --cards %s counts. "
                        "Write 'KIND CARD'",
                        command, t->of, r->cards);
    for (t->at = 0; t->at < r->names.cards; t->at++)
        if (!strcmp(r->names.id[t->at], card))
            return true;
    return complain_near(card, r->names.id, r->names.cards, "%s: --until: %s has no card '%s'",
                         command, r->run.id, card);
}

bool sim_target_find(struct target *t, const char *command, const struct sim_result *r)
{
    switch (t->kind) {
    case TARGET_GAIN:
    case TARGET_POINTS: return find_card(t, command, r);
    case TARGET_WINS:
    case TARGET_SCORE: return find_seat(t, command, r);
    case TARGET_LENGTH: return true;
    default: return complain("%s: --until: only arena knows '%s'", command, t->text);
    }
}

static struct estimate of_mean(const struct spread *s)
{
    return (struct estimate){spread_mean(s), s->n > 1 ? spread_sd(s) / sqrt((double)s->n) : -1};
}

static struct estimate of_wins(const struct sim_result *r, int seat)
{
    double n = (double)(r->total.games - r->total.unfinished);
    double part = (double)r->total.seat[seat].wins / n;

    return (struct estimate){part, n > 1 ? sqrt(part * (1 - part) / n) : -1};
}

struct estimate sim_target_now(const struct target *t, const struct sim_result *r)
{
    struct card_worth w = {0};

    switch (t->kind) {
    case TARGET_GAIN: w = card_share(cardtally_of(&r->card, t->in, t->at)); break;
    case TARGET_POINTS: w = card_score(cardtally_of(&r->card, t->in, t->at)); break;
    case TARGET_WINS: return of_wins(r, t->at);
    case TARGET_SCORE: return of_mean(&r->total.seat[t->at].score);
    default: return of_mean(&r->total.length);
    }
    return w.known ? w.gain : (struct estimate){0, -1};
}

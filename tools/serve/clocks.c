/* clocks.c - a clock for each player of a table.
 *
 * When several choose in secret, nobody may learn who has chosen. So the others see a clock as it
 * stood at the last public event, and it seems to run until the question closes.
 */
#include "clocks.h"

#include "keep.h"
#include "tools/clock.h"

/* Weak, so that nobody gains by letting time run out. */
#define STAND_IN "easy"

void clocks_set(struct gametable *t, int minutes, int plus)
{
    t->minutes = minutes;
    t->plus = plus;
    for (int i = 0; i < CT_MAX_SEATS; i++)
        t->seat[i].clock = t->seat[i].told = (struct clock){minutes * 60000, 0};
}

int64_t clocks_now(void)
{
    return (int64_t)(seconds_now() * 1000);
}

int64_t clocks_left(const struct clock *c)
{
    int64_t left = c->left - (c->since ? clocks_now() - c->since : 0);

    return left > 0 ? left : 0;
}

/* Starts or stops a clock. */
static bool set(struct clock *c, bool run)
{
    if (run == (c->since > 0))
        return false;
    *c = (struct clock){clocks_left(c), run ? clocks_now() : 0};
    return true;
}

void clocks_settle(struct gametable *t)
{
    bool play = t->minutes && t->state && !t->over && !t->error, changed = false;
    uint64_t at = t->told ? t->told[t->nseats].at : 0;

    for (int i = 0; i < t->nseats; i++)
        play &= t->seat[i].who != WHO_PERSON || t->seat[i].came;
    for (int i = 0; t->minutes && i < t->nseats; i++) {
        struct place *p = &t->seat[i];
        bool may = play && p->who == WHO_PERSON;
        changed |= set(&p->clock, may && ct_pending(t->state) >> i & 1);
        if (at != t->clocks_at)
            p->told = (struct clock){clocks_left(&p->clock), 0};
        changed |= set(&p->told, may && ct_asked(t->state) >> i & 1);
    }
    t->clocks_at = at;
    t->version += changed;
}

void clocks_add(struct gametable *t, int seat)
{
    if (!t->minutes)
        return;
    t->seat[seat].clock.left += t->plus * 1000;
    keep_seats_or_say(t);
}

bool clocks_tick(struct house *h, struct gametable *t)
{
    bool up = false;

    for (int i = 0; t->minutes && i < t->nseats; i++) {
        struct place *p = &t->seat[i];
        if (!p->clock.since || clocks_left(&p->clock))
            continue;
        gametable_bot(t, i, STAND_IN);
        p->gone = GONE_TIME;
        up = true;
    }
    if (!up)
        return false;
    t->version++;
    keep_seats_or_say(t);
    house_changed(h, t);
    return true;
}

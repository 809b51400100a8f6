/* clock.h - measures seconds. */
#ifndef CANTRIP_TOOLS_CLOCK_H
#define CANTRIP_TOOLS_CLOCK_H

#include <time.h>

/* What a clock of clock_gettime(2) shows, in seconds. */
static inline double seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
/* For differences: nobody can set this clock. */
static inline double seconds_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

#endif

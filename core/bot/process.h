/* process.h - somebody else's program: started within bounds, surely ended.
 *
 * A keeper, a fork of ours, stands between it and us and does nothing but watch it. The bounds are
 * enums of process.c. Players read about them in rulesets/guide/explain/what-is-safe.md. */
#ifndef CANTRIP_BOT_PROCESS_H
#define CANTRIP_BOT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

struct process {
    pid_t keeper; /* 0: none */
    int to;       /* a socket: its stdin and stdout */
    int control;  /* a socket to the keeper, closed if either ends */
};
bool process_start(struct process *p, const char *command);
/* Ends it with all that it started. Waits for that, but not for ever. */
void process_stop(struct process *p);
/* Milliseconds of a clock that is never set. */
static inline long long process_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif

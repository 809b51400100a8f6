/* progress.h - how far a long command is, on stderr: in a terminal a bar after a second, gone when
 * it ends; in a file a line after five seconds, then one each minute. */
#ifndef CANTRIP_TOOLS_SCREEN_PROGRESS_H
#define CANTRIP_TOOLS_SCREEN_PROGRESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what; /* the unit: "games" */
    uint64_t total;
    atomic_uint_fast64_t done;
    bool on, over; /* over: under the lock */
    bool file;     /* stderr is a file */
    double begun;  /* by seconds_now */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

/* Starts to show it in a thread. Elsewhere (a pipe) nothing is shown. */
void progress_begin(struct progress *p, const char *what, uint64_t total);
/* N more are done; from any thread. */
void progress_add(struct progress *p, uint64_t n);
/* Takes the bar away. */
void progress_end(struct progress *p);

#endif

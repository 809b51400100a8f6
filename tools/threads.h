/* threads.h - several threads that do the same work. */
#ifndef CANTRIP_TOOLS_THREADS_H
#define CANTRIP_TOOLS_THREADS_H

#include <stdint.h>

/* Runs work(run) to the end in n threads, one of them the caller's. Fewer if the system gives
 * fewer. */
void threads_run(int64_t n, void *(*work)(void *run), void *run);

#endif

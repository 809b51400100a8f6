/* threads.h - several threads that do the same work. */
#ifndef CANTRIP_TOOLS_THREADS_H
#define CANTRIP_TOOLS_THREADS_H

#include <stdint.h>

/* Runs work(run) in n threads, of which the caller's is one, to the end. Where the system gives fewer there are fewer. */
void threads_run(int64_t n, void *(*work)(void *run), void *run);

#endif

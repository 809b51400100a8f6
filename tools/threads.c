/* threads.c - several threads that do the same work. */
#include "threads.h"

#include "memory.h"

#include <pthread.h>
#include <stdlib.h>

void threads_run(int64_t n, void *(*work)(void *run), void *run)
{
    pthread_t *thread = mem_alloc((size_t)(n > 0 ? n : 1) * sizeof *thread);
    int64_t begun = 0;

    while (begun < n - 1 && !pthread_create(&thread[begun], NULL, work, run))
        begun++;
    work(run);
    while (begun > 0)
        pthread_join(thread[--begun], NULL);
    free(thread);
}

/* loading.c - times whole runs of the command, with its start and its files. */
#include "loading.h"

#include "tools/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of processor time of all children so far. */
static double children_cpu(void)
{
    struct rusage u;

    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static _Noreturn void become(const char *command, const char *const *args)
{
    int nowhere = open("/dev/null", O_WRONLY);

    if (nowhere >= 0)
        dup2(nowhere, 1);
    execl(command, command, args[0], args[1], (char *)NULL);
    _exit(127);
}

int loading_measure(struct loading *l, const char *command, int times)
{
    for (int i = 0; i < times; i++) {
        double cpu = children_cpu(), begun = seconds_now();
        int status = -1;
        pid_t child = fork();

        if (child == 0)
            become(command, l->args);
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "bench: %s %s does not run\n", command, l->args[0]);
            return -1;
        }
        double seconds = seconds_now() - begun;
        cpu = children_cpu() - cpu;
        l->seconds = i == 0 || seconds < l->seconds ? seconds : l->seconds;
        l->cpu = i == 0 || cpu < l->cpu ? cpu : l->cpu;
    }
    return 0;
}

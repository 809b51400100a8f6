/* system.c - calls of the system that WebAssembly has not: each says so, and its caller knows what
 * to do then. It stands in for core/bot/process.c: no program can be started here. */
#include "bot/process.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    (void)from_folder, (void)from, (void)to_folder, (void)to, (void)flags;
    errno = ENOSYS;
    return -1;
}

/* As of a file system without locks: a draft of our own does not look as if its writer had ended. */
int flock(int fd, int how)
{
    (void)fd, (void)how;
    errno = ENOLCK;
    return -1;
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    (void)flags;
    return getentropy(to, n) ? -1 : (ssize_t)n;
}

bool process_start(struct process *p, const char *command)
{
    (void)command;
    *p = (struct process){.to = -1, .control = -1};
    return false;
}

void process_stop(struct process *p)
{
    (void)p;
}

/* Asked of a process that shows itself to nobody (PR_SET_DUMPABLE); here nobody can look. */
int prctl(int what, ...)
{
    (void)what;
    return 0;
}

/* process.c - somebody else's program: started within bounds, surely ended.
 *
 * The keeper is the reaper of all that the program starts: whatever leaves its process group or its
 * session, or loses its parent, becomes the keeper's child and is found there. If the host closes
 * its socket or dies, or if there is too much of anything, the keeper kills them all, and again
 * what they started meanwhile, until nothing is left.
 *
 * After fork() in a process with threads only functions may be called that are safe in a signal
 * handler: no memory, no stdio, no opendir. */
#define _GNU_SOURCE /* pipe2, close_range, getdents64 */
#include "bot/process.h"

#include "cantrip.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_PROCESSES = 64,
    MOST_MEMORY = 2048,  /* MB resident, of all processes together */
    MOST_STDERR = 65536, /* bytes per game */
    MOST_FILES = 256,    /* open in one process */
    MOST_FILE = 1024,    /* MB written to one file */
    MOST_SECONDS = 3600, /* of processor time per process */
    EACH = 100,          /* milliseconds between two looks */
    ENDING = 2000,
    WAITING = 4000, /* milliseconds: for the end of processes, of the keeper */
};

extern char **environ;

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* ---- the program itself ---- */

/* What it gets of our environment. */
static const char *const told[] = {"PATH=", "HOME=", "LANG=", "LC_ALL=", "TMPDIR="};
enum { TOLD = sizeof told / sizeof *told };

static void limit(int what, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(what, &now) || (now.rlim_max != RLIM_INFINITY && now.rlim_max < most))
        return;
    setrlimit(what, &(struct rlimit){most, most});
}

static void close_from(unsigned first)
{
    if (!close_range(first, ~0u, 0))
        return;
    for (int fd = (int)first, most = (int)sysconf(_SC_OPEN_MAX); fd < most; fd++)
        close(fd);
}

static void usual_signals(void)
{
    sigset_t none;

    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void become(int talk, int err, const char *command, char **env)
{
    char *argv[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c",
                    (char *)(uintptr_t)command, NULL};

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    talk = fcntl(talk, F_DUPFD, 3); /* if ours were closed they may be 0, 1 or 2 */
    err = fcntl(err, F_DUPFD, 3);
    dup2(talk, 0);
    dup2(talk, 1);
    dup2(err, 2);
    close_from(3);
    limit(RLIMIT_DATA, (rlim_t)MOST_MEMORY << 20);
    limit(RLIMIT_FSIZE, (rlim_t)MOST_FILE << 20);
    limit(RLIMIT_NOFILE, MOST_FILES);
    limit(RLIMIT_CPU, MOST_SECONDS);
    limit(RLIMIT_CORE, 0);
    usual_signals();
    execve("/bin/sh", argv, env);
    _exit(127);
}

/* ---- the keeper: which processes there are ---- */

struct crowd {
    pid_t pid[1024];
    int n;
};

static char *put_number(char *at, unsigned long n)
{
    char digits[24];
    int k = 0;

    do
        digits[k++] = (char)('0' + n % 10);
    while (n /= 10);
    while (k)
        *at++ = digits[--k];
    return at;
}

/* "/proc/PID/WHAT"; if tid is not 0, followed by it and `more`. */
static int open_proc(pid_t pid, const char *what, unsigned long tid, const char *more,
                     int flags)
{
    char path[96] = "/proc/", *at = put_number(path + 6, (unsigned long)pid);

    at = stpcpy(at, what);
    if (tid)
        at = stpcpy(put_number(at, tid), more);
    *at = 0;
    return open(path, O_RDONLY | O_CLOEXEC | flags);
}

/* Adds the children of one thread. */
static void add_children(struct crowd *c, pid_t pid, unsigned long tid)
{
    int fd = open_proc(pid, "/task/", tid, "/children", 0);
    char text[4096];
    pid_t child = 0;

    for (ssize_t got; fd >= 0 && (got = read(fd, text, sizeof text)) > 0;)
        for (ssize_t i = 0; i < got; i++)
            if (text[i] >= '0' && text[i] <= '9') {
                child = child * 10 + (text[i] - '0');
            } else if (child) {
                if (c->n < (int)(sizeof c->pid / sizeof *c->pid))
                    c->pid[c->n++] = child;
                child = 0;
            }
    if (fd >= 0)
        close(fd);
}

/* Adds the children of all threads of a process. */
static void add_family(struct crowd *c, pid_t pid)
{
    struct entry {
        uint64_t inode;
        int64_t next;
        unsigned short length;
        unsigned char type;
        char name[];
    };
    int fd = open_proc(pid, "/task", 0, "", O_DIRECTORY);
    _Alignas(8) char room[4096];

    for (long got; fd >= 0 && (got = syscall(SYS_getdents64, fd, room, sizeof room)) > 0;)
        for (long at = 0; at < got;) {
            const struct entry *e = (const void *)(room + at);
            unsigned long tid = 0;
            for (const char *d = e->name; *d >= '0' && *d <= '9'; d++)
                tid = tid * 10 + (unsigned long)(*d - '0');
            if (tid)
                add_children(c, pid, tid);
            at += e->length;
        }
    if (fd >= 0)
        close(fd);
}

/* Finds all that descend from us. */
static void look(struct crowd *c)
{
    c->n = 0;
    add_family(c, getpid());
    for (int i = 0; i < c->n; i++)
        add_family(c, c->pid[i]);
}

/* Its pages in memory. */
static unsigned long resident(pid_t pid)
{
    int fd = open_proc(pid, "/statm", 0, "", 0);
    char text[128];
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text), i = 0;
    unsigned long pages = 0;

    if (fd >= 0)
        close(fd);
    while (i < got && text[i] != ' ')
        i++;
    for (i++; i < got && text[i] >= '0' && text[i] <= '9'; i++)
        pages = pages * 10 + (unsigned long)(text[i] - '0');
    return pages;
}

/* ---- the keeper: what it says ---- */

/* Only if there is room: a reader that does not read must not hold us up. */
static void say(const char *text, size_t n)
{
    struct pollfd f = {.fd = 2, .events = POLLOUT};

    if (n && poll(&f, 1, EACH) > 0 && f.revents & POLLOUT)
        (void)!write(2, text, n);
}

/* Is it a letter, and no mark that hides others or changes their direction? */
static bool fit(uint32_t c)
{
    return c == '\n' || c == '\t' ||
           (c >= ' ' && !(c >= 0x7F && c < 0xA0) && c != 0xAD && c != 0x61C &&
            !(c >= 0x200B && c < 0x2010) && !(c >= 0x2028 && c < 0x202F) &&
            !(c >= 0x2060 && c < 0x2070) && c != 0xFEFF && c < 0xE0000);
}

/* Passes on what the program wrote, without anything that a terminal would act on. Letters stay;
 * other bytes are shown as numbers. */
static void relay(const char *text, size_t n)
{
    static const char hex[] = "0123456789abcdef";
    char out[1024];
    size_t at = 0;

    for (size_t i = 0, size; i < n; i += size) {
        uint32_t c = 0;
        size = ct_utf8(text + i, n - i, &c);
        bool as_it_is = size && fit(c);
        size = size ? size : 1;
        for (size_t k = 0; k < size; k++) {
            if (at + 4 > sizeof out) {
                say(out, at);
                at = 0;
            }
            if (as_it_is) {
                out[at++] = text[i + k];
                continue;
            }
            out[at++] = '\\';
            out[at++] = 'x';
            out[at++] = hex[(unsigned char)text[i + k] >> 4];
            out[at++] = hex[text[i + k] & 15];
        }
    }
    say(out, at);
}

/* ---- the keeper: watching and ending ---- */

static void reap(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

/* Kills all, and what they start meanwhile, until nothing is left or time is up. */
static void end_all(pid_t program)
{
    struct crowd c;
    long long until = process_now() + ENDING;

    do {
        kill(-program, SIGKILL);
        look(&c);
        for (int i = 0; i < c.n; i++)
            kill(c.pid[i], SIGKILL);
        reap();
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            return;
        nap();
    } while (process_now() < until);
}

/* What there is too much of, or NULL. */
static const char *too_much(void)
{
    struct crowd c;
    unsigned long pages = 0, page = (unsigned long)sysconf(_SC_PAGESIZE);

    look(&c);
    for (int i = 0; i < c.n; i++)
        pages += resident(c.pid[i]);
    return c.n > MOST_PROCESSES                                ? "has more than 64 processes"
           : pages > ((unsigned long)MOST_MEMORY << 20) / page ? "takes more than 2048 MB"
                                                               : NULL;
}

/* Passes on what its stderr, a pipe, holds now, up to a limit. False: there is no more. */
static bool listen_to(int err, size_t *said)
{
    char text[4096];
    ssize_t got = *said < MOST_STDERR ? read(err, text, sizeof text) : 0;

    if (got > 0)
        relay(text, (size_t)got);
    *said += got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* Watches until the host lets go (NULL) or there is too much of something. */
static const char *watch(int control, int err, size_t *said)
{
    struct pollfd f[2] = {{.fd = control, .events = POLLIN}, {.fd = err, .events = POLLIN}};
    long long next = process_now() + EACH;

    for (const char *why = NULL;;) {
        long long left = next - process_now();
        poll(f, 2, left > 0 ? (int)left : 0);
        if (f[0].revents)
            return NULL;
        if (f[1].revents && !listen_to(err, said))
            f[1].fd = -1; /* nothing is left that could write */
        if (*said >= MOST_STDERR)
            return "says more than 65536 bytes on stderr";
        if (process_now() < next)
            continue;
        reap();
        if ((why = too_much()))
            return why;
        next = process_now() + EACH;
    }
}

_Noreturn static void keep(int control, int talk, const char *command, char **env)
{
    const char *why = "cannot be started";
    int err[2] = {-1, -1};
    pid_t program = -1;
    size_t said = 0;

    setsid(); /* no terminal of ours: no keys, no signals */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!pipe2(err, O_CLOEXEC))
        program = fork();
    if (!program)
        become(talk, err[1], command, env);
    if (program > 0) {
        setpgid(program, program);
        /* Nothing we inherited is kept: a pipe of the host's would never end. */
        control = fcntl(control, F_DUPFD, 3);
        dup2(fcntl(err[0], F_DUPFD, 3), 1);
        dup2(control, 0);
        close_from(3);
        why = watch(0, 1, &said);
        end_all(program);
        fcntl(1, F_SETFL, O_NONBLOCK);
        while (listen_to(1, &said)) /* its last words */
            ;
    }
    if (why) {
        say("cantrip: the program ", 21);
        say(why, strlen(why));
        say(": it is ended\n", 14);
    }
    _exit(0);
}

/* ---- the host ---- */

static bool pairs(int talk[2], int control[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk))
        return false;
    if (!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control))
        return true;
    close(talk[0]);
    close(talk[1]);
    return false;
}

bool process_start(struct process *p, const char *command)
{
    int talk[2], control[2];
    char *env[TOLD + 1];
    sigset_t all, before;

    *p = (struct process){0};
    if (!pairs(talk, control))
        return false;
    int n = 0;
    for (char **e = environ; e && *e; e++)
        for (int i = 0; i < TOLD && n < TOLD; i++)
            if (!strncmp(*e, told[i], strlen(told[i])))
                env[n++] = *e;
    env[n] = NULL;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* the keeper only listens to its socket */
    p->keeper = fork();
    if (!p->keeper)
        keep(control[1], talk[1], command, env);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(talk[1]);
    close(control[1]);
    p->to = talk[0];
    p->control = control[0];
    if (p->keeper > 0)
        return true;
    close(p->to);
    close(p->control);
    *p = (struct process){0};
    return false;
}

void process_stop(struct process *p)
{
    long long until = process_now() + WAITING, left;
    struct pollfd f = {.fd = p->control, .events = POLLIN};

    if (!p->keeper)
        return;
    shutdown(p->control, SHUT_WR);
    /* Its end closes the socket. If the program has stopped or killed it, that does not matter. */
    while ((left = until - process_now()) > 0 && poll(&f, 1, (int)left) < 0 && errno == EINTR)
        ;
    kill(p->keeper, SIGKILL);
    close(p->control);
    close(p->to); /* not earlier: the program would complain */
    while (waitpid(p->keeper, NULL, WNOHANG) == 0 && process_now() < until + WAITING)
        nap();
    *p = (struct process){0};
}

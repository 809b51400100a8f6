/* watchdog.c - long loops are counted, at no cost to hooks that end.
 *
 * A count hook makes every instruction dearer (S5), so hooks run without one. A thread, one per
 * process and alive while there are scripts, looks every 10 ms at each script's sequence number
 * (odd = running; every 640 ms when nothing runs). When a call to the kernel has run hooks for
 * 50 ms, the one under way gets a signal on its own thread, whose handler sets a count hook:
 * lua_sethook is the one function that may be called like that (S11). From then on, to the end of that call,
 * instructions are work like any other (k_spend), which a decision has so much of. All other work is counted from
 * the start: so where a hook fails depends on the clock only where what it does in its first 50 ms makes the
 * difference; what is told of it does not say how far it came.
 *
 * The thread and the handler are all that the library shares in a process: cantrip.h says how a host lives
 * with them.
 */
#include "script/internal.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#define LOOK_MS    10
#define OVERDUE_MS 50
#define IDLE_MS    640
#define SIGNAL     SIGURG /* ignored unless handled: a late one does no harm */

static struct {
    pthread_mutex_t life; /* one thread starts or ends the watchdog at a time */
    pthread_mutex_t lock; /* the list, and sending a signal */
    pthread_cond_t wake;
    pthread_t thread;
    struct script *list;
    struct sigaction before;
    bool stop;
} dog = {.life = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER};

/* The script whose hook runs on this thread. */
static _Thread_local struct script *volatile running;

static int64_t now_ns(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

enum { STRETCH = 1000 }; /* instructions that are counted at once */

/* Called after so many instructions of an overdue hook, or of one that is noted: if that takes so many it is noted no more,
 * as what is done without Lua does not count them. */
static void on_count(lua_State *L, lua_Debug *ar)
{
    struct script *S = script_of(L);

    (void)ar;
    if (S->may & MAY_TRACE)
        S->acting[S->cur->hook].traced = false;
    if (atomic_load(&S->overdue))
        sc_spend(S, STRETCH);
}

static void on_signal(int sig, siginfo_t *info, void *where)
{
    struct script *S = running;

    if (S && atomic_load(&S->overdue))
        lua_sethook(S->L, on_count, LUA_MASKCOUNT, STRETCH);
    else if (dog.before.sa_flags & SA_SIGINFO)
        dog.before.sa_sigaction(sig, info, where);
    else if (dog.before.sa_handler != SIG_DFL && dog.before.sa_handler != SIG_IGN)
        dog.before.sa_handler(sig);
}

/* One look at one script; the list is locked. True while it is worth looking often. */
static bool look(struct script *S, int64_t now)
{
    unsigned seq = atomic_load(&S->seq), turn = atomic_load(&S->turn);
    bool moved = seq != S->dog_seq;

    S->dog_seq = seq;
    if (turn != S->dog_turn) {
        S->dog_turn = turn;
        S->dog_since = now;
        return true;
    }
    if (!(seq & 1))
        return moved;
    if (now - S->dog_since < (int64_t)OVERDUE_MS * 1000000 || atomic_load(&S->overdue))
        return true;
    atomic_store(&S->overdue, true);
    if (atomic_load(&S->seq) == seq) /* else it has ended, and may not wait for us */
        pthread_kill(S->thread, SIGNAL);
    return true;
}

static void *watch(void *arg)
{
    int64_t wait_ms = LOOK_MS;

    (void)arg;
    pthread_mutex_lock(&dog.lock);
    while (!dog.stop) {
        int64_t until = now_ns(CLOCK_MONOTONIC) + wait_ms * 1000000;
        struct timespec t = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
        bool busy = false;

        while (!dog.stop && pthread_cond_timedwait(&dog.wake, &dog.lock, &t) != ETIMEDOUT)
            ;
        until = now_ns(CLOCK_MONOTONIC);
        for (struct script *S = dog.list; S; S = S->dog_next)
            busy |= look(S, until);
        wait_ms = busy ? LOOK_MS : wait_ms * 2 > IDLE_MS ? IDLE_MS : wait_ms * 2;
    }
    pthread_mutex_unlock(&dog.lock);
    return NULL;
}

/* Gives the signal back, unless the host has taken it since. */
static void give_back(void)
{
    struct sigaction now;

    if (!sigaction(SIGNAL, NULL, &now) && (now.sa_flags & SA_SIGINFO) &&
        now.sa_sigaction == on_signal)
        sigaction(SIGNAL, &dog.before, NULL);
}

/* ---- fork: the child has the scripts, but no thread ---- */

static void before_fork(void)
{
    pthread_mutex_lock(&dog.life);
    pthread_mutex_lock(&dog.lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&dog.lock);
    pthread_mutex_unlock(&dog.life);
}

/* Each goes under watch again when it next runs. */
static void in_child(void)
{
    if (dog.list)
        give_back();
    for (; dog.list; dog.list = dog.list->dog_next)
        dog.list->watched = false;
    after_fork();
}

static void know_forks(void)
{
    pthread_atfork(before_fork, after_fork, in_child);
}

/* Starts the thread, all signals blocked in it, and takes the signal. */
static bool start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sigaction act = {.sa_flags = SA_SIGINFO | SA_RESTART};
    pthread_condattr_t attr;
    sigset_t all, old;
    int rc;

    pthread_once(&once, know_forks);
    act.sa_sigaction = on_signal;
    sigemptyset(&act.sa_mask);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&dog.wake, &attr);
    pthread_condattr_destroy(&attr);
    dog.stop = false;
    if (sigaction(SIGNAL, &act, &dog.before))
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    rc = pthread_create(&dog.thread, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (rc)
        give_back();
    return rc == 0;
}

/* Puts a script under watch; without a thread it goes unwatched and tries again later. */
RARE static void attend(struct script *S)
{
    pthread_mutex_lock(&dog.life);
    if (dog.list || start()) {
        pthread_mutex_lock(&dog.lock);
        S->dog_seq = atomic_load(&S->seq);
        S->dog_turn = atomic_load(&S->turn);
        S->dog_since = now_ns(CLOCK_MONOTONIC);
        S->dog_next = dog.list;
        dog.list = S;
        S->watched = true;
        pthread_mutex_unlock(&dog.lock);
    }
    pthread_mutex_unlock(&dog.life);
}

void sc_dog_forget(struct script *S)
{
    if (!S->watched)
        return;
    pthread_mutex_lock(&dog.life);
    pthread_mutex_lock(&dog.lock);
    for (struct script **p = &dog.list; *p; p = &(*p)->dog_next)
        if (*p == S) {
            *p = S->dog_next;
            break;
        }
    bool last = !dog.list;
    dog.stop = last;
    pthread_mutex_unlock(&dog.lock);
    if (last) {
        pthread_cond_signal(&dog.wake);
        pthread_join(dog.thread, NULL);
        pthread_cond_destroy(&dog.wake);
        give_back();
    }
    S->watched = false;
    pthread_mutex_unlock(&dog.life);
}

/* No signal is sent any more, and none is under way. */
RARE static void forgive(struct script *S)
{
    pthread_mutex_lock(&dog.lock);
    atomic_store(&S->overdue, false);
    pthread_mutex_unlock(&dog.lock);
}

/* Another call to the kernel: no hook of it is overdue yet. */
static inline void turn_begins(struct script *S, uint64_t call)
{
    S->call = call;
    S->thread = pthread_self();
    atomic_store(&S->turn, S->turn + 1);
    if (atomic_load(&S->overdue))
        forgive(S);
}

void sc_dog_enter(struct script *S, uint64_t call)
{
    if (!S->watched)
        attend(S);
    if (call != S->call || !call)
        turn_begins(S, call);
    S->counted = S->may & MAY_TRACE;
    if (S->counted || atomic_load(&S->overdue))
        lua_sethook(S->L, on_count, LUA_MASKCOUNT, STRETCH);
    running = S;
    atomic_store_explicit(&S->seq, S->seq + 1, memory_order_release);
}

void sc_dog_leave(struct script *S)
{
    atomic_store(&S->seq, S->seq + 1);
    running = NULL;
    bool overdue = atomic_load(&S->overdue);

    if (overdue) {
        pthread_mutex_lock(&dog.lock); /* no signal is under way */
        pthread_mutex_unlock(&dog.lock);
    }
    if (S->L && (overdue || S->counted))
        lua_sethook(S->L, NULL, 0, 0);
}

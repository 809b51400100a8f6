/* progress.c - a thread that renews one line five times a second.
 *
 * Workers only add to a counter and never write to the terminal.
 */
#include "progress.h"

#include "table.h"
#include "tools/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BAR = 24, TICK_NS = 200000000, SILENT_TICKS = 5, FIRST_LINE = 25, LINE_EACH = 300 };

/* A terminal that can clear the rest of a line. */
static bool can_show(void)
{
    const char *term = getenv("TERM");

    return isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

static bool is_file(void)
{
    struct stat st;

    return !fstat(STDERR_FILENO, &st) && S_ISREG(st.st_mode);
}

/* One line: in a terminal never longer than that is wide. */
static void show(const struct progress *p)
{
    uint64_t done = atomic_load(&p->done);
    double share = (double)done / (double)p->total,
           left = (seconds_now() - p->begun) * (1 / share - 1);
    char bar[BAR + 1], line[160];
    int full = (int)(share * BAR), width = terminal_width(stderr);

    for (int i = 0; i < BAR; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR] = 0;
    int n = snprintf(line, sizeof line, "[%s] %3.0f %%  %" PRIu64 " of %" PRIu64 " %s", bar,
                     100 * share, done, p->total, p->what);
    if (done > 0 && left < 360000)
        snprintf(line + n, sizeof line - (size_t)n,
                 left < 100 ? "  %.0f s left" : "  %.0f min left",
                 left < 100 ? left : left / 60);
    if (p->file)
        fprintf(stderr, "%s\n", line);
    else
        fprintf(stderr, "\r%.*s\033[K", width > 1 ? width - 1 : 79, line);
}

static void *watch(void *arg)
{
    struct progress *p = arg;
    struct timespec next;
    bool shown = false;

    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&p->lock);
    for (int tick = 1; !p->over; tick++) {
        next.tv_nsec += TICK_NS;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        while (!p->over && !pthread_cond_timedwait(&p->wake, &p->lock, &next))
            continue;
        bool due = p->file ? tick == FIRST_LINE || tick % LINE_EACH == 0 : tick >= SILENT_TICKS;
        if (!p->over && due) {
            show(p);
            shown = !p->file;
        }
    }
    pthread_mutex_unlock(&p->lock);
    if (shown)
        fputs("\r\033[K", stderr);
    return NULL;
}

void progress_begin(struct progress *p, const char *what, uint64_t total)
{
    pthread_condattr_t clock;

    *p = (struct progress){.what = what, .total = total, .file = is_file()};
    if (total == 0 || !(p->file || can_show()))
        return;
    p->begun = seconds_now();
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->wake, &clock);
    pthread_condattr_destroy(&clock);
    p->on = pthread_create(&p->thread, NULL, watch, p) == 0;
}

void progress_add(struct progress *p, uint64_t n)
{
    if (p->on)
        atomic_fetch_add_explicit(&p->done, n, memory_order_relaxed);
}

void progress_end(struct progress *p)
{
    if (!p->on)
        return;
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_signal(&p->wake);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    p->on = false;
}

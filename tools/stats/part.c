/* part.c - the part of a long run that this process plays, and its tally on disk. */
#include "part.h"

#include "tools/stopped.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

bool part_read(struct part *p, const char *command, bool seeded)
{
    p->command = command;
    if (p->every && !p->path)
        return complain("%s: --checkpoint goes with --tally", command);
    if ((p->shard.text || p->shard.shards) && !seeded)
        return complain("%s: the parts of one run need the same seed. Add --seed", command);
    return shard_read(&p->shard, command);
}

/* ---- what is to be played ---- */

static bool not_ours(const struct part *p, const char *fmt, char *text)
{
    complain(fmt, p->command, p->path, text ? text : "out of memory");
    free(text);
    return false;
}

/* Did the run stop early, by the same target? */
static bool was_stopped(const struct tally_file *head, const struct tally_file *found)
{
    return tallyfile_get(head, "until", 0) && tallyfile_get(found, "until", 0) &&
           found->of < head->of && numbers_count(&found->numbers) == found->of;
}

/* Takes over the length of the stopped run. */
static void shorten(struct tally_file *head, const struct tally_file *found)
{
    const struct tally_field *games = tallyfile_get(found, "games", 0);

    head->of = found->of;
    if (games)
        tallyfile_set(head, "games", "%s", games->value);
}

/* Reads FILE if it exists and checks that it is of this part. */
static bool find(struct part *p, struct tally_file *head, struct tally_file *found)
{
    char *wrong = NULL;
    struct range r;
    struct stat st;

    if (stat(p->path, &st) || !st.st_size)
        return true;
    if (!succeeded(tallyfile_read(found, p->path, &wrong), p->command, &wrong))
        return false;
    if (was_stopped(head, found))
        shorten(head, found);
    if (!tallyfile_belongs(head, found, &wrong))
        return not_ours(p, "%s: %s belongs to another run: %s", wrong);
    r = shard_range(&p->shard, head->of);
    const struct numbers own = {.v = &r, .n = r.first <= r.last};
    struct numbers others = numbers_without(&found->numbers, &own);
    if (others.n)
        not_ours(p, "%s: %s belongs to another part: it has %s", numbers_text(&others, 4));
    bool good = !others.n;
    numbers_free(&others);
    return good;
}

static bool open_file(struct part *p, struct tally_file *head, struct tally_file *found)
{
    char *wrong = NULL;
    bool good = p->every ? (p->file = ct_file_keep(p->path, "tally", &wrong)) != NULL
                         : ct_file_may_become(p->path, "tally", &wrong);

    return succeeded(good, p->command, &wrong) && (!p->every || find(p, head, found));
}

bool part_begin(struct part *p, struct tally_file *head, struct tally_file *found)
{
    *found = (struct tally_file){0};
    pthread_mutex_init(&p->lock, NULL);
    if (p->path && !open_file(p, head, found)) {
        tallyfile_free(found);
        part_end(p, false);
        return false;
    }
    p->of = head->of;
    p->limit = p->of;
    struct range r = shard_range(&p->shard, p->of);
    const struct numbers own = {.v = &r, .n = r.first <= r.last};
    p->todo = numbers_without(&own, &found->numbers);
    shard_tell(&p->shard, p->of, head->unit);
    if (found->numbers.n)
        complain("note: %s already has %" PRIu64 " %s", p->path, numbers_count(&found->numbers),
                 head->unit);
    return true;
}

static bool saved(struct part *p, struct tally_file *f)
{
    pthread_mutex_lock(p->guard);
    bool good = p->save(p->ctx, f);
    pthread_mutex_unlock(p->guard);
    return good;
}

bool part_open(struct part *p, uint64_t of, const char *unit)
{
    struct tally_file head = {0}, found = {0};
    char *wrong = NULL;
    bool good = !p->path || saved(p, &head);

    head.of = of;
    head.unit = unit;
    good = good && part_begin(p, &head, &found);
    if (good && found.nfields &&
        !(good = succeeded(p->take_up(p->ctx, &found, &wrong), p->command, &wrong)))
        part_end(p, false);
    tallyfile_free(&head);
    tallyfile_free(&found);
    return good;
}

void part_limit(struct part *p, uint64_t last)
{
    pthread_mutex_lock(&p->lock);
    p->limit = last;
    pthread_mutex_unlock(&p->lock);
}

uint64_t part_left(struct part *p)
{
    struct numbers left = numbers_common(&p->todo, &FIRST_OF(p->limit));
    uint64_t n = numbers_count(&left);

    numbers_free(&left);
    return n;
}

void part_heed(struct part *p)
{
    p->heeds = true;
    stopped_heed();
}

bool part_take(struct part *p, uint64_t many, struct range *out)
{
    pthread_mutex_lock(&p->lock);
    struct range *next = p->todo.v;
    bool any = p->todo.n && next->first <= p->limit && !(p->heeds && stopped());
    if (any) {
        uint64_t last = next->first + many - 1;
        last = last < next->last ? last : next->last;
        last = last < p->limit ? last : p->limit;
        *out = (struct range){next->first, last};
        next->first = last + 1;
        if (next->first > next->last)
            memmove(next, next + 1, --p->todo.n * sizeof *next);
    }
    pthread_mutex_unlock(&p->lock);
    return any;
}

/* ---- checkpoints ---- */

static bool write_out(struct part *p)
{
    struct tally_file f = {0};
    char *wrong = NULL, *text;
    size_t n;
    bool good = saved(p, &f);

    if (good) {
        text = tallyfile_text(&f, &n);
        good = p->file ? ct_file_write(p->file, text, n, true, &wrong)
                       : ct_file_replace(p->path, text, n, true, &wrong);
        if (!good && !p->failed)
            complain("%s: %s", p->command, reason(wrong));
        free(text);
        free(wrong);
    }
    p->failed = !good;
    tallyfile_free(&f);
    return good;
}

/* Waits for `seconds` at most, until all threads handed in (`all`) or the end. */
static void wait_for(struct part *p, bool all, double seconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)seconds;
    while (!p->over && !(all && p->handed >= p->workers) &&
           pthread_cond_timedwait(&p->moved, &p->lock, &until) != ETIMEDOUT) {
    }
}

static void *write_often(void *arg)
{
    struct part *p = arg;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        wait_for(p, false, (double)p->every);
        if (p->over)
            break;
        p->handed = 0;
        atomic_fetch_add(&p->round, 1);
        wait_for(p, true, (double)p->every); /* threads in a long game hand in later */
        pthread_mutex_unlock(&p->lock);
        write_out(p);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void part_play(struct part *p)
{
    pthread_condattr_t attr;

    p->over = false;
    p->workers = p->handed = 0;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&p->moved, &attr);
    pthread_condattr_destroy(&attr);
    p->writing = p->every && !pthread_create(&p->writer, NULL, write_often, p);
}

void part_stop(struct part *p)
{
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
    if (p->writing)
        pthread_join(p->writer, NULL);
    p->writing = false;
    pthread_cond_destroy(&p->moved);
}

static void count_workers(struct part *p, int workers, int handed)
{
    pthread_mutex_lock(&p->lock);
    p->workers += workers;
    p->handed += handed;
    pthread_cond_broadcast(&p->moved);
    pthread_mutex_unlock(&p->lock);
}

void part_join(struct part *p)
{
    count_workers(p, 1, 0);
}

void part_leave(struct part *p)
{
    count_workers(p, -1, 0);
}

void part_handed(struct part *p)
{
    count_workers(p, 0, 1);
}

/* ---- the end ---- */

bool part_end(struct part *p, bool wanted)
{
    bool good = !wanted || !p->path || write_out(p);

    ct_file_release(p->file);
    p->file = NULL;
    numbers_free(&p->todo);
    pthread_mutex_destroy(&p->lock);
    return good;
}

int part_status(const struct part *p, int status)
{
    return status == EXIT_FINDING && p->path && p->shard.n ? EXIT_OK : status;
}

/* shard.c - which part of a long run this process plays. */
#include "shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct launcher {
    const char *name;
    uint64_t first;
    const char *size;
} launchers[] = {
#define X(name, first, size, what) {name, first, size},
    LAUNCHERS(X)
#undef X
};
enum { NLAUNCHERS = sizeof launchers / sizeof *launchers };

/* Reads a whole number up to MOST_SHARDS. Returns the text behind it, or NULL. */
static const char *read_number(const char *text, uint64_t *out)
{
    char *end;

    if (*text < '0' || *text > '9')
        return NULL;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno || *out > MOST_SHARDS ? NULL : end;
}

/* ---- what launched it ---- */

static const char *value_of(const struct launcher *l)
{
    const char *value = getenv(l->name);

    return value && *value && strcmp(value, "undefined") ? value
                                                         : NULL; /* as Grid Engine has it */
}

/* Does its variable tell processes apart? Not if it launched only one. SLURM_PROCID does so only
 * within a step: everything in a batch script inherits 0. */
static bool tells_apart(const struct launcher *l)
{
    const char *size = l->size ? getenv(l->size) : NULL;

    if (!value_of(l))
        return false;
    return size ? strcmp(size, "1") != 0 : strcmp(l->name, "SLURM_PROCID") != 0;
}

static const struct launcher *first_that(bool apart, int from, int to)
{
    for (int i = from; i < to; i++)
        if (apart ? tells_apart(&launchers[i]) : value_of(&launchers[i]) != NULL)
            return &launchers[i];
    return NULL;
}

#define NAMED(name, first, size, what) " " name
/* The launcher that numbered this process. NULL after a message. */
static const struct launcher *launcher(const struct shard *s, const char *command)
{
    int sequence = 0;

    while (strcmp(launchers[sequence].name, "PARALLEL_SEQ") != 0)
        sequence++;
    const struct launcher *rank = first_that(true, 0, sequence),
                          *job = first_that(true, sequence, NLAUNCHERS);
    if (rank &&
        job == &launchers[sequence]) { /* one is inside the other, in an unknown order */
        complain("%s: both %s and %s number this process. Say which part it plays: --shard "
                 "I/%" PRId64,
                 command, rank->name, job->name, s->shards);
        return NULL;
    }
    const struct launcher *found = rank ? rank : job ? job : first_that(false, 0, NLAUNCHERS);
    if (!found)
        complain("%s: --shards: it is unknown which of the %" PRId64
                 " parts this is, because no launcher has set" LAUNCHERS(
                     NAMED) ". Write --shard I/%" PRId64,
                 command, s->shards, s->shards);
    return found;
}

static bool read_launcher(struct shard *s, const char *command)
{
    const struct launcher *l = launcher(s, command);
    uint64_t i;

    if (!l)
        return false;
    const char *value = value_of(l), *end = read_number(value, &i);
    if (!end || *end || i < l->first || i - l->first >= (uint64_t)s->shards)
        return complain(
            "%s: %s=%s is none of %" PRId64 " shards: it goes from %" PRIu64 " to %" PRIu64,
            command, l->name, value, s->shards, l->first, l->first + (uint64_t)s->shards - 1);
    s->by = l->name;
    s->i = i - l->first + 1;
    s->n = (uint64_t)s->shards;
    return true;
}

/* ---- what was said ---- */

static bool read_text(struct shard *s, const char *command)
{
    const char *of = read_number(s->text, &s->i),
               *end = of && *of == '/' ? read_number(of + 1, &s->n) : NULL;

    if (end && !*end && s->i >= 1 && s->i <= s->n)
        return true;
    return complain(
        "%s: --shard needs I/N, the part and how many there are, from 1/N to N/N, not '%s'",
        command, s->text);
}

bool shard_read(struct shard *s, const char *command)
{
    if (s->text && s->shards)
        complain("%s: --shard already says which part this is. Leave --shards out", command);
    if (s->text)
        return !s->shards && read_text(s, command);
    return !s->shards || read_launcher(s, command);
}

struct range shard_range(const struct shard *s, uint64_t of)
{
    if (!s->n)
        return (struct range){1, of};
    unsigned __int128 all = of;
    return (struct range){(uint64_t)(all * (s->i - 1) / s->n) + 1,
                          (uint64_t)(all * s->i / s->n)};
}

void shard_tell(const struct shard *s, uint64_t of, const char *unit)
{
    struct range r = shard_range(s, of);
    char by[64] = "";

    if (!s->n)
        return;
    if (s->by)
        snprintf(by, sizeof by, ", by %s", s->by);
    if (r.first <= r.last)
        complain("shard %" PRIu64 " of %" PRIu64 "%s: %s %" PRIu64 " to %" PRIu64
                 " of %" PRIu64,
                 s->i, s->n, by, unit, r.first, r.last, of);
    else
        complain("shard %" PRIu64 " of %" PRIu64 "%s: none of %" PRIu64 " %s", s->i, s->n, by,
                 of, unit);
}

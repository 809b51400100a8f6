/* records.c - the games of a run in files that other programs read. */
#include "records.h"

#include "format.h"
#include "tools/common.h"
#include "tools/inorder.h"
#include "tools/memory.h"
#include "tools/there.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct records {
    struct inorder queue;
    const struct format *format;
    void *to;
};

static const struct format *const formats[] = {&format_sqlite, &format_ndjson, &format_csv};
enum { FORMATS = sizeof formats / sizeof *formats };

bool seat_counts(const struct records_run *run, int seat)
{
    return run->bot[seat] && run->bot[0] && !strcmp(run->bot[seat], run->bot[0]);
}

bool records_may_replace(const char *path, long at, const char *mark, const char *command)
{
    char found[64] = "";
    long n = (long)strlen(mark);

    errno = 0;
    bool any = there_peek(path, 0, found, 1) != 0;
    int hidden = errno == EACCES || errno == EMFILE ? errno : 0; /* nobody knows what it is */
    bool ours =
        any && there_peek(path, at, found, (size_t)n) == n && !memcmp(found, mark, (size_t)n);

    if (any && !ours && hidden)
        complain("%s: --records %s: cannot read the file of this name: %s", command, path,
                 strerror(hidden));
    else if (any && !ours)
        complain(
            "%s: --records %s: the file of this name has no records, so it is not overwritten",
            command, path);
    return !any || ours;
}

static const struct format *format_for(const char *path, const char *command)
{
    size_t n = strlen(path);

    for (int i = 0; i < FORMATS; i++) {
        size_t ending = strlen(formats[i]->ending);
        if (n > ending && !strcmp(path + n - ending, formats[i]->ending))
            return formats[i];
    }
    complain("%s: --records %s: the name must end in .sqlite, .ndjson or .csv", command, path);
    return NULL;
}

static void drop(void *game)
{
    record_clear(game);
    free(game);
}

static bool take(void *ctx, void *game)
{
    struct records *r = ctx;
    bool good = r->format->game(r->to, game);

    drop(game);
    return good;
}

struct records *records_open(const char *path, const struct records_run *run,
                             const char *command)
{
    const struct format *format = format_for(path, command);
    void *to = format ? format->open(path, run, command) : NULL;

    if (!to)
        return NULL;
    struct records *r = mem_zero(sizeof *r);
    r->format = format;
    r->to = to;
    inorder_begin(&r->queue, take, drop, r);
    return r;
}

bool records_put(struct records *r, uint64_t i, struct record *game)
{
    struct record *own = mem_alloc(sizeof *own);

    *own = *game;
    *game = (struct record){0};
    return inorder_put(&r->queue, i, own, record_size(own));
}

void records_give_up(struct records *r)
{
    inorder_give_up(&r->queue);
}

bool records_close(struct records *r, bool wanted)
{
    inorder_end(&r->queue);
    bool good = r->format->close(r->to, wanted);
    free(r);
    return good;
}

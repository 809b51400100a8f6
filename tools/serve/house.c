/* house.c - all tables that are served. */
#include "house.h"

#include "keep.h"
#include "think.h"
#include "tools/memory.h"
#include "tools/policies.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct game *house_game(struct house *h, const char *name)
{
    struct game *game = NULL;

    pthread_mutex_lock(&h->lock);
    for (int i = 0; i < h->ngames && !game; i++)
        if (!strcmp(h->game[i]->name, name))
            game = game_hold(h->game[i]);
    pthread_mutex_unlock(&h->lock);
    return game;
}

/* ---- programs that are to think ---- */

static void enqueue(struct house *h, struct gametable *t)
{
    pthread_mutex_lock(&h->lock);
    if (h->nqueue == h->queue_cap) {
        h->queue_cap = h->queue_cap ? h->queue_cap * 2 : 64;
        h->queue = mem_realloc(h->queue, (size_t)h->queue_cap * sizeof *h->queue);
    }
    h->queue[h->nqueue++] = t;
    t->users++;
    pthread_cond_signal(&h->work);
    pthread_mutex_unlock(&h->lock);
}

static struct gametable *take(struct house *h)
{
    struct gametable *t = NULL;

    pthread_mutex_lock(&h->lock);
    while (!h->nqueue && !h->closing)
        pthread_cond_wait(&h->work, &h->lock);
    if (!h->closing) {
        t = h->queue[0];
        memmove(h->queue, h->queue + 1, (size_t)--h->nqueue * sizeof *h->queue);
    }
    pthread_mutex_unlock(&h->lock);
    return t;
}

static void *work(void *ctx)
{
    struct house *h = ctx;

    for (struct gametable *t; (t = take(h));) {
        pthread_mutex_lock(&t->lock);
        if (t->hint)
            think_hint(t);
        else
            think_once(t, h->wake);
        t->queued = false;
        house_changed(h, t);
        house_done(h, t);
    }
    return NULL;
}

void house_changed(struct house *h, struct gametable *t)
{
    h->wake(t);
    if (t->queued || (gametable_program(t) < 0 && !t->hint))
        return;
    t->queued = true;
    enqueue(h, t);
}

/* ---- tables ---- */

static void open_game(struct house *h, struct gametable *t)
{
    char *wrong = NULL;

    if (t->state || t->error)
        return;
    if (!keep_open(t, &wrong)) {
        complain("serve: table %s: %s", t->id, reason(wrong));
        gametable_close(t); /* nothing is asked of half a game, and nothing written over it */
        t->error = mem_strndup(reason(wrong), strlen(reason(wrong)));
    }
    free(wrong);
    house_changed(h, t);
}

struct gametable *house_table(struct house *h, const char *id)
{
    struct gametable *t;

    pthread_mutex_lock(&h->lock);
    for (t = h->tables; t && strcmp(t->id, id) != 0;)
        t = t->next;
    if (t)
        t->users++;
    pthread_mutex_unlock(&h->lock);
    if (!t)
        return NULL;
    pthread_mutex_lock(&t->lock);
    t->looked = time(NULL);
    open_game(h, t);
    gametable_wake(t); /* one that cannot be opened can be asked about, too */
    return t;
}

void house_done(struct house *h, struct gametable *t)
{
    pthread_mutex_unlock(&t->lock);
    pthread_mutex_lock(&h->lock);
    t->users--;
    pthread_mutex_unlock(&h->lock);
}

/* Takes a table out of the list that nobody uses; the house's lock is held. One that is played by another server
 * stays, and is touched. */
static void forget(struct house *h, struct gametable *t)
{
    struct gametable **at = &h->tables;
    time_t played = keep_played(t);

    if (played > t->touched) {
        t->touched = played;
        return;
    }
    if (!keep_forget(t)) {
        t->touched = time(NULL);
        return;
    }
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    h->ntables--;
    gametable_free(t);
}

static struct gametable *idle_since(struct house *h, time_t before)
{
    struct gametable *oldest = NULL;

    for (struct gametable *t = h->tables; t; t = t->next)
        if (!t->users && t->touched < before && (!oldest || t->touched < oldest->touched))
            oldest = t;
    return oldest;
}

void house_sweep(struct house *h, time_t now)
{
    struct gametable *t;

    bool due = h->returned < now - 60;

    pthread_mutex_lock(&h->lock);
    while ((t = idle_since(h, now - (time_t)h->days * 24 * 3600)))
        forget(h, t);
    for (t = h->tables; t; t = t->next)
        if (!t->users && t->looked < now - 60) {
            h->closed |= t->state != NULL;
            gametable_close(t);
        }
    pthread_mutex_unlock(&h->lock);
    if (!due || !h->closed)
        return;
    mem_return();
    h->returned = now;
    h->closed = false;
}

/* Among too many the oldest goes that nobody has played at for a day. */
bool house_add(struct house *h, struct gametable *t)
{
    struct gametable *old;

    pthread_mutex_lock(&h->lock);
    while (h->ntables >= h->most && (old = idle_since(h, time(NULL) - 24 * 3600)))
        forget(h, old);
    bool room = h->ntables < h->most;
    if (room) {
        t->next = h->tables;
        h->tables = t;
        h->ntables++;
    }
    pthread_mutex_unlock(&h->lock);
    return room;
}

/* ---- the house ---- */

static struct game *find(void *ctx, const char *name)
{
    return house_game(ctx, name);
}

static void read_one(struct house *h, const char *file)
{
    size_t n = strlen(file);
    char *wrong = NULL;

    if (n != TABLE_ID + 6 || strcmp(file + TABLE_ID, ".table") != 0)
        return;
    struct gametable *t = keep_read(h->folder, file, find, h, &wrong);
    if (!t)
        complain("serve: note: %s", reason(wrong));
    else if (!house_add(h, t))
        gametable_free(t);
    free(wrong);
}

static bool read_all(struct house *h)
{
    DIR *dir = opendir(h->folder);
    struct dirent *entry;

    if (!dir) {
        complain("serve: --data %s: %s", h->folder, strerror(errno));
        return false;
    }
    while ((entry = readdir(dir)))
        read_one(h, entry->d_name);
    closedir(dir);
    return true;
}

bool house_open(struct house *h, int workers)
{
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->work, NULL);
    if (!read_all(h))
        return false;
    while (h->nworkers < workers && !pthread_create(&h->worker[h->nworkers], NULL, work, h))
        h->nworkers++;
    if (!h->nworkers)
        complain("serve: no thread: %s", strerror(errno));
    return h->nworkers > 0;
}

void house_rest(struct house *h)
{
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    pthread_cond_broadcast(&h->work);
    pthread_mutex_unlock(&h->lock);
    policies_stop();
    for (; h->nworkers; h->nworkers--)
        pthread_join(h->worker[h->nworkers - 1], NULL);
    for (struct gametable *t = h->tables; t; t = t->next) {
        pthread_mutex_lock(&t->lock);
        if (t->hint)
            t->hint->ready(t->hint);
        t->hint = NULL;
        pthread_mutex_unlock(&t->lock);
    }
}

void house_close(struct house *h)
{
    while (h->tables) {
        struct gametable *t = h->tables;
        char *wrong = NULL;
        h->tables = t->next;
        if (t->state && !t->error && !keep_game(t, true, &wrong))
            complain("serve: table %s is not saved: %s", t->id, reason(wrong));
        free(wrong);
        gametable_free(t);
    }
    free(h->queue);
    pthread_cond_destroy(&h->work);
    pthread_mutex_destroy(&h->lock);
}

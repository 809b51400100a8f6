/* house.c - all tables of a server. */
#include "house.h"

#include "clocks.h"
#include "keep.h"
#include "think.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/policies.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* LOOKED: seconds for which a table stays open after a request. DAY: seconds for which a played
 * table is kept even if there are too many, and for which it counts against its creator. */
enum { LOOKED = 60, DAY = 24 * 3600 };

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

/* ---- work ---- */

static bool may_begin(const struct crew *c, const struct job *j)
{
    int same = 0;

    for (int i = 0; i < c->n; i++) {
        if (j->t && c->worker[i].t == j->t)
            return false;
        same += j->game && c->worker[i].game == j->game;
    }
    return !c->n || same < c->n / 2;
}

/* Takes out of the list the oldest job that a player waits for, else the oldest. The house's
 * lock is held. */
static struct job *next_job(struct crew *c)
{
    struct job **best = NULL;

    for (struct job **at = &c->jobs; *at && !(best && (*best)->first); at = &(*at)->next)
        if ((!best || (*at)->first) && may_begin(c, *at))
            best = at;
    if (!best)
        return NULL;
    struct job *j = *best;
    *best = j->next;
    if (c->end == &j->next)
        c->end = best;
    return j;
}

/* Takes a job. When a job ends, the worker looks again: the table's next job is now free for
 * anyone. */
static struct job *take(struct worker *w)
{
    struct crew *c = w->crew;
    struct house *h = c->house;
    struct job *j = NULL;

    pthread_mutex_lock(&h->lock);
    w->t = NULL;
    w->game = NULL;
    while (!h->closing && !(j = next_job(c)))
        pthread_cond_wait(&c->work, &h->lock);
    if (j) {
        w->t = j->t;
        w->game = j->game;
    }
    pthread_mutex_unlock(&h->lock);
    return j;
}

bool house_step(struct crew *c)
{
    pthread_mutex_lock(&c->house->lock);
    struct job *j = next_job(c);
    pthread_mutex_unlock(&c->house->lock);
    if (j)
        j->run(j);
    return j != NULL;
}

static void *work(void *ctx)
{
    for (struct job *j; (j = take(ctx));)
        j->run(j);
    return NULL;
}

void house_do(struct crew *c, struct job *j)
{
    struct house *h = c->house;

    pthread_mutex_lock(&h->lock);
    bool rests = c->rests;
    if (!rests) {
        j->next = NULL;
        *c->end = j;
        c->end = &j->next;
        pthread_cond_signal(&c->work);
    }
    pthread_mutex_unlock(&h->lock);
    if (rests)
        j->run(j);
}

static bool crew_open(struct house *h, struct crew *c, int n)
{
    c->house = h;
    c->end = &c->jobs;
    pthread_cond_init(&c->work, NULL);
    pthread_mutex_lock(&h->lock); /* house_rest must find every worker counted */
    int why = 0;
    for (; c->n < n; c->n++) {
        c->worker[c->n].crew = c;
        if ((why = pthread_create(&c->worker[c->n].thread, NULL, work, &c->worker[c->n])))
            break;
    }
    pthread_mutex_unlock(&h->lock);
    if (n && c->n < 2)
        complain("serve: no thread: %s", strerror(why));
    return !n || c->n >= 2;
}

/* Runs the jobs that are left, in order. Then the crew rests. */
static struct job *left_over(struct crew *c)
{
    pthread_mutex_lock(&c->house->lock);
    struct job *j = c->jobs;
    c->jobs = j ? j->next : NULL;
    c->end = c->jobs ? c->end : &c->jobs;
    c->rests = !j;
    pthread_mutex_unlock(&c->house->lock);
    return j;
}

static void crew_rest(struct crew *c)
{
    if (!c->house)
        return;
    pthread_mutex_lock(&c->house->lock);
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->house->lock);
    for (int i = 0; i < c->n; i++)
        pthread_join(c->worker[i].thread, NULL);
    c->n = 0;
    for (struct job *j; (j = left_over(c));)
        j->run(j);
}

/* ---- bots that think ---- */

static void think(struct job *j)
{
    struct house *h = j->ctx;
    struct gametable *t = j->t;

    pthread_mutex_lock(&t->lock);
    if (h->closing)
        ;
    else if (t->hint)
        think_hint(t);
    else
        think_once(t, h->wake);
    t->queued = false;
    house_changed(h, t);
    house_done(h, t);
}

/* Does a player wait, at the table or for advice? */
static bool awaited(const struct gametable *t)
{
    bool here = t->hint != NULL;

    for (int i = 0; i < t->nseats; i++)
        here |= t->seat[i].here > 0;
    return here;
}

void house_hurry(struct house *h, struct gametable *t)
{
    pthread_mutex_lock(&h->lock);
    t->think.first = awaited(t);
    pthread_mutex_unlock(&h->lock);
}

/* Bots rest while no one looks at the table. */
static void let_think(struct house *h, struct gametable *t)
{
    bool seen = t->hint || t->streams || t->looked >= time(NULL) - LOOKED;

    if (h->closing || t->queued || !seen || (gametable_program(t) < 0 && !t->hint))
        return;
    t->queued = true;
    pthread_mutex_lock(&h->lock);
    t->users++;
    pthread_mutex_unlock(&h->lock);
    t->think = (struct job){
        .run = think, .ctx = h, .t = t, .game = h->desk ? NULL : t->game, .first = awaited(t)};
    house_do(&h->thinking, &t->think);
}

void house_changed(struct house *h, struct gametable *t)
{
    clocks_settle(t);
    h->wake(t);
    let_think(h, t);
}

/* ---- tables ---- */

static void open_game(struct house *h, struct gametable *t)
{
    char *wrong = NULL;

    if (t->state || t->error)
        return;
    if (!keep_open(t, &wrong)) {
        complain("serve: table %s: %s", t->id, reason(wrong));
        gametable_close(t); /* no requests to half a game, and nothing overwrites its file */
        t->error = mem_strdup(reason(wrong));
    }
    free(wrong);
    house_changed(h, t);
}

struct gametable *house_hold(struct house *h, const char *id)
{
    struct gametable *t;

    pthread_mutex_lock(&h->lock);
    for (t = h->tables; t && strcmp(t->id, id) != 0;)
        t = t->next;
    if (t)
        t->users++;
    pthread_mutex_unlock(&h->lock);
    return t;
}

void house_let_go(struct house *h, struct gametable *t)
{
    pthread_mutex_lock(&h->lock);
    t->users--;
    pthread_mutex_unlock(&h->lock);
}

struct gametable *house_table(struct house *h, const char *id)
{
    struct gametable *t = house_hold(h, id);

    if (!t)
        return NULL;
    pthread_mutex_lock(&t->lock);
    t->looked = time(NULL);
    open_game(h, t);
    let_think(h, t);
    gametable_wake(t); /* also if it cannot be opened: requests must get an answer */
    return t;
}

void house_done(struct house *h, struct gametable *t)
{
    pthread_mutex_unlock(&t->lock);
    house_let_go(h, t);
}

/* Removes an unused table from the list; the house's lock is held. A table that another server
 * plays stays and counts as touched. */
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
    while ((t = idle_since(h, now - (time_t)h->days * DAY)))
        forget(h, t);
    for (struct gametable *next = h->tables; (t = next);) {
        next = t->next;
        if (h->empty >= 0 && !t->users && !t->sat && t->looked < now - h->empty * 60)
            forget(h, t);
    }
    for (t = h->tables; t; t = t->next)
        if (!t->users && t->looked < now - LOOKED) {
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

bool house_enough(struct house *h, const char *from, const char *with)
{
    time_t since = time(NULL) - DAY;
    int of_address = 0, of_key = 0;

    pthread_mutex_lock(&h->lock);
    for (const struct gametable *t = h->tables; t; t = t->next) {
        of_address += t->begun > since && !strcmp(t->from, from);
        of_key += t->begun > since && *with && !strcmp(t->with, with);
    }
    pthread_mutex_unlock(&h->lock);
    return h->each && (of_address >= h->each || of_key >= KEY_TABLES);
}

/* If there are too many tables, the oldest one without a pick for a day goes. */
bool house_add(struct house *h, struct gametable *t)
{
    struct gametable *old;

    pthread_mutex_lock(&h->lock);
    while (h->ntables >= h->most && (old = idle_since(h, time(NULL) - DAY)))
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

/* State while the tables are read. */
struct reading {
    struct house *house;
    int others; /* tables of games that this server does not have */
};

static struct game *find(void *ctx, const char *name)
{
    struct reading *r = ctx;
    struct game *game = house_game(r->house, name);

    r->others += !game;
    return game;
}

/* Removes a draft ".ID.table.…" or ".ID.save.…" of a server that has ended. Its table may never
 * be written again. */
static void sweep_one(const struct house *h, const char *draft)
{
    const char *ending = draft + 1 + TABLE_ID;
    struct buffer path = {0};

    if (!strncmp(ending, ".table.", 7) || !strncmp(ending, ".save.", 6)) {
        const char *end = strchr(ending + 1, '.');
        buffer_add(&path, "%s/%.*s", h->folder, (int)(end - draft - 1), draft + 1);
        ct_file_sweep(buffer_text(&path));
    }
    buffer_free(&path);
}

static void read_one(struct reading *r, const char *file)
{
    struct house *h = r->house;
    size_t n = strlen(file);
    char *wrong = NULL;
    int others = r->others;

    if (*file == '.' && n > TABLE_ID + 6)
        sweep_one(h, file);
    if (n != TABLE_ID + 6 || strcmp(file + TABLE_ID, ".table") != 0)
        return;
    struct gametable *t = keep_read(h->folder, file, find, r, &wrong);
    if (!t && r->others == others)
        complain("serve: note: %s", reason(wrong));
    else if (t && !house_add(h, t))
        gametable_free(t);
    free(wrong);
}

static bool read_all(struct house *h)
{
    DIR *dir = opendir(h->folder);
    struct reading r = {.house = h};
    struct dirent *entry;

    if (!dir)
        return complain("serve: --data %s: %s", h->folder, strerror(errno));
    while ((entry = readdir(dir)))
        read_one(&r, entry->d_name);
    closedir(dir);
    if (r.others)
        complain(
            "serve: note: %d table%s in %s belong%s to games that this server does not offer",
            r.others, r.others == 1 ? "" : "s", h->folder, r.others == 1 ? "s" : "");
    return true;
}

bool house_open(struct house *h, int thinkers)
{
    pthread_mutex_init(&h->lock, NULL);
    return read_all(h) && crew_open(h, &h->playing, thinkers ? PLAYERS : 0) &&
           crew_open(h, &h->thinking, thinkers);
}

void house_rest(struct house *h)
{
    h->closing = true;
    policies_stop();
    crew_rest(&h->playing);
    crew_rest(&h->thinking);
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
    pthread_mutex_destroy(&h->lock);
}

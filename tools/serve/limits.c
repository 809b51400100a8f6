/* limits.c - how much one address, and one key, may ask of a server. */
#include "limits.h"

#include "tools/clock.h"
#include "tools/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 1024 };

/* An address or a key. */
struct asker {
    struct asker *next;
    double stock; /* requests left at `at` */
    double at;    /* seconds */
    int streams;
    bool key;
    char name[ADDRESS_ROOM];
};

struct limits {
    pthread_mutex_t lock;
    int requests, streams;
    struct asker *list[LISTS];
};

struct limits *limits_new(int requests, int streams)
{
    struct limits *l = mem_zero(sizeof *l);

    pthread_mutex_init(&l->lock, NULL);
    l->requests = requests;
    l->streams = streams;
    return l;
}

void limits_free(struct limits *l)
{
    for (int i = 0; l && i < LISTS; i++)
        for (struct asker *a = l->list[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    if (l)
        pthread_mutex_destroy(&l->lock);
    free(l);
}

static int rate(const struct limits *l, const struct asker *a)
{
    return a->key ? KEY_REQUESTS : l->requests;
}

static void fill(const struct limits *l, struct asker *a, double now)
{
    double most = (double)rate(l, a) * STOCK_SECONDS;

    a->stock += (now - a->at) * rate(l, a);
    a->stock = a->stock < most ? a->stock : most;
    a->at = now;
}

/* Finds the address or key, or adds it. Forgets idle ones in the same list. */
static struct asker *asker(struct limits *l, const char *name, bool key)
{
    unsigned h = key;
    double now = seconds_now();
    struct asker *found = NULL;

    for (const char *s = name; *s; s++)
        h = h * 31 + (unsigned char)*s;
    for (struct asker **at = &l->list[h % LISTS], *a; (a = *at);) {
        fill(l, a, now);
        if (a->key == key && !strcmp(a->name, name)) {
            found = a;
        } else if (!a->streams && a->stock >= (double)rate(l, a) * STOCK_SECONDS) {
            *at = a->next;
            free(a);
            continue;
        }
        at = &a->next;
    }
    if (found)
        return found;
    found = mem_zero(sizeof *found);
    *found = (struct asker){.next = l->list[h % LISTS], .at = now, .key = key};
    found->stock = (double)rate(l, found) * STOCK_SECONDS;
    for (size_t i = 0; name[i] && i < sizeof found->name - 1; i++)
        found->name[i] = name[i];
    l->list[h % LISTS] = found;
    return found;
}

static int ask(struct limits *l, const char *name, bool key, int cost)
{
    struct asker *a = asker(l, name, key);

    if (a->stock >= 1) {
        a->stock -= cost;
        return 0;
    }
    return 1 + (int)((1 - a->stock) / rate(l, a));
}

int limits_ask(struct limits *l, const char *address, const char *key, int cost)
{
    int wait = 0;

    if (!l->requests)
        return 0;
    pthread_mutex_lock(&l->lock);
    wait = ask(l, address, false, cost);
    if (!wait && *key)
        wait = ask(l, key, true, cost);
    pthread_mutex_unlock(&l->lock);
    return wait;
}

int limits_guess(struct limits *l, const char *address, int cost)
{
    if (l->requests)
        return limits_ask(l, address, "", cost);
    pthread_mutex_lock(&l->lock);
    int wait = ask(l, address, true, cost);
    pthread_mutex_unlock(&l->lock);
    return wait;
}

bool limits_stream(struct limits *l, const char *address, const char *key)
{
    bool ok = true;

    if (!l->streams)
        return true;
    pthread_mutex_lock(&l->lock);
    struct asker *of = asker(l, address, false);
    of->streams++; /* so that the next search does not forget it */
    struct asker *with = *key ? asker(l, key, true) : NULL;
    if (of->streams > l->streams || (with && with->streams >= KEY_STREAMS)) {
        of->streams--;
        ok = false;
    } else if (with) {
        with->streams++;
    }
    pthread_mutex_unlock(&l->lock);
    return ok;
}

void limits_unstream(struct limits *l, const char *address, const char *key)
{
    if (!l->streams)
        return;
    pthread_mutex_lock(&l->lock);
    asker(l, address, false)->streams--;
    if (*key)
        asker(l, key, true)->streams--;
    pthread_mutex_unlock(&l->lock);
}

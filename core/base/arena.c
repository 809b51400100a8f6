/* arena.c: a bump allocator in blocks.
 *
 * Blocks come from calloc, so that what is handed out is zero without a memset. A request
 * too large for a block gets one of its own, linked behind the current block so that the
 * room left in that one is not lost.
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under ASan what was not handed out may not be touched. */
#if defined(__has_feature) && !defined(__SANITIZE_ADDRESS__)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ /* as gcc has it */
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define SHUT(at, size) __asan_poison_memory_region(at, size)
#define OPEN(at, size) __asan_unpoison_memory_region(at, size)
#else
#define SHUT(at, size) ((void)(at), (void)(size))
#define OPEN(at, size) ((void)(at), (void)(size))
#endif

enum { BLOCK_SIZE = 64 * 1024 };

struct block {
    struct block *next;
    size_t used, size;
    max_align_t data[];
};

struct arena {
    struct block *head;
    size_t taken, most; /* bytes; most 0: any number */
    bool full;
    struct held *held; /* the last one first */
    struct arena_catch *out;
};

/* A count of each thread's own: nobody else sees it. */
static _Thread_local unsigned losses;

unsigned mem_losses(void)
{
    return losses;
}

void mem_lose(void)
{
    losses++;
}

void *mem_try(size_t size)
{
    void *got = malloc(size ? size : 1);
    if (!got)
        mem_lose();
    return got;
}

enum { FIRST_ROOM = 4 }; /* entries of an array that grows; a power of two */

/* For how many entries there must be room, if there are N; 0: there is room for one more. */
static size_t room_for(size_t n)
{
    bool full = n >= FIRST_ROOM && !(n & (n - 1));

    return !n ? FIRST_ROOM : full ? 2 * n : 0;
}

bool mem_room(void *array, size_t n, size_t size)
{
    void *v;

    memcpy(&v, array, sizeof v);
    v = room_for(n) ? realloc(v, room_for(n) * size) : v;
    if (v)
        memcpy(array, &v, sizeof v);
    return v;
}

bool mem_fit(void *array, int *cap, int n, size_t size)
{
    int room = *cap ? *cap : 64;
    void *v;

    if (n <= *cap)
        return true;
    while (room < n)
        room *= 2;
    memcpy(&v, array, sizeof v);
    v = realloc(v, (size_t)room * size);
    if (!v) {
        mem_lose();
        return false;
    }
    memcpy(array, &v, sizeof v);
    *cap = room;
    return true;
}

char *mem_copy(const char *text, size_t len)
{
    char *copy = mem_try(len + 1);
    if (!copy)
        return NULL;
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

struct arena *arena_new(void)
{
    return calloc(1, sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct block *b = arena->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

void arena_drop(void *arena)
{
    arena_free(arena);
}

/* ---- running out of it ---- */

void arena_hold(struct arena *arena, struct held *h, void *what, void (*drop)(void *what))
{
    *h = (struct held){what, drop, arena->held};
    arena->held = h;
}

void arena_release(struct arena *arena, struct held *h)
{
    arena->held = h->below;
    h->drop(h->what);
}

void *arena_borrow(struct arena *arena, struct held *h, size_t size)
{
    void *got = malloc(size ? size : 1);
    if (!got)
        arena_fail(arena);
    arena_hold(arena, h, got, free);
    return got;
}

void arena_catch(struct arena *arena, struct arena_catch *c)
{
    c->outer = arena->out;
    c->held = arena->held;
    arena->out = c;
}

void arena_uncatch(struct arena *arena)
{
    arena->out = arena->out->outer;
}

void arena_fail(struct arena *arena)
{
    if (!arena->out)
        abort();
    while (arena->held != arena->out->held)
        arena_release(arena, arena->held);
    longjmp(arena->out->here, 1);
}

bool arena_try(struct arena *arena, void (*fn)(void *ctx), void *ctx)
{
    struct arena_catch c;
    volatile bool done = false;

    arena_catch(arena, &c);
    if (!setjmp(c.here)) {
        fn(ctx);
        done = true;
    }
    arena_uncatch(arena);
    return done;
}

/* ---- blocks ---- */

void arena_limit(struct arena *arena, size_t most)
{
    arena->most = most;
}

bool arena_full(const struct arena *arena)
{
    return arena->full;
}

size_t arena_size(const struct arena *arena)
{
    return arena->taken;
}

void arena_count(struct arena *arena, size_t more, size_t less)
{
    if (arena->most &&
        more > arena->most - (arena->taken < arena->most ? arena->taken : arena->most)) {
        arena->full = true;
        arena_fail(arena);
    }
    arena->taken += more - less;
}

static struct block *block_new(struct arena *arena, size_t size)
{
    if (size <= SIZE_MAX / 2)
        arena_count(arena, size, 0);
    struct block *b = size > SIZE_MAX - sizeof *b ? NULL : calloc(1, sizeof *b + size);
    if (!b)
        arena_fail(arena);
    b->size = size;
    SHUT(b->data, size);
    return b;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t), asked = size;

    if (size > SIZE_MAX - align)
        arena_fail(arena);
    size = (size + align - 1) / align * align;
    struct block *b = arena->head;
    if (size > BLOCK_SIZE / 4 && b) {
        struct block *own = block_new(arena, size);
        own->used = size;
        own->next = b->next;
        b->next = own;
        OPEN(own->data, asked);
        return own->data;
    }
    if (!b || b->size - b->used < size) {
        b = block_new(arena, size > BLOCK_SIZE ? size : BLOCK_SIZE);
        b->next = arena->head;
        arena->head = b;
    }
    void *got = (char *)b->data + b->used;
    b->used += size;
    OPEN(got, asked);
    return got;
}

char *arena_strndup(struct arena *arena, const char *text, size_t len)
{
    char *copy = arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

void *arena_room(struct arena *arena, void *v, size_t n, size_t size)
{
    if (!room_for(n))
        return v;
    void *bigger = arena_alloc(arena, room_for(n) * size);
    if (n)
        memcpy(bigger, v, n * size);
    return bigger;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

const char *const *arena_strings(struct arena *arena, const char *const *list)
{
    size_t n = 0;

    while (list && list[n])
        n++;
    const char **copies = arena_alloc(arena, (n + 1) * sizeof *copies);
    for (size_t i = 0; i < n; i++)
        copies[i] = arena_strdup(arena, list[i]);
    copies[n] = NULL;
    return copies;
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *text = arena_alloc(arena, len > 0 ? (size_t)len + 1 : 1);
    if (len > 0)
        vsnprintf(text, (size_t)len + 1, fmt, again);
    va_end(again);
    return text;
}

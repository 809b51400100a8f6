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

enum { BLOCK_SIZE = 64 * 1024 };

struct block {
    struct block *next;
    size_t used, size;
    max_align_t data[];
};

struct arena {
    struct block *head;
};

void mem_die(void)
{
    fputs("cantrip: out of memory\n", stderr);
    exit(2);
}

void *mem_alloc(size_t size)
{
    void *got = malloc(size ? size : 1);
    if (!got)
        mem_die();
    return got;
}

void *mem_zero(size_t size)
{
    void *got = calloc(1, size ? size : 1);
    if (!got)
        mem_die();
    return got;
}

void *mem_realloc(void *old, size_t size)
{
    void *got = realloc(old, size ? size : 1);
    if (!got)
        mem_die();
    return got;
}

char *mem_strndup(const char *text, size_t len)
{
    char *copy = mem_alloc(len + 1);
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

struct arena *arena_new(void)
{
    struct arena *arena = mem_alloc(sizeof *arena);
    arena->head = NULL;
    return arena;
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

static struct block *block_new(size_t size)
{
    if (size > SIZE_MAX - sizeof(struct block))
        mem_die();
    struct block *b = calloc(1, sizeof *b + size);
    if (!b)
        mem_die();
    b->size = size;
    return b;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX - align)
        mem_die();
    size = (size + align - 1) / align * align;
    struct block *b = arena->head;
    if (size > BLOCK_SIZE / 4 && b) {
        struct block *own = block_new(size);
        own->used = size;
        own->next = b->next;
        b->next = own;
        return own->data;
    }
    if (!b || b->size - b->used < size) {
        b = block_new(size > BLOCK_SIZE ? size : BLOCK_SIZE);
        b->next = arena->head;
        arena->head = b;
    }
    void *got = (char *)b->data + b->used;
    b->used += size;
    return got;
}

char *arena_strndup(struct arena *arena, const char *text, size_t len)
{
    char *copy = arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
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

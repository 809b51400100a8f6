/* arena.h: memory that is freed all at once.
 *
 * What a load makes (sources, nodes, names) lives exactly as long as the definition it
 * becomes, so it comes out of one arena and nobody frees single pieces.
 *
 * Running out of memory: an arena does not return NULL. It lets go of all that was held with it and
 * jumps to where arena_catch says; so what must be given back on the way (a file, a parser, memory
 * of malloc) is held from when it is made until it is given back. Without a place to jump to it is abort().
 */
#ifndef CANTRIP_BASE_ARENA_H
#define CANTRIP_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A new empty arena, or NULL. The caller frees it with arena_free. */
struct arena *arena_new(void);

/* No more than MOST bytes come out of it (0: any number): asked for more, it fails as if there were none,
 * and arena_full tells why. arena_count notes bytes of malloc that live as long and that were given back. */
void arena_limit(struct arena *arena, size_t most);
bool arena_full(const struct arena *arena);
void arena_count(struct arena *arena, size_t more, size_t less);
/* Bytes that were taken so far. */
size_t arena_size(const struct arena *arena);

/* Frees the arena and everything that came out of it. NULL is allowed. */
void arena_free(struct arena *arena);
void arena_drop(void *arena); /* the same, for arena_hold */

/* SIZE bytes of zeroes, aligned for any type; valid until arena_free. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* Room for one more in an array of N entries of SIZE bytes that grows by these calls alone, from NULL on: the array, or
 * a copy with twice the room wherever N is a power of two. */
void *arena_room(struct arena *arena, void *v, size_t n, size_t size);
/* A new zeroed entry of such an array V of N. */
#define LIST_ADD(mem, v, n)                                                                    \
    ((v) = arena_room((mem), (v), (size_t)(n), sizeof *(v)), &(v)[(n)++])

/* What is given back by `drop` when the memory runs out, or by arena_release. On the holder's stack. */
struct held {
    void *what;
    void (*drop)(void *what);
    struct held *below;
};
void arena_hold(struct arena *arena, struct held *h, void *what, void (*drop)(void *what));
/* Gives back what was held last. */
void arena_release(struct arena *arena, struct held *h);
/* SIZE bytes of malloc, held. */
void *arena_borrow(struct arena *arena, struct held *h, size_t size);

/* Where to jump when memory runs out; what was held before stays held. arena_uncatch goes back to
 * the place before, also after a jump. */
struct arena_catch {
    jmp_buf here;
    struct arena_catch *outer;
    struct held *held;
};
void arena_catch(struct arena *arena, struct arena_catch *c);
void arena_uncatch(struct arena *arena);
_Noreturn void arena_fail(struct arena *arena);
/* Calls FN between both. False: memory ran out in it. */
bool arena_try(struct arena *arena, void (*fn)(void *ctx), void *ctx);

/* A copy of TEXT (up to its NUL) in the arena. */
char *arena_strdup(struct arena *arena, const char *text);

/* Such copies of all texts of LIST, which ends with NULL (or is NULL: none), with a NULL after them. */
const char *const *arena_strings(struct arena *arena, const char *const *list);

/* A copy of LEN bytes of TEXT in the arena, with a NUL after them. */
char *arena_strndup(struct arena *arena, const char *text, size_t len);

/* Formats like sprintf, into the arena. */
char *arena_printf(struct arena *arena, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* What cannot return a failure (a string that grows, a line of the log) notes that memory ran out on
 * this thread; whoever called it and can, compares before and after. */
unsigned mem_losses(void);
void mem_lose(void);

/* malloc and strndup that note it where they return NULL. */
void *mem_try(size_t size);
char *mem_copy(const char *text, size_t len);
/* As arena_room, for *ARRAY, by realloc. False: no memory, so it stays. */
bool mem_room(void *array, size_t n, size_t size);
/* Makes room for N entries in *ARRAY, which has room for *CAP. False: no memory; noted. */
bool mem_fit(void *array, int *cap, int n, size_t size);

#endif

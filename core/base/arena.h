/* arena.h: memory that is freed all at once.
 *
 * What a load makes (sources, nodes, names) lives exactly as long as the definition it
 * becomes, so it comes out of one arena and nobody frees single pieces. The mem_ functions
 * are malloc for the few things that live otherwise. Running out of memory ends the
 * program with a line on stderr and status 2: no caller need check for NULL.
 */
#ifndef CANTRIP_BASE_ARENA_H
#define CANTRIP_BASE_ARENA_H

#include <stddef.h>

struct arena;

/* A new empty arena. The caller frees it with arena_free. */
struct arena *arena_new(void);

/* Frees the arena and everything that came out of it. NULL is allowed. */
void arena_free(struct arena *arena);

/* SIZE bytes of zeroes, aligned for any type; valid until arena_free. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of TEXT (up to its NUL) in the arena. */
char *arena_strdup(struct arena *arena, const char *text);

/* A copy of LEN bytes of TEXT in the arena, with a NUL after them. */
char *arena_strndup(struct arena *arena, const char *text, size_t len);

/* Formats like sprintf, into the arena. */
char *arena_printf(struct arena *arena, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* malloc, realloc, strndup that never return NULL. The caller frees with free(). */
void *mem_alloc(size_t size);
void *mem_zero(size_t size); /* all bytes 0 */
void *mem_realloc(void *old, size_t size);
char *mem_strndup(const char *text, size_t len);

/* Ends the program for lack of memory, with the same words (for libraries that report it). */
_Noreturn void mem_die(void);

#endif

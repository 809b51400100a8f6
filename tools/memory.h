/* memory.h - memory that does not fail: the program ends with a line on stderr and status 2. */
#ifndef CANTRIP_TOOLS_MEMORY_H
#define CANTRIP_TOOLS_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* malloc, calloc, realloc, strdup and strndup that never return NULL. The caller frees with free(). */
void *mem_alloc(size_t size);
void *mem_zero(size_t size); /* all bytes 0 */
void *mem_realloc(void *old, size_t size);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t len);
/* The text that printf would print. */
char *mem_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *mem_vprintf(const char *fmt, va_list args);
/* Sees to room for one more in the array `v` that holds n elements and has room for `cap`. */
#define MEM_MORE(v, n, cap)                                                                    \
    ((n) < (cap)                                                                               \
         ? (v)                                                                                 \
         : ((v) = mem_realloc(v, (size_t)((cap) = (cap) ? 2 * (cap) : 16) * sizeof *(v))))

/* Ends the program for lack of memory. */
_Noreturn void mem_die(void);
/* What a function returned that returns NULL without memory: to be freed, and to be looked at. */
char *mem_had(char *got);
const char *mem_said(const char *text);

/* What is free goes back to the system, where the C library can do so: after much was freed that lay between what stays. */
void mem_return(void);

#endif

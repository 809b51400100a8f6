/* memory.h - memory that never fails: without any, the program ends with a line on stderr and
 * status 2. */
#ifndef CANTRIP_TOOLS_MEMORY_H
#define CANTRIP_TOOLS_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* malloc, calloc, realloc, strdup and strndup that never return NULL. Free with free(). */
void *mem_alloc(size_t size);
void *mem_zero(size_t size); /* all bytes 0 */
void *mem_realloc(void *old, size_t size);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t len);
/* The text that printf would print. */
char *mem_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *mem_vprintf(const char *fmt, va_list args);
/* Makes room for one more in the array `v`, which holds n elements and has room for `cap`. */
#define MEM_MORE(v, n, cap)                                                                    \
    ((n) < (cap)                                                                               \
         ? (v)                                                                                 \
         : ((v) = mem_realloc(v, (size_t)((cap) = (cap) ? 2 * (cap) : 16) * sizeof *(v))))

/* Ends the program for lack of memory. */
_Noreturn void mem_die(void);
/* Checks the result of a function that returns NULL without memory. The caller frees it. */
char *mem_had(char *got);
const char *mem_said(const char *text);

/* Gives free memory back to the system, if the C library can. */
void mem_return(void);

#endif

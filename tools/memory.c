/* memory.c - memory that never fails. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

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

char *mem_strdup(const char *text)
{
    return mem_strndup(text, strlen(text));
}

char *mem_strndup(const char *text, size_t len)
{
    char *copy = mem_alloc(len + 1);
    if (len)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

char *mem_vprintf(const char *fmt, va_list args)
{
    va_list again;

    va_copy(again, args);
    size_t n = (size_t)vsnprintf(NULL, 0, fmt, again) + 1;
    va_end(again);
    char *text = mem_alloc(n);
    vsnprintf(text, n, fmt, args);
    return text;
}

char *mem_printf(const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *text = mem_vprintf(fmt, args);
    va_end(args);
    return text;
}

char *mem_had(char *got)
{
    if (!got)
        mem_die();
    return got;
}

const char *mem_said(const char *text)
{
    if (!text)
        mem_die();
    return text;
}

void mem_return(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

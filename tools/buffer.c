/* buffer.c - texts that grow. */
#include "buffer.h"

#include "memory.h"

#include <stdarg.h>
#include <stdlib.h>

void buffer_add(struct buffer *b, const char *fmt, ...)
{
    va_list args;

    if (!b->to && !(b->to = open_memstream(&b->s, &b->n)))
        mem_die();
    va_start(args, fmt);
    if (vfprintf(b->to, fmt, args) < 0 || fflush(b->to))
        mem_die();
    va_end(args);
}

const char *buffer_text(const struct buffer *b)
{
    return b->s ? b->s : "";
}

char *buffer_take(struct buffer *b)
{
    char *text = mem_strndup(buffer_text(b), b->n);

    buffer_free(b);
    return text;
}

void buffer_free(struct buffer *b)
{
    if (b->to)
        fclose(b->to);
    free(b->s);
    *b = (struct buffer){0};
}

/* buffer.c - texts that grow. */
#include "buffer.h"

#include "memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

FILE *buffer_stream(struct buffer *b)
{
    if (!b->to && !(b->to = open_memstream(&b->s, &b->n)))
        mem_die();
    return b->to;
}

void buffer_add(struct buffer *b, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    if (vfprintf(buffer_stream(b), fmt, args) < 0 || fflush(b->to))
        mem_die();
    va_end(args);
}

const char *buffer_text(const struct buffer *b)
{
    return b->s ? b->s : "";
}

char *buffer_take(struct buffer *b)
{
    FILE *to = buffer_stream(b);
    bool lost = ferror(to);

    if (fclose(to) || lost || !b->s)
        mem_die();
    char *text = b->s;
    *b = (struct buffer){0};
    return text;
}

void buffer_free(struct buffer *b)
{
    if (b->to)
        fclose(b->to);
    free(b->s);
    *b = (struct buffer){0};
}

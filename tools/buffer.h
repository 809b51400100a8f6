/* buffer.h - texts that grow. Start from {0}, do not copy the struct; buffer_free at the end. */
#ifndef CANTRIP_TOOLS_BUFFER_H
#define CANTRIP_TOOLS_BUFFER_H

#include <stddef.h>
#include <stdio.h>

struct buffer {
    char *s;
    size_t n; /* bytes so far */
    FILE *to;
};
void buffer_add(struct buffer *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A stream that adds to the text. Read the text only after buffer_take. */
FILE *buffer_stream(struct buffer *b);
/* The text so far, or "". It may move when the text grows. */
const char *buffer_text(const struct buffer *b);
/* Gives the text to the caller (free()) and empties the buffer. */
char *buffer_take(struct buffer *b);
void buffer_free(struct buffer *b);

#endif

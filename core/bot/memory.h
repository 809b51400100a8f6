/* memory.h - arrays and texts that grow. Without memory they stay as they are. */
#ifndef CANTRIP_BOT_MEMORY_H
#define CANTRIP_BOT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `n` elements of `size` bytes in *array, an array of *cap. False: no memory. */
bool bot_room(void *array, int *cap, int n, size_t size);
/* Adds a copy of the text to a list of *n. */
bool bot_keep(char ***list, int *n, int *cap, const char *text);
/* A text. lost: memory ran out for a part of it. */
struct bot_text {
    char *s;
    int n, cap;
    bool lost;
};
void bot_add(struct bot_text *to, const char *bytes, size_t n);
/* Adds at most 512 bytes. */
void bot_addf(struct bot_text *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The text, the caller's own from now on; NULL: a part is lost. */
char *bot_take(struct bot_text *text);

#endif

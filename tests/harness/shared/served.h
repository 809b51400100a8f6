/* served.h - a server that talks over stdin and stdout, for one input. */
#ifndef CANTRIP_HARNESS_SERVED_H
#define CANTRIP_HARNESS_SERVED_H

#include "base/str.h"

#include <stddef.h>

/* What it says when it hears these bytes and then nothing more. Free it with str_free. */
struct str served(int (*serve)(void), const void *bytes, size_t n);

/* Adds a text to `to`, each `@` as folder() without its last '/'. */
void add_with_folder(struct str *to, const char *text, size_t n);

#endif

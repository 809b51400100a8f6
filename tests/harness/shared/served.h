/* served.h - a server that talks over stdin and stdout, and a command of cantrip, for one input. */
#ifndef CANTRIP_HARNESS_SERVED_H
#define CANTRIP_HARNESS_SERVED_H

#include "oracle.h"

#include "base/str.h"

#include <stddef.h>

/* What it says when it hears these bytes and then nothing more. Free it with str_free. */
struct str served(int (*serve)(void), const void *bytes, size_t n);

/* Tells what a command says that hears these bytes: its words end with NULL, the first is its name. Its exit
 * status. A finding: one that is not 0, 1 or 2, or 2 without whole lines that say why and have the word `file`. */
int tell_command(int (*run)(int argc, char **argv), const char *const *words, const void *bytes,
                 size_t n, const char *file, struct transcript *t);

/* Adds a text to `to`, each `@` as folder() without its last '/'. */
void add_with_folder(struct str *to, const char *text, size_t n);

#endif

/* pages.h - a folder of pages that is there when it is whole.
 *
 * It is filled beside its place and put there at one stroke. One that an earlier print left there is replaced; one that
 * holds anything else is left alone: its list (pages.txt) says what was ours.
 */
#ifndef CANTRIP_TOOLS_PRINT_PAGES_H
#define CANTRIP_TOOLS_PRINT_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct pages;
/* NULL after a message of `command`: it cannot be made, or there is something else. */
struct pages *pages_begin(const char *path, const char *command);
/* Adds a file; `says`: what is on it, for the list. Its name may have folders before it. `bytes` NULL: it is there
 * already. False after a message. */
bool pages_add(struct pages *p, const char *name, const char *bytes, size_t n,
               const char *says);
/* Where it is filled. */
const char *pages_path(const struct pages *p);
/* Puts the folder in its place, if it is wanted, and frees it. False after a message. */
bool pages_end(struct pages *p, bool wanted);

#endif

/* watch.h - tells when something was written in some folders.
 *
 * It watches folders, not files, because many editors write a new file and give it the old one's
 * name. */
#ifndef CANTRIP_TOOLS_DESK_WATCH_H
#define CANTRIP_TOOLS_DESK_WATCH_H

#include <stdbool.h>

struct watch;

/* NULL: errno. */
struct watch *watch_new(void);
void watch_free(struct watch *w);
/* Watches one more folder; the same one twice is harmless. False: it is not there. */
bool watch_folder(struct watch *w, const char *folder);
/* Watches a game's folder and those within. If it is gone: the folder above, until the next call. */
void watch_game(struct watch *w, const char *folder);
/* Waits until files were written and nothing more comes for 30 ms (at most 300). False: watch_stop
 * was called. */
bool watch_wait(struct watch *w);
/* Ends all waiting, from any thread. */
void watch_stop(struct watch *w);

#endif

/* watch.h - tells when something was written in some folders.
 *
 * Folders are watched and not files, so that editors are seen that write a new file and give it the old one's name.
 */
#ifndef CANTRIP_TOOLS_DESK_WATCH_H
#define CANTRIP_TOOLS_DESK_WATCH_H

#include <stdbool.h>

struct watch;

/* NULL: errno. */
struct watch *watch_new(void);
void watch_free(struct watch *w);
/* Watches a folder, too; again is nothing. False: it is not there. */
bool watch_folder(struct watch *w, const char *folder);
/* Watches a game's folder and those within it that are there now; where it is gone the one above, until it is asked again. */
void watch_game(struct watch *w, const char *folder);
/* Waits until files were written and all is quiet again (30 ms, 300 at most), or somebody calls watch_stop. False: that. */
bool watch_wait(struct watch *w);
/* Ends all waiting, from any thread. */
void watch_stop(struct watch *w);

#endif

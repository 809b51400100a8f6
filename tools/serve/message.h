/* message.h - what a stream says: what is new for one observer since the last message. */
#ifndef CANTRIP_TOOLS_SERVE_MESSAGE_H
#define CANTRIP_TOOLS_SERVE_MESSAGE_H

#include "gametable.h"

#include <jansson.h>

/* How far a stream has come. Start from {0}. */
struct cursor {
    uint64_t epoch, sum;
    size_t line, move;
    bool begun;
};

/* Goes on from a Last-Event-ID; what is no such is a start. */
void cursor_resume(struct cursor *c, const char *last);
/* Lines of the log that an observer of the table was told, from number `from` on, as a list. */
json_t *message_log(const struct gametable *t, const struct told *told, size_t from);
/* The next message of a stream in full ("id: …", "data: …"), or NULL when there is nothing new; free(). The table's lock
 * is held. */
char *message_next(struct gametable *t, int observer, struct cursor *c);

#endif

/* message.h - the messages of a stream: news for one observer since the last one. */
#ifndef CANTRIP_TOOLS_SERVE_MESSAGE_H
#define CANTRIP_TOOLS_SERVE_MESSAGE_H

#include "gametable.h"

#include <jansson.h>

/* How far a stream has come. Start from {0}. */
struct cursor {
    uint64_t epoch, sum;
    size_t line, move, said;
    bool begun;
};

/* Continues after a Last-Event-ID. Any other text means the start. */
void cursor_resume(struct cursor *c, const char *last);
/* The log lines that an observer was told, from number `from` on, as a list. */
json_t *message_log(const struct gametable *t, const struct told *told, size_t from);
/* What players said from line `from` on, as far as it is kept: a list. */
json_t *message_chat(const struct gametable *t, size_t from);
/* The next message of a stream in full ("id: …", "data: …"; free()). NULL: no news. The table's
 * lock is held. */
char *message_next(struct gametable *t, int observer, struct cursor *c);

#endif

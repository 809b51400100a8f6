/* running.h - a server from its start to the signal that ends it, for `serve` and `desk`. */
#ifndef CANTRIP_TOOLS_SERVE_RUNNING_H
#define CANTRIP_TOOLS_SERVE_RUNNING_H

#include "http.h"
#include "tools/buffer.h"

#include <semaphore.h>

struct running {
    struct house house;
    struct http_setup http;
    struct http *server;
    sem_t ended;          /* posted by the signal */
    struct buffer folder; /* folder of the tables */
};

/* Finds and makes the folder of the tables: `data`, else `own` in the user's folder for state.
 * False after a message. */
bool running_folder(struct running *r, const char *command, const char *data, const char *own);
/* From now on a signal ends running_wait. The process then has a second to end, or it is killed.
 * Call it before any thread starts. False after a message. */
bool running_signals(struct running *r, const char *command);
/* Reads the tables and starts to answer. `ready` (or NULL) is called in between. False after a
 * message. */
bool running_open(struct running *r, bool (*ready)(void *ctx), void *ctx);
/* Warns on stderr if others on the network can reach the server. */
void running_warn(const struct running *r);
/* Waits for the signal. */
void running_wait(struct running *r);
/* Stops answering. The tables stay in memory. */
void running_stop(struct running *r);
void running_close(struct running *r);

#endif

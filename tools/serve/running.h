/* running.h - a server from its start to the signal that ends it: what `serve` and `desk` share. */
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
    struct buffer folder; /* where tables are kept */
};

/* Finds and makes the folder of the tables: `data`, else `own` below the person's folder for state. False after a message. */
bool running_folder(struct running *r, const char *command, const char *data, const char *own);
/* From now on a signal ends running_wait. The process then has a second to end by itself, and is cut
 * off. Before any thread. False after a message. */
bool running_signals(struct running *r, const char *command);
/* Reads the tables and begins to answer; `ready` (or NULL) is called between the two. False after a message. */
bool running_open(struct running *r, bool (*ready)(void *ctx), void *ctx);
/* A note on stderr where others on the network can reach it. */
void running_warn(const struct running *r);
/* Until somebody ends it. */
void running_wait(struct running *r);
/* Stops answering; the tables are still there. */
void running_stop(struct running *r);
void running_close(struct running *r);

#endif

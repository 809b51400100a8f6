/* rpc.h - messages of the Language Server Protocol over stdin and stdout: JSON behind a header
 * with its length. */
#ifndef CANTRIP_TOOLS_LSP_RPC_H
#define CANTRIP_TOOLS_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Start from {0}; rpc_free. */
struct rpc {
    char *buffer; /* received, not read yet */
    size_t n, cap;
    bool over; /* nothing more will come */
    bool lost; /* the end of a message is unknown (reported) */
};
/* The next message, after at most so many milliseconds (-1: no limit). NULL: none came, or
 * `over`. Invalid JSON gets an answer and is skipped. The caller frees it with json_decref(). */
json_t *rpc_read(struct rpc *r, int wait);
void rpc_free(struct rpc *r);

/* These take over their arguments. */
void rpc_answer(const json_t *id, json_t *result);
void rpc_refuse(const json_t *id, int code, const char *why);
void rpc_notify(const char *method, json_t *params);

enum {
    RPC_NO_JSON = -32700,
    RPC_NO_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_NOT_BEGUN = -32002,
    RPC_FAILED = -32803
};

#endif

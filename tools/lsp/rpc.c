/* rpc.c - messages in and out. */
#define _GNU_SOURCE /* memmem */
#include "rpc.h"

#include "tools/common.h"
#include "tools/memory.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LONGEST = 64 << 20, HEADER = 65536 };

static void send(json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);

    if (!text)
        mem_die();
    printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(stdout);
    free(text);
    json_decref(message);
}

void rpc_answer(const json_t *id, json_t *result)
{
    send(json_pack("{s: s, s: O, s: o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void rpc_refuse(const json_t *id, int code, const char *why)
{
    json_t *o = json_pack("{s: s, s: {s: i, s: s}}", "jsonrpc", "2.0", "error", "code", code,
                          "message", why);

    json_object_set_new(o, "id", id ? json_incref((json_t *)(uintptr_t)id) : json_null());
    send(o);
}

void rpc_notify(const char *method, json_t *params)
{
    send(json_pack("{s: s, s: s, s: o}", "jsonrpc", "2.0", "method", method, "params", params));
}

/* ---- reading ---- */

/* The size of the first message in the buffer, and where its content begins. False: it is
 * incomplete. */
static bool whole(const struct rpc *r, size_t *at, size_t *n)
{
    const char *end = r->n ? memmem(r->buffer, r->n, "\r\n\r\n", 4) : NULL;

    *n = 0;
    if (!end)
        return false;
    *n = (size_t)LONGEST + 1; /* if no line says it */
    for (const char *line = r->buffer; line < end;) {
        const char *next = memmem(line, (size_t)(end - line) + 2, "\r\n", 2);
        if (!strncasecmp(line, "Content-Length:", 15))
            *n = strtoul(line + 15, NULL, 10); /* a negative one is too long */
        line = next + 2;
    }
    *at = (size_t)(end - r->buffer) + 4;
    return *n <= LONGEST && r->n - *at >= *n;
}

static json_t *take(struct rpc *r, size_t at, size_t n)
{
    json_error_t wrong;
    json_t *message = json_loadb(r->buffer + at, n, JSON_ALLOW_NUL, &wrong);

    r->n -= at + n;
    memmove(r->buffer, r->buffer + at + n, r->n);
    r->buffer[r->n] = 0;
    if (!json_is_object(message)) {
        rpc_refuse(NULL, message ? RPC_NO_REQUEST : RPC_NO_JSON,
                   message ? "this is not a message" : wrong.text);
        json_decref(message);
        return NULL;
    }
    return message;
}

/* More bytes, if some come in time. */
static bool more(struct rpc *r, int wait)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};

    if (poll(&in, 1, wait) <= 0)
        return false;
    if (r->cap - r->n < 65536) {
        r->cap = 2 * r->cap + 131072;
        r->buffer = mem_realloc(r->buffer, r->cap);
    }
    ssize_t n = read(STDIN_FILENO, r->buffer + r->n, r->cap - r->n - 1);
    if (n <= 0) {
        r->over = n == 0 || errno != EINTR;
        return !r->over;
    }
    r->n += (size_t)n;
    r->buffer[r->n] = 0;
    return true;
}

json_t *rpc_read(struct rpc *r, int wait)
{
    size_t at, n;
    json_t *message;

    for (;;) {
        while (whole(r, &at, &n))
            if ((message = take(r, at, n)))
                return message;
        if (n > LONGEST || (!n && r->n > HEADER)) {
            complain("lsp: this is not a message: it needs a length of at most 64 MB");
            r->over = r->lost = true;
        }
        if (r->over || !more(r, wait))
            return NULL;
    }
}

void rpc_free(struct rpc *r)
{
    free(r->buffer);
    *r = (struct rpc){0};
}

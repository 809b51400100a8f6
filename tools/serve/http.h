/* http.h - the house over HTTP/1.1, by libmicrohttpd.
 *
 * Nothing is answered for a Host that was not allowed: a page from elsewhere whose name is made to lead here would speak with us
 * as if it were ours (DNS rebinding). Keys come in a header, never in an address.
 */
#ifndef CANTRIP_TOOLS_SERVE_HTTP_H
#define CANTRIP_TOOLS_SERVE_HTTP_H

#include "house.h"

struct http_setup {
    const char *bind;     /* an address, IPv4 or IPv6 */
    int port;             /* 0: any that is free */
    struct list hosts;    /* names beside the address itself by which we are called */
    const char *files;    /* the page's files are read there; NULL: those inside the program */
    const char *password; /* without which nothing of a game is answered; NULL: there is none */
    bool proxy;           /* the last address of X-Forwarded-For is who asks */
    int requests, streams; /* of one address: a second, at once (limits.h) */
};
struct http;

/* What a command that needs it says where it is not; its name comes first. */
#define HTTP_MISSING                                                                           \
    "%s: this build has no HTTP: install libmicrohttpd (Debian: apt-get install "              \
    "libmicrohttpd-dev) and build again"

/* Is the library there? If not, the rest of this does nothing. */
bool http_here(void);
/* Begins to answer. NULL after a message. */
struct http *http_open(struct house *h, const struct http_setup *setup);
/* The port that it listens on. */
int http_port(const struct http *w);
/* Is the address this machine's own, which nobody else can reach? */
bool http_local(const struct http *w);
/* Does it listen at all addresses of this machine (0.0.0.0, ::)? */
bool http_everywhere(const struct http *w);
/* Heartbeats to streams that are silent; to be called every few seconds. */
void http_tick(struct http *w);
/* Ends all streams, finishes what is under way and stops. */
void http_close(struct http *w);

#endif

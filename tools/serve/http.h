/* http.h - the house over HTTP/1.1, by libmicrohttpd.
 *
 * Requests for a Host that was not allowed get no answer. Otherwise a page from elsewhere could
 * point its name here and speak as if it were ours (DNS rebinding). Keys come in a header, never
 * in an address.
 */
#ifndef CANTRIP_TOOLS_SERVE_HTTP_H
#define CANTRIP_TOOLS_SERVE_HTTP_H

#include "house.h"

struct http_setup {
    const char *bind;      /* an address, IPv4 or IPv6 */
    int port;              /* 0: any free port */
    struct list hosts;     /* our names, beside the address itself */
    const char *files;     /* folder of the page's files; NULL: the built-in files */
    const char *password;  /* needed for everything about a game; NULL: none */
    bool proxy;            /* the last address of X-Forwarded-For is the client */
    int requests, streams; /* per address: requests a second, open streams (limits.h) */
};
struct http;

/* The message of commands that need the library; the command's name comes first. */
#define HTTP_MISSING                                                                           \
    "%s: this build has no HTTP: install libmicrohttpd (Debian: apt-get install "              \
    "libmicrohttpd-dev) and build again"

/* Is the library there? If not, the functions below do nothing. */
bool http_here(void);
/* Starts to answer requests. NULL after a message. */
struct http *http_open(struct house *h, const struct http_setup *setup);
/* The port that it listens on. */
int http_port(const struct http *w);
/* Can only this machine reach the address? */
bool http_local(const struct http *w);
/* Does it listen at all addresses of this machine (0.0.0.0, ::)? */
bool http_everywhere(const struct http *w);
/* Sends heartbeats to silent streams. Call it every few seconds. */
void http_tick(struct http *w);
/* Ends all streams, finishes the open requests and stops. */
void http_close(struct http *w);

#endif

/* nohttp.c - replaces http.c without libmicrohttpd. Everything else still builds and works. */
#if defined CANTRIP_BARE || !__has_include(<microhttpd.h>)
#include "http.h"

bool http_here(void)
{
    return false;
}

struct http *http_open(struct house *h, const struct http_setup *setup)
{
    (void)h;
    (void)setup;
    return NULL;
}

int http_port(const struct http *w)
{
    (void)w;
    return 0;
}

bool http_local(const struct http *w)
{
    (void)w;
    return false;
}

bool http_everywhere(const struct http *w)
{
    (void)w;
    return false;
}

void http_tick(struct http *w)
{
    (void)w;
}

void http_close(struct http *w)
{
    (void)w;
}
#else
typedef int something_for_the_compiler;
#endif

/* http.c - the house over HTTP. Without the library nohttp.c takes its place. */
#if !defined CANTRIP_BARE && __has_include(<microhttpd.h>)
#include "http.h"

#include "art.h"
#include "clocks.h"
#include "limits.h"
#include "page.h"
#include "routes.h"
#include "stream.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BODY_MOST = 65536, HEAD_MOST = 16384, SILENT_MOST = 30, PER_ADDRESS = 256, THREADS = 4 };

struct http {
    struct house *house;
    struct http_setup setup;
    struct MHD_Daemon *daemon;
    struct sockaddr_storage address;
    socklen_t size;
    int port;
    struct limits *limits;
    atomic_bool closing;
};

/* A stream, and the address and key for which it counts. */
struct listening {
    struct stream *stream;
    struct limits *limits;
    char address[ADDRESS_ROOM], key[SECRET_ROOM];
};

/* A request that is being read. */
struct reading {
    char *body;
    size_t n;
    bool too_long;
    struct MHD_Connection *connection;
    /* the request and its answer; the connection sleeps until it is there */
    struct http *http;
    struct job job;
    struct request request;
    struct game *game; /* a reference to the game of a new table, or NULL */
    const char *last;
    char address[ADDRESS_ROOM];
    bool asked;
    struct answer answer; /* or */
    struct listening *listening;
    struct hint hint;
};

bool http_here(void)
{
    return true;
}

/* ---- what is asked ---- */

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* Headers of every answer: nothing from other sites, no frames, no guessed types, no cache. */
static void protect(struct MHD_Response *r)
{
    static const char *const lines[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
         "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        MHD_add_response_header(r, lines[i][0], lines[i][1]);
}

static enum MHD_Result reply(struct MHD_Connection *c, int status, const char *type,
                             struct MHD_Response *r)
{
    if (!r)
        return MHD_NO;
    protect(r);
    MHD_add_response_header(r, "Content-Type", type);
    enum MHD_Result done = MHD_queue_response(c, (unsigned)status, r);
    MHD_destroy_response(r);
    return done;
}

/* ---- who asks ---- */

/* Writes an IPv4 address (also inside IPv6) whole, and the network of an IPv6 address. */
static void write_network(const struct in6_addr *a, char out[ADDRESS_ROOM])
{
    struct in6_addr net = *a;

    if (IN6_IS_ADDR_V4MAPPED(a)) {
        inet_ntop(AF_INET, a->s6_addr + 12, out, ADDRESS_ROOM);
        return;
    }
    memset(net.s6_addr + 8, 0, 8);
    if (inet_ntop(AF_INET6, &net, out, ADDRESS_ROOM - 4))
        strcat(out, "/64");
}

static enum MHD_Result last_value(void *ctx, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    const char **last = ctx;

    (void)kind;
    if (value && !strcasecmp(name, "X-Forwarded-For"))
        *last = value;
    return MHD_YES;
}

/* The address that the proxy itself added, at the end of what it was sent. False: not an
 * address. */
static bool forwarded(struct MHD_Connection *c, char out[ADDRESS_ROOM])
{
    const char *said = NULL;
    char text[ADDRESS_ROOM];
    struct in6_addr six;
    struct in_addr four;

    MHD_get_connection_values(c, MHD_HEADER_KIND, last_value, &said);
    if (!said)
        return false;
    said = strrchr(said, ',') ? strrchr(said, ',') + 1 : said;
    said += strspn(said, " \t");
    snprintf(text, sizeof text, "%.*s", (int)strcspn(said, " \t"), said);
    if (inet_pton(AF_INET, text, &four) == 1)
        return inet_ntop(AF_INET, &four, out, ADDRESS_ROOM) != NULL;
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    write_network(&six, out);
    return true;
}

static void write_address(const struct http *w, struct MHD_Connection *c,
                          char out[ADDRESS_ROOM])
{
    const union MHD_ConnectionInfo *i =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct sockaddr_in four;
    struct sockaddr_in6 six;

    snprintf(out, ADDRESS_ROOM, "?");
    if ((w->setup.proxy && forwarded(c, out)) || !i || !i->client_addr)
        return;
    if (i->client_addr->sa_family == AF_INET6) {
        memcpy(&six, i->client_addr, sizeof six);
        write_network(&six.sin6_addr, out);
    } else {
        memcpy(&four, i->client_addr, sizeof four);
        inet_ntop(AF_INET, &four.sin_addr, out, ADDRESS_ROOM);
    }
}

/* ---- answers ---- */

static void log_refused(const struct reading *in, const char *method, const char *url,
                        const struct answer *a)
{
    complain("serve: %s %.8s %.120s: %d %s", in->address, method, url, a->status,
             mem_said(json_string_value(json_object_get(a->json, "error"))));
}

static enum MHD_Result send_answer(struct reading *in, const char *method, const char *url,
                                   struct answer *a)
{
    char *text = a->text ? a->text : mem_had(json_dumps(a->json, JSON_COMPACT));
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);

    if (a->status >= 400 && a->status != 409 && a->status != 429)
        log_refused(in, method, url, a);
    if (r && a->allow)
        MHD_add_response_header(r, "Allow", a->allow);
    if (r && a->retry) {
        char seconds[16];
        snprintf(seconds, sizeof seconds, "%d", a->retry);
        MHD_add_response_header(r, "Retry-After", seconds);
    }
    const char *type = a->text ? "text/plain; charset=utf-8" : "application/json";
    a->text = NULL;
    enum MHD_Result done = reply(in->connection, a->status, type, r);
    answer_free(a);
    return done;
}

/* The page asks again until the server is back. */
static struct answer stopping(void)
{
    struct answer a = answer_error(503, "the server is stopping. Try again in a moment");

    a.retry = 1;
    return a;
}

/* ---- who may ask ---- */

/* Is this "NAME" or "NAME:PORT" one of our names? The port of `name` is one at which a proxy
 * listens. */
static bool is_name(const char *said, const char *name)
{
    size_t n = *name == '[' ? strcspn(name, "]") : strcspn(name, ":");

    n += name[n] == ']';
    return n && !strncasecmp(said, name, n) &&
           (!said[n] ||
            (said[n] == ':' && strspn(said + n + 1, "0123456789") == strlen(said + n + 1)));
}

/* Is it an address (not a name), with or without a port? */
static bool is_address(const char *host)
{
    char address[INET6_ADDRSTRLEN];
    struct in6_addr a;
    bool six = *host == '[';
    size_t n = strcspn(host + six, six ? "]" : ":");

    if (n >= sizeof address || !is_name(host, host))
        return false;
    snprintf(address, sizeof address, "%.*s", (int)n, host + six);
    return inet_pton(six ? AF_INET6 : AF_INET, address, &a) == 1;
}

/* Is a request for this host meant for us? Owners of a name can point it here, and their pages
 * could then read ours (DNS rebinding). With an address they cannot. */
static bool is_ours(const struct http *w, const char *host)
{
    static const char *const always[] = {"localhost", "127.0.0.1", "[::1]"};
    char address[80];

    if (!host)
        return false;
    for (size_t i = 0; http_local(w) && i < sizeof always / sizeof *always; i++)
        if (is_name(host, always[i]))
            return true;
    for (int i = 0; i < w->setup.hosts.n; i++)
        if (is_name(host, w->setup.hosts.v[i]))
            return true;
    if (http_everywhere(w) && (is_name(host, always[0]) || is_address(host)))
        return true;
    snprintf(address, sizeof address, strchr(w->setup.bind, ':') ? "[%s]" : "%s",
             w->setup.bind);
    return is_name(host, address);
}

/* Does the request come from a page of ours, or from no page? A page belongs to the host it came
 * from or to a proxy's name (--host). Another port of this host is another site. */
static bool own_origin(const struct http *w, const char *origin, const char *host)
{
    if (!origin)
        return true;
    if (strncmp(origin, "http://", 7) != 0 && strncmp(origin, "https://", 8) != 0)
        return false;
    origin = strchr(origin, '/') + 2;
    bool ours = !strcasecmp(origin, host);
    for (int i = 0; i < w->setup.hosts.n && !ours; i++)
        ours = !strcasecmp(origin, w->setup.hosts.v[i]);
    return ours;
}

static bool is_json(const char *type)
{
    static const char json[] = "application/json";

    return type && !strncasecmp(type, json, sizeof json - 1) &&
           strchr("; ", type[sizeof json - 1]) != NULL;
}

/* Headers that decide something. If one comes twice, a proxy and we could each read another one. */
static const char *const once[] = {"Host", "Origin", "Authorization", "Content-Type",
                                   "Content-Length"};
enum { ONCE = sizeof once / sizeof *once };

static enum MHD_Result count_header(void *ctx, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    int *n = ctx;

    (void)kind, (void)value;
    for (int i = 0; i < ONCE; i++)
        n[i] += !strcasecmp(name, once[i]);
    return MHD_YES;
}

static bool says_twice(struct MHD_Connection *c)
{
    int n[ONCE] = {0};
    bool twice = false;

    MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, n);
    for (int i = 0; i < ONCE; i++)
        twice |= n[i] > 1;
    return twice;
}

/* 0, or an HTTP status with *why. */
static int turn_away(const struct http *w, struct MHD_Connection *c, const char *method,
                     const struct reading *in, const char **why)
{
    if (says_twice(c)) {
        *why = "a header is sent twice that may come only once";
        return 400;
    }
    if (!is_ours(w, header(c, "Host"))) {
        *why = "this host is not allowed (--host NAME)";
        return 403;
    }
    if (!own_origin(w, header(c, "Origin"), header(c, "Host"))) {
        *why = "a page of another site may not use this server";
        return 403;
    }
    if (in->too_long) {
        *why = "the body is too long";
        return 413;
    }
    if (!strcmp(method, "POST") && !is_json(header(c, "Content-Type"))) {
        *why = "the body must be application/json";
        return 415;
    }
    return 0;
}

static const char *key_of(struct MHD_Connection *c)
{
    const char *said = header(c, "Authorization");

    return said && !strncasecmp(said, "Bearer ", 7) ? said + 7 : "";
}

/* Does the request have the server's password? The page sends a cookie, others a header. */
static bool has_password(const struct http *w, struct reading *in)
{
    const char *cookie =
                   MHD_lookup_connection_value(in->connection, MHD_COOKIE_KIND, "cantrip"),
               *said = header(in->connection, "X-Password");
    char plain[256] = "";

    if (!said && cookie) {
        snprintf(plain, sizeof plain, "%s", cookie);
        MHD_http_unescape(plain);
        said = plain;
    }
    bool knows = said && secret_same(w->setup.password, said);
    if (said && !knows)
        limits_guess(w->limits, in->address, WRONG_COSTS);
    return knows;
}

/* 0, or the status of the answer that was written: too many requests, or no password. */
static int hold_off(struct http *w, struct reading *in, const char *url)
{
    const char *key = key_of(in->connection);

    if (strncmp(url, "/api/", 5) != 0 && strncmp(url, "/art/", 5) != 0)
        return 0; /* the page and its words are open to everyone */
    const char *verb = strrchr(url, '/');
    int wait = limits_ask(w->limits, in->address, secret_shaped(key, SECRET) ? key : "",
                          !strcmp(verb, "/log") ? AGAIN_COSTS : 1);
    if (!wait && w->setup.password)
        wait = limits_guess(w->limits, in->address, 0);
    if (wait) {
        in->answer = answer_error(429, "too many requests. Try again in %d s", wait);
        in->answer.retry = wait;
    } else if (w->setup.password && strcmp(url, "/api/words") != 0 && !has_password(w, in)) {
        in->answer = answer_error(
            401, "the server's password is missing or wrong. Send it as X-Password");
    }
    return in->answer.status;
}

/* ---- streams ---- */

static void suspend(struct stream *s)
{
    MHD_suspend_connection(s->connection);
}

static void resume(struct stream *s)
{
    MHD_resume_connection(s->connection);
}

static ssize_t read_stream(void *ctx, uint64_t at, char *out, size_t most)
{
    (void)at;
    struct listening *l = ctx;
    long n = stream_read(l->stream, out, most, suspend);
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : n;
}

static void free_stream(void *ctx)
{
    struct listening *l = ctx;

    limits_unstream(l->limits, l->address, l->key);
    if (l->stream)
        stream_free(l->stream);
    free(l);
}

/* NULL: this address or key has too many streams. */
static struct listening *listen_to(struct http *w, const struct reading *in, int observer)
{
    struct listening *l = mem_zero(sizeof *l);

    l->limits = w->limits;
    memcpy(l->address, in->address, sizeof l->address);
    if (observer != CT_SPECTATOR) /* all spectators share a key */
        snprintf(l->key, sizeof l->key, "%s", in->request.key);
    if (limits_stream(w->limits, l->address, l->key))
        return l;
    free(l);
    return NULL;
}

static void open_stream(struct reading *in, const char *id)
{
    struct http *w = in->http;
    struct gametable *t = house_table(w->house, id);
    int observer;

    if (!t) {
        in->answer = answer_error(404, NO_TABLE);
        return;
    }
    if (w->closing)
        in->answer = stopping();
    else if (!route_observer(w->house, t, in->request.key, &observer))
        in->answer = answer_error(403, NO_KEY);
    else if (!(in->listening = listen_to(w, in, observer)))
        in->answer = answer_error(
            429, "too many pages are open from this address or with this link. Close one");
    else
        in->listening->stream =
            stream_new(w->house, t, in->connection, observer, in->last, resume);
    house_done(w->house, t);
}

static enum MHD_Result send_stream(struct reading *in)
{
    struct MHD_Response *r = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 4096, read_stream, in->listening, free_stream);

    if (!r)
        return MHD_NO;
    in->listening = NULL; /* belongs to the response now */
    MHD_add_response_header(r, "X-Accel-Buffering", "no");
    return reply(in->connection, 200, "text/event-stream", r);
}

/* ---- hints ---- */

static void hint_ready(struct hint *h)
{
    struct reading *in = h->ctx;

    in->answer = (struct answer){.status = 200};
    if (h->json)
        in->answer.json = json_loads(h->json, 0, NULL);
    if (!in->answer.json)
        in->answer = answer_error(409, "there is no hint now");
    MHD_resume_connection(in->connection);
}

/* ---- what workers do ---- */

static void answer_it(struct job *j)
{
    struct reading *in = j->ctx;
    struct house *h = in->http->house;
    struct gametable *t = j->t;
    const struct request *r = &in->request;
    const char *rest = "";
    char id[TABLE_ID + 1];
    bool table = route_table(r->path, id, &rest), sleeps = false;

    game_drop(in->game);
    in->game = NULL;
    in->hint = (struct hint){.ready = hint_ready, .ctx = in};
    if (h->closing)
        in->answer = stopping();
    else if (table && !strcmp(r->method, "GET") && !strcmp(rest, "stream"))
        open_stream(in, id);
    else if (table && !strcmp(r->method, "POST") && !strcmp(rest, "hint"))
        sleeps = route_hint(h, r, id, &in->hint, &in->answer);
    else
        in->answer = route(h, r);
    if (!sleeps)
        MHD_resume_connection(in->connection);
    if (t)
        house_let_go(h, t);
}

/* The connection sleeps until a worker has answered. */
static enum MHD_Result let_answer(struct http *w, struct reading *in)
{
    struct house *h = w->house;
    const char *rest;
    char id[TABLE_ID + 1];

    in->http = w;
    in->asked = true;
    in->job = (struct job){.run = answer_it, .ctx = in, .first = true};
    if (route_table(in->request.path, id, &rest))
        in->job.t = house_hold(h, id);
    else
        in->game = route_game(h, &in->request);
    if (!h->desk)
        in->job.game = in->job.t ? in->job.t->game : in->game;
    MHD_suspend_connection(in->connection);
    house_do(&h->playing, &in->job);
    return MHD_YES;
}

/* ---- the page ---- */

/* Reads a file from the folder, for work on the page. Only names of built-in files are allowed. */
static struct MHD_Response *file_from(const char *folder, const struct page_file *f)
{
    struct buffer path = {0};
    char *wrong = NULL;
    size_t n;

    buffer_add(&path, "%s/%s", folder, f->name);
    char *text = ct_file_read(buffer_text(&path), &n, &wrong);
    if (!text)
        complain("serve: %s", reason(wrong));
    buffer_free(&path);
    free(wrong);
    return text ? MHD_create_response_from_buffer(n, text, MHD_RESPMEM_MUST_FREE) : NULL;
}

static enum MHD_Result send_file(struct http *w, struct MHD_Connection *c,
                                 const struct page_file *f)
{
    union {
        const unsigned char *from;
        void *to;
    } bytes = {.from = f->bytes};

    return reply(c, 200, page_type(f),
                 w->setup.files
                     ? file_from(w->setup.files, f)
                     : MHD_create_response_from_buffer(f->n, bytes.to, MHD_RESPMEM_PERSISTENT));
}

/* A picture is part of the rules, so everyone may see it. It is no document of its own. */
static enum MHD_Result send_art(struct http *w, struct reading *in, const char *url)
{
    size_t n;
    const char *type;
    char *bytes = art_read(w->house, url, &n, &type);
    struct MHD_Response *r =
        bytes ? MHD_create_response_from_buffer(n, bytes, MHD_RESPMEM_MUST_FREE) : NULL;

    if (!bytes) {
        struct answer a = answer_error(404, "there is no such picture");
        return send_answer(in, "GET", url, &a);
    }
    if (r)
        MHD_add_response_header(r, "Content-Security-Policy", "sandbox");
    return reply(in->connection, 200, type, r);
}

/* ---- requests ---- */

static enum MHD_Result answer(struct http *w, struct MHD_Connection *c, const char *url,
                              const char *method, struct reading *in)
{
    const struct page_file *file = page_find(url, w->house->desk != NULL);
    const char *why = NULL, *lang = argument(c, "lang");
    int status;

    if (in->listening)
        return send_stream(in);
    if (in->asked)
        return send_answer(in, method, url, &in->answer);
    write_address(w, c, in->address);
    status = turn_away(w, c, method, in, &why);
    if (!status && hold_off(w, in, url))
        return send_answer(in, method, url, &in->answer);
    if (!status && file && (!strcmp(method, "GET") || !strcmp(method, "HEAD")))
        return send_file(w, c, file);
    if (!status && !strncmp(url, "/art/", 5) && !strcmp(method, "GET"))
        return send_art(w, in, url);
    in->request = (struct request){.method = method,
                                   .path = url,
                                   .key = key_of(c),
                                   .body = in->body,
                                   .nbody = in->n,
                                   .lang = lang ? lang : header(c, "Accept-Language"),
                                   .to = argument(c, "to"),
                                   .as = argument(c, "as"),
                                   .from = in->address};
    in->last = header(c, "Last-Event-ID");
    if (status) {
        in->answer = answer_error(status, "%s", why);
    } else if (w->closing) {
        in->answer = stopping();
    } else if (file || (strcmp(method, "GET") != 0 && strcmp(method, "POST") != 0)) {
        in->answer = answer_error(405, "this address does not take this method");
        in->answer.allow = "GET";
    } else if (!route_quick(&in->request)) {
        return let_answer(w, in);
    } else {
        in->answer = route(w->house, &in->request);
    }
    return send_answer(in, method, url, &in->answer);
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *n, void **state)
{
    struct reading *in = *state;

    (void)version;
    if (!in) {
        *state = in = mem_zero(sizeof *in);
        in->connection = c;
        return MHD_YES;
    }
    if (*n) {
        in->too_long |= in->n + *n > BODY_MOST;
        if (!in->too_long) {
            in->body = mem_realloc(in->body, in->n + *n);
            memcpy(in->body + in->n, upload, *n);
            in->n += *n;
        }
        *n = 0;
        return MHD_YES;
    }
    return answer(ctx, c, url, method, in);
}

static void on_end(void *ctx, struct MHD_Connection *c, void **state,
                   enum MHD_RequestTerminationCode how)
{
    struct reading *in = *state;

    (void)ctx;
    (void)c;
    (void)how;
    if (in) {
        if (in->listening)
            free_stream(in->listening);
        answer_free(&in->answer);
        free(in->body);
        free(in->hint.json);
    }
    free(in);
    *state = NULL;
}

/* A C string would end at %00, so an address with one stays escaped and matches nothing. */
static size_t unescape(void *ctx, struct MHD_Connection *c, char *text)
{
    (void)ctx, (void)c;
    return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

/* ---- the daemon ---- */

static bool read_address(struct http *w)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE,
                             .ai_socktype = SOCK_STREAM},
                    *found;
    char port[8];

    snprintf(port, sizeof port, "%d", w->setup.port);
    int rc = getaddrinfo(w->setup.bind, port, &hints, &found);
    if (rc)
        return complain("serve: --bind '%s': write an address, such as 127.0.0.1 or ::1",
                        w->setup.bind);
    memcpy(&w->address, found->ai_addr, found->ai_addrlen);
    w->size = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

/* The socket it listens at. -1 after a message. */
static int listen_there(struct http *w)
{
    int fd = socket(w->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0),
        yes = 1;
    const struct sockaddr *there = (const void *)&w->address;

    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes,
                   sizeof yes); /* allows a restart at once after a crash */
    if (fd >= 0 && !bind(fd, there, w->size) && !listen(fd, 511))
        return fd;
    complain("serve: cannot listen at %s, port %d: %s", w->setup.bind, w->setup.port,
             strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_in6 a = {0}; /* the port has the same place in both families */
    socklen_t n = sizeof a;

    return getsockname(fd, (struct sockaddr *)&a, &n) ? 0 : ntohs(a.sin6_port);
}

bool http_local(const struct http *w)
{
    if (w->address.ss_family == AF_INET) {
        struct sockaddr_in a;
        memcpy(&a, &w->address, sizeof a);
        return ntohl(a.sin_addr.s_addr) >> 24 == 127;
    }
    struct sockaddr_in6 a;
    memcpy(&a, &w->address, sizeof a);
    return IN6_IS_ADDR_LOOPBACK(&a.sin6_addr);
}

bool http_everywhere(const struct http *w)
{
    if (w->address.ss_family == AF_INET) {
        struct sockaddr_in a;
        memcpy(&a, &w->address, sizeof a);
        return a.sin_addr.s_addr == htonl(INADDR_ANY);
    }
    struct sockaddr_in6 a;
    memcpy(&a, &w->address, sizeof a);
    return IN6_IS_ADDR_UNSPECIFIED(&a.sin6_addr);
}

int http_port(const struct http *w)
{
    return w->port;
}

struct http *http_open(struct house *h, const struct http_setup *setup)
{
    struct http *w = mem_zero(sizeof *w);

    *w = (struct http){
        .house = h, .setup = *setup, .limits = limits_new(setup->requests, setup->streams)};
    int fd = read_address(w) ? listen_there(w) : -1;
    if (fd < 0) {
        limits_free(w->limits);
        free(w);
        return NULL;
    }
    h->wake = stream_wake;
    h->leave = stream_end;
    w->port = port_of(fd);
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                     (w->address.ss_family == AF_INET6 ? MHD_USE_IPv6 : 0);
    w->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, on_request, w, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT, 4096u,
        /* through a proxy all come from one address */
        MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        http_local(w) || setup->proxy ? 0u : (unsigned)PER_ADDRESS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_MOST, MHD_OPTION_UNESCAPE_CALLBACK,
        unescape, NULL, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_MOST,
        MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_END);
    if (!w->daemon) {
        complain("serve: the server does not start: %s", strerror(errno));
        close(fd);
        limits_free(w->limits);
        free(w);
        return NULL;
    }
    return w;
}

/* Visits every table with streams. `wait`: also tables whose game is being played now. */
static void each_table(struct http *w, bool wait,
                       void (*act)(struct house *h, struct gametable *t))
{
    pthread_mutex_lock(&w->house->lock);
    for (struct gametable *t = w->house->tables; t; t = t->next) {
        t->users++;
        pthread_mutex_unlock(&w->house->lock);
        if (!(wait ? pthread_mutex_lock(&t->lock) : pthread_mutex_trylock(&t->lock))) {
            act(w->house, t);
            pthread_mutex_unlock(&t->lock);
        }
        pthread_mutex_lock(&w->house->lock);
        t->users--;
    }
    pthread_mutex_unlock(&w->house->lock);
}

static void beat(struct house *h, struct gametable *t)
{
    clocks_tick(h, t);
    stream_beat(t, time(NULL));
}

void http_tick(struct http *w)
{
    each_table(w, false, beat);
}

static void end_all(struct house *h, struct gametable *t)
{
    (void)h;
    stream_end(t, CT_ALL);
}

void http_close(struct http *w)
{
    /* no connection sleeps from now on; MHD's own quiescing can abort if two threads do it */
    w->closing = true;
    each_table(w, true, end_all);
    house_rest(w->house);
    MHD_stop_daemon(w->daemon);
    limits_free(w->limits);
    free(w);
}
#else
typedef int something_for_the_compiler;
#endif

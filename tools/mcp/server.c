/* server.c - messages of the Model Context Protocol over stdin and stdout: JSON-RPC, one a line.
 *
 * https://modelcontextprotocol.io/specification/2025-06-18 */
#include "mcp.h"

#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/stopped.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 16 << 20 };
enum { NO_JSON = -32700, NO_REQUEST = -32600, NO_METHOD = -32601, NO_PARAMS = -32602 };

/* Versions of the protocol whose messages are like ours, the newest first. */
static const char *const versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};

static struct {
    char *text; /* what has come and is not answered yet */
    size_t n, cap, seen;
    bool over;
    const json_t *under_way; /* the id of the call under way */
    int seconds;
} in;

/* ---- reading ---- */

/* Does this line take back the call under way? */
static bool takes_back(const char *line, size_t n)
{
    json_t *m = json_loadb(line, n, 0, NULL);
    const char *method = json_string_value(json_object_get(m, "method"));
    bool back =
        method && !strcmp(method, "notifications/cancelled") &&
        json_equal(json_object_get(json_object_get(m, "params"), "requestId"), in.under_way);

    json_decref(m);
    return back;
}

/* Reads what is there. */
static void read_more(void)
{
    if (in.cap - in.n < 65536)
        in.text = mem_realloc(in.text, in.cap = 2 * in.cap + 131072);
    ssize_t n = read(STDIN_FILENO, in.text + in.n, in.cap - in.n);
    in.over = n == 0 || (n < 0 && errno != EINTR);
    in.n += n > 0 ? (size_t)n : 0;
}

int mcp_wait(int fd, int milliseconds)
{
    struct pollfd p[] = {{fd, POLLIN, 0},
                         {in.over || in.n > LONGEST ? -1 : STDIN_FILENO, POLLIN, 0}};

    if (stopped() || (poll(p, 2, milliseconds) < 0 && errno != EINTR))
        return -1;
    if (p[1].revents) {
        read_more();
        char *end;
        while ((end = memchr(in.text + in.seen, '\n', in.n - in.seen))) {
            size_t from = in.seen;
            in.seen = (size_t)(end - in.text) + 1;
            if (takes_back(in.text + from, in.seen - from))
                return -1;
        }
    }
    return p[0].revents != 0;
}

/* ---- answering ---- */

static void put(json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = mem_had(json_dumps(message, JSON_COMPACT));

    puts(text);
    fflush(stdout);
    free(text);
    json_decref(message);
}

static void answer(const json_t *id, json_t *result)
{
    put(json_pack("{s: O, s: o}", "id", id, "result", result));
}

static void refuse_it(const json_t *id, int code, const char *why)
{
    json_t *o = json_pack("{s: {s: i, s: s}}", "error", "code", code, "message", why);

    json_object_set_new(o, "id", id ? json_deep_copy(id) : json_null());
    put(o);
}

static json_t *initialize(const json_t *params)
{
    const char *wanted = json_string_value(json_object_get(params, "protocolVersion"));
    const char *version = versions[0];

    for (size_t i = 0; wanted && i < sizeof versions / sizeof *versions; i++)
        version = strcmp(versions[i], wanted) ? version : versions[i];
    return json_pack("{s: s, s: {s: {}}, s: {s: s, s: s, s: s}, s: s}", "protocolVersion",
                     version, "capabilities", "tools", "serverInfo", "name", "cantrip", "title",
                     "Cantrip", "version", CT_VERSION, "instructions",
                     "Cantrip runs card games that are written in YAML and Lua. Read the page "
                     "'language' of the "
                     "guide first. Begin a game with new_game, change its files, and check and "
                     "test after each "
                     "change.");
}

static void call(const json_t *id, const json_t *params)
{
    const char *name = json_string_value(json_object_get(params, "name"));
    const json_t *arguments = json_object_get(params, "arguments");

    if (!name || !calls_have(name) || (arguments && !json_is_object(arguments))) {
        refuse_it(id, NO_PARAMS,
                  name ? "there is no such tool, or its arguments are no object"
                       : "the name of a tool is missing");
        return;
    }
    in.under_way = id;
    in.seen = 0;
    struct said said = calls_make(name, arguments, in.seconds);
    in.under_way = NULL;
    if (said.text) /* else it was taken back */
        answer(id, json_pack("{s: [{s: s, s: o}], s: b}", "content", "type", "text", "text",
                             json_text(said.text), "isError", said.wrong));
    free(said.text);
}

static void handle(const json_t *m)
{
    const json_t *id = json_object_get(m, "id"), *params = json_object_get(m, "params");
    const char *method = json_string_value(json_object_get(m, "method"));

    if (!method || (id && !json_is_string(id) && !json_is_integer(id)))
        refuse_it(NULL, NO_REQUEST, "this is not a request");
    else if (!id) /* a notification */
        return;
    else if (!strcmp(method, "initialize"))
        answer(id, initialize(params));
    else if (!strcmp(method, "ping"))
        answer(id, json_object());
    else if (!strcmp(method, "tools/list"))
        answer(id, json_pack("{s: o}", "tools", calls_list()));
    else if (!strcmp(method, "tools/call"))
        call(id, params);
    else
        refuse_it(id, NO_METHOD, "this server does not have this method");
}

/* Answers the first line, and forgets it. */
static void take_line(size_t n)
{
    json_error_t wrong;
    json_t *m = json_loadb(in.text, n, JSON_ALLOW_NUL, &wrong);
    bool blank = *in.text == '\r' || *in.text == '\n';

    in.n -= n;
    memmove(in.text, in.text + n, in.n);
    if (m)
        handle(m);
    else if (!blank)
        refuse_it(NULL, NO_JSON, wrong.text);
    json_decref(m);
}

int mcp_serve(int seconds)
{
    in.seconds = seconds;
    stopped_heed();
    while (!stopped()) {
        char *end = in.n ? memchr(in.text, '\n', in.n) : NULL;
        if (end)
            take_line((size_t)(end - in.text) + 1);
        else if (in.over)
            break;
        else if (in.n > LONGEST)
            return refuse("mcp: a message may have at most 16 MB");
        else
            read_more();
    }
    free(in.text);
    memset(&in, 0, sizeof in);
    return stopped_status();
}

/* calls.c - the tools: what they are called with, and what the commands behind them say. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np */
#include "mcp.h"

#include "tools/buffer.h"
#include "tools/clock.h"
#include "tools/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_SAID = 400000, LAST_WORDS = 5 };
/* The first three are paths. */
enum arg_kind { ARG_PATH, ARG_FOLDER, ARG_GAME, ARG_TEXT, ARG_LIST, ARG_COUNT, ARG_BOTS };

static const struct arg {
    const char *name, *says;
    enum arg_kind kind;
} args[] = {
#define ARG(name, kind, says) {#name, says, ARG_##kind},
#include "tools/mcp/tools.h"
};
static const struct tool {
    const char *name, *says, *line;
    bool writes;
    struct said (*on_files)(const json_t *arguments);
} tools[] = {
#define TOOL(name, writes, says, line)          {#name, says, line, writes, NULL},
#define FILE_TOOL(name, writes, says, line, fn) {#name, says, line, writes, fn},
#include "tools/mcp/tools.h"
};
enum { ARGS = sizeof args / sizeof *args, TOOLS = sizeof tools / sizeof *tools };

struct said said_wrong(const char *fmt, ...)
{
    va_list values;

    va_start(values, fmt);
    struct said s = {mem_vprintf(fmt, values), true};
    va_end(values);
    return s;
}

/* ---- the arguments of a line ---- */

/* The next {argument} of a line from *at on. NULL: there is none. *needed: it is in no [ ]. */
static const struct arg *next_arg(const char **at, bool *needed)
{
    const char *brace = strchr(*at, '{');

    if (!brace)
        return NULL;
    *needed = true;
    for (const char *p = brace; p >= *at && *p != ']'; p--)
        *needed &= *p != '[';
    size_t n = strcspn(++brace, "*}");
    *at = strchr(brace, '}') + 1;
    for (int i = 0; i < ARGS; i++)
        if (strlen(args[i].name) == n && !memcmp(args[i].name, brace, n))
            return &args[i];
    return NULL;
}

static json_t *schema_of(const struct tool *t)
{
    json_t *properties = json_object(), *required = json_array();
    const struct arg *a;
    bool needed;

    for (const char *at = t->line; (a = next_arg(&at, &needed));) {
        json_t *o = json_pack("{s: s, s: s}", "type",
                              a->kind == ARG_COUNT  ? "integer"
                              : a->kind == ARG_LIST ? "array"
                                                    : "string",
                              "description", a->says);
        if (a->kind == ARG_LIST)
            json_object_set_new(o, "items", json_pack("{s: s}", "type", "string"));
        if (a->kind == ARG_COUNT)
            json_object_set_new(o, "minimum", json_integer(0));
        json_object_set_new(properties, a->name, o);
        if (needed)
            json_array_append_new(required, json_string(a->name));
    }
    return json_pack("{s: s, s: o, s: o, s: b}", "type", "object", "properties", properties,
                     "required", required, "additionalProperties", 0);
}

json_t *calls_list(void)
{
    json_t *list = json_array();

    for (int i = 0; i < TOOLS; i++)
        json_array_append_new(list,
                              json_pack("{s: s, s: s, s: o, s: {s: b, s: b}}", "name",
                                        tools[i].name, "description", tools[i].says,
                                        "inputSchema", schema_of(&tools[i]), "annotations",
                                        "readOnlyHint", !tools[i].writes, "openWorldHint", 0));
    return list;
}

static const struct tool *tool_named(const char *name)
{
    for (int i = 0; i < TOOLS; i++)
        if (!strcmp(tools[i].name, name))
            return &tools[i];
    return NULL;
}

bool calls_have(const char *name)
{
    return tool_named(name) != NULL;
}

/* ---- checking ---- */

/* Bots that play without a file and without another program. */
static bool bots_alone(const char *text)
{
    return !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789:=,")] &&
           !strstr(text, "exec") && !strstr(text, "learnt:") && !strstr(text, "policy");
}

/* NULL; or what is wrong with the value (free()). */
static char *value_wrong(const struct arg *a, const json_t *v)
{
    const char *text = json_string_value(v);
    size_t i;
    json_t *one;

    if (a->kind == ARG_COUNT)
        return json_is_integer(v) && json_integer_value(v) >= 0
                   ? NULL
                   : mem_strdup("must be a whole number from 0 on");
    if (a->kind == ARG_LIST) {
        bool good = json_is_array(v);
        json_array_foreach(v, i, one) good &= json_is_string(one);
        return good ? NULL : mem_strdup("must be a list of texts");
    }
    if (!text || strlen(text) != json_string_length(v))
        return mem_strdup("must be a text");
    if (a->kind <= ARG_GAME)
        return path_wrong(text);
    if (a->kind == ARG_BOTS && !bots_alone(text))
        return mem_strdup("no files and no other programs here");
    return NULL;
}

/* Are they what the tool wants? NULL; or what is wrong (free()). */
static char *arguments_wrong(const struct tool *t, const json_t *arguments)
{
    size_t known = 0;
    const struct arg *a;
    bool needed;

    for (const char *at = t->line; (a = next_arg(&at, &needed));) {
        const json_t *v = json_object_get(arguments, a->name);
        char *wrong = v ? value_wrong(a, v) : needed ? mem_strdup("is missing") : NULL;
        if (wrong) {
            char *all = mem_printf("%s: '%s' %s", t->name, a->name, wrong);
            free(wrong);
            return all;
        }
        known += v != NULL;
    }
    return known == json_object_size(arguments)
               ? NULL
               : mem_printf("%s: it has no such argument; inputSchema lists all", t->name);
}

/* ---- commands ---- */

/* A value as a word of the command line. A folder or game in here is a path. */
static char *word_of(const struct arg *a, const json_t *v)
{
    struct stat st;

    if (json_is_integer(v))
        return mem_printf("%" JSON_INTEGER_FORMAT, json_integer_value(v));
    bool here =
        a->kind == ARG_FOLDER || (a->kind == ARG_GAME && !lstat(json_string_value(v), &st));
    return mem_printf("%s%s", here ? "./" : "", json_string_value(v));
}

/* The words of a tool's line with its arguments. Flags keep their value in one word, so that no
 * value is taken for a flag. */
static void words_of(const struct tool *t, const json_t *arguments, struct list *words)
{
    char *line = mem_strdup(t->line), *save = NULL, *flag = NULL;
    bool needed;
    struct list behind = {0};

    for (char *w = strtok_r(line, " []", &save); w; w = strtok_r(NULL, " []", &save)) {
        const char *at = w;
        const struct arg *a = next_arg(&at, &needed);
        const json_t *v = a ? json_object_get(arguments, a->name) : NULL;
        size_t n = json_is_array(v) ? json_array_size(v) : v != NULL;
        for (size_t i = 0; i < n; i++) {
            char *word = word_of(a, json_is_array(v) ? json_array_get(v, i) : v);
            list_add(flag ? words : &behind,
                     flag ? mem_printf("%s=%s", flag, word) : mem_strdup(word));
            free(word);
        }
        bool alone = !a && w[0] == '-' && (!save || save[0] != '{');
        if (!a && (alone || w[0] != '-'))
            list_add(words, mem_strdup(w));
        flag = !a && w[0] == '-' && !alone ? w : NULL;
    }
    list_add(words, mem_strdup("--"));
    for (int i = 0; i < behind.n; i++)
        list_add(words, behind.v[i]);
    args_free(&behind);
    free(line);
}

/* Starts it in a group of its own; *from: what it says. -1: it cannot be. */
static pid_t start(const struct list *words, int *from)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    int ends[2];
    pid_t child = -1;

    if (pipe2(ends, O_CLOEXEC))
        return -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    struct list argv = {0};
    list_add(&argv, "cantrip");
    for (int i = 0; i < words->n; i++)
        list_add(&argv, words->v[i]);
    list_add(&argv, NULL);
    int wrong = posix_spawn(&child, "/proc/self/exe", &files, &how,
                            (char *const *)(uintptr_t)argv.v, environ);
    args_free(&argv);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    *from = ends[0];
    if (!wrong)
        return child;
    close(ends[0]);
    errno = wrong;
    return -1;
}

struct said command_said(const struct list *words, int seconds)
{
    int from = -1, status = 0, got = 0;
    double until = seconds_now() + seconds;
    pid_t child = start(words, &from);
    struct buffer text = {0};
    bool late = false;
    char part[16384];

    if (child < 0)
        return said_wrong("the command cannot be started: %s", strerror(errno));
    for (ssize_t n = 1; n > 0 && got >= 0;) {
        double left = until - seconds_now();
        got = mcp_wait(from, left > 0 ? (int)(left * 1000) + 1 : 0);
        if (got > 0 && (n = read(from, part, sizeof part)) > 0 && text.n < MOST_SAID)
            buffer_add(&text, "%.*s", (int)n, part);
        if (seconds_now() < until)
            continue;
        if (late)
            break;
        late = true; /* it is asked to stop, and then it must */
        until = seconds_now() + LAST_WORDS;
        kill(-child, SIGINT);
    }
    kill(-child, SIGKILL);
    close(from);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (got < 0) {
        buffer_free(&text);
        return (struct said){0};
    }
    if (text.n >= MOST_SAID)
        buffer_add(&text, "\n… and more. Ask for less at once.\n");
    if (late)
        buffer_add(&text, "\nThe time was up: not everything was done.\n");
    return (struct said){buffer_take(&text),
                         !late && (!WIFEXITED(status) || WEXITSTATUS(status) > EXIT_FINDING)};
}

struct said calls_make(const char *name, const json_t *arguments, int seconds)
{
    const struct tool *t = tool_named(name);
    char *wrong = arguments_wrong(t, arguments);
    struct list words = {0};

    if (wrong)
        return (struct said){wrong, true};
    if (t->on_files)
        return t->on_files(arguments);
    words_of(t, arguments, &words);
    struct said said = command_said(&words, seconds);
    list_free(&words);
    return said;
}

/* program.c - a bot that is another program, asked in lines of JSON on its stdin and stdout.
 *
 * It is told what its seat may know (ct_view_json) and its choices, and nothing else. It answers
 * {"choice": number}. One that dies, is silent for too long or answers something else forfeits
 * that choice: it is ended, its choices are made by chance for the rest of the game, and
 * stats.forfeits counts them. core/README.md shows the lines.
 */
#include "bot/internal.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 5, LONGEST = 65536 }; /* seconds, if the spec says none; bytes */

struct program {
    pid_t pid; /* 0: not running */
    int to;    /* a socket, both ways */
    bool out;  /* forfeited: not asked again in this game */
    size_t n;
    char line[LONGEST];
};

/* Ends the program and all processes of its group. */
static void stop(struct program *p)
{
    if (!p->pid)
        return;
    close(p->to);
    kill(-p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    p->pid = 0;
}

static bool start(struct program *p, const char *command)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return false;
    p->pid = fork();
    if (p->pid == 0) {
        setpgid(0, 0);
        dup2(ends[1], 0);
        dup2(ends[1], 1);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    if (p->pid < 0) {
        close(ends[0]);
        p->pid = 0;
        return false;
    }
    setpgid(p->pid, p->pid);
    p->to = ends[0];
    p->n = 0;
    return true;
}

int program_begin(ct_bot *b)
{
    if (!b->program)
        b->program = calloc(1, sizeof *b->program);
    if (!b->program)
        return -1;
    stop(b->program);
    b->program->out = !start(b->program, b->spec.command);
    return 0;
}

void program_free(struct program *p)
{
    if (p)
        stop(p);
    free(p);
}

/* ---- lines ---- */

static long long milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool ready(int fd, short what, long long until)
{
    struct pollfd f = {.fd = fd, .events = what};
    long long left = until - milliseconds();

    return left > 0 && poll(&f, 1, (int)left) > 0;
}

static bool send_line(struct program *p, const char *text, long long until)
{
    size_t n = strlen(text);

    while (n > 0) {
        if (!ready(p->to, POLLOUT, until))
            return false;
        ssize_t did = send(p->to, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (did < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (did > 0) {
            text += did;
            n -= (size_t)did;
        }
    }
    return true;
}

/* Its next line, without the newline, or NULL. */
static char *read_line(struct program *p, long long until)
{
    char *end;

    while (!(end = memchr(p->line, '\n', p->n))) {
        if (p->n == LONGEST || !ready(p->to, POLLIN, until))
            return NULL;
        ssize_t did = recv(p->to, p->line + p->n, LONGEST - p->n, MSG_DONTWAIT);
        if (did == 0 || (did < 0 && errno != EAGAIN && errno != EINTR))
            return NULL;
        p->n += did > 0 ? (size_t)did : 0;
    }
    *end = 0;
    return p->line;
}

/* The number that the line gives; -1: none, -2: memory ran out. The line is used up. */
static int number_of(struct program *p, const char *line, int n)
{
    json_error_t why = {0};
    json_t *o = json_loads(line, 0, &why), *c = json_object_get(o, "choice");
    json_int_t i = json_is_integer(c) ? json_integer_value(c) : -1;
    size_t used = strlen(line) + 1;
    bool lost = !o && json_error_code(&why) == json_error_out_of_memory;

    json_decref(o);
    memmove(p->line, p->line + used, p->n - used);
    p->n -= used;
    return lost ? -2 : i >= 0 && i < n ? (int)i : -1;
}

/* ---- the question ---- */

/* JSON is put together as text: a parser or a tree that has no room may lose a part of it without a word;
 * a stream notes it. */
static bool put_string(FILE *f, const char *text)
{
    json_t *s = text ? json_string(text) : NULL;
    bool ok = s && !json_dumpf(s, f, JSON_ENCODE_ANY);

    json_decref(s);
    return ok;
}

/* Without the blanks and newlines between values; the text is freed. */
static bool put_packed(FILE *f, char *json)
{
    bool quoted = false;

    for (const char *p = json; p && *p; p++) {
        if (*p == '"')
            quoted = !quoted;
        if (quoted && *p == '\\')
            fputc(*p++, f);
        if (quoted || !strchr(" \n", *p))
            fputc(*p, f);
    }
    free(json);
    return json != NULL;
}

/* Choice i, with the card that it is about. */
static bool put_choice(FILE *f, ct_bot *b, ct_state *game, int i)
{
    struct ct_choice c;
    int card = ct_choice_card(b->engine, game, b->seat, i);
    char *text = ct_get_choice(b->engine, game, b->seat, i, &c)
                     ? NULL
                     : ct_chosen_json(b->engine, game, &c);

    if (!text)
        return false;
    text[strlen(text) - 1] = '\0'; /* its brace */
    fprintf(f, "%s%s,\"card\":", i ? "," : "", text);
    free(text);
    bool ok = card < 0 ? fputs("null", f) >= 0 : put_string(f, ct_card_id(b->def, card));
    fputc('}', f);
    return ok;
}

static bool put_question(FILE *f, ct_bot *b, ct_state *game, int n)
{
    bool ok = fputs("{\"ruleset\":", f) >= 0 && put_string(f, ct_get_info(b->def, NULL).id);

    fprintf(f, ",\"seat\":%d,\"prompt\":", b->seat);
    ok = ok && put_string(f, ct_prompt(b->engine, game));
    fprintf(f, ",\"n\":%d,\"choices\":[", n);
    for (int i = 0; ok && i < n; i++)
        ok = put_choice(f, b, game, i);
    fputs("],\"view\":", f);
    ok = ok && put_packed(f, ct_view_json(b->engine, game, b->seat, true));
    fputs("}\n", f);
    return ok && !ferror(f);
}

char *program_question(ct_bot *b, ct_state *game, int n)
{
    char *line = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&line, &size);
    bool ok = f && put_question(f, b, game, n);

    if (f && fclose(f))
        ok = false;
    if (ok)
        return line;
    free(line);
    return NULL;
}

int bot_exec(ct_bot *b, ct_state *game, int n)
{
    struct program *p = b->program;
    long long until = milliseconds() + 1000LL * (b->spec.seconds ? b->spec.seconds : PATIENCE);
    char *text = p->out ? NULL : program_question(b, game, n), *line = NULL;
    int pick = -1;

    if (!p->out && !text)
        return bot_no_memory(b);
    if (text && send_line(p, text, until))
        line = read_line(p, until);
    if (line)
        pick = number_of(p, line, n);
    free(text);
    if (pick == -2)
        return bot_no_memory(b);
    if (pick >= 0)
        return pick;
    p->out = true;
    stop(p);
    return -2;
}

/* program.c - a bot that is another program, asked in lines of JSON on its stdin and stdout.
 *
 * It is told what its seat may know (ct_view_json) and its choices, nothing else. It answers
 * {"choice": number}, or {"key": that of a choice}. If it dies, is silent too long or answers
 * something else, it forfeits the choice: it is ended, a random bot chooses for the rest of the
 * game, and stats.forfeits counts it. If it never said a line and ends, it cannot play: that is an
 * error. rulesets/guide/howto/bot-in-python.md shows the lines. */
#include "bot/internal.h"
#include "bot/process.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    PATIENCE = 5,    /* seconds, if the spec has none */
    LONGEST = 65536, /* bytes of an answer */
    DAY = 86400000,  /* milliseconds: the longest poll */
};

struct program {
    struct process process;
    bool out;  /* forfeited: not asked again in this game */
    bool said; /* a line, in this game or an earlier one */
    enum ct_forfeit why;
    size_t n;
    char line[LONGEST];
};

int program_begin(ct_bot *b)
{
    struct program *p = b->program;

    if (!p)
        p = b->program = calloc(1, sizeof *p);
    if (!p)
        return -1;
    process_stop(&p->process);
    p->n = 0;
    p->out = !process_start(&p->process, b->spec.command);
    p->why = p->out ? CT_FORFEIT_START : CT_FORFEIT_NONE;
    return 0;
}

void program_free(struct program *p)
{
    if (p)
        process_stop(&p->process);
    free(p);
}

const char *ct_forfeit_says(enum ct_forfeit why)
{
    static const char *const says[] = {
#define X(id, says) says,
        CT_FORFEITS(X)
#undef X
    };

    return says[why];
}

/* ---- lines ---- */

static bool ready(int fd, short what, long long until)
{
    struct pollfd f = {.fd = fd, .events = what};
    long long left;
    int n = -1;

    while (n < 0 && (left = until - process_now()) > 0) {
        n = poll(&f, 1, (int)(left < DAY ? left : DAY));
        if (n < 0 && errno != EINTR)
            return false;
    }
    return n > 0;
}

static bool send_line(struct program *p, const char *text, long long until)
{
    size_t n = strlen(text);

    while (n > 0) {
        p->why = CT_FORFEIT_LATE;
        if (!ready(p->process.to, POLLOUT, until))
            return false;
        p->why = CT_FORFEIT_ENDED;
        ssize_t did = send(p->process.to, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (did < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (did > 0) {
            text += did;
            n -= (size_t)did;
        }
    }
    return true;
}

/* Waits for its next line, then at the start of `line`. Its length without the newline; -1 */
static ptrdiff_t read_line(struct program *p, long long until)
{
    const char *end;

    while (!(end = memchr(p->line, '\n', p->n))) {
        p->why = p->n == LONGEST ? CT_FORFEIT_LONG : CT_FORFEIT_LATE;
        if (p->n == LONGEST || !ready(p->process.to, POLLIN, until))
            return -1;
        p->why = CT_FORFEIT_ENDED;
        ssize_t did = recv(p->process.to, p->line + p->n, LONGEST - p->n, MSG_DONTWAIT);
        if (did == 0 || (did < 0 && errno != EAGAIN && errno != EINTR))
            return -1;
        p->n += did > 0 ? (size_t)did : 0;
    }
    return end - p->line;
}

/* The choice with that key, as ct_choice_json writes it; -1 */
static int of_key(ct_bot *b, ct_state *game, const char *key)
{
    bool whole = key && strlen(key) == 16 && strspn(key, "0123456789abcdef") == 16;

    return whole ? ct_choice_find(b->engine, game, b->seat, strtoull(key, NULL, 16)) : -1;
}

/* Takes the line of `size` bytes: its number, or its key's. -1: none; -2: memory ran out */
static int number_of(ct_bot *b, ct_state *game, size_t size, int n)
{
    struct program *p = b->program;
    json_error_t why = {0};
    json_t *o = json_loadb(p->line, size, JSON_REJECT_DUPLICATES, &why),
           *c = json_object_get(o, "choice"), *key = json_object_get(o, "key");
    json_int_t i = json_is_integer(c) ? json_integer_value(c)
                                      : of_key(b, game, c ? NULL : json_string_value(key));
    enum json_error_code code = o ? json_error_unknown : json_error_code(&why);
    bool lost = code == json_error_out_of_memory;

    p->why = code == json_error_duplicate_key                     ? CT_FORFEIT_TWICE
             : !o                                                 ? CT_FORFEIT_JSON
             : !json_is_integer(c) && (c || !json_is_string(key)) ? CT_FORFEIT_KEY
                                                                  : CT_FORFEIT_RANGE;
    json_decref(o);
    size++;
    memmove(p->line, p->line + size, p->n - size);
    p->n -= size;
    return lost ? -2 : i >= 0 && i < n ? (int)i : -1;
}

/* ---- the question ---- */

/* JSON is put together as text, which notes if it has no room. A tree, a parser or a stream in
 * memory may lose a part of it silently. text NULL: memory ran out for it. */
static void put(struct bot_text *to, const char *text)
{
    if (text)
        bot_add(to, text, strlen(text));
    to->lost |= !text;
}

static void put_string(struct bot_text *to, const char *text)
{
    json_t *s = text ? json_string(text) : NULL;
    char *quoted = s ? json_dumps(s, JSON_ENCODE_ANY) : NULL;

    json_decref(s);
    put(to, quoted);
    free(quoted);
}

/* Writes it without blanks and newlines between values. Frees the text. */
static void put_packed(struct bot_text *to, char *json)
{
    bool quoted = false;

    for (const char *p = json; p && *p; p++) {
        if (*p == '"')
            quoted = !quoted;
        if (quoted && *p == '\\')
            bot_add(to, p++, 1);
        if (quoted || !strchr(" \n", *p))
            bot_add(to, p, 1);
    }
    to->lost |= !json;
    free(json);
}

/* The card that the choice is about. As ct_choice_card, which cannot say that memory ran out. */
static int card_of(const struct ct_choice *c)
{
    int other = -1;

    for (int i = 0; i < c->ncards; i++) {
        if (c->part[i] == CT_PART_CARD && c->card[i].card >= 0)
            return c->card[i].card;
        if (c->part[i] >= CT_PART_TARGET && other < 0)
            other = c->card[i].card;
    }
    return other;
}

/* Writes choice i, with the card that it is about. */
static void put_choice(struct bot_text *to, ct_bot *b, ct_state *game, int i)
{
    struct ct_choice c;
    char *text = ct_choice_json(b->engine, game, b->seat, i);
    int card = text && !ct_get_choice(b->engine, game, b->seat, i, &c) ? card_of(&c) : -1;

    put(to, i ? "," : "");
    if (text)
        text[strlen(text) - 1] = '\0'; /* its brace */
    put(to, text);
    free(text);
    put(to, ",\"card\":");
    if (card < 0)
        put(to, "null");
    else
        put_string(to, ct_card_id(b->def, card));
    put(to, "}");
}

char *program_question(ct_bot *b, ct_state *game, int n)
{
    struct bot_text line = {0};

    put(&line, "{\"ruleset\":");
    put_string(&line, ct_get_info(b->def, NULL).id);
    bot_addf(&line, ",\"seat\":%d,\"prompt\":", b->seat);
    put_string(&line, ct_prompt(b->engine, game));
    bot_addf(&line, ",\"n\":%d,\"choices\":[", n);
    for (int i = 0; i < n && !line.lost; i++)
        put_choice(&line, b, game, i);
    put(&line, "],\"view\":");
    put_packed(&line, ct_view_json(b->engine, game, b->seat, true));
    put(&line, "}\n");
    return bot_take(&line);
}

/* Why the bot cannot play, and which program it is; written over its lines. */
static const char *no_answer(const ct_bot *b, char *out)
{
    char name[sizeof b->spec.command + 32];

    ct_bot_name(&b->spec, name, sizeof name);
    snprintf(out, LONGEST, "the program ended before its first answer, or does not start: %s",
             name);
    return out;
}

int bot_exec(ct_bot *b, ct_state *game, int n)
{
    struct program *p = b->program;
    long long until = process_now() + 1000LL * (b->spec.seconds ? b->spec.seconds : PATIENCE);
    char *text = p->out ? NULL : program_question(b, game, n);
    ptrdiff_t size = -1;
    int pick = -1;

    if (!p->out && !text)
        return bot_no_memory(b);
    /* a program that has ended may have said a line before */
    if (text && (send_line(p, text, until) || p->why == CT_FORFEIT_ENDED))
        size = read_line(p, until);
    p->said |= size >= 0;
    if (size >= 0)
        pick = number_of(b, game, (size_t)size, n);
    free(text);
    if (pick == -2)
        return bot_no_memory(b);
    if (pick >= 0)
        return pick;
    if (!b->stats.why)
        b->stats.why = p->why;
    p->out = true;
    process_stop(&p->process);
    if (!p->said && p->why <= CT_FORFEIT_ENDED)
        b->cannot = no_answer(b, p->line);
    return b->cannot ? -1 : -2;
}

/* spec.c - how a bot is written: "mcts:500,plies=40". */
#include "cantrip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[CT_BOT_KINDS] = {
#define X(id, word, ...) #word,
    CT_BOTS(X)
#undef X
};
static const int counts[CT_BOT_KINDS] = {
#define X(id, word, least, ...) least,
    CT_BOTS(X)
#undef X
};

enum { MOST = 10000000, MOST_SAID = 300 };
#define REFUSE(...) (snprintf(why, cap, __VA_ARGS__), -1)

/* Reads a whole number from 1 on at *text; -1: none. Moves *text behind it. */
static int number(const char **text)
{
    char *end;
    long n = strtol(*text, &end, 10);

    if (end == *text || n < 1 || n > MOST)
        return -1;
    *text = end;
    return (int)n;
}

/* ":COMMAND" or ",seconds=S:COMMAND". */
static int read_program(const char *text, const char *rest, struct ct_bot_spec *out, char *why,
                        size_t cap)
{
    if (!strncmp(rest, ",seconds=", 9)) {
        rest += 9;
        out->seconds = number(&rest);
    }
    if (!ct_is_line(rest))
        return REFUSE("a command has no control characters: it stands in tables and saves");
    if (out->seconds >= 0 && *rest == ':' && rest[1] && strlen(rest) <= sizeof out->command) {
        strcpy(out->command, rest + 1);
        return 0;
    }
    return REFUSE("'%s': write it as exec:COMMAND or exec,seconds=S:COMMAND", text);
}

/* Reads "0.5", "2": a number above 0 with up to three decimals, in thousandths; -1: none. */
static int thousandths(const char **text)
{
    const char *s = *text;
    int value = 0, digits = 0;

    for (; *s >= '0' && *s <= '9' && digits < 4; s++, digits++)
        value = 10 * value + (*s - '0');
    value *= 1000;
    if (digits && *s == '.')
        for (int unit = 100; *++s >= '0' && *s <= '9' && unit; unit /= 10)
            value += unit * (*s - '0');
    *text = s;
    return digits && value ? value : -1;
}

/* Goes past `word`, if it is there. */
static bool past(const char **s, const char *word)
{
    size_t n = strlen(word);
    bool there = !strncmp(*s, word, n);

    *s += there ? n : 0;
    return there;
}

/* What may follow `learnt`: ",games=N", ",temperature=T", then ":FILE", with its own number. */
static int read_learnt(const char *text, const char *rest, struct ct_bot_spec *out, char *why,
                       size_t cap)
{
    bool good = true;

    if (past(&rest, ",games="))
        good = (out->games = number(&rest)) > 0;
    if (good && past(&rest, ",temperature="))
        good = (out->temperature = thousandths(&rest)) > 0;
    if (good && !*rest)
        return 0;
    if (good && !out->games && *rest == ':' && rest[1] && strlen(rest) <= sizeof out->command &&
        ct_is_line(rest)) {
        strcpy(out->command, rest + 1);
        return 0;
    }
    return REFUSE("'%s': write it as learnt, learnt:FILE, learnt,temperature=T:FILE or "
                  "learnt,games=N,temperature=T",
                  text);
}

/* Behind ",policy": "=FILE" to the end, or nothing. */
static bool read_policy(const char **s, struct ct_bot_spec *out)
{
    const char *file = *s + 1;

    out->guided = true;
    if (!**s)
        return true;
    if (**s != '=' || !*file || strlen(file) >= sizeof out->command || !ct_is_line(file))
        return false;
    strcpy(out->command, file);
    *s = file + strlen(file);
    return true;
}

/* What may follow the count: its text, what it sets, and whether only a tree search has it. */
static const struct {
    const char *text;
    size_t at;
    bool tree;
} flags[] = {
    {",forgets", offsetof(struct ct_bot_spec, forgets), false},
    {",facts=no", offsetof(struct ct_bot_spec, no_facts), false},
    {",sees=all", offsetof(struct ct_bot_spec, sees_all), false},
    {",playouts=mast", offsetof(struct ct_bot_spec, mast), false},
    {",prior=mast", offsetof(struct ct_bot_spec, mast_prior), true},
    {",resample=seats", offsetof(struct ct_bot_spec, resample), true},
};
enum { FLAGS = sizeof flags / sizeof *flags };

/* Reads one of these. */
static bool read_option(const char **s, struct ct_bot_spec *out)
{
    bool tree = out->kind == CT_BOT_MCTS;

    for (int i = 0; i < FLAGS; i++)
        if ((tree || !flags[i].tree) && past(s, flags[i].text))
            return *((bool *)out + flags[i].at) = true;
    if (past(s, ",plies="))
        return (out->plies = number(s)) > 0;
    return tree && past(s, ",policy") && read_policy(s, out);
}

static int read_more(const char *s, struct ct_bot_spec *out, char *why, size_t cap)
{
    while (*s) {
        const char *at = s;
        if (read_option(&s, out))
            continue;
        size_t n = (size_t)snprintf(
            why, cap, "'%s' is not understood: write it as %s:N,plies=P", at, words[out->kind]);
        for (int i = 0; i < FLAGS; i++)
            if ((out->kind == CT_BOT_MCTS || !flags[i].tree) && n < cap)
                n += (size_t)snprintf(why + n, cap - n, "%s", flags[i].text);
        if (out->kind == CT_BOT_MCTS && n < cap)
            snprintf(why + n, cap - n, ",policy=FILE");
        return -1;
    }
    if (out->sees_all && (out->resample || out->forgets || out->no_facts))
        return REFUSE("sees=all goes without resample, forgets and facts");
    if (!out->mast_prior || (out->mast && !out->guided))
        return 0;
    return REFUSE("prior=mast needs playouts=mast, and goes without policy");
}

static int parse(const char *text, struct ct_bot_spec *out, char *why, size_t cap)
{
    size_t len = strcspn(text, ":,");

    *out = (struct ct_bot_spec){.kind = CT_BOT_KINDS};
    for (int i = 0; i < CT_BOT_KINDS; i++)
        if (strlen(words[i]) == len && !strncmp(words[i], text, len))
            out->kind = (enum ct_bot_kind)i;
    const char *rest = text + len;
    if (out->kind == CT_BOT_KINDS)
        return REFUSE("there is no player '%s'", text);
    if (out->kind == CT_BOT_EXEC)
        return read_program(text, rest, out, why, cap);
    if (out->kind == CT_BOT_LEARNT)
        return read_learnt(text, rest, out, why, cap);
    if (counts[out->kind]) {
        const char *digits = rest + 1;
        if (*rest != ':' || (out->n = number(&digits)) < 0)
            return REFUSE("'%s': write it as %s:N, N from 1 to %d, such as %s:200", text,
                          words[out->kind], MOST, words[out->kind]);
        return read_more(digits, out, why, cap);
    }
    return *rest ? REFUSE("'%s': %s takes nothing more", text, words[out->kind]) : 0;
}

/* Copies as much as there is room for, cut between characters. */
static void put_text(char *out, size_t cap, const char *text)
{
    size_t n = strlen(text);

    if (!cap)
        return;
    if (n >= cap)
        for (n = cap - 1; n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
            n--;
    memcpy(out, text, n);
    out[n] = 0;
}

int ct_bot_parse(const char *text, struct ct_bot_spec *out, char *why, size_t cap)
{
    char said[MOST_SAID] = "";
    int rc = parse(text, out, said, sizeof said);
    char *shown = rc ? ct_shown(said, false) : NULL;

    if (rc)
        put_text(why, cap, shown ? shown : "out of memory");
    free(shown);
    return rc;
}

static void learnt_name(const struct ct_bot_spec *spec, char *out, size_t cap)
{
    int whole = spec->temperature / 1000, part = spec->temperature % 1000;
    size_t n = (size_t)snprintf(out, cap, "learnt");

    if (spec->games && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ",games=%d", spec->games);
    if (part && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ",temperature=%d.%03d", whole, part);
    else if (whole && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ",temperature=%d", whole);
    if (*spec->command && n < cap)
        snprintf(out + n, cap - n, ":%s", spec->command);
}

void ct_bot_name(const struct ct_bot_spec *spec, char *out, size_t cap)
{
    if (spec->kind == CT_BOT_LEARNT) {
        learnt_name(spec, out, cap);
        return;
    }
    if (spec->kind == CT_BOT_EXEC) {
        if (spec->seconds)
            snprintf(out, cap, "exec,seconds=%d:%s", spec->seconds, spec->command);
        else
            snprintf(out, cap, "exec:%s", spec->command);
        return;
    }
    size_t n = (size_t)snprintf(out, cap, "%s", words[spec->kind]);
    if (counts[spec->kind] && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ":%d", spec->n);
    if (spec->plies && n < cap)
        n += (size_t)snprintf(out + n, cap - n, ",plies=%d", spec->plies);
    for (int i = 0; i < FLAGS; i++)
        if (*((const bool *)spec + flags[i].at) && n < cap)
            n += (size_t)snprintf(out + n, cap - n, "%s", flags[i].text);
    if (spec->guided && n < cap)
        snprintf(out + n, cap - n, ",policy%s%s", *spec->command ? "=" : "", spec->command);
}

bool ct_bot_needs_knowledge(const struct ct_bot_spec *spec)
{
    return spec->kind >= CT_BOT_GREEDY;
}

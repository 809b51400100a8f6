/* replay_read.c - reads a replay or save. Errors have file and line. */
#include "record/save.h"

#include "base/arena.h"
#include "base/shown.h"
#include "base/suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 };

struct reader {
    struct ct_replay *r;
    const char *text;
    size_t n, at;
    int line;
    char here[LONGEST + 1]; /* the line under way */
    bool seeded, ruled, ended;
    struct str *wrong;
};

/* Says what is wrong in the present line. */
#define refuse(in, ...)                                                                        \
    (str_addf((in)->wrong, "%s:%d: ", (in)->r->path, (in)->line),                              \
     str_addf((in)->wrong, __VA_ARGS__), false)

/* ---- lines ---- */

/* The next line into in->here: 1; 0 at the end; -1: it is refused. */
static int next_line(struct reader *in)
{
    const char *from = in->text + in->at, *stop;
    size_t left = in->n - in->at, len;

    if (!left)
        return 0;
    stop = memchr(from, '\n', left);
    len = stop ? (size_t)(stop - from) : left;
    in->line++;
    if (len > LONGEST)
        return refuse(in, "this is not a replay: a line has %zu bytes", len) - 1;
    memcpy(in->here, from, len);
    in->here[len] = 0;
    in->at += len + (stop != NULL);
    if (len && in->here[len - 1] == '\r')
        in->here[--len] = 0;
    size_t fit = shown_fit(in->here, len);
    return fit == len ? 1 : refuse(in, "byte %zu of the line is not text", fit + 1) - 1;
}

static bool whole(const char *s, uint64_t most, uint64_t *out)
{
    char *end;

    if (!*s || strspn(s, "0123456789") != strlen(s))
        return false;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return !errno && !*end && *out <= most;
}

/* "HEX HEX", sixteen digits each. */
static bool two_sums(const char *s, uint64_t *a, uint64_t *b)
{
    char one[17], two[17], last;
    static const char *const hex = "0123456789abcdef";

    if (sscanf(s, "%16s %16s%c", one, two, &last) != 2 || strlen(s) != 33 || s[16] != ' ' ||
        strspn(one, hex) != 16 || strspn(two, hex) != 16)
        return false;
    *a = strtoull(one, NULL, 16);
    *b = strtoull(two, NULL, 16);
    return true;
}

/* ---- the head ---- */

static bool read_option(struct reader *in, const char *value)
{
    struct ct_replay *r = in->r;

    if (!strchr(value, '='))
        return refuse(in, "write an option as NAME=VALUE");
    struct ct_replay_option *v = realloc(r->option, ((size_t)r->noptions + 1) * sizeof *v);
    char *text = mem_copy(value, strlen(value));
    r->option = v ? v : r->option;
    if (!v || !text) {
        free(text);
        return refuse(in, "out of memory");
    }
    r->option[r->noptions++] = (struct ct_replay_option){text, in->line};
    return true;
}

static int seat_called(const struct ct_replay *r, const char *name, size_t len)
{
    for (int i = 0; i < r->nseats; i++)
        if (strlen(r->seat[i].name) == len && !strncmp(r->seat[i].name, name, len))
            return i;
    return -1;
}

/* ", 12 drawn" at the end of a player, cut off; a player may have commas of their own. */
static bool read_drawn(char *player, uint64_t *drawn)
{
    size_t n = strlen(player), at;

    if (n < 7 || strcmp(player + n - 6, " drawn") != 0) /* no player is called so */
        return strchr(player, ':') || !strstr(player, " drawn");
    for (at = n - 6; at > 0 && strchr("0123456789", player[at - 1]); at--)
        ;
    if (at < 2 || player[at - 1] != ' ' || player[at - 2] != ',')
        return false;
    player[n - 6] = 0;
    player[at - 2] = 0;
    return whole(player + at, UINT64_MAX, drawn);
}

/* "NAME, PLAYER[, N drawn]" */
static bool read_seat(struct reader *in, const char *value)
{
    struct ct_replay *r = in->r;
    const char *comma = strstr(value, ", ");
    size_t len = comma ? (size_t)(comma - value) : 0;
    struct ct_replay_seat *seat = &r->seat[r->nseats];

    if (!len || !comma[2])
        return refuse(in, "write a seat as NAME, PLAYER");
    if (r->nseats == CT_MAX_SEATS)
        return refuse(in, "there are more than %d seats", CT_MAX_SEATS);
    if (seat_called(r, value, len) >= 0)
        return refuse(in, "two seats have the same name");
    seat->name = mem_copy(value, len);
    seat->player = mem_copy(comma + 2, strlen(comma + 2));
    if (!seat->name || !seat->player)
        return refuse(in, "out of memory");
    r->nseats++;
    if (!read_drawn(seat->player, &seat->drawn))
        return refuse(in, "write a seat as NAME, PLAYER or NAME, PLAYER, N drawn");
    if (!strcmp(seat->player, "none")) {
        free(seat->player);
        seat->player = NULL;
    }
    return true;
}

static bool read_head(struct reader *in, const char *key, const char *value)
{
    struct ct_replay *r = in->r;
    uint64_t n;

    if (r->npicks)
        return refuse(in, "'%s' belongs above the picks", key);
    if (!strcmp(key, "option"))
        return read_option(in, value);
    if (!strcmp(key, "seat"))
        return read_seat(in, value);
    if (!strcmp(key, "ruleset") && !r->ruleset && *value) {
        r->ruleset = mem_copy(value, strlen(value));
        return true;
    }
    if (!strcmp(key, "rules") && !in->ruled) {
        in->ruled = two_sums(value, &r->behaviour, &r->layout);
        return in->ruled ? true : refuse(in, "two sums of 16 digits (0-9, a-f) are needed");
    }
    if (!strcmp(key, "blocks") && !r->blocks)
        return whole(value, UINT32_MAX, &r->blocks) ? true
                                                    : refuse(in, "blocks: a number is needed");
    if (!strcmp(key, "people") && !r->people) {
        if (!whole(value, CT_MAX_SEATS, &n) || !n)
            return refuse(in, "people: a number from 1 to %d is needed", CT_MAX_SEATS);
        r->people = (int)n;
        r->people_line = in->line;
        return true;
    }
    if (!strcmp(key, "seed") && !in->seeded) {
        in->seeded = whole(value, UINT64_MAX, &r->seed);
        return in->seeded ? true : refuse(in, "seed: a whole number is needed");
    }
    return refuse(in, "'%s' %s", key, *value ? "is here twice" : "is empty");
}

/* ---- picks ---- */

/* The seat whose name (the longest) begins the line. *text is its pick. */
static int seat_of(const struct ct_replay *r, const char *line, const char **text)
{
    int best = -1;
    size_t most = 0;

    for (int i = 0; i < r->nseats; i++) {
        size_t n = strlen(r->seat[i].name);
        if (n > most && !strncmp(line, r->seat[i].name, n) && !strncmp(line + n, ": ", 2)) {
            best = i;
            most = n;
            *text = line + n + 2;
        }
    }
    return best;
}

static bool head_whole(struct reader *in)
{
    const struct ct_replay *r = in->r;
    const char *missing = !r->ruleset   ? "ruleset"
                          : !in->ruled  ? "rules"
                          : !r->people  ? "people"
                          : !in->seeded ? "seed"
                          : !r->nseats  ? "seat"
                                        : NULL;

    return missing ? refuse(in, "the line '%s: ...' is missing above", missing) : true;
}

/* "WHAT = 3f2a": the length of WHAT, and the sum. */
static bool read_check(struct reader *in, const char *text, size_t *len, int *sum)
{
    const char *check = strstr(text, " = ");

    *len = check ? (size_t)(check - text) : strlen(text);
    if (!check)
        return true;
    if (strlen(check) != 7 || strspn(check + 3, "0123456789abcdef") != 4)
        return refuse(in, "behind ' = ' four digits (0-9, a-f) are needed");
    *sum = (int)strtol(check + 3, NULL, 16);
    return true;
}

static bool add_pick(struct reader *in, struct ct_replay_pick p, const char *text, size_t len)
{
    struct ct_replay *r = in->r;

    if (!head_whole(in))
        return false;
    p.line = in->line;
    p.text = replay_room(r) ? mem_copy(text, len) : NULL;
    if (!p.text)
        return refuse(in, "out of memory");
    r->pick[r->npicks++] = p;
    return true;
}

static bool read_pick(struct reader *in, int seat, const char *text)
{
    struct ct_replay_pick p = {.seat = seat, .check = -1};
    size_t len;

    if (!read_check(in, text, &len, &p.check))
        return false;
    if (!len || text[0] == ' ' || text[len - 1] == ' ')
        return refuse(in, "the pick is missing, or there is one space too many");
    return add_pick(in, p, text, len);
}

/* Is it "NAME, NUMBER" of a player not at this table? The length of NAME, or 0. */
static size_t stranger(const struct ct_replay *r, const char *value, size_t len)
{
    size_t to = len;

    while (to > 0 && value[to - 1] >= '0' && value[to - 1] <= '9')
        to--;
    if (to == len || to < 3 || strncmp(value + to - 2, ", ", 2) != 0)
        return 0;
    return seat_called(r, value, to - 2) < 0 ? to - 2 : 0;
}

static bool refuse_world(struct reader *in, const char *value, size_t len)
{
    char name[64], all[512] = "", who[256];
    size_t n = stranger(in->r, value, len);

    if (!n)
        return refuse(in, "write a world as 'world: SEAT, NUMBER'");
    shown_copy(name, sizeof name, value, n);
    for (int i = 0; i < in->r->nseats; i++) {
        n = strlen(all);
        snprintf(all + n, sizeof all - n, "%s%s", i ? ", " : "", in->r->seat[i].name);
    }
    shown_copy(who, sizeof who, all, strlen(all));
    return refuse(in, "there is no player '%s', only %s", name, who);
}

/* "Alice, 3 = 3f2a" */
static bool read_world(struct reader *in, const char *value)
{
    static const char says[] = "another world";
    struct ct_replay_pick p = {.seat = -1, .check = -1, .world = true};
    char number[24];
    size_t len;

    if (!read_check(in, value, &len, &p.check))
        return false;
    const char *comma = strstr(value, ", ");
    size_t n = comma ? (size_t)(comma - value) : 0;
    if (comma && n + 2 < len && len - n - 2 < sizeof number) {
        snprintf(number, sizeof number, "%.*s", (int)(len - n - 2), comma + 2);
        p.seat = whole(number, UINT64_MAX, &p.stream) ? seat_called(in->r, value, n) : -1;
    }
    if (p.seat < 0)
        return head_whole(in) && refuse_world(in, value, len);
    return add_pick(in, p, says, sizeof says - 1);
}

/* ---- the end ---- */

static bool read_end(struct reader *in, const char *value)
{
    struct ct_replay *r = in->r;

    if (!head_whole(in))
        return false;
    for (int i = 0; i <= CT_BROKEN; i++) {
        size_t n = strlen(replay_ends[i]);
        if (strncmp(value, replay_ends[i], n) != 0 || value[n] != ' ')
            continue;
        if (!two_sums(value + n + 1, &r->hash, &r->position))
            return refuse(in, "two sums of 16 digits (0-9, a-f) are needed");
        r->end = (enum ct_status)i;
        r->end_line = in->line;
        in->ended = true;
        return true;
    }
    return refuse(in, "the end must be one of: open, over, unfinished, broken; with two sums");
}

static bool read_tail(struct reader *in, const char *key, const char *value)
{
    struct ct_replay *r = in->r;
    const char *why = NULL;

    if (!strcmp(key, "result") && !r->result) {
        r->result = mem_copy(value, strlen(value));
        return true;
    }
    if (strcmp(key, "block") != 0 || r->block)
        return refuse(in, "'%s' cannot follow the end", key);
    if (!r->save)
        return refuse(in, "only a save has a block");
    r->block_line = in->line;
    if (save_read_block(r, value, in->text, in->n, &in->at, &in->line, &why))
        return true;
    return refuse(in, "%s", why);
}

/* ---- all of it ---- */

static bool read_line(struct reader *in)
{
    static const char *const keys[] = {REPLAY_KEYS};
    const char *text = NULL, *colon = strchr(in->here, ':');
    char key[32], quoted[64];
    int seat = in->ended ? -1 : seat_of(in->r, in->here, &text);

    shown_copy(quoted, sizeof quoted, in->here, strlen(in->here));
    if (seat >= 0)
        return read_pick(in, seat, text);
    size_t len = colon ? (size_t)(colon - in->here) : strlen(in->here);
    snprintf(key, sizeof key, "%.*s", (int)(len < 31 ? len : 31), in->here);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && colon && colon[1] == ' '; i++) {
        if (strcmp(keys[i], key) != 0)
            continue;
        if (!strcmp(key, "end") && !in->ended)
            return read_end(in, colon + 2);
        if (!strcmp(key, "world") && !in->ended)
            return read_world(in, colon + 2);
        if (!in->ended && i >= REPLAY_HEAD_KEYS)
            return refuse(in, "'%s' must follow the end", key);
        return in->ended ? read_tail(in, key, colon + 2) : read_head(in, key, colon + 2);
    }
    if (in->ended)
        return refuse(in, "'%s' follows the end", quoted);
    const char *names[CT_MAX_SEATS + sizeof keys / sizeof *keys], *near;
    size_t n = 0;
    for (int i = 0; i < in->r->nseats; i++)
        names[n++] = in->r->seat[i].name;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        names[n++] = keys[i];
    near = suggest(key, names, n);
    return refuse(in, "'%s' is neither a seat nor a key of a replay%s%s%s", quoted,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* "cantrip KIND VERSION" */
static bool read_first(struct reader *in)
{
    char kind[16] = "", version[16] = "", last;
    int n = sscanf(in->here, "cantrip %15s %15s%c", kind, version, &last);

    in->r->line = in->line;
    in->r->save = !strcmp(kind, "save");
    if (n != 2 || (strcmp(kind, "replay") != 0 && !in->r->save))
        return refuse(in, "this is not a replay or save of Cantrip");
    if (strcmp(version, "1") != 0)
        return refuse(in, "written by another version of Cantrip: format %s is unknown",
                      version);
    return true;
}

static bool read_all(struct reader *in)
{
    bool first = true;
    int rc;

    while (in->at < in->n) {
        if (!first && in->ended && in->n - in->at > 8 &&
            !memcmp(in->text + in->at, "cantrip ", 8))
            return true;
        rc = next_line(in);
        if (rc < 0)
            return false;
        if (first) {
            if (!read_first(in))
                return false;
            first = false;
        } else if (in->here[0] && in->here[0] != '#' && !read_line(in)) {
            return false;
        }
    }
    in->line += first;
    if (first)
        return refuse(in, "the file is empty");
    return in->ended ? true
                     : refuse(in, "the file is cut off here: the line 'end: ...' is "
                                  "missing");
}

bool ct_replay_read(struct ct_replay *r, const char *path, const char *text, size_t n,
                    size_t *at, int *line, char **wrong)
{
    STR_GIVEN(words, wrong);
    struct reader *in = mem_try(sizeof *in);
    unsigned lost = mem_losses();

    *r = (struct ct_replay){.path = ct_shown(path, false)};
    if (!in || !r->path) {
        free(in);
        str_add(words, "out of memory");
        return false;
    }
    *in =
        (struct reader){.r = r, .text = text, .n = n, .at = *at, .line = *line, .wrong = words};
    bool ok = read_all(in);
    if (ok && r->save && !r->block) {
        in->line = r->end_line;
        ok = refuse(in, "the file is cut off here: the block after the end is missing");
    }
    if (mem_losses() != lost) { /* whatever else was missing */
        str_clear(words);
        ok = refuse(in, "out of memory");
    }
    *at = in->at;
    *line = in->line;
    free(in);
    return ok;
}

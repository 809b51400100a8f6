/* replay.c - a stranger's replays and saves as lines, read without a game (record.c plays them). What was read, written again, is read
 * as the same; what is refused names a line of the text. */
#include "shared/oracle.h"

#include "base/str.h"
#include "record/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

static const char path[] = "a\x1b.save", shown[] = "a\\x1B.save:";

static void check_refusal(const char *wrong, const char *text, size_t n)
{
    long lines = 1, line = 0;

    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    if (!wrong || strncmp(wrong, shown, sizeof shown - 1) != 0 ||
        sscanf(wrong + sizeof shown - 1, "%ld: ", &line) != 1 || line < 1 || line > lines)
        finding("of %ld lines it is refused so: %s", lines, wrong ? wrong : "without a word");
}

static bool read_one(struct ct_replay *r, const char *text, size_t n, size_t *at, int *line,
                     struct transcript *t)
{
    char *wrong = NULL;
    size_t from = *at;
    bool ok = ct_replay_read(r, path, text, n, at, line, &wrong);

    if (*at > n || (ok && *at <= from))
        finding("from byte %zu of %zu it reads to %zu", from, n, *at);
    if (!ok)
        check_refusal(wrong, text, n);
    tell_text(t, "why it is refused", wrong);
    return ok;
}

static void tell_read(const struct ct_replay *r, struct transcript *t)
{
    tell_line(t, "its ruleset", r->ruleset);
    tell_number(t, "its seed", r->seed);
    for (int i = 0; i < r->noptions; i++)
        tell_line(t, "an option", r->option[i].text);
    for (int i = 0; i < r->nseats; i++) {
        tell_line(t, "a seat", r->seat[i].name);
        tell_line(t, "a player", r->seat[i].player);
    }
    for (size_t i = 0; i < r->npicks; i++) {
        if (r->pick[i].seat < 0 || r->pick[i].seat >= r->nseats)
            finding("pick %zu is of seat %d of %d", i, r->pick[i].seat, r->nseats);
        tell_line(t, "a pick", r->pick[i].text);
    }
    tell_line(t, "its result", r->result);
    tell_bytes(t, "its block", r->block ? (const char *)r->block : "", r->nblock);
}

static void write_again(const struct ct_replay *r, struct transcript *t)
{
    struct str first = {0}, second = {0};
    struct ct_replay again;
    size_t at = 0;
    int line = 0;

    replay_write(r, false, &first);
    if (!read_one(&again, str_of(&first), first.n, &at, &line, t))
        finding("what was written is refused:\n%s", str_of(&first));
    replay_write(&again, false, &second);
    if (first.n != second.n || strcmp(str_of(&first), str_of(&second)) != 0)
        finding("what was written is read as another one:\n%s\n%s", str_of(&first),
                str_of(&second));
    ct_replay_free(&again);
    str_free(&first);
    str_free(&second);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct ct_replay r;
    size_t at = 0;
    int line = 0, many = 0;
    bool ok = true;

    for (; ok && at < n && many < MOST; many += ok) {
        ok = read_one(&r, (const char *)data, n, &at, &line, t);
        if (ok) {
            tell_read(&r, t);
            write_again(&r, t);
            tell_number(t, "renamed", ct_replay_rename(&r, "ant", "bee"));
        }
        ct_replay_free(&r);
    }
    return many ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

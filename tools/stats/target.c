/* target.c - how sure a run should become, and when it is. */
#include "target.h"

#include "tools/common.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *of, *command;
} targets[] = {
#define X(id, word, of, command, says) {#word, of, command},
    TARGETS(X)
#undef X
};

static const char *blanks(const char *s)
{
    return s + strspn(s, " ");
}

static bool no_target(const char *command, const char *text)
{
    const char *example =
        strcmp(command, "arena") != 0 ? "wins(0) ± 0.01" : "share(random) ± 0.01";

    return complain("%s: --until needs a value and its error, for example '%s', not '%s'",
                    command, example, text);
}

/* Reads the word before '(' or a blank. False after a message: this command (for merge: any
 * command) does not know it. */
static bool read_word(struct target *t, const char *command, const char **at)
{
    const char *known[NTARGETS];
    char word[32];
    int n = (int)strspn(*at, "abcdefghijklmnopqrstuvwxyz"), nknown = 0;

    snprintf(word, sizeof word, "%.*s", n < 30 ? n : 30, *at);
    for (int i = 0; i < NTARGETS; i++) {
        if (strcmp(command, "merge") != 0 && strcmp(command, targets[i].command) != 0)
            continue;
        known[nknown++] = targets[i].word;
        if (strcmp(word, targets[i].word) != 0)
            continue;
        t->kind = (enum target_kind)i;
        *at += n;
        return true;
    }
    return complain_near(word, known, nknown, "%s: --until: there is no number '%s'", command,
                         word);
}

/* Reads "(werewolf)" up to the last bracket, since names of bots may contain some. */
static bool read_of(struct target *t, const char **at)
{
    const char *end = strrchr(*at, ')'), *from = *at + 1;

    if (!*targets[t->kind].of)
        return **at != '(';
    if (**at != '(' || !end)
        return false;
    from = blanks(from);
    while (end > from && end[-1] == ' ')
        end--;
    size_t n = (size_t)(end - from);
    if (!n || n >= sizeof t->of)
        return false;
    memcpy(t->of, from, n);
    t->of[n] = 0;
    *at = strrchr(*at, ')') + 1;
    return true;
}

static void write_text(struct target *t, const char *sign, int n, const char *values)
{
    snprintf(t->text, sizeof t->text, "%s%s%s%s %s%.*s", targets[t->kind].word,
             *t->of ? "(" : "", t->of, *t->of ? ")" : "", sign, n, values);
}

/* Reads "0.5 or 0.52". */
static bool read_either(struct target *t, const char *at)
{
    char *end, *last;

    t->low = strtod(at, &end);
    if (end == at || strncmp(blanks(end), "or ", 3) != 0)
        return false;
    const char *second = blanks(blanks(end) + 2);
    t->high = strtod(second, &last);
    if (last == second || *blanks(last) || !(t->low < t->high) || !isfinite(t->high - t->low))
        return false;
    write_text(t, "", (int)(last - at), at);
    return true;
}

bool target_read(struct target *t, const char *command, const char *text)
{
    const char *at = blanks(text);
    char *end;

    *t = (struct target){0};
    if (!strchr(text, '(') && !strstr(text, "±") && !strstr(text, "+-") &&
        !strstr(text, " or "))
        return no_target(command, text);
    if (!read_word(t, command, &at))
        return false;
    at = blanks(at);
    if (!read_of(t, &at))
        return no_target(command, text);
    at = blanks(at);
    if (strstr(at, " or "))
        return read_either(t, at) || no_target(command, text);
    if (strncmp(at, "±", sizeof "±" - 1) != 0 && strncmp(at, "+-", 2) != 0)
        return no_target(command, text);
    at = blanks(at + (*at == '+' ? 2 : sizeof "±" - 1));
    if (strspn(at, "0123456789.") == 0)
        return no_target(command, text);
    t->width = strtod(at, &end);
    if (*blanks(end) || !(t->width > 0) || !isfinite(t->width))
        return no_target(command, text);
    write_text(t, "± ", (int)(end - at), at);
    return true;
}

/* Chow and Robbins add 1/n to the variance, so that a few games that happen to be alike do not
 * end the run. */
bool target_reached(const struct target *t, struct estimate now, uint64_t n)
{
    double variance = now.error * now.error + 1 / (double)n / (double)n;

    if (now.error < 0)
        return false;
    if (t->width > 0)
        return variance <= t->width * t->width;
    /* the logarithm of the ratio of likelihoods, against that of 19 to 1 */
    return (t->high - t->low) * fabs(2 * now.mean - t->low - t->high) / 2 >=
           log(SURE / (1 - SURE)) * variance;
}

uint64_t target_look(uint64_t n, uint64_t first, uint64_t of)
{
    uint64_t next = n ? n + n / 4 : first;

    return next < of ? next : of;
}

void target_tell(const struct target *t, struct estimate now, uint64_t n, const char *unit,
                 bool reached)
{
    char is[80] = "not known";

    if (now.error >= 0 && t->width > 0)
        snprintf(is, sizeof is, "± %.3g", now.error);
    else if (now.error >= 0 && reached)
        snprintf(is, sizeof is, "%g (%.4g ± %.3g)",
                 2 * now.mean < t->low + t->high ? t->low : t->high, now.mean, now.error);
    else if (now.error >= 0)
        snprintf(is, sizeof is, "%.4g ± %.3g", now.mean, now.error);
    complain(reached ? "stopped after %" PRIu64 " %s: %s is %s"
                     : "note: %" PRIu64 " %s were not enough for %s: it is %s",
             n, unit, t->text, is);
}

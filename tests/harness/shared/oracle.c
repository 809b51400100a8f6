/* oracle.c - transcripts, and runs compared by them. */
#include "oracle.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

static const double CPU_MOST = 10;

/* Speed: a fifth of the time would go to traces of allocations and to filling memory. Whoever looks at a finding
 * sets ASAN_OPTIONS=malloc_context_size=30. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "malloc_context_size=1:max_malloc_fill_size=64:quarantine_size_mb=32:"
           "allocator_may_return_null=0";
}

void finding(const char *fmt, ...)
{
    va_list ap;

    fputs("FINDING: ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}

bool all_asked(void)
{
    static int all = -1;

    if (all < 0)
        all = getenv("HARNESS_ALL") != NULL;
    return all;
}

uint64_t sum_of(const void *bytes, size_t n)
{
    return XXH64(bytes, n, 0);
}

static bool traced(void)
{
    static int trace = -1; /* it is asked for every thing that is told */

    if (trace < 0)
        trace = getenv("HARNESS_TRACE") != NULL;
    return trace;
}

void tell_bytes(struct transcript *t, const char *what, const void *bytes, size_t n)
{
    t->hash = XXH64(bytes, n, t->hash + n);
    if (t->n < TOLD_KEPT) {
        t->at[t->n].hash = t->hash;
        t->at[t->n].what = what;
    }
    t->n++;
    if (traced())
        fprintf(stderr, "%zu %s: %.*s\n", t->n, what, (int)n, (const char *)bytes);
}

void tell_number(struct transcript *t, const char *what, uint64_t v)
{
    char digits[24];

    if (traced()) /* else its bytes do: writing digits takes long */
        tell_bytes(t, what, digits,
                   (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)v));
    else
        tell_bytes(t, what, &v, sizeof v);
}

void tell_line(struct transcript *t, const char *what, const char *text)
{
    if (text && !ct_is_line(text))
        finding("%s is not fit for a line: \"%s\"", what, ct_shown(text, false));
    tell_bytes(t, what, text ? text : "NULL", text ? strlen(text) : 4);
}

void look_at_lines(const char *what, const char *text)
{
    char line[4096];

    for (const char *end; *text; text = end) {
        size_t n = strcspn(text, "\n");
        end = text + n + (text[n] == '\n');
        if (n >= sizeof line)
            continue; /* cut at a character's middle it would be no UTF-8 */
        memcpy(line, text, n);
        line[n] = 0;
        if (!ct_is_line(line))
            finding("%s is not fit to be shown: \"%s\"", what, ct_shown(line, false));
    }
}

void tell_text(struct transcript *t, const char *what, char *text)
{
    if (text)
        look_at_lines(what, text);
    tell_bytes(t, what, text ? text : "NULL", text ? strlen(text) : 4);
    free(text);
}

void tell_json(struct transcript *t, const char *what, char *text)
{
    json_error_t why;
    json_t *json = text ? json_loads(text, JSON_REJECT_DUPLICATES, &why) : NULL;

    if (text && !json)
        finding("%s is no JSON (%s): %s", what, why.text, text);
    json_decref(json);
    tell_text(t, what, text);
}

void tell_diags(struct transcript *t, ct_diags *diags)
{
    struct ct_diag d;

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++) {
        tell_line(t, "a finding's code", d.code);
        tell_line(t, "a finding's file", d.file);
        tell_line(t, "a finding's message", d.message);
        tell_line(t, "a finding's excerpt", d.excerpt);
        tell_line(t, "a finding's hint", d.hint);
    }
    if (t->hash % 4 == 0 || all_asked()) /* it takes as long as all the rest */
        tell_text(t, "findings", ct_diags_text(diags, false));
    ct_diags_free(diags);
}

static double seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* One run. The clock of the processor is a system call, so it is read every half second: what ran since then counts,
 * too. */
static void run_once(run_fn run, const uint8_t *data, size_t n, struct transcript *t,
                     enum ran *ran)
{
    static double cpu, read_at;
    double begun = seconds(CLOCK_MONOTONIC);

    if (begun - read_at > 0.5) {
        cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        read_at = begun;
    }
    t->hash = 0;
    t->n = 0;
    *ran = run(data, n, t);
    double wall = seconds(CLOCK_MONOTONIC) - begun;
    if (wall > CPU_MOST / 2 && seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu > CPU_MOST)
        finding("it took %.1f s of processor", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
}

static void compare(const struct transcript *a, const struct transcript *b)
{
    size_t i = 0;

    if (a->hash == b->hash && a->n == b->n)
        return;
    while (i < a->n && i < b->n && i < TOLD_KEPT && a->at[i].hash == b->at[i].hash)
        i++;
    if (i < a->n && i < b->n && i < TOLD_KEPT)
        finding("two runs differ: number %zu, %s", i + 1, a->at[i].what);
    finding("two runs differ: %zu and %zu were told", a->n, b->n);
}

int run_twice(run_fn run, const uint8_t *data, size_t n)
{
    static struct transcript a, b;
    enum ran ran;

    /* The sum chooses, so that an input is compared whenever it is run or never. */
    run_once(run, data, n, &a, &ran);
    if (!all_asked() && sum_of(data, n) % (ran == RAN_WHOLE ? 4 : 16) != 0)
        return 0;
    run_once(run, data, n, &b, &ran);
    compare(&a, &b);
    return 0;
}

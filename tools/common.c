/* common.c - messages, and other parts that every command uses. */
#include "common.h"

#include "buffer.h"
#include "memory.h"
#include "tools/screen/table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Prints a message. What it quotes is made visible. */
static void tell(const char *fmt, va_list args, const char *near)
{
    char *said = mem_vprintf(fmt, args);
    char *shown = mem_had(ct_shown(said, true)),
         *close = mem_had(ct_shown(near ? near : "", false));
    struct buffer b = {0};
    buffer_add(&b, near ? "cantrip: %s; did you mean '%s'?" : "cantrip: %s", shown, close);
    fflush(stdout);
    text_put_lines(stderr, buffer_text(&b));
    buffer_free(&b);
    free(said);
    free(shown);
    free(close);
}

bool complain(const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    tell(fmt, args, NULL);
    va_end(args);
    return false;
}

bool complain_near(const char *word, const char *const *known, int n, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    tell(fmt, args, ct_suggest(word, known, (size_t)n));
    va_end(args);
    return false;
}

bool succeeded(bool good, const char *who, char **wrong)
{
    if (!good)
        complain("%s: %s", who, reason(*wrong));
    free(*wrong);
    *wrong = NULL;
    return good;
}

bool findings_bad(const ct_diags *diags)
{
    struct ct_diag d;

    for (size_t i = 0; ct_diags_get(diags, i, &d); i++)
        if (d.error)
            return true;
    return false;
}

void print_findings(const ct_diags *diags)
{
    if (!ct_diags_count(diags))
        return;
    char *text = mem_had(ct_diags_text(diags, use_colour(stderr)));
    fflush(stdout);
    fputs(text ? text : "out of memory\n", stderr);
    free(text);
}

bool use_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

uint64_t seed_by_chance(void)
{
    uint64_t seed = 0;

    while (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        if (errno != EINTR) {
            complain("the system gives no random numbers: use --seed");
            exit(EXIT_USAGE);
        }
    return seed;
}

bool seed_read(const char *text, uint64_t *out)
{
    char *end;

    if (!*text || strspn(text, "0123456789") != strlen(text))
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return !*end && !errno;
}

int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : (int)n;
}

uint64_t game_seed(uint64_t seed, uint64_t i)
{
    struct ct_rng r = ct_rng_make(seed, i - 1);

    return ct_rng_next(&r);
}

void list_add(struct list *l, const char *text)
{
    l->v = mem_realloc(l->v, ((size_t)l->n + 1) * sizeof *l->v);
    l->v[l->n++] = text;
}

void list_free(struct list *l)
{
    for (int i = 0; i < l->n; i++)
        free((char *)(uintptr_t)l->v[i]);
    args_free(l);
}

void args_free(struct list *l)
{
    free(l->v);
    *l = (struct list){0};
}

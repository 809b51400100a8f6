/* common.c - messages, and what belongs to every command. */
#include "common.h"

#include "memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void complain(const char *fmt, ...)
{
    va_list args;

    fflush(stdout);
    fputs("cantrip: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
}

void complain_near(const char *word, const char *const *known, int n, const char *fmt, ...)
{
    const char *near = ct_suggest(word, known, (size_t)n);
    va_list args;

    fflush(stdout);
    fputs("cantrip: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    if (near)
        fprintf(stderr, "; did you mean '%s'?", near);
    fputc('\n', stderr);
}

void print_findings(const ct_diags *diags)
{
    if (!ct_diags_count(diags))
        return;
    char *text = mem_had(ct_diags_text(diags, use_colour(stderr)));
    fflush(stdout);
    fputs(text, stderr);
    free(text);
}

bool use_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

uint64_t seed_by_chance(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    struct ct_rng r = ct_rng_make((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec,
                                  (uint64_t)getpid());
    return ct_rng_next(&r) % 1000000;
}

void list_add(struct list *l, const char *text)
{
    l->v = mem_realloc(l->v, ((size_t)l->n + 1) * sizeof *l->v);
    l->v[l->n++] = text;
}

void args_free(struct list *l)
{
    free(l->v);
    *l = (struct list){0};
}

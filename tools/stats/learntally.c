/* learntally.c - prints the results of `learn --measure`, writes them to a tally and reads them. */
#include "learnresult.h"

#include "columns.h"
#include "inference.h"
#include "partial.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTED struct learn_sums
static const struct columns columns = COLUMNS(NULL, COUNT(deals), SUM(share), SUM(squares));

void learn_result_free(struct learn_result *r)
{
    numbers_free(&r->numbers);
    free(r->run.loaded);
}

void learn_add(struct learn_sums *to, const struct ct_learn_sums *sums)
{
    to->deals += sums->deals;
    to->share += sums->share;
    to->squares += sums->squares;
}

/* ---- telling ---- */

enum { TOLD = 32 };

/* "0.950 ±0.011" into `out`. */
static const char *told(char out[TOLD], const struct ct_learn_share *s, int people)
{
    double error = share_error(s->error, s->share, (double)s->games / people);

    if (error < 0)
        snprintf(out, TOLD, "%.3f ±?", s->share);
    else
        snprintf(out, TOLD, "%.3f ±%.3f", s->share, error);
    return out;
}

void learn_tell(uint64_t learnt, int people, const struct ct_learn_share *random,
                const struct ct_learn_share *past)
{
    enum { BEHIND = 16 }; /* "   20000 games: " */
    char a[TOLD], b[TOLD], of[64];

    snprintf(of, sizeof of,
             people > 1 ? "against random bots (%.3f is even)" : "of the win (%.3f at random)",
             random->even);

    if (past)
        text_wrapf(stdout, BEHIND, "%8" PRIu64 " games: %s %s, %s against itself as it was",
                   learnt, told(a, random, people), of, told(b, past, people));
    else
        text_wrapf(stdout, BEHIND, "%8" PRIu64 " games: %s %s", learnt, told(a, random, people),
                   of);
}

static struct ct_learn_share share_of(const struct learn_result *r, int among)
{
    const struct learn_sums *s = &r->sums[among];

    return ct_learn_share_of((double)s->share, (double)s->squares, s->deals, r->run.people);
}

void learn_print(const struct learn_result *r)
{
    struct ct_learn_share random = share_of(r, AMONG_CHANCE), past = share_of(r, AMONG_PAST);

    random.even = share_of(r, AMONG_EVEN).share;
    partial_print(&r->numbers, r->of, "deals");
    learn_tell(r->learnt, r->run.people, &random, r->past ? &past : NULL);
}

/* ---- as a tally ---- */

static void pass(struct tally_way *w, struct learn_result *r)
{
    way_run(w, "learn", &r->run);
    r->learnt = way_number(w, "learnt-from", r->learnt, INT64_MAX);
    r->weights = way_fingerprint(w, "weights", r->weights);
    if (way_has(w, "past", r->past))
        r->past = way_fingerprint(w, "past", r->past);
    way_numbers(w, "deals", &r->numbers, &r->of);
    cells_pass(w, &(struct cells){"among", 1, &columns, r->sums, AMONG_KINDS, .whole = true});
}

bool learn_save(struct tally_file *f, const struct learn_result *r)
{
    struct tally_way w = {.to = f};
    struct learn_result same = *r;

    pass(&w, &same);
    return way_end(&w, "learn", NULL);
}

bool learn_load(const struct tally_file *f, struct learn_result *r, char **wrong)
{
    struct tally_way w = {.from = f};

    *r = (struct learn_result){0};
    pass(&w, r);
    return way_end(&w, "learn", wrong);
}

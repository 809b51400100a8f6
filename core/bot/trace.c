/* trace.c - policy gradients: REINFORCE with a baseline (Williams 1992), over the choices of one
 * game.
 *
 * A pick that led to more than its position was thought to be worth becomes likelier, by the
 * gradient of the logarithm of its likelihood. The baseline is a linear value on the same features,
 * learnt at the same time. FADES says how long a pick answers for what follows: of the surprises on
 * the way to the end, the one after k more picks of the seat counts FADES^k (Schulman and others,
 * "High-dimensional continuous control using generalized advantage estimation", 2016). */
#include "bot/trace.h"

#include "bot/memory.h"

#include <stdlib.h>
#include <string.h>

/* A trace ends here, at 64 MB: the rest of a long game is played, but not learnt from. */
enum { MOST_NOTED = 4 << 20 };
static const double FADES = 1;

bool lesson_init(struct lesson *l)
{
    l->change = calloc(POLICY_SIZE, sizeof *l->change);
    l->place = malloc(POLICY_SIZE * sizeof *l->place);
    l->n = 0;
    return l->change && l->place;
}

void lesson_free(struct lesson *l)
{
    free(l->change);
    free(l->place);
    *l = (struct lesson){0};
}

void trace_clear(struct trace *t)
{
    t->n = t->nat = t->nhead = t->nfirst = t->nlikely = 0;
}

void trace_free(struct trace *t)
{
    free(t->decision);
    free(t->at);
    free(t->head);
    free(t->first);
    free(t->likely);
    free(t->score);
    free(t->worth);
    free(t->weighed);
    *t = (struct trace){0};
}

/* ---- playing ---- */

static float weight_of(const float *weight, uint32_t head, const uint32_t *at, int n)
{
    float sum = weight[policy_place(head, 0)];

    for (int k = 0; k < n; k++)
        sum += weight[policy_place(head, at[k])];
    return sum;
}

/* Each choice's worth, less the most, into t->worth; its likelihood, up to a factor, into
 * t->weighed. Their sum. */
static double weigh(struct trace *t, const float *weight, const struct features *f, int n)
{
    double most = 0, sum = 0;

    for (int i = 0; i < n; i++) {
        float all = 0;
        for (int h = f->first[i]; h < f->first[i + 1]; h++)
            all += weight_of(weight, f->head[h], f->at, f->n);
        t->worth[i] = all;
        most = !i || all > most ? all : most;
    }
    for (int i = 0; i < n; i++) {
        t->worth[i] -= most;
        sum += t->weighed[i] = policy_exp(t->worth[i]);
    }
    return sum;
}

static bool room(struct trace *t, const struct features *f, int n)
{
    return bot_room(&t->decision, &t->cap, t->n + 1, sizeof *t->decision) &&
           bot_room(&t->at, &t->cap_at, t->nat + f->n, sizeof *t->at) &&
           bot_room(&t->head, &t->cap_head, t->nhead + f->nheads, sizeof *t->head) &&
           bot_room(&t->first, &t->cap_first, t->nfirst + n + 1, sizeof *t->first) &&
           bot_room(&t->likely, &t->cap_likely, t->nlikely + n, sizeof *t->likely) &&
           bot_room(&t->score, &t->cap_score, t->nlikely + n, sizeof *t->score);
}

static void note(struct trace *t, const float *weight, const struct features *f, int seat,
                 int n, int picked, double sum)
{
    t->decision[t->n++] = (struct decision){
        .at = t->nat,
        .n = f->n,
        .head = t->nhead,
        .first = t->nfirst,
        .likely = t->nlikely,
        .choices = n,
        .picked = picked,
        .seat = (int8_t)seat,
        .value = weight_of(weight, POLICY_VALUE, f->at, f->n),
    };
    if (f->n) /* without anything seen there is no room either */
        memcpy(t->at + t->nat, f->at, (size_t)f->n * sizeof *f->at);
    if (f->nheads)
        memcpy(t->head + t->nhead, f->head, (size_t)f->nheads * sizeof *f->head);
    memcpy(t->first + t->nfirst, f->first, ((size_t)n + 1) * sizeof *f->first);
    for (int i = 0; i < n; i++) {
        t->likely[t->nlikely + i] = (float)(t->weighed[i] / sum);
        t->score[t->nlikely + i] = (float)t->worth[i];
    }
    t->nlikely += n;
    t->nat += f->n;
    t->nhead += f->nheads;
    t->nfirst += n + 1;
}

int trace_choose(struct trace *t, const float *weight, const struct features *f, int seat,
                 int n, struct ct_rng *rng)
{
    if (!bot_room(&t->worth, &t->cap_worth, n, sizeof *t->worth) ||
        !bot_room(&t->weighed, &t->cap_weighed, n, sizeof *t->weighed))
        return -1;
    double sum = weigh(t, weight, f, n);
    int picked = policy_draw(t->weighed, n, sum, rng);
    if (t->nat + t->nhead + t->nfirst + f->n + f->nheads + n > MOST_NOTED)
        return picked;
    if (!room(t, f, n))
        return -1;
    note(t, weight, f, seat, n, picked, sum);
    return picked;
}

/* ---- what it teaches ---- */

static void add(struct lesson *to, uint32_t place, float change)
{
    if (to->change[place] == 0 && change != 0)
        to->place[to->n++] = place;
    to->change[place] += change;
    if (to->change[place] == 0 && change != 0)
        to->change[place] = 1e-30f; /* it is in the list, and only once */
}

static void add_all(struct lesson *to, uint32_t head, const uint32_t *at, int n, float change)
{
    add(to, policy_place(head, 0), change);
    for (int k = 0; k < n; k++)
        add(to, policy_place(head, at[k]), change);
}

static void teach_one(const struct trace *t, const struct decision *d, float more, float open,
                      struct lesson *to)
{
    const uint32_t *at = t->at + d->at, *head = t->head + d->head;
    const int *first = t->first + d->first;

    const float *likely = t->likely + d->likely, *score = t->score + d->likely;
    float mean = 0;

    for (int i = 0; i < d->choices; i++)
        mean += likely[i] * score[i];
    add_all(to, POLICY_VALUE, at, d->n, more);
    for (int i = 0; i < d->choices; i++) {
        float change =
            more * ((float)(i == d->picked) - likely[i]) - open * likely[i] * (score[i] - mean);
        for (int h = first[i]; h < first[i + 1]; h++)
            add_all(to, head[h], at, d->n, change);
    }
}

void trace_teach(const struct trace *t, const double *returned, float open, struct lesson *to)
{
    double next[CT_MAX_SEATS], surprise[CT_MAX_SEATS] = {0};

    memcpy(next, returned, sizeof next);
    for (int i = t->n - 1; i >= 0; i--) {
        const struct decision *d = &t->decision[i];
        surprise[d->seat] = next[d->seat] - d->value + FADES * surprise[d->seat];
        next[d->seat] = d->value;
        teach_one(t, d, (float)surprise[d->seat], open, to);
    }
}

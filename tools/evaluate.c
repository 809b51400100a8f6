/* evaluate.c - `learn --measure`: how well a policy plays. */
#include "evaluate.h"

#include "policies.h"
#include "tools/memory.h"
#include "tools/screen/progress.h"
#include "tools/stats/learnresult.h"

#include <stdlib.h>

/* Deals that the library plays between two checkpoints. */
enum { DEALS_AT_ONCE = 64 };

struct evaluation {
    const ct_policy *past;
    ct_learner *learner;
    struct part *part;
    struct progress progress;
    pthread_mutex_t lock; /* for what follows */
    struct learn_result got;
};

static bool save(void *ctx, struct tally_file *f)
{
    struct evaluation *e = ctx;

    return learn_save(f, &e->got);
}

/* Goes on from the counts of an earlier process. */
static bool take_up(void *ctx, const struct tally_file *found, char **wrong)
{
    struct evaluation *e = ctx;
    struct learn_result before;
    bool good = learn_load(found, &before, wrong);

    for (int i = 0; i < AMONG_KINDS; i++)
        e->got.sums[i] = before.sums[i];
    numbers_join(&e->got.numbers, &before.numbers);
    learn_result_free(&before);
    return good;
}

/* Plays deals (from 1). False after a message. */
static bool play(struct evaluation *e, struct range deals)
{
    uint64_t n = deals.last - deals.first + 1;
    struct ct_learn_sums sums[AMONG_KINDS] = {{0}};

    for (int i = 0; i < AMONG_KINDS; i++) {
        if (i == AMONG_PAST && !e->past)
            continue;
        if (ct_learner_deals(e->learner, i == AMONG_PAST ? e->past : NULL, i == AMONG_EVEN,
                             deals.first - 1, n, &sums[i]))
            return complain("learn: %s", mem_said(ct_learner_error(e->learner)));
    }
    pthread_mutex_lock(&e->lock);
    for (int i = 0; i < AMONG_KINDS; i++)
        learn_add(&e->got.sums[i], &sums[i]);
    numbers_add(&e->got.numbers, deals.first, deals.last);
    pthread_mutex_unlock(&e->lock);
    progress_add(&e->progress, n);
    return true;
}

static int play_all(struct evaluation *e)
{
    struct range deals;
    unsigned round = 0;
    bool good = true;

    progress_begin(&e->progress, "deals", numbers_count(&e->part->todo));
    part_play(e->part);
    part_join(e->part);
    while (good && part_take(e->part, DEALS_AT_ONCE, &deals)) {
        good = play(e, deals);
        if (part_due(e->part, &round))
            part_handed(e->part);
    }
    part_leave(e->part);
    part_stop(e->part);
    progress_end(&e->progress);
    if (!part_end(e->part, good) || !good)
        return EXIT_USAGE;
    learn_print(&e->got);
    return EXIT_OK;
}

int evaluate(const ct_definition *def, const struct ct_setup *setup, const ct_policy *policy,
             const ct_policy *past, uint64_t games, int jobs, struct part *part)
{
    struct evaluation e = {.past = past, .part = part};
    uint64_t people = (uint64_t)setup->people;
    char *wrong = NULL;
    int rc = EXIT_USAGE;

    pthread_mutex_init(&e.lock, NULL);
    e.got.run = tallyrun_of(def, setup, setup->seed);
    e.got.learnt = ct_policy_get_info(policy).games;
    e.got.weights = policy_fingerprint(policy);
    e.got.past = past ? policy_fingerprint(past) : 0;
    e.got.of = (games + people - 1) / people;
    e.learner = ct_learner_new(def, setup, policy, jobs, &wrong);
    part->save = save;
    part->guard = &e.lock;
    part->take_up = take_up;
    part->ctx = &e;
    if (succeeded(e.learner, "learn", &wrong) && part_open(part, e.got.of, "deals"))
        rc = play_all(&e);
    ct_learner_free(e.learner);
    learn_result_free(&e.got);
    pthread_mutex_destroy(&e.lock);
    return rc;
}

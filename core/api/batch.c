/* batch.c - many games moved on in one call, over threads. Each thread has an engine of its own, and a
 * game needs nothing of the others: so any number of threads gives the same. */
#define _DEFAULT_SOURCE /* madvise */
#include "api/numbers.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { AT_ONCE = 8, IDLE_GAMES = 1000, HUGE_PAGE = 2 << 20 };
/* A choice of the open question. It is picked as it is, for other games have come in between. */
struct offer {
    int32_t number, at; /* its next number; its place in the list */
    struct kchoice choice;
};
/* A game and its open question: what each seat that is asked may answer, found when the question opens. */
struct game {
    ct_state *state;
    struct offer *offer;
    int noffers, room, seat, ngiven;
    bool ended, moves; /* in this call; its next answer may be the last of the question */
    uint16_t frames;
    struct {
        int from, n, of; /* its offers; how many choices it had */
    } asked[CT_MAX_SEATS];
    uint64_t seed, begun; /* the first game's; how many games have begun */
    struct ct_rng rng;    /* of the seats that pick at random */
    int32_t given[CT_MAX_NUMBERS];
};
struct worker {
    ct_batch *b;
    ct_engine *e;
    ct_numbers *n;
    int from, to; /* its games */
    const int32_t *number;
    const uint64_t *seeds; /* NULL: a step */
    const struct ct_batch_arrays *out;
    bool failed;
};
struct ct_batch {
    struct game *game;
    char *states; /* one behind another, each so many bytes */
    size_t stride;
    struct worker *worker;
    int games, threads;
    unsigned seats;
    uint64_t *seeds;
    const char *wrong;
};

/* The game is over; the next one begins in its place. */
static int start_next(struct worker *w, struct game *g, int i)
{
    const struct ct_batch_arrays *out = w->out;
    int seats = w->n->seats;
    struct ct_result r;

    if (ct_get_result(w->e, g->state, &r))
        return -1;
    g->ended = true;
    if (out->over)
        out->over[i] = (uint8_t)r.status;
    for (int seat = 0; seat < seats; seat++) {
        if (out->share)
            out->share[(size_t)i * (size_t)seats + (size_t)seat] =
                (double)r.share[seat] / CT_WHOLE;
        if (out->score)
            out->score[(size_t)i * (size_t)seats + (size_t)seat] = r.score[seat];
    }
    struct ct_rng next = ct_rng_make(g->seed, g->begun++);
    uint64_t seed = ct_rng_next(&next);
    g->rng = ct_rng_make(seed, UINT64_MAX);
    return ct_game_restart(w->e, g->state, seed);
}

/* Notes what the seat may answer, from offer `from` on. */
static int keep(struct game *g, const ct_numbers *n, int seat, int from)
{
    if (from + n->nleft > g->room &&
        !mem_fit(&g->offer, &g->room, from + n->nleft, sizeof *g->offer))
        return engine_no_memory(n->e);
    g->asked[seat].from = from;
    g->asked[seat].n = n->nleft;
    g->asked[seat].of = n->nlist;
    for (int k = 0; k < n->nleft; k++)
        g->offer[from + k] = (struct offer){n->next[k], n->left[k], n->list[n->left[k]]};
    return 0;
}

/* What all seats that are asked may answer: it stays so until all have, and the lists are at hand now. */
static int open_question(struct worker *w, struct game *g)
{
    struct kstate *s = block(g->state);

    g->noffers = g->ngiven = 0;
    for (unsigned m = ct_pending(g->state) & w->b->seats; m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        if (numbers_narrow(w->n, s, seat, NULL, 0) == -1 || keep(g, w->n, seat, g->noffers))
            return -1;
        g->noffers += w->n->nleft;
    }
    return 0;
}

static int pick_offer(struct worker *w, struct game *g, const struct offer *it)
{
    g->ngiven = 0;
    engine_clear(w->e);
    return it->choice.nset ? ct_pick(w->e, g->state, g->seat, it->at)
                           : k_pick_written(&w->e->k, block(g->state), g->seat, &it->choice,
                                            g->asked[g->seat].of);
}

/* Goes on until somebody must answer. */
static int go_on(struct worker *w, struct game *g, int i)
{
    int ends = 0;

    for (int rc, seat;;) {
        if (!ct_pending(g->state)) {
            rc = ct_advance(w->e, g->state);
            if (!rc && ++ends > IDLE_GAMES)
                return engine_fail(w->e, "in %d games nobody was asked", IDLE_GAMES);
            if (rc < 0 || (rc ? open_question(w, g) : start_next(w, g, i)))
                return -1;
            continue;
        }
        seat = g->seat = __builtin_ctz(ct_pending(g->state));
        if (!(w->b->seats >> seat & 1)) {
            int n = ct_choices(w->e, g->state, seat);
            int pick = n < 2 ? n - 1 : (int)ct_rng_below(&g->rng, (uint32_t)n);
            rc = pick < 0 ? -1 : ct_pick(w->e, g->state, seat, pick);
        } else if (g->asked[seat].n > 1) {
            return 0;
        } else {
            rc = pick_offer(w, g, &g->offer[g->asked[seat].from]);
        }
        if (rc)
            return -1;
    }
}

/* The numbers of the seat that is asked: 1 in the mask, or 0 again. */
static void mark_offers(const struct game *g, uint8_t *may, uint8_t as)
{
    const struct offer *at = g->offer + g->asked[g->seat].from;

    for (const struct offer *end = at + g->asked[g->seat].n; at < end; at++)
        may[at->number] = as;
}

/* Gives a number to the open question. */
static int answer(struct worker *w, struct game *g, int32_t number)
{
    const struct offer *at = g->offer + g->asked[g->seat].from, *it = NULL;
    int n = 0;

    for (int k = 0; k < g->asked[g->seat].n; k++)
        if (at[k].number == number) {
            it = &at[k];
            n++;
        }
    if (!n)
        return engine_fail(w->e, "number %d is not offered", (int)number);
    if (n == 1)
        return pick_offer(w, g, it);
    g->given[g->ngiven++] = number;
    if (numbers_narrow(w->n, block(g->state), g->seat, g->given, g->ngiven) == -1)
        return -1;
    return keep(g, w->n, g->seat, g->asked[g->seat].from);
}

static uint8_t *may_of(const struct worker *w, int i)
{
    return w->out->may + (size_t)i * (size_t)w->n->actions;
}

static int show(struct worker *w, struct game *g, int i)
{
    const struct ct_batch_arrays *out = w->out;
    unsigned pending = ct_pending(g->state);

    if (out->may)
        mark_offers(g, may_of(w, i), 1);
    if (out->seat)
        out->seat[i] = g->seat;
    if (out->seeds)
        out->seeds[i] = ct_seed(g->state);
    g->frames = k_rules(block(g->state))->nframes;
    g->moves = !(pending & (pending - 1));
    return out->seen ? ct_observe(w->n, g->state, g->seat, g->given, g->ngiven,
                                  out->seen + (size_t)i * (size_t)w->n->values)
                     : 0;
}

static int begin(struct worker *w, struct game *g, uint64_t seed)
{
    g->seed = seed;
    g->begun = 1;
    g->ngiven = 0;
    g->rng = ct_rng_make(seed, UINT64_MAX);
    return ct_game_restart(w->e, g->state, seed);
}

/* A compiler takes out calls of a function that does nothing, and to some a prefetch is nothing: hence the empty
 * instruction. */
static inline void fetch(const void *of, size_t from, size_t to)
{
    for (size_t k = from / 64 * 64; k < to; k += 64) {
        __builtin_prefetch((const char *)of + k, 1);
        __asm__ volatile("");
    }
}

/* What the game may answer in the mask comes while others are played. */
static void fetch_may(const struct worker *w, int i)
{
    const struct game *g = &w->b->game[i];
    int at = g->asked[g->seat].from, end = at + g->asked[g->seat].n;

    for (; w->out->may && at < end; at++)
        fetch(may_of(w, i) + g->offer[at].number, 0, 1);
}

/* Games and arrays lie far apart: what a game needs comes while others are played and shown, in two
 * parts, for a processor waits for few things at once. Parts of a state lie as in the first game's. */
static void fetch_cards(const struct worker *w, int i)
{
    const struct game *g = &w->b->game[i];
    const struct kstate *s = block(g->state), *as = block(w->b->game->state);

    if (g->moves || w->n->rows) /* a row is read card by card */
        fetch(s, as->o_insts, as->o_rounds);
}

static void fetch_game(const struct worker *w, int i)
{
    const struct game *g = &w->b->game[i];
    const struct kstate *s = block(g->state), *as = block(w->b->game->state);
    const struct offer *offer = &g->offer[g->asked[g->seat].from];

    fetch(s, 0, as->o_frames + g->frames * sizeof(struct kframe));
    fetch(s, as->o_phase, as->o_cardctr);
    fetch(s, as->o_know, as->o_know + sizeof(struct kknow));
    fetch(offer, 0, (size_t)g->asked[g->seat].n * sizeof *offer);
    fetch(s, as->o_rounds, as->o_rounds + as->nseats * sizeof(struct kanswer));
    if (g->moves)
        fetch(s, as->o_slotzone, as->o_end);
    if (i + 2 * AT_ONCE < w->to) /* its fields say what to fetch next */
        fetch(g + 2 * AT_ONCE, 0, offsetof(struct game, seed));
}

/* The result of the game before is no longer told. */
static void clear_result(const struct worker *w, struct game *g, int i)
{
    size_t seats = (size_t)w->n->seats, at = (size_t)i * seats;

    g->ended = false;
    if (w->out->over)
        w->out->over[i] = 0;
    if (w->out->share)
        memset(w->out->share + at, 0, seats * sizeof *w->out->share);
    if (w->out->score)
        memset(w->out->score + at, 0, seats * sizeof *w->out->score);
}

/* Game i gets its answer and goes on. */
static bool play(struct worker *w, int i)
{
    struct game *g = &w->b->game[i];

    if (g->ended || w->seeds)
        clear_result(w, g, i);
    if (w->out->may && w->seeds)
        memset(may_of(w, i), 0, (size_t)w->n->actions);
    else if (w->out->may)
        mark_offers(g, may_of(w, i), 0);
    return !(w->seeds ? begin(w, g, w->seeds[i]) : answer(w, g, w->number[i])) &&
           !go_on(w, g, i);
}

/* Plays some games, then shows them. Each half is one stretch of code, so the processor does not
 * have to load it again for each game. */
static void *work(void *arg)
{
    struct worker *w = arg;

    for (int i = w->from; i < w->to && i < w->from + AT_ONCE && !w->seeds; i++) {
        fetch_game(w, i);
        fetch_cards(w, i);
    }
    for (int from = w->from, to; from < w->to && !w->failed; from = to) {
        to = from + AT_ONCE < w->to ? from + AT_ONCE : w->to;
        for (int i = from; i < to && !w->seeds; i++)
            fetch_may(w, i);
        for (int i = from; i < to && !w->failed; i++) {
            w->failed = !play(w, i);
            fetch_may(w, i);
            if (i + AT_ONCE < w->to && !w->seeds)
                fetch_cards(w, i + AT_ONCE);
            if (w->out->seen)
                fetch(w->out->seen + (size_t)i * (size_t)w->n->values, 0, (size_t)w->n->values);
        }
        for (int i = from; i < to && !w->failed; i++) {
            if (i + AT_ONCE < w->to && !w->seeds)
                fetch_game(w, i + AT_ONCE);
            w->failed = show(w, &w->b->game[i], i) != 0;
        }
    }
    return NULL;
}

static int run(ct_batch *b, const uint64_t *seeds, const int32_t *number,
               const struct ct_batch_arrays *out)
{
    pthread_t thread[64];
    int begun = 0;

    for (int i = 0; i < b->threads; i++) {
        b->worker[i].seeds = seeds;
        b->worker[i].number = number;
        b->worker[i].out = out;
        b->worker[i].failed = false;
    }
    while (begun < b->threads - 1 &&
           !pthread_create(&thread[begun], NULL, work, &b->worker[begun]))
        begun++;
    for (int i = begun; i < b->threads; i++)
        work(&b->worker[i]);
    for (int i = 0; i < begun; i++)
        pthread_join(thread[i], NULL);
    b->wrong = NULL;
    for (int i = 0; i < b->threads && !b->wrong; i++)
        if (b->worker[i].failed)
            b->wrong = ct_error(b->worker[i].e);
    return b->wrong ? -1 : 0;
}

int ct_batch_reset(ct_batch *b, const uint64_t *seeds, const struct ct_batch_arrays *out)
{
    return run(b, seeds ? seeds : b->seeds, NULL, out);
}

int ct_batch_step(ct_batch *b, const int32_t *numbers, const struct ct_batch_arrays *out)
{
    return run(b, NULL, numbers, out);
}

const char *ct_batch_error(const ct_batch *b)
{
    return b->wrong ? b->wrong : "";
}

/* Room for the states of all games: an odd number of lines each, so that what all of them use does
 * not fall into the same sets of the processor's cache. In few large pages, whose places the
 * processor remembers. */
static bool lay_states(ct_batch *b, const ct_state *first)
{
    b->stride = (ct_state_size(first) / 128 * 2 + 3) * 64;
    size_t all = b->stride * (size_t)b->games, page = all < HUGE_PAGE ? 64 : HUGE_PAGE;
    all = (all + page - 1) / page * page;
    b->states = aligned_alloc(page, all);
#ifdef MADV_HUGEPAGE
    if (b->states && page == HUGE_PAGE)
        madvise(b->states, all, MADV_HUGEPAGE);
#endif
    return b->states != NULL;
}

/* An engine with its numbers, and its games. False: *wrong says why. */
static bool hire(ct_batch *b, int i, const ct_definition *def, const struct ct_setup *setup,
                 char **wrong)
{
    struct worker *w = &b->worker[i];

    *w = (struct worker){.b = b,
                         .from = (int)((int64_t)b->games * i / b->threads),
                         .to = (int)((int64_t)b->games * (i + 1) / b->threads)};
    w->e = ct_engine_new(def, wrong);
    w->n = w->e ? ct_numbers_new(w->e, setup) : NULL;
    bool good = w->n != NULL;
    ct_state *first = good ? ct_game_new(w->e, setup) : NULL;
    good = first && (b->states || lay_states(b, first) || !engine_no_memory(w->e));
    for (int g = w->from; g < w->to && good; g++) {
        b->game[g].state = (ct_state *)(void *)(b->states + (size_t)g * b->stride);
        k_clone(block(b->game[g].state), block(first));
    }
    ct_state_free(first);
    if (!good && w->e && wrong)
        *wrong = ct_shown(ct_error(w->e), true);
    return good;
}

ct_batch *ct_batch_new(const ct_definition *def, const struct ct_setup *setup, int games,
                       int threads, unsigned seats, char **wrong)
{
    ct_batch *b = calloc(1, sizeof *b);

    if (wrong)
        *wrong = NULL;
    games = games < 1 ? 1 : games;
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    threads = threads > games ? games : threads;
    if (!b)
        return NULL;
    *b = (ct_batch){.games = games,
                    .threads = threads,
                    .seats = seats,
                    .game = calloc((size_t)games, sizeof *b->game),
                    .worker = calloc((size_t)threads, sizeof *b->worker),
                    .seeds = malloc((size_t)games * sizeof *b->seeds)};
    bool good = b->game && b->worker && b->seeds;
    for (int i = 0; i < games && good; i++) {
        struct ct_rng r = ct_rng_make(setup->seed, (uint64_t)i);
        b->seeds[i] = ct_rng_next(&r);
    }
    for (int i = 0; i < threads && good; i++)
        good = hire(b, i, def, setup, wrong);
    if (good)
        return b;
    ct_batch_free(b);
    return NULL;
}

void ct_batch_free(ct_batch *b)
{
    if (!b)
        return;
    for (int i = 0; i < b->games && b->game; i++)
        free(b->game[i].offer);
    for (int i = 0; i < b->threads && b->worker; i++) {
        ct_numbers_free(b->worker[i].n);
        ct_engine_free(b->worker[i].e);
    }
    free(b->game);
    free(b->states);
    free(b->worker);
    free(b->seeds);
    free(b);
}

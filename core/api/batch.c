/* batch.c - many games moved on in one call, over threads. Each thread has an engine of its own, and a
 * game needs nothing of the others: so any number of threads gives the same. */
#include "api/numbers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 16, IDLE_GAMES = 1000 };
/* A choice of the open question. It is picked as it is, for other games have come in between. */
struct offer {
    int32_t number, at; /* its next number; its place in the list */
    struct kchoice choice;
};
/* A piece of an observation that is not all zeros. */
enum { PIECE = 16 };
struct piece {
    uint32_t at;
    int8_t v[PIECE];
};
/* A game and its open question: what each seat that is asked may answer, found when the question opens. */
struct game {
    ct_state *state;
    struct offer *offer;
    int noffers, room, seat, ngiven;
    bool ended;     /* in this call */
    unsigned asked; /* by the open question */
    struct {
        int from, n, of; /* its offers; how many choices it had */
        int piece, pieces;
    } seats[CT_MAX_SEATS];
    /* what each seat sees, if several are asked: nothing changes until all have answered */
    struct piece *piece;
    int npieces, piece_room, nshown;
    uint32_t *shown;      /* where the array has pieces */
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
    int8_t *seen; /* room for an observation, and its pieces */
    struct piece *piece;
    bool failed;
};
struct ct_batch {
    struct game *game;
    char *states; /* one behind another, each so many bytes */
    size_t stride;
    uint32_t *shown; /* of all games */
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
    if (out->seeds)
        out->seeds[i] = seed;
    return ct_game_restart(w->e, g->state, seed);
}

/* Notes what the seat may answer, from offer `from` on. */
static int keep(struct game *g, const ct_numbers *n, int seat, int from)
{
    if (from + n->nleft > g->room) {
        int room = (from + n->nleft) * 2;
        struct offer *grown = realloc(g->offer, (size_t)room * sizeof *grown);
        if (!grown)
            return engine_no_memory(n->e);
        g->offer = grown;
        g->room = room;
    }
    g->seats[seat].from = from;
    g->seats[seat].n = n->nleft;
    g->seats[seat].of = n->nlist;
    for (int k = 0; k < n->nleft; k++)
        g->offer[from + k] = (struct offer){n->next[k], n->left[k], n->list[n->left[k]]};
    return 0;
}

/* The pieces of what the seat sees, in `out`. How many; -1 */
static int see(struct worker *w, const struct game *g, int seat, struct piece *out)
{
    size_t values = (size_t)w->n->values;
    int n = 0;

    if (ct_observe(w->n, g->state, seat, g->given, g->ngiven, w->seen))
        return -1;
    for (size_t at = 0; at < values; at += PIECE) {
        uint64_t v[PIECE / 8];
        memcpy(v, w->seen + at, PIECE);
        if (!(v[0] | v[1]))
            continue;
        out[n].at = (uint32_t)at;
        memcpy(out[n++].v, v, PIECE);
    }
    return n;
}

static int keep_seen(struct worker *w, struct game *g, int seat)
{
    int most = w->n->values / PIECE + 1;

    if (g->npieces + most > g->piece_room) {
        int room = g->npieces + most * 2;
        struct piece *grown = realloc(g->piece, (size_t)room * sizeof *grown);
        if (!grown)
            return engine_no_memory(w->e);
        g->piece = grown;
        g->piece_room = room;
    }
    g->seats[seat].piece = g->npieces;
    g->seats[seat].pieces = see(w, g, seat, g->piece + g->npieces);
    g->npieces += g->seats[seat].pieces;
    return g->seats[seat].pieces < 0 ? -1 : 0;
}

/* What all seats that are asked may answer: it stays so until all have, and the lists are at hand now. */
static int open_question(struct worker *w, struct game *g)
{
    struct kstate *s = block(g->state);

    g->noffers = g->ngiven = g->npieces = 0;
    g->asked = ct_pending(g->state) & w->b->seats;
    bool several = w->out->seen && g->asked & (g->asked - 1);
    for (unsigned m = g->asked; m; m &= m - 1) {
        int seat = __builtin_ctz(m);
        if (numbers_narrow(w->n, s, seat, NULL, 0) == -1 || keep(g, w->n, seat, g->noffers))
            return -1;
        g->noffers += w->n->nleft;
        if (several && w->n->nleft > 1 && keep_seen(w, g, seat))
            return -1;
    }
    return 0;
}

static int pick_offer(struct worker *w, struct game *g, const struct offer *it)
{
    g->ngiven = 0;
    engine_clear(w->e);
    return it->choice.nset ? ct_pick(w->e, g->state, g->seat, it->at)
                           : k_pick_written(&w->e->k, block(g->state), g->seat, &it->choice,
                                            g->seats[g->seat].of);
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
        } else if (g->seats[seat].n > 1) {
            return 0;
        } else {
            rc = pick_offer(w, g, &g->offer[g->seats[seat].from]);
        }
        if (rc)
            return -1;
    }
}

/* The numbers of the seat that is asked: 1 in the mask, or 0 again. */
static void mark_offers(const struct game *g, uint8_t *may, uint8_t as)
{
    const struct offer *at = g->offer + g->seats[g->seat].from;

    for (const struct offer *end = at + g->seats[g->seat].n; at < end; at++)
        may[at->number] = as;
}

/* Gives a number to the open question. */
static int answer(struct worker *w, struct game *g, int32_t number)
{
    const struct offer *at = g->offer + g->seats[g->seat].from, *it = NULL;
    int n = 0;

    for (int k = 0; k < g->seats[g->seat].n; k++)
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
    return keep(g, w->n, g->seat, g->seats[g->seat].from);
}

static uint8_t *may_of(const struct worker *w, int i)
{
    return w->out->may + (size_t)i * (size_t)w->n->actions;
}

/* Shows what the seat sees. Only the pieces that it has or that were there before are written. */
static int show_seen(struct worker *w, struct game *g, int i)
{
    size_t values = (size_t)w->n->values, last = values / PIECE * PIECE;
    int8_t *out = w->out->seen + (size_t)i * values;
    bool known = g->npieces && !g->ngiven;
    const struct piece *piece = known ? g->piece + g->seats[g->seat].piece : w->piece;
    int n = known ? g->seats[g->seat].pieces : see(w, g, g->seat, w->piece);

    for (int k = 0; k < g->nshown; k++)
        memset(out + g->shown[k], 0, g->shown[k] < last ? PIECE : values - last);
    for (int k = 0; k < n; k++) {
        g->shown[k] = piece[k].at;
        memcpy(out + piece[k].at, piece[k].v, piece[k].at < last ? PIECE : values - last);
    }
    g->nshown = n;
    return n < 0 ? -1 : 0;
}

static int show(struct worker *w, struct game *g, int i)
{
    const struct ct_batch_arrays *out = w->out;

    if (out->may)
        mark_offers(g, may_of(w, i), 1);
    if (out->seat)
        out->seat[i] = g->seat;
    return out->seen ? show_seen(w, g, i) : 0;
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

/* Game i begins: nothing of what was there is known. */
static int begin(struct worker *w, struct game *g, int i)
{
    const struct ct_batch_arrays *out = w->out;

    clear_result(w, g, i);
    if (out->may)
        memset(may_of(w, i), 0, (size_t)w->n->actions);
    if (out->seen)
        memset(out->seen + (size_t)i * (size_t)w->n->values, 0, (size_t)w->n->values);
    if (out->seeds)
        out->seeds[i] = w->seeds[i];
    g->nshown = 0;
    g->seed = w->seeds[i];
    g->begun = 1;
    g->ngiven = 0;
    g->rng = ct_rng_make(g->seed, UINT64_MAX);
    return ct_game_restart(w->e, g->state, g->seed);
}

/* Game i gets its answer and goes on. */
static bool play(struct worker *w, int i)
{
    struct game *g = &w->b->game[i];

    if (!w->seeds && g->ended)
        clear_result(w, g, i);
    if (!w->seeds && w->out->may)
        mark_offers(g, may_of(w, i), 0);
    return !(w->seeds ? begin(w, g, i) : answer(w, g, w->number[i])) && !go_on(w, g, i);
}

/* Plays some games, then shows them. Each half is one stretch of code, so the processor does not
 * have to load it again for each game. */
static void *work(void *arg)
{
    struct worker *w = arg;

    for (int from = w->from, to; from < w->to && !w->failed; from = to) {
        to = from + AT_ONCE < w->to ? from + AT_ONCE : w->to;
        for (int i = from; i < to && !w->failed; i++)
            w->failed = !play(w, i);
        for (int i = from; i < to && !w->failed; i++)
            w->failed = show(w, &w->b->game[i], i) != 0;
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

ct_state *ct_batch_game(ct_batch *b, int i)
{
    return b->game[i].state;
}

const ct_numbers *ct_batch_numbers(const ct_batch *b)
{
    return b->worker[0].n;
}

/* Room for the states of all games: an odd number of lines each, so that what all of them use does
 * not fall into the same sets of the processor's cache. */
static bool lay_states(ct_batch *b, const ct_state *first, const ct_numbers *n)
{
    b->stride = (ct_state_size(first) / 128 * 2 + 3) * 64;
    b->states = aligned_alloc(64, b->stride * (size_t)b->games);
    b->shown = malloc(((size_t)n->values / PIECE + 1) * (size_t)b->games * sizeof *b->shown);
    return b->states && b->shown;
}

static bool see_room(struct worker *w)
{
    size_t pieces = (size_t)w->n->values / PIECE + 1;

    w->seen = calloc(pieces, PIECE);
    w->piece = malloc(pieces * sizeof *w->piece);
    return w->seen && w->piece;
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
    good = first && (b->states || lay_states(b, first, w->n)) && see_room(w);
    size_t pieces = good ? (size_t)w->n->values / PIECE + 1 : 0;
    for (int g = w->from; g < w->to && good; g++) {
        b->game[g].shown = b->shown + (size_t)g * pieces;
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
    for (int i = 0; i < b->games && b->game; i++) {
        free(b->game[i].offer);
        free(b->game[i].piece);
    }
    for (int i = 0; i < b->threads && b->worker; i++) {
        free(b->worker[i].seen);
        free(b->worker[i].piece);
        ct_numbers_free(b->worker[i].n);
        ct_engine_free(b->worker[i].e);
    }
    free(b->game);
    free(b->states);
    free(b->shown);
    free(b->worker);
    free(b->seeds);
    free(b);
}

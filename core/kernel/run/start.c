/* start.c - engines, and games from their start; the calls that move a game on. */
#include "kernel/run/move.h"

#include <stdlib.h>

/* Stamps of one definition's engines differ: the upper bits are the number of the engine. */
enum { STAMPS_BITS = 40 };

int k_engine_init(struct kengine *e, const struct kdef *d)
{
    memset(e, 0, sizeof *e);
    e->stamps = ++*d->engines << STAMPS_BITS;
    e->viewer = K_ALL_SEEING;
    e->asker = NO_SEAT;
    e->now = e->lists;
    e->body_action = e->pub_bits = e->step_text = REF_NONE;
    return lower_begin(e, d);
}

void k_engine_free(struct kengine *e)
{
    lower_end(e);
    free(e->lists[0].buf);
    free(e->lists[1].buf);
    free(e->lists[0].sets);
    free(e->lists[1].sets);
    free(e->tmp);
    free(e->scratch);
    free(e->blank);
    free(e->views);
    free(e->colours.v);
    free(e->hook_stat);
    memset(e, 0, sizeof *e);
}

/* A call begins: sets the state, which may not be laid out yet, and clears errors. */
static inline void begin(struct kengine *e, struct kstate *s)
{
    e->s = s;
    e->err.code = K_OK;
    e->step = 0;
    e->in_hook = e->checkpointed = e->sampling = e->quiet = false;
}

void k_enter(struct kengine *e, struct kstate *s)
{
    begin(e, s);
    k_at(e, s);
    lists_reset(e, s);
}

void place_new(struct kengine *e, unsigned c, unsigned slot, uint16_t def)
{
    struct kstate *s = e->s;
    struct kinst *in = k_insts(s) + c;

    in->def = def;
    in->face = FACE_UP;
    in->owner = k_slotinfo(s)[slot].seat;
    in->next = in->prev = NO_CARD;
    zone_append(s, c, slot);
    for (unsigned i = 0; i < e->d->ncardctr; i++)
        card_mark(e, c, i, e->plan->card_start[i]);
}

/* Deals the instances, which are numbered by definition. While counting, number[d + 1] is how many
 * have definition d; afterwards number[d] is the next instance of it. */
struct filling {
    struct kengine *e;
    uint32_t *number;
    bool *stamp; /* definitions met in the endless zone */
    unsigned slot;
    bool counting;
};

static void fill_copies(void *ctx, unsigned card, int64_t copies)
{
    const struct filling *f = ctx;

    if (f->counting)
        f->number[card + 1] += copies > 0 ? (uint32_t)copies : 0;
    for (int64_t k = 0; k < copies && !f->counting; k++)
        place_new(f->e, f->number[card]++, f->slot, (uint16_t)card);
    f->stamp[card] |= copies > 0;
}

static void fill_all(struct kengine *e, struct filling *f)
{
    struct kstate *s = e->s;
    struct kctx x;

    k_context(e, &x);
    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        unsigned zone = k_zone_of(s, slot);
        f->slot = slot;
        each_held(e, zone, &x, fill_copies, f);
        f->slot = s->nslots - 1u;
        /* an endless zone has copies of each definition in the pool, for all its slots */
        bool last = slot + 1u == k_zonebase(s)[zone + 1];
        for (unsigned c = 0; c < e->d->ncards && last; c++) {
            if (f->stamp[c])
                fill_copies(f, c, e->d->zones[zone].endless);
            f->stamp[c] = false;
        }
    }
}

static int fill_zones(struct kengine *e)
{
    struct kstate *s = e->s;
    size_t n = e->d->ncards;
    struct filling f = {e, calloc(n + 1, sizeof *f.number), calloc(n + 1, sizeof *f.stamp), 0,
                        true};
    bool room = f.number && f.stamp, fits = room;

    if (room) {
        fill_all(e, &f);
        for (unsigned c = 0; c < n; c++)
            f.number[c + 1] += f.number[c];
        fits = f.number[n] == s->ninst;
    }
    f.counting = false;
    if (fits)
        fill_all(e, &f);
    free(f.number);
    free(f.stamp);
    if (!fits)
        return k_fail(e, room ? K_E_CARDS : K_E_NOMEM, 0, 0, 0);
    return e->err.code ? -1 : 0;
}

/* May e->blank, the game before its first shuffle, be copied? These parameters decide it. */
static bool blank_fits(const struct kengine *e, int people, const int32_t *options, bool track)
{
    const struct kstate *b = e->blank;

    return b && b->people == people && b->track == track &&
           (!e->d->noptions ||
            !memcmp(CAT(b, b->o_options, int32_t), options, e->d->noptions * sizeof *options));
}

/* Fills a block that is laid out with the game before its first shuffle. */
static int begin_blank(struct kengine *e, struct kstate *s)
{
    for (int i = 0; i < e->d->ngame; i++)
        k_gamectr(s)[i] = e->d->counters[e->d->game_ctr[i]].start;
    for (int i = 0; i < s->nseats * e->d->nseat; i++)
        k_seatctr(s)[i] = e->d->counters[e->d->seat_ctr[i % e->d->nseat]].start;
    struct kframe *f = k_frames(s);
    memset(f, 0, sizeof *f);
    f->kind = FRAME_BASE;
    f->pc = (uint16_t)e->d->start_pc;
    f->you = k_solo(s);
    f->them = f->seat = NO_SEAT;
    memset(f->card, 0xFF, sizeof f->card);
    k_rules(s)->nframes = 1;
    if (fill_zones(e) || e->err.code)
        return -1;
    s->cast = 0; /* no cast: there were no cards before */
    k_at(e, s);
    struct kctx x;
    k_context(e, &x);
    for (int i = 0; i < e->d->nrequires; i++)
        if (!blamed_on(e, k_written(e->origin, e->d->requires_[i]),
                       k_eval(e, e->d->requires_[i], &x)))
            return k_fail(e, K_E_REQUIRES, 0, i, 0);
    if (s->track && !e->err.code)
        know_setup(e);
    if (e->err.code)
        return -1;
    free(e->blank);
    e->blank = malloc(s->size + s->ninst * sizeof *e->order);
    if (!e->blank)
        return k_fail(e, K_E_NOMEM, 0, 0, 0);
    k_clone(e->blank, s);
    e->order = (uint16_t *)(void *)((char *)e->blank + s->size);
    for (unsigned slot = 0, n = 0; slot + 1u < s->nslots; slot++)
        n += (unsigned)zone_cards(s, slot, e->order + n);
    return 0;
}

static int lay_out(struct kengine *e, struct kstate *s, int people, const int32_t *options,
                   bool track)
{
    ran_pause(e, true); /* each engine does this once, whatever it plays */
    int rc = layout_fill(e, s, people, options, track);
    if (!rc) {
        k_at(e, s);
        lists_reset(e, s);
        if ((rc = begin_blank(e, s)))
            layout_empty(s); /* without cards, rather than with half of them */
    }
    ran_pause(e, false);
    return rc;
}

RARE int k_break(struct kengine *e, struct kstate *s)
{
    struct krules *r = k_rules(s);

    r->status = K_BROKEN;
    r->decision = DEC_NONE;
    r->asked = r->pending = r->recheck = 0;
    r->hook = REF_NONE; /* its checkpoint may not have been written */
    s->stamp = 0;
    e->in_hook = e->quiet = e->sampling = false;
    e->body = NULL;
    e->body_action = e->pub_bits = e->step_text = REF_NONE;
    e->err.overspent = e->left < 0;
    if (e->s)
        lists_reset(e, s); /* a failed script has given back no list */
    return -1;
}

int k_start(struct kengine *e, struct kstate *s, int people, const int32_t *options,
            uint64_t seed, bool track)
{
    begin(e, s);
    k_unlowered(e);
    if (people < e->d->min_people || people > e->d->max_people)
        return k_fail(e, K_E_SEATS, 0, people, 0);
    if (!SLOW(e, BLANK) && blank_fits(e, people, options, track)) {
        k_clone(s, e->blank);
        k_at(e, s);
        lists_reset(e, s);
    } else if (lay_out(e, s, people, options, track)) {
        return -1;
    }
    s->seed = seed;
    k_rules(s)->rng = krng_stream(seed, 0);
    const uint16_t *order = SLOW(e, BLANK) ? NULL : e->order;
    for (unsigned slot = 0, n; slot + 1u < s->nslots;
         slot++, order = order ? order + n : NULL) {
        n = k_slots(s)[slot].count;
        if (e->d->zones[k_zone_of(s, slot)].shuffled && zone_shuffle(e, slot, order) < 0)
            return -1;
    }
    return 0;
}

const struct kstate *k_blank(struct kengine *e, int people, const int32_t *options, bool track)
{
    if (!SLOW(e, BLANK) && blank_fits(e, people, options, track))
        return e->blank;
    struct kstate *s = malloc(k_size(e, people, options, track));
    int rc = s ? k_start(e, s, people, options, 0, track) : k_fail(e, K_E_NOMEM, 0, 0, 0);

    free(s);
    return rc ? NULL : e->blank;
}

INLINE static inline int advance(struct kengine *e)
{
    struct krules *r = k_rules(e->s);

    if (e->s->work > e->d->limits.game_work * INT64_C(1000))
        return k_fail(e, K_E_GAME_WORK, loop_src(e), 0, 0);
    uint32_t left = r->recheck ? r->pending : 0; /* in a sample they may have one choice */
    e->forced = r->recheck ? 0 : e->forced;      /* not those of another game */
    for (r->recheck = 0; left; left &= left - 1)
        if (answer_forced(e, __builtin_ctz(left)))
            return -1;
    if (r->taken_endlessly && !r->pending && grow_pools(e))
        return -1;
    if (k_know(e->s)->picks >= e->d->limits.picks) {
        r->decision = DEC_NONE;
        r->asked = r->pending = 0;
        r->hook = REF_NONE;
        end_game(e, K_UNFINISHED);
        return 0;
    }
    if (r->decision == DEC_HOOK || (r->decision == DEC_ORDER && r->pending))
        return 1;
    if (r->hook != REF_NONE) {
        int rc = hook_rerun(e);
        if (rc)
            return rc;
    }
    return k_run(e);
}

int k_advance(struct kengine *e, struct kstate *s)
{
    k_enter(e, s);
    if (k_rules(s)->status != K_RUNNING)
        return k_rules(s)->status == K_BROKEN ? k_fail(e, K_E_BROKEN, 0, 0, 0) : 0;
    int64_t left = e->left;
    e->advancing = true;
    int rc = advance(e);
    e->advancing = false;
    if (!rc && k_rules(s)->unsettled & UNSETTLED_LOST)
        keep_lost(e); /* the game is over */
    s->work += left - e->left;
    return UNLIKELY(rc < 0) ? k_break(e, s) : rc;
}

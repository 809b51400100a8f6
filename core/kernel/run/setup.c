/* setup.c - a given position instead of a game's start: see setup.h. */
#include "kernel/run/setup.h"
#include "kernel/run/move.h"

void k_setup_aside(struct kengine *e, struct kstate *s, unsigned c)
{
    k_setup_put(e, s, c, s->nslots - 1u, FACE_UP, NO_SEAT);
}

void k_setup_put(struct kengine *e, struct kstate *s, unsigned c, unsigned slot, unsigned face,
                 unsigned owner)
{
    struct kinst *in = k_insts(s) + c;
    uint8_t seat = k_slotinfo(s)[slot].seat;

    s->stamp = 0;
    k_rules(s)->taken_endlessly = s->room > s->size; /* perhaps */
    zone_unlink(s, c);
    zone_append(s, c, slot);
    k_at(e, s);
    in->face = (uint8_t)face;
    set_put(k_down(s), c, face == FACE_DOWN);
    odd_anew(e, c >> 6);
    card_own(e, c, seat != NO_SEAT ? seat : (uint8_t)owner);
    in->shown = 0;
    counters_start(e, c);
}

void k_setup_counter(struct kengine *e, struct kstate *s, unsigned counter, unsigned whose,
                     int32_t value)
{
    const struct kcounter *k = &e->d->counters[counter];

    s->stamp = 0;
    switch (k->per) {
    case PER_GAME: k_gamectr(s)[k->index] = value; break;
    case PER_CARD:
        k_at(e, s);
        card_mark(e, whose, k->index, value);
        break;
    default: k_seatctr(s)[whose * e->d->nseat + k->index] = value;
    }
}

/* Pushes the frame of a phase in its round `number`. */
static int enter(struct kengine *e, int32_t pc, const int32_t *number)
{
    const struct kop *op = &e->d->prog[pc];
    const struct kphase *p = &e->d->phases[op->list];
    int32_t loop = p->name != REF_NONE && number[p->name] > 0 ? number[p->name] : 1;
    struct kctx x;

    k_context(e, &x);
    k_top(e->s)->pc = (uint16_t)op->jump;
    int begun = phase_begin(e, op, &x);
    if (begun < 0)
        return -1;
    struct kframe *f = k_top(e->s);
    int32_t limit = begun ? f->phase.limit : 0;
    if (loop > limit)
        return k_fail(e, K_E_RANGE, op->src, loop, limit);
    f->phase.loop = loop;
    if (f->phase.norder)
        f->you = f->phase.order[loop - 1];
    if (p->name != REF_NONE)
        k_phase(e->s)[p->name] = loop;
    return 0;
}

int32_t k_setup_stretch(const struct kdef *d, int32_t pc)
{
    while (pc > 0 && d->prog[pc - 1].op != OP_END)
        pc--;
    return pc;
}

int32_t k_setup_caller(const struct kdef *d, int32_t stretch)
{
    for (uint32_t i = 0; stretch != d->start_pc && i < d->nprog; i++) {
        uint32_t p = ((uint32_t)d->start_pc + i) % d->nprog; /* calls in `phases` first */
        if (d->prog[p].op == OP_CALL && d->effects[d->prog[p].list].pc == stretch)
            return (int32_t)p;
    }
    return -1;
}

/* Pushes the frames of the calls and phases around pc. */
static int enter_around(struct kengine *e, int32_t pc, const int32_t *number)
{
    const struct kdef *d = e->d;
    int32_t first = k_setup_stretch(d, pc), caller = k_setup_caller(d, first);

    if (caller >= 0) {
        if (enter_around(e, caller, number))
            return -1;
        k_top(e->s)->pc = (uint16_t)caller;
        if (call_begin(e, &d->prog[caller]))
            return -1;
    }
    for (int32_t p = first; p < pc; p++)
        if (d->prog[p].op == OP_PHASE && pc < d->prog[p].jump && enter(e, p, number))
            return -1;
    return 0;
}

int k_setup_at(struct kengine *e, struct kstate *s, int32_t pc, const int32_t *number)
{
    const struct kdef *d = e->d;

    k_at(e, s);
    e->err = (struct kerror){0};
    k_rules(s)->nframes = 1;
    if (enter_around(e, pc, number))
        return -1;
    ref name = d->prog[pc].op == OP_PHASE ? d->phases[d->prog[pc].list].name : REF_NONE;
    if (name == REF_NONE || number[name] < 1) {
        k_top(s)->pc = (uint16_t)pc;
    } else {
        if (enter(e, pc, number))
            return -1;
        k_top(s)->phase.loop--; /* OP_ITER, which counts the round, still runs */
    }
    return e->err.code ? -1 : 0;
}

void k_setup_over(struct kengine *e, struct kstate *s)
{
    k_at(e, s);
    k_rules(s)->nframes = 0;
    k_rules(s)->status = K_OVER;
}

int k_setup_watch(struct kengine *e, struct kstate *s, unsigned c, unsigned seat)
{
    const struct kdef *d = e->d;
    struct kframe *f = k_top(s), old = *f;
    int n = 0;

    k_at(e, s);
    f->you = (uint8_t)seat;
    f->card[BOUND_THIS] = (uint16_t)c;
    for (unsigned i = 0; i < d->neffects; i++)
        for (int32_t pc = d->effects[i].pc; d->effects[i].card == k_insts(s)[c].def && pc >= 0;
             pc++) {
            if (d->prog[pc].op == OP_WATCH) {
                if (k_watch_add(e, d->prog[pc].list, true))
                    return -1;
                n++;
            }
            if (d->prog[pc].op == OP_END)
                break;
        }
    *f = old;
    return n;
}

int k_setup_known(struct kengine *e, struct kstate *s)
{
    struct kknow *k = k_know(s);

    k_at(e, s);
    uint16_t *size = k_list(e), *low = k_list(e), *list = k_list(e);
    for (int o = 0; o < s->nobs && list; o++) {
        uint16_t *cls = k_classes(s, o);

        memset(size, 0, s->ninst * sizeof *size);
        memset(low, 0xFF, s->ninst * sizeof *low);
        for (unsigned c = 0; c < s->ninst; c++)
            size[cls[c]]++; /* a class is named after one of its cards */
        for (unsigned c = 0; c < s->ninst; c++) {
            unsigned was = cls[c];
            bool hidden = !k_sees(e, s, o, c);
            if (hidden && low[was] == NO_CARD)
                low[was] = (uint16_t)c;
            cls[c] = hidden ? low[was] : (uint16_t)c;
        }
        /* hidden cards alone in their class join the slot's other unseen cards */
        for (unsigned slot = 0; slot + 1 < s->nslots; slot++) {
            bool any = false;
            int n = know_unseen(e, o, slot, NULL, 0, list);
            for (int i = 0; i < n; i++)
                any |= size[list[i]] == 1;
            if (any)
                know_join(e, o, list, n);
        }
    }
    k_unlist(e, size);
    s->stamp = 0;
    k->facts = 0;
    k->events = k->picks = k->forced = k->empty = 0;
    memset(k->digest, 0, sizeof k->digest);
    return list ? 0 : -1;
}

void k_setup_seen(struct kengine *e, struct kstate *s, int o, unsigned slot)
{
    k_at(e, s);
    for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c))
        know_alone(e, o, c);
}

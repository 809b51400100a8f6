/* run.h - the machine: frames, steps, decisions, waiting effects, script hooks. */
#ifndef CANTRIP_KERNEL_RUN_H
#define CANTRIP_KERNEL_RUN_H

#include "kernel/know/know.h"

/* Seats in the context of a frame. The usual ones are `you` and `all`. */
static inline uint32_t frame_seats(struct kengine *e, const struct kframe *f, ref seats)
{
    struct kctx x;

    if (!SLOW(e, LEAVES) && (seats == REF_NONE || e->d->seats[seats].op == SS_YOU))
        return f->you == NO_SEAT ? 0 : BIT(f->you);
    if (!SLOW(e, LEAVES) && e->d->seats[seats].op == SS_ALL)
        return e->s->people_seats;
    context_of(f, &x);
    return k_seatset(e, seats, &x);
}

/* exec.c: so many rounds and frames, or forced answers, without a decision are endless. */
#define MANY_ROUNDS 1000000u
#define MANY_FORCED 10000u
#define SOME_ROUNDS 100u
int endless(struct kengine *e);
/* Work for what is told: a line of a log takes room and a reader's time. */
enum { SAY_WORK = 400, TOLD_WORK = 40 };
uint32_t loop_src(struct kengine *e);

/* Adds a place in the files to an error that has none, for example used-up work. Returns v. */
static inline int64_t blamed_on(struct kengine *e, uint32_t src, int64_t v)
{
    if (e->err.code && !e->err.src)
        e->err.src = src;
    return v;
}
/* There is no room for a frame: notes the ops of the frames in e->err. Returns NULL. */
struct kframe *too_deep(struct kengine *e, unsigned pc);

static inline struct kframe *frame_push(struct kengine *e, enum frame_kind kind, unsigned pc)
{
    struct krules *r = k_rules(e->s);
    struct kframe *f = k_frames(e->s) + r->nframes;

    if (r->nframes >= e->d->limits.depth)
        return too_deep(e, pc);
    memcpy(f, f - 1, offsetof(struct kframe, phase));
    memset(&f->phase, 0, sizeof *f - offsetof(struct kframe, phase));
    f->kind = (uint8_t)kind;
    f->pc = (uint16_t)pc;
    f->within = (uint8_t)(!gives_params(kind) && frame_given(f - 1) ? f[-1].within + 1 : 0);
    r->nframes++;
    return f;
}

/* Can the body at pc run without a frame? Not if a frame, or a round, would be one too many. */
static inline bool needs_no_frame(const struct kengine *e, int pc)
{
    return e->plan->body[pc] > (e->telling ? BODY_MUTE : BODY_FRAMED) && !SLOW(e, BODIES) &&
           k_rules(e->s)->nframes < e->d->limits.depth && e->rounds + 1 < MANY_ROUNDS;
}
/* Can an effect that only adds run without a frame? Nothing asks for it, and nobody is told. */
static inline bool adds_here(const struct kengine *e)
{
    return !(e->telling | SLOW(e, ADDS) | e->plan->adds_up) &&
           k_rules(e->s)->nframes < e->d->limits.depth;
}
/* Runs a body in the context x, with the work and rounds of a frame. 0; the op after the one that
 * ended the game; -1 */
int run_here(struct kengine *e, int pc, struct kctx *x);

/* Pushes a frame for steps of `you`: an action's `do`, or (action REF_NONE) other steps. */
struct kframe *frame_list(struct kengine *e, int32_t pc, ref action, uint8_t you);
/* Begins a phase without asking its condition. 1: its frame is on top; 0: it has no round; -1 */
int phase_begin(struct kengine *e, const struct kop *op, struct kctx *x);
int k_run(struct kengine *e);
/* Before a told move of this selector's cards: sets pub_bits, the move's text and its number. */
void move_told(struct kengine *e, ref sel, ref text);
/* Is the next step, apart from moves to it, a shuffle of the zone that cards move to (n = 0:
 * anybody's)? */
bool then_shuffled(struct kengine *e, const struct kop *op, unsigned zone, struct kctx *x,
                   const uint16_t *list, int n);

/* The value of an expression, or `otherwise` if there is none or it is absent. */
static inline int64_t number_of(struct kengine *e, ref expr, struct kctx *x, int64_t otherwise)
{
    int64_t v = expr == REF_NONE ? otherwise : k_value(e, expr, x);

    return v == K_ABSENT ? otherwise : v;
}

/* steps.c: the slot that card c moves to in a zone of `seat` (-1: of its owner). -1: error */
int k_dest_slot(struct kengine *e, unsigned zone, int seat, unsigned c);
/* steps.c: are these cards of one slot in a set in which somebody does not see them? */
bool k_hidden_set(struct kengine *e, const uint16_t *list, int n);
/* Would the order of a selector's cards tell what they are, once they lie in this zone? Only in a
 * row or pile where not everyone sees them, and not if they were bound one by one or drawn. */
bool k_tells_cards(struct kengine *e, ref sel, unsigned zone, int face);
/* steps.c: moves cards (at: place from 0; -1: last) within a step. How many; -1 */
int k_move_list(struct kengine *e, const uint16_t *cards, int n, unsigned zone, int of_seat,
                int face, int at);
/* steps.c: moves all cards of zones (of the seats `who`) at once. False: use k_move */
bool k_move_whole(struct kengine *e, uint32_t who, const uint8_t *zone, int nzones, unsigned to,
                  int of_seat, int face);
/* As k_move_whole, from a zone of the table to each owner's zone, which must be a set. */
bool k_move_home(struct kengine *e, unsigned zone, unsigned to, int face);
/* A step `pass` of HOW_WHOLE. Needs sets_go_freely, and nothing may name a card. */
void k_pass_beside(struct kengine *e, const struct kop *op);
/* counters.c: sets counters of a card, or adds to them, by constants. */
int k_mark(struct kengine *e, const struct kassign *a, int n, unsigned c, bool add);
/* As k_mark, for all cards of a CHOOSE_QUICK round, with counters at their start. Nobody is told;
 * nothing watches or masks it. */
int k_mark_all(struct kengine *e, const struct kop *op, const uint16_t *card, int n);
int op_counters(struct kengine *e, const struct kop *op, struct kctx *x, const uint16_t *cards,
                int n);
/* counters.c: carries out an effect that only adds (kgiven.adds), with its parameters in x. 0;
 * -1 */
int adds_run(struct kengine *e, const struct kgiven *g, struct kctx *x);

/* each.c: notes the cards of a loop that begins. How many; -1 */
int each_begin(struct kengine *e, const struct kphase *p, struct kctx *x, uint32_t src);
/* Sets *card to the loop's next card. 0; -1 */
int each_next(struct kengine *e, const struct kphase *p, uint16_t *card);

/* Works out the parameters of an effect or call. 0; -1 */
INLINE static inline int params_work_out(struct kengine *e, const struct keffect *f,
                                         struct kctx *x, int32_t *out)
{
    const struct kgiven *g = &e->plan->given[f - e->d->effects];

    memcpy(out, g->fixed, sizeof g->fixed);
    if (g->asked && UNLIKELY(e->owed))
        owed_by_given(e, f, x);
    for (unsigned m = g->asked; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        int64_t val = K_ABSENT;
        if (f->param[i] != REF_NONE)
            val = e->d->verbs[f->verb].type[i] == V_SEATS
                      ? (int64_t)k_seats_of(e, f->param[i], x)
                      : k_value(e, f->param[i], x);
        if (val > INT32_MAX || val < INT32_MIN)
            return k_fail(e, K_E_RANGE, f->src, 0, 0);
        out[i] = (int32_t)val;
    }
    return e->err.code ? -1 : 0;
}

/* exec.c: begins a call of the top frame. The call's frame is then on top. 0; -1 */
int call_begin(struct kengine *e, const struct kop *op);

/* choose.c, apply.c */
enum { CH_ASK, CH_WAIT, CH_APPLY, CH_SETTLE };
#define ANY_NUMBER INT16_MAX

/* Can no answer change what another seat is offered? Then answers are not checked again. */
static inline bool stand_apart(const struct kengine *e, unsigned choose)
{
    return e->plan->choose[choose] & CHOOSE_APART;
}

static inline struct kanswer *answers(struct kstate *s, const struct kframe *f)
{
    return k_rounds(s) + (size_t)f->choose.round * s->nseats;
}

/* Is the choose over after one round, in which each seat had one pick? */
static inline bool over_at_once(const struct kengine *e, const struct kframe *f,
                                const struct kchoose *ch)
{
    return e->plan->choose[f->choose.id] & CHOOSE_OVER &&
           (ch->together || f->choose.norder == 1);
}

/* Begins a choose. 0; 1: it is over, as nobody is asked; -1 */
int choose_begin(struct kengine *e, unsigned choose, uint32_t src);
/* Takes back an answer, so that its seat is asked again. set: its set, of `most` places. */
void answer_again(struct kanswer *a, uint16_t *set, unsigned most);
/* The lists of the other of the last two questions. */
static inline struct klists *other_lists(struct kengine *e)
{
    return e->lists + (e->now == e->lists);
}
/* Answers for a seat that has one choice or no person; else does nothing. 0; -1 */
int answer_forced(struct kengine *e, int seat);
/* Finds the choices of all asked seats (f NULL: of a hook's question), with forced answers. */
int ask_each(struct kengine *e, const struct kframe *f, uint32_t who);
int choose_step(struct kengine *e, struct kframe *f); /* 1: waits for picks; 0: went on; -1 */
/* For a new question: that of a `choose`, or (f NULL) another. */
void list_fresh(struct kengine *e, const struct kframe *f);
int settle_cards(struct kengine *e, int seat, const struct kaction *a, struct kctx x,
                 struct kchoice *c);
/* Copies the set that c takes beside its answer (number `answer` of all). */
void keep_set(struct kengine *e, unsigned answer, struct kchoice *c);
/* Carries out the given answers, until another frame must run. */
int choose_apply(struct kengine *e, struct kframe *f, const struct kchoose *ch);
/* Tells a pick, one of nopts, to its seat, or an answer that is carried out to everyone. */
void tell_answer(struct kengine *e, enum ktell kind, int seat, const struct kchoice *c,
                 int nopts);

/* lost.c */
/* Card c is lost (lost.c). Watchers and waiting effects lose it now, frames and answers before the
 * next question. It is told if one of them may ask for it and everyone knew which card it was. */
void card_lost(struct kengine *e, unsigned c);
/* As card_lost, for all cards of a slot. */
void slot_lost(struct kengine *e, unsigned slot);
/* Card c has moved or turned: it is lost if lies_lost. */
void may_be_lost(struct kengine *e, unsigned c);
/* As may_be_lost, for each of the cards. */
void those_lost(struct kengine *e, const uint16_t *cards, int n);
/* Does c lie in a set in which not everyone sees it? */
static inline bool lies_lost(struct kengine *e, unsigned c)
{
    const struct kinst *in = k_insts(e->s) + c;

    return !k_ordered(e->s, in->slot) && !k_left_game(e->s, c) &&
           !zone_all_see(e, in->slot, in->face);
}
static inline bool anything_waits(struct kengine *e)
{
    return k_rules(e->s)->nwatch | k_rules(e->s)->nqueue;
}
/* May frames, loops or answers name cards that they still name at the next question? The action of
 * a body without a frame decides, or else the top frame's op (kplan.keeps). */
static inline bool names_under_way(struct kengine *e)
{
    if ((!e->plan->any_keeps && !SLOW(e, KEEPS)) || !k_rules(e->s)->nframes)
        return false;
    return SLOW(e, KEEPS) ||
           e->plan->keeps[e->body_action != REF_NONE ? e->d->actions[e->body_action].pc
                                                     : k_top(e->s)->pc];
}
/* Does any watcher, effect, frame, loop or answer name cards? */
static inline bool anything_named(struct kengine *e)
{
    return anything_waits(e) || names_under_way(e);
}
/* Bit c % 64 of each card c that a watcher, effect, frame, loop or answer names. */
uint64_t cards_named(struct kengine *e);
/* Frames, loops and answers lose their lost cards (k_loses). */
void lose_names(struct kengine *e);
/* They keep them, as nobody will be asked again. */
void keep_lost(struct kengine *e);
/* Drops from k_loses the cards that no frame, loop or answer names any more. */
void forget_old_names(struct kengine *e);
/* Is c lost to older frames (k_loses), and may somebody be asked from op pc on (kplan.keeps)? Then
 * the frame or loop that binds c now keeps it at that question (kframe: anew). */
bool bound_anew(const struct kengine *e, unsigned c, unsigned pc);
/* a card among a verb's parameters */
bool given_anew(const struct kengine *e, unsigned verb, const int32_t *param);
/* a card of the stack of loops, from `at` on */
bool each_anew(struct kengine *e, unsigned at, unsigned pc);
void tell_lost(struct kengine *e, uint16_t def);

/* secret.c */
/* Before a question: nothing names lost cards any more; which cards effects belong to is told. */
void before_asking(struct kengine *e);
static inline void settle_names(struct kengine *e)
{
    if (k_rules(e->s)->unsettled)
        before_asking(e);
}

/* lay.c: calls `put` for each definition that zone z holds at first, with its copies. */
void each_held(struct kengine *e, unsigned z, struct kctx *x,
               void (*put)(void *ctx, unsigned card, int64_t copies), void *ctx);
/* Lays out a block for a game, with all cards in the pool. 0; -1 */
int layout_fill(struct kengine *e, struct kstate *s, int people, const int32_t *options,
                bool track);
/* start.c: places a new card, as at the start of a game. Its kinst must be zero. */
void place_new(struct kengine *e, unsigned c, unsigned slot, uint16_t def);
/* grow.c: makes more copies for growing zones that have few left. 0; -1 (memory) */
int grow_pools(struct kengine *e);

/* queue.c */
/* Begins the next effect. 1: its frame is on top; DONE_HERE: none needed; 0: none is left; 2: its
 * owner must say which; -1 */
enum { DONE_HERE = 3 };
int queue_next(struct kengine *e);
/* After a round of a `choose` amid steps, while effects wait. 1: it was the window's, and an answer
 * waits now: both are over; 0 */
int window_over(struct kengine *e);
/* If the queue is empty: pushes the frame of the first entry of `always` that holds (1). 0: none
 * does; -1 */
int begin_always(struct kengine *e);
/* As k_trigger, if the queue is emptied next: effects that only add do not wait. 1: the frame of
 * another effect is on top; 0; -1 */
int trigger_at_once(struct kengine *e, unsigned list, const uint16_t *cards, int n, int seat);
int list_queue(struct kengine *e);
int queue_accept(struct kengine *e, const struct kchoice *c);
int k_fire(struct kengine *e, enum event kind, unsigned id, int seat, int card, int64_t number);
/* As k_fire, for a choice of a named action. */
int k_fire_action(struct kengine *e, int seat, const struct kchoice *c);
/* As k_fire, for a card that came between zones. */
int k_fire_move(struct kengine *e, unsigned from, unsigned to, int seat, int card);
/* Installs a watcher on `this` of the top frame. known: everyone knows which card that is. 0; -1 */
int k_watch_add(struct kengine *e, unsigned watch, bool known);
/* Ends the counters, masks and watchers that last as long as this phase. */
void lasts_end_all(struct kengine *e, ref phase);
static inline void lasts_end(struct kengine *e, ref phase)
{
    if (e->plan->ends[phase].n | k_rules(e->s)->nmask | k_rules(e->s)->nwatch)
        lasts_end_all(e, phase);
}
bool k_masked(struct kengine *e, enum mask_kind kind, unsigned what, int seat);

/* hook.c */
int hook_run(struct kengine *e, unsigned hook);
int list_hook(struct kengine *e, int seat);
/* The open question of a hook. *x: the context for this seat's choices. */
const struct kasked *hook_question(struct kengine *e, int seat, struct kctx *x);
int hook_accept(struct kengine *e, int seat, const struct kchoice *c);
int hook_rerun(struct kengine *e);

/* order of seats */
static inline int seats_of(uint32_t seats, uint8_t *out) /* in number order */
{
    int n = 0;

    for (; seats; seats &= seats - 1)
        out[n++] = (uint8_t)__builtin_ctz(seats);
    return n;
}
int seats_in_order(struct kengine *e, uint32_t seats, const struct korder_of *o, struct kctx *x,
                   uint8_t *out);

/* start.c */
void k_enter(struct kengine *e, struct kstate *s); /* begins a call on a game */

#endif

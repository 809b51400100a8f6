/* block_check.c - is every number of a block in its range?
 *
 * The kernel trusts a block, so one that comes from outside is gone through once, part by part,
 * against the definition: first the part that is fixed when a game starts (it must be that of a
 * fresh game), then lists, stacks and the script hook under way, then its checkpoint.
 */
#include "api/block.h"
#include "kernel/state/cards.h"

#include <stdlib.h>
#include <string.h>

/* The owner of the program stretch of each pc: a phase's body, a verb or a named step. */
struct places {
    uint16_t *phase, *verb;
};

static void verb_places(struct places *at, const struct kdef *k, int32_t pc, unsigned verb)
{
    for (uint32_t i = (uint32_t)pc; i < k->nprog; i++) {
        at->verb[i] = (uint16_t)verb;
        if (k->prog[i].op == OP_END)
            break;
    }
}

static bool places_find(struct places *at, const struct kdef *k)
{
    at->phase = malloc((k->nprog + 1u) * sizeof *at->phase);
    at->verb = malloc((k->nprog + 1u) * sizeof *at->verb);
    if (!at->phase || !at->verb)
        return false;
    memset(at->phase, 0xFF, (k->nprog + 1u) * sizeof *at->phase);
    memset(at->verb, 0xFF, (k->nprog + 1u) * sizeof *at->verb);
    /* outer phases come first, so inner ones overwrite them */
    for (uint32_t pc = 0; pc < k->nprog; pc++)
        if (k->prog[pc].op == OP_PHASE)
            for (uint32_t i = pc + 1; i < (uint32_t)k->prog[pc].jump && i < k->nprog; i++)
                at->phase[i] = k->prog[pc].list;
    for (unsigned v = 0; v < k->nverbs; v++)
        verb_places(at, k, k->verbs[v].pc, v);
    for (unsigned i = 0; i < k->neffects; i++)
        if (k->effects[i].call)
            verb_places(at, k, k->effects[i].pc, k->effects[i].verb);
    return true;
}

/* A `choose` is at one of four steps (choose.c). */
enum { CHOOSE_ASKS = 0, CHOOSE_SETTLES = 3 };

/* ---- small tests ---- */

static bool card_ok(const struct kstate *s, unsigned c)
{
    return c == NO_CARD || c < s->ninst;
}

static bool seat_ok(const struct kstate *s, unsigned seat)
{
    return seat == NO_SEAT || seat < s->nseats;
}

static bool seats_ok(const struct kstate *s, uint32_t seats)
{
    return !(seats >> s->nseats);
}

static bool choice_ok(const struct kstate *s, const struct kchoice *c)
{
    return card_ok(s, c->card) && card_ok(s, c->helper) && card_ok(s, c->target) &&
           seat_ok(s, c->seat);
}

/* Is the answer's set beside it, each card once, and nothing after it? */
static bool set_ok(struct kstate *s, const struct kchoice *c, unsigned answer)
{
    const uint16_t *set = k_set_of(s, answer);
    int n = set_members(c);

    if (c->nset ? !(c->nset & SET_KEPT) || n < 1 || n > s->most_chosen || c->set != answer
                : c->set != 0)
        return false;
    for (int i = 0; i < s->most_chosen; i++) {
        if (i < n ? set[i] >= s->ninst : set[i] != NO_CARD)
            return false;
        for (int j = 0; j < i && i < n; j++)
            if (set[j] == set[i])
                return false;
    }
    return true;
}

/* A number for a word of `trait`. NONE below 0: it may be -1 (none). */
static bool word_ok(const struct kdef *k, ref trait, int32_t number, int none)
{
    return trait == REF_NONE || (number >= none && number < k->traits[trait].nwords);
}

/* A value of this type: an existing seat, card, zone or word. */
static bool value_ok(const struct kdef *k, const struct kstate *s, unsigned type, ref trait,
                     int32_t v, int none)
{
    switch (type) {
    case V_WORD: return word_ok(k, trait, v, none);
    case V_WORDS: return trait == REF_NONE || (v >= 0 && v >> k->traits[trait].nwords == 0);
    case V_ZONE: return v >= 0 && v < k->nzones;
    case V_SEATS: return v >= 0 && seats_ok(s, (uint32_t)v);
    case V_SEAT: return v >= -1 && v < s->nseats;
    case V_CARD: return v >= -1 && v < s->ninst;
    default: return true;
    }
}

/* A part that may fall away may also be missing. */
static bool part_ok(unsigned card, ref sel, ref slot_if)
{
    return card == NO_CARD ? sel == REF_NONE || slot_if != REF_NONE : sel != REF_NONE;
}

/* Has the choice the parts (card, helper, target, seat, number) of its action, and no
 * others? */
static bool parts_ok(const struct kdef *k, const struct kchoice *c)
{
    static const struct kaction none = {.card = REF_NONE,
                                        .helper = REF_NONE,
                                        .target = REF_NONE,
                                        .slot_if = {REF_NONE, REF_NONE, REF_NONE},
                                        .cards = REF_NONE,
                                        .seat = REF_NONE,
                                        .word = REF_NONE};
    const struct kaction *a = c->action < k->nactions ? &k->actions[c->action] : &none;

    if (c->action == ACT_CARD)
        return c->card != NO_CARD;
    return (c->card != NO_CARD) == (a->card != REF_NONE) &&
           part_ok(c->helper, a->helper, a->slot_if[1]) &&
           part_ok(c->target, a->target, a->slot_if[2]) &&
           (c->nset != 0) == (a->cards != REF_NONE) &&
           (c->seat != NO_SEAT) == (a->seat != REF_NONE) && word_ok(k, a->word, c->number, 0);
}

/* ---- the fixed part ---- */

/* The head and the tables it describes, to the last one: slots, their zones, options. */
static bool fixed_ok(const struct kstate *s, const struct kstate *like)
{
    struct kstate a = *s, b = *like;

    a.stop_forced = b.stop_forced = a.track = b.track = 0;
    a.seed = b.seed = 0;
    a.stamp = b.stamp = a.cast = b.cast = a.cast_back = b.cast_back = 0;
    a.work = b.work = 0;
    a.low = b.low = 0;
    return s->stop_forced < 2 && s->track <= like->track && !memcmp(&a, &b, sizeof a) &&
           !memcmp((const char *)s + s->o_slotzone, (const char *)like + s->o_slotzone,
                   s->o_end - s->o_slotzone);
}

/* ---- cards and zones ---- */

static bool slot_ok(struct kstate *s, unsigned slot, uint8_t *seen)
{
    const struct kslot *z = &k_slots(s)[slot];
    const struct kinst *in = k_insts(s);
    const uint64_t *held = k_held(s, slot);
    unsigned n = 0, before = NO_CARD, c = z->head;

    for (unsigned i = set_next(held, s->words, 0); i != NO_CARD;
         i = set_next(held, s->words, i + 1))
        if (i >= s->ninst || in[i].slot != slot)
            return false;
    if (!k_slotinfo(s)[slot].listed) {
        for (unsigned i = set_next(held, s->words, 0); i != NO_CARD;
             i = set_next(held, s->words, i + 1), n++)
            if (seen[i]++ || in[i].next != NO_CARD || in[i].prev != NO_CARD)
                return false;
        return n == z->count && z->head == NO_CARD && z->tail == NO_CARD;
    }

    for (; c != NO_CARD; before = c, c = in[c].next, n++)
        if (c >= s->ninst || seen[c]++ || in[c].slot != slot || in[c].prev != before ||
            !set_has(held, c))
            return false;
    return n == z->count && z->tail == before;
}

/* No member of the set is past the last instance. */
static bool set_ends(const struct kstate *s, const uint64_t *set)
{
    return set_next(set, s->words, s->ninst) == NO_CARD;
}

static bool marks_ok(const struct kdef *k, struct kstate *s, unsigned c)
{
    for (unsigned i = 0; i < k->ncardctr; i++)
        if (set_has(k_marked(s, i), c) !=
                (k_cardctr(s)[c * k->ncardctr + i] != k->counters[k->card_ctr[i]].start) ||
            (set_has(k_marked(s, i), c) &&
             !brings(k, &k->counters[k->card_ctr[i]], k_insts(s)[c].def)))
            return false;
    return true;
}

/* Every instance is in exactly one list (a card that a scenario removed is in none). */
static const char *cards_fault(const struct kdef *k, struct kstate *s)
{
    uint8_t *seen = calloc(1, s->ninst + 1u);
    bool ok = true;

    if (!seen)
        return block_no_memory;
    for (unsigned i = 0; i < s->nslots && ok; i++)
        ok = slot_ok(s, i, seen);
    for (unsigned c = 0; c < s->ninst && ok; c++) {
        const struct kinst *in = &k_insts(s)[c];
        ok = in->def < k->ncards && in->face <= FACE_DOWN && seat_ok(s, in->owner) &&
             (in->slot < s->nslots || in->slot == REF_NONE) &&
             seen[c] == (in->slot < s->nslots) &&
             set_has(k_down(s), c) == (in->face == FACE_DOWN) && marks_ok(k, s, c);
    }
    bool lost = set_next(k_loses(s), s->words, 0) != NO_CARD; /* only if frames say so */
    ok &= set_ends(s, k_down(s)) && set_ends(s, k_loses(s)) &&
          lost == (k_rules(s)->unsettled & UNSETTLED_LOST);
    for (unsigned i = 0; i < k->ncardctr; i++)
        ok &= set_ends(s, k_marked(s, i));
    free(seen);
    return ok ? NULL : "the game's bytes contradict each other (cards)";
}

static bool counter_ok(const struct kdef *k, const struct kstate *s, unsigned ctr, int32_t v)
{
    return value_ok(k, s, k->counters[ctr].is, k->counters[ctr].trait, v, -1);
}

static const char *counters_fault(const struct kdef *k, struct kstate *s)
{
    bool ok = true;

    for (int i = 0; i < k->ngame; i++)
        ok &= counter_ok(k, s, k->game_ctr[i], k_gamectr(s)[i]);
    for (int i = 0; i < k->nseat * s->nseats; i++)
        ok &= counter_ok(k, s, k->seat_ctr[i % k->nseat], k_seatctr(s)[i]);
    for (int i = 0; i < k->ncardctr * s->ninst; i++)
        ok &= counter_ok(k, s, k->card_ctr[i % k->ncardctr], k_cardctr(s)[i]);
    return ok ? NULL : "the game's bytes contradict each other (counters)";
}

/* ---- the stacks ---- */

/* Parameters of a verb: words, zones, seats and cards that there are. */
static bool params_ok(const struct kdef *k, const struct kstate *s, unsigned verb,
                      const int32_t *param)
{
    const struct kverb *v = &k->verbs[verb];
    bool ok = true;

    for (int i = 0; i < v->nparams; i++)
        ok &=
            param[i] == K_ABSENT || value_ok(k, s, v->type[i], v->word_trait[i], param[i], -1);
    return ok;
}

/* Is the choice one that this `choose` offers? */
static bool action_ok(const struct kdef *k, const struct kchoose *c, const struct kchoice *pick)
{
    bool offered = pick->action == ACT_NONE || pick->action == ACT_DONE;

    for (int i = 0; i < c->nactions; i++)
        offered |= k->acts[c->actions + i] == pick->action;
    return offered && parts_ok(k, pick);
}

static bool order_ok(const struct kstate *s, const uint8_t *order, unsigned n)
{
    bool ok = n <= K_MAX_SEATS;

    for (unsigned i = 0; ok && i < n; i++)
        ok = order[i] < s->nseats;
    return ok;
}

/* One that is not in is all zeros, and in a game without cards there is no card 0. */
static bool given_ok(const struct kdef *k, const struct kstate *s, const struct kchoose *c,
                     const struct kanswer *a)
{
    static const struct kchoice none;

    if (a->state == ANS_GIVEN)
        return choice_ok(s, &a->pick) && action_ok(k, c, &a->pick);
    return a->state <= ANS_AGAIN &&
           (choice_ok(s, &a->pick) || !memcmp(&a->pick, &none, sizeof none));
}

static bool choose_frame_ok(const struct kdef *k, struct kstate *s, const struct kframe *f)
{
    const struct kanswer *a = k_rounds(s) + (size_t)f->choose.round * s->nseats;

    if (f->choose.id >= k->nchooses || f->choose.round >= k_rules(s)->nrounds ||
        !order_ok(s, f->choose.order, f->choose.norder))
        return false;
    const struct kchoose *c = &k->chooses[f->choose.id];
    for (int i = 0; i < s->nseats; i++)
        if (!given_ok(k, s, c, &a[i]))
            return false;
    if (c->together)
        return f->choose.step <= CHOOSE_SETTLES && f->choose.at <= f->choose.norder;
    if (f->choose.step > CHOOSE_SETTLES || f->choose.at >= f->choose.norder)
        return false;
    /* One seat at a time: its answer is there, or is waited for. */
    return f->choose.step == CHOOSE_ASKS || f->choose.step == CHOOSE_SETTLES ||
           a[f->choose.order[f->choose.at]].state == ANS_GIVEN ||
           k_rules(s)->pending == 1u << f->choose.order[f->choose.at];
}

static bool frame_kind_ok(const struct kdef *k, struct kstate *s, const struct places *at,
                          const struct kframe *f)
{
    switch (f->kind) {
    case FRAME_BASE: return at->phase[f->pc] == REF_NONE;
    case FRAME_LIST:
        return at->phase[f->pc] == REF_NONE &&
               (f->list.action == REF_NONE || f->list.action < k->nactions);
    case FRAME_PHASE:
        return at->phase[f->pc] == f->phase.id && f->phase.loop >= 0 &&
               order_ok(s, f->phase.order, f->phase.norder) &&
               (!f->phase.norder ||
                (f->phase.limit == f->phase.norder && f->phase.loop <= f->phase.norder));
    case FRAME_EFFECT:
        return at->phase[f->pc] == REF_NONE && (f->effect.id < k->neffects || !f->effect.id) &&
               (at->verb[f->pc] == REF_NONE ||
                params_ok(k, s, at->verb[f->pc], f->effect.param));
    case FRAME_CHOOSE: return choose_frame_ok(k, s, f);
    case FRAME_CALL:
        return at->phase[f->pc] == REF_NONE && f->effect.id < k->neffects &&
               k->effects[f->effect.id].call &&
               at->verb[f->pc] == k->effects[f->effect.id].verb &&
               params_ok(k, s, at->verb[f->pc], f->effect.param);
    default: return false;
    }
}

static bool frame_ok(const struct kdef *k, struct kstate *s, const struct places *at,
                     const struct kframe *f)
{
    bool ok =
        f->pc < k->nprog && seat_ok(s, f->you) && seat_ok(s, f->them) && seat_ok(s, f->seat);

    for (int i = 0; i < 4; i++)
        ok &= card_ok(s, f->card[i]);
    ok &= !f->set ||
          (f->set <= k_rules(s)->nrounds * s->nseats && k_rounds(s)[f->set - 1].pick.nset);
    return ok && frame_kind_ok(k, s, at, f);
}

/* The game's own frame is the first; each belongs to the effect or call that the one below belongs
 * to, unless it is one. */
static bool within_ok(const struct kframe *f, unsigned i)
{
    const struct kframe *given = i ? frame_given(&f[i - 1]) : NULL;

    if ((f[i].kind == FRAME_BASE) != !i)
        return false;
    return f[i].within == (given && !gives_params(f[i].kind) ? f[i - 1].within + 1 : 0);
}

static bool queued_ok(const struct kdef *k, const struct kstate *s, const struct kqueued *q)
{
    if ((q->effect >= k->neffects && q->effect) || !seat_ok(s, q->you) || !seat_ok(s, q->them))
        return false;
    for (unsigned i = 0; i < BOUND_IT; i++)
        if (!card_ok(s, q->bound[i]))
            return false;
    if (q->own_param)
        return q->verb < k->nverbs && params_ok(k, s, q->verb, q->param);
    return q->effect < k->neffects && !k->effects[q->effect].call &&
           (q->verb == REF_NONE || q->verb < k->nverbs);
}

/* Does the order of the queue name each place once? */
static bool places_ok(const struct kdef *k, struct kstate *s)
{
    const struct krules *u = k_rules(s);
    bool met[K_MAX_QUEUE] = {false};
    bool ok = u->nqueue <= u->places && u->places <= k->limits.queue;

    for (unsigned i = 0; ok && i < u->places; i++) {
        unsigned at = k_queue_order(s)[i];
        ok = at < u->places && !met[at];
        met[at % K_MAX_QUEUE] = true;
    }
    return ok;
}

static bool mask_ok(const struct kdef *k, const struct kstate *s, const struct kmasked *m)
{
    unsigned most = m->kind == MASK_ADD    ? k->ncounters
                    : m->kind == MASK_TURN ? 3u
                    : m->kind == MASK_MOVE ? k->nzones
                                           : s->ninst;

    return m->kind <= MASK_SHOW && m->what < most && seats_ok(s, m->seats) &&
           seat_ok(s, m->you) && (m->lasts == REF_NONE || m->lasts < k->nphases);
}

/* The trait of the word in the frame's number. `outer`: that of the frame below. */
static ref word_of_frame(const struct kdef *k, const struct kframe *f, ref outer)
{
    if (f->kind == FRAME_CHOOSE || f->kind == FRAME_PHASE || f->kind == FRAME_CALL)
        return outer;
    if (f->kind != FRAME_LIST)
        return REF_NONE;
    const struct kaction *a = f->list.action < k->nactions ? &k->actions[f->list.action] : NULL;
    return a && (a->word != REF_NONE || a->from != REF_NONE) ? a->word : outer;
}

/* The waited-for answer fits the running frames. */
static bool decision_ok(const struct kdef *k, struct kstate *s)
{
    const struct krules *u = k_rules(s);
    const struct kframe *top = u->nframes ? &k_frames(s)[u->nframes - 1] : NULL;

    if (u->status > K_UNFINISHED || !seats_ok(s, u->asked) || (u->pending & ~u->asked) ||
        (u->hook != REF_NONE && u->hook >= k->nhooks) ||
        (u->hook != REF_NONE && u->status != K_RUNNING) || (!top && u->status == K_RUNNING))
        return false;
    switch (u->decision) {
    case DEC_NONE: return !u->pending;
    case DEC_CHOOSE: return top && top->kind == FRAME_CHOOSE && u->hook == REF_NONE;
    case DEC_HOOK: return u->hook != REF_NONE && k_hook(s)->open;
    case DEC_ORDER: return u->nqueue > 0;
    default: return false;
    }
}

static bool hook_place_ok(const struct kdef *k, struct kstate *s)
{
    const struct krules *u = k_rules(s);
    const struct kop *op = u->nframes ? &k->prog[k_frames(s)[u->nframes - 1].pc] : NULL;

    return u->hook == REF_NONE || (op && op->op == OP_HOOK && op->list == u->hook);
}

/* The cards that loops will visit are as many as their frames say. */
static bool each_ok(const struct kdef *k, struct kstate *s)
{
    const struct krules *u = k_rules(s);
    int64_t n = 0;

    for (unsigned i = 0; i < u->nframes; i++) {
        const struct kframe *f = &k_frames(s)[i];
        if (f->kind != FRAME_PHASE || k->phases[f->phase.id].loop != LOOP_CARDS)
            continue;
        if (f->phase.loop > f->phase.limit)
            return false;
        int64_t first = n;
        n += f->phase.limit - f->phase.loop;
        if (n > u->neach || (size_t)n > each_room(k, s) ||
            (n > first && !(k_each(s)[first] & EACH_GROUP)))
            return false;
    }
    for (unsigned i = 0; n == u->neach && i < u->neach; i++)
        if (each_at(s, i) >= s->ninst)
            return false;
    return n == u->neach;
}

static const char *stacks_fault(const struct kdef *k, struct kstate *s, const struct places *at)
{
    struct krules *u = k_rules(s);
    unsigned chooses = 0;
    ref word = REF_NONE;
    bool ok = u->unsettled <= (UNSETTLED_LOST | UNSETTLED_SECRET) &&
              u->nframes <= k->limits.depth && u->nrounds <= OPEN_CHOICES && places_ok(k, s) &&
              u->nwatch <= k->limits.watchers && u->nmask <= k->limits.masks &&
              seats_ok(s, u->won) && seats_ok(s, u->lost) &&
              (u->finish_pc == -1 || (u->finish_pc >= 0 && (uint32_t)u->finish_pc < k->nprog &&
                                      k->prog[u->finish_pc].op == OP_FINISH));

    for (unsigned i = 0; ok && i < (unsigned)u->nrounds * s->nseats; i++)
        ok = set_ok(s, &k_rounds(s)[i].pick, i);
    for (unsigned i = 0; ok && i < u->nframes; i++) {
        word = word_of_frame(k, &k_frames(s)[i], word);
        ok = frame_ok(k, s, at, &k_frames(s)[i]) && within_ok(k_frames(s), i) &&
             word_ok(k, word, k_frames(s)[i].number, 0);
        chooses += k_frames(s)[i].kind == FRAME_CHOOSE;
    }
    ok = ok && chooses == u->nrounds && each_ok(k, s) && decision_ok(k, s) &&
         hook_place_ok(k, s);
    for (unsigned i = 0; ok && i < u->nqueue; i++)
        ok = queued_ok(k, s, k_queued(s, i));
    for (unsigned i = 0; ok && i < u->nwatch; i++)
        ok = k_watch(s)[i].watch < k->nwatches && card_ok(s, k_watch(s)[i].card) &&
             seat_ok(s, k_watch(s)[i].you);
    for (unsigned i = 0; ok && i < u->nmask; i++)
        ok = mask_ok(k, s, &k_masks(s)[i]);
    return ok ? NULL : "the game's bytes contradict each other (what is under way)";
}

/* ---- knowledge, the hook under way ---- */

/* No observer knows of a card that it is not what it is. */
static bool facts_ok(struct kstate *s)
{
    bool ok = k_know(s)->facts < 2 && (s->fact_words || !k_know(s)->facts);

    for (int o = 0; ok && facts_live(s) && o < s->nobs; o++)
        for (unsigned c = 0; c < s->ninst; c++)
            ok &= !set_has(k_barred(s, o, c), k_insts(s)[c].def);
    return ok;
}

static const char *classes_fault(struct kstate *s)
{
    bool ok = facts_ok(s);

    for (int o = 0; s->track && o < s->nobs; o++)
        for (unsigned c = 0; c < s->ninst; c++) { /* a class is named after its first member */
            unsigned first = k_classes(s, o)[c];
            ok &= first <= c && k_classes(s, o)[first] == first;
        }
    return ok ? NULL : "the game's bytes contradict each other (knowledge)";
}

/* The open places of a selector hold words, seats, cards and zones that there are. */
static bool args_ok(const struct ct_definition *def, const struct kstate *s,
                    const struct kasked *q)
{
    const struct sselector *sel = NULL;
    bool ok = true;

    for (int i = 0; i < def->nscript_sels; i++)
        if (def->script_sels[i].sel == q->sel)
            sel = &def->script_sels[i];
    if (!sel)
        return q->sel == REF_NONE && q->nargs <= K_MAX_ARGS;
    if (q->nargs != (sel->nnamed ? K_MAX_ARGS : sel->nargs))
        return false;
    for (int i = 0; i < q->nargs; i++)
        ok &= q->arg[i] == K_ABSENT ||
              value_ok(&def->k, s, sel->arg[i].type, sel->arg[i].trait, q->arg[i], 0);
    return ok;
}

/* Does the question offer the action? */
static bool asks_about(const struct kdef *k, const struct kasked *q, int64_t action)
{
    bool among = q->action == action && action < k->nactions;

    for (int i = 0; i < q->nargs && q->action == ACT_SEVERAL; i++)
        among |= q->arg[i] == action;
    return among;
}

/* Its actions all exist. */
static bool several_ok(const struct kdef *k, const struct kasked *q)
{
    bool ok = q->nargs > 0 && q->nargs <= K_MAX_ARGS;

    for (int i = 0; ok && i < q->nargs; i++)
        ok = q->arg[i] >= 0 && q->arg[i] < k->nactions;
    return ok;
}

static bool question_ok(const struct ct_definition *def, const struct kstate *s,
                        const struct kasked *q)
{
    return seats_ok(s, q->seats) && !(q->given & ~q->seats) &&
           (q->prompt == REF_NONE || q->prompt < def->nwords) &&
           (q->action == ACT_NONE || q->action < def->k.nactions ||
            (q->action == ACT_SEVERAL && several_ok(&def->k, q))) &&
           (q->action != ACT_NONE || q->sel != REF_NONE) && args_ok(def, s, q);
}

static const char *hook_fault(const struct ct_definition *def, struct kstate *s)
{
    const struct khookpart *h = k_hook(s);
    bool ok =
        h->nanswers <= K_MAX_ANSWERS && h->open < 2 && h->nanswers + h->open <= K_MAX_ANSWERS;

    for (unsigned i = 0; ok && i < (unsigned)h->nanswers + h->open; i++) {
        ok = question_ok(def, s, &h->q[i]);
        for (int seat = 0; ok && seat < s->nseats; seat++) {
            const struct kchoice *c = &k_hook_picks(s, i)[seat];
            ok = !(h->q[i].given >> seat & 1) ||
                 (choice_ok(s, c) && parts_ok(&def->k, c) &&
                  (c->action > ACT_EFFECT || asks_about(&def->k, &h->q[i], c->action)) &&
                  set_ok(s, c, hook_answer(s, i, (unsigned)seat)));
        }
    }
    return ok ? NULL : "the game's bytes contradict each other (the script under way)";
}

static const char *rules_fault(const struct ct_definition *def, struct kstate *s,
                               const struct places *at)
{
    const char *why = cards_fault(&def->k, s);

    why = why ? why : counters_fault(&def->k, s);
    return why ? why : stacks_fault(&def->k, s, at);
}

/* The checkpoint is a second [rules]: looked at as if it were the first. */
static const char *checkpoint_fault(const struct ct_definition *def, const struct kstate *s,
                                    const struct places *at)
{
    struct kstate *copy = malloc(s->size);

    if (!copy)
        return block_no_memory;
    memcpy(copy, s, s->size);
    memcpy((char *)copy + s->o_rules, (const char *)s + s->o_check, s->o_know - s->o_rules);
    counters_back(&def->k, copy);       /* a checkpoint has none */
    k_rules(copy)->decision = DEC_NONE; /* the question came after it */
    k_rules(copy)->asked = k_rules(copy)->pending = 0;
    const char *why = rules_fault(def, copy, at);
    free(copy);
    return why;
}

const char *block_fault(const struct ct_definition *def, struct kstate *s,
                        const struct kstate *like)
{
    struct places at;

    if (!fixed_ok(s, like))
        return "the game's bytes contradict each other (fixed part)";
    const char *why = places_find(&at, &def->k) ? rules_fault(def, s, &at) : block_no_memory;
    if (!why)
        why = classes_fault(s);
    if (!why && k_rules(s)->hook != REF_NONE) {
        why = hook_fault(def, s);
        if (!why)
            why = checkpoint_fault(def, s, &at);
    }
    free(at.phase);
    free(at.verb);
    return why;
}

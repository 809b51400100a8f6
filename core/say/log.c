/* log.c - events in their order: headings, groups, and the sentences about all that is no card.
 */
#include "say/log_internal.h"

#include <stdlib.h>
#include <string.h>

struct log *log_new(const struct voice *voice, int viewer, ct_log_fn fn, void *ctx)
{
    struct log *log = mem_try(sizeof *log);

    if (!log)
        return NULL;
    *log = (struct log){.voice = voice, .viewer = viewer, .fn = fn, .ctx = ctx};
    log_reset(log);
    return log;
}

void log_free(struct log *log)
{
    if (!log)
        return;
    free(log->group.v);
    free(log->spared.v);
    str_free(&log->line);
    str_free(&log->told_of);
    str_free(&log->told_fact);
    str_free(&log->waits);
    free(log);
}

void log_reset(struct log *log)
{
    log->nphases = 0;
    log->group.open = log->spared.open = false;
    log->group.n = 0;
    log->effect = log->held = REF_NONE;
    log->told_seat = NO_SEAT;
    log->pick_held = false;
    log->number = 0;
    log->in_hook = false;
    str_clear(&log->waits);
    str_clear(&log->told_fact);
}

/* ---- lines that wait for the end of a hook ---- */

static void out(struct log *log, const struct ct_line *line)
{
    unsigned lost = mem_losses();
    size_t n = log->waits.n;

    if (!log->in_hook) {
        log->fn(log->ctx, line);
        return;
    }
    str_addn(&log->waits, (const char *)line, sizeof *line);
    str_addn(&log->waits, line->text, strlen(line->text) + 1);
    if (mem_losses() != lost) /* all of it or nothing */
        log->waits.n = n;
}

void log_in_hook(struct log *log, bool in_hook)
{
    log->in_hook = in_hook;
    if (in_hook)
        return;
    for (size_t at = 0; at < log->waits.n;) {
        struct ct_line line;
        memcpy(&line, log->waits.s + at, sizeof line);
        line.text = log->waits.s + at + sizeof line;
        log->fn(log->ctx, &line);
        at += sizeof line + strlen(line.text) + 1;
    }
    str_clear(&log->waits);
}

void log_overspent(struct log *log)
{
    if (log->in_hook)
        log_reset(log);
}

/* ---- lines and headings ---- */

/* How many of the first n phases under way have a heading. */
static int headings(const struct log *log, int n)
{
    int told = 0;

    for (int i = 0; i < n; i++)
        told += !log->voice->def->phases[log->phase[i].id].untold;
    return told;
}

static void heading(struct log *log, int depth)
{
    const struct voice *v = log->voice;
    struct str s = {0};
    struct ct_line line = {CT_LINE_HEADING,         headings(log, depth),    NULL,
                           log->phase[depth].event, log->phase[depth].event, -1};
    unsigned lost = mem_losses();

    phase_name(&s, v->def, log->phase[depth].id, v->t);
    str_capital(&s, 0);
    if (log->phase[depth].seat != NO_SEAT)
        str_addf(&s, "%s%s", own(W_COLON, v->t), voice_seat(v, log->phase[depth].seat));
    else if (log->phase[depth].counts)
        str_addf(&s, " %u", log->phase[depth].number);
    line.text = str_of(&s);
    if (mem_losses() == lost)
        out(log, &line);
    str_free(&s);
}

static void due_headings(struct log *log)
{
    for (int i = 0; i < log->nphases; i++)
        if (!log->phase[i].told) {
            log->phase[i].told = true;
            if (!log->voice->def->phases[log->phase[i].id].untold)
                heading(log, i);
        }
}

static void about(struct log *log, uint64_t first, uint64_t last)
{
    log->first = first;
    log->last = last;
}

/* Says the finished sentence, after the headings it needs. It is about an effect of this card,
 * or of none. */
static void line_say(struct log *log, uint16_t source)
{
    str_one_stop(&log->line);
    struct ct_line line = {CT_LINE_PLAIN,
                           headings(log, log->nphases),
                           str_of(&log->line),
                           log->first ? log->first : log->number,
                           log->first ? log->last : log->number,
                           source == REF_NONE ? -1 : source};

    due_headings(log);
    out(log, &line);
    str_clear(&log->line);
}

void log_line(struct log *log, bool in_effect, uint16_t effect)
{
    struct str *l = &log->line;

    if (in_effect)
        log->held = REF_NONE;
    if (in_effect && effect != REF_NONE) {
        bool stop = l->n && l->s[l->n - 1] == '.';
        if (stop)
            l->s[--l->n] = 0;
        str_add(l, " ");
        SAY(l, W_L_BY_EFFECT, log->voice->t,
            TEXT("card", card_name(log->voice->def, effect, log->voice->t)));
        if (stop)
            str_add(l, ".");
    }
    line_say(log, in_effect ? effect : REF_NONE);
}

/* Tells an effect in the card's words if nothing visible came of it. It may have noted something
 * for later. If it could not and is over, it found no target, and the log says so. */
static void held_tell(struct log *log, bool over)
{
    const struct voice *v = log->voice;
    struct str what = {0};
    unsigned effect = log->held;

    group_tell(log);
    if (log->held == REF_NONE)
        return;
    log->held = REF_NONE;
    if (effect_untold(v->def, effect))
        return;
    effect_text(&what, v->def, effect,
                log->held_seat == NO_SEAT ? NULL : voice_seat(v, log->held_seat), v->t);
    if (!what.n) { /* it only says something */
        str_free(&what);
        return;
    }
    about(log, log->held_number, log->held_number);
    SAY(&log->line,
        over && !log->held_acted && !v->def->effects[effect].leaves ? W_L_NO_EFFECT
                                                                    : W_L_EFFECT,
        v->t, TEXT("what", str_of(&what)), TEXT("card", card_name(v->def, log->effect, v->t)));
    line_say(log, log->effect);
    about(log, 0, 0);
    str_free(&what);
}

/* An effect with a card that the viewer sees, and words. */
static void effect_event(struct log *log, const struct kevent *ev)
{
    held_tell(log, true);
    log->effect = ev->def;
    if (ev->def != REF_NONE && ev->id < log->voice->def->neffects &&
        log->voice->def->effects[ev->id].node) {
        log->held = ev->id;
        log->held_acted = false;
        log->held_seat = ev->seat;
        log->held_number = log->number;
    }
}

/* ---- where an event comes from ---- */

static bool frame_kind_under_way(struct kstate *s, enum frame_kind kind)
{
    for (int i = k_rules(s)->nframes - 1; i >= 0; i--)
        if (k_frames(s)[i].kind == kind)
            return true;
    return false;
}

static uint8_t seat_of_slot(struct kstate *s, unsigned slot)
{
    return slot < s->nslots ? k_slotinfo(s)[slot].seat : NO_SEAT;
}

static uint8_t zone_of_slot(struct kstate *s, unsigned slot)
{
    return slot < s->nslots ? k_slotinfo(s)[slot].zone : 0xFF;
}

/* Are the moves of this zone's cards left out? */
static bool untold(const struct log *log, uint8_t zone)
{
    return zone < log->voice->def->k.nzones && log->voice->def->zones[zone].untold;
}

/* ---- cards: gathered into a group ---- */

enum {
    MOST_MOVED = 256
}; /* in one line: it is gathered in memory, and each is compared with those before */

/* For a pick told in words. */
static int told_cards(const struct log *log)
{
    return TOLD_PARTS + set_members(&log->told);
}

/* Is a pick being carried out that was told in words? */
static bool told_pick_acts(const struct log *log, struct kstate *s)
{
    return log->told_seat != NO_SEAT &&
           (frame_kind_under_way(s, FRAME_CHOOSE) || frame_kind_under_way(s, FRAME_EFFECT) ||
            k_rules(s)->hook != REF_NONE);
}

/* A card named in that pick: its move needs no line of its own. */
static bool told_already(const struct log *log, struct kstate *s, const struct kevent *ev)
{
    /* it goes to a player who neither made the pick nor is named in it */
    uint8_t to = seat_of_slot(s, ev->to);
    if (to != NO_SEAT && s->people_seats >> to & 1 && to != log->told_seat &&
        to != log->told.seat)
        return false;
    for (int i = 0; i < told_cards(log); i++)
        if (log->told_card[i] == ev->card)
            return (log->told_def[i] != REF_NONE || ev->def == REF_NONE) &&
                   told_pick_acts(log, s);
    return false;
}

/* Does a seat that has passed cards on do so again, others having passed theirs in between? */
static bool passes_again(const struct group *g, const struct moved *m)
{
    if (m->from_seat == m->to_seat || !g->n || g->v[g->n - 1].from_seat == m->from_seat)
        return false;
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].from_seat == m->from_seat)
            return true;
    return false;
}

/* Has the visible card moved within its zone in this group already? It is not two cards. */
static bool moves_again(const struct group *g, const struct moved *m)
{
    for (size_t i = 0; i < g->n && m->card != NO_CARD; i++)
        if (g->v[i].card == m->card)
            return true;
    return false;
}

static bool same_way(const struct group *a, const struct group *b)
{
    return a->from == b->from && a->to == b->to && a->of_another == b->of_another;
}

/* Does the card, which alone would be the group `now`, belong to the group g? A step with its
 * own words may have several source zones if nothing happens in between. */
static bool belongs(const struct log *log, const struct group *g, const struct group *now,
                    const struct moved *m)
{
    bool one_step = now->text != REF_NONE && log->number == g->last + 1;

    return g->open && g->kind == now->kind && g->face == now->face && g->text == now->text &&
           g->seats == now->seats && g->chosen == now->chosen && g->effect == now->effect &&
           (one_step || (!g->mixed && same_way(g, now) && !passes_again(g, m))) &&
           g->n < MOST_MOVED && !moves_again(g, m);
}

/* The owner: the seat of its zone, or on the table the card's owner. */
static uint8_t owner_of_card(struct kstate *s, unsigned card)
{
    const struct kinst *in = k_insts(s) + card;
    uint8_t seat = seat_of_slot(s, in->slot);

    return seat != NO_SEAT ? seat : in->owner;
}

/* A group begins in the room that it has. */
static void group_begin(struct group *g, const struct group *now)
{
    struct moved *v = g->v;
    int cap = g->cap;

    *g = *now;
    g->v = v;
    g->cap = cap;
}

static void group_add(struct group *g, const struct group *now, const struct moved *m)
{
    if (!mem_fit(&g->v, &g->cap, (int)g->n + 1, sizeof *g->v))
        return;
    g->mixed |= !same_way(g, now);
    g->had = now->had ? now->had : g->had;
    g->last = m->number;
    g->step = now->step;
    g->v[g->n++] = *m;
}

/* Does the card move in the same step as those of g, next to them and in the same way? */
static bool in_step(const struct log *log, const struct group *g, const struct group *now,
                    const struct moved *m)
{
    return now->step && g->step == now->step && g->last + 1 == log->number &&
           belongs(log, g, now, m);
}

/* A card that alone would be the group `now`. If it was told with its pick, it is only told
 * again with others of the same step, which would otherwise be too few. */
static void gather(struct log *log, const struct group *now, const struct moved *m, bool told)
{
    struct group *g = &log->group, *spared = &log->spared;
    bool after = in_step(log, spared, now, m);

    if (told && !in_step(log, g, now, m)) {
        if (!after)
            group_begin(spared, now);
        group_add(spared, now, m);
        return;
    }
    if (!belongs(log, g, now, m)) {
        group_tell(log);
        group_begin(g, now);
    }
    for (size_t i = 0; i < spared->n && after; i++)
        group_add(g, now, &spared->v[i]);
    spared->open = false;
    group_add(g, now, m);
}

static void card_event(struct log *log, struct kstate *s, const struct kevent *ev)
{
    struct group now = {.open = true, .kind = ev->kind, .text = ev->text, .step = ev->step};
    struct moved m = {
        ev->def, NO_CARD,    NO_SEAT, seat_of_slot(s, ev->from), seat_of_slot(s, ev->to),
        NO_SEAT, log->number};
    bool told = false;

    if ((ev->card == NO_CARD && ev->kind == TELL_TURN) ||
        untold(log, zone_of_slot(s, ev->from)) || untold(log, zone_of_slot(s, ev->to)))
        return;
    now.chosen = frame_kind_under_way(s, FRAME_CHOOSE);
    now.in_effect = frame_kind_under_way(s, FRAME_EFFECT);
    now.effect = now.in_effect ? log->effect : REF_NONE;
    now.people_seats = s->people_seats;
    if (ev->kind == TELL_MOVE) {
        now.from = zone_of_slot(s, ev->from);
        now.to = zone_of_slot(s, ev->to);
        if (now.from == 0xFF || now.to == 0xFF || now.from >= log->voice->def->k.nzones ||
            now.to >= log->voice->def->k.nzones)
            return; /* into the game or out of it: the pool */
        told = told_already(log, s, ev);
        m.seat = m.from_seat != NO_SEAT ? m.from_seat : m.to_seat;
        if (ev->from == ev->to && ev->def != REF_NONE)
            m.card = ev->card;
        now.of_another = ev->by != NO_SEAT && m.from_seat != NO_SEAT && ev->by != m.from_seat;
        now.had = log->viewer >= 0 && m.to_seat == log->viewer ? k_slots(s)[ev->to].count : 0;
    } else if (ev->kind == TELL_SHOW) {
        now.from = zone_of_slot(s, ev->to);
        now.seats = ev->seats;
        m.seat = m.to_seat;
    } else {
        now.face = (uint8_t)ev->number;
        m.owner = owner_of_card(s, ev->card);
        m.seat = seat_of_slot(s, k_insts(s)[ev->card].slot);
        if (now.chosen && (m.seat == NO_SEAT || !now.in_effect))
            m.seat = ev->by;
    }
    if (now.text != REF_NONE && m.seat == NO_SEAT)
        m.seat = ev->by;
    gather(log, &now, &m, told);
}

/* ---- counters ---- */

/* Counters of cards are notes of the ruleset unless they last and have a name. A phase that
 * resets one is no news, unless it is a flag with words for that. */
static bool counter_is_news(struct log *log, struct kstate *s, const struct kevent *ev)
{
    const struct kcounter *c = &log->voice->def->k.counters[ev->id];

    if ((!ev->extra && c->is == V_NUMBER) || log->voice->def->counters[ev->id].untold)
        return false;
    if (c->per == PER_CARD &&
        (c->lasts != REF_NONE || !*text_in(&log->voice->def->counters[ev->id].says, 0)))
        return false;
    for (int i = 0; c->is == V_CARD && i < TOLD_PARTS && told_pick_acts(log, s); i++)
        if (log->told_def[i] == ev->number)
            return false;
    if (c->is == V_FLAG && ev->extra &&
        counter_has_forms(log->voice->def, ev->id, log->voice->t))
        return true;
    return c->lasts == REF_NONE || ev->number != c->start ||
           frame_kind_under_way(s, FRAME_EFFECT) || frame_kind_under_way(s, FRAME_CHOOSE);
}

static void counter_event(struct log *log, struct kstate *s, const struct kevent *ev)
{
    const struct voice *v = log->voice;
    struct str what = {0}, value = {0};
    char change[16];
    bool in_effect = frame_kind_under_way(s, FRAME_EFFECT);
    enum own_word w = W_L_COUNTER;

    if (!counter_is_news(log, s, ev))
        return;
    group_tell(log);
    int64_t many = ev->set ? ev->number : ev->extra;
    bool change_told = v->def->k.counters[ev->id].is == V_NUMBER && !ev->set;
    counter_name(&what, v->def, ev->id, many < 0 ? -many : many, v->t);
    counter_value_add(&value, log->voice, ev->id, ev->number);
    bool plainly = v->def->k.counters[ev->id].is == V_FLAG &&
                   (ev->number || counter_has_forms(v->def, ev->id, v->t));
    bool counted = v->def->k.counters[ev->id].is == V_NUMBER && ev->set &&
                   counter_has_forms(v->def, ev->id, v->t); /* "20 chips" */
    snprintf(change, sizeof change, "%+d", ev->extra);
    if (ev->card != NO_CARD)
        w = plainly ? W_L_CARD_IS : counted ? W_L_CARD_COUNTED : W_L_CARD_COUNTER;
    else if (ev->seat != NO_SEAT)
        w = plainly       ? W_L_WHO_IS
            : counted     ? W_L_WHO_COUNTED
            : change_told ? W_L_GAINS
                          : W_L_WHO_COUNTER;
    else if (plainly || counted)
        w = plainly ? W_L_IS : W_L_COUNTED;
    else if (change_told)
        w = W_L_CHANGES;
    SAY(&log->line, w, v->t, MADE("what", what), MADE("value", value),
        TEXT("n", str_of(&value)), TEXT("change", change),
        TEXT("card",
             ev->def == REF_NONE ? own(W_A_CARD, v->t) : card_name(v->def, ev->def, v->t)),
        SEAT("who", voice_seat(v, ev->seat), ev->seat == v->you));
    str_capital(&log->line, 0);
    log_line(log, in_effect, log->effect);
}

/* ---- the rest ---- */

static void phase_event(struct log *log, struct kstate *s, const struct kevent *ev)
{
    const struct kframe *top =
        k_rules(s)->nframes ? k_frames(s) + k_rules(s)->nframes - 1 : NULL;
    int depth = log->nphases;

    group_tell(log);
    if (ev->id >= log->voice->def->k.nphases)
        return;
    if (ev->kind == TELL_PHASE_END) {
        while (log->nphases > 0 && log->phase[--log->nphases].id != ev->id)
            ;
        return;
    }
    if (depth == LOG_PHASES)
        return;
    log->phase[depth].id = ev->id;
    log->phase[depth].number = (uint16_t)ev->number;
    log->phase[depth].told = false;
    log->phase[depth].event = log->number;
    log->phase[depth].counts = ev->number > 1;
    log->phase[depth].seat = NO_SEAT;
    if (top && top->kind == FRAME_PHASE) {
        const struct kphase *p = &log->voice->def->k.phases[top->phase.id];
        log->phase[depth].counts |= p->loop != LOOP_ONCE;
        if (p->loop == LOOP_EACH)
            log->phase[depth].seat = top->you;
    }
    log->nphases++;
}

/* Has the action its own words, or a name to tell it by? */
static bool is_said(const struct voice *v, const struct kchoice *c)
{
    if (c->action >= ACT_EFFECT || v->def->actions[c->action].untold)
        return false;
    return v->def->k.actions[c->action].named ||
           *text_in(&v->def->actions[c->action].says, v->t.text);
}

static void pick_tell(struct log *log)
{
    const struct voice *v = log->voice;
    struct str what = {0};
    uint8_t seat = log->told_seat;
    struct ct_choice told;

    log->pick_held = false;
    group_tell(log);
    about(log, log->told_number, log->told_number);
    choice_value_of(&told, v->def, seat, &log->told, log->told_def, log->told_def + TOLD_PARTS);
    told.nworth = log->ntold_worth;
    memcpy(told.worth, log->told_worth, sizeof told.worth);
    for (int i = 0; i < told.ncards; i++)
        if (told.part[i] < CT_PART_SET)
            told.card[i].owner = log->told_owner[told.part[i]];
    choice_text(&what, v, &told, true);
    SAY(&log->line, W_L_ACTS, v->t, SEAT("who", voice_seat(v, seat), seat == v->you),
        MADE("what", what));
    log_line(log, false, REF_NONE);
    about(log, 0, 0);
}

/* Tells a pick in its action's words: the viewer's own at once, others' when they are carried
 * out. These wait for the next event, which may show a card that the pick hid. */
static void pick_event(struct log *log, const struct kevent *ev, const struct ct_choice *pick)
{
    bool own = ev->seat == log->viewer, told = own && ev->kind == TELL_ANSWER;

    if (own)
        memset(log->given, 0, sizeof log->given);
    if (!own && ev->kind == TELL_PICK)
        return;
    log->told_seat = NO_SEAT;
    if (!is_said(log->voice, &ev->pick))
        return;
    log->told = ev->pick;
    log->told_seat = ev->seat;
    log->told_number = log->number;
    log->told_card[0] = ev->pick.card;
    log->told_card[1] = ev->pick.helper;
    log->told_card[2] = ev->pick.target;
    memcpy(log->told_def, ev->pick_def, TOLD_PARTS * sizeof *log->told_def);
    log->ntold_worth = pick->nworth;
    memcpy(log->told_worth, pick->worth, sizeof log->told_worth);
    for (int i = 0; i < pick->ncards; i++)
        if (pick->part[i] < CT_PART_SET)
            log->told_owner[pick->part[i]] = card_whose(&pick->card[i]);
    for (int i = 0; i < set_members(&ev->pick); i++) {
        log->told_card[TOLD_PARTS + i] = ev->chosen[i];
        log->told_def[TOLD_PARTS + i] = ev->chosen_def[i];
    }
    log->pick_held = !told;
    if (!told && (own || log->viewer == K_ALL_SEEING))
        pick_tell(log);
}

/* Is a card of the pick that waits still a back to the viewer? */
static bool pick_unknown(const struct log *log)
{
    for (int i = 0; i < told_cards(log); i++)
        if ((i >= TOLD_PARTS || log->told_card[i] != NO_CARD) && log->told_def[i] == REF_NONE)
            return true;
    return false;
}

/* An event after a pick that waits to be told: it may show a card of the pick. As long as it
 * tells nothing else, the next event may show another. */
static void pick_due(struct log *log, struct kstate *s, const struct kevent *ev)
{
    for (int i = 0; i < told_cards(log) && ev->card != NO_CARD; i++)
        if (log->told_card[i] == ev->card && log->told_def[i] == REF_NONE)
            log->told_def[i] = ev->def;
    if (ev->kind != TELL_MOVE || !pick_unknown(log) || !told_already(log, s, ev))
        pick_tell(log);
}

static void names_of_seats(struct log *log, struct str *to, uint32_t seats)
{
    for (unsigned i = 0; i < K_MAX_SEATS; i++)
        if (seats >> i & 1) {
            if (to->n)
                str_add(to, ", ");
            str_add(to, seat_within(log->voice, i));
        }
}

static bool untold_block(const struct log *log, const struct kevent *ev)
{
    const struct ct_definition *def = log->voice->def;

    if (ev->id == MASK_ADD)
        return ev->extra < def->k.ncounters && def->counters[ev->extra].untold;
    return ev->id != MASK_TURN && ev->extra < def->k.nzones && untold(log, (uint8_t)ev->extra);
}

static void block_event(struct log *log, const struct kstate *s, const struct kevent *ev)
{
    const struct voice *v = log->voice;
    struct str who = {0}, what = {0};

    if (ev->id == MASK_ADD && ev->extra < v->def->k.ncounters)
        counter_name(&what, v->def, (unsigned)ev->extra, 2, v->t);
    else if (ev->id == MASK_TURN)
        str_add(&what, own(ev->extra == FACE_UP ? W_L_BLOCK_UP : W_L_BLOCK_DOWN, v->t));
    else if (ev->extra < v->def->k.nzones)
        zone_name(&what, v->def, (unsigned)ev->extra, v->t);
    if (ev->seats == s->people_seats && s->people > 1)
        str_add(&who, own(W_ALL, v->t));
    else
        names_of_seats(log, &who, ev->seats);
    SAY(&log->line, W_L_BLOCKED, v->t, MADE("who", who), MADE("what", what));
}

/* A word of a trait, or of `words` (REF_NONE). */
static void said_word(const struct voice *v, ref trait, unsigned word, struct str *to)
{
    if (trait != REF_NONE)
        word_name(to, v->def, trait, word, v->t);
    else if (word < v->def->nwords)
        str_add(to, text_in(&v->def->words[word].says, v->t.text));
}

/* Does the text name {ID} outside […]? Inside, the part is left out without it. */
static bool stands_open(const char *text, const char *id)
{
    size_t n = strlen(id);
    int within = 0;

    for (; *text; text++) {
        within += (*text == '[') - (*text == ']');
        if (!within && *text == '{' && !strncmp(text + 1, id, n) && strchr(":}", text[1 + n]))
            return true;
    }
    return false;
}

/* A text of a script or step. False: a step's sentence needs a card, a seat or a word that is
 * missing. */
static bool say_event(struct log *log, const struct kevent *ev)
{
    const struct voice *v = log->voice;
    bool step = ev->text != REF_NONE;
    const struct text *of = step ? &v->def->step_texts[ev->text] : &v->def->words[ev->id].says;
    const char *text = text_in(of, v->t.text);
    struct str word = {0};

    if (step && ((ev->card == NO_CARD && stands_open(text, "card")) ||
                 (!ev->extra && stands_open(text, "word")) ||
                 (ev->seat == NO_SEAT && stands_open(text, "seat"))))
        return false;
    group_tell(log);
    if (step && ev->extra)
        said_word(v, v->def->k.prog[ev->id].n, (unsigned)ev->extra - 1, &word);
    FILL(
        &log->line, text, tongue_in(of, v->t), NUMBER("number", ev->number),
        SEAT("seat", ev->seat == NO_SEAT ? NULL : seat_within(v, ev->seat), ev->seat == v->you),
        {.name = "card",
         .text = ev->def == REF_NONE ? own(W_A_CARD, v->t) : card_name(v->def, ev->def, v->t),
         .absent = ev->card == NO_CARD},
        {.name = step ? "word" : NULL, .text = str_of(&word), .absent = !ev->extra});
    str_free(&word);
    return true;
}

/* Sentences that need nothing but the event; into log->line. */
static void plain_event(struct log *log, struct kstate *s, const struct kevent *ev)
{
    const struct voice *v = log->voice;
    const char *card =
        ev->def == REF_NONE ? own(W_A_CARD, v->t) : card_name(v->def, ev->def, v->t);
    uint8_t seat = ev->kind == TELL_SHUFFLE ? seat_of_slot(s, ev->to) : ev->seat;
    uint8_t zone = zone_of_slot(s, ev->to);
    struct str to = {0}, order = {0};
    enum own_word w = ev->kind == TELL_SHUFFLE ? (seat == NO_SEAT ? W_L_SHUFFLED : W_L_SHUFFLES)
                      : ev->kind == TELL_CANCEL ? W_L_CANCELLED
                      : ev->kind == TELL_ROLL   ? W_L_ROLL
                      : ev->kind == TELL_ORDER  ? W_L_ORDER
                      : ev->kind == TELL_EACH   ? W_L_EACH
                      : ev->kind == TELL_LOST   ? W_L_LOST
                                                : W_L_USED_UP;

    if (zone < v->def->k.nzones)
        zone_name(&to, v->def, zone, v->t);
    if (ev->kind == TELL_ORDER)
        for (int i = 0; i < (ev->extra & 15); i++) {
            str_add(&order, i ? ", " : "");
            str_add(
                &order,
                seat_within(v, (i < 7 ? ev->number >> 4 * i : ev->extra >> (4 * i - 24)) & 15));
        }
    SAY(&log->line, w, v->t, MADE("to", to), TEXT("card", card), TEXT("cards", card),
        MADE("what", order), NUMBER("n", ev->number), NUMBER("of", ev->extra),
        SEAT("who", voice_seat(v, seat), seat == v->you));
}

void log_flush(struct log *log, struct kstate *s, bool question)
{
    if (log->pick_held)
        pick_tell(log);
    held_tell(log, !frame_kind_under_way(s, FRAME_EFFECT));
    if (question)
        due_headings(log);
}

/* Does it tell an action, and not only who is asked and what they chose? */
static bool acts(const struct kevent *ev)
{
    switch ((enum ktell)ev->kind) {
    case TELL_PHASE:
    case TELL_PHASE_END:
    case TELL_PICK:
    case TELL_ANSWER:
    case TELL_EFFECT:
    case TELL_ASK:
    case TELL_EACH: return false;
    default: return true;
    }
}

void log_event(struct log *log, struct kstate *s, const struct kevent *ev,
               const struct ct_choice *pick, uint64_t number)
{
    bool in_effect = frame_kind_under_way(s, FRAME_EFFECT);

    log->number = number;
    if (log->pick_held)
        pick_due(log, s, ev);
    if (!in_effect && log->held != REF_NONE)
        held_tell(log, true);
    log->held_acted |= acts(ev);
    if (acts(ev) && ev->kind != TELL_FACT)
        str_clear(&log->told_fact);
    switch ((enum ktell)ev->kind) {
    case TELL_PHASE:
    case TELL_PHASE_END: phase_event(log, s, ev); return;
    case TELL_MOVE:
    case TELL_TURN:
    case TELL_SHOW: card_event(log, s, ev); return;
    case TELL_COUNTER: counter_event(log, s, ev); return;
    case TELL_PICK:
    case TELL_ANSWER: pick_event(log, ev, pick); return;
    case TELL_EFFECT: effect_event(log, ev); return;
    case TELL_ASK:
    case TELL_WATCH: return;
    case TELL_END:
        group_tell(log);
        if (ev->number != K_UNFINISHED)
            return;
        SAY(&log->line, W_L_UNFINISHED, log->voice->t,
            NUMBER("n", log->voice->def->k.limits.picks));
        log_line(log, false, REF_NONE);
        return;
    case TELL_BLOCK:
        if (untold_block(log, ev))
            return;
        group_tell(log);
        block_event(log, s, ev);
        break;
    case TELL_SAY:
        if (!say_event(log, ev))
            return;
        break;
    case TELL_FACT:
        if (untold(log, zone_of_slot(s, ev->to)))
            return;
        group_tell(log);
        if (!log_fact(log, s, ev))
            return;
        break;
    case TELL_EACH:
        if (!ev->number || ev->card == NO_CARD)
            return;
        /* fall through */
    case TELL_SHUFFLE:
    case TELL_USED_UP:
        if (untold(log, zone_of_slot(s, ev->to)))
            return;
        /* fall through */
    case TELL_CANCEL:
    case TELL_LOST:
    case TELL_ROLL:
    case TELL_ORDER:
        group_tell(log);
        plain_event(log, s, ev);
        break;
    }
    str_capital(&log->line, 0);
    log_line(log, in_effect && ev->kind != TELL_CANCEL && ev->kind != TELL_LOST, log->effect);
}

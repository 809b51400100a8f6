/* events.c - the public interface: events, as each observer may know them.
 *
 * The kernel tells each event once and completely, with a mask of the seats that see its card.
 * Here each listener gets a reduced copy with a number of its own, as data and in the log.
 */
#include "api/internal.h"
#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

/* One listener, or the engine's own (ct_log). */
struct ear {
    struct ct_listener is;
    struct log *log; /* NULL: no sentences */
    struct naming naming;
    uint64_t told;
};
struct ct_audience {
    const ct_definition *def;
    struct ear **ear; /* each stays where it is: its log points into it */
    int n;
};

/* ORDER: the public kinds stand as the kernel's do. */
#define X(id, name, says) _Static_assert((int)CT_EVENT_##id == (int)TELL_##id, #name);
CT_EVENTS(X)
#undef X
_Static_assert((int)CT_BLOCK_ADD == (int)MASK_ADD && (int)CT_BLOCK_TURN == (int)MASK_TURN &&
                   (int)CT_BLOCK_MOVE == (int)MASK_MOVE,
               "kinds of blocks");
_Static_assert((int)CT_OVER == (int)K_OVER && (int)CT_UNFINISHED == (int)K_UNFINISHED &&
                   (int)CT_BROKEN == (int)K_BROKEN,
               "status");

static const struct {
    const char *name, *says;
} kinds[] = {CT_EVENTS(ROW_NAMED_PAIR)};

const char *ct_event_name(enum ct_event_kind kind)
{
    return (unsigned)kind < CT_NEVENTS ? kinds[kind].name : NULL;
}

const char *ct_event_says(enum ct_event_kind kind)
{
    return (unsigned)kind < CT_NEVENTS ? kinds[kind].says : NULL;
}

/* ---- what an observer may know of it ---- */

/* The event as the viewer is told it; `chosen` is room for its set. False: they are not. */
static bool event_for(ct_engine *e, struct kstate *s, const struct kevent *ev, int viewer,
                      struct kevent *out, uint16_t chosen[K_MAX_CHOSEN])
{
    const uint16_t card[3] = {ev->pick.card, ev->pick.helper, ev->pick.target};

    *out = *ev;
    out->known = viewer == K_ALL_SEEING ? 0 : ev->known >> viewer & 1;
    if (viewer == K_ALL_SEEING)
        return true;
    if (viewer < 0 || (ev->kind == TELL_PICK && ev->seat != viewer))
        return false;
    if (ev->card != NO_CARD && !((ev->seen | ev->known) >> viewer & 1)) {
        out->def = REF_NONE;
        if (ev->kind == TELL_EFFECT)
            out->id = REF_NONE;
    }
    for (int i = 0; i < 3; i++)
        if (card[i] != NO_CARD && !k_sees(&e->k, s, viewer, card[i]))
            out->pick_def[i] = REF_NONE;
    int n = ev->chosen_def ? set_members(&ev->pick) : 0;
    for (int i = 0; i < n; i++)
        chosen[i] = k_sees(&e->k, s, viewer, ev->chosen[i]) ? ev->chosen_def[i] : REF_NONE;
    out->chosen_def = n ? chosen : NULL;
    return true;
}

static struct ct_spot spot_of(const struct ct_definition *def, struct kstate *s, unsigned slot,
                              unsigned place)
{
    struct ct_spot spot = {.zone = -1, .place = -1, .seat = -1};

    if (slot >= s->nslots || k_slotinfo(s)[slot].zone >= def->k.nzones)
        return spot;
    spot.zone = k_slotinfo(s)[slot].zone;
    spot.seat = (int8_t)(k_slotinfo(s)[slot].seat == NO_SEAT ? -1 : k_slotinfo(s)[slot].seat);
    if (def->k.zones[spot.zone].as != AS_SET)
        spot.place = (int16_t)place;
    return spot;
}

/* How a card lies among others that the observer does not see is part of the view, not of this
 * event. */
static void card_of(struct kstate *s, const struct kevent *ev, struct ct_event *out)
{
    const struct kinst lost = {.face = FACE_DOWN, .owner = NO_SEAT};
    const struct kinst *in = ev->card == NO_CARD ? &lost : k_insts(s) + ev->card;
    bool sees = ev->def != REF_NONE && !ev->known;
    bool told = sees || (out->to.zone >= 0 && out->to.place >= 0);

    out->of_card = true;
    out->card =
        (struct ct_card){.card = ev->def == REF_NONE ? -1 : ev->def,
                         .up = told && in->face == FACE_UP,
                         .owner = (int8_t)(told && in->owner != NO_SEAT ? in->owner : -1),
                         .seat = out->to.seat,
                         .zone = out->to.zone,
                         .place = out->to.place};
}

/* The meaning of `id`, `value` and `other`, by kind (CT_EVENTS). */
static void numbers_of(const struct ct_definition *def, const struct kevent *ev,
                       struct ct_event *out)
{
    out->id = ev->id == REF_NONE ? -1 : ev->id;
    out->value = ev->number;
    out->other = ev->extra;
    out->set = ev->set;
    switch ((enum ktell)ev->kind) {
    case TELL_ASK:
        if (ev->id != REF_NONE)
            out->id = def->k.chooses[ev->id].prompt;
        else
            out->id = ev->extra;
        out->id = out->id >= 0 && out->id < def->nwords ? out->id : -1;
        out->value = out->other = 0;
        break;
    case TELL_EFFECT:
        out->value = out->id;
        out->id = ev->id == REF_NONE || ev->extra == REF_NONE ? -1 : ev->extra;
        out->other = 0;
        break;
    case TELL_BLOCK:
        out->value = ev->id == MASK_TURN ? ev->extra == FACE_UP : ev->extra;
        out->other = 0;
        break;
    case TELL_MOVE:
    case TELL_TURN:
    case TELL_SHOW:
    case TELL_FACT:
    case TELL_ORDER: out->value = out->other = 0; break;
    case TELL_WATCH: out->id = -1; break;
    case TELL_SAY:
        out->other = ev->text == REF_NONE ? 0 : ev->id;
        out->id = ev->text == REF_NONE ? ev->id : -1;
        break;
    default: break;
    }
}

static void event_of(ct_engine *e, struct kstate *s, const struct kevent *ev,
                     struct ct_event *out)
{
    const struct ct_definition *def = e->def;

    memset(out, 0, sizeof *out);
    out->kind = (enum ct_event_kind)ev->kind;
    out->seat = ev->seat == NO_SEAT ? -1 : ev->seat;
    out->seats = ev->seats;
    out->from = spot_of(def, s, ev->from, ev->from_place);
    out->to = spot_of(def, s, ev->to, ev->place);
    numbers_of(def, ev, out);
    if (ev->card != NO_CARD || ev->def != REF_NONE)
        card_of(s, ev, out);
    out->norder = ev->kind == TELL_ORDER ? ev->extra & 15 : 0;
    for (int i = 0; i < out->norder && i < CT_MAX_SEATS; i++)
        out->order[i] =
            (uint8_t)((i < 7 ? ev->number >> 4 * i : ev->extra >> (4 * i - 24)) & 15);
    out->may = ev->may;
}

/* ---- telling ---- */

static void tell_ear(ct_engine *e, struct kstate *s, const struct kevent *all, struct ear *to)
{
    int viewer = kernel_observer(s, to->is.observer);
    uint16_t chosen[K_MAX_CHOSEN];
    bool picked = all->kind == TELL_PICK || all->kind == TELL_ANSWER;
    struct ct_choice choice;
    struct kevent ev;

    if (!event_for(e, s, all, viewer, &ev, chosen))
        return;
    to->told++;
    if (picked) {
        /* as the viewer may know it */
        memset(&choice, 0, sizeof choice);
        choice_told(e, s, viewer, ev.seat, &ev.pick, &choice);
        if (viewer == ev.seat || viewer == K_ALL_SEEING)
            choice.key = k_choice_key(&e->k, s, ev.seat, &ev.pick);
    }
    if (to->is.event) {
        struct ct_event event;
        event_of(e, s, &ev, &event);
        event.choice = picked ? &choice : NULL;
        event.number = to->told;
        to->is.event(to->is.ctx, as_state(s), &event);
    }
    if (!to->log)
        return;
    if (to->naming.voice.def && !e->starting)
        naming_for(e, s, &to->naming);
    log_in_hook(to->log, e->k.in_hook);
    log_event(to->log, s, &ev, picked ? &choice : NULL, to->told);
}

/* Each of them, the engine's own first; NULL after the last. */
static struct ear *ear_at(const ct_engine *e, int i)
{
    if (e->own && !i--)
        return e->own;
    return e->audience && i < e->audience->n ? e->audience->ear[i] : NULL;
}

/* A ktell_fn. */
static void tell_all(void *ctx, struct kstate *s, const struct kevent *ev)
{
    ct_engine *e = ctx;
    struct ear *to;

    for (int i = 0; (to = ear_at(e, i)) != NULL; i++)
        if (!e->starting || to->is.observer == CT_ALL)
            tell_ear(e, s, ev, to);
}

void events_start(ct_engine *e)
{
    struct ear *to;

    for (int i = 0; (to = ear_at(e, i)) != NULL; i++) {
        to->told = 0;
        if (to->log)
            log_reset(to->log);
    }
}

void events_flush(ct_engine *e, struct kstate *s, bool question)
{
    struct ear *to;

    for (int i = 0; (to = ear_at(e, i)) != NULL; i++)
        if (to->log) {
            if (e->k.err.overspent)
                log_overspent(to->log);
            log_in_hook(to->log, false);
            log_flush(to->log, s, question);
        }
}

/* ---- listeners ---- */

static void ear_free(struct ear *ear)
{
    if (ear)
        log_free(ear->log);
    free(ear);
}

/* There is no listener: the kernel does not report events. */
static void listen(ct_engine *e)
{
    bool any = e->own || e->audience;

    e->k.viewer = K_ALL_SEEING;
    e->k.tell = any ? tell_all : NULL;
    e->k.tell_ctx = any ? e : NULL;
}

/* The log of a listener who wants sentences. False: out of memory. */
static bool ear_log(struct ear *ear, const struct voice *voice)
{
    int observer = ear->is.observer;

    if (ear->is.line)
        ear->log = log_new(voice, observer == CT_ALL ? K_ALL_SEEING : observer, ear->is.line,
                           ear->is.ctx);
    return !ear->is.line || ear->log;
}

int ct_log(ct_engine *e, int observer, ct_log_fn fn, void *ctx)
{
    int rc = 0;

    ear_free(e->own);
    e->own = fn ? calloc(1, sizeof *e->own) : NULL;
    if (e->own) {
        e->own->is = (struct ct_listener){.observer = observer, .line = fn, .ctx = ctx};
        if (!ear_log(e->own, &e->naming.voice)) {
            ear_free(e->own);
            e->own = NULL;
        }
    }
    if (fn && !e->own)
        rc = engine_no_memory(e);
    listen(e);
    return rc;
}

void ct_tell(ct_engine *e, ct_audience *audience)
{
    e->audience = audience;
    listen(e);
}

ct_audience *ct_audience_new(const ct_definition *def)
{
    ct_audience *a = calloc(1, sizeof *a);

    if (a)
        a->def = def;
    return a;
}

void ct_audience_free(ct_audience *a)
{
    for (int i = 0; a && i < a->n; i++)
        ear_free(a->ear[i]);
    if (a)
        free(a->ear);
    free(a);
}

int ct_audience_add(ct_audience *a, const struct ct_listener *listener)
{
    bool room = mem_room(&a->ear, (size_t)a->n, sizeof(*a->ear));
    struct ear *ear = room ? calloc(1, sizeof *ear) : NULL;

    if (!ear)
        return -1;
    ear->is = *listener;
    ear->told = listener->told;
    ear->naming.voice = (struct voice){
        .def = a->def, .t = tongue_of(a->def, listener->lang), .you = listener->you};
    ear->naming.follows = !listener->lang;
    ear->is.lang = NULL; /* only for this call */
    if (!ear_log(ear, &ear->naming.voice)) {
        ear_free(ear);
        return -1;
    }
    a->ear[a->n] = ear;
    return a->n++;
}

uint64_t ct_audience_told(const ct_audience *a, int i)
{
    return i >= 0 && i < a->n ? a->ear[i]->told : 0;
}

void events_free(ct_engine *e)
{
    ear_free(e->own);
}

/* view.c - the public interface: the view, knowledge, the result. */
#include "api/internal.h"
#include "kernel/state/cards.h"

#include <stdlib.h>
#include <string.h>

enum { PHASES_DEEP = 200 }; /* the most that `limits: depth` allows */

const char *ct_zone_name(ct_engine *e, int zone)
{
    engine_begin(e, NULL);
    if (zone >= 0 && zone < e->def->k.nzones)
        zone_name(&e->text, e->def, (unsigned)zone, e->naming.voice.t);
    return engine_text(e);
}

const char *ct_counter_name(ct_engine *e, int counter)
{
    engine_begin(e, NULL);
    if (counter >= 0 && counter < e->def->k.ncounters)
        counter_name(&e->text, e->def, (unsigned)counter, 2, e->naming.voice.t);
    return engine_text(e);
}

/* ---- cards ---- */

int engine_look(ct_engine *e, struct kstate *s, int observer, unsigned slot, bool known_only)
{
    if (!mem_fit(&e->looks, &e->nlooks, s->ninst, sizeof *e->looks))
        return engine_no_memory(e);
    return k_look(&e->k, s, observer, slot, known_only, e->looks, e->nlooks);
}

/* The slot of a zone of a seat, or of the table (-1). REF_NONE: none. */
static unsigned slot_at(ct_engine *e, struct kstate *s, int zone, int seat)
{
    if (zone < 0 || zone >= e->def->k.nzones ||
        (e->def->k.zones[zone].per == PER_TABLE) != (seat < 0))
        return REF_NONE;
    return k_slot_of(s, &e->def->k, (unsigned)zone, seat < 0 ? NO_SEAT : (unsigned)seat);
}

int ct_zone_count(ct_engine *e, const ct_state *state, int zone, int seat)
{
    unsigned slot = slot_at(e, block(state), zone, seat);

    return slot == REF_NONE ? -1 : k_slots(block(state))[slot].count;
}

int ct_zone_cards(ct_engine *e, ct_state *state, int observer, int zone, int seat,
                  struct ct_card *out, int cap)
{
    struct kstate *s = block(state);
    int o = kernel_observer(s, observer), n;
    unsigned slot = slot_at(e, s, zone, seat);

    if (o == -2 || slot == REF_NONE)
        return -1;
    n = engine_look(e, s, o, slot, false);
    for (int i = 0; i < n && i < cap; i++)
        card_told(&e->looks[i], &out[i]);
    return n;
}

int ct_candidates(ct_engine *e, ct_state *state, int observer, int zone, int seat, int place,
                  uint64_t *may)
{
    struct kstate *s = block(state);
    int o = kernel_observer(s, observer);
    unsigned slot = slot_at(e, s, zone, seat), c;

    if (o < 0 || slot == REF_NONE || place < 0 || !k_slotinfo(s)[slot].ordered)
        return -1;
    for (c = k_first(s, slot); c != NO_CARD && place > 0; place--)
        c = k_next(s, c);
    return c == NO_CARD ? -1 : k_candidates(&e->k, s, o, c, may);
}

/* The counters of n cards of e->looks for the caller. A back among others has its start values. */
static void counters_told(ct_engine *e, struct kstate *s, int n, int32_t *out)
{
    const struct kdef *k = &e->def->k;
    unsigned each = k->ncardctr;

    for (int i = 0; i < n; i++, out += each) {
        unsigned card = e->looks[i].card;
        const int32_t *has =
            card == NO_CARD ? e->k.plan->card_start : k_cardctr(s) + card * each;
        for (unsigned c = 0; c < each; c++)
            out[c] = has[c];
    }
}

/* Counters that hold cards give their definitions. */
static void named_cards_told(ct_engine *e, struct kstate *s, int n, int32_t *out)
{
    const struct kdef *k = &e->def->k;

    for (int c = 0; c < k->ncardctr; c++)
        for (int i = 0; k->counters[k->card_ctr[c]].is == V_CARD && i < n; i++)
            out[i * k->ncardctr + c] =
                counter_told(&k->counters[k->card_ctr[c]], s, out[i * k->ncardctr + c]);
}

int ct_look(ct_engine *e, ct_state *state, int observer, enum ct_which which,
            struct ct_card *out, int32_t *counters, int cap)
{
    struct kstate *s = block(state);
    int o = engine_observer(e, s, observer), n;

    if (o == -2)
        return -1;
    n = engine_look(e, s, o, REF_NONE, which == CT_KNOWN);
    int room = n < cap ? n : cap;
    for (int i = 0; i < room; i++)
        card_told(&e->looks[i], &out[i]);
    if (counters && e->def->k.ncardctr) {
        counters_told(e, s, room, counters);
        named_cards_told(e, s, room, counters);
    }
    return n;
}

const int32_t *counter_kept(const ct_engine *e, struct kstate *s, int counter, int seat)
{
    if (counter < 0 || counter >= e->def->k.ncounters)
        return NULL;
    const struct kcounter *c = &e->def->k.counters[counter];
    if (c->per == PER_GAME && seat < 0)
        return k_gamectr(s) + c->index;
    if (seat >= 0 && seat < s->nseats && seat_has(s, c->per, c->kind, (unsigned)seat))
        return k_seatctr(s) + (size_t)seat * e->def->k.nseat + c->index;
    return NULL;
}

bool ct_counter(ct_engine *e, const ct_state *state, int counter, int seat, int32_t *value)
{
    const int32_t *kept = counter_kept(e, block(state), counter, seat);

    if (kept)
        *value = counter_told(&e->def->k.counters[counter], block(state), *kept);
    return kept != NULL;
}

/* Does so for a card, by what the observer (the kernel's number) was told of it. */
static const int32_t *counter_of(ct_engine *e, struct kstate *s, int o, int counter,
                                 const struct ct_card *holder)
{
    const struct kdef *k = &e->def->k;
    unsigned slot = slot_at(e, s, holder->zone, holder->seat);
    int at = counter < 0 ? -1 : card_counter_at(k, (unsigned)counter);
    int n = at < 0 || slot == REF_NONE ? 0 : engine_look(e, s, o, slot, false);

    if (holder->place < 0 || holder->place >= n || e->looks[holder->place].card == NO_CARD)
        return NULL;
    return k_cardctr(s) + (size_t)e->looks[holder->place].card * k->ncardctr + at;
}

bool ct_held(ct_engine *e, ct_state *state, int observer, int counter, int seat,
             const struct ct_card *holder, struct ct_card *out)
{
    struct kstate *s = block(state);
    int o = kernel_observer(s, observer);
    struct klook lies;

    engine_clear(e);
    if (o == -2 || counter < 0 || counter >= e->def->k.ncounters ||
        e->def->k.counters[counter].is != V_CARD)
        return false;
    const int32_t *kept =
        holder ? counter_of(e, s, o, counter, holder) : counter_kept(e, s, counter, seat);
    if (!kept || !k_held_lies(&e->k, s, o, *kept, &lies))
        return false;
    card_told(&lies, out);
    return true;
}

void ct_counters(ct_engine *e, const ct_state *state, int seat, int32_t *out)
{
    for (int c = 0; c < e->def->k.ncounters; c++)
        if (!ct_counter(e, state, c, seat, &out[c]))
            out[c] = CT_ABSENT;
}

const char *ct_counter_text(ct_engine *e, const ct_state *state, int counter, int32_t value)
{
    struct ct_counter_info c;
    struct str *to = engine_begin(e, block(state));

    if (!ct_get_counter(e->def, counter, &c) ||
        ((c.is == CT_COUNTS_FLAG || c.is == CT_COUNTS_WORDS) && !value) ||
        (c.is != CT_COUNTS_NUMBER && c.is != CT_COUNTS_FLAG && value < 0))
        return "";
    counter_name(to, e->def, (unsigned)counter, value, e->naming.voice.t);
    if (c.is == CT_COUNTS_FLAG) /* its name says it */
        return engine_text(e);
    str_add(to, " ");
    counter_value_add(to, &e->naming.voice, (unsigned)counter, value);
    return engine_text(e);
}

/* ---- phases, and effects that wait ---- */

int ct_phases(ct_engine *e, ct_state *state, struct ct_phase *out, int cap)
{
    struct kphase_now now[PHASES_DEEP];
    int n = k_phases_now(&e->k, block(state), now, PHASES_DEEP);

    for (int i = 0; i < n && i < cap && i < PHASES_DEEP; i++)
        out[i] = (struct ct_phase){now[i].name, now[i].number,
                                   now[i].seat == NO_SEAT ? -1 : now[i].seat, now[i].of};
    return n;
}

const char *ct_phase_name(ct_engine *e, int phase)
{
    engine_begin(e, NULL);
    if (phase >= 0 && phase < e->def->k.nphases && !e->def->phases[phase].untold)
        phase_name(&e->text, e->def, (unsigned)phase, e->naming.voice.t);
    return engine_text(e);
}

/* False: an effect of a card that the observer does not see and not all know. */
static bool waiting_told(ct_engine *e, struct kstate *s, int o, const struct kwaiting *w,
                         struct ct_waiting *out)
{
    struct klook lies;

    *out = (struct ct_waiting){.of_card = w->card != NO_CARD,
                               .seat = w->you == NO_SEAT ? -1 : w->you,
                               .verb = w->verb == REF_NONE ? -1 : w->verb,
                               .effect = w->effect == REF_NONE ? -1 : w->effect,
                               .aimed = w->target != NO_CARD};
    if (out->aimed) {
        k_lies(&e->k, s, o, w->target, &lies);
        card_told(&lies, &out->target);
    }
    if (!out->of_card)
        return true;
    k_lies(&e->k, s, o, w->card, &lies);
    if (w->known)
        lies.def = CAT(s, s->o_insts, struct kinst)[w->card].def;
    card_told(&lies, &out->card);
    return lies.def != REF_NONE;
}

/* How many effects wait, as the observer is told; -1. *at: the place of the one with this arrival. */
static int waits_told(ct_engine *e, struct kstate *s, int o, struct ct_waiting *out, int cap,
                      unsigned arrival, int *at)
{
    int told = 0, n = k_waiting(&e->k, s, NULL, 0);
    struct kwaiting *all = malloc(((size_t)n + 1) * sizeof *all);
    struct ct_waiting one;

    if (!all)
        return engine_no_memory(e);
    k_waiting(&e->k, s, all, n);
    for (int i = 0; i < n; i++)
        if (waiting_told(e, s, o, &all[i], &one)) {
            if (told < cap)
                out[told] = one;
            *at = all[i].arrival == arrival ? told : *at;
            told++;
        }
    free(all);
    return told;
}

int ct_waiting(ct_engine *e, ct_state *state, int observer, struct ct_waiting *out, int cap)
{
    int o = engine_observer(e, block(state), observer), at;

    return o == -2 ? -1 : waits_told(e, block(state), o, out, cap, 0, &at);
}

int engine_waits_at(ct_engine *e, struct kstate *s, int o, unsigned arrival)
{
    int at = -1;

    return waits_told(e, s, o, NULL, 0, arrival, &at) < 0 ? ENGINE_NO_ROOM : at;
}

const char *ct_effect_text(ct_engine *e, const ct_state *state, int effect, int seat)
{
    const struct kstate *s = block(state);

    engine_begin(e, s);
    if (effect >= 0 && effect < e->def->neffects && e->def->effects[effect].node)
        effect_text(
            &e->text, e->def, (unsigned)effect,
            seat < 0 || seat >= s->nseats ? NULL : voice_seat(&e->naming.voice, (unsigned)seat),
            e->naming.voice.t);
    return engine_text(e);
}

size_t ct_view(ct_engine *e, ct_state *state, int observer, uint8_t *out, size_t cap)
{
    int o = kernel_observer(block(state), observer);

    engine_clear(e);
    if (o < 0)
        return 0;
    return k_view_bytes(&e->k, block(state), o, out,
                        cap > UINT32_MAX ? UINT32_MAX : (uint32_t)cap);
}

uint64_t ct_digest(const ct_state *state, int observer)
{
    int o = kernel_observer(block(state), observer);

    return o < 0 ? 0 : k_digest(block(state), o);
}

int ct_resample(ct_engine *e, ct_state *to, ct_state *state, int seat, uint64_t stream)
{
    int o = kernel_observer(block(state), seat);

    engine_clear(e);
    if (o < 0)
        return engine_fail(e, "no such observer: %d", seat);
    return k_resample(&e->k, block(to), block(state), o, stream);
}

int ct_other_luck(ct_engine *e, ct_state *to, ct_state *state, uint64_t stream)
{
    engine_clear(e);
    return k_other_luck(&e->k, block(to), block(state), stream);
}

int ct_enter_world(ct_engine *e, ct_state *game, int seat, uint64_t stream)
{
    ct_state *to = ct_clone(game);

    if (!to)
        return engine_no_memory(e);
    int rc = ct_resample(e, to, game, seat, stream);
    if (rc == 1)
        ct_copy(game, to);
    ct_state_free(to);
    return rc;
}

/* ---- how it ends ---- */

_Static_assert((int)CT_WHOLE == (int)K_WHOLE, "shares");

static void result_told(const ct_engine *e, const struct kstate *s, const struct kresult *r,
                        struct ct_result *out)
{
    *out = (struct ct_result){.status = (enum ct_status)r->status,
                              .winners = r->winners,
                              .sides = r->sides,
                              .won = r->won,
                              .lost = r->lost,
                              .scored = r->has_score,
                              .graded = r->graded,
                              .staked = r->staked,
                              .least_wins = e->def->k.least_wins};
    for (int i = 0; i < s->nseats && i < CT_MAX_SEATS; i++) {
        out->score[i] = r->score[i];
        out->out_of[i] = r->out_of[i];
        out->share[i] = r->share[i];
        out->side[i] = r->side[i];
        out->side_score[i] = r->side_score[i];
    }
}

int ct_score_cards(ct_engine *e, ct_state *state, int seat, struct ct_scored *out, int cap)
{
    struct kstate *s = block(state);
    int most = cap > 0 ? cap : 1;
    struct kscored *got = mem_try((size_t)most * sizeof *got);

    engine_clear(e);
    if (!got)
        return engine_no_memory(e);
    int n = k_score_cards(&e->k, s, (unsigned)seat, got, cap > 0 ? cap : 0);
    for (int i = 0; i < n && i < cap; i++)
        out[i] = (struct ct_scored){k_insts(s)[got[i].inst].def, got[i].points};
    free(got);
    return n;
}

size_t ct_copies_kept(const ct_state *state)
{
    const struct kstate *s = block(state);

    return (size_t)s->nslots * s->words;
}

int ct_copies_come(const ct_engine *e, const ct_state *state, uint64_t *kept,
                   struct ct_copy *out, int cap)
{
    struct kstate *s = block(state);
    int n = 0;

    for (unsigned slot = 0; slot + 1u < s->nslots; slot++) {
        struct kslotinfo lies = k_slotinfo(s)[slot];
        enum sight up = e->def->k.zones[lies.zone].up;
        if (lies.seat == NO_SEAT || (up != SIGHT_OWNER && up != SIGHT_ALL) ||
            !memcmp(k_held(s, slot), &kept[slot * s->words], s->words * sizeof *kept))
            continue;
        for (unsigned w = 0; w < s->words; w++) {
            uint64_t held = k_held(s, slot)[w], *was = &kept[slot * s->words + w];
            for (uint64_t set = held & ~*was; set && n < cap; set &= set - 1) {
                int c = (int)(w * 64) + __builtin_ctzll(set);
                *was |= set & -set;
                out[n++] = (struct ct_copy){c, k_insts(s)[c].def, lies.zone, lies.seat};
            }
            *was &= held;
        }
    }
    return n;
}

int ct_get_result(ct_engine *e, ct_state *state, struct ct_result *out)
{
    struct kresult r = {0};

    engine_clear(e);
    if (k_result(&e->k, block(state), &r))
        return -1;
    result_told(e, block(state), &r, out);
    return 0;
}

int ct_result_for(ct_engine *e, ct_state *state, int observer, struct ct_result *out,
                  unsigned *known)
{
    struct kstate *s = block(state);
    int o = engine_observer(e, s, observer);
    struct kresult r;

    if (o == -2)
        return -1;
    if (o == K_ALL_SEEING || k_rules(s)->status == K_OVER ||
        k_rules(s)->status == K_UNFINISHED) {
        int rc = ct_get_result(e, state, out);
        *known = !rc && out->scored ? s->people_seats : 0;
        return rc;
    }
    uint32_t persons = 0;
    if (k_result_seen(&e->k, s, o, &r, &persons))
        return -1;
    *known = persons;
    result_told(e, s, &r, out);
    return 0;
}

int ct_reason_words(ct_engine *e, ct_state *state, int *out, int cap)
{
    struct kresult r = {0};

    engine_clear(e);
    if (k_result(&e->k, block(state), &r))
        return -1;
    for (int i = 0; i < r.nwhy && i < cap; i++)
        out[i] = r.why[i];
    return r.nwhy;
}

const char *ct_reasons(ct_engine *e, ct_state *state)
{
    struct kresult r = {0};

    engine_begin(e, block(state));
    if (k_result(&e->k, block(state), &r))
        return "";
    for (int i = 0; i < r.nwhy && i < 8; i++) {
        if (i)
            str_add(&e->text, own(W_SEMICOLON, e->naming.voice.t));
        if (r.why[i] < e->def->nwords)
            word_told(e, state, r.why[i]);
    }
    str_capital(&e->text, 0);
    return engine_text(e);
}

int ct_places(ct_engine *e, ct_state *state, int place[CT_MAX_SEATS], const char **tie,
              int64_t *value)
{
    struct kplaces p;

    engine_clear(e);
    engine_begin(e, block(state));
    if (k_places(&e->k, block(state), &p))
        return -1;
    for (int i = 0; i < CT_MAX_SEATS; i++)
        place[i] = p.place[i];
    if (p.tie >= 0)
        formula_text(&e->text, e->def, -1, false, e->def->ties->item[p.tie], e->naming.voice.t);
    *value = p.tie_value;
    *tie = engine_text(e);
    return *tie ? 0 : -1;
}

struct ct_stats ct_get_stats(const ct_state *state)
{
    struct kstate *s = block(state);
    const struct kknow *k = k_know(s);

    return (struct ct_stats){k->picks, k->forced, k->empty,
                             k->hooks, k->reruns, (uint64_t)s->work};
}

int ct_count_hooks(ct_engine *e, bool on)
{
    size_t n = (size_t)e->def->k.nhooks + e->def->k.npures;

    free(e->k.hook_stat);
    e->k.hook_stat = NULL;
    if (!on || !n)
        return 0;
    e->k.hook_stat = calloc(n, sizeof *e->k.hook_stat);
    return e->k.hook_stat ? 0 : engine_no_memory(e);
}

bool ct_get_hook(const ct_engine *e, int i, const char **name, uint64_t *runs, uint64_t *reruns)
{
    int acting = e->def->k.nhooks;

    if (!e->k.hook_stat || i < 0 || i >= acting + e->def->k.npures)
        return false;
    *name = i < acting ? e->def->hooks[i] : e->def->pure_hooks[i - acting];
    *runs = e->k.hook_stat[i].hooks;
    *reruns = e->k.hook_stat[i].reruns;
    return true;
}

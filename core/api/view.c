/* view.c - the public interface: what can be seen, knowledge, the result. */
#include "api/internal.h"

#include <stdlib.h>
#include <string.h>

const char *ct_zone_name(ct_engine *e, int zone)
{
    str_clear(&e->text);
    if (zone >= 0 && zone < e->def->k.nzones)
        zone_name(&e->text, e->def, (unsigned)zone, e->voice.t);
    return str_of(&e->text);
}

const char *ct_counter_name(ct_engine *e, int counter)
{
    str_clear(&e->text);
    if (counter >= 0 && counter < e->def->k.ncounters)
        counter_name(&e->text, e->def, (unsigned)counter, 2, e->voice.t);
    return str_of(&e->text);
}

/* Everything, as it lies: for CT_ALL. */
static int all_cards(struct kstate *s, unsigned slot, struct ct_card *out, int cap)
{
    int n = 0;

    for (unsigned c = k_first(s, slot); c != NO_CARD && n < s->ninst; c = k_next(s, c), n++)
        if (n < cap)
            out[n] =
                (struct ct_card){k_insts(s)[c].def, k_insts(s)[c].face == FACE_UP, false,
                                 k_insts(s)[c].owner == NO_SEAT ? -1 : k_insts(s)[c].owner};
    return n;
}

int ct_zone_cards(ct_engine *e, ct_state *state, int observer, int zone, int seat,
                  struct ct_card *out, int cap)
{
    struct kstate *s = block(state);
    int o = kernel_observer(s, observer), n;
    struct kviewcard *seen;
    unsigned slot;

    if (zone < 0 || zone >= e->def->k.nzones || o == -2 ||
        (e->def->k.zones[zone].per == PER_TABLE) != (seat < 0))
        return -1;
    slot = k_slot_of(s, &e->def->k, (unsigned)zone, seat < 0 ? NO_SEAT : (unsigned)seat);
    if (slot == REF_NONE)
        return -1;
    if (o == K_ALL_SEEING)
        return all_cards(s, slot, out, cap);
    seen = mem_alloc((s->ninst + 1u) * sizeof *seen);
    n = k_view_slot(&e->k, s, o, slot, seen, s->ninst);
    for (int i = 0; i < n && i < cap; i++)
        out[i] = (struct ct_card){seen[i].def == REF_NONE ? -1 : seen[i].def,
                                  seen[i].face == FACE_UP, seen[i].remembered,
                                  seen[i].owner == NO_SEAT ? -1 : seen[i].owner};
    free(seen);
    return n;
}

static bool seat_has(const struct kcounter *c, const struct kstate *s, int seat)
{
    if (seat < 0 || seat >= s->nseats)
        return false;
    return c->per == PER_SEAT || (c->per == PER_PLAYER && !s->seat_kind[seat]) ||
           (c->per == PER_KIND && s->seat_kind[seat] == c->kind + 1);
}

int32_t counter_told(const struct kcounter *c, struct kstate *s, int32_t value)
{
    if (c->is != V_CARD)
        return value;
    return value < 0 || value >= s->ninst ? -1 : k_insts(s)[value].def;
}

bool ct_counter(ct_engine *e, const ct_state *state, int counter, int seat, int32_t *value)
{
    struct kstate *s = block(state);
    const struct kcounter *c;

    if (counter < 0 || counter >= e->def->k.ncounters)
        return false;
    c = &e->def->k.counters[counter];
    if (c->per == PER_GAME && seat < 0)
        *value = k_gamectr(s)[c->index];
    else if (c->per != PER_GAME && c->per != PER_CARD && seat_has(c, s, seat))
        *value = k_seatctr(s)[(size_t)seat * e->def->k.nseat + c->index];
    else
        return false;
    *value = counter_told(c, s, *value);
    return true;
}

size_t ct_view(ct_engine *e, ct_state *state, int observer, uint8_t *out, size_t cap)
{
    int o = kernel_observer(block(state), observer);

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

/* ---- how it ends ---- */

int ct_get_result(ct_engine *e, ct_state *state, struct ct_result *out)
{
    static const enum ct_status status[] = {CT_RUNNING, CT_OVER, CT_UNFINISHED};
    struct kresult r;

    engine_clear(e);
    memset(&r, 0, sizeof r);
    if (k_result(&e->k, block(state), &r))
        return -1;
    *out =
        (struct ct_result){.status = r.status <= K_UNFINISHED ? status[r.status] : CT_RUNNING,
                           .winners = r.winners,
                           .sides = r.sides,
                           .won = r.won,
                           .lost = r.lost,
                           .scored = r.has_score,
                           .least_wins = e->def->k.least_wins};
    for (int i = 0; i < block(state)->nseats && i < CT_MAX_SEATS; i++) {
        out->score[i] = r.score[i];
        out->side[i] = r.side[i];
        out->side_score[i] = r.side_score[i];
    }
    return 0;
}

const char *ct_reasons(ct_engine *e, ct_state *state)
{
    struct kresult r;

    memset(&r, 0, sizeof r);
    str_clear(&e->text);
    if (k_result(&e->k, block(state), &r))
        return "";
    for (int i = 0; i < r.nwhy && i < 8; i++) {
        if (i)
            str_add(&e->text, "; ");
        if (r.why[i] < e->def->nwords)
            name_add(&e->text, &e->def->words[r.why[i]], e->voice.t);
    }
    str_capital(&e->text, 0);
    return str_of(&e->text);
}

struct ct_stats ct_get_stats(const ct_state *state)
{
    const struct kknow *k = k_know(block(state));

    return (struct ct_stats){k->picks, k->forced, k->empty, k->hooks, k->reruns};
}

void ct_count_hooks(ct_engine *e, bool on)
{
    size_t n = e->def->k.nhooks;

    free(e->k.hook_stat);
    e->k.hook_stat = NULL;
    if (!on || !n)
        return;
    e->k.hook_stat = mem_alloc(n * sizeof *e->k.hook_stat);
    memset(e->k.hook_stat, 0, n * sizeof *e->k.hook_stat);
}

bool ct_get_hook(const ct_engine *e, int i, const char **name, uint64_t *runs, uint64_t *reruns)
{
    if (!e->k.hook_stat || i < 0 || i >= e->def->k.nhooks)
        return false;
    *name = e->def->hooks[i];
    *runs = e->k.hook_stat[i].hooks;
    *reruns = e->k.hook_stat[i].reruns;
    return true;
}

/* json.c - a view as JSON: what an observer may know, for programs that show a game. */
#include "api/internal.h"
#include "api/json_make.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PHASES = 32 }; /* most nested ones that are listed */

struct viewing {
    ct_engine *e;
    struct kstate *s;
    int observer;
    bool memory;
};

/* ---- cards ---- */

/* A seat, or another number that is not there below 0. */
static json_t *number_json(int64_t n)
{
    return n < 0 ? json_null() : json_integer(n);
}

static void put_number(json_t *to, const char *key, int64_t n)
{
    if (n >= 0)
        json_put(to, key, json_integer(n));
}

/* An identifier. NULL: none. */
static json_t *id_json(const char *id)
{
    return id ? json_string(id) : json_null();
}

static void put_id(json_t *to, const char *key, const char *id)
{
    if (id && *id)
        json_put(to, key, json_string(id));
}

static json_t *words_json(const struct ct_definition *def, unsigned trait, int32_t set)
{
    json_t *all = json_array();

    for (int w = 0; w < def->traits[trait].words.n && w < K_MAX_WORDS; w++)
        if (set >> w & 1)
            json_array_append_new(all, json_string(def->traits[trait].words.v[w].id));
    return all;
}

static json_t *counter_json(const struct ct_definition *def, unsigned counter, int32_t value)
{
    unsigned is = def->k.counters[counter].is;

    if (is == V_WORD)
        return id_json(counter_word(def, counter, value));
    if (is == V_WORDS)
        return words_json(def, def->k.counters[counter].trait, value);
    if (is == V_FLAG)
        return json_boolean(value);
    if (is == V_SEAT)
        return number_json(value);
    return is == V_CARD ? id_json(ct_card_id(def, value)) : json_integer(value);
}

/* The card of a choice, a counter or an effect, with its zone, so that a program can find it in
 * the view. */
static json_t *place_json(const struct ct_definition *def, const struct ct_card *c)
{
    json_t *o = json_object();

    json_put(o, "card", id_json(ct_card_id(def, c->card)));
    if (c->zone >= 0) {
        json_put(o, "zone", json_string(def->zones[c->zone].id));
        json_put(o, "seat", number_json(c->seat));
        json_put(o, "place", json_integer(c->place));
    }
    if (c->nth)
        json_put(o, "nth", json_integer(c->nth));
    return o;
}

static void put_unless_empty(json_t *to, const char *key, json_t *all)
{
    if (json_object_size(all))
        json_put(to, key, json_incref(all));
    json_decref(all);
}

/* The card that a counter holds. */
static void put_held(const struct viewing *v, unsigned counter, int32_t value, json_t *to)
{
    const struct ct_definition *def = v->e->def;
    struct klook lies;
    struct ct_card card;

    if (def->k.counters[counter].is != V_CARD ||
        !k_held_lies(&v->e->k, v->s, v->observer, value, &lies))
        return;
    card_told(&lies, &card);
    json_put(to, def->counters[counter].id, place_json(def, &card));
}

static void card_counters(const struct viewing *v, unsigned card, json_t *to)
{
    const struct kdef *k = &v->e->def->k;
    json_t *all = json_object(), *held = json_object();

    for (int i = 0; i < k->ncardctr; i++) {
        const struct kcounter *c = &k->counters[k->card_ctr[i]];
        int32_t value = k_cardctr(v->s)[card * k->ncardctr + (unsigned)i];
        if (value != c->start)
            json_put(all, v->e->def->counters[k->card_ctr[i]].id,
                     counter_json(v->e->def, k->card_ctr[i], counter_told(c, v->s, value)));
        put_held(v, k->card_ctr[i], value, held);
    }
    put_unless_empty(to, "counters", all);
    put_unless_empty(to, "held", held);
}

static json_t *may_be_json(const struct ct_definition *def, const uint64_t *may)
{
    json_t *list = json_array();

    for (unsigned c = 0; c < def->k.ncards; c++)
        if (set_has(may, c))
            json_add(list, json_string(def->cards[c].id));
    return list;
}

static json_t *card_json(const struct viewing *v, const struct klook *c)
{
    bool known = c->def != REF_NONE && (v->memory || !c->remembered);
    bool open = c->def == REF_NONE && c->card != NO_CARD && v->memory && v->observer >= 0;
    uint64_t may[K_MAX_DEF_WORDS];
    json_t *o = json_object();

    json_put(o, "card", id_json(known ? v->e->def->cards[c->def].id : NULL));
    if (known || c->face == FACE_DOWN)
        json_put(o, "up", json_boolean(c->face == FACE_UP));
    if (known && c->remembered)
        json_put(o, "remembered", json_true());
    if (c->owner != NO_SEAT)
        json_put(o, "owner", json_integer(c->owner));
    if (c->nth)
        json_put(o, "nth", json_integer(c->nth));
    if (c->card != NO_CARD)
        card_counters(v, c->card, o);
    if (open && k_narrowed(&v->e->k, v->s, v->observer, c->card, may)) /* by facts */
        json_put(o, "may_be", may_be_json(v->e->def, may));
    return o;
}

/* A row or pile in order. In a set first the known cards, then backs. */
static json_t *zone_json(const struct viewing *v, unsigned zone, unsigned slot)
{
    json_t *list = json_array(), *backs = json_array();
    bool set = v->e->def->k.zones[zone].as == AS_SET;
    int n = engine_look(v->e, v->s, v->observer, slot, false);

    if (n < 0)
        mem_lose();
    for (int i = 0; i < n; i++) {
        json_t *c = card_json(v, &v->e->looks[i]);
        bool back = json_is_null(json_object_get(c, "card"));
        json_add(set && back ? backs : list, c);
    }
    if (json_array_extend(list, backs))
        mem_lose();
    json_decref(backs);
    return list;
}

/* ---- the table and the seats ---- */

static json_t *zones_json(const struct viewing *v, unsigned seat)
{
    const struct ct_definition *def = v->e->def;
    json_t *zones = json_object();

    for (unsigned z = 0; z < def->k.nzones; z++) {
        if ((def->k.zones[z].per == PER_TABLE) != (seat == NO_SEAT))
            continue;
        unsigned slot = k_slot_of(v->s, &def->k, z, seat);
        if (slot != REF_NONE)
            json_put(zones, def->zones[z].id, zone_json(v, z, slot));
    }
    return zones;
}

static void put_counters(const struct viewing *v, int seat, json_t *to)
{
    const struct ct_definition *def = v->e->def;
    json_t *all = json_object(), *held = json_object();

    for (int c = 0; c < def->k.ncounters; c++) {
        const int32_t *kept = counter_kept(v->e, v->s, c, seat);
        if (!kept)
            continue;
        json_put(
            all, def->counters[c].id,
            counter_json(def, (unsigned)c, counter_told(&def->k.counters[c], v->s, *kept)));
        put_held(v, (unsigned)c, *kept, held);
    }
    json_put(to, "counters", all);
    put_unless_empty(to, "held", held);
}

static json_t *seats_json(const struct viewing *v)
{
    json_t *seats = json_array();

    for (unsigned i = 0; i < v->s->nseats; i++) {
        json_t *o = json_object();
        json_put(o, "seat", json_integer((json_int_t)i));
        json_put(o, "name", json_string(v->e->naming.voice.names[i]));
        json_put(o, "person", json_boolean(!v->s->seat_kind[i]));
        put_counters(v, (int)i, o);
        json_put(o, "zones", zones_json(v, i));
        json_add(seats, o);
    }
    return seats;
}

static json_t *seat_numbers(unsigned seats)
{
    json_t *list = json_array();

    for (int i = 0; seats >> i; i++)
        if (seats >> i & 1)
            json_add(list, json_integer(i));
    return list;
}

/* ---- choices ---- */

static json_t *chosen_cards_json(const struct ct_definition *def, const struct ct_choice *c)
{
    static const char *const parts[] = {"card", "helper", "target", "set"};
    json_t *list = json_array();

    for (int i = 0; i < c->ncards; i++) {
        json_t *o = place_json(def, &c->card[i]);
        json_put(o, "part", json_string(parts[c->part[i]]));
        json_add(list, o);
    }
    return list;
}

static json_t *chosen_json(ct_engine *e, const ct_state *state, const struct ct_choice *c)
{
    static const char *const is[] = {"none", "done", "action", "card", "effect"};
    const struct ct_definition *def = e->def;
    json_t *o = json_object();
    char key[20];

    snprintf(key, sizeof key, "%016" PRIx64, c->key);
    json_put(o, "is", json_string(is[c->is]));
    json_put(o, "key", json_string(key));
    json_put(o, "pick", json_string(ct_chosen_pick(e, state, c)));
    json_put(o, "text", json_string(ct_chosen_text(e, state, c)));
    put_id(o, "action", ct_action_id(def, c->action));
    put_number(o, "seat", c->seat);
    if (c->numbered)
        json_put(o, "number", json_integer(c->number));
    if (c->is == CT_CHOSEN_EFFECT)
        put_number(o, "waiting", c->number);
    put_id(o, "word", ct_trait_word(def, c->trait, c->word));
    if (c->ncards)
        json_put(o, "cards", chosen_cards_json(def, c));
    return o;
}

/* As text, freed by the caller with free(). */
static char *json_text(ct_engine *e, json_t *o, size_t how, unsigned lost)
{
    char *out = json_whole(o, how, lost);

    if (!out)
        engine_no_memory(e);
    return out;
}

char *ct_chosen_json(ct_engine *e, const ct_state *state, const struct ct_choice *choice)
{
    unsigned lost = mem_losses();

    return json_text(e, chosen_json(e, state, choice), JSON_COMPACT, lost);
}

/* ---- events ---- */

static json_t *spot_json(const struct ct_definition *def, const struct ct_spot *at)
{
    json_t *o = json_object();

    json_put(o, "zone", json_string(def->zones[at->zone].id));
    json_put(o, "seat", number_json(at->seat));
    put_number(o, "place", at->place);
    return o;
}

/* The event's `id` as an identifier. NULL: it has none. */
static const char *event_id(const struct ct_definition *def, const struct ct_event *ev)
{
    switch (ev->kind) {
    case CT_EVENT_PHASE:
    case CT_EVENT_PHASE_END: return ct_phase_id(def, ev->id);
    case CT_EVENT_COUNTER: return ct_counter_id(def, ev->id);
    case CT_EVENT_EFFECT: return ct_verb_id(def, ev->id);
    case CT_EVENT_ASK:
    case CT_EVENT_SAY: return ct_word_id(def, ev->id);
    case CT_EVENT_BLOCK:
        return ev->id == CT_BLOCK_ADD ? "add" : ev->id == CT_BLOCK_TURN ? "turn" : "move";
    default: return NULL;
    }
}

/* A block's `value` as an identifier. NULL: it has none. */
static const char *blocked_id(const struct ct_definition *def, const struct ct_event *ev)
{
    if (ev->id == CT_BLOCK_TURN)
        return ev->value ? "up" : "down";
    return ev->id == CT_BLOCK_ADD ? ct_counter_id(def, ev->value) : ct_zone_id(def, ev->value);
}

/* The meaning of `value` in this event, if it has one. */
static void event_value_json(const struct ct_definition *def, const struct ct_event *ev,
                             json_t *to)
{
    switch (ev->kind) {
    case CT_EVENT_COUNTER:
        json_put(to, "value", counter_json(def, (unsigned)ev->id, ev->value));
        break;
    case CT_EVENT_BLOCK: put_id(to, "value", blocked_id(def, ev)); break;
    case CT_EVENT_END: put_id(to, "value", ev->value == CT_OVER ? "over" : "unfinished"); break;
    case CT_EVENT_PHASE:
    case CT_EVENT_PHASE_END:
    case CT_EVENT_PICK:
    case CT_EVENT_ROLL:
    case CT_EVENT_SAY: json_put(to, "value", json_integer(ev->value)); break;
    default: break;
    }
}

char *ct_event_json(ct_engine *e, const ct_state *state, const struct ct_event *ev)
{
    const struct ct_definition *def = e->def;
    unsigned lost = mem_losses();
    json_t *o = json_object(), *order = json_array();

    json_put(o, "number", json_integer((json_int_t)ev->number));
    json_put(o, "event", json_string(ct_event_name(ev->kind)));
    if (ev->of_card) {
        json_put(o, "card", id_json(ct_card_id(def, ev->card.card)));
        if (ev->card.card >= 0)
            json_put(o, "up", json_boolean(ev->card.up));
        put_number(o, "owner", ev->card.owner);
    }
    if (ev->from.zone >= 0)
        json_put(o, "from", spot_json(def, &ev->from));
    if (ev->to.zone >= 0)
        json_put(o, "to", spot_json(def, &ev->to));
    put_number(o, "seat", ev->seat);
    if (ev->seats || ev->kind == CT_EVENT_ASK)
        json_put(o, "seats", seat_numbers(ev->seats));
    put_id(o, "id", event_id(def, ev));
    event_value_json(def, ev, o);
    if (ev->kind == CT_EVENT_COUNTER || ev->kind == CT_EVENT_ROLL ||
        (ev->kind == CT_EVENT_SAY && ev->id < 0))
        json_put(o, "other", json_integer(ev->other));
    for (int i = 0; ev->kind == CT_EVENT_ORDER && i < ev->norder; i++)
        json_add(order, json_integer(ev->order[i]));
    if (ev->kind == CT_EVENT_ORDER)
        json_put(o, "order", json_incref(order));
    json_decref(order);
    if (ev->may)
        json_put(o, "may_be", may_be_json(def, ev->may));
    if (ev->choice)
        json_put(o, "choice", chosen_json(e, state, ev->choice));
    return json_text(e, o, JSON_COMPACT, lost);
}

/* ---- the question ---- */

/* A choice that stands open: its text tells it from others that read alike. */
static json_t *offered_json(ct_engine *e, ct_state *game, int seat, int i,
                            const struct ct_choice *c)
{
    json_t *o = chosen_json(e, game, c);

    json_put(o, "text", json_string(ct_choice_text(e, game, seat, i)));
    return o;
}

char *ct_choice_json(ct_engine *e, ct_state *state, int seat, int i)
{
    struct ct_choice c;

    if (ct_get_choice(e, state, seat, i, &c))
        return NULL;
    unsigned lost = mem_losses();
    return json_text(e, offered_json(e, state, seat, i, &c), JSON_COMPACT, lost);
}

/* Everyone knows which seats are asked. That one has answered is secret until all have. */
static int asked_json(const struct viewing *v, json_t *to)
{
    ct_state *game = as_state(v->s);
    struct ct_choice c;
    int n, told = 0;

    json_put(to, "asked", seat_numbers(ct_asked(game)));
    if (ct_asked(game))
        json_put(to, "prompt", json_string(ct_prompt(v->e, game)));
    if (v->observer < 0 || v->observer >= v->s->nseats ||
        !(ct_pending(game) >> v->observer & 1))
        return 0;
    n = ct_choices(v->e, game, v->observer);
    json_t *choices = json_array();
    for (; told < n && !ct_get_choice(v->e, game, v->observer, told, &c); told++)
        json_add(choices, offered_json(v->e, game, v->observer, told, &c));
    json_put(to, "choices", choices);
    return told == n ? 0 : -1;
}

/* ---- what is running ---- */

static json_t *phases_json(const struct viewing *v)
{
    struct ct_phase phase[PHASES];
    int n = ct_phases(v->e, as_state(v->s), phase, PHASES);
    json_t *list = json_array();

    for (int i = 0; i < n && i < PHASES; i++) {
        json_t *o = json_object();
        json_put(o, "phase", json_string(v->e->def->phases[phase[i].phase].id));
        json_put(o, "number", json_integer(phase[i].number));
        if (phase[i].of)
            json_put(o, "of", json_integer(phase[i].of));
        put_number(o, "seat", phase[i].seat);
        json_add(list, o);
    }
    return list;
}

static json_t *waits_json(const struct viewing *v, const struct ct_waiting *w)
{
    const struct ct_definition *def = v->e->def;
    const char *text = ct_effect_text(v->e, as_state(v->s), w->effect, w->seat);
    json_t *o = w->of_card ? place_json(def, &w->card) : json_object();

    json_put(o, "of", number_json(w->seat));
    put_id(o, "verb", ct_verb_id(def, w->verb));
    if (w->aimed)
        json_put(o, "target", place_json(def, &w->target));
    if (!text || *text)
        json_put(o, "text", json_string(text));
    return o;
}

static json_t *waiting_json(const struct viewing *v)
{
    int observer = v->observer == K_ALL_SEEING   ? CT_ALL
                   : v->observer == v->s->nseats ? CT_SPECTATOR
                                                 : v->observer;
    int n = ct_waiting(v->e, as_state(v->s), observer, NULL, 0);
    struct ct_waiting *all = n > 0 ? mem_try((size_t)n * sizeof *all) : NULL;
    json_t *list = json_array();

    if (n < 0 || (all && ct_waiting(v->e, as_state(v->s), observer, all, n) < 0)) {
        mem_lose();
        n = 0;
    }
    for (int i = 0; all && i < n; i++)
        json_add(list, waits_json(v, &all[i]));
    free(all);
    return list;
}

/* ---- how it stands ---- */

/* A number of each of these seats; null of the others. */
static json_t *by_seat(const struct viewing *v, const int64_t *of, unsigned seats)
{
    json_t *list = json_array();

    for (int i = 0; i < v->s->nseats; i++)
        json_add(list, seats >> i & 1 ? json_integer((json_int_t)of[i]) : json_null());
    return list;
}

static int result_json(const struct viewing *v, int observer, json_t *to)
{
    static const char *const status[] = {"running", "over", "unfinished", "broken"};
    struct ct_result r;
    unsigned known, sides = 0; /* of several players */

    if (ct_result_for(v->e, as_state(v->s), observer, &r, &known))
        return -1;
    json_put(to, "status", json_string(status[r.status]));
    if (r.scored)
        json_put(to, "scores", by_seat(v, r.score, known));
    if (r.status == CT_RUNNING || r.status == CT_BROKEN)
        return 0;
    json_t *o = json_object();
    json_put(o, "winners", seat_numbers(r.winners));
    json_put(o, "sides", json_integer(r.sides));
    if (r.graded)
        json_put(o, "out_of", by_seat(v, r.out_of, v->s->people_seats));
    if (r.lost)
        json_put(o, "lost", seat_numbers(r.lost));
    if (r.scored)
        json_put(o, "scores", by_seat(v, r.score, known));
    for (int i = 0; i < v->s->nseats; i++)
        sides |= (r.side[i] & ~(1u << i)) ? 1u << i : 0;
    if (r.scored && sides)
        json_put(o, "side_scores", by_seat(v, r.side_score, sides));
    json_put(o, "reasons", json_string(ct_reasons(v->e, as_state(v->s))));
    json_put(to, "result", o);
    return 0;
}

char *ct_view_json(ct_engine *e, ct_state *state, int observer, bool memory)
{
    struct viewing v = {e, block(state), kernel_observer(block(state), observer), memory};
    unsigned lost = mem_losses();
    json_t *o, *table;

    engine_clear(e);
    if (v.observer == -2 || (v.observer != K_ALL_SEEING && !v.s->track)) {
        engine_fail(e,
                    v.observer == -2 ? "no such observer: %d"
                                     : "views need a game with CT_TRACK (observer %d)",
                    observer);
        return NULL;
    }
    engine_for(e, v.s);
    o = json_object();
    json_put(o, "ruleset", json_string(e->def->id));
    json_put(o, "observer",
             observer == CT_ALL         ? json_string("all")
             : observer == CT_SPECTATOR ? json_string("spectator")
                                        : json_integer(observer));
    if (!result_json(&v, observer, o) && !asked_json(&v, o)) {
        json_put(o, "phases", phases_json(&v));
        json_put(o, "waiting", waiting_json(&v));
        table = json_object();
        put_counters(&v, -1, table);
        json_put(table, "zones", zones_json(&v, NO_SEAT));
        json_put(o, "table", table);
        json_put(o, "seats", seats_json(&v));
        return json_text(e, o, JSON_INDENT(1), lost);
    }
    json_decref(o);
    return NULL;
}

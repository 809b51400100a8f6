/* json.c - a view as JSON: what an observer may know, for programs that show a game. */
#include "api/internal.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct viewing {
    ct_engine *e;
    struct kstate *s;
    int observer;
    bool memory;
};

/* ---- what could not be made is noted: mem_losses ---- */

static void set(json_t *o, const char *key, json_t *value)
{
    if (json_object_set_new(o, key, value))
        mem_lose();
}

static void append(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value))
        mem_lose();
}

/* Sets a value and leaves the caller his reference to it. */
static void set_too(json_t *o, const char *key, json_t *value)
{
    set(o, key, json_incref(value));
}

/* ---- cards ---- */

/* All cards of a slot as they lie, for CT_ALL. */
static int all_of(struct kstate *s, unsigned slot, struct kviewcard *out)
{
    int n = 0;

    for (unsigned c = k_first(s, slot); c != NO_CARD && n < s->ninst; c = k_next(s, c))
        out[n++] = (struct kviewcard){.def = k_insts(s)[c].def,
                                      .face = k_insts(s)[c].face,
                                      .owner = k_insts(s)[c].owner,
                                      .card = (uint16_t)c};
    return n;
}

static json_t *seat_json(unsigned seat)
{
    return seat == NO_SEAT ? json_null() : json_integer((json_int_t)seat);
}

static json_t *counter_json(const struct viewing *v, unsigned counter, int32_t value)
{
    const struct ct_definition *def = v->e->def;
    unsigned is = def->k.counters[counter].is;
    const char *word = counter_word(def, counter, value);

    if (is == V_WORD)
        return word ? json_string(word) : json_null();
    if (is == V_FLAG)
        return json_boolean(value);
    if (is == V_SEAT)
        return value < 0 ? json_null() : json_integer(value);
    if (is == V_CARD)
        return value < 0 ? json_null() : json_string(def->cards[value].id);
    return json_integer(value);
}

static void card_counters(const struct viewing *v, unsigned card, json_t *to)
{
    const struct kdef *k = &v->e->def->k;
    json_t *all = json_object();

    for (int i = 0; i < k->ncardctr; i++) {
        const struct kcounter *c = &k->counters[k->card_ctr[i]];
        int32_t value = k_cardctr(v->s)[card * k->ncardctr + (unsigned)i];
        if (value != c->start)
            set(all, v->e->def->counters[k->card_ctr[i]].id,
                counter_json(v, k->card_ctr[i], counter_told(c, v->s, value)));
    }
    if (json_object_size(all))
        set_too(to, "counters", all);
    json_decref(all);
}

static json_t *card_json(const struct viewing *v, const struct kviewcard *c)
{
    bool known = c->def != REF_NONE && (v->memory || !c->remembered);
    json_t *o = json_object();

    set(o, "card", known ? json_string(v->e->def->cards[c->def].id) : json_null());
    if (known || c->face == FACE_DOWN)
        set(o, "up", json_boolean(c->face == FACE_UP));
    if (known && c->remembered)
        set(o, "remembered", json_true());
    if (c->owner != NO_SEAT)
        set(o, "owner", seat_json(c->owner));
    if (c->card != NO_CARD)
        card_counters(v, c->card, o);
    return o;
}

/* In a row or pile by place; in a set what is known first, then backs. */
static json_t *zone_json(const struct viewing *v, unsigned zone, unsigned slot)
{
    struct kviewcard *cards = mem_try((v->s->ninst + 1u) * sizeof *cards);
    json_t *list = json_array(), *backs = json_array();
    bool set = v->e->def->k.zones[zone].as == AS_SET;
    int n = !cards ? 0
            : v->observer == K_ALL_SEEING
                ? all_of(v->s, slot, cards)
                : k_view_slot(&v->e->k, v->s, v->observer, slot, cards, v->s->ninst);

    for (int i = 0; i < n; i++) {
        json_t *c = card_json(v, &cards[i]);
        bool back = json_is_null(json_object_get(c, "card"));
        append(set && back ? backs : list, c);
    }
    if (json_array_extend(list, backs))
        mem_lose();
    json_decref(backs);
    free(cards);
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
            set(zones, def->zones[z].id, zone_json(v, z, slot));
    }
    return zones;
}

static json_t *counters_json(const struct viewing *v, int seat)
{
    const struct ct_definition *def = v->e->def;
    json_t *all = json_object();
    int32_t value;

    for (int c = 0; c < def->k.ncounters; c++)
        if (ct_counter(v->e, as_state(v->s), c, seat, &value))
            set(all, def->counters[c].id, counter_json(v, (unsigned)c, value));
    return all;
}

static json_t *seats_json(const struct viewing *v)
{
    json_t *seats = json_array();

    for (unsigned i = 0; i < v->s->nseats; i++) {
        json_t *o = json_object();
        set(o, "seat", json_integer((json_int_t)i));
        set(o, "name", json_string(v->e->voice.names[i]));
        set(o, "person", json_boolean(!v->s->seat_kind[i]));
        set(o, "counters", counters_json(v, (int)i));
        set(o, "zones", zones_json(v, i));
        append(seats, o);
    }
    return seats;
}

/* ---- what is asked ---- */

static json_t *seat_numbers(unsigned seats)
{
    json_t *list = json_array();

    for (int i = 0; seats >> i; i++)
        if (seats >> i & 1)
            append(list, json_integer(i));
    return list;
}

/* Everybody knows who is asked; who has answered already is not told before all have. */
static int asked_json(const struct viewing *v, json_t *to)
{
    ct_state *game = as_state(v->s);
    json_t *choices;
    int n;

    set(to, "asked", seat_numbers(ct_asked(game)));
    if (ct_asked(game))
        set(to, "prompt", json_string(ct_prompt(v->e, game)));
    if (v->observer < 0 || v->observer >= v->s->nseats ||
        !(ct_pending(game) >> v->observer & 1))
        return 0;
    n = ct_choices(v->e, game, v->observer);
    choices = json_array();
    for (int i = 0; i < n; i++) {
        json_t *o = json_object();
        set(o, "pick", json_string(ct_choice_pick(v->e, game, v->observer, i)));
        set(o, "text", json_string(ct_choice_text(v->e, game, v->observer, i)));
        append(choices, o);
    }
    set(to, "choices", choices);
    return n < 0 ? -1 : 0;
}

static int result_json(const struct viewing *v, json_t *to)
{
    static const char *const status[] = {"running", "over", "unfinished"};
    struct ct_result r;
    json_t *o, *scores;

    if (ct_get_result(v->e, as_state(v->s), &r))
        return -1;
    set(to, "status", json_string(status[r.status]));
    if (r.status == CT_RUNNING)
        return 0; /* a score may rest on what the observer does not see */
    o = json_object();
    scores = json_array();
    set(o, "winners", seat_numbers(r.winners));
    set(o, "sides", json_integer(r.sides));
    for (int i = 0; r.scored && i < v->s->nseats; i++)
        append(scores, v->s->seat_kind[i] ? json_null() : json_integer((json_int_t)r.score[i]));
    if (r.scored)
        set_too(o, "scores", scores);
    json_decref(scores);
    set(o, "reasons", json_string(ct_reasons(v->e, as_state(v->s))));
    set(to, "result", o);
    return 0;
}

char *ct_view_json(ct_engine *e, ct_state *state, int observer, bool memory)
{
    struct viewing v = {e, block(state), kernel_observer(block(state), observer), memory};
    json_t *o, *table;
    unsigned lost = mem_losses();
    char *text = NULL;

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
    set(o, "ruleset", json_string(e->def->id));
    set(o, "observer",
        observer == CT_ALL         ? json_string("all")
        : observer == CT_SPECTATOR ? json_string("spectator")
                                   : json_integer(observer));
    if (!result_json(&v, o) && !asked_json(&v, o)) {
        table = json_object();
        set(table, "counters", counters_json(&v, -1));
        set(table, "zones", zones_json(&v, NO_SEAT));
        set(o, "table", table);
        set(o, "seats", seats_json(&v));
        text = json_dumps(o, JSON_INDENT(1));
        if (!text || mem_losses() != lost) {
            engine_no_memory(e);
            free(text);
            text = NULL;
        }
    }
    json_decref(o);
    return text;
}

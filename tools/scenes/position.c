/* position.c - a position as scenarios write it. */
#include "position.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

static void give_zones(struct look *l, json_t *given)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    struct ct_zone_info z;

    for (int zone = 0; zone < info.zones; zone++)
        for (int seat = -1; seat < ct_seats(l->game); seat++) {
            if (!ct_get_zone(l->def, zone, &z) || z.endless || z.gone ||
                ct_zone_count(l->engine, l->game, zone, seat) < 0)
                continue;
            int n;
            char *key = facts_zone_key(l, zone, seat);
            char **v = facts_cards(l, CT_ALL, zone, seat, &n);
            json_t *list = json_array();
            for (int i = 0; i < n; i++) {
                json_array_append_new(list, json_string(v[i]));
                free(v[i]);
            }
            json_object_set_new(given, key, list);
            free(key);
            free(v);
        }
}

static void give_counters(struct look *l, json_t *given)
{
    struct ct_info info = ct_get_info(l->def, NULL);
    struct ct_counter_info c;
    int32_t value;

    for (int i = 0; i < info.counters; i++)
        for (int seat = -1; seat < ct_seats(l->game); seat++) {
            if (!ct_counter(l->engine, l->game, i, seat, &value) ||
                !ct_get_counter(l->def, i, &c) || value == c.start)
                continue;
            char key[200], *text = facts_value(l, i, value);
            snprintf(key, sizeof key, "%s%s%s", seat < 0 ? "" : l->seat[seat],
                     seat < 0 ? "" : ".", c.id);
            json_object_set_new(given, key, fact_word(text));
            free(text);
        }
}

/* The phase of the game, from outside to inside. False: in no phase with a name. */
static bool give_phases(struct look *l, json_t *given, char *at, size_t cap)
{
    struct ct_phase p[16];
    int n = ct_phases(l->engine, l->game, p, 16);
    size_t len = 0;

    for (int i = 0; i < n && i < 16; i++) {
        const char *id = ct_phase_id(l->def, p[i].phase);
        len += (size_t)snprintf(at + len, len < cap ? cap - len : 0, "%s%s", i ? " " : "", id);
        if (p[i].number > 1)
            json_object_set_new(given, id, json_integer(p[i].number));
    }
    return n > 0 && n < 16 && len < cap;
}

json_t *position_cards(struct look *l)
{
    json_t *given = json_object();

    give_zones(l, given);
    return given;
}

json_t *position_given(struct look *l, char at[POSITION_AT])
{
    json_t *given = json_object();

    *at = 0;
    if (!give_phases(l, given, at, POSITION_AT)) {
        json_decref(given);
        return NULL;
    }
    give_zones(l, given);
    give_counters(l, given);
    return given;
}

/* A game from its start, as a scenario. */
json_t *position_start(const ct_definition *def, int people, const char *const *option,
                       int noptions)
{
    json_t *scene = json_object(), *seats = json_array(), *options = json_object();

    json_object_set_new(scene, "name", json_string("a game"));
    json_object_set_new(scene, "ruleset", json_string(ct_get_info(def, NULL).id));
    for (int i = 0; i < people; i++) {
        char name[2] = {(char)('A' + i), 0};
        json_array_append_new(seats, json_string(people > 1 ? name : "you"));
    }
    json_object_set_new(scene, "seats", seats);
    for (int i = 0; i < noptions; i++) {
        const char *value = strchr(option[i], '=') + 1;
        char *key = mem_strndup(option[i], (size_t)(value - option[i] - 1));
        json_object_set_new(options, key, fact_word(value));
        free(key);
    }
    json_object_set_new(scene, "options", options);
    json_object_set_new(scene, "at", json_string("start"));
    return scene;
}

/* ---- what a position is expected to hold ---- */

enum { MOST_EXPECTED = 12, APART = 400 };

static bool is_told(const struct fact *f, bool over)
{
    return (f->kind == FACT_RESULT && over) || f->kind == FACT_COUNTER ||
           f->kind == FACT_CARDS || f->kind == FACT_ASKS;
}

json_t *position_expected(const struct facts *now, const struct facts *was, bool over)
{
    const struct fact *apart[APART];
    int n = facts_apart(now, was, apart, APART);
    json_t *expect = json_object(), *offers = NULL;

    for (int i = 0; i < n && i < APART; i++)
        if (is_told(apart[i], over) && json_object_size(expect) < MOST_EXPECTED)
            json_object_set_new(expect, apart[i]->key, fact_json(apart[i]));
        else if (apart[i]->kind == FACT_OFFERS && apart[i]->key && !offers)
            offers = json_pack("{s:o}", "offers", fact_json(apart[i]));
    if (offers && json_object_size(expect) < 2) {
        json_decref(expect);
        return offers;
    }
    json_decref(offers);
    return json_pack("{s:o}", "expect", expect);
}

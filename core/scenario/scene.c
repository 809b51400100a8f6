/* scene.c - the public interface: a scenario that a program continues.
 *
 * Position and luck are the scenario's; the program makes the picks and looks at the game as at
 * any other. After the end of `luck` results are random. They are noted in the form of a
 * scenario.
 */
#include "scenario/scenario.h"

#include "api/internal.h"
#include "api/json_make.h"

#include <stdlib.h>
#include <string.h>

struct ct_scene {
    struct run run;
    struct str out;   /* error of the last call */
    struct str words; /* name of a choice */
};

/* ---- a scenario as JSON ---- */

static json_t *node_json(const struct node *n)
{
    int64_t number;
    bool flag;

    if (node_int(n, &number))
        return json_integer(number);
    if (node_bool(n, &flag))
        return json_boolean(flag);
    if (n->kind == NODE_SCALAR)
        return node_is_null(n) ? json_null() : json_stringn(n->text, n->len);
    json_t *out = n->kind == NODE_MAP ? json_object() : json_array();
    for (size_t i = 0; i < n->n; i++)
        if (n->kind == NODE_MAP)
            json_put(out, n->key[i]->text, node_json(n->item[i]));
        else
            json_add(out, node_json(n->item[i]));
    return out;
}

static void put_node(json_t *o, const char *key, const struct node *n)
{
    if (n)
        json_put(o, key, node_json(n));
}

static json_t *options_json(const struct scene *sc)
{
    const struct node *both[] = {node_get(sc->file, "options"), node_get(sc->node, "options")};
    json_t *out = json_object();

    for (int k = 0; k < 2; k++)
        for (size_t i = 0; both[k] && i < both[k]->n; i++)
            json_put(out, both[k]->key[i]->text, node_json(both[k]->item[i]));
    return out;
}

static json_t *scene_json(const struct scene *sc)
{
    static const char *const own[] = {"starts", "at", "given", "luck", "then"};
    const struct node *cards = node_get(sc->node, "cards");
    json_t *o = json_object(), *seats = json_array();

    json_put(o, "name", json_string(sc->name));
    json_put(o, "ruleset", json_string(sc->g->def->id));
    for (int i = 0; i < (sc->refused ? sc->people : sc->base->nseats); i++)
        if (sc->refused || !sc->base->seat_kind[i])
            json_add(seats, json_string(sc->seat_name[i]));
    json_put(o, "seats", seats);
    json_put(o, "options", options_json(sc));
    put_node(o, "cards", cards ? cards : node_get(sc->file, "cards"));
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        put_node(o, own[i], node_get(sc->node, own[i]));
    return o;
}

char *ct_scenario_json(const ct_scenarios *all, int i)
{
    const struct scene *sc = scenario_at(all, i);
    unsigned lost = mem_losses();

    return sc ? json_whole(scene_json(sc), JSON_COMPACT, lost) : NULL;
}

/* ---- beginning and end ---- */

static void lets_go(struct ct_scene *s)
{
    luck_end(&s->run.luck, s->run.e);
    s->run.sc->g->scene = NULL;
}

static void set_up(void *ctx)
{
    struct run *r = ctx;

    run_begin(r);
    r->luck.notes = r->mem;
}

ct_scene *ct_scene_new(ct_scenarios *all, int i, uint64_t seed)
{
    struct scene *sc = scenario_at(all, i);
    ct_scene *s = sc && !sc->bad && !sc->refused ? calloc(1, sizeof *s) : NULL;

    if (!s)
        return NULL;
    if (sc->g->scene)
        lets_go(sc->g->scene);
    s->run =
        (struct run){.mem = arena_new(), .sc = sc, .e = sc->g->e, .seed = seed, .out = &s->out};
    s->run.e->err = (struct kerror){0};
    bool done = s->run.mem && arena_try(s->run.mem, set_up, &s->run);
    if (done)
        sc->g->scene = s;
    if (done && !s->run.failed &&
        !ct_engine_names(sc->g->engine, sc->seat_name, sc->base->nseats, -1))
        return s;
    ct_scene_free(s);
    return NULL;
}

void ct_scene_free(ct_scene *s)
{
    if (!s)
        return;
    if (s->run.sc->g->scene == s)
        lets_go(s);
    arena_free(s->run.mem);
    str_free(&s->out);
    str_free(&s->words);
    free(s);
}

void ct_scene_follow(ct_scene *s, const ct_scene *lead)
{
    s->run.luck.lead = &lead->run.luck;
}

ct_engine *ct_scene_engine(const ct_scene *s)
{
    return s->run.sc->g->engine;
}

ct_state *ct_scene_game(const ct_scene *s)
{
    return as_state(s->run.s);
}

const char *ct_scene_error(const ct_scene *s)
{
    return str_of(&s->out);
}

/* ---- going on ---- */

/* A request: make a seat's pick, or name its choice. */
struct deed {
    struct run *r;
    void (*fn)(struct run *r, const struct deed *d);
    int seat, i;
    const char *text;
    struct str *out;
};

static void do_deed(void *ctx)
{
    struct deed *d = ctx;

    d->fn(d->r, d);
    memory_check(d->r->mem, d->r->e);
}

/* 1: done. 0: impossible (ct_scene_error). -1: out of memory. After a failure the scene is over. */
static int act(struct ct_scene *s, struct deed d)
{
    struct run *r = d.r = &s->run;
    unsigned lost = mem_losses();

    if (r->failed || r->sc->g->scene != s)
        return 0;
    str_clear(&s->out);
    bool done = arena_try(r->mem, do_deed, &d);
    r->failed |= !done;
    return !done || mem_losses() != lost ? -1 : !r->failed && !r->luck.failed;
}

static void pick(struct run *r, const struct deed *d)
{
    struct pick_text p = {.seat = d->seat};
    char *save = NULL, *text = arena_strdup(r->mem, d->text);

    p.node = node_new_scalar(r->mem, NULL, 0, 0, d->text, strlen(d->text), true);
    for (char *w = strtok_r(text, " ", &save); w && p.n < MAX_TOKENS;
         w = strtok_r(NULL, " ", &save))
        p.token[p.n++] = w;
    run_pick(r, &p);
}

static void settle(struct run *r, const struct deed *d)
{
    (void)d;
    run_settle(r);
    if (r->luck.lead && !r->failed && r->luck.pos != r->luck.lead->pos)
        run_fail(r, "less luck was met than there was");
}

int ct_scene_pick(ct_scene *s, int seat, const char *text)
{
    return act(s, (struct deed){.fn = pick, .seat = seat, .text = text});
}

int ct_scene_settle(ct_scene *s)
{
    return act(s, (struct deed){.fn = settle});
}

/* ---- its own lines ---- */

int ct_scene_lines(const ct_scene *s)
{
    return s->run.sc->nlines;
}

const char *ct_scene_line_pick(const ct_scene *s, int i, int *seat)
{
    const struct scene *sc = s->run.sc;

    if (i < 0 || i >= sc->nlines || sc->lines[i].kind != LINE_PICK)
        return NULL;
    *seat = sc->lines[i].pick.seat;
    return sc->lines[i].pick.node->text;
}

/* ---- in the words of scenarios ---- */

static void call(struct run *r, const struct deed *d)
{
    int n = k_choices_of(r->e, r->s, d->seat);

    if (d->i < 0 || d->i >= n)
        return;
    struct kchoice *opts = arena_alloc(r->mem, (size_t)n * sizeof *opts);
    memcpy(opts, r->e->opts, (size_t)n * sizeof *opts);
    show_choice(r, d->out, d->seat, opts, n, d->i);
}

const char *ct_scene_choice(ct_scene *s, int seat, int i)
{
    const struct deed d = {.fn = call, .seat = seat, .i = i, .out = &s->words};

    str_clear(&s->words);
    return act(s, d) == 1 && s->words.n ? str_of(&s->words) : NULL;
}

const char *ct_scene_seat(const ct_scene *s, int seat)
{
    return seat >= 0 && seat < s->run.sc->base->nseats ? s->run.sc->seat_name[seat] : NULL;
}

static json_t *luck_json(const struct scene *sc, const struct luck_entry *l)
{
    const struct card_info *cards = sc->g->def->cards;
    json_t *list;

    switch (l->kind) {
    case LUCK_NUMBER: return json_integer(l->value);
    case LUCK_SEAT: return json_string(sc->seat_name[l->value]);
    case LUCK_CARD: return json_string(cards[l->value].id);
    default: break;
    }
    list = json_array();
    for (int i = 0; i < l->list.n; i++)
        for (int k = 0; k < l->list.v[i].copies; k++)
            json_add(list, json_string(cards[l->list.v[i].def].id));
    if (l->list.rest)
        json_add(list, json_string("..."));
    return list;
}

int ct_scene_luck_count(const ct_scene *s)
{
    return s->run.luck.pos;
}

char *ct_scene_luck(const ct_scene *s)
{
    unsigned lost = mem_losses();
    json_t *list = json_array();

    for (int i = 0; i < s->run.luck.pos; i++)
        json_add(list, luck_json(s->run.sc, luck_at(&s->run.luck, i)));
    return json_whole(list, JSON_COMPACT, lost);
}

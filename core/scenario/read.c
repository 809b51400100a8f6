/* read.c - a scenario file to its scenarios.
 *
 * Keys are those of keys.def.
 * `for_each: {a: [...], b: [...]}` makes one scenario for every combination, `{a}` replaced in
 * every text and name.
 */
#include "scenario/scenario.h"

#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

bool scene_needs(struct scene *sc, const struct node *n, enum node_kind kind, const char *what)
{
    return n->kind == kind || scene_error(sc, n, "TYPE", NULL, "%s", what);
}

/* Was this wrong seat reported in this file already? A wrong name under `seats` is one error,
 * wherever the right name is used. */
static bool seat_told(const struct scene *sc, const struct node *n, const char *word)
{
    const char *says = arena_printf(sc->mem, "'%s' is not a seat", word);

    for (size_t i = 0; i < sc->diags->n; i++) {
        const struct diag *d = &sc->diags->v[i];
        if (d->file && n->src && strcmp(d->file, n->src->path) == 0 &&
            strncmp(d->message, says, strlen(says)) == 0)
            return true;
    }
    return false;
}

void names_add(struct scene *sc, struct names *to, const void *v, size_t n, size_t size)
{
    for (const char *at = v; n--; at += size)
        if (*(const char *const *)(const void *)at)
            *LIST_ADD(sc->mem, to->v, to->n) = *(const char *const *)(const void *)at;
}

struct names names_of(struct scene *sc, const void *v, size_t n, size_t size)
{
    struct names all = {0};

    names_add(sc, &all, v, n, size);
    return all;
}

bool scene_unknown(struct scene *sc, const struct node *n, const char *code, const char *what,
                   const char *word, struct names names)
{
    const char *near = suggest(word, names.v, (size_t)names.n);
    char hint[160] = "";

    if (strncmp(what, "a seat", 6) == 0 && seat_told(sc, n, word)) {
        sc->bad = true;
        return false;
    }
    if (near)
        snprintf(hint, sizeof hint, DIAG_NEAR, near);
    return scene_error(sc, n, code, near ? hint : NULL, "'%s' is not %s", word, what);
}

/* Reports keys that are not in `known`; `x-…` is allowed. A misspelt key is then read as the one
 * probably meant, so that one slip gives one error. */
static void check_keys(struct scene *sc, const struct node *map, const char *const *known,
                       int n)
{
    for (size_t i = 0; i < map->n; i++) {
        const struct node *key = map->key[i];

        if (!strncmp(key->text, "x-", 2) || PLACE_OF(known, n, key->text) >= 0)
            continue;
        const char *near = suggest(key->text, known, (size_t)n);
        scene_unknown(sc, key, "KEY-UNKNOWN", "a key here", key->text, NAMES_OF(sc, known, n));
        if (near && !node_get(map, near))
            map->key[i] = node_word_at(sc->mem, key, near);
    }
}

/* ---- for_each -------------------------------------------------------------------------- */

struct binding {
    const char *name;
    const struct node *value;
};
struct bindings {
    struct binding v[8];
    int n;
};

/* TEXT with every {name} replaced. */
static char *subst_text(struct arena *mem, const char *text, const struct bindings *b)
{
    char *out = arena_strdup(mem, text);

    for (int i = 0; i < b->n; i++) {
        char *mark = arena_printf(mem, "{%s}", b->v[i].name);
        char *at;

        if (b->v[i].value->kind != NODE_SCALAR)
            continue;
        for (size_t from = 0; (at = strstr(out + from, mark)) != NULL;) {
            from = (size_t)(at - out) + b->v[i].value->len;
            out = arena_printf(mem, "%.*s%s%s", (int)(at - out), out, b->v[i].value->text,
                               at + strlen(mark));
        }
    }
    return out;
}

static struct node *subst(struct arena *mem, const struct node *n, const struct bindings *b)
{
    if (n->kind == NODE_SCALAR) {
        bool plain = n->plain, mark = strchr(n->text, '{') != NULL; /* most texts have none */

        for (int i = 0; i < b->n && mark; i++)
            if (!strcmp(n->text, arena_printf(mem, "{%s}", b->v[i].name))) {
                if (b->v[i].value->kind != NODE_SCALAR)
                    return node_copy(mem, b->v[i].value);
                plain = b->v[i].value->plain;
            }
        const char *text = mark ? subst_text(mem, n->text, b) : n->text;
        return node_new_scalar(mem, n->src, n->line, n->col, text, strlen(text), plain);
    }
    struct node *out = n->kind == NODE_LIST ? node_list_at(mem, n) : node_map_at(mem, n);
    for (size_t i = 0; i < n->n; i++) {
        struct node *item = subst(mem, n->item[i], b);

        if (n->kind == NODE_LIST)
            node_list_add(mem, out, item);
        else
            node_map_add(mem, out, subst(mem, n->key[i], b), item);
    }
    return out;
}

/* ---- seats, options -----------------------------------------------------------------------
 */

static bool seat_name_ok(struct scene *sc, const struct node *n)
{
    if (n->kind != NODE_SCALAR || !n->len || strpbrk(n->text, " .#[]\n\t"))
        return scene_error(sc, n, "SEAT-NAME", NULL,
                           "a seat's name must be one word without '.' or '#'");
    if (is_among("pick offers expect refused none all", n->text))
        return scene_error(sc, n, "SEAT-NAME", NULL,
                           "'%s' has its own meaning in scenarios. Choose another name",
                           n->text);
    if (PLACE_OF(sc->seat_name, sc->people, n->text) >= 0)
        return scene_error(sc, n, "SEAT-NAME", NULL, "two seats have the name '%s'", n->text);
    return true;
}

/* The players: `seats: [names]` or a number. By default as few as the game allows. */
static void read_people(struct scene *sc, const struct node *n)
{
    const struct kdef *d = &sc->g->def->k;
    int64_t count = d->min_people;

    if (n && n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n && sc->people < K_MAX_SEATS; i++)
            if (seat_name_ok(sc, n->item[i]))
                sc->seat_name[sc->people++] = n->item[i]->text;
    } else if (n && (!node_int(n, &count) || count < 1 || count > K_MAX_SEATS)) {
        scene_error(sc, n, "TYPE", NULL, "seats are a list of names or a number");
        count = d->min_people;
    }
    if (!n || n->kind != NODE_LIST) {
        sc->people = (int)count;
        for (int i = 0; i < sc->people; i++)
            sc->seat_name[i] = count == 1 ? "you" : arena_printf(sc->mem, "%c", 'A' + i);
    }
    int told =
        n && n->kind == NODE_LIST ? (int)n->n : sc->people; /* also when some name is wrong */
    if (told >= d->min_people && told <= d->max_people)
        return;
    if (d->min_people == d->max_people)
        scene_error(sc, n ? n : sc->node, "SEATS", NULL, "this game has %d players, not %d",
                    d->min_people, told);
    else
        scene_error(sc, n ? n : sc->node, "SEATS", NULL,
                    "this game has %d to %d players, not %d", d->min_people, d->max_people,
                    told);
}

/* Gives the players' names to seats, and names to the other seats. */
static void name_seats_all(struct scene *sc)
{
    const struct kstate *s = sc->base;
    const char *people[K_MAX_SEATS];
    int kinds[256] = {0};

    memcpy(people, sc->seat_name, sizeof people);
    for (int i = 0; i < s->nseats; i++) {
        int kind = s->seat_kind[i];

        if (!kind) {
            sc->seat_name[i] = people[s->seat_index[i]];
            continue;
        }
        const char *id = sc->g->def->kinds[kind - 1].id;
        int k = ++kinds[kind];
        if (sc->g->def->k.kinds[kind - 1].at_end)
            sc->seat_name[i] = k == 1 ? id : arena_printf(sc->mem, "%s#%d", id, k);
        else {
            int p = i;
            while (p > 0 && s->seat_kind[p])
                p--;
            sc->seat_name[i] = arena_printf(sc->mem, "%s.%s", people[s->seat_index[p]], id);
        }
    }
}

static void option_value(struct scene *sc, const struct node *n, int id)
{
    const struct option_info *o = &sc->g->def->options[id];
    int64_t number;
    bool flag;

    if (o->is == V_FLAG && node_bool(n, &flag)) {
        sc->options[id] = flag;
    } else if (o->is == V_NUMBER && node_int(n, &number)) {
        if (number < o->from || number > o->to)
            scene_error(sc, n, "OPTION-VALUE", NULL, "'%s' must be a number from %d to %d",
                        o->name.id, o->from, o->to);
        else
            sc->options[id] = (int32_t)number;
    } else if (o->is == V_WORD && n->kind == NODE_SCALAR) {
        int i = PLACE_OF(o->values.v, o->values.n, n->text);

        if (i >= 0)
            sc->options[id] = o->value_is ? o->value_is[i] : i;
        else
            scene_unknown(sc, n, "OPTION-VALUE", "a value of this option", n->text,
                          NAMES_OF(sc, o->values.v, o->values.n));
    } else {
        scene_error(sc, n, "TYPE", NULL, "%s is needed here",
                    o->is == V_FLAG     ? "true or false"
                    : o->is == V_NUMBER ? "a number"
                                        : "a word");
    }
}

static void read_options(struct scene *sc, const struct node *n)
{
    const struct ct_definition *d = sc->g->def;

    if (n && n->kind != NODE_MAP)
        scene_error(sc, n, "TYPE", NULL, "options are a map, {name: value}");
    for (size_t k = 0; n && n->kind == NODE_MAP && k < n->n; k++) {
        int id = PLACE_OF(d->options, d->k.noptions, n->key[k]->text);

        if (id < 0)
            scene_unknown(sc, n->key[k], "OPTION-UNKNOWN", "an option of this game",
                          n->key[k]->text, NAMES_OF(sc, d->options, d->k.noptions));
        else
            option_value(sc, n->item[k], id);
    }
}

void memory_check(struct arena *mem, const struct kengine *e)
{
    if (e->err.code == K_E_NOMEM)
        arena_fail(mem);
}

/* Errors of the start are lines: the first says what, the second where. A finding has room for
 * one as its hint. */
static void start_error(struct scene *sc, const char *text)
{
    const char *place = text + strcspn(text, "\n");
    int what = (int)(place - text);

    place += strspn(place, "\n ");
    scene_error(sc, sc->node, "START",
                *place ? arena_printf(sc->mem, "%.*s", (int)strcspn(place, "\n"), place) : NULL,
                "the game does not start: %.*s", what, text);
}

/* Starts the game once, to know the layout and the seats. */
static void start_base(struct scene *sc)
{
    const struct scene *like = sc->g->started;
    struct str text = {0};
    struct held h;

    if (like && like->people == sc->people &&
        !memcmp(like->options, sc->options, sizeof sc->options)) {
        sc->size = like->size;
        sc->base = like->base;
        return;
    }
    sc->g->e->err = (struct kerror){0};
    sc->size = k_size(sc->g->e, sc->people, sc->options, true);
    if (sc->size) {
        sc->base = arena_alloc(sc->mem, sc->size);
        if (!k_start(sc->g->e, sc->base, sc->people, sc->options, 1, true)) {
            sc->g->started = sc;
            return;
        }
    }
    sc->base = NULL;
    if (sc->refused && sc->g->e->err.code == K_E_REQUIRES)
        return;
    memory_check(sc->mem, sc->g->e);
    arena_hold(sc->mem, &h, &text, str_drop);
    show_error(sc->g, &text);
    start_error(sc, str_of(&text));
    arena_release(sc->mem, &h);
}

/* Reads `starts: false`. Such a scenario plays nothing. */
static void read_starts(struct scene *sc, const struct node *starts)
{
    static const char *const played[] = {"at", "given", "luck", "then"};
    bool yes = true;

    if (starts && (starts->kind != NODE_SCALAR || !node_bool(starts, &yes)))
        scene_error(sc, starts, "TYPE", NULL, "'starts' is true or false");
    sc->refused = !yes;
    for (size_t i = 0; sc->refused && i < sizeof played / sizeof *played; i++)
        if (node_get(sc->node, played[i]))
            scene_error(sc, starts, "KEY-CONFLICT", NULL,
                        "with 'starts: false' no game begins, so leave out '%s'", played[i]);
}

/* ---- one scenario ---------------------------------------------------------------- */

static const struct node *of_either(const struct node *a, const struct node *b, const char *key)
{
    const struct node *n = node_get(a, key);

    return n ? n : node_get(b, key);
}

/* Sets up the position once, so that its errors appear with the others. */
static void try_position(struct scene *sc)
{
    struct str text = {0};
    struct held h, block;

    arena_hold(sc->mem, &h, &text, str_drop);
    struct kstate *s = arena_borrow(sc->mem, &block, sc->size);
    memset(s, 0, sc->base->size);
    if (scene_setup(sc->mem, sc, sc->g->e, s, 1, &text))
        scene_error(sc, sc->misplaced ? sc->misplaced : sc->node, "POSITION", NULL, "%.*s",
                    (int)strcspn(str_of(&text), "\n"), str_of(&text));
    arena_release(sc->mem, &block);
    arena_release(sc->mem, &h);
}

static void read_scene(const struct reading *f, const struct node *node, const char *name)
{
    struct scene *sc = arena_alloc(f->mem, sizeof *sc);
    const struct node *file = f->file, *ruleset = of_either(node, file, "ruleset");

    sc->mem = f->mem;
    sc->diags = f->diags;
    sc->node = node;
    sc->file = file;
    sc->name = name;
    if (ruleset &&
        !scene_needs(sc, ruleset, NODE_SCALAR, "'ruleset:' takes the name of a game"))
        return;
    if (arena_size(f->mem) + f->gs->bytes > SCENES_MEMORY) {
        scene_error(sc, node, "LIMIT-MEMORY", "test fewer files at once",
                    "with this scenario the games and positions take more than %d MB",
                    SCENES_MEMORY >> 20);
        return;
    }
    sc->g = ground_get(f->gs, f->path, ruleset ? ruleset : file, of_either(node, file, "cards"),
                       f->diags);
    if (!sc->g)
        return;
    for (int i = 0; i < sc->g->def->k.noptions && i < 256; i++)
        sc->options[i] = sc->g->def->options[i].def;
    read_people(sc, of_either(node, file, "seats"));
    if (sc->bad)
        return;
    read_options(sc, node_get(file, "options"));
    read_options(sc, node_get(node, "options"));
    read_starts(sc, node_get(node, "starts"));
    start_base(sc);
    if (sc->refused && !sc->bad)
        *LIST_ADD(f->mem, f->out->v, f->out->n) = sc;
    if (!sc->base || sc->refused)
        return;
    name_seats_all(sc);
    name_slots(sc);
    compile_given(sc);
    compile_then(sc);
    if (!sc->bad)
        try_position(sc);
    if (sc->bad)
        return;
    *LIST_ADD(f->mem, f->out->v, f->out->n) = sc;
}

enum { MOST_OF_EACH = 1000 }; /* combinations */

/* The number of combinations; one more than allowed if there are too many. */
static size_t combinations(const struct node *each)
{
    size_t n = 1;

    for (size_t i = 0; each && i < each->n && n <= MOST_OF_EACH; i++)
        n *= each->item[i]->n;
    return n;
}

enum { NAME_MOST = 1000 }; /* bytes */

/* The name must fit on a line. */
static bool name_fits(const struct reading *f, const struct node *name, const char *text)
{
    struct scene check = {.mem = f->mem, .diags = f->diags};

    if (strlen(text) > NAME_MOST)
        scene_error(&check, name, "TEXT-LINE", NULL, "a scenario's name has at most %d bytes",
                    NAME_MOST);
    else if (strpbrk(text, "\n\t"))
        scene_error(&check, name, "TEXT-LINE", NULL,
                    "a scenario's name must be one line without tabs");
    return !check.bad;
}

/* One scenario for every combination of `for_each`. */
static void expand(const struct reading *f, const struct node *node, struct bindings *b,
                   size_t at)
{
    const struct node *each = node_get(node, "for_each");
    const struct node *name = node_get(node, "name");

    if (each && at < each->n) {
        for (size_t i = 0; i < each->item[at]->n; i++) {
            b->v[b->n++] = (struct binding){each->key[at]->text, each->item[at]->item[i]};
            expand(f, node, b, at + 1);
            b->n--;
        }
        return;
    }
    const char *text = subst_text(f->mem, name->text, b);
    if (b->n && !strcmp(text, name->text))
        for (int i = 0; i < b->n; i++)
            text =
                arena_printf(f->mem, "%s%s%s=%s%s", text, i ? ", " : " [", b->v[i].name,
                             b->v[i].value->kind == NODE_SCALAR ? b->v[i].value->text : "...",
                             i + 1 == b->n ? "]" : "");
    if (name_fits(f, name, text))
        read_scene(f, b->n ? subst(f->mem, node, b) : node, text);
}

static void read_entry(const struct reading *f, const struct node *node)
{
    static const char *const keys[] = {
#define SCENE_KEY(key, ...) #key,
#include "scenario/keys.def"
    };
    struct scene keys_checked = {.mem = f->mem, .diags = f->diags}, check = keys_checked;
    struct bindings b = {.n = 0};

    if (!scene_needs(&check, node, NODE_MAP,
                     "a scenario must be a map: {name, at, given, then}"))
        return;
    check_keys(&keys_checked, node, keys, sizeof keys / sizeof *keys);
    const struct node *each = node_get(node, "for_each"), *name = node_get(node, "name");
    if (!name || name->kind != NODE_SCALAR)
        scene_error(&check, node, "KEY-MISSING", NULL, "a scenario needs a name");
    if (each && (each->kind != NODE_MAP || each->n > 8))
        scene_error(&check, each, "TYPE", NULL, "for_each must be a map of at most 8 lists");
    for (size_t i = 0; each && each->kind == NODE_MAP && i < each->n; i++)
        if (each->item[i]->kind != NODE_LIST || !each->item[i]->n)
            scene_error(&check, each->item[i], "TYPE", NULL, "a list is needed here");
    if (!check.bad && combinations(each) > MOST_OF_EACH)
        scene_error(&check, each, "LIMIT-SCENARIOS", NULL,
                    "for_each makes more than %d scenarios", MOST_OF_EACH);
    if (!check.bad)
        expand(f, node, &b, 0);
}

void scenes_read(void *reading)
{
    struct reading *f = reading;
    static const char *const keys[] = {
#define FILE_KEY(key, ...) #key,
#include "scenario/keys.def"
    };
    struct scene check = {.mem = f->mem, .diags = f->diags};
    const struct node *file = f->file =
        f->text ? node_load_text(f->path, f->text, f->n, f->mem, f->diags)
                : node_load_file(f->path, f->mem, f->diags);
    int64_t version;

    if (!file ||
        !scene_needs(&check, file, NODE_MAP,
                     "a file of scenarios must be a map: {cantrip: 1, ruleset, scenarios}"))
        return;
    check_keys(&check, file, keys, sizeof keys / sizeof *keys);
    if (!node_int(node_get(file, "cantrip"), &version) || version != 1)
        scene_error(&check, node_get(file, "cantrip") ? node_get(file, "cantrip") : file,
                    "VERSION", NULL, "the file must begin with 'cantrip: 1'");
    const struct node *list = node_get(file, "scenarios");
    if (!list || list->kind != NODE_LIST) {
        scene_error(&check, list ? list : file, "KEY-MISSING", NULL,
                    "'scenarios:', a list, is missing");
        return;
    }
    for (size_t i = 0; i < list->n; i++)
        read_entry(f, list->item[i]);
}

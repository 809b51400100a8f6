/* shorten.c - removes everything from a scenario that is not needed to tell the mutant apart (delta
 * debugging).
 *
 * First whole parts, the largest first; then halves and smaller stretches of lists, until no
 * single piece can go. Both games play each attempt. The kept draft is always good.
 */
#include "draft.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

/* Keeps the changed draft if it is good; else restores the old one. */
static bool keep(struct bench *b, struct draft *d, struct draft *changed)
{
    if (draft_try(b, changed)) {
        draft_free(d);
        *d = *changed;
        return true;
    }
    draft_free(changed);
    return false;
}

/* ---- picks ---- */

static void shorten_picks(struct bench *b, struct draft *d)
{
    for (int i = d->npicks - 2; i >= 0; i--) {
        struct draft c;
        if (i >= d->npicks - 1)
            continue;
        c = draft_copy(d);
        draft_drop_pick(&c, i);
        keep(b, d, &c);
    }
}

/* ---- keys ---- */

static bool without_key(struct bench *b, struct draft *d, const char *part, const char *key)
{
    struct draft c = draft_copy(d);

    json_object_del(part ? json_object_get(c.scene, part) : c.scene, key);
    return keep(b, d, &c);
}

/* The keys of a part of the scenario, as they are now. */
static char **keys_of(const struct draft *d, const char *part, int *n)
{
    json_t *o = json_object_get(d->scene, part), *value;
    char **v = mem_alloc((json_object_size(o) + 1) * sizeof *v);
    const char *key;

    *n = 0;
    json_object_foreach(o, key, value) v[(*n)++] = mem_strdup(key);
    return v;
}

static void shorten_keys(struct bench *b, struct draft *d, const char *part)
{
    int n;
    char **key;

    if (!json_object_get(d->scene, part) || without_key(b, d, NULL, part))
        return;
    key = keys_of(d, part, &n);
    for (int i = 0; i < n; i++) {
        without_key(b, d, part, key[i]);
        free(key[i]);
    }
    free(key);
}

/* {A: {hand: […]}} becomes {A.hand: […]}, so that a key is one thing. */
static void flatten_given(struct draft *d)
{
    json_t *given = json_object_get(d->scene, "given"), *flat = json_object(), *value, *inner;
    const char *key, *below;

    if (!given) {
        json_decref(flat);
        return;
    }
    json_object_foreach(given, key, value)
    {
        if (!json_is_object(value) || !strcmp(key, "seen")) {
            json_object_set(flat, key, value);
            continue;
        }
        json_object_foreach(value, below, inner)
        {
            char name[300];
            snprintf(name, sizeof name, "%s.%s", key, below);
            json_object_set(flat, name, inner);
        }
    }
    json_object_set_new(d->scene, "given", flat);
}

/* ---- lists ---- */

/* "3x coin" as three. */
static void spread(json_t *list)
{
    json_t *out = json_array();
    size_t i;
    json_t *value;

    json_array_foreach(list, i, value)
    {
        const char *text = json_string_value(value);
        char *end = NULL;
        long n = text ? strtol(text, &end, 10) : 0;
        if (n < 1 || n > 200 || strncmp(end, "x ", 2) != 0) {
            json_array_append(out, value);
            continue;
        }
        while (n-- > 0)
            json_array_append_new(out, json_string(end + 2));
    }
    json_array_clear(list);
    json_array_extend(list, out);
    json_decref(out);
}

static json_t *list_at(const struct draft *d, const char *key)
{
    json_t *list = json_object_get(json_object_get(d->scene, "given"), key);

    return json_is_array(list) ? list : NULL;
}

static bool without_stretch(struct bench *b, struct draft *d, const char *key, size_t from,
                            size_t n)
{
    struct draft c = draft_copy(d);
    json_t *list = list_at(&c, key);

    for (size_t i = 0; i < n; i++)
        json_array_remove(list, from);
    return keep(b, d, &c);
}

static void shorten_list(struct bench *b, struct draft *d, const char *key)
{
    spread(list_at(d, key));
    for (size_t step = json_array_size(list_at(d, key)); step > 0; step /= 2)
        for (size_t at = 0; list_at(d, key) && at < json_array_size(list_at(d, key));) {
            size_t left = json_array_size(list_at(d, key)) - at;
            if (!without_stretch(b, d, key, at, step < left ? step : left))
                at += step;
        }
}

static void shorten_lists(struct bench *b, struct draft *d)
{
    int n;
    char **key = keys_of(d, "given", &n);

    for (int i = 0; i < n; i++) {
        if (list_at(d, key[i]))
            shorten_list(b, d, key[i]);
        free(key[i]);
    }
    free(key);
}

/* ---- seats, luck ---- */

/* As few as may play, if nothing is said of the others. */
static void shorten_seats(struct bench *b, struct draft *d)
{
    for (;;) {
        struct draft c = draft_copy(d);
        json_t *seats = json_object_get(c.scene, "seats");
        size_t n = json_array_size(seats);
        int last = (int)n - 1;
        bool picks = false;
        for (int i = 0; i < c.npicks; i++)
            picks |= c.pick[i].seat == last;
        if (n < 2 || picks) {
            draft_free(&c);
            return;
        }
        json_array_remove(seats, n - 1);
        if (!keep(b, d, &c))
            return;
    }
}

void shorten(struct bench *b, struct draft *d)
{
    size_t before, after;

    flatten_given(d);
    do {
        char *text = draft_json(d);
        before = strlen(text);
        free(text);
        shorten_picks(b, d);
        shorten_keys(b, d, "options");
        shorten_keys(b, d, "cards");
        shorten_keys(b, d, "given");
        shorten_lists(b, d);
        shorten_seats(b, d);
        text = draft_json(d);
        after = strlen(text);
        free(text);
    } while (after < before && b->most > 0);
}

/* shots.c - keeps a scene's game at the beginning of phases. */
#include "shots.h"

#include "tools/memory.h"

#include <string.h>

static void on_event(void *ctx, const ct_state *game, const struct ct_event *event)
{
    struct shots *s = ctx;

    if (event->kind != CT_EVENT_PHASE)
        return;
    ct_state *copy = ct_clone(game);
    if (!copy)
        mem_die();
    if (s->n == SHOTS) {
        ct_state_free(s->v[1].game);
        memmove(s->v + 1, s->v + 2, (SHOTS - 2) * sizeof *s->v);
        s->n--;
    }
    s->v[s->n++] = (struct shot){copy, s->picks, ct_scene_luck_count(s->scene)};
}

void shots_begin(struct shots *s, ct_scene *scene)
{
    struct ct_listener ear = {.observer = CT_ALL, .event = on_event, .ctx = s, .you = -1};

    s->scene = scene;
    s->ears = ct_audience_new(ct_engine_definition(ct_scene_engine(scene)));
    if (!s->ears || ct_audience_add(s->ears, &ear) < 0)
        mem_die();
    ct_tell(ct_scene_engine(scene), s->ears);
}

void shots_stop(struct shots *s)
{
    if (s->ears)
        ct_tell(ct_scene_engine(s->scene), NULL);
    ct_audience_free(s->ears);
    s->ears = NULL;
}

void shots_end(struct shots *s)
{
    shots_stop(s);
    while (s->n > 0)
        ct_state_free(s->v[--s->n].game);
}

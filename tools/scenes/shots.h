/* shots.h - a scene's game at the beginning of its first and its last phases. A scenario can begin
 * there. */
#ifndef CANTRIP_TOOLS_SCENES_SHOTS_H
#define CANTRIP_TOOLS_SCENES_SHOTS_H

#include "cantrip.h"

enum { SHOTS = 12 };

struct shot {
    ct_state *game;
    int picks, luck; /* picks made and luck met before */
};
struct shots {
    struct shot v[SHOTS];
    int n;
    int picks; /* made so far; the caller counts them */
    ct_scene *scene;
    ct_audience *ears;
};

/* Listens to the scene from now on. Neither may move until shots_end, which may also be called
 * without it. */
void shots_begin(struct shots *s, ct_scene *scene);
/* Stops listening. The shots stay, and the scene may go. */
void shots_stop(struct shots *s);
/* Frees all. */
void shots_end(struct shots *s);

#endif

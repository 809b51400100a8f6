/* shots.h - a scene's game as it was when phases began: of the first one and of the last ones. A scenario can begin there. */
#ifndef CANTRIP_TOOLS_SCENES_SHOTS_H
#define CANTRIP_TOOLS_SCENES_SHOTS_H

#include "cantrip.h"

enum { SHOTS = 12 };

struct shot {
    ct_state *game;
    int picks, luck; /* so many were made, so much was met before */
};
struct shots {
    struct shot v[SHOTS];
    int n;
    int picks; /* made so far; whoever makes them counts */
    ct_scene *scene;
    ct_audience *ears;
};

/* Listens to the scene from now on; both stay where they are until shots_end, which may be called without it. */
void shots_begin(struct shots *s, ct_scene *scene);
/* Hears no more; what was kept stays, and the scene may go. */
void shots_stop(struct shots *s);
/* Lets go of all. */
void shots_end(struct shots *s);

#endif

/* think.c - lets a bot choose in a thread of its own. */
#include "think.h"

#include "screen.h"
#include "tools/memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The thread's data; nothing is shared. */
struct thought {
    struct player mine;
    const ct_definition *def;
    ct_state *game;
    int seat, n, choice, done[2]; /* done: closed when the choice is made */
};
static bool left_alone;

static void *find(void *ctx)
{
    struct thought *x = ctx;

    x->choice = player_choose(&x->mine, x->def, x->game, x->seat, x->n);
    close(x->done[1]);
    return NULL;
}

static bool begin(struct thought *x, pthread_t *thread)
{
    if (pipe(x->done))
        return false;
    fcntl(x->done[0], F_SETFD, FD_CLOEXEC);
    fcntl(x->done[1], F_SETFD, FD_CLOEXEC);
    if (!pthread_create(thread, NULL, find, x))
        return true;
    close(x->done[0]);
    close(x->done[1]);
    return false;
}

int think_choose(struct player *p, const ct_definition *def, const ct_state *game, int seat,
                 int n, void (*again)(void *ctx), void *ctx)
{
    struct thought *x = mem_zero(sizeof *x);
    pthread_t thread;

    *x = (struct thought){.mine = *p, .def = def, .game = ct_clone(game), .seat = seat, .n = n};
    if (!x->game)
        mem_die();
    if (begin(x, &thread)) {
        while (!screen_wait(x->done[0])) {
            if (screen_stopped()) {
                left_alone = true;
                return THINK_STOPPED;
            }
            if (screen_resized() && again)
                again(ctx);
        }
        pthread_join(thread, NULL);
        close(x->done[0]);
    } else {
        x->choice = player_choose(&x->mine, def, x->game, seat, n);
    }
    int choice = x->choice;
    *p = x->mine;
    ct_state_free(x->game);
    free(x);
    return choice;
}

void think_end(int status)
{
    if (!left_alone)
        return;
    fflush(stdout);
    fflush(stderr);
    _exit(status);
}

/* term.c - the full screen for term.lua, and the table while bots choose. */
#include "term.h"

#include "screen.h"
#include "tools/report/data.h"
#include "tools/script.h"

#include <stdlib.h>
#include <time.h>

/* ---- the screen, for scripts ---- */

/* show_text(y, x, width, text, style): how many columns it took. */
static int show_text(lua_State *L)
{
    lua_pushinteger(L, screen_put(script_int(L, 1), script_int(L, 2), script_int(L, 3),
                                  luaL_checkstring(L, 4), script_int(L, 5)));
    return 1;
}

static int fill(lua_State *L)
{
    screen_fill(script_int(L, 1), script_int(L, 2), script_int(L, 3), luaL_checkstring(L, 4),
                script_int(L, 5));
    return 0;
}

static int clear(lua_State *L)
{
    (void)L;
    screen_clear();
    return 0;
}

static int show(lua_State *L)
{
    (void)L;
    screen_show();
    return 0;
}

static int size(lua_State *L)
{
    lua_pushinteger(L, screen_width());
    lua_pushinteger(L, screen_height());
    lua_pushboolean(L, screen_width() >= SCREEN_WIDTH && screen_height() >= SCREEN_HEIGHT);
    return 3;
}

/* key(): a character, or the name of a key; then where the mouse is. */
static int key(lua_State *L)
{
    static const char *const names[] = {
        [SCREEN_UP - KEYS] = "up",
        [SCREEN_DOWN - KEYS] = "down",
        [SCREEN_LEFT - KEYS] = "left",
        [SCREEN_RIGHT - KEYS] = "right",
        [SCREEN_PAGE_UP - KEYS] = "page_up",
        [SCREEN_PAGE_DOWN - KEYS] = "page_down",
        [SCREEN_FIRST - KEYS] = "first",
        [SCREEN_LAST - KEYS] = "last",
        [SCREEN_ENTER - KEYS] = "enter",
        [SCREEN_ESCAPE - KEYS] = "escape",
        [SCREEN_TAB - KEYS] = "tab",
        [SCREEN_ERASE - KEYS] = "erase",
        [SCREEN_MOUSE - KEYS] = "mouse",
        [SCREEN_WHEEL_UP - KEYS] = "wheel_up",
        [SCREEN_WHEEL_DOWN - KEYS] = "wheel_down",
        [SCREEN_RESIZED - KEYS] = "resized",
        [SCREEN_STOP - KEYS] = "stop",
    };
    int y = 0, x = 0, hit = screen_key(&y, &x);

    if (hit > KEYS)
        lua_pushstring(L, names[hit - KEYS]);
    else
        lua_pushlstring(L, &(char){(char)hit}, 1);
    lua_pushinteger(L, y);
    lua_pushinteger(L, x);
    return 3;
}

const luaL_Reg term_functions[] = {
    {"show_text", show_text}, {"fill", fill}, {"clear", clear}, {"show", show},
    {"screen_size", size},    {"key", key},   {NULL, NULL}};

/* ---- the terminal ---- */

void term_open(struct board *b)
{
    b->screen = screen_possible() && screen_open(b->colour, own_word(&b->in, "TERM_SMALL"));
}

void term_close(struct board *b)
{
    if (b->screen)
        screen_close();
    b->screen = false;
    if (!screen_stopped()) /* otherwise it may be thinking */
        players_free(&b->adviser, 1);
}

bool term_stopped(void)
{
    return screen_stopped();
}

/* ---- while others play ---- */

enum { OFTEN = 50, LONG = 300 }; /* ms */

static long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* The observer, and the players they wait for. */
struct waiting {
    struct board *b;
    int observer, seat;
};

static void draw_waiting(void *ctx)
{
    struct waiting *w = ctx;

    board_call(w->b, "draw_waiting", "dd", w->observer, w->seat);
}

int term_think(const struct board *b, struct player *p, int seat, int n,
               void (*again)(void *ctx), void *ctx)
{
    return b->screen && p->kind == PLAYER_BOT
               ? think_choose(p, b->in.def, b->game, seat, n, again, ctx)
               : player_choose(p, b->in.def, b->game, seat, n);
}

int term_choose(struct board *b, struct player *p, int observer, int seat, int n)
{
    static long drawn; /* one screen, one clock */
    struct waiting w = {b, observer, seat};
    long begun = now_ms();

    if (begun - drawn >= OFTEN)
        draw_waiting(&w);
    drawn = begun - drawn >= OFTEN ? begun : drawn;
    int choice = term_think(b, p, seat, n, draw_waiting, &w);
    if (now_ms() - begun > LONG) /* keys pressed before do not answer the next question */
        screen_forget();
    return choice;
}

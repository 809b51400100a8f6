/* board.c - runs board.lua and prompt.lua, which show a game and ask its players. */
#include "board.h"

#include "facts.h"
#include "markdown.h"
#include "table.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/script.h"
#include "tools/term/term.h"

#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>

const char *board_player(const struct board *b, int seat, char *out, size_t cap)
{
    const struct player *p = &b->players[seat];

    return p->kind == PLAYER_HUMAN    ? own_word(&b->in, "PLAYER_HUMAN")
           : p->kind == PLAYER_RANDOM ? own_word(&b->in, "PLAYER_RANDOM")
                                      : player_title(p, out, cap);
}

/* ---- texts ---- */

/* An empty stream; give returns what was written. It is one for all: each has 8 KB, and leaves a hole
 * of that size between texts that are kept. */
static FILE *page(lua_State *L)
{
    FILE *to = buffer_stream(&facts_board(L)->page);

    rewind(to);
    return to;
}

static int give(lua_State *L)
{
    const struct buffer *b = &facts_board(L)->page;

    fflush(b->to);
    lua_pushlstring(L, b->s, b->n);
    return 1;
}

static int width(lua_State *L)
{
    lua_pushinteger(L, text_width(luaL_checkstring(L, 1)));
    return 1;
}

/* cut(text, width): its longest beginning that is no wider. */
static int cut(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1);

    lua_pushlstring(L, text, text_cut(text, (int)luaL_checkinteger(L, 2)));
    return 1;
}

/* wrap(text, at, indent, width): lines of a text from column `at` on, as text_wrap. */
static int wrap(lua_State *L)
{
    text_wrap(page(L), luaL_checkstring(L, 1), (int)luaL_checkinteger(L, 2),
              (int)luaL_checkinteger(L, 3), (int)luaL_checkinteger(L, 4));
    return give(L);
}

/* table(heads, cells, how): a table in columns, by `width`, `wrap` and `colour` of `how`. */
static int table(lua_State *L)
{
    struct table t = {0};

    lua_settop(L, 3);
    report_table(L, &t);
    lua_getfield(L, 3, "wrap");
    t.wrap = lua_toboolean(L, -1);
    lua_getfield(L, 3, "width");
    lua_getfield(L, 3, "colour");
    table_print(&t, page(L), (int)lua_tointeger(L, -2), lua_toboolean(L, -1));
    table_free(&t);
    return give(L);
}

static int markdown(lua_State *L)
{
    markdown_print(page(L), luaL_checkstring(L, 1), (int)luaL_checkinteger(L, 2),
                   lua_toboolean(L, 3));
    return give(L);
}

static int fold(lua_State *L)
{
    char letters[512];

    text_fold(luaL_checkstring(L, 1), letters, sizeof letters);
    lua_pushstring(L, letters);
    return 1;
}

/* suggest(word, texts): the one that was probably meant; or nil. */
static int suggest(lua_State *L)
{
    size_t n = lua_rawlen(L, 2);
    const char **texts = mem_alloc((n + 1) * sizeof *texts);

    for (size_t i = 0; i < n; i++, lua_pop(L, 1)) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        texts[i] = lua_tostring(L, -1); /* it stays alive in the list */
    }
    lua_pushstring(L, ct_suggest(luaL_checkstring(L, 1), texts, n));
    free(texts);
    return 1;
}

/* ---- the terminal ---- */

/* size(): the columns and lines of stdout; 0: it is no terminal. */
static int size(lua_State *L)
{
    lua_pushinteger(L, terminal_width(stdout));
    lua_pushinteger(L, terminal_height(stdout));
    return 2;
}

static char *plain_line(const char *asks)
{
    char *line = NULL;
    size_t cap = 0;

    fputs(asks, stdout);
    if (getline(&line, &cap, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = 0;
    text_put(stdout, line);
    putchar('\n');
    return line;
}

/* read_line(asks): a typed line, or nil: no more will come. */
static int read_line(lua_State *L)
{
    bool terminal = facts_board(L)->terminal;
    const char *asks = luaL_checkstring(L, 1);

    fflush(stdout);
    char *line = terminal ? readline(asks) : plain_line(asks);
    if (terminal && line && *line)
        add_history(line);
    lua_pushstring(L, line);
    free(line);
    return 1;
}

static int forget_lines(lua_State *L)
{
    (void)L;
    clear_history();
    return 0;
}

/* ---- hints ---- */

/* hint(seat, n): the adviser's choice of n, and its estimates by choice: `visits`, `share`. nil and
 * why there is none; or nothing: a signal asks to stop. */
static int hint(lua_State *L)
{
    struct board *b = facts_board(L);
    struct player *p = &b->adviser;
    int seat = (int)luaL_checkinteger(L, 1), n = (int)luaL_checkinteger(L, 2);
    struct ct_bot_estimate e;

    p->kind = PLAYER_BOT;
    p->spec = (struct ct_bot_spec){.kind = CT_BOT_MCTS, .n = 1000};
    p->seed = b->screen ? ct_digest(b->game, seat) : ct_seed(b->game);
    p->begun = false;
    int pick = term_think(b, p, seat, n, NULL, NULL);
    if (pick == THINK_STOPPED)
        return 0;
    if (pick < 0 || pick >= n) {
        lua_pushnil(L);
        lua_pushstring(L, player_error(p));
        return 2;
    }
    lua_pushinteger(L, pick + 1);
    lua_newtable(L);
    for (int i = 0; i < n; i++)
        if (ct_bot_get_estimate(p->bot, i, &e)) {
            data_new(L, "u:visits f:share", e.visits, e.share);
            lua_rawseti(L, -2, i + 1);
        }
    return 2;
}

/* ---- the scripts ---- */

/* Loads a script, which adds its functions to the table on top of the stack. */
static void run(lua_State *L, const char *file)
{
    script_load(L, file);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
}

static void open_scripts(struct board *b)
{
    static const luaL_Reg functions[] = {
        {"width", width},         {"cut", cut},
        {"wrap", wrap},           {"table", table},
        {"markdown", markdown},   {"fold", fold},
        {"suggest", suggest},     {"size", size},
        {"read_line", read_line}, {"forget_lines", forget_lines},
        {"hint", hint},           {NULL, NULL}};
    lua_State *L = b->L = script_open(NULL, functions);

    *(struct board **)lua_getextraspace(L) = b;
    luaL_setfuncs(L, facts, 0);
    luaL_setfuncs(L, term_functions, 0);
    facts_set(L, b);
    run(L, "/web/board.lua");
    run(L, "/web/prompt.lua");
    if (b->terminal) {
        run(L, "/web/arrange.lua");
        run(L, "/web/term.lua");
    }
}

int board_call(struct board *b, const char *function, const char *args, ...)
{
    va_list with;
    int n = 0, got;

    if (!b->L)
        open_scripts(b);
    lua_getfield(b->L, 1, function);
    va_start(with, args);
    for (; args[n]; n++)
        if (args[n] == 's')
            lua_pushstring(b->L, va_arg(with, const char *));
        else if (args[n] == 'd')
            lua_pushinteger(b->L, va_arg(with, int));
        else
            lua_pushboolean(b->L, va_arg(with, int));
    va_end(with);
    lua_call(b->L, n, 1);
    got = (int)lua_tointeger(b->L, -1);
    lua_pop(b->L, 1);
    return got;
}

void board_say(struct board *b, const char *w, const char *name, const char *text)
{
    board_call(b, "print_said", "sss", w, name, text);
}

void board_free(struct board *b)
{
    if (b->L)
        lua_close(b->L);
    b->L = NULL;
    buffer_free(&b->page);
    term_close(b);
}

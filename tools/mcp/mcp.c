/* mcp.c - what mcp.lua knows of files and of commands. */
#define _GNU_SOURCE /* pipe2 */
#include "mcp.h"

#include "tools/clock.h"
#include "tools/common.h"
#include "tools/report/data.h"
#include "tools/script.h"
#include "tools/stopped.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- files ---- */

/* kind(path): "folder", "file", "link" or "other", and its size; nil if nothing is there. */
static int kind(lua_State *L)
{
    struct stat st;

    if (lstat(luaL_checkstring(L, 1), &st))
        return 0;
    lua_pushstring(L, S_ISDIR(st.st_mode)   ? "folder"
                      : S_ISREG(st.st_mode) ? "file"
                      : S_ISLNK(st.st_mode) ? "link"
                                            : "other");
    lua_pushinteger(L, st.st_size);
    return 2;
}

/* true, or nil and why not. */
static int done(lua_State *L, bool good)
{
    if (good) {
        lua_pushboolean(L, true);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, strerror(errno));
    return 2;
}

static int make_folder(lua_State *L)
{
    return done(L, !mkdir(luaL_checkstring(L, 1), 0777) || errno == EEXIST);
}

static int delete (lua_State *L)
{
    return done(L, !unlink(luaL_checkstring(L, 1)));
}

static int is_line(lua_State *L)
{
    lua_pushboolean(L, ct_is_line(luaL_checkstring(L, 1)));
    return 1;
}

/* ---- commands ---- */

static int now(lua_State *L)
{
    lua_pushnumber(L, seconds_now());
    return 1;
}

static int is_stopped(lua_State *L)
{
    lua_pushboolean(L, stopped());
    return 1;
}

/* start(words): starts this program with these words, the command first, in a group of its own.
 * Returns it, and what it says as a file; or nil and why not. */
static int start(lua_State *L)
{
    int n = (int)lua_rawlen(L, 1), ends[2];
    const char **argv = lua_newuserdatauv(L, ((size_t)n + 2) * sizeof *argv, 0);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    pid_t child = -1;

    argv[0] = "cantrip";
    for (int i = 1; i <= n; i++, lua_pop(L, 1)) {
        lua_rawgeti(L, 1, i);
        argv[i] = lua_tostring(L, -1); /* it stays in the list */
    }
    argv[n + 1] = NULL;
    if (pipe2(ends, O_CLOEXEC))
        return done(L, false);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    int wrong = posix_spawn(&child, "/proc/self/exe", &files, &how,
                            (char *const *)(uintptr_t)argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    if (wrong) {
        close(ends[0]);
        errno = wrong;
        return done(L, false);
    }
    lua_pushinteger(L, child);
    lua_pushinteger(L, ends[0]);
    return 2;
}

/* interrupt(child): asks it to stop. */
static int interrupt(lua_State *L)
{
    kill(-(pid_t)luaL_checkinteger(L, 1), SIGINT);
    return 0;
}

/* finish(child, file): ends it and all that it has started. Its exit status, or nil. */
static int finish(lua_State *L)
{
    pid_t child = (pid_t)luaL_checkinteger(L, 1);
    int status = 0;

    kill(-child, SIGKILL);
    close((int)luaL_checkinteger(L, 2));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!WIFEXITED(status))
        return 0;
    lua_pushinteger(L, WEXITSTATUS(status));
    return 1;
}

int mcp_serve(int seconds)
{
    static const luaL_Reg functions[] = {{"kind", kind},     {"make_folder", make_folder},
                                         {"delete", delete}, {"is_line", is_line},
                                         {"now", now},       {"stopped", is_stopped},
                                         {"start", start},   {"interrupt", interrupt},
                                         {"finish", finish}, {NULL, NULL}};

    stopped_heed();
    lua_State *L = script_open("/web/mcp.lua", functions);
    data_set(L, "s:version d:seconds d:FINDING", CT_VERSION, seconds, EXIT_FINDING);
    lua_call(L, 1, 1);
    bool good = lua_toboolean(L, -1);
    lua_close(L);
    return good ? stopped_status() : EXIT_USAGE;
}

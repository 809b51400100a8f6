/* thread.c - hooks that may ask run on Lua threads of their own.
 *
 * At a question the thread yields. It is kept with the stamp that the kernel gave the state when it
 * asked. Only a block with this very stamp goes on there: the state itself or a clone, whichever
 * comes first. For all others (more clones, a state that was undone, loaded or sampled) the kernel
 * runs the hook again from its checkpoint. So a thread is a cache: no game depends on it. */
#include "script/internal.h"

#include <stdlib.h>

/* Makes a thread with room on its stack (S34), like the main one. */
static void make_thread(lua_State *L, struct thread *t)
{
    t->ready = t->lua = false;
    t->L = lua_newthread(L);
    /* it inherits the count hook of L, which counts while files are loaded */
    sc_count_none(script_of(L), t->L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, t);
    luaL_checkstack(t->L, STACK, "threads");
}

/* Puts g, e and the hooks' functions on its stack, where they are found faster than in the
 * registry. A used thread may have lost its room, and memory may be short. */
bool sc_thread_prepare(struct script *S, struct thread *t)
{
    lua_State *L = t->L;

    lua_settop(L, 0);
    if (!lua_checkstack(L, BASE_HOOK + BASE_HOOKS + STACK))
        return false;
    lua_rawgeti(L, LUA_REGISTRYINDEX, S->g_ref);
    lua_rawgeti(L, LUA_REGISTRYINDEX, S->e_ref);
    for (int i = 0; i < S->nhooks && i < BASE_HOOKS; i++)
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->acting[i].fn);
    t->base = lua_gettop(L);
    return t->ready = true;
}

void sc_threads_shrunk(struct script *S)
{
    for (int i = 0; i < THREADS; i++)
        S->thread_of[i].ready = false;
}

void sc_make_threads(lua_State *L)
{
    for (int i = 0; i < THREADS; i++)
        make_thread(L, &script_of(L)->thread_of[i]);
}

void sc_free_threads(struct script *S)
{
    for (int i = 0; i < THREADS; i++) {
        struct thread *t = &S->thread_of[i];

        free(t->loops);
        t->loops = NULL;
        t->room = 0;
        t->stamp = 0;
        t->L = NULL;
    }
}

void sc_thread_reset(struct thread *t)
{
    t->stamp = 0;
    if (!t->lua)
        return;
    t->lua = false;
    t->ready = false;
    lua_resetthread(t->L); /* gives most of its stack back (S34) */
}

static int remake(lua_State *L)
{
    make_thread(L, lua_touserdata(L, 1));
    return 0;
}

void sc_thread_renew(struct script *S, struct thread *t)
{
    if (S->dead) /* all will be made again */
        return;
    lua_pushcfunction(S->main, remake);
    lua_pushlightuserdata(S->main, t);
    if (lua_pcall(S->main, 1, 0, 0) != LUA_OK)
        S->dead = true;
}

struct thread *sc_thread_free(struct script *S)
{
    struct thread *t = S->thread_of;

    for (int i = 1; i < THREADS && t->stamp; i++)
        if (!S->thread_of[i].stamp || S->thread_of[i].since < t->since)
            t = &S->thread_of[i];
    if (t->stamp)
        sc_thread_reset(t);
    return t;
}

struct thread *sc_thread_kept(struct script *S, uint64_t stamp)
{
    for (int i = 0; stamp && i < THREADS; i++)
        if (S->thread_of[i].stamp == stamp)
            return &S->thread_of[i];
    return NULL;
}

/* A thread has no message handler, so its error is described while its calls are still there. */
static int describe(lua_State *L)
{
    sc_describe(L, script_of(L)->L, 0);
    return 0;
}

int sc_thread_run(struct script *S, struct thread *t, int n)
{
    int results, status = lua_resume(S->L, S->main, n, &results);

    t->lua = status != LUA_OK;
    if (status == LUA_OK && results > t->base)
        lua_settop(t->L, t->base);
    if (status != LUA_OK && status != LUA_YIELD && status != LUA_ERRMEM) {
        lua_pushcfunction(S->main, describe);
        if (lua_pcall(S->main, 0, 0, 0) != LUA_OK)
            lua_pop(S->main, 1);
    }
    return status;
}

/* Copies open loops aside, as other hooks will use their memory. */
static bool keep_loops(struct script *S, struct thread *t)
{
    size_t heads = S->nloops * sizeof *S->loops, words = S->loop_top * sizeof *S->loop_mem;

    t->nloops = S->nloops;
    t->loop_top = S->loop_top;
    if (!t->nloops)
        return true;
    if (!mem_fit(&t->loops, &t->room, (int)(heads + words), 1))
        return false;
    memcpy(t->loops, S->loops, heads);
    memcpy(t->loops + S->nloops, S->loop_mem, words);
    return true;
}

bool sc_thread_keep(struct script *S, struct thread *t, uint64_t stamp)
{
    if (!stamp || !keep_loops(S, t))
        return false;
    t->stamp = stamp;
    t->since = ++S->threads_kept;
    t->at = S->trace.at;
    t->may = S->cur->may;
    t->gross = S->gross;
    t->mask = S->mask;
    t->grew = S->grew;
    if (t->grew)
        t->grown = S->grown;
    t->work = S->work_before + S->work_at - S->cur->e->left;
    return true;
}

void sc_thread_go_on(struct script *S, struct thread *t)
{
    sc_trace_at(S, t->at);
    S->cur->may = S->may = t->may;
    S->gross = t->gross;
    S->mask = t->mask;
    if (t->grew) {
        S->grew = true;
        S->grown = t->grown;
        sc_weigh(S);
    }
    S->nloops = t->nloops;
    S->loop_top = t->loop_top;
    if (t->nloops) {
        memcpy(S->loops, t->loops, t->nloops * sizeof *S->loops);
        memcpy(S->loop_mem, t->loops + t->nloops, t->loop_top * sizeof *S->loop_mem);
    }
    S->work_before = t->work;
    S->cur->e->left -= t->work; /* as if it ran again */
    S->work_at = S->cur->e->left;
}

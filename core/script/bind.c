/* bind.c - hooks as the kernel calls them: by the ruleset's ids.
 *
 * The function of an acting hook may have parameters after g, e: any names that e has. They are
 * looked up here, once. Their values are passed when the hook starts. They are the values of
 * e.NAME, since what an effect was given does not change while its hook runs (struct call keeps the
 * context). */
#include "script/internal.h"

#include <stdio.h>

const struct hookdef *sc_find_def(const struct script *S, int table, const char *name)
{
    uint32_t sum = sc_name_sum(name);

    for (int i = 0; i < S->ndefs; i++)
        if (S->defs[i].sum == sum && S->defs[i].table == table &&
            strcmp(S->defs[i].name, name) == 0)
            return &S->defs[i];
    return NULL;
}

/* Lists the parameter names that the hook may use, for a message. */
static void list_given(const struct script *S, int verb, char *buf, size_t cap)
{
    size_t n = 0;

    buf[0] = 0;
    for (int i = 0; verb >= 0 && i < S->names.verbs[verb].nparams && n < cap; i++)
        n += (size_t)snprintf(buf + n, cap - n, "%s, ", S->names.verbs[verb].param[i]);
    if (n < cap)
        snprintf(buf + n, cap - n, "this, you, them, card, helper, target, seat, number");
}

/* Raises: the function on top of the stack names a parameter that does not exist. */
_Noreturn RARE static void refuse_parameter(lua_State *L, unsigned hook, const char *name,
                                            bool known)
{
    struct script *S = script_of(L);
    char near[80], all[300];

    sc_blame_function(L);
    if (known)
        sc_raise(L, "%s names `%s` twice", S->names.hooks.v[hook], name);
    S->cur->hook = (uint16_t)hook;
    sc_hint(S, name, 0, sc_is_given, near, sizeof near);
    list_given(S, S->acting[hook].verb, all, sizeof all);
    sc_raise(L, "%s has no parameter `%s`%s; after g and e you may have %s",
             S->names.hooks.v[hook], name, near, all);
}

/* Reads the parameters after g, e of the function on top of the stack. */
static void bind_parameters(lua_State *L, unsigned hook)
{
    struct script *S = script_of(L);
    struct acting *a = &S->acting[hook];
    const char *name;

    for (int i = 3; (name = lua_getlocal(L, NULL, i)) != NULL; i++) {
        struct given *got = &a->arg[a->nargs];

        if (!sc_given(S, a->verb, sc_word_find(S, name), got))
            refuse_parameter(L, hook, name, false);
        for (int k = 0; k < a->nargs; k++)
            if (a->arg[k].param == got->param && a->arg[k].field == got->field)
                refuse_parameter(L, hook, name, true);
        a->nargs++;
    }
}

static void bind_acting(lua_State *L, unsigned hook)
{
    struct script *S = script_of(L);
    struct acting *a = &S->acting[hook];
    const char *full = S->names.hooks.v[hook], *name = strchr(full, '.') + 1;
    bool effect = strncmp(full, "effect.", 7) == 0;
    const struct hookdef *d = sc_find_def(S, effect ? T_EFFECT_HOOKS : T_STEP_HOOKS, name);

    *a = (struct acting){.fn = d ? d->ref : LUA_NOREF, .verb = -1};
    for (int v = 0; v < S->names.nverbs && effect; v++)
        if (strcmp(S->names.verbs[v].name, name) == 0)
            a->verb = v;
    if (!d)
        return; /* the loader reports it */
    lua_rawgeti(L, LUA_REGISTRYINDEX, d->ref);
    bind_parameters(L, hook);
    a->does = sc_may_do(L, lua_gettop(L));
    sc_trace_bind(S, a);
    lua_pop(L, 1);
}

/* What is counted of the hook (LUA_MASK*). */
static uint8_t mask_of(lua_State *L, int ref_)
{
    struct script *S = script_of(L);
    bool shortly = false;

    if (S->load_weight == 1 && ref_ != LUA_NOREF) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, ref_);
        shortly = sc_is_short(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    return shortly                 ? 0
           : S->kinds & KIND_LISTS ? LUA_MASKCOUNT | LUA_MASKCALL | LUA_MASKRET
                                   : LUA_MASKCOUNT;
}

void sc_bind_counts(lua_State *L)
{
    struct script *S = script_of(L);

    S->grown = S->loaded;
    sc_weigh(S);
    S->load_weight = S->weight;
    for (int i = 0; i < S->nhooks; i++)
        S->acting[i].mask = mask_of(L, S->acting[i].fn);
    for (int i = 0; i < S->npures; i++)
        S->pure_mask[i] = mask_of(L, S->pure_ref[i]);
    for (int i = 0; i < S->ndefs; i++)
        S->defs[i].mask = S->defs[i].table == T_CHECK_HOOKS || S->defs[i].table == T_BOT_HOOKS
                              ? mask_of(L, S->defs[i].ref)
                              : 0;
}

void sc_bind_hooks(lua_State *L)
{
    struct script *S = script_of(L);

    for (int i = 0; i < S->nhooks; i++)
        bind_acting(L, (unsigned)i);
    for (int i = 0; i < S->npures; i++) {
        const struct hookdef *d = sc_find_def(S, T_PURE_HOOKS, S->names.pures.v[i]);

        S->pure_ref[i] = d ? d->ref : LUA_NOREF;
    }
}

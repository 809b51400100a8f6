/* vocab.c - the names of the ruleset, found by the address of a Lua string.
 *
 * Every name is pinned in the registry. So an equal short string of a script has the same address
 * (S28), and no other value has it. A look-up is a hash of the address, without asking for a type.
 * Lua does not intern names of more than 40 bytes; they are compared if the address is unknown. The
 * loader's own texts are found by their addresses, too, for pushing. */
#include "base/suggest.h"
#include "script/internal.h"

#include <stdio.h>
#include <stdlib.h>

#define INTERNED 40

const struct word *sc_word_find(const struct script *S, const char *s)
{
    size_t len = strlen(s);

    for (uint32_t i = 0; i < S->vocab.n; i++)
        if (S->vocab.v[i].len == len && memcmp(S->vocab.v[i].s, s, len) == 0)
            return &S->vocab.v[i];
    return NULL;
}

/* The name at idx, which has another address than ours. */
const struct word *sc_word_long(struct script *S, int idx)
{
    if (lua_type(S->L, idx) != LUA_TSTRING || lua_rawlen(S->L, idx) <= INTERNED)
        return NULL;
    return sc_word_find(S, lua_tostring(S->L, idx));
}

void sc_push_name(struct script *S, const char *name)
{
    const struct word *w = sc_word_by_address(&S->vocab, name);

    if (LIKELY(w != NULL))
        lua_rawgeti(S->L, LUA_REGISTRYINDEX, w->ref);
    else
        lua_pushstring(S->L, name);
}

int sc_value_of(const struct script *S, const struct word *w, ref trait)
{
    for (uint32_t i = w->value; i; i = S->vocab.value[i - 1].next)
        if (S->vocab.value[i - 1].trait == trait)
            return S->vocab.value[i - 1].index;
    return -1;
}

/* ---- building -------------------------------------------------------------------- */

static void note_address(struct vocab *v, const void *p, const struct word *w)
{
    uint32_t i = sc_word_place(v, p);

    while (v->cell[i].p && v->cell[i].p != p)
        i = (i + 1) & v->wrap;
    v->cell[i] = (struct wordcell){p, w};
}

/* The word of the string on top; NULL: it is new. */
static struct word *find_added(lua_State *L, struct vocab *v, const char *s, size_t len)
{
    const struct word *w = sc_word_by_address(v, lua_topointer(L, -1));

    if (w)
        return (struct word *)w; /* an element of v->v, which we may change */
    for (uint32_t i = 0; len > INTERNED && i < v->n; i++)
        if (strcmp(v->v[i].s, s) == 0)
            return &v->v[i];
    return NULL;
}

static struct word *add(lua_State *L, struct vocab *v, const char *name)
{
    const char *s = lua_pushstring(L, name);
    const void *address = lua_topointer(L, -1);
    size_t len = strlen(s);
    struct word *w = find_added(L, v, s, len);

    if (w) {
        lua_pop(L, 1);
        note_address(v, name, w);
        return w;
    }
    int ref_ = luaL_ref(L, LUA_REGISTRYINDEX);
    w = &v->v[v->n++];
    *w = (struct word){.s = s, .len = (uint32_t)len, .ref = ref_};
    memset(w->as, 0xFF, sizeof w->as);
    v->longs |= len > INTERNED;
    note_address(v, address, w);
    note_address(v, name, w);
    return w;
}

static const char *const field_names[F_COUNT] = {
#define SEAT_WORD(id, word, one) [F_##id] = #word,
#include "kernel/seats.def"
#define X(id, name) [F_##id] = #name,
    FIELDS(X)
#undef X
};

void sc_push_field(struct script *S, enum field f)
{
    sc_push_name(S, field_names[f]);
}

static uint32_t count_names(const struct snames *n)
{
    uint32_t total = F_COUNT + 64; /* and the methods */

    total += (uint32_t)(n->traits.n + n->zones.n + n->counters.n + n->options.n + n->phases.n +
                        n->kinds.n + n->actions.n + n->words.n + n->cards.n + n->lets.n);
    for (int i = 0; i < n->traits.n; i++)
        total += (uint32_t)n->trait_words[i].n;
    for (int i = 0; i < n->options.n; i++)
        total += (uint32_t)n->option[i].words.n;
    return total + (uint32_t)n->nverbs * (K_MAX_PARAMS + 1);
}

static bool vocab_room(struct vocab *v, const struct snames *n)
{
    uint32_t size = 64, values = 0;

    sc_vocab_free(v);
    v->cap = count_names(n);
    while (size < v->cap * 4) /* two addresses each */
        size *= 2;
    for (int i = 0; i < n->traits.n; i++)
        values += (uint32_t)n->trait_words[i].n;
    v->wrap = size - 1;
    v->v = malloc(v->cap * sizeof *v->v);
    v->cell = calloc(size, sizeof *v->cell);
    v->value = malloc((values + 1) * sizeof *v->value);
    return v->v && v->cell && v->value;
}

void sc_vocab_free(struct vocab *v)
{
    free(v->v);
    free(v->cell);
    free(v->value);
    *v = (struct vocab){0};
}

static void add_values(lua_State *L, struct vocab *v, const struct snames *n)
{
    for (int t = 0; t < n->traits.n; t++)
        for (int i = 0; i < n->trait_words[t].n; i++) {
            struct word *w = add(L, v, n->trait_words[t].v[i]);

            v->value[v->nvalues] = (struct wordvalue){(uint16_t)t, (uint16_t)i, w->value};
            w->value = ++v->nvalues;
        }
    for (int o = 0; o < n->options.n; o++)
        for (int i = 0; i < n->option[o].words.n; i++)
            add(L, v, n->option[o].words.v[i]);
}

static void add_verbs(lua_State *L, struct script *S, struct vocab *v)
{
    const struct snames *n = &S->names;

    for (int i = 0; i < n->nverbs; i++) {
        add(L, v, n->verbs[i].name)->verb = (int16_t)i;
        for (int p = 0; p < n->verbs[i].nparams; p++)
            S->verb_param[i * K_MAX_PARAMS + p] = add(L, v, n->verbs[i].param[p]);
    }
}

static void add_methods(lua_State *L, struct vocab *v, const luaL_Reg *reg, bool card)
{
    for (; reg->name; reg++) {
        struct word *w = add(L, v, reg->name);

        *(card ? &w->card_method : &w->seat_method) = reg->func;
    }
}

/* Called protected. The C arrays belong to the script, so an error loses nothing. */
int sc_vocab_build(lua_State *L)
{
    struct script *S = script_of(L);
    struct vocab *v = &S->vocab;
    const struct snames *n = &S->names;

    if (!vocab_room(v, n))
        sc_no_memory(L);
#define NAMES(list, role)                                                                      \
    for (int i = 0; i < n->list.n; i++)                                                        \
    add(L, v, n->list.v[i])->role = (int16_t)i
    NAMES(traits, trait);
    NAMES(counters, counter);
    NAMES(zones, zone);
    NAMES(options, option);
    NAMES(phases, phase);
    NAMES(kinds, kind);
    NAMES(actions, action);
    NAMES(words, text);
    NAMES(cards, card);
    NAMES(lets, let);
#undef NAMES
    add_values(L, v, n);
    add_verbs(L, S, v);
    for (int f = 1; f < F_COUNT; f++)
        if (field_names[f])
            add(L, v, field_names[f])->field = (uint8_t)f;
    add_methods(L, v, sc_card_steps, true);
    add_methods(L, v, sc_seat_steps, false);
#define CARD_READ(name, fn, ...) add(L, v, #name)->card_method = fn;
#define SEAT_READ(name, fn, ...) add(L, v, #name)->seat_method = fn;
#include "script/calls.def"
    return 0;
}

/* ---- did you mean ---------------------------------------------------------------- */

static bool means_any(const struct word *w, unsigned means)
{
    bool any = false;

    for (; means; means &= means - 1)
        any |= w->as[__builtin_ctz(means)] >= 0;
    return any;
}

const char *sc_hint(const struct script *S, const char *s, unsigned means, word_fn *fits,
                    char *buf, size_t cap)
{
    enum { LONGER = 64 }; /* longer than names that are told */
    const char *found = NULL;
    int best = strlen(s) < 4 ? 2 : 3; /* so many changes are too many */

    for (uint32_t i = 0; i < S->vocab.n; i++) {
        const struct word *w = &S->vocab.v[i];

        if (w->len >= LONGER || !(means_any(w, means) || (fits && fits(S, w))))
            continue;
        int d = name_distance(s, w->s, best);
        /* of two equally near ones the first by name, as their order is not fixed */
        if (d < best || (d == best && found && strcmp(w->s, found) < 0)) {
            best = d;
            found = w->s;
        }
    }
    buf[0] = 0;
    if (found)
        snprintf(buf, cap, " (did you mean `%s`?)", found);
    return buf;
}

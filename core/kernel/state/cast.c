/* cast.c - who is what: the instances whose definition is in a bitset of the definition, as sets.
 *
 * An engine works a set out when it is first asked for and keeps it for as long as it is asked about
 * blocks of the same cast (kstate.cast): all games that begin alike have one, their samples too; a sample in
 * the middle of a hook has one of its own. It is a cache, never data.
 */
#include "kernel/run/run.h"

#include <stdlib.h>

const uint64_t *cast_definitions(const struct kengine *e, unsigned id)
{
    const struct kdef *d = e->d;

    return id < e->plan->nsets ? d->bits.word + (size_t)id * d->bits.nwords
                               : e->plan->bits + (size_t)(id - e->plan->nsets) * d->bits.nwords;
}

/* Do the cards in the game stand in the order of their definitions, as they are dealt out? */
static bool in_order(const struct kengine *e)
{
    struct kstate *s = e->s;
    const struct kinst *in = k_insts(s);
    unsigned last = 0;

    for (unsigned c = 0; c < s->ninst; c++) {
        if (left_game(s, c))
            continue;
        if (in[c].def < last)
            return false;
        last = in[c].def;
    }
    return true;
}

/* Is the block's cast the one that these sets are of? */
static bool is_cast(const struct kstate *s, const struct kcast *k)
{
    const struct kinst *in = CAT(s, s->o_insts, struct kinst);
    unsigned c = 0;

    if (!k->name || k->n != s->ninst)
        return false;
    while (c < s->ninst && k->def[c] == in[c].def)
        c++;
    return c == s->ninst;
}

void cast_name(struct kengine *e)
{
    struct kstate *s = e->s;
    const struct kcast *k = e->plan->casts;
    bool dealt = !s->cast && in_order(e);

    if (s->cast)
        return;
    k += !dealt;
    s->cast = is_cast(s, k) ? k->name : 2 * ++e->stamps + !dealt;
}

/* Room for the sets of the block's cast, none of them made. */
static bool begin_cast(struct kengine *e, struct kcast *k)
{
    const struct kstate *s = e->s;
    const struct kinst *in = k_insts(e->s);
    size_t sets = e->plan->nsets + e->plan->nbits;

    if (k->room < sets * s->words || !k->made) {
        uint64_t *grown = realloc(k->set, (sets * s->words + 1) * sizeof *grown);
        uint8_t *made = k->made ? k->made : malloc(sets + 1);
        k->set = grown ? grown : k->set;
        k->made = made;
        if (!grown || !made)
            return false;
        k->room = sets * s->words;
    }
    if (k->n != s->ninst) {
        uint16_t *def = realloc(k->def, (s->ninst + 1u) * sizeof *def);
        if (!def)
            return false;
        k->def = def;
        k->n = s->ninst;
    }
    memset(k->made, 0, sets);
    for (unsigned c = 0; c < s->ninst; c++)
        k->def[c] = in[c].def;
    k->name = s->cast;
    return true;
}

/* The sets of this block's cast: those at hand, the others, or new ones in their place. */
static struct kcast *find_cast(struct kengine *e)
{
    struct kplan *p = e->plan;
    struct kcast *k = p->casts + (p->cast == p->casts);

    cast_name(e);
    if (k->name == e->s->cast)
        return p->cast = k;
    /* one for games as they are dealt out, one for all others */
    k = p->casts + (e->s->cast & 1);
    if (k->name == e->s->cast)
        return p->cast = k;
    k->name = 0;
    if (!begin_cast(e, k)) {
        k_fail(e, K_E_NOMEM, 0, 0, 0);
        return NULL;
    }
    return p->cast = k;
}

/* A cast that is soon over: a set pays when it is asked for so often. */
enum { OFTEN = 4, MADE = 255 };

static bool cast_pays(struct kengine *e, unsigned id)
{
    struct kcast *k = e->plan->cast;

    if (e->plain || as_dealt(e->s))
        return true;
    if (k->name != e->s->cast || !k->name)
        k = find_cast(e);
    return !k || k->made[id] == MADE || ++k->made[id] > OFTEN;
}

const uint64_t *cast_make(struct kengine *e, unsigned id)
{
    struct kcast *k = e->plan->cast;

    if (k->name != e->s->cast || !k->name)
        k = find_cast(e);
    static const uint64_t none[(K_MAX_INSTS + 63) / 64];

    if (!k)
        return none;
    uint64_t *set = k->set + (size_t)id * e->s->words;
    if (k->made[id] == MADE)
        return set;
    const uint64_t *defs = cast_definitions(e, id);
    const struct kinst *in = k_insts(e->s);
    memset(set, 0, e->s->words * sizeof *set);
    for (unsigned c = 0; c < e->s->ninst; c++)
        set[c >> 6] |= (uint64_t)set_has(defs, in[c].def) << (c & 63);
    k->made[id] = MADE;
    return set;
}

const uint64_t *cast_pays_for(struct kengine *e, unsigned id)
{
    return cast_pays(e, id) ? cast_make(e, id) : NULL;
}

void casts_free(struct kplan *p)
{
    for (int i = 0; i < 2; i++) {
        free(p->casts[i].set);
        free(p->casts[i].made);
        free(p->casts[i].def);
    }
}

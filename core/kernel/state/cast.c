/* cast.c - which instance has which definition (the cast), and sets of the instances whose
 * definition is in a bitset.
 *
 * An engine makes a set when it is first needed. It keeps it while it works on blocks of the same
 * cast (kstate.cast). All games that begin alike share a cast with their samples; a sample in the
 * middle of a hook has its own. It is a cache, never data. */
#include "kernel/state/zone.h"

#include <stdlib.h>

const uint64_t *cast_definitions(const struct kengine *e, unsigned id)
{
    const struct kdef *d = e->d;

    return id < e->plan->nsets ? d->bits.word + (size_t)id * d->bits.nwords
                               : e->plan->bits + (size_t)(id - e->plan->nsets) * d->bits.nwords;
}

/* Are the instances numbered in the order of their definitions, as dealt? */
static bool in_order(const struct kengine *e)
{
    const struct kinst *in = k_insts(e->s);
    unsigned c = 1;

    while (c < e->s->ninst && in[c - 1].def <= in[c].def)
        c++;
    return c >= e->s->ninst;
}

/* Lists the cards whose definition differs from that in the cast as dealt. */
static void find_changed(const struct kcast *dealt, struct kcast *k)
{
    k->changed = k->def + k->n;
    k->nchanged = 0;
    k->patched = k != dealt && dealt->n == k->n ? dealt->name : 0;
    for (unsigned c = 0; k->patched && c < k->n; c++)
        if (k->def[c] != dealt->def[c])
            k->changed[k->nchanged++] = (uint16_t)c;
}

/* Makes room for the sets of the block's cast, without making any. */
static bool begin_cast(struct kengine *e, struct kcast *k)
{
    const struct kstate *s = e->s;
    const struct kinst *in = k_insts(e->s);
    size_t sets = e->plan->nsets + e->plan->nbits, room = (sets + 2) * s->words;

    k->name = 0;
    memset(k->at, 0, sets * sizeof *k->at);
    if (!k->set || k->room < room) {
        uint64_t *grown = realloc(k->set, (room + 1) * sizeof *grown);
        if (!grown)
            return false;
        k->set = grown;
        k->room = room;
    }
    if (!k->def || k->n != s->ninst) {
        uint16_t *def = realloc(k->def, (2u * s->ninst + 1u) * sizeof *def);
        if (!def)
            return false;
        k->def = def;
        k->n = s->ninst;
    }
    k->first = k->set + sets * s->words;
    k->last = k->first + s->words;
    for (unsigned c = 0; c < s->ninst; c++)
        k->def[c] = in[c].def;
    memset(k->first, 0, 2u * s->words * sizeof *k->first); /* and the last cards, behind them */
    for (unsigned c = 0; c < s->ninst; c++) {
        set_put(k->first, c, !c || k->def[c - 1] != k->def[c]);
        set_put(k->last, c, c + 1u == s->ninst || k->def[c + 1] != k->def[c]);
    }
    find_changed(e->plan->casts, k);
    k->name = s->cast;
    return true;
}

/* A plan has two casts: one for games as dealt, one for all others. */
void cast_for(struct kengine *e)
{
    if (!e->s->cast) { /* is it that of the block before? */
        bool dealt = in_order(e);
        const struct kcast *k = e->plan->casts + !dealt;
        const struct kinst *in = k_insts(e->s);
        unsigned c = 0;
        while (k->name && k->n == e->s->ninst && c < k->n && k->def[c] == in[c].def)
            c++;
        e->s->cast = k->name && c == e->s->ninst ? k->name : 2 * ++e->stamps + !dealt;
    }
    struct kcast *k = e->plan->casts + (e->s->cast & 1);
    bool begins = k->name != e->s->cast, made = !begins || begin_cast(e, k);
    e->plan->cast = k;
    e->sets = k->at;
    e->hand = NULL;
    for (unsigned i = 0; begins && i < e->d->nactions; i++)
        for (unsigned part = 0; part < e->plan->binds[i].n && ~e->plan->binds[i].swift; part++)
            cast_set(e, e->plan->binds[i].from[part].all);
    for (unsigned i = 0; begins && e->ran && i < e->plan->nsets + e->plan->nbits; i++)
        cast_make(e, i); /* no rule's cost depends on earlier games */
    if (!made)
        k_fail(e, K_E_NOMEM, 0, 0, 0);
}

const uint64_t *cast_make(struct kengine *e, unsigned id)
{
    static const uint64_t none[(K_MAX_INSTS + 63) / 64];
    struct kcast *k = e->plan->cast;
    unsigned words = e->s->words;

    if (!k->name)
        return none;
    uint64_t *set = k->set + (size_t)id * words;
    const uint64_t *defs = cast_definitions(e, id),
                   *dealt = k->patched && k->patched == e->plan->casts->name
                                ? e->plan->casts->at[id]
                                : NULL;
    if (dealt)
        memcpy(set, dealt, words * sizeof *set);
    else
        memset(set, 0, words * sizeof *set);
    for (unsigned c = 0; !dealt && c < k->n; c++)
        set[c >> 6] |= (uint64_t)set_has(defs, k->def[c]) << (c & 63);
    for (unsigned i = 0; dealt && i < k->nchanged; i++)
        set_put(set, k->changed[i], set_has(defs, k->def[k->changed[i]]));
    return k->at[id] = set;
}

int casts_begin(struct kplan *p)
{
    for (int i = 0; i < 2; i++)
        if (!(p->casts[i].at = calloc(p->nsets + p->nbits + 1u, sizeof *p->casts[i].at)))
            return -1;
    p->cast = p->casts;
    return 0;
}

void casts_free(struct kplan *p)
{
    for (int i = 0; i < 2; i++) {
        free(p->casts[i].at);
        free(p->casts[i].set);
        free(p->casts[i].def);
    }
}

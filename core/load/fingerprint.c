/* fingerprint.c: fingerprints of a definition: what it does (behaviour) and its layout.
 *
 * Behaviour is hashed field by field, so that padding, positions in files and names do not
 * count, and all machines agree. Scripts count by their tokens, without comments and spaces.
 */
#include <string.h>
#include <xxhash.h>

#include "load/loaded.h"
#include "load/parts.h"

#define H(v) add(h, (uint64_t)(int64_t)(v))
/* Newer fields count only where a game uses them, so other games keep their fingerprints. */
#define H_IF(is, v) ((is) ? H(v) : (void)0)
#define H_REF(v)    H_IF((v) != REF_NONE, v)
/* Hashes these parts of each record in a table of the loader. */
#define EACH(table, one, ...)                                                                  \
    for (uint32_t i = 0; i < ld->table.n; i++) {                                               \
        const __typeof__(*ld->table.v) *one = &ld->table.v[i];                                 \
        __VA_ARGS__;                                                                           \
    }

/* How many copies of each card an endless zone may give. -1: no limit, in batches of any size. */
static int copies_of(const struct kzone *z)
{
    return z->grows ? -1 : z->endless;
}

/* Each value as 8 bytes, the lowest first. */
static void add_all(XXH64_state_t *h, const uint64_t *v, size_t n)
{
    unsigned char b[8 * 64];
    for (size_t at = 0, some; at < n; at += some) {
        some = n - at < 64 ? n - at : 64;
        for (size_t i = 0; i < 8 * some; i++)
            b[i] = (unsigned char)(v[at + i / 8] >> (8 * (i % 8)));
        XXH64_update(h, b, 8 * some);
    }
}

static void add(XXH64_state_t *h, uint64_t v)
{
    add_all(h, &v, 1);
}

static void add_text(XXH64_state_t *h, const char *text)
{
    XXH64_update(h, text, strlen(text) + 1);
}

static void hash_refs(XXH64_state_t *h, const ref *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        H(v[i]);
}

/* ---- formulas, selectors ---- */

static void hash_select(XXH64_state_t *h, const struct kselect *s)
{
    H(s->src), H(s->face), H(s->bound), H(s->nzones);
    for (int i = 0; i < s->nzones; i++)
        H(s->zone[i]);
    H(s->this_only), H(s->not_this), H(s->of_given), H(s->hidden_ok), H(s->of), H(s->value);
    H(s->bits), H(s->tests), H(s->ntests), H(s->where), H(s->any), H(s->nany), H(s->except);
    H(s->most), H(s->least), H(s->first), H(s->last), H(s->random), H_REF(s->each);
}

static void hash_formulas(XXH64_state_t *h, const struct loader *ld)
{
    EACH(exprs, e, H(e->op), H(e->a), H(e->b), H(e->c), H(e->imm))
    hash_refs(h, ld->xargs.v, ld->xargs.n);
    EACH(seats, s, H(s->op), H(s->a), H_IF(s->b, s->b))
    EACH(sels, s, hash_select(h, s))
    hash_refs(h, ld->selrefs.v, ld->selrefs.n);
    EACH(tests, t, H(t->kind), H(t->cmp), H(t->id), H(t->value))
    add_all(h, ld->bits.v, ld->bits.n);
}

/* ---- cards, zones, counters ---- */

static void hash_things(XXH64_state_t *h, const struct loader *ld)
{
    EACH(cards, c, H(c->copies))
    EACH(trait_list, l, H(ld->trait_value.v[i]), H(ld->trait_expr.v[i]), H(l->n),
         H(l->n ? l->first : 0))
    EACH(traits, t, H(t->type), H(t->bits), H(t->nwords), H(t->zone))
    EACH(zones, z, H(z->per), H(z->kind), H(z->as), H(z->up), H(z->down), H(z->shuffled),
         H(z->gone), H(z->size), H(z->refill), H(copies_of(z)), H(z->hold), H(z->nhold))
    EACH(holds, d, H(d->bits), H(d->copies), H(d->first), H(d->cond))
    EACH(counters, c, H(c->per), H(c->kind), H(c->is), H(c->index), H(c->start), H(c->lasts),
         H_REF(c->bits), H_REF(c->in), H_IF(c->is == V_WORD || c->is == V_WORDS, c->trait))
    EACH(kinds, k, H(k->cond), H(k->count), H(k->at_end), H(k->random))
    EACH(options, o, H(o->def))
}

/* ---- effects, actions, program ---- */

static void hash_order(XXH64_state_t *h, const struct korder_of *o)
{
    H(o->from), H(o->by), H(o->nby), H(o->by_random), H_REF(o->reversed);
}

/* Texts change no game. */
static ref op_list(const struct kop *o)
{
    return o->op == OP_MOVE || o->op == OP_MAKE || o->op == OP_TURN || o->op == OP_SAY
               ? REF_NONE
               : o->list;
}

static void hash_program(XXH64_state_t *h, const struct loader *ld)
{
    EACH(effects, f, H(f->card), H(f->trait), H(f->verb), H(f->cls), H(f->given), H(f->cond),
         H(f->pc), hash_refs(h, f->param, K_MAX_PARAMS))
    EACH(watches, w, H(w->event), H(w->cls), H(w->id), H(w->by), H(w->cards), H(w->cond),
         H(w->lasts), H(w->once), H(w->effect), H_REF(w->from))
    EACH(verbs, v, H(v->k.nparams), H(v->k.hook), H(v->k.pc), H(v->given_bit);
         for (int k = 0; k < v->k.nparams; k++) H(v->k.type[k]), H(v->k.word_trait[k]))
    EACH(actions, a, H(a->card), H(a->helper), H(a->target), H(a->seat), H(a->from), H(a->to),
         H(a->cond), H(a->pc), H(a->named), H_REF(a->word),
         H_IF(a->cards != REF_NONE, a->cards), H_IF(a->cards != REF_NONE, a->fewest),
         H_IF(a->cards != REF_NONE, a->most), H_REF(a->slot_if[1]), H_REF(a->slot_if[2]))
    hash_refs(h, ld->acts.v, ld->acts.n);
    EACH(chooses, c, H(c->who), hash_order(h, &c->order), H(c->together), H(c->may), H(c->any),
         H(c->settle), H(c->times), H(c->actions), H(c->nactions), H(c->else_pc),
         H_REF(c->may_if), H_IF(c->all_pass, c->all_pass), H_IF(c->quiet, c->quiet),
         H_IF(c->declined_pc >= 0, c->declined_pc))
    EACH(prog, o, H(o->op), H(o->face), H(o->place), H(o->flags), H(o->who), H(o->cards),
         H(o->zone), H(o->to), H(o->of), H(o->from), H(o->count), H(op_list(o)), H(o->n),
         H(o->lasts), H(o->jump))
    EACH(phases, p, H(p->name), H(p->loop), H(p->between),
         H(p->loop == LOOP_WHILE ? p->cond : p->arg), hash_order(h, &p->order),
         H_IF(p->loop != LOOP_WHILE && p->cond != REF_NONE, p->cond))
    EACH(assigns, a, H(a->counter), H(a->value))
    EACH(masks, m, H(m->kind), H(m->what))
    EACH(reasons, r, H(r->word), H(r->cond))
}

static void hash_room(XXH64_state_t *h, const struct kdef *k)
{
    H(k->limits.queue), H(k->limits.watchers), H(k->limits.masks), H(k->limits.depth);
    H_IF(k->each_deep, k->each_deep);
}

static void hash_whole(XXH64_state_t *h, const struct kdef *k)
{
    H(k->min_people), H(k->max_people), H(k->ncls), H(k->start_pc), H(k->score), H(k->ties);
    H(k->nties), H(k->tied_share), H(k->least_wins);
    H_REF(k->side), H_REF(k->out_of), H_REF(k->stake);
    H_REF(k->bot_value), H_REF(k->bot_worth), H_REF(k->bot_hopeless);
    hash_room(h, k);
    H(k->limits.picks), H(k->limits.effects);
    if (k->limits.work != USUAL_WORK || k->limits.game_work != USUAL_GAME_WORK)
        H(k->limits.work), H(k->limits.game_work);
    H_IF(k->limits.sets != USUAL_SETS, k->limits.sets);
    H_IF(k->window.n, k->window.first);
    H_IF(k->window.n, k->window_cls);
    for (int i = 0; i < k->norder; i++)
        H(k->order[i].key), H(k->order[i].arg);
    for (int i = 0; i < k->nrequires; i++)
        H(k->requires_[i]);
}

/* ---- scripts ---- */

static void hash_script(XXH64_state_t *h, const char *p, size_t len)
{
    const char *end = p + len;
    while (p < end) {
        size_t skip = lua_comment(p, end), n;
        if (!skip && strchr(" \t\r\n\f\v", *p) && *p)
            skip = 1;
        if (skip) {
            p += skip;
            continue;
        }
        n = lua_text(p, end);
        while (!n || (n && name_char(p[n - 1]) && p + n < end && name_char(p[n])))
            n++;
        XXH64_update(h, p, n);
        XXH64_update(h, "", 1);
        p += n;
    }
}

/* ---- the two numbers ---- */

static uint64_t behaviour(const struct loader *ld, XXH64_state_t *h, uint64_t *compiled)
{
    XXH64_reset(h, 1);
    hash_formulas(h, ld);
    hash_things(h, ld);
    hash_program(h, ld);
    hash_whole(h, &ld->def->k);
    EACH(hooks, name, add_text(h, *name))
    EACH(pures, name, add_text(h, *name))
    *compiled = XXH64_digest(h);
    for (int i = 0; i < ld->def->nscripts; i++)
        hash_script(h, ld->def->scripts[i].text, ld->def->scripts[i].len);
    return XXH64_digest(h);
}

static void hash_names(XXH64_state_t *h, const struct named *v, uint32_t n)
{
    H(n);
    for (uint32_t i = 0; i < n; i++)
        add_text(h, v[i].id);
}

/* The words of a trait in order: a block stores a word as its index. */
static void hash_words(XXH64_state_t *h, const struct loader *ld, bool are, ref trait)
{
    if (are)
        hash_names(h, ld->trait_infos.v[trait].words.v, ld->trait_infos.v[trait].words.n);
}

static uint64_t layout(const struct loader *ld, XXH64_state_t *h)
{
    const struct kdef *k = &ld->def->k;
    XXH64_reset(h, 2);
    hash_room(h, k);
    H_IF(k->most_chosen, k->most_chosen);
    hash_names(h, ld->zone_names.v, ld->zone_names.n);
    hash_names(h, ld->counter_names.v, ld->counter_names.n);
    hash_names(h, ld->phase_names.v, ld->phase_names.n);
    hash_names(h, ld->kind_names.v, ld->kind_names.n);
    EACH(option_infos, o, add_text(h, o->name.id))
    EACH(card_infos, c, add_text(h, c->id), H(ld->cards.v[i].copies))
    EACH(counters, c, H(c->per), H(c->kind), H(c->index),
         hash_words(h, ld, c->is == V_WORD || c->is == V_WORDS, c->trait))
    EACH(actions, a, hash_words(h, ld, a->word != REF_NONE, a->word))
    EACH(zones, z, H(z->per), H(z->kind), H(copies_of(z)))
    return XXH64_digest(h);
}

static void drop_state(void *h)
{
    XXH64_freeState(h);
}

void fingerprint(struct loader *ld)
{
    struct held held;
    XXH64_state_t *h = XXH64_createState();
    if (!h)
        arena_fail(ld->mem);
    arena_hold(ld->mem, &held, h, drop_state);
    ld->def->behaviour = behaviour(ld, h, &ld->def->compiled);
    ld->def->layout = layout(ld, h);
    arena_release(ld->mem, &held);
}

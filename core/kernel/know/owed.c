/* owed.c - finds public counters and `say` steps that tell what a card is. The card is then owed to
 * all persons until they know it.
 *
 * All counters are public. If one is worked out from what a card is, it tells something about it to
 * those who do not know the card. Yet no class or fact says so: in a sample the counter could be
 * untrue. The card may be shown right afterwards (first paid for, then played), so it is owed only
 * until a person is asked. Only the battery checks this, because it needs knowledge. */
#include "kernel/know/know.h"

/* Does observer o know that c is none of these definitions? For example after a unique card of them
 * was seen elsewhere. */
static bool is_none(struct kengine *e, int o, unsigned c, ref bits)
{
    uint64_t may[K_MAX_DEF_WORDS];
    const struct kbits *b = &e->d->bits;

    if (bits == REF_NONE || !k_candidates(e, e->s, o, c, may))
        return false;
    for (unsigned w = 0; w < b->nwords; w++)
        if (may[w] & b->word[(uint32_t)bits * b->nwords + w])
            return false;
    return true;
}

static bool owes(struct kengine *e, unsigned c, ref bits)
{
    struct kowed *w = e->owed;
    uint32_t persons = e->s->people_seats;

    if (!w) /* a trait is worked out for a text (k_trait_seen), no counter */
        return false;
    for (uint32_t m = persons; m; m &= m - 1)
        if (k_knows(e, e->s, __builtin_ctz(m), c) == REF_NONE &&
            !is_none(e, __builtin_ctz(m), c, bits)) {
            w->to[c] |= (uint16_t)(m & -m);
            w->src[c] = w->noting;
            w->any = true;
        }
    return true;
}

/* Looks at what the counter is worked out from; the value is not used. */
static void look(struct kengine *e, enum owed_by how, ref what, struct kctx *x)
{
    uint16_t *list = how == OWED_CARDS ? k_list(e) : NULL;

    if (list)
        (void)k_select(e, what, x, list);
    else if (how == OWED_SEATS)
        (void)k_seatset(e, what, x);
    else if (how == OWED_VALUE)
        (void)k_eval(e, what, x);
    k_unlist(e, list);
}

void owed_for(struct kengine *e, enum owed_by how, ref what, const struct kctx *x, uint32_t src)
{
    struct kctx own = *x;
    struct kerror was_err = e->err;

    if (what == REF_NONE || e->s->track != TRACK_ALL || was_err.code)
        return;
    /* no lots are drawn: the step does */
    struct eyes was = eyes_open(e, e->s, THE_PUBLIC);
    e->owed->noting = src;
    e->owes = owes;
    look(e, how, what, &own);
    e->owes = NULL;
    eyes_close(e, &was);
    e->left = was.left;
    if (e->err.code != K_E_NOMEM) /* other failures come again in the step */
        e->err = was_err;
}

/* ---- what tells, before anybody is asked ---- */

enum comes { NOTHING_COMES, IT_TELLS, IT_ASKS };
enum { MANY_OPS = 10000 };     /* nested calls may be too many to look at */
#define NO_PARAM PARAM_BIT(15) /* no verb has so many */

/* Does everyone learn a value from this step? It changes a counter or is a `say`. by: and uses
 * these parameters (as expr_looks); 0: any. */
static bool step_tells(struct kengine *e, const struct kop *op, uint32_t by)
{
    bool counts = op->op == OP_ADD || op->op == OP_SET;

    if (!by || !(counts || op->op == OP_SAY))
        return !by && (counts || op->op == OP_SAY);
    bool tells = select_looks(e, op->cards, by);
    if (!counts)
        return tells || expr_looks(e, op->count, by) || expr_looks(e, op->of, by) ||
               expr_looks(e, op->from, by);
    for (int i = 0; i < op->n; i++)
        tells |= expr_looks(e, e->d->assigns[op->list + i].value, by);
    return tells || seats_look(e, op->who, by);
}

static bool loop_looks(struct kengine *e, const struct kphase *p, uint32_t by)
{
    return expr_looks(e, p->cond, by) ||
           (p->loop == LOOP_EACH    ? seats_look(e, p->arg, by)
            : p->loop == LOOP_CARDS ? select_looks(e, p->arg, by)
                                    : p->loop == LOOP_REPEAT && expr_looks(e, p->arg, by));
}

/* The parameters of a call that depend on these ones of its caller. */
static uint32_t handed_on(struct kengine *e, const struct keffect *f, uint32_t by)
{
    const struct kverb *v = e->d->verbs + f->verb;
    uint32_t on = by ? NO_PARAM : 0;

    for (int i = 0; by && i < v->nparams; i++)
        if (v->type[i] == V_SEATS ? seats_look(e, f->param[i], by)
                                  : expr_looks(e, f->param[i], by))
            on |= PARAM_BIT(i);
    return on;
}

/* What comes first of the ops from pc on, before `end`, also in calls. */
static enum comes what_comes(struct kengine *e, int32_t pc, int32_t end, uint32_t by, int *room)
{
    const struct kdef *d = e->d;
    enum comes what = NOTHING_COMES;

    for (; pc >= 0 && pc < end && what == NOTHING_COMES && --*room > 0; pc++) {
        const struct kop *op = d->prog + pc;
        if (op->op == OP_END)
            break;
        if (op->op == OP_CHOOSE || op->op == OP_HOOK)
            return IT_ASKS;
        if (op->op == OP_CALL)
            what = what_comes(e, d->effects[op->list].pc, INT32_MAX,
                              handed_on(e, d->effects + op->list, by), room);
        else if (op->op == OP_PHASE && by && loop_looks(e, d->phases + op->list, by))
            what = what_comes(e, pc + 1, op->jump, 0, room);
        else if (step_tells(e, op, by))
            what = IT_TELLS;
    }
    return what;
}

bool owed_in_loop(struct kengine *e, const struct kop *op)
{
    int room = MANY_OPS;

    return what_comes(e, (int32_t)(op - e->d->prog) + 1, op->jump, 0, &room) == IT_TELLS;
}

void owed_by_given(struct kengine *e, const struct keffect *f, const struct kctx *x)
{
    const struct kverb *v = e->d->verbs + f->verb;

    for (int i = 0; f->verb != REF_NONE && i < v->nparams; i++) {
        int room = MANY_OPS;
        if (what_comes(e, f->pc, INT32_MAX, PARAM_BIT(i), &room) == IT_TELLS)
            owed_for(e, v->type[i] == V_SEATS ? OWED_SEATS : OWED_VALUE, f->param[i], x,
                     f->src);
    }
}

void owed_known(struct kengine *e, int o, unsigned c)
{
    e->owed->to[c] &= (uint16_t)~BIT(o);
}

int owed_settle(struct kengine *e)
{
    struct kowed *w = e->owed;

    for (unsigned c = 0; w->any && c < e->s->ninst; c++)
        if (w->to[c]) {
            uint32_t src = w->src[c];
            memset(w, 0, sizeof *w);
            return k_fail(e, K_E_COUNTER_TELLS, src, k_insts(e->s)[c].def, 0);
        }
    w->any = false;
    return 0;
}

/* eyes.c - values as an observer can work them out. What depends on cards that they neither see nor
 * remember is hidden.
 *
 * So a score that is told follows from what the observer may know. Not every score that they could
 * work out is told: nothing is added up over classes. If a script would be asked while a hook runs,
 * the value is hidden from everyone. */
#include "kernel/know/know.h"

struct eyes eyes_open(struct kengine *e, const struct kstate *s, int o)
{
    struct eyes was = {e->left, e->asker, e->judging};

    e->asker = o == K_ALL_SEEING ? NO_SEAT : (uint8_t)o;
    e->recalls = s->track == TRACK_ALL && o != THE_PUBLIC ? k_knows : NULL;
    e->judging = true; /* looking changes nothing, so no lots are drawn */
    e->met_hidden = false;
    return was;
}

void eyes_close(struct kengine *e, const struct eyes *was)
{
    e->asker = was->asker;
    e->recalls = NULL;
    e->judging = was->judging;
}

bool was_hidden(struct kengine *e)
{
    bool hidden = e->err.code && e->met_hidden;

    e->met_hidden = false;
    if (hidden)
        memset(&e->err, 0, sizeof e->err);
    return hidden;
}

/* Values for texts cost the game no work. Each may take a hundredth of a decision's. */
enum { WORDS_WORTH = 100 };

/* Replaces pure hooks while a hook runs, which would otherwise bear their failures and work. */
static int64_t not_in_hook(void *ctx, struct kengine *e, unsigned hook, const int64_t *arg,
                           int n)
{
    (void)ctx, (void)hook, (void)arg, (void)n;
    return k_fail(e, K_E_HOOK, 0, 0, 0);
}

bool k_trait_seen(struct kengine *e, struct kstate *s, int o, unsigned you, unsigned c,
                  unsigned trait, int32_t *value)
{
    const struct kinst *in = k_insts(s) + c;
    ref formula = e->d->trait_expr[(size_t)in->def * e->d->ntraits + trait];
    struct kctx x = ctx_of(in->owner == NO_SEAT ? you : in->owner);
    struct kerror failed = e->err;
    struct kowed *owed = e->owed;
    struct khost host = e->host;

    if (formula == REF_NONE || (o != K_ALL_SEEING && !k_sees(e, s, o, c)))
        return false;
    struct eyes was = eyes_open(e, s, o);
    e->owed = NULL;
    e->host.pure = host.pure && e->in_hook ? not_in_hook : host.pure;
    e->err.code = K_OK;
    e->left = e->origin->limits.work * INT64_C(1000) / WORDS_WORTH;
    x.card[BOUND_THIS] = (uint16_t)c;
    int64_t v = card_formula(e, formula, &x);
    bool known = e->err.code == K_OK && v == k_clamp(v);
    *value = k_clamp(v);
    eyes_close(e, &was);
    e->met_hidden = false;
    e->owed = owed;
    e->host = host;
    e->err = failed;
    e->left = was.left;
    return known;
}

/* bot.c - the public interface: what searches need beside play. */
#include "api/internal.h"
#include "kernel/run/run.h"

void ct_quiet(ct_state *state, enum ct_quiet how)
{
    struct kstate *s = block(state);

    if (s->track)
        s->track = how == CT_MUTE ? 0 : TRACK_TOLD;
}

void ct_forget(ct_engine *e, ct_state *state, int seat)
{
    struct kstate *s = block(state);
    int n = 0;

    if (s->track != TRACK_ALL || seat < 0 || seat >= s->nseats)
        return;
    k_at(&e->k, s);
    lists_reset(&e->k, s);
    uint16_t *list = k_list(&e->k);
    for (unsigned c = 0; list && c < s->nplaced; c++)
        if (!k_sees(&e->k, s, seat, c))
            list[n++] = (uint16_t)c;
    if (list)
        know_join(&e->k, seat, list, n);
    k_unlist(&e->k, list);
}

void ct_forget_facts(ct_state *state)
{
    k_know(block(state))->facts = 0;
}

/* A bot's hook looks at this game, whatever the engine was at before. */
static void judge_begin(ct_engine *e, struct kstate *s)
{
    engine_clear(e);
    k_at(&e->k, s);
    lists_reset(&e->k, s);
    e->k.judging = true;
}

/* What a bot's hook left behind: 1, or -1 with the failure kept for ct_error. */
static int hook_done(const ct_engine *e)
{
    return e->k.err.code ? -1 : 1;
}

int ct_bot_value(ct_engine *e, ct_state *state, int seat, int64_t *out)
{
    bool has = false;

    judge_begin(e, block(state));
    if (e->script)
        *out = script_bot_value(e->script, &e->k, seat, &has);
    e->k.judging = false;
    return has ? hook_done(e) : 0;
}

int ct_bot_hopeless(ct_engine *e, ct_state *state, int seat, bool *out)
{
    bool has = false;

    judge_begin(e, block(state));
    if (e->script)
        *out = script_bot_hopeless(e->script, &e->k, seat, &has);
    e->k.judging = false;
    return has ? hook_done(e) : 0;
}

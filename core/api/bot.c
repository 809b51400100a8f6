/* bot.c - the public interface: what search bots need besides play. */
#include "api/internal.h"
#include "kernel/run/run.h"

#include <string.h>

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
    for (unsigned c = 0; list && c < s->ninst; c++)
        if (!k_left_game(s, c) && !k_sees(&e->k, s, seat, c))
            list[n++] = (uint16_t)c;
    if (list)
        know_join(&e->k, seat, list, n);
    k_unlist(&e->k, list);
}

void ct_forget_facts(ct_state *state)
{
    k_know(block(state))->facts = 0;
}

/* What seat o of a sample knows: what the spectator knows (`public`: by classes) and what it
 * sees. */
static void know_public(struct kengine *e, struct kstate *s, int o, const uint16_t *public)
{
    uint16_t *cls = k_classes(s, o), *first = k_list(e);

    if (!first)
        return;
    memset(first, 0xFF, s->ninst * sizeof *first);
    for (unsigned c = 0; c < s->ninst; c++) {
        uint16_t *low = &first[public[c]];
        if (!k_left_game(s, c) && k_sees(e, s, o, c)) {
            cls[c] = (uint16_t)c;
            continue;
        }
        if (*low == NO_CARD)
            *low = (uint16_t)c;
        cls[c] = *low;
    }
    k_unlist(e, first);
    if (facts_live(s)) /* in a sample, too, public knowledge is the spectator's */
        memcpy(k_barred(s, o, 0), k_barred(s, s->nseats, 0),
               (size_t)s->ninst * s->fact_words * sizeof(uint64_t));
}

int ct_redeterminize(ct_engine *e, ct_state *to, ct_state *state, int seat, uint64_t stream,
                     bool inside)
{
    struct kstate *s = block(to), *from = block(state);
    int rc = ct_resample(e, to, state, seat, stream);

    if (rc != 1 || s->track != TRACK_ALL)
        return rc;
    if (inside)
        memcpy(k_know(s)->digest, k_know(from)->digest, sizeof k_know(s)->digest);
    k_at(&e->k, s);
    lists_reset(&e->k, s);
    /* their classes are unions of the seat's, so that the sample's cards are in the same ones */
    memcpy(k_classes(s, s->nseats), k_classes(from, s->nseats), s->ninst * sizeof(uint16_t));
    for (int o = 0; o < s->nseats; o++)
        if (o != seat)
            know_public(&e->k, s, o, k_classes(s, s->nseats));
    return e->k.err.code ? -1 : 1;
}

/* A bot's hook looks at this game, whatever game the engine had before. */
static void judge_begin(ct_engine *e, struct kstate *s)
{
    engine_clear(e);
    k_at(&e->k, s);
    lists_reset(&e->k, s);
    e->k.judging = true;
}

/* The result of a bot's hook: 1, or -1 with the error kept for ct_error. */
static int hook_done(const ct_engine *e)
{
    return e->k.err.code ? -1 : 1;
}

/* By this formula of the ruleset, or that hook of a script. */
static int judged(ct_engine *e, ct_state *state, int seat, ref formula, const char *hook,
                  int64_t *out)
{
    bool has = formula != REF_NONE;

    judge_begin(e, block(state));
    if (has)
        *out = k_judge(&e->k, block(state), seat, formula);
    else if (e->script)
        *out = script_bot(e->script, &e->k, seat, hook, &has);
    e->k.judging = false;
    return has ? hook_done(e) : 0;
}

int ct_bot_value(ct_engine *e, ct_state *state, int seat, int64_t *out)
{
    return judged(e, state, seat, e->k.d->bot_value, "value", out);
}

int ct_bot_worths(ct_engine *e, ct_state *state, int64_t *out)
{
    const struct kstate *s = block(state);
    ref worth = e->k.d->bot_worth;

    judge_begin(e, block(state));
    for (int i = 0; worth != REF_NONE && i < s->nseats; i++)
        out[i] = s->seat_kind[i] ? 0 : k_clamp(k_judge(&e->k, block(state), i, worth));
    e->k.judging = false;
    return worth != REF_NONE ? hook_done(e) : 0;
}

int ct_bot_hopeless(ct_engine *e, ct_state *state, int seat, bool *out)
{
    int64_t is = 0;
    int rc = judged(e, state, seat, e->k.d->bot_hopeless, "hopeless", &is);

    if (rc)
        *out = is != 0;
    return rc;
}

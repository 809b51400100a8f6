/* expect.c - compares an expectation with the state and reports differences. */
#include "scenario/scenario.h"

#include <stdlib.h>

/* A card as the state has it, or as an observer sees it. */
struct have {
    int def;
    bool down;
    int owner;
    unsigned card;
};

/* Does the counter's value fit the written one? */
static bool value_fits(struct kstate *s, const struct value *want, int32_t v)
{
    if (!want->is_card || v < 0 || want->def < 0)
        return want->is_card ? v < 0 && want->def < 0 : v == want->number;
    if (k_insts(s)[v].def != want->def || want->slot < 0)
        return k_insts(s)[v].def == want->def;
    return want->nth ? scene_nth(s, want) == v : k_insts(s)[v].slot == want->slot;
}

static bool have_fits(struct run *r, const struct want *w, const struct card_want *c,
                      const struct have *h)
{
    if (c->def != h->def)
        return false;
    if (c->def < 0)
        return true;
    if (c->down != h->down || (c->owner >= 0 && c->owner != h->owner))
        return false;
    for (int i = 0; i < c->nctr; i++) {
        unsigned at = h->card * r->e->d->ncardctr + r->e->d->counters[c->ctr[i].counter].index;

        if (w->viewer < 0 && !value_fits(r->s, &c->ctr[i].value, k_cardctr(r->s)[at]))
            return false;
    }
    return true;
}

static bool sets_equal(struct run *r, const struct want *w, const struct card_want *const *c,
                       int nc, const struct have *h, int nh)
{
    bool *fits = arena_alloc(r->mem, (size_t)nc * (size_t)nh + 1),
         *have = arena_alloc(r->mem, (size_t)nc + 1);
    int *owner = arena_alloc(r->mem, (size_t)(nh + 1) * sizeof *owner);

    for (int k = 0; k < nc; k++)
        for (int j = 0; j < nh; j++)
            fits[(size_t)k * (size_t)nh + (size_t)j] = have_fits(r, w, c[k], &h[j]);
    return match(r->mem, fits, nc, nh, owner, have);
}

static int cards_seen(struct run *r, const struct want *w, struct have *h)
{
    struct klook *v;
    int n = 0;

    if (w->viewer < 0) {
        for (unsigned c = k_first(r->s, w->at.slot); c != NO_CARD; c = k_next(r->s, c)) {
            const struct kinst *in = k_insts(r->s) + c;

            h[n++] = (struct have){in->def, in->face == FACE_DOWN,
                                   in->owner == NO_SEAT ? -1 : in->owner, c};
        }
        return n;
    }
    v = arena_alloc(r->mem, (size_t)(r->s->ninst + 1) * sizeof *v);
    n = k_look(r->e, r->s, w->viewer, w->at.slot, false, v, r->s->ninst);
    for (int i = 0; i < n; i++)
        h[i] = (struct have){v[i].def == REF_NONE ? -1 : v[i].def, v[i].face == FACE_DOWN,
                             v[i].owner == NO_SEAT ? -1 : v[i].owner, v[i].card};
    return n < 0 ? 0 : n;
}

/* Adds the counters of this card that the expectation names for any card of its kind. */
static void add_asked(struct run *r, const struct want *w, const struct have *h, struct str *to)
{
    uint64_t told = 0;

    for (int i = 0; w->viewer < 0 && i < w->list.n; i++) {
        const struct card_want *c = &w->list.v[i];
        for (int k = 0; c->def == h->def && k < c->nctr; k++) {
            unsigned ctr = c->ctr[k].counter, at = r->e->d->counters[ctr].index;
            if (told >> at & 1)
                continue;
            told |= 1ull << at;
            str_addf(to, " %s=", r->sc->g->def->counters[ctr].id);
            show_counter(r->sc, r->s, to, (int)ctr,
                         k_cardctr(r->s)[h->card * r->e->d->ncardctr + at]);
        }
    }
}

static const char *have_text(struct run *r, const struct want *w, const struct have *h)
{
    struct str one = {0};
    struct held held;

    arena_hold(r->mem, &held, &one, str_drop);
    str_add(&one, h->def < 0 ? "unknown" : r->sc->g->def->cards[h->def].id);
    str_add(&one, h->def >= 0 && h->down ? " down" : "");
    if (h->def >= 0)
        add_asked(r, w, h, &one);
    const char *text = arena_strdup(r->mem, str_of(&one));
    arena_release(r->mem, &held);
    return text;
}

static void differs(struct run *r, const struct want *w)
{
    r->at = w->key;
    run_fail(r, "expected %s", w->viewer < 0 ? "" : r->sc->seat_name[w->viewer]);
    str_addf(r->out, "%s%s: ", w->viewer < 0 ? "" : " sees ", w->key->text);
}

static void expect_cards(struct run *r, const struct want *w)
{
    struct have *h = arena_alloc(r->mem, (size_t)(r->s->ninst + 1) * sizeof *h);
    int nh = cards_seen(r, w, h), nc = 0, total = 0;
    bool ordered = r->e->d->zones[k_slotinfo(r->s)[w->at.slot].zone].as != AS_SET;

    for (int i = 0; i < w->list.n; i++)
        total += w->list.v[i].copies;
    const struct card_want **c = arena_alloc(r->mem, (size_t)(total + 1) * sizeof(void *));
    for (int i = 0; i < w->list.n; i++)
        for (int k = 0; k < w->list.v[i].copies; k++)
            c[nc++] = &w->list.v[i];
    bool ok = w->list.rest ? nh >= nc : nh == nc;
    for (int i = 0; i < nc && ordered && ok; i++)
        ok = have_fits(r, w, c[i], &h[i]);
    if (ok && !ordered)
        ok = sets_equal(r, w, c, nc, h, nh);
    if (!ok) {
        differs(r, w);
        show_list(r->sc, r->out, &w->list);
        str_add(r->out, "\n     found ");
        const char **text = arena_alloc(r->mem, ((size_t)nh + 1) * sizeof *text);
        for (int i = 0; i < nh; i++)
            text[i] = have_text(r, w, h + i);
        str_add(r->out, "[");
        show_texts(r->out, text, nh, nh);
        str_add(r->out, "]\n");
        if (r->e->d->zones[k_slotinfo(r->s)[w->at.slot].zone].gone)
            str_add(r->out,
                    "     cards put here leave the game (`gone`), so it is always empty\n");
    }
}

/* ---- values ---- */

static void tell_seats(struct run *r, uint32_t seats)
{
    const char *gap = "";

    str_add(r->out, "[");
    for (int i = 0; i < r->s->nseats; i++)
        if (seats >> i & 1) {
            str_addf(r->out, "%s%s", gap, r->sc->seat_name[i]);
            gap = ", ";
        }
    str_add(r->out, "]");
}

static void expect_seats(struct run *r, const struct want *w, uint32_t found)
{
    if (found == w->seats)
        return;
    differs(r, w);
    tell_seats(r, w->seats);
    str_add(r->out, "\n     found ");
    tell_seats(r, found);
    str_add(r->out, "\n");
}

static void expect_number(struct run *r, const struct want *w, int64_t found)
{
    if (found == w->value.number)
        return;
    differs(r, w);
    str_addf(r->out, "%s\n     found %lld\n", w->node->text, (long long)found);
}

static void expect_counter(struct run *r, const struct want *w)
{
    const struct kcounter *k = &r->e->d->counters[w->at.id];
    int32_t v = k->per == PER_GAME ? k_gamectr(r->s)[k->index]
                                   : k_seatctr(r->s)[w->at.seat * r->e->d->nseat + k->index];
    if (value_fits(r->s, &w->value, v))
        return;
    differs(r, w);
    str_addf(r->out, "%s\n     found ", w->node->text);
    show_value(r, r->out, w->at.id, v);
    str_add(r->out, "\n");
}

static void expect_at(struct run *r, const struct want *w)
{
    bool ok = w->nwords < 0 ? k_rules(r->s)->status != K_RUNNING : true;

    for (int i = 0; i < w->nwords; i++)
        ok &= k_phase(r->s)[w->word[i]] != 0;
    if (ok)
        return;
    differs(r, w);
    str_addf(r->out, "%s\n     found", w->node->text);
    for (int i = 0; i < r->e->d->nphases; i++)
        if (k_phase(r->s)[i])
            str_addf(r->out, " %s", r->sc->g->def->phases[i].id);
    str_add(r->out, k_rules(r->s)->status != K_RUNNING ? " end\n" : "\n");
}

/* ---- results ---- */

/* Does the word fit the result? Words: running, over, won, lost, tied, unfinished. */
static bool result_is(int word, const struct kresult *q)
{
    switch (word) {
    case 0: return q->status == K_RUNNING;
    case 1: return q->status == K_OVER;
    case 2: return q->status == K_OVER && q->sides == 1;
    case 3: return q->status == K_OVER && !q->winners;
    case 4: return q->status == K_OVER && q->sides > 1;
    default: return q->status == K_UNFINISHED;
    }
}

static void expect_result(struct run *r, const struct want *w, const struct kresult *q)
{
    static const char *const words[] = {RESULT_WORDS};

    if (result_is((int)w->value.number, q))
        return;
    differs(r, w);
    str_addf(r->out, "%s\n     found", w->node->text);
    for (int i = 0; i < 6; i++)
        if (result_is(i, q))
            str_addf(r->out, " %s", words[i]);
    str_add(r->out, "\n");
}

static void expect_why(struct run *r, const struct want *w, const struct kresult *q)
{
    bool ok = q->nwhy == w->nwords;

    for (int i = 0; i < w->nwords && ok; i++) {
        bool found = false;

        for (int k = 0; k < q->nwhy; k++)
            found |= q->why[k] == w->word[i];
        ok = found;
    }
    if (ok)
        return;
    differs(r, w);
    for (int i = 0; i < w->nwords; i++)
        str_addf(r->out, "%s%s", i ? " " : "", r->sc->g->def->words[w->word[i]].id);
    str_add(r->out, q->nwhy ? "\n     found" : "\n     found none");
    for (int i = 0; i < q->nwhy; i++)
        str_addf(r->out, " %s", r->sc->g->def->words[q->why[i]].id);
    str_add(r->out, "\n");
}

void run_expect(struct run *r, const struct want *w)
{
    struct kresult q;
    bool result = w->kind == WANT_SCORE || w->kind == WANT_WINNERS || w->kind == WANT_RESULT ||
                  w->kind == WANT_WHY;

    if (result && k_result(r->e, r->s, &q)) {
        differs(r, w);
        str_add(r->out, "\n     found an error: ");
        show_error(r->sc->g, r->out);
        return;
    }
    switch (w->kind) {
    case WANT_CARDS: expect_cards(r, w); break;
    case WANT_COUNT: expect_number(r, w, k_slots(r->s)[w->at.slot].count); break;
    case WANT_COUNTER: expect_counter(r, w); break;
    case WANT_PHASE: expect_number(r, w, k_phase(r->s)[w->at.id]); break;
    case WANT_SCORE: expect_number(r, w, q.score[w->at.seat]); break;
    case WANT_ASKS: expect_seats(r, w, run_pending(r)); break;
    case WANT_AT: expect_at(r, w); break;
    case WANT_WINNERS:
        expect_seats(r, w, k_rules(r->s)->status == K_RUNNING ? 0 : q.winners);
        break;
    case WANT_RESULT: expect_result(r, w, &q); break;
    case WANT_WHY: expect_why(r, w, &q); break;
    }
}

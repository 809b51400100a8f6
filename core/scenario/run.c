/* run.c - plays a scenario: its lines in order, strictly.
 *
 * The kernel stops at every decision. A seat without choices is answered (`none`) at once. A
 * seat with one choice is forced. It is answered when the next line is another pick. It is also
 * answered before `expect` and `offers`, if others have picked in the same decision.
 */
#include "scenario/scenario.h"

#include "say/describe.h"

#include <stdlib.h>
#include <string.h>

void run_fail(struct run *r, const char *fmt, ...)
{
    va_list args;

    if (!r->failed && r->at)
        str_addf(r->out, "line %d:\n", r->at->line);
    r->failed = true;
    str_add(r->out, "  ");
    va_start(args, fmt);
    str_vaddf(r->out, fmt, args);
    va_end(args);
}

static int kernel_fail(struct run *r)
{
    memory_check(r->mem, r->e);
    if (!r->luck.failed) {
        run_fail(r, "the game stops with an error: ");
        show_error(r->sc->g, r->out);
    }
    r->failed = true;
    return -1;
}

/* A copy of the seat's options. NULL after an error. */
static struct kchoice *options_of(struct run *r, int seat, int *n)
{
    *n = k_choices_of(r->e, r->s, seat);
    if (*n <= 0) {
        kernel_fail(r);
        return NULL;
    }
    struct kchoice *opts = arena_alloc(r->mem, (size_t)*n * sizeof *opts);
    memcpy(opts, r->e->opts, (size_t)*n * sizeof *opts);
    return opts;
}

static int answer(struct run *r, int seat, int which)
{
    return k_pick(r->e, r->s, seat, which) ? kernel_fail(r) : 0;
}

/* Runs on to the next decision with a choice, and answers seats without one. */
static int settle(struct run *r)
{
    bool again = true;

    while (again) {
        if (!run_pending(r) && k_rules(r->s)->status == K_RUNNING && k_advance(r->e, r->s) < 0)
            return kernel_fail(r);
        again = false;
        for (int seat = 0; seat < r->s->nseats; seat++) {
            int n;

            if (!(run_pending(r) >> seat & 1))
                continue;
            struct kchoice *opts = options_of(r, seat, &n);
            bool none = opts && n == 1 && opts[0].action == ACT_NONE;
            if (!opts || (none && answer(r, seat, 0)))
                return -1;
            again |= none && !run_pending(r);
        }
    }
    return 0;
}

/* Answers the forced seats. 1: the decision is complete. 0: some seat has a choice; then nothing
 * was answered unless `part`. -1: an error. */
static int answer_forced(struct run *r, bool part)
{
    uint32_t asked = run_pending(r), free_seats = 0;

    for (int seat = 0; seat < r->s->nseats; seat++) {
        int n = asked >> seat & 1 ? k_choices_of(r->e, r->s, seat) : 1;

        if (n <= 0)
            return kernel_fail(r);
        free_seats |= n == 1 ? 0 : 1u << seat;
    }
    if (free_seats && !part)
        return 0;
    for (int seat = 0; seat < r->s->nseats; seat++)
        if ((asked & ~free_seats) >> seat & 1 && answer(r, seat, 0))
            return -1;
    return free_seats ? 0 : settle(r) ? -1 : 1;
}

/* ---- picks ---- */

/* Says why the cards or the action of a pick are not offered. */
static void why_not(struct run *r, int seat, const struct pick_text *p)
{
    struct voice v = {.def = r->sc->g->def, .t = tongue_of(r->sc->g->def, "en"), .you = -1};
    struct str text = {0};
    int action = action_named(r, p->token[0]);

    for (int i = 0; i < r->s->nseats; i++)
        v.names[i] = r->sc->seat_name[i];
    for (int i = action >= 0; i < p->n; i++) {
        char *save = NULL, *token = arena_strdup(r->mem, p->token[i]);
        for (char *one = strtok_r(token, "+", &save); one; one = strtok_r(NULL, "+", &save)) {
            uint16_t c = pick_card(r, seat, one);
            if (c != NO_CARD && k_sees(r->e, r->s, seat, c))
                why_text(&text, &v, r->e, r->s, seat, k_insts(r->s)[c].def, action);
        }
    }
    if (p->n == 1 && action >= 0)
        why_action(&text, &v, r->e, r->s, seat, p->token[0]);
    str_add(r->out, str_of(&text));
    str_free(&text);
}

/* The index of the option that the pick means. -1: none. -2: several (an error). */
static int find_option(struct run *r, int seat, const struct kchoice *opts, int n,
                       const struct pick_text *p)
{
    int found = -1, more = 0;

    for (int i = 0; i < n; i++)
        if (pick_fits(r, seat, opts, i, p, false)) {
            more += found >= 0;
            found = found < 0 ? i : found;
        }
    if (!more)
        return found;
    run_fail(r, "'%s' fits %d of the choices. Add the action, the zone or #k\n", p->node->text,
             more + 1);
    return -2;
}

/* The seat of a pick. -1: unclear (an error). -2: no seat is asked. */
static int seat_of_pick(struct run *r, const struct pick_text *p)
{
    uint32_t asked = run_pending(r);

    if (p->seat >= 0)
        return p->seat;
    if (!asked)
        return -2;
    if (asked & (asked - 1)) {
        run_fail(r, "several seats are asked. Say whose pick '%s' is\n", p->node->text);
        return -1;
    }
    return __builtin_ctz(asked);
}

/* Tries the pick at this decision. 1: done, 0: not possible here, -1: failed. */
static int try_pick(struct run *r, int seat, const struct pick_text *p)
{
    int n;
    struct kchoice *opts = options_of(r, seat, &n);
    int which = opts ? find_option(r, seat, opts, n, p) : -2;
    int rc = which < -1 ? -1 : which >= 0;

    if (which == -1 && n > 1) {
        run_fail(r, "'%s' is not offered\n",
                 p->node->text); /* what is offered follows below the position */
        why_not(r, seat, p);
        rc = -1;
    }
    if (which >= 0 && answer(r, seat, which))
        rc = -1;
    return rc;
}

/* Notes the seat's only choice and why it is not the pick. It is printed if the pick never
 * comes. */
static void note_forced(struct run *r, int seat, const struct pick_text *p, struct str *to)
{
    struct str *out = r->out;
    int n;
    struct kchoice *opts = options_of(r, seat, &n);

    if (!opts || to->n)
        return;
    r->out = to;
    str_addf(to, "  before, %s had one choice, not '%s': ", r->sc->seat_name[seat],
             p->node->text);
    show_choice(r, to, seat, opts, n, 0);
    str_add(to, "\n");
    why_not(r, seat, p);
    r->out = out;
}

/* False: the game stopped before the pick. */
static bool pick_into(struct run *r, const struct pick_text *p, struct str *forced)
{
    while (!settle(r)) {
        int seat = seat_of_pick(r, p), rc = 0;
        if (seat == -1)
            return true;
        if (seat == -2 || !run_pending(r)) {
            run_fail(r, "the pick '%s' is one too many: the game is over\n", p->node->text);
            return false;
        }
        if (run_pending(r) >> seat & 1) {
            if (try_pick(r, seat, p))
                return true;
            note_forced(r, seat, p, forced);
            if (answer(r, seat, 0)) /* forced, but another pick */
                return false;
            continue;
        }
        rc = answer_forced(r, false);
        if (rc < 0)
            return false;
        if (rc == 0) {
            run_fail(r, "%s has no choice before another player has one\n",
                     r->sc->seat_name[seat]);
            return false;
        }
    }
    return false;
}

/* Makes forced picks until a seat has a choice. */
static void take_forced(struct run *r)
{
    int rc = settle(r) ? -1 : 1, taken = 0;

    while (rc > 0 && run_pending(r)) {
        rc = answer_forced(r, false);
        taken += rc > 0;
    }
    if (rc >= 0 && !taken)
        run_fail(r, "'forced' takes nothing: %s\n",
                 rc ? "the game is over" : "somebody has a choice to make");
}

void run_pick(struct run *r, const struct pick_text *p)
{
    struct str forced = {0};

    if (pick_is_forced(p)) {
        take_forced(r);
        return;
    }
    if (!pick_into(r, p, &forced))
        str_add(r->out, str_of(&forced));
    str_free(&forced);
}

/* For `expect` and `offers`: completes a decision if some seat has picked and all others are
 * forced. */
static int finish_round(struct run *r)
{
    if (settle(r))
        return -1;
    if (run_pending(r) && (k_rules(r->s)->asked & ~run_pending(r)) && r->sc->lines) {
        if (answer_forced(r, false) < 0)
            return -1;
    }
    return 0;
}

void run_settle(struct run *r)
{
    if (!finish_round(r) && r->luck.failed)
        r->failed = true;
}

/* ---- offers, refused ---- */

static void check_offers(struct run *r, const struct line *l, int seat,
                         const struct kchoice *opts, int n)
{
    bool *fits = arena_alloc(r->mem, (size_t)l->noffers * (size_t)n + 1),
         *have = arena_alloc(r->mem, (size_t)l->noffers + 1);
    int *owner = arena_alloc(r->mem, (size_t)n * sizeof *owner);

    for (int k = 0; k < l->noffers; k++)
        for (int j = 0; j < n; j++)
            fits[k * n + j] = pick_fits(r, seat, opts, j, &l->offers[k], false);
    match(r->mem, fits, l->noffers, n, owner, have);
    for (int k = 0; k < l->noffers; k++)
        if (!have[k]) {
            r->at = l->offers[k].node;
            run_fail(r, "not offered to %s: %s\n", r->sc->seat_name[seat],
                     l->offers[k].node->text);
        }
    for (int j = 0; j < n; j++)
        if (owner[j] < 0) {
            run_fail(r, "offered to %s, too: ", r->sc->seat_name[seat]);
            show_choice(r, r->out, seat, opts, n, j);
            str_add(r->out, "\n");
        }
}

/* The only asked seat, when none is named. -1 after an error. */
static int asked_seat(struct run *r, int seat)
{
    struct pick_text p = {.seat = seat, .node = r->at};

    if (seat < 0)
        seat = seat_of_pick(r, &p);
    if (seat >= 0 && (run_pending(r) >> seat & 1))
        return seat;
    if (seat != -1)
        run_fail(r, "%s is not asked\n", seat < 0 ? "anybody" : r->sc->seat_name[seat]);
    return -1;
}

static void do_offers(struct run *r, const struct line *l)
{
    int n, seat;

    if (finish_round(r) || (seat = asked_seat(r, l->seat)) < 0)
        return;
    struct kchoice *opts = options_of(r, seat, &n);
    if (opts)
        check_offers(r, l, seat, opts, n);
}

/* The kernel must also refuse a pick that is not offered. Tries every record that the words
 * could mean on a copy, one for each offered action. */
static void try_refused(struct run *r, int seat, const struct kchoice *opts, int n,
                        const struct pick_text *p)
{
    struct kstate *copy = arena_alloc(r->mem, r->s->room);
    struct kchoice c;

    for (int i = 0; i < n && !r->failed; i++) {
        if ((i && opts[i].action == opts[i - 1].action) ||
            !pick_record(r, seat, &opts[i], p, &c))
            continue;
        memcpy(copy, r->s, r->s->size);
        if (!k_pick_choice(r->e, copy, seat, c))
            run_fail(r, "'%s' is not offered, but it is accepted\n", p->node->text);
        memory_check(r->mem, r->e);
        r->e->err = (struct kerror){0};
    }
}

static void do_refused(struct run *r, const struct line *l)
{
    int n, seat;

    if (finish_round(r) || (seat = asked_seat(r, l->seat)) < 0)
        return;
    struct kchoice *opts = options_of(r, seat, &n);
    if (!opts)
        return;
    for (int i = 0; i < n; i++)
        if (pick_fits(r, seat, opts, i, &l->pick, true)) {
            run_fail(r, "'%s' is offered to %s\n", l->pick.node->text, r->sc->seat_name[seat]);
            break;
        }
    if (!r->failed)
        try_refused(r, seat, opts, n, &l->pick);
}

/* ---- the run ---- */

void run_begin(struct run *r)
{
    r->s = arena_alloc(r->mem, r->sc->size);
    r->failed = scene_setup(r->mem, r->sc, r->e, r->s, r->seed, r->out) != 0;
    luck_begin(&r->luck, r->sc, r->e, r->seed, r->out);
}

static void do_line(struct run *r, const struct line *l)
{
    r->at = l->node;
    switch (l->kind) {
    case LINE_PICK: run_pick(r, &l->pick); break;
    case LINE_OFFERS: do_offers(r, l); break;
    case LINE_REFUSED: do_refused(r, l); break;
    case LINE_EXPECT:
        if (finish_round(r))
            break;
        for (int i = 0; i < l->nwants; i++)
            run_expect(r, &l->wants[i]);
        break;
    }
}

/* At the end no decision may be half made, and no luck left. */
static void check_end(struct run *r)
{
    const struct scene *sc = r->sc;

    r->at = NULL;
    if (finish_round(r))
        return;
    if (run_pending(r) && (k_rules(r->s)->asked & ~run_pending(r)) && sc->nlines &&
        sc->lines[sc->nlines - 1].kind == LINE_PICK)
        run_fail(r, "more picks are needed to complete the decision\n");
    if (!r->failed && r->luck.pos < sc->nluck) {
        r->at = sc->luck[r->luck.pos].node;
        run_fail(r, "%d entries of 'luck' are left over\n", sc->nluck - r->luck.pos);
    }
}

/* The whole run. Out of memory, its report is lost. */
static void run_whole(void *ctx)
{
    struct run *r = ctx;
    struct scene *sc = r->sc;
    unsigned lost = mem_losses();

    run_begin(r);
    bool begun = !r->failed;
    for (int i = 0; i < sc->nlines && !r->failed; i++) {
        do_line(r, &sc->lines[i]);
        memory_check(r->mem, r->e);
    }
    if (!r->failed)
        check_end(r);
    if (r->failed && begun) {
        r->e->err = (struct kerror){0};
        show_position(r, r->out);
        show_offers(r, r->out);
        memory_check(r->mem, r->e);
    }
    if (mem_losses() != lost)
        arena_fail(r->mem);
}

int scene_run(struct scene *sc, uint64_t seed, char **report)
{
    struct str out = {0};
    struct run r = {.mem = arena_new(), .sc = sc, .e = sc->g->e, .seed = seed, .out = &out};

    *report = NULL;
    r.e->err = (struct kerror){0};
    bool done = r.mem && arena_try(r.mem, run_whole, &r);
    if (r.e->luck)
        luck_end(&r.luck, r.e);
    arena_free(r.mem);
    if (done && r.failed)
        *report = out.s;
    else
        str_free(&out);
    return !done ? -1 : !r.failed;
}

/* games.c - plays lines in threads, and single games again, for a replay or to see what grows in
 * them. */
#include "attack.h"

#include "tools/clock.h"
#include "tools/memory.h"
#include "tools/stats/inference.h"
#include "tools/stopped.h"
#include "tools/threads.h"

#include <stdlib.h>
#include <string.h>

/* Deals that a thread takes at once. Of a loop: rounds that are kept, picks in the longest, rounds
 * that must be alike. */
enum { DEALS_AT_ONCE = 4, ROUNDS = 64, LONGEST_ROUND = 16, REPEATED = 8 };
/* How softly trained bots draw their picks, as in training: in thousandths. */
enum { SOFT = 1000 };
/* The stream of a game's seed that draws samples, behind those of the game and its players. */
enum { SAMPLE_STREAM = 3000 };

/* Called at each pick that the plan settled. */
typedef void watch_fn(void *ctx, ct_engine *engine, ct_state *game, int seat, int kind);

/* One thread. */
struct worker {
    struct attack *a;
    ct_engine *engine;
    ct_state *game, *way, **kept; /* kept: [kind], the game at its sample */
    struct player players[CT_MAX_SEATS];
    struct course *course; /* or NULL */
    struct sample {
        uint64_t n; /* choices of this kind so far; one is the sample */
        int seat, other;
        size_t at; /* in the log */
    } * sample;
    struct logged {
        int seat;
        uint64_t key;
    } * log; /* the picks of the game under way */
    size_t nlog, logs;
    unsigned *lead; /* [pick]: who leads then */
    uint64_t leads; /* room for so many */
    struct ct_rng rng;
    struct ct_replay *rec; /* or NULL */
    watch_fn *watch;       /* or NULL */
    void *ctx;
    uint64_t most;     /* picks */
    const char *wrong; /* why a player failed */
    bool cut;
};

bool attack_over(struct attack *a, double part)
{
    bool over =
        stopped() || (a->seconds && seconds_now() - a->begun > part * (double)a->seconds);

    a->late |= over;
    return over;
}

struct player attack_player(const struct attack *a, bool soft)
{
    return (struct player){
        .kind = PLAYER_BOT,
        .spec = {.kind = CT_BOT_LEARNT, .policy = a->policy, .temperature = soft ? SOFT : 0}};
}

static bool begin(struct worker *w, struct attack *a)
{
    *w = (struct worker){.a = a, .most = a->longest};
    w->engine = engine_open(a->def, NULL);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        w->players[i] = (struct player){.kind = PLAYER_BOT,
                                        .spec = {.kind = CT_BOT_LEARNT, .policy = a->policy}};
    return w->engine != NULL;
}

static void end(struct worker *w)
{
    for (int i = 0; w->kept && i < w->a->names.kinds; i++)
        ct_state_free(w->kept[i]);
    free(w->kept);
    free(w->sample);
    free(w->lead);
    free(w->log);
    players_free(w->players, CT_MAX_SEATS);
    ct_state_free(w->game);
    ct_state_free(w->way);
    ct_engine_free(w->engine);
}

/* ---- of trained play: what is taken, and whether it matters ---- */

/* … of cards, each counted once in a choice. */
static void note_cards(struct worker *w, int seat, int n, int pick)
{
    struct course *c = w->course;
    int taken = ct_choice_card(w->engine, w->game, seat, pick);

    c->choices++;
    for (int i = 0; i < n; i++) {
        int card = ct_choice_card(w->engine, w->game, seat, i);
        if (card < 0 || c->card[card].met == c->choices)
            continue;
        c->card[card].met = c->choices;
        c->card[card].shown++;
        c->card[card].taken += card == taken;
    }
}

static void note_offers(struct worker *w, int seat, int n, int pick)
{
    struct course *c = w->course;
    uint64_t met[CT_MAX_CHOSEN] = {0};
    int taken = ct_choice_kind(w->engine, w->game, seat, pick);

    for (int i = 0; i < n; i++) {
        int kind = ct_choice_kind(w->engine, w->game, seat, i);
        bool before = false;
        if (kind < 0 || kind >= 64 * CT_MAX_CHOSEN)
            continue;
        before = met[kind / 64] >> kind % 64 & 1;
        met[kind / 64] |= UINT64_C(1) << kind % 64;
        c->kind[kind].offered += !before;
    }
    note_cards(w, seat, n, pick);
    if (taken < 0)
        return;
    c->kind[taken].picked++;
    struct sample *s = &w->sample[taken];
    if (ct_rng_below(&w->rng, (uint32_t)++s->n))
        return;
    s->seat = seat;
    s->at = w->nlog;
    s->other = (pick + 1 + (int)ct_rng_below(&w->rng, (uint32_t)n - 1)) % n;
    if (!w->kept[taken])
        w->kept[taken] = ct_clone(w->game);
    else
        ct_copy(w->kept[taken], w->game);
}

static void note_pick(struct worker *w, int seat, int pick)
{
    MEM_MORE(w->log, w->nlog, w->logs);
    w->log[w->nlog++] = (struct logged){seat, ct_choice_key(w->engine, w->game, seat, pick)};
}

static bool is_same(const struct ct_result *a, const struct ct_result *b)
{
    return a->winners == b->winners && a->status == b->status &&
           !memcmp(a->share, b->share, sizeof a->share) &&
           !memcmp(a->score, b->score, sizeof a->score);
}

/* The game at its sample, with another choice made. */
static bool turn_off(struct worker *w, int kind)
{
    const struct sample *s = &w->sample[kind];

    if (!w->way)
        w->way = ct_clone(w->game);
    ct_copy(w->way, w->kept[kind]);
    return ct_choices(w->engine, w->way, s->seat) > s->other &&
           !ct_pick(w->engine, w->way, s->seat, s->other);
}

/* Can the same picks follow, and is the result the same? */
static bool goes_the_same(struct worker *w, int kind, const struct ct_result *was)
{
    struct ct_result r;

    if (!turn_off(w, kind))
        return false;
    for (size_t i = w->sample[kind].at + 1; i < w->nlog; i++) {
        int seat = w->log[i].seat;
        if (ct_advance(w->engine, w->way) != 1 || !(ct_pending(w->way) >> seat & 1) ||
            ct_choices(w->engine, w->way, seat) < 1)
            return false;
        int pick = ct_choice_find(w->engine, w->way, seat, w->log[i].key);
        if (pick < 0 || ct_pick(w->engine, w->way, seat, pick))
            return false;
    }
    return !ct_advance(w->engine, w->way) && !ct_get_result(w->engine, w->way, &r) &&
           is_same(&r, was);
}

/* What the seat gets, in points or else in shares, if all go on as they like best. */
static bool gets(struct worker *w, int kind, const struct shown *g, struct ct_result *r)
{
    struct player *player[CT_MAX_SEATS];
    const char *why;

    for (int i = 0; i < CT_MAX_SEATS; i++)
        player[i] = &w->players[i];
    players_seed(w->players, CT_MAX_SEATS, g->seed);
    return turn_off(w, kind) && !players_finish(player, w->engine, w->way, &why) &&
           !ct_get_result(w->engine, w->way, r);
}

/* Plays the game again with another choice in the place of each kind's sample: first with the same
 * picks after it. If that changes nothing, with new picks, since the choice may have told the
 * players something. */
static void swap(struct worker *w, const struct shown *g, const struct ct_result *was)
{
    struct course *c = w->course;

    for (int kind = 0; kind < w->a->names.kinds; kind++) {
        struct ct_result r;
        int seat = w->sample[kind].seat;
        if (!w->sample[kind].n)
            continue;
        c->kind[kind].swapped++;
        if (!goes_the_same(w, kind, was)) {
            c->kind[kind].differed++;
        } else if (gets(w, kind, g, &r)) {
            __int128 gain =
                r.scored ? r.score[seat] - was->score[seat] : r.share[seat] - was->share[seat];
            c->kind[kind].gain += gain;
            c->kind[kind].gains += gain * gain;
        }
    }
}

static void note_lead(struct worker *w, uint64_t picks)
{
    gametally_asked(&w->course->games, w->engine, w->game);
    if (picks >= w->leads) {
        uint64_t room = 2 * picks + 64;
        w->lead = mem_realloc(w->lead, room * sizeof *w->lead);
        memset(w->lead + w->leads, 0, (room - w->leads) * sizeof *w->lead);
        w->leads = room;
    }
    w->lead[picks] = w->course->games.leads.now;
}

/* Does a player who leads alone at half time win? */
static void count_lead(struct worker *w, const struct ct_result *r, uint64_t number)
{
    uint64_t half = ct_get_stats(w->game).picks / 2;
    unsigned first = half < w->leads ? w->lead[half] : 0;
    bool alone = false;

    for (int i = 0; first >> i; i++)
        alone |= first >> i & 1 && r->side[i] == first;
    if (!alone)
        return;
    w->course->led++;
    w->course->kept += r->winners == first;
    if (r->winners == first)
        w->course->kept_in = earlier(w->course->kept_in, number);
}

/* ---- a game ---- */

static int take(struct worker *w, const struct shown *g, int seat, bool *said)
{
    bool planned = g->plan && (g->seat < 0 || g->seat == seat), own = false;
    int n, pick = player_ask(&w->players[seat], w->engine, w->game, seat, &n, &w->wrong);

    if (pick < 0)
        return -1;
    if (n > 1 && planned)
        pick = plan_pick(g->plan, w->engine, w->game, seat, n, pick, &w->players[seat], &own);
    if (pick < 0)
        return -1;
    *said |= own;
    if (own && w->watch)
        w->watch(w->ctx, w->engine, w->game, seat,
                 ct_choice_kind(w->engine, w->game, seat, pick));
    if (n > 1 && w->course) {
        gametally_pick(&w->course->games, ct_choice_kind(w->engine, w->game, seat, pick), n, 1);
        note_offers(w, seat, n, pick);
    }
    if (w->course)
        note_pick(w, seat, pick);
    if (w->rec)
        ct_replay_note(w->rec, w->engine, w->game, seat, pick);
    return ct_pick(w->engine, w->game, seat, pick);
}

/* Plays a game that has begun. 0: over; 1: it does not end; -1: it failed. */
static int play_on(struct worker *w, const struct shown *g, uint64_t *said)
{
    int rc;

    while ((rc = ct_advance(w->engine, w->game)) == 1) {
        unsigned pending = ct_pending(w->game);
        if (w->most && ct_get_stats(w->game).picks >= w->most)
            return 1;
        if (w->course)
            note_lead(w, ct_get_stats(w->game).picks);
        for (int seat = 0; pending >> seat; seat++) {
            bool own = false;
            if (pending >> seat & 1 && take(w, g, seat, &own))
                return -1;
            *said += own;
        }
    }
    return rc;
}

static bool start(struct worker *w, const struct shown *g)
{
    struct ct_setup setup = w->a->setup;

    setup.seed = g->seed;
    players_seed(w->players, CT_MAX_SEATS, g->seed);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        w->players[i].spec.temperature = g->soft ? SOFT : 0;
    w->rng = ct_rng_make(g->seed, SAMPLE_STREAM);
    w->nlog = 0;
    if (w->lead)
        memset(w->lead, 0, w->leads * sizeof *w->lead);
    if (w->sample)
        memset(w->sample, 0, (size_t)w->a->names.kinds * sizeof *w->sample);
    if (w->game)
        return !ct_game_restart(w->engine, w->game, g->seed);
    return (w->game = ct_game_new(w->engine, &setup)) != NULL;
}

/* ---- lines ---- */

struct run {
    struct attack *a;
    struct line *line;
    size_t n;
    struct course *course;
    atomic_size_t next; /* task */
    double part;
    pthread_mutex_t lock; /* for what follows, and the counts of lines */
};

static uint64_t seats_in(const struct attack *a, const struct line *l)
{
    return l->plan && !l->all ? (uint64_t)a->people : 1;
}

/* The seat of player number i. */
static int seat_of(const ct_state *game, int i)
{
    int seat = 0;

    while (seat < ct_seats(game) && (!ct_is_person(game, seat) || i-- > 0))
        seat++;
    return seat;
}

static int played(struct worker *w, const struct line *l, struct line_count *c, uint64_t number,
                  uint64_t deal, int person, uint64_t *share)
{
    struct shown g = {.plan = l->plan, .seat = -1, .seed = game_seed(l->seed, deal + 1)};
    struct ct_result r;

    if (!start(w, &g))
        return -1;
    if (!l->all)
        g.seat = seat_of(w->game, person);
    int rc = play_on(w, &g, &c->said);
    c->games++;
    if (rc < 0) {
        c->failed++;
        c->failed_in = earlier(c->failed_in, number);
        return 0;
    }
    if (ct_get_result(w->engine, w->game, &r))
        return -1;
    if (r.status != CT_OVER) {
        c->unended++;
        c->unended_in = earlier(c->unended_in, number);
        return 0;
    }
    if (w->course) {
        gametally_game(&w->course->games, w->engine, w->game, &r, number);
        count_lead(w, &r, number);
        swap(w, &g, &r);
    }
    if (g.seat >= 0) {
        *share += (uint64_t)r.share[g.seat];
        if (r.winners >> g.seat & 1)
            c->won_in = earlier(c->won_in, number);
    }
    return 0;
}

#define COUNTED struct line_count
static const struct columns line_columns = COLUMNS(
    NULL, COUNT(games), COUNT(unended), COUNT(failed), COUNT(said), COUNT(sums.deals),
    COUNT(sums.share), COUNT(sums.squares), FIRST(unended_in), FIRST(failed_in), FIRST(won_in));
#undef COUNTED
#define COUNTED struct course
static const struct columns course_columns =
    COLUMNS(NULL, COUNT(led), COUNT(kept), FIRST(kept_in));
#undef COUNTED
#define COUNTED struct course_card
static const struct columns cell_columns = COLUMNS(NULL, COUNT(shown), COUNT(taken));
#undef COUNTED
#define COUNTED struct course_kind
static const struct columns kind_columns =
    COLUMNS(NULL, COUNT(offered), COUNT(picked), COUNT(swapped), COUNT(differed), SUM(gain),
            SUM(gains));

/* Some deals of one line. */
static void play_task(struct run *run, struct worker *w, struct line *l, uint64_t first)
{
    struct line_count c = {0};
    uint64_t seats = seats_in(run->a, l);

    for (uint64_t deal = first; deal < first + DEALS_AT_ONCE && deal < l->deals; deal++) {
        uint64_t share = 0;
        for (uint64_t i = 0; i < seats; i++)
            if (played(w, l, &c, deal * seats + i + 1, deal, (int)i, &share))
                c.failed++;
        c.sums.deals++;
        c.sums.share += share;
        c.sums.squares += share * share;
        progress_add(&run->a->progress, seats);
    }
    pthread_mutex_lock(&run->lock);
    columns_merge(&line_columns, &l->got, &c, 1);
    pthread_mutex_unlock(&run->lock);
}

/* Task i: the lines, which have equally many deals, take turns. NULL after the last. */
static struct line *task_at(const struct run *run, size_t i, uint64_t *first)
{
    *first = run->n ? i / run->n * DEALS_AT_ONCE : 0;
    return run->n && *first < run->line->deals ? &run->line[i % run->n] : NULL;
}

static void add_course(struct course *to, const struct course *from)
{
    gametally_merge(&to->games, &from->games);
    columns_merge(&course_columns, to, from, 1);
    columns_merge(&cell_columns, to->card, from->card, (size_t)to->cards);
    columns_merge(&kind_columns, to->kind, from->kind, (size_t)to->kinds);
}

static void *work(void *ctx)
{
    struct run *run = ctx;
    struct worker w;
    struct course own;
    struct line *l;
    uint64_t first;
    bool good = begin(&w, run->a);

    if (run->course) {
        course_begin(&own, run->a);
        w.course = &own;
        w.sample = mem_zero(((size_t)own.kinds + 1) * sizeof *w.sample);
        w.kept = mem_zero(((size_t)own.kinds + 1) * sizeof *w.kept);
    }
    while (good && !stopped() && (l = task_at(run, atomic_fetch_add(&run->next, 1), &first)))
        if (attack_over(run->a, run->part))
            break;
        else
            play_task(run, &w, l, first);
    if (run->course) {
        pthread_mutex_lock(&run->lock);
        add_course(run->course, &own);
        pthread_mutex_unlock(&run->lock);
        course_free(&own);
    }
    end(&w);
    return NULL;
}

void lines_play(struct attack *a, struct line *line, size_t n, double part,
                struct course *course)
{
    struct run run = {.a = a, .line = line, .n = n, .course = course, .part = part};
    uint64_t games = 0;

    for (size_t i = 0; i < n; i++)
        games += line[i].deals * seats_in(a, &line[i]);
    pthread_mutex_init(&run.lock, NULL);
    progress_begin(&a->progress, "games", games);
    threads_run(a->jobs, work, &run);
    progress_end(&a->progress);
    pthread_mutex_destroy(&run.lock);
}

struct ct_learn_share line_share(const struct attack *a, const struct line *l)
{
    const struct ct_learn_sums *s = &l->got.sums;
    struct ct_learn_share share =
        ct_learn_share_of((double)s->share, (double)s->squares, s->deals, a->people);

    share.error = share_error(share.error, share.share, (double)s->deals);
    return share;
}

struct shown line_game(const struct attack *a, const struct line *l, uint64_t in)
{
    uint64_t seats = seats_in(a, l), deal = (in - 1) / seats;

    return (struct shown){.plan = l->plan,
                          .seat = l->all || !l->plan ? -1 : (int)((in - 1) % seats),
                          .seed = game_seed(l->seed, deal + 1)};
}

void course_begin(struct course *c, const struct attack *a)
{
    *c = (struct course){.kinds = a->names.kinds, .cards = a->names.cards};
    gametally_begin(&c->games, a->names.kinds, a->names.words);
    c->card = mem_zero(((size_t)c->cards + 1) * sizeof *c->card);
    c->kind = mem_zero(((size_t)c->kinds + 1) * sizeof *c->kind);
}

void course_free(struct course *c)
{
    gametally_free(&c->games);
    free(c->card);
    free(c->kind);
    *c = (struct course){0};
}

/* ---- one game again ---- */

/* Plays it, and begins `rec` unless it is NULL. 0; 1: it does not end; -1: it failed, w->wrong or
 * the engine says why. */
static int again(struct worker *w, const struct shown *game, struct ct_replay *rec)
{
    struct shown g = *game;
    uint64_t said = 0;

    if (!start(w, &g))
        return -1;
    if (g.seat >= 0)
        g.seat = seat_of(w->game, g.seat);
    if (rec) {
        ct_replay_init(rec, w->engine, w->game, w->a->name);
        w->rec = rec;
    }
    return play_on(w, &g, &said);
}

char *game_replay(struct attack *a, const struct shown *game, size_t most)
{
    struct ct_replay rec = {0};
    struct worker w;
    char *text = NULL;

    if (!begin(&w, a))
        return NULL;
    if (!w.most || w.most > most)
        w.most = most;
    if (again(&w, game, &rec) >= 0) {
        for (int i = 0; i < a->seats; i++)
            ct_replay_player(&rec, i, "learnt");
        if (!ct_replay_close(&rec, w.engine, w.game))
            text = mem_had(ct_replay_text(&rec));
    }
    ct_replay_free(&rec);
    end(&w);
    return text;
}

char *game_fails(struct attack *a, const struct shown *game)
{
    struct worker w;
    char *text = NULL;

    if (begin(&w, a) && again(&w, game, NULL) < 0)
        text = mem_strdup(w.wrong ? w.wrong : ct_error(w.engine));
    end(&w);
    return text;
}

/* ---- what grows ---- */

/* The last rounds: what counters and piles held whenever one seat made a pick that the plan
 * settled. */
struct growth {
    const struct attack *a;
    int seat, kind, columns, counters;
    uint64_t n; /* rounds so far; v has the last ROUNDS, round i in row i % ROUNDS */
    int32_t *v;
};

/* Looks at all that can grow: counters of the game and of seats, cards in zones. */
static void look(void *ctx, ct_engine *engine, ct_state *game, int seat, int kind)
{
    struct growth *g = ctx;
    int zones = ct_get_info(g->a->def, NULL).zones, seats = ct_seats(game);

    if (g->n && (seat != g->seat || kind != g->kind))
        return;
    g->seat = seat;
    g->kind = kind;
    g->columns = (seats + 1) * (g->counters + zones);
    if (!g->v)
        g->v = mem_zero(ROUNDS * (size_t)(g->columns + 1) * sizeof *g->v);
    int32_t *to = &g->v[(size_t)(g->n++ % ROUNDS) * (size_t)g->columns];
    for (int s = -1; s < seats; s++) {
        ct_counters(engine, game, s, to);
        to += g->counters;
        for (int z = 0; z < zones; z++)
            *to++ = ct_zone_count(engine, game, z, s);
    }
}

/* How much the column grew in the `by` rounds that ended `back` rounds ago. */
static int64_t step(const struct growth *g, int column, int by, int back)
{
    const size_t n = (size_t)g->columns;
    uint64_t at = g->n - 1 - (uint64_t)back;

    return (int64_t)g->v[(size_t)(at % ROUNDS) * n + (size_t)column] -
           g->v[(size_t)((at - (uint64_t)by) % ROUNDS) * n + (size_t)column];
}

/* Does every round of so many picks repeat the one before? */
static bool repeats(const struct growth *g, int by)
{
    for (int c = 0; c < g->columns; c++)
        for (int i = 1; i + by < ROUNDS && i <= by * REPEATED; i++)
            if (step(g, c, by, i) != step(g, c, by, 0))
                return false;
    return true;
}

static const char *column_name(const struct growth *g, int column)
{
    int each = g->counters + ct_get_info(g->a->def, NULL).zones, at = column % each;

    return at < g->counters ? ct_counter_id(g->a->def, at)
                            : ct_zone_id(g->a->def, at - g->counters);
}

static char *tell_growth(const struct growth *g, int by)
{
    struct buffer b = {0};
    int told = 0;

    for (int c = 0; c < g->columns && told < 6; c++) {
        int64_t grows = step(g, c, by, 0);
        if (!grows)
            continue;
        buffer_add(&b, "%s%s %+lld", told++ ? ", " : "each round changes ", column_name(g, c),
                   (long long)grows);
    }
    if (!told)
        buffer_add(&b, "each round leaves all counters and piles as they were");
    return buffer_take(&b);
}

char *game_loop(struct attack *a, const struct shown *game)
{
    struct growth g = {.a = a, .counters = ct_get_info(a->def, NULL).counters};
    struct worker w;
    char *text = NULL;

    if (begin(&w, a)) {
        w.watch = look;
        w.ctx = &g;
        if (again(&w, game, NULL) >= 0 && g.n >= ROUNDS)
            for (int by = 1; by <= LONGEST_ROUND / 2 && !text; by++)
                if (repeats(&g, by))
                    text = tell_growth(&g, by);
    }
    free(g.v);
    end(&w);
    return text;
}

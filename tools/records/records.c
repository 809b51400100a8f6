/* records.c - writes the games of a run into files for other programs. */
#include "records.h"

#include "format.h"
#include "tools/common.h"
#include "tools/inorder.h"
#include "tools/memory.h"
#include "tools/there.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct records {
    struct inorder queue;
    const struct records_run *run;
    const struct format *format;
    void *to;
};

static const struct format *const formats[] = {&format_sqlite, &format_ndjson, &format_csv};
enum { FORMATS = sizeof formats / sizeof *formats };

bool seat_counts(const struct records_run *run, int seat)
{
    return run->bot[seat] && run->bot[0] && !strcmp(run->bot[seat], run->bot[0]);
}

bool records_may_replace(const char *path, long at, const char *mark, const char *command)
{
    char found[64] = "";
    long n = (long)strlen(mark);

    errno = 0;
    bool any = there_peek(path, 0, found, 1) != 0;
    int hidden = errno == EACCES || errno == EMFILE ? errno : 0; /* it may be anything */
    bool ours =
        any && there_peek(path, at, found, (size_t)n) == n && !memcmp(found, mark, (size_t)n);

    if (any && !ours && hidden)
        complain("%s: --records %s: cannot read the file of this name: %s", command, path,
                 strerror(hidden));
    else if (any && !ours)
        complain(
            "%s: --records %s: the file of this name has no records, so it is not overwritten",
            command, path);
    return !any || ours;
}

static const struct format *format_for(const char *path, const char *command)
{
    size_t n = strlen(path);

    for (int i = 0; i < FORMATS; i++) {
        size_t ending = strlen(formats[i]->ending);
        if (n > ending && !strcmp(path + n - ending, formats[i]->ending))
            return formats[i];
    }
    complain("%s: --records %s: the name must end in .sqlite, .ndjson or .csv", command, path);
    return NULL;
}

static void drop(void *game)
{
    record_clear(game);
    free(game);
}

/* ---- the rows of a game ---- */

#define ROW(r, table, ...)                                                                     \
    (r)->format->row((r)->to, table, (const struct value[]){__VA_ARGS__},                      \
                     (int)(sizeof(struct value[]){__VA_ARGS__} / sizeof(struct value)))

static void put_seats(struct records *r, const struct record *g)
{
    const struct ct_result *res = &g->result;
    bool decided = res->won || res->lost;

    for (int i = 0; i < g->seats; i++) {
        struct value bot = TEXT(r->run->bot[i] ? r->run->bot[i] : ""),
                     counted = NUMBER(seat_counts(r->run, i));
        bot.once = counted.once = true;
        if (g->people >> i & 1)
            ROW(r, SEATS, NUMBER(g->number), NUMBER(i), bot, counted, REAL(share_of(g, i)),
                NUMBER_IF(res->scored, res->score[i]), NUMBER_IF(decided, res->won >> i & 1),
                NUMBER_IF(decided, res->lost >> i & 1));
    }
}

static void put_cards(struct records *r, const struct record *g)
{
    const ct_definition *def = r->run->def;

    for (const struct record_card *c = g->card; c < g->card + g->ncards; c++)
        ROW(r, CARDS, NUMBER(g->number), NAMED(c->zone, ct_zone_id(def, c->zone)),
            NAMED(c->seat, c->seat < 0 ? "" : NULL), NAMED(c->card, ct_card_id(def, c->card)),
            NUMBER(c->up), NUMBER(c->copies));
}

static void put_picks(struct records *r, const struct record *g)
{
    const ct_definition *def = r->run->def;
    const struct record_offer *offer = g->offer;

    for (size_t i = 0; i < g->npicks; i++) {
        const struct record_pick *p = &g->pick[i];
        ROW(r, PICKS, NUMBER(g->number), NUMBER(i + 1), NUMBER(p->seat),
            NAMED(p->kind, ct_kind_id(def, p->kind)), NUMBER(p->choices), NUMBER(p->choice),
            p->card < 0 ? NUMBER_IF(false, 0) : NAMED(p->card, ct_card_id(def, p->card)));
        for (int k = 0; k < p->offers; k++, offer++)
            ROW(r, OFFERS, NUMBER(g->number), NUMBER(i + 1),
                NAMED(offer->kind, ct_kind_id(def, offer->kind)),
                NAMED(offer->card, ct_card_id(def, offer->card)), NUMBER(offer->picked));
    }
}

static void put_rows(struct records *r, const struct record *g)
{
    char seed[32]; /* SQLite's numbers end at 2^63 */

    snprintf(seed, sizeof seed, "%" PRIu64, g->seed);
    ROW(r, GAMES, NUMBER(g->number), TEXT(seed), NUMBER(g->result.status == CT_OVER),
        NUMBER(g->stats.picks), NUMBER(g->stats.forced));
    put_seats(r, g);
    put_cards(r, g);
    if (r->run->picks)
        put_picks(r, g);
}

/* ---- all of them ---- */

static bool take(void *ctx, void *game)
{
    struct records *r = ctx;

    if (r->format->row)
        put_rows(r, game);
    bool good = r->format->game(r->to, game);

    drop(game);
    return good;
}

struct records *records_open(const char *path, const struct records_run *run,
                             const char *command)
{
    const struct format *format = format_for(path, command);
    void *to = format ? format->open(path, run, command) : NULL;

    if (!to)
        return NULL;
    struct records *r = mem_zero(sizeof *r);
    r->run = run;
    r->format = format;
    r->to = to;
    inorder_begin(&r->queue, take, drop, r);
    return r;
}

bool records_put(struct records *r, uint64_t i, struct record *game)
{
    struct record *own = mem_alloc(sizeof *own);

    *own = *game;
    *game = (struct record){0};
    return inorder_put(&r->queue, i, own, record_size(own));
}

void records_give_up(struct records *r)
{
    inorder_give_up(&r->queue);
}

bool records_close(struct records *r, bool wanted)
{
    inorder_end(&r->queue);
    bool good = r->format->close(r->to, wanted);
    free(r);
    return good;
}

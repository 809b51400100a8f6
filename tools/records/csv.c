/* csv.c - records as files of comma-separated values (RFC 4180), one for each table: NAME.games.csv, NAME.seats.csv,
 * NAME.cards.csv, and NAME.picks.csv and NAME.offers.csv. */
#include "format.h"

#include "tools/memory.h"
#include "tools/textfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Table, its columns. */
#define TABLES(X)                                                                              \
    X(GAMES, "games", "game,seed,ended,picks,forced")                                          \
    X(SEATS, "seats", "game,seat,bot,counted,share,score,won,lost")                            \
    X(CARDS, "cards", "game,zone,seat,card,up,copies")                                         \
    X(PICKS, "picks", "game,pick,seat,kind,choices,choice,card")                               \
    X(OFFERS, "offers", "game,pick,kind,card,picked")
enum table {
#define X(id, name, columns) id,
    TABLES(X)
#undef X
        NTABLES
};
static const struct {
    const char *name, *columns;
} tables[] = {
#define X(id, name, columns) {name, columns "\n"},
    TABLES(X)
#undef X
};

struct csv {
    const struct records_run *run;
    struct textfile file[NTABLES];
    struct buffer path[NTABLES];
    int open; /* so many of them */
};

static int wanted_tables(const struct records_run *run)
{
    return run->picks ? NTABLES : PICKS;
}

static bool close_csv(void *ctx, bool wanted)
{
    struct csv *c = ctx;
    bool good = true;

    for (int i = 0; i < c->open; i++)
        wanted = textfile_flush(&c->file[i], true) && wanted;
    for (int i = 0; i < c->open; i++)
        good = textfile_close(&c->file[i], wanted) && good;
    for (int i = 0; i < NTABLES; i++)
        buffer_free(&c->path[i]);
    free(c);
    return good;
}

static bool open_table(struct csv *c, int i, const char *path, const char *command)
{
    size_t n = strlen(path) - strlen(format_csv.ending);

    buffer_add(&c->path[i], "%.*s.%s%s", (int)n, path, tables[i].name, format_csv.ending);
    if (!records_may_replace(buffer_text(&c->path[i]), 0, tables[i].columns, command) ||
        !textfile_open(&c->file[i], buffer_text(&c->path[i]), false))
        return false;
    buffer_add(&c->file[i].text, "%s", tables[i].columns);
    return true;
}

static void *open_csv(const char *path, const struct records_run *run, const char *command)
{
    struct csv *c = mem_zero(sizeof *c);

    c->run = run;
    for (; c->open < wanted_tables(run); c->open++)
        if (!open_table(c, c->open, path, command)) {
            close_csv(c, false);
            return NULL;
        }
    return c;
}

/* A player's name may have commas: "mcts:200,plies=20". */
static void put_quoted(struct buffer *to, const char *text)
{
    bool plain = !text[strcspn(text, ",\"\n\r")];

    buffer_add(to, plain ? "" : "\"");
    for (; *text; text++)
        buffer_add(to, *text == '"' ? "\"\"" : "%c", *text);
    buffer_add(to, plain ? "" : "\"");
}

static void put_seats(struct csv *c, const struct record *g)
{
    const struct ct_result *r = &g->result;
    struct buffer *to = &c->file[SEATS].text;

    for (int i = 0; i < g->seats; i++) {
        if (!(g->people >> i & 1))
            continue;
        buffer_add(to, "%" PRIu64 ",%d,", g->number, i);
        put_quoted(to, c->run->bot[i] ? c->run->bot[i] : "");
        buffer_add(to, ",%d,%.15g,", seat_counts(c->run, i), share_of(g, i));
        if (r->scored)
            buffer_add(to, "%" PRId64, r->score[i]);
        buffer_add(to, r->won || r->lost ? ",%u,%u\n" : ",,\n", r->won >> i & 1,
                   r->lost >> i & 1);
    }
}

static void put_cards(struct csv *c, const struct record *g)
{
    struct buffer *to = &c->file[CARDS].text;

    for (size_t i = 0; i < g->ncards; i++) {
        const struct record_card *at = &g->card[i];
        buffer_add(to, "%" PRIu64 ",%s,", g->number, ct_zone_id(c->run->def, at->zone));
        if (at->seat >= 0)
            buffer_add(to, "%d", at->seat);
        buffer_add(to, ",%s,%d,%d\n", ct_card_id(c->run->def, at->card), at->up, at->copies);
    }
}

static void put_picks(struct csv *c, const struct record *g)
{
    const struct record_offer *offer = g->offer;

    for (size_t i = 0; i < g->npicks; i++) {
        const struct record_pick *p = &g->pick[i];
        buffer_add(&c->file[PICKS].text, "%" PRIu64 ",%zu,%d,%s,%d,%d,%s\n", g->number, i + 1,
                   p->seat, ct_kind_id(c->run->def, p->kind), p->choices, p->choice,
                   p->card >= 0 ? ct_card_id(c->run->def, p->card) : "");
        for (int k = 0; k < p->offers; k++, offer++)
            buffer_add(&c->file[OFFERS].text, "%" PRIu64 ",%zu,%s,%s,%d\n", g->number, i + 1,
                       ct_kind_id(c->run->def, offer->kind),
                       ct_card_id(c->run->def, offer->card), offer->picked);
    }
}

static bool put_game(void *ctx, const struct record *g)
{
    struct csv *c = ctx;
    bool good = true;

    buffer_add(&c->file[GAMES].text, "%" PRIu64 ",%" PRIu64 ",%d,%" PRIu64 ",%" PRIu64 "\n",
               g->number, g->seed, g->result.status == CT_OVER, g->stats.picks,
               g->stats.forced);
    put_seats(c, g);
    put_cards(c, g);
    if (c->run->picks)
        put_picks(c, g);
    for (int i = 0; i < c->open; i++)
        good = textfile_flush(&c->file[i], false) && good;
    return good;
}

const struct format format_csv = {".csv", open_csv, put_game, close_csv};

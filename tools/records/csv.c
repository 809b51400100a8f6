/* csv.c - records as comma-separated values (RFC 4180), a file for each table: NAME.games.csv,
 * NAME.seats.csv, NAME.cards.csv, and NAME.picks.csv and NAME.offers.csv. */
#include "format.h"

#include "tools/memory.h"
#include "tools/textfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *columns;
} tables[] = {[GAMES] = {"games", "game,seed,ended,picks,forced\n"},
              [SEATS] = {"seats", "game,seat,bot,counted,share,score,won,lost\n"},
              [CARDS] = {"cards", "game,zone,seat,card,up,copies\n"},
              [PICKS] = {"picks", "game,pick,seat,kind,choices,choice,card\n"},
              [OFFERS] = {"offers", "game,pick,kind,card,picked\n"}};

struct csv {
    struct textfile file[NTABLES];
    struct buffer path[NTABLES];
    int open; /* how many of them */
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
    if (!text[strcspn(text, ",\"\n\r")]) {
        buffer_add(to, "%s", text);
        return;
    }
    buffer_add(to, "\"");
    for (; *text; text++)
        buffer_add(to, *text == '"' ? "\"\"" : "%c", *text);
    buffer_add(to, "\"");
}

static void put_row(void *ctx, enum records_table table, const struct value *v, int n)
{
    struct csv *c = ctx;
    struct buffer *to = &c->file[table].text;

    for (int i = 0; i < n; i++) {
        buffer_add(to, i ? "," : "");
        if (v[i].text)
            put_quoted(to, v[i].text);
        else if (v[i].is == IS_REAL)
            buffer_add(to, "%.15g", v[i].real);
        else if (v[i].is == IS_NUMBER)
            buffer_add(to, "%" PRId64, v[i].number);
    }
    buffer_add(to, "\n");
}

static bool end_game(void *ctx, const struct record *g)
{
    struct csv *c = ctx;
    bool good = true;

    (void)g;
    for (int i = 0; i < c->open; i++)
        good = textfile_flush(&c->file[i], false) && good;
    return good;
}

const struct format format_csv = {".csv", open_csv, put_row, end_game, close_csv};

/* sqlite.c - records as an SQLite database. Without the library, everything else works.
 *
 * Cards, zones and kinds of choices are numbers, with tables of their own; views have the names.
 * One transaction writes a draft without a journal: a run that is cut leaves nothing, so nothing
 * need be undone. */
#include "format.h"

#include "tools/common.h"

#if !defined CANTRIP_BARE && __has_include(<sqlite3.h>)
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/textfile.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>

/* The other tables. */
enum rows { RUN = NTABLES, CARD, ZONE, KIND, PLAYERS, NROWS };
static const char *const inserts[] = {[GAMES] = "INSERT INTO games VALUES (?, ?, ?, ?, ?)",
                                      [SEATS] = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
                                      [CARDS] = "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?)",
                                      [PICKS] =
                                          "INSERT INTO picks VALUES (?, ?, ?, ?, ?, ?, ?)",
                                      [OFFERS] = "INSERT INTO offers VALUES (?, ?, ?, ?, ?)",
                                      [RUN] = "INSERT INTO run VALUES (?, ?)",
                                      [CARD] = "INSERT INTO card VALUES (?, ?, ?)",
                                      [ZONE] = "INSERT INTO zone VALUES (?, ?)",
                                      [KIND] = "INSERT INTO kind VALUES (?, ?)",
                                      [PLAYERS] = "INSERT INTO players VALUES (?, ?, ?)"};

/* application_id "Cant" marks our files. */
static const char mark[] = "Cant";
enum { MARK_AT = 68 };

static const char schema[] =
    "PRAGMA journal_mode = OFF;" /* first, or the others would write a journal */
    "PRAGMA synchronous = OFF;"
    "PRAGMA application_id = 0x43616e74;"
    "PRAGMA user_version = 1;"
    "BEGIN;"
    "CREATE TABLE run(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE card(id INTEGER PRIMARY KEY, card TEXT, name TEXT);"
    "CREATE TABLE zone(id INTEGER PRIMARY KEY, zone TEXT);"
    "CREATE TABLE kind(id INTEGER PRIMARY KEY, kind TEXT);"
    "CREATE TABLE players(seat INTEGER PRIMARY KEY, bot TEXT, counted INTEGER);"
    "CREATE TABLE games(game INTEGER PRIMARY KEY, seed TEXT, ended INTEGER, picks INTEGER, "
    "forced INTEGER);"
    "CREATE TABLE seats(game INTEGER, seat INTEGER, share REAL, score INTEGER, won INTEGER, "
    "lost INTEGER, PRIMARY KEY(game, seat)) WITHOUT ROWID;"
    "CREATE TABLE cards(game INTEGER, zone INTEGER, seat INTEGER, card INTEGER, up INTEGER, "
    "copies INTEGER, PRIMARY KEY(game, zone, seat, card, up)) WITHOUT ROWID;"
    "CREATE VIEW cards_named AS SELECT game, zone.zone, seat, card.card, up, copies FROM cards "
    "JOIN zone ON zone.id = cards.zone JOIN card ON card.id = cards.card;";
static const char schema_picks[] =
    "CREATE TABLE picks(game INTEGER, pick INTEGER, seat INTEGER, kind INTEGER, choices "
    "INTEGER, "
    "choice INTEGER, card INTEGER, PRIMARY KEY(game, pick)) WITHOUT ROWID;"
    "CREATE TABLE offers(game INTEGER, pick INTEGER, kind INTEGER, card INTEGER, "
    "picked INTEGER, PRIMARY KEY(game, pick, kind, card)) WITHOUT ROWID;"
    "CREATE VIEW picks_named AS SELECT game, pick, seat, kind.kind, choices, choice, card.card "
    "FROM picks JOIN kind ON kind.id = picks.kind LEFT JOIN card ON card.id = picks.card;"
    "CREATE VIEW offers_named AS SELECT game, pick, kind.kind, card.card, picked FROM offers "
    "JOIN kind ON kind.id = offers.kind JOIN card ON card.id = offers.card;";

struct base {
    const struct records_run *run;
    const char *command;
    struct textfile file;
    sqlite3 *db;
    sqlite3_stmt *row[NROWS];
    char *wrong; /* the first error, or NULL */
};

/* Notes the first error. Later ones mislead: after a full disk a table is "missing". */
static void went_wrong(struct base *b)
{
    const char *why = sqlite3_errmsg(b->db);

    if (!b->wrong)
        b->wrong = mem_strdup(why);
}

/* ---- rows ---- */

static void bind_value(sqlite3_stmt *row, int column, const struct value *v)
{
    switch (v->is) {
    case IS_NOTHING: sqlite3_bind_null(row, column); break;
    case IS_NUMBER: sqlite3_bind_int64(row, column, v->number); break;
    case IS_REAL: sqlite3_bind_double(row, column, v->real); break;
    case IS_TEXT: sqlite3_bind_text(row, column, v->text, -1, SQLITE_TRANSIENT); break;
    }
}

static void insert(struct base *b, int rows, const struct value *v, int n)
{
    for (int i = 0, column = 0; i < n; i++)
        if (!v[i].once)
            bind_value(b->row[rows], ++column, &v[i]);
    if (!b->wrong && sqlite3_step(b->row[rows]) != SQLITE_DONE)
        went_wrong(b);
    sqlite3_reset(b->row[rows]);
}

static void put_row(void *to, enum records_table table, const struct value *v, int n)
{
    insert(to, (int)table, v, n);
}

/* Adds a row of these values. */
#define PUT(b, rows, ...)                                                                      \
    insert(b, rows, (const struct value[]){__VA_ARGS__},                                       \
           (int)(sizeof(struct value[]){__VA_ARGS__} / sizeof(struct value)))

static void put_key(struct base *b, const char *key, const char *value)
{
    PUT(b, RUN, TEXT(key), TEXT(value));
}

static void put_key_number(struct base *b, const char *key, uint64_t value)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%" PRIu64, value);
    put_key(b, key, digits);
}

static void put_names(struct base *b)
{
    const ct_definition *def = b->run->def;

    for (int i = 0; ct_card_id(def, i); i++)
        PUT(b, CARD, NUMBER(i), TEXT(ct_card_id(def, i)), TEXT(ct_card_name(def, i, NULL)));
    for (int i = 0; ct_zone_id(def, i); i++)
        PUT(b, ZONE, NUMBER(i), TEXT(ct_zone_id(def, i)));
    for (int i = 0; ct_kind_id(def, i); i++)
        PUT(b, KIND, NUMBER(i), TEXT(ct_kind_id(def, i)));
}

static void put_run(struct base *b)
{
    const struct records_run *run = b->run;
    struct buffer options = {0};

    for (int i = 0; i < run->noptions; i++)
        buffer_add(&options, "%s%s", i ? "," : "", run->options[i]);
    put_key(b, "ruleset", run->id);
    put_key(b, "title", run->title);
    put_key(b, "version", CT_VERSION);
    put_key(b, "options", buffer_text(&options));
    put_key_number(b, "seed", run->seed);
    put_key_number(b, "games", run->games);
    put_key_number(b, "people", (uint64_t)run->people);
    put_key_number(b, "behaviour", run->behaviour);
    buffer_free(&options);
    for (int i = 0; i < run->seats; i++)
        if (run->bot[i])
            PUT(b, PLAYERS, NUMBER(i), TEXT(run->bot[i]), NUMBER(seat_counts(run, i)));
}

static bool end_game(void *to, const struct record *g)
{
    (void)g;
    return !((struct base *)to)->wrong;
}

/* ---- the file ---- */

static bool prepare(struct base *b)
{
    bool good =
        sqlite3_exec(b->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
        (!b->run->picks || sqlite3_exec(b->db, schema_picks, NULL, NULL, NULL) == SQLITE_OK);

    for (int i = 0; good && i < NROWS; i++)
        good = ((i == PICKS || i == OFFERS) && !b->run->picks) ||
               sqlite3_prepare_v3(b->db, inserts[i], -1, SQLITE_PREPARE_PERSISTENT, &b->row[i],
                                  NULL) == SQLITE_OK;
    if (good)
        put_run(b);
    if (good)
        put_names(b);
    return good && !b->wrong;
}

/* Completes and closes the database. False after a message. */
static bool commit(struct base *b)
{
    if (!b->wrong && sqlite3_exec(b->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        went_wrong(b);
    return !b->wrong;
}

static bool close_base(void *to, bool wanted)
{
    struct base *b = to;
    bool good = (!wanted && !b->wrong) || commit(b);

    if (!good)
        complain("%s: %s: %s", b->command, b->file.path, b->wrong);
    for (int i = 0; i < NROWS; i++)
        sqlite3_finalize(b->row[i]);
    sqlite3_close(b->db);
    good = textfile_close(&b->file, good && wanted) && good;
    free(b->wrong);
    free(b);
    return good;
}

static void *open_base(const char *path, const struct records_run *run, const char *command)
{
    struct base *b = mem_zero(sizeof *b);

    b->run = run;
    b->command = command;
    if (!records_may_replace(path, MARK_AT, mark, command) ||
        !textfile_open(&b->file, path, true)) {
        free(b);
        return NULL;
    }
    if (sqlite3_open(b->file.beside, &b->db) != SQLITE_OK || !prepare(b)) {
        went_wrong(b);
        close_base(b, false);
        return NULL;
    }
    return b;
}

const struct format format_sqlite = {".sqlite", open_base, put_row, end_game, close_base};
#else
static void *open_base(const char *path, const struct records_run *run, const char *command)
{
    (void)run;
    complain("%s: --records %s: this build has no SQLite. Write .ndjson or .csv, or install "
             "libsqlite3-dev (Debian: apt-get install libsqlite3-dev) and build again",
             command, path);
    return NULL;
}

const struct format format_sqlite = {.ending = ".sqlite", .open = open_base};
#endif

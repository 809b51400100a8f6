/* table.c - a stranger's seats of a table of `cantrip serve` (ID.table), beside a game of two. What is taken is kept as a file
 * that is read as the same table; one that opens is written again, and its seats are shown what they may see. */
#include "shared/game.h"

#include "tools/serve/gametable.h"
#include "tools/serve/keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID "0123456789ab"

static struct game *kuhn;
static char here[256], *save;
static size_t nsave;

static struct game *find(void *ctx, const char *name)
{
    (void)ctx;
    return strcmp(name, "kuhn") ? NULL : game_hold(kuhn);
}

static struct gametable *read_it(struct transcript *t)
{
    char *wrong = NULL;
    struct gametable *table = keep_read(here, ID ".table", find, NULL, &wrong);
    if (!table && !wrong)
        finding("a table is refused without a word");
    tell_number(t, "is it refused", !table);
    free(wrong);
    return table;
}

static char *kept_text(void)
{
    char path[512];
    size_t n;

    snprintf(path, sizeof path, "%s/" ID ".table", here);
    return ct_file_read(path, &n, NULL);
}

/* What is kept is read as what was kept. */
static void keep_twice(struct gametable *table, struct transcript *t)
{
    char *wrong = NULL;

    if (!keep_seats(table, &wrong))
        finding("a table is not kept: %s", wrong);
    char *first = kept_text();
    struct gametable *again = read_it(t);
    if (!again || !keep_seats(again, &wrong))
        finding("a table that was kept is not taken: %s", first);
    char *second = kept_text();
    if (!first || !second || strcmp(first, second) != 0)
        finding("a table\n%s\nis read and kept as\n%s", first, second);
    free(first);
    free(second);
    gametable_free(again);
}

static void open_it(struct gametable *table, struct transcript *t)
{
    char *wrong = NULL;
    bool opens = keep_open(table, &wrong);

    tell_number(t, "does it open", opens);
    tell_line(t, "why not", wrong);
    if (!opens && !wrong && !table->error)
        finding("a table does not open, without a word");
    for (int seat = 0; opens && seat < table->nseats; seat++)
        tell_json(t, "a view", ct_view_json(table->engine, table->state, seat, false));
    if (opens && !table->error && !keep_game(table, false, &wrong))
        finding("a game that opened is not kept: %s", wrong);
    free(wrong);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    write_file("tables/" ID ".table", data, n);
    write_file("tables/" ID ".save", save, nsave);
    struct gametable *table = read_it(t);
    if (table) {
        keep_twice(table, t);
        open_it(table, t);
        gametable_free(table);
    }
    return table ? RAN_WHOLE : RAN_REFUSED;
}

/* The save of a table for two that has begun. */
static void keep_save(void)
{
    struct gametable *table = gametable_new(kuhn, "en", here);
    char *wrong = NULL, path[512];

    write_file("tables/nothing", "", 0);
    table->people = 2;
    table->seat[0].who = table->seat[1].who = WHO_PERSON;
    if (!gametable_start(table, 1, &wrong) || !keep_game(table, false, &wrong))
        finding("no table is begun: %s", wrong);
    snprintf(path, sizeof path, "%s/%s.save", here, table->id);
    save = ct_file_read(path, &nsave, NULL);
    gametable_free(table);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    kuhn = game_new("kuhn", "rulesets/kuhn", load_own("rulesets/kuhn"));
    snprintf(here, sizeof here, "%stables", folder());
    keep_save();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

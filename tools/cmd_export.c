/* cmd_export.c - `cantrip export`: a game's cards for tables of other programs.
 *
 * Faces and backs are drawn as `print` draws them. Beside them is what the other program reads. */
#include "common.h"

#include "memory.h"
#include "tools/lsp/lsp.h"
#include "tools/print/tables.h"
#include "tools/screen/cardview.h"
#include "tools/screen/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    enum layout layout;
    const char *folder;
} tables[] = {
#define X(...) {__VA_ARGS__},
    TABLES(X)
#undef X
};
enum { NTABLES = sizeof tables / sizeof *tables };

#define X(name, ...) "|" name
static const char every_table[] = TABLES(X);
#undef X

/* Its number, or -1 after a message. */
static int table_named(const char *name)
{
    const char *names[NTABLES];

    for (int i = 0; i < NTABLES; i++) {
        names[i] = tables[i].name;
        if (!strcmp(names[i], name))
            return i;
    }
    complain_near(name, names, NTABLES, "export: there is no table '%s'", name);
    return -1;
}

/* Where the folder will be, as an address (free()). */
static char *address(const char *url, const char *out)
{
    char cwd[PATH_MAX];

    if (url)
        return mem_strndup(url, strlen(url) - (*url && url[strlen(url) - 1] == '/'));
    char *path = *out != '/' && getcwd(cwd, sizeof cwd) ? mem_printf("%s/%s", cwd, out)
                                                        : mem_strdup(out);
    char *uri = uri_of(path);
    free(path);
    return uri;
}

static int export(struct print_job *job, int table, const char *url)
{
    const struct edition *e = job->edition;
    struct speech speech = {e->def, e->lang};
    const char *id = ct_get_info(e->def, NULL).id, *name = tables[table].name;
    char *out = job->out ? mem_strdup(job->out) : mem_printf("%s-%s", id, name);
    char *there = address(url, out);
    int *once = mem_zero((size_t)e->deck.ncards * sizeof *once + 1), n = 0, rc = EXIT_USAGE;
    struct print_done done = {.least = 100, .smallest = -1, .missing = -1};
    bool drawn = tables[table].layout != NLAYOUTS;
    print_fn prints = drawn ? print_load("export") : NULL;

    job->copies = once;
    job->layout = tables[table].layout;
    job->folder = tables[table].folder;
    job->colon = own_word(&speech, "COLON");
    for (int c = 0; c < e->deck.ncards; c++)
        n += once[c] = e->deck.card[c].copies > 0;
    if ((prints || !drawn) && (job->pages = pages_begin(out, "export")) &&
        pages_end(job->pages,
                  (!drawn || prints(job, &done)) && table_write(job, name, there))) {
        text_put(stdout, out);
        printf(": %d different cards (%s)\n", n, name);
        rc = print_lacks(job, &done);
    }
    free(once);
    free(there);
    free(out);
    return rc;
}

int cmd_export(int argc, char **argv)
{
    struct edition edition = {0};
    struct print_job job = {
        .edition = &edition, .format = PRINT_PNG, .backs = true, .command = "export"};
    const char *to = "tts", *url = NULL, *lang = NULL;
    int64_t endless = 12;
    const struct flag flags[] = {
        TEXT_FLAG("to", &to, every_table + 1, "the table (tts: Tabletop Simulator)"),
        TEXT_FLAG("out", &job.out, "FOLDER", "the folder to write (GAME-TABLE)"),
        TEXT_FLAG("url", &url, "URL",
                  "the address where you will put the folder (its place on this machine)"),
        LANG_FLAG(&lang),
        TEXT_FLAG("font", &job.font, "NAME", "the font's family (DejaVu Sans, DejaVu Serif)"),
        COUNT_FLAG("endless", &endless, "N", "copies of each card of an endless pile (12)", 1,
                   1000),
    };
    const struct usage usage =
        USAGE("export", flags, 1, 1,
              "Other tables know no rules: players move the cards. Cards look as 'cantrip "
              "print' draws them.\n",
              "cantrip export fairytale --to tts\n"
              "cantrip export ./my-game --to cockatrice --url https://example.org/my-game");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        int table = table_named(to);
        char *folder = table < 0 ? NULL : ruleset_folder(rest.v[0]);
        struct edition_setup setup = {lang, (int)endless, "export"};
        rc = folder && edition_open(&edition, folder, &setup) ? export(&job, table, url)
                                                              : EXIT_USAGE;
        free(folder);
        edition_close(&edition);
    }
    args_free(&rest);
    return rc;
}

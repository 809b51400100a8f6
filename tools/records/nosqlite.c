/* nosqlite.c - what stands for sqlite.c where the library is not: everything else is built and works. */
#if defined CANTRIP_BARE || !__has_include(<sqlite3.h>)
#include "format.h"

#include "tools/common.h"

static void *open_base(const char *path, const struct records_run *run, const char *command)
{
    (void)run;
    complain("%s: --records %s: this build has no SQLite. Write .ndjson or .csv, or install "
             "libsqlite3-dev (Debian: apt-get install libsqlite3-dev) and build again",
             command, path);
    return NULL;
}

static bool no_game(void *to, const struct record *game)
{
    (void)to;
    (void)game;
    return false;
}

static bool no_close(void *to, bool wanted)
{
    (void)to;
    (void)wanted;
    return false;
}

const struct format format_sqlite = {".sqlite", open_base, no_game, no_close};
#else
typedef int something_for_the_compiler;
#endif

/* cmd_serve.c - `cantrip serve`: games for browsers. */
#include "common.h"
#include "folder.h"

#include "buffer.h"
#include "memory.h"
#include "tools/screen/table.h"
#include "tools/serve/house.h"
#include "tools/serve/http.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 5 }; /* seconds between two looks at what is idle */

struct serve {
    struct house house;
    struct http_setup http;
    struct buffer folder;
    const char *data;
    int64_t port, most, days;
    bool broken; /* a game that was asked for does not load */
};

/* ---- games ---- */

static void add_game(struct serve *s, const char *name, const char *folder, bool asked)
{
    struct house *h = &s->house;
    ct_diags *diags = NULL;
    ct_definition *def = ruleset_open(folder, &diags);

    if (!def && asked)
        print_findings(diags);
    if (!def)
        complain("serve: %s%s does not load: cantrip check %s", asked ? "" : "note: ", name,
                 name);
    ct_diags_free(diags);
    s->broken |= !def && asked;
    if (!def)
        return;
    h->game = mem_realloc(h->game, (size_t)(h->ngames + 1) * sizeof *h->game);
    h->game[h->ngames++] = (struct game){mem_strndup(name, strlen(name)),
                                         mem_strndup(folder, strlen(folder)), def};
}

static void add_found(void *ctx, const char *name, const char *folder)
{
    add_game(ctx, name, folder, false);
}

static void add_asked(void *ctx, const char *name, const char *folder)
{
    add_game(ctx, name, folder, true);
}

/* A ruleset, or all of a folder. */
static bool add_named(struct serve *s, const char *name)
{
    if (rulesets_in(name, add_asked, s))
        return true;
    char *folder = ruleset_folder(name);
    if (!folder)
        return false;
    const char *slash = strrchr(folder, '/');
    add_game(s, slash && strchr(name, '/') ? slash + 1 : name, folder, true);
    free(folder);
    return true;
}

/* What is asked for must load; of what is found that which does. */
static bool read_games(struct serve *s, const struct list *names)
{
    for (int i = 0; i < names->n; i++)
        if (!add_named(s, names->v[i]))
            return false;
    if (!names->n)
        rulesets_each(add_found, s);
    if (!s->house.ngames && !s->broken)
        complain("no games found: $CANTRIP_PATH and ./rulesets hold none");
    return s->house.ngames > 0 && !s->broken;
}

static void free_games(struct house *h)
{
    for (int i = 0; i < h->ngames; i++) {
        ct_free(h->game[i].def);
        free(h->game[i].name);
        free(h->game[i].folder);
    }
    free(h->game);
}

/* ---- where tables are kept ---- */

static bool find_folder(struct serve *s)
{
    if (s->data)
        buffer_add(&s->folder, "%s", s->data);
    else if (!folder_state(&s->folder, "tables")) {
        complain("serve: --data FOLDER: where are the tables kept? There is no $HOME");
        return false;
    }
    umask(077);
    s->house.folder = buffer_text(&s->folder);
    if (folder_make(s->folder.s) && !access(s->house.folder, R_OK | W_OK | X_OK))
        return true;
    complain("serve: --data %s: %s", s->house.folder, strerror(errno));
    return false;
}

/* ---- serving ---- */

static void many_files(void)
{
    struct rlimit limit;

    if (!getrlimit(RLIMIT_NOFILE, &limit)) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Until somebody ends it. */
static void wait_for(const sigset_t *signals, struct serve *s, struct http *w)
{
    const struct timespec tick = {.tv_sec = TICK};

    while (sigtimedwait(signals, NULL, &tick) < 0) {
        http_tick(w);
        house_sweep(&s->house, time(NULL));
    }
}

static void say_where(const struct serve *s, const struct http *w)
{
    const char *bind = s->http.bind;

    printf(strchr(bind, ':') ? "http://[%s]:%d/\n" : "http://%s:%d/\n", bind, http_port(w));
    printf("%d %s; tables are kept in ", s->house.ngames,
           s->house.ngames == 1 ? "game" : "games");
    text_put(stdout, s->house.folder);
    puts(". Ctrl-C ends it.");
    fflush(stdout);
    if (!http_local(w))
        complain("serve: note: others on the network can reach %s. What is said is not "
                 "encrypted: let a proxy "
                 "with TLS stand before it (tools/README.md), and name "
                 "it with --host",
                 bind);
}

static int serve(struct serve *s, const struct list *names)
{
    sigset_t signals;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int rc = EXIT_USAGE;

    if (!read_games(s, names) || !find_folder(s))
        return EXIT_USAGE;
    many_files();
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    int workers = processors > WORKERS_MOST ? WORKERS_MOST : (int)processors;
    struct http *w = house_open(&s->house, workers) ? http_open(&s->house, &s->http) : NULL;
    if (w) {
        say_where(s, w);
        wait_for(&signals, s, w);
        http_close(w);
        rc = EXIT_OK;
    }
    house_rest(&s->house);
    house_close(&s->house);
    return rc;
}

int cmd_serve(int argc, char **argv)
{
    struct serve s = {.port = 8080, .most = 1000, .days = 30, .http = {.bind = "127.0.0.1"}};
    struct list names = {0};
    const struct flag flags[] = {
        {"port", FLAG_COUNT, &s.port, "N", "port (8080); 0: one that is free", 0, 65535, NULL},
        {"bind", FLAG_TEXT, &s.http.bind, "ADDRESS",
         "the address to listen at (127.0.0.1: this machine alone)", 0, 0, NULL},
        {"host", FLAG_LIST, &s.http.hosts, "NAME",
         "a name by which browsers call it, behind a proxy; again for another", 0, 0, NULL},
        {"data", FLAG_TEXT, &s.data, "FOLDER",
         "where tables are kept (~/.local/state/cantrip/tables)", 0, 0, NULL},
        {"tables", FLAG_COUNT, &s.most, "N", "so many tables at most (1000)", 1, 100000, NULL},
        {"days", FLAG_COUNT, &s.days, "N", "a table is kept so long after its last pick (30)",
         1, 3650, NULL},
        {"page", FLAG_TEXT, &s.http.files, "FOLDER",
         "read the page's files there, for who changes them", 0, 0, NULL},
    };
    const struct usage usage = {
        "serve",
        flags,
        sizeof flags / sizeof *flags,
        "Without a RULESET all games are served that are found. A table begins at the page; "
        "each "
        "seat and\nthe spectators have a link of their own, which is as good as a key. Tables "
        "outlive the server.\n",
        "cantrip serve\ncantrip serve fairytale --port 9000\ncantrip serve mygames/",
        0,
        -1};
    int rc = args_parse(&usage, argc, argv, &names);

    if (rc < 0 && !http_here()) {
        complain(
            "serve: this build has no HTTP: install libmicrohttpd (Debian: apt-get install "
            "libmicrohttpd-dev) and build again");
        rc = EXIT_USAGE;
    }
    if (rc < 0) {
        s.http.port = (int)s.port;
        s.house.most = (int)s.most;
        s.house.days = (int)s.days;
        rc = serve(&s, &names);
        free_games(&s.house);
        buffer_free(&s.folder);
    }
    args_free(&names);
    args_free(&s.http.hosts);
    return rc;
}

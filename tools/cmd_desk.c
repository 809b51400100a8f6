/* cmd_desk.c - `cantrip desk`: write a game in the browser. */
#include "common.h"

#include "memory.h"
#include "tools/desk/answers.h"
#include "tools/desk/watch.h"
#include "tools/screen/table.h"
#include "tools/serve/running.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct desking {
    struct running run;
    struct desk desk;
    struct desk_wish wish;
    const char *data, *lang;
    uint64_t seed;
    bool seeded, anew, watching;
    struct watch *watch;
    pthread_t watcher;
};

/* Reads the rules as they are now. */
static struct game *read_game(const char *name)
{
    char *folder = ruleset_folder(name);
    ct_diags *diags = NULL;
    ct_definition *def = folder ? ruleset_open(folder, &diags) : NULL;
    struct game *rules = NULL;

    if (def) {
        rules = game_new(ct_get_info(def, NULL).id, folder, def);
    } else if (folder) {
        print_findings(diags);
        complain("desk: %s does not load. Fix its errors first", name);
    }
    ct_diags_free(diags);
    free(folder);
    return rules;
}

/* The folders of all that was read. */
static void watch_sources(struct desking *s)
{
    const struct sources *all = &s->desk.sources;

    watch_game(s->watch, s->desk.folder);
    for (int i = 0; i < all->n; i++) {
        const char *path = all->v[i].path, *slash = strrchr(path, '/');
        char *folder = slash ? mem_strndup(path, (size_t)(slash - path)) : mem_strdup(".");
        watch_folder(s->watch, folder);
        free(folder);
    }
}

static void *watch_files(void *ctx)
{
    struct desking *s = ctx;

    while (watch_wait(s->watch)) {
        watch_sources(s); /* before they are read, because folders may be new */
        desk_look(&s->desk);
        watch_sources(s);
    }
    return NULL;
}

static bool open_desk(void *ctx)
{
    struct desking *s = ctx;
    struct house *h = &s->run.house;
    bool asked = s->wish.people || s->seeded || s->anew || s->wish.options.n;

    s->wish.lang = s->lang;
    s->wish.seed = s->seeded ? s->seed : seed_by_chance();
    h->desk = desk_answer;
    h->desk_ctx = &s->desk;
    s->watch = watch_new();
    if (!s->watch)
        complain("desk: cannot watch the files: %s", strerror(errno));
    if (!desk_open(&s->desk, h, h->game[0], asked ? &s->wish : NULL) || !s->watch)
        return false;
    watch_sources(s);
    errno = pthread_create(&s->watcher, NULL, watch_files, s);
    s->watching = !errno;
    return s->watching || complain("desk: no thread: %s", strerror(errno));
}

static void say_where(const struct desking *s)
{
    const char *bind = s->run.http.bind;

    printf(strchr(bind, ':') ? "http://[%s]:%d/#%s\n" : "http://%s:%d/#%s\n", bind,
           http_port(s->run.server), s->desk.key);
    text_put(stdout, s->desk.folder);
    puts(" is watched: save a file there to see it change. Ctrl-C ends it.");
    fflush(stdout);
    running_warn(&s->run);
}

/* Bots at the table that was open last think on. */
static void wake_up(struct desking *s)
{
    struct gametable *t = desk_table(&s->desk);

    house_changed(&s->run.house, t);
    house_done(&s->run.house, t);
}

static int run(struct desking *s, const char *name)
{
    struct house *h = &s->run.house;
    struct game *rules = read_game(name);
    char own[300];
    int rc = EXIT_USAGE;

    if (!rules)
        return EXIT_USAGE;
    h->game = mem_alloc(sizeof *h->game);
    h->game[h->ngames++] = rules;
    s->desk.name = rules->name;
    s->desk.folder = rules->folder;
    snprintf(own, sizeof own, "desk/%.200s", rules->name);
    if (!running_folder(&s->run, "desk", s->data, own) || !running_signals(&s->run, "desk"))
        return EXIT_USAGE;
    game_hold(rules); /* its name and folder are the desk's */
    if (running_open(&s->run, open_desk, s)) {
        wake_up(s);
        say_where(s);
        running_wait(&s->run);
        rc = EXIT_OK;
    }
    running_stop(&s->run);
    if (s->watching) {
        watch_stop(s->watch);
        pthread_join(s->watcher, NULL);
    }
    watch_free(s->watch);
    if (h->desk)
        desk_close(&s->desk);
    game_drop(rules);
    return rc;
}

int cmd_desk(int argc, char **argv)
{
    struct desking s = {.run = {.http = {.bind = "127.0.0.1", .port = 8080},
                                .house = {.most = 1000, .days = 30, .empty = -1}}};
    struct list names = {0};
    const struct flag flags[] = {
        INT_FLAG("port", &s.run.http.port, "N", "port (8080); 0 finds a free one", 0, 65535),
        INT_FLAG("seats", &s.wish.people, "N", "begin a game with so many players", 1,
                 CT_MAX_SEATS),
        LIST_FLAG("option", &s.wish.options, "K=V", "begin a game with this option"),
        SEED_FLAG(&s.seed, "begin a game with this seed", .given = &s.seeded),
        SET_FLAG("new", &s.anew, "begin a new game instead of the one you left open"),
        TEXT_FLAG("lang", &s.lang, "xx", "the language of a new game"),
        TEXT_FLAG("data", &s.data, "FOLDER",
                  "where to keep its tables (~/.local/state/cantrip/desk/NAME)"),
        TEXT_FLAG("page", &s.run.http.files, "FOLDER",
                  "read the page's files from there, to try changes"),
    };
    const struct usage usage =
        USAGE("desk", flags, 1, 1,
              "Open the link that it prints. It shows all seats and lets you play them, so "
              "keep it to yourself. Every\n"
              "time you save a file of the game, the open game continues by the new rules, "
              "and scenarios and kept\n"
              "replays run again. If the file has errors, the page shows them and the old "
              "game stays.\n",
              "cantrip desk fairytale\ncantrip desk ./mine --seats 3");
    int rc = args_parse(&usage, argc, argv, &names);

    if (rc < 0 && !http_here())
        rc = refuse(HTTP_MISSING, "desk");
    if (rc < 0) {
        rc = run(&s, names.v[0]);
    }
    running_close(&s.run);
    args_free(&s.wish.options);
    args_free(&names);
    return rc;
}

/* cmd_serve.c - `cantrip serve`: play in the browser, with friends and bots. */
#include "common.h"

#include "memory.h"
#include "tools/screen/table.h"
#include "tools/serve/running.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PASSWORD_MOST = 80 };

struct serve {
    struct running run;
    const char *data;
    const char *password;
    bool broken; /* a named game does not load */
};

/* ---- games ---- */

/* Is a game of this name served already? Says so if it is another one. */
static bool is_served(struct serve *s, const char *name, const char *folder)
{
    const struct house *h = &s->run.house;
    struct stat here, there;

    for (int i = 0; i < h->ngames; i++) {
        if (strcmp(h->game[i]->name, name) != 0)
            continue;
        if (stat(folder, &here) || stat(h->game[i]->folder, &there) ||
            here.st_ino != there.st_ino || here.st_dev != there.st_dev) {
            complain("serve: two games have the name %s: %s and %s", name, h->game[i]->folder,
                     folder);
            s->broken = true;
        }
        return true;
    }
    return false;
}

static void add_game(struct serve *s, const char *name, const char *folder, bool asked)
{
    struct house *h = &s->run.house;
    ct_diags *diags = NULL;
    ct_definition *def = ruleset_open(folder, &diags);

    if (!def && asked)
        print_findings(diags);
    if (!def)
        complain("serve: %s%s does not load: cantrip check %s", asked ? "" : "note: ", name,
                 name);
    ct_diags_free(diags);
    s->broken |= !def && asked;
    const char *id = def ? ct_get_info(def, NULL).id : NULL;
    if (!def || is_served(s, id, folder)) {
        ct_free(def);
        return;
    }
    ct_limit_work(def, SERVED_WORK);
    h->game = mem_realloc(h->game, (size_t)(h->ngames + 1) * sizeof *h->game);
    h->game[h->ngames++] = game_new(id, folder, def);
}

static void add_found(void *ctx, const char *name, const char *folder)
{
    add_game(ctx, name, folder, false);
}

static void add_asked(void *ctx, const char *name, const char *folder)
{
    add_game(ctx, name, folder, true);
}

/* Adds a ruleset, or all in a folder. */
static bool add_named(struct serve *s, const char *name)
{
    if (rulesets_in(name, add_asked, s))
        return true;
    char *folder = ruleset_folder(name);
    if (!folder)
        return false;
    add_game(s, name, folder, true);
    free(folder);
    return true;
}

/* Games that are named must load. Of all others, those that do are served. */
static bool read_games(struct serve *s, const struct list *names)
{
    for (int i = 0; i < names->n; i++)
        if (!add_named(s, names->v[i]))
            return false;
    if (!names->n)
        rulesets_each(add_found, s);
    if (!s->run.house.ngames && !s->broken)
        complain("found no games in $CANTRIP_PATH or ./rulesets%s", games_of_the_tree());
    return s->run.house.ngames > 0 && !s->broken;
}

/* ---- serving ---- */

static void say_address(const char *address, int port)
{
    printf(strchr(address, ':') ? "http://[%s]:%d/\n" : "http://%s:%d/\n", address, port);
}

/* Prints each address of this machine in the family that it listens at. False: unknown. */
static bool say_addresses(const struct running *r)
{
    int family = strchr(r->http.bind, ':') ? AF_INET6 : AF_INET, said = 0;
    struct ifaddrs *all = NULL;
    char address[INET6_ADDRSTRLEN + IF_NAMESIZE + 1];

    if (getifaddrs(&all))
        return false;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
        socklen_t n =
            family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        if (!i->ifa_addr || i->ifa_addr->sa_family != family ||
            getnameinfo(i->ifa_addr, n, address, sizeof address, NULL, 0, NI_NUMERICHOST) ||
            strchr(address, '%')) /* only in this network segment, by this interface */
            continue;
        say_address(address, http_port(r->server));
        said++;
    }
    freeifaddrs(all);
    return said > 0;
}

static void say_where(const struct running *r)
{
    if (!http_everywhere(r->server) || !say_addresses(r))
        say_address(r->http.bind, http_port(r->server));
    printf("%d %s; tables are kept in ", r->house.ngames,
           r->house.ngames == 1 ? "game" : "games");
    text_put(stdout, r->house.folder);
    puts(". Ctrl-C ends it.");
    fflush(stdout);
    running_warn(r);
}

/* A password, or the first line of a file, "@FILE" (free()). NULL after a message. */
static char *read_password(const char *said)
{
    size_t n = strlen(said);
    char *wrong = NULL;
    char *text = *said == '@' ? ct_file_read(said + 1, &n, &wrong) : mem_strndup(said, n);

    if (text)
        text[strcspn(text, "\r\n")] = 0;
    if (text && *text && strlen(text) <= PASSWORD_MOST)
        return text;
    complain("serve: --password %s: %s", *said == '@' ? said : "WORD",
             wrong ? wrong : "a password has 1 to 80 bytes");
    free(wrong);
    free(text);
    return NULL;
}

static int serve_games(struct serve *s, const struct list *names)
{
    int rc = EXIT_USAGE;

    if (!read_games(s, names) || !running_folder(&s->run, "serve", s->data, "tables") ||
        !running_signals(&s->run, "serve"))
        return EXIT_USAGE;
    if (running_open(&s->run, NULL, NULL)) {
        say_where(&s->run);
        running_wait(&s->run);
        rc = EXIT_OK;
    }
    running_stop(&s->run);
    return rc;
}

static int serve(struct serve *s, const struct list *names)
{
    int rc = EXIT_USAGE;
    char *password = s->password ? read_password(s->password) : NULL;

    s->run.http.password = password;
    if (s->password && !password)
        return EXIT_USAGE;
    rc = serve_games(s, names);
    free(password);
    return rc;
}

int cmd_serve(int argc, char **argv)
{
    struct serve s = {
        .run = {.http = {.bind = "127.0.0.1", .port = 8080, .requests = 100, .streams = 64},
                .house = {.most = 1000, .days = 30, .empty = 10, .each = 50, .away = 120}}};
    struct list names = {0};
    const struct flag flags[] = {
        INT_FLAG("port", &s.run.http.port, "N", "port (8080); 0 finds a free one", 0, 65535),
        TEXT_FLAG("bind", &s.run.http.bind, "ADDRESS",
                  "the address to listen at (127.0.0.1: only this machine; 0.0.0.0: all of its "
                  "addresses)"),
        LIST_FLAG("host", &s.run.http.hosts, "NAME",
                  "its name (NAME:PORT) behind a proxy (may be repeated)"),
        TEXT_FLAG("data", &s.data, "FOLDER",
                  "where to keep tables (~/.local/state/cantrip/tables)"),
        INT_FLAG("tables", &s.run.house.most, "N", "at most so many tables (1000)", 1, 100000),
        INT_FLAG("days", &s.run.house.days, "N",
                 "delete a table so many days after its last pick (30)", 1, 3650),
        INT_FLAG("empty", &s.run.house.empty, "N",
                 "delete a table where nobody ever sat after so many minutes without a "
                 "visitor (10)",
                 0, 1000000),
        INT_FLAG(
            "away", &s.run.house.away, "N",
            "players who are there may let a bot play for one who has been away for so many "
            "seconds (120)",
            0, 1000000),
        SET_FLAG("list", &s.run.house.lists,
                 "show visitors a list of the tables with a free seat whose owners want it"),
        INT_FLAG("each", &s.run.house.each, "N",
                 "tables that one address may begin in a day (50); 0: no limit", 0, 100000),
        INT_FLAG("requests", &s.run.http.requests, "N",
                 "requests that one address may make in a second (100); 0: no limit", 0,
                 100000),
        INT_FLAG("streams", &s.run.http.streams, "N",
                 "open streams of one address (64; a page has one); 0: no limit", 0, 100000),
        SET_FLAG("proxy", &s.run.http.proxy,
                 "read the client's address from the end of X-Forwarded-For; safe only if "
                 "just your proxy can reach the port"),
        TEXT_FLAG("password", &s.password, "WORD|@FILE",
                  "visitors need this password; @FILE reads it from a file's first line"),
        TEXT_FLAG("page", &s.run.http.files, "FOLDER",
                  "read the page's files from there, to try changes"),
    };
    const struct usage usage =
        USAGE("serve", flags, 0, -1,
              "Without a RULESET it serves all games it finds. Begin a table on the page. "
              "Each seat has its own link,\n"
              "and so have spectators. A link is like a key: send it only to its player. "
              "Tables outlive the server.\n",
              "cantrip serve\ncantrip serve fairytale --port 9000\ncantrip serve mygames/");
    int rc = args_parse(&usage, argc, argv, &names);

    if (rc < 0 && !http_here())
        rc = refuse(HTTP_MISSING, "serve");
    if (rc < 0) {
        rc = serve(&s, &names);
    }
    running_close(&s.run);
    args_free(&names);
    return rc;
}

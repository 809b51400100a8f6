/* cmd_check.c - `cantrip check`: loads and reports; with --deep plays to find more. */
#include "common.h"

#include "deep.h"
#include "load/arena.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct check {
    bool deep;
    int64_t seats, games;
    uint64_t seed;
    struct list options;
    int status;
};

static void worse(struct check *c, int status)
{
    if (status > c->status)
        c->status = status;
}

/* One number of people, played by one thread. */
struct part {
    const struct check *c;
    const ct_definition *def;
    int people, status;
    uint64_t first, games;
    struct deep_counts counts;
    char *wrong;
};

static void *play_part(void *arg)
{
    struct part *p = arg;
    struct ct_setup setup = {
        .people = p->people, .options = p->c->options.v, .noptions = p->c->options.n};

    p->status =
        deep_check(p->def, &setup, p->first, p->games, p->c->seed, &p->counts, &p->wrong);
    return NULL;
}

static void add_counts(struct deep_counts *to, const struct deep_counts *from)
{
    to->games += from->games;
    to->unfinished += from->unfinished;
    to->picks += from->picks;
    to->resampled += from->resampled;
    to->refused += from->refused;
}

static void print_counts(const char *id, const struct deep_counts *n)
{
    printf("%s: %" PRIu64 " games played twice, the same at each of %" PRIu64 " picks; %" PRIu64
           " samples",
           id, n->games, n->picks, n->resampled);
    if (n->refused)
        printf(" (%" PRIu64 " refused in the middle of a hook)", n->refused);
    if (n->unfinished)
        printf("; %" PRIu64 " unfinished", n->unfinished);
    puts("");
}

/* Games for every number of people that is wanted, `games` in all. */
static int play_deep(const struct check *c, const ct_definition *def,
                     const struct ct_info *info)
{
    int from = c->seats ? (int)c->seats : info->min_people;
    int kinds = c->seats ? 1 : info->max_people - from + 1, rc = EXIT_OK;
    struct part part[CT_MAX_SEATS + 1] = {{0}};
    struct deep_counts all = {0};
    pthread_t thread[CT_MAX_SEATS + 1];
    bool runs[CT_MAX_SEATS + 1];

    for (int i = 0; i < kinds; i++) {
        uint64_t first = (uint64_t)c->games * (uint64_t)i / (uint64_t)kinds;
        uint64_t last = (uint64_t)c->games * (uint64_t)(i + 1) / (uint64_t)kinds;
        part[i] = (struct part){
            .c = c, .def = def, .people = from + i, .first = first, .games = last - first};
        runs[i] = !pthread_create(&thread[i], NULL, play_part, &part[i]);
        if (!runs[i])
            play_part(&part[i]);
    }
    for (int i = 0; i < kinds; i++) {
        if (runs[i])
            pthread_join(thread[i], NULL);
        if (part[i].status != EXIT_OK)
            complain("check: %s", part[i].wrong);
        else if (part[i].wrong)
            printf("%s: not with %d people: %s\n", info->id, part[i].people, part[i].wrong);
        rc = part[i].status > rc ? part[i].status : rc;
        free(part[i].wrong);
        add_counts(&all, &part[i].counts);
    }
    if (rc == EXIT_OK)
        print_counts(info->id, &all);
    return rc;
}

static void check_folder(struct check *c, const char *folder)
{
    ct_diags *diags = NULL;
    ct_definition *def = ct_load(folder, &diags);

    if (ct_diags_count(diags)) {
        char *text = ct_diags_text(diags, use_colour(stdout));
        fputs(text, stdout);
        free(text);
    }
    if (def) {
        struct ct_info info = ct_get_info(def, NULL);
        if (c->seats && seats_of(def, c->seats, 0) < 0) {
            worse(c, EXIT_USAGE);
        } else {
            char *wrong = NULL;
            ct_engine *engine = ct_engine_new(def, &wrong);
            if (engine)
                printf("%s: ok (%d cards, %d different)\n", info.id, info.copies, info.cards);
            else
                complain("check: %s: %s", info.id, wrong);
            worse(c, engine ? EXIT_OK : EXIT_USAGE);
            if (engine && c->deep)
                worse(c, play_deep(c, def, &info));
            ct_engine_free(engine);
            free(wrong);
        }
    } else {
        worse(c, EXIT_USAGE);
    }
    ct_diags_free(diags);
    ct_free(def);
}

static void check_found(void *ctx, const char *name, const char *folder)
{
    (void)name;
    check_folder(ctx, folder);
}

int cmd_check(int argc, char **argv)
{
    struct check c = {.games = 200, .seed = 1};
    bool deep_only = false;
    const struct flag flags[] = {
        {"deep", FLAG_SET, &c.deep, NULL,
         "also play random games twice: straight, and by way of clone, bytes and samples", 0, 0,
         NULL},
        {"seats", FLAG_COUNT, &c.seats, "N",
         "with --deep: people (every number the game allows)", 1, CT_MAX_SEATS, &deep_only},
        {"games", FLAG_COUNT, &c.games, "N", "with --deep: games in all (200)", 1, 1000000,
         &deep_only},
        {"option", FLAG_LIST, &c.options, "K=V",
         "with --deep: an option of the game; again for another", 0, 0, &deep_only},
        {"seed", FLAG_SEED, &c.seed, "S", "with --deep: where its chance begins (1)", 0, 0,
         &deep_only},
    };
    const struct usage usage = {
        "check",
        flags,
        sizeof flags / sizeof *flags,
        "Without arguments every game that is found is checked. Status: 0 all is well, 1 "
        "--deep found\n"
        "something, 2 a file has errors.\n",
        "cantrip check fairytale\ncantrip check ./my-game ./other-game\n"
        "cantrip check fairytale --deep --seats 4 --games 50",
        0,
        -1};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && deep_only && !c.deep) {
        complain("check: --seats, --games, --seed and --option go with --deep");
        rc = EXIT_USAGE;
    }
    if (rc < 0) {
        for (int i = 0; i < rest.n; i++) {
            char *folder = ruleset_folder(rest.v[i]);
            if (folder)
                check_folder(&c, folder);
            else
                worse(&c, EXIT_USAGE);
            free(folder);
        }
        if (!rest.n)
            rulesets_each(check_found, &c);
        rc = c.status;
    }
    args_free(&rest);
    args_free(&c.options);
    return rc;
}

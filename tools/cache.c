/* cache.c - the policies of players that name no file, by the rules' fingerprint, players, games
 * and options. */
#include "cache.h"

#include "common.h"
#include "tools/folder.h"
#include "tools/memory.h"
#include "tools/there.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = CACHE_PATH - 256, MOST_KEPT = 64 };

/* A number for the options of such a game. False after a message: the game cannot begin. */
static bool options_sum(const char *command, const ct_definition *def,
                        const struct ct_setup *setup, uint64_t *sum)
{
    char *wrong = NULL;
    ct_engine *engine = engine_open(def, &wrong);
    ct_state *game = engine ? ct_game_new(engine, setup) : NULL;

    *sum = 0;
    for (int i = 0; game && i < ct_get_info(def, NULL).options; i++) {
        struct ct_rng r = ct_rng_make(*sum, (uint32_t)ct_option_in_game(game, i));
        *sum = ct_rng_next(&r);
    }
    bool made = game;
    if (!made)
        complain("%s: %s", command, engine ? mem_said(ct_error(engine)) : reason(wrong));
    free(wrong);
    ct_state_free(game);
    ct_engine_free(engine);
    return made;
}

/* $XDG_CACHE_HOME/cantrip or ~/.cache/cantrip, made if missing. False: there is no place for it. */
static bool own_folder(char *out, size_t cap)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = cache && *cache == '/' ? snprintf(out, cap, "%s/cantrip", cache)
            : home && *home == '/' ? snprintf(out, cap, "%s/.cache/cantrip", home)
                                   : -1;

    return n >= 0 && (size_t)n < cap && folder_make(out) && !access(out, R_OK | W_OK | X_OK);
}

/* $TMPDIR/cantrip-UID (/tmp), if nobody else can put files there. */
static bool temporary_folder(char *out, size_t cap)
{
    const char *tmp = getenv("TMPDIR");
    int n = snprintf(out, cap, "%s/cantrip-%u", tmp && *tmp == '/' ? tmp : "/tmp",
                     (unsigned)geteuid());
    struct stat st;

    if (n < 0 || (size_t)n >= cap)
        return false;
    mkdir(out, 0700);
    return !lstat(out, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           !(st.st_mode & (S_IWGRP | S_IWOTH));
}

static bool cache_folder(char *out, size_t cap)
{
    return own_folder(out, cap) || temporary_folder(out, cap);
}

/* Says once where trained bots are kept, if that is not the usual place. */
static void say_where(const char *kept)
{
    static atomic_bool said;
    char own[LONGEST];

    if (own_folder(own, sizeof own) || atomic_exchange(&said, true))
        return;
    if (kept)
        complain("note: trained bots are kept in %s: $XDG_CACHE_HOME or $HOME/.cache cannot "
                 "be written",
                 kept);
    else
        complain("note: trained bots are not kept, so they are trained again next time: "
                 "$XDG_CACHE_HOME, $HOME/.cache and $TMPDIR cannot be written");
}

bool cache_path(const char *command, const ct_definition *def, const struct ct_setup *setup,
                uint64_t games, char *out)
{
    struct ct_info info = ct_get_info(def, NULL);
    char folder[LONGEST];
    uint64_t options;

    *out = 0;
    if (!options_sum(command, def, setup, &options))
        return false;
    if (!cache_folder(folder, sizeof folder))
        return true;
    int n =
        snprintf(out, CACHE_PATH, "%s/%s-%d-%" PRIu64 "-%016" PRIx64 "-%016" PRIx64 ".policy",
                 folder, info.id, setup->people, games, info.behaviour, options);
    if (n < 0 || n >= CACHE_PATH)
        *out = 0;
    return true;
}

ct_policy *cache_read(const ct_definition *def, const char *path)
{
    size_t n;
    char *text = *path ? there_text(path, &n, NULL) : NULL;
    ct_policy *policy = text ? ct_policy_read(def, path, text, n, NULL) : NULL;

    free(text);
    return policy;
}

/* The policy of the game's folder for so many players, if it is for these rules. */
static ct_policy *brought_for(const ct_definition *def, int people, uint64_t games)
{
    char path[CACHE_PATH];
    int n = snprintf(path, sizeof path, "%s/policies/%d.policy", ct_get_info(def, NULL).folder,
                     people);
    ct_policy *policy =
        n < 0 || n >= CACHE_PATH || access(path, R_OK) ? NULL : cache_read(def, path);
    struct ct_policy_info info =
        policy ? ct_policy_get_info(policy) : (struct ct_policy_info){0};

    if (policy && info.same_rules && info.people == people && info.games >= games &&
        !ct_policy_option(policy, 0))
        return policy;
    ct_policy_free(policy);
    return NULL;
}

ct_policy *cache_brought(const char *command, const ct_definition *def,
                         const struct ct_setup *setup, uint64_t games)
{
    const struct ct_setup usual = {.people = setup->people};
    int far = games && setup->people > 1 ? CT_MAX_SEATS : 0;
    ct_policy *policy = NULL;
    uint64_t options, standard;

    if (!options_sum(command, def, setup, &options) ||
        !options_sum(command, def, &usual, &standard) || options != standard)
        return NULL;
    for (int i = 0; i <= far && !policy; i++)
        if (!(policy = brought_for(def, setup->people + i, games)) && setup->people - i > 1)
            policy = brought_for(def, setup->people - i, games);
    return policy;
}

/* ---- what is kept ---- */

struct kept {
    char *path;
    struct timespec at;
};

static int by_age(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;

    return x->at.tv_sec != y->at.tv_sec     ? (x->at.tv_sec < y->at.tv_sec ? 1 : -1)
           : x->at.tv_nsec != y->at.tv_nsec ? (x->at.tv_nsec < y->at.tv_nsec ? 1 : -1)
                                            : strcmp(y->path, x->path);
}

/* Deletes all but the newest: each edit of a game leaves a policy behind. */
static void forget_old(const char *folder)
{
    struct kept *v = NULL;
    size_t n = 0, cap = 0;
    struct dirent *e;
    DIR *dir = opendir(folder);

    while (dir && (e = readdir(dir))) {
        const char *end = strrchr(e->d_name, '.');
        struct stat st;
        if (!end || strcmp(end, ".policy"))
            continue;
        char *path = mem_printf("%s/%s", folder, e->d_name);
        MEM_MORE(v, n, cap);
        if (stat(path, &st))
            st.st_mtim = (struct timespec){0};
        v[n++] = (struct kept){path, st.st_mtim};
    }
    if (dir)
        closedir(dir);
    if (n)
        qsort(v, n, sizeof *v, by_age);
    for (size_t i = 0; i < n; i++) {
        if (i >= MOST_KEPT)
            unlink(v[i].path);
        free(v[i].path);
    }
    free(v);
}

void cache_keep(const char *path, const char *text, size_t n)
{
    char folder[LONGEST];

    bool kept = *path && ct_file_replace(path, text, n, false, NULL) &&
                cache_folder(folder, sizeof folder);
    if (kept)
        forget_old(folder);
    say_where(kept ? folder : NULL);
}

/* gamefile.c - replays and saves on the command line. */
#include "gamefile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool gamefile_open(struct gamefile *f, const char *path)
{
    char *wrong = NULL;

    *f = (struct gamefile){.path = path};
    f->text = ct_file_read(path, &f->n, &wrong);
    if (!f->text)
        complain("%s", reason(wrong));
    free(wrong);
    return f->text != NULL;
}

void gamefile_close(struct gamefile *f)
{
    free(f->text);
    f->text = NULL;
}

int gamefile_next(struct gamefile *f, struct ct_replay *r)
{
    char *wrong = NULL;
    bool ok;

    *r = (struct ct_replay){0};
    if (f->at >= f->n && f->at)
        return 0;
    ok = ct_replay_read(r, f->path, f->text, f->n, &f->at, &f->line, &wrong);
    if (!ok)
        complain("%s", reason(wrong));
    free(wrong);
    return ok ? 1 : -1;
}

int gamefile_nth(struct gamefile *f, int64_t n, struct ct_replay *r)
{
    int64_t i = 0;
    int rc;

    while ((rc = gamefile_next(f, r)) == 1 && ++i < n)
        ct_replay_free(r);
    if (!rc)
        complain("%s: there is no game %" PRId64 ", only %" PRId64, f->path, n, i);
    return rc == 1 ? 0 : -1;
}

bool gamefile_rename(struct ct_replay *r, const char *command, const struct list *renames,
                     bool any)
{
    for (int i = 0; i < renames->n; i++) {
        const char *eq = strchr(renames->v[i], '=');
        char was[128];
        if (!eq || eq == renames->v[i] || !eq[1] || eq - renames->v[i] > 120)
            return complain("%s: --rename '%s': write it as OLD=NEW", command, renames->v[i]);
        snprintf(was, sizeof was, "%.*s", (int)(eq - renames->v[i]), renames->v[i]);
        if (!ct_replay_rename(r, was, eq + 1) && !any)
            return complain("%s: --rename %s: no pick of %s has '%s'", command, renames->v[i],
                            r->path, was);
    }
    return true;
}

ct_definition *gamefile_ruleset(const struct ct_replay *r, const char *ruleset)
{
    ct_definition *def = ruleset_load(ruleset ? ruleset : r->ruleset);

    if (!def && !ruleset)
        complain("%s:%d: this game's ruleset '%s' does not load (--ruleset names another "
                 "folder)",
                 r->path, r->line, r->ruleset);
    return def;
}

void gamefile_players(const struct ct_replay *r, struct player *players)
{
    char why[256];

    players_seed(players, CT_MAX_SEATS, r->seed);
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        players[i].kind = PLAYER_RANDOM;
        if (i >= r->nseats || !r->seat[i].player)
            continue;
        if (!ct_bot_parse(r->seat[i].player, &players[i].spec, why, sizeof why))
            players[i].kind = PLAYER_BOT;
        for (int k = 0; k < PLAYER_BOT; k++)
            if (!strcmp(player_name((enum player_kind)k), r->seat[i].player))
                players[i].kind = (enum player_kind)k;
        if (r->seat[i].drawn)
            players[i].rng.count = r->seat[i].drawn;
    }
}

bool gamefile_observer(const struct ct_replay *r, const char *command, const char *as, int *out)
{
    char *end;
    long seat = strtol(as, &end, 10);
    const char *names[CT_MAX_SEATS + 2];

    if (!strcmp(as, "spectator") || !strcmp(as, "all")) {
        *out = *as == 's' ? CT_SPECTATOR : CT_ALL;
        return true;
    }
    if (*as && !*end && seat >= 0 && seat < r->nseats && r->seat[seat].player) {
        *out = (int)seat;
        return true;
    }
    for (int i = 0; i < r->nseats; i++) {
        names[i] = r->seat[i].name;
        if (r->seat[i].player && !strcmp(names[i], as)) {
            *out = i;
            return true;
        }
    }
    names[r->nseats] = "spectator";
    names[r->nseats + 1] = "all";
    return complain_near(as, names, r->nseats + 2,
                         "%s: --as '%s': a seat's number or name, spectator, or all", command,
                         as);
}

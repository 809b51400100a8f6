/* session.c - the picks of a game under way. */
#include "session.h"

#include "base/arena.h"
#include "base/files.h"
#include "record/save.h"

#include <stdlib.h>
#include <string.h>

bool session_files(const char *command, const char *save, const char *record)
{
    struct str wrong = {0};
    bool ok = (!save || file_may_become(save, "save", &wrong)) &&
              (!record || file_may_become(record, "replay", &wrong));

    if (ok && save && record && !strcmp(save, record)) {
        str_addf(&wrong, "%s cannot be both the save and the replay", save);
        ok = false;
    }
    if (!ok)
        complain("%s: %s", command, str_of(&wrong));
    str_free(&wrong);
    return ok;
}

void session_players(struct session *s, const struct player *players)
{
    char title[512];

    for (int i = 0; i < s->rec.nseats; i++)
        replay_player(&s->rec, i, player_title(&players[i], title, sizeof title));
}

/* The players as they were then; what they have made since stays theirs. */
static void players_back(struct player *players, const struct player *then)
{
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        struct bot *bot = players[i].bot;
        bool begun = players[i].begun;
        players[i] = then[i];
        players[i].bot = bot;
        players[i].begun = begun;
    }
}

void session_note(struct session *s, ct_engine *e, ct_state *game, int seat, int choice,
                  const struct player *players)
{
    size_t i = s->rec.npicks - s->from;

    if (i >= s->cap) {
        s->cap = s->cap ? s->cap * 2 : 64;
        s->before = mem_realloc(s->before, s->cap * sizeof *s->before);
    }
    memcpy(s->before[i], players, sizeof s->before[i]);
    replay_note(&s->rec, e, game, seat, choice);
    s->fresh = true;
}

bool session_save(struct session *s, ct_engine *e, ct_state *game, const struct player *players,
                  bool durable)
{
    struct str text = {0}, wrong = {0};
    bool ok;

    if (!s->save || !s->fresh)
        return true;
    session_players(s, players);
    for (int i = 0; i < s->rec.nseats; i++)
        s->rec.seat[i].drawn = players[i].rng.count;
    ok = !save_write(&s->rec, e, game, &text);
    if (ok)
        ok = file_replace(s->save, text.s, text.n, durable, &wrong);
    else
        str_add(&wrong, ct_error(e));
    if (!ok && !s->failed)
        complain("the game is not saved: %s", str_of(&wrong));
    s->failed = !ok;
    s->fresh = !ok;
    str_free(&text);
    str_free(&wrong);
    return ok;
}

int session_undo(struct session *s, ct_engine *e, ct_state *game, int seat, int n,
                 struct player *players)
{
    size_t target = s->rec.npicks;
    struct replay_run run = {0};
    struct str why = {0};
    int found = 0, rc;

    for (size_t i = s->rec.npicks; i > 0 && found < n; i--)
        if (s->rec.pick[i - 1].seat == seat) {
            found++;
            target = i - 1;
        }
    if (found < n)
        return found ? found : -2;
    if (target >= s->from)
        players_back(players, s->before[target - s->from]);
    else
        s->from = target;
    replay_cut(&s->rec, target);
    s->fresh = true;
    rc = ct_game_restart(e, game, s->rec.seed);
    if (!rc && replay_play(&s->rec, e, game, target, &run, &why) != 1)
        rc = -1;
    str_free(&why);
    return rc;
}

bool session_end(struct session *s, ct_engine *e, ct_state *game)
{
    struct str text = {0}, wrong = {0};
    bool ok;

    if (!s->record)
        return true;
    s->rec.save = false;
    for (int i = 0; i < s->rec.nseats; i++)
        s->rec.seat[i].drawn = 0;
    ok = !replay_close(&s->rec, e, game);
    if (ok) {
        replay_write(&s->rec, &text);
        ok = file_replace(s->record, text.s, text.n, true, &wrong);
    } else {
        str_add(&wrong, ct_error(e));
    }
    if (!ok)
        complain("the replay is not written: %s", str_of(&wrong));
    str_free(&text);
    str_free(&wrong);
    return ok;
}

void session_free(struct session *s)
{
    replay_free(&s->rec);
    free(s->before);
    s->before = NULL;
}

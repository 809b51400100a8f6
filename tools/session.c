/* session.c - the picks of a game under way. */
#include "session.h"

#include "folder.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool session_files(struct session *s, const char *command, const char *kind)
{
    char *wrong = NULL;
    bool same = s->save && s->record && !strcmp(s->save, s->record), ok = !same;

    if (ok && s->save)
        ok = (s->kept = ct_file_keep(s->save, kind, &wrong)) != NULL;
    if (ok && s->record)
        ok = ct_file_may_become(s->record, "replay", &wrong);
    if (same)
        return complain("%s: %s cannot be both the save and the replay", command, s->save);
    return succeeded(ok, command, &wrong);
}

const char *session_save_place(struct session *s, const char *command, const char *game,
                               struct buffer *place)
{
    struct buffer folder = {0};
    char *wrong = NULL, when[32];
    time_t now = time(NULL);
    struct tm tm;

    localtime_r(&now, &tm);
    strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", &tm);
    bool ok = folder_state(&folder, "saves") && folder_make(folder.s);
    /* another game may have been left in this very second */
    for (int i = 1; ok && i < 100 && !s->kept; i++) {
        char more[8] = "";
        if (i > 1)
            snprintf(more, sizeof more, "-%d", i);
        buffer_free(place);
        buffer_add(place, "%s/%s-%s%s.save", buffer_text(&folder), game, when, more);
        free(wrong);
        wrong = NULL;
        if (access(buffer_text(place), F_OK))
            s->kept = ct_file_keep(buffer_text(place), "save", &wrong);
    }
    buffer_free(&folder);
    if (!s->kept)
        complain("%s: the game is not saved: %s", command,
                 wrong ? reason(wrong) : "no folder for it");
    free(wrong);
    s->fresh = true;
    return s->kept ? buffer_text(place) : NULL;
}

void session_players(struct session *s, const struct player *players)
{
    char title[512];

    for (int i = 0; i < s->rec.nseats; i++)
        ct_replay_player(&s->rec, i, player_title(&players[i], title, sizeof title));
}

/* Sets the players back to before pick `target`. A pick of before `resume` is not noted: a random
 * bot drew one number for it. */
static void players_back(const struct session *s, struct player *players, size_t target)
{
    for (size_t i = s->rec.npicks; i-- > target;) {
        struct player *p = &players[s->rec.pick[i].seat];
        if (i >= s->from) {
            p->rng.count = s->before[i - s->from].drawn;
            p->kind = s->before[i - s->from].kind;
        } else if (p->rng.count) {
            p->rng.count--;
        }
    }
}

void session_note(struct session *s, ct_engine *e, ct_state *game, int seat, int choice,
                  const struct player *player)
{
    size_t i = s->rec.npicks - s->from;

    MEM_MORE(s->before, i, s->cap);
    s->before[i] = (struct past_player){player->rng.count, player->kind};
    ct_replay_note(&s->rec, e, game, seat, choice);
    s->fresh = true;
}

bool session_save(struct session *s, ct_engine *e, ct_state *game, const struct player *players,
                  bool durable)
{
    char *text, *wrong = NULL;
    bool ok;

    if (!s->save || !s->fresh)
        return true;
    session_players(s, players);
    for (int i = 0; i < s->rec.nseats; i++)
        s->rec.seat[i].drawn = players[i].rng.count;
    text = ct_save_text(&s->rec, e, game);
    ok = text && ct_file_write(s->kept, text, strlen(text), durable, &wrong);
    if (!ok && !s->failed)
        complain("the game is not saved: %s", text ? reason(wrong) : ct_error(e));
    s->failed = !ok;
    s->fresh = !ok;
    free(text);
    free(wrong);
    return ok;
}

int session_undo(struct session *s, ct_engine *e, ct_state *game, int seat, int n,
                 struct player *players)
{
    size_t target = s->rec.npicks;
    struct ct_replay_run run = {0};
    int found = 0, rc;

    for (size_t i = s->rec.npicks; i > 0 && found < n && !s->rec.pick[i - 1].world; i--)
        if (s->rec.pick[i - 1].seat == seat) {
            found++;
            target = i - 1;
        }
    if (found < n)
        return found ? found : -2;
    players_back(s, players, target);
    if (target < s->from)
        s->from = target;
    ct_replay_cut(&s->rec, target);
    s->fresh = true;
    rc = ct_game_restart(e, game, s->rec.seed);
    if (!rc && ct_replay_play(&s->rec, e, game, target, &run, NULL) != 1)
        rc = -1;
    return rc;
}

bool session_end(struct session *s, ct_engine *e, ct_state *game)
{
    char *text, *wrong = NULL;
    bool ok;

    if (!s->record)
        return true;
    text = ct_replay_close(&s->rec, e, game) ? NULL : ct_replay_text(&s->rec);
    ok = text && ct_file_may_become(s->record, "replay", &wrong) &&
         ct_file_replace(s->record, text, strlen(text), true, &wrong);
    if (!ok)
        complain("the replay is not written: %s", text ? reason(wrong) : ct_error(e));
    free(text);
    free(wrong);
    return ok;
}

void session_free(struct session *s)
{
    ct_replay_free(&s->rec);
    ct_file_release(s->kept);
    s->kept = NULL;
    free(s->before);
    s->before = NULL;
}

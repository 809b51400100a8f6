/* record.c - the public interface: replays and saves, their words as texts. */
#include "api/internal.h"
#include "base/arena.h"
#include "base/files.h"
#include "base/write.h"
#include "record/save.h"

#include <errno.h>
#include <stdlib.h>

/* Adds words to a text of the caller's, if there is memory for them; they are used up. */
static void give(char **to, struct str *words)
{
    unsigned lost = mem_losses();
    struct str all = {0};

    if (to && words->n) {
        str_add(&all, *to ? *to : "");
        str_addn(&all, words->s, words->n);
    }
    if (all.s && mem_losses() == lost) {
        free(*to);
        *to = all.s;
    } else {
        str_free(&all);
    }
    str_free(words);
}

/* The words as a text of their own; NULL: memory has run out since. */
static char *take(struct str *words, unsigned lost)
{
    str_add(words, "");
    if (mem_losses() != lost)
        str_free(words);
    return words->s;
}

char *ct_replay_text(const struct ct_replay *r)
{
    unsigned lost = mem_losses();
    struct str text = {0};

    replay_write(r, false, &text);
    return take(&text, lost);
}

char *ct_save_text(struct ct_replay *r, ct_engine *engine, ct_state *game)
{
    unsigned lost = mem_losses();
    struct str text = {0};

    if (!save_write(r, engine, game, &text))
        return take(&text, lost);
    str_free(&text);
    return NULL;
}

bool ct_replay_read(struct ct_replay *r, const char *path, const char *text, size_t n,
                    size_t *at, int *line, char **wrong)
{
    struct str words = {0};
    bool ok = replay_read(r, path, text, n, at, line, &words);

    give(wrong, &words);
    return ok;
}

char *ct_replay_change(const struct ct_replay *r, const ct_definition *def)
{
    unsigned lost = mem_losses();
    struct str words = {0};

    replay_change_words(&words, r, def);
    return take(&words, lost);
}

ct_state *ct_replay_start(const struct ct_replay *r, ct_engine *engine, char **said,
                          char **wrong)
{
    struct str told = {0}, words = {0};
    ct_state *game = replay_start(r, engine, &told, &words);

    give(said, &told);
    give(wrong, &words);
    return game;
}

int ct_replay_play(const struct ct_replay *r, ct_engine *engine, ct_state *game, size_t to,
                   struct ct_replay_run *run, char **why)
{
    struct str words = {0};
    int rc = replay_play(r, engine, game, to, run, &words);

    give(why, &words);
    return rc;
}

bool ct_replay_agrees(const struct ct_replay *r, ct_engine *engine, ct_state *game,
                      const struct ct_replay_run *run, char **why)
{
    struct str words = {0};
    bool agrees = replay_agrees(r, engine, game, run, &words);

    give(why, &words);
    return agrees;
}

char *ct_replay_other(const struct ct_replay *r, const struct ct_replay_run *run)
{
    unsigned lost = mem_losses();
    struct str words = {0};

    replay_other_words(&words, r, run);
    return take(&words, lost);
}

/* The game of a save whose block is of another version: by its picks. */
static ct_state *by_picks(const struct ct_replay *r, ct_engine *engine, char **wrong)
{
    struct ct_replay_run run = {0};
    char *said = NULL;
    ct_state *game = ct_replay_start(r, engine, &said, wrong);

    free(said);
    if (!game || ct_replay_play(r, engine, game, r->npicks, &run, wrong) == 1)
        return game;
    ct_state_free(game);
    return NULL;
}

ct_state *ct_save_state(const struct ct_replay *r, ct_engine *engine, char **wrong)
{
    struct str words = {0};

    if (r->blocks != K_VERSION)
        return by_picks(r, engine, wrong);
    ct_state *game = save_state(r, engine, &words);

    give(wrong, &words);
    return game;
}

/* ---- their files ---- */

bool ct_file_replace(const char *path, const char *text, size_t n, bool durable, char **wrong)
{
    struct str words = {0};
    bool ok = file_replace(path, text, n, durable, &words);

    give(wrong, &words);
    return ok;
}

void ct_file_sweep(const char *path)
{
    file_sweep(path);
}

char *ct_file_read(const char *path, size_t *n, char **wrong)
{
    struct str words = {0};
    char *text = file_read(path, n, &words);

    give(wrong, &words);
    return text;
}

bool ct_file_may_become(const char *path, const char *kind, char **wrong)
{
    struct str words = {0};
    bool may = file_may_write(path, kind, &words);

    give(wrong, &words);
    return may;
}

struct ct_draft {
    struct draft draft;
};

ct_draft *ct_draft_begin(const char *path, bool named, char **wrong)
{
    struct str words = {0};
    ct_draft *d = mem_try(sizeof *d);

    if (d && !draft_open(&d->draft, path, named, &words)) {
        free(d);
        d = NULL;
    }
    give(wrong, &words);
    return d;
}

const char *ct_draft_beside(const ct_draft *d)
{
    return d->draft.beside;
}

bool ct_draft_add(ct_draft *d, const char *text, size_t n)
{
    return draft_write(&d->draft, text, n);
}

bool ct_draft_end(ct_draft *d, bool wanted)
{
    bool ok = !wanted || draft_done(&d->draft, true, true);
    int wrong = errno;

    draft_drop(&d->draft);
    free(d);
    errno = wrong;
    return ok;
}

struct ct_file {
    struct kept kept;
};

ct_file *ct_file_keep(const char *path, const char *kind, char **wrong)
{
    struct str words = {0};
    ct_file *f = mem_try(sizeof *f);

    if (f && !kept_open(&f->kept, path, kind, &words)) {
        free(f);
        f = NULL;
    }
    give(wrong, &words);
    return f;
}

bool ct_file_write(ct_file *f, const char *text, size_t n, bool durable, char **wrong)
{
    struct str words = {0};
    bool ok = kept_write(&f->kept, text, n, durable, &words);

    give(wrong, &words);
    return ok;
}

void ct_file_release(ct_file *f)
{
    if (f)
        kept_close(&f->kept);
    free(f);
}

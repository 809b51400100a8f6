/* tally.c - the outcomes of a part of a game's mutants as a tally, and the report of all parts.
 *
 * A tally has each mutant's outcome by number. What the mutant is, only the game's files say. So
 * the report needs them unchanged.
 */
#include "mutate.h"

#include "tools/memory.h"
#include "tools/stats/tallyrun.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char columns[] = "fate+ unread+ game+ behaviour%";

/* Continues a fingerprint with another text. */
static uint64_t sum_on(uint64_t sum, const char *text)
{
    return XXH64(text, strlen(text) + 1, sum);
}

/* A fingerprint of all mutants and scenarios, wherever the files are. */
static uint64_t mutants_sum(const struct subject *s)
{
    uint64_t sum = 0;
    struct ct_mutant m;
    char at[64];

    for (int i = 0; i < s->n && ct_get_mutant(s->mutants, i, &m); i++) {
        const char *file = strrchr(m.file, '/');
        snprintf(at, sizeof at, "%d:%d:%d", (int)m.by, m.line, m.column);
        sum = sum_on(sum_on(sum_on(sum, file ? file + 1 : m.file), at), m.says);
    }
    return sum;
}

static uint64_t scenarios_sum(const struct subject *s)
{
    uint64_t sum = 0;

    for (int i = 0; i < s->files.n; i++) {
        size_t n;
        char *text = ct_file_read(s->files.v[i], &n, NULL);
        sum = sum_on(sum, text ? text : "");
        free(text);
    }
    return sum;
}

void mutate_sum(struct subject *s)
{
    s->sums[0] = mutants_sum(s);
    s->sums[1] = scenarios_sum(s);
}

void mutate_head(struct tally_way *w, struct subject *s)
{
    const struct ct_setup none = {0};
    struct tally_run run = {0};

    if (w->to)
        run = tallyrun_of(ct_mutants_original(s->mutants), &none, s->seed);
    way_run(w, "mutate", &run);
    free(run.loaded);
    s->seed = run.seed;
    s->name = way_text(w, "name", s->name);
    s->base = !strcmp(way_text(w, "base", s->base ? "yes" : "no"), "yes");
    s->sums[0] = way_fingerprint(w, "mutants", s->sums[0]);
    s->scenarios = (int)way_number(w, "scenarios", (uint64_t)s->scenarios, INT32_MAX);
    s->sums[1] = way_fingerprint(w, "scenario-files", s->sums[1]);
}

/* ---- saving ---- */

/* Those of all mutants that were tried. */
static void save_outcomes(struct tally_way *w, const struct subject *s,
                          const struct numbers *tried)
{
    struct tally_list *l = tallyfile_notes(w->to, "scenarios");
    struct tally_table *t = tallyfile_table(w->to, "mutants", 1, columns);

    for (size_t k = 0; k < tried->n; k++)
        for (uint64_t i = tried->v[k].first; i <= tried->v[k].last; i++) {
            const struct outcome *o = &s->out[i - 1];
            __int128 *v = tallyfile_row(t, (uint32_t)i, 0, 0);
            v[0] = (int)o->fate;
            v[1] = o->unread;
            v[2] = o->game;
            v[3] = o->behaviour;
            if (o->scenario && !tallyfile_lines(l, i, o->scenario))
                way_lacks(w, "scenarios");
        }
}

bool mutate_save(struct tally_file *f, const struct subject *s, const struct numbers *tried)
{
    struct tally_way w = {.to = f};
    struct subject same = *s;
    uint64_t of = (uint64_t)s->n;

    mutate_head(&w, &same);
    way_numbers(&w, "mutants", &(struct numbers){tried->v, tried->n, 0}, &of);
    save_outcomes(&w, s, tried);
    return way_end(&w, "mutate", NULL);
}

/* ---- loading ---- */

static bool load_row(const uint32_t *key, const __int128 *v, struct subject *s)
{
    if (*key < 1 || *key > (uint32_t)s->n || v[0] < 0 || v[0] >= FATE_COUNT || v[1] < 0 ||
        v[1] > 1 || v[2] < -1 || v[2] > INT32_MAX)
        return false;
    s->out[*key - 1] = (struct outcome){.fate = (enum fate)(int)v[0],
                                        .unread = v[1] == 1,
                                        .game = (int64_t)v[2],
                                        .behaviour = (uint64_t)v[3]};
    return true;
}

bool mutate_load(const struct tally_file *f, struct subject *s, char **wrong)
{
    struct tally_way w = {.from = f};
    const struct tally_table *t = tallyfile_find(f, "mutants", 1, columns);
    const struct tally_list *notes = tallyfile_names(f, "scenarios");

    if (!t)
        way_lacks(&w, "mutants");
    if (f->of != (uint64_t)s->n)
        way_lacks(&w, "numbers");
    for (size_t row = 0; t && !w.lacks && row < t->rows; row++)
        if (!load_row(tallyfile_keys(t, row), tallyfile_values(t, row), s))
            way_lacks(&w, "mutants");
    if (!notes)
        way_lacks(&w, "scenarios");
    for (size_t at = 0; !w.lacks && at < notes->n;) {
        uint64_t number = tallylist_number(notes, at);
        char *text = tallylist_text(notes, &at);
        if (number < 1 || number > (uint64_t)s->n || s->out[number - 1].scenario) {
            way_lacks(&w, "scenarios");
            free(text);
        } else {
            s->out[number - 1].scenario = text;
        }
    }
    return way_end(&w, "mutate", wrong);
}

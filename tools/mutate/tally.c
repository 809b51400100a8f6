/* tally.c - what came of a part of a game's mutants, as a tally, and the report of all parts.
 *
 * A tally holds what came of each mutant by its number; what a mutant is stands in the game's files alone, so whoever tells the
 * report needs them, as they were.
 */
#include "mutate.h"

#include "tools/memory.h"
#include "tools/stats/tallyrun.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char columns[] = "fate+ unread+ game+ behaviour%";

/* A fingerprint of a text that goes on from one of others. */
static uint64_t sum_on(uint64_t sum, const char *text)
{
    return XXH64(text, strlen(text) + 1, sum);
}

/* Of what all mutants are, and of the scenarios; wherever the files lie. */
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

static struct tally_run run_of(const struct subject *s)
{
    const struct ct_setup none = {0};

    return tallyrun_of(ct_mutants_original(s->mutants), &none, s->seed);
}

/* ---- saving ---- */

static void save_outcomes(struct tally_saver *s, const struct subject *subject,
                          const struct numbers *tried)
{
    struct tally_list *l = tallyfile_notes(s->f, "scenarios");

    for (size_t k = 0; k < tried->n; k++)
        for (uint64_t i = tried->v[k].first; i <= tried->v[k].last; i++)
            if (subject->out[i - 1].scenario)
                s->good &= tallyfile_lines(l, i, subject->out[i - 1].scenario);
    struct tally_table *t = saver_table(s, "mutants", 1, columns);
    for (size_t k = 0; k < tried->n; k++)
        for (uint64_t i = tried->v[k].first; i <= tried->v[k].last; i++) {
            const struct outcome *o = &subject->out[i - 1];
            __int128 *v = tallyfile_row(t, (uint32_t)i, 0, 0);
            v[0] = (int)o->fate;
            v[1] = o->unread;
            v[2] = o->game;
            v[3] = o->behaviour;
        }
}

bool mutate_save(struct tally_file *f, const struct subject *subject,
                 const struct numbers *tried)
{
    struct tally_saver s = {f, "", true};
    struct tally_run run = run_of(subject);

    saver_run(&s, "mutate", &run);
    saver_text(&s, "name", subject->name);
    saver_text(&s, "base", subject->base ? "yes" : "no");
    saver_fingerprint(&s, "mutants", subject->sums[0]);
    saver_number(&s, "scenarios", (uint64_t)subject->scenarios);
    saver_fingerprint(&s, "scenario-files", subject->sums[1]);
    f->unit = "mutants";
    f->of = (uint64_t)subject->n;
    numbers_join(&f->numbers, tried);
    save_outcomes(&s, subject, tried);
    return saver_end(&s, "mutate");
}

void mutate_sum(struct subject *s)
{
    s->sums[0] = mutants_sum(s);
    s->sums[1] = scenarios_sum(s);
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
    struct tally_loader l = {.f = f, .side = ""};
    const struct tally_table *t = loader_table(&l, "mutants", 1, columns);
    const struct tally_list *notes = tallyfile_names(f, "scenarios");

    if (f->of != (uint64_t)s->n)
        loader_lacks(&l, "numbers");
    for (size_t row = 0; t && !l.lacks && row < t->rows; row++)
        if (!load_row(tallyfile_keys(t, row), tallyfile_values(t, row), s))
            loader_lacks(&l, "mutants");
    if (!notes)
        loader_lacks(&l, "scenarios");
    for (size_t at = 0; !l.lacks && at < notes->n;) {
        uint64_t number = tallylist_number(notes, at);
        char *text = tallylist_text(notes, &at);
        if (number < 1 || number > (uint64_t)s->n || s->out[number - 1].scenario) {
            loader_lacks(&l, "scenarios");
            free(text);
        } else {
            s->out[number - 1].scenario = text;
        }
    }
    return loader_end(&l, "mutate", wrong);
}

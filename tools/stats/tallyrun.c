/* tallyrun.c - what was played, as fields of a tally, and back. */
#include "tallyrun.h"

#include "tools/common.h"
#include "tools/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tally_run tallyrun_of(const ct_definition *def, const struct ct_setup *setup,
                             uint64_t seed)
{
    struct ct_info info = ct_get_info(def, NULL);

    return (struct tally_run){.id = info.id,
                              .title = info.title,
                              .version = CT_VERSION,
                              .behaviour = info.behaviour,
                              .layout = info.layout,
                              .seed = seed,
                              .people = setup->people,
                              .options = setup->options,
                              .noptions = setup->noptions};
}

/* ---- saving ---- */

const char *saver_name(const struct tally_saver *s, const char *name, char out[64])
{
    snprintf(out, 64, "%s%s", s->side, name);
    return out;
}

void saver_text(struct tally_saver *s, const char *name, const char *value)
{
    char own[64];

    s->good &= tallyfile_field(s->f, saver_name(s, name, own), "%s", value);
}

void saver_number(struct tally_saver *s, const char *name, uint64_t value)
{
    char own[64];

    tallyfile_field(s->f, saver_name(s, name, own), "%" PRIu64, value);
}

void saver_fingerprint(struct tally_saver *s, const char *name, uint64_t value)
{
    char own[64];

    tallyfile_field(s->f, saver_name(s, name, own), "%016" PRIx64, value);
}

void saver_rules(struct tally_saver *s, const struct tally_run *run)
{
    saver_text(s, "ruleset", run->id);
    saver_text(s, "title", run->title);
    saver_fingerprint(s, "rules", run->behaviour);
    saver_fingerprint(s, "layout", run->layout);
}

void saver_run(struct tally_saver *s, const char *command, const struct tally_run *run)
{
    saver_text(s, "command", command);
    saver_text(s, "version", run->version);
    saver_rules(s, run);
    saver_number(s, "people", (uint64_t)run->people);
    for (int i = 0; i < run->noptions; i++)
        saver_text(s, "option", run->options[i]);
    saver_number(s, "seed", run->seed);
}

struct tally_table *saver_table(struct tally_saver *s, const char *name, int keys,
                                const char *columns)
{
    char own[64];

    return tallyfile_table(s->f, saver_name(s, name, own), keys, columns);
}

bool saver_end(const struct tally_saver *s, const char *command)
{
    if (!s->good)
        complain(
            "%s: --tally: a name, player or option has characters that a tally cannot have",
            command);
    return s->good;
}

/* ---- loading ---- */

void loader_lacks(struct tally_loader *l, const char *what)
{
    if (!l->lacks)
        l->lacks = what;
}

const char *loader_text(struct tally_loader *l, const char *name)
{
    char own[64];

    snprintf(own, sizeof own, "%s%s", l->side, name);
    const struct tally_field *field = tallyfile_get(l->f, own, 0);
    if (!field)
        loader_lacks(l, name);
    return field ? field->value : "";
}

uint64_t loader_number(struct tally_loader *l, const char *name, uint64_t most)
{
    const char *text = loader_text(l, name);
    char *end;

    errno = 0;
    uint64_t n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || n > most)
        loader_lacks(l, name);
    return n;
}

uint64_t loader_fingerprint(struct tally_loader *l, const char *text)
{
    char *end;
    uint64_t n = strtoull(text, &end, 16);

    if (strlen(text) != 16 || *end)
        loader_lacks(l, "fingerprints");
    return n;
}

void loader_rules(struct tally_loader *l, struct tally_run *run)
{
    run->id = loader_text(l, "ruleset");
    run->title = loader_text(l, "title");
    run->behaviour = loader_fingerprint(l, loader_text(l, "rules"));
    run->layout = loader_fingerprint(l, loader_text(l, "layout"));
}

static void load_options(struct tally_loader *l, struct tally_run *run)
{
    const char **option = mem_alloc((l->f->nfields + 1) * sizeof *option);

    for (size_t i = 0; i < l->f->nfields; i++)
        if (!strcmp(l->f->field[i].name, "option"))
            option[run->noptions++] = l->f->field[i].value;
    run->options = run->loaded = option;
}

void loader_run(struct tally_loader *l, struct tally_run *run)
{
    *run = (struct tally_run){0};
    run->version = loader_text(l, "version");
    loader_rules(l, run);
    run->people = (int)loader_number(l, "people", CT_MAX_SEATS);
    load_options(l, run);
    run->seed = loader_number(l, "seed", UINT64_MAX);
}

const struct tally_table *loader_table(struct tally_loader *l, const char *name, int keys,
                                       const char *columns)
{
    char own[64];

    snprintf(own, sizeof own, "%s%s", l->side, name);
    const struct tally_table *t = tallyfile_find(l->f, own, keys, columns);
    if (!t)
        loader_lacks(l, name);
    return t;
}

const char **loader_list(struct tally_loader *l, const char *name, int *n)
{
    char own[64];

    snprintf(own, sizeof own, "%s%s", l->side, name);
    const struct tally_list *list = tallyfile_names(l->f, own);
    size_t lines = list && list->n < INT16_MAX ? list->n : 0;
    const char **out = mem_alloc((lines + 1) * sizeof *out);
    if (!list || lines != list->n)
        loader_lacks(l, name);
    for (size_t i = 0; i < lines; i++)
        out[i] = list->line[i];
    *n = (int)lines;
    return out;
}

bool loader_end(const struct tally_loader *l, const char *command, char **wrong)
{
    if (!l->lacks)
        return true;
    *wrong =
        mem_printf("%s: its '%s' is not what a tally of %s has", l->f->path, l->lacks, command);
    return false;
}

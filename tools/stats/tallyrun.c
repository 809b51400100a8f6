/* tallyrun.c - the description of a run, to and from the fields of a tally. */
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

/* ---- names ---- */

/* The name with its prefix, in `out`. */
static const char *own_name(const struct tally_way *w, const char *name, char out[64])
{
    snprintf(out, 64, "%s%s", w->side ? w->side : "", name);
    return out;
}

static const char *field(const struct tally_way *w, const char *name)
{
    char own[64];
    const struct tally_field *f = tallyfile_get(w->from, own_name(w, name, own), 0);

    return f ? f->value : NULL;
}

void way_lacks(struct tally_way *w, const char *what)
{
    if (!w->lacks)
        w->lacks = what;
}

/* ---- fields ---- */

bool way_has(const struct tally_way *w, const char *name, bool written)
{
    return w->to ? written : field(w, name) != NULL;
}

const char *way_text(struct tally_way *w, const char *name, const char *text)
{
    char own[64];

    if (w->to ? !tallyfile_field(w->to, own_name(w, name, own), "%s", text)
              : !(text = field(w, name)))
        way_lacks(w, name);
    return text ? text : "";
}

const char *way_text_if(struct tally_way *w, const char *name, const char *text)
{
    return way_has(w, name, text) ? way_text(w, name, text) : NULL;
}

bool way_flag(struct tally_way *w, const char *name, const char *word, bool is)
{
    return way_text_if(w, name, is ? word : NULL) != NULL;
}

uint64_t way_number(struct tally_way *w, const char *name, uint64_t value, uint64_t most)
{
    char digits[24], *end;

    snprintf(digits, sizeof digits, "%" PRIu64, value);
    const char *text = way_text(w, name, digits);
    errno = 0;
    uint64_t n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || n > most)
        way_lacks(w, name);
    return n;
}

static uint64_t hex_of(struct tally_way *w, const char *text)
{
    char *end;
    uint64_t n = strtoull(text, &end, 16);

    if (strlen(text) != 16 || *end)
        way_lacks(w, "fingerprints");
    return n;
}

uint64_t way_fingerprint(struct tally_way *w, const char *name, uint64_t value)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%016" PRIx64, value);
    return hex_of(w, way_text(w, name, digits));
}

int way_each(struct tally_way *w, const char *name, const char **text, int n, int most,
             const char *beside, uint64_t *of, bool always)
{
    char own[64], other[64];

    for (int i = 0; w->to && i < n; i++) {
        way_text(w, name, text[i]);
        if (beside && (of[i] || always))
            way_fingerprint(w, beside, of[i]);
    }
    if (w->to)
        return n;
    own_name(w, name, own);
    own_name(w, beside ? beside : "", other);
    n = 0;
    for (const struct tally_field *f = w->from->field; f < w->from->field + w->from->nfields;
         f++) {
        if (beside && n && !strcmp(f->name, other))
            of[n - 1] = hex_of(w, f->value);
        if (strcmp(f->name, own) != 0)
            continue;
        if (n == most) {
            way_lacks(w, name);
            break;
        }
        text[n++] = f->value;
    }
    return n;
}

void way_numbers(struct tally_way *w, const char *unit, struct numbers *numbers, uint64_t *of)
{
    if (w->to) {
        w->to->unit = unit;
        w->to->of = *of;
        numbers_join(&w->to->numbers, numbers);
    } else {
        *of = w->from->of;
        numbers_join(numbers, &w->from->numbers);
    }
}

/* ---- lists ---- */

static const char **read_list(struct tally_way *w, const char *name, int *n)
{
    char own[64];
    const struct tally_list *list = tallyfile_names(w->from, own_name(w, name, own));
    size_t lines = list && list->n < INT16_MAX ? list->n : 0;
    const char **out = mem_alloc((lines + 1) * sizeof *out);

    if (!list || lines != list->n)
        way_lacks(w, name);
    for (size_t i = 0; i < lines; i++)
        out[i] = list->line[i];
    *n = (int)lines;
    return out;
}

const char **way_list(struct tally_way *w, const char *name, const char **text, int *n)
{
    char own[64];

    if (!w->to)
        return read_list(w, name, n);
    struct tally_list *l = tallyfile_list(w->to, own_name(w, name, own));
    for (int i = 0; i < *n; i++)
        if (!tallyfile_line(l, "%s", text[i]))
            way_lacks(w, name);
    return text;
}

void way_hexes(struct tally_way *w, const char *name, uint64_t *v, int n)
{
    char own[64];

    if (w->to) {
        struct tally_list *l = tallyfile_list(w->to, own_name(w, name, own));
        for (int i = 0; i < n; i++)
            tallyfile_line(l, "%016" PRIx64, v[i]);
        return;
    }
    int found;
    const char **text = read_list(w, name, &found);
    if (found < n)
        way_lacks(w, name);
    for (int i = 0; i < n && i < found; i++)
        v[i] = hex_of(w, text[i]);
    free(text);
}

/* ---- what was played ---- */

void way_rules(struct tally_way *w, struct tally_run *run)
{
    run->id = way_text(w, "ruleset", run->id);
    run->title = way_text(w, "title", run->title);
    run->behaviour = way_fingerprint(w, "rules", run->behaviour);
    run->layout = way_fingerprint(w, "layout", run->layout);
}

static void pass_options(struct tally_way *w, struct tally_run *run)
{
    int most = w->to ? run->noptions : (int)w->from->nfields;
    const char **option = mem_alloc(((size_t)most + 1) * sizeof *option);

    for (int i = 0; i < run->noptions; i++)
        option[i] = run->options[i];
    run->noptions = way_each(w, "option", option, run->noptions, most, NULL, NULL, false);
    if (w->to)
        free(option);
    else
        run->options = run->loaded = option;
}

void way_run(struct tally_way *w, const char *command, struct tally_run *run)
{
    if (w->to)
        way_text(w, "command", command);
    run->version = way_text(w, "version", run->version);
    way_rules(w, run);
    run->people = (int)way_number(w, "people", (uint64_t)run->people, CT_MAX_SEATS);
    pass_options(w, run);
    run->seed = way_number(w, "seed", run->seed, UINT64_MAX);
}

bool way_end(const struct tally_way *w, const char *command, char **wrong)
{
    if (!w->lacks)
        return true;
    if (w->to)
        return complain("%s: --tally: a name, player or option has characters that "
                        "a tally cannot have",
                        command);
    *wrong = mem_printf("%s: its '%s' is not what a tally of %s has", w->from->path, w->lacks,
                        command);
    return false;
}

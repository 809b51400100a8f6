/* tell.c - prints findings as text, as JSON and as a page, and writes their games as replays. */
#include "attack.h"

#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/screen/table.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A game that does not end is shown up to so many picks. */
enum { SHOWN = 200 };

static const struct {
    const char *id, *says;
} kinds[] = {
#define X(name, id, says, least) {#id, says},
    FINDINGS(X)
#undef X
};

/* What all findings are based on (free()). */
static char *ground_of(const struct attack *a)
{
    const char *luck = a->found.n ? " Of the faults, expect at most one in twenty to be luck\n"
                                    "(Benjamini and Hochberg). ± is a standard error.\n"
                                  : "\n";

    return mem_printf("%zu fault%s found%s.\n"
                      "%d player%s, %zu plans, seed %" PRIu64 ".\n"
                      "%" PRIu64 " numbers were tested.%s",
                      a->found.n, a->found.n == 1 ? "" : "s",
                      a->late ? "; it was stopped before it had tried everything" : "",
                      a->people, a->people == 1 ? "" : "s", a->plans, a->seed, a->looked, luck);
}

void attack_print(const struct attack *a)
{
    char *ground = ground_of(a);

    printf("%s\n", a->cards.run.title);
    for (size_t i = 0; i < a->found.n; i++) {
        const struct finding *f = &a->found.v[i];
        printf("\n%zu. %s\n", i + 1, kinds[f->is].says);
        text_wrapf(stdout, 3, "   %s", f->says);
        if (f->mend)
            text_wrapf(stdout, 3, "   %s", f->mend);
        if (f->file)
            printf("   cantrip replay %s\n", f->file);
    }
    putchar('\n');
    text_put_lines(stdout, ground);
    free(ground);
}

bool attack_page(const struct attack *a)
{
    char *ground = ground_of(a);
    lua_State *L = report_begin("/web/report.lua", "attack");

    lua_newtable(L);
    data_set(L, "s:title s:ground", a->cards.run.title, ground);
    for (const struct finding *f = a->found.v; f < a->found.v + a->found.n; f++) {
        lua_newtable(L);
        data_set(L, "s:title s:says s:mend s:file", kinds[f->is].says, f->says, f->mend,
                 f->file);
        data_append(L);
    }
    free(ground);
    return report_end(L, 1, "attack", a->page);
}

static json_t *finding_json(const struct finding *f)
{
    json_t *about = json_array();

    for (int i = 0; i < 2; i++)
        if (f->about[i])
            json_array_append_new(about, json_string(f->about[i]));
    return json_pack("{s:s, s:o, s:o, s:f, s:o, s:o, s:o}", "kind", kinds[f->is].id, "about",
                     about, "says", json_text(f->says), "harm", f->harm, "number",
                     estimate_json(&f->number), "mend", json_text(f->mend), "replay",
                     json_text(f->file));
}

void attack_json(const struct attack *a)
{
    json_t *findings = json_array();

    for (size_t i = 0; i < a->found.n; i++)
        json_array_append_new(findings, finding_json(&a->found.v[i]));
    json_print(json_pack("{s:s, s:o, s:i, s:I, s:I, s:b, s:o}", "ruleset", a->cards.run.id,
                         "seed", json_seed(a->seed), "people", a->people, "plans",
                         (json_int_t)a->plans, "tested", (json_int_t)a->looked, "partial",
                         a->late, "findings", findings),
               2);
}

bool attack_replays(struct attack *a)
{
    for (size_t i = 0; i < a->found.n; i++) {
        struct finding *f = &a->found.v[i];
        char *wrong = NULL, *text = f->shows ? game_replay(a, &f->game, SHOWN) : NULL;
        if (!text)
            continue;
        char *path = mem_printf("%s/%zu-%s.replay", a->out, i + 1, kinds[f->is].id);
        bool good = ct_file_may_become(path, "replay", &wrong) &&
                    ct_file_replace(path, text, strlen(text), false, &wrong);
        free(text);
        f->file = path;
        if (!succeeded(good, "attack", &wrong))
            return false;
    }
    return true;
}

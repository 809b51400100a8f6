/* tell.c - gives findings to the scripts that print them, and writes their games as replays. */
#include "attack.h"

#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"

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

/* Pushes the findings. */
static void push(lua_State *L, const struct attack *a)
{
    char *ground = ground_of(a), seed[24];

    snprintf(seed, sizeof seed, "%" PRIu64, a->seed);
    data_new(L, "s:id s:title s:ground s:seed d:people u:plans u:tested b:partial",
             a->cards.run.id, a->cards.run.title, ground, seed, a->people, (uint64_t)a->plans,
             a->looked, a->late);
    for (const struct finding *f = a->found.v; f < a->found.v + a->found.n; f++) {
        data_new(L, "s:kind s:title s:says s:mend s:file f:harm e:number", kinds[f->is].id,
                 kinds[f->is].says, f->says, f->mend, f->file, f->harm, &f->number);
        for (int i = 0; i < 2; i++)
            if (f->about[i])
                data_text(L, f->about[i]);
        data_append(L);
    }
    free(ground);
}

bool attack_page(const struct attack *a)
{
    lua_State *L = report_begin("/web/report.lua", "attack");

    push(L, a);
    return report_end(L, 1, "attack", a->page);
}

void attack_print(const struct attack *a)
{
    lua_State *L = report_begin(a->json ? "/web/json.lua" : "/web/text.lua", "attack");

    push(L, a);
    if (a->json)
        json_print(report_json(L, 1), 2);
    else
        report_print(L, 1);
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

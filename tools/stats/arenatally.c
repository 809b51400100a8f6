/* arenatally.c - what `arena` has counted, as a tally, and back. */
#include "arenaresult.h"

#include <stdlib.h>
#include <string.h>

/* ---- saving ---- */

bool arena_save(struct tally_file *f, struct arena_result *r)
{
    struct tally_saver s = {f, "", true};

    saver_run(&s, "arena", &r->run);
    for (int i = 0; i < r->places; i++) {
        saver_text(&s, "place", r->name[r->who[i]]);
        if (r->weights[i])
            saver_fingerprint(&s, "weights", r->weights[i]);
    }
    saver_number(&s, "games", r->games);
    if (r->until)
        saver_text(&s, "until", r->until);
    f->unit = "deals";
    f->of = r->of;
    numbers_join(&f->numbers, &r->numbers);
    deals_tables(&r->counts, &(struct tally_way){.to = &s});
    return saver_end(&s, "arena");
}

/* ---- loading ---- */

/* The line-up: bots by their names, in the order in which they come first. */
static void load_places(struct tally_loader *l, struct arena_result *r)
{
    int bots = 0;

    for (size_t i = 0; i < l->f->nfields; i++) {
        const struct tally_field *field = &l->f->field[i];
        if (!strcmp(field->name, "weights") && r->places)
            r->weights[r->places - 1] = loader_fingerprint(l, field->value);
        if (strcmp(field->name, "place") != 0)
            continue;
        if (r->places == MOST_BOTS) {
            loader_lacks(l, "place");
            break;
        }
        int b = 0;
        while (b < bots && strcmp(r->name[b], field->value) != 0)
            b++;
        if (b == bots)
            r->name[bots++] = field->value;
        r->who[r->places++] = b;
    }
    if (!bots)
        loader_lacks(l, "place");
    deals_begin(&r->counts, bots, r->run.people);
}

bool arena_load(const struct tally_file *f, struct arena_result *r, char **wrong)
{
    struct tally_loader l = {.f = f, .side = ""};
    const struct tally_field *until = tallyfile_get(f, "until", 0);

    *r = (struct arena_result){0};
    loader_run(&l, &r->run);
    load_places(&l, r);
    r->games = loader_number(&l, "games", INT64_MAX);
    r->until = until ? until->value : NULL;
    r->of = f->of;
    numbers_join(&r->numbers, &f->numbers);
    deals_tables(&r->counts, &(struct tally_way){.from = &l});
    return loader_end(&l, "arena", wrong);
}

/* deeptally.c - what `check --deep` has counted, as a tally, and back. */
#include "deepresult.h"

#include "columns.h"
#include "tools/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTED struct ct_battery
static const struct columns sum_columns =
    COLUMNS(NULL, COUNT(games), COUNT(unfinished), COUNT(picks), COUNT(samples), COUNT(held),
            HASH(hash));
#undef COUNTED
#define COUNTED struct ct_battery_hook
static const struct columns hook_columns = COLUMNS(NULL, COUNT(samples), COUNT(accepted));
static const struct columns ran_columns = COLUMN_OF_NUMBERS("times");

static void pass_sums(struct ct_battery *b, const struct tally_way *way)
{
    cells_pass(way, &(struct cells){"sums", 0, &sum_columns, .v = b});
    cells_pass(way, &(struct cells){"hooks", 1, &hook_columns, b->hook, .n = b->nhooks});
    cells_pass(way, &(struct cells){"ran", 1, &ran_columns, b->ran, .n = b->nran});
}

void deep_add(struct deep_result *r, const struct ct_battery *sums)
{
    struct ct_battery *to = &r->sums;

    columns_merge(&sum_columns, to, sums, 1);
    if (sums->hook && sums->nhooks == to->nhooks)
        columns_merge(&hook_columns, to->hook, sums->hook, (size_t)to->nhooks);
    if (sums->ran && sums->nran == to->nran)
        columns_merge(&ran_columns, to->ran, sums->ran, (size_t)to->nran);
}

/* ---- saving ---- */

/* Of a run in which a law is broken the numbers up to there, and no sums: nobody tells them. */
static void save_numbers(struct tally_file *f, const struct deep_result *r)
{
    f->unit = "groups";
    f->of = r->of;
    numbers_free(&f->numbers);
    f->numbers = numbers_common(&r->numbers, &FIRST_OF(r->broken ? r->broken : r->of));
}

/* The same on every machine, wherever the game lies there. */
static void save_parts(struct tally_saver *s, const struct deep_result *r)
{
    struct tally_list *l = tallyfile_list(s->f, "parts");
    size_t n = r->root ? strlen(r->root) : 0;

    for (int i = 0; i < r->sums.nran; i++) {
        const char *line = r->part[i], *file = deep_part_file(line);
        size_t skip = n && !strncmp(file, r->root, n) ? n : 0;
        s->good &= tallyfile_line(l, "%.*s%s", (int)(file - line), line, file + skip);
    }
}

bool deep_save(struct tally_file *f, struct deep_result *r)
{
    struct ct_battery nothing = {0};
    struct tally_saver s = {f, "", true};

    saver_run(&s, "check", &r->run);
    saver_number(&s, "cards", (uint64_t)r->cards);
    saver_number(&s, "copies", (uint64_t)r->copies);
    saver_number(&s, "people-from", (uint64_t)r->from);
    saver_number(&s, "people-to", (uint64_t)r->to);
    saver_number(&s, "games", r->games);
    if (r->hash_only)
        saver_text(&s, "only", "hash");
    save_numbers(f, r);
    struct tally_list *l = tallyfile_list(f, "hooks");
    for (int i = 0; i < r->sums.nhooks; i++)
        s.good &= tallyfile_line(l, "%s", r->hook[i]);
    save_parts(&s, r);
    l = tallyfile_list(f, "refused");
    for (int people = r->from; people <= r->to; people++)
        if (r->refused[people])
            s.good &= tallyfile_lines(l, (uint64_t)people, r->refused[people]);
    l = tallyfile_notes(f, "broken");
    if (r->broken)
        s.good &= tallyfile_lines(l, r->broken, r->message);
    pass_sums(r->broken ? &nothing : &r->sums, &(struct tally_way){.to = &s});
    return saver_end(&s, "check");
}

/* ---- loading ---- */

/* A message has no end of a line at its end. */
static char *message_at(const struct tally_list *l, size_t *at)
{
    char *text = tallylist_text(l, at);

    text[strlen(text) - 1] = 0;
    return text;
}

static void load_refused(struct tally_loader *l, struct deep_result *r)
{
    const struct tally_list *list = tallyfile_names(l->f, "refused");

    if (!list)
        loader_lacks(l, "refused");
    for (size_t i = 0; list && i < list->n;) {
        uint64_t people = tallylist_number(list, i);
        if (people < (uint64_t)r->from || people > (uint64_t)r->to || r->refused[people]) {
            loader_lacks(l, "refused");
            return;
        }
        r->refused[people] = message_at(list, &i);
    }
}

/* What there is room for, by the lists. */
static void load_sums(struct tally_loader *l, struct deep_result *r)
{
    struct ct_battery *b = &r->sums;
    const char **line = loader_list(l, "parts", &b->nran);

    r->hook = loader_list(l, "hooks", &b->nhooks);
    b->hook = mem_zero(((size_t)b->nhooks + 1) * sizeof *b->hook);
    r->part = mem_zero(((size_t)b->nran + 1) * sizeof *r->part);
    b->ran = mem_zero(((size_t)b->nran + 1) * sizeof *b->ran);
    for (int i = 0; i < b->nran; i++)
        r->part[i] = mem_strdup(line[i]);
    free(line);
    pass_sums(b, &(struct tally_way){.from = l});
}

bool deep_load(const struct tally_file *f, struct deep_result *r, char **wrong)
{
    struct tally_loader l = {.f = f, .side = ""};
    const struct tally_list *broken = tallyfile_names(f, "broken");
    size_t first = 0;

    *r = (struct deep_result){0};
    loader_run(&l, &r->run);
    r->cards = (int)loader_number(&l, "cards", INT32_MAX);
    r->copies = (int)loader_number(&l, "copies", INT32_MAX);
    r->from = (int)loader_number(&l, "people-from", CT_MAX_SEATS);
    r->to = (int)loader_number(&l, "people-to", CT_MAX_SEATS);
    r->games = loader_number(&l, "games", INT64_MAX);
    r->hash_only = tallyfile_get(f, "only", 0);
    r->of = f->of;
    if (l.lacks || r->from > r->to)
        return loader_lacks(&l, "people-from"), loader_end(&l, "check", wrong);
    r->each = r->of / (uint64_t)(r->to - r->from + 1);
    numbers_join(&r->numbers, &f->numbers);
    if (broken && broken->n) {
        r->broken = tallylist_number(broken, first);
        r->message = message_at(broken, &first);
    }
    if (!broken || (broken->n && !r->broken))
        loader_lacks(&l, "broken");
    load_refused(&l, r);
    load_sums(&l, r);
    return loader_end(&l, "check", wrong);
}

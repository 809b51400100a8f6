/* deeptally.c - the results of `check --deep`, to and from a tally. */
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

void deep_add(struct deep_result *r, const struct ct_battery *sums)
{
    struct ct_battery *to = &r->sums;

    columns_merge(&sum_columns, to, sums, 1);
    if (sums->hook && sums->nhooks == to->nhooks)
        columns_merge(&hook_columns, to->hook, sums->hook, (size_t)to->nhooks);
    if (sums->ran && sums->nran == to->nran)
        columns_merge(&ran_columns, to->ran, sums->ran, (size_t)to->nran);
}

/* ---- texts ---- */

/* The lines are the same on every machine, wherever the game's folder is. */
static void save_parts(struct tally_way *w, const struct deep_result *r)
{
    struct tally_list *l = tallyfile_list(w->to, "parts");
    size_t n = r->root ? strlen(r->root) : 0;

    for (int i = 0; i < r->sums.nran; i++) {
        const char *line = r->part[i], *file = deep_part_file(line);
        size_t skip = n && !strncmp(file, r->root, n) ? n : 0;
        if (!tallyfile_line(l, "%.*s%s", (int)(file - line), line, file + skip))
            way_lacks(w, "parts");
    }
}

static void load_parts(struct tally_way *w, struct deep_result *r)
{
    const char **line = way_list(w, "parts", NULL, &r->sums.nran);

    r->part = mem_zero(((size_t)r->sums.nran + 1) * sizeof *r->part);
    for (int i = 0; i < r->sums.nran; i++)
        r->part[i] = mem_strdup(line[i]);
    free(line);
}

/* A message has no newline at its end. */
static char *message_at(const struct tally_list *l, size_t *at)
{
    char *text = tallylist_text(l, at);

    text[strlen(text) - 1] = 0;
    return text;
}

static void save_message(struct tally_way *w, struct tally_list *l, uint64_t number,
                         const char *message)
{
    if (message && !tallyfile_lines(l, number, message))
        way_lacks(w, l->name);
}

static void pass_refused(struct tally_way *w, struct deep_result *r)
{
    struct tally_list *own = w->to ? tallyfile_list(w->to, "refused") : NULL;
    const struct tally_list *list = w->to ? own : tallyfile_names(w->from, "refused");

    for (int people = r->from; w->to && people <= r->to; people++)
        save_message(w, own, (uint64_t)people, r->refused[people]);
    if (!list)
        way_lacks(w, "refused");
    for (size_t i = 0; w->from && list && i < list->n;) {
        uint64_t people = tallylist_number(list, i);
        if (people < (uint64_t)r->from || people > (uint64_t)r->to || r->refused[people]) {
            way_lacks(w, "refused");
            return;
        }
        r->refused[people] = message_at(list, &i);
    }
}

static void pass_broken(struct tally_way *w, struct deep_result *r)
{
    const struct tally_list *list;
    size_t first = 0;

    if (w->to) {
        save_message(w, tallyfile_notes(w->to, "broken"), r->broken,
                     r->broken ? r->message : NULL);
        return;
    }
    list = tallyfile_names(w->from, "broken");
    if (list && list->n) {
        r->broken = tallylist_number(list, first);
        r->message = message_at(list, &first);
    }
    if (!list || (list->n && !r->broken))
        way_lacks(w, "broken");
}

/* ---- the whole ---- */

/* If a law is broken, the sums are written as 0: no report shows them. */
static void pass_sums(struct tally_way *w, struct deep_result *r)
{
    struct ct_battery nothing = {0}, *b = w->to && r->broken ? &nothing : &r->sums;

    if (w->from) {
        b->hook = mem_zero(((size_t)b->nhooks + 1) * sizeof *b->hook);
        b->ran = mem_zero(((size_t)b->nran + 1) * sizeof *b->ran);
    }
    cells_pass(w, &(struct cells){"sums", 0, &sum_columns, .v = b});
    cells_pass(w, &(struct cells){"hooks", 1, &hook_columns, b->hook, .n = b->nhooks});
    cells_pass(w, &(struct cells){"ran", 1, &ran_columns, b->ran, .n = b->nran});
}

/* False: the tally has no usable results. */
static bool pass_head(struct tally_way *w, struct deep_result *r)
{
    way_run(w, "check", &r->run);
    r->cards = (int)way_number(w, "cards", (uint64_t)r->cards, INT32_MAX);
    r->copies = (int)way_number(w, "copies", (uint64_t)r->copies, INT32_MAX);
    r->from = (int)way_number(w, "people-from", (uint64_t)r->from, CT_MAX_SEATS);
    r->to = (int)way_number(w, "people-to", (uint64_t)r->to, CT_MAX_SEATS);
    r->games = way_number(w, "games", r->games, INT64_MAX);
    r->hash_only = way_flag(w, "only", "hash", r->hash_only);
    if (r->from > r->to)
        way_lacks(w, "people-from");
    return !w->lacks;
}

bool deep_save(struct tally_file *f, const struct deep_result *r)
{
    struct tally_way w = {.to = f};
    struct deep_result same = *r;

    pass_head(&w, &same);
    same.numbers = numbers_common(&r->numbers, &FIRST_OF(r->broken ? r->broken : r->of));
    way_numbers(&w, "groups", &same.numbers, &same.of);
    numbers_free(&same.numbers);
    way_list(&w, "hooks", same.hook, &same.sums.nhooks);
    save_parts(&w, &same);
    pass_refused(&w, &same);
    pass_broken(&w, &same);
    pass_sums(&w, &same);
    return way_end(&w, "check", NULL);
}

bool deep_load(const struct tally_file *f, struct deep_result *r, char **wrong)
{
    struct tally_way w = {.from = f};

    *r = (struct deep_result){0};
    if (!pass_head(&w, r))
        return way_end(&w, "check", wrong);
    way_numbers(&w, "groups", &r->numbers, &r->of);
    r->each = r->of / (uint64_t)(r->to - r->from + 1);
    pass_broken(&w, r);
    pass_refused(&w, r);
    load_parts(&w, r);
    r->hook = way_list(&w, "hooks", NULL, &r->sums.nhooks);
    pass_sums(&w, r);
    return way_end(&w, "check", wrong);
}

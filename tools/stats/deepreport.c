/* deepreport.c - the report of `check --deep`, and of `merge` for its tallies. */
#include "deepresult.h"

#include "partial.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>

void deep_result_free(struct deep_result *r)
{
    for (int i = 0; i <= CT_MAX_SEATS; i++)
        free(r->refused[i]);
    deep_parts_free(r);
    ct_battery_free(&r->sums);
    numbers_free(&r->numbers);
    free(r->message);
    free(r->hook);
    free(r->run.loaded);
}

void deep_note(struct deep_result *r, uint64_t group, const char *message)
{
    if (r->broken && r->broken <= group)
        return;
    free(r->message);
    r->broken = group;
    r->message = mem_had(ct_shown(message, true));
}

/* Prints how many worlds sampled within each hook were accepted. */
static void print_hooks(const struct deep_result *r)
{
    struct table t = {.split = 1};

    table_heads(&t, "  samples in the middle of|>tried|>accepted|>share");
    for (int i = 0; i < r->sums.nhooks; i++) {
        const struct ct_battery_hook *h = &r->sums.hook[i];
        if (!h->samples)
            continue;
        table_addf(&t, "  %s|%" PRIu64 "|%" PRIu64 "|%.1f %%", r->hook[i], h->samples,
                   h->accepted, 100.0 * (double)h->accepted / (double)h->samples);
    }
    if (t.n == (size_t)t.columns)
        table_free(&t);
    else
        table_show(&t);
}

void deep_print_refused(const struct deep_result *r)
{
    for (int people = r->from; people <= r->to; people++) {
        uint64_t first = (uint64_t)(people - r->from) + 1;
        if (r->refused[people] && (!r->broken || first < r->broken))
            printf("%s: not with %d players: %s\n", r->run.id, people, r->refused[people]);
    }
}

int deep_print(const struct deep_result *r)
{
    const char *id = r->run.id;
    const struct ct_battery *b = &r->sums;

    deep_print_refused(r);
    if (r->broken) {
        complain("check: %s", r->message);
        return EXIT_FINDING;
    }
    if (r->hash_only) {
        printf("%s: %" PRIu64 " game%s, %" PRIu64 " picks, hash %016" PRIx64 "\n", id, b->games,
               b->games == 1 ? "" : "s", b->picks, b->hash);
        partial_print(&r->numbers, r->of, "groups");
        return EXIT_OK;
    }
    text_wrapf(stdout, 2,
               "%s: %" PRIu64 " game%s, every law holds at each of %" PRIu64 " picks; %" PRIu64
               " samples; hash %016" PRIx64,
               id, b->games, b->games == 1 ? "" : "s", b->held, b->samples, b->hash);
    partial_print(&r->numbers, r->of, r->games == r->each ? "games" : "groups");
    if (!b->games)
        return EXIT_OK;
    if (b->unfinished)
        printf("%s: note: %" PRIu64 " of these games %s stopped at the limit of picks\n", id,
               b->unfinished, b->unfinished == 1 ? "was" : "were");
    if (b->held < b->picks)
        text_wrapf(stdout, 2,
                   "%s: note: long games are tested only at the start (10000 picks, or less if "
                   "they cost much): %" PRIu64 " later picks were played without tests",
                   id, b->picks - b->held);
    print_hooks(r);
    deep_parts_print(r);
    return EXIT_OK;
}

/* ---- JSON ---- */

static json_t *hooks_json(const struct deep_result *r)
{
    json_t *list = json_array();

    for (int i = 0; i < r->sums.nhooks; i++) {
        const struct ct_battery_hook *h = &r->sums.hook[i];
        if (h->samples)
            json_array_append_new(list, json_pack("{s: s, s: I, s: I}", "hook", r->hook[i],
                                                  "tried", (json_int_t)h->samples, "accepted",
                                                  (json_int_t)h->accepted));
    }
    return list;
}

static json_t *refused_json(const struct deep_result *r)
{
    json_t *o = json_object();
    char people[12];

    for (int n = r->from; n <= r->to; n++) {
        snprintf(people, sizeof people, "%d", n);
        if (r->refused[n])
            json_object_set_new(o, people, json_string(r->refused[n]));
    }
    return o;
}

int deep_json(const struct deep_result *r, json_t *o)
{
    const struct ct_battery *b = &r->sums;
    char hash[20];

    json_object_set_new(o, "not_with", refused_json(r));
    if (r->broken) {
        json_object_set_new(o, "broken", json_string(r->message));
        return EXIT_FINDING;
    }
    snprintf(hash, sizeof hash, "%016" PRIx64, b->hash);
    json_object_update_new(o, json_pack("{s:I, s:I, s:s}", "games", (json_int_t)b->games,
                                        "picks", (json_int_t)b->picks, "hash", hash));
    partial_json(o, &r->numbers, r->of);
    if (r->hash_only)
        return EXIT_OK;
    json_object_update_new(o, json_pack("{s:I, s:I, s:I, s:o, s:o}", "samples",
                                        (json_int_t)b->samples, "unfinished",
                                        (json_int_t)b->unfinished, "held", (json_int_t)b->held,
                                        "hooks", hooks_json(r), "never", deep_parts_json(r)));
    return EXIT_OK;
}

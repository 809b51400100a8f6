/* deepreport.c - the results of `check --deep`, and of `merge` for its tallies. */
#include "deepresult.h"

#include "tools/memory.h"

#include <stdio.h>
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

void deep_print_refused(const struct deep_result *r)
{
    for (int people = r->from; people <= r->to; people++) {
        uint64_t first = (uint64_t)(people - r->from) + 1;
        if (r->refused[people] && (!r->broken || first < r->broken))
            printf("%s: not with %d players: %s\n", r->run.id, people, r->refused[people]);
    }
}

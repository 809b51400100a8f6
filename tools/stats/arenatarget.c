/* arenatarget.c - the value of a target of `arena --until`, and its standard error. */
#include "arenaresult.h"
#include "target.h"

#include "tools/common.h"

#include <stdlib.h>
#include <string.h>

bool arena_target_find(struct target *t, const char *command, const struct arena_result *r)
{
    if (t->kind != TARGET_SHARE && t->kind != TARGET_AHEAD && t->kind != TARGET_RATING)
        return complain("%s: --until: only sim knows '%s'", command, t->text);
    for (t->at = 0; t->at < r->counts.bots; t->at++)
        if (!strcmp(r->name[t->at], t->of))
            return true;
    return complain_near(t->of, r->name, r->counts.bots, "%s: --until: no bot '%s' plays",
                         command, t->of);
}

struct estimate arena_target_now(const struct target *t, const struct arena_result *r)
{
    struct estimate now = {0, -1};

    if (t->kind != TARGET_RATING) {
        struct measure m = t->kind == TARGET_SHARE ? arena_measure(&r->counts, t->at, -1)
                                                   : arena_ahead(&r->counts, t->at);
        return m.games ? (struct estimate){m.share, m.error} : now;
    }
    struct rating *ratings = arena_ratings(&r->counts, numbers_count(&r->numbers));
    if (ratings)
        now = (struct estimate){ratings[t->at].value, ratings[t->at].error};
    free(ratings);
    return now;
}

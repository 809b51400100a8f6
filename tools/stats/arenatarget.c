/* arenatarget.c - the standard error of a target of `arena --until`. */
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

double arena_target_error(const struct target *t, const struct arena_result *r)
{
    double error = -1;

    if (t->kind != TARGET_RATING) {
        struct measure m = t->kind == TARGET_SHARE ? arena_measure(&r->counts, t->at, -1)
                                                   : arena_ahead(&r->counts, t->at);
        return m.games ? m.error : -1;
    }
    struct rating *ratings = arena_ratings(&r->counts, numbers_count(&r->numbers));
    if (ratings)
        error = ratings[t->at].error;
    free(ratings);
    return error;
}

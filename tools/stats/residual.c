/* residual.c - how far each part of a run is from the whole. */
#include "residual.h"

#include "arenaresult.h"
#include "simresult.h"
#include "tallyfile.h"
#include "target.h"

#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_value(struct part_values *p, char *name, struct estimate is)
{
    MEM_MORE(p->v, p->k, p->cap);
    p->v[p->k++] = (struct part_value){name, is};
}

static void of_sim(struct part_values *p, const struct sim_result *r)
{
    struct target t = {.kind = TARGET_LENGTH};

    add_value(p, mem_strdup("length"), sim_target_now(&t, r));
    for (t.at = 0; t.at < r->seats; t.at++) {
        if (!r->bot[t.at])
            continue;
        t.kind = TARGET_WINS;
        add_value(p, mem_printf("wins(%d)", t.at), sim_target_now(&t, r));
        t.kind = TARGET_SCORE;
        add_value(p, mem_printf("score(%d)", t.at), sim_target_now(&t, r));
    }
}

static void of_arena(struct part_values *p, const struct arena_result *r)
{
    struct target t = {0};

    for (t.at = 0; t.at < r->counts.bots; t.at++) {
        t.kind = TARGET_SHARE;
        add_value(p, mem_printf("share(%s)", r->name[t.at]), arena_target_now(&t, r));
        t.kind = TARGET_AHEAD;
        add_value(p, mem_printf("ahead(%s)", r->name[t.at]), arena_target_now(&t, r));
    }
}

struct part_values part_values_of(const struct tally_file *f)
{
    const struct tally_field *command = tallyfile_get(f, "command", 0);
    struct part_values p = {.n = numbers_count(&f->numbers)};
    struct arena_result r;
    struct sim_result s;
    char *wrong = NULL;

    if (command && !strcmp(command->value, "arena")) {
        if (arena_load(f, &r, &wrong))
            of_arena(&p, &r);
        arena_result_free(&r);
    } else if (command && !strcmp(command->value, "sim")) {
        if (sim_load_totals(f, &s, &wrong))
            of_sim(&p, &s);
        sim_result_free(&s);
    }
    free(wrong);
    return p;
}

void part_values_free(struct part_values *p)
{
    for (size_t i = 0; i < p->k; i++)
        free(p->v[i].name);
    free(p->v);
}

const struct part_value *residual_of(const struct part_values *p,
                                     const struct part_values *whole, double *residual)
{
    double rest = p->n ? (double)whole->n / (double)p->n - 1 : 0;
    const struct part_value *at = NULL;

    *residual = 0;
    for (size_t i = 0; i < p->k && i < whole->k; i++) {
        double error = whole->v[i].is.error * sqrt(rest);
        double z = error > 0 ? (p->v[i].is.mean - whole->v[i].is.mean) / error : 0;
        if (error > 0 && (!at || fabs(z) > fabs(*residual))) {
            *residual = z;
            at = &p->v[i];
        }
    }
    return at;
}

bool residual_is_odd(double residual, const struct part_values *whole, int parts)
{
    return p_normal(residual) * parts * (double)whole->k < 1e-4;
}

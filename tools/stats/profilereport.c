/* profilereport.c - what each line of the rules costs, as a table and for programs. */
#include "profilereport.h"

#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>

/* Lines of less than this share are added up; so many stand there at most. */
static const double LITTLE = 0.005;
enum { MOST_LINES = 30, RULE_WIDTH = 60 };

static void add_line(struct table *t, const struct ct_profiled *p, uint64_t all)
{
    char *rule = mem_strndup(p->text, p->len);

    table_addf(t, "%.1f %%", 100 * (double)p->work / (double)all);
    table_addf(t, "%" PRIu64, p->times);
    table_addf(t, "%" PRIu64, p->cards);
    table_add(t, ct_asked_word(p->why));
    if (p->file)
        table_addf(t, "%s:%d", p->file, p->line);
    else
        table_add(t, "(no rule: games begin and end)");
    rule[text_cut(rule, RULE_WIDTH)] = 0;
    table_add(t, rule);
    free(rule);
}

/* What the words say that stand in the column `slow`. */
static void explain(unsigned met)
{
    for (unsigned why = 1; why < CT_NASKED; why++)
        if (met >> why & 1)
            text_wrapf(stdout, 2, "%s: %s", ct_asked_word(why), ct_asked_says(why));
}

void profile_print(const ct_profile *profile, uint64_t games)
{
    static const char *const head[] = {"share", "times", "cards", "slow", "line", "rule"};
    struct table t = {.columns = 6, .right = {true, true, true}};
    uint64_t all = ct_profile_work(profile), told = 0;
    struct ct_profiled p;
    unsigned met = 0;

    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        table_add(&t, head[i]);
    for (int i = 0; i < MOST_LINES && ct_profile_get(profile, i, &p); i++) {
        if ((double)p.work < LITTLE * (double)all)
            break;
        add_line(&t, &p, all);
        told += p.work;
        met |= 1u << p.why;
    }
    printf("\n%" PRIu64 " units of work, %.0f a game\n", all,
           games ? (double)all / (double)games : 0);
    table_print(&t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&t);
    if (told < all)
        printf("%.1f %% in other lines, each of little\n",
               100 * (double)(all - told) / (double)all);
    explain(met);
}

json_t *profile_json(const ct_profile *profile)
{
    json_t *lines = json_array();
    uint64_t all = ct_profile_work(profile);
    struct ct_profiled p;

    for (int i = 0; ct_profile_get(profile, i, &p); i++) {
        char *rule = mem_strndup(p.text, p.len);
        json_t *o =
            json_pack("{so so so s:f s:I s:I s:I so}", "file", json_text(p.file), "line",
                      p.file ? json_integer(p.line) : json_null(), "text", json_text(rule),
                      "share", (double)p.work / (double)all, "work", (json_int_t)p.work,
                      "times", (json_int_t)p.times, "cards", (json_int_t)p.cards, "why",
                      p.why ? json_string(ct_asked_word(p.why)) : json_null());
        json_array_append_new(lines, o);
        free(rule);
    }
    return lines;
}

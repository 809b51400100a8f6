/* profilereport.c - the cost of each line of the rules, as a table and as JSON. */
#include "profilereport.h"

#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Lines below this share are added up. */
static const double LITTLE = 0.005;
enum { MOST_LINES = 30, RULE_WIDTH = 60 };

static void add_line(struct table *t, const struct ct_profiled *p, const char *folder)
{
    char *rule = mem_strndup(p->text, p->len);
    size_t n = strlen(folder);
    bool own = p->file && !strncmp(p->file, folder, n) && p->file[n] == '/';

    rule[text_cut(rule, RULE_WIDTH)] = 0;
    table_addf(t, "%.1f %%", 100 * p->share);
    table_addf(t, p->time < 0 ? "" : "%.1f %%", 100 * p->time);
    table_addf(t, "%" PRIu64 "|%" PRIu64 "|%s", p->times, p->cards, p->why ? p->why : "");
    table_addf(t, p->file ? "%s:%d" : "(dealing and asking)", own ? p->file + n + 1 : p->file,
               p->line);
    table_add(t, rule);
    free(rule);
}

/* The key for sorting. */
static double part_of(const struct ct_profiled *p)
{
    return p->time < 0 ? p->share : p->time;
}

/* Explains each reason in the first n lines once. */
static void explain(const ct_profile *profile, int n)
{
    struct ct_profiled p, before;

    for (int i = 0, k = 0; i < n && ct_profile_get(profile, i, &p); i++, k = 0) {
        while (k < i && ct_profile_get(profile, k, &before) && before.why != p.why)
            k++;
        if (p.why && k == i)
            text_wrapf(stdout, 2, "%s: %s", p.why, p.advice);
    }
}

void profile_print(const ct_profile *profile, const char *folder)
{
    struct table t = {0};
    struct ct_profiled p;
    double left = 1;
    int n = 0;

    table_heads(&t, ">share|>time|>times|>cards|slow|line|rule");
    for (; n < MOST_LINES && ct_profile_get(profile, n, &p) && part_of(&p) >= LITTLE; n++) {
        add_line(&t, &p, folder);
        left -= part_of(&p);
    }
    puts("");
    table_show(&t);
    if (left >= 0.0005)
        printf("%4.1f %%  in other lines, of which each takes little\n", 100 * left);
    explain(profile, n);
}

json_t *profile_json(const ct_profile *profile)
{
    json_t *lines = json_array();
    struct ct_profiled p;

    for (int i = 0; ct_profile_get(profile, i, &p); i++) {
        char *rule = mem_strndup(p.text, p.len);
        json_array_append_new(
            lines, json_pack("{so so so sf sI sI sI ss? ss?}", "file", json_text(p.file),
                             "line", p.file ? json_integer(p.line) : json_null(), "text",
                             json_text(rule), "share", p.share, "work", (json_int_t)p.work,
                             "times", (json_int_t)p.times, "cards", (json_int_t)p.cards, "why",
                             p.why, "advice", p.advice));
        free(rule);
        if (p.time >= 0)
            json_object_set_new(json_array_get(lines, (size_t)i), "time", json_real(p.time));
    }
    return lines;
}

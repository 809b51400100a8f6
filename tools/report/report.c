/* report.c - the page: its head, the summary, the sections, and how to see its games again. */
#include "report.h"

#include "html.h"
#include "sections.h"
#include "tools/common.h"
#include "tools/serve/page.h"
#include "tools/stats/partial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8 };
/* A file that begins with these words is a report, and may be overwritten. */
#define FIRST_WORDS "<!-- cantrip report 1 -->"

/* The text of a section. */
struct part {
    const char *id, *title;
    struct buffer text;
};

static void style(struct buffer *b, const char *path)
{
    const struct page_file *f = page_find(path, false);

    buffer_add(b, "%.*s", (int)f->n, (const char *)f->bytes);
}

/* ---- the head ---- */

/* The players: one for all seats, or seat by seat. */
static void players(struct buffer *b, const struct sim_result *r)
{
    const char *first = NULL;
    bool same = true;

    for (int i = 0; i < r->seats; i++) {
        if (r->bot[i] && !first)
            first = r->bot[i];
        same &= !r->bot[i] || !strcmp(r->bot[i], first);
    }
    for (int i = 0, n = 0; i < r->seats; i++) {
        if (!r->bot[i])
            continue;
        html_add(b, "%s%s", n++ ? "," : "", r->bot[i]);
        if (same)
            break;
    }
}

static void missing(struct buffer *b, const struct sim_result *r)
{
    struct numbers lacks = partial_missing(&r->numbers, r->of);

    if (lacks.n) {
        char *text = numbers_text(&lacks, MOST_NAMED);
        buffer_add(b, "<p class=\"verdict\">This is only a part: of ");
        html_count(b, r->of);
        buffer_add(b, " games these are missing: %s.</p>\n", text);
        free(text);
    }
    numbers_free(&lacks);
}

void report_begin(struct buffer *b, const char *title, const char *more)
{
    html_add(b,
             FIRST_WORDS
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>%s%s</title>\n<style>\n",
             title, more);
    style(b, "/web/report.css");
    html_add(b, "</style>\n</head>\n<body>\n<header>\n<h1>%s</h1>\n<p>", title);
}

bool report_end(struct buffer *b, const char *command, const char *path)
{
    char *wrong = NULL;

    buffer_add(b, "</main>\n<script>\n");
    style(b, "/web/report.js");
    buffer_add(b, "</script>\n</body>\n</html>\n");
    bool good = ct_file_may_become(path, "report", &wrong) &&
                ct_file_replace(path, buffer_text(b), b->n, true, &wrong);
    buffer_free(b);
    return succeeded(good, command, &wrong);
}

/* `first`: the ruleset that it is compared with, or NULL. */
static void head(struct buffer *b, const struct sim_result *r, const struct sim_result *first)
{
    const struct tally_run *run = &r->run;

    report_begin(b, run->title, ", in numbers");
    if (first)
        html_add(b, "<code>%s</code> against <code>%s</code>. ", r->name, first->name);
    html_count(b, r->total.games);
    buffer_add(b, " games of %d %s; players: <code>", run->people,
               run->people == 1 ? "player" : "players");
    players(b, r);
    buffer_add(b, "</code>; seed %" PRIu64, run->seed);
    for (int i = 0; i < run->noptions; i++)
        html_add(b, "%s<code>%s</code>", i ? ", " : "; options: ", run->options[i]);
    buffer_add(b, ". Cantrip %s, rules %016" PRIx64 ".</p>\n", run->version, run->behaviour);
    missing(b, r);
    if (r->until)
        html_add(b, "<p>It stopped when this was sure enough: <code>%s</code>.</p>\n",
                 r->until);
    buffer_add(b, "</header>\n");
}

/* ---- its games ---- */

/* Quotes a text for a shell. */
static void argument(struct buffer *b, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=:,./@%";

    if (*text && !text[strspn(text, plain)]) {
        html_text(b, text);
        return;
    }
    buffer_add(b, "&#39;");
    for (const char *s = text; *s; s++) {
        const char one[] = {*s, 0};
        if (*s == '\'')
            buffer_add(b, "&#39;\\&#39;&#39;");
        else
            html_text(b, one);
    }
    buffer_add(b, "&#39;");
}

static void command(struct buffer *b, const struct sim_result *r)
{
    const struct tally_run *run = &r->run;

    buffer_add(b, "<pre tabindex=\"0\"><code>cantrip play ");
    argument(b, r->name);
    buffer_add(b, " --seats %d --bots ", run->people);
    players(b, r);
    for (int i = 0; i < run->noptions; i++) {
        buffer_add(b, " --option ");
        argument(b, run->options[i]);
    }
    buffer_add(b, " --seed %" PRIu64 " --game 1</code></pre>\n", run->seed);
}

static void see(struct buffer *b, const struct sim_result *r, const struct sim_result *first)
{
    section_begin(b, "see", "To see a game");
    buffer_add(b, "<p>The games of this page have numbers. This command shows game 1. Change "
                  "the number to see another.</p>\n");
    command(b, r);
    if (first) {
        buffer_add(b, "<p>This one shows the same game by the old rules.</p>\n");
        command(b, first);
    }
    section_end(b);
}

/* ---- the page ---- */

static void glance(struct buffer *b, const struct sim_result *r, const struct sim_result *first)
{
    section_begin(b, "glance", "At a glance");
    buffer_add(b, "<ul>\n");
    if (first)
        glance_changes(b, first, r);
    glance_seats(b, r);
    glance_skill(b, r);
    glance_games(b, r);
    glance_lead(b, r);
    glance_cards(b, r);
    glance_causal(b, r);
    buffer_add(b, "</ul>\n");
    section_end(b);
}

static void contents(struct buffer *b, const struct part *parts, int n)
{
    buffer_add(b, "<nav aria-label=\"Contents\"><ul>");
    for (int i = 0; i < n; i++)
        if (*buffer_text(&parts[i].text))
            html_add(b, "<li><a href=\"#%s\">%s</a></li>", parts[i].id, parts[i].title);
    buffer_add(b, "<li><a href=\"#see\">To see a game</a></li></ul></nav>\n<main>\n");
}

static void page(struct buffer *b, const struct sim_result *r, const struct sim_result *first)
{
    struct part parts[] = {{"changes", "What changes", {0}},
#define X(name, id, title) {#id, title, {0}},
                           SECTIONS(X)
#undef X
    };
    const int n = sizeof parts / sizeof *parts;
    int at = 0;

    if (first)
        section_changes(&parts[at].text, first, r);
    at++;
#define X(name, id, title) section_##id(&parts[at++].text, r);
    SECTIONS(X)
#undef X
    head(b, r, first);
    contents(b, parts, n);
    glance(b, r, first);
    for (int i = 0; i < n; i++) {
        buffer_add(b, "%s", buffer_text(&parts[i].text));
        buffer_free(&parts[i].text);
    }
    see(b, r, first);
}

bool report_may_become(const char *command, const char *path)
{
    char *wrong = NULL;
    bool may = ct_file_may_become(path, "report", &wrong);

    return succeeded(may, command, &wrong);
}

bool report_write(const char *command, const char *path, const struct sim_result *r,
                  const struct sim_result *then)
{
    struct buffer b = {0};

    page(&b, then ? then : r, then ? r : NULL);
    return report_end(&b, command, path);
}

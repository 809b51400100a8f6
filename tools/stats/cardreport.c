/* cardreport.c - which cards win, as tables or JSON: the best first. */
#include "cardreport.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A card of one table, and where it stands. */
struct line {
    int card;
    const struct card_count *count;
    struct card_worth share, score,
        had; /* had: of the seats that had it, in what tells of `having` */
};
struct lines {
    struct line *v;
    int n;
    bool having; /* what having the card is worth answers better than what picking it is */
    bool shares, scores; /* anything to tell of either */
};

int card_kind_find(const struct card_names *names, const char *id)
{
    if (!strcmp(id, "all"))
        return EVERY_KIND;
    for (int kind = 0; kind < names->kinds; kind++)
        if (!strcmp(names->kind[kind], id))
            return kind;
    return NO_KIND;
}

int card_kind(const struct card_names *names, const char *command, const char *ruleset,
              const char *id)
{
    const char *known[256];
    int found = card_kind_find(names, id);
    size_t n = 0;

    if (found != NO_KIND)
        return found;
    for (int kind = 0; kind < names->kinds; kind++)
        if (*names->kind[kind] && n + 1 < sizeof known / sizeof *known)
            known[n++] = names->kind[kind];
    known[n++] = "all";
    struct buffer all = {0};
    for (size_t i = 0; i < n; i++)
        buffer_add(&all, "%s%s", i ? ", " : "", known[i]);
    complain_near(id, known, (int)n, "%s: --cards '%s' is no kind of choice of %s, only %s",
                  command, id, ruleset, buffer_text(&all));
    buffer_free(&all);
    return NO_KIND;
}

/* ---- the lines of a table ---- */

/* Sorts by what picking the card is worth, in shares or else in points; cards without either
 * last. */
static int by_worth(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    double gx = x->share.gain.mean, gy = y->share.gain.mean;

    if (x->share.known != y->share.known)
        return x->share.known ? -1 : 1;
    if (gx == gy) {
        gx = x->score.gain.mean;
        gy = y->score.gain.mean;
    }
    return gx > gy ? -1 : gx < gy ? 1 : x->card - y->card;
}

static int by_having(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    double hx = x->had.gain.mean, hy = y->had.gain.mean;

    if (x->had.known != y->had.known)
        return x->had.known ? -1 : 1;
    return !x->had.known || hx == hy ? by_worth(a, b) : hx > hy ? -1 : 1;
}

/* Where most of what is offered is the seat's own already, who passes it still has it and may pick it the next time: a pass says
 * little. What it is to have the card is then asked, if that is known of most. */
static bool having_answers(const struct lines *l)
{
    uint64_t owners = 0, holders = 0;
    int known = 0;

    for (int i = 0; i < l->n; i++) {
        owners += l->v[i].count->owners;
        holders += l->v[i].count->holders;
        known += l->v[i].had.known;
    }
    return l->shares && 2 * owners > holders && 2 * known > l->n;
}

static struct lines lines_of(const struct card_tally *t, int kind)
{
    struct lines l = {.v = mem_alloc((size_t)t->cards * sizeof *l.v), .scores = t->scored};

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = cardtally_of(t, kind, card);
        if (!c->picked && !c->passed)
            continue;
        l.v[l.n++] = (struct line){card, c, card_share(c), card_score(c),
                                   card_share(havingtally_of(&t->having, HAVING, card))};
        l.shares |= c->share.u || c->share.v;
    }
    l.having = having_answers(&l);
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, l.having ? by_having : by_worth);
    return l;
}

/* ---- tables ---- */

static void add_gain(struct table *t, bool known, const struct estimate *e, const char *mean,
                     const char *error)
{
    char text[64] = "";

    if (known)
        snprintf(text, sizeof text, mean, e->mean);
    table_add(t, text);
    if (known)
        snprintf(text, sizeof text, error, e->error);
    table_add(t, text);
}

static void add_line(struct table *t, const struct lines *l, const struct line *line,
                     const struct card_names *names)
{
    const struct card_count *c = line->count;
    bool share = line->share.known && l->shares;

    table_add(t, names->name[line->card]);
    if (l->having)
        add_gain(t, line->had.known, &line->had.gain, "%+.3f", "%.3f");
    table_addf(t, "%" PRIu64, c->picked + c->passed);
    table_addf(t, "%.1f %%", 100.0 * (double)c->picked / (double)(c->picked + c->passed));
    table_addf(t, share ? "%.3f" : "", line->share.picked.mean);
    table_addf(t, share ? "%.3f" : "", line->share.passed.mean);
    add_gain(t, share, &line->share.gain, "%+.3f", "%.3f");
    add_gain(t, line->score.known && l->scores, &line->score.gain, "%+.2f", "%.2f");
}

static void print_lines(const struct lines *l, const struct card_names *names)
{
    static const char *const heads[] = {"card",   "having", "±", "offered", "picked", "share",
                                        "passed", "gain",   "±", "points",  "±"};
    enum { HEADS = sizeof heads / sizeof *heads };
    struct table t = {.split = 1};

    for (int i = 0; i < HEADS; i++) {
        if (!l->having && (i == 1 || i == 2))
            continue;
        table_add(&t, heads[i]);
        t.right[t.columns++] = i > 0;
    }
    for (int i = 0; i < l->n; i++)
        add_line(&t, l, &l->v[i], names);
    table_print(&t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&t);
}

/* "always picked Fox, Owl and 3 more" */
static int name_ends(struct buffer *b, const struct card_tally *t,
                     const struct card_names *names, int kind, bool always)
{
    enum { MOST = 8 };
    int *card = mem_alloc(((size_t)t->cards + 1) * sizeof *card);
    int n = cardtally_ends(t, kind, always, card);

    for (int i = 0; i < n && i < MOST; i++)
        buffer_add(b, "%s%s",
                   i        ? ", "
                   : always ? "always picked "
                            : "never picked ",
                   names->name[card[i]]);
    if (n > MOST)
        buffer_add(b, " and %d more", n - MOST);
    free(card);
    return n;
}

void cards_print_ends(const struct card_tally *t, const struct card_names *names, int kind,
                      const char *where, const char *how)
{
    struct buffer up = {0}, down = {0};
    int always = name_ends(&up, t, names, kind, true);
    int never = name_ends(&down, t, names, kind, false);

    if (always || never)
        text_wrapf(stdout, 0, "nothing to compare%s: %s%s%s%s", where, buffer_text(&up),
                   always && never ? "; " : "", buffer_text(&down), how);
    buffer_free(&up);
    buffer_free(&down);
}

/* Nothing of the kind that was wanted: of which there was something. */
static void none_print(const struct card_tally *t, const struct card_names *names)
{
    const char *between = "; there were: ";

    printf("\nno card was offered like this");
    for (int k = 0; k < t->kinds; k++) {
        struct lines l = lines_of(t, k);
        if (l.n) {
            printf("%s%s", between, names->kind[k]);
            between = ", ";
        }
        free(l.v);
    }
    puts("");
}

/* As JSON names them, in the order of enum having. */
static const char *const how_id[] = {"share", "start", "drawn", "picked"};

/* What it is worth to have each card, by how seats came by it: the best first. */
static void print_having(const struct card_tally *t, const struct card_names *names)
{
    static const char *const heads[] = {"card",  "had", "share", "never", "having", "±",
                                        "start", "±",   "drawn", "±",     "picked", "±"};
    struct table table = {.split = 1, .columns = 12};
    struct line *v = mem_alloc(((size_t)t->cards + 1) * sizeof *v);
    int n = 0;

    for (int i = 0; i < 12; i++) {
        table_add(&table, heads[i]);
        table.right[i] = i > 0;
    }
    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = havingtally_of(&t->having, HAVING, card);
        if (c->picked)
            v[n++] = (struct line){.card = card, .count = c, .had = card_share(c)};
    }
    if (n)
        qsort(v, (size_t)n, sizeof *v, by_having);
    for (const struct line *line = v; line < v + n; line++) {
        table_add(&table, names->name[line->card]);
        table_addf(&table, "%" PRIu64, line->count->picked);
        table_addf(&table, line->had.known ? "%.3f" : "", line->had.picked.mean);
        table_addf(&table, line->had.known ? "%.3f" : "", line->had.passed.mean);
        for (int how = 0; how < HAVINGS; how++) {
            const struct card_worth w =
                card_share(havingtally_of(&t->having, (enum having)how, line->card));
            add_gain(&table, w.known, &w.gain, "%+.3f", "%.3f");
        }
    }
    puts("\nhaving");
    table_print(&table, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(&table);
    free(v);
    text_fill(
        stdout,
        "\nhad: seats that ever had the card in a zone of their own; share: of the win, of "
        "these; "
        "never: of the seats that never had it; having: the first less the second; start, "
        "drawn, picked: "
        "the same of those that had it before the first pick, came by it later, picked it\n",
        terminal_width(stdout));
}

void cards_print(const struct card_tally *t, const struct card_names *names, int kind,
                 bool causal)
{
    const char *how = causal ? "" : " (--causal tells what they are worth)";
    int met = 0;
    bool having = false;

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct lines l = lines_of(t, k);
        having |= l.having;
        if (l.n) {
            printf("\n%s\n", names->kind[k]);
            if (l.having)
                text_fill(
                    stdout,
                    "most seats that are offered a card here have it already, so passing it "
                    "says little: "
                    "sorted by having, the share of the win of who ever had the card less "
                    "that of who never did\n",
                    terminal_width(stdout));
            cards_print_ends(t, names, k, "", how);
            print_lines(&l, names);
        }
        met += l.n;
        free(l.v);
    }
    if (!met)
        none_print(t, names);
    else
        text_fill(stdout,
                  "\nshare: of the win, of who picked the card; passed: of who was offered it "
                  "and did not;\n"
                  "gain: the first less the second, ± its standard error; points: the gain in "
                  "points\n",
                  terminal_width(stdout));
    if (having)
        print_having(t, names);
}

/* ---- JSON ---- */

json_t *estimate_json(const struct estimate *e)
{
    return json_pack("{s:f, s:f}", "mean", round(e->mean * 1e6) / 1e6, "error",
                     round(e->error * 1e6) / 1e6);
}

static json_t *worth_json(const struct card_worth *w)
{
    const struct estimate *e[] = {&w->picked, &w->passed, &w->gain};
    static const char *const name[] = {"picked", "passed", "gain"};
    json_t *o = json_object();

    for (int i = 0; i < 3; i++)
        json_object_set_new(o, name[i], estimate_json(e[i]));
    return o;
}

static json_t *line_json(const struct lines *l, const struct line *line,
                         const struct card_names *names)
{
    const struct card_count *c = line->count;
    json_int_t picked = (json_int_t)c->picked, passed = (json_int_t)c->passed;
    json_t *o = json_object();

    json_object_set_new(o, "card", json_string(names->id[line->card]));
    if (l->having && line->had.known)
        json_object_set_new(o, "having", estimate_json(&line->had.gain));
    json_object_set_new(o, "offered", json_integer(picked + passed));
    json_object_set_new(o, "picked", json_integer(picked));
    if (l->shares && line->share.known)
        json_object_set_new(o, "share", worth_json(&line->share));
    if (l->scores && line->score.known)
        json_object_set_new(o, "points", worth_json(&line->score));
    return o;
}

json_t *cards_json(const struct card_tally *t, const struct card_names *names, int kind)
{
    json_t *kinds = json_object();

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct lines l = lines_of(t, k);
        json_t *cards = json_array();
        for (int i = 0; i < l.n; i++)
            json_array_append_new(cards, line_json(&l, &l.v[i], names));
        if (l.n || kind == k)
            json_object_set(kinds, names->kind[k], cards);
        json_decref(cards);
        free(l.v);
    }
    return kinds;
}

json_t *having_json(const struct card_tally *t, const struct card_names *names)
{
    json_t *cards = json_array();

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *all = havingtally_of(&t->having, HAVING, card);
        json_t *o = json_pack("{s:s, s:I, s:I}", "card", names->id[card], "had",
                              (json_int_t)all->picked, "never", (json_int_t)all->passed);
        for (int how = 0; how < HAVINGS; how++) {
            const struct card_worth w =
                card_share(havingtally_of(&t->having, (enum having)how, card));
            if (w.known)
                json_object_set_new(o, how_id[how], worth_json(&w));
        }
        if (all->picked)
            json_array_append(cards, o);
        json_decref(o);
    }
    return cards;
}

/* cardreport.c - which cards win, as tables or JSON, the best first. */
#include "cardreport.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
    complain_near(id, known, (int)n, "%s: --cards '%s' is not a kind of choice of %s, only %s",
                  command, id, ruleset, buffer_text(&all));
    buffer_free(&all);
    return NO_KIND;
}

/* ---- the lines of a table ---- */

/* Sorts by worth, in shares or else in points. Cards without either come last. */
static int by_worth(const void *a, const void *b)
{
    const struct card_line *x = a, *y = b;
    double gx = x->share.gain.mean, gy = y->share.gain.mean;

    if (x->share.known != y->share.known)
        return x->share.known ? -1 : 1;
    if (gx == gy) {
        gx = x->score.gain.mean;
        gy = y->score.gain.mean;
    }
    return gx > gy ? -1 : gx < gy ? 1 : x->card - y->card;
}

static void add_card(struct card_lines *l, int card, const struct card_count *c,
                     const struct card_count *told)
{
    l->v[l->n++] = (struct card_line){card, c, told, card_share(told), card_score(told), 1};
    l->shares |= c->share.u || c->share.v;
}

struct card_lines card_lines_of(const struct card_tally *t, int kind)
{
    struct card_lines l = {.v = mem_alloc(((size_t)t->cards + 1) * sizeof *l.v),
                           .having = cardtally_asks_having(t, kind),
                           .scores = t->scored};

    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = cardtally_of(t, kind, card);
        if (c->games)
            add_card(&l, card, c, cardtally_answer(t, kind, card));
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_worth);
    return l;
}

/* ---- tables ---- */

void add_estimate(struct table *t, bool known, const struct estimate *e, int digits)
{
    table_addf(t, known ? "%+.*f" : "", digits, e->mean);
    table_addf(t, known ? "%.*f" : "", digits, e->error);
}

static void add_line(struct table *t, const struct card_lines *l, const struct card_line *line,
                     const struct card_names *names)
{
    const struct card_count *c = line->count;
    bool share = line->share.known && l->shares;

    table_add(t, names->name[line->card]);
    table_addf(t, "%" PRIu64, c->picked + c->passed);
    table_addf(t, "%.1f %%", 100.0 * (double)c->picked / (double)(c->picked + c->passed));
    table_addf(t, share ? "%.3f" : "", line->share.picked.mean);
    table_addf(t, share ? "%.3f" : "", line->share.passed.mean);
    add_estimate(t, share, &line->share.gain, 3);
    add_estimate(t, line->score.known && l->scores, &line->score.gain, 2);
}

static void print_lines(const struct card_lines *l, const struct card_names *names)
{
    struct table t = {.split = 1};

    table_heads(&t, l->having ? "card|>offered|>picked|>had|>not had|>having|>±|>points|>±"
                              : "card|>offered|>picked|>share|>passed|>gain|>±|>points|>±");
    for (int i = 0; i < l->n; i++)
        add_line(&t, l, &l->v[i], names);
    table_show(&t);
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

/* Says that there were no choices of the wanted kind, and which kinds there were. */
static void none_print(const struct card_tally *t, const struct card_names *names)
{
    const char *between = "; these choices offered cards: ";

    printf("\nno card was offered in such a choice");
    for (int k = 0; k < t->kinds; k++) {
        struct card_lines l = card_lines_of(t, k);
        if (l.n) {
            printf("%s%s", between, names->kind[k]);
            between = ", ";
        }
        free(l.v);
    }
    puts("");
}

static const char *const way_id[] = {
#define X(name, id, head) #id,
    HAVINGS_ALL(X)
#undef X
};

/* The worth of having each card, by how seats came by it, the best first. A way that no seat had
 * is left out. */
static void print_having(const struct card_tally *t, const struct card_names *names)
{
    static const char *const heads[] = {
#define X(name, id, head) ">" head "|>±",
        HAVINGS_ALL(X)
#undef X
    };
    struct table table = {.split = 1};
    struct card_lines l = {.v = mem_alloc(((size_t)t->cards + 1) * sizeof *l.v)};
    bool shown[HAVINGS] = {false};

    for (int i = 0; i < HAVINGS * t->cards; i++)
        shown[i / t->cards] |= t->having.count[i].games_picked > 1;
    table_heads(&table, "card");
    for (int how = HAVING_ANY + 1; how < HAVINGS; how++)
        if (shown[how])
            table_heads(&table, heads[how]);
    for (int card = 0; card < t->cards; card++) {
        const struct card_count *c = &t->having.count[HAVING_ANY * t->cards + card];
        if (c->picked)
            add_card(&l, card, c, c);
    }
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_worth);
    for (const struct card_line *line = l.v; line < l.v + l.n; line++) {
        table_add(&table, names->name[line->card]);
        for (int how = HAVING_ANY + 1; how < HAVINGS; how++) {
            const struct card_count c =
                havingtally_of(&t->having, (enum having)how, line->card);
            const struct card_worth w = card_share(&c);
            if (shown[how])
                add_estimate(&table, w.known, &w.gain, 3);
        }
    }
    puts("\nhaving");
    table_show(&table);
    free(l.v);
    text_fill(stdout,
              "\n"
              "The same difference, by how players came to have the card:\n"
              "opening: before the first pick; by 3: by the third round; drawn: later;\n"
              "picked: by picking it; used: they had it and picked it\n",
              terminal_width(stdout));
}

/* Prints the table of a kind of choice. Returns the number of its cards. */
static int print_kind(const struct card_tally *t, const struct card_names *names, int kind,
                      const char *how, bool asked[2])
{
    struct card_lines l = card_lines_of(t, kind);

    if (l.n) {
        printf("\n%s\n", names->kind[kind]);
        if (l.having)
            text_wrapf(stdout, 0, "%s", cardtally_asked(true));
        else
            cards_print_ends(t, names, kind, "", how);
        print_lines(&l, names);
        asked[l.having] = true;
    }
    free(l.v);
    return l.n;
}

void cards_print(const struct card_tally *t, const struct card_names *names, int kind,
                 bool causal)
{
    const char *how = causal ? "" : " (--causal says what they are worth)";
    bool asked[2] = {false, false};
    int met = 0;

    for (int k = 0; k < t->kinds; k++)
        if (kind == EVERY_KIND || kind == k)
            met += print_kind(t, names, k, how, asked);
    if (!met)
        none_print(t, names);
    if (asked[false])
        text_fill(
            stdout,
            "\n"
            "share: the average part of a win of players who picked the card\n"
            "passed: of players who passed it the last time that they could\n"
            "gain: share less passed, and its standard error ±; points: the same in points\n",
            terminal_width(stdout));
    if (asked[true]) {
        text_fill(
            stdout,
            "\n"
            "had: the average part of a win of players who had the card\n"
            "not had: of players who never had it\n"
            "having: had less not had, and its standard error ±; points: the same in points\n",
            terminal_width(stdout));
        print_having(t, names);
    }
}

/* ---- JSON ---- */

json_t *estimate_json(const struct estimate *e)
{
    return json_pack("{s:o, s:o}", "mean", json_rounded(e->mean), "error",
                     json_rounded(e->error));
}

static json_t *worth_json(const struct card_worth *w, bool having)
{
    return json_pack("{s:o, s:o, s:o}", having ? "had" : "picked", estimate_json(&w->picked),
                     having ? "not_had" : "passed", estimate_json(&w->passed), "gain",
                     estimate_json(&w->gain));
}

/* `share` and `points` of these counts, if they are known. */
static json_t *worths_json(const struct card_count *c, const struct card_lines *l, bool having)
{
    const struct card_worth share = card_share(c), score = card_score(c);

    return json_pack("{s:o*, s:o*}", "share",
                     l->shares && share.known ? worth_json(&share, having) : NULL, "points",
                     l->scores && score.known ? worth_json(&score, having) : NULL);
}

static json_t *line_json(const struct card_tally *t, const struct card_lines *l,
                         const struct card_line *line, const struct card_names *names)
{
    const struct card_count *c = line->count,
                            *had = &t->having.count[HAVING_ANY * t->cards + line->card];
    json_t *o = json_pack("{s:s, s:I, s:I}", "card", names->id[line->card], "offered",
                          (json_int_t)(c->picked + c->passed), "picked", (json_int_t)c->picked);

    json_object_update_new(o, worths_json(c, l, false));
    if (l->having)
        json_object_set_new(o, "having", worths_json(had, l, true));
    return o;
}

json_t *cards_json(const struct card_tally *t, const struct card_names *names, int kind)
{
    json_t *kinds = json_object();

    for (int k = 0; k < t->kinds; k++) {
        if (kind != EVERY_KIND && kind != k)
            continue;
        struct card_lines l = card_lines_of(t, k);
        json_t *cards = json_array();
        for (int i = 0; i < l.n; i++)
            json_array_append_new(cards, line_json(t, &l, &l.v[i], names));
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
        const struct card_count *all = &t->having.count[HAVING_ANY * t->cards + card];
        if (!all->picked)
            continue;
        json_t *o = json_pack("{s:s, s:I, s:I}", "card", names->id[card], "had",
                              (json_int_t)all->picked, "not_had", (json_int_t)all->passed);
        for (int how = 0; how < HAVINGS; how++) {
            const struct card_count c = havingtally_of(&t->having, (enum having)how, card);
            const struct card_worth w = card_share(&c);
            if (w.known)
                json_object_set_new(o, way_id[how], worth_json(&w, true));
        }
        json_array_append_new(cards, o);
    }
    return cards;
}

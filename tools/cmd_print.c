/* cmd_print.c - `cantrip print`: a game's cards on paper. */
#include "common.h"

#include "memory.h"
#include "tools/print/changes.h"
#include "tools/print/print.h"
#include "tools/screen/cardview.h"
#include "tools/screen/markdown.h"
#include "tools/screen/table.h"
#include "tools/screen/words.h"

#include <stdlib.h>
#include <string.h>

struct printing {
    const char *lang, *layout, *since, *out, *font;
    bool pdf, png, svg, no_backs, rules;
    int64_t endless;
    struct edition now, then;
    struct changes changes;
    struct buffer place; /* the file, if none is named */
    struct print_job job;
    print_fn prints;
    int *copies;
};

/* ---- what is asked for ---- */

static bool read_layout(struct printing *p)
{
    static const char *const names[] = {
#define X(id, name, ...) name,
        LAYOUTS(X)
#undef X
    };

    for (int i = 0; i < NLAYOUTS; i++)
        if (!strcmp(names[i], p->layout)) {
            p->job.layout = (enum layout)i;
            return true;
        }
    return complain_near(p->layout, names, NLAYOUTS,
                         "print: there is no layout '%s', only poker-a4, poker-letter, single, "
                         "sheet, card",
                         p->layout);
}

static bool read_format(struct printing *p)
{
    if (p->pdf + p->png + p->svg > 1)
        return complain("print: one of --pdf, --png, --svg");
    if (p->rules && p->since)
        return complain("print: one of --rules, --since");
    p->job.format = p->png ? PRINT_PNG : p->svg ? PRINT_SVG : PRINT_PDF;
    return true;
}

/* Prints all copies of the named cards, and no others. */
static bool read_cards(struct printing *p, const struct list *rest)
{
    struct showing s = {.in = {p->now.def, p->now.lang}};
    bool *wanted = mem_zero((size_t)p->now.deck.ncards + 1);
    int card = 0;

    for (int i = 1; card >= 0 && i < rest->n; i++)
        if ((card = card_named("print: ", &s, rest->v[i])) >= 0)
            wanted[card] = true;
    for (int c = 0; rest->n > 1 && c < p->now.deck.ncards; c++)
        if (!wanted[c])
            p->copies[c] = 0;
    free(wanted);
    return card >= 0;
}

/* ---- what is told ---- */

/* A line for each card that goes or comes. */
static void print_changes(const struct printing *p)
{
    struct table t = {0};

    table_heads(&t, ">take out|>print|card|");
    for (int i = 0; i < p->changes.n; i++) {
        const struct card_change *c = &p->changes.v[i];
        table_addf(&t, c->out ? "%d" : "", c->out);
        table_addf(&t, c->in ? "%d" : "", c->in);
        table_addf(&t, "%s|%s", c->name, change_says(c->is));
    }
    if (p->changes.n)
        table_print(&t, stdout, terminal_width(stdout), use_colour(stdout));
    else
        printf("no card has changed since %s\n", p->since);
    table_free(&t);
}

static const char *s_of(int n)
{
    return n == 1 ? "" : "s";
}

static void print_done(const struct printing *p, const struct print_done *done)
{
    int different = 0;

    for (int c = 0; c < p->now.deck.ncards; c++)
        different += p->copies[c] > 0;
    text_put(stdout, p->job.out);
    if (p->rules)
        printf(": the rules on %d panel%s", done->cards, s_of(done->cards));
    else
        printf(": %d card%s, %d different", done->cards, s_of(done->cards), different);
    printf(", on %d page%s (%s%s)\n", done->pages, s_of(done->pages), p->layout,
           p->no_backs ? ""
           : p->rules  ? ", two-sided, turned over the long edge"
           : p->job.layout == LAYOUT_SINGLE
               ? ", with backs"
               : ", with backs: two-sided, turned over the long edge");
}

/* Endless piles have as many copies as were asked for; cards in no pile have none. */
static void note_copies(const struct printing *p)
{
    const struct deck *d = &p->now.deck;

    for (int c = 0; c < d->ncards; c++)
        if (p->copies[c] && d->card[c].endless > p->endless)
            complain("note: %s: %d of an endless pile (--endless)", p->now.face[c].id,
                     p->copies[c]);
        else if (!d->card[c].copies)
            complain("note: %s: not printed, because it starts in no pile", p->now.face[c].id);
}

/* ---- printing ---- */

/* The rules as a leaflet prints them. False after a message: there are none. */
static bool read_rules(struct printing *p, const char *name)
{
    struct buffer b = {0};
    char *text = rules_told(&(struct speech){p->now.def, p->now.lang});

    if (!text)
        return complain(NO_RULES, "print", name);
    markdown_print(buffer_stream(&b), text, 1 << 20, true);
    p->job.rules = buffer_take(&b);
    free(text);
    return true;
}

static void name_place(struct printing *p)
{
    const char *id = ct_get_info(p->now.def, NULL).id;
    static const char *const endings[] = {
        [PRINT_PDF] = ".pdf", [PRINT_PNG] = "-png", [PRINT_SVG] = "-svg"};

    buffer_add(&p->place, "%s%s%s", id, p->rules ? "-rules" : "", endings[p->job.format]);
    p->job.out = p->out ? p->out : buffer_text(&p->place);
}

static int print(struct printing *p)
{
    struct speech speech = {p->now.def, p->now.lang};
    struct print_done done;
    int n = 0;

    for (int c = 0; c < p->now.deck.ncards; c++)
        n += p->copies[c];
    if (!n && p->since)
        return EXIT_OK;
    if (!n && !p->rules)
        return refuse("print: nothing to print: these cards start in no pile");
    name_place(p);
    p->job.edition = &p->now;
    p->job.copies = p->copies;
    p->job.backs = !p->no_backs;
    p->job.font = p->font;
    p->job.colon = own_word(&speech, "COLON");
    p->job.command = "print";
    if (!p->prints(&p->job, &done))
        return EXIT_USAGE;
    print_done(p, &done);
    if (!p->rules)
        note_copies(p);
    return print_lacks(&p->job, &done);
}

static int prepare(struct printing *p, const struct list *rest)
{
    struct edition_setup setup = {p->lang, (int)p->endless, "print"};
    char *folder = ruleset_folder(rest->v[0]);
    bool good = folder && edition_open(&p->now, folder, &setup);
    int rc = EXIT_USAGE;

    p->copies = mem_zero((size_t)p->now.deck.ncards * sizeof *p->copies + 1);
    for (int c = 0; c < p->now.deck.ncards; c++)
        p->copies[c] = p->now.deck.card[c].copies;
    if (good && p->since && (good = edition_open_since(&p->then, folder, p->since, &setup))) {
        changes_find(&p->changes, &p->then, &p->now, p->copies);
        print_changes(p);
    }
    if (good && read_cards(p, rest) && (!p->rules || read_rules(p, rest->v[0])))
        rc = print(p);
    free((char *)(uintptr_t)p->job.rules);
    free(folder);
    free(p->copies);
    buffer_free(&p->place);
    changes_free(&p->changes);
    edition_close(&p->then);
    edition_close(&p->now);
    return rc;
}

int cmd_print(int argc, char **argv)
{
    struct printing p = {.layout = "poker-a4", .endless = 12};
    const struct flag flags[] = {
        TEXT_FLAG(
            "layout", &p.layout, "poker-a4|poker-letter|single|sheet|card",
            "nine poker cards on a sheet of A4 or Letter, one card a page, with bleed, or "
            "for screens: 70 cards that touch, or one (poker-a4)"),
        SET_FLAG("pdf", &p.pdf, "one PDF (by default)"),
        SET_FLAG("png", &p.png, "a folder of PNGs, 300 dots an inch (a sheet: 162)"),
        SET_FLAG("svg", &p.svg, "a folder of SVGs"),
        TEXT_FLAG("out", &p.out, "FILE", "the file to write (GAME.pdf, GAME-png, GAME-svg)"),
        LANG_FLAG(&p.lang),
        TEXT_FLAG("font", &p.font, "NAME", "the font's family (DejaVu Sans, DejaVu Serif)"),
        SET_FLAG("no-backs", &p.no_backs, "faces only"),
        COUNT_FLAG("endless", &p.endless, "N", "copies of each card of an endless pile (12)", 1,
                   1000),
        SET_FLAG("rules", &p.rules,
                 "the rules for players in place of the cards: panels of a card's size, which "
                 "fold to a leaflet"),
        TEXT_FLAG("since", &p.since, "COMMIT|FOLDER",
                  "only cards that changed since that commit or folder, and a list of old "
                  "ones to remove"),
    };
    const struct usage usage =
        USAGE("print", flags, 1, -1,
              "It prints as many copies as the largest game needs. Cards that may lie "
              "together face down have the same\n"
              "back. Print at full size (100 %). Status 1: printed, but a picture or letters "
              "are missing, or a text is\n"
              "too small to read.\n",
              "cantrip print fairytale\n"
              "cantrip print card-ring --lang fr --layout poker-letter --no-backs\n"
              "cantrip print fairytale --rules\n"
              "cantrip print fairytale werewolf --layout single --png --out werewolf\n"
              "cantrip print ./my-game --since HEAD~1");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        rc = EXIT_USAGE;
        if ((p.prints = print_load("print")) && read_layout(&p) && read_format(&p))
            rc = prepare(&p, &rest);
    }
    args_free(&rest);
    return rc;
}

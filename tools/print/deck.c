/* deck.c - copies and backs, found by setting games up and playing them. */
#include "deck.h"

#include "tools/common.h"
#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES_QUIET = 8,  /* games in a row without news that end the search, */
    OPTION_QUIET = 2, /* … with an unusual option, */
    GAMES_MOST = 200  /* … of one setup */
};

struct finding {
    const ct_definition *def;
    ct_engine *engine;
    struct deck *deck;
    int nzones;
    bool *hidden;       /* card × zone: it has lain there where not everybody sees it */
    bool news;          /* … and this was new */
    int *zone;          /* of each card the first zone where it begins; -1 */
    bool begun, broken; /* some game could be set up; one failed */
    char *wrong;        /* why none could */
    const char *command;
};

/* ---- zones of cards ---- */

static bool all_see(const ct_definition *def, int zone, bool up)
{
    struct ct_zone_info z;

    return !ct_get_zone(def, zone, &z) || (up ? z.up : z.down) == CT_EVERYBODY;
}

static void note_place(struct finding *f, int card, int zone, bool up)
{
    if (card < 0 || zone < 0 || all_see(f->def, zone, up))
        return;
    bool *at = &f->hidden[(size_t)card * (size_t)f->nzones + (size_t)zone];
    f->news |= !*at;
    *at = true;
}

static void on_event(void *ctx, const ct_state *state, const struct ct_event *e)
{
    (void)state;
    if (e->of_card && (e->kind == CT_EVENT_MOVE || e->kind == CT_EVENT_TURN))
        note_place(ctx, e->card.card, e->to.zone, e->card.up);
}

/* ---- how many there are ---- */

/* The game at its start: the copies it begins with. */
static void count_start(struct finding *f, ct_state *game)
{
    int *copies = mem_zero((size_t)f->deck->ncards * sizeof *copies);
    struct ct_card *card;
    int n = look_all(f->engine, game, CT_ALL, &card, NULL);

    for (int i = 0; i < n; i++) {
        const struct ct_card *c = &card[i];
        struct ct_zone_info z;
        if (c->card < 0)
            continue;
        bool stamp = ct_get_zone(f->def, c->zone, &z) && z.endless;
        copies[c->card] += !stamp;
        note_place(f, c->card, c->zone, c->up);
        if (f->zone[c->card] < 0)
            f->zone[c->card] = c->zone;
        if (stamp && z.endless > f->deck->card[c->card].endless)
            f->deck->card[c->card].endless = z.endless;
    }
    for (int i = 0; i < f->deck->ncards; i++)
        if (copies[i] > f->deck->card[i].copies)
            f->deck->card[i].copies = copies[i];
    free(copies);
    free(card);
}

/* ---- games ---- */

static void note_failure(struct finding *f)
{
    const char *why = ct_error(f->engine);

    if (!f->wrong)
        f->wrong = mem_strdup(why);
}

/* Plays games of this setup until nothing new comes. A setup that the ruleset refuses is none.
 * If a game fails, what was seen before counts. */
static void play(struct finding *f, struct ct_setup *setup)
{
    ct_state *game = ct_game_new(f->engine, setup);
    int enough = setup->noptions ? OPTION_QUIET : GAMES_QUIET, rc = 0;

    if (!game) {
        note_failure(f);
        return;
    }
    count_start(f, game);
    for (int i = 0, quiet = 0; rc >= 0 && i < GAMES_MOST && quiet < enough; i++) {
        struct ct_rng rng = ct_rng_make((uint64_t)i, 1);
        f->news = false;
        if (i && ct_game_restart(f->engine, game, (uint64_t)i))
            rc = -1;
        rc = rc < 0 ? rc : ct_playout(f->engine, game, &rng, 1, 0, NULL);
        quiet = f->news ? 0 : quiet + 1;
    }
    if (rc < 0 && !f->broken)
        complain("note: %s: a game fails, so cards that come later may have the wrong back: %s",
                 f->command, ct_error(f->engine));
    f->broken |= rc < 0;
    f->begun = true;
    ct_state_free(game);
}

/* For every number of players, with this option or none. */
static void play_people(struct finding *f, const char *option)
{
    struct ct_info info = ct_get_info(f->def, NULL);
    struct ct_setup setup = {.flags = CT_TRACK, .options = &option, .noptions = option != NULL};

    for (setup.people = info.min_people; setup.people <= info.max_people; setup.people++)
        play(f, &setup);
}

static void play_options(struct finding *f)
{
    static const char *const flags[] = {"true", "false"};
    struct ct_option o;

    play_people(f, NULL);
    for (int i = 0; ct_get_option(f->def, i, NULL, &o); i++)
        for (int v = 0; v < (o.kind == CT_FLAG ? 2 : o.values); v++) {
            const char *value = o.kind == CT_FLAG ? flags[v] : ct_option_value(f->def, i, v);
            char text[256];
            snprintf(text, sizeof text, "%s=%s", o.name, value);
            if (strcmp(value, o.standard) != 0)
                play_people(f, text);
        }
}

/* ---- backs ---- */

static int root_of(const int *parent, int card)
{
    while (parent[card] != card)
        card = parent[card];
    return card;
}

/* Cards of one zone have one back, and so have those that are never hidden. */
static int *join_cards(const struct finding *f)
{
    int n = f->deck->ncards, open = -1;
    int *parent = mem_alloc((size_t)n * sizeof *parent + 1);

    for (int c = 0; c < n; c++)
        parent[c] = c;
    for (int z = 0; z < f->nzones; z++)
        for (int c = 0, first = -1; c < n; c++)
            if (f->hidden[(size_t)c * (size_t)f->nzones + (size_t)z]) {
                first = first < 0 ? c : first;
                parent[root_of(parent, c)] = root_of(parent, first);
            }
    for (int c = 0; c < n; c++) {
        const bool *row = f->hidden + (size_t)c * (size_t)f->nzones;
        if (memchr(row, true, (size_t)f->nzones))
            continue;
        open = open < 0 ? c : open;
        parent[root_of(parent, c)] = root_of(parent, open);
    }
    return parent;
}

/* The table's pile where cards with this back begin, else the first zone where one does. */
static char *name_back(const struct finding *f, int back)
{
    int zone = -1;
    bool pile = false;

    for (int c = 0; c < f->deck->ncards; c++) {
        struct ct_zone_info z;
        if (f->deck->card[c].back != back || f->zone[c] < 0 || pile ||
            !ct_get_zone(f->def, f->zone[c], &z))
            continue;
        pile = z.as == CT_PILE && z.table;
        if (zone < 0 || pile)
            zone = f->zone[c];
    }
    const char *name = zone < 0 ? "" : mem_said(ct_zone_name(f->engine, zone));
    return mem_strdup(name);
}

static void find_backs(struct finding *f)
{
    struct deck *d = f->deck;
    int *parent = join_cards(f), *number = mem_alloc((size_t)d->ncards * sizeof *number + 1);

    memset(number, -1, (size_t)d->ncards * sizeof *number);
    for (int c = 0; c < d->ncards; c++) {
        int root = root_of(parent, c);
        if (!d->card[c].copies)
            continue;
        if (number[root] < 0)
            number[root] = d->nbacks++;
        d->card[c].back = number[root];
    }
    d->back = mem_alloc((size_t)d->nbacks * sizeof *d->back + 1);
    for (int b = 0; b < d->nbacks; b++)
        d->back[b] = name_back(f, b);
    free(number);
    free(parent);
}

/* ---- all of it ---- */

static bool search(struct finding *f)
{
    ct_audience *audience = ct_audience_new(f->def);
    struct ct_listener all = {.observer = CT_ALL, .event = on_event, .ctx = f, .you = -1};

    if (!audience || ct_audience_add(audience, &all) < 0)
        mem_die();
    ct_tell(f->engine, audience);
    play_options(f);
    ct_tell(f->engine, NULL);
    ct_audience_free(audience);
    return f->begun;
}

bool deck_make(struct deck *d, const ct_definition *def, const char *lang, int endless,
               const char *command)
{
    struct ct_info info = ct_get_info(def, NULL);
    struct finding f = {.def = def, .deck = d, .nzones = info.zones, .command = command};
    bool good = false;

    *d = (struct deck){.ncards = info.cards};
    d->card = mem_zero((size_t)info.cards * sizeof *d->card + 1);
    f.zone = mem_alloc((size_t)info.cards * sizeof *f.zone + 1);
    memset(f.zone, -1, (size_t)info.cards * sizeof *f.zone);
    f.hidden = mem_zero((size_t)info.cards * (size_t)info.zones + 1);
    f.engine = engine_open(def, &f.wrong);
    if (f.engine) {
        ct_engine_language(f.engine, lang);
        good = search(&f);
    }
    for (int c = 0; good && c < d->ncards; c++)
        if (d->card[c].endless)
            d->card[c].copies += endless < d->card[c].endless ? endless : d->card[c].endless;
    if (good)
        find_backs(&f);
    else
        complain("%s: %s", command, reason(f.wrong));
    ct_engine_free(f.engine);
    free(f.wrong);
    free(f.hidden);
    free(f.zone);
    return good;
}

void deck_free(struct deck *d)
{
    for (int b = 0; b < d->nbacks; b++)
        free(d->back[b]);
    free(d->back);
    free(d->card);
    *d = (struct deck){0};
}

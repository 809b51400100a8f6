/* cmd_tune.c - `cantrip tune`: finds the value of a number that makes a card fair: worth neither
 * more nor less than what players pass for it.
 *
 * The game is loaded once for each value, put in place of the one in its file, which stays as it
 * is. The same games are played with each. */
#include "simgames.h"

#include "policies.h"
#include "tools/buffer.h"
#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/report/report.h"
#include "tools/stats/partial.h"
#include "tools/stopped.h"
#include "tune.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRIED = 24 };

/* One value, and how the card did with it. */
struct tried {
    int64_t value;
    bool is;                 /* the file has this value */
    uint64_t picked, passed; /* choices */
    struct card_count count; /* what counts: picking the card, or having it */
};

struct tune {
    const char *name, *field, *bots, *kind_id;
    char *card_id, *folder, *text; /* text: of the file with the number */
    size_t at, length;             /* … its place there */
    char before[160], after[160];  /* … what goes around it, if it is not written yet */
    const char *file;
    const char **places;
    ct_definition *def;
    struct card_names names;
    int card, kind;
    struct ct_setup setup;
    struct list options;
    uint64_t seed, games;
    int jobs;
    bool json, scored, having;  /* having: it is about having the card */
    const struct player *given; /* the caller's players; NULL: `bots` */
    struct player players[CT_MAX_SEATS];
    struct tried v[MOST_TRIED];
    int n, of; /* n of so many values are tried */
};

/* ---- what is asked for ---- */

static bool bad_value(const char *what)
{
    return complain("tune: '%s': write CARD.FIELD=VALUES, such as werewolf.points=1..5 or "
                    "ant.cost=2,4,8; %d values at most",
                    what, MOST_TRIED);
}

static bool add_value(struct tune *t, const char *what, int64_t value)
{
    if (t->n == MOST_TRIED || value <= INT32_MIN || value >= INT32_MAX)
        return bad_value(what);
    t->v[t->n++] = (struct tried){.value = value};
    return true;
}

static int by_value(const void *a, const void *b)
{
    const struct tried *x = a, *y = b;

    return x->value < y->value ? -1 : x->value > y->value;
}

/* Reads "1..5" or "2,4,8". */
static bool read_values(struct tune *t, const char *what, const char *text)
{
    for (char *end; *text; text = end + (*end == ',')) {
        int64_t from = strtoll(text, &end, 10), to = from;
        if (end == text)
            return bad_value(what);
        if (!strncmp(end, "..", 2)) {
            text = end + 2;
            to = strtoll(text, &end, 10);
            if (end == text)
                return bad_value(what);
            if (to < from)
                return complain("tune: '%s': write the smaller number first: %" PRId64
                                "..%" PRId64,
                                what, to, from);
        }
        if (*end && (*end != ',' || !end[1]))
            return bad_value(what);
        for (; from <= to; from++)
            if (!add_value(t, what, from))
                return false;
    }
    qsort(t->v, (size_t)t->n, sizeof *t->v, by_value);
    for (int i = 1; i < t->n; i++)
        if (t->v[i].value == t->v[i - 1].value)
            return bad_value(what);
    return t->n > 0 || bad_value(what);
}

/* Reads the card, its field and the values of "CARD.FIELD=VALUES", which it cuts into pieces. */
static bool read_what(struct tune *t, const char *what)
{
    t->card_id = mem_strdup(what);
    char *values = strchr(t->card_id, '=');
    if (!values)
        return bad_value(what);
    *values++ = 0;
    char *field = strrchr(t->card_id, '.');
    if (!field || field == t->card_id || !field[1])
        return bad_value(what);
    *field++ = 0;
    t->field = field;
    return read_values(t, what, values);
}

static bool find_card(struct tune *t)
{
    t->card = 0;
    while (t->card < t->names.cards && strcmp(t->names.id[t->card], t->card_id) != 0)
        t->card++;
    if (t->card < t->names.cards)
        return true;
    return complain_near(t->card_id, t->names.id, t->names.cards, "tune: %s has no card '%s'",
                         ct_get_info(t->def, NULL).id, t->card_id);
}

/* Is the field `copies`, or a trait that is a number? */
static bool is_number(const struct tune *t)
{
    const char *known[256] = {"copies"};
    struct ct_trait_info info;
    int n = 1;

    for (int i = 0; ct_get_trait(t->def, i, &info); i++) {
        if (info.is == CT_TRAIT_NUMBER && n < 256)
            known[n++] = info.id;
        if (info.is >= CT_TRAIT_EFFECTS && !strcmp(info.id, t->field))
            return complain(
                "tune: '%s' is a list of effects. For a number in it give the card a "
                "trait, write {VERB: this.TRAIT} there, and tune the trait",
                t->field);
    }
    for (int i = 0; i < n; i++)
        if (!strcmp(known[i], t->field))
            return true;
    return complain_near(t->field, known, n, "tune: no card has a number '%s'", t->field);
}

/* ---- its place in the file ---- */

/* Where character `column` of line `line` is (both from 1), or NULL. A byte order mark does not
 * count. */
static char *place_in(char *text, int line, int column)
{
    if (text && !strncmp(text, "\xEF\xBB\xBF", 3))
        text += 3;
    while (text && --line > 0)
        text = (text = strchr(text, '\n')) ? text + 1 : NULL;
    while (text && *text && --column > 0)
        for (text++; (*text & 0xC0) == 0x80;)
            text++;
    return text;
}

/* Reads the file, and finds the place in it. False: it cannot (after a message, if the file cannot
 * be read). */
static bool open_place(struct tune *t, const struct ct_written *w)
{
    char *wrong = NULL;
    size_t size;

    free(t->text);
    t->file = w->file;
    t->text = ct_file_read(w->file, &size, &wrong);
    succeeded(t->text, "tune", &wrong);
    char *at = place_in(t->text, w->line, w->column);
    t->at = at ? (size_t)(at - t->text) : 0;
    return at != NULL;
}

/* Finds a number that is written in the card's file. */
static bool place_of_number(struct tune *t)
{
    struct ct_written w;

    if (!ct_card_written(t->def, t->card, t->field, &w) || !open_place(t, &w))
        return false;
    size_t n = strlen(w.text);
    t->length = n + 2u * w.quoted;
    t->before[0] = t->after[0] = 0;
    return !strncmp(t->text + t->at + w.quoted, w.text, n);
}

/* The indent of the next line that says anything. */
static int indent_of(const char *text)
{
    size_t n = strspn(text, " ");

    while (strchr("\r\n#", text[n]) && text[n]) {
        text += strcspn(text, "\n");
        text += *text == '\n';
        n = strspn(text, " ");
    }
    return (int)n;
}

/* Makes a place for a number that is not written: first in the card's own map, in `ID: {…}` or on
 * a line of its own below `ID:`. */
static bool place_of_own(struct tune *t)
{
    struct ct_written w;

    if (!ct_card_written(t->def, t->card, NULL, &w) || !open_place(t, &w))
        return false;
    const char *id = t->text + t->at, *colon = strchr(id, ':'), *end = id + strcspn(id, "\n");
    if (!colon || colon > end)
        return false;
    const char *value = colon + 1 + strspn(colon + 1, " ");
    bool flow = *value == '{';
    t->at = (size_t)((flow ? value + 1 : end) - t->text);
    t->length = 0;
    if (flow)
        snprintf(t->before, sizeof t->before, "%s: ", t->field);
    else
        snprintf(t->before, sizeof t->before, "\n%*s%s: ", indent_of(end), "", t->field);
    strcpy(t->after, flow ? ", " : "");
    return true;
}

/* The game with this value. NULL, with what is wrong in *diags. */
static ct_definition *load_with(const struct tune *t, int64_t value, ct_diags **diags)
{
    struct buffer text = {0};

    buffer_add(&text, "%.*s%s%" PRId64 "%s%s", (int)t->at, t->text, t->before, value, t->after,
               t->text + t->at + t->length);
    struct ct_file_text file = {t->file, buffer_text(&text), strlen(buffer_text(&text))};
    ct_definition *def = ct_load_with(
        t->folder, &(struct ct_load_how){.places = t->places, .texts = &file, .ntexts = 1},
        diags);
    buffer_free(&text);
    return def;
}

/* Does only this card change? A number that `defaults`, `like` or `for` give to several cards is
 * not tuned for one. */
static bool changes_one(const struct tune *t, const ct_definition *def)
{
    uint64_t *was = card_looks(t->def, t->names.cards), *is = card_looks(def, t->names.cards);
    bool one = ct_get_info(def, NULL).cards == t->names.cards;

    for (int i = 0; i < t->names.cards; i++)
        one &= i == t->card ? was[i] != is[i] : was[i] == is[i];
    free(was);
    free(is);
    return one;
}

/* Does such a value at this place change this card and no other? *loads: the game loads with it. */
static bool fits(const struct tune *t, int64_t value, bool *loads)
{
    ct_diags *diags = NULL;
    ct_definition *def = load_with(t, value, &diags);
    bool one = def && changes_one(t, def);

    *loads |= def != NULL;
    ct_diags_free(diags);
    ct_free(def);
    return one;
}

/* The card's value now. False: a formula. */
static bool value_now(const struct tune *t, int32_t *value)
{
    struct ct_trait_info info;
    int trait = 0;

    *value = ct_card_copies(t->def, t->card);
    while (ct_get_trait(t->def, trait, &info) && strcmp(info.id, t->field) != 0)
        trait++;
    char *text = ct_card_text(t->def, NULL, t->card, trait, -1, NULL), *end = text;
    if (text)
        *value = (int32_t)strtol(text, &end, 10);
    bool number = !text || (*text && !*end);
    free(text);
    return number;
}

/* Finds the place of the number, or makes one if the card has none of its own. */
static bool find_place(struct tune *t)
{
    int32_t is;
    bool number = value_now(t, &is), loads = false;
    struct ct_written w;

    if (!number && !ct_card_written(t->def, t->card, t->field, &w)) {
        return complain(
            "tune: the '%s' of '%s' is not a plain number in the files, but worked out",
            t->field, t->card_id);
    }
    int64_t other = number ? (int64_t)is + 1 : 1;
    if (!(place_of_number(t) && fits(t, other, &loads)) &&
        !(place_of_own(t) && fits(t, other, &loads)))
        return complain(loads ? "tune: '%s' of '%s' is shared with other cards ('like', 'for', "
                                "'defaults'), which would change, too"
                              : "tune: found no place to change '%s' of '%s'. Add one to "
                                "ruleset.yaml, after its cards: 'cards: […, {%s: {%s: 1}}]'",
                        t->field, t->card_id, t->card_id, t->field);
    for (int i = 0; i < t->n; i++)
        t->v[i].is = number && t->v[i].value == is;
    return true;
}

/* ---- playing ---- */

/* Bots that were trained on the game, from the cache or a file, play every version alike. */
static int give_policies(struct tune *t, const ct_definition *def, struct player *players)
{
    memcpy(players, t->players, sizeof t->players);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        players[i].policy = NULL;
    return policies_share("tune", def, &t->setup, t->players, players, CT_MAX_SEATS);
}

/* Plays the games of one version and counts the card. False after a message. */
static bool play(struct tune *t, const ct_definition *def, int64_t value,
                 struct card_tally *into)
{
    struct player players[1][CT_MAX_SEATS];
    struct sim *sim = mem_zero(sizeof *sim);

    sim->def = def;
    sim->setup = t->setup;
    sim->name = t->name;
    sim->players = players;
    sim->seed = t->seed;
    sim->jobs = t->jobs;
    bool good = !give_policies(t, def, players[0]) &&
                simgames_cards(sim, "tune", &t->options, t->games, t->games, NULL, NULL);
    if (sim->wrong)
        good = complain("tune: with %s.%s = %" PRId64 ": %s", t->card_id, t->field, value,
                        sim->wrong);
    if (good)
        cardtally_merge(into, &sim->got.card);
    free(sim->wrong);
    policies_free(players[0], CT_MAX_SEATS);
    sim_result_free(&sim->got);
    free(sim);
    return good;
}

/* Lists the kinds of choice that offer the card. */
static void name_kinds(const struct tune *t, const struct card_tally *tally, struct buffer *b)
{
    for (int kind = 0; kind < t->names.kinds; kind++)
        if (cardtally_of(tally, kind, t->card)->games)
            buffer_add(b, "%s%s", b->n ? ", " : "", t->names.kind[kind]);
}

/* Takes the kind of choice that offers the card most, unless one was named, and settles whether
 * picking or having counts. False after a message: neither tells anything. */
static bool settle(struct tune *t, const struct card_tally *tally)
{
    uint64_t most = 0;

    for (int kind = 0; t->kind == EVERY_KIND && kind < t->names.kinds; kind++) {
        const struct card_count *c = cardtally_of(tally, kind, t->card);
        if (c->picked + c->passed > most) {
            most = c->picked + c->passed;
            t->kind_id = t->names.kind[kind];
        }
    }
    if (t->kind == EVERY_KIND && most)
        t->kind = card_kind_find(&t->names, t->kind_id);
    bool had = card_share(&tally->having.count[HAVING_ANY * tally->cards + t->card]).known,
         offered = t->kind != EVERY_KIND && cardtally_of(tally, t->kind, t->card)->games;
    t->having = offered ? cardtally_asks_having(tally, t->kind) ||
                              (had && !card_share(cardtally_of(tally, t->kind, t->card)).known)
                        : had && t->kind == EVERY_KIND;
    if (offered || t->kind == EVERY_KIND)
        return true;
    struct buffer kinds = {0};
    name_kinds(t, tally, &kinds);
    complain("tune: '%s' is never offered in '%s', so its worth there is unknown; %s%s",
             t->card_id, t->kind_id, kinds.n ? "it is offered in " : "no choice offers it",
             buffer_text(&kinds));
    buffer_free(&kinds);
    return false;
}

static bool try_value(struct tune *t, struct tried *v)
{
    struct card_tally tally = {0};
    ct_diags *diags = NULL;
    ct_definition *def = load_with(t, v->value, &diags);

    if (!def) {
        print_findings(diags);
        complain("tune: with %s.%s = %" PRId64 " the game cannot be loaded", t->card_id,
                 t->field, v->value);
    }
    ct_diags_free(diags);
    cardtally_begin(&tally, t->names.kinds, t->names.cards, NO_KIND);
    bool good = def && play(t, def, v->value, &tally);
    if (good && v == t->v)
        good = settle(t, &tally);
    if (good && t->kind != EVERY_KIND) {
        v->count = *cardtally_of(&tally, t->kind, t->card);
        v->picked = v->count.picked;
        v->passed = v->count.passed;
    }
    if (good && t->having)
        v->count = tally.having.count[HAVING_ANY * tally.cards + t->card];
    t->scored |= tally.scored;
    cardtally_free(&tally);
    ct_free(def);
    return good;
}

/* ---- what is told ---- */

/* Do players with the card win more or less often with this value? */
static bool shares_differ(const struct tried *v)
{
    return v->count.share.u || v->count.share.v;
}

/* The gain to compare: the share of the win if that differs with any value, else points. */
static bool gain_of(const struct tune *t, const struct tried *v, struct estimate *out)
{
    struct card_worth share = card_share(&v->count), score = card_score(&v->count);
    bool shares = false;

    for (int i = 0; i < t->n; i++)
        shares |= shares_differ(&t->v[i]);
    *out = shares ? share.gain : score.gain;
    return shares ? share.known && shares_differ(v) : score.known && t->scored;
}

/* The value with gain 0, between two that were tried. False: there is none. */
static bool even_at(const struct tune *t, double *value, double *error)
{
    for (int i = 0; i + 1 < t->n; i++) {
        struct estimate a, b;
        if (!gain_of(t, &t->v[i], &a) || !gain_of(t, &t->v[i + 1], &b) || a.mean * b.mean > 0 ||
            a.mean == b.mean)
            continue;
        double step = (double)(t->v[i + 1].value - t->v[i].value),
               slope = (b.mean - a.mean) / step;
        *value = (double)t->v[i].value - a.mean / slope;
        *error = hypot(a.error, b.error) / 2 / fabs(slope);
        return true;
    }
    return false;
}

static void add_tried(lua_State *L, const struct tune *t, const struct tried *v)
{
    struct card_worth share = card_share(&v->count), score = card_score(&v->count);
    struct estimate gain;
    bool known = gain_of(t, v, &gain);

    share.known &= shares_differ(v);
    score.known &= t->scored;
    data_row(L, "u:value b:is u:picked u:passed b:known f:gain f:error w:share w:score",
             (uint64_t)v->value, v->is, v->picked, v->passed, known, gain.mean, gain.error,
             &share, &score);
}

/* Prints what was tried, as text or JSON. */
static void tell(const struct tune *t)
{
    lua_State *L = report_begin(t->json ? "/web/json.lua" : "/web/text.lua", "tune");
    struct numbers lacks = partial_missing(&FIRST_OF((uint64_t)t->n), (uint64_t)t->of);
    char *missing = lacks.n ? numbers_text(&lacks, 0) : NULL, seed[32];
    double value, error;
    int32_t now;

    snprintf(seed, sizeof seed, "%" PRIu64, t->seed);
    data_new(L, "s:id s:card s:name s:field s:kind b:having s:asked s:seed d:people",
             ct_get_info(t->def, NULL).id, t->card_id, t->names.name[t->card], t->field,
             t->kind_id, t->having, cardtally_asked(t->having), seed, t->setup.people);
    data_set(L, "u:games d:played d:of s:missing", t->games, t->n, t->of, missing);
    if (even_at(t, &value, &error))
        data_set(L, "f:even f:error", value, error);
    if (value_now(t, &now))
        data_set(L, "d:now", now);
    for (const struct tried *v = t->v; v && v < t->v + t->n; v++)
        add_tried(L, t, v);
    free(missing);
    numbers_free(&lacks);
    if (t->json)
        json_print(report_json(L, 1), 2);
    else
        report_print(L, 1);
}

/* ---- the command ---- */

static bool read_bots(struct tune *t)
{
    if (t->given)
        memcpy(t->players, t->given, sizeof t->players);
    return t->given || (!players_too_many("tune", t->bots, t->setup.people) &&
                        !players_read("tune", t->bots, false, t->players, CT_MAX_SEATS) &&
                        !policies_read("tune", t->def, &t->setup, t->players, CT_MAX_SEATS));
}

static bool prepare(struct tune *t, const char *what, int64_t seats)
{
    t->folder = ruleset_folder(t->name);
    t->def = t->folder ? ruleset_load(t->name) : NULL;
    t->places = ruleset_places();
    if (!t->def || !read_what(t, what))
        return false;
    card_names_of(&t->names, t->def);
    t->kind = t->kind_id
                  ? card_kind(&t->names, "tune", ct_get_info(t->def, NULL).id, t->kind_id)
                  : EVERY_KIND;
    t->setup.people = seats_of(t->def, seats, 4);
    t->setup.options = t->options.v;
    t->setup.noptions = t->options.n;
    if (t->kind == NO_KIND || t->setup.people <= 0 || !find_card(t) || !is_number(t) ||
        !find_place(t) || !read_bots(t))
        return false;
    if (players_need_knowledge(t->players, CT_MAX_SEATS))
        t->setup.flags |= CT_TRACK;
    return true;
}

/* Does any of the values change how the card does? False after a message: the field makes no
 * difference. */
static bool field_matters(const struct tune *t)
{
    struct ct_trait_info info;
    struct buffer fields = {0};

    for (int i = 1; i < t->n; i++)
        if (memcmp(&t->v[i].count, &t->v[0].count, sizeof t->v[0].count) != 0)
            return true;
    for (int i = 0; ct_get_trait(t->def, i, &info); i++) {
        char *text = ct_card_text(t->def, NULL, t->card, i, -1, NULL);
        if (text && *text && info.is == CT_TRAIT_NUMBER && strcmp(info.id, t->field) != 0)
            buffer_add(&fields, "%s, ", info.id);
        free(text);
    }
    if (t->n > 1)
        complain("tune: '%s' gains the same with each of these values of '%s'. Try other "
                 "values, or %scopies",
                 t->card_id, t->field, buffer_text(&fields));
    buffer_free(&fields);
    return t->n < 2;
}

static bool try_all(struct tune *t, const char *what, int64_t seats)
{
    bool good = prepare(t, what, seats);

    t->of = t->n;
    for (t->n = 0; t->n < t->of && good && !stopped(); t->n += !stopped())
        good = try_value(t, &t->v[t->n]);
    return good;
}

static void end(struct tune *t)
{
    card_names_free(&t->names);
    ruleset_places_free(t->places);
    ct_free(t->def);
    free(t->folder);
    free(t->card_id);
    free(t->text);
}

bool tune_even(const struct tune_asked *asked, const char *what, double *value, double *error)
{
    struct tune t = {.name = asked->name,
                     .given = asked->players,
                     .games = asked->games,
                     .seed = asked->seed,
                     .jobs = asked->jobs,
                     .setup.flags = CT_TRACK};

    for (int i = 0; i < asked->options->n; i++)
        list_add(&t.options, asked->options->v[i]);
    bool even = try_all(&t, what, asked->people) && even_at(&t, value, error);
    args_free(&t.options);
    end(&t);
    return even;
}

static int run(struct tune *t, const char *what, int64_t seats)
{
    bool good = try_all(t, what, seats) && field_matters(t);

    if (good)
        tell(t);
    policies_free(t->players, CT_MAX_SEATS);
    end(t);
    return good ? EXIT_OK : EXIT_USAGE;
}

int cmd_tune(int argc, char **argv)
{
    struct tune t = {.bots = "random", .jobs = processors()};
    struct list rest = {0};
    int64_t seats = 0, games = 10000;
    bool seeded = false;
    const struct flag flags[] = {
        TEXT_FLAG("cards", &t.kind_id, "KIND",
                  "in which choice, an action or a prompt's word (where it is offered most)"),
        SEATS_FLAG(&seats, "4, or what the game allows"),
        TEXT_FLAG("bots", &t.bots, "BOT[,BOT...]",
                  "the players, seat by seat; if too few, again from the first (random)"),
        COUNT_FLAG("games", &games, "N", "games with each value (10000)", 1, 100000000),
        SEED_FLAG(&t.seed, "the same seed gives the same output (random)", .given = &seeded),
        JOBS_FLAG(&t.jobs),
        OPTION_FLAG(&t.options),
        JSON_FLAG(&t.json),
    };
    const struct usage usage =
        USAGE("tune", flags, 2, 2, PROGRAMS_HELP,
              "cantrip tune fairytale mushroom-ring.points=1..6\n"
              "cantrip tune fairytale werewolf.copies=1,2,4 --games 50000\n"
              "cantrip tune fairytale mushroom-ring.points=1..6 --bots learnt");
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0) {
        t.name = rest.v[0];
        t.games = (uint64_t)games;
        t.seed = seeded ? t.seed : seed_by_chance();
        rc = run(&t, rest.v[1], seats);
    }
    args_free(&rest);
    args_free(&t.options);
    return rc;
}

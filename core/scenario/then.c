/* then.c - looks up the names in the lines of `then`.
 *
 * A line is a map. A seat as key: its pick, or several in a row. `pick`: the pick of the only
 * seat that is asked. `offers`: exactly the offered choices, {SEAT: [picks]} or a list.
 * `refused`: a pick that is not offered. `expect`: what must hold. A pick is words: [ACTION]
 * CARD [HELPER] [TARGET] [SEAT] [N or WORD], or `done`. A card is [ZONE.]CARD[#k].
 */
#include "scenario/scenario.h"

#include "say/describe.h"

#include <stdlib.h>
#include <string.h>

static struct line *add_line(struct scene *sc, enum line_kind kind, const struct node *n,
                             int seat)
{
    struct line *l = LIST_ADD(sc->mem, sc->lines, sc->nlines);

    *l = (struct line){.kind = kind, .node = n, .seat = seat};
    l->pick.seat = seat;
    return l;
}

static bool is_action(const struct scene *sc, const char *text)
{
    const struct ct_definition *d = sc->g->def;

    for (int i = 0; i < d->k.nactions; i++)
        if (d->k.actions[i].named && !strcmp(d->actions[i].id, text))
            return true;
    return false;
}

/* Is it a word that some action chooses? */
static bool is_chosen_word(const struct scene *sc, const char *text)
{
    for (int i = 0; i < sc->g->def->k.nactions; i++)
        if (action_word(sc->g->def, (unsigned)i, text) >= 0)
            return true;
    return false;
}

/* Reports an unknown word of a pick, with the nearest known one. */
static void pick_unknown(struct scene *sc, const struct node *n, const char *token)
{
    const struct ct_definition *d = sc->g->def;
    static const char *const done[] = {"done"};
    struct names names = NAMES_OF(sc, d->cards, d->k.ncards);

    NAMES_ADD(sc, &names, sc->seat_name, sc->base->nseats);
    for (int i = 0; i < d->k.nactions; i++)
        NAMES_ADD(sc, &names, d->actions + i, d->k.actions[i].named);
    NAMES_ADD(sc, &names, done, 1);
    int before = names.n;
    for (int i = 0; i < d->k.nactions; i++) {
        ref t = d->k.actions[i].word;
        if (t != REF_NONE)
            NAMES_ADD(sc, &names, d->traits[t].words.v, d->traits[t].words.n);
    }
    scene_unknown(sc, n, "PICK",
                  names.n > before ? "a card, seat, action or word" : "a card, seat or action",
                  token, names);
}

/* Does [ZONE.]CARD[#k] exist? Cuts `text`. */
static bool card_known(struct scene *sc, const struct node *n, char *text)
{
    char *hash = strchr(text, '#'), *dot = strrchr(text, '.');

    if (hash)
        *hash = '\0';
    if (dot) {
        struct place at;

        *dot = '\0';
        if (!name_place(sc, n, text, -1, &at))
            return false;
        if (at.kind == AT_SEAT)
            return scene_error(sc, n, "PICK", NULL,
                               "'%s' is a seat. Write the zone before the card, for example "
                               "'%s.hand.%s', or '%s' alone",
                               text, text, dot + 1, dot + 1);
        if (at.kind != AT_ZONE)
            return scene_error(sc, n, "PICK", NULL, "there is no zone '%s'", text);
    }
    const char *card = dot ? dot + 1 : text;
    if (hash == text)
        return scene_error(sc, n, "PICK", "for example 'unknown#2'",
                           "write '#%s' after its card without a space", hash + 1);
    if (!strcmp(card, "unknown") || card_index(sc->g->def, card) >= 0)
        return true;
    pick_unknown(sc, n, card);
    return false;
}

/* Is it a known word of a pick: action, card, set, seat, number or word? */
static bool token_known(struct scene *sc, const struct node *n, const char *token)
{
    char *end, *text = arena_strdup(sc->mem, token), *save = NULL;

    (void)strtol(token, &end, 10);
    if (*end == '\0' || !strcmp(token, "done") || !strcmp(token, "none") ||
        is_action(sc, token) || is_chosen_word(sc, token) ||
        name_seat(sc, token, strlen(token)) >= 0)
        return true;
    if (!strchr(text, '+'))
        return card_known(sc, n, text);
    for (char *one = strtok_r(text, "+", &save); one; one = strtok_r(NULL, "+", &save))
        if (!card_known(sc, n, one))
            return false;
    return true;
}

/* The most words in a choice of this action, after its name. */
static int parts_of(const struct kaction *a)
{
    return (a->card != REF_NONE) + (a->helper != REF_NONE) + (a->target != REF_NONE) +
           (a->cards != REF_NONE) + (a->seat != REF_NONE) +
           (a->from != REF_NONE || a->word != REF_NONE);
}

/* Is the pick too long for the action it begins with? It would never be offered and always be
 * refused. */
static bool too_long(struct scene *sc, const struct pick_text *p)
{
    const struct ct_definition *d = sc->g->def;
    int most = -1;

    for (int i = 0; i < d->k.nactions; i++) /* actions may share a name */
        if (d->k.actions[i].named && !strcmp(d->actions[i].id, p->token[0])) {
            int parts = parts_of(&d->k.actions[i]);
            most = parts > most ? parts : most;
        }
    if (most < 0 || p->n - 1 <= most || card_index(sc->g->def, p->token[0]) >= 0)
        return false;
    scene_error(sc, p->node, "PICK", NULL,
                most ? "'%s' is one part too many: the action '%s' takes %d part%s"
                     : "'%s' is too much: the action '%s' takes no card, seat or number",
                p->token[most + 1], p->token[0], most, most == 1 ? "" : "s");
    return true;
}

static bool pick_parse(struct scene *sc, const struct node *n, int seat, struct pick_text *out)
{
    *out = (struct pick_text){.seat = seat, .node = n};
    if (n->kind != NODE_SCALAR)
        return scene_error(
            sc, n, "TYPE", NULL,
            "a pick is needed here: [ACTION] CARD [HELPER] [TARGET] [CARD+CARD] [SEAT] [N or "
            "WORD]");
    char *save = NULL, *text = arena_strdup(sc->mem, n->text);
    int numbers = 0;
    for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (out->n == MAX_TOKENS || !token_known(sc, n, w)) {
            if (out->n == MAX_TOKENS)
                scene_error(sc, n, "PICK", NULL, "too many words for a pick");
            return false;
        }
        numbers += *w == '-' || (*w >= '0' && *w <= '9')
                       ? strspn(w + 1, "0123456789") == strlen(w + 1)
                       : 0;
        out->token[out->n++] = w;
    }
    if (numbers > 1)
        return scene_error(sc, n, "PICK", NULL, "a pick has one number at most");
    if (!out->n)
        scene_error(sc, n, "PICK", NULL, "this pick is empty. To end, write 'done'");
    return out->n > 0 && !too_long(sc, out);
}

static void line_pick(struct scene *sc, const struct node *n, int seat, enum line_kind kind)
{
    struct pick_text p = {.seat = seat, .n = 1, .token = {"forced"}, .node = n};
    if ((kind == LINE_PICK && node_is(n, "forced") && pick_is_forced(&p)) ||
        pick_parse(sc, n, seat, &p))
        add_line(sc, kind, n, seat)->pick = p;
}

/* A pick, or a list of them. */
static void line_picks(struct scene *sc, const struct node *n, int seat, enum line_kind kind)
{
    if (n->kind != NODE_LIST) {
        line_pick(sc, n, seat, kind);
        return;
    }
    if (!n->n)
        scene_error(sc, n, "TYPE", NULL, "the list is empty. Write a pick or several");
    for (size_t i = 0; i < n->n; i++)
        line_pick(sc, n->item[i], seat, kind);
}

static void refused_of(struct scene *sc, const struct node *n, int seat)
{
    line_picks(sc, n, seat, LINE_REFUSED);
}

static void offers_of(struct scene *sc, const struct node *n, int seat)
{
    struct pick_text p, *v = NULL;
    int m = 0;

    if (!scene_needs(sc, n, NODE_LIST, "a list of picks is needed here"))
        return;
    struct line *l = add_line(sc, LINE_OFFERS, n, seat);
    for (size_t i = 0; i < n->n; i++)
        if (pick_parse(sc, n->item[i], seat, &p))
            *LIST_ADD(sc->mem, v, m) = p;
    l->offers = v;
    l->noffers = m;
}

/* {SEAT: …}, or the value for the only asked seat. */
static void of_seats(struct scene *sc, const struct node *n,
                     void (*fn)(struct scene *sc, const struct node *n, int seat))
{
    if (n->kind != NODE_MAP) {
        fn(sc, n, -1);
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        int seat = name_seat_at(sc, n->key[i], n->key[i]->text);

        if (seat >= 0)
            fn(sc, n->item[i], seat);
    }
}

/* ---- expect ---- */

static struct want *add_want(struct scene *sc, struct line *l, enum want_kind kind, int viewer,
                             const struct node *key, const struct node *n)
{
    struct want *w = LIST_ADD(sc->mem, l->wants, l->nwants);

    *w = (struct want){.kind = kind, .viewer = viewer, .key = key, .node = n};
    return w;
}

static void expect_seats(struct scene *sc, struct want *w)
{
    name_seats(sc, w->node, &w->seats);
}

static void expect_result(struct scene *sc, struct want *w)
{
    static const char *const words[] = {RESULT_WORDS};
    const char *text = w->node->kind == NODE_SCALAR ? w->node->text : "(a list)";

    w->value.number = PLACE_OF(words, 6, text);
    if (w->value.number < 0)
        scene_unknown(sc, w->node, "RESULT", "running, over, won, lost, tied or unfinished",
                      text, NAMES_OF(sc, words, 6));
}

static void expect_why(struct scene *sc, struct want *w)
{
    const struct ct_definition *d = sc->g->def;
    const struct node *n = w->node;
    size_t count = n->kind == NODE_LIST ? n->n : 1;

    for (size_t i = 0; i < count; i++) {
        const struct node *item = n->kind == NODE_LIST ? n->item[i] : n;
        bool scalar = item->kind == NODE_SCALAR;
        int word = scalar ? PLACE_OF(d->words, d->nwords, item->text) : -1;

        if (word < 0)
            scene_unknown(sc, item, "WORD-UNKNOWN", "a reason among 'words'",
                          scalar ? item->text : "(a list)", NAMES_OF(sc, d->words, d->nwords));
        else if (w->nwords < 8)
            w->word[w->nwords++] = word;
    }
}

/* `at: PHASE` (or the first names of nested phases): these phases run. `end`: the game is over. */
static void expect_at(struct scene *sc, struct want *w)
{
    const struct node *n = w->node;

    if (!scene_needs(sc, n, NODE_SCALAR, "a phase or 'end' is needed here"))
        return;
    if (!strcmp(n->text, "end")) {
        w->nwords = -1;
        return;
    }
    char *save = NULL, *text = arena_strdup(sc->mem, n->text);
    for (char *word = strtok_r(text, " ", &save); word && w->nwords < 8;
         word = strtok_r(NULL, " ", &save)) {
        int phase = name_phase(sc, n, word);

        if (phase >= 0)
            w->word[w->nwords++] = phase;
    }
}

static void expect_map(struct scene *sc, struct line *l, const struct node *n, int seat,
                       int viewer);

static void expect_place(struct scene *sc, struct line *l, const struct place *at, int viewer,
                         const struct node *key, const struct node *n)
{
    static const enum want_kind kinds[] = {[AT_ZONE] = WANT_CARDS,
                                           [AT_COUNT] = WANT_COUNT,
                                           [AT_COUNTER] = WANT_COUNTER,
                                           [AT_PHASE] = WANT_PHASE,
                                           [AT_SCORE] = WANT_SCORE};
    struct want *w;

    switch (at->kind) {
    case AT_SEAT: expect_map(sc, l, n, at->seat, viewer); return;
    case AT_SEES:
        if (viewer >= 0)
            scene_error(sc, key, "TYPE", NULL, "'sees' within 'sees'");
        else
            expect_map(sc, l, n, -1, at->seat);
        return;
    default: break;
    }
    if (viewer >= 0 && at->kind != AT_ZONE) {
        scene_error(sc, key, "TYPE", NULL, "'sees' needs zones");
        return;
    }
    w = add_want(sc, l, kinds[at->kind], viewer, key, n);
    w->at = *at;
    if (at->kind == AT_ZONE)
        name_cards(sc, n, viewer >= 0, &w->list);
    else
        name_value(sc, n, at->kind == AT_COUNTER ? at->id : -1, &w->value);
}

static void expect_entry(struct scene *sc, struct line *l, const struct node *key,
                         const struct node *n, int seat, int viewer)
{
    static const struct {
        const char *key;
        enum want_kind kind;
        void (*read)(struct scene *sc, struct want *w);
    } beside[] = {{"asks", WANT_ASKS, expect_seats},
                  {"winners", WANT_WINNERS, expect_seats},
                  {"at", WANT_AT, expect_at},
                  {"result", WANT_RESULT, expect_result},
                  {"why", WANT_WHY, expect_why}};
    int own = PLACE_OF(beside, sizeof beside / sizeof *beside, key->text);
    struct place at;

    if (seat < 0 && viewer < 0 && own >= 0) {
        beside[own].read(sc, add_want(sc, l, beside[own].kind, -1, key, n));
        return;
    }
    if (name_place(sc, key, key->text, seat, &at))
        expect_place(sc, l, &at, viewer, key, n);
}

static void expect_map(struct scene *sc, struct line *l, const struct node *n, int seat,
                       int viewer)
{
    bool map = scene_needs(sc, n, NODE_MAP, "a map is needed here, {name: value}");

    for (size_t i = 0; map && i < n->n; i++)
        expect_entry(sc, l, n->key[i], n->item[i], seat, viewer);
}

/* Reads seats in a row with lists of picks, from entry `i` on. The first pick of each seat comes
 * first, then the second of each, and so on. Returns the index after them. */
static size_t line_rounds(struct scene *sc, const struct node *n, size_t i)
{
    size_t end = i, most = 1;

    while (end < n->n && name_seat(sc, n->key[end]->text, n->key[end]->len) >= 0)
        end++;
    for (size_t round = 0; round < most; round++)
        for (size_t k = i; k < end; k++) {
            const struct node *picks = n->item[k];
            bool list = picks->kind == NODE_LIST;
            size_t count = list ? picks->n : 1;

            if (list && !picks->n && !round)
                line_picks(sc, picks, -1, LINE_PICK); /* reports it */
            if (round < count)
                line_pick(sc, list ? picks->item[round] : picks,
                          name_seat(sc, n->key[k]->text, n->key[k]->len), LINE_PICK);
            most = count > most ? count : most;
        }
    return end;
}

static void compile_line(struct scene *sc, const struct node *n)
{
    static const char *const words[] = {
#define LINE_KEY(key, ...) #key,
#include "scenario/keys.def"
    };

    if (node_is(n, "forced")) {
        line_pick(sc, n, -1, LINE_PICK);
        return;
    }
    if (n->kind != NODE_MAP || !n->n) {
        scene_error(
            sc, n, "TYPE", NULL,
            "write a line as a map, {SEAT: pick}, {pick}, {offers}, {expect} or {refused}, or "
            "as the word 'forced'");
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        if ((i = line_rounds(sc, n, i)) == n->n)
            break;
        const char *key = n->key[i]->text;

        if (!strcmp(key, "pick")) {
            line_picks(sc, n->item[i], -1, LINE_PICK);
        } else if (!strcmp(key, "offers")) {
            of_seats(sc, n->item[i], offers_of);
        } else if (!strcmp(key, "refused")) {
            of_seats(sc, n->item[i], refused_of);
        } else if (!strcmp(key, "expect")) {
            expect_map(sc, add_line(sc, LINE_EXPECT, n->item[i], -1), n->item[i], -1, -1);
        } else {
            struct names names = NAMES_OF(sc, words, sizeof words / sizeof *words);

            NAMES_ADD(sc, &names, sc->seat_name, sc->base->nseats);
            scene_unknown(sc, n->key[i], "KEY-UNKNOWN",
                          "a seat, pick, offers, expect or refused", key, names);
        }
    }
}

void compile_then(struct scene *sc)
{
    const struct node *then = node_get(sc->node, "then");

    if (!then || then->kind != NODE_LIST || !then->n) {
        scene_error(sc, then ? then : sc->node, "KEY-MISSING", NULL,
                    then && then->kind == NODE_LIST
                        ? "'then:' needs at least one line: a pick, or what to expect"
                        : "a scenario needs 'then:', a list of lines");
        return;
    }
    for (size_t i = 0; i < then->n; i++)
        compile_line(sc, then->item[i]);
}

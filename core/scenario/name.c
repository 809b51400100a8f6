/* name.c - looks up seats, zones, counters, phases and cards by their names.
 *
 * A dotted name begins with a seat: a player's name, `Fiona.guest` for the seat of that kind on
 * her left, or `guest`, `guest#2` for those at the end. Then come a zone, a counter, `score` or
 * `sees`; `.count` after a zone is the number of its cards. Things of the table or the game have
 * no seat. In a game for one, the seat may be left out.
 */
#include "scenario/scenario.h"

#include "kernel/state/cards.h"
#include "say/text.h"

#include <stdlib.h>
#include <string.h>

/* The length of the seat's name at the start of the text; 0: another text. The first seat of a
 * kind at the end is `guest` or `guest#1`. */
static size_t begins_with_seat(const struct scene *sc, int seat, const char *text)
{
    const char *name = sc->seat_name[seat];
    size_t len = strlen(name);

    if (strncmp(text, name, len) != 0)
        return 0;
    return len +
           (sc->base->seat_kind[seat] && !strpbrk(name, "#.") && !strncmp(text + len, "#1", 2)
                ? 2
                : 0);
}

int name_seat(const struct scene *sc, const char *text, size_t len)
{
    for (int i = 0; i < sc->base->nseats; i++)
        if (len && begins_with_seat(sc, i, text) == len)
            return i;
    return -1;
}

int name_seat_at(struct scene *sc, const struct node *n, const char *text)
{
    int seat = name_seat(sc, text, strlen(text));

    if (seat < 0)
        scene_unknown(sc, n, "SEAT-UNKNOWN", "a seat", text,
                      NAMES_OF(sc, sc->seat_name, sc->base->nseats));
    return seat;
}

/* The seat with the longest name that the text begins with; *used is its length. */
static int seat_prefix(const struct scene *sc, const char *text, size_t *used)
{
    int best = -1;

    *used = 0;
    for (int i = 0; i < sc->base->nseats; i++) {
        size_t len = begins_with_seat(sc, i, text);

        if (len > *used && (text[len] == '.' || text[len] == '\0')) {
            best = i;
            *used = len;
        }
    }
    return best;
}

static bool place_unknown(struct scene *sc, const struct node *key, const char *word,
                          bool seats)
{
    const struct ct_definition *d = sc->g->def;
    static const char *const beside[] = {
#define EXPECT_KEY(key, ...) #key,
#include "scenario/keys.def"
    };
    static const char *const above[] = {
#define SCENE_KEY(key, ...) #key,
#include "scenario/keys.def"
    };
    struct names names = NAMES_OF(sc, d->zones, d->k.nzones);

    if (seats && PLACE_OF(above, sizeof above / sizeof *above, word) >= 0)
        return scene_error(sc, key, "KEY-UNKNOWN", NULL,
                           "'%s' is a key of the scenario. Write it beside 'given' and "
                           "'then', not in them",
                           word);
    NAMES_ADD(sc, &names, d->counters, d->k.ncounters);
    NAMES_ADD(sc, &names, d->phases, d->k.nphases);
    if (seats) {
        NAMES_ADD(sc, &names, sc->seat_name, sc->base->nseats);
        NAMES_ADD(sc, &names, beside, sizeof beside / sizeof *beside);
    }
    return scene_unknown(sc, key, "NAME-UNKNOWN", "a seat, zone, counter or phase", word,
                         names);
}

/* Is the name written with a seat, and should it be (`whom`: not for the table or game)? A game
 * for one adds its seat. */
static bool place_seat(struct scene *sc, const struct node *key, const char *what,
                       const char *id, const char *whom, struct place *out)
{
    if (whom && out->seat >= 0 && sc->people > 1)
        return scene_error(sc, key, "SEAT-NONE", NULL,
                           "the %s '%s' belongs to the %s, not to a seat", what, id, whom);
    if (!whom && out->seat < 0 && (sc->people > 1 || sc->base->nseats > 1))
        return scene_error(sc, key, "SEAT-MISSING", NULL, "whose '%s'? Write '%s.%s'", id,
                           sc->seat_name[0], id);
    out->seat = whom ? -1 : out->seat < 0 ? 0 : out->seat;
    return true;
}

/* A zone of `seat`. False after an error. */
static bool place_zone(struct scene *sc, const struct node *key, int zone, struct place *out)
{
    const struct kdef *d = &sc->g->def->k;
    const char *id = sc->g->def->zones[zone].id;
    unsigned slot;

    if (!place_seat(sc, key, "zone", id, d->zones[zone].per == PER_TABLE ? "table" : NULL, out))
        return false;
    slot =
        k_slot_of(sc->base, d, (unsigned)zone, out->seat < 0 ? NO_SEAT : (unsigned)out->seat);
    if (slot == REF_NONE)
        return scene_error(sc, key, "ZONE-NONE", NULL, "%s has no zone '%s'",
                           sc->seat_name[out->seat], id);
    out->slot = slot;
    return true;
}

static bool place_counter(struct scene *sc, const struct node *key, int ctr, struct place *out)
{
    const struct kcounter *c = &sc->g->def->k.counters[ctr];
    const char *id = sc->g->def->counters[ctr].id;

    out->kind = AT_COUNTER;
    out->id = ctr;
    if (c->per == PER_CARD)
        return scene_error(sc, key, "COUNTER-CARD", NULL,
                           "'%s' is a counter of cards. Write it after a card: 'ID %s=1'", id,
                           id);
    if (!place_seat(sc, key, "counter", id, c->per == PER_GAME ? "game" : NULL, out))
        return false;
    if (out->seat >= 0 && !seat_has(sc->base, c->per, c->kind, (unsigned)out->seat))
        return scene_error(sc, key, "COUNTER-NONE", NULL, "%s has no counter '%s'",
                           sc->seat_name[out->seat], id);
    return true;
}

/* Reads the part after the seat. */
static bool place_rest(struct scene *sc, const struct node *key, const char *rest,
                       struct place *out)
{
    const struct ct_definition *d = sc->g->def;
    const char *dot = strchr(rest, '.');
    char *word = arena_strndup(sc->mem, rest, dot ? (size_t)(dot - rest) : strlen(rest));
    int zone = named_at(d->zones, d->k.nzones, word);

    if (zone >= 0) {
        out->kind = dot ? AT_COUNT : AT_ZONE;
        if (dot && strcmp(dot, ".count") != 0)
            return scene_error(sc, key, "NAME-UNKNOWN", NULL,
                               "after a zone only '.count' is possible, not '%s'", dot);
        return place_zone(sc, key, zone, out);
    }
    if (dot)
        return place_unknown(sc, key, word, out->seat < 0);
    if (!strcmp(word, "score") || !strcmp(word, "sees")) {
        out->kind = word[1] == 'c' ? AT_SCORE : AT_SEES;
        if (out->seat < 0)
            out->seat = sc->people == 1 ? 0 : -1;
        if (out->seat < 0)
            scene_error(sc, key, "SEAT-MISSING", NULL, "whose '%s'? Write '%s.%s'", word,
                        sc->seat_name[0], word);
        return out->seat >= 0;
    }
    int ctr = named_at(d->counters, d->k.ncounters, word);
    if (ctr >= 0)
        return place_counter(sc, key, ctr, out);
    int phase = named_at(d->phases, d->k.nphases, word);
    if (phase >= 0 && out->seat < 0) {
        out->kind = AT_PHASE;
        out->id = phase;
        return true;
    }
    return place_unknown(sc, key, word, out->seat < 0);
}

bool name_place(struct scene *sc, const struct node *key, const char *text, int seat,
                struct place *out)
{
    const char *full =
        seat >= 0 ? arena_printf(sc->mem, "%s.%s", sc->seat_name[seat], text) : text;
    size_t used;

    *out = (struct place){.kind = AT_NOTHING, .slot = REF_NONE, .id = -1};
    out->seat = seat_prefix(sc, full, &used);
    if (out->seat >= 0 && full[used] == '\0') {
        out->kind = AT_SEAT;
        return true;
    }
    return place_rest(sc, key, out->seat >= 0 ? full + used + 1 : full, out);
}

static int seat_of_node(struct scene *sc, const struct node *n)
{
    if (n->kind == NODE_SCALAR)
        return name_seat_at(sc, n, n->text);
    scene_error(sc, n, "TYPE", NULL, "a seat is needed here");
    return -1;
}

bool name_seats(struct scene *sc, const struct node *n, uint32_t *seats)
{
    bool ok = true, list = n->kind == NODE_LIST;

    *seats = 0;
    if (n->kind == NODE_MAP)
        return scene_error(sc, n, "TYPE", NULL, "a list of seats is needed here");
    for (size_t i = 0; i < (list ? n->n : 1); i++) {
        int seat = seat_of_node(sc, list ? n->item[i] : n);

        ok &= seat >= 0;
        *seats |= seat < 0 ? 0 : 1u << seat;
    }
    return ok;
}

static void card_unknown(struct scene *sc, const struct node *n, const char *word)
{
    const struct ct_definition *d = sc->g->def;

    scene_unknown(sc, n, "CARD-UNKNOWN", "a card", word, NAMES_OF(sc, d->cards, d->k.ncards));
}

/* A card as a counter's value: `[SEAT.]ZONE.ID`, with `#2` for the second of several, or `ID`. */
static bool value_card(struct scene *sc, const struct node *n, struct value *out)
{
    const char *dot = strrchr(n->text, '.'), *nth = dot ? strchr(dot, '#') : NULL;
    struct place at;

    out->is_card = true;
    out->slot = -1;
    out->nth = nth ? atoi(nth + 1) : 0;
    if (nth && out->nth < 1)
        return scene_error(sc, n, "TYPE", NULL, "after '#' write which one, from 1");
    if (!strcmp(n->text, "none")) {
        out->def = -1;
        return true;
    }
    if (dot) {
        char *where = arena_strndup(sc->mem, n->text, (size_t)(dot - n->text));

        if (!name_place(sc, n, where, -1, &at))
            return false;
        if (at.kind != AT_ZONE)
            return scene_error(sc, n, "TYPE", NULL, "there is no zone '%s'", where);
        out->slot = (int)at.slot;
    }
    const char *id = dot ? dot + 1 : n->text;
    id = arena_strndup(sc->mem, id, nth ? (size_t)(nth - id) : strlen(id));
    out->def = card_index(sc->g->def, id);
    if (out->def < 0)
        card_unknown(sc, n, id);
    return out->def >= 0;
}

/* A word of the counter's trait. */
static bool value_word(struct scene *sc, const struct node *n, int counter, struct value *out)
{
    const struct ct_definition *d = sc->g->def;
    const struct trait_info *t = &d->traits[d->k.counters[counter].trait];

    out->number = named_at(t->words.v, t->words.n, n->text);
    if (out->number >= 0 || !strcmp(n->text, "none"))
        return true;
    return scene_unknown(sc, n, "WORD-UNKNOWN",
                         arena_printf(sc->mem, "a word of '%s'", t->name.id), n->text,
                         NAMES_OF(sc, t->words.v, t->words.n));
}

/* A set of words: a list, "red+blue", or none. */
static bool value_words(struct scene *sc, const struct node *n, int counter, struct value *out)
{
    int64_t set = 0;
    const struct node *list = n;

    if (n->kind == NODE_SCALAR) {
        char *save = NULL, *text = arena_strndup(sc->mem, n->text, n->len);
        struct node *words = node_list_at(sc->mem, n);
        for (char *w = strtok_r(text, "+", &save); w; w = strtok_r(NULL, "+", &save))
            node_list_add(sc->mem, words, node_word_at(sc->mem, n, w));
        list = words;
    }
    for (size_t i = 0; i < list->n; i++) {
        if (list->item[i]->kind != NODE_SCALAR || !value_word(sc, list->item[i], counter, out))
            return false;
        set |= out->number < 0 ? 0 : 1 << out->number;
    }
    out->number = set;
    return true;
}

bool name_value(struct scene *sc, const struct node *n, int counter, struct value *out)
{
    int is = counter < 0 ? V_NUMBER : sc->g->def->k.counters[counter].is;
    bool flag;

    *out = (struct value){.def = -1, .slot = -1};
    if (is == V_WORDS && n->kind != NODE_MAP)
        return value_words(sc, n, counter, out);
    if (n->kind != NODE_SCALAR)
        return scene_error(sc, n, "TYPE", NULL, "a single value is needed here");
    switch (is) {
    case V_FLAG:
        if (node_bool(n, &flag)) {
            out->number = flag;
            return true;
        }
        return scene_error(sc, n, "TYPE", NULL, "true or false is needed here, not '%s'",
                           n->text);
    case V_SEAT:
        out->number = !strcmp(n->text, "none") ? -1 : seat_of_node(sc, n);
        return out->number >= 0 || !strcmp(n->text, "none");
    case V_CARD: return value_card(sc, n, out);
    case V_WORD: return value_word(sc, n, counter, out);
    default:
        if (!node_int(n, &out->number))
            scene_error(sc, n, "TYPE", NULL, "a number is needed here, not '%s'", n->text);
        else if (out->number >= INT32_MIN && out->number <= INT32_MAX)
            return true;
        else
            scene_error(sc, n, "RANGE", NULL, "the number '%s' is out of range", n->text);
        return false;
    }
}

/* "counter=N" after a card. */
static bool card_counter(struct scene *sc, const struct node *n, char *word,
                         struct card_want *w)
{
    const struct ct_definition *d = sc->g->def;
    char *eq = strchr(word, '=');
    struct node value = {
        .kind = NODE_SCALAR, .plain = true, .line = n->line, .col = n->col, .src = n->src};
    struct value v;

    *eq = '\0';
    int ctr = named_at(d->counters, d->k.ncounters, word);
    if (ctr < 0 || d->k.counters[ctr].per != PER_CARD) {
        struct names names = {0};

        for (int i = 0; i < d->k.ncounters; i++)
            NAMES_ADD(sc, &names, d->counters + i, d->k.counters[i].per == PER_CARD);
        return scene_unknown(sc, n, "COUNTER-UNKNOWN", "a counter of cards", word, names);
    }
    if (w->def >= 0 && !brings(&d->k, &d->k.counters[ctr], (uint16_t)w->def))
        return scene_error(sc, n, "COUNTER-UNKNOWN", NULL,
                           "the card '%s' does not bring a counter '%s'", d->cards[w->def].id,
                           word);
    value.text = eq + 1;
    value.len = strlen(eq + 1);
    if (w->nctr == MAX_CTR_TESTS)
        return scene_error(sc, n, "LIMIT", NULL, "at most %d counters after a card",
                           MAX_CTR_TESTS);
    if (!name_value(sc, n->kind == NODE_SCALAR ? &value : n, ctr, &v))
        return false;
    w->ctr[w->nctr].counter = (uint16_t)ctr;
    w->ctr[w->nctr++].value = v;
    return true;
}

/* Reports a wrong word after a card. It may be a counter without its value. */
static void card_word_unknown(struct scene *sc, const struct node *n, const char *word)
{
    static const char *const known[] = {"down", "of"};
    const struct ct_definition *d = sc->g->def;
    int ctr = named_at(d->counters, d->k.ncounters, word);
    char hint[160];

    if (ctr < 0 || d->k.counters[ctr].per != PER_CARD) {
        scene_unknown(sc, n, "WORD-UNKNOWN", "'down', 'of SEAT' or 'counter=N'", word,
                      NAMES_OF(sc, known, 2));
        return;
    }
    snprintf(hint, sizeof hint, "write '%s=%s'", word,
             d->k.counters[ctr].is == V_FLAG ? "true" : "N");
    scene_error(sc, n, "WORD-UNKNOWN", hint, "'%s' is a counter. Write its value after it",
                word);
}

/* The words after the card's id. */
static bool card_words(struct scene *sc, const struct node *n, char **save, struct card_want *w)
{
    char *word;

    while ((word = strtok_r(NULL, " ", save)) != NULL) {
        if (!strcmp(word, "down")) {
            w->down = true;
        } else if (!strcmp(word, "of")) {
            word = strtok_r(NULL, " ", save);
            w->owner = name_seat_at(sc, n, word ? word : "");
            if (w->owner < 0)
                return false;
        } else if (strchr(word, '=')) {
            if (!card_counter(sc, n, word, w))
                return false;
        } else {
            card_word_unknown(sc, n, word);
            return false;
        }
    }
    return true;
}

static bool card_read(struct scene *sc, const struct node *n, bool unknown_ok,
                      struct card_want *w)
{
    char *save = NULL, *text = arena_strdup(sc->mem, n->text),
         *word = strtok_r(text, " ", &save), *end;
    long copies = word ? strtol(word, &end, 10) : 0;

    *w = (struct card_want){.copies = 1, .owner = -1, .node = n};
    if (word && end != word && !strcmp(end, "x")) {
        if (copies < 1 || copies > 1000)
            return scene_error(sc, n, "RANGE", NULL, "'%s' must be from 1x to 1000x", word);
        w->copies = (int)copies;
        word = strtok_r(NULL, " ", &save);
    }
    if (!word)
        return scene_error(sc, n, "CARD-UNKNOWN", NULL,
                           "a card is missing here: [Nx] ID [down] [of SEAT] [counter=N]");
    w->def = unknown_ok && !strcmp(word, "unknown") ? -1 : card_index(sc->g->def, word);
    if (w->def < 0 && !(unknown_ok && !strcmp(word, "unknown"))) {
        card_unknown(sc, n, word);
        return false;
    }
    return card_words(sc, n, &save, w);
}

bool name_cards(struct scene *sc, const struct node *n, bool unknown_ok, struct card_list *out)
{
    bool ok = true;

    *out = (struct card_list){.node = n};
    if (n->kind != NODE_LIST)
        return scene_error(sc, n, "TYPE", NULL,
                           "a list of cards is needed here, [card, 2x card down, ...]");
    for (size_t i = 0; i < n->n; i++) {
        const struct node *item = n->item[i];

        if (item->kind != NODE_SCALAR) {
            scene_error(sc, item, "TYPE", NULL, "a card is needed here");
            ok = false;
        } else if (!strcmp(item->text, "...")) {
            out->rest = true;
            if (i + 1 < n->n) {
                scene_error(sc, item, "REST", NULL, "write '...' only at the end of a list");
                ok = false;
            }
        } else {
            struct card_want w;

            if (card_read(sc, item, unknown_ok, &w))
                *LIST_ADD(sc->mem, out->v, out->n) = w;
            else
                ok = false;
        }
    }
    return ok;
}

int name_phase(struct scene *sc, const struct node *n, const char *text)
{
    const struct ct_definition *d = sc->g->def;
    int phase = named_at(d->phases, d->k.nphases, text);

    if (phase < 0) {
        static const char *const ends[] = {"start", "end"};
        struct names names = NAMES_OF(sc, ends, 2);

        NAMES_ADD(sc, &names, d->phases, d->k.nphases);
        scene_unknown(sc, n, "PHASE-UNKNOWN", "a phase", text, names);
    }
    return phase;
}

static const char *name_slot(const struct scene *sc, unsigned slot)
{
    struct kslotinfo info = k_slotinfo(sc->base)[slot];

    if (info.zone >= sc->g->def->k.nzones)
        return "(out of the game)";
    if (info.seat == NO_SEAT || sc->base->nseats == 1)
        return sc->g->def->zones[info.zone].id;
    return arena_printf(sc->mem, "%s.%s", sc->seat_name[info.seat],
                        sc->g->def->zones[info.zone].id);
}

/* Made once, because no memory is available while a game is played. */
void name_slots(struct scene *sc)
{
    sc->slot_name = arena_alloc(sc->mem, sc->base->nslots * sizeof *sc->slot_name);
    for (unsigned i = 0; i < sc->base->nslots; i++)
        sc->slot_name[i] = name_slot(sc, i);
}

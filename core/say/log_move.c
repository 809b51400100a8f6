/* log_move.c - moved, turned and shown cards, in sentences.
 *
 * The sentence depends on the zones (owner, visibility, pile or not) and on whether a pick is
 * carried out. Only the zones `discard` and `hand` have a meaning of their own.
 */
#include "say/log_internal.h"

#include <stdlib.h>
#include <string.h>

enum { ANY_SEAT = 0x100 };

/* Selects cards of a group: of one seat, to one seat, owned by one seat (or ANY_SEAT). */
struct which {
    unsigned seat, to_seat, owner;
};

static bool is_of(const struct moved *m, struct which w)
{
    return (w.seat == ANY_SEAT || m->seat == w.seat) &&
           (w.to_seat == ANY_SEAT || m->to_seat == w.to_seat) &&
           (w.owner == ANY_SEAT || m->owner == w.owner);
}

/* This sentence tells of these cards of the group, except one seat's. */
static void about_cards(struct log *log, unsigned seat, unsigned to_seat, unsigned but)
{
    const struct group *g = &log->group;

    log->first = 0;
    for (size_t i = 0; i < g->n; i++)
        if (is_of(&g->v[i], (struct which){seat, to_seat, ANY_SEAT}) && g->v[i].seat != but) {
            log->first = log->first ? log->first : g->v[i].number;
            log->last = g->v[i].number;
        }
}

/* "A, 2 × B and 3 cards". Returns how many are named. */
static int cards_list(struct log *log, struct str *to, struct which w)
{
    const struct group *g = &log->group;
    struct tongue t = log->voice->t;
    size_t backs = 0;
    int named = 0;

    for (size_t i = 0; i < g->n; i++) {
        size_t same = 0;
        bool before = false;
        if (!is_of(&g->v[i], w))
            continue;
        if (g->v[i].def == REF_NONE) {
            backs++;
            continue;
        }
        for (size_t k = 0; k < g->n; k++)
            if (is_of(&g->v[k], w) && g->v[k].def == g->v[i].def) {
                before |= k < i;
                same++;
            }
        if (before)
            continue;
        if (named++)
            str_add(to, ", ");
        if (same > 1)
            str_addf(to, "%zu × ", same);
        str_add(to, card_name(log->voice->def, g->v[i].def, t));
    }
    if (backs && named)
        str_addf(to, " %s ", own(W_AND, t));
    if (backs == 1)
        str_add(to, own(W_A_CARD, t));
    else if (backs)
        SAY(to, W_N_CARDS, t, NUMBER("n", (int64_t)backs));
    return named;
}

/* The cards of one seat. Others' cards are named with their owner. */
static void cards_text(struct log *log, struct str *to, unsigned seat)
{
    const struct voice *v = log->voice;
    bool any = false;

    for (unsigned i = 0; i <= K_MAX_SEATS; i++) {
        unsigned owner = i < K_MAX_SEATS ? i : NO_SEAT;
        struct str cards = {0};
        int named = cards_list(log, &cards, (struct which){seat, ANY_SEAT, owner});
        bool you = (int)owner == v->you;
        if (cards.n && any)
            str_add(to, own(W_SEMICOLON, v->t));
        any |= cards.n > 0;
        if (owner == NO_SEAT || owner == seat || !cards.n)
            str_move(to, &cards);
        else
            SAY(to,
                you     ? named ? W_L_CARDS_OF_YOU : W_L_BACKS_OF_YOU
                : named ? W_L_CARDS_OF
                        : W_L_BACKS_OF,
                v->t, MADE("cards", cards), TEXT("who", voice_seat(v, owner)));
    }
}

static size_t cards_of(const struct group *g, unsigned seat)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += seat == ANY_SEAT || g->v[i].seat == seat;
    return n;
}

/* Has every player except `but` the same number of cards in the group? False if the viewer sees
 * one of them, unless `seen`. */
static bool same_for_all(const struct group *g, unsigned but, bool seen)
{
    size_t most = 0, least = SIZE_MAX;
    int people = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].seat >= K_MAX_SEATS || !(g->people_seats >> g->v[i].seat & 1) ||
            (g->v[i].def != REF_NONE && !seen && g->v[i].seat != but))
            return false;
    for (unsigned seat = 0; seat < K_MAX_SEATS; seat++)
        if ((g->people_seats >> seat & 1) && seat != but) {
            size_t n = cards_of(g, seat);
            people++;
            most = n > most ? n : most;
            least = n < least ? n : least;
        }
    return people > 1 && most && most == least;
}

/* About the cards of `seat`. If it is ANY_SEAT: of each player but one (NO_SEAT: of all). */
static void sentence(struct log *log, enum own_word w, unsigned seat, unsigned but)
{
    const struct group *g = &log->group;
    const struct voice *v = log->voice;
    struct str cards = {0}, from = {0}, to = {0};

    about_cards(log, but == ANY_SEAT ? seat : ANY_SEAT, ANY_SEAT, but);
    cards_text(log, &cards, seat);
    if (g->kind == TELL_MOVE) {
        zone_name(&from, v->def, g->from, v->t);
        zone_name(&to, v->def, g->to, v->t);
    }
    SAY(&log->line, w, v->t, MADE("cards", cards), MADE("from", from), MADE("to", to),
        TEXT("all", own(but < K_MAX_SEATS ? W_L_EVERYONE_ELSE : W_L_EVERYONE, v->t)),
        NUMBER("n", (int64_t)cards_of(g, seat)),
        SEAT("who", seat < K_MAX_SEATS ? voice_seat(v, seat) : "", (int)seat == v->you));
    str_capital(&log->line, 0);
    log_line(log, g->in_effect, g->effect);
}

/* The seats of a group in order: the first to play comes first. Returns how many. */
static unsigned seats_in_turn(const struct group *g, uint8_t *order)
{
    uint32_t had = 0;
    unsigned n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].seat < K_MAX_SEATS && !(had >> g->v[i].seat & 1)) {
            had |= 1u << g->v[i].seat;
            order[n++] = g->v[i].seat;
        }
    return n;
}

/* One sentence for each seat in turn. `nobody`: for cards without an owner. */
static void by_seat(struct log *log, enum own_word one, enum own_word nobody)
{
    const struct group *g = &log->group;
    uint8_t order[K_MAX_SEATS];
    unsigned n = seats_in_turn(g, order);

    for (unsigned i = 0; i < n; i++)
        sentence(log, one, order[i], ANY_SEAT);
    if (cards_of(g, NO_SEAT))
        sentence(log, nobody, NO_SEAT, ANY_SEAT);
}

/* "Everyone …", or the viewer's own and "everyone else …", or one for each seat. */
static void all_or_by_seat(struct log *log, enum own_word all, enum own_word one)
{
    const struct group *g = &log->group;
    unsigned own_seat = log->viewer >= 0 ? (unsigned)log->viewer : NO_SEAT;

    if (same_for_all(g, NO_SEAT, false)) {
        sentence(log, all, g->v[0].seat, NO_SEAT);
    } else if (own_seat < K_MAX_SEATS && cards_of(g, own_seat) &&
               same_for_all(g, own_seat, false)) {
        unsigned other = 0;
        sentence(log, one, own_seat, ANY_SEAT);
        while (other == own_seat || !cards_of(g, other))
            other++;
        sentence(log, all, other, own_seat);
    } else {
        by_seat(log, one, W_L_GOES);
    }
}

/* "Set aside: X (Alice), Y (Bob)": one line for a hidden round that the viewer sees. */
static void kept_each(struct log *log)
{
    struct str each = {0};

    for (unsigned seat = 0; seat < K_MAX_SEATS; seat++)
        if (cards_of(&log->group, seat)) {
            if (each.n)
                str_add(&each, ", ");
            cards_text(log, &each, seat);
            str_addf(&each, " (%s)", seat_within(log->voice, seat));
        }
    SAY(&log->line, W_L_KEEPS_EACH, log->voice->t, MADE("cards", each));
    log_line(log, log->group.in_effect, log->group.effect);
}

static unsigned next_person(const struct group *g, unsigned seat, int step)
{
    do
        seat = (seat + K_MAX_SEATS + (unsigned)step) % K_MAX_SEATS;
    while (!(g->people_seats >> seat & 1));
    return seat;
}

/* The cards that `seat` gave to `other`, as sentence `w`. `who` is one of the two. */
static void gift(struct log *log, enum own_word w, unsigned seat, unsigned other, unsigned who)
{
    const struct voice *v = log->voice;
    struct str cards = {0};

    about_cards(log, seat, other, ANY_SEAT);
    cards_list(log, &cards, (struct which){seat, other, ANY_SEAT});
    SAY(&log->line, w, v->t, MADE("cards", cards),
        SEAT("who", voice_seat(v, who), (int)who == v->you),
        TEXT("other", seat_within(v, other)));
    log_line(log, log->group.in_effect, log->group.effect);
}

static void given_put(struct log *log, uint8_t zone, bool is)
{
    uint8_t bit = (uint8_t)(1u << zone % 8);

    log->given[zone / 8] =
        (uint8_t)(is ? log->given[zone / 8] | bit : log->given[zone / 8] & ~bit);
}

/* The cards that came to the viewer, unless they are all they have there: those they will see when
 * they are asked. */
static void received(struct log *log)
{
    const struct group *g = &log->group;
    size_t got = 0, seen = 0;

    for (size_t i = 0; i < g->n && log->viewer >= 0; i++)
        if (g->v[i].to_seat == log->viewer) {
            got++;
            seen += g->v[i].def != REF_NONE;
        }
    given_put(log, g->to, seen && got == g->had);
    if (seen && got != g->had)
        gift(log, W_L_RECEIVES, ANY_SEAT, (unsigned)log->viewer, (unsigned)log->viewer);
}

/* The rules move cards of all players. Cards that are hidden afterwards are not told singly. The
 * exception is a card that the viewer just got and that moves on before they could look at it. */
static void rule_moves(struct log *log)
{
    struct group *g = &log->group;

    if (log->given[g->from / 8] >> g->from % 8 & 1 && cards_of(g, (unsigned)log->viewer)) {
        gift(log, W_L_RECEIVES, ANY_SEAT, (unsigned)log->viewer, (unsigned)log->viewer);
        given_put(log, g->from, false);
    }
    if (log->voice->def->k.zones[g->to].up != SIGHT_ALL && same_for_all(g, NO_SEAT, true))
        for (size_t i = 0; i < g->n; i++)
            g->v[i].def = REF_NONE;
    all_or_by_seat(log, W_L_MOVES_ALL, W_L_MOVES);
}

/* Was this seat's gift to the other told with an earlier card? */
static bool given_before(const struct group *g, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (is_of(&g->v[k], (struct which){g->v[i].seat, g->v[i].to_seat, ANY_SEAT}))
            return true;
    return false;
}

/* Cards of one zone that go to other seats: everybody's to one side, or gifts. */
static void passes(struct log *log)
{
    const struct group *g = &log->group;
    bool left = same_for_all(g, NO_SEAT, true), right = left;
    struct str cards = {0};

    for (size_t i = 0; i < g->n; i++) {
        left = left && g->v[i].to_seat == next_person(g, g->v[i].from_seat, 1);
        right = right && g->v[i].to_seat == next_person(g, g->v[i].from_seat, -1);
    }
    if (left || right) {
        SAY(&cards, W_N_CARDS, log->voice->t, NUMBER("n", (int64_t)cards_of(g, g->v[0].seat)));
        SAY(&log->line,
            left && right ? W_L_PASS_ACROSS
            : left        ? W_L_PASS_LEFT
                          : W_L_PASS_RIGHT,
            log->voice->t, MADE("cards", cards));
        log_line(log, g->in_effect, g->effect);
        received(log);
        return;
    }
    for (size_t i = 0; i < g->n; i++)
        if (!given_before(g, i))
            gift(log, g->v[i].seat == g->v[i].to_seat ? W_L_TAKES : W_L_GIVES, g->v[i].seat,
                 g->v[i].to_seat, g->v[i].seat); /* beside others' one may take of their own */
}

/* "Bob, you and Cara"; "everyone" if they are all of `may`, and more than one. */
static void seats_within(struct log *log, struct str *to, uint32_t seats, uint32_t may)
{
    if (seats == may && seats & (seats - 1)) {
        str_add(to, own(W_ALL, log->voice->t));
        return;
    }
    for (unsigned seat = 0; seat < K_MAX_SEATS; seat++)
        if (seats >> seat & 1) {
            if (to->n)
                str_add(to, seats >> (seat + 1) ? ", " : own(W_LAST_AND, log->voice->t));
            str_add(to, seat_within(log->voice, seat));
        }
}

/* The cards of one seat: "Alice shows X to Bob". Without an owner, or shown only to the owner:
 * "Bob is shown X". */
static void shown_of(struct log *log, unsigned owner)
{
    const struct group *g = &log->group;
    const struct voice *v = log->voice;
    uint32_t not_owner = owner < K_MAX_SEATS ? ~(1u << owner) : ~0u;
    uint32_t others = g->seats & not_owner, to = others ? others : g->seats;
    bool shows = owner < K_MAX_SEATS && others, one = !(to & (to - 1));
    unsigned who = shows ? owner : one ? (unsigned)__builtin_ctz(to) : NO_SEAT;
    struct str cards = {0}, other = {0};

    about_cards(log, owner, ANY_SEAT, ANY_SEAT);
    cards_text(log, &cards, owner);
    seats_within(log, &other, to, others ? g->people_seats & not_owner : 0);
    SAY(&log->line,
        shows ? W_L_SHOWS
        : one ? W_L_SHOWN
              : W_L_SHOWN_TO,
        v->t, MADE("cards", cards), MADE("other", other),
        SEAT("who", voice_seat(v, who), (int)who == v->you));
    log_line(log, g->in_effect, g->effect);
}

static void shows(struct log *log)
{
    for (unsigned seat = 0; seat <= K_MAX_SEATS; seat++) {
        unsigned owner = seat < K_MAX_SEATS ? seat : NO_SEAT;
        if (log->group.seats && cards_of(&log->group, owner))
            shown_of(log, owner);
    }
}

static bool is_called(const struct ct_definition *def, unsigned zone, const char *id)
{
    return !strcmp(def->zones[zone].id, id);
}

/* Do cards go from one seat to another? */
static bool between_seats(const struct group *g)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].from_seat != g->v[i].to_seat && g->v[i].from_seat != NO_SEAT &&
            g->v[i].to_seat != NO_SEAT)
            return true;
    return false;
}

static void moves(struct log *log)
{
    const struct group *g = &log->group;
    const struct ct_definition *def = log->voice->def;
    const struct kzone *from = &def->k.zones[g->from], *to = &def->k.zones[g->to];
    bool of_table = from->per == PER_TABLE, to_table = to->per == PER_TABLE;

    if (to->gone) {
        sentence(log, W_L_REMOVED, ANY_SEAT, ANY_SEAT);
    } else if (of_table && to_table) {
        sentence(log, from->as == AS_PILE ? W_L_COMES : W_L_GOES, ANY_SEAT, ANY_SEAT);
    } else if (between_seats(g)) {
        passes(log);
    } else if (of_table && (from->as == AS_PILE || from->up == SIGHT_NOBODY)) {
        /* into no hand: it is told where */
        bool open =
            to->up == SIGHT_ALL || (to->up == SIGHT_NOBODY && !is_called(def, g->to, "hand"));
        if (g->in_effect || g->chosen)
            by_seat(log, open ? W_L_DRAWS_TO : W_L_DRAWS, W_L_GOES);
        else
            all_or_by_seat(log, open ? W_L_DEALT_ALL_TO : W_L_DEALT_ALL,
                           open ? W_L_DEALT_TO : W_L_DEALT);
    } else if (from->up == SIGHT_NOBODY && to->up == SIGHT_OWNER) {
        bool drawn = from->as == AS_PILE;
        all_or_by_seat(log, drawn ? W_L_DRAWS_ALL : W_L_TAKES_ALL,
                       drawn ? W_L_DRAWS : W_L_TAKES);
    } else if (of_table && (g->chosen || g->in_effect)) {
        by_seat(log, W_L_TAKES, W_L_GOES);
    } else if (!g->chosen && !(g->in_effect && is_called(def, g->to, "discard"))) {
        rule_moves(log);
    } else if (is_called(def, g->to, "discard")) {
        all_or_by_seat(log, W_L_DISCARDS_ALL, W_L_DISCARDS);
    } else if (to->up == SIGHT_ALL) {
        if (g->of_another)
            by_seat(log, W_L_MOVES, W_L_GOES);
        else
            all_or_by_seat(log, W_L_PLAYS_ALL, W_L_PLAYS);
    } else if (from->up == SIGHT_ALL && !to_table) {
        by_seat(log, W_L_TAKES_BACK, W_L_GOES);
    } else if (is_called(def, g->to, "hand")) {
        all_or_by_seat(log, W_L_TAKES_ALL, W_L_TAKES);
    } else if (to->as == AS_PILE &&
               to->up == SIGHT_NOBODY) { /* a deck, which players do not keep */
        all_or_by_seat(log, W_L_MOVES_ALL, W_L_MOVES);
    } else if (log->viewer == K_ALL_SEEING && g->n > 1) {
        kept_each(log);
    } else {
        all_or_by_seat(log, W_L_KEEPS_ALL, W_L_KEEPS);
    }
}

/* In the step's own words, one line for each seat. `says: none`: no line. */
static void as_said(struct log *log)
{
    const struct group *g = &log->group;
    const struct text *of = &log->voice->def->step_texts[g->text];
    const struct tongue t = tongue_in(of, log->voice->t);
    const char *says = text_in(of, t.text);

    uint8_t order[K_MAX_SEATS + 1];
    unsigned n = seats_in_turn(g, order);

    if (cards_of(g, NO_SEAT))
        order[n++] = NO_SEAT;
    for (unsigned i = 0; *says && i < n; i++) {
        struct str cards = {0};
        about_cards(log, order[i], ANY_SEAT, ANY_SEAT);
        cards_text(log, &cards, order[i]);
        FILL(&log->line, says, t,
             SEAT("who", log_seat(log->voice, order[i]), (int)order[i] == log->voice->you),
             COUNTED("cards", cards, (int64_t)cards_of(g, order[i])));
        str_capital(&log->line, 0);
        log_line(log, g->in_effect, g->effect);
    }
}

void group_tell(struct log *log)
{
    struct group *g = &log->group;

    if (!g->open)
        return;
    g->open = false;
    about_cards(log, ANY_SEAT, ANY_SEAT, ANY_SEAT);
    if (g->text != REF_NONE)
        as_said(log);
    else if (g->kind == TELL_MOVE)
        moves(log);
    else if (g->kind == TELL_SHOW)
        shows(log);
    else if (g->face == FACE_UP)
        by_seat(log, W_L_TURNS_UP, W_L_TURNED_UP);
    else
        by_seat(log, W_L_TURNS_DOWN, W_L_TURNED_DOWN);
    log->first = log->last = 0;
    g->n = 0;
}

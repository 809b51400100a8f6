/* sitting.c - requests of players and spectators at a table. */
#include "sitting.h"

#include "about.h"
#include "clocks.h"
#include "keep.h"
#include "message.h"
#include "name.h"
#include "whatif.h"

#include <stdlib.h>
#include <string.h>

/* A pick must be on disk before it is acknowledged. If that fails, it counts as not made. */
static struct answer not_kept(const char *wrong)
{
    return answer_error(503, "it cannot be saved, so nothing was done: %s", reason(wrong));
}

static struct answer about(const struct asking *q)
{
    return answer_yes(about_table(q->t, q->observer));
}

/* ---- playing ---- */

static bool is_asked(const struct gametable *t, int observer)
{
    return observer >= 0 && !t->error && !t->over && ct_pending(t->state) >> observer & 1 &&
           t->seat[observer].who == WHO_PERSON;
}

static int choice_of(struct gametable *t, int seat, const char *key)
{
    if (!key || !secret_shaped(key, 16) || ct_choices(t->engine, t->state, seat) < 1)
        return -1;
    return ct_choice_find(t->engine, t->state, seat, strtoull(key, NULL, 16));
}

static struct answer pick(const struct asking *q)
{
    struct gametable *t = q->t;
    json_int_t at = json_integer_value(json_object_get(q->body, "at"));
    const char *key = json_string_value(json_object_get(q->body, "key"));
    char *wrong = NULL;
    struct answer a;

    if (q->observer < 0)
        return answer_error(403, "a spectator cannot play");
    if (!json_is_integer(json_object_get(q->body, "at")) || !key)
        return answer_error(400, "`at` must be a number, and `key` a text");
    if (!is_asked(t, q->observer))
        return answer_error(409, "it is not this seat's turn to choose");
    if (clocks_tick(q->h, t))
        return answer_error(409, "your time is up");
    int choice = choice_of(t, q->observer, key);
    if (choice < 0 || (uint64_t)at != t->told[q->observer].at)
        return answer_error(409, "this choice is no longer offered");
    gametable_pick(t, q->observer, choice);
    if (t->error || keep_game(t, true, &wrong)) {
        a = answer_yes(json_object());
        clocks_add(t, q->observer);
    } else {
        gametable_undo(t, t->nmade - 1);
        a = not_kept(wrong);
    }
    free(wrong);
    house_changed(q->h, t);
    return a;
}

static void add_reason(void *ctx, const struct ct_reason *reason)
{
    json_t *list = ctx;
    size_t i;
    json_t *said;

    json_array_foreach(list, i, said)
    {
        if (!strcmp(json_string_value(said), reason->text))
            return;
    }
    json_array_append_new(list, json_string(reason->text));
}

static struct answer why(const struct asking *q)
{
    struct gametable *t = q->t;
    const char *id = json_string_value(json_object_get(q->body, "card"));
    json_t *list = json_array();

    if (is_asked(t, q->observer)) {
        gametable_names(t, q->observer);
        for (int card = 0; id && ct_card_id(t->game->def, card); card++)
            if (!strcmp(ct_card_id(t->game->def, card), id))
                ct_why_each(t->engine, t->state, q->observer, card, add_reason, list);
        gametable_names(t, -1);
    }
    return answer_yes(json_pack("{so}", "why", list));
}

/* ---- taking back ---- */

/* Takes the picks back, after all players at the table agreed. */
static struct answer take_back(struct gametable *t)
{
    int to = gametable_undo_to(t, t->undo_by);
    char *wrong = NULL;
    struct answer a = answer_yes(json_object());

    if (to >= 0)
        gametable_undo(t, (size_t)to);
    if (!t->error && !keep_game(t, true, &wrong)) {
        answer_free(&a);
        a = answer_error(503, "the game is not saved: %s", reason(wrong));
    }
    free(wrong);
    return a;
}

static struct answer undo(const struct asking *q)
{
    struct gametable *t = q->t;
    bool no = json_is_true(json_object_get(q->body, "no"));
    struct answer a = answer_yes(json_object());

    if (q->observer < 0 || t->over ||
        (t->undo_by < 0 && !no && gametable_undo_to(t, q->observer) < 0)) {
        answer_free(&a);
        return answer_error(409, "there is no pick to take back");
    }
    if (no) {
        t->undo_by = -1;
        t->undo_agreed = 0;
    } else {
        t->undo_by = t->undo_by < 0 ? q->observer : t->undo_by;
        t->undo_agreed |= 1u << q->observer;
    }
    t->version++;
    unsigned persons = gametable_persons(t);
    if (t->undo_by >= 0 && (t->undo_agreed & persons) == persons) {
        answer_free(&a);
        a = take_back(t);
    }
    house_changed(q->h, t);
    return a;
}

/* ---- seats ---- */

int sitting_seat(const struct gametable *t, const json_t *which)
{
    json_int_t wanted = json_is_integer(which) ? json_integer_value(which) : -1;

    return wanted >= 0 && wanted < t->nseats ? (int)wanted : -1;
}

static bool named(const struct gametable *t, int but, const char *name)
{
    for (int i = 0; i < t->nseats; i++)
        if (i != but && *t->seat[i].name && name_alike(t->seat[i].name, name))
            return true;
    return false;
}

struct answer sitting_changed(struct house *h, struct gametable *t, int seat,
                              const struct place *before, json_t *yes)
{
    char *wrong = NULL;
    struct answer a = {.status = 200, .json = yes};

    if (!keep_seats(t, &wrong)) {
        int here = t->seat[seat].here;
        answer_free(&a);
        a = not_kept(wrong);
        t->seat[seat] = *before;
        t->seat[seat].here = here;
    }
    free(wrong);
    gametable_names(t, -1);
    t->version++;
    house_changed(h, t);
    return a;
}

static struct answer take_seat(struct house *h, struct gametable *t, int observer, json_t *body)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    int seat = sitting_seat(t, json_object_get(body, "take"));

    if (observer >= 0)
        return answer_error(409, "you already have a seat here");
    if (seat < 0 || t->seat[seat].who != WHO_PERSON || place_taken(&t->seat[seat]))
        return answer_error(409, "this seat is not free");
    if (t->shown)
        return answer_error(409,
                            "spectators have seen the cards, so none of them may sit down");
    if (!name || !name_fits(name))
        return answer_error(400, NAME_UNFIT);
    if (named(t, seat, name))
        return answer_error(409, NAME_TAKEN);
    struct place before = t->seat[seat];
    snprintf(t->seat[seat].name, NAME_ROOM, "%s", name);
    secret_make(t->seat[seat].key, SECRET);
    return sitting_changed(h, t, seat, &before, json_pack("{ss}", "key", t->seat[seat].key));
}

/* Frees the seat. Its link no longer works. */
static struct answer vacate(struct house *h, struct gametable *t, int seat)
{
    struct place before = t->seat[seat];

    t->seat[seat] = (struct place){.who = WHO_PERSON, .here = before.here};
    secret_make(t->seat[seat].key, SECRET);
    t->undo_by = -1;
    t->undo_agreed = 0;
    h->leave(t, seat);
    return sitting_changed(h, t, seat, &before, json_pack("{sb}", "freed", true));
}

/* A player who is present is asked first and has this long to answer. */
enum { ANSWER_WITHIN = 60 }; /* seconds */

static struct answer free_seat(struct house *h, struct gametable *t, const struct request *r,
                               const json_t *which)
{
    int seat = sitting_seat(t, which);
    struct place *p = &t->seat[seat < 0 ? 0 : seat];
    time_t now = time(NULL);

    if (!r->key || !secret_is(t->owner, r->key))
        return answer_error(403, "only the owner of the table can free a seat");
    if (seat < 0 || p->who != WHO_PERSON || !place_taken(p))
        return answer_error(409, "nobody sits there");
    if (!p->here || (p->asked && now - p->asked >= ANSWER_WITHIN))
        return vacate(h, t, seat);
    if (!p->asked) {
        p->asked = now;
        t->version++;
        house_changed(h, t);
    }
    return answer_yes(json_pack("{sb}", "freed", false));
}

/* Answers the owner's request to have the seat back. */
static struct answer leave_seat(struct house *h, struct gametable *t, int seat, bool yes)
{
    if (!t->seat[seat].asked)
        return answer_error(409, "nobody asked for this seat");
    if (yes)
        return vacate(h, t, seat);
    t->seat[seat].asked = 0;
    t->version++;
    house_changed(h, t);
    return answer_yes(json_pack("{sb}", "freed", false));
}

static struct answer rename_seat(struct house *h, struct gametable *t, int seat,
                                 const char *name)
{
    struct place before = t->seat[seat];

    if (!name_fits(name))
        return answer_error(400, NAME_UNFIT);
    if (named(t, seat, name))
        return answer_error(409, NAME_TAKEN);
    snprintf(t->seat[seat].name, NAME_ROOM, "%s", name);
    return sitting_changed(h, t, seat, &before, json_object());
}

static struct answer hand_over(struct house *h, struct gametable *t, int seat,
                               const json_t *bot)
{
    struct place before = t->seat[seat];

    if (before.gone)
        return answer_error(409, "a bot plays this seat to the end");
    if (json_is_null(bot))
        t->seat[seat].who = WHO_PERSON;
    else if (json_is_string(bot) && gametable_level(t, seat, json_string_value(bot)))
        t->seat[seat].who = WHO_BOT;
    else
        return answer_error(400, NO_LEVEL);
    return sitting_changed(h, t, seat, &before, json_object());
}

/* Sets a player's colour, or lets spectators see all cards when the others agree too. */
static struct answer set_own(struct house *h, struct gametable *t, int seat, const json_t *show,
                             const json_t *colour)
{
    struct place *p = &t->seat[seat], before = *p;
    json_int_t n = json_integer_value(colour);

    if (colour && (!json_is_integer(colour) || n < 0 || n > COLOURS))
        return answer_error(400, "a colour is a number from 1 to %d, or 0", (int)COLOURS);
    p->colour = colour ? (int)n : p->colour;
    p->shows = show ? json_is_true(show) : p->shows;
    t->shown |= gametable_open(t);
    return sitting_changed(h, t, seat, &before, json_object());
}

static struct answer seat(const struct asking *q)
{
    struct gametable *t = q->t;
    const char *name = json_string_value(json_object_get(q->body, "name"));
    const json_t *bot = json_object_get(q->body, "bot"),
                 *leave = json_object_get(q->body, "leave"),
                 *show = json_object_get(q->body, "show"),
                 *colour = json_object_get(q->body, "colour");

    if (json_object_get(q->body, "take"))
        return take_seat(q->h, t, q->observer, q->body);
    if (json_object_get(q->body, "free"))
        return free_seat(q->h, t, q->r, json_object_get(q->body, "free"));
    if (q->observer < 0)
        return answer_error(403, "a spectator has no seat");
    if (json_is_boolean(leave))
        return leave_seat(q->h, t, q->observer, json_is_true(leave));
    if (json_is_boolean(show) || colour)
        return set_own(q->h, t, q->observer, show, colour);
    if (bot)
        return hand_over(q->h, t, q->observer, bot);
    return rename_seat(q->h, t, q->observer, name ? name : "");
}

/* ---- when it is over ---- */

static struct gametable *same_people(const struct gametable *t)
{
    struct gametable *next = gametable_like(t);

    next->begun = 0; /* friends who go on count as one table of the day */
    memcpy(next->watch, t->watch, sizeof next->watch);
    memcpy(next->owner, t->owner, sizeof next->owner);
    clocks_set(next, t->minutes, t->plus);
    for (int i = 0, person = 0; i < t->nseats; i++) {
        if (t->seat[i].who == WHO_NOBODY)
            continue;
        next->seat[person] = t->seat[i];
        next->seat[person].here = 0;
        next->seat[person].asked = 0;
        next->seat[person].gone = GONE_NOT;
        next->seat[person].shows = false;
        next->seat[person].clock = next->seat[person].told =
            (struct clock){t->minutes * 60000, 0};
        if (t->seat[i].gone)
            next->seat[person].who = WHO_PERSON;
        else if (t->seat[i].who == WHO_BOT)
            gametable_level(next, person, t->seat[i].level);
        person++;
    }
    return next;
}

static struct answer rematch(const struct asking *q)
{
    struct gametable *t = q->t;

    if (q->observer < 0)
        return answer_error(403, "a spectator cannot play");
    if (!t->over)
        return answer_error(409, "the game is not over");
    if (!*t->rematch) {
        struct answer a = route_begin(q->h, q->r, same_people(t));
        if (a.status != 201)
            return a;
        snprintf(t->rematch, sizeof t->rematch, "%s",
                 json_string_value(json_object_get(a.json, "table")));
        answer_free(&a);
        keep_seats_or_say(t);
        t->version++;
        house_changed(q->h, t);
    }
    return answer_yes(json_pack("{ss}", "table", t->rematch));
}

bool sitting_observer(const struct gametable *t, const char *as, int *out)
{
    char *end;
    long seat = as ? strtol(as, &end, 10) : -1;

    if (!as || !strcmp(as, "all") || !strcmp(as, "spectator")) {
        *out = as && *as == 's' ? CT_SPECTATOR : CT_ALL;
        return true;
    }
    *out = (int)seat;
    return *as && !*end && seat >= 0 && seat < t->nseats && t->seat[seat].who != WHO_NOBODY;
}

struct answer sitting_past(struct gametable *t, size_t to, int as)
{
    ct_state *game = gametable_past(t, to);
    char *view = game ? ct_view_json(t->engine, game, as, true) : NULL;
    struct answer a = view ? answer_yes(json_pack("{si si so}", "picks", (int)t->nmade, "to",
                                                  (int)to, "view", json_loads(view, 0, NULL)))
                           : answer_error(500, "%s", ct_error(t->engine));
    free(view);
    ct_state_free(game);
    return a;
}

static struct answer past(const struct asking *q)
{
    struct gametable *t = q->t;
    char *end = NULL;
    long to = q->r->to ? strtol(q->r->to, &end, 10) : (long)t->nmade;
    int as;

    if (!t->over)
        return answer_error(409, "the game is not over");
    if (to < 0 || (size_t)to > t->nmade || (end && *end) || !sitting_observer(t, q->r->as, &as))
        return answer_error(
            400,
            "`to` must be a number of picks from 0 to %zu, and `as` a seat, spectator or all",
            t->nmade);
    return sitting_past(t, (size_t)to, as);
}

enum { LINES_AT_ONCE = 500 };

/* The lines before number `to`, from playing the game again for this observer. Players wait
 * meanwhile, so it may take only the work of one decision. */
static struct answer earlier(const struct asking *q)
{
    struct gametable *t = q->t;
    const struct told *now = &t->told[gametable_place(t, q->observer)];
    size_t lines = now->lost + now->nlines;
    char *end = NULL;
    long to = q->r->to ? strtol(q->r->to, &end, 10) : 0;
    struct told then = {.until = (size_t)to};

    if (to < 1 || (size_t)to > lines || *end)
        return answer_error(400, "`to` must be the number of a line, from 1 to %zu", lines);
    if (!t->over && ct_get_stats(t->state).work > SERVED_WORK * 1000)
        return answer_error(409, "the game is too long to look this up now. The replay has all "
                                 "lines when the game is over");
    bool heard =
        gametable_again(t, q->observer, &then) && then.lost + then.nlines == then.until;
    size_t from = then.nlines > LINES_AT_ONCE ? then.until - LINES_AT_ONCE : then.lost;
    struct answer a = heard
                          ? answer_yes(json_pack("{so sI}", "log", message_log(t, &then, from),
                                                 "lost", (json_int_t)from))
                          : answer_error(500, "%s", ct_error(t->engine));
    told_free(&then);
    return a;
}

static struct answer replay(const struct asking *q)
{
    struct gametable *t = q->t;

    if (!t->over)
        return answer_error(409,
                            "the game is not over, and its replay would reveal hidden cards");
    ct_replay_names(&t->rec, t->engine, -1);
    char *text = ct_replay_close(&t->rec, t->engine, t->state) ? NULL : ct_replay_text(&t->rec);
    gametable_names(t, -1);
    return text ? (struct answer){.status = 200, .text = text}
                : answer_error(500, "%s", ct_error(t->engine));
}

const struct verb *sitting_find(const char *name)
{
    static const struct verb verbs[] = {
        {"", "GET", about},
        {"pick", "POST", pick},
        {"why", "POST", why},
        {"undo", "POST", undo},
        {"seat", "POST", seat},
        {"rematch", "POST", rematch},
        {"past", "GET", past},
        {"replay", "GET", replay},
        {"whatif", "POST", whatif},
        {"log", "GET", earlier},
        {"giveup", "POST", together_give_up},
        {"replace", "POST", together_replace},
        {"say", "POST", together_say},
    };

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}

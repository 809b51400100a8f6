/* gametable.c - one table. */
#include "gametable.h"

#include "tools/levels.h"
#include "tools/memory.h"
#include "tools/policies.h"

#include <stdlib.h>
#include <string.h>

const char *const gone_names[] = {
    [GONE_NOT] = "", [GONE_GAVE_UP] = "gave up", [GONE_TIME] = "time up"};

struct gametable *gametable_new(struct game *game, const char *lang, const char *folder)
{
    struct gametable *t = mem_zero(sizeof *t);

    pthread_mutex_init(&t->lock, NULL);
    t->game = game_hold(game);
    t->lang = lang;
    t->folder = folder;
    t->undo_by = t->thinking = -1;
    t->looked = time(NULL);
    t->touched = t->begun = t->since = time(NULL);
    secret_make(t->id, TABLE_ID);
    secret_make(t->watch, SECRET);
    secret_make(t->owner, SECRET);
    return t;
}

void gametable_wake(struct gametable *t)
{
    if (!t->players)
        t->players = mem_zero(CT_MAX_SEATS * sizeof *t->players);
    if (!t->told)
        t->told = mem_zero((CT_MAX_SEATS + 1) * sizeof *t->told);
}

void gametable_option(struct gametable *t, const char *text)
{
    list_add(&t->options, mem_strdup(text));
}

struct gametable *gametable_like(const struct gametable *t)
{
    struct gametable *next = gametable_new(t->game, t->lang, t->folder);

    next->people = t->people;
    for (int i = 0; i < t->options.n; i++)
        gametable_option(next, t->options.v[i]);
    return next;
}

/* ---- names ---- */

/* The record keeps the seats' own names, because players come and go. */
static void names_of_record(struct gametable *t)
{
    ct_replay_names(&t->rec, t->engine, -1);
}

void gametable_names(struct gametable *t, int you)
{
    const char *names[CT_MAX_SEATS];

    for (int i = 0; i < t->nseats; i++)
        names[i] = *t->seat[i].name ? t->seat[i].name : NULL;
    if (ct_engine_names(t->engine, names, t->nseats, you))
        mem_die();
}

/* ---- starting ---- */

static bool fail(struct gametable *t, char **wrong)
{
    const char *why = t->engine ? ct_error(t->engine) : "out of memory";

    *wrong = mem_strdup(why);
    return false;
}

static bool open_engine(struct gametable *t, char **wrong)
{
    gametable_wake(t);
    t->engine = engine_open(t->game->def, wrong);
    if (!t->engine)
        return false;
    ct_engine_language(t->engine, t->lang);
    t->audience = ct_audience_new(t->game->def);
    return t->audience != NULL || fail(t, wrong);
}

/* Opens the log for every observer at the start, so that later ones find all of it. */
static bool listen(struct gametable *t)
{
    for (int i = 0; i <= t->nseats; i++) {
        int observer = i < t->nseats ? i : CT_SPECTATOR;
        if (observer >= 0 && !ct_is_person(t->state, observer))
            continue;
        struct ct_listener l = told_listener(&t->told[i], observer, t->lang);
        if (ct_audience_add(t->audience, &l) < 0)
            return false;
    }
    ct_tell(t->engine, t->audience);
    return true;
}

/* Tells the game from its start again. Pages that followed the old course discard it. */
static void begin_epoch(struct gametable *t)
{
    char digits[16];

    secret_make(digits, 12);
    t->epoch = strtoull(digits, NULL, 16);
    for (int i = 0; i <= t->nseats; i++)
        told_clear(&t->told[i]);
}

/* Plays on to the next question or the end. */
static bool go_on(struct gametable *t)
{
    int rc = ct_advance(t->engine, t->state);

    t->version++;
    t->over = rc == 0 || gametable_given_up(t);
    if (rc < 0 && !t->error)
        t->error = mem_strdup(ct_error(t->engine));
    return rc >= 0;
}

static struct ct_setup setup_of(const struct gametable *t, uint64_t seed)
{
    return (struct ct_setup){.people = t->people,
                             .seed = seed,
                             .flags = CT_TRACK,
                             .options = t->options.v,
                             .noptions = t->options.n};
}

/* Players were numbered in a row, but some games have seats for bots between them. */
static void seat_people(struct gametable *t)
{
    struct place by_person[CT_MAX_SEATS];
    struct player players[CT_MAX_SEATS];
    int person = 0;

    memcpy(by_person, t->seat, sizeof by_person);
    memcpy(players, t->players, sizeof players);
    memset(t->seat, 0, sizeof t->seat);
    for (int i = 0; i < t->nseats; i++)
        if (ct_is_person(t->state, i)) {
            t->seat[i] = by_person[person];
            t->players[i] = players[person++];
        }
}

bool gametable_start(struct gametable *t, uint64_t seed, char **wrong)
{
    struct ct_setup setup = setup_of(t, seed);

    if (!open_engine(t, wrong))
        return false;
    t->state = ct_game_new(t->engine, &setup);
    if (!t->state)
        return fail(t, wrong);
    t->nseats = ct_seats(t->state);
    seat_people(t);
    players_seed(t->players, CT_MAX_SEATS, seed);
    ct_replay_init(&t->rec, t->engine, t->state, t->game->name);
    begin_epoch(t);
    gametable_names(t, -1);
    if (!listen(t))
        return fail(t, wrong);
    go_on(t);
    return true;
}

static struct made *made_add(struct gametable *t)
{
    MEM_MORE(t->made, t->nmade, t->made_cap);
    return &t->made[t->nmade++];
}

/* Picks that are made again, and where they differ from the first time. */
struct again {
    struct gametable *t;
    struct carried *carried; /* NULL: no difference is allowed */
    const struct made *was;  /* the picks of the first time, or NULL */
    int *check;              /* a checksum of the table before each new pick */
};

static void compare(struct again *a, size_t pick, int choices)
{
    struct carried *c = a->carried;

    if (!a->was || !c || c->first >= 0 || a->was[pick].choices == choices)
        return;
    c->first = (int)pick;
    c->was = a->was[pick].choices;
    c->now = choices;
    c->prompt = mem_strdup(mem_said(ct_prompt(a->t->engine, a->t->state)));
}

static void found(void *ctx, size_t pick, int choice, int choices)
{
    struct again *a = ctx;
    struct gametable *t = a->t;

    compare(a, pick, choices);
    a->check[pick] = ct_replay_check(t->engine, t->state);
    *made_add(t) = (struct made){.seat = t->rec.pick[pick].seat,
                                 .choice = choice,
                                 .choices = choices,
                                 .drawn = NOT_KNOWN,
                                 .person = t->seat[t->rec.pick[pick].seat].who == WHO_PERSON};
}

/* Makes the first `n` picks again in `game`, which is at its start. */
static bool again(struct gametable *t, ct_state *game, size_t n)
{
    int rc = ct_advance(t->engine, game);

    for (size_t i = 0; i < n && rc == 1; i++) {
        const struct made *m = &t->made[i];
        if (m->choice < 0) {
            if (ct_enter_world(t->engine, game, m->seat, t->rec.pick[i].stream) != 1)
                return false;
            rc = ct_advance(t->engine, game);
            continue;
        }
        if (ct_choices(t->engine, game, m->seat) <= m->choice ||
            ct_pick(t->engine, game, m->seat, m->choice))
            return false;
        if (!ct_pending(game))
            rc = ct_advance(t->engine, game);
    }
    return rc >= 0;
}

/* Moves the record to the new rules, with the picks that can still be made. */
static void renew(struct gametable *t, const struct again *a)
{
    struct ct_info info = ct_get_info(t->game->def, NULL);

    ct_replay_cut(&t->rec, t->nmade);
    for (size_t i = 0; i < t->nmade; i++)
        t->rec.pick[i].check = a->check[i];
    t->rec.behaviour = info.behaviour;
    t->rec.layout = info.layout;
}

/* Finds which choice each pick of the record was, in a copy without observers. */
static bool find_picks(struct gametable *t, struct again *a, char **wrong)
{
    struct ct_replay_run run = {.each = found, .ctx = a};
    char *said = NULL, *why = NULL;
    int rc = -1;

    t->state = ct_replay_start(&t->rec, t->engine, &said, wrong);
    free(said);
    if (!t->state)
        return false;
    rc = ct_replay_play(&t->rec, t->engine, t->state, t->rec.npicks, &run, &why);
    if (!a->carried && rc != 1) {
        *wrong = why ? why : mem_strdup(ct_error(t->engine));
        return false;
    }
    if (a->carried) {
        a->carried->picks = t->rec.npicks;
        a->carried->done = run.done;
        a->carried->why = why;
        a->carried->other = run.other ? ct_replay_other(&t->rec, &run) : NULL;
        t->nmade = run.done;
        renew(t, a);
    }
    return true;
}

static bool play_again(struct gametable *t, bool broken_too, char **wrong)
{
    char *why;

    t->nseats = ct_seats(t->state);
    t->people = ct_people(t->state);
    for (int i = 0; i < t->rec.noptions; i++)
        gametable_option(t, t->rec.option[i].text);
    players_seed(t->players, CT_MAX_SEATS, t->rec.seed);
    for (int i = 0; i < t->nseats; i++)
        t->players[i].rng.count = t->rec.seat[i].drawn;
    begin_epoch(t);
    gametable_names(t, -1);
    if (!listen(t) || ct_game_restart(t->engine, t->state, t->rec.seed))
        return fail(t, wrong);
    if (again(t, t->state, t->nmade)) {
        go_on(t);
        return true;
    }
    fail(t, &why); /* repeats only say that it failed before */
    if (!broken_too) {
        *wrong = why;
        return false;
    }
    if (!go_on(t)) {
        free(t->error);
        t->error = why;
    } else {
        free(why);
    }
    return true;
}

static bool restore(struct gametable *t, struct again *a, char **wrong)
{
    if (!open_engine(t, wrong))
        return false;
    if (a->carried) {
        *a->carried = (struct carried){.first = -1};
    } else if (!ct_replay_same_rules(&t->rec, t->game->def)) {
        *wrong = ct_replay_change(&t->rec, t->game->def);
        return false;
    }
    a->check = mem_alloc((t->rec.npicks + 1) * sizeof *a->check);
    bool ok = find_picks(t, a, wrong) && play_again(t, a->carried != NULL, wrong);
    free(a->check);
    return ok;
}

bool gametable_restore(struct gametable *t, struct carried *carried, char **wrong)
{
    struct again a = {t, carried, NULL, NULL};

    return restore(t, &a, wrong);
}

/* ---- by other rules ---- */

void carried_free(struct carried *c)
{
    free(c->prompt);
    free(c->other);
    free(c->why);
    *c = (struct carried){0};
}

/* The whole game so far, with the part that the present rules cut off. NULL: *wrong says why. */
static char *whole_text(struct gametable *t, char **wrong)
{
    if (t->whole)
        return mem_strdup(t->whole);
    ct_replay_names(&t->rec, t->engine, -1);
    char *text = ct_replay_close(&t->rec, t->engine, t->state) ? NULL : ct_replay_text(&t->rec);
    gametable_names(t, -1);
    if (!text)
        fail(t, wrong);
    return text;
}

/* A second table with the same players, where the game is played again. */
static struct gametable *shadow(struct gametable *t, struct game *game, const char *text,
                                char **wrong)
{
    const char *lang = game_language(game, t->lang);
    struct gametable *next =
        gametable_new(game, lang ? lang : ct_language(game->def, 0), t->folder);
    size_t at = 0;
    int line = 0;

    memcpy(next->seat, t->seat, sizeof next->seat);
    next->nseats = t->nseats; /* for the names, until the game begins */
    if (!ct_replay_read(&next->rec, "the game so far", text, strlen(text), &at, &line, wrong)) {
        gametable_free(next);
        return NULL;
    }
    free(next->rec.path); /* this table has no file */
    next->rec.path = NULL;
    return next;
}

/* Moves everything that depends on the rules between the tables. */
static void change_places(struct gametable *t, struct gametable *next)
{
    struct {
        void *a, *b;
        size_t n;
    } parts[] = {
#define PART(m) {&t->m, &next->m, sizeof t->m}
        PART(game),     PART(lang),   PART(engine),  PART(state), PART(audience), PART(rec),
        PART(options),  PART(people), PART(players), PART(told),  PART(made),     PART(nmade),
        PART(made_cap), PART(seen),   PART(epoch),   PART(over),  PART(error),
#undef PART
    };
    char held[sizeof t->seen + sizeof t->rec];

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        memcpy(held, parts[i].a, parts[i].n);
        memcpy(parts[i].a, parts[i].b, parts[i].n);
        memcpy(parts[i].b, held, parts[i].n);
    }
    t->undo_by = -1;
    t->undo_agreed = 0;
    t->rules++;
    t->version++;
}

static void forget_whole(struct gametable *t)
{
    free(t->whole);
    free(t->whole_made);
    t->whole = NULL;
    t->whole_made = NULL;
}

/* The present rules cut off a part of this game. Keeps its text (and owns it), as the next save
 * of the rules may bring that part back. */
static void keep_whole(struct gametable *t, char *text, const struct again *a)
{
    size_t n = a->carried->picks;
    struct made *made = mem_alloc((n + 1) * sizeof *made);

    memcpy(made, a->was, n * sizeof *made);
    forget_whole(t);
    t->whole = text;
    t->whole_made = made;
}

bool gametable_carry(struct gametable *t, struct game *game, struct carried *carried,
                     char **wrong)
{
    char *text = whole_text(t, wrong);
    struct gametable *next = text ? shadow(t, game, text, wrong) : NULL;
    struct again a = {next, carried, t->whole ? t->whole_made : t->made, NULL};

    if (!next) {
        free(text);
        return false;
    }
    bool ok = restore(next, &a, wrong);
    if (ok && next->nseats != t->nseats) {
        static const char says[] = "it has another number of seats";
        *wrong = mem_strndup(says, sizeof says - 1);
        ok = false;
    }
    if (ok && next->error && carried->done < carried->picks) { /* its picks would be lost */
        *wrong = mem_strdup(reason(carried->why));
        ok = false;
    }
    for (int i = 0; ok && i < next->nseats; i++) {
        next->players[i].rng = t->players[i].rng;
        if (next->seat[i].who == WHO_BOT)
            gametable_bot(next, i, next->seat[i].level);
    }
    bool cut = ok && carried->done < carried->picks;
    if (cut)
        keep_whole(t, text, &a);
    else if (ok)
        forget_whole(t);
    if (!cut)
        free(text);
    if (ok)
        change_places(t, next);
    gametable_free(next);
    return ok;
}

/* ---- playing ---- */

bool gametable_level(struct gametable *t, int seat, const char *level)
{
    int known = level_find(level);
    struct player p = {.kind = PLAYER_RANDOM};

    gametable_wake(t);
    if (known < 0 && strcmp(level, player_name(PLAYER_RANDOM)) != 0)
        return false;
    if (known >= 0 && player_read("serve", level_player((enum level)known), false, &p))
        return false;
    p.rng = t->players[seat].rng;
    p.seed = t->players[seat].seed;
    players_free(&t->players[seat], 1);
    policies_free(&t->players[seat], 1);
    t->players[seat] = p;
    snprintf(t->seat[seat].level, LEVEL_ROOM, "%s", level);
    return true;
}

void gametable_bot(struct gametable *t, int seat, const char *level)
{
    if (!gametable_level(t, seat, level))
        gametable_level(t, seat, player_name(PLAYER_RANDOM));
    t->seat[seat].who = WHO_BOT;
}

void gametable_say(struct gametable *t, int seat, const char *text)
{
    if (!t->chat)
        t->chat = mem_zero(CHAT_LINES * sizeof *t->chat);
    t->chat[t->said % CHAT_LINES].seat = seat;
    snprintf(t->chat[t->said++ % CHAT_LINES].text, CHAT_ROOM, "%s", text);
}

bool gametable_given_up(const struct gametable *t)
{
    int gave_up = 0, seats = 0, players = 0;

    for (int i = 0; i < t->nseats; i++) {
        const struct place *p = &t->seat[i];
        bool stays = p->gone != GONE_GAVE_UP;
        gave_up += !stays;
        seats += stays && p->who != WHO_NOBODY;
        players += stays && *p->key;
    }
    return gave_up && (seats <= 1 || !players);
}

bool gametable_pick(struct gametable *t, int seat, int choice)
{
    int choices = ct_choices(t->engine, t->state, seat);

    *made_add(t) = (struct made){.seat = seat,
                                 .choice = choice,
                                 .choices = choices,
                                 .drawn = t->players[seat].rng.count,
                                 .person = t->seat[seat].who == WHO_PERSON};
    names_of_record(t);
    forget_whole(t);
    if (choices > choice)
        ct_replay_note(&t->rec, t->engine, t->state, seat, choice);
    gametable_names(t, -1);
    t->undo_by = -1;
    t->undo_agreed = 0;
    t->touched = time(NULL);
    t->version++;
    if (!ct_pick(t->engine, t->state, seat, choice))
        return ct_pending(t->state) ? true : go_on(t);
    if (!t->error)
        t->error = mem_strdup(ct_error(t->engine));
    return false;
}

bool gametable_world(struct gametable *t, int seat, uint64_t stream)
{
    ct_replay_note_world(&t->rec, t->engine, t->state, seat, stream);
    if (ct_enter_world(t->engine, t->state, seat, stream) != 1) {
        ct_replay_cut(&t->rec, t->nmade);
        return false;
    }
    forget_whole(t);
    *made_add(t) = (struct made){.seat = seat, .choice = -1, .drawn = NOT_KNOWN};
    return go_on(t);
}

int gametable_program(const struct gametable *t)
{
    unsigned pending = t->state && !t->over && !t->error ? ct_pending(t->state) : 0;

    for (int i = 0; i < t->nseats; i++)
        if (pending >> i & 1 && t->seat[i].who == WHO_BOT)
            return i;
    return -1;
}

/* ---- back ---- */

unsigned gametable_persons(const struct gametable *t)
{
    unsigned persons = 0;

    for (int i = 0; i < t->nseats; i++)
        if (t->seat[i].who == WHO_PERSON && place_taken(&t->seat[i]))
            persons |= 1u << i;
    return persons;
}

bool gametable_open(const struct gametable *t)
{
    bool all = true, any = false;

    for (int i = 0; i < t->nseats; i++) {
        const struct place *p = &t->seat[i];
        all &= !*p->key || (place_taken(p) && p->shows);
        any |= *p->key != 0;
    }
    return all && any;
}

int gametable_undo_to(const struct gametable *t, int seat)
{
    for (size_t i = t->nmade; i-- > 0 && t->made[i].choice >= 0;)
        if (t->made[i].seat == seat && t->made[i].person)
            return (int)i;
    return -1;
}

bool gametable_undo(struct gametable *t, size_t to)
{
    for (size_t i = t->nmade; i-- > to;)
        if (t->made[i].drawn != NOT_KNOWN)
            t->players[t->made[i].seat].rng.count = t->made[i].drawn;
    t->nmade = to;
    forget_whole(t);
    ct_replay_cut(&t->rec, to);
    t->undo_by = -1;
    t->undo_agreed = 0;
    free(t->error);
    t->error = NULL;
    begin_epoch(t);
    gametable_names(t, -1);
    if (ct_game_restart(t->engine, t->state, t->rec.seed))
        return go_on(t);
    again(t, t->state, to);
    return go_on(t);
}

/* Does what gametable_past does, and tells `heard`. */
static ct_state *past(struct gametable *t, size_t picks, ct_audience *heard)
{
    ct_state *game = ct_clone(t->state);
    bool ok;

    if (!game)
        return NULL;
    ct_tell(t->engine, heard);
    ok = !ct_game_restart(t->engine, game, t->rec.seed) && again(t, game, picks);
    ct_tell(t->engine, t->audience);
    if (ok)
        return game;
    ct_state_free(game);
    return NULL;
}

ct_state *gametable_past(struct gametable *t, size_t picks)
{
    return past(t, picks, NULL);
}

bool gametable_again(struct gametable *t, int observer, struct told *to)
{
    struct ct_listener l = told_listener(to, observer, t->lang);
    ct_audience *heard = ct_audience_new(t->game->def);
    bool ok = heard && ct_audience_add(heard, &l) >= 0;

    if (ok)
        ct_state_free(past(t, t->nmade, heard));
    ct_audience_free(heard);
    return ok;
}

void gametable_close(struct gametable *t)
{
    if (t->engine)
        ct_tell(t->engine, NULL);
    ct_audience_free(t->audience);
    if (t->players) {
        players_free(t->players, CT_MAX_SEATS);
        policies_free(t->players, CT_MAX_SEATS);
    }
    ct_replay_free(&t->rec);
    ct_file_release(t->kept);
    ct_state_free(t->state);
    ct_engine_free(t->engine);
    for (int i = 0; i <= CT_MAX_SEATS; i++) {
        if (t->told)
            told_free(&t->told[i]);
        free(t->seen[i].text);
        t->seen[i] = (struct seen){0};
    }
    list_free(&t->options);
    free(t->made);
    forget_whole(t);
    free(t->error);
    free(t->players);
    free(t->told);
    t->players = NULL;
    t->told = NULL;
    t->audience = NULL;
    t->kept = NULL;
    t->state = NULL;
    t->engine = NULL;
    t->made = NULL;
    t->error = NULL;
    t->rec = (struct ct_replay){0};
    t->nmade = t->made_cap = 0;
    t->undo_by = -1;
    t->undo_agreed = 0;
    t->over = false;
}

void gametable_free(struct gametable *t)
{
    if (!t)
        return;
    gametable_close(t);
    free(t->chat);
    game_drop(t->game);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

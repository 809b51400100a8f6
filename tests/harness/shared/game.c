/* game.c - games by chance, with everything asked of them. */
#define _GNU_SOURCE /* nftw */
#include "game.h"

#include "load/definition.h"
#include "search.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CARDS = 600, VIEW = 1 << 15, PICKS = 6, MORE = 14, TRAIL = 24, OFTEN = 5, SELDOM = 7 };

/* ---- files ---- */

const char *folder(void)
{
    static char path[256];

    if (*path)
        return path;
    const char *given = getenv("HARNESS_TMP");
    snprintf(path, sizeof path, "%s/cantrip-harness-XXXXXX",
             given                      ? given
             : access("/dev/shm", W_OK) ? "/tmp"
                                        : "/dev/shm");
    if (!mkdtemp(path))
        finding("%s: %s", path, strerror(errno));
    strcat(path, "/");
    return path;
}

void write_file(const char *name, const void *bytes, size_t n)
{
    char path[512];
    FILE *f;

    snprintf(path, sizeof path, "%s%s", folder(), name);
    for (char *at = path + strlen(folder()); (at = strchr(at, '/')); at++) {
        *at = 0;
        mkdir(path, 0700);
        *at = '/';
    }
    f = fopen(path, "w");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f))
        finding("%s: %s", path, strerror(errno));
}

void remove_file(const char *name)
{
    char path[512];

    snprintf(path, sizeof path, "%s%s", folder(), name);
    if (unlink(path) && errno != ENOENT && errno != ENOTDIR)
        finding("%s: %s", path, strerror(errno));
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

void remove_folder(const char *name)
{
    char path[512];

    snprintf(path, sizeof path, "%s%s", folder(), name);
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT)
        finding("%s: %s", path, strerror(errno));
}

/* ---- definitions ---- */

void tell_error(struct transcript *t, ct_engine *engine)
{
    look_at_lines("an error", ct_error(engine));
    tell_bytes(t, "an error", ct_error(engine), strlen(ct_error(engine)));
}

ct_definition *load_own(const char *path)
{
    static const char *const places[] = {"tests/rulesets/features", "rulesets", NULL};
    ct_diags *diags;
    ct_definition *def = ct_load_among(path, places, &diags);

    if (!def)
        finding("%s", ct_diags_text(diags, false));
    ct_diags_free(diags);
    return def;
}

static void at_most(uint32_t *v, uint32_t most)
{
    *v = *v > most ? most : *v;
}

void tighten(ct_definition *def)
{
    at_most(&def->k.limits.work, 200);
    at_most(&def->k.limits.game_work, 2000);
    at_most(&def->k.limits.picks, 200);
    at_most(&def->k.limits.effects, 500);
}

static void tell_card(const ct_definition *def, int card, int traits, struct transcript *t)
{
    char *value;

    tell_line(t, "a card's id", ct_card_id(def, card));
    tell_line(t, "a card's name", ct_card_name(def, card, NULL));
    tell_line(t, "a card's source", ct_card_source(def, card));
    for (int i = 0; i < traits; i++)
        for (int n = -1; n < ct_card_entries(def, card, i); n++)
            tell_text(t, "a card's text", ct_card_text(def, NULL, card, i, n, "fr"));
    for (int i = 0; ct_card_field(def, card, i, NULL, &value); i++)
        tell_text(t, "a card's field", value);
}

void tell_definition(const ct_definition *def, struct transcript *t)
{
    struct ct_info info = ct_get_info(def, NULL);
    struct ct_option o;

    tell_line(t, "title", info.title);
    tell_number(t, "behaviour", info.behaviour);
    tell_number(t, "layout", info.layout);
    for (int i = 0; i < info.options && ct_get_option(def, i, NULL, &o); i++) {
        tell_line(t, "an option", o.name);
        tell_line(t, "what an option says", o.says);
        tell_line(t, "an option's default", o.standard);
    }
    for (int i = 0; i < info.traits; i++)
        tell_text(t, "a trait's name", ct_trait_name(def, i, NULL));
    for (int i = 0; i < info.cards && i < 20; i++)
        tell_card(def, i, info.traits, t);
    if (info.behaviour % 16 == 0) /* it is long */
        tell_text(t, "schema", ct_schema(def));
}

/* ---- what is seen ---- */

static void tell_zones(struct played *p, int observer)
{
    static struct ct_card cards[CARDS];
    int zones = ct_get_info(p->def, NULL).zones;

    for (int z = 0; z < zones; z++) {
        tell_line(p->t, "a zone's name", ct_zone_name(p->e, z));
        for (int seat = -1; seat < ct_seats(p->g); seat++) {
            int n = ct_zone_cards(p->e, p->g, observer, z, seat, cards, CARDS);
            if (n != ct_zone_count(p->e, p->g, z, seat))
                finding("a zone shows %d cards and has %d", n,
                        ct_zone_count(p->e, p->g, z, seat));
            for (int i = 0; i < n && i < CARDS; i++)
                tell_number(p->t, "a card of a zone",
                            (uint64_t)(uint32_t)cards[i].card << 1 | cards[i].up);
        }
    }
}

static void tell_counters(struct played *p)
{
    struct ct_info info = ct_get_info(p->def, NULL);
    struct ct_phase phases[16];
    int32_t value;

    for (int c = 0; c < info.counters; c++)
        for (int seat = -1; seat < ct_seats(p->g); seat++)
            if (ct_counter(p->e, p->g, c, seat, &value))
                tell_line(p->t, "a counter", ct_counter_text(p->e, p->g, c, value));
    int n = ct_phases(p->e, p->g, phases, 16);
    for (int i = 0; i < n && i < 16; i++)
        tell_line(p->t, "a phase", ct_phase_name(p->e, phases[i].phase));
    tell_line(p->t, "why it ended", ct_reasons(p->e, p->g));
}

static void tell_waiting(struct played *p, int observer)
{
    struct ct_waiting waits[32];
    int n = ct_waiting(p->e, p->g, observer, waits, 32);

    for (int i = 0; i < n && i < 32; i++)
        tell_line(p->t, "what waits",
                  ct_effect_text(p->e, p->g, waits[i].effect, waits[i].seat));
}

static void tell_observer(struct played *p, int observer)
{
    static struct ct_card cards[CARDS];
    static uint8_t view[VIEW];
    struct ct_result res;
    unsigned known = 0;

    tell_zones(p, observer);
    tell_waiting(p, observer);
    tell_number(p->t, "cards seen",
                (uint64_t)ct_look(p->e, p->g, observer, CT_EVERY, cards, NULL, CARDS));
    tell_json(p->t, "a view", ct_view_json(p->e, p->g, observer, true));
    if (ct_result_for(p->e, p->g, observer, &res, &known))
        tell_error(p->t, p->e);
    else
        tell_number(p->t, "whose score is known", known);
    if (observer == CT_ALL)
        return;
    size_t n = ct_view(p->e, p->g, observer, view, sizeof view);
    tell_bytes(p->t, "a view's bytes", view, n < sizeof view ? n : sizeof view);
    tell_number(p->t, "digest", ct_digest(p->g, observer));
}

void tell_game(struct played *p)
{
    int observers = ct_seats(p->g) + 2;

    tell_number(p->t, "hash", ct_hash(p->e, p->g));
    tell_number(p->t, "position", ct_position(p->e, p->g));
    tell_counters(p);
    /* one at a time, else most of the time would be spent on looking */
    tell_observer(p, CT_SPECTATOR + (int)(ct_get_stats(p->g).picks % (uint64_t)observers));
}

/* ---- what is asked ---- */

static void tell_why(void *ctx, const struct ct_reason *why)
{
    tell_line(ctx, "a reason", why->text);
}

static void tell_choices(struct played *p, int seat, int n)
{
    struct ct_choice c;

    tell_line(p->t, "a prompt", ct_prompt(p->e, p->g));
    for (int i = 0; i < n && i < 4; i++) {
        uint64_t key = ct_choice_key(p->e, p->g, seat, i);
        tell_line(p->t, "a choice", ct_choice_text(p->e, p->g, seat, i));
        tell_line(p->t, "a pick", ct_choice_pick(p->e, p->g, seat, i));
        if (!p->forged && ct_choice_find(p->e, p->g, seat, key) != i)
            finding("choice %d is not found by its key", i);
        if (!ct_get_choice(p->e, p->g, seat, i, &c))
            tell_json(p->t, "a choice as JSON", ct_chosen_json(p->e, p->g, &c));
    }
    ct_why_each(p->e, p->g, seat, 0, tell_why, p->t);
}

/* Worlds of the seat: what it cannot tell from this one looks like this one. */
static void tell_samples(struct played *p, int seat)
{
    static uint8_t here[VIEW], there[VIEW];
    struct ct_rng rng = ct_rng_make(1, 2);
    ct_state *w = ct_clone(p->g);
    int rc = ct_resample(p->e, w, p->g, seat, 3);

    tell_number(p->t, "a sample", (uint64_t)rc);
    if (rc == 1) {
        size_t n = ct_view(p->e, p->g, seat, here, sizeof here);
        bool same = ct_view(p->e, w, seat, there, sizeof there) == n &&
                    !memcmp(here, there, n < VIEW ? n : VIEW);
        if (!same && !p->forged)
            finding("seat %d sees that a sample is not its game", seat);
        tell_number(p->t, "a sample's end", (uint64_t)ct_playout(p->e, w, &rng, 1, 4, NULL));
        tell_number(p->t, "a sample's hash", ct_hash(p->e, w));
    }
    ct_state_free(w);
}

static bool pick_one(struct played *p, int seat)
{
    int n = ct_choices(p->e, p->g, seat);

    if (n < 1)
        return false;
    tell_number(p->t, "choices", (uint64_t)n);
    int i = (int)ct_rng_below(&p->rng, (uint32_t)n);
    if (p->record.npicks % OFTEN == 0)
        tell_choices(p, seat, n);
    ct_replay_note(&p->record, p->e, p->g, seat, i);
    return !ct_pick(p->e, p->g, seat, i);
}

static void failed(struct played *p)
{
    tell_error(p->t, p->e);
}

int play_further(struct played *p, int picks)
{
    int more;

    for (; (more = ct_advance(p->e, p->g)) == 1 && picks > 0; picks--) {
        int seat = ct_next_seat(p->g);
        if (p->record.npicks % SELDOM == 0) {
            tell_game(p);
            tell_samples(p, seat);
            tell_candidates(p, seat);
            tell_worlds(p, seat);
        }
        if (!pick_one(p, seat)) {
            more = -1;
            break;
        }
    }
    if (more < 0)
        failed(p);
    if (more < 1)
        tell_game(p);
    return more;
}

/* ---- what is written is read again, and is the same ---- */

static void read_again(struct played *p, struct ct_replay *r, char *text, bool save)
{
    char *wrong = NULL;
    size_t at = 0;
    int line = 0;

    if (!text)
        finding("it cannot be written: %s", ct_error(p->e));
    if (!ct_replay_read(r, "again", text, strlen(text), &at, &line, &wrong))
        finding("what was written is refused: %s\n%s", wrong, text);
    if (r->save != save || !ct_replay_same_rules(r, p->def))
        finding("what was written is read as something else:\n%s", text);
    tell_text(p->t, "what was written", text);
}

static void check_save(struct played *p)
{
    struct ct_replay r;
    char *wrong = NULL;

    read_again(p, &r, ct_save_text(&p->record, p->e, p->g), true);
    ct_state *saved = ct_save_state(&r, p->e, &wrong);
    if (!saved)
        finding("a save is refused: %s", wrong);
    if (ct_hash(p->e, saved) != ct_hash(p->e, p->g))
        finding("a save is another game");
    if (ct_advance(p->e, saved) != 1 || ct_pending(saved) != ct_pending(p->g))
        finding("a save does not go on as its game");
    ct_state_free(saved);
    ct_replay_free(&r);
}

static void check_replay(struct played *p)
{
    struct ct_replay r;
    struct ct_replay_run run = {0};
    struct ct_result res;
    char *said = NULL, *why = NULL;

    if (ct_replay_close(&p->record, p->e, p->g))
        return failed(p);
    /* nor can a score that fails be compared */
    bool broken = p->record.end == CT_BROKEN || ct_get_result(p->e, p->g, &res);
    read_again(p, &r, ct_replay_text(&p->record), false);
    ct_state *g = ct_replay_start(&r, p->e, &said, &why);
    if (!g && !broken)
        finding("a replay does not start: %s", why);
    int rc = g ? ct_replay_play(&r, p->e, g, r.npicks, &run, &why) : -1;
    if (!broken && (rc != 1 || !ct_replay_agrees(&r, p->e, g, &run, &why)))
        finding("a replay is not its game: %s", why);
    tell_text(p->t, "what a replay says", said);
    tell_text(p->t, "why a replay ends", why);
    ct_state_free(g);
    ct_replay_free(&r);
}

/* ---- without shortcuts ---- */

struct trail {
    uint64_t position[TRAIL];
    int n, end;
    bool limit; /* of work and its like, of which the two need different amounts */
};

static void walk(const ct_definition *def, const struct ct_setup *setup, bool plain,
                 struct trail *out)
{
    ct_engine *e = ct_engine_new(def, NULL);
    struct ct_rng rng = ct_rng_make(setup->seed, 4);
    int n = 0;

    *out = (struct trail){.end = -1};
    if (!e)
        return;
    ct_engine_plain(e, plain);
    ct_state *g = ct_game_new(e, setup);
    while (g && (out->end = ct_advance(e, g)) == 1 && out->n < TRAIL) {
        int seat = ct_next_seat(g);
        out->position[out->n++] = ct_position(e, g);
        n = ct_choices(e, g, seat);
        out->end = n < 1 || ct_pick(e, g, seat, (int)ct_rng_below(&rng, (uint32_t)n)) ? -1 : 1;
        if (out->end < 0)
            break;
    }
    out->limit = out->end < 0 && (!strncmp(ct_error_code(e), "LIMIT", 5) ||
                                  !strcmp(ct_error_code(e), "ENDLESS"));
    ct_state_free(g);
    ct_engine_free(e);
}

static void check_plain(const ct_definition *def, const struct ct_setup *setup)
{
    static struct trail usual, plain;

    walk(def, setup, false, &usual);
    walk(def, setup, true, &plain);
    for (int i = 0; i < usual.n && i < plain.n; i++)
        if (usual.position[i] != plain.position[i])
            finding("at pick %d the game is another one without shortcuts", i + 1);
    if (!usual.limit && !plain.limit && (usual.n != plain.n || usual.end != plain.end))
        finding("without shortcuts the game ends otherwise: %d, %d picks, not %d, %d",
                plain.end, plain.n, usual.end, usual.n);
}

/* ---- games ---- */

static void heard(void *ctx, const struct ct_line *line)
{
    tell_line(ctx, "the log", line->text);
}

struct ears {
    ct_engine *e;
    struct transcript *t;
};

static void happened(void *ctx, const ct_state *state, const struct ct_event *event)
{
    struct ears *ears = ctx;

    tell_json(ears->t, "an event", ct_event_json(ears->e, state, event));
}

static void play_game(struct played *p, const struct ct_setup *setup, struct ears *ears)
{
    ct_audience *audience = ct_audience_new(p->def);
    struct ct_listener all = {.observer = CT_ALL, .line = heard, .ctx = p->t, .you = -1},
                       one = {.observer = 0, .event = happened, .ctx = ears, .you = 0};

    ct_audience_add(audience, &all);
    ct_audience_add(audience, &one);
    ct_tell(p->e, audience);
    p->g = ct_game_new(p->e, setup);
    if (!p->g) {
        failed(p);
    } else {
        p->rng = ct_rng_make(setup->seed, 4);
        ct_replay_init(&p->record, p->e, p->g, "game");
        int more = play_further(p, PICKS);
        ct_tell(p->e, NULL);
        if (more == 1) {
            check_save(p);
            play_further(p, MORE);
        }
        check_replay(p);
        ct_replay_free(&p->record);
        ct_state_free(p->g);
    }
    ct_tell(p->e, NULL);
    ct_audience_free(audience);
}

void play_games(const ct_definition *def, uint64_t seed, struct transcript *t)
{
    struct ct_info info = ct_get_info(def, NULL);
    char *wrong = NULL;
    struct played p = {.def = def, .e = ct_engine_new(def, &wrong), .t = t};
    struct ears ears = {p.e, t};
    struct ct_setup setup = {.people = seed % 2 ? info.max_people : info.min_people,
                             .seed = seed,
                             .flags = CT_TRACK};

    tell_text(t, "no engine", wrong);
    if (!p.e)
        return;
    play_game(&p, &setup, &ears);
    ct_engine_free(p.e);
    setup.flags |= seed % 8 > 3 ? CT_STOP_FORCED : 0u;
    if (seed % 4 < 2 || all_asked()) /* two engines more */
        check_plain(def, &setup);
    setup.flags = CT_TRACK;
    if (seed % 16 == 2 || seed % 16 == 7 || all_asked()) /* two others, and searches */
        tell_bot(def, &setup, t);
}

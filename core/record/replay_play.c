/* replay_play.c - making the picks of a replay again, and saying where that is not possible. */
#include "record/replay.h"

#include "api/internal.h"
#include "base/suggest.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ct_replay_same_rules(const struct ct_replay *r, const ct_definition *def)
{
    return r->behaviour == def->behaviour && r->layout == def->layout;
}

char *ct_replay_change(const struct ct_replay *r, const ct_definition *def)
{
    const char *folder = strrchr(r->ruleset, '/');
    unsigned lost = mem_losses();
    struct str words = {0};

    if (strcmp(folder ? folder + 1 : r->ruleset, def->id) == 0)
        str_addf(&words, "%s has changed since: ", r->ruleset);
    else
        str_addf(&words, "this is a game of %s, not of %s: ", r->ruleset, def->id);
    str_add(&words, r->layout != def->layout
                        ? "cards, copies, zones or counters are new, gone or renamed"
                        : "its cards or rules do something else now");
    return str_take(&words, lost);
}

void ct_replay_names(const struct ct_replay *r, ct_engine *e, int you)
{
    const char *names[CT_MAX_SEATS];

    for (int i = 0; i < r->nseats; i++)
        names[i] = r->seat[i].name;
    ct_engine_names(e, names, r->nseats, you);
}

/* ---- the start ---- */

static bool option_known(const ct_definition *def, const char *text)
{
    size_t len = strcspn(text, "=");

    for (int i = 0; i < def->k.noptions; i++)
        if (strlen(def->options[i].name.id) == len &&
            !strncmp(def->options[i].name.id, text, len))
            return true;
    return false;
}

/* For a replay read from a file. */
static void say_place(struct str *to, const struct ct_replay *r, int line)
{
    if (r->path)
        str_addf(to, "%s:%d: ", r->path, line);
}

/* Is the option invalid? Says why, with its line. */
static bool option_wrong(const struct ct_replay *r, ct_engine *e, int i, struct str *wrong)
{
    int32_t values[256];
    const char *text = r->option[i].text;
    bool known = option_known(e->def, text);

    if (known && !option_read(e, text, values))
        return false;
    say_place(wrong, r, r->option[i].line);
    if (known)
        str_add(wrong, ct_error(e));
    else
        str_addf(wrong, "%s has no option '%s'", r->ruleset, text);
    return true;
}

ct_state *ct_replay_start(const struct ct_replay *r, ct_engine *e, char **said, char **wrong)
{
    STR_GIVEN(told, said);
    STR_GIVEN(words, wrong);
    const char **options = mem_try(((size_t)r->noptions + 1) * sizeof *options);
    struct ct_setup setup = {
        .people = r->people, .seed = r->seed, .flags = CT_TRACK, .options = options};
    ct_state *game = NULL;

    if (!options) {
        str_add(words, "out of memory");
        return NULL;
    }
    for (int i = 0; i < r->noptions; i++) {
        if (!option_known(e->def, r->option[i].text) && !ct_replay_same_rules(r, e->def)) {
            str_addf(told, "the option '%s' no longer exists and is left out\n",
                     r->option[i].text);
            continue;
        }
        if (option_wrong(r, e, i, words)) {
            free(options);
            return NULL;
        }
        options[setup.noptions++] = r->option[i].text;
    }
    ct_replay_names(r, e, -1);
    game = ct_game_new(e, &setup);
    if (!game) {
        say_place(words, r, r->people_line);
        str_add(words, ct_error(e));
    }
    free(options);
    return game;
}

/* ---- words ---- */

/* "pick 3 (FILE:20), Alice: keep owl" */
static void replay_pick_words(struct str *to, const struct ct_replay *r, size_t pick)
{
    const struct ct_replay_pick *p = &r->pick[pick];

    str_addf(to, "pick %zu", pick + 1);
    if (p->line && r->path)
        str_addf(to, " (%s:%d)", r->path, p->line);
    str_addf(to, ", %s: %s", r->seat[p->seat].name, p->text);
}

static void asked_words(struct str *to, const struct ct_replay *r, ct_engine *e, ct_state *game)
{
    unsigned pending = ct_pending(game);
    int any = 0;

    for (int i = 0; pending >> i; i++)
        if (pending >> i & 1)
            str_addf(to, "%s%s", any++ ? ", " : "",
                     i < r->nseats ? r->seat[i].name : ct_seat_name(e, game, i));
    str_addf(to, " %s asked: ", any > 1 ? "are" : "is");
    const char *prompt = ct_prompt(e, game);
    str_add(to, prompt ? prompt : "?");
}

static void offered_words(struct str *to, ct_engine *e, ct_state *game, int seat, int n)
{
    str_add(to, "offered: ");
    for (int i = 0; i < n && i < 12; i++) {
        const char *text = ct_choice_pick(e, game, seat, i);
        str_addf(to, "%s%s", i ? ", " : "", text ? text : "?");
    }
    if (n > 12)
        str_addf(to, " and %d more", n - 12);
}

static bool known_word(const struct ct_replay *r, const ct_definition *def, const char *word)
{
    static const char *const own_words[] = {"done", "none", "unknown", "effect"};

    if (isdigit((unsigned char)*word) || *word == '-' || *word == '#')
        return true;
    if (PLACE_OF(own_words, sizeof own_words / sizeof *own_words, word) >= 0 ||
        PLACE_OF(def->cards, def->k.ncards, word) >= 0 ||
        PLACE_OF(def->actions, def->k.nactions, word) >= 0)
        return true;
    for (int i = 0; i < r->nseats; i++)
        if (strstr(r->seat[i].name, word))
            return true;
    return false;
}

/* A word of the pick that the game does not know: its card was renamed or taken out. */
static void unknown_words(struct str *to, const struct ct_replay *r, const ct_definition *def,
                          const char *text)
{
    const char **ids = mem_try(((size_t)def->k.ncards + def->k.nactions + 1) * sizeof *ids);
    size_t n = 0;

    if (!ids)
        return;
    for (int i = 0; i < def->k.ncards; i++)
        ids[n++] = def->cards[i].id;
    for (int i = 0; i < def->k.nactions; i++)
        ids[n++] = def->actions[i].id;
    int cards = 1, unknown = 0;
    while (*text) {
        char word[128];
        size_t len = strcspn(text, " +"); /* a set: "ant+bee" */
        snprintf(word, sizeof word, "%.*s", (int)(len < 120 ? len : 120), text);
        if (len && !known_word(r, def, word)) {
            const char *near = suggest(word, ids, n);
            unknown++;
            str_addf(to, "\n  %s has no card or action '%s'", r->ruleset, word);
            if (near)
                str_addf(to, "; is it '%s' now?", near);
            str_addf(to, " (--rename %s=NEW)", word);
        }
        cards += text[len] == '+';
        text += len + (text[len] != 0);
    }
    if (cards > 1 && !unknown)
        str_addf(to,
                 "\n"
                 "  all %d cards are there, but this set is no longer offered",
                 cards);
    free(ids);
}

/* ---- one pick ---- */

/* Splits "unknown #2" into the text and 2; no number: 1. */
static void split(const char *text, struct str *words, int *which)
{
    const char *mark = strstr(text, " #");
    size_t len = strlen(text);

    *which = 1;
    for (; mark; mark = strstr(mark + 1, " #"))
        if (mark[2] && strlen(mark + 2) < 7 &&
            strspn(mark + 2, "0123456789") == strlen(mark + 2)) {
            *which = (int)strtol(mark + 2, NULL, 10);
            len = (size_t)(mark - text);
        }
    str_addn(words, text, len);
}

/* The number of the choice that the text means. -1: none. -2: out of memory. *alike: how many
 * are written so. */
static int find_choice(ct_engine *e, ct_state *game, int seat, int n, const char *text,
                       int *alike)
{
    unsigned lost = mem_losses();
    struct str words = {0};
    int which, found = -1;

    *alike = 0;
    split(text, &words, &which);
    for (int i = 0; i < n; i++) {
        const char *offered = ct_choice_pick(e, game, seat, i);
        if (offered && !strcmp(offered, str_of(&words)) && ++*alike == which)
            found = i;
    }
    str_free(&words);
    return mem_losses() == lost ? found : -2;
}

static int not_offered(const struct ct_replay *r, ct_engine *e, ct_state *game, size_t at,
                       int n, int alike, struct str *why)
{
    const struct ct_replay_pick *p = &r->pick[at];

    replay_pick_words(why, r, at);
    if (alike)
        str_addf(why, "\n  there %s only %d like this", alike > 1 ? "are" : "is", alike);
    else
        str_add(why, "\n  this is not offered");
    unknown_words(why, r, e->def, p->text);
    str_add(why, "\n  ");
    asked_words(why, r, e, game);
    str_add(why, "\n  ");
    offered_words(why, e, game, p->seat, n);
    return 0;
}

static int enter_world(const struct ct_replay *r, ct_engine *e, ct_state *game,
                       struct ct_replay_run *run, struct str *why)
{
    const struct ct_replay_pick *p = &r->pick[run->done];

    if (run->each)
        run->each(run->ctx, run->done, -1, 0);
    int rc = ct_enter_world(e, game, p->seat, p->stream);
    if (rc > 0)
        run->done++;
    else if (rc == 0) {
        replay_pick_words(why, r, run->done);
        str_add(why, "\n  there is no such world here");
    }
    return rc;
}

static int make_pick(const struct ct_replay *r, ct_engine *e, ct_state *game,
                     struct ct_replay_run *run, struct str *why)
{
    const struct ct_replay_pick *p = &r->pick[run->done];
    int n, alike, choice;

    if (p->world)
        return enter_world(r, e, game, run, why);
    if (!(ct_pending(game) >> p->seat & 1)) {
        replay_pick_words(why, r, run->done);
        str_addf(why, "\n  %s is not asked; ", r->seat[p->seat].name);
        asked_words(why, r, e, game);
        return 0;
    }
    n = ct_choices(e, game, p->seat);
    if (n < 1)
        return -1;
    choice = find_choice(e, game, p->seat, n, p->text, &alike);
    if (choice == -2)
        return engine_no_memory(e);
    if (choice < 0)
        return not_offered(r, e, game, run->done, n, alike, why);
    if (run->each)
        run->each(run->ctx, run->done, choice, n);
    if (ct_choices(e, game, p->seat) != n || ct_pick(e, game, p->seat, choice))
        return -1;
    run->done++;
    return 1;
}

/* ---- many ---- */

/* Between picks: is the table that of the replay? Is a script hook running? */
static void look(const struct ct_replay *r, ct_engine *e, ct_state *game,
                 struct ct_replay_run *run)
{
    const struct ct_replay_pick *p = run->done < r->npicks ? &r->pick[run->done] : NULL;

    if (!run->other && p && p->check >= 0 && ct_replay_check(e, game) != p->check) {
        run->other = true;
        run->other_at = run->done;
    }
    struct kstate *s = block(game);
    if (k_rules(s)->hook == REF_NONE || run->hook_run != k_know(s)->hooks)
        run->hook_from = run->done;
    run->hook_run = k_know(s)->hooks;
}

int ct_replay_play(const struct ct_replay *r, ct_engine *e, ct_state *game, size_t to,
                   struct ct_replay_run *run, char **why)
{
    STR_GIVEN(words, why);
    int more = 0, rc = 1;

    if (to > r->npicks)
        to = r->npicks;
    while (rc >
           0) { /* after an error nothing is asked of the game, which would forget the error */
        more = ct_advance(e, game);
        if (more < 0)
            rc = -1;
        if (rc < 0 || run->done >= to)
            break;
        if (!more) {
            replay_pick_words(words, r, run->done);
            str_add(words, "\n  the game is over before it");
            return 0;
        }
        for (unsigned pending = ct_pending(game); pending && run->done < to && rc > 0;
             pending = ct_pending(game)) {
            look(r, e, game, run);
            rc = make_pick(r, e, game, run, words);
            if (rc > 0 && r->pick[run->done - 1].world)
                break; /* what answered itself must do so again */
        }
        if (!rc)
            return 0;
    }
    if (rc < 0)
        str_addf(words, "after %zu picks the game fails: %s", run->done, ct_error(e));
    else
        look(r, e, game, run);
    return rc;
}

/* ---- the end ---- */

static void other_words(struct str *to, const struct ct_replay *r,
                        const struct ct_replay_run *run)
{
    if (run->other_at == 0) {
        str_add(to, "the table differs from the start\n");
        return;
    }
    str_add(to, "the table differs after ");
    replay_pick_words(to, r, run->other_at - 1);
    str_add(to, "\n");
}

char *ct_replay_other(const struct ct_replay *r, const struct ct_replay_run *run)
{
    unsigned lost = mem_losses();
    struct str words = {0};

    other_words(&words, r, run);
    return str_take(&words, lost);
}

bool ct_replay_agrees(const struct ct_replay *r, ct_engine *e, ct_state *game,
                      const struct ct_replay_run *run, char **why)
{
    STR_GIVEN(words, why);
    bool same = ct_replay_same_rules(r, e->def), agrees = !run->other;
    unsigned lost = mem_losses();
    struct ct_result res;
    struct str result = {0};

    if (run->other)
        other_words(words, r, run);
    if (ct_get_result(e, game, &res)) {
        str_addf(words, "no result: %s\n", ct_error(e));
        return false;
    }
    if (res.status != r->end) {
        str_addf(words, "the game is %s, not %s\n", replay_ends[res.status],
                 replay_ends[r->end]);
        agrees = false;
    }
    if (r->end == CT_OVER || r->end == CT_UNFINISHED)
        replay_result(&result, e, game);
    if (strcmp(str_of(&result), r->result ? r->result : "") != 0) {
        str_addf(words, "the result was '%s' and is now '%s'\n", r->result ? r->result : "",
                 str_of(&result));
        agrees = false;
    }
    str_free(&result);
    if (mem_losses() != lost)
        agrees = false;
    if (same && ((r->blocks == K_VERSION && ct_hash(e, game) != r->hash) ||
                 position_of_equals(e, game) != r->position)) {
        say_place(words, r, r->end_line);
        str_add(words, "the picks do not lead to the hash and position written here\n");
        agrees = false;
    }
    return agrees;
}

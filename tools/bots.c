/* bots.c - who sits at the table. */
#include "bots.h"

#include <string.h>
#include <sys/prctl.h>

/* In the order of enum player_kind. The bots from GREEDY on are PLAYER_BOT. */
static const char *const names[] = {"human",
#define X(id, word, ...) #word,
                                    CT_BOTS(X)
#undef X
};
enum { NAMES = sizeof names / sizeof *names };

/* Streams 0 … 999 of a seed are the game's. Each seat's bot has one of its own. */
enum { BOT_STREAM = 1000 };

const char *player_name(enum player_kind kind)
{
    return names[kind];
}

/* Compared with a misspelt name. */
static const char *const known[NAMES] = {"human",
#define X(id, word, least, more, says) BOT_FORM(word, least, ":200", ""),
                                         CT_BOTS(X)
#undef X
};

/* The kind called `name`, or -1 after a message of `command`. */
static int player_find(const char *command, const char *name, bool human_allowed)
{
    int from = human_allowed ? 0 : 1;

    for (int i = from; i < PLAYER_BOT; i++)
        if (!strcmp(names[i], name))
            return i;
#define X(id, word, least, more, says) ", " BOT_FORM(word, least, ":N", more)
    const char *forms = "human" CT_BOTS(X);
#undef X
    complain_near(name, known + from, NAMES - from, "%s: there is no player '%s', only %s",
                  command, name, human_allowed ? forms : forms + sizeof "human, " - 1);
    return -1;
}

/* Does the text begin with the name of a bot? */
static bool is_bot(const char *text)
{
    size_t len = strcspn(text, ":,");

    for (int i = PLAYER_BOT; i < NAMES; i++)
        if (strlen(names[i]) == len && !strncmp(names[i], text, len))
            return true;
    return false;
}

int player_read(const char *command, const char *text, bool human_allowed, struct player *to)
{
    char why[256];
    int kind;

    if (is_bot(text)) {
        to->kind = PLAYER_BOT;
        if (!ct_bot_parse(text, &to->spec, why, sizeof why)) {
            /* The program runs as the same user, and must not read our memory. */
            if (to->spec.kind == CT_BOT_EXEC)
                prctl(PR_SET_DUMPABLE, 0);
            return 0;
        }
        complain("%s: %s", command, why);
        return -1;
    }
    kind = player_find(command, text, human_allowed);
    if (kind >= 0)
        to->kind = (enum player_kind)kind;
    return kind < 0 ? -1 : 0;
}

static bool is_option(const char *s)
{
#define X(word) || !strncmp(s, word, sizeof word - 1)
    /* an unknown one is reported with its player */
    return s[strspn(s, "abcdefghijklmnopqrstuvwxyz_")] == '=' CT_BOT_OPTIONS(X);
#undef X
}

/* The length of the first player in a list. Options such as `plies=40` belong to it. */
static size_t player_length(const char *list)
{
    size_t len = strcspn(list, ",");

    while (list[len] && is_option(list + len + 1))
        len += 1 + strcspn(list + len + 1, ",");
    return len;
}

int players_count(const char *list)
{
    int n = 1;

    for (const char *s = list + player_length(list); *s; s += player_length(s)) {
        s++;
        n++;
    }
    return n;
}

bool players_too_many(const char *command, const char *list, int people)
{
    int n = players_count(list);

    if (n > people)
        complain("%s: --bots names %d players, but %d %s", command, n, people,
                 people == 1 ? "plays" : "play");
    return n > people;
}

int players_read(const char *command, const char *list, bool human_allowed, struct player *to,
                 int n)
{
    struct player found[64];
    int count = 0;

    memset(found, 0, sizeof found);
    for (const char *s = list;; s++) {
        size_t len = player_length(s);
        char name[320];
        snprintf(name, sizeof name, "%.*s", (int)(len < 300 ? len : 300), s);
        if (count < 64 && player_read(command, name, human_allowed, &found[count]))
            return -1;
        count += count < 64;
        s += len;
        if (!*s)
            break;
    }
    for (int i = 0; i < n; i++)
        to[i] = found[i % count];
    return 0;
}

const char *player_title(const struct player *p, char *out, size_t cap)
{
    if (p->kind == PLAYER_BOT)
        ct_bot_name(&p->spec, out, cap);
    else
        snprintf(out, cap, "%s", names[p->kind]);
    return out;
}

bool players_need_knowledge(const struct player *players, int n)
{
    for (int i = 0; i < n; i++)
        if (players[i].kind == PLAYER_BOT && ct_bot_needs_knowledge(&players[i].spec))
            return true;
    return false;
}

void players_seed(struct player *players, int n, uint64_t seed)
{
    for (int i = 0; i < n; i++) {
        players[i].rng = ct_rng_make(seed, BOT_STREAM + (uint64_t)i);
        players[i].seed = seed;
        players[i].begun = false;
    }
}

int player_choose(struct player *p, const ct_definition *def, ct_state *game, int seat, int n)
{
    if (p->kind != PLAYER_BOT)
        return player_pick(p, n);
    if (!p->bot)
        p->bot = ct_bot_new(def, &p->spec);
    if (!p->bot)
        return -1;
    if (!p->begun)
        ct_bot_begin(p->bot, game, seat, p->seed);
    p->begun = true;
    return ct_bot_choose(p->bot, game, seat);
}

bool player_worth(const struct player *p, int i, double *worth)
{
    *worth = -i;
    return p->kind == PLAYER_FIRST || (p->kind == PLAYER_BOT && ct_bot_worth(p->bot, i, worth));
}

const char *player_error(const struct player *p)
{
    return p->bot ? ct_bot_error(p->bot) : "the scripts do not load";
}

int player_ask(struct player *p, ct_engine *engine, ct_state *game, int seat, int *n,
               const char **why)
{
    *n = ct_choices(engine, game, seat);
    if (*n < 1)
        return -1;
    int pick = player_choose(p, ct_engine_definition(engine), game, seat, *n);
    if (pick < 0)
        *why = player_error(p);
    return pick < 0 || (p->kind == PLAYER_BOT && ct_choices(engine, game, seat) != *n) ? -1
                                                                                       : pick;
}

int players_finish(struct player *const *player, ct_engine *engine, ct_state *game,
                   const char **why)
{
    int rc, n;

    while ((rc = ct_advance(engine, game)) == 1) {
        int seat = ct_next_seat(game),
            pick = player_ask(player[seat], engine, game, seat, &n, why);
        if (pick < 0 || ct_pick(engine, game, seat, pick))
            return -1;
    }
    return rc;
}

uint64_t player_forfeits(const struct player *p)
{
    return p->bot ? ct_bot_get_stats(p->bot).forfeits : 0;
}

enum ct_forfeit player_amiss(const struct player *p)
{
    return p->bot ? ct_bot_get_stats(p->bot).why : CT_FORFEIT_NONE;
}

void players_free(struct player *players, int n)
{
    for (int i = 0; i < n; i++) {
        ct_bot_free(players[i].bot);
        players[i].bot = NULL;
    }
}

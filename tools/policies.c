/* policies.c - reads policies; each is shared by all who play by it. */
#include "policies.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 5 };

static void say_new(const ct_definition *def, const ct_policy *policy, const char *path)
{
    struct ct_policy_info info = ct_policy_get_info(policy);
    char names[320] = "";
    size_t n = 0;

    for (int i = 0; i < info.fresh && i < MOST_NAMED && n < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "",
                              ct_card_id(def, ct_policy_new_card(policy, i)));
    if (info.fresh)
        complain("note: %s: %d %s new to it: %s%s", path, info.fresh,
                 info.fresh == 1 ? "card is" : "cards are", names,
                 info.fresh > MOST_NAMED ? ", ..." : "");
}

ct_policy *policy_open(const char *command, const ct_definition *def, const char *path)
{
    char *wrong = NULL;
    size_t n;
    char *text = ct_file_read(path, &n, &wrong);
    ct_policy *policy = text ? ct_policy_read(def, path, text, n, &wrong) : NULL;

    free(text);
    if (policy)
        say_new(def, policy, path);
    else
        complain("%s: %s", command, reason(wrong));
    free(wrong);
    return policy;
}

static bool learnt(const struct player *p)
{
    return p->kind == PLAYER_BOT && p->spec.kind == CT_BOT_LEARNT;
}

/* The policy of an earlier player who plays by the same file. */
static const ct_policy *read_before(const struct player *players, int n)
{
    for (int i = 0; i < n; i++)
        if (learnt(&players[i]) && players[i].spec.policy &&
            !strcmp(players[i].spec.command, players[n].spec.command))
            return players[i].spec.policy;
    return NULL;
}

int policies_read(const char *command, const ct_definition *def, int people,
                  struct player *players, int n)
{
    for (int i = 0; i < n; i++) {
        struct player *p = &players[i];
        if (!learnt(p) || p->spec.policy || (p->spec.policy = read_before(players, i)))
            continue;
        p->spec.policy = p->policy = policy_open(command, def, p->spec.command);
        if (!p->policy)
            return -1;
        int of = ct_policy_get_info(p->policy).people;
        if (of != people) {
            complain("%s: %s: it was learnt for %d %s, and %d %s", command, p->spec.command, of,
                     of == 1 ? "person" : "people", people, people == 1 ? "plays" : "play");
            return -1;
        }
    }
    return 0;
}

void policies_free(struct player *players, int n)
{
    for (int i = 0; i < n; i++) {
        ct_policy *one = players[i].policy;
        for (int k = i; one && k < n; k++)
            if (players[k].policy == one) /* a seat may have been copied to another */
                players[k].policy = NULL;
        ct_policy_free(one);
        players[i].spec.policy = NULL;
    }
}

/* policy_file.c - a policy as a file: lines of text, then the weights, packed.
 *
 *     cantrip policy 1
 *     ruleset: courtiers
 *     rules: 4809252e7a6c90ba 1809c1b4441a1de8  fingerprints when it was trained
 *     people: 4
 *     option: expert=true                       one line for each option that was given
 *     seed: 0
 *     games: 50000
 *     random: 0.918 0.009 400                   its share against random bots, the error, games
 *     even: 0.250                               what those seats have if all play at random
 *     card: blue-king                           each card that it has met
 *     weights: 137228 of 262144 in 345678 SUM   how many are not 0; bytes; XXH64 of the rest
 *
 * A weight is its distance from the place before (from -1), then its value (zigzag), both in bytes
 * of seven bits, the lowest first. None of them is 0, and no byte is: files that are read have
 * none. */
#include "bot/memory.h"
#include "bot/policy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char first_line[] = "cantrip policy 1";
enum { LONGEST = 512, MOST_LISTED = 100000 };

/* ---- writing ---- */

static void put_number(struct bot_text *o, uint32_t v)
{
    char bytes[5];
    size_t n = 0;

    for (; v >= 128; v >>= 7)
        bytes[n++] = (char)(v | 128);
    bytes[n++] = (char)v;
    bot_add(o, bytes, n);
}

static int put_weights(struct bot_text *o, const ct_policy *p)
{
    int many = 0, last = -1;

    for (int i = 0; i < POLICY_SIZE; i++) {
        int32_t w = p->weight[i];
        if (!w)
            continue;
        put_number(o, (uint32_t)(i - last));
        put_number(o, (uint32_t)(w < 0 ? -2 * w - 1 : 2 * w));
        last = i;
        many++;
    }
    return many;
}

static void put_head(struct bot_text *o, const ct_policy *p)
{
    const struct ct_policy_info *i = &p->info;

    bot_addf(o, "%s\nruleset: %s\nrules: %016" PRIx64 " %016" PRIx64 "\npeople: %d\n",
             first_line, i->ruleset, i->behaviour, i->layout, i->people);
    for (int k = 0; k < p->noptions; k++)
        bot_addf(o, "option: %s\n", p->option[k]);
    bot_addf(o, "seed: %" PRIu64 "\ngames: %" PRIu64 "\n", i->seed, i->games);
    if (i->measured)
        bot_addf(o, "random: %.3f %.3f %d\neven: %.3f\n", i->share, i->error, i->measured,
                 i->even);
    for (int k = 0; k < p->nknown; k++)
        bot_addf(o, "card: %s\n", p->known[k]);
}

static uint64_t sum_of(const char *head, size_t nhead, const char *body, size_t nbody)
{
    return XXH64(body, nbody, XXH64(head, nhead, 0));
}

char *ct_policy_text(const ct_policy *p, size_t *n)
{
    struct bot_text all = {0}, body = {0};

    put_head(&all, p);
    int many = put_weights(&body, p);
    if (!all.lost && !body.lost) {
        uint64_t sum = sum_of(all.s, (size_t)all.n, body.s, (size_t)body.n);
        bot_addf(&all, "weights: %d of %d in %d %016" PRIx64 "\n", many, POLICY_SIZE, body.n,
                 sum);
        bot_add(&all, body.s, (size_t)body.n);
    }
    all.lost |= body.lost;
    free(body.s);
    *n = (size_t)all.n;
    return bot_take(&all);
}

void ct_policy_round(ct_policy *p, int parts)
{
    int unit = POLICY_ONE / parts, most = INT16_MAX / unit * unit;

    for (int i = 0; i < POLICY_SIZE; i++) {
        int w = p->weight[i], near = (w + (w < 0 ? -unit : unit) / 2) / unit * unit;
        p->weight[i] = (int16_t)(near > most ? most : near < -most ? -most : near);
    }
}

/* ---- reading ---- */

struct in {
    ct_policy *p;
    const char *path, *text;
    size_t n, at;
    int line;
    char here[LONGEST + 1];
    unsigned met; /* lines that may appear once */
    int cap_known, cap_options;
    struct bot_text wrong;
};
enum {
    MET_RULESET = 1,
    MET_RULES = 2,
    MET_PEOPLE = 4,
    MET_SEED = 8,
    MET_GAMES = 16,
    MET_ALL = 31,
    MET_EVEN = 32
};

/* Where something is wrong: in the present line, or (0) in the whole. */
static struct bot_text *blamed(struct in *in)
{
    bot_addf(&in->wrong, "%s:", in->path);
    if (in->line)
        bot_addf(&in->wrong, "%d:", in->line);
    bot_add(&in->wrong, " ", 1);
    return &in->wrong;
}

#define refuse(in, ...) (bot_addf(blamed(in), __VA_ARGS__), false)

static bool next_line(struct in *in)
{
    const char *from = in->text + in->at;
    const char *stop = memchr(from, '\n', in->n - in->at);

    in->line++;
    if (!stop || stop - from > LONGEST)
        return refuse(in,
                      in->line == 1 ? "this is not a policy" : "the file is cut or damaged");
    memcpy(in->here, from, (size_t)(stop - from));
    in->here[stop - from] = 0;
    in->at += (size_t)(stop - from) + 1;
    return (strlen(in->here) == (size_t)(stop - from) && ct_is_line(in->here)) ||
           refuse(in, "this line is not text");
}

static bool keep(struct in *in, char ***list, int *n, int *cap, const char *text)
{
    if (*n >= MOST_LISTED)
        return refuse(in, "more than %d of these", MOST_LISTED);
    return bot_keep(list, n, cap, text) || refuse(in, "out of memory");
}

/* Behind "KEY: " at the start of the line, or NULL. */
static const char *after(const struct in *in, const char *key)
{
    size_t n = strlen(key);

    return !strncmp(in->here, key, n) ? in->here + n : NULL;
}

static bool whole(const char *s, uint64_t most, uint64_t *out)
{
    uint64_t v = 0;

    if (!*s || strlen(s) > 20)
        return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9' || v > (UINT64_MAX - 9) / 10)
            return false;
        v = 10 * v + (uint64_t)(*s - '0');
    }
    *out = v;
    return v <= most;
}

static bool once(struct in *in, unsigned what, bool good)
{
    bool again = in->met & what;

    in->met |= what;
    return good && !again ? true : refuse(in, "'%s' cannot stand here", in->here);
}

/* Else it might be no number, or make too long a line. */
static bool is_share(double v)
{
    return v >= 0 && v <= 1;
}

static bool read_line(struct in *in)
{
    struct ct_policy_info *i = &in->p->info;
    const char *s;
    uint64_t v = 0;
    char end;

    if ((s = after(in, "ruleset: "))) {
        snprintf(i->ruleset, sizeof i->ruleset, "%.63s", s);
        return once(in, MET_RULESET, *s && strlen(s) < sizeof i->ruleset);
    }
    if ((s = after(in, "rules: ")))
        return once(in, MET_RULES,
                    strlen(s) == 33 && sscanf(s, "%16" SCNx64 " %16" SCNx64 "%c", &i->behaviour,
                                              &i->layout, &end) == 2);
    if ((s = after(in, "people: "))) {
        bool good = whole(s, CT_MAX_SEATS, &v) && v;
        i->people = (int)v;
        return once(in, MET_PEOPLE, good);
    }
    if ((s = after(in, "seed: ")))
        return once(in, MET_SEED, whole(s, UINT64_MAX, &i->seed));
    if ((s = after(in, "games: ")))
        return once(in, MET_GAMES, whole(s, INT64_MAX, &i->games));
    if ((s = after(in, "random: ")))
        return (sscanf(s, "%lf %lf %d%c", &i->share, &i->error, &i->measured, &end) == 3 &&
                is_share(i->share) && is_share(i->error) && i->measured > 0) ||
               refuse(in, "'%s' cannot stand here", in->here);
    if ((s = after(in, "even: ")))
        return once(in, MET_EVEN, sscanf(s, "%lf%c", &i->even, &end) == 1 && is_share(i->even));
    if ((s = after(in, "option: ")))
        return keep(in, &in->p->option, &in->p->noptions, &in->cap_options, s);
    if ((s = after(in, "card: ")))
        return keep(in, &in->p->known, &in->p->nknown, &in->cap_known, s);
    return refuse(in, "'%s' is not understood", in->here);
}

static bool get_number(const uint8_t **at, const uint8_t *end, uint32_t *out)
{
    *out = 0;
    for (int shift = 0; shift < 28 && *at < end; shift += 7) {
        uint8_t b = *(*at)++;
        *out |= (uint32_t)(b & 127) << shift;
        if (b < 128)
            return true;
    }
    return false;
}

static bool unpack(struct in *in, const uint8_t *at, const uint8_t *end, int many)
{
    uint32_t gap, value;
    int64_t place = -1;

    for (int i = 0; i < many; i++) {
        if (!get_number(&at, end, &gap) || !get_number(&at, end, &value))
            return refuse(in, "its weights are damaged");
        place += gap;
        int32_t w = value & 1 ? -(int32_t)(value / 2) - 1 : (int32_t)(value / 2);
        if (!gap || !value || place >= POLICY_SIZE || w < INT16_MIN || w > INT16_MAX)
            return refuse(in, "its weights are damaged");
        in->p->weight[place] = (int16_t)w;
    }
    return at == end ? true : refuse(in, "its weights are damaged");
}

/* Reads "137228 of 262144 in 345678 SUM", and what follows the line. */
static bool read_weights(struct in *in, const char *s, size_t head)
{
    int many, places, bytes;
    uint64_t sum;
    char end;

    if (sscanf(s, "%d of %d in %d %16" SCNx64 "%c", &many, &places, &bytes, &sum, &end) != 4 ||
        many < 0 || many > POLICY_SIZE || places != POLICY_SIZE || bytes < 0)
        return refuse(in, "'%s' cannot stand here", in->here);
    if ((in->met & MET_ALL) != MET_ALL)
        return refuse(in, "a line is missing before this one");
    const char *body = in->text + in->at;
    in->line = 0;
    if (in->n - in->at != (size_t)bytes)
        return refuse(in, in->n - in->at < (size_t)bytes ? "the file is cut: its end is missing"
                                                         : "something follows its end");
    if (sum_of(in->text, head, body, (size_t)bytes) != sum)
        return refuse(in, "the file is damaged: its checksum differs");
    return unpack(in, (const uint8_t *)body, (const uint8_t *)body + bytes, many);
}

static bool read_all(struct in *in)
{
    if (!next_line(in))
        return false;
    if (strcmp(in->here, first_line) != 0)
        return refuse(in, !strncmp(in->here, first_line, sizeof first_line - 2)
                              ? "this policy was written by another version"
                              : "this is not a policy");
    for (;;) {
        size_t head = in->at;
        if (!next_line(in))
            return false;
        const char *s = after(in, "weights: ");
        if (s)
            return read_weights(in, s, head);
        if (!read_line(in))
            return false;
    }
}

/* ---- is it for this game? ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Finds which cards of the game it has not met. */
static bool compare(struct in *in, const ct_definition *def)
{
    struct ct_info info = ct_get_info(def, NULL);
    ct_policy *p = in->p;

    p->fresh = malloc(((size_t)info.cards + 1) * sizeof *p->fresh);
    if (!p->fresh)
        return refuse(in, "out of memory");
    if (p->nknown)
        qsort(p->known, (size_t)p->nknown, sizeof *p->known, by_name);
    for (int i = 0; i < info.cards; i++) {
        const char *id = ct_card_id(def, i);
        if (!p->nknown || !bsearch(&id, p->known, (size_t)p->nknown, sizeof *p->known, by_name))
            p->fresh[p->info.fresh++] = i;
    }
    p->info.same_rules = p->info.behaviour == info.behaviour;
    if (!p->info.same_rules && 2 * p->info.fresh > info.cards)
        return refuse(
            in,
            "it was trained for another game, '%s': %d of the %d cards of '%s' are new to "
            "it",
            p->info.ruleset, p->info.fresh, info.cards, info.id);
    return true;
}

ct_policy *ct_policy_read(const ct_definition *def, const char *path, const char *text,
                          size_t n, char **wrong)
{
    struct in in = {.path = path, .text = text, .n = n, .p = calloc(1, sizeof *in.p)};
    bool good = in.p ? read_all(&in) : refuse(&in, "out of memory");

    in.line = 0;
    good = good && compare(&in, def);
    char *why = bot_take(&in.wrong);
    if (wrong)
        *wrong = why;
    else
        free(why);
    if (good)
        return in.p;
    ct_policy_free(in.p);
    return NULL;
}

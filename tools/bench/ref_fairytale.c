/* ref_fairytale.c - Fairy Tale by hand: rulesets/fairytale with its standard options.
 *
 * Cards of one name are alike, so a card is its number in the definition. A hand is one word with
 * a card (plus 1) in each byte, ascending. A story is twelve places, and sets of them are masks.
 * The table of cards has the definition's order. ref_fairytale_differs compares order and copies
 * with the loaded game; playing compares what cards do. */
#include "ref.h"

#include <string.h>

enum { DRAGONVALE, EMPIRE, FAIRYWOOD, SHADOW, ANY, FACTIONS };
enum { ROUNDS = 4, DRAWN = 5, PLAYED = 3, PLACES = ROUNDS * PLAYED, SEATS = 5, ALL = 99 };

/* In the order of effects: a verb that names a faction comes before one that does not. */
enum rank { NONE, HUNT, OPEN_GIVEN, OPEN_ANY, CLOSE_GIVEN, CLOSE_ANY };
enum rule { PLAIN, EACH, NEEDS, MOST };

struct card {
    const char *id;
    uint8_t faction;
    int8_t points;
    uint8_t rule, a, b; /* EACH: points for each a; NEEDS: a and b, else 0 */
    uint8_t rank, target, everybody, count; /* its effect */
};

/* Where each large faction begins: the definition is in the order of files. */
enum { D = 0, E = 12, F = 24, S = 36, CARDS = 47 };
enum { CHILD, LAIR, DANCER, PIPER, DANCE, LANTERN, BEACON, ELDEST, CROWN, OATH, REIGN, HERALD };

#define LARGE(at, f, child, lair, dancer, piper, dance, lantern, beacon, eldest, crown, oath,  \
              reign)                                                                           \
    [at + CHILD] = {child, f, 1, EACH, at + CHILD, 0, NONE, 0, 0, 0},                          \
          [at + LAIR] = {lair, f, 6, PLAIN, 0, 0, CLOSE_GIVEN, f, 0, 1},                       \
          [at + DANCER] = {dancer, f, 4, PLAIN, 0, 0, NONE, 0, 0, 0},                          \
          [at + PIPER] = {piper, f, 3, PLAIN, 0, 0, NONE, 0, 0, 0},                            \
          [at + DANCE] = {dance, f, 3, EACH, at + PIPER, 0, NONE, 0, 0, 0},                    \
          [at + LANTERN] = {lantern, f, 2, PLAIN, 0, 0, OPEN_GIVEN, f, 0, 1},                  \
          [at + BEACON] = {beacon, f, 1, PLAIN, 0, 0, OPEN_ANY, ANY, 0, 1},                    \
          [at + ELDEST] = {eldest, f, 1, PLAIN, 0, 0, OPEN_ANY, ANY, 0, 2},                    \
          [at + CROWN] = {crown, f, 9, NEEDS, at + ELDEST, at + ELDEST, NONE, 0, 0, 0},        \
          [at + OATH] = {oath, f, 9, NEEDS, at + LAIR, at + DANCER, NONE, 0, 0, 0},            \
          [at + REIGN] = {reign, f, 9, MOST, 0, 0, NONE, 0, 0, 0}
#define SMALL(id, points, rank, target, everybody, count)                                      \
    {                                                                                          \
        id, SHADOW, points, PLAIN, 0, 0, rank, target, everybody, count                        \
    }

static const struct card cards[CARDS] = {
    LARGE(D, DRAGONVALE, "child-of-the-dragon", "dragons-lair", "sky-dance-dragon",
          "ember-piper", "ember-dance", "hoard-lantern", "valley-beacon", "eldest-wyrm",
          "crown-of-the-eldest", "oath-of-the-lair", "reign-of-wings"),
    [D + HERALD] = {"cinder-herald", DRAGONVALE, 2, PLAIN, 0, 0, OPEN_GIVEN, DRAGONVALE, 1, 1},
    LARGE(E, EMPIRE, "homesteaders", "toll-castle", "banner-rider", "court-piper",
          "court-dance", "watch-lantern", "open-gate", "last-abbess", "ring-of-the-abbess",
          "oath-of-the-castle", "reign-of-laws"),
    [E + HERALD] = {"white-hunter", EMPIRE, 2, PLAIN, 0, 0, HUNT, SHADOW, 1, 1},
    LARGE(F, FAIRYWOOD, "mischievous-fairy", "elder-oak", "moth-dancer", "reed-piper",
          "reed-dance", "glow-worm-lamp", "mushroom-ring", "queen-of-moss", "mantle-of-moss",
          "oath-of-the-oak", "reign-of-leaves"),
    [F + HERALD] = {"pollen-herald", FAIRYWOOD, 2, PLAIN, 0, 0, OPEN_GIVEN, FAIRYWOOD, 1, 1},
    [S] = SMALL("werewolf", 3, CLOSE_GIVEN, DRAGONVALE, 1, 1),
    SMALL("vampire", 3, CLOSE_GIVEN, FAIRYWOOD, 1, 1),
    SMALL("demon", 3, CLOSE_GIVEN, EMPIRE, 1, 1),
    SMALL("pale-rider", 6, CLOSE_ANY, ANY, 0, 1),
    SMALL("grave-keeper", 2, OPEN_GIVEN, SHADOW, 0, 1),
    SMALL("hollow-mirror", -2, OPEN_ANY, ANY, 0, 2),
    SMALL("dragon-plague", 2, CLOSE_GIVEN, DRAGONVALE, 1, ALL),
    SMALL("root-blight", 2, CLOSE_GIVEN, FAIRYWOOD, 1, ALL),
    SMALL("crownfall", 2, CLOSE_GIVEN, EMPIRE, 1, ALL),
    SMALL("long-night", 3, CLOSE_ANY, ANY, 1, 1),
    SMALL("witching-hour", 3, OPEN_GIVEN, SHADOW, 1, 1),
};

/* The deck before the shuffle, each card plus 1: first the basic cards. */
#define ONE(c)   (c) + 1
#define TWO(c)   ONE(c), ONE(c)
#define THREE(c) ONE(c), TWO(c)
#define SEVEN(c) ONE(c), THREE(c), THREE(c)
#define BASIC(at)                                                                              \
    SEVEN(at + CHILD), THREE(at + LAIR), THREE(at + DANCER), THREE(at + PIPER),                \
        TWO(at + DANCE), TWO(at + LANTERN), TWO(at + BEACON), ONE(at + ELDEST)
#define EXPERT(at) ONE(at + CROWN), ONE(at + OATH), ONE(at + REIGN), TWO(at + HERALD)

enum { DECK = 100 };
static const uint8_t new_deck[DECK] = {
    BASIC(D),   BASIC(E),   BASIC(F),   TWO(S),     TWO(S + 1),  TWO(S + 2),
    TWO(S + 3), TWO(S + 4), ONE(S + 5), EXPERT(D),  EXPERT(E),   EXPERT(F),
    ONE(S + 6), ONE(S + 7), ONE(S + 8), ONE(S + 9), ONE(S + 10),
};

const char *ref_fairytale_differs(const ct_definition *def)
{
    int copies[CARDS + 1] = {0};

    for (int i = 0; i < DECK; i++)
        copies[new_deck[i] - 1]++;
    for (int i = 0; i < CARDS; i++)
        if (!ct_card_id(def, i) || strcmp(ct_card_id(def, i), cards[i].id) ||
            ct_card_copies(def, i) != copies[i])
            return cards[i].id;
    return ct_get_info(def, NULL).cards == CARDS ? NULL : "one more";
}

/* ---- the table ---- */

struct seat {
    struct ref_rng rng;
    uint64_t hand; /* a card + 1 in each byte, ascending */
    uint8_t kept[8];
    uint32_t up, of[FACTIONS]; /* places: face up; of each faction; ANY: all */
    uint8_t story[PLACES];
};
struct game {
    struct seat seat[SEATS];
    int seats;
    uint32_t kept, turned; /* picks among two or more: from hands, by effects */
};

/* Takes one of the n cards of a hand at random. Cards of one name are one choice. Returns the card
 * + 1. */
static inline unsigned take(struct game *g, struct seat *p, int n)
{
    static const uint8_t count[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                      1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};
    const uint64_t low = 0x7f7f7f7f7f7f7f7full;
    uint64_t h = p->hand;
    /* A bit for each byte that differs from the one below it. */
    uint64_t fresh = (((h ^ h << 8) + low) & ~low) >> 7;
    uint32_t names = (uint32_t)(fresh * 0x0102040810204080ull >> 56) & ((1u << n) - 1);
    uint32_t choices = count[names], at = 0;

    if (choices > 1) {
        g->kept++;
        at = (uint32_t)__builtin_ctz(ref_nth_bit(names, ref_below(&p->rng, choices)));
    }
    uint64_t below = (1ull << 8 * at) - 1;
    unsigned card = (unsigned)(h >> 8 * at) & 0xff;
    p->hand = (h & below) | (h >> 8 & ~below);
    return card;
}

/* Five cards as a hand. */
static inline uint64_t hand_of(const uint8_t *c)
{
    uint8_t a = c[0], b = c[1], x = c[2], y = c[3], z = c[4], t;

#define SORT(p, q) t = p < q ? p : q, q = p < q ? q : p, p = t
    SORT(a, b);
    SORT(y, z);
    SORT(x, z);
    SORT(x, y);
    SORT(b, z);
    SORT(a, y);
    SORT(a, x);
    SORT(b, y);
    SORT(b, x);
#undef SORT
    return a | (uint64_t)b << 8 | (uint64_t)x << 16 | (uint64_t)y << 24 | (uint64_t)z << 32;
}

static void draft(struct game *g, int round)
{
    int n = g->seats;

    for (int left = DRAWN; left > 1; left--) {
        for (int i = 0; i < n; i++)
            g->seat[i].kept[left - 1] = (uint8_t)take(g, &g->seat[i], left);
        if (round & 1) { /* to the right */
            uint64_t first = g->seat[0].hand;
            for (int i = 0; i < n - 1; i++)
                g->seat[i].hand = g->seat[i + 1].hand;
            g->seat[n - 1].hand = first;
        } else {
            uint64_t last = g->seat[n - 1].hand;
            for (int i = n - 1; i > 0; i--)
                g->seat[i].hand = g->seat[i - 1].hand;
            g->seat[0].hand = last;
        }
    }
    for (int i = 0; i < n; i++) { /* the last card is kept without a choice */
        g->seat[i].kept[0] = (uint8_t)g->seat[i].hand;
        g->seat[i].hand = hand_of(g->seat[i].kept);
    }
}

/* ---- what is revealed ---- */

struct effect {
    const struct card *card;
    int seat;
};

static inline bool reaches(const struct effect *f, int seat)
{
    return f->card->everybody || f->seat == seat;
}

/* Effect i of n. Waiting effects of the same kind count, too: a player with no more cards than all
 * of them turn is asked nothing and turns all at once. */
static void turn(struct game *g, const struct effect *f, int i, int n)
{
    const struct card *card = f[i].card;
    bool opens = card->rank <= OPEN_ANY;

    for (int s = 0; s < g->seats; s++) {
        struct seat *p = &g->seat[s];
        uint32_t can = p->of[card->target] & (opens ? ~p->up : p->up);
        uint32_t have = ref_bits16(can), due = 0;

        if (!have || !reaches(&f[i], s))
            continue;
        for (int j = i; j < n; j++)
            if (f[j].card->rank == card->rank && f[j].card->target == card->target &&
                reaches(&f[j], s))
                due += f[j].card->count;
        if (have <= due) {
            p->up ^= can;
            continue;
        }
        for (uint32_t k = 0; k < card->count; k++) {
            uint32_t one = ref_nth_bit(can, ref_below(&p->rng, have - k));
            p->up ^= one;
            can ^= one;
            g->turned++;
        }
    }
}

/* Queues a card's effect by rank, then by seat. */
static inline int queue(struct effect *f, int n, const struct card *card, int seat)
{
    int at = n;

    for (; at > 0 && f[at - 1].card->rank > card->rank; at--)
        f[at] = f[at - 1];
    f[at] = (struct effect){card, seat};
    return n + 1;
}

/* All play a card. Then the revealed cards act. */
static void play(struct game *g, int place, int left)
{
    struct effect f[SEATS];
    uint32_t hunted = FACTIONS;
    int n = 0;

    for (int s = 0; s < g->seats; s++) {
        struct seat *p = &g->seat[s];
        unsigned c = take(g, p, left) - 1;

        p->story[place] = (uint8_t)c;
        p->of[cards[c].faction] |= 1u << place;
        p->of[ANY] |= 1u << place;
        p->up |= 1u << place;
        if (cards[c].rank == HUNT)
            hunted = cards[c].target;
        else if (cards[c].rank != NONE)
            n = queue(f, n, &cards[c], s);
    }
    if (hunted < FACTIONS) { /* hunters are of another faction, so they are not caught */
        int kept = 0;
        for (int s = 0; s < g->seats; s++)
            g->seat[s].up &= ~(g->seat[s].of[hunted] & 1u << place);
        for (int i = 0; i < n; i++)
            if (f[i].card->faction != hunted)
                f[kept++] = f[i];
        n = kept;
    }
    for (int i = 0; i < n; i++)
        turn(g, f, i, n);
}

/* ---- the end ---- */

static bool has_most(const struct game *g, int s, unsigned faction)
{
    uint32_t mine = ref_bits16(g->seat[s].up & g->seat[s].of[faction]);

    for (int i = 0; i < g->seats; i++)
        if (ref_bits16(g->seat[i].up & g->seat[i].of[faction]) > mine)
            return false;
    return true;
}

static int score(const struct game *g, int s)
{
    const struct seat *p = &g->seat[s];
    uint8_t number[CARDS + 1] = {0};
    int sum = 0;

    for (uint32_t m = p->up; m; m &= m - 1)
        number[p->story[__builtin_ctz(m)]]++;
    for (uint32_t m = p->up; m; m &= m - 1) {
        const struct card *c = &cards[p->story[__builtin_ctz(m)]];

        switch (c->rule) {
        case PLAIN: sum += c->points; break;
        case EACH: sum += c->points * number[c->a]; break;
        case NEEDS: sum += number[c->a] && number[c->b] ? c->points : 0; break;
        default: sum += has_most(g, s, c->faction) ? c->points : 0;
        }
    }
    return sum;
}

void ref_fairytale(uint64_t seed, int seats, struct ref_outcome *out)
{
    uint64_t root = ref_root(seed);
    struct ref_rng rng = ref_stream(root, REF_GAME_STREAM);
    struct game g = {.seats = seats};
    uint8_t deck[DECK];
    const uint8_t *top = deck;

    memcpy(deck, new_deck, DECK);
    ref_shuffle(&rng, deck, DECK);
    for (int s = 0; s < seats; s++)
        g.seat[s].rng = ref_stream(root, REF_BOT_STREAM + (uint64_t)s);
    for (int round = 0; round < ROUNDS; round++) {
        for (int s = 0; s < seats; s++, top += DRAWN)
            g.seat[s].hand = hand_of(top);
        draft(&g, round);
        for (int i = 0; i < PLAYED; i++)
            play(&g, round * PLAYED + i, DRAWN - i);
    }
    int64_t best = INT64_MIN;
    *out = (struct ref_outcome){
        .picks = g.kept + g.turned,
        .forced = (uint32_t)(seats * ROUNDS * (DRAWN + PLAYED)) - g.kept,
    };
    for (int s = 0; s < seats; s++) {
        out->score[s] = score(&g, s);
        if (out->score[s] > best) {
            best = out->score[s];
            out->winners = 0;
        }
        out->winners |= out->score[s] == best ? 1u << s : 0;
    }
}

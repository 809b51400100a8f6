/* ref_wizard.c - Wizard Quest by hand: rulesets/wizard-quest with its standard options.
 *
 * A card is its number in the definition: spades, diamonds and clubs by rank, then hearts. The
 * tableau is a mask of cards, so its cards are in the order of the choices. */
#include "ref.h"

#include <stdio.h>
#include <string.h>

enum { SPADES, DIAMONDS = 13, CLUBS = 26, HEARTS = 39, CARDS = 42, DECK = 40, SIZE = 7 };
enum { RANKS = 13, MANA = 7, BEST = 10 };

static inline int value(int card)
{
    int rank = card % RANKS + 1;

    return rank > BEST ? BEST : rank;
}

const char *ref_wizard_differs(const ct_definition *def)
{
    static const char *const rank[] = {"a", "2", "3",  "4", "5", "6", "7",
                                       "8", "9", "10", "j", "q", "k"};
    static const char *const heart[] = {"k", "q", "j"};

    for (int i = 0; i < CARDS; i++) {
        char id[8];
        snprintf(id, sizeof id, "%c-%s", "sdch"[i / RANKS],
                 i < HEARTS ? rank[i % RANKS] : heart[i - HEARTS]);
        if (!ct_card_id(def, i) || strcmp(ct_card_id(def, i), id) ||
            ct_card_copies(def, i) != 1)
            return ct_card_id(def, i) ? ct_card_id(def, i) : "one less";
    }
    return ct_get_info(def, NULL).cards == CARDS ? NULL : "one more";
}

/* One suit of the tableau, a bit for each rank from the ace. */
static inline uint32_t suit(uint64_t tableau, int first)
{
    return (uint32_t)(tableau >> first) & 0x1fff;
}

/* The clubs that a strength defeats: ranks up to it; court cards count 10. */
static inline uint32_t prey(uint32_t clubs, int strength)
{
    return strength == BEST ? clubs : clubs & ((1u << strength) - 1);
}

static inline uint64_t card_bit(int first, uint32_t bit)
{
    return (uint64_t)bit << first;
}

/* How many choices of each kind the table offers. */
struct offer {
    uint32_t spades, diamonds, clubs, hearts;
    uint32_t gains, casts, fizzles, fairies;
    int mana;
};

static inline bool fizzles(const struct offer *o, int strength)
{
    return !prey(o->clubs, strength) && (o->clubs || o->mana >= strength);
}

static void look(struct offer *o, uint64_t tableau)
{
    o->spades = suit(tableau, SPADES);
    o->diamonds = suit(tableau, DIAMONDS);
    o->clubs = suit(tableau, CLUBS);
    o->hearts = (uint32_t)(tableau >> HEARTS);
    o->gains = ref_bits16(o->spades);
    o->fairies = o->hearts ? ref_bits16(o->clubs) : 0; /* there is one fairy */
    o->casts = o->fizzles = 0;
    for (uint32_t m = o->diamonds; m; m &= m - 1) {
        int strength = value(__builtin_ctz(m));
        o->casts += o->mana >= strength ? ref_bits16(prey(o->clubs, strength)) : 0;
        o->fizzles += fizzles(o, strength);
    }
}

/* Carries out choice k. Returns the cards that leave. */
static uint64_t act(struct offer *o, uint32_t k)
{
    uint32_t m;

    if (k < o->gains) {
        uint32_t spade = ref_nth_bit(o->spades, k);
        o->mana += value(__builtin_ctz(spade));
        return card_bit(SPADES, spade);
    }
    k -= o->gains;
    if (k < o->casts) {
        for (m = o->diamonds;; m &= m - 1) {
            int strength = value(__builtin_ctz(m));
            uint32_t can = o->mana >= strength ? prey(o->clubs, strength) : 0;
            uint32_t n = ref_bits16(can);
            if (k < n) {
                o->mana -= strength;
                return card_bit(DIAMONDS, m & -m) | card_bit(CLUBS, ref_nth_bit(can, k));
            }
            k -= n;
        }
    }
    k -= o->casts;
    if (k < o->fizzles) {
        for (m = o->diamonds;; m &= m - 1) {
            int strength = value(__builtin_ctz(m));
            if (!fizzles(o, strength) || k--)
                continue;
            o->mana -= o->clubs ? 0 : strength;
            return card_bit(DIAMONDS, m & -m);
        }
    }
    k -= o->fizzles;
    return card_bit(HEARTS, o->hearts) | card_bit(CLUBS, ref_nth_bit(o->clubs, k));
}

void ref_wizard(uint64_t seed, struct ref_outcome *out)
{
    uint64_t root = ref_root(seed), tableau = 0;
    uint64_t enemies = 0x1fffull << CLUBS, weapons = 0x1fffull << DIAMONDS | 1ull << HEARTS;
    struct ref_rng rng = ref_stream(root, REF_GAME_STREAM);
    struct ref_rng bot = ref_stream(root, REF_BOT_STREAM);
    struct offer o = {.mana = MANA};
    uint8_t deck[DECK];
    int next = 0;

    *out = (struct ref_outcome){0};
    for (int i = 0; i < DECK; i++)
        deck[i] = (uint8_t)i;
    ref_shuffle(&rng, deck, DECK);
    while (next < SIZE)
        tableau |= 1ull << deck[next++];
    for (;;) {
        look(&o, tableau);
        uint32_t n = o.gains + o.casts + o.fizzles + o.fairies, k = 0;
        if (!n) {
            out->lost = 1;
            break;
        }
        if (n > 1) {
            k = ref_below(&bot, n);
            out->picks++;
        } else {
            out->forced++;
        }
        uint64_t gone = act(&o, k);
        tableau &= ~gone;
        enemies &= ~gone;
        if (!enemies) {
            out->won = out->winners = 1;
            break;
        }
        weapons &= ~gone;
        if (!weapons) {
            out->lost = 1;
            break;
        }
        int want = 1 + ((gone & (gone - 1)) != 0);
        while (want-- && next < DECK)
            tableau |= 1ull << deck[next++];
    }
    out->score[0] = o.mana;
}

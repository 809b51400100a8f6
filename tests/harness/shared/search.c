/* search.c - candidates, worlds within worlds, and bots that search. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { CARDS = 600, VIEW = 1 << 15, WORDS = 1 << 10, STREAM = 5, BOT_PICKS = 4 };

/* ---- what a card may be ---- */

static int bits(const uint64_t *may, int words)
{
    int n = 0;

    for (int i = 0; i < words; i++)
        for (uint64_t w = may[i]; w; w &= w - 1)
            n++;
    return n;
}

static void tell_places(struct played *p, int seat, int zone, int of, int words)
{
    static struct ct_card cards[CARDS];
    static uint64_t may[WORDS];
    int n = ct_zone_cards(p->e, p->g, CT_ALL, zone, of, cards, CARDS);

    for (int i = 0; i < n && i < CARDS; i++) {
        memset(may, 0, sizeof may);
        int many = ct_candidates(p->e, p->g, seat, zone, of, i, may), card = cards[i].card;
        tell_number(p->t, "how many a card may be", (uint64_t)many);
        if (many < 0)
            break; /* a set */
        if (!many)
            continue;
        tell_bytes(p->t, "what a card may be", may, sizeof *may * (size_t)words);
        if (bits(may, words) != many)
            finding("a card may be %d cards and has %d bits", many, bits(may, words));
        if (card >= 0 && !p->forged && !(may[card / 64] >> card % 64 & 1))
            finding("seat %d takes card %d of zone %d for what it cannot be", seat, i, zone);
    }
}

void tell_candidates(struct played *p, int seat)
{
    struct ct_info info = ct_get_info(p->def, NULL);
    int words = (info.cards + 63) / 64;

    for (int z = 0; z < info.zones && words <= WORDS; z++)
        for (int of = -1; of < ct_seats(p->g); of++)
            tell_places(p, seat, z, of, words);
}

/* ---- worlds ---- */

/* Writes over `w` a world of the seat's, whose view is the same. 1: there is one. */
static int world(struct played *p, ct_state *w, ct_state *of, int seat, bool inside)
{
    static uint8_t here[VIEW], there[VIEW];
    int rc = ct_redeterminize(p->e, w, of, seat, STREAM, inside);

    tell_number(p->t, "a world", (uint64_t)rc);
    if (rc != 1)
        return rc;
    size_t n = ct_view(p->e, of, seat, here, sizeof here);
    if ((ct_view(p->e, w, seat, there, sizeof there) != n ||
         memcmp(here, there, n < VIEW ? n : VIEW) != 0) &&
        !p->forged)
        finding("seat %d sees that a world %sis not its game", seat,
                inside ? "in a world " : "");
    tell_number(p->t, "a world's hash", ct_hash(p->e, w));
    return 1;
}

void tell_worlds(struct played *p, int seat)
{
    struct ct_rng rng = ct_rng_make(1, 2);
    ct_state *w = ct_clone(p->g), *back = ct_clone(p->g);

    if (w && back && world(p, w, p->g, seat, false) == 1) {
        if (world(p, back, w, (seat + 1) % ct_seats(p->g), true) == 1)
            tell_number(p->t, "a world's end",
                        (uint64_t)ct_playout(p->e, back, &rng, 1, 4, NULL));
        ct_quiet(w, CT_MUTE);
        tell_number(p->t, "a mute world's end",
                    (uint64_t)ct_playout(p->e, w, &rng, 1, 4, NULL));
    }
    ct_state_free(w);
    ct_state_free(back);
}

/* ---- bots ---- */

static const char *const bots[] = {
    "mcts:6,plies=4",
    "mcts:6,plies=4,playouts=mast,prior=mast",
    "mcts:6,plies=4,resample=seats",
    "mcts:6,plies=4,forgets,facts=no",
    "mcts:6,plies=4,sees=all",
    "flat:6,plies=4",
    "flat:6,plies=4,playouts=mast",
    "greedy",
};

/* Seat 0 is the bot's, the others pick by chance. */
static void play(struct played *p, ct_bot *bot, uint64_t seed)
{
    p->rng = ct_rng_make(seed, 4);
    ct_bot_begin(bot, p->g, 0, seed);
    for (int i = 0; i < BOT_PICKS * ct_seats(p->g) && ct_advance(p->e, p->g) == 1; i++) {
        int seat = ct_next_seat(p->g), n = ct_choices(p->e, p->g, seat);
        if (n < 1)
            return;
        int c = seat ? (int)ct_rng_below(&p->rng, (uint32_t)n) : ct_bot_choose(bot, p->g, seat);
        if (c < 0) {
            tell_text(p->t, "why a bot does not choose", strdup(ct_bot_error(bot)));
            return;
        }
        if (c >= n)
            finding("a bot's choice is %d of %d", c, n);
        tell_number(p->t, "a bot's choice", (uint64_t)c);
        if (ct_pick(p->e, p->g, seat, c))
            return;
    }
    tell_number(p->t, "a bot's game", ct_hash(p->e, p->g));
}

void tell_bot(const ct_definition *def, const struct ct_setup *setup, struct transcript *t)
{
    struct played p = {.def = def, .e = ct_engine_new(def, NULL), .t = t};
    struct ct_bot_spec spec;
    char why[200];

    if (ct_bot_parse(bots[setup->seed / 16 % (sizeof bots / sizeof *bots)], &spec, why,
                     sizeof why))
        finding("%s", why);
    ct_bot *bot = ct_bot_new(def, &spec);
    p.g = p.e ? ct_game_new(p.e, setup) : NULL;
    if (bot && p.g) {
        play(&p, bot, setup->seed);
        tell_number(t, "a bot's iterations", ct_bot_get_stats(bot).iterations);
    }
    ct_state_free(p.g);
    ct_bot_free(bot);
    ct_engine_free(p.e);
}

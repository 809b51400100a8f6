/* log_fact.c - facts about a hidden card, in sentences.
 *
 * The event has the possible definitions. They are named by what is on all of them and no
 * others: a word ("red"), one card's name, a number ("rank 3"), two of these ("red of rank at
 * most 3"), or names. Or by what is on all others ("not red").
 */
#include "say/log_internal.h"

#include <string.h>

struct fact {
    const struct ct_definition *def;
    struct tongue t;
    const uint64_t *may;
    struct kstate *s;
};

static bool has(const struct fact *f, unsigned card)
{
    return f->may[card >> 6] >> (card & 63) & 1;
}

/* Is `value` of the trait on all possible cards and no others (true), or the reverse (false)? */
static bool marks(const struct fact *f, unsigned trait, int32_t value, bool all)
{
    const struct kdef *k = &f->def->k;
    bool same = true, any = false;

    for (unsigned c = 0; c < k->ncards && same; c++) {
        bool is = def_has(k, trait, value, (uint16_t)c);
        same = (has(f, c) == is) == all;
        any |= is;
    }
    return same && any;
}

static void value_text(struct str *to, const struct fact *f, unsigned trait, int32_t value)
{
    const struct ktrait *t = &f->def->k.traits[trait];
    struct str name = {0};

    if (t->type != T_NUMBER) {
        word_name(to, f->def, trait, (unsigned)value, f->t);
        return;
    }
    name_add(&name, &f->def->traits[trait].name, f->t);
    SAY(to, W_FACT_TRAIT, f->t, MADE("trait", name), NUMBER("n", value));
}

static bool by_trait(struct str *to, const struct fact *f, unsigned trait, bool all)
{
    const struct kdef *k = &f->def->k;
    const struct ktrait *t = &k->traits[trait];
    bool word = t->type == T_WORD || t->type == T_WORDSET;
    unsigned n = word ? t->nwords : t->type == T_NUMBER && !t->formula ? k->ncards : 0;

    for (unsigned i = 0; i < n; i++) {
        int32_t value = word ? (int32_t)i : k->trait_value[i * k->ntraits + trait];
        if (!marks(f, trait, value, all))
            continue;
        value_text(to, f, trait, value);
        return true;
    }
    return false;
}

enum { FEWEST_NAMES = 2, FEW_NAMES = 6 };

/* The names of the possible cards (all), or of the impossible ones, if there are at most `most`. */
static bool by_names(struct str *to, const struct fact *f, bool all, unsigned most)
{
    unsigned n = 0, told = 0;

    for (unsigned c = 0; c < f->def->k.ncards; c++)
        n += has(f, c) == all;
    if (n > most)
        return false;
    for (unsigned c = 0; c < f->def->k.ncards; c++)
        if (has(f, c) == all) {
            if (told)
                str_add(to, ++told < n ? ", " : own(W_FACT_OR, f->t));
            told += !told;
            str_add(to, card_name(f->def, c, f->t));
        }
    return n > 0;
}

/* By numbers, or by words. */
static bool by_traits(struct str *to, const struct fact *f, bool all, bool numbers)
{
    for (unsigned t = 0; t < f->def->k.ntraits; t++)
        if ((f->def->k.traits[t].type == T_NUMBER) == numbers &&
            !f->def->traits[t].name.untold && by_trait(to, f, t, all))
            return true;
    return false;
}

static bool by_one(struct str *to, const struct fact *f, bool all)
{
    return by_traits(to, f, all, false) || by_names(to, f, all, 1) ||
           by_traits(to, f, all, true);
}

/* What all possible (or all impossible) cards share: at most two words, and bounds of a number. */
struct common {
    int word[2], trait[2]; /* -1: none */
    int number;            /* its trait; -1: none */
    int32_t least, most;
};

static bool fits(const struct kdef *k, const struct common *c, unsigned card)
{
    int32_t n = c->number < 0 ? 0 : k->trait_value[card * k->ntraits + (unsigned)c->number];

    for (int i = 0; i < 2; i++)
        if (c->word[i] >= 0 && !def_has(k, (unsigned)c->trait[i], c->word[i], (uint16_t)card))
            return false;
    return c->number < 0 || (n >= c->least && n <= c->most);
}

/* Do exactly those cards have this in common? */
static bool are_those(const struct fact *f, const struct common *c, bool all)
{
    bool same = true;

    for (unsigned card = 0; card < f->def->k.ncards && same; card++)
        same = fits(&f->def->k, c, card) == (has(f, card) == all);
    return same;
}

/* The next word after c->word[i] on all of those cards. False: none. */
static bool next_word(const struct fact *f, struct common *c, int i, bool all)
{
    const struct kdef *k = &f->def->k;

    for (; c->trait[i] < k->ntraits; c->trait[i]++, c->word[i] = -1) {
        const struct ktrait *t = &k->traits[c->trait[i]];
        if ((t->type != T_WORD && t->type != T_WORDSET) ||
            f->def->traits[c->trait[i]].name.untold)
            continue;
        while (++c->word[i] < t->nwords) {
            bool on = true;
            for (unsigned card = 0; card < k->ncards && on; card++)
                on = has(f, card) != all ||
                     def_has(k, (unsigned)c->trait[i], c->word[i], (uint16_t)card);
            if (on)
                return true;
        }
    }
    return false;
}

/* A number whose bounds, with the words, leave exactly those cards. One bound if that is enough. */
static bool by_bounds(const struct fact *f, struct common *c, bool all)
{
    const struct kdef *k = &f->def->k;

    for (c->number = 0; c->number < k->ntraits; c->number++) {
        const struct ktrait *t = &k->traits[c->number];
        int32_t least = INT32_MAX, most = INT32_MIN;
        if (t->type != T_NUMBER || t->formula || f->def->traits[c->number].name.untold)
            continue;
        for (unsigned card = 0; card < k->ncards; card++) {
            int32_t n = k->trait_value[card * k->ntraits + (unsigned)c->number];
            least = has(f, card) == all && n < least ? n : least;
            most = has(f, card) == all && n > most ? n : most;
        }
        for (int bound = 0; bound < 3; bound++) {
            c->least = bound == 0 ? INT32_MIN : least;
            c->most = bound == 1 ? INT32_MAX : most;
            if (least <= most && are_those(f, c, all))
                return true;
        }
    }
    c->number = -1;
    return false;
}

static void bounds_text(struct str *to, const struct fact *f, const struct common *c)
{
    struct str name = {0};

    name_add(&name, &f->def->traits[c->number].name, f->t);
    SAY(to,
        c->least == c->most     ? W_FACT_TRAIT
        : c->least == INT32_MIN ? W_FACT_AT_MOST
        : c->most == INT32_MAX  ? W_FACT_AT_LEAST
                                : W_FACT_FROM_TO,
        f->t, MADE("trait", name), NUMBER("n", c->least == INT32_MIN ? c->most : c->least),
        NUMBER("to", c->most));
}

/* "red of rank at most 3", "both red and round" */
static void common_text(struct str *to, const struct fact *f, const struct common *c)
{
    struct str what = {0}, other = {0};

    if (c->word[0] >= 0)
        word_name(&what, f->def, (unsigned)c->trait[0], (unsigned)c->word[0], f->t);
    if (c->word[1] >= 0)
        word_name(&other, f->def, (unsigned)c->trait[1], (unsigned)c->word[1], f->t);
    else if (c->number >= 0)
        bounds_text(&other, f, c);
    if (what.n && other.n)
        SAY(to, c->word[1] >= 0 ? W_FACT_BOTH : W_FACT_OF, f->t, TEXT("what", str_of(&what)),
            MADE("other", other));
    else
        str_move(to, &other);
    str_free(&what);
}

/* Describes them by bounds of a number, alone or with a word, or by two words. */
static bool by_two(struct str *to, const struct fact *f, bool all)
{
    const struct common none = {{-1, -1}, {0, 0}, -1, 0, 0};
    struct common c = none;
    bool found = by_bounds(f, &c, all);

    while (!found && next_word(f, &c, 0, all)) {
        found = by_bounds(f, &c, all);
        c.word[1] = c.word[0], c.trait[1] = c.trait[0];
        while (!found && next_word(f, &c, 1, all))
            found = are_those(f, &c, all);
        if (!found || c.number >= 0)
            c.word[1] = -1;
    }
    if (found)
        common_text(to, f, &c);
    return found;
}

/* How many of the cards that it may be are in the game, each counted once. */
static unsigned in_game(const struct fact *f)
{
    unsigned n = 0;

    for (unsigned c = 0; c < f->def->k.ncards; c++) {
        unsigned i = 0;
        while (i < f->s->ninst && k_insts(f->s)[i].def != c)
            i++;
        n += has(f, c) && i < f->s->ninst;
    }
    return n;
}

static void fact_text(struct str *to, const struct fact *f)
{
    struct str what = {0};

    if (by_one(to, f, true) || by_names(to, f, true, FEWEST_NAMES))
        return;
    bool not = by_one(&what, f, false);
    if (!not &&by_two(to, f, true))
        return;
    not = not || by_two(&what, f, false);
    if (!not &&by_names(to, f, true, FEW_NAMES))
        return;
    if (not || by_names(&what, f, false, FEW_NAMES))
        SAY(to, W_FACT_NOT, f->t, MADE("what", what));
    else
        SAY(to, W_FACT_MANY, f->t, NUMBER("n", in_game(f)));
}

static void add_places(struct log *log, unsigned from, unsigned to, bool last)
{
    if (log->told_of.n)
        str_add(&log->told_of, last ? own(W_LAST_AND, log->voice->t) : ", ");
    if (to > from)
        str_addf(&log->told_of, "%u–%u", from + 1u, to + 1u);
    else
        str_addf(&log->told_of, "%u", from + 1u);
}

/* The consecutive places that just ended: "3–8". Two are named singly. */
static void run_ends(struct log *log, bool last)
{
    unsigned from = log->told_from, to = log->told_to;

    if (to == from + 1) {
        add_places(log, from, from, false);
        from = to;
    }
    add_places(log, from, to, last);
}

/* The card at hand, to those that the sentence is about; in a row, by its place. */
static void note_card(struct log *log, const struct kslotinfo *at, const struct kevent *ev)
{
    bool first = !log->ntold_of++;

    if (!at->ordered)
        return;
    if (!first && ev->place == log->told_to + 1u) {
        log->told_to = ev->place;
    } else {
        if (!first)
            run_ends(log, false);
        log->told_from = log->told_to = ev->place;
    }
    if (!ev->from_place)
        run_ends(log, true);
}

static void cards_told(struct str *to, const struct log *log, struct kstate *s,
                       const struct kevent *ev)
{
    const struct kslotinfo *at = k_slotinfo(s) + ev->to;
    const struct voice *v = log->voice;
    struct ct_card card = {.card = -1,
                           .zone = at->zone,
                           .seat = (int8_t)(at->seat == NO_SEAT ? -1 : at->seat),
                           .place = (int16_t)ev->place};
    struct str where = {0};

    if (at->ordered && log->ntold_of == 1) {
        card_where(to, v, &card, k_slots(s)[ev->to].count > 1u);
        return;
    }
    card_where(&where, v, &card, false);
    SAY(to,
        at->ordered                      ? W_FACT_CARDS
        : log->ntold_of > 1              ? W_FACT_SOME
        : k_slots(s)[ev->to].count == 1u ? W_FACT_THE_CARD
                                         : W_FACT_ONE,
        v->t, MADE("where", where), TEXT("places", str_of(&log->told_of)),
        NUMBER("n", (int)log->ntold_of));
}

static bool rules_out(const struct fact *f)
{
    for (unsigned c = 0; c < f->def->k.ncards; c++)
        if (!has(f, c))
            return true;
    return false;
}

/* Has the line just been told, in our words, and nothing done since? Then it tells nothing new. */
static bool told_again(struct log *log, const struct kevent *ev)
{
    bool same = ev->text == REF_NONE && !strcmp(str_of(&log->told_fact), str_of(&log->line));

    str_clear(&log->told_fact);
    if (ev->text == REF_NONE)
        str_add(&log->told_fact, str_of(&log->line));
    if (same)
        str_clear(&log->line);
    return same;
}

bool log_fact(struct log *log, struct kstate *s, const struct kevent *ev)
{
    const struct voice *v = log->voice;
    const struct kslotinfo *at = k_slotinfo(s) + ev->to;
    struct fact f = {v->def, v->t, ev->may, s};
    struct str cards = {0}, what = {0};

    note_card(log, at, ev);
    if (ev->from_place)
        return false;
    if (ev->text == REF_NONE && !rules_out(&f)) { /* they may be any card */
        str_clear(&log->told_of);
        log->ntold_of = 0;
        return false;
    }
    cards_told(&cards, log, s, ev);
    fact_text(&what, &f);
    const struct text *of = ev->text == REF_NONE ? NULL : &v->def->step_texts[ev->text];
    const char *says = of ? text_in(of, v->t.text) : own(W_L_FACT, v->t);
    FILL(&log->line, says, of ? tongue_in(of, v->t) : v->t,
         SEAT("who", log_seat(v, at->seat), (int)at->seat == v->you), MADE("what", what),
         COUNTED("cards", cards, (int)log->ntold_of));
    str_clear(&log->told_of);
    log->ntold_of = 0;
    return *says != 0 && !told_again(log, ev);
}

/* numbers.c - choices as numbers of a fixed range, and what a seat may know as an array.
 *
 * Number 0 is "nothing", 1 is `done`. Then each action has a stretch for its card, helper, target, seat and number,
 * as digits of one number; parts that would make the stretch too long have one of their own, and are asked for in
 * turn. So are the cards of a set. The last stretch tells apart what all this does not, by its order in the list. */
#include "api/numbers.h"

#include "base/arena.h"
#include "base/rows.h"
#include "kernel/know/know.h"
#include "kernel/state/sees.h"

#include <stdlib.h>
#include <string.h>

enum part { CARD, HELPER, TARGET, SEAT, NUMBER, PARTS };
enum { NOTHING, DONE, ACTIONS };
enum { LONGEST = 4096, WHICH = 32, OPEN_NUMBERS = 64, END = -1 };
enum { SIDES = CT_MAX_SEATS + 1, MOST_PHASES = 32, TOLD = 4 };

/* base: the first number of a stretch that begins with this part; 0: it is in the one before. radix 0: no such part */
struct numbered {
    int32_t base[PARTS], radix[PARTS], low, set;
    bool card; /* it has a card, and nothing else */
};
struct range {
    int32_t from;
    uint16_t action, word;
    uint8_t first, last; /* parts; PARTS: a set */
};
/* What an observer sees of a slot, and where it goes in the array (-1: nowhere). up, down: all bits,
 * if they see all its cards that lie so. each: it depends on who owns the card. */
struct stretch {
    int32_t cards, places, turned, owned, count;
    bool each, ordered, open; /* open: some of its cards may be seen though none was shown */
    uint64_t up, down;
};
struct told {
    const struct kcounter *is;
    int16_t whose; /* as in ct_span */
    int32_t at;
};

/* ---- the range ---- */

static void begin_range(ct_numbers *n, unsigned action, unsigned word, enum part first)
{
    *LIST_ADD(n->mem, n->range, n->nranges) = (struct range){
        n->actions, (uint16_t)action, (uint16_t)word, (uint8_t)first, (uint8_t)first};
}

/* May a card that the selector takes be a back to its seat? */
static bool may_be_back(const struct kdef *k, const struct kselect *sel)
{
    bool back = sel->src != SRC_ZONES || !sel->nzones;

    for (int i = 0; i < sel->nzones; i++) {
        const struct kzone *z = &k->zones[sel->zone[i]];
        bool own =
            (sel->of == REF_NONE || k->seats[sel->of].op == SS_YOU) && z->per != PER_TABLE;
        uint8_t sees = own ? SIGHT_OWNER : SIGHT_ALL;
        bool up = z->up == SIGHT_ALL || z->up == sees;
        bool down = z->down == SIGHT_ALL || z->down == sees;
        back |= (sel->face != FACE_DOWN && !up) || (sel->face != FACE_UP && !down);
    }
    return back;
}

static int32_t radix_of(const ct_numbers *n, const struct kaction *a, enum part part,
                        int32_t *low)
{
    const struct kdef *k = &n->e->def->k;
    ref sel = part == CARD ? a->card : part == HELPER ? a->helper : a->target;

    if (part == SEAT)
        return a->seat == REF_NONE ? 0 : n->seats;
    if (part != NUMBER)
        return sel == REF_NONE ? 0 : may_be_back(k, &k->sels[sel]) ? n->wide : n->cards;
    if (a->from == REF_NONE)
        return 0;
    if (k->exprs[a->from].op != X_CONST || k->exprs[a->to].op != X_CONST)
        return OPEN_NUMBERS;
    *low = k->exprs[a->from].imm;
    int64_t many = (int64_t)k->exprs[a->to].imm - *low + 1;
    return many < 1 ? 1 : many > LONGEST ? LONGEST : (int32_t)many;
}

static void number_action(ct_numbers *n, unsigned id)
{
    const struct kaction *a = &n->e->def->k.actions[id];
    struct numbered *to = &n->action[id];
    int32_t size = 0;

    for (int p = 0; p < PARTS; p++)
        to->radix[p] = radix_of(n, a, (enum part)p, &to->low);
    if (a->cards == REF_NONE && a->card == REF_NONE && a->helper == REF_NONE &&
        a->target == REF_NONE && a->seat == REF_NONE && a->from == REF_NONE)
        to->radix[CARD] = 1;
    for (int p = 0; p < PARTS; p++) {
        if (!to->radix[p])
            continue;
        if (size && (int64_t)size * to->radix[p] <= LONGEST) {
            size *= to->radix[p];
            n->range[n->nranges - 1].last = (uint8_t)p;
            continue;
        }
        n->actions += size;
        begin_range(n, id, 0, (enum part)p);
        to->base[p] = n->actions;
        size = to->radix[p];
    }
    n->actions += size;
    to->card = a->cards == REF_NONE && size == to->radix[CARD] && size > 1;
    if (a->cards == REF_NONE)
        return;
    begin_range(n, id, 0, PARTS);
    to->set = n->actions;
    n->actions += n->wide + 1;
}

/* What scripts ask with each word that no `choose` has, and with any other; which effect is first. */
static void number_questions(ct_numbers *n)
{
    const ct_definition *def = n->e->def;
    unsigned words = def->nscripts ? def->nwords + 1u : 0;

    n->asked = arena_alloc(n->mem, (def->nwords + 1u) * sizeof *n->asked);
    for (int i = 0; i < def->k.nchooses; i++)
        if (def->k.chooses[i].prompt < def->nwords)
            n->asked[def->k.chooses[i].prompt] = -1;
    for (unsigned w = 0; w < words; w++) {
        if (n->asked[w] < 0)
            continue;
        n->asked[w] = n->actions;
        begin_range(n, ACT_CARD, w, CARD);
        n->actions += n->wide;
    }
    for (unsigned w = 0; w < words; w++)
        n->asked[w] = n->asked[w] < 0 ? n->asked[def->nwords] : n->asked[w];
    n->effects = n->actions;
    for (int i = 0; i < def->k.norder && n->effects == n->actions; i++)
        if (def->k.order[i].key == ORD_CHOSEN) {
            begin_range(n, ACT_EFFECT, 0, CARD);
            n->actions += n->wide;
        }
    n->which = n->actions;
}

static void number_choices(ct_numbers *n)
{
    const ct_definition *def = n->e->def;

    n->wide = n->cards + 1;
    n->action = arena_alloc(n->mem, (def->k.nactions + 1u) * sizeof *n->action);
    n->actions = ACTIONS;
    for (unsigned a = 0; a < def->k.nactions; a++)
        number_action(n, a);
    number_questions(n);
    begin_range(n, ACT_NONE, 0, CARD);
    n->actions += WHICH;
}

/* ---- a choice as numbers ---- */

/* A card by what it is, or a back. Cards that are the same are told apart at the end. */
static int32_t card_digit(const ct_numbers *n, struct kstate *s, int seat, unsigned c)
{
    return c != NO_CARD && card_seen(&n->e->k, s, seat, c) ? k_insts(s)[c].def : n->cards;
}

static int32_t digit_of(ct_numbers *n, struct kstate *s, int seat, const struct kchoice *c,
                        enum part part)
{
    const struct numbered *a = &n->action[c->action];
    const uint16_t card[] = {c->card, c->helper, c->target};
    int64_t v = (int64_t)c->number - a->low;

    if (part == SEAT)
        return (c->seat - seat + n->seats) % n->seats;
    if (part == NUMBER)
        return v >= 0 && v < a->radix[part] ? (int32_t)v : a->radix[part] - 1;
    return a->radix[part] == 1 ? 0 : card_digit(n, s, seat, card[part]);
}

static int by_number(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

/* Number t of the cards of its set, the lowest first; behind them the one that ends it. */
static int32_t set_number(ct_numbers *n, struct kstate *s, int seat, const struct kchoice *c,
                          int t)
{
    int32_t digit[K_MAX_CHOSEN], from = n->action[c->action].set;
    const uint16_t *cards;
    int many = k_choice_set(&n->e->k, s, c, &cards);

    if (!from || t > many)
        return END;
    for (int i = 0; i < many; i++)
        digit[i] = card_digit(n, s, seat, cards[i]);
    qsort(digit, (size_t)many, sizeof *digit, by_number);
    return from + (t < many ? digit[t] : n->wide);
}

/* Number t of the choice. */
static int32_t number_at(ct_numbers *n, struct kstate *s, int seat, const struct kchoice *c,
                         int t)
{
    int32_t at = 0, more = 0;

    if (c->action >= n->e->def->k.nactions) {
        int32_t card = c->action == ACT_CARD || c->action == ACT_EFFECT
                           ? card_digit(n, s, seat, c->card)
                           : 0;
        return t                         ? END
               : c->action == ACT_CARD   ? n->asked[n->word] + card
               : c->action == ACT_EFFECT ? n->effects + card
               : c->action == ACT_DONE   ? DONE
                                         : NOTHING;
    }
    const struct numbered *a = &n->action[c->action];
    if (a->card)
        return t ? END : a->base[CARD] + card_digit(n, s, seat, c->card);
    for (int p = 0; p < PARTS; p++) {
        if (!a->radix[p])
            continue;
        if (a->base[p]) {
            if (at && !t--)
                return at + more;
            at = a->base[p];
            more = 0;
        }
        more = more * a->radix[p] + digit_of(n, s, seat, c, (enum part)p);
    }
    return at && !t-- ? at + more : set_number(n, s, seat, c, t);
}

/* Finds the t-th number of all choices that are left. False: it tells none from another. */
static bool next_numbers(ct_numbers *n, struct kstate *s, int seat, int t)
{
    bool same = true, ended = true;

    for (int i = 0; i < n->nleft; i++) {
        n->next[i] = number_at(n, s, seat, &n->list[n->left[i]], t);
        ended &= n->next[i] == END;
        same &= n->next[i] == n->next[0];
    }
    for (int i = 0; ended && i < n->nleft; i++)
        n->next[i] = n->which + i / ((n->nleft + WHICH - 1) / WHICH);
    return ended || !same;
}

static bool some_left(ct_numbers *n, int32_t number)
{
    int kept = 0;

    for (int i = 0; i < n->nleft; i++)
        if (n->next[i] == number)
            n->left[kept++] = n->left[i];
    n->nleft = kept;
    return kept > 0;
}

/* All choices of the seat are left. How many; -1 */
static int begin_list(ct_numbers *n, struct kstate *s, int seat)
{
    int many = k_count_choices(&n->e->k, s, seat);
    ref word = many < 0 || !n->e->def->nscripts ? 0 : open_prompt(n->e, s);

    int left = n->room, next = left, list = left;
    if (many > n->room && (!mem_fit(&n->left, &left, many, sizeof *n->left) ||
                           !mem_fit(&n->next, &next, many, sizeof *n->next) ||
                           !mem_fit(&n->list, &list, many, sizeof *n->list)))
        return engine_no_memory(n->e);
    n->room = left;
    if (many > 0)
        k_write_choices(&n->e->k, s, seat, n->list);
    for (int i = 0; i < many; i++)
        n->left[i] = i;
    n->word = word < n->e->def->nwords ? word : n->e->def->nwords;
    return n->nleft = n->nlist = many;
}

int numbers_narrow(ct_numbers *n, struct kstate *s, int seat, const int32_t *given, int ngiven)
{
    if (begin_list(n, s, seat) < 0)
        return -1;
    for (int t = 0; n->nleft > 1; t++) {
        if (!next_numbers(n, s, seat, t))
            continue;
        if (!ngiven--)
            return CT_SEVERAL;
        if (!some_left(n, *given++))
            return engine_fail(n->e, "number %d is not offered", given[-1]);
    }
    return n->left[0];
}

int ct_choice_numbers(ct_numbers *n, ct_state *state, int seat, int i, int32_t *out)
{
    struct kstate *s = block(state);
    int many = 0;

    engine_clear(n->e);
    if (begin_list(n, s, seat) < 0)
        return -1;
    if (i < 0 || i >= n->nleft)
        return engine_fail(n->e, "seat %d has no choice %d: there are %d", seat, i, n->nleft);
    for (int t = 0, at; n->nleft > 1; t++) {
        if (!next_numbers(n, s, seat, t))
            continue;
        for (at = 0; n->left[at] != i;)
            at++;
        out[many++] = n->next[at];
        some_left(n, n->next[at]);
    }
    return many;
}

int ct_numbers_next(ct_numbers *n, ct_state *state, int seat, const int32_t *given, int ngiven,
                    uint8_t *may)
{
    engine_clear(n->e);
    memset(may, 0, (size_t)n->actions);
    int i = numbers_narrow(n, block(state), seat, given, ngiven);
    for (int k = 0; i == CT_SEVERAL && k < n->nleft; k++)
        may[n->next[k]] = 1;
    return i;
}

/* ---- in words ---- */

static const char *card_word(const ct_numbers *n, int32_t digit)
{
    return digit < n->cards ? ct_card_id(n->e->def, digit) : "a back";
}

static void part_words(const ct_numbers *n, struct str *to, const struct range *r, enum part p,
                       int32_t digit)
{
    const struct kaction *a = &n->e->def->k.actions[r->action];
    const struct numbered *by = &n->action[r->action];

    str_add(to, p == HELPER ? " with " : p == TARGET ? " to " : " ");
    if (p < SEAT)
        str_add(to, card_word(n, digit));
    else if (p == SEAT)
        str_addf(to, "seat +%d", digit);
    else if (a->word != REF_NONE && ct_trait_word(n->e->def, a->word, digit + by->low))
        str_add(to, ct_trait_word(n->e->def, a->word, digit + by->low));
    else
        str_addf(to, "%d", digit + by->low);
}

/* The action's name, or the word that it is asked with. */
static const char *action_name(const ct_definition *def, unsigned action)
{
    const struct kdef *k = &def->k;

    for (int i = 0; i < k->nchooses && !k->actions[action].named; i++)
        for (int j = 0; j < k->chooses[i].nactions; j++)
            if (k->acts[k->chooses[i].actions + j] == action &&
                k->chooses[i].prompt < def->nwords)
                return def->words[k->chooses[i].prompt].id;
    return k->actions[action].named ? def->actions[action].id : "choose";
}

static void number_words(const ct_numbers *n, struct str *to, int32_t number)
{
    const ct_definition *def = n->e->def;
    const struct range *r = n->range + n->nranges;
    int32_t digit[PARTS];

    do
        r--;
    while (r->from > number);
    int32_t left = number - r->from;
    if (r->action == ACT_NONE) {
        str_addf(to, "number %d of those", left + 1);
        return;
    }
    str_add(to, r->action == ACT_EFFECT ? "first"
                : r->action == ACT_CARD
                    ? r->word < def->nwords ? def->words[r->word].id : "choose"
                    : action_name(def, r->action));
    if (r->action >= def->k.nactions || r->first == PARTS) {
        str_add(to, " ");
        if (r->first == PARTS && left == n->wide)
            str_add(to, "these");
        else
            str_add(to, card_word(n, left));
        return;
    }
    const struct numbered *a = &n->action[r->action];
    for (int p = r->last; p >= r->first; p--)
        if (a->radix[p]) {
            digit[p] = left % a->radix[p];
            left /= a->radix[p];
        }
    for (int p = r->first; p <= r->last; p++)
        if (a->radix[p] > 1)
            part_words(n, to, r, (enum part)p, digit[p]);
}

char *ct_number_text(const ct_numbers *n, int number)
{
    unsigned lost = mem_losses();
    struct str s = {0};

    if (number == NOTHING || number == DONE)
        str_add(&s, number == DONE ? "done" : "nothing");
    else if (number > DONE && number < n->actions)
        number_words(n, &s, number);
    else
        return NULL;
    return str_take(&s, lost);
}

/* ---- observations: the layout ---- */

static int towards(const ct_numbers *n, int me, int seat)
{
    return seat < me ? seat - me + n->seats : seat - me;
}

static int32_t add_span(ct_numbers *n, enum ct_span_is is, int id, int whose, int size)
{
    *LIST_ADD(n->mem, n->span, n->nspans) = (struct ct_span){is, id, whose, n->values, size};
    n->values += size;
    return n->values - size;
}

static int words_of(const ct_definition *def, int trait)
{
    int n = 0;

    while (ct_trait_word(def, trait, n))
        n++;
    return n;
}

static int counter_size(const ct_numbers *n, unsigned c)
{
    const struct kcounter *k = &n->e->def->k.counters[c];

    return k->is == V_SEAT                       ? n->seats
           : k->is == V_CARD                     ? n->cards
           : k->is == V_WORD || k->is == V_WORDS ? words_of(n->e->def, k->trait)
           : k->is == V_FLAG                     ? 1
                                                 : 2;
}

static int seat_at(const ct_numbers *n, int me, int whose)
{
    return whose + me < n->seats ? whose + me : whose + me - n->seats;
}

/* Where observer `me` finds counter t among the game's or the seats' values; -1: there is none. */
static int32_t kept_at(const ct_numbers *n, struct kstate *s, const struct told *t, int me)
{
    bool game = t->whose < 0;
    const int32_t *at = counter_kept(n->e, s, (int)(t->is - n->e->def->k.counters),
                                     game ? -1 : seat_at(n, me, t->whose));

    return at ? (int32_t)(at - (game ? k_gamectr(s) : k_seatctr(s))) : -1;
}

/* Its counters. */
static void lay_counters(ct_numbers *n, struct kstate *s, int whose)
{
    for (int c = 0; c < n->e->def->k.ncounters; c++) {
        int seat = whose < 0 ? -1 : 0; /* one that has it */
        while (seat < (whose < 0 ? -1 : n->seats) && !counter_kept(n->e, s, c, seat))
            seat++;
        if (!counter_kept(n->e, s, c, seat))
            continue;
        *LIST_ADD(n->mem, n->told, n->ntold) =
            (struct told){&n->e->def->k.counters[c], (int16_t)whose,
                          add_span(n, CT_SPAN_COUNTER, c, whose, counter_size(n, (unsigned)c))};
    }
}

/* A zone's spans, for each whose it can be. */
static void lay_zone(ct_numbers *n, int z, struct stretch *side)
{
    const struct kzone *zone = &n->e->def->k.zones[z];
    bool table = zone->per == PER_TABLE;

    for (int whose = table ? -1 : 0; whose < (table ? 0 : n->seats); whose++) {
        struct stretch *at = &side[z * SIDES + whose + 1];
        at->count = add_span(n, CT_SPAN_COUNT, z, whose, 1);
        at->cards = add_span(n, CT_SPAN_CARDS, z, whose, n->cards);
        at->places = zone->as == AS_ROW ? add_span(n, CT_SPAN_PLACES, z, whose, n->cards) : -1;
        n->rows |= at->places >= 0;
    }
}

/* The row of observer o for a slot: it is the same in every position. */
static struct stretch told_of(const ct_numbers *n, struct kstate *s, int o, unsigned slot,
                              const struct stretch *side)
{
    const struct kslotinfo *lies = k_slotinfo(s) + slot;
    bool table = lies->seat == NO_SEAT, all = o > n->seats;
    int seat = o < n->seats ? o : -1;
    int whose = table ? 0 : 1 + towards(n, seat < 0 ? 0 : seat, lies->seat);
    struct stretch at = side[lies->zone * SIDES + whose];

    at.turned = n->down[whose];
    at.owned = table ? n->owned : -1;
    at.up = all || side_seen(lies->up, lies->seat, seat) ? ~(uint64_t)0 : 0;
    at.down = all || side_seen(lies->down, lies->seat, seat) ? ~(uint64_t)0 : 0;
    at.each = table && (lies->up | lies->down);
    at.open = at.up | at.down || at.each;
    at.ordered = lies->ordered;
    return at;
}

static void lay_out(ct_numbers *n, struct kstate *s)
{
    const struct kdef *k = &n->e->def->k;
    struct stretch *side = arena_alloc(n->mem, (size_t)k->nzones * SIDES * sizeof *side);
    bool turns = n->e->def->nscripts > 0, owned = false;

    n->phase = arena_alloc(n->mem, ((size_t)k->nphases + 1) * sizeof *n->phase);
    n->mark = arena_alloc(n->mem, ((size_t)k->ncardctr + 1) * SIDES * sizeof *n->mark);
    for (int whose = -1; whose < n->seats; whose++)
        lay_counters(n, s, whose);
    n->kept = arena_alloc(n->mem, ((size_t)n->ntold * SIDES + 1) * sizeof *n->kept);
    for (int i = 0; i < n->ntold * n->seats; i++)
        n->kept[i] = kept_at(n, s, n->told + i % n->ntold, i / n->ntold);
    for (int p = 0; p < k->nphases; p++)
        n->phase[p] = add_span(n, CT_SPAN_PHASE, p, -1, 1 + n->seats);
    n->given = add_span(n, CT_SPAN_GIVEN, -1, -1, 2 * TOLD);
    for (int z = 0; z < k->nzones; z++) {
        lay_zone(n, z, side);
        owned |= k->zones[z].per == PER_TABLE && (k->zones[z].up | k->zones[z].down);
    }
    for (uint32_t i = 0; i < k->nprog; i++)
        turns |= k->prog[i].face == FACE_DOWN;
    for (int whose = -1; whose < n->seats; whose++) {
        n->down[whose + 1] = turns ? add_span(n, CT_SPAN_DOWN, -1, whose, n->cards) : -1;
        for (int c = 0; c < k->ncardctr; c++)
            n->mark[c * SIDES + whose + 1] =
                add_span(n, CT_SPAN_MARK, k->card_ctr[c], whose, n->cards);
    }
    n->owned = owned ? n->values : -1;
    for (int seat = 0; seat < n->seats && owned; seat++)
        add_span(n, CT_SPAN_OWNED, -1, seat, n->cards);
    n->seen = arena_alloc(n->mem, (K_MAX_INSTS + 63) / 64 * sizeof *n->seen);
    n->slots = s->nslots - 1u;
    n->lies = arena_alloc(n->mem, ((size_t)n->seats + 2) * n->slots * sizeof *n->lies);
    for (int o = 0; o < n->seats + 2; o++)
        for (unsigned slot = 0; slot < n->slots; slot++)
            n->lies[(size_t)o * n->slots + slot] = told_of(n, s, o, slot, side);
}

/* ---- observations: the values ---- */

static int8_t fit(int64_t v)
{
    return (int8_t)(v > INT8_MAX ? INT8_MAX : v < -INT8_MAX ? -INT8_MAX : v);
}

/* Its two values are 0 so far. */
static void put_number(int8_t *out, int32_t v)
{
    if (v < -99 || v > 99)
        out[0] = fit(v / 100);
    out[1] = (int8_t)(v < -99 || v > 99 ? v % 100 : v);
}

static void see_counters(const ct_numbers *n, struct kstate *s, int me, int8_t *out)
{
    const int32_t *kept = n->kept + (size_t)me * (size_t)n->ntold;

    for (const struct told *t = n->told; t < n->told + n->ntold; t++, kept++) {
        const struct kcounter *k = t->is;
        if (*kept < 0)
            continue;
        int32_t v = counter_told(k, s, (t->whose < 0 ? k_gamectr(s) : k_seatctr(s))[*kept]);
        if (k->is == V_NUMBER)
            put_number(out + t->at, v);
        else if (k->is == V_FLAG)
            out[t->at] = fit(v);
        else if (k->is == V_WORDS)
            for (uint32_t m = (uint32_t)v; m; m &= m - 1)
                out[t->at + __builtin_ctz(m)] = 1;
        else if (v >= 0)
            out[t->at + (k->is == V_SEAT ? towards(n, me, v) : v)] = 1;
    }
}

static void see_phases(const ct_numbers *n, struct kstate *s, int me, int8_t *out)
{
    struct kphase_now now[MOST_PHASES];
    int many = k_phases_now(&n->e->k, s, now, MOST_PHASES);

    for (int i = 0; i < many && i < MOST_PHASES; i++) {
        int8_t *at = out + n->phase[now[i].name];
        at[0] = fit(now[i].number);
        if (now[i].seat != NO_SEAT)
            at[1 + towards(n, me, now[i].seat)] = 1;
    }
}

/* What the counters of seen cards hold that are not at their start. */
static void see_marks(ct_numbers *n, struct kstate *s, int me, int8_t *out)
{
    const struct kdef *k = &n->e->def->k;

    for (unsigned i = 0; i < k->ncardctr; i++) {
        const struct kcounter *is = &k->counters[k->card_ctr[i]];
        for (unsigned w = 0; w < s->words; w++)
            for (uint64_t m = k_marked(s, i)[w] & n->seen[w]; m; m &= m - 1) {
                unsigned c = w * 64 + (unsigned)__builtin_ctzll(m);
                const struct kinst *in = k_insts(s) + c;
                uint8_t seat = k_slotinfo(s)[in->slot].seat;
                int64_t v = counter_told(is, s, k_cardctr(s)[c * k->ncardctr + i]);
                if (is->is == V_NUMBER || is->is == V_FLAG)
                    v -= is->start;
                else if (is->is != V_WORDS)
                    v = 1 + (is->is == V_SEAT && v >= 0 ? towards(n, me, (int)v) : v);
                int side = seat == NO_SEAT ? 0 : 1 + towards(n, me, seat);
                int8_t *at = out + n->mark[i * SIDES + (unsigned)side] + in->def;
                *at = fit(*at + v);
            }
    }
}

/* An observation under way. */
struct seeing {
    const ct_numbers *n;
    struct kstate *s;
    const uint16_t *def;   /* of each card */
    const uint16_t *known; /* what they remember; NULL: nothing */
    int8_t *out;
    int o, me;
    bool shown; /* some cards are shown or remembered */
};

static inline void one_more(int8_t *count)
{
    *count += *count < INT8_MAX;
}

static void put_owner(const struct seeing *by, const struct stretch *at, unsigned c)
{
    unsigned owner = k_insts(by->s)[c].owner;

    if (at->owned >= 0 && owner != NO_SEAT)
        one_more(by->out + at->owned + towards(by->n, by->me, (int)owner) * by->n->cards +
                 by->def[c]);
}

/* A card that lies where its observer does not see all. */
static void see_card(const struct seeing *by, const struct stretch *at, unsigned c)
{
    bool now = card_seen(&by->n->e->k, by->s, by->o, c);

    if (!now && (!by->known || by->known[c] == REF_NONE))
        return;
    if (at->places < 0)
        one_more(by->out + at->cards + by->def[c]);
    if (k_insts(by->s)[c].face == FACE_DOWN && at->turned >= 0)
        one_more(by->out + at->turned + by->def[c]);
    put_owner(by, at, c);
    if (now || at->ordered)
        set_put(by->n->seen, c, true);
}

/* Cards of word w of a slot that are all seen. Writes to the bytes of the array could change
 * anything, so what the loops need is at hand. */
static inline void see_word(const struct seeing *by, const struct stretch *at, unsigned w,
                            uint64_t cards, uint64_t down)
{
    const uint16_t *def = by->def + w * 64;
    int8_t *out = by->out + at->cards;

    by->n->seen[w] |= cards;
    for (uint64_t m = at->places < 0 ? cards : 0; m; m &= m - 1)
        one_more(out + def[__builtin_ctzll(m)]);
    out = by->out + at->turned;
    for (uint64_t m = at->turned < 0 ? 0 : cards & down; m; m &= m - 1)
        one_more(out + def[__builtin_ctzll(m)]);
    for (uint64_t m = at->owned < 0 ? 0 : cards & k_owned(by->s)[w]; m; m &= m - 1)
        put_owner(by, at, w * 64 + (unsigned)__builtin_ctzll(m));
}

/* The cards of a row that are seen or remembered, with their places. */
static inline void see_row(const struct seeing *by, const struct stretch *at, unsigned first)
{
    const struct kinst *in = k_insts(by->s);
    const uint64_t *seen = by->n->seen;
    const uint16_t *def = by->def;
    int8_t *cards = by->out + at->cards, *places = by->out + at->places;
    int place = 0;

    for (unsigned c = first; c != NO_CARD; c = in[c].next) {
        place += place < INT8_MAX;
        if (!set_has(seen, c))
            continue;
        one_more(cards + def[c]);
        places[def[c]] = (int8_t)place;
    }
}

static inline void see_slot(const struct seeing *by, const struct stretch *at,
                            const uint64_t *held, unsigned words)
{
    const uint64_t *turned = k_down(by->s);

    for (unsigned w = 0; w < words; w++) {
        uint64_t down = turned[w], m = held[w];
        if (!m)
            continue;
        uint64_t sure = m & ((~down & at->up) | (down & at->down));
        see_word(by, at, w, sure, down);
        for (m = by->shown || at->each ? m & ~sure : 0; m; m &= m - 1)
            see_card(by, at, w * 64 + (unsigned)__builtin_ctzll(m));
    }
}

static void see_slots(const struct seeing *by)
{
    const ct_numbers *n = by->n;
    int row = by->o == K_ALL_SEEING ? n->seats + 1 : by->o;
    const struct stretch *at = n->lies + (size_t)row * n->slots, *end = at + n->slots;
    const struct kslot *slot = k_slots(by->s);
    const uint64_t *held = k_held(by->s, 0);
    int8_t *out = by->out;
    unsigned words = by->s->words;
    bool shown = by->shown;

    for (; at < end; at++, slot++, held += words) {
        unsigned count = slot->count;
        if (!count)
            continue;
        out[at->count] = (int8_t)(count < INT8_MAX ? count : INT8_MAX);
        if (!(shown | at->open))
            continue;
        see_slot(by, at, held, words);
        if (at->places >= 0)
            see_row(by, at, slot->head);
    }
}

int ct_observe(ct_numbers *n, ct_state *state, int observer, const int32_t *given, int ngiven,
               int8_t *out)
{
    struct kstate *s = block(state);
    int o = engine_observer(n->e, s, observer), me = o >= 0 && o < n->seats ? o : 0;
    uint16_t *known = NULL;

    if (o == -2)
        return -1;
    k_at(&n->e->k, s);
    if (n->e->k.err.code)
        return engine_no_memory(n->e);
    if (s->track == TRACK_ALL && o != K_ALL_SEEING) {
        known = k_list(&n->e->k);
        if (!known)
            return engine_no_memory(n->e);
        facts_known(s, o, known);
    }
    struct seeing by = {.n = n,
                        .s = s,
                        .def = n->e->k.plan->cast->def,
                        .known = known,
                        .out = out,
                        .o = o,
                        .me = me,
                        .shown = known || k_rules(s)->any_shown};
    memset(out, 0, (size_t)n->values * sizeof *out);
    memset(n->seen, 0, s->words * sizeof *n->seen);
    see_counters(n, s, me, out);
    see_phases(n, s, me, out);
    for (int i = 0; i < TOLD && i < ngiven; i++)
        put_number(out + n->given + 2 * i, 1 + given[ngiven - 1 - i]);
    see_slots(&by);
    see_marks(n, s, me, out);
    k_unlist(&n->e->k, known);
    return 0;
}

const char *ct_span_name(enum ct_span_is is)
{
    static const char *const names[] = {CT_SPANS(ROW_NAME)};
    return (unsigned)is < sizeof names / sizeof *names ? names[is] : NULL;
}

bool ct_get_span(const ct_numbers *n, int i, struct ct_span *out)
{
    if (i < 0 || i >= n->nspans)
        return false;
    *out = n->span[i];
    return true;
}

/* ---- making and freeing ---- */

struct making {
    ct_numbers *n;
    struct kstate *s;
};

static void make(void *ctx)
{
    struct making *m = ctx;

    number_choices(m->n);
    lay_out(m->n, m->s);
}

ct_numbers *ct_numbers_new(ct_engine *e, const struct ct_setup *setup)
{
    ct_state *game = ct_game_new(e, setup);
    ct_numbers *n = game ? calloc(1, sizeof *n) : NULL;
    struct making m = {n, block(game)};

    if (!game)
        return NULL;
    if (n) {
        *n = (ct_numbers){
            .e = e, .mem = arena_new(), .seats = ct_seats(game), .cards = e->def->k.ncards};
        if (!n->mem || !arena_try(n->mem, make, &m)) {
            ct_numbers_free(n);
            n = NULL;
        }
    }
    ct_state_free(game);
    if (!n)
        engine_no_memory(e);
    return n;
}

void ct_numbers_free(ct_numbers *n)
{
    if (!n)
        return;
    arena_free(n->mem);
    free(n->left);
    free(n->next);
    free(n->list);
    free(n);
}

int ct_numbers_actions(const ct_numbers *n)
{
    return n->actions;
}

int ct_numbers_values(const ct_numbers *n)
{
    return n->values;
}

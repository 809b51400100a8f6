/* board.c - a game as a person sees it. */
#include "board.h"

#include "load/arena.h"
#include "load/describe_internal.h"
#include "table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const bold = "\033[1m", *const dim = "\033[2m", *const cyan = "\033[36m",
                         *const plain = "\033[0m";

static void paint(const struct board *b, const char *code)
{
    if (b->colour)
        fputs(code, b->out);
}

/* ---- zones ---- */

/* "A, 2 × B (down), 3 cards": equal neighbours together. */
static void cards_text(const struct board *b, struct str *to, const struct ct_card *cards,
                       int n, bool backs_are_usual)
{
    int backs = 0;

    for (int i = 0, same; i < n; i += same) {
        const struct ct_card *c = &cards[i];
        bool known = c->card >= 0 && (b->memory || !c->remembered);
        same = 1;
        if (!known) {
            backs++;
            continue;
        }
        while (i + same < n && cards[i + same].card == c->card && cards[i + same].up == c->up &&
               cards[i + same].remembered == c->remembered)
            same++;
        if (to->n)
            str_add(to, ", ");
        if (same > 1)
            str_addf(to, "%d × ", same);
        str_add(to, card_name(b->def, (unsigned)c->card, b->t));
        if (!c->up && !backs_are_usual)
            str_addf(to, " %s", own(W_MARK_DOWN, b->t));
        if (c->remembered)
            str_addf(to, " %s", own(W_MARK_REMEMBERED, b->t));
    }
    if (backs && to->n)
        str_add(to, ", ");
    if (backs)
        SAY(to, W_N_CARDS, b->t, NUMBER("n", backs));
}

/* What nobody sees is not listed either when everything is shown: decks are long. */
static bool nobody_sees(const struct board *b, int zone)
{
    const struct kzone *z = &b->def->k.zones[zone];

    return z->up == SIGHT_NOBODY && z->down == SIGHT_NOBODY;
}

/* One zone on a line; nothing if the seat has none or it is empty. */
static void zone_line(const struct board *b, int observer, int zone, int seat)
{
    int n = ct_zone_cards(b->engine, b->game, observer, zone, seat, NULL, 0);
    struct ct_card *cards;
    struct str text = {0};

    if (n <= 0)
        return;
    cards = mem_alloc((size_t)n * sizeof *cards);
    ct_zone_cards(b->engine, b->game, observer, zone, seat, cards, n);
    for (int i = 0; i < n && nobody_sees(b, zone); i++)
        cards[i].card = -1;
    cards_text(b, &text, cards, n, b->def->k.zones[zone].up != SIGHT_ALL);
    free(cards);
    fputs("  ", b->out);
    paint(b, dim);
    fprintf(b->out, "%s%s", ct_zone_name(b->engine, zone), own(W_COLON, b->t));
    paint(b, plain);
    fprintf(b->out, "%s\n", str_of(&text));
    str_free(&text);
}

/* A counter's value in words; false when there is nothing to say. */
static bool counter_text(const struct board *b, struct str *to, int counter, int seat)
{
    const struct kcounter *c = &b->def->k.counters[counter];
    int32_t value;

    if (!ct_counter(b->engine, b->game, counter, seat, &value))
        return false;
    if ((c->is == V_NUMBER && value == c->start && c->lasts != REF_NONE) ||
        (c->is == V_FLAG && !value) || ((c->is == V_SEAT || c->is == V_CARD) && value < 0))
        return false;
    if (to->n)
        str_add(to, ", ");
    counter_name(to, b->def, (unsigned)counter, value, b->t);
    if (c->is == V_NUMBER)
        str_addf(to, " %d", value);
    else if (c->is == V_SEAT)
        str_addf(to, " %s", ct_seat_name(b->engine, b->game, value));
    else if (c->is == V_CARD)
        str_addf(to, " %s", card_name(b->def, (unsigned)value, b->t));
    return true;
}

void board_seat(const struct board *b, int observer, int seat)
{
    struct str counters = {0};

    for (int c = 0; c < b->def->k.ncounters; c++)
        counter_text(b, &counters, c, seat);
    paint(b, bold);
    if (seat < 0)
        fputs(own(W_THE_TABLE, b->t), b->out);
    else
        fputs(ct_seat_name(b->engine, b->game, seat), b->out);
    paint(b, plain);
    fprintf(b->out, "%s%s\n", counters.n ? own(W_COLON, b->t) : "", str_of(&counters));
    for (int z = 0; z < b->def->k.nzones; z++)
        zone_line(b, observer, z, seat);
    str_free(&counters);
}

void board_print(const struct board *b, int observer)
{
    for (int seat = -1; seat < ct_seats(b->game); seat++)
        board_seat(b, observer, seat);
}

/* ---- the log ---- */

void board_line(const struct board *b, const struct ct_line *line)
{
    int depth = line->depth > 3 ? 3 : line->depth;

    if (line->kind == CT_LINE_PLAIN) {
        fprintf(b->out, "%*s%s\n", 2 * depth, "", line->text);
        return;
    }
    if (depth == 0)
        fputc('\n', b->out);
    paint(b, depth == 0 ? bold : cyan);
    if (depth == 0)
        fprintf(b->out, "── %s ", line->text);
    else
        fprintf(b->out, "%*s%s", 2 * depth, "", line->text);
    for (int w = text_width(line->text); depth == 0 && w < 60; w++)
        fputs("─", b->out);
    paint(b, plain);
    fputc('\n', b->out);
}

/* ---- the end ---- */

static void names_text(const struct board *b, struct str *to, unsigned seats)
{
    bool any = false;

    for (int i = 0; i < ct_seats(b->game); i++)
        if (seats >> i & 1) {
            unsigned rest = seats >> (i + 1);
            if (any)
                str_addf(to, "%s", rest ? ", " : own(W_LAST_AND, b->t));
            any = true;
            str_add(to, ct_seat_name(b->engine, b->game, i));
        }
}

static void winners_line(const struct board *b, const struct ct_result *r, int you)
{
    struct str who = {0}, line = {0};
    int first = 0, count = 0;

    for (int i = 0; i < ct_seats(b->game); i++)
        if (r->winners >> i & 1) {
            first = count ? first : i;
            count++;
        }
    names_text(b, &who, r->winners);
    bool scored = r->scored && !r->won && !r->lost;
    enum own_word w = count == 0   ? W_NOBODY_WINS
                      : count == 1 ? (scored ? W_WINS_WITH : W_WINS)
                                   : (scored ? W_SHARE_WIN_WITH : W_SHARE_WIN);
    if (count == 0 && ct_people(b->game) == 1 && r->lost)
        w = W_LOSES;
    if (w == W_LOSES)
        names_text(b, &who, r->lost);
    SAY(&line, w, b->t, SEAT("who", str_of(&who), count <= 1 && first == you),
        NUMBER("n", r->score[first]));
    paint(b, bold);
    fprintf(b->out, "%s\n", str_of(&line));
    paint(b, plain);
    str_free(&who);
    str_free(&line);
}

/* Is the score this counter and nothing else? */
static bool is_score(const struct kdef *k, int counter)
{
    const struct kexpr *x = k->score == REF_NONE ? NULL : &k->exprs[k->score];

    return x && x->op == X_SEATCTR && x->a == REF_NONE &&
           x->imm == k->counters[counter].index && k->counters[counter].per != PER_CARD;
}

/* Counters of seats that last the whole game, as columns of the final table; not the score's
 * own where that is shown. */
static int lasting_counters(const struct board *b, bool scored, int *out, int cap)
{
    int n = 0;

    for (int c = 0; c < b->def->k.ncounters && n < cap; c++) {
        const struct kcounter *k = &b->def->k.counters[c];
        if (k->is == V_NUMBER && k->lasts == REF_NONE && k->per != PER_GAME &&
            k->per != PER_CARD && !(scored && is_score(&b->def->k, c)))
            out[n++] = c;
    }
    return n;
}

static void final_table(const struct board *b, const struct ct_result *r)
{
    int counter[8], n = lasting_counters(b, r->scored, counter, 8);
    struct table t = {.columns = 4 + n};

    table_add(&t, "");
    table_add(&t, "");
    table_add(&t, own(W_SCORE, b->t));
    for (int i = 0; i < n; i++)
        table_add(&t, ct_counter_name(b->engine, counter[i]));
    table_add(&t, "");
    for (int i = 2; i < 3 + n; i++)
        t.right[i] = true;
    for (int seat = 0; seat < ct_seats(b->game); seat++) {
        bool person = ct_is_person(b->game, seat);
        table_add(&t, ct_seat_name(b->engine, b->game, seat));
        char title[320];
        table_add(&t, person ? player_title(&b->players[seat], title, sizeof title) : "");
        if (person && r->scored)
            table_addf(&t, "%" PRId64, r->score[seat]);
        else
            table_add(&t, "");
        for (int i = 0; i < n; i++) {
            int32_t v;
            if (ct_counter(b->engine, b->game, counter[i], seat, &v))
                table_addf(&t, "%d", v);
            else
                table_add(&t, "");
        }
        table_add(&t, r->winners >> seat & 1 ? "★" : "");
    }
    table_print(&t, b->out, 0, b->colour);
    table_free(&t);
}

int board_end(const struct board *b, int observer)
{
    struct ct_result r;

    if (ct_get_result(b->engine, b->game, &r))
        return -1;
    fputc('\n', b->out);
    board_print(b, observer);
    fputc('\n', b->out);
    if (*ct_reasons(b->engine, b->game)) {
        struct str why = {0};
        str_addf(&why, "%s.", ct_reasons(b->engine, b->game));
        str_one_stop(&why);
        fprintf(b->out, "%s\n", str_of(&why));
        str_free(&why);
    }
    if (r.status == CT_OVER)
        winners_line(b, &r, observer);
    final_table(b, &r);
    return 0;
}

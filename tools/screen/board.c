/* board.c - a game as a player sees it. */
#include "board.h"

#include "grid.h"
#include "marks.h"
#include "table.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const bold = "\033[1m", *const dim = "\033[2m", *const cyan = "\033[36m",
                         *const plain = "\033[0m";

int board_width(const struct board *b)
{
    return b->width ? b->width : terminal_width(b->out);
}

static void paint(const struct board *b, const char *code)
{
    if (b->colour)
        fputs(code, b->out);
}

/* ---- zones ---- */

/* The form of a zone's cards. `backs`: cards are usually hidden there, so this is not mentioned.
 * `owners`: names each owner. */
struct style {
    bool backs, owners;
};

static bool is_known(const struct board *b, const struct ct_card *c)
{
    return c->card >= 0 && (b->memory || !c->remembered);
}

/* How many of the first cards are alike. */
static int alike(const struct ct_card *c, int n, struct style style)
{
    int same = 1;

    while (same < n && c[same].card == c->card && c[same].up == c->up &&
           c[same].remembered == c->remembered && (!style.owners || c[same].owner == c->owner))
        same++;
    return same;
}

static void add_count(const struct board *b, struct buffer *to, int n)
{
    char *text = SENTENCE(&b->in, "N_CARDS", NUMBER("n", n));

    buffer_add(to, "%s", text);
    free(text);
}

static void backs_text(const struct board *b, struct buffer *to, int *backs)
{
    if (*backs && to->n)
        buffer_add(to, ", ");
    if (*backs)
        add_count(b, to, *backs);
    *backs = 0;
}

/* "A (down)" */
static void card_text(const struct board *b, struct buffer *to, const struct ct_card *c,
                      struct style style)
{
    buffer_add(to, "%s", ct_card_name(b->in.def, c->card, b->in.lang));
    if (!c->up && !style.backs)
        buffer_add(to, " %s", own_word(&b->in, "MARK_DOWN"));
    if (style.owners && c->owner >= 0)
        buffer_add(to, " (%s)", mem_said(ct_seat_within(b->engine, b->game, c->owner)));
    if (c->remembered)
        buffer_add(to, " %s", own_word(&b->in, "MARK_REMEMBERED"));
}

/* "A, 2 × B (down), 3 cards": equal neighbours together, backs in their place. */
static void cards_text(const struct board *b, struct buffer *to, const struct ct_card *cards,
                       int n, struct style style)
{
    int backs = 0;

    for (int i = 0, same; i < n; i += same) {
        const struct ct_card *c = &cards[i];
        same = 1;
        if (!is_known(b, c)) {
            backs++;
            continue;
        }
        same = alike(c, n - i, style);
        backs_text(b, to, &backs);
        if (to->n)
            buffer_add(to, ", ");
        if (same > 1)
            buffer_add(to, "%d × ", same);
        card_text(b, to, c, style);
    }
    backs_text(b, to, &backs);
}

/* Does no player ever see the zone's cards? Then they are not listed even if everything is
 * shown, as decks are long. */
static bool nobody_sees(const struct ct_zone_info *z)
{
    return z->up == CT_NOBODY && z->down == CT_NOBODY;
}

/* The cards of a zone, freed by the caller. 0: the seat has none, it is empty or not told. */
static int zone_cards(const struct board *b, int observer, int zone, int seat,
                      struct ct_card **out)
{
    int n = ct_zone_cards(b->engine, b->game, observer, zone, seat, NULL, 0);
    struct ct_zone_info z;

    *out = NULL;
    if (n < 0 && ct_zone_count(b->engine, b->game, zone, seat) >= 0)
        mem_die();
    if (n <= 0 || !ct_get_zone(b->in.def, zone, &z) || z.untold)
        return 0;
    *out = mem_alloc((size_t)n * sizeof **out);
    if (ct_zone_cards(b->engine, b->game, observer, zone, seat, *out, n) != n)
        mem_die();
    for (int i = 0; i < n && nobody_sees(&z); i++)
        (*out)[i].card = -1;
    return n;
}

/* A line, cut at the terminal's edge: `table` has the whole of it. */
static void cut_line(const struct board *b, const char *text, int at)
{
    int width = board_width(b) - at;
    bool cut = width > 0 && text_width(text) > width;

    fprintf(b->out, "%.*s%s\n", (int)(cut ? text_cut(text, width - 1) : strlen(text)), text,
            cut ? "…" : "");
}

/* The part of a line from column `at` on. Further lines, if allowed, begin at `indent`. */
static void rest_of_line(const struct board *b, const char *text, int at, int indent)
{
    if (b->brief >= BOARD_SHORT_ZONES) {
        cut_line(b, text, at);
        return;
    }
    text_put_line(b->out, text, at, indent, board_width(b));
}

/* A zone's name and a colon, the beginning of a line; the column behind it. */
static int zone_label(const struct board *b, int zone)
{
    const char *name = mem_said(ct_zone_name(b->engine, zone)),
               *colon = own_word(&b->in, "COLON");

    paint(b, dim);
    fprintf(b->out, "  %s%s", name, colon);
    paint(b, plain);
    return 2 + text_width(name) + text_width(colon);
}

/* Does so for one or several seats; with a colon if something follows. */
static int seat_label(const struct board *b, const char *names, bool follows)
{
    const char *colon = follows ? own_word(&b->in, "COLON") : "";

    paint(b, bold);
    fputs(names, b->out);
    paint(b, plain);
    fputs(colon, b->out);
    return text_width(names) + text_width(colon);
}

static void zone_print(const struct board *b, int zone, const char *text)
{
    rest_of_line(b, text, zone_label(b, zone), 4);
}

/* Is lying so that not all see them usual for the cards of a zone? */
static bool usually_backs(const struct board *b, int zone)
{
    struct ct_zone_info z;

    return ct_get_zone(b->in.def, zone, &z) && z.up != CT_EVERYBODY;
}

void board_card(const struct board *b, struct buffer *to, const struct ct_card *c)
{
    struct ct_zone_info z;

    if (is_known(b, c))
        card_text(b, to, c, (struct style){.backs = usually_backs(b, c->zone)});
    else if (ct_get_zone(b->in.def, c->zone, &z) && z.as == CT_ROW)
        buffer_add(to, "%s %d", own_word(&b->in, "GRID_BACK"), c->place + 1);
    else
        buffer_add(to, "?");
}

/* The n cards of a grid in their places, below its name. False: it is no grid, or does not fit. */
static bool grid_print(const struct board *b, int observer, int zone, int seat, int n)
{
    struct buffer text = {0}, grid = {0};
    bool fits = n > 0 && grid_add(&grid, b, observer, zone, seat);

    if (fits) {
        add_count(b, &text, n);
        zone_print(b, zone, buffer_text(&text));
        fputs(buffer_text(&grid), b->out);
    }
    buffer_free(&grid);
    buffer_free(&text);
    return fits;
}

/* Are owners of cards on the table shown? */
static bool has_owners(const struct board *b, int zone)
{
    struct ct_zone_info z;

    return ct_get_zone(b->in.def, zone, &z) && z.as != CT_PILE && ct_people(b->game) > 1;
}

/* One zone on a line. */
static void zone_line(const struct board *b, int observer, int zone, int seat)
{
    struct ct_card *cards;
    struct buffer text = {0};
    int n = zone_cards(b, observer, zone, seat, &cards);

    if (!n)
        return;
    if (grid_print(b, observer, zone, seat, n)) {
        free(cards);
        return;
    }
    struct style style = {.backs = usually_backs(b, zone),
                          .owners = seat < 0 && has_owners(b, zone)};
    cards_text(b, &text, cards, n, style);
    zone_print(b, zone, buffer_text(&text));
    buffer_free(&text);
    marks_add(&text, b, observer, zone, seat);
    if (text.n) {
        fputs("    ", b->out);
        rest_of_line(b, buffer_text(&text), 4, 6);
    }
    free(cards);
    buffer_free(&text);
}

/* A counter's value in words, if there is anything to say. `brief`: not of a number that is 0
 * as it began. */
static void counter_text(const struct board *b, struct buffer *to, int counter, int seat,
                         bool brief)
{
    struct ct_counter_info c;
    int32_t value;

    if (!ct_get_counter(b->in.def, counter, &c) || c.untold ||
        !ct_counter(b->engine, b->game, counter, seat, &value) ||
        (c.is == CT_COUNTS_NUMBER && value == c.start &&
         ((brief && value == 0) || c.lasts >= 0)))
        return;
    const char *text = mem_said(ct_counter_text(b->engine, b->game, counter, value));
    buffer_add(to, "%s%s", to->n && *text ? ", " : "", text);
}

void board_counters(const struct board *b, struct buffer *to, int seat, bool brief)
{
    for (int c = 0; ct_counter_id(b->in.def, c); c++)
        counter_text(b, to, c, seat, brief);
}

/* "Bob: stars 2, leads", the table for seat -1. */
static void seat_line(const struct board *b, int seat, bool brief)
{
    struct buffer counters = {0};

    board_counters(b, &counters, seat, brief);
    const char *name = seat < 0 ? own_word(&b->in, "THE_TABLE")
                                : mem_said(ct_seat_name(b->engine, b->game, seat));
    rest_of_line(b, buffer_text(&counters), seat_label(b, name, counters.n), 4);
    buffer_free(&counters);
}

void board_seat(const struct board *b, int observer, int seat)
{
    seat_line(b, seat, false);
    for (int z = 0; ct_zone_id(b->in.def, z); z++)
        zone_line(b, observer, z, seat);
}

/* ---- visible cards of others ---- */

/* How many different cards of a zone can be read at a glance: on the table; at another seat,
 * beside other zones. */
enum { GLANCE_TABLE = 12, GLANCE_SEAT = 6 };

/* The number of entries in a list of the cards. 0: the observer sees none. */
static int things(const struct board *b, const struct ct_card *cards, int n)
{
    int count = 0;
    bool seen = false;

    for (int i = 0; i < n; i += alike(cards + i, n - i, (struct style){0}), count++)
        seen |= is_known(b, &cards[i]) && !cards[i].remembered;
    return seen ? count : 0;
}

/* The number of visible cards of a grid. 0: it is no grid, or does not fit. */
static int grid_count(const struct board *b, int observer, int zone, int seat)
{
    struct buffer grid = {0};
    struct ct_card *cards;
    struct ct_zone_info z;
    int n = zone_cards(b, observer, zone, seat, &cards);

    if (!ct_get_zone(b->in.def, zone, &z) || z.gone || !n ||
        !grid_add(&grid, b, observer, zone, seat))
        n = 0;
    buffer_free(&grid);
    free(cards);
    return n;
}

/* Notes on its cards, after them on the same line. */
static void add_marks(const struct board *b, struct buffer *to, int observer, int zone,
                      int seat)
{
    struct buffer marks = {0};

    marks_add(&marks, b, observer, zone, seat);
    if (marks.n)
        buffer_add(to, " (%s)", buffer_text(&marks));
    buffer_free(&marks);
}

/* A zone of the table: its cards with owners; of a pile the first; of many the number. Nothing
 * if the observer sees no card. */
static void open_zone(const struct board *b, struct buffer *to, int observer, int zone)
{
    struct ct_zone_info z = {0};
    bool pile = ct_get_zone(b->in.def, zone, &z) && z.as == CT_PILE;
    struct style style = {.owners = has_owners(b, zone)};
    struct ct_card *cards;
    int n = zone_cards(b, observer, zone, -1, &cards), count = things(b, cards, n), shown = n;

    if (pile)
        shown = n > 0 && is_known(b, cards);
    else if (count > GLANCE_TABLE)
        shown = 0;
    if (count && !z.gone) {
        cards_text(b, to, cards, shown, style);
        if (shown && shown < n)
            buffer_add(to, " %s ", own_word(&b->in, "AND"));
        if (shown < n)
            add_count(b, to, n - shown);
        else
            add_marks(b, to, observer, zone, -1);
    }
    free(cards);
}

static void open_table(const struct board *b, int observer)
{
    struct buffer text = {0};
    bool said;

    board_counters(b, &text, -1, true);
    said = text.n > 0;
    if (said)
        seat_line(b, -1, true);
    for (int z = 0; ct_zone_id(b->in.def, z); z++) {
        int grid = grid_count(b, observer, z, -1);
        buffer_free(&text);
        if (!grid)
            open_zone(b, &text, observer, z);
        if ((text.n || grid) && !said)
            seat_line(b, -1, true);
        if (text.n)
            zone_print(b, z, buffer_text(&text));
        grid_print(b, observer, z, -1, grid);
        said |= text.n || grid;
    }
    buffer_free(&text);
}

/* Zone z of another seat in words, if the observer sees a card of it: how many entries that is. */
static int seat_zone(const struct board *b, struct buffer *to, int observer, int z, int seat)
{
    struct ct_card *cards;
    int n = zone_cards(b, observer, z, seat, &cards), count = things(b, cards, n);

    if (count) {
        cards_text(b, to, cards, n, (struct style){.backs = usually_backs(b, z)});
        add_marks(b, to, observer, z, seat);
    }
    free(cards);
    return count;
}

static void add_zone(const struct board *b, struct buffer *to, int z, const char *text)
{
    buffer_add(to, "%s%s%s%s", to->n ? own_word(&b->in, "SEMICOLON") : "",
               mem_said(ct_zone_name(b->engine, z)), own_word(&b->in, "COLON"), text);
}

/* How many cards another seat has that the observer does not see, without piles. */
static void held_cards(const struct board *b, struct buffer *to, int observer, int seat)
{
    struct ct_zone_info info;

    for (int z = 0; ct_get_zone(b->in.def, z, &info); z++) {
        struct ct_card *cards = NULL;
        int n = info.as == CT_PILE ? 0 : zone_cards(b, observer, z, seat, &cards);
        if (n && !things(b, cards, n) && !grid_count(b, observer, z, seat)) {
            add_zone(b, to, z, "");
            add_count(b, to, n);
        }
        free(cards);
    }
}

/* Zones with many cards, one line each; grids in their places. */
static void full_zones(const struct board *b, int observer, int seat)
{
    for (int z = 0; ct_zone_id(b->in.def, z); z++) {
        struct buffer text = {0};
        if (!grid_print(b, observer, z, seat, grid_count(b, observer, z, seat)) &&
            seat_zone(b, &text, observer, z, seat) > GLANCE_SEAT)
            cut_line(b, buffer_text(&text), zone_label(b, z));
        buffer_free(&text);
    }
}

/* Seats about which only their number of cards is told. Seats with the same number share a line. */
struct holders {
    struct buffer names, held;
};

static void named_line(const struct board *b, const char *names, const char *text)
{
    cut_line(b, text, seat_label(b, names, *text));
}

static void holders_print(const struct board *b, struct holders *h)
{
    if (h->names.n)
        named_line(b, buffer_text(&h->names), buffer_text(&h->held));
    buffer_free(&h->names);
    buffer_free(&h->held);
}

static void holders_add(const struct board *b, struct holders *h, int observer, int seat)
{
    struct buffer held = {0};

    held_cards(b, &held, observer, seat);
    if (held.n) {
        if (h->names.n && strcmp(buffer_text(&h->held), buffer_text(&held)) != 0)
            holders_print(b, h);
        buffer_add(&h->names, "%s%s", h->names.n ? ", " : "",
                   mem_said(ct_seat_name(b->engine, b->game, seat)));
        if (!h->held.n)
            buffer_add(&h->held, "%s", buffer_text(&held));
    }
    buffer_free(&held);
}

/* Another seat's counters and zones with few cards, on one line, and below it those with many. */
static void open_seat(const struct board *b, int observer, int seat, struct holders *h)
{
    struct buffer line = {0}, zones = {0};
    bool many = false;

    board_counters(b, &line, seat, true);
    for (int z = 0; ct_zone_id(b->in.def, z); z++) {
        struct buffer text = {0};
        bool grid = grid_count(b, observer, z, seat) > 0;
        int count = grid ? 0 : seat_zone(b, &text, observer, z, seat);
        many |= grid || count > GLANCE_SEAT;
        if (count && count <= GLANCE_SEAT)
            add_zone(b, &zones, z, buffer_text(&text));
        buffer_free(&text);
    }
    if (line.n || zones.n || many) {
        holders_print(b, h);
        held_cards(b, &line, observer, seat); /* first: the line may be cut */
        if (zones.n)
            buffer_add(&line, "%s%s", line.n ? own_word(&b->in, "SEMICOLON") : "",
                       buffer_text(&zones));
        named_line(b, mem_said(ct_seat_name(b->engine, b->game, seat)), buffer_text(&line));
    } else {
        holders_add(b, h, observer, seat);
    }
    if (many)
        full_zones(b, observer, seat);
    buffer_free(&line);
    buffer_free(&zones);
}

void board_open(const struct board *b, int observer)
{
    struct holders h = {{0}, {0}};

    open_table(b, observer);
    for (int seat = 0; seat < ct_seats(b->game); seat++)
        if (seat != observer)
            open_seat(b, observer, seat, &h);
    holders_print(b, &h);
}

/* Can the seat (or the table) have any zone or counter? */
static bool has_mat(const struct board *b, int observer, int seat)
{
    struct buffer counters = {0};
    struct ct_zone_info z;

    board_counters(b, &counters, seat, false);
    bool any = counters.n > 0;
    buffer_free(&counters);
    for (int i = 0; !any && ct_get_zone(b->in.def, i, &z); i++) {
        struct ct_card *cards = NULL;
        any = seat < 0 ? zone_cards(b, observer, i, -1, &cards) > 0 : !z.table && !z.untold;
        free(cards);
    }
    return any;
}

void board_print(const struct board *b, int observer)
{
    for (int seat = -1; seat < ct_seats(b->game); seat++)
        if (has_mat(b, observer, seat))
            board_seat(b, observer, seat);
}

/* ---- the log ---- */

void board_line(const struct board *b, const struct ct_line *line)
{
    int depth = line->depth > 3 ? 3 : line->depth, width = board_width(b);
    int rule = width && width < 64 ? width - 4 : 60; /* with the text before it */

    if (line->kind == CT_LINE_PLAIN) {
        fprintf(b->out, "%*s", 2 * depth, "");
        text_put_line(b->out, line->text, 2 * depth, 2 * depth + 2, width);
        return;
    }
    if (depth == 0)
        fputc('\n', b->out);
    paint(b, depth == 0 ? bold : cyan);
    if (depth == 0)
        fprintf(b->out, "── %s ", line->text);
    else
        fprintf(b->out, "%*s%s", 2 * depth, "", line->text);
    for (int w = text_width(line->text); depth == 0 && w < rule; w++)
        fputs("─", b->out);
    paint(b, plain);
    fputc('\n', b->out);
}

void board_say(const struct board *b, const char *word, const struct ct_filling *with, int n)
{
    char *text = own_sentence(&b->in, word, with, n);

    text_put_line(b->out, text, 0, 2, board_width(b));
    free(text);
}

/* ---- the end ---- */

const char *board_player(const struct board *b, int seat, char *out, size_t cap)
{
    const struct player *p = &b->players[seat];

    return p->kind == PLAYER_HUMAN    ? own_word(&b->in, "PLAYER_HUMAN")
           : p->kind == PLAYER_RANDOM ? own_word(&b->in, "PLAYER_RANDOM")
                                      : player_title(p, out, cap);
}

static void names_text(const struct board *b, struct buffer *to, unsigned seats)
{
    bool any = false;

    for (int i = 0; i < ct_seats(b->game); i++)
        if (seats >> i & 1) {
            unsigned rest = seats >> (i + 1);
            if (any)
                buffer_add(to, "%s", rest ? ", " : own_word(&b->in, "LAST_AND"));
            any = true;
            buffer_add(to, "%s", mem_said(ct_seat_name(b->engine, b->game, i)));
        }
}

/* Are there sides of several players against others? Then a side's sum decides. */
static bool side_scores_count(const struct board *b, const struct ct_result *r)
{
    bool together = false, against = false;

    for (int i = 0; i < ct_seats(b->game); i++)
        for (int k = 0; k < i; k++)
            if (r->side[i] && r->side[k]) {
                bool one = r->side[i] >> k & 1;
                together |= one;
                against |= !one;
            }
    return r->scored && !r->graded && together && against;
}

/* Frees the line. */
static void bold_line(const struct board *b, char *line)
{
    paint(b, bold);
    fprintf(b->out, "%s\n", line);
    paint(b, plain);
    free(line);
}

static void winners_line(const struct board *b, const struct ct_result *r, int you)
{
    struct buffer who = {0};
    int first = 0, count = 0;

    for (int i = 0; i < ct_seats(b->game); i++)
        if (r->winners >> i & 1) {
            first = count ? first : i;
            count++;
        }
    bool scored = r->scored && !r->won && !r->lost;
    bool loses = count == 0 && ct_people(b->game) == 1 && r->lost;
    const char *word =
        loses        ? "LOSES"
        : count == 0 ? "NOBODY_WINS"
        : count == 1 ? (scored ? "WINS_WITH" : "WINS")
        : r->sides == 1
            ? (scored && side_scores_count(b, r) ? "WIN_TOGETHER_WITH" : "WIN_TOGETHER")
            : (scored ? "SHARE_WIN_WITH" : "SHARE_WIN");
    names_text(b, &who, loses ? r->lost : r->winners);
    bold_line(b,
              SENTENCE(&b->in, word, SEAT("who", buffer_text(&who), count <= 1 && first == you),
                       NUMBER("n", side_scores_count(b, r) ? r->side_score[first]
                                                           : r->score[first])));
    buffer_free(&who);
}

/* Do the rules name all players as losers? Then their scores do not count. */
static bool all_lost(const struct board *b, const struct ct_result *r)
{
    for (int i = 0; i < ct_seats(b->game); i++)
        if (ct_is_person(b->game, i) && !(r->lost >> i & 1))
            return false;
    return true;
}

/* The score, if all have the same; otherwise the table shows it. */
static void graded_line(const struct board *b, const struct ct_result *r)
{
    int first = -1;

    for (int i = 0; i < ct_seats(b->game); i++) {
        if (!ct_is_person(b->game, i))
            continue;
        first = first < 0 ? i : first;
        if (r->score[i] != r->score[first] || r->out_of[i] != r->out_of[first])
            return;
    }
    bold_line(b, SENTENCE(&b->in, "REACHED", NUMBER("n", r->score[first]),
                          NUMBER("of", r->out_of[first])));
}

/* Counters of seats that last the whole game, as columns of the final table; not the score's
 * own where that is shown. */
static int lasting_counters(const struct board *b, bool scored, int *out, int cap)
{
    int n = 0;

    struct ct_counter_info k;

    for (int c = 0; n < cap && ct_get_counter(b->in.def, c, &k); c++)
        if (k.is == CT_COUNTS_NUMBER && k.lasts < 0 && k.of == CT_OF_SEATS && !k.untold &&
            !(scored && k.is_score))
            out[n++] = c;
    return n;
}

/* A seat without a player (for example a pile of a solitaire) only has a line if there is
 * something to tell. */
static bool has_line(const struct board *b, const struct ct_result *r, int seat,
                     const int *counter, int n)
{
    int32_t v;
    bool any = ct_is_person(b->game, seat) || r->winners >> seat & 1;

    for (int i = 0; i < n && !any; i++)
        any = ct_counter(b->engine, b->game, counter[i], seat, &v);
    return any;
}

/* "★" for a winner, else "2nd"; "" if scores decide nothing. */
static void add_place(const struct board *b, struct table *t, bool wins, int place)
{
    char *said = place > 3 ? SENTENCE(&b->in, "PLACE_N", NUMBER("n", place)) : NULL;

    table_add(t, wins         ? "★"
                 : said       ? said
                 : place == 3 ? own_word(&b->in, "PLACE_3")
                 : place == 2 ? own_word(&b->in, "PLACE_2")
                              : "");
    free(said);
}

static void final_table(const struct board *b, const struct ct_result *r, const int *place)
{
    int counter[8], n = lasting_counters(b, r->scored, counter, 8);
    bool sides = side_scores_count(b, r);
    struct table t = {.columns = 5 + n};

    if (ct_people(b->game) == 1 && !r->scored && !n)
        return; /* how it ended has been said */
    table_add(&t, "");
    table_add(&t, "");
    table_add(&t, own_word(&b->in, "SCORE"));
    table_add(&t, sides ? own_word(&b->in, "SIDE_SCORE") : "");
    for (int i = 0; i < n; i++)
        table_add(&t, mem_said(ct_counter_name(b->engine, counter[i])));
    table_add(&t, "");
    for (int i = 2; i < 4 + n; i++)
        t.right[i] = true;
    for (int seat = 0; seat < ct_seats(b->game); seat++) {
        bool person = ct_is_person(b->game, seat);
        if (!has_line(b, r, seat, counter, n))
            continue;
        table_add(&t, mem_said(ct_seat_name(b->engine, b->game, seat)));
        char title[320];
        table_add(&t, person ? board_player(b, seat, title, sizeof title) : "");
        table_addf(&t, person && r->scored ? "%" PRId64 : "", r->score[seat]);
        table_addf(&t, person && sides ? "%" PRId64 : "", r->side_score[seat]);
        for (int i = 0; i < n; i++) {
            int32_t v;
            bool has = ct_counter(b->engine, b->game, counter[i], seat, &v);
            table_addf(&t, has ? "%d" : "", has ? v : 0);
        }
        add_place(b, &t, r->winners >> seat & 1, place[seat]);
    }
    table_print(&t, b->out, 0, b->colour);
    table_free(&t);
}

/* Does a mark stand at the end, so that no full stop is wanted? */
static bool ends_sentence(const char *text)
{
    size_t n = strlen(text);

    return strchr(".?!", text[n - 1]) || (n > 2 && !strcmp(text + n - 3, "…"));
}

/* A zone with cards that the observer did not see: all of them. */
static void hidden_zone(const struct board *b, struct buffer *to, int observer, int zone,
                        int seat)
{
    struct ct_card *seen, *all;
    int n = zone_cards(b, observer, zone, seat, &seen), hidden = 0;

    if (zone_cards(b, CT_ALL, zone, seat, &all) == n && things(b, all, n))
        for (int i = 0; i < n; i++)
            hidden += !is_known(b, &seen[i]);
    if (hidden)
        cards_text(b, to, all, n, (struct style){.backs = usually_backs(b, zone)});
    free(seen);
    free(all);
}

/* The game is over, so nothing is secret any more. */
static void tell_hidden(const struct board *b, int observer)
{
    bool said = false;

    for (int seat = -1; seat < ct_seats(b->game); seat++)
        for (int z = 0; ct_zone_id(b->in.def, z); z++) {
            struct buffer cards = {0}, line = {0};
            hidden_zone(b, &cards, observer, z, seat);
            if (cards.n) {
                if (!said)
                    fprintf(b->out, "%s\n", own_word(&b->in, "WAS_HIDDEN"));
                said = true;
                if (seat >= 0)
                    buffer_add(&line, "%s, ", mem_said(ct_seat_name(b->engine, b->game, seat)));
                buffer_add(&line, "%s%s%s", mem_said(ct_zone_name(b->engine, z)),
                           own_word(&b->in, "COLON"), buffer_text(&cards));
                fputs("  ", b->out);
                text_put_line(b->out, buffer_text(&line), 2, 4, board_width(b));
            }
            buffer_free(&cards);
            buffer_free(&line);
        }
    if (said)
        fputc('\n', b->out);
}

/* ---- the score, card by card ---- */

/* A number of equal cards with the same score. */
struct brought {
    int card, n;
    int64_t points;
};

static int by_points(const void *a, const void *b)
{
    const struct brought *x = a, *y = b;
    int64_t more = y->points * y->n - x->points * x->n;

    return more > 0 ? 1 : more < 0 ? -1 : x->card - y->card;
}

/* Equal cards together, the most first; then the rest of the score. */
static void brought_text(const struct board *b, struct buffer *to, const struct ct_scored *got,
                         int n, int64_t rest)
{
    struct brought *all = mem_alloc(((size_t)n + 1) * sizeof *all);
    int kinds = 0;

    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < kinds && (all[k].card != got[i].card || all[k].points != got[i].points))
            k++;
        if (k == kinds)
            all[kinds++] = (struct brought){got[i].card, 0, got[i].points};
        all[k].n++;
        rest -= got[i].points;
    }
    qsort(all, (size_t)kinds, sizeof *all, by_points);
    for (int k = 0; k < kinds; k++) {
        buffer_add(to, "%s", k ? ", " : "");
        if (all[k].n > 1)
            buffer_add(to, "%d × ", all[k].n);
        buffer_add(to, "%s %" PRId64, ct_card_name(b->in.def, all[k].card, b->in.lang),
                   all[k].points * all[k].n);
    }
    if (rest) {
        char *besides = SENTENCE(&b->in, "BESIDES", NUMBER("n", rest));
        buffer_add(to, ", %s", besides);
        free(besides);
    }
    free(all);
}

/* If the score is a sum over cards: what each card scored. */
static void scores_by_card(const struct board *b, const struct ct_result *r)
{
    bool said = false;

    for (int seat = 0; seat < ct_seats(b->game); seat++) {
        int n = ct_score_cards(b->engine, b->game, seat, NULL, 0);
        struct ct_scored *got = mem_alloc(((size_t)(n > 0 ? n : 0) + 1) * sizeof *got);
        struct buffer line = {0};
        if (n > 0 && ct_score_cards(b->engine, b->game, seat, got, n) == n) {
            if (!said)
                fprintf(b->out, "\n%s\n", own_word(&b->in, "BY_CARD"));
            said = true;
            buffer_add(&line, "%s %" PRId64 "%s",
                       mem_said(ct_seat_name(b->engine, b->game, seat)), r->score[seat],
                       own_word(&b->in, "COLON"));
            brought_text(b, &line, got, n, r->score[seat]);
            fputs("  ", b->out);
            text_put_line(b->out, buffer_text(&line), 2, 4, board_width(b));
        }
        buffer_free(&line);
        free(got);
    }
}

/* Why some of those with the greatest score have won and others have not. */
static void tie_line(const struct board *b, const struct ct_result *r, const char *tie,
                     int64_t value)
{
    struct buffer who = {0};

    if (!*tie)
        return;
    char *what = mem_strdup(tie);
    names_text(b, &who, r->winners);
    BOARD_SAY(b, "TIE_WON", TEXT("who", buffer_text(&who)), TEXT("what", what),
              NUMBER("n", value));
    buffer_free(&who);
    free(what);
}

int board_scores(const struct board *b, int you)
{
    int place[CT_MAX_SEATS];
    const char *tie;
    int64_t value;
    struct ct_result r;

    if (ct_get_result(b->engine, b->game, &r))
        return -1;
    const char *why = mem_said(ct_reasons(b->engine, b->game));
    if (*why)
        fprintf(b->out, "%s%s\n", why, ends_sentence(why) ? "" : ".");
    if (r.status == CT_OVER && r.graded && !r.winners && !all_lost(b, &r))
        graded_line(b, &r);
    else if (r.status == CT_OVER)
        winners_line(b, &r, you);
    if (ct_places(b->engine, b->game, place, &tie, &value))
        return -1;
    tie_line(b, &r, tie, value);
    final_table(b, &r, place);
    scores_by_card(b, &r);
    return 0;
}

int board_end(const struct board *b, int observer, int you)
{
    fputc('\n', b->out);
    board_print(b, observer);
    fputc('\n', b->out);
    if (observer != CT_ALL)
        tell_hidden(b, observer);
    return board_scores(b, you);
}

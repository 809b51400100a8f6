/* arrange.c - the places of everything on the full-screen table. */
#include "arrange.h"

#include "pager.h"
#include "tools/buffer.h"
#include "tools/look.h"
#include "tools/memory.h"
#include "tools/screen/grid.h"
#include "tools/screen/marks.h"
#include "tools/screen/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A card that observers must remember: drawn as a plain back, without what it may be. */
enum { FORGOTTEN = -2 };
enum { FEW = 4 }; /* possible cards of a back that are named beside it */

/* The arrangement so far, and where the next thing goes. */
struct making {
    struct arrangement *a;
    const struct board *b;
    struct ct_card *card; /* all that the observer sees */
    int32_t *counter;     /* … with the counters that single cards have */
    int ncards, ncounters, observer, width, colour;
    struct ct_result result;
    unsigned known; /* seats whose score the observer may know */
    int y, x;
};

static void see_all(struct making *m)
{
    const struct board *b = m->b;

    m->ncounters = ct_get_info(b->in.def, NULL).card_counters;
    m->ncards = look_all(b->engine, b->game, m->observer, &m->card, &m->counter);
    for (int i = 0; i < m->ncards; i++)
        if (m->card[i].remembered && !b->memory) {
            m->card[i].card = FORGOTTEN;
            m->card[i].remembered = false;
        }
}

/* ---- single things ---- */

static void add_strip(struct making *m, enum strip_kind is, int seat, const char *text)
{
    struct arrangement *a = m->a;

    MEM_MORE(a->strip, a->nstrips, a->strip_cap);
    size_t fits = text_cut(text, m->width - m->x);
    a->strip[a->nstrips++] = (struct strip){is, seat, m->y, m->x, mem_strndup(text, fits)};
    m->x += text_width(a->strip[a->nstrips - 1].text);
}

static void put_cell(struct making *m, struct cell c)
{
    struct arrangement *a = m->a;

    MEM_MORE(a->cell, a->ncells, a->cell_cap);
    a->cell[a->ncells++] = c;
}

/* The next cell goes behind the last, or to a new line. */
static void add_cell(struct making *m, struct cell c, const char *text)
{
    c.text = mem_strndup(text, text_cut(text, m->width - 4));
    c.w = text_width(c.text);
    if (m->x + 2 + c.w > m->width) {
        m->y++;
        m->x = 1;
    }
    c.y = m->y;
    c.x = m->x + 2;
    m->x = c.x + c.w;
    put_cell(m, c);
}

/* ---- cards ---- */

static int colour_of(const struct making *m, int card)
{
    for (int w = 0; card >= 0 && ct_trait_word(m->b->in.def, m->colour, w); w++)
        if (ct_card_is(m->b->in.def, card, m->colour, w))
            return w;
    return -1;
}

static bool same_look(const struct making *m, int i, int k)
{
    const struct ct_card *a = &m->card[i], *b = &m->card[k];

    return (a->card == b->card || (a->card < 0 && b->card < 0)) && a->up == b->up &&
           a->remembered == b->remembered &&
           (m->ncounters == 0 ||
            !memcmp(&m->counter[i * m->ncounters], &m->counter[k * m->ncounters],
                    (size_t)m->ncounters * sizeof *m->counter));
}

static void card_words(const struct making *m, struct buffer *to, int i, int n,
                       const struct ct_zone_info *z)
{
    const struct ct_card *c = &m->card[i];

    if (n > 1 && c->card >= 0)
        buffer_add(to, "%d×", n);
    if (c->card < 0)
        buffer_add(to, n > 1 ? "▒%d" : "▒", n);
    else if (!c->up && z->up == CT_EVERYBODY)
        buffer_add(to, "(%s)", ct_card_name(m->b->in.def, c->card, m->b->in.lang));
    else
        buffer_add(to, "%s%s", c->remembered ? "~" : "",
                   ct_card_name(m->b->in.def, c->card, m->b->in.lang));
    if (c->card < 0 && c->card != FORGOTTEN && z->as == CT_ROW)
        marks_may_be(to, m->b, m->observer, c, FEW);
    marks_counters(to, m->b, m->counter + (size_t)i * (size_t)m->ncounters);
}

/* n cards from `i` on as a cell without a place. */
static struct cell cell_of(const struct making *m, int i, int n)
{
    return (struct cell){.zone = m->card[i].zone,
                         .seat = m->card[i].seat,
                         .place = m->card[i].place,
                         .n = n,
                         .card = m->card[i].card < 0 ? -1 : m->card[i].card,
                         .up = m->card[i].up,
                         .remembered = m->card[i].remembered,
                         .colour = colour_of(m, m->card[i].card)};
}

/* The cards from `i` to `end` of one zone. In a row each has its place; otherwise cards that
 * look the same are one cell. */
static void zone_cells(struct making *m, int i, int end, const struct ct_zone_info *z)
{
    while (i < end) {
        int n = 1;
        while (z->as != CT_ROW && i + n < end && same_look(m, i, i + n))
            n++;
        struct buffer text = {0};
        card_words(m, &text, i, n, z);
        add_cell(m, cell_of(m, i, n), buffer_text(&text));
        buffer_free(&text);
        i += n;
    }
}

/* ---- grids ---- */

enum { MOST_COLUMNS = 64, MOST_LINES = 64 };

static int32_t counter_at(const struct making *m, int card, int counter)
{
    return m->counter[card * m->ncounters + grid_counter(m->b->in.def, counter)];
}

/* Where the columns of a grid begin, and the first numbers of columns and lines. */
struct frame {
    int64_t left, right, top, bottom;
    int x[MOST_COLUMNS + 1];
};

static int digits(int64_t n)
{
    return snprintf(NULL, 0, "%" PRId64, n);
}

static void grid_bounds(const struct making *m, int zone, int seat, bool all,
                        const struct ct_zone_info *z, struct frame *f)
{
    *f = (struct frame){
        .left = INT32_MAX, .right = INT32_MIN, .top = INT32_MAX, .bottom = INT32_MIN};
    for (int i = 0; i < m->ncards; i++) {
        if (m->card[i].zone != zone || (!all && m->card[i].seat != seat))
            continue;
        int32_t x = counter_at(m, i, z->grid_across), y = counter_at(m, i, z->grid_down);
        f->left = x < f->left ? x : f->left;
        f->right = x > f->right ? x : f->right;
        if (m->card[i].seat != seat)
            continue;
        f->top = y < f->top ? y : f->top;
        f->bottom = y > f->bottom ? y : f->bottom;
    }
}

/* The frame of a seat's grid; `all`: with the columns that the zone has at all seats, so that they
 * stand below each other. False: there is no room. */
static bool grid_frame(const struct making *m, int zone, int seat, bool all,
                       const struct ct_zone_info *z, struct frame *f)
{
    int width[MOST_COLUMNS];

    grid_bounds(m, zone, seat, all, z, f);
    if (f->right - f->left >= MOST_COLUMNS || f->bottom - f->top >= MOST_LINES)
        return false;
    int columns = (int)(f->right - f->left) + 1, top = digits(f->top),
        bottom = digits(f->bottom);
    for (int x = 0; x < columns; x++)
        width[x] = digits(f->left + x);
    for (int i = 0; i < m->ncards; i++) {
        if (m->card[i].zone != zone || (!all && m->card[i].seat != seat))
            continue;
        struct buffer text = {0};
        int x = (int)(counter_at(m, i, z->grid_across) - f->left);
        card_words(m, &text, i, 1, z);
        int w = text_width(buffer_text(&text));
        width[x] = w > width[x] ? w : width[x];
        buffer_free(&text);
    }
    f->x[0] = 2 + (top > bottom ? top : bottom) + 2;
    for (int x = 0; x < columns; x++)
        f->x[x + 1] = f->x[x] + width[x] + 2;
    return f->x[columns] - 2 <= m->width;
}

/* Inserts a cell among n others, by line, then column. False: another is there. */
static bool put_in_order(struct cell *c, int n, struct cell one)
{
    int at = n;

    for (; at > 0 && (c[at - 1].y > one.y || (c[at - 1].y == one.y && c[at - 1].x > one.x));
         at--)
        c[at] = c[at - 1];
    c[at] = one;
    return !at || c[at - 1].y != one.y || c[at - 1].x != one.x;
}

/* The numbers of its columns, above them, and of its lines. */
static void grid_heads(struct making *m, const struct frame *f, int seat)
{
    struct buffer text = {0};
    int y = m->y;

    for (int64_t x = f->left; x <= f->right; x++) {
        buffer_free(&text);
        buffer_add(&text, "%" PRId64, x);
        m->y = y + 1;
        m->x = f->x[x - f->left];
        add_strip(m, STRIP_ZONE, seat, buffer_text(&text));
    }
    for (int64_t line = f->top; line <= f->bottom; line++) {
        buffer_free(&text);
        buffer_add(&text, "%*" PRId64, f->x[0] - 4, line);
        m->y = y + 2 + (int)(line - f->top);
        m->x = 2;
        add_strip(m, STRIP_ZONE, seat, buffer_text(&text));
    }
    buffer_free(&text);
}

/* The cards in the places that their counters give, below the zone's name. False: they do not
 * fit, or two have one place. Then nothing is added. */
static bool grid_cells(struct making *m, int from, int end, const struct ct_zone_info *z)
{
    int n = end - from, zone = m->card[from].zone, seat = m->card[from].seat;
    struct frame f;
    bool fits =
        grid_frame(m, zone, seat, true, z, &f) || grid_frame(m, zone, seat, false, z, &f);
    struct cell *c = mem_alloc((size_t)n * sizeof *c);
    int laid = 0;

    for (; fits && laid < n; laid++) {
        struct cell one = cell_of(m, from + laid, 1);
        struct buffer text = {0};
        card_words(m, &text, from + laid, 1, z);
        one.text = mem_strndup(buffer_text(&text), text.n);
        one.w = text_width(one.text);
        one.x = f.x[counter_at(m, from + laid, z->grid_across) - f.left];
        one.y = m->y + 2 + (int)(counter_at(m, from + laid, z->grid_down) - f.top);
        buffer_free(&text);
        fits = put_in_order(c, laid, one);
    }
    for (int i = 0; i < laid; i++)
        if (fits)
            put_cell(m, c[i]);
        else
            free(c[i].text);
    if (fits)
        grid_heads(m, &f, seat);
    free(c);
    return fits;
}

/* ---- zones and seats ---- */

static void put_zone(struct making *m, int zone, int seat)
{
    struct ct_zone_info z;
    int from = 0, to;

    while (from < m->ncards && (m->card[from].zone != zone || m->card[from].seat != seat))
        from++;
    for (to = from; to < m->ncards && m->card[to].zone == zone && m->card[to].seat == seat;
         to++)
        ;
    if (from == to || !ct_get_zone(m->b->in.def, zone, &z) || z.untold)
        return;
    for (int i = from; i < to && z.up == CT_NOBODY && z.down == CT_NOBODY; i++)
        m->card[i].card = m->card[i].remembered ? m->card[i].card : -1;
    struct buffer name = {0};
    buffer_add(&name, "%s %d", mem_said(ct_zone_name(m->b->engine, zone)), to - from);
    m->x = 1;
    add_strip(m, STRIP_ZONE, seat, buffer_text(&name));
    buffer_free(&name);
    if (z.grid_across < 0 || !grid_cells(m, from, to, &z))
        zone_cells(m, from, to, &z);
    m->y++;
}

/* Does zone a come before b by `layout`? Zones that it does not name come last. */
static bool lies_before(const struct ct_zone_info *a, const struct ct_zone_info *b)
{
    if (a->row != b->row)
        return a->row && (!b->row || a->row < b->row);
    return a->column < b->column;
}

static void put_zones(struct making *m, int seat)
{
    struct ct_zone_info z[256];
    int order[256], n = 0;

    for (; n < 256 && ct_get_zone(m->b->in.def, n, &z[n]); n++) {
        int at = n;
        for (; at > 0 && lies_before(&z[n], &z[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = n;
    }
    for (int i = 0; i < n; i++)
        put_zone(m, order[i], seat);
}

/* The effects that wait, in order. */
static void put_waiting(struct making *m)
{
    enum { MOST = 64 };
    const struct board *b = m->b;
    struct ct_waiting w[MOST];
    int n = ct_waiting(b->engine, b->game, m->observer, w, MOST);

    for (int i = 0; i < n && i < MOST; i++) {
        struct buffer line = {0};
        buffer_add(&line, "%d.", i + 1);
        if (w[i].seat >= 0)
            buffer_add(&line, " %s", mem_said(ct_seat_name(b->engine, b->game, w[i].seat)));
        if (w[i].of_card && w[i].card.card >= 0)
            buffer_add(&line, " %s", ct_card_name(b->in.def, w[i].card.card, b->in.lang));
        const char *text = mem_said(ct_effect_text(b->engine, b->game, w[i].effect, -1));
        buffer_add(&line, "%s%s", *text ? own_word(&b->in, "COLON") : "", text);
        if (w[i].aimed && w[i].target.card >= 0)
            buffer_add(&line, " → %s", ct_card_name(b->in.def, w[i].target.card, b->in.lang));
        if (!i) {
            m->x = 1;
            add_strip(m, STRIP_ZONE, -1, own_word(&b->in, "PAGE_WAITING"));
            m->y++;
        }
        m->x = 3;
        add_strip(m, STRIP_ZONE, -1, buffer_text(&line));
        m->y++;
        buffer_free(&line);
    }
}

/* Is the score a counter that stands among the others, by its own name ("chips 18")? */
static bool score_is_told(const struct board *b)
{
    struct ct_counter_info k;
    bool told = false;

    for (int c = 0; !told && ct_get_counter(b->in.def, c, &k); c++)
        told = k.is_score && !k.untold;
    return told;
}

/* The running score, as far as it may be known; then the counters. */
static void seat_words(const struct making *m, struct buffer *to, int seat)
{
    if (seat >= 0 && m->result.scored && m->known >> seat & 1 && !score_is_told(m->b))
        buffer_add(to, "%s %" PRId64, own_word(&m->b->in, "SCORE"), m->result.score[seat]);
    board_counters(m->b, to, seat, true);
}

/* Beside the name, and on lines below if there is no space. */
static void put_counters(struct making *m, int seat, const char *text)
{
    struct wrapped w = {0};
    int room = m->width - m->x;

    if (text_width(text) <= room) {
        add_strip(m, STRIP_ZONE, seat, text);
        return;
    }
    wrap_text(&w, text, m->width - 3);
    for (int i = 0; i < w.n; i++) {
        m->y++;
        m->x = 3;
        add_strip(m, STRIP_ZONE, seat, w.line[i]);
    }
    wrap_free(&w);
}

static void put_place(struct making *m, int seat)
{
    struct buffer head = {0}, counters = {0};
    const char *name = seat < 0 ? own_word(&m->b->in, "THE_TABLE")
                                : mem_said(ct_seat_name(m->b->engine, m->b->game, seat));
    int before = m->a->ncells;

    seat_words(m, &counters, seat);
    buffer_add(&head, "%s%s", name, seat < 0 || seat != m->observer ? "" : " ◀");
    m->x = 0;
    add_strip(m, STRIP_SEAT, seat, buffer_text(&head));
    m->x += 2;
    if (counters.n)
        put_counters(m, seat, buffer_text(&counters));
    m->y++;
    put_zones(m, seat);
    if (seat < 0 && m->a->ncells == before && !counters.n) { /* empty */
        free(m->a->strip[--m->a->nstrips].text);
        m->y--;
    }
    buffer_free(&head);
    buffer_free(&counters);
}

void arrange(struct arrangement *a, const struct board *b, int observer, int width)
{
    struct making m = {.a = a,
                       .b = b,
                       .observer = observer,
                       .width = width < 20 ? 20 : width,
                       .colour = ct_get_drawing(b->in.def).colour};
    int seats = ct_seats(b->game), first = observer >= 0 ? observer + 1 : 0;

    arrange_free(a);
    see_all(&m);
    if (ct_result_for(b->engine, b->game, observer, &m.result, &m.known))
        m.known = 0;
    for (int i = 0; i < seats; i++)
        if ((first + i) % seats != observer)
            put_place(&m, (first + i) % seats);
    put_place(&m, -1);
    put_waiting(&m);
    if (observer >= 0)
        put_place(&m, observer);
    a->height = m.y;
    free(m.card);
    free(m.counter);
}

void arrange_free(struct arrangement *a)
{
    for (int i = 0; i < a->ncells; i++)
        free(a->cell[i].text);
    for (int i = 0; i < a->nstrips; i++)
        free(a->strip[i].text);
    free(a->cell);
    free(a->strip);
    *a = (struct arrangement){0};
}

/* ---- finding ---- */

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

int arrange_next(const struct arrangement *a, int from, int dy, int dx)
{
    int best = from;

    if (from < 0 || from >= a->ncells)
        return a->ncells ? 0 : -1;
    if (!dy)
        return from + dx < 0 || from + dx >= a->ncells ? from : from + dx;
    const struct cell *c = &a->cell[from];
    for (int i = 0; i < a->ncells; i++) {
        const struct cell *o = &a->cell[i], *b = &a->cell[best];
        if (dy < 0 ? o->y >= c->y : o->y <= c->y)
            continue;
        if (best == from || distance(o->y, c->y) < distance(b->y, c->y) ||
            (o->y == b->y && distance(o->x, c->x) < distance(b->x, c->x)))
            best = i;
    }
    return best;
}

/* grid.c - the cards of a grid in their places. */
#include "grid.h"

#include "marks.h"
#include "table.h"
#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>

enum { MOST_LINES = 64, GAP = 2, INDENT = 4 };

/* A card and its place. */
struct lying {
    int across, down;
    char *text; /* free() */
};
struct grid {
    struct lying *v;
    int n;
    int left, right, top, bottom;
};

static void grid_free(struct grid *g)
{
    for (int i = 0; i < g->n; i++)
        free(g->v[i].text);
    free(g->v);
}

/* The card and its notes, without the two counters for its place. */
static char *text_of(const struct board *b, const struct ct_card *c, int32_t *value, int across,
                     int down)
{
    struct buffer text = {0};
    struct ct_counter_info info;
    const int at[2] = {across, down};

    for (int i = 0; i < 2; i++)
        if (ct_get_counter(b->in.def, ct_card_counter(b->in.def, at[i]), &info))
            value[at[i]] = info.start;
    board_card(b, &text, c);
    marks_counters(&text, b, value);
    return buffer_take(&text);
}

int grid_counter(const ct_definition *def, int counter)
{
    int k = 0;

    while (ct_card_counter(def, k) != counter)
        k++;
    return k;
}

static void lay(struct grid *g, char *text, int across, int down)
{
    bool first = !g->n;

    g->v[g->n++] = (struct lying){across, down, text};
    g->left = first || across < g->left ? across : g->left;
    g->right = first || across > g->right ? across : g->right;
    g->top = first || down < g->top ? down : g->top;
    g->bottom = first || down > g->bottom ? down : g->bottom;
}

static struct grid grid_read(const struct board *b, int observer,
                             const struct ct_zone_info *zone, int z, int seat)
{
    int each = ct_get_info(b->in.def, NULL).card_counters;
    struct ct_card *card;
    int32_t *value;
    int n = look_all(b->engine, b->game, observer, &card, &value);
    struct grid g = {.v = mem_alloc((size_t)(n > 0 ? n : 0) * sizeof *g.v)};

    int across = grid_counter(b->in.def, zone->grid_across),
        down = grid_counter(b->in.def, zone->grid_down);
    for (int i = 0; i < n; i++)
        if (card[i].zone == z && card[i].seat == seat) {
            int32_t *of = value + (ptrdiff_t)i * each, x = of[across], y = of[down];
            lay(&g, text_of(b, &card[i], of, across, down), x, y);
        }
    free(card);
    free(value);
    return g;
}

/* The last card at this place, and how many more are there. */
static void cell_text(const struct grid *g, int across, int down, struct buffer *to)
{
    int more = -1;
    const char *text = "";

    for (int i = 0; i < g->n; i++)
        if (g->v[i].across == across && g->v[i].down == down) {
            text = g->v[i].text;
            more++;
        }
    buffer_add(to, "%s", text);
    if (more > 0)
        buffer_add(to, " +%d", more);
}

static int column_width(const struct grid *g, int across)
{
    int most = snprintf(NULL, 0, "%d", across);

    for (int down = g->top; down <= g->bottom; down++) {
        struct buffer cell = {0};
        cell_text(g, across, down, &cell);
        int width = text_width(buffer_text(&cell));
        most = width > most ? width : most;
        buffer_free(&cell);
    }
    return most + GAP;
}

/* The width of all: its columns, behind the numbers of its lines. */
static int grid_width(const struct grid *g, int numbers)
{
    int width = INDENT + numbers + GAP;

    for (int across = g->left; across <= g->right; across++)
        width += column_width(g, across);
    return width;
}

/* A line of cards, or of the columns' numbers. */
static void add_line(struct buffer *to, const struct grid *g, int numbers, int down, bool head)
{
    struct buffer text = {0};
    int blank = 0;

    if (head)
        buffer_add(to, "%*s", INDENT + numbers + GAP, "");
    else
        buffer_add(to, "%*d%*s", INDENT + numbers, down, GAP, "");
    for (int across = g->left; across <= g->right; across++) {
        buffer_free(&text);
        if (head)
            buffer_add(&text, "%d", across);
        else
            cell_text(g, across, down, &text);
        if (text.n)
            buffer_add(to, "%*s%s", blank, "", buffer_text(&text));
        blank = (text.n ? 0 : blank) + column_width(g, across) - text_width(buffer_text(&text));
    }
    buffer_free(&text);
    buffer_add(to, "\n");
}

static int numbers_width(const struct grid *g)
{
    int top = snprintf(NULL, 0, "%d", g->top), bottom = snprintf(NULL, 0, "%d", g->bottom);

    return top > bottom ? top : bottom;
}

bool grid_add(struct buffer *to, const struct board *b, int observer, int zone, int seat)
{
    struct ct_zone_info info;

    if (!ct_get_zone(b->in.def, zone, &info) || info.grid_across < 0 ||
        b->brief >= BOARD_SHORT_ZONES)
        return false;
    struct grid g = grid_read(b, observer, &info, zone, seat);
    long long lines = (long long)g.bottom - g.top, columns = (long long)g.right - g.left;
    int numbers = numbers_width(&g), width = board_width(b);
    bool fits = g.n > 0 && lines < MOST_LINES && columns < MOST_LINES &&
                (!width || grid_width(&g, numbers) <= width);

    if (fits)
        add_line(to, &g, numbers, 0, true);
    for (int down = g.top; fits && down <= g.bottom; down++)
        add_line(to, &g, numbers, down, false);
    grid_free(&g);
    return fits;
}

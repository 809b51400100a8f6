/* bars.c - a histogram as bars, and as a table. */
#include "html.h"

#include "tools/memory.h"

#include <stdlib.h>

/* The number of bars aimed at. If twice as many show every number, none are put together at the
 * ends. */
enum { BARS = 40 };

/* Bars from number `first` on, each `width` numbers wide. */
struct bars {
    int64_t first, width;
    int n;
    bool less, more; /* the first bar has all smaller numbers, too; the last all larger ones */
    uint64_t all, most;
    struct bin *v;
};

static int64_t down(int64_t number, int64_t width)
{
    return number / width - (number % width < 0);
}

/* The least of 1, 2, 5, 10 … that makes BARS bars or fewer. */
static int64_t width_for(int64_t from, int64_t to)
{
    int64_t width = 1;

    for (int i = 0; down(to, width) - down(from, width) >= BARS; i++)
        width = i % 3 == 1 ? width / 2 * 5 : width * 2;
    return width;
}

/* The number with at most `few` of all below it (or above it, from the other end). */
static int64_t end_of(const struct histogram *h, uint64_t few, bool upper)
{
    uint64_t n = 0;

    for (int32_t i = 0; i < h->bins; i++) {
        int32_t at = upper ? h->bins - 1 - i : i;
        n += h->v[at].n;
        if (n > few)
            return bin_number(h->first + at);
    }
    return 0;
}

static void fill(struct bars *b, const struct histogram *h)
{
    b->v = mem_zero((size_t)b->n * sizeof *b->v);
    for (int32_t i = 0; i < h->bins; i++) {
        if (!h->v[i].n)
            continue;
        int64_t at = down(bin_number(h->first + i), b->width) - down(b->first, b->width);
        struct bin *bar = &b->v[at < 0 ? 0 : at >= b->n ? b->n - 1 : at];
        b->less |= at < 0;
        b->more |= at >= b->n;
        bar->game = bar->game && bar->game < h->v[i].game ? bar->game : h->v[i].game;
        bar->n += h->v[i].n;
        b->most = bar->n > b->most ? bar->n : b->most;
    }
}

static struct bars bars_of(const struct histogram *h)
{
    uint64_t all = histogram_count(h);
    int64_t least = end_of(h, 0, false), most = end_of(h, 0, true);
    int64_t from = end_of(h, all / 1000, false), to = end_of(h, all / 1000, true),
            width = width_for(from, to);

    if (down(most, width) - down(least, width) < 2 * BARS) {
        from = least;
        to = most;
    }
    struct bars b = {.first = down(from, width) * width,
                     .width = width,
                     .n = (int)(down(to, width) - down(from, width)) + 1,
                     .all = all};
    fill(&b, h);
    return b;
}

/* "20 to 29", "30 or more". */
static void name(struct buffer *out, const struct bars *b, int i)
{
    int64_t from = b->first + i * b->width, to = from + b->width - 1;
    bool less = b->less && !i, more = b->more && i == b->n - 1;

    html_number(out, (double)(less ? to : from), 0, false);
    if (less || more) {
        buffer_add(out, less ? " or less" : " or more");
    } else if (to > from) {
        buffer_add(out, " to ");
        html_number(out, (double)to, 0, false);
    }
}

static double percent(const struct bars *b, int i)
{
    return 100.0 * (double)b->v[i].n / (double)b->all;
}

/* About six bars, at round numbers, have a number below them. */
static void axis(struct buffer *out, const struct bars *b)
{
    int64_t step = 1;

    for (int i = 0; b->n > 8 * step; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    buffer_add(out, "<div class=\"axis\" aria-hidden=\"true\">");
    for (int i = 0; i < b->n; i++) {
        int64_t from = b->first + i * b->width;
        if (down(from, b->width) % step != 0)
            continue;
        buffer_add(out, "<span style=\"left:%.2f%%\">",
                   100.0 * (b->width > 1 ? i : i + 0.5) / b->n);
        html_number(out, (double)from, 0, false);
        buffer_add(out, "</span>");
    }
    buffer_add(out, "</div>\n");
}

static void list(struct buffer *out, const struct bars *b, const char *label, const char *unit)
{
    buffer_add(out, "<details><summary>The same in numbers</summary>\n");
    table_begin(out, false, "%s", label);
    head_cell(out, unit, true);
    head_cells(out, ">how often|>%|>first in game");
    head_end(out);
    for (int i = 0; i < b->n; i++) {
        if (!b->v[i].n)
            continue;
        buffer_add(out, "\n<tr><th scope=\"row\">");
        name(out, b, i);
        buffer_add(out, "</th>");
        cell_count(out, b->v[i].n);
        cell_number(out, percent(b, i), 2, false);
        cell_game(out, b->v[i].game);
        row_end(out);
    }
    table_end(out);
    buffer_add(out, "</details>\n");
}

void draw_histogram(struct buffer *out, const struct histogram *h, const char *label,
                    const char *unit)
{
    if (!histogram_count(h))
        return;
    struct bars b = bars_of(h);
    buffer_add(out,
               "<figure><svg viewBox=\"0 0 %d 100\" preserveAspectRatio=\"none\" role=\"img\" "
               "aria-label=\"",
               b.n * 10);
    html_text(out, label);
    buffer_add(out, "\">");
    for (int i = 0; i < b.n; i++) {
        double high = 100.0 * (double)b.v[i].n / (double)b.most;
        if (!b.v[i].n)
            continue;
        buffer_add(out, "<rect x=\"%.1f\" y=\"%.2f\" width=\"9\" height=\"%.2f\"><title>",
                   i * 10 + 0.5, 100 - high, high);
        name(out, &b, i);
        buffer_add(out, ": ");
        html_count(out, b.v[i].n);
        buffer_add(out, " (%.1f %%)</title></rect>", percent(&b, i));
    }
    buffer_add(out, "</svg>\n");
    axis(out, &b);
    buffer_add(out, "</figure>\n");
    list(out, &b, label, unit);
    free(b.v);
}

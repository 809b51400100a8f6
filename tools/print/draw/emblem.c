/* emblem.c - an ornament for cards that have no picture: rings of petals, drawn from the card's identifier. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "emblem.h"

#include "cantrip.h"

#include <math.h>

static const double turn = 6.283185307179586;

/* FNV-1a, of 64 bits: the random numbers of a card begin there. */
static uint64_t seed_of(const char *id)
{
    uint64_t h = 14695981039346656037u;

    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 1099511628211u;
    return h;
}

/* One petal from the middle outwards: between two radii, so wide at `at` of its way. */
static void petal(cairo_t *cr, double from, double to, double wide, double at)
{
    double belly = from + (to - from) * at;

    cairo_move_to(cr, from, 0);
    cairo_curve_to(cr, from, wide, belly, wide, to, 0);
    cairo_curve_to(cr, belly, -wide, from, -wide, from, 0);
    cairo_close_path(cr);
}

static void dot(cairo_t *cr, double at, double radius)
{
    cairo_move_to(cr, at + radius, 0);
    cairo_arc(cr, at, 0, radius, 0, turn);
    cairo_close_path(cr);
}

static void facet(cairo_t *cr, double from, double to, double wide)
{
    double middle = (from + to) / 2;

    cairo_move_to(cr, from, 0);
    cairo_line_to(cr, middle, wide);
    cairo_line_to(cr, to, 0);
    cairo_line_to(cr, middle, -wide);
    cairo_close_path(cr);
}

/* A ring of n of the same, between two radii. */
static void ring(cairo_t *cr, struct ct_rng *rng, int n, double from, double to)
{
    uint32_t shape = ct_rng_below(rng, 4), shift = ct_rng_below(rng, 2);
    double wide = (0.5 + 0.1 * ct_rng_below(rng, 6)) * turn * (from + to) / 4 / n;
    double at = 0.4 + 0.1 * ct_rng_below(rng, 6);

    cairo_save(cr);
    cairo_rotate(cr, -turn / 4 + (shift ? turn / 2 / n : 0));
    for (int i = 0; i < n; i++) {
        if (shape < 2)
            petal(cr, from, to, wide, at);
        else if (shape == 2)
            facet(cr, from, to, wide);
        else
            dot(cr, (from + to) / 2, fmin(wide, (to - from) / 2));
        cairo_rotate(cr, turn / n);
    }
    cairo_restore(cr);
    cairo_fill(cr);
}

void emblem_draw(cairo_t *cr, const char *id, struct ink colour, double x, double y,
                 double width, double height)
{
    struct ct_rng rng = ct_rng_make(seed_of(id), 0);
    double radius = fmin(width, height) * 0.46, edge = radius;
    int folds = 5 + (int)ct_rng_below(&rng, 5);

    cairo_save(cr);
    cairo_translate(cr, x + width / 2, y + height / 2);
    ink_set(cr, ink_tint(colour, 0.16));
    dot(cr, 0, radius);
    cairo_fill(cr);
    for (int i = 0; i < 3; i++) {
        double inner = i == 2 ? 0 : edge * (0.45 + 0.05 * ct_rng_below(&rng, 5));
        ink_set(cr, ink_tint(colour, 0.42 + 0.26 * i));
        ring(cr, &rng, i == 1 ? 2 * folds : folds, inner, edge * 0.97);
        edge = i == 2 ? edge : inner + (edge - inner) * 0.25 * ct_rng_below(&rng, 2);
    }
    ink_set(cr, ink_tint(colour, 0.42));
    cairo_set_line_width(cr, radius * 0.03);
    cairo_arc(cr, 0, 0, radius, 0, turn);
    cairo_stroke(cr);
    cairo_restore(cr);
}
#else
typedef int something_for_the_compiler;
#endif

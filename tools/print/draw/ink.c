/* ink.c - colours, and texts that are made to fit. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "ink.h"

#include <string.h>

const struct ink ink_black = {0.12, 0.13, 0.15}, ink_white = {1, 1, 1},
                 ink_grey = {0.36, 0.39, 0.43};

/* Apart from each other also for who sees red and green alike; slate for what has no colour. */
static const struct ink words[] = {{0.10, 0.37, 0.62}, {0.68, 0.38, 0.00}, {0.07, 0.46, 0.34},
                                   {0.46, 0.22, 0.54}, {0.13, 0.50, 0.64}, {0.70, 0.23, 0.10},
                                   {0.49, 0.43, 0.02}, {0.33, 0.37, 0.42}};
enum { WORDS = sizeof words / sizeof *words };

struct ink ink_of(int word)
{
    return words[word < 0 ? WORDS - 1 : word % WORDS];
}

struct ink ink_tint(struct ink a, double share)
{
    return (struct ink){1 - (1 - a.r) * share, 1 - (1 - a.g) * share, 1 - (1 - a.b) * share};
}

void ink_set(cairo_t *cr, struct ink a)
{
    cairo_set_source_rgb(cr, a.r, a.g, a.b);
}

/* ---- signs ---- */

/* Those of counters in the order in which they are declared, and the suits of playing cards as everybody knows them. */
static bool sign_colour(const struct pen *pen, const char *sign, size_t n, struct ink *out)
{
    static const struct ink counters[] = {
        {0.66, 0.47, 0.00}, {0.76, 0.10, 0.14}, {0.05, 0.36, 0.68}, {0.10, 0.45, 0.20}};
    const char *at = pen->signs;
    int i = 0;

    for (; *at && strncmp(at, sign, n) != 0; at = g_utf8_next_char(at))
        i++;
    *out = counters[i % 4];
    if (*at)
        return true;
    *out = counters[1];
    return n == strlen("♥") && (!strncmp(sign, "♥", n) || !strncmp(sign, "♦", n));
}

static void mark_signs(const struct pen *pen, const char *text, PangoAttrList *marks)
{
    for (const char *s = text, *next; *s; s = next) {
        struct ink colour;
        next = g_utf8_next_char(s);
        if (!(*s & 0x80) || !sign_colour(pen, s, (size_t)(next - s), &colour))
            continue;
        PangoAttribute *a =
            pango_attr_foreground_new((guint16)(colour.r * 65535), (guint16)(colour.g * 65535),
                                      (guint16)(colour.b * 65535));
        a->start_index = (guint)(s - text);
        a->end_index = (guint)(next - text);
        pango_attr_list_insert(marks, a);
    }
}

/* ---- fitting ---- */

static PangoLayout *lay_out(struct pen *pen, const struct fitted *f)
{
    PangoLayout *layout = pango_layout_new(pen->context);
    PangoAttrList *marks = f->marks ? f->marks : pango_attr_list_new();

    pango_attr_list_insert(marks, pango_attr_insert_hyphens_new(FALSE));
    if (!f->plain)
        mark_signs(pen, f->text, marks);
    pango_layout_set_text(layout, f->text, -1);
    pango_layout_set_attributes(layout, marks);
    pango_attr_list_unref(marks);
    pango_layout_set_width(layout, (int)(f->width * PANGO_SCALE));
    pango_layout_set_alignment(layout, f->centred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
    return layout;
}

/* Does it fit at this size? */
static bool fits(struct pen *pen, const struct fitted *f, PangoLayout *layout, double size,
                 double *height)
{
    PangoFontDescription *font = pango_font_description_new();
    PangoRectangle box;

    pango_font_description_set_family(font, f->title ? pen->title : pen->text);
    pango_font_description_set_weight(font, f->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_indent(layout, -(int)(f->hang * size * PANGO_SCALE));
    pango_layout_get_extents(layout, NULL, &box);
    *height = (double)box.height / PANGO_SCALE;
    return box.width <= (int)(f->width * PANGO_SCALE) && *height <= f->height + 0.01 &&
           (!f->line || pango_layout_get_line_count(layout) == 1);
}

PangoLayout *ink_fit(struct pen *pen, const struct fitted *f, double *height)
{
    PangoLayout *layout = lay_out(pen, f);
    double size = f->most;

    /* Words stay whole as long as it can be read. */
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    while (!fits(pen, f, layout, size, height) && size > f->least)
        size -= 0.25;
    if (!fits(pen, f, layout, size, height))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    while (!fits(pen, f, layout, size, height) && size > 0.5)
        size *= 0.96;
    if (size < pen->least && *f->text)
        pen->least = size;
    pen->missing |= pango_layout_get_unknown_glyphs_count(layout) > 0;
    return layout;
}

/* A letter stands in white on a disc. */
static void draw_inset(struct pen *pen, const struct inset *in, double x, double y, double side)
{
    if (in->art) {
        picture_draw(in->art, pen->cr, x, y, side, side);
        return;
    }
    struct fitted letter = {in->letter,          .width = side, .height = side,
                            .most = side * 0.75, .bold = true,  .centred = true,
                            .middle = true,      .plain = true, .line = true,
                            .colour = ink_white};
    cairo_new_sub_path(pen->cr);
    cairo_arc(pen->cr, x + side / 2, y + side / 2, side / 2, 0, 6.2831853071795865);
    ink_set(pen->cr, ink_grey);
    cairo_fill(pen->cr);
    double least = pen->least;
    ink_write(pen, &letter, x, y);
    pen->least = least;
}

/* Icons stand on the line, as high as its letters and a little more. */
static void draw_insets(struct pen *pen, const struct fitted *f, PangoLayout *layout, double x,
                        double y)
{
    PangoRectangle at;

    for (guint i = 0; f->insets && i < f->insets->len; i++) {
        const struct inset *in = &g_array_index(f->insets, struct inset, i);
        pango_layout_index_to_pos(layout, (int)in->at, &at);
        double w = (double)at.width / PANGO_SCALE, h = (double)at.height / PANGO_SCALE,
               side = 1.7 * w;
        draw_inset(pen, in, x + (double)at.x / PANGO_SCALE,
                   y + (double)at.y / PANGO_SCALE + (h - side) / 2, side);
    }
}

double ink_write(struct pen *pen, const struct fitted *f, double x, double y)
{
    double height;
    PangoLayout *layout = ink_fit(pen, f, &height);

    ink_set(pen->cr, f->colour);
    y += f->middle ? (f->height - height) / 2 : 0;
    cairo_move_to(pen->cr, x, y);
    pango_cairo_show_layout(pen->cr, layout);
    draw_insets(pen, f, layout, x, y);
    g_object_unref(layout);
    return height;
}
#else
typedef int something_for_the_compiler;
#endif

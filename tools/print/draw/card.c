/* card.c - a card's face and its back.
 *
 * A face from above: a band with the name between the upper corners; its picture, or an ornament, which has the room
 * that the text leaves; what kind of card it is; the text; the foot with the lower corners. All of it stands in a
 * frame with a white margin, so that a cut that goes astray meets no other card's colour.
 */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "card.h"

#include "emblem.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = 9, /* from the cut to the frame */
    BAND = 25,  /* the name */
    KIND = 12,  /* what it is */
    FOOT = 15,  /* the lower corners */
    BADGE = 21, /* a number in a corner */
    ROUND = 8,  /* the frame's corners */
    PADDING = 6 /* around text */
};
static const double readable = 6, fair_size = 8.5, full_size = 10.5;

/* What the parts of a face share. */
struct sheet {
    struct pen *pen;
    const struct face *f;
    const struct picture *art;
    const char *colon;
    struct ink colour;
    double left, right, top, bottom; /* of the frame */
    GArray *insets;                  /* of the text under way */
};

static GArray *insets_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(struct inset));
}

static void round_box(cairo_t *cr, double x, double y, double w, double h, double r)
{
    const double quarter = 1.5707963267948966;

    cairo_new_sub_path(cr);
    cairo_arc(cr, x + w - r, y + r, r, -quarter, 0);
    cairo_arc(cr, x + w - r, y + h - r, r, 0, quarter);
    cairo_arc(cr, x + r, y + h - r, r, quarter, 2 * quarter);
    cairo_arc(cr, x + r, y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr);
}

static void fill(cairo_t *cr, struct ink colour)
{
    ink_set(cr, colour);
    cairo_fill(cr);
}

/* ---- corners ---- */

/* How it is written on a plate so high. */
static struct fitted plate_text(const struct sheet *s, const struct face_value *v,
                                double height)
{
    return (struct fitted){v->text,
                           .width = 62,
                           .height = height - 2,
                           .most = v->number ? height * 0.66 : 8,
                           .least = 5,
                           .bold = true,
                           .centred = true,
                           .middle = true,
                           .line = true,
                           .colour = v->number ? ink_black : s->colour};
}

static double plate_width(struct sheet *s, const struct face_value *v, double height)
{
    PangoRectangle box;
    double h;

    if (!v->text)
        return 0;
    struct fitted f = plate_text(s, v, height);
    PangoLayout *layout = ink_fit(s->pen, &f, &h);
    pango_layout_get_extents(layout, NULL, &box);
    g_object_unref(layout);
    double wide = (double)box.width / PANGO_SCALE;
    return wide + 4 <= height ? height : wide + (v->number ? 8 : 10);
}

/* A value on a plate of its own, at the left end of x or the right. Returns how wide it is. */
static double plate(struct sheet *s, const struct face_value *v, double x, double y,
                    double height, bool right)
{
    cairo_t *cr = s->pen->cr;
    double w = plate_width(s, v, height);

    if (w <= 0)
        return 0;
    x -= right ? w : 0;
    round_box(cr, x, y, w, height, height / 2);
    ink_set(cr, ink_white);
    cairo_fill_preserve(cr);
    ink_set(cr, s->colour);
    cairo_set_line_width(cr, 1.4);
    cairo_stroke(cr);
    struct fitted f = plate_text(s, v, height);
    f.width = w - 3;
    ink_write(s->pen, &f, x + 1.5, y + 1);
    return w;
}

/* ---- the band ---- */

static void band(struct sheet *s)
{
    cairo_t *cr = s->pen->cr;
    double y = s->top + (BAND - BADGE) / 2.0, left = s->left, right = s->right;

    cairo_save(cr);
    cairo_rectangle(cr, s->left, s->top, s->right - s->left, BAND);
    cairo_clip(cr);
    round_box(cr, s->left, s->top, s->right - s->left, 3 * BAND, ROUND);
    fill(cr, s->colour);
    cairo_restore(cr);
    left += plate(s, &s->f->corner[0], left + 2.5, y, BADGE, false) +
            (s->f->corner[0].text ? 5 : 7);
    right -= plate(s, &s->f->corner[1], right - 2.5, y, BADGE, true) +
             (s->f->corner[1].text ? 5 : 7);
    struct fitted name = {s->f->name,
                          .width = right - left,
                          .height = BAND - 3,
                          .most = 13,
                          .least = readable,
                          .title = true,
                          .bold = true,
                          .middle = true,
                          .plain = true,
                          .colour = ink_white,
                          .centred = !s->f->corner[0].text == !s->f->corner[1].text};
    ink_write(s->pen, &name, left, s->top + 1.5);
}

/* ---- the foot ---- */

/* Numbers with their names, side by side, where the ruleset says nothing of corners. */
static void foot_numbers(struct sheet *s, double y)
{
    double x = s->left + PADDING;

    for (int i = 0; i < s->f->nnumbers; i++) {
        const struct face_value *v = &s->f->number[i];
        x += plate(s, v, x, y, FOOT - 3, false) + 3;
        struct fitted name = {v->name,    .width = 40,    .height = FOOT - 4, .most = 6.5,
                              .least = 5, .middle = true, .colour = ink_grey};
        double h;
        PangoRectangle box;
        PangoLayout *layout = ink_fit(s->pen, &name, &h);
        pango_layout_get_extents(layout, NULL, &box);
        g_object_unref(layout);
        ink_write(s->pen, &name, x, y);
        x += (double)box.width / PANGO_SCALE + 6;
    }
}

static void foot(struct sheet *s, const char *game)
{
    double y = s->bottom - FOOT + 1, least = s->pen->least;
    double left = plate(s, &s->f->corner[2], s->left + 3, y, FOOT - 3, false);
    double right = plate(s, &s->f->corner[3], s->right - 3, y, FOOT - 3, true);
    double free_at = s->left + PADDING + left, width = s->right - PADDING - right - free_at;

    if (s->f->nnumbers) {
        foot_numbers(s, y);
        free_at += width * 0.6;
        width *= 0.4;
    }
    struct fitted title = {game,
                           .width = width,
                           .height = FOOT - 4,
                           .most = 4.6,
                           .least = 3,
                           .middle = true,
                           .centred = !s->f->nnumbers && (left > 0) == (right > 0),
                           .colour = ink_tint(ink_grey, 0.8)};
    ink_write(s->pen, &title, free_at, y);
    s->pen->least = least; /* nobody plays by it */
}

/* ---- the text ---- */

static void mark_bold(PangoAttrList *marks, size_t from, size_t to)
{
    PangoAttribute *a = pango_attr_weight_new(PANGO_WEIGHT_BOLD);

    a->start_index = (guint)from;
    a->end_index = (guint)to;
    pango_attr_list_insert(marks, a);
}

/* A number stays with what it counts, a sign with its number; what a hyphen joins stays together. */
static void add_plain(struct sheet *s, GString *to, const char *text, const char *end)
{
    static const char no_break[] = "\u00a0", joined[] = "\u2060";
    bool number = false;

    for (const char *next; text < end; text = next) {
        gunichar c;
        next = g_utf8_next_char(text);
        c = g_utf8_get_char(next);
        if (*text == ' ' && (number || (c >= 0x80 && g_utf8_strchr(s->pen->signs, -1, c))))
            g_string_append(to, no_break);
        else
            g_string_append_len(to, text, next - text);
        if (*text == '-' && g_unichar_isalpha(c))
            g_string_append(to, joined);
        number = g_ascii_isdigit(*text);
    }
}

/* With icons before their words. */
static void add_words(struct sheet *s, GString *to, const char *text)
{
    int done = 0, from, end = 0, i;

    for (; (i = icons_next(s->pen->icons, text, &from, &end)) >= 0; done = from) {
        add_plain(s, to, text + done, text + from);
        icons_put(s->pen->icons, i, to, s->insets);
    }
    add_plain(s, to, text + done, text + strlen(text));
}

/* … beginning with a capital letter. */
static void add_capital(struct sheet *s, GString *to, const char *text)
{
    GString *capital = g_string_new(NULL);

    g_string_append_unichar(capital, g_unichar_toupper(g_utf8_get_char(text)));
    g_string_append(capital, g_utf8_next_char(text));
    add_words(s, to, capital->str);
    g_string_free(capital, TRUE);
}

/* A label begins with a capital letter. */
static void add_label(struct sheet *s, GString *to, PangoAttrList *marks, const char *label)
{
    size_t from = to->len;

    add_capital(s, to, label);
    g_string_append(to, s->colon);
    mark_bold(marks, from, to->len);
}

/* Several sentences are a list; one stands behind its label. */
static void add_section(struct sheet *s, GString *to, PangoAttrList *marks,
                        const struct face_section *section)
{
    if (!section->n)
        return;
    if (to->len)
        g_string_append_c(to, '\n');
    if (section->label)
        add_label(s, to, marks, section->label);
    for (int i = 0; i < section->n; i++) {
        if (section->n > 1)
            g_string_append(to, i || section->label ? "\n• " : "• ");
        add_words(s, to, section->entry[i]);
    }
}

/* All of it as paragraphs; the caller frees the string. */
static GString *gather(struct sheet *s, PangoAttrList **marks)
{
    GString *text = g_string_new(NULL);

    g_array_set_size(s->insets, 0);
    *marks = pango_attr_list_new();
    for (int i = 0; i < s->f->nsections; i++)
        add_section(s, text, *marks, &s->f->section[i]);
    return text;
}

static struct fitted text_box(struct sheet *s, GString *text, PangoAttrList *marks,
                              double height)
{
    bool several = strchr(text->str, '\n') != NULL;

    return (struct fitted){text->str,
                           .marks = marks,
                           .width = s->right - s->left - 2 * PADDING - 4,
                           .height = height,
                           .most = full_size,
                           .least = readable,
                           .middle = true,
                           .hang = several ? 0.7 : 0,
                           .centred = !several && text->len < 80,
                           .colour = ink_black,
                           .insets = s->insets};
}

/* How high the text stands in letters of this size. */
static double text_height(struct sheet *s, double size)
{
    PangoAttrList *marks;
    GString *text = gather(s, &marks);
    struct fitted f = text_box(s, text, marks, 10000);
    double height = 0, least = s->pen->least;

    f.most = size;
    g_object_unref(ink_fit(s->pen, &f, &height));
    s->pen->least = least;
    if (!text->len)
        height = 0;
    g_string_free(text, TRUE);
    return height;
}

static void write_text(struct sheet *s, double y, double height)
{
    PangoAttrList *marks;
    GString *text = gather(s, &marks);
    struct fitted f = text_box(s, text, marks, height - 2 * PADDING);

    ink_write(s->pen, &f, s->left + PADDING + 2, y + PADDING);
    g_string_free(text, TRUE);
}

/* ---- picture or ornament ---- */

/* A name of a sign or two ("A♠") is its own ornament. */
static bool short_name(const struct face *f)
{
    return g_utf8_strlen(f->name, -1) <= 3;
}

static void ornament(struct sheet *s, double y, double height)
{
    cairo_t *cr = s->pen->cr;
    double x = s->left + 4, w = s->right - s->left - 8;

    if (s->art) {
        cairo_save(cr);
        round_box(cr, x, y, w, height, 4);
        cairo_clip(cr);
        if (!picture_draw(s->art, cr, x, y, w, height))
            emblem_draw(cr, s->f->id, s->colour, x, y, w, height);
        cairo_restore(cr);
    } else if (short_name(s->f)) {
        struct fitted name = {s->f->name,         .width = w,      .height = height - 8,
                              .most = 80,         .least = 12,     .title = true,
                              .bold = true,       .centred = true, .middle = true,
                              .colour = ink_black};
        ink_write(s->pen, &name, x, y + 4);
    } else {
        emblem_draw(cr, s->f->id, s->colour, x, y, w, height);
    }
}

static void kind(struct sheet *s, double y, double height, double most)
{
    GString *text = g_string_new(NULL);

    g_array_set_size(s->insets, 0);
    add_capital(s, text, s->f->kind);
    struct fitted f = {text->str,           .width = s->right - s->left - 12,
                       .height = height,    .most = most,
                       .least = 5,          .bold = true,
                       .centred = true,     .middle = true,
                       .colour = s->colour, .insets = s->insets};
    ink_write(s->pen, &f, s->left + 6, y + 1);
    g_string_free(text, TRUE);
}

/* ---- the face ---- */

/* How much of the room the text has, and the picture or ornament the rest. Long texts are smaller before that is; an ornament
 * that would be too small to be seen is none. */
static double text_room(struct sheet *s, double room)
{
    const double least = 26, fair = 64, most = 96, text_least = 44;
    double text = text_height(s, full_size), box = fmax(text + 2 * PADDING, text_least);

    if (text <= 0)
        return 0;
    if (room - box < fair)
        box = fmax(text_height(s, fair_size) + 2 * PADDING, room - fair);
    if (s->art)
        return fmin(box, room - fair);
    return room - box < least ? room : fmax(box, room - most);
}

static void frame(struct sheet *s)
{
    cairo_t *cr = s->pen->cr;

    round_box(cr, s->left, s->top, s->right - s->left, s->bottom - s->top, ROUND);
    fill(cr, ink_tint(s->colour, 0.13));
    band(s);
    round_box(cr, s->left, s->top, s->right - s->left, s->bottom - s->top, ROUND);
    ink_set(cr, s->colour);
    cairo_set_line_width(cr, 1.2);
    cairo_stroke(cr);
}

void draw_face(struct pen *pen, const struct face *f, const struct picture *art,
               const char *colon, const char *game)
{
    struct sheet s = {pen,
                      f,
                      art,
                      colon,
                      ink_of(f->colour),
                      MARGIN,
                      CARD_WIDTH - MARGIN,
                      MARGIN,
                      CARD_HEIGHT - MARGIN,
                      insets_new()};
    double y = s.top + BAND + 4, word = *f->kind ? KIND : 0,
           room = s.bottom - FOOT - y - word - 2;

    frame(&s);
    double box = text_room(&s, room), top = room - box;
    if (top > 0)
        ornament(&s, y, top);
    if (word > 0)
        kind(&s, y + top + 1, KIND - 2, 7);
    if (box > 0) {
        round_box(pen->cr, s.left + 4, y + top + word + 1, s.right - s.left - 8, box, 4);
        fill(pen->cr, ink_white);
        write_text(&s, y + top + word + 1, box);
    }
    foot(&s, game);
    g_array_unref(s.insets);
}

/* ---- a face of one's own ---- */

/* A text in the middle of a box. */
static void write_line(struct sheet *s, const char *text, const RsvgRectangle *box, bool title,
                       struct ink colour)
{
    struct fitted f = {text,           .width = box->width, .height = box->height,
                       .most = 30,     .least = 5,          .title = title,
                       .bold = true,   .centred = true,     .middle = true,
                       .plain = title, .colour = colour};

    ink_write(s->pen, &f, box->x, box->y);
}

static const char *const face_parts[NPARTS] = {
#define X(id, name) name,
    FACE_PARTS(X)
#undef X
};

/* A corner's text, or where no corners are said a number: the first above right. NULL: none. */
static const char *corner_text(const struct face *f, enum face_part part)
{
    int i = (int)part - PART_CORNER1;

    return f->corner[i].text || !i || i > f->nnumbers ? f->corner[i].text
                                                      : f->number[i - 1].text;
}

/* Does the face have anything for this part? */
static bool has_part(const struct face *f, enum face_part part)
{
    switch (part) {
    case PART_KIND: return *f->kind;
    case PART_TEXT: return f->nsections;
    case PART_PICTURE:
    case PART_GAME: return false; /* nobody plays by it */
    case PART_NAME: return true;
    default: return corner_text(f, part);
    }
}

static void write_part(struct sheet *s, enum face_part part, const RsvgRectangle *box,
                       const char *game, struct ink colour)
{
    s->left = box->x;
    s->right = box->x + box->width;
    switch (part) {
    case PART_NAME: write_line(s, s->f->name, box, true, colour); break;
    case PART_GAME: write_line(s, game, box, false, ink_grey); break;
    case PART_PICTURE:
        s->left -= 4;
        s->right += 4;
        ornament(s, box->y, box->height);
        break;
    case PART_KIND:
        s->left -= 6;
        s->right += 6;
        if (*s->f->kind)
            kind(s, box->y - 1, box->height, box->height * 0.8);
        break;
    case PART_TEXT:
        s->left -= PADDING + 2;
        s->right += PADDING + 2;
        write_text(s, box->y - PADDING, box->height + 2 * PADDING);
        break;
    default:
        if (corner_text(s->f, part))
            write_line(s, corner_text(s->f, part), box, false, colour);
    }
}

/* `currentColor` is the card's colour. Elements of the class `has-PART` are there if it has it. */
static void style(const struct picture *template, const struct face *f, struct ink colour)
{
    GString *css = g_string_new(NULL);

    g_string_append_printf(css, "svg{color:#%02x%02x%02x}", (unsigned)(colour.r * 255),
                           (unsigned)(colour.g * 255), (unsigned)(colour.b * 255));
    for (int part = 0; part < NPARTS; part++)
        g_string_append_printf(css, ".has-%s{display:%s}", face_parts[part],
                               has_part(f, (enum face_part)part) ? "inline" : "none");
    picture_style(template, css->str);
    g_string_free(css, TRUE);
}

unsigned draw_face_by(struct pen *pen, const struct face *f, const struct picture *art,
                      const char *colon, const char *game, const struct picture *template,
                      double bleed)
{
    struct sheet s = {pen, f, art, colon, ink_of(f->colour), .insets = insets_new()};
    const double width = CARD_WIDTH + 2 * bleed, height = CARD_HEIGHT + 2 * bleed;
    unsigned lacks = 0;

    style(template, f, s.colour);
    picture_draw(template, pen->cr, -bleed, -bleed, width, height);
    for (int part = 0; part < NPARTS; part++) {
        RsvgRectangle box;
        bool light = picture_part(template, face_parts[part], "-light", width, height, &box);
        if (!light && !picture_part(template, face_parts[part], "", width, height, &box)) {
            lacks |= has_part(f, (enum face_part)part) ? 1u << part : 0;
            continue;
        }
        box.x -= bleed;
        box.y -= bleed;
        write_part(&s, (enum face_part)part, &box, game, light ? ink_white : ink_black);
    }
    g_array_unref(s.insets);
    return lacks;
}

/* ---- the back ---- */

/* A net of diamonds over the box and its bleed. */
static void net(cairo_t *cr, struct ink colour, double bleed)
{
    const double across = 12, down = 9; /* a whole number on a card: nets of neighbours meet */

    cairo_save(cr);
    cairo_rectangle(cr, -bleed, -bleed, CARD_WIDTH + 2 * bleed, CARD_HEIGHT + 2 * bleed);
    cairo_clip(cr);
    ink_set(cr, colour);
    cairo_paint(cr);
    ink_set(cr, ink_tint(colour, 0.72));
    for (int row = -3; row * down < CARD_HEIGHT + 2 * down; row++)
        for (int column = -3; column * across < CARD_WIDTH + 2 * across; column++) {
            double x = column * across + (row & 1 ? across / 2 : 0), y = row * down, r = 3.3;
            cairo_move_to(cr, x, y - r);
            cairo_line_to(cr, x + r, y);
            cairo_line_to(cr, x, y + r);
            cairo_line_to(cr, x - r, y);
            cairo_close_path(cr);
        }
    cairo_fill(cr);
    cairo_restore(cr);
}

/* The game's name in the middle, and the pile's. */
static void medallion(struct pen *pen, struct ink colour, const char *pile, const char *game)
{
    cairo_t *cr = pen->cr;
    double w = 124, h = 64, least = pen->least;

    round_box(cr, -w / 2, -h / 2, w, h, 12);
    ink_set(cr, ink_white);
    cairo_fill_preserve(cr);
    ink_set(cr, colour);
    cairo_set_line_width(cr, 2);
    cairo_stroke(cr);
    round_box(cr, -w / 2 + 4, -h / 2 + 4, w - 8, h - 8, 9);
    cairo_set_line_width(cr, 0.6);
    cairo_stroke(cr);
    double name = *pile ? h - 32 : h - 16;
    struct fitted title = {game,           .width = w - 20, .height = name,  .most = 17,
                           .least = 6,     .title = true,   .bold = true,    .centred = true,
                           .middle = true, .plain = true,   .colour = colour};
    ink_write(pen, &title, -w / 2 + 10, -h / 2 + 8);
    struct fitted below = {pile,           .width = w - 20, .height = 14,
                           .most = 9,      .least = 5,      .centred = true,
                           .middle = true, .plain = true,   .colour = ink_grey};
    if (*pile)
        ink_write(pen, &below, -w / 2 + 10, h / 2 - 23);
    pen->least = least;
}

void draw_back(struct pen *pen, int back, const char *pile, const char *game, double bleed)
{
    static const int colours[] = {0, 5, 2, 3, 1, 4, 6, 7};
    struct ink colour = ink_of(colours[back % 8]);
    cairo_t *cr = pen->cr;

    net(cr, colour, bleed);
    round_box(cr, MARGIN, MARGIN, CARD_WIDTH - 2 * MARGIN, CARD_HEIGHT - 2 * MARGIN, ROUND);
    ink_set(cr, ink_white);
    cairo_set_line_width(cr, 2);
    cairo_stroke(cr);
    cairo_save(cr);
    cairo_translate(cr, CARD_WIDTH / 2, CARD_HEIGHT / 2);
    medallion(pen, colour, pile, game);
    cairo_restore(cr);
}
#else
typedef int something_for_the_compiler;
#endif

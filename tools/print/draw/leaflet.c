/* leaflet.c - rules for players on panels as large as a card. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "leaflet.h"

#include "card.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

static const double margin = 13, text_size = 6.8, heading_size = 9, gap = 3.4, bullet = 7;

/* A line of a paragraph: where it stands on its panel. */
struct leaf_line {
    PangoLayoutLine *line; /* a reference */
    double x, y;
    int panel;
};
struct leaflet {
    GArray *line; /* of leaf_line */
    int panel;    /* the last one */
    double y;     /* what is used of it */
};

/* A paragraph without its marks: bold stretches become attributes, a list's sign a bullet, a
 * table's row its cells in a line. */
static GString *plain(const char *s, PangoAttrList *marks, bool row)
{
    GString *text = g_string_new(NULL);
    gsize bold = 0;

    for (; *s; s++)
        if (!strncmp(s, "\033[1m", 4)) {
            bold = text->len;
            s += 3;
        } else if (!strncmp(s, "\033[0m", 4)) {
            PangoAttribute *a = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
            a->start_index = (guint)bold;
            a->end_index = (guint)text->len;
            pango_attr_list_insert(marks, a);
            s += 3;
        } else if (row && *s == '|') {
            g_string_append(text, text->len && strpbrk(s + 1, "|") ? "·" : "");
        } else {
            g_string_append_c(text, *s);
        }
    return text;
}

/* The lines of a paragraph, each where there is room. A heading stays with what follows. */
static void place(struct leaflet *l, PangoLayout *layout, double left, bool heading)
{
    const double room = CARD_HEIGHT - 2 * margin;
    PangoLayoutIter *at = pango_layout_get_iter(layout);
    PangoRectangle box;

    do {
        pango_layout_iter_get_line_extents(at, NULL, &box);
        double height = (double)box.height / PANGO_SCALE;
        if (l->y + height * (heading ? 4 : 1) > room) {
            l->panel++;
            l->y = 0;
        }
        struct leaf_line line = {
            pango_layout_line_ref(pango_layout_iter_get_line_readonly(at)),
            margin + left + (double)box.x / PANGO_SCALE,
            margin + l->y + (double)(pango_layout_iter_get_baseline(at) - box.y) / PANGO_SCALE,
            l->panel};
        g_array_append_val(l->line, line);
        l->y += height;
    } while (pango_layout_iter_next_line(at));
    pango_layout_iter_free(at);
}

static void add_paragraph(struct leaflet *l, struct pen *pen, const char *s)
{
    size_t indent = strspn(s, " "), n = strlen(s);
    bool heading = !strncmp(s, "\033[1m", 4) && n > 8 && strstr(s, "\033[0m") == s + n - 4,
         entry = strchr("*-+", s[indent]) && s[indent] && s[indent + 1] == ' ';
    double left = (double)(indent / 2) * bullet + (entry ? bullet : 0);
    PangoAttrList *marks = pango_attr_list_new();
    GString *text = plain(s + indent + (entry ? 2 : 0), marks, s[indent] == '|');
    struct fitted f = {text->str,
                       .marks = marks,
                       .width = CARD_WIDTH - 2 * margin - left,
                       .height = 1e6,
                       .most = heading ? heading_size : text_size,
                       .title = heading,
                       .bold = heading};
    double height;

    l->y += l->y > 0 && heading ? gap : 0;
    if (entry) {
        g_string_prepend(text, "• ");
        f.text = text->str;
        f.hang = 0.8;
        pango_attr_list_update(marks, 0, 0, (int)strlen("• "));
    }
    PangoLayout *layout = ink_fit(pen, &f, &height);
    place(l, layout, left - (entry ? bullet : 0), heading);
    l->y += gap / 2;
    g_object_unref(layout);
    g_string_free(text, TRUE);
}

struct leaflet *leaflet_open(struct pen *pen, const char *text)
{
    struct leaflet *l = mem_zero(sizeof *l);
    char **line = g_strsplit(text, "\n", -1);

    l->line = g_array_new(FALSE, FALSE, sizeof(struct leaf_line));
    for (int i = 0; line[i]; i++)
        if (!line[i][strspn(line[i], " |-:")])
            l->y += l->y > 0 && !*line[i] ? gap : 0;
        else
            add_paragraph(l, pen, line[i]);
    g_strfreev(line);
    return l;
}

void leaflet_free(struct leaflet *l)
{
    for (guint i = 0; l && i < l->line->len; i++)
        pango_layout_line_unref(g_array_index(l->line, struct leaf_line, i).line);
    if (l)
        g_array_unref(l->line);
    free(l);
}

int leaflet_panels(const struct leaflet *l)
{
    return l->panel + 1;
}

void leaflet_draw(const struct leaflet *l, struct pen *pen, int panel)
{
    char number[16];

    if (panel > l->panel)
        return;
    ink_set(pen->cr, ink_black);
    for (guint i = 0; i < l->line->len; i++) {
        const struct leaf_line *line = &g_array_index(l->line, struct leaf_line, i);
        if (line->panel != panel)
            continue;
        cairo_move_to(pen->cr, line->x, line->y);
        pango_cairo_show_layout_line(pen->cr, line->line);
    }
    snprintf(number, sizeof number, "%d", panel + 1);
    struct fitted f = {number,
                       .width = CARD_WIDTH - 2 * margin,
                       .height = 8,
                       .most = 5.5,
                       .centred = true,
                       .middle = true,
                       .colour = ink_grey};
    ink_write(pen, &f, margin, CARD_HEIGHT - margin + 1);
}
#else
typedef int something_for_the_compiler;
#endif

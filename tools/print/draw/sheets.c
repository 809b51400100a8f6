/* sheets.c - cards on paper: which card stands where on which page. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "tools/print/print.h"

#include "canvas.h"
#include "card.h"
#include "leaflet.h"
#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/held.h"
#include "tools/memory.h"

#include <math.h>
#include <stdlib.h>

static const double bleed = 9; /* 1/8 inch */

struct paper {
    const char *name;
    double width, height;
    int columns, rows;
    double dots;
};
static const struct paper papers[] = {
#define X(id, name, width, height, columns, rows, dots)                                        \
    {name, width, height, columns, rows, dots},
    LAYOUTS(X)
#undef X
};

/* One card on paper. */
struct cell {
    int card, copy; /* which of its copies, from 1 */
};

/* A picture that is open, and when it was used last. */
struct opened {
    const char *bytes; /* or NULL */
    struct picture *art;
    unsigned used;
};
enum { AT_HAND = 8 }; /* each of 16 MB at most */

struct printer {
    const struct print_job *job;
    const struct paper *paper;
    struct canvas *canvas;
    struct pen pen;
    struct picture *template;      /* of the faces, or NULL */
    struct leaflet *leaflet;       /* rules in place of cards, or NULL */
    bool *drawable;                /* has the card a picture that can be drawn? */
    struct opened opened[AT_HAND]; /* a few at a time, for there may be hundreds */
    unsigned uses;
    struct cell *cell;
    int ncells;
    double x, y; /* where the first card of a page stands */
    struct print_done *done;
};

/* ---- fonts ---- */

static PangoFontMap *fonts(void)
{
    PangoFontMap *map = pango_cairo_font_map_new();

    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 72);
    return map;
}

/* Is there a family of this name? If not, says so. */
static bool has_family(PangoFontMap *map, const char *name, bool wanted, const char *command)
{
    PangoFontFamily **family;
    int n;
    bool found = false;

    pango_font_map_list_families(map, &family, &n);
    const char **names = mem_alloc((size_t)n * sizeof *names + 1);
    for (int i = 0; i < n; i++) {
        names[i] = pango_font_family_get_name(family[i]);
        found |= !g_ascii_strcasecmp(names[i], name);
    }
    if (!found && wanted)
        complain_near(name, names, n,
                      "%s: there is no font '%s' here (`fc-list : family` lists the fonts)",
                      command, name);
    else if (!found)
        complain("%s: the font %s is not installed. Install fonts-dejavu-core (Debian: apt-get "
                 "install fonts-dejavu-core), or name another with --font",
                 command, name);
    free(names);
    g_free(family);
    return found;
}

static bool open_pen(struct printer *p)
{
    const char *font = p->job->font, *command = p->job->command;
    PangoFontMap *map = fonts();
    cairo_font_options_t *how = cairo_font_options_create();

    p->pen = (struct pen){.text = font ? font : "DejaVu Sans",
                          .title = font ? font : "DejaVu Serif",
                          .signs = p->job->edition->signs,
                          .least = 100};
    bool good = has_family(map, p->pen.text, font != NULL, command) &&
                (font || has_family(map, p->pen.title, false, command));
    p->pen.context = pango_font_map_create_context(map);
    cairo_font_options_set_antialias(how, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(how, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(how, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(p->pen.context, how);
    pango_context_set_round_glyph_positions(p->pen.context, FALSE);
    pango_context_set_language(p->pen.context,
                               pango_language_from_string(p->job->edition->lang));
    cairo_font_options_destroy(how);
    g_object_unref(map);
    return good;
}

/* ---- pictures ---- */

/* Why a picture is not there; NULL: it is, and can be drawn. Cards share the bytes of one that they all name. */
static const char *amiss(const struct printer *p, int card)
{
    const struct face *f = &p->job->edition->face[card];

    if (!f->picture)
        return f->picture_over ? "is too large: all pictures together may have 128 MB"
                               : "is missing";
    for (int c = 0; c < card; c++)
        if (p->job->edition->face[c].picture == f->picture && p->job->copies[c])
            return p->drawable[c] ? NULL : "cannot be drawn";
    return picture_good(f->picture, f->npicture) ? NULL : "cannot be drawn";
}

static void try_art(struct printer *p)
{
    const struct edition *e = p->job->edition;

    p->drawable = mem_zero((size_t)e->deck.ncards * sizeof *p->drawable + 1);
    for (int c = 0; c < e->deck.ncards; c++) {
        const struct face *f = &e->face[c];
        if (!p->job->copies[c] || !f->picture_file)
            continue;
        const char *why = amiss(p, c);
        p->drawable[c] = !why;
        if (!why)
            continue;
        complain("%s: %s: its picture %s %s", p->job->command, f->id, f->picture_file, why);
        p->done->unpainted++;
    }
}

static void open_template(struct printer *p)
{
    const struct edition *e = p->job->edition;
    const char *file = ct_get_drawing(e->def).face.text;

    if (e->template && picture_good(e->template, e->ntemplate))
        p->template = picture_open(e->template, e->ntemplate);
    if (!p->template && file) {
        complain("%s: the template %s cannot be drawn", p->job->command, file);
        p->done->unpainted++;
    }
}

/* Copies stand together, and cards of a kind may take turns with the few pictures that they share: those used last stay
 * open. */
static const struct picture *art_of(struct printer *p, int card)
{
    const struct face *f = &p->job->edition->face[card];
    struct opened *o = p->opened;

    if (!p->drawable[card])
        return NULL;
    for (struct opened *at = o; at < p->opened + AT_HAND; at++) {
        if (at->bytes == f->picture) {
            at->used = ++p->uses;
            return at->art;
        }
        if (at->used < o->used)
            o = at;
    }
    picture_free(o->art);
    *o = (struct opened){f->picture, picture_open(f->picture, f->npicture), ++p->uses};
    return o->art;
}

/* ---- cells ---- */

/* Cards with the same back follow each other. */
static void lay_cells(struct printer *p)
{
    const struct deck *d = &p->job->edition->deck;
    int n = 0;

    for (int c = 0; c < d->ncards; c++)
        n += p->job->copies[c];
    p->cell = mem_alloc((size_t)n * sizeof *p->cell + 1);
    for (int back = 0; back < d->nbacks; back++)
        for (int c = 0; c < d->ncards; c++)
            for (int k = 1; d->card[c].back == back && k <= p->job->copies[c]; k++)
                p->cell[p->ncells++] = (struct cell){c, k};
    p->done->cards = p->ncells;
}

/* A strip of the leaflet is a row of cells, front and back: it is folded between its panels. */
static void lay_leaflet(struct printer *p)
{
    int each = p->paper->columns * (p->job->backs ? 2 : 1);

    p->leaflet = leaflet_open(&p->pen, p->job->rules);
    p->done->cards = leaflet_panels(p->leaflet);
    p->ncells = (p->done->cards + each - 1) / each * p->paper->columns;
    p->cell = mem_zero((size_t)p->ncells * sizeof *p->cell);
}

/* The panel at cell i. Behind a strip they go on from left to right. */
static int panel_at(const struct printer *p, int i, bool behind)
{
    int columns = p->paper->columns, column = i % columns;

    return i / columns * columns * (p->job->backs ? 2 : 1) +
           (behind ? 2 * columns - 1 - column : column);
}

/* The cell that stands at a place of a page; -1: none. On paper backs lie behind their faces: the other way round in a row. */
static int cell_at(const struct printer *p, int page, int row, int column, bool behind)
{
    const struct paper *paper = p->paper;

    if (row < 0 || row >= paper->rows || column < 0 || column >= paper->columns)
        return -1;
    column = behind && p->x > 0 ? paper->columns - 1 - column : column;
    int i = (page * paper->rows + row) * paper->columns + column;
    return i < p->ncells ? i : -1;
}

/* ---- a page ---- */

/* Short lines beside the cards, where to cut. */
static void crop_marks(const struct printer *p)
{
    cairo_t *cr = p->pen.cr;
    double gap = bleed + 2, right = p->x + p->paper->columns * CARD_WIDTH,
           below = p->y + p->paper->rows * CARD_HEIGHT;
    double across = fmin(12, p->x - gap), down = fmin(12, p->y - gap);

    ink_set(cr, ink_black);
    cairo_set_line_width(cr, 0.35);
    for (int i = 0; i <= p->paper->columns; i++)
        for (int end = 0; end < 2; end++) {
            cairo_move_to(cr, p->x + i * CARD_WIDTH, end ? below + gap : p->y - gap);
            cairo_rel_line_to(cr, 0, end ? down : -down);
        }
    for (int i = 0; i <= p->paper->rows; i++)
        for (int end = 0; end < 2; end++) {
            cairo_move_to(cr, end ? right + gap : p->x - gap, p->y + i * CARD_HEIGHT);
            cairo_rel_line_to(cr, end ? across : -across, 0);
        }
    cairo_stroke(cr);
}

/* Backs and templates go on beyond the cut where no other card is. */
static void clip(const struct printer *p, int page, int row, int column, bool behind)
{
    const double over = 0.3; /* no seam between two */
    double left = cell_at(p, page, row, column - 1, behind) < 0 ? bleed : over,
           right = cell_at(p, page, row, column + 1, behind) < 0 ? bleed : over,
           above = cell_at(p, page, row - 1, column, behind) < 0 ? bleed : over,
           below = cell_at(p, page, row + 1, column, behind) < 0 ? bleed : over;

    cairo_rectangle(p->pen.cr, -left, -above, CARD_WIDTH + left + right,
                    CARD_HEIGHT + above + below);
    cairo_clip(p->pen.cr);
}

/* Which card is the hardest to read? */
static void note_letters(struct printer *p, int card)
{
    if (p->pen.least < p->done->least) {
        p->done->least = p->pen.least;
        p->done->smallest = card;
    }
    if (p->pen.missing && p->done->missing < 0)
        p->done->missing = card;
}

static void draw_cell(struct printer *p, int page, int row, int column, bool behind)
{
    const struct edition *e = p->job->edition;
    int i = cell_at(p, page, row, column, behind);
    cairo_t *cr = p->pen.cr;

    if (i < 0)
        return;
    int card = p->cell[i].card, back = e->deck.card[card].back;
    cairo_save(cr);
    cairo_translate(cr, p->x + column * CARD_WIDTH, p->y + row * CARD_HEIGHT);
    if (p->leaflet) {
        leaflet_draw(p->leaflet, &p->pen, panel_at(p, i, behind));
        cairo_restore(cr);
        return;
    }
    if (behind || p->template)
        clip(p, page, row, column, behind);
    if (behind) {
        draw_back(&p->pen, back, e->deck.nbacks > 1 ? e->deck.back[back] : "", e->title, bleed);
    } else {
        const struct face *f = &e->face[card];
        if (p->template)
            p->done->lacks |= draw_face_by(&p->pen, f, art_of(p, card), p->job->colon, e->title,
                                           p->template, bleed);
        else
            draw_face(&p->pen, f, art_of(p, card), p->job->colon, e->title);
        note_letters(p, card);
    }
    cairo_restore(cr);
}

/* "2 werewolf, 3 owl" */
static void say_cells(const struct printer *p, int page, struct buffer *to)
{
    int first = page * p->paper->rows * p->paper->columns,
        last = first + p->paper->rows * p->paper->columns;

    last = last < p->ncells ? last : p->ncells;
    for (int i = first, n; i < last; i += n) {
        for (n = 1; i + n < last && p->cell[i + n].card == p->cell[i].card; n++)
            continue;
        buffer_add(to, "%s%d %s", to->n ? ", " : "", n,
                   p->job->edition->face[p->cell[i].card].id);
    }
}

static bool draw_page(struct printer *p, int page, bool behind, const char *name)
{
    struct buffer says = {0};

    p->pen.cr = canvas_page(p->canvas, name);
    pango_cairo_update_context(p->pen.cr, p->pen.context);
    if (p->paper->columns > 1 && p->x > 0)
        crop_marks(p);
    for (int row = 0; row < p->paper->rows; row++)
        for (int column = 0; column < p->paper->columns; column++)
            draw_cell(p, page, row, column, behind);
    if (p->leaflet)
        buffer_add(&says, "rules");
    else if (behind)
        buffer_add(&says, "back");
    else
        say_cells(p, page, &says);
    bool good = canvas_page_done(p->canvas, buffer_text(&says));
    buffer_free(&says);
    p->done->pages++;
    return good;
}

/* ---- all pages ---- */

static bool is_last_of_back(const struct printer *p, int page)
{
    const struct deck *d = &p->job->edition->deck;

    return page + 1 == p->ncells ||
           d->card[p->cell[page].card].back != d->card[p->cell[page + 1].card].back;
}

/* The back behind each page; of single cards that are files of their own each back once. */
static bool back_wanted(const struct printer *p, int page)
{
    bool files = p->job->format != PRINT_PDF && p->paper->columns == 1;

    return p->job->backs && (!files || p->leaflet || is_last_of_back(p, page));
}

static void name_page(const struct printer *p, int page, bool behind, struct buffer *to)
{
    const struct edition *e = p->job->edition;
    const struct cell *c = &p->cell[page];

    if (p->paper->columns > 1)
        buffer_add(to, "sheet-%03d%s", page + 1, behind ? "-back" : "");
    else if (p->leaflet)
        buffer_add(to, "rules-%03d%s", page + 1, behind ? "-back" : "");
    else if (behind)
        buffer_add(to, "back-%d", e->deck.card[c->card].back + 1);
    else if (p->job->pages)
        buffer_add(to, "%s", e->face[c->card].id);
    else
        buffer_add(to, "%s-%d", e->face[c->card].id, c->copy);
}

static bool draw_pages(struct printer *p)
{
    int each = p->paper->columns * p->paper->rows, n = (p->ncells + each - 1) / each;
    bool good = true;

    for (int page = 0; good && page < n; page++)
        for (int behind = 0; good && behind < 2; behind++) {
            struct buffer name = {0};
            if (behind && !back_wanted(p, page))
                continue;
            name_page(p, page, behind, &name);
            good = draw_page(p, page, behind, buffer_text(&name));
            buffer_free(&name);
        }
    return good;
}

bool print_cards(const struct print_job *job, struct print_done *done)
{
    struct printer p = {.job = job, .paper = &papers[job->layout], .done = done};
    bool good = false;
    sigset_t before;

    *done = (struct print_done){.least = 100, .smallest = -1, .missing = -1};
    p.x = (p.paper->width - p.paper->columns * CARD_WIDTH) / 2;
    p.y = (p.paper->height - p.paper->rows * CARD_HEIGHT) / 2;
    try_art(&p); /* first: Pango's threads are none yet */
    open_template(&p);
    struct icons *icons = icons_open(job, done);
    /* Those threads take over what waits: a signal that came to one of them would end us at once. */
    signals_hold(&before);
    bool ready = open_pen(&p);
    p.pen.icons = icons;
    signals_let(&before);
    if (ready &&
        (p.canvas = canvas_open(job, p.paper->width, p.paper->height, p.paper->dots))) {
        if (job->rules)
            lay_leaflet(&p);
        else
            lay_cells(&p);
        good = draw_pages(&p);
        good = canvas_close(p.canvas, good);
    }
    for (int i = 0; i < AT_HAND; i++)
        picture_free(p.opened[i].art);
    if (p.pen.missing && p.leaflet)
        done->missing = 0;
    leaflet_free(p.leaflet);
    picture_free(p.template);
    icons_free(icons);
    if (p.pen.context)
        g_object_unref(p.pen.context);
    free(p.drawable);
    free(p.cell);
    return good;
}
#else
typedef int something_for_the_compiler;
#endif

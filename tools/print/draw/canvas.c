/* canvas.c - the pages of a print. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "canvas.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/held.h"
#include "tools/memory.h"
#include "tools/there.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct canvas {
    const struct print_job *job;
    double width, height, dots; /* dots of a PNG, a point */
    char *bytes;                /* what cairo has written */
    size_t n, cap;
    cairo_surface_t *surface; /* of the PDF, or of the page under way */
    cairo_t *cr;
    struct buffer name;
    struct pages *pages; /* or NULL: a PDF */
};

static cairo_status_t take(void *to, const unsigned char *bytes, unsigned n)
{
    struct canvas *c = to;

    if (c->n + n > c->cap) {
        c->cap = 2 * (c->n + n);
        c->bytes = mem_realloc(c->bytes, c->cap);
    }
    memcpy(c->bytes + c->n, bytes, n);
    c->n += n;
    return CAIRO_STATUS_SUCCESS;
}

static bool good(struct canvas *c, cairo_status_t status)
{
    if (status != CAIRO_STATUS_SUCCESS)
        complain("%s: cairo: %s", c->job->command, cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}

/* ---- a PDF ---- */

/* Only a PDF is written over. */
static bool may_write(const struct print_job *job)
{
    char head[4] = "";
    long n = there_peek(job->out, 0, head, sizeof head);

    if (!n || (n == sizeof head && !memcmp(head, "%PDF", sizeof head)))
        return true;
    return complain(
        "%s: %s is not a PDF, so it is not overwritten. Name another file with --out",
        job->command, job->out);
}

/* Without a word on when it was made the same cards give the same file. */
static void put_date(cairo_surface_t *pdf)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t when = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : -1;
    struct tm t;
    char date[32] = "";

    if (when >= 0 && gmtime_r(&when, &t))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &t);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, date);
}

static bool open_pdf(struct canvas *c)
{
    const struct print_job *job = c->job;

    if (!may_write(job))
        return false;
    c->surface = cairo_pdf_surface_create_for_stream(take, c, c->width, c->height);
    cairo_pdf_surface_restrict_to_version(c->surface, CAIRO_PDF_VERSION_1_5);
    cairo_pdf_surface_set_metadata(c->surface, CAIRO_PDF_METADATA_TITLE, job->edition->title);
    cairo_pdf_surface_set_metadata(c->surface, CAIRO_PDF_METADATA_CREATOR,
                                   "cantrip " CT_VERSION);
    put_date(c->surface);
    c->cr = cairo_create(c->surface);
    return good(c, cairo_status(c->cr));
}

static bool close_pdf(struct canvas *c)
{
    char *wrong = NULL;

    cairo_destroy(c->cr);
    c->cr = NULL;
    cairo_surface_finish(c->surface);
    if (!good(c, cairo_surface_status(c->surface)))
        return false;
    bool done = ct_file_replace(c->job->out, c->bytes, c->n, true, &wrong);
    return succeeded(done, c->job->command, &wrong);
}

/* ---- pages of their own ---- */

static void open_page(struct canvas *c)
{
    bool png = c->job->format == PRINT_PNG;

    c->n = 0;
    if (png)
        c->surface =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(c->width * c->dots + 0.5),
                                       (int)(c->height * c->dots + 0.5));
    else
        c->surface = cairo_svg_surface_create_for_stream(take, c, c->width, c->height);
    c->cr = cairo_create(c->surface);
    if (png)
        cairo_scale(c->cr, c->dots, c->dots);
}

static bool close_page(struct canvas *c, const char *says)
{
    bool png = c->job->format == PRINT_PNG;
    bool done = good(c, cairo_status(c->cr));

    cairo_destroy(c->cr);
    c->cr = NULL;
    if (done && png)
        done = good(c, cairo_surface_write_to_png_stream(c->surface, take, c));
    cairo_surface_finish(c->surface);
    done = done && good(c, cairo_surface_status(c->surface));
    cairo_surface_destroy(c->surface);
    c->surface = NULL;
    return done && !signals_wait() &&
           pages_add(c->pages, buffer_text(&c->name), c->bytes, c->n, says);
}

/* ---- all of them ---- */

struct canvas *canvas_open(const struct print_job *job, double width, double height,
                           double dots)
{
    struct canvas *c = mem_zero(sizeof *c);

    c->job = job;
    c->width = width;
    c->height = height;
    c->dots = dots / 72;
    c->pages = job->pages;
    if (c->pages)
        return c;
    if (job->format == PRINT_PDF ? open_pdf(c)
                                 : (c->pages = pages_begin(job->out, job->command)) != NULL)
        return c;
    canvas_close(c, false);
    return NULL;
}

cairo_t *canvas_page(struct canvas *c, const char *name)
{
    if (c->pages) {
        buffer_free(&c->name);
        buffer_add(&c->name, "%s%s.%s", c->job->pages ? c->job->folder : "", name,
                   c->job->format == PRINT_PNG ? "png" : "svg");
        open_page(c);
    }
    cairo_set_source_rgb(c->cr, 1, 1, 1);
    cairo_paint(c->cr);
    return c->cr;
}

bool canvas_page_done(struct canvas *c, const char *says)
{
    if (c->pages)
        return close_page(c, says);
    cairo_show_page(c->cr);
    return good(c, cairo_status(c->cr));
}

bool canvas_close(struct canvas *c, bool wanted)
{
    bool done = wanted;

    if (c->pages && !c->job->pages)
        done = pages_end(c->pages, wanted);
    else if (wanted && !c->pages)
        done = close_pdf(c);
    if (c->cr)
        cairo_destroy(c->cr);
    if (c->surface)
        cairo_surface_destroy(c->surface);
    buffer_free(&c->name);
    free(c->bytes);
    free(c);
    return done;
}
#else
typedef int something_for_the_compiler;
#endif

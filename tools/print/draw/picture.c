/* picture.c - pictures of cards. */
#if __has_include(<pango/pangocairo.h>) && __has_include(<librsvg/rsvg.h>)
#include "picture.h"

#include "tools/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is read, and what is kept of it: a poker card of 600 dots an inch. */
enum { PIXELS_MOST = 32 << 20, PIXELS_KEPT = 4 << 20, FIRST_PART = 1024 };
/* What an SVG may take to be drawn: seconds of processor, and of a clock if it waits; bytes besides what the process has; in
 * which size it is tried, 300 dots an inch. */
enum {
    VECTOR_SECONDS = 3,
    VECTOR_WAIT = 60,
    VECTOR_BYTES = 256 << 20,
    VECTOR_WIDTH = 750,
    VECTOR_HEIGHT = 1050
};
enum {
    ENDED_MOST = 3
}; /* who has so many that took too much shall not take it again and again */

struct picture {
    cairo_surface_t *pixels; /* or NULL: */
    RsvgHandle *vectors;
    double width, height;
};

/* ---- pixels ---- */

/* Before memory is asked for: an image of no size is an error of the loader's. */
static void on_size(GdkPixbufLoader *loader, int width, int height, void *too_large)
{
    double less = sqrt((double)PIXELS_KEPT / ((double)width * height));

    *(bool *)too_large = (int64_t)width * height > PIXELS_MOST;
    if (*(bool *)too_large)
        gdk_pixbuf_loader_set_size(loader, 0, 0);
    else if (less < 1)
        gdk_pixbuf_loader_set_size(loader, (int)ceil(width * less), (int)ceil(height * less));
}

static GdkPixbuf *decode(const char *bytes, size_t n)
{
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
    bool too_large = false, good = true;
    GdkPixbuf *out = NULL;

    g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size), &too_large);
    /* parts that grow: libpng copies all that it has of a chunk whenever more of it comes */
    for (size_t at = 0, part = FIRST_PART; good && !too_large && at < n;
         at += part, part *= 2) {
        part = n - at < part ? n - at : part;
        good = gdk_pixbuf_loader_write(loader, (const guchar *)bytes + at, part, NULL);
    }
    good = gdk_pixbuf_loader_close(loader, NULL) && good && !too_large;
    if (good && (out = gdk_pixbuf_loader_get_pixbuf(loader)))
        out = gdk_pixbuf_apply_embedded_orientation(out);
    g_object_unref(loader);
    return out;
}

/* One row: RGB or RGBA to cairo's words, whose colours are multiplied by what covers. */
static void convert_row(const guchar *from, int channels, uint32_t *to, int width)
{
    for (int x = 0; x < width; x++, from += channels) {
        uint32_t a = channels == 4 ? from[3] : 255, c[3];
        for (int i = 0; i < 3; i++)
            c[i] = (from[i] * a + 127) / 255;
        to[x] = a << 24 | c[0] << 16 | c[1] << 8 | c[2];
    }
}

static cairo_surface_t *convert(const GdkPixbuf *from)
{
    int width = gdk_pixbuf_get_width(from), height = gdk_pixbuf_get_height(from);
    int channels = gdk_pixbuf_get_n_channels(from);
    cairo_surface_t *to = cairo_image_surface_create(
        channels == 4 ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, width, height);

    if (cairo_surface_status(to) != CAIRO_STATUS_SUCCESS ||
        gdk_pixbuf_get_bits_per_sample(from) != 8)
        return to;
    for (int y = 0; y < height; y++)
        convert_row(
            gdk_pixbuf_read_pixels(from) + (size_t)y * (size_t)gdk_pixbuf_get_rowstride(from),
            channels,
            (uint32_t *)(void *)(cairo_image_surface_get_data(to) +
                                 (size_t)y * (size_t)cairo_image_surface_get_stride(to)),
            width);
    cairo_surface_mark_dirty(to);
    return to;
}

/* A JPEG goes into a PDF as it is, unless it has to be turned. */
static void keep_jpeg(cairo_surface_t *pixels, GdkPixbuf *from, const char *bytes, size_t n)
{
    const char *turned = gdk_pixbuf_get_option(from, "orientation");

    if (n > 2 && !memcmp(bytes, "\xff\xd8", 2) && (!turned || !strcmp(turned, "1")))
        cairo_surface_set_mime_data(pixels, CAIRO_MIME_TYPE_JPEG, (const unsigned char *)bytes,
                                    n, NULL, NULL);
}

static bool open_pixels(struct picture *p, const char *bytes, size_t n)
{
    GdkPixbuf *read = decode(bytes, n);

    if (!read)
        return false;
    p->pixels = convert(read);
    p->width = gdk_pixbuf_get_width(read);
    p->height = gdk_pixbuf_get_height(read);
    keep_jpeg(p->pixels, read, bytes, n);
    g_object_unref(read);
    return cairo_surface_status(p->pixels) == CAIRO_STATUS_SUCCESS;
}

/* ---- vectors ---- */

static bool open_vectors(struct picture *p, const char *bytes, size_t n)
{
    gdouble width, height;
    RsvgRectangle box;
    gboolean has_box;

    p->vectors = rsvg_handle_new_from_data((const guint8 *)bytes, n, NULL);
    if (!p->vectors)
        return false;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(p->vectors, &width, &height)) {
        rsvg_handle_get_intrinsic_dimensions(p->vectors, NULL, NULL, NULL, NULL, &has_box,
                                             &box);
        width = has_box ? box.width : 1;
        height = has_box ? box.height : 1;
    }
    p->width = width;
    p->height = height;
    return width > 0 && height > 0;
}

/* Warnings of libraries are not shown. */
static void on_warning(const gchar *domain, GLogLevelFlags level, const gchar *message,
                       void *warned)
{
    (void)domain, (void)level, (void)message;
    *(bool *)warned = true;
}

static bool draw_vectors(const struct picture *p, cairo_t *cr, double width, double height)
{
    RsvgRectangle box = {0, 0, width, height};
    bool warned = false;
    GLogFunc was = g_log_set_default_handler(on_warning, &warned);
    bool good = rsvg_handle_render_document(p->vectors, cr, &box, NULL) &&
                cairo_status(cr) == CAIRO_STATUS_SUCCESS;

    g_log_set_default_handler(was, NULL);
    return good && !warned;
}

/* No more than is allowed, and nothing said on the terminal. */
static void set_limits(void)
{
    const struct rlimit seconds = {VECTOR_SECONDS, VECTOR_SECONDS + 1}, none = {0, 0};
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    signal(SIGXCPU, SIG_DFL);
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
    alarm(VECTOR_WAIT);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
#ifndef __SANITIZE_ADDRESS__ /* whose shadow is larger than any limit */
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f && fscanf(f, "%lu", &pages) == 1) {
        rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + VECTOR_BYTES;
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
    }
#endif
}

static bool tries_well(const char *bytes, size_t n)
{
    struct picture p = {0};
    cairo_surface_t *paper =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, VECTOR_WIDTH, VECTOR_HEIGHT);
    cairo_t *cr = cairo_create(paper);

    return open_vectors(&p, bytes, n) && draw_vectors(&p, cr, VECTOR_WIDTH, VECTOR_HEIGHT);
}

/* Can it be drawn? Tried in a process of its own, which is ended where it takes too much: librsvg counts what stands in a
 * file, and neither time nor memory, and leaves a drawing that it gives up askew. */
static bool try_vectors(const char *bytes, size_t n)
{
    static int ended;
    int status = -1;
    pid_t pid = ended < ENDED_MOST ? fork() : -1;

    if (!pid) {
        set_limits();
        _exit(tries_well(bytes, n) ? 0 : 1);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    ended += pid > 0 && !WIFEXITED(status);
    return pid > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* ---- both ---- */

static bool is_raster(const char *bytes, size_t n)
{
    return n > 3 && (!memcmp(bytes, "\x89PN", 3) || !memcmp(bytes, "\xff\xd8\xff", 3));
}

bool picture_good(const char *bytes, size_t n)
{
    if (!is_raster(bytes, n))
        return try_vectors(bytes, n);
    struct picture *p = picture_open(bytes, n);
    picture_free(p);
    return p != NULL;
}

struct picture *picture_open(const char *bytes, size_t n)
{
    struct picture *p = mem_zero(sizeof *p);

    if (is_raster(bytes, n) ? open_pixels(p, bytes, n) : open_vectors(p, bytes, n))
        return p;
    picture_free(p);
    return NULL;
}

void picture_free(struct picture *p)
{
    if (!p)
        return;
    if (p->pixels)
        cairo_surface_destroy(p->pixels);
    if (p->vectors)
        g_object_unref(p->vectors);
    free(p);
}

void picture_style(const struct picture *p, const char *css)
{
    if (p->vectors)
        rsvg_handle_set_stylesheet(p->vectors, (const guint8 *)css, strlen(css), NULL);
}

bool picture_part(const struct picture *p, const char *id, const char *more, double width,
                  double height, RsvgRectangle *box)
{
    double scale = fmax(width / p->width, height / p->height);
    const RsvgRectangle all = {(width - p->width * scale) / 2, (height - p->height * scale) / 2,
                               p->width * scale, p->height * scale};
    char name[32];

    snprintf(name, sizeof name, "#%s%s", id, more);
    return p->vectors && rsvg_handle_has_sub(p->vectors, name) &&
           rsvg_handle_get_geometry_for_layer(p->vectors, name, &all, NULL, box, NULL);
}

bool picture_draw(const struct picture *p, cairo_t *cr, double x, double y, double width,
                  double height)
{
    double across = width / p->width, down = height / p->height,
           scale = across > down ? across : down;
    double w = p->width * scale, h = p->height * scale;
    bool good = true;

    cairo_save(cr);
    cairo_rectangle(cr, x, y, width, height);
    cairo_clip(cr);
    cairo_translate(cr, x + (width - w) / 2, y + (height - h) / 2);
    if (p->pixels) {
        cairo_scale(cr, scale, scale);
        cairo_set_source_surface(cr, p->pixels, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
        cairo_paint(cr);
    } else {
        good = draw_vectors(p, cr, w, h);
    }
    cairo_restore(cr);
    return good;
}
#else
typedef int something_for_the_compiler;
#endif

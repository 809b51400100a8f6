/* pager.c - a longer text on the full screen. */
#include "pager.h"

#include "screen.h"
#include "tools/memory.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>

enum { LAST = 1 << 20, LEAVE = -LAST }; /* lines */

static void add(struct wrapped *to, const char *text, size_t n, int indent)
{
    MEM_MORE(to->line, to->n, to->cap);
    char *line = mem_alloc(n + (size_t)indent + 1);
    memset(line, ' ', (size_t)indent);
    memcpy(line + indent, text, n);
    line[n + (size_t)indent] = 0;
    to->line[to->n++] = line;
}

/* One line of the text. The rest continues below, indented. */
static void wrap_line(struct wrapped *to, const char *text, size_t n, int width)
{
    int begins = (int)strspn(text, " "), indent = 0;
    char *line = mem_strndup(text, n), *at = line;

    begins = begins < width / 2 ? begins : 0;
    while (text_width(at) > width - indent) {
        size_t fits = text_cut(at, width - indent), cut = fits;
        while (cut > 0 && at[cut] != ' ')
            cut--;
        cut = cut > (size_t)begins ? cut : fits ? fits : 1;
        add(to, at, cut, indent);
        at += cut;
        at += strspn(at, " ");
        indent = begins + 2;
    }
    add(to, at, strlen(at), indent);
    free(line);
}

void wrap_text(struct wrapped *to, const char *text, int width)
{
    for (;;) {
        size_t n = strcspn(text, "\n");
        wrap_line(to, text, n, width < 10 ? 10 : width);
        if (!text[n] || !text[n + 1])
            return;
        text += n + 1;
    }
}

void wrap_free(struct wrapped *w)
{
    for (int i = 0; i < w->n; i++)
        free(w->line[i]);
    free(w->line);
    *w = (struct wrapped){0};
}

/* A heading of Markdown is bold, without its signs. */
static void draw_line(int y, int width, const char *line)
{
    size_t signs = strspn(line, "#");
    bool heading = signs && line[signs] == ' ';

    screen_put(y, 1, width, line + (heading ? signs + 1 : 0), heading ? STYLE_BOLD : 0);
}

static void draw(const char *title, const struct wrapped *w, const char *foot, int top)
{
    int width = screen_width(), height = screen_height();

    screen_clear();
    screen_fill(0, 0, width, title, STYLE_REVERSE | STYLE_BOLD);
    for (int i = 0; i < height - 2 && top + i < w->n; i++)
        draw_line(1 + i, width - 2, w->line[top + i]);
    screen_fill(height - 1, 0, width, foot, STYLE_DIM);
    screen_show();
}

/* The new scroll position after a key. -1: leave. */
static int moved(int key, int top, int page)
{
    switch (key) {
    case SCREEN_UP:
    case SCREEN_WHEEL_UP: return top - 1;
    case SCREEN_DOWN:
    case SCREEN_WHEEL_DOWN: return top + 1;
    case SCREEN_PAGE_UP: return top - page;
    case ' ':
    case SCREEN_PAGE_DOWN: return top + page;
    case SCREEN_FIRST: return 0;
    case SCREEN_LAST: return LAST;
    case SCREEN_RESIZED: return top;
    default: return LEAVE;
    }
}

void pager(const char *title, const char *text, const char *foot, bool end)
{
    int top = end ? LAST : 0, y, x, key;

    do {
        struct wrapped w = {0};
        int page = screen_height() - 2;
        wrap_text(&w, text, screen_width() - 2);
        top = top > w.n - page ? w.n - page : top;
        top = top < 0 ? 0 : top;
        draw(title, &w, foot, top);
        wrap_free(&w);
        key = screen_key(&y, &x);
        top = moved(key, top, page);
    } while (top > LEAVE && key != SCREEN_STOP);
}

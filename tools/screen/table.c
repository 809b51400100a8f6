/* table.c - tables, the width of texts, and letters without accents. */
#include "table.h"

#include "cantrip.h"
#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- width ---- */

static const struct {
    unsigned from, to;
    int width;
} widths[] = {
    {0x0300, 0x036F, 0},
    {0x200B, 0x200F, 0},
    {0x20D0, 0x20FF, 0},
    {0xFE00, 0xFE0F, 0},
    {0x1100, 0x115F, 2},
    {0x2E80, 0x303E, 2},
    {0x3041, 0xA4CF, 2},
    {0xAC00, 0xD7A3, 2},
    {0xF900, 0xFAFF, 2},
    {0xFE30, 0xFE6F, 2},
    {0xFF00, 0xFF60, 2},
    {0xFFE0, 0xFFE6, 2},
    {0x1F300, 0x1FAFF, 2},
    {0x20000, 0x3FFFD, 2},
    /* signs that are drawn as pictures */
    {0x231A, 0x231B, 2},
    {0x23E9, 0x23EC, 2},
    {0x23F0, 0x23F0, 2},
    {0x23F3, 0x23F3, 2},
    {0x25FD, 0x25FE, 2},
    {0x2614, 0x2615, 2},
    {0x2648, 0x2653, 2},
    {0x267F, 0x267F, 2},
    {0x2693, 0x2693, 2},
    {0x26A1, 0x26A1, 2},
    {0x26AA, 0x26AB, 2},
    {0x26BD, 0x26BE, 2},
    {0x26C4, 0x26C5, 2},
    {0x26CE, 0x26CE, 2},
    {0x26D4, 0x26D4, 2},
    {0x26EA, 0x26EA, 2},
    {0x26F2, 0x26F3, 2},
    {0x26F5, 0x26F5, 2},
    {0x26FA, 0x26FA, 2},
    {0x26FD, 0x26FD, 2},
    {0x2705, 0x2705, 2},
    {0x270A, 0x270B, 2},
    {0x2728, 0x2728, 2},
    {0x274C, 0x274C, 2},
    {0x274E, 0x274E, 2},
    {0x2753, 0x2755, 2},
    {0x2757, 0x2757, 2},
    {0x2795, 0x2797, 2},
    {0x27B0, 0x27B0, 2},
    {0x27BF, 0x27BF, 2},
    {0x2B1B, 0x2B1C, 2},
    {0x2B50, 0x2B50, 2},
    {0x2B55, 0x2B55, 2},
};

static int width_of(unsigned c)
{
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (c >= widths[i].from && c <= widths[i].to)
            return widths[i].width;
    return 1;
}

/* One character: its bytes, its code point in *c (a bad byte counts as one). */
static size_t next_char(const char *s, unsigned *c)
{
    uint32_t cp;
    size_t n = ct_utf8(s, strlen(s), &cp);

    *c = n ? cp : '?';
    return n ? n : 1;
}

size_t text_cut(const char *text, int width)
{
    size_t n = 0;
    int w = 0;

    while (text[n]) {
        unsigned c;
        size_t bytes = next_char(text + n, &c);
        w += width_of(c);
        if (w > width)
            break;
        n += bytes;
    }
    return n;
}

int text_width(const char *text)
{
    int w = 0;

    while (*text) {
        unsigned c;
        text += next_char(text, &c);
        w += width_of(c);
    }
    return w;
}

void text_put(FILE *out, const char *text)
{
    char *shown = mem_had(ct_shown(text, false));

    fputs(shown, out);
    free(shown);
}

/* A cell and blanks up to `width`. */
static void pad(FILE *out, const char *text, int width)
{
    fputs(text, out);
    for (int w = text_width(text); w < width; w++)
        fputc(' ', out);
}

static struct winsize terminal_size(FILE *out)
{
    struct winsize size = {0};
    int fd = fileno(out);

    if (fd < 0 || !isatty(fd) || ioctl(fd, TIOCGWINSZ, &size))
        return (struct winsize){0};
    return size;
}

int terminal_width(FILE *out)
{
    return terminal_size(out).ws_col;
}

int help_width(FILE *out)
{
    int width = terminal_width(out);

    return width ? width : 79;
}

int terminal_height(FILE *out)
{
    return terminal_size(out).ws_row;
}

/* ---- lines ---- */

/* Does the blank at byte n hold two words together? Before a mark that French sets after a
 * blank, and on both sides of "3 × Ant". */
static bool glued(const char *s, size_t n)
{
    const char *next = s + n + 1;

    return strchr(":;!?%", *next) || !strncmp(next, "»", 2) || !strncmp(next, "×", 2) ||
           (n > 1 && (!strncmp(next - 3, "«", 2) || !strncmp(next - 3, "×", 2)));
}

/* Bytes up to the next blank where a line may break. */
static size_t unbroken(const char *s)
{
    size_t n = strspn(s, " ");

    for (;; n++) {
        n += strcspn(s + n, " ");
        if (!s[n] || !glued(s, n))
            return n;
    }
}

static void wrap(FILE *out, const char *text, int at, int indent, int width)
{
    while (*text) {
        size_t n = unbroken(text), blanks = strspn(text, " ");
        if (width && at > indent && (at >= width || text_cut(text, width - at) < n)) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            text += blanks;
            n -= blanks;
        }
        char *part = mem_strndup(text, n);
        fputs(part, out);
        at += text_width(part);
        free(part);
        text += n;
    }
}

void text_wrap(FILE *out, const char *text, int at, int indent, int width)
{
    char *shown = mem_had(ct_shown(text, false));

    wrap(out, shown, at, indent, width);
    free(shown);
}

void text_put_line(FILE *out, const char *text, int at, int indent, int width)
{
    text_wrap(out, text, at, indent, width);
    fputc('\n', out);
}

void text_put_lines(FILE *out, const char *text)
{
    struct buffer all = {0};

    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        char *line = mem_strndup(text, n);
        text_put_line(buffer_stream(&all), line, 0, 2 + (int)strspn(line, " "),
                      terminal_width(out));
        free(line);
    }
    char *whole = buffer_take(&all);
    fputs(whole, out);
    free(whole);
}

void text_put_behind(FILE *out, const char *text, const char *before)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        char *line = mem_strndup(text, n);
        fputs(before, out);
        text_put(out, line);
        fputc('\n', out);
        free(line);
    }
}

void text_wrapf(FILE *out, int indent, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *text = mem_vprintf(fmt, args);
    va_end(args);
    text_put_line(out, text, 0, indent, terminal_width(out));
    free(text);
}

static bool goes_on(const char *line)
{
    return *line && *line != '\n' && *line != ' ';
}

static bool some_wider(const char *lines, int width)
{
    size_t n;

    for (; *lines; lines += n + (lines[n] == '\n')) {
        n = strcspn(lines, "\n");
        if (n > (size_t)width)
            return true;
    }
    return false;
}

void text_fill(FILE *out, const char *text, int width)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        while (goes_on(text) && text[n] && goes_on(text + n + 1))
            n += 1 + strcspn(text + n + 1, "\n");
        char *lines = mem_strndup(text, n);
        bool wide = width && some_wider(lines, width);
        for (char *s = lines; wide && *s; s++)
            if (*s == '\n')
                *s = ' ';
        wrap(out, lines, 0, (int)strspn(lines, " "), width);
        fputc('\n', out);
        free(lines);
        text += n + (text[n] == '\n');
    }
}

/* ---- letters ---- */

/* À … ÿ without accents; Œ and œ, Ā … ſ by the second table. */
static const char latin1[] = "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
static const char latin2[] =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllllllln"
    "nnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

size_t text_fold(const char *text, char *out, size_t cap)
{
    size_t n = 0;

    while (*text && n + 3 < cap) {
        unsigned c;
        size_t bytes = next_char(text, &c);
        if (c < 0x80)
            out[n++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        else if (c == 0x152 || c == 0x153 || c == 0xC6 || c == 0xE6) {
            out[n++] = c == 0xC6 || c == 0xE6 ? 'a' : 'o';
            out[n++] = 'e';
        } else if (c == 0x2019)
            out[n++] = '\'';
        else if (c >= 0xC0 && c <= 0xFF)
            out[n++] = latin1[c - 0xC0];
        else if (c >= 0x100 && c <= 0x17F && latin2[c - 0x100])
            out[n++] = latin2[c - 0x100];
        else if (c < 0x300 || c > 0x36F)
            for (size_t i = 0; i < bytes && n + 1 < cap; i++)
                out[n++] = text[i];
        text += bytes;
    }
    if (cap)
        out[n] = 0;
    return n;
}

/* ---- tables ---- */

void table_add(struct table *t, const char *cell)
{
    MEM_MORE(t->cell, t->n, t->cap);
    t->cell[t->n++] = mem_had(ct_shown(cell, false));
}

void table_heads(struct table *t, const char *heads)
{
    for (size_t n = 0;; heads += n + 1) {
        bool right = *heads == '>';
        n = strcspn(heads += right, "|");
        char *head = mem_strndup(heads, n);
        t->right[t->columns++] = right;
        table_add(t, head);
        free(head);
        if (!heads[n])
            return;
    }
}

void table_addf(struct table *t, const char *fmt, ...)
{
    enum { BETWEEN = 31 }; /* in no text: YAML and shells have no such character */
    char *format = mem_strdup(fmt), *end;
    va_list args;

    for (char *s = format; (s = strchr(s, '|'));)
        *s = BETWEEN;
    va_start(args, fmt);
    char *cells = mem_vprintf(format, args);
    va_end(args);
    for (char *cell = cells; cell; cell = end) {
        end = strchr(cell, BETWEEN);
        if (end)
            *end++ = 0;
        table_add(t, cell);
    }
    free(cells);
    free(format);
}

static void column_widths(const struct table *t, int *width)
{
    memset(width, 0, TABLE_COLUMNS * sizeof *width);
    for (size_t i = (size_t)t->columns; i < t->n; i++) {
        int w = text_width(t->cell[i]), c = (int)(i % (size_t)t->columns);
        width[c] = w > width[c] ? w : width[c];
    }
    for (int c = 0; c < t->columns && (size_t)c < t->n; c++) {
        int w = text_width(t->cell[c]);
        if (width[c] || t->n == (size_t)t->columns)
            width[c] = w > width[c] ? w : width[c];
    }
}

/* The first `columns` of a row as text, without the blanks at its end. */
static char *row_text(const struct table *t, size_t row, const int *width, int columns)
{
    struct buffer text = {0};
    FILE *out = buffer_stream(&text);
    bool any = false;

    for (int c = 0; c < columns; c++) {
        const char *cell = t->cell[row * (size_t)t->columns + (size_t)c];
        if (!width[c])
            continue;
        if (any)
            fputs("  ", out);
        any = true;
        if (t->right[c])
            for (int w = text_width(cell); w < width[c]; w++)
                fputc(' ', out);
        pad(out, cell, t->right[c] ? 0 : width[c]);
    }
    char *shown = buffer_take(&text);
    for (size_t n = strlen(shown); n && shown[n - 1] == ' ';)
        shown[--n] = 0;
    return shown;
}

/* The column where cell `upto` begins. For the number of columns: the table's width plus two. */
static int column_start(const struct table *t, const int *width, int upto)
{
    int start = 0;

    for (int c = 0; c < upto && c < t->columns; c++)
        start += width[c] ? width[c] + 2 : 0;
    return start;
}

int table_width(const struct table *t)
{
    int widths_of[TABLE_COLUMNS];

    column_widths(t, widths_of);
    int n = column_start(t, widths_of, t->columns);
    return n ? n - 2 : 0;
}

/* A row that is cut at `width`. */
static void print_cut(const struct table *t, FILE *out, size_t row, const int *widths_of,
                      int width)
{
    char *text = row_text(t, row, widths_of, t->columns);

    if (width > 3 && text_width(text) > width) {
        size_t keep = text_cut(text, width - 1);
        text = mem_realloc(text, keep + sizeof "…");
        memcpy(text + keep, "…", sizeof "…");
    }
    fputs(text, out);
    free(text);
}

/* A row whose last cell continues below itself, or below the others if space is narrow. */
static void print_wrapped(const struct table *t, FILE *out, size_t row, const int *widths_of,
                          int width)
{
    enum { ROOM = 18, BELOW = 4 };
    const char *last = t->cell[(row + 1) * (size_t)t->columns - 1];
    char *text = row_text(t, row, widths_of, t->columns - 1);
    int start = column_start(t, widths_of, t->columns - 1), at = text_width(text);

    fputs(text, out);
    if (*last && width - start < ROOM && at > BELOW) {
        fputc('\n', out);
        start = BELOW;
        at = 0;
    }
    if (*last) {
        fprintf(out, "%*s", start - at, "");
        text_wrap(out, last, start, start, width);
    }
    free(text);
}

static void print_rows(const struct table *t, FILE *out, const int *widths_of, int width,
                       bool colour)
{
    for (size_t row = 0; row < t->n / (size_t)t->columns; row++) {
        fputs(colour && !row ? "\033[1m" : "", out);
        if (t->wrap && width > 0)
            print_wrapped(t, out, row, widths_of, width);
        else
            print_cut(t, out, row, widths_of, width);
        fputs(colour && !row ? "\033[0m\n" : "\n", out);
    }
}

/* The columns of every part, and those from `from` on that fit beside them (at least one).
 * Returns the first that does not fit. */
static int part_widths(const struct table *t, const int *widths_of, int from, int width,
                       int *part)
{
    int used = column_start(t, widths_of, t->split), c = from;

    memset(part, 0, TABLE_COLUMNS * sizeof *part);
    memcpy(part, widths_of, (size_t)t->split * sizeof *part);
    for (; c < t->columns && (c == from || used + widths_of[c] <= width); c++) {
        part[c] = widths_of[c];
        used += widths_of[c] ? widths_of[c] + 2 : 0;
    }
    return c;
}

static void print_split(const struct table *t, FILE *out, const int *widths_of, int width,
                        bool colour)
{
    int part[TABLE_COLUMNS];

    for (int c = t->split; c < t->columns;) {
        fputs(c > t->split ? "\n" : "", out);
        c = part_widths(t, widths_of, c, width, part);
        print_rows(t, out, part, 0, colour);
    }
}

void table_print(const struct table *t, FILE *out, int width, bool colour)
{
    int widths_of[TABLE_COLUMNS];

    column_widths(t, widths_of);
    if (t->split && width > 0 && table_width(t) > width)
        print_split(t, out, widths_of, width, colour);
    else
        print_rows(t, out, widths_of, t->split ? 0 : width, colour);
}

void table_show(struct table *t)
{
    table_print(t, stdout, terminal_width(stdout), use_colour(stdout));
    table_free(t);
}

void table_free(struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->cell[i]);
    free(t->cell);
    t->cell = NULL;
    t->n = t->cap = 0;
}

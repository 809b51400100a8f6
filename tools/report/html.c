/* html.c - the parts of a report's page. */
#include "html.h"

#include "tools/memory.h"
#include "tools/stats/inference.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void html_text(struct buffer *b, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "&<>\"'");
        buffer_add(b, "%.*s", (int)plain, text);
        text += plain;
        if (*text)
            buffer_add(b, "&#%d;", *text++);
    }
}

void html_add(struct buffer *b, const char *format, ...)
{
    va_list texts;

    va_start(texts, format);
    for (size_t n; *format; format += n) {
        n = strcspn(format, "%");
        buffer_add(b, "%.*s", (int)n, format);
        if (format[n] && format[n + 1] == 's')
            html_text(b, va_arg(texts, const char *));
        else if (format[n])
            buffer_add(b, "%%");
        n += format[n] ? 2 : 0;
    }
    va_end(texts);
}

void html_gain(struct buffer *b, const char *name, double gain)
{
    html_add(b, "%s\xc2\xa0", name);
    html_number(b, gain, 1, true);
}

void html_count(struct buffer *b, uint64_t n)
{
    char digits[32], out[48];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, n), k = 0;

    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0)
            out[k++] = ',';
        out[k++] = digits[i];
    }
    out[k] = 0;
    buffer_add(b, "%s", out);
}

void html_number(struct buffer *b, double value, int decimals, bool sign)
{
    char text[64];

    snprintf(text, sizeof text, "%.*f", decimals, fabs(value));
    bool zero = !text[strspn(text, "0.")];
    buffer_add(b, "%s%s", value < 0 && !zero ? "\xe2\x88\x92" : sign && !zero ? "+" : "", text);
}

void html_p(struct buffer *b, double p)
{
    if (p < 0.001)
        buffer_add(b, "p &lt; 0.001");
    else
        buffer_add(b, "p = %.*f", p < 0.1 ? 3 : 2, p);
}

int decimals_for(double least)
{
    int n = isfinite(least) && least > 0 ? (int)ceil(-log10(least / 3)) : 1;

    return n < 0 ? 0 : n > 4 ? 4 : n;
}

double lesser_width(double a, double b)
{
    if (!(a > 0) || !isfinite(a))
        return b;
    return b > 0 && isfinite(b) && b < a ? b : a;
}

void section_begin(struct buffer *b, const char *id, const char *title)
{
    html_add(b, "<section id=\"%s\" aria-labelledby=\"%s-head\">\n<h2 id=\"%s-head\">%s</h2>\n",
             id, id, id, title);
}

void section_end(struct buffer *b)
{
    buffer_add(b, "</section>\n");
}

void part_head(struct buffer *b, const char *title)
{
    html_add(b, "<h3>%s</h3>\n", title);
}

/* ---- tables ---- */

void table_begin(struct buffer *b, bool sorts, const char *label, ...)
{
    va_list args;

    va_start(args, label);
    char *text = mem_vprintf(label, args);
    va_end(args);
    html_add(b, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table",
             text);
    buffer_add(b, "%s>\n<thead><tr>", sorts ? " class=\"sorts\"" : "");
    free(text);
}

void head_cell(struct buffer *b, const char *head, bool number)
{
    html_add(b, number ? "<th scope=\"col\">%s</th>" : "<th scope=\"col\" class=\"t\">%s</th>",
             head);
}

void head_cells(struct buffer *b, const char *heads)
{
    for (size_t n; *heads; heads += n + (heads[n] == '|')) {
        bool number = *heads == '>';
        n = strcspn(heads += number, "|");
        char *head = mem_strndup(heads, n);
        head_cell(b, head, number);
        free(head);
    }
}

void head_end(struct buffer *b)
{
    buffer_add(b, "</tr></thead>\n<tbody>");
}

void table_end(struct buffer *b)
{
    buffer_add(b, "</tbody></table></div>\n");
}

void row_begin(struct buffer *b, const char *head, const char *more)
{
    html_add(b, "\n<tr><th scope=\"row\">%s", head);
    if (more)
        html_add(b, "<small>%s</small>", more);
    buffer_add(b, "</th>");
}

void row_end(struct buffer *b)
{
    buffer_add(b, "</tr>");
}

void cell_none(struct buffer *b)
{
    buffer_add(b, "<td></td>");
}

void cell_text(struct buffer *b, const char *text)
{
    html_add(b, "<td class=\"t\">%s</td>", text);
}

void cell_count(struct buffer *b, uint64_t n)
{
    buffer_add(b, "<td data-v=\"%" PRIu64 "\">", n);
    html_count(b, n);
    buffer_add(b, "</td>");
}

void cell_number(struct buffer *b, double value, int decimals, bool sign)
{
    buffer_add(b, "<td data-v=\"%.8g\">", value);
    html_number(b, value, decimals, sign);
    buffer_add(b, "</td>");
}

void cell_interval(struct buffer *b, double value, double half, int decimals, bool sign)
{
    buffer_add(b, "<td data-v=\"%.8g\" data-e=\"%.8g\">", value, half);
    html_number(b, value, decimals, sign);
    buffer_add(b, " <i>\xc2\xb1\xc2\xa0");
    html_number(b, half, decimals, false);
    buffer_add(b, "</i></td>");
}

void cell_interval_if(struct buffer *b, bool known, double value, double half, int decimals)
{
    if (known)
        cell_interval(b, value, half, decimals, true);
    else
        cell_none(b);
}

void cell_interval_in(struct buffer *b, double value, double half, int decimals, bool sure,
                      uint64_t game)
{
    buffer_add(b, "<td data-v=\"%.8g\" data-e=\"%.8g\">%s", value, half, sure ? "<b>" : "");
    html_number(b, value, decimals, true);
    buffer_add(b, "%s <i>\xc2\xb1\xc2\xa0", sure ? "</b>" : "");
    html_number(b, half, decimals, false);
    buffer_add(b, "</i>");
    if (game)
        buffer_add(b, " <a href=\"#see\">%" PRIu64 "</a>", game);
    buffer_add(b, "</td>");
}

void cell_sure(struct buffer *b, bool known, double rate)
{
    if (!known)
        buffer_add(b, "<td class=\"t\" data-v=\"\">not known</td>");
    else
        buffer_add(b, "<td class=\"t\" data-v=\"%.4g\">%s</td>", rate,
                   rate <= RATE ? "<b>yes</b>" : "no");
}

void cell_game(struct buffer *b, uint64_t game)
{
    if (!game) {
        cell_none(b);
        return;
    }
    buffer_add(b, "<td data-v=\"%" PRIu64 "\"><a href=\"#see\">%" PRIu64 "</a></td>", game,
               game);
}

/* ---- drawings ---- */

enum { DRAWN_WIDTH = 140, DRAWN_HEIGHT = 16 };

static double place(const struct scale *s, double value)
{
    double x = (value - s->from) / (s->to - s->from);

    return 2 + (DRAWN_WIDTH - 4) * (x < 0 ? 0 : x > 1 ? 1 : x);
}

void cell_drawn(struct buffer *b, const struct scale *s, double value, double half, bool sure)
{
    const int middle = DRAWN_HEIGHT / 2;

    buffer_add(
        b,
        "<td class=\"d\"><svg width=\"%d\" height=\"%d\" aria-hidden=\"true\" class=\"%s\">"
        "<path class=\"z\" d=\"M%.1f 0V%d\"/>",
        DRAWN_WIDTH, DRAWN_HEIGHT,
        !sure             ? "u"
        : value > s->zero ? "g"
                          : "b",
        place(s, s->zero), DRAWN_HEIGHT);
    if (isfinite(half))
        buffer_add(b, "<path d=\"M%.1f %dH%.1f\"/>", place(s, value - half), middle,
                   place(s, value + half));
    buffer_add(b, "<circle cx=\"%.1f\" cy=\"%d\" r=\"3\"/></svg></td>", place(s, value),
               middle);
}

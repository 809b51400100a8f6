/* markdown.c - a page of Markdown on a terminal. Tables and code stay as they are written. */
#include "markdown.h"

#include "table.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the sign of a list entry with the blanks after it. 0: none. */
static size_t bullet(const char *s)
{
    size_t n = strspn(s, "0123456789");

    n = n ? n + (s[n] == '.' || s[n] == ')') : strchr("*-+", *s) && *s;
    return n && s[n] == ' ' && !isdigit((unsigned char)s[n - 1]) ? n + strspn(s + n, " ") : 0;
}

/* Does the line go on with the paragraph before it? */
static bool goes_on(const char *line)
{
    const char *s = line + strspn(line, " ");

    return !strchr("\n#|", *s) && !bullet(s) && strncmp(s, "```", 3) != 0 &&
           strncmp(s, "<!--", 4) != 0;
}

/* Does a `*` before s begin or end emphasis? In 7 * 3 it does not. */
static bool is_emphasis(const char *text, const char *s, bool inside)
{
    return inside ? s > text && s[-1] != ' '
                  : s[1] && s[1] != ' ' && (s == text || !isalnum((unsigned char)s[-1]));
}

/* Lines that were wrapped, without the signs for bold, emphasis and code. */
static void put_marked(FILE *out, const char *text, bool colour)
{
    bool bold = false, code = false, inside = false;

    for (const char *s = text; *s; s++) {
        bool mark = !code && !strncmp(s, "**", 2),
             emphasis = !code && !mark && *s == '*' && is_emphasis(text, s, inside);
        code ^= *s == '`';
        bold ^= mark;
        inside ^= emphasis;
        s += mark;
        if (mark && colour)
            fputs(bold ? "\033[1m" : "\033[0m", out);
        else if (!mark && !emphasis && *s != '`')
            fputc(*s, out);
    }
    fputs(bold && colour ? "\033[0m\n" : "\n", out);
}

/* A paragraph or entry of n bytes. Its lines become one, which is wrapped. */
static void put_paragraph(FILE *out, const char *text, size_t n, int width, bool colour)
{
    struct buffer b = {0};
    char *one = mem_strndup(text, n), *to = one;
    size_t lead = strspn(text, " ");

    for (const char *s = one; *s; s++)
        if (*s == '\n') {
            *to++ = ' ';
            s += strspn(s + 1, " ");
        } else {
            *to++ = *s;
        }
    *to = '\0';
    text_wrap(buffer_stream(&b), one, 0, (int)(lead + bullet(text + lead)), width);
    char *wrapped = buffer_take(&b);
    put_marked(out, wrapped, colour);
    free(wrapped);
    free(one);
}

/* Prints it unchanged; a bold heading without its signs. */
static void put_line(FILE *out, const char *text, size_t n, bool bold)
{
    size_t signs = bold ? strspn(text, "#") : 0;
    signs += signs && text[signs] == ' ';
    char *line = mem_strndup(text + signs, n - signs);

    fputs(bold ? "\033[1m" : "", out);
    text_put(out, line);
    fputs(bold ? "\033[0m\n" : "\n", out);
    free(line);
}

void markdown_print(FILE *out, const char *text, int width, bool colour)
{
    bool code = false;

    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        bool fence = !strncmp(text, "```", 3), inside = code || fence;
        code ^= fence;
        if (!inside && !strncmp(text, "<!--", 4))
            continue;
        const char *s = text + strspn(text, " ");
        bool indented = s - text > 3 && !bullet(s);
        if (!width || inside || indented || (!bullet(s) && !goes_on(text))) {
            put_line(out, text, n, colour && !inside && *text == '#');
            continue;
        }
        while (text[n] && goes_on(text + n + 1))
            n += 1 + strcspn(text + n + 1, "\n");
        put_paragraph(out, text, n, width, colour);
    }
}

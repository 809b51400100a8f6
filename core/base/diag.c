/* diag.c: collecting and printing findings.
 *
 * Text is cut when it is added, not when it is printed: a file of one line of four megabytes
 * with a thousand errors must not be copied a thousand times.
 */
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/shown.h"
#include "base/str.h"

enum {
    MAX_MESSAGE = 600, /* bytes */
    WHOLE_LINE = 200,  /* bytes up to which a source line is kept whole */
    CHARS_BEFORE = 60, /* of a longer line, what is kept around the column */
    CHARS_KEPT = 120,
};

/* The length of the next character; a byte that is no UTF-8 counts as one. */
static size_t char_len(const char *text, size_t len)
{
    uint32_t cp;
    size_t n = shown_utf8(text, len, &cp);
    return n ? n : 1;
}

static size_t skip_chars(const char *text, size_t len, int chars)
{
    size_t at = 0;
    for (; chars > 0 && at < len; chars--)
        at += char_len(text + at, len - at);
    return at;
}

/* A copy of TEXT, fit to be shown, that ends in "..." if it had to be cut (between characters). */
static char *clipped(const char *text)
{
    unsigned lost = mem_losses();
    size_t len = strlen(text);
    struct str copy = {0};

    if (len < MAX_MESSAGE) {
        shown_add(&copy, text, len);
    } else {
        shown_add_cut(&copy, text, len, MAX_MESSAGE - 4);
        str_add(&copy, "...");
    }
    return str_take(&copy, lost);
}

/* Adds a part of a source line, fit to be shown; a tab is one blank. */
static void add_line(struct str *to, const char *text, size_t len)
{
    for (const char *tab; (tab = memchr(text, '\t', len)); text = tab + 1) {
        shown_add(to, text, (size_t)(tab - text));
        str_add(to, " ");
        len -= (size_t)(tab - text) + 1;
    }
    shown_add(to, text, len);
}

static int chars_of(const char *text)
{
    int n = 0;
    for (; *text; n++)
        text += char_len(text, strlen(text));
    return n;
}

static void set_excerpt(struct diag *d, const char *line, size_t len)
{
    unsigned lost = mem_losses();
    int skipped = len > WHOLE_LINE && d->col > CHARS_BEFORE ? d->col - 1 - CHARS_BEFORE : 0;
    size_t from = skip_chars(line, len, skipped);
    size_t size =
        len > WHOLE_LINE ? skip_chars(line + from, len - from, CHARS_KEPT) : len - from;
    size_t before = skip_chars(line + from, size, d->col - 1 - skipped);
    struct str text = {0};

    str_add(&text, from > 0 ? "..." : "");
    add_line(&text, line + from, before);
    d->excerpt_col = d->col > 0 ? chars_of(str_of(&text)) + 1 : 0;
    add_line(&text, line + from + before, size - before);
    str_add(&text, from + size < len ? "..." : "");
    d->excerpt = str_take(&text, lost);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_known(const struct diags *diags, const char *code, const char *file, int line,
                     int col, const char *message)
{
    for (size_t i = 0; i < diags->n; i++) {
        const struct diag *d = &diags->v[i];
        if (d->line == line && d->col == col && same_text(d->code, code) &&
            same_text(d->file, file) && (line > 0 || same_text(d->message, message)))
            return true;
    }
    return false;
}

static void diag_free(struct diag *d)
{
    free(d->file);
    free(d->message);
    free(d->excerpt);
    free(d->hint);
    free(d->instead);
}

/* Notes the word that the hint names, if it is DIAG_NEAR. False: no memory. */
static bool note_instead(struct diag *d)
{
    size_t before = strcspn(DIAG_NEAR, "%"), n = strlen(d->hint);
    const char *after = &DIAG_NEAR[before + 2];
    size_t more = before + strlen(after);

    if (n <= more || memcmp(d->hint, DIAG_NEAR, before) != 0 ||
        strcmp(d->hint + n - strlen(after), after) != 0)
        return true;
    d->instead = strndup(d->hint + before, n - more);
    return d->instead != NULL;
}

/* The last warning gives its place to an error. */
static bool give_way(struct diags *diags)
{
    size_t i = diags->n;

    while (i > 0 && diags->v[i - 1].level == DIAG_ERROR)
        i--;
    if (i == 0)
        return false;
    diag_free(&diags->v[i - 1]);
    memmove(diags->v + i - 1, diags->v + i, (diags->n - i) * sizeof *diags->v);
    diags->n--;
    return true;
}

void diags_vadd(struct diags *diags, enum diag_level level, const char *code, const char *file,
                int line, int col, const char *excerpt, size_t len, const char *hint,
                const char *fmt, va_list args)
{
    if (diags->n >= DIAGS_KEPT) {
        diags->more++;
        if (level != DIAG_ERROR || !give_way(diags)) {
            diags->errors += level == DIAG_ERROR;
            return;
        }
    }
    char buffer[MAX_MESSAGE + 8]; /* longer than what clipped() keeps: it sees the cut */
    if (vsnprintf(buffer, sizeof buffer, fmt, args) < 0)
        strcpy(buffer, "(this message cannot be shown)");
    struct diag d = {.level = level, .code = code, .line = line, .col = col};
    d.message = clipped(buffer);
    if (d.message && is_known(diags, code, file, line, col, d.message)) {
        free(d.message);
        return;
    }
    if (file)
        d.file = strdup(file);
    if (hint)
        d.hint = clipped(hint);
    bool named = !d.hint || note_instead(&d);
    if (excerpt)
        set_excerpt(&d, excerpt, len);
    diags->errors += level == DIAG_ERROR;
    if (d.message && !d.file == !file && !d.hint == !hint && !d.excerpt == !excerpt && named &&
        mem_room(&diags->v, diags->n, sizeof *diags->v)) {
        diags->v[diags->n++] = d;
        return;
    }
    diag_free(&d);
    diags->lost = true;
}

void diags_lost(struct diags *diags)
{
    diags->errors++;
    diags->lost = true;
}

void diags_add(struct diags *diags, enum diag_level level, const char *code, const char *file,
               int line, int col, const char *excerpt, const char *hint, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    diags_vadd(diags, level, code, file, line, col, excerpt, excerpt ? strlen(excerpt) : 0,
               hint, fmt, args);
    va_end(args);
}

void diags_free(struct diags *diags)
{
    for (size_t i = 0; i < diags->n; i++)
        diag_free(&diags->v[i]);
    free(diags->v);
    *diags = (struct diags){0};
}

/* How many terminal cells a character takes. Coarse: wcwidth() would need a locale. */
static int cells(uint32_t c)
{
    static const struct {
        uint32_t from, to;
        int cells;
    } range[] = {
        {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x200B, 0x200D, 0}, {0x2E80, 0xA4CF, 2},
        {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0}, {0xFF00, 0xFF60, 2},
        {0x1F300, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        if (c >= range[i].from && c <= range[i].to)
            return range[i].cells;
    return 1;
}

/* Prints TEXT safely, at most CHARS characters of it (-1: all); returns the cells it takes.
 * OUT may be NULL, to measure only. */
static int put_text(FILE *out, const char *text, int chars)
{
    size_t len = strlen(text);
    int width = 0;
    for (size_t at = 0; at < len && chars != 0; chars--) {
        uint32_t c = 0;
        size_t valid = shown_utf8(text + at, len - at, &c), n = valid ? valid : 1;
        if (valid && !shown_unfit(c)) {
            width += cells(c);
            if (out)
                fwrite(text + at, 1, n, out);
        } else {
            for (size_t i = 0; i < n; i++, width += 4)
                if (out)
                    fprintf(out, "\\x%02X", (unsigned char)text[at + i]);
        }
        at += n;
    }
    return width;
}

static int compare(const void *left, const void *right)
{
    const struct diag *a = *(const struct diag *const *)left;
    const struct diag *b = *(const struct diag *const *)right;
    int by_file = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (by_file != 0)
        return by_file;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->col != b->col)
        return a->col < b->col ? -1 : 1;
    return (a > b) - (a < b); /* both in one array: the order of arrival */
}

/* Errors first, where not all are shown. */
static int compare_levels(const void *left, const void *right)
{
    const struct diag *a = *(const struct diag *const *)left;
    const struct diag *b = *(const struct diag *const *)right;

    return a->level != b->level ? (a->level == DIAG_ERROR ? -1 : 1) : compare(left, right);
}

static void print_one(const struct diag *d, FILE *out, bool colour)
{
    const char *bold = colour ? "\033[1m" : "", *off = colour ? "\033[0m" : "";
    const char *red = !colour ? "" : d->level == DIAG_ERROR ? "\033[1;31m" : "\033[1;35m";
    fputs(bold, out);
    if (d->file) {
        put_text(out, d->file, -1);
        if (d->line > 0)
            fprintf(out, ":%d", d->line);
        if (d->line > 0 && d->col > 0)
            fprintf(out, ":%d", d->col);
        fputs(": ", out);
    }
    fprintf(out, "%s%s%s:%s ", off, red, d->level == DIAG_ERROR ? "error" : "warning", off);
    put_text(out, d->message, -1);
    fprintf(out, " [%s]\n", d->code);
    if (d->excerpt && d->excerpt[0] && d->line > 0) {
        fprintf(out, "%6d | ", d->line);
        put_text(out, d->excerpt, -1);
        fputc('\n', out);
        if (d->excerpt_col > 0) {
            int width = put_text(NULL, d->excerpt, d->excerpt_col - 1);
            fprintf(out, "       | %*s%s^%s\n", width, "", colour ? "\033[1;32m" : "", off);
        }
    }
    if (d->hint) {
        fputs("   = ", out);
        put_text(out, d->hint, -1);
        fputc('\n', out);
    }
}

static const struct diag **sorted_by(const struct diags *diags,
                                     int (*order)(const void *, const void *))
{
    const struct diag **sorted = calloc(diags->n + 1, sizeof *sorted);

    for (size_t i = 0; sorted && i < diags->n; i++)
        sorted[i] = &diags->v[i];
    if (sorted)
        qsort(sorted, diags->n, sizeof *sorted, order);
    return sorted;
}

bool diags_order(const struct diags *diags, size_t *at)
{
    const struct diag **sorted = sorted_by(diags, compare);
    bool room = sorted != NULL;

    for (size_t i = 0; room && i < diags->n; i++)
        at[i] = (size_t)(sorted[i] - diags->v);
    free(sorted);
    return room;
}

void diags_print(const struct diags *diags, FILE *out, bool colour)
{
    const struct diag **sorted = sorted_by(diags, compare_levels);
    if (diags->lost || !sorted)
        fputs("error: out of memory [MEMORY]\n", out);
    if (!sorted)
        return;
    size_t shown = diags->n < DIAGS_PRINTED ? diags->n : DIAGS_PRINTED;
    qsort(sorted, shown, sizeof *sorted, compare);
    for (size_t i = 0; i < shown; i++)
        print_one(sorted[i], out, colour);
    free(sorted);
    if (diags->n - shown + diags->more > 0)
        fprintf(out, "and %zu more\n", diags->n - shown + diags->more);
}

void diags_drop(void *diags)
{
    diags_free(diags);
}

/* diag.h: a list of findings (errors, warnings) with their places.
 *
 * Whoever reads files adds findings and goes on; whoever called prints the list or turns it
 * into JSON. Start from `struct diags d = {0}`. Everything that comes from a file (message,
 * hint, line) is copied, cut to a sane length and fit to be shown (shown.h), so a hostile file
 * cannot fill the memory or command a terminal, whoever prints it.
 */
#ifndef CANTRIP_BASE_DIAG_H
#define CANTRIP_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    DIAGS_KEPT = 1000,   /* findings kept; more are only counted */
    DIAGS_PRINTED = 100, /* findings printed */
};

enum diag_level { DIAG_ERROR, DIAG_WARNING };

struct diag {
    enum diag_level level;
    const char *code; /* stable upper-case name, "KEY-UNKNOWN"; static, not owned */
    char *file;       /* NULL: no file */
    int line, col;    /* 1-based, col in characters; 0: none */
    char *message;
    char *excerpt;   /* the source line (a long one: the part around col), or NULL */
    int excerpt_col; /* where col stands in excerpt, 1-based; 0: nowhere */
    char *hint;      /* "did you mean 'close'?", or NULL */
    char *instead;   /* the word that this hint names, or NULL */
};

/* The hint that names a word to be written instead (diag.instead). */
#define DIAG_NEAR "did you mean '%s'?"

struct diags {
    struct diag *v;
    size_t n;
    size_t errors; /* errors added, kept or not */
    size_t more;   /* findings beyond DIAGS_KEPT */
    bool lost;     /* memory ran out: there may be findings that are not here */
};

/* Adds a finding. CODE must be static; FILE, EXCERPT (the whole source line) and HINT are
 * copied and may be NULL. What has the same file, line, col and code as a kept finding is
 * dropped (and, where there is no line, the same message). Without memory for it it is counted
 * and lost. */
void diags_add(struct diags *diags, enum diag_level level, const char *code, const char *file,
               int line, int col, const char *excerpt, const char *hint, const char *fmt, ...)
    __attribute__((format(printf, 9, 10)));

/* The same; the source line is given as LEN bytes at EXCERPT (need not end in NUL). */
void diags_vadd(struct diags *diags, enum diag_level level, const char *code, const char *file,
                int line, int col, const char *excerpt, size_t len, const char *hint,
                const char *fmt, va_list args) __attribute__((format(printf, 10, 0)));

/* Memory ran out: an error that needs none to be told. */
void diags_lost(struct diags *diags);

/* Frees what the list owns and leaves it empty and usable. */
void diags_free(struct diags *diags);
void diags_drop(void *diags); /* the same, for arena_hold */

/* Prints the findings by file, line and column, at most DIAGS_PRINTED of them:
 *     file:12:7: error: message [CODE]
 *         12 | source line
 *            |       ^
 *        = hint
 * Control characters, bidirectional overrides and bytes that are no UTF-8 are shown as \xNN,
 * a tab in a source line as a space. COLOUR adds ANSI colours. */
void diags_print(const struct diags *diags, FILE *out, bool colour);

/* Their places in the order of files and lines, n of them. False: no memory. */
bool diags_order(const struct diags *diags, size_t *at);

#endif

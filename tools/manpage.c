/* manpage.c - pages for man(1), in the language of man(7).
 *
 * All texts go through put(), so that nothing in them becomes a request. */
#include "manpage.h"

#include "commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- letters ---- */

/* How to write this character so that it is shown; "" if as it is. */
static const char *escape(char c)
{
    switch (c) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    case '"': return "\\(dq";
    }
    return "";
}

/* Puts n bytes of text that begin a line. `fill`: lines are filled. */
static void put_some(FILE *out, const char *text, size_t n, bool fill)
{
    enum { FULL = 70 };
    size_t column = 0;
    uint32_t c;

    for (size_t i = 0, bytes; i < n; i += bytes) {
        const char *how = escape(text[i]);
        bytes = ct_utf8(text + i, n - i, &c);
        bytes += !bytes;
        if (!column && text[i] == '.')
            fputs("\\&", out);
        column += bytes + strlen(how);
        if (*how)
            fputs(how, out);
        else if (bytes > 1)
            fprintf(out, "\\[u%04" PRIX32 "]", c);
        else if (fill && text[i] == ' ' && column > FULL)
            column = fputc('\n', out) == EOF;
        else
            fputc(text[i], out);
    }
}

static void put(FILE *out, const char *text)
{
    put_some(out, text, strlen(text), false);
}

static void put_line(FILE *out, const char *text)
{
    put_some(out, text, strlen(text), true);
    fputc('\n', out);
}

/* Puts lines as they are. */
static void put_lines(FILE *out, const char *text)
{
    fputs(".EX\n", out);
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        put_some(out, text, n, false);
        fputc('\n', out);
    }
    fputs(".EE\n", out);
}

/* Adjoining lines are one paragraph. Each indented line is its own. */
static void put_paragraphs(FILE *out, const char *text)
{
    bool listed = false, begun = false;

    for (size_t n; *text; text += n + (text[n] == '\n')) {
        size_t indent = strspn(text, " ");
        n = strcspn(text, "\n");
        if (indent && !listed)
            fputs(".PD 0\n", out);
        if (indent)
            fputs(".IP \"\" 2\n", out);
        else if (listed)
            fputs(".PD\n", out);
        if (!indent && n && (listed || !begun))
            fputs(".PP\n", out);
        put_some(out, text + indent, n - indent, true);
        fputs(n ? "\n" : "", out);
        listed = indent > 0;
        begun = n > 0;
    }
    if (listed)
        fputs(".PD\n", out);
}

/* ---- parts ---- */

/* SOURCE_DATE_EPOCH if set, so that a packaged page is the same every day. */
static void put_date(FILE *out)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t when = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm t;
    char date[32] = "";

    if (gmtime_r(&when, &t))
        strftime(date, sizeof date, "%Y-%m-%d", &t);
    fputs(date, out);
}

static void head(FILE *out, const char *command, const char *summary)
{
    fputs(".TH CANTRIP", out);
    for (const char *s = command; *s; s++)
        fputc(*s >= 'a' && *s <= 'z' ? *s - 32 : *s, out);
    fputs(" 1 ", out);
    put_date(out);
    fputs(" \"cantrip " CT_VERSION "\" \"Cantrip\"\n.SH NAME\ncantrip", out);
    put(out, command);
    fputs(" \\- ", out);
    put_line(out, summary);
}

/* Puts " RULESET [CARD]", with the words to replace in italics. */
static void put_arguments(FILE *out, const char *arguments)
{
    fputs(*arguments ? " " : "", out);
    while (*arguments) {
        size_t n = strcspn(arguments, "[]|. "), other;
        if (n) {
            fputs(*arguments >= 'A' && *arguments <= 'Z' ? "\\fI" : "\\fB", out);
            put_some(out, arguments, n, false);
            fputs("\\fR", out);
        }
        other = strspn(arguments + n, "[]|. ");
        put_some(out, arguments + n, other, false);
        arguments += n + other;
    }
    fputc('\n', out);
}

static void put_flag(FILE *out, const char *name, const char *argument, const char *help)
{
    fputs(".TP\n\\fB\\-\\-", out);
    put(out, name);
    fputs("\\fR", out);
    put_arguments(out, argument ? argument : "");
    put_line(out, help);
}

static void put_status(FILE *out)
{
    fputs(".SH EXIT STATUS\n"
          ".TP\n"
          "0\n"
          "done\n"
          ".TP\n"
          "1\n"
          "something was found, for example a failed test\n"
          ".TP\n"
          "2\n"
          "bad input or usage\n"
          ".TP\n"
          "130\n"
          "stopped by Ctrl\\-C, after printing the results so far\n",
          out);
}

static void put_examples(FILE *out, const char *examples)
{
    fputs(".SH EXAMPLES\n", out);
    put_lines(out, examples);
}

/* ---- pages ---- */

void manpage(FILE *out, const struct usage *u)
{
    const struct command *c = command_find(u->command);
    char name[64];

    snprintf(name, sizeof name, "-%s", c->name);
    head(out, name, c->summary);
    fprintf(out, ".SH SYNOPSIS\n\\fBcantrip %s\\fR", c->name);
    fputs(u->nflags ? " [\\fIFLAGS\\fR]" : "", out);
    put_arguments(out, c->arguments);
    fputs(".SH DESCRIPTION\n", out);
    fputc(*c->summary >= 'a' && *c->summary <= 'z' ? *c->summary - 32 : *c->summary, out);
    put(out, c->summary + 1);
    fputs(".\n", out);
    if (u->more)
        put_paragraphs(out, u->more);
    fputs(".SH OPTIONS\n", out);
    for (int i = 0; i < u->nflags; i++)
        put_flag(out, u->flags[i].name, u->flags[i].argument, u->flags[i].help);
    put_flag(out, "help", NULL, "a short form of this page");
    put_status(out);
    if (u->examples)
        put_examples(out, u->examples);
    fputs(".SH SEE ALSO\n.BR cantrip (1)\n", out);
}

/* The environment variables that some command reads. */
static const struct {
    const char *name, *says;
} environment[] = {
    {"CANTRIP_PATH", "Cantrip looks for games in these folders first. Colons separate them."},
    {"XDG_DATA_HOME", "Your own games are in its folder cantrip/rulesets (~/.local/share)."},
    {"XDG_STATE_HOME", "Saved games and tables are in its folder cantrip (~/.local/state)."},
    {"XDG_CACHE_HOME", "Trained bots are in its folder cantrip (~/.cache)."},
    {"TMPDIR", "If that folder cannot be written, they are in cantrip-UID here (/tmp)."},
    {"LC_ALL, LC_MESSAGES, LANG", "The language, unless you give --lang."},
    {"NO_COLOR", "If it is set, there are no colours."},
    {"SOURCE_DATE_EPOCH", "The date in files that Cantrip makes, in seconds since 1970."},
};

void manpage_overview(FILE *out)
{
    const struct command *c;

    head(out, "", CANTRIP_SUMMARY);
    fputs(".SH SYNOPSIS\n\\fBcantrip\\fR", out);
    put_arguments(out, "COMMAND [FLAGS] [ARGUMENTS]");
    fputs(".SH DESCRIPTION\n"
          "An interpreter for card games. A game is a folder of YAML and Lua\n"
          "that you can read and change without a compiler.\n",
          out);
    put_paragraphs(out, CANTRIP_MORE);
    fputs(".SH COMMANDS\n", out);
    for (int i = 0; (c = command_at(i)); i++) {
        fprintf(out, ".TP\n\\fB%s\\fR", c->name);
        put_arguments(out, c->arguments);
        put_line(out, c->summary);
    }
    put_flag(out, "version", NULL, "the version");
    fputs(".SH ENVIRONMENT\n", out);
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        fprintf(out, ".TP\n\\fB%s\\fR\n", environment[i].name);
        put_line(out, environment[i].says);
    }
    put_status(out);
    put_examples(out, CANTRIP_EXAMPLES);
    fputs(".SH SEE ALSO\n", out);
    for (int i = 0; (c = command_at(i)); i++)
        fprintf(out, ".BR \\%%cantrip\\-%s (1)%s\n", c->name, command_at(i + 1) ? "," : "");
}

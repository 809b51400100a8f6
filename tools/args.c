/* args.c - a command's flags: reads them, checks them, prints --help. */
#include "commands.h"

#include "complete.h"
#include "manpage.h"
#include "tools/screen/table.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How a command is called and what it does. */
static void head(const struct usage *u, int width)
{
    const struct command *c = command_find(u->command);
    const char *flags = u->nflags ? " [FLAGS]" : "";

    printf("usage: cantrip %s%s%s%s\n", c->name, flags, *c->arguments ? " " : "", c->arguments);
    putchar(toupper(*c->summary));
    text_wrap(stdout, c->summary + 1, 1, 0, width);
    puts(".\n");
}

static void help(const struct usage *u)
{
    struct table t = {.wrap = true};
    int width = help_width(stdout);

    head(u, width);
    table_heads(&t, "flags:|");
    for (int i = 0; i < u->nflags; i++) {
        table_addf(&t, "  --%s%s%s|%s", u->flags[i].name, u->flags[i].argument ? " " : "",
                   u->flags[i].argument ? u->flags[i].argument : "", u->flags[i].help);
    }
    table_addf(&t, "  --help|this text");
    table_print(&t, stdout, width, false);
    table_free(&t);
    if (u->more) {
        putchar('\n');
        text_fill(stdout, u->more, width);
    }
    if (u->examples) {
        puts("\nexamples:");
        text_put_behind(stdout, u->examples, "  ");
    }
}

/* Prints --help, or the form that `flag` names. */
static int help_as(const struct usage *u, const char *flag)
{
    if (!strcmp(flag, HELP_MAN)) {
        manpage(u);
    } else if (!strchr(flag, '=')) {
        help(u);
    } else {
        return refuse("%s: --help takes no value except 'man'", u->command);
    }
    return EXIT_OK;
}

static bool read_count(const char *text, int64_t *out)
{
    char *end;

    if (!*text || strspn(text, "-0123456789") != strlen(text))
        return false;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return !*end && !errno;
}

static int no_value(const struct usage *u, const struct flag *f)
{
    return refuse("%s: --%s needs a value: --%s %s", u->command, f->name, f->name, f->argument);
}

static int take_value(const struct usage *u, const struct flag *f, const char *value)
{
    int64_t n;

    switch (f->kind) {
    case FLAG_SET: break;
    case FLAG_TEXT:
        if (!*value)
            return no_value(u, f);
        *(const char **)f->to = value;
        break;
    case FLAG_LIST:
        if (!*value)
            return no_value(u, f);
        list_add(f->to, value);
        break;
    case FLAG_SEED:
        if (seed_read(value, f->to))
            break;
        return refuse("%s: --%s needs a whole number from 0 to %" PRIu64 ", not '%s'",
                      u->command, f->name, UINT64_MAX, value);
    case FLAG_COUNT:
    case FLAG_INT:
        if (read_count(value, &n) && n >= f->min && n <= f->max) {
            if (f->kind == FLAG_INT)
                *(int *)f->to = (int)n;
            else
                *(int64_t *)f->to = n;
            break;
        }
        return refuse("%s: --%s needs a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                      u->command, f->name, f->min, f->max, value);
    }
    if (f->given)
        *f->given = true;
    return -1;
}

static int unknown_flag(const struct usage *u, const char *name)
{
    const char *known[64];
    int n = 0;

    for (; n < u->nflags && n < 60; n++)
        known[n] = u->flags[n].name;
    known[n++] = "help";
    const char *near = ct_suggest(name, known, (size_t)n);
    return refuse("%s: there is no flag --%s (see cantrip %s --help)%s%s%s", u->command, name,
                  u->command, near ? "; did you mean '--" : "", near ? near : "",
                  near ? "'?" : "");
}

/* Reads an argument that begins with "--", and maybe the next one. */
static int take_flag(const struct usage *u, int argc, char **argv, int *i)
{
    const char *eq = strchr(argv[*i], '=');
    char name[64];
    size_t len = eq ? (size_t)(eq - argv[*i]) - 2 : strlen(argv[*i]) - 2;

    snprintf(name, sizeof name, "%.*s", (int)(len < 60 ? len : 60), argv[*i] + 2);
    if (!strcmp(name, "help"))
        return help_as(u, argv[*i]);
    for (int k = 0; k < u->nflags; k++) {
        const struct flag *f = &u->flags[k];
        if (strcmp(f->name, name) != 0)
            continue;
        if (f->kind == FLAG_SET) {
            if (eq)
                return refuse("%s: --%s takes no value", u->command, name);
            *(bool *)f->to = true;
            return take_value(u, f, NULL);
        }
        if (!eq && *i + 1 >= argc)
            return no_value(u, f);
        return take_value(u, f, eq ? eq + 1 : argv[++*i]);
    }
    return unknown_flag(u, name);
}

int args_parse(const struct usage *u, int argc, char **argv, struct list *rest)
{
    bool plain = false;

    if (argc > 1 && !strcmp(argv[1], HELP_COMPLETE)) {
        complete_command(u, argc - 2, argv + 2);
        return EXIT_OK;
    }
    for (int i = 1; i < argc; i++) {
        if (!plain && !strcmp(argv[i], "--")) {
            plain = true;
        } else if (!plain && (!strcmp(argv[i], "-h") || !strcmp(argv[i], "-?"))) {
            help(u);
            return EXIT_OK;
        } else if (!plain && !strncmp(argv[i], "--", 2)) {
            int rc = take_flag(u, argc, argv, &i);
            if (rc >= 0)
                return rc;
        } else if (!plain && argv[i][0] == '-' && argv[i][1]) {
            return refuse("%s: there is no flag '%s': write flags in full (see cantrip %s "
                          "--help)",
                          u->command, argv[i], u->command);
        } else {
            list_add(rest, argv[i]);
        }
    }
    if (rest->n < u->least || (u->most >= 0 && rest->n > u->most)) {
        const struct command *c = command_find(u->command);
        bool file = !strncmp(c->arguments, "FILE", 4) || !strcmp(c->arguments, "TALLY...");
        if (rest->n > u->least)
            return refuse("%s: one argument too many: '%s' (see cantrip %s --help)", c->name,
                          rest->v[u->most], c->name);
        return refuse("%s: %s is missing%s (see cantrip %s --help)", c->name,
                      file                                       ? "FILE"
                      : rest->n || !strcmp(c->arguments, "NAME") ? c->arguments
                                                                 : "RULESET",
                      file || rest->n || !strcmp(c->arguments, "NAME")
                          ? ""
                          : ". 'cantrip list' shows all games",
                      c->name);
    }
    return -1;
}

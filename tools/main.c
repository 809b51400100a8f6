/* main.c - the `cantrip` command: finds the subcommand and runs it. */
#include "common.h"

#include "tools/memory.h"
#include "tools/screen/table.h"

#include <jansson.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define X(name, arguments, summary) {#name, arguments, summary, cmd_##name},
    COMMANDS(X)
#undef X
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static const char after[] =
    "\n'cantrip COMMAND --help' tells more, with examples.\n"
    "A RULESET is a game's name or the path of its folder. Names are looked for in the folders "
    "of\n"
    "$CANTRIP_PATH (separated by colons), in ./rulesets, in ~/.local/share/cantrip/rulesets, "
    "and where\n"
    "Cantrip is installed.\n"
    "\nexamples:\n"
    "  cantrip list\n"
    "  cantrip play fairytale --seats 4\n"
    "  cantrip sim fairytale --seats 4 --games 10000 --json\n";

static void help(void)
{
    struct table t = {.columns = 2, .wrap = true};

    puts("usage: cantrip COMMAND [FLAGS] [ARGUMENTS]\n"
         "Card games from YAML and Lua files.\n");
    table_add(&t, "commands:");
    table_add(&t, "");
    for (int i = 0; i < NCOMMANDS; i++) {
        table_addf(&t, "  %s%s%s", commands[i].name, *commands[i].arguments ? " " : "",
                   commands[i].arguments);
        table_add(&t, commands[i].summary);
    }
    table_add(&t, "  --version");
    table_add(&t, "the version");
    table_print(&t, stdout, terminal_width(stdout), false);
    table_free(&t);
    text_fill(stdout, after, terminal_width(stdout));
}

/* `cantrip COMMAND ...`; -1: there is no such command. */
static int command(int argc, char **argv)
{
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(argv[0], commands[i].name))
            return commands[i].run(argc, argv);
    return -1;
}

static int unknown(const char *word)
{
    const char *names[NCOMMANDS + 2];

    for (int i = 0; i < NCOMMANDS; i++)
        names[i] = commands[i].name;
    names[NCOMMANDS] = "--help";
    names[NCOMMANDS + 1] = "--version";
    complain_near(word, names, NCOMMANDS + 2, "there is no command '%s' (see cantrip --help)",
                  word);
    return EXIT_USAGE;
}

/* `cantrip help`, or `cantrip help COMMAND`. */
static int help_on(int argc, char **argv)
{
    char flag[] = "--help";

    if (argc < 2 || !strcmp(argv[1], "help") || !strcmp(argv[1], "--help")) {
        help();
        return EXIT_OK;
    }
    int rc = command(2, (char *[]){argv[1], flag, NULL});
    return rc < 0 ? unknown(argv[1]) : rc;
}

/* What was printed must have arrived: a full disk is not a success. */
static int finish(int status)
{
    if (fflush(stdout) || ferror(stdout)) {
        fputs("cantrip: the output could not be written\n", stderr);
        return status ? status : EXIT_USAGE;
    }
    return status;
}

int main(int argc, char **argv)
{
    int rc;

    setlocale(LC_CTYPE, "");
    json_set_alloc_funcs(mem_alloc, free); /* whole or not at all */
    if (argc < 2) {
        help();
        return finish(EXIT_USAGE);
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return finish(help_on(argc - 1, argv + 1));
    if (!strcmp(argv[1], "--version")) {
        puts("cantrip " CT_VERSION);
        return finish(EXIT_OK);
    }
    rc = command(argc - 1, argv + 1);
    return rc < 0 ? unknown(argv[1]) : finish(rc);
}

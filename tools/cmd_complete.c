/* cmd_complete.c - `cantrip complete`: for shells, the words that may come next (complete.h). */
#include "commands.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void offer(const char *word, const char *typed, const char *says)
{
    if (!strncmp(word, typed, strlen(typed)))
        printf("%s\t%s\n", word, says);
}

static void offer_commands(const char *typed)
{
    const struct command *c;

    for (int i = 0; (c = command_at(i)); i++)
        offer(c->name, typed, c->summary);
}

/* Offers the first word of a line. */
static void offer_first(const char *typed)
{
    offer_commands(typed);
    offer("help", typed, "what a command does, and its flags");
    if (*typed == '-') {
        offer("--help", typed, "what there is");
        offer("--version", typed, "the version");
    }
}

/* The command knows its own flags. */
static void ask(const struct command *c, int n, char **words)
{
    char name[64], how[] = HELP_COMPLETE;
    char **argv = mem_alloc(((size_t)n + 3) * sizeof *argv);

    snprintf(name, sizeof name, "%s", c->name);
    argv[0] = name;
    argv[1] = how;
    memcpy(argv + 2, words, (size_t)n * sizeof *argv);
    argv[n + 2] = NULL;
    c->run(n + 2, argv);
    free(argv);
}

int cmd_complete(int argc, char **argv)
{
    const struct usage usage = {
        "complete",
        NULL,
        0,
        "Give the words of the line without `cantrip`. The last may be incomplete. Each line "
        "of output is a\n"
        "word that fits, a tab and its meaning. A line that begins with a tab says `files` or "
        "`folders`, a tab\n"
        "and the part of the word before the path. The shell then lists those itself.\n",
        "cantrip complete -- sim fairytale --bots mc",
        0,
        -1};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);
    const char *first = rest.n ? rest.v[0] : "";
    const struct command *c = rest.n > 1 ? command_find(first) : NULL;

    if (rc >= 0) {
        args_free(&rest);
        return rc;
    }
    if (rest.n < 2)
        offer_first(first);
    else if (c)
        ask(c, rest.n - 1, argv + argc - rest.n + 1);
    else if (rest.n == 2 && !strcmp(first, "help"))
        offer_commands(rest.v[1]);
    args_free(&rest);
    return EXIT_OK;
}

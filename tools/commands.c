/* commands.c - the list of COMMANDS as a table. */
#include "commands.h"

#include <string.h>

static const struct command commands[] = {
#define X(name, arguments, summary) {#name, arguments, summary, cmd_##name},
    COMMANDS(X)
#undef X
};

const struct command *command_at(int i)
{
    return i >= 0 && i < (int)(sizeof commands / sizeof *commands) ? &commands[i] : NULL;
}

const struct command *command_find(const char *name)
{
    const struct command *c;

    for (int i = 0; (c = command_at(i)); i++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

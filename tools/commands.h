/* commands.h - the list COMMANDS as a table, for code that goes through all of them. */
#ifndef CANTRIP_TOOLS_COMMANDS_H
#define CANTRIP_TOOLS_COMMANDS_H

#include "common.h"

/* The line above the list of commands, in --help and in the manual. */
#define CANTRIP_SUMMARY "Card games from YAML and Lua files"
#define CANTRIP_MORE                                                                           \
    "'cantrip COMMAND --help' shows its flags and examples.\n"                                 \
    "A RULESET is a game's name or the path of its folder. Cantrip looks for names in the\n"   \
    "folders of $CANTRIP_PATH (separated by colons), in ./rulesets, in "                       \
    "~/.local/share/cantrip/rulesets, and\nwhere it is installed.\n"
#define CANTRIP_EXAMPLES                                                                       \
    "cantrip list\n"                                                                           \
    "cantrip play fairytale --seats 4\n"                                                       \
    "cantrip sim fairytale --seats 4 --games 10000 --json"

struct command {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
};
/* Command number i. NULL after the last. */
const struct command *command_at(int i);
/* The command with this name, or NULL. */
const struct command *command_find(const char *name);

#endif

/* cmd_lsp.c - `cantrip lsp`: for editors that speak the Language Server Protocol. */
#include "common.h"
#include "tools/lsp/lsp.h"

#include <unistd.h>

int cmd_lsp(int argc, char **argv)
{
    const struct usage usage = {"lsp",
                                NULL,
                                0,
                                "An editor starts it and speaks to it over stdin and stdout: "
                                "while a game's files are typed, saved or\n"
                                "not, what check finds is underlined; a name says what it is, "
                                "and leads to where it is declared.\n",
                                "cantrip lsp",
                                0,
                                0};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    args_free(&rest);
    if (rc < 0 && isatty(STDIN_FILENO))
        rc = refuse("lsp: this is for editors: `cantrip guide editor` says how they start it");
    return rc < 0 ? lsp_serve() : rc;
}

/* cmd_lsp.c - `cantrip lsp`: for editors that speak the Language Server Protocol. */
#include "common.h"
#include "tools/lsp/lsp.h"

#include <unistd.h>

int cmd_lsp(int argc, char **argv)
{
    const struct usage usage = {"lsp",
                                NULL,
                                0,
                                "An editor starts it and talks to it over stdin and stdout. "
                                "Errors and warnings are underlined as you\n"
                                "type. Point at a name to read what it means, and jump to "
                                "where it is declared.\n",
                                "cantrip lsp",
                                0,
                                0};
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    args_free(&rest);
    if (rc < 0 && isatty(STDIN_FILENO))
        rc = refuse("lsp: only editors start this. `cantrip guide editor` shows how");
    return rc < 0 ? lsp_serve() : rc;
}

/* cmd_mcp.c - `cantrip mcp`: for programs that speak the Model Context Protocol. */
#include "common.h"
#include "tools/mcp/mcp.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int cmd_mcp(int argc, char **argv)
{
    int seconds = 300;
    const struct flag flags[] = {
        INT_FLAG("time", &seconds, "S", "no call takes longer than S seconds (300)", 1, 86400)};
    const struct usage usage =
        USAGE("mcp", flags, 0, 1,
              "A language model's program starts it and talks to it over stdin and stdout. It "
              "reads, writes, checks, tests\n"
              "and plays games in FOLDER (the current one), and nothing outside.\n",
              "cantrip mcp ./my-games");
    struct list rest = {0};
    int rc = args_parse(&usage, argc, argv, &rest);

    if (rc < 0 && isatty(STDIN_FILENO))
        rc = refuse("mcp: only programs start this. `cantrip guide mcp` shows how");
    if (rc < 0 && rest.n && chdir(rest.v[0]))
        rc = refuse("mcp: %s: %s", rest.v[0], strerror(errno));
    args_free(&rest);
    return rc < 0 ? mcp_serve(seconds) : rc;
}

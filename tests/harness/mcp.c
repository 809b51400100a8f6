/* mcp.c - a stranger's client of `cantrip mcp`: a message a line. All answers are JSON, one a line, and nothing outside
 * the folder is read or written. */
#include "shared/game.h"
#include "shared/served.h"

#include "tools/mcp/mcp.h"

#include <errno.h>
#include <jansson.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char secret[] = "what lies outside is 8f2c4e51\n";
static char outside[256];

/* In place of libc's: no command is run, since it would be this program. */
int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[], char *const envp[])
{
    (void)child, (void)path, (void)actions, (void)attributes, (void)argv, (void)envp;
    return ENOSYS;
}

static int serve(void)
{
    return mcp_serve(1);
}

/* Does a message name the secret itself? A fuzzer reads it in our comparisons. */
static bool says_it(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i + 8 <= n; i++)
        if (!memcmp(data + i, "8f2c4e51", 8))
            return true;
    return false;
}

static void hear(struct transcript *t, char *said, bool told)
{
    for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *answer = json_loads(line, 0, NULL);
        if (!json_object_get(answer, "jsonrpc"))
            finding("the server says no JSON-RPC: %s", line);
        if (!told && strstr(line, "8f2c4e51"))
            finding("the server reads what lies outside: %s", line);
        json_decref(answer);
        tell_bytes(t, "an answer", line, strlen(line));
    }
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    char here[512];

    remove_folder("in");
    write_file("secret", secret, sizeof secret - 1);
    write_file("in/well/ruleset.yaml", "cantrip: 1\n", 11);
    write_file("in/gone.txt", "gone\n", 5);
    snprintf(here, sizeof here, "%sin", folder());
    char *was = getcwd(NULL, 0);
    if (!was || chdir(here) || symlink(outside, "out"))
        finding("%s cannot be entered", here);
    struct str said = served(serve, data, n);
    if (chdir(was))
        finding("%s cannot be entered", was);
    free(was);
    if (said.n)
        hear(t, said.s, says_it(data, n));
    size_t size = 0;
    char *kept = ct_file_read(outside, &size, NULL);
    if (!kept || strcmp(kept, secret) != 0)
        finding("the server writes what lies outside");
    free(kept);
    str_free(&said);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    snprintf(outside, sizeof outside, "%ssecret", folder());
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

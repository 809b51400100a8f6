/* said.c - the output of another program. */
#define _GNU_SOURCE /* pipe2 */
#include "said.h"

#include "buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

char *said_by(const char *const *argv, bool quiet)
{
    int ends[2] = {-1, -1}, status = 0;
    posix_spawn_file_actions_t files;
    struct buffer text = {0};
    pid_t child;

    if (pipe2(ends, O_CLOEXEC))
        return NULL;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    if (quiet)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool good =
        !posix_spawnp(&child, argv[0], &files, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    FILE *in = fdopen(ends[0], "re");
    for (int c; good && in && (c = fgetc(in)) != EOF;)
        buffer_add(&text, "%c", c);
    if (in)
        fclose(in);
    while (good && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (good && WIFEXITED(status) && !WEXITSTATUS(status))
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

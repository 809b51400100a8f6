/* served.c - stdin and stdout are files in memory while a server runs. */
#define _GNU_SOURCE /* memfd_create */
#include "served.h"

#include "game.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int memory(const char *what)
{
    int fd = memfd_create(what, MFD_CLOEXEC);

    if (fd < 0)
        finding("%s: %s", what, strerror(errno));
    return fd;
}

/* `fd` is `other` from now on. What it was. */
static int swap(int fd, int other)
{
    int was = dup(fd);

    if (was < 0 || dup2(other, fd) < 0)
        finding("dup: %s", strerror(errno));
    return was;
}

struct str served(int (*serve)(void), const void *bytes, size_t n)
{
    struct str said = {0};
    int in = memory("stdin"), out = memory("stdout");
    char part[65536];
    ssize_t got;

    if (write(in, bytes, n) != (ssize_t)n || lseek(in, 0, SEEK_SET) != 0)
        finding("stdin: %s", strerror(errno));
    fflush(stdout);
    int was_in = swap(STDIN_FILENO, in), was_out = swap(STDOUT_FILENO, out);
    serve();
    fflush(stdout);
    close(swap(STDIN_FILENO, was_in));
    close(swap(STDOUT_FILENO, was_out));
    for (off_t at = 0; (got = pread(out, part, sizeof part, at)) > 0; at += got)
        str_addn(&said, part, (size_t)got);
    close(was_in), close(was_out), close(in), close(out);
    return said;
}

void add_with_folder(struct str *to, const char *text, size_t n)
{
    const char *path = folder();

    for (size_t i = 0; i < n; i++)
        if (text[i] == '@')
            str_addn(to, path, strlen(path) - 1);
        else
            str_addn(to, text + i, 1);
}

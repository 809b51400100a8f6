/* served.c - stdin and stdout are files in memory while a server runs. */
#define _GNU_SOURCE /* memfd_create */
#include "served.h"

#include "game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

static struct {
    int (*run)(int argc, char **argv);
    const char *const *words;
    int status;
} command;

/* Commands may sort their words. */
static int call(void)
{
    char *argv[16] = {NULL};
    int argc = 0;

    for (; command.words[argc]; argc++)
        argv[argc] = (char *)(uintptr_t)command.words[argc];
    rewind(stdin); /* it may have ended for the input before */
    return command.status = command.run(argc, argv);
}

int tell_command(int (*run)(int argc, char **argv), const char *const *words, const void *bytes,
                 size_t n, const char *file, struct transcript *t)
{
    char *wrong = NULL;
    size_t size = 0;
    FILE *was = stderr;

    command.run = run;
    command.words = words;
    /* not the file of number 2: that one is the sanitizers' */
    if (!(stderr = open_memstream(&wrong, &size)))
        abort();
    struct str said = served(call, bytes, n);
    fclose(stderr);
    stderr = was;
    if (command.status < 0 || command.status > 2)
        finding("the exit status of %s is %d", *words, command.status);
    const char *why = size ? wrong : str_of(&said); /* what check finds is its output */
    if (command.status == 2 && (!*why || why[strlen(why) - 1] != '\n' || !strstr(why, file)))
        finding("%s ends with 2 and says: %s", *words, why);
    tell_number(t, "an exit status", (uint64_t)command.status);
    tell_text(t, "a message", wrong);
    look_at_lines("what a command says", str_of(&said));
    tell_bytes(t, "what a command says", str_of(&said), said.n);
    str_free(&said);
    return command.status;
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

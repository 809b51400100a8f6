/* there.c - what is already at a path. */
#include "there.h"

#include "tools/common.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

long there_peek(const char *path, long at, char *to, size_t n)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    ssize_t got = 0;

    if (fd < 0) /* if nothing can be there, writing will say why */
        return errno == ENOENT || lstat(path, &st) ? 0 : -1;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode))
        got = -1;
    else
        got = pread(fd, to, n, at);
    close(fd);
    return (long)got;
}

char *there_text(const char *path, size_t *n, char **wrong)
{
    char first;

    return there_peek(path, 0, &first, 1) > 0 ? ct_file_read(path, n, wrong) : NULL;
}

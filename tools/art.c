/* art.c - pictures of cards. */
#include "art.h"

#include "memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

const char *art_type(const char *file)
{
    static const char *const types[][2] = {{".png", "image/png"},
                                           {".jpg", "image/jpeg"},
                                           {".jpeg", "image/jpeg"},
                                           {".svg", "image/svg+xml"}};
    const char *ending = strrchr(file, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (!strcasecmp(types[i][0], ending))
            return types[i][1];
    return NULL;
}

int art_colour(const ct_definition *def, int card)
{
    int trait = ct_get_drawing(def).colour, word = 0;

    while (ct_trait_word(def, trait, word) && !ct_card_is(def, card, trait, word))
        word++;
    return ct_trait_word(def, trait, word) ? word : -1;
}

char *art_file(const ct_definition *def, int card)
{
    const char *key;
    char *text;

    for (int i = 0; (key = ct_card_field(def, card, i, NULL, &text)); i++) {
        if (!strcmp(key, "art") && text && art_type(text))
            return text;
        free(text);
    }
    return NULL;
}

/* Opens a file below `folder` part by part, so that it follows no link. -1: it cannot. */
static int open_below(const char *folder, const char *file)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    while (at >= 0) {
        size_t n = strcspn(file, "/");
        char part[256];
        snprintf(part, sizeof part, "%.*s", (int)(n < sizeof part ? n : 0), file);
        if (!*part || !strcmp(part, ".") || !strcmp(part, ".."))
            break;
        bool last = !file[n];
        int how = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | (last ? 0 : O_DIRECTORY);
        int next = openat(at, part, how | O_CLOEXEC);
        close(at);
        if (last)
            return next;
        at = next;
        file += n + 1;
    }
    if (at >= 0)
        close(at);
    return -1;
}

static char *read_all(int fd, size_t *n)
{
    struct stat st;

    if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0 || st.st_size > ART_MOST)
        return NULL;
    char *bytes = mem_alloc((size_t)st.st_size);
    *n = 0;
    for (ssize_t got = 1; got > 0 && *n<(size_t)st.st_size; *n += got> 0 ? (size_t)got : 0)
        got = read(fd, bytes + *n, (size_t)st.st_size - *n);
    return bytes;
}

char *art_bytes(const char *folder, const char *file, size_t *n)
{
    int fd = open_below(folder, file);
    char *bytes = fd >= 0 ? read_all(fd, n) : NULL;

    if (fd >= 0)
        close(fd);
    return bytes;
}

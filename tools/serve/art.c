/* art.c - pictures of cards. */
#include "art.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ART_MOST = 4 << 20 };
static const char before[] = "/art/";

static const char *type_of(const char *file)
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

/* The file that a card names (free()), or NULL. */
static char *file_of(const struct game *game, int card)
{
    const char *key;
    char *text;

    for (int i = 0; (key = ct_card_field(game->def, card, i, NULL, &text)); i++) {
        if (!strcmp(key, "art") && text && type_of(text))
            return text;
        free(text);
    }
    return NULL;
}

char *art_address(const struct game *game, int card)
{
    char *file = file_of(game, card);
    struct buffer b = {0};

    if (!file)
        return NULL;
    free(file);
    buffer_add(&b, "%s", before);
    for (const char *s = game->name; *s; s++)
        buffer_add(&b, isalnum((unsigned char)*s) || strchr("-._", *s) ? "%c" : "%%%02X",
                   (unsigned char)*s);
    buffer_add(&b, "/%s", ct_card_id(game->def, card));
    char *address = mem_strndup(buffer_text(&b), b.n);
    buffer_free(&b);
    return address;
}

/* A file below `folder`, each part of its path opened by itself, so that no link is followed; -1. */
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

static int card_called(const ct_definition *def, const char *id)
{
    for (int i = 0; ct_card_id(def, i); i++)
        if (!strcmp(ct_card_id(def, i), id))
            return i;
    return -1;
}

char *art_read(struct house *h, const char *path, size_t *n, const char **type)
{
    const char *slash = strncmp(path, before, sizeof before - 1) ? NULL : strrchr(path, '/');

    if (!slash || slash < path + sizeof before - 1)
        return NULL;
    path += sizeof before - 1;
    char *name = mem_strndup(path, (size_t)(slash - path));
    struct game *game = house_game(h, name);
    int card = game ? card_called(game->def, slash + 1) : -1;
    char *file = card >= 0 ? file_of(game, card) : NULL;
    int fd = file ? open_below(game->folder, file) : -1;
    char *bytes = fd >= 0 ? read_all(fd, n) : NULL;

    *type = bytes ? type_of(file) : NULL;
    if (fd >= 0)
        close(fd);
    game_drop(game);
    free(file);
    free(name);
    return bytes;
}

/* art.c - the addresses of cards' pictures. */
#include "art.h"

#include "tools/art.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char before[] = "/art/";

char *art_address(const struct game *game, int card)
{
    char *file = art_file(game->def, card);
    struct buffer b = {0};

    if (!file)
        return NULL;
    free(file);
    buffer_add(&b, "%s", before);
    for (const char *s = game->name; *s; s++)
        buffer_add(&b, isalnum((unsigned char)*s) || strchr("-._", *s) ? "%c" : "%%%02X",
                   (unsigned char)*s);
    buffer_add(&b, "/%s", ct_card_id(game->def, card));
    return buffer_take(&b);
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
    char *file = card >= 0 ? art_file(game->def, card) : NULL;
    char *bytes = file ? art_bytes(game->folder, file, n) : NULL;

    *type = bytes ? art_type(file) : NULL;
    game_drop(game);
    free(file);
    free(name);
    return bytes;
}

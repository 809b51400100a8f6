/* art.c - the addresses of cards' pictures. */
#include "art.h"

#include "tools/art.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char before[] = "/art/";

/* Of a file that belongs to this game. */
static char *address(const struct game *game, const char *id)
{
    struct buffer b = {0};

    buffer_add(&b, "%s", before);
    for (const char *s = game->name; *s; s++)
        buffer_add(&b, isalnum((unsigned char)*s) || strchr("-._", *s) ? "%c" : "%%%02X",
                   (unsigned char)*s);
    buffer_add(&b, "/%s", id);
    return buffer_take(&b);
}

char *art_address(const struct game *game, int card)
{
    char *file = art_file(game->def, card);

    free(file);
    return file ? address(game, ct_card_id(game->def, card)) : NULL;
}

/* No card's id begins so. */
#define ICON "~%d"

char *art_icon(const struct game *game, int name)
{
    struct ct_icon icon;
    char id[16];

    if (!ct_get_icon(game->def, name, &icon))
        return NULL;
    snprintf(id, sizeof id, ICON, name);
    return icon.folder ? address(game, id) : mem_strdup(icon.text);
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
    int card = game ? card_called(game->def, slash + 1) : -1, at;
    struct ct_icon icon = {.folder = game ? game->folder : NULL};
    char *file = card >= 0 ? art_file(game->def, card) : NULL;
    if (game && sscanf(slash + 1, ICON, &at) == 1 && ct_get_icon(game->def, at, &icon))
        file = mem_strdup(icon.text);
    char *bytes = file && icon.folder ? art_bytes(icon.folder, file, n) : NULL;

    *type = bytes ? art_type(file) : NULL;
    game_drop(game);
    free(file);
    free(name);
    return bytes;
}

/* edition.h - one printed version of a game: its cards' faces, copies and backs. */
#ifndef CANTRIP_TOOLS_PRINT_EDITION_H
#define CANTRIP_TOOLS_PRINT_EDITION_H

#include "deck.h"
#include "face.h"

struct edition {
    ct_definition *def;
    const char *lang, *title; /* of the definition */
    struct deck deck;
    struct face *face; /* of each card */
    char **picture;    /* the bytes of each file of a picture */
    int npictures;
    char *signs; /* face_signs */
};

/* How to read it: language (NULL: the environment's), copies from an endless pile, and the
 * command. */
struct edition_setup {
    const char *lang;
    int endless;
    const char *command;
};
/* The edition of a folder. False after a message; edition_close in both cases. */
bool edition_open(struct edition *e, const char *folder, const struct edition_setup *setup);
/* Reads an earlier edition: from a folder, or from a commit of the repository that contains
 * `folder`. Errors as above. */
bool edition_open_since(struct edition *e, const char *folder, const char *since,
                        const struct edition_setup *setup);
void edition_close(struct edition *e);

#endif

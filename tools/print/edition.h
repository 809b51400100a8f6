/* edition.h - one version of a game as it is printed: its cards' faces, how many of each, their
 * backs. */
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

/* How it is read: the language (NULL: that of the environment), how many of an endless pile, and
 * for whom. */
struct edition_setup {
    const char *lang;
    int endless;
    const char *command;
};
/* The edition of a folder. False after a message; edition_close in both cases. */
bool edition_open(struct edition *e, const char *folder, const struct edition_setup *setup);
/* An earlier one: of a folder, or as the repository that `folder` lies in has it at a commit. The
 * same. */
bool edition_open_since(struct edition *e, const char *folder, const char *since,
                        const struct edition_setup *setup);
void edition_close(struct edition *e);

#endif

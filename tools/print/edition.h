/* edition.h - one printed version of a game: its cards' faces, copies and backs. */
#ifndef CANTRIP_TOOLS_PRINT_EDITION_H
#define CANTRIP_TOOLS_PRINT_EDITION_H

#include "deck.h"
#include "face.h"

/* What stands before a word: a letter or sign, or a file of a picture. */
struct edition_icon {
    char *word;
    const char *text; /* of the definition */
    bool file;
    char *bytes; /* of the file, or NULL */
    size_t n;
};
struct edition {
    ct_definition *def;
    const char *lang, *title; /* of the definition */
    struct deck deck;
    struct face *face; /* of each card */
    char **picture;    /* the bytes of each file of a picture */
    int npictures;
    char *signs; /* face_signs */
    struct edition_icon *icon;
    int nicons;
    char *template; /* bytes of the file of `layout: template`, or NULL */
    size_t ntemplate;
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

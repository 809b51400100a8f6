/* edition.c - one printed version of a game. */
#include "edition.h"

#include "tools/art.h"
#include "tools/common.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

static bool read_signs(struct edition *e, const char *command)
{
    char *wrong = NULL;
    ct_engine *engine = engine_open(e->def, &wrong);

    if (engine) {
        ct_engine_language(engine, e->lang);
        e->signs = face_signs(e->def, engine);
    } else {
        complain("%s: %s", command, reason(wrong));
    }
    free(wrong);
    ct_engine_free(engine);
    return e->signs != NULL;
}

enum { PICTURES_MOST = 128 << 20 };

/* The first earlier card with the same file. NULL: none. */
static const struct face *same_file(const struct edition *e, int card)
{
    for (int c = 0; c < card; c++)
        if (e->face[c].picture_file &&
            !strcmp(e->face[c].picture_file, e->face[card].picture_file))
            return &e->face[c];
    return NULL;
}

/* A file is read once, however many cards name it. */
static void read_pictures(struct edition *e)
{
    size_t sum = 0;

    e->picture = mem_alloc((size_t)e->deck.ncards * sizeof *e->picture + 1);
    for (int c = 0; c < e->deck.ncards; c++) {
        struct face *f = &e->face[c];
        if (!f->picture_file)
            continue;
        const struct face *same = same_file(e, c);
        char *bytes =
            same ? NULL
                 : art_bytes(ct_get_info(e->def, NULL).folder, f->picture_file, &f->npicture);
        f->picture_over =
            same ? same->picture_over : bytes && f->npicture > PICTURES_MOST - sum;
        if (same) {
            f->picture = same->picture;
            f->npicture = same->npicture;
        } else if (f->picture_over) {
            free(bytes);
        } else if (bytes) {
            sum += f->npicture;
            f->picture = e->picture[e->npictures++] = bytes;
        }
    }
}

static void read_icons(struct edition *e)
{
    struct ct_name name;
    struct ct_icon icon;
    int cap = 0;

    for (int i = 0; ct_get_name(e->def, i, &name); i++) {
        char *word;
        if (!ct_meaning(e->def, i, e->lang, &word) || !ct_get_icon(e->def, i, &icon)) {
            free(word);
            continue;
        }
        struct edition_icon new = {
            .word = word, .text = icon.text, .file = icon.folder != NULL};
        if (icon.folder)
            new.bytes = art_bytes(icon.folder, icon.text, &new.n);
        MEM_MORE(e->icon, e->nicons, cap);
        e->icon[e->nicons++] = new;
    }
}

bool edition_open(struct edition *e, const char *folder, const struct edition_setup *setup)
{
    ct_diags *diags = NULL;

    *e = (struct edition){.def = ruleset_open(folder, &diags)};
    if (!e->def) {
        print_findings(diags);
        complain("%s: %s cannot be loaded%s", setup->command, folder,
                 ct_diags_count(diags) ? "" : ": out of memory");
    }
    ct_diags_free(diags);
    if (!e->def || !(e->lang = language_of(e->def, setup->lang)) ||
        !read_signs(e, setup->command) ||
        !deck_make(&e->deck, e->def, e->lang, setup->endless, setup->command))
        return false;
    e->title = ct_get_info(e->def, e->lang).title;
    e->face = mem_alloc((size_t)e->deck.ncards * sizeof *e->face + 1);
    for (int c = 0; c < e->deck.ncards; c++)
        face_read(&e->face[c], e->def, c, e->lang);
    read_pictures(e);
    read_icons(e);
    struct ct_icon face = ct_get_drawing(e->def).face;
    if (face.text)
        e->template = art_bytes(face.folder, face.text, &e->ntemplate);
    return true;
}

void edition_close(struct edition *e)
{
    for (int c = 0; e->face && c < e->deck.ncards; c++)
        face_free(&e->face[c]);
    free(e->face);
    for (int i = 0; i < e->npictures; i++)
        free(e->picture[i]);
    free(e->picture);
    for (int i = 0; i < e->nicons; i++) {
        free(e->icon[i].word);
        free(e->icon[i].bytes);
    }
    free(e->icon);
    free(e->template);
    free(e->signs);
    deck_free(&e->deck);
    ct_free(e->def);
    *e = (struct edition){0};
}

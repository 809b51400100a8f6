/* edition.c - one version of a game as it is printed. */
#include "edition.h"

#include "tools/common.h"
#include "tools/memory.h"

#include <stdlib.h>

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
    return true;
}

void edition_close(struct edition *e)
{
    for (int c = 0; e->face && c < e->deck.ncards; c++)
        face_free(&e->face[c]);
    free(e->face);
    free(e->signs);
    deck_free(&e->deck);
    ct_free(e->def);
    *e = (struct edition){0};
}

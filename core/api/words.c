/* words.c - the public interface: Cantrip's own sentences, for screens. */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <stdlib.h>

static const char *const names[W_COUNT] = {
#define X(id, en, fr) [W_##id] = #id,
#include "say/words.def"
#undef X
};

const char *ct_own_name(int w)
{
    return w >= 0 && w < W_COUNT ? names[w] : NULL;
}

int ct_own_find(const char *name)
{
    return PLACE_OF(names, W_COUNT, name);
}

const char *ct_own_text(const ct_definition *def, const char *lang, int w)
{
    return w >= 0 && w < W_COUNT ? own((enum own_word)w, tongue_of(def, lang)) : NULL;
}

char *ct_own_say(const ct_definition *def, const char *lang, int w,
                 const struct ct_filling *with, int n)
{
    struct filling *fill;
    struct str text = {0};
    unsigned lost = mem_losses();
    char *out;

    if (w < 0 || w >= W_COUNT)
        return NULL;
    fill = malloc(((size_t)n + 1) * sizeof *fill);
    if (!fill)
        return NULL;
    for (int i = 0; i < n; i++)
        fill[i] = (struct filling){.name = with[i].name,
                                   .text = with[i].text,
                                   .number = with[i].number,
                                   .is_number = with[i].is == CT_FILLED_NUMBER,
                                   .you = with[i].you,
                                   .is_seat = with[i].is == CT_FILLED_SEAT};
    fill[n] = (struct filling){0};
    say(&text, (enum own_word)w, tongue_of(def, lang), fill);
    out = mem_losses() == lost ? mem_copy(str_of(&text), text.n) : NULL;
    str_free(&text);
    free(fill);
    return out;
}

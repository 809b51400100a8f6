/* texts.c - the public interface: texts from elsewhere, to be shown or understood. */
#include "base/arena.h"
#include "base/shown.h"
#include "base/suggest.h"
#include "cantrip.h"

#include <string.h>

const char *ct_suggest(const char *word, const char *const *names, size_t n)
{
    return suggest(word, names, n);
}

bool ct_is_line(const char *text)
{
    return shown_fit(text, strlen(text)) == strlen(text);
}

char *ct_shown(const char *text, bool lines)
{
    struct str s = {0};
    unsigned lost = mem_losses();

    str_add(&s, "");
    (lines ? shown_add_message : shown_add)(&s, text, strlen(text));
    if (mem_losses() != lost)
        str_free(&s);
    return s.s;
}

size_t ct_utf8(const char *text, size_t n, uint32_t *character)
{
    return shown_utf8(text, n, character);
}

/* words.c - Cantrip's own words and sentences. */
#include "words.h"

#include "tools/memory.h"

const char *own_word(const struct speech *s, const char *name)
{
    return ct_own_text(s->def, s->lang, ct_own_find(name));
}

char *own_sentence(const struct speech *s, const char *name, const struct ct_filling *with,
                   int n)
{
    return mem_had(ct_own_say(s->def, s->lang, ct_own_find(name), with, n));
}

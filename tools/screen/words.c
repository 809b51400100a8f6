/* words.c - Cantrip's own words and sentences. */
#include "words.h"

#include "tools/buffer.h"
#include "tools/memory.h"

#include <stdlib.h>

const char *own_word(const struct speech *s, const char *name)
{
    return ct_own_text(s->def, s->lang, ct_own_find(name));
}

char *own_sentence(const struct speech *s, const char *name, const struct ct_filling *with,
                   int n)
{
    return mem_had(ct_own_say(s->def, s->lang, ct_own_find(name), with, n));
}

static void add_meanings(struct buffer *to, const struct speech *s)
{
    struct ct_name name;
    bool any = false;

    for (int i = 0; ct_get_name(s->def, i, &name); i++) {
        char *word;
        const char *means = ct_meaning(s->def, i, s->lang, &word);
        bool told = means && *means;
        if (told && !any)
            buffer_add(to, "\n## %s\n\n", own_word(s, "PAGE_WORDS"));
        if (told)
            buffer_add(to, "* **%s**%s%s\n", word, own_word(s, "COLON"), means);
        any |= told;
        free(word);
    }
}

char *rules_told(const struct speech *s)
{
    char *rules = ct_rules(s->def, s->lang);
    struct buffer all = {0};

    if (!rules)
        return NULL;
    buffer_add(&all, "%s", rules);
    free(rules);
    add_meanings(&all, s);
    return buffer_take(&all);
}

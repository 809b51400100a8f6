/* wordlist.c: closed lists of words: values of traits and options. */

#include <string.h>

#include "load/parts.h"

bool word_syntax(const char *id)
{
    size_t n = strspn(id, WORD_CHARS);
    return n && n <= CAP_NAME && !id[n] && !strchr("-_", *id);
}

const char *words_hint(const struct loader *ld, const struct words *words, const char *id)
{
    return hint_among(ld, id, TEXTS_IN(ld, words->v, words->n), words->n);
}

static void word_read(struct loader *ld, const struct node *key, const struct node *value,
                      struct named *out, int32_t *is)
{
    const char *id = read_word(ld, key, "a word");
    out->id = id ? id : "";
    out->node = key;
    if (id && !word_syntax(id))
        SAY(ld, key, "NAME-SYNTAX", "use letters, digits, - and _, at most 64",
            "'%s' is not a valid word", id);
    if (!value || node_is_null(value) || !read_is_map(ld, value, "the value of a word"))
        return;
    keys_check(ld, value, AT_VALUE);
    out->says = text_or_none(ld, value, "says");
    out->means = text_or_none(ld, value, "means");
    icon_read(ld, value, out);
    *is = read_int(ld, value, "is", *is, -1000000, 1000000);
}

struct words words_read(struct loader *ld, const struct node *n, const int32_t **is)
{
    struct words words = {0};
    if (!n)
        return words;
    if (n->kind == NODE_SCALAR || n->n == 0) {
        SAY(ld, n, "TYPE-LIST", NULL, "a list of words is needed here: [a, b]");
        return words;
    }
    if (n->n > CAP_WORDS) {
        SAY(ld, n, "LIMIT-NAMES", NULL, "more than %d words", CAP_WORDS);
        return words;
    }
    size_t max = n->n;
    struct named *v = arena_alloc(ld->mem, max * sizeof *v);
    int32_t *num = arena_alloc(ld->mem, max * sizeof *num);
    for (size_t i = 0; i < max; i++) {
        num[i] = (int32_t)i;
        word_read(ld, n->kind == NODE_MAP ? n->key[i] : n->item[i],
                  n->kind == NODE_MAP ? n->item[i] : NULL, &v[i], &num[i]);
        words.v = v;
        if (words_at(&words, v[i].id) < 0)
            idmap_add(&words.place, ld->mem, v[i].id, (int)i);
        else
            SAY(ld, v[i].node, "NAME-TAKEN", NULL, "the word '%s' is here twice", v[i].id);
        for (size_t k = 0; is && k < i; k++)
            if (num[k] == num[i])
                SAY(ld, v[i].node, "NAME-TAKEN", NULL, "'%s' and '%s' have the same number",
                    v[k].id, v[i].id);
        words.n = (uint16_t)(i + 1);
    }
    if (is)
        *is = num;
    return words;
}

/* lets.c - which `let`s the rules need. One that only `bot` and `check` hooks use is no rule.
 *
 * Uses by rules are noted while loading. The others were compiled as a check or for scripts.
 * They count if a needed part of a script names them, or another needed `let` does.
 */
#include "mutate/mutate.h"

#include <string.h>

enum { LETS_DEEP = 16 }; /* that name each other */

static bool node_mentions(const struct node *n, const char *word)
{
    bool found = n->kind == NODE_SCALAR && text_names(n->text, word, false);

    for (size_t i = 0; i < n->n && !found; i++)
        found = node_mentions(n->item[i], word);
    return found;
}

static bool needed(const struct ct_mutants *m, const char *let, int deep)
{
    bool is = false;

    for (int k = 0; k < m->def->nscripts && !is; k++)
        is = lua_mentions(&m->script[k], let);
    for (size_t f = 0; f < m->sites.nfiles && !is && deep < LETS_DEEP; f++) {
        const struct node *lets = node_get(m->sites.file[f].root, "let");
        for (size_t i = 0; lets && lets->kind == NODE_MAP && i < lets->n && !is; i++)
            is = strcmp(lets->key[i]->text, let) != 0 && node_mentions(lets->item[i], let) &&
                 needed(m, lets->key[i]->text, deep + 1);
    }
    return is;
}

static bool holds(const struct node *n, const struct node *piece)
{
    bool found = n == piece;

    for (size_t i = 0; i < n->n && !found; i++)
        found = holds(n->item[i], piece);
    return found;
}

bool lets_need(const struct ct_mutants *m, const struct place_noted *p)
{
    for (size_t f = 0; p->site->aside && f < m->sites.nfiles; f++) {
        const struct node *lets = node_get(m->sites.file[f].root, "let");
        for (size_t i = 0; lets && lets->kind == NODE_MAP && i < lets->n; i++)
            if (holds(lets->item[i], p->raw))
                return needed(m, lets->key[i]->text, 0);
    }
    return true;
}

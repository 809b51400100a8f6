/* names.c - what a game's files name, and where. */
#include "api/internal.h"

static bool named(const struct named *name, enum ct_names is, struct ct_name *out)
{
    const struct node *at = name->node;

    *out = (struct ct_name){
        .is = is,
        .name = name->id,
        .says = name->untold || !name->says.by_lang[0] ? "" : name->says.by_lang[0],
        .file = at && at->src ? at->src->path : NULL,
        .line = at ? at->line : 0,
        .column = at ? at->col : 0};
    return true;
}

/* Word number *i of all traits; *i becomes less by those that there are. */
static bool trait_word(const ct_definition *def, int *i, struct ct_name *out)
{
    for (unsigned t = 0; t < def->k.ntraits; t++) {
        const struct words *words = &def->traits[t].words;
        if (*i >= words->n) {
            *i -= words->n;
            continue;
        }
        named(&words->v[*i], CT_NAMES_TRAIT_WORD, out);
        out->of = def->traits[t].name.id;
        return true;
    }
    return false;
}

bool ct_get_name(const ct_definition *def, int i, struct ct_name *out)
{
    if (i < 0)
        return false;
    if (i < def->k.ncards) {
        const struct card_info *c = &def->cards[i];
        const struct named card = {.id = c->id, .says = c->name, .node = c->node};
        return named(&card, CT_NAMES_CARD, out);
    }
    i -= def->k.ncards;
    if (i < def->k.ntraits)
        return named(&def->traits[i].name, CT_NAMES_TRAIT, out);
    i -= def->k.ntraits;
    if (i < def->k.noptions)
        return named(&def->options[i].name, CT_NAMES_OPTION, out);
    i -= def->k.noptions;
    if (i < def->nverbs + def->nsteps)
        return named(&def->verbs[i].name, i < def->nverbs ? CT_NAMES_VERB : CT_NAMES_STEP, out);
    i -= def->nverbs + def->nsteps;
    const struct {
        const struct named *v;
        int n;
        enum ct_names is;
    } lists[] = {
        {def->zones, def->k.nzones, CT_NAMES_ZONE},
        {def->counters, def->k.ncounters, CT_NAMES_COUNTER},
        {def->phases, def->k.nphases, CT_NAMES_PHASE},
        {def->words, def->nwords, CT_NAMES_TEXT},
        {def->lets, def->nlets, CT_NAMES_LET},
    };
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        if (i < lists[k].n)
            return named(&lists[k].v[i], lists[k].is, out);
        i -= lists[k].n;
    }
    for (int a = 0; a < def->k.nactions; a++) /* those without a name are nobody's */
        if (def->k.actions[a].named && i-- == 0)
            return named(&def->actions[a], CT_NAMES_ACTION, out);
    return trait_word(def, &i, out);
}

const char *ct_names_says(enum ct_names is)
{
    static const char *const says[] = {
#define X(id, says) says,
        CT_NAMES(X)
#undef X
    };
    return says[is];
}

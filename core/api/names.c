/* names.c - the names in a game's files, and their places. */
#include "api/internal.h"
#include "base/rows.h"

/* Name number i: its kind, its number in this kind, and for a word its trait. */
struct found {
    struct named name;
    enum ct_names is;
    int at, trait;
};

static bool found_put(struct found *out, const struct named *name, enum ct_names is, int at)
{
    *out = (struct found){*name, is, at, -1};
    return true;
}

/* Word number *i of all traits; *i becomes less by those that there are. */
static bool trait_word(const ct_definition *def, int *i, struct found *out)
{
    for (unsigned t = 0; t < def->k.ntraits; t++) {
        const struct words *words = &def->traits[t].words;
        if (*i >= words->n) {
            *i -= words->n;
            continue;
        }
        found_put(out, &words->v[*i], CT_NAMES_TRAIT_WORD, *i);
        out->trait = (int)t;
        return true;
    }
    return false;
}

static bool find(const ct_definition *def, int i, struct found *out)
{
    if (i < 0)
        return false;
    if (i < def->k.ncards) {
        const struct card_info *c = &def->cards[i];
        const struct named card = {.id = c->id, .says = c->name, .node = c->node};
        return found_put(out, &card, CT_NAMES_CARD, i);
    }
    i -= def->k.ncards;
    if (i < def->k.ntraits)
        return found_put(out, &def->traits[i].name, CT_NAMES_TRAIT, i);
    i -= def->k.ntraits;
    if (i < def->k.noptions)
        return found_put(out, &def->options[i].name, CT_NAMES_OPTION, i);
    i -= def->k.noptions;
    if (i < def->nverbs + def->nsteps)
        return found_put(out, &def->verbs[i].name,
                         i < def->nverbs ? CT_NAMES_VERB : CT_NAMES_STEP, i);
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
        {def->kinds, def->k.nkinds, CT_NAMES_KIND},
        {def->lets, def->nlets, CT_NAMES_LET},
    };
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        if (i < lists[k].n)
            return found_put(out, &lists[k].v[i], lists[k].is, i);
        i -= lists[k].n;
    }
    for (int a = 0; a < def->k.nactions; a++) /* unnamed ones belong to no seat */
        if (def->k.actions[a].named && i-- == 0)
            return found_put(out, &def->actions[a], CT_NAMES_ACTION, a);
    return trait_word(def, &i, out);
}

bool ct_get_name(const ct_definition *def, int i, struct ct_name *out)
{
    struct found f;

    if (!find(def, i, &f))
        return false;
    const struct node *at = f.name.node;
    *out = (struct ct_name){
        .is = f.is,
        .name = f.name.id,
        .says = f.name.untold || !f.name.says.by_lang[0] ? "" : f.name.says.by_lang[0],
        .of = f.trait >= 0 ? def->traits[f.trait].name.id : NULL,
        .file = at && at->src ? at->src->path : NULL,
        .line = at ? at->line : 0,
        .column = at ? at->col : 0};
    return true;
}

/* How many bytes of a blank or mark begin the text, also one that breaks no line; 0: a word does,
 * or it has ended. */
static size_t between_words(const char *s)
{
    static const char *const blanks[] = {"\xc2\xa0", "\xe2\x80\xaf"};

    for (int i = 0; i < 2; i++)
        if (!strncmp(s, blanks[i], strlen(blanks[i])))
            return strlen(blanks[i]);
    return *s && strchr(" \t\n.,:;!?+-(){}[]0123456789", *s);
}

/* The first word outside brackets: of "{who}: open [{count}] cards" it is "open". */
static void first_word(struct str *to, const char *says)
{
    int inside = 0;
    size_t n = 0;

    while (*says && ((n = between_words(says)) || inside)) {
        inside += (*says == '{' || *says == '[') - (*says == '}' || *says == ']');
        says += n ? n : 1;
    }
    for (n = 0; says[n] && !between_words(says + n); n++) {
    }
    str_addn(to, says, n);
}

/* How a name is called in texts. "" if it has neither `means` (*means) nor `icon`. */
static struct str called(const ct_definition *def, int i, struct tongue t, const char **means)
{
    struct str to = {0};
    struct found f;

    *means = find(def, i, &f) ? text_in(&f.name.means, t.text) : "";
    if (!**means && !ct_get_icon(def, i, &(struct ct_icon){0}))
        return to;
    if (f.is == CT_NAMES_ZONE)
        zone_name(&to, def, (unsigned)f.at, t);
    else if (f.is == CT_NAMES_COUNTER)
        counter_name(&to, def, (unsigned)f.at, 1, t);
    else if (f.is == CT_NAMES_TRAIT_WORD)
        word_name(&to, def, (unsigned)f.trait, (unsigned)f.at, t);
    else if ((f.is == CT_NAMES_VERB || f.is == CT_NAMES_ACTION) &&
             *text_in(&f.name.says, t.text))
        first_word(&to, text_in(&f.name.says, t.text));
    else
        name_add(&to, &f.name, t);
    return to;
}

bool ct_get_icon(const ct_definition *def, int i, struct ct_icon *out)
{
    struct found f;

    if (!find(def, i, &f) || !f.name.icon)
        return false;
    *out = (struct ct_icon){f.name.icon, f.name.icon_in};
    return true;
}

const char *ct_meaning(const ct_definition *def, int i, const char *lang, char **word)
{
    struct tongue t = tongue_of(def, lang);
    const char *means, *other;
    struct str to = called(def, i, t, &means);
    bool first = to.n > 0;

    for (int k = 0; first && k < i; k++) {
        struct str before = called(def, k, t, &other);
        first = strcmp(str_of(&before), to.s) != 0;
        str_free(&before);
    }
    if (!first)
        str_free(&to);
    *word = to.s;
    return first ? means : NULL;
}

const char *ct_names_says(enum ct_names is)
{
    static const char *const says[] = {CT_NAMES(ROW_SAYS)};
    return says[is];
}

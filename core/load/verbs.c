/* verbs.c: verbs of effects: typed parameters, and the steps or hook they run. It also reads the
 * parameters of named steps (calls.c).
 *
 * A parameter is declared in one line: `TYPE`, `TYPE optional`, `TYPE = DEFAULT`. `number or
 * all` also allows the word `all`. A verb with `same_as` differs from the other only in its
 * words.
 */
#include <string.h>

#include "load/parts.h"

static const char *callable_word(const struct verb_build *v)
{
    return v->step ? "step" : "verb";
}

/* ---- parameters ---- */

/* Cuts the next word off *P; "" at the end. */
static char *next_word(char **p)
{
    char *word = *p + strspn(*p, " \t");
    char *end = word + strcspn(word, " \t");
    *p = end + (*end != '\0');
    *end = '\0';
    return word;
}

static bool type_find(struct loader *ld, const struct node *n, const char *type,
                      struct param_info *out)
{
    static const struct {
        const char *id;
        uint8_t type;
    } own[] = {
        {"number", V_NUMBER}, {"seats", V_SEATS}, {"flag", V_FLAG},
        {"word", V_WORD},     {"zone", V_ZONE},   {"card", V_CARD},
    };
    int at = PLACE_OF(own, 6, type);
    if (at >= 0) {
        out->type = own[at].type;
        return true;
    }
    const struct name *name = name_find(ld, type);
    if (name && name->kind == NAME_TRAIT) {
        uint8_t t = ld->traits.v[name->index].type;
        out->type = t == T_NUMBER ? V_NUMBER : t <= T_FLAG ? V_FLAG : V_WORD;
        if (out->type == V_WORD)
            out->word_trait = name->index;
        if (t < T_CARD || t == TYPE_TOLD)
            return true;
    }
    struct near near = near_begin(ld, type);
    near_each(&near, own, 6);
    near_each(&near, ld->trait_infos.v, ld->trait_infos.n);
    return SAY(
        ld, n, "PARAM-TYPE", hint_near(ld, near.best),
        "unknown type '%s': use number, seats, flag, word, zone, card or a trait of words",
        type);
}

/* Compiles the value of a parameter. */
static ref param_value(struct loader *ld, const struct param_info *p, const struct node *n,
                       const struct scope *sc)
{
    if (p->type != V_WORD)
        return compile_expr(ld, n, sc, (enum value_type)p->type);
    if (p->word_trait != REF_NONE)
        return compile_word(ld, n, sc, p->word_trait);
    int word = read_text_word(ld, n);
    return word < 0 ? REF_NONE : expr_const(ld, word);
}

static void param_default(struct loader *ld, const struct node *n, const char *text,
                          struct param_info *p)
{
    struct scope sc = scope_of_effect(ld);
    text += strspn(text, " \t");
    struct node *value = node_word_at(ld->mem, n, text);
    if (!*text)
        SAY(ld, n, "PARAM-TYPE", NULL, "a default is missing after '='");
    else if (strchr(text, '$'))
        SAY(ld, n, "PARAM-TYPE", NULL, "a default cannot use another parameter");
    else
        p->def = param_value(ld, p, value, &sc);
    p->def_node = *text ? value : NULL;
}

static void param_read(struct loader *ld, const struct node *key, const struct node *n,
                       struct param_info *p)
{
    *p = (struct param_info){
        .id = key->text, .word_trait = REF_NONE, .def = REF_NONE, .type = V_NUMBER};
    if (!read_word(ld, n, "the type of a parameter"))
        return;
    char *rest = arena_strdup(ld->mem, n->text), *equals = strchr(rest, '=');
    const char *text = NULL;
    if (equals) {
        *equals = '\0';
        size_t len = strlen(equals + 1);
        while (len > 0 && equals[len] == ' ')
            equals[len--] = '\0';
        text = equals + 1;
    }
    char *type = next_word(&rest);
    if (!type_find(ld, n, type, p))
        return;
    for (const char *word; *(word = next_word(&rest));) {
        bool or_all = strcmp(word, "or") == 0 && strcmp(next_word(&rest), "all") == 0;
        if (or_all && p->type == V_NUMBER)
            p->type = V_NUMBER_OR_ALL;
        else if (strcmp(word, "optional") == 0 && !text)
            p->optional = true;
        else
            SAY(ld, n, "PARAM-TYPE", "TYPE, TYPE optional, TYPE = DEFAULT, number or all",
                "'%s' is not a valid declaration of a parameter", n->text);
    }
    if (text)
        param_default(ld, n, text, p);
}

static void params_read(struct loader *ld, const struct node *map, struct verb_build *v)
{
    if (!read_is_map(ld, map, "params"))
        return;
    uint32_t asked = ld->this_asked;
    for (size_t i = 0; i < map->n; i++) {
        struct param_info *p = &v->info.param[v->info.nparams];
        if (v->info.nparams == K_MAX_PARAMS) {
            SAY(ld, map->key[i], "VALUE-RANGE", NULL, "a %s has at most %d parameters",
                callable_word(v), K_MAX_PARAMS);
            return;
        }
        param_read(ld, map->key[i], map->item[i], p);
        if (key_row(AT_ENTRY, p->id))
            SAY(ld, map->key[i], "NAME-RESERVED", NULL, "'%s' cannot name a parameter", p->id);
        v->k.type[v->info.nparams] = p->type;
        v->k.word_trait[v->info.nparams] = p->word_trait;
        v->info.nparams++;
    }
    v->k.nparams = v->info.nparams;
    v->k.asks_this = ld->this_asked != asked;
}

static int param_at(const struct verb_info *info, const char *id)
{
    return PLACE_OF(info->param, info->nparams, id);
}

static const char *param_hint(const struct loader *ld, const struct verb_info *info,
                              const char *id)
{
    if (is_among("if else says", id))
        return arena_printf(ld->mem, "write '%s' beside it: {%s: {…}, %s: …}", id,
                            info->name.id, id);
    return HINT_IN(ld, id, info->param, info->nparams);
}

static void main_read(struct loader *ld, const struct node *n, struct verb_build *v)
{
    const char *id = n ? read_word(ld, n, "a parameter") : NULL;
    int at = id ? param_at(&v->info, id) : -1;
    if (at >= 0)
        v->info.param[at].main = true;
    else if (id)
        SAY(ld, n, "PARAM-UNKNOWN", param_hint(ld, &v->info, id),
            "the %s has no parameter '%s'", callable_word(v), id);
}

/* ---- verbs ---- */

/* The parameter that `resolution: {given: …}` means. */
static const char *given_name(const struct loader *ld)
{
    const struct node *list = node_get(ld->root, "resolution");
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *n = node_get(list->item[i], "given");
        if (n && n->kind == NODE_SCALAR)
            return n->text;
    }
    return NULL;
}

static void verb_declare(struct loader *ld, struct verb_build *v)
{
    const char *given = given_name(ld);
    int at;
    v->k.hook = REF_NONE;
    v->k.pc = -1;
    if (!read_is_map(ld, v->node, "a verb"))
        return;
    if (v->step)
        step_declare(ld, v);
    else
        keys_check(ld, v->node, AT_VERB);
    says_or_none(ld, v->node, &v->info.name);
    if (!v->step && node_get(v->node, "same_as"))
        return;
    params_read(ld, node_get(v->node, "params"), v);
    main_read(ld, node_get(v->node, "main"), v);
    if (v->step)
        return;
    v->info.cls = class_of(ld, v->node, -1);
    v->has_do = node_get(v->node, "do") != NULL;
    at = given ? param_at(&v->info, given) : -1;
    v->given_bit = (uint16_t)(at < 0 ? 0 : 1u << at);
}

void verb_body(struct loader *ld, uint32_t index)
{
    struct verb_build *v = &ld->verbs.v[index];
    struct place place = {scope_of_effect(ld), false, AT_DO};
    place.sc.verb = (int)index;
    if (v->node->kind != NODE_MAP || node_get(v->node, "same_as"))
        return;
    if (v->has_do) {
        int32_t pc = steps_stretch(ld, node_get(v->node, "do"), &place);
        ld->verbs.v[index].k.pc = pc;
        return;
    }
    struct code code;
    code_begin(ld, &code);
    struct kop op = op_new(ld, OP_HOOK, v->info.name.node);
    op.list = v->k.hook = hook_of(ld, "effect", v->info.name.id);
    v->k.asks_this = true; /* unknown: a script may use it */
    code_emit(&code, op);
    v->k.pc = code_end(ld, &code);
}

/* The number of the verb that N names. -1 after an error. */
static int read_verb(struct loader *ld, const struct node *n)
{
    const char *id = read_word(ld, n, "a verb");
    int at = id ? verb_find(ld, id) : -1;
    uint32_t count = 0;
    while (count < ld->verbs.n && !ld->verbs.v[count].step)
        count++;
    if (id && at < 0)
        SAY(ld, n, "VERB-UNKNOWN", HINT_IN(ld, id, ld->verbs.v, count),
            "'%s' is not a verb of this ruleset", id);
    return at;
}

/* The target of `same_as`, found once, because every verb of a chain follows it. */
enum same { SAME_TOLD = -2, SAME_NOTHING = -1, SAME_NOT_YET = 0 };
static int32_t verb_next(struct loader *ld, int at)
{
    struct verb_build *v = &ld->verbs.v[at];
    const struct node *same;
    if (v->same != SAME_NOT_YET)
        return v->same;
    same = v->step ? NULL : node_get(v->node, "same_as");
    int next = same ? read_verb(ld, same) : -1;
    return v->same = !same ? SAME_NOTHING : next < 0 ? SAME_TOLD : next + 1;
}

int verb_end(struct loader *ld, uint32_t index)
{
    int at = (int)index;
    for (uint32_t n = 0; n <= ld->verbs.n + 1; n++) {
        int32_t next = at < 0 ? SAME_TOLD : verb_next(ld, at);
        if (next < 0)
            return next == SAME_NOTHING ? at : -1;
        at = next - 1;
    }
    SAY(ld, node_get(ld->verbs.v[index].node, "same_as"), "SAME-AS-CYCLE", NULL,
        "'%s' is the same as itself, through other verbs", ld->verbs.v[index].info.name.id);
    return -1;
}

static void verb_same(struct loader *ld, uint32_t index)
{
    struct verb_build *v = &ld->verbs.v[index];
    if (!node_get(v->node, "same_as"))
        return;
    keys_refuse(ld, v->node, "params do class main", NULL, "'%s' does not go with 'same_as'");
    int end = verb_end(ld, index);
    if (end < 0)
        return;
    const struct verb_build *of = &ld->verbs.v[end];
    struct named name = v->info.name;
    if (!name.says.by_lang[0] && !name.untold) {
        name.says = of->info.name.says;
        name.untold = of->info.name.untold;
    }
    v->info = of->info;
    v->info.name = name;
    v->k = of->k;
    v->has_do = of->has_do;
    v->given_bit = of->given_bit;
}

void verbs_load(struct loader *ld)
{
    for (uint32_t i = 0; i < ld->verbs.n; i++)
        verb_declare(ld, &ld->verbs.v[i]);
    for (uint32_t i = 0; i < ld->verbs.n; i++)
        if (!ld->verbs.v[i].step)
            verb_compile(ld, i);
    for (uint32_t i = 0; i < ld->verbs.n; i++)
        if (!ld->verbs.v[i].step)
            verb_same(ld, i);
}

/* ---- effects that use a verb ---- */

static void param_give(struct loader *ld, const struct verb_info *info, int at,
                       const struct node *n, const struct scope *sc, struct keffect *f)
{
    f->param[at] = param_value(ld, &info->param[at], n, sc);
    f->given |= (uint8_t)(1u << at);
}

static void map_give(struct loader *ld, const struct verb_build *v, const struct node *map,
                     const struct scope *sc, struct keffect *f)
{
    const struct verb_info *info = &v->info;
    site_note(ld, SITE_PARAMS, map, (int)(v - ld->verbs.v));
    for (size_t i = 0; i < map->n; i++) {
        int at = param_at(info, map->key[i]->text);
        if (at >= 0)
            param_give(ld, info, at, map->item[i], sc, f);
        else
            SAY(ld, map->key[i], "PARAM-UNKNOWN", param_hint(ld, info, map->key[i]->text),
                "the %s '%s' has no parameter '%s'", callable_word(v), info->name.id,
                map->key[i]->text);
    }
}

/* How to write a call with all parameters of the verb. */
static const char *params_hint(const struct loader *ld, const struct verb_info *verb)
{
    const char *list =
        texts_joined(ld, ": …, ", TEXTS_IN(ld, verb->param, verb->nparams), verb->nparams);
    return verb->nparams > 1
               ? arena_printf(ld->mem, "for example '%s: {%s: …}', or some of these",
                              verb->name.id, list)
           : verb->nparams ? arena_printf(ld->mem, "write '%s: {%s: …}'", verb->name.id, list)
                           : "it has no parameters";
}

void params_give(struct loader *ld, int verb, const struct node *key, const struct node *value,
                 const struct scope *sc, struct keffect *f)
{
    const struct verb_build *v = &ld->verbs.v[verb];
    const struct verb_info info = v->info;
    int main = info.nparams - 1;
    while (main >= 0 && !info.param[main].main)
        main--;
    bool unnamed = value && value->kind != NODE_MAP && !node_is_null(value) && main < 0;
    f->verb = (uint16_t)verb;
    f->pc = v->k.pc;
    if (value && value->kind == NODE_MAP)
        map_give(ld, v, value, sc, f);
    else if (value && !node_is_null(value) && main >= 0)
        param_give(ld, &info, main, value, sc, f);
    else if (unnamed)
        SAY(ld, value, "TYPE-MAP", params_hint(ld, &info),
            "the %s '%s' has no main parameter. Name the one you mean", callable_word(v),
            info.name.id);
    for (int i = 0; i < info.nparams; i++) {
        if (f->given >> i & 1u)
            continue;
        f->param[i] = v->step && info.param[i].def_node
                          ? param_value(ld, &info.param[i], info.param[i].def_node, sc)
                          : info.param[i].def;
        if (info.param[i].def == REF_NONE && !info.param[i].optional && !unnamed)
            SAY(ld, key, "PARAM-MISSING", params_hint(ld, &info),
                "'%s' needs the parameter '%s'", info.name.id, info.param[i].id);
    }
}

/* calls.c: named steps (`steps: {NAME: {params, do}}`), and verbs used as steps.
 *
 *     OP_CALL  list: keffect {verb, parameters, pc of the body}
 *
 * A step's body means what it would mean at the place of the call. So it is compiled once for
 * each scope (what is bound there), and calls with the same scope share it. A verb has one body,
 * which knows `you` and `this`.
 */
#include <string.h>

#include "load/meant.h"
#include "load/parts.h"

/* A step's body for calls with this scope. */
struct step_body {
    struct scope sc;
    int32_t pc;
    uint16_t loops;
    bool asks_this, asks;
    struct step_body *next;
};

/* ---- declarations ---- */

void step_declare(struct loader *ld, struct verb_build *v)
{
    const struct node *list = node_get(v->node, "do"), *phases = node_get(v->node, "phases");
    keys_check(ld, v->node, AT_NAMED);
    v->has_do = list != NULL;
    v->info.steps = list && list->kind == NODE_LIST ? list : NULL;
    if (list && phases)
        SAY(ld, phases, "KEY-CONFLICT", "write the steps in 'phases'",
            "'do' and 'phases' in one step");
    else if (!list && !phases)
        SAY(ld, v->info.name.node, "KEY-MISSING", NULL, "the step '%s' needs 'do' or 'phases'",
            v->info.name.id);
}

/* ---- calls of itself ---- */

/* "a → b → a" from the innermost call of VERB on. */
static const char *circle_text(struct loader *ld, uint32_t verb)
{
    const char *text = ld->verbs.v[verb].info.name.id;
    for (const struct calling *c = ld->calling; c; c = c->verb == verb ? NULL : c->up) {
        text = arena_printf(ld->mem, "%s → %s", ld->verbs.v[c->verb].info.name.id, text);
        ld->verbs.v[c->verb].circular = true;
    }
    return text;
}

/* Is it being compiled? Then this call is one of itself. */
static bool calls_itself(struct loader *ld, uint32_t verb, const struct node *at)
{
    const struct calling *c = ld->calling;
    while (c && c->verb != verb)
        c = c->up;
    if (c && !ld->verbs.v[verb].circular)
        SAY(ld, at, "STEP-CIRCLE", "write a loop as an 'each' or a phase with 'while'",
            "'%s' calls itself: %s", ld->verbs.v[verb].info.name.id, circle_text(ld, verb));
    return c != NULL;
}

/* ---- bodies ---- */

void loops_note(struct loader *ld, int loops)
{
    if (loops > ld->loops_met)
        ld->loops_met = loops;
    if (loops > ld->def->k.each_deep)
        ld->def->k.each_deep = (uint16_t)loops;
}

/* Compiles a body and counts its nested loops over cards. */
static void body_begin(struct loader *ld, struct calling *c, uint32_t verb, int *loops)
{
    *c = (struct calling){verb, ld->calling};
    *loops = ld->loops_met;
    ld->calling = c;
    ld->loops_met = 0;
}

static uint16_t body_end(struct loader *ld, const struct calling *c, int loops)
{
    uint16_t met = (uint16_t)ld->loops_met;
    ld->calling = c->up;
    ld->loops_met = loops;
    return met;
}

static bool has_question(const struct loader *ld, int32_t pc)
{
    bool asks = false;
    for (; pc >= 0 && ld->prog.v[pc].op != OP_END; pc++)
        asks |= op_asks(ld, &ld->prog.v[pc]);
    return asks;
}

void verb_compile(struct loader *ld, uint32_t verb)
{
    struct calling c;
    int loops;
    if (ld->verbs.v[verb].compiled)
        return;
    ld->verbs.v[verb].compiled = true;
    body_begin(ld, &c, verb, &loops);
    verb_body(ld, verb);
    ld->verbs.v[verb].loops = body_end(ld, &c, loops);
    ld->verbs.v[verb].asks = has_question(ld, ld->verbs.v[verb].k.pc);
}

static bool same_scope(const struct scope *a, const struct scope *b)
{
    return a->you == b->you && a->them == b->them && a->each == b->each &&
           memcmp(a->card, b->card, sizeof a->card) == 0 && a->slots == b->slots &&
           a->seat == b->seat && a->number == b->number && a->set == b->set &&
           a->word == b->word && a->event_number == b->event_number &&
           memcmp(a->zone, b->zone, sizeof a->zone) == 0;
}

/* ---- zones that are parameters ---- */

/* Does the code in N need to know at load which zone the parameter ID is? A `move` does not. */
static bool zone_wanted(const struct node *n, const char *id, const char *within)
{
    if (n->kind == NODE_SCALAR)
        return n->text[0] == '$' && strcmp(n->text + 1, id) == 0;
    for (size_t i = 0; i < n->n; i++) {
        const char *key = n->kind == NODE_MAP ? n->key[i]->text : within;
        if ((strcmp(within, "move") != 0 || strcmp(key, "to") != 0) &&
            zone_wanted(n->item[i], id, key))
            return true;
    }
    return false;
}

/* 1 + the zone of this argument, if it is the same in each call. 0: known only during play, or
 * none. */
static uint8_t zone_given(const struct loader *ld, const struct param_info *p, ref argument,
                          const struct scope *caller)
{
    if (argument == REF_NONE) /* a missing argument was reported: accept any zone */
        return !p->optional;
    const struct kexpr *x = &ld->exprs.v[argument];
    return x->op == X_CONST && x->imm < (int)ld->zones.n ? (uint8_t)(x->imm + 1)
           : x->op == X_PARAM                            ? caller->zone[x->imm]
                                                         : 0;
}

int zone_of_name(struct loader *ld, const struct node *n, const struct scope *sc)
{
    if (n->kind != NODE_SCALAR || n->text[0] != '$' || sc->script)
        return read_name(ld, n, NAME_ZONE);
    struct xplace x = {ld, n, sc};
    int i = param_find(&x, 0, n->text + 1);
    if (i >= 0 && !sc->zone[i])
        SAY(ld, n, "ZONE-UNKNOWN",
            arena_printf(
                ld->mem,
                "in a selector, name all possible zones: {zone: [A, B], where: it.zone == %s}",
                n->text),
            ld->verbs.v[sc->verb].step
                ? "'%s' must be the name of a zone where the step is called (line %d)"
                : "the zone '%s' is unknown until the verb's effect begins",
            n->text, sc->call ? sc->call->line : 0);
    return i < 0 ? -1 : sc->zone[i] - 1;
}

/* The scope of a step's body, from the scope of its caller. */
static struct scope inside_of(struct loader *ld, const struct scope *caller, uint32_t step,
                              const struct node *call, const ref *argument)
{
    const struct verb_build *v = &ld->verbs.v[step];
    struct scope sc = *caller;
    sc.call = call;
    sc.verb = (int)step;
    sc.own_card = -1;
    sc.card_loops = 0;
    memset(sc.zone, 0, sizeof sc.zone);
    for (int i = 0; i < v->info.nparams; i++) {
        const struct param_info *p = &v->info.param[i];
        if (p->type == V_ZONE && zone_wanted(v->node, p->id, ""))
            sc.zone[i] = argument ? zone_given(ld, p, argument[i], caller) : 1;
    }
    return sc;
}

/* call, argument: the call and its arguments; NULL: no call. */
static struct step_body *body_of(struct loader *ld, uint32_t step, const struct scope *caller,
                                 const struct node *call, const ref *argument)
{
    struct verb_build *v = &ld->verbs.v[step];
    struct scope sc = inside_of(ld, caller, step, call, argument);
    struct step_body *b = v->bodies;
    struct calling c;
    int loops;
    while (b && !same_scope(&b->sc, &sc))
        b = b->next;
    if (b)
        return b;
    uint32_t asked = ld->this_asked;
    b = arena_alloc(ld->mem, sizeof *b);
    b->sc = sc;
    body_begin(ld, &c, step, &loops);
    struct place place = {sc, false, AT_DO};
    struct code code;
    code_begin(ld, &code);
    if (v->has_do)
        steps_compile(ld, &code, node_get(v->node, "do"), &place);
    else
        phases_compile(ld, &code, node_get(v->node, "phases"), &sc);
    b->pc = code_end(ld, &code);
    b->loops = body_end(ld, &c, loops);
    b->asks_this = ld->this_asked != asked;
    b->asks = has_question(ld, b->pc);
    b->next = v->bodies;
    ld->verbs.v[step].bodies = b;
    return b;
}

bool op_asks(const struct loader *ld, const struct kop *op)
{
    if (op->op != OP_CALL)
        return op->op == OP_CHOOSE || op->op == OP_HOOK;
    const struct keffect *f = &ld->effects.v[op->list];
    const struct step_body *b = ld->verbs.v[f->verb].bodies;
    while (b && b->pc != f->pc)
        b = b->next;
    return b ? b->asks : ld->verbs.v[f->verb].asks;
}

/* ---- calls ---- */

bool is_call(const struct loader *ld, const char *key, enum key_place beside)
{
    return !key_row(AT_STEP, key) && !key_row(beside, key) && callable_find(ld, key) >= 0;
}

bool bare_slip(struct loader *ld, const struct node *entry, enum key_place beside)
{
    if (!entry || entry->kind != NODE_SCALAR || key_row(AT_STEP, entry->text) ||
        key_row(beside, entry->text))
        return false;
    if (!NEAR_IN(ld, entry->text, ld->verbs.v, ld->verbs.n) && !name_syntax(entry->text))
        return false;
    say_no_verb(ld, entry, beside);
    return true;
}

/* May the call be in this place? */
static bool call_fits(struct loader *ld, uint32_t verb, const struct node *key,
                      const struct place *place)
{
    const struct verb_build *v = &ld->verbs.v[verb];
    if (v->step && !v->has_do && !place->leaf)
        return SAY(ld, key, "STEP-PLACE", "give it 'do' instead",
                   "the step '%s' has 'phases', so it stands only among phases", key->text);
    if (!v->step && !place->sc.you)
        return SAY(ld, key, "WHO-MISSING", "put it into an 'each'",
                   "the verb '%s' needs a player, and it is nobody's turn here", key->text);
    return true;
}

/* The body of a verb; -1 after an error. */
static int32_t verb_now(struct loader *ld, uint32_t verb, const struct node *key,
                        const struct place *place)
{
    verb_compile(ld, verb);
    const struct verb_build *v = &ld->verbs.v[verb];
    if (v->k.asks_this && v->has_do && !place->sc.card[BOUND_THIS]) {
        SAY(ld, key, "UNBOUND", NULL, "the verb '%s' needs 'this', and no card has this effect",
            key->text);
        return -1;
    }
    for (int b = BOUND_HELPER; b <= BOUND_TARGET; b++)
        if (v->slots >> b & 1 && !place->sc.card[b]) {
            SAY(ld, key, "UNBOUND", NULL, "the verb '%s' needs '%s', and none is chosen here",
                key->text, bound_names[b]);
            return -1;
        }
    if (v->k.asks_this)
        this_is_asked(ld, &place->sc);
    loops_note(ld, place->sc.card_loops + v->loops);
    return v->k.pc;
}

static int32_t step_now(struct loader *ld, uint32_t step, const struct node *call,
                        const struct place *place, const ref *argument)
{
    const struct step_body *b = body_of(ld, step, &place->sc, call, argument);
    if (b->asks_this)
        this_is_asked(ld, &place->sc);
    loops_note(ld, place->sc.card_loops + b->loops);
    return b->pc;
}

struct keffect effect_of_rules(struct loader *ld, const struct node *at)
{
    struct keffect f = {.pc = -1, .src = pos_of(ld, at)};
    f.card = f.trait = f.verb = f.cond = REF_NONE;
    for (int i = 0; i < K_MAX_PARAMS; i++)
        f.param[i] = REF_NONE;
    return f;
}

void call_emit(struct loader *ld, struct code *code, const struct node *key,
               const struct node *value, const struct place *place)
{
    int at = callable_find(ld, key->text), verb = verb_end(ld, (uint32_t)at);
    struct kop op = op_new(ld, OP_CALL, key);
    struct keffect f = effect_of_rules(ld, key);
    f.call = true;
    if (verb < 0 || !call_fits(ld, (uint32_t)verb, key, place))
        return;
    params_give(ld, verb, key, value, &place->sc, &f);
    if (calls_itself(ld, (uint32_t)verb, key))
        return;
    f.pc = ld->verbs.v[verb].step ? step_now(ld, (uint32_t)verb, key, place, f.param)
                                  : verb_now(ld, (uint32_t)verb, key, place);
    f.cls = ld->verbs.v[verb].info.cls;
    op.list = effect_keep(ld, f, (struct effect_info){.node = key});
    code_emit(code, op);
}

/* ---- after all is compiled ---- */

static bool is_it(const char *text, const char *id)
{
    return strcmp(text, id) == 0;
}

/* Is the step called by another step that is never called? Then only that one is reported. */
static bool step_within(const struct loader *ld, uint32_t step)
{
    for (uint32_t i = 0; i < ld->verbs.n; i++)
        if (i != step && ld->verbs.v[i].step &&
            node_any(ld->verbs.v[i].node, is_it, ld->verbs.v[step].info.name.id))
            return true;
    return false;
}

void steps_check(struct loader *ld)
{
    for (uint32_t i = 0; i < ld->verbs.n; i++)
        if (ld->verbs.v[i].step && !ld->verbs.v[i].bodies && !ld->verbs.v[i].circular) {
            /* A step without calls is compiled as if everything were bound, to report its errors */
            const struct node *key = ld->verbs.v[i].info.name.node;
            struct scope sc = scope_of_all(ld);
            if (!ld->diags->errors && node_is_own(ld, key) &&
                !step_within(ld, i)) /* code with an error may call it */
                WARN(ld, key, "STEP-UNUSED", NULL, "nothing calls the step '%s'", key->text);
            sc.word = -1;
            body_of(ld, i, &sc, NULL, NULL);
        }
    circles_check(ld);
    nesting_check(ld);
}

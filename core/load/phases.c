/* phases.c: the course of the game: loops, and leaves that are steps.
 *
 *     OP_PHASE list jump=after
 *     OP_ITER  OP_SETTLE  body  OP_ITER_END  OP_SETTLE  OP_LASTS jump=OP_ITER
 *     [between  OP_JUMP OP_ITER]
 *
 * A leaf is its step, OP_SETTLE, OP_LEAF. A phase with neither name nor loop is only a group.
 */
#include <string.h>

#include "load/parts.h"

static const char *const loops[] = {"repeat", "forever", "while", "each"};

/* The key that makes a phase a loop, or NULL. `while` does, or goes with repeat or each. */
static const struct node *loop_key(struct loader *ld, const struct node *item)
{
    const struct node *found = NULL;
    for (size_t i = 0; i < item->n; i++)
        for (size_t k = 0; k < 4; k++) {
            if (strcmp(item->key[i]->text, loops[k]) != 0)
                continue;
            if (strcmp(loops[k], "while") == 0 &&
                (node_get(item, "repeat") || node_get(item, "each")))
                continue;
            if (found)
                SAY(ld, item->key[i], "KEY-CONFLICT", "put one phase into another",
                    "'%s' and '%s' in one phase", found->text, item->key[i]->text);
            if (!found || strcmp(loops[k], "each") == 0) /* otherwise it has no `you` */
                found = item->key[i];
        }
    return found;
}

static void each_seats(struct loader *ld, const struct node *item, struct scope *sc,
                       struct kphase *p)
{
    p->loop = LOOP_EACH;
    p->arg = compile_seats(ld, node_get(item, "each"), sc);
    p->order = order_compile(ld, item, sc);
    sc->you = true;
}

/* Reads the kind of loop. *SC becomes the inner scope. */
static struct kphase phase_read(struct loader *ld, const struct node *item, struct scope *sc)
{
    const struct node *key = loop_key(ld, item), *name = node_get(item, "name");
    const char *loop = key ? key->text : "";
    int index = name && name->kind == NODE_SCALAR ? phase_find(ld, name->text) : -1;
    struct kphase p = {
        .name = index < 0 ? REF_NONE : (ref)index, .arg = REF_NONE, .loop = LOOP_ONCE};
    p.order = order_compile(ld, NULL, sc);
    p.cond = compile_cond(ld, node_get(item, "while"), sc);
    p.between = node_get(item, "between") != NULL;
    if (p.between && !key)
        SAY(ld, node_get(item, "between"), "BETWEEN-LOOP", "repeat, forever, while or each",
            "'between' needs a loop");
    if (strcmp(loop, "each") != 0 &&
        (node_get(item, "from") || node_get(item, "by") || node_get(item, "reversed")))
        SAY(ld, item, "KEY-CONFLICT", NULL, "'from', 'reversed' and 'by' need 'each'");
    if (strcmp(loop, "repeat") == 0) {
        p.loop = LOOP_REPEAT;
        p.arg = compile_amount(ld, loop, node_get(item, loop), sc);
    } else if (strcmp(loop, "while") == 0) {
        p.loop = LOOP_WHILE;
    } else if (strcmp(loop, "forever") == 0 && read_flag(ld, item, loop, true)) {
        p.loop = LOOP_FOREVER;
    } else if (strcmp(loop, "each") == 0) {
        each_seats(ld, item, sc, &p);
    }
    return p;
}

static void settle(struct loader *ld, struct code *code)
{
    code_emit(code, op_new(ld, OP_SETTLE, NULL));
}

static uint32_t phase_op(struct loader *ld, struct code *code, enum op which,
                         const struct node *at, ref phase)
{
    struct kop op = op_new(ld, which, at);
    op.list = phase;
    return code_emit(code, op);
}

static void phase_emit(struct loader *ld, struct code *code, const struct node *item,
                       const struct scope *outer)
{
    struct scope sc = *outer;
    const struct node *at = node_get(item, "name") ? node_get(item, "name") : item;
    struct kphase p = phase_read(ld, item, &sc);
    if (p.loop == LOOP_ONCE && p.name == REF_NONE) {
        phases_compile(ld, code, node_get(item, "phases"), &sc);
        return;
    }
    ref id = (ref)TABLE_ADD(ld, phases, p);
    uint32_t begin = phase_op(ld, code, OP_PHASE, at, id);
    uint32_t iter = phase_op(ld, code, OP_ITER, at, id);
    settle(ld, code);
    phases_compile(ld, code, node_get(item, "phases"), &sc);
    phase_op(ld, code, OP_ITER_END, at, id);
    settle(ld, code);
    uint32_t lasts = phase_op(ld, code, OP_LASTS, at, id);
    code->op.v[lasts].jump = (int32_t)iter;
    if (p.between) {
        phases_compile(ld, code, node_get(item, "between"), &sc);
        uint32_t again = code_emit(code, op_new(ld, OP_JUMP, NULL));
        code->op.v[again].jump = (int32_t)iter;
    }
    code_here(code, begin);
}

static void leaf_end(struct loader *ld, struct code *code)
{
    settle(ld, code);
    code_emit(code, op_new(ld, OP_LEAF, NULL));
}

/* A step with phases is no leaf. */
static bool calls_phases(const struct loader *ld, const char *key)
{
    int at = key_row(AT_STEP, key) ? -1 : callable_find(ld, key);
    return at >= 0 && ld->verbs.v[at].step && !ld->verbs.v[at].has_do;
}

static void leaf_emit(struct loader *ld, struct code *code, const struct node *item,
                      const struct place *place)
{
    if (is_each(item)) {
        each_emit(ld, code, item, place);
        leaf_end(ld, code);
        return;
    }
    const struct node *key, *value = step_find(ld, item, AT_PHASE, &key);
    if (!value)
        return;
    keys_refuse(ld, item, "repeat forever while each name between from by reversed",
                "write phases: [{STEP: …}]", "'%s' needs 'phases', not a step");
    keys_refuse(ld, item, "says",
                "write the 'says' of an action, 'move', 'turn' or 'tell' in its own map. For a "
                "sentence, use the step 'say'",
                "'%s' needs 'phases', not a step");
    step_emit(ld, code, key, value, place);
    if (!calls_phases(ld, key->text))
        leaf_end(ld, code);
}

static void item_emit(struct loader *ld, struct code *code, const struct node *item,
                      const struct place *place)
{
    bool bare = item->kind == NODE_SCALAR && is_call(ld, item->text, AT_PHASE);
    if (!bare && (bare_slip(ld, item, AT_PHASE) || !read_is_map(ld, item, "a phase or step")))
        return;
    uint32_t unless = if_emit(ld, code, item, &place->sc);
    bool group = node_get(item, "phases");
    if (group)
        keys_check(ld, item, AT_PHASE);
    if (group && node_get(item, "do"))
        SAY(ld, node_get(item, "do"), "KEY-CONFLICT", "write the steps in 'phases'",
            "'do' and 'phases' in one phase");
    if (group)
        phase_emit(ld, code, item, &place->sc);
    else
        leaf_emit(ld, code, item, place);
    if (else_emit(ld, code, item, &unless))
        phases_compile(ld, code, node_get(item, "else"), &place->sc);
    code_here(code, unless);
}

void phases_compile(struct loader *ld, struct code *code, const struct node *list,
                    const struct scope *sc)
{
    const struct place place = {*sc, true, AT_PHASE};
    if (read_is_list_or(
            ld, list, "a list of phases",
            hint_listed(ld, list,
                        "write '- name: setup' and 'phases: […]', an entry for each")))
        entries_compile(ld, code, list, &place, item_emit);
}

int32_t phases_load(struct loader *ld)
{
    struct code code;
    code_begin(ld, &code);
    struct scope sc = scope_none(ld);
    if (ld->def->k.always.n) /* also before the first step */
        settle(ld, &code);
    phases_compile(ld, &code, node_get(ld->root, "phases"), &sc);
    return code_end(ld, &code);
}

/* ---- `each: SEATS` and `each: {cards: …}` among steps ----
 *
 *     OP_PHASE list jump=after
 *     OP_ITER  body  OP_LASTS jump=OP_ITER
 */

bool is_each(const struct node *entry)
{
    return node_get(entry, "each") && node_get(entry, "do");
}

/* Are all its keys allowed here? */
static bool each_keys(struct loader *ld, const struct node *entry, enum key_place beside)
{
    bool ok = true;
    for (size_t i = 0; i < entry->n; i++) {
        const struct node *key = entry->key[i];
        if (beside == AT_ENTRY && strcmp(key->text, "else") == 0) {
            SAY(ld, key, "KEY-CONFLICT", HINT_ELSE, "a list of effects cannot have an 'else'");
            ok = false;
            continue;
        }
        if (key_row(AT_EACH, key->text) || (beside == AT_ENTRY && key_row(beside, key->text)))
            continue;
        ok = false;
        if (key_row(AT_STEP, key->text) || callable_find(ld, key->text) >= 0)
            SAY(ld, key, "STEP-SEVERAL", "write it into the 'do'",
                "'each' and '%s' in one entry", key->text);
        else if (is_loop(key->text) || (beside == AT_PHASE && key_row(beside, key->text)))
            SAY(ld, key, "KEY-CONFLICT", "'each' with 'phases' may have it",
                "'%s' cannot stand beside 'each' and 'do'", key->text);
        else
            keys_unknown(ld, key, AT_EACH, AT_EACH);
    }
    return ok;
}

static void each_cards(struct loader *ld, const struct node *entry, struct scope *sc,
                       struct kphase *p)
{
    const struct node *each = node_get(entry, "each");
    keys_check(ld, each, AT_EACH_OF);
    keys_refuse(ld, entry, "from reversed", "cards come in order of place, or as 'by' says",
                "'%s' goes with an 'each' over seats");
    p->loop = LOOP_CARDS;
    p->arg = compile_cards(ld, node_get(each, "cards"), sc);
    sc->card[BOUND_CARD] = true;
    by_compile(ld, node_get(entry, "by"), sc, &p->order);
    if (p->order.by_random)
        SAY(ld, node_get(entry, "by"), "KEY-CONFLICT",
            "leave it out: equal cards come in order of place", "'random' is only for seats");
    loops_note(ld, ++sc->card_loops);
}

void each_emit(struct loader *ld, struct code *code, const struct node *entry,
               const struct place *place)
{
    const struct node *key = node_get(entry, "each");
    struct place inner = *place;
    struct kphase p = {.name = REF_NONE};
    if (!each_keys(ld, entry, place->keys))
        return;
    site_note(ld, SITE_KEYS, entry, AT_EACH);
    p.order = order_compile(ld, NULL, &place->sc);
    p.cond = compile_cond(ld, node_get(entry, "while"), &place->sc);
    inner.leaf = false;
    inner.keys = AT_DO;
    if (key->kind == NODE_MAP && node_get(key, "cards"))
        each_cards(ld, entry, &inner.sc, &p);
    else
        each_seats(ld, entry, &inner.sc, &p);
    inner.sc.card[BOUND_CARD] |= node_is(key, "cards"); /* wrong, and reported */
    ref id = (ref)TABLE_ADD(ld, phases, p);
    uint32_t from = code->op.n;
    uint32_t begin = phase_op(ld, code, OP_PHASE, key, id);
    uint32_t iter = phase_op(ld, code, OP_ITER, key, id);
    const struct node *steps = node_get(entry, "do");
    if (steps->kind == NODE_LIST && !steps->n)
        WARN(ld, steps, "DO-EMPTY", "write its steps, or leave the 'each' out",
             "this 'each' does nothing");
    steps_compile(ld, code, steps, &inner);
    for (uint32_t i = from; i < code->op.n && p.loop == LOOP_CARDS; i++)
        ld->phases.v[id].asks |= op_asks(ld, &code->op.v[i]);
    uint32_t lasts = phase_op(ld, code, OP_LASTS, key, id);
    code->op.v[lasts].jump = (int32_t)iter;
    code_here(code, begin);
}

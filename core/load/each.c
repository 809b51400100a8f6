/* each.c: `each: SEATS` and `each: {cards: …}` among steps: the loop of phases.c around steps.
 *
 *     OP_PHASE list jump=after
 *     OP_ITER  body  OP_LASTS jump=OP_ITER
 */
#include <string.h>

#include "load/parts.h"

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
    struct kphase p;
    if (!each_keys(ld, entry, place->keys))
        return;
    site_note(ld, SITE_KEYS, entry, AT_EACH);
    memset(&p, 0, sizeof p);
    p.name = REF_NONE;
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

/* program.c: stretches of the program. A stretch is written into its own buffer and moves into
 * the program when it is complete. So nested ones are never in the middle of it. */
#include <string.h>

#include "load/parts.h"

struct kop op_new(struct loader *ld, enum op op, const struct node *at)
{
    struct kop o = {.op = (uint8_t)op, .jump = -1, .src = pos_of(ld, at)};
    o.who = o.cards = o.zone = o.to = o.of = o.from = o.count = o.list = o.lasts = REF_NONE;
    return o;
}

void code_begin(struct loader *ld, struct code *code)
{
    memset(code, 0, sizeof *code);
    code->mem = ld->mem;
    arena_hold(ld->mem, &code->h, &code->op.v, pool_drop);
}

uint32_t code_emit(struct code *code, struct kop op)
{
    return POOL_ADD(code, code->op, op);
}

void code_here(struct code *code, uint32_t jump)
{
    if (jump != UINT32_MAX)
        code->op.v[jump].jump = (int32_t)code->op.n;
}

int32_t code_end(struct loader *ld, struct code *code)
{
    int32_t base = (int32_t)ld->prog.n;
    code_emit(code, op_new(ld, OP_END, NULL));
    for (uint32_t i = 0; i < code->op.n; i++) {
        struct kop op = code->op.v[i];
        op.jump = op.jump < 0 ? -1 : op.jump + base;
        TABLE_ADD(ld, prog, op);
    }
    arena_release(ld->mem, &code->h);
    memset(code, 0, sizeof *code);
    return base;
}

uint32_t if_emit(struct loader *ld, struct code *code, const struct node *entry,
                 const struct scope *sc)
{
    const struct node *cond = node_get(entry, "if"), *other = node_get(entry, "else");
    struct kop op = op_new(ld, OP_UNLESS, cond);
    site_note(ld, SITE_KEYS, entry, AT_DO);
    if (other && !cond)
        SAY(ld, other, "KEY-CONFLICT", node_get(entry, "choose") ? ELSE_OF_CHOOSE : NULL,
            "'else' without 'if'");
    if (!cond)
        return UINT32_MAX;
    op.count = compile_cond(ld, cond, sc);
    return code_emit(code, op);
}

bool else_emit(struct loader *ld, struct code *code, const struct node *entry, uint32_t *unless)
{
    if (*unless == UINT32_MAX || !node_get(entry, "else"))
        return false;
    uint32_t jump = code_emit(code, op_new(ld, OP_JUMP, NULL));
    code_here(code, *unless);
    *unless = jump;
    return true;
}

bool inner_pc(const struct loader *ld, const struct kop *op, int i, struct inner *in)
{
    const struct kchoose *c = op->op == OP_CHOOSE ? &ld->chooses.v[op->list] : NULL;
    if (op->op == OP_CALL)
        *in = (struct inner){ld->effects.v[op->list].pc, false};
    else if (c && i <= c->nactions)
        *in = i ? (struct inner){ld->actions.v[ld->acts.v[c->actions + i - 1]].pc, true}
                : (struct inner){c->else_pc, false};
    else if (c)
        *in = (struct inner){c->declined_pc, true};
    return c ? i <= c->nactions + 1 : op->op == OP_CALL && !i;
}

ref hook_of(struct loader *ld, const char *kind, const char *name)
{
    char *id = arena_printf(ld->mem, "%s.%s", kind, name);
    int at = PLACE_OF(ld->hooks.v, ld->hooks.n, id);
    return at >= 0 ? (ref)at : (ref)TABLE_ADD(ld, hooks, id);
}

uint8_t class_of(struct loader *ld, const struct node *entry, int otherwise)
{
    const struct node *n = node_get(entry, "class");
    int cls = n ? read_name(ld, n, NAME_CLASS) : otherwise;
    const char *hint = "class:";
    for (uint32_t i = 0; i < ld->classes.n && !n && cls < 0; i++)
        hint = arena_printf(ld->mem, "%s%s %s", hint, i ? ", or" : "", ld->classes.v[i].id);
    if (!n && cls < 0 && ld->classes.n)
        SAY(ld, entry, "CLASS-MISSING", hint,
            "this needs a class, because `resolution` sorts by class");
    return (uint8_t)(cls < 0 ? 0 : cls);
}

void by_compile(struct loader *ld, const struct node *list, const struct scope *each,
                struct korder_of *o)
{
    ref key[CAP_ORDER] = {0};
    uint8_t n = 0;
    if (!read_is_list(ld, list, "by"))
        return;
    site_note(ld, SITE_ORDERED, list, 0);
    for (size_t i = 0; i < list->n; i++) {
        const struct node *item = list->item[i];
        bool random = node_is(item, "random");
        if (o->by_random)
            SAY(ld, item, "KEY-CONFLICT", NULL, "'random' must be the last");
        else if (random)
            o->by_random = true;
        else if (n == CAP_ORDER)
            SAY(ld, item, "VALUE-RANGE", NULL, "at most %d keys of an order", CAP_ORDER);
        else
            key[n++] = compile_expr(ld, item, each, V_NUMBER);
    }
    o->by = (ref)ld->xargs.n;
    o->nby = n;
    for (int i = 0; i < n; i++)
        TABLE_ADD(ld, xargs, key[i]);
}

struct korder_of order_compile(struct loader *ld, const struct node *map,
                               const struct scope *sc)
{
    struct korder_of o = {REF_NONE, REF_NONE, REF_NONE, 0, false};
    if (!map)
        return o;
    o.from = compile_seat(ld, node_get(map, "from"), sc);
    o.reversed = compile_cond(ld, node_get(map, "reversed"), sc);
    struct scope each = *sc;
    each.you = true;
    by_compile(ld, node_get(map, "by"), &each, &o);
    return o;
}

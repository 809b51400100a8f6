/* always.c: rules that act by themselves (`always`), and the steps before waiting effects (`window`).
 * Both are effects without a card, which only the kernel begins (run/queue.c).
 *
 * Each entry of `always` has as its condition its `if`, and that its `each` is not empty. */

#include "load/parts.h"

/* Does the loop at the start of the code have a round? */
static ref some_round(struct loader *ld, const struct code *code, const struct node *entry)
{
    const struct xplace x = {ld, entry, NULL};
    const struct kop *op = code->op.n ? code->op.v : NULL;
    const struct kphase *p = op && op->op == OP_PHASE ? &ld->phases.v[op->list] : NULL;
    if (!p || p->arg == REF_NONE)
        return REF_NONE;
    ref n =
        expr_add(ld, entry, p->loop == LOOP_CARDS ? X_COUNT : X_SEATCOUNT, p->arg, REF_NONE, 1);
    return expr_operate(&x, 0, X_GE, n, expr_const(ld, 1), XT_FLAG).r;
}

static struct keffect entry_effect(struct loader *ld, const struct node *entry)
{
    struct place place = {scope_none(ld), false, AT_DO};
    const struct node *cond = node_get(entry, "if");
    struct keffect f = effect_of_rules(ld, entry);
    struct code code;
    site_note(ld, SITE_KEYS, entry, AT_ALWAYS);
    f.cond = compile_cond(ld, cond, &place.sc);
    code_begin(ld, &code);
    if (is_each(entry)) {
        each_emit(ld, &code, entry, &place);
        ref some = some_round(ld, &code, entry);
        f.cond = cond ? expr_add(ld, entry, X_AND, f.cond, some, 0) : some;
    } else {
        steps_compile(ld, &code, node_get(entry, "do"), &place);
    }
    f.pc = code_end(ld, &code);
    return f;
}

static bool entry_fits(struct loader *ld, const struct node *entry)
{
    const struct node *key = node_key_among(entry, "from reversed by");
    if (!read_is_map_or(ld, entry, "an entry of 'always'",
                        "write '{if: COND, do: [STEP, …]}'") ||
        !keys_check(ld, entry, AT_ALWAYS))
        return false;
    if (!node_get(entry, "if") && !node_get(entry, "each"))
        return SAY(ld, entry, "KEY-MISSING", "write 'if: COND', or 'each: {cards: …}'",
                   "'if' or 'each' is missing, to say when");
    if (key && !node_get(entry, "each"))
        return SAY(ld, node_get(entry, key->text), "KEY-CONFLICT", NULL,
                   "'%s' goes with 'each'", key->text);
    return true;
}

void always_load(struct loader *ld)
{
    const struct node *list = node_get(ld->root, "always");
    struct klist *out = &ld->def->k.always;
    if (!read_is_list_or(ld, list, "a list",
                         "write a list, even of one entry: [{if: COND, do: [STEP, …]}]"))
        return;
    site_note(ld, SITE_LIST, list, 0);
    if (list->n > CAP_ALWAYS)
        SAY(ld, list, "LIMIT-NAMES", NULL, "more than %d entries of 'always'", CAP_ALWAYS);
    struct keffect f[CAP_ALWAYS];
    const struct node *of[CAP_ALWAYS];
    for (size_t i = 0; i < list->n && i < CAP_ALWAYS; i++)
        if (entry_fits(ld, list->item[i])) {
            of[out->n] = list->item[i];
            f[out->n++] = entry_effect(ld, list->item[i]);
        }
    out->first = (uint16_t)ld->effects.n; /* after the effects they call */
    for (unsigned i = 0; i < out->n; i++)
        effect_keep(ld, f[i], (struct effect_info){.node = of[i]});
}

/* ---- window ---- */

void window_load(struct loader *ld)
{
    const struct node *map = node_get(ld->root, "window"), *of = node_get(map, "class");
    struct kdef *d = &ld->def->k;
    struct place place = {scope_of_effect(ld), false, AT_DO};
    if (!map || !read_is_map_or(ld, map, "a window", "write '{do: [STEP, …]}'") ||
        !keys_check(ld, map, AT_WINDOW))
        return;
    bool newest = false;
    for (int i = 0; i < d->norder; i++)
        newest |= d->order[i].key == ORD_NEWEST;
    if (!newest)
        SAY(ld, map, "KEY-CONFLICT",
            "write 'resolution: [newest]', so that an answer comes first",
            "'window' goes with 'newest'");
    d->window_cls = of ? 0 : UINT64_MAX;
    for (size_t i = 0; node_nth(of, i); i++) {
        int at = read_name(ld, node_nth(of, i), NAME_CLASS);
        d->window_cls |= at < 0 ? 0 : 1ull << at;
    }
    struct keffect f = effect_of_rules(ld, map);
    uint32_t asked = ld->this_asked;
    f.pc = steps_stretch(ld, node_get(map, "do"), &place);
    f.asks_this = ld->this_asked != asked;
    d->window = (struct klist){effect_keep(ld, f, (struct effect_info){.node = map}), 1};
}

/* ---- ALWAYS-CIRCLE: an entry's own steps keep its condition true ---- */

/* What a condition reads, or what steps change. */
struct touched {
    struct loader *ld;
    bool counter[CAP_counters];
    bool cards; /* where cards are, their owners and faces */
    bool more;  /* something that is not analysed here */
};

/* Notes the counters of that kind at this index of the storage; -1: any index. */
static void counters_touched(struct touched *t, int per, int index)
{
    for (uint32_t i = 0; i < t->ld->counters.n; i++) {
        const struct kcounter *c = &t->ld->counters.v[i];
        int stored = c->per == PER_GAME || c->per == PER_CARD ? c->per : PER_SEAT;
        t->counter[i] |= stored == per && (index < 0 || c->index == index);
    }
}

/* Notes what part of a condition this is. TRUE: nothing more is needed. */
static bool part_looks(void *ctx, enum part_is is, ref r, bool each)
{
    struct touched *t = ctx;
    const struct kparts parts = parts_so_far(t->ld);
    const struct kexpr *x = is == IS_EXPR ? &t->ld->exprs.v[r] : NULL;
    const struct kselect *q = is == IS_SELECT ? &t->ld->sels.v[r] : NULL;
    (void)each;
    for (int i = 0; q && i < q->ntests; i++)
        if (t->ld->tests.v[q->tests + i].kind == TEST_COUNTER)
            counters_touched(t, PER_CARD, -1);
    if (q) {
        t->cards = true;
        t->more |= q->random != REF_NONE;
    }
    switch (x ? (enum xop)x->op : X_CONST) {
    case X_GAME: counters_touched(t, PER_GAME, x->imm); break;
    case X_SEATCTR: counters_touched(t, PER_SEAT, x->imm); break;
    case X_CARDCTR:
    case X_OWNCTR: counters_touched(t, PER_CARD, -1); break;
    case X_CARDOWNER:
    case X_CARDZONE:
    case X_CARDAT: t->cards = true; break;
    case X_TRAIT: /* may be a formula */
    case X_PHASE:
    case X_PURE: t->more = true; break;
    default: break;
    }
    return t->more || k_any_part(&parts, is, r, part_looks, t);
}

static void steps_touch(struct touched *t, int32_t pc)
{
    for (const struct kop *op = &t->ld->prog.v[pc]; op->op != OP_END; op++)
        switch ((enum op)op->op) {
        case OP_ADD:
        case OP_SET:
            for (int i = 0; i < op->n; i++)
                t->counter[t->ld->assigns.v[op->list + i].counter] = true;
            break;
        case OP_DEAL:
        case OP_MAKE:
        case OP_MOVE:
        case OP_PASS:
        case OP_FILL:
        case OP_TURN:
        case OP_SHUFFLE: /* may also clear the cards' counters */
            t->cards = true;
            counters_touched(t, PER_CARD, -1);
            break;
        case OP_JUMP:
        case OP_UNLESS:
        case OP_PHASE:
        case OP_ITER:
        case OP_LASTS:
        case OP_SHOW:
        case OP_TELL:
        case OP_SAY: break;
        default: t->more = true;
        }
}

void always_check(struct loader *ld)
{
    const struct klist *l = &ld->def->k.always;
    struct touched does = {.ld = ld}; /* includes earlier entries, which are checked first */
    for (unsigned i = l->first, end = i + l->n; i < end && !ld->diags->errors; i++) {
        const struct keffect *f = &ld->effects.v[i];
        struct touched looks = {.ld = ld};
        part_looks(&looks, IS_EXPR, f->cond, false);
        steps_touch(&does, f->pc);
        bool ends = looks.more || does.more || (looks.cards && does.cards) || ld->watches.n;
        for (uint32_t k = 0; k < ld->counters.n; k++)
            ends |= looks.counter[k] && does.counter[k];
        if (!ends)
            SAY(ld, ld->effect_infos.v[i].node, "ALWAYS-CIRCLE",
                "let its steps change what the condition reads",
                "it would go on forever: its steps do not change its condition");
    }
}

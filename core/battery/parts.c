/* parts.c - the parts of a game's rules, and which can only run after another did. */
#include "battery/coverage.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

static const char *const step_names[OP_COUNT] = {
#define STEP(id, name, ...) [OP_##id] = #name,
#include "kernel/steps.def"
    [OP_PHASE] = "phases", [OP_WATCH] = "when"};

/* ---- parts ---- */

static bool same_part(const struct part *a, const struct part *b)
{
    return a->is == b->is && a->at.src == b->at.src && a->at.line == b->at.line &&
           a->at.col == b->at.col && !strcmp(a->name, b->name);
}

static int part_add(struct ct_coverage *c, enum ct_covers is, const char *name,
                    struct position at)
{
    const struct part new = {.is = is, .name = name, .at = at};

    for (int i = 0; at.src && i < c->n; i++)
        if (same_part(&c->part[i], &new))
            return i;
    if (!mem_room(&c->part, (size_t)c->n, sizeof *c->part)) {
        c->lost = true;
        return NO_PART;
    }
    c->part[c->n] = new;
    return c->n++;
}

static void after_add(struct ct_coverage *c, int part, int before)
{
    struct part *p = part == NO_PART ? NULL : &c->part[part];

    if (!p || before == NO_PART || before == part)
        return;
    for (int i = 0; i < p->nafter; i++)
        if (p->after[i] == before)
            return;
    if (mem_room(&p->after, (size_t)p->nafter, sizeof *p->after))
        p->after[p->nafter++] = before;
    else
        c->lost = true;
}

/* Room for the part of each op, effect, …. */
static void make_room(struct ct_coverage *c, const struct kdef *k)
{
    const struct {
        int **v;
        size_t n;
    } lists[] = {{&c->op, k->nprog},        {&c->held, k->nprog},
                 {&c->effect, k->neffects}, {&c->action, k->nactions},
                 {&c->card, k->ncards},     {&c->hook, (size_t)k->nhooks + k->npures},
                 {&c->hook_op, k->nhooks},  {&c->reason, (size_t)c->nreasons}};
    enum { LISTS = sizeof lists / sizeof *lists };
    size_t all = 0;

    for (int i = 0; i < LISTS; i++)
        all += lists[i].n + 1;
    c->numbers = malloc(all * sizeof *c->numbers);
    c->seen = calloc(k->nprog + 1u, sizeof *c->seen);
    c->lost = !c->numbers || !c->seen;
    for (size_t i = 0; !c->lost && i < all; i++)
        c->numbers[i] = NO_PART;
    for (int i = LISTS; !c->lost && i-- > 0;)
        *lists[i].v = c->numbers + (all -= lists[i].n + 1);
}

/* ---- the parts ---- */

static const char *op_name(const ct_definition *def, const struct kop *op)
{
    const struct kphase *p = op->op == OP_PHASE ? &def->k.phases[op->list] : NULL;

    if (p && p->name != REF_NONE)
        return def->phases[p->name].id;
    if (p && (p->loop == LOOP_EACH || p->loop == LOOP_CARDS))
        return "each";
    return op->op == OP_CALL ? def->verbs[def->k.effects[op->list].verb].name.id
                             : step_names[op->op];
}

/* Has an `if` an `else`? Then it is behind a jump. */
static bool has_else(const struct kdef *k, uint32_t pc)
{
    return k->prog[k->prog[pc].jump - 1].op == OP_JUMP;
}

static void add_ops(struct ct_coverage *c)
{
    const ct_definition *def = c->def;

    for (uint32_t pc = 0; pc < def->k.nprog; pc++) {
        const struct kop *op = &def->k.prog[pc];
        if (!op->src)
            continue;
        if (op->op == OP_HOOK)
            c->hook_op[op->list] = (int)pc;
        else if (step_names[op->op] || op->op == OP_CALL)
            c->op[pc] = part_add(c, CT_COVERS_STEP, op_name(def, op), def->pos[op->src]);
        else if (op->op == OP_UNLESS && !has_else(&def->k, pc))
            c->held[pc] = part_add(c, CT_COVERS_ELSE, "", def->pos[op->src]);
        for (int i = 0; op->op == OP_FINISH && i < op->n; i++)
            if (op->list + i < c->nreasons)
                c->reason[op->list + i] = part_add(
                    c, CT_COVERS_REASON, def->words[def->k.reasons[op->list + i].word].id,
                    def->pos[op->src]);
    }
}

static void add_cards(struct ct_coverage *c)
{
    const ct_definition *def = c->def;

    for (int i = 0; i < def->k.ncards; i++) {
        const struct card_info *info = &def->cards[i];
        struct position at = {info->node->src, info->node->line, info->node->col};
        c->card[i] = part_add(c, CT_COVERS_CARD, info->id, at);
    }
}

static void add_effects(struct ct_coverage *c)
{
    const ct_definition *def = c->def;

    for (int i = 0; i < def->k.neffects; i++) {
        const struct keffect *f = &def->k.effects[i];
        if (f->call || !f->src || (f->card == REF_NONE && f->verb != REF_NONE))
            continue; /* a call is an op; effects from scripts count for the verb */
        c->effect[i] =
            part_add(c, CT_COVERS_EFFECT,
                     f->verb == REF_NONE ? "" : def->verbs[f->verb].name.id, def->pos[f->src]);
        if (f->card != REF_NONE)
            after_add(c, c->effect[i], c->card[f->card]);
    }
}

static void add_actions(struct ct_coverage *c)
{
    const ct_definition *def = c->def;

    for (int i = 0; i < def->k.nactions; i++) {
        const struct kaction *a = &def->k.actions[i];
        if (a->src)
            c->action[i] = part_add(c, CT_COVERS_ACTION, a->named ? def->actions[i].id : "",
                                    def->pos[a->src]);
    }
}

/* ---- what each part depends on ---- */

static void ways_to(struct ct_coverage *c, int part, uint32_t pc);

/* The ops that run before the op at `to`, if the one at `pc` runs. */
static void way_by(struct ct_coverage *c, int part, uint32_t pc)
{
    if (c->op[pc] != NO_PART)
        after_add(c, part, c->op[pc]);
    else if (!c->seen[pc])
        ways_to(c, part, pc);
}

static bool falls_through(const struct kop *op)
{
    return op->op != OP_END && op->op != OP_JUMP;
}

/* The owner of a stretch of ops that begins at pc. */
static void way_in(struct ct_coverage *c, int part, uint32_t pc)
{
    const struct kdef *k = &c->def->k;

    for (int i = 0; i < k->nactions; i++)
        if (k->actions[i].pc == (int32_t)pc)
            after_add(c, part, c->action[i]);
    for (int i = 0; i < k->neffects; i++) {
        const struct keffect *f = &k->effects[i];
        bool own = f->pc == (int32_t)pc ||
                   (f->verb != REF_NONE && k->verbs[f->verb].pc == (int32_t)pc);
        if (own)
            after_add(c, part, c->effect[i]);
        for (uint32_t at = 0; own && f->call && at < k->nprog; at++)
            if (k->prog[at].op == OP_CALL && k->prog[at].list == i)
                way_by(c, part, at);
    }
    for (uint32_t at = 0; at < k->nprog; at++) {
        const struct kchoose *ch =
            k->prog[at].op == OP_CHOOSE ? &k->chooses[k->prog[at].list] : NULL;
        if (ch && (ch->else_pc == (int32_t)pc || ch->declined_pc == (int32_t)pc))
            way_by(c, part, at);
    }
}

static void ways_to(struct ct_coverage *c, int part, uint32_t pc)
{
    const struct kdef *k = &c->def->k;

    c->seen[pc] = true;
    if (pc && falls_through(&k->prog[pc - 1]))
        way_by(c, part, pc - 1);
    else
        way_in(c, part, pc);
    for (uint32_t at = 0; at < k->nprog; at++)
        if ((k->prog[at].op == OP_UNLESS || k->prog[at].op == OP_JUMP) &&
            k->prog[at].jump == (int32_t)pc)
            way_by(c, part, at);
}

static void find_ways(struct ct_coverage *c)
{
    const struct kdef *k = &c->def->k;

    for (uint32_t pc = 0; pc < k->nprog && !c->lost; pc++) {
        int part = c->op[pc] != NO_PART ? c->op[pc] : c->held[pc];
        if (part == NO_PART)
            continue;
        memset(c->seen, 0, k->nprog);
        ways_to(c, part, pc);
        for (int i = 0; k->prog[pc].op == OP_FINISH && i < k->prog[pc].n; i++)
            if (k->prog[pc].list + i < c->nreasons)
                after_add(c, c->reason[k->prog[pc].list + i], part);
    }
    for (int i = 0; i < k->nhooks && !c->lost; i++)
        if (c->hook_op[i] != NO_PART) {
            memset(c->seen, 0, k->nprog);
            ways_to(c, c->hook[i], (uint32_t)c->hook_op[i]);
        }
}

/* ---- the list ---- */

ct_coverage *ct_coverage_of(const ct_definition *def)
{
    const struct kdef *k = &def->k;
    ct_coverage *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->def = def;
    int n = 0;
    for (uint32_t pc = 0; pc < k->nprog; pc++)
        if (k->prog[pc].op == OP_FINISH && k->prog[pc].n &&
            k->prog[pc].list + k->prog[pc].n > n)
            n = k->prog[pc].list + k->prog[pc].n;
    c->nreasons = n;
    make_room(c, k);
    if (!c->lost) {
        add_cards(c);
        add_effects(c);
        add_actions(c);
        add_ops(c);
        const struct position nowhere = {NULL, 0, 0};
        for (int i = 0; i < c->def->k.nhooks; i++)
            c->hook[i] = part_add(c, CT_COVERS_HOOK, c->def->hooks[i], nowhere);
        for (int i = 0; i < c->def->k.npures; i++)
            c->hook[c->def->k.nhooks + i] =
                part_add(c, CT_COVERS_HOOK, c->def->pure_hooks[i], nowhere);
    }
    if (!c->lost)
        find_ways(c);
    if (!c->lost)
        return c;
    ct_coverage_free(c);
    return NULL;
}

int ct_coverage_count(const ct_coverage *c)
{
    return c->n;
}

bool ct_coverage_get(const ct_coverage *c, int i, struct ct_covered *out)
{
    if (i < 0 || i >= c->n)
        return false;
    const struct part *p = &c->part[i];
    *out = (struct ct_covered){.is = p->is,
                               .name = p->name,
                               .file = p->at.src ? p->at.src->path : NULL,
                               .line = p->at.line,
                               .column = p->at.col,
                               .after = p->after,
                               .nafter = p->nafter};
    return true;
}

void ct_coverage_free(ct_coverage *c)
{
    if (!c)
        return;
    for (int i = 0; i < c->n; i++)
        free(c->part[i].after);
    free(c->part);
    free(c->numbers);
    free(c->seen);
    free(c);
}

const char *ct_covers_says(enum ct_covers is)
{
    static const char *const says[] = {CT_COVERS(ROW_SAYS)};
    return says[is];
}

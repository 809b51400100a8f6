/* lint.c: follows a script as it would run, with what is known of each value (lint.h). */
#include "load/lint.h"

#include <stdio.h>
#include <string.h>

#include "load/loaded.h"

enum {
    MOST_PARTS = 100000, /* most parts visited, in all scripts */
    MOST_DEEP = 12,      /* nested calls */
    MOST_NESTED = 400    /* nested parts */
};
enum { FUNC_NEW, FUNC_ACTIVE, FUNC_DONE };

bool lint_excused(const struct lint *k, const struct sv *v)
{
    return v->flags & SV_PASSED && k->act && k->act->judged;
}

static bool lint_is(const struct syn_expr *e, const char *text)
{
    return strlen(text) == e->len && memcmp(e->text, text, e->len) == 0;
}

/* ---- the files ------------------------------------------------------------------- */

void lint_begin(struct lint *k, struct loader *ld, struct arena *mem)
{
    *k = (struct lint){.ld = ld, .mem = mem, .left = MOST_PARTS, .verb = -1};
}

void lint_add(struct lint *k, const struct source *src)
{
    char *dir = file_dir(k->mem, src->path);

    k->source[k->nsource++] = (struct lint_source){src, syn_read(k->mem, src->text, src->len),
                                                   strcmp(dir, k->ld->def->dir) == 0};
}

/* The tree of the file with that path, or NULL. */
static const struct syn_file *file_of(const struct lint *k, const char *path)
{
    for (int s = 0; s < k->nsource; s++)
        if (strcmp(k->source[s].src->path, path) == 0)
            return k->source[s].file;
    return NULL;
}

struct syn_expr *lint_sel_at(struct lint *k, const char *path, int line)
{
    const struct syn_file *f = file_of(k, path);
    struct syn_expr *first = NULL;

    for (int i = 0; f && i < f->ncalls; i++) {
        struct syn_expr *e = f->call[i];
        if (e->kind != LX_CALL || e->a->kind != LX_NAME || e->a->local ||
            !lint_is(e->a, "sel") || (e->line != line && e->at.line != line))
            continue;
        if (!e->note)
            return e;
        first = first ? first : e;
    }
    return first;
}

void lint_statement(const struct lint *k, const char *path, int line, int *first, int *last)
{
    const struct syn_file *f = file_of(k, path);

    for (int i = 0; f && i < f->main->body.n && f->main->body.v[i]->at.line <= line; i++) {
        *first = f->main->body.v[i]->at.line;
        *last = line;
    }
}

/* ---- names that nothing defines -------------------------------------------------- */

const char *const lint_tables[] = {"", "effect", "step", "pure", "check", "bot"};
static const char *const libraries[] = {"string", "table", "math"};
#define HAS(names, name) (PLACE_OF(names, sizeof(names) / sizeof *(names), name) >= 0)

static bool name_given(const char *name)
{
    return HAS(libraries, name) || HAS(lint_tables, name) || lint_method_find("", name);
}

/* The nearest among the names given to scripts and the file's variables. */
static const char *name_hint(struct lint *k, const char *name)
{
    const struct syn_file *f = k->in->file;
    struct near near = near_begin(k->ld, name);

    for (int i = 0; i < f->nlocals; i++) {
        if (!strcmp(f->local[i]->name, name))
            return "declare the local variable above, in a block around this";
        near_try(&near, f->local[i]->name);
    }
    for (int i = 0; i < script_ncalls; i++)
        if (!script_calls[i].of[0])
            near_try(&near, script_calls[i].name);
    near_each(&near, libraries, sizeof libraries / sizeof *libraries);
    near_each(&near, lint_tables + HOOK_EFFECT, HOOK_BOT);
    return hint_near(k->ld, near.best);
}

const struct spure *lint_pure_sig(const struct lint *k, const char *name)
{
    int at = PLACE_OF(k->ld->pures.v, k->ld->pures.n, name);

    return at < 0 ? NULL : &k->ld->pure_sigs.v[at];
}

/* Does anything call it? */
static bool is_used(const struct lint *k, enum hook_kind kind, const char *name)
{
    const char *id = arena_printf(k->mem, "%s.%s", lint_tables[kind], name);

    return kind == HOOK_PURE
               ? lint_pure_sig(k, name) != NULL
               : kind > HOOK_PURE || PLACE_OF(k->ld->hooks.v, k->ld->hooks.n, id) >= 0;
}

/* Is it the name of a hook that is misspelt in its definition? */
static bool explained(struct lint *k, const struct syn_expr *e)
{
    bool out = false;

    for (int i = 0; i < k->nmisnamed && !out; i++) {
        k->verb = k->misnamed[i];
        out = lint_effect_field(k, e->text).n > 0;
    }
    k->verb = -1;
    return out;
}

/* Reports each name once. */
static void names_in(struct lint *k, const struct syn_file *f)
{
    enum { MOST = 50 };
    const char *told[MOST];
    int n = 0;

    for (int i = 0; i < f->nglobals && n < MOST; i++) {
        const struct syn_expr *e = f->global[i];

        if ((e->op != '=' && name_given(e->text)) || explained(k, e))
            continue;
        if (PLACE_OF(told, n, e->text) >= 0)
            continue;
        told[n++] = e->text;
        if (e->op == '=')
            lint_say(
                k, e, "SCRIPT-NAME",
                verb_find(k->ld, e->text) < 0
                    ? NULL
                    : arena_printf(k->mem,
                                   "write 'function effect.%s(g, e)' for what the verb does",
                                   e->text),
                "`%.60s` is not declared: write `local` (there are no global variables)",
                e->text);
        else
            k->undefined = !lint_say(k, e, "SCRIPT-NAME", name_hint(k, e->text),
                                     "`%.60s` is not defined, neither as a local variable nor "
                                     "as a function for scripts",
                                     e->text);
    }
}

/* The parameters of such a hook, after g and e. */
static void params_in(struct lint *k, enum hook_kind kind, const char *name,
                      const struct syn_func *f)
{
    k->verb = kind == HOOK_EFFECT ? verb_find(k->ld, name) : -1;
    struct name_set names = names_list(k, NL_EFFECT_FIELDS, k->verb);
    const char *all = texts_joined(k->ld, ", ", names.v, (size_t)names.n);
    for (int i = 2; i < f->nparams; i++) {
        const struct syn_expr at = {.at = f->param[i]->at};

        if (names_hold(&names, f->param[i]->name))
            continue;
        lint_say(k, &at, "SCRIPT-NAME",
                 hint_of(k->ld, f->param[i]->name, names.v, (size_t)names.n),
                 "%s.%s has no parameter `%.60s`; after g and e you may have %s",
                 lint_tables[kind], name, f->param[i]->name, all);
        if (k->nmisnamed < (int)(sizeof k->misnamed / sizeof *k->misnamed))
            k->misnamed[k->nmisnamed++] = k->verb;
    }
    k->verb = -1;
}

/* Finds the hooks that the file defines in the usual form. */
static void hooks_in(struct lint *k, const struct syn_file *f)
{
    for (int i = 0; i < f->main->body.n; i++) {
        const struct syn_stat *s = f->main->body.v[i];
        const struct syn_expr *t = s->kind == LS_ASSIGN && s->n == 1 ? s->target[0] : NULL;

        if (!t || t->kind != LX_INDEX || t->a->kind != LX_NAME || t->a->local ||
            t->b->kind != LX_TEXT || s->item[0]->kind != LX_FUNCTION)
            continue;
        enum hook_kind kind = lint_is(t->a, "effect") ? HOOK_EFFECT : HOOK_STEP;
        if (lint_is(t->a, lint_tables[kind]) && is_used(k, kind, t->b->text))
            params_in(k, kind, t->b->text, s->item[0]->func);
    }
}

void lint_check_names(struct lint *k)
{
    k->names = &((const struct loaded *)k->ld->def)->names;
    for (int s = 0; s < k->nsource; s++) {
        k->in = &k->source[s];
        k->nmisnamed = 0;
        if (!k->in->file)
            continue;
        hooks_in(k, k->in->file);
        names_in(k, k->in->file);
    }
}

/* ---- what has been asked --------------------------------------------------------- */

/* Does the value come from the caller of the function and not from the state of the game? */
static bool is_fixed(const struct sv *v)
{
    const unsigned written = 1u << SV_NUMBER | 1u << SV_FLAG | 1u << SV_TEXT,
                   of_game = 1u << SV_CARD | 1u << SV_SEAT | 1u << SV_SEATS | 1u << SV_GAME |
                             1u << SV_EFFECT | 1u << SV_OPTIONS | 1u << SV_BOUND |
                             1u << SV_CHOSEN;

    return written >> v->kind & 1 ? v->at != NULL : !(of_game >> v->kind & 1);
}

/* Does it depend on such a value? `type` and `tostring` do so with any argument (`all`). */
static bool asks_given(const struct syn_expr *e, bool all)
{
    const struct svs *v;
    bool of_kind;

    switch (e->kind) {
    case LX_NAME:
        v = e->local ? e->local->note : NULL;
        if (e->local && (e->local->changed || !v))
            return true;
        for (int i = 0; v && i < v->n; i++)
            if (v->v[i].kind == SV_ANY ||
                (v->v[i].flags & SV_PASSED && (all || is_fixed(&v->v[i]))))
                return true;
        return false;
    case LX_VARARG: return true;
    case LX_INDEX: return asks_given(e->a, all) || asks_given(e->b, all);
    case LX_METHOD: return asks_given(e->a, false);
    case LX_CALL:
        of_kind = e->a->kind == LX_NAME && !e->a->local &&
                  (lint_is(e->a, "type") || lint_is(e->a, "tostring"));
        for (int i = 0; i < e->n; i++)
            if (asks_given(e->item[i], of_kind))
                return true;
        return false;
    case LX_BINARY: return asks_given(e->a, all) || asks_given(e->b, all);
    case LX_UNARY:
    case LX_PAREN: return asks_given(e->a, all);
    default: return false;
    }
}

static bool judge(struct lint *k, const struct syn_expr *cond)
{
    bool asked = asks_given(cond, false);

    if (asked)
        k->act->judged = true;
    return asked;
}

/* ---- expressions ----------------------------------------------------------------- */

bool lint_several(const struct syn_expr *e)
{
    return e->kind == LX_CALL || e->kind == LX_METHOD || e->kind == LX_VARARG;
}

bool lint_single(const struct syn_expr *e, const struct svs *v)
{
    const unsigned one =
        1u << SV_NUMBER | 1u << SV_FLAG | 1u << SV_CARD | 1u << SV_CHOSEN | 1u << SV_BOUND;

    return v->n == 1 && one >> v->v[0].kind & 1 && e->kind != LX_VARARG;
}

static struct svs literal(const struct lint *k, const struct syn_expr *e, enum sv_kind kind)
{
    struct svs v = sv_one(kind);

    v.v[0].at = e;
    if (kind == SV_TEXT)
        v.v[0].text = e->text;
    if (kind == SV_NUMBER)
        v.v[0].text = arena_strndup(k->mem, e->text, e->len);
    return v;
}

static struct svs sv_func(struct syn_func *f)
{
    return (struct svs){1, {{.kind = SV_FUNCTION, .of = -1, .func = f}}};
}

static struct svs name_value(const struct syn_expr *e)
{
    if (e->local)
        return e->local->note ? *(const struct svs *)e->local->note : sv_any();
    const struct script_call *call = lint_method_find("", e->text);
    if (!call && !name_given(e->text))
        return sv_any();
    struct svs v = sv_one(call ? SV_CALL : HAS(lint_tables, e->text) ? SV_HOOKS : SV_LIBRARY);
    v.v[0].call = call;
    v.v[0].text = e->text;
    return v;
}

static void operand_check(struct lint *k, const struct syn_expr *e, const struct svs *v,
                          unsigned mask, const char *wanted)
{
    const struct sv *bad = sv_misfit(k, v, mask, NL_NONE, 0);

    if (bad)
        lint_say(k, e, "SCRIPT-TYPE", NULL, "%s is needed here, not %s", wanted,
                 lint_says(k, bad));
}

/* a and b: b, or the false values of a. a or b: the true values of a, or b. */
static struct svs either_value(struct lint *k, const struct syn_expr *e)
{
    struct svs a = lint_eval(k, e->a), out = {0};
    bool asked = judge(k, e->a), and = e->op == LT_AND;
    struct svs b = lint_eval(k, e->b);

    for (int i = 0; i < a.n && !and; i++)
        if (!(a.v[i].flags & SV_FALSE) && a.v[i].kind != SV_NIL)
            sv_or(&out, &a.v[i]);
    for (int i = 0; i < b.n; i++) {
        b.v[i].flags |= asked ? 0 : SV_ALONE;
        sv_or(&out, &b.v[i]);
    }
    for (int i = 0; i < a.n && and; i++) {
        struct sv no = a.v[i];
        no.flags = SV_FALSE;
        no.at = NULL;
        if (no.kind != SV_ANY && no.kind != SV_FLAG)
            no.kind = SV_NIL;
        sv_or(&out, &no);
    }
    return out;
}

static struct svs binary_value(struct lint *k, const struct syn_expr *e)
{
    const unsigned figures = 1u << SV_NUMBER | 1u << SV_TEXT;
    struct svs a, b;

    if (e->op == LT_AND || e->op == LT_OR)
        return either_value(k, e);
    a = lint_eval(k, e->a);
    b = lint_eval(k, e->b);
    if (e->op == LT_EQ || e->op == LT_NE) {
        lint_compare(k, &a, &b);
        return sv_one(SV_FLAG);
    }
    const char *wanted = e->op == LT_CONCAT ? "a text or a number" : "a number";
    operand_check(k, e->a, &a, figures, wanted);
    operand_check(k, e->b, &b, figures, wanted);
    if (e->op == '<' || e->op == '>' || e->op == LT_LE || e->op == LT_GE)
        return sv_one(SV_FLAG);
    return e->op == LT_CONCAT ? sv_text(NL_NONE, -1) : sv_one(SV_NUMBER);
}

static struct svs unary_value(struct lint *k, const struct syn_expr *e)
{
    struct svs a = lint_eval(k, e->a);

    if (e->op == LT_NOT)
        return sv_one(SV_FLAG);
    if (e->op == '#')
        operand_check(k, e->a, &a, 1u << SV_TABLE | 1u << SV_TEXT, "a list or a text");
    else
        operand_check(k, e->a, &a, 1u << SV_NUMBER | 1u << SV_TEXT, "a number");
    return sv_one(SV_NUMBER);
}

static struct svs table_value(struct lint *k, const struct syn_expr *e)
{
    struct svs v = sv_one(SV_TABLE);

    for (int i = 0; i < e->n; i++) {
        if (e->key[i])
            lint_eval(k, e->key[i]);
        struct svs item = lint_eval(k, e->item[i]);
        lint_escapes(k, &item);
    }
    v.v[0].at = e;
    return v;
}

static struct svs value(struct lint *k, const struct syn_expr *e)
{
    switch (e->kind) {
    case LX_NIL: return literal(k, e, SV_NIL);
    case LX_TRUE:
    case LX_FALSE: return literal(k, e, SV_FLAG);
    case LX_NUMBER: return literal(k, e, SV_NUMBER);
    case LX_TEXT: return literal(k, e, SV_TEXT);
    case LX_FUNCTION: return sv_func(e->func);
    case LX_NAME: return name_value(e);
    case LX_INDEX: return lint_field(k, e);
    case LX_CALL: return lint_call(k, e);
    case LX_METHOD: return lint_method(k, e);
    case LX_TABLE: return table_value(k, e);
    case LX_BINARY: return binary_value(k, e);
    case LX_UNARY: return unary_value(k, e);
    case LX_PAREN: return lint_eval(k, e->a);
    default: return sv_any();
    }
}

struct svs lint_eval(struct lint *k, const struct syn_expr *e)
{
    if (--k->left < 0 || k->nested >= MOST_NESTED)
        return sv_any();
    k->nested++;
    struct svs v = value(k, e);
    k->nested--;
    return v;
}

/* ---- functions ------------------------------------------------------------------- */

static void walk_block(struct lint *k, const struct syn_block *b);

static void local_is(struct lint *k, struct syn_local *l, struct svs v)
{
    if (l->changed) {
        lint_escapes(k, &v);
        v = sv_any();
    }
    if (!l->note)
        l->note = arena_alloc(k->mem, sizeof v);
    *(struct svs *)l->note = v;
}

/* Marks arguments as passed, so that they are not reported twice. */
static struct svs passed(const struct lint *k, const struct svs *v)
{
    struct svs out = *v;

    for (int i = 0; i < out.n; i++) {
        if (lint_excused(k, &out.v[i]))
            return sv_any();
        out.v[i].flags |= SV_PASSED;
    }
    return out;
}

static struct svs run(struct lint *k, struct syn_func *f, bool inherits)
{
    struct lint_act act = {
        .f = f, .up = k->act, .judged = inherits && k->act && k->act->judged};

    f->note = FUNC_ACTIVE;
    k->act = &act;
    k->deep++;
    walk_block(k, &f->body);
    k->deep--;
    k->act = act.up;
    f->note = FUNC_DONE;
    for (struct syn_local *l = f->outer ? f->locals : NULL; l;
         l = l->next) /* a closure may outlive the call */
        if (l->note)
            *(struct svs *)l->note = sv_any();
    if (!act.returned)
        return sv_one(SV_NIL);
    return act.gives.n ? act.gives : sv_any();
}

struct svs lint_enter(struct lint *k, struct syn_func *f, const struct svs *arg, int n,
                      bool more)
{
    struct svs none = sv_one(SV_NIL);

    if (f->note == FUNC_ACTIVE || k->deep >= MOST_DEEP || k->left < 0) {
        for (int i = 0; i < n; i++)
            lint_escapes(k, &arg[i]);
        return sv_any();
    }
    for (int i = 0; i < f->nparams; i++)
        local_is(k, f->param[i],
                 i < n - more ? passed(k, &arg[i])
                 : more       ? sv_any()
                              : passed(k, &none));
    for (int i = f->nparams; i < n; i++)
        lint_escapes(k, &arg[i]);
    return run(k, f, f->outer && f->outer->outer);
}

void lint_escapes(struct lint *k, const struct svs *v)
{
    for (int i = 0; i < v->n; i++) {
        struct syn_func *f = v->v[i].kind == SV_FUNCTION ? v->v[i].func : NULL;

        if (!f || f->note != FUNC_NEW || k->deep >= MOST_DEEP)
            continue;
        for (int p = 0; p < f->nparams; p++)
            local_is(k, f->param[p], sv_any());
        run(k, f, true);
    }
}

/* ---- statements ------------------------------------------------------------------ */

/* The values of a list of expressions, for n variables. They are unknown after a call with
 * several results. */
static struct svs *values(struct lint *k, const struct syn_stat *s, int n)
{
    struct svs *v = arena_alloc(k->mem, ((size_t)(n > s->n ? n : s->n) + 1) * sizeof *v);
    bool several = s->n && lint_several(s->item[s->n - 1]);

    for (int i = 0; i < s->n; i++)
        v[i] = lint_eval(k, s->item[i]);
    for (int i = s->n; i < n; i++)
        v[i] = several ? sv_any() : sv_one(SV_NIL);
    return v;
}

static void walk_assign(struct lint *k, const struct syn_stat *s)
{
    struct svs *v = values(k, s, s->ntargets);

    for (int i = 0; i < s->ntargets; i++) {
        const struct syn_expr *t = s->target[i];

        if (t->kind == LX_INDEX)
            lint_write(k, t, &v[i]);
        else
            lint_escapes(k, &v[i]);
    }
}

/* Variable number i of a `for` loop. */
static struct svs loop_gives(const struct svs *loop, int i)
{
    const struct sv *v = &loop->v[0];

    if (loop->n != 1 || v->kind != SV_LOOP)
        return sv_any();
    switch (v->gives) {
    case GIVES_CARDS: return i == 0 ? sv_one(SV_CARD) : sv_one(SV_NIL);
    case GIVES_SEATS: return i == 0 ? sv_one(SV_SEAT) : sv_one(SV_NIL);
    case GIVES_ANSWERS:
        return i == 0 ? sv_one(SV_SEAT) : v->of == 1 && i == 1 ? sv_one(SV_CARD) : sv_any();
    default: return sv_any();
    }
}

static void walk_forin(struct lint *k, const struct syn_stat *s)
{
    const unsigned loops = 1u << SV_LOOP | 1u << SV_FUNCTION | 1u << SV_CALL;
    struct svs *v = values(k, s, 1);
    const struct sv *bad = sv_misfit(k, &v[0], loops, NL_NONE, 0);

    if (bad)
        lint_say(k, s->item[0], "SCRIPT-TYPE",
                 "for card in g:cards(…) do, for seat in g:seats(…) do",
                 "%s is nothing that `for` goes through", lint_says(k, bad));
    for (int i = 0; i < s->nlocals; i++)
        local_is(k, s->local[i], loop_gives(&v[0], i));
    walk_block(k, s->body[0]);
}

static void walk_fornum(struct lint *k, const struct syn_stat *s)
{
    struct svs *v = values(k, s, 2);

    for (int i = 0; i < s->n; i++) {
        operand_check(k, s->item[i], &v[i], 1u << SV_NUMBER, "a number");
        judge(k, s->item[i]);
    }
    local_is(k, s->local[0], sv_one(SV_NUMBER));
    walk_block(k, s->body[0]);
}

static void walk_return(struct lint *k, const struct syn_stat *s)
{
    struct lint_act *a = k->act;
    struct svs *v = values(k, s, 1);

    a->returned = true;
    if (s->n == 1 && k->hook == HOOK_PURE && a->up && !a->up->f) /* result of the hook itself */
        operand_check(k, s->item[0], &v[0], ~(1u << SV_TEXT | 1u << SV_TABLE),
                      "a number, true or false, a seat or a card");
    if (s->n > 1 || (s->n == 1 && v[0].n == 0))
        v[0] = sv_any();
    for (int i = 0; i < v[0].n; i++) {
        struct sv one = v[0].v[i];
        if (one.flags & SV_PASSED)
            one = sv_any().v[0];
        one.flags = 0;
        sv_or(&a->gives, &one);
    }
}

static void walk_stat(struct lint *k, const struct syn_stat *s)
{
    struct svs *v;

    switch (s->kind) {
    case LS_LOCAL:
    case LS_FUNCTION:
        v = values(k, s, s->nlocals);
        for (int i = 0; i < s->nlocals; i++)
            local_is(k, s->local[i], v[i]);
        break;
    case LS_ASSIGN: walk_assign(k, s); break;
    case LS_CALL: lint_eval(k, s->item[0]); break;
    case LS_DO: walk_block(k, s->body[0]); break;
    case LS_WHILE:
    case LS_IF:
        for (int i = 0; i < s->nbodies; i++) {
            if (i < s->n) {
                lint_eval(k, s->item[i]);
                judge(k, s->item[i]);
            }
            walk_block(k, s->body[i]);
        }
        break;
    case LS_REPEAT:
        walk_block(k, s->body[0]);
        lint_eval(k, s->item[0]);
        judge(k, s->item[0]);
        break;
    case LS_FORNUM: walk_fornum(k, s); break;
    case LS_FORIN: walk_forin(k, s); break;
    case LS_RETURN: walk_return(k, s); break;
    default: break;
    }
}

static void walk_block(struct lint *k, const struct syn_block *b)
{
    k->nested++;
    for (int i = 0; i < b->n && k->left > 0 && k->nested < MOST_NESTED; i++)
        walk_stat(k, b->v[i]);
    k->nested--;
}

/* ---- hooks ----------------------------------------------------------------------- */

/* The value of the hook's parameter number i. */
static struct svs hook_param(const struct lint *k, const struct lint_hook *h, int i)
{
    const struct spure *sig = k->hook == HOOK_PURE ? lint_pure_sig(k, h->name) : NULL;
    struct svs v;

    if (i == 0)
        return sv_one(SV_GAME);
    switch (k->hook) {
    case HOOK_EFFECT:
    case HOOK_STEP:
        v = i == 1 ? sv_one(SV_EFFECT) : lint_effect_field(k, h->f->param[i]->name);
        return v.n ? v : sv_any();
    case HOOK_PURE:
        return sig && i <= sig->nargs ? sv_of_type(sig->arg[i - 1], sig->trait[i - 1])
                                      : sv_any();
    case HOOK_BOT: return i == 1 ? sv_one(SV_SEAT) : sv_any();
    default: return sv_any();
    }
}

/* Checks the hook, with its parameters A and B exchanged. */
static void run_hook(struct lint *k, const struct lint_hook *h, int a, int b)
{
    k->asks_you = false;
    for (int i = 0; i < h->f->nparams; i++)
        local_is(k, h->f->param[i], hook_param(k, h, i == a ? b : i == b ? a : i));
    run(k, h->f, false);
}

/* Is the hook right with its parameters A and B exchanged? */
static bool is_right(struct lint *k, const struct lint_hook *h, int a, int b)
{
    struct quiet q;

    quiet_begin(k->ld, k->mem, &q);
    run_hook(k, h, a, b);
    bool right = !q.diags.errors && !q.diags.lost && k->left > 0;
    quiet_end(k->ld, k->mem, &q);
    return right;
}

/* A pure hook has an error. If it is right with two values exchanged, the formula is wrong and
 * not the hook. */
static void order_check(struct lint *k, const struct lint_hook *h)
{
    int p = PLACE_OF(k->ld->pures.v, k->ld->pures.n, h->name);
    int n = p < 0 ? 0 : k->ld->pure_sigs.v[p].nargs + 1;

    for (int a = 1; a < n && a < h->f->nparams; a++)
        for (int b = a + 1; b < n && b < h->f->nparams; b++) {
            struct svs one = hook_param(k, h, a), two = hook_param(k, h, b);
            if (one.v[0].kind == two.v[0].kind || !is_right(k, h, a, b))
                continue;
            SAY(k->ld, &k->ld->pure_calls.v[p], "PURE-TYPES", NULL,
                "'%s' has %s as '%.60s' and %s as '%.60s'. Swap them", h->name,
                lint_says(k, one.v), h->f->param[a]->name, lint_says(k, two.v),
                h->f->param[b]->name);
            return;
        }
}

static void walk_hook(struct lint *k, const struct lint_hook *h)
{
    size_t errors = k->ld->diags->errors;
    struct lint_act none = {0};

    k->in = h->in;
    k->hook = h->kind;
    k->hook_name = h->name;
    k->verb = h->kind == HOOK_EFFECT ? verb_find(k->ld, h->name) : -1;
    k->act = &none;
    if (h->f->note != FUNC_ACTIVE && is_used(k, h->kind, h->name)) {
        run_hook(k, h, 0, 0);
        if (k->hook == HOOK_PURE && k->ld->diags->errors > errors)
            order_check(k, h);
    }
    k->hook = HOOK_UNKNOWN;
    k->verb = -1;
    k->act = NULL;
}

/* Is the function part of a hook that is never called? */
static bool is_idle(const struct lint *k, const struct syn_func *f)
{
    for (; f; f = f->outer)
        for (int i = 0; i < k->nhooks; i++)
            if (k->hooks[i].f == f && !is_used(k, k->hooks[i].kind, k->hooks[i].name))
                return true;
    return false;
}

static void walk_rest(struct lint *k)
{
    struct lint_act none = {0};

    k->act = &none;
    for (int i = 0; i < k->in->file->nfuncs; i++) {
        struct svs v = sv_func(k->in->file->func[i]);

        if (!is_idle(k, v.v[0].func))
            lint_escapes(k, &v);
    }
    k->act = NULL;
}

void lint_check(struct lint *k)
{
    for (int s = 0; s < k->nsource; s++) {
        k->in = &k->source[s];
        if (k->in->file)
            run(k, k->in->file->main, false);
    }
    for (int i = 0; i < k->nhooks; i++)
        walk_hook(k, &k->hooks[i]);
    for (int s = 0; s < k->nsource; s++) {
        k->in = &k->source[s];
        if (k->in->file)
            walk_rest(k);
    }
}

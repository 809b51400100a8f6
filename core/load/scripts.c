/* scripts.c: the ruleset's Lua files. They are read, loaded once for their selectors and hooks,
 * and get the names that later loads (one per engine) use. */
#include <stdio.h>
#include <string.h>

#include "load/lint.h"
#include "load/load.h"
#include "load/loaded.h"
#include "load/parts.h"

enum {
    MAX_SCRIPT = 1024 * 1024,
    MAX_LOOK = 64 * 1024 * 1024 /* bytes for checking scripts; larger ones are not checked */
};

struct bridge {
    struct loader *ld;
    const struct source *source[CAP_SCRIPTS];
    int nsource;
    struct lint *look; /* NULL: they were too large to check */
    bool no_memory;    /* a selector failed for lack of memory */
};

/* ---- files ---- */

static void say_unread(struct loader *ld, const struct node *n, const struct file_at *at,
                       const struct file_fault *f)
{
    if (f->memory)
        arena_fail(ld->mem);
    if (strcmp(f->code, "FILE-SIZE") == 0)
        SAY(ld, n, "FILE-SIZE", NULL, "%s is larger than %d bytes", at->path, MAX_SCRIPT);
    else
        SAY(ld, n, f->code, NULL, "%s: %s", at->path, f->why);
}

/* The text of a script, with a mutant's change if it is in this file. */
static struct ssource script_text(struct loader *ld, const char *path, const char *text,
                                  size_t len)
{
    const struct edit *e = ld->edit;
    char *own = e && e->does == EDIT_BYTES && strcmp(e->path, path) == 0
                    ? edit_bytes(ld->mem, text, &len, e)
                    : arena_strndup(ld->mem, text, len);
    return (struct ssource){arena_strdup(ld->mem, path), own, len};
}

static bool text_read(struct loader *ld, const struct node *n, const struct file_at *at,
                      struct ssource *out)
{
    struct held h, file;
    struct file_fault fault = {.code = "FILE-SIZE"};
    size_t size = 0;
    const struct load_text *t = text_instead(ld, at->path);
    if (t && t->len <= MAX_SCRIPT) {
        *out = script_text(ld, at->path, t->text, t->len);
        read_note(ld, out->path);
        return true;
    }
    int fd = t ? -1 : file_open(at, MAX_SCRIPT, &size, &fault);
    if (fd < 0) {
        say_unread(ld, n, at, &fault);
        return false;
    }
    arena_hold(ld->mem, &file, &fd, file_drop);
    char *text = arena_borrow(ld->mem, &h, size + 1);
    ptrdiff_t len = file_fill(fd, text, size);
    if (len >= 0) {
        *out = script_text(ld, at->path, text, (size_t)len);
        read_note(ld, out->path);
    } else {
        SAY(ld, n, "FILE-UNREADABLE", NULL, "%s cannot be read", at->path);
    }
    arena_release(ld->mem, &h);
    arena_release(ld->mem, &file);
    return len >= 0;
}

static bool script_read(struct loader *ld, const struct node *n, struct ssource *out)
{
    const char *name = read_word(ld, n, "the file of a script");
    if (!name)
        return false;
    if (!file_name_ok(name))
        return SAY(ld, n, "FILE-NAME", NULL, "'%s' leads out of the game's folders", name);
    struct file_at at;
    bool found = ruleset_file(ld, n, "scripts", &at);
    if (!found)
        SAY(ld, n, "FILE-MISSING", ruleset_file_near(ld, n, "scripts", ".lua"),
            "found no script '%s' beside the ruleset, in a folder scripts/ above it or beside "
            "your games",
            name);
    return found && text_read(ld, n, &at, out);
}

static struct ssource *files_read(struct loader *ld, int *count)
{
    const struct node *list = node_get(ld->root, "scripts");
    struct ssource *src = arena_alloc(ld->mem, (CAP_SCRIPTS + 1) * sizeof *src);
    *count = 0;
    if (!read_is_list(ld, list, "scripts"))
        return src;
    if (list->n > CAP_SCRIPTS)
        SAY(ld, list, "LIMIT-NAMES", NULL, "more than %d files of scripts", CAP_SCRIPTS);
    for (size_t i = 0; i < list->n && i < CAP_SCRIPTS; i++)
        if (script_read(ld, list->item[i], &src[*count]))
            ++*count;
    struct script_file *files = arena_alloc(ld->mem, ((size_t)*count + 1) * sizeof *files);
    for (int i = 0; i < *count; i++)
        files[i] = (struct script_file){src[i].path, src[i].text, src[i].len};
    ld->def->scripts = files;
    ld->def->nscripts = *count;
    return src;
}

/* Is NAME called or set in the text as a whole word? */
static bool text_defines(const char *text, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = text; (at = strstr(at, name)); at += n) {
        const char *behind = at + n + strspn(at + n, " ");
        bool begins = at == text || strchr(" \t\n.", at[-1]);
        if (begins && (*behind == '(' || (*behind == '=' && behind[1] != '=')))
            return true;
    }
    return false;
}

bool scripts_define(struct loader *ld, const char *name)
{
    enum { MOST = 100 }; /* most names to look for: it is only a hint */
    struct quiet q;
    int n;

    if (ld->names_asked++ >= MOST)
        return false;
    if (!ld->def->scripts) { /* files with errors are reported when they are loaded */
        struct read_file *last = ld->last_read;
        quiet_begin(ld, ld->mem, &q);
        files_read(ld, &n);
        quiet_end(ld, ld->mem, &q);
        ld->last_read = last; /* they are noted again when they are loaded */
        if (last)
            last->next = NULL;
        else
            ld->def->files = NULL;
    }
    for (int i = 0; ld->def->scripts && i < ld->def->nscripts; i++)
        if (text_defines(ld->def->scripts[i].text, name))
            return true;
    return false;
}

/* ---- selectors ---- */

/* The script with that path, or NULL. */
static const struct source *source_of(const struct bridge *b, const char *path)
{
    for (int i = 0; i < b->nsource; i++)
        if (strcmp(b->source[i]->path, path) == 0)
            return b->source[i];
    return NULL;
}

/* The source of this key of a table, or of number i in its list. NULL: none. */
static const struct syn_expr *written(const struct syn_expr *e, const char *key, int i,
                                      struct syn_at *at)
{
    int n = 0;

    for (int k = 0; e && e->kind == LX_TABLE && k < e->n; k++) {
        bool same =
            key ? e->key[k] && e->key[k]->kind == LX_TEXT && !strcmp(e->key[k]->text, key)
                : !e->key[k] && n++ == i;
        if (!same)
            continue;
        *at = key ? e->key[k]->at : e->item[k]->at;
        return e->item[k];
    }
    return NULL;
}

/* Gives the nodes of `sel` the places where they are written (E if known, else AT). */
static void place(struct node *n, const struct source *src, struct syn_at at,
                  const struct syn_expr *e)
{
    if (e)
        at = e->at;
    at.col += e && n->kind == NODE_SCALAR && e->kind == LX_TEXT; /* after its quote */
    n->src = src;
    n->line = at.line;
    n->col = at.col;
    for (size_t i = 0; i < n->n; i++) {
        struct node *key = n->kind == NODE_MAP ? n->key[i] : NULL;
        struct syn_at there = at;
        const struct syn_expr *item = written(e, key ? key->text : NULL, (int)i, &there);
        if (key)
            place(key, src, there, NULL);
        place(n->item[i], src, there, item);
    }
}

/* Compiles the argument of a `sel`. After an error the script continues. */
static void selector_made(struct bridge *b, const struct node *made, const char *file, int line,
                          struct sselector *out)
{
    struct sselector s = {.sel = REF_NONE};
    struct syn_expr *call = b->look ? lint_sel_at(b->look, file, line) : NULL;
    const struct source *src = source_of(b, file);
    struct node *n = node_copy(b->ld->mem, made);
    place(n, src ? src : source_new(b->ld->mem, file, NULL, 0), (struct syn_at){line, 1},
          call && call->n ? call->item[0] : NULL);
    struct scope sc = scope_of_all(b->ld);
    sc.set = false;
    sc.event_number = sc.script = true;
    sc.args = &s;
    size_t errors = b->ld->diags->errors;
    b->ld->aside = true;
    s.sel = compile_selector(b->ld, n, &sc);
    b->ld->aside = false;
    if (call && b->ld->diags->errors == errors) /* otherwise its open places are unknown */
        call->note = call->note ? -1 : (int)b->ld->script_sels.n + 1;
    TABLE_ADD(b->ld, script_sels, s);
    *out = s;
}

/* Called by Lua. Running out of memory must not jump over Lua's frames, so it becomes an error
 * message here. */
static int bridge_selector(void *ctx, const struct node *n, const char *file, int line,
                           struct sselector *out, char *msg, size_t cap)
{
    struct bridge *b = ctx;
    struct arena *mem = b->ld->mem;
    struct arena_catch c;
    arena_catch(mem, &c);
    if (setjmp(c.here)) {
        arena_uncatch(mem);
        snprintf(msg, cap, b->ld->too_large ? "the game is too large" : "out of memory");
        b->no_memory = true;
        return -1;
    }
    selector_made(b, n, file, line, out);
    arena_uncatch(mem);
    return 0;
}

/* ---- names ---- */

#define TEXTS_OF(ld, v, n) ((struct swords){TEXTS_IN(ld, v, n), (int)(n)})

/* The words of traits and options. */
static void names_words(struct loader *ld, struct snames *names)
{
    size_t n = ld->trait_infos.n, m = ld->option_infos.n;
    struct swords *words = arena_alloc(ld->mem, (n + 1) * sizeof *words);
    struct soption *option = arena_alloc(ld->mem, (m + 1) * sizeof *option);
    for (size_t i = 0; i < n; i++)
        words[i] = TEXTS_OF(ld, ld->trait_infos.v[i].words.v, ld->trait_infos.v[i].words.n);
    for (size_t i = 0; i < m; i++) {
        const struct option_info *o = &ld->option_infos.v[i];
        option[i] =
            (struct soption){TEXTS_OF(ld, o->values.v, o->values.n), o->value_is, o->is};
    }
    names->trait_words = words;
    names->option = option;
}

static void names_lets(struct loader *ld, struct snames *names)
{
    const struct node *map = section(ld, "let");
    size_t n = map->n;
    const char **ids = arena_alloc(ld->mem, (n + 1) * sizeof *ids);
    struct slet *let = arena_alloc(ld->mem, (n + 1) * sizeof *let);
    ld->aside = true;
    for (size_t i = 0; i < n; i++) {
        struct xval v = let_value(ld, i);
        ids[i] = map->key[i]->text;
        ref x = v.t == XT_WORDS ? expr_add(ld, map->item[i], X_SIZE, v.r, REF_NONE, 0) : v.r;
        let[i] = (struct slet){x, (ref)v.trait,
                               v.t == XT_FLAG   ? V_FLAG
                               : v.t == XT_SEAT ? V_SEAT
                               : v.t == XT_CARD ? V_CARD
                               : v.t == XT_WORD ? V_WORD
                                                : V_NUMBER};
    }
    ld->aside = false;
    names->lets = (struct swords){ids, (int)n};
    names->let = let;
}

static void names_verbs(struct loader *ld, struct snames *names)
{
    struct sverb *v = arena_alloc(ld->mem, (ld->verbs.n + 1) * sizeof *v);
    uint32_t n = 0;
    names->verbs = v;
    for (; n < ld->verbs.n && !ld->verbs.v[n].step; n++, v++) {
        const struct verb_info *info = &ld->verbs.v[n].info;
        ref *def = arena_alloc(ld->mem, K_MAX_PARAMS * sizeof *def);
        v->name = info->name.id;
        v->nparams = info->nparams;
        v->def = def;
        for (int k = 0; k < info->nparams; k++) {
            const struct param_info *p = &info->param[k];
            bool of_words = p->type == V_WORD && p->word_trait == REF_NONE;
            v->param[k] = p->id;
            v->type[k] = p->type;
            v->trait[k] = of_words ? OF_WORDS : p->word_trait;
            def[k] = p->def;
        }
    }
    names->nverbs = (int)n;
}

static void names_make(struct loader *ld, struct snames *names)
{
    names->ruleset = ld->def->id;
    names->zones = TEXTS_OF(ld, ld->zone_names.v, ld->zone_names.n);
    names->counters = TEXTS_OF(ld, ld->counter_names.v, ld->counter_names.n);
    names->phases = TEXTS_OF(ld, ld->phase_names.v, ld->phase_names.n);
    names->kinds = TEXTS_OF(ld, ld->kind_names.v, ld->kind_names.n);
    names->actions = TEXTS_OF(ld, ld->action_names.v, section(ld, "actions")->n);
    names->words = TEXTS_OF(ld, ld->words.v, ld->words.n);
    names->traits = TEXTS_OF(ld, ld->trait_infos.v, ld->trait_infos.n);
    names->options = TEXTS_OF(ld, ld->option_infos.v, ld->option_infos.n);
    names->cards = TEXTS_OF(ld, ld->card_infos.v, ld->card_infos.n);
    names->hooks = (struct swords){ld->hooks.v, (int)ld->hooks.n};
    names_words(ld, names);
    names_lets(ld, names);
    names_verbs(ld, names);
}

/* ---- hooks ---- */

/* The place of an acting hook: the first op that calls it. */
static struct node hook_place(const struct loader *ld, size_t hook)
{
    struct position p = {NULL, 0, 0};
    for (uint32_t i = 0; i < ld->prog.n && !p.src; i++)
        if (ld->prog.v[i].op == OP_HOOK && ld->prog.v[i].list == hook)
            p = ld->pos.v[ld->prog.v[i].src];
    return node_at(&p);
}

/* A hint for a missing function without a similar name. */
static const char *where_functions(const struct loader *ld)
{
    return node_get(ld->root, "scripts")
               ? "write the function in a file of 'scripts'"
               : "name a file of functions in 'scripts: [FILE.lua]'; this ruleset has none";
}

/* The functions of a kind that scripts define. */
typedef POOL(struct sdef) defined;

static defined defined_as(struct loader *ld, const struct script *script, const char *kind)
{
    defined d = {0};
    struct sdef def;

    for (int i = 0; script_def(script, i, &def); i++)
        if (!strcmp(def.kind, kind)) {
            *LIST_ADD(ld->mem, d.v, d.n) = def;
        }
    return d;
}

static void acting_check(struct loader *ld, const struct script *script)
{
    const defined effects = defined_as(ld, script, "effect"),
                  steps = defined_as(ld, script, "step");

    for (uint32_t i = 0; i < ld->hooks.n; i++) {
        const char *id = ld->hooks.v[i], *name = strchr(id, '.') + 1;
        bool effect = id[0] == 'e';
        const defined *have = effect ? &effects : &steps;
        if (PLACE_OF(have->v, have->n, name) >= 0)
            continue;
        struct node at = hook_place(ld, i);
        const char *hint = HINT_IN(ld, name, have->v, have->n);
        if (!hint)
            hint = effect ? "write a 'do' here, or the function in a file of 'scripts'"
                          : where_functions(ld);
        const struct node *blamed = list_blamed(ld, &at, "scripts", &hint);
        SAY(ld, blamed, "HOOK-MISSING", hint, "no script defines %s", id);
    }
}

static void pures_check(struct loader *ld, const struct script *script)
{
    const defined have = defined_as(ld, script, "pure");

    for (uint32_t i = 0; i < ld->pures.n; i++) {
        const char *id = ld->pures.v[i];
        int pure = PLACE_OF(have.v, have.n, id), gives = ld->pure_sigs.v[i].nargs;
        const struct node *at = &ld->pure_calls.v[i];
        if (pure >= 0 && gives > have.v[pure].takes)
            SAY(ld, at, "PURE-TYPES", NULL, "'%s' gets %d values but takes %d after 'g'", id,
                gives, have.v[pure].takes);
        if (pure >= 0)
            continue;
        const char *hint = key_row(AT_FORMULA, id)
                               ? arena_printf(ld->mem, "as a map it is a formula: {%s: …}", id)
                               : HINT_IN(ld, id, have.v, have.n);
        at = list_blamed(ld, at, "scripts", &hint);
        SAY(ld, at, "HOOK-MISSING", hint ? hint : where_functions(ld),
            "no script defines pure.%s", id);
    }
}

/* A line in one of the scripts. */
static struct node in_script(const struct bridge *b, const char *path, int line)
{
    return node_at(&(struct position){source_of(b, path), line, 1});
}

static void unused_check(const struct bridge *b, const struct script *script, const char *kind)
{
    struct loader *ld = b->ld;
    const defined have = defined_as(ld, script, kind);

    for (uint32_t i = 0; i < have.n; i++) {
        const struct sdef *def = &have.v[i];
        const char *id = arena_printf(ld->mem, "%s.%s", kind, def->name);
        bool pure = strcmp(kind, "pure") == 0;
        if (pure ? PLACE_OF(ld->pures.v, ld->pures.n, def->name) >= 0
                 : PLACE_OF(ld->hooks.v, ld->hooks.n, id) >= 0)
            continue;
        if (pure && strcmp(file_dir(ld->mem, def->path), ld->def->dir) != 0)
            continue; /* shared with other games, which use it */
        struct node at = in_script(b, def->path, def->line);
        WARN(ld, &at, "HOOK-UNUSED", NULL, "%s is defined, but nothing calls it", id);
    }
}

/* Was another error reported for the statement in this line? */
static bool is_told(const struct bridge *b, const char *path, int line)
{
    const struct diags *d = b->ld->diags;
    int first = line, last = line;

    if (b->look)
        lint_statement(b->look, path, line, &first, &last);
    for (size_t i = 0; i < d->n; i++)
        if (d->v[i].line >= first && d->v[i].line <= last && d->v[i].level == DIAG_ERROR &&
            d->v[i].file && !strcmp(d->v[i].file, path))
            return true;
    return false;
}

static void error_tell(struct loader *ld, const struct bridge *b, const struct serror *err)
{
    struct node at = in_script(b, err->file, err->line);
    int last;

    if (at.src && err->line && is_told(b, err->file, err->line))
        return;
    if (b->look && strstr(err->message, SCRIPT_OVERSPENT)) /* Lua does not say in which line */
        lint_statement(b->look, err->file, err->line, &at.line, &last);
    char hint[160] = "";
    if (at.src && err->line) {
        struct syn_at place =
            lint_wrong_at(ld->mem, at.src, at.line, err->message, hint, sizeof hint);
        at.line = place.line;
        at.col = place.col;
        SAY(ld, &at, "SCRIPT", hint[0] ? hint : NULL, "%s", err->message);
    } else
        diags_add(ld->diags, DIAG_ERROR, "SCRIPT", err->file[0] ? err->file : NULL, err->line,
                  0, NULL, NULL, "%s", err->message);
}

static void drop_script(void *script)
{
    script_free(script);
}

/* ---- looking at them ---- */

/* Calls LOOK with separate memory. If that is too little, LOOK is abandoned. */
static void look_in(struct bridge *b, void (*look)(struct bridge *b))
{
    struct arena *mem = b->look->mem;
    struct diags *loud = b->ld->diags;
    struct arena_catch c;

    arena_catch(mem, &c);
    if (!setjmp(c.here)) {
        look(b);
        arena_uncatch(mem);
        return;
    }
    arena_uncatch(mem);
    b->ld->diags = loud; /* results of a quiet call are dropped */
    if (!arena_full(mem))
        arena_fail(b->ld->mem);
    b->look = NULL;
}

static void look_read(struct bridge *b)
{
    for (int i = 0; i < b->nsource; i++)
        lint_add(b->look, b->source[i]);
    lint_check_names(b->look);
}

static void look_check(struct bridge *b)
{
    struct loader *ld = b->ld;

    lint_check(b->look);
    for (uint32_t i = 0; i < ld->pures.n; i++) {
        const char *id = ld->pures.v[i];
        const char *missing = lint_pure_misses(b->look, id, 1 + ld->pure_sigs.v[i].nargs);
        if (missing)
            SAY(ld, &ld->pure_calls.v[i], "PURE-TYPES", NULL,
                "'%s' needs '%.60s', but does not get it", id, missing);
    }
}

/* ---- */

/* Only one of ruleset and scripts may give the value for search bots. */
static void bot_check(struct loader *ld, const struct script *script)
{
    static const char *const names[] = {"value", "hopeless"};
    const struct node *bot = node_get(ld->root, "bot");
    const defined have = defined_as(ld, script, "bot");

    for (int i = 0; i < 2; i++) {
        const struct node *says = node_get(bot, names[i]);
        if (!says && !i)
            says = node_get(bot, "worth");
        if (says && PLACE_OF(have.v, have.n, names[i]) >= 0)
            SAY(ld, says, "KEY-CONFLICT", "remove one of the two", "a script has bot.%s, too",
                names[i]);
    }
}

/* Checks loaded scripts. */
static void scripts_found(struct bridge *b, struct script *script)
{
    struct loader *ld = b->ld;
    const struct node *list = node_get(ld->root, "scripts");
    bool *leaves = arena_alloc(ld->mem, ld->hooks.n + 1);
    unsigned does = 0;

    for (uint32_t i = 0; i < ld->hooks.n; i++) {
        leaves[i] = script_hook_does(script, i) & DOES_LEAVE;
        does |= script_hook_does(script, i);
    }
    ld->scripts_show = does & DOES_SHOW;
    ld->scripts_tell = does & DOES_TELL;
    ld->cancels = does & DOES_CANCEL;
    ld->hook_leaves = leaves;
    acting_check(ld, script);
    pures_check(ld, script);
    bot_check(ld, script);
    /* code with errors may call it; so may the extended ruleset, if these are its scripts */
    if (ld->diags->errors || (list && strcmp(node_dir(ld->mem, list), ld->def->dir) != 0))
        return;
    unused_check(b, script, "effect");
    unused_check(b, script, "step");
    unused_check(b, script, "pure");
}

static void scripts_run(struct bridge *b, const struct ssource *src, int n)
{
    struct loader *ld = b->ld;
    struct loaded *made = (struct loaded *)ld->def;
    struct sloader loader = {b, bridge_selector, NULL, 0};
    struct serror err;
    size_t before = ld->diags->errors;
    struct held h;

    memset(&err, 0, sizeof err);
    struct script *script = script_new(&made->names, src, n, &loader, &err);
    bool told = ld->diags->errors > before;
    arena_hold(ld->mem, &h, script, drop_script);
    if (ld->too_large || b->no_memory || err.cause == K_E_NOMEM) /* memory ran out inside Lua */
        arena_fail(ld->mem);
    if (script && !(b->look && b->look->undefined)) /* otherwise it is incomplete */
        scripts_found(b, script);
    if (b->look)
        look_in(b, look_check);
    if (!script && !told)
        error_tell(ld, b, &err);
    arena_release(ld->mem, &h);
}

/* Reads the scripts as trees, runs them once, and checks their calls. */
static void scripts_look(struct bridge *b, const struct ssource *src, int n)
{
    struct arena *mem = arena_new();
    struct lint *look;
    struct held h;

    if (!mem)
        arena_fail(b->ld->mem);
    arena_hold(b->ld->mem, &h, mem, arena_drop);
    look = b->look = arena_alloc(b->ld->mem, sizeof *look);
    lint_begin(look, b->ld, mem);
    arena_limit(mem, MAX_LOOK);
    look_in(b, look_read);
    scripts_run(b, src, n);
    arena_release(b->ld->mem, &h);
}

void scripts_load(struct loader *ld)
{
    struct loaded *made = (struct loaded *)ld->def;
    struct bridge b = {.ld = ld};
    int n;
    size_t before = ld->diags->errors;
    /* assumed until they are loaded */
    ld->scripts_show = node_get(ld->root, "scripts") != NULL;
    struct ssource *src = files_read(ld, &n);
    if (ld->diags->errors > before) /* unreadable files may contain the hooks */
        return;
    for (int i = 0; i < n; i++) {
        b.source[b.nsource] = source_new(ld->mem, src[i].path, src[i].text, src[i].len);
        source_fit(b.source[b.nsource++], ld->diags);
    }
    if (ld->diags->errors > before)
        return;
    made->source = src;
    names_make(ld, &made->names);
    scripts_look(&b, src, n);
}

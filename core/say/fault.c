/* fault.c - a failure of a ruleset at run time, as a message a designer can act on. */
#include "say/fault.h"
#include "base/shown.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 200 }; /* bytes of a source line that are shown */

/* file:line:col with the line and a mark under the place. */
static void add_place(struct str *to, const struct source *src, int line, int col)
{
    char *text = src ? source_line(src, line) : NULL;

    if (!src)
        return;
    str_add(to, "\n  at ");
    shown_add(to, src->path, strlen(src->path));
    str_addf(to, ":%d:%d", line, col);
    if (text) {
        str_addf(to, "\n    %d | ", line);
        shown_add_cut(to, text, strlen(text), LINE);
        free(text);
    }
}

/* The place of an effect; for a watcher's, the place of its `when`. */
static const struct position *place_of(const struct ct_definition *def, unsigned effect)
{
    uint32_t src = def->k.effects[effect].src;

    for (int i = 0; i < def->k.nwatches; i++)
        src = def->k.watches[i].effect == effect ? def->k.watches[i].src : src;
    return src && src < def->npos ? &def->pos[src] : NULL;
}

/* "FILE:LINE:COL: text there" */
static void add_line(struct str *to, const struct position *at)
{
    char *text = source_line(at->src, at->line);

    shown_add(to, at->src->path, strlen(at->src->path));
    str_addf(to, ":%d:%d: ", at->line, at->col);
    if (text)
        shown_add_cut(to, text + strspn(text, " -\t"), strlen(text + strspn(text, " -\t")),
                      LINE);
    free(text);
}

/* The nested things for which there is no more room, from the inside, one line each. */
static void add_chain(struct str *to, const struct ct_definition *def, const struct kerror *err)
{
    enum { MOST = sizeof err->circle / sizeof *err->circle };
    uint32_t before = err->src;

    str_addf(to, ": the limit is %d", def->k.limits.depth);
    for (unsigned i = 0; i < err->ncircle && i < MOST; i++) {
        uint32_t src = def->k.prog[err->circle[i]].src;
        if (src != before && src && src < def->npos && def->pos[src].src) {
            str_add(to, "\n    within ");
            add_line(to, &def->pos[src]);
        }
        before = src;
    }
}

/* Effects that set each other off, a line each. */
static void add_circle(struct str *to, const struct ct_definition *def,
                       const struct kerror *err)
{
    enum { MOST = sizeof err->circle / sizeof *err->circle };

    if (!err->ncircle || err->code == K_E_DEPTH)
        return;
    str_add(to, err->ncircle == 1 ? "\n"
                                    "  this sets itself off:"
                                  : "\n"
                                    "  these set each other off in a circle:");
    for (unsigned i = 0; i < err->ncircle && i < MOST; i++) {
        unsigned card = def->k.effects[err->circle[i]].card;
        const struct position *at = place_of(def, err->circle[i]);
        str_addf(to, "\n    %s", card < def->k.ncards ? def->cards[card].id : "a rule");
        if (!at || !at->src)
            continue;
        str_add(to, ", ");
        add_line(to, at);
    }
    if (err->ncircle > MOST)
        str_addf(to, "\n    and %u more", err->ncircle - MOST);
}

static void add_cycle(struct str *to, const struct ct_definition *def, const struct kerror *err)
{
    add_circle(to, def, err);
    if (!err->ncycle || err->ncircle)
        return;
    str_add(to, "\n  the last effects were of: ");
    for (unsigned i = 0; i < err->ncycle && i < 8; i++)
        str_addf(to, "%s%s", i ? ", " : "",
                 err->cycle[i] < def->k.ncards ? def->cards[err->cycle[i]].id : "?");
}

/* The seat whose zone it should have been. */
static void add_no_zone(struct str *to, const struct ct_definition *def,
                        const struct kerror *err)
{
    if (err->b < 0 || err->b >= def->k.nzones)
        str_add(to, ": the formula comes to none");
    else if (err->a < 0 || err->a >= K_MAX_SEATS)
        str_addf(to,
                 ": it is unknown whose '%s' is meant: the card has no owner, and it is "
                 "nobody's turn. Write `of`",
                 def->zones[err->b].id);
    else
        str_addf(to, ": seat %d has no '%s'", err->a, def->zones[err->b].id);
}

/* Names the things behind an error's numbers a and b. Their meaning depends on the code. */
static void add_about(struct str *to, const struct ct_definition *def, const struct kerror *err)
{
    switch (err->code) {
    case K_E_SEATS:
        if (err->b > 0) {
            str_addf(to, ": %d player%s and %d%s of `seats` are more than %d", err->a,
                     err->a == 1 ? "" : "s", err->b, err->b < K_MAX_SEATS ? "" : " or more",
                     K_MAX_SEATS);
            break;
        }
        str_addf(to, ": it has %d, but the game needs ", err->a);
        if (def->k.min_people == def->k.max_people)
            str_addf(to, "%d", def->k.min_people);
        else
            str_addf(to, "%d to %d", def->k.min_people, def->k.max_people);
        break;
    case K_E_CARDS:
        if (err->a > K_MAX_INSTS)
            str_addf(to, ": more than %d", K_MAX_INSTS);
        else if (!err->a && err->b > 0 && err->b <= def->k.nzones)
            str_addf(to, ": no copy of a card is left in '%s'", def->zones[err->b - 1].id);
        break;
    case K_E_REQUIRES:
        if (err->a >= 0 && err->a < def->nrequires && def->requires_nodes[err->a]) {
            const struct node *n = def->requires_nodes[err->a], *says = node_get(n, "says");
            const struct node *in = says ? says : n;
            const struct node *first = def->nlanguages ? node_get(in, def->languages[0]) : NULL;
            if (first && first->kind == NODE_SCALAR)
                str_addf(to, ": %s", first->text);
            else if (in->kind == NODE_SCALAR)
                str_addf(to, ": %s", in->text);
        }
        break;
    case K_E_REPEAT: /* a lone card that moves back and forth: no seat can stop it */
        if (err->a)
            str_add(to, ": no player had more than one choice. If a card can go back and "
                        "forth, give players a pick to give up (`may`, `declined`)");
        break;
    case K_E_COUNTER_TELLS:
        if (err->a >= 0 && err->a < def->k.ncards)
            str_addf(to, " (here of '%s')", def->cards[err->a].id);
        break;
    case K_E_ZONE: add_no_zone(to, def, err); break;
    case K_E_DEPTH: add_chain(to, def, err); break;
    case K_E_SETS: str_addf(to, ": more than %d", err->b); break;
    case K_E_CHOSEN: str_addf(to, ": at most %d", err->b); break;
    case K_E_RERUN:
    case K_E_ANSWERS:
        if (err->a >= 0 && err->a < def->k.nhooks)
            str_addf(to, " (%s)", def->hooks[err->a]);
        break;
    default: break;
    }
}

/* An error before the game begins has no formula. It is in the ruleset: kinds of seats, or a
 * zone. */
static const struct node *declared(const struct ct_definition *def, const struct kerror *err)
{
    if (err->code == K_E_SEATS && err->b > 0 && def->k.nkinds)
        return def->kinds[0].node;
    if (err->code == K_E_CARDS && err->b > 0 && err->b <= def->k.nzones)
        return def->zones[err->b - 1].node;
    return NULL;
}

void fault_find(struct diags *found, const struct ct_definition *def, const struct kerror *err)
{
    struct position p = err->src < def->npos ? def->pos[err->src] : (struct position){0};
    struct node at = {.kind = NODE_SCALAR, .src = p.src, .line = p.line, .col = p.col};
    const struct node *n = p.src ? &at : declared(def, err);
    const char *hint = NULL;
    struct str text = {0};

    if (err->code == K_E_REQUIRES) { /* the requirement, or the reason that it fails */
        n = def->fewer_cards ? def->fewer_cards : def->requires_nodes[err->a];
        hint = def->fewer_cards_hint;
    }
    add_about(&text, def, err);
    node_error(found, n, kernel_errors[err->code].name, hint,
               "no number of players can start this game: %s%s", kernel_errors[err->code].text,
               str_of(&text));
    str_free(&text);
}

/* Its lines, indented: no line of a message begins like another message. */
static void add_traceback(struct str *to, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n"), tabs = strspn(text, "\t");
        str_add(to, tabs ? "\n    " : "\n  ");
        str_addn(to, text + tabs, n - tabs);
        text += n + (text[n] == '\n');
    }
}

void fault_script(struct str *to, const struct ct_definition *def, const struct serror *err)
{
    if (err->hook[0] && strncmp(err->message, err->hook, strlen(err->hook)) != 0)
        str_addf(to, "in %s: ", err->hook);
    str_add(to, err->message[0] ? err->message : "a script failed");
    if (err->file[0]) {
        str_addf(to, "\n  at %s:%d", err->file, err->line);
        for (int i = 0; i < def->nscripts; i++)
            if (!strcmp(def->scripts[i].path, err->file)) {
                const char *line = def->scripts[i].text;
                for (int n = 1; n < err->line && line; n++) {
                    line = strchr(line, '\n');
                    line = line ? line + 1 : NULL;
                }
                if (line) {
                    str_addf(to, "\n    %d | ", err->line);
                    shown_add_cut(to, line, strcspn(line, "\r\n"), LINE);
                }
            }
    }
    add_traceback(to, err->traceback);
}

/* Tells which of several actions could not be offered. The failed part may be elsewhere and
 * shared. */
static void add_action(struct str *to, const struct ct_definition *def,
                       const struct kerror *err)
{
    const struct named *a = def->actions + err->action - 1;

    if (!err->action || err->action > def->k.nactions || !a->node || !a->id[0] ||
        !def->k.actions[err->action - 1].named)
        return;
    str_addf(to, "\n  when the action `%s` was to be offered, at ", a->id);
    shown_add(to, a->node->src->path, strlen(a->node->src->path));
    str_addf(to, ":%d", a->node->line);
}

const char *fault_code(const struct kerror *err, const struct serror *script)
{
    unsigned code = err->code;

    if (code == K_E_HOOK && script && script->cause)
        code = (unsigned)script->cause;
    return code && code < K_ERRCOUNT ? kernel_errors[code].name : "";
}

void fault_text(struct str *to, const struct ct_definition *def, const struct kerror *err,
                const struct serror *script)
{
    unsigned code = err->code < K_ERRCOUNT ? err->code : K_OK;

    if (code == K_E_HOOK && script && (script->message[0] || script->hook[0])) {
        fault_script(to, def, script);
    } else {
        bool public = code == K_E_HIDDEN && err->a == K_MAX_SEATS; /* it was for all to hear */
        str_add(to, public ? "a text for everyone depends on something hidden"
                           : kernel_errors[code].text);
        add_about(to, def, err);
        str_addf(to, " [%s]", kernel_errors[code].name);
    }
    if (err->src && err->src < def->npos)
        add_place(to, def->pos[err->src].src, def->pos[err->src].line, def->pos[err->src].col);
    else if (declared(def, err))
        add_place(to, declared(def, err)->src, declared(def, err)->line,
                  declared(def, err)->col);
    add_action(to, def, err);
    add_cycle(to, def, err);
}

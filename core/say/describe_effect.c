/* describe_effect.c - effects, bare steps, watchers and traits in words.
 *
 * A parameter that is a plain value comes from the compiled form (with defaults and `this.x`
 * computed). Others come from the YAML.
 */
#include "say/describe_internal.h"

#include <string.h>

static describe_fn describe_steps;

/* ---- parameters of a verb ---- */

struct given {
    const struct subject *s;
    const struct keffect *effect;
    const struct verb_info *verb;
    const struct node *node;
};

/* Is it told as several? In French everyone is, too. */
static bool is_many(enum seat_op op, struct tongue t)
{
    bool all = op == SS_ALL || op == SS_SEATS || op == SS_WHERE;

    return op == SS_OTHERS || (all && t.own == OWN_FR);
}

static void seat_value(const struct given *g, ref seats, struct text_value *out)
{
    static const enum own_word by_op[SS_NONE + 1] = {
#define SEAT_WORD(id, ...) [SS_##id] = W_##id,
#include "kernel/seats.def"
        [SS_NONE] = W_NOBODY,
    };
    const struct kseats *k = &g->s->def->k.seats[seats];

    out->kind = VALUE_SEAT;
    out->you = k->op == SS_YOU && !g->s->you;
    out->many = is_many((enum seat_op)k->op, g->s->t);
    if (k->op == SS_YOU && g->s->you)
        str_add(&out->words, g->s->you);
    else if ((k->op == SS_LEFT || k->op == SS_RIGHT) && (k->a || k->b))
        return;
    else if (k->op <= SS_NONE && (by_op[k->op] || k->op == SS_YOU))
        str_add(&out->words, own(by_op[k->op], g->s->t));
    else if (k->op == SS_KIND)
        name_add(&out->words, &g->s->def->kinds[k->a], g->s->t);
}

/* The parameter as the card file has it. */
static const struct node *written(const struct given *g, const struct param_info *p)
{
    const struct node *n = node_get(g->node, p->id);

    if (!n && p->main && g->node && g->node->kind != NODE_MAP)
        n = g->node;
    return n;
}

/* A flag that the options in force settle. */
static bool settled_flag(const struct given *g, const struct param_info *p,
                         struct text_value *out)
{
    int is = condition_settled(g->s, written(g, p));

    out->kind = VALUE_NUMBER;
    out->number = is;
    out->absent = !is;
    return is >= 0;
}

/* A value that the loader has computed. False: it is not constant. */
static bool constant(const struct given *g, const struct param_info *p, ref value,
                     struct text_value *out)
{
    const struct kdef *k = &g->s->def->k;

    if (value == REF_NONE) {
        out->absent = true;
        return true;
    }
    if (p->type == V_SEATS) {
        seat_value(g, value, out);
        return out->words.n > 0;
    }
    if (k->exprs[value].op != X_CONST)
        return p->type == V_FLAG && settled_flag(g, p, out);
    int32_t n = k->exprs[value].imm;
    out->absent = n == K_ABSENT;
    if (out->absent)
        return true;
    if (p->type == V_WORD)
        word_name(&out->words, g->s->def, p->word_trait, (unsigned)n, g->s->t);
    else if (p->type == V_ZONE)
        zone_name(&out->words, g->s->def, (unsigned)n, g->s->t);
    else if (p->type == V_NUMBER_OR_ALL && n == K_ALL)
        str_add(&out->words, own(W_ALL_OF_THEM, g->s->t));
    else if (p->type == V_FLAG)
        out->absent = !n;
    out->kind = out->words.n ? VALUE_TEXT : VALUE_NUMBER;
    out->number = n;
    return true;
}

static void written_words(const struct given *g, const struct param_info *p,
                          const struct node *n, struct text_value *out)
{
    out->kind = p->type == V_SEATS ? VALUE_SEAT : VALUE_TEXT;
    if (n && p->type == V_SEATS) {
        /* the form of a verb for seats that are not compiled */
        static const struct {
            const char *word;
            enum seat_op op;
        } words[] = {{"others", SS_OTHERS}, {"all", SS_ALL}, {"seats", SS_SEATS}};
        out->you = node_is(n, "you") && !g->s->you;
        out->many = node_get(n, "where") && is_many(SS_WHERE, g->s->t);
        for (size_t i = 0; n->kind == NODE_SCALAR && i < sizeof words / sizeof *words; i++)
            out->many |= !strcmp(n->text, words[i].word) && is_many(words[i].op, g->s->t);
    }
    if (n && p->type == V_SEATS)
        describe_seats(&out->words, g->s, n);
    else if (n && p->type == V_SELECTOR)
        describe_selector(&out->words, g->s, n);
    else if (n)
        describe_formula(&out->words, g->s, n);
    /* more text may follow: "+(2 * kinds) Skill" */
    if (n && (p->type == V_NUMBER || p->type == V_NUMBER_OR_ALL) &&
        strchr(str_of(&out->words), ' ')) {
        struct str bare = out->words;
        out->words = (struct str){0};
        str_addf(&out->words, "(%s)", str_of(&bare));
        str_free(&bare);
    }
}

/* The value of a verb's parameter in a watcher's `do`. These are not compiled, so it is the
 * written one or the default. */
static bool written_value(const struct given *g, const struct param_info *p,
                          struct text_value *out)
{
    const struct node *n = written(g, p);
    int word = n && p->type == V_WORD && p->word_trait != REF_NONE && n->kind == NODE_SCALAR
                   ? words_at(&g->s->def->traits[p->word_trait].words, n->text)
                   : -1;

    if (!n)
        return constant(g, p, p->def, out);
    if (word >= 0)
        word_name(&out->words, g->s->def, p->word_trait, (unsigned)word, g->s->t);
    else if (node_int(n, &out->number))
        out->kind = VALUE_NUMBER;
    else
        written_words(g, p, n, out);
    return true;
}

static bool parameter(void *ctx, const char *name, struct text_value *out)
{
    const struct given *g = ctx;

    int i = PLACE_OF(g->verb->param, g->verb->nparams, name);
    const struct param_info *p = &g->verb->param[i < 0 ? 0 : i];

    if (i < 0)
        return false;
    if (!g->effect)
        return written_value(g, p, out);
    ref value = g->effect->param[i];
    if (!constant(g, p, value != REF_NONE ? value : p->def, out))
        written_words(g, p, written(g, p), out);
    return true;
}

/* A verb that says nothing: its name, then its parameters. */
static void plain_verb(struct str *to, const struct given *g)
{
    name_add(to, &g->verb->name, g->s->t);
    for (int i = 0; i < g->verb->nparams; i++) {
        struct text_value v = {0};
        if (parameter((void *)g, g->verb->param[i].id, &v) && !v.absent) {
            if (!v.words.n && v.kind == VALUE_NUMBER)
                str_addf(&v.words, "%lld", (long long)v.number);
            if (v.words.n)
                str_addf(to, " %s", str_of(&v.words));
        }
        str_free(&v.words);
    }
}

/* Are all steps for the log only? */
static bool all_say(const struct node *list)
{
    size_t i = 0, n = list && list->kind == NODE_LIST ? list->n : 0;

    while (i < n && node_get(list->item[i], "say") && !node_get(list->item[i], "else"))
        i++;
    return n && i == n;
}

/* EFFECT is NULL for a verb that is not compiled with its parameters (in a watcher). */
static void called_verb(struct str *to, const struct subject *s, unsigned v,
                        const struct keffect *effect, const struct node *value)
{
    const struct verb_info *verb = &s->def->verbs[v];
    struct given g = {s, effect, verb, value};
    const char *says = text_in(&verb->name.says, s->t.text);

    if (verb->name.untold)
        return;
    if (*says)
        template_add(to, says, tongue_in(&verb->name.says, s->t), parameter, &g);
    else if (verb->steps && (!verb->nparams || all_say(verb->steps)))
        describe_steps(to, s, verb->steps);
    else
        plain_verb(to, &g);
}

static void verb_text(struct str *to, const struct subject *s, const struct keffect *effect,
                      const struct node *entry)
{
    called_verb(to, s, effect->verb, effect,
                node_get(entry, s->def->verbs[effect->verb].name.id));
}

/* A verb, or a named step. */
static int verb_index(const struct ct_definition *def, const char *id)
{
    return PLACE_OF(def->verbs, def->nverbs + def->nsteps, id);
}

/* ---- bare steps ---- */

static void said_CARDS(struct str *to, const struct subject *s, const struct node *n)
{
    describe_selector(to, s, n);
}

/* A key of a step in words, by its type (steps.def). */
#define said_ZONE     describe_zones
#define said_SELECTOR describe_selector
#define said_SEATS    describe_seats
#define said_SEAT     describe_seats
#define said_FORMULA  describe_formula

/* The meaning of a missing key that SAY would describe. */
static void left_out(struct str *to, const struct subject *s, describe_fn *say)
{
    if (say == said_CARDS)
        str_add(to, own(W_A_CARD, s->t));
    else if (say == describe_seats)
        str_add(to, s->you ? s->you : own(W_YOU, s->t));
    else if (say == describe_formula)
        str_add(to, "1");
}

/* A face or a trait. */
static void said_WORD(struct str *to, const struct subject *s, const struct node *n)
{
    int trait = n->kind == NODE_SCALAR ? trait_index(s->def, n->text) : -1;

    if (trait >= 0)
        name_add(to, &s->def->traits[trait].name, s->t);
    else if (n->kind == NODE_SCALAR)
        str_add(to, own(strcmp(n->text, "up") == 0 ? W_FACE_UP : W_FACE_DOWN, s->t));
}

/* The things a counter counts, NUMBER of them. */
static void counted_thing(struct str *to, const struct subject *s, const char *id,
                          int64_t number)
{
    int counter = named_at(s->def->counters, s->def->k.ncounters, id);

    if (counter >= 0)
        counter_name(to, s->def, (unsigned)counter, number, s->t);
    else
        str_add(to, id);
}

/* Counters, one or several. */
static void said_WORDS(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind == NODE_SCALAR)
        counted_thing(to, s, n->text, 2);
    for (size_t i = 0; n->kind == NODE_LIST && i < n->n; i++) {
        str_add(to, i ? ", " : "");
        said_WORDS(to, s, n->item[i]);
    }
}

struct step {
    const char *name;
    enum op op;
    enum own_word sentence;
    void (*say)(struct str *to, const struct subject *s, const struct step *step,
                const struct node *n);
};

/* Adds ONE, after a semicolon if there is text from byte FROM on. Frees it. */
static void add_clause(struct str *to, size_t from, struct str *one, struct tongue t)
{
    if (one->n && to->n > from)
        str_add(to, own(W_SEMICOLON, t));
    str_move(to, one);
}

/* A step and its keys. */
struct written_step {
    const struct subject *s;
    const struct step *step;
    const struct node *node;
};

static bool key_value(void *ctx, const char *name, struct text_value *out)
{
#define said_STEPS NULL
#define said_MAP   NULL /* these stand in no sentence */
#define said_FLAG  NULL
#define said_LIST  NULL
#define said_COND  NULL
#define said_TEXT  NULL /* of the log */
    static const struct {
        enum op op;
        const char *name;
        describe_fn *say;
    } keys[] = {
#define KEY(id, name, type, ...) {OP_##id, #name, said_##type},
#include "kernel/steps.def"
    };
    const struct written_step *w = ctx;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].op == w->step->op && !strcmp(keys[i].name, name) && keys[i].say) {
            const struct node *n = node_get(w->node, name);
            if (n)
                keys[i].say(&out->words, w->s, n);
            else
                left_out(&out->words, w->s, keys[i].say);
            out->absent = !out->words.n;
            return true;
        }
    return false;
}

/* The sentence of a step, filled from its keys. */
static void say_keys(struct str *to, const struct subject *s, const struct step *step,
                     const struct node *n)
{
    struct written_step w = {s, step, n};

    template_add(to, own(step->sentence, s->t), s->t, key_value, &w);
}

/* Is it a counter that players do not see? */
static bool is_untold(const struct ct_definition *def, const char *id)
{
    int counter = named_at(def->counters, def->k.ncounters, id);

    return counter >= 0 && def->counters[counter].untold;
}

/* `who` and `cards`, which are beside the counters. */
static bool is_operand(const char *key)
{
    return is_among("who cards", key);
}

/* Are all counters beside `who` and `cards` hidden from players? */
static bool only_untold(const struct ct_definition *def, const struct node *n)
{
    bool only = n->kind == NODE_MAP;

    for (size_t i = 0; only && i < n->n; i++) {
        const char *key = n->key[i]->text;
        only = is_operand(key) || is_untold(def, key);
    }
    return only;
}

/* The words of a counter that holds words, as players read them. SIGN: what happens to those of
 * a set. False: it holds something else. */
static bool counter_words(struct str *to, const struct subject *s, ref trait, bool sign,
                          const struct node *n)
{
    const char *id = n->kind == NODE_SCALAR ? n->text : "";
    bool out = sign && *id == '-', any = n->kind == NODE_LIST && n->n;
    int word = words_at(&s->def->traits[trait].words, out ? id + 1 : id);

    if (!strcmp(id, "none"))
        str_add(to, own(W_NONE, s->t));
    else if (word >= 0)
        str_add(to, !sign ? "" : out ? "-" : "+");
    if (word >= 0)
        word_name(to, s->def, trait, (unsigned)word, s->t);
    for (size_t i = 0; any && i < n->n; i++) {
        str_add(to, i ? ", " : "");
        any = counter_words(to, s, trait, sign, n->item[i]);
    }
    return any || word >= 0 || !strcmp(id, "none");
}

/* The value set to a counter, or added to it. */
static void counter_value(struct str *to, const struct subject *s, const char *id, bool add,
                          const struct node *n)
{
    int counter = named_at(s->def->counters, s->def->k.ncounters, id);
    const struct kcounter *k = counter < 0 ? NULL : &s->def->k.counters[counter];
    int64_t number;

    if (node_int(n, &number))
        str_addf(to, add ? "%+lld" : "%lld", (long long)number);
    else if (k && k->is == V_SEAT && (n->kind != NODE_SCALAR || strcmp(n->text, "none")))
        describe_seats(to, s, n);
    else if (!k || (k->is != V_WORD && k->is != V_WORDS) ||
             !counter_words(to, s, k->trait, add, n))
        describe_formula(to, s, n);
}

/* +2 COUNTER, or COUNTER = 2; a map of numbers by word (WORD of each) as one of each. */
static void counter_clause(struct str *what, const struct subject *s, const char *id, bool add,
                           const struct node *n)
{
    struct str value = {0}, counter = {0};
    int64_t number = 2;

    for (size_t i = 0; n->kind == NODE_MAP && node_get(s->def->byword, id) && i < n->n; i++) {
        struct str part = {0};
        str_addf(&part, "%s_%s", id, n->key[i]->text);
        counter_clause(what, s, str_of(&part), add, n->item[i]);
        str_free(&part);
    }
    if (n->kind == NODE_MAP && node_get(s->def->byword, id))
        return;
    if (what->n)
        str_add(what, ", ");
    node_int(n, &number);
    counter_value(&value, s, id, add, n);
    counted_thing(&counter, s, id, add ? number : 2);
    if (add)
        str_addf(what, "%s %s", str_of(&value), str_of(&counter));
    else
        str_addf(what, "%s = %s", str_of(&counter), str_of(&value));
    str_free(&value);
    str_free(&counter);
}

/* Counters beside `who` or `cards` */
static void say_counters(struct str *to, const struct subject *s, const struct step *step,
                         const struct node *n)
{
    const struct node *cards = node_get(n, "cards");
    struct str who = {0}, what = {0};
    bool add = step->op == OP_ADD, all = only_untold(s->def, n);

    if (cards)
        describe_selector(&who, s, cards);
    else if (node_get(n, "who"))
        describe_seats(&who, s, node_get(n, "who"));
    else
        left_out(&who, s, describe_seats);
    for (size_t i = 0; i < n->n; i++)
        if (!is_operand(n->key[i]->text) && (all || !is_untold(s->def, n->key[i]->text)))
            counter_clause(&what, s, n->key[i]->text, add, n->item[i]);
    SAY(to, step->sentence, s->t, MADE("who", who), MADE("what", what));
}

/* The action that an entry of `any_of` names, or that is written there; -1 */
static int offered_action(const struct ct_definition *def, const struct node *entry)
{
    const struct node *key = entry->kind == NODE_MAP && entry->n ? entry->key[0] : NULL;
    int i = 0;

    while (i < def->k.nactions &&
           (key ? def->actions[i].node != key
                : entry->kind != NODE_SCALAR || strcmp(def->actions[i].id, entry->text) != 0))
        i++;
    return i < def->k.nactions ? i : -1;
}

/* Actions to choose from: by their `says`, if that names no cards; those defined here by their
 * steps. */
static void actions_text(struct str *to, const struct subject *s, const struct node *list)
{
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *entry = list->item[i];
        const struct node *map = entry->kind == NODE_MAP && entry->n ? entry->item[0] : NULL;
        int a = offered_action(s->def, entry);
        const char *says = a >= 0 ? text_in(&s->def->actions[a].says, s->t.text) : "";
        struct str does = {0};

        if (i)
            str_addf(to, " %s ", own(W_OR, s->t));
        if (*says && !strchr(says, '{'))
            str_add(to, says);
        else if (map && node_get(map, "do"))
            describe_steps(&does, s, node_get(map, "do"));
        else if (a >= 0)
            str_add(to, s->def->actions[a].id);
        str_move(to, &does);
    }
}

/* What is chosen. */
static void chosen_thing(struct str *to, const struct subject *s, const struct node *n)
{
    const struct node *key = node_key_among(n, "card helper target cards");
    const struct node *card = key ? node_get(n, key->text) : NULL,
                      *number = node_get(n, "number");
    int word = node_get(n, "word") ? trait_index(s->def, node_get(n, "word")->text) : -1;

    if (card) {
        describe_selector(to, s, card);
    } else if (node_get(n, "seat")) {
        describe_seats(to, s, node_get(n, "seat"));
    } else if (word >= 0) {
        name_add(to, &s->def->traits[word].name, s->t);
    } else if (number) {
        SAY(to, W_CHOOSE_NUMBER, s->t,
            SAID("from", describe_formula, s, node_get(number, "from")),
            SAID("to", describe_formula, s, node_get(number, "to")));
    } else {
        actions_text(to, s, node_get(n, "any_of"));
    }
}

/* The alternative: of an `if`, or of a choice that may be declined. */
static void if_not(struct str *to, const struct subject *s, const struct node *list)
{
    struct str what = {0};

    describe_steps(&what, s, list);
    if (what.n) {
        str_add(to, own(W_SEMICOLON, s->t));
        SAY(to, W_STEP_DECLINED, s->t, TEXT("what", str_of(&what)));
    }
    str_free(&what);
}

/* The choice and how often it is made. */
static void chosen_often(struct str *to, const struct subject *s, const struct node *n,
                         bool maybe)
{
    const struct node *times = node_get(n, "times");
    bool any = node_is(times, "any");
    struct str what = {0}, often = {0};

    chosen_thing(&what, s, n);
    if (times && !any)
        describe_formula(&often, s, times);
    if (any || (often.n && strcmp(str_of(&often), "1") != 0))
        SAY(to,
            any     ? W_CHOOSE_ANY
            : maybe ? W_CHOOSE_UP_TO
                    : W_CHOOSE_TIMES,
            s->t, MADE("what", what), TEXT("n", str_of(&often)));
    else
        str_move(to, &what);
    str_free(&often);
}

/* The end, and the conditions that it waits for. */
static void say_finish(struct str *to, const struct subject *s, const struct step *step,
                       const struct node *n)
{
    const struct node *because = node_get(n, "because");
    struct str what = {0};
    bool always = !because || because->kind != NODE_MAP || !because->n;

    for (size_t i = 0; !always && i < because->n; i++) {
        const struct node *cond = because->item[i];
        always = node_is(cond, "true");
        if (i)
            str_addf(&what, " %s ", own(W_OR, s->t));
        describe_condition(&what, s, cond);
    }
    SAY(to, always ? step->sentence : W_STEP_FINISH_IF, s->t, MADE("what", what));
}

static void say_choose(struct str *to, const struct subject *s, const struct step *step,
                       const struct node *n)
{
    const struct node *may = node_get(n, "may");
    struct str what = {0}, then = {0};
    bool maybe = node_is(may, "true");

    chosen_often(&what, s, n, maybe);
    SAY(to, maybe ? W_STEP_MAY_CHOOSE : step->sentence, s->t, MADE("what", what),
        SEAT("who", s->you ? s->you : own(W_YOU, s->t), !s->you));
    if (node_get(n, "do")) {
        describe_steps(&then, s, node_get(n, "do"));
        add_clause(to, 0, &then, s->t);
    }
    if (node_get(n, "declined"))
        if_not(to, s, node_get(n, "declined"));
}

/* What is paid, beside the prompt. */
static void say_spend(struct str *to, const struct subject *s, const struct step *step,
                      const struct node *n)
{
    bool first = n->n && strcmp((*n->key)->text, "prompt") == 0;
    SAY(to, step->sentence, s->t, SAID("what", describe_formula, s, n->item[first]));
}

/* A step's `says` is for the log. It is left out of the text of an effect. */
static void say_nothing(struct str *to, const struct subject *s, const struct step *step,
                        const struct node *n)
{
    (void)to, (void)s, (void)step, (void)n;
}

static void step_text(struct str *to, const struct subject *s, const char *name,
                      const struct node *n)
{
    static const struct step steps[] = {
#define WORD_STEP(...)
#define STEP(id, name, run, load, say, ...) {#name, OP_##id, W_STEP_##id, say_##say},
#define TEXT_STEP(id, name, ...)            {#name, OP_##id, W_COUNT, say_nothing},
#include "kernel/steps.def"
        {"spend", OP_COUNT, W_STEP_SPEND, say_spend},
    };
    int verb = verb_index(s->def, name);

    if (verb >= 0) {
        called_verb(to, s, (unsigned)verb, NULL, n);
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!strcmp(steps[i].name, name) &&
            (n->kind == NODE_MAP || steps[i].say == say_nothing)) {
            steps[i].say(to, s, &steps[i], n);
            return;
        }
    str_addf(to, "%s ", name);
    node_text(to, n);
}

/* A loop over seats or cards. */
static void each_text(struct str *to, const struct subject *s, const struct node *entry)
{
    const struct node *each = node_get(entry, "each"), *cards = node_get(each, "cards");
    const struct node *from = node_get(entry, "from");
    struct subject inner = *s;
    struct str what = {0};

    if (!cards)
        inner.you = own(W_EACH_ONE, s->t);
    describe_steps(&what, &inner, node_get(entry, "do"));
    if (what.n)
        SAY(to,
            cards  ? W_EACH_CARDS
            : from ? W_EACH_SEATS_FROM
                   : W_EACH_SEATS,
            s->t, SAID("cards", describe_selector, s, cards),
            SAID("who", describe_seats, s, each), SAID("from", describe_seats, s, from),
            TEXT("what", str_of(&what)));
    str_free(&what);
}

/* WHAT, with the entry's condition and the alternative. Frees it. */
static void if_text(struct str *to, const struct subject *s, const struct node *entry,
                    struct str *what)
{
    const struct node *other = node_get(entry, "else"), *cond = node_get(entry, "if");
    int settled = condition_settled(s, cond);
    struct str no = {0}, instead = {0};

    if (settled == 1) {
        str_move(to, what);
    } else if (!settled && other) {
        describe_steps(to, s, other);
    } else if (settled < 0 && what->n) {
        SAY(to, W_IF, s->t, SAID("cond", describe_condition, s, cond), MADE("what", *what));
        if (other)
            if_not(to, s, other);
    } else if (settled < 0 && other) {
        SAY(&no, W_NOT, s->t, SAID("what", describe_condition, s, cond));
        describe_steps(&instead, s, other);
        if (instead.n)
            SAY(to, W_IF, s->t, MADE("cond", no), TEXT("what", str_of(&instead)));
        str_free(&no);
        str_free(&instead);
    }
    str_free(what);
}

static void entry_steps(struct str *to, const struct subject *s, const struct node *entry)
{
    struct str what = {0};
    int verb = entry->kind == NODE_SCALAR ? verb_index(s->def, entry->text) : -1;

    if (node_get(entry, "each") && node_get(entry, "do")) {
        each_text(&what, s, entry);
    } else if (entry->kind == NODE_MAP) {
        for (size_t i = 0; i < entry->n; i++)
            if (!is_among("if else class says when by cards lasts once do name",
                          entry->key[i]->text)) {
                struct str step = {0};
                step_text(&step, s, entry->key[i]->text, entry->item[i]);
                add_clause(&what, 0, &step, s->t);
            }
    } else if (verb >= 0) {
        called_verb(&what, s, (unsigned)verb, NULL, NULL);
    } else {
        node_text(&what, entry);
    }
    if (node_get(entry, "if"))
        if_text(to, s, entry, &what);
    else
        str_move(to, &what);
}

static void describe_steps(struct str *to, const struct subject *s, const struct node *list)
{
    if (list->kind != NODE_LIST) {
        entry_steps(to, s, list);
        return;
    }
    size_t at = to->n;
    for (size_t i = 0; i < list->n; i++) {
        struct str one = {0};
        entry_steps(&one, s, list->item[i]);
        add_clause(to, at, &one, s->t);
    }
}

/* ---- watchers ---- */

#define said_FACE    said_WORD
#define said_TRAIT   said_WORD
#define said_COUNTER said_WORDS

static void said_PHASE(struct str *to, const struct subject *s, const struct node *n)
{
    int phase =
        n->kind == NODE_SCALAR ? named_at(s->def->phases, s->def->k.nphases, n->text) : -1;

    if (phase >= 0)
        phase_name(to, s->def, (unsigned)phase, s->t);
}

/* A key that is no phase and no list. */
static void said_ACTION(struct str *to, const struct subject *s, const struct node *n)
{
    if (n->kind != NODE_SCALAR || trait_index(s->def, n->text) < 0)
        node_text(to, n);
}

/* The owner of the events that watcher W waits for. Empty if it is clear. */
static void whose_text(struct str *to, const struct subject *s, enum own_word w,
                       const struct node *by)
{
    bool yours = node_is(by, "you");
    bool named = w == W_WHEN_ACTION || w == W_WHEN_LIST;

    if (by && (named || !yours || w == W_WHEN_PHASE || w == W_WHEN_PHASE_END))
        describe_seats(to, s, by);
    else if (named)
        str_add(to, s->you ? s->you : own(W_YOU, s->t));
}

/* The event that a watcher waits for. */
static void when_text(struct str *to, const struct subject *s, const struct node *watch)
{
    static const struct {
        const char *key; /* "": the name alone */
        enum own_word says;
        describe_fn *say;
    } events[] = {
#define EVENT(id, key, names, ...) {#key, W_WHEN_##id, said_##names},
#define NAME_EVENT(id, names)      {"", W_WHEN_##id, said_##names},
#include "kernel/events.def"
    };
    const struct node *n = node_get(watch, "when"), *cards = node_get(watch, "cards");
    const struct node *from = node_get(n, "from");
    struct str what = {0}, who = {0}, card = {0}, where = {0};
    enum own_word w = W_WHEN_ACTION;

    for (size_t i = 0; i < sizeof events / sizeof *events && !what.n; i++) {
        const struct node *value = *events[i].key ? node_get(n, events[i].key) : n;
        if (value && (*events[i].key || n->kind == NODE_SCALAR)) {
            events[i].say(&what, s, value);
            w = events[i].says;
        }
    }
    if (from)
        describe_zones(&where, s, from);
    whose_text(&who, s, w, node_get(watch, "by"));
    describe_one(&card, s, cards, w == W_WHEN_MOVE);
    SAY(to, w, s->t, MADE("what", what), TEXT("who", who.n ? str_of(&who) : NULL),
        MADE("card", card), TEXT("cards", cards ? str_of(&card) : NULL),
        TEXT("from", from ? str_of(&where) : NULL));
    str_free(&where);
    str_free(&who);
}

/* How often and how long: " (once, this round)". */
static void how_long(struct str *to, const struct subject *s, const struct node *n)
{
    const struct node *once = node_get(n, "once"), *lasts = node_get(n, "lasts");
    struct str phase = {0};

    if (lasts)
        said_PHASE(&phase, s, lasts);
    bool is_once = node_is(once, "true");
    if (is_once || phase.n)
        str_addf(to, " (%s%s", is_once ? own(W_ONCE, s->t) : "",
                 is_once && phase.n ? ", " : "");
    if (phase.n)
        SAY(to, W_THIS_PHASE, s->t, TEXT("what", str_of(&phase)));
    if (is_once || phase.n)
        str_add(to, ")");
    str_free(&phase);
}

/* WHAT happens when watcher N says so. Frees it. */
static void watch_text(struct str *to, const struct subject *s, const struct node *n,
                       struct str *what)
{
    struct str when = {0};

    /* its `when`, `once`, `lasts` and `if` */
    const struct node *on = node_get(n, "if");
    if (node_get(n, "when"))
        when_text(&when, s, n);
    how_long(&when, s, n);
    if (on && condition_settled(s, on) != 1) {
        str_add(&when, ", ");
        SAY(&when, W_IF, s->t, SAID("cond", describe_condition, s, on), TEXT("what", ""));
        when.n -= strlen(own(W_COLON, s->t));
        when.s[when.n] = 0;
    }
    if (what->n)
        SAY(to, W_WHEN, s->t, TEXT("when", str_of(&when)), TEXT("what", str_of(what)));
    str_free(&when);
    str_free(what);
}

/* ---- entries, traits ---- */

void effect_text(struct str *to, const struct ct_definition *def, unsigned effect,
                 const char *you, struct tongue t)
{
    const struct keffect *k = &def->k.effects[effect];
    const struct effect_info *info = effect < def->neffects ? &def->effects[effect] : NULL;
    struct subject s = {def, t, k->card == REF_NONE ? -1 : k->card, you, false, false, false};
    const char *says = info ? text_in(&info->says, t.text) : "";
    struct str what = {0};
    size_t at = to->n;

    if (*says)
        template_add(to, says, tongue_in(&info->says, t), NULL, NULL);
    else if (!info || !info->node)
        str_add(to, "?");
    else if (info->is_watch) {
        if (node_get(info->node, "do"))
            describe_steps(&what, &s, node_get(info->node, "do"));
        watch_text(to, &s, info->node, &what);
    } else if (k->verb != REF_NONE && node_get(info->node, "if")) {
        verb_text(&what, &s, k, info->node);
        if_text(to, &s, info->node, &what);
    } else if (k->verb != REF_NONE)
        verb_text(to, &s, k, info->node);
    else
        entry_steps(to, &s, info->node);
    if (!you)
        str_capital(to, at);
}

bool effect_untold(const struct ct_definition *def, unsigned effect)
{
    const struct effect_info *info = effect < def->neffects ? &def->effects[effect] : NULL;
    const struct node *n = info ? info->node : NULL;
    const struct node *add = node_get(n, "add"), *set = node_get(n, "set");

    return (add || set) && !info->is_watch && def->k.effects[effect].verb == REF_NONE &&
           !node_get(n, "says") && only_untold(def, add ? add : set);
}

/* One effect of a watcher on the card: in its own words, those of its entry, or with its event. */
static void standing_text(struct str *to, const struct ct_definition *def, unsigned card,
                          unsigned effect, struct tongue t)
{
    const struct effect_info *info = &def->effects[effect];
    const char *says = text_in(&info->standing_says, t.text);
    struct subject s = {def, t, (int)card, NULL, false, false, false};
    struct str what = {0};
    size_t at = to->n;

    if (*says) {
        template_add(to, says, tongue_in(&info->standing_says, t), NULL, NULL);
    } else if (!info->standing || *text_in(&info->says, t.text)) {
        effect_text(to, def, effect, NULL, t);
    } else {
        effect_text(&what, def, effect, own(W_YOU, t), t);
        watch_text(to, &s, info->standing, &what);
        str_capital(to, at);
    }
}

bool entry_text(struct str *to, const struct ct_definition *def, unsigned card, unsigned trait,
                unsigned i, struct tongue t)
{
    struct klist list = def->k.trait_list[(size_t)card * def->k.ntraits + trait];
    bool watches = def->k.traits[trait].type == T_WATCHES;

    if (i >= list.n)
        return false;
    i += list.first;
    if (watches)
        standing_text(to, def, card, def->k.watches[i].effect, t);
    else
        effect_text(to, def, i, NULL, t);
    return true;
}

static void list_text(struct str *to, const struct ct_definition *def, unsigned card,
                      unsigned trait, struct tongue t)
{
    unsigned n = def->k.trait_list[(size_t)card * def->k.ntraits + trait].n;

    size_t at = to->n;
    for (unsigned i = 0; i < n; i++) {
        struct str one = {0};
        entry_text(&one, def, card, trait, i, t);
        add_clause(to, at, &one, t);
    }
}

/* Words of a set, in the order of the trait's list. */
static void set_text(struct str *to, const struct ct_definition *def, unsigned card,
                     unsigned trait, struct tongue t)
{
    const struct ktrait *k = &def->k.traits[trait];
    bool any = false;

    for (unsigned w = 0; w < k->nwords && k->bits != REF_NONE; w++)
        if (bits_has(&def->k, (ref)(k->bits + w), (uint16_t)card)) {
            if (any)
                str_add(to, ", ");
            word_name(to, def, trait, w, t);
            any = true;
        }
}

void trait_text(struct str *to, const struct ct_definition *def, unsigned card, unsigned trait,
                struct tongue t)
{
    const struct kdef *k = &def->k;
    size_t at = (size_t)card * k->ntraits + trait;
    const struct node *n = node_get(def->cards[card].node, def->traits[trait].name.id);

    if (k->trait_expr[at] != REF_NONE && n) {
        formula_text(to, def, (int)card, k->traits[trait].type == T_CONDITION, n, t);
        return;
    }
    switch (k->traits[trait].type) {
    case T_NUMBER: str_addf(to, "%d", k->trait_value[at]); break;
    case T_CONDITION:
    case T_FLAG: str_add(to, own(k->trait_value[at] ? W_YES : W_NO, t)); break;
    case T_WORD:
        if (k->trait_value[at] >= 0)
            word_name(to, def, trait, (unsigned)k->trait_value[at], t);
        break;
    case T_WORDSET: set_text(to, def, card, trait, t); break;
    case T_CARD:
        if (k->trait_value[at] >= 0)
            str_add(to, card_name(def, (unsigned)k->trait_value[at], t));
        break;
    default: list_text(to, def, card, trait, t);
    }
}

bool trait_given(const struct ct_definition *def, unsigned card, unsigned trait)
{
    const struct kdef *k = &def->k;
    size_t at = (size_t)card * k->ntraits + trait;
    unsigned type = k->traits[trait].type;

    if (type == T_EFFECTS || type == T_WATCHES)
        return k->trait_list[at].n > 0;
    if (type == T_WORD || type == T_WORDSET || type == T_CARD)
        return true;
    return node_get(def->cards[card].node, def->traits[trait].name.id) != NULL;
}

/* choice.c - the public interface: questions and choices. */
#include "api/internal.h"
#include "say/describe_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the question ---- */

/* The open question of a script, or NULL. */
static const struct kasked *open_hook_question(struct kstate *s)
{
    const struct khookpart *h = k_hook(s);

    return k_rules(s)->decision == DEC_HOOK && h->nanswers < K_MAX_ANSWERS ? &h->q[h->nanswers]
                                                                           : NULL;
}

/* The open `choose`, or NULL. */
static const struct kchoose *open_choose(ct_engine *e, struct kstate *s)
{
    struct krules *r = k_rules(s);

    for (int i = r->nframes - 1; r->decision == DEC_CHOOSE && i >= 0; i--)
        if (k_frames(s)[i].kind == FRAME_CHOOSE)
            return &e->def->k.chooses[k_frames(s)[i].choose.id];
    return NULL;
}

ref open_prompt(ct_engine *e, struct kstate *s)
{
    const struct kasked *q = open_hook_question(s);
    const struct kchoose *c = open_choose(e, s);

    return q ? q->prompt : c ? c->prompt : REF_NONE;
}

/* A prompt for a question without one: the zones of the cards. */
static void plain_prompt(ct_engine *e, struct kstate *s)
{
    const struct kasked *q = open_hook_question(s);
    const struct kchoose *c = open_choose(e, s);
    struct str where = {0};
    ref sel = q ? q->sel : REF_NONE;
    bool several = false;

    if (c && c->nactions == 1) {
        const struct kaction *a = &e->def->k.actions[e->def->k.acts[c->actions]];
        several = a->card == REF_NONE && a->cards != REF_NONE;
        sel = several ? a->cards : a->card;
    }
    for (int i = 0; sel != REF_NONE && i < e->def->k.sels[sel].nzones; i++) {
        if (i)
            str_add(&where, ", ");
        zone_name(&where, e->def, e->def->k.sels[sel].zone[i], e->naming.voice.t);
    }
    SAY(&e->text,
        where.n && several                  ? W_PROMPT_CARDS
        : where.n                           ? W_PROMPT_CARD
        : k_rules(s)->decision == DEC_ORDER ? W_PROMPT_ORDER
                                            : W_PROMPT_ANY,
        e->naming.voice.t, MADE("what", where));
}

struct telling {
    ct_engine *e;
    ct_state *state;
};

/* A counter of the game that the word names. All may know its value. */
static bool counter_named(void *ctx, const char *name, struct text_value *out)
{
    const struct telling *p = ctx;
    const struct ct_definition *def = p->e->def;
    const struct voice *v = &p->e->naming.voice;
    struct ct_counter_info info;
    int32_t n = 0;
    int c = 0;

    while (c < def->k.ncounters && strcmp(def->counters[c].id, name) != 0)
        c++;
    if (!ct_get_counter(def, c, &info) || !ct_counter(p->e, p->state, c, -1, &n))
        return false;
    out->kind = VALUE_NUMBER;
    out->number = n;
    if (info.is == CT_COUNTS_NUMBER || info.is == CT_COUNTS_FLAG)
        return true;
    out->kind = info.is == CT_COUNTS_SEAT ? VALUE_SEAT : VALUE_TEXT;
    out->absent = n < 0 || (info.is == CT_COUNTS_WORDS && !n);
    out->you = info.is == CT_COUNTS_SEAT && n == v->you;
    if (out->you && !p->e->text.n) /* the prompt begins with it */
        str_add(&out->words, voice_seat(v, (unsigned)n));
    else
        counter_value_add(&out->words, v, (unsigned)c, n);
    return true;
}

void word_told(ct_engine *e, ct_state *state, ref word)
{
    const struct named *named = &e->def->words[word];
    struct tongue t = e->naming.voice.t;
    const char *says = text_in(&named->says, t.text);
    struct telling p = {e, state};

    if (strchr(says, '{'))
        template_add(&e->text, says, tongue_in(&named->says, t), counter_named, &p);
    else
        name_add(&e->text, named, t);
}

const char *ct_prompt(ct_engine *e, ct_state *state)
{
    ref word = open_prompt(e, block(state));

    engine_begin(e, block(state));
    if (word < e->def->nwords && open_hook_question(block(state)))
        name_add(&e->text, &e->def->words[word], e->naming.voice.t);
    else if (word < e->def->nwords)
        word_told(e, state, word);
    else
        plain_prompt(e, block(state));
    return engine_text(e);
}

/* ---- choices ---- */

int ct_choices(ct_engine *e, ct_state *state, int seat)
{
    engine_clear(e);
    return k_count_choices(&e->k, block(state), seat);
}

/* Choice i of an asked seat, whatever was listed last. NULL: none. */
static const struct kchoice *choice_at(ct_engine *e, ct_state *state, int seat, int i)
{
    engine_clear(e);
    int n = k_choices_of(&e->k, block(state), seat);

    if (n >= 0 && (i < 0 || i >= n))
        engine_fail(e, "seat %d has no choice %d: there are %d", seat, i, n);
    return n < 0 || i < 0 || i >= n ? NULL : &e->k.opts[i];
}

/* The values of the formulas that the choice's words name. */
static void worths_told(ct_engine *e, struct kstate *s, int observer, const struct kchoice *c,
                        struct ct_choice *out)
{
    const uint16_t cards[3] = {c->card, c->helper, c->target};
    const struct worths *all = out->action < 0 ? NULL : &e->worths[out->action];

    for (int i = 0; all && i < all->n; i++) {
        struct ct_worth w = all->v[i];
        if (cards[w.part] != NO_CARD &&
            k_trait_seen(&e->k, s, observer, (unsigned)out->asked, cards[w.part],
                         (unsigned)w.trait, &w.value))
            out->worth[out->nworth++] = w;
    }
}

void choice_told(ct_engine *e, struct kstate *s, int observer, int asked,
                 const struct kchoice *c, struct ct_choice *out)
{
    const uint16_t cards[3] = {c->card, c->helper, c->target};
    const uint16_t none[3] = {REF_NONE, REF_NONE, REF_NONE};
    const uint16_t *chosen = NULL;
    int n = 0, set = k_choice_set(&e->k, s, c, &chosen);
    struct klook lies;

    choice_value_of(out, e->def, asked, c, none, chosen);
    for (int i = 0; i < 3 + set; i++) {
        uint16_t card = i < 3 ? cards[i] : chosen[i - 3];
        if (card == NO_CARD)
            continue;
        k_lies(&e->k, s, observer, card, &lies);
        card_told(&lies, &out->card[n++]);
    }
    worths_told(e, s, observer, c, out);
}

/* As ct_choice_kind. */
static int kind_of(ct_engine *e, struct kstate *s, unsigned action)
{
    const ct_definition *def = e->def;
    ref word = open_prompt(e, s);

    if (action < def->k.nactions && def->k.actions[action].named)
        return (int)action;
    return def->k.nactions + (word < def->nwords ? word : def->nwords);
}

int ct_get_choice(ct_engine *e, ct_state *state, int seat, int i, struct ct_choice *out)
{
    const struct kchoice *at = choice_at(e, state, seat, i);

    if (!at)
        return -1;
    choice_told(e, block(state), seat, seat, at, out);
    out->key = k_choice_key(&e->k, block(state), seat, at);
    out->kind = kind_of(e, block(state), at->action);
    if (out->is != CT_CHOSEN_EFFECT)
        return 0;
    out->number = engine_waits_at(e, block(state), seat, (unsigned)at->number);
    return out->number == ENGINE_NO_ROOM ? -1 : 0;
}

const char *ct_chosen_text(ct_engine *e, const ct_state *state, const struct ct_choice *choice)
{
    choice_text(engine_begin(e, block(state)), &e->naming.voice, choice, false);
    return engine_text(e);
}

const char *ct_chosen_pick(ct_engine *e, const ct_state *state, const struct ct_choice *choice)
{
    choice_pick(engine_begin(e, block(state)), &e->naming.voice, choice);
    return engine_text(e);
}

const char *ct_choice_text(ct_engine *e, ct_state *state, int seat, int i)
{
    struct ct_choice c;

    if (ct_get_choice(e, state, seat, i, &c) || !ct_chosen_text(e, state, &c))
        return NULL;
    set_apart(e, block(state), seat, i);
    return engine_text(e);
}

const char *ct_choice_pick(ct_engine *e, ct_state *state, int seat, int i)
{
    struct ct_choice c;

    return ct_get_choice(e, state, seat, i, &c) ? NULL : ct_chosen_pick(e, state, &c);
}

uint64_t ct_choice_key(ct_engine *e, ct_state *state, int seat, int i)
{
    const struct kchoice *at = choice_at(e, state, seat, i);

    return at ? k_choice_key(&e->k, block(state), seat, at) : 0;
}

int ct_choice_keys(ct_engine *e, ct_state *state, int seat, uint64_t *out)
{
    engine_clear(e);
    return k_choice_keys(&e->k, block(state), seat, out);
}

uint64_t ct_choice_look(ct_engine *e, ct_state *state, int seat, int i)
{
    const struct kchoice *at = choice_at(e, state, seat, i);

    return at ? k_choice_look(&e->k, block(state), seat, at) : 0;
}

int ct_choice_find(ct_engine *e, ct_state *state, int seat, uint64_t key)
{
    engine_clear(e);
    int n = k_choices_of(&e->k, block(state), seat);

    for (int i = 0; i < n; i++)
        if (k_choice_key(&e->k, block(state), seat, &e->k.opts[i]) == key)
            return i;
    return n < 0 ? -1 : engine_fail(e, "seat %d has no such choice", seat);
}

/* Adds the card's identity, if the seat sees it and it is not there yet. */
static int add_seen(ct_engine *e, struct kstate *s, int seat, unsigned c, int *cards, int n)
{
    if (c == NO_CARD || !k_sees(&e->k, s, seat, c))
        return n;
    cards[n] = k_insts(s)[c].def;
    for (int i = 0; i < n; i++)
        if (cards[i] == cards[n])
            return n;
    return n + 1;
}

int ct_choice_cards(ct_engine *e, ct_state *state, int seat, int i, int *cards)
{
    const struct kchoice *at = choice_at(e, state, seat, i);
    struct kstate *s = block(state);
    const uint16_t *set;

    if (!at)
        return -1;
    int n = add_seen(e, s, seat, at->card, cards, 0);
    n = n ? n : add_seen(e, s, seat, at->target, cards, 0);
    if (n)
        return n;
    int chosen = k_choice_set(&e->k, s, at, &set);
    for (int k = 0; k < chosen; k++)
        n = add_seen(e, s, seat, set[k], cards, n);
    return n;
}

int ct_choice_card(ct_engine *e, ct_state *state, int seat, int i)
{
    int cards[CT_MAX_CHOSEN];

    return ct_choice_cards(e, state, seat, i, cards) > 0 ? cards[0] : -1;
}

int ct_choice_kind(ct_engine *e, ct_state *state, int seat, int i)
{
    const struct kchoice *at = choice_at(e, state, seat, i);

    return at ? kind_of(e, block(state), at->action) : -1;
}

/* Does a `finish` give this word as its reason, and no `choose` ask with it? */
static bool only_reason(const struct kdef *k, int word)
{
    bool reason = false;

    for (int i = 0; i < k->nchooses; i++)
        if (k->chooses[i].prompt == word)
            return false;
    for (const struct kop *op = k->prog; op < k->prog + k->nprog && !reason; op++)
        for (int i = 0; op->op == OP_FINISH && i < op->n; i++)
            reason |= k->reasons[op->list + i].word == word;
    return reason;
}

const char *ct_kind_id(const ct_definition *def, int kind)
{
    int word = kind - def->k.nactions;

    if (kind < 0 || word > def->nwords)
        return NULL;
    if (word < 0)
        return def->actions[kind].id;
    if (word == def->nwords)
        return "choice";
    return only_reason(&def->k, word) ? "" : def->words[word].id;
}

static bool is_asked(ct_engine *e, struct kstate *s, int seat)
{
    if (seat >= 0 && seat < s->nseats && (k_rules(s)->pending >> seat & 1))
        return true;
    e->k.err = (struct kerror){.code = K_E_ASKED, .a = seat};
    return false;
}

/* For a card, or (ID not NULL) for an action. */
static char *why_of(ct_engine *e, ct_state *state, int seat, int card, const char *id)
{
    unsigned lost = mem_losses();
    struct str text = {0};
    char *out = NULL;

    engine_clear(e);
    if (!is_asked(e, block(state), seat))
        return NULL;
    engine_for(e, block(state));
    if (id ? why_action(&text, &e->naming.voice, &e->k, block(state), seat, id)
           : !why_text(&text, &e->naming.voice, &e->k, block(state), seat, (unsigned)card, -1))
        out = mem_copy(str_of(&text), text.n);
    if (mem_losses() != lost) {
        engine_no_memory(e);
        free(out);
        out = NULL;
    }
    str_free(&text);
    return out;
}

char *ct_why(ct_engine *e, ct_state *state, int seat, int card)
{
    return why_of(e, state, seat, card, NULL);
}

char *ct_why_action(ct_engine *e, ct_state *state, int seat, const char *id)
{
    return why_of(e, state, seat, -1, id);
}

_Static_assert((int)CT_AGAINST_TEST == (int)WHY_TEST && (int)CT_AGAINST_RANK == (int)WHY_RANK &&
                   (int)CT_AGAINST_OTHER == (int)WHY_OTHER,
               "what stands against a card");

struct why_told {
    ct_engine *e;
    struct kstate *s;
    int seat;
    ct_why_fn fn;
    void *ctx;
};

static void tell_why(void *ctx, const struct why *why)
{
    const struct why_told *to = ctx;
    const struct position *at = why_place(to->e->def, why);
    int part = why->against.bound - BOUND_CARD;
    struct ct_reason reason = {
        .action = why->action < to->e->def->k.nactions ? why->action : -1,
        .against = (enum ct_against)why->against.what,
        .part = part > 0 ? (enum ct_part)part : CT_PART_CARD,
        .file = at ? at->src->path : NULL,
        .line = at ? at->line : 0,
    };
    struct str text = {0};
    struct klook lies;

    k_lies(&to->e->k, to->s, to->seat, why->card, &lies);
    card_told(&lies, &reason.card);
    why_words(&text, &to->e->naming.voice, to->s, why);
    reason.text = str_of(&text);
    to->fn(to->ctx, &reason);
    str_free(&text);
}

int ct_why_each(ct_engine *e, ct_state *state, int seat, int card, ct_why_fn fn, void *ctx)
{
    struct kstate *s = block(state);
    struct why_told to = {e, s, seat, fn, ctx};
    unsigned lost = mem_losses();

    engine_clear(e);
    engine_for(e, s);
    if (!is_asked(e, s, seat))
        return -1;
    if (card < 0 || card >= e->def->k.ncards)
        return 0;
    int n = why_each(&e->k, s, seat, (unsigned)card, tell_why, &to);
    return mem_losses() == lost ? n : engine_no_memory(e);
}

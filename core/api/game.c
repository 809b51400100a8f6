/* game.c - the public interface: engines, games, choices, results, bytes. */
#include "api/internal.h"

#include "api/block.h"
#include "base/suggest.h"
#include "load/load.h"
#include "say/fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

void engine_clear(ct_engine *e)
{
    e->has_wrong = false;
    e->k.err.code = K_OK;
}

int engine_fail(ct_engine *e, const char *fmt, ...)
{
    char text[512];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    str_clear(&e->wrong);
    str_add(&e->wrong, text);
    e->has_wrong = true;
    return -1;
}

int engine_no_memory(ct_engine *e)
{
    e->has_wrong = false;
    e->k.err = (struct kerror){.code = K_E_NOMEM};
    return -1;
}

const char *engine_text(ct_engine *e, unsigned lost)
{
    if (mem_losses() == lost)
        return str_of(&e->text);
    engine_no_memory(e);
    return NULL;
}

const char *ct_error(ct_engine *e)
{
    unsigned lost = mem_losses();

    if (!e->has_wrong) {
        str_clear(&e->wrong);
        fault_text(&e->wrong, e->def, &e->k.err, e->script ? script_error(e->script) : NULL);
    }
    return mem_losses() == lost && e->wrong.n ? str_of(&e->wrong) : "out of memory";
}

/* ---- engines ---- */

static const char *const usual_names[K_MAX_SEATS] = {
    "Alice", "Bob", "Cara", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kim", "Liam",
};

ct_engine *ct_engine_new(const ct_definition *def, char **wrong)
{
    ct_engine *e = malloc(sizeof *e);
    struct serror err = {0};

    if (wrong)
        *wrong = NULL;
    if (!e)
        return NULL;
    *e = (ct_engine){.def = def, .log_observer = CT_SPECTATOR};
    e->voice = (struct voice){.def = def, .t = tongue_of(def, NULL), .you = -1};
    if (k_engine_init(&e->k, &def->k)) {
        ct_engine_free(e);
        return NULL;
    }
    if (!def->nscripts)
        return e;
    e->script = definition_open_script(def, &err);
    if (e->script) {
        e->k.host = script_host(e->script);
        return e;
    }
    if (wrong) {
        struct str s = {0};
        fault_script(&s, def, &err);
        *wrong = s.n ? mem_copy(str_of(&s), s.n) : NULL;
        str_free(&s);
    }
    ct_engine_free(e);
    return NULL;
}

void ct_engine_free(ct_engine *e)
{
    if (!e)
        return;
    k_engine_free(&e->k);
    if (e->script)
        script_free(e->script);
    for (int i = 0; i < K_MAX_SEATS; i++)
        free(e->own_name[i]);
    log_free(e->log);
    str_free(&e->text);
    str_free(&e->wrong);
    free(e);
}

void ct_engine_plain(ct_engine *e, bool plain)
{
    e->k.plain = plain;
}

void ct_engine_language(ct_engine *e, const char *lang)
{
    e->voice.t = tongue_of(e->def, lang);
    e->named_for = 0;
}

int ct_engine_names(ct_engine *e, const char *const *names, int n, int you)
{
    unsigned lost = mem_losses();

    for (int i = 0; i < K_MAX_SEATS; i++) {
        free(e->own_name[i]);
        e->own_name[i] = i < n && names[i] ? mem_copy(names[i], strlen(names[i])) : NULL;
    }
    e->voice.you = you;
    e->named_for = 0;
    return mem_losses() == lost ? 0 : engine_no_memory(e);
}

int kernel_observer(const struct kstate *s, int observer)
{
    if (observer == CT_SPECTATOR)
        return s->nseats;
    if (observer == CT_ALL)
        return K_ALL_SEEING;
    return observer >= 0 && observer <= s->nseats ? observer : -2;
}

static bool alone_of_its_kind(const struct kstate *s, int seat)
{
    for (int i = 0; i < s->nseats; i++)
        if (i != seat && s->seat_kind[i] == s->seat_kind[seat])
            return false;
    return true;
}

void engine_for(ct_engine *e, const struct kstate *s)
{
    int person = 0;

    e->k.viewer = kernel_observer(s, e->log_observer);
    uint32_t seats = (uint32_t)s->nseats << 16 | s->people_mask;
    if (e->named_for == seats)
        return;
    e->named_for = seats;
    for (int i = 0; i < s->nseats; i++) {
        e->voice.names[i] = e->own_name[i];
        if (!s->seat_kind[i]) {
            if (!e->own_name[i])
                e->voice.names[i] = usual_names[person];
            person++;
        } else if (!e->own_name[i]) {
            struct str name = {0};
            name_add(&name, &e->def->kinds[s->seat_kind[i] - 1], e->voice.t);
            str_capital(&name, 0);
            int n = snprintf(e->kind_name[i], sizeof e->kind_name[i], "%.40s", str_of(&name));
            if (!alone_of_its_kind(s, i))
                snprintf(e->kind_name[i] + n, sizeof e->kind_name[i] - (size_t)n, " %d",
                         s->seat_index[i] + 1);
            e->voice.names[i] = e->kind_name[i];
            str_free(&name);
        }
    }
}

const char *ct_seat_name(ct_engine *e, const ct_state *state, int seat)
{
    engine_for(e, block(state));
    return seat >= 0 && seat < block(state)->nseats ? voice_seat(&e->voice, (unsigned)seat)
                                                    : "?";
}

int ct_log(ct_engine *e, int observer, ct_log_fn fn, void *ctx)
{
    log_free(e->log);
    e->log = NULL;
    e->log_observer = observer;
    e->named_for = 0;
    e->k.tell = NULL;
    if (!fn)
        return 0;
    e->log = log_new(&e->voice, observer == CT_ALL ? K_ALL_SEEING : observer, fn, ctx);
    if (!e->log)
        return engine_no_memory(e);
    e->k.tell = log_event;
    e->k.tell_ctx = e->log;
    return 0;
}

/* ---- starting ---- */

static bool whole_number(const char *text, int32_t *out)
{
    char *end;
    long n;

    if (!*text || strspn(text, "+-0123456789") != strlen(text))
        return false;
    errno = 0;
    n = strtol(text, &end, 10);
    if (*end || errno || n > 1000000000 || n < -1000000000)
        return false;
    *out = (int32_t)n;
    return true;
}

static int option_words_fail(ct_engine *e, const struct option_info *o, const char *value)
{
    const char *names[64] = {NULL}, *near;
    size_t n = 0;

    if (o->is == V_FLAG) {
        names[n++] = "true";
        names[n++] = "false";
    }
    for (; o->is == V_WORD && n < o->values.n && n < 64; n++)
        names[n] = o->values.v[n].id;
    near = suggest(value, names, n);
    if (o->is == V_NUMBER)
        return engine_fail(e, "option %s: a whole number is wanted, not '%s'", o->name.id,
                           value);
    struct str all = {0};
    for (size_t i = 0; i < n; i++)
        str_addf(&all, "%s%s", i ? ", " : "", names[i]);
    engine_fail(e, "option %s: '%s' is none of: %s%s%s%s", o->name.id, value, str_of(&all),
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    str_free(&all);
    return -1;
}

static int read_option(ct_engine *e, const char *text, int32_t *values)
{
    const ct_definition *def = e->def;
    const char *eq = strchr(text, '='), *names[256] = {NULL}, *near;
    size_t len = eq ? (size_t)(eq - text) : strlen(text), n = 0;
    char name[64];

    if (!eq)
        return engine_fail(e, "option '%.64s': write it as name=value", text);
    snprintf(name, sizeof name, "%.*s", (int)(len < 60 ? len : 60), text);
    for (int i = 0; i < def->k.noptions; i++) {
        const struct option_info *o = &def->options[i];
        if (n < 256)
            names[n++] = o->name.id;
        if (strcmp(o->name.id, name) != 0)
            continue;
        if (o->is == V_NUMBER)
            return whole_number(eq + 1, &values[i]) ? 0 : option_words_fail(e, o, eq + 1);
        if (o->is == V_FLAG && (!strcmp(eq + 1, "true") || !strcmp(eq + 1, "false"))) {
            values[i] = eq[1] == 't';
            return 0;
        }
        for (int v = 0; o->is == V_WORD && v < o->values.n; v++)
            if (!strcmp(o->values.v[v].id, eq + 1)) {
                values[i] = o->value_is[v];
                return 0;
            }
        return option_words_fail(e, o, eq + 1);
    }
    near = suggest(name, names, n);
    return engine_fail(e, "%s has no option '%s'%s%s%s", def->id, name,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Sets the game up in `s`; the kernel's part of a start. */
static int start(ct_engine *e, struct kstate *s, int people, const int32_t *options,
                 uint64_t seed, unsigned flags)
{
    if (e->log)
        log_reset(e->log);
    e->named_for = 0;
    e->k.viewer = K_ALL_SEEING; /* seats are not known before the start is done */
    ktell_fn tell = e->k.tell;
    if (e->log_observer != CT_ALL)
        e->k.tell = NULL;
    int rc = k_start(&e->k, s, people, options, seed, flags & CT_TRACK);
    e->k.tell = tell;
    if (rc)
        return -1;
    s->stop_forced = (flags & CT_STOP_FORCED) != 0;
    engine_for(e, s);
    return 0;
}

ct_state *ct_game_new(ct_engine *e, const struct ct_setup *setup)
{
    const struct kdef *d = &e->def->k;
    int32_t *values = malloc((d->noptions + 1u) * sizeof *values);
    struct kstate *s = NULL;
    uint32_t size = 0;
    int bad = 0;

    engine_clear(e);
    if (!values) {
        engine_no_memory(e);
        return NULL;
    }
    for (int i = 0; i < d->noptions; i++)
        values[i] = d->options[i].def;
    for (int i = 0; i < setup->noptions && !bad; i++)
        bad = read_option(e, setup->options[i], values);
    if (!bad && (setup->people < d->min_people || setup->people > d->max_people)) {
        e->k.err = (struct kerror){.code = K_E_SEATS, .a = setup->people};
        bad = -1;
    }
    if (!bad)
        size = k_size(&e->k, setup->people, values);
    if (size) {
        s = malloc(size);
        if (!s) {
            engine_no_memory(e);
        } else if (start(e, s, setup->people, values, setup->seed, setup->flags)) {
            free(s);
            s = NULL;
        }
    }
    free(values);
    return as_state(s);
}

int ct_game_restart(ct_engine *e, ct_state *state, uint64_t seed)
{
    struct kstate *s = block(state);
    int32_t values[256];
    unsigned flags = (s->track ? CT_TRACK : 0) | (s->stop_forced ? CT_STOP_FORCED : 0);
    size_t n = e->def->k.noptions;

    engine_clear(e);
    if (n > 256)
        return engine_fail(e, "too many options to start a game again");
    if (n)
        memcpy(values, k_options(s), n * sizeof *values);
    return start(e, s, s->people, values, seed, flags);
}

void ct_state_free(ct_state *state)
{
    free(state);
}

ct_state *ct_clone(const ct_state *state)
{
    struct kstate *s = calloc(1, block(state)->size);

    if (s)
        k_clone(s, block(state));
    return as_state(s);
}

void ct_copy(ct_state *to, const ct_state *from)
{
    k_clone(block(to), block(from));
}

/* ---- moving on ---- */

int ct_advance(ct_engine *e, ct_state *state)
{
    unsigned lost = mem_losses();
    int rc;

    engine_clear(e);
    engine_for(e, block(state));
    rc = k_advance(&e->k, block(state));
    if (e->log)
        log_flush(e->log, rc == 1);
    return rc >= 0 && mem_losses() != lost ? engine_no_memory(e) : rc;
}

int ct_seats(const ct_state *state)
{
    return block(state)->nseats;
}

int ct_people(const ct_state *state)
{
    return block(state)->people;
}

bool ct_is_person(const ct_state *state, int seat)
{
    return seat >= 0 && seat < block(state)->nseats && !block(state)->seat_kind[seat];
}

uint64_t ct_seed(const ct_state *state)
{
    return block(state)->seed;
}

int32_t ct_option_in_game(const ct_state *state, int i)
{
    return k_options(block(state))[i];
}

unsigned ct_asked(const ct_state *state)
{
    return k_rules(block(state))->asked;
}

unsigned ct_pending(const ct_state *state)
{
    return k_rules(block(state))->pending;
}

int ct_next_seat(const ct_state *state)
{
    unsigned pending = ct_pending(state);

    for (int i = 0; i < K_MAX_SEATS; i++)
        if (pending >> i & 1)
            return i;
    return -1;
}

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

/* The word that the open question is asked with, REF_NONE. */
static ref open_prompt(ct_engine *e, struct kstate *s)
{
    const struct kasked *q = open_hook_question(s);
    const struct kchoose *c = open_choose(e, s);

    return q ? q->prompt : c ? c->prompt : REF_NONE;
}

/* A template's one value, by whatever name; the renderer frees it. */
static bool only_value(void *ctx, const char *name, struct text_value *out)
{
    (void)name;
    *out = *(struct text_value *)ctx;
    return true;
}

/* A prompt for a question that has none: where the cards lie. */
static void plain_prompt(ct_engine *e, struct kstate *s)
{
    const struct kasked *q = open_hook_question(s);
    const struct kchoose *c = open_choose(e, s);
    struct str where = {0};
    ref sel = q ? q->sel : REF_NONE;

    if (c && c->nactions == 1)
        sel = e->def->k.actions[e->def->k.acts[c->actions]].card;
    for (int i = 0; sel != REF_NONE && i < e->def->k.sels[sel].nzones; i++) {
        if (i)
            str_add(&where, ", ");
        zone_name(&where, e->def, e->def->k.sels[sel].zone[i], e->voice.t);
    }
    if (where.n) {
        struct text_value v = {.kind = VALUE_TEXT, .words = where};
        template_add(&e->text, own(W_PROMPT_CARD, e->voice.t), e->voice.t, only_value, &v);
    } else {
        str_add(&e->text, own(W_PROMPT_ANY, e->voice.t));
    }
}

const char *ct_prompt(ct_engine *e, ct_state *state)
{
    ref word = open_prompt(e, block(state));
    unsigned lost = mem_losses();

    str_clear(&e->text);
    if (word < e->def->nwords)
        name_add(&e->text, &e->def->words[word], e->voice.t);
    else
        plain_prompt(e, block(state));
    return engine_text(e, lost);
}

/* ---- choices ---- */

int ct_choices(ct_engine *e, ct_state *state, int seat)
{
    engine_clear(e);
    return k_count_options(&e->k, block(state), seat);
}

/* Lists the seat's choices. Is i one of them? */
static bool offered(ct_engine *e, ct_state *state, int seat, int i)
{
    return i >= 0 && i < k_options_of(&e->k, block(state), seat);
}

/* Definitions of a choice's cards as the seat sees them. */
static void choice_defs(ct_engine *e, struct kstate *s, int seat, const struct kchoice *c,
                        uint16_t defs[3])
{
    const uint16_t cards[3] = {c->card, c->helper, c->target};

    for (int i = 0; i < 3; i++)
        defs[i] = cards[i] != NO_CARD && k_sees(&e->k, s, seat, cards[i])
                      ? k_insts(s)[cards[i]].def
                      : REF_NONE;
}

static const char *choice_words(ct_engine *e, ct_state *state, int seat, int i,
                                void (*words)(struct str *, const struct voice *,
                                              const struct kchoice *, const uint16_t[3]))
{
    unsigned lost = mem_losses();
    struct kchoice c;
    uint16_t defs[3];

    if (!offered(e, state, seat, i))
        return NULL;
    c = e->k.opts[i];
    engine_for(e, block(state));
    choice_defs(e, block(state), seat, &c, defs);
    str_clear(&e->text);
    e->voice.at = block(state);
    words(&e->text, &e->voice, &c, defs);
    e->voice.at = NULL;
    return engine_text(e, lost);
}

const char *ct_choice_text(ct_engine *e, ct_state *state, int seat, int i)
{
    return choice_words(e, state, seat, i, choice_text);
}

const char *ct_choice_pick(ct_engine *e, ct_state *state, int seat, int i)
{
    return choice_words(e, state, seat, i, choice_pick);
}

uint64_t ct_choice_key(ct_engine *e, ct_state *state, int seat, int i)
{
    if (!offered(e, state, seat, i))
        return 0;
    struct kchoice c = e->k.opts[i];
    return k_choice_key(&e->k, block(state), seat, &c);
}

int ct_choice_card(ct_engine *e, ct_state *state, int seat, int i)
{
    uint16_t defs[3];

    if (!offered(e, state, seat, i))
        return -1;
    struct kchoice c = e->k.opts[i];
    choice_defs(e, block(state), seat, &c, defs);
    return defs[0] != REF_NONE ? defs[0] : defs[2] != REF_NONE ? defs[2] : -1;
}

int ct_choice_kind(ct_engine *e, ct_state *state, int seat, int i)
{
    const ct_definition *def = e->def;
    unsigned action = offered(e, state, seat, i) ? e->k.opts[i].action : ACT_NONE;
    ref word = open_prompt(e, block(state));

    if (action < def->k.nactions && def->k.actions[action].named)
        return (int)action;
    return def->k.nactions + (word < def->nwords ? word : def->nwords);
}

const char *ct_kind_id(const ct_definition *def, int kind)
{
    int word = kind - def->k.nactions;

    if (kind < 0 || word > def->nwords)
        return NULL;
    return word < 0             ? def->actions[kind].id
           : word < def->nwords ? def->words[word].id
                                : "choice";
}

char *ct_why(ct_engine *e, ct_state *state, int seat, int card)
{
    unsigned lost = mem_losses();
    struct str text = {0};
    char *out = NULL;

    engine_clear(e);
    engine_for(e, block(state));
    if (!why_text(&text, &e->voice, &e->k, block(state), seat, (unsigned)card, -1))
        out = mem_copy(str_of(&text), text.n);
    if (mem_losses() != lost) {
        engine_no_memory(e);
        free(out);
        out = NULL;
    }
    str_free(&text);
    return out;
}

/* Where somebody listens each step is told as it is made. */
static int playout_told(ct_engine *e, ct_state *state, struct ct_rng *rng, int n, int plies,
                        uint64_t *picks)
{
    int rc;

    while ((rc = ct_advance(e, state)) == 1 && (plies <= 0 || *picks < (uint64_t)plies))
        for (unsigned m = ct_pending(state); m; m &= m - 1) {
            int seat = __builtin_ctz(m), choices = ct_choices(e, state, seat);
            uint32_t i = choices < 2 ? 0 : ct_rng_below(&rng[seat % n], (uint32_t)choices);
            if (choices < 1 || ct_pick(e, state, seat, (int)i))
                return -1;
            *picks += choices > 1;
        }
    return rc;
}

int ct_playout(ct_engine *e, ct_state *state, struct ct_rng *rng, int n, int plies,
               uint64_t *picks)
{
    struct krng own[CT_MAX_SEATS];
    unsigned lost = mem_losses();
    uint64_t made = 0;

    if (e->k.tell || n > CT_MAX_SEATS) {
        int rc = playout_told(e, state, rng, n, plies, &made);
        if (picks)
            *picks = made;
        return rc;
    }
    engine_clear(e);
    engine_for(e, block(state));
    for (int i = 0; i < n; i++)
        own[i] = (struct krng){rng[i].key, rng[i].count};
    int rc = k_playout(&e->k, block(state), own, n, plies, &made);
    for (int i = 0; i < n; i++)
        rng[i].count = own[i].count;
    if (picks)
        *picks = made;
    return rc >= 0 && mem_losses() != lost ? engine_no_memory(e) : rc;
}

int ct_pick(ct_engine *e, ct_state *state, int seat, int i)
{
    unsigned lost = mem_losses();

    engine_clear(e);
    if (e->log)
        engine_for(e, block(state));
    int rc = k_pick(&e->k, block(state), seat, i);
    return !rc && mem_losses() != lost ? engine_no_memory(e) : rc;
}

/* ---- keys and bytes ---- */

uint64_t ct_hash(ct_engine *e, ct_state *state)
{
    return k_hash(&e->k, block(state));
}

uint64_t ct_position(ct_engine *e, ct_state *state)
{
    engine_clear(e);
    return k_position(&e->k, block(state));
}

size_t ct_serialize(ct_engine *e, const ct_state *state, uint8_t *out, size_t cap)
{
    size_t n = block_write(e->def, block(state), out, cap);

    if (!n)
        engine_no_memory(e);
    return n;
}

ct_state *ct_deserialize(ct_engine *e, const uint8_t *bytes, size_t n)
{
    const char *why = NULL;
    struct kstate *s;

    engine_clear(e);
    s = block_read(e->def, &e->k, bytes, n, &why);
    if (!s && why == block_no_memory)
        engine_no_memory(e);
    else if (!s)
        engine_fail(e, "%s", why);
    return as_state(s);
}

/* ---- random numbers ---- */

struct ct_rng ct_rng_make(uint64_t seed, uint64_t stream)
{
    struct krng r = krng_stream(seed, stream);

    return (struct ct_rng){r.key, r.count};
}

uint64_t ct_rng_next(struct ct_rng *rng)
{
    struct krng r = {rng->key, rng->count};
    uint64_t n = krng_next(&r);

    rng->count = r.count;
    return n;
}

uint32_t ct_rng_below(struct ct_rng *rng, uint32_t n)
{
    struct krng r = {rng->key, rng->count};
    uint32_t v = krng_below(&r, n);

    rng->count = r.count;
    return v;
}

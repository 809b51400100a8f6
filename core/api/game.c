/* game.c - the public interface: engines, games, choices, results, bytes. */
#include "api/internal.h"

#include "api/block.h"
#include "base/shown.h"
#include "base/suggest.h"
#include "load/load.h"
#include "say/fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

int engine_fail(ct_engine *e, const char *fmt, ...)
{
    char text[512];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    str_clear(&e->wrong);
    shown_add_message(&e->wrong, text, strlen(text)); /* it may quote the input */
    e->has_wrong = true;
    return -1;
}

int engine_no_memory(ct_engine *e)
{
    e->has_wrong = false;
    e->k.err = (struct kerror){.code = K_E_NOMEM};
    return -1;
}

struct str *engine_begin(ct_engine *e, const struct kstate *s)
{
    e->lost = mem_losses();
    if (s)
        engine_for(e, s);
    str_clear(&e->text);
    return &e->text;
}

const char *engine_text(ct_engine *e)
{
    if (mem_losses() == e->lost)
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

const char *ct_error_code(const ct_engine *e)
{
    return e->has_wrong ? ""
                        : fault_code(&e->k.err, e->script ? script_error(e->script) : NULL);
}

/* ---- engines ---- */

static const char *const usual_names[K_MAX_SEATS] = {
    "Alice", "Bob", "Cara", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kim", "Liam",
};

/* The options by default, or NULL. */
static int32_t *options_new(const ct_definition *def)
{
    int32_t *values = malloc((def->k.noptions + 1u) * sizeof *values);

    for (int i = 0; values && i < def->k.noptions; i++)
        values[i] = def->options[i].def;
    return values;
}

ct_engine *ct_engine_new(const ct_definition *def, char **wrong)
{
    ct_engine *e = malloc(sizeof *e);
    struct serror err = {0};

    if (wrong)
        *wrong = NULL;
    if (!e)
        return NULL;
    *e = (ct_engine){.def = def, .names = 1};
    e->naming.voice = (struct voice){.def = def, .t = tongue_of(def, NULL), .you = -1};
    e->worths = says_worths(def);
    e->options = options_new(def);
    e->naming.voice.t.options = e->options;
    if (k_engine_init(&e->k, &def->k) || !e->worths || !e->options) {
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
    events_free(e);
    if (e->profile)
        free(e->profile->cost);
    free(e->profile);
    free(e->script_lines);
    free(e->looks);
    free(e->worths);
    free(e->options);
    str_free(&e->text);
    str_free(&e->wrong);
    free(e);
}

const ct_definition *ct_engine_definition(const ct_engine *e)
{
    return e->def;
}

void ct_engine_plain(ct_engine *e, bool plain)
{
    k_without(&e->k, plain ? K_EVERY_WAY : 0);
}

bool ct_engine_without(ct_engine *e, const char *way)
{
    static const char *const names[] = {
#define WAY(id, what) #id,
#include "kernel/fastways.def"
#undef WAY
    };
    int i = PLACE_OF(names, FAST_WAYS, way);

    if (i >= 0)
        k_without(&e->k, (uint64_t)1 << i);
    return i >= 0;
}

void ct_engine_language(ct_engine *e, const char *lang)
{
    e->naming.voice.t = tongue_of(e->def, lang);
    e->naming.voice.t.options = e->options;
    e->names++;
}

int ct_engine_names(ct_engine *e, const char *const *names, int n, int you)
{
    unsigned lost = mem_losses();

    for (int i = 0; i < K_MAX_SEATS; i++) {
        free(e->own_name[i]);
        e->own_name[i] = i < n && names[i] ? ct_shown(names[i], false) : NULL;
    }
    e->naming.voice.you = you;
    e->names++;
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

int engine_observer(ct_engine *e, const struct kstate *s, int observer)
{
    int o = kernel_observer(s, observer);

    engine_clear(e);
    if (o == -2)
        engine_fail(e, "no such observer: %d", observer);
    return o;
}

static bool alone_of_its_kind(const struct kstate *s, int seat)
{
    for (int i = 0; i < s->nseats; i++)
        if (i != seat && s->seat_kind[i] == s->seat_kind[seat])
            return false;
    return true;
}

/* The kind, with a number where there are several of it. */
static void name_kind(ct_engine *e, const struct kstate *s, struct naming *n, int seat)
{
    char *to = n->kind_name[seat];
    size_t cap = sizeof n->kind_name[seat];
    struct str name = {0};

    name_add(&name, &e->def->kinds[s->seat_kind[seat] - 1], n->voice.t);
    str_capital(&name, 0);
    int len = snprintf(to, cap, "%.40s", str_of(&name));
    if (!alone_of_its_kind(s, seat))
        snprintf(to + len, cap - (size_t)len, " %d", s->seat_index[seat] + 1);
    str_free(&name);
    n->voice.names[seat] = to;
}

void naming_for(ct_engine *e, const struct kstate *s, struct naming *n)
{
    int person = 0;

    if (naming_fits(e, s, n))
        return;
    n->names = e->names;
    n->seats = seats_of_game(s);
    if (n->follows)
        n->voice.t = e->naming.voice.t;
    n->voice.t.options = e->options;
    for (int i = 0; i < s->nseats; i++) {
        const char *game = s->seat_kind[i] ? NULL : person_name(e->def, person, n->voice.t);
        const char *usual = s->seat_kind[i] ? NULL : usual_names[person++];
        if (e->own_name[i] || usual)
            n->voice.names[i] = e->own_name[i] ? e->own_name[i] : game ? game : usual;
        else
            name_kind(e, s, n, i);
    }
}

static const char *seat_called(ct_engine *e, const struct kstate *s, int seat,
                               const char *(*name)(const struct voice *, unsigned))
{
    engine_for(e, s);
    return seat >= 0 && seat < s->nseats ? name(&e->naming.voice, (unsigned)seat) : "?";
}

const char *ct_seat_name(ct_engine *e, const ct_state *state, int seat)
{
    return seat_called(e, block(state), seat, voice_seat);
}

const char *ct_seat_within(ct_engine *e, const ct_state *state, int seat)
{
    return seat_called(e, block(state), seat, seat_within);
}

/* ---- starting ---- */

static bool whole_number(const char *text, int32_t *out)
{
    char *end;

    if (!*text || strspn(text, "+-0123456789") != strlen(text))
        return false;
    errno = 0;
    long n = strtol(text, &end, 10);
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
        return engine_fail(e, "option %s: a whole number from %d to %d is needed, not '%.64s'",
                           o->name.id, o->from, o->to, value);
    struct str all = {0};
    for (size_t i = 0; i < n; i++)
        str_addf(&all, "%s%s", i ? ", " : "", names[i]);
    engine_fail(e, "option %s: '%s' is not one of: %s%s%s%s", o->name.id, value, str_of(&all),
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    str_free(&all);
    return -1;
}

int option_read(ct_engine *e, const char *text, int32_t *values)
{
    const ct_definition *def = e->def;
    const char *eq = strchr(text, '=');
    char name[64];

    if (!eq)
        return engine_fail(e, "option '%.64s': write it as name=value", text);
    snprintf(name, sizeof name, "%.*s", (int)(eq - text < 60 ? eq - text : 60), text);
    int i = PLACE_OF(def->options, def->k.noptions, name);
    if (i < 0) {
        struct near near = near_to(name);
        for (int k = 0; k < def->k.noptions; k++)
            near_try(&near, def->options[k].name.id);
        return engine_fail(e, "%s has no option '%s'%s%s%s", def->id, name,
                           near.best ? "; did you mean '" : "", near.best ? near.best : "",
                           near.best ? "'?" : "");
    }
    const struct option_info *o = &def->options[i];
    int word = o->is == V_WORD ? words_at(&o->values, eq + 1) : -1;
    bool flag = o->is == V_FLAG && (!strcmp(eq + 1, "true") || !strcmp(eq + 1, "false"));
    if (word >= 0 || flag)
        values[i] = flag ? eq[1] == 't' : o->value_is[word];
    else if (o->is != V_NUMBER || !whole_number(eq + 1, &values[i]) || values[i] < o->from ||
             values[i] > o->to)
        return option_words_fail(e, o, eq + 1);
    return 0;
}

/* The end of a call that continues a game. It stays done even if a text was lost, but the caller
 * may not continue. */
__attribute__((noinline, cold)) static int text_lost(ct_engine *e, struct kstate *s)
{
    k_break(&e->k, s);
    return engine_no_memory(e);
}

static inline int moved(ct_engine *e, struct kstate *s, int rc, unsigned lost)
{
    return rc >= 0 && mem_losses() != lost ? text_lost(e, s) : rc;
}

/* Sets the game up in `s`; the kernel's part of a start. */
static int start(ct_engine *e, struct kstate *s, int people, const int32_t *options,
                 uint64_t seed, unsigned flags)
{
    events_start(e);
    e->names++;
    e->starting = true;
    int rc = k_start(&e->k, s, people, options, seed, flags & CT_TRACK);
    e->starting = false;
    if (rc)
        return -1;
    s->stop_forced = (flags & CT_STOP_FORCED) != 0;
    engine_for(e, s);
    return 0;
}

ct_state *ct_game_new(ct_engine *e, const struct ct_setup *setup)
{
    const struct kdef *d = &e->def->k;
    int32_t *values = options_new(e->def);
    struct kstate *s = NULL;
    uint32_t size = 0;
    int bad = 0;

    engine_clear(e);
    if (!values) {
        engine_no_memory(e);
        return NULL;
    }
    for (int i = 0; i < setup->noptions && !bad; i++)
        bad = option_read(e, setup->options[i], values);
    if (!bad && (setup->people < d->min_people || setup->people > d->max_people)) {
        e->k.err = (struct kerror){.code = K_E_SEATS, .a = setup->people};
        bad = -1;
    }
    if (!bad)
        size = k_size(&e->k, setup->people, values, setup->flags & CT_TRACK);
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
    unsigned flags = (k_tracked(s) ? CT_TRACK : 0) | (s->stop_forced ? CT_STOP_FORCED : 0);
    size_t n = e->def->k.noptions;

    engine_clear(e);
    if (n)
        memcpy(values, k_options(s), n * sizeof *values);
    return start(e, s, s->people, values, seed, flags) ? k_break(&e->k, s) : 0;
}

void ct_state_free(ct_state *state)
{
    free(state);
}

ct_state *ct_clone(const ct_state *state)
{
    struct kstate *s = malloc(block(state)->room);

    if (s)
        k_clone(s, block(state));
    return as_state(s);
}

size_t ct_state_size(const ct_state *state)
{
    return block(state)->room;
}

void ct_copy(ct_state *to, const ct_state *from)
{
    k_copy(block(to), block(from));
}

/* ---- moving on ---- */

__attribute__((noinline)) static int advance_told(ct_engine *e, struct kstate *s)
{
    unsigned lost = mem_losses();

    engine_for(e, s);
    int rc = k_advance(&e->k, s);
    events_flush(e, s, rc == 1);
    return moved(e, s, rc, lost);
}

int ct_advance(ct_engine *e, ct_state *state)
{
    engine_clear(e);
    return e->k.tell ? advance_told(e, block(state)) /* otherwise no text is made */
                     : k_advance(&e->k, block(state));
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

/* With a listener each step is told as it happens. */
static int playout_told(ct_engine *e, ct_state *state, struct ct_rng *rng, int n, int plies,
                        uint64_t *picks)
{
    int rc;

    while ((rc = ct_advance(e, state)) == 1 && (plies <= 0 || *picks < (uint64_t)plies))
        for (unsigned m = ct_pending(state); m; m &= m - 1) {
            int seat = __builtin_ctz(m), choices = ct_choices(e, state, seat);
            uint32_t i = choices < 2 ? 0 : ct_rng_below(&rng[seat % n], (uint32_t)choices);
            if (choices < 1 || ct_pick(e, state, seat, (int)i))
                return k_break(&e->k, block(state));
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
    return moved(e, block(state), rc, lost);
}

__attribute__((noinline)) static int pick_told(ct_engine *e, struct kstate *s, int seat, int i)
{
    unsigned lost = mem_losses();

    engine_for(e, s);
    int rc = k_pick(&e->k, s, seat, i);
    return moved(e, s, rc, lost);
}

int ct_pick(ct_engine *e, ct_state *state, int seat, int i)
{
    engine_clear(e);
    return e->k.tell ? pick_told(e, block(state), seat, i)
                     : k_pick(&e->k, block(state), seat, i);
}

/* ---- keys and bytes ---- */

uint64_t ct_hash(ct_engine *e, ct_state *state)
{
    k_level(block(state));
    return k_hash(&e->k, block(state));
}

uint64_t ct_position(ct_engine *e, ct_state *state)
{
    engine_clear(e);
    return k_position(&e->k, block(state));
}

size_t ct_serialize(ct_engine *e, const ct_state *state, uint8_t *out, size_t cap)
{
    engine_clear(e);
    if (k_rules(block(state))->status == K_BROKEN) {
        e->k.err.code = K_E_BROKEN;
        return 0;
    }
    size_t n = block_write(e->def, block(state), out, cap);
    if (!n)
        engine_no_memory(e);
    return n;
}

ct_state *ct_deserialize(ct_engine *e, const uint8_t *bytes, size_t n)
{
    const char *why = NULL;

    engine_clear(e);
    struct kstate *s = block_read(e->def, &e->k, bytes, n, &why);
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

static inline uint64_t next_number(struct ct_rng *rng)
{
    return kmix(rng->key + ++rng->count * KRNG_GAMMA);
}

uint64_t ct_rng_next(struct ct_rng *rng)
{
    return next_number(rng);
}

/* As krng_reject. */
__attribute__((noinline)) static uint32_t reject(struct ct_rng *rng, uint64_t m, uint32_t n)
{
    struct krng r = {rng->key, rng->count};
    uint32_t v = krng_reject(&r, m, n);

    rng->count = r.count;
    return v;
}

/* Like krng_below, but the generator stays in registers. */
uint32_t ct_rng_below(struct ct_rng *rng, uint32_t n)
{
    uint64_t m = (next_number(rng) >> 32) * n;

    return (uint32_t)m < n ? reject(rng, m, n) : (uint32_t)(m >> 32);
}

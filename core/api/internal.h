/* internal.h - what the files of the public interface share: the engine's inside. */
#ifndef CANTRIP_API_INTERNAL_H
#define CANTRIP_API_INTERNAL_H

#include "cantrip.h"
#include "kernel/kernel.h"
#include "load/definition.h"
#include "say/describe.h"
#include "say/log.h"
#include "script/script.h"

struct ct_diags {
    struct diags d;
    char **file; /* that were read */
    int nfiles;
};

/* Names of seats for an observer. */
struct naming {
    struct voice voice;
    bool follows;                    /* in the engine's language, whichever that is */
    char kind_name[K_MAX_SEATS][64]; /* seats without a player */
    uint64_t names, seats; /* the engine's names and the seats that they are right for */
};

struct ct_engine {
    const struct ct_definition *def;
    struct kengine k;
    struct script *script; /* NULL: the ruleset has no scripts */
    struct kluck luck;     /* ct_chance uses a source of the caller */
    ct_chance_fn chance;
    void *chance_ctx;
    struct kran *profile;   /* NULL: costs are not counted */
    uint32_t *script_lines; /* … the first place of each file of scripts */
    struct naming naming;
    char *own_name[K_MAX_SEATS];  /* given by ct_engine_names, or NULL */
    uint64_t names;               /* counts how often they changed */
    struct ear *own;              /* listener of ct_log, or NULL */
    struct ct_audience *audience; /* listener of ct_tell, or NULL */
    bool starting;                /* a game is being set up */
    int32_t *options;             /* the game of the present texts */
    struct worths *worths;        /* the formulas that choices may name, by action */
    struct klook *looks;          /* room for `nlooks` cards of a view */
    int nlooks;
    struct str text;  /* the result of the last naming function */
    unsigned lost;    /* texts that were lost before it (mem_losses) */
    struct str wrong; /* a failure that is not the kernel's */
    bool has_wrong;
};

/* A ct_state is the kernel's block itself. */
static inline struct kstate *block(const ct_state *state)
{
    return (struct kstate *)(uintptr_t)state;
}
static inline ct_state *as_state(struct kstate *s)
{
    return (ct_state *)s;
}

/* Forgets the last failure. */
static inline void engine_clear(ct_engine *e)
{
    e->has_wrong = false;
    e->k.err.code = K_OK;
}
/* A position as replays write it: whichever of equal cards of a set comes first. */
static inline uint64_t position_of_equals(ct_engine *e, ct_state *state)
{
    engine_clear(e);
    return k_position_of_equals(&e->k, block(state));
}
/* Reads "NAME=VALUE" into `values`, which has room for all options. 0 or -1. */
int option_read(ct_engine *engine, const char *text, int32_t *values);
/* Notes a failure in words; returns -1. */
int engine_fail(ct_engine *engine, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Notes that memory ran out; returns -1. */
int engine_no_memory(ct_engine *engine);
/* Begins a text about this game, or about none (NULL). */
struct str *engine_begin(ct_engine *engine, const struct kstate *s);
/* The text that was made since, or NULL: not all of it is there. */
const char *engine_text(ct_engine *engine);
/* ct_person_name */
const char *person_name(const ct_definition *def, int i, struct tongue t);
/* Sets the names of seats for this game. */
void naming_for(ct_engine *engine, const struct kstate *s, struct naming *n);
static inline uint64_t seats_of_game(const struct kstate *s)
{
    return (uint64_t)s->nseats << 16 | s->people_seats;
}
static inline bool naming_fits(const ct_engine *e, const struct kstate *s,
                               const struct naming *n)
{
    return n->names == e->names && n->seats == seats_of_game(s);
}
static inline void engine_for(ct_engine *engine, const struct kstate *s)
{
    memcpy(engine->options, k_options(block((const ct_state *)s)),
           engine->def->k.noptions * sizeof *engine->options);
    if (!naming_fits(engine, s, &engine->naming))
        naming_for(engine, s, &engine->naming);
}
/* events.c: a game begins; a step is done (before a question?); the end. */
void events_start(ct_engine *engine);
void events_flush(ct_engine *engine, struct kstate *s, bool question);
void events_free(ct_engine *engine);
/* The kernel's number of an observer. -2: no such observer, noted as the error. */
int engine_observer(ct_engine *engine, const struct kstate *s, int observer);
/* As engine_observer, for callers without an engine. It notes no failure. */
int kernel_observer(const struct kstate *s, int observer);
/* The cards that an observer (the kernel's number) sees in a slot, REF_NONE: in all; in e->looks.
 * How many, or -1 (memory). */
int engine_look(ct_engine *e, struct kstate *s, int observer, unsigned slot, bool known_only);
/* The place that ct_waiting gives the effect with this arrival (the kernel's number), as it tells the
 * observer. -1: it tells of no such effect. ENGINE_NO_ROOM: out of memory. */
enum { ENGINE_NO_ROOM = -2 };
int engine_waits_at(ct_engine *e, struct kstate *s, int observer, unsigned arrival);
/* A card as the caller is told it. */
static inline void card_told(const struct klook *c, struct ct_card *out)
{
    *out = (struct ct_card){.card = c->def == REF_NONE ? -1 : c->def,
                            .up = c->face == FACE_UP,
                            .remembered = c->remembered,
                            .owner = (int8_t)(c->owner == NO_SEAT ? -1 : c->owner),
                            .seat = (int8_t)(c->seat == NO_SEAT ? -1 : c->seat),
                            .zone = (int16_t)(c->zone == K_GONE ? -1 : c->zone),
                            .place = (int16_t)(c->place == REF_NONE ? -1 : c->place),
                            .nth = c->nth};
}
/* A choice of seat `asked` as the observer (the kernel's number) sees it, without key and kind. */
void choice_told(ct_engine *e, struct kstate *s, int observer, int asked,
                 const struct kchoice *c, struct ct_choice *out);
/* Adds the ruleset's text for that word to engine->text, with the counters that it names. */
void word_told(ct_engine *e, ct_state *state, ref word);
/* The word that the open question is asked with, REF_NONE. */
ref open_prompt(ct_engine *e, struct kstate *s);
/* apart.c: adds to engine->text, the words of choice i, what distinguishes it from others that
 * read alike. */
void set_apart(ct_engine *e, struct kstate *s, int seat, int i);
/* The index of a card counter among those of a card. -1: cards have no such counter. */
static inline int card_counter_at(const struct kdef *k, unsigned counter)
{
    for (int i = 0; i < k->ncardctr; i++)
        if (k->card_ctr[i] == counter)
            return i;
    return -1;
}
/* The stored counter of the game (seat -1) or a seat. NULL: none. */
const int32_t *counter_kept(const ct_engine *e, struct kstate *s, int counter, int seat);
/* A counter's value for the caller: a card by its definition, -1: none. */
static inline int32_t counter_told(const struct kcounter *c, struct kstate *s, int32_t value)
{
    return c->is != V_CARD                  ? value
           : value < 0 || value >= s->ninst ? -1
                                            : k_insts(s)[value].def;
}

#endif

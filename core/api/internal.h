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
};

struct ct_engine {
    const struct ct_definition *def;
    struct kengine k;
    struct script *script; /* NULL: the ruleset has no scripts */
    struct voice voice;
    char *own_name[K_MAX_SEATS];     /* given by ct_engine_names, or NULL */
    char kind_name[K_MAX_SEATS][64]; /* seats without a person, made when first seen */
    uint32_t named_for;              /* seats that voice.names is right for, 0 = none */
    struct log *log;
    int log_observer;
    struct str text;  /* what the last naming function returned */
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
void engine_clear(ct_engine *engine);
/* Notes a failure in words; returns -1. */
int engine_fail(ct_engine *engine, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Notes that memory ran out; returns -1. */
int engine_no_memory(ct_engine *engine);
/* The text that was made since `lost` (mem_losses) in engine->text, or NULL: not all of it is there. */
const char *engine_text(ct_engine *engine, unsigned lost);
/* Makes voice.names right for this game, and the log's viewer. */
void engine_for(ct_engine *engine, const struct kstate *s);
/* The kernel's number of an observer; -2 if there is none such. */
int kernel_observer(const struct kstate *s, int observer);
/* A counter's value as it is told: a card by its definition, -1: none. */
int32_t counter_told(const struct kcounter *c, struct kstate *s, int32_t value);

#endif

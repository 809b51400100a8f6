/* log.h - what happens, in sentences.
 *
 * The kernel tells one event for each card that moves and each number that changes, already
 * without what the viewer may not know. The log gathers those that belong together ("everyone
 * is dealt 5 cards"), puts phases as headings before the first line that needs them, and hands
 * out whole sentences. It says nothing about a pick until something comes of it that the viewer
 * sees.
 */
#ifndef CANTRIP_SAY_LOG_H
#define CANTRIP_SAY_LOG_H

#include "cantrip.h"
#include "kernel/kernel.h"
#include "say/describe.h"

struct log;

/* A log that tells `fn`, or NULL. What it cannot tell for lack of memory it notes (mem_losses). `voice` is looked at whenever a sentence is made. Freed by log_free.
 */
struct log *log_new(const struct voice *voice, int viewer, ct_log_fn fn, void *ctx);
void log_free(struct log *log);
/* Forgets the game under way (headings, what is gathered). */
void log_reset(struct log *log);
/* Event `number` of the viewer, with what they may know of it; of a pick also as the choice that it is. */
void log_event(struct log *log, struct kstate *s, const struct kevent *ev,
               const struct ct_choice *pick, uint64_t number);
/* Events that follow come from a script's hook, or from none: what a hook does is said when it is over. */
void log_in_hook(struct log *log, bool in_hook);
/* The game failed for want of work: how far a hook came depends on the release of Lua, so nothing is said of it. */
void log_overspent(struct log *log);
/* Says what is still gathered: before a question (with the headings of what it is part of), at
 * the end. */
void log_flush(struct log *log, struct kstate *s, bool question);

#endif

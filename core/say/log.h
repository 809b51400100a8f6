/* log.h - what happens, in sentences.
 *
 * The kernel tells one event for each moved card and changed number, without what the viewer may
 * not know. The log joins events that belong together ("everyone is dealt 5 cards"), puts phases
 * as headings before the first line that needs them, and gives whole sentences. It tells a pick
 * when the viewer first sees something of it.
 */
#ifndef CANTRIP_SAY_LOG_H
#define CANTRIP_SAY_LOG_H

#include "cantrip.h"
#include "kernel/kernel.h"
#include "say/describe.h"

struct log;

/* Makes a log that tells `fn`, or NULL. Texts lost for lack of memory are noted (mem_losses).
 * `voice` is read for every sentence. Free it with log_free. */
struct log *log_new(const struct voice *voice, int viewer, ct_log_fn fn, void *ctx);
void log_free(struct log *log);
/* Forgets the present game (headings and collected events). */
void log_reset(struct log *log);
/* Event `number` of the viewer, as far as they may know it. For a pick also the choice. */
void log_event(struct log *log, struct kstate *s, const struct kevent *ev,
               const struct ct_choice *pick, uint64_t number);
/* The following events come from a script's hook, or from none. A hook's events are told when it
 * is over. */
void log_in_hook(struct log *log, bool in_hook);
/* The game ran out of work. How far a hook came depends on the release of Lua, so nothing is
 * told of it. */
void log_overspent(struct log *log);
/* Tells the collected events: before a question (with its headings) and at the end. */
void log_flush(struct log *log, struct kstate *s, bool question);

#endif

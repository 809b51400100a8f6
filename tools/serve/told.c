/* told.c - what one observer was told. */
#include "told.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = sizeof((struct told *)0)->recent / sizeof *((struct told *)0)->recent };

/* Half of it goes at once, so that the rest is not moved for each one. */
static void lose_moves(struct told *t)
{
    size_t n = t->nmoves / 2;

    t->nmoves -= n;
    t->lost_moves += n;
    memmove(t->move, t->move + n, t->nmoves * sizeof *t->move);
}

static void lose_lines(struct told *t)
{
    size_t n = 0;

    while (n + 1 < t->nlines && (n < t->nlines / 2 || t->bytes > TOLD_BYTES / 2)) {
        t->bytes -= strlen(t->line[n].text);
        free(t->line[n].text);
        free(t->line[n++].card);
    }
    t->nlines -= n;
    t->lost += n;
    memmove(t->line, t->line + n, t->nlines * sizeof *t->line);
}

static void on_event(void *ctx, const ct_state *state, const struct ct_event *event)
{
    struct told *t = ctx;

    (void)state;
    t->at = event->number;
    if (event->of_card && event->card.card >= 0)
        t->recent[t->nrecent++ % RECENT] = (struct told_card){event->number, event->card.card};
    if (event->kind != CT_EVENT_MOVE)
        return;
    if (t->nmoves == TOLD_MOVES)
        lose_moves(t);
    MEM_MORE(t->move, t->nmoves, t->move_cap);
    t->move[t->nmoves++] =
        (struct told_move){event->of_card ? event->card.card : -1, event->from, event->to};
}

static void add_card(struct told_line *l, int card)
{
    for (int i = 0; i < l->ncards; i++)
        if (l->card[i] == card)
            return;
    l->card[l->ncards++] = card;
}

/* Between the events of a sentence may lie those of the one before it ("You are dealt …", "Everyone else is dealt …"):
 * their cards are not told twice. */
static void add_cards(struct told *t, struct told_line *to, const struct ct_line *line)
{
    unsigned n = t->nrecent < RECENT ? t->nrecent : RECENT;
    bool around = line->first <= t->first && line->last >= t->last &&
                  line->last - line->first > t->last - t->first;

    to->card = mem_alloc((n + 1) * sizeof *to->card);
    for (unsigned i = t->nrecent - n; i != t->nrecent; i++) {
        const struct told_card *c = &t->recent[i % RECENT];
        bool before = around && c->event >= t->first && c->event <= t->last;
        if (c->event >= line->first && c->event <= line->last && !before)
            add_card(to, c->card);
    }
    t->first = line->first;
    t->last = line->last;
}

static void on_line(void *ctx, const struct ct_line *line)
{
    struct told *t = ctx;

    if (t->until && t->lost + t->nlines >= t->until)
        return;
    if (t->nlines == TOLD_LINES || t->bytes > TOLD_BYTES)
        lose_lines(t);
    MEM_MORE(t->line, t->nlines, t->line_cap);
    struct told_line *to = &t->line[t->nlines++];
    *to = (struct told_line){.text = mem_strdup(line->text),
                             .depth = line->depth,
                             .heading = line->kind == CT_LINE_HEADING};
    t->bytes += strlen(line->text);
    add_cards(t, to, line);
}

struct ct_listener told_listener(struct told *to, int observer, const char *lang)
{
    return (struct ct_listener){.observer = observer,
                                .event = on_event,
                                .line = on_line,
                                .ctx = to,
                                .lang = lang,
                                .you = observer >= 0 ? observer : -1};
}

void told_clear(struct told *t)
{
    for (size_t i = 0; i < t->nlines; i++) {
        free(t->line[i].text);
        free(t->line[i].card);
    }
    t->nlines = t->nmoves = t->lost = t->lost_moves = t->bytes = 0;
    t->nrecent = 0;
    t->at = t->first = t->last = 0;
}

void told_free(struct told *t)
{
    told_clear(t);
    free(t->line);
    free(t->move);
    *t = (struct told){0};
}

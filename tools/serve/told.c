/* told.c - what one observer was told. */
#include "told.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECENT = sizeof((struct told *)0)->recent / sizeof *((struct told *)0)->recent,
    CARDS = sizeof((struct told_event *)0)->card / sizeof *((struct told_event *)0)->card
};

/* Drops the older half at once. So the rest is rarely moved. */
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

static void add_recent(struct told_event *e, int card)
{
    if (card >= 0 && e->ncards < CARDS)
        e->card[e->ncards++] = card;
}

/* Does an event only accompany others? */
static bool is_inner(const struct told *t, const struct ct_event *event)
{
    const struct ct_choice *c = event->choice;
    bool seen = !c || !c->ncards || c->nworth;

    switch (event->kind) {
    case CT_EVENT_ANSWER:
        for (int i = 0; !seen && i < c->ncards; i++)
            seen = c->card[i].card >= 0;
        return !seen;
    case CT_EVENT_COUNTER:
    case CT_EVENT_ORDER:
    case CT_EVENT_ROLL: return true;
    case CT_EVENT_MOVE:
        return !event->of_card || event->card.card < 0 ||
               (!t->picked && event->from.seat >= 0 && event->from.seat == event->to.seat);
    default: return false;
    }
}

static void hear(struct told *t, const struct ct_event *event)
{
    struct told_event *e = &t->recent[t->nrecent++ % RECENT];
    const struct ct_choice *c = event->choice;

    if (event->kind == CT_EVENT_ANSWER || event->kind == CT_EVENT_PICK)
        t->picked = true;
    else if (event->kind != CT_EVENT_MOVE && event->kind != CT_EVENT_TURN)
        t->picked = false;
    *e = (struct told_event){.number = event->number,
                             .move = event->kind == CT_EVENT_MOVE,
                             .inner = is_inner(t, event)};
    if (event->of_card)
        add_recent(e, event->card.card);
    for (int i = 0; c && i < c->ncards; i++)
        add_recent(e, c->card[i].card);
}

static void on_event(void *ctx, const ct_state *state, const struct ct_event *event)
{
    struct told *t = ctx;

    (void)state;
    t->at = event->number;
    hear(t, event);
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

/* Events of the sentence before may lie between those of this one ("You are dealt …", "Everyone
 * else is dealt …"). Their cards are not told twice. */
static void add_events(struct told *t, struct told_line *to, const struct ct_line *line)
{
    unsigned n = t->nrecent < RECENT ? t->nrecent : RECENT, moves = 0;
    bool inner[2] = {true, true}; /* any event; moves only */
    bool around = line->first <= t->first && line->last >= t->last &&
                  line->last - line->first > t->last - t->first;
    int32_t card[RECENT * CARDS];

    to->card = card;
    for (unsigned i = t->nrecent - n; i != t->nrecent; i++) {
        const struct told_event *e = &t->recent[i % RECENT];
        bool before = around && e->number >= t->first && e->number <= t->last;
        if (e->number < line->first || e->number > line->last || before)
            continue;
        moves += e->move;
        inner[0] &= e->inner;
        inner[1] &= e->inner || !e->move;
        for (int k = 0; k < e->ncards; k++)
            add_card(to, e->card[k]);
    }
    to->card = mem_alloc(((size_t)to->ncards + 1) * sizeof *to->card);
    memcpy(to->card, card, (size_t)to->ncards * sizeof *card);
    to->inner = inner[moves > 0] && !to->heading && line->first > t->at - n;
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
                             .heading = line->kind == CT_LINE_HEADING,
                             .source = line->source};
    t->bytes += strlen(line->text);
    add_events(t, to, line);
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
    t->picked = false;
    t->at = t->first = t->last = 0;
}

void told_free(struct told *t)
{
    told_clear(t);
    free(t->line);
    free(t->move);
    *t = (struct told){0};
}

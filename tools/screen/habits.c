/* habits.c - picks that are made for a player who asked for it. */
#include "habits.h"

#include "tools/buffer.h"
#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

void habit_forget(struct habit *h)
{
    free(h->place);
    free(h->refused);
    free(h->left);
    *h = (struct habit){0};
}

/* The question, and the rounds of the phases in which it is asked. */
static char *place_of(const struct board *b)
{
    struct ct_phase phase[8];
    struct buffer all = {0};
    int n = ct_phases(b->engine, b->game, phase, 8);

    buffer_add(&all, "%s", mem_said(ct_prompt(b->engine, b->game)));
    for (int i = 0; i < n && i < 8; i++)
        buffer_add(&all, " %d:%d:%d", phase[i].phase, phase[i].number, phase[i].seat);
    return buffer_take(&all);
}

static bool is_here(const struct habit *h, const struct board *b)
{
    char *now = place_of(b);
    bool is = !strcmp(h->place, now);

    free(now);
    return is;
}

/* Is it one action with one card that only its player sees? */
static bool is_plain(const struct board *b, const struct ct_choice *c)
{
    struct ct_zone_info zone;

    return c->is == CT_CHOSEN_ACTION && c->ncards == 1 && c->part[0] == CT_PART_CARD &&
           c->seat < 0 && !c->numbered && c->word < 0 && c->card[0].card >= 0 &&
           ct_get_zone(b->in.def, c->card[0].zone, &zone) && zone.up == CT_OWNER;
}

/* The choices that are offered, read one by one. False: there is no such number. */
static bool offered(const struct board *b, int seat, int i, struct ct_choice *out)
{
    return i < ct_choices(b->engine, b->game, seat) &&
           !ct_get_choice(b->engine, b->game, seat, i, out);
}

/* Number of `done`, or -1. */
static int done_of(const struct board *b, int seat)
{
    struct ct_choice c;

    for (int i = 0; offered(b, seat, i, &c); i++)
        if (c.is == CT_CHOSEN_DONE)
            return i;
    return -1;
}

/* Counts the seat's cards that can be played. Returns how many there are. */
static int count_copies(struct habit *h, const struct board *b, const struct ct_choice *like)
{
    struct ct_card *card;
    int32_t *value;
    int n = look_all(b->engine, b->game, like->asked, &card, &value), all = 0;

    for (int i = 0; i < n; i++)
        if (card[i].card >= 0 && card[i].zone == like->card[0].zone &&
            card[i].seat == like->card[0].seat && h->left[card[i].card]) {
            h->left[card[i].card]++;
            all++;
        }
    free(card);
    free(value);
    return all;
}

int habit_all(struct habit *h, const struct board *b, int seat)
{
    struct ct_choice c, first = {.ncards = 0};
    bool done = false, plain = true;

    habit_forget(h);
    h->left = mem_zero((size_t)ct_get_info(b->in.def, NULL).cards * sizeof *h->left + 1);
    for (int i = 0; plain && offered(b, seat, i, &c); i++)
        if (c.is == CT_CHOSEN_DONE) {
            done = true;
        } else {
            first = first.ncards ? first : c;
            plain = is_plain(b, &c) && c.action == first.action &&
                    c.card[0].zone == first.card[0].zone;
            if (plain)
                h->left[c.card[0].card] = 1;
        }
    if (!done || !plain || !first.ncards || count_copies(h, b, &first) < 2) {
        habit_forget(h);
        return -1;
    }
    for (int i = 0; i < ct_get_info(b->in.def, NULL).cards; i++)
        h->left[i] -= h->left[i] > 0; /* the mark */
    h->action = first.action;
    h->zone = first.card[0].zone;
    h->place = place_of(b);
    return habit_next(h, b, seat);
}

static bool is_refused(const struct habit *h, const char *text)
{
    char *line = mem_printf("\n%s\n", text);
    bool is = h->refused && strstr(h->refused, line);

    free(line);
    return is;
}

int habit_pass(struct habit *h, const struct board *b, int seat)
{
    struct ct_choice c;
    struct buffer all = {0};
    int done = done_of(b, seat);

    if (done < 0)
        return -1;
    buffer_add(&all, "%s", h->refused && is_here(h, b) ? h->refused : "\n");
    for (int i = 0; offered(b, seat, i, &c); i++)
        buffer_add(&all, "%s\n", mem_said(ct_chosen_text(b->engine, b->game, &c)));
    habit_forget(h);
    h->refused = buffer_take(&all);
    h->place = place_of(b);
    return done;
}

int habit_next(struct habit *h, const struct board *b, int seat)
{
    struct ct_choice c;
    bool here = h->place && is_here(h, b), old = true;

    for (int i = 0; here && h->left && offered(b, seat, i, &c); i++)
        if (is_plain(b, &c) && c.action == h->action && c.card[0].zone == h->zone &&
            h->left[c.card[0].card] > 0) {
            h->left[c.card[0].card]--;
            return i;
        }
    for (int i = 0; here && h->refused && old && offered(b, seat, i, &c); i++)
        old = is_refused(h, mem_said(ct_chosen_text(b->engine, b->game, &c)));
    return here && h->refused && old ? done_of(b, seat) : -1;
}

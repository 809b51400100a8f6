/* offers.c - a player's choices. */
#include "offers.h"

#include "tools/memory.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>

static bool in_cell(const struct ct_card *card, const struct cell *c)
{
    return card->zone == c->zone && card->seat == c->seat && card->place >= c->place &&
           card->place < c->place + c->n;
}

static bool same_card(const struct ct_card *a, const struct ct_card *b)
{
    return a->zone == b->zone && a->seat == b->seat && a->place == b->place;
}

static bool has_card(const struct ct_choice *choice, const struct ct_card *card, int times)
{
    for (int i = 0; i < choice->ncards; i++)
        times -= same_card(&choice->card[i], card);
    return times <= 0;
}

/* So often is the card taken among the first `n`. */
static int times(const struct offers *o, const struct ct_card *card, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += same_card(&o->taken[i], card);
    return sum;
}

/* Does the choice match the typed text: its number in the list, its own number, or a part of its
 * text? */
static bool fits_typed(const struct offers *o, int i)
{
    char want[96], have[512];

    if (!*o->typed)
        return true;
    if (is_whole_number(o->typed))
        return o->all.numbers
                   ? o->all.number[i] && !strncmp(o->all.number[i], o->typed, strlen(o->typed))
                   : atoi(o->typed) == i + 1;
    text_fold(o->typed, want, sizeof want);
    text_fold(o->all.text[i], have, sizeof have);
    return strstr(have, want) != NULL;
}

static void fit(struct offers *o)
{
    o->nshown = 0;
    for (int i = 0; i < o->all.n; i++) {
        bool fits = fits_typed(o, i);
        for (int k = 0; k < o->ntaken && fits; k++)
            fits = has_card(&o->choice[i], &o->taken[k], times(o, &o->taken[k], o->ntaken));
        if (fits)
            o->shown[o->nshown++] = i;
    }
}

bool offers_read(struct offers *o, const struct board *b, int seat)
{
    *o = (struct offers){0};
    if (!choices_read(&o->all, b, seat))
        return false;
    o->choice = mem_alloc(((size_t)o->all.n + 1) * sizeof *o->choice);
    o->shown = mem_alloc(((size_t)o->all.n + 1) * sizeof *o->shown);
    for (int i = 0; i < o->all.n; i++)
        if (ct_get_choice(b->engine, b->game, seat, i, &o->choice[i]))
            mem_die();
    fit(o);
    return o->all.n > 0;
}

void offers_free(struct offers *o)
{
    choices_free(&o->all);
    free(o->choice);
    free(o->shown);
    *o = (struct offers){0};
}

void offers_all(struct offers *o)
{
    o->ntaken = 0;
    *o->typed = 0;
    fit(o);
}

bool offers_take(struct offers *o, const struct ct_card *card)
{
    if (o->ntaken == CT_MAX_CHOSEN)
        return false;
    o->taken[o->ntaken++] = *card;
    fit(o);
    if (o->nshown)
        return true;
    o->ntaken--; /* once more than it can be: it goes back */
    bool back = false;
    for (int i = o->ntaken; i-- > 0 && !back;)
        if (same_card(&o->taken[i], card)) {
            memmove(o->taken + i, o->taken + i + 1,
                    (size_t)(--o->ntaken - i) * sizeof *o->taken);
            back = true;
        }
    fit(o);
    return back;
}

void offers_type(struct offers *o, int letter)
{
    size_t n = strlen(o->typed);

    if (!letter)
        while (n > 0 && ((unsigned char)o->typed[--n] & 0xC0) == 0x80)
            ;
    else if (n + 1 < sizeof o->typed)
        o->typed[n++] = (char)letter;
    o->typed[n] = 0;
    fit(o);
}

bool offers_light(const struct offers *o, const struct cell *c)
{
    for (int i = 0; i < o->nshown; i++) {
        const struct ct_choice *choice = &o->choice[o->shown[i]];
        for (int k = 0; k < choice->ncards; k++)
            if (in_cell(&choice->card[k], c))
                return true;
    }
    return false;
}

int offers_taken(const struct offers *o, const struct cell *c)
{
    int sum = 0;

    for (int i = 0; i < o->ntaken; i++)
        sum += in_cell(&o->taken[i], c);
    return sum;
}

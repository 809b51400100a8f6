/* changes.c - finds the cards to print again. */
#include "changes.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

const char *change_says(enum change is)
{
    static const char *const says[] = {
        [CHANGE_FACE] = "changed",       [CHANGE_BACK] = "another back",
        [CHANGE_FEWER] = "fewer copies", [CHANGE_GONE] = "gone",
        [CHANGE_MORE] = "more copies",   [CHANGE_NEW] = "new"};

    return says[is];
}

static void add(struct changes *all, enum change is, const struct face *f, int out, int in)
{
    all->v = mem_realloc(all->v, (size_t)(all->n + 1) * sizeof *all->v);
    all->v[all->n++] = (struct card_change){is, f->id, f->name, out, in};
}

/* The printed card with this identifier. -1: none. */
static int find(const struct edition *e, const char *id)
{
    for (int c = 0; c < e->deck.ncards; c++)
        if (e->deck.card[c].copies && !strcmp(e->face[c].id, id))
            return c;
    return -1;
}

/* The look of a back: its number gives the colour. If there are several, the pile's name is on
 * it. */
static bool same_back(const struct edition *a, int card, const struct edition *b, int other)
{
    int x = a->deck.card[card].back, y = b->deck.card[other].back;
    bool several = a->deck.nbacks > 1;

    return x == y && several == (b->deck.nbacks > 1) && !strcmp(a->title, b->title) &&
           (!several || !strcmp(a->deck.back[x], b->deck.back[y]));
}

/* Card c of `now`, which is card `was` of `then`. */
static int change_of(struct changes *all, const struct edition *then, int was,
                     const struct edition *now, int c)
{
    int before = then->deck.card[was].copies, after = now->deck.card[c].copies;
    const struct face *f = &now->face[c];

    if (!face_same(&then->face[was], f))
        add(all, CHANGE_FACE, f, before, after);
    else if (!same_back(then, was, now, c))
        add(all, CHANGE_BACK, f, before, after);
    else if (after < before)
        add(all, CHANGE_FEWER, f, before - after, 0);
    else if (after > before)
        add(all, CHANGE_MORE, f, 0, after - before);
    else
        return 0;
    return all->v[all->n - 1].in;
}

void changes_find(struct changes *all, const struct edition *then, const struct edition *now,
                  int *copies)
{
    *all = (struct changes){0};
    for (int c = 0; c < then->deck.ncards; c++)
        if (then->deck.card[c].copies && find(now, then->face[c].id) < 0)
            add(all, CHANGE_GONE, &then->face[c], then->deck.card[c].copies, 0);
    for (int c = 0; c < now->deck.ncards; c++) {
        int was = find(then, now->face[c].id);
        copies[c] = 0;
        if (!now->deck.card[c].copies)
            continue;
        if (was >= 0)
            copies[c] = change_of(all, then, was, now, c);
        else
            add(all, CHANGE_NEW, &now->face[c], 0, copies[c] = now->deck.card[c].copies);
    }
}

void changes_free(struct changes *all)
{
    free(all->v);
    *all = (struct changes){0};
}

/* choices.c - the choices of a seat that is asked, in words. */
#include "choices.h"

#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

bool is_whole_number(const char *text)
{
    char *end;

    (void)strtol(text, &end, 10);
    return *text && !*end;
}

/* The card that choice i is about. A card of a set is not: beside "Ant and Bee" the traits of
 * Ant would look like those of both. */
static int card_of(const struct board *b, int seat, int i)
{
    struct ct_choice choice;

    if (ct_get_choice(b->engine, b->game, seat, i, &choice) ||
        (choice.ncards > 1 && choice.part[0] == CT_PART_SET))
        return -1;
    return ct_choice_card(b->engine, b->game, seat, i);
}

/* The number at the end of choice i, as a separate word. NULL: none. */
static const char *number_of(const struct board *b, int seat, int i, const char *pick)
{
    struct ct_choice choice;
    const char *space = strrchr(pick, ' ');

    if (ct_get_choice(b->engine, b->game, seat, i, &choice) || !choice.numbered ||
        choice.word >= 0 || !is_whole_number(space ? space + 1 : pick))
        return NULL;
    return space ? space + 1 : pick;
}

bool choices_alike(const struct choices *c, int i, int j)
{
    ptrdiff_t head = c->number[i] - c->pick[i];

    return head == c->number[j] - c->pick[j] && !strncmp(c->pick[i], c->pick[j], (size_t)head);
}

int choices_in_a_row(const struct choices *c, int i)
{
    int n = 0;

    while (i + n < c->n && c->number[i] && c->number[i + n] && choices_alike(c, i, i + n))
        n++;
    return n;
}

/* May the number be typed? If nothing else is chosen with it, or if one action has many numbers
 * and no other has any. */
static void settle_numbers(struct choices *c)
{
    int many = 0, from = 0, to = 0;

    for (int i = 0; i < c->n; i++)
        c->numbers |= c->number[i] && c->number[i] == c->pick[i];
    for (int i = 0, n; i < c->n; i += n ? n : 1) {
        n = choices_in_a_row(c, i);
        if (n >= MANY_NUMBERS) {
            many++;
            from = i;
            to = i + n;
        }
    }
    many = c->numbers || many > 1 ? 0 : many;
    for (int i = 0; i < c->n; i++)
        if (c->number[i] != c->pick[i] && (!many || i < from || i >= to))
            c->number[i] = NULL;
    c->numbers |= many == 1;
}

bool choices_read(struct choices *c, const struct board *b, int seat)
{
    int n = ct_choices(b->engine, b->game, seat);

    *c = (struct choices){0};
    if (n < 0)
        return false;
    c->n = n;
    c->text = mem_alloc(((size_t)n + 1) * sizeof *c->text);
    c->pick = mem_alloc(((size_t)n + 1) * sizeof *c->pick);
    c->card = mem_alloc(((size_t)n + 1) * sizeof *c->card);
    c->number = mem_alloc(((size_t)n + 1) * sizeof *c->number);
    for (int i = 0; i < n; i++) {
        c->text[i] = mem_strdup(mem_said(ct_choice_text(b->engine, b->game, seat, i)));
        c->pick[i] = mem_strdup(mem_said(ct_choice_pick(b->engine, b->game, seat, i)));
        c->card[i] = card_of(b, seat, i);
        c->number[i] = number_of(b, seat, i, c->pick[i]);
    }
    settle_numbers(c);
    return true;
}

void choices_free(struct choices *c)
{
    for (int i = 0; i < c->n; i++) {
        free(c->text[i]);
        free(c->pick[i]);
    }
    free(c->text);
    free(c->pick);
    free(c->card);
    free(c->number);
    *c = (struct choices){0};
}

void choices_hint(struct buffer *to, const struct choices *c, const struct speech *in, int pick,
                  const ct_bot *adviser)
{
    struct ct_bot_estimate any;

    if (c->n > 1 && !ct_bot_get_estimate(adviser, pick, &any)) { /* chosen at random */
        buffer_add(to, "%s\n", own_word(in, "PAGE_HINT_NONE"));
        return;
    }
    char *hint = SENTENCE(in, "HINT", TEXT("what", c->text[pick]));
    struct ct_bot_estimate *e = mem_zero(((size_t)c->n + 1) * sizeof *e);

    buffer_add(to, "%s\n", hint);
    free(hint);
    for (int i = 0; i < c->n; i++)
        if (!ct_bot_get_estimate(adviser, i, &e[i]))
            e[i].visits = 0;
    for (int k = 0; k < 3; k++) {
        int best = -1;
        for (int i = 0; i < c->n; i++)
            if (e[i].visits && (best < 0 || e[i].visits > e[best].visits))
                best = i;
        if (best < 0)
            break;
        /* choices are ranked by how often they were tried */
        char *share = SENTENCE(in, "HINT_SHARE", NUMBER("n", e[best].visits));
        buffer_add(to, "  %3.0f %% %s  %s\n", 100 * e[best].share, share, c->text[best]);
        free(share);
        e[best].visits = 0;
    }
    free(e);
}

/* marks.c - notes on single cards, beside their names. */
#include "marks.h"

#include "tools/look.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 6, WORDS = 128 }; /* cards that a back may be, as many as a line can hold */

void marks_may_be(struct buffer *to, const struct board *b, int observer,
                  const struct ct_card *c, int most)
{
    struct ct_info info = ct_get_info(b->in.def, NULL);
    uint64_t may[WORDS] = {0};

    if (c->card >= 0 || c->place < 0 || info.cards > 64 * WORDS)
        return;
    int n = ct_candidates(b->engine, b->game, observer, c->zone, c->seat, c->place, may);
    if (n < 1 || n > most || n == info.cards) /* that it may be any card says nothing */
        return;
    for (int card = 0, any = 0; card < info.cards; card++)
        if (may[card / 64] >> (card % 64) & 1)
            buffer_add(to, "%s%s", any++ ? "/" : " ",
                       ct_card_name(b->in.def, card, b->in.lang));
    buffer_add(to, n > 1 ? "?" : "");
}

void marks_counters(struct buffer *to, const struct board *b, const int32_t *value)
{
    int n = ct_get_info(b->in.def, NULL).card_counters;
    struct ct_counter_info info;

    for (int k = 0; k < n; k++) {
        int c = ct_card_counter(b->in.def, k);
        if (!ct_get_counter(b->in.def, c, &info) || info.untold || value[k] == info.start)
            continue;
        const char *text = mem_said(ct_counter_text(b->engine, b->game, c, value[k]));
        if (*text)
            buffer_add(to, " [%s]", text);
    }
}

/* The places of the cards from `first` on with the same note: "1–3, 5". They are then done. */
static void places_alike(struct buffer *to, struct buffer *mark, int n, int first)
{
    char *same = mem_strndup(buffer_text(&mark[first]), mark[first].n);

    for (int i = first, from = first; i < n; i++) {
        bool ends = i + 1 == n || strcmp(buffer_text(&mark[i + 1]), same) != 0;
        if (strcmp(buffer_text(&mark[i]), same) != 0) {
            from = i + 1;
            continue;
        }
        if (ends)
            buffer_add(to, "%s%d", from == first ? "" : ", ", from + 1);
        if (ends && i > from)
            buffer_add(to, "–%d", i + 1);
        if (i > first)
            buffer_free(&mark[i]);
        from = ends ? i + 2 : from;
    }
    free(same);
}

/* "1–3: [meld 1]; 4: [tired]" */
static void marks_grouped(struct buffer *to, const struct board *b, struct buffer *mark, int n)
{
    const char *colon = own_word(&b->in, "COLON"); /* with a space behind it */

    for (int i = 0; i < n; i++) {
        if (!mark[i].n)
            continue;
        buffer_add(to, "%s", to->n ? own_word(&b->in, "SEMICOLON") : "");
        places_alike(to, mark, n, i);
        buffer_add(to, "%.*s%s", (int)strlen(colon) - 1, colon, buffer_text(&mark[i]));
    }
}

void marks_add(struct buffer *to, const struct board *b, int observer, int zone, int seat)
{
    int each = ct_get_info(b->in.def, NULL).card_counters;
    struct ct_card *card;
    int32_t *value;
    int n = look_all(b->engine, b->game, observer, &card, &value), place = 0;
    struct buffer *mark = mem_zero((size_t)(n > 0 ? n : 0) * sizeof *mark);

    for (int i = 0; i < n; i++) {
        if (card[i].zone != zone || card[i].seat != seat)
            continue;
        if (!card[i].remembered)
            marks_may_be(&mark[place], b, observer, &card[i], MOST);
        marks_counters(&mark[place++], b, value + (size_t)i * (size_t)each);
    }
    marks_grouped(to, b, mark, place);
    for (int i = 0; i < place; i++)
        buffer_free(&mark[i]);
    free(mark);
    free(card);
    free(value);
}

/* sheet.c - texts for a player at the full-screen table. */
#include "sheet.h"

#include "face.h"
#include "pager.h"
#include "screen.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/screen/cardview.h"

#include <stdlib.h>
#include <string.h>

static void show(const struct term *t, const char *title, const char *text, bool end)
{
    pager(title, text, own_word(&t->board->in, "TERM_BACK"), end);
}

/* ---- a card ---- */

static void add_trait(struct buffer *to, const struct showing *s, int card, int trait)
{
    struct ct_trait_info info;

    ct_get_trait(s->in.def, trait, &info);
    if (info.untold || !ct_card_has(s->in.def, card, trait))
        return;
    char *name = trait_name(s, trait);
    int entries = trait_is_list(&info) ? ct_card_entries(s->in.def, card, trait) : 1;
    for (int e = 0; e < entries; e++) {
        char *text = card_text(s, card, trait, trait_is_list(&info) ? e : -1);
        if (*text)
            buffer_add(to, "  %s%s%s\n", name, own_word(&s->in, "COLON"), text);
        free(text);
    }
    free(name);
}

/* Why the card is not offered. Empty if it is. */
struct against {
    struct buffer text;
    bool offered;
};

static void add_reason(void *ctx, const struct ct_reason *reason)
{
    struct against *a = ctx;

    a->offered |= reason->against == CT_AGAINST_NOTHING;
    if (!a->text.n || !strstr(buffer_text(&a->text), reason->text))
        buffer_add(&a->text, "  %s\n", reason->text);
}

static void card_words(struct buffer *to, const struct showing *s, int card)
{
    for (int trait = 0; ct_trait_id(s->in.def, trait); trait++)
        add_trait(to, s, card, trait);
    char *copies = mem_had(ct_card_count(s->in.def, card, s->in.lang));
    buffer_add(to, "  %s%s%s\n", own_word(&s->in, "PAGE_COPIES"), own_word(&s->in, "COLON"),
               copies);
    free(copies);
}

void sheet_show(struct term *t, int card, int seat)
{
    const struct board *b = t->board;
    struct showing s = {.in = b->in, .game = b->game};
    struct buffer text = {0};
    struct against why = {0};

    if (card < 0)
        return;
    card_words(&text, &s, card);
    if (ct_why_each(b->engine, b->game, seat, card, add_reason, &why) > 0 && !why.offered)
        buffer_add(&text, "\n%s\n%s", own_word(&b->in, "PAGE_WHY_NOT"), buffer_text(&why.text));
    if (why.offered)
        buffer_add(&text, "\n%s\n", own_word(&b->in, "WHY_OFFERED"));
    show(t, ct_card_name(b->in.def, card, b->in.lang), buffer_text(&text), false);
    buffer_free(&text);
    buffer_free(&why.text);
}

/* ---- a zone ---- */

/* All cards the observer sees in the zone under the cursor, one line each with their effects. */
static void show_zone(const struct term *t)
{
    const struct board *b = t->board;
    struct showing s = {.in = b->in, .game = b->game};
    struct buffer text = {0}, title = {0};

    if (t->at < 0 || t->at >= t->all.ncells)
        return;
    const struct cell *here = &t->all.cell[t->at];
    for (int i = 0; i < t->all.ncells; i++) {
        const struct cell *c = &t->all.cell[i];
        if (c->zone != here->zone || c->seat != here->seat)
            continue;
        buffer_add(&text, "%s", c->text);
        struct buffer about = {0};
        if (c->card >= 0)
            card_summary(&about, &s, c->card);
        buffer_add(&text, "%s%s\n", about.n ? own_word(&s.in, "COLON") : "",
                   buffer_text(&about));
        buffer_free(&about);
    }
    buffer_add(&title, "%s", mem_said(ct_zone_name(b->engine, here->zone)));
    if (here->seat >= 0)
        buffer_add(&title, ", %s", mem_said(ct_seat_name(b->engine, b->game, here->seat)));
    show(t, buffer_text(&title), buffer_text(&text), false);
    buffer_free(&text);
    buffer_free(&title);
}

/* ---- texts of the prompt ---- */

static void show_log(const struct term *t)
{
    const struct prompt *p = t->prompt;
    struct buffer text = {0};

    for (size_t i = p->log_from; i < p->log_to; i++)
        buffer_add(&text, "%s\n", p->log[i % PROMPT_LOG]);
    show(t, own_word(&t->board->in, "PAGE_LOG"), buffer_text(&text), true);
    buffer_free(&text);
}

static void show_said(struct term *t, int seat, const char *command, const char *title)
{
    char *text = prompt_said(t->prompt, seat, command);

    show(t, title, text, false);
    free(text);
}

/* An adviser's choice. It knows what the seat knows. */
static void show_hint(struct term *t, int seat)
{
    const struct board *b = t->board;
    struct player *adviser = &t->adviser;
    struct buffer text = {0};

    screen_fill(screen_height() - 1, 0, screen_width(), own_word(&b->in, "PAGE_HINT_COMES"),
                STYLE_BOLD);
    screen_show();
    adviser->kind = PLAYER_BOT;
    adviser->spec = (struct ct_bot_spec){.kind = CT_BOT_MCTS, .n = 1000};
    adviser->seed = ct_digest(b->game, seat);
    adviser->begun = false;
    int choice = think_choose(adviser, b->in.def, b->game, seat, t->offers.all.n, NULL, NULL);
    if (choice == THINK_STOPPED)
        return;
    if (choice >= 0 && choice < t->offers.all.n) {
        choices_hint(&text, &t->offers.all, &b->in, choice, adviser->bot);
    } else {
        char *none = SENTENCE(&b->in, "NO_HINT", TEXT("what", player_error(adviser)));
        buffer_add(&text, "%s\n", none);
        free(none);
    }
    show(t, own_word(&b->in, "PAGE_HINT"), buffer_text(&text), false);
    buffer_free(&text);
}

void sheet_scores(struct term *t, int observer)
{
    struct board b = *t->board;
    struct buffer out = {0};

    b.out = buffer_stream(&out);
    b.colour = false;
    b.width = screen_width() - 2;
    int rc = board_scores(&b, observer);
    char *text = buffer_take(&out);
    if (!rc)
        show(t, own_word(&b.in, "TERM_SCORES"), text, false);
    free(text);
}

void sheet_command(struct term *t, int seat, int key)
{
    const struct speech *in = &t->board->in;

    switch (key) {
    case '?': show(t, own_word(in, "TERM_HELP_KEY"), own_word(in, "TERM_HELP"), false); break;
    case ' ':
    case 'w':
    case 'c': sheet_show(t, face_card(t), seat); break;
    case 'z': show_zone(t); break;
    case 'l': show_log(t); break;
    case 'r': show_said(t, seat, "rules", ct_get_info(in->def, in->lang).title); break;
    case 'h': show_hint(t, seat); break;
    default: break;
    }
}

/* face.c - the full-screen table, drawn. */
#include "face.h"

#include "pager.h"
#include "screen.h"
#include "tools/screen/cardview.h"
#include "tools/screen/table.h"

#include <stdlib.h>

enum { LOG_FROM = 110, LOG_WIDTH = 36, ABOUT_LINES = 2 };

struct face face_now(const struct term *t)
{
    struct face f = {.width = screen_width(), .height = screen_height()};
    int most = (f.height - 8) / 2;

    if (f.width >= LOG_FROM) {
        f.log_width = LOG_WIDTH;
        f.width -= LOG_WIDTH + 1;
        f.log_x = f.width + 1;
    }
    f.list_height = t->offers.nshown < 3 ? 3 : t->offers.nshown;
    /* the cards have the space that the list leaves */
    if (f.list_height > most && t->all.height < f.height - 6 - most)
        most = f.height - 6 - t->all.height;
    f.list_height = f.list_height > most ? most : f.list_height;
    f.about_y = f.height - 1 - ABOUT_LINES;
    f.list_y = f.about_y - f.list_height;
    f.ask_y = f.list_y - 1;
    f.table_y = 1;
    f.table_height = f.ask_y - f.table_y;
    return f;
}

/* ---- the head and the log ---- */

static void draw_head(const struct term *t)
{
    struct buffer head = {0};
    int width = screen_width();
    const char *help = own_word(&t->board->in, "TERM_HELP_KEY");

    buffer_add(&head, " %s", ct_get_info(t->board->in.def, t->board->in.lang).title);
    for (int i = 0; i < TERM_HEADINGS && *t->heading[i]; i++)
        buffer_add(&head, " › %s", t->heading[i]);
    screen_fill(0, 0, width, buffer_text(&head), STYLE_REVERSE | STYLE_BOLD);
    screen_put(0, width - text_width(help) - 1, width, help, STYLE_REVERSE);
    buffer_free(&head);
}

static void draw_log(const struct term *t, const struct face *f)
{
    int height = f->height - 2, y = height;

    if (!f->log_width)
        return;
    for (int i = 1; i <= height; i++)
        screen_put(i, f->log_x - 1, 1, "│", STYLE_DIM);
    for (size_t i = t->prompt->log_to; i > t->prompt->log_from && y > 0; i--) {
        struct wrapped w = {0};
        wrap_text(&w, t->prompt->log[(i - 1) % PROMPT_LOG], f->log_width - 1);
        for (int k = w.n; k-- > 0 && y > 0; y--)
            screen_put(y, f->log_x, f->log_width - 1, w.line[k], 0);
        wrap_free(&w);
    }
}

/* ---- the cards ---- */

static int style_of(const struct term *t, const struct cell *c, bool asked, bool here)
{
    bool lit = asked && offers_light(&t->offers, c);

    return (c->colour >= 0 ? STYLE_COLOUR(c->colour) : 0) |
           (lit ? STYLE_BOLD | STYLE_LINE : 0) | (here ? STYLE_REVERSE : 0) |
           (c->card < 0 && !lit ? STYLE_DIM : 0);
}

static void draw_cells(struct term *t, const struct face *f, bool asked)
{
    for (int i = 0; i < t->all.ncells; i++) {
        const struct cell *c = &t->all.cell[i];
        int y = f->table_y + c->y - t->scroll, taken = asked ? offers_taken(&t->offers, c) : 0;
        if (c->y < t->scroll || c->y >= t->scroll + f->table_height)
            continue;
        if (taken) /* not only by colour */
            screen_put(y, c->x - 1, 1, "✓", STYLE_BOLD);
        else if (asked && offers_light(&t->offers, c))
            screen_put(y, c->x - 1, 1, "▸", STYLE_BOLD);
        screen_put(y, c->x, f->width - c->x, c->text,
                   style_of(t, c, asked, asked && t->on_cards && i == t->at));
    }
}

static void draw_table(struct term *t, const struct face *f, bool asked)
{
    for (int i = 0; i < t->all.nstrips; i++) {
        const struct strip *s = &t->all.strip[i];
        if (s->y >= t->scroll && s->y < t->scroll + f->table_height)
            screen_put(f->table_y + s->y - t->scroll, s->x, f->width - s->x, s->text,
                       s->is == STRIP_SEAT ? STYLE_BOLD : STYLE_DIM);
    }
    draw_cells(t, f, asked);
    if (t->scroll > 0)
        screen_put(f->table_y, f->width - 1, 1, "↑", STYLE_BOLD);
    if (t->scroll + f->table_height < t->all.height)
        screen_put(f->ask_y - 1, f->width - 1, 1, "↓", STYLE_BOLD);
}

/* At the first question, where there is room below the cards: the game in a sentence, and how to
 * learn more. */
static void draw_greeting(const struct term *t, const struct face *f)
{
    const struct speech *in = &t->board->in;
    const char *line = ct_get_info(in->def, in->lang).line;
    struct wrapped w = {0};
    int y = f->table_y + t->all.height + 1;

    if (*line)
        wrap_text(&w, line, f->width - 8);
    if (t->last < 0 && y + w.n + 1 < f->ask_y) {
        for (int i = 0; i < w.n; i++)
            screen_put(y++, 4, f->width - 8, w.line[i], STYLE_BOLD);
        screen_put(y, 4, f->width - 8, own_word(in, "TERM_GREETS"), 0);
    }
    wrap_free(&w);
}

/* ---- the question ---- */

static void draw_list(const struct term *t, const struct face *f)
{
    const struct offers *o = &t->offers;
    char number[16];

    for (int i = 0; i < f->list_height && t->first + i < o->nshown; i++) {
        int at = t->first + i, choice = o->shown[at];
        bool here = !t->on_cards && at == t->item;
        snprintf(number, sizeof number, "%4d ", choice + 1);
        screen_put(f->list_y + i, 0, 5, o->all.numbers ? "     " : number, STYLE_DIM);
        screen_put(f->list_y + i, 5, f->width - 7, o->all.text[choice],
                   here ? STYLE_REVERSE | STYLE_BOLD : 0);
    }
    if (t->first > 0)
        screen_put(f->list_y, f->width - 1, 1, "↑", STYLE_BOLD);
    if (t->first + f->list_height < o->nshown)
        screen_put(f->list_y + f->list_height - 1, f->width - 1, 1, "↓", STYLE_BOLD);
}

/* The card under the cursor and its effects. */
static void draw_about(const struct term *t, const struct face *f)
{
    struct showing s = {.in = t->board->in, .game = t->board->game};
    struct buffer about = {0}, does = {0};
    struct wrapped w = {0};
    int card = face_card(t);

    if (card < 0)
        return;
    card_summary(&does, &s, card);
    buffer_add(&about, "%s%s%s", ct_card_name(s.in.def, card, s.in.lang),
               does.n ? own_word(&s.in, "COLON") : "", buffer_text(&does));
    wrap_text(&w, buffer_text(&about), f->width - 3);
    for (int i = 0; i < w.n && i < ABOUT_LINES; i++) {
        int used = screen_put(f->about_y + i, 1, f->width - 3, w.line[i], STYLE_DIM);
        if (i == ABOUT_LINES - 1 && w.n > ABOUT_LINES)
            screen_put(f->about_y + i, 1 + used, 2, " …", STYLE_DIM);
    }
    wrap_free(&w);
    buffer_free(&about);
    buffer_free(&does);
}

static void draw_foot(const struct term *t, const struct face *f, bool asked)
{
    struct buffer foot = {0};

    if (t->typing || *t->offers.typed)
        buffer_add(&foot, " %s %s▏", own_word(&t->board->in, "TERM_SEARCH"), t->offers.typed);
    else if (t->note)
        buffer_add(&foot, " %s", t->note);
    else if (asked)
        buffer_add(&foot, " %s", own_word(&t->board->in, "TERM_KEYS"));
    screen_put(f->height - 1, 0, screen_width(), buffer_text(&foot),
               t->note ? STYLE_BOLD : STYLE_DIM);
    buffer_free(&foot);
}

void face_draw(struct term *t, int observer, bool asked, const char *said)
{
    screen_clear();
    if (screen_width() < SCREEN_WIDTH || screen_height() < SCREEN_HEIGHT)
        return; /* it is said where keys are waited for */
    struct face f = face_now(t);
    arrange(&t->all, t->board, observer, f.width - 1);
    f = face_now(t);
    if (t->scroll > t->all.height - f.table_height)
        t->scroll = t->all.height - f.table_height;
    t->scroll = t->scroll < 0 ? 0 : t->scroll;
    draw_head(t);
    draw_table(t, &f, asked);
    screen_fill(f.ask_y, 0, f.width, said, asked ? STYLE_BOLD | STYLE_LINE : STYLE_DIM);
    if (asked) {
        draw_greeting(t, &f);
        draw_list(t, &f);
        draw_about(t, &f);
    }
    draw_log(t, &f);
    draw_foot(t, &f, asked);
    screen_show();
}

/* ---- positions ---- */

int face_cell(const struct term *t, int y, int x)
{
    struct face f = face_now(t);

    if (y < f.table_y || y >= f.ask_y)
        return -1;
    for (int i = 0; i < t->all.ncells; i++) {
        const struct cell *c = &t->all.cell[i];
        if (c->y - t->scroll == y - f.table_y && x >= c->x - 1 && x < c->x + c->w)
            return i;
    }
    return -1;
}

int face_item(const struct term *t, int y, int x)
{
    struct face f = face_now(t);
    int at = t->first + y - f.list_y;

    return y >= f.list_y && y < f.about_y && x < f.width && at < t->offers.nshown ? at : -1;
}

void face_follow(struct term *t)
{
    struct face f = face_now(t);

    if (t->at >= 0 && t->at < t->all.ncells && t->on_cards) {
        int y = t->all.cell[t->at].y;
        if (y < t->scroll + 1)
            t->scroll = y > 1 ? y - 1 : 0;
        if (y >= t->scroll + f.table_height)
            t->scroll = y - f.table_height + 1;
    }
    if (t->item >= t->offers.nshown)
        t->item = t->offers.nshown ? t->offers.nshown - 1 : 0;
    if (t->item < t->first)
        t->first = t->item;
    if (t->item >= t->first + f.list_height)
        t->first = t->item - f.list_height + 1;
    if (t->first > t->offers.nshown - f.list_height)
        t->first = t->offers.nshown > f.list_height ? t->offers.nshown - f.list_height : 0;
}

int face_card(const struct term *t)
{
    const struct offers *o = &t->offers;

    if (t->on_cards)
        return t->at >= 0 && t->at < t->all.ncells ? t->all.cell[t->at].card : -1;
    if (t->item >= o->nshown || !o->choice[o->shown[t->item]].ncards)
        return -1;
    return o->choice[o->shown[t->item]].card[0].card;
}

/* term.c - a game at a full-screen table: keys, clicks and their actions. */
#include "term.h"

#include "face.h"
#include "screen.h"
#include "sheet.h"
#include "tools/memory.h"

#include <stdlib.h>
#include <time.h>

enum { NOT_YET = -100 }; /* the player continues choosing */

void term_open(struct term *t, const struct board *b, struct prompt *p, int people)
{
    t->board = b;
    t->prompt = p;
    t->last = -1;
    t->people = people;
    t->open = screen_possible() && screen_open(b->colour, own_word(&b->in, "TERM_SMALL"));
}

void term_close(struct term *t)
{
    if (t->open)
        screen_close();
    t->open = false;
    offers_free(&t->offers);
    arrange_free(&t->all);
    free(t->note);
    t->note = NULL;
    if (!screen_stopped()) /* otherwise it may be thinking */
        players_free(&t->adviser, 1);
}

bool term_stopped(void)
{
    return screen_stopped();
}

void term_line(struct term *t, const struct ct_line *line)
{
    int d = line->depth < TERM_HEADINGS ? line->depth : TERM_HEADINGS - 1;

    if (line->kind != CT_LINE_HEADING)
        return;
    snprintf(t->heading[d], sizeof t->heading[d], "%s", line->text);
    for (int i = d + 1; i < TERM_HEADINGS; i++)
        *t->heading[i] = 0;
}

void term_say(struct term *t, char *text)
{
    free(t->note);
    t->note = text;
}

/* ---- while others play ---- */

enum { OFTEN = 50, LONG = 300 }; /* ms */

static long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* The observer, and the players they wait for. */
struct waiting {
    struct term *t;
    int observer, seat;
};

static void draw_waiting(void *ctx)
{
    struct waiting *w = ctx;
    const struct board *b = w->t->board;
    struct buffer said = {0};

    offers_free(&w->t->offers);
    buffer_add(&said, " %s%s%s", mem_said(ct_seat_name(b->engine, b->game, w->seat)),
               own_word(&b->in, "COLON"), own_word(&b->in, "PAGE_THINKS"));
    face_draw(w->t, w->observer, false, buffer_text(&said));
    buffer_free(&said);
}

int term_choose(struct term *t, struct player *p, int observer, int seat, int n)
{
    static long drawn; /* one screen, one clock */
    struct waiting w = {t, observer, seat};
    long begun = now_ms();

    if (begun - drawn >= OFTEN)
        draw_waiting(&w);
    drawn = begun - drawn >= OFTEN ? begun : drawn;
    if (p->kind != PLAYER_BOT)
        return player_choose(p, t->board->in.def, t->board->game, seat, n);
    int choice = think_choose(p, t->board->in.def, t->board->game, seat, n, draw_waiting, &w);
    if (now_ms() - begun > LONG) /* keys pressed before do not answer the next question */
        screen_forget();
    return choice;
}

/* Scrolls for a key. False: it is for something else. */
static bool scrolled(struct term *t, int key)
{
    int page = face_now(t).table_height;

    switch (key) {
    case SCREEN_UP: t->scroll--; return true;
    case SCREEN_DOWN: t->scroll++; return true;
    case SCREEN_WHEEL_UP: t->scroll -= 3; return true;
    case SCREEN_WHEEL_DOWN: t->scroll += 3; return true;
    case SCREEN_PAGE_UP: t->scroll -= page; return true;
    case SCREEN_PAGE_DOWN: t->scroll += page; return true;
    case SCREEN_FIRST: t->scroll = 0; return true;
    case SCREEN_LAST: t->scroll = 1 << 20; return true;
    default: return key == SCREEN_RESIZED || key == SCREEN_MOUSE;
    }
}

/* " The game is over. Bob wins." */
static void end_words(const struct term *t, struct buffer *to)
{
    const struct board *b = t->board;
    struct ct_result r;
    struct buffer who = {0};
    int n = 0;

    buffer_add(to, " %s", own_word(&b->in, "PAGE_OVER"));
    if (ct_get_result(b->engine, b->game, &r))
        return;
    for (int i = 0; i < ct_seats(b->game); i++)
        if (r.winners >> i & 1)
            buffer_add(&who, "%s%s", n++ ? ", " : "",
                       mem_said(ct_seat_name(b->engine, b->game, i)));
    if (n)
        buffer_add(to, " ★ %s", buffer_text(&who));
    buffer_add(to, "  %s", own_word(&b->in, "TERM_END"));
    buffer_free(&who);
}

void term_end(struct term *t, int observer)
{
    struct buffer said = {0};
    int y, x, key;

    offers_free(&t->offers);
    end_words(t, &said);
    do {
        face_draw(t, observer, false, buffer_text(&said));
        key = screen_key(&y, &x);
        if (key == 'l' || key == '?')
            sheet_command(t, observer, key);
        if (key == 's')
            sheet_scores(t, observer);
    } while (scrolled(t, key) || key == 'l' || key == '?' || key == 's');
    buffer_free(&said);
}

/* ---- from hand to hand ---- */

/* An empty screen until the next player is there. False: stop. */
static bool curtain(struct term *t, int seat)
{
    const struct speech *in = &t->board->in;
    const char *name = mem_said(ct_seat_name(t->board->engine, t->board->game, seat));
    char *turn = SENTENCE(in, "PAGE_CURTAIN", TEXT("who", name)),
         *give = SENTENCE(in, "PAGE_CURTAIN_GIVE", TEXT("who", name)),
         *go = SENTENCE(in, "PAGE_CURTAIN_GO", TEXT("who", name));
    struct buffer enter = {0};
    int key, y, x;

    buffer_add(&enter, "[Enter] %s", go);
    do {
        int at = screen_height() / 2 - 2;
        screen_clear();
        screen_put(at, 4, screen_width() - 8, turn, STYLE_BOLD);
        screen_put(at + 2, 4, screen_width() - 8, give, 0);
        screen_put(at + 4, 4, screen_width() - 8, buffer_text(&enter), STYLE_BOLD);
        screen_show();
        key = screen_key(&y, &x);
    } while (key != SCREEN_ENTER && key != SCREEN_STOP);
    buffer_free(&enter);
    free(turn);
    free(give);
    free(go);
    return key != SCREEN_STOP;
}

/* ---- choosing ---- */

/* The cell's card in the matching choices. NULL: none has it. */
static const struct ct_card *card_of(const struct term *t, const struct cell *c)
{
    const struct offers *o = &t->offers;

    for (int i = 0; i < o->nshown; i++) {
        const struct ct_choice *choice = &o->choice[o->shown[i]];
        for (int k = 0; k < choice->ncards; k++) {
            const struct ct_card *card = &choice->card[k];
            if (card->zone == c->zone && card->seat == c->seat && card->place >= c->place &&
                card->place < c->place + c->n)
                return card;
        }
    }
    return NULL;
}

/* The choice that has the cards that were taken, and no others, comes under the cursor of the
 * list. */
static void point_at_whole(struct term *t)
{
    const struct offers *o = &t->offers;

    t->item = 0;
    for (int i = o->nshown; i-- > 0;)
        if (o->choice[o->shown[i]].ncards == o->ntaken)
            t->item = i;
}

/* Takes the cell under the cursor: the choice that is made by it, or NOT_YET. */
static int take_cell(struct term *t, int seat)
{
    struct offers *o = &t->offers;

    if (t->at < 0 || t->at >= t->all.ncells)
        return NOT_YET;
    const struct cell *c = &t->all.cell[t->at];
    const struct ct_card *card = card_of(t, c);
    if (!card) {
        sheet_show(t, c->card, seat);
        return NOT_YET;
    }
    struct ct_card taken = *card;
    bool more = offers_take(o, &taken), open = false;
    if (more && o->nshown == 1)
        return o->shown[0];
    for (int i = 0; i < o->nshown; i++)
        open |= o->choice[o->shown[i]].ncards > o->ntaken;
    t->on_cards = open; /* otherwise they differ in other parts than cards */
    point_at_whole(t);
    return NOT_YET;
}

static int first_lit(const struct term *t)
{
    for (int i = t->all.ncells; i-- > 0;) /* the player's own come last */
        if (offers_light(&t->offers, &t->all.cell[i])) {
            int line = t->all.cell[i].y;
            while (i > 0 && t->all.cell[i - 1].y == line &&
                   offers_light(&t->offers, &t->all.cell[i - 1]))
                i--;
            return i;
        }
    return t->all.ncells ? t->all.ncells - 1 : -1;
}

static void move(struct term *t, int key)
{
    struct face f = face_now(t);
    int page = t->on_cards ? f.table_height : f.list_height, n = t->offers.nshown;
    int by = key == SCREEN_PAGE_UP ? -page : key == SCREEN_PAGE_DOWN ? page : 0;

    if (key == SCREEN_WHEEL_UP || key == SCREEN_WHEEL_DOWN || (t->on_cards && by)) {
        t->scroll += by ? by : key == SCREEN_WHEEL_UP ? -3 : 3;
        return;
    }
    if (t->on_cards) {
        t->at = key == SCREEN_FIRST ? 0
                : key == SCREEN_LAST
                    ? t->all.ncells - 1
                    : arrange_next(&t->all, t->at, (key == SCREEN_DOWN) - (key == SCREEN_UP),
                                   (key == SCREEN_RIGHT) - (key == SCREEN_LEFT));
    } else {
        by += (key == SCREEN_DOWN || key == SCREEN_RIGHT) -
              (key == SCREEN_UP || key == SCREEN_LEFT);
        t->item = key == SCREEN_FIRST ? 0 : key == SCREEN_LAST ? n - 1 : t->item + by;
        t->item = t->item >= n ? n - 1 : t->item;
        t->item = t->item < 0 ? 0 : t->item;
    }
    face_follow(t);
}

static int enter(struct term *t, int seat)
{
    if (t->on_cards)
        return take_cell(t, seat);
    return t->item < t->offers.nshown ? t->offers.shown[t->item] : NOT_YET;
}

static int click(struct term *t, int seat, int y, int x)
{
    int cell = face_cell(t, y, x), item = face_item(t, y, x);

    if (cell >= 0) {
        t->at = cell;
        t->on_cards = true;
        return take_cell(t, seat);
    }
    return item >= 0 ? t->offers.shown[item] : NOT_YET;
}

/* Letters look for a choice, digits for its number. */
static bool typed(struct term *t, int key)
{
    bool digit = (key >= '0' && key <= '9') || (key == '-' && t->offers.all.numbers);

    if (key == '/' && !t->typing)
        t->typing = true;
    else if (key == SCREEN_ERASE)
        offers_type(&t->offers, 0);
    else if (digit || (t->typing && key >= ' ' && key < 256))
        offers_type(&t->offers, key);
    else
        return false;
    t->on_cards = false;
    t->item = t->first = 0;
    return true;
}

/* A pick that may go on by itself; or NOT_YET, and why not. */
static int decide(struct term *t, int seat, const char *what)
{
    const char *why;
    int pick = prompt_decide(t->prompt, seat, what, &why);

    if (pick < 0)
        term_say(t, mem_strdup(why));
    return pick < 0 ? NOT_YET : pick;
}

/* A letter that asks for something; a choice, PROMPT_…, or NOT_YET. */
static int command(struct term *t, int seat, int key)
{
    switch (key) {
    case 'q': return PROMPT_QUIT;
    case 'u': t->prompt->undo = 1; return PROMPT_UNDO;
    case 'a':
    case 'p': return decide(t, seat, key == 'a' ? "all" : "pass");
    case SCREEN_TAB:
        t->on_cards = !t->on_cards && t->all.ncells > 0;
        t->at = t->on_cards ? first_lit(t) : t->at;
        break;
    case SCREEN_ESCAPE:
        offers_all(&t->offers);
        t->typing = false;
        t->item = t->first = 0;
        break;
    default: sheet_command(t, seat, key); break;
    }
    return NOT_YET;
}

static int key_does(struct term *t, int seat, int key, int y, int x)
{
    if (key == SCREEN_STOP)
        return PROMPT_QUIT;
    if (key == SCREEN_RESIZED)
        return NOT_YET;
    term_say(t, NULL);
    if (typed(t, key))
        return NOT_YET;
    if (key == SCREEN_ENTER)
        return enter(t, seat);
    if (key == SCREEN_MOUSE)
        return click(t, seat, y, x);
    if ((key >= SCREEN_UP && key <= SCREEN_LAST) || key == SCREEN_WHEEL_UP ||
        key == SCREEN_WHEEL_DOWN) {
        move(t, key);
        return NOT_YET;
    }
    return command(t, seat, key);
}

/* The cursor of a new question: in the list; one's own cards are in sight. */
static void begin(struct term *t)
{
    t->typing = t->on_cards = false;
    t->item = t->first = 0;
    t->scroll = 1 << 20;
    t->at = -1;
}

int term_ask(struct term *t, int seat)
{
    const struct board *b = t->board;
    int picked = NOT_YET, y = 0, x = 0;

    if (t->people > 1 && t->last != seat && !curtain(t, seat))
        return PROMPT_QUIT;
    offers_free(&t->offers);
    if (!offers_read(&t->offers, b, seat))
        return PROMPT_ERROR;
    begin(t);
    while (picked == NOT_YET) {
        struct buffer said = {0};
        buffer_add(&said, " %s", mem_said(ct_prompt(b->engine, b->game)));
        face_draw(t, seat, true, buffer_text(&said));
        buffer_free(&said);
        int key = screen_key(&y, &x);
        picked = key_does(t, seat, key, y, x);
    }
    t->last = seat;
    term_say(t, NULL);
    return picked;
}

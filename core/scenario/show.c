/* show.c - writes choices and positions as scenarios do, and finds the choice that a pick means. */
#include "scenario/scenario.h"

#include "api/internal.h"
#include "say/describe.h"
#include "say/fault.h"

#include <stdlib.h>
#include <string.h>

void show_error(const struct ground *g, struct str *out)
{
    struct str text = {0};

    fault_text(&text, g->def, &g->e->err,
               g->engine->script ? script_error(g->engine->script) : NULL);
    str_addf(out, "%s\n", str_of(&text));
    str_free(&text);
}

/* ---- choices ---- */

/* Parts of a choice: single cards, then its set, seat and number. */
enum { PARTS = 3, PART_SET = PARTS, PART_SEAT, PART_NUMBER, ALL_PARTS };

static uint16_t part_card(const struct kchoice *c, int part)
{
    return part == 0 ? c->card : part == 1 ? c->helper : c->target;
}

/* The card's id as the seat sees it. */
static const char *card_id(struct run *r, int seat, unsigned card)
{
    if (!k_sees(r->e, r->s, seat, card))
        return "unknown";
    return r->sc->g->def->cards[k_insts(r->s)[card].def].id;
}

static bool has_number(struct run *r, const struct kchoice *c)
{
    return c->action == ACT_EFFECT ||
           (c->action < ACT_EFFECT && r->e->d->actions[c->action].from != REF_NONE);
}

/* Does the token fit the number, or its word? */
static bool number_fits(struct run *r, const struct kchoice *c, const char *token)
{
    const char *word = choice_word(r->sc->g->def, c);
    char *end = NULL;

    return word ? !strcmp(token, word) : strtol(token, &end, 10) == c->number && !*end;
}

/* Is the card in the zone that stands before its name ("hand", "B.hand")? */
static bool zone_fits(struct run *r, unsigned card, const char *zone, size_t len)
{
    struct kslotinfo info = k_slotinfo(r->s)[k_insts(r->s)[card].slot];
    const char *full = r->sc->slot_name[k_insts(r->s)[card].slot];

    if (strlen(full) == len && !memcmp(full, zone, len))
        return true;
    if (info.zone >= r->e->d->nzones)
        return false;
    const char *id = r->sc->g->def->zones[info.zone].id;
    return strlen(id) == len && !memcmp(id, zone, len);
}

static bool card_fits(struct run *r, int seat, unsigned card, const char *token, size_t len)
{
    const char *dot = NULL;

    for (size_t i = 0; i < len; i++)
        if (token[i] == '.')
            dot = token + i;
    if (dot && !zone_fits(r, card, token, (size_t)(dot - token)))
        return false;
    const char *id = card_id(r, seat, card), *name = dot ? dot + 1 : token;
    size_t n = (size_t)(token + len - name);
    return strlen(id) == n && !memcmp(id, name, n);
}

/* The number (from 1) of a card among the different cards in this part of the options that fit
 * the name, in order. */
static int ordinal(struct run *r, int seat, const struct kchoice *opts, int upto, int part,
                   uint16_t card, const char *token, size_t len)
{
    int k = 1;

    for (int i = 0; i < upto; i++) {
        uint16_t c = part_card(&opts[i], part);
        bool again = c == NO_CARD;

        if (c == card)
            break;
        for (int j = 0; j < i && !again; j++)
            again = part_card(&opts[j], part) == c;
        k += !again && card_fits(r, seat, c, token, len);
    }
    return k;
}

static bool token_card(struct run *r, int seat, const struct kchoice *opts, int which, int part,
                       const char *token)
{
    const char *hash = strchr(token, '#');
    size_t len = hash ? (size_t)(hash - token) : strlen(token);
    uint16_t card = part_card(&opts[which], part);

    if (!card_fits(r, seat, card, token, len))
        return false;
    return !hash ||
           ordinal(r, seat, opts, which, part, card, token, len) == strtol(hash + 1, NULL, 10);
}

/* ---- sets: "ant+bee" in any order; "ant+bee#2": the second with these names ---- */

struct piece {
    const char *text;
    size_t len;
};

/* The names in a token, without its `#`. Returns how many; 0: too many for a set. */
static int pieces_of(const char *token, struct piece out[K_MAX_CHOSEN])
{
    int n = 0;

    for (; n < K_MAX_CHOSEN; n++) {
        size_t len = strcspn(token, "+#");
        out[n] = (struct piece){token, len};
        if (token[len] != '+')
            return n + 1;
        token += len + 1;
    }
    return 0;
}

/* Are they exactly the cards of the set? */
static bool set_fits(struct run *r, int seat, const struct kchoice *c, const char *token)
{
    bool fits[K_MAX_CHOSEN * K_MAX_CHOSEN], have[K_MAX_CHOSEN];
    struct piece piece[K_MAX_CHOSEN];
    const uint16_t *set;
    int n = k_choice_set(r->e, r->s, c, &set), owner[K_MAX_CHOSEN];

    if (pieces_of(token, piece) != n)
        return false;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            fits[k * n + j] = card_fits(r, seat, set[j], piece[k].text, piece[k].len);
    return match(r->mem, fits, n, n, owner, have);
}

static bool parts_alike(const struct kchoice *a, const struct kchoice *b)
{
    return a->action == b->action && a->card == b->card && a->helper == b->helper &&
           a->target == b->target && a->seat == b->seat && a->number == b->number;
}

/* The number (from 1) of this choice among similar ones whose sets fit the token. */
static int set_ordinal(struct run *r, int seat, const struct kchoice *opts, int which,
                       const char *token)
{
    int k = 1;

    for (int i = 0; i < which; i++)
        k += parts_alike(&opts[i], &opts[which]) && set_fits(r, seat, &opts[i], token);
    return k;
}

static bool has_part(struct run *r, const struct kchoice *c, int part)
{
    return part < PARTS        ? part_card(c, part) != NO_CARD
           : part == PART_SET  ? c->nset != 0
           : part == PART_SEAT ? c->seat != NO_SEAT
                               : has_number(r, c);
}

static bool token_fits(struct run *r, int seat, const struct kchoice *opts, int which, int part,
                       const char *token)
{
    const struct kchoice *c = &opts[which];
    const char *hash = strchr(token, '#');

    if (part == PART_SET)
        return set_fits(r, seat, c, token) &&
               (!hash ||
                set_ordinal(r, seat, opts, which, token) == strtol(hash + 1, NULL, 10));
    return part < PARTS        ? token_card(r, seat, opts, which, part, token)
           : part == PART_SEAT ? name_seat(r->sc, token, strlen(token)) == c->seat
                               : number_fits(r, c, token);
}

/* Do the words of the pick from `at` on fit the parts of the choice? open: the last ones may be
 * missing. */
static bool tokens_fit(struct run *r, int seat, const struct kchoice *opts, int which,
                       const struct pick_text *p, int at, bool open)
{
    const struct kchoice *c = &opts[which];

    for (int part = 0; part < ALL_PARTS; part++) {
        if (!has_part(r, c, part))
            continue;
        if (at == p->n)
            return open;
        if (!token_fits(r, seat, opts, which, part, p->token[at++]))
            return false;
    }
    return at == p->n;
}

static const char *action_name(struct run *r, const struct kchoice *c)
{
    if (c->action >= ACT_EFFECT || !r->e->d->actions[c->action].named)
        return NULL;
    return r->sc->g->def->actions[c->action].id;
}

bool pick_fits(struct run *r, int seat, const struct kchoice *opts, int which,
               const struct pick_text *p, bool open)
{
    const struct kchoice *c = &opts[which];
    const char *action = action_name(r, c);

    if (c->action == ACT_DONE || c->action == ACT_NONE)
        return p->n == 1 && !strcmp(p->token[0], c->action == ACT_DONE ? "done" : "none");
    if (action && !strcmp(p->token[0], action) && tokens_fit(r, seat, opts, which, p, 1, open))
        return true;
    return tokens_fit(r, seat, opts, which, p, 0, open);
}

uint16_t pick_card(struct run *r, int seat, const char *token)
{
    for (int c = 0; c < r->s->ninst && !strchr(token, '#'); c++)
        if (k_insts(r->s)[c].slot != r->s->nslots - 1 &&
            card_fits(r, seat, (unsigned)c, token, strlen(token)))
            return (uint16_t)c;
    return NO_CARD;
}

int action_named(const struct run *r, const char *token)
{
    const struct kdef *d = r->e->d;
    const struct kframe *f = k_frames(r->s) + k_rules(r->s)->nframes - 1;
    const struct kchoose *c =
        k_rules(r->s)->nframes && f->kind == FRAME_CHOOSE ? &d->chooses[f->choose.id] : NULL;

    for (int i = 0; c && i < c->nactions;
         i++) /* actions written where they are offered may share a name */
        if (!strcmp(r->sc->g->def->actions[d->acts[c->actions + i]].id, token))
            return d->acts[c->actions + i];
    for (int a = 0; a < r->e->d->nactions; a++)
        if (r->e->d->actions[a].named && !strcmp(r->sc->g->def->actions[a].id, token))
            return a;
    return -1;
}

/* The set that a token names: for each name the first card in play that is not used yet. */
static bool set_read(struct run *r, int seat, const char *token, struct kchoice *c)
{
    struct piece piece[K_MAX_CHOSEN];
    int n = strchr(token, '#') ? 0 : pieces_of(token, piece);
    uint16_t set[K_MAX_CHOSEN];

    for (int k = 0; k < n; k++) {
        unsigned i = 0;
        for (; i < r->s->ninst; i++) {
            int j = 0;
            while (j < k && set[j] != i)
                j++;
            if (j == k && k_insts(r->s)[i].slot != r->s->nslots - 1 &&
                card_fits(r, seat, i, piece[k].text, piece[k].len))
                break;
        }
        if (i == r->s->ninst)
            return false;
        set[k] = (uint16_t)i;
    }
    return k_record_set(r->e, c, set, n);
}

static bool number_read(const struct run *r, struct kchoice *c, const char *token)
{
    char *end;

    if (c->action < ACT_EFFECT && r->e->d->actions[c->action].word != REF_NONE) {
        c->number = action_word(r->sc->g->def, c->action, token);
        return c->number >= 0;
    }
    c->number = (int32_t)strtol(token, &end, 10);
    return !*end;
}

bool pick_record(struct run *r, int seat, const struct kchoice *like, const struct pick_text *p,
                 struct kchoice *out)
{
    int named = action_named(r, p->token[0]), at = named >= 0;
    struct kchoice c = {.action = named >= 0 ? (uint16_t)named : like->action,
                        .card = NO_CARD,
                        .helper = NO_CARD,
                        .target = NO_CARD,
                        .seat = NO_SEAT};
    bool own = c.action < ACT_EFFECT;
    const struct kaction *a = &r->e->d->actions[own ? c.action : 0];
    const bool has[] = {own ? a->card != REF_NONE : like->card != NO_CARD,
                        own && a->helper != REF_NONE, own && a->target != REF_NONE};
    uint16_t *const part[] = {&c.card, &c.helper, &c.target};

    if (p->n == 1 && !strcmp(p->token[0], "done")) {
        c.action = ACT_DONE;
        *out = c;
        return true;
    }
    for (int i = 0; i < PARTS; i++)
        if (has[i]) {
            *part[i] = at < p->n ? pick_card(r, seat, p->token[at]) : NO_CARD;
            at += *part[i] != NO_CARD;
            if (*part[i] == NO_CARD && (!own || a->slot_if[i] == REF_NONE))
                return false;
        }
    if (own && a->cards != REF_NONE && (at >= p->n || !set_read(r, seat, p->token[at++], &c)))
        return false;
    if (own && a->seat != REF_NONE) {
        int s = at < p->n ? name_seat(r->sc, p->token[at], strlen(p->token[at])) : -1;

        if (s < 0)
            return false;
        c.seat = (uint8_t)s;
        at++;
    }
    if (has_number(r, &c)) {
        if (at >= p->n || !number_read(r, &c, p->token[at++]))
            return false;
    }
    *out = c;
    return at == p->n;
}

/* The shortest name that no other option's card in this part shares. */
static void show_option_card(struct run *r, struct str *out, int seat,
                             const struct kchoice *opts, int n, int which, int part)
{
    uint16_t card = part_card(&opts[which], part);
    const char *id = card_id(r, seat, card);
    const char *zone = r->sc->slot_name[k_insts(r->s)[card].slot];
    bool other_zone = false, same_zone = false;

    for (int i = 0; i < n; i++) {
        uint16_t c = part_card(&opts[i], part);

        if (c == NO_CARD || c == card || strcmp(card_id(r, seat, c), id) != 0)
            continue;
        if (k_insts(r->s)[c].slot == k_insts(r->s)[card].slot)
            same_zone = true;
        else
            other_zone = true;
    }
    char *name =
        arena_printf(r->mem, "%s%s%s", other_zone ? zone : "", other_zone ? "." : "", id);
    str_add(out, name);
    if (same_zone)
        str_addf(out, "#%d", ordinal(r, seat, opts, which, part, card, name, strlen(name)));
}

/* The names of its cards, and its number among sets with the same names. */
static void show_option_set(struct run *r, struct str *out, int seat,
                            const struct kchoice *opts, int n, int which)
{
    const uint16_t *set;
    int k = k_choice_set(r->e, r->s, &opts[which], &set), same = 0;
    size_t at = out->n;

    for (int i = 0; i < k; i++)
        str_addf(out, "%s%s", i ? "+" : "", card_id(r, seat, set[i]));
    char *token = arena_strdup(r->mem, str_of(out) + at);
    for (int i = 0; i < n; i++)
        same += parts_alike(&opts[i], &opts[which]) && set_fits(r, seat, &opts[i], token);
    if (same > 1)
        str_addf(out, "#%d", set_ordinal(r, seat, opts, which, token));
}

void show_choice(struct run *r, struct str *out, int seat, const struct kchoice *opts, int n,
                 int which)
{
    const struct kchoice *c = &opts[which];
    size_t from = out->n;

    if (c->action == ACT_DONE || c->action == ACT_NONE) {
        str_add(out, c->action == ACT_DONE ? "done" : "none");
        return;
    }
    if (action_name(r, c))
        str_add(out, action_name(r, c));
    for (int part = 0; part < ALL_PARTS; part++) {
        if (!has_part(r, c, part))
            continue;
        str_add(out, out->n > from ? " " : "");
        if (part < PARTS)
            show_option_card(r, out, seat, opts, n, which, part);
        else if (part == PART_SET)
            show_option_set(r, out, seat, opts, n, which);
        else if (part == PART_SEAT)
            str_add(out, r->sc->seat_name[c->seat]);
        else if (choice_word(r->sc->g->def, c))
            str_add(out, choice_word(r->sc->g->def, c));
        else
            str_addf(out, "%d", (int)c->number);
    }
}

enum { FEW_NUMBERS = 3 }; /* Up to this many numbers are listed one by one. */

/* Writes the choice, and with it following ones that differ by consecutive numbers: `bid 3 …
 * 30`. Returns the index of the next choice. */
static int show_choices(struct run *r, struct str *out, int seat, const struct kchoice *opts,
                        int n, int first)
{
    int last = first;

    show_choice(r, out, seat, opts, n, first);
    if (!has_number(r, &opts[first]) || choice_word(r->sc->g->def, &opts[first]))
        return first + 1;
    for (; last + 1 < n && opts[last].number < INT32_MAX; last++) {
        struct kchoice next = opts[last];
        next.number++;
        if (opts[first].nset || !parts_alike(&next, &opts[last + 1]))
            break;
    }
    if (last - first < FEW_NUMBERS)
        return first + 1;
    str_addf(out, " … %d", (int)opts[last].number);
    return last + 1;
}

void show_offers(struct run *r, struct str *out)
{
    uint32_t pending = run_pending(r);
    bool forced = pending != 0;

    str_addf(out, "offered:%s\n", pending ? "" : " nothing");
    for (int seat = 0; seat < r->s->nseats; seat++) {
        if (!(pending >> seat & 1))
            continue;
        int n = k_choices_of(r->e, r->s, seat);
        struct kchoice *opts = n > 0 ? arena_alloc(r->mem, (size_t)n * sizeof *opts) : NULL;

        str_addf(out, "  %s: [", r->sc->seat_name[seat]);
        for (int i = 0; i < n; i++)
            opts[i] = r->e->opts[i];
        for (int i = 0; i < n;) {
            str_add(out, i ? ", " : "");
            i = show_choices(r, out, seat, opts, n, i);
        }
        str_add(out, "]\n");
        forced &= n == 1;
    }
    if (forced)
        str_add(out,
                "  nobody has a choice, but the game waits here. Write the pick as a line of "
                "`then`\n");
}

/* ---- positions ---- */

/* A set of words as a scenario writes it: red+blue. */
static void show_words(const struct scene *sc, struct str *out, int ctr, int32_t set)
{
    const struct words *words = &sc->g->def->traits[sc->g->def->k.counters[ctr].trait].words;
    int n = 0;

    for (int w = 0; w < words->n && w < K_MAX_WORDS; w++)
        if (set >> w & 1)
            str_addf(out, "%s%s", n++ ? "+" : "", words->v[w].id);
    if (!n)
        str_add(out, "none");
}

/* The value of a counter that is neither seat nor card. */
static void show_plain(const struct scene *sc, struct str *out, int ctr, int32_t v)
{
    const char *word = counter_word(sc->g->def, (unsigned)ctr, v);

    if (sc->g->def->k.counters[ctr].is == V_WORDS)
        show_words(sc, out, ctr, v);
    else if (word || sc->g->def->k.counters[ctr].is == V_WORD)
        str_add(out, word ? word : "none");
    else
        str_addf(out, "%d", v);
}

static const char *definition_id(const struct scene *sc, int def)
{
    return def < 0 ? "none" : sc->g->def->cards[def].id;
}

void show_counter(const struct scene *sc, struct kstate *s, struct str *out, int ctr, int32_t v)
{
    switch (sc->g->def->k.counters[ctr].is) {
    case V_FLAG: str_add(out, v ? "true" : "false"); break;
    case V_SEAT: str_add(out, v < 0 ? "none" : sc->seat_name[v]); break;
    case V_CARD: str_add(out, definition_id(sc, v < 0 ? -1 : k_insts(s)[v].def)); break;
    default: show_plain(sc, out, ctr, v);
    }
}

static void show_card(const struct scene *sc, struct kstate *s, struct str *out, unsigned card)
{
    const struct kinst *in = k_insts(s) + card;
    const struct kdef *d = &sc->g->def->k;

    str_add(out, sc->g->def->cards[in->def].id);
    if (in->face == FACE_DOWN)
        str_add(out, " down");
    for (int i = 0; i < d->ncardctr; i++) {
        int32_t v = k_cardctr(s)[card * d->ncardctr + (unsigned)i];

        if (v == d->counters[d->card_ctr[i]].start)
            continue;
        str_addf(out, " %s=", sc->g->def->counters[d->card_ctr[i]].id);
        show_counter(sc, s, out, d->card_ctr[i], v);
    }
}

/* The text of a card, in the run's memory. */
static const char *card_words(struct run *r, unsigned card)
{
    struct str one = {0};
    struct held h;

    arena_hold(r->mem, &h, &one, str_drop);
    show_card(r->sc, r->s, &one, card);
    const char *words = arena_strdup(r->mem, str_of(&one));
    arena_release(r->mem, &h);
    return words;
}

void show_texts(struct str *out, const char *const *text, int n, int most)
{
    for (int i = 0, k, shown = 0; i < n; i = k, shown++) {
        str_add(out, i ? ", " : "");
        if (shown == most) {
            str_addf(out, "... (%d in all)", n);
            break;
        }
        for (k = i + 1; k < n && !strcmp(text[k], text[i]); k++)
            ;
        if (k - i > 1)
            str_addf(out, "%dx ", k - i);
        str_add(out, text[i]);
    }
}

void show_value(struct run *r, struct str *out, int ctr, int32_t v)
{
    if (r->e->d->counters[ctr].is == V_CARD && v >= 0)
        show_card(r->sc, r->s, out, (unsigned)v);
    else
        show_counter(r->sc, r->s, out, ctr, v);
}

/* Writes the counters of a seat (-1: the game) that differ from their start. */
static void show_counters(struct run *r, struct str *out, int seat)
{
    const struct kdef *d = r->e->d;
    const char *gap = "";
    int n = seat < 0 ? d->ngame : d->nseat;

    for (int i = 0; i < n; i++) {
        int ctr = seat < 0 ? d->game_ctr[i] : d->seat_ctr[i];
        int32_t v = seat < 0 ? k_gamectr(r->s)[i] : k_seatctr(r->s)[seat * d->nseat + i];

        if (v == d->counters[ctr].start)
            continue;
        if (!*gap)
            str_addf(out, "  %-14s ", seat < 0 ? "(game)" : r->sc->seat_name[seat]);
        str_addf(out, "%s%s ", gap, r->sc->g->def->counters[ctr].id);
        show_value(r, out, ctr, v);
        gap = ", ";
    }
    if (*gap)
        str_add(out, "\n");
}

void show_position(struct run *r, struct str *out)
{
    const struct kdef *d = r->e->d;
    const char *gap = "";

    str_add(out, "position:\n");
    for (int i = 0; i < d->nphases; i++)
        if (k_phase(r->s)[i]) {
            str_addf(out, "%s%s %d", *gap ? gap : "  (phases)       ",
                     r->sc->g->def->phases[i].id, k_phase(r->s)[i]);
            gap = ", ";
        }
    if (*gap)
        str_add(out, "\n");
    show_counters(r, out, -1);
    for (int seat = 0; seat < r->s->nseats; seat++)
        show_counters(r, out, seat);
    for (unsigned slot = 0; slot + 1 < r->s->nslots; slot++) {
        if (!k_slots(r->s)[slot].count || d->zones[k_slotinfo(r->s)[slot].zone].endless)
            continue;
        str_addf(out, "  %-14s ", r->sc->slot_name[slot]);
        const char **text = NULL;
        int n = 0;
        for (unsigned c = k_first(r->s, slot); c != NO_CARD; c = k_next(r->s, c))
            *LIST_ADD(r->mem, text, n) = card_words(r, c);
        show_texts(out, text, n, 12);
        str_add(out, "\n");
    }
}

void show_list(const struct scene *sc, struct str *out, const struct card_list *l)
{
    const char *gap = "";

    str_add(out, "[");
    for (int i = 0; i < l->n; i++) {
        const struct card_want *w = &l->v[i];

        str_add(out, gap);
        if (w->copies > 1)
            str_addf(out, "%dx ", w->copies);
        str_add(out, w->def < 0 ? "unknown" : sc->g->def->cards[w->def].id);
        str_add(out, w->down ? " down" : "");
        if (w->owner >= 0)
            str_addf(out, " of %s", sc->seat_name[w->owner]);
        for (int k = 0; k < w->nctr; k++) {
            str_addf(out, " %s=", sc->g->def->counters[w->ctr[k].counter].id);
            if (w->ctr[k].value.is_card)
                str_add(out, definition_id(sc, w->ctr[k].value.def));
            else
                show_counter(sc, NULL, out, w->ctr[k].counter, (int32_t)w->ctr[k].value.number);
        }
        gap = ", ";
    }
    str_addf(out, "%s]", l->rest ? (l->n ? ", ..." : "...") : "");
}

/* why_text.c - why a card is not offered, in words: the result of kernel/run/why.c and its place
 * in the files. It is for authors: in English, with identifiers. */
#include "base/arena.h"
#include "base/shown.h"
#include "say/describe_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one reason ---- */

static void add_zones(struct str *to, const struct ct_definition *def, const struct kselect *q)
{
    for (int i = 0; i < q->nzones; i++)
        str_addf(to, "%s%s",
                 i == 0              ? ""
                 : i + 1 < q->nzones ? ", "
                                     : " and ",
                 def->zones[q->zone[i]].id);
}

static void add_lies(struct str *to, const struct ct_definition *def, struct kstate *s,
                     const struct kselect *q, unsigned c)
{
    unsigned zone = k_slotinfo(s)[k_insts(s)[c].slot].zone;
    bool there = !q->nzones || memchr(q->zone, (int)zone, q->nzones);

    if (q->src != SRC_ZONES)
        str_add(to, "only another card is possible");
    else if (there)
        str_add(to, "it belongs to a player whose cards cannot be chosen");
    else
        str_addf(to, "it is in %s; cards may be chosen from ", def->zones[zone].id);
    if (q->src == SRC_ZONES && !there)
        add_zones(to, def, q);
}

static void add_test(struct str *to, const struct ct_definition *def, const struct kwhy *w)
{
    static const char *const cmps[] = {[CMP_IS] = "",
                                       [CMP_EXCEPT] = "anything but ",
                                       [CMP_AT_LEAST] = "at least ",
                                       [CMP_AT_MOST] = "at most "};
    const struct ktest *t = &def->k.tests[w->test];

    if (t->kind == TEST_WORD || t->kind == TEST_DEF) {
        str_addf(to, "its %s: needed is %s",
                 t->kind == TEST_DEF ? "card" : def->traits[t->id].name.id, cmps[t->cmp]);
        const struct words *words = &def->traits[t->id].words;
        if (t->kind == TEST_DEF)
            str_add(to, w->asked >= 0 && w->asked < def->k.ncards ? def->cards[w->asked].id
                                                                  : "none");
        else
            str_add(to, w->asked >= 0 && w->asked < words->n ? words->v[w->asked].id : "none");
        return;
    }
    const char *id = t->kind == TEST_NUMBER ? def->traits[t->id].name.id
                                            : def->counters[def->k.card_ctr[t->id]].id;
    str_addf(to, "its %s is %" PRId64 "; needed is %s%" PRId64, id, w->has, cmps[t->cmp],
             w->asked);
}

static const char *const parts[] = {[BOUND_CARD] = "card",
                                    [BOUND_HELPER] = "helper",
                                    [BOUND_TARGET] = "target",
                                    [WHY_OF_SET] = "set of cards"};

/* The other parts, if the pick takes more than the card. */
static void add_offered(struct str *to, const struct kaction *a)
{
    const struct {
        bool is;
        const char *name;
    } part[] = {{a->card != REF_NONE, "card"},
                {a->helper != REF_NONE, "helper"},
                {a->target != REF_NONE, "target"},
                {a->cards != REF_NONE, "cards"},
                {a->seat != REF_NONE, "seat"},
                {a->from != REF_NONE && a->word == REF_NONE, "number"},
                {a->word != REF_NONE, "word"}};
    int n = 0;

    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        n += part[i].is;
    str_add(to, n > 1 ? "it is offered; a pick names " : "it is offered");
    for (size_t i = 0, k = 0; i < sizeof part / sizeof *part && n > 1; i++)
        if (part[i].is)
            str_addf(to, "%s%s", k++ ? ", " : "", part[i].name);
}

static void add_reason(struct str *to, const struct ct_definition *def, struct kstate *s,
                       unsigned action, const struct kwhy *w, unsigned c)
{
    static const char *const plain[] = {
        [WHY_SORT] = "only another kind of card is possible",
        [WHY_THIS] = "`this` or `other` leaves it out",
        [WHY_WHERE] = "its `where` does not hold",
        [WHY_ANY] = "it is in none of `any`",
        [WHY_EXCEPT] = "it is in `except`",
        [WHY_RANK] = "most, least, one_of_each, first or last take other cards",
        [WHY_IF] = "the `if` does not hold",
        [WHY_SEAT] = "there is no seat to choose with it",
        [WHY_NUMBER] = "there is no number to choose with it",
        [WHY_OTHER] = "it is not among the choices",
    };

    if (w->bound != BOUND_CARD && w->what != WHY_CARD)
        str_addf(to, "%s%s, ", w->bound == WHY_OF_SET ? "in a " : "as ", parts[w->bound]);
    switch ((enum kwhy_what)w->what) {
    case WHY_ZONE: add_lies(to, def, s, &def->k.sels[w->sel], c); break;
    case WHY_FACE:
        str_addf(to, "it is face %s", k_insts(s)[c].face == FACE_DOWN ? "down" : "up");
        break;
    case WHY_TEST: add_test(to, def, w); break;
    case WHY_OFFERED:
        if (action < def->k.nactions)
            add_offered(to, &def->k.actions[action]);
        else
            str_add(to, "it is offered");
        break;
    case WHY_CARD: str_addf(to, "there is no %s to choose with it", parts[w->bound]); break;
    default: str_add(to, plain[w->what]);
    }
}

/* ---- where it is written ---- */

enum { LINE = 100 }; /* bytes of a line of the rules that are shown */

static void add_place(struct str *to, const struct ct_definition *def, uint32_t src)
{
    const struct position *at = src && src < def->npos ? &def->pos[src] : NULL;
    char *line = at && at->src ? source_line(at->src, at->line) : NULL;
    const char *text = line;

    if (!line)
        return;
    while (*text == ' ')
        text++;
    size_t n = strlen(text);
    str_add(to, "    ");
    shown_add(to, at->src->path, strlen(at->src->path));
    str_addf(to, ":%d | ", at->line);
    shown_add_cut(to, text, n, LINE);
    str_add(to, n > LINE ? "…\n" : "\n");
    free(line);
}

/* The selector's line, or the action's if no selector is the reason. */
static uint32_t src_of(const struct ct_definition *def, unsigned action, const struct kwhy *w)
{
    if (w->what == WHY_OFFERED)
        return 0;
    if (w->sel != REF_NONE && def->k.sels[w->sel].src_pos)
        return def->k.sels[w->sel].src_pos;
    return action < def->k.nactions ? def->k.actions[action].src : 0;
}

/* ---- all of a card ---- */

/* How near the card comes to being offered; the nearest is shown with its line. */
static int nearness(const struct kwhy *w)
{
    switch ((enum kwhy_what)w->what) {
    case WHY_OFFERED: return 0;
    case WHY_ZONE: return 1;
    case WHY_FACE:
    case WHY_SORT: return 2;
    default: return 3;
    }
}

enum { ACTIONS = 64 };

static bool takes_card(const struct kdef *d, ref action)
{
    const struct kaction *a = action < d->nactions ? &d->actions[action] : NULL;

    return !a || a->card != REF_NONE || a->helper != REF_NONE || a->target != REF_NONE ||
           a->cards != REF_NONE;
}

/* The meant actions of the open question. Those without a card count only if no other is meant. */
static int actions_of(struct kengine *e, struct kstate *s, int only, ref *action)
{
    int n = k_asked_actions(e, s, action, ACTIONS), kept = 0;
    bool some = false;

    for (int i = 0; i < n; i++)
        some |= takes_card(e->d, action[i]);
    for (int i = 0; i < n; i++)
        if (only < 0 ? !some || takes_card(e->d, action[i]) : action[i] == only)
            action[kept++] = action[i];
    return kept;
}

/* ---- in a player's words ---- */

static void zone_words(struct str *to, const struct voice *v, const struct kslotinfo *lies,
                       const struct kselect *q)
{
    struct str zone = {0}, zones = {0};
    bool there = !q->nzones || memchr(q->zone, lies->zone, q->nzones);

    zone_name(&zone, v->def, lies->zone, v->t);
    for (int i = 0; i < q->nzones; i++) {
        str_add(&zones, i ? ", " : "");
        zone_name(&zones, v->def, q->zone[i], v->t);
    }
    SAY(to,
        q->src != SRC_ZONES ? W_WHY_ANOTHER
        : there             ? W_WHY_OWNER
                            : W_WHY_ZONE,
        v->t, MADE("zone", zone), MADE("zones", zones));
}

/* A number of the card that is too small, too great, another one. */
static void test_words(struct str *to, const struct voice *v, const struct kwhy *w)
{
    const struct ktest *t = &v->def->k.tests[w->test];
    struct str what = {0};

    if (t->kind == TEST_WORD || t->kind == TEST_DEF || t->cmp == CMP_EXCEPT) {
        str_add(to, own(W_WHY_SORT, v->t));
        return;
    }
    if (t->kind == TEST_NUMBER)
        name_add(&what, &v->def->traits[t->id].name, v->t);
    else
        counter_name(&what, v->def, v->def->k.card_ctr[t->id], 2, v->t);
    str_capital(&what, 0);
    SAY(to,
        t->cmp == CMP_AT_LEAST  ? W_WHY_AT_LEAST
        : t->cmp == CMP_AT_MOST ? W_WHY_AT_MOST
                                : W_WHY_IS,
        v->t, MADE("what", what), NUMBER("has", w->has), NUMBER("asked", w->asked));
}

void why_words(struct str *to, const struct voice *v, struct kstate *s, const struct why *why)
{
    const struct kwhy *w = &why->against;
    enum own_word say = W_WHY_RULES;

    switch ((enum kwhy_what)w->what) {
    case WHY_OFFERED: say = W_WHY_OFFERED; break;
    case WHY_ZONE:
        zone_words(to, v, k_slotinfo(s) + k_insts(s)[why->card].slot, &v->def->k.sels[w->sel]);
        return;
    case WHY_TEST: test_words(to, v, w); return;
    case WHY_FACE:
        say = k_insts(s)[why->card].face == FACE_DOWN ? W_WHY_FACE_DOWN : W_WHY_FACE_UP;
        break;
    case WHY_SORT: say = W_WHY_SORT; break;
    case WHY_RANK: say = W_WHY_RANK; break;
    case WHY_CARD:
    case WHY_SEAT:
    case WHY_NUMBER: say = W_WHY_ALONE; break;
    default: break;
    }
    str_add(to, own(say, v->t));
}

const struct position *why_place(const struct ct_definition *def, const struct why *why)
{
    uint32_t src = src_of(def, why->action, &why->against);

    return src && src < def->npos && def->pos[src].src ? &def->pos[src] : NULL;
}

int why_each(struct kengine *e, struct kstate *s, int seat, unsigned card, why_fn fn, void *ctx)
{
    uint16_t *list = mem_try((s->ninst + 1u) * sizeof *list);
    if (!list)
        return -1;
    int n = k_seen_of(e, s, seat, card, list), found = 0, rc = 0;
    ref action[ACTIONS];

    for (int i = 0; i < n && !rc; i++) {
        int actions = actions_of(e, s, -1, action);
        for (int k = 0; k < actions && !rc; k++) {
            struct why why = {.card = list[i], .action = action[k]};
            rc = k_why(e, s, seat, action[k], list[i], &why.against);
            if (!rc)
                fn(ctx, &why);
            found += !rc;
        }
    }
    free(list);
    return rc ? -1 : found;
}

/* ---- for authors ---- */

static void tell_place(struct str *to, const struct voice *v, struct kstate *s, int seat,
                       unsigned c)
{
    const struct kslotinfo *lies = k_slotinfo(s) + k_insts(s)[c].slot;
    bool his = lies->seat == seat, table = lies->seat == NO_SEAT;

    str_addf(to, "%s, %s%s%s:\n", card_name(v->def, k_insts(s)[c].def, v->t),
             table ? ""
             : his ? "own "
                   : v->names[lies->seat],
             table || his ? "" : "'s ", v->def->zones[lies->zone].id);
}

static int tell_card(struct str *to, const struct voice *v, struct kengine *e, struct kstate *s,
                     int seat, unsigned c, int only)
{
    ref action[ACTIONS];
    struct kwhy w[ACTIONS];
    int n = actions_of(e, s, only, action), nearest = 1;

    for (int i = 0; i < n; i++) {
        if (k_why(e, s, seat, action[i], c, &w[i]))
            return -1;
        if (w[i].what == WHY_OFFERED)
            /* one way offers it; of the others only nearly offered ones are shown */
            nearest = 3;
        nearest = nearness(&w[i]) > nearest ? nearness(&w[i]) : nearest;
    }
    tell_place(to, v, s, seat, c);
    if (!n)
        str_add(to, "  the open choice is not about it\n");
    for (int i = 0; i < n; i++) {
        bool named = action[i] != ACT_NONE && v->def->k.actions[action[i]].named;
        str_addf(to, "  %s%s", named ? v->def->actions[action[i]].id : "", named ? ": " : "");
        add_reason(to, v->def, s, action[i], &w[i], c);
        str_add(to, "\n");
        if (nearness(&w[i]) == nearest)
            add_place(to, v->def, src_of(v->def, action[i], &w[i]));
    }
    return 0;
}

bool why_action(struct str *to, const struct voice *v, struct kengine *e, struct kstate *s,
                int seat, const char *id)
{
    ref action[ACTIONS];
    int n = k_asked_actions(e, s, action, ACTIONS);
    bool asked = false;

    str_addf(to, "%s:\n", id);
    for (int i = 0; i < n; i++) {
        struct kwhy w;
        if (action[i] == ACT_NONE || strcmp(v->def->actions[action[i]].id, id) != 0)
            continue;
        if (k_why(e, s, seat, action[i], NO_CARD, &w))
            return false;
        str_add(to, "  ");
        add_reason(to, v->def, s, action[i], &w, NO_CARD);
        str_add(to, "\n");
        add_place(to, v->def, src_of(v->def, action[i], &w));
        asked = true;
    }
    if (!asked)
        str_add(to, "  the open choice is not about it\n");
    return true;
}

/* Does no meant action choose a card? Then there is nothing to tell of each card. */
static bool takes_no_card(struct kengine *e, struct kstate *s)
{
    ref action[ACTIONS];
    int n = k_asked_actions(e, s, action, ACTIONS);

    for (int i = 0; i < n; i++)
        if (takes_card(e->d, action[i]))
            return false;
    return n > 0;
}

int why_text(struct str *to, const struct voice *v, struct kengine *e, struct kstate *s,
             int seat, unsigned card, int only)
{
    uint16_t *list = mem_try((s->ninst + 1u) * sizeof *list);
    if (!list)
        return -1;
    int n = k_seen_of(e, s, seat, card, list), rc = 0;

    if (n > 0 && only < 0 && takes_no_card(e, s)) {
        str_addf(to, "%s: the open choice is not about cards\n", card_name(v->def, card, v->t));
        free(list);
        return 0;
    }
    for (int i = 0; i < n && !rc; i++)
        rc = tell_card(to, v, e, s, seat, list[i], only);
    if (!n)
        str_addf(to, "%s is nowhere in sight\n", card_name(v->def, card, v->t));
    free(list);
    return rc;
}

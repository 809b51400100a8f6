/* together.c - what players settle among themselves: giving up, a bot for a player who is away,
 * and what they say. */
#include "keep.h"
#include "sitting.h"

#include <string.h>

/* The level of a bot that plays on for a player. */
#define STAND_IN "normal"

/* A bot plays on. If the game ends by it, the streams tell so at once. */
struct answer together_give_up(const struct asking *q)
{
    struct gametable *t = q->t;

    if (q->observer < 0)
        return answer_error(403, "a spectator has no seat");
    struct place *p = &t->seat[q->observer], before = *p;
    if (t->over || t->error || p->who != WHO_PERSON)
        return answer_error(409, "there is no game that this seat's player could give up");
    gametable_bot(t, q->observer, STAND_IN);
    p->gone = GONE_GAVE_UP;
    t->over = gametable_given_up(t);
    struct answer a = sitting_changed(q->h, t, q->observer, &before, json_object());
    t->over &= a.status == 200;
    return a;
}

/* The seats whose players are there, but for one. */
static unsigned others_here(const struct gametable *t, int but)
{
    unsigned here = 0;

    for (int i = 0; i < t->nseats; i++)
        if (i != but && t->seat[i].who == WHO_PERSON && t->seat[i].here)
            here |= 1u << i;
    return here;
}

struct answer together_replace(const struct asking *q)
{
    struct gametable *t = q->t;
    int seat = sitting_seat(t, json_object_get(q->body, "seat"));
    struct place *p = &t->seat[seat < 0 ? 0 : seat], before = *p;

    if (q->observer < 0)
        return answer_error(403, "a spectator has no seat");
    if (seat < 0 || seat == q->observer || t->over || p->who != WHO_PERSON || p->here)
        return answer_error(409, "no player is away from this seat");
    time_t since = p->left ? p->left : t->since, until = since + q->h->away, now = time(NULL);
    bool no = json_is_true(json_object_get(q->body, "no"));
    if (now < until && !no)
        return answer_yes(
            json_pack("{sb sI}", "replaced", false, "wait", (json_int_t)(until - now)));
    p->replace = no ? 0 : p->replace | 1u << q->observer;
    unsigned here = others_here(t, seat);
    if (p->replace && (p->replace & here) == here) {
        gametable_bot(t, seat, STAND_IN);
        p->replace = 0;
        return sitting_changed(q->h, t, seat, &before, json_pack("{sb}", "replaced", true));
    }
    t->version++;
    house_changed(q->h, t);
    return answer_yes(json_pack("{sb}", "replaced", false));
}

struct answer together_say(const struct asking *q)
{
    struct gametable *t = q->t;
    const char *text = json_string_value(json_object_get(q->body, "text"));

    if (q->observer < 0)
        return answer_error(403, "spectators only listen");
    if (!text || !text[strspn(text, " ")] || strlen(text) >= CHAT_ROOM || !ct_is_line(text))
        return answer_error(400, "`text` must be a line of at most %d bytes", CHAT_ROOM - 1);
    gametable_say(t, q->observer, text);
    keep_seats_or_say(t);
    house_changed(q->h, t);
    return answer_yes(json_object());
}

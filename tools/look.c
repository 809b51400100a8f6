/* look.c - all cards that an observer sees in a game. */
#include "look.h"

#include "memory.h"

int look_all(ct_engine *engine, ct_state *game, int observer, struct ct_card **card,
             int32_t **counter)
{
    int n = ct_look(engine, game, observer, CT_EVERY, NULL, NULL, 0);
    size_t room = n > 0 ? (size_t)n : 0,
           each = (size_t)ct_get_info(ct_engine_definition(engine), NULL).card_counters;

    *card = mem_alloc(room * sizeof **card);
    if (counter)
        *counter = mem_alloc(room * each * sizeof **counter);
    if (n > 0 &&
        ct_look(engine, game, observer, CT_EVERY, *card, counter ? *counter : NULL, n) != n)
        mem_die();
    return n;
}

unsigned persons_of(const ct_state *game)
{
    unsigned persons = 0;

    for (int i = 0; i < ct_seats(game); i++)
        persons |= (unsigned)ct_is_person(game, i) << i;
    return persons;
}

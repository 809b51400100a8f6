/* csv.c - a stranger's table of cards. What loads is told as a table again, which must be the same cards, and is played. */
#include "shared/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char rules[] =
    "cantrip: 1\n"
    "title: Boats\n"
    "players: 2\n"
    "cards: [fish.csv]\n"
    "traits:\n"
    "  weight: {is: number}\n"
    "  water:  {is: word, words: {fresh: Fresh, salt: Salt}}\n"
    "  signs:  {is: words, words: {gold: Gold, red: Red}}\n"
    "lists: {bite: Bites}\n"
    "zones:\n"
    "  deck: {as: pile, seen_by: nobody, shuffled: true, holds: [{}]}\n"
    "  hand: {per: player, seen_by: owner}\n"
    "  boat: {per: player, as: row, seen_by: all}\n"
    "phases:\n"
    "  - deal: {who: all, from: deck, to: hand, count: 2}\n"
    "  - name: day\n"
    "    repeat: 2\n"
    "    phases: [{choose: {card: {zone: hand}, do: [{move: {to: boat}}]}}]\n"
    "result: {score: {sum: weight, cards: {zone: boat}}}\n";

static ct_definition *load(const void *cards, size_t n, struct transcript *t)
{
    char path[256];
    ct_diags *diags;

    snprintf(path, sizeof path, "%sgame", folder());
    write_file("game/ruleset.yaml", rules, sizeof rules - 1);
    write_file("game/fish.csv", cards, n);
    ct_definition *def = ct_load(path, &diags);
    tell_diags(t, diags);
    return def;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    ct_definition *def = load(data, n, t);

    if (!def)
        return RAN_REFUSED;
    tighten(def);
    tell_definition(def, t);
    play_games(def, sum_of(data, n) % 1000, t);
    char *table = ct_cards_csv(def);
    tell_text(t, "a table", table ? strdup(table) : NULL);
    ct_definition *again = table ? load(table, strlen(table), t) : NULL;
    char *second = again ? ct_cards_csv(again) : NULL;
    if (second && strcmp(table, second) != 0)
        finding("a table of cards\n%s\nis read and written as\n%s", table, second);
    free(second);
    free(table);
    ct_free(again);
    ct_free(def);
    return RAN_WHOLE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

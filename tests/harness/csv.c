/* csv.c - a stranger's table of cards. What loads is told as a table again, which must be the same cards, and is played. */
#include "shared/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char rules[] = "cantrip: 1\n"
                            "title: Boats\n"
                            "players: 2\n"
                            "languages: [en, fr]\n"
                            "cards: [fish.csv]\n"
                            "traits:\n"
                            "  points: {is: number}\n"
                            "  water: {one_of: [salt, fresh]}\n"
                            "  on_keep: {is: effects}\n"
                            "counters: {coins: {per: player}}\n"
                            "zones:\n"
                            "  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}\n"
                            "  hand: {per: player, seen_by: owner}\n"
                            "  plate: {per: player, as: row, seen_by: all}\n"
                            "phases:\n"
                            "  - {deal: {who: all, from: deck, to: hand, count: 3}}\n"
                            "  - each: all\n"
                            "    phases:\n"
                            "      - choose: {card: {zone: hand}, do: [{move: {to: plate}}, "
                            "{trigger: {list: on_keep}}]}\n"
                            "result: {score: coins + points_kept}\n"
                            "let: {points_kept: {sum: points, cards: {zone: plate}}}\n";

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

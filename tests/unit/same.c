/* same.c - the same seed gives the same game, also in the next version: what 12 games by chance of each ruleset come to,
 * held against the numbers of tests/same/numbers.txt. In them is what players get: who is asked, the
 * choices, what each sees and is told, worlds that may be this one, the result; not how a game lies in memory.
 * When a number changes, a rule has changed, or what the machine makes of it: find out which before the new ones are
 * written down (SAME_WRITE=1). Those that break laws are left out, and variants, which are games of ours.
 */
#include "every_ruleset.h"

#include "cantrip.h"

#define NUMBERS "tests/same/numbers.txt"
enum { GAMES = 12, PICKS = 120 };

static char lines[400][320]; /* to be written, if `writes` */
static bool writes;
static unsigned met, others;

static uint64_t mix(uint64_t h, uint64_t v)
{
    return kmix(h + 0x9e3779b97f4a7c15) ^ v;
}

static uint64_t mix_view(uint64_t h, ct_engine *e, ct_state *s, int observer)
{
    static uint8_t view[1 << 17];
    size_t n = ct_view(e, s, observer, view, sizeof view);

    for (size_t i = 0; i < n && i < sizeof view; i++)
        h = (h ^ view[i]) * 0x100000001b3;
    return mix(h, n);
}

static uint64_t play(const ct_definition *def, ct_engine *e, int g)
{
    struct ct_info info = ct_get_info(def, NULL);
    bool told = g % 3 != 2;
    struct ct_setup setup = {.people =
                                 info.min_people + g % (info.max_people - info.min_people + 1),
                             .seed = (uint64_t)g,
                             .flags = told ? CT_TRACK : 0};
    struct ct_rng rng = ct_rng_make((uint64_t)g, 5);
    struct ct_result result;
    ct_state *s = ct_game_new(e, &setup), *world = s ? ct_clone(s) : NULL;
    uint64_t h = (uint64_t)g;
    int more = -1;

    for (int picks = 0; s && picks < PICKS && (more = ct_advance(e, s)) == 1; picks++) {
        int seat = ct_next_seat(s), n = ct_choices(e, s, seat);
        h = mix(mix(h, ct_pending(s)), (uint64_t)n);
        for (int i = 0; i < n && i < 64; i++)
            h = mix(h, ct_choice_key(e, s, seat, i));
        if (told && picks % 6 == g % 6) {
            h = mix_view(h, e, s, seat);
            int rc = ct_resample(e, world, s, seat, h);
            h = mix(h, (uint64_t)(rc + 2));
            for (int i = 0; rc == 1 && i < ct_seats(s); i++)
                h = mix_view(h, e, world, i);
        }
        if (ct_pick(e, s, seat, (int)ct_rng_below(&rng, (uint32_t)n)))
            break;
    }
    for (int i = 0; s && told && i < ct_seats(s); i++)
        h = mix(h, ct_digest(s, i));
    if (more >= 0 && !ct_get_result(e, s, &result))
        for (int i = 0; i < ct_seats(s); i++)
            h = mix(h, (uint64_t)result.score[i]);
    ct_state_free(world);
    ct_state_free(s);
    return mix(h, (uint64_t)more);
}

/* The number that stands in the file for the ruleset; 0: none. */
static uint64_t was(const char *path)
{
    FILE *f = fopen(NUMBERS, "r");
    char line[400], name[301];
    unsigned long long number = 0;

    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%300s %llx", name, &number) == 2 && !strcmp(name, path))
            break;
        else
            number = 0;
    fclose(f);
    return number;
}

static void goes_as_before(const char *path, void *ctx)
{
    (void)ctx;
    if (strstr(path, "/laws/") || strstr(path, "/variants/"))
        return;
    ct_definition *def = ct_load(path, NULL);
    ct_engine *e = def ? ct_engine_new(def, NULL) : NULL;
    uint64_t is = 0;
    for (int g = 0; e && g < GAMES; g++)
        is = mix(is, play(def, e, g));
    assert_true(met < 400);
    if (writes)
        snprintf(lines[met], sizeof *lines, "%-44s %016llx\n", path, (unsigned long long)is);
    else if (is != was(path)) {
        print_error("%s: its games are others than those of " NUMBERS "\n", path);
        others++;
    }
    met++;
    ct_engine_free(e);
    ct_free(def);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void write_numbers(void)
{
    FILE *f = fopen(NUMBERS, "w");

    assert_non_null(f);
    fputs("# What games by chance of each ruleset come to: tests/unit/same.c, which says when "
          "this is written anew.\n",
          f);
    qsort(lines, met, sizeof *lines, by_text);
    for (unsigned i = 0; i < met; i++)
        fputs(lines[i], f);
    fclose(f);
}

static void the_same_seed_gives_the_same_games(void **state)
{
    (void)state;
    unsetenv("CT_QUICK"); /* it is short, and each ruleset has its number */
    writes = getenv("SAME_WRITE") != NULL;
    each_ruleset(goes_as_before, NULL);
    if (writes)
        write_numbers();
    assert_true(met > 200);
    assert_int_equal(others, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* rng.c - tests core/kernel/rng.c against published values, and its fairness. */
#include "kernel/kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h> /* wants those above */

/* Reference output of SplitMix64 for the state 1234567 (S. Vigna's splitmix64.c). */
static void test_published_values(void **unused)
{
    static const uint64_t want[5] = {6457827717110365317ull, 3203168211198807973ull,
                                     9817491932198370423ull, 4593380528125082431ull,
                                     16408922859458223821ull};
    struct krng r = {1234567, 0};

    (void)unused;
    for (int i = 0; i < 5; i++)
        assert_true(krng_next(&r) == want[i]);
}

static void test_streams_differ(void **unused)
{
    struct krng a = krng_stream(7, 0), b = krng_stream(7, 1), c = krng_stream(8, 0);
    uint64_t x = krng_next(&a), y = krng_next(&b), z = krng_next(&c);

    (void)unused;
    assert_true(x != y && x != z && y != z);
    a = krng_stream(7, 0);
    assert_true(krng_next(&a) == x);
}

/* 60,000 throws of a die: each face within 5 sigma (sigma = 91). */
static void test_below_is_fair(void **unused)
{
    int count[6] = {0};
    struct krng r = krng_stream(1, 0);

    (void)unused;
    for (int i = 0; i < 60000; i++)
        count[krng_below(&r, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 10000 - 456, 10000 + 456);
}

static void test_below_one(void **unused)
{
    struct krng r = krng_stream(1, 0);

    (void)unused;
    assert_int_equal(krng_below(&r, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_streams_differ),
        cmocka_unit_test(test_below_is_fair),
        cmocka_unit_test(test_below_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

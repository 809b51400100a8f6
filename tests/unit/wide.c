/* wide.c - tests core/kernel/wide.h against products and parts worked out elsewhere, and its two forms against each other. */
#include "kernel/wide.h"

#include "kernel/kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h> /* wants those above */

static void test_known_products(void **unused)
{
    static const uint64_t row[][4] = {
        /* a, b, the high and the low half of their product */
        {0x0ull, 0xffffffffffffffffull, 0x0ull, 0x0ull},
        {0xffffffffffffffffull, 0xffffffffffffffffull, 0xfffffffffffffffeull, 0x1ull},
        {0x100000000ull, 0x100000000ull, 0x1ull, 0x0ull},
        {0xffffffffull, 0xffffffffull, 0x0ull, 0xfffffffe00000001ull},
        {0x123456789abcdef0ull, 0xfedcba9876543210ull, 0x121fa00ad77d7422ull,
         0x236d88fe5618cf00ull},
        {0xffffffffffffffffull, 0x2ull, 0x1ull, 0xfffffffffffffffeull},
        {0x8000000000000000ull, 0x8000000000000001ull, 0x4000000000000000ull,
         0x8000000000000000ull},
        {0xffffffff00000001ull, 0x1ffffffffull, 0x1fffffffdull, 0x2ffffffffull},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct wide p = wide_by_halves(row[i][0], row[i][1]);
        assert_true(p.high == row[i][2] && p.low == row[i][3]);
    }
}

/* A number of up to 64 bits: as often a short one as a long one. */
static uint64_t draw(struct krng *r)
{
    unsigned shift = krng_below(r, 64);

    return krng_next(r) >> shift;
}

/* Where the compiler has no numbers of 128 bits, there is one form, and this says nothing. */
static void test_both_forms_agree(void **unused)
{
    struct krng r = krng_stream(128, 0);

    (void)unused;
    for (int i = 0; i < 100000; i++) {
        uint64_t a = draw(&r), b = draw(&r);
        struct wide p = wide_product(a, b), q = wide_by_halves(a, b);
        assert_true(p.high == q.high && p.low == q.low);
    }
}

static void test_products_compare(void **unused)
{
    (void)unused;
    assert_int_equal(compare_products(2, 3, 6, 1), 0);
    assert_int_equal(compare_products(2, 3, 7, 1), -1);
    assert_int_equal(compare_products(7, 1, 2, 3), 1);
    assert_int_equal(compare_products(UINT64_MAX, 2, UINT64_MAX, 1), 1);
    assert_int_equal(compare_products(1ull << 40, 1ull << 40, 1ull << 50, 1ull << 30), 0);
    /* The low halves alone would say the opposite. */
    assert_int_equal(compare_products(1ull << 32, 1ull << 32, UINT64_MAX, 1), 1);
    assert_int_equal(compare_products(UINT64_MAX, 1, 1ull << 32, 1ull << 32), -1);
}

static void test_known_parts(void **unused)
{
    static const struct {
        uint32_t whole;
        uint64_t part, of;
        uint32_t want;
    } row[] = {
        {27720u, 0ull, 1ull, 0u},
        {27720u, 1ull, 1ull, 27720u},
        {27720u, 1ull, 3ull, 9240u},
        {27720u, 2ull, 7ull, 7920u},
        {27720u, 9223372036854775807ull, 9223372036854775807ull, 27720u},
        {27720u, 9223372036854775806ull, 9223372036854775807ull, 27719u},
        {27720u, 4611686018427387903ull, 9223372036854775807ull, 13859u},
        {27720u, 18446744073709551614ull, 18446744073709551615ull, 27719u},
        {27720u, 6148914691236517205ull, 18446744073709551615ull, 9240u},
        {1u, 18446744073709551614ull, 18446744073709551615ull, 0u},
        {0u, 5ull, 9ull, 0u},
        {4294967295u, 18446744073709551614ull, 18446744073709551615ull, 4294967294u},
        {4294967295u, 123456789012345678ull, 987654321098765432ull, 536870906u},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_int_equal(part_of(row[i].whole, row[i].part, row[i].of), row[i].want);
}

/* n is the part when n times `of` is not above whole times `part`, and n + 1 times `of` is. */
static void test_parts_are_rounded_down(void **unused)
{
    struct krng r = krng_stream(128, 1);

    (void)unused;
    for (int i = 0; i < 100000; i++) {
        uint64_t of = draw(&r) | 1, part = draw(&r) % of;
        uint32_t whole = (uint32_t)draw(&r), n = part_of(whole, part, of);
        assert_true(compare_products(n, of, whole, part) <= 0);
        assert_true(compare_products((uint64_t)n + 1, of, whole, part) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_products),         cmocka_unit_test(test_both_forms_agree),
        cmocka_unit_test(test_products_compare),       cmocka_unit_test(test_known_parts),
        cmocka_unit_test(test_parts_are_rounded_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

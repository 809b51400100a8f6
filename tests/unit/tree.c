/* tree.c - the tree of a search: an arm is found by its key and its node's, in whatever order it is asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/tree.h"

enum { NODES = 3, ARMS = 5000 };

static uint64_t choices[ARMS];
static int32_t at[NODES], first[NODES][ARMS], arm[ARMS];

/* Offers all choices at a node, or every second, in a shuffled order. */
static void offer(struct tree *t, int n, bool shuffled, bool half)
{
    uint64_t offered[ARMS];
    int count = 0;
    bool fresh;

    assert_int_equal(tree_arm(t, (uint64_t)n + 7, &fresh), at[n]);
    assert_false(fresh);
    for (int i = 0; i < ARMS; i++) {
        int k = shuffled ? i * 7 % ARMS : i;
        if (!half || k % 2)
            offered[count++] = choices[k];
    }
    assert_true(tree_offer(t, at[n], false, offered, count, arm));
    for (int i = 0, j = 0; i < ARMS; i++) {
        int k = shuffled ? i * 7 % ARMS : i;
        if (!half || k % 2)
            assert_int_equal(arm[j++], first[n][k]);
    }
}

/* Arms of several nodes with equal keys are other arms; in any order, all or some of them, they are the same ones. */
static void arms_are_found_again(void **state)
{
    struct tree t = {0};
    bool fresh;

    (void)state;
    for (int i = 0; i < ARMS; i++) /* high and low halves both repeat */
        choices[i] = (uint64_t)(i % 70) << 32 | (uint64_t)(i / 70);
    for (int round = 0; round < 2; round++) {
        for (int n = 0; n < NODES; n++) {
            at[n] = tree_arm(&t, (uint64_t)n + 7, &fresh);
            assert_true(fresh);
            int most = n ? ARMS : ARMS - 10; /* the last of the first node come later */
            assert_true(tree_offer(&t, at[n], true, choices, most, first[n]));
        }
        assert_true(
            tree_offer(&t, at[0], false, choices + ARMS - 10, 10, first[0] + ARMS - 10));
        assert_int_equal(t.narms, NODES * (ARMS + 1));
        for (int n = 0; n < 4 * NODES; n++)
            offer(&t, n % NODES, n & 1, n & 2);
        assert_int_equal(t.narms, NODES * (ARMS + 1));
        for (int i = 0; i < NODES * ARMS; i++)
            for (int j = i + 1; j < i + 3 && j < NODES * ARMS; j++)
                assert_int_not_equal(first[i / ARMS][i % ARMS], first[j / ARMS][j % ARMS]);
        tree_clear(&t);
        assert_int_equal(t.narms, 0);
    }
    tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_are_found_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* tree.c - the tree of a search: an arm is found by its key and its node's, in whatever order it is asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/tree.h"

enum { NODES = 3, ARMS = 5000 };

/* Keys whose high and low halves both repeat. */
static uint64_t key_of(int i)
{
    return (uint64_t)(i % 70) << 32 | (uint64_t)(i / 70);
}

static struct node *node_of(struct tree *t, int i, bool *fresh)
{
    struct node *n = tree_node(t, (uint64_t)i + 7, fresh);

    assert_non_null(n);
    return n;
}

/* Arms of several nodes with equal keys are other arms; forwards, backwards, with a hint or without it is the same one. */
static void arms_are_found_again(void **state)
{
    struct tree t = {0};
    int32_t at[NODES][ARMS];
    bool fresh;

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (int n = 0; n < NODES; n++) {
            struct node *node = node_of(&t, n, &fresh);
            assert_true(fresh);
            for (int i = 0; i < ARMS; i++)
                at[n][i] = tree_arm(&t, node, i ? at[n][i - 1] : NO_ARM, key_of(i));
        }
        assert_int_equal(t.narms, NODES * ARMS);
        for (int n = NODES - 1; n >= 0; n--) {
            struct node *node = node_of(&t, n, &fresh);
            assert_false(fresh);
            for (int i = ARMS - 1; i >= 0; i--) {
                assert_int_equal(tree_arm(&t, node, i ? at[n][i - 1] : NO_ARM, key_of(i)),
                                 at[n][i]);
                assert_int_equal(tree_arm(&t, node, at[(n + 1) % NODES][i], key_of(i)),
                                 at[n][i]);
                assert_true(t.arms[at[n][i]].key == key_of(i));
            }
        }
        assert_int_equal(t.narms, NODES * ARMS);
        tree_clear(&t);
        assert_int_equal(t.narms, 0);
    }
    tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arms_are_found_again)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

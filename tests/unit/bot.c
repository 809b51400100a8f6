/* bot.c - how bots are written, and what a search remembers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/bot.h"
#include "bot/tree.h"

#include <string.h>

static void reads_and_writes(void **state)
{
    static const char *const good[] = {"random", "first",     "greedy",
                                       "flat:200", "mcts:500", "mcts:500,plies=40",
                                       "mcts:1,forgets", "exec:./a b,c", "exec,seconds=60:a:b"};
    static const char *const bad[] = {"",         "mcts",     "mcts:",       "mcts:0", "mcts:x",
                                      "mcts:5,x", "random:3", "mcts:5plies=2", "exec:", "exec",
                                      "mcts:-1",  "mct:3",    "mcts:5,plies=", "exec,seconds=0:a",
                                      "exec,seconds=1", "exec,seconds=1:", "exec,a:b"};
    struct bot_spec spec;
    char out[320], why[256];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(bot_parse(good[i], &spec, why, sizeof why), 0);
        bot_name(&spec, out, sizeof out);
        assert_string_equal(out, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(bot_parse(bad[i], &spec, why, sizeof why), -1);
}

static void tree_finds_again(void **state)
{
    struct tree t = {0};
    bool fresh;

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (uint64_t k = 0; k < 5000; k++) {
            struct node *n = tree_node(&t, k << 32, &fresh);
            assert_true(fresh);
            for (uint64_t a = 0; a < 3; a++) {
                int32_t arm = tree_arm(&t, n, a);
                t.arms[arm].visits = (uint32_t)(k * 3 + a);
            }
        }
        for (uint64_t k = 0; k < 5000; k++) {
            struct node *n = tree_node(&t, k << 32, &fresh);
            assert_false(fresh);
            for (uint64_t a = 3; a-- > 0;) {
                int32_t arm = tree_arm(&t, n, a);
                assert_int_equal(t.arms[arm].visits, k * 3 + a);
            }
        }
        assert_int_equal(t.narms, 15000);
        tree_clear(&t);
    }
    tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(tree_finds_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

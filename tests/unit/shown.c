/* What is fit to be shown, and how the rest is written out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/shown.h"

static void expect(const char *text, const char *want)
{
    struct str s = {0};
    shown_add(&s, text, strlen(text));
    assert_string_equal(str_of(&s), want);
    str_free(&s);
}

static void test_line(void **state)
{
    (void)state;
    expect("", "");
    expect("plain, é, 牌, 🃏, a\xE2\x80\x8D zero-width joiner",
           "plain, é, 牌, 🃏, a\xE2\x80\x8D zero-width joiner");
    expect("\x1B[2J\a\x7F", "\\x1B[2J\\x07\\x7F");
    expect("a\nb\tc\r", "a\\x0Ab\\x09c\\x0D");
    expect("\xC2\x9B", "\\xC2\\x9B");                                       /* C1: CSI */
    expect("\xE2\x80\xAE|\xE2\x81\xA6", "\\xE2\\x80\\xAE|\\xE2\\x81\\xA6"); /* U+202E, U+2066 */
    expect("\xE2\x80\xA8\xEF\xBB\xBF", "\\xE2\\x80\\xA8\\xEF\\xBB\\xBF");
    expect("\xFFz\xC3", "\\xFFz\\xC3");        /* no UTF-8 */
    expect("\xED\xA0\x80", "\\xED\\xA0\\x80"); /* a surrogate */
    assert_int_equal(shown_fit("ab\ncd", 5), 2);
    assert_int_equal(shown_fit("a\0b", 3), 1);
}

static void test_message(void **state)
{
    static const char text[] = "one\n  two\nthree\n";
    struct str s = {0};
    (void)state;
    shown_add_message(&s, text, strlen(text));
    assert_string_equal(str_of(&s), "one\n  two\\x0Athree\n");
    str_free(&s);
}

static void test_cut(void **state)
{
    struct str s = {0};
    char out[8];
    (void)state;
    shown_add_cut(&s, "aé", 3, 2);
    assert_string_equal(str_of(&s), "a");
    str_free(&s);
    shown_copy(out, sizeof out, "abcdé牌x", strlen("abcdé牌x"));
    assert_string_equal(out, "abcdé");
    shown_copy(out, sizeof out, "abc\x1B\x1B", 5);
    assert_string_equal(out, "abc\\x1B");
    shown_copy(out, sizeof out, "abcd\x1B", 5);
    assert_string_equal(out, "abcd");
    shown_copy(out, 1, "abc", 3);
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests_name("shown", tests, NULL, NULL);
}

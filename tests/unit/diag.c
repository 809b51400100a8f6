/* Tests of core/base/diag.c and of core/base/suggest.c: what is kept, cut, sorted, printed
 * and escaped, and which name a mistyped one is taken for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/shown.h"
#include "base/suggest.h"

#define NEAREST(word, ...)                                                                     \
    suggest(word, (const char *const[]){__VA_ARGS__},                                          \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* What diags_print prints; the caller frees it. */
static char *printed(const struct diags *diags, bool colour)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    diags_print(diags, out, colour);
    fclose(out);
    return text;
}

static void assert_printed(struct diags *diags, const char *expected)
{
    char *text = printed(diags, false);
    assert_string_equal(text, expected);
    free(text);
    diags_free(diags);
}

static void test_format(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "KEY-UNKNOWN", "a.yaml", 12, 3, "  clsoe: x",
              "did you mean 'close'?", "no key '%s'", "clsoe");
    assert_int_equal(d.errors, 1);
    assert_printed(&d, "a.yaml:12:3: error: no key 'clsoe' [KEY-UNKNOWN]\n"
                       "    12 |   clsoe: x\n"
                       "       |   ^\n"
                       "   = did you mean 'close'?\n");
}

static void test_places_left_out(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_WARNING, "W", NULL, 0, 0, NULL, NULL, "general");
    diags_add(&d, DIAG_ERROR, "E", "f", 0, 0, NULL, NULL, "whole file");
    diags_add(&d, DIAG_ERROR, "E", "f", 7, 0, "line", NULL, "whole line");
    assert_int_equal(d.errors, 2);
    assert_printed(&d, "warning: general [W]\n"
                       "f: error: whole file [E]\n"
                       "f:7: error: whole line [E]\n"
                       "     7 | line\n");
}

static void test_sorted(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "A", "b", 1, 1, NULL, NULL, "5");
    diags_add(&d, DIAG_ERROR, "A", "a", 10, 1, NULL, NULL, "4");
    diags_add(&d, DIAG_ERROR, "B", "a", 9, 2, NULL, NULL, "2");
    diags_add(&d, DIAG_ERROR, "A", "a", 9, 2, NULL, NULL, "3");
    diags_add(&d, DIAG_ERROR, "A", "a", 9, 1, NULL, NULL, "1");
    assert_printed(&d, "a:9:1: error: 1 [A]\na:9:2: error: 2 [B]\na:9:2: error: 3 [A]\n"
                       "a:10:1: error: 4 [A]\nb:1:1: error: 5 [A]\n");
}

static void test_duplicates(void **state)
{
    (void)state;
    struct diags d = {0};
    for (int i = 0; i < 3; i++) {
        diags_add(&d, DIAG_ERROR, "A", "a", 1, 2, NULL, NULL, "m%d", i);
        diags_add(&d, DIAG_ERROR, "B", "a", 1, 2, NULL, NULL, "m");
        diags_add(&d, DIAG_ERROR, "A", "a", 1, 3, NULL, NULL, "m");
        diags_add(&d, DIAG_ERROR, "A", NULL, 0, 0, NULL, NULL, "one");
        diags_add(&d, DIAG_ERROR, "A", NULL, 0, 0, NULL, NULL, "two");
    }
    assert_int_equal(d.n, 5);
    assert_int_equal(d.errors, 5);
    diags_free(&d);
    assert_int_equal(d.n, 0);
}

static void test_many(void **state)
{
    (void)state;
    struct diags d = {0};
    for (int i = 1; i <= 1500; i++)
        diags_add(&d, DIAG_ERROR, "A", "a", i, 1, NULL, NULL, "m");
    assert_int_equal(d.errors, 1500);
    assert_int_equal(d.n, DIAGS_KEPT);
    char *text = printed(&d, false);
    assert_non_null(strstr(text, "a:100:1: "));
    assert_null(strstr(text, "a:101:1: "));
    assert_non_null(strstr(text, "\nand 1400 more\n"));
    free(text);
    diags_free(&d);
}

/* However many warnings came before it, an error is kept and shown, in its place. */
static void test_errors_come_through(void **state)
{
    struct diags d = {0};

    (void)state;
    for (int i = 1; i <= 150; i++)
        diags_add(&d, DIAG_WARNING, "W", "a", i, 1, NULL, NULL, "m");
    diags_add(&d, DIAG_ERROR, "E", "a", 900, 1, NULL, NULL, "early");
    for (int i = 151; i <= 1500; i++)
        diags_add(&d, DIAG_WARNING, "W", "a", i, 1, NULL, NULL, "m");
    diags_add(&d, DIAG_ERROR, "E", "b", 1, 1, NULL, NULL, "late");
    assert_int_equal(d.errors, 2);
    assert_int_equal(d.n, DIAGS_KEPT);
    char *text = printed(&d, false);
    assert_non_null(strstr(text, "a:98:1: warning: m [W]\n"
                                 "a:900:1: error: early [E]\n"
                                 "b:1:1: error: late [E]\n"
                                 "and 1402 more\n"));
    free(text);
    diags_free(&d);
}

static void test_escapes(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "A", "a\nb", 1, 6, "\t\x1b[2J\xff!", "h\x7f",
              "m\x1b \xc2\x9b \xe2\x80\xae \t caf\xc3\xa9");
    assert_printed(&d, "a\\x0Ab:1:6: error: m\\x1B "
                       "\\xC2\\x9B \\xE2\\x80\\xAE \\x09 caf\xc3\xa9 [A]\n"
                       "     1 |  \\x1B[2J\\xFF!\n"
                       "       |         ^\n"
                       "   = h\\x7F\n");
}

/* Who prints a finding himself prints nothing that acts on a terminal. */
static void test_fields_are_fit(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "A", "a", 1, 5, "\x1b\xff\t\xc2\x9bx", "h\x7f", "m\x1b");
    assert_string_equal(d.v[0].message, "m\\x1B");
    assert_string_equal(d.v[0].hint, "h\\x7F");
    assert_string_equal(d.v[0].excerpt, "\\x1B\\xFF \\xC2\\x9Bx");
    assert_int_equal(d.v[0].excerpt[d.v[0].excerpt_col - 1], 'x');
    diags_free(&d);
}

static void test_caret_under_wide_characters(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "A", "a", 1, 4, "\xe2\x99\xa0\xe5\xad\x97\xc3\xa9x", NULL, "m");
    assert_printed(&d, "a:1:4: error: m [A]\n"
                       "     1 | \xe2\x99\xa0\xe5\xad\x97\xc3\xa9x\n"
                       "       |     ^\n");
}

static void test_long_line_and_message(void **state)
{
    (void)state;
    struct diags d = {0};
    char line[5001], message[5001];
    memset(line, '-', 5000);
    line[3000] = 'X';
    line[5000] = '\0';
    for (int i = 0; i < 5000; i += 2)
        memcpy(message + i, "\xc3\xa9", 2);
    message[5000] = '\0';
    diags_add(&d, DIAG_ERROR, "A", "a", 1, 3001, line, message, "%s", message);
    assert_true(strlen(d.v[0].excerpt) < 130);
    assert_int_equal(d.v[0].excerpt[d.v[0].excerpt_col - 1], 'X');
    assert_int_equal(d.v[0].col, 3001);
    assert_true(strlen(d.v[0].message) < 700);
    assert_true(strlen(d.v[0].hint) < 700);
    char *text = printed(&d, false);
    assert_null(strstr(text, "\\x")); /* cut between characters */
    free(text);
    diags_add(&d, DIAG_ERROR, "A", "a", 2, 9999, line, NULL, "beyond the end");
    diags_add(&d, DIAG_ERROR, "A", "a", 3, 0, line, NULL, "no column");
    text = printed(&d, false);
    free(text);
    diags_free(&d);
}

static void test_colour(void **state)
{
    (void)state;
    struct diags d = {0};
    diags_add(&d, DIAG_ERROR, "A", "a", 1, 1, "x", NULL, "m");
    char *text = printed(&d, true);
    assert_non_null(strstr(text, "\033[1;31merror:\033[0m"));
    free(text);
    diags_free(&d);
    text = printed(&d, true);
    assert_string_equal(text, "");
    free(text);
}

static void test_utf8(void **state)
{
    (void)state;
    uint32_t c = 0;
    assert_int_equal(shown_utf8("a", 1, &c), 1);
    assert_int_equal(shown_utf8("\xf0\x9f\x83\x8f", 4, &c), 4);
    assert_int_equal(c, 0x1F0CF);
    assert_int_equal(shown_utf8("", 0, &c), 0);
    assert_int_equal(shown_utf8("\xc3", 1, &c), 0);
    assert_int_equal(shown_utf8("\xc0\x80", 2, &c), 0);         /* overlong */
    assert_int_equal(shown_utf8("\xe0\x80\x80", 3, &c), 0);     /* overlong */
    assert_int_equal(shown_utf8("\xed\xa0\x80", 3, &c), 0);     /* surrogate */
    assert_int_equal(shown_utf8("\xf4\x90\x80\x80", 4, &c), 0); /* beyond Unicode */
    assert_int_equal(shown_utf8("\x80", 1, &c), 0);
    assert_int_equal(shown_utf8("\xc3(", 2, &c), 0);
}

static void test_suggest(void **state)
{
    (void)state;
    assert_string_equal(NEAREST("clsoe", "open", "close", "clone"), "close");
    assert_string_equal(NEAREST("Shuffle", "show", "shuffle"), "shuffle");
    assert_string_equal(NEAREST("NumDmgg", "NumDef", "NumDmg"), "NumDmg");
    assert_string_equal(NEAREST("wh", "to", "who"), "who");
    assert_null(NEAREST("wxy", "who", "to"));
    assert_null(NEAREST("pine", "kind")); /* half of it is another, and the first letter */
    assert_string_equal(NEAREST("deks", "deck"), "deck");
    assert_string_equal(NEAREST("reslution", "result", "resolution"), "resolution");
    assert_string_equal(NEAREST("dest", "destination", "source"), "destination");
    assert_string_equal(NEAREST("destinations-of-it", "destinations"), "destinations");
    assert_string_equal(NEAREST("cat", "bat", "hat"), "bat"); /* the first of equals */
    assert_null(NEAREST("x", "y"));                           /* nothing in common */
    assert_null(NEAREST("", "y"));
    assert_null(NEAREST("faction", "zones", "players"));
    assert_null(suggest("word", NULL, 0));
    assert_string_equal(NEAREST("abc", NULL, "abd"), "abd");
    char huge[1000];
    memset(huge, 'a', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    assert_null(NEAREST(huge, "aaaa"));
    assert_null(NEAREST("aaaa", huge));
}

static void test_arena(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    char *first = arena_strdup(arena, "first");
    for (size_t i = 0; i < 3000; i++) {
        unsigned char *p = arena_alloc(arena, i % 100 == 0 ? 100000 : i);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t j = 0; j < i; j++)
            assert_int_equal(p[j], 0);
        memset(p, 0xEE, i);
    }
    assert_string_equal(first, "first");
    assert_string_equal(arena_printf(arena, "%s-%d", "a", 3), "a-3");
    assert_string_equal(arena_strndup(arena, "abcdef", 3), "abc");
    arena_free(arena);
    arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_places_left_out),
        cmocka_unit_test(test_sorted),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_errors_come_through),
        cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_fields_are_fit),
        cmocka_unit_test(test_caret_under_wide_characters),
        cmocka_unit_test(test_long_line_and_message),
        cmocka_unit_test(test_colour),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_suggest),
        cmocka_unit_test(test_arena),
    };
    return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}

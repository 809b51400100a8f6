/* Tests of core/base/node.c: the tree and its places, what is refused and where, and that
 * hostile files (bombs, pipes, rubbish) end in one clear error and quickly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/node.h"

static struct arena *arena;
static struct diags diags;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diags_free(&diags);
    arena_free(arena);
    return 0;
}

static struct node *load(const char *text)
{
    return node_load_text("t.yaml", text, strlen(text), arena, &diags);
}

static struct node *load_good(const char *text)
{
    struct node *root = load(text);
    if (diags.n)
        diags_print(&diags, stderr, false);
    assert_non_null(root);
    assert_int_equal(diags.n, 0);
    return root;
}

static void assert_diag(size_t i, const char *code, int line, int col)
{
    assert_true(i < diags.n);
    assert_string_equal(diags.v[i].code, code);
    assert_int_equal(diags.v[i].line, line);
    assert_int_equal(diags.v[i].col, col);
}

/* TEXT has exactly one error, of that code, at that place. */
static void assert_bad_len(const char *text, size_t len, const char *code, int line, int col)
{
    diags_free(&diags);
    assert_null(node_load_text("t.yaml", text, len, arena, &diags));
    if (diags.n != 1)
        diags_print(&diags, stderr, false);
    assert_int_equal(diags.n, 1);
    assert_int_equal(diags.errors, 1);
    assert_diag(0, code, line, col);
}

static void assert_bad(const char *text, const char *code, int line, int col)
{
    assert_bad_len(text, strlen(text), code, line, col);
}

static void assert_node(const struct node *node, const char *text, int line, int col)
{
    assert_non_null(node);
    assert_int_equal(node->kind, NODE_SCALAR);
    assert_string_equal(node->text, text);
    assert_int_equal(node->len, strlen(text));
    assert_int_equal(node->line, line);
    assert_int_equal(node->col, col);
}

static void test_tree_and_places(void **state)
{
    (void)state;
    struct node *root = load_good("cantrip: 1\n# note\nzones:\n  hand: {per: 'player'}\n"
                                  "list:\n- a\n-   [b, \"c\"]\n");
    assert_int_equal(root->kind, NODE_MAP);
    assert_int_equal(root->n, 3);
    assert_int_equal(root->line, 1);
    assert_node(root->key[1], "zones", 3, 1);
    assert_node(node_get(root, "cantrip"), "1", 1, 10);
    const struct node *hand = node_get(node_get(root, "zones"), "hand");
    assert_int_equal(hand->kind, NODE_MAP);
    assert_int_equal(hand->line, 4);
    assert_int_equal(hand->col, 9);
    const struct node *per = node_get(hand, "per");
    assert_node(per, "player", 4, 15);
    assert_false(per->plain);
    const struct node *list = node_get(root, "list");
    assert_int_equal(list->kind, NODE_LIST);
    assert_int_equal(list->n, 2);
    assert_node(list->item[0], "a", 6, 3);
    assert_true(list->item[0]->plain);
    assert_node(list->item[1]->item[1], "c", 7, 9);
    assert_string_equal(list->src->path, "t.yaml");
    assert_null(node_get(root, "nothing"));
    assert_null(node_get(list, "a"));
    assert_null(node_get(NULL, "a"));
}

static void test_end_without_a_line_break(void **state)
{
    (void)state;
    struct node *root = load_good("a: 1\n? b\n ");
    assert_node(root->item[1], "", 3, 1);
    assert_node(load_good("a: 1\nbé:")->item[1], "", 2, 4);
}

static void test_columns_are_characters(void **state)
{
    (void)state;
    assert_node(node_get(load_good("{\xe2\x99\xa0: a, \xc3\xa9: b}"), "\xc3\xa9"), "b", 1, 11);
}

static void test_crlf_and_bom(void **state)
{
    (void)state;
    struct node *root = load_good("\xEF\xBB\xBF"
                                  "a: 1\r\nb: 2\r\nc: |\r\n  x\r\n  y\r\n");
    assert_node(root->key[0], "a", 1, 1);
    assert_node(node_get(root, "b"), "2", 2, 4);
    assert_string_equal(node_get(root, "c")->text, "x\ny\n");
    char *line = source_line(root->src, 2);
    assert_string_equal(line, "b: 2");
    free(line);
    assert_bad("\xEF\xBB\xBF", "FILE-EMPTY", 0, 0);
    assert_bad("a: 1\nb: \xEF\xBB\xBF"
               "2",
               "FILE-ENCODING", 2, 4);
}

static void test_lines(void **state)
{
    (void)state;
    const char *text = "one\rtwo\n\nfour\xe2\x80\xa8"
                       "five\xc2\x85six\r\n";
    const struct source *source = source_new(arena, "s", text, strlen(text));
    const char *const lines[] = {"one", "two", "", "four", "five", "six", ""};
    assert_int_equal(source->lines, 7);
    for (int i = 0; i < 7; i++) {
        char *line = source_line(source, i + 1);
        assert_string_equal(line, lines[i]);
        free(line);
    }
    assert_null(source_line(source, 0));
    assert_null(source_line(source, 8));
    assert_null(source_line(NULL, 1));
    assert_null(source_line(source_new(arena, "s", NULL, 0), 1));
}

static void test_int(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-3", true, -3},
        {"+12", true, 12},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", true, INT64_MAX},
        {"-99999999999999999999", true, INT64_MIN},
        {"010", false, 0},
        {"1_000", false, 0},
        {"0x1F", false, 0},
        {"\"3\"", false, 0},
        {"1.0", false, 0},
        {"1e3", false, 0},
        {"a", false, 0},
        {"", false, 0},
        {"+", false, 0},
        {"[3]", false, 0},
        {"1 2", false, 0},
        {"--1", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = 77;
        const char *text = arena_printf(arena, "n: %s\n", cases[i].text);
        assert_int_equal(node_int(node_get(load_good(text), "n"), &value), cases[i].good);
        assert_true(value == (cases[i].good ? cases[i].value : 77));
    }
    int64_t value;
    assert_false(node_int(NULL, &value));
}

static void test_bool_and_null(void **state)
{
    (void)state;
    bool value = false;
    const struct node *list = load_good("[true, false, yes, 'true', True, on, n, [], "
                                        "null, ~, 'null', '']");
    assert_true(node_bool(list->item[0], &value) && value);
    assert_true(node_bool(list->item[1], &value) && !value);
    for (size_t i = 2; i < list->n; i++)
        assert_false(node_bool(list->item[i], &value));
    assert_false(node_bool(NULL, &value));
    for (size_t i = 0; i < list->n; i++)
        assert_int_equal(node_is_null(list->item[i]), i == 8 || i == 9);
    assert_false(node_is_null(NULL));
    assert_true(node_is_null(node_get(load_good("a:\nb: 1\n"), "a")));
}

static void test_duplicate_keys(void **state)
{
    (void)state;
    assert_null(load("a: 1\nb: {x: 1, y: 2, x: 3}\nc: 2\na: 4\na: 5\n"));
    assert_int_equal(diags.n, 3);
    assert_diag(0, "KEY-DUPLICATE", 2, 17);
    assert_diag(1, "KEY-DUPLICATE", 4, 1);
    assert_diag(2, "KEY-DUPLICATE", 5, 1);
    assert_non_null(strstr(diags.v[2].message, "first on line 1"));
    assert_string_equal(diags.v[0].excerpt, "b: {x: 1, y: 2, x: 3}");
    diags_free(&diags);
    load_good("{a: 1, b: {a: 1}, A: 2}");
}

static void test_keys(void **state)
{
    (void)state;
    assert_bad("? [a, b]\n: 1\nc: 2\n", "KEY-KIND", 1, 3);
    assert_bad("{a: 1}: 2\n", "KEY-KIND", 1, 1);
    assert_bad("a: 1\n?\n: 2\n", "KEY-EMPTY", 2, 2);
    assert_bad("a: &x {b: 1}\nc:\n  <<: *x\n", "YAML-MERGE", 3, 3);
    assert_string_equal(
        diags.v[0].message,
        "merge keys are not supported; an alias (*NAME) stands for a whole value");
    assert_bad("on: start\n", "KEY-BOOLEAN", 1, 1);
    assert_string_equal(diags.v[0].hint, "quote it, or 'when' for the event of a watcher");
    assert_bad("x: {Yes: 1}\n", "KEY-BOOLEAN", 1, 5);
    assert_bad("off: 1\n", "KEY-BOOLEAN", 1, 1);
    assert_bad("no: 1\n", "KEY-BOOLEAN", 1, 1);
    diags_free(&diags);
    load_good("'on': 1\n\"no\": 2\n'<<': 3\nonly: on\n'': 4\n");
}

static void test_goes_on_after_errors(void **state)
{
    (void)state;
    assert_null(load("a: !foo 1\nb: *nix\non: 2\nb: !!binary aGk=\n"));
    assert_int_equal(diags.errors, 5);
    assert_diag(0, "YAML-TAG", 1, 4);
    assert_diag(1, "YAML-ALIAS", 2, 4);
    assert_diag(2, "KEY-BOOLEAN", 3, 1);
    assert_diag(3, "YAML-TAG", 4, 4);
    assert_diag(4, "KEY-DUPLICATE", 4, 1);
    diags_free(&diags);
    assert_null(load("a: !foo 1\nb: *nix\non: 2\nb: !!map {}\n[: 1\n"));
    assert_string_equal(diags.v[diags.n - 1].code, "YAML-SYNTAX");
    assert_int_equal(diags.n, 5);
}

static void test_syntax(void **state)
{
    (void)state;
    assert_bad("a: b: c\n", "YAML-SYNTAX", 1, 5);
    assert_string_equal(diags.v[0].hint, "a text with ': ' in it needs quotes");
    assert_bad("a:\n\t- b\n", "YAML-SYNTAX", 2, 1);
    assert_non_null(strstr(diags.v[0].hint, "tabs"));
    /* where the quote stands, not where the file ends */
    assert_bad("b: 1\na: 'open\n\n", "YAML-SYNTAX", 2, 4);
    assert_bad("a: 1\nb: \"Keep\" one\n", "YAML-SYNTAX", 2, 11);
    assert_non_null(strstr(diags.v[0].hint, "around a text with quotes"));
    assert_bad("a:\n  fox    {n: Fox, m: 1}\n", "YAML-SYNTAX", 2, 20);
    assert_string_equal(diags.v[0].hint, "is ':' missing before the bracket?");
    /* a map in a formula, inside brackets and without any */
    assert_bad("a: {b: it.r > {n: {z: y}}}\n", "YAML-SYNTAX", 1, 15);
    assert_non_null(strstr(diags.v[0].hint, "a formula cannot hold a map"));
    assert_bad("a: it.r > {n: {z: y}}\n", "YAML-SYNTAX", 1, 13);
    assert_non_null(strstr(diags.v[0].hint, "a formula cannot hold a map"));
    assert_bad("a: take + {n}: x\n", "YAML-SYNTAX", 1, 14);
    assert_string_equal(diags.v[0].hint, "a text with ': ' in it needs quotes");
    /* the file ends without a line break: there is no line behind the last */
    assert_bad("é: 1\nb: [é ", "YAML-SYNTAX", 2, 6);
    assert_bad("a: 1\nb: [é, ", "YAML-SYNTAX", 2, 7);
    assert_null(strstr(diags.v[0].message, "line 3"));
    assert_bad("a: [é,\nb: y", "YAML-SYNTAX", 1, 7);
    assert_bad("a:\n  b: 1\n\tc: 2\n", "YAML-SYNTAX", 3, 1);
    assert_string_equal(diags.v[0].hint, "indent with spaces, not tabs");
    assert_bad("a:\n  b: Ash\n   c: 2\n", "YAML-SYNTAX", 3, 5);
    assert_string_equal(diags.v[0].hint, "is this line indented like the one above?");
    assert_bad("a:\n  b: Ash\n\u00a0 c\n  d: 1\n", "YAML-SYNTAX", 3, 1);
    assert_non_null(strstr(diags.v[0].hint, "no-break space"));
    assert_bad("a: 'The Dragon's Lair'\n", "YAML-SYNTAX", 1, 16);
    assert_non_null(strstr(diags.v[0].hint, "'' in single quotes"));
    assert_bad("é: 'É's Lair'\n", "YAML-SYNTAX", 1, 7);
    assert_non_null(strstr(diags.v[0].hint, "'' in single quotes"));
    assert_bad("a:\n  b: 1\n  points 15\n", "YAML-SYNTAX", 3, 3);   /* the last line */
    assert_bad("a:\n\n  points 15\n  b: 1\n", "YAML-SYNTAX", 3, 3); /* the first of its block */
    assert_bad("a:\n  b: Ash\n   of c\n  d: e: 1\n", "YAML-SYNTAX", 4, 7);
    assert_bad("a: {b: 1} > 2\n", "YAML-SYNTAX", 1, 13);
    assert_non_null(strstr(diags.v[0].hint, "nothing may follow a closing bracket"));
    assert_bad("a:\n  b: 1\n c: 2\n", "YAML-SYNTAX", 3, 2);
    assert_string_equal(diags.v[0].hint,
                        "check the indentation of this line and the one above");
    /* the line that ended the map too early, not the one that goes on with it */
    assert_bad("a:\n  b:\n    x: 1\nc:\n    x: 1\n  d:\n    x: 1\n  e: 1\n", "YAML-SYNTAX", 4,
               1);
    assert_non_null(strstr(diags.v[0].message, "continues in line 6"));
    assert_bad("a:\n  b:\n    x: 1\n c:\n    x: 1\n  d:\n    x: 1\n", "YAML-SYNTAX", 4, 2);
    assert_bad("a:\n  b: 1\nc: 1\nd: 1\n  e: 1\n", "YAML-SYNTAX", 5,
               4); /* here it is this line */
    assert_bad("a: [1, 2\nb: 3\n", "YAML-SYNTAX", 1, 9);
    assert_bad("a: !x!y 1\n", "YAML-SYNTAX", 1, 4);
    assert_bad("%YAML 3.0\n---\na: 1\n", "YAML-SYNTAX", 1, 1);
    assert_bad("a: \"\\0\"\n", "YAML-NUL", 1, 4);
}

static void test_documents(void **state)
{
    (void)state;
    assert_bad("", "FILE-EMPTY", 0, 0);
    assert_bad("# only a note\n\n", "FILE-EMPTY", 0, 0);
    assert_bad("---\n", "FILE-EMPTY", 0, 0);
    assert_bad("a: 1\n---\nb: 2\n", "YAML-DOCUMENTS", 2, 1);
    diags_free(&diags);
    load_good("---\na: 1\n...\n");
    assert_int_equal(load_good("%YAML 1.2\n---\n''\n")->kind, NODE_SCALAR);
}

static void test_encoding(void **state)
{
    (void)state;
    assert_bad("a: 1\nb: caf\xe9\n", "FILE-ENCODING", 2, 7);
    assert_non_null(strstr(diags.v[0].message, "E9"));
    assert_bad_len("a: 1\0b: 2", 9, "FILE-ENCODING", 1, 5);
    assert_bad_len("\xff\xfe"
                   "a\0:\0",
                   6, "FILE-ENCODING", 1, 1);
    assert_bad("a:\n  \x1b[2J\n", "FILE-ENCODING", 2, 3);
    assert_bad("a: \xc3", "FILE-ENCODING", 1, 4);
    diags_free(&diags);
    load_good("a: \xf0\x9f\x83\x8f\n");
}

static void test_aliases(void **state)
{
    (void)state;
    struct node *root = load_good("a: &r [1, 2]\nb: *r\nc: {d: *r}\ne: &r x\nf: *r\n");
    assert_ptr_equal(node_get(root, "a"), node_get(root, "b"));
    assert_ptr_equal(node_get(root, "a"), node_get(node_get(root, "c"), "d"));
    assert_string_equal(node_get(root, "f")->text, "x");
    assert_bad("a: &rank 1\nb: *rnak\n", "YAML-ALIAS", 2, 4);
    assert_string_equal(diags.v[0].hint, "did you mean '*rank'?");
    assert_bad("a: *late\nb: &late 1\n", "YAML-ALIAS", 1, 4);
    assert_bad("a: &a\n  b: [*a]\n", "YAML-ALIAS", 2, 7);
    assert_non_null(strstr(diags.v[0].message, "inside its own anchor"));
    assert_bad("- &m {a: 1}\n- {*m : 2}\n", "KEY-KIND", 1, 3);
}

static void test_alias_bomb(void **state)
{
    (void)state;
    assert_bad("a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
               "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
               "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
               "g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n",
               "YAML-LIMIT", 6, 8);
}

static char *repeated(const char *head, const char *piece, size_t times, const char *tail)
{
    size_t len = strlen(piece), at = strlen(head);
    char *text = arena_alloc(arena, at + len * times + strlen(tail) + 1);
    strcpy(text, head);
    for (size_t i = 0; i < times; i++, at += len)
        memcpy(text + at, piece, len);
    strcpy(text + at, tail);
    return text;
}

static void test_limits(void **state)
{
    (void)state;
    load_good(repeated("[", "x,", NODE_MAX_NODES - 1, "]"));
    assert_bad(repeated("[", "x,", NODE_MAX_NODES, "]"), "YAML-LIMIT", 1, 2 * NODE_MAX_NODES);
    load_good((diags_free(&diags), repeated(repeated("", "[", 64, ""), "]", 64, "")));
    assert_bad(repeated("", "[", 65, ""), "YAML-LIMIT", 1, 65);
    assert_bad(repeated("", "[", 4000000, ""), "YAML-LIMIT", 1, 65);
    assert_bad(repeated("", "- ", 1000000, "a"), "YAML-LIMIT", 1, 129);
    assert_bad(repeated("", "{a: ", 1000000, "a"), "YAML-LIMIT", 1, 257);
    assert_bad(repeated("", "a", NODE_MAX_FILE + 1, ""), "FILE-SIZE", 0, 0);
}

/* Depth counts through aliases: 40 deep, and an alias to it 30 deep. */
static void test_depth_through_alias(void **state)
{
    (void)state;
    char *inner = repeated(repeated("- &a ", "[", 40, ""), "]", 40, "\n- ");
    char *text = repeated(repeated(inner, "[", 23, "*a"), "]", 23, "\n");
    load_good(text);
    text = repeated(repeated(inner, "[", 24, "*a"), "]", 24, "\n");
    assert_bad(text, "YAML-LIMIT", 2, 27);
}

static void test_many_anchors(void **state)
{
    (void)state;
    char *text = arena_strdup(arena, "");
    for (int i = 0; i <= NODE_MAX_ANCHORS; i++)
        text = arena_printf(arena, "%s- &a%d [x]\n", text, i);
    assert_bad(text, "YAML-LIMIT", NODE_MAX_ANCHORS + 1, 3);
}

static void test_many_errors_are_quick(void **state)
{
    (void)state;
    assert_null(load(repeated("{", "a,", 99000, "}")));
    assert_int_equal(diags.errors, 98999);
    diags_free(&diags);
    assert_null(
        load(repeated("{a: \"", "x", 3900000, repeated("\", ", "? [] : ,", 1, "<<: 1}"))));
}

static void test_new_and_copy(void **state)
{
    (void)state;
    struct node *root = load_good("a: &r ['1', {b: 2}]\nc: *r\n");
    struct node *copy = node_copy(arena, root);
    assert_ptr_not_equal(node_get(copy, "a"), node_get(root, "a"));
    assert_ptr_not_equal(node_get(copy, "a"), node_get(copy, "c"));
    assert_node(node_get(copy, "c")->item[0], "1", 1, 8);
    assert_false(node_get(copy, "c")->item[0]->plain);
    assert_node(node_get(node_get(copy, "a")->item[1], "b"), "2", 1, 17);
    struct node *key = node_new_scalar(arena, root->src, 9, 9, "new key", 3, true);
    struct node *list = node_new_list(arena, root->src, 9, 9);
    for (int i = 0; i < 1000; i++)
        node_list_add(arena, list, key);
    node_map_add(arena, copy, key, list);
    assert_int_equal(node_get(copy, "new")->n, 1000);
    assert_int_equal(root->n, 2);
    assert_int_equal(node_new_map(arena, NULL, 1, 1)->kind, NODE_MAP);
    assert_null(node_copy(arena, NULL));
}

static void test_node_error(void **state)
{
    (void)state;
    struct node *root = load_good("a: 1\n  # note\nclsoe: 2\n");
    node_error(&diags, root->key[1], "KEY-UNKNOWN", "did you mean 'close'?", "no key '%s'",
               root->key[1]->text);
    node_warning(&diags, root->key[0], "W", NULL, "careful");
    node_error(&diags, NULL, "E", NULL, "nowhere");
    assert_diag(0, "KEY-UNKNOWN", 3, 1);
    assert_string_equal(diags.v[0].excerpt, "clsoe: 2");
    assert_string_equal(diags.v[0].file, "t.yaml");
    assert_int_equal(diags.v[1].level, DIAG_WARNING);
    assert_null(diags.v[2].file);
    assert_int_equal(diags.errors, 2);
}

static void assert_bad_file(const char *path, const char *code)
{
    diags_free(&diags);
    assert_null(node_load_file(path, arena, &diags));
    assert_int_equal(diags.n, 1);
    assert_diag(0, code, 0, 0);
    assert_string_equal(diags.v[0].file, path);
}

static void write_file(const char *path, const char *text, size_t len)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

static void test_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/cantrip-node-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = arena_printf(arena, "%s/f.yaml", folder);
    assert_bad_file(folder, "FILE-KIND");
    assert_bad_file("/dev/zero", "FILE-KIND");
    assert_bad_file(path, "FILE-MISSING");
    assert_bad_file(arena_printf(arena, "%s/f.yaml/x", folder), "FILE-MISSING");
    assert_bad_file(repeated("/", "x", 5000, ""), "FILE-UNREADABLE");

    assert_int_equal(mkfifo(path, 0600), 0);
    assert_bad_file(path, "FILE-KIND"); /* and does not wait for a writer */
    assert_int_equal(unlink(path), 0);

    write_file(path, "", 0);
    assert_bad_file(path, "FILE-EMPTY");
    write_file(path, "a: 1\n", 5);
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() != 0) /* root may read anything */
        assert_bad_file(path, "FILE-UNREADABLE");
    assert_int_equal(chmod(path, 0600), 0);
    diags_free(&diags);
    struct node *root = node_load_file(path, arena, &diags);
    assert_node(node_get(root, "a"), "1", 1, 4);
    assert_string_equal(root->src->path, path);

    char *large = repeated("# ", "x", 5 * 1024 * 1024, "\n");
    write_file(path, large, strlen(large));
    assert_bad_file(path, "FILE-SIZE");
    unlink(path);
    rmdir(folder);
}

/* The same file twice with one list: its errors are told once, and it fails both times. */
static void test_twice(void **state)
{
    (void)state;
    assert_null(load("a: 1\na: 2\n"));
    assert_null(load("a: 1\na: 2\n"));
    assert_int_equal(diags.errors, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_tree_and_places),
        TEST(test_end_without_a_line_break),
        TEST(test_columns_are_characters),
        TEST(test_crlf_and_bom),
        TEST(test_lines),
        TEST(test_int),
        TEST(test_bool_and_null),
        TEST(test_duplicate_keys),
        TEST(test_keys),
        TEST(test_goes_on_after_errors),
        TEST(test_syntax),
        TEST(test_documents),
        TEST(test_encoding),
        TEST(test_aliases),
        TEST(test_alias_bomb),
        TEST(test_limits),
        TEST(test_depth_through_alias),
        TEST(test_many_anchors),
        TEST(test_many_errors_are_quick),
        TEST(test_new_and_copy),
        TEST(test_node_error),
        TEST(test_files),
        TEST(test_twice),
    };
    return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}

/* yaml.c - a stranger's YAML, or table of cards (it begins with "card"), read as a tree. Each node stands where it says; the tree, written in another style, is read as the same
 * one. */
#include "shared/oracle.h"

#include "api/internal.h"
#include "base/diag.h"
#include "base/node.h"
#include "load/exprparse.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 2000 };

static const char path[] = "a.yaml";

/* How many characters a line has, its break not counted; -1: there is no such line. */
static int line_length(const struct source *src, int line)
{
    char *text = source_line(src, line);
    int chars = text ? 0 : -1;

    for (const char *s = text; s && *s; s++)
        chars += ((unsigned char)*s & 0xC0) != 0x80;
    free(text);
    return chars;
}

static void tell_place(const struct node *n, struct transcript *t)
{
    int chars = line_length(n->src, n->line);

    if (chars < 0 || n->col < 1 || n->col > chars + 1)
        finding("a node stands at %d:%d, and that line has %d characters", n->line, n->col,
                chars);
    for (size_t at = 0; n->kind == NODE_SCALAR && at <= n->len; at += 1 + n->len / 3) {
        int col = text_column(n, at);
        if (col < n->col || col > chars + 1)
            finding("byte %zu of a text at %d:%d stands at column %d", at, n->line, n->col,
                    col);
    }
    tell_number(t, "where a node stands", (uint64_t)n->line << 32 | (uint32_t)n->col);
}

static void tell_scalar(const struct node *n, struct transcript *t)
{
    int64_t number = 0;
    bool flag = false;

    if (strlen(n->text) != n->len)
        finding("a text has %zu bytes and says %zu", strlen(n->text), n->len);
    tell_bytes(t, "a text", n->text, n->len);
    if (node_int(n, &number) && (node_bool(n, &flag) || node_is_null(n) || !n->plain))
        finding("'%s' is a number and something else", n->text);
    tell_number(t, "a number", (uint64_t)number);
}

static size_t tell_tree(const struct node *n, struct transcript *t)
{
    size_t nodes = 1;

    tell_place(n, t);
    if (n->kind == NODE_SCALAR)
        tell_scalar(n, t);
    for (size_t i = 0; i < n->n; i++) {
        if (n->kind == NODE_MAP) {
            if (node_get(n, n->key[i]->text) != n->item[i])
                finding("the key '%s' does not lead to its value", n->key[i]->text);
            nodes += tell_tree(n->key[i], t);
        }
        nodes += tell_tree(n->item[i], t);
    }
    return nodes;
}

/* ---- written in flow style, every text between double quotes ---- */

static void write_text(const struct node *n, struct str *out)
{
    str_add(out, "\"");
    for (const char *s = n->text; *s; s++)
        if (*s == '\n' || *s == '\t' || *s == '"' || *s == '\\')
            str_addf(out, "\\%c", *s == '\n' ? 'n' : *s == '\t' ? 't' : *s);
        else
            str_addn(out, s, 1);
    str_add(out, "\"");
}

static void write_tree(const struct node *n, struct str *out)
{
    bool map = n->kind == NODE_MAP;

    if (n->kind == NODE_SCALAR) {
        write_text(n, out);
        return;
    }
    str_add(out, map ? "{" : "[");
    for (size_t i = 0; i < n->n; i++) {
        str_add(out, i ? ",\n " : "");
        if (map) { /* with its mark, for without it a key is short */
            str_add(out, "? ");
            write_tree(n->key[i], out);
            str_add(out, ": ");
        }
        write_tree(n->item[i], out);
    }
    str_add(out, map ? "}" : "]");
}

static bool same_tree(const struct node *a, const struct node *b)
{
    if (a->kind != b->kind || a->n != b->n)
        return false;
    if (a->kind == NODE_SCALAR)
        return a->len == b->len && !memcmp(a->text, b->text, a->len);
    for (size_t i = 0; i < a->n; i++)
        if ((a->kind == NODE_MAP && !same_tree(a->key[i], b->key[i])) ||
            !same_tree(a->item[i], b->item[i]))
            return false;
    return true;
}

static void write_again(const struct node *root, struct arena *mem)
{
    struct str text = {0};
    struct diags diags = {0};

    write_tree(root, &text);
    struct node *again = node_load_text(path, str_of(&text), text.n, mem, &diags);
    if (!again || diags.n)
        finding("it is refused as it is written again: %s\n%s",
                diags.n ? diags.v[0].message : "?", str_of(&text));
    if (!same_tree(root, again) || !same_tree(root, node_copy(mem, root)))
        finding("it is another tree as it is written again:\n%s", str_of(&text));
    diags_free(&diags);
    str_free(&text);
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct arena *mem = arena_new();
    ct_diags *found = calloc(1, sizeof *found);
    bool table = n > 4 && !memcmp(data, "card", 4);
    struct node *root =
        node_load_text(table ? "a.csv" : path, (const char *)data, n, mem, &found->d);
    bool bad = found->d.errors;

    if (!root && !bad)
        finding("it is refused without a word");
    tell_diags(t, found);
    if (root && !bad && tell_tree(root, t) <= MOST_NODES)
        write_again(root, mem);
    arena_free(mem);
    return bad ? RAN_REFUSED : RAN_WHOLE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}

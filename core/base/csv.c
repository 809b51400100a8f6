/* csv.c: a table of cards (RFC 4180) to the tree of a card file.
 *
 * The first row names the columns: `card`, then keys. `name.fr` is the key `fr` in `name`. The sign
 * behind `card` separates cells: a comma, a semicolon or a tab. A cell that begins with {, [ or a
 * quotation mark is YAML. Any other cell is a word, a number or a text. An empty cell is not there.
 * Empty rows, and rows that begin with #, are skipped.
 */
#include "base/csv.h"

#include <string.h>

enum { MOST_COLUMNS = 256 };

struct csv {
    struct source *src;
    struct arena *mem;
    struct diags *diags;
    const char *at, *end;
    char *to; /* where the text of the next cell goes: as much room as the file has */
    int line, col;
    char between; /* cells; 0: not known yet */
    bool bad;
};

struct cell {
    char *text; /* without its quotes */
    int line, col;
    bool quoted, last; /* last: of its row */
};

static struct node *scalar(struct csv *c, const struct cell *at, const char *text)
{
    c->src->nodes++;
    return node_new_scalar(c->mem, c->src, at->line, at->col, text, strlen(text), true);
}

static void fail(struct csv *c, const struct cell *at, const char *hint, const char *what)
{
    c->bad = true;
    node_error(c->diags, scalar(c, at, ""), "CSV-SYNTAX", hint, "%s", what);
}

/* ---- cells ---- */

static char step(struct csv *c)
{
    char byte = *c->at++;

    if (c->line < c->src->lines && c->at == c->src->text + c->src->line_start[c->line]) {
        c->line++;
        c->col = 1;
    } else if (((unsigned char)byte & 0xC0) != 0x80) {
        c->col++;
    }
    return byte;
}

static bool ends_row(const struct csv *c)
{
    return c->at == c->end || *c->at == '\n' || *c->at == '\r';
}

static bool ends_cell(const struct csv *c)
{
    return ends_row(c) || *c->at == c->between || (!c->between && strchr(",;\t", *c->at));
}

static void skip_blanks(struct csv *c)
{
    while (!ends_cell(c) && (*c->at == ' ' || *c->at == '\t'))
        step(c);
}

/* What stands between quotes, where "" is one, and any line break a '\n'. */
static void in_quotes(struct csv *c, const struct cell *cell)
{
    for (step(c); c->at < c->end;) {
        if (*c->at == '"' && (step(c), c->at == c->end || *c->at != '"'))
            return;
        char byte = step(c);
        if (byte != '\r')
            *c->to++ = byte;
        else if (c->at == c->end || *c->at != '\n')
            *c->to++ = '\n';
    }
    fail(c, cell, "end it with \"", "this quote is not closed");
}

static struct cell next_cell(struct csv *c)
{
    skip_blanks(c);
    struct cell cell = {c->to, c->line, c->col, c->at < c->end && *c->at == '"', false};
    if (cell.quoted)
        in_quotes(c, &cell);
    else
        while (!ends_cell(c))
            *c->to++ = step(c);
    while (!cell.quoted && c->to > cell.text && strchr(" \t", c->to[-1]))
        c->to--;
    skip_blanks(c);
    if (!ends_cell(c) && !c->bad)
        fail(c, &(struct cell){NULL, c->line, c->col, false, false},
             "within quotes a quote is written twice",
             "this stands behind the end of the quotes");
    while (!ends_cell(c))
        step(c);
    *c->to++ = 0;
    cell.last = ends_row(c);
    if (!cell.last) {
        c->between = *c->at;
        step(c);
    } else if (c->at < c->end && step(c) == '\r' && c->at < c->end && *c->at == '\n') {
        step(c);
    }
    return cell;
}

/* ---- values ---- */

/* A tree that was read of a cell alone is moved to where the cell stands. */
static void move_there(const struct csv *c, struct node *n, const struct cell *at)
{
    if (n->src == c->src)
        return;
    n->col += n->line == 1 ? at->col - 1 + at->quoted : 0;
    n->line += at->line - 1;
    n->src = c->src;
    for (size_t i = 0; i < n->n; i++) {
        if (n->kind == NODE_MAP)
            move_there(c, n->key[i], at);
        move_there(c, n->item[i], at);
    }
}

static struct node *value_of(struct csv *c, const struct cell *cell)
{
    struct diags said = {0};
    struct held h;

    if (!*cell->text || !strchr("{[\"", *cell->text))
        return scalar(c, cell, cell->text);
    arena_hold(c->mem, &h, &said, diags_drop);
    struct node *n = node_load_text("", cell->text, strlen(cell->text), c->mem, &said);
    if (n) {
        c->src->nodes += n->src->nodes;
        move_there(c, n, cell);
    } else {
        fail(c, cell, said.n ? said.v[0].hint : NULL,
             arena_printf(c->mem, "this cell cannot be read as YAML: %s",
                          said.n ? said.v[0].message : "no memory"));
    }
    arena_release(c->mem, &h);
    return n;
}

/* `name.fr` is the key `fr` of the map `name`. */
static void put(struct csv *c, struct node *card, const struct cell *column,
                const struct cell *cell)
{
    const char *dot = strchr(column->text, '.'), *key = dot ? dot + 1 : column->text;
    struct node *value = value_of(c, cell), *in = card;

    if (!value)
        return;
    if (dot) {
        char *outer = arena_strndup(c->mem, column->text, (size_t)(dot - column->text));
        in = node_get(card, outer);
        if (!in)
            node_map_add(c->mem, card, scalar(c, column, outer),
                         in = node_map_at(c->mem, value));
    }
    if (in->kind != NODE_MAP || node_get(in, key))
        fail(c, column, NULL,
             arena_printf(c->mem, "there are two columns for '%s'", column->text));
    else
        node_map_add(c->mem, in, scalar(c, column, key), value);
}

/* ---- rows ---- */

static int read_columns(struct csv *c, struct cell *column)
{
    int n = 0;

    do {
        struct cell cell = next_cell(c);
        if (n == MOST_COLUMNS) {
            fail(c, &cell, NULL,
                 arena_printf(c->mem, "there are more than %d columns", MOST_COLUMNS));
            return n;
        }
        column[n++] = cell;
        if (!*cell.text && !cell.last)
            fail(c, &cell, "write the key that its cells are for", "this column has no name");
    } while (!column[n - 1].last);
    if (strcmp(column->text, "card") != 0)
        fail(c, column, "the first row is card,name,…",
             "the first column of a table of cards is 'card'");
    return n;
}

static void read_row(struct csv *c, const struct cell *column, int columns, struct node *cards)
{
    struct cell id = next_cell(c), cell = id;
    bool none = !*id.text, is_card = !none && *id.text != '#';
    struct node *card = node_new_map(c->mem, c->src, id.line, id.col);

    for (int i = 1; !cell.last; i++) {
        cell = next_cell(c);
        if (!*cell.text || (!none && !is_card))
            continue;
        if (none || i >= columns || !*column[i].text)
            fail(c, &cell, NULL,
                 none ? "this row has no card: its first cell is empty"
                      : "this row has more cells than the first row has columns");
        else
            put(c, card, column + i, &cell);
        none = false;
    }
    if (is_card)
        node_map_add(c->mem, cards, scalar(c, &id, id.text), card);
}

struct node *csv_read(struct source *src, struct arena *arena, struct diags *diags)
{
    struct csv c = {.src = src,
                    .mem = arena,
                    .diags = diags,
                    .at = src->text,
                    .end = src->text + src->len,
                    .line = 1,
                    .col = 1};
    const struct cell top = {NULL, 1, 1, false, false};
    struct node *root = node_new_map(arena, src, 1, 1), *cards = node_new_map(arena, src, 1, 1);
    struct held text, row;
    struct cell *column = arena_borrow(arena, &row, MOST_COLUMNS * sizeof *column);

    c.to = arena_borrow(arena, &text, src->len + 1);
    int columns = read_columns(&c, column);
    while (c.at < c.end && !c.bad && src->nodes <= NODE_MAX_NODES)
        read_row(&c, column, columns, cards);
    if (src->nodes > NODE_MAX_NODES)
        fail(&c, &top, NULL,
             arena_printf(arena, "this table has more than %d cells", NODE_MAX_NODES));
    arena_release(arena, &text);
    arena_release(arena, &row);
    node_map_add(arena, root, scalar(&c, &top, "cantrip"), scalar(&c, &top, "1"));
    node_map_add(arena, root, scalar(&c, &top, "cards"), cards);
    return c.bad ? NULL : root;
}

/* cardtable.c: the cards of a game as a table that csv_read reads (base/csv.c). */
#include "api/internal.h"

#include "base/node.h"
#include "say/describe_internal.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* ---- YAML on one line ---- */

static int add_bytes(void *to, unsigned char *bytes, size_t n)
{
    str_addn(to, (const char *)bytes, n);
    return 1;
}

static bool emit(yaml_emitter_t *to, const struct node *n)
{
    yaml_event_t e;
    bool map = n->kind == NODE_MAP;

    if (n->kind == NODE_SCALAR)
        return yaml_scalar_event_initialize(
                   &e, NULL, NULL, (yaml_char_t *)n->text, (int)n->len, 1, 1,
                   n->plain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
               yaml_emitter_emit(to, &e);
    if (!(map ? yaml_mapping_start_event_initialize(&e, NULL, NULL, 1, YAML_FLOW_MAPPING_STYLE)
              : yaml_sequence_start_event_initialize(&e, NULL, NULL, 1,
                                                     YAML_FLOW_SEQUENCE_STYLE)) ||
        !yaml_emitter_emit(to, &e))
        return false;
    for (size_t i = 0; i < n->n; i++)
        if ((map && !emit(to, n->key[i])) || !emit(to, n->item[i]))
            return false;
    return (map ? yaml_mapping_end_event_initialize(&e)
                : yaml_sequence_end_event_initialize(&e)) &&
           yaml_emitter_emit(to, &e);
}

static void add_yaml(struct str *to, const struct node *n)
{
    yaml_emitter_t emitter;
    yaml_event_t e;

    if (!yaml_emitter_initialize(&emitter)) {
        mem_lose();
        return;
    }
    yaml_emitter_set_output(&emitter, add_bytes, to);
    yaml_emitter_set_width(&emitter, -1);
    yaml_emitter_set_unicode(&emitter, 1);
    if (!(yaml_stream_start_event_initialize(&e, YAML_UTF8_ENCODING) &&
          yaml_emitter_emit(&emitter, &e) &&
          yaml_document_start_event_initialize(&e, NULL, NULL, NULL, 1) &&
          yaml_emitter_emit(&emitter, &e) && emit(&emitter, n) &&
          yaml_document_end_event_initialize(&e, 1) && yaml_emitter_emit(&emitter, &e) &&
          yaml_emitter_flush(&emitter)))
        mem_lose();
    yaml_emitter_delete(&emitter);
    while (to->n && to->s[to->n - 1] == '\n')
        to->s[--to->n] = 0;
}

/* ---- cells ---- */

static void add_cell(struct str *to, const char *text)
{
    size_t n = strlen(text);
    bool quoted = strpbrk(text, ",\"\r\n") ||
                  (n && (strchr(" \t#", *text) || strchr(" \t", text[n - 1])));

    str_add(to, quoted ? "\"" : "");
    for (; quoted && *text; text++)
        str_add(to, *text == '"' ? "\"\"" : (char[]){*text, 0});
    str_add(to, text);
    str_add(to, quoted ? "\"" : "");
}

/* A text that YAML would read as something else. */
static bool needs_yaml(const struct node *n)
{
    struct node bare = *n;
    int64_t number;
    bool truth;

    bare.plain = true;
    return n->kind != NODE_SCALAR || (*n->text && strchr("{[\"", *n->text)) ||
           (!n->plain &&
            (node_int(&bare, &number) || node_bool(&bare, &truth) || node_is_null(&bare)));
}

static void add_value(struct str *to, const struct node *n)
{
    struct str yaml = {0};
    bool odd = n && needs_yaml(n);

    if (odd)
        add_yaml(&yaml, n);
    add_cell(to, n && !odd ? n->text : str_of(&yaml));
    str_free(&yaml);
}

/* ---- columns ---- */

struct column {
    const char *key, *in; /* in: of the map that `key` has; NULL: the whole */
};

struct columns {
    struct column *v;
    size_t n;
};

static void column_add(struct columns *c, const char *key, const char *in)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->v[i].key, key) && !strcmp(c->v[i].in ? c->v[i].in : "", in ? in : ""))
            return;
    if (mem_room(&c->v, c->n, sizeof *c->v))
        c->v[c->n++] = (struct column){key, in};
}

/* A map of words and numbers, such as names by language, has a column for each key. */
static bool is_split(const struct node *n)
{
    bool split = n->kind == NODE_MAP && n->n;

    for (size_t i = 0; split && i < n->n; i++)
        split = n->item[i]->kind == NODE_SCALAR && !strpbrk(n->key[i]->text, ".");
    return split;
}

char *ct_cards_csv(const ct_definition *def)
{
    unsigned lost = mem_losses();
    struct columns c = {0};
    struct str text = {0};

    for (int card = 0; card < def->k.ncards; card++) {
        const struct node *all = def->cards[card].node;
        for (size_t i = 0; i < all->n; i++) {
            const struct node *n = all->item[i];
            if (byword_of_part(def->byword, all->key[i]->text))
                continue;
            if (!is_split(n))
                column_add(&c, all->key[i]->text, NULL);
            for (size_t k = 0; is_split(n) && k < n->n; k++)
                column_add(&c, all->key[i]->text, n->key[k]->text);
        }
    }
    str_add(&text, "card");
    for (size_t i = 0; i < c.n; i++)
        str_addf(&text, ",%s%s%s", c.v[i].key, c.v[i].in ? "." : "",
                 c.v[i].in ? c.v[i].in : "");
    str_add(&text, "\n");
    for (int card = 0; card < def->k.ncards; card++) {
        add_cell(&text, ct_card_id(def, card));
        for (size_t i = 0; i < c.n; i++) {
            const struct node *n = node_get(def->cards[card].node, c.v[i].key);
            str_add(&text, ",");
            if (n && is_split(n) == (c.v[i].in != NULL))
                add_value(&text, c.v[i].in ? node_get(n, c.v[i].in) : n);
        }
        str_add(&text, "\n");
    }
    free(c.v);
    return str_take(&text, lost);
}

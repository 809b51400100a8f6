/* face.c - the content of a card's face. */
#include "face.h"

#include "tools/art.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/screen/cardview.h"
#include "tools/screen/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    CORNER_MOST = 12, /* letters; the same on screens and on the page */
    KIND_MOST = 28,   /* longer values go into the text */
    COLOUR_MOST = 56  /* … and longer ones of the colour's trait */
};

/* A face that is being read. */
struct reading {
    struct face *f;
    const ct_definition *def;
    const char *lang;
    int card;
    struct ct_drawing drawing;
    bool corners; /* the ruleset gives their content */
    struct buffer kind;
};

/* "12", "-3", "−3" */
static bool is_number(const char *text)
{
    text += strncmp(text, "−", strlen("−")) ? *text == '-' : strlen("−");
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* ---- where a value goes ---- */

static bool to_corner(struct reading *r, int trait, const struct face_value *v)
{
    bool any = false;

    for (int i = 0; i < FACE_CORNERS; i++) {
        if (r->drawing.corner[i] != trait || text_width(v->text) > CORNER_MOST)
            continue;
        r->f->corner[i] =
            (struct face_value){mem_strdup(v->name), mem_strdup(v->text), v->number};
        any = true;
    }
    return any;
}

static bool to_number(struct reading *r, const struct face_value *v)
{
    if (r->corners || !v->number || r->f->nnumbers == FACE_NUMBERS)
        return false;
    r->f->number[r->f->nnumbers++] =
        (struct face_value){mem_strdup(v->name), mem_strdup(v->text), true};
    return true;
}

static void to_kind(struct reading *r, const char *text)
{
    buffer_add(&r->kind, "%s%s", r->kind.n ? " · " : "", text);
}

static struct face_section *add_section(struct face *f, const char *label, int entries)
{
    f->section = mem_realloc(f->section, (size_t)(f->nsections + 1) * sizeof *f->section);
    struct face_section *s = &f->section[f->nsections++];
    *s = (struct face_section){.label = label ? mem_strdup(label) : NULL};
    s->entry = mem_zero((size_t)entries * sizeof *s->entry + 1);
    return s;
}

static void read_list(struct reading *r, int trait, const char *label)
{
    int n = ct_card_entries(r->def, r->card, trait);
    struct face_section *s = add_section(r->f, label, n);

    for (int i = 0; i < n; i++) {
        char *text = mem_had(ct_card_text(r->def, NULL, r->card, trait, i, r->lang));
        if (*text)
            s->entry[s->n++] = text;
        else
            free(text);
    }
    if (!s->n) { /* they say something in the log and do nothing */
        free(s->entry);
        free(s->label);
        r->f->nsections--;
    }
}

static void read_value(struct reading *r, int trait, const struct ct_trait_info *t,
                       const char *name)
{
    struct face_value v = {.name = (char *)(uintptr_t)name};
    bool flag = t->is == CT_TRAIT_FLAG,
         word = t->is == CT_TRAIT_WORD || t->is == CT_TRAIT_WORDS || t->is == CT_TRAIT_CARD;

    v.text = flag ? mem_strdup(name)
                  : mem_had(ct_card_text(r->def, NULL, r->card, trait, -1, r->lang));
    v.number = is_number(v.text);
    if (!*v.text || (word && !strcmp(v.text, r->f->name)) || to_corner(r, trait, &v) ||
        to_number(r, &v)) {
        free(v.text);
        return;
    }
    int most = trait == r->drawing.colour ? COLOUR_MOST : KIND_MOST;
    if ((flag || word) && text_width(v.text) <= most) {
        to_kind(r, v.text);
        free(v.text);
    } else {
        struct face_section *s = add_section(r->f, flag ? NULL : name, 1);
        s->entry[s->n++] = v.text;
    }
}

static void read_trait(struct reading *r, int trait)
{
    struct ct_trait_info t;

    if (!ct_get_trait(r->def, trait, &t) || t.untold || !ct_card_has(r->def, r->card, trait))
        return;
    char *name = mem_had(ct_trait_name(r->def, trait, r->lang));
    if (trait_is_list(&t))
        read_list(r, trait, t.headed ? name : NULL);
    else
        read_value(r, trait, &t, name);
    free(name);
}

/* The trait that gives the colour comes first: it is the kind of card. */
static void read_traits(struct reading *r)
{
    r->drawing = ct_get_drawing(r->def);
    for (int i = 0; i < FACE_CORNERS; i++)
        r->corners |= r->drawing.corner[i] >= 0;
    if (r->drawing.colour >= 0)
        read_trait(r, r->drawing.colour);
    for (int i = 0; ct_trait_id(r->def, i); i++)
        if (i != r->drawing.colour)
            read_trait(r, i);
}

void face_read(struct face *f, const ct_definition *def, int card, const char *lang)
{
    struct reading r = {.f = f, .def = def, .lang = lang, .card = card};

    *f = (struct face){.id = ct_card_id(def, card)};
    f->name = mem_strdup(ct_card_name(def, card, lang));
    read_traits(&r);
    f->kind = buffer_take(&r.kind);
    f->colour = art_colour(def, card);
    f->picture_file = art_file(def, card);
}

static void value_free(struct face_value *v)
{
    free(v->name);
    free(v->text);
}

void face_free(struct face *f)
{
    for (int i = 0; i < FACE_CORNERS; i++)
        value_free(&f->corner[i]);
    for (int i = 0; i < f->nnumbers; i++)
        value_free(&f->number[i]);
    for (int i = 0; i < f->nsections; i++) {
        for (int k = 0; k < f->section[i].n; k++)
            free(f->section[i].entry[k]);
        free(f->section[i].entry);
        free(f->section[i].label);
    }
    free(f->section);
    free(f->name);
    free(f->kind);
    free(f->picture_file);
    *f = (struct face){0};
}

/* ---- comparison ---- */

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool same_value(const struct face_value *a, const struct face_value *b)
{
    return same_text(a->name, b->name) && same_text(a->text, b->text);
}

static bool same_section(const struct face_section *a, const struct face_section *b)
{
    bool same = a->n == b->n && same_text(a->label, b->label);

    for (int i = 0; same && i < a->n; i++)
        same = same_text(a->entry[i], b->entry[i]);
    return same;
}

bool face_same(const struct face *a, const struct face *b)
{
    bool same = same_text(a->name, b->name) && same_text(a->kind, b->kind) &&
                a->colour == b->colour && a->nnumbers == b->nnumbers &&
                a->nsections == b->nsections && a->npicture == b->npicture &&
                !a->picture == !b->picture &&
                (!a->picture || !memcmp(a->picture, b->picture, a->npicture));

    for (int i = 0; same && i < FACE_CORNERS; i++)
        same = same_value(&a->corner[i], &b->corner[i]);
    for (int i = 0; same && i < a->nnumbers; i++)
        same = same_value(&a->number[i], &b->number[i]);
    for (int i = 0; same && i < a->nsections; i++)
        same = same_section(&a->section[i], &b->section[i]);
    return same;
}

/* ---- signs ---- */

char *face_signs(const ct_definition *def, ct_engine *engine)
{
    struct buffer all = {0};
    struct ct_icon icon = {0};
    int counters = 0;

    while (ct_counter_id(def, counters))
        counters++;
    for (int c = 0; c < counters || ct_get_name(def, c - counters, &(struct ct_name){0}); c++) {
        bool named = c < counters || ct_get_icon(def, c - counters, &icon);
        const char *name = c < counters ? mem_said(ct_counter_name(engine, c))
                           : named      ? icon.text
                                        : "";
        uint32_t sign;
        size_t n = ct_utf8(name, strlen(name), &sign);
        /* A single character that is no letter. Those of scripts are below and above the signs. */
        if (n && !name[n] && sign >= 0x2000 && sign < 0x2e80 &&
            !strstr(buffer_text(&all), name))
            buffer_add(&all, "%s", name);
    }
    return buffer_take(&all);
}

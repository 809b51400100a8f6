/* cardcompare.c - what cards are worth in two rulesets, and the difference: as a table or JSON. */
#include "cardreport.h"

#include "common.h"
#include "load/arena.h"
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A card in both, in shares of the win and in points. Their errors are taken as independent. */
struct change {
    const char *id, *name;
    bool share, score; /* known in both */
    struct estimate of_share[2], of_score[2], share_by, score_by;
};
struct changes {
    struct change *v;
    int n;
};

/* The first kind from k on that is asked for and that both have; -1: none is left. */
static int next_kind(const struct cards_side *a, const struct cards_side *b, int kind, int k, int *other)
{
    for (; k < a->tally->kinds; k++) {
        *other = card_kind_find(b->def, ct_kind_id(a->def, k));
        if ((kind == EVERY_KIND || kind == k) && *other != NO_KIND)
            return k;
    }
    return -1;
}

static int number_of_card(const ct_definition *def, const char *id)
{
    int n = ct_get_info(def, NULL).cards, i = 0;

    while (i < n && strcmp(ct_card_id(def, i), id) != 0)
        i++;
    return i < n ? i : -1;
}

static struct estimate less(struct estimate b, struct estimate a)
{
    return (struct estimate){b.mean - a.mean, sqrt(a.error * a.error + b.error * b.error)};
}

/* False: nobody was offered it in one of the two. */
static bool change_of(const struct cards_side *a, const struct cards_side *b, int kind_a, int kind_b, int card,
                      struct change *c)
{
    const char *id = ct_card_id(a->def, card);
    int other = number_of_card(b->def, id);

    if (other < 0)
        return false;
    const struct card_count *ca = cardtally_of(a->tally, kind_a, card);
    const struct card_count *cb = cardtally_of(b->tally, kind_b, other);
    struct card_worth sa = card_share(ca), sb = card_share(cb), pa = card_score(ca), pb = card_score(cb);
    *c = (struct change){
        .id = id,
        .name = ct_card_name(a->def, card, NULL),
        .share = sa.known && sb.known && (ca->share.py || ca->share.qy || cb->share.py || cb->share.qy),
        .score = pa.known && pb.known && a->tally->scored && b->tally->scored,
        .of_share = {sa.gain, sb.gain},
        .of_score = {pa.gain, pb.gain},
        .share_by = less(sb.gain, sa.gain),
        .score_by = less(pb.gain, pa.gain),
    };
    return c->share || c->score;
}

/* How many of its own errors a change is worth: what is no chance stands first. */
static double weight(const struct change *c)
{
    const struct estimate *e = c->share ? &c->share_by : &c->score_by;

    return e->error > 0 ? fabs(e->mean) / e->error : fabs(e->mean);
}

static int by_weight(const void *a, const void *b)
{
    double x = weight(a), y = weight(b);

    return x > y ? -1 : x < y ? 1 : strcmp(((const struct change *)a)->id, ((const struct change *)b)->id);
}

static struct changes changes_of(const struct cards_side *a, const struct cards_side *b, int kind_a, int kind_b)
{
    struct changes l = {.v = mem_alloc((size_t)a->tally->cards * sizeof *l.v)};

    for (int card = 0; card < a->tally->cards; card++)
        l.n += change_of(a, b, kind_a, kind_b, card, &l.v[l.n]);
    if (l.n)
        qsort(l.v, (size_t)l.n, sizeof *l.v, by_weight);
    return l;
}

/* ---- the table ---- */

static void add_estimate(struct table *t, bool known, const struct estimate *e, int digits)
{
    table_addf(t, known ? "%+.*f" : "", digits, e->mean);
    table_addf(t, known ? "%.*f" : "", digits, e->error);
}

static void print_changes(const struct changes *l)
{
    static const char *const heads[] = {"card",   "gain", "±", "then",   "±", "change", "±",
                                        "points", "±",    "then", "±", "change", "±"};
    struct table t = {.columns = 13};

    for (int i = 0; i < 13; i++) {
        table_add(&t, heads[i]);
        t.right[i] = i > 0;
    }
    for (int i = 0; i < l->n; i++) {
        const struct change *c = &l->v[i];
        table_add(&t, c->name);
        add_estimate(&t, c->share, &c->of_share[0], 3);
        add_estimate(&t, c->share, &c->of_share[1], 3);
        add_estimate(&t, c->share, &c->share_by, 3);
        add_estimate(&t, c->score, &c->of_score[0], 2);
        add_estimate(&t, c->score, &c->of_score[1], 2);
        add_estimate(&t, c->score, &c->score_by, 2);
    }
    table_print(&t, stdout, 0, use_colour(stdout));
    table_free(&t);
}

void cards_print_both(const struct cards_side *a, const struct cards_side *b, int kind)
{
    int met = 0;

    for (int other, k = next_kind(a, b, kind, 0, &other); k >= 0; k = next_kind(a, b, kind, k + 1, &other)) {
        const char *id = ct_kind_id(a->def, k);
        struct changes l = changes_of(a, b, k, other);
        if (l.n) {
            printf("\n%s\n", id);
            print_changes(&l);
        }
        met += l.n;
        free(l.v);
    }
    if (met)
        printf("\ngain: what picking the card is worth in %s, in shares of the win; then: in %s; change: the second\n"
               "less the first, ± its standard error. The surest change stands first.\n", a->name, b->name);
    else
        puts("\nno card was offered like this in both");
}

/* ---- JSON ---- */

static json_t *estimate_json(const struct estimate *e)
{
    return json_pack("{s:f, s:f}", "mean", round(e->mean * 1e6) / 1e6, "error", round(e->error * 1e6) / 1e6);
}

static json_t *change_json(const struct estimate of[2], const struct estimate *by)
{
    return json_pack("{s:o, s:o, s:o}", "gain", estimate_json(&of[0]), "then", estimate_json(&of[1]), "change",
                     estimate_json(by));
}

json_t *cards_json_both(const struct cards_side *a, const struct cards_side *b, int kind)
{
    json_t *kinds = json_object();

    for (int other, k = next_kind(a, b, kind, 0, &other); k >= 0; k = next_kind(a, b, kind, k + 1, &other)) {
        const char *id = ct_kind_id(a->def, k);
        struct changes l = changes_of(a, b, k, other);
        json_t *cards = json_array();
        for (int i = 0; i < l.n; i++) {
            json_t *o = json_pack("{s:s}", "card", l.v[i].id);
            if (l.v[i].share)
                json_object_set_new(o, "share", change_json(l.v[i].of_share, &l.v[i].share_by));
            if (l.v[i].score)
                json_object_set_new(o, "points", change_json(l.v[i].of_score, &l.v[i].score_by));
            json_array_append_new(cards, o);
        }
        if (l.n || kind == k)
            json_object_set(kinds, id, cards);
        json_decref(cards);
        free(l.v);
    }
    return kinds;
}

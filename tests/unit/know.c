/* know.c - the knowledge table of core/kernel/know/know.c as truth tables: each row of conditions
 * against a statement of the rule written once more, and each condition alone must make a
 * difference, or none where the rule does not ask it. */
#include "kernel_fixture.h"

#include "kernel/run/run.h"

static struct game g;

/* ---- who sees a card ---- */

/* What the sight of a card's face depends on; -1: no seat. */
enum { FACE_OF, UP, DOWN, SLOT, OWNER, SHOWN, ASKED, CONDITIONS };
struct sighting {
    int v[CONDITIONS];
};

static bool should_see(const struct sighting *x, int seats)
{
    int sight = x->v[x->v[FACE_OF] == FACE_DOWN ? DOWN : UP], o = x->v[ASKED];
    int owner = x->v[SLOT] >= 0 ? x->v[SLOT] : x->v[OWNER];
    bool watches = o == seats; /* and sits nowhere */

    if (sight == SIGHT_ALL || x->v[SHOWN] >> (watches ? (int)THE_PUBLIC : o) & 1)
        return true;
    return !watches &&
           ((sight == SIGHT_OWNER && owner == o) || (sight == SIGHT_OTHERS && owner != o));
}

static void lay(const struct sighting *x, unsigned c)
{
    struct kinst *in = k_insts(g.s) + c;
    struct kslotinfo *info = k_slotinfo(g.s) + in->slot;

    in->face = (uint8_t)x->v[FACE_OF];
    in->owner = (uint8_t)x->v[OWNER];
    in->shown = (uint16_t)x->v[SHOWN];
    info->seat = (uint8_t)x->v[SLOT];
    info->up = (uint8_t)x->v[UP];
    info->down = (uint8_t)x->v[DOWN];
}

static bool next_row(struct sighting *x, const int *from, const int *to)
{
    for (int i = 0; i < CONDITIONS; i++) {
        if (++x->v[i] <= to[i])
            return true;
        x->v[i] = from[i];
    }
    return false;
}

/* May this condition make a difference beside the others? */
static bool counts(const struct sighting *x, int which)
{
    bool down = x->v[FACE_OF] == FACE_DOWN;

    return which == UP ? !down : which == DOWN ? down : which == OWNER ? x->v[SLOT] < 0 : true;
}

static void each_condition_of_sight_alone(void **state)
{
    enum { SEATS = 3 };
    const int from[] = {FACE_UP, 0, 0, -1, -1, 0, 0};
    const int to[] = {FACE_DOWN, SIGHT_ALL, SIGHT_ALL, SEATS - 1, SEATS - 1, 15, SEATS};
    long turned[CONDITIONS] = {0}, rows = 0;
    struct sighting x;

    (void)state;
    game_load(&g, "features/unit");
    game_start(&g, SEATS, 1, true);
    assert_int_equal(g.s->nseats, SEATS);
    memcpy(x.v, from, sizeof from);
    do {
        struct sighting r = x; /* its SHOWN: a bit for each seat, the last for all persons */
        r.v[SHOWN] = (x.v[SHOWN] & 7) | (x.v[SHOWN] & 8 ? BIT(THE_PUBLIC) : 0);
        bool want = should_see(&r, SEATS);
        lay(&r, 0);
        assert_int_equal(card_seen(&g.e, g.s, x.v[ASKED], 0), want);
        for (int plain = 0; plain < 2; plain++) {
            k_without(&g.e, plain ? K_EVERY_WAY : 0);
            assert_int_equal(know_seen_by(&g.e, g.s, 0) >> x.v[ASKED] & 1, want);
        }
        k_without(&g.e, 0);
        rows++;
        for (int i = 0; i < CONDITIONS; i++)
            for (int other = from[i]; other <= to[i]; other++) {
                struct sighting y = x;
                y.v[i] = other;
                y.v[SHOWN] = (y.v[SHOWN] & 7) | (y.v[SHOWN] & 8 ? BIT(THE_PUBLIC) : 0);
                lay(&y, 0);
                bool differs = card_seen(&g.e, g.s, y.v[ASKED], 0) != want;
                turned[i] += differs;
                assert_true(!differs || counts(&x, i));
            }
    } while (next_row(&x, from, to));
    assert_int_equal(rows, 2 * 4 * 4 * 4 * 4 * 16 * 4);
    for (int i = 0; i < CONDITIONS; i++)
        assert_true(turned[i] > 0);
    game_close(&g);
}

/* A side of a slot is seen as a whole if each card is seen that may lie in it, whoever it
 * belongs to. */
static void a_side_is_seen_if_each_card_is(void **state)
{
    enum { SEATS = 3 };

    (void)state;
    game_load(&g, "features/unit");
    game_start(&g, SEATS, 1, true);
    unsigned slot = k_insts(g.s)[0].slot;
    for (int up = 0; up <= SIGHT_ALL; up++)
        for (int down = 0; down <= SIGHT_ALL; down++)
            for (int seat = -1; seat < SEATS; seat++)
                for (int o = 0; o <= SEATS; o++) {
                    unsigned behind = 0;
                    for (int face = FACE_UP; face <= FACE_DOWN; face++)
                        for (int owner = 0; owner < SEATS; owner++) {
                            struct sighting x = {{face, up, down, seat, owner, 0, o}};
                            behind |= should_see(&x, SEATS) ? 0 : BIT(face);
                            lay(&x, 0);
                        }
                    g.e.asker = o == SEATS ? THE_PUBLIC : (uint8_t)o;
                    assert_int_equal(faces_behind(&g.e, slot), behind);
                    for (int face = FACE_UP; face <= FACE_DOWN; face++) {
                        memset(k_down(g.s), 0, g.s->words * 8u);
                        set_put(k_down(g.s), 0, face == FACE_DOWN);
                        assert_int_equal(backs_behind(&g.e, slot),
                                         face == FACE_DOWN ? behind : behind & BIT(FACE_UP));
                    }
                }
    game_close(&g);
}

static void who_may_look(void **state)
{
    (void)state;
    game_load(&g, "features/unit");
    game_start(&g, 3, 1, true);
    for (int nobody = 0; nobody < 2; nobody++)
        for (int seen = 0; seen < 2; seen++)
            for (int alone = 0; alone < 2; alone++)
                for (int recalls = 0; recalls < 2; recalls++) {
                    struct sighting x = {
                        {FACE_UP, SIGHT_OWNER, SIGHT_OWNER, 0, 0, seen ? BIT(1) : 0, 1}};
                    lay(&x, 0);
                    for (unsigned c = 0; c < g.s->ninst; c++)
                        k_classes(g.s, 1)[c] = alone && c ? 1 : 0;
                    g.e.asker = nobody ? NO_SEAT : 1;
                    g.e.recalls = recalls ? k_knows : NULL;
                    assert_int_equal(may_look(&g.e, 0), nobody || seen || (alone && recalls));
                }
    game_close(&g);
}

/* ---- what becomes of classes ---- */

/* Classes as the table has them: cards with one number are of one class. */
enum { MANY = 64 };
struct classes {
    int of[MANY];
};

static void alone(struct classes *k, unsigned c)
{
    k->of[c] = MANY + (int)c;
}

static void join(struct classes *k, const bool *marked, unsigned n)
{
    int first = -1;

    for (unsigned c = 0; c < n; c++)
        if (marked[c] && first < 0)
            first = k->of[c];
        else if (marked[c] && k->of[c] != first)
            for (unsigned i = 0, was = (unsigned)k->of[c]; i < n; i++)
                k->of[i] = k->of[i] == (int)was ? first : k->of[i];
}

/* Does the class of c hold a card of a definition that may be it (bits), or of definition d? */
static bool could_be(const struct classes *k, unsigned c, ref bits, int d)
{
    for (unsigned i = 0; i < g.s->ninst; i++) {
        int def = k_insts(g.s)[i].def;
        bool fits = d >= 0             ? def == d
                    : bits == REF_NONE ? true
                                       : bits_has(g.e.d, bits, (uint16_t)def);
        if (k->of[i] == k->of[c] && fits)
            return true;
    }
    return false;
}

/* Joins c and what o does not see of the slot, as far as it could be that. */
static void join_hidden(struct classes *k, int o, unsigned slot, unsigned c, ref bits, int d)
{
    bool marked[MANY] = {0};

    for (unsigned i = 0; i < g.s->ninst; i++)
        marked[i] = (i == c || (k_insts(g.s)[i].slot == slot && !card_seen(&g.e, g.s, o, i))) &&
                    could_be(k, i, bits, d);
    join(k, marked, g.s->ninst);
}

static struct classes start_from(int o, struct krng *rng)
{
    struct classes k = {0};
    uint16_t *cls = k_classes(g.s, o);

    for (unsigned c = 0; c < g.s->ninst; c++) {
        k.of[c] = (int)krng_below(rng, 3);
        cls[c] = (uint16_t)c;
        for (unsigned i = c; i-- > 0;)
            cls[c] = k.of[i] == k.of[c] ? (uint16_t)i : cls[c];
    }
    return k;
}

static void are_the_same(int o, const struct classes *k)
{
    const uint16_t *cls = k_classes(g.s, o);

    for (unsigned c = 0; c < g.s->ninst; c++) {
        assert_true(cls[c] <= c && cls[cls[c]] == cls[c]);
        for (unsigned i = 0; i < c; i++)
            assert_int_equal(cls[c] == cls[i], k->of[c] == k->of[i]);
    }
}

enum change { MOVED, TURNED, SET_SEEN, SHUFFLED, CHANGES };

/* What the table says of observer o. */
static void table_says(struct classes *k, enum change what, int o, unsigned c, unsigned slot,
                       bool nameable, bool before, bool after)
{
    int d = k_insts(g.s)[c].def;
    bool all[MANY] = {0};

    switch (what) {
    case MOVED:
    case TURNED:
        if (what == TURNED && (before || !after))
            return;
        if (nameable && (before || after)) {
            alone(k, c);
        } else if (!nameable && !before) {
            if (!after || g.e.break_rule != BREAK_SEEN)
                if (after || g.e.break_rule != BREAK_UNSEEN)
                    join_hidden(k, o, slot, c, after ? REF_NONE : g.e.pub_bits, after ? d : -1);
            if (after)
                alone(k, c);
        }
        return;
    case SET_SEEN:
        for (unsigned i = 0; i < g.s->ninst; i++) {
            if (k_insts(g.s)[i].slot != slot)
                continue;
            for (unsigned j = 0; j < g.s->ninst; j++)
                all[j] = j >= i && k_insts(g.s)[j].slot == slot &&
                         could_be(k, j, REF_NONE, k_insts(g.s)[i].def);
            if (g.e.break_rule != BREAK_SEEN)
                join(k, all, g.s->ninst);
            alone(k, i);
        }
        return;
    default:
        for (unsigned i = 0; i < g.s->ninst; i++)
            all[i] = k_insts(g.s)[i].slot == slot;
        if (g.e.break_rule != BREAK_SHUFFLED)
            join(k, all, g.s->ninst);
        for (unsigned i = 0; i < g.s->ninst; i++)
            if (all[i] && card_seen(&g.e, g.s, o, i))
                alone(k, i);
    }
}

static void do_change(enum change what, unsigned c, unsigned slot, unsigned count,
                      uint32_t before, uint32_t after)
{
    uint16_t list[MANY];

    switch (what) {
    case MOVED: know_moved(&g.e, c, slot, count, before, after); break;
    case TURNED: know_turned(&g.e, c, before, after); break;
    case SET_SEEN:
        for (int o = 0, n = zone_cards(g.s, slot, list); o < g.s->nobs; o++)
            know_set_seen(&g.e, o, list, n);
        break;
    default: know_shuffled(&g.e, slot);
    }
}

/* One change of card c in `slot`, where it lies with two others or alone (`few`), seen
 * before and after by these. */
static void change_one(enum change what, unsigned slot, bool few, unsigned c, uint32_t before,
                       uint32_t after, struct krng *rng, long *same, long *changed)
{
    bool nameable = k_ordered(g.s, slot) || few;
    struct classes want[3], was[3];
    unsigned all = g.s->ninst;

    for (unsigned i = 0; i < all; i++)
        k_setup_put(&g.e, g.s, i,
                    (i + all - c) % all < (few ? 1u : 3u) ? slot : slot_of(&g, "table", 0),
                    FACE_UP, NO_SEAT);
    for (int o = 0; o < 3; o++) {
        was[o] = want[o] = start_from(o, rng);
        table_says(&want[o], what, o, c, slot, nameable, before & BIT(o), after & BIT(o));
    }
    do_change(what, c, slot, few ? 1 : 3, before, after);
    for (int o = 0; o < 3; o++) {
        bool alike = !memcmp(&was[o], &want[o], sizeof *was);
        are_the_same(o, &want[o]);
        *same += alike;
        *changed += !alike;
    }
}

/* The filter of the choice in knowledge/filter: red cards. */
static ref red_cards(void)
{
    for (ref row = 0; row < 8; row++)
        if (bits_has(g.e.d, row, card_id(&g, "rose")) &&
            !bits_has(g.e.d, row, card_id(&g, "lily")))
            return row;
    fail();
    return REF_NONE;
}

/* Every change, in a set and in a pile, of one card and of several, seen before and after or
 * not by each observer, from classes by chance, with each rule left out. */
static void each_condition_of_classes_alone(void **state)
{
    static const char *const zones[] = {"hand", "given", "deck"};
    struct krng rng = krng_stream(5, 5);
    long same[CHANGES] = {0}, changed[CHANGES] = {0};

    (void)state;
    game_load(&g, "knowledge/filter");
    game_start(&g, 2, 3, true);
    g.e.s = g.s;
    assert_true(g.s->ninst < MANY && g.s->nobs == 3);
    for (unsigned i = 0; i < 24u * 3 * 2 * CHANGES * 4 * 64; i++) {
        unsigned m = i % 64, rule = i / 64 % 4, what = i / 256 % CHANGES, round = i / 1024;
        g.e.pub_bits = round & 1 ? red_cards() : REF_NONE;
        g.e.break_rule = (enum broken_rule)rule;
        change_one((enum change)what, slot_of(&g, zones[round / 4 % 3], 0), round & 2,
                   round / 12 % g.s->ninst, m & 7, m >> 3, &rng, same + what, changed + what);
    }
    for (int what = 0; what < CHANGES; what++)
        assert_true(changed[what] > 0 && (same[what] > 0 || what == SET_SEEN));
    game_close(&g);
}

/* ---- what an answer proves ---- */

static bool holds(int op, int n, int v)
{
    switch (op) {
    case X_EQ: return n == v;
    case X_NE: return n != v;
    case X_LT: return n < v;
    case X_LE: return n <= v;
    case X_GT: return n > v;
    default: return n >= v;
    }
}

/* knowledge/some with `how many a OP v`, or the contrary, as the `if` of `low`; who takes it
 * proves that. */
static void count_is(int op, int v, bool contrary)
{
    const struct kaction *low =
        &g.def->k.actions[id_of(g.def->actions, g.def->k.nactions, "low")];
    struct kexpr *exprs = (struct kexpr *)(uintptr_t)g.def->k.exprs, *p = exprs + low->cond;

    assert_int_equal(p->op, X_NOT);
    if (!contrary) {
        struct kexpr inner = exprs[p->a];
        *p = inner;
    } else {
        p = exprs + p->a;
    }
    assert_true(exprs[p->a].op == X_COUNT && exprs[p->b].op == X_CONST);
    p->op = (uint8_t)op;
    exprs[p->b].imm = v;
}

/* Plays `low` where it is offered, and looks at the worlds of who does not see the hand:
 * [does it hold an a?][does it in a world?]. How often it was offered. */
static int worlds_of(bool met[2][2])
{
    int low = id_of(g.def->actions, g.def->k.nactions, "low"), games[2] = {0};

    for (uint64_t seed = 1; seed < 80; seed++) {
        game_start(&g, 2, seed, true);
        go_on(&g.e, g.s);
        unsigned hand = slot_of(&g, "hand", 0);
        uint16_t a = card_id(&g, "a");
        int n = k_choices_of(&g.e, g.s, 0), i = 0;
        while (i < n && g.e.opts[i].action != low)
            i++;
        bool held = card_in(g.s, hand, a) != NO_CARD;
        if (i == n || games[held]++ > 4)
            continue;
        assert_int_equal(k_pick(&g.e, g.s, 0, i), 0);
        go_on(&g.e, g.s);
        struct kstate *dst = block_new(g.s);
        for (uint64_t k = 0; k < 40; k++) {
            assert_int_equal(k_resample(&g.e, dst, g.s, 1, k), 1);
            met[held][card_in(dst, hand, a) != NO_CARD] = true;
        }
        free(dst);
    }
    return games[0] + games[1];
}

static void each_comparison_with_a_count_proves_what_it_says(void **state)
{
    int none = 0, some = 0, open = 0;

    (void)state;
    for (int op = X_EQ; op <= X_GE; op++)
        for (int v = -1; v <= 3; v++)
            for (int contrary = 0; contrary < 2; contrary++) {
                bool met[2][2] = {{false}}, can[3];
                game_load(&g, "knowledge/some");
                count_is(op, v, contrary);
                engine_close(&g.e, g.script);
                g.script = engine_open(&g.e, g.def);
                int offered = worlds_of(met);
                for (int n = 0; n < 3; n++)
                    can[n] = holds(op, n, v) != contrary;
                bool has = can[1] || can[2];
                assert_int_equal(offered > 0, can[0] || has);
                assert_int_equal(met[0][0], can[0]);
                assert_int_equal(met[1][1], has);
                assert_int_equal(met[0][1], can[0] && has);
                /* who holds both leaves two others none but one */
                assert_int_equal(met[1][0], can[0] && can[1]);
                none += can[0] && !has;
                some += has && !can[0];
                open += has && can[0];
                game_close(&g);
            }
    assert_true(none > 5 && some > 5 && open > 5);
}

/* A condition in words: `c` how many a, `g` one at least, `l` none, `h` what is always so
 * and `f` what is never so, which nobody can see, `2` twice as many, one at least, `0` `1`;
 * before its parts: `!` `&` `|`, `?` if. */
struct phrase {
    const char *at;
    struct kexpr *exprs;
    uint16_t n;
    ref count; /* the expression that counts */
};

static ref says(struct phrase *w, enum xop op, ref a, ref b, ref c, int32_t imm)
{
    w->exprs[w->n] = (struct kexpr){.op = (uint8_t)op, .a = a, .b = b, .c = c, .imm = imm};
    return w->n++;
}

/* can[n]: is it so where n are held? */
static ref read_words(struct phrase *w, bool can[3])
{
    bool part[3][3] = {{false}};
    const ref none = REF_NONE;
    char is = *w->at++;
    ref p[3];

    for (int i = 0; i < (is == '?' ? 3 : is == '&' || is == '|' ? 2 : is == '!'); i++)
        p[i] = read_words(w, part[i]);
    for (int n = 0; n < 3; n++)
        can[n] = is == '!'   ? !part[0][n]
                 : is == '&' ? part[0][n] && part[1][n]
                 : is == '|' ? part[0][n] || part[1][n]
                 : is == '?' ? part[part[0][n] ? 1 : 2][n]
                 : is == 'l' ? !n
                             : is == 'h' || is == '1' || (strchr("cg2", is) && n);
    switch (is) {
    case '!': return says(w, X_NOT, p[0], none, none, 0);
    case '&': return says(w, X_AND, p[0], p[1], none, 0);
    case '|': return says(w, X_OR, p[0], p[1], none, 0);
    case '?': return says(w, X_IF, p[0], p[1], p[2], 0);
    case 'c': return w->count;
    case '0':
    case '1': return says(w, X_CONST, none, none, none, is - '0');
    default: break;
    }
    p[0] = w->count;
    if (is == '2')
        p[0] = says(w, X_COUNT, w->exprs[w->count].a, none, none, 2);
    p[1] = says(w, X_CONST, none, none, none, is == 'h' || is == 'l' ? 0 : is == 'f' ? 9 : 1);
    return says(w, is == 'l' ? X_LE : X_GE, p[0], p[1], none, 0);
}

/* knowledge/some with these words as the `if` of `low`. */
static void if_words(struct phrase *w, const char *text, bool can[3])
{
    enum { ROOM = 32 };
    struct kdef *d = &g.def->k;
    unsigned n = d->nexprs, more = n + ROOM;
    uint32_t *src = calloc(more, sizeof *src);
    uint16_t *deep = calloc(more, sizeof *deep);

    w->at = text;
    w->n = (uint16_t)n;
    w->exprs = calloc(more, sizeof *w->exprs);
    assert_true(w->exprs && src && deep);
    memcpy(w->exprs, d->exprs, n * sizeof *w->exprs);
    memcpy(src, d->expr_src, n * sizeof *src);
    memcpy(deep, d->deep, n * sizeof *deep);
    ref cond = d->actions[id_of(g.def->actions, d->nactions, "low")].cond;
    w->count = d->exprs[d->exprs[cond].a].a;
    struct kexpr top = w->exprs[read_words(w, can)];
    w->exprs[cond] = top;
    assert_true(!*w->at && w->n <= more);
    for (unsigned i = n; i < w->n; i++)
        deep[i] = 8;
    d->exprs = w->exprs;
    d->expr_src = src;
    d->deep = deep;
    d->nexprs = w->n;
}

/* What follows from a condition that held, and what does not: of several parts only if the
 * others are seen. */
static void each_part_of_a_condition_proves_what_it_says(void **state)
{
    enum proves { NOTHING, NONE, SOME };
    static const struct {
        const char *text;
        enum proves what;
    } rows[] = {
        {"c", SOME},       {"!c", NONE},      {"g", SOME},      {"l", NONE},
        {"!l", SOME},      {"!g", NONE},      {"!!g", SOME},    {"h", NOTHING},
        {"1", NOTHING},    {"2", NOTHING},    {"&gh", SOME},    {"&hg", SOME},
        {"&lh", NONE},     {"&1g", SOME},     {"&l1", NONE},    {"|g0", SOME},
        {"|0g", SOME},     {"|l0", NONE},     {"|0l", NONE},    {"|fg", NOTHING},
        {"|gf", NOTHING},  {"|1g", NOTHING},  {"|g1", NOTHING}, {"!|l0", SOME},
        {"!|fg", NONE},    {"!&g1", NONE},    {"!&1g", NONE},   {"!&l1", SOME},
        {"!&gh", NOTHING}, {"!&0g", NOTHING}, {"?1g0", SOME},   {"?00g", SOME},
        {"?1l0", NONE},    {"?hgg", NOTHING}, {"!?1gg", NONE},
    };

    (void)state;
    for (int i = 0; i < N(rows); i++) {
        bool met[2][2] = {{false}}, can[3];
        struct phrase w;
        game_load(&g, "knowledge/some");
        const uint32_t *src = g.def->k.expr_src;
        const uint16_t *deep = g.def->k.deep;
        const struct kexpr *exprs = g.def->k.exprs;
        if_words(&w, rows[i].text, can);
        engine_close(&g.e, g.script);
        g.script = engine_open(&g.e, g.def);
        assert_int_equal(worlds_of(met) > 0, can[0] || can[1]);
        if (met[0][0] != can[0] || met[1][1] != can[1] ||
            met[0][1] != (can[0] && rows[i].what == NOTHING) ||
            met[1][0] != (can[1] && rows[i].what == NOTHING))
            fail_msg("%s: %d %d %d %d", rows[i].text, met[0][0], met[0][1], met[1][0],
                     met[1][1]);
        free((void *)(uintptr_t)g.def->k.expr_src);
        free((void *)(uintptr_t)g.def->k.deep);
        free(w.exprs);
        g.def->k.expr_src = src;
        g.def->k.deep = deep;
        g.def->k.exprs = exprs;
        game_close(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_condition_of_sight_alone),
        cmocka_unit_test(a_side_is_seen_if_each_card_is),
        cmocka_unit_test(who_may_look),
        cmocka_unit_test(each_condition_of_classes_alone),
        cmocka_unit_test(each_comparison_with_a_count_proves_what_it_says),
        cmocka_unit_test(each_part_of_a_condition_proves_what_it_says),
    };
    return cmocka_run_group_tests_name("know", tests, NULL, NULL);
}

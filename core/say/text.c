/* text.c - languages, names, templates. */
#include "say/text.h"

#include "say/describe_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- languages ---- */

struct tongue tongue_of(const struct ct_definition *def, const char *lang)
{
    struct tongue t = {.own = OWN_EN, .first = OWN_EN, .def = def};

    if (!def) {
        t.own = lang && !strcmp(lang, "fr") ? OWN_FR : OWN_EN;
        return t;
    }
    int at = lang ? PLACE_OF(def->languages, def->nlanguages, lang) : -1;
    t.text = at < 0 ? 0 : at;
    if (def->nlanguages && !strcmp(def->languages[t.text], "fr"))
        t.own = OWN_FR;
    if (def->nlanguages && !strcmp(def->languages[0], "fr"))
        t.first = OWN_FR;
    return t;
}

const char *text_in(const struct text *text, int lang)
{
    if (!text)
        return "";
    if (lang >= 0 && lang < MAX_LANGUAGES && text->by_lang[lang])
        return text->by_lang[lang];
    return text->by_lang[0] ? text->by_lang[0] : "";
}

struct tongue tongue_in(const struct text *text, struct tongue t)
{
    bool has = t.text >= 0 && t.text < MAX_LANGUAGES && text->by_lang[t.text];

    if (!has) {
        t.text = 0;
        t.own = t.first;
    }
    return t;
}

int32_t option_now(struct tongue t, unsigned option)
{
    return t.options ? t.options[option] : t.def->options[option].def;
}

static const struct {
    const char *id, *in[OWN_COUNT];
} words[] = {
#define X(id, en, fr) {#id, {en, fr}},
#include "say/words.def"
#undef X
};

const char *own(enum own_word w, struct tongue t)
{
    return words[w].in[t.own];
}

/* ---- names ---- */

/* The `says` of the ruleset, or the usual word (prefix "Z_" or "P_"), or the identifier. */
static void usual_name(struct str *to, const struct named *n, const char *prefix,
                       struct tongue t)
{
    const char *says = text_in(&n->says, t.text);

    if (*says) {
        str_add(to, says);
        return;
    }
    for (int w = 0; w < W_COUNT && prefix; w++)
        if (!strncmp(words[w].id, prefix, 2) && !strcmp(words[w].id + 2, n->id)) {
            str_add(to, words[w].in[t.own]);
            return;
        }
    for (const char *id = n->id; *id; id++)
        str_addn(to, *id == '_' || *id == '-' ? " " : id, 1);
}

void name_add(struct str *to, const struct named *n, struct tongue t)
{
    usual_name(to, n, NULL, t);
}

void zone_name(struct str *to, const struct ct_definition *def, unsigned zone, struct tongue t)
{
    usual_name(to, &def->zones[zone], "Z_", t);
}

void phase_name(struct str *to, const struct ct_definition *def, unsigned phase,
                struct tongue t)
{
    usual_name(to, &def->phases[phase], "P_", t);
}

const char *card_name(const struct ct_definition *def, unsigned card, struct tongue t)
{
    const char *name;

    if (card >= def->k.ncards)
        return own(W_A_CARD, t);
    name = text_in(&def->cards[card].name, t.text);
    return *name ? name : def->cards[card].id;
}

int card_index(const struct ct_definition *def, const char *id)
{
    return PLACE_OF(def->cards, def->k.ncards, id);
}

bool words_are_cards(const struct ct_definition *def, unsigned trait)
{
    const struct words *words = &def->traits[trait].words;
    unsigned n = 0;

    for (unsigned c = 0; c < def->k.ncards; c++)
        n += words_at(words, def->cards[c].id) >= 0;
    return n == words->n;
}

void word_name(struct str *to, const struct ct_definition *def, unsigned trait, unsigned w,
               struct tongue t)
{
    const struct named *n;

    if (trait >= def->k.ntraits || w >= def->traits[trait].words.n) {
        str_addf(to, "#%u", w);
        return;
    }
    n = &def->traits[trait].words.v[w];
    int card = *text_in(&n->says, t.text) ? -1 : card_index(def, n->id);
    if (card >= 0 && words_are_cards(def, trait))
        str_add(to, card_name(def, (unsigned)card, t));
    else
        name_add(to, n, t);
}

/* ---- elision and contraction ---- */

/* Does a French word begin with a vowel sound? It knows the usual words with a mute h. */
static bool vowel_begins(const char *word)
{
    static const char *const sounds[] = {
        "a",     "e",     "i",     "o",     "u",      "à",    "â",      "æ",
        "é",     "è",     "ê",     "ë",     "î",      "ï",    "ô",      "ù",
        "û",     "ü",     "œ",     "Œ",     "hab",    "harm", "hebdo",  "herb",
        "hérit", "héroï", "hésit", "heure", "hirond", "hist", "hiver",  "homm",
        "honn",  "honor", "hôpit", "horiz", "horlog", "horr", "hospit", "hôte",
        "huil",  "huît",  "hum",   "hydr",  "hymn",   "hypn"};
    char low[8] = "";

    strncpy(low, word, sizeof low - 1);
    if (*low >= 'A' && *low <= 'Z')
        *low = (char)(*low - 'A' + 'a');
    else if (*low == '\xC3' && (unsigned char)low[1] < 0xA0)
        low[1] = (char)((unsigned char)low[1] + 0x20); /* À … Þ */
    for (size_t i = 0; i < sizeof sounds / sizeof *sounds; i++)
        if (!strncmp(low, sounds[i], strlen(sounds[i])))
            return true;
    return false;
}

/* Does the text end with this French word as a whole word? */
static bool ends_with(const struct str *to, const char *word)
{
    size_t n = strlen(word);

    return to->n >= n && !memcmp(to->s + to->n - n, word, n) &&
           (to->n == n || strchr(" (:'", to->s[to->n - n - 1]));
}

/* Adds a value; in French `de` and `que` before it lose their e ("effet d'Adresse"), and `de` and
 * `à` become one word with an article ("effet du Chat"). */
static void add_value(struct str *to, const char *text, struct tongue t)
{
    static const struct {
        const char *word, *article, *both;
    } joined[] = {{"de ", "Le ", "du "},  {"de ", "Les ", "des "}, {"à ", "Le ", "au "},
                  {"à ", "Les ", "aux "}, {"de ", "le ", "du "},   {"de ", "les ", "des "},
                  {"à ", "le ", "au "},   {"à ", "les ", "aux "}};

    if (t.own == OWN_FR)
        for (size_t i = 0; i < sizeof joined / sizeof *joined; i++)
            if (ends_with(to, joined[i].word) &&
                !strncmp(text, joined[i].article, strlen(joined[i].article))) {
                to->n -= strlen(joined[i].word);
                str_add(to, joined[i].both);
                text += strlen(joined[i].article);
            }
    if (t.own == OWN_FR && (ends_with(to, "de ") || ends_with(to, "que ")) &&
        vowel_begins(text)) {
        to->n -= 2;
        str_add(to, "'");
    }
    str_add(to, text);
}

/* ---- templates ---- */

struct rendering {
    struct tongue t;
    text_value_fn value;
    void *ctx;
};

/* The value of an option. False: no such option. */
static bool option_value(struct tongue t, const char *name, struct text_value *out)
{
    int i = t.def ? PLACE_OF(t.def->options, t.def->k.noptions, name) : -1;

    if (i < 0)
        return false;
    const struct option_info *o = &t.def->options[i];
    int32_t now = option_now(t, (unsigned)i);
    out->kind = o->is == V_NUMBER ? VALUE_NUMBER : VALUE_WORD;
    out->number = o->is == V_FLAG ? !now : now;
    for (int v = 0; o->is == V_WORD && v < o->values.n; v++)
        if (o->value_is[v] == now) {
            out->number = v;
            name_add(&out->words, &o->values.v[v], t);
        }
    if (o->is == V_FLAG)
        str_add(&out->words, own(now ? W_YES : W_NO, t));
    return true;
}

/* Form number i of "first|second|third"; the last for those beyond. */
static void add_nth(struct str *to, const char *forms, size_t n, int64_t i)
{
    for (const char *bar; i > 0 && (bar = memchr(forms, '|', n)); i--) {
        n -= (size_t)(bar + 1 - forms);
        forms = bar + 1;
    }
    const char *end = memchr(forms, '|', n);
    str_addn(to, forms, end ? (size_t)(end - forms) : n);
}

/* `{name:one|several}` by the value: number, or you and others; the word. */
static void add_form(struct str *to, const struct text_value *v, struct tongue t,
                     const char *forms, size_t n)
{
    const char *bar = memchr(forms, '|', n);
    size_t behind = bar ? n - (size_t)(bar + 1 - forms) : 0;
    const char *third = bar && v->kind == VALUE_SEAT ? memchr(bar + 1, '|', behind) : NULL;
    bool first;

    if (v->kind == VALUE_WORD) {
        add_nth(to, forms, n, v->number);
        return;
    }
    if (third && v->many && !v->you) {
        str_addn(to, third + 1, n - (size_t)(third + 1 - forms));
        return;
    }
    if (v->kind == VALUE_SEAT) /* in English "you" and "the others" have one form */
        first = v->you || (v->many && t.own == OWN_EN);
    else if (v->kind == VALUE_NUMBER)
        first = t.own == OWN_FR ? v->number > -2 && v->number < 2 : v->number == 1;
    else
        first = false;
    if (!bar)
        str_addn(to, forms, n);
    else if (first)
        str_addn(to, forms, (size_t)(bar - forms));
    else
        str_addn(to, bar + 1, third ? (size_t)(third - bar - 1) : behind);
}

/* One `{…}` of n bytes. Returns true when its value is absent or 0. */
static bool add_named(struct str *to, const struct rendering *r, const char *s, size_t n)
{
    const char *colon = memchr(s, ':', n);
    size_t len = colon ? (size_t)(colon - s) : n;
    struct text_value v = {0};
    char name[64];
    bool absent;

    if (len >= sizeof name)
        return false;
    memcpy(name, s, len);
    name[len] = 0;
    if ((!r->value || !r->value(r->ctx, name, &v)) && !option_value(r->t, name, &v)) {
        str_addf(to, "{%.*s}", (int)n, s);
        str_free(&v.words);
        return false;
    }
    absent = v.absent || (v.kind == VALUE_NUMBER && !v.words.n && v.number == 0);
    if (colon && v.absent && v.kind == VALUE_TEXT)
        ; /* missing values have no forms */
    else if (colon)
        add_form(to, &v, r->t, colon + 1, n - len - 1);
    else if (v.words.n)
        add_value(to, str_of(&v.words), r->t);
    else if (v.kind == VALUE_NUMBER && !v.absent)
        str_addf(to, "%lld", (long long)v.number);
    str_free(&v.words);
    return absent;
}

static size_t closing(const char *s, size_t n, size_t at)
{
    int depth = 0;

    for (size_t i = at; i < n; i++) {
        depth += s[i] == '[';
        depth -= s[i] == ']';
        if (!depth)
            return i;
    }
    return n;
}

/* Skips the space behind a part that was left out, so that no two meet. */
static void skip_space(struct str *to, const char *s, size_t n, size_t *i)
{
    if ((!to->n || to->s[to->n - 1] == ' ') && *i + 1 < n && s[*i + 1] == ' ')
        ++*i;
    else if (to->n && to->s[to->n - 1] == ' ' && (*i + 1 >= n || strchr(".,;:)", s[*i + 1])))
        to->s[--to->n] = 0;
}

/* After the reader (named from byte FROM on) English has "your" in place of "'s". Returns how
 * many bytes of TEXT that replaces. */
static size_t add_your(struct str *to, size_t from, const char *text, size_t n, struct tongue t)
{
    static const char *const owned[] = {"'s", "\xE2\x80\x99s"};

    if (t.own != OWN_EN || (strcmp(str_of(to) + from, own(W_YOU, t)) != 0 &&
                            strcmp(str_of(to) + from, own(W_CAP_YOU, t)) != 0))
        return 0;
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
        size_t len = strlen(owned[i]);
        if (n >= len && !memcmp(text, owned[i], len) && (n == len || text[len] == ' ')) {
            str_add(to, "r");
            return len;
        }
    }
    return 0;
}

static bool render(struct str *to, const struct rendering *r, const char *s, size_t n)
{
    bool absent = false;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '{') {
            const char *end = memchr(s + i, '}', n - i);
            if (!end) {
                str_addn(to, s + i, n - i);
                break;
            }
            size_t before = to->n;
            bool out = add_named(to, r, s + i + 1, (size_t)(end - s) - i - 1);
            i = (size_t)(end - s);
            if (out && to->n == before)
                skip_space(to, s, n, &i);
            else if (to->n > before)
                i += add_your(to, before, s + i + 1, n - i - 1, r->t);
            absent |= out;
        } else if (s[i] == '[') {
            size_t end = closing(s, n, i);
            struct str part = {0};
            bool out = render(&part, r, s + i + 1, end - i - 1);
            i = end;
            if (out)
                skip_space(to, s, n, &i);
            else
                add_value(to, str_of(&part), r->t);
            str_free(&part);
        } else {
            str_addn(to, s + i, 1);
        }
    }
    return absent;
}

void template_add(struct str *to, const char *text, struct tongue t, text_value_fn value,
                  void *ctx)
{
    struct rendering r = {t, value, ctx};

    render(to, &r, text, strlen(text));
}

bool counter_has_forms(const struct ct_definition *def, unsigned counter, struct tongue t)
{
    struct str name = {0};

    name_add(&name, &def->counters[counter], t);
    bool has = strchr(str_of(&name), '{') != NULL;
    str_free(&name);
    return has;
}

void counter_name(struct str *to, const struct ct_definition *def, unsigned counter, int64_t n,
                  struct tongue t)
{
    struct str name = {0};

    name_add(&name, &def->counters[counter], t);
    if (def->k.counters[counter].is == V_FLAG) /* its name; and the text for its end */
        n = n ? 1 : 2;
    if (strchr(str_of(&name), '{'))
        FILL(to, str_of(&name), tongue_in(&def->counters[counter].says, t), NUMBER("n", n));
    else
        str_add(to, str_of(&name));
    str_free(&name);
}

const char *counter_word(const struct ct_definition *def, unsigned counter, int32_t value)
{
    const struct kcounter *k = &def->k.counters[counter];

    if (k->is != V_WORD || value < 0 || value >= def->traits[k->trait].words.n)
        return NULL;
    return def->traits[k->trait].words.v[value].id;
}

void words_of_set(struct str *to, const struct ct_definition *def, unsigned counter,
                  int32_t set, struct tongue t)
{
    unsigned trait = def->k.counters[counter].trait, n = 0;

    for (unsigned w = 0; w < K_MAX_WORDS; w++)
        if (set >> w & 1) {
            str_add(to, n++ ? ", " : "");
            word_name(to, def, trait, w, t);
        }
    if (!n)
        str_add(to, own(W_NONE, t));
}

/* definition.c - the public interface: loading, and what a definition is. */
#include "api/internal.h"

#include "base/files.h"
#include "load/load.h"
#include "say/fault.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- loading ---- */

ct_definition *ct_load(const char *folder, ct_diags **diags)
{
    return ct_load_among(folder, NULL, diags);
}

ct_definition *ct_load_among(const char *folder, const char *const *places, ct_diags **diags)
{
    return ct_load_with(folder, &(struct ct_load_how){.places = places}, diags);
}

static void note_file(void *ctx, const char *path)
{
    ct_diags *found = ctx;
    bool room = mem_room(&found->file, (size_t)found->nfiles, sizeof *found->file);
    char *copy = room ? strdup(path) : NULL;

    if (copy)
        found->file[found->nfiles++] = copy;
    else
        diags_lost(&found->d);
}

ct_definition *ct_load_with(const char *folder, const struct ct_load_how *how, ct_diags **diags)
{
    ct_diags *found = calloc(1, sizeof *found);
    struct load_text *texts = calloc((size_t)how->ntexts + 1, sizeof *texts);

    if (diags)
        *diags = NULL;
    if (!found || !texts) {
        free(found);
        free(texts);
        return NULL;
    }
    for (int i = 0; i < how->ntexts; i++)
        texts[i] =
            (struct load_text){how->texts[i].path, how->texts[i].text, how->texts[i].size};
    ct_definition *def = definition_load(folder,
                                         &(struct load_more){.places = how->places,
                                                             .texts = texts,
                                                             .ntexts = how->ntexts,
                                                             .told = note_file,
                                                             .ctx = found},
                                         &found->d);
    free(texts);
    if (diags)
        *diags = found;
    else
        ct_diags_free(found);
    return def;
}

int ct_begins(const ct_definition *def, ct_diags *diags)
{
    ct_engine *e = ct_engine_new(def, NULL);
    ct_state *game = NULL;

    for (int people = def->k.max_people; e && !game && people >= def->k.min_people; people--)
        game = ct_game_new(e, &(struct ct_setup){.people = people});
    bool never = e && !game && e->k.err.code && e->k.err.code != K_E_NOMEM;
    if (never)
        fault_find(&diags->d, def, &e->k.err);
    ct_state_free(game);
    ct_engine_free(e);
    return never ? -1 : 0;
}

void ct_limit_work(ct_definition *def, int thousands)
{
    if (def->k.limits.work > (uint32_t)thousands)
        def->k.limits.work = (uint32_t)thousands;
}

void ct_free(ct_definition *def)
{
    if (def)
        definition_free(def);
}

/* ---- what a definition is ---- */

/* The value of NAME(def, i) for number i of COUNT. NONE: i is out of range. */
#define BY_NUMBER(type, name, count, value, none)                                              \
    type name(const ct_definition *def, int i)                                                 \
    {                                                                                          \
        return i >= 0 && i < def->count ? def->value : none;                                   \
    }
BY_NUMBER(const char *, ct_language, nlanguages, languages[i], NULL)
BY_NUMBER(const char *, ct_zone_id, k.nzones, zones[i].id, NULL)
BY_NUMBER(const char *, ct_counter_id, k.ncounters, counters[i].id, NULL)
BY_NUMBER(const char *, ct_phase_id, k.nphases, phases[i].id, NULL)
BY_NUMBER(const char *, ct_action_id, k.nactions, actions[i].id, NULL)
BY_NUMBER(const char *, ct_verb_id, nverbs, verbs[i].name.id, NULL)
BY_NUMBER(const char *, ct_word_id, nwords, words[i].id, NULL)
BY_NUMBER(const char *, ct_word_text, nwords,
          words[i].says.by_lang[0] ? def->words[i].says.by_lang[0] : "", NULL)
BY_NUMBER(const char *, ct_trait_id, k.ntraits, traits[i].name.id, NULL)
BY_NUMBER(const char *, ct_card_id, k.ncards, cards[i].id, NULL)
BY_NUMBER(const char *, ct_card_source, k.ncards, cards[i].source, NULL)
BY_NUMBER(int, ct_card_copies, k.ncards, k.cards[i].copies, 0)
BY_NUMBER(int, ct_card_counter, k.ncardctr, k.card_ctr[i], -1)

const char *person_name(const ct_definition *def, int i, struct tongue t)
{
    return i >= 0 && i < def->nperson_names ? text_in(&def->person_names[i], t.text) : NULL;
}

const char *ct_person_name(const ct_definition *def, int i, const char *lang)
{
    return person_name(def, i, tongue_of(def, lang));
}

struct ct_info ct_get_info(const ct_definition *def, const char *lang)
{
    const char *line = text_in(&def->about.line, tongue_of(def, lang).text);
    struct ct_info info = {
        .id = def->id,
        .title = text_in(&def->title, tongue_of(def, lang).text),
        .folder = def->dir,
        .min_people = def->k.min_people,
        .max_people = def->k.max_people,
        .cards = def->k.ncards,
        .options = def->k.noptions,
        .languages = def->nlanguages,
        .zones = def->k.nzones,
        .counters = def->k.ncounters,
        .card_counters = def->k.ncardctr,
        .phases = def->k.nphases,
        .actions = def->k.nactions,
        .verbs = def->nverbs,
        .words = def->nwords,
        .traits = def->k.ntraits,
        .behaviour = def->behaviour,
        .layout = def->layout,
        .line = line ? line : "",
        .kind = def->about.kind,
        .minutes = def->about.minutes,
        .weight = def->about.weight,
    };

    if (!*info.title)
        info.title = def->id;
    for (int i = 0; i < info.cards; i++) {
        info.copies += def->k.cards[i].copies;
        info.different += def->k.cards[i].copies > 0;
    }
    return info;
}

char *ct_rules(const ct_definition *def, const char *lang)
{
    const struct file_at *at = &def->rules[tongue_of(def, lang).text];
    struct file_fault fault;
    size_t size;
    int fd = at->dir ? file_open(at, MAX_RULES, &size, &fault) : -1;
    char *text = fd < 0 ? NULL : malloc(size + 1);
    ptrdiff_t n = text ? file_fill(fd, text, size) : -1;

    if (fd >= 0)
        close(fd);
    if (n < 0) {
        free(text);
        return NULL;
    }
    text[n] = '\0';
    return text;
}

bool ct_get_option(const ct_definition *def, int i, const char *lang, struct ct_option *out)
{
    if (i < 0 || i >= def->k.noptions)
        return false;
    const struct option_info *o = &def->options[i];
    *out = (struct ct_option){
        .name = o->name.id,
        .says = text_in(&o->name.says, tongue_of(def, lang).text),
        .kind = o->is == V_FLAG   ? CT_FLAG
                : o->is == V_WORD ? CT_WORD
                                  : CT_NUMBER,
        .values = o->is == V_WORD ? o->values.n : 0,
    };
    if (out->kind == CT_FLAG) {
        snprintf(out->standard, sizeof out->standard, "%s", o->def ? "true" : "false");
        return true;
    }
    snprintf(out->standard, sizeof out->standard, "%d", o->def);
    for (int v = 0; v < out->values; v++)
        if (o->value_is[v] == o->def)
            snprintf(out->standard, sizeof out->standard, "%s", o->values.v[v].id);
    return true;
}

const char *ct_option_value(const ct_definition *def, int i, int v)
{
    if (i < 0 || i >= def->k.noptions || def->options[i].is != V_WORD || v < 0 ||
        v >= def->options[i].values.n)
        return NULL;
    return def->options[i].values.v[v].id;
}

const char *ct_counter_word(const ct_definition *def, int counter, int32_t value)
{
    return counter >= 0 && counter < def->k.ncounters
               ? counter_word(def, (unsigned)counter, value)
               : NULL;
}

/* ORDER: enum sight, zone_as */
#define X(id, word) _Static_assert((int)CT_##id == (int)AS_##id, "zones");
ZONE_KINDS(X)
#undef X
_Static_assert((int)CT_NOBODY == (int)SIGHT_NOBODY && (int)CT_EVERYBODY == (int)SIGHT_ALL,
               "sight");
_Static_assert((int)CT_OWNER == (int)SIGHT_OWNER && (int)CT_OTHERS == (int)SIGHT_OTHERS,
               "sight");

bool ct_get_zone(const ct_definition *def, int zone, struct ct_zone_info *out)
{
    if (zone < 0 || zone >= def->k.nzones)
        return false;
    const struct kzone *z = &def->k.zones[zone];
    *out = (struct ct_zone_info){.id = def->zones[zone].id,
                                 .table = z->per == PER_TABLE,
                                 .as = (enum ct_zone_as)z->as,
                                 .up = (enum ct_sight)z->up,
                                 .down = (enum ct_sight)z->down,
                                 .untold = def->zones[zone].untold,
                                 .gone = z->gone,
                                 .endless = z->grows ? INT_MAX : z->endless,
                                 .small = def->drawing.zones[zone].small,
                                 .row = def->drawing.zones[zone].row,
                                 .column = def->drawing.zones[zone].column,
                                 .grid_across = -1,
                                 .grid_down = -1};
    if (def->drawing.zones[zone].across != REF_NONE) {
        out->grid_across = def->drawing.zones[zone].across;
        out->grid_down = def->drawing.zones[zone].down;
    }
    return true;
}

/* Is the score exactly this counter? */
static bool is_score(const struct kdef *k, const struct kcounter *c)
{
    const struct kexpr *x = k->score == REF_NONE ? NULL : &k->exprs[k->score];

    return x && x->op == X_SEATCTR && x->a == REF_NONE && x->imm == c->index &&
           c->per != PER_CARD && c->per != PER_GAME;
}

bool ct_get_counter(const ct_definition *def, int counter, struct ct_counter_info *out)
{
    if (counter < 0 || counter >= def->k.ncounters)
        return false;
    const struct kcounter *c = &def->k.counters[counter];
    *out = (struct ct_counter_info){
        .id = def->counters[counter].id,
        .is = c->is == V_FLAG    ? CT_COUNTS_FLAG
              : c->is == V_SEAT  ? CT_COUNTS_SEAT
              : c->is == V_CARD  ? CT_COUNTS_CARD
              : c->is == V_WORD  ? CT_COUNTS_WORD
              : c->is == V_WORDS ? CT_COUNTS_WORDS
                                 : CT_COUNTS_NUMBER,
        .of = c->per == PER_CARD   ? CT_OF_CARDS
              : c->per == PER_GAME ? CT_OF_GAME
                                   : CT_OF_SEATS,
        .start = c->start,
        .lasts = c->lasts == REF_NONE ? -1 : c->lasts,
        .in = c->in == REF_NONE ? -1 : c->in,
        .trait = c->is == V_WORD || c->is == V_WORDS ? c->trait : -1,
        .untold = def->counters[counter].untold,
        .is_score = is_score(&def->k, c),
    };
    return true;
}

const char *ct_source_file(const ct_definition *def, int i)
{
    const struct read_file *f = def->files;

    while (f && i-- > 0)
        f = f->next;
    return f ? f->path : NULL;
}

const char *ct_trait_word(const ct_definition *def, int trait, int word)
{
    return trait >= 0 && trait < def->k.ntraits && word >= 0 &&
                   word < def->traits[trait].words.n
               ? def->traits[trait].words.v[word].id
               : NULL;
}

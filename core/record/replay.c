/* replay.c - writing down a game: its start, its picks, how it stands. */
#include "record/replay.h"

#include "api/internal.h"
#include "base/shown.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static char *copy(const char *s)
{
    return mem_copy(s, strlen(s));
}

/* ---- its start ---- */

/* Replaces characters that a line of text cannot have, so that the file can be read again. */
static char *make_fit(char *s)
{
    size_t at = 0, len = s ? strlen(s) : 0;

    while ((at += shown_fit(s + at, len - at)) < len)
        s[at] = '_';
    return s;
}

/* A name as it can stand before a colon, unlike the others and the keys of a replay. */
static char *seat_name(const struct ct_replay *r, const char *name, int seat)
{
    static const char *const taken[] = {REPLAY_KEYS};
    char plain[80];
    size_t n = 0;

    for (; *name && n < 64; name++)
        plain[n++] = strchr(":,#=", *name) ? '_' : *name;
    plain[n] = 0;
    make_fit(plain);
    if (!n || PLACE_OF(r->seat, r->nseats, plain) >= 0 ||
        PLACE_OF(taken, sizeof taken / sizeof *taken, plain) >= 0)
        snprintf(plain, sizeof plain, "seat %d", seat);
    return copy(plain);
}

static char *option_text(const ct_definition *def, int i, int32_t value)
{
    const struct option_info *o = &def->options[i];
    struct str s = {0};

    str_addf(&s, "%s=", o->name.id);
    if (o->is == V_FLAG)
        str_add(&s, value ? "true" : "false");
    else if (o->is == V_NUMBER)
        str_addf(&s, "%d", value);
    for (int v = 0; o->is == V_WORD && v < o->values.n; v++)
        if (o->value_is[v] == value) {
            str_add(&s, o->values.v[v].id);
            break;
        }
    char *text = copy(str_of(&s));
    str_free(&s);
    return text;
}

void ct_replay_init(struct ct_replay *r, ct_engine *e, ct_state *game, const char *ruleset)
{
    struct ct_info info = ct_get_info(e->def, NULL);
    unsigned lost = mem_losses();

    *r = (struct ct_replay){.ruleset = make_fit(copy(ruleset)),
                            .behaviour = info.behaviour,
                            .layout = info.layout,
                            .seed = ct_seed(game),
                            .people = ct_people(game)};
    r->option = mem_try(((size_t)info.options + 1) * sizeof *r->option);
    for (; r->option && r->noptions < info.options; r->noptions++)
        r->option[r->noptions] = (struct ct_replay_option){
            option_text(e->def, r->noptions, ct_option_in_game(game, r->noptions)), 0};
    engine_for(e, block(game));
    for (int i = 0; i < ct_seats(game) && i < CT_MAX_SEATS && mem_losses() == lost; i++) {
        r->seat[i].name =
            seat_name(r, e->naming.voice.names[i] ? e->naming.voice.names[i] : "", i);
        r->seat[i].player = ct_is_person(game, i) ? copy("human") : NULL;
        r->nseats++;
    }
    if (mem_losses() != lost) {
        ct_replay_free(r);
        r->lost = true;
    }
}

void ct_replay_player(struct ct_replay *r, int seat, const char *player)
{
    if (seat < 0 || seat >= r->nseats || !r->seat[seat].player)
        return;
    char *said = make_fit(copy(player));
    r->lost |= !said;
    if (!said)
        return;
    free(r->seat[seat].player);
    r->seat[seat].player = said;
}

void ct_replay_free(struct ct_replay *r)
{
    ct_replay_cut(r, 0);
    free(r->pick);
    for (int i = 0; i < r->noptions; i++)
        free(r->option[i].text);
    free(r->option);
    for (int i = 0; i < CT_MAX_SEATS; i++) {
        free(r->seat[i].name);
        free(r->seat[i].player);
    }
    free(r->path);
    free(r->ruleset);
    free(r->result);
    free(r->block);
    *r = (struct ct_replay){0};
}

/* ---- its picks ---- */

/* The index of choice i among those written the same, from 1. 0: no other is written so. */
static int alike(ct_engine *e, ct_state *game, int seat, int i, const char *text)
{
    int same = 0, which = 0;
    const char *other;

    for (int k = 0; text && (other = ct_choice_pick(e, game, seat, k)) != NULL; k++)
        if (!strcmp(other, text)) {
            same++;
            if (k == i)
                which = same;
        }
    return same > 1 ? which : 0;
}

bool replay_room(struct ct_replay *r)
{
    return mem_room(&r->pick, r->npicks, sizeof *r->pick);
}

void ct_replay_note(struct ct_replay *r, ct_engine *e, ct_state *game, int seat, int i)
{
    unsigned lost = mem_losses();
    const char *words = ct_choice_pick(e, game, seat, i);
    struct str text = {0};

    r->lost |= mem_losses() != lost;
    if (!words || r->lost)
        return;
    str_add(&text, words);
    int which = alike(e, game, seat, i, text.s);
    if (which)
        str_addf(&text, " #%d", which);
    if (mem_losses() != lost || !replay_room(r)) {
        r->lost = true;
        str_free(&text);
        return;
    }
    r->pick[r->npicks++] =
        (struct ct_replay_pick){seat, text.s, ct_replay_check(e, game), 0, false, 0};
}

void ct_replay_note_world(struct ct_replay *r, ct_engine *e, ct_state *game, int seat,
                          uint64_t stream)
{
    char *text = copy("another world");

    r->lost |= !text || !replay_room(r);
    if (r->lost) {
        free(text);
        return;
    }
    r->pick[r->npicks++] = (struct ct_replay_pick){
        seat, text, ct_replay_check(e, game), 0, .world = true, .stream = stream};
}

void ct_replay_cut(struct ct_replay *r, size_t n)
{
    while (r->npicks > n)
        free(r->pick[--r->npicks].text);
}

size_t ct_replay_rename(struct ct_replay *r, const char *was, const char *now)
{
    size_t changed = 0, n = strlen(was);

    for (size_t i = 0; n && i < r->npicks; i++) {
        if (r->pick[i].world)
            continue;
        struct str s = {0};
        unsigned lost = mem_losses();
        bool hit = false;
        for (const char *word = r->pick[i].text; *word;) {
            size_t len = strcspn(word, " +");
            bool same = len == n && !strncmp(word, was, n);
            str_addn(&s, same ? now : word, same ? strlen(now) : len);
            str_addn(&s, word + len, word[len] != '\0');
            word += len + (word[len] != '\0');
            hit |= same;
        }
        changed += hit;
        if (hit) {
            char *text = mem_losses() == lost ? copy(str_of(&s)) : NULL;
            r->lost |= !text;
            if (text) {
                free(r->pick[i].text);
                r->pick[i].text = text;
            }
        }
        str_free(&s);
    }
    return changed;
}

/* ---- the table ---- */

static uint64_t text_hash(const char *s)
{
    return XXH64(s, strlen(s), 0);
}

/* A counter's value; words by their identifiers. */
static uint64_t value_sum(const struct ct_definition *def, unsigned counter, int32_t v)
{
    const char *word = counter_word(def, counter, v);
    const struct kcounter *k = &def->k.counters[counter];
    uint64_t sum = 0;

    for (int w = 0; k->is == V_WORDS && w < K_MAX_WORDS; w++)
        sum += v >> w & 1 ? kmix(text_hash(def->traits[k->trait].words.v[w].id)) : 0;
    return k->is == V_WORDS ? sum : word ? text_hash(word) : (uint32_t)v;
}

/* By identifiers only: numbers of cards and zones change when files do. */
static uint64_t slot_sum(const struct ct_definition *def, struct kstate *s, unsigned slot)
{
    const struct kslotinfo *at = &k_slotinfo(s)[slot];
    bool set = def->k.zones[at->zone].as == AS_SET;
    uint64_t sum = 0;

    for (unsigned c = k_first(s, slot); c != NO_CARD; c = k_next(s, c)) {
        const struct kinst *in = &k_insts(s)[c];
        uint64_t one = kmix(text_hash(def->cards[in->def].id) + in->face * 256u + in->owner);
        sum = set ? sum + one : kmix(sum ^ one) + 1;
        for (int i = 0; i < def->k.ncardctr; i++) {
            uint64_t v = value_sum(def, def->k.card_ctr[i],
                                   k_cardctr(s)[c * def->k.ncardctr + (unsigned)i]);
            if (v && def->k.counters[def->k.card_ctr[i]].is != V_CARD)
                sum += kmix(one ^ kmix(text_hash(def->counters[def->k.card_ctr[i]].id) + v));
        }
    }
    return sum ? kmix(sum ^ kmix(text_hash(def->zones[at->zone].id) + at->seat)) : 0;
}

static uint64_t counter_sum(const struct ct_definition *def, struct kstate *s, unsigned counter,
                            int32_t v, unsigned seat)
{
    const struct kcounter *k = &def->k.counters[counter];
    uint64_t value = (uint32_t)(v - k->start);

    if (k->is == V_WORD || k->is == V_WORDS)
        value = v == k->start ? 0 : value_sum(def, counter, v);
    if (k->is == V_CARD)
        value = v >= 0 && v < s->ninst ? text_hash(def->cards[k_insts(s)[v].def].id) : 0;
    return value ? kmix(value ^ kmix(text_hash(def->counters[counter].id) + seat)) : 0;
}

int ct_replay_check(ct_engine *e, ct_state *game)
{
    const struct ct_definition *def = e->def;
    struct kstate *s = block(game);
    uint64_t sum = 0;

    for (unsigned slot = 0; slot + 1u < s->nslots; slot++)
        sum += slot_sum(def, s, slot);
    for (int i = 0; i < def->k.ngame; i++)
        sum += counter_sum(def, s, def->k.game_ctr[i], k_gamectr(s)[i], NO_SEAT);
    for (unsigned seat = 0; seat < s->nseats; seat++)
        for (int i = 0; i < def->k.nseat; i++)
            sum += counter_sum(def, s, def->k.seat_ctr[i],
                               k_seatctr(s)[seat * def->k.nseat + (unsigned)i], seat);
    return (int)(kmix(sum) & 0xFFFF);
}

/* ---- how it stands ---- */

void replay_result(struct str *to, ct_engine *e, ct_state *game)
{
    struct ct_result res;

    if (ct_get_result(e, game, &res))
        return;
    engine_for(e, block(game));
    for (int i = 0, any = 0; i < ct_seats(game); i++) {
        bool won = res.status == CT_OVER && (res.winners >> i & 1);
        bool lost = res.status == CT_OVER && (res.lost >> i & 1);
        if (!ct_is_person(game, i) || (!res.scored && !won && !lost))
            continue;
        str_addf(to, "%s%s", any++ ? ", " : "",
                 e->naming.voice.names[i] ? e->naming.voice.names[i] : "?");
        if (res.scored)
            str_addf(to, " %" PRId64, res.score[i]);
        str_add(to, won ? " wins" : lost ? " loses" : "");
    }
}

int ct_replay_close(struct ct_replay *r, ct_engine *e, ct_state *game)
{
    struct str s = {0};
    unsigned lost = mem_losses();
    bool overspent = e->k.err.overspent;

    if (r->lost)
        return engine_no_memory(e);
    r->end = (enum ct_status)k_rules(block(game))->status; /* perhaps the result itself fails */
    r->blocks = K_VERSION;
    r->hash = ct_hash(e, game);
    r->position = position_of_equals(e, game);
    if (!r->position)
        return -1;
    /* how far a hook came depends on the release of Lua */
    if (r->end == CT_BROKEN && overspent)
        r->hash = r->position = 0;
    free(r->result);
    r->result = NULL;
    if (r->end == CT_OVER || r->end == CT_UNFINISHED)
        replay_result(&s, e, game);
    if (s.n)
        r->result = copy(s.s);
    str_free(&s);
    return mem_losses() == lost ? 0 : engine_no_memory(e);
}

/* ---- as text ---- */

const char *const replay_ends[] = {"open", "over", "unfinished", "broken"};

static void write_head(const struct ct_replay *r, bool save, struct str *to)
{
    str_addf(to, "cantrip %s 1\nruleset: %s\n", save ? "save" : "replay", r->ruleset);
    str_addf(to, "rules: %016" PRIx64 " %016" PRIx64 "\n", r->behaviour, r->layout);
    str_addf(to, "blocks: %" PRIu64 "\n", r->blocks);
    str_addf(to, "people: %d\nseed: %" PRIu64 "\n", r->people, r->seed);
    for (int i = 0; i < r->noptions; i++)
        str_addf(to, "option: %s\n", r->option[i].text);
    for (int i = 0; i < r->nseats; i++) {
        str_addf(to, "seat: %s, %s", r->seat[i].name,
                 r->seat[i].player ? r->seat[i].player : "none");
        if (save && r->seat[i].drawn)
            str_addf(to, ", %" PRIu64 " drawn", r->seat[i].drawn);
        str_add(to, "\n");
    }
}

void replay_write(const struct ct_replay *r, bool save, struct str *to)
{
    write_head(r, save, to);
    str_add(to, "\n");
    for (size_t i = 0; i < r->npicks; i++) {
        const struct ct_replay_pick *p = &r->pick[i];
        if (p->world)
            str_addf(to, "world: %s, %" PRIu64, r->seat[p->seat].name, p->stream);
        else
            str_addf(to, "%s: %s", r->seat[p->seat].name, p->text);
        if (p->check >= 0)
            str_addf(to, " = %04x", (unsigned)p->check);
        str_add(to, "\n");
    }
    str_addf(to, "end: %s %016" PRIx64 " %016" PRIx64 "\n", replay_ends[r->end], r->hash,
             r->position);
    if (r->result)
        str_addf(to, "result: %s\n", r->result);
}

char *ct_replay_text(const struct ct_replay *r)
{
    unsigned lost = mem_losses();
    struct str text = {0};

    replay_write(r, false, &text);
    return str_take(&text, lost);
}

/* message.c - news for one observer.
 *
 * An observer's own counter numbers what the observer is told. Everything else is sent whole
 * when it has changed. So a slow reader only misses states between, and no one learns of a pick
 * that they may not know of.
 */
#include "message.h"

#include "clocks.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* Removes the blanks between a view's parts, in place. */
static void message_tighten(char *json)
{
    char *to = json;
    bool quoted = false;

    for (const char *s = json; *s; s++) {
        if (!quoted && (*s == '\n' || *s == ' '))
            continue;
        *to++ = *s;
        if (*s == '"')
            quoted = !quoted;
        else if (*s == '\\' && quoted)
            *to++ = *++s;
    }
    *to = 0;
}

void cursor_resume(struct cursor *c, const char *last)
{
    unsigned long long epoch, line;
    char end;

    *c = (struct cursor){0};
    if (last && sscanf(last, "%llx-%llu%c", &epoch, &line, &end) == 2) {
        c->epoch = epoch;
        c->line = (size_t)line;
        c->begun = true;
        c->move = SIZE_MAX;
    }
}

/* ---- the table beside the game ---- */

static json_t *mask_json(unsigned mask)
{
    json_t *out = json_array();

    for (int i = 0; mask >> i; i++)
        if (mask >> i & 1)
            json_array_append_new(out, json_integer(i));
    return out;
}

static json_t *seats_json(const struct gametable *t, int observer)
{
    json_t *out = json_array();

    for (int i = 0; i < t->nseats; i++) {
        const struct place *p = &t->seat[i];
        const struct clock *c = i == observer ? &p->clock : &p->told;
        const char *who = p->who == WHO_BOT      ? "bot"
                          : p->who == WHO_NOBODY ? "nobody"
                          : place_taken(p)       ? "person"
                                                 : "open";
        json_array_append_new(
            out, json_pack("{si ss ss ss sb sb sb si so ss sI sI}", "seat", i, "who", who,
                           "name", p->name, "bot", p->level, "here", p->here > 0, "asked",
                           p->asked > 0, "shows", p->shows, "colour", p->colour, "replace",
                           mask_json(p->replace), "gone", gone_names[p->gone], "left",
                           (json_int_t)c->left, "since", (json_int_t)c->since));
    }
    return out;
}

static json_t *table_json(const struct gametable *t, int observer)
{
    bool may = observer >= 0 && !t->over && gametable_undo_to(t, observer) >= 0;
    unsigned thinking = t->thinking >= 0 ? 1u << t->thinking : 0;

    return json_pack("{so sb sb so so s{sb so so} so si si}", "seats", seats_json(t, observer),
                     "open", gametable_open(t), "over", t->over, "plus",
                     t->minutes ? json_integer(t->plus) : json_null(), "thinking",
                     mask_json(thinking), "undo", "may", may, "by",
                     t->undo_by >= 0 ? json_integer(t->undo_by) : json_null(), "agreed",
                     mask_json(t->undo_agreed), "rematch",
                     *t->rematch ? json_string(t->rematch) : json_null(), "rules",
                     (int)t->rules, "news", (int)t->news);
}

static void add_json(struct buffer *b, const char *name, json_t *o)
{
    char *text = mem_had(o ? json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY) : NULL);

    buffer_add(b, ",\"%s\":%s", name, text);
    free(text);
    json_decref(o);
}

static void add_view(struct buffer *b, struct gametable *t, const char *name, int observer)
{
    gametable_names(t, observer);
    char *view = ct_view_json(t->engine, t->state, observer, true);
    if (view) {
        message_tighten(view);
        buffer_add(b, ",\"%s\":%s", name, view);
    } else {
        add_json(b, "error", json_string(ct_error(t->engine)));
    }
    free(view);
    gametable_names(t, -1);
}

static uint64_t sum_of(const char *text)
{
    uint64_t sum = 14695981039346656037u; /* FNV-1a */

    for (; *text; text++)
        sum = (sum ^ (unsigned char)*text) * 1099511628211u;
    return sum;
}

/* ---- the end ---- */

/* What each card scored for a seat: [{card, points}]. Null if the score is no sum over cards. */
static json_t *scored_json(struct gametable *t, int seat)
{
    int n = ct_score_cards(t->engine, t->state, seat, NULL, 0);
    struct ct_scored *got = mem_alloc(((size_t)(n > 0 ? n : 0) + 1) * sizeof *got);
    json_t *out = n > 0 ? json_array() : json_null();

    if (n > 0 && ct_score_cards(t->engine, t->state, seat, got, n) == n)
        for (int i = 0; i < n; i++)
            json_array_append_new(out, json_pack("{ss sI}", "card",
                                                 ct_card_id(t->game->def, got[i].card),
                                                 "points", (json_int_t)got[i].points));
    free(got);
    return out;
}

/* Picks of each seat and numbers of choices: what the game was like. */
static json_t *stats_json(struct gametable *t)
{
    struct ct_stats stats = ct_get_stats(t->state);
    json_t *picks = json_array(), *scored = json_array();

    for (int seat = 0; seat < t->nseats; seat++) {
        int n = 0;
        for (size_t i = 0; i < t->nmade; i++)
            n += t->made[i].seat == seat && t->made[i].choice >= 0;
        json_array_append_new(picks, json_integer(n));
        json_array_append_new(scored, scored_json(t, seat));
    }
    return json_pack("{sI sI so so}", "choices", (json_int_t)stats.picks, "forced",
                     (json_int_t)stats.forced, "picks", picks, "scored", scored);
}

/* Everything but the log, made once for each version. */
static const struct seen *seen_of(struct gametable *t, int observer)
{
    struct seen *s = &t->seen[gametable_place(t, observer)];
    struct buffer b = {0};

    if (s->text && s->version == t->version)
        return s;
    if (t->state)
        add_view(&b, t, "view",
                 observer == CT_SPECTATOR && gametable_open(t) ? CT_ALL : observer);
    add_json(&b, "table", table_json(t, observer));
    if (t->over) {
        add_view(&b, t, "final", CT_ALL);
        add_json(&b, "stats", stats_json(t));
    }
    if (t->error)
        add_json(&b, "error", json_string(t->error));
    free(s->text);
    s->text = mem_strndup(buffer_text(&b), b.n);
    s->version = t->version;
    s->sum = sum_of(s->text);
    buffer_free(&b);
    return s;
}

/* ---- the log ---- */

static json_t *line_json(const struct gametable *t, const struct told_line *l)
{
    json_t *cards = json_array();

    for (int i = 0; i < l->ncards; i++)
        json_array_append_new(cards, json_string(ct_card_id(t->game->def, l->card[i])));
    return json_pack("{ss si sb sb ss? so}", "text", l->text, "depth", l->depth, "heading",
                     l->heading, "inner", l->inner, "source",
                     ct_card_id(t->game->def, l->source), "cards", cards);
}

static json_t *spot_json(const struct gametable *t, const struct ct_spot *s)
{
    if (s->zone < 0)
        return json_null();
    return json_pack("{ss so so}", "zone", ct_zone_id(t->game->def, s->zone), "seat",
                     s->seat >= 0 ? json_integer(s->seat) : json_null(), "place",
                     s->place >= 0 ? json_integer(s->place) : json_null());
}

static json_t *move_json(const struct gametable *t, const struct told_move *m)
{
    return json_pack("{ss? so so}", "card",
                     m->card >= 0 ? ct_card_id(t->game->def, m->card) : NULL, "from",
                     spot_json(t, &m->from), "to", spot_json(t, &m->to));
}

json_t *message_log(const struct gametable *t, const struct told *told, size_t from)
{
    json_t *log = json_array();

    for (size_t i = from - told->lost; i < told->nlines; i++)
        json_array_append_new(log, line_json(t, &told->line[i]));
    return log;
}

json_t *message_chat(const struct gametable *t, size_t from)
{
    json_t *out = json_array();

    for (size_t n = t->said > CHAT_LINES ? t->said - CHAT_LINES : 0; n < t->said; n++)
        if (n >= from)
            json_array_append_new(out, json_pack("{sI si ss}", "n", (json_int_t)n, "seat",
                                                 t->chat[n % CHAT_LINES].seat, "text",
                                                 t->chat[n % CHAT_LINES].text));
    return out;
}

char *message_next(struct gametable *t, int observer, struct cursor *c)
{
    const struct told *told = &t->told[gametable_place(t, observer)];
    const struct seen *seen = seen_of(t, observer);
    size_t lines = told->lost + told->nlines, moved = told->lost_moves + told->nmoves;
    bool reset = !c->begun || c->epoch != t->epoch || c->line > lines || c->line < told->lost;
    struct buffer b = {0};

    if (!reset && c->line == lines && c->sum == seen->sum && c->said == t->said)
        return NULL;
    json_t *log = message_log(t, told, reset ? told->lost : c->line), *moves = json_array();
    for (size_t i = c->move > told->lost_moves ? c->move : told->lost_moves;
         !reset && i < moved; i++)
        json_array_append_new(moves, move_json(t, &told->move[i - told->lost_moves]));
    json_t *chat = c->said < t->said ? message_chat(t, c->said) : NULL;
    *c = (struct cursor){t->epoch, seen->sum, lines, moved, t->said, true};
    buffer_add(&b, "id: %" PRIx64 "-%zu\ndata: {\"reset\":%s,\"at\":%" PRIu64, c->epoch,
               c->line, reset ? "true" : "false", told->at);
    if (t->minutes)
        add_json(&b, "now", json_integer(clocks_now()));
    add_json(&b, "log", log);
    if (chat)
        add_json(&b, "chat", chat);
    if (reset && told->lost)
        add_json(&b, "lost", json_integer((json_int_t)told->lost));
    add_json(&b, "moves", moves);
    buffer_add(&b, "%s}\n\n", seen->text);
    return buffer_take(&b);
}

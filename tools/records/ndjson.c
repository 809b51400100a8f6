/* ndjson.c - records as lines of JSON: a game each.
 *
 * {"game", "seed", "ended", "picks", "forced", "seats": [{"seat", "bot", "counted", "share", "score", "won", "lost"}],
 *  "cards": [{"card", "zone", "seat", "up", "copies"}], "decisions": [{"pick", "seat", "kind", "choices", "choice", "card",
 *  "offers": {KIND: [CARD, …]}}]}
 */
#include "format.h"

#include "tools/jsontext.h"
#include "tools/memory.h"
#include "tools/textfile.h"

#include <inttypes.h>
#include <stdlib.h>

struct lines {
    const struct records_run *run;
    struct textfile file;
    char *bot[CT_MAX_SEATS]; /* names of players, quoted, since they may hold anything */
};

static const char mark[] = "{\"game\":";

static void *open_lines(const char *path, const struct records_run *run, const char *command)
{
    struct lines *l = mem_zero(sizeof *l);

    l->run = run;
    if (records_may_replace(path, 0, mark, command) && textfile_open(&l->file, path, false)) {
        for (int i = 0; i < run->seats; i++) {
            json_t *bot = json_text(run->bot[i] ? run->bot[i] : "");
            l->bot[i] = mem_had(json_dumps(bot, JSON_ENCODE_ANY));
            json_decref(bot);
        }
        return l;
    }
    free(l);
    return NULL;
}

static void put_seats(struct lines *l, const struct record *g)
{
    const struct ct_result *r = &g->result;
    struct buffer *to = &l->file.text;
    const char *comma = "";

    buffer_add(to, ",\"seats\":[");
    for (int i = 0; i < g->seats; i++) {
        if (!(g->people >> i & 1))
            continue;
        buffer_add(to, "%s{\"seat\":%d,\"bot\":%s,\"counted\":%s,\"share\":%.15g", comma, i,
                   l->bot[i], seat_counts(l->run, i) ? "true" : "false", share_of(g, i));
        if (r->scored)
            buffer_add(to, ",\"score\":%" PRId64, r->score[i]);
        if (r->won || r->lost)
            buffer_add(to, ",\"won\":%s,\"lost\":%s", r->won >> i & 1 ? "true" : "false",
                       r->lost >> i & 1 ? "true" : "false");
        buffer_add(to, "}");
        comma = ",";
    }
    buffer_add(to, "]");
}

static void put_cards(struct lines *l, const struct record *g)
{
    struct buffer *to = &l->file.text;

    buffer_add(to, ",\"cards\":[");
    for (size_t i = 0; i < g->ncards; i++) {
        const struct record_card *c = &g->card[i];
        buffer_add(to, "%s{\"card\":\"%s\",\"zone\":\"%s\"", i ? "," : "",
                   ct_card_id(l->run->def, c->card), ct_zone_id(l->run->def, c->zone));
        if (c->seat >= 0)
            buffer_add(to, ",\"seat\":%d", c->seat);
        buffer_add(to, ",\"up\":%s,\"copies\":%d}", c->up ? "true" : "false", c->copies);
    }
    buffer_add(to, "]");
}

/* Several cards that were picked at once. */
static void put_picked(struct lines *l, const struct record_offer *offer, int n)
{
    int picked = 0, told = 0;

    for (int i = 0; i < n; i++)
        picked += offer[i].picked;
    for (int i = 0; i < n && picked > 1; i++)
        if (offer[i].picked)
            buffer_add(&l->file.text, "%s\"%s\"", told++ ? "," : ",\"cards\":[",
                       ct_card_id(l->run->def, offer[i].card));
    buffer_add(&l->file.text, told ? "]" : "");
}

/* Offers come kind by kind, in the order of first appearance. */
static void put_offers(struct lines *l, const struct record_offer *offer, int n)
{
    struct buffer *to = &l->file.text;

    buffer_add(to, ",\"offers\":{");
    for (int i = 0; i < n; i++) {
        bool told = false;
        for (int k = 0; k < i; k++)
            told |= offer[k].kind == offer[i].kind;
        if (told)
            continue;
        buffer_add(to, "%s\"%s\":[", i ? "," : "", ct_kind_id(l->run->def, offer[i].kind));
        for (int k = i; k < n; k++)
            if (offer[k].kind == offer[i].kind)
                buffer_add(to, "%s\"%s\"", k > i ? "," : "",
                           ct_card_id(l->run->def, offer[k].card));
        buffer_add(to, "]");
    }
    buffer_add(to, "}");
}

static void put_picks(struct lines *l, const struct record *g)
{
    const struct record_offer *offer = g->offer;
    struct buffer *to = &l->file.text;

    buffer_add(to, ",\"decisions\":[");
    for (size_t i = 0; i < g->npicks; i++) {
        const struct record_pick *p = &g->pick[i];
        buffer_add(to,
                   "%s{\"pick\":%zu,\"seat\":%d,\"kind\":\"%s\",\"choices\":%d,\"choice\":%d",
                   i ? "," : "", i + 1, p->seat, ct_kind_id(l->run->def, p->kind), p->choices,
                   p->choice);
        if (p->card >= 0)
            buffer_add(to, ",\"card\":\"%s\"", ct_card_id(l->run->def, p->card));
        put_picked(l, offer, p->offers);
        put_offers(l, offer, p->offers);
        buffer_add(to, "}");
        offer += p->offers;
    }
    buffer_add(to, "]");
}

static bool put_game(void *ctx, const struct record *g)
{
    struct lines *l = ctx;
    struct buffer *to = &l->file.text;

    buffer_add(to,
               "%s%" PRIu64 ",\"seed\":\"%" PRIu64 "\",\"ended\":%s,\"picks\":%" PRIu64
               ",\"forced\":%" PRIu64,
               mark, g->number, g->seed, g->result.status == CT_OVER ? "true" : "false",
               g->stats.picks, g->stats.forced);
    put_seats(l, g);
    put_cards(l, g);
    if (l->run->picks)
        put_picks(l, g);
    buffer_add(to, "}\n");
    return textfile_flush(&l->file, false);
}

static bool close_lines(void *ctx, bool wanted)
{
    struct lines *l = ctx;
    bool good = textfile_close(&l->file, wanted);

    for (int i = 0; i < l->run->seats; i++)
        free(l->bot[i]);
    free(l);
    return good;
}

const struct format format_ndjson = {".ndjson", open_lines, NULL, put_game, close_lines};

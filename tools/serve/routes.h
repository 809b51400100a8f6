/* routes.h - what may be asked over HTTP, and the answers; no sockets here.
 *
 * rulesets/guide/howto/play-over-http.md has the list. Every answer of a table is made from the view of the one who asks.
 */
#ifndef CANTRIP_TOOLS_SERVE_ROUTES_H
#define CANTRIP_TOOLS_SERVE_ROUTES_H

#include "house.h"

#include <jansson.h>

#define NO_KEY "this link is none of the table's: its seat was freed, or the link is cut"

#define NO_TABLE "there is no such table: it was removed, or its link is not whole"
#define NO_LEVEL "a bot is easy, normal, hard or random"

struct request {
    const char *method, *path, *key, *body;
    const char *lang;    /* ?lang= or the browser's, or NULL */
    const char *to, *as; /* ?to= and ?as=, or NULL */
    const char *from;    /* the address of who asks */
    size_t nbody;
};
struct answer {
    int status;
    json_t *json;      /* or */
    char *text;        /* text/plain, or NULL */
    const char *allow; /* with 405: the method there is */
    int retry; /* with 429 and 503: after so many seconds it may be tried again; 0: nobody knows */
};

/* One who asks, and of what. */
struct asking {
    struct house *h;
    const struct request *r;
    json_t *body;        /* of a POST, an object */
    struct gametable *t; /* at a table: locked, its game open; */
    int observer;        /* … whose eyes those are */
};
/* What may be asked. */
struct verb {
    const char *name, *method;
    struct answer (*answer)(const struct asking *q);
};
/* The answer of the verb with this name; else that there is none, or another method for it. */
struct answer route_verb(const struct verb *verbs, size_t n, const char *name,
                         const struct asking *q);
/* Answers; what stands in it belongs to the caller (answer_free). */
struct answer route(struct house *h, const struct request *r);
void answer_free(struct answer *a);
/* Is it answered without a game being played? */
bool route_quick(const struct request *r);
/* The game that a table is to be begun of, held (game_drop); NULL: that is not asked. */
struct game *route_game(struct house *h, const struct request *r);
/* This, with status 200. */
struct answer answer_yes(json_t *json);
/* {"error": …} with this status. */
struct answer answer_error(int status, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* "/api/tables/ID/REST" of a path; false: it is none. `rest` points into the path, "" if there is nothing. */
bool route_table(const char *path, char *id, const char **rest);
/* Who has this key at a table: a seat, which is taken from now on, or CT_SPECTATOR. False: nobody,
 * which is answered with NO_KEY. */
bool route_observer(struct house *h, struct gametable *t, const char *key, int *observer);

#endif

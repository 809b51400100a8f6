/* routes.h - HTTP requests and their answers, without sockets.
 *
 * rulesets/guide/howto/play-over-http.md lists them. A table's answers are made from the view of
 * the player who asks.
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
    const char *from;    /* the client's address */
    size_t nbody;
};
struct answer {
    int status;
    json_t *json;      /* or */
    char *text;        /* text/plain, or NULL */
    const char *allow; /* with 405: the allowed method */
    int retry;         /* with 429 and 503: seconds to wait; 0: unknown */
};

/* A request and what it is about. */
struct asking {
    struct house *h;
    const struct request *r;
    json_t *body;        /* of a POST: an object */
    struct gametable *t; /* at a table: locked, with its game open */
    int observer;        /* whose view the answer shows */
};
/* A kind of request. */
struct verb {
    const char *name, *method;
    struct answer (*answer)(const struct asking *q);
};
/* Calls the verb with this name. Otherwise the answer is 404, or 405 for another method. */
struct answer route_verb(const struct verb *verbs, size_t n, const char *name,
                         const struct asking *q);
/* Answers a request. The caller frees the answer (answer_free). */
struct answer route(struct house *h, const struct request *r);
void answer_free(struct answer *a);
/* The request for advice at a table: a thinking worker calls hint->ready with it. False: *no is the answer. */
bool route_hint(struct house *h, const struct request *r, const char *id, struct hint *hint,
                struct answer *no);
/* Can it be answered without playing a game? */
bool route_quick(const struct request *r);
/* The game of the table that the request begins, held (game_drop). NULL: it begins none. */
struct game *route_game(struct house *h, const struct request *r);
/* The answer 200 with this body. */
struct answer answer_yes(json_t *json);
/* The answer {"error": …} with this status. */
struct answer answer_error(int status, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads "/api/tables/ID/REST". `rest` points into the path ("" if empty). False: another path. */
bool route_table(const char *path, char *id, const char **rest);
/* Whose key is this at the table: a seat's, which is then taken, or CT_SPECTATOR. False: no
 * one's (answer NO_KEY). */
bool route_observer(struct house *h, struct gametable *t, const char *key, int *observer);

#endif

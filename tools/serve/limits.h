/* limits.h - how much one address, and one key, may ask of a server.
 *
 * Each address and each key has a stock of requests that fills up again. When it is empty, they wait. An
 * address that asked nothing for a while is forgotten.
 */
#ifndef CANTRIP_TOOLS_SERVE_LIMITS_H
#define CANTRIP_TOOLS_SERVE_LIMITS_H

#include <stdbool.h>

/* An address, as text: of IPv6 its network (/64), which is one subscriber's. */
enum { ADDRESS_ROOM = 64 };
/* Of one key, whatever an address may have: requests a second, streams at once, tables in a day. */
enum { KEY_REQUESTS = 20, KEY_STREAMS = 8, KEY_TABLES = 20 };
/* So many requests does a stock hold, in seconds of its filling; so many does a wrong password cost, and a look at
 * earlier lines, for which a game is played again. */
enum { STOCK_SECONDS = 5, WRONG_COSTS = 20, AGAIN_COSTS = 20 };

/* Of one address: requests a second, streams at once; 0: as many as it likes. */
struct limits;
struct limits *limits_new(int requests, int streams);
void limits_free(struct limits *l);

/* `cost` requests of an address and, unless it is "", a key. 0, or the seconds after which to ask again. */
int limits_ask(struct limits *l, const char *address, const char *key, int cost);
/* The same of an address that guesses passwords, also where requests have no limit; cost 0: may it guess? */
int limits_guess(struct limits *l, const char *address, int cost);
/* One stream more, if there may be; limits_unstream takes it away. key "": the address alone counts. */
bool limits_stream(struct limits *l, const char *address, const char *key);
void limits_unstream(struct limits *l, const char *address, const char *key);

#endif

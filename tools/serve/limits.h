/* limits.h - how much one address, and one key, may ask of a server.
 *
 * Each address and each key has a stock of requests that fills up again. When it is empty, they
 * wait. Idle addresses are forgotten.
 */
#ifndef CANTRIP_TOOLS_SERVE_LIMITS_H
#define CANTRIP_TOOLS_SERVE_LIMITS_H

#include <stdbool.h>

/* Size of an address as text. An IPv6 client counts by its network (/64). */
enum { ADDRESS_ROOM = 64 };
/* Limits of one key, whatever the address: requests a second, open streams, tables a day. */
enum { KEY_REQUESTS = 20, KEY_STREAMS = 8, KEY_TABLES = 20 };
/* STOCK_SECONDS: size of a stock, in seconds of refilling. WRONG_COSTS, AGAIN_COSTS: requests
 * that a wrong password and a look at earlier lines (the game is played again) cost. */
enum { STOCK_SECONDS = 5, WRONG_COSTS = 20, AGAIN_COSTS = 20 };

/* Limits per address: requests a second, open streams; 0: no limit. */
struct limits;
struct limits *limits_new(int requests, int streams);
void limits_free(struct limits *l);

/* Takes `cost` requests from an address and from a key (unless it is ""). 0, or the seconds to
 * wait. */
int limits_ask(struct limits *l, const char *address, const char *key, int cost);
/* Takes `cost` wrong passwords from an address, even without a limit on requests. With cost 0 it
 * only checks. 0, or the seconds to wait. */
int limits_guess(struct limits *l, const char *address, int cost);
/* Counts one more stream if it is allowed (undo: limits_unstream). Key "": only the address
 * counts. */
bool limits_stream(struct limits *l, const char *address, const char *key);
void limits_unstream(struct limits *l, const char *address, const char *key);

#endif

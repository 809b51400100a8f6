/* secret.h - who may do what is told by secrets: 128 bits from the system, as 32 hexadecimal digits. */
#ifndef CANTRIP_TOOLS_SERVE_SECRET_H
#define CANTRIP_TOOLS_SERVE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET = 32, SECRET_ROOM = SECRET + 1 };

/* A new one into `out`, which has SECRET_ROOM bytes; or, with fewer digits, a name that nobody else has. */
void secret_make(char *out, size_t digits);
/* Is `said` the secret? In a time that does not depend on where they differ. An empty one is nobody's. */
bool secret_is(const char *secret, const char *said);
/* The same for a secret of any length. */
bool secret_same(const char *secret, const char *said);
/* Are these `digits` hexadecimal digits and no more? */
bool secret_shaped(const char *text, size_t digits);

#endif

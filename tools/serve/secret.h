/* secret.h - secrets that say who may do what: 128 random bits from the system, as 32
 * hexadecimal digits. */
#ifndef CANTRIP_TOOLS_SERVE_SECRET_H
#define CANTRIP_TOOLS_SERVE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET = 32, SECRET_ROOM = SECRET + 1 };

/* Writes a new secret to `out` (SECRET_ROOM bytes). With fewer digits it is a unique name. */
void secret_make(char *out, size_t digits);
/* Is `said` the secret? The time does not depend on where they differ. An empty secret matches
 * nothing. */
bool secret_is(const char *secret, const char *said);
/* Does what secret_is does, for secrets of any length. */
bool secret_same(const char *secret, const char *said);
/* Are these `digits` hexadecimal digits and no more? */
bool secret_shaped(const char *text, size_t digits);

#endif

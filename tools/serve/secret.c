/* secret.c - secrets of seats and spectators. */
#include "secret.h"

#include "tools/common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char hex[] = "0123456789abcdef";

void secret_make(char *out, size_t digits)
{
    unsigned char bytes[SECRET / 2];
    ssize_t n;

    while ((n = getrandom(bytes, sizeof bytes, 0)) != (ssize_t)sizeof bytes)
        if (n < 0 && errno != EINTR) {
            complain("serve: no random numbers: %s", strerror(errno));
            exit(EXIT_USAGE);
        }
    for (size_t i = 0; i < digits; i++)
        out[i] = hex[i % 2 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4];
    out[digits] = 0;
}

bool secret_same(const char *secret, const char *said)
{
    size_t n = strlen(secret);
    volatile unsigned char differ = strlen(said) != n;

    for (size_t i = 0; i < n && said[i]; i++)
        differ |= (unsigned char)(secret[i] ^ said[i]);
    return !differ;
}

bool secret_is(const char *secret, const char *said)
{
    return strlen(secret) == SECRET && secret_same(secret, said);
}

bool secret_shaped(const char *text, size_t digits)
{
    return strlen(text) == digits && strspn(text, hex) == digits;
}

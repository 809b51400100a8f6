/* save.c - a replay with its block. */
#include "record/save.h"

#include "api/internal.h"
#include "base/arena.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LETTERS = 76, MOST_BYTES = 1 << 28 };

/* ---- base64 (RFC 4648) ---- */

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(struct str *to, const uint8_t *b, size_t n)
{
    size_t column = 0;

    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)b[i] << 16 | (i + 1 < n ? (uint32_t)b[i + 1] << 8 : 0) |
                     (i + 2 < n ? b[i + 2] : 0u);
        char four[5] = {letters[v >> 18 & 63], letters[v >> 12 & 63],
                        i + 1 < n ? letters[v >> 6 & 63] : '=',
                        i + 2 < n ? letters[v & 63] : '=', 0};
        str_addn(to, four, 4);
        column += 4;
        if (column == LETTERS || i + 3 >= n) {
            str_add(to, "\n");
            column = 0;
        }
    }
}

static int letter(char c)
{
    const char *at = c ? strchr(letters, c) : NULL;

    return at ? (int)(at - letters) : -1;
}

/* One line of letters to at most `room` bytes; how many, or -1. */
static int decode(const char *s, size_t len, uint8_t *out, size_t room)
{
    size_t n = 0;

    if (len % 4 || len > LETTERS)
        return -1;
    for (size_t i = 0; i < len; i += 4) {
        int v[4], bytes = 3;
        if (i + 4 == len && s[i + 3] == '=')
            bytes = s[i + 2] == '=' ? 1 : 2;
        for (int k = 0; k < 4; k++) {
            v[k] = k > bytes ? 0 : letter(s[i + (size_t)k]);
            if (v[k] < 0)
                return -1;
        }
        uint32_t all =
            (uint32_t)v[0] << 18 | (uint32_t)v[1] << 12 | (uint32_t)v[2] << 6 | (uint32_t)v[3];
        if (n + (size_t)bytes > room)
            return -1;
        for (int k = 0; k < bytes; k++)
            out[n++] = (uint8_t)(all >> (16 - 8 * k));
    }
    return (int)n;
}

/* ---- the block ---- */

char *ct_save_text(struct ct_replay *r, ct_engine *e, ct_state *game)
{
    size_t n = ct_serialize(e, game, NULL, 0);
    uint8_t *bytes = n ? malloc(n + 1) : NULL;
    unsigned lost = mem_losses();
    struct str to = {0};

    if (!n)
        return NULL;
    bool have = bytes && ct_serialize(e, game, bytes, n);
    if (have && !ct_replay_close(r, e, game)) {
        replay_write(r, true, &to);
        str_addf(&to, "block: %zu bytes %016" PRIx64 "\n", n, (uint64_t)XXH64(bytes, n, 0));
        encode(&to, bytes, n);
        have = str_take(&to, lost);
    }
    if (!have)
        engine_no_memory(e);
    free(bytes);
    return to.s;
}

/* "4168 bytes 0123456789abcdef" */
static bool block_head(const char *value, size_t *size, uint64_t *sum)
{
    static const char between[] = " bytes ";
    size_t digits = strspn(value, "0123456789");
    const char *hex = value + digits + sizeof between - 1;

    if (!digits || digits > 9 || strncmp(value + digits, between, sizeof between - 1) != 0 ||
        strlen(hex) != 16 || strspn(hex, "0123456789abcdef") != 16)
        return false;
    *size = (size_t)strtoul(value, NULL, 10);
    *sum = strtoull(hex, NULL, 16);
    return *size > 0;
}

bool save_read_block(struct ct_replay *r, const char *value, const char *text, size_t n,
                     size_t *at, int *line, const char **why)
{
    size_t size = 0;
    uint64_t sum = 0;

    *why = "write a block as 'block: NUMBER bytes SUM'";
    if (!block_head(value, &size, &sum))
        return false;
    *why = "the block is longer than the file";
    if (size > MOST_BYTES || size / 3 * 4 > n - *at)
        return false;
    *why = "out of memory";
    r->block = malloc(size + 3);
    if (!r->block)
        return false;
    while (r->nblock < size) {
        size_t len = 0;
        while (*at + len < n && text[*at + len] != '\n')
            len++;
        *why = "the file is cut off in its block";
        if (*at >= n)
            return false;
        ++*line;
        *why = "this line of the block is damaged";
        int got = decode(text + *at, len, r->block + r->nblock, size - r->nblock);
        if (got <= 0 || *at + len >= n)
            return false;
        r->nblock += (size_t)got;
        *at += len + 1;
    }
    *line = r->block_line;
    *why = "the block is damaged: its checksum differs";
    return XXH64(r->block, size, 0) == sum;
}

/* The game of a save whose block has another version: made from its picks. */
static ct_state *by_picks(const struct ct_replay *r, ct_engine *e, char **wrong)
{
    struct ct_replay_run run = {0};
    ct_state *game = ct_replay_start(r, e, NULL, wrong);

    if (!game || ct_replay_play(r, e, game, r->npicks, &run, wrong) == 1)
        return game;
    ct_state_free(game);
    return NULL;
}

ct_state *ct_save_state(const struct ct_replay *r, ct_engine *e, char **wrong)
{
    STR_GIVEN(words, wrong);

    if (r->blocks != K_VERSION)
        return by_picks(r, e, wrong);
    ct_state *game = r->block ? ct_deserialize(e, r->block, r->nblock) : NULL;
    if (!game)
        str_addf(words, "%s:%d: %s", r->path, r->block_line,
                 r->block ? ct_error(e) : "there is no block");
    else if (ct_hash(e, game) != r->hash) {
        str_addf(words, "%s:%d: the block does not match the picks above it", r->path,
                 r->block_line);
        ct_state_free(game);
        game = NULL;
    }
    return game;
}

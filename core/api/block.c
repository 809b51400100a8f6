/* block.c - a game's state as bytes, and back. */
#include "api/block.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char kind[8] = "CANTRIP1";
const char block_no_memory[] = "out of memory";
enum { HEADER = 40 };

static void put(uint8_t *to, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(v >> (8 * i));
}

static uint64_t get(const uint8_t *from, int bytes)
{
    uint64_t v = 0;

    for (int i = 0; i < bytes; i++)
        v |= (uint64_t)from[i] << (8 * i);
    return v;
}

size_t block_write(const struct ct_definition *def, const struct kstate *s, uint8_t *out,
                   size_t cap)
{
    size_t n = HEADER + s->size;
    bool fits = cap >= n && (uintptr_t)(out + HEADER) % sizeof(uint64_t) == 0;
    uint8_t head[HEADER];

    if (cap < n && !out)
        return n;
    struct kstate *room = fits ? out + HEADER : malloc(s->size);
    if (!room)
        return 0;
    memset(room, 0, s->size); /* unused bytes are zero */
    k_clone(room, s);
    k_level(room);
    room->stamp = room->cast = room->cast_back = room->low = 0;
    room->work = 0;
    memcpy(head, kind, sizeof kind);
    put(head + 8, s->size, 4);
    put(head + 12, HEADER, 4);
    put(head + 16, def->behaviour, 8);
    put(head + 24, def->layout, 8);
    put(head + 32, XXH64(room, s->size, 0), 8);
    if (cap)
        memcpy(out, head, cap < HEADER ? cap : HEADER);
    if (fits)
        return n;
    if (cap > HEADER)
        memcpy(out + HEADER, room, cap < n ? cap - HEADER : s->size);
    free(room);
    return n;
}

static const char *header_fault(const struct ct_definition *def, const uint8_t *bytes, size_t n)
{
    if (n < HEADER || memcmp(bytes, kind, sizeof kind) != 0)
        return "these bytes are not a game of Cantrip";
    if (get(bytes + 12, 4) != HEADER)
        return "the game was written by another version of Cantrip";
    if (get(bytes + 8, 4) != n - HEADER)
        return "the game is cut off or has bytes too many";
    if (get(bytes + 16, 8) != def->behaviour || get(bytes + 24, 8) != def->layout)
        return "the game has other rules or cards";
    if (get(bytes + 32, 8) != XXH64(bytes + HEADER, n - HEADER, 0))
        return "the game's bytes are damaged";
    return NULL;
}

/* A game with the same players and options, before its first shuffle. It shows what the fixed
 * part must be. */
static const struct kstate *blank_like(struct kengine *e, struct kstate *s, size_t n,
                                       const char **why)
{
    const struct kdef *d = e->d;
    ktell_fn tell = e->tell;
    const struct kstate *like = NULL;

    *why = "the game's bytes contradict each other (start)";
    if (n < sizeof *s || s->magic != K_MAGIC || s->version != K_VERSION || s->size != n ||
        s->people < d->min_people || s->people > d->max_people || s->o_options > n ||
        (size_t)d->noptions * 4 > n - s->o_options || s->o_options % 4)
        return NULL;
    e->tell = NULL;
    if (k_size(e, s->people, k_options(s), k_tracked(s)))
        like = k_blank(e, s->people, k_options(s), k_tracked(s));
    e->tell = tell;
    if (e->err.code == K_E_NOMEM)
        *why = block_no_memory;
    e->err = (struct kerror){0};
    return like;
}

/* Makes a game like `like`, with the number of copies of s (n bytes). NULL: *why, or there is no
 * such game. */
static struct kstate *grown_like(struct kengine *e, const struct kstate *like,
                                 const struct kstate *s, size_t n, const char **why)
{
    struct kstate *grown = malloc(like->room);

    if (grown && k_grow_like(e, grown, like, s, n))
        return grown;
    if (!grown || e->err.code)
        *why = block_no_memory;
    e->err = (struct kerror){0};
    free(grown);
    return NULL;
}

struct kstate *block_read(const struct ct_definition *def, struct kengine *e,
                          const uint8_t *bytes, size_t n, const char **why)
{
    struct kstate *s, *grown = NULL;

    *why = header_fault(def, bytes, n);
    if (*why)
        return NULL;
    n -= HEADER;
    s = malloc(n > sizeof *s ? n : sizeof *s);
    if (!s) {
        *why = block_no_memory;
        return NULL;
    }
    memcpy(s, bytes + HEADER, n);
    const struct kstate *like = blank_like(e, s, n, why);
    if (like && like->size != n)
        like = grown = grown_like(e, like, s, n, why);
    if (like) {
        *why = block_fault(def, s, like);
        s->stamp = s->cast = s->cast_back = s->low = 0;
        s->work = 0; /* no engine has worked anything out */
        struct kstate *whole = *why ? s : realloc(s, like->room); /* that it may ever need */
        *why = whole ? *why : block_no_memory;
        s = whole ? whole : s;
    }
    free(grown);
    if (!*why)
        return s;
    free(s);
    return NULL;
}

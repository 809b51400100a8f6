/* wide.h - products of two 64-bit numbers, with all 128 bits, and parts of a whole.
 *
 * Not every compiler has 128-bit numbers, but results are the same on every machine:
 * tests/unit/wide.c compares both ways to multiply. */
#ifndef CANTRIP_KERNEL_WIDE_H
#define CANTRIP_KERNEL_WIDE_H

#include <stdbool.h>
#include <stdint.h>

struct wide {
    uint64_t high, low;
};

/* a times b from the four products of their halves, for every compiler. */
static inline struct wide wide_by_halves(uint64_t a, uint64_t b)
{
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32), more = a0 * b1 + (uint32_t)mid;

    return (struct wide){a1 * b1 + (mid >> 32) + (more >> 32), more << 32 | (uint32_t)low};
}

static inline struct wide wide_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 p = (unsigned __int128)a * b;

    return (struct wide){(uint64_t)(p >> 64), (uint64_t)p};
#else
    return wide_by_halves(a, b);
#endif
}

/* Is a times b less than c times d (-1), equal (0) or greater (1)? */
static inline int compare_products(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct wide p = wide_product(a, b), q = wide_product(c, d);

    return p.high != q.high ? (p.high > q.high ? 1 : -1) : (p.low > q.low) - (p.low < q.low);
}

/* `whole` times part / of, rounded down. 0 <= part <= of, 0 < of. Bit by bit: the product is too
 * wide. */
static inline uint32_t part_of(uint32_t whole, uint64_t part, uint64_t of)
{
    uint64_t rest =
        0; /* below `of`: what is left of `whole` times part so far, less n times `of` */
    uint32_t n = 0;

    for (int bit = whole ? 31 - __builtin_clz(whole) : -1; bit >= 0; bit--) {
        bool over = rest >= of - rest;
        n = 2 * n + over;
        rest = over ? rest - (of - rest) : 2 * rest;
        if (whole >> bit & 1) {
            over = rest >= of - part;
            n += over;
            rest = over ? rest - (of - part) : rest + part;
        }
    }
    return n;
}

#endif

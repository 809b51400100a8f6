/* partial.c - says which games a result lacks. */
#include "partial.h"

#include "tools/jsontext.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NAMED = 8 };

struct numbers partial_missing(const struct numbers *played, uint64_t of)
{
    return numbers_without(&FIRST_OF(of), played);
}

void partial_print(const struct numbers *played, uint64_t of, const char *unit)
{
    struct numbers missing = partial_missing(played, of);

    if (missing.n) {
        char *text = numbers_text(&missing, MOST_NAMED);
        printf("partial: %" PRIu64 " of %" PRIu64 " %s; missing: %s\n", numbers_count(played),
               of, unit, text);
        free(text);
    }
    numbers_free(&missing);
}

void partial_json(json_t *o, const struct numbers *played, uint64_t of)
{
    struct numbers missing = partial_missing(played, of);

    if (missing.n) {
        char *text = numbers_text(&missing, 0);
        json_object_set_new(o, "of", json_integer((json_int_t)of));
        json_object_set_new(o, "missing", json_string(text));
        free(text);
    }
    numbers_free(&missing);
}

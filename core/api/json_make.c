/* json_make.c - JSON that is whole or not there. */
#include "api/json_make.h"

#include "base/arena.h"

void json_put(json_t *o, const char *key, json_t *value)
{
    if (json_object_set_new(o, key, value))
        mem_lose();
}

void json_add(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value))
        mem_lose();
}

static int add_text(const char *text, size_t n, void *to)
{
    str_addn(to, text, n);
    return 0;
}

/* json_dumps leaves out a key without a word if it has no room for it. */
char *json_whole(json_t *o, size_t how, unsigned lost)
{
    struct str text = {0};
    char *out = NULL;

    if (json_dump_callback(o, add_text, &text, how))
        mem_lose();
    json_decref(o);
    if (mem_losses() == lost)
        out = mem_copy(str_of(&text), text.n);
    str_free(&text);
    return out;
}

/* variants.c - options with several values. */
#include "variants.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* How many values the option has. */
static int count(const char *option)
{
    const char *s = strchr(option, '=');
    int n = 1;

    for (; s && *s; s++)
        n += *s == ',';
    return n;
}

/* "goal=3,5" with only its value number `at` (free()). */
static char *alone(const char *option, int at)
{
    const char *from = strchr(option, '=');
    size_t name = from ? (size_t)(from - option) + 1 : strlen(option);

    for (from = option + name; at; at--)
        from += strcspn(from, ",") + 1;
    size_t n = strcspn(from, ",");
    char *text = mem_alloc(name + n + 1);
    memcpy(text, option, name);
    memcpy(text + name, from, n);
    text[name + n] = 0;
    return text;
}

int variant_value(const struct variants *v, int variant, int option)
{
    for (int i = 0; i < option; i++)
        variant /= v->values[i];
    return variant % v->values[option];
}

static bool too_many(const char *command, const char *option)
{
    return complain("%s: --option %s: give at most %d values of an option, %d such options "
                    "and %d combinations",
                    command, option, MOST_VALUES, MOST_SEVERAL, MOST_VARIANTS);
}

/* Adds an option to each combination. */
static void put(struct variants *v, const char *option, int several)
{
    for (int i = 0; i < v->n; i++)
        list_add(&v->options[i], alone(option, several < 0 ? 0 : variant_value(v, i, several)));
}

bool variants_read(struct variants *v, const char *command, const struct list *given)
{
    v->n = 1;
    for (int i = 0; i < given->n; i++) {
        int values = count(given->v[i]);
        if (values < 2)
            continue;
        if (values > MOST_VALUES || v->several == MOST_SEVERAL || v->n * values > MOST_VARIANTS)
            return too_many(command, given->v[i]);
        v->text[v->several] = given->v[i];
        v->values[v->several++] = values;
        v->n *= values;
    }
    for (int i = 0, several = 0; i < given->n; i++)
        put(v, given->v[i], count(given->v[i]) > 1 ? several++ : -1);
    v->noptions = given->n;
    return true;
}

void variants_free(struct variants *v)
{
    for (int i = 0; i < v->n; i++)
        list_free(&v->options[i]);
    *v = (struct variants){0};
}

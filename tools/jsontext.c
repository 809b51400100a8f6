/* jsontext.c - texts from elsewhere as JSON. */
#include "jsontext.h"

#include "cantrip.h"

#include <stdlib.h>

json_t *json_text(const char *text)
{
    json_t *s = text ? json_string(text) : json_null();

    if (!s) {
        char *shown = ct_shown(text, false);
        s = json_string(shown ? shown : "");
        free(shown);
    }
    return s;
}

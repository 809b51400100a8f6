/* gallery.c - all cards of a game as JSON. */
#include "gallery.h"

#include "tools/jsontext.h"
#include "tools/serve/about.h"

static json_t *card_json(const struct game *rules, int card)
{
    int line = 0;
    const char *file = ct_card_file(rules->def, card, &line), *lang;
    json_t *says = json_object();

    for (int i = 0; (lang = ct_language(rules->def, i)); i++)
        json_object_set_new(says, lang, about_card(rules, NULL, lang, card));
    return json_pack("{ss so si so}", "id", ct_card_id(rules->def, card), "file",
                     json_text(file), "line", line, "says", says);
}

json_t *gallery_json(const struct game *rules)
{
    json_t *out = json_array();

    for (int card = 0; ct_card_id(rules->def, card); card++)
        json_array_append_new(out, card_json(rules, card));
    return out;
}

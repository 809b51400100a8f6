/* tables.c - what other programs' tables read beside the pictures of cards. */
#include "tables.h"

#include "tools/buffer.h"
#include "tools/common.h"
#include "tools/memory.h"
#include "tools/said.h"

#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { ON_SHEET = SHEET_COLUMNS * SHEET_ROWS };

static bool add(const struct exported *x, const char *folder, const char *name,
                const char *ending, char *text)
{
    char *path = mem_printf("%s%s%s", folder, name, ending);
    bool good = pages_add(x->job->pages, path, mem_had(text), strlen(text), "data");

    free(path);
    free(text);
    return good;
}

static bool add_json(const struct exported *x, const char *folder, const char *name, json_t *o)
{
    char *text = json_dumps(o, JSON_INDENT(1));

    json_decref(o);
    return add(x, folder, name, ".json", text);
}

/* ---- Tabletop Simulator ---- */

static json_t *object(const char *kind, const char *name, const char *text, int back)
{
    return json_pack("{ss, s{sf sf sf sf sf sf sf sf sf}, ss, ss, sb}", "Name", kind,
                     "Transform", "posX", 3.0 * back, "posY", 1.0, "posZ", 0.0, "rotX", 0.0,
                     "rotY", 180.0, "rotZ", 180.0, "scaleX", 1.0, "scaleY", 1.0, "scaleZ", 1.0,
                     "Nickname", name, "Description", text, "HideWhenFaceDown", 1);
}

/* A pile of all cards with a back; one card alone is no pile. */
static json_t *pile(const struct exported *x, int back)
{
    json_t *o = object("DeckCustom", x->job->edition->deck.back[back], "", back);
    json_t *ids = json_array(), *cards = json_array(), *sheets = json_object();

    for (const struct table_card *c = x->card; c < x->card + x->n; c++) {
        int i = (int)(c - x->card), sheet = i / ON_SHEET + 1;
        char key[16];
        snprintf(key, sizeof key, "%d", sheet);
        for (int k = 0; c->back == back && k < c->copies; k++) {
            json_t *card = object("Card", c->face->name, c->text, back),
                   *id = json_integer(100 * sheet + i % ON_SHEET);
            json_object_set_new(sheets, key,
                                json_pack("{so, so, si, si, sb, sb}", "FaceURL",
                                          json_sprintf("%s/sheet-%03d.png", x->url, sheet),
                                          "BackURL",
                                          json_sprintf("%s/sheet-%03d-back.png", x->url, sheet),
                                          "NumWidth", SHEET_COLUMNS, "NumHeight", SHEET_ROWS,
                                          "BackIsHidden", 1, "UniqueBack", 1));
            json_object_set_new(card, "CustomDeck",
                                json_pack("{sO}", key, json_object_get(sheets, key)));
            json_object_set(card, "CardID", id);
            json_array_append_new(ids, id);
            json_array_append_new(cards, card);
        }
    }
    json_object_set_new(o, "DeckIDs", ids);
    json_object_set_new(o, "CustomDeck", sheets);
    json_object_set_new(o, "ContainedObjects", cards);
    if (json_array_size(cards) > 1)
        return o;
    json_t *alone = json_incref(json_array_get(cards, 0));
    json_decref(o);
    return alone;
}

bool table_tts(const struct exported *x)
{
    const struct edition *e = x->job->edition;
    json_t *piles = json_array();

    for (int b = 0; b < e->deck.nbacks; b++)
        json_array_append_new(piles, pile(x, b));
    return add_json(x, "", x->id,
                    json_pack("{ss, so}", "SaveName", e->title, "ObjectStates", piles));
}

/* ---- Tabletop Playground ---- */

/* The cards of a sheet that have a back, as a stack. */
static bool add_stack(const struct exported *x, int sheet, int back)
{
    json_t *indices = json_array(), *names = json_object(), *ids = json_object();
    int first = sheet * ON_SHEET;
    char key[32];

    for (int i = 0; i < ON_SHEET && first + i < x->n; i++) {
        const struct table_card *c = &x->card[first + i];
        snprintf(key, sizeof key, "%d", i);
        for (int k = 0; c->back == back && k < c->copies; k++) {
            json_array_append_new(indices, json_integer(i));
            json_object_set_new(names, key, json_string(c->face->name));
            json_object_set_new(ids, key, json_string(c->face->id));
        }
    }
    bool none = !json_array_size(indices);
    json_t *o = json_pack(
        "{ss, so, ss, ss, ss, ss, s[], s[], so, so, ss, si, si, si, si, sf, sf, sb, sb, ss, "
        "so, so, so, s{}}",
        "Type", "Card", "GUID",
        json_sprintf("%016" PRIX64 "%08X%08X", (uint64_t)XXH64(x->id, strlen(x->id), 0),
                     (unsigned)sheet, (unsigned)back),
        "Name", x->job->edition->deck.back[back], "Metadata", x->id, "CollisionType", "Regular",
        "SurfaceType", "Cardboard", "Models", "Tags", "FrontTexture",
        json_sprintf("sheet-%03d.png", sheet + 1), "BackTexture",
        json_sprintf("sheet-%03d-back.png", sheet + 1), "HiddenTexture", "", "BackIndex", -3,
        "HiddenIndex", -3, "NumHorizontal", SHEET_COLUMNS, "NumVertical", SHEET_ROWS, "Width",
        6.35, "Height", 8.89, "UsedWithCardHolders", 1, "CanStack", 1, "Model", "Rounded",
        "Indices", indices, "CardNames", names, "CardMetadata", ids, "CardTags");
    snprintf(key, sizeof key, "stack-%d-%d", sheet + 1, back + 1);
    if (!none)
        return add_json(x, "Templates/", key, o);
    json_decref(o);
    return true;
}

bool table_playground(const struct exported *x)
{
    bool good = true;

    for (int sheet = 0; sheet * ON_SHEET < x->n; sheet++)
        for (int b = 0; good && b < x->job->edition->deck.nbacks; b++)
            good = add_stack(x, sheet, b);
    return good;
}

/* ---- Cockatrice ---- */

static void element(struct buffer *b, const char *open, const char *text, const char *close)
{
    static const char marks[] = "<>&\"";
    static const char *const written[] = {"&lt;", "&gt;", "&amp;", "&quot;"};

    buffer_add(b, "%s", open);
    for (const char *mark; *text; text++)
        if ((mark = strchr(marks, *text)))
            buffer_add(b, "%s", written[mark - marks]);
        else
            buffer_add(b, "%c", *text);
    buffer_add(b, "%s\n", close);
}

/* A card's name is its key there: a second card of that name bears its identifier, too. */
bool table_cockatrice(const struct exported *x)
{
    struct buffer b = {0};

    element(&b,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_carddatabase "
            "version=\"4\">\n<sets>\n<set>\n<name>",
            x->id, "</name>");
    element(&b, "<longname>", x->job->edition->title,
            "</longname>\n<settype>Custom</settype>\n</set>\n</sets>\n<cards>");
    for (const struct table_card *c = x->card; c < x->card + x->n; c++) {
        const struct table_card *same = x->card;
        while (strcmp(same->face->name, c->face->name) != 0)
            same++;
        char *name = mem_printf(same == c ? "%s" : "%s (%s)", c->face->name, c->face->id),
             *picture = mem_printf("%s/%s.png", x->url, c->face->id);
        element(&b, "<card>\n<name>", name, "</name>");
        element(&b, "<text>", c->text, "</text>\n<prop>\n<layout>normal</layout>");
        element(&b, "<maintype>", c->face->kind, "</maintype>");
        element(&b, "<type>", c->face->kind, "</type>\n</prop>");
        element(&b, "<set picurl=\"", picture, "\">");
        element(&b, "", x->id, "</set>\n<tablerow>1</tablerow>\n</card>");
        free(name);
        free(picture);
    }
    buffer_add(&b, "</cards>\n</cockatrice_carddatabase>\n");
    return add(x, "", x->id, ".xml", buffer_take(&b));
}

/* ---- Card Game Simulator ---- */

bool table_simulator(const struct exported *x)
{
    const char *title = x->job->edition->title, *url = x->url;
    json_t *cards = json_array();
    struct buffer deck = {0};

    for (const struct table_card *c = x->card; c < x->card + x->n; c++) {
        json_array_append_new(cards,
                              json_pack("{ss, ss, ss, ss, ss, si}", "id", c->face->id, "name",
                                        c->face->name, "set", "cards", "kind", c->face->kind,
                                        "text", c->text, "copies", c->copies));
        buffer_add(&deck, "%d [%s] %s (cards)\n", c->copies, c->face->id, c->face->name);
    }
    json_t *game = json_pack(
        "{ss, sb, s[{ss, ss}, {ss, ss}, {ss, ss}], ss, so, so, so, so, so, s[{ss, so}]}",
        "name", title, "cardNameIsUnique", 0, "cardProperties", "name", "kind", "type",
        "string", "name", "text", "type", "string", "name", "copies", "type", "integer",
        "cardPrimaryProperty", "text", "autoUpdateUrl", json_sprintf("%s/cgs.json", url),
        "allCardsUrl", json_sprintf("%s/AllCards.json", url), "allSetsUrl",
        json_sprintf("%s/AllSets.json", url), "cardBackImageUrl",
        json_sprintf("%s/sets/cards/back-1.png", url), "cardImageUrl",
        json_sprintf("%s/sets/{cardSet}/{cardId}.png", url), "deckUrls", "name", title, "url",
        json_sprintf("%s/decks/%s.txt", url, x->id));
    json_t *sets = json_pack("[{ss, ss}]", "code", "cards", "name", title);
    return add_json(x, "", "cgs", game) & add_json(x, "", "AllCards", cards) &
           add_json(x, "", "AllSets", sets) &
           add(x, "decks/", x->id, ".txt", buffer_take(&deck));
}

/* ---- playingcards.io ---- */

enum { WIDE = 103, HIGH = 144 };

/* A picture that each card names. */
static json_t *side(const char *value)
{
    return json_pack("{sb, s[{ss, ss, ss, ss, si, si, si, si}]}", "includeRadius", 1, "objects",
                     "type", "image", "value", value, "valueType", "dynamic", "color", "white",
                     "w", WIDE, "h", HIGH, "x", 0, "y", 0);
}

/* A deck for the cards with a back, and these cards on it. */
static void add_deck(json_t *widgets, const struct exported *x, int back)
{
    json_t *kinds = json_object(), *deck = json_sprintf("deck-%d", back + 1);
    int left = 220 + 130 * back, number = 1000 * (back + 1);

    json_array_append_new(
        widgets, json_pack("{sO, ss, ss, si, si, si, si, si, sb, sb, so, so, so}", "id", deck,
                           "type", "cardDeck", "label", x->job->edition->deck.back[back], "x",
                           left, "y", 220, "z", 2, "cardWidth", WIDE, "cardHeight", HIGH,
                           "enlarge", 1, "autoShuffle", 1, "faceTemplate", side("face"),
                           "backTemplate", side("back"), "cardTypes", kinds));
    for (const struct table_card *c = x->card; c < x->card + x->n; c++) {
        if (c->back != back)
            continue;
        json_object_set_new(
            kinds, c->face->id,
            json_pack("{ss, so, so}", "label", c->face->name, "face",
                      json_sprintf("package://userassets/%s.png", c->face->id), "back",
                      json_sprintf("package://userassets/back-%d.png", back + 1)));
        for (int k = 0; k < c->copies; k++, number++)
            json_array_append_new(widgets, json_pack("{so, ss, ss, sO, si, si, si}", "id",
                                                     json_sprintf("card-%d", number), "type",
                                                     "card", "cardType", c->face->id, "deck",
                                                     deck, "x", left, "y", 220, "z", number));
    }
    json_decref(deck);
}

/* Packs all files of the folder into one. They have no date: the same cards are the same bytes. */
static bool pack(const struct exported *x, const char *name)
{
    static const struct timespec never[2] = {{.tv_sec = 315532800}, {.tv_sec = 315532800}};
    const char *folder = pages_path(x->job->pages);
    const char *const start[] = {"env", "-C", folder, "TZ=UTC", "zip", "-qXDm", name};
    enum { STARTS = sizeof start / sizeof *start };
    struct list argv = {0};

    for (int i = 0; i < STARTS; i++)
        list_add(&argv, mem_strdup(start[i]));
    list_add(&argv, mem_strdup("widgets.json"));
    for (int i = 0; i < x->n; i++)
        list_add(&argv, mem_printf("userassets/%s.png", x->card[i].face->id));
    for (int b = 1; b <= x->job->edition->deck.nbacks; b++)
        list_add(&argv, mem_printf("userassets/back-%d.png", b));
    for (int i = STARTS; i < argv.n; i++) {
        char *path = mem_printf("%s/%s", folder, argv.v[i]);
        utimensat(AT_FDCWD, path, never, 0);
        free(path);
    }
    list_add(&argv, NULL);
    char *said = said_by(argv.v, false), *left = mem_printf("%s/userassets", folder);
    bool good = said || complain("export: zip cannot pack the cards (apt-get install zip)");
    rmdir(left);
    free(left);
    free(said);
    list_free(&argv);
    return good && pages_add(x->job->pages, name, NULL, 0, "all of it");
}

bool table_playingcards(const struct exported *x)
{
    json_t *widgets = json_pack("[{ss, ss, si, si, si}]", "id", "hand", "type", "hand", "x", 50,
                                "y", 820, "z", 1);
    char *name = mem_printf("%s.pcio", x->id);

    for (int b = 0; b < x->job->edition->deck.nbacks; b++)
        add_deck(widgets, x, b);
    bool good = add_json(x, "", "widgets", widgets) && pack(x, name);
    free(name);
    return good;
}

/* ---- a spreadsheet ---- */

bool table_csv(const struct exported *x)
{
    return add(x, "", x->id, ".csv", ct_cards_csv(x->job->edition->def));
}

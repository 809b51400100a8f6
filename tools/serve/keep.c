/* keep.c - tables on the disk. */
#include "keep.h"

#include "clocks.h"
#include "message.h"
#include "tools/buffer.h"
#include "tools/memory.h"
#include "tools/there.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORM "cantrip table 1"

static char *path_of(const char *folder, const char *id, const char *ending)
{
    return mem_printf("%s/%s.%s", folder, id, ending);
}

static const char *const words[] = {
    [WHO_NOBODY] = "nobody", [WHO_PERSON] = "person", [WHO_BOT] = "bot"};

bool keep_seats(struct gametable *t, char **wrong)
{
    json_t *seats = json_array();
    char *path = path_of(t->folder, t->id, "table");

    for (int i = 0; i < t->nseats; i++)
        json_array_append_new(seats,
                              json_pack("{ss ss ss ss sb sb si ss sI}", "who",
                                        words[t->seat[i].who], "name", t->seat[i].name, "key",
                                        t->seat[i].key, "level", t->seat[i].level, "opened",
                                        t->seat[i].opened, "shows", t->seat[i].shows, "colour",
                                        t->seat[i].colour, "gone", gone_names[t->seat[i].gone],
                                        "left", (json_int_t)clocks_left(&t->seat[i].clock)));
    json_t *all =
        json_pack("{ss ss ss ss ss ss ss sI sb sb sb si si so so}", "is", FORM, "game",
                  t->game->name, "lang", t->lang, "watch", t->watch, "owner", t->owner,
                  "rematch", t->rematch, "from", t->from, "begun", (json_int_t)t->begun, "sat",
                  t->sat, "shown", t->shown, "listed", t->listed, "minutes", t->minutes, "plus",
                  t->plus, "seats", seats, "chat", message_chat(t, 0));
    char *text = all ? json_dumps(all, JSON_INDENT(1)) : NULL;
    bool ok = text && ct_file_replace(path, text, strlen(text), true, wrong);
    json_decref(all);
    free(text);
    free(path);
    return ok;
}

void keep_seats_or_say(struct gametable *t)
{
    char *wrong = NULL;

    if (!keep_seats(t, &wrong))
        complain("serve: table %s is not saved: %s", t->id, reason(wrong));
    free(wrong);
}

bool keep_game(struct gametable *t, bool durable, char **wrong)
{
    bool ok;
    char title[320];
    char *path = t->kept ? NULL : path_of(t->folder, t->id, "save");

    if (!t->kept)
        t->kept = ct_file_keep(path, "save", wrong);
    free(path);
    if (!t->kept)
        return false;
    for (int i = 0; i < t->rec.nseats; i++) {
        if (t->seat[i].who == WHO_NOBODY)
            continue;
        ct_replay_player(&t->rec, i,
                         t->seat[i].who == WHO_BOT
                             ? player_title(&t->players[i], title, sizeof title)
                             : player_name(PLAYER_HUMAN));
        t->rec.seat[i].drawn = t->players[i].rng.count;
    }
    ct_replay_names(&t->rec, t->engine, -1);
    char *text = ct_save_text(&t->rec, t->engine, t->state);
    gametable_names(t, -1);
    ok = text && ct_file_write(t->kept, text, strlen(text), durable, wrong);
    if (!text) {
        const char *why = t->error ? t->error : ct_error(t->engine);
        *wrong = mem_strdup(why);
    }
    free(text);
    return ok;
}

/* ---- reading ---- */

/* A string of at most `most` bytes that can be shown, or NULL. */
static const char *text_of(const json_t *o, const char *key, size_t most)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s && strlen(s) <= most && ct_is_line(s) ? s : NULL;
}

/* A whole number from 0 to `most`. Files of older versions have none: 0. */
static int64_t number_of(const json_t *o, const char *key, int64_t most)
{
    json_int_t n = json_integer_value(json_object_get(o, key));

    return n > 0 && n <= most ? n : 0;
}

static bool is_key(const char *s)
{
    return s && (!*s || secret_shaped(s, SECRET));
}

static bool read_seat(struct place *to, const json_t *o)
{
    const char *who = text_of(o, "who", 16), *name = text_of(o, "name", NAME_ROOM - 1),
               *key = text_of(o, "key", SECRET), *level = text_of(o, "level", LEVEL_ROOM - 1),
               *gone = text_of(o, "gone", 16); /* older files do not have it */

    if (!who || !name || !is_key(key) || !level)
        return false;
    for (int w = 0; w <= WHO_BOT; w++)
        if (!strcmp(words[w], who))
            to->who = (enum who)w;
    snprintf(to->name, sizeof to->name, "%s", name);
    snprintf(to->key, sizeof to->key, "%s", key);
    snprintf(to->level, sizeof to->level, "%s", level);
    to->opened = json_is_true(json_object_get(o, "opened"));
    to->colour = (int)number_of(o, "colour", COLOURS);
    to->shows = json_is_true(json_object_get(o, "shows"));
    for (int g = GONE_NOT; gone && g <= GONE_TIME; g++)
        if (!strcmp(gone_names[g], gone))
            to->gone = (enum gone)g;
    to->clock = to->told = (struct clock){number_of(o, "left", CLOCK_MOST), 0};
    return true;
}

static bool read_seats(struct gametable *t, const json_t *seats)
{
    size_t n = json_array_size(seats);

    if (!n || n > CT_MAX_SEATS)
        return false;
    t->nseats = (int)n;
    for (size_t i = 0; i < n; i++)
        if (!read_seat(&t->seat[i], json_array_get(seats, i)))
            return false;
    return true;
}

/* What players said. Files of older versions have none of it. */
static void read_chat(struct gametable *t, const json_t *lines)
{
    size_t i;
    json_t *o;

    t->said = 0;
    json_array_foreach(lines, i, o)
    {
        const char *text = text_of(o, "text", CHAT_ROOM - 1);
        t->said = (size_t)number_of(o, "n", INT32_MAX);
        if (text)
            gametable_say(t, (int)number_of(o, "seat", t->nseats - 1), text);
    }
}

/* The seats and their keys. Files of older versions have no owner. */
static bool read_people(struct gametable *t, const json_t *o)
{
    const char *watch = text_of(o, "watch", SECRET), *owner = text_of(o, "owner", SECRET),
               *rematch = text_of(o, "rematch", TABLE_ID);

    if (!is_key(watch) || !rematch || !read_seats(t, json_object_get(o, "seats")))
        return false;
    snprintf(t->watch, sizeof t->watch, "%s", watch);
    snprintf(t->owner, sizeof t->owner, "%s", is_key(owner) ? owner : "");
    snprintf(t->rematch, sizeof t->rematch, "%s", rematch);
    t->sat |= !json_is_false(json_object_get(o, "sat"));
    t->shown |= json_is_true(json_object_get(o, "shown"));
    t->listed = json_is_true(json_object_get(o, "listed"));
    t->minutes = (int)number_of(o, "minutes", CLOCK_MINUTES);
    t->plus = (int)number_of(o, "plus", CLOCK_PLUS);
    read_chat(t, json_object_get(o, "chat"));
    return true;
}

/* Where it was begun and when it was last played. Older files do not have it. */
static void read_begun(struct gametable *t, const json_t *o)
{
    const char *from = text_of(o, "from", ADDRESS_ROOM - 1);
    time_t played = keep_played(t);

    snprintf(t->from, sizeof t->from, "%s", from ? from : "");
    t->touched = played ? played : t->touched;
    t->begun = (time_t)json_integer_value(json_object_get(o, "begun"));
}

static struct gametable *read_table(const json_t *o, const char *folder, const char *id,
                                    struct game *(*find)(void *, const char *), void *ctx)
{
    const char *is = text_of(o, "is", 32), *name = text_of(o, "game", 4096),
               *lang = text_of(o, "lang", 32);
    struct game *game = name ? find(ctx, name) : NULL;
    struct gametable *t = NULL;

    if (is && !strcmp(is, FORM) && game && (lang = game_language(game, lang)))
        t = gametable_new(game, lang, folder);
    game_drop(game);
    if (!t)
        return NULL;
    snprintf(t->id, sizeof t->id, "%s", id);
    read_begun(t, o);
    if (read_people(t, o))
        return t;
    gametable_free(t);
    return NULL;
}

/* NULL: *wrong says why. It stays NULL if the file is not JSON. */
static json_t *read_json(const char *path, char **wrong)
{
    size_t n;
    char *text = there_text(path, &n, wrong);
    json_t *o = text ? json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL) : NULL;

    free(text);
    return o;
}

static void no_table(const char *path, char **wrong)
{
    struct buffer why = {0};

    if (*wrong)
        return;
    buffer_add(&why, "%s: this table is incomplete", path);
    *wrong = buffer_take(&why);
}

struct gametable *keep_read(const char *folder, const char *file,
                            struct game *(*find)(void *, const char *), void *ctx, char **wrong)
{
    char id[TABLE_ID + 1];
    struct gametable *t = NULL;

    snprintf(id, sizeof id, "%.*s", TABLE_ID, file);
    char *path = path_of(folder, id, "table");
    json_t *o = secret_shaped(id, TABLE_ID) ? read_json(path, wrong) : NULL;
    if (o)
        t = read_table(o, folder, id, find, ctx);
    if (!t)
        no_table(path, wrong);
    json_decref(o);
    free(path);
    return t;
}

/* Reads the seats and keys again: another server may have had the table meanwhile. */
static bool read_again(struct gametable *t, char **wrong)
{
    char *path = path_of(t->folder, t->id, "table");
    json_t *o = read_json(path, wrong);
    bool ok = read_people(t, o);

    if (!ok)
        no_table(path, wrong);
    json_decref(o);
    free(path);
    return ok;
}

bool keep_open(struct gametable *t, char **wrong)
{
    return keep_open_by(t, NULL, wrong);
}

bool keep_open_by(struct gametable *t, struct carried *carried, char **wrong)
{
    char *path = path_of(t->folder, t->id, "save"), *text = NULL;
    size_t n, at = 0;
    int line = 0, seats = 0;
    bool ok;

    t->kept = ct_file_keep(path, "save", wrong);
    if (t->kept && read_again(t, wrong)) {
        seats = t->nseats;
        text = ct_file_read(path, &n, wrong);
    }
    ok = text && ct_replay_read(&t->rec, path, text, n, &at, &line, wrong) &&
         gametable_restore(t, carried, wrong);
    free(text);
    free(path);
    if (ok && t->nseats != seats) {
        *wrong = mem_strndup("its files belong to different games", 29);
        ok = false;
    }
    for (int i = 0; ok && i < t->nseats; i++)
        if (t->seat[i].who == WHO_BOT)
            gametable_bot(t, i, t->seat[i].level);
    return ok;
}

time_t keep_played(const struct gametable *t)
{
    char *save = path_of(t->folder, t->id, "save");
    struct stat st;
    time_t when = stat(save, &st) ? 0 : st.st_mtime;

    free(save);
    return when;
}

bool keep_forget(const struct gametable *t)
{
    char *table = path_of(t->folder, t->id, "table"), *save = path_of(t->folder, t->id, "save");
    int fd = t->kept ? -1 : open(save, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;

    if (!held) {
        unlink(table);
        unlink(save);
    }
    if (fd >= 0)
        close(fd);
    free(table);
    free(save);
    return !held;
}

/* tables.c - what tables.lua knows of the cards, and how it writes. */
#include "tables.h"

#include "tools/common.h"
#include "tools/memory.h"
#include "tools/report/data.h"
#include "tools/said.h"
#include "tools/screen/cardview.h"
#include "tools/script.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static const struct print_job *job_of(lua_State *L)
{
    return *(const struct print_job **)lua_getextraspace(L);
}

/* text(value): JSON. */
static int text(lua_State *L)
{
    json_t *o = script_take(L);
    char *json = mem_had(json_dumps(o, JSON_INDENT(1)));

    lua_pushstring(L, json);
    free(json);
    json_decref(o);
    return 1;
}

/* csv(): all cards, for spreadsheets. */
static int csv(lua_State *L)
{
    char *all = mem_had(ct_cards_csv(job_of(L)->edition->def));

    lua_pushstring(L, all);
    free(all);
    return 1;
}

/* file(name, text): false after a message. */
static int file(lua_State *L)
{
    size_t n;
    const char *bytes = luaL_checklstring(L, 2, &n);

    lua_pushboolean(L, pages_add(job_of(L)->pages, luaL_checkstring(L, 1), bytes, n, "data"));
    return 1;
}

/* pack(name, files): packs all files of the folder into one. They have no date: the same cards are
 * the same bytes. False after a message. */
static int pack(lua_State *L)
{
    static const struct timespec never[2] = {{.tv_sec = 315532800}, {.tv_sec = 315532800}};
    struct pages *pages = job_of(L)->pages;
    const char *folder = pages_path(pages), *name = luaL_checkstring(L, 1);
    const char *const start[] = {"env", "-C", folder, "TZ=UTC", "zip", "-qXDm", name};
    struct list argv = {0};

    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        list_add(&argv, start[i]);
    for (lua_Integer i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        char *path = mem_printf("%s/%s", folder, lua_tostring(L, -1));
        utimensat(AT_FDCWD, path, never, 0);
        free(path);
        list_add(&argv, lua_tostring(L, -1));
    }
    list_add(&argv, NULL);
    char *said = said_by(argv.v, false), *left = mem_printf("%s/userassets", folder);
    bool good = said || complain("export: zip cannot pack the cards (apt-get install zip)");
    rmdir(left);
    free(left);
    free(said);
    args_free(&argv);
    lua_pushboolean(L, good && pages_add(pages, name, NULL, 0, "all of it"));
    return 1;
}

/* The cards by backs, as they are drawn. */
static void set_cards(lua_State *L, const struct edition *e)
{
    const struct showing s = {.in = {e->def, e->lang}};

    lua_newtable(L);
    for (int back = 0; back < e->deck.nbacks; back++)
        for (int c = 0; c < e->deck.ncards; c++) {
            const struct deck_card *d = &e->deck.card[c];
            const struct face *f = &e->face[c];
            struct buffer about = {0};
            if (!d->copies || d->back != back)
                continue;
            card_summary(&about, &s, c);
            data_row(L, "s:id s:name s:kind s:text d:copies d:back", f->id, f->name, f->kind,
                     buffer_text(&about), d->copies, back);
            buffer_free(&about);
        }
    lua_setfield(L, -2, "cards");
}

bool table_write(const struct print_job *job, const char *table, const char *url)
{
    static const luaL_Reg functions[] = {
        {"text", text}, {"csv", csv}, {"file", file}, {"pack", pack}, {NULL, NULL}};
    const struct edition *e = job->edition;
    const char *id = ct_get_info(e->def, NULL).id;
    lua_State *L = script_open("/web/tables.lua", functions);
    char hash[20];

    *(const struct print_job **)lua_getextraspace(L) = job;
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    lua_getfield(L, -1, table);
    lua_pushvalue(L, 2);
    snprintf(hash, sizeof hash, "%016" PRIX64, (uint64_t)XXH64(id, strlen(id), 0));
    data_set(L, "s:id s:url s:title s:hash d:COLUMNS d:ROWS d:ON_SHEET", id, url, e->title,
             hash, SHEET_COLUMNS, SHEET_ROWS, SHEET_COLUMNS * SHEET_ROWS);
    data_texts(L, "backs", (const char *const *)e->deck.back, e->deck.nbacks);
    set_cards(L, e);
    lua_call(L, 1, 1);
    bool good = lua_toboolean(L, -1);
    lua_close(L);
    return good;
}

/* manpage.c - the tables of commands and flags, for the manual pages of report/manpage.lua. */
#include "manpage.h"

#include "commands.h"
#include "tools/report/data.h"
#include "tools/report/report.h"

#include <stdlib.h>
#include <time.h>

/* Begins a page and its table. It has the date of SOURCE_DATE_EPOCH if that is set, so that a
 * packaged page is the same every day. */
static lua_State *begin(const char *function, const char *summary, const char *more,
                        const char *examples)
{
    lua_State *L = report_begin("/web/manpage.lua", function);
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t when = epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm t;
    char date[32] = "";

    if (gmtime_r(&when, &t))
        strftime(date, sizeof date, "%Y-%m-%d", &t);
    data_new(L, "s:date s:version s:summary s:more s:examples", date, CT_VERSION, summary, more,
             examples);
    return L;
}

void manpage(const struct usage *u)
{
    const struct command *c = command_find(u->command);
    lua_State *L = begin("command", c->summary, u->more, u->examples);

    data_set(L, "s:name s:arguments", c->name, c->arguments);
    for (const struct flag *f = u->flags; f < u->flags + u->nflags; f++)
        data_row(L, "s:name s:argument s:help", f->name, f->argument, f->help);
    report_print(L, 1);
}

void manpage_overview(void)
{
    lua_State *L = begin("overview", CANTRIP_SUMMARY, CANTRIP_MORE, CANTRIP_EXAMPLES);
    const struct command *c;

    for (int i = 0; (c = command_at(i)); i++)
        data_row(L, "s:name s:arguments s:summary", c->name, c->arguments, c->summary);
    report_print(L, 1);
}

/* page.c - where each file of the page is. */
#include "page.h"

#include <string.h>

static const struct page_file *named(const char *name)
{
    for (const struct page_file *f = page_files; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

const struct page_file *page_find(const char *path, bool desk)
{
    if (!strcmp(path, "/"))
        return named(desk ? "desk.html" : "index.html");
    if (!strcmp(path, "/favicon.ico"))
        return named("favicon.svg");
    if (!strcmp(path, "/worker.js")) /* a worker serves the addresses below its own */
        return named("worker.js");
    if (!strncmp(path, "/t/", 3))
        return named("table.html");
    return strncmp(path, "/web/", 5) ? NULL : named(path + 5);
}

const char *page_type(const struct page_file *file)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},         {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},     {".svg", "image/svg+xml"},
        {".webmanifest", "application/manifest+json"},
    };
    const char *ending = strrchr(file->name, '.');

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ending && !strcmp(types[i].ending, ending))
            return types[i].type;
    return "application/octet-stream";
}

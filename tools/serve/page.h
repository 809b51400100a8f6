/* page.h - the page's files of tools/web, built into the program. */
#ifndef CANTRIP_TOOLS_SERVE_PAGE_H
#define CANTRIP_TOOLS_SERVE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct page_file {
    const char *name; /* "style.css" */
    const unsigned char *bytes;
    size_t n;
};
/* All files, then one without a name (made by the Makefile). */
extern const struct page_file page_files[];

/* The file for the path of a URL: "/" (also of a desk), "/t/…" or "/web/NAME". NULL: none. */
const struct page_file *page_find(const char *path, bool desk);
/* Its media type. */
const char *page_type(const struct page_file *file);

#endif

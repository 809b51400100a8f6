/* mcp.h - a server of the Model Context Protocol: a program works on the games of one folder.
 *
 * Each tool is a row of tools.h. It is a command of this program, which runs as a child in the
 * folder, or a function on files. The folder is the working directory of the server. */
#ifndef CANTRIP_TOOLS_MCP_MCP_H
#define CANTRIP_TOOLS_MCP_MCP_H

#include "tools/common.h"

#include <jansson.h>
#include <stdbool.h>

/* What a tool says. */
struct said {
    char *text; /* free() */
    bool wrong; /* it failed */
};
/* "wrong" and a sentence. */
struct said said_wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* ---- server.c ---- */

/* Answers messages from stdin until it ends. No call of a command takes longer than so many
 * seconds. The exit status. */
int mcp_serve(int seconds);
/* Waits until `fd` can be read, for so many milliseconds at most, or until a message comes, which
 * is kept. 1: it can be read; 0: not yet; -1: the client took the call back, or a signal ends us. */
int mcp_wait(int fd, int milliseconds);

/* ---- calls.c ---- */

/* All tools, as `tools/list` shows them. */
json_t *calls_list(void);
/* Is there such a tool? */
bool calls_have(const char *name);
/* Calls it. No text: the client took the call back. */
struct said calls_make(const char *name, const json_t *arguments, int seconds);
/* Runs this program with these words, the command first, for so many seconds at most. The same. */
struct said command_said(const struct list *words, int seconds);

/* ---- files.c: paths are relative, and no link lies on them ---- */

/* Is it a path of a file or folder in here that may be read or written? NULL; else why not
 * (free()). */
char *path_wrong(const char *path);
struct said files_list(const json_t *arguments);
struct said files_read(const json_t *arguments);
struct said files_write(const json_t *arguments);
struct said files_edit(const json_t *arguments);
struct said files_delete(const json_t *arguments);

#endif

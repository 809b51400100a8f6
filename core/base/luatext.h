/* luatext.h: what is skipped in a script of Lua: its comments, its quoted and its long texts; names in a text. */
#ifndef CANTRIP_LUATEXT_H
#define CANTRIP_LUATEXT_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the comment at P has; 0: none begins there. One without an end goes on to END. */
size_t lua_comment(const char *p, const char *end);
/* The same of a text, "…" or '…', [[ … ]] or [==[ … ]==]. */
size_t lua_text(const char *p, const char *end);
/* Whether such a character stands in names, of Lua or of a ruleset. */
bool name_char(char c);
/* Does the word stand in a text, and not within another? dashes: words may have some; to Lua they are signs. */
bool text_names(const char *text, const char *word, bool dashes);
/* As text_names, outside of the comments of a script. */
bool lua_names(const char *text, size_t len, const char *word);

#endif

/* shown.h: text from elsewhere, fit to be shown.
 *
 * A terminal acts on control characters (C0 but the blank, DEL, C1); a line break makes a second line
 * that looks like one of ours; marks of direction (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
 * U+2069), U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF mislead the reader. What a ruleset, replay or save says is
 * refused with its place when it holds one. What cannot be refused (paths, arguments, messages of
 * scripts) is written out where it is shown: these characters, and bytes that are no UTF-8, as \xNN
 * byte by byte.
 */
#ifndef CANTRIP_BASE_SHOWN_H
#define CANTRIP_BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Is this one of those characters? */
bool shown_unfit(uint32_t character);

/* The bytes of LEN before the first that cannot stand in a line; LEN if all can. */
size_t shown_fit(const char *text, size_t len);

/* Adds LEN bytes of TEXT, fit to stand in a line. */
void shown_add(struct str *to, const char *text, size_t len);

/* The same of a line's beginning: of LEN bytes MOST, cut between characters. */
void shown_add_cut(struct str *to, const char *text, size_t len, size_t most);

/* The same for a message of several lines: a line break stays where a blank follows it (the message
 * goes on, indented) and at the end. */
void shown_add_message(struct str *to, const char *text, size_t len);

/* The same as shown_add into CAP bytes, cut between characters where they do not suffice. */
void shown_copy(char *out, size_t cap, const char *text, size_t len);

/* Decodes the character at the start of LEN bytes at TEXT into *CP; returns how many bytes
 * it takes, 0 if they are no valid UTF-8 (overlong forms and surrogates are not) or LEN is 0. */
size_t shown_utf8(const char *text, size_t len, uint32_t *cp);

#endif

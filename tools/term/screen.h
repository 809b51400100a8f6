/* screen.h - a full screen: text at places, keys, the mouse. The only part that knows ncurses.
 *
 * There is one terminal, so there is one screen. Whatever ends it puts the terminal back as it was.
 */
#ifndef CANTRIP_TOOLS_TERM_SCREEN_H
#define CANTRIP_TOOLS_TERM_SCREEN_H

#include <stdbool.h>

enum { SCREEN_WIDTH = 80, SCREEN_HEIGHT = 24 }; /* at least */

/* How text is written: any of these together, and a colour from 0 by STYLE_COLOUR. */
enum { STYLE_BOLD = 1, STYLE_DIM = 2, STYLE_REVERSE = 4, STYLE_LINE = 8 };
#define STYLE_COLOUR(n) ((((n) % 6) + 1) << 8)

/* Keys that are no character. */
enum screen_key {
    KEYS = 1000,
    SCREEN_UP,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_FIRST,
    SCREEN_LAST,
    SCREEN_ENTER,
    SCREEN_ESCAPE,
    SCREEN_TAB,
    SCREEN_ERASE,
    SCREEN_MOUSE, /* a click at mouse_y, mouse_x */
    SCREEN_WHEEL_UP,
    SCREEN_WHEEL_DOWN,
    SCREEN_RESIZED,
    SCREEN_STOP /* SIGINT, SIGTERM, SIGHUP or SIGQUIT came, or the terminal is gone */
};

/* Is there a terminal that is able and large enough, and a program built for it? */
bool screen_possible(void);
/* Takes the terminal. False: it cannot be used. `small`: the text for a window that is too
 * small. */
bool screen_open(bool colour, const char *small);
void screen_close(void);
/* A signal asked to stop; it stays so. */
bool screen_stopped(void);
int screen_width(void);
int screen_height(void);
void screen_clear(void);
/* Writes what fits into `width` columns. Returns how many it took. */
int screen_put(int y, int x, int width, const char *text, int style);
void screen_fill(int y, int x, int width, const char *text,
                 int style); /* … and blanks behind it */
/* Shows what was written. */
void screen_show(void);
/* Waits until `fd` can be read (true), or a signal has come. */
bool screen_wait(int fd);
/* Has the window another size than before? From now on that is its size. */
bool screen_resized(void);
/* Forgets the keys that were hit before. */
void screen_forget(void);
/* Waits for a key. A window that is too small gives none. */
int screen_key(int *mouse_y, int *mouse_x);

#endif

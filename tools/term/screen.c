/* screen.c - a full screen, by ncurses. */
#include "screen.h"

#if defined __has_include && !defined CANTRIP_BARE
#if __has_include(<ncurses.h>)
#define HAVE_NCURSES 1
#endif
#endif

#ifdef HAVE_NCURSES

#include "tools/screen/table.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { SIGNALS = 5 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH};
static struct sigaction before[SIGNALS];
static volatile sig_atomic_t stopped;
static bool is_open;
static int woken[2] = {
    -1, -1}; /* written by a signal, so that none is lost between a check and a wait */
static const char *too_small = "";

static void stop(int signal)
{
    int kept = errno;

    if (signal != SIGWINCH)
        stopped = 1;
    else if (before[SIGNALS - 1].sa_handler != SIG_DFL &&
             before[SIGNALS - 1].sa_handler != SIG_IGN)
        before[SIGNALS - 1].sa_handler(signal); /* that of ncurses */
    ssize_t n = write(woken[1], "", 1);
    (void)n; /* full: a wake-up is on its way */
    errno = kept;
}

static bool signals_caught(void)
{
    struct sigaction how = {.sa_handler = stop};

    if (pipe(woken))
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(woken[i], F_SETFD, FD_CLOEXEC);
        fcntl(woken[i], F_SETFL, O_NONBLOCK);
    }
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &how, &before[i]);
    return true;
}

static void signals_given_back(void)
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
    close(woken[0]);
    close(woken[1]);
    woken[0] = woken[1] = -1;
}

bool screen_possible(void)
{
    struct winsize size;
    const char *kind = getenv("TERM");

    return isatty(0) && isatty(1) && kind && *kind && strcmp(kind, "dumb") != 0 &&
           !ioctl(1, TIOCGWINSZ, &size) && size.ws_col >= SCREEN_WIDTH &&
           size.ws_row >= SCREEN_HEIGHT;
}

/* Text on stderr would spoil the screen. It is kept until the screen is closed. */
static FILE *errors;
static int own_stderr = -1;

static void errors_aside(void)
{
    errors = tmpfile();
    fflush(stderr);
    own_stderr = errors ? fcntl(2, F_DUPFD_CLOEXEC, 3) : -1;
    if (own_stderr >= 0)
        dup2(fileno(errors), 2);
}

static void errors_told(void)
{
    char some[512];
    size_t n;

    if (own_stderr >= 0) {
        fflush(stderr);
        dup2(own_stderr, 2);
        close(own_stderr);
        rewind(errors);
        while ((n = fread(some, 1, sizeof some, errors)) > 0)
            fwrite(some, 1, n, stderr);
    }
    if (errors)
        fclose(errors);
    errors = NULL;
    own_stderr = -1;
}

static void colours(void)
{
    static const short inks[6] = {COLOR_BLUE,    COLOR_YELLOW, COLOR_GREEN,
                                  COLOR_MAGENTA, COLOR_CYAN,   COLOR_RED};

    start_color();
    use_default_colors();
    for (short i = 0; i < 6; i++)
        init_pair((short)(i + 1), inks[i], -1);
}

bool screen_open(bool colour, const char *small)
{
    static bool again;

    if (!setlocale(LC_CTYPE, "") || MB_CUR_MAX < 2)
        setlocale(LC_CTYPE, "C.UTF-8"); /* all our texts are UTF-8 */
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal)
        return false;
    set_term(terminal);
    if (!signals_caught()) {
        endwin();
        return false;
    }
    too_small = small;
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    if (colour && has_colors())
        colours();
    timeout(0);
    errors_aside();
    is_open = true;
    if (!again)
        atexit(screen_close); /* whatever ends us */
    again = true;
    return true;
}

void screen_close(void)
{
    if (!is_open)
        return;
    is_open = false;
    endwin();
    errors_told();
    signals_given_back();
}

bool screen_stopped(void)
{
    return stopped;
}

int screen_width(void)
{
    return COLS;
}

int screen_height(void)
{
    return LINES;
}

void screen_clear(void)
{
    erase();
}

int screen_put(int y, int x, int width, const char *text, int style)
{
    attr_t how = (style & STYLE_BOLD ? A_BOLD : 0) | (style & STYLE_DIM ? A_DIM : 0) |
                 (style & STYLE_REVERSE ? A_REVERSE : 0) |
                 (style & STYLE_LINE ? A_UNDERLINE : 0);

    if (width <= 0 || y < 0 || y >= LINES || x < 0 || x >= COLS)
        return 0;
    if (style >> 8)
        how |= COLOR_PAIR(style >> 8);
    width = width < COLS - x ? width : COLS - x;
    size_t n = text_cut(text, width);
    attrset(how);
    mvaddnstr(y, x, text, (int)n);
    attrset(A_NORMAL);
    return getcurx(stdscr) - x;
}

void screen_fill(int y, int x, int width, const char *text, int style)
{
    int at = screen_put(y, x, width, text, style);

    for (; at < width && x + at < COLS; at++)
        screen_put(y, x + at, 1, " ", style);
}

void screen_show(void)
{
    refresh();
}

static int mouse(int *y, int *x)
{
    MEVENT e;

    if (getmouse(&e) != OK)
        return SCREEN_RESIZED; /* only drawn again */
    *y = e.y;
    *x = e.x;
    return e.bstate & BUTTON4_PRESSED   ? SCREEN_WHEEL_UP
           : e.bstate & BUTTON5_PRESSED ? SCREEN_WHEEL_DOWN
                                        : SCREEN_MOUSE;
}

static bool is_small(void)
{
    return COLS < SCREEN_WIDTH || LINES < SCREEN_HEIGHT;
}

bool screen_wait(int fd)
{
    struct pollfd on[2] = {{.fd = fd, .events = POLLIN}, {.fd = woken[0], .events = POLLIN}};
    char some[64];

    if (!stopped && poll(on, 2, -1) > 0 && on[1].revents)
        while (read(woken[0], some, sizeof some) > 0)
            ;
    return on[0].revents != 0;
}

bool screen_resized(void)
{
    struct winsize size;

    if (ioctl(1, TIOCGWINSZ, &size) || !is_term_resized(size.ws_row, size.ws_col))
        return false;
    resizeterm(size.ws_row, size.ws_col);
    return true;
}

void screen_forget(void)
{
    flushinp();
}

/* The next input from ncurses. ERR: no more. */
static int next_code(void)
{
    for (int code, ready = 0; !stopped; ready = screen_wait(0)) {
        code = getch();
        if (code != ERR)
            return code;
        if (ready) /* readable, and nothing there: the terminal is gone */
            break;
    }
    return ERR;
}

static int key_of(int code)
{
    static const struct {
        int code, key;
    } keys[] = {
        {KEY_UP, SCREEN_UP},
        {KEY_DOWN, SCREEN_DOWN},
        {KEY_LEFT, SCREEN_LEFT},
        {KEY_RIGHT, SCREEN_RIGHT},
        {KEY_HOME, SCREEN_FIRST},
        {KEY_END, SCREEN_LAST},
        {KEY_PPAGE, SCREEN_PAGE_UP},
        {KEY_ENTER, SCREEN_ENTER},
        {'\r', SCREEN_ENTER},
        {KEY_NPAGE, SCREEN_PAGE_DOWN},
        {'\n', SCREEN_ENTER},
        {27, SCREEN_ESCAPE},
        {'\t', SCREEN_TAB},
        {KEY_BTAB, SCREEN_TAB},
        {KEY_BACKSPACE, SCREEN_ERASE},
        {127, SCREEN_ERASE},
        {8, SCREEN_ERASE},
        {KEY_RESIZE, SCREEN_RESIZED},
    };

    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            return keys[i].key;
    return code < 256 ? code : SCREEN_RESIZED;
}

int screen_key(int *mouse_y, int *mouse_x)
{
    for (;;) {
        if (is_small()) { /* players cannot choose what they do not see */
            erase();
            screen_put(0, 0, COLS, too_small, STYLE_BOLD);
            refresh();
        }
        int code = next_code();
        if (code == ERR) {
            stopped = 1;
            return SCREEN_STOP;
        }
        int key = code == KEY_MOUSE ? mouse(mouse_y, mouse_x) : key_of(code);
        if (!is_small())
            return key;
    }
}

#else /* without ncurses there is the prompt: no screen opens, and nothing is asked of one */

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define NO(type, name, ...)                                                                    \
    type name(__VA_ARGS__)                                                                     \
    {                                                                                          \
        return (type)0;                                                                        \
    }
#define NOTHING(name, ...)                                                                     \
    void name(__VA_ARGS__)                                                                     \
    {                                                                                          \
    }
NO(bool, screen_possible, void)
NO(bool, screen_open, bool colour, const char *small)
NOTHING(screen_close, void)
NO(bool, screen_stopped, void)
NO(int, screen_width, void)
NO(int, screen_height, void)
NOTHING(screen_clear, void)
NO(int, screen_put, int y, int x, int width, const char *text, int style)
NOTHING(screen_fill, int y, int x, int width, const char *text, int style)
NOTHING(screen_show, void)
NO(int, screen_key, int *mouse_y, int *mouse_x)
NO(bool, screen_wait, int fd)
NO(bool, screen_resized, void)
NOTHING(screen_forget, void)

#endif

/* terminal.c - curses, colours, signals. Signals only leave a mark and wake the waiting; what they ask for is
 * done between two keys, so the terminal is never touched halfway. */
#include "tui/screen/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>
#undef columns /* term.h means a property of terminals by it, we a member */

#include "platform/ascii.h"

enum color_depth { DEPTH_NONE, DEPTH_16, DEPTH_256, DEPTH_TRUE };

/* A colour in each depth, and whether what stands on it is white. */
struct color {
    int rgb;
    short of_256, of_16;
    bool is_dark;
};

/* Colours that everybody can tell apart, by the names editions give them. One of somebody's own invention
 * gets one of the spare ones. */
static const struct {
    const char *id;
    struct color color;
} suits_known[] = {
    {"red", {0xd63031, 160, COLOR_RED, true}},       {"blue", {0x0072b2, 25, COLOR_BLUE, true}},
    {"green", {0x009e73, 36, COLOR_GREEN, false}},   {"yellow", {0xf0e442, 227, COLOR_YELLOW, false}},
    {"pink", {0xcc79a7, 175, COLOR_MAGENTA, false}},
};
static const struct color suits_spare[] = {
    {0x56b4e9, 74, COLOR_CYAN, false},
    {0xb0b0b0, 145, COLOR_WHITE, false},
};

static const struct color plain_colors[SCREEN_INK_SUIT] = {
    [SCREEN_INK_BLACK] = {0x101010, 16, COLOR_BLACK, true},
    [SCREEN_INK_WHITE] = {0xffffff, 231, COLOR_WHITE, false},
    [SCREEN_INK_QUIET] = {0x808080, 244, COLOR_CYAN, false},
    [SCREEN_INK_LIGHT] = {0xd08700, 172, COLOR_YELLOW, false},
    [SCREEN_INK_ALARM] = {0xe0245e, 197, COLOR_RED, true},
};

static struct {
    SCREEN *screen;
    enum color_depth depth;
    struct color colors[SCREEN_INK_COUNT];
    int pairs[SCREEN_INK_COUNT][SCREEN_INK_COUNT]; /* 0: not made yet */
    int pair_count;
    bool has_title; /* it is ours */
    int wake[2];    /* a byte in it ends the waiting */
    struct sigaction old[NSIG];
} terminal;

static volatile sig_atomic_t ended_by, is_resized, is_stopped, is_continued;

static void mark(int number)
{
    int kept = errno;
    if (number == SIGWINCH)
        is_resized = 1;
    else if (number == SIGTSTP)
        is_stopped = 1;
    else if (number == SIGCONT)
        is_continued = 1;
    else
        ended_by = number;
    ssize_t written = write(terminal.wake[1], "", 1);
    (void)written; /* a full pipe wakes just as well */
    errno = kept;
}

/* A failed assertion: the terminal is given back before the program ends. */
static void give_up(int number)
{
    endwin();
    signal(number, SIG_DFL);
    raise(number);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

static void take_signals(void)
{
    struct sigaction action = {.sa_handler = mark};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &action, &terminal.old[signals[i]]);
    action.sa_handler = give_up;
    sigaction(SIGABRT, &action, &terminal.old[SIGABRT]);
}

static void return_signals(void)
{
    for (unsigned i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &terminal.old[signals[i]], NULL);
    sigaction(SIGABRT, &terminal.old[SIGABRT], NULL);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Whoever says COLORTERM=truecolor has an entry of the same name for it: xterm-256color, xterm-direct. */
static SCREEN *open_true_color(const char *name)
{
    const char *color = getenv("COLORTERM");
    if (!name || !color || (strcmp(color, "truecolor") != 0 && strcmp(color, "24bit") != 0))
        return NULL;
    char direct[80];
    size_t length = strcspn(name, "-");
    if (length + sizeof "-direct" > sizeof direct)
        return NULL;
    memcpy(direct, name, length);
    strcpy(direct + length, "-direct");
    return newterm(direct, platform_terminal_output(), stdin);
}

static void choose_colors(bool has_color)
{
    terminal.depth = DEPTH_NONE;
    terminal.pair_count = 0;
    memset(terminal.pairs, 0, sizeof terminal.pairs);
    if (!has_color || !has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    terminal.depth = COLORS > 0x10000 ? DEPTH_TRUE : COLORS >= 256 ? DEPTH_256 : DEPTH_16;
    memcpy(terminal.colors, plain_colors, sizeof plain_colors);
}

bool screen_terminal_is_possible(void)
{
    const char *name = getenv("TERM");
    int found;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || !name[0])
        return false;
    if (setupterm(name, STDOUT_FILENO, &found) != OK)
        return false;
    const char *move = tigetstr("cup");
    bool can_move = move && move != (const char *)-1;
    del_curterm(cur_term);
    return can_move;
}

bool screen_terminal_open(bool has_color)
{
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || pipe(terminal.wake) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        fcntl(terminal.wake[i], F_SETFL, O_NONBLOCK);
        fcntl(terminal.wake[i], F_SETFD, FD_CLOEXEC);
    }
    terminal.screen = has_color ? open_true_color(name) : NULL;
    if (!terminal.screen)
        terminal.screen = newterm(NULL, platform_terminal_output(), stdin);
    if (!terminal.screen) {
        close(terminal.wake[0]);
        close(terminal.wake[1]);
        return false;
    }
    ended_by = is_resized = is_stopped = is_continued = 0;
    take_signals();
    choose_colors(has_color);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    if (!getenv("ESCDELAY"))
        set_escdelay(100); /* long enough for a key over a slow line, short enough for Esc itself */
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED, NULL);
    return true;
}

/* Those that understand the title of a window; others would print it. */
static bool has_title(void)
{
    static const char *const kinds[] = {"xterm", "rxvt",    "tmux",  "screen", "alacritty", "foot",
                                        "kitty", "konsole", "gnome", "vte",    "st-"};
    const char *name = getenv("TERM");
    for (size_t i = 0; name && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strncmp(name, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

void screen_terminal_call(const char *title, bool has_sound)
{
    FILE *output = platform_terminal_output();
    if (has_title()) {
        /* The title that was there is kept on the terminal's own stack. */
        fprintf(output, "%s\033]2;%s\a", terminal.has_title ? "" : "\033[22;2t", title);
        terminal.has_title = true;
    }
    fflush(output);
    if (has_sound)
        beep();
}

void screen_terminal_close(void)
{
    endwin();
    if (terminal.has_title) {
        fputs("\033]2;\a\033[23;2t", platform_terminal_output());
        fflush(platform_terminal_output());
        terminal.has_title = false;
    }
    delscreen(terminal.screen);
    terminal.screen = NULL;
    return_signals();
    close(terminal.wake[0]);
    close(terminal.wake[1]);
}

bool screen_terminal_begin(struct screen_canvas *canvas)
{
    if (canvas->rows != LINES || canvas->columns != COLS)
        return screen_canvas_resize(canvas, LINES, COLS);
    screen_canvas_clear(canvas);
    return true;
}

/* ---- colours --------------------------------------------------------------------------------- */

/* The nearest of the 6 x 6 x 6 colours, and of the 16 by which of the three are strong. */
static struct color color_of_rgb(const uint8_t rgb[3])
{
    static const short of_16[8] = {COLOR_WHITE, COLOR_BLUE,    COLOR_GREEN,  COLOR_CYAN,
                                   COLOR_RED,   COLOR_MAGENTA, COLOR_YELLOW, COLOR_WHITE};
    const unsigned red = rgb[0], green = rgb[1], blue = rgb[2];
    unsigned most = red > green ? red : green, steps = 0, strong = 0;
    most = blue > most ? blue : most;
    for (unsigned i = 0; i < 3; i++) {
        steps = steps * 6 + (rgb[i] < 48 ? 0 : rgb[i] < 115 ? 1 : (rgb[i] - 35u) / 40);
        strong = strong * 2 + (rgb[i] * 4u > most * 3u);
    }
    return (struct color){(int)(red << 16 | green << 8 | blue), (short)(16 + steps), of_16[strong],
                          red * 299 + green * 587 + blue * 114 < 128000};
}

void screen_terminal_suits(const struct pen_edition *edition)
{
    unsigned spare = 0;
    for (unsigned i = 0; i < edition->color_count; i++) {
        const struct color *color = NULL, own = color_of_rgb(edition->colors[i].rgb);
        if (edition->colors[i].has_rgb)
            color = &own;
        for (size_t j = 0; !color && j < sizeof suits_known / sizeof suits_known[0]; j++)
            if (strcmp(edition->colors[i].id, suits_known[j].id) == 0)
                color = &suits_known[j].color;
        if (!color)
            color = &suits_spare[spare++ % 2];
        terminal.colors[SCREEN_INK_SUIT + i] = *color;
    }
    /* Pairs keep their numbers and are made again with the new colours. */
    terminal.pair_count = 0;
    memset(terminal.pairs, 0, sizeof terminal.pairs);
    if (terminal.screen)
        clearok(stdscr, TRUE);
}

static int color_number(uint8_t ink)
{
    if (ink == SCREEN_INK_PLAIN)
        return -1;
    const struct color *color = &terminal.colors[ink];
    switch (terminal.depth) {
    case DEPTH_TRUE:
        return color->rgb;
    case DEPTH_256:
        return color->of_256;
    default:
        return color->of_16;
    }
}

static int pair_of(uint8_t ink, uint8_t paper)
{
    if (ink == SCREEN_INK_PLAIN && paper == SCREEN_INK_PLAIN)
        return 0;
    int *pair = &terminal.pairs[ink][paper];
    if (*pair == 0 && terminal.pair_count + 1 < COLOR_PAIRS) {
        /* What stands on a colour is black or white, whichever can be read there. */
        uint8_t on = paper >= SCREEN_INK_SUIT || paper == SCREEN_INK_ALARM
                         ? terminal.colors[paper].is_dark ? SCREEN_INK_WHITE : SCREEN_INK_BLACK
                         : ink;
        *pair = ++terminal.pair_count;
        init_extended_pair(*pair, color_number(on), color_number(paper));
    }
    return *pair;
}

static attr_t attributes_of(struct screen_style style)
{
    attr_t attributes = A_NORMAL;
    if (style.flags & SCREEN_BOLD)
        attributes |= A_BOLD;
    /* The outline alone is faint enough where it has a colour. */
    if (style.flags & SCREEN_DIM && (terminal.depth == DEPTH_NONE || style.ink < SCREEN_INK_SUIT))
        attributes |= A_DIM;
    if (style.flags & SCREEN_UNDERLINE)
        attributes |= A_UNDERLINE;
    bool is_reverse = style.flags & SCREEN_REVERSE;
    if (terminal.depth == DEPTH_NONE)
        is_reverse = is_reverse || style.paper != SCREEN_INK_PLAIN;
    return is_reverse ? attributes | A_REVERSE : attributes;
}

void screen_terminal_show(const struct screen_canvas *canvas)
{
    for (int row = 0; row < canvas->rows && row < LINES; row++) {
        for (int column = 0; column < canvas->columns && column < COLS; column++) {
            const struct screen_cell *cell = &canvas->cells[row * canvas->columns + column];
            if (cell->characters[0] == 0)
                continue;
            wchar_t characters[SCREEN_CELL_CHARACTERS + 1] = {cell->characters[0], cell->characters[1],
                                                              cell->characters[2], 0};
            cchar_t drawn;
            int pair = terminal.depth == DEPTH_NONE ? 0 : pair_of(cell->style.ink, cell->style.paper);
            setcchar(&drawn, characters, attributes_of(cell->style), 0, &pair);
            mvadd_wch(row, column, &drawn);
        }
    }
    refresh();
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void adopt_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

/* Ctrl-Z: the shell gets its terminal back, and we get it again after 'fg'. */
static void stop(void)
{
    endwin();
    struct sigaction usual = {.sa_handler = SIG_DFL}, ours;
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

/* What signals have asked for; SCREEN_KEY_NONE if nothing. */
static int heed_signals(void)
{
    char bytes[64];
    while (read(terminal.wake[0], bytes, sizeof bytes) > 0)
        continue;
    if (ended_by)
        return SCREEN_KEY_END;
    if (is_stopped) {
        is_stopped = 0;
        stop();
        is_continued = 1;
    }
    if (is_continued) {
        is_continued = 0;
        is_resized = 1;
        reset_prog_mode();
        clearok(stdscr, TRUE);
        curs_set(0);
    }
    if (is_resized) {
        is_resized = 0;
        adopt_size();
        return SCREEN_KEY_RESIZE;
    }
    return SCREEN_KEY_NONE;
}

/* After an escape character: a key by itself, or the beginning of a sequence that this terminal's entry does
 * not know. Such a one is swallowed whole, so that its rest does nothing; the usual ones for Home and End are
 * understood. */
static int read_after_escape(void)
{
    wint_t character, first = 0;
    if (get_wch(&character) != OK)
        return SCREEN_KEY_ESCAPE;
    if (character != '[' && character != 'O') {
        unget_wch((wchar_t)character);
        return SCREEN_KEY_ESCAPE;
    }
    while (get_wch(&character) == OK) {
        first = first ? first : character;
        if (character >= 0x40 && character <= 0x7e)
            break;
    }
    return first == '1' || first == '7' || first == 'H'   ? SCREEN_KEY_HOME
           : first == '4' || first == '8' || first == 'F' ? SCREEN_KEY_LAST
                                                          : SCREEN_KEY_NONE;
}

static struct screen_key read_key(void)
{
    static const struct {
        int curses, code;
    } special[] = {
        {KEY_LEFT, SCREEN_KEY_LEFT},     {KEY_RIGHT, SCREEN_KEY_RIGHT},      {KEY_UP, SCREEN_KEY_UP},
        {KEY_DOWN, SCREEN_KEY_DOWN},     {KEY_HOME, SCREEN_KEY_HOME},        {KEY_END, SCREEN_KEY_LAST},
        {KEY_PPAGE, SCREEN_KEY_PAGE_UP}, {KEY_NPAGE, SCREEN_KEY_PAGE_DOWN},  {KEY_BTAB, SCREEN_KEY_BACK_TAB},
        {KEY_ENTER, SCREEN_KEY_ENTER},   {KEY_BACKSPACE, SCREEN_KEY_ESCAPE}, {KEY_RESIZE, SCREEN_KEY_RESIZE},
    };
    struct screen_key key = {SCREEN_KEY_NONE, 0, 0};
    wint_t character;
    int kind = get_wch(&character);
    if (kind == OK) {
        key.code = character == '\n'                     ? SCREEN_KEY_ENTER
                   : character == 0x7f || character == 8 ? SCREEN_KEY_ESCAPE
                   : character == SCREEN_KEY_ESCAPE      ? read_after_escape()
                                                         : (int)character;
    } else if (kind == KEY_CODE_YES && character == KEY_MOUSE) {
        MEVENT event;
        if (getmouse(&event) == OK && event.bstate & BUTTON1_PRESSED)
            key = (struct screen_key){SCREEN_KEY_CLICK, event.y, event.x};
    } else if (kind == KEY_CODE_YES) {
        for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
            if ((int)character == special[i].curses)
                key.code = special[i].code;
    }
    return key;
}

struct screen_key screen_terminal_wait(int fd, int wait_ms)
{
    struct screen_key key = {heed_signals(), 0, 0};
    if (key.code == SCREEN_KEY_NONE)
        key = read_key(); /* curses may hold some back */
    if (key.code != SCREEN_KEY_NONE)
        return key;
    struct pollfd waits[3] = {{STDIN_FILENO, POLLIN, 0}, {terminal.wake[0], POLLIN, 0}, {fd, POLLIN, 0}};
    int ready = poll(waits, fd >= 0 ? 3 : 2, wait_ms);
    key.code = heed_signals();
    if (key.code != SCREEN_KEY_NONE || ready <= 0)
        return key;
    if (waits[0].revents & POLLIN)
        key = read_key();
    if (key.code == SCREEN_KEY_NONE && waits[0].revents & ~POLLIN)
        key.code = SCREEN_KEY_END; /* the other end is gone */
    return key;
}

int screen_terminal_signal(void)
{
    return ended_by;
}

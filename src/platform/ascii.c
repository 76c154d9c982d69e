/* ascii.c - see ascii.h. */
#define _GNU_SOURCE /* wcwidth(), fopencookie() */
#include "platform/ascii.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static bool is_ascii;
static FILE *terminal_output;

uint32_t platform_next_character(const char **text)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    const unsigned first = bytes[0], count = first < 0x80   ? 0
                                             : first < 0xc2 ? 9
                                             : first < 0xe0 ? 1
                                             : first < 0xf0 ? 2
                                             : first < 0xf5 ? 3
                                                            : 9;
    uint32_t value = first < 0x80 ? first : first & (0x3fu >> count);
    (*text)++;
    if (count == 9)
        return '?';
    for (unsigned i = 1; i <= count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return '?';
        value = value << 6 | (bytes[i] & 0x3fu);
        (*text)++;
    }
    return value;
}

int platform_columns(uint32_t character)
{
    if (character < 0x20 || (character >= 0x7f && character < 0xa0))
        return -1;
    /* Isolates and other marks of direction: some tables give them a column. */
    if ((character >= 0x200b && character <= 0x200f) || (character >= 0x202a && character <= 0x202e) ||
        (character >= 0x2060 && character <= 0x206f))
        return 0;
    const int columns = wcwidth((wchar_t)character);
    return columns < 0 ? 1 : columns;
}

bool platform_may_break_before(uint32_t character)
{
    static const uint16_t never[] = {
        '!',    '%',    ')',    ',',    '.',    ':',    ';',    '?',    0x2019, 0x201d, 0x2026, 0x3001,
        0x3002, 0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049,
        0x3063, 0x3083, 0x3085, 0x3087, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5,
        0x30e7, 0x30fb, 0x30fc, 0xff01, 0xff05, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff5d,
    };
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (never[i] == character)
            return false;
    return true;
}

/* ---- a readable form ------------------------------------------------------------------------- */

/* U+00C0 to U+017F: the letters of most of Europe, without their accents. */
static const char letters[] = "A A A A A A AEC E E E E I I I I D N O O O O O x O U U U U Y THss"
                              "a a a a a a aec e e e e i i i i d n o o o o o / o u u u u y thy "
                              "A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g "
                              "G g G g H h H h I i I i I i I i I i IJijJ j K k k L l L l L l L "
                              "l L l N n N n N n 'nN n O o O o O o OEoeR r R r R r S s S s S s "
                              "S s T t T t T t U u U u U u U u U u U u W w Y y Y Z z Z z Z z s ";

static const struct {
    uint16_t character;
    char cell;         /* in one column */
    const char *words; /* null: the same */
} marks[] = {
    {0x00a0, ' ', NULL},  {0x00a1, ' ', ""},    {0x00a4, '*', NULL},  {0x00ab, '"', NULL},
    {0x00a7, 'S', NULL},  {0x00aa, 'a', NULL},  {0x00b0, 'o', NULL},  {0x00b2, '2', NULL},
    {0x00b3, '3', NULL},  {0x00b4, '\'', NULL}, {0x00b9, '1', NULL},  {0x00bd, '%', "1/2"},
    {0x00b1, '~', "+-"},  {0x00b5, 'u', NULL},  {0x00b7, '-', NULL},  {0x00ba, 'o', NULL},
    {0x00bb, '"', NULL},  {0x00bf, ' ', ""},    {0x00d7, 'x', NULL},  {0x0219, 's', NULL},
    {0x021b, 't', NULL},  {0x02c6, '^', NULL},  {0x02c7, 'v', NULL},  {0x2009, ' ', NULL},
    {0x2011, '-', NULL},  {0x2013, '-', NULL},  {0x2014, '-', "--"},  {0x2018, '\'', NULL},
    {0x2019, '\'', NULL}, {0x201a, '\'', NULL}, {0x201c, '"', NULL},  {0x201d, '"', NULL},
    {0x201e, '"', NULL},  {0x2022, '*', NULL},  {0x2026, '~', "..."}, {0x202f, ' ', NULL},
    {0x2039, '<', NULL},  {0x203a, '>', NULL},  {0x20ac, 'E', "EUR"}, {0x2190, '<', "<-"},
    {0x2191, '^', NULL},  {0x2192, '>', "->"},  {0x2193, 'v', NULL},  {0x21ba, '(', "<-"},
    {0x21bb, ')', "->"},  {0x21c4, '%', "<->"}, {0x2212, '-', NULL},  {0x2248, '~', NULL},
    {0x2264, '<', "<="},  {0x2265, '>', ">="},  {0x2298, '0', "(/)"}, {0x25a0, '#', NULL},
    {0x25ae, '|', NULL},  {0x25b2, '^', NULL},  {0x25b6, '>', NULL},  {0x25c6, '+', NULL},
    {0x25cf, 'o', NULL},  {0x2605, '*', NULL},  {0x2713, 'v', "ok"},  {0x2717, 'x', NULL},
    {0x2726, '*', NULL},
};

static bool is_frame(uint32_t character)
{
    return character >= 0x2500 && character <= 0x259f;
}

static char frame_of(uint32_t character)
{
    if (character == 0x2500 || character == 0x2501 || character == 0x2504)
        return '-';
    if (character == 0x2550)
        return '=';
    if (character == 0x2502 || character == 0x2503 || character == 0x2551)
        return '|';
    if (character >= 0x2580)
        return character >= 0x2591 && character <= 0x2593 ? ':' : '|';
    return '+';
}

const char *platform_ascii_of(uint32_t character)
{
    static _Thread_local char said[3];
    if (character < 0x80) {
        said[0] = (char)character;
        said[1] = 0;
        return said;
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (marks[i].character != character)
            continue;
        said[0] = marks[i].cell;
        said[1] = 0;
        return marks[i].words ? marks[i].words : said;
    }
    if (character >= 0xc0 && character < 0x180) {
        memcpy(said, letters + 2 * (character - 0xc0), 2);
        said[said[1] == ' ' ? 1 : 2] = 0;
        return said;
    }
    if (is_frame(character)) {
        said[0] = frame_of(character);
        said[1] = 0;
        return said;
    }
    /* Shapes and pictures that an edition may use for its colours. */
    if ((character >= 0x2190 && character <= 0x2bff) || (character >= 0x1f000 && character <= 0x1faff))
        return "*";
    return platform_columns(character) == 0 ? "" : NULL;
}

char platform_ascii_cell(uint32_t character)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].character == character)
            return marks[i].cell;
    const char *said = platform_ascii_of(character);
    return said && said[0] ? said[0] : '?';
}

bool platform_ascii_can_say(const char *text)
{
    while (*text)
        if (!platform_ascii_of(platform_next_character(&text)))
            return false;
    return true;
}

/* ---- what is printed ------------------------------------------------------------------------- */

/* Whether the terminal itself reads UTF-8: the kernel keeps that for what erases a character. */
static bool is_utf8_terminal(void)
{
#ifdef IUTF8
    struct termios modes;
    return tcgetattr(STDOUT_FILENO, &modes) == 0 && modes.c_iflag & IUTF8;
#else
    return false;
#endif
}

#ifdef __GLIBC__

/* A character may come in pieces; what is there of it waits here. */
struct filter {
    int descriptor;
    char kept[5];
    size_t count;
};

static bool write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(descriptor, bytes, count);
        if (written < 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static size_t bytes_of_first(unsigned char first)
{
    return first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
}

static ssize_t filter_write(void *cookie, const char *bytes, size_t count)
{
    struct filter *filter = cookie;
    char out[4096];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        filter->kept[filter->count++] = bytes[i];
        filter->kept[filter->count] = 0;
        if (filter->count < bytes_of_first((unsigned char)filter->kept[0]))
            continue;
        const char *at = filter->kept, *said = platform_ascii_of(platform_next_character(&at));
        filter->count = 0;
        said = said ? said : "?";
        if (used + strlen(said) > sizeof out) {
            if (!write_all(filter->descriptor, out, used))
                return 0;
            used = 0;
        }
        memcpy(out + used, said, strlen(said));
        used += strlen(said);
        if (bytes[i] == 0) /* a zero is no end here */
            out[used++] = 0;
    }
    return write_all(filter->descriptor, out, used) ? (ssize_t)count : 0;
}

static void filter_stream(FILE **stream, struct filter *filter, int mode)
{
    FILE *made = fopencookie(filter, "w", (cookie_io_functions_t){.write = filter_write});
    if (!made)
        return;
    fflush(*stream);
    setvbuf(made, NULL, mode, BUFSIZ);
    *stream = made;
}

static void filter_output(bool is_forced)
{
    static struct filter out = {.descriptor = STDOUT_FILENO}, error = {.descriptor = STDERR_FILENO};
    if (is_forced || isatty(STDOUT_FILENO))
        filter_stream(&stdout, &out, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    if (is_forced || isatty(STDERR_FILENO))
        filter_stream(&stderr, &error, _IONBF);
}

#else

/* Elsewhere the streams cannot be exchanged; the full screen draws in ASCII all the same. */
static void filter_output(bool is_forced)
{
    (void)is_forced;
}

#endif

void platform_ascii_choose(bool is_forced)
{
    const bool is_utf8 = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    /* The tables of widths come with a locale that knows the characters. */
    if (!is_utf8 && !setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "en_US.UTF-8");
    is_ascii = is_forced || (!is_utf8 && isatty(STDOUT_FILENO) && !is_utf8_terminal());
    terminal_output = stdout;
    if (is_ascii)
        filter_output(is_forced);
}

FILE *platform_terminal_output(void)
{
    return terminal_output ? terminal_output : stdout;
}

bool platform_ascii_is_on(void)
{
    return is_ascii;
}

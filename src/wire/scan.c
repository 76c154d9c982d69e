/* scan.c - see json.h: a strict scanner of JSON. */
#include "wire/json.h"

#include <string.h>

enum { DEPTH_MAX = 8 };

bool wire__scan_word(struct wire__scan *scan, const char *word)
{
    wire__scan_blanks(scan);
    const char *at = scan->at;
    for (; *word; word++, at++)
        if (at == scan->end || *at != *word)
            return false;
    scan->at = at;
    return true;
}

bool wire__scan_is_done(struct wire__scan *scan)
{
    wire__scan_blanks(scan);
    return scan->at == scan->end;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static bool is_digit(const struct wire__scan *scan)
{
    return scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9';
}

bool wire__scan_number(struct wire__scan *scan, uint64_t *number)
{
    wire__scan_blanks(scan);
    if (!is_digit(scan))
        return false;
    const bool is_zero = *scan->at == '0';
    uint64_t value = 0;
    for (; is_digit(scan); scan->at++) {
        const unsigned digit = (unsigned)(*scan->at - '0');
        if (value > (UINT64_MAX - digit) / 10 || (is_zero && digit != 0))
            return false;
        value = value * 10 + digit;
    }
    if (scan->at < scan->end && (*scan->at == '.' || *scan->at == 'e' || *scan->at == 'E'))
        return false;
    *number = value;
    return true;
}

static bool skip_digits(struct wire__scan *scan)
{
    if (!is_digit(scan))
        return false;
    while (is_digit(scan))
        scan->at++;
    return true;
}

/* Any number: JSON knows fractions and exponents. */
static bool skip_number(struct wire__scan *scan)
{
    if (scan->at < scan->end && *scan->at == '-')
        scan->at++;
    if (scan->at < scan->end && *scan->at == '0')
        scan->at++;
    else if (!skip_digits(scan))
        return false;
    if (scan->at < scan->end && *scan->at == '.') {
        scan->at++;
        if (!skip_digits(scan))
            return false;
    }
    if (scan->at < scan->end && (*scan->at == 'e' || *scan->at == 'E')) {
        scan->at++;
        if (scan->at < scan->end && (*scan->at == '+' || *scan->at == '-'))
            scan->at++;
        return skip_digits(scan);
    }
    return !is_digit(scan);
}

/* ---- strings ------------------------------------------------------------------------------------- */

/* Where the bytes of a string go: what does not fit is counted only. */
struct sink {
    char *bytes;
    size_t size, length;
    bool has_zero, is_cut;
};

static void put(struct sink *sink, const char *bytes, size_t count)
{
    if (sink->length + count >= sink->size)
        sink->is_cut = true;
    if (sink->is_cut)
        return;
    memcpy(sink->bytes + sink->length, bytes, count);
    sink->length += count;
}

static void put_code(struct sink *sink, uint32_t code)
{
    char bytes[4];
    if (code < 0x80) {
        bytes[0] = (char)code;
        put(sink, bytes, 1);
    } else if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 63));
        put(sink, bytes, 2);
    } else if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 63));
        bytes[2] = (char)(0x80 | (code & 63));
        put(sink, bytes, 3);
    } else {
        bytes[0] = (char)(0xf0 | code >> 18);
        bytes[1] = (char)(0x80 | (code >> 12 & 63));
        bytes[2] = (char)(0x80 | (code >> 6 & 63));
        bytes[3] = (char)(0x80 | (code & 63));
        put(sink, bytes, 4);
    }
    sink->has_zero = sink->has_zero || code == 0;
}

static bool scan_hex(struct wire__scan *scan, uint32_t *code)
{
    *code = 0;
    if (scan->end - scan->at < 4)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const char digit = *scan->at++;
        const unsigned value = digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
                               : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a') + 10
                               : digit >= 'A' && digit <= 'F' ? (unsigned)(digit - 'A') + 10
                                                              : 16;
        if (value > 15)
            return false;
        *code = *code << 4 | value;
    }
    return true;
}

/* After the backslash and the 'u'. Halves of pairs come in pairs. */
static bool scan_escaped_code(struct wire__scan *scan, struct sink *sink)
{
    uint32_t code, low;
    if (!scan_hex(scan, &code) || (code >= 0xdc00 && code <= 0xdfff))
        return false;
    if (code >= 0xd800 && code <= 0xdbff) {
        if (scan->end - scan->at < 2 || scan->at[0] != '\\' || scan->at[1] != 'u')
            return false;
        scan->at += 2;
        if (!scan_hex(scan, &low) || low < 0xdc00 || low > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    put_code(sink, code);
    return true;
}

static bool scan_escape(struct wire__scan *scan, struct sink *sink)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (scan->at == scan->end)
        return false;
    const char byte = *scan->at++;
    if (byte == 'u')
        return scan_escaped_code(scan, sink);
    for (unsigned i = 0; from[i]; i++) {
        if (byte == from[i]) {
            put(sink, &to[i], 1);
            return true;
        }
    }
    return false;
}

/* How many bytes a character has that begins so, and the range of its second one; 0: none does. */
static unsigned character(unsigned char first, unsigned char *least, unsigned char *most)
{
    *least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    *most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

static bool scan_character(struct wire__scan *scan, struct sink *sink)
{
    unsigned char least, most;
    const unsigned char *at = (const unsigned char *)scan->at;
    const unsigned count = character(at[0], &least, &most);
    if (count == 0 || (size_t)(scan->end - scan->at) < count || at[0] < 0x20)
        return false;
    for (unsigned i = 1; i < count; i++, least = 0x80, most = 0xbf)
        if (at[i] < least || at[i] > most)
            return false;
    put(sink, scan->at, count);
    scan->at += count;
    return true;
}

static bool is_plain(char letter)
{
    return letter >= 0x20 && (unsigned char)letter < 0x80 && letter != '"' && letter != '\\';
}

/* Letters that stand for themselves, which is most of what there is. */
static void scan_plain(struct wire__scan *scan, struct sink *sink)
{
    const char *at = scan->at;
    while (at < scan->end && is_plain(*at))
        at++;
    const size_t count = (size_t)(at - scan->at), room = sink->size - sink->length;
    /* Of what is too long the beginning is kept: it tells which field was not known. */
    if (count >= room && room > 0)
        put(sink, scan->at, room - 1);
    put(sink, scan->at, count);
    scan->at = at;
}

static bool scan_string(struct wire__scan *scan, struct sink *sink)
{
    if (!wire__scan_byte(scan, '"'))
        return false;
    while (scan->at < scan->end) {
        scan_plain(scan, sink);
        if (scan->at == scan->end)
            return false;
        if (*scan->at == '"') {
            scan->at++;
            if (sink->size > 0)
                sink->bytes[sink->length] = 0;
            return true;
        }
        if (*scan->at == '\\') {
            scan->at++;
            if (!scan_escape(scan, sink))
                return false;
        } else if (!scan_character(scan, sink)) {
            return false;
        }
    }
    return false;
}

/* A short string of letters that stand for themselves: nearly all that machines say to each other. */
static bool scan_short(struct wire__scan *scan, char *string, size_t size, size_t *length)
{
    wire__scan_blanks(scan);
    size_t room = (size_t)(scan->end - scan->at), count = 0;
    if (room < 2 || scan->at[0] != '"' || size == 0)
        return false;
    const char *at = scan->at + 1;
    for (room = room - 2 < size - 1 ? room - 2 : size - 1; count < room && is_plain(at[count]); count++)
        string[count] = at[count];
    if (at[count] != '"')
        return false;
    string[count] = 0;
    *length = count;
    scan->at = at + count + 1;
    return true;
}

bool wire__scan_string(struct wire__scan *scan, char *string, size_t size, size_t *length)
{
    if (scan_short(scan, string, size, length))
        return true;
    struct sink sink = {.bytes = string, .size = size};
    if (!scan_string(scan, &sink) || sink.is_cut || sink.has_zero)
        return false;
    *length = sink.length;
    return true;
}

bool wire__scan_key(struct wire__scan *scan, char *key, size_t size)
{
    struct sink sink = {.bytes = key, .size = size};
    return scan_string(scan, &sink) && wire__scan_byte(scan, ':');
}

/* ---- anything ------------------------------------------------------------------------------------ */

static bool skip_plain(struct wire__scan *scan)
{
    struct sink nowhere = {.size = 0};
    wire__scan_blanks(scan);
    if (scan->at == scan->end)
        return false;
    if (*scan->at == '"')
        return scan_string(scan, &nowhere);
    if (*scan->at == '-' || is_digit(scan))
        return skip_number(scan);
    return wire__scan_word(scan, "true") || wire__scan_word(scan, "false") || wire__scan_word(scan, "null");
}

bool wire__scan_value(struct wire__scan *scan)
{
    char ends[DEPTH_MAX];
    unsigned counts[DEPTH_MAX], depth = 0;
    struct sink nowhere = {.size = 0};
    for (;;) {
        const bool is_object = wire__scan_is_next(scan, '{');
        if (is_object || wire__scan_is_next(scan, '[')) {
            if (depth == DEPTH_MAX)
                return false;
            scan->at++;
            ends[depth] = is_object ? '}' : ']';
            counts[depth++] = 0;
        } else if (!skip_plain(scan)) {
            return false;
        }
        bool is_good = true;
        while (depth > 0 && !wire__scan_more(scan, ends[depth - 1], &counts[depth - 1], &is_good)) {
            if (!is_good)
                return false;
            depth--;
        }
        if (depth == 0)
            return true;
        if (ends[depth - 1] == '}' && !(scan_string(scan, &nowhere) && wire__scan_byte(scan, ':')))
            return false;
    }
}

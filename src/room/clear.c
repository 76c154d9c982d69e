/* clear.c - whether a text shows what it says: nothing in it that nobody sees, and no towers of accents,
 * which reach into the lines above and below. For what strangers write now; what is on record stays as it
 * was. */
#include "room/inside.h"
#include "room/unicode_tables.h"

enum {
    MARKS_MAX = 3, /* on one character: Vietnamese needs two, Hebrew and phonetics three */
    JOINER = 0x200d,
    NON_JOINER = 0x200c,
    AS_TEXT = 0xfe0e,
    AS_PICTURE = 0xfe0f,
    KEYCAP = 0x20e3,
};

static bool is_in(const struct room__range *ranges, unsigned count, uint32_t point)
{
    for (unsigned first = 0, end = count; first < end;) {
        const unsigned middle = (first + end) / 2;
        if (point < ranges[middle].first)
            end = middle;
        else if (point > ranges[middle].last)
            first = middle + 1;
        else
            return true;
    }
    return false;
}

bool room__is_mark(uint32_t point)
{
    return point >= 0x300 && is_in(room__marks, sizeof room__marks / sizeof room__marks[0], point);
}

static bool is_hidden(uint32_t point)
{
    return (point < 0x20 || point >= 0x7f) &&
           is_in(room__hidden, sizeof room__hidden / sizeof room__hidden[0], point);
}

static bool is_blank(uint32_t point)
{
    return point == ' ' || point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a) ||
           point == 0x202f || point == 0x205f || point == 0x3000;
}

static bool is_picture(uint32_t point)
{
    return (point >= 0x2190 && point < 0x2c00) || (point >= 0x1f000 && point < 0x1fb00) || point == 0xa9 ||
           point == 0xae || point == 0x203c || point == 0x2049 || point == 0x2122 || point == 0x2139 ||
           point == 0x3030 || point == 0x303d || point == 0x3297 || point == 0x3299;
}

/* Joiners have a meaning in scripts from Arabic to the Indic ones, and between pictures; what makes a picture
 * of a character, behind one that can be. */
static bool has_meaning(uint32_t point, uint32_t before)
{
    const bool is_digit = (before >= '0' && before <= '9') || before == '#' || before == '*';
    if (point == AS_PICTURE || point == AS_TEXT)
        return is_picture(before) || is_digit;
    if (point == JOINER && (is_picture(before) || before == AS_PICTURE))
        return true;
    return (point == JOINER || point == NON_JOINER) && before >= 0x600 && before < 0x1100;
}

bool room_text_is_clear(const char *bytes, size_t count)
{
    uint32_t before = 0;
    unsigned marks = 0;
    bool has_base = false, is_seen = false;
    for (size_t at = 0; at < count;) {
        uint32_t point;
        const size_t length = room__character(bytes + at, count - at, &point);
        if (length == 0)
            return false;
        at += length;
        if (point == KEYCAP && (before == AS_PICTURE || (before >= '0' && before <= '9'))) {
            before = point;
            continue;
        }
        if (room__is_mark(point)) {
            if (!has_base || ++marks > MARKS_MAX)
                return false;
        } else if (is_hidden(point)) {
            if (!has_meaning(point, before))
                return false;
        } else {
            has_base = !is_blank(point);
            is_seen |= has_base;
            marks = 0;
        }
        before = point;
    }
    return is_seen;
}

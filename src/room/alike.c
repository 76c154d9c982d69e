/* alike.c - whether two names can be told apart, for names at one table.
 *
 * The idea is that of Unicode's UTS 39: each name has a skeleton, in which every letter is replaced by the
 * one it looks like, and names with the same skeleton are confusable. Two skeletons are compared: one folds
 * case before looks (so that a name in capitals is the same name), one looks before case (a capital Cyrillic
 * letter may look like a Latin one while its small form does not).
 *
 * The letters are a table of our own and not a library's: the room is pure, and also runs in a page, where
 * ICU with its megabytes of data cannot follow; Debian's unicode-data has no list of confusables to make one
 * from. It holds what can be mistaken for Latin letters and digits: full width and mathematical letters,
 * Cyrillic, Greek, Armenian, Cherokee, Lisu, and Latin letters with marks, which go as well (one table needs
 * no Jose beside a José). Names of other scripts are compared as they are. */
#include "room/inside.h"

enum { SKELETON_MAX = 2 * PEN_PLAYER_BYTES };

struct skeleton {
    uint32_t points[SKELETON_MAX];
    unsigned count;
};

/* What is left of these letters without their marks; '.': there is nothing to take off. */
static const char latin_from_c0[] =
    "AAAAAA.CEEEEIIII.NOOOOO.OUUUUY..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yAaAaAaCcCcCcCcDdDdEeEeEeEe"
    "EeGgGgGgGgHhHhIiIiIiIiIi..JjKk.LlLlLl..LlNnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUu"
    "WwYyYZzZzZzfb......................I..l.....Oo.............Uu....Zz......................A"
    "aIiOoUuUuUuUuUu.AaAa....GgKkOoOo..j...Gg..NnAa....AaAaEeEeIiIiOoOoRrRrUuUuSsTt..Hh......Aa"
    "EeOoOoOoOoYy......ACc......B..EeJj..RrYy";
static const char latin_from_1e00[] =
    "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRr"
    "RrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy......AaAaAaAaAaAaAaAaAaAa"
    "AaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy......";

/* Letters of other scripts by the Latin ones they look like; sorted. */
static const struct {
    uint16_t point;
    char like;
} looks[] = {
    {0x251, 'a'},  {0x261, 'g'},  {0x269, 'i'},  {0x26a, 'i'},  {0x28b, 'u'},  {0x28f, 'y'},  {0x29f, 'l'},
    {0x37f, 'J'},  {0x386, 'A'},  {0x388, 'E'},  {0x389, 'H'},  {0x38a, 'l'},  {0x38c, 'O'},  {0x38e, 'Y'},
    {0x391, 'A'},  {0x392, 'B'},  {0x395, 'E'},  {0x396, 'Z'},  {0x397, 'H'},  {0x399, 'l'},  {0x39a, 'K'},
    {0x39c, 'M'},  {0x39d, 'N'},  {0x39f, 'O'},  {0x3a1, 'P'},  {0x3a4, 'T'},  {0x3a5, 'Y'},  {0x3a7, 'X'},
    {0x3ac, 'a'},  {0x3af, 'i'},  {0x3b1, 'a'},  {0x3b3, 'y'},  {0x3b9, 'i'},  {0x3ba, 'k'},  {0x3bd, 'v'},
    {0x3bf, 'o'},  {0x3c1, 'p'},  {0x3c3, 'o'},  {0x3c5, 'u'},  {0x3cc, 'o'},  {0x3cd, 'u'},  {0x3f2, 'c'},
    {0x3f3, 'j'},  {0x3f9, 'C'},  {0x400, 'E'},  {0x401, 'E'},  {0x405, 'S'},  {0x406, 'l'},  {0x407, 'l'},
    {0x408, 'J'},  {0x40c, 'K'},  {0x40e, 'Y'},  {0x410, 'A'},  {0x412, 'B'},  {0x415, 'E'},  {0x417, '3'},
    {0x41a, 'K'},  {0x41c, 'M'},  {0x41d, 'H'},  {0x41e, 'O'},  {0x420, 'P'},  {0x421, 'C'},  {0x422, 'T'},
    {0x423, 'Y'},  {0x425, 'X'},  {0x42c, 'b'},  {0x430, 'a'},  {0x433, 'r'},  {0x435, 'e'},  {0x43a, 'k'},
    {0x43e, 'o'},  {0x440, 'p'},  {0x441, 'c'},  {0x443, 'y'},  {0x445, 'x'},  {0x44c, 'b'},  {0x450, 'e'},
    {0x451, 'e'},  {0x455, 's'},  {0x456, 'i'},  {0x457, 'i'},  {0x458, 'j'},  {0x45c, 'k'},  {0x45e, 'y'},
    {0x474, 'V'},  {0x475, 'v'},  {0x4ae, 'Y'},  {0x4af, 'y'},  {0x4bb, 'h'},  {0x4c0, 'l'},  {0x4cf, 'l'},
    {0x4d0, 'A'},  {0x4d1, 'a'},  {0x501, 'd'},  {0x51a, 'Q'},  {0x51b, 'q'},  {0x51c, 'W'},  {0x51d, 'w'},
    {0x53c, 'L'},  {0x54d, 'U'},  {0x54f, 'S'},  {0x555, 'O'},  {0x561, 'w'},  {0x566, 'q'},  {0x570, 'h'},
    {0x575, 'j'},  {0x578, 'n'},  {0x57d, 'u'},  {0x581, 'g'},  {0x585, 'o'},  {0x13a0, 'D'}, {0x13a1, 'R'},
    {0x13a2, 'T'}, {0x13a9, 'Y'}, {0x13aa, 'A'}, {0x13ab, 'J'}, {0x13ac, 'E'}, {0x13b3, 'W'}, {0x13b7, 'M'},
    {0x13bb, 'H'}, {0x13c0, 'G'}, {0x13c3, 'Z'}, {0x13d4, 'W'}, {0x13d9, 'V'}, {0x13da, 'S'}, {0x13de, 'L'},
    {0x13df, 'C'}, {0x13e2, 'P'}, {0x13e6, 'K'}, {0x13f4, 'B'}, {0x1d04, 'c'}, {0x1d0f, 'o'}, {0x1d1c, 'u'},
    {0x1d20, 'v'}, {0x1d21, 'w'}, {0x1d22, 'z'}, {0xa4d0, 'B'}, {0xa4d1, 'P'}, {0xa4d3, 'D'}, {0xa4d4, 'T'},
    {0xa4d6, 'G'}, {0xa4d7, 'K'}, {0xa4d9, 'J'}, {0xa4da, 'C'}, {0xa4dc, 'Z'}, {0xa4dd, 'F'}, {0xa4df, 'M'},
    {0xa4e0, 'N'}, {0xa4e1, 'L'}, {0xa4e2, 'S'}, {0xa4e3, 'R'}, {0xa4e6, 'V'}, {0xa4e7, 'H'}, {0xa4ea, 'W'},
    {0xa4eb, 'X'}, {0xa4ec, 'Y'}, {0xa4ee, 'A'}, {0xa4f0, 'E'}, {0xa4f2, 'l'}, {0xa4f3, 'O'}, {0xa4f4, 'U'},
    {0xa731, 's'}};

static uint32_t without_mark(uint32_t point, uint32_t first, const char *letters, size_t bytes)
{
    const bool is_inside = point >= first && point - first < bytes - 1;
    return is_inside && letters[point - first] != '.' ? (uint32_t)letters[point - first] : point;
}

static uint32_t plain(uint32_t point)
{
    if (point >= 0xff10 && point <= 0xff5a) /* full width */
        return point - 0xff10 + '0';
    if (point >= 0x1d400 && point < 0x1d6a4) { /* mathematical: capitals and small letters by turns */
        const uint32_t place = (point - 0x1d400) % 52;
        return place < 26 ? 'A' + place : 'a' + place - 26;
    }
    if (point >= 0x1d7ce && point <= 0x1d7ff)
        return '0' + (point - 0x1d7ce) % 10;
    point = without_mark(point, 0xc0, latin_from_c0, sizeof latin_from_c0);
    return without_mark(point, 0x1e00, latin_from_1e00, sizeof latin_from_1e00);
}

static uint32_t like(uint32_t point)
{
    point = plain(point);
    for (unsigned first = 0, end = sizeof looks / sizeof looks[0]; first < end;) {
        const unsigned middle = (first + end) / 2;
        if (looks[middle].point == point)
            return (uint32_t)looks[middle].like;
        if (looks[middle].point < point)
            first = middle + 1;
        else
            end = middle;
    }
    return point == '0' ? 'O' : point == '1' || point == 'I' ? 'l' : point;
}

static uint32_t small(uint32_t point)
{
    if (point >= 'A' && point <= 'Z')
        return point + 32;
    if ((point >= 0x410 && point <= 0x42f) || (point >= 0x391 && point <= 0x3a9)) /* Cyrillic, Greek */
        return point + 32;
    if (point >= 0x400 && point <= 0x40f)
        return point + 80;
    if (point >= 0x531 && point <= 0x556) /* Armenian */
        return point + 48;
    return point;
}

static bool is_mark(uint32_t point)
{
    return (point >= 0x300 && point <= 0x36f) || (point >= 0x1dc0 && point <= 0x1dff);
}

/* The character that begins here; names are good UTF-8. */
static uint32_t take(const char **name)
{
    const unsigned char *at = (const unsigned char *)*name;
    const unsigned length = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    uint32_t point = length == 1 ? at[0] : at[0] & (0x7fu >> length);
    unsigned i = 1;
    for (; i < length && (at[i] & 0xc0) == 0x80; i++)
        point = point << 6 | (at[i] & 0x3f);
    *name += i;
    return point;
}

static void make_skeleton(const char *name, bool folds_first, struct skeleton *skeleton)
{
    skeleton->count = 0;
    while (*name && skeleton->count + 2 <= SKELETON_MAX) {
        uint32_t point = take(&name);
        if (is_mark(point))
            continue;
        point = plain(point);
        point = small(like(folds_first ? small(point) : point));
        /* Two letters that look like one. */
        if (point == 'm' || point == 'w')
            skeleton->points[skeleton->count++] = point == 'm' ? 'r' : 'v';
        skeleton->points[skeleton->count++] = point == 'm' ? 'n' : point == 'w' ? 'v' : point;
    }
}

bool room__names_alike(const char *name, const char *other)
{
    for (unsigned folds_first = 0; folds_first < 2; folds_first++) {
        struct skeleton own, its;
        make_skeleton(name, folds_first, &own);
        make_skeleton(other, folds_first, &its);
        bool is_same = own.count == its.count;
        for (unsigned i = 0; is_same && i < own.count; i++)
            is_same = own.points[i] == its.points[i];
        if (is_same)
            return true;
    }
    return false;
}

bool room_names_alike(const char *name, const char *other)
{
    return room__names_alike(name, other);
}

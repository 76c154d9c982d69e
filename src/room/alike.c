/* alike.c - whether two names can be told apart, for names at one table.
 *
 * The idea is that of Unicode's UTS 39: each name has a skeleton, in which every letter is replaced by the
 * one it looks like, and names with the same skeleton are confusable. Two skeletons are compared: one folds
 * case before looks (so that a name in capitals is the same name), one looks before case (a capital Cyrillic
 * letter may look like a Latin one while its small form does not).
 *
 * The letters are a table of our own and not a library's: the room is pure, and also runs in a page, where
 * ICU with its megabytes of data cannot follow. A script makes it (tools/unicode_tables.py) from ICU's
 * confusables and from what Unicode says of each character. It holds whatever can be mistaken for Latin
 * letters and digits, in any script, and Latin letters with marks, which go as well (one table needs no Jose
 * beside a José). Names of other scripts are compared as they are. */
#include "room/inside.h"
#include "room/unicode_tables.h"

enum { SKELETON_MAX = 4 * PEN_PLAYER_BYTES };

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

/* The Latin letter or letters that it looks like, or itself; returns how many. */
static unsigned like(uint32_t point, uint32_t letters[2])
{
    letters[0] = point == '0' ? 'O' : point == '1' || point == 'I' ? 'l' : point;
    for (unsigned first = 0, end = sizeof room__like / sizeof room__like[0]; first < end;) {
        const unsigned middle = (first + end) / 2;
        if (point < room__like[middle].first) {
            end = middle;
        } else if (point >= room__like[middle].first + room__like[middle].count) {
            first = middle + 1;
        } else {
            const char letter = room__like[middle].like[point - room__like[middle].first];
            letters[0] = letter != '.' ? (uint32_t)letter : point;
            break;
        }
    }
    for (unsigned i = 0; i < sizeof room__like_two / sizeof room__like_two[0]; i++) {
        if (room__like_two[i].point == point) {
            letters[0] = (uint32_t)room__like_two[i].like[0];
            letters[1] = (uint32_t)room__like_two[i].like[1];
            return 2;
        }
    }
    return 1;
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

/* A letter that looks like two others is these two. */
static void add_letter(struct skeleton *skeleton, uint32_t point)
{
    if (point == 'm' || point == 'w')
        skeleton->points[skeleton->count++] = point == 'm' ? 'r' : 'v';
    skeleton->points[skeleton->count++] = point == 'm' ? 'n' : point == 'w' ? 'v' : point;
}

static void make_skeleton(const char *name, bool folds_first, struct skeleton *skeleton)
{
    skeleton->count = 0;
    while (*name && skeleton->count + 4 <= SKELETON_MAX) {
        uint32_t point = take(&name), letters[2];
        if (room__is_mark(point))
            continue;
        point = plain(point);
        const unsigned count = like(folds_first ? small(point) : point, letters);
        for (unsigned i = 0; i < count; i++)
            add_letter(skeleton, small(letters[i]));
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

uint32_t room_letter(const char **text)
{
    const uint32_t point = take(text);
    uint32_t letters[2];
    if (room__is_mark(point))
        return ROOM_NO_LETTER;
    (void)like(small(plain(point)), letters); /* of two that one looks like, the first */
    return small(letters[0]);
}

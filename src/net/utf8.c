/* utf8.c - checks UTF-8, eight bytes at a time as long as they are plain letters. */
#include "net/utf8.h"

#include <string.h>

static bool is_tail(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* How many bytes the sequence at the beginning has, 0 if it is none. What is special about the second
 * byte rules out long forms (E0, F0), surrogates (ED) and what lies beyond the end (F4). */
static size_t sequence_bytes(const uint8_t *bytes, size_t count)
{
    uint8_t first = bytes[0];
    if (first >= 0xc2 && first <= 0xdf)
        return count >= 2 && is_tail(bytes[1]) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        if (count < 3 || !is_tail(bytes[1]) || !is_tail(bytes[2]) || (first == 0xe0 && bytes[1] < 0xa0) ||
            (first == 0xed && bytes[1] > 0x9f))
            return 0;
        return 3;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        if (count < 4 || !is_tail(bytes[1]) || !is_tail(bytes[2]) || !is_tail(bytes[3]) ||
            (first == 0xf0 && bytes[1] < 0x90) || (first == 0xf4 && bytes[1] > 0x8f))
            return 0;
        return 4;
    }
    return 0;
}

size_t net_utf8_letters(const uint8_t *bytes, size_t count)
{
    size_t at = 0;
    while (at < count) {
        uint64_t word;
        if (count - at >= sizeof word) {
            memcpy(&word, bytes + at, sizeof word);
            if ((word & UINT64_C(0x8080808080808080)) == 0) {
                at += sizeof word;
                continue;
            }
        }
        size_t step = bytes[at] < 0x80 ? 1 : sequence_bytes(bytes + at, count - at);
        if (step == 0)
            break;
        at += step;
    }
    return at;
}

bool net_utf8_is_valid(const uint8_t *bytes, size_t count)
{
    return net_utf8_letters(bytes, count) == count;
}

bool net_utf8_is_beginning(const uint8_t *bytes, size_t count)
{
    /* Later tails may be any, so it is enough to try one. Some second bytes may not be low and some not
     * high, so both are tried. */
    static const uint8_t seconds[] = {0x80, 0xbf};
    uint8_t letter[4] = {0x80, 0x80, 0x80, 0x80};
    if (count == 0 || count > 3)
        return count == 0;
    memcpy(letter, bytes, count);
    for (size_t i = 0; i < 2; i++) {
        if (count == 1)
            letter[1] = seconds[i];
        size_t size = sequence_bytes(letter, sizeof letter);
        if (size > count)
            return true;
    }
    return false;
}

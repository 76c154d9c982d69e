/* text.c - the buffer that every writer of this layer appends to. */
#include <string.h>

#include "penultima/text.h"

struct pen_text pen_text_in(char *bytes, size_t size)
{
    struct pen_text text = {bytes, size, 0, size == 0};
    if (size > 0)
        bytes[0] = 0;
    return text;
}

void pen_text_add_bytes(struct pen_text *text, const char *bytes, size_t count)
{
    if (text->is_cut)
        return;
    size_t room = text->size - 1 - text->length;
    if (count > room) {
        /* Never cut a UTF-8 character in the middle. */
        while (room > 0 && ((unsigned char)bytes[room] & 0xc0) == 0x80)
            room--;
        count = room;
        text->is_cut = true;
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = 0;
}

void pen_text_add(struct pen_text *text, const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    pen_text_add_bytes(text, string, count);
}

void pen_text_add_number(struct pen_text *text, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    pen_text_add_bytes(text, digits + first, sizeof digits - first);
}

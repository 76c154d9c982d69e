/* remote_json.c - see remote_json.h. */
#include "tui/remote_json.h"

#include <string.h>

bool remote_number(const json_t *value, uint32_t most, uint32_t *number)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > (json_int_t)most)
        return false;
    *number = (uint32_t)json_integer_value(value);
    return true;
}

bool remote_truth(const json_t *value, bool *truth)
{
    if (!json_is_boolean(value))
        return false;
    *truth = json_is_true(value);
    return true;
}

bool remote_seat_number(const json_t *value, unsigned count, uint8_t *seat)
{
    uint32_t number;
    if (count == 0 || !remote_number(value, count - 1, &number))
        return false;
    *seat = (uint8_t)number;
    return true;
}

bool remote_seat_set(const json_t *value, unsigned count, uint16_t *seats)
{
    uint16_t set = 0;
    if (!json_is_array(value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        uint8_t seat;
        if (!remote_seat_number(json_array_get(value, i), count, &seat))
            return false;
        set |= (uint16_t)(1u << seat);
    }
    *seats = set;
    return true;
}

bool remote_word(const json_t *value, char *word, size_t size)
{
    if (!json_is_string(value) || json_string_length(value) >= size)
        return false;
    memset(word, 0, size);
    memcpy(word, json_string_value(value), json_string_length(value));
    return true;
}

/* The parser has made sure that it is UTF-8. */
static size_t length_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static bool is_harmless(const unsigned char *bytes, size_t length)
{
    if (length == 1)
        return bytes[0] >= 0x20 && bytes[0] != 0x7f;
    if (length == 2) /* U+0080 to U+009F are control characters, too */
        return bytes[0] != 0xc2 || bytes[1] >= 0xa0;
    if (length == 3 && bytes[0] == 0xe2) {
        bool is_mark = bytes[1] == 0x80 && (bytes[2] == 0x8e || bytes[2] == 0x8f); /* U+200E, F */
        bool is_turn = bytes[1] == 0x80 && bytes[2] >= 0xa8 && bytes[2] <= 0xae;   /* U+2028 to E */
        bool is_more = bytes[1] == 0x81 && bytes[2] >= 0xa6 && bytes[2] <= 0xa9;   /* U+2066 to 9 */
        return !is_mark && !is_turn && !is_more;
    }
    return true;
}

bool remote_text(const json_t *value, char *text, size_t size)
{
    if (!json_is_string(value))
        return false;
    const unsigned char *bytes = (const unsigned char *)json_string_value(value);
    size_t count = json_string_length(value), used = 0;
    for (size_t i = 0; i < count;) {
        size_t length = length_of(bytes[i]);
        if (used + length >= size)
            break;
        if (is_harmless(bytes + i, length)) {
            memcpy(text + used, bytes + i, length);
            used += length;
        }
        i += length;
    }
    text[used] = 0;
    return true;
}

bool remote_choice(const json_t *value, const char *const *words, unsigned count, uint8_t *index)
{
    const char *word = json_string_value(value);
    for (unsigned i = 0; word && i < count; i++) {
        if (strcmp(word, words[i]) == 0) {
            *index = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static bool is_name(const char *word, const char *name)
{
    for (; *word && *name; word++, name++) {
        char wanted = *name == '_' ? '-' : *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (*word != wanted)
            return false;
    }
    return *word == *name;
}

bool remote_name(const char *word, const char *const *names, unsigned count, unsigned *index)
{
    for (unsigned i = 0; i < count; i++) {
        if (names[i] && is_name(word, names[i])) {
            *index = i;
            return true;
        }
    }
    return false;
}

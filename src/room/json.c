/* json.c - strings, names and lists of numbers as JSON writes them. */
#include "room/json.h"

static void escape(struct pen_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    char code[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    if (byte == '"' || byte == '\\') {
        code[1] = (char)byte;
        pen_text_add_bytes(text, code, 2);
    } else {
        pen_text_add_bytes(text, code, sizeof code);
    }
}

void room__json_string(struct pen_text *text, const char *bytes, size_t count)
{
    size_t start = 0;
    JSON_PUT(text, "\"");
    for (size_t i = 0; i < count; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7f)
            continue;
        pen_text_add_bytes(text, bytes + start, i - start);
        escape(text, byte);
        start = i + 1;
    }
    pen_text_add_bytes(text, bytes + start, count - start);
    JSON_PUT(text, "\"");
}

void room__json_name(struct pen_text *text, const char *name)
{
    char word[48];
    size_t count = 0;
    word[count++] = '"';
    for (; *name && count < sizeof word - 1; name++)
        word[count++] = (char)(*name == '_' ? '-' : *name >= 'A' && *name <= 'Z' ? *name + 32 : *name);
    word[count++] = '"';
    pen_text_add_bytes(text, word, count);
}

void room__json_bits(struct pen_text *text, uint16_t bits)
{
    JSON_PUT(text, "[");
    for (bool is_first = true; bits; bits &= (uint16_t)(bits - 1), is_first = false) {
        if (!is_first)
            JSON_PUT(text, ",");
        pen_text_add_number(text, pen_bits_lowest(bits));
    }
    JSON_PUT(text, "]");
}

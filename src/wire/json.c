/* json.c - see json.h: writing. */
#include "wire/json.h"

#define PUT(text, literal) pen_text_add_bytes((text), "" literal, sizeof(literal) - 1)

static size_t length_of(const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

static void escape(struct pen_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    char code[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    if (byte == '\n') {
        pen_text_add_bytes(text, "\\n", 2);
    } else if (byte == '"' || byte == '\\') {
        code[1] = (char)byte;
        pen_text_add_bytes(text, code, 2);
    } else {
        pen_text_add_bytes(text, code, sizeof code);
    }
}

void wire__json_quote(struct pen_text *text, const char *bytes, size_t count)
{
    size_t start = 0;
    PUT(text, "\"");
    for (size_t i = 0; i < count; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7f)
            continue;
        pen_text_add_bytes(text, bytes + start, i - start);
        escape(text, byte);
        start = i + 1;
    }
    pen_text_add_bytes(text, bytes + start, count - start);
    PUT(text, "\"");
}

/* Before a value: strings end with a quote, so what stands last tells whether something was there. A line of
 * its own begins a new document, unless a list goes on in it. */
void wire_json_comma(struct pen_text *text)
{
    char last = text->length ? text->bytes[text->length - 1] : '[';
    if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n')
        PUT(text, ",");
}

void wire_json_open(struct pen_text *text, char bracket)
{
    wire_json_comma(text);
    pen_text_add_bytes(text, &bracket, 1);
}

void wire_json_close(struct pen_text *text, char bracket)
{
    pen_text_add_bytes(text, &bracket, 1);
}

void wire_json_key(struct pen_text *text, const char *key)
{
    wire_json_comma(text);
    wire__json_quote(text, key, length_of(key));
    PUT(text, ":");
}

void wire_json_bytes(struct pen_text *text, const char *bytes, size_t count)
{
    wire_json_comma(text);
    wire__json_quote(text, bytes, count);
}

void wire_json_string(struct pen_text *text, const char *string)
{
    wire_json_bytes(text, string, length_of(string));
}

void wire_json_number(struct pen_text *text, uint64_t number)
{
    wire_json_comma(text);
    pen_text_add_number(text, number);
}

void wire_json_line(struct pen_text *text)
{
    PUT(text, "\n");
}

void wire_json_put_string(struct pen_text *text, const char *key, const char *string)
{
    wire_json_key(text, key);
    wire_json_string(text, string);
}

void wire_json_put_number(struct pen_text *text, const char *key, uint64_t number)
{
    wire_json_key(text, key);
    wire_json_number(text, number);
}

void wire_json_put_truth(struct pen_text *text, const char *key, bool is_so)
{
    wire_json_key(text, key);
    pen_text_add(text, is_so ? "true" : "false");
}

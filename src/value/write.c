/* write.c - see write.h. */
#include "value/write.h"

void value_put_key(struct pen_text *text, const char *key)
{
    char last = text->bytes[text->length - 1];
    pen_text_add(text, last == '{' || last == '[' ? "\"" : ",\"");
    pen_text_add(text, key);
    pen_text_add(text, "\":");
}

void value_put_string(struct pen_text *text, const char *key, const char *string)
{
    value_put_key(text, key);
    pen_text_add(text, "\"");
    for (; *string && *string != '\n' && *string != '\r'; string++) {
        if (*string == '"' || *string == '\\')
            pen_text_add(text, "\\");
        pen_text_add_bytes(text, string, 1);
    }
    pen_text_add(text, "\"");
}

void value_put_number(struct pen_text *text, const char *key, unsigned number)
{
    value_put_key(text, key);
    pen_text_add_number(text, number);
}

void value_put_truth(struct pen_text *text, const char *key, bool is_so)
{
    value_put_key(text, key);
    pen_text_add(text, is_so ? "true" : "false");
}

void value_put_share(struct pen_text *text, const char *key, double share)
{
    unsigned parts = (unsigned)((share < 0 ? 0 : share > 1 ? 1 : share) * 10000 + 0.5);
    char digits[] = "0.0000";
    digits[0] = (char)('0' + parts / 10000);
    for (unsigned i = 5; i > 1; i--, parts /= 10)
        digits[i] = (char)('0' + parts % 10);
    value_put_key(text, key);
    pen_text_add(text, digits);
}

void value_put_millionths(struct pen_text *text, const char *key, int64_t millionths)
{
    char digits[] = "0.000000";
    uint64_t rest = millionths < 0 ? 0 - (uint64_t)millionths : (uint64_t)millionths;
    value_put_key(text, key);
    if (millionths < 0)
        pen_text_add(text, "-");
    pen_text_add_number(text, (unsigned)(rest / 1000000));
    rest %= 1000000;
    for (unsigned i = 7; i > 1; i--, rest /= 10)
        digits[i] = (char)('0' + rest % 10);
    pen_text_add(text, digits + 1);
}

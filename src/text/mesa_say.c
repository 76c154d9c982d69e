/* mesa_say.c - problems of a .mesa text in words of the host's language. */
#include <string.h>

#include "mesa.h"

bool pen__fault_is(struct pen__fault *fault, enum pen_word say, struct pen__word word)
{
    struct pen_text text = pen_text_in(fault->first, sizeof fault->first);
    fault->say = say;
    fault->second[0] = 0;
    pen_text_add_bytes(&text, word.count > 0 ? word.bytes : "", word.count);
    return false;
}

void pen__report(const struct pen_mesa_host *host, unsigned line, enum pen_word say, const char *first,
                 const char *second, const char *third)
{
    /* Two long lists fit; of what is longer still, the beginning has to do. */
    static const char cut[] = "…";
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes - sizeof cut);
    const struct pen_arg args[] = {pen_arg_text(first), pen_arg_text(second), pen_arg_text(third)};
    enum pen_lang lang = (unsigned)host->lang < PEN_LANG_COUNT ? host->lang : PEN_LANG_EN;
    pen_say_list(&text, lang, say, args, 3);
    if (text.is_cut)
        memcpy(bytes + text.length, cut, sizeof cut);
    host->report(host->context, line, bytes);
}

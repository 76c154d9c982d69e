/* mesa_say.c - problems of a .mesa text in words of the host's language. */
#include <string.h>

#include "mesa.h"

static const char *const sayings[PEN__SAY_COUNT][PEN_LANG_COUNT] = {
#define X(name, en, es) {en, es},
    PEN__SAY_LIST(X)
#undef X
};

bool pen__fault_is(struct pen__fault *fault, enum pen__say say, struct pen__word word)
{
    struct pen_text text = pen_text_in(fault->first, sizeof fault->first);
    fault->say = say;
    fault->second[0] = 0;
    pen_text_add_bytes(&text, word.count > 0 ? word.bytes : "", word.count);
    return false;
}

void pen__report(const struct pen_mesa_host *host, unsigned line, enum pen__say say, const char *first,
                 const char *second, const char *third)
{
    /* Two long lists fit; of what is longer still, the beginning has to do. */
    static const char cut[] = "…";
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes - sizeof cut);
    const char *arguments[] = {first, second, third};
    size_t argument_index = 0;
    enum pen_lang lang = (unsigned)host->lang < PEN_LANG_COUNT ? host->lang : PEN_LANG_EN;
    for (const char *at = sayings[say][lang]; *at;) {
        const char *end = at;
        while (*end && *end != '@')
            end++;
        pen_text_add_bytes(&text, at, (size_t)(end - at));
        if (*end == '@') {
            const char *argument = arguments[argument_index++];
            pen_text_add(&text, argument ? argument : "");
            end++;
        }
        at = end;
    }
    if (text.is_cut)
        memcpy(bytes + text.length, cut, sizeof cut);
    host->report(host->context, line, bytes);
}

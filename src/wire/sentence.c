/* sentence.c - what the key and the arguments of a message say, in any language. */
#include <string.h>

#include "penultima/words.h"
#include "wire/wire.h"

/* What goes into the hole of this name. False: the message has not told it. */
static bool fill_hole(struct pen_arg *arg, const char *hole, size_t bytes, const struct wire_args *args)
{
    if (bytes == 1 && hole[0] == 'n' && args->n != WIRE_NO_NUMBER)
        *arg = pen_arg_count(args->n);
    else if (bytes == 4 && memcmp(hole, "name", 4) == 0 && args->name[0])
        *arg = pen_arg_text(args->name);
    else if (bytes == 5 && memcmp(hole, "field", 5) == 0 && args->field[0])
        *arg = pen_arg_text(args->field);
    else if (bytes == 4 && memcmp(hole, "line", 4) == 0 && args->line)
        *arg = pen_arg_count(args->line);
    else if (bytes == 6 && memcmp(hole, "column", 6) == 0 && args->column)
        *arg = pen_arg_count(args->column);
    else if (bytes == 4 && memcmp(hole, "what", 4) == 0 && args->what[0])
        *arg = pen_arg_text(args->what);
    else
        return false;
    return true;
}

bool wire_say(struct pen_text *text, enum pen_lang lang, const char *key, const struct wire_args *args)
{
    enum { HOLES_MAX = 4 };
    struct pen_arg given[HOLES_MAX];
    unsigned count = 0;
    enum pen_word word;
    const char *hole;
    if (!pen_word_told(key, &word, &hole))
        return false;
    while (*hole) {
        size_t bytes = 0;
        while (hole[bytes] && hole[bytes] != ' ')
            bytes++;
        if (count == HOLES_MAX || !fill_hole(&given[count++], hole, bytes, args))
            return false;
        hole += bytes + (hole[bytes] == ' ');
    }
    pen_say_list(text, lang, word, given, count);
    return true;
}

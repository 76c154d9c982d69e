/* sentence.c - what the key and the arguments of a message say, in any language. */
#include "penultima/words.h"
#include "wire/wire.h"

/* The two house rules that a sentence may be about, as people call them. */
struct pair {
    char first[PEN_NAME_BYTES], second[PEN_NAME_BYTES];
    char why[PEN_HOUSE_WHY_BYTES + 2];
};

/* Whether the bytes are that name. */
static bool is_named(const char *hole, size_t bytes, const char *name)
{
    size_t i = 0;
    while (i < bytes && name[i] && hole[i] == name[i])
        i++;
    return i == bytes && name[i] == 0;
}

static bool find_house(const char *id, enum pen_lang lang, char name[PEN_NAME_BYTES], pen_house_set *set)
{
    for (unsigned i = 0; i < pen_house_count(); i++) {
        size_t bytes = 0;
        while (id[bytes])
            bytes++;
        if (!is_named(id, bytes, pen_house_id(i)))
            continue;
        struct pen_house house;
        pen_house_builtin(i, &house);
        *set = pen_house_with(*set, i, house.usual);
        pen_house_name(&house, 0, lang, name);
        return true;
    }
    return false;
}

static bool find_pair(struct pair *pair, enum pen_lang lang, const struct wire_args *args)
{
    struct pen_house_conflict conflict;
    struct pen_text why = pen_text_in(pair->why, sizeof pair->why);
    pen_house_set set = 0;
    if (!find_house(args->first, lang, pair->first, &set) ||
        !find_house(args->second, lang, pair->second, &set))
        return false;
    if (pen_house_meet(set, &conflict) && pen_said(conflict.why, lang)[0]) {
        pen_text_add(&why, ": ");
        pen_text_add(&why, pen_said(conflict.why, lang));
    }
    return true;
}

/* What goes into the hole of this name. False: the message has not told it. */
static bool fill_hole(struct pen_arg *arg, const char *hole, size_t bytes, const struct wire_args *args,
                      const struct pair *pair)
{
    if (is_named(hole, bytes, "n") && args->n != WIRE_NO_NUMBER)
        *arg = pen_arg_count(args->n);
    else if (is_named(hole, bytes, "name") && args->name[0])
        *arg = pen_arg_text(args->name);
    else if (is_named(hole, bytes, "field") && args->field[0])
        *arg = pen_arg_text(args->field);
    else if (is_named(hole, bytes, "word") && args->word[0])
        *arg = pen_arg_text(args->word);
    else if (is_named(hole, bytes, "line") && args->line)
        *arg = pen_arg_count(args->line);
    else if (is_named(hole, bytes, "column") && args->column)
        *arg = pen_arg_count(args->column);
    else if (is_named(hole, bytes, "what") && args->what[0])
        *arg = pen_arg_text(args->what);
    else if (is_named(hole, bytes, "first") && pair)
        *arg = pen_arg_text(pair->first);
    else if (is_named(hole, bytes, "second") && pair)
        *arg = pen_arg_text(pair->second);
    else if (is_named(hole, bytes, "why") && pair)
        *arg = pen_arg_text(pair->why);
    else if (is_named(hole, bytes, "other") && args->other)
        *arg = pen_arg_count(args->other);
    else
        return false;
    return true;
}

bool wire_say(struct pen_text *text, enum pen_lang lang, const char *key, const struct wire_args *args)
{
    enum { HOLES_MAX = 5 };
    struct pen_arg given[HOLES_MAX];
    struct pair pair;
    struct wire_args read = *args; /* the name as people read it */
    pen_name_show(read.name);
    const bool has_pair = args->first[0] && find_pair(&pair, lang, args);
    unsigned count = 0;
    enum pen_word word;
    const char *hole;
    if (!pen_word_told(key, &word, &hole))
        return false;
    while (*hole) {
        size_t bytes = 0;
        while (hole[bytes] && hole[bytes] != ' ')
            bytes++;
        if (count == HOLES_MAX || !fill_hole(&given[count++], hole, bytes, &read, has_pair ? &pair : NULL))
            return false;
        hole += bytes + (hole[bytes] == ' ');
    }
    pen_say_list(text, lang, word, given, count);
    return true;
}

/* say.c - the one engine that fills sentences in. What it reads was checked when it was compiled. */
#include "catalogue.h"
#include "penultima/words.h"
#include "scan.h"

/* ---- languages ------------------------------------------------------------------------------- */

const char *pen_lang_id(enum pen_lang lang)
{
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return pen__languages[lang].id;
}

const char *pen_lang_name(enum pen_lang lang)
{
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return pen__languages[lang].name;
}

unsigned pen_lang_missing(enum pen_lang lang)
{
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return pen__languages[lang].missing;
}

void pen__name_in(char *field, size_t size, enum pen_lang lang, const char *english)
{
    const char *said = english;
    for (const struct pen__named *named = pen__languages[lang].named; named->english; named++)
        if (english[0] && pen__equals(english, pen__length(english), named->english) &&
            pen__length(named->said) < size)
            said = named->said;
    struct pen_text text = pen_text_in(field, size);
    pen_text_add(&text, said);
}

/* What ends the language in a locale; "est" is not Spanish. */
static bool is_end(char byte)
{
    return byte == '_' || byte == '-' || byte == '.' || byte == ':' || byte == '@';
}

bool pen_lang_find(const char *bytes, size_t count, enum pen_lang *lang)
{
    size_t length = 0;
    while (length < count && bytes[length] && !is_end(bytes[length]))
        length++;
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++) {
        if (pen__equals(bytes, length, pen__languages[i].id)) {
            *lang = (enum pen_lang)i;
            return true;
        }
    }
    return false;
}

/* ---- sentences ------------------------------------------------------------------------------- */

struct pen_arg pen_arg_text(const char *text)
{
    return (struct pen_arg){.text = text ? text : ""};
}

struct pen_arg pen_arg_count(uint64_t number)
{
    return (struct pen_arg){.number = number};
}

struct pen_arg pen_arg_number(int64_t number)
{
    bool is_negative = number < 0;
    return (struct pen_arg){.number = is_negative ? 0 - (uint64_t)number : (uint64_t)number,
                            .is_negative = is_negative};
}

struct pen_arg pen__arg_itself(struct pen_arg arg)
{
    return arg;
}

struct filling {
    struct pen_text *text;
    enum pen_lang lang;
    const struct pen_arg *args;
    unsigned count;
};

static const struct pen_arg *arg_at(const struct filling *filling, char letter)
{
    unsigned index = (unsigned)(letter - 'a');
    PEN_ASSERT(index < filling->count);
    return &filling->args[index];
}

static void add_arg(const struct filling *filling, const struct pen_arg *arg)
{
    if (arg->text) {
        pen_text_add(filling->text, arg->text);
        return;
    }
    if (arg->is_negative)
        pen_text_add(filling->text, "-");
    pen_text_add_number(filling->text, arg->number);
}

/* Adds, or passes over, what stands up to the end of the form or of the sentence; returns that place. */
static const char *fill(const struct filling *filling, const char *at, bool is_said)
{
    for (;;) {
        size_t plain = 0;
        while ((unsigned char)at[plain] > PEN__END)
            plain++;
        if (is_said)
            pen_text_add_bytes(filling->text, at, plain);
        at += plain;
        if (*at == PEN__HOLE) {
            if (is_said)
                add_arg(filling, arg_at(filling, at[1]));
            at += 2;
        } else if (*at == PEN__PLURAL) {
            const struct pen_arg *arg = arg_at(filling, at[1]);
            PEN_ASSERT(!arg->text);
            unsigned wanted = pen__languages[filling->lang].form(arg->number), form = 0;
            at++;
            do
                at = fill(filling, at + 1, is_said && form++ == wanted);
            while (*at == PEN__FORM);
            at++;
        } else {
            return at;
        }
    }
}

void pen_fill(struct pen_text *text, enum pen_lang lang, const char *sentence, const struct pen_arg *args,
              unsigned count)
{
    struct filling filling = {text, lang, args, count};
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    fill(&filling, sentence, true);
}

const char *pen_word_text(enum pen_word word, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)word < PEN_WORD_COUNT && (unsigned)lang < PEN_LANG_COUNT);
    return pen__words.said[lang][word];
}

void pen_say_list(struct pen_text *text, enum pen_lang lang, enum pen_word word, const struct pen_arg *args,
                  unsigned count)
{
    PEN_ASSERT((unsigned)word < PEN_WORD_COUNT && (unsigned)lang < PEN_LANG_COUNT);
    PEN_ASSERT(pen__words.holes[word] == count);
    pen_fill(text, lang, pen__words.said[lang][word], args, count);
}

bool pen_word_told(const char *key, enum pen_word *word, const char **holes)
{
    unsigned low = 0, high = pen__told_count;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const char *a = key, *b = pen__told[middle].key;
        for (; *a && *a == *b; a++, b++)
            continue;
        if (*a == *b) {
            *word = (enum pen_word)pen__told[middle].word;
            *holes = pen__told[middle].holes;
            return true;
        }
        if ((unsigned char)*a < (unsigned char)*b)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

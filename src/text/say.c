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

unsigned pen_lang_count(void)
{
    return PEN_LANG_COUNT;
}

const char *pen__named_in(enum pen_lang lang, const char *english)
{
    for (const struct pen__named *named = pen__languages[lang].named; named->said; named++)
        if (pen__equals(english, pen__length(english), named->english))
            return named->said;
    return english;
}

/* What ends the language in a locale; "est" is not Spanish. */
static bool is_end(char byte)
{
    return byte == '_' || byte == '-' || byte == '.' || byte == ':' || byte == '@';
}

/* As far as both go on alike; '_' of a locale is '-' of an id. */
static size_t alike(const char *bytes, size_t count, const char *id)
{
    size_t length = 0;
    while (length < count && id[length] &&
           (bytes[length] == id[length] || (bytes[length] == '_' && id[length] == '-')))
        length++;
    return length > 0 && id[length - 1] == '-' ? length - 1 : length;
}

/* The id that says most of it: "pt_PT" is pt-PT if that is here, otherwise pt, or another pt of which we
 * know. */
bool pen_lang_find(const char *bytes, size_t count, enum pen_lang *lang)
{
    size_t most = 0;
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++) {
        const char *id = pen__languages[i].id;
        const size_t length = alike(bytes, count, id);
        const bool is_whole = length == count || !bytes[length] || is_end(bytes[length]);
        const size_t worth = 2 * length + !id[length];
        if (length > 0 && is_whole && (!id[length] || id[length] == '-') && worth > most) {
            most = worth;
            *lang = (enum pen_lang)i;
        }
    }
    return most > 0;
}

/* ---- sentences ------------------------------------------------------------------------------- */

struct pen_arg pen_arg_text(const char *text)
{
    return (struct pen_arg){.text = text ? text : ""};
}

struct pen_arg pen__arg_part(const char *text)
{
    return (struct pen_arg){.text = text, .is_part = true};
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
    if (arg->text && arg->is_part) {
        pen_text_add(filling->text, arg->text);
        return;
    }
    if (arg->text) {
        pen__add_isolated(filling->text, filling->lang, arg->text);
        return;
    }
    if (arg->is_negative)
        pen_text_add(filling->text, "-");
    pen_text_add_number(filling->text, arg->number);
}

static void add_declined(const struct filling *filling, const struct pen_arg *arg, unsigned form)
{
    char name[512];
    struct pen_text text = pen_text_in(name, sizeof name);
    if (!arg->text) {
        add_arg(filling, arg);
        return;
    }
    pen__decline(&text, filling->lang, arg->text, form);
    pen__add_isolated(filling->text, filling->lang, name);
}

/* Which of the forms at 'at', after the letter of its gender each, is said: the one of that gender, or the
 * last. */
static unsigned form_of_gender(const char *at, char gender)
{
    unsigned form = 0, depth = 0;
    for (; *at != gender; form++) {
        for (; depth > 0 || (*at != PEN__FORM && *at != PEN__END); at++) {
            const bool is_choice = *at == PEN__PLURAL || *at == PEN__GENDER;
            depth = depth + is_choice - (*at == PEN__END);
        }
        if (*at++ == PEN__END)
            return form;
    }
    return form;
}

/* Adds, or passes over, what stands up to the end of the form or of the sentence; returns that place. */
static const char *fill(const struct filling *filling, const char *at, bool is_said)
{
    for (;;) {
        size_t plain = 0;
        while ((unsigned char)at[plain] > PEN__GENDER)
            plain++;
        if (is_said)
            pen_text_add_bytes(filling->text, at, plain);
        at += plain;
        if (*at == PEN__HOLE) {
            if (is_said)
                add_arg(filling, arg_at(filling, at[1]));
            at += 2;
        } else if (*at == PEN__DECLINED) {
            if (is_said)
                add_declined(filling, arg_at(filling, at[1]), (unsigned)(at[2] - PEN__FORM_FIRST));
            at += 3;
        } else if (*at == PEN__PLURAL || *at == PEN__GENDER) {
            const struct pen_arg *arg = arg_at(filling, at[1]);
            const bool is_gender = *at == PEN__GENDER;
            unsigned wanted, form = 0;
            PEN_ASSERT(is_gender || !arg->text);
            if (is_gender)
                wanted = form_of_gender(at + 2, arg->text ? pen__gender(filling->lang, arg->text) : 0);
            else
                wanted = pen__languages[filling->lang].form(arg->number);
            at++;
            do
                at = fill(filling, at + 1 + is_gender, is_said && form++ == wanted);
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

unsigned pen__word_at(unsigned word)
{
    const unsigned group = word >> PEN__GROUP_BITS;
    PEN_ASSERT(group < pen__words.group_count);
    const unsigned at = pen__words.starts[group] + (word & ((1u << PEN__GROUP_BITS) - 1));
    PEN_ASSERT(at < pen__words.starts[group + 1]);
    return at;
}

const char *pen_word_text(enum pen_word word, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return pen__words.said[lang][pen__word_at(word)];
}

void pen_say_list(struct pen_text *text, enum pen_lang lang, enum pen_word word, const struct pen_arg *args,
                  unsigned count)
{
    const unsigned at = pen__word_at(word);
    PEN_ASSERT(pen__words.holes[at] == count && (unsigned)lang < PEN_LANG_COUNT);
    pen_fill(text, lang, pen__words.said[lang][at], args, count);
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

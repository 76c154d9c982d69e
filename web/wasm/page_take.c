/* page_take.c - the sentences come from the page: it fetches the language that is spoken, others when they
 * are wanted. */
#include "page.h"
#include "text/catalogue.h"

#include <string.h>

/* Takes what is in page_in, each ended by a byte 0: the sentences in their order, then what the language
 * calls things, three texts each: the English, what it says with its forms behind bytes 5, and its kind
 * (struct pen__named). Nothing is said before the first language is here; one that is not says what the
 * newest says. False: these are not the sentences. */
PAGE_EXPORT(takeWords) bool page_export_take_words(unsigned lang, unsigned bytes);

/* A name in one of its forms (form: from 1, 0 for its gender, which is one letter or nothing). page_in holds
 * the name. */
PAGE_EXPORT(decline) unsigned page_export_decline(unsigned bytes, unsigned lang, unsigned form);

enum { LANGUAGE_BYTES = 128 * 1024 };

static char taken[PEN_LANG_COUNT][LANGUAGE_BYTES];
static bool is_taken[PEN_LANG_COUNT];

static char *next_text(char **at)
{
    char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

static void take_names(unsigned lang, char *at, unsigned count)
{
    struct pen__named *named = pen__named_later[lang];
    for (unsigned i = 0; i < count; i++, named++) {
        named->english = next_text(&at);
        char *said = next_text(&at);
        named->said = said;
        named->kind = (unsigned char)(next_text(&at)[0] - '0');
        for (; *said; said++)
            *said = *said == PEN__DECLINED ? 0 : *said;
    }
    *named = (struct pen__named){0, 0, 0};
}

bool page_export_take_words(unsigned lang, unsigned bytes)
{
    if (lang >= PEN_LANG_COUNT || bytes > LANGUAGE_BYTES)
        return false;
    unsigned count = 0;
    for (unsigned i = 0; i < bytes; i++)
        count += page_in[i] == 0;
    if (count < pen__words.count || page_in[bytes - 1] != 0 || (count - pen__words.count) % 3 != 0 ||
        (count - pen__words.count) / 3 > pen__named_most)
        return false;
    memcpy(taken[lang], page_in, bytes);
    const char *at = taken[lang];
    for (unsigned word = 0; word < pen__words.count; word++) {
        pen__words_later[lang][word] = at;
        at += strlen(at) + 1;
    }
    take_names(lang, taken[lang] + (at - taken[lang]), (count - pen__words.count) / 3);
    is_taken[lang] = true;
    for (unsigned other = 0; other < PEN_LANG_COUNT; other++) {
        if (!is_taken[other])
            memcpy(pen__words_later[other], pen__words_later[lang], pen__words.count * sizeof(char *));
    }
    return true;
}

unsigned page_export_decline(unsigned bytes, unsigned lang, unsigned form)
{
    char name[256];
    struct pen_text text = page_answer();
    if (bytes >= sizeof name || lang >= PEN_LANG_COUNT || form > pen__languages[lang].form_count)
        return 0;
    memcpy(name, page_in, bytes);
    name[bytes] = 0;
    if (form > 0) {
        pen__decline(&text, (enum pen_lang)lang, name, form - 1);
    } else {
        const char gender = pen__gender((enum pen_lang)lang, name);
        pen_text_add_bytes(&text, &gender, gender != 0);
    }
    return (unsigned)text.length;
}

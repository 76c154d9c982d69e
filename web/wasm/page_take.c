/* page_take.c - the sentences come from the page: it fetches the language that is spoken, others when they
 * are wanted. */
#include "page.h"
#include "text/catalogue.h"

#include <string.h>

/* Takes the sentences in page_in, in their order, each ended by a byte 0. Nothing is said before the first
 * language is here; one that is not says what the newest says. False: these are not the sentences. */
PAGE_EXPORT(takeWords) bool page_export_take_words(unsigned lang, unsigned bytes);

enum { LANGUAGE_BYTES = 128 * 1024 };

static char taken[PEN_LANG_COUNT][LANGUAGE_BYTES];
static bool is_taken[PEN_LANG_COUNT];

bool page_export_take_words(unsigned lang, unsigned bytes)
{
    if (lang >= PEN_LANG_COUNT || bytes > LANGUAGE_BYTES)
        return false;
    unsigned count = 0;
    for (unsigned i = 0; i < bytes; i++)
        count += page_in[i] == 0;
    if (count != pen__words.count || page_in[bytes - 1] != 0)
        return false;
    memcpy(taken[lang], page_in, bytes);
    const char *at = taken[lang];
    for (unsigned word = 0; word < count; word++) {
        pen__words_later[lang][word] = at;
        at += strlen(at) + 1;
    }
    is_taken[lang] = true;
    for (unsigned other = 0; other < PEN_LANG_COUNT; other++) {
        if (!is_taken[other])
            memcpy(pen__words_later[other], pen__words_later[lang], count * sizeof(char *));
    }
    return true;
}

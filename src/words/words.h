/* words.h - the sentences that only the program says, by key (lang/); the engine is the library's. */
#ifndef WORDS_WORDS_H
#define WORDS_WORDS_H

#include "penultima/penultima.h"
#include "penultima/words.h"

/* A sentence; which there are is in words/GROUP_words.h, by what their keys in lang/ begin with. */
enum word { WORD_NONE = 0xffff };

/* A sentence without holes. */
const char *word_text(enum word word, enum pen_lang lang);

/* Adds a sentence, its holes filled in the order in which lang/en.lang names them. */
void words_say_list(struct pen_text *text, enum pen_lang lang, enum word word, const struct pen_arg *args,
                    unsigned count);

/* words_say(&text, lang, TUI_ROUND, 3): the key without WORD_, then texts and whole numbers. */
#define words_say(text, lang, key, ...)                                                         \
    words_say_list((text), (lang), WORD_##key, (const struct pen_arg[]){PEN_ARGS(__VA_ARGS__)}, \
                   PEN_ARG_COUNT_IS(WORD_HOLES_##key, __VA_ARGS__))

/* The files of lang/ as they are, packed by zlib, for 'penultima lang'. */
struct words_file {
    const unsigned char *packed;
    size_t packed_bytes, bytes;
    size_t cost; /* bytes that the language takes in the program, with its file */
};
extern const struct words_file words_files[]; /* pen_lang_count() of them */

#endif

/* words.h - sentences by key, in every language of lang/.
 *
 * A sentence is written once per language, in lang/ID.lang, and compiled in; the keys are an enumeration, so
 * a sentence that nobody wrote does not build. What a language lacks appears in English. Everything here is
 * as pure as the rules. */
#ifndef PENULTIMA_WORDS_H
#define PENULTIMA_WORDS_H

#include "penultima/languages.h"
#include "penultima/text.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* A sentence. Which there are is in words_GROUP.h, by what their keys in lang/ begin with (words_refusal.h):
 * whoever says one includes that, and a new sentence makes nobody else build again. */
enum pen_word { PEN_WORD_NONE = 0xffff };

/* ---- sentences ------------------------------------------------------------------------------- */

/* What a hole is filled with: a text, or if that is null a number. */
struct pen_arg {
    const char *text;
    uint64_t number;
    bool is_negative, is_part; /* a part: of the same sentence, so it has its direction */
};

struct pen_arg pen_arg_text(const char *text);
struct pen_arg pen_arg_count(uint64_t number);
struct pen_arg pen_arg_number(int64_t number);

/* A sentence without holes. */
const char *pen_word_text(enum pen_word word, enum pen_lang lang);

/* The sentence of a refusal or goodbye by the key that a message gives, "table.bad-name", and the names of
 * its holes in their order, with blanks between them. False: this program has none. */
PEN_MUST_USE bool pen_word_told(const char *key, enum pen_word *word, const char **holes);

/* Adds a sentence, its holes filled in the order in which lang/en.lang names them; as many as it has. */
void pen_say_list(struct pen_text *text, enum pen_lang lang, enum pen_word word, const struct pen_arg *args,
                  unsigned count);

/* The same for a sentence of another catalogue, which brings the words it is made of. */
void pen_fill(struct pen_text *text, enum pen_lang lang, const char *sentence, const struct pen_arg *args,
              unsigned count);

#ifndef __cplusplus
/* pen_say(&text, lang, REFUSAL_SEATS, name, 3): the key without its prefix, then texts and whole numbers. A
 * wrong number of them does not build. */
#define pen_say(text, lang, key, ...)                                                             \
    pen_say_list((text), (lang), PEN_WORD_##key, (const struct pen_arg[]){PEN_ARGS(__VA_ARGS__)}, \
                 PEN_ARG_COUNT_IS(PEN_WORD_HOLES_##key, __VA_ARGS__))

#define PEN_ARG(value) \
    _Generic((value), char *: pen_arg_text, const char *: pen_arg_text, int: pen_arg_number,        \
             long: pen_arg_number, long long: pen_arg_number, struct pen_arg: pen__arg_itself,      \
             default: pen_arg_count)(value)
struct pen_arg pen__arg_itself(struct pen_arg arg);

#define PEN_ARG_COUNT(...) PEN__NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define PEN__NINTH(a, b, c, d, e, f, g, h, n, ...) n
/* The number, or an array of negative size. */
#define PEN_ARG_COUNT_IS(holes, ...) \
    ((unsigned)(PEN_ARG_COUNT(__VA_ARGS__) * sizeof(char[PEN_ARG_COUNT(__VA_ARGS__) == (holes) ? 1 : -1])))

#define PEN_ARGS(...) PEN__PASTE(PEN__ARGS_, PEN_ARG_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define PEN__PASTE(a, b) PEN__PASTE_NOW(a, b)
#define PEN__PASTE_NOW(a, b) a##b
#define PEN__ARGS_1(a) PEN_ARG(a)
#define PEN__ARGS_2(a, ...) PEN_ARG(a), PEN__ARGS_1(__VA_ARGS__)
#define PEN__ARGS_3(a, ...) PEN_ARG(a), PEN__ARGS_2(__VA_ARGS__)
#define PEN__ARGS_4(a, ...) PEN_ARG(a), PEN__ARGS_3(__VA_ARGS__)
#define PEN__ARGS_5(a, ...) PEN_ARG(a), PEN__ARGS_4(__VA_ARGS__)
#define PEN__ARGS_6(a, ...) PEN_ARG(a), PEN__ARGS_5(__VA_ARGS__)
#define PEN__ARGS_7(a, ...) PEN_ARG(a), PEN__ARGS_6(__VA_ARGS__)
#define PEN__ARGS_8(a, ...) PEN_ARG(a), PEN__ARGS_7(__VA_ARGS__)
#endif

/* ---- events ---------------------------------------------------------------------------------- */

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

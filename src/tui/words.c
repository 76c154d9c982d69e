/* words.c - fills in the sentences of words_table.h. */
#include "tui/words.h"

#include <string.h>

static const char *const sentences[TUI_WORDS_COUNT][PEN_LANG_COUNT] = {
#define X(name, english, spanish) {[PEN_LANG_EN] = english, [PEN_LANG_ES] = spanish},
    TUI_WORDS_LIST(X) TUI_SCREEN_WORDS_LIST(X) TUI_REMOTE_WORDS_LIST(X)
#undef X
};

const char *tui_words(enum tui_words id, enum pen_lang lang)
{
    return sentences[id][lang];
}

static bool is_word(const char *bytes, size_t count, const char *word)
{
    return strlen(word) == count && memcmp(bytes, word, count) == 0;
}

static void fill_in(struct pen_text *text, const char *bytes, size_t count, enum pen_lang lang,
                    const struct tui_filling *filling)
{
    const char *bar = memchr(bytes, '|', count);
    if (bar) {
        size_t one = (size_t)(bar - bytes);
        if (filling->number == 1)
            pen_text_add_bytes(text, bytes, one);
        else
            pen_text_add_bytes(text, bar + 1, count - one - 1);
    } else if (is_word(bytes, count, "name")) {
        pen_text_add(text, filling->name);
    } else if (is_word(bytes, count, "other")) {
        pen_text_add(text, filling->other);
    } else if (is_word(bytes, count, "text")) {
        pen_text_add(text, filling->text);
    } else if (is_word(bytes, count, "number")) {
        pen_text_add_number(text, filling->number);
    } else if (is_word(bytes, count, "card")) {
        pen_card_name(filling->edition, filling->rules, filling->card, lang, text);
    } else {
        PEN_ASSERT(is_word(bytes, count, "color") && filling->color < filling->edition->color_count);
        pen_text_add(text, filling->edition->colors[filling->color].shape);
        pen_text_add(text, " ");
        pen_text_add(text, filling->edition->colors[filling->color].name[lang]);
    }
}

void tui_say(struct pen_text *text, enum tui_words id, enum pen_lang lang, const struct tui_filling *filling)
{
    const char *at = sentences[id][lang];
    while (*at) {
        size_t plain = strcspn(at, "{");
        pen_text_add_bytes(text, at, plain);
        at += plain;
        if (*at != '{')
            break;
        size_t braced = strcspn(at, "}");
        PEN_ASSERT(filling && at[braced] == '}');
        fill_in(text, at + 1, braced - 1, lang, filling);
        at += braced + 1;
    }
}

/* words.h - what tables, lines and hints say, Spanish and English side by side: a sentence that lacks
 * one of them does not build. What happens at the table is said by pen_words_event(), not here.
 *
 * X(name, English, Spanish). In braces stands what is filled in, see tui_say(). */
#ifndef TUI_WORDS_H
#define TUI_WORDS_H

#include "penultima/penultima.h"
#include "tui/remote_words.h"
#include "tui/screen_words.h"
#include "tui/words_table.h"

enum tui_words {
#define X(name, english, spanish) TUI_SAY_##name,
    TUI_WORDS_LIST(X)
#undef X
#define X(name, english, spanish) TUI_SHOW_##name,
        TUI_SCREEN_WORDS_LIST(X)
#undef X
#define X(name, english, spanish) TUI_TELL_##name,
            TUI_REMOTE_WORDS_LIST(X)
#undef X
                TUI_WORDS_COUNT
};

const char *tui_words(enum tui_words id, enum pen_lang lang);

/* What a sentence is filled in with: {name} {other} {text} {number} {card} {color}, and {one|many} by the
 * number. Fields that are not used stay zero. */
struct tui_filling {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const char *name, *other, *text;
    unsigned number;
    uint8_t card, color;
};

void tui_say(struct pen_text *text, enum tui_words id, enum pen_lang lang, const struct tui_filling *filling);

#endif

/* letters.h - the keys of the terminal, in the letters of each language ("tui.show.letters" in its file).
 *
 * What English has for the same thing is understood as well, where the language has no other use for that
 * letter on the same screen. 'q' leaves and '?' helps everywhere, and mean nothing else. */
#ifndef TUI_LETTERS_H
#define TUI_LETTERS_H

#include <stdbool.h>

#include "penultima/text.h"
#include "penultima/edition.h"

/* As they follow each other in the sentence. */
enum tui_letter {
    TUI_LETTER_DRAW,
    TUI_LETTER_KEEP,
    TUI_LETTER_TAKE,
    TUI_LETTER_CHALLENGE,
    TUI_LETTER_UNO,
    TUI_LETTER_CATCH,
    TUI_LETTER_JUMP,
    TUI_LETTER_NO_CARD,
    TUI_LETTER_ACCUSE,
    TUI_LETTER_PASS,
    TUI_LETTER_LOG,
    TUI_LETTER_SEEN,
    TUI_LETTER_TAKE_BACK,
    TUI_LETTER_CALL_OFF,
    TUI_LETTER_HINT,
    TUI_LETTER_ALL_OPEN, /* these two where a record is watched */
    TUI_LETTER_CHANCES,
    TUI_LETTER_TABLE, /* these two in lines */
    TUI_LETTER_MORE,
    TUI_LETTER_COUNT
};

char tui_letter(enum tui_letter which, enum pen_lang lang);

/* English's letter for it, if that is free; 0: it is not. */
char tui_letter_other(enum tui_letter which, enum pen_lang lang);

/* Whether this key is meant: either of the two. */
bool tui_letter_is(enum tui_letter which, enum pen_lang lang, int key);

/* The key of a colour: the first letter of its name that no colour before it has. A name without Latin
 * letters has the one that records write. */
char tui_color_letter(const struct pen_edition *edition, unsigned color, enum pen_lang lang);

/* Whether such a sentence would do: a small Latin letter for each, which every keyboard types, all different
 * on each screen. */
bool tui_letters_good(const char *letters);

#endif

/* letters.c - see letters.h. */
#include "tui/letters.h"

#include <string.h>

#include "platform/ascii.h"
#include "words/tui_show_words.h"

#define BIT(letter) (1u << TUI_LETTER_##letter)

/* What can be on one screen together. */
static const uint32_t screens[] = {
    BIT(ALL_OPEN) - 1,
    BIT(ALL_OPEN) | BIT(CHANCES),
    BIT(TAKE_BACK) | BIT(CALL_OFF) | BIT(HINT) | BIT(TABLE) | BIT(MORE),
};
enum { SCREENS = sizeof screens / sizeof screens[0] };

static bool is_on(unsigned screen, unsigned which)
{
    return screens[screen] >> which & 1;
}

bool tui_letters_good(const char *letters)
{
    if (strlen(letters) != TUI_LETTER_COUNT)
        return false;
    for (unsigned i = 0; i < TUI_LETTER_COUNT; i++) {
        if (letters[i] < 'a' || letters[i] > 'z' || letters[i] == 'q')
            return false;
        for (unsigned j = 0; j < i; j++)
            for (unsigned screen = 0; screen < SCREENS; screen++)
                if (letters[i] == letters[j] && is_on(screen, i) && is_on(screen, j))
                    return false;
    }
    return true;
}

/* A language that somebody is still writing may have none that would do. */
static const char *letters_of(enum pen_lang lang)
{
    const char *letters = word_text(WORD_TUI_SHOW_LETTERS, lang);
    return tui_letters_good(letters) ? letters : word_text(WORD_TUI_SHOW_LETTERS, PEN_LANG_EN);
}

char tui_letter(enum tui_letter which, enum pen_lang lang)
{
    return letters_of(lang)[which];
}

char tui_letter_other(enum tui_letter which, enum pen_lang lang)
{
    const char *letters = letters_of(lang);
    const char other = tui_letter(which, PEN_LANG_EN);
    for (unsigned i = 0; i < TUI_LETTER_COUNT; i++)
        for (unsigned screen = 0; screen < SCREENS; screen++)
            if (letters[i] == other && is_on(screen, which) && is_on(screen, i))
                return 0;
    return other;
}

bool tui_letter_is(enum tui_letter which, enum pen_lang lang, int key)
{
    return key > 0 && (key == tui_letter(which, lang) || key == tui_letter_other(which, lang));
}

/* ---- colours --------------------------------------------------------------------------------- */

static char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* The first letter of the name that is not among 'taken'; 0: none. */
static char letter_of_name(const char *name, uint32_t taken)
{
    while (*name) {
        const char *plain = platform_ascii_of(platform_next_character(&name));
        for (; plain && *plain; plain++) {
            const char letter = small(*plain);
            if (letter >= 'a' && letter <= 'z' && letter != 'q' && !(taken >> (letter - 'a') & 1))
                return letter;
        }
    }
    return 0;
}

char tui_color_letter(const struct pen_edition *edition, unsigned color, enum pen_lang lang)
{
    uint32_t taken = 0;
    char letter = 0;
    for (unsigned i = 0; i <= color; i++) {
        letter = letter_of_name(pen_said(edition->colors[i].name, lang), taken);
        if (!letter) /* all of them, so that none of them is taken */
            return edition->colors[color].letter;
        taken |= 1u << (letter - 'a');
    }
    return letter;
}

/* forms.c - the forms of names: case and gender, and the direction they are written in.
 *
 * Names are texts wherever they go, so that nobody has to carry their forms along: who needs a form looks the
 * text up among the names that the language declines. A card with a colour is taken apart first. A name that
 * the language does not know (a player's, a card of somebody's own) gets a suffix or a prefix if the language
 * has one for the form, or stays as it is. Where no sentence asks for a form, nothing of this runs. */
#include <string.h>

#include "catalogue.h"
#include "penultima/words.h"
#include "penultima/words_count.h"
#include "scan.h"

enum { PART_BYTES = 160 };

/* ---- letters ------------------------------------------------------------------------------------ */

static size_t bytes_of_letter(const char *at)
{
    size_t bytes = 1;
    while (((unsigned char)at[bytes] & 0xc0) == 0x80)
        bytes++;
    return bytes;
}

static bool is_among(const char *letters, const char *letter, size_t bytes)
{
    if (letters[0] == '*')
        return true;
    for (; *letters; letters += bytes_of_letter(letters))
        if (bytes_of_letter(letters) == bytes && memcmp(letters, letter, bytes) == 0)
            return true;
    return false;
}

/* The last letter of a text before 'end'; null: there is none. */
static const char *letter_before(const char *text, const char *end)
{
    if (end == text)
        return NULL;
    do
        end--;
    while (end > text && ((unsigned char)*end & 0xc0) == 0x80);
    return end;
}

/* ---- looking up --------------------------------------------------------------------------------- */

static const struct pen__named *find(enum pen_lang lang, const char *said, size_t bytes)
{
    const struct pen__named *named = pen__languages[lang].named;
    for (; named->said && named->kind != PEN__NAMED_PLAIN; named++)
        if (pen__equals(said, bytes, named->said))
            return named;
    return NULL;
}

/* Its gender is the part 0, its forms follow. */
static const char *part(const struct pen__named *named, unsigned index)
{
    const char *at = named->said + pen__length(named->said) + 1;
    while (index-- > 0)
        at += pen__length(at) + 1;
    return at;
}

/* The form, or null. */
static const char *form_of(const struct pen__named *named, unsigned form)
{
    const char *said = part(named, form + 1);
    return said[0] ? said : NULL;
}

/* Behind the shape of a colour, which is one character that is no letter, and a blank. */
static const char *behind_shape(const char *name)
{
    if ((unsigned char)name[0] < 0xe2)
        return name;
    const size_t bytes = bytes_of_letter(name);
    return name[bytes] == ' ' ? name + bytes + 1 : name;
}

/* A card taken apart. */
struct card_name {
    const struct pen__named *color; /* null: one that the language does not know, 'other' */
    char face[PART_BYTES], other[PART_BYTES];
};

static bool is_number(const char *face)
{
    return face[0] >= '0' && face[0] <= '9' && !face[1];
}

static char gender_of_face(enum pen_lang lang, const char *face)
{
    const struct pen__named *named = find(lang, face, pen__length(face));
    return named ? part(named, 0)[0] : is_number(face) ? pen__languages[lang].number_gender[0] : 0;
}

static const char *agreeing(enum pen_lang lang, const struct pen__named *color, char gender,
                            unsigned form_from_1)
{
    const struct pen__language *language = &pen__languages[lang];
    const char *said = NULL;
    if (gender) {
        const char *row = language->agreeing + (unsigned)(gender - 'a') * (language->form_count + 1u);
        if (row[form_from_1] != ' ')
            said = form_of(color, (unsigned)(row[form_from_1] - PEN__FORM_FIRST));
        else if (row[0] != ' ')
            said = form_of(color, (unsigned)(row[0] - PEN__FORM_FIRST));
    }
    return said ? said : color->said;
}

/* The words of the card without this one, which stands before or behind the others. */
static bool without(const char *name, const char *word, char rest[PART_BYTES])
{
    const size_t all = pen__length(name), bytes = pen__length(word);
    if (all < bytes + 2 || all - bytes > PART_BYTES)
        return false;
    const bool is_first = memcmp(name, word, bytes) == 0 && name[bytes] == ' ';
    if (!is_first && (memcmp(name + all - bytes, word, bytes) != 0 || name[all - bytes - 1] != ' '))
        return false;
    memcpy(rest, is_first ? name + bytes + 1 : name, all - bytes - 1);
    rest[all - bytes - 1] = 0;
    return true;
}

/* Whether the card has that colour, in any of its forms that agrees with the rest. */
static bool has_color(enum pen_lang lang, const char *name, const struct pen__named *color,
                      struct card_name *card)
{
    const unsigned count = pen__languages[lang].form_count;
    for (unsigned form = 0; form <= count; form++) {
        const char *word = form == 0 ? color->said : form_of(color, form - 1);
        if (word && without(name, word, card->face) &&
            pen__equals(word, pen__length(word), agreeing(lang, color, gender_of_face(lang, card->face), 0)))
            return true;
    }
    return false;
}

/* False: it is not a card with a colour. */
static bool take_apart(enum pen_lang lang, const char *name, struct card_name *card)
{
    const struct pen__named *first = pen__languages[lang].named, *one;
    for (one = first; one->said && one->kind != PEN__NAMED_PLAIN; one++) {
        if (one->kind == PEN__NAMED_COLOR && has_color(lang, name, one, card)) {
            card->color = one;
            return true;
        }
    }
    for (one = first; one->said && one->kind != PEN__NAMED_PLAIN; one++) {
        if (one->kind == PEN__NAMED_FORMED && without(name, one->said, card->other)) {
            struct pen_text face = pen_text_in(card->face, sizeof card->face);
            pen_text_add(&face, one->said);
            card->color = NULL;
            return true;
        }
    }
    return false;
}

/* ---- suffixes and prefixes ---------------------------------------------------------------------- */

static const char *suffix_of(enum pen_lang lang, const char *name, unsigned form)
{
    const struct pen__language *language = &pen__languages[lang];
    const char *end = name + pen__length(name), *last = letter_before(name, end), *vowel = last;
    while (vowel && !is_among(language->vowels, vowel, bytes_of_letter(vowel)))
        vowel = letter_before(name, vowel);
    for (const struct pen__suffix *one = language->suffixes; last && one && one->form; one++) {
        if (one->is_prefix)
            continue;
        const bool is_vowel =
            one->last[0] == '*' || (vowel && is_among(one->last, vowel, bytes_of_letter(vowel)));
        const bool is_end = !one->end[0] || is_among(one->end, last, bytes_of_letter(last));
        if (one->form[0] == (char)(PEN__FORM_FIRST + form) && is_vowel && is_end)
            return one->suffix;
    }
    return "";
}

static const char *prefix_of(enum pen_lang lang, const char *name, unsigned form)
{
    for (const struct pen__suffix *one = pen__languages[lang].suffixes; name[0] && one && one->form; one++)
        if (one->is_prefix && one->form[0] == (char)(PEN__FORM_FIRST + form) &&
            is_among(one->last, name, bytes_of_letter(name)))
            return one->suffix;
    return "";
}

/* ---- what sentences ask for --------------------------------------------------------------------- */

static void decline_simple(struct pen_text *text, enum pen_lang lang, const char *name, unsigned form)
{
    const struct pen__named *named = find(lang, name, pen__length(name));
    const char *said = named ? form_of(named, form) : NULL;
    if (!said)
        pen_text_add(text, prefix_of(lang, name, form));
    pen_text_add(text, said ? said : name);
    if (!said)
        pen_text_add(text, suffix_of(lang, name, form));
}

void pen__decline(struct pen_text *text, enum pen_lang lang, const char *name, unsigned form)
{
    struct card_name card;
    const char *bare = behind_shape(name);
    PEN_ASSERT(form < pen__languages[lang].form_count);
    pen_text_add_bytes(text, name, (size_t)(bare - name));
    if (find(lang, bare, pen__length(bare)) || !take_apart(lang, bare, &card)) {
        decline_simple(text, lang, bare, form);
        return;
    }
    char face[PART_BYTES];
    struct pen_text declined = pen_text_in(face, sizeof face);
    decline_simple(&declined, lang, card.face, form);
    const char *color = card.other;
    if (card.color)
        color = agreeing(lang, card.color, gender_of_face(lang, card.face), form + 1);
    pen_say(text, lang, COUNT_CARD, color, face);
}

char pen__gender(enum pen_lang lang, const char *name)
{
    struct card_name card;
    const char *bare = behind_shape(name);
    if (find(lang, bare, pen__length(bare)) || !take_apart(lang, bare, &card))
        return gender_of_face(lang, bare);
    return gender_of_face(lang, card.face);
}

const char *pen__agreeing(enum pen_lang lang, const char *color, const char *face)
{
    const struct pen__named *named = find(lang, color, pen__length(color));
    return named && named->kind == PEN__NAMED_COLOR ? agreeing(lang, named, gender_of_face(lang, face), 0)
                                                    : color;
}

/* ---- directions --------------------------------------------------------------------------------- */

/* From right to left are Hebrew, Arabic and their like: U+0590 to U+08FF, U+FB1D to U+FDFF, U+FE70 to U+FEFC.
 */
static bool is_rtl_letter(const unsigned char *at)
{
    return (at[0] >= 0xd6 && at[0] <= 0xdf) || (at[0] == 0xe0 && at[1] >= 0xa0 && at[1] <= 0xa3) ||
           (at[0] == 0xef &&
            ((at[1] >= 0xac && at[1] <= 0xb7) || at[1] == 0xb9 || at[1] == 0xba || at[1] == 0xbb));
}

/* Letters from left to right; symbols and digits are none. */
static bool is_ltr_letter(const unsigned char *at)
{
    return (at[0] >= 'A' && at[0] <= 'Z') || (at[0] >= 'a' && at[0] <= 'z') ||
           (at[0] >= 0xc3 && at[0] <= 0xd5) || (at[0] == 0xe0 && at[1] >= 0xa4) || at[0] == 0xe1 ||
           (at[0] >= 0xe3 && at[0] <= 0xee) || (at[0] == 0xf0 && at[1] >= 0xa0);
}

void pen__add_isolated(struct pen_text *text, enum pen_lang lang, const char *added)
{
    const bool is_rtl = pen__languages[lang].is_rtl;
    bool is_other = false;
    for (const char *at = added; *at && !is_other; at += bytes_of_letter(at))
        is_other =
            is_rtl ? is_ltr_letter((const unsigned char *)at) : is_rtl_letter((const unsigned char *)at);
    pen_text_add(text, is_other ? "\u2068" : "");
    pen_text_add(text, added);
    pen_text_add(text, is_other ? "\u2069" : "");
}

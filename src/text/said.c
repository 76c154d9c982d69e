/* said.c - names in several languages, and problems in any.
 *
 * What editions and house rules call something is one field of bytes: the id of a language and what it says,
 * each ended by a byte 0, English first and the others by their ids; a byte 0 ends the list. So a file may
 * name things in any language, whether the library speaks it or not, and the size of no structure depends on
 * the languages there are. */
#include <string.h>

#include "catalogue.h"
#include "penultima/words.h"
#include "penultima/words_list.h"
#include "scan.h"
#include "said.h"

bool pen_said_next(const char **at, const char **lang, const char **said)
{
    if (**at == 0)
        return false;
    *lang = *at;
    *said = *lang + pen__length(*lang) + 1;
    *at = *said + pen__length(*said) + 1;
    return true;
}

/* In which order the languages of a name stand: English first. */
static bool is_before(const char *one, const char *other)
{
    if (pen__equals(one, pen__length(one), "en") || pen__equals(other, pen__length(other), "en"))
        return pen__equals(one, pen__length(one), "en");
    while (*one && *one == *other)
        one++, other++;
    return (unsigned char)*one < (unsigned char)*other;
}

bool pen_said_put(char *names, size_t size, const char *lang, const char *said)
{
    const size_t lang_bytes = pen__length(lang) + 1, said_bytes = pen__length(said) + 1;
    const char *next = names, *other, *text;
    char *place = names, *old_end = names;
    while (pen_said_next(&next, &other, &text)) {
        const bool is_same = pen__equals(lang, lang_bytes - 1, other);
        if (is_same || is_before(lang, other)) {
            old_end = is_same ? names + (next - names) : place;
            break;
        }
        place = old_end = names + (next - names);
    }
    while (pen_said_next(&next, &other, &text))
        ;
    const size_t whole = (size_t)(next - names) + 1, old = (size_t)(old_end - place);
    if (whole - old + lang_bytes + said_bytes > size)
        return false;
    memmove(place + lang_bytes + said_bytes, old_end, whole - old - (size_t)(place - names));
    memcpy(place, lang, lang_bytes);
    memcpy(place + lang_bytes, said, said_bytes);
    const size_t now = whole - old + lang_bytes + said_bytes;
    memset(names + now, 0, size - now); /* equal names are equal as bytes */
    return true;
}

static const char *said_by(const char *names, const char *wanted, size_t count)
{
    const char *at = names, *lang, *said;
    while (pen_said_next(&at, &lang, &said))
        if (pen__equals(wanted, count, lang))
            return said;
    return NULL;
}

const char *pen__said_by(const char *names, const char *wanted)
{
    return said_by(names, wanted, pen__length(wanted));
}

/* In the language, or as it is spoken elsewhere: "pt" for pt-PT. */
static const char *said_in(const char *names, const char *id)
{
    const char *said = pen__said_by(names, id);
    for (size_t i = 0; id[i] && !said; i++)
        if (id[i] == '-')
            said = said_by(names, id, i);
    return said;
}

const char *pen_said(const char *names, enum pen_lang lang)
{
    const char *said = said_in(names, pen_lang_id(lang)), *english = pen__said_by(names, "en");
    if (said)
        return said;
    if (!english) /* what it says first, or nothing */
        return names[0] ? names + pen__length(names) + 1 : "";
    return pen__named_in(lang, english);
}

/* ---- problems ---------------------------------------------------------------------------------- */

void pen_problem_set(struct pen_problem *problem, const char *what)
{
    struct pen_text text = pen_text_in(problem->filling, sizeof problem->filling);
    pen_text_add(&text, what);
    problem->word = 0;
    problem->count = 0;
    memset(problem->why, 0, sizeof problem->why);
}

void pen__problem_say(struct pen_problem *problem, enum pen_word word, const struct pen_arg *args,
                      unsigned count)
{
    struct pen_text text = pen_text_in(problem->filling, sizeof problem->filling);
    for (unsigned i = 0; i < count; i++) {
        pen_text_add(&text, args[i].text ? "=" : "#");
        if (args[i].text)
            pen_text_add(&text, args[i].text);
        else
            pen_text_add_number(&text, args[i].number);
        pen_text_add_bytes(&text, "", 1);
    }
    problem->word = (uint16_t)(word + 1);
    problem->count = (uint8_t)count;
    memset(problem->why, 0, sizeof problem->why);
}

bool pen_problem_is_said(const struct pen_problem *problem)
{
    return problem->word != 0 || problem->filling[0] != 0;
}

const char *pen_problem_text(const struct pen_problem *problem, enum pen_lang lang,
                             char bytes[PEN_PROBLEM_BYTES])
{
    struct pen_text text = pen_text_in(bytes, PEN_PROBLEM_BYTES);
    struct pen_arg args[4] = {{.text = ""}, {.text = ""}, {.text = ""}, {.text = ""}};
    const char *at = problem->filling;
    if (problem->word == 0) {
        pen_text_add(&text, at);
        return bytes;
    }
    for (unsigned i = 0; i < problem->count && i < 4; i++) {
        uint64_t number = 0;
        for (const char *digit = at + 1; at[0] == '#' && *digit; digit++)
            number = number * 10 + (uint64_t)(*digit - '0');
        args[i] = at[0] == '#' ? pen_arg_count(number) : pen_arg_text(at + 1);
        at += pen__length(at) + 1;
    }
    const unsigned word = problem->word - 1u;
    pen_say_list(&text, lang, (enum pen_word)word, args, pen__words.holes[pen__word_at(word)]);
    const char *why = pen_said(problem->why, lang);
    pen_text_add(&text, why[0] ? pen_word_text(PEN_WORD_LIST_COLON, lang) : "");
    pen_text_add(&text, why);
    return bytes;
}

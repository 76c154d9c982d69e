/* edition_own.c - editions of people's own that travel with a table, its journal and its records.
 *
 * What they go by is made of what they say ("own-" and a digest, room.h), so two that are called the same are
 * told apart, and none can pass for one that comes with the library. In journals and records their text
 * stands in comments, so that whoever reads those needs no other file. */
#include <string.h>

#include "edition_text.h"
#include "said.h"
#include "scan.h"
#include "penultima/words_edition.h"

bool pen_edition_is_own(const char *id)
{
    size_t at = 0;
    while (PEN_OWN_PREFIX[at] && id[at] == PEN_OWN_PREFIX[at])
        at++;
    return PEN_OWN_PREFIX[at] == 0;
}

/* Whether the first statement is "house". */
bool pen_house_is_text(const char *bytes, size_t count)
{
    size_t at = count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < count) {
        while (at < count &&
               (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n'))
            at++;
        if (at < count && bytes[at] == '#') {
            while (at < count && bytes[at] != '\n')
                at++;
            continue;
        }
        break;
    }
    return count - at > 5 && memcmp(bytes + at, "house", 5) == 0 &&
           (bytes[at + 5] == ' ' || bytes[at + 5] == '\t');
}

/* "Classic + No mercy" in a language of one of them, as far as there is room. */
static void add_title(char titles[PEN_NAMES_BYTES], const char *lang, const char *title, const char *house)
{
    char both[2 * PEN_NAME_BYTES + 4], cut[PEN_NAME_BYTES];
    struct pen_text whole = pen_text_in(both, sizeof both), text = pen_text_in(cut, sizeof cut);
    pen_text_add(&whole, title);
    pen_text_add(&whole, " + ");
    pen_text_add(&whole, house);
    pen_text_add(&text, both);
    while (text.length > 0 && cut[text.length - 1] == ' ') /* a name ends with no blank */
        cut[--text.length] = 0;
    (void)pen_said_put(titles, PEN_NAMES_BYTES, lang, cut); /* the last languages of many may find no room */
}

/* What it says in that language, or first. */
static const char *said_or_first(const char *names, const char *lang)
{
    const char *said = pen__said_by(names, lang);
    return said ? said : names[0] ? names + pen__length(names) + 1 : "";
}

/* The titles of a house rule with the number that it usually has. */
static void fill_titles(char filled[PEN_NAMES_BYTES], const struct pen_house *house)
{
    const char *at = house->title, *lang, *said;
    memset(filled, 0, PEN_NAMES_BYTES);
    while (pen_said_next(&at, &lang, &said)) {
        char bytes[PEN_NAME_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen__house_fill(said, house->usual, &text);
        (void)pen_said_put(filled, PEN_NAMES_BYTES, lang, bytes);
    }
}

static void add_titles(char titles[PEN_NAMES_BYTES], const char *house)
{
    char before[PEN_NAMES_BYTES];
    const char *at = house, *lang, *said;
    memcpy(before, titles, sizeof before);
    while (pen_said_next(&at, &lang, &said))
        add_title(titles, lang, said_or_first(before, lang), said);
    for (at = before; pen_said_next(&at, &lang, &said);)
        if (!pen__said_by(house, lang))
            add_title(titles, lang, said, said_or_first(house, lang));
}

/* At a table of others nothing may take more than a moment: no deal that is tried again and again. */
static bool check_opening(const struct pen_edition *edition, struct pen_problem *problem)
{
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_rules rules;
    if (pen_table_make(&rules, edition, &options, NULL) == PEN_RULES_GOOD && pen_rules_surely_open(&rules))
        return true;
    problem->line = problem->column = 1;
    pen__problem_say(problem, PEN_WORD_EDITION_OPENING_UNSURE, NULL, 0);
    return false;
}

bool pen_edition_read(struct pen_edition *edition, const struct pen_edition *base, const char *bytes,
                      size_t count, struct pen_problem *problem)
{
    struct pen_house house;
    char titles[PEN_NAMES_BYTES];
    if (!pen_house_is_text(bytes, count))
        return pen_edition_parse(edition, bytes, count, problem) && check_opening(edition, problem);
    *edition = *base;
    if (!pen_house_parse(edition, &house, bytes, count, problem))
        return false;
    memcpy(edition->id, house.id, sizeof edition->id);
    fill_titles(titles, &house);
    add_titles(edition->title, titles);
    if (house.about[0])
        memcpy(edition->about, house.about, sizeof edition->about);
    return check_opening(edition, problem);
}

void pen_edition_quote(const struct pen_edition *edition, struct pen_text *text)
{
    char bytes[PEN_OWN_BYTES_MAX];
    struct pen_text whole = pen_text_in(bytes, sizeof bytes);
    pen_edition_write(edition, &whole);
    PEN_ASSERT(!whole.is_cut);
    for (size_t at = 0, end; at < whole.length; at = end + 1) {
        for (end = at; end < whole.length && bytes[end] != '\n';)
            end++;
        pen_text_add(text, PEN_OWN_QUOTE);
        pen_text_add_bytes(text, bytes + at, end - at);
        pen_text_add(text, "\n");
    }
}

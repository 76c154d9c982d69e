/* edition_own.c - editions of people's own that travel with a table, its journal and its records.
 *
 * What they go by is made of what they say ("own-" and a digest, room.h), so two that are called the same are
 * told apart, and none can pass for one that comes with the library. In journals and records their text
 * stands in comments, so that whoever reads those needs no other file. */
#include <string.h>

#include "edition_text.h"
#include "penultima/words.h"
#include "scan.h"

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

/* "Classic + No mercy", as far as there is room. */
static void add_title(char title[PEN_NAME_BYTES], const char *house)
{
    char both[2 * PEN_NAME_BYTES + 4];
    struct pen_text whole = pen_text_in(both, sizeof both);
    pen_text_add(&whole, title);
    pen_text_add(&whole, " + ");
    pen_text_add(&whole, house);
    memset(title, 0, PEN_NAME_BYTES);
    struct pen_text text = pen_text_in(title, PEN_NAME_BYTES);
    pen_text_add(&text, both);
    while (text.length > 0 && title[text.length - 1] == ' ') /* a name ends with no blank */
        title[--text.length] = 0;
}

/* At a table of others nothing may take more than a moment: no deal that is tried again and again. */
static bool check_opening(const struct pen_edition *edition, struct pen_problem *problem)
{
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_rules rules;
    if (pen_table_make(&rules, edition, &options, NULL) == PEN_RULES_GOOD && pen_rules_surely_open(&rules))
        return true;
    problem->line = problem->column = 1;
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        struct pen_text text = pen_text_in(problem->text[lang], sizeof problem->text[lang]);
        pen_text_add(&text, pen_word_text(PEN_WORD_EDITION_OPENING_UNSURE, (enum pen_lang)lang));
    }
    return false;
}

bool pen_edition_read(struct pen_edition *edition, const struct pen_edition *base, const char *bytes,
                      size_t count, struct pen_problem *problem)
{
    struct pen_house house;
    if (!pen_house_is_text(bytes, count))
        return pen_edition_parse(edition, bytes, count, problem) && check_opening(edition, problem);
    *edition = *base;
    if (!pen_house_parse(edition, &house, bytes, count, problem))
        return false;
    memcpy(edition->id, house.id, sizeof edition->id);
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        add_title(edition->title[lang], house.title[lang]);
        if (house.about[lang][0])
            memcpy(edition->about[lang], house.about[lang], sizeof edition->about[lang]);
    }
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

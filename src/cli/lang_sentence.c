/* lang_sentence.c - whether a sentence of a language file fits its holes, and a name has its forms: what
 * lang/compile.py checks, for any file. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/lang_file.h"

/* ---- words in a row ---------------------------------------------------------------------------- */

static bool has_word(const char *words, const char *word, size_t count)
{
    while (*words) {
        const size_t length = strcspn(words, " ");
        if (length == count && memcmp(words, word, count) == 0)
            return true;
        words += length + strspn(words + length, " ");
    }
    return false;
}

/* The word at this place in the row, or false. */
static bool word_at(const char *words, unsigned index, char word[LANG_HOLE_BYTES])
{
    for (words += strspn(words, " "); *words; index--) {
        const size_t length = strcspn(words, " ");
        if (index == 0) {
            snprintf(word, LANG_HOLE_BYTES, "%.*s", (int)length, words);
            return true;
        }
        words += length + strspn(words + length, " ");
    }
    return false;
}

static bool has_form(const struct lang_file *file, const char *form, size_t count)
{
    for (unsigned kind = 0; kind < LANG_KINDS; kind++)
        if (has_word(file->forms[kind], form, count))
            return true;
    return false;
}

/* ---- names and their forms --------------------------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The kind of name that a key says; LANG_KINDS: none. */
static unsigned kind_of(const char *key)
{
    if (begins(key, "named.card."))
        return 0;
    if (begins(key, "named.color."))
        return 1;
    const bool is_count = begins(key, "count.cards-") && strspn(key + 12, "0123456789") == strlen(key + 12);
    return is_count || strcmp(key, "list.a-card") == 0 || strcmp(key, "list.nobody") == 0 ? 2 : LANG_KINDS;
}

/* Whether it has forms at all; otherwise a comma in a name is nothing but a comma. */
static bool declines(const struct lang_file *file)
{
    return file->genders[0] || file->forms[0][0] || file->forms[1][0] || file->forms[2][0] ||
           file->forms[3][0];
}

/* ", acc: " and where the form begins; null: there is none further on. */
static const char *next_form(const char *said, const char **form, size_t *count)
{
    for (const char *comma = strstr(said, ", "); comma; comma = strstr(comma + 1, ", ")) {
        *form = comma + 1 + strspn(comma + 1, " ");
        *count = strspn(*form, "abcdefghijklmnopqrstuvwxyz.");
        if (*count > 0 && (*form)[*count] == ':')
            return *form + *count + 1;
    }
    return NULL;
}

static bool entry_has_form(const struct lang_entry *entry, const char *wanted, size_t bytes)
{
    const char *form, *at = entry->said;
    size_t count;
    while ((at = next_form(at, &form, &count)))
        if (count == bytes && memcmp(form, wanted, bytes) == 0)
            return true;
    return false;
}

const char *lang_forms_of(const struct lang_file *file, const struct lang_entry *entry)
{
    static char all[LANG_KINDS * sizeof file->forms[0]];
    const unsigned kind = kind_of(entry->key);
    if (kind < LANG_KINDS)
        return file->forms[kind];
    snprintf(all, sizeof all, "%s %s %s %s", file->forms[0], file->forms[1], file->forms[2], file->forms[3]);
    return all;
}

/* The genders are one fault at most, the missing forms follow, then those that are too many. */
enum lang_name lang_name_check(const struct lang_file *file, const struct lang_entry *entry, unsigned index,
                               char form[LANG_HOLE_BYTES])
{
    const unsigned kind = kind_of(entry->key);
    const char *name, *at = entry->said;
    size_t count;
    if (kind == LANG_KINDS)
        return LANG_NAME_GOOD;
    bool has_gender = false, is_gender = true;
    while (declines(file) && (at = next_form(at, &name, &count))) {
        if (count == 6 && memcmp(name, "gender", 6) == 0) {
            const char *gender = at + strspn(at, " ");
            has_gender = true;
            is_gender = has_word(file->genders, gender, strcspn(gender, ", "));
        }
    }
    if (((kind == 0 && file->genders[0] && !has_gender) || !is_gender) && index-- == 0)
        return LANG_NAME_GENDER;
    for (unsigned i = 0; word_at(file->forms[kind], i, form); i++)
        if (!entry_has_form(entry, form, strlen(form)) && !has_word(file->made, form, strlen(form)) &&
            index-- == 0)
            return LANG_NAME_FORM_MISSING;
    for (at = entry->said; declines(file) && (at = next_form(at, &name, &count));) {
        const bool is_known =
            (count == 6 && memcmp(name, "gender", 6) == 0) || has_word(file->forms[kind], name, count);
        if (!is_known && index-- == 0) {
            snprintf(form, LANG_HOLE_BYTES, "%.*s", (int)count, name);
            return LANG_NAME_NO_FORM;
        }
    }
    return LANG_NAME_GOOD;
}

/* ---- sentences ---------------------------------------------------------------------------------- */

struct reading {
    const struct lang_file *file;
    const char *at, *holes;
    unsigned *forms;
    char *hole;
};

static enum lang_sentence read_text(struct reading *reading, bool is_inside);

/* The forms of a choice from the first '|' on, and its brace. */
static enum lang_sentence read_choice(struct reading *reading, const char *name, unsigned *forms,
                                      bool *is_gender)
{
    *forms = 0;
    *is_gender = true;
    while (*reading->at == '|') {
        reading->at++;
        const size_t tag = strcspn(reading->at, ":|{}");
        const bool is_tag = reading->at[tag] == ':' && has_word(reading->file->genders, reading->at, tag);
        reading->at += is_tag ? tag + 1 : 0;
        *is_gender &= is_tag;
        const enum lang_sentence inner = read_text(reading, true);
        if (inner != LANG_SENTENCE_GOOD)
            return inner;
        ++*forms;
    }
    snprintf(reading->hole, LANG_HOLE_BYTES, "%s", name);
    if (*reading->at != '}')
        return LANG_SENTENCE_BRACE;
    reading->at++;
    return LANG_SENTENCE_GOOD;
}

/* A hole, behind its first brace. */
static enum lang_sentence read_hole(struct reading *reading)
{
    const size_t length = strcspn(reading->at, "|}"), name_bytes = strcspn(reading->at, ":|}");
    const unsigned plurals = reading->file->plural_count ? reading->file->plural_count : 2;
    char name[LANG_HOLE_BYTES];
    unsigned forms;
    bool is_gender;
    snprintf(name, sizeof name, "%.*s", (int)name_bytes, reading->at);
    memcpy(reading->hole, name, sizeof name);
    if (!has_word(reading->holes, reading->at, name_bytes))
        return reading->at[length] ? LANG_SENTENCE_HOLE : LANG_SENTENCE_BRACE;
    if (name_bytes < length &&
        !has_form(reading->file, reading->at + name_bytes + 1, length - name_bytes - 1)) {
        snprintf(reading->hole, LANG_HOLE_BYTES, "%.*s", (int)(length - name_bytes - 1),
                 reading->at + name_bytes + 1);
        return reading->at[length] ? LANG_SENTENCE_NO_FORM : LANG_SENTENCE_BRACE;
    }
    reading->at += length;
    const enum lang_sentence choice = read_choice(reading, name, &forms, &is_gender);
    if (choice != LANG_SENTENCE_GOOD || forms == 0 || is_gender || forms == plurals)
        return choice;
    *reading->forms = forms;
    return LANG_SENTENCE_FORMS;
}

/* Up to the end, or inside a choice up to the '|' or '}' that ends the form. */
static enum lang_sentence read_text(struct reading *reading, bool is_inside)
{
    while (*reading->at) {
        const char c = *reading->at;
        if (!is_inside && (c == '{' || c == '}') && reading->at[1] == c) {
            reading->at += 2;
            continue;
        }
        if (is_inside && (c == '|' || c == '}'))
            return LANG_SENTENCE_GOOD;
        if (c == '}')
            return LANG_SENTENCE_BRACE;
        reading->at++;
        if (c != '{')
            continue;
        const enum lang_sentence hole = read_hole(reading);
        if (hole != LANG_SENTENCE_GOOD)
            return hole;
    }
    return is_inside ? LANG_SENTENCE_BRACE : LANG_SENTENCE_GOOD;
}

enum lang_sentence lang_sentence_check(const struct lang_file *file, const char *said, const char *holes,
                                       char hole[LANG_HOLE_BYTES], unsigned *forms)
{
    struct reading reading = {file, said, holes, forms, hole};
    return read_text(&reading, false);
}

/* lang_file.h - a language file as its translator wrote it (lang/README.md). What is compiled in was read by
 * lang/compile.py; this reads any file, to tell what is wrong with it. */
#ifndef CLI_LANG_FILE_H
#define CLI_LANG_FILE_H

#include <stddef.h>

enum { LANG_HOLE_BYTES = 32 };

struct lang_entry {
    char *key, *said;
    char *holes; /* "seat target card", as English gives them */
    unsigned line;
};

enum { LANG_KINDS = 4 }; /* of names that have forms: cards, colours, counts, what suffixes are added to */

/* Zeroed before the first line. */
struct lang_file {
    struct lang_entry *entries;
    size_t count, size;
    size_t inherited; /* so many of them, the first, are of the language it stands on (@like) */
    struct {
        char *prefix, *holes;
    } prefixes[32];
    unsigned prefix_count;
    unsigned plural_count, line;
    unsigned inherited_plurals;
    char genders[128];           /* "m f n" */
    char forms[LANG_KINDS][512]; /* of each kind, with blanks between them */
    char made[512];              /* those that a @suffix or @prefix makes */
    unsigned bad[64];            /* lines that are nothing */
    size_t bad_count;
    int is_open; /* lines further in go on with the last entry */
};

void lang_file_line(struct lang_file *file, const char *bytes, size_t count);

/* What was read is what the file stands on, and its own lines follow. */
void lang_file_stand_on(struct lang_file *file);

/* Its own entry, or the one it stands on. */
const struct lang_entry *lang_file_find(const struct lang_file *file, const char *key);
void lang_file_drop(struct lang_file *file);

enum lang_sentence {
    LANG_SENTENCE_GOOD,
    LANG_SENTENCE_BRACE,
    LANG_SENTENCE_HOLE,
    LANG_SENTENCE_FORMS,   /* a choice has too many or too few */
    LANG_SENTENCE_NO_FORM, /* a name has no such form */
};

/* Whether the sentence has only these holes, in forms that the language has, and for each choice as many
 * forms as there are plurals or the language's genders. If not, 'hole' names the one at fault, or the form,
 * and 'forms' says how many there are. */
enum lang_sentence lang_sentence_check(const struct lang_file *file, const char *said, const char *holes,
                                       char hole[LANG_HOLE_BYTES], unsigned *forms);

enum lang_name { LANG_NAME_GOOD, LANG_NAME_FORM_MISSING, LANG_NAME_NO_FORM, LANG_NAME_GENDER };

/* Whether an entry that is a name has the forms that are asked of it. Called again with 'index' counted up it
 * finds the next fault; 'form' says which form that is about. */
enum lang_name lang_name_check(const struct lang_file *file, const struct lang_entry *entry, unsigned index,
                               char form[LANG_HOLE_BYTES]);

/* The forms of the kind of name that an entry is, or of all kinds. */
const char *lang_forms_of(const struct lang_file *file, const struct lang_entry *entry);

#endif
